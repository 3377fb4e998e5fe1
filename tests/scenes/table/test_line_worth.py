"""The strip under a table and the prices of redo marks: what is shown, where, and that nothing of
it shows while the verdict light is off.
"""

from __future__ import annotations

from functools import cache

import pygame
import pytest
from drawn_frames import Screen, difference, redrawn
from input_events import key, motion
from made_deals import line_to_stuck
from recording_services import give_weighing_solver, recording_services
from table_driver import SIZES, TableDriver

from game.accessibility.accessibility_tree import ItemRole, every
from game.core.deals import deck_of
from game.core.moves import Move
from game.rules import LaPeau
from game.scenes.common.steps_along_a_line import move_worths
from game.solver import registry
from game.solver.answer import Goal, SearchLimits
from game.solver.line_review import weigh
from game.solver.line_worths import Line
from game.table.line_strip import LineStrip, MoveWorth
from game.widgets.tooltip import DELAY_S, tooltip_area

RULES = LaPeau("same")
NUMBER = 1000


@cache
def won_line() -> tuple[Move, ...]:
    return registry.solve(RULES, RULES.deal(deck_of(NUMBER)), Goal.FIRST).moves


@cache
def truth() -> tuple[MoveWorth, ...]:
    line = Line.of_actions(RULES, RULES.deal(deck_of(NUMBER)), [(move,) for move in won_line()])
    return move_worths(weigh(line, SearchLimits()))


def played(size: tuple[int, int] = (1280, 800), *, light: bool = True) -> TableDriver:
    """A table at the middle of a line that was won."""
    held = recording_services(autoplay=False, verdict_light=light, animated=False)
    give_weighing_solver(held)
    driver = TableDriver(RULES, NUMBER, size, held=held)
    for move in won_line():
        driver.scene.session.play(move)
    driver.scene.session.undo(30)
    driver.scene.settle()
    hear(driver)
    return driver


def hear(driver: TableDriver) -> None:
    while driver.recording.services.advisor.collect():
        driver.scene.advised()


def strip_of(driver: TableDriver) -> LineStrip:
    return driver.scene.table_picture.line_strip


def test_each_action_of_the_line_has_a_cell_redo_part_included() -> None:
    driver = played()
    assert strip_of(driver).cells == truth()
    assert {MoveWorth.ON, MoveWorth.DETOUR} <= set(truth())
    assert strip_of(driver)._here == len(won_line()) - 30


def test_nothing_of_it_shows_while_the_verdict_light_is_off() -> None:
    driver = played(light=False)
    assert strip_of(driver).cells == ()
    assert strip_of(driver) not in driver.scene.table_picture.focus.widgets
    assert not any("+" in pill.text for pill in driver.scene.table_picture.card_painter.marks.pills)
    driver.send(key(pygame.K_F3))
    driver.scene.settle()
    hear(driver)
    assert strip_of(driver).cells == truth()
    driver.send(key(pygame.K_F3))
    driver.scene.settle()
    assert strip_of(driver).cells == ()


def test_a_click_goes_to_the_place_of_the_cell_and_hovering_tells_of_it() -> None:
    driver = played()
    place = truth().index(MoveWorth.DETOUR) + 1
    at = strip_of(driver)._cell(place).center
    driver.send(motion(at))
    told = strip_of(driver).explained
    assert told.startswith(f"move {place}: ")
    assert "+" in told
    beside = tooltip_area(strip_of(driver).look, strip_of(driver), pygame.Rect(0, 0, 1280, 800), "")
    assert beside.left <= at[0] <= beside.right
    driver.press(at)
    session = driver.scene.session
    assert session.history.at == place
    assert strip_of(driver)._here == place
    assert strip_of(driver).spoken == driver.scene.line_worth.explain(place, True)
    assert len(strip_of(driver).cells) == len(won_line())


