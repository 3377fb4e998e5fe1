"""Print what saving an action costs, and what a graph of 100,000 positions costs.

    python tools/bench/history.py [POSITIONS [ACTIONS]]

First random play of real deals through session, game store and storage into a file on disk.
`quiet`: as it is; `checked`: while a thread looks through the file and backs it up again and again,
as it does once after the start; commits and bytes, which are what the kernel was given, are for one
action. Where others do a lot, `chrt -r 10 python tools/bench/history.py` shows what it is without
them (and a worst case of 50 ms, by which the system holds up whatever runs like that).

Then opening a large graph, and playing and saving in it. Positions are numbers and cost nothing,
so the figures are those of history and storage alone; actions are real moves. `few ways`: one
position in ten is reached in several ways; `many`: nine in ten, so that shorter ways to known
positions are found all the time. Milliseconds are of the clock; those of the processor (cpu), in
brackets, leave out what others do on the machine.
"""

from __future__ import annotations

import gc
import random
import resource
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from measuring import Cost, share, timed

from game.core import deals
from game.core.moves import Action, Move, action_text
from game.core.threads_and_memory import garbage_collection_paused
from game.history import FAR, EdgeRow, History
from game.record.game_store import GameStore
from game.rules import RULES
from game.storage import DealChanges, DealKey, DealState, Storage
from game.system.console import Tracer

