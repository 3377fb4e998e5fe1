"""La Peau: a lower bound of the moves that do not take a card home.

A card over a lower card of its suit must move aside once. Where two other cards of two columns
each lie over something that the other one waits for, one of the two must move aside too: pairs
without a card in common, found greedily, add one each.

Then an easier game is played. The cards counted so far are free: they may move aside, once, and
are in nobody's way from then on; but only where a column is empty, or a card that they may lie on
is bare. That card does not serve while a lower card of the guest's suit lies under it in the
column where it was: there the guest would have to move aside again. Whatever leaves its column in
the true game can leave it here, as long as only free cards move aside. So where the easier game is
stuck, some move that is not free is needed. Among certain columns of which none can be opened
before another one of them, that is one of the moves of their top cards: the fewest such moves add
one, all of them become free, and play goes on. Where there is not one, the position is lost.
"""

from __future__ import annotations

from typing import Final

from game.solver.lapeau_state import StackedCard
from game.solver.search_tools import BIT_PLACES, DE_BRUIJN, size
from game.solver.vectors import i64, vec

HOPELESS: Final = 1000
"""More than the moves of any answer: the position is lost."""

# How a card can move aside in the easier game.
_NOWHERE: Final = 0
_ONTO_LOWER: Final = 1
"""Only onto cards that lie over a lower one of its suit: it must move aside again."""
_WELL: Final = 2

_COLUMNS: Final = 13
_BARE: Final = 52
"""Ends a column's cards."""
_BIT: Final = vec[i64]([1 << card for card in range(52)])
# `search_tools.lowest` is written out below: its calls took a sixth of a search.


