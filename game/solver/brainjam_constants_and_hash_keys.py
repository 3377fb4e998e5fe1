"""Brain Jam as all of its searches see it: constants, hash keys of states, replay of a path."""

from __future__ import annotations

from typing import Final

from game.solver.bit_sets_and_random_keys import BIT, lowest, random_keys
from game.solver.vectors import i64, vec

COLUMNS: Final = 8
RESERVES: Final = 4

# What a card may land on, besides a card: numbers above all cards.
TO_RESERVE: Final = 52
TO_EMPTY: Final = 53
TO_HOME: Final = 54

# The pseudo-card below the first card of a column, and below a card in a reserve. So a hash does
# not depend on which column or which reserve a card is in.
GROUND: Final = 52
SHELF: Final = 53
WIDTH: Final = 54
KEYS: Final[vec[i64]] = vec[i64](random_keys(52 * 54))
"""By card * WIDTH + the card below it: a hash key. A position's hash is the XOR of its keys."""


def wanted_of(there: i64) -> i64:
    """The set of the cards that go home next: of each suit the lowest card not yet home. A finished
    suit has its bit above 51.
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


_BELOW: Final[list[int]] = [*range(52), SHELF, GROUND]
"""What a card lies on, by what it landed on."""


class PathReplay:
    """Plays a path on a table, with all moves to foundations as soon as they can be made."""

    def __init__(self, columns: list[list[int]], reserve: list[int]) -> None:
        self.below: vec[i64] = vec[i64]([SHELF] * 52)
        """What each card lies on: a card, GROUND, or SHELF in a reserve."""
        self.ready: i64 = 0
        """The cards that can be moved: in reserves, or at the end of a column."""
        self.home: i64 = 0
        """The cards sent home."""
        self.one: i64 = BIT[0]
        self.hash: i64 = 0
        self.moves: list[tuple[int, int]] = []
        """Card and what it lands on, those to foundations included."""
        self.passed: dict[int, int] = {}
        """The number of moves at which each position was reached, by its hash."""
        there: i64 = 0
        for column in columns:
            onto: i64 = GROUND
            for card in column:
                there |= BIT[card]
                self._lay(card, onto)
                onto = card
        for card in reserve:
            there |= BIT[card]
            self._lay(card, SHELF)
        self.wanted: i64 = wanted_of(there)

    def play(self, path: list[tuple[int, int]]) -> None:
        """Make the moves of a path. Cards of a run may go home while it is carried; their later
        moves are left out. Moves that lead back to an earlier position are left out too.
        """
        self._go_home()
        self.passed[self.hash] = len(self.moves)
        for card, onto in path:
            if (self.home >> card) & 1:
                continue
            self._lift(card)
            self.moves.append((card, onto))
            self._lay(card, _BELOW[onto])
            self._go_home()
            before = self.passed.setdefault(self.hash, len(self.moves))
            if before < len(self.moves):
                del self.moves[before:]
                self.passed = {key: at for key, at in self.passed.items() if at <= before}

    def _go_home(self) -> None:
        going: i64 = self.wanted & self.ready
        while going:
            card: i64 = lowest(going)
            single: i64 = going & -going
            self._lift(card)
            self.moves.append((card, TO_HOME))
            self.home |= single
            self.wanted ^= single | (single << 4)
            going = self.wanted & self.ready

    def _lift(self, card: i64) -> None:
        below: i64 = self.below[card]
        self.ready ^= self.one << card
        if below < GROUND:
            self.ready ^= self.one << below
        self.hash ^= KEYS[card * WIDTH + below]

    def _lay(self, card: i64, onto: i64) -> None:
        self.below[card] = onto
        self.ready ^= self.one << card
        if onto < GROUND:
            self.ready ^= self.one << onto
        self.hash ^= KEYS[card * WIDTH + onto]
