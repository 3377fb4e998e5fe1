import os
import queue
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.deals import deck_of
from game.position import Position
from game.rules import BrainJam, Klondike, LaPeau
from game.solver import registry
from game.solver.answer import Goal, Verdict, check
from game.solver.batch import Limits, Task, solve_all
from game.solver.firstwin import Found, Seek
from game.solver.registry import has_solver, solve
from game.solver.worker import Delivery, SolverClient

ROOT = Path(__file__).resolve().parents[2]
RULES = BrainJam()
SOON = 60.0


def deal(number: int) -> Position:
    return RULES.deal(deck_of(number))


class Office:
    """A client whose deliveries wait in a queue."""

    def __init__(self) -> None:
        self.deliveries: queue.Queue[Delivery] = queue.Queue()
        self.client = SolverClient(self.deliveries.put)

    def final(self, number: int) -> Delivery:
        while True:
            delivery = self.deliveries.get(timeout=SOON)
            assert delivery.number == number, "an answer to a request that was overtaken"
            if delivery.final:
                return delivery


@pytest.fixture
def office() -> Iterator[Office]:
    office = Office()
    yield office
    office.client.close()


def test_an_answer_comes_back_under_the_number_of_its_request(office: Office) -> None:
    number = office.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    answer = office.final(number).answer
    assert answer.verdict is Verdict.WON
    check(RULES, deal(1), answer)


def test_a_game_without_a_solver_is_undecided_and_its_daily_deal_is_the_days_number(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "has_solver", lambda game: False)
    number = office.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    assert office.final(number).answer.verdict is Verdict.UNDECIDED
    seek = Seek(RULES.name, (), 617, 1000)
    office.client.seek(seek)
    assert office.deliveries.get(timeout=SOON) == Found(seek, 617)
    assert office.client.pid is None


def test_a_deal_of_the_day_is_found_while_a_long_search_goes_on(office: Office) -> None:
    klondike = Klondike()
    start = klondike.deal(deck_of(120))
    number = office.client.ask(klondike, start, Goal.OPTIMAL, seconds=10 * SOON)
    seek = Seek("lapeau", (), 617, 100_000)
    office.client.seek(seek)
    delivery = office.deliveries.get(timeout=SOON)
    while isinstance(delivery, Delivery):
        assert delivery.number == number and not delivery.final, "the search is a long one"
        delivery = office.deliveries.get(timeout=SOON)
    assert delivery.seek == seek


def test_the_verdict_is_told_before_the_proof_of_par_is_done(office: Office) -> None:
    number = office.client.ask(RULES, deal(1), Goal.OPTIMAL, seconds=SOON)
    first = office.deliveries.get(timeout=SOON)
    assert first.number == number
    assert first.answer.verdict is Verdict.WON
    assert not first.final


def test_a_newer_request_overtakes_the_older(office: Office) -> None:
    office.client.ask(RULES, deal(617), Goal.OPTIMAL, seconds=SOON)
    newer = office.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    while (delivery := office.deliveries.get(timeout=SOON)).number != newer:
        assert not delivery.final
    assert delivery.answer.verdict is Verdict.WON


def test_a_cancelled_request_gets_no_answer(office: Office) -> None:
    office.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    office.client.cancel()
    later = office.client.ask(RULES, deal(2), Goal.FIRST, seconds=SOON)
    assert office.final(later).answer.verdict is not Verdict.UNDECIDED


def test_a_deadline_brings_what_is_known_by_then(office: Office) -> None:
    office.final(office.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON))
    number = office.client.ask(RULES, deal(1), Goal.OPTIMAL, seconds=0.0)
    delivery = office.final(number)
    assert not delivery.answer.optimal
    assert delivery.seconds < 5


