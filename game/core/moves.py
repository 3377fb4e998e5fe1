"""Moves and actions as immutable values and as text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from game.core import cards
from game.core.cards import Card
from game.core.translatable_texts import WordedError, Wording

DONE: Final = "done"
EMPTY: Final = "empty"
RESERVE: Final = "reserve"
PULL: Final = "pull"
TURN: Final = "turn"
REDEAL: Final = "redeal"

_PLACES: Final = (DONE, EMPTY, RESERVE)
WITHOUT_CARD: Final = (PULL, TURN, REDEAL)
_TARGET: Final = re.compile(r"(empty|reserve)-([1-9][0-9]?)")


class Move(NamedTuple):
    """What a player does: a card (for a run its deepest card) and where it goes."""

    card: Card | None
    """None for a pull, a turn-over or a redeal."""
    onto: Card | str
    """The card it lands on, or DONE, EMPTY or RESERVE; if `card` is None, PULL, TURN or REDEAL."""
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
