"""Reads, checks and writes answers files of the older Brain Jam programs (`brainjam.sol`).

The first line is `[Solutions]`. Each further line is a deal: its id in four digits, `=000`, the
letters of the answer, and the number of moves in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Final

from game.core.deals import DealError
from game.core.level_packs import Level, Pack, no_deal
from game.core.position import Move
from game.core.translatable_texts import WordedError, Wording
from game.core.untrusted_input import MOST_WRONG, TOO_MANY_WRONG
from game.play import notation
from game.play.legacy_letters import respelled
from game.rules import BrainJam

HEADING: Final = "[Solutions]"
_LINE: Final = re.compile(r"([0-9]{1,4})=000([A-La-l]*)\(([0-9]{1,6})\)")


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """An answer of a file that wins its deal."""

    level: Level
    moves: tuple[Move, ...]


class Answers:
    """The answers of a file. Iteration replays one line at a time and gives its answer, a Wording
    of what is wrong with it, or None for an empty line. It ends early if too many lines are wrong.
    """

    def __init__(self, text: str, pack: Pack) -> None:
        """`pack` holds the deals. Raises WordedError if the text is no answers file."""
        text = StringIO(text.lstrip("\ufeff"), newline=None).read()  # normalise line ends
        heading, _, self._text = text.partition("\n")
        if heading.strip() != HEADING:
            wording = Wording("this is no answers file: its first line is not {heading}")
            raise WordedError(wording.filled(heading=HEADING))
        self._pack = pack.name
        self._levels = {level.id.lstrip("0"): level for level in reversed(pack.levels)}

    def __len__(self) -> int:
        return self._text.count("\n") + (self._text[-1:] not in ("", "\n"))

    def __iter__(self) -> Iterator[FoundAnswer | Wording | None]:
        wrong = 0
        for number, line in enumerate(StringIO(self._text), 2):
            try:
                found = line.strip()
                yield _read_line(found, self._pack, self._levels) if found else None
            except WordedError as error:
                wrong += 1
                reason = TOO_MANY_WRONG if wrong > MOST_WRONG else error.wording
                yield Wording("line {number}: {reason}", number=number, reason=reason)
                if wrong > MOST_WRONG:
                    return


def _read_line(line: str, pack: str, levels: Mapping[str, Level]) -> FoundAnswer:
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise WordedError(Wording("this is no answer (NNNN=000, letters, the moves in brackets)"))
    level = levels.get(parts[1].lstrip("0"))
    if level is None:
        raise DealError(no_deal(pack, parts[1]))
    rules = BrainJam()
    try:
        moves, position = notation.play_answer(rules, rules.deal(level.deck), parts[2])
    except WordedError as error:
        raise DealError(
            Wording("deal {id}: {reason}", id=parts[1], reason=error.wording)
        ) from error
    if not rules.is_won(position):
        wording = Wording("deal {id}: not won after its {count} moves", id=parts[1])
        raise DealError(wording.filled(count=len(moves)))
    if len(moves) != int(parts[3]):
        wording = Wording("deal {id}: {count} moves, but it says {claim}", id=parts[1])
        raise DealError(wording.filled(count=len(moves), claim=parts[3]))
    return FoundAnswer(level, moves)


def answer_line(level: Level, moves: tuple[Move, ...]) -> str | Wording:
    """An answer as a line of a file, or why such a file cannot hold it: the deal's id is not a
    number of up to four digits, or a move has no single letter and no other answer of the same
    length without such moves was found. Takes 20 ms as a rule, up to a second.
    """
    if not re.fullmatch(r"[0-9]{1,4}", level.id):
        wording = Wording("{id}: only ids of up to four digits have a place in the file")
        return wording.filled(id=level.id)
    letters = _letters(level, moves)
    if letters is None:
        return Wording("{id}: it has a move that the older programs could not make", id=level.id)
    return f"{int(level.id):04}=000{letters}({len(moves)})"


def file_of(lines: Iterable[str]) -> str:
    """The text of a file with these answers."""
    return "\n".join((HEADING, *lines)) + "\n"


def _letters(level: Level, moves: tuple[Move, ...]) -> str | None:
    """An answer as one letter a move, rewritten if need be; None if no such answer is found."""
    rules = BrainJam()
    start = rules.deal(level.deck)
    letters = notation.write_answer(rules, start, moves)
    if len(letters) == len(moves):
        return letters
    other = respelled(rules, start, moves)
    return None if other is None else notation.write_answer(rules, start, other)
