import multiprocessing
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from queued_client import RULES, SOON, QueuedClient, deal

from game.core.deals import deck_of
from game.rules import Gaps, Klondike, LaPeau
from game.solver import registry
from game.solver.answer import Answer, Goal, SearchLimits, Verdict, check_answer
from game.solver.process_pool import Task, solve_all
from game.solver.registry import has_solver, solve
from game.solver.worker import (
    SIGN_EVERY,
    Cancel,
    Delivery,
    FoundDeal,
    Message,
    Reply,
    Request,
    Seek,
    Told,
    Weigh,
    Weighed,
    Worker,
)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def queued() -> Iterator[QueuedClient]:
    queued = QueuedClient()
    yield queued
    queued.client.close()


def test_an_answer_comes_back_under_the_number_of_its_request(queued: QueuedClient) -> None:
    number = queued.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    answer = queued.final(number).answer
    assert answer.verdict is Verdict.WON
    check_answer(RULES, deal(1), answer)


def test_a_game_without_a_solver_is_undecided_and_its_daily_deal_is_the_days_number(
    queued: QueuedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "has_solver", lambda game: False)
    number = queued.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    assert queued.final(number).answer.verdict is Verdict.UNDECIDED
    seek = Seek(RULES.name, (), 617, 1000)
    queued.client.seek(seek)
    assert queued.deliveries.get(timeout=SOON) == FoundDeal(seek, 617)
    assert queued.client.pid is None


def test_a_deal_of_the_day_is_found_while_a_long_search_goes_on(queued: QueuedClient) -> None:
    klondike = Klondike()
    start = klondike.deal(deck_of(120))
    number = queued.client.ask(klondike, start, Goal.OPTIMAL, seconds=10 * SOON)
    seek = Seek("lapeau", (), 617, 100_000)
    queued.client.seek(seek)
    delivery = queued.deliveries.get(timeout=SOON)
    while isinstance(delivery, Delivery):
        assert delivery.number == number and not delivery.final, "the search is a long one"
        delivery = queued.deliveries.get(timeout=SOON)
    assert delivery.seek == seek


class HandWorked:
    """A worker in this process, which works where it is told to."""

    def __init__(self) -> None:
        messages, self.messages = multiprocessing.Pipe(duplex=False)
        self.replies, replies = multiprocessing.Pipe(duplex=False)
        self._worker = Worker(messages, replies)

    def told(self) -> Told:
        """What it tells next, signs of life apart."""
        while True:
            while not self.replies.poll():
                self._worker.turn()
            if (reply := self.replies.recv()) is not None:
                return reply


SOUGHT = Seek("lapeau", (), 617, 100_000)


@pytest.mark.parametrize(
    ("message", "failure"),
    [
        (SOUGHT, FoundDeal(SOUGHT, None)),
        (SOUGHT._replace(idle=True), FoundDeal(SOUGHT._replace(idle=True), None)),
        (
            Request(7, RULES, deal(1), Goal.FIRST, SOON),
            Delivery(7, Answer(Verdict.UNDECIDED), True),
        ),
        (Weigh(7, RULES, deal(1), (), ()), Weighed(7, (), True)),
    ],
)
@pytest.mark.parametrize("error", [TypeError("wrong"), MemoryError()])
def test_a_search_that_raises_is_told_and_the_next_one_goes_on(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    message: Message,
    failure: Told,
    error: Exception,
) -> None:
    def fail(*asked: object) -> None:
        raise error

    worker = HandWorked()
    worker.messages.send(message)
    worker.messages.send(message)
    with monkeypatch.context() as now:
        now.setattr(registry, "start", fail)
        assert worker.told() == failure
    assert ("TypeError" in capsys.readouterr().err) == isinstance(error, TypeError)
    worker.messages.send(message)
    assert worker.told() != failure


