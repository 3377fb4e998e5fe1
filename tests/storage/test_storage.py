"""What storage promises: nothing committed is lost, nothing changed is taken as good."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from game.storage.all_tables import Tables
from game.storage.deal_table import DealTable
from game.storage.repair import rescue
from game.storage.row_checksums import SIDE_TABLES, SideRows, checksum_of
from game.storage.schema import STEPS, migrate
from game.storage.tree_union import unite
from game.storage.unsaved_work import UnsavedWork
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core import deals
from game.core.moves import EMPTY, Action, Move
from game.history import ROOT, History, HistoryChanges, NodeRow
from game.storage import (
    About,
    DealKey,
    DealState,
    HelpKind,
    Play,
    PlayOutcome,
    Saved,
    Storage,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    SuggestedAction,
    United,
    database_files,
    errors,
    repair,
    schema,
)
from game.storage.database_files import BACKUP, FRESH, HALF, MAIN, open_file
from game.storage.worth_cache import KeptWorth

NOWHERE = Path("/nonexistent")
DEAL = DealKey("brainjam", "", "ABCD" * 13)
OTHER = DealKey("lapeau", "same", "DCBA" * 13)

on_linux = pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")


def act(number: int) -> Action:
    """An action for each number up to 5000."""
    return (Move(number % 52, EMPTY, number // 52),)


def number_of(action: Action) -> int:
    (move,) = action
    assert move.card is not None
    return move.card + 52 * move.place


def new_history() -> History[int, Action]:
    return History(
        1,
        apply=lambda number, action: (number * 7 + number_of(action)) % 997,
        key=lambda number: number,
        is_won=lambda number: number == 500,
        cost=lambda number, action: 1 + number_of(action) % 3,
        branching=True,
    )


def open_storage(folder: Path, read_only: bool = False, clock: float = 1e9) -> Storage:
    return Storage(
        folder,
        read_only=read_only,
        clock=lambda: clock,
    )


class Player:
    """Somebody who plays at random, and saves each action."""

    def __init__(self, storage: Storage, key: DealKey = DEAL, seed: int = 1) -> None:
        self.storage, self.key, self.pick = storage, key, random.Random(seed)
        self.history = new_history()
        saved = storage.open(key)
        self.history.restore(saved.rows, saved.here, saved.bookmarks)
        self.seconds = saved.state.seconds
        self.met: list[bool] = []
        """Whether it was another program's, each time the deal on disk was another one."""

    def act(self) -> None:
        """Change something, most often by an action."""
        history, chance = self.history, self.pick.random()
        if chance < 0.2:
            history.undo(self.pick.randrange(1, 4))
        elif chance < 0.25:
            history.goto(self.pick.choice([node.id for node in history.walk()]))
        elif chance < 0.3:
            history.bookmark()
        elif chance < 0.33:
            history.forget()
        elif not history.node().won:
            history.play(act(self.pick.randrange(4)))
        self.seconds += 1

    def save(self) -> None:
        changes, state = self.history.take_changes(), DealState(self.seconds)
        self.storage.save(self.key, UnsavedWork(changes, state, unite=self.unite))

    def unite(self, saved: Saved[Action], by_other: bool) -> United:
        """Go on in both trees in one."""
        self.met.append(by_other)
        self.seconds = max(self.seconds, saved.state.seconds)
        union = unite(saved.rows, self.history.rows(), self.history.here)
        rows = {row.id: row for row in (*saved.rows, *union.written)}
        here = union.became[self.history.here]
        marks = tuple(union.became[mark] for mark in self.history.bookmarks)
        self.history = new_history()
        self.history.restore(rows.values(), here, marks)
        return United(HistoryChanges(union.written, (), here, marks))

    def play(self, actions: int) -> Player:
        for _ in range(actions):
            self.act()
            self.save()
        return self


def standing(storage: Storage, key: DealKey = DEAL) -> tuple[object, ...]:
    saved = storage.deal(key)
    return sorted(saved.rows), saved.here, saved.bookmarks, saved.state.seconds


def standing_of(player: Player) -> tuple[object, ...]:
    history = player.history
    return sorted(history.rows()), history.here, history.bookmarks, player.seconds


def troubles(storage: Storage) -> list[StorageTrouble]:
    return [notice.trouble for notice in storage.take_notices()]


def spoil(folder: Path, statement: str) -> None:
    """Change the file behind everybody's back, as a failing disk would."""
    db = sqlite3.connect(folder / MAIN)
    assert db.execute(statement).rowcount == 1
    db.commit()
    db.close()


# Saving


def test_looking_at_a_deal_writes_nothing(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    assert storage.deal(DEAL).rows == ()
    assert storage.last_played() is None
    assert storage.touched(DEAL.game, DEAL.options) == {}
    storage.close()


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), lengths=st.lists(st.integers(1, 25), min_size=1, max_size=4))
def test_what_is_saved_is_what_is_read_after_each_action(seed: int, lengths: list[int]) -> None:
    storage = open_storage(NOWHERE, read_only=True)
    players = [Player(storage, DEAL, seed), Player(storage, OTHER, seed + 1)]
    for length in lengths:
        for player in players:
            for _ in range(length):
                player.play(1)
                assert standing(storage, player.key) == standing_of(player)


def test_a_closed_file_opens_again_as_it_was(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    players = [Player(storage, DEAL).play(200), Player(storage, OTHER, 2).play(100)]
    storage.close()
    again = open_storage(tmp_path)
    for player in players:
        assert standing(again, player.key) == standing_of(player)
    assert again.check() == [] and again.take_notices() == []
    again.close()


def test_an_action_is_one_small_transaction(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(30)
    statements: list[str] = []
    storage._home.tables.db.set_trace_callback(statements.append)
    before = (tmp_path / (MAIN + "-wal")).stat().st_size
    player.history.play(act(99))
    player.save()
    writes = [text for text in statements if not text.lstrip().startswith("SELECT")]
    assert [text.split()[0] for text in writes] == ["BEGIN", "INSERT", "UPDATE", "COMMIT"]
    assert (tmp_path / (MAIN + "-wal")).stat().st_size - before <= 3 * 4200
    storage.close()


def test_no_action_waits_for_the_log_to_be_taken_into_the_file(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(1)
    storage.idle()
    untouched = (tmp_path / MAIN).read_bytes()
    player.play(800)
    # More than SQLite would let the log grow to.
    assert (tmp_path / (MAIN + "-wal")).stat().st_size > 1_500_000
    assert (tmp_path / MAIN).read_bytes() == untouched
    storage.idle()
    assert (tmp_path / MAIN).read_bytes() != untouched


def test_the_line_to_where_a_deal_was_left_is_that_of_its_tree(
    tmp_path: Path,
) -> None:
    storage = open_storage(tmp_path)
    assert storage.line(DEAL) == []
    player = Player(storage)
    for _ in range(150):
        player.play(1)
        path = [node.id for node in player.history.path()][1:]
        line = storage.line(DEAL)
        assert [row.id for row in line] == path
        assert [row.action for row in line] == player.history.line()[: len(path)]
        assert sum(row.cost for row in line) == player.history.moves
    player.history.start()
    player.save()
    assert storage.line(DEAL) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE deal SET here = 2",
        "UPDATE node SET parent = 4 WHERE id = 2",
        "DELETE FROM node WHERE id = 2",
        "UPDATE node SET parent = 99 WHERE id = 1",
    ],
)
def test_a_broken_way_is_damage_and_no_endless_one(tmp_path: Path, statement: str) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage)
    for action in range(4):
        player.history.play(act(action))
        player.save()
    storage.close()
    spoil(tmp_path, statement)
    again = open_storage(tmp_path)
    # Mended: nothing good is left of this deal.
    assert again.line(DEAL) == [] and StorageTrouble.SET_ASIDE in troubles(again)


