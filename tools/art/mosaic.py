"""A card back: squares with quarters of circles in five colours."""

from tools.art import svg
from tools.art.card import MIDDLE, both_ends

GROUND, CREAM = "#1D2B44", "#F3E6CB"
_COLOURS = {"i": GROUND, "c": CREAM, "r": "#DE5B40", "y": "#EDB440", "t": "#26807C"}
_ROWS = (
    "q0ic q1rc d0ty q2yi q3ct",
    "a1cr q2ti o0yc q1rt q0iy",
    "q3yt d1ci q0rc a2tc q2cr",
    "q1cr o0iy k0tc o0iy q3cr",
)
"""The upper rows, the last one the middle: shape, quarter turns, ground, ink."""
_LITTLE = ("q0ic q1rc q2yi", "o0yc q2ti q0rc", "q1cr k0tc q3cr")


def mosaic() -> str:
    """What is within the frame."""
    return _field(_ROWS, 43.8, 45.6)


def little_mosaic() -> str:
    """The same for small cards: larger squares."""
    return _field(_LITTLE, 68, 61)


def _field(rows: tuple[str, ...], wide: float, high: float) -> str:
    """The upper half, the middle row's left half with it; and both turned."""
    across = len(rows[0].split())
    drawn = ""
    for j, row in enumerate(rows):
        y = MIDDLE[1] + (j - len(rows) + 1) * high
        words = row.split()
        last = j == len(rows) - 1
        for i, word in enumerate(words[: across // 2] if last else words):
            x = MIDDLE[0] + (i - (across - 1) / 2) * wide
            drawn += _tile(word, x, y, wide, high)
    middle = rows[-1].split()[across // 2]
    return both_ends(drawn) + _tile(middle, *MIDDLE, wide, high)


def _tile(word: str, x: float, y: float, wide: float, high: float) -> str:
    shape, turns, ground, ink = word
    transform = f"{svg.place(x, y)}scale({wide / 102:.4g} {high / 102:.4g})"
    if turns != "0":
        transform += f"rotate({90 * int(turns)})"
    square = svg.path("M-50-50h100v100h-100Z", fill=_COLOURS[ground])
    return svg.group(square + svg.path(_SHAPES[shape], fill=_COLOURS[ink], fill_rule="evenodd"),
                     transform=transform)  # fmt: skip


_SHAPES = {
    "q": "M-50-50H50A100 100 0 0 1 -50 50Z",
    "a": "M-50-50H50A100 100 0 0 1 -50 50ZM-50-50V14A64 64 0 0 0 14-50Z",
    "d": "M-50-50A50 50 0 0 1 -50 50ZM0-50A50 50 0 0 1 0 50Z",
    "o": svg.ellipse(0, 0, 34),
    "k": svg.ellipse(0, 0, 44) + svg.ellipse(0, 0, 29) + svg.ellipse(0, 0, 13),
}
"""A quarter disc, a quarter ring, two half discs, a disc, a target."""
