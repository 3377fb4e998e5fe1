"""A card back: glazed tiles, stars of eight points with crosses between them."""

from tools.art import svg
from tools.art.geometry import polar

GROUND = "#0F6A73"
IVORY, _COBALT, _OCHRE = "#F5ECD8", "#1D4B8F", "#E0A23C"
_ACROSS, _DOWN = 4, 6
_SIDE = 52


def tiles() -> str:
    """What is within the frame."""
    return _field(_ACROSS, _DOWN, _SIDE, fine=True)


def little_tiles() -> str:
    """The same for small cards: few tiles, fewer colours."""
    return _field(2, 3, 98, fine=False)


def _field(across: int, down: int, side: float, *, fine: bool) -> str:
    left, top = 125 - across * side / 2, 175 - down * side / 2
    centres = [
        (left + side * (i + 0.5), top + side * (j + 0.5), (i + j) % 2)
        for j in range(down)
        for i in range(across)
    ]
    drawn = ""
    for odd in (0, 1):
        spots = [(x, y) for x, y, kind in centres if kind == odd]
        rim, heart = (IVORY, _COBALT) if odd else (_COBALT, IVORY)
        drawn += _stars(spots, side * 0.5, rim)
        drawn += _stars(spots, side * 0.385, heart)
        drawn += _flowers(spots, side * 0.27, rim)
        drawn += svg.path("".join(svg.ellipse(x, y, side * 0.075) for x, y in spots), fill=_OCHRE)
    if fine:
        drawn += _crosses(left, top, across, down, side)
    return drawn


def _stars(spots: list[svg.Point], r: float, fill: str) -> str:
    """Two squares laid across each other."""
    inner = r * 0.765
    data = "".join(
        svg.polygon([polar(x, y, r if i % 2 == 0 else inner, 22.5 * i) for i in range(16)])
        for x, y in spots
    )
    return svg.path(data, fill=fill)


def _flowers(spots: list[svg.Point], r: float, fill: str) -> str:
    """Eight slim petals."""
    data = ""
    for x, y in spots:
        for i in range(8):
            angle = 45 * i
            tip, one, other = (
                polar(x, y, reach, angle + turn)
                for reach, turn in ((r, 0), (r * 0.6, 20), (r * 0.6, -20))
            )
            data += (
                f"M{svg.numbers((x, y))}Q{svg.numbers((*one, *tip))}Q{svg.numbers((*other, x, y))}Z"
            )
    return svg.path(data, fill=fill)


def _crosses(left: float, top: float, across: int, down: int, side: float) -> str:
    """A lozenge with a gap about it in every cross."""
    data = ""
    for j in range(1, down):
        for i in range(1, across):
            x, y = left + i * side, top + j * side
            for r in (side * 0.2, side * 0.11):
                data += svg.polygon([polar(x, y, r, 90 * k) for k in range(4)])
    return svg.path(data, fill=_OCHRE, fill_rule="evenodd")
