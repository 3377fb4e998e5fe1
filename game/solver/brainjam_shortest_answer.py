"""Brain Jam: the shortest answer below a given length, or the proof that there is none; or, with
more weight on what lies ahead, a short answer.

A column is the first cards of a dealt column, or a single card in an empty place, followed by a run
in suit. So there are some hundred columns, and a number identifies each: a move looks up the next
number and copies nothing. A position is the numbers of its eight columns, the set of cards in
reserves and the set of cards that the foundations want next. Positions met are nodes, each eight
words of packed memory.

The search is A*, counted move by move. Among positions of equal estimated cost, those nearest to
the end come first. Moves to a foundation are never a disadvantage in this game. So they are made at
once, cost nothing here, and are left out of paths. The cost of a path is its number of other moves;
the counted moves of an answer are that cost plus the number of cards not yet home.

The lower bound of the cost ahead is one for each card that lies above a lower card of its suit in
its column, because it must move aside before that card goes home.
"""

from __future__ import annotations

from typing import Final

from game.solver.search_structures import (
    BIT,
    NodeQueue,
    Nodes,
    SearchStage,
    VisitedStates,
    lowest,
    place,
    random_keys,
    size,
)
from game.solver.vectors import i64, vec

COLUMNS: Final = 8
RESERVES: Final = 4

# What a card may land on, besides a card: numbers above all cards.
TO_RESERVE: Final = 52
TO_EMPTY: Final = 53
TO_HOME: Final = 54

# The pseudo-card below the first card of a column, and below a card in a reserve. So a hash does
# not depend on which column or which reserve a card is in.
GROUND: Final = 52
SHELF: Final = 53
WIDTH: Final = 54
KEYS: Final[vec[i64]] = vec[i64](random_keys(52 * 54))
"""By card * WIDTH + the card below it: a hash key. A position's hash is the XOR of its keys."""


def wanted_of(there: i64) -> i64:
    """The set of the cards that go home next: of each suit the lowest card not yet home. A finished
    suit has its bit above 51.
    """
    wanted: i64 = 0
    for suit in range(4):
        card: i64 = suit
        while card < 52 and not (there >> card) & 1:
            card += 4
        wanted |= BIT[card]
    return wanted


def is_won(wanted: i64) -> bool:
    """True if all four suits are finished."""
    return wanted >> 52 == 15


# No deal has more: 52 dealt beginnings and 52 single cards, each with a run of 0 to 12 cards.
_MOST: Final = 1 + 2 * 52 * 13
# A rank above all others in each of the four nibbles of `Columns.lowest`.
_NO_RANKS: Final = 0xFFFF
_NO_CARD: Final = 63


class Columns:
    """Tables of facts about columns, indexed by the column's number; 0 is the empty column."""

    def __init__(self, columns: list[list[int]], there: i64) -> None:
        """`columns`: those of a position, first card first. `there`: the set of cards not home."""
        self.count: i64 = 1
        self.card: vec[i64] = vec[i64]([_NO_CARD] * _MOST)
        """Its last card; of the empty column a number above all cards."""
        self.below: vec[i64] = vec[i64]([0] * _MOST)
        """The column without its last card."""
        self.grown: vec[i64] = vec[i64]([0] * _MOST)
        """The column with the next card in suit laid on it; 0 where there is none."""
        self.aside: vec[i64] = vec[i64]([0] * _MOST)
        """How many of its cards must move aside: they lie above a lower one of their suit."""
        self.lowest: vec[i64] = vec[i64]([_NO_RANKS] * _MOST)
        """The lowest rank of each suit in it, four bits a suit; 15: none."""
        self.hash: vec[i64] = vec[i64]([0] * _MOST)
        self.alone: vec[i64] = vec[i64]([0] * 52)
        """By card: the column that holds nothing else."""
        self.shelf: vec[i64] = vec[i64]([0] * 52)
        """By card: its share of a position's hash while it is in a reserve."""
        self.dealt: list[int] = []
        """The numbers of the position's own columns."""
        for column in columns:
            self.dealt.append(self._dealt(column))
        self._grow(there)

    def _dealt(self, cards: list[int]) -> int:
        """Number a dealt column and each beginning of it; returns the number of the whole."""
        number: i64 = 0
        for card in cards:
            before: i64 = number
            number = self._put(card, before)
            if before == 0:
                self.alone[card] = number
            elif card == self.card[before] - 4:
                self.grown[before] = number
        return int(number)

    def _grow(self, there: i64) -> None:
        """Number the single cards, and the runs that can come to lie on any column."""
        card: i64 = 0
        while card < 52:
            self.shelf[card] = KEYS[card * WIDTH + SHELF]
            if (there >> card) & 1 and self.alone[card] == 0:
                self.alone[card] = self._put(card, 0)
            card += 1
        number: i64 = 1
        while number < self.count:
            card = self.card[number] - 4
            if card >= 0 and self.grown[number] == 0 and (there >> card) & 1:
                self.grown[number] = self._put(card, number)
            number += 1

    def _put(self, card: i64, below: i64) -> i64:
        """Number the column that has one more card than the column `below`."""
        number: i64 = self.count
        self.count += 1
        shift: i64 = (card & 3) * 4
        rank: i64 = card >> 2
        ranks: i64 = self.lowest[below]
        aside: i64 = self.aside[below]
        if rank > ((ranks >> shift) & 15):
            aside += 1
        else:
            nibble: i64 = 15
            ranks = (ranks & ~(nibble << shift)) | (rank << shift)
        self.card[number] = card
        self.below[number] = below
        self.aside[number] = aside
        self.lowest[number] = ranks
        key: i64 = KEYS[card * WIDTH + (self.card[below] if below else GROUND)]
        self.hash[number] = self.hash[below] ^ key
        return number


