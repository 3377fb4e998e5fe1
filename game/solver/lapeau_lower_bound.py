"""La Peau: a lower bound of the moves that do not take a card home.

A card over a lower card of its suit must move aside once. If two other cards of two columns each
lie over a card that the other one waits for, one of the two must move aside too. Pairs without a
common card are found greedily and add one each.

Then a relaxed game is played. The cards counted so far are free: they may move aside, once, and
block nothing from then on. A card may move aside only if a column is empty, or if a card that it
may lie on is bare. That other card does not count while a lower card of the moving card's suit lies
under it in its column, because the moving card would have to move aside again. Every card that
leaves its column in the true game can leave it here, as long as only free cards move aside. So if
the relaxed game is stuck, some move that is not free is needed. In a set of columns of which none
can be opened before another one, that is a move of one of their top cards. The set with the fewest
such moves adds one, all these moves become free, and play goes on. If a set has no such move, the
position is lost.
"""

from __future__ import annotations

from typing import Final

from game.solver.lapeau_state import BARE, StackedCard
from game.solver.search_tools import BIT_PLACES, DE_BRUIJN, size
from game.solver.vectors import i64, vec

HOPELESS: Final = 1000
"""More than the moves of any answer: the position is lost."""

# How a card can move aside in the relaxed game.
_NOWHERE: Final = 0
_ONTO_LOWER: Final = 1
"""Only onto cards that lie over a lower one of its suit: it must move aside again."""
_WELL: Final = 2

_COLUMNS: Final = 13
_ROOM: Final = 32
"""More places than a column has cards."""
_BARE: Final = 52
"""A sentinel under the cards of each column."""
_BIT: Final = vec[i64]([1 << card for card in range(52)])
# `search_tools.lowest` is written out below: its calls took a sixth of a search.


