"""Imports the answers of older programs' files, a piece at a time, so that a long file blocks
nothing. Each piece is on disk before the next one is read, so an import may end at any time.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from game.core.level_packs import Pack, number_of
from game.core.moves import action_text
from game.core.translatable_texts import Wording
from game.play.legacy_answers_file import MOST_ANSWERS, Answers, FoundAnswer
from game.play.notation import moves_without_circles
from game.record.deal_key import deal_key
from game.record.file_reading import FileReading
from game.rules import BrainJam
from game.storage import DealKey, HelpKind, Storage, StorageError, StoredAnswer
from game.system.language import Language

MOST_TOLD: Final = 200
"""The most problems of a file that the result names, besides the last one, which may tell why the
import ended early. A page of a thousand lines would hold up the window.
"""


@dataclass
class _File:
    """A file and the result of its import so far."""

    name: str
    answers: Iterator[FoundAnswer | Wording | None]
    right: int = 0
    better: int = 0
    problems: list[Wording] = field(default_factory=list)
    trouble: Wording | None = None
    """Why the file was not imported, or only in part."""


class Importing:
    """An import of some files. Call `work` until `done`, then show `lines`."""

    def __init__(
        self, files: Sequence[Path], pack: Pack, storage: Storage, words: Language
    ) -> None:
        """The files hold answers to the deals of `pack`, a pack of Brain Jam."""
        self._storage, self._words = storage, words
        self.count = 0
        """Lines in all files."""
        self.read = 0
        """Lines read so far."""
        self._unopened = deque(_begin(file, pack) for file in files)
        self._files: list[_File] = []
        self._at = 0

    def _open(self, reading: FileReading[Answers]) -> None:
        """Add a file that has come from the disk to those whose lines are read and counted."""
        name = reading.path.name
        if reading.found is None:
            trouble = _trouble(name, reading.trouble or "")
            self._files.append(_File(name, iter(()), trouble=trouble))
        else:
            self.count += len(reading.found)
            self._files.append(_File(name, iter(reading.found)))

    @property
    def done(self) -> bool:
        """True once all files are read."""
        return not self._unopened and self._at == len(self._files)

    def work(self, seconds: float, least: int = 1) -> None:
        """Continue for about `seconds` and, once the files are read from disk, for at least `least`
        lines. The answers found are on disk when this returns.
        """
        until, least = time.perf_counter() + seconds, self.read + least
        while self._unopened:
            self._unopened[0].work(max(0.0, until - time.perf_counter()), least=2)
            if not self._unopened[0].done:
                return
            self._open(self._unopened.popleft())
        while not self.done and (self.read < least or time.perf_counter() < until):
            file = self._files[self._at]
            self._keep(file, list(self._some(file, until, least)))

    def _some(self, file: _File, until: float, least: int) -> Iterator[FoundAnswer]:
        """The next answers of a file, until both limits are reached; at the end of the file, the
        next file becomes the current one.
        """
        for item in file.answers:
            self.read += 1
            if isinstance(item, FoundAnswer):
                yield item
            elif item is not None:
                file.problems.append(item)
            if self.read >= least and time.perf_counter() >= until:
                return
        self._at += 1

    def _keep(self, file: _File, found: Sequence[FoundAnswer]) -> None:
        """Store the answers that are shorter than the stored ones, in one transaction."""
        if not found:
            return
        try:
            file.better += self._storage.answers.offer(map(_offered, found))
            file.right += len(found)
        except StorageError as error:
            file.trouble = _trouble(file.name, error.sentence(self._words))
            file.answers = iter(())

    def lines(self) -> list[str]:
        """The result of each file in the player's language, one or more lines each."""
        return [line for file in self._files for line in self._told(file)]

    def _told(self, file: _File) -> Iterator[str]:
        _ = self._words
        if file.trouble is not None:
            yield file.trouble.translated(_)
            return
        text = _.plural(
            "{name}: {n} valid solution, {kept} better than before",
            "{name}: {n} valid solutions, {kept} better than before",
            file.right,
        )
        yield text.format(name=file.name, n=file.right, kept=file.better)
        problems, last = file.problems[:MOST_TOLD], file.problems[MOST_TOLD:][-1:]
        yield from (f"{file.name}, {problem.translated(_)}" for problem in problems)
        if (more := len(file.problems) - MOST_TOLD - 1) > 0:
            yield _.plural("and {n} more", "and {n} more", more).format(n=more)
        yield from (f"{file.name}, {problem.translated(_)}" for problem in last)


def _begin(path: Path, pack: Pack) -> FileReading[Answers]:
    def parse(text: str) -> Generator[float, None, Answers]:
        yield 0.0
        return Answers(text, pack)

    return FileReading(path, MOST_ANSWERS, parse)


def _trouble(name: str, reason: Wording | str) -> Wording:
    return Wording("{file}: {reason}", file=name, reason=reason)


def _offered(found: FoundAnswer) -> tuple[DealKey, StoredAnswer]:
    """An answer in the form that is stored, with the key of its deal. It is kept as it was, and
    counts without its circles.
    """
    level, rules = found.level, BrainJam()
    words = " ".join(action_text((move,)) for move in found.moves)
    answer = StoredAnswer(
        moves_without_circles(rules, rules.deal(level.deck), found.moves),
        words,
        number_of(level.id, level.deck),
        how=HelpKind.IMPORTED,
    )
    return deal_key(rules, level.deck), answer
