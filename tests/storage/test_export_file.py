"""Everything in one file: the same library on another machine, or nothing at all."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import sys
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from made_deals import easy_deck

from game.core import deals
from game.core.moves import Action
from game.core.translatable_texts import WordedError
from game.history import HistoryChanges
from game.record import pack_export_and_import
from game.record.deal_key import deal_key
from game.record.full_export_and_import import export_all, import_all, take_extras
from game.record.game_store import GameStore
from game.rules import BrainJam, Gaps, Klondike, LaPeau
from game.storage import (
    About,
    DealKey,
    DealState,
    HelpKind,
    Play,
    PlayOutcome,
    Storage,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    UnsavedWork,
    database_files,
)
from game.storage.all_tables import Tables
from game.storage.export_file import _packed, _unpacked
from game.storage.row_checksums import SIDE_TABLES
from game.system.folders import Folders
from game.system.settings import Settings, SettingsFile
from game.system.trace import Tracer

GAMES = (BrainJam(), LaPeau(), LaPeau(same_suit=True), Gaps(), Klondike())


def opened(folder: Path) -> Storage:
    return Storage(folder)


def played(folder: Path, seed: int) -> Storage:
    """A record as random play leaves it."""
    random, storage = Random(seed), opened(folder)
    store = GameStore(storage, Tracer(), lambda text: None)
    for _ in range(6):
        rules, number = random.choice(GAMES), random.randrange(40)
        deck = deals.deck_of(number)
        session = store.open(rules, deck, number, branching=random.random() < 0.7)
        key = DealKey(rules.name, rules.policy, deals.deck_text(deck))
        for _ in range(random.randrange(12)):
            moves = rules.moves(session.position)
            if moves:
                session.play(random.choice(moves))
            store.spend(random.random() * 30)
            if random.random() < 0.3:
                session.undo(random.randrange(1, 4))
            if random.random() < 0.2:
                session.bookmark()
            if random.random() < 0.1:
                store.count_hint(session, *rules.moves(session.position)[:1])
        if random.random() < 0.5:
            storage.note(key, About("a name", "a note", random.choice((None, 60))))
        if random.random() < 0.5:
            how = random.choice(list(HelpKind))
            storage.answers.offer([(key, StoredAnswer(70, "x y", number, 9, how))])
    storage.set_fact("daily won gaps 2026-11-22", "617")
    return storage


def content(storage: Storage) -> list[object]:
    """All that matters, however the file holds it."""
    tables = storage._home.tables
    trees = sorted(
        (tables.deals.load_by_id(id) for id in tables.deals.ids()), key=lambda saved: saved.key
    )
    whole = [saved._replace(rows=tuple(sorted(saved.rows))) for saved in trees]
    return [whole, *(list(tables.rows.in_order(table, "ASC")) for table in SIDE_TABLES)]


@pytest.mark.parametrize("seed", range(12))
def test_an_export_gives_the_same_library_on_an_empty_machine(tmp_path: Path, seed: int) -> None:
    here, there = played(tmp_path / "here", seed), opened(tmp_path / "there")
    here.export_to(tmp_path / "all", {"settings": "{}"})
    before = content(here)
    assert there.import_from(tmp_path / "all") == {"settings": "{}"}
    assert content(there) == before == content(here)
    assert sorted(there.library()) == sorted(here.library())
    assert there.check() == []
    there.import_from(tmp_path / "all")
    assert content(there) == before, "twice is once"
    for storage in (here, there):
        storage.close()


def test_what_is_here_stays_and_what_comes_is_put_to_it(tmp_path: Path) -> None:
    here, there = played(tmp_path / "here", 1), played(tmp_path / "there", 2)
    nodes = {s.key: s.positions for s in there.library()}
    key = next(iter(nodes))
    there.note(key, About("of there"))
    here.export_to(tmp_path / "all", {})
    there.import_from(tmp_path / "all")
    rows = {row.key: row for row in there.library()}
    assert rows.keys() == nodes.keys() | {row.key for row in here.library()}
    assert all(rows[key].positions >= count for key, count in nodes.items())
    assert rows[key].name == "of there"
    assert there.check() == []


def test_wins_of_one_deal_on_two_machines_are_each_counted_once_however_often_they_come(
    tmp_path: Path,
) -> None:
    key = DealKey("klondike", "", "AB" * 26)
    machines = []
    for when in (1000, 2000):
        storage = Storage(tmp_path / str(when), clock=lambda when=when: when)
        plays = [Play(1, PlayOutcome.WON, 100, 60.5), Play(2, PlayOutcome.OPEN, 9, 5.0)]
        storage.save(
            key, UnsavedWork(HistoryChanges((), (), 0, ()), DealState(attempt=2), plays=plays)
        )
        machines.append(storage)
    for there, here in (machines, machines[::-1]) * 3:
        here.export_to(tmp_path / "all", {})
        there.import_from(tmp_path / "all")
    for storage in machines:
        won = [play for play in storage.plays.of(key) if play.outcome is PlayOutcome.WON]
        assert sorted(play.when for play in won) == [1000, 2000]
        storage.close()


EASY = easy_deck(Klondike())


class Machine:
    """A machine on which one deal is played at random, as often as the player likes."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random, self.folder, self.now = Random(seed), folder, 1000 * seed
        self.storage = Storage(folder, clock=lambda: self.now)
        self.store = GameStore(self.storage, Tracer(), lambda text: None)
        self.session = self.store.open(Klondike(), EASY, 3, branching=True, autoplay=False)
        self.key = deal_key(Klondike(), EASY)

    def move(self) -> None:
        self.now += 1
        move = self.random.choice(Klondike().moves(self.session.position))
        self.session.play(move)
        self.store.spend(self.random.random() * 30)

    def begin(self) -> None:
        """Another attempt, after the present one is left."""
        self.session.to_start()
        self.store.begin_again(self.session)
        for _ in range(self.random.randrange(1, 5)):
            self.move()

    def win(self) -> None:
        self.now += 10
        while not self.session.is_won:
            if self.session.purge().refusal:
                self.session.space()

    def play(self) -> None:
        for _ in range(self.random.randrange(4)):
            self.begin()
            if self.random.random() < 0.2:
                self.store.count_hint(self.session)
            if self.random.random() < 0.5:
                self.win()

    def take(self, other: Machine) -> None:
        """Bring another machine's record here, while the deal is on the table."""
        other.store.keep_time(other.session)
        other.storage.export_to(self.folder / "all", {})
        self.store.keep_open_time()
        self.storage.import_from(self.folder / "all")
        self.store.read_again()

    def plays(self) -> list[Play]:
        return [each._replace(id=0) for each in self.storage.plays.of(self.key)]

    @property
    def attempt(self) -> int:
        """The id of the attempt that goes on; 0 if it has not begun."""
        written = self.store._attempt._written
        return written.id if self.store._attempt.is_begun and written is not None else 0

    def open_again(self) -> None:
        self.store.leave(self.session)
        self.session = self.store.open(Klondike(), EASY, 3, branching=True, autoplay=False)

    def by_id(self) -> dict[int, Play]:
        return {each.id: each for each in self.storage.plays.of(self.key)}

    def take_ids_away(self) -> None:
        """As if an older program had written the plays."""
        self.store.keep_time(self.session)

        def without(tables: Tables) -> None:
            for play in tables.plays.of(self.key):
                tables.plays._put(self.key, play._replace(id=0), play.when)

        self.storage._home.write(without)

    def told(self) -> list[tuple[object, ...]]:
        """What the statistics make of the plays, whatever their numbers."""
        return sorted(
            (play.outcome, play.when, play.moves, play.seconds, play.hints, play.helped)
            for play in self.plays()
        )


