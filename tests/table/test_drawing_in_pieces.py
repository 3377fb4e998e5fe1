"""What is drawn piece by piece is what a redraw of everything would show."""

from __future__ import annotations

from random import Random

import pygame
import pytest
from drawn_frames import Screen, difference, draw_items, redrawn
from handwritten_positions import ALL_RULES, rules_name
from made_deals import any_move, easy_deck, line_to_stuck
from random_play import random_events, scaled
from recording_services import PAINT
from table_driver import STEP, TableDriver

from game.core import cards, deals
from game.core.moves import parse_action
from game.core.position import Position
from game.graphics.assets import Assets
from game.graphics.card_art import CardOrder
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.table.card_sprites import CardSprites
from game.table.cards_picture import CardsPicture

SIZES = ((640, 400), (733, 517), (900, 560), (700, 900), (1000, 720))
CHOICES = (
    {"large_print": True}, {"large_print": False}, {"four_colours": True}, {"safe_colours": True},
    {"card_back": "burgundy"}, {"card_back": "night"}, {"card_faces": "modern"},
    {"move_keys": True}, {"move_keys": False}, {"branching": True},
    {"clock": False}, {"clock": True}, {"animated": False}, {"animated": True}, {"speed": 0.5},
    {"speed": 4.0}, {"felt": "blue"}, {"ui_scale": 1.3}, {"ui_scale": 1.0}, {"autoplay": False},
)  # fmt: skip


def check_picture(driver: TableDriver, screen: Screen, doing: str) -> None:
    """AssertionError where the window, or what the player was shown of it, is not the table."""
    if driver.scene.stale or driver.scene.busy:
        screen.show(driver.scene)
    whole = redrawn(driver.scene)
    drawn, seen = difference(screen.surface, whole), difference(screen.seen, whole)
    assert drawn is None, f"{doing}: wrong at {drawn}"
    assert seen is None, f"{doing}: not shown at {seen}"


def act(driver: TableDriver, random: Random) -> str:
    """Do something at random; returns what."""
    chance = random.random()
    if chance < 0.05:
        choice = random.choice(CHOICES)
        driver.recording.choose(**choice)
        return f"setting {choice}"
    if chance < 0.35:
        move = any_move(driver.rules, driver.scene.session.position, random)
        if move is not None:
            driver.play(move)
        return f"move {move}"
    tools = ("undo", "redo", "restart", "purge", "redeal", "number", "bookmark")
    controls = [w.target() for w in driver.scene.table_picture.focus.widgets if w.name in tools]
    events = list(random_events(random, driver.view, controls))
    driver.send(*events)
    return " ".join(f"{pygame.event.event_name(e.type)} {e.dict}" for e in events)


def watch(driver: TableDriver, random: Random, steps: int) -> None:
    screen = Screen(driver.scene.size)
    check_picture(driver, screen, "opening")
    for step in range(steps):
        if random.random() < 0.02:
            size = random.choice(SIZES)
            driver.scene.place(size)
            screen, doing = Screen(size), f"size {size}"
        else:
            doing = act(driver, random)
        for _ in range(random.choice((0, 1, 2, 5, 20, 60))):
            driver.take(driver.scene.update(STEP))
        check_picture(driver, screen, f"step {step}: {doing}")


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)
def test_random_play_in_pieces_shows_the_same_as_drawing_everything(rules: Rules) -> None:
    for seed in range(scaled(1)):
        random = Random(f"{rules_name(rules)} {seed}")
        driver = TableDriver(rules, random.randrange(1000), random.choice(SIZES), settle=False)
        watch(driver, random, 35)


@pytest.mark.parametrize(
    "rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=lambda rules: rules.name
)
def test_a_win_and_an_undo_from_it_in_pieces_show_the_same(rules: Rules) -> None:
    random = Random(rules.name)
    driver = TableDriver(rules, size=(733, 517), deck=easy_deck(rules))
    screen = Screen(driver.scene.size)
    for step in range(80):
        if driver.scene.session.is_won:
            break
        moves = rules.moves(driver.scene.session.position)
        driver.play(moves[0])
        driver.type(" ")
        driver.wait(random.choice((0.02, 0.1, 0.3)))
        check_picture(driver, screen, f"step {step}")
    assert driver.scene.session.is_won
    driver.wait(0.5)
    check_picture(driver, screen, "won")
    driver.send(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode=""))
    driver.wait(0.05)
    check_picture(driver, screen, "undone")


