"""Turns a number or 52 letters into a deck in dealing order, and says what a deal is called."""

from __future__ import annotations

from typing import Final

from game.core.cards import FULL_DECK, LETTERS, Card
from game.core.translatable_texts import WordedError, Wording

Deck = tuple[Card, ...]

HIGHEST_NUMBER: Final = 999_999
MICROSOFTS_ZERO: Final = 1_000_000
"""Microsoft's numbers begin at 1: this one, one past our highest, is our number 0."""
_ALL_LETTERS: Final = frozenset(LETTERS)
_CARDS_OF: Final = bytes.maketrans(LETTERS.encode(), bytes(range(len(LETTERS))))
_LETTERS_OF: Final = bytes.maketrans(bytes(range(len(LETTERS))), LETTERS.encode())
DECK_SHOWN: Final = 8
"""How many letters of its deck are the label of a deal without number and pack."""
CUT: Final = "…"
"""Ends such a label."""


class DealError(WordedError):
    """A number, deck or pack that cannot be dealt; its text says what and where."""


def deck_of(number: int) -> Deck:
    """The Microsoft deal of a number from 0 to 999999, first card dealt first.

    Raises DealError for a number out of range.
    """
    if not 0 <= number <= HIGHEST_NUMBER:
        wording = Wording("deal number {number} is out of range (0 to {most})", number=number)
        raise DealError(wording.filled(most=HIGHEST_NUMBER))
    seed = number or MICROSOFTS_ZERO
    left, dealt = list(FULL_DECK), []
    while left:
        seed = (seed * 214_013 + 2_531_011) % 2**31
        drawn = (seed >> 16) % len(left)
        left[drawn], left[-1] = left[-1], left[drawn]
        dealt.append(left.pop())
    return tuple(dealt)


def parse_number(text: str) -> int:
    """Parse a deal number, with or without `#`; 1000000 is 0, as Microsoft calls that deal. Raises
    DealError if the text is no number or is out of range.
    """
    number = text.removeprefix("#")
    digits = number.lstrip("0") or number[:1]
    # The digits are counted first: `int` refuses a text of more than a few thousand digits.
    few = number.isascii() and number.isdigit() and len(digits) <= len(str(MICROSOFTS_ZERO))
    if not few or int(digits) > MICROSOFTS_ZERO:
        wording = Wording("'{text}' is not a deal number (0 to {most})", text=text)
        raise DealError(wording.filled(most=HIGHEST_NUMBER))
    return int(digits) % MICROSOFTS_ZERO


def deck_text(deck: Deck) -> str:
    """A deck as its 52 letters in dealing order."""
    return bytes(deck).translate(_LETTERS_OF).decode()  # a tenth of a loop's time: lists are long


def parse_deck(text: str) -> Deck:
    """Read 52 letters back; DealError says which letter is wrong, missing or double."""
    if len(text) == len(LETTERS) and _ALL_LETTERS.issubset(text):  # the fast path: packs are long
        return tuple(text.encode().translate(_CARDS_OF))
    for place, letter in enumerate(text, 1):
        if letter not in LETTERS:
            wording = Wording("letter {place} of the deck, '{letter}', is not a card")
            raise DealError(wording.filled(place=place, letter=letter))
        if letter in text[: place - 1]:
            wording = Wording("letter {place} of the deck, '{letter}', appears twice")
            raise DealError(wording.filled(place=place, letter=letter))
    if len(text) != len(LETTERS):
        wording = Wording("a deck has {all} letters, but this one has {count}", all=len(LETTERS))
        raise DealError(wording.filled(count=len(text)))
    return tuple(map(LETTERS.index, text))


def deal_name(title: str, label: int | str | None) -> str:
    """A deal's name: the title of its game, and its label if it has one."""
    return title if label is None else f"{title} {label}"


def label_of(number: int | None, place: str, deck: str) -> int | str:
    """What a deal is called beside its game: its number, else its id in a pack (`Pack.place_of`),
    else the first letters of its deck and CUT.
    """
    return number if number is not None else place.partition(" ")[0] or deck[:DECK_SHOWN] + CUT
