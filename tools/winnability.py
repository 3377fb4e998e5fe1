"""How many deals can be won: solve the first N numbers of a game, print share and interval.

    python tools/winnability.py lapeau --deals 10000 --same --jobs 2
    python tools/winnability.py gaps --deals 10000 --redeals 0

Each verdict goes to a state file as it is found, so a run that is broken off goes on where it
was; a larger N adds to it. A deal left undecided is tried again under a longer time limit.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

# After the folders of PYTHONPATH, so that a compiled build can be measured.
sys.path.append(str(Path(__file__).resolve().parent.parent))

from game.core import deals
from game.rules import RULES, rules_for, with_redeals
from game.solver import registry
from game.solver.answer import Goal, Verdict

SLICE: Final = 2000
"""States between two looks at the clock."""
MEMORY: Final = 1_000_000_000
DEVIATION: Final = 1.959964
"""So many standard deviations hold 95 % of all samples."""


@dataclass(frozen=True)
class Result:
    number: int
    verdict: str
    seconds: float
    time_limit: float
    score: int | None
    nodes: int


def solve(
    number: int, game: str, options: tuple[str, ...], time_limit: float, redeals: int | None
) -> Result:
    """The verdict of one deal; undecided at its limit of CPU seconds. `redeals`: so many at most;
    None: as many as the game has.
    """
    rules = rules_for(game, options)
    if redeals is not None:
        rules = with_redeals(rules, redeals) or rules
    begun = time.process_time()
    search = registry.start(rules, rules.deal(deals.deck_of(number)), Goal.FIRST, MEMORY)
    spent = 0.0
    while not search.run(SLICE) and spent < time_limit:
        spent = time.process_time() - begun
    answer = search.answer()
    return Result(number, answer.verdict.value, round(time.process_time() - begun, 6),
                  time_limit, answer.score, answer.nodes)  # fmt: skip


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The confidence interval of a share (Wilson), as fractions; all of it for no try."""
    if not tries:
        return 0.0, 1.0
    share = hits / tries
    square = DEVIATION**2
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = share * (1 - share) / tries + square / (4 * tries**2)
    reach = DEVIATION * math.sqrt(half) / (1 + square / tries)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def stored(path: Path) -> dict[int, Result]:
    """The results of earlier runs; a line cut short by a broken-off run is left out."""
    found: dict[int, Result] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                result = Result(**json.loads(line))
            except (ValueError, TypeError):
                continue
            found[result.number] = result
    return found


def to_do(arguments: argparse.Namespace, known: dict[int, Result]) -> Iterator[int]:
    """The deals without a verdict that were not yet tried for so long."""
    for number in range(1, arguments.deals + 1):
        before = known.get(number)
        settled = before is not None and before.verdict != Verdict.UNDECIDED
        tried = before is not None and before.time_limit >= arguments.time_limit
        if not settled and not tried:
            yield number


def solved(numbers: list[int], arguments: argparse.Namespace) -> Iterator[Result]:
    """The results as they come."""
    options = ("same",) if arguments.same else ()
    limits = {"time_limit": arguments.time_limit, "redeals": arguments.redeals}
    one = partial(solve, game=arguments.game, options=options, **limits)
    if arguments.jobs == 1:
        yield from map(one, numbers)
        return
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        yield from pool.imap_unordered(one, numbers, chunksize=4)


def report(results: list[Result], name: str) -> str:
    """Share and interval of the decided deals, what the undecided could change, and times."""
    won = sum(result.verdict == Verdict.WON for result in results)
    open_ = sum(result.verdict == Verdict.UNDECIDED for result in results)
    decided = len(results) - open_
    low, high = wilson(won, decided)
    times = sorted(result.seconds for result in results)
    lines = [
        f"{name}: {len(results)} deals, {won} won, {decided - won} lost, {open_} undecided",
        f"of the decided {100 * won / max(1, decided):.2f} % can be won "
        f"(95 % interval {100 * low:.2f} to {100 * high:.2f})",
        f"decided: {100 * decided / len(results):.2f} %",
    ]
    if open_:
        low, high = wilson(won, len(results))[0], wilson(won + open_, len(results))[1]
        lines.append(f"whatever the undecided are: {100 * low:.2f} to {100 * high:.2f} %")
    marks = ((0.5, "median"), (0.9, "90 %"), (0.99, "99 %"), (1.0, "worst"))
    spread = (f"{text} {times[round(part * (len(times) - 1))]:.5f}" for part, text in marks)
    mean = sum(times) / len(times)
    return "\n".join([*lines, f"CPU seconds a deal: mean {mean:.5f}, {', '.join(spread)}"])


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=list(RULES))
    parser.add_argument("--deals", type=int, required=True, help="numbers 1 to this one")
    parser.add_argument("--same", action="store_true", help="La Peau's policy")
    parser.add_argument("--redeals", type=int, help="so many at most, in Gaps")
    parser.add_argument("--time-limit", type=float, default=60.0, help="CPU seconds a deal")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--state", type=Path, help="the file that keeps the verdicts")
    arguments = parser.parse_args()
    if arguments.deals < 1 or arguments.jobs < 1:
        parser.error("--deals and --jobs take a number from 1 up")
    if arguments.same and arguments.game != "lapeau":
        parser.error("--same is for lapeau only")
    if arguments.redeals is not None and with_redeals(rules_for(arguments.game, ()), 0) is None:
        parser.error(f"{arguments.game} has no redeals")
    return arguments


def main() -> None:
    arguments = parsed()
    name = arguments.game + ("-same" if arguments.same else "")
    name += "" if arguments.redeals is None else f"-{arguments.redeals}"
    path = arguments.state or Path(f"winnability-{name}.jsonl")
    known = stored(path)
    numbers = list(to_do(arguments, known))
    with path.open("a", encoding="utf-8") as file:
        for result in solved(numbers, arguments):
            known[result.number] = result
            print(json.dumps(asdict(result)), file=file, flush=True)
    print(report([known[number] for number in range(1, arguments.deals + 1)], name))


if __name__ == "__main__":
    main()
