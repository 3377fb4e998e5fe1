"""Brain Jam, sentence by sentence of its spec."""

import pytest
from handwritten_positions import after, brainjam, refusal, row, texts

from game.core import deals
from game.core.cards import parse_card
from game.core.position import Seat
from game.rules import BrainJam, IllegalMove, Refusal
from game.rules.brainjam import COLUMNS, RESERVES

RULES = BrainJam()
KINGS = ("Kc", "Kd", "Kh", "Ks")


def choices(position, column: int) -> list[str]:
    return texts(RULES.choices(position, COLUMNS[column - 1]))


def test_the_deck_is_dealt_row_by_row_and_the_first_four_columns_get_seven_cards():
    start = RULES.deal(tuple(range(52)))
    assert [len(start.piles[column]) for column in COLUMNS] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert start.piles[COLUMNS[0]][:3] == (0, 8, 16)
    assert start.piles[COLUMNS[3]][-1] == 51
    assert RULES.score(start) == 0


def test_everything_lies_face_up():
    start = RULES.deal(deals.deck_of(1))
    assert all(start.is_up(Seat(pile, 0)) for pile in COLUMNS)


def test_only_the_last_card_of_a_column_and_a_card_in_a_reserve_can_move():
    position = brainjam("9c 5h", "", reserve=["7d"])
    assert refusal(RULES, position, "9c>reserve") is Refusal.COVERED
    assert refusal(RULES, position, "5h>empty") is None
    assert refusal(RULES, position, "7d>empty") is None


def test_an_ace_goes_to_an_empty_foundation_and_then_the_next_rank_of_its_suit():
    position = brainjam("3h", "2h", "Ah", "2d")
    assert refusal(RULES, position, "2h>done") is Refusal.NOT_NEXT
    assert refusal(RULES, position, "2d>done") is Refusal.NOT_NEXT
    home = after(RULES, position, "Ah>done", "2h>done", "3h>done")
    assert RULES.score(home) == 3


def test_a_card_never_leaves_a_foundation():
    position = brainjam("3h", "", home="2h")
    assert refusal(RULES, position, "2h>3h") is Refusal.NOT_THERE
    assert refusal(RULES, position, "2h>empty") is Refusal.NOT_THERE
    with pytest.raises(IllegalMove):
        RULES.choices(position, 2)


def test_a_column_takes_the_next_lower_rank_of_the_same_suit_only():
    position = brainjam("8h", "7h", "7d", "6h", "9h")
    assert refusal(RULES, position, "7h>8h") is None
    assert refusal(RULES, position, "7d>8h") is Refusal.MISFIT
    assert refusal(RULES, position, "6h>8h") is Refusal.MISFIT
    assert refusal(RULES, position, "9h>8h") is Refusal.MISFIT


def test_any_card_goes_to_an_empty_column():
    position = brainjam("9c 5h", "9d Qs", "")
    assert refusal(RULES, position, "5h>empty") is None
    assert refusal(RULES, position, "Qs>empty-3") is None


def test_an_empty_place_that_is_taken_is_only_a_wish_the_first_empty_one_is_used():
    position = brainjam("9c 5h", "9d Qs", "", reserve=["6c"])
    assert after(RULES, position, "Qs>empty-2") == after(RULES, position, "Qs>empty")
    assert after(RULES, position, "Qs>reserve-1") == after(RULES, position, "Qs>reserve-2")
    full = brainjam("9c 5h", *KINGS, "2c", "3d", "4s")
    assert refusal(RULES, full, "5h>empty") is Refusal.OCCUPIED
    assert refusal(RULES, full, "5h>empty-2") is Refusal.OCCUPIED


def test_a_drop_on_a_reserve_that_is_taken_means_no_other_reserve():
    position = brainjam("9c 5h", reserve=["6h"])
    aimed = RULES.aim(position, parse_card("5h"), RESERVES[0])
    assert refusal(RULES, position, str(aimed)) is Refusal.MISFIT


def test_a_reserve_holds_any_one_card_and_nothing_is_built_on_it():
    position = brainjam("9c 5h", "9d 6s", *KINGS, "2c", "3d", reserve=["6h", "", "9s", "9h"])
    assert refusal(RULES, position, "6s>reserve") is None
    assert refusal(RULES, position, "5h>6h") is Refusal.MISFIT
    full = after(RULES, position, "6s>reserve")
    assert refusal(RULES, full, "5h>reserve") is Refusal.OCCUPIED


def test_cards_move_one_at_a_time():
    position = brainjam("8h", "7h 6h")
    assert refusal(RULES, position, "7h>8h") is Refusal.COVERED


def test_the_scan_is_foundation_then_columns_then_empty_columns_then_empty_reserves():
    position = brainjam("9c 2h", "9d 3h", "", "", home="Ah")
    lettered_moves = texts(list(RULES.lettered_moves(position, parse_card("2h"))))
    assert lettered_moves[:4] == ["2h>done", "2h>3h", "2h>empty-3", "2h>empty-4"]
    assert lettered_moves[-4:] == ["2h>reserve-1", "2h>reserve-2", "2h>reserve-3", "2h>reserve-4"]


def test_the_first_choice_is_the_first_hit_and_the_second_the_next():
    position = brainjam("9c 2h", "9d 3h", *KINGS, "5c", "6d", home="Ah")
    assert choices(position, 1)[:2] == ["2h>done", "2h>3h"]


