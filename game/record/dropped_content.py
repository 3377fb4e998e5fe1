"""Reads dropped files and pasted texts: a pack of deals, an answers file, or a sharing line, which
describes one deal.
"""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from game.core import level_packs, untrusted_input
from game.core.background_threads import BackgroundJob
from game.core.deals import DealError
from game.core.level_packs import MOST_PACK, Pack
from game.core.translatable_texts import WordedError, Wording, why
from game.core.untrusted_input import pasted_line
from game.play.legacy_answers_file import HEADING, MOST_ANSWERS
from game.play.notation import Shared, read_shared
from game.record.pack_files import SMALL
from game.rules import RULES, fewest_moves, rules_for
from game.storage.export_file import SUFFIX


class AnswersFile(NamedTuple):
    """A file of answers, to be imported."""

    path: Path


DroppedContent = Pack | Shared | AnswersFile

_MOST_AROUND: Final = 100_000
"""A sharing line is searched for in this many characters from a text's start."""
_NAMES: Final = "|".join(("fourfold", *RULES))
_SHARING_LINE: Final = re.compile(rf"(?:^|\r)[^\w#\r\n]*((?:{_NAMES})(?!\S)[^\r\n]*)", re.MULTILINE)
"""What is no letter may stand before the line, such as the `>` of a quoted mail."""
_BLANK_LINE: Final = re.compile(r"[\r\n][> \t]*(?:\r\n?|\n)")
_QUOTED: Final = re.compile(r"^[> \t]+", re.MULTILINE)


def is_named_export(path: Path) -> bool:
    """True for a file whose name is that of an export of all games."""
    return path.suffix == SUFFIX and path.is_file()


class DropReading(BackgroundJob):
    """A file being read: `found` is what it holds, `trouble` why it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: DroppedContent | None = None
        self.trouble: DealError | None = None
        super().__init__(at_once=untrusted_input.size_of(path) <= SMALL)

    def in_thread(self) -> None:
        """Read the file and parse it."""
        try:
            self.found = read_file(self.path)
        except DealError as error:
            self.trouble = error


def read_file(path: Path) -> DroppedContent:
    """The content of a file. Raises DealError, naming the file, if it is none of these kinds."""
    try:
        return _parse(path, untrusted_input.read_text(path, MOST_ANSWERS, "utf-8-sig"))
    except (OSError, UnicodeDecodeError, WordedError) as error:
        # A root has no name and is told by its path.
        told = Wording("{file}: {reason}", file=path.name or path, reason=why(error))
        raise DealError(told) from error


def _parse(path: Path, text: str) -> DroppedContent:
    if untrusted_input.first_line(text.lstrip()) == HEADING:
        return AnswersFile(path)
    if _sharing_lines(text):
        return read_line(text)
    return _pack(text, path.name)


def read_line(text: str) -> Shared:
    """The deal of the first sharing line in a text. Raises WordedError if there is none, or it is
    invalid.
    """
    lines = _sharing_lines(text)
    if not lines:
        raise _no_line(text)
    shared = read_shared(pasted_line(lines[0][1]))
    return shared._replace(more_follow=len(lines) > 1)


def read_pasted(text: str) -> Shared:
    """As `read_line`, but a single sharing line that begins the text may be broken into several.
    Other words below it, without a move, are left out.
    """
    lines = _sharing_lines(text)
    if len(lines) != 1 or re.search(r"\w", text[: lines[0].start(1)]):
        return read_line(text)
    broken = _BLANK_LINE.split(text[lines[0].start(1) :], 1)[0]
    try:
        return read_shared(_QUOTED.sub("", pasted_line(broken)))
    except WordedError:
        if ">" in _QUOTED.sub("", text[lines[0].end() :]):
            raise
        return read_line(text)


def _no_line(text: str) -> WordedError:
    """Why there is nothing to take from a text without a sharing line. Raises InputError if it is
    too long or no text.
    """
    if not pasted_line(text[: untrusted_input.MOST_LINE]).strip():
        return WordedError(Wording("there is nothing to paste"))
    return WordedError(Wording("there is no share code in this text"))


def _sharing_lines(text: str) -> list[re.Match[str]]:
    """The lines that begin like a sharing line; two are enough to know of several."""
    return [*islice(_SHARING_LINE.finditer(text[:_MOST_AROUND]), 2)]


def _pack(text: str, name: str) -> Pack:
    if len(text) > MOST_PACK:
        most = MOST_PACK // untrusted_input.MEGABYTE
        raise DealError(Wording("it is too large for a list (at most {most} MB)", most=most))
    pack = level_packs.parse_pack(text, name, fewest_moves)
    rules_for(pack.game, pack.options)
    if not pack.levels:
        raise DealError(_no_deal(pack))
    return pack


def _no_deal(pack: Pack) -> Wording:
    """Why a file holds nothing of use, with its first line that is no deal."""
    if not pack.problems:
        return Wording("it has no deals and no solutions")
    words = Wording("it has no deals and no solutions; line {number}: {reason}")
    values = pack.problems[0].values
    return words.filled(number=values["number"], reason=values["reason"])
