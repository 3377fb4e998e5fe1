"""Positions as immutable values, the names of the piles, and hashes of keys.

Hashes have 64 bits and are the same on every machine and in every version. blake2b is imported from
its own module: `hashlib` also loads OpenSSL, which would delay the first frame.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from enum import StrEnum
from typing import NamedTuple

from game.core.cards import Card

try:
    from _blake2 import blake2b
except ImportError:  # a Python that keeps it elsewhere
    from hashlib import blake2b

__all__ = [
    "Pile", "PileKind", "Position", "Seat", "blake2b", "hash_text", "key_hash_of", "piles"
]  # fmt: skip


class PileKind(StrEnum):
    """What a pile is for."""

    FOUNDATION = "foundation"
    RESERVE = "reserve"
    PULL = "pull"
    COLUMN = "column"
    SLOT = "slot"


class Pile(NamedTuple):
    """A place on the table that holds cards, the same for every position of a game."""

    kind: PileKind
    number: int
    """Counted from 1 within its kind; a slot of Gaps counts 1 to 52 in reading order."""

    @property
    def id(self) -> str:
        """The pile's name in traces, such as `foundation-1`, `pull`, `slot-2-13`."""
        if self.kind is PileKind.PULL:
            return "pull"
        if self.kind is PileKind.SLOT:
            row, place = divmod(self.number - 1, 13)
            return f"slot-{row + 1}-{place + 1}"
        return f"{self.kind}-{self.number}"

    @property
    def place(self) -> int:
        """The number by which a move names this pile when it is empty: for a slot, its row."""
        return (self.number - 1) // 13 + 1 if self.kind is PileKind.SLOT else self.number


def piles(*groups: tuple[PileKind, int]) -> tuple[Pile, ...]:
    """Make the given number of piles of each kind, in the order in which positions hold them."""
    return tuple(Pile(kind, n + 1) for kind, count in groups for n in range(count))


class Seat(NamedTuple):
    """Where a card lies: the index of its pile, and how many cards lie under it there."""

    pile: int
    depth: int


class Position(NamedTuple):
    """Everything that undo restores: the cards of every pile, bottom card first."""

    piles: tuple[tuple[Card, ...], ...]
    down: tuple[int, ...] = ()
    """The number of face-down cards at the bottom of each pile; empty: there are none."""
    used: int = 0
    """Redeals or turn-overs used."""
    deck: str = ""
    """The 52 letters of the deal, in games whose redeals depend on them (Gaps)."""

    def seat(self, card: Card) -> Seat | None:
        """Where a card lies, or None if the game has removed it."""
        for index, pile in enumerate(self.piles):
            if card in pile:
                return Seat(index, pile.index(card))
        return None

    def card(self, seat: Seat) -> Card | None:
        """The card in a seat; None for an empty place."""
        held = self.piles[seat.pile]
        return held[seat.depth] if seat.depth < len(held) else None

    def seats(self) -> Iterator[tuple[Card, Seat]]:
        """Every card with its seat, pile by pile, lowest first."""
        for pile, held in enumerate(self.piles):
            for depth, card in enumerate(held):
                yield card, Seat(pile, depth)

    def end(self, pile: int) -> Seat:
        """The seat of a pile's last card, or the pile's empty place."""
        return Seat(pile, max(0, len(self.piles[pile]) - 1))

    def down_in(self, pile: int) -> int:
        """How many cards of a pile lie face down."""
        return self.down[pile] if self.down else 0

    def is_up(self, seat: Seat) -> bool:
        """True if the card in this seat shows its face."""
        return seat.depth >= self.down_in(seat.pile)


def hash_text(text: str) -> int:
    """The signed 64-bit hash of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def key_hash_of(key: Hashable) -> int:
    """The signed 64-bit hash of a key, which is made of int, bool, str and bytes in tuples and
    frozensets.
    """
    return hash_text(_text(key))


def _text(key: object) -> str:
    """One text per key, independent of the order in which sets are iterated."""
    if isinstance(key, frozenset):
        return "{" + ",".join(sorted(map(_text, key))) + "}"
    if isinstance(key, tuple):
        # Most items of a key are cards: a recursive call for each would take most of the time.
        return "(" + ",".join([str(k) if type(k) is int else _text(k) for k in key]) + ")"
    return repr(key)
