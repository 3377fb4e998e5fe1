"""Finds how many branches (chains) a map draws: as many as fit its room's lanes, or nearly so."""

from __future__ import annotations

from game.map.branches_and_wedges import Draft, MapRoom
from game.map.chains import ChainOrder
from game.map.lanes import Lanes
from game.map.tree import Slices

GOOD_ENOUGH = 0.85
"""The search for the number of chains ends when this share of the lanes is used."""


class LaneFilling:
    """The search for the number of chains that fill the lanes of a room."""

    def __init__(
        self, order: ChainOrder, events: list[int], opened: list[int], room: MapRoom
    ) -> None:
        self._order = order
        self._events, self._opened, self._room = events, opened, room

    def filled(self, guess: int) -> Slices[Lanes]:
        """The layout with as many chains as fit."""
        room = self._room
        wanted = yield from self._order.firm()
        firm = yield from self._try(len(wanted), room.lanes_at_most)
        if not firm.fit:
            least = yield from self._try(1, room.lanes_at_most)
            return (yield from self._between(least, firm.draft.chain_count, room.lanes_at_most))
        if firm.count > room.lanes:
            return firm
        if guess > firm.draft.chain_count:
            guessed = yield from self._try(guess, room.lanes)
            if guessed.fit:
                return (yield from self._grow(guessed))
        return (yield from self._grow(firm))

    def _grow(self, good: Lanes) -> Slices[Lanes]:
        """Double the number of chains until there are no more, or too many."""
        lanes = self._room.lanes
        while good.count < GOOD_ENOUGH * lanes:
            tried = yield from self._try(2 * good.draft.chain_count, lanes)
            if not tried.fit:
                return (yield from self._between(good, tried.draft.chain_count, lanes))
            if tried.draft.chain_count == good.draft.chain_count:
                return good
            good = tried
        return good

    def _between(self, good: Lanes, bad: int, lanes: int) -> Slices[Lanes]:
        """Bisect between chains that fit and a number of chains that does not."""
        while bad - good.draft.chain_count > 1 and good.count < GOOD_ENOUGH * lanes:
            tried = yield from self._try((good.draft.chain_count + bad) // 2, lanes)
            if tried.fit:
                good = tried
            else:
                bad = tried.draft.chain_count
        return good

    def _try(self, count: int, lanes: int) -> Slices[Lanes]:
        chains = yield from self._order.first(count)
        draft = yield from Draft(chains, self._events, self._opened, self._room).made()
        return (yield from Lanes(draft, lanes).assigned())
