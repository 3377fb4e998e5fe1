"""The question before the end: what it says in both languages, and what its answers do."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from input_events import key
from table_driver import TableDriver

from game.app import service_setup as module
from game.rules import Klondike
from game.scenes.common.base import Pop, Quit
from game.scenes.common.dialog_scene import QuitQuestion
from game.storage import Unsaved
from game.storage.database_files import MAIN

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="places of its own")


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableDriver:
    monkeypatch.setattr(module, "spare_file_folders", lambda: [tmp_path / "journal"])
    return TableDriver(Klondike(), folder=tmp_path / "data")


@pytest.fixture
def held(driver: TableDriver, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    other = sqlite3.connect(tmp_path / "data" / MAIN, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    yield other
    other.close()


def question(driver: TableDriver, moves: int) -> QuitQuestion:
    session = driver.scene.session
    for _ in range(moves):
        session.play(session.rules.moves(session.position)[-1])
    found = QuitQuestion(driver.recording.services)
    found.place((1280, 800))
    return found


def texts(scene: QuitQuestion) -> tuple[str, str]:
    return scene.words


def test_it_says_how_many_moves_and_what_becomes_of_them(
    driver: TableDriver, held: sqlite3.Connection
) -> None:
    one = question(driver, 1)
    assert texts(one) == (
        "1 move could not be saved",
        "Your moves will be kept in a separate file until you next start Fourfold.",
    )
    more = question(driver, 2)
    assert texts(more)[0] == "3 moves could not be saved"
    driver.recording.services.language.change("fr")
    more.follow_language()
    assert texts(more)[0] == "3 coups n’ont pas pu être enregistrés"
    assert {button.name for button in more.focus.widgets} == {"quit", "try-again"}


def test_where_nothing_takes_them_it_says_what_would_be_lost(
    driver: TableDriver, held: sqlite3.Connection, tmp_path: Path
) -> None:
    (tmp_path / "journal").write_text("no folder")
    assert (
        texts(question(driver, 2))[1] == "2 moves would be lost: they could not be kept elsewhere."
    )


def test_enter_tries_again_and_ends_once_all_is_saved(
    driver: TableDriver, held: sqlite3.Connection
) -> None:
    asked = question(driver, 2)
    assert asked.handle(key(pygame.K_RETURN)) is None
    assert driver.recording.told[-1] == "Your moves still can’t be saved"
    held.close()
    assert isinstance(asked.handle(key(pygame.K_RETURN)), Quit)
    assert driver.recording.services.game_store.storage.unsaved == Unsaved()


def test_escape_goes_on_playing(driver: TableDriver, held: sqlite3.Connection) -> None:
    assert isinstance(question(driver, 1).handle(key(pygame.K_ESCAPE)), Pop)
