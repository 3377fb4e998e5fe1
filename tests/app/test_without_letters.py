"""The whole program by arrows, Enter and Escape alone, and again by a game pad."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from handmade import rules_name
from stage import ART, PAINT, deaf_gateway, easy_deck
from walking import CONTENT, DOWN, ENTER, ESCAPE, LEFT, RIGHT, UP, Press, Walker, by_keys, by_pad

import game.app.service_setup
import game.scenes
from game.app.launch_options import LaunchOptions, Opening
from game.app.loop import App
from game.desktop.key_bindings import Command
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.calendar.scene import CalendarScene
from game.scenes.common.quit_with_unsaved_moves import QuitQuestion
from game.scenes.library.scene import LibraryScene
from game.scenes.table.command_menu import command_menu
from game.scenes.table.first_game import FirstGameScene
from game.scenes.table.scene import TableScene
from game.system.folders import Folders

Begin = Callable[..., Walker]
GAMES: tuple[Rules, ...] = (BrainJam(), LaPeau(), Gaps(), Klondike())
OFFERED_ELSEWHERE = {
    *(Command.PLAY_ON, Command.UNDO_TO_WIN),  # the bar of a lost game has them,
    Command.IMPROVE,  # the win,
    Command.BOOKMARKS,  # whose three rows the menu has too,
    *(Command.SPEAK_PILE, Command.SPEAK_TABLE, Command.SPEAK_MOVES),  # the menu of who hears.
}

both_hands = pytest.mark.parametrize("press", [by_keys, by_pad])


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Starts the program, whose cards stand still and whose solver never answers."""
    monkeypatch.setattr(game.app.service_setup, "Assets", lambda **named: ART)
    monkeypatch.setattr(game.app.service_setup, "Painter", lambda _: PAINT)
    monkeypatch.setattr(game.app.service_setup, "SolverGateway", deaf_gateway)

    def start(press: Press, opening: Opening | None = None) -> Walker:
        choices = {"animated": False, "clock": False, "winnable_only": False, "branching": True}
        settings = {**choices, "card_cursor": press is by_keys}
        (tmp_path / "settings.json").write_text(json.dumps(settings))
        pygame.display.init()
        pygame.event.clear()
        app = App(LaunchOptions(Folders(tmp_path), opening=opening, mute=True))
        made.append(app)
        return Walker(app, press)

    made: list[App] = []
    yield start
    for app in made:
        app.close()


@both_hands
def test_from_the_menu_to_every_page_and_back(begin: Begin, press: Press) -> None:
    walker = begin(press)
    for page in ("library", "statistics", "options", "help", "calendar"):
        walker.enter(page)
        assert walker.app.top.name == page
        walker.press(ESCAPE)
        assert walker.app.top.name == "menu"
    walker.enter("statistics", "reset")
    walker.press(ESCAPE, ESCAPE)
    walker.enter("options")
    before = walker.app.services.settings.four_colours
    walker.enter("four_colours")
    assert walker.app.services.settings.four_colours is not before
    walker.enter("done", "calendar", "before", "game")
    assert isinstance(walker.app.top, CalendarScene)
    walker.enter("back", "quit")
    assert not walker.app._running


@both_hands
def test_the_list_its_menu_and_a_first_game(begin: Begin, press: Press) -> None:
    walker = begin(press)
    walker.enter("brainjam", "difficulty-1", "heads", "next-unsolved", "more", "next-harder")
    walker.enter("more", "export")
    assert walker.app.top.name == "report"
    walker.press(ESCAPE)
    walker.enter("play", "first-game")
    scene = walker.app.top
    assert isinstance(scene, FirstGameScene)
    while not scene.session.tree.can_undo:  # lines to be read, then the first card to play
        move, before = scene._progress.step.move, scene._progress.at
        if move is not None:
            seat = scene.session.position.seat(move.card)
            lead(walker, seat)
        walker.press(ENTER)
        assert scene.session.tree.can_undo or scene._progress.at == before + 1
    walker.enter("back")
    assert walker.app.top.name == "table"


