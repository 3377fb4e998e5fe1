"""Imports pygame, and opens a window, without what nothing before the first frame needs.

pygame means its parts to be optional ("stripped down distributions"), and does without one that
cannot be imported. With what they import themselves, those here take a quarter of the time from
the start of the process to the first frame. Whoever needs one later imports it as always.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from struct import pack
from types import ModuleType
from typing import Final

LEFT_OUT: Final = tuple(
    f"pygame.{name}" for name in ("_debug", "system", "pkgdata", "typing", "mixer_music", "mixer")
)
"""Reports about the machine, pygame's own font, types, and sound, which has a thread of its own."""

_FINDS_ICON: Final = "pygame.pkgdata"
_EMPTY_BMP: Final = b"BM" + pack("<IIIIiiHHIIiiIII", 58, 0, 54, 40, 1, 1, 1, 24, *[0] * 7)
"""One black pixel: the head of the file, that of the picture, and a row of 24 bits and a byte."""


def import_pygame() -> None:
    """Import pygame; it is whole where somebody has imported it before."""
    with _hidden(LEFT_OUT if "pygame" not in sys.modules else ()):
        import pygame  # noqa: F401


@contextmanager
def without_icon() -> Iterator[None]:
    """A new window is given pygame's own icon, whatever it is given next; and pygame finds that
    by a part that was left out. Meanwhile a stand-in for the part gives it an empty picture.
    """
    if _FINDS_ICON in sys.modules:
        yield
        return
    stand_in = ModuleType(_FINDS_ICON)
    stand_in.getResource = lambda name: BytesIO(_EMPTY_BMP)  # type: ignore[attr-defined]
    sys.modules[_FINDS_ICON] = stand_in
    try:
        yield
    finally:
        del sys.modules[_FINDS_ICON]


@contextmanager
def _hidden(names: tuple[str, ...]) -> Iterator[None]:
    """Let some modules be none that can be imported, for a while."""
    # None is Python's own sign for it.
    sys.modules.update(dict.fromkeys(names))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in names:
            del sys.modules[name]
