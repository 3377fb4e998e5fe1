"""The aces: one big suit, engraved, in a rosette of gold rays."""

import math

from tools.art import svg
from tools.art.card import MIDDLE
from tools.art.compass import star
from tools.art.geometry import polar
from tools.art.palette import GOLD, PEARL
from tools.art.suits import OUTLINES, suit

_LOBES = 24
_SIZE = 92


def ace(letter: str) -> str:
    """The middle of an ace."""
    return _rays() + _rings() + suit(letter, *MIDDLE, _SIZE, "url(#suit)") + _engraving(letter)


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


def _engraving(letter: str) -> str:
    """A fine line inside the suit, following its outline, and a star at its heart."""
    heart = {"d": 0, "h": -6, "s": 6, "c": 1}[letter]
    shrink = {"d": 0.76, "h": 0.78, "s": 0.7, "c": 0}[letter]
    cx, cy = MIDDLE
    drawn = star(cx, cy + heart, 11, PEARL, fill_opacity=0.9)
    if shrink:
        where = svg.place(cx, cy + heart * 0.35, shrink * _SIZE / 100)
        drawn += svg.path(OUTLINES[letter], transform=where, fill="none", stroke=PEARL,
                          stroke_width=1.5, stroke_opacity=0.55)  # fmt: skip
    return drawn
