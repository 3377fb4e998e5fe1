"""Reads dropped files: a pack of deals, an answers file, or a text with a sharing line."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from game.core import untrusted_input
from game.core.deals import DealError
from game.core.threads_and_memory import BackgroundJob
from game.core.translatable_texts import WordedError, Wording, why
from game.play import level_packs
from game.play.legacy_answers_file import HEADING, MOST_ANSWERS
from game.play.level_packs import MOST_PACK, Pack
from game.play.sharing_lines import Shared, has_shared, read_shared
from game.record.pack_files import SMALL
from game.rules import rules_for
from game.storage.export_file import SUFFIX


class AnswersFile(NamedTuple):
    """A file of answers, to be imported."""

    path: Path


DroppedContent = Pack | Shared | AnswersFile


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
    if has_shared(text):
        return read_shared(text)
    if len(text) > MOST_PACK:
        most = MOST_PACK // untrusted_input.MEGABYTE
        raise DealError(Wording("it is too large for a list (at most {most} MB)", most=most))
    pack = level_packs.parse_pack(text, path.name)
    rules_for(pack.game, pack.options)
    if pack.levels:
        return pack
    if not pack.problems:
        raise DealError(Wording("it has no deals and no solutions"))
    words = Wording("it has no deals and no solutions; line {number}: {reason}")
    values = pack.problems[0].values
    raise DealError(words.filled(number=values["number"], reason=values["reason"]))
