"""The worker process, which searches while the game goes on, its messages and its replies.

Compiled searches hold Python's global lock, so they must not run in the game's own process. The
worker takes one request at a time; a newer request ends the older one. Between slices of a search
it reads its messages and answers each with `Noted`, so it also notices when the game is gone.
First winnable deals that are waited for (`Seek`) are searched for in turns with the request. After
both it searches for those that are kept ready (idle `Seek`s) and weighs the current line (`Weigh`),
in turns. When all of that is done it sleeps.

It has one thread and never imports pygame. The game's side is client.py.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from game.core.position import Position
from game.rules import Rules
from game.solver import registry
from game.solver.answer import Answer, Goal, Search, Verdict
from game.solver.first_winnable import FoundDeal, Seek, Seeker
from game.solver.line_messages import Weigh, Weighed
from game.solver.line_review_in_worker import Weigher


@dataclass(frozen=True, slots=True)
class Request:
    """A question about a position."""

    number: int
    rules: Rules
    position: Position
    goal: Goal
    seconds: float
    """Seconds from when the worker reads the request until it answers with what it knows."""


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


@dataclass(frozen=True, slots=True)
class Cancel:
    """End the current request."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Ask the worker for a sign of life: its `Noted`."""


@dataclass(frozen=True, slots=True)
class Noted:
    """The worker has read a message. It sends one of these for each message."""


Message = Request | Cancel | Seek | Weigh | Ping
"""A message to the worker. Each fits into an empty pipe: see `client`."""
Reply = Noted | Delivery | FoundDeal | Weighed
"""A message from the worker."""


class _Worker:
    """The loop of the process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._request: Request | None = None
        self._search: Search | None = None
        self._asked = 0.0
        self._told: Answer | None = None
        """What was told last of the current request."""
        self._seeker, self._stocktaker = Seeker(), Seeker()
        self._weigher = Weigher()

    def serve(self) -> None:
        """Until the other end of the pipe is closed."""
        while True:
            if self._request is not None:
                self._take_messages(0.0)
                # A player waits for the deal too, and the request may be a proof of par, which
                # takes minutes.
                if self._seeker.is_busy:
                    self._work(self._seeker)
                self._slice()
            elif self._seeker.is_busy:
                self._work_unhurried(self._seeker)
            elif self._stocktaker.is_busy:
                if self._weigher.is_busy:
                    self._work(self._weigher)
                self._work_unhurried(self._stocktaker)
            elif self._weigher.is_busy:
                self._work(self._weigher)
                self._take_messages(0.0)
            else:
                gc.collect()
                self._take_messages(None)

    def _work_unhurried(self, side_job: Seeker) -> None:
        """Run a slice of an idle job, then pause for as long as it took."""
        start = time.monotonic()
        self._work(side_job)
        self._take_messages(time.monotonic() - start)

    def _work(self, side_job: Seeker | Weigher) -> None:
        """Run a slice of an idle job, and send its result if there is one now."""
        if result := side_job.step():
            self._pipe.send(result)

    def _take_messages(self, timeout: float | None) -> None:
        """Read all messages; wait up to `timeout` seconds (None: without limit) for the first."""
        while self._pipe.poll(timeout):
            message: Message = self._pipe.recv()
            self._pipe.send(Noted())
            if isinstance(message, Seek):
                (self._stocktaker if message.idle else self._seeker).want(message)
            elif isinstance(message, Weigh):
                self._weigher.want(message)
            elif isinstance(message, Request):
                self._request, self._search = message, None
                self._asked, self._told = time.monotonic(), None
            elif isinstance(message, Cancel):
                self._request = self._search = None
            timeout = 0.0

    def _slice(self) -> None:
        """Search for a few milliseconds; send what a `Delivery` tells of it."""
        request = self._request
        if request is None:
            return
        try:
            if self._search is None:
                self._search = registry.start(request.rules, request.position, request.goal)
            ended = self._search.run(registry.SLICE)
            late = time.monotonic() - self._asked >= request.seconds
            is_due = ended or late or not self._is_settled(request)
            answer = self._search.answer() if is_due else None
        except Exception as error:
            # A bug in a solver, or a lack of memory, costs this answer, not the worker.
            if not isinstance(error, MemoryError):
                traceback.print_exc(file=sys.stderr)
            ended, late, answer = True, False, Answer(Verdict.UNDECIDED)
        if answer is not None:
            self._tell(request, answer, final=ended or late)

    def _is_settled(self, request: Request) -> bool:
        """True if nothing but the final answer is left to be told of the current request."""
        told = self._told
        return told is not None and (told.fewest_redeals or not request.rules.facts.redeals)

    def _is_news(self, answer: Answer) -> bool:
        """True for the first verdict, and for an answer that tells more of its redeals."""
        told = self._told
        if told is None or answer.verdict is Verdict.UNDECIDED:
            return answer.verdict is not Verdict.UNDECIDED
        return (answer.redeals, answer.fewest_redeals) != (told.redeals, told.fewest_redeals)

    def _tell(self, request: Request, answer: Answer, *, final: bool) -> None:
        if not final and not self._is_news(answer):
            return
        self._told = answer
        self._pipe.send(Delivery(request.number, answer, final))
        if final:
            self._request = self._search = None


def serve(pipe: Connection) -> None:
    """The entry point of the worker process. It returns when the game is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_game()
    # Otherwise the collector would visit all objects of a search after each slice.
    gc.disable()
    try:
        _Worker(pipe).serve()
    except (EOFError, OSError):
        return


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
