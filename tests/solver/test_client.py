"""Whatever becomes of the worker, its client neither waits nor goes without an answer."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest
from odd_workers import babble, find_nothing, read_nothing, stop_in_the_middle
from queued_client import RULES, SOON, QueuedClient, deal, runs, until

from game.core.deals import deck_of
from game.rules import rules_for
from game.solver import client as client_module
from game.solver.answer import Goal, Verdict
from game.solver.client import KEPT_READY, SolverClient, seek_to_keep
from game.solver.line_worths import Line, PositionBounds
from game.solver.worker import Delivery, FoundDeal, Seek, Weighed

ROOT = Path(__file__).resolve().parents[2]
GAPS = rules_for("gaps")
SOUGHT = 1
"""A deal that can be won."""
STOPS = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGSTOP")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the system must kill it")


@pytest.fixture
def queued() -> Iterator[QueuedClient]:
    queued = QueuedClient()
    yield queued
    queued.client.close()


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less of it than in the game, so that the tests take less time."""
    monkeypatch.setattr(client_module, "GRACE", 2.0)


def ask(queued: QueuedClient) -> int:
    """Something that is answered at once."""
    return queued.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)


def ask_much(queued: QueuedClient) -> int:
    """Something that goes on until its time is over: proving it takes 15 s on a fast machine."""
    return queued.client.ask(GAPS, GAPS.deal(deck_of(4)), Goal.OPTIMAL, seconds=3.0)


def answered(queued: QueuedClient) -> int:
    """The process id of a worker that has answered."""
    queued.final(ask(queued))
    return queued.worker()


# It dies


def test_a_worker_that_is_killed_in_a_search_is_replaced_and_asked_again(
    queued: QueuedClient,
) -> None:
    killed = answered(queued)
    number = ask_much(queued)
    os.kill(killed, signal.SIGKILL)
    assert queued.final(number).answer.verdict is Verdict.WON
    assert queued.worker() != killed


def test_a_request_that_has_taken_two_workers_with_it_is_undecided(queued: QueuedClient) -> None:
    killed = answered(queued)
    number = ask_much(queued)
    os.kill(killed, signal.SIGKILL)
    os.kill(queued.worker(other_than=killed), signal.SIGKILL)
    assert queued.final(number).answer.verdict is Verdict.UNDECIDED
    assert queued.final(ask(queued)).answer.verdict is Verdict.WON


def test_a_worker_that_dies_while_nothing_is_asked_is_replaced_when_something_is(
    queued: QueuedClient,
) -> None:
    os.kill(answered(queued), signal.SIGKILL)
    until(lambda: queued.client.pid is None)
    time.sleep(0.2)
    assert queued.client.pid is None
    assert queued.final(ask(queued)).answer.verdict is Verdict.WON