# The words of a node, by their place in it; the last is NEXT.
LOW: Final = 0
"""The numbers of the first four columns, 16 bits each."""
HIGH: Final = 1
"""Those of the other four."""
RESERVE: Final = 2
"""The cards in reserves, as a set."""
WANTED: Final = 3
"""The cards that may go home next, as a set; bits above 51 stand for finished suits."""
HASH: Final = 4
FACTS: Final = 5
"""See `facts_of`."""
PARENT: Final = 6
"""The node before; -1: none."""
# The bit offsets of the facts in their word, eight bits each.
BOUND: Final = 8
LEFT: Final = 16
CARD: Final = 24
ONTO: Final = 32


def facts_of(cost: i64, bound: i64, left: i64, card: i64, onto: i64) -> i64:
    """One word for: the cost so far, the lower bound of the cost ahead (neither counts moves to
    foundations), the cards not home, the card last moved and what it landed on.
    """
    return cost | bound << BOUND | left << LEFT | card << CARD | onto << ONTO


ANY_COST: Final = 255
"""More than `VisitedStates` can hold; the longest shortest answers known cost half of that."""
EXACT: Final = 4
"""The weight of the cost so far, and of the bound of the cost ahead where the shortest answer is
wanted.
"""
# How many heaps each estimated cost has: one for each bound of the cost ahead.
_AHEAD: Final = 64
_BYTE: Final = (1 << 8) - 1
"""The bits of one fact of a node."""


