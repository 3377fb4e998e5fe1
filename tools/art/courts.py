"""The twelve courts: a half figure on gold rays, seen alike from both ends of the card."""

from tools.art import svg
from tools.art.card import MIDDLE, both_ends
from tools.art.geometry import polar
from tools.art.hats import hat
from tools.art.heads import back_hair, beard, face, front_hair, neck
from tools.art.palette import GOLD, PLATE
from tools.art.pencil import figure
from tools.art.regalia import regalia
from tools.art.robes import HALF_WIDTH, Hem, collar, hand, robe, sleeve
from tools.art.suits import suit
from tools.art.wardrobe import Costume, costume

_DEPTH = 141
_SLOPE = 14
_RAYS = 15


def court(rank: str, suit_letter: str, variant: str, scale: float = 1) -> str:
    """The picture of a classic card, about its middle; narrower for the side face."""
    c = costume(rank, suit_letter, variant)
    hem = Hem(_DEPTH - c.side * _SLOPE, _DEPTH + c.side * _SLOPE)
    half = svg.group(_half(c, hem), transform=f"translate({svg.numbers((MIDDLE[0], 34))})")
    content = _plate(141) + both_ends(half) + _sash(c, hem) + _frame(c, 141)
    content += both_ends(suit(suit_letter, 67, 51, 20, "url(#suit)"))
    if scale == 1:
        return content
    cx, cy = MIDDLE
    where = f"translate({svg.numbers((cx - cx * scale, cy - cy * scale))})scale({scale})"
    return svg.group(content, transform=where)


def portrait(rank: str, suit_letter: str, variant: str) -> str:
    """The picture of a large-print card: one figure, half as large again."""
    c = costume(rank, suit_letter, variant)
    depth = 166
    hem = Hem(depth, depth)
    content = _plate(depth / 2) + svg.group(_half(c, hem), transform="translate(125 34)")
    content += _frame(c, depth / 2)
    scale = 1.5
    where = f"translate({svg.numbers((125 - 125 * scale, 89 - 34 * scale))})scale({scale})"
    return svg.group(content, transform=where)


def _box(half_depth: float, grow: float, r: float) -> str:
    return svg.rectangle(125 - HALF_WIDTH - grow, 34 - grow, 2 * (HALF_WIDTH + grow),
                         2 * (half_depth + grow), r)  # fmt: skip


def _plate(half_depth: float) -> str:
    """The ground of the picture."""
    return svg.path(_box(half_depth, 0, 5), fill=PLATE[0])


def _frame(c: Costume, half_depth: float) -> str:
    """A line in the suit's colour between paper and a finer gold line."""
    outer = svg.path(_box(half_depth, 3.5, 7.5), stroke=GOLD, stroke_width=1.1)
    paper = svg.path(_box(half_depth, 1.6, 6), stroke="url(#paper)", stroke_width=3.2)
    inner = svg.path(_box(half_depth, 0, 5), stroke=c.robe, stroke_width=1.8)
    return svg.group(paper + inner + outer, fill="none")


def _half(c: Costume, hem: Hem) -> str:
    """One figure, from the rays behind it to the hat."""
    drawn = back_hair(c) + robe(c, hem) + collar_and_neck(c)
    drawn += sleeve(c, hem) + regalia(c, hem) + hand(c)
    drawn += face(c) + beard(c) + front_hair(c) + hat(c)
    return _rays(c, hem) + figure(drawn)


def collar_and_neck(c: Costume) -> str:
    """A ruff stands before the neck, other collars lie round it."""
    return neck(c) + collar(c)


def _rays(c: Costume, hem: Hem) -> str:
    """Gold rays from behind the head, cut at the frame and at the hem."""
    data = ""
    for i in range(_RAYS):
        angle = (i - _RAYS // 2) * 12
        ray = [(0, 70), polar(0, 70, 260, angle - 2.6), polar(0, 70, 260, angle + 2.6)]
        data += svg.polygon(hem.cut(ray))
    return svg.path(data, fill=c.gold, fill_opacity=0.3)


def _sash(c: Costume, hem: Hem) -> str:
    """The studded band where the two figures meet."""
    left, right = 34 + hem.left, 34 + hem.right
    edges = [(52, left - 5), (198, right - 5), (198, right + 5), (52, left + 5)]
    band = svg.path(svg.polygon(edges), fill=c.gold)
    return figure(band) + _studs(c, hem, 0, c.robe) + _studs(c, hem, 1, c.panel)


def _studs(c: Costume, hem: Hem, first: int, colour: str) -> str:
    data = ""
    for i in range(first, 11, 2):
        x = -63 + 12.6 * i
        y = 34 + hem.at(x)
        data += svg.polygon([(125 + x, y - 3.4), (128 + x, y), (125 + x, y + 3.4), (122 + x, y)])
    return svg.path(data, fill=colour)
