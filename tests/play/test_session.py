"""What clicks, drops and keys do to a deal being played, game by game."""

from __future__ import annotations

import pytest
from handwritten_positions import (
    after,
    brainjam,
    full_lapeau,
    gaps,
    klondike,
    lapeau,
    row,
    seat_of,
    session_at,
    texts,
)
from history_lines import best_answer, made

from game.core import cards, deals
from game.core.moves import Move
from game.core.position import Position, Seat
from game.play.session import Outcome, Session, flatten
from game.rules import BrainJam, Gaps, IllegalMove, Klondike, LaPeau, Refusal
from game.rules.brainjam import COLUMNS as JAM_COLUMNS
from game.rules.klondike import COLUMNS, FOUNDATIONS, PULL_PILE, RESERVE_PILE
from game.rules.lapeau import COLUMNS as STACKS


def jam(position: Position, **how) -> Session:
    return session_at(BrainJam(), position, **({"autoplay": False} | how))


def peau(position: Position, *, building: str = "alternate", **how) -> Session:
    return session_at(LaPeau(building), position, **how)


def line(session: Session) -> list[str]:
    return texts(flatten(made(session.history)))


def refused(outcome: Outcome | None) -> Refusal | None:
    assert outcome is not None
    return None if outcome.refusal is None else outcome.refusal.refusal


def press(session: Session, keys: str) -> Outcome | None:
    """Some keys one after another, `_` for Space; what came of the last."""
    outcome = None
    for key in keys:
        outcome = session.space() if key == "_" else session.key(key.lower(), second=key.isupper())
    return outcome


def test_a_move_by_two_clicks_leaves_nothing_selected():
    session = session_at(Klondike(), klondike("8c", "7d", "9h"), autoplay=False)
    assert not session.click(seat_of(session, "7d")).steps
    assert session.click(seat_of(session, "8c")).steps
    assert session.selection is None


def test_a_card_that_cannot_go_where_nothing_can_be_taken_up_is_refused():
    session = session_at(Klondike(), klondike("9c", "7d", "8s"), autoplay=False)
    session.click(seat_of(session, "7d"))
    before = session.selection
    outcome = session.click(seat_of(session, "9c"))
    assert refused(outcome) is not None and outcome.card == cards.parse_card("7d")
    assert session.selection == before


def test_a_table_that_waits_for_its_redeal_says_so_whatever_is_tried():
    session = Session(Gaps(), deals.deck_of(1), autoplay=False)
    while not session.needs_redeal:
        session.play(session.rules.moves(session.position)[0])
    card = next(pile[0] for pile in session.position.piles if pile)
    seat = session.position.seat(card)
    assert refused(session.drop(seat, 0)) is Refusal.REDEAL_DUE


# Brain Jam


def test_a_click_makes_the_first_choice_and_a_second_click_the_second():
    position = brainjam("9c 2h", "9d 3h", home="Ah")
    session = jam(position)
    session.click(seat_of(session, "2h"))
    assert line(session) == ["2h>done"]
    session = jam(position)
    session.click(seat_of(session, "2h"), second=True)
    assert line(session) == ["2h>3h"]


def test_a_card_without_a_second_choice_says_so():
    session = jam(brainjam("9c 2h", "Kc", "Kd", "Kh", "Ks", "5c", "6d", "7h"))
    assert refused(session.click(seat_of(session, "2h"), second=True)) is Refusal.NO_SECOND


def test_a_click_on_a_covered_card_or_an_empty_place_is_refused_and_costs_nothing():
    session = jam(brainjam("9c 2h", ""))
    outcome = session.click(Seat(JAM_COLUMNS[0], 0))
    assert refused(outcome) is Refusal.COVERED
    assert outcome.card == cards.parse_card("9c")
    assert refused(session.click(Seat(JAM_COLUMNS[1], 0))) is Refusal.BARE
    assert session.moves == 0


