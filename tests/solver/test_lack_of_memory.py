"""A search whose memory cannot be had ends with what it knows, without a proof."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SEARCH = """
import resource, sys
from game.core import deals
from game.rules import RULES
from game.solver import registry
from game.solver.answer import Goal

game, number, proof = sys.argv[1:]
rules = RULES[game]()
start = rules.deal(deals.deck_of(int(number)))
no_limit = 10 ** 12
search = registry.start(rules, start, Goal.OPTIMAL, no_limit, 200 if proof else 0)
search.run(10)
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + 2_000_000,) * 2)
while not search.run(500):
    pass
assert search.run(500)
if proof:
    print(search.answer().moves or None, search.answer().least < 200)
else:
    print(search.answer().optimal, search.answer().verdict)
"""


def searched(game: str, number: int, proof: str = "") -> list[str]:
    """What a search tells whose process may take 2 MB more than it has."""
    run = subprocess.run(
        [sys.executable, "-c", SEARCH, game, str(number), proof],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.split()


@pytest.mark.skipif(sys.platform != "linux", reason="reads how large the process is")
@pytest.mark.parametrize(
    ("game", "number"), [("brainjam", 27), ("lapeau", 4), ("gaps", 4), ("klondike", 6)]
)
def test_a_search_without_memory_ends_and_proves_nothing(game: str, number: int) -> None:
    optimal, verdict = searched(game, number)
    assert optimal == "False"
    assert verdict in ("won", "undecided")


@pytest.mark.skipif(sys.platform != "linux", reason="reads how large the process is")
@pytest.mark.parametrize(("game", "number"), [("brainjam", 27), ("lapeau", 4)])
def test_a_proof_without_memory_keeps_its_lower_bound(game: str, number: int) -> None:
    assert searched(game, number, "proof") == ["None", "True"]
