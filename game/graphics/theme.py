"""The design tokens: colours, type, sizes of controls, scales and thresholds.

Pure values and arithmetic without pygame. Lengths are dp (device-independent pixels at
1280x800, or 1920x1080 for the tables) unless a name ends in ``_px``.
"""

from __future__ import annotations

import math
from enum import Enum

from game.core.named_tuple import NamedTuple

Rgb = tuple[int, int, int]
Rgba = tuple[int, int, int, int]


def rgb(hex_colour: str) -> Rgb:
    """``'#1E705A'`` as (30, 112, 90)."""
    return int(hex_colour[1:3], 16), int(hex_colour[3:5], 16), int(hex_colour[5:7], 16)


def tint(colour: Rgb, opacity: float) -> Rgba:
    """The colour with an opacity of 0 to 1 as its alpha of 0 to 255."""
    return (*colour, math.floor(opacity * 255 + 0.5))


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """The colour that lies the given share (0 to 1) of the way from a to b."""
    red, green, blue = (math.floor(x + (y - x) * share + 0.5) for x, y in zip(a, b, strict=True))
    return red, green, blue


# ---------------------------------------------------------------------------- colours

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
"""Gold of words on bare felt, where #E6B85C reaches only 3.2:1."""
GOLD_EDGE = rgb("#D9A441")
GOLD_DARK = rgb("#B98A35")
ON_GOLD = rgb("#0C241F")
CREAM = rgb("#F3EAD2")
WHITE = rgb("#FFFAF0")
FOCUS = rgb("#FFF3CF")
DIM = rgb("#B2C4B6")
"""Captions and labels. layout.md and scenes.md differ; this is the one with more contrast."""
SIDE_LABEL = rgb("#CDD6C4")
PLATE_NUMBER = rgb("#DFE6D3")
"""Lighter than layout.md's #BECEBE, which reaches only 3.6:1 on the lit felt."""
FAINT = rgb("#6F9385")
"""Disabled text and decoration only; too weak for anything that must be read."""
OFF = rgb("#6E887A")
"""The same in a table's bars."""
GREEN = rgb("#9AD3A5")
CORAL = rgb("#F5A890")
"""Lighter than both sheets, so that it can be read on a selected row."""

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


class Felt(Enum):
    """The table's cloth: its lit middle and its dark corners."""

    TEAL = (rgb("#1E705A"), rgb("#062824"))
    BLUE = (rgb("#22507F"), rgb("#0A1A33"))
    BURGUNDY = (rgb("#6E2839"), rgb("#270A14"))
    GREY = (rgb("#4A5057"), rgb("#17191C"))
    BLACK = (rgb("#161C1A"), rgb("#0A0C0B"))
    """Not offered as a choice: used if the desktop asks for high contrast."""

    @property
    def lit(self) -> Rgb:
        """Its colour under the lamp."""
        return self.value[0]

    @property
    def dark(self) -> Rgb:
        """Its colour in the farthest corners."""
        return self.value[1]

    @property
    def raised(self) -> Rgb:
        """The ground of words on cloth and cards: a heap's count, a key's cap."""
        return mix(self.dark, self.lit, 0.06)

    @property
    def shade(self) -> Rgb:
        """The colour that darkens a table's bars; for teal that of all other bars."""
        return BAR if self is Felt.TEAL else mix(self.dark, (0, 0, 0), 0.4)

    @property
    def side_bar(self) -> Rgba:
        """Laid over the cloth below the side bar."""
        return *self.shade, 150

    @property
    def right_edge(self) -> Rgba:
        """Laid over the cloth below the figures."""
        return *self.shade, 96


FELT_CENTRE = (0.5, 0.36)
FELT_RADII = (0.72, 0.95)


# ------------------------------------------------------------------------------- type


class Face(Enum):
    """The typefaces: as few files as a small package allows."""

    SANS = "SourceSansPro"
    SANS_SEMIBOLD = "SourceSansProSemibold"
    SERIF_ITALIC = "SourceSerifProIt"
    SERIF_SEMIBOLD = "SourceSerifProSemibold"
    SERIF_BOLD = "SourceSerifProBold"


class TextStyle(NamedTuple):
    """A face at a size in dp; tracking is extra room after each letter, in dp."""

    face: Face
    size: float
    tracking: float = 0.0


WORDMARK = TextStyle(Face.SERIF_BOLD, 92)
WIN_TITLE = TextStyle(Face.SERIF_BOLD, 44)
LIST_TITLE = TextStyle(Face.SERIF_BOLD, 34)
PAGE_TITLE = TextStyle(Face.SERIF_BOLD, 30)
DOOR_TITLE = TextStyle(Face.SERIF_BOLD, 29)
FIGURE = TextStyle(Face.SERIF_BOLD, 23)
DIALOG_TITLE = TextStyle(Face.SERIF_SEMIBOLD, 26)
SECTION = TextStyle(Face.SERIF_SEMIBOLD, 20)
SUBTITLE = TextStyle(Face.SERIF_ITALIC, 16)
BUTTON_LARGE = TextStyle(Face.SANS_SEMIBOLD, 18.5)
BUTTON = TextStyle(Face.SANS_SEMIBOLD, 16)
BUTTON_SMALL = TextStyle(Face.SANS_SEMIBOLD, 14.5)
SEGMENT = TextStyle(Face.SANS_SEMIBOLD, 14.5)
GROUP_HEAD = TextStyle(Face.SANS_SEMIBOLD, 13, tracking=1.2)
KEY_CAP = TextStyle(Face.SANS_SEMIBOLD, 12.5)
LIST_ROW = TextStyle(Face.SANS, 17)
ROW = TextStyle(Face.SANS, 16)
PAGE_TEXT = TextStyle(Face.SANS, 15.5)
CAPTION = TextStyle(Face.SANS, 14)
CAPTION_STRONG = TextStyle(Face.SANS_SEMIBOLD, 14)
SMALL_CAPTION = TextStyle(Face.SANS, 13)
FIELD_LABEL = TextStyle(Face.SANS, 12)
FIELD_VALUE = TextStyle(Face.SANS_SEMIBOLD, 16)

