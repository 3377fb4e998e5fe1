"""The one gate for what comes from outside: a text is looked at before it is read.

Files of settings, packs, answers and caches, the clipboard, and what is pasted or dropped come
through here. What does not pass raises an error with one line for the player (`messages.why`).
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from game.core.messages import WordedError, Wording

MEGABYTE: Final = 1_000_000
MOST_SETTINGS: Final = MEGABYTE
"""Bytes, as are the others."""
MOST_PACK: Final = MEGABYTE
"""Some 15,000 deals, which are read in a tenth of a second."""
MOST_ANSWERS: Final = 2 * MEGABYTE
"""Twice what ten thousand answers take, and there are not more ids. They are replayed a piece at a
time, with a way to stop.
"""
MOST_LINE: Final = 20_000
"""Characters of a pasted line: the longest answer has a tenth of them."""
MOST_WRONG: Final = 1000
"""Lines of one file that are named: after them the rest is not read."""
TOO_MANY_WRONG: Final = Wording("too many lines are wrong, the rest is not read")
_PIECE: Final = 2**18
_NO_TEXT: Final = frozenset({*map(chr, range(32)), "\x7f", "\ufffd"} - set("\t\n\v\f\r"))
"""Control characters, and what stands for bytes that are no UTF-8."""


class OutsideError(WordedError):
    """What comes from outside is not what is read here."""


def read_text(path: Path, most: int, encoding: str = "utf-8") -> str:
    """The text of a file of so many bytes at most. Never waits for a pipe or a device.

    OSError where it cannot be opened; UnicodeDecodeError or OutsideError for what is no such text.
    """
    return read_bytes(path, most).decode(encoding)


def read_bytes(path: Path, most: int) -> bytes:
    """The bytes of a regular file, so many at most. OSError or OutsideError."""
    # Opening a pipe waits for its writer, but for O_NONBLOCK.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags | getattr(os, "O_NOCTTY", 0))
    with os.fdopen(handle, "rb") as file:
        _look_at(os.fstat(handle), path, most)
        found = bytearray()
        while piece := file.read(_PIECE):
            found += piece
            if len(found) > most:  # it grows, or its size is told wrong
                raise _too_large(most)
    return bytes(found)


def _look_at(about: os.stat_result, path: Path, most: int) -> None:
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(about.st_mode):
        raise OutsideError(Wording("it is not a regular file"))
    if about.st_size > most:
        raise _too_large(most)


def _too_large(most: int) -> OutsideError:
    wording = Wording("it is too large: {most} MB is the most", most=most // MEGABYTE)
    return OutsideError(wording)


def pasted_line(text: str) -> str:
    """A pasted or dropped text as one line to be parsed, without marks that are not seen.

    OutsideError where it is far longer than any line of ours, or holds what no text has.
    """
    if len(text) > MOST_LINE:
        raise OutsideError(Wording("this text is too long to be a deal"))
    if any(c in _NO_TEXT for c in text):
        raise OutsideError(Wording("this is not a text"))
    return "".join(c for c in text if c.isprintable() or c.isspace())
