"""Compare the solver's verdicts with fc-solve's and with those of another checkout of ours.

    python tools/bench/verdicts.py brainjam --deals 10000 --before ../earlier
    python tools/bench/verdicts.py lapeau --same --deals 10000 --before ../earlier

Every win is replayed by the rules. So where fc-solve or the earlier solver calls a deal lost that
is won here, that is their mistake; a deal called lost here that others win is ours, and the exit
status 1. Deals that one of both leaves undecided within its CPU seconds are counted apart.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = str(Path(__file__).resolve().parent)
if __name__ == "__main__" and "--root" in sys.argv:
    sys.path[:0] = [sys.argv[sys.argv.index("--root") + 1], HERE]
else:
    sys.path[:0] = [str(ROOT), str(ROOT / "tools"), str(ROOT / "tests" / "solver"), HERE]

from game.core.deals import deck_of  # noqa: E402 (needs the path)
from game.rules import RULES, Rules, rules_for  # noqa: E402
from game.solver import registry  # noqa: E402
from game.solver.answer import Answer, Goal, Verdict, replay_answer  # noqa: E402

STATES = 1000
"""Looked at between two looks at the clock."""


def verdict_of(rules: Rules, number: int, limit: float) -> Verdict:
    """Of one deal, within so many CPU seconds; a win is replayed here once more."""
    begun = time.process_time()
    position = rules.deal(deck_of(number))
    search = registry.start(rules, position, Goal.FIRST)
    while not search.run(STATES) and time.process_time() - begun < limit:
        pass
    answer: Answer = search.answer()
    if answer.verdict is Verdict.WON and not rules.is_won(
        replay_answer(rules, position, answer.moves)
    ):
        raise AssertionError(f"deal {number}: the answer does not win")
    return answer.verdict


def lines_of(root: Path, chosen: argparse.Namespace) -> subprocess.Popen[str]:
    """Another process that prints a verdict a line, by the solver of a checkout."""
    words = [sys.executable, __file__, chosen.game, "--root", str(root), "--deals",
             str(chosen.deals), "--first", str(chosen.first), "--seconds", str(chosen.seconds),
             *(["--same"] if chosen.same else [])]  # fmt: skip
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=clean)


def compare(name: str, mine: list[str], other: list[str], first: int) -> int:
    """Print the counts; returns how many deals are lost here that the other one wins."""
    pairs = list(enumerate(zip(mine, other, strict=True), first))
    open_ = [number for number, pair in pairs if Verdict.UNDECIDED in pair]
    theirs = [number for number, pair in pairs if pair == (Verdict.WON, Verdict.UNWINNABLE)]
    ours = [number for number, pair in pairs if pair == (Verdict.UNWINNABLE, Verdict.WON)]
    print(f"{name}: {len(pairs)} deals, {mine.count(Verdict.WON)} won here, "
          f"{len(open_)} undecided by one of both {open_[:10]}, "
          f"{len(theirs)} won here and lost there {theirs[:20]}, "
          f"{len(ours)} lost here and won there {ours[:20]}", flush=True)  # fmt: skip
    return len(ours)


def by_fc_solve(chosen: argparse.Namespace) -> list[str] | None:
    """fc-solve's verdicts of Brain Jam's deals; None where it is not installed."""
    import solver_brainjam

    last = chosen.first + chosen.deals - 1
    found = solver_brainjam.rival(chosen.first, last)
    if found is None:
        return None
    numbers = range(chosen.first, last + 1)
    return [Verdict.UNWINNABLE if number in found.lost else Verdict.WON for number in numbers]


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(RULES))
    parser.add_argument("--first", type=int, default=1, help="the first deal's number")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--same", action="store_true", help="La Peau: the other policy")
    parser.add_argument("--seconds", type=float, default=10.0, help="of CPU for each deal")
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version")
    parser.add_argument("--root", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    chosen = parsed()
    rules = rules_for(chosen.game, ("same",) if chosen.same else ())
    numbers = range(chosen.first, chosen.first + chosen.deals)
    if chosen.root:
        for number in numbers:
            print(verdict_of(rules, number, chosen.seconds), flush=True)
        return
    before = lines_of(chosen.before, chosen) if chosen.before else None
    mine: list[str] = [verdict_of(rules, number, chosen.seconds) for number in numbers]
    wrong = 0
    if chosen.game == "brainjam" and (rival := by_fc_solve(chosen)):
        wrong += compare("fc-solve", mine, rival, chosen.first)
    if before:
        found = before.communicate()[0].split()
        if before.returncode:
            raise SystemExit(f"{chosen.before}: its solver ended with status {before.returncode}")
        wrong += compare(str(chosen.before), mine, found, chosen.first)
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
