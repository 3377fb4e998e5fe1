"""Translates a winning line of Klondike's search into moves of the game."""

from __future__ import annotations

from game.core.moves import DONE, EMPTY, PULL, TURN, Move
from game.core.position import Position
from game.rules.klondike import COLUMNS, FOUNDATIONS, PULL_PILE, RESERVE_PILE
from game.solver.klondike_card_relations import IS_RED
from game.solver.klondike_state import HOME, PULL_DOWN, PULL_HOME


def played_line(position: Position, line: list[int], ways: int = 1) -> list[Move]:
    """A winning line of the search as moves of the game.

    A card may have two cards to go onto, and the choice decides how many cards must be moved aside
    later. `ways` is how many ways to play are compared, at most.
    """
    columns = [list(position.piles[index]) for index in COLUMNS]
    home = [len(position.piles[index]) for index in FOUNDATIONS]
    reserve, pulled = list(position.piles[RESERVE_PILE]), list(position.piles[PULL_PILE])
    replays = [LineReplay(columns, home, reserve, pulled, [])]
    for move in line:
        after = [way for replay in replays for way in replay.played(move)[:ways]]
        after.sort(key=_length)
        kept: dict[frozenset[tuple[int, ...]], LineReplay] = {}
        for replay in after:
            kept.setdefault(frozenset(map(tuple, replay.columns)), replay)
        replays = list(kept.values())[:ways]
    for replay in replays:
        replay.finish()
    return min(replays, key=_length).moves


class LineReplay:
    """Plays a line of the search with real cards: finds where each card lies and may go."""

    def __init__(
        self,
        columns: list[list[int]],
        home: list[int],
        reserve: list[int],
        pulled: list[int],
        moves: list[Move],
    ) -> None:
        self.columns = columns
        self.home = home
        self.reserve = reserve
        self.pulled = pulled
        self.moves = moves

    def copy(self) -> LineReplay:
        """Another replay at the same place."""
        columns = [column.copy() for column in self.columns]
        home, reserve, pulled = self.home.copy(), self.reserve.copy(), self.pulled.copy()
        return LineReplay(columns, home, reserve, pulled, self.moves.copy())

    def played(self, move: int) -> list[LineReplay]:
        """The replays after a move of the search, and before it the moves that it needs: one for
        each choice of where cards go. They may change this one.
        """
        kind, card = move >> 6, move & 63
        if kind in (PULL_HOME, PULL_DOWN):
            self._pull(card)
        begun = self._bared(card) if kind == HOME else [self]
        if kind in (HOME, PULL_HOME):
            for replay in begun:
                replay._send(card)
            return begun
        return [way for replay in begun for way in replay._put(card)]

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

    def _bared(self, card: int) -> list[LineReplay]:
        """The replays after what lies on a card has moved away."""
        for column in self.columns:
            if card in column and column[-1] != card:
                return self._put(column[column.index(card) + 1])
        return [self]

    def _send(self, card: int) -> None:
        """An end card, or the pull stack's top, goes home."""
        self._lift(card)
        self.home[card & 3] += 1
        self.moves.append(Move(card, DONE))

    def _put(self, card: int) -> list[LineReplay]:
        """The replays after a card with all that lies on it has gone onto a card that takes it, or
        a king to an empty column: one for each such card. The first of them is this one.
        """
        targets = [n for n, column in enumerate(self.columns) if _takes(column, card)]
        if not self.columns[targets[0]]:
            del targets[1:]
        ways = [self, *[self.copy() for _ in targets[1:]]]
        for way, number in zip(ways, targets, strict=True):
            target = way.columns[number]
            way.moves.append(Move(card, target[-1] if target else EMPTY))
            target += way._lift(card)
        return ways

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


def _length(replay: LineReplay) -> int:
    return len(replay.moves)
