"""Imports and exports files of answers of the older programs, each in a thread; only what an import
stores is written by the main thread, once it has ended or was stopped.

Exporting, some answers must first be rebuilt from moves that the older programs know, which takes
up to a second each. The file is written at the end, in one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from game.core import untrusted_input
from game.core.moves import Move, action_text
from game.core.threads_and_memory import BackgroundJob
from game.core.translatable_texts import WordedError, Wording, why
from game.core.whole_files import replace_whole
from game.play.legacy_answers_file import (
    MOST_ANSWERS,
    Answers,
    FoundAnswer,
    answer_line,
    file_of,
)
from game.play.level_packs import Level, Pack, number_of
from game.play.notation import moves_without_circles
from game.record.saving import deal_key
from game.rules import BrainJam
from game.storage import DealKey, HelpKind, Storage, StorageError, StoredAnswer
from game.system.language import Language

MOST_TOLD: Final = 200
"""The most problems of a file that the result names, besides the last one, which may tell why the
import ended early. A page of a thousand lines would hold up the window.
"""
SMALL: Final = 2_000
"""Bytes of answers that are imported at once, without a thread."""
FEW: Final = 8
"""Answers that are exported at once."""
EXPORTED: Final = "brainjam.sol"
"""The exported file's name: the older programs look for it."""


@dataclass
class _File:
    """A file and the result of its import so far."""

    name: str
    found: list[tuple[DealKey, StoredAnswer]] = field(default_factory=list)
    better: int = 0
    problems: list[Wording] = field(default_factory=list)
    trouble: Wording | None = None
    """Why the file was not imported."""


class Importing(BackgroundJob):
    """An import of some files. At its end, or when it was stopped, call `keep`, then show `lines`.
    Its steps are the lines of all files.
    """

    def __init__(
        self, files: Sequence[Path], pack: Pack, storage: Storage, words: Language
    ) -> None:
        """The files hold answers to the deals of `pack`, a pack of Brain Jam."""
        self._paths, self._pack = files, pack
        self._storage, self._words = storage, words
        self._files: list[_File] = []
        super().__init__(at_once=sum(map(untrusted_input.size_of, files)) <= SMALL)

    def in_thread(self) -> None:
        """Read all files, then replay their answers."""
        opened = []
        for path in self._paths:
            self._files.append(file := _File(path.name))
            try:
                text = untrusted_input.read_text(path, MOST_ANSWERS, "utf-8-sig")
                opened.append((file, Answers(text, self._pack)))
            except (OSError, UnicodeDecodeError, WordedError) as error:
                file.trouble = Wording("{file}: {reason}", file=path.name, reason=why(error))
        self.count = sum(len(answers) for _, answers in opened)
        for file, answers in opened:
            for item in answers:
                if self.stopping.is_set():
                    return
                if isinstance(item, FoundAnswer):
                    file.found.append(_offered(item))
                elif item is not None:
                    file.problems.append(item)
                self.read += 1

    def keep(self) -> None:
        """Store the answers found that are shorter than the stored ones, each file in one
        transaction.
        """
        for file in self._files:
            try:
                file.better = self._storage.answers.offer(file.found) if file.found else 0
            except StorageError as error:
                reason = error.sentence(self._words)
                file.trouble = Wording("{file}: {reason}", file=file.name, reason=reason)

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
            right := len(file.found),
        )
        yield text.format(name=file.name, n=right, kept=file.better)
        problems, last = file.problems[:MOST_TOLD], file.problems[MOST_TOLD:][-1:]
        yield from (f"{file.name}, {problem.translated(_)}" for problem in problems)
        if (more := len(file.problems) - MOST_TOLD - 1) > 0:
            yield _.plural("and {n} more", "and {n} more", more).format(n=more)
        yield from (f"{file.name}, {problem.translated(_)}" for problem in last)


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


class Exporting(BackgroundJob):
    """An export of answers; show `lines` at its end. Its steps are the answers."""

    def __init__(
        self,
        pack: Pack,
        levels: Sequence[Level],
        answer_of: Callable[[Level], tuple[Move, ...]],
        folder: Path,
        words: Language,
    ) -> None:
        """The file is `EXPORTED` in `folder`. `levels` are those of the pack that are solved;
        `answer_of` returns the moves of a deal's answer, in the thread. A deal without moves is
        left out, and `lines` does not mention it.
        """
        self._ids_are_ours = pack.proved
        self._levels, self._answer_of = levels, answer_of
        self._file, self._words = folder / EXPORTED, words
        self._lines: list[str] = []
        self._left_out: list[Wording] = []
        self._trouble: Wording | None = None
        super().__init__(at_once=len(levels) <= FEW)

    def in_thread(self) -> None:
        """Write each answer as a line, then the file."""
        self.count = len(self._levels)
        for level in self._levels:
            if self.stopping.is_set():
                return
            line = answer_line(level, moves) if (moves := self._answer_of(level)) else ""
            if isinstance(line, Wording):
                self._left_out.append(line)
            elif line:
                self._lines.append(line)
            self.read += 1
        try:
            replace_whole(self._file, file_of(self._lines).encode())
        except OSError as error:
            self._trouble = Wording("{file}: {reason}", file=self._file, reason=why(error))

    def lines(self) -> list[str]:
        """The result in the player's language: how many answers were written where; whose ids they
        have, if the pack is our own list; a line for each one left out. Or why the file could not
        be written.
        """
        _ = self._words
        if self._trouble is not None:
            return [self._trouble.translated(_)]
        count = len(self._lines)
        head = _.plural("{n} solution saved to {file}", "{n} solutions saved to {file}", count)
        ours = _(
            "These IDs are valid only in this list: "
            "in the older programs they refer to different deals"
        )
        return [
            head.format(n=count, file=self._file),
            *([ours] if count and self._ids_are_ours else []),
            *(one.translated(_) for one in self._left_out),
        ]
