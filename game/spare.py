"""Imports pygame without those of its parts that nothing before the first frame needs.

pygame means its parts to be optional ("stripped down distributions"), and does without one that
cannot be imported. With what they import themselves, those here take a quarter of the time from
the start of the process to the first frame. Whoever needs one later imports it as always.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

LEFT_OUT: Final = tuple(
    f"pygame.{name}" for name in ("_debug", "system", "pkgdata", "typing", "mixer_music", "mixer")
)
"""Reports about the machine, pygame's own font, types, and sound, which has a thread of its own."""


def import_pygame() -> None:
    """Import pygame; it is whole where somebody has imported it before."""
    with _hidden(LEFT_OUT if "pygame" not in sys.modules else ()):
        import pygame  # noqa: F401


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
