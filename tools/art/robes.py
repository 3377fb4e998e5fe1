"""Robes, collars and arms of the courts. Everything ends at the hem of the picture."""

from collections.abc import Iterator
from dataclasses import dataclass

from tools.art.geometry import clip, flatten, mirror, parse
from tools.art.palette import INK, PEARL
from tools.art.pencil import dots, even, flat, lines, shape
from tools.art.suits import suit
from tools.art.svg import Point, polygon
from tools.art.wardrobe import SKIN, Costume

HALF_WIDTH = 73
_SHOULDER = parse("M0 84 L16 84 C34 87 60 95 67 114 C70 122 72 130 73 142 L73 200")


@dataclass(frozen=True)
class Hem:
    """The line where a picture ends: level, or slanting through the middle of a card."""

    left: float
    right: float

    def at(self, x: float) -> float:
        """Its height at x."""
        return self.left + (self.right - self.left) * (x + HALF_WIDTH) / (2 * HALF_WIDTH)

    def cut(self, points: list[Point]) -> list[Point]:
        """What of a polygon is inside the frame and above the hem."""
        window = [(-HALF_WIDTH, 0), (HALF_WIDTH, 0), (HALF_WIDTH, self.right),
                  (-HALF_WIDTH, self.left)]  # fmt: skip
        return clip(points, window)


def _robe_outline() -> list[Point]:
    right = flatten(_SHOULDER)
    return mirror(right[::-1]) + right


def robe(c: Costume, hem: Hem) -> str:
    """The mantle with its woven pattern, and the waistcoat between its borders."""
    cloth = hem.cut(_robe_outline())
    weave = "".join(polygon(p) for band in _weave(c.suit) if (p := clip(cloth, band)))
    drawn = flat(polygon(cloth), c.robe) + flat(weave, c.gold, 0.62)
    for border, colour in ((22, c.gold), (17, c.panel)):
        drawn += shape(polygon(hem.cut(_strip(border))), colour, 1.2)
    return drawn + lines(polygon(cloth)) + _buttons(c, hem)


def _strip(half: float) -> list[Point]:
    """The opening of the mantle, a little wider below."""
    return [(-half + 2, 84), (half - 2, 84), (half + 7, 200), (-half - 7, 200)]


def _buttons(c: Costume, hem: Hem) -> str:
    """Gilt suit signs down the waistcoat."""
    drawn, y = "", 108.0
    while y < hem.at(0) - 8:
        drawn += suit(c.suit, 0, y, 11, c.gold, stroke="none")
        y += 13
    return drawn


def _weave(suit_letter: str) -> Iterator[list[Point]]:
    """The bands of a suit's pattern on the right side and reflected on the left."""
    bands = {"s": _fan, "h": _chevrons, "d": _lattice, "c": _hoops}[suit_letter]()
    for band in bands:
        yield band
        yield mirror(band)


def _band(x0: float, y0: float, x1: float, y1: float, width: float) -> list[Point]:
    """A slanting stripe of the given breadth across."""
    return [(x0, y0), (x0 + width, y0), (x1 + width, y1), (x1, y1)]


def _fan() -> Iterator[list[Point]]:
    """Spades: pleats that spread from the neck."""
    for i in range(4):
        yield _band(22 + 9 * i, 80, 31 + 10.5 * i, 190, 1.7)


def _chevrons() -> Iterator[list[Point]]:
    """Hearts: chevrons, two by two."""
    for i in range(6):
        for gap in (0, 3.6):
            y = 76 + 15 * i + gap
            yield [(20, y + 30), (80, y), (80, y + 1.8), (20, y + 31.8)]


def _lattice() -> Iterator[list[Point]]:
    """Diamonds: a lattice."""
    for i in range(12):
        yield _band(-20 + 13 * i, 80, 36 + 13 * i, 190, 1.3)
        yield _band(10 + 13 * i, 80, -46 + 13 * i, 190, 1.3)


def _hoops() -> Iterator[list[Point]]:
    """Clubs: level stripes, broad and narrow."""
    for i in range(8):
        y = 92 + 12 * i
        yield [(20, y), (80, y + 4), (80, y + 6.4), (20, y + 2.4)]
        yield [(20, y + 5), (80, y + 9), (80, y + 10), (20, y + 6)]


def collar(c: Costume) -> str:
    """Ermine for kings, pearls for queens, a ruff for jacks."""
    return {"K": _ermine, "Q": _necklace, "J": _ruff}[c.rank](c)


def _ermine(c: Costume) -> str:
    cape = even("M0 92 C12 92 24 88 30 82 C36 85 41 89 44 94 C36 110 18 119 0 119", PEARL)
    tails = ((35, 93), (25, 103), (13, 110), (0, 113), (-13, 110), (-25, 103), (-35, 93))
    tail = "".join(f"M{x} {y - 4}L{x + 1.9} {y + 3}L{x - 1.9} {y + 3}Z" for x, y in tails)
    return cape + flat(tail, INK)


def _necklace(c: Costume) -> str:
    yoke = even("M0 101 C14 101 22 92 24 85 L30 88 C28 104 16 112 0 112", c.gold)
    spots = [(-22, 96), (-12.5, 103.5), (0, 106.5), (12.5, 103.5), (22, 96)]
    return yoke + dots(spots, 2.5, PEARL, 1)


def _ruff(c: Costume) -> str:
    """Pleats round the neck."""
    pleats = ""
    for i in range(-4, 5):
        x, drop = 5.6 * i, abs(i) * 1.2
        pleats += polygon([(x - 3, 87 - drop), (x * 1.25 - 3.6, 99 - drop * 1.6),
                           (x * 1.25 + 3.6, 99 - drop * 1.6), (x + 3, 87 - drop)])  # fmt: skip
    return shape(pleats, PEARL, 1.1)


def sleeve(c: Costume, hem: Hem) -> str:
    """The forearm that rises to the hand, with its turned-back cuff."""
    arm = [(43, 112), (61, 122), (50, 200), (4, 200), (12, 152)]
    cuff = [(45, 106), (63, 117), (58, 128), (38, 115)]
    hem_line = [(39.4, 112.6), (60, 125.4)]
    arm, cuff, hem_line = ([(c.side * x, y) for x, y in part] for part in (arm, cuff, hem_line))
    edge = lines(polygon(hem_line, closed=False), 1.2, c.gold)
    return shape(polygon(hem.cut(arm)), c.robe) + shape(polygon(cuff), PEARL) + edge


def hand(c: Costume) -> str:
    """The fist round a staff, thumb towards the figure."""
    x, y = 53 * c.side, 107
    fist = (
        f"M{x - 9} {y - 4}C{x - 9} {y - 8} {x + 9} {y - 8} {x + 9} {y - 4}"
        f"L{x + 9} {y + 5}C{x + 9} {y + 9} {x - 9} {y + 9} {x - 9} {y + 5}Z"
    )
    edge = -9 * c.side
    grip = "".join(f"M{x - edge} {y + d}L{x + edge * 0.3} {y + d}" for d in (-2.6, 1, 4.6))
    return shape(fist, SKIN, 1.3) + lines(grip, 1)
