"""Why a file could not be read or written, in words for the player."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from game.core.translatable_texts import WordedError, Wording

_DENIED: Final = Wording("permission denied")
_IN_USE: Final = Wording("another program is using it")
_TOO_MANY_OPEN: Final = Wording("too many files are open")
_REASONS: Final[Mapping[int, Wording]] = {
    errno.ENOENT: Wording("no such file or folder"),
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EEXIST: Wording("a file with this name already exists"),
    errno.EISDIR: Wording("it is a folder"),
    errno.ENOTDIR: Wording("part of its path is not a folder"),
    errno.ENOSPC: Wording("the disk is full"),
    errno.EDQUOT: Wording("your disk quota is used up"),
    errno.EROFS: Wording("the disk is read-only"),
    errno.EIO: Wording("the disk reported an error"),
    errno.ENAMETOOLONG: Wording("its name is too long"),
    errno.ELOOP: Wording("its links form a loop"),
    errno.EBUSY: _IN_USE,
    errno.EMFILE: _TOO_MANY_OPEN,
    errno.ENFILE: _TOO_MANY_OPEN,
}
"""For the usual errors of the system, by their `errno`."""
_WINDOWS_IN_USE: Final = (32, 33)
"""Errors of Windows that have the `errno` of a missing permission."""


def why(error: Exception) -> Wording | str:
    """Why a file could not be read or written. What `_REASONS` does not name is told in the words
    of the error, which may be the system's.
    """
    if isinstance(error, WordedError):
        return error.wording
    if isinstance(error, UnicodeDecodeError):
        return Wording("it is not a text file")
    if not isinstance(error, OSError):
        return str(error)
    if getattr(error, "winerror", None) in _WINDOWS_IN_USE:
        return _IN_USE
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)
