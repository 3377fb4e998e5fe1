"""The process that searches while the game goes on, and what it is told and replies.

Compiled searches keep Python's global lock, so they must not run in the game's own process. The
worker takes one request at a time; a newer one ends the older. Between slices of a search it
looks for messages, and says of each that it has read it; so it also notices when the game is
gone. With nothing asked it looks for the first winnable deals from some numbers on, then fills
the queues of winnable deals and weighs the line that is looked at, by turns, and with all that
done it sleeps.

It has one thread, and never imports pygame. The game's end is in client.py.
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
from game.solver.first_winnable import FoundDeal, Seek
from game.solver.idle_jobs import Ready, Seeker, Stock, Stocktaker
from game.solver.line_messages import Weigh, Weighed, Weigher
from game.solver.search_tools import DEFAULT_MEMORY


@dataclass(frozen=True, slots=True)
class Request:
    """What the worker is asked."""

    number: int
    rules: Rules
    position: Position
    goal: Goal
    seconds: float
    """From when the worker reads it until it answers with what it knows."""
    memory: int = DEFAULT_MEMORY


@dataclass(frozen=True, slots=True)
class Delivery:
    """What comes back: the verdict as soon as it is known, then the final answer."""

    number: int
    """The number of the request."""
    answer: Answer
    final: bool
    """True: nothing more will come for this request."""
    seconds: float
    """Since the request was asked."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop what is searched."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Say that you are there."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A message has been read; there is one for each."""


Message = Request | Cancel | Stock | Seek | Weigh | Ping
"""What the worker is told. Each fits into any pipe that is empty: see `client`."""
Reply = Noted | Delivery | Ready | FoundDeal | Weighed
"""What comes back."""


class _Worker:
    """The loop of the process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._request: Request | None = None
        self._search: Search | None = None
        self._asked = 0.0
        self._told = False
        self._stocktaker = Stocktaker()
        self._seeker = Seeker()
        self._weigher = Weigher()

    def serve(self) -> None:
        """Until the other end of the pipe is closed."""
        while True:
            if self._request is not None:
                self._take_messages(0.0)
                # A player waits for this one, and a proof of par can take minutes.
                if self._seeker.is_busy:
                    self._seek()
                self._slice()
            elif self._seeker.is_busy:
                self._work_unhurried(self._seeker)
            elif self._stocktaker.is_busy:
                if self._weigher.is_busy:
                    self._weigh()
                self._work_unhurried(self._stocktaker)
            elif self._weigher.is_busy:
                self._take_messages(0.0)
                self._weigh()
            else:
                gc.collect()
                self._take_messages(None)

    def _work_unhurried(self, side_job: Seeker | Stocktaker) -> None:
        """A slice of it, and as long a pause."""
        start = time.monotonic()
        if result := side_job.step():
            self._pipe.send(result)
        self._take_messages(time.monotonic() - start)

    def _seek(self) -> None:
        """As much of it as of what is asked, in turns."""
        if result := self._seeker.step():
            self._pipe.send(result)

    def _weigh(self) -> None:
        """A slice of the line that is weighed, if it is still wanted."""
        if not self._weigher.is_busy:
            return
        try:
            told = self._weigher.step()
        except Exception:
            # A solver's fault costs this line, not the worker.
            traceback.print_exc(file=sys.stderr)
            told = self._weigher.give_up()
        if told is not None:
            self._pipe.send(told)

    def _take_messages(self, timeout: float | None) -> None:
        """Take in all messages there are, after waiting for the first one."""
        while self._pipe.poll(timeout):
            message: Message = self._pipe.recv()
            self._pipe.send(Noted())
            if isinstance(message, Stock):
                self._stocktaker.want(message)
            elif isinstance(message, Seek):
                self._seeker.want(message)
            elif isinstance(message, Weigh):
                self._weigher.want(message)
            elif isinstance(message, Request):
                self._request, self._search = message, None
                self._asked, self._told = time.monotonic(), False
            elif isinstance(message, Cancel):
                self._request = self._search = None
            timeout = 0.0

    def _slice(self) -> None:
        """Search on for a few milliseconds; tell the verdict once, and the end."""
        request = self._request
        if request is None:
            return
        try:
            if self._search is None:
                self._search = registry.start(
                    request.rules, request.position, request.goal, request.memory
                )
            ended = self._search.run(registry.SLICE)
            late = time.monotonic() - self._asked >= request.seconds
            answer = self._search.answer() if ended or late or not self._told else None
        except Exception:
            # A solver's fault costs this answer, not the worker.
            traceback.print_exc(file=sys.stderr)
            ended, late, answer = True, False, Answer(Verdict.UNDECIDED)
        if answer is not None:
            self._tell(request, answer, final=ended or late)

    def _tell(self, request: Request, answer: Answer, *, final: bool) -> None:
        if not final and answer.verdict is Verdict.UNDECIDED:
            return
        self._told = True
        seconds = time.monotonic() - self._asked
        self._pipe.send(Delivery(request.number, answer, final, seconds))
        if final:
            self._request = self._search = None


def serve(pipe: Connection) -> None:
    """What the worker process does; it ends when the game is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_game()
    # After each slice of a search it would go through all that the slice has made.
    gc.disable()
    try:
        _Worker(pipe).serve()
    except (EOFError, OSError):
        return


def _die_with_game() -> None:
    """Where the system can do that, have it kill this process with the thread that started it,
    so that not even one that hangs or is stopped outlives a game that was killed.
    """
    if sys.platform != "linux":
        return
    # Late: only this process needs it.
    import ctypes

    set_death_signal = 1
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)
