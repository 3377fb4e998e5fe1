"""A table offers the first game of its game once, before anything is played."""

from __future__ import annotations

import pygame
import pytest
from input_events import key, letter
from recording_services import ART, recording_services
from test_hint_and_warning import Asked

from game.core.deals import deck_of
from game.desktop.touch import Device
from game.rules import RULES, rules_for
from game.scenes.common.base import OpenTable
from game.scenes.common.tips_and_first_games import note_first_game
from game.scenes.table.first_game import FirstGameScene
from game.widgets.number_entry import NumberEntry

GAMES = [game for game in RULES if (ART.folder / "lessons" / f"{game}.txt").exists()]
ENTER = key(pygame.K_RETURN)


def offered(game: str = "klondike", **choices: object) -> Asked:
    return Asked(rules_for(game), tips=True, **choices)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_table_of_a_game_offers_its_first_game_once(game: str) -> None:
    driver = offered(game)
    names = [str(widget.name) for widget in driver.scene.table_picture.focus.widgets]
    assert "first-game" in names and "decline" in names
    driver.send(letter("n"))
    assert driver.scene.table_picture.bar is None
    held = recording_services(tips=True, first_games=driver.recording.services.settings.first_games)
    assert f"{game}=offered" in held.services.settings.first_games


@pytest.mark.parametrize("game", GAMES)
def test_no_card_moves_when_the_offer_goes(game: str) -> None:
    driver = offered(game)
    driver.settle()
    view = driver.view
    before, room = view.arrangement.piles, view.room
    assert room.bar
    driver.send(letter("n"))
    driver.settle()
    assert (view.arrangement.piles, view.room) == (before, room)
    driver.scene.start(OpenTable(driver.scene.session.rules, deck_of(2), 2))
    assert not view.room.bar


def test_an_offer_that_was_seen_is_not_made_again() -> None:
    driver = offered()
    driver.scene.update(0.01)
    assert "klondike=offered" in driver.recording.services.settings.first_games
    assert driver.scene.table_picture.bar is not None


def test_a_game_that_has_none_is_not_offered_any(monkeypatch: pytest.MonkeyPatch) -> None:
    has_one = "game.scenes.table.first_game_offer_and_bars.has_first_game"
    monkeypatch.setattr(has_one, lambda services, game: False)
    assert offered().scene.table_picture.bar is None


def test_enter_opens_the_first_game_that_is_offered() -> None:
    driver = offered()
    change = driver.send(ENTER)
    assert isinstance(getattr(driver.change, "scene", None), FirstGameScene), change


def test_who_has_left_the_first_game_is_not_offered_it_again() -> None:
    driver = offered()
    below = driver.scene
    driver.send(ENTER)
    below.resume()
    assert below.table_picture.bar is None and not below.offer.shown


def test_who_has_begun_the_first_game_from_help_is_not_offered_it_any_more() -> None:
    driver = offered()
    note_first_game(driver.recording.services, "klondike", "1")
    driver.scene.resume()
    assert driver.scene.table_picture.bar is None


def test_the_offer_stays_in_view_when_another_deal_comes_unless_that_was_played() -> None:
    driver = offered()
    first = driver.scene.session
    driver.scene.start(OpenTable(driver.scene.session.rules, deck_of(2), 2))
    assert driver.scene.table_picture.bar is not None and driver.scene.offer.shown
    played = driver.recording.services.game_store.open(first.rules, deck_of(3), 3)
    played.space()
    driver.scene.start(OpenTable(driver.scene.session.rules, deck_of(3), 3))
    assert driver.scene.session.moves == 1
    assert driver.scene.table_picture.bar is None and not driver.scene.offer.shown


def test_the_offer_is_part_of_what_a_screen_reader_hears_of_the_table() -> None:
    driver = offered()
    assert "New to this game?" in driver.scene.heading
    driver.send(letter("n"))
    assert "New to this game?" not in driver.scene.heading


def test_playing_on_declines_the_offer() -> None:
    driver = offered()
    driver.send(letter(" "))
    assert driver.scene.session.moves == 1 and driver.scene.table_picture.bar is None


def test_an_offer_names_the_keys_of_the_device_that_is_used_now() -> None:
    driver = offered()
    devices = driver.recording.services.devices
    for device, learn in (
        (Device.TOUCH, "Learn by playing"),
        (Device.PAD, "Learn by playing"),
        (Device.KEYBOARD, "Learn by playing (Enter)"),
    ):
        devices.last = device
        driver.scene.follow_settings()
        bar = driver.scene.table_picture.bar
        assert bar is not None and bar._labels[0] == learn, device


def test_in_a_window_of_another_size_the_offer_is_worded_as_one_made_there() -> None:
    driver = offered()
    for size in ((640, 400), (1280, 800)):
        driver.scene.place(size)
        bar = driver.scene.table_picture.bar
        assert bar is not None
        assert bar.text.startswith("New to this game?")
        assert ("guided first game" in bar.text) is (size == (1280, 800))


def test_nothing_is_offered_where_tips_are_off() -> None:
    assert Asked(rules_for("gaps")).scene.table_picture.bar is None


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
@pytest.mark.parametrize("game", GAMES)
def test_digits_typed_at_an_offer_open_the_deal_of_that_number(
    game: str, size: tuple[int, int]
) -> None:
    driver = offered(game)
    driver.scene.place(size)
    opened = driver.send(letter("1"))
    on_top = driver.scene if opened is None else opened.scene
    assert isinstance(on_top.focus.focused, NumberEntry)
    for event in (letter("2"), letter("3"), ENTER):
        on_top.handle(event)
    assert driver.scene.session.number == 123


def test_a_digit_is_no_number_once_a_card_was_played_or_taken_up() -> None:
    driver = offered()
    driver.send(letter("a"), letter("1"))
    assert not isinstance(driver.scene.focus.focused, NumberEntry)
    driver.send(letter(" "), letter("9"))
    assert not isinstance(driver.scene.focus.focused, NumberEntry)