def test_the_same_cards_under_another_policy_are_another_deal(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    Player(storage, OTHER).play(5)
    assert storage.deal(OTHER._replace(options="")).rows == ()
    storage.close()


def test_how_the_deal_stands_comes_back(tmp_path: Path) -> None:
    storage = open_storage(tmp_path, clock=1234.5)
    player = Player(storage)
    player.history.play(act(1))
    state = DealState(2.5, hints=3, shown=True, redone=True, attempt=4)
    storage.save(DEAL, UnsavedWork(player.history.take_changes(), state, number=617))
    saved = storage.deal(DEAL)
    assert (saved.state, saved.number, saved.when) == (state, 617, 1234)
    storage.close()


def test_the_deal_last_played_is_known_even_when_the_clock_runs_backwards(tmp_path: Path) -> None:
    for clock, key in ((3e9, DEAL), (1e9, OTHER)):
        storage = open_storage(tmp_path, clock=clock)
        Player(storage, key).play(3)
        storage.close()
    storage = open_storage(tmp_path)
    last, of_game = storage.last_played(), storage.last_played(DEAL.game)
    assert last is not None and last.key == OTHER
    assert of_game is not None and of_game.key == DEAL
    assert storage.last_played("gaps") is None
    assert storage.touched(OTHER.game, OTHER.options) == {OTHER.deck: 10**9}
    storage.close()


def test_clearing_a_history_keeps_the_best_answer_and_the_plays(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(20)
    play = Play(1, PlayOutcome.WON, 60, 5.0)
    storage.save(
        DEAL,
        UnsavedWork(
            player.history.take_changes(),
            DealState(),
            answers=[StoredAnswer(60, "abc")],
            plays=[play],
        ),
    )
    storage.clear_history(DEAL)
    saved = storage.deal(DEAL)
    assert (saved.rows, saved.here, saved.bookmarks) == ((), 0, ())
    assert storage.answers.best(DEAL) == StoredAnswer(60, "abc", None, 10**9)
    assert len(storage.plays.all()) == 1
    fresh = Player(storage).play(10)
    assert standing(storage) == standing_of(fresh)
    assert storage.check() == []
    storage.close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_that_cannot_be_looked_at_is_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_only: bool
) -> None:
    """As in a folder that may not be entered: the program has no file then."""
    (tmp_path / "data").touch()
    storage = Storage(tmp_path / "data", read_only=read_only)

    def refuse(path: Path, **how: bool) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", refuse)
    if read_only:
        with pytest.raises(StorageError):
            storage.check()
    else:
        assert storage.check() == []
    storage.close()


def test_a_check_sees_one_state_of_a_file_that_is_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs in a thread while the player plays on, and while other windows do."""
    storage = open_storage(tmp_path)
    player = Player(storage).play(20)
    read_all, load = SideRows.intact, DealTable._load
    played: list[str] = []
    saving: list[str] = []

    def play_on(when: str) -> None:
        if when in played or saving:
            return
        played.append(when)
        saving.append(when)
        play = Play(len(played), PlayOutcome.WON, 60, 5.0)
        player.act()
        changes = player.history.take_changes()
        storage.save(DEAL, UnsavedWork(changes, DealState(9), plays=[play]))
        saving.clear()

    def counted_before(rows: SideRows, table: str, *more: Any) -> Iterator[tuple[Any, ...]]:
        play_on(f"after {table} was counted")
        return read_all(rows, table, *more)

    def read_before(table: DealTable, fields: Any) -> object:
        play_on("after a deal's own row was read")
        return load(table, fields)

    monkeypatch.setattr(SideRows, "intact", counted_before)
    monkeypatch.setattr(DealTable, "_load", read_before)
    assert storage.check() == []
    assert len(played) > 2
    assert storage.check() == [] and storage.take_notices() == []
    storage.close()


def test_a_deal_is_read_in_one_state_while_another_window_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = open_storage(tmp_path), open_storage(tmp_path)
    player, load = Player(theirs).play(20), DealTable._load

    def read_before(table: DealTable, fields: Any) -> object:
        monkeypatch.undo()
        player.play(3)
        return load(table, fields)

    before = standing_of(player)
    monkeypatch.setattr(DealTable, "_load", read_before)
    assert standing(ours) == before
    assert standing(ours) == standing_of(player)
    assert StorageTrouble.SET_ASIDE not in troubles(ours)
    ours.close()
    theirs.close()


# What stands beside the trees


def test_the_shortest_answer_stays(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    for moves in (70, 65, 80, 65):
        nothing = HistoryChanges[Action]((), (), 0, ())
        storage.save(
            DEAL,
            UnsavedWork(nothing, DealState(), answers=[StoredAnswer(moves, f"by {moves}", 1, 5)]),
        )
    assert storage.answers.best(DEAL) == StoredAnswer(65, "by 65", 1, 5)
    assert (
        storage.answers.offer([(DEAL, StoredAnswer(66, "x")), (OTHER, StoredAnswer(9, "y", 2, 7))])
        == 1
    )
    assert storage.answers.all("lapeau", "same") == {OTHER.deck: StoredAnswer(9, "y", 2, 7)}
    assert storage.answers.all("lapeau", "") == {}
    storage.close()


def test_a_play_takes_the_place_of_the_same_attempt(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    nothing = HistoryChanges[Action]((), (), 0, ())
    opened = Play(1, PlayOutcome.OPEN, 3, 1.0, number=5, when=50)
    won = Play(1, PlayOutcome.WON, 60, 9.5, 2, True, True, True, 5, 60)
    second = Play(2, PlayOutcome.ABANDONED, 7, 2.0, number=5, when=70)
    storage.save(DEAL, UnsavedWork(nothing, DealState(), plays=[opened]))
    storage.save(DEAL, UnsavedWork(nothing, DealState(), plays=[second, won]))
    assert [played.play for played in storage.plays.all("brainjam")] == [won, second]
    assert storage.plays.all("brainjam")[0].key == DEAL
    assert storage.plays.all("lapeau") == [] and storage.plays.all("brainjam", "same") == []
    storage.plays.clear("lapeau")
    assert len(storage.plays.all()) == 2
    storage.plays.clear("brainjam", "")
    assert storage.plays.all() == []
    storage.close()


def test_ordered_records_come_fewest_cards_first(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    nothing = HistoryChanges[Action]((), (), 0, ())
    for done in ("AC AD", "", "AC AD", "AC AD AH"):
        storage.save(OTHER, UnsavedWork(nothing, DealState(), ordered=[done]))
    assert storage.ordered(OTHER) == ["", "AC AD", "AC AD AH"]
    assert storage.ordered(DEAL) == []
    storage.close()


def test_facts_are_kept(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    storage.set_fact("streak", "3")
    storage.set_fact("streak", "4")
    storage.close()
    again = open_storage(tmp_path)
    assert again.fact("streak") == "4" and again.fact("other") is None
    again.close()


# Versions

VERSION_1 = """
CREATE TABLE answer (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    moves INTEGER NOT NULL, actions TEXT NOT NULL, number INTEGER, found INTEGER NOT NULL,
    seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck)
) WITHOUT ROWID;
CREATE TABLE deal (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    number INTEGER, pack TEXT NOT NULL,
    here INTEGER NOT NULL, bookmarks TEXT NOT NULL,
    seconds REAL NOT NULL, hints INTEGER NOT NULL, shown INTEGER NOT NULL,
    redone INTEGER NOT NULL, attempt INTEGER NOT NULL,
    played INTEGER NOT NULL, turn INTEGER NOT NULL, revision INTEGER NOT NULL,
    nodes INTEGER NOT NULL, tree INTEGER NOT NULL, seal INTEGER NOT NULL,
    UNIQUE (game, options, deck)
);
CREATE TABLE fact (
    name TEXT NOT NULL, value TEXT NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (name)
) WITHOUT ROWID;
CREATE TABLE node (
    deal INTEGER NOT NULL, id INTEGER NOT NULL, parent INTEGER NOT NULL, action TEXT NOT NULL,
    cost INTEGER NOT NULL, visit INTEGER NOT NULL, mark INTEGER NOT NULL, won INTEGER NOT NULL,
    PRIMARY KEY (deal, id)
) WITHOUT ROWID;
CREATE TABLE ordered (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    done TEXT NOT NULL, found INTEGER NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck, done)
) WITHOUT ROWID;
CREATE TABLE play (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    attempt INTEGER NOT NULL, outcome TEXT NOT NULL, moves INTEGER NOT NULL,
    seconds REAL NOT NULL, hints INTEGER NOT NULL, shown INTEGER NOT NULL,
    redone INTEGER NOT NULL, par INTEGER NOT NULL, number INTEGER, ended INTEGER NOT NULL,
    seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck, attempt)
) WITHOUT ROWID;
INSERT INTO answer VALUES
    ('lapeau','same','{deck}',3,'7h>8s 4c>done+5c>done pull!',617,1700000000,2020978369912103905);
INSERT INTO deal VALUES
    (1,'lapeau','same','{deck}',617,'',2,'2',14.0,1,0,1,2,1700000000,1,4,3,-1025756720733034820,1945033800385960881);
INSERT INTO fact VALUES
    ('daily','3',-8000438906360170146);
INSERT INTO fact VALUES
    ('version','1',-107051012395646952);
INSERT INTO node VALUES
    (1,1,0,'7h>8s',1,1,-8085562416321081710,0);
INSERT INTO node VALUES
    (1,2,1,'4c>done+5c>done',1,2,4915645647910037730,0);
INSERT INTO node VALUES
    (1,3,2,'pull!',1,3,0,1);
INSERT INTO ordered VALUES
    ('lapeau','same','{deck}','AC AD',1700000000,2976799728494853366);
INSERT INTO play VALUES
    ('lapeau','same','{deck}',1,'won',3,14.0,1,0,1,0,617,1700000000,2716874338090661820);
