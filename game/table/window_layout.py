"""The form of a window with a table: how wide its bars are, and what they leave to the cards.

Pure numbers, no pygame. Lengths are pixels.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.graphics.scale import Scale, round_half_up


class Box(NamedTuple):
    """A rectangle in window pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first pixel to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first pixel below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, x: int, y: int) -> bool:
        """True if a pixel lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom


class TableFrame(NamedTuple):
    """The bars of a window and the area between them."""

    width: int
    height: int
    text_scale: Scale
    small: bool
    portrait: bool
    side: Box
    """The side bar at the left, or what a scene has in its place."""
    edge: Box
    """The figures: at the right, or a strip at the bottom."""
    area: Box
    """Where cards lie."""
    card_scale: Scale = Scale(1.0, 12)
    """The scale of everything but text and controls; the player's own factor is not in it."""
    mirrored: bool = False
    """The bars have changed sides, for the left hand."""
    covered: int = 0
    """The lower part of the area that a bar lies over. Cards keep out of it, but keep their size
    and their x.
    """
    near: int = 0
    """The distance by which the area reaches into the room that cards leave beside the side bar; 0
    in small windows, where each pixel counts. It stays the same while another bar replaces the side
    bar.
    """


OFF_BARS: Final = 8
"""The least distance between a bar and the cards, if gaps between columns can give way."""


SMALL_SIDE: Final = 34
SMALL_SIDE_MARGINS: Final = 10
SMALL_STRIP: Final = 22
SMALL_STRIP_MARGINS: Final = 6
SMALL_MARGIN: Final = 10
SMALL_ICON_KEEPS: Final = 0.85
"""The share of its size that an icon of a small bar must keep; else buttons go into the menu."""
SIDE_BAR: Final = (96, 84)
"""The least width of the side bar, and the width that its texts need, which grows with them."""
RIGHT_EDGE: Final = (128, 110)
STRIP: Final = (64, 58)
BOTTOM_BAR_WORDS: Final = 560
"""The width that the words of the bar at the bottom (`bottom_bar.BottomBar`) need."""
AREA_INSET: Final = 28
LEAST_INSET: Final = 4
"""The space that stays free around the cards if bars have grown."""


class WindowShape(NamedTuple):
    """What the bars of a window depend on."""

    width: int
    height: int
    ui: float = 1.0
    """The player's own factor of texts and controls."""
    mirrored: bool = False
    compact: bool = False
    """A rail of icons and a strip of figures, as in a small window: cards have more room."""
    density: float = 1.0
    """The screen's density, as in `Scale`."""


def is_small(width_px: int, height_px: int, density: float) -> bool:
    """Whether the table has its small form: icons only, figures in a strip."""
    return width_px < 900 * density or height_px < 560 * density


def is_portrait(width_px: int, height_px: int) -> bool:
    """Whether the table's figures lie in a strip at the bottom."""
    return height_px > 1.1 * width_px


def table_scale(width_px: int, height_px: int, ui: float = 1.0, density: float = 1.0) -> Scale:
    """The scale of a table's bars and marks for a window; cards have their own size."""
    wide, high = (1080, 1400) if is_portrait(width_px, height_px) else (1920, 1080)
    fit = min(width_px / wide, height_px / high) / density
    if fit < 1:
        fit = max(0.74, fit**0.6)
    return Scale(fit * density * ui, round_half_up(12 * density), density)


