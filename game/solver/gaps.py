"""Gaps: what the present layout can give without a redeal: a win, or its exact highest score.

The search goes depth-first and takes moves back, with one table of all states met: cards
in sequence stay and no card returns to where it lay under the same neighbours, so there is
no cycle, and the moves left from a state can be kept beside it once all of it is searched.

Strong stubborn sets thin the moves out: where some moves can wait because nothing outside
the set can disturb or be disturbed by it, only the set is tried. Every position without
moves is still reached, by a way as short; so verdict, highest score and par stay exact.

Keys of states are 60-bit random hashes: two of ten million states share one with a chance
of one in twenty thousand, far less that it would matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.core.position import EMPTY, Move, Position
from game.rules import Rules
from game.solver.answer import Answer, Goal, Search, Verdict, check_answer
from game.solver.search_tools import BIT, lowest, random_keys, size
from game.solver.visited_states import VisitedStates

if TYPE_CHECKING:
    from mypy_extensions import i64

_WIDTH: Final = 13
_GOAL: Final = 48
_GAP: Final = 0
"""What a slot without a card holds: the ace of clubs is never on the table."""
_NONE: Final = 255
"""No win is known; also stands for one too far away for a byte."""
_TWOS: Final = 0b1111 << 4

_PLACE: Final[list[int]] = [slot % _WIDTH for slot in range(52)]
_ROWS: Final = (0, 13, 26, 39)
# By card * 52 + slot: a card's share of a state's hash.
_KEYS: Final[list[int]] = [key >> 2 for key in random_keys(52 * 52)]

# What an order of moves is judged by; see `_price`.
_HOME: Final = 10
_PARTED: Final = 3
_DEAD: Final = 6


class GapsFrame:
    """One state of the line that the search is on."""

    __slots__ = ("card", "fixed", "gap", "key", "near", "next", "score", "source", "stop")

    def __init__(self) -> None:
        self.card: i64 = 0
        """The card whose move led here, the slot it left, and which of the gaps it filled."""
        self.source: i64 = 0
        self.gap: i64 = 0
        self.key: i64 = 0
        self.fixed: i64 = 0
        """Set of the cards in sequence, and how many."""
        self.score: i64 = 0
        self.next: i64 = 0
        """The moves still to try lie from here to `stop` in the list of moves."""
        self.stop: i64 = 0
        self.near: i64 = _NONE
        """The fewest moves to a win that are known from here."""


class Layout:
    """The cards on the table and the moves from there."""

    def __init__(self, position: Position) -> None:
        self.at: list[int] = [_GAP] * 53
        """The card in each slot; one more, that no card enters."""
        self.slot: list[int] = [52] * 52
        """Where each card lies."""
        self.gaps: list[int] = []
        self.key: i64 = 0
        self.fixed: i64 = 0
        self.score: i64 = 0
        self.moves: list[int] = []
        """Moves of all frames one after the other, as (card * 64 + slot) * 4 + gap."""
        self.prices: list[int] = []
        for slot, held in enumerate(position.piles):
            if held:
                self.at[slot] = held[0]
                self.slot[held[0]] = slot
                self.key ^= _KEYS[held[0] * 52 + slot]
            else:
                self.gaps.append(slot)
        for start in _ROWS:
            card: i64 = self.at[start]
            if 4 <= card < 8:
                self.fix(card, start)

    def fix(self, card: i64, slot: i64) -> None:
        """Count a card that continues a sequence, and those that wait to its right."""
        one: i64 = BIT[0]
        while True:
            self.fixed |= one << card
            self.score += 1
            slot += 1
            card += 4
            if slot >= 52 or _PLACE[slot] == 0 or self.at[slot] != card:
                return

    def play(self, card: i64, slot: i64, gap: i64) -> None:
        """Move a card into a gap."""
        source: i64 = self.slot[card]
        self.at[slot] = card
        self.slot[card] = slot
        self.at[source] = _GAP
        self.gaps[gap] = source
        self.key ^= key_change(card, source, slot)
        place: i64 = _PLACE[slot]
        if place == 0 or (self.fixed >> self.at[slot - 1]) & 1:
            self.fix(card, slot)

    def back(self, card: i64, source: i64, gap: i64) -> None:
        """Take such a move back, but for key, fixed and score."""
        slot: i64 = self.slot[card]
        self.at[source] = card
        self.slot[card] = source
        self.at[slot] = _GAP
        self.gaps[gap] = slot

    def find_moves(self, at: i64) -> i64:
        """Put the moves to try into `moves` from a place on, best first; returns their end."""
        enabled: i64 = self.enabled()
        if enabled & (enabled - 1):
            enabled = self._stubborn(enabled)
        return self.list_moves(enabled, at)

    def enabled(self) -> i64:
        """The set of the cards that can move."""
        enabled: i64 = 0
        one: i64 = BIT[0]
        for gap in range(4):
            slot: i64 = self.gaps[gap]
            if _PLACE[slot] == 0:
                enabled |= _TWOS & ~self.fixed
                continue
            left: i64 = self.at[slot - 1]
            if left != _GAP and left < 48:
                enabled |= one << (left + 4)
        return enabled

    def list_moves(self, enabled: i64, at: i64) -> i64:
        """Put all moves of these cards into `moves`, as `find_moves` does."""
        end: i64 = at
        for gap in range(4):
            slot: i64 = self.gaps[gap]
            if _PLACE[slot]:
                left: i64 = self.at[slot - 1]
                if left != _GAP and left < 48 and (enabled >> (left + 4)) & 1:
                    self._insert(left + 4, slot, gap, at, end)
                    end += 1
            else:
                twos: i64 = enabled & _TWOS
                while twos:
                    self._insert(lowest(twos), slot, gap, at, end)
                    end += 1
                    twos &= twos - 1
        return end

    def _insert(self, card: i64, slot: i64, gap: i64, first: i64, end: i64) -> None:
        """Put a move among those from first to end, by price."""
        price: i64 = self._price(card, slot)
        if end == len(self.moves):
            self.moves.append(0)
            self.prices.append(0)
        moves = self.moves
        prices = self.prices
        place: i64 = end
        while place > first:
            before: i64 = prices[place - 1]
            if before <= price:
                break
            prices[place] = before
            moves[place] = moves[place - 1]
            place -= 1
        prices[place] = price
        moves[place] = (card * 64 + slot) * 4 + gap

    def _price(self, card: i64, slot: i64) -> i64:
        """Low for a move to try early: into the card's own place of a row, not out of one
        beside its neighbour, not leaving a gap that nothing can fill.
        """
        price: i64 = 0
        source: i64 = self.slot[card]
        if _PLACE[source]:
            left: i64 = self.at[source - 1]
            if left == _GAP or left >= 48:
                price += _DEAD
            elif left == card - 4:
                price += _PARTED
        if _PLACE[slot] == (card >> 2) - 1:
            price -= _HOME
        return price

    def _stubborn(self, enabled: i64) -> i64:
        """A smallest set of cards whose moves are enough, among those grown from one card."""
        best: i64 = enabled
        fewest: i64 = size(enabled)
        seeds: i64 = enabled
        while seeds:
            seed: i64 = seeds & -seeds
            seeds ^= seed
            grown: i64 = self._closure(seed, enabled, fewest)
            if grown:
                fewest = size(grown)
                best = grown
                if fewest == 1:
                    break
        return best

    def _closure(self, seed: i64, enabled: i64, fewest: i64) -> i64:
        """The enabled cards that a seed draws in; 0 where they are not fewer than `fewest`.

        A card that can move draws in those whose moves its own could disturb: the next
        higher of its suit, which may wait beside it, and the next lower, beside which it
        goes. A card that cannot move draws in what could let it: the next lower, and what
        lies to the right of that. The twos are one group: they vie for the same places.
        """
        one: i64 = BIT[0]
        loose: i64 = ~self.fixed
        grown: i64 = seed
        work: i64 = seed
        count: i64 = 1
        while work:
            bit: i64 = work & -work
            work ^= bit
            card: i64 = lowest(bit)
            drawn: i64 = 0
            if bit & enabled:
                drawn = _TWOS if card < 8 else bit >> 4
                if card < 48:
                    drawn |= bit << 4
            elif card < 8:
                for start in _ROWS:
                    drawn |= one << self.at[start]
            else:
                drawn = bit >> 4
                beside: i64 = self.slot[card - 4] + 1
                if beside < 52 and _PLACE[beside]:
                    drawn |= (one << self.at[beside]) & ~bit
            drawn &= loose & ~grown & ~15
            grown |= drawn
            work |= drawn
            drawn &= enabled
            while drawn:
                drawn &= drawn - 1
                count += 1
            if count >= fewest:
                return 0
        return grown & enabled


def key_change(card: i64, source: i64, slot: i64) -> i64:
    """What a move does to the key of a state, by XOR."""
    old: i64 = _KEYS[card * 52 + source]
    new: i64 = _KEYS[card * 52 + slot]
    return old ^ new


class GapsSearch:
    """Depth-first until the goal is met: FIRST ends with a win, SHORT looks on for as long
    again, OPTIMAL looks at everything. Where no win is, all of them look at everything.
    """

    def __init__(self, rules: Rules, position: Position, goal: Goal, memory_limit: int) -> None:
        self.rules = rules
        self.position = position
        self.goal = goal
        self.memory_limit: i64 = memory_limit
        self.layout = Layout(position)
        self.seen = VisitedStates()
        self.frames: list[GapsFrame] = [GapsFrame()]
        self.depth: i64 = 0
        self.nodes: i64 = 0
        self.last: i64 = -1
        """The search ends after this many states; -1: no such end."""
        self.ended = False
        self.exhausted = False
        self.best_score: i64 = -1
        self.best: list[int] = []
        """Cards and slots in turn, of the way to the highest score or the shortest win."""
        self.length: i64 = _NONE
        """Moves of the shortest win found."""
        self.seen.lower(self.layout.key, _NONE)
        self._enter(0)

    def run(self, nodes: int) -> bool:
        """Look at about so many further states; True when the search has ended."""
        stop: i64 = self.nodes + nodes
        while not self.ended and self.nodes < stop:
            self._step()
        return self.ended

    def _step(self) -> None:
        """Try the next move of the deepest state, or leave that state when none is left."""
        frame = self.frames[self.depth]
        if frame.next == frame.stop:
            self._leave(frame)
            return
        layout = self.layout
        move: i64 = layout.moves[frame.next]
        frame.next += 1
        card: i64 = move >> 8
        slot: i64 = (move >> 2) & 63
        source: i64 = layout.slot[card]
        key: i64 = frame.key ^ key_change(card, source, slot)
        if not self.seen.lower(key, _NONE):
            self._meet(frame, key, move)
            return
        layout.play(card, slot, move & 3)
        self.depth += 1
        if self.depth == len(self.frames):
            self.frames.append(GapsFrame())
        following = self.frames[self.depth]
        following.card = card
        following.source = source
        following.gap = move & 3
        self._enter(frame.stop)

    def _enter(self, first: i64) -> None:
        """Begin with the state that the layout now holds."""
        layout = self.layout
        frame = self.frames[self.depth]
        frame.key = layout.key
        frame.fixed = layout.fixed
        frame.score = layout.score
        frame.next = first
        frame.near = _NONE
        self.nodes += 1
        if frame.score > self.best_score:
            self.best_score = frame.score
            self.best = self._line()
        if frame.score == _GOAL:
            frame.stop = first
            frame.near = 0
            self._shorter(self.depth)
        else:
            frame.stop = layout.find_moves(first)
        if self.nodes == self.last or self.seen.used_bytes() > self.memory_limit:
            self.ended = True

    def _leave(self, frame: GapsFrame) -> None:
        """Close a state whose moves are all tried, and take its move back."""
        if frame.near != _NONE:
            self.seen.lower(frame.key, frame.near)
        if self.depth == 0:
            self.ended = True
            self.exhausted = True
            return
        self.layout.back(frame.card, frame.source, frame.gap)
        self.depth -= 1
        before = self.frames[self.depth]
        if frame.near + 1 < before.near:
            before.near = frame.near + 1
        self.layout.key = before.key
        self.layout.fixed = before.fixed
        self.layout.score = before.score

    def _meet(self, frame: GapsFrame, key: i64, move: i64) -> None:
        """Use what is known of a state that was met, and left, before."""
        if self.length == _NONE:
            return
        known: i64 = self.seen.get(key) + 1
        if known >= frame.near or known >= _NONE:
            return
        frame.near = known
        if self.depth + known < self.length:
            line = self._line()
            self._shorter(self.depth + known)
            self.best = line + self._rest(move, known)

    def _shorter(self, length: i64) -> None:
        """Take note of a win, and of what the goal wants then."""
        if self.length == _NONE and self.goal is not Goal.OPTIMAL:
            self.last = self.nodes
            if self.goal is Goal.SHORT:
                self.last = 2 * self.nodes + 20_000
        if length < self.length:
            self.length = length
            if self.layout.score == _GOAL:
                self.best = self._line()

    def _line(self) -> list[int]:
        """The moves from the first state to the present one."""
        line: list[int] = []
        for depth in range(1, self.depth + 1):
            frame = self.frames[depth]
            # Where a card has moved again later, that later frame knows where it stood.
            slot = self._slot_after(depth)
            line.append(frame.card)
            line.append(slot)
        return line

    def _slot_after(self, depth: i64) -> i64:
        """The slot that the move of a frame filled."""
        card: i64 = self.frames[depth].card
        for later in range(depth + 1, self.depth + 1):
            if self.frames[later].card == card:
                return self.frames[later].source
        return self.layout.slot[card]

    def _rest(self, move: i64, known: i64) -> list[int]:
        """The moves of a win that begins with a move, found by what is known of each state."""
        layout = self.layout
        free: i64 = self.frames[self.depth].stop
        taken: list[tuple[i64, i64, i64]] = []
        rest: list[int] = []
        while True:
            card: i64 = move >> 8
            slot: i64 = (move >> 2) & 63
            rest.append(card)
            rest.append(slot)
            taken.append((card, layout.slot[card], move & 3))
            layout.play(card, slot, move & 3)
            known -= 1
            if known == 0:
                break
            for index in range(free, layout.find_moves(free)):
                move = layout.moves[index]
                card = move >> 8
                change = key_change(card, layout.slot[card], (move >> 2) & 63)
                if self.seen.get(layout.key ^ change) == known - 1:
                    break
        for card, source, gap in reversed(taken):
            layout.back(card, source, gap)
        frame = self.frames[self.depth]
        layout.key = frame.key
        layout.fixed = frame.fixed
        layout.score = frame.score
        return rest

    def answer(self) -> Answer:
        """What is known now, its moves replayed by the rules."""
        moves = tuple(
            _move(card, slot) for card, slot in zip(self.best[::2], self.best[1::2], strict=True)
        )
        verdict = Verdict.UNDECIDED
        if self.best_score == _GOAL:
            verdict = Verdict.WON
        elif self.exhausted:
            verdict = Verdict.UNWINNABLE
        found = Answer(
            verdict,
            moves,
            optimal=verdict is Verdict.WON and self.exhausted,
            score=int(self.best_score),
            score_proved=verdict is not Verdict.UNDECIDED,
            nodes=int(self.nodes),
        )
        return check_answer(self.rules, self.position, found)


def _move(card: int, slot: int) -> Move:
    """A card into a slot, as the rules name it."""
    if card < 8:
        return Move(card, EMPTY, slot // _WIDTH + 1)
    return Move(card, card - 4)


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """A search of any layout of Gaps; `memory_limit` in bytes."""
    return GapsSearch(rules, position, goal, memory_limit)
