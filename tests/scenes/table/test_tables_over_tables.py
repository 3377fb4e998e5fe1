"""A table that another table lay over, a lesson's or another deal's: it goes on as before, and what
is played there counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest
from made_deals import easy_deck
from recording_services import recording_services, stack_for
from table_driver import told_by_figures

from game.core import deals
from game.desktop.commands import Command
from game.record.full_export_and_import import start_export
from game.record.saving import deal_key
from game.rules import BrainJam, Klondike, Rules
from game.scenes.common.base import (
    OpenFirstGame,
    OpenHelp,
    OpenMap,
    OpenTable,
    Pop,
    Push,
    Replace,
    SceneRequest,
)
from game.scenes.library.import_and_export import import_games
from game.scenes.table.scene import TableScene
from game.storage import DealKey, Play, PlayOutcome


class Tables:
    """A program's stack of scenes, with one table on it."""

    def __init__(self, folder: Path, rules: Rules | None = None, number: int | None = None) -> None:
        pygame.display.init()
        self.held = recording_services(folder, reduced_motion=True, autoplay=False)
        self.rules = rules or BrainJam()
        self.deck = easy_deck(self.rules) if number is None else deals.deck_of(number)
        self.stack = stack_for(self.held.services)
        self.apply(Push(OpenTable(self.rules, self.deck, number)))
        assert isinstance(self.stack.top, TableScene)
        self.table = self.stack.top

    def apply(self, *changes: Push | Pop | Replace) -> None:
        for change in changes:
            self.stack.apply(change)

    def over(self, *requests: SceneRequest) -> None:
        """Open some scenes over the table, and leave them again."""
        self.apply(*(Push(request) for request in requests), *[Pop()] * len(requests))

    def win(self) -> None:
        session = self.table.session
        while not session.is_won:
            self.table.show(session.purge())

    @property
    def plays(self) -> Sequence[Play]:
        key = DealKey(self.rules.name, "", deals.deck_text(self.deck))
        return self.held.services.game_store.storage.plays.of(key)


OVER: dict[str, tuple[SceneRequest, ...]] = {
    "the offer": (OpenFirstGame("brainjam"),),
    "the help": (OpenHelp("brainjam"), OpenFirstGame("brainjam")),
    "two lessons": (OpenFirstGame("brainjam"), OpenHelp("gaps"), OpenFirstGame("gaps")),
    "another table": (OpenTable(Klondike(), deals.deck_of(5), 5),),
    "the same deal": (OpenTable(BrainJam(), easy_deck(BrainJam())),),
}


