"""What the courts hold: weapons, sceptres and flowers, upright in the hand."""

from tools.art import svg
from tools.art.geometry import polar
from tools.art.palette import PEARL
from tools.art.pencil import dots, even, lines, shape
from tools.art.robes import Hem
from tools.art.suits import suit
from tools.art.wardrobe import STEEL, WOOD, Costume

_LEAF = "#3F8A59"
_STALK = "#2F6B45"
_AT = 53


def regalia(c: Costume, hem: Hem) -> str:
    """The thing in the hand, drawn about x = 0 and moved to the hand's side."""
    x = _AT * c.side
    draw = _HELD[c.rank + c.suit]
    return svg.group(draw(c, hem.at(x) - 1), transform=f"translate({svg.number(x)})")


def _staff(colour: str, top: float, low: float, width: float = 3) -> str:
    data = f"M0 {top}L0 {svg.number(low)}"
    butt = {"stroke_linecap": "butt"}
    return svg.path(data, stroke_width=width + 2.6, **butt) + svg.path(
        data, stroke=colour, stroke_width=width, **butt
    )


def _sword(c: Costume, low: float) -> str:
    blade = even("M0 8 C3 14 4.5 18 4.5 24 L4.5 96 L0 96", STEEL)
    ridge = lines("M0 18L0 92", 0.9)
    guard = even("M0 94 L13 92 L15 97 L5 101 L0 101", c.gold)
    pommel = dots([(0, min(low - 5, 128))], 4.5, c.gold)
    return _staff(c.panel, 100, min(low, 126), 4) + blade + ridge + guard + pommel


def _sceptre(c: Costume, low: float) -> str:
    orb = dots([(0, 24)], 11, c.gold) + suit("h", 0, 25, 14, c.robe, stroke="none")
    collars = shape("M-5 36L5 36L4 41L-4 41ZM-4 60L4 60L4 64L-4 64Z", c.gold, 1.2)
    return _staff(c.gold, 36, low) + orb + collars + dots([(0, 10.5)], 3, PEARL, 1.2)


def _axe(c: Costume, low: float) -> str:
    blade = shape("M-3 26C-10 24 -16 18 -18 11C-26 26 -25 46 -17 60C-14 52 -9 48 -3 46Z", STEEL)
    edge = lines("M-18.5 17C-22 28 -21 44 -17 54", 0.9)
    back = shape("M3 30L14 28L11 36L14 44L3 42Z", STEEL)
    spike = even("M0 6 L4 16 L0 22", STEEL)
    return _staff(WOOD, 18, low) + svg.group(blade + edge + back, transform="scale(.8 1)") + spike


def _orb(c: Costume, low: float) -> str:
    """The globe on its rod, with the cross on top."""
    globe = dots([(0, 46)], 14, c.robe)
    girdle = shape("M-14 44C-6 48 6 48 14 44L14 48.5C6 52.5 -6 52.5 -14 48.5Z", c.gold, 1.1)
    arch = shape("M-2 32L2 32L2.5 46L-2.5 46Z", c.gold, 1.1)
    cross = shape("M-2.2 32L-2.2 25L-8 25L-8 20.5L-2.2 20.5L-2.2 13L2.2 13L2.2 20.5"
                  "L8 20.5L8 25L2.2 25L2.2 32Z", c.gold, 1.2)  # fmt: skip
    return _staff(c.gold, 60, low) + globe + arch + girdle + cross


def _stem(low: float, top: float) -> str:
    stalk = lines(f"M0 {top}C3 {top + 16} -2 {low - 30:.1f} 1 {low:.1f}", 2.8, _STALK)
    leaves = "M1 90C9 88 14 80 14 71C5 74 1 81 1 90ZM0 80C-8 79 -12 72 -12 64C-5 67 -1 73 0 80Z"
    return stalk + shape(leaves, _LEAF, 1.1)