@pytest.mark.parametrize("seed", range(1, 25))
def test_records_that_are_merged_either_way_hold_each_play_once(tmp_path: Path, seed: int) -> None:
    one, two = Machine(tmp_path / "1", seed), Machine(tmp_path / "2", seed + 30)
    for machine in (one, two):
        machine.play()
        machine.store.keep_time(machine.session)
    both = sorted(one.told() + two.told())
    two.storage.export_to(tmp_path / "two", {})
    two.take(one)
    one.storage.import_from(tmp_path / "two")
    assert one.told() == two.told() == both
    one.store.read_again()
    for machine, other in ((one, two), (two, one)) * 2:
        machine.take(other)
        before = content(machine.storage)
        machine.take(other)
        assert content(machine.storage) == before, "twice is once"
        assert machine.told() == both
    for machine in (one, two):
        machine.begin()
        machine.win()
        assert len(machine.plays()) == len(both) + 1, "nothing is written over"
        assert machine.storage.check() == []


def test_a_deal_has_the_time_of_all_its_plays_everywhere(tmp_path: Path) -> None:
    here, there = (Machine(tmp_path / name, n) for n, name in enumerate(("here", "there"), 1))
    for machine in (here, there):
        machine.begin()
        machine.win()
        machine.begin()
        machine.store.keep_time(machine.session)
    here.take(there)
    whole = pytest.approx(sum(play.seconds for play in here.plays()))
    (row,) = here.storage.library()
    totals = here.storage.attempt_totals("klondike", "")
    assert here.store.total == row.seconds == totals[here.key.deck][1] == whole
    assert here.store.total > there.store.total
    here.open_again()
    assert here.store.total == whole
    here.store.delete(Klondike(), EASY)
    assert here.store.total == whole, "as the plays in the statistics"


