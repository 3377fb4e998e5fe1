"""The search of one layout of Gaps: wins, the highest score, and the dead ends by what they keep.

The search is depth-first, takes moves back, and has one table of all states met. Cards in sequence
stay, and no card returns to where it lay beside the same neighbours, so there are no cycles. Once a
state is fully searched, the table can keep the number of moves from it to a win. The search can
stop at any state and go on from there.

Strong stubborn sets reduce the moves to try. If nothing outside a set of moves can disturb it or be
disturbed by it, the moves outside can wait and only the set is tried. Every position without moves
is still reached, by as few moves; so verdict, highest score and par stay exact.
"""

from __future__ import annotations

from typing import Final

from game.core.position import Position
from game.solver.search_structures import (
    HIGHEST,
    VisitedStates,
    lengthened,
    lowest,
    random_keys,
    size,
)
from game.solver.vectors import i64, vec

WIDTH: Final = 13
GOAL: Final = 48
GAP: Final = 0
"""What a slot without a card holds: the ace of clubs is never on the table."""
MOST_MOVES: Final = 16
"""The most moves of one state: four gaps at row starts, each with a choice of four twos."""

_SLOTS: Final = 52
_KING: Final = 48
"""Cards from here on are kings."""
_TWOS: Final = 0b1111 << 4
_ACES: Final = 0b1111

# Each slot's place in its row; one more for the slot that no card enters.
_PLACE: Final = vec[i64]([slot % WIDTH for slot in range(53)])
# The set that holds only this card.
_BIT: Final = vec[i64]([1 << card for card in range(52)])
# By card * 52 + slot: a card's share of a state's key.
_KEYS: Final = vec[i64](random_keys(52 * 52))

# The weights by which `_price` orders moves.
_HOME: Final = 10
_PARTED: Final = 3
_DEAD: Final = 6


