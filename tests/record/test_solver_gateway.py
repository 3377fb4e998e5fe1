"""What goes to the solver's worker and comes back from it, with a client that the test answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from recording_services import SilentSolver

from game.app.frame_drawing import FirstFrame
from game.core.deals import deck_of
from game.record import solver_gateway
from game.record.solver_gateway import SolverGateway
from game.rules import BrainJam, LaPeau
from game.solver.answer import Answer, Goal, Verdict
from game.solver.line_worths import Line
from game.solver.worker import Delivery, FoundDeal, Seek, Weighed

JAM, PEAU = BrainJam(), LaPeau("same")
START = JAM.deal(deck_of(1))
LINE = Line.of_actions(JAM, START, ())
ANSWER = Delivery(1, Answer(Verdict.UNDECIDED), True, 0.01)
WEIGHED = Weighed(7, (), final=True)


class ByHand(SilentSolver):
    """Stands in for the client: notes what it is told, and the test answers."""

    def __init__(self, receive: Callable[[Any], None]) -> None:
        super().__init__(receive)
        self.receive = receive
        self.stock: list[int] = []
        self.stocked: list[tuple[str, tuple[str, ...]]] = []
        self.closed = self.cancelled = self.stopped = 0

    def cancel(self) -> None:
        self.cancelled += 1

    def stop_weighing(self) -> None:
        self.stopped += 1

    def ready_number(self, game: str, options: Iterable[str] = ()) -> int | None:  # type: ignore[override]
        self.stocked.append((game, tuple(options)))
        return self.stock.pop(0) if self.stock else None

    def close(self) -> None:
        self.closed += 1


class QueuedClient:
    """A gateway, the client it has made, and what was handed to who asked."""

    def __init__(self, *, eager: bool | None = True, **more: Any) -> None:
        self.woken = 0
        self.clients: list[ByHand] = []
        self.heard: list[object] = []
        self.solver = SolverGateway(self._wake, self._make, eager=eager, **more)  # type: ignore[arg-type]

    def _wake(self) -> None:
        self.woken += 1

    def _make(self, receive: Callable[[Any], None]) -> ByHand:
        self.clients.append(ByHand(receive))
        return self.clients[-1]

    @property
    def client(self) -> ByHand:
        (client,) = self.clients
        return client

    def ask(self, take: Callable[[Delivery], bool]) -> int:
        return self.solver.ask(JAM, START, Goal.FIRST, 1.0, take)

    def hear(self, result: object) -> bool:
        self.heard.append(result)
        return True


def test_every_result_wakes_the_program_and_goes_to_who_asked_when_it_is_collected() -> None:
    queued, found = QueuedClient(), FoundDeal(Seek("gaps", (), 5, 100), 617)
    assert queued.ask(lambda answer: queued.hear(("answer", answer))) == 1
    assert queued.solver.weigh(LINE, (), lambda told: queued.hear(("weighed", told))) == 2
    queued.solver.seek(found.seek, lambda deal: queued.heard.append(("found", deal)))
    for result in (WEIGHED, found, ANSWER):
        queued.client.receive(result)
    assert queued.woken == 3 and queued.heard == []
    assert queued.solver.collect()
    assert queued.heard == [("weighed", WEIGHED), ("found", found), ("answer", ANSWER)]
    assert not queued.solver.collect()


def test_each_deal_that_is_found_goes_to_who_sought_it() -> None:
    queued, heard = QueuedClient(), dict[str, FoundDeal]()
    found = [FoundDeal(Seek(game, (), 5, 100), 617) for game in ("gaps", "klondike")]
    queued.solver.seek(found[0].seek, lambda deal: heard.update(one=deal))
    queued.solver.seek(found[1].seek, lambda deal: heard.update(other=deal))
    for deal in found:
        queued.client.receive(deal)
    assert queued.solver.collect()
    assert heard == {"one": found[0], "other": found[1]}


@pytest.mark.parametrize("result", [ANSWER, WEIGHED])
def test_whoever_asked_says_whether_a_result_changes_what_is_shown(result: object) -> None:
    queued = QueuedClient()
    for changes in (False, True):
        queued.ask(lambda answer, changes=changes: changes)
        queued.solver.weigh(LINE, (), lambda weighed, changes=changes: changes)
        queued.client.receive(result)
        assert queued.solver.collect() is changes


def test_no_worker_is_made_only_to_be_stopped_or_ended() -> None:
    queued = QueuedClient()
    for end in (queued.solver.cancel, queued.solver.stop_weighing, queued.solver.close):
        end()
    assert not queued.clients
    queued.ask(lambda answer: True)
    for end in (queued.solver.cancel, queued.solver.stop_weighing, queued.solver.close):
        end()
    assert (queued.client.cancelled, queued.client.stopped, queued.client.closed) == (1, 1, 1)


# Winnable numbers


def test_each_winnable_number_is_given_once() -> None:
    queued = QueuedClient()
    assert queued.solver.ready_number(JAM) is None
    queued.client.stock = [17, 4, 99]
    queued.solver.stock(JAM)
    queued.solver.stock(JAM)
    assert queued.client.stock == [4, 99]
    queued.solver.stock(PEAU)
    assert queued.solver.ready_number(JAM) == 17
    assert queued.solver.ready_number(JAM) == 99
    assert queued.solver.ready_number(PEAU) == 4
    assert queued.solver.ready_number(JAM) is queued.solver.ready_number(PEAU) is None
    assert {("brainjam", ()), ("lapeau", ("same",))} == set(queued.client.stocked)


def test_where_no_number_is_ready_it_is_asked_for_again() -> None:
    queued = QueuedClient()
    queued.solver.stock(JAM)
    queued.client.stock = [17, 4]
    queued.solver.stock(JAM)
    assert queued.client.stock == [4]
    assert queued.solver.ready_number(JAM) == 17


def test_before_the_first_frame_no_worker_is_started_for_the_stock() -> None:
    first_frame = FirstFrame()
    queued = QueuedClient(after_first_frame=first_frame.after)
    queued.solver.stock(JAM)
    assert not queued.clients
    first_frame.show()
    assert queued.client.stocked == [("brainjam", ())]


def test_one_that_is_not_eager_stocks_nothing() -> None:
    queued = QueuedClient(eager=False)
    assert queued.solver.ready_number(JAM) is None
    assert not queued.clients


def test_without_a_word_it_is_eager_where_the_solver_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for compiled in (False, True):
        monkeypatch.setattr(solver_gateway, "is_compiled", lambda compiled=compiled: compiled)
        assert QueuedClient(eager=None).solver.is_eager is compiled
