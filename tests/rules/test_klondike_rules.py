"""Klondike, sentence by sentence of its spec."""

import pytest
from handwritten_positions import after, klondike, refusal, row, texts

from game.core.cards import parse_card
from game.core.position import Position, Seat
from game.rules import IllegalMove, Klondike, Refusal
from game.rules.klondike import COLUMNS, FOUNDATIONS, PULL_PILE, RESERVE_PILE

RULES = Klondike()
DEALT = RULES.deal(tuple(range(52)))


def test_28_cards_are_dealt_row_by_row_each_row_one_column_further_right():
    assert [len(DEALT.piles[column]) for column in COLUMNS] == [1, 2, 3, 4, 5, 6, 7]
    assert DEALT.piles[COLUMNS[0]] == (0,)
    assert DEALT.piles[COLUMNS[1]] == (1, 7)
    assert DEALT.piles[COLUMNS[2]] == (2, 8, 13)
    assert DEALT.piles[COLUMNS[6]] == (6, 12, 17, 21, 24, 26, 27)


def test_only_the_last_card_of_each_column_lies_face_up():
    for number, column in enumerate(COLUMNS):
        shown = [DEALT.is_up(Seat(column, depth)) for depth in range(number + 1)]
        assert shown == [False] * number + [True]


def test_cards_29_to_52_are_the_reserve_in_the_order_in_which_they_are_pulled():
    position = DEALT
    pulled = []
    while position.piles[RESERVE_PILE]:
        assert not position.is_up(Seat(RESERVE_PILE, 0))
        position = after(RULES, position, "pull")
        pulled.append(position.piles[PULL_PILE][-1])
    assert pulled == list(range(28, 52))
    assert position.is_up(Seat(PULL_PILE, 0))


def test_columns_build_down_in_alternate_colours():
    position = klondike("8s", "7h", "7c", "6h", "9d")
    assert refusal(RULES, position, "7h>8s") is None
    assert refusal(RULES, position, "7c>8s") is Refusal.MISFIT
    assert refusal(RULES, position, "6h>8s") is Refusal.MISFIT
    assert refusal(RULES, position, "8s>9d") is None


def test_a_face_up_card_moves_with_all_that_lies_on_it_as_one_move():
    position = klondike("2c | 8s 7h 6c", "9d", "7d")
    moved = after(RULES, position, "8s>9d")
    assert moved.piles[COLUMNS[1]] == row("9d 8s 7h 6c")
    assert len(RULES.steps(position, RULES.aim(position, parse_card("8s"), COLUMNS[1]))) == 1


def test_a_part_of_a_run_moves_too():
    position = klondike("2c | 8s 7h 6c", "7d", "8c")
    assert after(RULES, position, "6c>7d").piles[COLUMNS[0]] == row("2c 8s 7h")
    assert after(RULES, position, "7h>8c").piles[COLUMNS[2]] == row("8c 7h 6c")


def test_a_face_down_card_does_not_move():
    position = klondike("8s 7h | 6c", "9d", "8c")
    assert refusal(RULES, position, "7h>8c") is Refusal.FACE_DOWN
    with pytest.raises(IllegalMove, match=Refusal.FACE_DOWN.value.text):
        RULES.run(position, Seat(COLUMNS[0], 1))


def test_a_face_down_card_that_becomes_the_end_of_a_column_turns_up_by_itself():
    position = klondike("8s 7h | 6c", "7d")
    moved = after(RULES, position, "6c>7d")
    assert moved.down[COLUMNS[0]] == 1
    assert moved.is_up(Seat(COLUMNS[0], 1))
    assert not moved.is_up(Seat(COLUMNS[0], 0))


def test_a_card_turns_up_also_when_the_one_on_it_goes_home():
    moved = after(RULES, klondike("8s | Ac"), "Ac>done")
    assert moved.down[COLUMNS[0]] == 0


def test_only_a_king_goes_to_an_empty_column_with_what_lies_on_it():
    position = klondike("5d | Kc Qh", "2c Qd", "3s", "4s", "5s", "6s", pull="Ks")
    assert refusal(RULES, position, "Qd>empty") is Refusal.KINGS_ONLY
    assert refusal(RULES, position, "Ks>empty") is None
    moved = after(RULES, position, "Kc>empty")
    assert moved.piles[COLUMNS[6]] == row("Kc Qh")
    assert moved.down[COLUMNS[0]] == 0