class Layout:
    """Four rows of slots, and the moves from there. Suits are 0 to 3, cards rank * 4 + suit."""

    def __init__(self, position: Position) -> None:
        self.at: vec[i64] = vec[i64]([GAP] * 53)
        """The card in each slot, or GAP; one more slot, which no card enters."""
        self.slot: vec[i64] = vec[i64]([_SLOTS] * 52)
        """Where each card lies."""
        self.gaps: vec[i64] = vec[i64]([0] * 4)
        self.key: i64 = 0
        """Identifies the state: the XOR of random 62-bit numbers."""
        self.fixed: i64 = 0
        """The set of the cards in sequence; `score` is their number."""
        self.score: i64 = 0
        self.moves: vec[i64] = vec[i64]([0] * (64 * MOST_MOVES))
        """Lists of moves one after the other, each as (card * 64 + slot) * 4 + gap."""
        self._prices: vec[i64] = vec[i64]([0] * MOST_MOVES)
        self._work: vec[i64] = vec[i64]([0] * 52)
        """Cards of a stubborn set whose own needs are still to be looked at."""
        gap: i64 = 0
        for index, held in enumerate(position.piles):
            slot: i64 = index
            if held:
                card: i64 = held[0]
                self.at[slot] = card
                self.slot[card] = slot
                self.key ^= _KEYS[card * 52 + slot]
            else:
                self.gaps[gap] = slot
                gap += 1
        for row in range(4):
            start: i64 = row * WIDTH
            first = self.at[start]
            if 4 <= first < 8:
                self._fix(first, start)

    def _fix(self, card: i64, slot: i64) -> None:
        """Add a card that continues a sequence, and the cards to its right that now continue it."""
        at = self.at
        while True:
            self.fixed |= _BIT[card]
            self.score += 1
            slot += 1
            card += 4
            if _PLACE[slot] == 0 or at[slot] != card:
                return

    def play(self, card: i64, slot: i64, gap: i64) -> None:
        """Move a card into a gap."""
        at = self.at
        source = self.slot[card]
        at[slot] = card
        self.slot[card] = slot
        at[source] = GAP
        self.gaps[gap] = source
        self.key ^= _KEYS[card * 52 + source] ^ _KEYS[card * 52 + slot]
        if _PLACE[slot] == 0 or self.fixed & _BIT[at[slot - 1]]:
            self._fix(card, slot)

    def back(self, card: i64, source: i64, gap: i64) -> None:
        """Undo a move of `play`, except for `key`, `fixed` and `score`."""
        slot = self.slot[card]
        self.at[source] = card
        self.slot[card] = source
        self.at[slot] = GAP
        self.gaps[gap] = slot

    def key_after(self, card: i64, slot: i64) -> i64:
        """The key of the state after a move. It does not depend on `fixed`."""
        return self.key ^ _KEYS[card * 52 + self.slot[card]] ^ _KEYS[card * 52 + slot]

    def find_moves(self, at: i64) -> i64:
        """Put the moves to try into `moves` from index `at` on, best first; returns their end."""
        enabled = self.enabled()
        if enabled & (enabled - 1):
            enabled = self._stubborn(enabled)
        return self.list_moves(enabled, at)

    def enabled(self) -> i64:
        """The set of the cards that can move."""
        enabled: i64 = 0
        gaps = self.gaps
        at = self.at
        number: i64 = 0
        while number < 4:
            slot = gaps[number]
            number += 1
            if _PLACE[slot] == 0:
                enabled |= _TWOS & ~self.fixed
                continue
            left = at[slot - 1]
            if GAP < left < _KING:
                enabled |= _BIT[left + 4]
        return enabled

    def list_moves(self, enabled: i64, at: i64) -> i64:
        """Put all moves of these cards into `moves`, as `find_moves` does."""
        if len(self.moves) < at + MOST_MOVES:
            self.moves = lengthened(self.moves)
        end = at
        gap: i64 = 0
        while gap < 4:
            slot = self.gaps[gap]
            if _PLACE[slot]:
                left = self.at[slot - 1]
                if GAP < left < _KING and enabled & _BIT[left + 4]:
                    self._insert(left + 4, slot, gap, at, end)
                    end += 1
            else:
                twos = enabled & _TWOS
                while twos:
                    self._insert(lowest(twos), slot, gap, at, end)
                    end += 1
                    twos &= twos - 1
            gap += 1
        return end

    def _insert(self, card: i64, slot: i64, gap: i64, first: i64, end: i64) -> None:
        """Put a move among those from first to end, by price."""
        price = self._price(card, slot)
        moves = self.moves
        prices = self._prices
        place = end
        while place > first:
            before = prices[place - first - 1]
            if before <= price:
                break
            prices[place - first] = before
            moves[place] = moves[place - 1]
            place -= 1
        prices[place - first] = price
        moves[place] = (card * 64 + slot) * 4 + gap

    def _price(self, card: i64, slot: i64) -> i64:
        """The price of a move; low ones are tried early. It falls for a move into the card's own
        place of a row, and rises for one away from its neighbour or one that leaves a gap that
        nothing can fill.
        """
        price: i64 = 0
        source = self.slot[card]
        if _PLACE[source]:
            left = self.at[source - 1]
            if left == GAP or left >= _KING:
                price += _DEAD
            elif left == card - 4:
                price += _PARTED
        if _PLACE[slot] == (card >> 2) - 1:
            price -= _HOME
        return price

    def _stubborn(self, enabled: i64) -> i64:
        """The smallest set of cards whose moves suffice, of the sets grown from one card each."""
        best = enabled
        fewest = size(enabled)
        tried: i64 = 0
        seeds = enabled
        while seeds and fewest > 1:
            seed = lowest(seeds)
            seeds &= seeds - 1
            grown = self._grown(seed, enabled, tried, fewest)
            if grown:
                best = grown & enabled
                fewest = size(best)
            tried |= _BIT[seed]
        return best

    def _grown(self, seed: i64, enabled: i64, tried: i64, fewest: i64) -> i64:
        """The stubborn set grown from a card that can move; 0 unless fewer of its cards can move
        than `fewest`.

        A card that can move draws in the cards whose moves its own could disturb: the next lower of
        its suit, beside which it goes, and the next higher, which may wait beside it. A card that
        cannot move draws in the cards that could enable it: the next lower, and the card to the
        right of that. The sets grown from the cards in `tried` are known: a set that draws in one
        of these cards is not smaller.
        """
        # mypyc shifts a literal in 32 bits.
        one = _BIT[0]
        place = _PLACE
        at = self.at
        slot = self.slot
        work = self._work
        loose = ~(self.fixed | _ACES)
        left = loose & ~(one << seed)
        count: i64 = 1
        end: i64 = 1
        work[0] = seed
        while end:
            end -= 1
            card = work[end]
            if card < 8:
                # The twos are one group, because they compete for the same slots. They draw in the
                # cards in the leftmost slots, because these may make room for them.
                drawn = _BIT[at[0]] | _BIT[at[13]] | _BIT[at[26]] | _BIT[at[39]]
                if (enabled >> card) & 1:
                    drawn |= _TWOS | _BIT[card + 4]
            elif (enabled >> card) & 1:
                drawn = one << (card - 4)
                if card < _KING:
                    drawn |= drawn << 8
            else:
                drawn = one << (card - 4)
                beside = slot[card - 4] + 1
                if place[beside]:
                    drawn |= one << at[beside]
            drawn &= left
            if drawn & tried:
                return 0
            left ^= drawn
            while drawn:
                card = lowest(drawn)
                work[end] = card
                end += 1
                count += (enabled >> card) & 1
                drawn &= drawn - 1
            if count >= fewest:
                return 0
        return loose & ~left

    def kept(self) -> i64:
        """What a redeal would keep: for each suit six bits, its row and the length of its
        sequence; 0 for a suit without one. Two states that keep the same are dealt anew alike.
        """
        kept: i64 = 0
        suit: i64 = 0
        while suit < 4:
            two = 4 + suit
            kept <<= 6
            if self.fixed & _BIT[two]:
                slot = self.slot[two]
                length: i64 = 1
                while length < 12 and self.fixed & _BIT[two + 4 * length]:
                    length += 1
                kept |= slot // WIDTH * 16 + length
            suit += 1
        return kept