def test_a_screen_reader_is_told_where_the_strip_stands() -> None:
    driver = played()
    told = {item.name: item.role for item in every(driver.scene.described(()))}
    assert told[strip_of(driver).spoken] is ItemRole.LABEL
    assert strip_of(driver).spoken == strip_of(driver).explain(len(won_line()) - 30, True)
    assert strip_of(driver).spoken.startswith("move ")
    assert " of " in strip_of(driver).spoken and not set("♣♦♥♠") & set(strip_of(driver).spoken)
    driver.send(key(pygame.K_HOME))
    driver.scene.settle()
    assert strip_of(driver).spoken == "the start"
    driver.scene.services.language.change("fr")
    driver.scene.follow_language()
    assert strip_of(driver).spoken == strip_of(driver).explain(0, True) != "the start"


@pytest.mark.parametrize("size", SIZES)
def test_it_takes_no_room_from_the_cards_and_covers_no_bar(size: tuple[int, int]) -> None:
    with_it, without = played(size), played(size, light=False)
    table = with_it.view.arrangement
    assert table == without.view.arrangement
    area = strip_of(with_it).rect
    assert pygame.Rect((0, 0), size).contains(area)
    assert not area.colliderect(table.frame.edge)
    assert not area.colliderect(table.frame.side)
    assert area.top >= table.frame.area.bottom
    assert area.h >= 4


def test_redo_marks_carry_their_price_where_it_is_known() -> None:
    driver = played()
    session = driver.scene.session
    place = truth().index(MoveWorth.DETOUR)
    history = session.history
    session.to_start()
    session.redo(place)
    driver.scene.settle()
    ahead = history.redo_line(1)[0].key
    price = driver.scene.line_worth.price(session, history.graph.find(history.here, ahead))
    assert price.startswith("+")
    assert price != "+0"


def test_a_new_move_has_a_cell_at_once_that_is_not_known_yet() -> None:
    held = recording_services(autoplay=False, verdict_light=True, animated=False)
    driver = TableDriver(RULES, NUMBER, held=held)
    driver.scene.session.play(won_line()[0])
    driver.scene.settle()
    assert strip_of(driver).cells == (MoveWorth.UNKNOWN,)


def test_the_tooltips_of_cells_leave_nothing_behind() -> None:
    driver = played()
    screen = Screen(driver.scene.size)
    screen.show(driver.scene)
    for place in (1, 2, 9, 1):
        driver.send(motion(strip_of(driver)._cell(place).center))
        # Drawn before time has passed, and after.
        screen.show(driver.scene)
        assert difference(screen.seen, redrawn(driver.scene)) is None
        driver.scene.update(DELAY_S)
        screen.show(driver.scene)
        assert driver.scene._tooltip.visible
        assert difference(screen.seen, redrawn(driver.scene)) is None
    driver.send(motion((5, 5)))
    screen.show(driver.scene)
    assert difference(screen.seen, redrawn(driver.scene)) is None
    assert driver.scene.draw(screen.surface) == []


@pytest.mark.parametrize("size", SIZES)
def test_no_tooltip_covers_the_bar(size: tuple[int, int]) -> None:
    line = line_to_stuck(RULES, 1, 5)
    assert line is not None
    driver = TableDriver(
        RULES, 1, size, held=recording_services(autoplay=False, verdict_light=True, animated=False)
    )
    for move in line:
        driver.scene.session.play(move)
    driver.scene.settle()
    bar, strip, window = driver.scene.table_picture.bar, strip_of(driver), pygame.Rect((0, 0), size)
    assert bar is not None
    for place in range(1, len(strip.cells) + 1):
        driver.send(motion(strip._cell(place).center))
        told = tooltip_area(strip.look, strip, window, "")
        assert window.contains(told) and not told.colliderect(bar.rect), place
    for widget in driver.scene.table_picture.focus.widgets:
        if widget.explained and widget not in bar.widgets and widget is not strip:
            told = tooltip_area(strip.look, widget, window, "Ctrl+M")
            assert window.contains(told) and not told.colliderect(bar.rect), widget.name
    driver.send(key(pygame.K_LEFT))
    driver.scene.settle()
    assert driver.scene.table_picture.bar is None and not strip.kept_clear