class BrainJamShortestAnswer(SearchStage):
    """A search for the shortest answer below a cost, or for a short one. Costs do not count moves
    to foundations.
    """

    def __init__(
        self,
        columns: list[list[int]],
        reserve: list[int],
        below: i64,
        memory_limit: i64,
        weight: i64 = EXACT,
    ) -> None:
        """A search from the position with these columns, first card first, and this reserve; all
        other cards are home. Only answers that cost less than `below` are looked for. With a
        `weight` above EXACT an answer is found sooner, and costs at most weight / EXACT times as
        much as the shortest.
        """
        super().__init__()
        self.below: i64 = below
        self.weight: i64 = weight
        self.memory_limit: i64 = memory_limit
        """Bytes."""
        self.won: i64 = -1
        """The last node of the answer."""
        self.met: Nodes = Nodes()
        self._waiting: NodeQueue = NodeQueue(self.met)
        self._seen: VisitedStates = VisitedStates()
        """The lowest cost at which each position was met."""
        there: i64 = 0
        for column in columns:
            for card in column:
                there |= BIT[card]
        held: i64 = 0
        for card in reserve:
            held |= BIT[card]
        there |= held
        self.columns: Columns = Columns(columns, there)
        self._where: vec[i64] = vec[i64]([0] * 64)
        """By card: the index of the column that ends with it; valid only for the end cards of the
        position that is expanded.
        """
        self._at: vec[i64] = vec[i64]([0] * COLUMNS)
        """The columns of the position that is expanded."""
        # The position that is expanded (`_node`, `_facts`, `_from_...`), and the position at hand,
        # which is made from it.
        self._node: i64 = -1
        self._facts: i64 = 0
        self._from_low: i64 = 0
        self._from_high: i64 = 0
        self._from_reserve: i64 = 0
        self._from_wanted: i64 = 0
        self._from_hash: i64 = 0
        self._low: i64 = 0
        self._high: i64 = 0
        self._reserve: i64 = held
        self._wanted: i64 = wanted_of(there)
        self._hash: i64 = 0
        self._left: i64 = size(there)
        self._begin()

    def _begin(self) -> None:
        """Store the first position."""
        columns = self.columns
        for index in range(COLUMNS):
            column: i64 = columns.dealt[index]
            self._hash ^= columns.hash[column]
            self._turn(index, column)
        held: i64 = self._reserve
        while held:
            self._hash ^= columns.shelf[lowest(held)]
            held &= held - 1
        self._go_home()
        self._seen.lower(self._hash, 0)
        self._store(facts_of(0, self._aside(), self._left, 0, 0))

    def run(self, nodes: i64) -> bool:
        """Expand `nodes` positions; True if the search has ended: with an answer in `won`, with
        `full`, or with neither: there is no answer.
        """
        goal: i64 = self.nodes + nodes
        while self.nodes < goal:
            node = self._waiting.pop()
            if node < 0:
                return True
            if not self._take_up(node):
                continue
            if (self._facts >> LEFT) & _BYTE == 0:
                self.won = node
                return True
            if self.met.used_bytes() + self._seen.used_bytes() > self.memory_limit:
                self.full = True
                return True
            self.nodes += 1
            self._expand()
        return False

    def lowest_cost(self) -> i64:
        """A lower bound of the cost of any answer, as far as a search with the weight EXACT has
        come.
        """
        return min(self._waiting.lowest // (EXACT * _AHEAD), self.below)

    def path(self) -> list[tuple[int, int]]:
        """The moves of the answer, card and what it lands on, without those to foundations."""
        moves: list[tuple[int, int]] = []
        node: i64 = self.won
        while node >= 0:
            words = self.met.chunk(node).words
            first = place(node)
            facts: i64 = words[first + FACTS]
            node = words[first + PARENT]
            if node >= 0:
                moves.append((int((facts >> CARD) & _BYTE), int((facts >> ONTO) & _BYTE)))
        moves.reverse()
        return moves

    def _take_up(self, node: i64) -> bool:
        """Take up a node for expansion; False if a cheaper path to its position is known."""
        words = self.met.chunk(node).words
        first = place(node)
        facts: i64 = words[first + FACTS]
        if self._seen.get(words[first + HASH]) < facts & _BYTE:
            return False
        self._node = node
        self._from_low = words[first + LOW]
        self._from_high = words[first + HIGH]
        self._from_reserve = words[first + RESERVE]
        self._from_wanted = words[first + WANTED]
        self._from_hash = words[first + HASH]
        self._facts = facts
        return True

    def _wait(self, node: i64, facts: i64) -> None:
        """Queue a node by its cost and its weighted bound."""
        bound: i64 = (facts >> BOUND) & _BYTE
        whole: i64 = EXACT * (facts & _BYTE) + self.weight * bound
        self._waiting.push(whole * _AHEAD + min(bound, _AHEAD - 1), node)

    def _expand(self) -> None:
        """Make all moves, the most promising last, because a heap returns its latest node first."""
        at = self._at
        where = self._where
        columns = self.columns
        one: i64 = BIT[0]
        ends: i64 = 0
        vacant: i64 = -1
        low: i64 = self._from_low
        high: i64 = self._from_high
        index: i64 = 0
        while index < COLUMNS:
            column: i64 = low & 0xFFFF
            low >>= 16
            if index == 3:
                low = high
            at[index] = column
            if column:
                card: i64 = columns.card[column]
                ends |= one << card
                where[card] = index
            else:
                vacant = index
            index += 1
        reserve: i64 = self._from_reserve
        if vacant >= 0:
            self._to_empty(vacant)
        if size(reserve) < RESERVES:
            index = 0
            while index < COLUMNS:
                if at[index]:
                    self._play(columns.card[at[index]], index, -1, TO_RESERVE)
                index += 1
        fitting: i64 = (ends | reserve) & (ends >> 4)
        while fitting:
            card = lowest(fitting)
            fitting &= fitting - 1
            source: i64 = -1 if (reserve >> card) & 1 else where[card]
            self._play(card, source, where[card + 4], card + 4)

    def _to_empty(self, vacant: i64) -> None:
        """Moves to an empty column, except those of a card that is alone in its own."""
        index: i64 = 0
        while index < COLUMNS:
            column = self._at[index]
            if self.columns.below[column]:
                self._play(self.columns.card[column], index, vacant, TO_EMPTY)
            index += 1
        held: i64 = self._from_reserve
        while held:
            self._play(lowest(held), -1, vacant, TO_EMPTY)
            held &= held - 1

    def _play(self, card: i64, source: i64, target: i64, onto: i64) -> None:
        """Store the position after a move between two columns; -1 stands for a reserve."""
        columns = self.columns
        one: i64 = BIT[0]
        self._low = self._from_low
        self._high = self._from_high
        self._reserve = self._from_reserve
        self._wanted = self._from_wanted
        hash: i64 = self._from_hash
        left: i64 = (self._facts >> LEFT) & _BYTE
        self._left = left
        uncovered: i64 = 0
        if source < 0:
            self._reserve ^= one << card
            hash ^= columns.shelf[card]
        else:
            old: i64 = self._at[source]
            uncovered = columns.below[old]
            hash ^= columns.hash[old] ^ columns.hash[uncovered]
            self._turn(source, uncovered - old)
        if target < 0:
            self._reserve ^= one << card
            hash ^= columns.shelf[card]
        else:
            old = self._at[target]
            new: i64 = columns.grown[old] if old else columns.alone[card]
            hash ^= columns.hash[old] ^ columns.hash[new]
            self._turn(target, new - old)
        self._hash = hash
        if (self._wanted >> columns.card[uncovered]) & 1:
            self._go_home()
        cost: i64 = (self._facts & _BYTE) + 1
        if cost == ANY_COST:
            self.full = True
            return
        if not self._seen.lower(self._hash, cost):
            return
        self._store(facts_of(cost, self._aside(), self._left, card, onto))

    def _turn(self, index: i64, difference: i64) -> None:
        """Add to the number of a column of the position at hand."""
        if index < 4:
            self._low += difference << (index << 4)
        else:
            self._high += difference << ((index - 4) << 4)

    def _go_home(self) -> None:
        """Play every move to a foundation there is in the position at hand."""
        columns = self.columns
        busy = True
        while busy:
            busy = False
            ready: i64 = self._reserve & self._wanted
            while ready:
                single: i64 = ready & -ready
                self._reserve ^= single
                self._hash ^= columns.shelf[lowest(single)]
                self._wanted ^= single | (single << 4)
                self._left -= 1
                busy = True
                ready = self._reserve & self._wanted
            index: i64 = 0
            while index < COLUMNS:
                half: i64 = self._low if index < 4 else self._high
                column: i64 = (half >> ((index & 3) << 4)) & 0xFFFF
                if (self._wanted >> columns.card[column]) & 1:
                    below: i64 = columns.below[column]
                    single = BIT[columns.card[column]]
                    self._wanted ^= single | (single << 4)
                    self._left -= 1
                    self._hash ^= columns.hash[column] ^ columns.hash[below]
                    self._turn(index, below - column)
                    busy = True
                index += 1

    def _aside(self) -> i64:
        """How many cards of the position at hand must move aside for a lower one below."""
        return self._aside_of(self._low) + self._aside_of(self._high)

    def _aside_of(self, half: i64) -> i64:
        """The same for four columns, whose numbers are the 16-bit parts of `half`."""
        aside = self.columns.aside
        return (
            aside[half & 0xFFFF]
            + aside[(half >> 16) & 0xFFFF]
            + aside[(half >> 32) & 0xFFFF]
            + aside[half >> 48]
        )

    def _store(self, facts: i64) -> None:
        """Keep the position at hand as a node, and let it wait, unless it cannot lead to an answer
        below the cost.
        """
        if (facts & _BYTE) + ((facts >> BOUND) & _BYTE) >= self.below:
            return
        node = self.met.add()
        words = self.met.chunk(node).words
        first = place(node)
        words[first + LOW] = self._low
        words[first + HIGH] = self._high
        words[first + RESERVE] = self._reserve
        words[first + WANTED] = self._wanted
        words[first + HASH] = self._hash
        words[first + FACTS] = facts
        words[first + PARENT] = self._node
        self._wait(node, facts)
