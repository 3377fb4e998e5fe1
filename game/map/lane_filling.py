"""How many chains a map draws: as many as its room has lanes for, at least nearly so."""

from __future__ import annotations

from game.map.branches_and_wedges import Draft, MapRoom
from game.map.chains import ChainOrder
from game.map.time_slices import Slices

GOOD_ENOUGH = 0.85
"""The search for the number of chains ends when this share of the lanes is used."""


class LaneFilling:
    """The search for the number of chains that fill the lanes of a room."""

    def __init__(
        self, order: ChainOrder, events: list[int], opened: list[int], room: MapRoom
    ) -> None:
        self._order = order
        self._events, self._opened, self._room = events, opened, room

    def draft(self, guess: int) -> Slices[Draft]:
        """The layout with as many chains as fit."""
        room = self._room
        wanted = yield from self._order.firm()
        firm = yield from self._try(len(wanted), room.lanes_at_most)
        if not firm.fits:
            least = yield from self._try(1, room.lanes_at_most)
            return (yield from self._between(least, firm.count, room.lanes_at_most))
        if firm.lanes > room.lanes:
            return firm
        if guess > firm.count:
            guessed = yield from self._try(guess, room.lanes)
            if guessed.fits:
                return (yield from self._grow(guessed))
        return (yield from self._grow(firm))

    def _grow(self, good: Draft) -> Slices[Draft]:
        """Double the number of chains until there are no more, or too many."""
        lanes = self._room.lanes
        while good.lanes < GOOD_ENOUGH * lanes:
            tried = yield from self._try(2 * good.count, lanes)
            if not tried.fits:
                return (yield from self._between(good, tried.count, lanes))
            if tried.count == good.count:
                return good
            good = tried
        return good

    def _between(self, good: Draft, bad: int, lanes: int) -> Slices[Draft]:
        """Bisect between a draft that fits and a number of chains that does not."""
        while bad - good.count > 1 and good.lanes < GOOD_ENOUGH * lanes:
            tried = yield from self._try((good.count + bad) // 2, lanes)
            if tried.fits:
                good = tried
            else:
                bad = tried.count
        return good

    def _try(self, count: int, lanes: int) -> Slices[Draft]:
        chains = yield from self._order.first(count)
        draft = Draft(chains, self._events, self._opened, self._room, lanes)
        return (yield from draft.made())
