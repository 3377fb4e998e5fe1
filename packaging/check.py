"""Tests what was built: python packaging/check.py. Further arguments go to pytest.

Needs what `build.py` and `wheels.py` have built from the present sources, the screen's
tools of the driven tests, and the network for the wheels. `-k frozen` tests the programs alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run the tests that are skipped while nothing is built."""
    command = [sys.executable, "-m", "pytest", "tests/packaging", *sys.argv[1:]]
    environment = {**os.environ, "FOURFOLD_BUILD": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    raise SystemExit(main())
