"""Print what a tree of 100,000 positions costs: opening it, and playing and saving in it.

    python tools/bench/history.py [NODES]

Positions are numbers and cost nothing, so the figures are those of history and storage alone;
actions are real moves. `few twins`: one position in ten has been reached in several ways; `many`:
nine in ten, so that shorter ways with branches to take over are found all the time. Milliseconds
are of the clock; those of the processor, in brackets, leave out what others do on the machine.
"""

from __future__ import annotations

import gc
import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.core.moves import Action, Move
from game.history import History
from game.storage import DealKey, DealState, Storage, UnsavedWork
from game.storage.database_files import MAIN

KEY = DealKey("klondike", "", "A" * 52)
MEASURED = 3000
LONGEST = 300
MOVES = [Move(card, card + 8 & 51) for card in range(44)]
TARGETS = {"open, ms": 1000.0, "action p99, ms": 5.0}

Tree = History[int, Action]


def new_history(numbers: int) -> Tree:
    return History(
        1,
        apply=lambda number, action: (number * 48271 + (action[0].card or 0) * 7919) % numbers,
        key=lambda number: number,
        is_won=lambda number: number % 5003 == 5,
        cost=lambda number, action: 1 + number % 3,
        branching=True,
    )


def open_storage(folder: Path) -> Storage:
    return Storage(folder)


def explore(history: Tree, pick: random.Random) -> None:
    """One action somewhere: on from here, or from a place gone back to."""
    if pick.random() < 0.1 or history.node().won or history.moves > LONGEST:
        history.undo(pick.randrange(1, 100))
        if history.node().children and pick.random() < 0.5:
            history.goto(pick.choice(history.node().children).id)
    if not history.node().won:
        history.play((pick.choice(MOVES),))


def grow(folder: Path, numbers: int, nodes: int) -> None:
    storage, history, pick = open_storage(folder), new_history(numbers), random.Random(1)
    while len(history) < nodes:
        explore(history, pick)
    storage.save(KEY, UnsavedWork(history.take_changes(), DealState()))
    storage.close()


class Watch:
    """Milliseconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter(), time.process_time()

    def read(self) -> tuple[float, float]:
        """Of the clock, and of the processor."""
        clock, processor = self._start
        return (time.perf_counter() - clock) * 1e3, (time.process_time() - processor) * 1e3


def open_once(storage: Storage, numbers: int) -> tuple[Tree, tuple[float, float]]:
    watch = Watch()
    saved = storage.open(KEY)
    history = new_history(numbers)
    history.restore(saved.rows, saved.here, saved.bookmarks)
    assert history.position is not None
    return history, watch.read()


def measure_opening(storage: Storage, numbers: int) -> tuple[Tree, dict[str, float]]:
    opened = [open_once(storage, numbers)[1] for _ in range(5)]
    clock, processor = zip(*opened, strict=True)
    history, _ = open_once(storage, numbers)
    gc.collect()
    return history, {
        "positions": len(history),
        "open, ms": statistics.median(clock),
        "open (processor), ms": statistics.median(processor),
    }


def measure_actions(storage: Storage, history: Tree, log: Path) -> dict[str, float]:
    statements: list[str] = []
    storage._home.tables.db.execute(
        "PRAGMA wal_autocheckpoint = 0"
    )  # so that the log shows all bytes
    storage._home.tables.db.set_trace_callback(statements.append)
    before, times, pick = log.stat().st_size, [], random.Random(2)
    grafts = 0
    for _ in range(MEASURED):
        shape, nodes = history.shape, len(history)
        watch = Watch()
        explore(history, pick)
        storage.save(KEY, UnsavedWork(history.take_changes(), DealState()))
        times.append(watch.read())
        grafts += history.shape - shape > len(history) - nodes
    clock, processor = (sorted(column) for column in zip(*times, strict=True))
    storage._home.tables.db.set_trace_callback(None)
    return {
        "action median, ms": clock[MEASURED // 2],
        "action p99, ms": clock[MEASURED * 99 // 100],
        "action p99 (processor)": processor[MEASURED * 99 // 100],
        "action worst (processor)": processor[-1],
        "grafts in 1000 actions": grafts * 1000 / MEASURED,
        "transactions an action": statements.count("COMMIT") / MEASURED,
        "bytes an action": (log.stat().st_size - before) / MEASURED,
    }


def measure(folder: Path, numbers: int, nodes: int) -> dict[str, float]:
    grow(folder, numbers, nodes)
    size = (folder / MAIN).stat().st_size
    storage = open_storage(folder)
    history, figures = measure_opening(storage, numbers)
    figures["file, MB"] = size / 1e6
    figures |= measure_actions(storage, history, folder / (MAIN + "-wal"))
    storage.close()
    return figures


def main() -> None:
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    results = {}
    for name, numbers in (("few twins", nodes * 10), ("many twins", nodes // 10)):
        with tempfile.TemporaryDirectory() as folder:
            results[name] = measure(Path(folder), numbers, nodes)
    print(f"{'History':<26}" + "".join(f"{name:>14}" for name in results) + f"{'target':>12}")
    for figure in results["few twins"]:
        target = f"< {TARGETS[figure]:g}" if figure in TARGETS else ""
        values = "".join(f"{result[figure]:>14,.2f}" for result in results.values())
        print(f"{figure:<26}{values}{target:>12}")
    print(f"peak memory, MB: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f}")


if __name__ == "__main__":
    main()