def frame(window: WindowShape) -> TableFrame:
    """The bars of a window. Where bars grow, the space around the cards shrinks first."""
    width, height, ui, mirrored, compact, density = window
    small = compact or is_small(width, height, density)
    portrait = is_portrait(width, height)
    scale = table_scale(width, height, ui, density)
    unit = table_scale(width, height, density=density)
    if small:
        unit = unit._replace(factor=max(density, unit.factor))
        scale = unit._replace(factor=unit.factor * ui)
    bars, usual = _bars(unit, scale, small, portrait), _bars(unit, unit, small, portrait)
    across = _inset(unit, small, bars.side + bars.edge - usual.side - usual.edge, 2)
    if compact and not is_small(width, height, density):
        across = min(across, unit.fixed(LEAST_INSET))
    down = _inset(unit, small, bars.strip - usual.strip, SMALL_GAPS if small else 2)
    left, right = (bars.edge, bars.side) if mirrored else (bars.side, bars.edge)
    side = Box(width - bars.side if mirrored else 0, 0, bars.side, height)
    if bars.strip:
        edge = Box(left, height - bars.strip, width - bars.side, bars.strip)
    else:
        edge = Box(0 if mirrored else width - bars.edge, 0, bars.edge, height)
    size = width - left - right - 2 * across, height - bars.strip - 2 * down
    area = Box(left + across, down, *size)
    inset = side.x - area.right if mirrored else area.x - side.right
    upright = not small and side.h == height
    near = max(0, unit.fixed(OFF_BARS) - inset) if upright else 0
    return TableFrame(
        width, height, scale, small, portrait, side, edge, area, unit, mirrored, near=near
    )


SMALL_GAPS: Final = 3
"""The number of spaces above, between and below the rows of a small window."""
BOTTOM_BAR: Final = 64
"""The height in dp that the bar at the bottom takes from the card area, with what is free below."""
SMALL_BOTTOM_BAR: Final = 38
"""The height of that bar in a small window. It lies over the figures, and so covers no card."""


class _Bars(NamedTuple):
    """The widths of the bars at the sides and the height of the one at the bottom; 0: none."""

    side: int
    edge: int
    strip: int


def _bars(unit: Scale, scale: Scale, small: bool, portrait: bool) -> _Bars:
    """The bars for texts of `scale`: no smaller than usual, and as large as the texts need."""
    if small:
        side = _small_bar(unit, scale, SMALL_SIDE, SMALL_SIDE_MARGINS)
        least = scale.px(SMALL_SIDE * SMALL_ICON_KEEPS) + unit.fixed(LEAST_INSET)
        strip = _small_bar(unit, scale, SMALL_STRIP, SMALL_STRIP_MARGINS)
        return _Bars(max(side, least), 0, max(strip, scale.px(SMALL_STRIP)))
    side, beside, strip = (
        max(unit.px(least), scale.px(texts)) for least, texts in (SIDE_BAR, RIGHT_EDGE, STRIP)
    )
    return _Bars(side, 0, strip) if portrait else _Bars(side, beside, 0)


def _small_bar(unit: Scale, scale: Scale, side: int, margins: int) -> int:
    """A small bar with its margins, which do not grow."""
    return min(unit.px(side), scale.px(side)) + unit.fixed(margins)


def _inset(unit: Scale, small: bool, grown: int, places: int) -> int:
    """The space beside the cards once bars have grown by `grown`, shared by `places` spaces."""
    usual = unit.px(SMALL_MARGIN if small else AREA_INSET)
    least = min(usual, unit.fixed(LEAST_INSET))
    return max(least, usual - max(0, -(-grown // places)))


def bottom_bar_scale(window: TableFrame) -> Scale:
    """The largest scale of the bar at the bottom (`bottom_bar.BottomBar`): the player's, as far as
    the window is wide enough for the bar's words.
    """
    usual = window.card_scale.factor
    share = max(1.0, window.area.w / window.card_scale.px(BOTTOM_BAR_WORDS))
    return window.text_scale._replace(factor=min(window.text_scale.factor, usual * share))


def room_for_bar(window: TableFrame) -> int:
    """The height above the area's lower end that the bar at the bottom takes, in pixels. A table
    without figures, as in a review, has no such bar.
    """
    scale = bottom_bar_scale(window)
    if not window.edge.h:
        return 0
    if window.small:
        return max(0, scale.px(SMALL_BOTTOM_BAR) - (window.height - window.area.bottom))
    return scale.px(BOTTOM_BAR)
