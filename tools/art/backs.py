"""All card backs, and two of them: gilt scallops in rows and a compass medallion. Each has a
plainer drawing for small cards.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tools.art import leaves, mosaic, night, sunrise, svg, tiles
from tools.art.card import card
from tools.art.compass import star
from tools.art.suits import suit
from tools.art.svg import numbers

LEFT, TOP, RIGHT, BOTTOM = 19, 19, 231, 331
_ACROSS = 4
_RADIUS = (RIGHT - LEFT) / (2 * _ACROSS)
_STEP = _RADIUS / 2
_ROWS = int((BOTTOM - TOP) / _STEP)
_RINGS = ((1, 1.25), (0.72, 0.8), (0.44, 0.8), (0.16, 0.8))


@dataclass(frozen=True)
class Dye:
    """The colours of a back: its light and dark shade, and the gilding."""

    light: str
    dark: str
    gilt: str = "#E0B565"


DYES = {"navy": Dye("#24407A", "#122349"), "burgundy": Dye("#9C2A36", "#5E1420")}


def back(dye: Dye) -> str:
    """The full back."""
    body = (
        svg.path(svg.rectangle(11, 11, 228, 328, 8), fill=dye.dark)
        + "".join(_row(i, dye) for i in range(_ROWS))
        + _borders(dye)
        + _medallion(dye)
    )
    return card(body)


def _framed(ground: str, line: str, picture: Callable[[], str]) -> str:
    """The file of a picture on its ground, within two fine lines."""
    whole, inner = svg.rectangle(11, 11, 228, 328, 8), svg.rectangle(16.2, 16.2, 217.6, 317.6, 5)
    drawn = svg.path(whole, fill=ground) + picture()
    drawn += svg.path(whole + inner, fill=ground, fill_rule="evenodd")
    return card(drawn + svg.path(inner, fill="none", stroke=line, stroke_width=1.8))


def _framed_mini(ground: str, line: str, picture: Callable[[], str]) -> str:
    """The same for small cards: one bold line."""
    frame = svg.rectangle(20, 20, 210, 310, 12)
    drawn = svg.path(frame, fill=ground) + picture()
    return card(drawn + svg.path(frame, fill="none", stroke=line, stroke_width=8), bold=True)


def _row(index: int, dye: Dye) -> str:
    """One row of scallops. The next covers its lower half, so rows are drawn downwards."""
    y = BOTTOM - (_ROWS - 1 - index) * _STEP
    drawn = ""
    for nth, (share, width) in enumerate(_RINGS):
        data = "".join(_scallop(x, y, _RADIUS * share) for x in _centres(index))
        fill = dye.dark if nth % 2 else dye.light
        drawn += svg.path(data, fill=fill, stroke=dye.gilt, stroke_width=width)
    return drawn


def _centres(index: int) -> list[float]:
    """Where a row's scallops sit; every other row is half a scallop aside."""
    aside = _RADIUS if index % 2 == 0 else 0
    return [LEFT + aside + 2 * _RADIUS * i for i in range(_ACROSS + (index % 2))]


def _scallop(x: float, y: float, r: float) -> str:
    """A half disc, or what of it is inside the borders (nanosvg cannot clip)."""
    west, east, rise = x > LEFT + 1, x < RIGHT - 1, y - TOP
    if rise < 0:
        return ""
    foot = "" if west and east else f"L{numbers((x, y))}"
    if rise < r:
        return _cut_scallop(x, y, r, west, east) + foot
    start = (x - r, y) if west else (x, y - r)
    end = (x + r, y) if east else (x, y - r)
    return f"M{numbers(start)}A{numbers((r, r))} 0 0 1 {numbers(end)}{foot}"


def _cut_scallop(x: float, y: float, r: float, west: bool, east: bool) -> str:
    """One that the upper border cuts level. (Were all drawn so, the uncut ones would have lines
    without length, on whose joints nanosvg spends most of its time.)
    """
    half = math.sqrt(r * r - (y - TOP) ** 2)
    arc = f"A{numbers((r, r))} 0 0 1 "
    left = f"M{numbers((x - r, y))}{arc}{numbers((x - half, TOP))}" if west else f"M{x} {TOP}"
    right = f"L{numbers((x + half, TOP))}{arc}{numbers((x + r, y))}" if east else f"L{x} {TOP}"
    return left + right


def _borders(dye: Dye) -> str:
    """Inner and outer gilt lines over a dark band that hides the scallops' ends."""
    band = svg.rectangle(11, 11, 228, 328, 8) + svg.rectangle(LEFT, TOP, 212, 312, 3)
    return (
        svg.path(band, fill=dye.dark, fill_rule="evenodd")
        + svg.path(svg.rectangle(LEFT, TOP, 212, 312, 3), **_line(dye, 2))
        + svg.path(svg.rectangle(14.5, 14.5, 221, 321, 6), **_line(dye, 0.9))
    )


def _line(dye: Dye, width: float) -> dict[str, object]:
    return {"fill": "none", "stroke": dye.gilt, "stroke_width": width}


def _lozenge(width: float, height: float) -> str:
    return svg.polygon([(125, 175 - height), (125 + width, 175), (125, 175 + height),
                        (125 - width, 175)])  # fmt: skip


def _medallion(dye: Dye) -> str:
    """A lozenge with a compass between two spades; the same either way up."""
    return (
        svg.path(_lozenge(52, 74), fill=dye.dark, stroke=dye.gilt, stroke_width=2.2)
        + svg.path(_lozenge(46, 66), **_line(dye, 0.9))
        + svg.path(svg.ellipse(125, 175, 25), fill=dye.light, stroke=dye.gilt, stroke_width=1.6)
        + star(125, 175, 21, dye.gilt)
        + suit("s", 125, 130, 17, dye.gilt)
        + suit("s", 125, 220, 17, dye.gilt, turn=180)
    )


def mini_back(dye: Dye) -> str:
    """A back for cards under some 80 pixels: bold shapes that stay clear at 24."""
    body = (
        svg.path(svg.rectangle(20, 20, 210, 310, 12), fill=dye.light, stroke=dye.gilt,
                 stroke_width=8)
        + svg.path(_lozenge(70, 98), fill=dye.dark, stroke=dye.gilt, stroke_width=8)
        + star(125, 175, 50, dye.gilt, slim=0.34)
    )  # fmt: skip
    return card(body, bold=True)


PICTURES = {
    "night": (night.GROUND, night.GOLD, night.night, night.little_night),
    "leaves": (leaves.GROUND, leaves.STEM, leaves.leaves, leaves.little_leaves),
    "tiles": (tiles.GROUND, tiles.IVORY, tiles.tiles, tiles.little_tiles),
    "sunrise": (sunrise.GROUND, sunrise.GOLD, sunrise.sunrise, sunrise.little_sunrise),
    "mosaic": (mosaic.GROUND, mosaic.GROUND, mosaic.mosaic, mosaic.little_mosaic),
}
BACKS: dict[str, tuple[Callable[[], str], Callable[[], str]]] = {
    name: (partial(back, dye), partial(mini_back, dye)) for name, dye in DYES.items()
} | {
    name: (partial(_framed, ground, line, full), partial(_framed_mini, ground, line, little))
    for name, (ground, line, full, little) in PICTURES.items()
}
"""What draws each back: as it is, and for small cards."""
