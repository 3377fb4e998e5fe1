"""Gives free memory back to the system."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache


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
