"""Writes the player's answers into a file for older programs, a piece at a time.

Some answers must first be rebuilt from moves that the older programs know, which takes up to a
second each. The file is written at the end, in one step.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from game.core.error_reasons import why
from game.core.level_packs import Level, Pack
from game.core.moves import Move
from game.core.translatable_texts import Wording
from game.core.whole_files import replace_whole
from game.play.legacy_answers_file import answer_line, file_of
from game.system.language import Language

EXPORTED: Final = "brainjam.sol"
"""The file's name: the older programs look for it."""


class Exporting:
    """An export of answers. Call `work` until `done`, then show `lines`."""

    def __init__(
        self,
        pack: Pack,
        levels: Iterable[Level],
        answer_of: Callable[[Level], tuple[Move, ...]],
        folder: Path,
        words: Language,
    ) -> None:
        """The file is `EXPORTED` in `folder`. `levels` are those of the pack that are solved;
        `answer_of` returns the moves of a deal's answer. A deal without moves is left out, and
        `lines` does not mention it.
        """
        self._ids_are_ours = pack.proved
        self._left, self._answer_of = deque(levels), answer_of
        self._file, self._words = folder / EXPORTED, words
        self.count = len(self._left)
        """Answers in all."""
        self.read = 0
        """Answers dealt with so far."""
        self._lines: list[str] = []
        self._left_out: list[Wording] = []
        self._trouble: Wording | None = None
        self.done = False
        """True once the file is written, or writing it has failed."""

    def work(self, seconds: float, least: int = 1) -> None:
        """Continue for about `seconds`, and for at least `least` answers."""
        until, least = time.perf_counter() + seconds, self.read + least
        while self._left and (self.read < least or time.perf_counter() < until):
            level = self._left.popleft()
            self.read += 1
            if moves := self._answer_of(level):
                self._take(answer_line(level, moves))
        if not self._left and not self.done:
            self.done = True
            self._save()

    def _take(self, line: str | Wording) -> None:
        if isinstance(line, Wording):
            self._left_out.append(line)
        else:
            self._lines.append(line)

    def _save(self) -> None:
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
            "The ids are those of this list: in the older programs they refer to different deals"
        )
        return [
            head.format(n=count, file=self._file),
            *([ours] if count and self._ids_are_ours else []),
            *(one.translated(_) for one in self._left_out),
        ]
