"""The loop, the stack of scenes and the trace, in simulated time."""

from __future__ import annotations

import ctypes
import gc
import json
import sqlite3
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pygame
import pygame.base
import pytest
from input_events import CTRL, down, key, motion, up
from made_deals import easy_deck
from recording_services import ART, PAINT, silent_gateway

import game.app.frame_drawing
import game.app.loop
import game.app.service_setup
import game.record.daily_deals
from game.app.launch_options import LaunchOptions, Opening
from game.app.loop import App
from game.app.window import ProgramWindow
from game.core import cards, deals
from game.core.moves import PULL, Move
from game.core.position import Seat
from game.desktop.sdl import loaded
from game.graphics.assets import Assets
from game.record.daily_deals import LONGEST_WAIT, DailyDeals
from game.rules import BrainJam, Klondike, LaPeau, Rules
from game.scenes.common.base import OpenHelp, Push, Scene
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.page import PageScene
from game.scenes.common.tips_and_first_games import Tip, tell_tip
from game.scenes.help.scene import HelpScene
from game.scenes.table.scene import TableScene
from game.storage import StorageError, StorageTrouble
from game.storage.database_files import MAIN
from game.storage.export_file import SUFFIX
from game.system import fault_report
from game.system.folders import Folders

Step = float | Callable[[App], Sequence[pygame.event.Event]] | Sequence[pygame.event.Event]