LINE_HEIGHT = 1.38
CAPITALS_CENTRE = 0.33
"""The baseline lies this share of the size below the line on which capitals are centred."""

# -------------------------------------------------------------------- sizes of controls

MARGIN = 32
MARGIN_NARROW = 16
GUTTER = 24
PANEL_PADDING = 24
GAP = 12
ICON_GAP = 9
TARGET = 40
"""The least side of anything that can be pressed, in dp."""

PANEL_RADIUS = 16
PANEL_EDGE_WIDTH = 1.2
PANEL_SHADOW_BLUR = 14
PANEL_SHADOW_DROP = 6
BUTTON_HEIGHT = 44
BUTTON_HEIGHT_LARGE = 52
BUTTON_HEIGHT_SMALL = 40
BUTTON_RADIUS = 12
BUTTON_PADDING = 20
ICON_SHARE = 1.35
"""An icon beside a label is this much taller than the label's size."""
SEGMENTS_HEIGHT = 36
SEGMENTS_HEIGHT_DENSE = 32
SEGMENTS_RADIUS = 11
SEGMENTS_INSET = 4
SEGMENT_RADIUS = 8
SEGMENT_PADDING = 12
TOGGLE_WIDTH = 46
TOGGLE_HEIGHT = 26
KNOB = 20
SLIDER_TRACK = 6
SLIDER_TICK = (2, 4)
FIELD_HEIGHT = 48
FIELD_RADIUS = 12
FIELD_PADDING = 16
ROW_HEIGHT = 42
ROW_RADIUS = 8
SWATCH = (32, 30)
SWATCH_RADIUS = 7
KEY_CAP_HEIGHT = 22
KEY_CAP_RADIUS = 5
SCROLL_BAR = 6
SCROLL_THUMB_LEAST = 40
FOCUS_GAP = 2.5
FOCUS_RING = 2.5
FOCUS_HALO = 5
PRESSED_DROP = 1
TOOLTIP_RADIUS = 8
PAGE_WIDTH = 540
CONTENT_WIDTH = 1326
PANEL_WIDTH = 1216

SHADOW_RESTING = (120, 4, 0, 2)
"""Alpha, blur radius, x and y offset, the last three in units of card height / 246."""
SHADOW_LIFTED = (150, 15, 3, 16)
CARD_UNIT = 246

# ----------------------------------------------------------------------------- scales


def round_half_up(value: float) -> int:
    """The nearest whole number; halves go up, below zero too."""
    return math.floor(value + 0.5)


class Scale(NamedTuple):
    """Turns dp into pixels; the smallest text is a matter of reading, not of scale."""

    factor: float
    smallest_text_px: int = 11
    density: float = 1.0
    """The screen's pixels for one pixel of a usual screen of 96 to the inch."""

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
        """A length in dp as text needs it: there are fewer where that keeps its least size."""
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


def table_scale(width_px: int, height_px: int, ui: float = 1.0, density: float = 1.0) -> Scale:
    """The scale of a table's bars and marks for a window; cards have their own size."""
    wide, high = (1080, 1400) if is_portrait(width_px, height_px) else (1920, 1080)
    fit = min(width_px / wide, height_px / high) / density
    if fit < 1:
        fit = max(0.74, fit**0.6)
    return Scale(fit * density * ui, round_half_up(12 * density), density)


# ------------------------------------------------------------------------- thresholds

MINI_CARD_WIDTH_PX = 84
SIDE_FACE_BELOW = 0.215
"""Under this step (of CH) covered cards take the face with the suit beside the rank."""
SIDE_BAR_LABELS_FROM_PX = 28
SHORT_BELOW = 640
"""Under this height in dp captions and key hints go."""


def is_small(width_px: int, height_px: int, density: float = 1.0) -> bool:
    """Whether the table has its small form: icons only, figures in a strip."""
    return width_px < 900 * density or height_px < 560 * density


def is_portrait(width_px: int, height_px: int) -> bool:
    """Whether the table's figures lie in a strip at the bottom."""
    return height_px > 1.1 * width_px


def uses_mini_face(card_width_px: int) -> bool:
    """Whether cards are so narrow that only the mini face can be read."""
    return card_width_px < MINI_CARD_WIDTH_PX


class Reflow(Enum):
    """The arrangements of a scene by the width it has, in dp."""

    WIDE = 1400
    MIDDLE = 1100
    NARROW = 900
    SMALL = 0


def reflow(width: float) -> Reflow:
    """The arrangement for a width in dp."""
    return next(form for form in Reflow if width >= form.value)
