"""A card is an int from 0 to 51: rank * 4 + suit; names, colours, parsing.

Ranks run from 0 (ace) to 12 (king), suits in the order clubs, diamonds, hearts, spades,
so that a card's number is also its place in the alphabet of the 52 letters of a deck.
"""

from __future__ import annotations

from typing import Final

from game.core.translatable_texts import WordedError, Wording

Card = int

RANKS: Final = "A23456789TJQK"
FRENCH_RANKS: Final = "A23456789TVDR"
SUITS: Final = "cdhs"
SUIT_SIGNS: Final = "♣♦♥♠"
SUIT_NAMES: Final = ("club", "diamond", "heart", "spade")
ACE: Final = 0
TWO: Final = 1
QUEEN: Final = 11
KING: Final = 12
FULL_DECK: Final = tuple(range(52))

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

# The letter of card n in a deck written as text: A = ace of clubs ... z = king of spades.
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def card(rank: int, suit: int) -> Card:
    """The card of a rank (0 ace to 12 king) and a suit (0 clubs to 3 spades)."""
    return rank * 4 + suit


def rank(card: Card) -> int:
    """0 for an ace up to 12 for a king."""
    return card >> 2


def suit(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def is_red(card: Card) -> bool:
    """True for diamonds and hearts."""
    return card & 3 in (DIAMONDS, HEARTS)


def name(card: Card) -> str:
    """The card's two-letter name: `7h`, `Tc`, `As`."""
    return RANKS[card >> 2] + SUITS[card & 3]


def sign(card: Card, *, french: bool = False) -> str:
    """The card as its index shows it: `7♥`, `10♣`, `K♦`; with `french` indices `R♦`."""
    shown = (FRENCH_RANKS if french else RANKS)[card >> 2].replace("T", "10")
    return shown + SUIT_SIGNS[card & 3]


def parse_card(text: str) -> Card:
    """The card named by `7h`, `Th` or `10h`, in upper or lower case.

    Raises WordedError, which names the text, for anything else.
    """
    short = text.replace("10", "T")
    if len(short) == 2:
        found_rank = RANKS.find(short[0].upper())
        found_suit = SUITS.find(short[1].lower())
        if found_rank >= 0 and found_suit >= 0:
            return card(found_rank, found_suit)
    raise WordedError(Wording("'{text}' is not a card (write it as 7h, Tc or As)", text=text))