PRAGMA user_version = 1;
""".replace("{deck}", "ABCD" * 13)
"""A file as version 1 left it. It never changes, whatever becomes of the tables."""


def test_a_file_of_version_1_opens_with_all_it_holds(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / MAIN)
    db.executescript(VERSION_1)
    db.close()
    storage = Storage(tmp_path)
    key = DealKey("lapeau", "same", "ABCD" * 13)
    saved = storage._trees.as_left(key)
    assert [(id, parent, action, won) for id, parent, action, *_, won in saved.rows] == [
        (1, 0, "7h>8s", False),
        (2, 1, "4c>done+5c>done", False),
        (3, 2, "pull!", True),
    ]
    assert (saved.here, saved.bookmarks, saved.number) == (2, (2,), 617)
    assert saved.state == DealState(14.0, 1, False, True, 2, total=14.0)
    assert storage.library()[0].seconds == 28.0
    assert storage.answers.best(key) == StoredAnswer(
        3, "7h>8s 4c>done+5c>done pull!", 617, 1700000000
    )
    won = Play(1, PlayOutcome.WON, 3, 14.0, 1, False, True, False, 617, 1700000000)
    assert [played.play for played in storage.plays.all()] == [won]
    assert storage.ordered(key) == ["AC AD"] and storage.fact("daily") == "3"
    assert storage.take_notices() == [] and storage.check() == []
    assert schema.version_of(storage._home.tables) == len(STEPS)
    storage.close()


def test_a_file_of_version_1_is_well_also_where_nothing_may_be_written(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / MAIN)
    db.executescript(VERSION_1)
    db.close()
    content = (tmp_path / MAIN).read_bytes()
    storage = Storage(tmp_path, read_only=True)
    assert storage.check() == [] and storage.take_notices() == []
    storage.close()
    assert (tmp_path / MAIN).read_bytes() == content


def add_column(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE node ADD COLUMN extra")


def test_steps_lead_from_any_version_to_the_newest(tmp_path: Path) -> None:
    Player(storage := open_storage(tmp_path)).play(20)
    storage.close()
    tables = open_file(tmp_path / MAIN)
    migrate(tables, [*STEPS, add_column])
    assert schema.version_of(tables) == len(STEPS) + 1
    assert tables.db.execute("SELECT count(extra) FROM node").fetchone() == (0,)
    tables.db.close()


def test_a_step_that_fails_leaves_the_older_version_whole(tmp_path: Path) -> None:
    def fail(db: sqlite3.Connection) -> None:
        db.execute("DROP TABLE node")
        raise sqlite3.OperationalError("disk I/O error")

    player = Player(storage := open_storage(tmp_path)).play(20)
    storage.close()
    tables = open_file(tmp_path / MAIN)
    with pytest.raises(sqlite3.OperationalError):
        migrate(tables, [*STEPS, fail])
    tables.db.close()
    assert standing(open_storage(tmp_path)) == standing_of(player)


def test_a_file_of_a_newer_version_is_left_alone_and_play_goes_on(tmp_path: Path) -> None:
    Player(storage := open_storage(tmp_path)).play(5)
    storage.close()
    newer = open_file(tmp_path / MAIN)
    newer.db.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    newer.rows.write("fact", ("version", str(len(STEPS) + 1)))
    newer.db.close()
    content = (tmp_path / MAIN).read_bytes()
    storage = open_storage(tmp_path)
    assert troubles(storage) == [StorageTrouble.NEWER] and not storage.on_disk
    player = Player(storage).play(5)
    storage.idle()
    assert standing(storage) == standing_of(player)
    storage.close()
    assert (tmp_path / MAIN).read_bytes() == content


# Sudden ends

CHILD = """
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
sys.path[:0] = sys.argv[1:3]
from test_storage import Player, open_storage, standing_of
player = Player(open_storage(Path(sys.argv[3])), seed=int(sys.argv[4]))
while True:
    player.play(1)
    print(standing_of(player), flush=True)
"""


@on_linux
@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_instant_nothing_that_was_told_is_lost(tmp_path: Path, seed: int) -> None:
    here = Path(__file__).parent
    command = [sys.executable, "-c", CHILD, here.parents[1], here, tmp_path, seed]
    child = subprocess.Popen(
        [str(part) for part in command], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert child.stdout is not None
    told = [child.stdout.readline() for _ in range(20 + 37 * seed)]
    child.send_signal(signal.SIGKILL)
    told += child.stdout.read().splitlines(keepends=True)
    child.wait()
    last = [line for line in told if line.endswith("\n")][-1].strip()
    storage = open_storage(tmp_path)
    found = standing(storage)
    player = Player(storage)  # what is there makes a whole tree
    assert storage.take_notices() == [] and storage.check() == []
    seconds = float(last.rsplit(", ", 1)[1].rstrip(")"))
    assert str(found) == last or player.seconds == seconds + 1, "told, or the one after it"
    storage.close()


GUARDED = """
import subprocess, sys
from pathlib import Path
sys.path[:0] = sys.argv[1:3]
from test_storage import DEAL, MAIN, Player, StorageTrouble, open_storage, standing
from test_storage import standing_of, trouble_of
folder = Path(sys.argv[3])
player = Player(storage := open_storage(folder)).play(5)
subprocess.run(["chattr", "+i", folder / f"{MAIN}-shm"], check=True)
for _ in range(3):
    player.act()
    assert trouble_of(player.save) is StorageTrouble.READ_ONLY
    assert standing(storage) == standing_of(player)
    storage.idle()
assert trouble_of(storage.check) is trouble_of(storage.back_up) is StorageTrouble.READ_ONLY
if "allowed" in sys.argv:
    subprocess.run(["chattr", "-i", folder / f"{MAIN}-shm"], check=True)
    storage.idle()
    assert not storage.has_unsaved
assert trouble_of(storage.close) is (None if "allowed" in sys.argv else StorageTrouble.READ_ONLY)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="chattr")
@pytest.mark.parametrize("end", ["allowed", "forbidden"])
def test_a_file_that_may_suddenly_not_be_written_ends_no_program(tmp_path: Path, end: str) -> None:
    # SQLite would write the map of its `-shm` file, and the system end the program.
    (probe := tmp_path / "probe").touch()
    if _chattr("+i", probe):
        pytest.skip("no file can be made immutable here")
    _chattr("-i", probe)
    here = Path(__file__).parent
    command = [sys.executable, "-c", GUARDED, here.parents[1], here, tmp_path, end]
    try:
        child = subprocess.run([str(part) for part in command], cwd=tmp_path, check=False)
    finally:
        _chattr("-i", tmp_path / f"{MAIN}-shm")
    assert child.returncode == 0


def _chattr(change: str, path: Path) -> bool:
    """Whether changing a file's attributes fails."""
    chattr = shutil.which("chattr")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return chattr is None or bool(subprocess.call([chattr, change, path], **quiet))


def trouble_of(what: Callable[[], object]) -> StorageTrouble | None:
    """Why a call fails; None if it does not."""
    try:
        what()
    except StorageError as error:
        return error.trouble
    return None


def test_a_file_that_was_not_closed_is_read_only_with_its_log(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(50)
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", "-wal"):
        shutil.copyfile(tmp_path / (MAIN + end), copy / (MAIN + end))
    before = _contents(copy)
    reader = open_storage(copy, read_only=True)
    assert standing(reader) == standing_of(player)
    Player(reader).play(10)
    reader.idle()
    reader.close()
    assert _contents(copy) == before
    storage.close()


def test_read_only_plays_on_without_writing(tmp_path: Path) -> None:
    Player(storage := open_storage(tmp_path)).play(30)
    storage.close()
    before = _contents(tmp_path)
    reader = open_storage(tmp_path, read_only=True)
    player = Player(reader).play(30)
    assert standing(reader) == standing_of(player)
    reader.set_fact("a", "b")
    reader.back_up()
    reader.close()
    assert _contents(tmp_path) == before
    assert reader.take_notices() == []


def test_read_only_of_nothing_makes_nothing(tmp_path: Path) -> None:
    reader = open_storage(tmp_path / "none", read_only=True)
    Player(reader).play(5)
    reader.close()
    assert list(tmp_path.iterdir()) == []


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# Damage


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE deal SET here = 1 WHERE game = 'brainjam'",
        "UPDATE deal SET seconds = seconds + 1 WHERE game = 'brainjam'",
        "UPDATE deal SET bookmarks = 'x' WHERE game = 'brainjam'",
        "UPDATE deal SET nodes = 'many' WHERE game = 'brainjam'",
        "UPDATE node SET parent = 0 WHERE id = 9 AND deal = 1",
        "UPDATE node SET action = 'move 3' || action WHERE id = 9 AND deal = 1",
        "UPDATE node SET won = 'no' WHERE id = 9 AND deal = 1",
        "UPDATE node SET visit = visit + 1 WHERE id = 9 AND deal = 1",
        "DELETE FROM node WHERE id = 9 AND deal = 1",
        "UPDATE node SET deal = 2, id = 999 WHERE id = 9 AND deal = 1",
    ],
)
def test_changed_rows_are_never_shown_as_good(tmp_path: Path, statement: str) -> None:
    storage = open_storage(tmp_path)
    Player(storage, DEAL).play(60)
    other = Player(storage, OTHER, 2).play(40)
    storage.close()
    spoil(tmp_path, statement)
    storage = open_storage(tmp_path)
    assert storage.check() != []
    assert storage.deal(DEAL).rows == ()
    assert StorageTrouble.SET_ASIDE in troubles(storage)
    if "deal = 2" not in statement:
        assert standing(storage, OTHER) == standing_of(other)
    assert storage.check() == []
    assert len(list(tmp_path.glob("fourfold-damaged-*.sqlite3"))) == 1
    fresh = Player(storage).play(20)
    assert standing(storage) == standing_of(fresh)
    storage.close()


