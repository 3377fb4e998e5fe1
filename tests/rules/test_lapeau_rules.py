"""La Peau, sentence by sentence of its spec."""

from collections.abc import Iterator

import pytest
from handwritten_positions import after, full_lapeau, lapeau, refusal, row, texts

from game.core.cards import parse_card
from game.core.moves import Move
from game.core.position import Position, Seat
from game.rules import IllegalMove, LaPeau, Refusal
from game.rules.lapeau import COLUMNS, capacity, shuttle, single_moves

ALTERNATE = LaPeau()
SAME = LaPeau("same")
both = pytest.mark.parametrize("rules", [ALTERNATE, SAME], ids=lambda rules: rules.policy)


def most(rules: LaPeau, position: Position, move_card: str, onto: str) -> int:
    """How many cards the refusal of a run that is too long says could move."""
    with pytest.raises(IllegalMove, match="at most") as caught:
        after(rules, position, f"{move_card}>{onto}")
    return caught.value.most


def test_the_deck_is_dealt_row_by_row_over_thirteen_stacks_of_four():
    start = ALTERNATE.deal(tuple(range(52)))
    assert [start.piles[column] for column in COLUMNS] == [
        tuple(range(first, 52, 13)) for first in range(13)
    ]


def test_alternate_colours_is_the_default_policy():
    assert LaPeau() == ALTERNATE
    assert (ALTERNATE.policy, SAME.policy) == ("alternate", "same")


def test_stacks_build_down_in_alternate_colours():
    position = lapeau("8s", "7h", "7d", "7c", "6h")
    assert refusal(ALTERNATE, position, "7h>8s") is None
    assert refusal(ALTERNATE, position, "7d>8s") is None
    assert refusal(ALTERNATE, position, "7c>8s") is Refusal.MISFIT
    assert refusal(ALTERNATE, position, "6h>8s") is Refusal.MISFIT
    assert refusal(ALTERNATE, position, "8s>7h") is Refusal.MISFIT


def test_stacks_build_down_in_suit():
    position = lapeau("8s", "7s", "7h", "7c")
    assert refusal(SAME, position, "7s>8s") is None
    assert refusal(SAME, position, "7h>8s") is Refusal.MISFIT
    assert refusal(SAME, position, "7c>8s") is Refusal.MISFIT


@both
def test_any_card_goes_to_an_empty_stack(rules: LaPeau):
    position = full_lapeau("9c 5h", "9d Qs", empty=1)
    assert refusal(rules, position, "5h>empty") is None
    assert refusal(rules, position, "Qs>empty-13") is None
    assert refusal(rules, full_lapeau("9c 5h"), "5h>empty") is Refusal.OCCUPIED


@both
def test_an_end_card_goes_home_when_it_is_the_next_of_its_suit(rules: LaPeau):
    position = lapeau("2h", "Ah 9c", "Ad")
    assert refusal(rules, position, "2h>done") is Refusal.NOT_NEXT
    assert refusal(rules, position, "Ah>done") is Refusal.COVERED
    assert refusal(rules, position, "Ad>done") is None


@both
def test_a_card_never_comes_back_from_a_done_stack(rules: LaPeau):
    position = lapeau("3s", "3h", home="2h")
    assert refusal(rules, position, "2h>3s") is Refusal.NOT_THERE
    assert refusal(rules, position, "2h>3h") is Refusal.NOT_THERE


def test_choosing_a_card_inside_a_sequence_takes_it_and_all_below_it():
    position = lapeau("Kc 9s 8h 7c")
    assert ALTERNATE.run(position, Seat(COLUMNS[0], 1)) == row("9s 8h 7c")
    assert ALTERNATE.run(position, Seat(COLUMNS[0], 2)) == row("8h 7c")
    with pytest.raises(IllegalMove, match=Refusal.COVERED.value.text):
        ALTERNATE.run(position, Seat(COLUMNS[0], 0))