@pytest.mark.parametrize(
    "rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=lambda rules: rules.name
)
def test_the_bar_of_a_stuck_table_comes_and_goes_in_pieces(rules: Rules) -> None:
    line = line_to_stuck(rules, 1, 5)
    assert line is not None
    driver = TableDriver(rules, 1, (1000, 720), autoplay=False)
    for move in line[:-1]:
        assert not driver.scene.session.play(move).refusal
    driver.view.put(driver.scene.session.position)
    driver.scene.place(driver.scene.size)
    screen = Screen(driver.scene.size)
    check_picture(driver, screen, "one move before")
    driver.play(line[-1])
    assert driver.scene.session.is_stuck
    for seconds in (0.02, 0.05, 0.3):
        driver.wait(seconds)
        check_picture(driver, screen, "stuck")
    driver.button("undo")
    for seconds in (0.02, 0.05, 0.3):
        driver.wait(seconds)
        check_picture(driver, screen, "undone")


def test_cards_that_shrink_keep_their_size_until_their_sharp_picture_is_there() -> None:
    pygame.display.init()
    made: list[CardOrder] = []
    art = Assets(threaded=True)
    worker = art.cards._art_thread
    assert worker is not None
    view = CardSprites(BrainJam(), (1280, 800))
    position = BrainJam().deal(deals.deck_of(1))
    view.put(position)
    picture = CardsPicture(view, art, PAINT)
    target = pygame.Surface((1280, 800))
    draw_items(target, picture.resting())
    art.cards.wait(60)
    art.cards.collect()
    worker.add_first = made.append  # type: ignore[method-assign]
    before = view.arrangement.card
    piles = list(position.piles)
    piles[8], piles[9], piles[10] = piles[8] + piles[9] + piles[10], (), ()
    view.put(Position(tuple(piles), position.down, position.used, position.deck))
    now = view.arrangement.card
    assert now < before
    draw_items(target, picture.resting())
    assert made and {order.size for order in made} == {now}
    card = piles[8][0]
    assert picture._picture(card, True, True).order.size == before
    order = picture._order(card, now, True, True)
    art.cards._keep(order, pygame.Surface(now))
    assert picture._picture(card, True, True).order.size == now
    art.close()


def test_art_that_became_sharp_is_drawn_again_where_it_lies_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = TableDriver(BrainJam(), 1)
    screen = Screen(driver.scene.size)
    screen.show(driver.scene)
    screen.show(driver.scene)
    card, art = driver.view.position.piles[8][-1], driver.scene.services.assets.cards
    is_sharp = art.is_sharp
    rough = lambda order: order.card != cards.name(card) and is_sharp(order)  # noqa: E731
    monkeypatch.setattr(art, "is_sharp", rough)
    touched = driver.scene.draw(screen.surface)
    assert touched
    box = driver.view.arrangement.seat(driver.view.position, driver.seat("column-1"))
    assert all(pygame.Rect(area).colliderect(pygame.Rect(box)) for area in touched)
    assert sum(area.w * area.h for area in touched) < 1280 * 800 / 8


def test_cards_of_a_run_that_wait_for_their_turn_are_wholly_light_again() -> None:
    driver = TableDriver(LaPeau(), 35, (1280, 800), settle=False)
    line = "Qs>Kd As>done Ah>done 8c>9d 7d>8s Ad>done 2d>3c Td>Js 6s>7d 3d>4c"
    for word in line.split():
        driver.settle()
        driver.play(*parse_action(word))
    driver.settle()
    screen = Screen(driver.scene.size)
    position = driver.view.position
    run, target = position.seat(cards.parse_card("8s")), position.seat(cards.parse_card("9h"))
    assert run is not None
    assert target is not None
    driver.press(driver.point(run))
    check_picture(driver, screen, "selected")
    driver.press(driver.point(target))
    for step in range(20):
        check_picture(driver, screen, f"step {step}")
        driver.take(driver.scene.update(STEP))
    assert driver.view.moving