def test_a_worker_that_is_killed_in_a_search_is_replaced_and_asked_again(office: Office) -> None:
    office.final(office.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON))
    number = office.client.ask(RULES, deal(3), Goal.OPTIMAL, seconds=SOON)
    killed = office.client.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    assert office.final(number).answer.optimal
    assert office.client.pid != killed


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGSTOP")
def test_a_worker_that_hangs_is_given_up_and_the_next_request_answered(office: Office) -> None:
    office.final(office.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON))
    hanging = office.client.pid
    assert hanging is not None
    os.kill(hanging, signal.SIGSTOP)
    number = office.client.ask(RULES, deal(1), Goal.FIRST, seconds=0.1)
    assert office.final(number).answer.verdict is Verdict.UNDECIDED
    number = office.client.ask(RULES, deal(1), Goal.FIRST, seconds=SOON)
    assert office.final(number).answer.verdict is Verdict.WON
    assert office.client.pid != hanging


def test_ready_numbers_can_be_won_and_are_given_once(office: Office) -> None:
    given: list[int] = []
    end = time.monotonic() + SOON
    while len(given) < 5 and time.monotonic() < end:
        number = office.client.ready_number("brainjam")
        if number is None:
            time.sleep(0.02)
        else:
            given.append(number)
    assert len(given) == 5
    for number in given:
        assert solve(RULES, deal(number), Goal.FIRST).verdict is Verdict.WON


def test_a_closed_client_leaves_no_process_and_says_nothing_more() -> None:
    office = Office()
    office.client.ask(RULES, deal(1), Goal.OPTIMAL, seconds=SOON)
    pid = office.client.pid
    assert pid is not None
    office.client.close()
    office.client.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_searching_worker_is_gone_soon_after_its_game_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "game_in_play.py"
    script.write_text(
        textwrap.dedent(
            """
            import time
            from game.deals import deck_of
            from game.rules import BrainJam
            from game.solver.answer import Goal
            from game.solver.worker import SolverClient

            if __name__ == "__main__":
                client = SolverClient(lambda delivery: None)
                client.ready_number("brainjam")
                rules = BrainJam()
                client.ask(rules, rules.deal(deck_of(1)), Goal.OPTIMAL, seconds=600)
                print(client.pid, flush=True)
                time.sleep(600)
            """
        )
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FOURFOLD_PURE": "1"}
    with subprocess.Popen(
        [sys.executable, str(script)], env=environment, stdout=subprocess.PIPE, text=True
    ) as game:
        assert game.stdout is not None
        worker = int(game.stdout.readline())
        time.sleep(1.0)
        game.kill()
    end = time.monotonic() + 20
    while time.monotonic() < end and _runs(worker):
        time.sleep(0.05)
    assert not _runs(worker)


def _runs(pid: int) -> bool:
    """True unless the process is gone or only waits to be reaped."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False


def test_the_worker_and_its_client_do_without_pygame() -> None:
    code = "import sys, game.solver.worker, game.solver.batch; print('pygame' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout.strip() == "False"


def test_games_with_a_module_of_their_name_have_a_solver() -> None:
    assert has_solver("brainjam")
    assert has_solver(LaPeau.name)
    assert not has_solver("search")
    assert not has_solver("freecell")


def test_a_batch_answers_every_deal_once_on_any_number_of_processes() -> None:
    tasks = [Task(str(number), RULES, deal(number)) for number in range(1, 13)]
    alone = {solved.task.id: solved.answer for solved in solve_all(tasks, Limits())}
    together = {solved.task.id: solved.answer for solved in solve_all(tasks, Limits(), jobs=2)}
    assert list(alone) == [task.id for task in tasks]
    assert together == alone


def test_a_batch_keeps_to_its_limits_and_calls_the_rest_undecided() -> None:
    task = Task("1", RULES, deal(1))
    late = next(solve_all([task], Limits(Goal.OPTIMAL, seconds=0.0)))
    small = next(solve_all([task], Limits(Goal.FIRST, memory=1000)))
    assert not late.answer.optimal
    assert small.answer.verdict is Verdict.UNDECIDED