# Saving

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
    storage.tables.db.set_trace_callback(
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


def report_saving(count: int) -> bool:
    """Print the rows of saving; True if they are as good as they must be."""
    columns = ("p50 ms", "p99", "p99.9", "worst", "cpu p99", "commits", "bytes")
    print(f"{'save':<10}" + "".join(f"{column:>9}" for column in columns))
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        for way in ("quiet", "checked"):
            storage = Measured(Path(name) / way)
            with checked(storage) if way == "checked" else nullcontext():
                play(storage, count)
            storage.close()
            p99 = share(storage.ms, 0.99)
            worst = max(worst, p99)
            figures = (
                f"{statistics.median(storage.ms):.3f}",
                *(f"{share(storage.ms, part):.2f}" for part in (0.99, 0.999, 1.0)),
                f"{share(storage.cpu_ms, 0.99):.2f}",
                f"{storage.commits / len(storage.ms):.2f}",
                # With a thread that copies the file its bytes cannot be told from ours.
                f"{statistics.mean(storage.bytes):.0f}" if way == "quiet" else "",
            )
            print(f"{way:<10}" + "".join(f"{figure:>9}" for figure in figures), flush=True)
    print(f"(target: p99 under {MOST_P99_MS:.0f} ms)\n")
    return worst < MOST_P99_MS


# A large graph

KEY = DealKey("klondike", "", "A" * 52)
MEASURED = 3000
LONGEST = 300
MOVES = [Move(card, card + 8 & 51) for card in range(44)]
TARGETS = {"open, ms": 1000, "action p99, ms": 5, "save p99, ms": 2, "shortcut, ms": 300}


def new_history(numbers: int) -> History[int, Action]:
    def passed(number: int, action: Action) -> list[int]:
        after = (number * 48271 + (action[0].card or 0) * 7919) % numbers
        return [*[0] * (number % 3), after]

    return History(
        1,
        passed=passed,
        key=lambda number: number,
        is_won=lambda number: number % 5003 == 5,
        text=action_text,
        hash=lambda number: int(str(number)) + 1,
        branching=True,
    )


def explore(history: History[int, Action], pick: random.Random) -> None:
    """One action somewhere: on from here, or from a place gone back to."""
    if pick.random() < 0.1 or history.node.won or history.moves > LONGEST:
        history.undo(pick.randrange(1, 100))
        if history.node.out and pick.random() < 0.5:
            history.goto(pick.choice(history.node.out).target.key)
    if not history.node.won:
        action = (pick.choice(MOVES),)
        if (
            history.known(action) is None
            and history.key_of(history._passed_by(history.position, action)[-1]) == history.here
        ):
            return
        history.play(action)


def changes(history: History[int, Action]) -> DealChanges[Action]:
    return DealChanges(history.take_changes(), DealState(), positions=len(history) - 1)


def grow(folder: Path, numbers: int, positions: int) -> None:
    storage, history, pick = Storage(folder), new_history(numbers), random.Random(1)
    while len(history) < positions:
        explore(history, pick)
    storage.save(KEY, changes(history), history.whole)
    storage.close()


def opened(storage: Storage, numbers: int) -> tuple[History[int, Action], Cost]:
    history = new_history(numbers)

    def restore() -> None:
        saved = storage.open(KEY)
        with garbage_collection_paused():
            history.restore(saved.edges, saved.line, saved.bookmarks)
        assert history.position is not None

    return history, timed(restore)


def measure_opening(
    storage: Storage, numbers: int
) -> tuple[History[int, Action], dict[str, float]]:
    clock, processor = zip(*(opened(storage, numbers)[1] for _ in range(5)), strict=True)
    history, _ = opened(storage, numbers)
    gc.collect()
    return history, {
        "positions": len(history),
        "edges": sum(1 for _ in history.graph.edges()),
        "open, ms": statistics.median(clock),
        "open (processor), ms": statistics.median(processor),
    }


def measure_actions(storage: Storage, history: History[int, Action]) -> dict[str, float]:
    played, saved, pick = [], [], random.Random(2)

    def act() -> None:
        explore(history, pick)
        history.marks()

    for _ in range(MEASURED):
        acted = timed(act)
        saved.append(timed(lambda: storage.save(KEY, changes(history), history.whole)))
        played.append((acted[0] + saved[-1][0], acted[1] + saved[-1][1]))
    clock, processor = zip(*played, strict=True)
    save, save_processor = zip(*saved, strict=True)
    return {
        "action median, ms": statistics.median(clock),
        "action p99, ms": share(clock, 0.99),
        "action p99 (processor)": share(processor, 0.99),
        "save p99, ms": share(save, 0.99),
        "save p99 (processor)": share(save_processor, 0.99),
    }


def measure_shortcut(history: History[int, Action]) -> dict[str, float]:
    """One edge from the deal, to the position behind which most others lie far away."""
    graph = history.graph
    far = max(
        (node for node in graph.nodes.values() if node.depth < FAR),
        key=lambda node: (len(node.out), node.depth),
    )
    lengths = [node.depth for node in graph.nodes.values()]

    def shorten() -> None:
        for node in sorted(graph.nodes.values(), key=lambda node: -node.depth)[-1000:-900]:
            if node.depth < FAR and not node.won and node is not graph.start:
                graph.add(EdgeRow(graph.start.key, node.key, (MOVES[0],), 1))

    took = timed(shorten)[0] if far.depth > 1 else 0.0
    after = [node.depth for node in graph.nodes.values()]
    lower = sum(one != other for one, other in zip(lengths, after, strict=True))
    return {"shortcuts shorten": lower, "shortcut, ms": took}


def measure(folder: Path, numbers: int, positions: int) -> dict[str, float]:
    grow(folder, numbers, positions)
    storage = Storage(folder)
    size = storage.path.stat().st_size
    history, figures = measure_opening(storage, numbers)
    figures["file, MB"] = size / 1e6
    figures |= measure_actions(storage, history)
    storage.close()
    return figures | measure_shortcut(history)


def main() -> int:
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    good = report_saving(int(sys.argv[2]) if len(sys.argv) > 2 else ACTIONS)
    results = {}
    for name, numbers in (("few ways", positions * 5), ("many ways", positions * 101 // 100)):
        with tempfile.TemporaryDirectory() as folder:
            results[name] = measure(Path(folder), numbers, positions)
    print(f"{'History':<26}" + "".join(f"{name:>14}" for name in results) + f"{'target':>12}")
    for figure in results["few ways"]:
        target = f"< {TARGETS[figure]:g}" if figure in TARGETS else ""
        values = "".join(f"{result[figure]:>14,.2f}" for result in results.values())
        print(f"{figure:<26}{values}{target:>12}")
    print(f"peak memory, MB: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f}")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
