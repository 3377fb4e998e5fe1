"""Klondike's empty reserve says what a click on it does: turn over, or nothing any more."""

from __future__ import annotations

import pytest
from drawn_frames import Screen, difference, redrawn
from table_driver import TableDriver

from game.core import deals
from game.rules import Klondike
from game.scenes.common.base import OpenTable
from game.widgets.mouse import Shape


def pulled(driver: TableDriver, times: int) -> None:
    """So many pulls and turn-overs."""
    for _ in range(times):
        assert driver.scene.session.space().refusal is None
    driver.view.put(driver.scene.session.position)


def shown(driver: TableDriver) -> str:
    return driver.scene.table_picture.card_painter.slot_name(0)


@pytest.fixture
def driver() -> TableDriver:
    return TableDriver(Klondike(), 12, animated=False)


def test_a_turn_over_is_offered_while_one_is_left(driver: TableDriver) -> None:
    pulled(driver, 23)
    assert shown(driver) == "plain"
    pulled(driver, 1)
    assert shown(driver) == "turnover"
    pulled(driver, 1)
    assert shown(driver) == "plain"
    pulled(driver, 24)
    assert shown(driver) == "turnover"
    position = driver.scene.session.position
    driver.view.put(position._replace(piles=((), (), *position.piles[2:])))
    assert shown(driver) == "plain", "no card was pulled"


def test_after_the_last_turn_over_it_is_crossed_out_and_no_hand_points_at_it(
    driver: TableDriver,
) -> None:
    at = driver.point(driver.seat("reserve-1"))
    pulled(driver, 24 + 1 + 24)
    driver.press(at)
    assert driver.recording.services.cursors.wanted[0] is Shape.HAND
    pulled(driver, 24)
    assert shown(driver) == "spent"
    driver.press(at)
    assert driver.recording.services.cursors.wanted[0] is Shape.ARROW
    assert driver.recording.told == ["No passes left"]


def test_while_its_cards_are_dealt_it_offers_nothing_and_has_no_count() -> None:
    driver = TableDriver(Klondike(), 12)
    driver.settle()
    driver.scene.start(OpenTable(driver.scene.session.rules, deals.deck_of(13), 13))
    picture, stock = driver.scene.table_picture, 0
    assert (picture.reserve_counts.shown(picture.look), shown(driver)) == ([], "plain")
    while stock not in driver.view.lying():
        assert picture.reserve_counts.shown(picture.look) == [] and driver.view.moving
        driver.wait(1 / 60)
    assert [count for count, _ in picture.reserve_counts.shown(picture.look)] == [24]


def test_the_place_changes_when_the_last_pulled_card_leaves(driver: TableDriver) -> None:
    screen = Screen(driver.scene.size)
    pulled(driver, 24)
    _, pull, *columns, last = driver.scene.session.position.piles
    driver.view.put(driver.scene.session.position._replace(piles=((), pull[-1:], *columns, last)))
    driver.scene.refresh()
    screen.show(driver.scene)
    gone = (), (), *columns, (*last, pull[-1])
    driver.view.show([driver.scene.session.position._replace(piles=gone)])
    driver.settle()
    driver.scene.settle()
    screen.show(driver.scene)
    assert shown(driver) == "plain"
    assert difference(screen.seen, redrawn(driver.scene)) is None
