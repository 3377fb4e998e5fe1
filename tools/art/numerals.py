"""The ranks: a broad pen swept along skeletons, so that the deck needs no font.

A glyph is drawn in a box 100 high. The pen is broad where it goes down and thin where it goes
across, as a flat nib held level would write. All parts of a glyph run the same way round and
lie in one path, so that they join without seams; holes run the other way.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tools.art import svg
from tools.art.geometry import Curve, area, parse, point_on
from tools.art.svg import Point, ellipse, numbers

Glyph = tuple[float, str]
_STEPS = 4
_STEP = 1 / _STEPS


@dataclass(frozen=True)
class Pen:
    """A nib: how broad its down strokes and how thin its cross strokes are."""

    thick: float
    thin: float

    @property
    def serif(self) -> float:
        """The thickness of a serif."""
        return self.thin * 0.95

    @property
    def high(self) -> float:
        """Where a skeleton runs across so that the ink just tops the cap line."""
        return round(self.thin / 2 - 0.7, 2)

    @property
    def low(self) -> float:
        """The same on the base line."""
        return 100 - self.high

    def width(self, slope: float) -> float:
        """The breadth of a stroke; slope is 1 straight down and 0 straight across."""
        return self.thin + (self.thick - self.thin) * abs(slope) ** 1.4

    def stroke(self, skeleton: str, start: float = 1, end: float = 1) -> str:
        """What the nib leaves along the skeleton, set down and lifted at shares of its breadth."""
        curves = parse(skeleton)
        shares = [1.0] * (len(curves) + 1)
        shares[0], shares[-1] = start, end
        sweep = [_Sweep(self, c, *shares[i : i + 2]) for i, c in enumerate(curves)]
        there = "".join(s.side(1) for s in sweep)
        back = "".join(s.side(-1) for s in reversed(sweep))
        first, turn = sweep[0].edge(0, 1), sweep[-1].edge(1, -1)
        return f"M{numbers(first)}{there}L{numbers(turn)}{back}Z"

    def line(self, a: Point, b: Point, width: float) -> str:
        """A straight stroke of its own width, with ends cut level."""
        half = width / 2 * math.hypot(b[0] - a[0], b[1] - a[1]) / abs(b[1] - a[1])
        return self.shape((a[0] - half, a[1]), (a[0] + half, a[1]), (b[0] + half, b[1]),
                          (b[0] - half, b[1]))  # fmt: skip

    def shape(self, *points: Point) -> str:
        """A polygon."""
        return svg.polygon(points if area(points) < 0 else points[::-1])

    def bar(self, x0: float, y0: float, x1: float, y1: float) -> str:
        """An upright rectangle."""
        return self.shape((x0, y0), (x1, y0), (x1, y1), (x0, y1))

    def ball(self, x: float, y: float, outer: int = -1) -> str:
        """The round end of an upright stroke at x, flush with its outer side (-1 is left)."""
        radius = self.thick * 0.57
        return ellipse(x + outer * (self.thick / 2 - radius), y, radius)

    def bowl(self, cx: float, cy: float, rx: float, ry: float, share: float = 1) -> str:
        """A ring, broad at its sides and thin above and below."""
        inner = ellipse(cx, cy, rx - self.thick * share, ry - self.thin, hole=True)
        return ellipse(cx, cy, rx, ry) + inner

    def foot(self, x0: float, x1: float, left: float, right: float) -> str:
        """A serif on the base line, hollowed out towards a stem from left to right."""
        y, rise = 100 - self.serif, 9
        hollow = f"Q{numbers((right, y, right, y - rise))}L{numbers((left, y - rise))}"
        out = f"M{numbers((x0, 100))}L{numbers((x1, 100))}L{numbers((x1, y))}"
        return f"{out}{hollow}Q{numbers((left, y, x0, y))}Z"

    def head(self, x0: float, x1: float, left: float, right: float) -> str:
        """The same on the cap line."""
        y, drop = self.serif, 9
        hollow = f"Q{numbers((left, y, left, y + drop))}L{numbers((right, y + drop))}"
        out = f"M{numbers((x1, 0))}L{numbers((x0, 0))}L{numbers((x0, y))}"
        return f"{out}{hollow}Q{numbers((right, y, x1, y))}Z"


@dataclass(frozen=True)
class _Sweep:
    """One curve of a skeleton under the pen, which presses between two shares of its breadth."""

    pen: Pen
    curve: Curve
    start: float
    end: float

    def edge(self, t: float, side: int) -> Point:
        """The edge of the stroke at t; the direction is taken from a step each way."""
        (x0, y0), (x1, y1) = point_on(self.curve, t - 0.01), point_on(self.curve, t + 0.01)
        length = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        press = self.start + (self.end - self.start) * t
        half = side * press * self.pen.width(dy) / 2
        x, y = point_on(self.curve, t)
        return (x - dy * half, y + dx * half)

    def side(self, side: int) -> str:
        """One edge as curves through a few exact points with exact directions."""
        text = ""
        for i in range(_STEPS):
            t = i * _STEP if side > 0 else 1 - i * _STEP
            u = t + side * _STEP
            a, d = self.edge(t, side), self.edge(u, side)
            b = self._handle(t, side, side * _STEP / 3)
            c = self._handle(u, side, -side * _STEP / 3)
            text += "c" + numbers(v - w for p in (b, c, d) for v, w in zip(p, a, strict=True))
        return text

    def _handle(self, t: float, side: int, reach: float) -> Point:
        """Where the tangent at t leads, for a Bezier control point."""
        (x0, y0), (x1, y1) = (self.edge(t + e, side) for e in (-0.02, 0.02))
        x, y = self.edge(t, side)
        return (x + (x1 - x0) / 0.04 * reach, y + (y1 - y0) / 0.04 * reach)


def _ace(p: Pen) -> Glyph:
    slant = p.thick * 1.12
    thin = p.line((33 + p.thin * 0.52, 0), (15, 100), p.thin)
    broad = p.shape((33, 0), (33 + slant, 0), (79, 100), (79 - slant, 100))
    feet = p.bar(1, 100 - p.serif, 31, 100) + p.bar(48, 100 - p.serif, 87, 100)
    return 88, thin + broad + p.bar(24, 61, 62, 61 + p.thin) + feet


def _two(p: Pen) -> Glyph:
    x = 4 + p.thick / 2
    neck = p.stroke(
        f"M{x} 27 C{x} 11 22 {p.high} 34 {p.high} C49 {p.high} 57 13 57 27 C57 50 26 64 11 90"
    )
    deep = p.thick * 0.8
    base = p.bar(4, 100 - deep, 62, 100)
    lip = p.shape((62, 100), (54, 100 - deep), (61, 70), (67, 70))
    return 70, neck + base + lip + p.ball(x, 27)


def _three(p: Pen) -> Glyph:
    x, z = 4 + p.thick / 2, 1 + p.thick / 2
    upper = (
        f"M{x} 23 C{x} 9 22 {p.high} 33 {p.high} C46 {p.high} 54 12 54 25 C54 39 44 47.5 25 47.5"
    )
    lower = f"M25 47.5 C49 47.5 57 58 57 72 C57 88 46 {p.low} 32 {p.low} C18 {p.low} {z} 90 {z} 77"
    return 68, p.stroke(upper) + p.stroke(lower) + p.ball(x, 23) + p.ball(z, 77)


def _four(p: Pen) -> Glyph:
    low = 66 + p.thin * 1.15
    stem = p.bar(42, 0, 42 + p.thick, 100)
    slope = p.line((49, 0), (5, low), p.thin)
    beam = p.bar(9, 66, 75, low)
    return 76, stem + slope + beam + p.foot(30, 54 + p.thick, 42, 42 + p.thick)


def _five(p: Pen) -> Glyph:
    z, deep = 1 + p.thick / 2, p.thick * 0.85
    top = p.shape((11, 0), (60, 0), (55, deep), (11, deep))
    neck = p.bar(11, 2, 11 + p.thin, 53)
    belly = f"M13 50 C20 42 28 37.5 35 37.5 C50 37.5 57 51 57 66 C57 85 46 {p.low} 32 {p.low}"
    bowl = p.stroke(f"{belly} C18 {p.low} {z} 90 {z} 77", start=0.3)
    return 68, top + neck + bowl + p.ball(z, 77)


def _six(p: Pen) -> Glyph:
    x, z = 3 + p.thick / 2, 64 - p.thick / 2
    back = p.stroke(f"M{z} 21 C{z} 9 48 {p.high} 38 {p.high} C19 {p.high} {x} 30 {x} 66")
    return 70, p.bowl(35, 66, 32, 34.7) + back + p.ball(z, 21, 1)


def _seven(p: Pen) -> Glyph:
    deep, half = p.thick * 0.8, p.thick * 0.58
    roof = p.bar(5, 0, 64, deep)
    lip = p.shape((4, 31), (9, 31), (15, deep), (5, 0))
    left, right, neck = 37 - half, 37 + half, 64 - p.thick * 1.1
    outer = f"C{numbers((right, 62, 64 - 12, 46, 64, deep))}L{numbers((64, deep - 2))}"
    inner = f"C{numbers((neck - 8, 44, left + 1, 62, left, 100))}"
    top = f"L{numbers((neck, deep - 2))}L{numbers((neck, deep))}"
    leg = f"M{numbers((right, 100))}{outer}{top}{inner}Z"
    return 68, roof + lip + leg


def _eight(p: Pen) -> Glyph:
    return 70, p.bowl(35, 25.5, 27, 26.2, 0.88) + p.bowl(35, 72.7, 32, 28)


def _nought(p: Pen) -> Glyph:
    return 60, p.bowl(30, 50, 29, 50.7)


def _one(p: Pen) -> Glyph:
    right = 14 + p.thick
    flag = p.shape((right, 0), (20, 0), (2, 12), (2, 12 + p.thin), (right, 19))
    return 27 + p.thick, p.bar(14, 0, right, 100) + flag + p.foot(2, right + 12, 14, right)


def _jack(p: Pen) -> Glyph:
    right, x, z = 34 + p.thick, 34 + p.thick / 2, 2 + p.thick / 2
    stem = p.head(21, right + 10, 34, right) + p.bar(34, 0, right, 64)
    hook = p.stroke(f"M{x} 62 C{x} 86 37 {p.low} 24 {p.low} C12 {p.low} {z} 90 {z} 80")
    return right + 10, stem + hook + p.ball(z, 80)


def _queen(p: Pen) -> Glyph:
    tail = p.stroke("M27 71 C40 63 50 71 56 85 C60 94 68 99 81 92", start=0.7, end=0.5)
    return 82, p.bowl(41, 50, 38, 50.7) + tail


def _king(p: Pen) -> Glyph:
    right, slant = 12 + p.thick, p.thick * 1.2
    stem = p.bar(12, 0, right, 100)
    stem += p.head(2, right + 8, 12, right) + p.foot(2, right + 8, 12, right)
    arm = p.line((70, 1), (27, 62), p.thin)
    leg = p.shape((36, 47), (36 + slant * 0.86, 35), (81, 100), (81 - slant, 100))
    ends = p.bar(54, 0, 85, p.serif) + p.bar(right + 21, 100 - p.serif, 90, 100)
    return 91, stem + arm + leg + ends


def _valet(p: Pen) -> Glyph:
    slant = p.thick * 1.12
    broad = p.shape((9, 0), (9 + slant, 0), (55, 100), (55 - slant, 100))
    thin = p.line((73, 0), (55 - p.thin * 0.52, 100), p.thin)
    return 88, broad + thin + p.bar(1, 0, 40, p.serif) + p.bar(57, 0, 87, p.serif)


def _dame(p: Pen) -> Glyph:
    right, far = 12 + p.thick, 76 - p.thick / 2
    stem = p.bar(12, 0, right, 100) + p.bar(2, 0, 30, p.serif) + p.bar(2, 100 - p.serif, 30, 100)
    upper = f"M14 {p.high} C48 {p.high} {far} 12 {far} 50"
    return 80, stem + p.stroke(f"{upper} C{far} 88 48 {p.low} 14 {p.low}")


def _roi(p: Pen) -> Glyph:
    right, far, slant = 12 + p.thick, 68 - p.thick / 2, p.thick * 1.15
    stem = p.bar(12, 0, right, 100)
    stem += p.bar(2, 0, 30, p.serif) + p.foot(2, right + 8, 12, right)
    bowl = p.stroke(f"M14 {p.high} C46 {p.high} {far} 8 {far} 26 C{far} 45 48 52 20 52")
    leg = p.shape((36, 50), (36 + slant * 0.9, 50), (83, 100), (83 - slant, 100))
    return 90, stem + bowl + leg + p.bar(74, 100 - p.serif, 90, 100)


_GLYPHS: dict[str, Callable[[Pen], Glyph]] = {
    "A": _ace, "2": _two, "3": _three, "4": _four, "5": _five, "6": _six, "7": _seven,
    "8": _eight, "0": _nought, "1": _one, "J": _jack, "Q": _queen, "K": _king,
    "V": _valet, "D": _dame, "R": _roi,
}  # fmt: skip


@cache
def _glyph(letter: str, pen: Pen) -> tuple[float, str, bool]:
    """Width, path, and whether it is to be turned: a nine is a six on its head."""
    turned = letter == "9"
    width, data = _GLYPHS["6" if turned else letter](pen)
    return width, data, turned


def rank(
    text: str, cx: float, top: float, height: float, fill: str, pen: Pen, track: float = 2
) -> str:
    """A rank ('A', '2' .. '10', 'J', 'Q', 'K', in French 'V', 'D', 'R') centred on cx, its cap line
    at top.
    """
    glyphs = [_glyph(letter, pen) for letter in text]
    scale = height / 100
    x = cx - scale * (sum(g[0] for g in glyphs) + track * (len(glyphs) - 1)) / 2
    drawn = ""
    for width, data, turned in glyphs:
        corner = (x + width * scale, top + height) if turned else (x, top)
        drawn += svg.path(data, transform=svg.place(*corner, scale, 180 if turned else 0))
        x += (width + track) * scale
    return svg.group(drawn, fill=fill)
