"""Writes the golden files of tests/golden/ that can be computed: pinned deals, orders of moves,
counts of lines. Run it only where a change of theirs is meant, and say why in the commit.

    python -m tools.golden_files
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from golden_texts import GOLDEN, TEXTS  # noqa: E402


def main() -> None:
    for name, text in TEXTS.items():
        (GOLDEN / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
