"""Reads, checks and writes answers files of the older Brain Jam programs (`brainjam.sol`).

The first line is `[Solutions]`. Each further line is a deal: its id in four digits, `=000`, the
letters of the answer, and the number of moves in brackets. An answer that has no letters is
rewritten in as many moves, all of which the older programs know.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final, NamedTuple

from game.core.deals import DealError
from game.core.moves import EMPTY, RESERVE, Move
from game.core.position import Position
from game.core.translatable_texts import WordedError, Wording
from game.core.untrusted_input import MEGABYTE, MOST_WRONG, TOO_MANY_WRONG
from game.play import notation
from game.play.level_packs import Level, Pack, no_deal
from game.rules import BrainJam
from game.rules.base import placed_moves

MOST_ANSWERS: Final = 2 * MEGABYTE
"""In bytes: twice the size of ten thousand answers, which is more than there are ids. They are
replayed in pieces and can be stopped.
"""
LETTERED: Final = 2
"""How many of the first `Rules.lettered_moves` of a card have a letter of their own."""
AHEAD: Final = 4
"""How many of the answer's next moves are tried as the next one."""
STEPS_MOST: Final = 20_000
"""The limit of steps tried: about a second, and far more than most answers need."""
MOST_MOVES: Final = 500
"""The longest answer that the older programs read."""
HEADING: Final = "[Solutions]"
_LINE: Final = re.compile(r"([0-9]{1,4})=000([A-La-l]*)\(([0-9]{1,6})\)")


class _Step(NamedTuple):
    """A position on the way, and the moves of the answer that are still to be made."""

    position: Position
    left: tuple[Move, ...]


def respelled(rules: BrainJam, start: Position, moves: Sequence[Move]) -> tuple[Move, ...] | None:
    """An answer of as many moves, each a first or second hit; None if none is found.

    The cards move as before, but a move may come a little sooner, and a card that waited in an
    empty column may wait in a reserve instead, or the other way round.
    """
    first = _Step(start, tuple(placed_moves(rules, start, moves)))
    tried: set[Hashable] = {_key(rules, first)}
    line: list[Move] = []
    ways = [_ways(rules, first)]
    while ways and len(tried) < STEPS_MOST:
        found = next(ways[-1], None)
        if found is None:
            ways.pop()
            if line:
                line.pop()
            continue
        move, step = found
        if not step.left:
            return (*line, move) if rules.is_won(step.position) else None
        key = _key(rules, step)
        if key not in tried:
            tried.add(key)
            line.append(move)
            ways.append(_ways(rules, step))
    return None


def _key(rules: BrainJam, step: _Step) -> Hashable:
    return rules.key(step.position), step.left


def _ways(rules: BrainJam, step: _Step) -> Iterator[tuple[Move, _Step]]:
    """The lettered moves that can be made next, each with the step after it. The next move of the
    answer comes first.
    """
    moved = set()
    for place, move in enumerate(step.left[:AHEAD]):
        if move.card is None or move.card in moved:
            continue
        moved.add(move.card)
        left = step.left[:place] + step.left[place + 1 :]
        for hit in _lettered(rules, step.position, move):
            yield hit, _Step(rules.apply(step.position, hit), left)


def _lettered(rules: BrainJam, position: Position, move: Move) -> list[Move]:
    """The hits with a letter that can replace a move: first those with the same target, then those
    to the other kind of empty place.
    """
    assert move.card is not None
    seat = position.seat(move.card)
    if seat is None or position.piles[seat.pile][-1] != move.card:
        return []
    lettered_moves = list(rules.lettered_moves(position, move.card))[:LETTERED]
    fitting = [hit for hit in lettered_moves if hit.onto == move.onto]
    if move.onto in (EMPTY, RESERVE):
        fitting += [
            hit for hit in lettered_moves if hit.onto in (EMPTY, RESERVE) and hit not in fitting
        ]
    return fitting


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
            wording = Wording("this is not a solutions file: its first line is not {heading}")
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
        raise WordedError(
            Wording("this is not a solution (NNNN=000, letters, the moves in brackets)")
        )
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
        wording = Wording("deal {id}: {count} moves, but the file says {claim}", id=parts[1])
        raise DealError(wording.filled(count=len(moves), claim=parts[3]))
    return FoundAnswer(level, moves)


def answer_line(level: Level, moves: tuple[Move, ...]) -> str | Wording:
    """An answer as a line of a file, or why such a file cannot hold it: the deal's id is not a
    number of up to four digits, it has more than MOST_MOVES moves, or a move has no single letter
    and no other answer of the same length without such moves was found. Takes 20 ms as a rule, up
    to a second.
    """
    if not re.fullmatch(r"[0-9]{1,4}", level.id):
        wording = Wording("{id}: the file can only hold IDs of up to four digits")
        return wording.filled(id=level.id)
    if len(moves) > MOST_MOVES:
        wording = Wording("{id}: it has {count} moves, but the older programs read at most {most}")
        return wording.filled(id=level.id, count=len(moves), most=MOST_MOVES)
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