def test_a_to_h_move_from_columns_and_i_to_l_from_reserves_and_shift_the_second_choice():
    position = brainjam("9c 2h", "9d 3h", reserve=["", "3d"], home="Ah 2d")
    session = jam(position)
    press(session, "jaB")
    assert line(session) == ["3d>done", "2h>done", "3h>empty-3"]


def test_keys_of_no_place_mean_nothing():
    session = jam(brainjam("9c"))
    for key in ("m", "1", " ", "", "ab", "é"):
        assert session.key(key) is None


def test_a_drop_reaches_any_place():
    session = jam(brainjam("9c 2h", "", "", reserve=["5c"]))
    session.drop(seat_of(session, "2h"), JAM_COLUMNS[2])
    session.drop(seat_of(session, "5c"), JAM_COLUMNS[1])
    session.drop(seat_of(session, "2h"), 4 + 3)
    assert line(session) == ["2h>empty-3", "5c>empty-2", "2h>reserve-4"]


def test_a_drop_on_the_card_itself_or_where_it_does_not_fit_is_refused():
    session = jam(brainjam("9c 2h", "9d"))
    assert refused(session.drop(seat_of(session, "2h"), JAM_COLUMNS[0])) is Refusal.MISFIT
    assert refused(session.drop(seat_of(session, "2h"), JAM_COLUMNS[1])) is Refusal.MISFIT
    assert refused(session.drop(seat_of(session, "2h"), 0)) is Refusal.NOT_NEXT
    assert session.moves == 0


def test_autoplay_follows_a_new_move_each_card_a_counted_action_of_its_own():
    session = jam(brainjam("2h Ah 9c", "3h", "8c"), autoplay=True)
    outcome = session.click(seat_of(session, "9c"))
    assert line(session) == ["9c>empty-4", "Ah>done", "2h>done", "3h>done"]
    assert session.moves == 4
    assert len(outcome.steps) == 4
    assert outcome.steps[-1] == session.position
    session.undo()
    assert line(session) == ["9c>empty-4", "Ah>done", "2h>done"]


def test_autoplay_waits_at_the_deal_and_after_undo_and_redo():
    session = jam(brainjam("9d Ah", "8c"), autoplay=True)
    assert session.moves == 0
    session.click(seat_of(session, "8c"))
    assert line(session) == ["8c>reserve-1", "Ah>done"]
    session.undo(2)
    assert session.moves == 0
    session.redo()
    assert line(session) == ["8c>reserve-1"]


def test_making_the_redone_move_by_hand_keeps_what_lies_ahead():
    session = jam(brainjam("9d", "8c"))
    press(session, "ab")
    session.undo(2)
    press(session, "a")
    assert session.history.can_redo
    session.undo()
    press(session, "b")
    assert not session.history.can_redo


def test_with_autoplay_off_space_plays_all_of_them_once_each_an_action():
    session = jam(brainjam("2h Ah", "3h", "9c"))
    assert len(session.space().steps) == 3
    assert line(session) == ["Ah>done", "2h>done", "3h>done"]
    session.undo()
    assert line(session) == ["Ah>done", "2h>done"]
    session.redo()
    assert refused(session.space()) is Refusal.PURGED


def test_a_click_is_taken_at_once_however_many_came_before():
    session = jam(brainjam("9d 8c 7h 6s", "Kc"))
    for card in ("6s", "7h", "8c"):
        session.click(seat_of(session, card))
    assert session.moves == 3


# La Peau


def test_a_click_selects_a_run_and_a_click_on_a_pile_places_it():
    session = peau(lapeau("Kd 9s 8h", "Td 5c", "Tc", home="Ac"))
    session.click(seat_of(session, "9s"))
    assert session.selected() == row("9s 8h")
    session.click(Seat(STACKS[3], 0))
    assert line(session) == ["9s>empty-4"]
    assert session.selected() == ()
    assert session.moves == 3


def test_a_click_on_the_selected_cards_cancels():
    session = peau(lapeau("Kd 9s 8h"))
    session.click(seat_of(session, "9s"))
    session.click(seat_of(session, "8h"))
    assert session.selected() == ()
    assert session.moves == 0


