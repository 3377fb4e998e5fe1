"""Answers files of the older Brain Jam programs: every right answer taken, every other named."""

from __future__ import annotations

from functools import cache
from io import StringIO

import pytest
from answers_file_text import write_answers
from hypothesis import given
from hypothesis import strategies as st

from game.core import deals
from game.core.moves import Move
from game.play import notation
from game.play.legacy_answers_file import HEADING, MOST_MOVES, Answers, FoundAnswer
from game.play.level_packs import Level, Pack
from game.play.notation import read_answer
from game.rules import BrainJam
from game.rules.base import placed
from game.solver import registry
from game.solver.answer import Goal

JAM = BrainJam()
NUMBERS = range(1, 17)


@cache
def won(number: int) -> tuple[Move, ...]:
    """A short win of a deal; empty where there is none."""
    position = JAM.deal(deals.deck_of(number))
    moves = []
    for move in registry.solve(JAM, position, Goal.SHORT).moves:
        moves.append(placed(JAM, position, move))
        position = JAM.apply(position, move)
    return tuple(moves)


@cache
def letters(number: int) -> str:
    return notation.write_answer(JAM, JAM.deal(deals.deck_of(number)), won(number))


def plain_numbers() -> list[int]:
    """The deals whose win has only letters that the older programs know."""
    return [n for n in NUMBERS if won(n) and len(letters(n)) == len(won(n))]


def line(number: int) -> str:
    return f"{number:04}=000{letters(number)}({len(won(number))})"


@cache
def pack() -> Pack:
    levels = tuple(Level(f"{n:04}", deals.deck_of(n), None) for n in range(1, 21))
    return Pack("twenty", JAM.name, (), levels, ())


class Read:
    """What a file held."""

    def __init__(self, text: str, of: Pack | None = None) -> None:
        answers = Answers(text, of or pack())
        items = list(answers)
        assert len(items) <= len(answers)
        items = [item for item in items if item is not None]
        self.found = [item for item in items if isinstance(item, FoundAnswer)]
        self.problems = [item for item in items if not isinstance(item, FoundAnswer)]


def read(*lines: str) -> Read:
    return Read("\n".join((HEADING, *lines)) + "\n")


def ids(found: Read) -> list[str]:
    return [one.level.id for one in found.found]