def test_a_worker_whose_replies_make_no_sense_counts_as_lost(
    queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as odd:
        odd.setattr(client_module, "serve", babble)
        assert queued.final(ask(queued)).answer.verdict is Verdict.UNDECIDED
    assert queued.final(ask(queued)).answer.verdict is Verdict.WON


# It hangs


@STOPS
def test_requests_without_end_neither_wait_for_a_worker_that_hangs_nor_keep_it(
    queued: QueuedClient, patience: None
) -> None:
    hanging = answered(queued)
    os.kill(hanging, signal.SIGSTOP)
    numbers: list[int] = []

    def play() -> None:
        while runs(hanging) or len(numbers) < 3000:
            numbers.append(ask(queued))
            time.sleep(0.0005)

    player = threading.Thread(target=play, daemon=True)
    player.start()
    player.join(SOON)
    assert not player.is_alive()
    while (delivery := queued.deliveries.get(timeout=SOON)).number != numbers[-1]:
        assert delivery.answer.verdict is Verdict.WON
    assert delivery.answer.verdict is Verdict.WON


@STOPS
def test_a_worker_that_hangs_in_its_search_is_found_out_and_the_request_asked_anew(
    queued: QueuedClient, patience: None
) -> None:
    number = ask_much(queued)
    assert not queued.deliveries.get(timeout=SOON).final
    hanging = queued.worker()
    os.kill(hanging, signal.SIGSTOP)
    assert queued.final(number).answer.verdict is Verdict.WON
    assert queued.worker() != hanging


@STOPS
def test_what_was_sought_is_found_though_the_worker_hangs(
    queued: QueuedClient, patience: None
) -> None:
    hanging = answered(queued)
    os.kill(hanging, signal.SIGSTOP)
    seek = Seek("lapeau", (), 617, 100_000)
    queued.client.seek(seek)
    found = queued.deliveries.get(timeout=SOON)
    assert isinstance(found, FoundDeal) and found.seek == seek
    assert queued.worker() != hanging


@STOPS
def test_a_request_over_which_two_workers_hang_is_undecided(
    queued: QueuedClient, patience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "START_GRACE", 1.0)
    number = ask(queued)
    first = queued.worker()
    os.kill(first, signal.SIGSTOP)
    os.kill(queued.worker(other_than=first), signal.SIGSTOP)
    assert queued.final(number).answer.verdict is Verdict.UNDECIDED


def test_a_worker_that_never_reads_a_long_message_is_found_out(
    queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "START_GRACE", 1.0)
    line = Line.of_moves(RULES, deal(1), ())
    known = (PositionBounds(0, True, 0, None, None),) * 50_000
    with monkeypatch.context() as odd:
        odd.setattr(client_module, "serve", read_nothing)
        number = queued.client.weigh(line, known)
        assert queued.deliveries.get(timeout=SOON) == Weighed(number, (), True)
    monkeypatch.undo()
    assert queued.final(ask(queued)).answer.verdict is Verdict.WON


# A search for a deal fails


def test_a_search_that_has_failed_is_told_and_can_be_asked_for_again(
    queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "serve", find_nothing)
    seek = Seek("gaps", (), 617, 100)
    for _ in range(3):
        queued.client.seek(seek)
        assert queued.deliveries.get(timeout=SOON) == FoundDeal(seek, None)


def test_in_place_of_a_search_for_stock_that_has_failed_comes_another_but_not_for_ever(
    queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought: list[Seek] = []

    def counted(game: str, options: tuple[str, ...]) -> Seek:
        sought.append(seek_to_keep(game, options))
        return sought[-1]

    monkeypatch.setattr(client_module, "seek_to_keep", counted)
    with monkeypatch.context() as odd:
        odd.setattr(client_module, "serve", find_nothing)
        queued.client.ready_number("brainjam")
        until(lambda: len(sought) > KEPT_READY)
        time.sleep(0.5)
        assert len(sought) < 3 * KEPT_READY
    os.kill(queued.worker(), signal.SIGKILL)
    until(lambda: queued.client.pid is None)
    queued.final(ask(queued))
    until(lambda: queued.client.ready_number("brainjam") is not None)


# There can be none


def test_where_no_process_can_be_started_all_is_undecided_until_one_can(
    queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(process: SpawnProcess) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as without:
        without.setattr(SpawnProcess, "start", refuse)
        for _ in range(2):
            assert queued.final(ask(queued)).answer.verdict is Verdict.UNDECIDED
        queued.client.ready_number("brainjam")
        assert queued.client.pid is None
        queued.client.seek(seek := Seek("brainjam", (), SOUGHT, 100_000))
        assert queued.deliveries.get(timeout=SOON) == FoundDeal(seek, None)
    assert queued.final(ask(queued)).answer.verdict is Verdict.WON


@pytest.mark.parametrize(
    ("what", "error"),
    [("multiprocessing.Pipe", OSError(24, "files")), ("threading.Thread.start", RuntimeError())],
)
def test_where_there_is_no_pipe_or_thread_left_all_is_undecided_until_there_is(
    what: str, error: Exception, queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **words: object) -> None:
        raise error

    seek = Seek("brainjam", (), SOUGHT, 100_000)
    with monkeypatch.context() as without:
        without.setattr(what, refuse)
        assert queued.final(ask(queued)).answer.verdict is Verdict.UNDECIDED
        queued.client.seek(seek)
        assert queued.deliveries.get(timeout=SOON) == FoundDeal(seek, None)
        queued.client.cancel()
    queued.client.seek(seek)
    number = ask(queued)
    told = [queued.deliveries.get(timeout=SOON) for _ in range(2)]
    assert {one.number for one in told if isinstance(one, Delivery)} == {number}
    assert [one.number for one in told if isinstance(one, FoundDeal)] == [SOUGHT]


# The end


def test_a_closed_client_leaves_no_process_and_says_nothing_more() -> None:
    queued = QueuedClient()
    queued.client.ask(RULES, deal(1), Goal.OPTIMAL, seconds=SOON)
    pid = queued.worker()
    queued.client.close()
    queued.client.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    while not queued.deliveries.empty():
        queued.deliveries.get()
    ask(queued)
    queued.client.cancel()
    assert queued.client.pid is None and queued.deliveries.empty()


@pytest.mark.parametrize("wait_s", [0.0, 0.001, 0.003, 0.01, 0.03, 0.1])
def test_a_client_can_be_closed_while_its_worker_starts(wait_s: float) -> None:
    before = set(multiprocessing.active_children())
    queued = QueuedClient()
    ask(queued)
    queued.client.ready_number("brainjam")
    time.sleep(wait_s)
    queued.client.close()
    assert set(multiprocessing.active_children()) <= before
    assert "solver io" not in {thread.name for thread in threading.enumerate()}


@pytest.fixture
def endless_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waited for a worker until time is up would wait for long."""
    monkeypatch.setattr(client_module, "END", SOON)


@STOPS
def test_closing_does_not_wait_for_a_worker_that_is_stopped(endless_end: None) -> None:
    queued = QueuedClient()
    stopped = answered(queued)
    os.kill(stopped, signal.SIGSTOP)
    for _ in range(100):
        ask(queued)
    began = time.monotonic()
    queued.client.close()
    assert time.monotonic() - began < SOON / 2
    assert not runs(stopped)


def test_closing_does_not_wait_for_the_rest_of_a_reply(
    endless_end: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "serve", stop_in_the_middle)
    queued = QueuedClient()
    ask(queued)
    halfway = queued.worker()
    time.sleep(0.5)
    began = time.monotonic()
    queued.client.close()
    assert time.monotonic() - began < SOON / 2
    assert not runs(halfway)


def test_nothing_wakes_while_nothing_is_wanted(
    queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    awoken: list[float] = []
    take_next = SolverClient._take_next

    def counted(client: SolverClient) -> None:
        take_next(client)
        awoken.append(time.monotonic())

    monkeypatch.setattr(SolverClient, "_take_next", counted)
    pid = answered(queued)

    def rests() -> bool:
        before = len(awoken)
        time.sleep(0.5)
        return len(awoken) == before

    until(rests)
    before, spent = len(awoken), processor_time(pid)
    time.sleep(2.0)
    assert len(awoken) == before and before
    assert processor_time(pid) == spent


def processor_time(pid: int) -> int:
    """Of a process, in the system's ticks; 0 where it cannot be told."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(words[11]) + int(words[12])


GAME = """
    import time
    from game.core.deals import deck_of
    from game.rules import BrainJam
    from game.solver.answer import Goal
    from game.solver.client import SolverClient

    if __name__ == "__main__":
        client = SolverClient(lambda delivery: print("told", flush=True))
        rules = BrainJam()
        position = rules.deal(deck_of(1))
        {asks}
        while client.pid is None:
            time.sleep(0.01)
        print(client.pid, flush=True)
        time.sleep(600)
"""
TOLD = "told\n"
SEARCHING = "client.ask(rules, position, Goal.OPTIMAL, seconds=600)"
STOCKING = "client.ready_number('klondike')"
IDLE = "client.ask(rules, position, Goal.FIRST, seconds=0.0)"


@pytest.mark.parametrize(
    ("asks", "stopped"),
    [
        (SEARCHING, False),
        (STOCKING, False),
        (IDLE, False),
        pytest.param(SEARCHING, True, marks=LINUX),
        pytest.param(IDLE, True, marks=LINUX),
    ],
)
def test_a_worker_is_gone_soon_after_its_game_was_killed(
    tmp_path: Path, asks: str, stopped: bool
) -> None:
    script = tmp_path / "game_in_play.py"
    script.write_text(textwrap.dedent(GAME).format(asks=asks))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FOURFOLD_PURE": "1"}
    with subprocess.Popen(
        [sys.executable, str(script)], env=environment, stdout=subprocess.PIPE, text=True
    ) as game:
        assert game.stdout is not None
        heard = {game.stdout.readline()}
        while heard == {TOLD} or (len(heard) == 1 and asks != STOCKING):
            heard.add(game.stdout.readline())
        (worker,) = map(int, heard - {TOLD})
        time.sleep(1.5 if asks == STOCKING else 0.0)  # that search tells nothing
        if stopped:
            os.kill(worker, signal.SIGSTOP)
        game.kill()
    until(lambda: not runs(worker))


def test_a_client_that_was_never_asked_anything_starts_nothing() -> None:
    client = SolverClient(lambda delivery: None)
    before = threading.active_count()
    client.cancel()
    client.close()
    assert client.pid is None and threading.active_count() == before
