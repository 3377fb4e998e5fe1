"""A fault of a single command is told and written down, and the game goes on."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any
from weakref import ref

import pygame
import pytest
from input_events import CTRL, key

import game.app.scene_factory
from game.app.launch_options import LaunchOptions, Opening
from game.app.loop import App
from game.play.session import Session
from game.record.saving import deal_key
from game.rules import Klondike
from game.scenes.common import copy_and_paste
from game.system.folders import Folders


@pytest.fixture
def app(tmp_path: Path) -> Any:
    pygame.display.init()
    made = App(LaunchOptions(Folders(tmp_path), opening=Opening(Klondike(), 1), mute=True))
    made.told = []  # type: ignore[attr-defined]
    made.announce = made.told.append  # type: ignore[attr-defined,method-assign]
    yield made
    made.close()


def broken(*what: object) -> Any:
    raise RuntimeError("broken on purpose")


def reports(folder: Path) -> list[str]:
    return [file.read_text() for file in folder.glob("fault-*.txt")]


def press(app: Any, code: int, mod: int = 0) -> None:
    app._handle_safely(key(code, mod))
    app._handle_safely(pygame.event.Event(pygame.KEYUP, key=code, mod=mod))


def test_a_scene_that_cannot_be_opened_leaves_those_that_are_there(
    app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(app._stack)
    monkeypatch.setattr(game.app.scene_factory, "import_module", broken)
    press(app, pygame.K_F1)
    assert list(app._stack) == before and app._running
    assert "but you can keep playing; details are in " in app.told[0]
    assert "RuntimeError: broken on purpose" in reports(tmp_path)[0]
    monkeypatch.undo()
    press(app, pygame.K_F1)
    assert app.top.name == "help"


def test_a_paste_that_fails_leaves_the_deal(
    app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.scenes.common.copy_and_paste.clipboard_text", broken)
    session = app.top.session
    press(app, pygame.K_v, CTRL)
    assert app.top.session is session
    assert len(app.told) == 1 and len(reports(tmp_path)) == 1


def test_a_scene_that_fails_while_time_passes_is_left(
    app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(app, pygame.K_F1)
    monkeypatch.setattr(type(app.top), "update", broken)
    app._update(0.1)
    assert app.top.name == "table"
    assert len(reports(tmp_path)) == 1


def test_what_the_program_was_started_with_may_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.app.dropped_files.take_opened", broken)
    pygame.display.init()
    app = App(LaunchOptions(Folders(tmp_path), handed=tmp_path / "pack.txt", mute=True))
    app._picture.draw()
    assert app._running and app.top.name == "menu" and len(reports(tmp_path)) == 1
    app.close()


def test_what_a_screen_reader_asks_for_may_fail(
    app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(app._reading), "do_requests", broken)
    app._wake()
    app._fetch()
    assert app.top.name == "table" and len(reports(tmp_path)) == 1


def test_a_table_that_fails_leaves_its_deal_and_the_scene_below_comes_back(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, left = app.top, list[object]()
    monkeypatch.setattr(app.services.game_store, "leave", left.append)
    monkeypatch.setattr(type(table), "update", broken)
    app._update(0.1)
    assert left == [table.session]
    assert app.top.name == "menu" and app.top.size == app._screen.room


@pytest.mark.parametrize("fails", ["add_line", "place", "resume"])
def test_a_pasted_deal_that_cannot_be_opened_leaves_the_one_in_play(
    app: Any, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    press(app, pygame.K_SPACE)
    table, store = app.top, app.services.game_store
    monkeypatch.setattr(copy_and_paste, "clipboard_text", lambda: "klondike 2 pull")
    with monkeypatch.context() as now:
        if fails == "add_line":
            now.setattr(store, "add_line", broken)
        else:
            kind, whole = type(table), getattr(type(table), fails)
            now.setattr(
                kind, fails, lambda scene, *how: (whole if scene is table else broken)(scene, *how)
            )
        press(app, pygame.K_v, CTRL)
    if fails == "resume":  # by then the old table has gone
        assert app.top.name == "menu" and not store._below
        return
    assert app.top is table and store._session is table.session
    press(app, pygame.K_SPACE)
    assert table.session.moves == 2
    assert store.storage.deal_figures(deal_key(Klondike(), table.session.deck)).positions == 2


def test_a_win_panel_that_fails_gives_the_card_cursor_back(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = app.top
    app.services.change(card_cursor=True)
    table.arrow_keys.show()
    with monkeypatch.context() as now:
        now.setattr(Session, "is_won", property(lambda session: True))
        app._apply(table._open_win())
    assert app.top.name == "win" and table.arrow_keys.seat is None
    monkeypatch.setattr(type(app.top), "update", broken)
    app._update(0.1)
    assert app.top is table and table.arrow_keys.seat is not None


def test_the_last_scene_that_fails_ends_the_program(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    del app._stack[:-1]
    monkeypatch.setattr(type(app.top), "update", broken)
    with pytest.raises(RuntimeError):
        app._update(0.1)


# The repeat of a key


def repeat(app: Any, code: int) -> None:
    app._handle(key(code))


def test_a_key_that_is_held_is_no_press_for_the_scene_that_it_opened(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: {pygame.K_F1: True})
    repeat(app, pygame.K_F1)
    assert app.top.name == "help"
    repeat(app, pygame.K_F1)
    assert app.top.name == "help"
    app._handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_F1, mod=0))
    repeat(app, pygame.K_F1)
    assert app.top.name == "table"


def test_a_repeat_counts_on_one_scene_only_while_the_key_is_down(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(type(app.top), "handle", lambda scene, event: seen.append(event.type))
    for down in (True, True, False):
        monkeypatch.setattr(pygame.key, "get_pressed", lambda down=down: {pygame.K_a: down})
        repeat(app, pygame.K_a)
    assert len(seen) == 2


def test_an_undo_held_on_at_the_start_is_refused_once(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: {pygame.K_LEFT: True})
    for _ in range(9):
        repeat(app, pygame.K_LEFT)
    assert app.top.refusals == 1
    app._handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_LEFT, mod=0))
    repeat(app, pygame.K_LEFT)
    assert app.top.refusals == 2


def test_a_key_pressed_twice_while_a_frame_took_long_counts_twice(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its repeats come from a thread: they are queued before it comes up, and down again."""
    seen: list[int] = []
    monkeypatch.setattr(type(app.top), "handle", lambda scene, event: seen.append(event.type))
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: {pygame.K_a: True})
    up = pygame.event.Event(pygame.KEYUP, key=pygame.K_a, mod=0)
    batches = [[key(pygame.K_a)], [*(key(pygame.K_a) for _ in range(5)), up, key(pygame.K_a)]]
    for batch in batches:
        monkeypatch.setattr(pygame.event, "get", lambda batch=batch: batch)
        app._take_events()
    assert seen == [pygame.KEYDOWN, pygame.KEYUP, pygame.KEYDOWN]


def test_of_repeats_that_come_at_once_one_counts(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(type(app.top), "handle", lambda scene, event: seen.append(event.type))
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: {pygame.K_a: True})
    for count in (1, 5, 5):
        batch = [key(pygame.K_a) for _ in range(count)]
        monkeypatch.setattr(pygame.event, "get", lambda batch=batch: batch)
        app._take_events()
    assert seen == 3 * [pygame.KEYDOWN]


def test_a_key_that_never_comes_up_keeps_no_scene(app: Any) -> None:
    app._handle(key(pygame.K_F1))
    scene = ref(app.top)
    assert app.top.name == "help"
    app._handle(key(pygame.K_ESCAPE))
    gc.collect()
    assert app.top.name == "table" and scene() is None
