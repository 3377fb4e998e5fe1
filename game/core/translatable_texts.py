"""Texts that can be translated: a text and its values are kept apart, sentences are joined. Also
why a file could not be read or written, in words for the player.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Final

Translate = Callable[[str], str]
"""Translates an English text into the player's language."""
_NAMES: Final = "{file}", "{folder}", "{pack}"
"""The fields whose values keep their letters at the start of a sentence."""


class Verbatim(str):
    """A sentence that begins with a name from outside, such as a file's, and gets no capital."""

    __slots__ = ()


class Wording:
    """An English text with named fields, and their values. `str` is the English sentence.

    The text must be a literal, because tools/i18n.py collects it for the catalogues.
    """

    __slots__ = ("text", "values")

    def __init__(self, text: str, /, **values: object) -> None:
        self.text: Final = text
        self.values: Final[Mapping[str, object]] = values
        """Values that are Wordings are translated too."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Wording):
            return NotImplemented
        return (self.text, self.values) == (other.text, other.values)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Wording({self.text!r}, {self.values!r})"

    def __str__(self) -> str:
        return self.translated(str)

    def filled(self, **values: object) -> Wording:
        """The same text with further values."""
        return type(self)(self.text, **self.values, **values)

    def translated(self, words: Translate) -> str:
        """The sentence as translated by `words`."""
        values = {
            name: value.translated(words) if isinstance(value, Wording) else value
            for name, value in self.values.items()
        }
        text = words(self.text)
        sentence = text.format(**values)
        return Verbatim(sentence) if text.startswith(_NAMES) else sentence


class WordedError(ValueError):
    """The program was given something invalid; `str` says in English what and why."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.wording = wording

    def translated(self, words: Translate) -> str:
        """The error text as translated by `words`."""
        return self.wording.translated(words)


def said_in_turn(sentences: Iterable[str], _: Translate) -> str:
    """The sentences that are not empty, joined into one text."""
    told = [sentence for sentence in sentences if sentence]
    if not told:
        return ""
    joined = reduce(lambda first, then: _("{first}; {then}").format(first=first, then=then), told)
    return Verbatim(joined) if isinstance(told[0], Verbatim) else joined


def capitalised(text: str) -> str:
    """A message with a capital at its start, unless it is `Verbatim`."""
    return text if isinstance(text, Verbatim) else text[:1].upper() + text[1:]


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
