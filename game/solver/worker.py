"""The process that searches while the game goes on, and the client that talks to it.

Compiled searches keep Python's global lock, so they must not run in the game's own process. The
worker takes one request at a time; a newer one ends the older. Between slices of a search it
looks for messages, and so it also notices when the game is gone. With nothing asked it looks for
the first winnable deals from some numbers on, then fills the queues of winnable deals, and with
those full it sleeps.

Neither side imports pygame. The client's callback runs in its reader thread.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from game.position import Position
from game.rules import Rules
from game.solver import registry
from game.solver.answer import Answer, Goal, Search, Verdict
from game.solver.firstwin import Found, Seek
from game.solver.search import DEFAULT_MEMORY
from game.solver.sidejobs import STOCK, Ready, Seeker, Stock, Stocktaker

# Seconds after its deadline in which an answer must come, or the worker is taken to hang.
# Before its first word a worker may take longer: it has to start.
_GRACE: Final = 2.0
_START_GRACE: Final = 15.0
# How often a request is asked again after it took its worker with it.
_TRIES: Final = 2


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

    def serve(self) -> None:
        """Until the other end of the pipe is closed."""
        while True:
            if self._request is not None:
                self._read(0.0)
                # A player waits for this one, and a proof of par can take minutes.
                if self._seeker.is_busy:
                    self._seek()
                self._slice()
            elif self._seeker.is_busy:
                self._work_unhurried(self._seeker)
            elif self._stocktaker.is_busy:
                self._work_unhurried(self._stocktaker)
            else:
                self._read(None)

    def _work_unhurried(self, side_job: Seeker | Stocktaker) -> None:
        """A slice of it, and as long a pause."""
        start = time.monotonic()
        if result := side_job.step():
            self._pipe.send(result)
        self._read(time.monotonic() - start)

    def _seek(self) -> None:
        """As much of it as of what is asked, in turns."""
        if result := self._seeker.step():
            self._pipe.send(result)

    def _read(self, timeout: float | None) -> None:
        """Take in all messages there are, after waiting for the first one."""
        while self._pipe.poll(timeout):
            message = self._pipe.recv()
            if isinstance(message, Stock):
                self._stocktaker.want(message)
            elif isinstance(message, Seek):
                self._seeker.want(message)
            elif isinstance(message, Request):
                self._request, self._search = message, None
                self._asked, self._told = time.monotonic(), False
            else:
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
    try:
        _Worker(pipe).serve()
    except (EOFError, OSError):
        return


@dataclass(slots=True)
class _Pending:
    """A request without its final answer."""

    request: Request
    asked: float
    tries: int = 1
    late: float = field(default=0.0)
    """When the worker is taken to hang, on the monotonic clock."""


class SolverClient:
    """Asks the worker, starts it when it is first needed and again when it dies or hangs."""

    def __init__(self, on_answer: Callable[[Delivery | Found], None]) -> None:
        """`on_answer` is called in a thread of the client's own: with answers to the newest
        request only, and with all that was sought.
        """
        self._on_answer = on_answer
        self._lock = threading.Lock()
        self._number = 0
        self._pending: _Pending | None = None
        self._closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._heard = False
        self._stillborn = 0
        """Workers in a row that died before their first word; after a few none is started
        until the next request.
        """
        self._ready: dict[tuple[str, tuple[str, ...]], deque[int]] = {}
        self._sought: set[Seek] = set()
        """What the worker still looks for."""
        self._awake, self._waker = multiprocessing.Pipe(duplex=False)
        self._reader: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        """The worker's process id, None before the first request."""
        return self._process.pid if self._process is not None else None

    def ask(
        self,
        rules: Rules,
        position: Position,
        goal: Goal,
        seconds: float = 10.0,
        memory: int = DEFAULT_MEMORY,
    ) -> int:
        """Ask about a position; what was asked before is forgotten. Returns the number that
        its deliveries will bear. Of a game without a solver nothing is known, and that is told
        at once.
        """
        with self._lock:
            self._number += 1
            if not registry.has_solver(rules.name):
                self._pending = None
                answer = Answer(Verdict.UNDECIDED)
                self._on_answer(Delivery(self._number, answer, final=True, seconds=0.0))
                return self._number
            self._stillborn = 0
            request = Request(self._number, rules, position, goal, seconds, memory)
            self._pending = _Pending(request, time.monotonic())
            self._send_pending()
            return self._number

    def cancel(self) -> None:
        """Forget what was asked."""
        with self._lock:
            self._pending = None
            self._send(Cancel())

    def ready_number(self, game: str, options: Iterable[str] = ()) -> int | None:
        """A number whose deal can be won, each given once; None if none is ready yet. The
        queue of this game and policy is kept filled from the first call on.
        """
        kind = game, tuple(options)
        if not registry.has_solver(game):
            return None
        with self._lock:
            if kind not in self._ready:
                self._ready[kind] = deque()
                self._send(Stock(*kind, STOCK))
            if not self._ready[kind]:
                return None
            self._send(Stock(*kind, 1))
            return self._ready[kind].popleft()

    def seek(self, seek: Seek) -> None:
        """Have the first winnable deal from a number on looked for, when nothing else is asked.
        In a game without a solver it is that number.
        """
        if not registry.has_solver(seek.game):
            self._on_answer(Found(seek, seek.start))
            return
        with self._lock:
            self._sought.add(seek)
            self._send(seek)

    def close(self) -> None:
        """End the worker; no answer comes any more. May be called again."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._pending = None
            self._waker.send(None)
        # The reader must not be left waiting at a pipe that is closed.
        if self._reader is not None and self._reader is not threading.current_thread():
            self._reader.join()
        self._drop_worker()

    # With the lock held -------------------------------------------------------------------

    def _send_pending(self) -> None:
        pending = self._pending
        assert pending is not None
        self._send(pending.request)
        grace = _GRACE if self._heard else _START_GRACE
        pending.late = time.monotonic() + pending.request.seconds + grace
        self._waker.send(None)

    def _send(self, message: Request | Cancel | Stock | Seek) -> None:
        if self._closed or (self._pipe is None and self._stillborn >= _TRIES):
            return
        if self._pipe is None:
            self._start()
        assert self._pipe is not None
        try:
            self._pipe.send(message)
        except OSError:
            # The worker has just died; the reader will see that and start another.
            self._waker.send(None)

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(target=serve, args=(theirs,), daemon=True, name="solver")
        self._heard = False
        self._process.start()
        theirs.close()
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, daemon=True, name="solver-reader")
            self._reader.start()

    def _drop_worker(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    # In the reader thread -----------------------------------------------------------------

    def _read(self) -> None:
        while True:
            with self._lock:
                if self._closed:
                    return
                pipe = self._pipe
                late = self._pending.late if self._pending is not None else None
            timeout = None if late is None else max(0.0, late - time.monotonic())
            heard = wait([self._awake] if pipe is None else [self._awake, pipe], timeout)
            if self._awake in heard:
                self._awake.recv()
            if pipe is not None and pipe in heard:
                self._take_in(pipe)
            elif late is not None and time.monotonic() >= late:
                self._restart(late)

    def _take_in(self, pipe: Connection) -> None:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            self._restart(None)
            return
        delivery: Delivery | Found | None = None
        with self._lock:
            self._heard = True
            self._stillborn = 0
            if isinstance(message, Ready):
                self._ready[message.game, message.options].append(message.number)
            elif isinstance(message, Found):
                self._sought.discard(message.seek)
                delivery = message
            elif self._pending is not None and message.number == self._pending.request.number:
                delivery = replace(message, seconds=time.monotonic() - self._pending.asked)
                if message.final:
                    self._pending = None
        if delivery is not None:
            self._on_answer(delivery)

    def _restart(self, late: float | None) -> None:
        """A new worker in place of one that died, or that is too late with an answer."""
        lost = None
        with self._lock:
            pending = self._pending
            if self._closed or (late is not None and (pending is None or pending.late != late)):
                return
            self._drop_worker()
            self._stillborn += not self._heard
            if pending is not None and (late is not None or pending.tries >= _TRIES):
                lost, self._pending = pending, None
            for seek in list(self._sought):
                self._send(seek)
            for kind, numbers in self._ready.items():
                if len(numbers) < STOCK:
                    self._send(Stock(*kind, STOCK - len(numbers)))
            if self._pending is not None:
                self._pending.tries += 1
                self._send_pending()
        if lost is not None:
            seconds = time.monotonic() - lost.asked
            answer = Answer(Verdict.UNDECIDED)
            self._on_answer(Delivery(lost.request.number, answer, True, seconds))
