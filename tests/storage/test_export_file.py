"""What a player has goes into one file, and comes back from it on another machine. A file that is
no export, or a hostile one, changes nothing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from storage_player import DEAL, KEYS, OTHER, Player, contents, edges, standing, trouble_of

from game.core.moves import Action
from game.core.translatable_texts import WordedError
from game.history import EdgeRow, HistoryChanges, SavedLine
from game.storage import (
    About,
    DealChanges,
    DealKey,
    DealState,
    HelpKind,
    Play,
    PlayOutcome,
    Storage,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    StoredDeal,
    ToldMove,
    export_file,
)
from game.storage.database_files import MAIN
from game.storage.export_file import SUFFIX, check_export
from game.storage.tables import Tables

Deal = StoredDeal[Action]


def as_it_is(deal: Deal) -> Deal:
    return deal


def filled(folder: Path, seed: int = 1) -> Storage:
    """A storage with some of everything."""
    storage = Storage(folder, clock=lambda: 1000.0 + seed)
    for n, key in enumerate((DEAL, OTHER, KEYS[2])):
        player = Player(storage, key, seed + n).play(30)
        play = Play(1, PlayOutcome.WON, 60, 9.0, how=HelpKind.ALONE, id=10 * seed + n)
        told = [ToldMove(5, 6, HelpKind.HINTS)]
        player.save(
            plays=[play],
            answers=[StoredAnswer(60 + n, "a")],
            told=told,
            seen=[(n, 1)],
            ordered=["b"],
        )
    storage.note(KEYS[3], About("Kings", "Left", 50))
    storage.set_fact("daily", "5")
    return storage


def everything(storage: Storage) -> dict[str, Any]:
    found: dict[str, Any] = {"facts": storage.facts("")}
    for row in sorted(storage.library()):
        deal = storage.deal(row.key)
        found[str(row.key)] = row, deal._replace(edges=tuple(sorted(deal.edges)))
    return found


def exported(storage: Storage, path: Path, **extras: str) -> Path:
    export = storage.start_export(path, extras)
    export.work()
    assert export.done
    return path


def take(storage: Storage, path: Path, verify: Callable[[Deal], Deal] = as_it_is) -> Any:
    taken = storage.start_import(path, verify)
    taken.work()
    assert taken.done and taken.read == taken.count
    return taken


@pytest.fixture
def export(tmp_path: Path) -> Path:
    storage = filled(tmp_path / "origin")
    path = exported(storage, tmp_path / f"all{SUFFIX}", settings="{}", packs="1 2")
    storage.close()
    return path


def test_an_export_gives_the_same_on_an_empty_machine(tmp_path: Path, export: Path) -> None:
    check_export(export)
    storage = Storage(tmp_path / "new")
    taken = take(storage, export)
    assert taken.extras == {"settings": "{}", "packs": "1 2"} and taken.left_out == 0
    assert everything(storage) == everything(Storage(tmp_path / "origin"))
    assert storage.check() == []
    storage.close()


def test_an_export_taken_twice_changes_nothing_the_second_time(
    tmp_path: Path, export: Path
) -> None:
    storage = filled(tmp_path / "other", 5)
    take(storage, export)
    before = everything(storage)
    take(storage, export)
    assert everything(storage) == before
    storage.close()


def test_what_is_here_stays_and_what_comes_is_joined_with_it(tmp_path: Path, export: Path) -> None:
    storage = filled(tmp_path / "other", 5)
    storage.set_fact("daily", "here")
    before, origin = everything(storage), Storage(tmp_path / "origin")
    lines = {key: storage.deal(key) for key in (DEAL, OTHER, KEYS[2])}
    take(storage, export)
    for key, was in lines.items():
        deal = storage.deal(key)
        assert edges(storage, key) == {row[:2] for row in was.edges} | edges(origin, key)
        assert (deal.line, deal.state, deal.moves) == (was.line, was.state, was.moves)
        assert set(deal.bookmarks) == {*was.bookmarks, *origin.deal(key).bookmarks}
        assert len(storage.plays.of(key)) == 2
    assert storage.fact("daily") == "here" and len(everything(storage)) == len(before)
    storage.close()


def test_a_deal_that_is_open_goes_on_with_what_came(tmp_path: Path, export: Path) -> None:
    player = Player(storage := Storage(tmp_path / "other"), seed=9).play(5)
    take(storage, export)
    player.play(3)
    known = {edge.ends for edge in player.history.graph.edges()}
    assert known <= edges(storage) and edges(Storage(tmp_path / "origin")) <= edges(storage)
    line = tuple(step.action for step in player.history.line[1:])
    assert storage.line(DEAL).actions == line
    storage.close()


def test_the_rules_say_what_of_an_export_is_joined(tmp_path: Path, export: Path) -> None:
    asked = []

    def verify(deal: Deal) -> Deal:
        asked.append(deal.key)
        return deal._replace(edges=deal.edges[1:], answers=(), line=SavedLine())

    storage = Storage(tmp_path / "new")
    taken = take(storage, export, verify)
    assert sorted(asked) == sorted([DEAL, OTHER, KEYS[2], KEYS[3]]) and taken.left_out == 3
    assert storage.answers.best(DEAL) is None and storage.line(DEAL) == SavedLine()
    assert len(edges(storage)) == len(edges(Storage(tmp_path / "origin"))) - 1
    storage.close()


def test_a_large_deal_is_joined_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(tmp_path / "origin")
    rows = tuple(EdgeRow(n, n + 1, (), 1, n, n) for n in range(1, 5001))  # type: ignore[var-annotated]
    history = HistoryChanges(tuple(row._replace(action=KEYS_ACTION) for row in rows))
    changes = DealChanges(history, DealState(), told=[ToldMove(9, 10, HelpKind.SHOWN)])
    storage.save(DEAL, changes, lambda: history)
    path = exported(storage, tmp_path / "large")
    other, parts = Storage(tmp_path / "other"), []
    add = Tables.add_edges

    def counted(tables: Tables, key: DealKey, edges: Sequence[EdgeRow[str]]) -> None:
        parts.append(len(edges))
        add(tables, key, edges)

    monkeypatch.setattr(Tables, "add_edges", counted)
    take(other, path)
    assert len(parts) == 10 and edges(other) == edges(storage)
    assert other.answers.help_of(DEAL) == {(9, 10): HelpKind.SHOWN}
    assert other.library()[0].positions == 5000


def test_what_is_played_while_an_import_is_joined_is_saved(tmp_path: Path, export: Path) -> None:
    player = Player(storage := Storage(tmp_path / "other"), seed=9).play(5)
    taken = storage.start_import(export, as_it_is)
    while not taken.done:
        player.play(1)
        taken.work(0)
    assert not any(storage.unsaved)
    known = {edge.ends for edge in player.history.graph.edges()}
    assert known <= edges(storage) and edges(Storage(tmp_path / "origin")) <= edges(storage)
    storage.close()


def test_a_program_that_may_not_write_takes_an_export_into_memory(
    tmp_path: Path, export: Path
) -> None:
    storage = Storage(tmp_path / "other", read_only=True)
    take(storage, export)
    assert edges(storage) == edges(Storage(tmp_path / "origin"))
    assert not (tmp_path / "other" / MAIN).exists()


KEYS_ACTION = (
    Player(Storage(Path("nowhere"), read_only=True)).play(20).history.graph.rows()[0].action
)


def test_an_import_that_is_stopped_takes_nothing_before_all_is_checked(
    tmp_path: Path, export: Path
) -> None:
    storage = Storage(tmp_path / "new")
    taken = storage.start_import(export, as_it_is)
    taken.close()
    taken.work()
    assert taken.done and not taken.has_begun and storage.library() == []
    storage.close()


def test_while_the_file_cannot_be_written_nothing_is_taken(tmp_path: Path, export: Path) -> None:
    storage = Storage(tmp_path / "new")
    with closing(sqlite3.connect(tmp_path / "new" / MAIN, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        refused = trouble_of(lambda: storage.start_import(export, as_it_is))
        assert refused is StorageTrouble.WOULD_NOT_LAST
    assert storage.library() == []
    storage.close()


def test_an_import_ends_where_the_file_cannot_be_written_any_more(
    tmp_path: Path, export: Path
) -> None:
    storage = Storage(tmp_path / "new")

    with closing(
        sqlite3.connect(tmp_path / "new" / MAIN, isolation_level=None, check_same_thread=False)
    ) as other:

        def verify(deal: Deal) -> Deal:
            if not other.in_transaction:
                other.execute("BEGIN EXCLUSIVE")
            return deal

        taken = storage.start_import(export, verify)
        assert trouble_of(taken.work) is StorageTrouble.WOULD_NOT_LAST and taken.done
    assert storage.library() == []
    storage.close()


# Hostile and other files


def changed(export: Path, *statements: str) -> None:
    with closing(sqlite3.connect(export, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            db.execute(statement)


def flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes(1000) + content[middle + 1000 :]


def rewritten(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def write(export: Path) -> None:
        export.write_bytes(change(export.read_bytes()))

    return write


HOSTILE: dict[str, Callable[[Path], object]] = {
    "empty": rewritten(lambda content: b""),
    "text": rewritten(lambda content: b"fourfold export 1"),
    "zeros": lambda export: (export.write_bytes(b""), os.truncate(export, 10**9)),
    "cut": rewritten(lambda content: content[: len(content) // 2]),
    "garbled": rewritten(flip),
    "page size": rewritten(lambda content: content[:16] + b"\0\0" + content[18:]),
    "no export": lambda export: changed(export, "PRAGMA application_id = 5"),
    "trigger": lambda export: changed(
        export, "CREATE TRIGGER x AFTER INSERT ON fact BEGIN DELETE FROM deal; END"
    ),
    "view": lambda export: changed(export, "CREATE VIEW x AS SELECT * FROM deal"),
    "view as table": lambda export: changed(
        export, "DROP TABLE told", "CREATE VIEW told AS SELECT 1 AS deal"
    ),
    "table": lambda export: changed(export, "CREATE TABLE x (y)"),
    "virtual": lambda export: changed(export, "CREATE VIRTUAL TABLE x USING fts5 (y)"),
    "no table": lambda export: changed(export, "DROP TABLE seen"),
    "no index": lambda export: changed(export, "DROP INDEX deal_opened"),
    "other column": lambda export: changed(
        export, "DROP TABLE seen", "CREATE TABLE seen (deal, place, first)"
    ),
    "cost": lambda export: changed(export, "UPDATE edge SET cost = 0"),
    "walk": lambda export: changed(export, "UPDATE edge SET walked = 1 << 41"),
    "loop": lambda export: changed(export, "INSERT INTO edge VALUES (1, 5, 5, '7h>8s', 1, 0, 0)"),
    "from a win": lambda export: changed(
        export, "INSERT INTO edge VALUES (1, 0, 5, '7h>8s', 1, 0, 0)"
    ),
    "number": lambda export: changed(export, "UPDATE deal SET number = 1000000"),
    "time": lambda export: changed(export, "UPDATE deal SET seconds = 9e999"),
    "negative time": lambda export: changed(export, "UPDATE play SET seconds = -1"),
    "deck": lambda export: changed(export, "UPDATE deal SET deck = 'abc' WHERE id = 1"),
    "deck of doubles": lambda export: changed(
        export, "UPDATE deal SET deck = replace(deck, 'a', 'b') WHERE id = 1"
    ),
    "outcome": lambda export: changed(export, "UPDATE play SET outcome = 'lost'"),
    "how": lambda export: changed(export, "UPDATE told SET how = 'magic'"),
    "folder": lambda export: (export.unlink(), export.mkdir()),
    "gone": lambda export: export.unlink(),
    "pipe": lambda export: (export.unlink(), os.mkfifo(export)),
}


@pytest.mark.parametrize("kind", [*HOSTILE])
def test_a_file_that_is_no_good_export_is_refused_in_one_line_and_changes_nothing(
    tmp_path: Path, export: Path, kind: str
) -> None:
    if kind == "pipe" and not hasattr(os, "mkfifo"):
        pytest.skip("no pipes")
    storage = filled(tmp_path / "other", 5)
    HOSTILE[kind](export)
    before = everything(storage)
    taken = storage.start_import(export, as_it_is)
    with pytest.raises(StorageError) as error:
        taken.work()
    assert error.value.trouble is StorageTrouble.EXPORT
    assert "\n" not in str(error.value) and str(export) in str(error.value)
    assert taken.done and not taken.has_begun and everything(storage) == before
    if "deck" not in kind:
        assert trouble_of(lambda: check_export(export)) is StorageTrouble.EXPORT
    storage.close()


def test_a_deck_of_other_signs_is_refused(tmp_path: Path, export: Path) -> None:
    deck = "".join(map(chr, range(0x100, 0x134)))
    changed(export, f"UPDATE deal SET deck = '{deck}' WHERE id = 1")
    storage = Storage(tmp_path / "new")
    taken = storage.start_import(export, as_it_is)
    assert trouble_of(taken.work) is StorageTrouble.EXPORT and storage.library() == []
    storage.close()


def test_a_file_that_grows_beyond_the_bound_is_refused(
    tmp_path: Path, export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_file, "MOST", export.stat().st_size - 1)
    assert trouble_of(lambda: check_export(export)) is StorageTrouble.EXPORT


def test_an_export_of_a_newer_version_is_called_so(tmp_path: Path, export: Path) -> None:
    changed(export, "PRAGMA user_version = 2", "CREATE TABLE later (x)")
    assert trouble_of(lambda: check_export(export)) is StorageTrouble.NEWER_EXPORT
    taken = Storage(tmp_path / "new").start_import(export, as_it_is)
    assert trouble_of(taken.work) is StorageTrouble.NEWER_EXPORT


def test_actions_that_make_no_sense_are_left_out_and_counted(tmp_path: Path, export: Path) -> None:
    one = "(SELECT deal, source, target FROM edge LIMIT 1)"
    changed(export, f"UPDATE edge SET action = 'castle' WHERE (deal, source, target) IN {one}")
    storage = Storage(tmp_path / "new")
    assert take(storage, export).left_out == 1
    storage.close()


# Writing one


@pytest.mark.parametrize("kind", ["text", "folder", "link"])
def test_what_is_no_export_is_left_alone(tmp_path: Path, kind: str) -> None:
    storage, path = filled(tmp_path / "data"), tmp_path / "there"
    if kind == "folder":
        path.mkdir()
    else:
        path.write_text("mine")
    wanted = path
    if kind == "link":
        wanted = tmp_path / "link"
        wanted.symlink_to(path)
    with pytest.raises(WordedError, match="is not an export"):
        storage.start_export(wanted, {})
    assert path.is_dir() or path.read_text() == "mine"
    storage.close()


def test_an_export_replaces_one_of_its_name_behind_a_link_too(tmp_path: Path, export: Path) -> None:
    storage = filled(tmp_path / "data", 7)
    (tmp_path / "link").symlink_to(export)
    exported(storage, tmp_path / "link", new="x")
    assert (tmp_path / "link").is_symlink()
    assert take(Storage(tmp_path / "new"), export).extras == {"new": "x"}
    storage.close()


def test_an_export_that_cannot_be_written_names_its_file(tmp_path: Path) -> None:
    storage = filled(tmp_path / "data")
    export = storage.start_export(tmp_path / "no" / "folder", {})
    with pytest.raises(WordedError, match="no/folder could not be saved"):
        export.work()
    assert export.done
    storage.close()


def test_an_export_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    storage = filled(tmp_path / "data")
    (tmp_path / "out").mkdir()
    export = storage.start_export(tmp_path / "out" / "all", {})
    export.close()
    assert {path.name for path in (tmp_path / "out").iterdir()} <= {"all"}
    storage.close()


def test_damage_that_nobody_has_noticed_is_not_exported(tmp_path: Path) -> None:
    storage = filled(tmp_path / "data")
    changed(tmp_path / "data" / MAIN, "UPDATE edge SET cost = 0")
    (tmp_path / "out").mkdir()
    export = storage.start_export(tmp_path / "out" / "all", {})
    assert trouble_of(export.work) is StorageTrouble.DAMAGED
    assert not list((tmp_path / "out").iterdir())
    storage.close()


def test_an_export_holds_what_is_in_a_spare_file_or_in_memory(tmp_path: Path) -> None:
    for places in ([tmp_path / "spare"], []):
        folder = tmp_path / f"data{len(places)}"
        player = Player(storage := Storage(folder, spare_folders=places)).play(3)
        other = sqlite3.connect(folder / MAIN, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        player.play_refused(3)
        path = exported(storage, tmp_path / f"all{len(places)}")
        new = Storage(tmp_path / f"new{len(places)}")
        take(new, path)
        assert standing(new) == player.standing
        other.close()
        storage.close()


def test_read_only_exports_what_it_shows(tmp_path: Path) -> None:
    filled(tmp_path / "data").close()
    before = contents(tmp_path / "data")
    reader = Storage(tmp_path / "data", read_only=True)
    path = exported(reader, tmp_path / "all")
    assert contents(tmp_path / "data") == before
    new = Storage(tmp_path / "new")
    take(new, path)
    assert everything(new) == everything(reader)
    new.close()


def test_nothing_that_was_deleted_is_in_an_export(tmp_path: Path) -> None:
    storage = filled(tmp_path / "data")
    storage.note(DEAL, About(note="a secret of mine"))
    storage.note(DEAL, About())
    path = exported(storage, tmp_path / "all")
    assert b"a secret of mine" not in path.read_bytes()
    assert oct(path.stat().st_mode & 0o777) != oct(0o666)
    storage.close()
