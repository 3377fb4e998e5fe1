"""Gaps, sentence by sentence of its spec."""

import hashlib
from random import Random

import pytest
from handwritten_positions import after, gaps, refusal, texts

from game.core import cards, deals
from game.core.cards import parse_card
from game.core.moves import Move
from game.core.position import Position, Seat
from game.rules import Gaps, IllegalMove, Refusal
from game.rules.gaps import ROW_STARTS, shuffled

AFTER = Gaps()
RANDOM = Gaps("random-gaps")
both = pytest.mark.parametrize("rules", [AFTER, RANDOM], ids=["after", "random"])
IN_ORDER = [" ".join(f"{rank}{suit}" for rank in "23456789TJQK") + " --" for suit in "shdc"]


def first_stuck(rules: Gaps, number: int, road: int = 0) -> Position:
    """A deal played until no card can move, the first move or another one each time."""
    random = Random(road)
    position = rules.deal(deals.deck_of(number))
    while not rules.needs_redeal(position):
        moves = rules.moves(position)
        position = rules.apply(position, random.choice(moves) if road else moves[0])
    return position


def slot(row: int, place: int) -> int:
    return (row - 1) * 13 + place - 1


def test_four_rows_of_thirteen_and_the_aces_are_taken_out():
    start = AFTER.deal(cards.FULL_DECK)
    assert start.piles[:4] == ((), (), (), ())
    assert start.piles[4:] == tuple((card,) for card in range(4, 52))
    assert start.deck == cards.LETTERS


def test_the_leftmost_gap_of_a_row_takes_any_2():
    position = gaps("--", "Kc 2c 3d 2h", "--", "2d Kd 2s -- --")
    assert texts(AFTER.moves(position))[:3] == ["2c>empty-1", "2h>empty-1", "2s>empty-1"]
    assert refusal(AFTER, position, "2h>empty-1") is None
    assert refusal(AFTER, position, "2h>empty-3") is None
    assert refusal(AFTER, position, "2h>empty-2") is Refusal.MISFIT
    assert refusal(AFTER, position, "3d>empty-1") is Refusal.MISFIT


def test_a_gap_to_the_right_of_a_card_takes_the_next_rank_of_its_suit():
    position = gaps("Kc 5h -- -- --", "Kd 6h 6d", "Ks --")
    assert texts(AFTER.moves(position)) == ["6h>5h"]
    assert refusal(AFTER, position, "6h>5h") is None
    assert refusal(AFTER, position, "6d>5h") is Refusal.MISFIT


def test_a_gap_to_the_right_of_a_king_or_of_another_gap_takes_nothing():
    position = gaps("Kc -- --", "Kd -- --")
    assert all(AFTER.candidates(position, gap) == [] for gap in AFTER.gaps(position))
    assert texts(AFTER.moves(position)) == ["redeal"]


def test_a_2_that_goes_nowhere_in_particular_goes_to_the_first_free_leftmost_slot():
    position = gaps("Kc 2c", "--", "Kd", "-- -- --")
    assert after(AFTER, position, "2c>empty").seat(parse_card("2c")) == Seat(slot(2, 1), 0)
    assert texts(AFTER.choices(position, slot(1, 2))) == ["2c>empty-2", "2c>empty-4"]


def test_clicking_a_leftmost_gap_brings_the_free_2s_by_suit_order():
    position = gaps("Kc 2h 2c 2d", "-- -- -- --", "2s", "Kd")
    assert texts(AFTER.choices(position, slot(2, 1))) == ["2c>empty-2", "2d>empty-2", "2h>empty-2"]


def test_clicking_any_other_gap_brings_the_one_card_that_fits_it():
    position = gaps("Kc 5h -- -- --", "Kd 6h", "Ks --")
    assert texts(AFTER.choices(position, slot(1, 3))) == ["6h>5h"]
    with pytest.raises(IllegalMove, match=Refusal.AFTER_GAP.value.text):
        AFTER.choices(position, slot(1, 4))


def test_a_run_from_a_2_in_the_leftmost_slot_in_suit_and_unbroken_is_fixed():
    position = gaps("2c 3c 4c 6c --", "2d 3h --", "3s 4s --", "2s --")
    assert [AFTER.sequence(position, row) for row in range(4)] == [3, 1, 0, 1]
    assert AFTER.score(position) == 5
    for fixed in (slot(1, 1), slot(1, 3), slot(2, 1)):
        with pytest.raises(IllegalMove, match=Refusal.FIXED.value.text):
            AFTER.run(position, Seat(fixed, 0))
    assert AFTER.run(position, Seat(slot(1, 4), 0)) == (parse_card("6c"),)


