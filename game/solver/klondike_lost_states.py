"""Quick proofs that a state of Klondike is lost: it cannot be won even in a relaxed game.

Each search of `klondike_search` asks for them, state by state. The proof by unlimited turn-overs is
a search of its own, which `klondike_solver` runs and limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.klondike_state import ALL, HEIGHTS, KINGS, KlondikeState, KlondikeTable, placeable
from game.solver.search_structures import lowest, size

if TYPE_CHECKING:
    from mypy_extensions import i64

_MOST_KNOWN: Final = 100_000
"""How many combinations of column heights are cached; a deal has 40,320."""


class LossTest:
    """Tells whether a state is certainly lost, as far as the relaxed games can tell."""

    def __init__(self, table: KlondikeTable, root: KlondikeState) -> None:
        self.table = table
        self.owned: i64 = root.visible
        """The cards that take up a place in the columns, once they are turned up."""
        self.owned |= root.hidden
        self.opens: dict[int, bool] = {}
        """Cache of `_can_open`, by the heights of the columns."""

    def is_lost(self, state: KlondikeState, before: KlondikeState | None) -> bool:
        """True if a state is certainly lost. `before` is its parent, which was not found lost, or
        None. With a parent, it is tested only if a dealt card has moved or, with no turn-over left,
        a card was pulled over others.
        """
        if (before is None or state.shape != before.shape) and not self._can_open(state.columns):
            return True
        under: i64 = self._under(state)
        if before is not None:
            under &= ~self._under(before)
        return under != 0 and self._is_buried(state)

    def _under(self, state: KlondikeState) -> i64:
        """The talon places under the pull stack's top, if no turn-over is left; else none."""
        if state.pointer < 2 or state.turns < self.table.most_turns:
            return 0
        one: i64 = self.table.one
        return state.talon & ((one << (state.pointer - 1)) - 1)

    def _can_open(self, columns: i64) -> bool:
        """True if all columns can be turned up in a game in which all cards seen are within reach.

        In this game talon cards are always available and take up no place in the columns, and a
        card at home takes others as if it lay in a column. So sending a card home never loses, and
        the result depends only on the heights of the columns. If the cache is full the result is
        True.
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
        """The result of `_can_open`, not cached."""
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
        """True if some card can never be reached in the pull stack or turned up, even if every
        other card that was seen were always available. No turn-over is left, so a card in the pull
        stack comes up only when each card over it has found a card to lie on or can go home.
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
        """True if a card could move if `reached` were at hand; `cleared`: a column is empty."""
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
