"""A table played with arrows, Enter and Esc alone."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random

import pygame
import pytest
from drawn_frames import Screen, difference, redrawn
from handwritten_positions import rules_name
from input_events import CTRL, SHIFT, key
from table_driver import TableDriver
from test_table_manners import KINGS_BEFORE_GAPS

from game.core.deals import deck_of
from game.core.moves import REDEAL, Move
from game.core.position import Seat
from game.desktop.touch import Device
from game.play.sharing_lines import Shared, read_shared
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import OpenTable, Pop
from game.table.card_cursor import CardCursor
from game.widgets.mouse import DoubleClick

WINS = Path(__file__).parents[2] / "golden" / "wins.txt"
GAMES: tuple[Rules, ...] = (BrainJam(), LaPeau(), Gaps(), Klondike())
ARROWS = {
    pygame.K_RIGHT: (1, 0), pygame.K_LEFT: (-1, 0), pygame.K_DOWN: (0, 1), pygame.K_UP: (0, -1),
}  # fmt: skip

every_game = pytest.mark.parametrize("rules", GAMES, ids=rules_name)


def steer(driver: TableDriver, goal: Seat) -> None:
    """Lead the cursor to a seat by the fewest arrow keys."""
    view = driver.view
    here = driver.scene.arrow_keys.seat
    if here is None:
        driver.send(key(pygame.K_UP))
        here = driver.scene.arrow_keys.seat
    assert here is not None
    ways, due = {here: ()}, deque([here])
    while due and goal not in ways:
        seat = due.popleft()
        for code, arrow in ARROWS.items():
            cursor = CardCursor()
            cursor.put(seat)
            by_pile = driver.scene.session.selection is not None
            moved = cursor.towards(view.position, view.arrangement, arrow, by_pile=by_pile)
            if moved and cursor.seat not in ways:
                ways[cursor.seat] = (*ways[seat], code)
                due.append(cursor.seat)
    for code in ways[goal]:
        driver.send(key(code))
    assert driver.scene.arrow_keys.seat == goal


def enter(driver: TableDriver, goal: Seat, mod: int = 0) -> None:
    steer(driver, goal)
    driver.send(key(pygame.K_RETURN, mod))
    driver.settle()


def make(driver: TableDriver, move: Move) -> None:
    """Make a move with arrows and Enter."""
    session = driver.scene.session
    rules, position = session.rules, session.position
    after = rules.apply(position, move)
    if move.card is None:
        if move.onto == REDEAL:
            press_control(driver, "redeal")
        else:
            enter(driver, position.end(0))
        assert session.position == after
        return
    seat, goal = position.seat(move.card), after.seat(move.card)
    assert seat is not None
    assert goal is not None
    if rules.one_click:
        choices = [rules.apply(position, choice) for choice in session.choices_of(seat.pile)]
        goals = [each.seat(move.card) for each in choices]
        enter(driver, seat, 0 if goals[0] == goal else SHIFT)
        if goals[0] != goal and len(goals) > 2:
            enter(driver, position.end(goal.pile))
    else:
        enter(driver, seat)
        enter(driver, position.end(goal.pile))
    assert rules.key(session.position) == rules.key(after)


def press_control(driver: TableDriver, name: str) -> None:
    """Lead the focus from the cards to a control of the bars, and press it."""
    focus = driver.scene.table_picture.focus
    for _ in range(40):
        if focus.focused is not None:
            break
        driver.send(key(pygame.K_LEFT))
    wanted = focus.named(name)
    for code in (pygame.K_UP, pygame.K_DOWN):
        for _ in range(20):
            if focus.focused is not wanted:
                driver.send(key(code))
    assert focus.focused is wanted
    driver.send(key(pygame.K_RETURN))
    driver.settle()
    driver.send(key(pygame.K_ESCAPE))
    assert focus.focused is None


def won(game: str) -> Shared:
    """The first deal of a game whose answer is kept for the tests."""
    lines = WINS.read_text(encoding="utf-8").splitlines()
    return next(shared for shared in map(read_shared, lines) if shared.rules.name == game)


@every_game
def test_a_whole_deal_is_won_with_arrows_and_enter(rules: Rules) -> None:
    shared = won(rules.name)
    driver = TableDriver(
        shared.rules, deck=shared.deck, card_cursor=True, autoplay=False, animated=False
    )
    for move in shared.moves:
        make(driver, move)
    assert driver.scene.session.is_won


@every_game
@pytest.mark.parametrize("size", [(640, 400), (1280, 800), (1000, 1400)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_arrows_lead_to_every_control_and_back(
    rules: Rules, size: tuple[int, int], *, mirrored: bool
) -> None:
    driver = TableDriver(rules, 3, size, card_cursor=True, mirrored=mirrored)
    focus, cursor = driver.scene.table_picture.focus, driver.scene.arrow_keys.cursor
    wanted = {widget.name for widget in focus.reachable()}
    first = cursor.seat
    found, seen, due = set(), {first}, deque([first])
    while due:
        place = due.popleft()
        for code in ARROWS:
            focus.focus(focus.named(place) if isinstance(place, str) else None)
            if not isinstance(place, str):
                cursor.put(place)
            driver.send(key(code))
            reached = focus.focused.name if focus.focused else cursor.seat
            found |= {reached} if isinstance(reached, str) else set()
            if reached not in seen:
                seen.add(reached)
                due.append(reached)
    assert found == wanted
    assert driver.change is None


def test_undo_redo_and_branches_have_other_keys_while_it_is_on() -> None:
    driver = TableDriver(BrainJam(), 1, card_cursor=True, branching=True)
    driver.type("a")
    driver.settle()
    session = driver.scene.session
    assert session.moves == 1
    for code in ARROWS:
        driver.send(key(code))
    assert session.moves == 1
    driver.send(key(pygame.K_z, CTRL))
    assert session.moves == 0
    driver.send(key(pygame.K_y, CTRL))
    assert session.moves == 1
    driver.send(key(pygame.K_UP, CTRL))
    assert session.moves == 0
    driver.send(key(pygame.K_DOWN, CTRL))
    assert session.moves == 1
    driver.recording.choose(card_cursor=False)
    driver.send(key(pygame.K_LEFT))
    assert session.moves == 0 and driver.scene.arrow_keys.seat is None


@pytest.mark.parametrize("device", [True, False], ids=["pad", "reader"])
def test_it_is_on_by_itself_with_a_pad_and_a_reader(*, device: bool) -> None:
    driver = TableDriver(BrainJam(), 1)
    devices = driver.recording.services.devices
    if device:
        devices.last = Device.PAD
    else:
        devices.screen_reader = True
    driver.send(key(pygame.K_RIGHT))
    assert driver.scene.arrow_keys.seat is not None


def test_escape_lets_go_then_leaves() -> None:
    driver = TableDriver(LaPeau(), 3, card_cursor=True)
    driver.send(key(pygame.K_RIGHT), key(pygame.K_RIGHT), key(pygame.K_RETURN))
    assert driver.scene.session.selection is not None
    assert driver.send(key(pygame.K_ESCAPE)) is None
    assert driver.scene.session.selection is None
    assert isinstance(driver.send(key(pygame.K_ESCAPE)), Pop)


def test_a_click_takes_the_cursor_along_unseen() -> None:
    driver = TableDriver(Klondike(), 3, card_cursor=True)
    driver.click("column-3")
    assert driver.scene.arrow_keys.seat is None
    driver.send(key(pygame.K_RIGHT))
    assert driver.scene.arrow_keys.seat == driver.seat("column-3")


def test_a_refusal_is_told() -> None:
    driver = TableDriver(LaPeau(), 3, card_cursor=True)
    driver.send(key(pygame.K_UP), key(pygame.K_UP), key(pygame.K_UP), key(pygame.K_RETURN))
    assert driver.recording.told == ["Only cards in sequence at the end of a stack can move"]


def waiting_for_redeal() -> TableDriver:
    """A table of Gaps where no card can move, with the cursor on a loose card."""
    driver = TableDriver(Gaps(), deck=KINGS_BEFORE_GAPS, card_cursor=True)
    driver.scene.arrow_keys._presses = DoubleClick(driver.clock)
    assert driver.scene.session.needs_redeal
    seat = driver.scene.session.position.seat(8)
    assert seat is not None
    steer(driver, seat)
    return driver


@pytest.mark.parametrize("between", ["", "time", "an arrow", "the second choice", "a gap"])
def test_two_quick_presses_on_a_card_redeal_if_they_belong_together(between: str) -> None:
    driver = waiting_for_redeal()
    if between == "a gap":
        steer(driver, Seat(driver.rules.gaps(driver.scene.session.position)[0], 0))  # type: ignore[attr-defined]
    driver.send(key(pygame.K_RETURN))
    if between == "time":
        driver.clock.now += 0.5
    elif between == "an arrow":
        driver.send(key(pygame.K_RIGHT))
    elif between == "the second choice":
        driver.send(key(pygame.K_RETURN, SHIFT))
    driver.send(key(pygame.K_RETURN))
    assert driver.scene.session.position.used == (not between)
    assert bool(driver.recording.told) or not between


@every_game
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_what_is_drawn_is_what_is_there(rules: Rules, size: tuple[int, int]) -> None:
    driver = TableDriver(rules, 3, size, card_cursor=True)
    screen, random = Screen(size), Random(2)
    screen.show(driver.scene)
    codes = [*ARROWS, pygame.K_RETURN, pygame.K_TAB]
    for _ in range(60):
        driver.send(key(random.choice(codes), random.choice((0, 0, SHIFT))))
        driver.settle()
        screen.show(driver.scene)
        assert difference(screen.seen, redrawn(driver.scene)) is None


def test_on_another_deal_the_cursor_is_at_the_end_of_its_pile() -> None:
    driver = TableDriver(BrainJam(), 12, card_cursor=True)
    scene = driver.scene
    scene.arrow_keys.cursor.put(Seat(8, 2))
    scene.start(OpenTable(scene.session.rules, deck_of(13), 13))
    assert scene.arrow_keys.seat == driver.scene.session.position.end(8)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("rules", [LaPeau(), Klondike()], ids=lambda rules: rules.name)
def test_past_the_last_pile_a_held_arrow_or_a_card_taken_up_stays_on_the_cards(
    rules: Rules, *, mirrored: bool
) -> None:
    driver = TableDriver(rules, 852, mirrored=mirrored, card_cursor=True)
    scene, outward = driver.scene, pygame.K_RIGHT if mirrored else pygame.K_LEFT
    last = driver.seat("column-7" if mirrored and rules.name == "klondike" else
                       "column-13" if mirrored else "column-1")  # fmt: skip
    held = pygame.event.Event(pygame.KEYDOWN, {**key(outward).dict, "repeated": True})
    scene.arrow_keys.cursor.put(last)
    driver.send(held)
    assert scene.focus.focused is None and scene.arrow_keys.seat == last
    scene.session.take_up(last)
    driver.send(key(outward))
    assert scene.focus.focused is None and scene.arrow_keys.seat == last
    scene.session.cancel()
    driver.send(key(outward))
    assert scene.focus.focused is not None