def test_a_click_on_a_card_that_does_not_take_the_selected_one_selects_it_instead():
    session = peau(lapeau("Kd 9s", "Qc 4d"))
    session.click(seat_of(session, "9s"))
    session.click(seat_of(session, "4d"))
    assert session.selected() == row("4d")


def test_a_click_on_a_card_that_cannot_be_taken_up_is_refused():
    session = peau(lapeau("Kd 9s 8h"))
    assert refused(session.click(seat_of(session, "Kd"))) is Refusal.COVERED
    assert refused(session.click(Seat(STACKS[5], 0))) is Refusal.BARE


def test_a_run_too_long_is_refused_with_how_many_could_move_and_stays_selected():
    session = peau(full_lapeau("Kd 9s 8h", "Td", empty=1))
    session.click(seat_of(session, "9s"))
    outcome = session.click(Seat(STACKS[12], 0))
    assert refused(outcome) is Refusal.TOO_LONG
    assert outcome.refusal is not None
    assert outcome.refusal.most == 1
    assert session.selected() == row("9s 8h")


def test_a_run_too_long_for_all_that_would_take_it_says_so_at_once():
    session = peau(full_lapeau("Kd 9s 8h 7c", "Td", empty=1))
    outcome = session.click(seat_of(session, "9s"))
    assert refused(outcome) is Refusal.TOO_LONG
    assert outcome.refusal is not None and outcome.refusal.most == 2
    assert session.selection is None


def test_a_letter_picks_a_pile_of_which_any_run_can_go_somewhere():
    session = peau(full_lapeau("Kd 9s 8h 7c", "Td", "8d", empty=0))
    press(session, "a")
    assert session.selected() == row("9s 8h 7c"), "the 7 of clubs has a place"
    session.cancel()
    assert refused(press(session, "b")) is Refusal.NOTHING
    assert session.selection is None


def test_targets_of_a_run_are_all_piles_that_take_it():
    session = peau(full_lapeau("Kd 9s 8h", "Td", "Th", "Tc", empty=2))
    assert session.targets(seat_of(session, "9s")) == {STACKS[n] for n in (1, 2, 11, 12)}
    assert session.targets(seat_of(session, "Tc")) == frozenset()


def test_escape_cancels_a_selection_and_only_then_something_else():
    session = peau(lapeau("Kd 9s"))
    session.click(seat_of(session, "9s"))
    assert session.cancel()
    assert session.selected() == ()
    assert not session.cancel()


def test_a_right_click_sends_a_card_home_whatever_the_caution_of_a_purge():
    session = peau(lapeau("Kd 4c", "9h 5d", home="3c"))
    assert refused(session.purge()) is Refusal.PURGED
    session.click(seat_of(session, "4c"), second=True)
    assert line(session) == ["4c>done"]
    assert refused(session.click(seat_of(session, "5d"), second=True)) is Refusal.NOT_NEXT
    assert refused(session.click(seat_of(session, "9h"), second=True)) is Refusal.COVERED


def test_a_letter_picks_a_stack_and_a_second_places_the_run_that_fits():
    session = peau(full_lapeau("Kd 9s 8h 7c", "Td", "9c", "8d", empty=3))
    press(session, "a")
    assert session.selected() == row("9s 8h 7c")
    press(session, "c")
    assert line(session) == ["8h>9c"]
    session.undo()
    press(session, "ad")
    assert line(session) == ["7c>8d"]
    session.undo()
    press(session, "ab")
    assert line(session) == ["9s>Td"]


def test_onto_an_empty_stack_a_letter_places_the_longest_run_that_can_go():
    session = peau(full_lapeau("Kd 9s 8h 7c", empty=1))
    press(session, "am")
    assert line(session) == ["7c>empty-13"]
    session = peau(full_lapeau("Kd 9s 8h 7c 6d", empty=2))
    press(session, "am")
    assert line(session) == ["7c>empty-13"]
    session = peau(full_lapeau("Kd 9s 8h 7c 6d", empty=3))
    press(session, "am")
    assert line(session) == ["9s>empty-13"]


