"""The four suits, drawn as right halves and mirrored, so that each is exactly symmetrical."""

from tools.art import svg
from tools.art.geometry import symmetric

SUITS = "cdhs"
NAMES = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}

_STEM = "C1 35 6 42 18 45.5 L0 45.5"

OUTLINES = {
    "h": symmetric("M0 -26 C4 -37 12 -43.5 22 -43.5 C35 -43.5 45 -34 45 -19 C45 9 8 24 0 44"),
    "d": symmetric("M0 -48 C9 -29 21 -13 36 0 C21 13 9 29 0 48"),
    "s": symmetric(
        "M0 -46 C7 -27 45 -9 45 15 C45 28 36 35.5 25.5 35.5 C16 35.5 8 30 3.6 21.5 " + _STEM
    ),
    "c": symmetric(
        "M0 -46 C12.5 -46 21.5 -37 21.5 -25.5 C21.5 -18 18 -12.5 13 -8 "
        "C16.5 -10 20.5 -11.2 24.5 -11.2 C36.5 -11.2 45.5 -2 45.5 10 "
        "C45.5 22.3 36.5 31.3 24.5 31.3 C15.5 31.3 8 27 3.8 20.5 " + _STEM
    ),
}


def suit(
    letter: str, cx: float, cy: float, size: float, fill: str, turn: float = 0, **style: object
) -> str:
    """A suit centred on a point; its height is .9 of the size, as a diamond's is .96."""
    where = svg.place(cx, cy, size / 100, turn)
    return svg.path(OUTLINES[letter], transform=where, fill=fill, **style)
