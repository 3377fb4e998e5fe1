"""Positions and moves as immutable values, and the names of the piles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from game.core import cards
from game.core.cards import Card
from game.core.named_tuple import NamedTuple
from game.core.translatable_texts import WordedError, Wording


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


DONE: Final = "done"
EMPTY: Final = "empty"
RESERVE: Final = "reserve"
PULL: Final = "pull"
TURN: Final = "turn"
REDEAL: Final = "redeal"
REDEAL_RANDOM: Final = "redeal-random"

_PLACES: Final = (DONE, EMPTY, RESERVE)
WITHOUT_CARD: Final = (PULL, TURN, REDEAL, REDEAL_RANDOM)
_TARGET: Final = re.compile(r"(empty|reserve)-([1-9][0-9]?)")


class Move(NamedTuple):
    """What a player does: a card (for a run its deepest card) and where it goes."""

    card: Card | None
    """None for a pull, a turn-over or a redeal."""
    onto: Card | str
    """The card it lands on, or DONE, EMPTY or RESERVE; if `card` is None, PULL, TURN, REDEAL or
    REDEAL_RANDOM.
    """
    place: int = 0
    """The chosen empty place, counted from 1 within its kind; 0: the first one. In Gaps it is the
    row, and part of the move; elsewhere it is only a display hint.
    """

    def __str__(self) -> str:
        """The move as text: `7h>8s`, `7h>done`, `7h>empty`, `2h>empty-3`, `pull`."""
        if self.card is None:
            return str(self.onto)
        onto = cards.name(self.onto) if isinstance(self.onto, int) else self.onto
        return f"{cards.name(self.card)}>{onto}" + (f"-{self.place}" if self.place else "")

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move from its text. Raises WordedError."""
        if text in WITHOUT_CARD:
            return cls(None, text)
        card, arrow, onto = text.partition(">")
        if not arrow:
            raise WordedError(
                Wording("'{text}' is not a move (write it as 7h>8s, 7h>done or pull)", text=text)
            )
        if onto in _PLACES:
            return cls(cards.parse_card(card), onto)
        if chosen := _TARGET.fullmatch(onto):
            return cls(cards.parse_card(card), chosen[1], int(chosen[2]))
        return cls(cards.parse_card(card), cards.parse_card(onto))


Action = tuple[Move, ...]
"""One edge of the history: a single move, or all moves of a purge."""


def action_text(action: Action) -> str:
    """An action as one word: its moves joined by `+`."""
    return "+".join(map(str, action))


def parse_action(text: str) -> Action:
    """Read an action from its text. Raises WordedError."""
    return tuple(Move.parse(part) for part in text.split("+"))
