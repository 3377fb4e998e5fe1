"""Free memory goes back to the system, and garbage with it."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import weakref
from pathlib import Path

import pytest

from game.core import threads_and_memory


class Ring:
    def __init__(self) -> None:
        self.self = self


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_what_only_refers_to_itself_goes() -> None:
    gone = weakref.ref(Ring())
    threads_and_memory.trim_memory()
    assert gone() is None


def test_without_such_a_library_only_garbage_is_collected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(name: object) -> object:
        raise OSError("no library")

    threads_and_memory._trim.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", none)
    gone = weakref.ref(Ring())
    threads_and_memory.trim_memory()
    threads_and_memory._trim.cache_clear()
    assert gone() is None


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="only glibc is asked",
)
def test_memory_freed_below_what_lives_on_is_given_back() -> None:
    gc.collect()
    blocks = [b"x" * 60_000 for _ in range(1000)]
    last = b"y" * 60_000
    before = resident()
    del blocks
    threads_and_memory.trim_memory()
    assert resident() < before - 30e6 and last
