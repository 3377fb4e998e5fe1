"""Starts Fourfold: python -m game, main.py in a checkout, and the commands of an installed one.

Whatever ends it is told of, be it that a part of the program is missing.
"""

import gc
import sys
from typing import Final

# While modules come there is no garbage, and looking for it takes some ms; until it is let.
gc.disable()

WITHOUT_WINDOW: Final = ("deal", "verify", "solve", "review", "play")
"""The commands that print: nobody waits for a dialog."""


def begin_program() -> int:
    """Do what the command line asks; returns the exit code."""
    try:
        from game.cli.commands import main as do

        return do()
    except Exception:
        from game.system.fault_report import likely_folders, report_fault

        argv = sys.argv[1:]
        window = not argv or argv[0] not in WITHOUT_WINDOW
        return report_fault(likely_folders(argv), window=window)


if __name__ == "__main__":
    raise SystemExit(begin_program())
