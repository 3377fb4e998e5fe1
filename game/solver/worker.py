"""The worker process, which searches while the game goes on, and the game's client that asks it.

Compiled searches hold Python's global lock, so they must not run in the game's own process. The
worker does a slice of a few milliseconds of the most urgent work, then reads its messages, so it
also notices when the game is gone. Most urgent is the newest request, in turns with first winnable
deals that are waited for (`Seek`). Then come deals to be kept ready (idle `Seek`s) and the newest
line (`Weigh`), in turns. When all of that is done it sleeps. While it works, and before it sleeps,
it gives signs of life; without them it counts as hung. It has one thread and never imports pygame.

On the game's side the caller's thread, as a rule the main thread, only notes wishes in a queue, so
a faulty worker cannot block the game. A thread of the client takes them and the worker's replies
from that queue. It starts the worker, hands messages on, calls `on_answer`, and ends the worker and
starts another when it dies or gives no sign of life in time; the new one is told all that is still
wanted. Two small threads belong to each worker: one writes to it, for a worker that hangs may leave
its pipe full; one reads from it. If nothing is wanted, all of them and the worker sleep.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from random import SystemRandom
from typing import Any, Final, NamedTuple, Protocol

from game.core import deals
from game.core.moves import Action
from game.core.position import Position
from game.rules import Rules, rules_for
from game.solver import registry
from game.solver.answer import (
    LINE_SECONDS,
    PAR_SECONDS,
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
KEPT_READY: Final = 3
"""How many winnable deals are kept ready for each game and its options."""
_NODES_TO_KEEP: Final = 200_000
"""The positions that the search for one of these may take on one deal."""
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


def seek_to_keep(game: str, options: tuple[str, ...]) -> Seek:
    """The search, from a random number on, for a deal to be kept ready."""
    start = SystemRandom().randrange(deals.HIGHEST_NUMBER + 1)
    return Seek(game, options, start, _NODES_TO_KEEP, idle=True)


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


# The work


class _Job(Protocol):
    def step(self) -> Told | None: ...
    def failure(self) -> Told: ...


class _Question:
    """The search for a request."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._search: Search | None = None
        self._late = time.monotonic() + request.seconds
        self._told: Answer | None = None
        """What was told last."""

    def step(self) -> Delivery | None:
        """Search for a slice; what a `Delivery` tells of it."""
        request = self._request
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

    def failure(self) -> Delivery:
        """The reply where the search raises."""
        return Delivery(self._request.number, Answer(Verdict.UNDECIDED), True)

    def _is_settled(self) -> bool:
        """True if nothing but the final answer is left to be told."""
        told = self._told
        return told is not None and (told.fewest_redeals or not self._request.rules.facts.redeals)

    def _is_news(self, answer: Answer) -> bool:
        """True for the first verdict, and for an answer that tells more of its redeals."""
        told = self._told
        if told is None or answer.verdict is Verdict.UNDECIDED:
            return answer.verdict is not Verdict.UNDECIDED
        return (answer.redeals, answer.fewest_redeals) != (told.redeals, told.fewest_redeals)


class FirstWin:
    """The search for one `Seek`."""

    def __init__(self, seek: Seek) -> None:
        self._seek, self._number = seek, seek.start
        self._search: Search | None = None
        self._left = 0

    def step(self) -> FoundDeal | None:
        """Search for a slice; the deal once it is found."""
        seek = self._seek
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

    def failure(self) -> FoundDeal:
        """The reply where the search raises."""
        return FoundDeal(self._seek, None)


class _LineWeighing:
    """The review of a line, within limits."""

    def __init__(self, message: Weigh) -> None:
        self._message = message
        self._review: ReviewScheduler | None = None
        self._search: LineSearch | None = None
        self._spent = self._told = 0.0

    def step(self) -> Weighed | None:
        """Search for a slice; what has become known, if it is time to tell."""
        begun = time.monotonic()
        if self._review is None or self._search is None:
            message = self._message
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
        return Weighed(self._message.number, found, final)

    def failure(self) -> Weighed:
        """The reply where a search raises."""
        return Weighed(self._message.number, (), True)


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
            told = job.failure()
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

    def _give_up(self, wish: Message) -> None:
        """Tell whoever asked that nothing comes."""
        if isinstance(wish, Request):
            self._tell(
                Delivery(
                    wish.number, Answer(Verdict.UNDECIDED), True, time.monotonic() - wish.asked
                )
            )
        elif isinstance(wish, Seek):
            self._tell(FoundDeal(wish, None))
        elif isinstance(wish, Weigh):
            self._tell(Weighed(wish.number, (), True))

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
    def _wanted(self) -> list[Message]:
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