def test_the_letter_repeated_shortens_the_run_by_one_and_past_its_end_cancels():
    session = peau(full_lapeau("Kd 9s 8h 7c", empty=3))
    press(session, "aa")
    assert session.selected() == row("8h 7c")
    press(session, "a")
    assert session.selected() == row("7c")
    press(session, "a")
    assert session.selected() == ()
    press(session, "aam")
    assert line(session) == ["8h>empty-13"]


def test_a_letter_then_space_sends_the_end_card_home():
    session = peau(lapeau("Kd 3h 2c", "9d 5h", home="Ac"))
    press(session, "a_")
    assert line(session) == ["2c>done"]
    assert refused(press(session, "b_")) is Refusal.NOT_NEXT


def test_space_with_nothing_selected_purges():
    session = peau(lapeau("2c Ac", "9d"))
    press(session, "_")
    assert line(session) == ["Ac>done", "2c>done"]


def test_a_letter_of_an_empty_stack_is_refused():
    session = peau(lapeau("Kd"))
    assert refused(press(session, "b")) is Refusal.BARE


def test_space_after_a_refused_letter_is_refused_too_and_purges_nothing():
    session = peau(full_lapeau("Kd 5c", "2c Ac"))
    assert refused(press(session, "a")) is Refusal.NOTHING
    assert refused(press(session, "_")) is Refusal.NOT_NEXT
    assert line(session) == []
    press(session, "_")
    assert line(session) == ["Ac>done", "2c>done"], "a Space of its own"


def test_a_letter_after_a_refused_one_is_its_target_and_the_next_begins_anew():
    session = peau(full_lapeau("Kd 5c", "Td", "9c"))
    assert refused(press(session, "ab")) is Refusal.MISFIT
    assert session.selection is None
    press(session, "cb")
    assert line(session) == ["9c>Td"]


def test_the_letter_of_an_empty_stack_makes_a_pair_with_the_next_key():
    session = peau(lapeau("2c Ac", "Td"))
    for keys in ("ca", "c_"):
        assert refused(press(session, keys)) is Refusal.BARE
    assert line(session) == [] and session.selection is None


def test_a_refused_letter_again_says_so_again():
    session = peau(full_lapeau("Kd 5c", "2c Ac"))
    assert refused(press(session, "aa")) is Refusal.NOTHING
    assert refused(press(session, "_")) is Refusal.NOT_NEXT


@pytest.mark.parametrize(
    "deed",
    [
        lambda session: session.click(Seat(STACKS[2], 0)),
        lambda session: session.drop(seat_of(session, "Ac"), STACKS[2]),
        lambda session: session.undo(),
        lambda session: session.cancel(),
        lambda session: session.key("?"),
    ],
    ids=["click", "drop", "undo", "cancel", "other-key"],
)
def test_anything_else_ends_what_a_refused_letter_began(deed):
    session = peau(full_lapeau("Kd 5c", "2c Ac"))
    press(session, "a")
    deed(session)
    session.cancel()
    press(session, "_")
    assert line(session) == ["Ac>done", "2c>done"]


def test_where_no_run_fits_a_letter_says_why_and_keeps_the_selection():
    session = peau(full_lapeau("Kd 9s 8h 7c", "Td", "4c", empty=1))
    assert refused(press(session, "ab")) is Refusal.TOO_LONG
    assert session.selected() == row("9s 8h 7c")
    assert refused(press(session, "c")) is Refusal.MISFIT


def test_one_undo_takes_back_a_whole_run_and_a_whole_purge():
    start = full_lapeau("Kd 9s 8h", "Td", "2c Ac", empty=1)
    session = peau(start)
    session.click(seat_of(session, "9s"))
    outcome = session.click(seat_of(session, "Td"))
    assert len(outcome.steps) == session.moves == 3
    session.purge()
    assert session.moves == 5
    session.undo()
    assert session.moves == 3
    session.undo()
    assert (session.moves, session.position) == (0, start)
    assert len(session.redo().steps) == 3
    assert len(session.redo().steps) == 2


