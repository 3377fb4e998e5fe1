"""The worker process, which searches while the game goes on.

Compiled searches hold Python's global lock, so they must not run in the game's own process. The
worker does a slice of a few milliseconds of the most urgent work, then reads its messages, so it
also notices when the game is gone. Most urgent is the newest request, in turns with first winnable
deals that are waited for (`Seek`). Then come deals to be kept ready (idle `Seek`s) and the newest
line (`Weigh`), in turns. When all of that is done it sleeps. While it works, and before it sleeps,
it gives signs of life; without them it counts as hung. It has one thread and never imports pygame.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from multiprocessing.connection import Connection
from typing import Final, NamedTuple, Protocol

from game.core import deals
from game.core.moves import Action
from game.core.position import Position
from game.rules import Rules, rules_for
from game.solver import registry
from game.solver.answer import (
    LINE_SECONDS,
    PLACE_MEMORY,
    PLACE_SECONDS,
    Answer,
    Goal,
    Search,
    SearchLimits,
    Verdict,
)
from game.solver.line_review import LineSearch, ReviewScheduler
from game.solver.line_worths import Line, PositionBounds

SIGN_EVERY: Final = 1.0
"""The most seconds between two replies while the worker works."""
_DEAL_SLICE: Final = 100
"""Positions. The same compiled or not: which deal is the daily one must not depend on it."""
_DEAL_MEMORY: Final = 1_000_000_000
_TOLD_EVERY: Final = 0.05
"""The least seconds between two results of a line. They are drawn, and nobody reads faster."""


# Messages to the worker


@dataclass(frozen=True, slots=True)
class Request:
    """A question about a position."""

    number: int
    rules: Rules
    position: Position
    goal: Goal
    seconds: float
    """Seconds from when the worker reads the request until it answers with what it knows."""
    asked: float = field(default_factory=time.monotonic)
    """When it was asked, by the game's clock."""


class Seek(NamedTuple):
    """A search for the first deal, from a number on, that is proved winnable. Every machine finds
    the same: from the number of a day the daily deal, from a random one a deal to be kept ready.
    """

    game: str
    options: tuple[str, ...]
    start: int
    """The first number tried; after the highest comes 0."""
    nodes: int
    """Positions that one deal may take; a deal not proved within them is passed over."""
    idle: bool = False
    """True: the deal is to be kept ready, and is looked for only while nothing is asked."""


@dataclass(frozen=True, slots=True)
class Weigh:
    """A line to weigh, and what is known of it."""

    number: int
    rules: Rules
    start: Position
    actions: tuple[Action, ...]
    known: tuple[PositionBounds, ...]


class Cancel(Enum):
    """End the current request, or the weighing of the current line."""

    REQUEST = auto()
    LINE = auto()


Message = Request | Seek | Weigh | Cancel


# Replies


@dataclass(frozen=True, slots=True)
class Delivery:
    """A reply to a request: the verdict as soon as it is known, in Gaps also when fewer redeals
    will do or are proved to be the fewest, then the final answer.
    """

    number: int
    """The number of the request."""
    answer: Answer
    final: bool
    """True: nothing more will come for this request."""
    seconds: float = 0.0
    """Seconds since `ask`; the client adds them."""


class FoundDeal(NamedTuple):
    """The result of a `Seek`."""

    seek: Seek
    number: int | None
    """None: the search has failed, by a bug or because no worker was left for it."""

    @property
    def final(self) -> bool:
        """There is one result."""
        return True


@dataclass(frozen=True, slots=True)
class Weighed:
    """What has become known of a line since the last time."""

    number: int
    found: tuple[PositionBounds, ...]
    final: bool
    """True: nothing more will come of this line."""


Told = Delivery | FoundDeal | Weighed
Reply = Told | None
"""None: a sign of life."""


def nothing_for(message: Request | Seek | Weigh) -> Told:
    """The last reply to a message of which nothing comes: its search raises, or no worker is left
    for it.
    """
    if isinstance(message, Request):
        return Delivery(message.number, Answer(Verdict.UNDECIDED), True)
    return (
        FoundDeal(message, None) if isinstance(message, Seek) else Weighed(message.number, (), True)
    )


# The work


class _Job(Protocol):
    @property
    def message(self) -> Request | Seek | Weigh: ...
    def step(self) -> Told | None: ...


class _Question:
    """The search for a request."""

    def __init__(self, request: Request) -> None:
        self.message = request
        self._search: Search | None = None
        self._late = time.monotonic() + request.seconds
        self._told: Answer | None = None
        """What was told last."""

    def step(self) -> Delivery | None:
        """Search for a slice; what a `Delivery` tells of it."""
        request = self.message
        if self._search is None:
            self._search = registry.start(request.rules, request.position, request.goal)
        final = self._search.run(registry.SLICE) or time.monotonic() >= self._late
        if not final and self._is_settled():
            return None
        answer = self._search.answer()
        if not final and not self._is_news(answer):
            return None
        self._told = answer
        return Delivery(request.number, answer, final)

    def _is_settled(self) -> bool:
        """True if nothing but the final answer is left to be told."""
        told = self._told
        return told is not None and (told.fewest_redeals or not self.message.rules.facts.redeals)

    def _is_news(self, answer: Answer) -> bool:
        """True for the first verdict, and for an answer that tells more of its redeals."""
        told = self._told
        if told is None or answer.verdict is Verdict.UNDECIDED:
            return answer.verdict is not Verdict.UNDECIDED
        return (answer.redeals, answer.fewest_redeals) != (told.redeals, told.fewest_redeals)


