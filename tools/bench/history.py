"""Print what a graph of 100,000 positions costs: opening it, and playing and saving in it.

    python tools/bench/history.py [POSITIONS]

Positions are numbers and cost nothing, so the figures are those of history and storage alone;
actions are real moves. `few ways`: one position in ten is reached in several ways; `many`: nine in
ten, so that shorter ways to known positions are found all the time. Milliseconds are of the clock;
those of the processor, in brackets, leave out what others do on the machine.
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

from game.core.garbage_collection import garbage_collection_paused
from game.core.moves import Action, Move, action_text
from game.history import FAR, EdgeRow, History
from game.storage import DealChanges, DealKey, DealState, Storage

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


class Watch:
    """Milliseconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter(), time.process_time()

    def read(self) -> tuple[float, float]:
        """Of the clock, and of the processor."""
        clock, processor = self._start
        return (time.perf_counter() - clock) * 1e3, (time.process_time() - processor) * 1e3


def open_once(storage: Storage, numbers: int) -> tuple[History[int, Action], tuple[float, float]]:
    watch = Watch()
    saved = storage.open(KEY)
    history = new_history(numbers)
    with garbage_collection_paused():
        history.restore(saved.edges, saved.line, saved.bookmarks)
    assert history.position is not None
    return history, watch.read()


def measure_opening(
    storage: Storage, numbers: int
) -> tuple[History[int, Action], dict[str, float]]:
    opened = [open_once(storage, numbers)[1] for _ in range(5)]
    clock, processor = zip(*opened, strict=True)
    history, _ = open_once(storage, numbers)
    gc.collect()
    return history, {
        "positions": len(history),
        "edges": sum(1 for _ in history.graph.edges()),
        "open, ms": statistics.median(clock),
        "open (processor), ms": statistics.median(processor),
    }


def measure_actions(storage: Storage, history: History[int, Action]) -> dict[str, float]:
    played, saved, pick = [], [], random.Random(2)
    for _ in range(MEASURED):
        watch = Watch()
        explore(history, pick)
        history.marks()
        done = watch.read()
        storage.save(KEY, changes(history), history.whole)
        both = watch.read()
        played.append(both)
        saved.append((both[0] - done[0], both[1] - done[1]))
    clock, processor = (sorted(column) for column in zip(*played, strict=True))
    save, save_processor = (sorted(column) for column in zip(*saved, strict=True))
    at = MEASURED * 99 // 100
    return {
        "action median, ms": clock[MEASURED // 2],
        "action p99, ms": clock[at],
        "action p99 (processor)": processor[at],
        "save p99, ms": save[at],
        "save p99 (processor)": save_processor[at],
    }


def measure_shortcut(history: History[int, Action]) -> dict[str, float]:
    """One edge from the deal, to the position behind which most others lie far away."""
    graph = history.graph
    far = max(
        (node for node in graph.nodes.values() if node.depth < FAR),
        key=lambda node: (len(node.out), node.depth),
    )
    lengths = [node.depth for node in graph.nodes.values()]
    watch = Watch()
    if far.depth > 1:
        for node in sorted(graph.nodes.values(), key=lambda node: -node.depth)[-1000:-900]:
            if node.depth < FAR and not node.won and node is not graph.start:
                graph.add(EdgeRow(graph.start.key, node.key, (MOVES[0],), 1))
    took = watch.read()[0]
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


def main() -> None:
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
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


if __name__ == "__main__":
    main()