def test_undo_goes_back_to_the_start_and_redo_to_the_first_undone_action():
    session = peau(lapeau("2c Ac", "Ad", "Ah"))
    for card in ("Ac", "Ad", "Ah"):
        session.click(seat_of(session, card), second=True)
    assert len(session.undo(99).steps) == 1
    assert refused(session.undo()) is Refusal.ONLY_REDO
    session.redo()
    assert line(session) == ["Ac>done"]
    session.to_end()
    assert line(session) == ["Ac>done", "Ad>done", "Ah>done"]
    assert refused(session.redo()) is Refusal.NO_REDO


def test_a_new_move_cuts_what_could_be_redone_and_the_graph_keeps_both_in_plain_mode_too():
    session = peau(lapeau("2c Ac", "Ad", "Ah"))
    session.click(seat_of(session, "Ac"), second=True)
    session.undo()
    session.click(seat_of(session, "Ad"), second=True)
    assert not session.history.can_redo
    session.undo()
    assert len(session.history.node.out) == 2


def test_a_game_is_in_progress_between_the_deal_and_the_win():
    session = peau(lapeau("Ks", home="Kc Kd Kh Qs"))
    assert not session.in_progress
    session = peau(lapeau("Ks Qs", home="Kc Kd Kh Js"))
    session.click(seat_of(session, "Qs"), second=True)
    assert session.in_progress
    session.click(seat_of(session, "Ks"), second=True)
    assert session.is_won
    assert not session.in_progress


# Gaps


def test_a_click_on_a_card_moves_it_and_on_a_gap_brings_the_card_that_fits():
    position = gaps("Kc 5h -- -- --", "Kd 6h 7s", "Ks --")
    session = session_at(Gaps(), position)
    session.click(seat_of(session, "6h"))
    assert line(session) == ["6h>5h"]
    session = session_at(Gaps(), position)
    session.click(Seat(2, 0))
    assert line(session) == ["6h>5h"]


def test_a_2_goes_to_the_first_free_row_and_with_shift_to_the_second():
    position = gaps("Kc 2c", "--", "Kd", "-- -- --")
    session = session_at(Gaps(), position)
    session.click(seat_of(session, "2c"))
    assert line(session) == ["2c>empty-2"]
    session.undo()
    session.click(seat_of(session, "2c"), second=True)
    assert line(session) == ["2c>empty-4"]
    session.undo()
    session.drop(seat_of(session, "2c"), 39)
    assert line(session) == ["2c>empty-4"]


def test_a_leftmost_gap_takes_the_first_free_2_by_suit_and_with_shift_the_second():
    session = session_at(Gaps(), gaps("Kc 2h 2d", "-- -- -- --", "2s", "Kd"))
    session.click(Seat(13, 0))
    assert line(session) == ["2c>empty-2"]
    session.undo()
    session.click(Seat(13, 0), second=True)
    assert line(session) == ["2d>empty-2"]


def test_a_to_d_fill_the_gaps_in_reading_order():
    position = gaps("Kc 5h --", "--", "Kd 9s -- --")
    session = session_at(Gaps(), position)
    press(session, "a")
    assert line(session) == ["6h>5h"]
    session.undo()
    press(session, "B")
    assert line(session) == ["2d>empty-2"]
    session.undo()
    press(session, "c")
    assert line(session) == ["Ts>9s"]
    session.undo()
    assert refused(press(session, "d")) is Refusal.AFTER_GAP
    assert session.key("e") is None


def test_a_card_that_cannot_move_is_refused_with_its_reason():
    session = session_at(Gaps(), gaps("2c 3c --", "Kd -- -- --"))
    assert refused(session.click(seat_of(session, "3c"))) is Refusal.FIXED
    assert refused(session.click(seat_of(session, "Kd"))) is Refusal.NOTHING
    assert session.moves == 0


