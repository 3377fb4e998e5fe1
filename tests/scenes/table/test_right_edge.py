"""The right edge is alive, held buttons repeat, and a U-turn says how to go on."""

from __future__ import annotations

import pygame
import pytest
from input_events import CTRL, down, key, letter, motion, up
from table_driver import TableDriver
from test_hint_and_warning import Asked

from game.desktop.commands import Command
from game.play.verdict import VerdictLight
from game.record.known_positions import NOTHING, KnownPosition, KnownPositions
from game.rules import BrainJam, Klondike
from game.scenes.common.base import OpenShowMe, Push
from game.scenes.table.first_game_offer_and_bars import bar_of
from game.scenes.table.scene import REPEAT_AFTER_S, TableScene
from game.solver import registry
from game.solver.answer import Goal, Verdict
from game.table.figures import FigureSpot
from game.table.title_plate import PlateSign
from tools.scene_pictures.picture_services import PictureServices
from tools.scene_pictures.table_pictures import figured

SIZE = (1280, 800)


def figures_of(scene: TableScene) -> dict[str, FigureSpot]:
    scene.refresh()
    scene.draw(pygame.Surface(scene.size))
    spots = (w for w in scene.table_picture.focus.widgets if isinstance(w, FigureSpot))
    return {spot.name.removeprefix("figure-"): spot for spot in spots}


@pytest.fixture(scope="module")
def edge(tmp_path_factory: pytest.TempPathFactory) -> TableScene:
    """A table with all that Brain Jam shows at its right."""
    (scene,) = figured(BrainJam())(PictureServices(tmp_path_factory.mktemp("edge")), SIZE)
    assert isinstance(scene, TableScene)
    return scene


def test_every_figure_explains_itself_and_those_that_say_so_do_what_a_click_asks(
    edge: TableScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Command] = []
    monkeypatch.setattr(edge, "do", done.append)
    found = figures_of(edge)
    clicks = {each.name: each.click for each in edge.table_picture.figures}
    assert {"moves", "bookmarks", "clock", "home", "light", "best", "shortest"} <= set(found)
    for figure, spot in found.items():
        at = spot.rect.center
        edge.handle(motion(at))
        assert edge.table_picture.focus.hovered is spot
        assert len(spot.tooltip) > 8, figure
        assert ("click" in spot.tooltip.lower()) == (clicks[figure] is not None), figure
        done.clear()
        edge.handle(down(at))
        edge.handle(up(at))
        assert done == [click for click in (clicks[figure],) if click], figure


def test_klondikes_turn_overs_explain_themselves() -> None:
    driver = TableDriver(Klondike(), 12)
    assert "becomes the stock again" in figures_of(driver.scene)["turns"].tooltip


def test_a_click_on_the_bookmarks_lists_what_can_be_done_with_the_last() -> None:
    driver = TableDriver(BrainJam(), 12, autoplay=False)
    driver.type("a")
    driver.scene.do(Command.BOOKMARK)
    driver.type("b")
    figures_of(driver.scene)
    change = driver.scene.do(Command.BOOKMARKS)
    assert isinstance(change, Push)
    driver.scene.do(Command.RETURN)
    assert driver.scene.session.moves == 1


# Buttons that repeat


@pytest.mark.parametrize("command", [Command.UNDO, Command.REDO])
def test_a_held_button_repeats_and_its_release_does_nothing_more(command: Command) -> None:
    driver = TableDriver(BrainJam(), 12, autoplay=False)
    for char in "abcdef":
        driver.type(char)
    played = driver.scene.session.moves
    if command is Command.REDO:
        driver.send(*[key(pygame.K_z, CTRL)] * played)
    driver.settle()
    at = driver.scene.table_picture.focus.named(command).rect.center
    before = driver.scene.session.moves
    driver.send(motion(at), down(at))
    driver.wait(REPEAT_AFTER_S - 0.1)
    assert driver.scene.session.moves == before, "a short press is one"
    driver.wait(0.1 + 2.5 / 22)
    after = driver.scene.session.moves
    assert abs(after - before) in (2, 3, 4)
    driver.send(up(at))
    driver.wait(0.5)
    assert driver.scene.session.moves == after


def test_the_tooltip_goes_when_the_mouse_leaves_the_window() -> None:
    driver = TableDriver(BrainJam(), 12)
    tooltip = driver.scene._tooltip
    driver.send(motion(driver.scene.table_picture.focus.named(Command.EXIT).rect.center))
    driver.wait(1)
    assert tooltip.visible
    driver.send(pygame.event.Event(pygame.WINDOWLEAVE))
    assert not tooltip.visible and driver.scene.stale


