"""Cards in flight: interrupted at any instant, they end on their seats with the right side up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from handwritten_positions import ALL_RULES, lapeau, row, rules_name
from made_deals import any_move, easy_deck
from random_play import scaled
from table_driver import STEP, check_seats, lies_still

from game.core import deals
from game.core.moves import Move
from game.core.position import PileKind, Position, Seat
from game.rules import BrainJam, Klondike, LaPeau, Rules
from game.table import card_motion
from game.table.card_motion import Leg, Sprite
from game.table.card_sprites import CardSprites

SIZES = ((640, 400), (900, 560), (1280, 800), (1000, 1400))
every_game = pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)


def dealt(rules: Rules, number: int = 1, *, speed: float = 1.0) -> CardSprites:
    view = CardSprites(rules, (1280, 800))
    view.speed = speed
    view.deal(rules.deal(deals.deck_of(number)), deals.deck_of(number))
    return view


def settle(view: CardSprites) -> None:
    for _ in range(2000):
        if not view.moving:
            break
        view.advance(STEP)
    check_seats(view)


def interfere(view: CardSprites, rules: Rules, random: Random) -> None:
    """Something that may happen while cards fly."""
    position = view.position
    match random.randrange(9):
        case 0 | 1 | 2:
            move = any_move(rules, position, random)
            if move is not None:
                view.show(rules.steps(position, move))
        case 3:
            view.show([rules.deal(deals.deck_of(random.randrange(5)))])
        case 4:
            number = random.randrange(5)
            view.deal(rules.deal(deals.deck_of(number)), deals.deck_of(number))
        case 5:
            view.resize(random.choice(SIZES), random.choice((0.8, 1.0, 1.5)))
        case 6:
            view.shake(random.choice([card for held in position.piles for card in held]))
        case 7:
            pile = random.choice([p for p, held in enumerate(position.piles) if held])
            depth = len(position.piles[pile]) - 1
            seat = Seat(pile, depth)
            box = view.arrangement.seat(position, seat)
            view.hold(seat, position.piles[pile][depth:], box.centre)
            view.drag((random.randrange(1000), random.randrange(700)))
            if random.random() < 0.5:
                view.let_go()
        case _:
            view.room = view.room._replace(bar=random.random() < 0.5, marks=random.random() < 0.5)
            view.speed = random.choice((0.0, 0.5, 1.0, 4.0))
            view.rearrange()


def check_drawn_once(view: CardSprites) -> None:
    """Every card lies still, or is drawn in motion, or is hidden in a heap of those that are."""
    flying = {sprite.card: sprite for sprite in view.in_motion()}
    heaps = Counter((round(s.x), round(s.y)) for s in flying.values())
    for card in (card for pile in view.position.piles for card in pile):
        sprite = view.sprites[card]
        if lies_still(view, card):
            assert card not in flying
        elif card not in flying:
            assert heaps[round(sprite.x), round(sprite.y)] > 1


@every_game
def test_whatever_interrupts_flights_every_card_ends_on_its_seat(rules: Rules) -> None:
    for seed in range(scaled(4)):
        random = Random(seed)
        view = dealt(rules)
        for _ in range(40):
            interfere(view, rules, random)
            for _ in range(random.choice((0, 1, 3, 10))):
                view.advance(STEP)
            check_drawn_once(view)
        view.let_go()
        settle(view)


@every_game
def test_a_card_that_lies_still_lies_on_its_seat_or_waits_to_leave_the_one_it_had(
    rules: Rules,
) -> None:
    for seed in range(scaled(4)):
        random = Random(seed)
        view = dealt(rules)
        for _ in range(30):
            interfere(view, rules, random)
            view.advance(STEP * random.randrange(12))
            for pile, held in enumerate(view.position.piles):
                for depth, card in enumerate(held):
                    seat, sprite = Seat(pile, depth), view.sprites[card]
                    if not lies_still(view, card):
                        continue
                    if sprite.legs:
                        assert sprite.legs[0].start > view.now
                        assert sprite.lies is not None
                        continue
                    assert (sprite.x, sprite.y) == view.arrangement.seat(view.position, seat)[:2]
                    assert sprite.face_up == view.position.is_up(seat)
                    assert sprite.lies == seat


def test_cards_of_a_long_purge_lie_still_until_their_turn_comes() -> None:
    rules = LaPeau()
    position = rules.deal(easy_deck(rules))
    view = CardSprites(rules, (1280, 800))
    view.put(position)
    steps = []
    for move in rules.purge(position):
        steps.append(rules.apply(steps[-1] if steps else position, move))
    assert len(steps) == 52
    view.show(steps)
    most = 0
    while view.moving:
        view.advance(STEP)
        most = max(most, len(view.in_motion()))
    assert 0 < most < 20


def test_a_run_of_la_peau_travels_card_by_card_and_later_cards_fly_above() -> None:
    rules = LaPeau()
    position = lapeau("Kc 9h 8s 7d", "Th", "Ts", "Kh", "Ks", "Kd", "Qc", "Qs", "Qh", "Qd", "Jc")
    view = CardSprites(rules, (1280, 800))
    view.put(position)
    steps = rules.steps(position, Move.parse("9h>Ts"))
    assert len(steps) == 5
    view.show(steps)
    seven, eight, nine = (view.sprites[card] for card in position.piles[4][1:][::-1])
    assert [len(sprite.legs) for sprite in (seven, eight, nine)] == [2, 2, 1]
    begun = []
    for _ in range(200):
        view.advance(STEP)
        flying = view.in_motion()
        order = [sprite.order for sprite in flying]
        assert order == sorted(order)
        moved = [sprite for sprite in flying if sprite.legs and sprite.legs[0].origin is not None]
        begun.append({sprite.card for sprite in moved if sprite.lies is None})
    assert {seven.card} in begun
    assert any(len(cards) > 1 for cards in begun), "the flights of a run overlap"
    check_seats(view)


def test_a_run_halted_between_its_cards_goes_on_from_there() -> None:
    rules = LaPeau()
    position = lapeau("Kc 9h 8s 7d", "Th", "Ts", "Kh", "Ks", "Kd", "Qc", "Qs", "Qh", "Qd", "Jc")
    view = CardSprites(rules, (1280, 800))
    view.put(position)
    steps = rules.steps(position, Move.parse("9h>Ts"))
    view.show(steps)
    view.advance(0.1)
    places = {card: (view.sprites[card].x, view.sprites[card].y) for card in position.piles[4]}
    view.show([position])
    after = {card: (view.sprites[card].x, view.sprites[card].y) for card in position.piles[4]}
    assert after == places, "nothing jumps when it is called back"
    settle(view)
    assert view.position == position


def test_held_cards_are_drawn_above_all_and_in_the_order_of_their_column() -> None:
    rules = Klondike()
    view = dealt(rules)
    view.advance(0.1)
    position = view.position
    taken = position.piles[12][-2:]
    view.hold(Seat(12, len(position.piles[12]) - 2), taken, (500, 300))
    view.drag((600, 200))
    assert [sprite.card for sprite in view.in_motion()[-2:]] == list(taken)
    first, second = view.in_motion()[-2:]
    assert second.y > first.y
    assert second.x == first.x
    view.let_go()
    settle(view)


def test_a_shaken_column_shakes_in_the_order_in_which_it_lies() -> None:
    view = dealt(BrainJam())
    settle(view)
    column = view.position.piles[8]
    view.shake(column[2])
    assert [sprite.card for sprite in view.in_motion()] == list(column[2:])
    seen = set()
    for _ in range(40):
        seen.add(round(view.sprites[column[3]].shift(view.now)))
        view.advance(STEP)
    assert min(seen) < 0 < max(seen)
    check_seats(view)


def test_without_motion_cards_are_at_once_where_they_belong() -> None:
    view = dealt(BrainJam(), speed=0.0)
    check_seats(view)
    random = Random(3)
    for _ in range(20):
        move = any_move(view.rules, view.position, random)
        if move is None:
            break
        view.show(view.rules.steps(view.position, move))
        check_seats(view)
    view.shake(view.position.piles[8][-1])
    check_seats(view)


def test_a_card_that_is_turned_up_turns_over_on_its_way() -> None:
    rules = Klondike()
    view = dealt(rules)
    settle(view)
    card = view.position.piles[0][-1]
    view.show(rules.steps(view.position, Move.parse("pull")))
    assert not view.sprites[card].face_up
    flips = set()
    while view.moving:
        view.advance(STEP)
        flips.add(round(view.sprites[card].flip, 1))
    assert min(flips) < 0.3
    assert view.sprites[card].face_up


def test_the_mouse_hits_what_the_position_says_while_cards_fly() -> None:
    view = dealt(BrainJam())
    position = view.position
    for pile, held in enumerate(position.piles):
        if view.arrangement.kinds[pile] is PileKind.COLUMN:
            seat = Seat(pile, len(held) - 1)
            assert view.hit(*view.arrangement.seat(position, seat).centre) == seat


def test_a_resize_puts_every_card_down_and_lets_go_of_the_held_ones() -> None:
    view = dealt(BrainJam())
    view.advance(0.05)
    view.hold(Seat(8, 6), view.position.piles[8][-1:], (300, 300))
    view.resize((700, 900), 1.0)
    assert view.held is None
    check_seats(view)


def test_a_game_with_other_cards_forgets_those_that_are_not_in_it() -> None:
    view = CardSprites(LaPeau(), (1280, 800))
    view.put(LaPeau().deal(deals.deck_of(1)))
    smaller = lapeau("Kc Qh", "2h")
    view.deal(smaller, deals.deck_of(1))
    assert {sprite.card for sprite in view.sprites.values()} == set(row("Kc Qh 2h"))


# Motion by itself


def flight(start: float = 0.0, duration: float = 0.1, *, face_up: bool = True) -> Sprite:
    sprite = Sprite(0)
    sprite.legs.append(Leg(start, duration, 100.0, 50.0, face_up, 1))
    return sprite


def test_a_flight_starts_slowly_never_overshoots_and_ends_exactly() -> None:
    sprite, before = flight(), 0.0
    for step in range(11):
        sprite.advance(step / 100)
        assert before <= sprite.x <= 100
        assert sprite.y == pytest.approx(sprite.x / 2)
        before = sprite.x
    assert (sprite.x, sprite.y, sprite.moving) == (100, 50, False)


def test_a_late_step_passes_several_legs_at_once() -> None:
    sprite = flight()
    sprite.legs.append(Leg(0.05, 0.1, 300.0, 0.0, True, 2))
    sprite.advance(9.0)
    assert (sprite.x, sprite.y, sprite.moving) == (300, 0, False)


def test_a_flight_waits_for_its_time() -> None:
    sprite = flight(start=1.0)
    sprite.advance(0.9)
    assert (sprite.x, sprite.moving) == (0, True)


@pytest.mark.parametrize("at", [0.01, 0.049, 0.051, 0.09])
def test_a_turn_that_was_begun_goes_on_when_the_flight_is_halted(at: float) -> None:
    sprite = flight(face_up=False)
    sprite.advance(at)
    before = sprite.flip
    sprite.halt()
    assert (sprite.flip, sprite.moving) == (before, True)
    sprite.advance(0.1)
    assert (sprite.flip, sprite.face_up, sprite.moving) == (1.0, False, False)


def test_flights_last_from_120_to_220_milliseconds_and_follow_the_speed() -> None:
    assert card_motion.duration(0, 1.0) == 0.12
    assert card_motion.duration(5000, 1.0) == pytest.approx(0.22)
    assert card_motion.duration(300, 2.0) == pytest.approx(card_motion.duration(300, 1.0) / 2)
    assert card_motion.duration(300, 0.0) == 0


def test_long_actions_start_their_moves_closer_together() -> None:
    assert card_motion.stagger(1, 1.0) == 0
    assert card_motion.stagger(3, 1.0) == card_motion.STAGGER
    assert card_motion.stagger(50, 1.0) * 50 <= card_motion.STEPS_TAKE_AT_MOST + 1e-9
    assert card_motion.stagger(50, 0.0) == 0


def test_a_position_of_nothing_can_be_shown() -> None:
    view = CardSprites(BrainJam(), (1280, 800))
    view.show([Position(((),) * 16)])
    check_seats(view)


def test_a_dealt_heap_lies_as_if_it_had_been_put() -> None:
    rules, deck = Klondike(), deals.deck_of(3)
    view = CardSprites(rules, (640, 400))
    view.deal(rules.deal(deck), deck)
    view.advance(30.0)
    assert view.settled
    for lying in view.lying().values():
        cards_there = [card for card, _ in lying]
        assert cards_there == list(view.position.piles[lying[0][1].pile])
