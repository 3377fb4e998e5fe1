"""The sizes of a window at which menu, lists, pages, map and review change their layout."""

from __future__ import annotations

from enum import Enum

SHORT_BELOW = 640
"""Below this height in dp captions and key hints are left out."""


class Reflow(Enum):
    """The layouts of a scene. The value is the least width in dp for which a layout is used."""

    WIDE = 1400
    MIDDLE = 1100
    NARROW = 900
    SMALL = 0


def reflow(width: float) -> Reflow:
    """The layout for a width in dp."""
    return next(form for form in Reflow if width >= form.value)