def test_a_card_in_sequence_does_not_move_again():
    position = gaps("2c", "-- -- -- --", "Kd", "Kh")
    assert refusal(AFTER, position, "2c>empty-2") is Refusal.FIXED
    with pytest.raises(IllegalMove, match=Refusal.FIXED.value.text):
        AFTER.choices(position, slot(1, 1))


def test_runs_that_lie_in_sequence_by_the_deal_count_at_once():
    by_suit = [cards.card(rank, suit) for suit in range(4) for rank in (*range(1, 13), 0)]
    assert AFTER.score(AFTER.deal(by_suit)) == 48
    assert AFTER.is_won(AFTER.deal(by_suit))


def test_48_in_sequence_is_won_whatever_row_holds_which_suit():
    assert AFTER.is_won(gaps(*IN_ORDER))
    assert AFTER.moves(gaps(*IN_ORDER)) == []
    assert not AFTER.is_stuck(gaps(*IN_ORDER))
    shifted = gaps(*("-- " + row.removesuffix(" --") for row in IN_ORDER))
    assert AFTER.score(shifted) == 0
    assert not AFTER.is_won(shifted)


@both
def test_a_redeal_waits_until_no_card_can_move(rules: Gaps):
    start = rules.deal(deals.deck_of(1))
    assert refusal(rules, start, "redeal") is Refusal.NOT_STUCK
    assert not rules.needs_redeal(start)
    stuck = first_stuck(rules, 1)
    assert rules.needs_redeal(stuck)
    assert refusal(rules, stuck, "redeal") is None


def test_a_won_table_is_not_redealt():
    assert refusal(AFTER, gaps(*IN_ORDER), "redeal") is Refusal.NOT_STUCK


@both
def test_there_are_two_redeals_in_a_game_and_then_it_is_stuck(rules: Gaps):
    assert rules.max_redeals == 2
    position = first_stuck(rules, 1)
    for redeals in (1, 2):
        assert not rules.is_stuck(position)
        (redeal,) = rules.moves(position)
        position = rules.apply(position, redeal)
        assert position.used == redeals
        while (moves := rules.moves(position)) and moves[0].card is not None:
            position = rules.apply(position, moves[0])
    assert rules.is_stuck(position)
    assert refusal(rules, position, "redeal") is Refusal.NO_REDEALS


@both
@pytest.mark.parametrize("number", range(5))
def test_a_redeal_leaves_the_sequences_and_deals_the_rest(rules: Gaps, number: int):
    before = first_stuck(rules, number)
    dealt = rules.apply(before, rules.moves(before)[0])
    for row, start in enumerate(ROW_STARTS):
        length = rules.sequence(before, row)
        assert dealt.piles[start : start + length] == before.piles[start : start + length]
        assert rules.sequence(dealt, row) >= length
    assert sorted(dealt.piles) == sorted(before.piles)
    assert dealt.piles != before.piles


@pytest.mark.parametrize("number", range(5))
def test_by_default_each_rows_gap_comes_directly_after_its_sequence(number: int):
    before = first_stuck(AFTER, number)
    dealt = after(AFTER, before, "redeal")
    expected = [start + AFTER.sequence(before, row) for row, start in enumerate(ROW_STARTS)]
    assert AFTER.gaps(dealt) == expected


def test_with_the_option_the_gaps_are_shuffled_in():
    directly_after = 0
    for number in range(8):
        before = first_stuck(RANDOM, number)
        gaps_now = RANDOM.gaps(after(RANDOM, before, "redeal"))
        expected = [start + RANDOM.sequence(before, row) for row, start in enumerate(ROW_STARTS)]
        directly_after += gaps_now == expected
        assert len(gaps_now) == 4
    assert directly_after == 0


def test_the_same_position_redealt_gives_the_same_cards_by_any_road():
    ends: dict[tuple, Position] = {}
    met_again = 0
    for road in range(1, 400):
        position = first_stuck(AFTER, 7, road)
        dealt = after(AFTER, position, "redeal")
        met_again += position.piles in ends
        assert ends.setdefault(position.piles, dealt) == dealt
    assert met_again > 10
    assert len(ends) > 1


