"""Gaps: whether a game can be won with the redeals that are left, and how.

A redeal depends only on the deal and on the cards kept in sequence. So every dead end of a layout
leads to one further layout, and dead ends that keep the same cards lead to the same layout. The
searches of layouts (gaps_search) take turns. A game is lost once every layout that can be reached
is exhausted.

The order of the search depends only on counts of states, never on the clock or on how the search is
cut into slices. So every machine finds the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Final

from game.core.moves import EMPTY, REDEAL, Move
from game.core.position import Position
from game.rules import Gaps, Rules
from game.solver.answer import Answer, Goal, Search, Verdict, check_answer
from game.solver.gaps_search import GOAL, WIDTH, DeadEnd, LayoutSearch, Line

_FIRST_SLICE: Final = 20_000
"""States searched in a layout in the first round; each further round has twice as many. Plain
Python takes half a second for these.
"""
_DEEP_SLICE: Final = 40_000
"""A second redeal is tried only in rounds with slices of at least this size."""
_LAST_SLICE: Final = 1_000_000
_OPENED_AT_ONCE: Final = 8
"""Dead ends redealt before the layouts from there have their first turn."""
_ENDLESS: Final = 1 << 60

_SHORT_PROOF: Final = 3_000_000
"""SHORT: states searched after a win to prove that no fewer redeals would do."""
_SHORTENING: Final = 2_000_000
"""States looked at for a win with fewer moves, where it takes a redeal."""
_SHORTENING_A_LAYOUT: Final = 40_000
_BYTES_A_STAGE: Final = 20_000
_REDEAL: Final = Move(None, REDEAL)
_MOVES_A_LOOSE_CARD: Final = 1.35
"""An estimate of the moves from a redeal to a win, for each card not kept."""


class Stage:
    """A layout of the game, as the deal or a redeal lays it out, and what is known of it."""

    __slots__ = ("before", "dead_end", "listed", "position", "redeals", "search", "target")

    def __init__(self, position: Position, search: LayoutSearch, redeals: int) -> None:
        self.position = position
        self.search = search
        self.redeals = redeals
        """How many redeals led here."""
        self.before: Stage | None = None
        self.dead_end: DeadEnd | None = None
        """The previous layout, and its dead end that was redealt; None: this is the first one."""
        self.listed = 0
        """How many of the layout's dead ends are in the heap of those that wait for a redeal."""
        self.target = 0
        """The search's turn ends when it has searched this many states."""

    def follow(self, before: Stage, dead_end: DeadEnd) -> None:
        """Record a path to this layout if it is the shortest known."""
        if self.before is None or before.cost + dead_end.length + 1 < self.cost:
            self.before, self.dead_end = before, dead_end

    @property
    def cost(self) -> int:
        """Counted moves of the shortest known path to this layout, including redeals."""
        if self.before is None or self.dead_end is None:
            return 0
        return self.before.cost + self.dead_end.length + 1

    @property
    def is_due(self) -> bool:
        """True while the search's turn lasts."""
        return not self.search.is_exhausted and int(self.search.nodes) < self.target

    @property
    def win(self) -> tuple[int, int]:
        """The rank of the best win in this layout: redeals, then counted moves. Lower is better."""
        return self.redeals, self.cost + int(self.search.length)


