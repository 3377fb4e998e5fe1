"""The game's side of the solver: a client that keeps a worker process and asks it.

Two threads use the client.

* The caller's thread, as a rule the main thread, only notes what is wanted and wakes the io thread.
  It never starts the worker, writes to it or reads from it, so a faulty worker cannot block the
  game. Only `close` touches the process, to kill it.
* The io thread, which the client owns, starts the worker, writes to it, reads from it, replaces and
  ends it, and calls `on_answer`. Only this thread uses `_worker`, its record of the current worker,
  so `_worker` needs no lock.

`_lock` guards everything else. It is held for a few statements at a time, never while the worker is
started, written to, read from or ended, nor during a call of `on_answer`. Waking the io thread is a
write of one byte to an empty pipe: the next byte is written only after the io thread has read it.

The io thread waits for nothing but the next event. Its writes always fit into the pipe, because the
worker gets a message only after it has noted the previous one. A worker that leaves a message
unread for long counts as hung and is replaced. While it owes an answer it is pinged now and then,
so that a hang is found. The io thread sends what is wanted and what this worker has not been told
yet; a new worker is told everything. If nothing is wanted, the io thread and the worker sleep.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from game.core.position import Position
from game.rules import Rules
from game.solver import registry
from game.solver.answer import PAR_SECONDS, Answer, Goal, Verdict
from game.solver.first_winnable import KEPT_READY, FoundDeal, Seek, seek_to_keep
from game.solver.line_messages import NOTHING, Weigh, Weighed, Weighing
from game.solver.line_worths import Line, PositionBounds
from game.solver.worker import Cancel, Delivery, Message, Noted, Ping, Reply, Request
from game.solver.worker_supervisor import END, TRIES, WorkerProcess, start_worker

Told = Delivery | FoundDeal | Weighed
"""What `on_answer` is called with."""


@dataclass(slots=True)
class _Pending:
    """A request without its final answer."""

    request: Request
    asked: float
    """On the monotonic clock."""
    tries: int = 0
    """How many workers were lost over it."""

    def undecided(self) -> Delivery:
        """The reply if no worker answers."""
        seconds = time.monotonic() - self.asked
        return Delivery(self.request.number, Answer(Verdict.UNDECIDED), True, seconds)


class SolverClient:
    """Asks the worker. It is started when first needed, and replaced when it dies or hangs.
    Where no worker can be started, every position is undecided.
    """

    def __init__(self, on_answer: Callable[[Told], None]) -> None:
        """`on_answer` is called in the io thread, or at once by the caller if no worker can answer.
        It gets answers to the newest request only, the result of every `seek`, and results for the
        newest line.
        """
        self._on_answer = on_answer
        self._lock = threading.Lock()
        self._closed = False
        self._number = 0
        self._pending: _Pending | None = None
        self._lines = 0
        """The number of lines that were asked for."""
        self._weighing: Weighing | None = None
        self._seeks: list[Seek] = []
        """The deals that are looked for."""
        self._ready: dict[tuple[str, tuple[str, ...]], deque[int]] = {}
        """Numbers of winnable deals that `ready_number` has not given out, by game and options."""
        self._lost = 0
        """How many workers were lost in a row without a result, or searches for a deal have failed.
        From TRIES on, no worker is started until something new is asked.
        """
        self._process: BaseProcess | None = None
        self._io_thread: threading.Thread | None = None
        self._awake: Connection | None = None
        self._waker: Connection | None = None
        self._woken = False
        """The io thread was woken and has not noticed yet."""
        self._worker: WorkerProcess | None = None

    @property
    def pid(self) -> int | None:
        """The worker's process id, None while there is no worker."""
        with self._lock:
            return self._process.pid if self._process is not None else None

    def ask(
        self, rules: Rules, position: Position, goal: Goal, seconds: float = PAR_SECONDS
    ) -> int:
        """Ask about a position; this replaces the previous request. Returns the number of the
        request, which its deliveries carry. For a game without a solver `on_answer` is called at
        once, with an undecided answer.
        """
        possible = registry.has_solver(rules.name)
        with self._lock:
            self._number += 1
            number = self._number
            request = Request(number, rules, position, goal, seconds)
            pending = _Pending(request, time.monotonic())
            self._lost = 0
            self._pending = pending if possible else None
            if not self._wake(needed=possible):
                self._pending, possible = None, False
        if not possible:
            self._on_answer(pending.undecided())
        return number

    def cancel(self) -> None:
        """Forget the request."""
        with self._lock:
            self._pending = None
            self._wake(needed=False)

    def ready_number(self, game: str, options: Iterable[str] = ()) -> int | None:
        """The number of a winnable deal, each given out once; None if none is ready. From the first
        call on, a queue for this game and these options is kept filled.
        """
        if not registry.has_solver(game):
            return None
        with self._lock:
            ready = self._ready.setdefault((game, tuple(options)), deque())
            number = ready.popleft() if ready else None
            self._wake()
            return number

    def seek(self, seek: Seek) -> None:
        """Look for the first winnable deal from a number on. For a game without a solver that
        number itself is the result. Where no worker can be started, the search fails.
        """
        if not registry.has_solver(seek.game):
            self._on_answer(FoundDeal(seek, seek.start))
            return
        with self._lock:
            if seek not in self._seeks:
                self._seeks.append(seek)
            self._lost = 0
            possible = self._wake()
            if not possible:
                self._seeks.remove(seek)
        if not possible:
            self._on_answer(FoundDeal(seek, None))

    def weigh(self, line: Line, known: Iterable[PositionBounds]) -> int:
        """Weigh a line while no request is open; this replaces the previous line. `known` is what
        earlier reviews have found. Returns the number of the line, which its results carry.
        """
        with self._lock:
            self._lines += 1
            weighing = Weighing(self._lines, line, {one.place: one for one in known})
        weighing.pack()
        possible = registry.has_solver(line.rules.name)
        with self._lock:
            self._lost = 0
            self._weighing = weighing if possible else None
            if not self._wake(needed=possible):
                self._weighing, possible = None, False
        if not possible:
            self._on_answer(Weighed(weighing.number, (), True))
        return weighing.number

    def stop_weighing(self) -> None:
        """Forget the line."""
        with self._lock:
            self._weighing = None
            self._wake(needed=False)

    def close(self) -> None:
        """End the worker; no more answers come. May be called twice."""
        with self._lock:
            if self._closed:
                return
            self._wake(needed=False)
            self._closed, self._pending, self._weighing = True, None, None
            io_thread, process = self._io_thread, self._process
        if process is not None:
            # The io thread does so too, but may still be waiting for a write to end.
            process.kill()
        if io_thread is not None and io_thread is not threading.current_thread():
            io_thread.join(2 * END)

    # With the lock held -------------------------------------------------------------------

    def _wake(self, *, needed: bool = True) -> bool:
        """Wake the io thread. If it is `needed` and there is none, start it first. False if it
        is needed and cannot be started.
        """
        if self._closed:
            return True
        if self._io_thread is None and not (needed and self._start_io_thread()):
            return not needed
        if not self._woken:
            assert self._waker is not None
            self._woken = True
            self._waker.send_bytes(b"!")
        return True

    def _start_io_thread(self) -> bool:
        """False where the machine has no pipe or no thread left."""
        io_thread = threading.Thread(target=self._serve, daemon=True, name="solver io")
        try:
            self._awake, self._waker = multiprocessing.Pipe(duplex=False)
            io_thread.start()
        except (OSError, RuntimeError):
            return False
        self._io_thread = io_thread
        return True

    def _next(self) -> Message | None:
        """The next message to the worker; None if there is none, or it cannot be sent yet.
        Called by the io thread.
        """
        worker, pending = self._worker, self._pending
        if worker is None and self._lost >= TRIES:
            return None
        if worker is not None and worker.sent is not None:
            return None
        number = pending.request.number if pending is not None else 0
        if number != (worker.number if worker is not None else 0):
            return pending.request if pending is not None else Cancel()
        for seek in self._seeks:
            if worker is None or seek not in worker.seeks:
                return seek
        part = self._next_part((0, 0) if worker is None else worker.line)
        if part is not None:
            return part
        return self._next_for_stock(() if worker is None else worker.seeks)

    def _next_part(self, told: tuple[int, int]) -> Weigh | None:
        """The next part of the line; `told`: a line's number, and how many parts the worker has."""
        weighing = self._weighing
        if weighing is None:
            return NOTHING if told[0] else None
        made = told[1] if told[0] == weighing.number else 0
        return weighing.parts[made] if made < len(weighing.parts) else None

    def _next_for_stock(self, told: Collection[Seek]) -> Seek | None:
        """The search for one more deal to be kept ready; `told`: the deals that the worker looks
        for. None after several searches that have failed, which would go on for ever.
        """
        if self._lost >= TRIES:
            return None
        for kind, numbers in self._ready.items():
            coming = sum(seek.idle and seek[:2] == kind for seek in told)
            if len(numbers) + coming < KEPT_READY:
                return seek_to_keep(*kind)
        return None

    # In the io thread ---------------------------------------------------------------

    def _serve(self) -> None:
        try:
            while self._send_due():
                self._listen()
        finally:
            self._end_worker()

    def _send_due(self) -> bool:
        """Send all messages that are due, starting a worker if need be; False once closed."""
        while True:
            with self._lock:
                if self._closed:
                    return False
                message = self._next()
            if message is None:
                return True
            if self._worker is None:
                self._start_worker()
            if self._worker is not None:
                self._worker.send(message)

    def _start_worker(self) -> None:
        """Start a worker, if the machine can."""
        self._worker = start_worker()
        if self._worker is None:
            self._give_up_worker()
            return
        with self._lock:
            self._process = self._worker.process

    def _listen(self) -> None:
        """Wait for the next event and handle it: the thread is woken, the worker replies, or it
        has been silent for too long.
        """
        worker, due = self._worker, self._worker.due if self._worker is not None else None
        assert self._awake is not None
        pipes = [self._awake] if worker is None else [self._awake, worker.pipe]
        heard = wait(pipes, None if due is None else max(0.0, due - time.monotonic()))
        if self._awake in heard:
            self._awake.recv_bytes()
            with self._lock:
                self._woken = False
        if worker is None:
            return
        if worker.pipe in heard:
            self._take_in(worker)
        elif due is not None and time.monotonic() >= due:
            if worker.sent is None:
                worker.send(Ping())
            else:
                self._give_up_worker()

    def _take_in(self, worker: WorkerProcess) -> None:
        try:
            reply = worker.receive()
        except Exception:
            # The worker is dead, or another version was installed meanwhile and its messages
            # differ.
            self._give_up_worker()
            return
        told = None if isinstance(reply, Noted) else self._note(reply)
        if told is not None:
            self._on_answer(told)

    def _note(self, reply: Reply) -> Told | None:
        """Record a reply; returns what to pass to `on_answer`, or None."""
        with self._lock:
            failed = isinstance(reply, FoundDeal) and reply.number is None
            self._lost = self._lost + 1 if failed else 0
            if isinstance(reply, FoundDeal) and reply.seek.idle:
                if reply.number is not None:
                    self._ready[reply.seek[:2]].append(reply.number)
            elif isinstance(reply, FoundDeal):
                if reply.seek in self._seeks:
                    self._seeks.remove(reply.seek)
                return None if self._closed else reply
            elif isinstance(reply, Weighed):
                return self._weighed(reply)
            elif isinstance(reply, Delivery):
                return self._current(reply)
        return None

    def _current(self, delivery: Delivery) -> Delivery | None:
        """The delivery to pass on; None: its request is not the current one. With the lock held."""
        pending = self._pending
        if pending is None or delivery.number != pending.request.number:
            return None
        if delivery.final:
            self._pending = None
        return replace(delivery, seconds=time.monotonic() - pending.asked)

    def _weighed(self, told: Weighed) -> Weighed | None:
        """The results to pass on; None: their line is not the current one. With the lock held."""
        weighing = self._weighing
        if weighing is None or told.number != weighing.number:
            return None
        weighing.known |= {one.place: one for one in told.found}
        if told.final:
            self._weighing = None
        return told

    def _give_up_worker(self) -> None:
        """Give up the worker: it died, hangs, or could not be started. The next worker is told the
        same, except for what has cost TRIES workers.
        """
        number, line = (self._worker.number, self._worker.line[0]) if self._worker else (0, 0)
        self._end_worker()
        self._lose_line(line)
        given_up: list[Told] = []
        with self._lock:
            self._lost += 1
            if self._lost >= TRIES:
                given_up += (FoundDeal(seek, None) for seek in self._seeks)
                self._seeks.clear()
            pending = self._pending
            if pending is not None:
                pending.tries += pending.request.number == number
                if max(pending.tries, self._lost) >= TRIES:
                    given_up.append(pending.undecided())
                    self._pending = None
        for told in given_up:
            self._on_answer(told)

    def _lose_line(self, number: int) -> None:
        """Count a worker lost over the line `number`, and give the current line up after TRIES."""
        with self._lock:
            weighing = self._weighing
            if weighing is None:
                return
            weighing.tries += weighing.number == number
            if max(weighing.tries, self._lost + 1) < TRIES:
                weighing.pack()
                return
            self._weighing = None
        self._on_answer(Weighed(weighing.number, (), True))

    def _end_worker(self) -> None:
        """End the worker, if there is one."""
        with self._lock:
            self._process = None
        if self._worker is not None:
            self._worker.end()
        self._worker = None
