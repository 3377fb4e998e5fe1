"""Proofs without a search that a state of Klondike is lost: they play an easier game on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.klondike_cards import ALL, KINGS, placeable
from game.solver.klondike_state import HEIGHTS, KlondikeState, KlondikeTable
from game.solver.search_tools import lowest, size

if TYPE_CHECKING:
    from mypy_extensions import i64

_MOST_KNOWN: Final = 100_000
"""So many heights of the columns are remembered; there are 40,320 in a deal."""


class Lost:
    """Tells of states whether they are surely lost, as far as these easier games can tell."""

    def __init__(self, table: KlondikeTable, root: KlondikeState) -> None:
        self.table = table
        self.owned: i64 = root.visible
        """The cards that take up a place in the columns, once they are turned up."""
        self.owned |= root.hidden
        self.opens: dict[int, bool] = {}
        """By the heights of the columns: whether all of them can be turned up."""

    def tells(self, state: KlondikeState, before: KlondikeState | None) -> bool:
        """Whether a state is lost that comes after one of which this did not tell: that takes
        a dealt card moved or, once no turn-over is left, some card pulled over others.
        """
        if (before is None or state.shape != before.shape) and not self._can_open(state.columns):
            return True
        under: i64 = self._under(state)
        if before is not None:
            under &= ~self._under(before)
        return under != 0 and self._is_buried(state)

    def _under(self, state: KlondikeState) -> i64:
        """The places of the cards in the pull stack under its top, where no turn-over is left."""
        if state.pointer < 2 or state.turns < self.table.most_turns:
            return 0
        one: i64 = self.table.one
        return state.talon & ((one << (state.pointer - 1)) - 1)

    def _can_open(self, columns: i64) -> bool:
        """Whether all columns can be turned up where nothing that was seen is out of reach.

        Cards of reserve and pull stack are at hand and take up no place in the columns; a card
        home takes others as if it lay in a column. So a card home is never a loss, and the
        game goes by the heights of the columns alone.
        """
        known = self.opens.get(columns)
        if known is not None:
            return known
        if len(self.opens) >= _MOST_KNOWN:
            return True
        found = self._search(columns)
        self.opens[columns] = found
        return found

    def _search(self, columns: i64) -> bool:
        """What `_can_open` tells, where it is not known yet."""
        one: i64 = self.table.one
        hidden: i64 = 0
        based: i64 = 0
        bare: i64 = 0
        for column in range(7):
            height: i64 = (columns >> (4 * column)) & 15
            if height == 0:
                bare += 1
                continue
            first: i64 = column * HEIGHTS
            based |= one << self.table.dealt[first + height - 1]
            for index in range(height - 1):
                hidden |= one << self.table.dealt[first + index]
        if hidden == 0:
            return True
        done = _risen(hidden)
        if done & based:
            return self._can_open(self._lowered(columns, lowest(done & based)))
        loose: i64 = self.owned & ~hidden & ~based & ~done
        taken: i64 = placeable(ALL & ~hidden, loose)
        if bare > size(loose & KINGS):
            taken |= KINGS
        movable: i64 = based & taken
        while movable:
            card: i64 = lowest(movable)
            movable &= movable - 1
            if self._can_open(self._lowered(columns, card)):
                return True
        return False

    def _lowered(self, columns: i64, card: i64) -> i64:
        """The heights after the lowest face-up card of a column has left it."""
        one: i64 = self.table.one
        column: i64 = self.table.column[card]
        columns -= one << (4 * column)
        left: i64 = (columns >> (4 * column)) & 15
        if left == 1 and self.table.dealt[column * HEIGHTS] >= 48:
            columns -= one << (4 * column)
        return columns

    def _is_buried(self, state: KlondikeState) -> bool:
        """Whether some card can never be reached in the pull stack or turned up, were every
        other card that was seen always at hand. No turn-over is left: what lies in the pull
        stack only comes up when all over it has found a card to lie on or can go home.
        """
        one: i64 = self.table.one
        deep: i64 = state.talon & ((one << state.pointer) - 1)
        reached: i64 = ALL & ~state.hidden
        under: i64 = self._under(state)
        while under:
            reached &= ~(one << self.table.order[lowest(under)])
            under &= under - 1
        heights: i64 = state.columns
        dealt = self.table.dealt
        cleared = state.bare > 0
        before: i64 = 0
        while before != reached:
            before = reached
            for column in range(7):
                height: i64 = (heights >> (4 * column)) & 15
                under_it: i64 = column * HEIGHTS - 1
                while height and self._leaves(dealt[under_it + height], reached, cleared):
                    heights -= one << (4 * column)
                    height -= 1
                    if height:
                        reached |= one << dealt[under_it + height]
                    elif not cleared:
                        cleared = True
                        before = 0
            while deep and self._leaves(self.table.order[_highest(deep)], reached, cleared):
                deep ^= one << _highest(deep)
                if deep:
                    reached |= one << self.table.order[_highest(deep)]
        return reached != ALL

    def _leaves(self, card: i64, reached: i64, cleared: bool) -> bool:
        """Whether a card could go somewhere, were all cards of a set at hand."""
        if card >= 48 and cleared:
            return True
        hosts: i64 = self.table.hosts[card]
        if hosts & reached:
            return True
        lower: i64 = self.table.lower[card]
        return lower & ~reached == 0


def _risen(hidden: i64) -> i64:
    """The set of the cards that go home when every card does that is not hidden."""
    risen: i64 = 0
    following: i64 = 15 & ~hidden
    while following:
        risen |= following
        following = following << 4 & ALL & ~hidden
    return risen


def _highest(places: i64) -> i64:
    """The last of a set of places that is not empty."""
    found: i64 = -1
    while places:
        places >>= 1
        found += 1
    return found
