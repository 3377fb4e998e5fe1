"""Print what saving an action costs: time, transactions, bytes.

    python tools/bench/save.py [ACTIONS]

Random play of real deals through session, game store and storage into a file on disk. `quiet`: as
it is; `checked`: while a thread looks through the file and backs it up again and again, as it does
once after the start. Milliseconds are of the clock; those of the processor (cpu) leave out what
others do on the machine; the bytes are what the kernel was given. Where others do a lot, `chrt -r
10 python tools/bench/save.py` shows what it is without them (and a worst case of 50 ms, by which
the system holds up whatever runs like that).
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.core import deals
from game.record.game_store import GameStore
from game.rules import RULES
from game.storage import Storage
from game.system.trace import Tracer

ACTIONS = 4000
ACTIONS_A_DEAL = 200
MOST_P99_MS = 5.0


def written() -> int:
    """Bytes that this process has given to the kernel to write so far."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("wchar"))


class Measured(Storage):
    """Storage with a clock on saving."""

    ms: list[float]
    cpu_ms: list[float]
    bytes: list[int]
    commits = 0

    def save(self, *what: Any) -> bool:
        before, began, used = written(), time.perf_counter(), time.thread_time()
        by_other = super().save(*what)
        self.cpu_ms.append((time.thread_time() - used) * 1e3)
        self.ms.append((time.perf_counter() - began) * 1e3)
        self.bytes.append(written() - before)
        return by_other


@contextmanager
def checked(storage: Measured) -> Iterator[None]:
    """A thread that looks through the file all the time."""
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            storage.check(stop)
            storage.back_up(stop)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def play(storage: Measured, count: int) -> None:
    """So many random actions, one deal after another."""
    pick = random.Random(1)
    storage.ms, storage.cpu_ms, storage.bytes, storage.commits = [], [], [], 0
    storage._file.tables.db.set_trace_callback(
        lambda text: setattr(storage, "commits", storage.commits + (text == "COMMIT"))
    )
    number = 0
    while len(storage.ms) < count:
        number += 1
        rules = list(RULES.values())[number % len(RULES)]()
        game_store = GameStore(storage, Tracer(), print)
        session = game_store.open(rules, deals.deck_of(number), number, branching=True)
        until = len(storage.ms) + ACTIONS_A_DEAL
        for _ in range(2 * ACTIONS_A_DEAL):
            moves = rules.moves(session.position)
            if moves and pick.random() < 0.8:
                session.play(pick.choice(moves))
            else:
                session.undo(pick.randrange(1, 5))
            if len(storage.ms) >= until:
                break
        if number % 5 == 0:
            storage.idle()


def late(figures: list[float], part: float) -> float:
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * part))]


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else ACTIONS
    columns = ("p50 ms", "p99", "p99.9", "worst", "cpu p99", "commits", "bytes")
    print(f"{'save':<10}" + "".join(f"{column:>9}" for column in columns))
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        for way in ("quiet", "checked"):
            storage = Measured(Path(name) / way)
            if way == "checked":
                with checked(storage):
                    play(storage, count)
            else:
                play(storage, count)
            storage.close()
            p99 = late(storage.ms, 0.99)
            worst = max(worst, p99)
            figures = (
                f"{statistics.median(storage.ms):.3f}",
                *(f"{late(storage.ms, part):.2f}" for part in (0.99, 0.999, 1.0)),
                f"{late(storage.cpu_ms, 0.99):.2f}",
                f"{storage.commits / len(storage.ms):.2f}",
                # With a thread that copies the file its bytes cannot be told from ours.
                f"{statistics.mean(storage.bytes):.0f}" if way == "quiet" else "",
            )
            print(f"{way:<10}" + "".join(f"{figure:>9}" for figure in figures), flush=True)
    print(f"(target: p99 under {MOST_P99_MS:.0f} ms; commits and bytes are for one action)")
    return int(worst >= MOST_P99_MS)


if __name__ == "__main__":
    sys.exit(main())
