"""La Peau's states for the search, and a lower bound of the moves that do not take a card home.

A state is thirteen immutable columns (lists of cells that share their tails) and the set of cards
home. Its key is a hash of what each card lies on, whatever the order of the columns.

The bound: a card over a lower card of its suit must move aside once. If two other cards of two
columns each lie over a card that the other one waits for, one of the two must move aside too. Pairs
without a common card are found greedily and add one each.

Then a relaxed game is played. The cards counted so far are free: they may move aside, and block
nothing from then on. A card may move aside only if a column is empty, or if a card that it may lie
on is bare. Every card that leaves its column in the true game can leave it here, as long as only
free cards move aside. So if the relaxed game is stuck, a top card that is not free has to move
aside. That adds one, all top cards become free that can move aside, and play goes on. If there is
none, the position is lost.
"""

from __future__ import annotations

from typing import Final

from game.core.position import Position
from game.rules.lapeau import COLUMNS, FOUNDATIONS
from game.solver.search_structures import (
    BIT,
    BIT_PLACES,
    DE_BRUIJN,
    hosts_of,
    random_keys,
    safe_after,
    size,
)
from game.solver.vectors import i64, vec

# Where a card can lie besides on another: these continue the cards' numbers 0 to 51.
FLOOR: Final = 52
HOME: Final = 53
PLACES: Final = 54

KEYS: Final[vec[i64]] = vec[i64](random_keys(52 * PLACES))
"""By card * PLACES + what it lies on: its share of a state's key, the XOR of all shares."""


class StackedCard:
    """A cell of a column: a card and a reference to the cell under it."""

    __slots__ = ("above", "below", "card", "cost", "cover", "lowest", "members", "size")

    def __init__(self, card: i64, below: StackedCard | None) -> None:
        self.card: i64 = card
        self.below: StackedCard | None = below
        self.size: i64 = 0
        self.members: i64 = 0
        """Set of the cards from here down."""
        self.cover: i64 = 0
        """Set of all cards that have a lower card of their suit from here down."""
        self.above: i64 = 0
        """The same without this card: the cards that it keeps from going home before it moves."""
        self.lowest: i64 = 13
        self.cost: i64 = 0
        """The greedy search's price of the order of the cards from here down."""


def stacked(card: i64, below: StackedCard, builds: bool) -> StackedCard:
    """The cell of a card laid on a column; `builds`: the policy lets it lie there."""
    cell = StackedCard(card, below)
    one: i64 = BIT[0]
    rank: i64 = card >> 2
    cell.size = below.size + 1
    cell.members = below.members | (one << card)
    cell.above = below.cover
    higher: i64 = _HIGHER[card]
    cell.cover = below.cover | higher
    cell.cost = below.cost
    if (below.cover >> card) & 1:
        cell.cost += 6
    if below.size and not builds:
        cell.cost += 2
    cell.lowest = below.lowest
    if rank < cell.lowest:
        cell.lowest = rank
    else:
        cell.cost += 1
    return cell


_HIGHER: Final[list[int]] = [
    sum(1 << other for other in range(card + 4, 52, 4)) for card in range(52)
]
"""By card: the set of the higher cards of its suit."""
BARE: Final = StackedCard(FLOOR, None)


class LaPeauNode:
    """A state of the search after its forced moves, with the move that led to it."""

    __slots__ = (
        "card",
        "columns",
        "counted",
        "detours",
        "done",
        "is_measured",
        "key",
        "left",
        "length",
        "onto",
        "parent",
    )

    def __init__(
        self,
        columns: list[StackedCard],
        done: i64,
        key: i64,
        left: i64,
        length: i64,
        parent: LaPeauNode | None,
        card: i64,
        onto: i64,
    ) -> None:
        self.columns: list[StackedCard] = columns
        """The columns; until `make_move` is called, the parent's list itself."""
        self.done: i64 = done
        self.key: i64 = key
        self.left: i64 = left
        """Cards not home."""
        self.length: i64 = length
        """Single moves from the root."""
        self.parent: LaPeauNode | None = parent
        self.card: i64 = card
        """The card moved to come here, before the forced moves."""
        self.onto: i64 = onto
        self.detours: i64 = 0
        """A lower bound of the moves ahead that do not take a card home."""
        self.counted: i64 = 0
        """Set of the cards whose next move may be one of `detours`."""
        self.is_measured = False
        """True: `detours` is the bound of this state itself, not taken over from its parent."""

    def moved_alone(self) -> i64:
        """The card that the last move moved aside, if nothing else changed: wherever it can go now,
        it could have gone before. HOME if there is no such card.
        """
        parent = self.parent
        if parent is None or self.onto == HOME or self.length != parent.length + 1:
            return HOME
        return self.card

    def make_move(self) -> None:
        """Give the node columns of its own. Called late, because most nodes are never expanded."""
        parent = self.parent
        if parent is None or self.columns is not parent.columns:
            return
        columns = parent.columns.copy()
        source: i64 = -1
        target: i64 = -1
        for index in range(13):
            top: i64 = columns[index].card
            if top == self.card:
                source = index
            elif top == self.onto and target < 0:
                target = index
        below = columns[source].below
        assert below is not None
        columns[source] = below
        if target >= 0:
            columns[target] = stacked(self.card, columns[target], True)
        self.columns = columns


