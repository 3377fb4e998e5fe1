"""What both of Brain Jam's searches know of the table."""

from __future__ import annotations

from typing import Final

from game.solver.search_tools import BIT, lowest, random_keys
from game.solver.vectors import i64, vec

COLUMNS: Final = 8
RESERVES: Final = 4

# What a card may land on, besides a card: numbers above all cards.
TO_RESERVE: Final = 52
TO_EMPTY: Final = 53
TO_HOME: Final = 54

# The pseudo-card below the first card of a column, and below a card in a reserve; so a hash
# does not know which column or which reserve a card is in.
GROUND: Final = 52
SHELF: Final = 53
WIDTH: Final = 54
KEYS: Final[list[int]] = random_keys(52 * 54)
"""Of a card and the card below it, at card * WIDTH + below: a position's hash is their XOR."""


def wanted_of(there: i64) -> i64:
    """The lowest card of each suit among those not yet home, as a set: they go home next.
    A finished suit has its bit above 51.
    """
    wanted: i64 = 0
    for suit in range(4):
        card: i64 = suit
        while card < 52 and not (there >> card) & 1:
            card += 4
        wanted |= BIT[card]
    return wanted


def is_won(wanted: i64) -> bool:
    """True if all four suits are finished."""
    return wanted >> 52 == 15


class PathReplay:
    """Plays a path on a table, with all moves to foundations as soon as they can be made."""

    def __init__(self, columns: list[list[int]], reserve: list[int]) -> None:
        self.columns: list[list[int]] = [column[:] for column in columns]
        self.held: i64 = 0
        """The cards in reserves."""
        self.ends: i64 = 0
        """The cards that end a column."""
        self.home: i64 = 0
        """The cards sent home."""
        self.one: i64 = BIT[0]
        self.column: vec[i64] = vec[i64]([-1] * 52)
        """The column of each card that lies in one."""
        self.hash: i64 = 0
        self.moves: list[tuple[int, int]] = []
        """Card and what it lands on, those to foundations included."""
        self.passed: dict[int, int] = {}
        """The number of moves at which each position was reached, by its hash."""
        there: i64 = 0
        for index in range(COLUMNS):
            below: i64 = GROUND
            for card in columns[index]:
                there |= BIT[card]
                self.column[card] = index
                self._turn(card, below)
                below = card
            if below != GROUND:
                self.ends |= BIT[below]
        for card in reserve:
            self.held |= BIT[card]
            self._turn(card, SHELF)
        self.wanted: i64 = wanted_of(there | self.held)

    def play(self, path: list[tuple[int, int]]) -> None:
        """Make the moves of a path. A run that is carried may lose cards to their foundations
        on the way: their moves are left out. So are moves that lead back to a position.
        """
        self._go_home()
        self.passed[self.hash] = len(self.moves)
        for card, onto in path:
            if (self.home >> card) & 1:
                continue
            self._lift(card)
            self._put(card, onto)
            self._go_home()
            before = self.passed.get(self.hash)
            if before is None:
                self.passed[self.hash] = len(self.moves)
            else:
                del self.moves[before:]
                self.passed = {key: at for key, at in self.passed.items() if at <= before}

    def _go_home(self) -> None:
        ready: i64 = self.wanted & (self.held | self.ends)
        while ready:
            card: i64 = lowest(ready)
            single: i64 = ready & -ready
            self._lift(card)
            self.moves.append((card, TO_HOME))
            self.home |= single
            self.wanted ^= single | (single << 4)
            ready = self.wanted & (self.held | self.ends)

    def _lift(self, card: i64) -> None:
        index: i64 = self.column[card]
        single: i64 = self.one << card
        if index < 0:
            self.held ^= single
            self._turn(card, SHELF)
            return
        column = self.columns[index]
        column.pop()
        self.ends ^= single
        below: i64 = GROUND
        if column:
            below = column[-1]
            self.ends |= self.one << below
        self._turn(card, below)
        self.column[card] = -1

    def _put(self, card: i64, onto: i64) -> None:
        self.moves.append((card, onto))
        single: i64 = self.one << card
        if onto == TO_RESERVE:
            self.held |= single
            self._turn(card, SHELF)
            return
        self.ends |= single
        if onto == TO_EMPTY:
            index: i64 = self._empty()
            self._turn(card, GROUND)
        else:
            index = self.column[onto]
            self.ends ^= self.one << onto
            self._turn(card, onto)
        self.columns[index].append(card)
        self.column[card] = index

    def _empty(self) -> i64:
        """The first empty column."""
        index: i64 = 0
        while self.columns[index]:
            index += 1
        return index

    def _turn(self, card: i64, below: i64) -> None:
        """Put a card on another, as far as the hash goes, or take it off."""
        key: i64 = KEYS[card * WIDTH + below]
        self.hash ^= key
