"""Checks everything that comes from outside before it is parsed.

Files of settings, packs, answers and caches, the clipboard, and pasted or dropped text pass through
here. Whatever fails raises an error that gives the player one line (`translatable_texts.why`).
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import BinaryIO, Final

from game.core.translatable_texts import WordedError, Wording

MEGABYTE: Final = 1_000_000
MOST_SETTINGS: Final = MEGABYTE
"""In bytes."""
MOST_LINE: Final = 20_000
"""In characters. The longest answer has a tenth of them."""
MOST_WRONG: Final = 1000
"""Bad lines of a file; after them reading stops."""
TOO_MANY_WRONG: Final = Wording("too many lines are wrong; the rest were skipped")
_NO_TEXT: Final = frozenset({*map(chr, range(32)), "\x7f", "\ufffd"} - set("\t\n\v\f\r"))
"""Control characters, and the replacement character for bytes that are not UTF-8."""


class InputError(WordedError):
    """Input from outside that cannot be accepted."""


def read_text(path: Path, most: int, encoding: str = "utf-8") -> str:
    """The text of a file of at most `most` bytes; never waits for a pipe or a device.

    Raises OSError if the file cannot be read, UnicodeDecodeError if it is not text, and InputError
    if it is too large or not a regular file.
    """
    return read_bytes(path, most).decode(encoding)


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a regular file of at most `most` bytes. Raises OSError or InputError."""
    with opened(path, most) as file:
        found = file.read(most + 1)
    if len(found) > most:  # it has grown, or its reported size is wrong
        raise _too_large(most)
    return found


def opened(path: Path, most: int) -> BinaryIO:
    """A regular file of at most `most` bytes, open for reading. Raises OSError or InputError."""
    if path.is_dir():  # Windows would say of one that the permission is denied.
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    # Without O_NONBLOCK, opening a pipe waits for its writer.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags | getattr(os, "O_NOCTTY", 0))
    file, about = os.fdopen(handle, "rb"), os.fstat(handle)
    is_regular = stat.S_ISREG(about.st_mode)
    if is_regular and about.st_size <= most:
        return file
    file.close()
    raise _too_large(most) if is_regular else InputError(Wording("it is not a regular file"))


def entries_in(folder: Path, pattern: str = "*") -> list[Path]:
    """What a folder holds of names like `pattern`, by name. Empty if the folder does not exist, may
    not be read, or lies in one that may not be entered: for the last, `glob` raises OSError.
    """
    with suppress(OSError):
        return sorted(folder.glob(pattern))
    return []


def size_of(path: Path) -> int:
    """Of a file in bytes; 0 if that is unknown: reading it fails at once."""
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _too_large(most: int) -> InputError:
    wording = Wording("it is too large (at most {most} MB)", most=most // MEGABYTE)
    return InputError(wording)


def first_line(text: str) -> str:
    """The first line of a text, whichever way its lines end, without blanks around it."""
    return StringIO(text, newline=None).readline().strip()


def pasted_line(text: str) -> str:
    """A pasted or dropped line without invisible characters.

    Raises InputError if it is much longer than any valid line or contains control characters.
    """
    if len(text) > MOST_LINE:
        raise InputError(Wording("this text is too long to be a deal"))
    if any(c in _NO_TEXT for c in text):
        raise InputError(Wording("this is not text"))
    return "".join(c for c in text if c.isprintable() or c.isspace())
