"""What the solver's bench makes of a sample of deals."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from game.solver.answer import Answer, Verdict

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.mark.parametrize(
    ("won", "lost", "undecided", "met"),
    [(5, 25, 0, True), (50, 250, 0, False), (50, 200, 50, True), (108, 192, 0, True)],
)
def test_a_share_fails_only_where_chance_does_not_explain_it(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    won: int,
    lost: int,
    undecided: int,
    met: bool,
) -> None:
    monkeypatch.setattr(sys, "path", [str(TOOLS), str(TOOLS / "bench"), *sys.path])
    measure = importlib.import_module("solver_measure")
    counts = {Verdict.WON: won, Verdict.UNWINNABLE: lost, Verdict.UNDECIDED: undecided}
    answers = [Answer(verdict) for verdict, count in counts.items() for _ in range(count)]
    measure.won_row("lapeau-same", measure.Run(answers, []), 0.3566, 0.3625)
    assert capsys.readouterr().out.endswith("| met |\n" if met else "| NOT MET |\n")