class GapsSearch:
    """The search of a position and of all layouts that its redeals lead to.

    FIRST ends with the first win. SHORT and OPTIMAL go on to look for a win with fewer redeals,
    then for one with fewer moves and as few redeals. SHORT limits the states of both steps. OPTIMAL
    does not limit the first step, nor the second if no redeal is needed. If there is no win, each
    goal searches everything.
    """

    def __init__(self, rules: Gaps, position: Position, goal: Goal, memory_limit: int) -> None:
        self.rules = rules
        self.position = position
        self.goal = goal
        self.memory_limit = memory_limit
        self.most = max(0, rules.redeals - position.used)
        """How many redeals are left."""
        self.root = Stage(position, LayoutSearch(position, collects=self.most > 0), 0)
        self.nodes = 1
        self.is_ended = False
        self.is_exhausted = False
        """True once it is proved that there is no win."""
        self.best: Stage | None = None
        """Where the best win ends: of wins with the fewest redeals, one with the fewest moves.
        None: no win is known.
        """
        self.fewest = 0
        """It is proved that every win takes at least this many redeals."""
        self.top = self.root
        """Where the highest score is reached."""
        self._by_redeals: list[list[Stage]] = [[self.root]]
        self._by_kept: list[dict[int, Stage]] = [{}]
        """Both are indexed by redeals: the layouts in order, and by what their last redeal kept."""
        self._waiting: list[list[tuple[int, int, int, int, Stage, DeadEnd]]] = [[]]
        """Heaps of the dead ends that wait for a redeal, indexed by the redeals made before."""
        for _ in range(self.most):
            self._by_redeals.append([])
            self._by_kept.append({})
            self._waiting.append([])
        self._serial = 0
        """Counts the dead ends that have waited; of two alike the first one goes first."""
        self._bytes = 0
        """Memory of the searches other than the present one."""
        self._stage: Stage | None = None
        self._plan = self._stages()
        self._checked = Answer(Verdict.UNDECIDED)
        """The last answer that the rules have replayed."""
        self._look(self.root)

    def run(self, nodes: int) -> bool:
        """Search about `nodes` further states; True when the search has ended."""
        stop = self.nodes + nodes
        try:
            while not self.is_ended and self.nodes < stop:
                stage = self._stage
                if stage is None or not stage.is_due:
                    self._next()
                else:
                    search = stage.search
                    before = int(search.nodes)
                    search.run(min(stage.target, before + stop - self.nodes))
                    self.nodes += int(search.nodes) - before
                    self._look(stage)
        except MemoryError:
            self.is_ended = True
        return self.is_ended

    def _next(self) -> None:
        """Turn to the next layout, or end."""
        if self._stage is not None:
            if self._stage.search.is_exhausted:
                self._stage.search.forget_states()
            self._bytes += int(self._stage.search.used_bytes())
        self._stage = next(self._plan, None)
        if self._stage is None:
            self.is_ended = True
        else:
            self._bytes -= int(self._stage.search.used_bytes())

    def _look(self, stage: Stage) -> None:
        """Record what a layout's search has found; end if that suffices or memory is used up."""
        search = stage.search
        if search.is_won and (self.best is None or stage.win < self.best.win):
            self.best = stage
            if self.goal is Goal.FIRST:
                self.is_ended = True
        if search.best_score > self.top.search.best_score:
            self.top = stage
        if self._bytes + search.used_bytes() > self.memory_limit:
            self.is_ended = True

    # The order of the search ------------------------------------------------------------------

    def _stages(self) -> Iterator[Stage]:
        """The layouts to search, one after the other, each up to its target."""
        yield from self._seek_win()
        if self.best is None:
            self.is_exhausted = True
            return
        yield from self._prove_fewest()
        yield from self._shorten()

    def _seek_win(self) -> Iterator[Stage]:
        """All layouts in growing slices, those after fewer redeals first, until one is won."""
        size = _FIRST_SLICE
        waiting = True
        while waiting:
            waiting = False
            for redeals in range(self.most + 1):
                for stage in self._by_redeals[redeals]:
                    if stage.search.is_exhausted:
                        continue
                    waiting = True
                    stage.target = int(stage.search.nodes) + size
                    yield stage
                    if self.best is not None:
                        return
                if 0 < redeals < self.most and size < _DEEP_SLICE:
                    # A win with one redeal, if there is one, is soon found.
                    waiting = True
                elif redeals < self.most:
                    waiting = self._open_best(redeals) or waiting
            size = min(2 * size, _LAST_SLICE)

    def _open_best(self, redeals: int) -> bool:
        """Redeal some dead ends of the layouts with this many redeals: those with the highest score
        first, and among these the nearest. False if there is none.
        """
        heap = self._waiting[redeals]
        for stage in self._by_redeals[redeals]:
            self._list(stage, heap)
        opened = 0
        while heap and opened < _OPENED_AT_ONCE:
            *_, stage, dead_end = heappop(heap)
            if not dead_end.is_open:
                self.open(stage, dead_end)
                opened += 1
        return opened > 0

    def _list(self, stage: Stage, heap: list[tuple[int, int, int, int, Stage, DeadEnd]]) -> None:
        """Put a layout's new dead ends among those that wait."""
        dead_ends = stage.search.dead_ends
        if stage.listed == len(dead_ends):
            return
        for dead_end in islice(dead_ends.values(), stage.listed, None):
            self._serial += 1
            cost = stage.cost + dead_end.length
            heappush(heap, (-dead_end.score, cost, dead_end.kept, self._serial, stage, dead_end))
        stage.listed = len(dead_ends)

    def open(self, stage: Stage, dead_end: DeadEnd) -> Stage:
        """The layout that the redeal of a dead end leads to; it is made if it is new."""
        dead_end.is_open = True
        redeals = stage.redeals + 1
        known = self._by_kept[redeals].get(dead_end.kept)
        if known is None:
            position = self.rules.apply(after(stage.position, dead_end.line), _REDEAL)
            search = LayoutSearch(position, collects=redeals < self.most)
            known = Stage(position, search, redeals)
            self._by_kept[redeals][dead_end.kept] = known
            self._by_redeals[redeals].append(known)
            self._bytes += int(search.used_bytes()) + _BYTES_A_STAGE
            self.nodes += 1
        known.follow(stage, dead_end)
        return known

    def _prove_fewest(self) -> Iterator[Stage]:
        """Exhaust the layouts after fewer redeals than the best win takes, or find a win there."""
        limit = _ENDLESS if self.goal is Goal.OPTIMAL else self.nodes + _SHORT_PROOF
        while self.best is not None and self.fewest < self.best.redeals and self.nodes < limit:
            redeals = self.fewest
            yield from self._exhaust(redeals, limit)
            if self.best.redeals > redeals and self._is_exhausted(redeals):
                self.fewest = redeals + 1
            elif self.best.redeals > redeals:
                return

    def _exhaust(self, redeals: int, limit: int) -> Iterator[Stage]:
        """Search all layouts with this many redeals until one is won. The layouts with fewer
        redeals must be exhausted.
        """
        assert self.best is not None
        if redeals:
            for stage in self._by_redeals[redeals - 1]:
                for dead_end in stage.search.dead_ends.values():
                    if not dead_end.is_open:
                        self.open(stage, dead_end)
        for stage in self._by_redeals[redeals]:
            if not stage.search.is_exhausted:
                stage.target = int(stage.search.nodes) + max(0, limit - self.nodes)
                yield stage
            if self.best.redeals <= redeals:
                return

    def _is_exhausted(self, redeals: int) -> bool:
        """True if all layouts with this many redeals are made and exhausted."""
        stages = self._by_redeals[redeals]
        if any(not stage.search.is_exhausted for stage in stages):
            return False
        return redeals == 0 or all(
            dead_end.is_open
            for stage in self._by_redeals[redeals - 1]
            for dead_end in stage.search.dead_ends.values()
        )

    def _shorten(self) -> Iterator[Stage]:
        """Look for wins with fewer moves, with as few redeals as the best one."""
        assert self.best is not None
        redeals = self.best.redeals
        if redeals == 0:
            self.root.target = _ENDLESS
            if self.goal is Goal.SHORT:
                self.root.target = 2 * int(self.root.search.nodes) + 20_000
            while self.root.is_due:
                yield self.root
            return
        end = self.nodes + _SHORTENING
        for before, dead_end in self._most_promising(redeals - 1):
            if self.nodes >= end:
                return
            least = before.cost + dead_end.length + 1 + GOAL - dead_end.score
            if least >= self.best.win[1]:
                continue
            stage = self.open(before, dead_end)
            stage.target = int(stage.search.nodes) + _SHORTENING_A_LAYOUT
            while stage.is_due:
                yield stage

    def _most_promising(self, redeals: int) -> list[tuple[Stage, DeadEnd]]:
        """The dead ends after this many redeals, first those with the shortest estimated win."""
        found = []
        for stage in self._by_redeals[redeals]:
            for dead_end in stage.search.dead_ends.values():
                way = stage.cost + dead_end.length
                guess = way + _MOVES_A_LOOSE_CARD * (GOAL - dead_end.score)
                found.append((guess, dead_end.kept, stage, dead_end))
        found.sort(key=lambda each: each[:2])
        return [(stage, dead_end) for _, _, stage, dead_end in found]

    # The result ---------------------------------------------------------------------------------

    def answer(self) -> Answer:
        """What is known now, its moves replayed by the rules."""
        best = self.best
        if best is not None:
            # After a redeal it is not known whether a win with as few redeals takes fewer moves,
            # because the lines to dead ends are not proved to be the shortest.
            is_shortest = best.redeals == 0 and best.search.is_exhausted
            found = Answer(
                Verdict.WON,
                self._moves(best),
                optimal=best.redeals == self.fewest and is_shortest,
                score=GOAL,
                score_proved=True,
                nodes=self.nodes,
                fewest_redeals=best.redeals == self.fewest,
            )
        else:
            found = Answer(
                Verdict.UNWINNABLE if self.is_exhausted else Verdict.UNDECIDED,
                self._moves(self.top),
                score=int(self.top.search.best_score),
                score_proved=self.is_exhausted,
                nodes=self.nodes,
            )
        if found.moves != self._checked.moves or found.verdict is not self._checked.verdict:
            self._checked = check_answer(self.rules, self.position, found)
        return found

    def _moves(self, stage: Stage) -> tuple[Move, ...]:
        """The moves from the first position to the best result of a layout's search."""
        moves: list[Move] = []
        line = stage.search.best
        last: Stage | None = stage
        while last is not None:
            moves[:0] = _named(line)
            if last.before is not None and last.dead_end is not None:
                moves.insert(0, _REDEAL)
                line = last.dead_end.line
            last = last.before
        return tuple(moves)


def after(position: Position, line: Line) -> Position:
    """The position that the moves of a line lead to, within a layout."""
    piles = list(position.piles)
    for index in range(0, len(line), 2):
        piles[piles.index((line[index],))] = ()
        piles[line[index + 1]] = (line[index],)
    return position._replace(piles=tuple(piles))


_SPADE_TWO: Final = 7
"""The highest of the twos."""


def _named(line: Line) -> list[Move]:
    """The moves of a line, as the rules name them."""
    moves = []
    for index in range(0, len(line), 2):
        card, slot = line[index], line[index + 1]
        if card <= _SPADE_TWO:
            moves.append(Move(card, EMPTY, slot // WIDTH + 1))
        else:
            moves.append(Move(card, card - 4))
    return moves


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """See `registry.start`."""
    assert isinstance(rules, Gaps)
    return GapsSearch(rules, position, goal, memory_limit)
