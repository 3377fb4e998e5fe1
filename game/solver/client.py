"""The game's client of the worker process.

The caller's thread, as a rule the main thread, only notes wishes in a queue, so a faulty worker
cannot block the game. A thread of the client takes them and the worker's replies from that queue.
It starts the worker, hands messages on, calls `on_answer`, and ends the worker and starts another
when it dies or gives no sign of life in time; the new one is told all that is still wanted. Two
small threads belong to each worker: one writes to it, for a worker that hangs may leave its pipe
full; one reads from it. If nothing is wanted, all of them and the worker sleep.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from random import SystemRandom
from typing import Any, Final

from game.core import deals
from game.core.position import Position
from game.rules import Rules
from game.solver import registry
from game.solver.answer import PAR_SECONDS, Goal
from game.solver.line_worths import Line, PositionBounds
from game.solver.worker import (
    Cancel,
    Delivery,
    FoundDeal,
    Message,
    Reply,
    Request,
    Seek,
    Told,
    Weigh,
    interrupts_blocked,
    nothing_for,
    serve,
)

KEPT_READY: Final = 3
"""How many winnable deals are kept ready for each game and its options."""
_NODES_TO_KEEP: Final = 200_000
"""The positions that the search for one of these may take on one deal."""
GRACE: Final = 4.0
"""Seconds without a sign of life after which a worker counts as hung. It gives one a second, but a
busy machine may delay it.
"""
START_GRACE: Final = 15.0
"""The same before its first reply, as it has to start."""
END: Final = 2.0
"""Seconds to wait for the end of a killed process."""
TRIES: Final = 2
"""After so many workers lost in a row without a result, all that is wanted is given up."""


def seek_to_keep(game: str, options: tuple[str, ...]) -> Seek:
    """The search, from a random number on, for a deal to be kept ready."""
    start = SystemRandom().randrange(deals.HIGHEST_NUMBER + 1)
    return Seek(game, options, start, _NODES_TO_KEEP, idle=True)


class _Lost:
    """What a worker's reading thread tells when nothing more can be read."""


class _WorkerProcess:
    """A worker process, and the threads that write to it and read from it. Raises OSError or
    RuntimeError if the machine allows no more processes, pipes or threads.
    """

    def __init__(self, inbox: SimpleQueue[Any]) -> None:
        """`inbox` gets this object with each reply, and with `_Lost` at last."""
        self._inbox = inbox
        self.messages: SimpleQueue[Message | None] = SimpleQueue()
        """What is to be sent; None ends the thread."""
        self.has_spoken = False
        self.due: float | None = None
        """When the worker counts as hung, by the monotonic clock; None: nothing is expected."""
        its_messages, self._to_worker = multiprocessing.Pipe(duplex=False)
        self._from_worker, its_replies = multiprocessing.Pipe(duplex=False)
        spawn = multiprocessing.get_context("spawn")
        # The worker also ends when its pipes close, or this process ends without calling `end`.
        self.process = spawn.Process(
            target=serve, args=(its_messages, its_replies), daemon=True, name="solver"
        )
        try:
            with interrupts_blocked():
                self.process.start()
        finally:
            its_messages.close()
            its_replies.close()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def _write(self) -> None:
        # If the worker is dead, `_read` finds out.
        with suppress(OSError), self._to_worker:
            while (message := self.messages.get()) is not None:
                self._to_worker.send(message)

    def _read(self) -> None:
        # It is dead, or another version was installed meanwhile and its replies make no sense.
        with suppress(Exception), self._from_worker:
            while True:
                self._inbox.put((self, self._from_worker.recv()))
        self._inbox.put((self, _Lost))

    def expect(self) -> None:
        """Count as hung if no reply comes in time."""
        self.due = time.monotonic() + (GRACE if self.has_spoken else START_GRACE)

    def end(self) -> None:
        """Kill the worker, even a stopped one, and wait up to END seconds for its end."""
        self.messages.put(None)
        self.process.kill()
        self.process.join(END)


