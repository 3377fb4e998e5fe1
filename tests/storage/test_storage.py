"""What is saved is what is read, by one program or by several."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from storage_player import (
    DEAL,
    KEYS,
    OTHER,
    Player,
    act,
    contents,
    edges,
    standing,
    troubles,
)

from game.history import EdgeRow, HistoryChanges, SavedLine
from game.storage import (
    DealChanges,
    DealFigures,
    DealState,
    HelpKind,
    Play,
    PlayOutcome,
    Storage,
    StorageTrouble,
    StoredAnswer,
    Tally,
    ToldMove,
    database_files,
    schema,
)
from game.storage.database_files import MAIN

START = DealState()
NOTHING = HistoryChanges()  # type: ignore[var-annotated]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="kills a process")


def save(storage: Storage, key=DEAL, history=NOTHING, state=START, **more) -> bool:
    return storage.save(key, DealChanges(history, state, **more), lambda: history)


def test_looking_at_a_deal_writes_nothing(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    assert storage.deal(DEAL).edges == storage.open(DEAL).edges == ()
    assert storage.line(DEAL) == SavedLine() and storage.deal_figures(DEAL) is None
    assert storage.kinds() == storage.library() == [] and storage.last_played() is None
    storage.close()


@settings(max_examples=6)
@given(st.integers(0, 99), st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_what_is_saved_is_what_is_read_after_each_action(
    tmp_path_factory: pytest.TempPathFactory, seed: int, lengths: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("data")
    for length in lengths:
        storage = Storage(folder)
        player = Player(storage, seed=seed)
        for _ in range(length):
            player.play()
            assert standing(storage) == player.standing
            assert storage.line(DEAL) == storage.deal(DEAL).line
        assert player.joined == 0
        storage.close()
        assert standing(Storage(folder, read_only=True)) == player.standing


def test_rows_of_a_line_beyond_its_length_mean_nothing(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    save(storage, history=NOTHING._replace(actions=(act(1), act(2), act(3)), place=3))
    save(storage, history=NOTHING._replace(kept=1, actions=(act(9),), place=1))
    assert storage.line(DEAL) == SavedLine((act(1), act(9)), 1)
    storage.close()


def test_an_action_is_one_small_transaction(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    player = Player(storage).play(100)
    told: list[str] = []
    storage.tables.db.set_trace_callback(told.append)
    before = (tmp_path / f"{MAIN}-wal").stat().st_size
    player.history.play(act(3))
    player.save(positions=50)
    assert [text for text in told if text.startswith(("BEGIN", "COMMIT"))] == [
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    assert (tmp_path / f"{MAIN}-wal").stat().st_size - before < 8 * database_files.PAGE
    storage.close()


def test_a_known_edge_keeps_its_first_walk_the_later_one_and_the_lesser_text(
    tmp_path: Path,
) -> None:
    storage = Storage(tmp_path)
    for row in [
        EdgeRow(1, 2, act(5), 1, 0, 0),
        EdgeRow(1, 2, act(4), 1, 7, 9),
        EdgeRow(1, 2, act(6), 2, 8, 8),
    ]:
        save(storage, history=NOTHING._replace(edges=(row,)))
    assert storage.deal(DEAL).edges == (EdgeRow(1, 2, min(act(4), act(5), key=str), 2, 7, 9),)
    save(storage, history=NOTHING._replace(removed=((1, 2),)))
    assert storage.deal(DEAL).edges == ()
    storage.close()


def test_an_action_that_makes_no_sense_is_left_out_and_counted(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    rows = (EdgeRow(1, 2, act(5), 1), EdgeRow(2, 3, act(6), 1))
    line = (act(5), act(6))
    save(storage, history=NOTHING._replace(edges=rows, actions=line, place=2))
    storage.tables.db.execute("UPDATE edge SET action = 'castle' WHERE source = 2")
    storage.tables.db.execute("UPDATE line SET action = 'castle' WHERE n = 1")
    deal = storage.deal(DEAL)
    assert (deal.edges, deal.line, deal.unread) == (rows[:1], SavedLine(line[:1], 1), 2)
    storage.close()


def test_the_same_cards_under_another_policy_are_another_deal(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    Player(storage, OTHER).play(5)
    assert edges(storage, OTHER) and not edges(storage, OTHER._replace(options=""))
    storage.close()


def test_how_a_deal_stands_comes_back(tmp_path: Path) -> None:
    storage = Storage(tmp_path, clock=lambda: 1000.0)
    state = DealState(4.5, 2, True, True, -77, 3, 60.0)
    seen, told = ((3, 1), (5, 0)), (ToldMove(4, 0, HelpKind.SHOWN),)
    save(storage, state=state, number=0, pack="p 1", seen=seen, told=told, moves=4, won=True)
    save(storage, state=state, number=0, pack="p 1", seen=[(3, 0), (5, 9)], moves=4, won=True)
    storage.close()
    deal = Storage(tmp_path).open(DEAL)
    assert (deal.state, deal.number, deal.pack, deal.when) == (state, 0, "p 1", 1000)
    assert (deal.seen, deal.told, deal.moves, deal.won) == (((3, 0), (5, 0)), told, 4, True)


def test_what_was_told_is_replaced_by_what_is_told_now(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    for how in (HelpKind.HINTS, HelpKind.SHOWN):
        save(storage, told=[ToldMove(4, 0, how), ToldMove(5, 4, HelpKind.HINTS)])
    assert storage.answers.help_of(DEAL) == {(4, 0): HelpKind.SHOWN, (5, 4): HelpKind.HINTS}
    assert storage.answers.help_of(OTHER) == {}
    storage.close()


def test_figures_of_a_deal_come_without_its_history(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    rows = tuple(EdgeRow(*ends, act(5), 1) for ends in [(1, 2), (1, 3), (2, 3), (3, 0)])
    changes = NOTHING._replace(edges=rows, bookmarks=(SavedLine((act(5),), 1),))
    save(storage, history=changes, moves=3)
    assert storage.deal_figures(DEAL) == DealFigures(3, 1)
    save(storage, positions=8)
    assert storage.deal_figures(DEAL) == DealFigures(8, 1)
    storage.close()


def test_the_deal_played_last_is_known_even_when_the_clock_runs_backwards(tmp_path: Path) -> None:
    times = iter(range(2000, 0, -1))
    for key in (DEAL, OTHER, KEYS[2]):
        storage = Storage(tmp_path, clock=lambda: float(next(times)))
        Player(storage, key).play(2)
        assert storage.last_played().key == key
        storage.close()
    storage = Storage(tmp_path)
    assert storage.last_played("lapeau").key == OTHER and storage.last_played("gaps") is None
    assert storage.touched("lapeau", "same").keys() == {OTHER.deck}
    storage.close()


def test_clearing_a_history_keeps_answers_plays_and_what_was_seen(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    player = Player(storage).play(20)
    play = Play(1, PlayOutcome.WON, 60, 9.0, how=HelpKind.ALONE, id=7)
    player.save(answers=[StoredAnswer(60, "a")], plays=[play], seen=[(1, 1)], positions=20)
    storage.clear_history(DEAL)
    deal = storage.open(DEAL)
    assert (deal.edges, deal.line, deal.bookmarks) == ((), SavedLine(), ())
    assert deal.seen == ((1, 1),) and storage.answers.best(DEAL).moves == 60
    assert [each.id for each in storage.plays.of(DEAL)] == [7]
    assert storage.begun("brainjam", "") == set()
    player.open()
    player.play(5)
    assert standing(storage) == player.standing
    storage.close()


# Answers, plays, facts


def test_the_best_answer_of_any_kind_is_kept_beside_the_best_found_alone(tmp_path: Path) -> None:
    storage = Storage(tmp_path, clock=lambda: 50.0)
    offers = [
        (StoredAnswer(70, "a", 5), 1),
        (StoredAnswer(70, "b", 5, how=HelpKind.HINTS), 0),
        (StoredAnswer(65, "c", 5, how=HelpKind.HINTS), 1),
        (StoredAnswer(66, "d", 5), 0),
        (StoredAnswer(65, "e", 5), 0),
    ]
    bests = []
    for answer, shortest in offers:
        assert storage.answers.offer([(DEAL, answer)]) == shortest
        best, alone = storage.answers.best(DEAL), storage.answers.best_alone(DEAL)
        bests.append((best.actions, alone.actions))
    assert bests == [("a", "a"), ("a", "a"), ("c", "a"), ("c", "d"), ("e", "e")]
    assert storage.answers.best(DEAL).found == 50
    assert storage.answers.all("brainjam", "") == {DEAL.deck: storage.answers.best(DEAL)}
    storage.close()


def test_solved_is_what_has_an_answer_and_helped_what_has_none_found_alone(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.answers.offer(
        [
            (KEYS[1], StoredAnswer(60, "a", 1)),
            (KEYS[1], StoredAnswer(50, "a", 1, how=HelpKind.SHOWN)),
            (KEYS[2], StoredAnswer(60, "a", 2, how=HelpKind.PASTED)),
        ]
    )
    assert storage.answers.solved("brainjam", "") == {KEYS[1].deck, KEYS[2].deck}
    assert storage.answers.helped("brainjam", "") == {2}
    alone = storage.answers.all("brainjam", "", alone=True)
    assert {deck: answer.moves for deck, answer in alone.items()} == {KEYS[1].deck: 60}
    assert storage.kinds() == [("brainjam", "")]
    storage.close()


def test_a_play_takes_the_place_of_its_copy_and_a_win_stays(tmp_path: Path) -> None:
    storage = Storage(tmp_path, clock=lambda: 50.0)
    play = Play(1, PlayOutcome.STUCK, 9, 5.0, id=7)
    won = play._replace(outcome=PlayOutcome.WON, moves=60, how=HelpKind.ALONE, seconds=4.0)
    for each in (play, play._replace(outcome=PlayOutcome.OPEN, seconds=3.0)):
        save(storage, plays=[each])
    assert storage.plays.of(DEAL) == [play._replace(outcome=PlayOutcome.OPEN, when=50)]
    save(storage, plays=[won])
    save(storage, plays=[play, Play(2, PlayOutcome.OPEN, 3, 1.0, hints=1, id=8)])
    assert [each.outcome for each in storage.plays.of(DEAL)] == [
        PlayOutcome.WON,
        PlayOutcome.OPEN,
    ]
    assert storage.plays.of(DEAL)[0].seconds == 5.0
    assert storage.attempt_totals("brainjam", "") == {DEAL.deck: (2, 6.0)}
    assert sorted(storage.plays.tallies("brainjam", "")) == [
        Tally(PlayOutcome.OPEN, True, 1, 50),
        Tally(PlayOutcome.WON, False, 1, 50),
    ]
    storage.plays.mark_par(DEAL, 60)
    assert [each.play.par for each in storage.plays.all("brainjam")] == [True, False]
    storage.plays.clear("gaps")
    assert len(storage.plays.all()) == 2 and storage.plays.all("gaps") == []
    storage.plays.clear()
    assert storage.plays.all() == []
    storage.close()


@given(
    st.lists(
        st.builds(
            Play,
            st.integers(1, 3),
            st.sampled_from(PlayOutcome),
            st.just(5),
            st.just(1.0),
            st.integers(0, 1),
            st.booleans(),
            st.booleans(),
            how=st.sampled_from([None, HelpKind.ALONE, HelpKind.HINTS]),
            when=st.just(1),
            number=st.none(),
        ),
        max_size=5,
    )
)
def test_plays_are_counted_as_helped_as_they_say_themselves(plays: list[Play]) -> None:
    storage = Storage(Path("nowhere"), read_only=True)
    plays = [
        play._replace(id=id, how=play.how if play.outcome is PlayOutcome.WON else None)
        for id, play in enumerate(plays, 1)
    ]
    save(storage, plays=plays)
    for tally in (found := storage.plays.tallies("brainjam", "")):
        same = [p for p in plays if (p.outcome, p.helped) == (tally.outcome, tally.helped)]
        assert tally.plays == len(same)
    assert sum(tally.plays for tally in found) == len(plays)


def test_ordered_records_come_fewest_cards_first(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    save(storage, ordered=["abcd", "b", "abcd"])
    assert storage.ordered(DEAL) == ["b", "abcd"] and storage.ordered(OTHER) == []
    storage.close()


def test_facts_are_kept(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    for name in ("daily 1", "daily 2", "dail", "Daily 3", "daily_4"):
        storage.set_fact(name, name.upper())
    assert storage.facts("daily ") == {"daily 1": "DAILY 1", "daily 2": "DAILY 2"}
    assert storage.fact("dail") == "DAIL" and storage.fact("none") is None
    storage.clear_facts("daily ")
    assert storage.facts("") == {name: name.upper() for name in ("dail", "Daily 3", "daily_4")}
    storage.close()


# Versions


def test_a_file_of_another_version_is_kept_aside_and_told(tmp_path: Path) -> None:
    Player(storage := Storage(tmp_path)).play(5)
    storage.tables.db.execute("PRAGMA user_version = 99")
    storage.tables.db.execute("CREATE TABLE later (x)")
    storage.close()
    reader = Storage(tmp_path, read_only=True)
    assert troubles(reader) == [StorageTrouble.OTHER_VERSION] and not reader.was_read
    storage = Storage(tmp_path)
    [notice] = storage.take_notices()
    assert notice.trouble is StorageTrouble.OTHER_VERSION and storage.on_disk
    [aside] = tmp_path.glob("fourfold-other-version-*.sqlite3")
    assert aside.name in notice.sentence()
    player = Player(storage).play(5)
    storage.close()
    assert standing(Storage(tmp_path, read_only=True)) == player.standing
    with sqlite3.connect(aside) as db:
        assert db.execute("SELECT count(*) FROM edge").fetchone()[0] > 0


def test_steps_lead_to_a_later_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(storage := Storage(tmp_path)).play(5)
    storage.close()
    step = lambda db: db.execute("CREATE TABLE later (x INTEGER)")  # noqa: E731
    monkeypatch.setattr(schema, "STEPS", (step,))
    monkeypatch.setattr(schema, "VERSION", 2)
    storage = Storage(tmp_path)
    assert standing(storage) == player.standing and troubles(storage) == []
    db = storage.tables.db
    assert db.execute("PRAGMA user_version").fetchone() == (2,)
    assert db.execute("SELECT count(*) FROM later").fetchone() == (0,)
    storage.close()


# Sudden ends

CHILD = """
import sys
sys.path[:0] = sys.argv[1:3]
from pathlib import Path
from storage_player import Player
from game.storage import Storage
player = Player(Storage(Path(sys.argv[3])), seed=int(sys.argv[4]))
while True:
    player.play(1)
    print(player.standing, flush=True)
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
    storage = Storage(tmp_path)
    player = Player(storage)
    assert troubles(storage) == [] and storage.check() == []
    seconds = float(last.rsplit(", ", 1)[1].rstrip(")"))
    assert str(standing(storage)) == last or player.seconds == seconds + 1
    storage.close()


