"""Converts dp to pixels; the sizes of a window at which scenes change their layout.

Lengths are dp (device-independent pixels: those of a window of 1280x800; for the
tables of 1920x1080, upright of 1080x1400) unless a name ends in `_px`. No pygame.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import NamedTuple

from game.graphics.fonts import CAPTION


def round_half_up(value: float) -> int:
    """The nearest whole number; halves go up, below zero too."""
    return math.floor(value + 0.5)


class Scale(NamedTuple):
    """Converts dp to pixels. Text has a least size in pixels, so that it can always be read."""

    factor: float
    smallest_text_px: int = 11
    density: float = 1.0
    """The screen's pixels for one pixel of a screen of 96 per inch."""

    def px(self, dp: float) -> int:
        """A length or a position in whole pixels."""
        return round_half_up(dp * self.factor)

    def fixed(self, dp: float) -> int:
        """A length that grows with the screen's density only, in whole pixels."""
        return round_half_up(dp * self.density)

    def line(self, dp: float = 1) -> int:
        """A stroke's width in pixels: never thinner than one."""
        return max(1, self.px(dp))

    def text(self, dp: float) -> int:
        """A font size in pixels, never too small to read."""
        return max(self.smallest_text_px, self.px(dp))

    def rect(self, x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
        """Left, top, width and height in pixels: edges are rounded, so neighbours touch."""
        left, top = self.px(x), self.px(y)
        return left, top, self.px(x + width) - left, self.px(y + height) - top

    def text_dp(self, pixels: float) -> float:
        """A length in pixels as dp of text: fewer than `dp` while text has its least size."""
        return pixels / max(self.factor, self.smallest_text_px / CAPTION.size)

    def dp(self, pixels: float) -> float:
        """A length in pixels as dp."""
        return pixels / self.factor


def clamp(value: float, least: float, most: float) -> float:
    """The value, moved into least..most."""
    return max(least, min(most, value))


def scene_scale(width_px: int, height_px: int, ui: float = 1.0, density: float = 1.0) -> Scale:
    """The scale of menu, lists and panels for a window; `ui` is the player's own factor."""
    fit = min(width_px / 1280, height_px / 800) / density
    return Scale(clamp(fit, 0.8, 3) * density * ui, round_half_up(11 * density), density)


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