def test_a_second_empty_column_does_not_hide_the_reserve():
    position = brainjam("9c 2h", "", "", "9d 5s")
    assert choices(position, 1) == ["2h>empty-2", "2h>reserve-1"]


def test_a_lone_card_to_another_empty_column_changes_nothing_and_is_skipped():
    position = brainjam("5h", "", *KINGS, "2c", "3d")
    assert choices(position, 1) == ["5h>reserve-1"]
    assert "5h>empty" not in texts(RULES.moves(position))


def test_a_reserve_card_to_another_reserve_changes_nothing_and_is_skipped():
    position = brainjam("9c", "", reserve=["5h"])
    assert texts(RULES.choices(position, RESERVES[0])) == ["5h>empty-2"]


def test_moves_that_change_nothing_can_still_be_played_as_old_answers_have_them():
    position = brainjam("5h", "", reserve=["", "9c"])
    assert RULES.key(after(RULES, position, "5h>empty")) == RULES.key(position)
    assert RULES.key(after(RULES, position, "9c>reserve-1")) == RULES.key(position)


def test_a_move_that_changes_nothing_does_not_put_off_the_u_turn():
    # Reserves full, no card fits, and the only empty column beckons to a lone card.
    position = brainjam("5h", "", reserve=["9c", "9d", "9h", "9s"])
    assert not RULES.is_stuck(position)  # a reserve card may still go to the empty column
    position = brainjam("5h", "9c", "9d", "9h", "9s", "2c", "2d", "2s", reserve=list(KINGS))
    assert RULES.is_stuck(position)


def test_moves_come_place_by_place_the_columns_first_and_then_the_reserves():
    position = brainjam("9c 2h", "3h", *KINGS, "5c", "6d", reserve=["Qd", "2s"])
    assert texts(RULES.moves(position)) == [
        "2h>3h",
        "2h>reserve",
        "3h>reserve",
        *("Kc>reserve", "Kd>reserve", "Kh>reserve", "Ks>reserve"),
        "5c>reserve",
        "6d>reserve",
        "Qd>Kd",
    ]


def test_columns_are_a_to_h_and_reserves_i_to_l():
    letters = RULES.letters(brainjam())
    assert [letters[column] for column in COLUMNS] == list("ABCDEFGH")
    assert [letters[reserve] for reserve in RESERVES] == list("IJKL")


def test_autoplay_sends_the_suit_last_played_first():
    position = brainjam("Ac", "Ad", "Ah")
    assert str(RULES.auto_move(position, parse_card("9h"))) == "Ah>done"
    assert str(RULES.auto_move(position, parse_card("9d"))) == "Ad>done"


def test_autoplay_sends_the_lowest_place_first_where_the_suit_has_none():
    position = brainjam("9c", "Ad", "Ah", reserve=["Ac"])
    assert str(RULES.auto_move(position, parse_card("9s"))) == "Ad>done"
    assert str(RULES.auto_move(position, None)) == "Ad>done"


def test_autoplay_follows_a_suit_while_it_can_and_then_takes_the_lowest_place():
    position = brainjam("2h Ac", "3h", "Ah", "Ad")
    position = after(RULES, position, "Ah>done")
    order, last = [], parse_card("Ah")
    while move := RULES.auto_move(position, last):
        order.append(str(move))
        position = RULES.apply(position, move)
        last = move.card
    # 2h is covered by Ac, the lowest place; hearts follow as soon as it is bare and played.
    assert order == ["Ac>done", "2h>done", "3h>done", "Ad>done"]


def test_autoplay_takes_cards_from_reserves_too():
    assert str(RULES.auto_move(brainjam("9c", reserve=["", "Ad"]), None)) == "Ad>done"


def test_autoplay_does_nothing_where_no_card_can_go():
    assert RULES.auto_move(brainjam("9c 2h", home="Ac"), None) is None


def test_purge_sends_all_that_autoplay_would():
    position = brainjam("2h Ac", "3h", "Ah", "Ad 5c")
    assert texts(RULES.purge(position)) == ["Ac>done", "Ah>done", "2h>done", "3h>done"]


def test_it_is_won_when_all_cards_are_home_and_then_nothing_is_stuck():
    position = brainjam("Ks", home="Kc Kd Kh Qs")
    assert not RULES.is_won(position)
    won = after(RULES, position, "Ks>done")
    assert RULES.is_won(won)
    assert not RULES.is_stuck(won)
    assert RULES.score(won) == 52


def test_which_column_and_which_reserve_does_not_matter_to_what_a_position_is():
    one = brainjam("9c 5h", "7d", reserve=["2c", "3d"])
    other = brainjam("7d", "", "9c 5h", reserve=["3d", "", "2c"])
    assert RULES.key(one) == RULES.key(other)
    assert RULES.key(one) != RULES.key(brainjam("9c", "5h", "7d", reserve=["2c", "3d"]))


def test_a_card_is_taken_up_alone_from_the_end_of_a_place():
    position = brainjam("9c 5h")
    assert RULES.run(position, Seat(COLUMNS[0], 1)) == row("5h")
    with pytest.raises(IllegalMove, match=Refusal.COVERED.value.text):
        RULES.run(position, Seat(COLUMNS[0], 0))
    with pytest.raises(IllegalMove, match=Refusal.BARE.value.text):
        RULES.run(position, Seat(COLUMNS[1], 0))