@pytest.mark.parametrize("seed", range(1, 25))
def test_plays_that_travel_and_go_on_elsewhere_are_still_each_there_once(
    tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    machines = [Machine(tmp_path / str(number), seed + 30 * number) for number in (1, 2, 3)]
    wins: set[tuple[int, float]] = set()
    for _ in range(12):
        machine, other = random.sample(machines, 2)
        machine.play()
        wins |= {(p.when, p.seconds) for p in machine.plays() if p.outcome is PlayOutcome.WON}
        machine.take(other)
    for machine, other in ((a, b) for _ in range(2) for a in machines for b in machines):
        machine.take(other)
    for machine in machines:
        won = [(p.when, p.seconds) for p in machine.plays() if p.outcome is PlayOutcome.WON]
        assert sorted(won) == sorted(wins)
        ids = [play.id for play in machine.storage.plays.of(machine.key)]
        assert len(ids) == len(set(ids)) and 0 not in ids


def test_redo_follows_the_line_on_the_table_after_an_import_and_a_restart(tmp_path: Path) -> None:
    here, there = (Machine(tmp_path / name, 1) for name in ("here", "there"))
    moves = Klondike().moves(here.session.position)[:2]
    for machine, order in ((there, moves[::-1]), (here, moves)):
        for move in order:
            machine.now += 1
            machine.session.to_start()
            machine.session.play(move)
    here.take(there)
    here.session.play(Klondike().moves(here.session.position)[0])
    line = here.session.tree.line()
    here.open_again()
    here.session.to_start()
    here.session.to_end()
    assert here.session.tree.line() == line


@pytest.mark.parametrize("here_last", [False, True])
def test_a_deal_of_both_machines_stands_where_it_was_played_last(
    tmp_path: Path, *, here_last: bool
) -> None:
    there, here = Machine(tmp_path / "1", 1), Machine(tmp_path / "2", 2)
    first, last = (there, here) if here_last else (here, there)
    first.now, last.now = 1000, 2000
    for machine, count in ((first, 3), (last, 5)):
        for _ in range(count):
            machine.move()
    first.store.count_hint(first.session)
    first.store.spend(1000)
    for machine in (first, last):
        machine.store.leave(machine.session)
    there.storage.export_to(tmp_path / "all", {})
    here.storage.import_from(tmp_path / "all")
    again = Machine(here.folder, 3)
    assert again.session.tree.line() == last.session.tree.line()
    assert again.attempt == last.attempt
    state, was = again.store._attempt.state, last.store._attempt.state
    assert (state.seconds, state.hints) == (was.seconds, 0)
    (row,) = again.storage.library()
    assert row.when == 2005


def test_a_deal_played_last_on_a_machine_that_tried_nothing_else_stands_as_there(
    tmp_path: Path,
) -> None:
    here, there = Machine(tmp_path / "1", 1), Machine(tmp_path / "2", 2)
    for _ in range(5):
        here.move()
    ((first,), *_) = here.session.tree.line()
    there.now = here.now + 1000
    there.session.play(first)
    for machine in (here, there):
        machine.store.leave(machine.session)
    there.storage.export_to(tmp_path / "all", {})
    here.storage.import_from(tmp_path / "all")
    again = Machine(here.folder, 6)
    assert again.session.tree.line() == [(first,)]
    assert again.attempt == there.attempt
    assert again.session.redo(4).steps
    again.store.leave(again.session)
    here.storage.import_from(tmp_path / "all")
    assert Machine(here.folder, 6).session.moves == 5, "what was played since stays"


def test_a_number_is_still_known_after_the_deal_comes_without_it(tmp_path: Path) -> None:
    storages = []
    for name, number, pack in (("there", None, "x a.txt"), ("here", 5, "")):
        storages.append(storage := opened(tmp_path / name))
        store = GameStore(storage, Tracer(), lambda text: None)
        session = store.open(Klondike(), deals.deck_of(5), number, pack=pack)
        session.play(Klondike().moves(session.position)[0])
        store.leave(session)
    storages[0].export_to(tmp_path / "all", {})
    storages[1].import_from(tmp_path / "all")
    (row,) = storages[1].library()
    assert (row.number, row.pack) == (5, "x a.txt")


@pytest.mark.parametrize("won_here", [False, True])
def test_an_attempt_that_was_left_open_goes_on_on_another_machine(
    tmp_path: Path, won_here: bool
) -> None:
    there, here = Machine(tmp_path / "1", 1), Machine(tmp_path / "2", 2)
    for machine in (there, here)[: 1 + won_here]:
        machine.begin()
        machine.win()
    there.begin()
    there.store.keep_time(there.session)
    there.storage.export_to(tmp_path / "all", {})
    here.storage.import_from(tmp_path / "all")
    before = here.told()
    assert len(before) == 2 + won_here
    again = Machine(here.folder, 3)
    assert again.store.seconds == there.store.seconds and again.session.tree.here
    again.win()
    outcomes = [play.outcome for play in again.plays()]
    assert outcomes == [PlayOutcome.WON] * (2 + won_here)
    again.storage.import_from(tmp_path / "all")
    assert [play.outcome for play in again.plays()] == outcomes, "its win is known by its attempt"
    assert not any(play.helped for play in again.plays())


@pytest.mark.parametrize("reopened", [False, True])
@pytest.mark.parametrize("seed", range(1, 25))
def test_after_an_import_the_present_attempt_goes_on_and_its_win_counts(
    tmp_path: Path, seed: int, *, reopened: bool
) -> None:
    random = Random(seed)
    machines = [Machine(tmp_path / str(number), seed + 200 * number) for number in (1, 2)]
    for _ in range(4):
        random.shuffle(machines)
        mine, other = machines
        for machine in machines:
            if random.random() < 0.7:
                machine.play()
        going_on = {mine.attempt, other.attempt, 0}
        mine.take(other)
        if reopened:
            mine.open_again()
        attempt, before = mine.attempt, mine.by_id()
        assert attempt in going_on, "none goes on that was left"
        mine.session.to_start()
        mine.move()
        mine.win()
        after = mine.by_id()
        assert {id for id in before if before[id] != after.get(id)} <= {attempt}
        assert len(after) == len(before) + (attempt not in before)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("moves", [0, 1, 3])
def test_an_older_export_does_not_undo_a_restart(
    tmp_path: Path, moves: int, *, at_once: bool
) -> None:
    machine = Machine(tmp_path / "here", 1)
    for _ in range(5):
        machine.move()
    machine.store.keep_time(machine.session)
    machine.storage.export_to(tmp_path / "old", {})
    machine.now += 0 if at_once else 100
    machine.storage.clear_history(machine.key)  # so that the export has what is not here
    machine.open_again()
    machine.store.begin_again(machine.session)
    for _ in range(moves):
        machine.move()
    line, attempt = machine.session.tree.line(), machine.attempt
    machine.open_again()
    machine.storage.import_from(tmp_path / "old")
    machine.store.read_again()
    machine.open_again()
    assert [node.action for node in machine.session.tree.path()][1:] == line
    assert machine.attempt == attempt


@pytest.mark.parametrize("how", ["pasted", "reset"])
def test_an_import_without_a_play_leaves_time_and_help_of_the_attempt_here(
    tmp_path: Path, how: str
) -> None:
    here, there = Machine(tmp_path / "here", 1), Machine(tmp_path / "there", 2)
    for _ in range(5):
        here.move()
    here.store.count_hint(here.session)
    here.store.leave(here.session)
    there.now = here.now + 5000
    if how == "pasted":
        solver = Machine(tmp_path / "solver", 7)
        solver.win()
        there.store.add_line(there.session, [m for a in solver.session.tree.line() for m in a])
        there.session.redo(3)
    else:
        for _ in range(3):
            there.move()
        there.store.keep_time(there.session)
        there.storage.plays.clear()
    there.store.leave(there.session)
    assert not there.plays()
    before = here.storage.deal(here.key).state
    there.storage.export_to(tmp_path / "all", {})
    here.storage.import_from(tmp_path / "all")
    after = here.storage.deal(here.key).state
    assert after._replace(total=0) == before._replace(total=0) and before.hints == 1


def test_plays_of_an_older_program_replace_none_that_has_an_id(tmp_path: Path) -> None:
    for seed in range(1, 20):
        here, there = Machine(tmp_path / f"{seed}", seed), Machine(tmp_path / f"o{seed}", 90 + seed)
        here.play()
        there.play()
        here.store.keep_time(here.session)
        there.take_ids_away()
        theirs, mine = there.told(), here.by_id()
        here.take(there)
        assert len(here.plays()) == len(mine) + len(theirs)
        assert mine.items() <= here.by_id().items()
        before = content(here.storage)
        here.take(there)
        assert content(here.storage) == before, "twice is once"


def test_wins_in_one_window_count_after_an_import_in_another(tmp_path: Path) -> None:
    other = Machine(tmp_path / "other", 9)
    for _ in range(3):
        other.begin()
        other.win()
    other.storage.export_to(tmp_path / "all", {})
    one = Machine(tmp_path / "both", 7)
    one.begin()
    two = Storage(tmp_path / "both")
    two.import_from(tmp_path / "all")
    for count in range(4, 9):
        one.win()
        wins = [play for play in one.plays() if play.outcome is PlayOutcome.WON]
        assert len(wins) == count
        one.begin()
    two.close()


def test_an_import_is_never_more_than_done(tmp_path: Path) -> None:
    storage = played(tmp_path / "here", 3)
    storage.export_to(tmp_path / "all", {})
    there = opened(tmp_path / "there")
    coming = there.start_import(tmp_path / "all")
    while not coming.done:
        coming.work(0.0, 1)
        assert coming.read <= coming.count
    assert coming.read == coming.count


def test_redo_in_a_first_attempt_is_no_help_under_another_number_either(tmp_path: Path) -> None:
    nothing, key = HistoryChanges[Action]((), (), 0, ()), DealKey("klondike", "", "AB" * 26)
    for when in (1, 2):
        storage = Storage(tmp_path / str(when), clock=lambda when=when: when)
        play = Play(1, PlayOutcome.OPEN, 9, 5.0, redone=True, id=when)
        storage.save(key, UnsavedWork(nothing, DealState(5.0, redone=True), plays=[play]))
        if when == 1:
            storage.export_to(tmp_path / "all", {})
    storage.import_from(tmp_path / "all")
    assert [play.attempt for play in storage.plays.of(key)] == [1, 2]
    assert not any(play.helped for play in storage.plays.of(key))
    storage.close()


def test_a_win_that_comes_back_keeps_its_par(tmp_path: Path) -> None:
    key, storage = DealKey("klondike", "", "AB" * 26), opened(tmp_path)
    won = [Play(1, PlayOutcome.WON, 100, 60.5)]
    storage.save(key, UnsavedWork(HistoryChanges((), (), 0, ()), DealState(attempt=2), plays=won))
    storage.export_to(tmp_path / "all", {})
    storage.plays.mark_par(key, 100)
    storage.import_from(tmp_path / "all")
    assert [play.par for play in storage.plays.of(key)] == [True]
    storage.close()


def test_a_deal_that_is_open_goes_on_with_what_came(tmp_path: Path) -> None:
    deck, rules = deals.deck_of(3), BrainJam()
    stores = []
    for name, first in (("here", 0), ("there", -1)):
        storage = opened(tmp_path / name)
        store = GameStore(storage, Tracer(), lambda text: None)
        session = store.open(rules, deck, 3, branching=True, autoplay=False)
        session.play(rules.moves(session.position)[first])
        stores.append((storage, session))
    (here, _), (there, session) = stores
    here.export_to(tmp_path / "all", {})
    there.import_from(tmp_path / "all")
    session.play(rules.moves(session.position)[0])
    saved = there.deal(DealKey(rules.name, rules.policy, deals.deck_text(deck)))
    assert len(saved.rows) == 3
    assert there.check() == []


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_export_is_refused_in_one_line_and_changes_nothing(
    tmp_path: Path, seed: int
) -> None:
    random, path = Random(seed), tmp_path / "all"
    played(tmp_path / "here", seed).export_to(path, {"pack x.txt": "y"})
    there, whole = played(tmp_path / "there", seed + 50), path.read_bytes()
    before = content(there)
    for _ in range(60):
        path.write_bytes(spoilt(whole, random))
        with pytest.raises(StorageError) as failure:
            there.import_from(path)
        assert failure.value.trouble is StorageTrouble.EXPORT
        assert "\n" not in failure.value.sentence() + str(failure.value)
    assert content(there) == before


@pytest.mark.parametrize("newer", ["tables", "form"])
def test_an_export_of_a_newer_version_is_called_so(tmp_path: Path, newer: str) -> None:
    path, db = tmp_path / "all", sqlite3.connect(":memory:", isolation_level=None)
    played(tmp_path / "here", 1).export_to(path, {})
    db.deserialize(_unpacked(path.read_bytes()))
    if newer == "tables":
        Tables(db).rows.write("fact", ("version", "99"))
        db.execute("PRAGMA user_version = 99")
    content = _packed(db.serialize())
    if newer == "form":
        content = content.replace(b"fourfold export 1 ", b"fourfold export 2 ", 1)
    path.write_bytes(content)
    with pytest.raises(StorageError) as failure:
        played(tmp_path / "there", 2).import_from(path)
    assert failure.value.trouble is StorageTrouble.NEWER_EXPORT
    assert "newer" in str(failure.value) and "newer" in failure.value.sentence()


def test_an_export_without_a_table_is_refused_like_any_other_damage(tmp_path: Path) -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    played(tmp_path / "here", 1)._home.tables.db.backup(db)
    db.execute("DROP TABLE help")
    (tmp_path / "all").write_bytes(_packed(db.serialize()))
    with pytest.raises(StorageError) as failure:
        opened(tmp_path / "there").import_from(tmp_path / "all")
    assert failure.value.trouble is StorageTrouble.EXPORT
    assert str(failure.value).startswith(f"{tmp_path / 'all'}: this is not a complete export")


@pytest.mark.parametrize("damage", ["UPDATE node SET cost = cost + 1", "UPDATE fact SET value = 1"])
def test_damage_that_nobody_has_noticed_is_mended_before_it_is_exported(
    tmp_path: Path, damage: str
) -> None:
    here = played(tmp_path / "here", 1)
    assert here.back_up()
    deals_here = {row.key for row in here.library()}
    here._home.tables.db.execute(damage)
    here.export_to(tmp_path / "all", {})
    assert StorageTrouble.SET_ASIDE in [notice.trouble for notice in here.take_notices()]
    there = opened(tmp_path / "there")
    there.import_from(tmp_path / "all")
    assert {row.key for row in there.library()} == deals_here


def test_a_deal_without_a_key_is_not_exported(tmp_path: Path) -> None:
    here = played(tmp_path / "here", 1)
    count = len(here.library())
    tables = here._home.tables
    tables.db.execute("PRAGMA ignore_check_constraints = 1")
    tables.db.execute("UPDATE deal SET deck = CAST(deck AS BLOB) WHERE id = 1")
    here.export_to(tmp_path / "all", {})
    there = opened(tmp_path / "there")
    there.import_from(tmp_path / "all")
    assert len(there.library()) in (count - 1, count)
    assert there.check() == []


def no_export(path: Path, kind: str) -> None:
    """Something that has the name of the export to be."""
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.with_name("letter").write_text("Dear")
            path.symlink_to("letter")
        case text:
            path.write_text(text)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links")
@pytest.mark.parametrize("kind", ["", "Dear", "SQLite format 3", "folder", "pipe", "link"])
def test_what_is_no_export_is_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "all"
    no_export(path, kind)
    before = path.read_text() if path.is_file() else path.lstat()
    with pytest.raises(WordedError, match="left alone"):
        played(tmp_path / "here", 1).export_to(path, {})
    assert (path.read_text() if path.is_file() else path.lstat()) == before
    assert {file.name for file in tmp_path.iterdir()} <= {"all", "here", "letter"}


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_an_export_replaces_one_of_its_name_behind_a_link_too(tmp_path: Path) -> None:
    here, path = played(tmp_path / "here", 1), tmp_path / "all"
    path.symlink_to("elsewhere")
    (tmp_path / "all.new").write_text("mine")
    for _ in range(2):
        here.export_to(path, {})
        assert path.is_symlink()
        opened(tmp_path / "there").import_from(tmp_path / "elsewhere")
    assert (tmp_path / "all.new").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 5


def test_an_export_that_cannot_be_written_names_its_file(tmp_path: Path) -> None:
    with pytest.raises(WordedError, match=r"none.all could not be saved"):
        opened(tmp_path / "here").export_to(tmp_path / "none" / "all", {})


@pytest.mark.skipif(sys.platform == "win32", reason="held files")
def test_while_the_file_cannot_be_written_nothing_is_taken_that_would_not_last(
    tmp_path: Path,
) -> None:
    here = played(tmp_path / "here", 1)
    here.export_to(tmp_path / "all", {})
    count, key = len(here.library()), here.library()[0].key
    about = here.about(key)
    here.close()
    other = sqlite3.connect(tmp_path / "here" / database_files.MAIN, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    held = Storage(tmp_path / "here", journals=[tmp_path / "journal"])
    assert held.was_read
    for refused in (
        lambda: held.import_from(tmp_path / "all"),
        lambda: held.note(key, About("another")),
        lambda: held.answers.offer([(key, StoredAnswer(7, "x", None, 9, HelpKind.ALONE))]),
        lambda: held.plays.clear(),
        lambda: held.clear_facts("daily won "),
    ):
        with pytest.raises(StorageError) as failure:
            refused()
        assert failure.value.trouble is StorageTrouble.WOULD_NOT_LAST
    assert held.facts("daily won ")
    held.note(key, about._replace(shortest=9))
    assert (held.about(key).name, held.about(key).shortest) == (about.name, 9)
    held.export_to(tmp_path / "again", {})
    other.close()
    held.idle()
    held.note(key, About("another"))
    other = sqlite3.connect(tmp_path / "here" / database_files.MAIN, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageError) as failure:
        held.note(key, About("a third"))
    assert failure.value.trouble is StorageTrouble.WOULD_NOT_LAST
    other.close()
    assert held.about(key).name == "another"
    held.close()
    there = opened(tmp_path / "there")
    there.import_from(tmp_path / "again")
    assert len(there.library()) == count


def spoilt(whole: bytes, random: Random) -> bytes:
    """Cut off, longer, another byte, or something else altogether."""
    at = random.randrange(len(whole))
    match random.randrange(5):
        case 0:
            return whole[:at]
        case 1:
            return whole + bytes([random.randrange(256)])
        case 2:
            return random.choice((b"", b"\n", b"SQLite format 3\0" * 9, whole[::-1]))
        case 3:
            at = random.randrange(120)
    return whole[:at] + bytes([whole[at] ^ random.randrange(1, 256)]) + whole[at + 1 :]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        opened(tmp_path).import_from(tmp_path / "none")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_are_neither_taken_in_nor_waited_for(tmp_path: Path) -> None:
    folders = Folders(tmp_path / "here")
    folders.levels.mkdir(parents=True)
    os.mkfifo(folders.levels / "pipe.txt")
    (folders.levels / "mine.fourfold").write_text("1 x -\n")
    storage = opened(folders.data)
    export_all(storage, SettingsFile(folders.settings), folders, tmp_path / "all")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageError) as failure:
        storage.import_from(tmp_path / "pipe")
    assert failure.value.trouble is StorageTrouble.EXPORT
    assert str(failure.value) == f"{tmp_path / 'pipe'}: not a regular file"
    there = Folders(tmp_path / "there")
    import_all(opened(there.data), there, tmp_path / "all")
    assert [file.name for file in there.levels.iterdir()] == ["mine.fourfold"]


def test_settings_and_packs_come_along_but_not_the_window(tmp_path: Path) -> None:
    here, there = Folders(tmp_path / "here"), Folders(tmp_path / "there")
    here.levels.mkdir(parents=True)
    (here.levels / "mine.txt").write_text("a pack", encoding="utf-8")
    if sys.platform == "linux":
        (here.levels / os.fsdecode(b"\xff.txt")).write_text("of no name", encoding="utf-8")
    settings = SettingsFile(here.settings)
    window = {"window_width": 999, "window_placed": True, "window_x": 7, "window_maximised": True}
    settings.change(felt="blue", fullscreen=True, **window)
    left_out = export_all(opened(here.data), settings, here, tmp_path / "all")
    assert len(left_out) == (sys.platform == "linux")
    found = import_all(opened(there.data), there, tmp_path / "all")
    assert Settings(**found.settings) == Settings(felt="blue")
    assert found.troubles == []
    assert (there.levels / "mine.txt").read_text(encoding="utf-8") == "a pack"


def test_invalid_settings_of_an_export_are_left_out(tmp_path: Path) -> None:
    found = {"felt": "blue", "felt ": 3, "volume": "loud", "window_width": 999, "sound": False}
    extras = take_extras(Folders(tmp_path), {"settings": json.dumps(found)})
    assert extras.settings == {"felt": "blue", "sound": False}


def test_a_pack_is_saved_whole_or_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = Folders(tmp_path)
    folders.levels.mkdir(parents=True)
    (folders.levels / "here.txt").write_text("as it was")
    packs = {f"pack {name}": "x" for name in ("new.txt", "../out.txt", "a\0.txt")}
    packs["pack here.txt"] = "as it was"

    def fail(path: Path, text: bytes) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(pack_export_and_import, "replace_whole", fail)
        (trouble,) = take_extras(folders, packs).troubles
    named = f"{folders.levels / 'new.txt'} could not be saved: the disk is full"
    assert str(trouble) == named
    assert take_extras(folders, packs).troubles == []
    assert sorted(file.name for file in folders.levels.iterdir()) == ["here.txt", "new.txt"]
    assert (folders.levels / "here.txt").read_text() == "as it was"


def test_a_list_of_a_name_that_is_taken_gets_another_one_and_that_is_told(tmp_path: Path) -> None:
    folders = Folders(tmp_path)
    folders.levels.mkdir(parents=True)
    (folders.levels / "mine.txt").write_text("of this machine")
    told = take_extras(folders, {"pack mine.txt": "of the other one"})
    assert list(map(str, told.renamed)) == [
        "you already have a list called mine.txt: the new one is mine-2.txt"
    ]
    again = take_extras(folders, {"pack mine.txt": "of the other one"})
    assert (told.troubles, again.troubles, again.renamed) == ([], [], []), "it is there already"
    found = {file.name: file.read_text() for file in folders.levels.iterdir()}
    assert found == {"mine.txt": "of this machine", "mine-2.txt": "of the other one"}


def test_lists_that_an_export_cannot_take_are_named_with_the_reason(tmp_path: Path) -> None:
    folders = Folders(tmp_path / "here")
    folders.levels.mkdir(parents=True)
    (folders.levels / "fine.txt").write_text("1 x -\n")
    (folders.levels / "latin.txt").write_bytes(b"# d\xe9j\xe0\n")
    (folders.levels / "large.txt").write_bytes(b"#" * 1_000_001)
    told = export_all(
        opened(folders.data), SettingsFile(folders.settings), folders, tmp_path / "all"
    )
    assert list(map(str, told)) == [
        "large.txt was skipped: it is too large (at most 1 MB)",
        "latin.txt was skipped: it is not a text file",
    ]