@pytest.mark.parametrize("lets_go", ["beside it", "keyboard lost"])
def test_a_held_button_does_not_repeat_while_the_mouse_is_elsewhere(lets_go: str) -> None:
    driver = TableDriver(BrainJam(), 12, autoplay=False)
    driver.type("abcdef")
    driver.settle()
    at = driver.scene.table_picture.focus.named(Command.UNDO).rect.center
    played = driver.scene.session.moves
    driver.send(motion(at), down(at))
    driver.wait(REPEAT_AFTER_S - 0.1)
    if lets_go == "beside it":
        driver.send(motion((600, 600), held=True))
    else:
        driver.send(pygame.event.Event(pygame.WINDOWFOCUSLOST), motion(at))
    driver.wait(REPEAT_AFTER_S + 1)
    assert driver.scene._held is None
    assert driver.scene.session.moves == played


@pytest.mark.parametrize("command", [Command.UNDO, Command.REDO])
def test_a_button_held_on_where_nothing_is_left_is_not_refused(command: Command) -> None:
    driver = TableDriver(BrainJam(), 12, autoplay=False)
    driver.type("a")
    if command is Command.REDO:
        driver.send(key(pygame.K_z, CTRL))
    driver.settle()
    at = driver.scene.table_picture.focus.named(command).rect.center
    driver.send(motion(at), down(at))
    driver.wait(REPEAT_AFTER_S + 1)
    assert driver.scene.session.moves == int(command is Command.REDO)
    assert driver.scene.refusals == 0


def repeated(code: int, mod: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, {**key(code, mod).dict, "repeated": True})


def test_a_key_held_on_where_nothing_is_left_is_refused_once() -> None:
    driver = TableDriver(BrainJam(), 12, autoplay=False)
    driver.type("ab")
    driver.send(key(pygame.K_z, CTRL), *[repeated(pygame.K_z, CTRL)] * 9)
    assert driver.scene.session.moves == 0 and driver.scene.refusals == 1
    driver.send(key(pygame.K_z, CTRL), *[repeated(pygame.K_z, CTRL)] * 9)
    assert driver.scene.refusals == 2, "a press of its own"
    driver.send(*[repeated(pygame.K_y, CTRL)] * 2)
    assert driver.scene.session.moves == 2, "another key"


# Lost, and stuck


@pytest.fixture
def lost() -> Asked:
    """A table whose solver says that it is lost from here, and was not one action before."""
    driver = Asked(BrainJam(), Verdict.WON, warn=True, verdict_light=True)
    driver.send(letter("h"))
    driver.settle()
    assert driver.oracle is not None
    return driver


def test_without_a_move_the_bar_says_where_a_win_is_as_soon_as_that_is_known() -> None:
    english = TableDriver(BrainJam(), 12).recording.services.language
    unknown, known = (bar_of(PlateSign.UTURN, undos, None, english) for undos in (None, 21))
    assert unknown is not None and known is not None
    assert [w.label for w in unknown.widgets] == ["Undo", "Restart", "Show me", "Review"]
    assert [w.label for w in known.widgets] == [
        "Undo 21 steps: still winnable there", "Show me from there", "Restart", "Review",
    ]  # fmt: skip


def test_a_screen_reader_hears_at_a_uturn_how_far_back_a_win_is_once_that_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver, said = TableDriver(BrainJam(), 12), list[str]()
    services = driver.scene.services
    services.speak = said.append
    for undos in (None, 21, 21):
        known = property(lambda self, undos=undos: undos)
        monkeypatch.setattr(type(services.advisor), "undos_to_win", known)
        driver.scene._show_sign(PlateSign.UTURN)
    assert said == ["Undo 21 steps: still winnable there"]


def test_a_lost_position_says_how_far_back_a_win_is_and_shows_it_from_there(
    lost: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, advisor = lost.scene, type(lost.recording.services.advisor)
    deal, known = scene.session.history.position_at(0), KnownPosition()
    known.answer = registry.solve(lost.rules, deal, Goal.FIRST)
    for name, value in (
        ("light", VerdictLight.CANNOT), ("undos_to_win", 1),
        ("last_winnable", 0),
    ):  # fmt: skip
        monkeypatch.setattr(advisor, name, property(lambda self, value=value: value))
    monkeypatch.setattr(
        KnownPositions, "at", lambda self, rules, at: known if at == deal else NOTHING
    )
    scene.settle()
    assert scene.table_picture.bar is not None
    labels = [widget.label for widget in scene.table_picture.bar.widgets]
    assert labels[:2] == ["Undo 1", "Show me from there"]
    change = scene.do(Command.SHOW_ME)
    assert isinstance(change, Push) and isinstance(change.scene, OpenShowMe)
    assert change.scene.start == deal, "from before the last action"
    scene.do(Command.UNDO_TO_WIN)
    assert scene.session.moves == 0