def test_a_file_that_was_not_closed_is_read_only_with_its_log(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    player = Player(storage).play(50)
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", "-wal"):
        shutil.copyfile(tmp_path / (MAIN + end), copy / (MAIN + end))
    before = contents(copy)
    reader = Storage(copy, read_only=True)
    assert standing(reader) == player.standing
    Player(reader).play(10)
    reader.idle()
    reader.close()
    assert contents(copy) == before
    storage.close()


def test_read_only_plays_on_without_writing(tmp_path: Path) -> None:
    Player(storage := Storage(tmp_path / "data")).play(30)
    storage.close()
    before = contents(tmp_path / "data")
    reader = Storage(tmp_path / "data", read_only=True, spare_folders=[tmp_path / "spare"])
    player = Player(reader).play(30)
    assert standing(reader) == player.standing
    reader.set_fact("a", "b")
    reader.plays.clear()
    reader.back_up()
    reader.close()
    assert contents(tmp_path / "data") == before and not (tmp_path / "spare").exists()
    assert not any(reader.unsaved) and troubles(reader) == [] and not reader.wants_file


def test_read_only_of_nothing_makes_nothing(tmp_path: Path) -> None:
    reader = Storage(tmp_path / "none", read_only=True)
    Player(reader).play(5)
    reader.close()
    assert list(tmp_path.iterdir()) == []


# Several programs


def test_a_second_program_is_told_and_plays_on(tmp_path: Path) -> None:
    first, second = Storage(tmp_path), Storage(tmp_path)
    assert (troubles(first), troubles(second)) == ([], [StorageTrouble.SECOND])
    one, two = Player(first, DEAL), Player(second, OTHER)
    for _ in range(10):
        one.play()
        two.play()
    assert one.joined == two.joined == 0
    assert (standing(second, DEAL), standing(first, OTHER)) == (one.standing, two.standing)
    first.close()
    second.close()


def test_two_programs_in_one_deal_lose_nothing_of_each_other(tmp_path: Path) -> None:
    first, second = Storage(tmp_path), Storage(tmp_path)
    one = Player(first).play(5)
    two = Player(second, seed=2)
    walked: set[tuple[int, int]] = set()
    for turn in range(12):
        who = (one, two)[turn % 2]
        who.history.play(act(20 + turn))
        who.history.bookmark()
        who.save()
        walked |= {edge.ends for edge in who.history.graph.edges()}
    assert (one.joined, two.joined) == (6 - 1, 6)
    assert edges(first) == walked
    deal = second.deal(DEAL)
    assert deal.line.actions == tuple(step.action for step in two.history.line[1:])
    own = [mark.saved for mark in two.history.bookmarks]
    assert list(deal.bookmarks[-len(own) :]) == own and len(deal.bookmarks) >= 12
    first.close()
    second.close()


def test_an_untouched_deal_is_no_other_window_s(tmp_path: Path) -> None:
    Player(first := Storage(tmp_path)).play(5)
    first.close()
    second, third = Storage(tmp_path), Storage(tmp_path)
    two, three = Player(second), Player(third)
    second.deal(DEAL)
    three.play(2)
    assert three.joined == 0
    two.play(2)
    assert two.joined == 1
    second.close()
    third.close()


def test_a_win_counts_once_though_two_windows_play_one_attempt(tmp_path: Path) -> None:
    first, second = Storage(tmp_path), Storage(tmp_path)
    play = Play(1, PlayOutcome.OPEN, 10, 5.0, id=7)
    won = play._replace(outcome=PlayOutcome.WON, moves=60, how=HelpKind.ALONE)
    save(first, plays=[play])
    save(second, plays=[won])
    save(first, plays=[play._replace(moves=11, seconds=9.0)])
    assert [each.outcome for each in first.plays.of(DEAL)] == [PlayOutcome.WON]
    first.close()
    second.close()


def test_a_deal_is_read_in_one_state_while_another_window_plays_on(tmp_path: Path) -> None:
    storage, stop = Storage(tmp_path), threading.Event()
    Player(storage).play(30)

    def play_on() -> None:
        other = Storage(tmp_path)
        player = Player(other, seed=3)
        while not stop.is_set():
            player.play()
        other.close()

    thread = threading.Thread(target=play_on)
    thread.start()
    try:
        for _ in range(100):
            deal = storage.deal(DEAL)
            assert deal.line.place <= len(deal.line.actions) and deal.unread == 0
        assert storage.check() == []
    finally:
        stop.set()
        thread.join()
    storage.close()


def test_notes_are_kept_apart_from_the_history(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    Player(storage).play(3)
    about = storage.about(DEAL)._replace(name="Kings", note="Begin left", shortest=50)
    storage.note(DEAL, about)
    Player(storage).play(3)
    assert storage.about(DEAL) == about and storage.deal(DEAL).about == about
    assert storage.proved("brainjam", "") == {DEAL.deck: 50}
    storage.close()


def test_all_of_a_hundred_thousand_edges_is_there(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    rows = tuple(EdgeRow(n, n + 1, act(n), 1, n, n) for n in range(1, 100_001))
    line = tuple(act(n) for n in range(1, 1001))
    save(storage, history=NOTHING._replace(edges=rows, actions=line, place=1000))
    deal = storage.open(DEAL)
    assert deal.edges == rows and deal.line == SavedLine(line, 1000)
    assert len(set(chain(*(edge[:2] for edge in deal.edges)))) == 100_001
    storage.close()
