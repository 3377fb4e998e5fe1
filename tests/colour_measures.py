"""How the colours measure up: contrast as WCAG 2 defines it, and the felt's light."""

import math

from game.graphics.colours import (
    BUTTON_EDGE,
    BUTTON_FILL,
    CORAL,
    CREAM,
    DIM,
    FAINT,
    FELT_GOLD,
    FIELD_EDGE,
    FIELD_FILL,
    FOCUS,
    GLOW_RING,
    GOLD,
    GREEN,
    HOVER_EDGE,
    HOVER_FILL,
    INK,
    KEY_CAP_EDGE,
    KEY_CAP_FILL,
    MARK,
    MARK_FILL,
    ON_GOLD,
    PAD_BUTTON_FILLS,
    PANEL,
    PAPER_BOTTOM,
    PAPER_TEXT,
    PAPER_WINS,
    PLATE_NUMBER,
    ROW_HOVER_FILL,
    ROW_SELECTED_FILL,
    SCENE_BAR_FILL,
    SIDE_LABEL,
    SLIDER_GROUND,
    TABLE_BAR,
    THUMBNAIL,
    TOGGLE_EDGE,
    TOOLTIP_FILL,
    TRACK,
    WELL,
    WELL_EDGE,
    WHITE,
    Rgb,
    Rgba,
    mix,
)
from game.graphics.felt import Felt
from tools.art.felt import CENTRE as FELT_CENTRE
from tools.art.felt import RADII as FELT_RADII


def over(top: Rgba, below: Rgb) -> Rgb:
    """What a translucent colour looks like when it lies over an opaque one."""
    return mix(below, top[:3], top[3] / 255)


def felt_darkness(across: float, down: float) -> float:
    """How far the felt has darkened, 0..1, at fractions of the window's width and height."""
    x = (across - FELT_CENTRE[0]) / FELT_RADII[0]
    y = (down - FELT_CENTRE[1]) / FELT_RADII[1]
    distance = min(1.0, math.hypot(x, y))
    return distance * distance * (3 - 2 * distance)


def felt_colour(felt: Felt, across: float, down: float) -> Rgb:
    """The felt's colour at fractions of the window's width and height, without its fibre."""
    return mix(felt.lit, felt.dark, felt_darkness(across, down))


