"""Klondike's cards as sets of bits: which cards may lie on which, which are safe on foundations,
and what counts by rank and colour tell about a table on which runs move freely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

FIRSTS: Final = 0x1111111111111
"""The set of the clubs: one bit for each rank. Shifted by a suit it is the set of that suit."""
KINGS: Final = 0b1111 << 48
ALL: Final = (1 << 52) - 1


def _safe(card: int) -> int:
    """The set of cards that must be home before a card may be forced home: the one below
    it, both of the other colour two ranks lower, its colour's other suit three ranks lower.
    Then all that could want to lie on it can go home at once.
    """
    rank, suit = card >> 2, card & 3
    wanted = 1 << (card - 4) if rank else 0
    others = (0, 3) if suit in (1, 2) else (1, 2)
    if rank >= 2:
        wanted |= sum(1 << ((rank - 2) * 4 + other) for other in others)
    if rank >= 3:
        wanted |= 1 << ((rank - 3) * 4 + 3 - suit)
    return wanted


def _lower(card: int) -> int:
    """The set of the lower cards of a card's suit."""
    return sum(1 << other for other in range(card & 3, card, 4))


def _hosts(card: int) -> int:
    """The set of the cards that a card may lie on; none for a king."""
    if card >= 48:
        return 0
    return (0b1001 if card & 3 in (1, 2) else 0b0110) << ((card >> 2) * 4 + 4)


def _guests(card: int) -> int:
    """The set of the cards that may lie on a card."""
    if card < 4:
        return 0
    return (0b1001 if card & 3 in (1, 2) else 0b0110) << ((card >> 2) * 4 - 4)


LOWER: Final[list[int]] = [_lower(card) for card in range(52)]
HOSTS: Final[list[int]] = [_hosts(card) for card in range(52)]
GUESTS: Final[list[int]] = [_guests(card) for card in range(52)]
TWIN: Final[list[int]] = [card ^ 3 for card in range(52)]
"""The card of the same rank and colour."""
SAFE: Final[list[int]] = [_safe(card) for card in range(52)]
IS_RED: Final[list[bool]] = [card & 3 in (1, 2) for card in range(52)]


def placeable(visible: i64, loose: i64) -> i64:
    """The set of cards that would find a card to lie on, wherever they come from.

    Each rank and colour has two cards, and both may lie on the same two cards. One of these is
    bare, or can be bared, while more of them are visible than there are loose cards that lie on
    them.
    """
    red1: i64 = (visible >> 1 | visible >> 2) & FIRSTS
    red2: i64 = (visible >> 1 & visible >> 2) & FIRSTS
    black1: i64 = (visible | visible >> 3) & FIRSTS
    black2: i64 = (visible & visible >> 3) & FIRSTS
    on_red1: i64 = (loose | loose >> 3) & FIRSTS
    on_red2: i64 = (loose & loose >> 3) & FIRSTS
    on_black1: i64 = (loose >> 1 | loose >> 2) & FIRSTS
    on_black2: i64 = (loose >> 1 & loose >> 2) & FIRSTS
    reds: i64 = (black1 >> 4 & ~on_black1) | (black2 >> 4 & ~on_black2)
    blacks: i64 = (red1 >> 4 & ~on_red1) | (red2 >> 4 & ~on_red2)
    return reds << 1 | reds << 2 | blacks | blacks << 3


def bareable(visible: i64, loose: i64) -> i64:
    """The set of cards that, if visible, end their column or can be made to."""
    red1: i64 = (visible >> 1 | visible >> 2) & FIRSTS
    red2: i64 = (visible >> 1 & visible >> 2) & FIRSTS
    black1: i64 = (visible | visible >> 3) & FIRSTS
    black2: i64 = (visible & visible >> 3) & FIRSTS
    on_red1: i64 = ((loose | loose >> 3) & FIRSTS) << 4
    on_red2: i64 = ((loose & loose >> 3) & FIRSTS) << 4
    on_black1: i64 = ((loose >> 1 | loose >> 2) & FIRSTS) << 4
    on_black2: i64 = ((loose >> 1 & loose >> 2) & FIRSTS) << 4
    reds: i64 = (red1 & ~on_red1) | (red2 & ~on_red2)
    blacks: i64 = (black1 & ~on_black1) | (black2 & ~on_black2)
    return reds << 1 | reds << 2 | blacks | blacks << 3
