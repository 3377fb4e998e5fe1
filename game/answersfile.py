"""Answers files of the older Brain Jam programs (`brainjam.sol`): read, checked, written.

A first line `[Solutions]`, then a line a deal: its id in four digits, `=000`, the letters of
the answer, and the number of moves in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from game import notation
from game.deals import DealError, Level, Pack
from game.notation import AnswerError
from game.position import Move
from game.respelling import respelled
from game.rules import BrainJam

HEADING: Final = "[Solutions]"
_LINE: Final = re.compile(r"([0-9]{1,4})=000([A-La-l]*)\(([0-9]{1,6})\)")


@dataclass(frozen=True, slots=True)
class Found:
    """An answer of a file that wins its deal."""

    level: Level
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Import:
    """What a file held."""

    found: tuple[Found, ...]
    problems: tuple[str, ...]
    """One line for each answer that was not taken: line number, deal, reason."""


def read_answers(text: str, pack: Pack) -> Import:
    """Replay every answer of a file on the deals of a pack; only those that win are found.

    Raises ValueError where the text is no answers file at all.
    """
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].strip() != HEADING:
        raise ValueError(f"this is no answers file: its first line is not {HEADING}")
    levels = {level.id.lstrip("0"): level for level in reversed(pack.levels)}
    found, problems = [], []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        try:
            found.append(_read_line(line.strip(), pack.name, levels))
        except ValueError as error:
            problems.append(f"line {number}: {error}")
    return Import(tuple(found), tuple(problems))


def _read_line(line: str, pack: str, levels: Mapping[str, Level]) -> Found:
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise ValueError("this is no answer (NNNN=000, letters, the moves in brackets)")
    level = levels.get(parts[1].lstrip("0"))
    if level is None:
        raise DealError(f"{pack}: there is no deal '{parts[1]}' in this pack")
    rules = BrainJam()
    try:
        moves, position = notation.play_answer(rules, rules.deal(level.deck), parts[2])
    except AnswerError as error:
        raise DealError(f"deal {parts[1]}: {error}") from error
    if not rules.is_won(position):
        raise DealError(f"deal {parts[1]}: not won after its {len(moves)} moves")
    if len(moves) != int(parts[3]):
        raise DealError(f"deal {parts[1]}: {len(moves)} moves, but it says {parts[3]}")
    return Found(level, moves)


def write_answers(answers: Iterable[tuple[Level, Iterable[Move]]]) -> tuple[str, list[str]]:
    """The text of an answers file, and a line for each answer that such a file cannot hold:
    its id is not a number of four digits, or one of its moves has no letter of its own there
    and no other answer of the same length was found that does without.
    """
    lines, left_out = [HEADING], []
    for level, moves in answers:
        played = tuple(moves)
        letters = _letters(level, played)
        if not re.fullmatch(r"[0-9]{1,4}", level.id):
            left_out.append(f"{level.id}: only ids of up to four digits have a place in the file")
        elif letters is None:
            left_out.append(f"{level.id}: it has a move that the older programs could not make")
        else:
            lines.append(f"{int(level.id):04}=000{letters}({len(played)})")
    return "\n".join(lines) + "\n", left_out


def _letters(level: Level, moves: tuple[Move, ...]) -> str | None:
    """An answer in letters alone, one a move; None where it cannot be had."""
    rules = BrainJam()
    start = rules.deal(level.deck)
    letters = notation.write_answer(rules, start, moves)
    if len(letters) == len(moves):
        return letters
    other = respelled(rules, start, moves)
    return None if other is None else notation.write_answer(rules, start, other)
