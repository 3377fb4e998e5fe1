"""Takes over the answers of older programs' files, a piece at a time: a long file holds up
nothing, and what was taken is on disk whenever it ends.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.core import untrusted_input
from game.core.level_packs import Pack
from game.core.messages import Wording
from game.core.position import action_text
from game.play.answers_file import Answers, FoundAnswer
from game.record.catalogue import number_of
from game.record.deal_key import deal_key
from game.record.file_reading import FileReading
from game.rules import BrainJam
from game.storage import DealKey, How, Storage, StorageError, StoredAnswer
from game.system.language import Language


@dataclass
class _File:
    """A file, and what came of it so far."""

    name: str
    answers: Iterator[FoundAnswer | Wording | None]
    right: int = 0
    better: int = 0
    problems: list[Wording] = field(default_factory=list)
    trouble: Wording | None = None
    """Why no more of it was taken."""


class Importing:
    """Some files being read: `work` until it is `done`, then tell `lines`."""

    def __init__(
        self, files: Sequence[Path], pack: Pack, storage: Storage[Any], words: Language
    ) -> None:
        """The answers are for Brain Jam's deals of a pack."""
        self._storage, self._words = storage, words
        self.count = 0
        """Lines in all files."""
        self.read = 0
        """Lines read so far."""
        self._unopened = deque(_begin(file, pack) for file in files)
        self._files: list[_File] = []
        self._at = 0

    def _open(self, reading: FileReading[Answers]) -> None:
        """Its lines are known now."""
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
        """Read on for about so many seconds, and so many lines at least, if they have come from
        the disk; what was found is on disk when this returns.
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
        """The answers that are found in that time; the next file's turn comes after the last."""
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
        """Keep those that are shorter than what was known: one transaction."""
        if not found:
            return
        try:
            file.better += self._storage.answers.offer(map(_offered, found))
            file.right += len(found)
        except StorageError as error:
            file.trouble = _trouble(file.name, error.sentence(self._words))
            file.answers = iter(())

    def lines(self) -> list[str]:
        """What came of each file, in words."""
        return [line for file in self._files for line in self._told(file)]

    def _told(self, file: _File) -> Iterator[str]:
        _ = self._words
        if file.trouble is not None:
            yield file.trouble.said(_)
            return
        text = _.plural(
            "{name}: {n} right answer, {kept} better than before",
            "{name}: {n} right answers, {kept} of them better than before",
            file.right,
        )
        yield text.format(name=file.name, n=file.right, kept=file.better)
        yield from (f"{file.name}, {problem.said(_)}" for problem in file.problems)


def _begin(path: Path, pack: Pack) -> FileReading[Answers]:
    def sense(text: str) -> Generator[float, None, Answers]:
        yield 0.0
        return Answers(text, pack)

    return FileReading(path, untrusted_input.MOST_ANSWERS, sense)


def _trouble(name: str, reason: Wording | str) -> Wording:
    return Wording("{file}: {reason}", file=name, reason=reason)


def _offered(found: FoundAnswer) -> tuple[DealKey, StoredAnswer]:
    """An answer as it is kept."""
    level = found.level
    words = " ".join(action_text((move,)) for move in found.moves)
    answer = StoredAnswer(len(found.moves), words, number_of(level), how=How.IMPORTED)
    return deal_key(BrainJam(), level.deck), answer