RUN = ("9s", "8h", "7c", "6d", "5s", "4h", "3c", "2d", "As")
# What each of them fits on, in another stack.
ONTO = ("Td", "9c", "8d", "7s", "6h", "5c", "4d", "3s", "2h")


@pytest.mark.parametrize(("empty", "cards_at_once"), [(0, 1), (1, 2), (2, 4), (3, 8)])
def test_onto_a_card_two_to_the_number_of_empty_stacks_can_move(empty: int, cards_at_once: int):
    fits, too_long = RUN[-cards_at_once:], RUN[-cards_at_once - 1 :]
    position = full_lapeau(f"Kd {' '.join(fits)}", ONTO[-cards_at_once], empty=empty)
    assert refusal(ALTERNATE, position, f"{fits[0]}>{ONTO[-cards_at_once]}") is None
    position = full_lapeau(f"Kd {' '.join(too_long)}", ONTO[-cards_at_once - 1], empty=empty)
    assert most(ALTERNATE, position, too_long[0], ONTO[-cards_at_once - 1]) == cards_at_once


@pytest.mark.parametrize(("others", "cards_at_once"), [(0, 1), (1, 2), (2, 4)])
def test_to_an_empty_stack_two_to_the_number_of_the_other_empty_ones_can_move(
    others: int, cards_at_once: int
):
    position = full_lapeau(f"Kd {' '.join(RUN)}", empty=others + 1)
    assert refusal(ALTERNATE, position, f"{RUN[-cards_at_once]}>empty") is None
    assert most(ALTERNATE, position, RUN[-cards_at_once - 1], "empty") == cards_at_once


def test_a_run_too_long_is_not_offered():
    position = full_lapeau("Kd 9s 8h 7c", "Tc", "Td", "8d", empty=1)
    assert "9s>Td" not in texts(ALTERNATE.moves(position))
    assert "7c>8d" in texts(ALTERNATE.moves(position))


@both
def test_a_whole_stack_to_an_empty_stack_is_no_move_and_not_offered(rules: LaPeau):
    end = "8h" if rules is ALTERNATE else "8s"
    position = lapeau(f"9s {end}")
    assert refusal(rules, position, "9s>empty") is Refusal.SAME
    assert texts(rules.moves(position)) == [f"{end}>empty"]
    assert refusal(rules, lapeau("9s"), "9s>empty") is Refusal.SAME
    assert rules.moves(lapeau("9s")) == []


Columns = tuple[tuple[int, ...], ...]
"""A run is 1 up to its length, from its last card down: 0 is the card that it lies on, the number
above its length the card that it goes to; both stay. The order of the columns does not matter.
"""


def brute_force(spare: int, source: tuple[int, ...], target: tuple[int, ...]) -> int | None:
    """The fewest single moves of a run onto `target`, found by looking at all of them."""
    run = tuple(card for card in source if card)
    state: Columns = tuple(sorted((source, target, *((),) * spare)))
    goal = tuple(sorted((source[: -len(run)], (*target, *run), *((),) * spare)))
    seen, border, count = {state}, {state}, 0
    while border:
        if goal in border:
            return count
        border = {after for state in border for after in laid(state, len(run))} - seen
        seen |= border
        count += 1
    return None


def laid(state: Columns, length: int) -> Iterator[Columns]:
    """All states one card away: a card goes onto the next higher one, or to an empty place."""
    for source, held in enumerate(state):
        if not held or held[-1] in (0, length + 1):
            continue
        for target, other in enumerate(state):
            if target != source and (not other or other[-1] == held[-1] + 1):
                places = list(state)
                places[source], places[target] = held[:-1], (*other, held[-1])
                yield tuple(sorted(places))