def test_a_redeal_depends_on_the_deck_its_index_and_the_sequences():
    before = first_stuck(AFTER, 1)
    dealt = after(AFTER, before, "redeal").piles
    other_deck = Position(before.piles, used=0, deck=before.deck[::-1])
    second = Position(before.piles, used=1, deck=before.deck)
    assert after(AFTER, other_deck, "redeal").piles != dealt
    assert after(AFTER, second, "redeal").piles != dealt


def test_the_loose_cards_are_shuffled_from_sorted_order_so_their_places_do_not_matter():
    before = first_stuck(AFTER, 1)
    loose = [s for s, held in enumerate(before.piles) if held and not AFTER.is_fixed(before, s)]
    kings = [s for s in loose if before.piles[s][0] >= 48]
    table = list(before.piles)
    one, other = kings[:2]
    table[one], table[other] = table[other], table[one]
    moved = Position(tuple(table), deck=before.deck)
    assert AFTER.needs_redeal(moved)
    assert after(AFTER, moved, "redeal") == after(AFTER, before, "redeal")


def test_a_redeal_is_pinned_for_ever():
    before = first_stuck(AFTER, 1)
    dealt = after(AFTER, before, "redeal")
    text = " ".join(cards.name(held[0]) if held else "--" for held in dealt.piles[:13])
    assert text == "2d 3d 4d 5d 6d -- Jh 6c 8d 4s Td Kd 9h"
    dealt = after(RANDOM, before, "redeal")
    text = " ".join(cards.name(held[0]) if held else "--" for held in dealt.piles[:13])
    assert text == "2d 3d 4d 5d 6d 8h 4s 5s Qs Ks -- Jc Qd"


def test_the_shuffle_is_that_of_its_description():
    """Fisher and Yates from the end, with 32-bit numbers out of SHA-256, drawn again where they
    would not be even.
    """
    base = hashlib.sha256(b"seed").digest()
    stream = b"".join(
        hashlib.sha256(base + counter.to_bytes(8, "big")).digest() for counter in range(20)
    )
    numbers = iter(int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4))
    expected = list(range(48))
    for last in range(47, 0, -1):
        number = next(n for n in numbers if n < 2**32 - 2**32 % (last + 1))
        other = number % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert shuffled(range(48), "seed") == expected


def test_every_place_of_a_shuffle_is_equally_likely():
    counts = [[0] * 5 for _ in range(5)]
    for seed in range(2000):
        for place, thing in enumerate(shuffled(range(5), str(seed))):
            counts[thing][place] += 1
    assert all(330 < count < 470 for row in counts for count in row)


def test_no_gap_is_alive_but_a_redeal_is_left_is_not_stuck():
    position = first_stuck(AFTER, 1)
    assert not AFTER.is_stuck(position)
    assert AFTER.is_stuck(Position(position.piles, used=2, deck=position.deck))


def test_gaps_are_a_to_d_in_reading_order():
    letters = AFTER.letters(gaps("Kc -- --", "--", "", ". --"))
    assert [letters[at] for at in (slot(1, 2), slot(1, 3), slot(2, 1), slot(4, 2))] == list("ABCD")
    assert letters.replace(" ", "") == "ABCD"


def test_every_slot_and_the_redeals_used_make_a_position():
    start = AFTER.deal(deals.deck_of(1))
    assert AFTER.key(start) != AFTER.key(Position(start.piles, used=1, deck=start.deck))


def test_a_drop_names_the_row_or_the_card_to_the_left():
    position = gaps("Kc 2c 5h --", "6h", "-- -- --")
    assert AFTER.aim(position, parse_card("2c"), slot(3, 1)) == Move(parse_card("2c"), "empty", 3)
    assert str(AFTER.aim(position, parse_card("6h"), slot(1, 4))) == "6h>5h"
    wrong = AFTER.aim(position, parse_card("6h"), slot(3, 3))
    with pytest.raises(IllegalMove, match=Refusal.MISFIT.value.text):
        AFTER.apply(position, wrong)


def test_there_is_no_purge_and_nothing_goes_by_itself():
    start = AFTER.deal(deals.deck_of(1))
    assert AFTER.purge(start) == ()
    assert AFTER.auto_move(start, parse_card("2c")) is None
