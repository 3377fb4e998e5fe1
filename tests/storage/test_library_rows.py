"""The rows of the library: every deal that was touched, deleted and put back."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from types import NoneType

import pytest
from game.storage.deleted_deals import DELETED, MOST_DELETED, delete, deleted_deals
from game.storage.row_checksums import SIDE_TABLES
from recording_services import NOWHERE

from game.core.moves import Action, parse_action
from game.history import ROOT, HistoryChanges, NodeRow
from game.storage import (
    About,
    DealKey,
    DealState,
    HelpKind,
    LibraryRow,
    Play,
    PlayOutcome,
    Storage,
    StorageError,
    StoredAnswer,
    Tally,
    UnsavedWork,
)
from game.storage.database_files import BACKUP

KEY = DealKey("gaps", "", "ABCD" * 13)
OTHER = DealKey("lapeau", "same", "EFGH" * 13)
NOTHING: HistoryChanges[Action] = HistoryChanges((), (), ROOT, ())


def opened(folder: Path = NOWHERE) -> Storage:
    return Storage(folder, read_only=folder is NOWHERE, clock=lambda: 1000)


def tree(*won: bool, here: int) -> HistoryChanges[Action]:
    rows = [
        NodeRow(id, id - 1, parse_action("7h>8s"), 1, 1, id, won=is_won)
        for id, is_won in enumerate(won, 1)
    ]
    return HistoryChanges(tuple(rows), (), here, ())


def test_a_row_tells_how_a_deal_stands() -> None:
    storage = opened()
    answers = [StoredAnswer(70, "x", how=HelpKind.HINTS), StoredAnswer(80, "y", how=HelpKind.ALONE)]
    state = DealState(seconds=10, attempt=2, total=75.0)
    storage.save(KEY, UnsavedWork(tree(False, False, here=2), state, number=617, answers=answers))
    storage.note(KEY, About("the hard one", "begin with the sevens", 66))
    storage.answers.offer([(OTHER, StoredAnswer(50, "z", 3, 900, HelpKind.IMPORTED))])
    rows = {row.key: row for row in storage.library()}
    assert rows.keys() == {KEY, OTHER}
    row = rows[KEY]
    assert (row.number, row.positions, row.seconds, row.when) == (617, 2, 75.0, 1000)
    assert (row.best, row.alone, row.how, row.shortest) == (70, 80, HelpKind.HINTS, 66)
    assert (row.name, row.note) == ("the hard one", "begin with the sevens")
    imported = rows[OTHER]
    assert (imported.number, imported.best, imported.alone) == (3, 50, None)
    assert (imported.how, imported.when) == (HelpKind.IMPORTED, 900)


def test_of_two_answers_of_a_length_that_found_alone_counts() -> None:
    storage = opened()
    for how in (HelpKind.SHOWN, HelpKind.ALONE):
        storage.answers.offer([(KEY, StoredAnswer(50, "z", how=how))])
    (row,) = storage.library()
    assert (row.best, row.alone, row.how) == (50, 50, HelpKind.ALONE)


def test_the_time_of_a_row_of_before_version_4_is_that_of_its_plays() -> None:
    storage = opened()
    plays = [Play(n, PlayOutcome.OPEN, 3, 100.0 * n) for n in (1, 2)]
    storage.save(
        KEY, UnsavedWork(tree(False, here=1), DealState(seconds=200, attempt=2), plays=plays)
    )
    tables = storage._home.tables
    tables.db.execute("UPDATE deal SET total = NULL")
    (row,) = storage.library()
    assert row.seconds == 300


def test_what_was_left_in_the_middle_is_unfinished_and_nothing_else() -> None:
    storage = opened()

    def save(deck: str, changes: HistoryChanges[Action], *, solved: bool, goes_on: bool) -> None:
        key = KEY._replace(deck=deck * 13)
        answers = [StoredAnswer(2, "x", how=HelpKind.ALONE)] if solved else []
        play = Play(2, PlayOutcome.OPEN, 1, 1.0)
        state = DealState(attempt=2)
        storage.save(
            key, UnsavedWork(changes, state, answers=answers, plays=[play] if goes_on else [])
        )

    save("aaaa", tree(False, False, here=1), solved=False, goes_on=True)
    save("bbbb", tree(False, True, here=2), solved=True, goes_on=False)
    save("cccc", tree(False, True, here=1), solved=True, goes_on=False)
    save("dddd", tree(False, True, here=1), solved=True, goes_on=True)
    save("eeee", NOTHING, solved=False, goes_on=False)
    save("ffff", tree(False, here=0), solved=False, goes_on=False)
    found = storage.unfinished(most=9)
    assert [row.key.deck[0] for row in found] == ["f", "d", "a"]
    assert [row.key.deck[0] for row in storage.unfinished("gaps", 1)] == ["f"]
    assert storage.unfinished("klondike") == []
    storage.note(found[1].key, About("mine"))
    assert [row.name for row in storage.unfinished(most=9)] == ["", "mine", ""]


def test_a_deleted_deal_is_gone_but_for_its_plays_and_comes_back_whole(tmp_path: Path) -> None:
    storage = opened(tmp_path)
    play = Play(1, PlayOutcome.WON, 2, 5.0, when=7)
    answer = StoredAnswer(2, "x", 3, 9, HelpKind.ALONE)
    storage.save(KEY, UnsavedWork(tree(False, True, here=1), DealState(total=5.0), answers=[answer],
                 plays=[play], ordered=["AC"]))  # fmt: skip
    storage.note(KEY, About("mine"))
    before = [storage.deal(KEY), storage.library(), rows_of(storage)]
    record = storage.delete(KEY)
    assert storage.library() == []
    assert storage.answers.best(KEY) is None
    assert [each.play for each in storage.plays.all()] == [play]
    assert storage.open(KEY).state.attempt == 2, "the play of before is not written over"
    storage.put_back(record)
    assert [storage.deal(KEY), storage.library(), rows_of(storage)] == before
    assert storage.check() == []
    storage.close()


def test_a_backup_takes_the_place_of_one_that_has_deals_deleted_since(tmp_path: Path) -> None:
    """Also where the program was closed in between, and of a deal that was played again."""
    storage = opened(tmp_path)
    for deck in ("aaaa", "bbbb"):
        answer = StoredAnswer(2, "x", 3, 9, HelpKind.ALONE)
        storage.save(KEY._replace(deck=deck), UnsavedWork(tree(False, True, here=1), DealState(),
                     answers=[answer]))  # fmt: skip
    assert storage.back_up()
    storage.delete(KEY._replace(deck="aaaa"))
    storage.delete(KEY._replace(deck="bbbb"))
    storage.open(KEY._replace(deck="bbbb"))
    storage.save(KEY._replace(deck="bbbb"), UnsavedWork(tree(False, here=0), DealState()))
    storage.close()
    storage = opened(tmp_path)
    storage.save(KEY, UnsavedWork(tree(False, here=0), DealState()))
    assert storage.back_up()
    storage.close()
    assert not list(tmp_path.glob("fourfold-damaged*"))
    with closing(sqlite3.connect(tmp_path / BACKUP)) as db:
        assert {deck for (deck,) in db.execute("SELECT deck FROM deal")} == {"bbbb", KEY.deck}


def test_of_many_deletions_the_last_are_remembered(tmp_path: Path) -> None:
    storage = opened(tmp_path)
    tables = storage._home.tables
    for number in range(MOST_DELETED + 5):
        delete(KEY._replace(deck=str(number)), tables)
    listed = [key.deck for key in deleted_deals(tables)]
    assert listed == [str(number) for number in range(5, MOST_DELETED + 5)]
    for junk in ("{", "[3]", "7"):
        tables.rows.write("fact", (DELETED, junk))
        assert deleted_deals(tables) == []
    storage.close()


def test_what_was_played_since_a_deletion_stays_when_it_is_undone(tmp_path: Path) -> None:
    storage = opened(tmp_path)
    storage.save(KEY, UnsavedWork(tree(False, False, here=2), DealState()))
    record = storage.delete(KEY)
    storage.open(KEY)
    row = NodeRow(1, ROOT, parse_action("2c>3d"), 1, 1, 77, won=False)
    storage.save(KEY, UnsavedWork(HistoryChanges((row,), (), 1, ()), DealState()))
    storage.put_back(record)
    assert {node[5] for node in storage.deal(KEY).rows} == {1, 2, 77}
    assert storage.check() == []
    storage.close()


def rows_of(storage: Storage) -> list[object]:
    tables = storage._home.tables
    return [list(tables.rows.in_order(table, "ASC")) for table in SIDE_TABLES]


TYPES: dict[str, tuple[type, ...]] = {
    "key": (DealKey,),
    "number": (int, NoneType),
    "positions": (int,),
    "seconds": (int, float),
    "when": (int,),
    "last_opened": (int,),
    "best": (int, NoneType),
    "alone": (int, NoneType),
    "how": (HelpKind, NoneType),
    "name": (str,),
    "note": (str,),
    "shortest": (int, NoneType),
    "pack": (str,),
}


DAMAGED = [
    (table, column)
    for table, columns in {
        "deal": "number nodes seconds total played turn pack",
        "answer": "alone moves number found how",
        "about": "name note shortest",
        "play": "outcome seconds ended",
    }.items()
    for column in columns.split()
]


@pytest.mark.parametrize("value", [b"\x80", "w", 1.5])
@pytest.mark.parametrize("table, column", DAMAGED)
def test_a_value_of_another_type_is_shown_nowhere(
    tmp_path: Path, table: str, column: str, value: object
) -> None:
    storage = opened(tmp_path)
    answers = [StoredAnswer(70, "x", 617, 900, how=HelpKind.HINTS)]
    play = Play(1, PlayOutcome.OPEN, 3, 2.5, when=900)
    for key in (KEY, OTHER):
        storage.save(
            key, UnsavedWork(tree(False, here=1), DealState(10.0), plays=[play], answers=answers)
        )
        storage.note(key, About("the hard one", "", 66))
    whole, left, tallies = seen(storage)
    assert (len(whole), len(left), len(tallies)) == (2, 2, 1)
    storage._home.tables.db.execute(
        f"UPDATE {table} SET {column} = ? WHERE game = 'gaps'", (value,)
    )
    rows, unfinished, counted = seen(storage)
    assert [row for row in rows if row.key == OTHER] == [row for row in whole if row.key == OTHER]
    for row in [*rows, *unfinished]:
        assert all(type(each) in TYPES[name] for name, each in row._asdict().items()), row
    assert all(type(tally.last) is int for tally in counted)
    storage.close()


def seen(storage: Storage) -> tuple[list[LibraryRow], list[LibraryRow], list[Tally]]:
    """What menu and library read of all deals without their checksums."""
    return storage.library(), storage.unfinished(None, 9), storage.plays.tallies("gaps", "")


@pytest.mark.parametrize("change", ["action = CAST(action AS BLOB)", "cost = 'w'", "cost = 1.5"])
def test_a_damaged_line_is_told_of_and_mended(tmp_path: Path, change: str) -> None:
    storage = opened(tmp_path)
    storage.save(KEY, UnsavedWork(tree(False, False, here=2), DealState()))
    assert [row.action for row in storage.line(KEY)] == [parse_action("7h>8s")] * 2
    storage._home.tables.db.execute(f"UPDATE node SET {change}")
    with suppress(StorageError):
        assert storage.line(KEY) == []
    storage.close()


def test_a_damaged_deal_that_was_opened_last_hides_no_other(tmp_path: Path) -> None:
    storage = opened(tmp_path)
    for key in (KEY, OTHER):
        storage.save(key, UnsavedWork(tree(False, here=1), DealState()))
    assert [row.key for row in storage.unfinished(None, 1)] == [OTHER]
    storage._home.tables.db.execute("UPDATE deal SET played = 'w' WHERE game = 'lapeau'")
    assert [row.key for row in storage.unfinished(None, 1)] == [KEY]
    storage.close()
