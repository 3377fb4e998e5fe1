"""Worker processes for the command line. No process outlives the program, however that ends. An
item whose process was killed is tried again.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

from game.core.error_reasons import why
from game.core.translatable_texts import WordedError, Wording
from game.solver.process_start import start_uninterrupted

A = TypeVar("A")
R = TypeVar("R")

TRIES: Final = 2
"""How many processes may be lost over one item."""


@dataclass
class _Worker(Generic[A]):
    """A process, and this program's end of its pipe."""

    process: BaseProcess
    pipe: Connection
    held: tuple[A, int] | None = None
    """The item that it works on, and how many processes that has cost; None: it is idle."""


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
            while self.room() and (thing := next(things, None)) is not None:
                self.hand_out(thing)
            if not self._busy():
                return
            yield from self.wait(None)

    def room(self) -> bool:
        """True if a process may be given an item: fewer than `jobs` are busy."""
        return len(self._busy()) < self._jobs

    def _busy(self) -> list[_Worker[A]]:
        return [worker for worker in self._workers if worker.held is not None]

    def hand_out(self, thing: A) -> None:
        """Give an item to an idle process."""
        self._give(thing, 0)

    def wait(self, seconds: float | None) -> list[R]:
        """Wait until a result arrives, for at most `seconds` (None: without limit); return all
        results that have arrived.
        """
        told: list[R] = []
        while not told:
            busy = {worker.pipe: worker for worker in self._busy()}
            ready = wait(list(busy), seconds)
            if not ready:
                break
            for pipe in ready:
                told += self._read(busy[pipe])  # type: ignore[index]
        return told

    def _give(self, thing: A, lost: int) -> None:
        """Give an item to an idle process; `lost`: how many processes it has cost."""
        worker = next((each for each in self._workers if each.held is None), None) or self._start()
        worker.held = thing, lost
        with suppress(OSError):  # a killed process is noticed by `_read`
            worker.pipe.send(thing)

    def _read(self, worker: _Worker[A]) -> list[R]:
        """The result of a process that has told something or was killed; empty if its item is
        tried again.
        """
        try:
            result = worker.pipe.recv()
        except (EOFError, OSError):
            return self._drop_killed(worker)
        if isinstance(result, Exception):
            raise result
        worker.held = None
        return [result]

    def _drop_killed(self, worker: _Worker[A]) -> list[R]:
        """Remove a killed process, and give its item to another one; after TRIES processes return
        its result instead.
        """
        self._workers.remove(worker)
        self._close_worker(worker)
        assert worker.held is not None
        thing, lost = worker.held
        if lost + 1 >= TRIES:
            return [self._lost(thing)]
        self._give(thing, lost + 1)
        return []

    def _start(self) -> _Worker[A]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._work), daemon=True)
        try:
            with _no_errors_shown():
                start_uninterrupted(process)
        except (OSError, RuntimeError) as error:
            reason = why(error) if isinstance(error, OSError) else str(error)
            told = Wording("no process can be started: {reason}", reason=reason)
            raise WordedError(told) from error
        theirs.close()
        worker = _Worker[A](process, ours)
        self._workers.append(worker)
        return worker

    def _close_worker(self, worker: _Worker[A]) -> None:
        worker.pipe.close()
        worker.process.join()


def _work(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """The main loop of a worker process. The process ends with its parent, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    Thread(target=_end_with_parent, daemon=True).start()
    _leave_output()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_result(work, pipe.recv()))


def _result(work: Callable[[Any], Any], thing: Any) -> Any:
    """The function's result, or the exception it raised: RuntimeError if that cannot be pickled."""
    try:
        return work(thing)
    except MemoryError:
        return MemoryError()
    except Exception as error:
        try:
            return pickle.loads(pickle.dumps(error))
        except Exception:
            return RuntimeError(repr(error))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
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
