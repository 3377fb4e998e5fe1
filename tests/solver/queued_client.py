"""A client of the solver's worker whose answers wait in a queue."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Callable
from pathlib import Path

from game.core.deals import deck_of
from game.core.position import Position
from game.rules import BrainJam
from game.solver.client import SolverClient
from game.solver.worker import Delivery, FoundDeal

RULES = BrainJam()
SOON = 60.0


def deal(number: int) -> Position:
    return RULES.deal(deck_of(number))


class QueuedClient:
    """A client whose deliveries wait in a queue."""

    def __init__(self) -> None:
        self.deliveries: queue.Queue[Delivery | FoundDeal] = queue.Queue()
        self.client = SolverClient(self.deliveries.put)

    def final(self, number: int) -> Delivery:
        while True:
            delivery = self.deliveries.get(timeout=SOON)
            assert isinstance(delivery, Delivery)
            assert delivery.number == number, "an answer to a request that was overtaken"
            if delivery.final:
                return delivery

    def worker(self, other_than: int | None = None) -> int:
        """The process id of the worker, of a new one if there was one before."""
        until(lambda: self.client.pid not in (None, other_than))
        pid = self.client.pid
        assert pid is not None
        return pid


def until(happens: Callable[[], bool]) -> None:
    """Wait for something that must come soon."""
    end = time.monotonic() + SOON
    while not happens():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.005)


def runs(pid: int) -> bool:
    """True unless the process is gone or only waits to be reaped."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False