def test_every_right_answer_is_taken_and_every_wrong_one_named_with_its_line() -> None:
    good = plain_numbers()
    assert len(good) >= 4
    lines, wrong = [], {}
    bad = [
        ("9999=000a(1)", "9999"),
        ("0001=000(0)", "deal 0001: not won after its 0 moves"),
        (f"{good[0]:04}=000{letters(good[0])[:-1]}({len(won(good[0])) - 1})", "not won after"),
        (f"{good[0]:04}=000{letters(good[0])}({len(won(good[0])) + 1})", "but the file says"),
        ("0001=000ll(2)", "move 1, 'l': no card to move at l"),
        ("0002=000mm(2)", "this is not a solution"),
        ("0002=001aa(2)", "this is not a solution"),
        ("garbage", "this is not a solution"),
        ("0003=000a3(1)", "this is not a solution"),
    ]
    for place in range(60):
        text, why = (line(good[place % len(good)]), "") if place % 4 else bad[place // 4 % len(bad)]
        lines.append(text)
        if why:
            wrong[place + 2] = why
    found = read(*lines)
    assert len(found.found) == 45 and len(found.problems) == 15
    assert ids(found)[0] == f"{good[1 % len(good)]:04}"
    for problem, (number, why) in zip(map(str, found.problems), wrong.items(), strict=True):
        assert problem.startswith(f"line {number}: ") and why in problem


def test_the_answer_of_another_deal_is_no_answer() -> None:
    one, other = plain_numbers()[:2]
    found = read(f"{one:04}=000{letters(other)}({len(won(other))})")
    assert not found.found
    assert str(found.problems[0]).startswith(f"line 2: deal {one:04}: ")


def test_moves_after_the_win_are_no_answer() -> None:
    number = plain_numbers()[0]
    found = read(f"{number:04}=000{letters(number)}a({len(won(number)) + 1})")
    assert not found.found and "move" in str(found.problems[0])


def test_an_answer_is_taken_with_the_moves_that_it_has() -> None:
    number = plain_numbers()[0]
    (one,) = read(line(number)).found
    assert one.moves == won(number)


def test_ids_are_found_with_and_without_leading_zeros() -> None:
    number = plain_numbers()[0]
    assert ids(read(line(number).lstrip("0"))) == [f"{number:04}"]


def test_line_ends_of_every_kind_blank_lines_and_a_mark_at_the_start_do_no_harm() -> None:
    good = [line(number) for number in plain_numbers()[:3]]
    text = "\ufeff" + "\r\n".join(
        (f"{HEADING} ", "", good[0], "   ", f"  {good[1]}\t", good[2], "")
    )
    found = Read(text)
    assert len(found.found) == 3 and not found.problems
    found = Read(text + "\r\n\r\nwrong")
    assert str(found.problems[0]).startswith("line 9: ")


@pytest.mark.parametrize("text", ["", "\n", "0001=000a(1)", "[solutions?]", "\ufeff", "\0"])
def test_a_text_without_the_heading_is_no_answers_file(text: str) -> None:
    with pytest.raises(ValueError, match=r"first line is not \[Solutions\]"):
        Read(text)


def test_a_file_with_only_its_heading_holds_nothing() -> None:
    found = Read(HEADING)
    assert (found.found, found.problems) == ([], [])


def test_what_is_written_is_read_back_the_same() -> None:
    good = plain_numbers()
    text, left_out = write_answers((pack().level(str(n)), won(n)) for n in good)
    assert not left_out
    assert text.splitlines() == [HEADING, *map(line, good)]
    found = Read(text)
    assert ids(found) == [f"{n:04}" for n in good] and not found.problems
    again, _ = write_answers((one.level, one.moves) for one in found.found)
    assert again == text


def test_an_answer_with_a_move_that_has_no_letter_of_its_own_is_left_out_and_told() -> None:
    number = plain_numbers()[0]
    level, start = pack().level(str(number)), JAM.deal(deals.deck_of(number))
    third = read_answer(JAM, start, "a3")
    text, left_out = write_answers([(level, third), (level, won(number))])
    assert len(left_out) == 1 and str(left_out[0]).startswith(f"{level.id}: ")
    assert "older programs could not make" in str(left_out[0])
    assert text.splitlines() == [HEADING, line(number)]


def test_an_answer_longer_than_the_older_programs_read_is_left_out_and_told() -> None:
    number = plain_numbers()[0]
    level, moves = pack().level(str(number)), won(number)
    longer = (moves * MOST_MOVES)[: MOST_MOVES + 1]
    text, left_out = write_answers([(level, longer), (level, moves)])
    told = f"{level.id}: it has 501 moves, but the older programs read at most 500"
    assert list(map(str, left_out)) == [told]
    assert text.splitlines() == [HEADING, line(number)]


def test_a_deal_whose_id_is_no_short_number_is_left_out_and_told() -> None:
    number = plain_numbers()[0]
    deck = deals.deck_of(number)
    levels = [Level(id, deck, None) for id in ("easy", "12345", "٤", "")]
    text, left_out = write_answers((level, won(number)) for level in levels)
    assert text == f"{HEADING}\n" and len(left_out) == 4


def test_no_answers_make_a_file_with_its_heading() -> None:
    assert write_answers([]) == (f"{HEADING}\n", [])


@given(st.text(max_size=300))
def test_any_text_at_all_is_read_or_refused_as_no_answers_file(text: str) -> None:
    try:
        Read(text)
    except ValueError as error:
        assert HEADING in str(error)


@given(
    st.lists(
        st.one_of(
            st.from_regex(r"[0-9]{1,5}=000[A-La-l0-9]{0,80}\([0-9]{1,5}\)", fullmatch=True),
            st.text(max_size=60),
        ),
        max_size=20,
    )
)
def test_whatever_its_lines_are_each_is_taken_or_named(lines: list[str]) -> None:
    text = "\n".join((HEADING, *lines))
    found = Read(text)
    real = [row for row in StringIO(text, newline=None).readlines()[1:] if row.strip()]
    assert len(found.found) + len(found.problems) == len(real)
    for one in found.found:
        end, _ = notation.replay(JAM, JAM.deal(one.level.deck), one.moves)
        assert JAM.is_won(end)


@pytest.mark.parametrize(
    "text",
    [
        "0001=000" + "a" * 200_000 + "(1)",
        "0001=000a(" + "9" * 5000 + ")",
        "9" * 100_000,
        "=" * 100_000,
        "0001=000" * 10_000,
    ],
)
def test_huge_lines_are_named_like_any_other(text: str) -> None:
    found = read(text, text)
    assert not found.found and len(found.problems) == 2
    assert all(len(str(problem)) < 300 for problem in found.problems)


def test_a_count_of_some_thousand_digits_is_no_answer() -> None:
    number = plain_numbers()[0]
    found = read(f"{number:04}=000{letters(number)}({'9' * 5000})")
    assert not found.found
    assert str(found.problems[0]).startswith("line 2: this is not a solution")