def _tulip(c: Costume, low: float) -> str:
    petals = even("M0 30 C3 37 5 42 5 48 C8 43 10 38 12 34 C16 50 12 60 0 62", c.panel, 1.2)
    heart = even("M0 36 C5 44 5 54 0 61", PEARL, 1)
    return _stem(low, 60) + petals + heart


def _rose(c: Costume, low: float) -> str:
    outer = dots([polar(0, 48, 8.5, 72 * i) for i in range(5)], 7, "#E3606A", 1.2)
    inner = dots([polar(0, 48, 4, 72 * i + 36) for i in range(5)], 4.2, "#C63A48", 1)
    return _stem(low, 56) + outer + inner + dots([(0, 48)], 3, c.gold, 1)


def _marigold(c: Costume, low: float) -> str:
    petals = dots([polar(0, 48, 9, 45 * i) for i in range(8)], 5, "#F0C25A", 1.1)
    return (
        _stem(low, 56)
        + petals
        + dots([(0, 48)], 6.5, c.robe, 1.1)
        + dots([(0, 48)], 2, c.gold, 0.8)
    )


def _lily(c: Costume, low: float) -> str:
    """Three lilies in a trefoil, white with gold hearts."""
    bells = dots([(0, 38), (-9, 51), (9, 51)], 8, PEARL, 1.2)
    return _stem(low, 54) + bells + dots([(0, 38), (-9, 51), (9, 51)], 3, c.gold, 1)


def _halberd(c: Costume, low: float) -> str:
    point = even("M0 28 L5 42 L2.5 54 L0 54", STEEL)
    blade = shape("M2 56C8 55 14 51 17 46C22 57 20 70 13 79C11 72 7 68 2 67Z", STEEL)
    beak = shape("M-2 57L-13 60L-11 64L-2 66Z", STEEL)
    return _staff(WOOD, 52, low) + blade + beak + point


def _arrow(c: Costume, low: float) -> str:
    head = even("M0 30 L9 46 L2.5 43 L0 43", STEEL)
    return _staff(WOOD, 43, low, 2.4) + head + _ribbon(c)


def _ribbon(c: Costume) -> str:
    """A bow of ribbon tied to a shaft."""
    loops = "M0 62C-6 54 -15 55 -14 61C-14 67 -6 67 0 62ZM0 62C6 54 15 55 14 61C14 67 6 67 0 62Z"
    ends = "M-1 62L-9 76L-4 75L-2 79L1 64ZM1 62L9 76L4 75L2 79L-1 64Z"
    return shape(ends, c.panel, 1.1) + shape(loops, c.robe, 1.1) + dots([(0, 62)], 2.4, c.gold, 1)


def _lance(c: Costume, low: float) -> str:
    pennant = shape("M1 45C8 41 14 48 26 45L20 53L26 61C14 64 8 57 1 61Z", c.panel)
    sign = suit("d", 9, 53, 10, c.gold, stroke="none")
    return _staff(WOOD, 40, low) + even("M0 26 L5 38 L0 44", STEEL) + pennant + sign


def _bow(c: Costume, low: float) -> str:
    """A longbow, its string to the archer."""
    low = min(low, 150)
    top, mid = 34, 92
    curve = (
        f"M8 {top}C-9 {top + 22} -9 {mid - 16} 0 {mid + 20}"
        f"C-4 {mid + 32} 0 {low - 6:.1f} 3 {low:.1f}"
    )
    string = lines(f"M8 {top}L3 {low:.1f}", 1)
    return string + lines(curve, 5) + lines(curve, 2.4, WOOD) + dots([(8, top)], 2.4, c.gold, 1)


_HELD = {
    "Ks": _sword, "Kh": _sceptre, "Kd": _axe, "Kc": _orb,
    "Qs": _tulip, "Qh": _rose, "Qd": _marigold, "Qc": _lily,
    "Js": _halberd, "Jh": _arrow, "Jd": _lance, "Jc": _bow,
}  # fmt: skip
