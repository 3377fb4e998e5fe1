"""Keeps Python's cyclic garbage collection away from large structures."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
