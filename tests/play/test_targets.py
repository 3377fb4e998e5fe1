"""Where cards can go by click, drop and key, for any position that random play comes to."""

from __future__ import annotations

import pytest
from handwritten_positions import ALL_RULES, full_lapeau, rules_name, session_at
from hypothesis import given
from hypothesis import strategies as st
from test_rules_contract import walk

from game.core.position import Seat
from game.rules import LaPeau, Refusal, Rules
from game.rules.lapeau import COLUMNS as STACKS


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)
@given(seed=st.integers(0, 2**32))
def test_the_targets_of_all_cards_are_all_moves_of_cards_that_can_be_taken_up(
    rules: Rules, seed: int
):
    *_, position = walk(rules, seed)
    session = session_at(rules, position)
    reached = {rules.key(position)}
    for card, seat in position.seats():
        targets = session.targets(seat)
        assert session.is_selectable(seat) or not targets
        reached |= {
            rules.key(rules.apply(position, rules.aim(position, card, to))) for to in targets
        }
    ways = {
        rules.key(rules.apply(position, m)) for m in rules.moves(position) if m.card is not None
    }
    # A drop may also do what changes no more than the place.
    assert reached == ways | {rules.key(position)}


def test_a_run_chosen_by_a_click_is_not_changed_to_make_it_fit():
    session = session_at(LaPeau(), full_lapeau("Kd 9s 8h 7c", "9c", empty=2))
    refused = session.drop(Seat(STACKS[0], 1), STACKS[1]).refusal
    assert refused is not None and refused.refusal is Refusal.MISFIT
    session.key("a")
    session.key("b")
    assert session.last_change.text == "8h>9c"