def test_a_lone_king_to_another_empty_column_is_no_move():
    position = klondike("Kc Qh", "")
    assert refusal(RULES, position, "Kc>empty") is Refusal.SAME
    assert "Kc>empty" not in texts(RULES.moves(position))


def test_the_end_of_a_column_or_the_top_of_the_pull_stack_goes_home_one_at_a_time():
    position = klondike("3h 2c", "Ac", pull="5d Ad")
    assert refusal(RULES, position, "2c>done") is Refusal.NOT_NEXT
    assert refusal(RULES, position, "Ad>done") is None
    assert refusal(RULES, after(RULES, position, "Ac>done"), "2c>done") is None
    assert refusal(RULES, klondike("3h 2c", home="Ac 2h"), "3h>done") is Refusal.COVERED


def test_only_the_top_of_the_pull_stack_can_move():
    position = klondike("8s", pull="7d 7h")
    assert refusal(RULES, position, "7d>8s") is Refusal.COVERED
    assert refusal(RULES, position, "7h>8s") is None


def test_a_card_of_the_reserve_cannot_move():
    position = klondike("8s", reserve="7h")
    assert refusal(RULES, position, "7h>8s") is Refusal.NOT_THERE


def test_the_top_of_a_done_stack_may_come_back_to_a_column_where_the_rules_let_it():
    position = klondike("4s", "4h", home="3h")
    back = after(RULES, position, "3h>4s")
    assert back.piles[COLUMNS[0]] == row("4s 3h")
    assert back.piles[FOUNDATIONS[2]] == row("Ah 2h")
    assert refusal(RULES, position, "3h>4h") is Refusal.MISFIT
    assert refusal(RULES, position, "2h>4s") is Refusal.COVERED
    assert refusal(RULES, klondike("4s", home="Kh"), "Kh>empty") is None


def test_a_pull_turns_the_top_of_the_reserve_face_up():
    position = klondike(reserve="5c 6d")
    pulled = after(RULES, position, "pull")
    assert pulled.piles[RESERVE_PILE] == row("5c")
    assert pulled.piles[PULL_PILE] == row("6d")
    assert pulled.down[RESERVE_PILE] == 1


def test_a_turn_over_restores_the_same_order():
    position = DEALT
    for _ in range(24):
        position = after(RULES, position, "pull")
    turned = after(RULES, position, "turn")
    assert turned.piles[:2] == DEALT.piles[:2]
    assert turned.down == DEALT.down
    assert turned.used == 1


def test_a_turn_over_keeps_the_order_of_what_is_left():
    position = klondike("8s", reserve="5c 6d 7h 9c")
    position = after(RULES, position, "pull", "pull", "7h>8s", "pull", "pull", "turn")
    assert after(RULES, position, "pull").piles[PULL_PILE] == row("9c")
    assert after(RULES, position, "pull", "pull").piles[PULL_PILE] == row("9c 6d")


def test_the_pull_stack_turns_over_only_when_the_reserve_is_empty():
    assert refusal(RULES, klondike(reserve="5c", pull="6d"), "turn") is Refusal.RESERVE_LEFT
    assert refusal(RULES, klondike(reserve="5c"), "turn") is Refusal.RESERVE_LEFT
    assert refusal(RULES, klondike(pull="6d"), "turn") is None
    assert refusal(RULES, klondike(pull="6d"), "pull") is Refusal.RESERVE_EMPTY


def test_it_turns_over_only_twice():
    assert RULES.max_redeals == 2
    assert refusal(RULES, klondike(pull="6d", used=1), "turn") is None
    assert refusal(RULES, klondike(pull="6d", used=2), "turn") is Refusal.NO_TURNS
    assert refusal(RULES, klondike(pull="6d", used=2), "pull") is Refusal.NO_TURNS
    assert "turn" not in texts(RULES.moves(klondike(pull="6d", used=2)))


def test_with_both_stacks_empty_there_is_nothing_to_turn_over():
    assert refusal(RULES, klondike("5c"), "turn") is Refusal.NO_CARDS
    assert RULES.moves(klondike("5c")) == []