class LaPeauTable:
    """What a policy fixes for a whole search."""

    def __init__(self, same_suit: bool) -> None:
        self.hosts: vec[i64] = vec[i64]([hosts_of(card, same_suit) for card in range(52)])
        """The cards that each card may lie on."""
        self.safe: vec[i64] = vec[i64]([safe_after(card, same_suit) for card in range(52)])

    def root(self, position: Position) -> LaPeauNode:
        """The position as a state, its forced moves made."""
        columns: list[StackedCard] = []
        key: i64 = 0
        left: i64 = 0
        for index in COLUMNS:
            cell = BARE
            for card in position.piles[index]:
                key ^= KEYS[card * PLACES + cell.card]
                builds = cell.size > 0 and self.hosts[card] & BIT[cell.card] != 0
                cell = stacked(card, cell, builds)
                left += 1
            columns.append(cell)
        done: i64 = 0
        for index in FOUNDATIONS:
            for card in position.piles[index]:
                key ^= KEYS[card * PLACES + HOME]
                done |= BIT[card]
        node = LaPeauNode(columns, done, key, left, 0, None, FLOOR, FLOOR)
        self.settle(node)
        return node

    def is_forced(self, cell: StackedCard, done: i64) -> bool:
        """Whether a card that ends its column is safe, so that it goes home at once."""
        if cell.size == 0:
            return False
        wanted: i64 = self.safe[cell.card]
        return done & wanted == wanted

    def settle(self, node: LaPeauNode) -> None:
        """Take home all safe cards of a new state.

        A card is safe when nothing that could still lie on it needs it (see `safe_after`), so
        these moves lose neither a win nor the shortest one.
        """
        columns = node.columns
        moved = True
        while moved:
            moved = False
            for index in range(13):
                cell = columns[index]
                while self.is_forced(cell, node.done):
                    below = cell.below
                    assert below is not None
                    node.done |= BIT[cell.card]
                    lies: i64 = cell.card * PLACES
                    node.key ^= KEYS[lies + below.card] ^ KEYS[lies + HOME]
                    node.left -= 1
                    node.length += 1
                    cell = below
                    columns[index] = cell
                    moved = True


HOPELESS: Final = 1000
"""More than the moves of any answer: the position is lost."""

_COLUMNS: Final = 13
_ROOM: Final = 32
"""More places than a column has cards."""
_BARE: Final = 52
"""A sentinel under the cards of each column."""
_BIT: Final = vec[i64]([1 << card for card in range(52)])
# `search_structures.lowest` is written out below: its calls took a sixth of a search.


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
        self._space = False
        """A column is empty."""

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
            if not self._free_tops():
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
            elif self._free & bit == 0 or not self._goes_aside(card):
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

    def _goes_aside(self, card: i64) -> bool:
        """Whether a top card can move aside now."""
        return self._space or self._hosts[card] & (self._gone | self._tops) != 0

    def _free_tops(self) -> bool:
        """Make the top cards free that can move aside; False if there is none."""
        freed: i64 = 0
        rest: i64 = self._tops & ~self._free
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            if self._goes_aside(BIT_PLACES[((low * DE_BRUIJN) >> 58) & 63]):
                freed |= low
        self._free |= freed
        return freed != 0
