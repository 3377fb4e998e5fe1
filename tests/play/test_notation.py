"""Answers and Brain Jam's letters as text."""

import pytest
from handwritten_positions import brainjam, full_lapeau, lapeau, row, texts

from game.core import cards, deals
from game.core.moves import Move
from game.core.position import Position
from game.core.translatable_texts import WordedError
from game.play import notation
from game.rules import BrainJam, Gaps, LaPeau

BRAINJAM = BrainJam()
# One end card that has a hit of each kind: a foundation, a column, two empty columns and
# three empty reserves.
MANY_HITS = brainjam("Kc 2h", "9d 3h", "9c", "9s", "8c", "8d", "", "", reserve=["Ks"], home="Ah")


def read(position: Position, text: str, rules=BRAINJAM) -> list[str]:
    return texts(notation.read_answer(rules, position, text))


@pytest.mark.parametrize(
    ("letter", "move"),
    [
        ("a", "2h>done"),
        ("A", "2h>3h"),
        ("a3", "2h>empty-7"),
        ("a4", "2h>empty-8"),
        ("a5", "2h>reserve-2"),
        ("a7", "2h>reserve-4"),
        ("i", "Ks>empty-7"),
        ("I", "Ks>empty-8"),
    ],
)
def test_a_letter_names_a_place_and_a_hit_and_every_empty_place_is_a_hit(letter: str, move: str):
    assert read(MANY_HITS, letter) == [move]
    assert notation.letter(BRAINJAM, MANY_HITS, Move.parse(move)) == letter


def test_a1_and_a2_are_other_words_for_a_and_capital_a():
    assert read(MANY_HITS, "a1") == read(MANY_HITS, "a")
    assert read(MANY_HITS, "a2") == read(MANY_HITS, "A")


def test_letters_may_stand_in_one_row_or_apart():
    assert (
        read(MANY_HITS, "aab3")
        == read(MANY_HITS, "a a, b3")
        == ["2h>done", "Kc>empty-7", "3h>empty-8"]
    )


def test_an_answer_may_mix_letters_and_moves():
    assert read(MANY_HITS, "a 3h>done a") == ["2h>done", "3h>done", "Kc>empty-7"]


@pytest.mark.parametrize(
    ("text", "number", "complaint"),
    [
        ("aaz", 3, "neither a move .* nor a letter"),
        ("aam", 3, "neither a move"),
        ("a0", 1, "neither a move"),
        ("a8", 1, "the 2 of hearts has no such move"),
        ("g", 1, "no card to move at g"),
        ("a 7", 2, "neither a move"),
        ("a 2h>3h", 2, "That card cannot be moved"),
        ("a 3h>9h", 2, "do not go together"),
        ("a 3h>9x", 2, "'9x' is not a card"),
    ],
)
def test_a_broken_answer_names_its_first_wrong_move(text: str, number: int, complaint: str):
    with pytest.raises(WordedError, match=rf"move {number}, .*({complaint})"):
        read(MANY_HITS, text)


def test_letters_belong_to_brain_jam_only():
    with pytest.raises(WordedError, match="'a' is not a move"):
        read(lapeau("5c"), "a", LaPeau())


@pytest.mark.parametrize("word", ["pull", "turn", "redeal"])
def test_a_move_that_the_game_does_not_have_is_called_none_of_it(word: str):
    rules = LaPeau()
    with pytest.raises(WordedError, match=rf"'{word}' is not a move in La Peau"):
        notation.read_answer(rules, rules.deal(deals.deck_of(1)), word)


def test_a_run_that_is_too_long_says_how_many_could_move():
    position = full_lapeau("9s 8h 7c 6d", "9c", empty=1)
    with pytest.raises(WordedError, match="at most 2 can move there"):
        read(position, "8h>9c", LaPeau())


def test_a_run_counts_its_single_moves_when_an_answer_is_replayed():
    start = full_lapeau("Kd 7c 6d", "8h", "2c Ac", empty=1)
    moves = [Move.parse("7c>8h"), Move.parse("Ac>done")]
    last, count = notation.replay(LaPeau(), start, moves)
    assert count == 4
    assert last.piles[5] == row("8h 7c 6d")
    assert notation.replay(LaPeau(), start, ()) == (start, 0)


def test_an_answer_of_brain_jam_is_written_in_letters_and_of_the_others_in_moves():
    moves = [Move.parse(text) for text in ("2h>done", "3h>done", "Kc>empty-8")]
    assert notation.write_answer(BRAINJAM, MANY_HITS, moves) == "abA"
    start = lapeau("2c", "Ad", home="Ac")
    moves = [Move.parse("2c>done"), Move.parse("Ad>done")]
    assert notation.write_answer(LaPeau(), start, moves) == "2c>done Ad>done"


def test_an_empty_place_chosen_is_not_written_but_the_row_of_a_two_is():
    stacks = lapeau("Kc 2c")
    assert notation.write_answer(LaPeau(), stacks, [Move.parse("2c>empty-7")]) == "2c>empty"
    start = Gaps().deal(cards.FULL_DECK)
    two = Gaps().moves(start)[0]
    assert str(two) == "2c>empty-1"
    assert notation.write_answer(Gaps(), start, [two]) == str(two)


@pytest.mark.parametrize("text", ["9c>empty", "2h>9c", "pull", "5d>done"])
def test_a_move_that_is_none_of_the_position_has_no_letter(text: str):
    with pytest.raises(ValueError, match=r"moves no card|no move of this position"):
        notation.letter(
            BRAINJAM, brainjam("2h", "9c", *["Kc"] * 6, reserve=["Kd"] * 4), Move.parse(text)
        )
