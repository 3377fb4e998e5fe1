"""Packs, answers files and sharing lines dropped onto the window; and what is none of these."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pygame
import pytest
from input_events import key
from recording_services import RecordingServices, recording_services, stack_for

from game.app.dropped_files import keep_pack, take_file, take_opened, take_text
from game.app.scene_factory import make_scene
from game.cli.arguments import read_arguments
from game.cli.deal_arguments import launch_of
from game.core import deals
from game.core.translatable_texts import capitalised
from game.play.legacy_answers_file import answer_line
from game.play.level_packs import Level, read_pack
from game.record import dropped_content
from game.record.full_export_and_import import start_import
from game.record.game_store import GameStore
from game.rules import BrainJam, Klondike
from game.scenes.common import progress
from game.scenes.common.base import OpenDeals, OpenHelp, OpenMenu, OpenTable, Push, Scene
from game.scenes.common.dialog_scene import QuestionScene
from game.scenes.common.progress import ProgressScene
from game.solver.answer import Goal
from game.solver.registry import solve
from game.storage import About, DealKey, Storage
from game.system.console import Tracer

LINE = "fourfold klondike 5"


class SceneDriver:
    """A stack of scenes, onto which things are dropped."""

    def __init__(self, folder: Path, *opened: Any) -> None:
        self.held: RecordingServices = recording_services(folder)
        services = self.held.services
        self.stack = stack_for(services)
        self.stack.begin([make_scene(services, OpenMenu())])
        for request in opened:
            self.stack.apply(Push(request))

    @property
    def names(self) -> list[str]:
        return [scene.name for scene in self.stack]

    @property
    def top(self) -> Scene:
        return self.stack[-1]

    def drop(self, file: Path) -> None:
        """And wait until it is read, which may take a moment."""
        self.stack.apply(take_file(self.held.services, self.stack, file))
        while self.top.name == "reading":
            self.go_on()

    def go_on(self) -> None:
        """A frame, and what is done between two."""
        self.top.draw(pygame.Surface(self.top.size))
        self.stack.apply(self.top.update(0.02))

    def drop_text(self, text: str) -> None:
        self.stack.apply(take_text(self.held.services, self.stack, text))


@pytest.fixture
def begin(tmp_path: Path) -> Callable[..., SceneDriver]:
    return lambda *opened: SceneDriver(tmp_path / "data", *opened)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "mine.fourfold"
    lines = [f"{n} {deals.deck_text(deals.deck_of(n))} -" for n in (7, 8)]
    file.write_text("\n".join(["# game: lapeau same", *lines]) + "\n")
    return file


def table(number: int = 3) -> OpenTable:
    return OpenTable(Klondike(), deals.deck_of(number), number)


def test_a_pack_shows_its_list_and_is_kept(begin: Callable[..., SceneDriver], pack: Path) -> None:
    on = begin()
    on.drop(pack)
    assert on.names == ["menu", "list"]
    assert "mine.fourfold: 2 deals of La Peau" in on.held.told
    kept = on.held.services.folders.levels / pack.name
    assert kept.read_bytes() == pack.read_bytes()
    on.drop(pack)
    assert on.names == ["menu", "list"]
    assert [file.name for file in kept.parent.iterdir()] == [pack.name]
    pack.write_text(pack.read_text().replace("7 ", "17 ", 1))
    on.drop(pack)
    names = {file.name for file in kept.parent.iterdir()}
    assert names == {"mine.fourfold", "mine-2.fourfold"}


@pytest.mark.parametrize("content", ["", "1 " + deals.deck_text(deals.deck_of(1)) + " -\nodd\n"])
def test_the_name_of_a_dropped_file_keeps_its_letters(
    begin: Callable[..., SceneDriver], tmp_path: Path, content: str
) -> None:
    file = tmp_path / "session-0001"
    file.write_text(content)
    on = begin()
    on.drop(file)
    assert capitalised(on.held.told[-1]).startswith("session-0001")


def test_of_two_packs_with_the_same_deals_the_one_dropped_is_shown(
    begin: Callable[..., SceneDriver], pack: Path
) -> None:
    on = begin()
    for name in ("b.fourfold", "a.fourfold"):
        # The same deals in another file.
        file = pack.with_name(name)
        file.write_text(f"{pack.read_text()}# {name}\n")
        on.drop(file)
        assert on.top._listing.pack.name == name
    on.drop(pack.with_name("b.fourfold"))
    assert on.top._listing.pack.name == "b.fourfold"


def test_a_copy_of_a_pack_is_called_as_the_one_that_is_kept(
    begin: Callable[..., SceneDriver], pack: Path
) -> None:
    on = begin()
    on.drop(pack)
    on.drop(pack.rename(pack.with_name("another.fourfold")))
    assert on.held.told[-1] == "mine.fourfold: 2 deals of La Peau"
    assert on.top._listing.pack.name == "mine.fourfold"


@pytest.mark.parametrize("opened", [False, True], ids=["dropped", "opened"])
def test_of_a_pack_with_broken_lines_both_are_told(
    begin: Callable[..., SceneDriver], pack: Path, opened: bool
) -> None:
    lines = pack.read_text().splitlines()
    pack.write_text("\n".join([*lines[:2], "8 nonsense", "9 nonsense"]) + "\n")
    on = begin()
    on.drop(pack)
    if opened:  # the list is there first, as where the program is started with the file
        keep_pack(on.held.services, read_pack(pack), pack)
    assert on.held.told[-1].startswith(
        "mine.fourfold: 1 deal of La Peau; 2 lines skipped; line 3: "
    )


def test_of_a_pack_that_cannot_be_kept_its_deals_are_told_too(
    begin: Callable[..., SceneDriver], pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*what: object) -> None:
        raise OSError(28, "No space left on device")

    on = begin()
    monkeypatch.setattr(on.held.services.packs, "keep", full)
    on.drop(pack)
    (told,) = on.held.told
    assert told.startswith("mine.fourfold: 2 deals of La Peau; ")
    assert told.endswith("(the disk is full)")


@pytest.mark.parametrize("above", [(), (OpenHelp("gaps"),), (OpenDeals(Klondike(), over_table=1),)])
def test_over_a_table_a_list_takes_the_place_of_what_lies_there(
    begin: Callable[..., SceneDriver], pack: Path, above: tuple[Any, ...]
) -> None:
    on = begin(table(), *above)
    on.drop(pack)
    assert on.names == ["menu", "table", "list"]


def test_a_sharing_line_opens_its_deal(begin: Callable[..., SceneDriver], tmp_path: Path) -> None:
    on = begin()
    on.drop_text(LINE)
    assert on.names == ["menu", "table"]
    assert on.top.title == "Klondike 5"
    assert any("Klondike 5" in told for told in on.held.told)
    (tmp_path / "line.txt").write_text("fourfold gaps 12\n")
    on.drop(tmp_path / "line.txt")
    assert on.names == ["menu", "table"]
    assert on.top.title == "Gaps 12"


def test_a_line_says_how_long_it_is_and_a_deal_without_one_only_its_name(
    begin: Callable[..., SceneDriver],
) -> None:
    on = begin()
    on.drop_text(f"{LINE} pull pull")
    on.drop_text(LINE)
    assert on.held.told == [
        "Loaded Klondike 5 with 2 moves; press Redo to play them",
        "Loaded Klondike 5",
    ]


def test_of_several_sharing_lines_the_first_is_taken_and_that_is_said(
    begin: Callable[..., SceneDriver], tmp_path: Path
) -> None:
    on, file = begin(), tmp_path / "lines.txt"
    file.write_text(f"two deals:\r\n{LINE}\r\nfourfold gaps 12\r\n")
    on.drop(file)
    on.drop_text(file.read_text())
    launch = launch_of(read_arguments([str(file), "--data-dir", str(tmp_path / "data")]))
    take_opened(on.held.services, on.stack, launch)
    told = "Loaded Klondike 5; only the first share code was used"
    assert on.held.told == [told] * 3


def test_a_deal_takes_the_place_of_a_table_and_of_what_lies_on_it(
    begin: Callable[..., SceneDriver],
) -> None:
    on = begin(OpenDeals(Klondike()), table(), OpenHelp("gaps"))
    on.drop_text(LINE)
    assert on.names == ["menu", "list", "table"]
    assert on.top.title == "Klondike 5"


@pytest.mark.parametrize("above", [(), (OpenHelp("gaps"),)])
def test_what_a_file_opens_is_the_same_if_its_progress_was_shown(
    begin: Callable[..., SceneDriver],
    pack: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    above: tuple[Any, ...],
) -> None:
    monkeypatch.setattr(progress, "SLICE_S", 0)
    monkeypatch.setattr(dropped_content, "SMALL", 0)
    waits, read = Event(), dropped_content.read_file

    def read_later(path: Path) -> dropped_content.DroppedContent:
        waits.wait(60)
        return read(path)

    monkeypatch.setattr(dropped_content, "read_file", read_later)
    on, line = begin(table(), *above), tmp_path / "line.txt"
    line.write_text(LINE)
    for file, scenes in ((pack, ["menu", "table", "list"]), (line, ["menu", "table"])):
        on.stack.apply(take_file(on.held.services, on.stack, file))
        assert isinstance(on.top, ProgressScene)
        waits.set()
        while isinstance(on.top, ProgressScene):
            on.go_on()
        waits.clear()
        assert on.names == scenes


def test_an_answers_file_is_taken_over(begin: Callable[..., SceneDriver], tmp_path: Path) -> None:
    answers = Path(__file__).parents[1] / "answers"
    file = next(file for file in sorted(answers.rglob("*.sol")))
    on = begin(table())
    on.drop(file)
    assert isinstance(on.top, ProgressScene)
    on.drop_text(LINE)
    assert on.held.told[-1].startswith("Still busy: drop it again")
    assert isinstance(on.top, ProgressScene)
    while isinstance(on.top, ProgressScene):
        on.go_on()
    assert on.names == ["menu", "table", "report"]
    assert on.held.services.game_store.storage.answers.all(BrainJam().name, "")


@pytest.mark.parametrize("covered", [False, True])
@pytest.mark.parametrize("game", ["brainjam", "lapeau"])
def test_answers_are_for_the_list_that_is_open_if_it_is_of_their_game(
    begin: Callable[..., SceneDriver], tmp_path: Path, game: str, *, covered: bool
) -> None:
    """Deal 1 of the player's list is another one than deal 1 of the game's own."""
    deck = deals.deck_of(617)
    file = tmp_path / "mine.txt"
    file.write_text(f"# game: {game}\n0001 {deals.deck_text(deck)} -\n")
    rules, level = BrainJam(), Level("0001", deck, None)
    won = solve(rules, rules.deal(deck), Goal.FIRST).moves
    answers = tmp_path / "brainjam.sol"
    answers.write_text(f"[Solutions]\n{answer_line(level, won)}\n")
    on = begin()
    on.drop(file)
    if covered:
        on.stack.apply(Push(OpenHelp()))
    on.drop(answers)
    while isinstance(on.top, ProgressScene):
        on.go_on()
    stored = on.held.services.game_store.storage.answers.all("brainjam", "")
    assert (deals.deck_text(deck) in stored) == (game == "brainjam")


def test_an_export_is_asked_about_and_taken_in(
    begin: Callable[..., SceneDriver], tmp_path: Path
) -> None:
    other = Storage(tmp_path / "other")
    there = DealKey("gaps", "", deals.deck_text(deals.deck_of(5)))
    other.note(there, About("of another machine"))
    file = tmp_path / "all.fourfold-export"
    other.start_export(file, {}).work()
    on = begin(table())
    on.drop(file)
    assert on.names[:2] == ["menu", "table"] and isinstance(on.top, QuestionScene)
    agree(on)
    assert on.held.services.game_store.storage.about(there).name == "of another machine"


def agree(on: SceneDriver) -> None:
    """Have the import go ahead, and wait for its end."""
    for code in (pygame.K_LEFT, pygame.K_RETURN):
        on.stack.apply(on.top.handle(key(code)))
    while isinstance(on.top, ProgressScene):
        on.go_on()


def test_an_attempt_that_an_export_brings_further_than_it_is_on_the_table_stays_so(
    begin: Callable[..., SceneDriver], tmp_path: Path
) -> None:
    on, there = begin(table()), tmp_path / "all.fourfold-export"
    store, session = on.held.services.game_store, on.top.session  # type: ignore[attr-defined]
    session.play(session.rules.moves(session.position)[0])
    store.storage.start_export(there, {}).work()
    elsewhere = Storage(tmp_path / "other", clock=lambda: 2**32)
    start_import(elsewhere, there).work()
    going_on = GameStore(elsewhere, Tracer(), lambda text: None)
    session_there = going_on.open(session.rules, session.deck, 3)
    session_there.play(session.rules.moves(session_there.position)[0])
    going_on.spend(100.0)
    going_on.close()
    with_more = Storage(tmp_path / "other")
    with_more.start_export(there, {}).work()
    store.spend(5.0)
    on.drop(there)
    agree(on)
    deal = DealKey("klondike", "", deals.deck_text(session.deck))
    (play,) = store.storage.plays.of(deal)
    assert (play.moves, play.seconds) == (2, 100.0)
    assert session.moves == 1, "the table stands as it did"
    store.spend(3.0)
    session.play(session.rules.moves(session.position)[1])
    (play,) = store.storage.plays.of(deal)
    assert play.seconds == store.seconds == 103.0


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "it has no deals"),
        (b"Dear all,\nsee you tomorrow\n", "it has no deals"),
        (b"# game: gaps\n1 abc -\n", "it has no deals and no solutions; line 2: "),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "it is not a text file"),
        (b"# game: chess\n1 x -\n", "unknown game 'chess'"),
        (b"fourfold klondike 5 7h>9x\n", "7h>9x"),
    ],
)
def test_what_is_none_of_ours_is_told_of_and_changes_nothing(
    begin: Callable[..., SceneDriver], tmp_path: Path, content: bytes, told: str
) -> None:
    on = begin(table())
    (tmp_path / "given.txt").write_bytes(content)
    on.drop(tmp_path / "given.txt")
    assert on.names == ["menu", "table"]
    assert len(on.held.told) == 1 and told in on.held.told[0]
    assert not on.held.services.folders.levels.exists()


@pytest.mark.parametrize(
    "text", ["", "hello", "x" * 50_000, "fourfold", "\0\1", "fourfold chess 1"]
)
def test_a_text_that_is_no_line_is_told_of(begin: Callable[..., SceneDriver], text: str) -> None:
    on = begin()
    on.drop_text(text)
    assert on.names == ["menu"]
    assert len(on.held.told) == 1


def test_a_folder_and_a_file_that_is_gone_are_told_of(
    begin: Callable[..., SceneDriver], tmp_path: Path
) -> None:
    on = begin()
    on.drop(tmp_path)
    on.drop(tmp_path / "gone")
    assert on.names == ["menu"] and len(on.held.told) == 2