WORTHLESS = ("'text'", "9e99", "1 << 62", "-5", "NULL", "x'00ff'")


@pytest.mark.parametrize("value", WORTHLESS)
@pytest.mark.parametrize("column", ["played", "turn", "game", "pack", "revision", "here"])
def test_a_damaged_row_of_a_deal_is_in_no_list_and_stops_nothing(
    column: str, value: str, tmp_path: Path
) -> None:
    storage = open_storage(tmp_path)
    for key, seed in ((OTHER, 1), (DEAL, 2)):
        Player(storage, key, seed).play(4)
    new = value if column != "game" else f"coalesce(CAST({value} AS TEXT), 'none')"
    try:
        spoil(tmp_path, f"UPDATE deal SET {column} = {new} WHERE game = '{DEAL.game}'")
    except sqlite3.IntegrityError:
        pytest.skip("the file itself does not take that")
    assert storage.last_played().key == OTHER
    assert storage.last_played(DEAL.game) is None
    assert storage.touched(DEAL.game, DEAL.options) == {}
    assert storage.kinds() == [(OTHER.game, OTHER.options)]
    assert storage.tree_figures(DEAL) is None
    player = Player(storage, OTHER._replace(deck="EFGH" * 13)).play(1)
    assert storage.last_played().key == player.key
    storage.mend()
    assert storage.check() == []
    storage.close()


