"""The stock of winnable deals: random ones, kept ready for the setting 'winnable deals only'. The
worker finds them while nothing is asked, a slice at a time.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections import deque
from dataclasses import dataclass
from typing import Final

from game.core import deals
from game.rules import rules_for
from game.solver import registry
from game.solver.answer import Goal, Search, Verdict
from game.solver.search_limits import DEFAULT_MEMORY

STOCK: Final = 3
"""How many winnable deals are kept ready for each game and its options."""
_STOCK_NODES: Final = 200_000
"""The positions that the search for one may take on one deal."""
_STOCK_MEMORY: Final = DEFAULT_MEMORY // 4
"""The same in bytes."""

GameKey = tuple[str, tuple[str, ...]]
"""A game and its options."""


@dataclass(frozen=True, slots=True)
class Stock:
    """A message to the worker: find one more winnable deal of a game."""

    kind: GameKey


@dataclass(frozen=True, slots=True)
class Ready:
    """A reply of the worker: the number of a winnable deal."""

    kind: GameKey
    number: int


class StockFiller:
    """Tries random deals until enough winnable ones are found, a slice at a time."""

    def __init__(self) -> None:
        self._wanted: deque[GameKey] = deque()
        """The game of each deal that is still to be found."""
        self._search: Search | None = None
        self._found = Ready(("", ()), 0)
        self._left = 0

    def want(self, stock: Stock) -> None:
        """Look for one more deal of a game."""
        self._wanted.append(stock.kind)

    @property
    def is_busy(self) -> bool:
        """True while deals are wanted."""
        return bool(self._wanted)

    def step(self) -> Ready | None:
        """Run one slice; returns a deal if it is now proved winnable. Only while `is_busy`."""
        if self._search is None:
            self._begin()
        assert self._search is not None
        try:
            ended = self._search.run(registry.SLICE)
            self._left -= registry.SLICE
            if not ended and self._left > 0:
                return None
            won = self._search.answer().verdict is Verdict.WON
        except Exception:
            # A bug in a solver costs this deal, not the worker.
            traceback.print_exc(file=sys.stderr)
            self._search = None
            self._wanted.popleft()
            return None
        self._search = None
        if not won:
            return None
        self._wanted.popleft()
        return self._found

    def _begin(self) -> None:
        kind = self._wanted[0]
        number = random.randrange(deals.HIGHEST_NUMBER + 1)
        rules = rules_for(*kind)
        position = rules.deal(deals.deck_of(number))
        self._search = registry.start(rules, position, Goal.FIRST, _STOCK_MEMORY)
        self._found = Ready(kind, number)
        self._left = _STOCK_NODES
