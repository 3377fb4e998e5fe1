"""A card back: a tree of leaves, blossoms and berries, alike in all four quarters."""

import math
from typing import NamedTuple

from tools.art import svg
from tools.art.card import MIDDLE
from tools.art.geometry import parse, point_on, polar

GROUND, STEM = "#1C4838", "#DCC68A"
_LIGHT, _MID, _DARK = "#BFD79B", "#7DB081", "#4C8A68"
_BERRY, _PETAL = "#E8825F", "#F8EACB"


class _Bough(NamedTuple):
    """A stem of a quarter, from the middle of the card."""

    stem: str
    places: tuple[float, ...]
    """Where along it leaves are."""
    lengths: tuple[float, ...]
    lean: float
    """The leaves' angle with it."""
    sides: tuple[int, ...] = (1, -1)
    """Right and left; a stem on an axis has its other leaves from the quarter beyond."""


_BOUGHS = (
    _Bough("M0 -26L0 -136", (0.16, 0.33, 0.5, 0.67, 0.84), (44, 42, 38, 33, 27), 46, (1,)),
    _Bough("M26 -8C54 -12 86 -22 85 -62C84 -94 84 -112 66 -138",
           (0.3, 0.42, 0.54, 0.66, 0.78, 0.9), (24, 25, 26, 26, 24, 21), 50),
    _Bough("M14 -26C22 -46 38 -54 48 -78", (0.34, 0.56, 0.78), (19, 18, 15), 55),
    _Bough("M28 0L88 0", (0.3, 0.62), (20, 18), 48, (-1,)),
)  # fmt: skip
_BERRIES = ((66, -44), (26, -122), (96, -104), (40, -138), (92, 0), (94, -28), (62, -108))
_BLOSSOMS = ((51, -86, 25), (66, -141, -14))


def leaves() -> str:
    """What is within the frame."""
    stems = light = dark = ""
    for bough in _BOUGHS:
        stems += bough.stem
        for share, length in zip(bough.places, bough.lengths, strict=True):
            at, ahead = _along(bough.stem, share)
            for side in bough.sides:
                light += _leaf(at, ahead + side * bough.lean, length, -1)
                dark += _leaf(at, ahead + side * bough.lean, length, 1)
    quarter = svg.path(stems, fill="none", stroke=STEM, stroke_width=1.7, stroke_linecap="round")
    quarter += svg.path(light, fill=_LIGHT) + svg.path(dark, fill=_MID)
    quarter += svg.path("".join(svg.ellipse(x, y, 3.6) for x, y in _BERRIES), fill=_BERRY)
    quarter += "".join(_blossom(x, y, turn) for x, y, turn in _BLOSSOMS)
    tip = svg.path(_leaf((0, -134), 0, 20), fill=_LIGHT)
    drawn = "".join(_flipped(quarter, x, y) for x in (1, -1) for y in (1, -1))
    return drawn + _flipped(tip, 1, 1) + _flipped(tip, 1, -1) + _flower(1.15)


def little_leaves() -> str:
    """The same for small cards: a sprig either way."""
    sprig = svg.path(_leaf((10, -40), 40, 92) + _leaf((-10, -40), -40, 92), fill=_MID)
    sprig += svg.path(_leaf((0, -44), 0, 90), fill=_LIGHT)
    sprig += svg.path(svg.ellipse(36, -122, 9) + svg.ellipse(-36, -122, 9), fill=_BERRY)
    drawn = "".join(_flipped(sprig, 1, y) for y in (1, -1))
    return drawn + _flower(2.1)


def _flipped(drawing: str, x: int, y: int) -> str:
    return svg.group(drawing, transform=f"translate({svg.numbers(MIDDLE)})scale({x} {y})")


def _along(data: str, share: float) -> tuple[svg.Point, float]:
    """A point of a stem, and which way the stem goes there, as `polar` counts angles."""
    curves = parse(data)
    place = min(share * len(curves), len(curves) - 0.02)
    curve, t = curves[int(place)], place % 1
    (x, y), (u, v) = point_on(curve, t), point_on(curve, t + 0.01)
    return (x, y), math.degrees(math.atan2(u - x, y - v))


def _leaf(at: svg.Point, angle: float, length: float, half: int = 0) -> str:
    """A pointed leaf that begins at a point, or the half of it on one side (-1 is left)."""
    tip = polar(*at, length, angle)
    one, other = (polar(*at, length * 0.6, angle + turn) for turn in (33, -33))
    there, back = (svg.numbers((*one, *tip)), svg.numbers((*other, *at)))
    if half:
        side = one if half > 0 else other
        return f"M{svg.numbers(at)}Q{svg.numbers((*side, *tip))}Z"
    return f"M{svg.numbers(at)}Q{there}Q{back}Z"


def _blossom(x: float, y: float, turn: float) -> str:
    """A blossom seen from the side: three petals in a cup."""
    root = polar(x, y, -7, turn)
    petals = "".join(_leaf(root, turn + lean, 20) for lean in (-34, 34))
    return svg.path(petals, fill=_BERRY) + svg.path(_leaf(root, turn, 21), fill=_PETAL)


def _flower(scale: float) -> str:
    """Eight petals about a berry."""
    back = "".join(_leaf(MIDDLE, 45 * i + 22.5, 25 * scale) for i in range(8))
    petals = "".join(_leaf(MIDDLE, 45 * i, 29 * scale) for i in range(8))
    heart = svg.path(svg.ellipse(*MIDDLE, 6.5 * scale), fill=_BERRY)
    return svg.path(back, fill=_DARK) + svg.path(petals, fill=_PETAL) + heart
