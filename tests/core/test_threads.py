"""Threads that a program without memory for them does without."""

from __future__ import annotations

import threading
from threading import Event, Thread

import pytest

from game.core.threads_and_memory import started_thread


def test_it_does_its_work_and_does_not_outlive_the_program() -> None:
    done = Event()
    thread = started_thread(done.set, "work")
    assert thread is not None and thread.daemon
    assert done.wait(5)


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), MemoryError()])
def test_there_is_none_where_it_cannot_be_started(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(thread: Thread) -> None:
        raise error

    monkeypatch.setattr(threading.Thread, "start", fail)
    assert started_thread(print, "work") is None
