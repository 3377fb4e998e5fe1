"""A table offers the first game of its game once, before anything is played."""

from __future__ import annotations

import pygame
import pytest
from stage import ART, cast, key, letter
from test_hint_and_warning import Asked

from game.core.deals import deck_of
from game.desktop.input_devices import Device
from game.rules import RULES, rules_for
from game.scenes.common.first_games import note_first_game
from game.scenes.table.first_game import FirstGameScene

GAMES = [game for game in RULES if (ART.folder / "lessons" / f"{game}.txt").exists()]
ENTER = key(pygame.K_RETURN)


def offered(game: str = "klondike", **choices: object) -> Asked:
    return Asked(rules_for(game), tips=True, **choices)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_table_of_a_game_offers_its_first_game_once(game: str) -> None:
    stage = offered(game)
    names = [str(widget.name) for widget in stage.scene.table_picture.focus.widgets]
    assert "first-game" in names and "decline" in names
    stage.send(letter("n"))
    assert stage.scene.table_picture.bar is None
    held = cast(tips=True, first_games=stage.cast.services.settings.first_games)
    assert f"{game}=offered" in held.services.settings.first_games


def test_an_offer_that_was_seen_is_not_made_again() -> None:
    stage = offered()
    stage.scene.update(0.01)
    assert "klondike=offered" in stage.cast.services.settings.first_games
    assert stage.scene.table_picture.bar is not None


def test_a_game_that_has_none_is_not_offered_any(monkeypatch: pytest.MonkeyPatch) -> None:
    has_one = "game.scenes.table.first_game_offer.has_first_game"
    monkeypatch.setattr(has_one, lambda services, game: False)
    assert offered().scene.table_picture.bar is None


def test_enter_opens_the_first_game_that_is_offered() -> None:
    stage = offered()
    change = stage.send(ENTER)
    assert isinstance(getattr(stage.change, "scene", None), FirstGameScene), change


def test_who_has_left_the_first_game_is_not_offered_it_again() -> None:
    stage = offered()
    below = stage.scene
    stage.send(ENTER)
    below.resume()
    assert below.table_picture.bar is None and not below.sign_and_bar.offer.shown


def test_who_has_begun_the_first_game_from_help_is_not_offered_it_any_more() -> None:
    stage = offered()
    note_first_game(stage.cast.services, "klondike", "1")
    stage.scene.resume()
    assert stage.scene.table_picture.bar is None


def test_the_offer_stays_in_view_when_another_deal_comes_unless_that_was_played() -> None:
    stage = offered()
    first = stage.scene.session
    stage.scene.start(deck_of(2), 2)
    assert stage.scene.table_picture.bar is not None and stage.scene.sign_and_bar.offer.shown
    played = stage.cast.services.game_store.open(first.rules, deck_of(3), 3)
    played.space()
    stage.scene.start(deck_of(3), 3)
    assert stage.scene.session.moves == 1
    assert stage.scene.table_picture.bar is None and not stage.scene.sign_and_bar.offer.shown


def test_the_offer_is_part_of_what_a_screen_reader_hears_of_the_table() -> None:
    stage = offered()
    assert "New to this game?" in stage.scene.heading
    stage.send(letter("n"))
    assert "New to this game?" not in stage.scene.heading


def test_playing_on_declines_the_offer() -> None:
    stage = offered()
    stage.send(letter(" "))
    assert stage.scene.session.moves == 1 and stage.scene.table_picture.bar is None


def test_an_offer_names_the_keys_of_the_device_that_is_used_now() -> None:
    stage = offered()
    devices = stage.cast.services.devices
    for device, learn in (
        (Device.TOUCH, "Learn by playing"),
        (Device.PAD, "Learn by playing"),
        (Device.KEYBOARD, "Learn by playing (Enter)"),
    ):
        devices.last = device
        stage.scene.follow_settings()
        bar = stage.scene.table_picture.bar
        assert bar is not None and bar._labels[0] == learn, device


def test_in_a_window_of_another_size_the_offer_is_worded_as_one_made_there() -> None:
    stage = offered()
    for size in ((640, 400), (1280, 800)):
        stage.scene.place(size)
        bar = stage.scene.table_picture.bar
        assert bar is not None
        assert bar.text.startswith("New to this game?")
        assert ("A first game" in bar.text) is (size == (1280, 800))


def test_nothing_is_offered_where_tips_are_off() -> None:
    assert Asked(rules_for("gaps")).scene.table_picture.bar is None
