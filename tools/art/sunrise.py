"""A card back: a sun on the horizon and its reflection, in bands as of the nineteen-thirties."""

from tools.art import svg
from tools.art.card import MIDDLE, both_ends
from tools.art.geometry import clip, polar

GROUND = "#12283A"
GOLD = "#EFC36A"
_BANDS = ("#F2B544", "#E8863A", "#D65A3A", "#A63A48", "#6E2B4C")
_RAYS = 11


def sunrise() -> str:
    """What is within the frame."""
    window = [(16, 16), (234, 16), (234, 175), (16, 175)]
    return both_ends(_burst(window, _RAYS, (40, 74, 108, 142, 176, 260)) + _disc(32)) + _horizon(
        16, 5
    )


def little_sunrise() -> str:
    """The same for small cards: fewer and broader rays."""
    window = [(24, 24), (226, 24), (226, 175), (24, 175)]
    return both_ends(_burst(window, 7, (58, 112, 260)) + _disc(44)) + _horizon(24, 10)


def _burst(window: list[svg.Point], rays: int, rings: tuple[float, ...]) -> str:
    """Rays cut into bands, each band darker than the one within."""
    drawn = ""
    step = 180 / (2 * rays - 1)
    for inner, outer, fill in zip(rings, rings[1:], _BANDS, strict=False):
        data = ""
        for i in range(rays):
            start = -90 + 2 * step * i
            turns = [start + step * k / 4 for k in range(5)]
            piece = [polar(*MIDDLE, outer, a) for a in turns]
            piece += [polar(*MIDDLE, inner, a) for a in reversed(turns)]
            cut = clip(piece, window)
            data += svg.polygon(cut) if cut else ""
        drawn += svg.path(data, fill=fill)
    return drawn


def _disc(r: float) -> str:
    """Half a sun, ringed."""
    x, y = MIDDLE
    data = f"M{x - r} {y}A{r} {r} 0 0 1 {x + r} {y}Z"
    return svg.path(data, fill=GOLD)


def _horizon(left: float, high: float) -> str:
    """The line between the two."""
    x, y = MIDDLE
    band, line = (svg.rectangle(left, y - h / 2, 2 * (x - left), h) for h in (high, high / 3))
    return svg.path(band, fill=GROUND) + svg.path(line, fill=GOLD)
