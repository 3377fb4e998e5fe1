"""How cards move: legs that take over from each other, the order in which cards are drawn."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from handwritten_positions import ALL_RULES, lapeau, rules_name
from made_deals import any_move
from table_driver import STEP, check_seats, lies_still

from game.core import deals
from game.core.moves import Move
from game.core.position import Position
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.table import card_motion
from game.table.card_motion import Leg, Sprite, topmost
from game.table.card_sprites import CardSprites

every_game = pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)


def laid(rules: Rules, position: Position) -> CardSprites:
    view = CardSprites(rules, (1280, 800))
    view.put(position)
    return view


def lasts(view: CardSprites) -> float:
    """Seconds until every card sits."""
    begun = view.now
    while view.moving:
        view.advance(STEP)
        assert view.now - begun < 10
    check_seats(view)
    return view.now - begun


def orders(view: CardSprites, position: Position) -> list[list[int]]:
    """The orders of the cards of each pile that do not lie still, lowest first."""
    return [
        [view.sprites[card].order for card in pile if not lies_still(view, card)]
        for pile in position.piles
    ]


def rising(found: list[list[int]]) -> bool:
    return all(a < b for pile in found for a, b in pairwise(pile))


def walked(rules: Rules, seed: int, moves: int = 30) -> list[Position]:
    """Positions of a game played at random."""
    random, found = Random(seed), [rules.deal(deals.deck_of(seed))]
    for _ in range(moves):
        move = any_move(rules, found[-1], random)
        if move is None:
            break
        found.append(rules.apply(found[-1], move))
    return found


def at_redeal() -> Position:
    rules, random = Gaps(), Random(2)
    position = rules.deal(deals.deck_of(5))
    while not any(move.card is None for move in rules.moves(position)):
        position = rules.apply(position, random.choice(rules.moves(position)))
    return position


# Legs


def test_a_leg_that_begins_before_the_last_has_ended_takes_over_without_a_jump() -> None:
    sprite = Sprite(0)
    sprite.legs.append(Leg(0.0, 0.2, 100.0, 0.0, True, 1))
    sprite.legs.append(Leg(0.1, 0.2, 100.0, 400.0, True, 2))
    before = (0.0, 0.0)
    for step in range(1, 62):
        sprite.advance(step * 0.005)
        assert abs(sprite.x - before[0]) < 20
        assert abs(sprite.y - before[1]) < 40
        before = sprite.x, sprite.y
    assert (sprite.x, sprite.y, sprite.moving) == (100, 400, False)


def test_a_takeover_does_not_depend_on_the_frames() -> None:
    places = []
    for step in (0.001, 0.03, 0.25):
        sprite = Sprite(0)
        sprite.legs.append(Leg(0.0, 0.2, 100.0, 0.0, True, 1))
        sprite.legs.append(Leg(0.1, 0.2, 300.0, 400.0, True, 2))
        now = 0.0
        while now < 0.2:
            now = min(0.2, now + step)
            sprite.advance(now)
        places.append((round(sprite.x, 6), round(sprite.y, 6)))
    assert len(set(places)) == 1


def test_a_turn_called_back_goes_back_from_where_it_is() -> None:
    sprite = Sprite(0)
    sprite.legs.append(Leg(0.0, 0.2, 0.0, 0.0, False, 1))
    sprite.advance(0.06)
    angle = sprite.angle
    sprite.halt()
    sprite.legs.append(Leg(0.06, 0.2, 0.0, 0.0, True, 1))
    sprite.advance(0.061)
    assert sprite.angle == pytest.approx(angle, abs=0.01)
    sprite.advance(0.3)
    assert (sprite.face_up, sprite.flip, sprite.moving) == (True, 1.0, False)


def test_of_a_heap_only_the_topmost_are_drawn() -> None:
    heap, aside = [Sprite(card) for card in range(20)], Sprite(30)
    for sprite in heap:
        sprite.order = sprite.card
    aside.x, aside.order = 50.0, 3
    assert [sprite.card for sprite in topmost([*heap, aside])] == [30, 18, 19]


def test_cards_that_leave_together_leave_close_behind_each_other() -> None:
    assert card_motion.ripple(1, 1.0) == 0
    assert card_motion.ripple(3, 1.0) == card_motion.RIPPLE
    assert card_motion.ripple(40, 1.0) * 40 == pytest.approx(card_motion.RIPPLES_TAKE_AT_MOST)
    assert card_motion.ripple(3, 0.0) == 0


# The order in which cards are drawn


@every_game
def test_cards_rise_in_the_order_in_which_they_lay_and_land_in_that_in_which_they_will(
    rules: Rules,
) -> None:
    for seed in range(3):
        found = walked(rules, seed)
        jumps = (
            [] if rules.name == Klondike.name else [(found[-1], found[0]), (found[0], found[-1])]
        )
        for before, after in [*pairwise(found), *jumps]:
            view = laid(rules, before)
            view.show([after])
            assert rising(orders(view, before))
            while view.moving:
                landing = orders(view, after)
                view.advance(STEP)
            assert rising(landing)
            check_seats(view)


def test_the_cards_of_a_run_keep_their_order_all_the_way() -> None:
    rules, found = Klondike(), walked(Klondike(), 600, 80)
    runs = 0
    for position, after in pairwise(found):
        for pile, other in zip(position.piles[6:], after.piles[6:], strict=True):
            moved = pile[len(other) :] if pile[: len(other)] == other else ()
            if len(moved) < 2:
                continue
            runs += 1
            for before, then in ((position, after), (after, position)):
                view = laid(rules, before)
                view.show([then])
                while view.moving:
                    view.advance(STEP)
                    drawn = [s.card for s in view.in_motion() if s.card in moved]
                    assert drawn == [card for card in moved if card in drawn]
    assert runs


def test_a_card_that_flies_is_drawn_above_a_column_that_draws_together() -> None:
    rules = LaPeau()
    position = lapeau("Kc Qh Js Td 9c 8h 7s 6d 5c 4h", "3s", "Ks", "Kd", "Kh", "Qd")
    view = laid(rules, position)
    view.show(rules.steps(position, Move.parse("3s>4h")))
    view.advance(0.05)
    (flying,) = (sprite for sprite in view.in_motion() if sprite.lies is None)
    assert view.in_motion()[-1] is flying


def test_what_lies_on_a_moving_card_is_drawn_in_motion_too() -> None:
    view = laid(BrainJam(), BrainJam().deal(deals.deck_of(1)))
    column = view.position.piles[8]
    view.shake(column[2])
    assert all(not lies_still(view, card) for card in column[2:])
    assert all(lies_still(view, card) for card in column[:2])


# Kinds of motion


def test_undo_and_redo_go_quicker_than_the_move_itself() -> None:
    rules = BrainJam()
    start, after = walked(rules, 3, 1)
    view = laid(rules, start)
    view.deal(start, deals.deck_of(3))
    lasts(view)
    view.show([after])
    moved = lasts(view)
    view.show([start])
    undone = lasts(view)
    view.show([after])
    redone = lasts(view)
    assert undone < moved * 0.85
    assert redone < moved * 0.85


def test_a_redeal_gathers_the_cards_face_down_in_one_place_and_deals_them() -> None:
    rules, position = Gaps(), at_redeal()
    view = laid(rules, position)
    view.show(rules.steps(position, Move.parse("redeal")))
    heaps, down = 0, 0
    while view.moving:
        view.advance(STEP)
        loose = [s for s in view.sprites.values() if not lies_still(view, s.card)]
        heaps = max(
            heaps, sum((s.x, s.y) == (loose[0].x, loose[0].y) for s in loose) if loose else 0
        )
        down = max(down, sum(not sprite.face_up for sprite in loose))
    gathered = sum(len(pile) for pile in position.piles) - sum(
        len(pile)
        for pile, other in zip(position.piles, view.position.piles, strict=True)
        if pile == other
    )
    assert heaps >= gathered * 0.9
    assert down >= gathered
    check_seats(view)


def test_the_pull_stack_is_turned_over_as_one_with_its_top_card_on_top() -> None:
    rules = Klondike()
    position = rules.deal(deals.deck_of(617))
    while Move.parse("turn") not in rules.moves(position):
        position = rules.apply(position, Move.parse("pull"))
    view = laid(rules, position)
    stack = next(pile for pile in position.piles if len(pile) == 24)
    view.show(rules.steps(position, Move.parse("turn")))
    view.advance(STEP * 6)
    assert len({round(view.sprites[card].x) for card in stack}) == 1
    assert view.in_motion()[-1].card == stack[-1]
    assert len(view.in_motion()) < 10
    lasts(view)


def test_a_card_uncovered_turns_over_below_those_that_leave_it() -> None:
    rules = Klondike()
    for position, after in pairwise(walked(rules, 600, 80)):
        if sum(after.down) != sum(position.down) and after.used == position.used:
            sides = zip(after.piles, position.down, after.down, strict=True)
            turned = [
                pile[-1] for pile, old, new in sides if new < old and pile and len(pile) == old
            ]
            if turned:
                view = laid(rules, position)
                view.show([after])
                view.advance(0.1)
                assert view.sprites[turned[0]].turning
                assert view.in_motion()[0].card == turned[0]
                return
    raise AssertionError("no card was turned in this game")


@every_game
def test_where_cards_are_depends_on_the_time_and_not_on_the_frames(rules: Rules) -> None:
    """The same input at the same times, looked at often or seldom."""
    found = walked(rules, 5)
    places = []
    for steps_a_frame in (1, 2, 4, 8):
        view = laid(rules, found[0])
        for number, position in enumerate(found[1:]):
            if number % 5 == 4:
                view.shake(next(pile for pile in position.piles if pile)[-1])
            view.show([position])
            for _ in range(16 // steps_a_frame):
                view.advance(steps_a_frame * STEP)
                view.in_motion()
        sprites = sorted(view.sprites.values(), key=lambda sprite: sprite.card)
        places.append([(round(s.x, 6), round(s.y, 6), round(s.angle, 6)) for s in sprites])
        lasts(view)
    assert all(each == places[0] for each in places)
