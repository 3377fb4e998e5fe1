"""The report of a crash of the program with a window."""

from __future__ import annotations

from pathlib import Path

from game.system.fault_report import report_fault
from game.system.folders import claimed, spare_data_dir


def write_crash_report(folder: Path) -> int:
    """The details of the exception being handled go into a file of the folder, or of a spare one,
    plain words to the player; returns the exit code. What was shown as saved is saved all the
    same.
    """
    return report_fault(_places(folder))


def _places(folder: Path) -> list[Path]:
    """The data folder, and where one may write if not there."""
    return [folder, claimed(spare_data_dir())]
