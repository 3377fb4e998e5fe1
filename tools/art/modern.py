"""The faces of the modern deck: plain signs, large pips, courts of circles and straight lines.

Each setting is the counterpart of one in `faces`, and keeps its index within the same part of the
card: modern .215, modern-side .145, modern-mini .295, modern-large .235.
"""

from typing import NamedTuple

from tools.art.busts import bust
from tools.art.sans import rank
from tools.art.suits import suit

_MIDDLE = 125
_BOTTOM = 334
_COURTS = "JQK"


class _Setting(NamedTuple):
    """Where things are on a card; of two numbers the second is the ten's."""

    centre: tuple[float, float]
    """Of the rank, across."""
    top: float
    high: float
    """Of the rank."""
    stroke: float
    at: tuple[float, float]
    """The middle of the suit beside it."""
    sign: float
    """The size of that suit."""
    below: float
    """Where the drawing begins."""


_SETTINGS = {
    "modern": _Setting((36, 42), 13, 52, 15.5, (90, 104), 54, 83),
    "modern-side": _Setting((29, 32), 9.5, 36.5, 16.5, (67, 75), 38, 83),
    "modern-mini": _Setting((56, 62), 15, 84, 17, (186, 186), 84, 112),
    "modern-large": _Setting((46, 52), 13, 62, 16, (201, 201), 66, 92),
}
SETTINGS = tuple(_SETTINGS)

_PIPS = {
    "A": ("1", 178, 0, 0), "2": ("11", 112, 0, 128), "3": ("111", 80, 0, 86),
    "4": ("22", 94, 104, 122), "5": ("212", 80, 112, 86), "6": ("222", 80, 104, 86),
    "7": ("232", 70, 76, 86), "8": ("323", 70, 76, 86), "9": ("333", 66, 74, 86),
    "T": ("3223", 60, 76, 65),
}  # fmt: skip
"""How many pips are in each row, their size, and how far columns and rows are apart."""


def body(setting: str, letter: str, s: str, colour: str) -> str:
    """All that is on the paper of a card."""
    below = _SETTINGS[setting].below
    high, middle = _BOTTOM - below, (_BOTTOM + below) / 2
    drawn = index(setting, letter, s, colour)
    if letter in _COURTS:
        return drawn + bust(letter, s, _MIDDLE, middle, high / 100)
    if setting in ("modern", "modern-side"):
        return drawn + _pips(letter, s, middle)
    return drawn + suit(s, _MIDDLE, middle, high * 0.84, "url(#suit)")


def index(setting: str, letter: str, s: str, colour: str) -> str:
    """The rank in the corner, and beside it the suit."""
    ten = letter == "T"
    beside = _SETTINGS[setting]
    sign = suit(s, beside.at[ten], beside.top + beside.high / 2, beside.sign, colour)
    return index_rank(setting, letter, colour) + sign


def index_rank(setting: str, letter: str, colour: str) -> str:
    """The rank alone."""
    ten, of = letter == "T", _SETTINGS[setting]
    text = "10" if ten else letter
    return rank(text, of.centre[ten], of.top, of.high, colour, of.stroke)


def _pips(letter: str, s: str, middle: float) -> str:
    """The pips in level rows, all upright: nobody sits across the table."""
    rows, size, across, down = _PIPS[letter]
    drawn = ""
    for i, row in enumerate(map(int, rows)):
        y = middle + (i - (len(rows) - 1) / 2) * down
        xs = (_MIDDLE + (j - (row - 1) / 2) * across for j in range(row))
        drawn += "".join(suit(s, x, y, size, "url(#suit)") for x in xs)
    return drawn