class FirstWin:
    """The search for one `Seek`."""

    def __init__(self, seek: Seek) -> None:
        self.message, self._number = seek, seek.start
        self._search: Search | None = None
        self._left = 0

    def step(self) -> FoundDeal | None:
        """Search for a slice; the deal once it is found."""
        seek = self.message
        if self._search is None:
            rules = rules_for(seek.game, seek.options)
            position = rules.deal(deals.deck_of(self._number))
            self._search = registry.start(rules, position, Goal.FIRST, _DEAL_MEMORY)
            self._left = seek.nodes
        nodes = registry.SLICE if seek.idle else _DEAL_SLICE
        ended = self._search.run(nodes)
        self._left -= nodes
        if not ended and self._left > 0:
            return None
        if self._search.answer().verdict is Verdict.WON:
            return FoundDeal(seek, self._number)
        self._number = (self._number + 1) % (deals.HIGHEST_NUMBER + 1)
        self._search = None
        return None


class _LineWeighing:
    """The review of a line, within limits."""

    def __init__(self, message: Weigh) -> None:
        self.message = message
        self._review: ReviewScheduler | None = None
        self._search: LineSearch | None = None
        self._spent = self._told = 0.0

    def step(self) -> Weighed | None:
        """Search for a slice; what has become known, if it is time to tell."""
        begun = time.monotonic()
        if self._review is None or self._search is None:
            message = self.message
            line = Line.of_actions(message.rules, message.start, message.actions)
            self._review = ReviewScheduler(line)
            self._review.note_found(message.known)
            self._search = LineSearch(self._review, SearchLimits(PLACE_SECONDS, PLACE_MEMORY))
        final = self._search.step() or self._spent >= LINE_SECONDS
        now = time.monotonic()
        self._spent += now - begun
        changed = self._review.changed
        if not final and (not changed or now - self._told < _TOLD_EVERY):
            return None
        self._told = now
        found = self._review.found(changed)
        changed.clear()
        return Weighed(self.message.number, found, final)


class Worker:
    """The loop of the process."""

    def __init__(self, messages: Connection, replies: Connection) -> None:
        self._messages, self._replies = messages, replies
        self._question: deque[_Job] = deque(maxlen=1)
        self._seeks: deque[_Job] = deque()
        self._stock: deque[_Job] = deque()
        self._line: deque[_Job] = deque(maxlen=1)
        self._spoke = 0.0

    def turn(self) -> None:
        """Work for a slice, then read the messages; where there is no work, sleep until one comes.
        Raises EOFError or OSError when the game is gone.
        """
        if self._question:
            # A player waits for the deal too, and the request may be a proof of par, which takes
            # minutes.
            work = [self._seeks, self._question]
        elif self._seeks:
            work = [self._seeks]
        elif self._stock:
            work = [self._line, self._stock]
        else:
            work = [self._line]
        work = [jobs for jobs in work if jobs]
        if not work:
            gc.collect()
            self._tell(None)
            self._read_messages(None)
            return
        for jobs in work:
            begun = time.monotonic()
            self._work(jobs)
        if time.monotonic() - self._spoke >= SIGN_EVERY:
            self._tell(None)
        # Looking for deals alone, it rests for as long as it works.
        unhurried = work[-1] in (self._seeks, self._stock)
        self._read_messages(time.monotonic() - begun if unhurried else 0.0)

    def _work(self, jobs: deque[_Job]) -> None:
        """Run a slice of the first job, and send its result if there is one now."""
        job = jobs[0]
        try:
            told = job.step()
        except Exception as error:
            # A bug in a solver, or a lack of memory, costs this answer, not the worker.
            if not isinstance(error, MemoryError):
                traceback.print_exc(file=sys.stderr)
            told = nothing_for(job.message)
        if told is not None:
            if told.final:
                jobs.popleft()
            self._tell(told)

    def _tell(self, reply: Reply) -> None:
        self._replies.send(reply)
        self._spoke = time.monotonic()

    def _read_messages(self, timeout: float | None) -> None:
        """Read all messages; wait up to `timeout` seconds (None: without limit) for the first."""
        while self._messages.poll(timeout):
            message: Message = self._messages.recv()
            if isinstance(message, Request):
                self._question.append(_Question(message))
            elif isinstance(message, Seek):
                (self._stock if message.idle else self._seeks).append(FirstWin(message))
            elif isinstance(message, Weigh):
                self._line.append(_LineWeighing(message))
            elif message is Cancel.REQUEST:
                self._question.clear()
            else:
                self._line.clear()
            timeout = 0.0


# The process


def serve(messages: Connection, replies: Connection) -> None:
    """The entry point of the worker process. It returns when the game is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_game()
    # Otherwise the collector would visit all objects of a search after each slice.
    gc.disable()
    worker = Worker(messages, replies)
    with suppress(EOFError, OSError):
        while True:
            worker.turn()


def _die_with_game() -> None:
    """On Linux, have the system kill this process when the thread that started it ends. So not even
    a worker that hangs or is stopped outlives a game that was killed.
    """
    if sys.platform != "linux":
        return
    # Imported here because only this process needs it.
    import ctypes

    set_death_signal = 1
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Processes of the method `spawn` that are started in this block have SIGINT blocked from their
    first instruction on: Ctrl+C in a terminal reaches all processes of a program. Windows cannot
    block signals.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Its first start unblocks SIGINT.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