def test_a_deal_found_alone_without_a_number_is_not_helped_by_its_number(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    nothing = Player(storage).history.take_changes()
    alone, helped = (StoredAnswer(9, "x", how=HelpKind.ALONE),
                     StoredAnswer(8, "y", 5, how=HelpKind.HINTS))  # fmt: skip
    of_game = DEAL.game, DEAL.options
    storage.save(DEAL, UnsavedWork(nothing, DealState(), answers=[helped]))
    storage.flush()
    assert storage.answers.helped(*of_game) == {5}
    storage.save(DEAL, UnsavedWork(nothing, DealState(), answers=[alone]))
    storage.flush()
    assert storage.answers.helped(*of_game) == set()
    storage.close()


def test_an_answer_found_with_help_that_waits_to_be_written_solves_no_deal(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    of_game = DEAL.game, DEAL.options
    holding = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    for how, solved in ((HelpKind.HINTS, set()), (HelpKind.ALONE, {DEAL.deck})):
        nothing = Player(storage).history.take_changes()
        holding.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError):
            storage.save(
                DEAL, UnsavedWork(nothing, DealState(), answers=[StoredAnswer(9, "x", how=how)])
            )
        assert storage.answers.solved(*of_game) == solved
        holding.execute("ROLLBACK")
    holding.close()
    storage.close()


@pytest.mark.parametrize("table", SIDE_TABLES)
def test_a_changed_row_beside_the_trees_is_left_out_and_found(tmp_path: Path, table: str) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(10)
    nothing = player.history.take_changes()
    plays = [Play(1, PlayOutcome.WON, 9, 1.0)]
    side = {"answers": [StoredAnswer(9, "x")], "helped": [SuggestedAction(1, 2, HelpKind.HINTS)]}
    storage.save(DEAL, UnsavedWork(nothing, DealState(), plays=plays, ordered=["AC"], **side))
    storage.set_fact("a", "b")
    storage.note(DEAL, About("mine"))
    storage.close()
    columns = {"answer": "moves", "play": "seconds", "help": "how", "ordered": "done"}
    column = {**columns, "about": "note", "fact": "value"}[table]
    where = "WHERE name = 'a'" if table == "fact" else ""
    spoil(tmp_path, f"UPDATE {table} SET {column} = {column} || '1' {where}")
    storage = open_storage(tmp_path)
    found = {
        "answer": storage.answers.best(DEAL),
        "play": storage.plays.of(DEAL),
        "ordered": storage.ordered(DEAL),
        "help": storage.answers.help_of(DEAL),
        "about": storage.about(DEAL).name,
        "fact": storage.fact("a"),
    }
    assert [name for name, value in found.items() if not value] == [table]
    assert storage.check() == [f"a row of the table '{table}' is damaged"]
    storage.mend()
    assert storage.check() == []
    assert storage.deal(DEAL).rows != ()
    storage.close()


def test_the_backup_is_the_newest_good_state(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(60)
    then = standing_of(player)
    assert storage.back_up()
    other = Player(storage, OTHER, 2).play(20)
    player.play(10)
    storage.close()
    spoil(tmp_path, "UPDATE deal SET here = here + 1 WHERE game = 'brainjam'")
    storage = open_storage(tmp_path)
    storage.mend()
    assert standing(storage) == then
    assert standing(storage, OTHER) == standing_of(other), "newer than the backup, and good"
    storage.close()


def test_a_damaged_file_never_becomes_the_backup(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(30)
    assert storage.back_up()
    good = (tmp_path / BACKUP).read_bytes()
    player.play(5)
    storage._home.tables.db.execute("UPDATE deal SET hints = 9")
    assert not storage.back_up()
    assert (tmp_path / BACKUP).read_bytes() == good
    storage.close()


def test_looking_at_a_large_file_takes_no_more_memory_than_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own measure would be 2 MB for each look, which the thread's heap never gave back."""
    kept: list[int] = []
    problems = Tables.problems

    def look(tables: Tables) -> list[str]:
        (size,) = tables.db.execute("PRAGMA cache_size").fetchone()
        kept.append(size)
        return problems(tables)

    monkeypatch.setattr(Tables, "problems", look)
    storage = open_storage(tmp_path)
    Player(storage).play(5)
    assert storage.check() == []
    assert storage.back_up()
    storage.close()
    assert kept == [-database_files.CACHE_KB, -database_files.CACHE_KB]


def test_a_backup_is_only_made_of_what_has_changed(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(5)
    storage.back_up()
    os.utime(tmp_path / BACKUP, ns=(0, 0))
    storage.back_up()
    assert (tmp_path / BACKUP).stat().st_mtime_ns == 0
    player.play(1)
    storage.back_up()
    assert (tmp_path / BACKUP).stat().st_mtime_ns > 0
    storage.close()


def test_a_backup_made_while_the_clock_was_ahead_is_not_taken_for_new(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    Player(storage).play(5)
    storage.back_up()
    storage.close()
    next_year = time.time_ns() + 365 * 86400 * 10**9
    os.utime(tmp_path / BACKUP, ns=(next_year, next_year))
    storage = open_storage(tmp_path)
    storage.back_up()
    storage.close()
    assert (tmp_path / BACKUP).stat().st_mtime_ns < next_year


@pytest.mark.parametrize("content", [b"", b"junk", b"SQLite format 3\0", bytes(5000)])
def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path, content: bytes) -> None:
    player = Player(storage := open_storage(tmp_path)).play(30)
    storage.back_up()
    storage.close()
    (tmp_path / MAIN).write_bytes(content)
    storage = open_storage(tmp_path)
    assert StorageTrouble.SET_ASIDE in troubles(storage)
    assert standing(storage) == standing_of(player)
    aside = list(tmp_path.glob("fourfold-damaged-*.sqlite3"))
    assert [path.read_bytes() for path in aside] == [content]
    storage.close()


def test_a_mistake_of_the_program_is_no_damage_of_the_file(tmp_path: Path) -> None:
    player = Player(storage := open_storage(tmp_path)).play(30)
    whole = standing_of(player)
    storage._home.tables.db.close()
    player.history.play(act(3))
    with pytest.raises(StorageError, match="closed database") as told:
        player.save()
    assert told.value.trouble is StorageTrouble.UNREACHABLE
    assert storage.has_unsaved
    assert not list(tmp_path.glob("fourfold-damaged-*.sqlite3"))
    assert standing(open_storage(tmp_path, read_only=True)) == whole


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (sqlite3.ProgrammingError("closed"), StorageTrouble.UNREACHABLE),
        (sqlite3.InterfaceError("misuse"), StorageTrouble.UNREACHABLE),
        (sqlite3.DatabaseError("file is not a database"), StorageTrouble.DAMAGED),
    ],
)
def test_only_what_the_file_brings_is_damage(error: sqlite3.Error, trouble: StorageTrouble) -> None:
    assert errors.explain(error, Path(MAIN)).trouble is trouble
    assert errors.is_damage(error) is (trouble is StorageTrouble.DAMAGED)


def test_files_set_aside_are_never_overwritten(tmp_path: Path) -> None:
    for count in range(1, 4):
        (tmp_path / MAIN).write_bytes(b"junk %d" % count)
        open_storage(tmp_path).close()
        assert len(list(tmp_path.glob("fourfold-damaged-*.sqlite3"))) == count


def test_a_lost_file_is_replaced_by_the_backup(tmp_path: Path) -> None:
    player = Player(storage := open_storage(tmp_path)).play(30)
    storage.back_up()
    storage.close()
    (tmp_path / MAIN).unlink()
    storage = open_storage(tmp_path)
    [notice] = storage.take_notices()
    assert notice.trouble is StorageTrouble.LOST and BACKUP in str(notice)
    assert standing(storage) == standing_of(player)
    storage.close()


def test_flipped_bits_and_cut_ends_never_stop_the_game_nor_show_as_good(tmp_path: Path) -> None:
    origin = tmp_path / "origin"
    storage = open_storage(origin)
    keys = [DEAL._replace(deck=letter * 52) for letter in "ABCDEF"]
    players = {key: Player(storage, key, n).play(60) for n, key in enumerate(keys)}
    truth = {key: standing_of(player) for key, player in players.items()}
    for key in keys:
        storage.answers.offer([(key, StoredAnswer(60, key.deck, 1, 1))])
    storage.close()
    data, pick, kept = (origin / MAIN).read_bytes(), random.Random(3), 0
    for case in range(60):
        folder = tmp_path / f"case{case}"
        folder.mkdir()
        spoilt = bytearray(data)
        if case % 4:
            spoilt[pick.randrange(len(data))] ^= 1 << pick.randrange(8)
        else:
            del spoilt[pick.randrange(len(data)) :]
        (folder / MAIN).write_bytes(spoilt)
        storage = open_storage(folder)
        if storage.check():
            storage.mend()
        blank = standing(open_storage(NOWHERE, read_only=True))
        for key in keys:
            found = standing(storage, key)
            assert found in (truth[key], blank), f"case {case} shows changed data"
            kept += case % 4 > 0 and found == truth[key]
            answer = storage.answers.best(key)
            assert answer in (None, StoredAnswer(60, key.deck, 1, 1)), f"case {case}"
        Player(storage, keys[0]).play(3)
        assert storage.check() == [] and storage.on_disk
        storage.close()
    assert kept > 45 * len(keys) * 0.75, "a flipped bit costs its own deal, seldom the others"


def test_of_a_file_that_was_cut_off_what_is_left_is_kept(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    players = [Player(storage, DEAL._replace(deck=letter * 52)).play(80) for letter in "ABCDEF"]
    storage.close()
    with (tmp_path / MAIN).open("r+b") as file:
        file.truncate((tmp_path / MAIN).stat().st_size - 1500)
    storage = open_storage(tmp_path)
    assert StorageTrouble.SET_ASIDE in troubles(storage)
    kept = [standing(storage, player.key) == standing_of(player) for player in players]
    assert kept.count(True) >= 3
    storage.close()


# Where nothing can be written


def test_without_a_folder_play_goes_on_and_is_saved_once_there_is_one(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be")
    storage = open_storage(folder)
    assert troubles(storage) == [StorageTrouble.UNREACHABLE] and not storage.on_disk
    player = Player(storage).play(20)
    storage.idle()
    assert not storage.on_disk
    folder.unlink()
    storage.idle()
    assert storage.on_disk
    player.play(20)
    storage.close()
    again = open_storage(folder)
    assert standing(again) == standing_of(player)
    again.close()


def test_a_tree_grown_in_memory_never_mixes_with_another_one_found_on_disk(tmp_path: Path) -> None:
    on_disk = Player(found := open_storage(tmp_path / "found"), seed=5).play(6)
    found.close()
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be")
    player = Player(storage := open_storage(folder)).play(6)
    folder.unlink()
    (tmp_path / "found").rename(folder)
    storage.idle()
    assert storage.on_disk
    player.history.play(act(88))
    line = player.history.line()
    player.save()
    assert player.met == [False] and player.history.line() == line
    assert standing(storage) == standing_of(player)
    assert lines(on_disk.history) <= lines(player.history)
    storage.close()


def test_in_a_folder_that_may_not_be_written_old_games_are_there_and_new_moves_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(storage := open_storage(tmp_path)).play(30)
    storage.close()

    def refuse(folder: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(folder))

    with monkeypatch.context() as patch:
        patch.setattr("game.storage.database_files.lock", refuse)
        storage = open_storage(tmp_path)
        assert troubles(storage) == [StorageTrouble.READ_ONLY] and not storage.on_disk
        assert standing(storage) == standing_of(player)
        player = Player(storage).play(20)
        storage.idle()
        assert not storage.on_disk
    storage.idle()
    assert storage.on_disk
    player.play(5)
    storage.close()
    again = open_storage(tmp_path)
    assert standing(again) == standing_of(player)
    again.close()


def test_on_a_full_disk_actions_wait_and_are_written_when_there_is_room(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(3)
    pages = storage._home.tables.db.execute("PRAGMA page_count").fetchone()[0]
    storage._home.tables.db.execute(f"PRAGMA max_page_count = {pages}")
    failed = 0
    for _ in range(300):
        player.act()
        try:
            player.save()
        except StorageError as error:
            assert error.trouble is StorageTrouble.FULL and "full" in str(error)
            failed += 1
    assert failed > 10 and storage.has_unsaved
    assert standing(storage) == standing_of(player), "what waits is not forgotten on leaving"
    storage._home.tables.db.execute("PRAGMA max_page_count = 100000")
    other = Player(storage, OTHER, 2).play(1)
    assert not storage.has_unsaved
    storage.close()
    again = open_storage(tmp_path)
    assert standing(again) == standing_of(player)
    assert standing(again, OTHER) == standing_of(other)
    assert again.check() == []
    again.close()


def test_an_empty_file_that_a_full_disk_leaves_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(database_files, "open_file", full)
    storage = open_storage(tmp_path)
    assert troubles(storage) == [StorageTrouble.FULL]
    player = Player(storage).play(5)
    monkeypatch.undo()
    storage.idle()
    assert storage.on_disk and standing(storage) == standing_of(player)
    assert not list(tmp_path.glob("*damaged*"))


def test_while_another_program_holds_the_file_actions_wait(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(5)
    other = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    player.history.play(act(77))
    with pytest.raises(StorageError) as caught:
        player.save()
    assert caught.value.trouble is StorageTrouble.BUSY
    with pytest.raises(StorageError):
        storage.set_fact("a", "b")
    assert storage.fact("a") == "b"
    other.execute("ROLLBACK")
    other.close()
    storage.idle()
    assert not storage.has_unsaved
    assert standing(storage) == standing_of(player)
    storage.close()
    assert open_storage(tmp_path).fact("a") == "b"


def test_while_another_program_holds_the_file_only_the_first_action_waits_for_it(
    tmp_path: Path,
) -> None:
    def wait() -> int:
        return int(storage._home.tables.db.execute("PRAGMA busy_timeout").fetchone()[0])

    storage = open_storage(tmp_path)
    player, usual = Player(storage).play(5), wait()
    other = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    for _ in range(2):
        player.history.play(act(77))
        with pytest.raises(StorageError):
            player.save()
        assert wait() == 0
    storage.idle()
    assert storage.has_unsaved and wait() == 0
    other.execute("ROLLBACK")
    other.close()
    storage.idle()
    assert not storage.has_unsaved and wait() == usual > 0
    storage.close()


def test_plays_and_answers_that_wait_are_known_already(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    nothing, first = HistoryChanges[Action]((), (), ROOT, ()), Play(1, PlayOutcome.WON, 60, 300.0)
    storage.save(
        DEAL,
        UnsavedWork(nothing, DealState(attempt=2), plays=[first], answers=[StoredAnswer(60, "a")]),
    )
    holding = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    second = first._replace(attempt=2, moves=55)
    with pytest.raises(StorageError):
        storage.save(
            DEAL,
            UnsavedWork(
                nothing, DealState(attempt=3), plays=[second], answers=[StoredAnswer(55, "b")]
            ),
        )

    def known() -> tuple[object, ...]:
        plays = [(each.key, each.play.attempt, each.play.moves) for each in storage.plays.all()]
        answers = storage.answers.all(DEAL.game, DEAL.options)
        return (
            plays,
            storage.answers.best(DEAL).moves,
            {deck: a.moves for deck, a in answers.items()},
        )

    assert {play.attempt: play.moves for play in storage.plays.of(DEAL)} == {1: 60, 2: 55}
    assert (
        storage.plays.all(OTHER.game) == [] and storage.answers.all(OTHER.game, OTHER.options) == {}
    )
    assert known() == ([(DEAL, 1, 60), (DEAL, 2, 55)], 55, {DEAL.deck: 55})
    waiting = known()
    holding.execute("ROLLBACK")
    holding.close()
    storage.idle()
    assert not storage.has_unsaved and known() == waiting
    storage.close()


def test_what_waits_is_forgotten_too(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    holding = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    won = Play(1, PlayOutcome.WON, 60, 300.0)
    with pytest.raises(StorageError):
        storage.save(
            DEAL, UnsavedWork(HistoryChanges((), (), ROOT, ()), DealState(attempt=2), plays=[won])
        )
    with pytest.raises(StorageError):
        storage.set_fact("daily won gaps 2026-11-22", "617")
    for forget in (storage.plays.clear, lambda: storage.clear_facts("daily ")):
        with pytest.raises(StorageError) as failure:
            forget()
        assert failure.value.trouble is StorageTrouble.WOULD_NOT_LAST
    assert storage.plays.all() and storage.facts("daily ")
    holding.close()
    storage.plays.clear()
    storage.clear_facts("daily ")
    storage.idle()
    assert not storage.plays.all() and not storage.facts("daily ")
    storage.close()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_a_file_removed_in_mid_play_is_made_again_with_all_it_held(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(20)
    other = Player(storage, OTHER, 2).play(20)
    for path in tmp_path.iterdir():
        path.unlink()
    player.play(20)
    assert (tmp_path / MAIN).exists()
    storage.close()
    again = open_storage(tmp_path)
    assert standing(again) == standing_of(player)
    assert standing(again, OTHER) == standing_of(other)
    again.close()


def no_room(*what: object, **more: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def make_garbage(folder: Path) -> bytes:
    """Damage the head of the main file; returns what it is then."""
    content = b"garbage garbage!" + (folder / MAIN).read_bytes()[16:]
    (folder / MAIN).write_bytes(content)
    return content


def test_a_damaged_file_is_mended_though_the_temporary_folder_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(storage := open_storage(tmp_path)).play(20)
    storage.back_up()
    storage.close()
    make_garbage(tmp_path)
    usual = tempfile.TemporaryDirectory

    def only_elsewhere(dir: Path | None = None) -> object:
        return no_room() if dir is None else usual(dir=dir)

    monkeypatch.setattr(tempfile, "TemporaryDirectory", only_elsewhere)
    storage = open_storage(tmp_path)
    assert troubles(storage) == [StorageTrouble.SET_ASIDE]
    assert standing(storage) == standing_of(player)
    assert {path.name for path in tmp_path.iterdir() if path.is_dir()} == set()
    storage.close()


def play_many(folder: Path, count: int) -> list[DealKey]:
    """Play so many deals a little; returns their keys."""
    storage = open_storage(folder)
    keys = [DEAL._replace(deck=deals.deck_text(deals.deck_of(n))) for n in range(count)]
    for seed, key in enumerate(keys):
        Player(storage, key, seed).play(2)
    storage.close()
    return keys


def overwrite_pages(folder: Path, pages: Iterable[int]) -> None:
    """Put junk into the place of some pages of the main file; they are counted from 1."""
    db = sqlite3.connect(folder / MAIN)
    (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    with (folder / MAIN).open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(b"junk" * (size // 4))


def pages_with(folder: Path, text: str) -> list[int]:
    """The pages of table leaves that hold a text."""
    content = (folder / MAIN).read_bytes()
    size = int.from_bytes(content[16:18], "big")
    pages = range(0, len(content), size)
    found = [
        at for at in pages if content[at] == TABLE_LEAF and text.encode() in content[at:][:size]
    ]
    return [at // size + 1 for at in found]


TABLE_LEAF = 13
"""The first byte of such a page of SQLite's files."""
BEFORE_TOTALS = (
    *("game", "options", "deck", "number", "pack", "here", "bookmarks", "seconds", "hints"),
    *("shown", "redone", "attempt", "played", "turn", "revision", "nodes", "tree"),
)
"""What a deal's checksum covered before version 4."""


def test_of_a_table_with_a_damaged_page_and_indexes_both_ends_are_rescued(tmp_path: Path) -> None:
    keys = play_many(tmp_path, 120)
    db = sqlite3.connect(tmp_path / MAIN)
    indexes = db.execute("SELECT rootpage FROM sqlite_master WHERE type = 'index'").fetchall()
    db.close()
    middle = pages_with(tmp_path, keys[60].deck)
    assert middle and indexes
    overwrite_pages(tmp_path, [*middle, *(page for (page,) in indexes)])
    saved = rescue(tmp_path)
    there = [saved.deals.load(key) is not None for key in keys]
    assert there[:40] == there[-40:] == [True] * 40 and not there[60]


def test_a_damaged_file_of_a_version_without_the_whole_time_is_rescued(tmp_path: Path) -> None:
    keys = play_many(tmp_path, 40)
    (page,) = pages_with(tmp_path, keys[20].deck)
    db = sqlite3.connect(tmp_path / MAIN)
    rows = db.execute(f"SELECT {', '.join(BEFORE_TOTALS)}, id FROM deal").fetchall()
    db.executemany(
        "UPDATE deal SET seal = ? WHERE id = ?",
        [(checksum_of(*covered), id) for *covered, id in rows],
    )
    db.execute("ALTER TABLE deal DROP COLUMN total")
    db.commit()
    db.close()
    overwrite_pages(tmp_path, [page])
    saved = rescue(tmp_path)
    assert saved.deals.load(keys[0]) is not None and saved.deals.load(keys[39]) is not None


def test_a_damaged_file_that_cannot_be_looked_at_now_is_left_as_it_is_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(storage := open_storage(tmp_path)).play(20)
    storage.back_up()
    storage.close()
    damaged, backup = make_garbage(tmp_path), (tmp_path / BACKUP).read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "TemporaryDirectory", no_room)
        storage = open_storage(tmp_path)
        assert troubles(storage) == [StorageTrouble.FULL] and not storage.on_disk
        other = Player(storage, OTHER, 2).play(5)
        storage.idle()
        assert storage.back_up() and not storage.on_disk
        assert (tmp_path / MAIN).read_bytes() == damaged
        assert (tmp_path / BACKUP).read_bytes() == backup
    storage.idle()
    assert storage.on_disk and troubles(storage) == [StorageTrouble.SET_ASIDE]
    assert standing(storage) == standing_of(player)
    assert standing(storage, OTHER) == standing_of(other)
    storage.close()


def test_damage_that_cannot_be_mended_now_takes_nothing_from_what_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(storage := open_storage(tmp_path)).play(20)
    Player(storage, OTHER, 2).play(5)
    storage.back_up()
    spoil(tmp_path, f"UPDATE deal SET here = here + 1 WHERE game = '{OTHER.game}'")
    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "TemporaryDirectory", no_room)
        with pytest.raises(StorageError) as caught:
            storage.mend()
        assert caught.value.trouble is StorageTrouble.FULL
        player.play(5)
        assert standing(storage) == standing_of(player) and not storage.has_unsaved
    storage.mend()
    assert standing(storage) == standing_of(player) and storage.check() == []
    assert len(storage.deal(OTHER).rows) > 0
    storage.close()


@pytest.mark.parametrize("broken", ["replace_main", "keep_damaged"])
def test_a_disk_too_full_to_mend_a_file_is_not_filled_with_copies_of_it(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(storage := open_storage(tmp_path)).play(20)
    storage.back_up()
    storage.close()
    make_garbage(tmp_path)
    with monkeypatch.context() as patch:
        if broken == "replace_main":
            patch.setattr(repair, "write_whole", no_room)
        else:
            copied = shutil.copyfile

            def partly(source: Path, target: Path) -> None:
                copied(source, target)
                if "damaged" in target.name:
                    no_room()

            patch.setattr(shutil, "copyfile", partly)
        storage = open_storage(tmp_path)
        assert troubles(storage) == [StorageTrouble.FULL]
        assert standing(storage) == standing_of(player), "from memory"
        for _ in range(3):
            storage.idle()
        assert list(tmp_path.glob("fourfold-damaged*")) == []
    storage.idle()
    assert storage.on_disk and standing(storage) == standing_of(player)
    assert len(list(tmp_path.glob("fourfold-damaged*"))) == 1
    storage.close()


def test_a_backup_that_holds_more_is_set_aside_and_not_overwritten(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    Player(storage).play(5)
    storage.answers.offer([(OTHER, StoredAnswer(60, "a", 1, 1))])
    storage.back_up()
    assert storage.back_up()
    storage.close()
    (tmp_path / MAIN).unlink()
    rich = (tmp_path / BACKUP).rename(tmp_path / "elsewhere").read_bytes()
    Player(storage := open_storage(tmp_path)).play(5)
    (tmp_path / BACKUP).write_bytes(rich)
    assert storage.back_up()
    (aside,) = tmp_path.glob("fourfold-damaged-*")
    assert aside.read_bytes() == rich
    Player(storage).play(2)
    assert storage.back_up() and len(list(tmp_path.glob("fourfold-damaged-*"))) == 1
    storage.close()


def test_a_deal_played_without_the_folder_is_put_together_with_the_one_found_there(
    tmp_path: Path,
) -> None:
    """Also one that nobody has open any more."""
    on_disk = Player(found := open_storage(tmp_path / "found"), seed=5).play(30)
    won = Play(1, PlayOutcome.WON, 60, 300.0, when=5)
    found.save(
        OTHER, UnsavedWork(HistoryChanges((), (), ROOT, ()), DealState(attempt=2), plays=[won])
    )
    found.close()
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be")
    player = Player(storage := open_storage(folder)).play(20)
    mine = lines(player.history)
    plays = [won._replace(when=7)]
    storage.save(
        OTHER, UnsavedWork(HistoryChanges((), (), ROOT, ()), DealState(9.0, attempt=2), plays=plays)
    )
    folder.unlink()
    (tmp_path / "found").rename(folder)
    storage.idle()
    again = Player(later := open_storage(folder))
    assert lines(again.history) == mine | lines(on_disk.history)
    assert again.history.line() == player.history.line()
    assert [played.play.attempt for played in later.plays.all()] == [1, 2]
    assert later.open(OTHER).state.attempt == 3
    assert later.last_played().key == OTHER
    assert later.check() == []


def test_a_second_program_brings_nothing_back_that_was_forgotten_in_a_mended_file(
    tmp_path: Path,
) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    player = Player(first)
    for _ in range(9):
        player.history.play(act(1))
        player.save()
    Player(first, OTHER).play(3)
    spoil(tmp_path, f"UPDATE deal SET here = here + 1 WHERE game = '{OTHER.game}'")
    first.mend()
    player.history.play(act(1))
    player.save()
    Player(second, OTHER._replace(deck="EFGH" * 13)).play(1)
    assert standing(second) == standing(first) == standing_of(player)
    player.history.undo()
    player.save()
    assert player.met == [], "nobody else has played it"


def test_a_file_that_may_not_be_replaced_while_another_program_has_it_open_is_mended_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows."""

    remove = Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path.name.startswith(MAIN):
            raise PermissionError(errno.EACCES, "it is in use", str(path))
        remove(path, missing_ok)

    first, second = open_storage(tmp_path), open_storage(tmp_path)
    player = Player(first).play(9)
    Player(first, OTHER).play(3)
    spoil(tmp_path, f"UPDATE deal SET here = here + 1 WHERE game = '{OTHER.game}'")
    monkeypatch.setattr(Path, "unlink", refuse)
    first.mend()
    assert first.on_disk
    player.play(1)
    assert standing(second) == standing(first) == standing_of(player)
    assert not (tmp_path / FRESH).exists()
    second.close()
    first.close()
    assert standing(open_storage(tmp_path)) == standing_of(player)


def test_what_was_played_in_memory_stays_there_while_the_disk_cannot_take_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be")
    player = Player(storage := open_storage(folder)).play(20)
    folder.unlink()

    def full(deals: DealTable, saved: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(DealTable, "put", full)
        patch.setitem(errors._TROUBLES, 0, StorageTrouble.FULL)
        storage.idle()
        assert not storage.on_disk and standing(storage) == standing_of(player)
    storage.idle()
    assert storage.on_disk and standing(open_storage(folder)) == standing_of(player)


# Two programs at once


def test_a_second_program_is_told_and_plays_on(tmp_path: Path) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    assert troubles(first) == [] and troubles(second) == [StorageTrouble.SECOND]
    players = [Player(first, DEAL), Player(second, OTHER, 2)]
    for _ in range(40):
        for player in players:
            player.play(1)
    second.close()
    first.close()
    again = open_storage(tmp_path)
    assert again.take_notices() == [] and again.check() == []
    for player in players:
        assert standing(again, player.key) == standing_of(player)
    again.close()


def lines(history: History[int, Action]) -> set[tuple[Action, ...]]:
    """The ways from the deal to every node."""
    return {tuple(history.line(node.id)) for node in history.walk()}


@pytest.mark.parametrize("seed", range(5))
def test_who_comes_late_in_the_same_deal_goes_on_in_both_trees_in_one(
    tmp_path: Path, seed: int
) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    one, other = Player(first, seed=seed).play(20), Player(second, DEAL, seed + 2)
    other.play(15)
    one.history.play(act(42))
    here, mine, position = one.history.line(), lines(one.history), one.history.position
    one.save()
    assert one.met == [True]
    assert one.history.line() == here and one.history.position == position
    assert lines(one.history) == mine | lines(other.history)
    assert standing(first) == standing(second) == standing_of(one)
    assert first.check() == [] and not first.has_unsaved
    first.close()
    second.close()


def test_two_programs_taking_turns_in_one_deal_lose_nothing_of_each_other(tmp_path: Path) -> None:
    storages = open_storage(tmp_path), open_storage(tmp_path)
    players = [Player(storage, DEAL, seed) for seed, storage in enumerate(storages)]
    pick, played = random.Random(3), set[tuple[int, ...]]()
    for _ in range(60):
        player = pick.choice(players)
        if not player.history.node().won:
            player.history.play(act(pick.randrange(4)))
        player.save()
        played.add(tuple(player.history.line()))
        if pick.random() < 0.3:
            player.history.undo(pick.randrange(1, 5))
    again = Player(open_storage(tmp_path))
    assert played <= lines(again.history)


def test_what_waits_goes_into_what_another_program_has_played_meanwhile(tmp_path: Path) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    one, other = Player(first).play(5), Player(second, DEAL, 2)
    holding = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    one.history.play(act(42))
    with pytest.raises(StorageError):
        one.save()
    holding.execute("ROLLBACK")
    other.history.play(act(77))
    other.save()
    Player(first, OTHER).play(3)
    assert not first.has_unsaved, "saving another deal writes what waits"
    assert one.met == [True]
    assert lines(other.history) | lines(one.history) == lines(one.history)
    assert standing(second) == standing_of(one)
    holding.close()


@pytest.mark.parametrize("fails", [(Tables, "write"), (DealTable, "newest_opening")])
def test_trees_put_together_on_a_full_disk_wait_and_meet_what_is_played_meanwhile(
    fails: tuple[type, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    one, other = Player(first).play(5), Player(second, DEAL, 2)
    other.play(5)
    one.history.play(act(42))
    with monkeypatch.context() as patch:
        patch.setattr(*fails, no_room)
        first._trees._leader = None
        with pytest.raises(StorageError) as caught:
            one.save()
        assert caught.value.trouble is StorageTrouble.FULL and one.met == [True]
    here = one.history.line()
    other.play(5)
    first.idle()
    assert one.met == [True, True] and not first.has_unsaved
    assert one.history.line() == here
    assert lines(other.history) <= lines(one.history)
    assert standing(second) == standing_of(one) and first.check() == []


def test_a_deal_opened_again_while_it_waits_is_as_it_was_played_in_both_programs(
    tmp_path: Path,
) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    one, other = Player(first).play(5), Player(second, DEAL, 2)
    holding = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    one.history.play(act(42))
    one.history.bookmark()
    with pytest.raises(StorageError):
        one.save()
    holding.execute("ROLLBACK")
    other.history.play(act(77))
    other.save()
    mine = lines(one.history)
    again = Player(first)
    assert lines(again.history) == mine | lines(other.history)
    assert first.has_unsaved
    again.history.play(act(3))
    again.save()
    assert standing(second) == standing_of(again) and not first.has_unsaved
    holding.close()


def test_a_deal_that_cannot_be_read_when_it_is_opened_again_is_put_together_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = open_storage(tmp_path)
    before = Player(storage).play(10)

    def broken(self: object, *_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    for waits in (True, False):
        line = before.history.line()
        with monkeypatch.context() as patch:
            patch.setitem(errors._TROUBLES, 0, StorageTrouble.UNREACHABLE)
            patch.setattr(DealTable, "load", broken)
            patch.setattr(Tables, "write", broken)
            if waits:
                before.history.play(act(33))
                line = before.history.line()
                with pytest.raises(StorageError):
                    before.save()
                player = Player(storage)
                assert player.history.line() == line
            else:
                with pytest.raises(StorageError):
                    storage.open(DEAL)
                player.history = new_history()
            player.history.play(act(21))
            with pytest.raises(StorageError):
                player.save()
        storage.idle()
        assert not storage.has_unsaved
        assert lines(before.history) | lines(player.history) == lines(player.history)
        assert standing(storage) == standing_of(player)
        before = player
    storage.close()


def test_one_deal_that_cannot_be_written_holds_up_no_other(tmp_path: Path) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    one, other = Player(first).play(5), Player(first, OTHER)
    Player(second, DEAL, 2).play(2)
    with pytest.raises(StorageError) as caught:  # who saves so cannot put trees together
        first.save(DEAL, UnsavedWork(one.history.take_changes(), DealState()))
    assert caught.value.trouble is StorageTrouble.STALE
    other.play(3)
    first.set_fact("a", "b")
    assert standing(second, OTHER) == standing_of(other) and second.fact("a") == "b"
    assert first.has_unsaved, "what cannot be written is not dropped either"


def test_a_row_that_was_changed_under_an_open_deal_costs_nothing_of_it(tmp_path: Path) -> None:
    player = Player(storage := open_storage(tmp_path)).play(5)
    storage.back_up()
    player.play(20)
    for statement in ("UPDATE deal SET revision = 'x'", "UPDATE deal SET here = here + 1"):
        spoil(tmp_path, statement)
        line, known = player.history.line(), lines(player.history)
        player.history.play(act(55))
        player.save()
        assert StorageTrouble.SET_ASIDE in troubles(storage)
        assert player.history.line() == [*line, act(55)] and known < lines(player.history)
        assert standing(storage) == standing_of(player) and storage.check() == []
    assert set(player.met) <= {False}, "no other program has been here"


def test_a_node_whose_place_another_one_takes_while_both_wait_is_written() -> None:
    def row(id: int, action: str) -> NodeRow[str]:
        return NodeRow(id, ROOT, action, 1, id, id, False)

    def work(written: tuple[NodeRow[str], ...], removed: tuple[int, ...]) -> UnsavedWork:
        return UnsavedWork(HistoryChanges(written, removed, ROOT, ()), DealState(), None)

    both = work((row(1, "a"),), (2,)).then(work((row(2, "b"),), (1,)))
    assert both.changes == HistoryChanges((row(2, "b"),), (1,), ROOT, ())


def test_a_won_play_stays_won_and_the_attempt_is_over_for_both_programs(tmp_path: Path) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    one, other = Player(first), Player(second, DEAL, 2)
    nothing = HistoryChanges[Action]((), (), ROOT, ())
    won, open_ = Play(1, PlayOutcome.WON, 60, 300.0), Play(1, PlayOutcome.OPEN, 30, 200.0)
    second.save(DEAL, UnsavedWork(nothing, DealState(attempt=2), plays=[won]))
    first.save(DEAL, UnsavedWork(nothing, DealState(attempt=1), plays=[open_], unite=one.unite))
    ((_, play),) = first.plays.all()
    assert (play.outcome, play.moves) == (PlayOutcome.WON, 60)
    assert first.open(DEAL).state.attempt == 2
    assert other.met == [] and one.met == [True]


def test_only_the_first_program_mends_a_damaged_file(tmp_path: Path) -> None:
    Player(storage := open_storage(tmp_path)).play(30)
    second = open_storage(tmp_path)
    storage._home.tables.db.execute("UPDATE deal SET here = here + 1")
    with pytest.raises(StorageError) as caught:
        second.deal(DEAL)
    assert caught.value.trouble is StorageTrouble.DAMAGED
    assert list(tmp_path.glob("fourfold-damaged-*")) == []
    second.close()
    assert storage.deal(DEAL).rows == ()
    storage.close()


def test_actions_that_cannot_be_read_back_are_damage_not_a_crash(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    row = NodeRow[Action](1, ROOT, (Move(None, "no move"),), 1, 1, 5, False)
    storage.save(DEAL, UnsavedWork(HistoryChanges((row,), (), 1, ()), DealState()))
    with pytest.raises(StorageError, match="brainjam") as caught:
        storage.deal(DEAL)
    assert caught.value.trouble is StorageTrouble.DAMAGED
    storage.close()


@pytest.mark.parametrize("look", [Storage.deal, Storage.line, Storage.tree_figures])
def test_looking_at_a_deal_that_another_program_plays_makes_it_nobodys_to_overwrite(
    look: Callable[[Storage, DealKey], object], tmp_path: Path
) -> None:
    first, second = open_storage(tmp_path), open_storage(tmp_path)
    one, other = Player(first).play(20), Player(second, DEAL, 2)
    other.play(5)
    look(first, DEAL)
    one.history.play(act(42))
    one.save()
    assert one.met == [True]
    assert lines(other.history) <= lines(one.history)
    first.close()
    second.close()


# How answers came about


def test_the_best_answer_found_alone_is_kept_beside_the_best_of_any_kind() -> None:
    storage = Storage(NOWHERE, read_only=True)
    pasted, alone = (
        StoredAnswer(60, "a", how=HelpKind.PASTED, found=1),
        StoredAnswer(70, "b", how=HelpKind.ALONE, found=1),
    )
    assert storage.answers.offer([(DEAL, alone), (DEAL, pasted), (OTHER, pasted)]) == 3
    assert (storage.answers.best(DEAL), storage.answers.best_alone(DEAL)) == (pasted, alone)
    assert storage.answers.best_alone(OTHER) is None
    assert storage.answers.all("brainjam", "") == {DEAL.deck: pasted}
    assert storage.answers.all("brainjam", "", alone=True) == {DEAL.deck: alone}
    assert storage.answers.offer([(DEAL, StoredAnswer(60, "c", how=HelpKind.ALONE, found=1))]) == 0
    assert storage.answers.best(DEAL) == StoredAnswer(60, "c", how=HelpKind.ALONE, found=1), (
        "of equals the own one"
    )


def test_help_is_remembered_with_the_deal_and_the_greatest_stays(tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    nothing = new_history().take_changes()
    for how in (HelpKind.HINTS, HelpKind.PASTED, HelpKind.SHOWN):
        storage.save(DEAL, UnsavedWork(nothing, DealState(), helped=[SuggestedAction(-5, 7, how)]))
    storage.close()
    storage = open_storage(tmp_path)
    assert storage.answers.help_of(DEAL) == {(-5, 7): HelpKind.PASTED}
    assert storage.answers.help_of(OTHER) == {}
    storage.close()


def first_version(folder: Path) -> sqlite3.Connection:
    """A file as version 1 of the tables had it, with an answer and two plays, one damaged."""
    db = sqlite3.connect(folder / MAIN, isolation_level=None)
    migrate(Tables(db), STEPS[:1])
    tables = Tables(db)
    tables.rows.write("answer", (*DEAL, 60, "a b", 1, 5))
    tables.rows.write("play", (*DEAL, 1, "won", 60, 9.5, 1, 0, 0, 0, 1, 5))
    tables.rows.write("play", (*DEAL, 2, "open", 3, 1.5, 0, 0, 0, 0, 1, 6))
    return db


def test_a_file_of_the_first_version_is_read_and_how_its_answers_came_about_is_unknown(
    tmp_path: Path,
) -> None:
    first_version(tmp_path).close()
    storage = open_storage(tmp_path)
    assert (
        storage.answers.best(DEAL)
        == storage.answers.best_alone(DEAL)
        == StoredAnswer(60, "a b", 1, 5)
    )
    assert StoredAnswer(60, "a b").how is HelpKind.UNKNOWN
    won, left = (each.play for each in storage.plays.all())
    assert (won.hints, won.how, left.moves) == (1, HelpKind.UNKNOWN, 3)
    assert storage.check() == []
    storage.close()
    assert open_storage(tmp_path).answers.best(DEAL) == StoredAnswer(60, "a b", 1, 5)


def test_what_was_damaged_in_the_first_version_is_still_found_to_be(tmp_path: Path) -> None:
    db = first_version(tmp_path)
    db.execute("UPDATE play SET moves = 61 WHERE attempt = 1")
    db.close()
    storage = open_storage(tmp_path)
    assert [play.attempt for play in storage.plays.of(DEAL)] == [2]
    assert storage.check() == ["a row of the table 'play' is damaged"]
    storage.close()


def test_the_plays_of_a_damaged_older_file_are_rescued(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    migrate(Tables(db), STEPS[:5])
    Tables(db).rows.write("play", (*DEAL, 1, "won", 60, 9.5, 1, 0, 0, 0, 1, 5, "alone"))
    db.close()
    (play,) = repair.rescue(tmp_path).plays.of(DEAL)
    assert (play.outcome, play.how, play.id) == (PlayOutcome.WON, HelpKind.ALONE, 0)


# Room on the disk


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The bytes that are free on the disk."""
    left = [10**9]
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=left[0]))
    yield left


def test_no_copy_takes_the_room_of_moves(free: list[int], tmp_path: Path) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(5)
    free[0] = 1000
    assert not storage.back_up() and not (tmp_path / BACKUP).exists()
    worth = KeptWorth(1, lost=True, least=3, most=None, win=None)
    storage.keep_worths("solver", DEAL.game, DEAL.options, [worth])
    assert storage.worths("solver", DEAL.game, DEAL.options, [1]) == []
    free[0] = 10**9
    player.play(1)
    assert storage.back_up() and (tmp_path / BACKUP).exists()
    storage.keep_worths("solver", DEAL.game, DEAL.options, [worth])
    assert storage.worths("solver", DEAL.game, DEAL.options, [1]) == [worth]
    storage.close()


def test_a_backup_that_is_not_whole_goes_before_a_move_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = open_storage(tmp_path)
    player = Player(storage).play(5)
    half = tmp_path / HALF
    half.write_bytes(b"x" * 1000)
    write = Tables.write

    def full_disk(tables: Tables, *what: object) -> None:
        if half.exists():
            raise StorageError(StorageTrouble.FULL, "no room")
        write(tables, *what)  # type: ignore[arg-type]

    monkeypatch.setattr(Tables, "write", full_disk)
    player.play(1)
    assert not storage.has_unsaved and not half.exists()
    storage.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_the_place_of_the_lock_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / database_files.LOCK)
    storage = Storage(tmp_path)
    assert [notice.trouble for notice in storage.take_notices()] == [StorageTrouble.UNREACHABLE]
    storage.close()


@pytest.mark.skipif(sys.platform == "win32", reason="flock")
def test_a_lock_is_released_though_a_process_just_begun_still_has_a_copy_of_its_file(
    tmp_path: Path,
) -> None:
    storage = Storage(tmp_path)
    lock = storage._home._lock
    assert lock is not None
    copy = os.dup(lock.fileno())
    try:
        assert database_files.lock(tmp_path) is None
        storage.close()
        again = Storage(tmp_path)
        assert not again.take_notices()
        again.close()
    finally:
        os.close(copy)