class SolverClient:
    """Asks the worker. It is started when first needed, and replaced when it dies or hangs.
    Where no worker can be started, every position is undecided.
    """

    def __init__(self, on_answer: Callable[[Told], None]) -> None:
        """`on_answer` is called in the client's thread, or at once by the caller if no worker can
        answer. It gets answers to the newest request only, the result of every `seek`, and results
        for the newest line.
        """
        self._on_answer = on_answer
        self._inbox: SimpleQueue[tuple[_WorkerProcess | None, Any]] = SimpleQueue()
        """Replies with their worker, and wishes."""
        self._thread: threading.Thread | None = None
        self._closed = False
        self._number = self._line_number = 0
        """The numbers of the newest request and line."""
        self._ready: dict[tuple[str, tuple[str, ...]], deque[int]] = {}
        """Numbers of winnable deals that `ready_number` has not given out, by game and options."""
        # What follows is the client's thread's alone.
        self._worker: _WorkerProcess | None = None
        self._request: Request | None = None
        self._line: Weigh | None = None
        self._seeks: list[Seek] = []
        """The deals that are looked for."""
        self._lost = 0
        """How many workers were lost in a row without a result, or searches for a deal failed."""

    @property
    def pid(self) -> int | None:
        """The worker's process id, None while there is no worker."""
        worker = self._worker
        return worker.process.pid if worker is not None else None

    def ask(
        self, rules: Rules, position: Position, goal: Goal, seconds: float = PAR_SECONDS
    ) -> int:
        """Ask about a position; this replaces the previous request. Returns the number of the
        request, which its deliveries carry. For a game without a solver `on_answer` is called at
        once, with an undecided answer.
        """
        self._number += 1
        request = Request(self._number, rules, position, goal, seconds)
        if not (registry.has_solver(rules.name) and self._wish(request)):
            self._give_up(request)
        return request.number

    def cancel(self) -> None:
        """Forget the request."""
        self._number += 1
        if self._thread is not None:
            self._wish(Cancel.REQUEST)

    def ready_number(self, game: str, options: Iterable[str] = ()) -> int | None:
        """The number of a winnable deal, each given out once; None if none is ready. From the first
        call on, a queue for this game and these options is kept filled.
        """
        if not registry.has_solver(game):
            return None
        ready = self._ready.setdefault((game, tuple(options)), deque())
        number = ready.popleft() if ready else None
        self._wish(None)
        return number

    def seek(self, seek: Seek) -> None:
        """Look for the first winnable deal from a number on. For a game without a solver that
        number itself is the result. Where no worker can be started, the search fails.
        """
        if not registry.has_solver(seek.game):
            self._on_answer(FoundDeal(seek, seek.start))
        elif not self._wish(seek):
            self._give_up(seek)

    def weigh(self, line: Line, known: Iterable[PositionBounds]) -> int:
        """Weigh a line while no request is open; this replaces the previous line. `known` is what
        earlier reviews have found. Returns the number of the line, which its results carry.
        """
        self._line_number += 1
        start, actions = line.positions[0], line.actions[1:]
        weigh = Weigh(self._line_number, line.rules, start, actions, tuple(known))
        if not (registry.has_solver(line.rules.name) and self._wish(weigh)):
            self._give_up(weigh)
        return weigh.number

    def stop_weighing(self) -> None:
        """Forget the line."""
        self._line_number += 1
        if self._thread is not None:
            self._wish(Cancel.LINE)

    def close(self) -> None:
        """End the worker; no more answers come. May be called twice."""
        self._closed = True
        self._inbox.put((None, None))
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2 * END)

    def _wish(self, wish: Message | None) -> bool:
        """Hand a wish to the thread, which is started first if there is none; None: the queues of
        deals may be short of some. False where the machine has no thread left.
        """
        if self._thread is None and not self._closed:
            thread = threading.Thread(target=self._serve, daemon=True, name="solver io")
            try:
                thread.start()
            except RuntimeError:
                return False
            self._thread = thread
        self._inbox.put((None, wish))
        return True

    def _give_up(self, wish: Request | Seek | Weigh) -> None:
        """Tell whoever asked that nothing comes."""
        told = nothing_for(wish)
        if isinstance(wish, Request) and isinstance(told, Delivery):
            told = replace(told, seconds=time.monotonic() - wish.asked)
        self._tell(told)

    def _tell(self, told: Told) -> None:
        if not self._closed:
            self._on_answer(told)

    # In the client's thread ---------------------------------------------------------------

    def _serve(self) -> None:
        try:
            while not self._closed:
                self._take_next()
        finally:
            self._end_worker()

    def _take_next(self) -> None:
        """Wait for the next wish or reply and handle it; or for a worker that hangs."""
        due = self._worker.due if self._worker is not None else None
        try:
            worker, event = self._inbox.get(
                timeout=None if due is None else max(0.0, due - time.monotonic())
            )
        except Empty:
            self._lose_worker()
            return
        if worker is None:
            self._take_wish(event)
        elif worker is self._worker:
            if event is _Lost:
                self._lose_worker()
            else:
                self._take_reply(worker, event)
        self._fill_stock()

    @property
    def _wanted(self) -> list[Request | Seek | Weigh]:
        """All that is still wanted of the worker."""
        return [each for each in (self._request, *self._seeks, self._line) if each is not None]

    def _take_wish(self, wish: Message | None) -> None:
        if isinstance(wish, Request):
            self._request, self._lost = wish, 0
        elif isinstance(wish, Seek):
            self._lost = 0
            if wish in self._seeks:
                return
            self._seeks.append(wish)
        elif isinstance(wish, Weigh):
            self._line, self._lost = wish, 0
        elif wish is Cancel.REQUEST:
            self._request = None
        elif wish is Cancel.LINE:
            self._line = None
        if wish is not None:
            self._send(wish)

    def _send(self, message: Message) -> None:
        """Send a message; a new worker is told all that is wanted."""
        if self._worker is not None:
            self._worker.messages.put(message)
            if self._worker.due is None:
                self._worker.expect()
        elif not isinstance(message, Cancel):
            self._start_worker()

    def _start_worker(self) -> None:
        try:
            self._worker = _WorkerProcess(self._inbox)
        except (OSError, RuntimeError):
            self._lose_worker()
            return
        for message in self._wanted:
            self._send(message)

    def _lose_worker(self) -> None:
        """Give up the worker: it died, hangs, or could not be started."""
        self._end_worker()
        self._lost += 1
        wanted = self._wanted
        if self._lost < TRIES:
            if wanted:
                self._start_worker()
            return
        self._request = self._line = None
        self._seeks.clear()
        for wish in wanted:
            if not (isinstance(wish, Seek) and wish.idle):
                self._give_up(wish)

    def _take_reply(self, worker: _WorkerProcess, reply: Reply) -> None:
        worker.has_spoken = True
        if reply is not None and reply.final:
            failed = isinstance(reply, FoundDeal) and reply.number is None
            self._lost = self._lost + 1 if failed else 0
        request, line = self._request, self._line
        if isinstance(reply, FoundDeal):
            self._seeks.remove(reply.seek)
            if not reply.seek.idle:
                self._tell(reply)
            elif reply.number is not None:
                self._ready[reply.seek[:2]].append(reply.number)
        elif isinstance(reply, Delivery):
            if request is not None and reply.number == request.number == self._number:
                self._request = None if reply.final else request
                self._tell(replace(reply, seconds=time.monotonic() - request.asked))
        elif reply is not None and line is not None and reply.number == self._line_number:
            # What another worker would be told.
            self._line = None if reply.final else replace(line, known=line.known + reply.found)
            self._tell(reply)
        worker.due = None
        if self._wanted:
            worker.expect()

    def _fill_stock(self) -> None:
        """Have as many deals looked for as are to be kept ready, but after several searches that
        have failed none, which would go on for ever.
        """
        for kind, numbers in list(self._ready.items()):
            coming = sum(seek.idle and seek[:2] == kind for seek in self._seeks)
            for _ in range(KEPT_READY - len(numbers) - coming):
                if self._lost >= TRIES:
                    return
                seek = seek_to_keep(*kind)
                self._seeks.append(seek)
                self._send(seek)

    def _end_worker(self) -> None:
        """End the worker, if there is one."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()
