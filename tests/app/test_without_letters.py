"""The whole program by arrows, Enter and Escape alone, and again by a game pad."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from arrow_keys_player import (
    CONTENT,
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    RIGHT,
    UP,
    ArrowKeysPlayer,
    Press,
    by_keys,
    by_pad,
)
from handwritten_positions import rules_name
from made_deals import easy_deck
from recording_services import ART, PAINT, silent_gateway

import game.app.service_setup
import game.scenes
from game.app.launch_options import LaunchOptions, Opening
from game.app.loop import App
from game.desktop.commands import Command
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.calendar.scene import CalendarScene
from game.scenes.common.dialog_scene import QuitQuestion
from game.scenes.library.scene import LibraryScene
from game.scenes.table.commands import DEEDS, command_menu
from game.scenes.table.first_game import FirstGameScene
from game.scenes.table.scene import TableScene
from game.system.folders import Folders

Begin = Callable[..., ArrowKeysPlayer]
GAMES: tuple[Rules, ...] = (BrainJam(), LaPeau(), Gaps(), Klondike())
OFFERED_ELSEWHERE = {
    *(Command.PLAY_ON, Command.UNDO_TO_WIN),  # the bar of a lost game has them,
    Command.IMPROVE,  # the win,
    Command.BACK,  # Esc or the pad's B; the button leads to the menu,
    Command.BOOKMARKS,  # whose three rows the menu has too,
    *(Command.SPEAK_PILE, Command.SPEAK_TABLE),  # the menu of who hears.
    *(Command.SPEAK_ENDS, Command.SPEAK_MOVES),
}

both_hands = pytest.mark.parametrize("press", [by_keys, by_pad])


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Starts the program, whose cards stand still and whose solver never answers."""
    monkeypatch.setattr(game.app.service_setup, "Assets", lambda **named: ART)
    monkeypatch.setattr(game.app.service_setup, "Painter", lambda _: PAINT)
    monkeypatch.setattr(game.app.service_setup, "SolverGateway", silent_gateway)

    def start(press: Press, opening: Opening | None = None) -> ArrowKeysPlayer:
        choices = {"animated": False, "clock": False, "winnable_only": False, "branching": True}
        settings = {**choices, "card_cursor": press is by_keys}
        (tmp_path / "settings.json").write_text(json.dumps(settings))
        pygame.display.init()
        pygame.event.clear()
        app = App(LaunchOptions(Folders(tmp_path), opening=opening, mute=True))
        made.append(app)
        return ArrowKeysPlayer(app, press)

    made: list[App] = []
    yield start
    for app in made:
        app.close()


@both_hands
def test_from_the_menu_to_every_page_and_back(begin: Begin, press: Press) -> None:
    player = begin(press)
    for page in ("library", "statistics", "options", "help", "calendar"):
        player.enter(page)
        assert player.app.top.name == page
        player.press(ESCAPE)
        assert player.app.top.name == "menu"
    player.enter("statistics", "reset")
    player.press(ESCAPE, ESCAPE)
    player.enter("options")
    before = player.app.services.settings.four_colours
    player.enter("four_colours")
    assert player.app.services.settings.four_colours is not before
    player.enter("done", "calendar", "before", "game")
    assert isinstance(player.app.top, CalendarScene)
    player.enter("back", "quit")
    assert not player.app._running


@both_hands
def test_the_list_its_menu_and_a_first_game(begin: Begin, press: Press) -> None:
    player = begin(press)
    player.enter("brainjam", "difficulty-1", "heads", "next-unsolved", "more", "next-harder")
    player.enter("more", "export")
    assert player.app.top.name == "report"
    player.press(ESCAPE)
    player.enter("play", "first-game")
    scene = player.app.top
    assert isinstance(scene, FirstGameScene)
    while not scene.session.history.can_undo:  # lines to be read, then the first card to play
        move, before = scene._progress.step.move, scene._progress.at
        if move is not None:
            seat = scene.session.position.seat(move.card)
            lead(player, seat)
        player.press(ENTER)
        assert scene.session.history.can_undo or scene._progress.at == before + 1
    player.enter("exit")
    assert player.app.top.name == "menu"


