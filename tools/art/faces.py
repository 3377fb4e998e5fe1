"""The faces of the cards: those of the classic deck in four settings, each for its own use.

classic  index of rank over suit; needs the top .215 of a covered card
side     rank and suit side by side; needs .145, for covered cards of squeezed columns
mini     two big signs over a third, for cards under 84 pixels; needs .295
large    large print: index as wide as the card, over one big drawing; needs .235

Those of the modern deck are in `modern`.
"""

from functools import partial

from tools.art import modern, svg
from tools.art.ace import ace, engraved
from tools.art.card import both_ends, card
from tools.art.courts import court, portrait
from tools.art.numerals import Pen, rank
from tools.art.palette import GOLD, Colours
from tools.art.suits import suit

RANKS = "A23456789TJQK"
COURTS = "JQK"
FRENCH = {"J": "V", "Q": "D", "K": "R"}
FACES = ("classic", "side", "mini", "large", *modern.SETTINGS)

_FINE, _BROAD, _LARGE = Pen(17.5, 8), Pen(21, 10.5), Pen(20, 9.5)
_MIDDLE = 125
_HALF = 41


def face(setting: str, name: str, colours: Colours, court_colours: str = "") -> str:
    """The file of one card, as `Th` for the ten of hearts."""
    letter, suit_letter = name
    shades = colours[suit_letter]
    if setting in modern.SETTINGS:
        body = modern.body(setting, letter, suit_letter, shades[1])
    else:
        draw = {"classic": _classic, "side": _side, "mini": _mini, "large": _large}[setting]
        body = draw(letter, suit_letter, shades[1], court_colours)
    return card(body, shades, bold=setting.endswith("mini"))


def french() -> list[tuple[str, str, str]]:
    """What makes the index of a court French: setting and rank, as it is drawn, as it would be."""
    indices = {
        "classic": lambda letter: _index(letter, ""),
        "side": lambda letter: _index(letter, ""),
        "mini": lambda letter: rank(letter, 66, 13, 88, "", _BROAD, 0),
        "large": lambda letter: rank(letter, 47, 12, 63, "", _LARGE, 1),
    } | {setting: partial(modern.index_rank, setting, colour="") for setting in modern.SETTINGS}
    return [
        (f"{setting}-{letter}", *(_inside(draw(each)) for each in (letter, other)))
        for setting, draw in indices.items()
        for letter, other in FRENCH.items()
    ]


def _inside(group: str) -> str:
    """What is in a group."""
    drawn = svg.without_empty_closings(group)
    return drawn[drawn.index(">") + 1 : drawn.rindex("</g>")]


def _text(letter: str) -> str:
    return "10" if letter == "T" else letter


def _index(letter: str, colour: str) -> str:
    """The rank in the corner."""
    ten = letter == "T"
    return rank(_text(letter), 28.5 if ten else 27, 13, 35, colour, _FINE, 0 if ten else 2)


def _classic(letter: str, s: str, colour: str, variant: str) -> str:
    index = both_ends(_index(letter, colour) + suit(s, 27, 62.5, 25, colour))
    return index + _picture(letter, s, variant, (67, 283), 1)


def _side(letter: str, s: str, colour: str, variant: str) -> str:
    beside = suit(s, 65 if letter == "T" else 61, 31, 27, colour)
    index = both_ends(_index(letter, colour) + beside)
    return index + _picture(letter, s, variant, (82, 268), 0.86)


def _picture(letter: str, s: str, variant: str, span: tuple[int, int], scale: float) -> str:
    """What is in the middle of a classic card: an ace, pips or a court."""
    if letter == "A":
        return ace(s)
    if letter in COURTS:
        return court(letter, s, variant, scale)
    return _pips(10 if letter == "T" else int(letter), s, span)


def _pips(count: int, s: str, span: tuple[int, int]) -> str:
    """The pips; those of the lower half stand on their heads."""
    top, bottom = span
    size = min(46, (bottom - top) * 0.23)
    drawn = ""
    for column, share in _pattern(count):
        x, y = _MIDDLE + _HALF * column, top + (bottom - top) * share
        drawn += suit(s, x, y, size, "url(#suit)", 180 if share > 0.5 else 0)
    return drawn


def _pattern(count: int) -> list[tuple[int, float]]:
    """Column (-1 left, 0 middle, 1 right) and height (0 top, 1 bottom) of each pip."""
    rows = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}.get(count, 0)
    sides = [(x, i / (rows - 1)) for i in range(rows) for x in (-1, 1)]
    middle = {2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75),
              9: (0.5,), 10: (1 / 6, 5 / 6)}  # fmt: skip
    return sides + [(0, share) for share in middle.get(count, ())]


def _mini(letter: str, s: str, colour: str, variant: str) -> str:
    text = _text(letter)
    index = rank(text, 70 if len(text) > 1 else 66, 13, 88, colour, _BROAD, 0)
    index += suit(s, 187, 58, 82, colour)
    if letter not in COURTS:
        return index + suit(s, _MIDDLE, 240, 136, "url(#suit)")
    plate = svg.path(svg.rectangle(55, 154, 140, 168, 14), fill="#F3E6C6", stroke=GOLD,
                     stroke_width=5)  # fmt: skip
    return index + plate + suit(s, _MIDDLE, 238, 100, "url(#suit)")


def _large(letter: str, s: str, colour: str, variant: str) -> str:
    text = _text(letter)
    index = rank(text, 56 if len(text) > 1 else 47, 12, 63, colour, _LARGE, 1)
    index += suit(s, 203, 43.5, 64, colour)
    if letter in COURTS:
        return index + portrait(letter, s, variant)
    if letter == "A":
        return index + engraved(s, _MIDDLE, 213, 168)
    return index + suit(s, _MIDDLE, 213, 168, "url(#suit)")
