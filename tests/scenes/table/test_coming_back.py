"""A table that another scene lay over: it was not told which keys and buttons came up there."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from history_lines import made
from input_events import SHIFT, down, key, motion
from made_deals import easy_deck
from table_driver import TableDriver

from game.core import deals
from game.core.moves import Move
from game.desktop.commands import Command
from game.play.session import flatten
from game.record.known_positions import Par
from game.record.saving import deal_key
from game.rules import BrainJam, LaPeau
from game.scenes.common.base import OpenTable, Push

SHIFT_DOWN = key(pygame.K_LSHIFT, SHIFT)
SHIFT_UP = pygame.event.Event(pygame.KEYUP, key=pygame.K_LSHIFT, mod=0, unicode="", scancode=0)
QUESTION_MARK = key(pygame.K_SLASH, SHIFT, "?")


def played_by_a_click(driver: TableDriver) -> tuple[Move, ...]:
    """What a click on a card with two choices does."""
    driver.click("column-3")
    return flatten(made(driver.scene.session.history))


def test_shift_that_came_up_over_the_help_does_not_turn_clicks_into_second_choices() -> None:
    usual = played_by_a_click(TableDriver(BrainJam(), 417))
    driver = TableDriver(BrainJam(), 417)
    assert isinstance(driver.send(SHIFT_DOWN, QUESTION_MARK), Push)
    driver.scene.covered()
    driver.scene.resume()
    assert played_by_a_click(driver) == usual
    for events, as_usual in (([SHIFT_DOWN], False), ([SHIFT_DOWN, SHIFT_UP], True)):
        driver = TableDriver(BrainJam(), 417)
        driver.send(*events)
        assert (played_by_a_click(driver) == usual) is as_usual


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau()], ids=["brainjam", "lapeau"])
def test_a_card_held_when_another_scene_came_lies_on_its_seat_after_it(
    rules: BrainJam | LaPeau,
) -> None:
    driver = TableDriver(rules, 417)
    at = driver.point(driver.seat("column-2"))
    aside = at[0] + 60, at[1] + 60
    driver.send(motion(at), down(at), motion(aside, held=True))
    assert driver.view.held is not None
    driver.send(key(pygame.K_F1))
    driver.scene.resume()
    driver.send(motion(aside))
    driver.settle()
    driver.check_seats()


@pytest.mark.parametrize("typed", [False, True])
def test_a_par_once_proved_is_proved_when_the_deal_is_opened_again(
    typed: bool, tmp_path: Path
) -> None:
    driver = TableDriver(LaPeau(), 1, folder=tmp_path)
    driver.recording.services.game_store.prove_par(driver.scene.session, 77)
    later = TableDriver(LaPeau(), 2 if typed else 1, folder=tmp_path)
    if typed:
        later.scene.start(OpenTable(later.scene.session.rules, deals.deck_of(1), 1, named=True))
    assert later.recording.services.advisor.par(later.scene.session) == Par(77, proved=True)


def test_the_time_spent_so_far_is_stored_for_the_list_to_show() -> None:
    driver = TableDriver(BrainJam(), 417)
    played_by_a_click(driver)
    game_store, session = driver.recording.services.game_store, driver.scene.session
    game_store.spend(65.0)
    assert isinstance(driver.scene.do(Command.LIST), Push)
    assert game_store.storage.deal(deal_key(session.rules, session.deck)).state.seconds >= 65


def test_the_win_of_a_deal_that_was_opened_before_reaches_its_par(tmp_path: Path) -> None:
    rules, deck = BrainJam(), easy_deck(BrainJam())
    driver = TableDriver(rules, 1, folder=tmp_path)
    store, advisor = driver.recording.services.game_store, driver.recording.services.advisor
    advisor._on_par = store.prove_par
    advisor.known.claim_par(rules, rules.deal(deck), 52, proved=True)
    driver.scene.start(OpenTable(rules, deck, par=(52, True)))
    session = driver.scene.session
    while not session.is_won:
        session.purge()
    (play,) = store.storage.plays.of(deal_key(rules, deck))
    assert (play.moves, play.par) == (52, True)
