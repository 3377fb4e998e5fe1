"""Checks everything: style, types, tests. What follows on the command line goes to pytest.

Stops at the first step that fails. pytest runs last, so its closing line is the last one. It uses
every processor, four at most; the tests of one file stay together. Files run in their own order:
otherwise those with few tests run last, which are the slow ones, and one processor waits for the
other. Where there is a C compiler the solver is compiled meanwhile, before the tests.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
STEPS: Final = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    (
        *("pytest", "-n", "auto", "--maxprocesses", "4"),
        *("--dist", "loadfile", "--no-loadscope-reorder"),
    ),
)


def main() -> int:
    # Compiled, the tests that solve take a tenth of the time, and compare both solvers.
    compiling = subprocess.Popen(
        [sys.executable, "tools/compile_solver.py", "--if-possible"], cwd=ROOT
    )
    for step in STEPS:
        if step == STEPS[-1]:
            compiling.wait()
        words = [*step, *sys.argv[1:]] if step == STEPS[-1] else list(step)
        print(f"== {' '.join(words)}", flush=True)
        status = subprocess.run([sys.executable, "-m", *words], cwd=ROOT).returncode
        if status and step != STEPS[-1]:
            print(f"check: {' '.join(words)} failed, what comes after it did not run", flush=True)
            return status
    return status


if __name__ == "__main__":
    raise SystemExit(main())
