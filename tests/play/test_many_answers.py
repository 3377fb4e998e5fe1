"""An answers file of 1500 lines, as the older programs write them, some of them spoilt.

`answers/brainjam.sol` has a win of each deal of the game's own list: found by the program's
solver, not by its import or export.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from answers_file_text import write_answers
from test_legacy_answers_file import Read

from game.play.legacy_answers_file import HEADING
from game.play.level_packs import Pack, read_pack

HERE = Path(__file__).parents[1]
EVERY = 7
"""One line in so many is spoilt."""


@cache
def pack() -> Pack:
    return read_pack(HERE.parent / "levels" / "brainjam.txt")


@cache
def lines() -> list[str]:
    head, *rest = (HERE / "answers" / "brainjam.sol").read_text(encoding="ascii").splitlines()
    assert head == HEADING
    return rest


def letters(line: str) -> str:
    return line[8 : line.index("(")]


def counted(line: str, text: str) -> str:
    return f"{line[:8]}{text}({len(text)})"


SPOILERS: list[tuple[Callable[[str], str], str]] = [
    (lambda line: counted(line, letters(line)[:-1]), "not won"),
    (lambda line: line.replace("(", "(1"), "but the file says"),
    (lambda line: counted(line, "i" + letters(line)), "move 1, 'i'"),
    (lambda line: f"9998{line[4:]}", "no deal '9998'"),
    (lambda line: line.replace("=000", "=001"), "this is not a solution"),
    (lambda line: line.replace("(", "m("), "this is not a solution"),
    (lambda line: line[: line.index("(")], "this is not a solution"),
    (lambda line: f"deal {line}", "this is not a solution"),
    (lambda line: counted(line, ""), "not won"),
]
"""What may be wrong with a line, and a word of what the report says of it."""


def spoilt() -> Iterator[tuple[str, str]]:
    """All lines, each with what the report must say of it, empty for a good one."""
    for number, line in enumerate(lines()):
        spoil, words = SPOILERS[number // EVERY % len(SPOILERS)]
        yield (line, "") if number % EVERY else (spoil(line), words)


def test_every_valid_answer_of_1500_is_taken_and_each_invalid_one_named() -> None:
    file = list(spoilt())
    assert len(file) == 1500 == len(pack().levels)
    told = Read("\r\n".join((HEADING, *(line for line, _ in file))) + "\r\n", pack())
    good = {number: line for number, (line, words) in enumerate(file, 2) if not words}
    assert [f"{one.level.id}" for one in told.found] == [line[:4] for line in good.values()]
    assert [len(one.moves) for one in told.found] == [len(letters(x)) for x in good.values()]
    bad = {number: pair for number, pair in enumerate(file, 2) if pair[1]}
    named = {
        int(re.findall(r"line (\d+):", problem)[0]): problem for problem in map(str, told.problems)
    }
    assert list(named) == list(bad) and len(named) == len(told.problems)
    for number, (line, words) in bad.items():
        assert words in named[number], (line[:20], named[number])
        if re.match(r"\d{4}=000[A-La-l]*\(", line) and not line.startswith("9998"):
            assert f"deal {line[:4]}" in named[number]


def test_what_is_taken_is_written_as_it_was() -> None:
    few = lines()[::50]
    taken = Read("\n".join((HEADING, *few)), pack())
    text, left_out = write_answers((one.level, one.moves) for one in taken.found)
    assert text.splitlines() == [HEADING, *few] and not left_out
