"""Keeps Python's garbage collection away from large structures, and gives free memory back."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """A block in which the garbage collector does not run; blocks may be nested.

    The collector scans all objects again and again while they are made. It halves the speed of a
    search that holds a million nodes, and of opening a large tree.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def collect_all_but_what_is_here(is_large: bool) -> None:
    """Have the collector pass over all objects that there are now, if they are many and stay; else
    look at all again. A full collection of 100,000 positions would hold a frame for a quarter of a
    second.
    """
    was_large = gc.get_freeze_count() > 0
    if was_large:
        gc.unfreeze()
    if was_large or is_large:
        gc.collect()
    if is_large:
        gc.freeze()


def trim_memory() -> None:
    """Collect garbage and return free memory to the system; takes some milliseconds.

    The C library keeps memory that was freed between live blocks, which Python does not see: 20 MB
    and more after hours of play.
    """
    gc.collect()
    _trim()(0)


@cache
def _trim() -> Callable[[int], object]:
    """The `malloc_trim` of glibc; without glibc, a function that does nothing."""
    import ctypes  # Imported here: nothing is given back before the first frame.

    try:
        found: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return lambda left: None
    return found
