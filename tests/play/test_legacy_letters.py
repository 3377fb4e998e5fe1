"""Answers with moves that the older programs could not make, made anew with the same length."""

from __future__ import annotations

from answers_file_text import write_answers
from made_deals import easy_deck
from test_legacy_answers_file import JAM, NUMBERS, Read, letters, pack, won

from game.core import deals
from game.core.moves import DONE, EMPTY, Move
from game.play import notation
from game.play.legacy_answers_file import respelled
from game.play.level_packs import Level
from game.rules.base import placed


def unknown_to_them() -> list[int]:
    """Deals whose short win has a move beyond the first two hits."""
    return [n for n in NUMBERS if won(n) and len(letters(n)) > len(won(n))]


def test_another_answer_as_long_has_a_letter_for_each_move() -> None:
    assert len(unknown_to_them()) > 2
    for number in unknown_to_them():
        start = JAM.deal(deals.deck_of(number))
        other = respelled(JAM, start, won(number))
        assert other is not None and len(other) == len(won(number))
        text = notation.write_answer(JAM, start, other)
        assert text.isalpha() and len(text) == len(other)
        end, moves = notation.replay(JAM, start, notation.read_answer(JAM, start, text))
        assert JAM.is_won(end) and moves == len(other)


def test_such_answers_are_exported_too() -> None:
    answers = [(pack().level(str(number)), won(number)) for number in unknown_to_them()]
    text, left_out = write_answers(answers)
    assert not left_out
    taken = Read(text)
    assert not taken.problems and len(taken.found) == len(answers)


def test_an_answer_that_has_all_its_letters_stays_as_it_is() -> None:
    number = next(n for n in NUMBERS if won(n) and n not in unknown_to_them())
    start = JAM.deal(deals.deck_of(number))
    assert respelled(JAM, start, won(number)) == won(number)


def test_moves_that_do_not_win_are_no_answer() -> None:
    number = NUMBERS[0]
    start = JAM.deal(deals.deck_of(number))
    assert respelled(JAM, start, won(number)[:-1]) is None
    assert respelled(JAM, start, []) is None


def test_a_detour_to_the_last_of_many_empty_columns_goes_to_the_first() -> None:
    """The last card but one goes to and fro where nothing else is left to do it with."""
    deck = easy_deck(JAM)
    position, moves = JAM.deal(deck), []
    while sum(map(len, position.piles[:4])) < 51:
        moves.append(next(move for move in JAM.moves(position) if move.onto == DONE))
        position = JAM.apply(position, moves[-1])
    last = next(pile[-1] for pile in position.piles[8:] if pile)
    empty = [n for n in range(1, 9) if not position.piles[7 + n]]
    detour = placed(JAM, position, Move(last, EMPTY, empty[-1]))
    home = Move(last, DONE)
    line = [*moves, detour, home]
    assert len(notation.write_answer(JAM, JAM.deal(deck), line)) > len(line)
    other = respelled(JAM, JAM.deal(deck), line)
    assert other is not None and len(other) == len(line)
    text, left_out = write_answers([(Level("0001", deck, None), line)])
    assert not left_out and len(text.splitlines()) == 2