class LaPeauBound:
    """The bound for one policy: `hosts` are the cards that each card may lie on."""

    def __init__(self, hosts: vec[i64]) -> None:
        self._hosts: vec[i64] = hosts
        self._taken: list[StackedCard] = [BARE] * _COLUMNS
        """The columns of the position that was looked at last. The next one has most of them."""
        self._cards: vec[i64] = vec[i64]([_BARE] * (_ROOM * _COLUMNS))
        """The columns one after the other, each from `_BARE` up to its top."""
        self._height: vec[i64] = vec[i64]([index * _ROOM for index in range(_COLUMNS)])
        """The index in `_cards` of each column's last card."""
        self._ends: i64 = 0
        """The set of the columns' last cards."""
        self._top: vec[i64] = vec[i64]([0] * _COLUMNS)
        """The index in `_cards` of each column's last card in the relaxed game."""
        self._tops: i64 = 0
        """The set of these last cards."""
        self._column: vec[i64] = vec[i64]([0] * 53)
        self._above: vec[i64] = vec[i64]([0] * 53)
        """By card: the cards that have a lower one of their suit under it."""
        self._over_own: i64 = 0
        """The cards over a lower one of their suit."""
        self._waiting: i64 = 0
        """The cards that lie over lower cards of other suits, but not of their own."""
        self._conflicts: vec[i64] = vec[i64]([0] * 52)
        """By waiting card: cards of other columns; of each pair one must move aside."""
        self._conflicting: i64 = 0
        """The cards that have such conflicts."""
        self._home: i64 = 0
        self._gone: i64 = 0
        """The cards that have left their column."""
        self._free: i64 = 0
        self._twice: i64 = 0
        """The cards that may also move aside a second time."""
        self._space = False
        """A column is empty."""
        self._left: i64 = 0
        """The columns that have cards left."""
        self._ones: i64 = 0
        """The columns whose top card can move aside, by a move that is not free yet."""
        self._twos: i64 = 0
        """The same of a second move of the card."""

    def detours(self, columns: list[StackedCard], home: i64, enough: i64) -> i64:
        """The lower bound for a position; HOPELESS if it is lost. `home` is the set of the cards
        home. The bound is not improved further once it reaches `enough`.
        """
        self._home = home
        self._take_over(columns)
        found = size(self._over_own)
        if found < enough:
            self._lay_out()
            found += self._pairs(enough - found)
        while found < enough and not self._is_played_out():
            if not self._open_one():
                return HOPELESS
            found += 1
        return found

    def counted(self) -> i64:
        """The cards whose next move may be one of those that `detours` has counted."""
        return self._free

    def _take_over(self, columns: list[StackedCard]) -> None:
        """Take over a position: update the columns that differ from those of the previous one."""
        taken = self._taken
        changed: i64 = 0
        index: i64 = 0
        while index < _COLUMNS:
            old = taken[index]
            if old is not columns[index]:
                changed |= _BIT[index]
                if old.size:
                    self._ends ^= _BIT[old.card]
                taken[index] = self._shared(old, columns[index])
            index += 1
        while changed:
            low: i64 = changed & -changed
            changed ^= low
            index = BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]
            cell = columns[index]
            self._height[index] = index * _ROOM + cell.size
            if cell.size:
                self._ends |= _BIT[cell.card]
            while cell is not taken[index]:
                self._put(cell, index)
                below = cell.below
                assert below is not None
                cell = below
            taken[index] = columns[index]

    def _shared(self, old: StackedCard, new: StackedCard) -> StackedCard:
        """What two columns share; the other cards of the old one are removed."""
        while old is not new:
            if old.size >= new.size:
                self._remove(old.card)
                below = old.below
                assert below is not None
                old = below
            else:
                below = new.below
                assert below is not None
                new = below
        return old

    def _remove(self, card: i64) -> None:
        """Remove a card from the tables."""
        bit: i64 = _BIT[card]
        if self._waiting & bit:
            self._waiting ^= bit
            against: i64 = self._conflicts[card]
            while against:
                low: i64 = against & -against
                against ^= low
                other: i64 = BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]
                self._conflicts[other] ^= bit
                if self._conflicts[other] == 0:
                    self._conflicting ^= low
        self._conflicting &= ~bit
        self._over_own &= ~bit

    def _put(self, cell: StackedCard, index: i64) -> None:
        """Enter a card of a column into the tables."""
        card: i64 = cell.card
        bit: i64 = _BIT[card]
        over: i64 = cell.above
        self._cards[index * _ROOM + cell.size] = card
        self._column[card] = index
        self._above[card] = over
        if over & bit:
            self._over_own |= bit
        elif over:
            against: i64 = 0
            others: i64 = over & self._waiting
            while others:
                low: i64 = others & -others
                others ^= low
                other: i64 = BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]
                if self._above[other] & bit:
                    against |= low
                    self._conflicts[other] |= bit
            self._conflicts[card] = against
            self._waiting |= bit
            if against:
                self._conflicting |= against | bit

    def _lay_out(self) -> None:
        """Begin the relaxed game."""
        index: i64 = 0
        while index < _COLUMNS:
            self._top[index] = self._height[index]
            index += 1
        self._tops = self._ends
        self._space = size(self._ends) < _COLUMNS
        self._gone = 0
        self._twice = 0
        self._free = self._over_own

    def _pairs(self, most: i64) -> i64:
        """The number of disjoint pairs of conflicting cards that a greedy matching finds, at most
        `most`. The cards of these pairs become free.
        """
        conflicts = self._conflicts
        open_: i64 = self._conflicting
        pairs: i64 = 0
        while open_ and pairs < most:
            first: i64 = self._least(open_, open_)
            partners: i64 = conflicts[first] & open_
            open_ ^= _BIT[first]
            if partners:
                second: i64 = self._least(partners, open_)
                open_ ^= _BIT[second]
                self._free |= _BIT[first] | _BIT[second]
                pairs += 1
        return pairs

    def _least(self, among: i64, open_: i64) -> i64:
        """The card of a set with the fewest conflicts inside the open set."""
        conflicts = self._conflicts
        fewest: i64 = 99
        found: i64 = 0
        while among:
            low: i64 = among & -among
            among ^= low
            card: i64 = BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]
            left: i64 = conflicts[card] & open_
            if left & (left - 1) == 0:
                return card
            count: i64 = 0
            while left and count < fewest:
                left &= left - 1
                count += 1
            if count < fewest:
                fewest = count
                found = card
        return found

    def _is_played_out(self) -> bool:
        """Play the relaxed game until nothing moves; True if all columns are empty."""
        moved = True
        while moved:
            moved = False
            rest: i64 = self._tops & (self._free | self._home << 4 | 15)
            while rest:
                low: i64 = rest & -rest
                rest ^= low
                column: i64 = self._column[BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]]
                begun: i64 = self._top[column]
                end: i64 = self._played_from(begun)
                if end != begun:
                    self._top[column] = end
                    self._tops ^= low
                    if self._cards[end] == _BARE:
                        self._space = True
                    else:
                        self._tops |= _BIT[self._cards[end]]
                    moved = True
        return self._tops == 0

    def _played_from(self, top: i64) -> i64:
        """Play cards from the top of a column as long as they can leave it. Returns the new top."""
        card: i64 = self._cards[top]
        while card != _BARE:
            bit: i64 = _BIT[card]
            if (self._home << 4 | 15) & bit:
                self._take_home(card)
            elif self._free & bit == 0:
                break
            else:
                where = self._aside(card)
                if where == _NOWHERE or (where == _ONTO_LOWER and self._twice & bit == 0):
                    break
            self._gone |= bit
            top -= 1
            card = self._cards[top]
        return top

    def _take_home(self, card: i64) -> None:
        """Take a card home, with those that moved aside and wait for it."""
        self._home |= _BIT[card]
        card += 4
        while card < 52 and self._gone & _BIT[card]:
            self._home |= _BIT[card]
            card += 4

    def _aside(self, card: i64) -> i64:
        """How a top card can move aside now."""
        if self._space:
            return _WELL
        hosts: i64 = self._hosts[card]
        if hosts & self._gone:
            return _WELL
        found: i64 = _NOWHERE
        hosts &= self._tops
        while hosts:
            low: i64 = hosts & -hosts
            hosts ^= low
            if self._above[BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]] & _BIT[card] == 0:
                return _WELL
            found = _ONTO_LOWER
        return found

    def _open_one(self) -> bool:
        """Find the fewest moves of which one is needed and make them free; False: there is none."""
        self._sort_columns()
        ways: i64 = self._ones | self._twos
        chosen: i64 = self._left
        fewest: i64 = size(chosen & ways)
        rest: i64 = self._ones
        while rest and fewest > 1:
            low: i64 = rest & -rest
            rest ^= low
            asked: i64 = self._asked(low)
            count: i64 = size(asked & ways)
            if count < fewest:
                fewest = count
                chosen = asked
        self._allow(chosen)
        return fewest > 0

    def _sort_columns(self) -> None:
        """Find the columns that are left, and the moves, not free yet, of their top cards."""
        self._left = 0
        self._ones = 0
        self._twos = 0
        rest: i64 = self._tops
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            card: i64 = BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]
            bit: i64 = _BIT[self._column[card]]
            self._left |= bit
            where = self._aside(card)
            if where != _NOWHERE and self._free & low == 0:
                self._ones |= bit
            elif where == _ONTO_LOWER:
                self._twos |= bit

    def _asked(self, column: i64) -> i64:
        """A set of columns that contains `column`, one of which must be opened by a move that is
        not free before any of them can be: each top card waits for a card of the next column of the
        set. A column outside `_ones` may wait for any column; then the set is `_left`.
        """
        found: i64 = 0
        while found & column == 0:
            if self._ones & column == 0:
                return self._left
            found |= column
            top: i64 = self._top[BIT_PLACES[((column * DE_BRUIJN) >> 58) & 63]]
            column = _BIT[self._column[self._next_home(self._cards[top] & 3)]]
        return found

    def _next_home(self, suit: i64) -> i64:
        """The lowest card of a suit that is not home."""
        card: i64 = suit
        while self._home & _BIT[card]:
            card += 4
        return card

    def _allow(self, chosen: i64) -> None:
        """Make the moves of the top cards of some columns free."""
        rest: i64 = chosen & (self._ones | self._twos)
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            top: i64 = self._top[BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]]
            card: i64 = self._cards[top]
            if self._ones & low:
                self._free |= _BIT[card]
            else:
                self._twice |= _BIT[card]
