"""Texts that can be translated: a text and its values are kept apart, sentences are joined."""

from __future__ import annotations

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
