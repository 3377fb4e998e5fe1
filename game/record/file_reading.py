"""Files from outside, read by a thread and then made sense of a piece at a time: neither a slow
disk nor a large file holds up a window, and both can be stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from pathlib import Path
from threading import Event, Thread
from typing import Final, Generic, TypeVar

from game.core import untrusted_input
from game.core.messages import WordedError, Wording, why

T = TypeVar("T")

SMALL: Final = 50_000
"""Bytes that any disk reads at once."""
WHOLE: Final = 100
"""The pieces that the reading of one file is counted in."""


class FileReading(Generic[T]):
    """One file: `work` until it is `done`, then take its `found` or tell its `trouble`."""

    count = WHOLE

    def __init__(
        self, path: Path, most: int, sense: Callable[[str], Generator[float, None, T]]
    ) -> None:
        """Of at most so many bytes. `sense` yields after each small piece of work which share is
        done, and returns what the text means, or raises WordedError.
        """
        self.path = path
        self.read = 0
        """Percents of the text that are made sense of."""
        self.found: T | None = None
        self.trouble: Wording | str | None = None
        """Why it means nothing."""
        self._sense = sense
        self._pieces: Generator[float, None, T] | None = None
        self._text = ""
        self._come, self._stop = Event(), Event()
        if _is_small(path):
            self._read(most)
        else:
            Thread(target=self._read, args=(most,), name="reading", daemon=True).start()

    def _read(self, most: int) -> None:
        """In the thread. One that is stopped while the disk does not answer is left to itself."""
        try:
            self._text = untrusted_input.read_text(self.path, most, "utf-8-sig", self._stop.is_set)
        except (OSError, UnicodeDecodeError, WordedError) as error:
            self.trouble = why(error)
        finally:
            self._come.set()

    @property
    def done(self) -> bool:
        """True once it is known what the file means, or that it means nothing."""
        return self._come.is_set() and (self.found is not None or self.trouble is not None)

    def work(self, seconds: float, least: int = 1) -> None:
        """Go on for about so many seconds, and so many pieces of its sense at least."""
        until = time.perf_counter() + seconds
        if not self._come.wait(seconds) or self.done:
            return
        if self._pieces is None:
            self._pieces, self._text = self._sense(self._text), ""
        try:
            while least > 0 or time.perf_counter() < until:
                self.read = int(next(self._pieces) * WHOLE)
                least -= 1
        except StopIteration as end:
            self.found = end.value
        except WordedError as error:
            self.trouble = error.wording

    def stop(self) -> None:
        """Nobody wants to know any more."""
        self._stop.set()


def _is_small(path: Path) -> bool:
    """Of what cannot be looked at it is known at once that it cannot be read."""
    try:
        return path.stat().st_size <= SMALL
    except OSError:
        return True
