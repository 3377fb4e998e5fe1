"""Translates a winning line of Klondike's search into moves of the game."""

from __future__ import annotations

from game.core.moves import DONE, EMPTY, PULL, TURN, Move
from game.core.position import Position
from game.rules.klondike import COLUMNS, FOUNDATIONS, PULL_PILE, RESERVE_PILE
from game.solver.klondike_card_relations import IS_RED
from game.solver.klondike_state import HOME, PULL_DOWN, PULL_HOME


def played_line(position: Position, line: list[int]) -> list[Move]:
    """A winning line of the search as moves of the game."""
    replay = LineReplay(position)
    for move in line:
        replay.play(move)
    replay.finish()
    return replay.moves


class LineReplay:
    """Plays a line of the search with real cards: finds where each card lies and may go."""

    def __init__(self, position: Position) -> None:
        self.columns = [list(position.piles[index]) for index in COLUMNS]
        self.home = [len(position.piles[index]) for index in FOUNDATIONS]
        self.reserve = list(position.piles[RESERVE_PILE])
        self.pulled = list(position.piles[PULL_PILE])
        self.moves: list[Move] = []

    def play(self, move: int) -> None:
        """Make a move of the search, and first the moves that it needs."""
        kind, card = move >> 6, move & 63
        if kind in (PULL_HOME, PULL_DOWN):
            self._pull(card)
        if kind == HOME:
            self._bare(card)
        if kind in (HOME, PULL_HOME):
            self._send(card)
        else:
            self._put(card)

    def finish(self) -> None:
        """Send home what is left, once every card can go."""
        while ends := [column[-1] for column in self.columns if column]:
            self._send(min(ends))

    def _pull(self, card: int) -> None:
        """Pull, and turn over, until a card is the top of the pull stack."""
        while not self.pulled or self.pulled[-1] != card:
            if not self.reserve:
                self.reserve = self.pulled[::-1]
                self.pulled = []
                self.moves.append(Move(None, TURN))
            self.pulled.append(self.reserve.pop())
            self.moves.append(Move(None, PULL))

    def _bare(self, card: int) -> None:
        """Move away what lies on a card."""
        for column in self.columns:
            if card in column and column[-1] != card:
                self._put(column[column.index(card) + 1])
                return

    def _send(self, card: int) -> None:
        """An end card, or the pull stack's top, goes home."""
        self._lift(card)
        self.home[card & 3] += 1
        self.moves.append(Move(card, DONE))

    def _put(self, card: int) -> None:
        """A card with all that lies on it goes onto a card that takes it, or for a king to
        an empty column.
        """
        target = next(column for column in self.columns if _takes(column, card))
        self.moves.append(Move(card, target[-1] if target else EMPTY))
        target += self._lift(card)

    def _lift(self, card: int) -> list[int]:
        """Take up a card and all that lies on it."""
        for pile in (*self.columns, self.pulled):
            if card in pile:
                at = pile.index(card)
                lifted = pile[at:]
                del pile[at:]
                return lifted
        self.home[card & 3] -= 1
        return [card]


def _takes(column: list[int], card: int) -> bool:
    """True if a card may be laid on a column."""
    if not column:
        return card >= 48
    onto = column[-1]
    return onto >> 2 == (card >> 2) + 1 and IS_RED[onto] != IS_RED[card]
