"""The courts of the modern deck: busts of circles, bands and points on a panel of the suit.

A bust is drawn in a box from -42 to 42 across and from -50 to 50 down. Its colours are those of
all palettes; only the panel and the chest follow the suit.
"""

from tools.art import svg
from tools.art.geometry import both_sides, polar
from tools.art.palette import GOLD, PEARL
from tools.art.suits import suit

_SKIN, _SHADE = "#FBE6C9", "#EFCB9B"
_PALE = "#F4E3BC"
_LIPS = "#B3303C"
_EYES = "#2B2230"
_HAIR = {"s": "#33303F", "h": "#7A4A22", "d": "#A8562A", "c": "#4A3328"}


def bust(letter: str, s: str, cx: float, cy: float, scale: float) -> str:
    """A court on its panel."""
    panel = svg.path(svg.rectangle(-42, -50, 84, 100, 5), fill="url(#suit)")
    sun = svg.path(svg.ellipse(0, -8, 34), fill=PEARL, fill_opacity=0.13)
    figure = {"J": _jack, "Q": _queen, "K": _king}[letter](_HAIR[s])
    chest = _discs([(0, 37.5)], 11.6, PEARL) + suit(s, 0, 37.5, 18, "url(#suit)")
    return svg.group(panel + sun + figure + chest, transform=svg.place(cx, cy, scale))


def _flat(data: str, fill: str) -> str:
    return svg.path(data, fill=fill)


def _halves(data: str) -> str:
    """A shape from its right half: lit from the left."""
    whole = both_sides(data)
    right, left = whole[: whole.index("M", 1)], whole[whole.index("M", 1) :]
    return _flat(left, _SKIN) + _flat(right, _SHADE)


def _discs(points: list[svg.Point], radius: float, fill: str) -> str:
    return _flat("".join(svg.ellipse(x, y, radius) for x, y in points), fill)


def _eyes(y: float) -> str:
    return _discs([(-5, y), (5, y)], 1.5, _EYES)


def _king(hair: str) -> str:
    robe = _flat("M-37 50.3V35A22 22 0 0 1 -15 13H15A22 22 0 0 1 37 35V50.3Z", PEARL)
    robe += _flat(both_sides("M14 13L26 15.5L12 50.3L0 50.3L0 46Z"), GOLD)
    robe += _flat(both_sides("M29.5 17L31.5 18.7L19 50.3L16.4 50.3Z"), GOLD)
    head = _halves("M0 -20L13 -20L13 8L0 8Z")
    beard = _flat(
        "M-13 -4Q-12.5 0 -7 0.5Q-3 0 0 -2Q3 0 7 0.5Q12.5 0 13 -4V9A13 15 0 0 1 -13 9Z", hair
    )
    crown = _flat("M-15 -20L-18.5 -37L-8.5 -28.5L0 -41L8.5 -28.5L18.5 -37L15 -20Z", GOLD)
    crown += _flat("M-15 -20.5H15V-16H-15Z", _PALE)
    tips = _discs([(-18.5, -38), (0, -42), (18.5, -38)], 2.4, _PALE)
    return robe + head + beard + _eyes(-8.5) + crown + tips


def _queen(hair: str) -> str:
    ruff = ["", ""]
    for i in range(12):
        angle = -90 + 15 * i
        ruff[i % 2] += svg.polygon([(0, 2), polar(0, 2, 31, angle), polar(0, 2, 31, angle + 15)])
    back = _flat(ruff[0], _PALE) + _flat(ruff[1], GOLD)
    back += _flat("M-17 13V-9A17 17 0 0 1 17 -9V13Z", hair)
    neck = _halves("M0 4L5 4L5 20L0 24Z")
    gown = _flat("M-36 50.3C-36 27 -24 17 -9 14A9.5 9.5 0 0 0 9 14C24 17 36 27 36 50.3Z", PEARL)
    gown += _flat("M-12.2 14.7A13 13 0 0 0 12.2 14.7L9 14A9.5 9.5 0 0 1 -9 14Z", GOLD)
    face = _halves("M0 -20C6.5 -20 11.5 -13.5 11.5 -5.5C11.5 3 6.5 9 0 9Z")
    lips = _flat("M-2.6 2.8H2.6L0 5.2Z", _LIPS)
    tiara = _flat("M-14.5 -16Q-15 -28 -17 -34Q-8 -28.5 0 -40Q8 -28.5 17 -34Q15 -28 14.5 -16"
                  "Q0 -25 -14.5 -16Z", GOLD)  # fmt: skip
    pearls = _discs([(-17, -35.5), (0, -41.5), (17, -35.5)], 2.3, _PALE)
    return back + neck + gown + face + lips + _eyes(-6) + tiara + pearls


def _jack(hair: str) -> str:
    feather = _flat("M12 -24C14 -37 24 -44 38 -45C37 -33 28 -23 12 -24Z", _PALE)
    feather += svg.path("M13 -24.5L32 -40", fill="none", stroke=GOLD, stroke_width=0.9)
    back = _flat("M-16 -18H16V6A6 6 0 0 1 10 12H-10A6 6 0 0 1 -16 6Z", hair)
    neck = _halves("M0 8L5 8L5 22L0 24Z")
    coat = _flat("M-34 50.3V32A18 18 0 0 1 -16 14H16A18 18 0 0 1 34 32V50.3Z", PEARL)
    coat += _flat("M-34 50.3V44L34 21.8A18 18 0 0 1 34 32L-17 50.3Z", GOLD)
    collar = _flat(both_sides("M0 25L0 16.5L9 12L20 14L11 24Z"), _PALE)
    face = _halves("M0 -18L11 -18L11 1C11 8 6 13 0 13Z")
    mouth = _flat("M-3 6H3V7.2H-3Z", _LIPS)
    cap = _flat("M-20 -20A20 17 0 0 1 20 -20Z", GOLD) + _flat(
        "M-18.5 -20.5H18.5V-15.5H-18.5Z", _PALE
    )
    return feather + back + neck + coat + collar + face + mouth + _eyes(-6) + cap