def test_a_redeal_is_refused_while_a_card_can_move_and_counts_one_move():
    session = Session(Gaps(), deals.deck_of(1))
    assert refused(session.redeal()) is Refusal.NOT_STUCK
    while not session.needs_redeal:
        session.play(session.rules.moves(session.position)[0])
    before = session.moves
    assert session.turns_left == 2
    session.redeal()
    assert (session.moves, session.turns_left) == (before + 1, 1)
    dealt = session.position
    session.undo()
    session.redo()
    assert session.position == dealt


# Klondike


def test_a_click_on_the_reserve_pulls_and_then_turns_over():
    session = session_at(Klondike(), klondike("9c", reserve="5d 4c"))
    reserve = Seat(RESERVE_PILE, 0)
    for _ in range(3):
        session.click(reserve)
    assert line(session) == ["pull", "pull", "turn"]
    assert session.turns_left == 1
    assert session.moves == 3


def test_a_letter_that_is_refused_and_then_space_pulls_and_turns_nothing_over():
    session = session_at(Klondike(), klondike("9c", "5d", pull="7c", home="Ah"))
    assert refused(press(session, "b")) is Refusal.NOTHING
    assert refused(press(session, "_")) is Refusal.NOT_NEXT
    assert line(session) == []
    press(session, "_")
    assert line(session) == ["turn"], "a Space of its own"


def test_after_the_letter_of_an_empty_pile_space_pulls():
    session = session_at(Klondike(), klondike("9c", reserve="5d 7c"))
    assert refused(press(session, "h")) is Refusal.BARE
    press(session, "_")
    assert line(session) == ["pull"]


def test_a_third_turn_over_and_a_click_with_both_empty_are_refused_and_cost_nothing():
    session = session_at(Klondike(), klondike("9c", pull="5d", used=2))
    assert refused(session.click(Seat(RESERVE_PILE, 0))) is Refusal.NO_TURNS
    session = session_at(Klondike(), klondike("9c"))
    assert refused(session.click(Seat(RESERVE_PILE, 0))) is Refusal.NO_CARDS
    assert refused(session.space()) is Refusal.NO_CARDS
    assert session.moves == 0


def test_a_click_on_the_reserve_pulls_also_while_a_card_is_selected():
    session = session_at(Klondike(), klondike("9c", reserve="5d"))
    session.click(seat_of(session, "9c"))
    session.click(Seat(RESERVE_PILE, 0))
    assert line(session) == ["pull"]
    assert session.selected() == ()


def test_a_run_is_selected_and_placed_as_in_la_peau():
    session = session_at(Klondike(), klondike("2c | 8s 7h", "9d", "9h"))
    session.click(seat_of(session, "8s"))
    assert session.selected() == row("8s 7h")
    session.click(seat_of(session, "9h"))
    assert line(session) == ["8s>9h"]
    assert session.moves == 1


def test_a_left_click_on_a_done_stack_selects_its_top_card():
    session = session_at(Klondike(), klondike("4s", home="3h"))
    session.click(Seat(FOUNDATIONS[2], 2))
    session.click(seat_of(session, "4s"))
    assert line(session) == ["3h>4s"]


def test_a_right_click_on_a_done_stack_purges():
    session = session_at(Klondike(), klondike("3d Ac", "5d", pull="2h", home="Ah"))
    session.click(Seat(FOUNDATIONS[0], 0), second=True)
    assert line(session) == ["Ac>done", "2h>done"]
    session.undo()
    assert session.moves == 0


def test_a_right_click_on_a_card_sends_it_home_if_it_may_go():
    session = session_at(Klondike(), klondike("9d 4c", pull="9h 2h", home="3c Ah"))
    session.click(seat_of(session, "4c"), second=True)
    session.click(seat_of(session, "2h"), second=True)
    assert line(session) == ["4c>done", "2h>done"]
    assert refused(session.click(seat_of(session, "9d"), second=True)) is Refusal.NOT_NEXT


def test_letters_pick_columns_h_the_pull_stack_and_digits_the_done_stacks():
    session = session_at(Klondike(), klondike("9c", "8d", "4s", pull="2c 7s", home="3h"))
    press(session, "hbba3c")
    assert line(session) == ["7s>8d", "8d>9c", "3h>4s"]


