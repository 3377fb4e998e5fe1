"""The review of a line: which place is searched next, for what, and what follows from the results.

`ReviewScheduler` searches nothing, `LineSearch` does. Its `note` methods take in the results.

- A total never falls along a line. So a lower bound of a place holds for all places after it, and
  an upper bound for all before it. All places after a lost place are lost.
- An answer tells about every place of the line that it passes, in any order.
- An answer of the previous place may still hold after a move, if the answer makes that move later,
  or if the move sends home a card that the answer then need not move. The rules replay the rest of
  the answer.
- A move that can be taken back costs at most itself and the move that takes it back, and loses
  nothing.
- Places that hold the same position need the same number of moves.

So a line of 140 places takes some 30 searches.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Hashable, Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from heapq import heappop, heappush
from typing import Final, NamedTuple

from game.core.moves import DONE, Action, Move
from game.core.position import Position
from game.core.threads_and_memory import garbage_collection_paused
from game.rules import Gaps, Klondike, Rules
from game.solver import registry
from game.solver.answer import Answer, Goal, Search, SearchLimits, Verdict, WrongAnswer
from game.solver.line_worths import Line, LineWorths, PositionBounds
from game.solver.registry import can_prove


class Aim(StrEnum):
    """What a search is to find for a place."""

    VERDICT = "verdict"
    SHORT = "short"
    """A short answer."""
    PROOF = "proof"
    """The shortest answer, or the proof that none is shorter than the one at hand."""


class Job(NamedTuple):
    """One search for one place."""

    aim: Aim
    place: int
    below: int = 0
    """PROOF: only answers of fewer counted moves from the place on are looked for."""


class RestOfAnswer(NamedTuple):
    """The rest of an answer from a position that it passes."""

    moves: tuple[Move, ...]
    """The whole answer."""
    made: int
    """How many of the moves lead up to the position."""
    counted: int
    """The counted moves from the position on."""


class LineDeductions(LineWorths):
    """The worths of a line, as far as they follow from the answers noted."""

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.changed: set[int] = set()
        """Places of which more has become known; the code that reports them empties it."""
        self._proves = can_prove(line.rules.name)
        self._keys = [line.rules.key(position) for position in line.positions]
        self._places: dict[Hashable, list[int]] = {}
        for place, key in enumerate(self._keys):
            self._places.setdefault(key, []).append(place)
        self._asked: set[tuple[Aim, int]] = set()
        self._walked: dict[Hashable, RestOfAnswer] = {}
        """By key of a position: the rest of an accepted answer that passes through it."""
        self._fresh: list[int] = []
        """A heap of places that have a new answer, not yet tried at the places after them."""
        self._begin()

    def _begin(self) -> None:
        """Note what is known without a search."""
        line = self.line
        for place, position in enumerate(line.positions):
            self._raise_least(place, line.depths[place] + _fewest(line.rules, place, line))
            if line.rules.is_won(position):
                self.note_win(place, ())
        if line.rules.is_stuck(line.positions[-1]):
            self.note_lost(len(line.positions) - 1)

    # What has been found

    def note(self, job: Job, answer: Answer) -> None:
        """Take in the result of a search."""
        self._asked.add((job.aim, job.place))
        self._raise_least(job.place, self.line.depths[job.place] + answer.least)
        if answer.verdict is Verdict.WON:
            self.note_win(job.place, answer.moves)
            if answer.optimal and self._proves:
                self._raise_least(job.place, self._most[job.place])
        elif answer.verdict is Verdict.UNWINNABLE:
            self.note_lost(job.place)

    def note_found(self, found: Iterable[PositionBounds]) -> None:
        """Take in what an earlier review has found; wins that the rules refuse are dropped. That of
        the deal may be any win that became known: a short one is looked for.
        """
        for place, lost, least, most, win in found:
            if lost:
                self.note_lost(place)
                continue
            if most is not None and place and not self._proves:
                self._asked.add((Aim.SHORT, place))
            self._raise_least(place, self.line.depths[place] + least)
            if win is not None:
                with suppress(WrongAnswer):
                    self.note_win(place, win)

    def note_win(self, place: int, moves: tuple[Move, ...]) -> None:
        """A win from a place. Raises WrongAnswer where the rules do not accept it."""
        if not self._walk(place, moves):
            raise WrongAnswer(f"{self.line.rules.name}: an answer of a line does not win")

    def note_lost(self, place: int) -> None:
        """Take in that a place is lost, and other places of which that follows."""
        end = len(self._lost)
        while place > 0 and self._back(place) is not None:
            place -= 1
        place = min(self._places[self._keys[place]])
        lost = [n for n in range(place, end) if self.worth(n).verdict is Verdict.UNDECIDED]
        self.changed.update(lost)
        self._lose(lost)

    # What follows

    def _keep(self, passed: dict[Hashable, RestOfAnswer]) -> None:
        """Keep an answer for all positions that it passes, and for the places of the line there."""
        self._walked.update(passed)
        for key, rest in passed.items():
            for twin in self._places.get(key, ()):
                total = self.line.depths[twin] + rest.counted
                self._lower_most(twin, total, rest.moves[rest.made :])

    def _lower_most(self, place: int, total: int, win: tuple[Move, ...]) -> None:
        """A place has a win of this total, and so have those before it."""
        if total >= self._most[place]:
            return
        self._most[place], self._wins[place] = total, win
        self.changed.add(place)
        heappush(self._fresh, place)
        while place > 0 and self._most[place - 1] > total:
            place -= 1
            self._most[place], self._wins[place] = total, None
            self.changed.add(place)

    def _raise_least(self, place: int, total: int) -> None:
        depth = self.line.depths[place]
        for twin in self._places[self._keys[place]]:
            bound = total - depth + self.line.depths[twin]
            for later in range(twin, len(self._least)):
                if self._least[later] >= bound:
                    break
                self._least[later] = bound
                self.changed.add(later)

    def carry_on(self) -> bool:
        """Try one new answer after the next action of the line; False if none is left to try. Takes
        a few milliseconds.
        """
        if not self._fresh:
            return False
        after = heappop(self._fresh) + 1
        if after < len(self._most) and self._most[after] > self._most[after - 1]:
            answer = self.answer(after - 1)
            assert answer is not None
            for moves in self._carried(after, answer):
                self._walk(after, moves)
        return True

    def settle(self) -> None:
        """Try all new answers."""
        while self.carry_on():
            pass

    def _carried(self, place: int, answer: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
        """What an answer of the previous place may become at this place: the answer without the
        moves just made, or the answer after taking them back.
        """
        left = _without(answer, self.line.actions[place])
        if left is not None:
            yield left
        back = self._back(place)
        if back is not None:
            yield (back, *answer)

    def _back(self, place: int) -> Move | None:
        """The move that takes back the action to a place; None where none does."""
        action = self.line.actions[place]
        if len(action) != 1 or action[0].card is None or action[0].onto == DONE:
            return None
        rules, position = self.line.rules, self.line.positions[place]
        for move in rules.moves(position):
            if move.card == action[0].card:
                after = rules.apply(position, move)
                if rules.key(after) == self._keys[place - 1]:
                    return move
        return None

    def _walk(self, place: int, moves: tuple[Move, ...]) -> bool:
        """Replay an answer from a place and keep it; False if the rules refuse it or it does not
        win. The replay stops where the answer goes on like one that was kept before.
        """
        passed: list[tuple[Hashable, int]] = []
        for position, counted in self._way(place, moves):
            key = self.line.rules.key(position)
            left = self._left(position, key, moves[len(passed) :])
            passed.append((key, counted))
            if left is not None:
                whole = counted + left
                rests = enumerate(passed)
                self._keep({k: RestOfAnswer(moves, n, whole - at) for n, (k, at) in rests})
                return True
        return False

    def _way(self, place: int, moves: tuple[Move, ...]) -> Iterator[tuple[Position, int]]:
        """The positions that moves lead through from a place on, with the counted moves up to
        each; no more of them where the rules refuse a move.
        """
        rules, position, counted = self.line.rules, self.line.positions[place], 0
        yield position, counted
        for move in moves:
            try:
                steps = rules.steps(position, move)
            except ValueError:
                return
            position, counted = steps[-1], counted + len(steps)
            yield position, counted

    def _left(self, position: Position, key: Hashable, rest: tuple[Move, ...]) -> int | None:
        """The counted moves of the rest of an answer; None where it is not known to win."""
        if not rest and self.line.rules.is_won(position):
            return 0
        met = self._walked.get(key)
        return met.counted if met is not None and met.moves[met.made :] == rest else None


def _fewest(rules: Rules, place: int, line: Line) -> int:
    """A lower bound of the moves from a place to a win."""
    position = line.positions[place]
    if rules.name == Gaps.name:
        # One move may set more than one card in sequence.
        return int(not rules.is_won(position))
    return rules.goal - rules.score(position)


def _without(answer: tuple[Move, ...], action: Action) -> tuple[Move, ...] | None:
    """An answer without the moves of an action; None if the answer lacks one of these moves."""
    left = list(answer)
    for move in action:
        same = [n for n, other in enumerate(left) if other[:2] == move[:2]]
        if not same:
            return None
        if move.onto == DONE:
            left = [other for other in left if other.card != move.card]
        else:
            del left[same[0]]
    return tuple(left)


STRIDE: Final = 8
"""Short answers are searched for at places whose number is a multiple of this."""
_INWARDS: Final = (Klondike.name, Gaps.name)
"""Games in which a verdict can take long: the places next to what is known come first."""


class ReviewScheduler(LineDeductions):
    """The worths of a line while they are being worked out."""

    def next_job(self, busy: Collection[Job] = ()) -> Job | None:
        """The search most worth running, except those in `busy`. None: nothing is left, or a
        running search decides what follows.
        """
        self.settle()
        taken = self._asked.union((job.aim, job.place) for job in busy)
        for job in self._jobs():
            if (job.aim, job.place) not in taken:
                return job
            if job.aim is Aim.VERDICT and job.place == len(self._most) - 1 and job in busy:
                # All other searches depend on this verdict.
                return None
        return None

    def _jobs(self) -> Iterator[Job]:
        """All that could be searched, most urgent first."""
        end = len(self._most) - 1
        if self.worth(end).verdict is Verdict.UNDECIDED:
            yield Job(Aim.VERDICT, end)
        for place in self._probes():
            yield Job(Aim.VERDICT, place)
        known = enumerate(self.worths())
        open_ = [n for n, one in known if one.verdict is Verdict.WON and not one.proved]
        for place in open_:
            if place % STRIDE == 0:
                yield Job(Aim.SHORT, place)
        if self._proves:
            for place in open_:
                yield Job(Aim.PROOF, place, self._most[place] - self.line.depths[place])

    def _probes(self) -> Iterator[int]:
        """The places whose verdict tells most of where the win was lost."""
        low, high = self.last_won, self.first_lost
        if high is None:
            # The end is not decided: whether the deal can be won at all is the next question.
            high = len(self._most) - 1
            if low < 0 < high:
                yield 0
        places = (n for n in range(low + 1, high) if not self._lost[n])
        unknown = [n for n in places if (Aim.VERDICT, n) not in self._asked]
        if not unknown:
            return
        if self.line.rules.name not in _INWARDS:
            yield unknown[len(unknown) // 2]
            return
        while unknown:
            yield unknown.pop()
            if unknown:
                yield unknown.pop(0)


GOALS: Final = {Aim.VERDICT: Goal.FIRST, Aim.SHORT: Goal.SHORT, Aim.PROOF: Goal.OPTIMAL}


class LineSearch:
    """All searches that a review asks for."""

    def __init__(self, review: ReviewScheduler, limits: SearchLimits) -> None:
        self._review, self._limits = review, limits
        self._running: tuple[Job, Search] | None = None
        self._spent = 0.0
        """Seconds of the search that runs."""

    def step(self, nodes: int = registry.SLICE) -> bool:
        """A slice of a few milliseconds; True when nothing is left to search."""
        if self._review.carry_on():
            return False
        if self._running is None:
            job = self._review.next_job()
            if job is None:
                return True
            line, memory = self._review.line, self._limits.memory
            position, goal = line.positions[job.place], GOALS[job.aim]
            started = registry.start(line.rules, position, goal, memory, job.below)
            self._running, self._spent = (job, started), 0.0
        job, search = self._running
        begun = time.monotonic()
        ended = search.run(nodes)
        self._spent += time.monotonic() - begun
        if ended or (self._limits.seconds is not None and self._spent >= self._limits.seconds):
            self._running = None
            self._review.note(job, search.answer())
        return False


def weigh(line: Line, limits: SearchLimits, seconds: float | None = None) -> ReviewScheduler:
    """Review a whole line, for at most `seconds`; None: without limit."""
    review = ReviewScheduler(line)
    search = LineSearch(review, limits)
    end = None if seconds is None else time.monotonic() + seconds
    with garbage_collection_paused():
        while not search.step():
            if end is not None and time.monotonic() >= end:
                break
    review.settle()
    return review