def lead(walker: Walker, seat: object) -> None:
    """Bring the card cursor to the end of a column, sideways."""
    scene = walker.app.top
    assert isinstance(scene, TableScene)
    walker.to(CONTENT)
    for _ in range(40):
        at = scene.cursor_keys.seat
        if at == seat:
            return
        walker.press(DOWN)
        if scene.cursor_keys.seat == at:
            walker.press(RIGHT)
    raise AssertionError(f"the cursor does not come to {seat}")


@both_hands
def test_a_table_its_map_a_review_and_an_answer(begin: Begin, press: Press) -> None:
    walker = begin(press, Opening(BrainJam(), 2))
    scene = walker.app.top
    assert isinstance(scene, TableScene)
    walker.press(UP, RIGHT, ENTER)
    assert scene.session.tree.can_undo
    walker.enter("undo", "redo", "bookmark", "menu", "more", "start")
    assert not scene.session.tree.can_undo
    walker.enter("menu", "more", "swap", "map", "more", "compare")
    walker.to(CONTENT)
    walker.press(LEFT)
    walker.enter("more", "compare")
    assert walker.app.top.name == "comparison"
    walker.enter("back")
    walker.enter("back", "menu", "review", "step-back", "step-on", "play-from-here")
    assert walker.app.top is scene
    walker.to("number")
    walker.press(ENTER, UP, RIGHT, UP, ENTER)
    assert scene.session.number == 110_002
    walker.enter("exit")
    assert walker.app.top.name != "table"


@both_hands
def test_a_win_and_its_replay(begin: Begin, press: Press) -> None:
    walker = begin(press, Opening(BrainJam(), deck=easy_deck(BrainJam())))
    walker.enter("purge")
    assert walker.app.top.name == "win"
    walker.enter("show-me", "pause", "step-on")
    walker.to("pace")
    assert walker.app.top.name == "show-me"
    walker.enter("back")
    assert walker.app.top.name == "win", "no arrow has undone the win on the way to its buttons"


@both_hands
def test_my_games_are_named_searched_and_deleted(begin: Begin, press: Press) -> None:
    walker = begin(press, Opening(BrainJam(), 2))
    walker.press(UP, RIGHT, ENTER)
    walker.enter("list", "library")
    library = walker.app.top
    assert isinstance(library, LibraryScene)
    walker.press(DOWN)
    walker.enter("rename")
    assert walker.app.top.name == "naming"
    walker.press(ENTER, UP, UP, RIGHT, UP, ENTER)
    walker.enter("note", "cancel", "search")
    walker.press(UP, UP, RIGHT, UP, ENTER)
    assert [deal.title for deal in library._library.rows] == ["Ba"]
    walker.enter("delete")
    assert not library._library.rows
    walker.enter("undelete")
    assert len(library._library.rows) == 1


@both_hands
def test_the_question_before_moves_are_lost(begin: Begin, press: Press) -> None:
    walker = begin(press)
    walker.app._stack.apply(game.scenes.common.base.Push(QuitQuestion(walker.app.services)))
    walker.settle()
    names = {str(widget.name) for widget in walker.app.top.focus_group.widgets}
    for name in names:
        walker.to(name)
    walker.press(ESCAPE)
    assert walker.app.top.name == "menu"
    assert walker.app._running


@pytest.mark.parametrize("rules", GAMES, ids=rules_name)
def test_every_command_of_a_table_is_a_button_or_in_its_menus(begin: Begin, rules: Rules) -> None:
    walker = begin(by_pad, Opening(rules, 2))
    walker.press(UP)
    table = walker.app.top
    assert isinstance(table, TableScene)
    offered = {str(widget.name) for widget in table.focus_group.reachable()}
    offered |= {str(widget.name) for widget in table.focus_group.widgets if widget.focusable}
    walker.enter("menu")
    offered |= {str(widget.name) for widget in walker.app.top.focus_group.widgets}
    for group in command_menu(rules, table.services.language):
        offered |= {str(tool.command) for tool in group}
    has_policies = any(option.is_policy for option in rules.facts.options)
    missing = {
        *([] if rules.facts.purges else [Command.PURGE, Command.SPACE]),
        *([] if rules.facts.redeals else [Command.REDEAL]),
        *([] if has_policies else [Command.POLICY]),
    }
    assert set(table._commands._commands) - offered == OFFERED_ELSEWHERE | missing
