"""Work in threads, and what threads and searches ask of memory.

A program without memory for a thread works without one. The garbage collector is kept away from
large structures, and free memory is given back.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import inf
from threading import Event, Thread
from typing import Final


def started_thread(work: Callable[..., object], name: str, *arguments: object) -> Thread | None:
    """A thread that works beside the others and does not outlive the main one. None if it cannot be
    started: the system has no memory for its stack, or allows no further one.
    """
    thread = Thread(target=work, name=name, args=arguments, daemon=True)
    try:
        thread.start()
    except (RuntimeError, MemoryError):
        return None
    return thread


class BackgroundJob:
    """Long work in a thread, of which the main thread asks how far it is. Subclasses say in
    `in_thread` what it does; call `work` until it is `done`.
    """

    def __init__(self, *, at_once: bool = False) -> None:
        """Begin the work. `at_once`: it is short and needs no thread."""
        self.count = 1
        """The number of steps."""
        self.read = 0
        """How many steps are done."""
        self.done = False
        self.stopping: Final = Event()
        """Set when the result is not wanted any more; the thread looks at it between two steps."""
        self.has_ended = Event()
        self._error: BaseException | None = None
        if at_once or started_thread(self._run, "job") is None:
            self._run()

    def in_thread(self) -> None:
        """Do the work."""
        raise NotImplementedError

    def _run(self) -> None:
        try:
            self.in_thread()
        except BaseException as error:  # told on the main thread
            self._error = error
        finally:
            self.has_ended.set()

    def ended(self, seconds: float = 0.0) -> bool:
        """Wait for the thread for at most so many seconds. Returns whether it has ended. Raises its
        error.
        """
        if not self.has_ended.wait(None if seconds == inf else seconds):
            return False
        error, self._error = self._error, None
        if error is not None:
            self.done = True
            raise error
        return True

    def work(self, seconds: float = inf) -> None:
        """Go on for about so many seconds. Raises what went wrong."""
        self.done = self.done or self.ended(seconds)

    def close(self) -> None:
        """End the work; what is not done by now is not done at all. It is not waited for: a disk
        may not answer.
        """
        self.done = True
        self.stopping.set()


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """A block in which the garbage collector does not run; blocks may be nested.

    The collector scans all objects again and again while they are made. It halves the speed of a
    search that holds a million nodes, and of opening a large tree.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def collect_all_but_what_is_here(is_large: bool) -> None:
    """Have the collector pass over all objects that there are now, if they are many and stay; else
    look at all again. A full collection of 100,000 positions would hold a frame for a quarter of a
    second.
    """
    was_large = gc.get_freeze_count() > 0
    if was_large:
        gc.unfreeze()
    if was_large or is_large:
        gc.collect()
    if is_large:
        gc.freeze()


def trim_memory() -> None:
    """Collect garbage and return free memory to the system; takes some milliseconds.

    The C library keeps memory that was freed between live blocks, which Python does not see: 20 MB
    and more after hours of play.
    """
    gc.collect()
    _trim()(0)


@cache
def _trim() -> Callable[[int], object]:
    """The `malloc_trim` of glibc; without glibc, a function that does nothing."""
    import ctypes  # Imported here: nothing is given back before the first frame.

    try:
        found: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return lambda left: None
    return found
