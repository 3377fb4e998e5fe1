"""The search for the first winnable deal from a number on; every machine finds the same deal. From
the number of a day it finds the daily deal, from a random one a deal to be kept ready.
"""

from __future__ import annotations

import sys
from collections import deque
from random import SystemRandom
from typing import Final, NamedTuple

from game.core import deals
from game.rules import rules_for
from game.solver.answer import Goal, Search, Verdict

_SLICE: Final = 100
"""Positions. The same compiled or not: which deal is the daily one must not depend on it."""
_MEMORY: Final = 1_000_000_000
KEPT_READY: Final = 3
"""How many winnable deals are kept ready for each game and its options."""
_NODES_TO_KEEP: Final = 200_000
"""The positions that the search for one of these may take on one deal."""


class Seek(NamedTuple):
    """A search for the first deal, from a number on, that is proved winnable."""

    game: str
    options: tuple[str, ...]
    start: int
    """The first number tried; after the highest comes 0."""
    nodes: int
    """Positions that one deal may take; a deal not proved within them is passed over."""
    idle: bool = False
    """True: the deal is to be kept ready, and is looked for only while nothing is asked."""


def seek_to_keep(game: str, options: tuple[str, ...]) -> Seek:
    """The search, from a random number on, for a deal to be kept ready."""
    start = SystemRandom().randrange(deals.HIGHEST_NUMBER + 1)
    return Seek(game, options, start, _NODES_TO_KEEP, idle=True)


class FoundDeal(NamedTuple):
    """The result of a `Seek`."""

    seek: Seek
    number: int | None
    """None: the search has failed, by a bug or because no worker was left for it."""


class FirstWin:
    """Runs the search for one `Seek`, a slice at a time."""

    def __init__(self, seek: Seek) -> None:
        from game.solver import registry  # Imported here: `Seek` alone does not need it.

        self._seek = seek
        self._start, self._slice = registry.start, registry.SLICE if seek.idle else _SLICE
        self._rules = rules_for(seek.game, seek.options)
        self._number = seek.start
        self._search = self._begin()
        self._left = seek.nodes

    def _begin(self) -> Search:
        position = self._rules.deal(deals.deck_of(self._number))
        return self._start(self._rules, position, Goal.FIRST, _MEMORY)

    def step(self) -> FoundDeal | None:
        """Search on for a slice, which takes a few milliseconds; the deal once it is found."""
        ended = self._search.run(self._slice)
        self._left -= self._slice
        if not ended and self._left > 0:
            return None
        if self._search.answer().verdict is Verdict.WON:
            return FoundDeal(self._seek, self._number)
        self._number = (self._number + 1) % (deals.HIGHEST_NUMBER + 1)
        self._search, self._left = self._begin(), self._seek.nodes
        return None


class Seeker:
    """Works through `Seek` messages, one after the other, a slice at a time."""

    def __init__(self) -> None:
        self._wanted: deque[Seek] = deque()
        self._search: FirstWin | None = None

    def want(self, seek: Seek) -> None:
        """Append a search."""
        self._wanted.append(seek)

    @property
    def is_busy(self) -> bool:
        """True while a search is left."""
        return bool(self._wanted)

    def step(self) -> FoundDeal | None:
        """Run one slice; returns the result if this slice has ended the search."""
        try:
            self._search = self._search or FirstWin(self._wanted[0])
            found = self._search.step()
        except Exception as error:
            # A bug in a solver, or a lack of memory, costs this search, not the worker.
            if not isinstance(error, MemoryError):
                import traceback  # Imported here: it is slow, and `Seek` alone does not need it.

                traceback.print_exc(file=sys.stderr)
            found = FoundDeal(self._wanted[0], None)
        if found is not None:
            self._search = None
            self._wanted.popleft()
        return found
