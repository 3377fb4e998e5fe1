"""A table played with arrows, Enter and Esc alone."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random

import pygame
import pytest
from handmade import rules_name
from stage import CTRL, SHIFT, Screen, Stage, difference, key, redrawn

from game.core.deals import deck_of
from game.core.moves import REDEAL, REDEAL_RANDOM, Move
from game.core.position import Seat
from game.desktop.input_devices import Device
from game.play.sharing_line import Shared, read_shared
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import Pop
from game.table.card_cursor import CardCursor

WINS = Path(__file__).parents[2] / "golden" / "wins.txt"
GAMES: tuple[Rules, ...] = (BrainJam(), LaPeau(), Gaps(), Klondike())
ARROWS = {
    pygame.K_RIGHT: (1, 0), pygame.K_LEFT: (-1, 0), pygame.K_DOWN: (0, 1), pygame.K_UP: (0, -1),
}  # fmt: skip

every_game = pytest.mark.parametrize("rules", GAMES, ids=rules_name)


def steer(stage: Stage, goal: Seat) -> None:
    """Lead the cursor to a seat by the fewest arrow keys."""
    view = stage.view
    here = stage.scene.cursor_keys.seat
    if here is None:
        stage.send(key(pygame.K_UP))
        here = stage.scene.cursor_keys.seat
    assert here is not None
    ways, due = {here: ()}, deque([here])
    while due and goal not in ways:
        seat = due.popleft()
        for code, arrow in ARROWS.items():
            cursor = CardCursor()
            cursor.put(seat)
            by_pile = stage.scene.session.selection is not None
            moved = cursor.towards(view.position, view.arrangement, arrow, by_pile=by_pile)
            if moved and cursor.seat not in ways:
                ways[cursor.seat] = (*ways[seat], code)
                due.append(cursor.seat)
    for code in ways[goal]:
        stage.send(key(code))
    assert stage.scene.cursor_keys.seat == goal


def enter(stage: Stage, goal: Seat, mod: int = 0) -> None:
    steer(stage, goal)
    stage.send(key(pygame.K_RETURN, mod))
    stage.settle()


def make(stage: Stage, move: Move) -> None:
    """Make a move with arrows and Enter."""
    session = stage.scene.session
    rules, position = session.rules, session.position
    after = rules.apply(position, move)
    if move.card is None:
        if move.onto in (REDEAL, REDEAL_RANDOM):
            press_control(stage, "redeal")
        else:
            enter(stage, position.end(0))
        assert session.position == after
        return
    seat, goal = position.seat(move.card), after.seat(move.card)
    assert seat is not None
    assert goal is not None
    if rules.one_click:
        choices = [rules.apply(position, choice) for choice in session.choices_of(seat.pile)]
        goals = [each.seat(move.card) for each in choices]
        enter(stage, seat, 0 if goals[0] == goal else SHIFT)
        if goals[0] != goal and len(goals) > 2:
            enter(stage, position.end(goal.pile))
    else:
        enter(stage, seat)
        enter(stage, position.end(goal.pile))
    assert rules.key(session.position) == rules.key(after)


def press_control(stage: Stage, name: str) -> None:
    """Lead the focus from the cards to a control of the bars, and press it."""
    focus = stage.scene.table_picture.focus
    for _ in range(40):
        if focus.focused is not None:
            break
        stage.send(key(pygame.K_LEFT))
    wanted = focus.named(name)
    for code in (pygame.K_UP, pygame.K_DOWN):
        for _ in range(20):
            if focus.focused is not wanted:
                stage.send(key(code))
    assert focus.focused is wanted
    stage.send(key(pygame.K_RETURN))
    stage.settle()
    stage.send(key(pygame.K_ESCAPE))
    assert focus.focused is None


def won(game: str) -> Shared:
    """The first deal of a game whose answer is kept for the tests."""
    lines = WINS.read_text(encoding="utf-8").splitlines()
    return next(shared for shared in map(read_shared, lines) if shared.rules.name == game)


@every_game
def test_a_whole_deal_is_won_with_arrows_and_enter(rules: Rules) -> None:
    shared = won(rules.name)
    stage = Stage(shared.rules, deck=shared.deck, card_cursor=True, autoplay=False, animated=False)
    for move in shared.moves:
        make(stage, move)
    assert stage.scene.session.is_won


@every_game
@pytest.mark.parametrize("size", [(640, 400), (1280, 800), (1000, 1400)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_arrows_lead_to_every_control_and_back(
    rules: Rules, size: tuple[int, int], *, mirrored: bool
) -> None:
    stage = Stage(rules, 3, size, card_cursor=True, mirrored=mirrored)
    focus, cursor = stage.scene.table_picture.focus, stage.scene.cursor_keys.cursor
    wanted = {widget.name for widget in focus.reachable()}
    first = cursor.seat
    found, seen, due = set(), {first}, deque([first])
    while due:
        place = due.popleft()
        for code in ARROWS:
            focus.focus(focus.named(place) if isinstance(place, str) else None)
            if not isinstance(place, str):
                cursor.put(place)
            stage.send(key(code))
            reached = focus.focused.name if focus.focused else cursor.seat
            found |= {reached} if isinstance(reached, str) else set()
            if reached not in seen:
                seen.add(reached)
                due.append(reached)
    assert found == wanted
    assert stage.change is None


def test_undo_redo_and_branches_have_other_keys_while_it_is_on() -> None:
    stage = Stage(BrainJam(), 1, card_cursor=True, branching=True)
    stage.type("a")
    stage.settle()
    session = stage.scene.session
    assert session.moves == 1
    for code in ARROWS:
        stage.send(key(code))
    assert session.moves == 1
    stage.send(key(pygame.K_z, CTRL))
    assert session.moves == 0
    stage.send(key(pygame.K_y, CTRL))
    assert session.moves == 1
    stage.send(key(pygame.K_UP, CTRL))
    assert session.moves == 0
    stage.send(key(pygame.K_DOWN, CTRL))
    assert session.moves == 1


def test_arrows_undo_while_it_is_off() -> None:
    stage = Stage(BrainJam(), 1)
    stage.type("a")
    stage.settle()
    stage.send(key(pygame.K_LEFT))
    assert stage.scene.session.moves == 0
    assert stage.scene.cursor_keys.seat is None


@pytest.mark.parametrize("device", [True, False], ids=["pad", "reader"])
def test_it_is_on_by_itself_with_a_pad_and_a_reader(*, device: bool) -> None:
    stage = Stage(BrainJam(), 1)
    devices = stage.cast.services.devices
    if device:
        devices.last = Device.PAD
    else:
        devices.screen_reader = True
    stage.send(key(pygame.K_RIGHT))
    assert stage.scene.cursor_keys.seat is not None


def test_escape_lets_go_then_leaves() -> None:
    stage = Stage(LaPeau(), 3, card_cursor=True)
    stage.send(key(pygame.K_RIGHT), key(pygame.K_RIGHT), key(pygame.K_RETURN))
    assert stage.scene.session.selection is not None
    assert stage.send(key(pygame.K_ESCAPE)) is None
    assert stage.scene.session.selection is None
    assert isinstance(stage.send(key(pygame.K_ESCAPE)), Pop)


def test_a_click_takes_the_cursor_along_unseen() -> None:
    stage = Stage(Klondike(), 3, card_cursor=True)
    stage.click("column-3")
    assert stage.scene.cursor_keys.seat is None
    stage.send(key(pygame.K_RIGHT))
    assert stage.scene.cursor_keys.seat == stage.seat("column-3")


def test_a_refusal_is_told() -> None:
    stage = Stage(LaPeau(), 3, card_cursor=True)
    stage.send(key(pygame.K_UP), key(pygame.K_UP), key(pygame.K_UP), key(pygame.K_RETURN))
    assert stage.cast.told == ["Only cards in sequence at the end of a stack can move"]


def waiting_for_redeal() -> Stage:
    """A table of Gaps where no card can move, with the cursor on a loose card."""
    # A king stands before every gap.
    rows = [[8 + suit, 4 + suit, *range(12 + suit, 52, 4), suit] for suit in range(4)]
    deck = tuple(card for row in rows for card in row)
    stage = Stage(Gaps(), deck=deck, card_cursor=True)
    stage.scene.cursor_keys._now = stage.clock
    assert stage.scene.session.needs_redeal
    seat = stage.scene.session.position.seat(8)
    assert seat is not None
    steer(stage, seat)
    return stage


def test_two_quick_presses_on_a_card_redeal_as_two_clicks_do() -> None:
    stage = waiting_for_redeal()
    stage.send(key(pygame.K_RETURN), key(pygame.K_RETURN))
    assert stage.scene.session.position.used == 1


@pytest.mark.parametrize("between", ["time", "an arrow", "the second choice", "a gap"])
def test_two_presses_that_do_not_belong_together_do_not_redeal(between: str) -> None:
    stage = waiting_for_redeal()
    if between == "a gap":
        steer(stage, Seat(stage.rules.gaps(stage.scene.session.position)[0], 0))  # type: ignore[attr-defined]
    stage.send(key(pygame.K_RETURN))
    if between == "time":
        stage.clock.now += 0.5
    elif between == "an arrow":
        stage.send(key(pygame.K_RIGHT))
    elif between == "the second choice":
        stage.send(key(pygame.K_RETURN, SHIFT))
    stage.send(key(pygame.K_RETURN))
    assert stage.scene.session.position.used == 0
    assert stage.cast.told


@every_game
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_what_is_drawn_is_what_is_there(rules: Rules, size: tuple[int, int]) -> None:
    stage = Stage(rules, 3, size, card_cursor=True)
    screen, random = Screen(size), Random(2)
    screen.show(stage.scene)
    codes = [*ARROWS, pygame.K_RETURN, pygame.K_TAB]
    for _ in range(60):
        stage.send(key(random.choice(codes), random.choice((0, 0, SHIFT))))
        stage.settle()
        screen.show(stage.scene)
        assert difference(screen.seen, redrawn(stage.scene)) is None


def test_on_another_deal_the_cursor_is_at_the_end_of_its_pile() -> None:
    stage = Stage(BrainJam(), 12, card_cursor=True)
    scene = stage.scene
    scene.cursor_keys.cursor.put(Seat(8, 2))
    scene.start(deck_of(13), 13)
    assert scene.cursor_keys.seat == stage.scene.session.position.end(8)
