"""Prints errors to a terminal, and stops printing to one that has gone."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

from game.core.translatable_texts import Verbatim
from game.system.exit_codes import BAD_INPUT

_LONGEST_LINE: Final = 400


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
