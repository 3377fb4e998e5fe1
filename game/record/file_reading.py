"""Reads files from outside in a thread, then parses them a piece at a time, so that neither a slow
disk nor a large file blocks a window. Both steps can be stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from pathlib import Path
from threading import Event
from typing import Final, Generic, TypeVar

from game.core import untrusted_input
from game.core.background_threads import started_thread
from game.core.error_reasons import why
from game.core.translatable_texts import WordedError, Wording

T = TypeVar("T")

SMALL: Final = 50_000
"""Bytes. A file up to this size is read at once, without a thread."""
WHOLE: Final = 100
"""The progress of one file is counted up to this number, that is, in percent."""


class FileReading(Generic[T]):
    """One file being read. Call `work` until `done`, then use `found` or report `trouble`."""

    count = WHOLE

    def __init__(
        self, path: Path, most: int, parse: Callable[[str], Generator[float, None, T]]
    ) -> None:
        """`most`: the greatest size in bytes. `parse` parses the text: it yields the share done
        (0 to 1) after each small piece, and returns the result or raises WordedError.
        """
        self.path = path
        self.read = 0
        """How much of the text is parsed, in percent."""
        self.found: T | None = None
        self.trouble: Wording | str | None = None
        """Why the file cannot be used; None if it can, or that is not known yet."""
        self._parse = parse
        self._pieces: Generator[float, None, T] | None = None
        self._text = ""
        self._come, self._stop = Event(), Event()
        if _is_small(path) or started_thread(self._read, "reading", most) is None:
            self._read(most)

    def _read(self, most: int) -> None:
        """Read the file, in the thread or, if it is small, at once. If the disk does not answer, a
        stopped thread is abandoned.
        """
        try:
            self._text = untrusted_input.read_text(self.path, most, "utf-8-sig", self._stop.is_set)
        except (OSError, UnicodeDecodeError, WordedError) as error:
            self.trouble = why(error)
        finally:
            self._come.set()

    @property
    def done(self) -> bool:
        """True once either `found` or `trouble` is known."""
        return self._come.is_set() and (self.found is not None or self.trouble is not None)

    def work(self, seconds: float, least: int = 1) -> None:
        """Continue for about `seconds` and, once the text is read, for at least `least` pieces."""
        until = time.perf_counter() + seconds
        if not self._come.wait(seconds) or self.done:
            return
        if self._pieces is None:
            self._pieces, self._text = self._parse(self._text), ""
        try:
            while least > 0 or time.perf_counter() < until:
                self.read = int(next(self._pieces) * WHOLE)
                least -= 1
        except StopIteration as end:
            self.found = end.value
        except WordedError as error:
            self.trouble = error.wording

    def whole(self) -> T | None:
        """Read all of the file now; returns `found`."""
        while not self.done:
            self.work(1.0)
        return self.found

    def stop(self) -> None:
        """Stop reading from the disk: the result is not wanted."""
        self._stop.set()


def _is_small(path: Path) -> bool:
    """True for a file to be read at once; also if its size is unknown: reading it fails at once."""
    try:
        return path.stat().st_size <= SMALL
    except OSError:
        return True
