"""Whatever becomes of the worker, its client neither waits nor goes without an answer."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest
from queued_client import RULES, SOON, QueuedClient, deal, runs, until

from game.core.deals import deck_of
from game.rules import RULES as GAMES
from game.rules import Rules, rules_for
from game.solver import client as client_module
from game.solver.answer import Goal, Verdict
from game.solver.client import SolverClient
from game.solver.first_winnable import FoundDeal, Seek
from game.solver.worker import Delivery, Noted, Request
from game.solver.worker_supervisor import WorkerProcess

ROOT = Path(__file__).resolve().parents[2]
GAPS = rules_for("gaps")
SOUGHT = 1
"""A deal that can be won."""
SMALLEST_PIPE = 4096
"""Bytes that an empty pipe takes at once on every system we know of."""
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
    monkeypatch.setattr("game.solver.worker_supervisor.GRACE", 2.0)
    monkeypatch.setattr("game.solver.worker_supervisor.QUIET", 0.5)


def ask(queued: QueuedClient) -> int:
    """Something that is answered at once."""
    return queued.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)


def ask_much(queued: QueuedClient) -> int:
    """Something that goes on until its time is over: proving it takes 15 s on a fast machine."""
    return queued.client.ask(GAPS, GAPS.deal(deck_of(4)), Goal.OPTIMAL, seconds=5.0)


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


@STOPS
def test_a_worker_whose_replies_make_no_sense_counts_as_lost(
    queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as babble:
        nonsense = (5).to_bytes(4, "big") + b"babel"
        babble.setattr(client_module, "start_worker", lambda: Puppet(nonsense).hire())
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
    monkeypatch.setattr("game.solver.worker_supervisor.START_GRACE", 1.0)
    number = ask(queued)
    first = queued.worker()
    os.kill(first, signal.SIGSTOP)
    os.kill(queued.worker(other_than=first), signal.SIGSTOP)
    assert queued.final(number).answer.verdict is Verdict.UNDECIDED


def test_no_message_is_larger_than_a_pipe_takes_at_once() -> None:
    for game in GAMES:
        for options in [(), ("same",)] if game == "lapeau" else [()]:
            rules = rules_for(game, options)
            assert largest_request(rules) < SMALLEST_PIPE


def largest_request(rules: Rules) -> int:
    """Bytes, of a deal and of what random play makes of it."""
    position, largest = rules.deal(deck_of(617)), 0
    for _ in range(60):
        request = Request(10**9, rules, position, Goal.OPTIMAL, 20.0)
        largest = max(largest, len(pickle.dumps(request)))
        if not (moves := rules.moves(position)):
            break
        position = rules.apply(position, moves[-1])
    return largest


# A search for a deal fails


class Told:
    """What a client is told by a worker, in its own thread."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self.client = SolverClient(self.told.append)
        self.client._wake = lambda needed=True: True  # type: ignore[method-assign]


def test_a_search_that_has_failed_is_told_and_can_be_asked_for_again() -> None:
    held, seek = Told(), Seek("gaps", (), 617, 100)
    held.client.seek(seek)
    assert held.client._note(FoundDeal(seek, None)) == FoundDeal(seek, None)
    assert held.client._next() is None
    held.client.seek(seek)
    assert held.client._next() == seek


def test_in_place_of_a_search_for_stock_that_has_failed_comes_another_but_not_for_ever() -> None:
    held = Told()
    held.client.ready_number("gaps")
    for _ in range(client_module.TRIES):
        seek = held.client._next()
        assert isinstance(seek, Seek) and seek.idle
        assert held.client._note(FoundDeal(seek, None)) is None
    assert held.client._next() is None
    held.client._note(FoundDeal(seek, 617))
    assert held.client._next() is not None
    assert held.client.ready_number("gaps") == 617


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
    for place in ("client", "worker_supervisor"):
        monkeypatch.setattr(f"game.solver.{place}.END", SOON)


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


class Puppet:
    """Stands in for a worker's process that has written so many bytes and then stands still."""

    def __init__(self, written: bytes) -> None:
        self.pipe, self.theirs = multiprocessing.Pipe()
        os.write(self.theirs.fileno(), written)
        self.pid, self.killed = 0, 0
        self._lock = threading.Lock()

    def kill(self) -> None:
        """As a process': from each thread, and more than once."""
        with self._lock:
            self.killed += 1
            self.theirs.close()

    def join(self, timeout: float) -> None:
        assert self.killed

    def hire(self) -> WorkerProcess:
        return WorkerProcess(self, self.pipe, time.monotonic())  # type: ignore[arg-type]


@STOPS
def test_closing_does_not_wait_for_the_rest_of_a_message(
    endless_end: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    halfway = Puppet((1000).to_bytes(4, "big") + b"half")
    monkeypatch.setattr(client_module, "start_worker", halfway.hire)
    queued = QueuedClient()
    ask(queued)
    until(lambda: queued.client.pid == 0)
    time.sleep(0.1)
    began = time.monotonic()
    queued.client.close()
    assert time.monotonic() - began < SOON / 2 and halfway.killed


def test_nothing_wakes_while_nothing_is_wanted(
    queued: QueuedClient, patience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    awoken: list[float] = []

    def counted(pipes: list[Connection], timeout: float | None) -> list:
        heard = wait(pipes, timeout)
        awoken.append(time.monotonic())
        return heard

    monkeypatch.setattr(client_module, "wait", counted)
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


def test_a_deal_that_is_only_kept_ready_calls_for_no_ping() -> None:
    ours, its = multiprocessing.Pipe()
    worker = WorkerProcess(SpawnProcess(), ours, time.monotonic())
    for idle in (True, False):
        worker.send(Seek("gaps", (), 617, 100, idle=idle))
        its.send(Noted())
        worker.receive()
        assert (worker.due is None) == idle


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
        lines = iter(game.stdout)
        worker = next(int(line) for line in lines if line != "told\n")
        time.sleep(1.5)
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
