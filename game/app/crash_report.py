"""The report of a crash: details go to a file, one line to the player."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pygame


def write_crash_report(folder: Path) -> int:
    """The details of the exception being handled go into a file of the folder, one line to the
    player; returns the exit code. What was shown as saved is saved all the same.
    """
    import traceback

    details = traceback.format_exc()
    file = folder / time.strftime("fault-%Y-%m-%d-%H%M%S.txt")
    try:
        file.write_text(details, encoding="utf-8", errors="backslashreplace")
        where = f"the details are in {file}"
    except OSError:
        where = details.strip().splitlines()[-1]
    told = f"a fault of the program ended it; {where}"
    if sys.stderr is None:
        # Windows gives a program without a console nowhere to print.
        pygame.display.message_box("Fourfold", told, "error")
    else:
        print(f"fourfold: {told}", file=sys.stderr)
    return 1