class Loop:
    """Stands in for SDL's waiting: time passes only here, and the steps of a test happen here."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = list(steps)
        self.now = 1000.0
        self.until: float | None = None
        self.app: App | None = None
        self.waits: list[float | None] = []
        self.shown: list[Sequence[pygame.Rect] | None] = []

    def monotonic(self) -> float:
        return self.now

    def show(self, window: pygame.Window, rects: Sequence[pygame.Rect] | None) -> None:
        self.shown.append(rects)

    def wait(self, seconds: float | None) -> None:
        assert self.app is not None
        if self.app.top.busy:
            self.now += max(seconds or 0.0, 0.001)
            return
        if self.until is not None and self.now < self.until:
            self.waits.append(seconds)
            left = self.until - self.now
            self.now += left if seconds is None else min(max(seconds, 0.0001), left)
            return
        step: Step = self.steps.pop(0) if self.steps else [pygame.event.Event(pygame.QUIT)]
        if isinstance(step, (int, float)):
            self.until = self.now + step
            return
        for event in step(self.app) if callable(step) else step:
            pygame.event.post(event)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Loop, list[Any]]]:
    """Run the program through some steps; returns the loop and the events of the trace."""

    def play(
        *steps: Step, opening: Opening | None = None, choices: dict[str, Any] | None = None,
        **launch: Any,
    ) -> tuple[Loop, list[Any]]:  # fmt: skip
        loop = Loop(steps)
        clock = SimpleNamespace(monotonic=loop.monotonic, perf_counter=loop.monotonic)
        monkeypatch.setattr(game.app.frame_drawing, "time", clock)
        monkeypatch.setattr(game.app.loop, "time", clock)
        monkeypatch.setattr(game.app.loop, "Sdl", lambda: loop)
        monkeypatch.setattr(game.app.service_setup, "Assets", lambda **named: ART)
        monkeypatch.setattr(game.app.service_setup, "Painter", lambda _: PAINT)
        monkeypatch.setattr(game.app.service_setup, "SolverGateway", silent_gateway)
        tmp_path.mkdir(exist_ok=True)
        settings = {"winnable_only": False, **(choices or {})}
        (tmp_path / "settings.json").write_text(json.dumps(settings))
        trace = tmp_path / "trace.jsonl"
        pygame.display.init()
        pygame.event.clear()
        app = App(
            LaunchOptions(Folders(tmp_path), opening=opening, trace=trace, mute=True, **launch)
        )
        loop.app = app
        try:
            app.run()
        finally:
            app.close()
        return loop, [json.loads(line) for line in trace.read_text().splitlines()]

    return play


def press(*codes: pygame.event.Event) -> list[pygame.event.Event]:
    """Keys pressed and let go."""
    found = []
    for event in codes:
        found += [event, pygame.event.Event(pygame.KEYUP, key=event.key, mod=0)]
    return found


def click(at: Sequence[int]) -> list[pygame.event.Event]:
    point = int(at[0]), int(at[1])
    return [motion(point), down(point), up(point)]


def table(rules: Rules, number: int = 1) -> Opening:
    return Opening(rules, number)


def easy(rules: Rules) -> Opening:
    return Opening(rules, deck=easy_deck(rules))


def names(trace: list[Any], event: str = "scene") -> list[str]:
    return [line["name"] for line in trace if line["event"] == event]


STILL = {"reduced_motion": True}
"""The menu plays by itself otherwise."""
A, LEFT_KEY, ESCAPE = (
    key(pygame.K_a, char="a"), key(pygame.K_LEFT), key(pygame.K_ESCAPE),
)  # fmt: skip


# Scenes


def test_the_menu_comes_first_and_quits(run) -> None:  # type: ignore[no-untyped-def]
    _, trace = run(press(ESCAPE), 5.0)
    assert names(trace)[0] == "menu"
    assert not any(line["t"] > 4 for line in trace if line["event"] == "frame")


def test_a_game_of_the_command_line_lies_over_the_menu(run) -> None:  # type: ignore[no-untyped-def]
    titles = []

    def look(app: App) -> list[pygame.event.Event]:
        titles.append(app.window.title)
        return press(ESCAPE)

    _, trace = run(look, look, opening=table(Klondike(), 7))
    assert names(trace)[:2] == ["table", "menu"]
    assert titles == ["Klondike 7", "Fourfold"]


def test_help_and_options_lie_over_the_table_and_go_back_to_it(run) -> None:  # type: ignore[no-untyped-def]
    steps = [press(key(pygame.K_F1)), press(ESCAPE), press(key(pygame.K_o, CTRL)), press(ESCAPE)]
    _, trace = run(*steps, opening=table(Klondike()))
    assert names(trace) == ["table", "help", "table", "options", "table"]


@pytest.mark.parametrize("opens", [key(pygame.K_F10), key(pygame.K_F1), key(pygame.K_o, CTRL)])
def test_an_overlay_leaves_the_window_the_title_of_what_it_lies_over(run, opens) -> None:  # type: ignore[no-untyped-def]
    titles = []

    def look(app: App) -> list[pygame.event.Event]:
        titles.append((app.top.overlay, app.window.title))
        return press(ESCAPE)

    run(press(opens), look, opening=table(Klondike(), 7))
    assert titles == [(True, "Klondike 7")]


def test_a_win_lies_over_the_table_and_undo_goes_back_into_the_game(run) -> None:  # type: ignore[no-untyped-def]
    _, trace = run(press(key(pygame.K_SPACE, char=" ")), 1.0, press(LEFT_KEY), 1.0,
                   opening=easy(LaPeau()))  # fmt: skip
    assert names(trace) == ["table", "win", "table"]
    moves = [line["move"] for line in trace if line["event"] == "action"]
    assert moves[-1] == "undo"


def test_back_from_a_win_shows_the_finished_table(run) -> None:  # type: ignore[no-untyped-def]
    _, trace = run(press(key(pygame.K_SPACE, char=" ")), 1.0, press(ESCAPE), opening=easy(LaPeau()))
    assert names(trace) == ["table", "win", "table"]


def test_the_policy_takes_the_place_of_the_table(run) -> None:  # type: ignore[no-untyped-def]
    depths = []

    def look(app: App) -> list[pygame.event.Event]:
        depths.append(len(app._stack))
        return press(key(pygame.K_t, CTRL))

    _, trace = run(look, look, look, opening=table(LaPeau()))
    assert len(set(depths)) == 1
    assert names(trace) == ["table"] * 4


# The window


def test_a_resize_places_every_scene_and_is_remembered(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    sizes = []

    def resize(app: App) -> list[pygame.event.Event]:
        app.window.size = (900, 640)
        return [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=900, y=640)]

    def look(app: App) -> list[pygame.event.Event]:
        sizes.extend(scene.size for scene in app._stack)
        return []

    _, trace = run(resize, 1.0, look, opening=table(Klondike()))
    assert set(sizes) == {(900, 640)}
    layouts = [line for line in trace if line["event"] == "layout"]
    assert layouts[-1]["window"] == [900, 640]
    saved = json.loads((tmp_path / "settings.json").read_text())
    assert (saved["window_width"], saved["window_height"]) == (900, 640)


def resized(size: tuple[int, int]) -> Callable[[App], list[pygame.event.Event]]:
    """A step: the window has another size."""

    def resize(app: App) -> list[pygame.event.Event]:
        app.window.size = size
        return [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])]

    return resize


def test_while_a_window_is_dragged_cards_are_drafts_and_what_is_seen_fits(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[str] = []
    monkeypatch.setattr(ART.cards, "hold", lambda: held.append("hold"))
    monkeypatch.setattr(ART.cards, "release", lambda: held.append("release"))
    sizes: list[list[tuple[int, int]]] = []

    def look(app: App) -> list[pygame.event.Event]:
        sizes.append([scene.window for scene in app._stack])
        assert app._picture.due is not None
        return []

    drag = [step for width in (900, 940, 980) for step in (resized((width, 640)), 0.05, look)]
    run(1.0, *drag, 0.2, opening=table(Klondike()), choices=STILL)
    assert [found[-1] for found in sizes] == [(900, 640), (940, 640), (980, 640)]
    assert len({found[0] for found in sizes}) == 1, "the menu below is placed once, at the end"
    assert set(held[:-1]) == {"hold"} and held[-1] == "release"


def test_what_lies_below_an_overlay_fits_again_after_a_resize(run) -> None:  # type: ignore[no-untyped-def]
    seen = []

    def open_help(app: App) -> list[pygame.event.Event]:
        app._apply(Push(OpenHelp()))
        return []

    def look(app: App) -> list[pygame.event.Event]:
        seen.append(pygame.image.tobytes(app.window.get_surface(), "RGB"))
        app._picture.refresh()
        return []

    drag = (open_help, 0.5, resized((1000, 700)), 0.02, resized((900, 640)), 1.0)
    run(*drag, look, 1.0, look, opening=table(Klondike()), choices={"clock": False})
    assert seen[0] == seen[1]


def test_another_density_of_the_windows_surface_is_followed(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wayland opens a window for the densest of two screens, and then shows it on the other one."""
    monkeypatch.setattr(ProgramWindow, "_ratio", 2.0)
    found = []

    def come_to_the_other(app: App) -> list[pygame.event.Event]:
        monkeypatch.setattr(ProgramWindow, "_ratio", 1.0)
        app.window.size = (900, 640)
        return [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=900, y=640)]

    def look(app: App) -> list[pygame.event.Event]:
        found.extend((scene.size, scene.scale) for scene in app._stack)
        return []

    _, trace = run(come_to_the_other, 1.0, look, opening=table(Klondike()))
    assert set(found) == {((900, 640), found[0][1])}
    assert [line["density"] for line in trace if line["event"] == "density"] == [2.0, 1.0]


