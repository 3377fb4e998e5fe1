"""What every game's rules promise, held against random play of all games and policies at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest
from handwritten_positions import ALL_RULES, rules_name
from hypothesis import given
from hypothesis import strategies as st
from reference import following, plain

from game.core import cards
from game.core.moves import DONE, EMPTY, PULL, REDEAL, RESERVE, TURN, Move
from game.core.position import PileKind, Position, Seat
from game.rules import BrainJam, Gaps, IllegalMove, Klondike, LaPeau, Rules
from game.rules.base import placed, range_of
from game.rules.lapeau import single_moves

every_game = pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)
seeds = st.integers(0, 2**32)


def walk(rules: Rules, seed: int, longest: int = 80) -> Iterator[Position]:
    """The positions of a game played at random from any deck; home moves are liked, so that
    endings and empty piles are seen too.
    """
    random = Random(seed)
    position = rules.deal(random.sample(cards.FULL_DECK, 52))
    for _ in range(random.randrange(longest)):
        yield position
        moves = rules.moves(position)
        if not moves:
            return
        homeward = [move for move in moves if move.onto == DONE]
        position = rules.apply(position, random.choice(homeward or moves))
    yield position


def all_thinkable_moves() -> Iterator[Move]:
    """Those of cards and of the pull stack, whether or not they make sense."""
    for card in cards.FULL_DECK:
        yield from (Move(card, onto) for onto in (*cards.FULL_DECK, DONE, EMPTY, RESERVE))
        yield from (Move(card, EMPTY, place) for place in range(1, 14))
    yield from (Move(None, what) for what in (PULL, TURN))


def all_cards(position: Position) -> list[int]:
    return sorted(card for pile in position.piles for card in pile)


@every_game
def test_the_letters_of_piles_are_none_of_commands(rules: Rules):
    letters = set(rules.letters(rules.deal(cards.FULL_DECK))) - {" "}
    assert not letters & set("NQMPRS0123456789" if rules.one_click else "NQ")


@every_game
def test_each_spread_has_a_place_for_every_pile(rules: Rules):
    count = Counter(pile.kind for pile in rules.piles)
    for spread in rules.facts.spreads:
        places = count[PileKind.COLUMN] + count[PileKind.SLOT]
        assert sum(spread.rows) == places if spread.rows else places <= spread.across
        top = {kind: piles for kind, _, piles in spread.top}
        if not spread.aside:
            assert top == {kind: piles for kind, piles in count.items()
                           if kind not in (PileKind.COLUMN, PileKind.SLOT)}  # fmt: skip
        taken = [start + n for _, start, piles in spread.top for n in range(piles)]
        assert len({*taken}) == len(taken)
        assert all(0 <= place < spread.across for place in taken)


@every_game
@given(seed=seeds)
def test_no_card_is_ever_lost_or_doubled(rules: Rules, seed: int):
    expected = list(range(4 if rules.name == "gaps" else 0, 52))
    assert all(all_cards(position) == expected for position in walk(rules, seed))


@every_game
@given(seed=seeds)
def test_apply_leaves_its_input_alone(rules: Rules, seed: int):
    for position in walk(rules, seed, 20):
        before = repr(position)
        for move in rules.moves(position):
            rules.apply(position, move)
        assert repr(position) == before


@every_game
@given(seed=seeds)
def test_move_texts_are_unique_and_read_back(rules: Rules, seed: int):
    for position in walk(rules, seed):
        moves = rules.moves(position)
        assert [Move.parse(str(move)) for move in moves] == moves
        assert len(set(map(str, moves))) == len(moves)


@every_game
@given(seed=seeds)
def test_all_moves_are_legal_and_no_two_of_the_same_effect(rules: Rules, seed: int):
    for position in walk(rules, seed):
        keys = [rules.key(rules.apply(position, move)) for move in rules.moves(position)]
        assert len({rules.key(position), *keys}) == len(keys) + 1


@every_game
@given(seed=seeds)
def test_moves_lead_exactly_where_a_second_reading_of_the_spec_leads(rules: Rules, seed: int):
    for position in walk(rules, seed):
        moves = [move for move in rules.moves(position) if move.onto != REDEAL]
        found = {plain(rules, rules.apply(position, move)) for move in moves}
        assert found == following(rules, plain(rules, position))


@every_game
@given(seed=seeds)
def test_no_legal_move_is_missing_but_those_that_change_nothing(rules: Rules, seed: int):
    *_, position = walk(rules, seed)
    known = {
        rules.key(position),
        *(rules.key(rules.apply(position, m)) for m in rules.moves(position)),
    }
    for move in all_thinkable_moves():
        with suppress(IllegalMove):
            assert rules.key(rules.apply(position, move)) in known, str(move)


@every_game
@given(seed=seeds)
def test_a_position_is_stuck_when_it_has_no_move_and_is_not_won(rules: Rules, seed: int):
    for position in walk(rules, seed, 200):
        assert rules.is_stuck(position) == (
            not rules.moves(position) and not rules.is_won(position)
        )
        assert rules.is_won(position) == (rules.score(position) == rules.goal)


def permuted(rules: Rules, position: Position, random: Random) -> Position:
    """The same position with its columns, and its reserves where any will do, in another order."""
    order = list(range(len(rules.piles)))
    for kind in (PileKind.COLUMN, PileKind.RESERVE):
        if any(pile.kind is kind for pile in rules.piles):
            places = range_of(rules.piles, kind)
            order[places.start : places.stop] = random.sample(places, len(places))
    down = tuple(position.down[index] for index in order) if position.down else ()
    return Position(tuple(position.piles[index] for index in order), down, position.used)


@pytest.mark.parametrize("rules", [r for r in ALL_RULES if r.name != "gaps"], ids=rules_name)
@given(seed=seeds)
def test_the_key_and_the_ways_on_survive_permuted_columns(rules: Rules, seed: int):
    *_, position = walk(rules, seed)
    other = permuted(rules, position, Random(seed))
    assert rules.key(other) == rules.key(position)
    ways = {rules.key(rules.apply(position, move)) for move in rules.moves(position)}
    assert {rules.key(rules.apply(other, move)) for move in rules.moves(position)} == ways
    assert {rules.key(rules.apply(other, move)) for move in rules.moves(other)} == ways


@given(seed=seeds)
def test_in_gaps_every_slot_matters(seed: int):
    rules = Gaps()
    *_, position = walk(rules, seed)
    swapped = list(position.piles)
    swapped[7], swapped[40] = swapped[40], swapped[7]
    other = Position(tuple(swapped), used=position.used, deck=position.deck)
    assert (rules.key(other) == rules.key(position)) == (other.piles == position.piles)


@every_game
@given(seed=seeds)
def test_equal_keys_are_equal_positions_but_for_the_order_of_places(rules: Rules, seed: int):
    seen: dict[object, object] = {}
    for position in walk(rules, seed):
        state = (plain(rules, position), position.used)
        assert seen.setdefault(rules.key(position), state) == state


@every_game
@given(seed=seeds)
def test_the_last_step_of_a_move_is_what_apply_gives(rules: Rules, seed: int):
    for position in walk(rules, seed):
        for move in rules.moves(position):
            assert rules.steps(position, move)[-1] == rules.apply(position, move)


@pytest.mark.parametrize("rules", [LaPeau(), LaPeau("same")], ids=rules_name)
@given(seed=seeds)
def test_each_step_of_la_peau_is_one_legal_move_of_one_card(rules: LaPeau, seed: int):
    for position in walk(rules, seed):
        for move in rules.moves(position):
            steps = rules.steps(position, move)
            for here, there in pairwise((position, *steps) if len(steps) > 1 else ()):
                assert there in single_card_results(rules, here)
            run = () if move.onto == DONE else travelling(rules, position, move)
            spare = rules.longest_move(position, to_empty=move.onto == EMPTY).bit_length() - 1
            before, after = spare + (move.onto == EMPTY), spare + (run in position.piles)
            assert len(steps) == single_moves(len(run) or 1, before, after)


def travelling(rules: Rules, position: Position, move: Move) -> tuple[int, ...]:
    assert move.card is not None
    seat = position.seat(move.card)
    assert seat is not None
    return rules.run(position, seat)


def single_card_results(rules: LaPeau, position: Position) -> list[Position]:
    """The positions after one move of one end card, each empty stack a place of its own; a lone
    card may go to another empty stack on the way.
    """
    found = []
    for pile in position.piles[4:]:
        for target in range(4, 17) if pile else ():
            with suppress(IllegalMove):
                found.append(rules.apply(position, rules.aim(position, pile[-1], target)))
        with suppress(IllegalMove, IndexError):
            found.append(rules.apply(position, Move(pile[-1], DONE)))
    return found


@pytest.mark.parametrize(
    "rules", [BrainJam(), Gaps(), Gaps("random-gaps"), Klondike()], ids=rules_name
)
@given(seed=seeds)
def test_every_other_move_is_one_step(rules: Rules, seed: int):
    for position in walk(rules, seed):
        assert all(len(rules.steps(position, move)) == 1 for move in rules.moves(position))


@every_game
@given(seed=seeds)
def test_a_move_with_its_empty_place_named_leads_to_the_same_position(rules: Rules, seed: int):
    for position in walk(rules, seed):
        for move in rules.moves(position):
            named = placed(rules, position, move)
            assert Move.parse(str(named)) == named
            assert rules.apply(position, named) == rules.apply(position, move)


@pytest.mark.parametrize("rules", [r for r in ALL_RULES if r.name != "gaps"], ids=rules_name)
@given(seed=seeds)
def test_a_move_with_its_place_named_can_be_made_where_the_places_are_permuted(
    rules: Rules, seed: int
):
    for position in walk(rules, seed):
        other = permuted(rules, position, Random(seed))
        for move in rules.moves(position):
            named = placed(rules, position, move)
            there = rules.apply(other, named)
            assert rules.key(there) == rules.key(rules.apply(position, move))
            assert rules.apply(other, placed(rules, other, named)) == there


@every_game
@given(seed=seeds)
def test_what_can_be_taken_up_is_what_some_move_moves(rules: Rules, seed: int):
    *_, position = walk(rules, seed)
    for move in rules.moves(position):
        if move.card is not None:
            assert move.card in travelling(rules, position, move)


@every_game
@given(seed=seeds)
def test_a_drop_on_the_pile_where_a_move_ends_means_that_move(rules: Rules, seed: int):
    for position in walk(rules, seed):
        for move in rules.moves(position):
            if move.card is None:
                continue
            after = rules.apply(position, move)
            seat = after.seat(move.card)
            assert seat is not None
            aimed = rules.aim(position, move.card, seat.pile)
            assert rules.apply(position, aimed) == after


@pytest.mark.parametrize("rules", [r for r in ALL_RULES if r.one_click], ids=rules_name)
@given(seed=seeds)
def test_the_choices_of_all_clicks_are_all_moves(rules: Rules, seed: int):
    for position in walk(rules, seed):
        clicked = set()
        for pile, held in enumerate(position.piles):
            with suppress(IllegalMove):
                if held:
                    rules.run(position, Seat(pile, len(held) - 1))
                clicked |= {
                    rules.key(rules.apply(position, m)) for m in rules.choices(position, pile)
                }
        ways = {
            rules.key(rules.apply(position, m)) for m in rules.moves(position) if m.card is not None
        }
        assert clicked == ways


@every_game
@given(seed=seeds)
def test_a_purge_is_a_row_of_legal_moves_and_leaves_nothing_to_purge(rules: Rules, seed: int):
    for position in walk(rules, seed):
        for move in rules.purge(position):
            assert move in rules.moves(position)
            position = rules.apply(position, move)
        assert rules.purge(position) == ()


@every_game
@given(seed=seeds)
def test_every_pile_has_one_letter_at_most_and_no_letter_is_doubled(rules: Rules, seed: int):
    for position in walk(rules, seed, 10):
        letters = rules.letters(position)
        assert len(letters) == len(rules.piles) == len(position.piles)
        named = letters.replace(" ", "")
        assert len(set(named)) == len(named)


@every_game
@given(seed=seeds)
def test_the_rows_of_a_deck_hold_it_in_dealing_order(rules: Rules, seed: int):
    deck = Random(seed).sample(cards.FULL_DECK, 52)
    assert [card for row in rules.rows(deck) for card in row] == deck