def lead(player: ArrowKeysPlayer, seat: object) -> None:
    """Bring the card cursor to the end of a column, sideways."""
    scene = player.app.top
    assert isinstance(scene, TableScene)
    player.to(CONTENT)
    for _ in range(40):
        at = scene.arrow_keys.seat
        if at == seat:
            return
        player.press(DOWN)
        if scene.arrow_keys.seat == at:
            player.press(RIGHT)
    raise AssertionError(f"the cursor does not come to {seat}")


@both_hands
def test_a_table_its_map_a_review_and_an_answer(begin: Begin, press: Press) -> None:
    player = begin(press, Opening(BrainJam(), 2))
    scene = player.app.top
    assert isinstance(scene, TableScene)
    player.press(UP, RIGHT, ENTER)
    assert scene.session.history.can_undo
    player.enter("undo", "redo", "bookmark", "menu", "more", "start")
    assert not scene.session.history.can_undo
    player.enter("menu", "more", "swap", "map", "more", "compare")
    player.to(CONTENT)
    player.press(LEFT)
    player.enter("more", "compare")
    assert player.app.top.name == "comparison"
    player.enter("back")
    player.enter("back", "menu", "review", "step-back", "step-on", "play-from-here")
    assert player.app.top is scene
    player.to("number")
    player.press(ENTER, UP, RIGHT, UP, ENTER)
    assert scene.session.number == 110_002
    player.enter("exit")
    assert player.app.top.name == "menu", "whatever lies between"


@both_hands
def test_a_win_and_its_replay(begin: Begin, press: Press) -> None:
    player = begin(press, Opening(BrainJam(), deck=easy_deck(BrainJam())))
    player.enter("purge")
    assert player.app.top.name == "win"
    player.enter("show-me", "pause", "step-on")
    player.to("pace")
    assert player.app.top.name == "show-me"
    player.enter("back")
    assert player.app.top.name == "win", "no arrow has undone the win on the way to its buttons"


@both_hands
def test_my_games_are_opened_for_naming_and_deleted(begin: Begin, press: Press) -> None:
    player = begin(press, Opening(BrainJam(), 2))
    player.press(UP, RIGHT, ENTER)
    player.enter("list", "library")
    library = player.app.top
    assert isinstance(library, LibraryScene)
    player.press(DOWN)
    player.to("note")  # whoever seeks among the filters leaves no deal to be named
    player.press(LEFT)
    player.enter("rename")
    assert player.app.top.name == "naming"
    player.enter("cancel", "delete")
    assert not library._library.rows
    player.enter("undelete")
    assert len(library._library.rows) == 1


@both_hands
def test_the_question_before_moves_are_lost(begin: Begin, press: Press) -> None:
    player = begin(press)
    player.app._stack.apply(game.scenes.common.base.Push(QuitQuestion(player.app.services)))
    player.settle()
    names = {str(widget.name) for widget in player.app.top.focus_group.widgets}
    for name in names:
        player.to(name)
    player.press(ESCAPE)
    assert player.app.top.name == "menu"
    assert player.app._running


@pytest.mark.parametrize("rules", GAMES, ids=rules_name)
def test_every_command_of_a_table_is_a_button_or_in_its_menus(begin: Begin, rules: Rules) -> None:
    player = begin(by_pad, Opening(rules, 2))
    player.press(UP)
    table = player.app.top
    assert isinstance(table, TableScene)
    offered = {str(widget.name) for widget in table.focus_group.reachable()}
    offered |= {str(widget.name) for widget in table.focus_group.widgets if widget.focusable}
    player.enter("menu")
    offered |= {str(widget.name) for widget in player.app.top.focus_group.widgets}
    for group in command_menu(rules, table.services.language):
        offered |= {str(tool.command) for tool in group}
    missing = {
        *([] if rules.facts.purges else [Command.PURGE, Command.SPACE]),
        *([] if rules.facts.redeals else [Command.REDEAL]),
        *([] if rules.facts.policies else [Command.POLICY]),
    }
    assert set(DEEDS) - offered == OFFERED_ELSEWHERE | missing