@pytest.mark.parametrize("way", OVER)
def test_a_win_after_it_counts_once(way: str, tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.over(*OVER[way])
    tables.win()
    assert [play.outcome for play in tables.plays] == [PlayOutcome.WON]
    store = tables.held.services.game_store
    assert store.best == store.best_alone == tables.table.session.moves


def test_todays_deal_is_won_after_a_lesson(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    won: list[Rules] = []
    tables.held.services.game_store.on_win = lambda rules, number: won.append(rules)
    tables.over(OpenFirstGame("brainjam"))
    tables.win()
    assert won == [BrainJam()]


def test_place_time_and_attempt_are_those_of_the_table(tmp_path: Path) -> None:
    tables = Tables(tmp_path, number=417)
    session, store = tables.table.session, tables.held.services.game_store
    for _ in range(2):
        tables.table.show(session.play(session.rules.moves(session.position)[0]))
        tables.table.do(Command.RESTART)
    tables.table.show(session.play(session.rules.moves(session.position)[0]))
    store.spend(42.0)
    position, attempt, tree = session.position, store._attempt.state.ordinal, session.history
    tables.apply(Push(OpenFirstGame("brainjam")))
    store.spend(7.0)
    tables.apply(Pop())
    assert tables.table.session is session and session.history is tree
    assert (session.position, store.seconds) == (position, 42.0)
    assert store._attempt.state.ordinal == attempt == 3
    assert told_by_figures(tables.table.table_picture)["clock"] == "0:42"
    assert store.clock_runs


def test_a_table_below_another_one_keeps_its_own_figures(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    services, table = tables.held.services, tables.table
    services.change(verdict_light=True)
    tables.win()
    services.game_store.spend(42.0)
    table.do(Command.RESTART)
    before = table.table_picture.figures
    assert {"best", "clock", "light"} <= told_by_figures(table.table_picture).keys()
    tables.apply(Push(OpenHelp("brainjam")), Push(OpenFirstGame("brainjam")))
    services.game_store.spend(7.0)
    services.change(large_print=True)
    for scene in tables.stack:
        scene.follow_settings()
        scene.advised()
    tables.apply(Pop())
    table.advised()
    assert table.table_picture.figures == before
    tables.apply(Pop())
    assert table.table_picture.figures == before


def test_a_win_is_looked_back_at_after_a_lesson(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.win()
    store, (play,) = tables.held.services.game_store, tables.plays
    tables.over(OpenFirstGame("brainjam"))
    assert tables.table.session.is_won
    assert store.seconds == play.seconds and not store.clock_runs
    tables.table.do(Command.UNDO)
    tables.table.do(Command.REDO)
    assert tables.plays == [play]


def test_the_map_below_a_lesson_leads_about_the_deal_of_its_table(tmp_path: Path) -> None:
    tables = Tables(tmp_path, number=417)
    session, store = tables.table.session, tables.held.services.game_store
    tables.table.show(session.play(session.rules.moves(session.position)[0]))
    opened = tables.table.do(Command.MAP)
    assert isinstance(opened, Push) and isinstance(opened.scene, OpenMap)
    tables.apply(opened, Push(OpenFirstGame("brainjam")), Pop())
    opened.scene.on_goto(session.history.line[0].key, None)
    tables.apply(Pop())
    assert not session.history.can_undo and session.history.can_redo
    assert store._session is session
    again = Tables(tmp_path, number=417)
    assert again.table.session.position == session.position


def test_what_was_played_in_a_table_above_is_there(tmp_path: Path) -> None:
    tables = Tables(tmp_path, number=417)
    session = tables.table.session
    tables.apply(Push(OpenTable(tables.rules, tables.deck, 417)))
    above = tables.stack.top
    assert isinstance(above, TableScene)
    move = session.rules.moves(session.position)[0]
    above.show(above.session.play(move))
    tables.apply(Pop())
    assert session.history.known((move,)) and not session.history.can_undo


def exported(folder: Path) -> Path:
    """An export of a program that has won the deal of `Tables`."""
    there = Tables(folder / "there")
    session = there.table.session
    there.table.show(session.play(session.rules.moves(session.position)[0]))
    there.held.services.game_store.spend(100.0)
    there.win()
    file = folder / "all.fourfold-export"
    services = there.held.services
    export, _ = start_export(
        services.game_store.storage, services.settings_file, services.folders, file
    )
    export.work()
    return file


def test_an_import_over_a_table_brings_its_answer_and_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.scenes.common.progress.SLICE_S", 60.0)
    file = exported(tmp_path)
    tables = Tables(tmp_path / "here")
    assert "best" not in told_by_figures(tables.table.table_picture)
    change = import_games(tables.held.services, file)
    assert isinstance(change, Push)
    tables.apply(change, Pop())
    figures, store = tables.table.table_picture.figures, tables.held.services.game_store
    told, tooltips = told_by_figures(tables.table.table_picture), [each.tooltip for each in figures]
    assert told["best"] == str(store.best) and store.best == store.best_alone
    assert store.best is not None and store.total == 100.0
    assert "Time for this attempt; 1:40 over all attempts" in tooltips
    assert not tables.table.session.history.can_undo, "where the player stood"


def test_the_deal_is_left_where_the_table_below_stands_after_another_one_of_it(
    tmp_path: Path,
) -> None:
    tables = Tables(tmp_path, number=417)
    session = tables.table.session
    for letter in "abc":
        session.key(letter)
    key, place = session.history.here, session.history.at
    tables.apply(Push(OpenTable(tables.rules, tables.deck, 417)))
    assert isinstance(tables.stack.top, TableScene)
    tables.stack.top.session.undo()
    tables.apply(Pop())
    storage = tables.held.services.game_store.storage
    assert session.history.here == key
    saved = storage.deal(deal_key(tables.rules, tables.deck))
    assert (saved.line.place, len(saved.line.actions)) == (place, place)
    assert len(saved.edges) == len(session.history.graph.rows())


def test_a_bookmark_of_a_table_above_stays(tmp_path: Path) -> None:
    tables = Tables(tmp_path, number=417)
    session = tables.table.session
    for letter in "abc":
        session.key(letter)
    tables.apply(Push(OpenTable(tables.rules, tables.deck, 417)))
    assert isinstance(tables.stack.top, TableScene)
    tables.stack.top.session.undo()
    tables.stack.top.session.bookmark()
    (mark,) = (mark.saved for mark in tables.stack.top.session.history.bookmarks)
    tables.apply(Pop())
    session.undo()
    storage = tables.held.services.game_store.storage
    assert [mark.saved for mark in session.history.bookmarks] == [mark]
    assert storage.deal(deal_key(tables.rules, tables.deck)).bookmarks == (mark,)