def luminance(colour: Rgb) -> float:
    """Relative luminance as WCAG 2 defines it, 0..1."""
    light = [linear(channel / 255) for channel in colour]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def linear(channel: float) -> float:
    """The light of one channel, both 0..1."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def contrast(a: Rgb, b: Rgb) -> float:
    """The WCAG contrast ratio of two opaque colours, 1..21."""
    darker, lighter = sorted((luminance(a), luminance(b)))
    return (lighter + 0.05) / (darker + 0.05)


CARD = (0xF3, 0xEA, 0xD2)
"""The darkest ivory of a card."""


def control_pairs() -> dict[str, tuple[Rgb, Rgb]]:
    """What tells a control from what lies behind it, with that: each must reach 3:1."""
    pairs = {
        "track of a toggle that is on": (GOLD, PANEL),
        "edge of a toggle that is off": (TOGGLE_EDGE, PANEL),
        "knob of a toggle that is off": (DIM, TRACK),
        "track of a slider": (SLIDER_GROUND, PANEL),
        "filled track of a slider": (GOLD, PANEL),
        "tick of a slider": (FAINT, PANEL),
        "knob of a slider": (WHITE, PANEL),
        "edge of segments": (WELL_EDGE, PANEL),
        "chosen segment": (GOLD, WELL),
        "edge of a button": (over(BUTTON_EDGE, PANEL), PANEL),
        "edge of a button of the bar of a stuck table": (over(BUTTON_EDGE, TABLE_BAR), TABLE_BAR),
        "edge of a hovered button": (over(HOVER_EDGE, PANEL), PANEL),
        "edge of a field": (over(FIELD_EDGE, PANEL), PANEL),
        "edge of a swatch": (over(BUTTON_EDGE, PANEL), PANEL),
        "edge of a key cap": (over(KEY_CAP_EDGE, PANEL), PANEL),
        "edge of a selected row": (GOLD, PANEL),
        "ring of the focus": (FOCUS, PANEL),
        "ring of the card cursor on its dark lines": (FOCUS, MARK),
        "dark lines of the card cursor on a card": (MARK, CARD),
        "edge of a pad button": (CREAM, PANEL),
        "edge of a pad button of a hovered row": (CREAM, over(HOVER_FILL, PANEL)),
    }
    for letter, fill in PAD_BUTTON_FILLS.items():
        pairs[f"edge of pad button {letter} around its colour"] = CREAM, fill
    for felt in Felt:
        name = felt.name.lower()
        side = over(felt.side_bar_tint, felt_colour(felt, 0.05, FELT_CENTRE[1]))
        pairs[f"edge of a button on the {name} side bar"] = over(BUTTON_EDGE, side), side
        pairs[f"edge of a field on the {name} side bar"] = over(FIELD_EDGE, side), side
        pairs[f"ring of the focus on {name} felt"] = FOCUS, felt.lit
        pairs[f"glow of a target on {name} felt"] = GLOW_RING, felt.lit
    return pairs


TEXT_INKS = {"cream": CREAM, "gold": GOLD, "dim": DIM, "green": GREEN, "coral": CORAL}


def text_pairs() -> dict[str, tuple[Rgb, Rgb]]:
    """Every text colour with each background it is used on, by a name that says where."""
    return _panel_pairs() | _paper_pairs() | _felt_pairs()


def _panel_pairs() -> dict[str, tuple[Rgb, Rgb]]:
    grounds = {
        "panel": PANEL,
        "well": WELL,
        "button": over(BUTTON_FILL, PANEL),
        "hovered button": over(HOVER_FILL, PANEL),
        "hovered row": over(ROW_HOVER_FILL, PANEL),
        "selected row": over(ROW_SELECTED_FILL, PANEL),
        "tooltip": over(TOOLTIP_FILL, PANEL),
        "table bar": TABLE_BAR,
    }
    pairs = {
        f"{i} on {g}": (ink, ground)
        for g, ground in grounds.items()
        for i, ink in TEXT_INKS.items()
    }
    pairs["cream on key cap"] = CREAM, over(KEY_CAP_FILL, over(ROW_HOVER_FILL, PANEL))
    for letter, fill in PAD_BUTTON_FILLS.items():
        pairs[f"white on pad button {letter}"] = WHITE, fill
    pairs["cream on thumbnail"] = CREAM, THUMBNAIL
    return pairs


def _paper_pairs() -> dict[str, tuple[Rgb, Rgb]]:
    pressed = mix(GOLD, (0, 0, 0), 0.15)
    return {
        "on gold": (ON_GOLD, GOLD),
        "on pressed gold": (ON_GOLD, pressed),
        "ink on paper": (INK, PAPER_BOTTOM),
        "line on paper": (PAPER_TEXT, PAPER_BOTTOM),
        "wins on paper": (PAPER_WINS, PAPER_BOTTOM),
    }


def _felt_pairs() -> dict[str, tuple[Rgb, Rgb]]:
    pairs: dict[str, tuple[Rgb, Rgb]] = {}
    for felt in Felt:
        name = felt.name.lower()
        side = over(felt.side_bar_tint, felt_colour(felt, 0.05, FELT_CENTRE[1]))
        edge = over(felt.figures_tint, felt_colour(felt, 0.93, FELT_CENTRE[1]))
        strip = over(SCENE_BAR_FILL, felt_colour(felt, FELT_CENTRE[0], 0.9))
        mark = over(MARK_FILL, felt.lit)
        pairs[f"cream on {name} felt"] = CREAM, felt.lit
        pairs[f"number on {name} felt"] = PLATE_NUMBER, felt.lit
        pairs[f"gold words on {name} felt"] = FELT_GOLD, felt.lit
        pairs[f"label on {name} side bar"] = SIDE_LABEL, side
        pairs[f"cream on {name} mark"] = CREAM, mark
        pairs[f"cream on {name} cap"] = CREAM, felt.label_ground
        pairs[f"cream on {name} field"] = CREAM, over(FIELD_FILL, side)
        pairs[f"too many digits on {name} field"] = CORAL, over(FIELD_FILL, side)
        pairs[f"placeholder on {name} field"] = DIM, over(FIELD_FILL, felt.lit)
        for ink, colour in TEXT_INKS.items():
            pairs[f"{ink} on {name} right edge"] = colour, edge
            pairs[f"{ink} on {name} strip"] = colour, strip
    return pairs
