"""The option `--validate`: checks everything that is stored for damage."""

from __future__ import annotations

from pathlib import Path

from game.system.console import complain, counted, one_line
from game.system.folders import Folders, levels_folder


def validate_folder(folder: Path) -> int:
    """Check everything that is stored and all level files, and print each problem. Returns the exit
    code: 1 if there are any.
    """
    if not folder.is_dir():
        return complain(f"{folder}: no such folder")
    from game.record.validation import validate

    report = validate(folder, (levels_folder(), Folders(folder).levels))
    for problem in report.problems:
        print(one_line(problem))
    wrong = counted(len(report.problems), "problem") if report.problems else "no problems"
    print(f"{counted(report.deals, 'deal')} and {counted(report.answers, 'solution')} in {folder},")
    print(f"{counted(report.levels, 'deal')} in level files: {wrong}")
    return int(bool(report.problems))