@pytest.mark.parametrize("spare", [0, 1, 2, 3])
def test_a_run_takes_the_fewest_single_moves_onto_a_card_and_to_an_empty_stack(spare: int):
    for length in range(1, capacity(spare) + 1):
        run, numbers = " ".join(RUN[-length:]), tuple(range(length, 0, -1))
        onto, above = ONTO[-length], (length + 1,)
        part = full_lapeau(f"Kd {run}", onto, empty=spare)
        whole = full_lapeau(run, onto, empty=spare)
        free = full_lapeau(f"Kd {run}", empty=spare + 1)
        assert moves_of_run(part, length, onto) == brute_force(spare, (0, *numbers), above)
        assert moves_of_run(whole, length, onto) == brute_force(spare, numbers, above)
        assert moves_of_run(free, length, "empty") == brute_force(spare, (0, *numbers), ())


def moves_of_run(position: Position, length: int, onto: str) -> int:
    return len(ALTERNATE.steps(position, Move.parse(f"{RUN[-length]}>{onto}")))


@pytest.mark.parametrize("spare", [0, 1, 2, 3])
def test_no_longer_run_than_the_capacity_can_move(spare: int):
    length = capacity(spare) + 1
    numbers = tuple(range(length, 0, -1))
    assert brute_force(spare, (0, *numbers), (length + 1,)) is None
    assert brute_force(spare, numbers, (length + 1,)) is None
    assert brute_force(spare, (0, *numbers), ()) is None


@pytest.mark.parametrize(
    ("length", "spare", "moves"),
    [(1, 0, 1), (2, 1, 3), (2, 3, 3), (3, 2, 5), (4, 2, 9), (4, 3, 7), (8, 3, 27), (16, 4, 77)],
)
def test_the_moves_of_a_run_that_leaves_cards_behind(length: int, spare: int, moves: int):
    assert single_moves(length, spare, spare) == moves
    free = list(range(2, 2 + spare))
    assert len(list(shuttle(length, 0, 1, free, free))) == moves


@pytest.mark.parametrize(("length", "spare", "moves"), [(8, 3, 25), (12, 4, 39), (13, 4, 45)])
def test_an_empty_target_serves_before_its_card_comes_as_the_place_of_a_whole_stack_after(
    length: int, spare: int, moves: int
):
    free = list(range(2, 2 + spare))
    assert len(list(shuttle(length, 0, 1, [*free, 1], free))) == moves
    assert len(list(shuttle(length, 0, 1, free, [*free, 0]))) == moves


def test_a_run_is_really_moved_card_by_card_through_the_empty_stacks():
    position = full_lapeau("Kd 7c 6d", "8h", empty=1)
    steps = ALTERNATE.steps(position, ALTERNATE.aim(position, parse_card("7c"), COLUMNS[1]))
    where = [[step.seat(parse_card(card)) for card in ("7c", "6d")] for step in steps]
    first, last = COLUMNS[0], COLUMNS[12]
    assert where == [
        [Seat(first, 1), Seat(last, 0)],
        [Seat(COLUMNS[1], 1), Seat(last, 0)],
        [Seat(COLUMNS[1], 1), Seat(COLUMNS[1], 2)],
    ]


def test_same_suit_purges_every_card_that_can_go():
    position = lapeau("2h Ah", "3h", "4h", home="Kc")
    assert texts(SAME.purge(position)) == ["Ah>done", "2h>done", "3h>done", "4h>done"]


def test_alternate_colours_purges_aces_and_twos_always():
    position = lapeau("2c Ac", "2h Ah", "3c")
    assert texts(ALTERNATE.purge(position)) == ["Ac>done", "2c>done", "Ah>done", "2h>done"]


def test_the_4_of_clubs_goes_when_the_2_of_hearts_and_the_2_of_diamonds_are_done():
    assert texts(ALTERNATE.purge(lapeau("4c", home="3c 2h 2d"))) == ["4c>done"]
    assert ALTERNATE.purge(lapeau("4c", home="3c 2h Ad")) == ()
    assert ALTERNATE.purge(lapeau("4c", home="3c Kh")) == ()


