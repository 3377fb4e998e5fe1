"""What every card shares: its size, its paper and its edge."""

from tools.art import svg
from tools.art.palette import PAPER, PAPER_EDGE

WIDTH, HEIGHT = 250, 350
MIDDLE = (WIDTH / 2, HEIGHT / 2)


def card(body: str, colours: tuple[str, str] | None = None, bold: bool = False) -> str:
    """A file: paper, the drawing, and a thin darker edge that parts cards lying on cards.

    Drawings may fill with `url(#suit)`, where colours are given, and `url(#paper)`. Bold cards
    are for small sizes: rounder, with an edge that is still seen at 42 pixels.
    """
    radius, edge = (18, 3.2) if bold else (15, 1.5)
    inset = edge / 2
    outline = svg.rectangle(inset, inset, WIDTH - edge, HEIGHT - edge, radius - inset)
    sheet = svg.path(outline, fill="url(#paper)", stroke=PAPER_EDGE, stroke_width=edge)
    shades = svg.fade("paper", *PAPER, 0, HEIGHT)
    if colours:
        shades += svg.fade("suit", *colours, -50, 50)
    return svg.document(WIDTH, HEIGHT, sheet + body, shades)


def turned(drawing: str) -> str:
    """The drawing as seen from the other end of the card."""
    return svg.group(drawing, transform=f"rotate(180 {svg.numbers(MIDDLE)})")


def both_ends(drawing: str) -> str:
    """The drawing for both readers."""
    return drawing + turned(drawing)