def test_a_purge_has_the_caution_of_la_peau_and_takes_from_columns_and_pull_stack():
    position = klondike("2c Ac", "3h", pull="9d 2h", home="Ah")
    assert texts(RULES.purge(position)) == ["Ac>done", "2c>done", "2h>done"]
    assert texts(RULES.purge(klondike("4c", home="3c 2h 2d"))) == ["4c>done"]
    assert RULES.purge(klondike("4c", home="3c 2h Ad")) == ()


def test_a_purge_goes_on_with_what_it_has_turned_up():
    position = klondike("2c | Ac", "Ad | Ah")
    assert texts(RULES.purge(position)) == ["Ac>done", "2c>done", "Ah>done", "Ad>done"]


def test_nothing_goes_home_by_itself():
    assert RULES.auto_move(klondike("Ac"), parse_card("9h")) is None


def test_moves_go_home_then_onto_columns_then_kings_then_back_then_pull():
    position = klondike("2c | 7h", "8s", "9c | Ks Ac", "4s", reserve="5c", pull="3d", home="3h")
    assert texts(RULES.moves(position)) == [
        "Ac>done",
        "7h>8s",
        "Ks>empty",
        "3d>4s",
        "3h>4s",
        "pull",
    ]


def test_it_is_stuck_when_no_card_move_changes_anything_and_nothing_can_be_pulled_or_turned():
    stuck = klondike("Kc", "Kd", pull="9h", used=2)
    assert RULES.is_stuck(stuck)
    assert not RULES.is_stuck(klondike("Kc", "Kd", pull="9h", used=1))
    assert not RULES.is_stuck(klondike("Kc", "Kd", reserve="9h", used=2))


def test_a_card_that_can_still_come_back_from_a_done_stack_puts_off_the_u_turn():
    assert not RULES.is_stuck(klondike("4s", "9c", home="3h", used=2))
    assert RULES.is_stuck(klondike("5h", "9c", home="3h", used=2))


def test_it_is_won_when_all_is_done():
    won = after(RULES, klondike("Ks", home="Kc Kd Kh Qs"), "Ks>done")
    assert RULES.is_won(won)
    assert not RULES.is_stuck(won)
    assert RULES.score(won) == 52


def test_a_position_is_also_its_face_down_counts_its_stacks_and_its_turn_overs():
    one = klondike("2c | 5h", "9d", reserve="3c 4c", pull="6c 7c")
    same = klondike("9d", "", "2c | 5h", reserve="3c 4c", pull="6c 7c")
    assert RULES.key(one) == RULES.key(same)
    others = [
        klondike("2c 5h", "9d", reserve="3c 4c", pull="6c 7c"),
        klondike("2c | 5h", "9d", reserve="4c 3c", pull="6c 7c"),
        klondike("2c | 5h", "9d", reserve="3c 4c", pull="7c 6c"),
        klondike("2c | 5h", "9d", reserve="3c 4c 6c", pull="7c"),
        klondike("2c | 5h", "9d", reserve="3c 4c", pull="6c 7c", used=1),
    ]
    assert len({RULES.key(position) for position in (one, *others)}) == 6


def test_a_click_on_the_reserve_pulls_or_turns_over():
    assert texts(RULES.choices(klondike(reserve="5c"), RESERVE_PILE)) == ["pull"]
    assert texts(RULES.choices(klondike(pull="5c"), RESERVE_PILE)) == ["turn"]


def test_a_to_g_are_columns_h_the_pull_stack_and_1_to_4_the_done_stacks():
    letters = RULES.letters(DEALT)
    assert "".join(letters[column] for column in COLUMNS) == "ABCDEFG"
    assert letters[PULL_PILE] == "H"
    assert "".join(letters[pile] for pile in FOUNDATIONS) == "1234"
    assert letters[RESERVE_PILE] == " "


def test_a_card_is_taken_up_from_the_top_of_the_pull_stack_or_of_a_done_stack():
    position: Position = klondike(pull="5c 6d", home="2h")
    assert RULES.run(position, Seat(PULL_PILE, 1)) == row("6d")
    assert RULES.run(position, Seat(FOUNDATIONS[2], 1)) == row("2h")
    with pytest.raises(IllegalMove, match=Refusal.COVERED.value.text):
        RULES.run(position, Seat(PULL_PILE, 0))
