"""The stack of scenes that the program starts with, for each way to start."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest
from history_lines import best_answer, redo_line
from made_deals import easy_deck
from recording_services import RecordingServices, recording_services
from scene_driver import SceneDriver

from game.app.launch_options import LaunchOptions, Opening
from game.app.scene_factory import MAKERS, first_scenes
from game.app.scene_stack import UnmadeScene
from game.core import deals
from game.core.moves import PULL, Move
from game.play import notation, sharing_lines
from game.play.level_packs import Level, Pack
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import Scene, SceneRequest
from game.scenes.deals.scene import DealsScene
from game.scenes.menu.scene import MenuScene
from game.scenes.table.scene import TableScene
from game.system.folders import Folders

ALL = [BrainJam(), LaPeau(), LaPeau("same"), Gaps(), Klondike()]
every_game = pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.title + rules.policy)
JAM = BrainJam()


def started(
    opening: Opening | None, folder: Path, held: RecordingServices | None = None
) -> tuple[list[Scene], RecordingServices]:
    held = held or recording_services(folder)
    return first_scenes(held.services, LaunchOptions(Folders(folder), opening)), held


def kinds(scenes: list[Scene]) -> list[type[Scene]]:
    """Of the scenes as they are once one comes to them."""
    assert not isinstance(scenes[-1], UnmadeScene)
    assert all(isinstance(scene, UnmadeScene) for scene in scenes[:-1])
    return [type(made(scene)) for scene in scenes]


def made(scene: Scene) -> Scene:
    return scene.make() if isinstance(scene, UnmadeScene) else scene


def table(scenes: list[Scene]) -> TableScene:
    assert isinstance(scenes[-1], TableScene)
    return scenes[-1]


def selected(scene: Scene) -> str:
    assert isinstance(scene, DealsScene)
    entry = scene.selected
    return "" if entry is None else deals.deck_text(entry.level.deck)


def under(rules: Rules) -> list[type[Scene]]:
    """What lies under a table: Brain Jam's has its list."""
    return [MenuScene, DealsScene] if rules == JAM else [MenuScene]


def test_without_a_game_there_is_the_menu(tmp_path: Path) -> None:
    assert kinds(started(None, tmp_path)[0]) == [MenuScene]


@every_game
def test_a_number_opens_its_table_over_what_back_leads_to(rules: Rules, tmp_path: Path) -> None:
    scenes, _ = started(Opening(rules, 617), tmp_path)
    assert kinds(scenes) == [*under(rules), TableScene]
    session = table(scenes).session
    assert (session.number, session.deck) == (617, deals.deck_of(617))
    assert session.rules == rules
    assert table(scenes).advice.lights


def test_back_from_a_number_of_brain_jams_list_leads_to_that_deal(tmp_path: Path) -> None:
    scenes, _ = started(Opening(JAM, 617), tmp_path)
    assert selected(made(scenes[1])) == deals.deck_text(deals.deck_of(617))


@pytest.mark.parametrize("rules", ALL[1:], ids=lambda rules: rules.title + rules.policy)
def test_a_game_alone_opens_a_new_deal(rules: Rules, tmp_path: Path) -> None:
    scenes, _ = started(Opening(rules), tmp_path)
    number = table(scenes).session.number
    assert kinds(scenes) == [MenuScene, TableScene]
    assert not table(scenes).advice.lights
    assert number is not None and table(scenes).session.deck == deals.deck_of(number)


def test_brain_jam_alone_opens_its_list(tmp_path: Path) -> None:
    scenes, _ = started(Opening(JAM, to_list=True), tmp_path)
    assert kinds(scenes) == [MenuScene, DealsScene]


def test_a_pack_alone_opens_its_list(tmp_path: Path) -> None:
    level = Level("one", deals.deck_of(5), 80)
    pack = Pack("mine.txt", "gaps", (), (level,), ())
    scenes, _ = started(Opening(Gaps(), to_list=True, pack=pack), tmp_path)
    assert kinds(scenes) == [MenuScene, DealsScene]
    assert scenes[1]._listing.pack is pack