def test_a_worker_gives_signs_of_life_while_it_searches_and_before_it_sleeps() -> None:
    worker = HandWorked()
    gaps = Gaps()
    request = Request(1, gaps, gaps.deal(deck_of(4)), Goal.OPTIMAL, 3 * SIGN_EVERY)
    worker.messages.send(request)
    replies: list[Reply] = []
    while not replies or replies[-1] is None or not replies[-1].final:
        while not worker.replies.poll():
            worker._worker.turn()
        replies.append(worker.replies.recv())
    assert replies.count(None) >= 2
    worker.messages.send(Cancel.REQUEST)
    worker._worker.turn()
    assert worker.replies.recv() is None


def test_the_verdict_is_told_before_the_proof_of_par_is_done(queued: QueuedClient) -> None:
    number = queued.client.ask(RULES, deal(1), Goal.OPTIMAL, seconds=SOON)
    first = queued.deliveries.get(timeout=SOON)
    assert first.number == number
    assert first.answer.verdict is Verdict.WON
    assert not first.final


def test_fewer_redeals_are_told_before_the_search_for_fewer_moves_is_done(
    queued: QueuedClient,
) -> None:
    gaps = Gaps()
    queued.client.ask(gaps, gaps.deal(deck_of(2004)), Goal.SHORT, seconds=SOON)
    told = [queued.deliveries.get(timeout=SOON) for _ in range(2)]
    assert [(d.answer.redeals, d.answer.fewest_redeals) for d in told] == [(1, False), (0, True)]
    assert not any(delivery.final for delivery in told)


def test_a_newer_request_overtakes_the_older(queued: QueuedClient) -> None:
    queued.client.ask(RULES, deal(617), Goal.OPTIMAL, seconds=SOON)
    newer = queued.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    while (delivery := queued.deliveries.get(timeout=SOON)).number != newer:
        assert not delivery.final
    assert delivery.answer.verdict is Verdict.WON


def test_a_cancelled_request_gets_no_answer(queued: QueuedClient) -> None:
    queued.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    queued.client.cancel()
    later = queued.client.ask(RULES, deal(2), Goal.FIRST, seconds=SOON)
    assert queued.final(later).answer.verdict is not Verdict.UNDECIDED


def test_a_deadline_brings_what_is_known_by_then(queued: QueuedClient) -> None:
    queued.final(queued.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON))
    number = queued.client.ask(RULES, deal(1), Goal.OPTIMAL, seconds=0.0)
    delivery = queued.final(number)
    assert not delivery.answer.optimal
    assert delivery.seconds < 5


def test_ready_numbers_can_be_won_and_are_given_once(queued: QueuedClient) -> None:
    given: list[int] = []
    end = time.monotonic() + SOON
    while len(given) < 5 and time.monotonic() < end:
        number = queued.client.ready_number("brainjam")
        if number is None:
            time.sleep(0.02)
        else:
            given.append(number)
    assert len(given) == 5
    for number in given:
        assert solve(RULES, deal(number), Goal.FIRST).verdict is Verdict.WON


def test_the_worker_and_its_client_do_without_pygame() -> None:
    code = (
        "import sys, game.solver.client, game.solver.process_pool; print('pygame' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout.strip() == "False"


def test_games_with_a_module_of_their_name_have_a_solver() -> None:
    assert has_solver("brainjam")
    assert has_solver(LaPeau.name)
    assert not has_solver("search")
    assert not has_solver("freecell")


def test_a_batch_answers_every_deal_once_on_any_number_of_processes() -> None:
    tasks = [Task(str(number), RULES, deal(number)) for number in range(1, 13)]
    alone, together = (
        {
            solved.task.id: solved.answer
            for solved in solve_all(tasks, Goal.FIRST, SearchLimits(), jobs)
        }
        for jobs in (1, 2)
    )
    assert list(alone) == [task.id for task in tasks]
    assert together == alone


def test_a_batch_keeps_to_its_limits_and_calls_the_rest_undecided() -> None:
    task = Task("1", RULES, deal(1))
    late = next(solve_all([task], Goal.OPTIMAL, SearchLimits(0.0), 1))
    small = next(solve_all([task], Goal.FIRST, SearchLimits(memory=1000), 1))
    assert not late.answer.optimal
    assert small.answer.verdict is Verdict.UNDECIDED