def test_a_letter_then_a_digit_or_space_sends_a_card_home():
    session = session_at(Klondike(), klondike("9d 4c", pull="2h", home="3c Ah"))
    press(session, "a1h_")
    assert line(session) == ["4c>done", "2h>done"]


def test_space_with_nothing_selected_pulls_or_turns_over():
    session = session_at(Klondike(), klondike("9c", reserve="5d"))
    press(session, "__")
    assert line(session) == ["pull", "turn"]


def test_a_king_is_placed_by_key_on_the_empty_column_chosen():
    session = session_at(Klondike(), klondike("5d | Kc", "Qh"))
    press(session, "ag")
    assert line(session) == ["Kc>empty-7"]
    assert after(Klondike(), session.position, "Qh>Kc").piles[COLUMNS[6]] == row("Kc Qh")


def test_the_pull_stack_is_no_place_to_lay_a_card():
    session = session_at(Klondike(), klondike("9c", "5d", pull="Td"))
    assert refused(session.drop(seat_of(session, "9c"), PULL_PILE)) is not None
    assert refused(session.drop(seat_of(session, "9c"), RESERVE_PILE)) is not None
    assert session.moves == 0


# Every game


@pytest.mark.parametrize("branching", [False, True])
def test_what_is_played_is_handed_on_as_text_with_whether_it_is_new(branching: bool):
    told: list[tuple[str, bool]] = []
    session = session_at(
        LaPeau(),
        lapeau("2c Ac", "Kd 9s 8h"),
        branching=branching,
        keep=lambda session: told.append(session.last_change[:2]),
    )
    session.purge()
    session.play(Move.parse("9s>empty"))
    session.undo()
    session.redo()
    session.undo()
    assert told[0] == ("Ac>done+2c>done", True)
    assert told[1] == ("9s>empty-1", True)
    assert [what for what, _ in told[2:]] == ["undo", "redo", "undo"]
    assert not any(played for _, played in told[2:])


def test_a_refused_command_hands_nothing_on():
    told: list[str] = []
    session = session_at(
        BrainJam(), brainjam("9c"), keep=lambda session: told.append(session.last_change.text)
    )
    session.undo()
    session.key("b")
    session.play(Move.parse("9c>done"))
    assert told == []


def test_an_empty_place_is_named_when_it_is_taken_so_that_redo_finds_it():
    session = peau(lapeau("Kd 9s", "", "Qc"))
    session.play(Move.parse("9s>empty"))
    assert line(session) == ["9s>empty-2"]
    session.undo()
    session.play(Move.parse("9s>empty-2"))
    assert len(session.history) == 2


def test_the_answer_that_redo_follows_is_told_to_whoever_saves():
    told = []
    start = lapeau("Ks", "Kh", home="Kc Kd Qh Qs")
    session = peau(start, branching=True, keep=lambda session: told.append(session.last_change[:2]))
    session.play(Move.parse("Ks>done"))
    assert session.follow_answer().refusal is not None
    assert [what for what, _ in told] == ["Ks>done"]
    session.play(Move.parse("Kh>done"))
    session.to_start()
    assert session.follow_answer().refusal is None
    assert told[-1] == ("follow-answer", False)


def test_the_best_answer_is_the_shortest_of_the_history():
    start = lapeau("Ks", "Kh", home="Kc Kd Qh Qs")
    session = peau(start, branching=True)
    session.play(Move.parse("Ks>done"))
    session.play(Move.parse("Kh>done"))
    assert texts(flatten(best_answer(session.history))) == ["Ks>done", "Kh>done"]
    session.to_start()
    session.play(Move.parse("Kh>done"), Move.parse("Ks>done"))
    assert session.is_won
    assert len(flatten(best_answer(session.history))) == 2


def test_an_ordinary_move_is_not_told_to_be_a_shortest_answer():
    session = jam(brainjam("9c 2h", "9d 3h", home="Ah"))
    assert not session.play(Move.parse("2h>done")).shortest
    assert not session.undo().shortest


