"""Positions, seats and moves: what their texts are, and what is no move."""

import pytest
from handwritten_positions import brainjam, gaps, klondike, row

from game.core import cards
from game.core.moves import Move, action_text, parse_action
from game.core.position import Pile, PileKind, Seat

MOVES = {
    "7h>8s": Move(cards.parse_card("7h"), cards.parse_card("8s")),
    "7h>done": Move(cards.parse_card("7h"), "done"),
    "7h>empty": Move(cards.parse_card("7h"), "empty"),
    "7h>empty-13": Move(cards.parse_card("7h"), "empty", 13),
    "7h>reserve-2": Move(cards.parse_card("7h"), "reserve", 2),
    "pull": Move(None, "pull"),
    "turn": Move(None, "turn"),
    "redeal": Move(None, "redeal"),
}


@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_a_move_is_written_and_read_as_text(text: str, move: Move):
    assert str(move) == text
    assert Move.parse(text) == move


@pytest.mark.parametrize(
    "text", ["", "7h", ">", "7h>", ">8s", "7h>8x", "7h>empty-0", "7h>done-1", "push", "7h>8s>9s"]
)
def test_what_is_no_move_is_said(text: str):
    with pytest.raises(ValueError, match="is not a"):
        Move.parse(text)


def test_an_action_of_several_moves_is_one_word():
    action = (MOVES["7h>8s"], MOVES["7h>empty-13"], MOVES["pull"])
    assert action_text(action) == "7h>8s+7h>empty-13+pull"
    assert parse_action(action_text(action)) == action


def test_piles_are_named_by_kind_and_number_and_slots_by_row_and_place():
    assert Pile(PileKind.FOUNDATION, 1).id == "foundation-1"
    assert Pile(PileKind.RESERVE, 4).id == "reserve-4"
    assert Pile(PileKind.COLUMN, 13).id == "column-13"
    assert Pile(PileKind.PULL, 1).id == "pull"
    assert [Pile(PileKind.SLOT, n).id for n in (1, 13, 14, 52)] == [
        "slot-1-1",
        "slot-1-13",
        "slot-2-1",
        "slot-4-13",
    ]


def test_a_card_is_found_in_its_seat():
    position = brainjam("Kc 5h", "7s", reserve=["", "9d"])
    assert position.seat(cards.parse_card("5h")) == Seat(8, 1)
    assert position.seat(cards.parse_card("9d")) == Seat(5, 0)


def test_an_ace_that_gaps_has_put_aside_has_no_seat():
    assert gaps("-- -- -- --").seat(cards.parse_card("Ah")) is None


def test_cards_below_the_count_of_a_pile_lie_face_down():
    position = klondike("5c 6d | 7h 6s")
    pile = 6
    assert position.piles[pile] == row("5c 6d 7h 6s")
    assert [position.is_up(Seat(pile, depth)) for depth in range(4)] == [False, False, True, True]
