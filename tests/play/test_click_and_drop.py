"""From clicks, drops and keys to moves, where test_session leaves something to say."""

from __future__ import annotations

import pytest
from handwritten_positions import (
    ALL_RULES,
    brainjam,
    full_lapeau,
    gaps,
    klondike,
    lapeau,
    rules_name,
)
from hypothesis import given
from hypothesis import strategies as st
from test_rules_contract import walk

from game.core.moves import Move
from game.core.position import Seat
from game.play import click_and_drop
from game.play.click_and_drop import Selection
from game.rules import BrainJam, Gaps, IllegalMove, Klondike, LaPeau, Refusal, Rules
from game.rules.klondike import COLUMNS, FOUNDATIONS, RESERVE_PILE
from game.rules.lapeau import COLUMNS as STACKS


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)
@given(seed=st.integers(0, 2**32))
def test_the_targets_of_all_cards_are_all_moves_of_cards(rules: Rules, seed: int):
    *_, position = walk(rules, seed)
    reached = {
        rules.key(rules.apply(position, rules.aim(position, card, pile)))
        for held in position.piles
        for card in held
        for pile in click_and_drop.targets(rules, position, card)
    }
    ways = {
        rules.key(rules.apply(position, move))
        for move in rules.moves(position)
        if move.card is not None
    }
    # A drop may also do what changes no more than the place.
    assert reached - {rules.key(position)} == ways


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)
@given(seed=st.integers(0, 2**32))
def test_only_a_card_that_can_be_taken_up_has_targets(rules: Rules, seed: int):
    *_, position = walk(rules, seed)
    for pile, held in enumerate(position.piles):
        for depth, card in enumerate(held):
            if click_and_drop.targets(rules, position, card):
                assert click_and_drop.is_selectable(rules, position, Seat(pile, depth))


def test_an_empty_place_holds_no_card():
    position = brainjam("9c 5h")
    assert click_and_drop.card_at(position, Seat(8, 1)) == 18
    assert click_and_drop.card_at(position, Seat(9, 0)) is None


def test_a_letter_takes_up_the_longest_run_of_its_pile():
    position = lapeau("Kd 9s 8h 7c")
    assert click_and_drop.pick(LaPeau(), position, STACKS[0]) == Selection(Seat(STACKS[0], 1), True)
    with pytest.raises(IllegalMove, match=Refusal.BARE.value.text):
        click_and_drop.pick(LaPeau(), position, STACKS[1])


def test_a_run_chosen_by_a_click_is_not_changed_to_make_it_fit():
    position = full_lapeau("Kd 9s 8h 7c", "9c", empty=2)
    with pytest.raises(IllegalMove, match=Refusal.MISFIT.value.text):
        click_and_drop.place_for(LaPeau(), position, Selection(Seat(STACKS[0], 1)), STACKS[1])
    by_key = Selection(Seat(STACKS[0], 1), by_key=True)
    assert str(click_and_drop.place_for(LaPeau(), position, by_key, STACKS[1])) == "8h>9c"


def test_keys_are_letters_of_piles_in_either_case():
    position = klondike("9c")
    assert click_and_drop.pile_of_key(Klondike(), position, "a") == COLUMNS[0]
    assert click_and_drop.pile_of_key(Klondike(), position, "G") == COLUMNS[6]
    assert click_and_drop.pile_of_key(Klondike(), position, "4") == FOUNDATIONS[3]
    for key in ("i", "0", "5", " ", "", "aa", "ß"):
        assert click_and_drop.pile_of_key(Klondike(), position, key) is None


def test_the_stock_pulls_while_it_has_cards_and_other_games_have_none():
    assert click_and_drop.stock_move(Klondike(), klondike(reserve="5c")) == Move(None, "pull")
    assert click_and_drop.stock_move(Klondike(), klondike(pull="5c")) == Move(None, "turn")
    assert click_and_drop.stock_move(LaPeau(), lapeau("5c")) is None
    assert click_and_drop.stock_move(BrainJam(), brainjam("5c")) is None


def test_in_gaps_a_click_on_a_card_in_sequence_is_refused_before_anything_else():
    position = gaps("2c 3c --", "Kd -- -- --")
    with pytest.raises(IllegalMove, match=Refusal.FIXED.value.text):
        click_and_drop.choice(Gaps(), position, Seat(1, 0))


def test_a_click_selects_nothing_from_the_reserve():
    position = klondike("9c", reserve="5c")
    assert not click_and_drop.is_selectable(Klondike(), position, Seat(RESERVE_PILE, 0))
