"""The program's colours, except those of the cloths (`felt`). Pure values without pygame."""

from __future__ import annotations

import math

Rgb = tuple[int, int, int]
Rgba = tuple[int, int, int, int]


def rgb(hex_colour: str) -> Rgb:
    """`'#1E705A'` as (30, 112, 90)."""
    return int(hex_colour[1:3], 16), int(hex_colour[3:5], 16), int(hex_colour[5:7], 16)


def hex_text(colour: Rgb) -> str:
    """(30, 112, 90) as `'#1E705A'`."""
    return "#{:02X}{:02X}{:02X}".format(*colour)


def tint(colour: Rgb, opacity: float) -> Rgba:
    """The colour with an opacity of 0 to 1 as its alpha of 0 to 255."""
    return (*colour, math.floor(opacity * 255 + 0.5))


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """The colour that lies the given share (0 to 1) of the way from a to b."""
    red, green, blue = (math.floor(x + (y - x) * share + 0.5) for x, y in zip(a, b, strict=True))
    return red, green, blue


PANEL = rgb("#0E332C")
WELL = rgb("#0A2721")
BAR = rgb("#041815")
LINE = rgb("#2F5D51")
WELL_EDGE = rgb("#54806F")
TRACK = rgb("#16433A")
SLIDER_GROUND = rgb("#5D8A7C")
"""The unfilled part of a slider's track."""
TOGGLE_EDGE = rgb("#5D8A7C")
THUMBNAIL = rgb("#1A6450")

GOLD = rgb("#E6B85C")
FELT_GOLD = rgb("#FFE3A6")
"""Gold for text on bare felt, where #E6B85C has a contrast of only 3.2:1."""
GOLD_EDGE = rgb("#D9A441")
GOLD_DARK = rgb("#B98A35")
ON_GOLD = rgb("#0C241F")
CREAM = rgb("#F3EAD2")
WHITE = rgb("#FFFAF0")
FOCUS = rgb("#FFF3CF")
DIM = rgb("#B2C4B6")
"""Captions and labels."""
SIDE_LABEL = rgb("#CDD6C4")
PLATE_NUMBER = rgb("#DFE6D3")
"""Light, because #BECEBE has a contrast of only 3.6:1 on the lit felt."""
FAINT = rgb("#6F9385")
"""Disabled text and decoration only; too weak for anything that must be read."""
OFF = rgb("#6E887A")
"""Disabled text and decoration in a table's bars."""
GREEN = rgb("#9AD3A5")
CORAL = rgb("#F5A890")
"""Light enough to be read on a selected row."""

BRANCH = rgb("#8FB8A8")
DEAD_BRANCH = rgb("#6FA191")
HISTOGRAM = rgb("#4F8F7D")

PAPER_TOP = rgb("#FFFDF8")
PAPER_BOTTOM = rgb("#F3EAD6")
INK = rgb("#1B2233")
PAPER_TEXT = rgb("#4A4A3E")
PAPER_WINS = rgb("#6B5520")

SHADOW = rgb("#000A08")
GLOW = rgb("#ECBE5C")
GLOW_RING = rgb("#F0C771")
SELECTED_RING = rgb("#8FD0FF")
"""Blue, which no one confuses with the gold of targets."""
REVERSE_INK = rgb("#0E1E2E")
"""The navy to which black is lifted on a reversed card."""
MARK = rgb("#04201B")
VEIL = rgb("#03120F")
"""Laid over a scene behind a dialog."""
HIGHLIGHT = rgb("#FFFFFF")
SIDE_BAR_LINE = rgb("#D6B25E")
TABLE_BAR = rgb("#0C2B25")

PANEL_FILL = tint(PANEL, 0.97)
PANEL_EDGE = tint(GOLD_EDGE, 0.75)
SCENE_BAR_FILL = tint(BAR, 0.72)
RIGHT_EDGE_LINE = tint(CREAM, 0.24)
"""Lines of a table's bars: translucent, so that they suit every cloth."""
GROUP_LINE = tint(CREAM, 0.20)
BUTTON_FILL = tint(HIGHLIGHT, 0.07)
BUTTON_EDGE = tint(CREAM, 0.42)
HOVER_FILL = tint(HIGHLIGHT, 0.15)
HOVER_EDGE = tint(CREAM, 0.60)
DISABLED_FILL = tint(HIGHLIGHT, 0.03)
DISABLED_EDGE = tint(CREAM, 0.12)
ROW_HOVER_FILL = tint(HIGHLIGHT, 0.06)
ROW_SELECTED_FILL = tint(GOLD, 0.20)
KEY_CAP_FILL = tint(HIGHLIGHT, 0.12)
PAD_BUTTON_FILLS = {
    "A": rgb("#348044"),
    "B": rgb("#B8443C"),
    "X": rgb("#356FB5"),
    "Y": rgb("#8F6A10"),
}
"""The round buttons of a game pad, by their letters."""
KEY_CAP_EDGE = tint(CREAM, 0.55)
FIELD_EDGE = tint(CREAM, 0.42)
FIELD_FILL = tint(VEIL, 0.42)
"""Darkens what lies below, cloth or panel."""
TOOLTIP_FILL = tint(BAR, 0.96)
MARK_FILL = tint(MARK, 0.72)
VEIL_FILL = (*VEIL, 110)
DIMMED_FILL = (*VEIL, 136)
"""Laid over the felt behind a map or a review."""
HEADER_FILL = (*BAR, 205)
"""Laid over the felt below the header and the footer of a map or a review."""