def test_what_was_drawn_in_another_size_is_given_back_once_it_is_quiet(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []
    monkeypatch.setattr(game.app.loop, "trim_memory", lambda: given.append("back"))
    seen: list[list[str]] = []

    def look(app: App) -> list[pygame.event.Event]:
        seen.append(given.copy())
        return []

    def resize(app: App) -> list[pygame.event.Event]:
        app.window.size = (900, 640)
        return [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=900, y=640)]

    run(3.0, look, resize, 0.5, look, 3.0, look, opening=table(Klondike()))
    assert seen == [[], [], ["back"]]


@pytest.mark.parametrize(("size", "kept"), [((500, 300), (640, 400)), ((900, 5), (900, 400))])
def test_a_window_smaller_than_it_should_be_is_closed_as_any_other(  # type: ignore[no-untyped-def]
    run, tmp_path: Path, size: tuple[int, int], kept: tuple[int, int]
) -> None:
    # A tiling window manager does that.
    def resize(app: App) -> list[pygame.event.Event]:
        app.window.minimum_size = (1, 1)
        app.window.size = size
        return [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])]

    run(resize, 1.0, opening=table(Klondike()))
    settings = json.loads((tmp_path / "settings.json").read_text())
    assert (settings["window_width"], settings["window_height"]) == kept