def test_backspace_forgets_the_last_action_and_only_undoes_one_from_which_more_was_tried():
    session = jam(brainjam("9c 2h", "9d 3h", home="Ah"))
    assert refused(session.forget()) is Refusal.NO_UNDO
    press(session, "ab")
    session.undo()
    session.forget()
    assert line(session) == [] and session.history.can_redo and len(session.history) == 3
    session.to_end()
    session.forget()
    session.forget()
    assert line(session) == [] and not session.history.can_redo and len(session.history) == 1


def test_a_bookmark_marks_where_one_stands():
    session = jam(brainjam("9c 2h", "9d 3h", home="Ah"))
    session.play(Move.parse("2h>done"))
    session.bookmark()
    assert [mark.step.key for mark in session.history.bookmarks] == [session.history.here]


def test_the_end_of_a_column_has_choices_and_a_covered_card_has_none():
    session = jam(brainjam("9c 2h", "9d 3h", home="Ah"))
    assert session.choices(seat_of(session, "2h"))[0] == Move.parse("2h>done")
    assert session.choices(seat_of(session, "9c")) == []


def test_a_line_that_is_taken_leaves_what_was_played_in_plain_history_too():
    session = jam(brainjam("9c 2h", "9d 3h", home="Ah"))
    session.play(Move.parse("3h>reserve"))
    own = session.history.here
    session.add_line([Move.parse("2h>done"), Move.parse("3h>done")])
    assert own in session.history and made(session.history) == []
    assert not session.history.branching
    session.redo()
    session.redo()
    assert line(session) == ["2h>done", "3h>done"]


def test_a_line_with_a_move_that_is_refused_changes_nothing():
    session = jam(brainjam("9c 2h", "9d 3h", home="Ah"))
    session.play(Move.parse("3h>reserve"))
    own = session.history.here
    with pytest.raises(IllegalMove):
        session.add_line([Move.parse("2h>done"), Move.parse("9d>done")])
    assert not session.history.branching
    assert session.history.here == own and len(session.history) == 2


def test_a_line_that_cannot_be_kept_leaves_the_history_plain():
    def fail(session):
        raise OSError

    session = jam(brainjam("9c 2h", "9d 3h", home="Ah"), keep=fail)
    with pytest.raises(OSError):
        session.add_line([Move.parse("2h>done")])
    assert not session.history.branching


def test_an_action_is_saved_with_its_empty_place_named_and_following_a_line_tells_each_once():
    told: list[tuple[str, bool]] = []
    session = session_at(
        LaPeau(),
        lapeau("2c Ac", "Kd 9s 8h", ""),
        keep=lambda session: told.append(session.last_change[:2]),
    )
    session.play(Move.parse("9s>empty"))
    assert told == [("9s>empty-3", True)]
    here = session.history.here
    session.play_line(here, [Move.parse("Ac>done")])
    assert [what for what, _ in told[1:]] == ["Ac>done"], "one stands there already"
    session.play_line(here, [])
    assert told[-1] == ("goto", False)


def test_what_is_let_go_of_above_its_own_pile_stays_and_above_another_goes_there():
    session = peau(lapeau("Kd 9s", "10h", "Qc"))
    session.click(seat_of(session, "9s"))
    pile = seat_of(session, "9s").pile
    assert session.place_on(pile) == Outcome() and line(session) == []
    session.click(seat_of(session, "9s"))
    session.place_on(seat_of(session, "10h").pile)
    assert line(session) == ["9s>Th"]


def test_a_line_is_played_from_its_node_wherever_the_player_stands():
    session = session_at(Klondike(), klondike("8c", "7d", "9h"), autoplay=False)
    first, second = Move.parse("8c>9h"), Move.parse("7d>8c")
    session.play(first)
    node = session.history.here
    session.undo()
    assert session.play_line(node, [second]).refusal is None
    assert line(session) == ["8c>9h", "7d>8c"]
