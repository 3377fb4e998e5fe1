"""Worker processes for the command line. No process outlives the program, however that ends. An
item whose process was killed is tried again.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

from game.solver.process_start import start_uninterrupted

A = TypeVar("A")
R = TypeVar("R")

TRIES: Final = 2
"""How many processes may be lost over one item."""
AHEAD: Final = 4
"""How many items a process holds at most; it works on the first, the others wait."""


@dataclass
class _Worker(Generic[A]):
    """A process, this program's ends of its pipes, and its items. It works on the first item."""

    process: BaseProcess
    pipe: Connection
    lifeline: Connection
    """Never written to; it closes when this program ends."""
    held: deque[tuple[A, int]] = field(default_factory=deque)


class Pool(Generic[A, R]):
    """Calls a function for many items in several processes. Use it in a `with` statement.

    The function, its arguments and its results must be picklable. An exception that the function
    raises is raised again in this process.
    """

    def __init__(self, jobs: int, work: Callable[[A], R], lost: Callable[[A], R]) -> None:
        """`lost` makes the result of an item over which TRIES processes were killed."""
        self._jobs, self._work, self._lost = jobs, work, lost
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker[A]] = []
        self._again: deque[tuple[A, int]] = deque()
        """Items of killed processes, and how many processes each has cost."""
        self._told: deque[R] = deque()

    def __enter__(self) -> Pool[A, R]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            self._close_worker(worker)

    def results(self, things: Iterator[A]) -> Iterator[R]:
        """The results, in the order in which they come. Items are taken as processes have room."""
        while True:
            self._hand_out(things)
            if self._told:
                yield self._told.popleft()
            elif not any(worker.held for worker in self._workers):
                return
            else:
                yield from self.wait(None)

    def room(self) -> bool:
        """True if a process may be given an item: fewer than `jobs` are busy."""
        return sum(bool(worker.held) for worker in self._workers) < self._jobs

    def hand_out(self, thing: A) -> None:
        """Give an item to an idle process."""
        self._give(thing, 0, 1)

    def wait(self, seconds: float | None) -> list[R]:
        """Wait until a result arrives, for at most `seconds` (None: without limit); return all
        results that have arrived.
        """
        while not self._told:
            busy = {worker.pipe: worker for worker in self._workers if worker.held}
            ready = wait(list(busy), seconds)
            if not ready:
                break
            for pipe in ready:
                self._read(busy[pipe])  # type: ignore[index]
        told, self._told = list(self._told), deque()
        return told

    def _hand_out(self, things: Iterator[A]) -> None:
        """Give items to processes until all hold AHEAD items or no item is left."""
        for ahead in range(1, AHEAD + 1):
            while any(len(w.held) < ahead for w in self._workers) or self._may_grow():
                thing, lost = self._again.popleft() if self._again else (next(things, None), 0)
                if thing is None:
                    return
                self._give(thing, lost, ahead)

    def _may_grow(self) -> bool:
        return len(self._workers) < self._jobs

    def _give(self, thing: A, lost: int, ahead: int) -> None:
        free = next((w for w in self._workers if len(w.held) < ahead), None)
        worker = free or self._start()
        worker.held.append((thing, lost))
        with suppress(OSError):  # a killed process is noticed by `_read`
            worker.pipe.send(thing)

    def _read(self, worker: _Worker[A]) -> None:
        try:
            result = worker.pipe.recv()
        except (EOFError, OSError):
            self._drop_killed(worker)
        else:
            if isinstance(result, Exception):
                raise result
            worker.held.popleft()
            self._told.append(result)

    def _drop_killed(self, worker: _Worker[A]) -> None:
        """Remove a killed process. Its first item counts as the cause; the others wait again."""
        self._workers.remove(worker)
        self._close_worker(worker)
        thing, lost = worker.held.popleft()
        self._again.extendleft(reversed(worker.held))
        if lost + 1 < TRIES:
            self._again.appendleft((thing, lost + 1))
        else:
            self._told.append(self._lost(thing))
        while self._again and self.room():
            self._give(*self._again.popleft(), 1)

    def _start(self) -> _Worker[A]:
        ours, theirs = self._context.Pipe()
        end, lifeline = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_work, args=(theirs, end, self._work), daemon=True)
        with _no_errors_shown():
            start_uninterrupted(process)
        theirs.close()
        end.close()
        worker = _Worker[A](process, ours, lifeline)
        self._workers.append(worker)
        return worker

    def _close_worker(self, worker: _Worker[A]) -> None:
        worker.pipe.close()
        worker.lifeline.close()
        worker.process.join()


def _work(pipe: Connection, lifeline: Connection, work: Callable[[Any], Any]) -> None:
    """The main loop of a worker process. The process ends with its parent, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    Thread(target=_end_with_parent, args=(lifeline,), daemon=True).start()
    _leave_output()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_result(work, pipe.recv()))


def _result(work: Callable[[Any], Any], thing: Any) -> Any:
    """The function's result, or the exception it raised: RuntimeError if that cannot be pickled."""
    try:
        return work(thing)
    except Exception as error:
        try:
            return pickle.loads(pickle.dumps(error))
        except Exception:
            return RuntimeError(repr(error))


def _end_with_parent(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(0)


@contextmanager
def _no_errors_shown() -> Iterator[None]:
    """Discard the error output of processes started in this block. A process whose parent is killed
    during the start would print many lines.
    """
    try:
        shown = os.dup(2)
    except OSError:  # there is no error output
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(shown, 2)
        os.close(shown)


def _leave_output() -> None:
    """Redirect standard output to the null device, so that a reader of the program's output does
    not wait for this process.
    """
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