_FIRST_FRAMES: Final = 64
_BYTES_A_DEAD_END: Final = 400
# No win is known from a state: its value in the table when it is met for the first time.
_UNKNOWN: Final = HIGHEST

Line = bytes
"""Moves within a layout, two bytes for each: the card and the slot that it goes to."""


class DeadEnd:
    """A set of states without moves that a redeal turns into the same layout, because the same
    cards are in sequence in all of them.
    """

    __slots__ = ("is_open", "kept", "line", "score")

    def __init__(self, kept: int, score: int, line: Line) -> None:
        self.kept = kept
        """See `Layout.kept`."""
        self.score = score
        self.line = line
        """The shortest known line to one of these states."""
        self.is_open = False
        """True once the whole game's search has made the layout that follows the redeal."""

    @property
    def length(self) -> int:
        """How many moves lead there."""
        return len(self.line) // 2


class LayoutSearch:
    """Depth-first search of what can be reached from a position without a redeal."""

    def __init__(self, position: Position, *, collects: bool) -> None:
        """`collects`: the dead ends are wanted too."""
        self.collects = collects
        self.dead_ends: dict[int, DeadEnd] = {}
        """By what they keep, in the order in which they were met."""
        self.nodes: i64 = 0
        """How many states have been looked at."""
        self.is_exhausted = False
        self.best_score: i64 = -1
        self.best: Line = b""
        """The way to the highest score, or the shortest win found."""
        self.length: i64 = _UNKNOWN
        """Moves of the shortest win found; `_UNKNOWN`: none."""
        self._layout = Layout(position)
        self._states = VisitedStates()
        self._depth: i64 = 0
        # For each state of the current line: the move that led to it, as in `Layout.moves`, and the
        # slot that its card left; what taking that move back restores; where the moves still to try
        # lie in `Layout.moves`; and the fewest moves from it to a win that is known.
        self._move: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._source: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._key: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._fixed: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._score: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._next: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._stop: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._near: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._states.lower(self._layout.key, _UNKNOWN)
        self._enter(0)

    @property
    def is_won(self) -> bool:
        """True once a win was found."""
        return self.length != _UNKNOWN

    def used_bytes(self) -> i64:
        """The memory that the search occupies, in bytes."""
        return self._states.used_bytes() + _BYTES_A_DEAD_END * len(self.dead_ends)

    def run(self, last: i64) -> None:
        """Search until `nodes` is `last`, no state is left, or a shorter win is found."""
        length = self.length
        while self.nodes < last and length == self.length and not self.is_exhausted:
            self._step()

    def forget_states(self) -> None:
        """Free the table of an exhausted search; its results stay."""
        self._states = VisitedStates()

    def _step(self) -> None:
        """Try the next move of the deepest state, or leave that state when none is left."""
        depth = self._depth
        following = self._next[depth]
        if following == self._stop[depth]:
            self._leave()
            return
        self._next[depth] = following + 1
        layout = self._layout
        move = layout.moves[following]
        card = move >> 8
        slot = (move >> 2) & 63
        key = layout.key_after(card, slot)
        if not self._states.lower(key, _UNKNOWN):
            if self.length != _UNKNOWN:
                self._meet(key, move)
            return
        depth += 1
        if depth == len(self._move):
            self._lengthen()
        self._move[depth] = move
        self._source[depth] = layout.slot[card]
        self._depth = depth
        layout.play(card, slot, move & 3)
        self._enter(self._stop[depth - 1])

    def _enter(self, first: i64) -> None:
        """Begin with the state that the layout now holds."""
        layout = self._layout
        depth = self._depth
        score = layout.score
        self._key[depth] = layout.key
        self._fixed[depth] = layout.fixed
        self._score[depth] = score
        self._next[depth] = first
        self._near[depth] = _UNKNOWN
        self.nodes += 1
        if score > self.best_score:
            self.best_score = score
            self.best = self._line()
        if score == GOAL:
            self._stop[depth] = first
            self._near[depth] = 0
            self._shorter(depth)
            return
        stop = layout.find_moves(first)
        self._stop[depth] = stop
        if stop > first or not self.collects:
            return
        kept = layout.kept()
        known = self.dead_ends.get(kept)
        if known is None:
            self.dead_ends[kept] = DeadEnd(kept, score, self._line())
        elif depth < known.length:
            known.line = self._line()

    def _leave(self) -> None:
        """Close a state whose moves are all tried, and take its move back."""
        depth = self._depth
        near = self._near[depth]
        if near != _UNKNOWN:
            self._states.lower(self._key[depth], near)
        if depth == 0:
            self.is_exhausted = True
            return
        layout = self._layout
        move = self._move[depth]
        layout.back(move >> 8, self._source[depth], move & 3)
        depth -= 1
        self._depth = depth
        if near + 1 < self._near[depth]:
            self._near[depth] = near + 1
        self._restore()

    def _restore(self) -> None:
        """Give the layout back what `Layout.back` leaves out."""
        layout = self._layout
        layout.key = self._key[self._depth]
        layout.fixed = self._fixed[self._depth]
        layout.score = self._score[self._depth]

    def _meet(self, key: i64, move: i64) -> None:
        """Use the table's value of a state that was searched before."""
        depth = self._depth
        known = self._states.get(key) + 1
        if known >= self._near[depth] or known >= _UNKNOWN:
            return
        self._near[depth] = known
        if depth + known < self.length:
            line = self._line()
            self._shorter(depth + known)
            self.best = line + self._rest(move, known)

    def _shorter(self, length: i64) -> None:
        """Record a win of `length` moves if it is the shortest."""
        if length < self.length:
            self.length = length
            if self._layout.score == GOAL:
                self.best = self._line()

    def _line(self) -> Line:
        """The moves from the first state to the present one."""
        line = bytearray()
        depth: i64 = 1
        while depth <= self._depth:
            move = self._move[depth]
            line.append(move >> 8)
            line.append((move >> 2) & 63)
            depth += 1
        return bytes(line)

    def _rest(self, move: i64, known: i64) -> Line:
        """The moves of a win of `known` moves that begins with `move`, found by the table."""
        layout = self._layout
        free = self._stop[self._depth]
        taken: list[tuple[i64, i64, i64]] = []
        rest = bytearray()
        while True:
            card = move >> 8
            slot = (move >> 2) & 63
            rest.append(card)
            rest.append(slot)
            taken.append((card, layout.slot[card], move & 3))
            layout.play(card, slot, move & 3)
            known -= 1
            if known == 0:
                break
            place = free
            stop = layout.find_moves(free)
            while place < stop:
                move = layout.moves[place]
                key = layout.key_after(move >> 8, (move >> 2) & 63)
                if self._states.get(key) == known - 1:
                    break
                place += 1
        for card, source, gap in reversed(taken):
            layout.back(card, source, gap)
        self._restore()
        return bytes(rest)

    def _lengthen(self) -> None:
        """Make room for a longer line."""
        self._move = lengthened(self._move)
        self._source = lengthened(self._source)
        self._key = lengthened(self._key)
        self._fixed = lengthened(self._fixed)
        self._score = lengthened(self._score)
        self._next = lengthened(self._next)
        self._stop = lengthened(self._stop)
        self._near = lengthened(self._near)
