"""Memory that is free is given back to the system."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache


def give_back() -> None:
    """Throw away what nobody refers to any more, and let the system have its memory; takes some
    milliseconds.

    The C library keeps what was freed between things that live on, and Python knows of none of
    it: after hours of play that would be 20 MB and more.
    """
    gc.collect()
    _trim()(0)


@cache
def _trim() -> Callable[[int], object]:
    """The C library's function for it, where there is one: glibc has."""
    import ctypes  # Here, as nothing is given back before the first frame.

    try:
        found: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return lambda left: None
    return found
