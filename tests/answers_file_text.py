"""Writes an answers file in one go; the program's `Exporting` writes it piece by piece."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.moves import Move
from game.core.translatable_texts import Wording
from game.play.legacy_answers_file import answer_line, file_of
from game.play.level_packs import Level


def write_answers(answers: Iterable[tuple[Level, Iterable[Move]]]) -> tuple[str, list[Wording]]:
    """The file's text, and what was left out of it."""
    made = [answer_line(level, tuple(moves)) for level, moves in answers]
    lines = [line for line in made if isinstance(line, str)]
    return file_of(lines), [line for line in made if isinstance(line, Wording)]
