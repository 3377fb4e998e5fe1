"""The search for the shortest answer below a given length, with one interface for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from game.core.garbage_collection import garbage_collection_paused
from game.core.moves import Move
from game.core.position import Position
from game.rules import BrainJam, LaPeau, Rules
from game.rules.brainjam import COLUMNS, RESERVES
from game.solver.answer import Goal
from game.solver.brainjam_shortest_answer import BrainJamShortestAnswer
from game.solver.brainjam_solver import moves_of
from game.solver.lapeau_shortest_answer import LaPeauShortestAnswer
from game.solver.lapeau_solver import LaPeauSearch
from game.solver.search_limits import DEFAULT_MEMORY


class ShortestAnswerSearch(Protocol):
    """A search for the shortest answer of fewer than `below` moves."""

    def run(self, nodes: int) -> bool:
        """Search about `nodes` further positions; True when the search has ended."""
        ...

    def least(self) -> int:
        """A proved lower bound of the counted moves of any answer: the length of the answer once
        that is found, `below` once it is proved that there is none.
        """
        ...

    def moves(self) -> tuple[Move, ...] | None:
        """The answer once it is found, not yet replayed by the rules."""
        ...


class _BrainJam:
    """Adapter of `BrainJamShortestAnswer`, whose costs leave out a move for each card not home."""

    def __init__(self, rules: Rules, position: Position, below: int, memory_limit: int) -> None:
        self._columns = [list(position.piles[index]) for index in COLUMNS]
        self._reserve = [card for index in RESERVES for card in position.piles[index]]
        self._left = len(self._reserve) + sum(map(len, self._columns))
        below -= self._left
        self._search = BrainJamShortestAnswer(self._columns, self._reserve, below, memory_limit)
        self._ended = False

    def run(self, nodes: int) -> bool:
        with garbage_collection_paused():
            try:
                self._ended = self._ended or self._search.run(nodes)
            except MemoryError:
                self._search.full = self._ended = True
        return self._ended

    def least(self) -> int:
        search = self._search
        if search.won >= 0:
            return len(search.path()) + self._left
        proved = self._ended and not search.full
        return int(search.below if proved else search.lowest_cost()) + self._left

    def moves(self) -> tuple[Move, ...] | None:
        if self._search.won < 0:
            return None
        return moves_of(self._search.path(), self._columns, self._reserve)


class _LaPeau:
    """Adapter of `LaPeauShortestAnswer`; `LaPeauSearch` makes moves of the tree's win."""

    def __init__(self, rules: Rules, position: Position, below: int, memory_limit: int) -> None:
        self._search = LaPeauSearch(rules, position, Goal.OPTIMAL, memory_limit)
        root = self._search.table.root(position)
        self._tree = LaPeauShortestAnswer(self._search.table, root, below, memory_limit)
        self._search.tree = self._tree

    def run(self, nodes: int) -> bool:
        return self._search.run(nodes)

    def least(self) -> int:
        tree = self._tree
        if tree.win is not None:
            return int(tree.win.length)
        proved = self._search.ended and not tree.full
        return int(tree.cap if proved else tree.lowest_length())

    def moves(self) -> tuple[Move, ...] | None:
        return self._search.answer().moves if self._tree.win is not None else None


_SEARCHES: Final[dict[str, Callable[..., ShortestAnswerSearch]]] = {
    BrainJam.name: _BrainJam,
    LaPeau.name: _LaPeau,
}


def can_prove(game: str) -> bool:
    """Whether the shortest answer of a position of this game can be proved at all."""
    return game in _SEARCHES


def start(
    rules: Rules, position: Position, below: int, memory_limit: int = DEFAULT_MEMORY
) -> ShortestAnswerSearch:
    """A search of any position; `memory_limit` in bytes. Raises KeyError for a game without such a
    search (`can_prove`).
    """
    return _SEARCHES[rules.name](rules, position, below, memory_limit)
