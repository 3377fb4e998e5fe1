"""The aces: one big suit, engraved, in a rosette of gold rays."""

import math

from tools.art import svg
from tools.art.card import MIDDLE
from tools.art.compass import star
from tools.art.geometry import polar, symmetric
from tools.art.palette import GOLD, PEARL
from tools.art.suits import suit

_LOBES = 24
_SIZE = 92


def ace(letter: str) -> str:
    """The middle of an ace."""
    return _rays() + _rings() + engraved(letter, *MIDDLE, _SIZE)


def engraved(letter: str, cx: float, cy: float, size: float) -> str:
    """A big suit with a fine line inside its outline, and a star at its heart."""
    inlay, heart = _INLAYS[letter]
    line = svg.path(inlay, transform=svg.place(cx, cy, size / 100), fill="none", stroke=PEARL,
                    stroke_width=1.6, stroke_opacity=0.55)  # fmt: skip
    spark = star(cx, cy + heart * size / 100, 0.12 * size, PEARL, fill_opacity=0.9)
    return suit(letter, cx, cy, size, "url(#suit)") + line + spark


def _rays() -> str:
    """Long and short rays by turns, of two weights."""
    drawn = ""
    for first, reach, width in ((0, 93, 1.8), (1, 87, 1.1)):
        angles = [(2 * i + first) * 7.5 for i in range(_LOBES)]
        ends = [(polar(*MIDDLE, 78, a), polar(*MIDDLE, reach, a)) for a in angles]
        data = "".join(svg.polygon(pair, closed=False) for pair in ends)
        drawn += svg.path(data, stroke=GOLD, stroke_width=width, stroke_linecap="round")
    return drawn


def _rings() -> str:
    """Two waves that cross, as a rose engine would cut them, between two circles."""
    waves = _wave(0) + _wave(math.pi)
    circles = svg.ellipse(*MIDDLE, 74) + svg.ellipse(*MIDDLE, 65)
    line = {"fill": "none", "stroke": GOLD}
    return svg.path(waves, stroke_width=0.8, **line) + svg.path(circles, stroke_width=1.3, **line)


def _wave(phase: float) -> str:
    """A ring that swings about its circle, six points to a lobe."""
    count = _LOBES * 6
    points = []
    for i in range(count):
        swing = 3.4 * math.sin(math.tau * i / 6 + phase)
        points.append(polar(*MIDDLE, 69.5 + swing, 360 * i / count))
    return svg.polygon(points)


_INLAYS = {
    "s": (symmetric("M0 -35 C6 -21 37.5 -2 37.5 15 C37.5 23 32 28 25 28 C14 28 6 21 0 9"), -6),
    "h": (symmetric("M0 -14 C2 -29 11 -36 22 -36 C31 -36 37.5 -29 37.5 -19 C37.5 4 7 18 0 34"), -7),
    "d": (symmetric("M0 -36 C7.5 -21 16 -10 27 0 C16 10 7.5 21 0 36"), 0),
    "c": ("".join(svg.ellipse(x, y, 14) for x, y in ((0, -25), (-25, 10), (25, 10))), 2),
}