def test_what_cannot_be_closed_leaves_nothing_else_open(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []

    def fail(app: App) -> list[pygame.event.Event]:
        def broken() -> None:
            raise OSError("broken")

        monkeypatch.setattr(app, "_remember_window", broken)
        monkeypatch.setattr(app._maintenance, "close", broken)
        game_store = app.services.game_store
        close = game_store.close
        monkeypatch.setattr(game_store, "close", lambda: (closed.append("game store"), close()))
        return []

    with pytest.raises(OSError, match="broken"):
        run(fail, 1.0)
    assert closed == ["game store"]


def test_the_tables_cursor_does_not_stay_over_another_scene(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    seen: list[object] = []
    monkeypatch.setattr(pygame.mouse, "set_cursor", made.append)

    def hover(app: App) -> list[pygame.event.Event]:
        scene = app.top
        assert isinstance(scene, TableScene)
        x, y, w, h = scene.traced()["cards"]["6s"][:4]  # type: ignore[index]
        return [motion((x + w // 2, y + h // 2))]

    def look(app: App) -> list[pygame.event.Event]:
        seen.append(made[-1])
        return []

    run(2.0, hover, 0.5, look, press(key(pygame.K_F1)), 1.0, look, press(key(pygame.K_ESCAPE)),
        1.0, hover, 0.5, look, opening=table(BrainJam()), choices=STILL)  # fmt: skip
    assert isinstance(seen[0], pygame.Cursor) and isinstance(seen[2], pygame.Cursor)
    assert seen[1] == pygame.SYSTEM_CURSOR_ARROW


def test_a_key_while_the_size_changes_meets_a_scene_that_fits(run) -> None:  # type: ignore[no-untyped-def]
    sizes = []

    def resize(app: App) -> list[pygame.event.Event]:
        take = app.top.handle

        def handle(event: pygame.event.Event) -> Any:
            sizes.append((event.type, app.top.size))
            return take(event)

        app.top.handle = handle  # type: ignore[method-assign]
        app.window.size = (900, 640)
        news = pygame.event.Event(pygame.WINDOWSIZECHANGED, x=900, y=640)
        return [news, motion((5, 6)), motion((7, 8)), key(pygame.K_F3)]

    run(resize, 1.0, opening=table(Klondike()))
    kinds = [pygame.MOUSEMOTION, pygame.MOUSEMOTION, pygame.KEYDOWN]
    assert sizes == [(kind, (900, 640)) for kind in kinds]


def test_a_keyboard_of_another_script_plays_and_undoes(run) -> None:  # type: ignore[no-untyped-def]
    letter = {"key": 0x444, "scancode": pygame.KSCAN_A, "mod": 0, "unicode": "ф"}
    undo = {"key": 0x44F, "scancode": pygame.KSCAN_Z, "mod": CTRL, "unicode": "я"}
    events = [[pygame.event.Event(pygame.KEYDOWN, **each)] for each in (letter, undo)]
    _, trace = run(1.0, events[0], 1.0, events[1], 1.0, opening=table(BrainJam(), 7))
    moves = [line["moves"] for line in trace if line["event"] == "action"]
    assert len(moves) > 1 and moves[-1] < moves[-2]


def test_the_size_of_the_command_line_comes_before_the_settings(run) -> None:  # type: ignore[no-untyped-def]
    sizes = []
    run(lambda app: sizes.append(app.window.size) or [], size=(700, 500),
        choices={"window_width": 800, "window_height": 600})  # fmt: skip
    assert sizes == [(700, 500)]


@pytest.mark.parametrize(
    ("setting", "flag", "wanted"),
    [(False, None, False), (True, None, True), (True, False, False), (False, True, True)],
)
def test_fullscreen_of_the_command_line_comes_before_the_settings(  # type: ignore[no-untyped-def]
    run, setting: bool, flag: bool | None, wanted: bool
) -> None:
    found = []
    run(lambda app: found.append(app._screen.full) or [],
        fullscreen=flag, choices={"fullscreen": setting})  # fmt: skip
    assert found == [wanted]


# Idling


def test_an_idle_menu_draws_nothing_and_sleeps_until_something_comes(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Midnight brings another daily deal.
    monkeypatch.setattr(DailyDeals, "due", LONGEST_WAIT)
    counts = []

    def count(app: App) -> list[pygame.event.Event]:
        counts.append(len(loop_of(app).shown))
        return []

    loop, _ = run(1.0, count, 3600.0, count, choices=STILL)
    assert counts[0] == counts[1]
    assert loop.waits[-1] == LONGEST_WAIT, "there is nothing to wake up for but the clock"


def loop_of(app: App) -> Loop:
    found = app._sdl
    assert isinstance(found, Loop)
    return found


def test_an_idle_table_draws_only_its_clock_once_a_second(run) -> None:  # type: ignore[no-untyped-def]
    counts = []

    def count(app: App) -> list[pygame.event.Event]:
        counts.append(len(loop_of(app).shown))
        return []

    space = press(key(pygame.K_SPACE, char=" "))
    loop, _ = run(3.0, count, space, 3.0, count, 20.0, count, opening=table(Klondike()))
    assert 18 <= counts[2] - counts[1] <= 22
    ticks = loop.shown[counts[1] : counts[2]]
    assert all(areas is not None and sum(a.w * a.h for a in areas) < 20_000 for areas in ticks)


SPACE = press(key(pygame.K_SPACE, char=" "))
SHOWN = [pygame.event.Event(pygame.WINDOWRESTORED)]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ((30.0, "read", SPACE, 60.0, "read", 600.0, "read"), [0, 60, 120]),
        *(
            ((SPACE, 20.0, [pygame.event.Event(gone)], 90.0, "read", SHOWN, 30.0, "read"), [20, 50])
            for gone in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
        ),
        ((SPACE, 20.0, press(key(pygame.K_o, CTRL)), 90.0, press(ESCAPE), 10.0, "read"), [30]),
    ],
    ids=["before and long after an action", "minimised", "hidden", "behind a scene"],
)
def test_the_clock_rests_while_nobody_plays(  # type: ignore[no-untyped-def]
    run, steps: tuple[Any, ...], expected: list[int]
) -> None:
    seconds = []

    def read(app: App) -> list[pygame.event.Event]:
        seconds.append(round(app.services.game_store.seconds))
        return []

    run(*(read if step == "read" else step for step in steps), opening=table(Klondike()))
    assert seconds == expected


def test_an_idle_table_without_a_clock_draws_nothing(run) -> None:  # type: ignore[no-untyped-def]
    counts = []

    def count(app: App) -> list[pygame.event.Event]:
        counts.append(len(loop_of(app).shown))
        return []

    run(3.0, count, 600.0, count, opening=table(Klondike()), choices={"clock": False})
    assert counts[0] == counts[1]


def test_a_message_goes_by_itself_and_the_table_rests_again(run) -> None:  # type: ignore[no-untyped-def]
    texts = []

    def look(app: App) -> list[pygame.event.Event]:
        texts.append(app._toast.text)
        return []

    run(2.0, press(LEFT_KEY), 1.0, look, 5.0, look,
        opening=table(Klondike()), choices={"clock": False})  # fmt: skip
    assert texts == ["There is nothing to undo", ""]


def test_a_message_that_has_to_move_while_cards_fly_is_drawn_whole_at_once(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []

    def cover(app: App) -> list[pygame.event.Event]:
        counts.append(len(loop_of(app).shown))
        assert app._toast._stands is not None
        area = app._toast._stands[1]
        monkeypatch.setattr(TableScene, "message_keeps_clear", [area])
        return press(key(pygame.K_SPACE, char=" "))

    loop, _ = run(2.0, press(LEFT_KEY), 0.2, cover, 0.5, opening=table(Klondike()))
    flight = loop.shown[counts[0] :]
    assert None in flight[:3] and any(flight[3:]), "in the frames of the flight"


def texts_shown(run, *steps: Step) -> list[str]:  # type: ignore[no-untyped-def]
    """The messages that are to be read after some steps."""
    texts: list[str] = []

    def look(app: App) -> list[pygame.event.Event]:
        texts.append(app._toast.text)
        return []

    run(2.0, *(part for step in steps for part in (step, 0.5, look)), opening=table(Klondike()))
    return texts


def test_a_message_of_a_scene_goes_with_it_and_does_not_come_back(run) -> None:  # type: ignore[no-untyped-def]
    texts = texts_shown(run, press(LEFT_KEY), press(key(pygame.K_F1)), press(key(pygame.K_ESCAPE)))
    assert texts == ["There is nothing to undo", "", ""]


def test_a_message_of_a_deal_goes_with_it(run) -> None:  # type: ignore[no-untyped-def]
    texts = texts_shown(run, press(LEFT_KEY), press(key(pygame.K_n, CTRL)))
    assert texts == ["There is nothing to undo", ""]


def test_a_message_of_the_program_stays_over_another_scene(run) -> None:  # type: ignore[no-untyped-def]
    saved, help_opened = texts_shown(run, press(key(pygame.K_F12)), press(key(pygame.K_F1)))
    assert saved and help_opened == saved


def test_a_tip_stays_at_its_table_and_does_not_follow_to_another_scene(run) -> None:  # type: ignore[no-untyped-def]
    def tip(app: App) -> list[pygame.event.Event]:
        tell_tip(app.services, Tip.HINT)
        return []

    told = "Tip: press F2 for a hint, and F2 again to play it"
    refused = f"{told}\nThere is nothing to undo"
    texts = texts_shown(run, tip, press(LEFT_KEY), press(key(pygame.K_F1)))
    assert texts == [told, refused, ""]


def test_what_is_told_while_a_scene_gives_way_is_read_in_the_next_one(run) -> None:  # type: ignore[no-untyped-def]
    def tell_and_leave(app: App) -> list[pygame.event.Event]:
        app.services.tell("told on the way")
        app._apply(Push(OpenHelp()))
        return []

    texts = texts_shown(run, tell_and_leave, press(key(pygame.K_ESCAPE)))
    assert texts == ["Told on the way", ""]


def test_what_is_told_of_a_scene_that_gives_way_before_the_next_frame_goes_with_it(  # type: ignore[no-untyped-def]
    run, monkeypatch
) -> None:
    """An answer that was asked for is shown at once: it is not being looked for any more."""

    def tell_before_help(app: App) -> list[pygame.event.Event]:
        app.services.tell("still looking")
        monkeypatch.setattr(app.top, "update", lambda seconds: Push(OpenHelp()))
        return []

    assert texts_shown(run, tell_before_help) == [""]


def test_the_last_frame_of_a_flight_shows_the_cards_on_their_seats(run) -> None:  # type: ignore[no-untyped-def]
    seen = []

    def look(app: App) -> list[pygame.event.Event]:
        surface = app.window.get_surface()
        seen.append(pygame.image.tobytes(surface, "RGB"))
        app._picture.refresh()
        return []

    run(2.0, press(key(pygame.K_SPACE, char=" ")), 1.0, look, 1.0, look,
        opening=table(Klondike()), choices={"clock": False})  # fmt: skip
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    "lost", sorted(game.app.frame_drawing.CONTENT_LOST_EVENTS), ids=pygame.event.event_name
)
@pytest.mark.parametrize("over", [(), (Push(OpenHelp()),)], ids=["table", "overlay"])
def test_a_picture_that_was_lost_comes_back(run, lost: int, over: tuple[Push, ...]) -> None:  # type: ignore[no-untyped-def]
    """The driver has begun anew, another window was in the way, the machine was suspended."""
    seen = []

    def open_over(app: App) -> list[pygame.event.Event]:
        for change in over:
            app._apply(change)
        return []

    def lose(app: App) -> list[pygame.event.Event]:
        surface = app.window.get_surface()
        seen.append(pygame.image.tobytes(surface, "RGB"))
        surface.fill("black")
        return [pygame.event.Event(lost)]

    def look(app: App) -> list[pygame.event.Event]:
        seen.append(pygame.image.tobytes(app.window.get_surface(), "RGB"))
        return []

    loop, _ = run(2.0, open_over, 1.0, lose, 0.5, look,
                  opening=table(Klondike()), choices={"clock": False})  # fmt: skip
    assert seen[0] == seen[1]
    assert loop.shown[-1] is None


# The trace


def test_every_event_of_the_trace_has_the_fields_it_promises(run) -> None:  # type: ignore[no-untyped-def]
    steps = [2.0, press(key(pygame.K_SPACE, char=" ")), 1.0, press(LEFT_KEY), press(LEFT_KEY), 1.0]
    _, trace = run(*steps, opening=table(Klondike(), 3))
    fields = {
        "scene": {"name"},
        "layout": {"window", "piles", "cards", "buttons"},
        "action": {"game", "number", "move", "moves", "won", "stuck"},
        "frame": {"ms", "flip"},
        "error": {"text"},
    }
    assert {line["event"] for line in trace} >= set(fields)
    for line in trace:
        assert set(line) >= fields.get(line["event"], set()) | {"event", "t"}, line
    times = [line["t"] for line in trace]
    assert times == sorted(times)
    actions = [line for line in trace if line["event"] == "action"]
    assert [(line["move"], line["moves"]) for line in actions] == [("pull", 1), ("undo", 0)]
    assert all((line["game"], line["number"]) == ("klondike", 3) for line in actions)
    assert [line["text"] for line in trace if line["event"] == "error"] == [
        "Nothing to undo here: Redo brings your moves back"
    ]


def test_the_layout_tells_where_each_card_can_be_clicked(run) -> None:  # type: ignore[no-untyped-def]
    _, trace = run(2.0, opening=table(Klondike(), 3))
    layout = next(line for line in trace if line["event"] == "layout")
    position = Klondike().deal(deals.deck_of(3))
    assert set(layout["piles"]) == {pile.id for pile in Klondike().piles}
    assert set(layout["cards"]) == set(map(cards.name, range(52)))
    for index, held in enumerate(position.piles):
        for depth, card in enumerate(held):
            x, y, width, height, pile, up_side = layout["cards"][cards.name(card)]
            assert pile == Klondike().piles[index].id
            assert up_side == (depth >= position.down[index])
            assert 0 <= x < x + width <= 1280
            assert 0 <= y <= y + height <= 800


def test_the_layout_is_told_only_while_all_cards_sit(run) -> None:  # type: ignore[no-untyped-def]
    found = []

    def spy(app: App) -> list[pygame.event.Event]:
        write = app._tracer.event

        def event(name: str, **fields: Any) -> None:
            if name == "layout" and hasattr(app.top, "table_picture"):
                found.append(app.top.table_picture.cards.settled)
            write(name, **fields)

        app._tracer.event = event  # type: ignore[method-assign]
        return press(key(pygame.K_SPACE, char=" "))

    run(spy, *([press(key(pygame.K_SPACE, char=" "))] * 6), 2.0, opening=table(Klondike()))
    assert found
    assert all(found)


def test_an_action_is_told_only_after_it_is_saved(run) -> None:  # type: ignore[no-untyped-def]
    order: list[str] = []

    def spy(app: App) -> list[pygame.event.Event]:
        storage, write = app.services.game_store.storage, app._tracer.event
        save = storage.save

        def saving(*what: Any, **more: Any) -> None:
            save(*what, **more)
            order.append("saved")

        def event(name: str, **fields: Any) -> None:
            if name == "action":
                order.append("told")
            write(name, **fields)

        storage.save = saving
        app._tracer.event = event  # type: ignore[method-assign]
        return press(*[key(pygame.K_SPACE, char=" ")] * 3)

    run(2.0, spy, 0.5, opening=table(Klondike()))
    assert order[:6] == ["saved", "told"] * 3


# Trouble


def test_trouble_with_the_disk_is_told_and_play_goes_on(run) -> None:  # type: ignore[no-untyped-def]
    def spoil(app: App) -> list[pygame.event.Event]:
        def fail(*what: Any, **more: Any) -> None:
            raise StorageError(StorageTrouble.FULL, "the disk is full")

        app.services.game_store.storage.save = fail  # type: ignore[method-assign,assignment]
        return press(*[key(pygame.K_SPACE, char=" ")] * 2)

    moves = []

    def look(app: App) -> list[pygame.event.Event]:
        moves.append(app.top.session.moves)  # type: ignore[attr-defined]
        return []

    _, trace = run(2.0, spoil, 1.0, look, opening=table(Klondike()))
    assert moves == [2]
    told = [line["text"] for line in trace if line["event"] == "error"]
    assert told == [StorageError(StorageTrouble.FULL, "").sentence()], "once is enough"
    assert not any(line["event"] == "action" for line in trace), "what is not saved is not told"


def test_what_is_wrong_with_the_settings_is_told_when_the_window_opens(run) -> None:  # type: ignore[no-untyped-def]
    _, events = run(1.0, opening=table(Klondike()), choices={"volume": "loud"})
    told = [event["text"] for event in events if event["event"] == "error"]
    assert any("'volume' is invalid" in text for text in told)


def test_the_file_is_looked_at_after_the_first_frame_and_mended_while_one_plays_on(  # type: ignore[no-untyped-def]
    run, tmp_path: Path
) -> None:
    run(2.0, *([press(key(pygame.K_SPACE, char=" "))] * 4), 1.0, opening=table(Klondike(), 3))
    database = sqlite3.connect(tmp_path / MAIN)
    database.execute("PRAGMA ignore_check_constraints = 1")
    assert database.execute("UPDATE play SET moves = -1").rowcount == 1
    database.commit()
    database.close()

    def until_mended(app: App) -> list[pygame.event.Event]:
        app._maintenance._thread.join()  # type: ignore[union-attr]
        return []

    _, trace = run(until_mended, 1.0, press(key(pygame.K_F1)), press(ESCAPE), 1.0)
    assert any("damaged" in line["text"] for line in trace if line["event"] == "error")
    frames = [line["t"] for line in trace if line["event"] == "frame"]
    assert frames[0] <= min(line["t"] for line in trace if line["event"] == "error")
    assert len(list(tmp_path.glob("fourfold-damaged-*"))) == 1


def test_a_call_of_a_thread_is_heard_though_the_queue_is_full(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched = []

    def call(app: App) -> list[pygame.event.Event]:
        def full(event: pygame.event.Event) -> bool:
            raise pygame.error("Event queue full")

        monkeypatch.setattr(app._maintenance, "collect", lambda: fetched.append(True))
        with monkeypatch.context() as patch:
            patch.setattr(pygame.event, "post", full)
            app._wake()
        return [motion((5, 5))]

    run(call, 1.0, choices=STILL)
    assert fetched


def test_a_machine_that_slept_has_not_been_played_on(run) -> None:  # type: ignore[no-untyped-def]
    seconds = []

    def suspend(app: App) -> list[pygame.event.Event]:
        loop_of(app).now += 8 * 3600
        return []

    def look(app: App) -> list[pygame.event.Event]:
        seconds.append(app.services.game_store.seconds)
        return []

    run(2.0, press(key(pygame.K_SPACE, char=" ")), 1.0, look, suspend, 1.0, look,
        opening=table(Klondike()))  # fmt: skip
    assert seconds[1] - seconds[0] < 10


def test_a_table_that_was_left_does_not_stay_in_memory(run) -> None:  # type: ignore[no-untyped-def]
    left = []

    def remember(app: App) -> list[pygame.event.Event]:
        left.append(weakref.ref(app.top))
        return press(ESCAPE)

    def look(app: App) -> list[pygame.event.Event]:
        left.append(left[0]())
        return []

    gc.disable()
    try:
        run(2.0, remember, 3.0, look, opening=table(Klondike(), 7), choices=STILL)
    finally:
        gc.enable()
    assert left[1] is None


def test_without_a_home_folder_one_is_told_where_the_games_are(  # type: ignore[no-untyped-def]
    run, tmp_path: Path
) -> None:
    _, trace = run(1.0, choices=STILL, has_no_home_folder=True)
    told = [line["text"] for line in trace if line["event"] == "error"]
    assert told == [f"No home folder found: your games are kept in {tmp_path} for now"]


def test_all_scenes_are_there_before_they_are_opened(run) -> None:  # type: ignore[no-untyped-def]
    loop, _ = run(0.5, choices=STILL)
    assert loop.app is not None and not loop.app._to_import


# A fault of ours


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise ValueError("ours")

    monkeypatch.setattr(game.app.loop, "App", broken)


def test_a_fault_is_told_in_one_line_and_its_details_are_kept(
    faulty: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert game.app.loop.run(LaunchOptions(Folders(tmp_path))) == 1
    (file,) = tmp_path.glob("fault-*.txt")
    assert "ValueError: ours" in file.read_text(encoding="utf-8")
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (f"fourfold: a program error stopped it; details are in {file}\n")


def test_a_fault_where_nothing_can_be_written_is_told_with_its_last_line(
    faulty: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(game.app.loop, "report_folders", lambda folder: [folder])
    assert game.app.loop.run(LaunchOptions(Folders(tmp_path / "file"))) == 1
    assert capsys.readouterr().err.endswith("stopped it; ValueError: ours\n")


def test_a_fault_of_a_program_without_a_console_is_told_in_a_window(
    faulty: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    monkeypatch.setattr(fault_report, "_show", told.write_text)
    monkeypatch.setattr(fault_report, "has_terminal", lambda: False)
    monkeypatch.setattr("sys.stderr", None)
    assert game.app.loop.run(LaunchOptions(Folders(tmp_path))) == 1
    assert "details are in" in " ".join(told.read_text().split())


def test_no_scene_is_touched_by_any_thread_but_the_main_one(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    callers: dict[str, set[threading.Thread]] = {}

    def watched(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watching(*words: Any, **named: Any) -> Any:
            callers.setdefault(name, set()).add(threading.current_thread())
            return call(*words, **named)

        return watching

    for kind in (Scene, ControlScene, PageScene, TableScene, HelpScene):
        for name, method in vars(kind).items():
            if callable(method):
                monkeypatch.setattr(kind, name, watched(f"{kind.__name__}.{name}", method))
    # What is left out touches no window: `post` may come from anywhere, `name` is a table's.
    for module in (pygame.mouse, pygame.key, pygame.display, pygame.event):
        for name, call in vars(module).items():
            if callable(call) and not isinstance(call, type) and name not in ("post", "name"):
                monkeypatch.setattr(module, name, watched(f"{module.__name__}.{name}", call))
    assets = Assets(threaded=True)

    def point(app: App) -> list[pygame.event.Event]:
        table_picture = cast(TableScene, app.top).table_picture
        seat = table_picture.cards.arrangement.shown(table_picture.cards.position, Seat(0, -1))
        return [motion(seat.centre)]

    def make_art(app: App) -> list[pygame.event.Event]:
        app.services.assets.cards.wait(5)
        app._wake()
        return press(key(pygame.K_F1))

    steps = (point, 0.2, resized((900, 640)), 0.3, make_art, 0.3, resized((1000, 700)), 0.3)
    monkeypatch.setattr(game.app.service_setup, "Assets", lambda **named: assets)
    run(1.0, *steps, opening=table(Klondike()))
    assert {"TableScene.place", "HelpScene.arrange", "pygame.mouse.set_cursor"} <= callers.keys()
    assert set().union(*callers.values()) == {threading.main_thread()}


# From the desktop


def test_what_is_dropped_or_opened_with_the_program_is_taken_in(  # type: ignore[no-untyped-def]
    run, tmp_path: Path
) -> None:
    pack = tmp_path / "mine.fourfold"
    pack.write_text(f"# game: gaps\n7 {deals.deck_text(deals.deck_of(7))} -\n")
    done = pygame.event.Event(pygame.DROPCOMPLETE)
    lines = "Hello,", "fourfold klondike 5", "see you"
    text = [*(pygame.event.Event(pygame.DROPTEXT, text=line) for line in lines), done]
    file = [pygame.event.Event(pygame.DROPFILE, file=str(pack)), done]
    _, trace = run(0.2, text, 0.2, file, 0.2, choices=STILL)
    assert names(trace) == ["menu", "table", "list"]
    assert (tmp_path / "levels" / pack.name).exists()
    _, trace = run(0.5, choices=STILL, handed=pack)
    assert names(trace) == ["menu", "list"]


def test_of_an_export_dropped_before_a_pack_the_question_is_left_on_top(  # type: ignore[no-untyped-def]
    run, tmp_path: Path
) -> None:
    export, pack = tmp_path / f"mine{SUFFIX}", tmp_path / "mine.fourfold"
    export.write_text("")
    pack.write_text(f"# game: gaps\n7 {deals.deck_text(deals.deck_of(7))} -\n")
    files = [pygame.event.Event(pygame.DROPFILE, file=str(file)) for file in (export, pack)]
    dropped = [*files, pygame.event.Event(pygame.DROPCOMPLETE)]
    _, trace = run(0.2, dropped, 0.4, choices=STILL, opening=table(Klondike()))
    assert names(trace)[-2:] == ["list", "question"]


@pytest.mark.parametrize("from_file", [True, False])
@pytest.mark.parametrize("moves", [(Move(None, PULL),), ()], ids=["moves", "deal"])
def test_a_sharing_line_that_the_program_starts_with_is_taken_in_and_told_once(  # type: ignore[no-untyped-def]
    run, tmp_path: Path, moves: tuple[Move, ...], from_file: bool
) -> None:
    opening = Opening(Klondike(), 5, deals.deck_of(5), moves=moves)
    _, trace = run(
        0.5, choices=STILL, opening=opening, handed=tmp_path / "line.txt" if from_file else None
    )
    assert names(trace).count("table") == 1
    told = "Loaded Klondike 5" + " with 1 move; press Redo to play it" * len(moves)
    expected = [told] if moves or from_file else []
    assert [each["text"] for each in trace if each["event"] == "error"] == expected


def test_a_small_table_says_of_a_line_that_it_came_and_of_its_deal_that_it_is_a_daily(  # type: ignore[no-untyped-def]
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DailyDeals, "day_of", lambda self, rules, number: self.today)
    opening = Opening(Klondike(), 5, deals.deck_of(5), moves=(Move(None, PULL),))
    small = {**STILL, "window_width": 640, "window_height": 400}
    loop, _ = run(0.5, choices=small, opening=opening)
    assert loop.app is not None
    lines = loop.app._toast.text.splitlines()
    assert len(lines) == 2, lines
    assert any("Loaded Klondike 5" in line for line in lines)
    assert any("daily deal for" in line for line in lines)


class DropEvent(ctypes.Structure):
    """SDL_DropEvent, in the room of an SDL_Event."""

    _fields_ = (
        ("type", ctypes.c_uint32),
        ("time", ctypes.c_uint32),
        ("file", ctypes.c_void_p),
        ("rest", ctypes.c_byte * 40),
    )


def push_drop(kind: int, content: bytes) -> None:
    """As SDL does itself: pygame makes no such event of bytes that are not UTF-8."""
    library = loaded("SDL2", pygame.base)
    library.SDL_strdup.restype = ctypes.c_void_p
    library.SDL_PushEvent(ctypes.byref(DropEvent(kind, 0, library.SDL_strdup(content))))


def test_what_is_dropped_and_is_no_text_or_has_no_name_is_told_of(run) -> None:  # type: ignore[no-untyped-def]
    def drop(kind: int) -> Callable[[App], list[pygame.event.Event]]:
        return lambda app: push_drop(kind, b"caf\xe9") or []  # type: ignore[func-returns-value]

    told = "Nothing you dropped could be read"
    _, trace = run(0.2, drop(pygame.DROPTEXT), 0.2, drop(pygame.DROPFILE), 0.2, choices=STILL)
    assert [line["text"] for line in trace if line["event"] == "error"] == [told] * 2


def test_while_nobody_sees_the_window_the_clock_stands_and_nothing_is_drawn(run) -> None:  # type: ignore[no-untyped-def]
    passed: list[float] = []

    def look(app: App) -> list[pygame.event.Event]:
        scene = cast(TableScene, app.top)
        update = scene.update

        def counted(seconds: float) -> Any:
            passed.append(seconds)
            return update(seconds)

        scene.update = counted  # type: ignore[method-assign]
        return [pygame.event.Event(pygame.WINDOWMINIMIZED)]

    def back(app: App) -> list[pygame.event.Event]:
        hidden.extend(passed)
        return [pygame.event.Event(pygame.WINDOWRESTORED)]

    hidden: list[float] = []
    _, trace = run(1.0, look, 500.0, back, 0.3, opening=table(Klondike()), choices=STILL)
    assert sum(hidden) < 10
    gone, came = (n for n, line in enumerate(trace) if line["event"] == "hidden")
    assert not [line for line in trace[gone:came] if line["event"] == "frame"]
    assert [line for line in trace[came:] if line["event"] == "frame"]


def test_the_table_beside_the_options_shows_a_change_at_once(run) -> None:  # type: ignore[no-untyped-def]
    seen: list[bytes] = []

    def look(app: App) -> list[pygame.event.Event]:
        free = pygame.Rect(0, 0, cast(PageScene, app.top).panel.left, 400)
        seen.append(pygame.image.tobytes(app.window.get_surface().subsurface(free), "RGB"))
        return []

    def change(app: App) -> list[pygame.event.Event]:
        scene = cast(ControlScene, app.top)
        scene.focus.focus(scene.focus.named("felt"))
        return press(key(pygame.K_RIGHT))

    options = press(key(pygame.K_o, CTRL))
    run(1.0, options, 0.5, look, look, change, 0.5, look, opening=table(Klondike()), choices=STILL)
    assert seen[0] == seen[1] != seen[2]
