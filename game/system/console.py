"""What the program prints beside its work: errors on the terminal, exit codes, and the trace for
tests and measurements, one line of JSON for each event, flushed at once.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

from game.core.translatable_texts import Verbatim, why

_LONGEST_LINE: Final = 400
BAD_INPUT: Final = 2
"""Invalid input."""
UNSAVED_MOVES: Final = 3
"""Moves were made that are not in the player's file."""
INTERRUPTED: Final = 130
"""Ctrl+C."""
_BEGINNING: Final = b'{"event": "'
"""The beginning of every line."""


def complain(text: str) -> int:
    """Print an error in one line, whatever it contains, and return the exit code."""
    if sys.stderr is not None:
        with suppress(OSError):  # the error output may be closed
            print(f"fourfold: {one_line(text)}", file=sys.stderr)
    return BAD_INPUT


def occupy_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed. Otherwise the next file
    or socket would take its number, and get what C libraries print. Python's own streams stay None.
    """
    if os.name != "posix":
        return
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest free number


def write_nothing_more() -> None:
    """Redirect the standard output to the null device, since Python flushes it again at exit."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def one_line(text: str) -> str:
    """A text in one printable line; the middle of a long text is left out."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if len(line) > _LONGEST_LINE:
        half = _LONGEST_LINE // 2
        line = f"{line[:half]} ... {line[-half:]}"
    return Verbatim(line) if isinstance(text, Verbatim) else line


def counted(number: int, thing: str) -> str:
    """`1 deal`, `2 deals`."""
    return f"{number} {thing}{'s' * (number != 1)}"


def is_trace(file: Path) -> bool:
    """Whether a trace may overwrite a file: that is a trace or empty. Raises OSError."""
    with file.open("rb") as found:
        return found.read(len(_BEGINNING)) in (b"", _BEGINNING)


class Tracer:
    """Writes events to a file, or nowhere. Times are seconds since the tracer was made."""

    def __init__(self, path: Path | None = None) -> None:
        self._start = time.monotonic()
        self._file: TextIO | None = None
        if path is not None:
            self._file = path.open("w", encoding="utf-8", errors="backslashreplace", buffering=1)

    @property
    def on(self) -> bool:
        """True if events are written. Ask before collecting costly fields."""
        return self._file is not None

    def event(self, event: str, **fields: object) -> None:
        """Write one event. If writing fails, the trace ends, and that is said on the terminal."""
        if self._file is None:
            return
        line = {"event": event, "t": round(time.monotonic() - self._start, 4), **fields}
        try:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        except OSError as error:
            complain(f"--trace {self._file.name}: {why(error)}, it ends here")
            self._file = None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