def test_a_deal_of_a_pack_opens_its_table_over_the_packs_list(tmp_path: Path) -> None:
    levels = tuple(Level(f"deal-{n}", deals.deck_of(n), 80) for n in (5, 6, 7))
    pack = Pack("mine.txt", "gaps", (), levels, ())
    scenes, _ = started(Opening(Gaps(), deck=levels[1].deck, pack=pack), tmp_path)
    assert kinds(scenes) == [MenuScene, DealsScene, TableScene]
    assert made(scenes[1])._listing.pack is pack  # type: ignore[attr-defined]
    assert selected(made(scenes[1])) == deals.deck_text(levels[1].deck)
    assert (table(scenes).session.number, table(scenes).session.deck) == (None, levels[1].deck)
    assert table(scenes).title == "Gaps deal-6"


@every_game
def test_a_deck_opens_its_table_without_a_number(rules: Rules, tmp_path: Path) -> None:
    deck = easy_deck(rules)
    scenes, _ = started(Opening(rules, deck=deck), tmp_path)
    assert kinds(scenes) == [*under(rules), TableScene]
    assert (table(scenes).session.number, table(scenes).session.deck) == (None, deck)
    assert table(scenes).title == f"{rules.title} {deals.deck_text(deck)[:8]}…"


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Klondike()], ids=lambda rules: rules.title)
@pytest.mark.parametrize("branching", [False, True])
def test_a_sharing_line_puts_its_answer_into_the_history_and_stands_at_the_deal(
    rules: Rules, branching: bool, tmp_path: Path
) -> None:
    deck = easy_deck(rules)
    moves, position = [], rules.deal(deck)
    while not rules.is_won(position):
        action = rules.purge(position) or (Move(None, PULL),)
        moves += action
        position, _ = notation.replay(rules, position, action)
    line = sharing_lines.write_shared(rules, None, deck, moves)
    shared = sharing_lines.read_shared(line)
    opening = Opening(shared.rules, shared.number, shared.deck, shared.moves)
    scenes, held = started(opening, tmp_path, recording_services(tmp_path, branching=branching))
    session = table(scenes).session
    assert session.moves == 0 and not session.history.can_undo
    assert session.history.best == sum(map(len, best_answer(session.history))) == len(moves)
    assert session.history.branching == branching
    # It is on the disk at once, as the best answer too, and nobody has played it.
    storage = held.services.game_store.storage
    assert held.services.game_store.answer_of(rules, deck)
    assert [play for play in storage.plays.all() if play.play.outcome == "won"] == []
    session.to_end()
    assert session.is_won


def test_a_sharing_line_with_part_of_an_answer_is_taken_as_far_as_it_goes(
    tmp_path: Path,
) -> None:
    shared = sharing_lines.read_shared("fourfold brainjam 1 ab")
    opening = Opening(shared.rules, shared.number, shared.deck, shared.moves)
    scenes, _ = started(opening, tmp_path)
    session = table(scenes).session
    assert session.moves == 0 and len(redo_line(session.history)) == 2
    assert session.history.best is None


def test_a_sharing_line_loses_nothing_of_what_was_played_before(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    before = held.services.game_store.open(JAM, deals.deck_of(1), 1, autoplay=False)
    before.key("c")
    before.key("d")
    shared = sharing_lines.read_shared("fourfold brainjam 1 ab")
    opening = Opening(shared.rules, shared.number, shared.deck, shared.moves)
    scenes, _ = started(opening, tmp_path, held)
    assert len(table(scenes).session.history) == 5


def test_every_scene_of_the_stack_can_be_placed_and_drawn(tmp_path: Path) -> None:
    scenes, held = started(Opening(JAM, 1), tmp_path)
    for scene in scenes:
        SceneDriver(made(scene), held).draw()


def test_every_request_has_a_maker() -> None:
    assert {*MAKERS} == {*get_args(SceneRequest)}


@pytest.mark.parametrize("request_type", MAKERS)
def test_what_makes_a_scene_takes_the_fields_of_its_request(request_type: Any) -> None:
    module, name = MAKERS[request_type]
    make = getattr(import_module(f"game.scenes.{module}"), name)
    inspect.signature(make).bind("services", **dict.fromkeys(request_type._fields))