def test_purge_sends_again_and_again_as_many_as_it_can():
    # 3c waits for both red aces, which the purge itself sends.
    position = lapeau("3c", "Ad", "Ah", home="2c")
    assert texts(ALTERNATE.purge(position)) == ["Ad>done", "Ah>done", "3c>done"]


def test_a_single_card_goes_home_without_the_caution_of_a_purge():
    position = lapeau("4c", home="3c")
    assert ALTERNATE.purge(position) == ()
    assert refusal(ALTERNATE, position, "4c>done") is None


def test_nothing_goes_home_by_itself():
    assert ALTERNATE.auto_move(lapeau("Ac", "9h"), parse_card("9h")) is None


def test_moves_go_home_first_then_onto_cards_then_to_empty_stacks_longer_runs_first():
    position = full_lapeau("Kd 9s 8h", "9c", "Qd Td", "Qc Ah", empty=2)
    assert texts(ALTERNATE.moves(position)) == [
        "Ah>done",
        "9s>Td",
        "8h>9c",
        "9c>Td",
        "9s>empty",
        "8h>empty",
        "Td>empty",
        "Ah>empty",
    ]


@both
def test_it_is_won_when_all_cards_are_home(rules: LaPeau):
    won = after(rules, lapeau("Ks", home="Kc Kd Kh Qs"), "Ks>done")
    assert rules.is_won(won)
    assert not rules.is_stuck(won)


def test_it_is_stuck_when_no_card_can_go_anywhere():
    kings = [
        "Kc",
        "Kd",
        "Kh",
        "Ks",
        "Qc 9c",
        "Qs 9s",
        "Js 7s",
        "Jc 7c",
        "5c",
        "5s",
        "3c",
        "3s",
        "Ts",
    ]
    assert ALTERNATE.is_stuck(lapeau(*kings))
    assert not ALTERNATE.is_stuck(lapeau(*kings[:-1]))


def test_which_stack_does_not_matter_to_what_a_position_is():
    assert SAME.key(lapeau("9c 5h", "7d")) == SAME.key(lapeau("", "7d", "", "9c 5h"))
    assert SAME.key(lapeau("9c 5h", "7d")) != SAME.key(lapeau("9c", "5h", "7d"))


FOUR_SEQUENCES = (
    "Ks Qh Js Th 9s 8h 7s 6h 5s 4h 3s",
    "Kh Qs Jh Ts 9h 8s 7h 6s 5h 4s 3h",
    "Kc Qd Jc Td 9c 8d 7c 6d 5c 4d 3c",
    "Kd Qc Jd Tc 9d 8c 7d 6c 5d 4c 3d",
)


def test_ordered_is_four_unbroken_sequences_and_the_rest_done():
    position = lapeau(*FOUR_SEQUENCES, home="2c 2d 2h 2s")
    assert ALTERNATE.ordered_cards(position) == row("Ac Ad Ah As 2c 2d 2h 2s")
    assert SAME.ordered_cards(position) is None


def test_with_nothing_done_the_record_is_the_hardest():
    position = lapeau(
        *(f"{s} 2{x} A{y}" for s, x, y in zip(FOUR_SEQUENCES, "hsdc", "shcd", strict=True))
    )
    assert ALTERNATE.ordered_cards(position) == ()


def test_five_stacks_or_a_broken_one_are_not_ordered():
    assert ALTERNATE.ordered_cards(lapeau("5c", "6c", "7c", "8c", "9c")) is None
    assert ALTERNATE.ordered_cards(lapeau("5c 6d")) is None
    assert ALTERNATE.ordered_cards(lapeau("6d 5c", "9h")) is not None


def test_a_card_that_fits_the_policy_is_no_matter_of_the_other_one():
    assert ALTERNATE.fits(parse_card("5h"), parse_card("6c"))
    assert not SAME.fits(parse_card("5h"), parse_card("6c"))
    assert SAME.fits(parse_card("5h"), parse_card("6h"))
    assert not SAME.fits(parse_card("Ks"), parse_card("Ac"))
