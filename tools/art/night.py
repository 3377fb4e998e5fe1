"""A card back: the phases of the moon about a sun, among stars."""

import math

from tools.art import svg
from tools.art.card import MIDDLE, both_ends
from tools.art.compass import star
from tools.art.geometry import polar

GROUND, _DEEP = "#1A2152", "#10163C"
GOLD, _PALE = "#E8C069", "#F6E7BE"
_PHASES = 16
_STARS = (
    (40, 42, 8), (72, 66, 4.5), (36, 84, 5), (104, 40, 5.5), (150, 60, 4.5), (186, 38, 6),
    (212, 66, 8), (208, 100, 4), (37, 112, 3.6), (125, 60, 7),
)  # fmt: skip
"""Those of the upper half: where, and how large."""
_FIGURE = ((36, 62), (58, 46), (88, 52), (103, 66), (74, 83), (56, 76))


def night() -> str:
    """What is within the frame."""
    sky = svg.path(svg.ellipse(*MIDDLE, 101), fill=_DEEP)
    sky += svg.path(svg.ellipse(*MIDDLE, 101) + svg.ellipse(*MIDDLE, 73), **_line(0.9))
    return both_ends(_stars()) + sky + _phases() + _sun(1, 60, 53)


def little_night() -> str:
    """The same for small cards: the sun between two moons."""
    moons = _moon(125, 72, 27, 0.3, 1) + _moon(125, 278, 27, 0.3, -1)
    return svg.path(moons, fill=_PALE) + _sun(1.3, 66, 50)


def _line(width: float) -> dict[str, object]:
    return {"fill": "none", "stroke": GOLD, "stroke_width": width}


def _sun(scale: float, long: float, short: float) -> str:
    """A disc with pointed rays, long and short by turns."""
    points = [
        polar(*MIDDLE, scale * reach, 360 * i / 64)
        for i, reach in enumerate((long, 33, short, 33) * 16)
    ]
    drawn = svg.path(svg.polygon(points), fill=GOLD)
    drawn += svg.path(svg.ellipse(*MIDDLE, 29 * scale), fill=_DEEP)
    drawn += svg.path(svg.ellipse(*MIDDLE, 25.5 * scale), fill=_PALE)
    return drawn + star(*MIDDLE, 23 * scale, _DEEP, slim=0.3)


def _phases() -> str:
    """Full moons above and below, new ones at the sides."""
    light = shade = ""
    for i in range(_PHASES):
        x, y = polar(*MIDDLE, 87, 360 * i / _PHASES)
        shade += svg.ellipse(x, y, 10)
        quarter = abs((i + 4) % 8 - 4) / 4
        outer = 1 if i < 8 else -1
        if quarter < 1:
            light += _moon(x, y, 10, 1 - quarter, outer)
    dark = svg.path(shade, fill=GROUND, stroke=GOLD, stroke_width=0.7)
    return dark + svg.path(light, fill=_PALE)


def _moon(x: float, y: float, r: float, lit: float, side: int = 1) -> str:
    """The lit share of a moon, from one side."""
    if lit == 1:
        return svg.ellipse(x, y, r)
    inner = r * abs(math.cos(math.pi * lit))
    sweep = int(side > 0)
    back = sweep if lit > 0.5 else 1 - sweep
    there = f"A{svg.numbers((r, r))} 0 0 {sweep} {svg.numbers((x, y + r))}"
    return (
        f"M{svg.numbers((x, y - r))}{there}"
        f"A{svg.numbers((max(inner, 0.01), r))} 0 0 {back} {svg.numbers((x, y - r))}Z"
    )


def _stars() -> str:
    """Stars of four points, some joined to a figure."""
    lines = svg.path(svg.polygon(_FIGURE), stroke_opacity=0.5, **_line(0.7))
    sparks = "".join(_spark(*each) for each in _STARS)
    dots = "".join(svg.ellipse(x, y, 1.7) for x, y in _FIGURE)
    return lines + svg.path(sparks + dots, fill=_PALE)


def _spark(x: float, y: float, r: float) -> str:
    points = [polar(x, y, r if i % 2 == 0 else r * 0.24, 45 * i) for i in range(8)]
    return svg.polygon(points)