class LaPeauBound:
    """The bound for one policy: `hosts` are the cards that each card may lie on."""

    def __init__(self, hosts: list[list[int]]) -> None:
        self._hosts: vec[i64] = vec[i64]([sum(1 << host for host in on) for on in hosts])
        self._cards: vec[i64] = vec[i64]([_BARE] * (52 + _COLUMNS))
        """The columns one after the other, each from its top down to `_BARE`."""
        self._top: vec[i64] = vec[i64]([0] * _COLUMNS)
        """Where the cards that each column has left begin."""
        self._column: vec[i64] = vec[i64]([0] * 53)
        self._above: vec[i64] = vec[i64]([0] * 53)
        """By card: the cards that have a lower one of their suit under it."""
        self._conflicts: vec[i64] = vec[i64]([0] * 52)
        self._reached: vec[i64] = vec[i64]([0] * _COLUMNS)
        """By column: the set of columns of which one must be opened before it."""
        self._table: i64 = 0
        """The cards that are not home at first."""
        self._home: i64 = 0
        self._gone: i64 = 0
        """The cards that have left their column."""
        self._free: i64 = 0
        self._twice: i64 = 0
        """Those that may also move aside a second time."""
        self._space = False
        """A column is empty."""
        self._ones: i64 = 0
        """The columns whose top card can go aside, as a move that is not free yet."""
        self._twos: i64 = 0
        """The same of a second move of the card."""

    def detours(self, columns: list[StackedCard], home: i64, enough: i64) -> i64:
        """No win takes fewer moves that do not take a card home. As soon as it comes to `enough`
        it is not sharpened further.
        """
        self._home = home
        waiting = self._lay_out(columns)
        found = size(self._free)
        if found < enough:
            found += self._pairs(waiting)
        while found < enough and not self._is_played_out():
            if not self._open_one():
                return HOPELESS
            found += 1
        return found

    def _lay_out(self, columns: list[StackedCard]) -> i64:
        """Take a position over. Returns the cards over a lower one that is not of their suit;
        those over one of their suit become free.
        """
        cards, above, column = self._cards, self._above, self._column
        waiting: i64 = 0
        free: i64 = 0
        table: i64 = 0
        place: i64 = 0
        self._space = False
        for index in range(_COLUMNS):
            cell = columns[index]
            self._top[index] = place
            table |= cell.members
            if cell.size == 0:
                self._space = True
            while cell.size:
                card: i64 = cell.card
                cards[place] = card
                place += 1
                column[card] = index
                over: i64 = cell.above
                above[card] = over
                if over & _BIT[card]:
                    free |= _BIT[card]
                elif over:
                    waiting |= _BIT[card]
                below = cell.below
                assert below is not None
                cell = below
            cards[place] = _BARE
            place += 1
        self._table = table
        self._gone = 0
        self._twice = 0
        self._free = free
        return waiting

    def _pairs(self, waiting: i64) -> i64:
        """How many disjoint pairs of conflicting cards a greedy matching finds. They become
        free.
        """
        above, conflicts = self._above, self._conflicts
        open_: i64 = 0
        rest: i64 = waiting
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            card: i64 = BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]
            against: i64 = 0
            others: i64 = above[card] & waiting
            while others:
                bit: i64 = others & -others
                others ^= bit
                if above[BIT_PLACES[((bit * DE_BRUIJN) >> 58) & 63]] & low:
                    against |= bit
            if against:
                conflicts[card] = against
                open_ |= low
        pairs: i64 = 0
        while open_:
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
            count: i64 = 0
            left: i64 = conflicts[card] & open_
            while left:
                left &= left - 1
                count += 1
            if count < fewest:
                fewest = count
                found = card
                if count <= 1:
                    break
        return found

    def _is_played_out(self) -> bool:
        """Play the easier game until nothing moves; True when all columns are empty."""
        tops, cards = self._top, self._cards
        moved = True
        left = True
        while moved and left:
            moved = False
            left = False
            index: i64 = 0
            while index < _COLUMNS:
                begun: i64 = tops[index]
                if cards[begun] != _BARE:
                    end: i64 = self._played_from(begun)
                    if end != begun:
                        tops[index] = end
                        moved = True
                    if cards[end] == _BARE:
                        self._space = True
                    else:
                        left = True
                index += 1
        return not left

    def _played_from(self, top: i64) -> i64:
        """Play cards from the top of a column as long as they can leave it. Returns the new top."""
        card: i64 = self._cards[top]
        while card != _BARE:
            if card < 4 or self._home & _BIT[card - 4]:
                self._take_home(card)
            elif self._free & _BIT[card] == 0:
                break
            else:
                where = self._aside(card)
                if where == _NOWHERE or (where == _ONTO_LOWER and self._twice & _BIT[card] == 0):
                    break
            self._gone |= _BIT[card]
            top += 1
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
        hosts: i64 = self._hosts[card] & self._table
        if hosts & self._gone:
            return _WELL
        found: i64 = _NOWHERE
        while hosts:
            low: i64 = hosts & -hosts
            hosts ^= low
            host: i64 = BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]
            if self._cards[self._top[self._column[host]]] == host:
                if self._above[host] & _BIT[card] == 0:
                    return _WELL
                found = _ONTO_LOWER
        return found

    def _open_one(self) -> bool:
        """Make the fewest moves free of which one is needed; False where no move helps."""
        self._ask_columns()
        self._follow()
        fewest: i64 = 99
        chosen: i64 = 0
        index: i64 = 0
        while index < _COLUMNS:
            if self._cards[self._top[index]] != _BARE:
                count: i64 = size(self._reached[index] & (self._ones | self._twos))
                if count < fewest:
                    fewest = count
                    chosen = self._reached[index]
            index += 1
        self._allow(chosen)
        return fewest > 0

    def _ask_columns(self) -> None:
        """For each column that is left: the columns, itself among them, of which one must be
        opened before it, unless by a move that is not free: by `_ones` or `_twos`.
        """
        left: i64 = 0
        index: i64 = 0
        while index < _COLUMNS:
            if self._cards[self._top[index]] != _BARE:
                left |= _BIT[index]
            index += 1
        self._ones = 0
        self._twos = 0
        index = 0
        while index < _COLUMNS:
            self._reached[index] = self._asked(index, left) if left & _BIT[index] else 0
            index += 1

    def _asked(self, index: i64, left: i64) -> i64:
        """The same of one column, of those that are left."""
        card: i64 = self._cards[self._top[index]]
        reached: i64 = _BIT[index] | _BIT[self._column[self._next_home(card & 3)]]
        where = self._aside(card)
        if where != _NOWHERE and self._free & _BIT[card] == 0:
            self._ones |= _BIT[index]
            return reached
        if where == _ONTO_LOWER:
            self._twos |= _BIT[index]
        # A column with a host of it is among those that are left, or the host has gone.
        return left

    def _next_home(self, suit: i64) -> i64:
        """The lowest card of a suit that is not home."""
        card: i64 = suit
        while self._home & _BIT[card]:
            card += 4
        return card

    def _follow(self) -> None:
        """What is reached from what is reached is reached too."""
        reached = self._reached
        grew = True
        while grew:
            grew = False
            index: i64 = 0
            while index < _COLUMNS:
                more: i64 = reached[index]
                rest: i64 = more
                while rest:
                    low: i64 = rest & -rest
                    rest ^= low
                    more |= reached[BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]]
                if more != reached[index]:
                    reached[index] = more
                    grew = True
                index += 1

    def _allow(self, chosen: i64) -> None:
        """Make the moves of the top cards of some columns free."""
        index: i64 = 0
        while index < _COLUMNS:
            card: i64 = self._cards[self._top[index]]
            if chosen & self._ones & _BIT[index]:
                self._free |= _BIT[card]
            if chosen & self._twos & _BIT[index]:
                self._twice |= _BIT[card]
            index += 1
