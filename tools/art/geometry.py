"""Curves and polygons: the little geometry needed to clip and mirror by construction."""

import math
import re
from collections.abc import Iterator, Sequence

from tools.art.svg import Point, numbers

Curve = tuple[Point, Point, Point, Point]

_WORDS = re.compile(r"[MLCQZ]|-?\d*\.?\d+")
_PAIRS = {"L": 1, "Q": 2, "C": 3}


def lerp(a: Point, b: Point, t: float) -> Point:
    """The point a share t of the way from a to b."""
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def polar(cx: float, cy: float, radius: float, degrees: float) -> Point:
    """A point on a circle; 0 degrees is up, angles go clockwise."""
    a = math.radians(degrees)
    return (cx + radius * math.sin(a), cy - radius * math.cos(a))


def _as_cubic(start: Point, points: Sequence[Point]) -> Curve:
    end = points[-1]
    if len(points) == 1:
        return (start, lerp(start, end, 1 / 3), lerp(start, end, 2 / 3), end)
    if len(points) == 2:
        return (start, lerp(start, points[0], 2 / 3), lerp(end, points[0], 2 / 3), end)
    return (start, points[0], points[1], end)


def parse(data: str) -> list[Curve]:
    """The cubic curves of one subpath in absolute M, L, Q and C commands (Z is left out)."""
    words = [w for w in _WORDS.findall(data) if w != "Z"]
    at = (float(words[1]), float(words[2]))
    curves, command, i = [], "L", 3
    while i < len(words):
        if words[i] in _PAIRS:
            command, i = words[i], i + 1
        count = 2 * _PAIRS[command]
        values = [float(w) for w in words[i : i + count]]
        curves.append(_as_cubic(at, list(zip(values[::2], values[1::2], strict=True))))
        at, i = curves[-1][-1], i + count
    return curves


def point_on(curve: Curve, t: float) -> Point:
    """The curve's point at parameter t."""
    a, b, c, d = curve
    u = 1 - t
    k = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return (
        k[0] * a[0] + k[1] * b[0] + k[2] * c[0] + k[3] * d[0],
        k[0] * a[1] + k[1] * b[1] + k[2] * c[1] + k[3] * d[1],
    )


def flatten(curves: Sequence[Curve], steps: int = 6) -> list[Point]:
    """Points along the curves; straight ones get their ends only."""
    points = [curves[0][0]]
    for curve in curves:
        n = 1 if _is_straight(curve) else steps
        points += [point_on(curve, (i + 1) / n) for i in range(n)]
    return points


def _is_straight(curve: Curve) -> bool:
    a, b, c, d = curve
    spans = ((d[0] - a[0]) * (p[1] - a[1]) - (d[1] - a[1]) * (p[0] - a[0]) for p in (b, c))
    return all(abs(s) < 1e-6 for s in spans)


def mirror(points: Sequence[Point], axis: float = 0) -> list[Point]:
    """The points reflected in a vertical axis."""
    return [(2 * axis - x, y) for x, y in points]


def symmetric(half: str, axis: float = 0) -> str:
    """A closed outline from its right half, which begins and ends on the axis."""
    right = parse(half)
    left = [tuple(mirror(c[::-1], axis)) for c in reversed(right)]
    return "M" + numbers(right[0][0]) + _commands([*right, *left]) + "Z"


def both_sides(data: str, axis: float = 0) -> str:
    """A drawing of one or more subpaths, and its reflection."""
    return "".join(_with_twin(f"M{part}", axis) for part in data.split("M")[1:])


def _with_twin(subpath: str, axis: float) -> str:
    curves = parse(subpath)
    twin = [tuple(mirror(c, axis)) for c in curves]
    close = "Z" if subpath.rstrip().endswith("Z") else ""
    return "".join(f"M{numbers(c[0][0])}{_commands(c)}{close}" for c in (curves, twin))


def _commands(curves: Sequence[Curve]) -> str:
    text = ""
    for curve in curves:
        _, b, c, d = curve
        if _is_straight(curve):
            text += "L" + numbers(d)
        else:
            text += "C" + numbers((*b, *c, *d))
    return text


def area(points: Sequence[Point]) -> float:
    """The signed area; negative when the points run anticlockwise on the screen."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in _edges(points)) / 2


def _edges(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(points, [*points[1:], points[0]], strict=True)


def clip(subject: Sequence[Point], window: Sequence[Point]) -> list[Point]:
    """The part of a polygon inside a convex window, one window edge at a time."""
    side = 1 if area(window) > 0 else -1
    result = list(subject)
    for a, b in _edges(window):
        if result:
            result = _cut(result, a, b, side)
    return result


def _cut(points: Sequence[Point], a: Point, b: Point, side: int) -> list[Point]:
    """What lies on the inner side of the line through a and b."""

    def height(p: Point) -> float:
        return side * ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))

    kept = []
    for p, q in _edges(points):
        hp, hq = height(p), height(q)
        if hp >= 0:
            kept.append(p)
        if hp * hq < 0:
            kept.append(lerp(p, q, hp / (hp - hq)))
    return kept
