"""Klondike's empty reserve says what a click on it does: turn over, or nothing any more."""

from __future__ import annotations

import pytest
from stage import Screen, Stage, difference, redrawn

from game.core import deals
from game.rules import Klondike
from game.widgets.cursors import Shape


def pulled(stage: Stage, times: int) -> None:
    """So many pulls and turn-overs."""
    for _ in range(times):
        assert stage.scene.session.space().refusal is None
    stage.view.put(stage.scene.session.position)


def shown(stage: Stage) -> str:
    return stage.scene.table_picture.picture.slot_name(0)


@pytest.fixture
def stage() -> Stage:
    return Stage(Klondike(), 12, animated=False)


def test_a_turn_over_is_offered_while_one_is_left(stage: Stage) -> None:
    pulled(stage, 23)
    assert shown(stage) == "plain"
    pulled(stage, 1)
    assert shown(stage) == "turnover"
    pulled(stage, 1)
    assert shown(stage) == "plain"
    pulled(stage, 24)
    assert shown(stage) == "turnover"


def test_after_the_last_turn_over_it_is_crossed_out_and_no_hand_points_at_it(stage: Stage) -> None:
    at = stage.point(stage.seat("reserve-1"))
    pulled(stage, 24 + 1 + 24)
    stage.press(at)
    assert stage.cast.services.cursors.wanted[0] is Shape.HAND
    pulled(stage, 24)
    assert shown(stage) == "spent"
    stage.press(at)
    assert stage.cast.services.cursors.wanted[0] is Shape.ARROW
    assert stage.cast.told == ["No turn-over is left"]


def test_where_no_card_is_pulled_nothing_is_offered() -> None:
    stage = Stage(Klondike(), 12, animated=False)
    position = stage.scene.session.position
    stage.view.put(position._replace(piles=((), (), *position.piles[2:])))
    assert shown(stage) == "plain"


def test_while_its_cards_are_dealt_it_offers_nothing_and_has_no_count() -> None:
    stage = Stage(Klondike(), 12)
    stage.settle()
    stage.scene.start(deals.deck_of(13), 13)
    picture, stock = stage.scene.table_picture, 0
    assert (picture.reserve_counts.shown(picture.look), shown(stage)) == ([], "plain")
    while stock not in stage.view.lying():
        assert picture.reserve_counts.shown(picture.look) == [] and stage.view.moving
        stage.wait(1 / 60)
    assert [count for count, _ in picture.reserve_counts.shown(picture.look)] == [24]


def test_the_place_changes_when_the_last_pulled_card_leaves(stage: Stage) -> None:
    screen = Screen(stage.scene.size)
    pulled(stage, 24)
    _, pull, *columns, last = stage.scene.session.position.piles
    stage.view.put(stage.scene.session.position._replace(piles=((), pull[-1:], *columns, last)))
    stage.scene.refresh()
    screen.show(stage.scene)
    gone = (), (), *columns, (*last, pull[-1])
    stage.view.show([stage.scene.session.position._replace(piles=gone)])
    stage.settle()
    stage.scene.settle()
    screen.show(stage.scene)
    assert shown(stage) == "plain"
    assert difference(screen.seen, redrawn(stage.scene)) is None
