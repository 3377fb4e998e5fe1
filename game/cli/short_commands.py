"""The commands and options that print what is known without a search: deals, answers, folders. Also
those that write all of a player's data into one file, and read it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from game import __version__
from game.cli.arguments import Arguments, UsageError
from game.cli.deal_arguments import answer_text, choose, folders_of
from game.core import cards, deals
from game.core.deals import Deck
from game.core.translatable_texts import WordedError, Wording
from game.play import notation
from game.record.full_export_and_import import deals_kept, start_export, start_import, take_extras
from game.record.validation import validate
from game.rules import Rules
from game.solver.compiled import is_compiled
from game.storage import Storage, StorageError
from game.storage.export_file import check_export
from game.system.console import complain, counted, one_line
from game.system.folders import Folders, levels_folder, spare_file_folders
from game.system.settings import SettingsFile


def print_deal(arguments: Arguments) -> int:
    """Print the deal that the command line names; returns the exit code."""
    chosen = choose(arguments)
    dealt = chosen.one()
    print(deal_text(chosen.rules, dealt.deck, dealt.number))
    return chosen.status


def deal_text(rules: Rules, deck: Deck, number: int | None) -> str:
    """A deal as lines of text: its name, its 52 letters, then its cards row by row as they are
    dealt. If the second row is one shorter than the first, each row begins one card further right.
    """
    name = f"{rules.name} {number}" if number is not None else rules.name
    rows = rules.rows(deck)
    widest = len(rows[0]) if len(rows[0]) == len(rows[1]) + 1 else 0
    lines = [("   " * (widest - len(row)) + " ".join(map(cards.name, row))) for row in rows]
    return "\n".join((name, f"deck {deals.deck_text(deck)}", *lines))


def verify_answer(arguments: Arguments) -> int:
    """Replay an answer, and print whether it wins or where it breaks. Returns the exit code: that
    of a pack with broken lines, else 1 unless the answer wins. Raises UsageError.
    """
    chosen = choose(arguments)
    start = chosen.rules.deal(chosen.one().deck)
    text = answer_text(arguments)
    try:
        moves = notation.read_answer(chosen.rules, start, text)
    except WordedError as error:
        print(one_line(str(error)))
        return chosen.status or 1
    position, count = notation.replay(chosen.rules, start, moves)
    won = chosen.rules.is_won(position)
    print(f"{'won in' if won else 'not won after'} {counted(count, 'move')}")
    return chosen.status or int(not won)


def print_validation(arguments: Arguments) -> int:
    """Check everything that is stored and all level files, and print each problem. Returns the exit
    code: 1 if there are any.
    """
    folder = folders_of(arguments).data
    if not folder.is_dir():
        return complain(f"{folder}: no such folder")
    report = validate(folder, (levels_folder(), Folders(folder).levels))
    for problem in report.problems:
        print(one_line(problem))
    wrong = counted(len(report.problems), "problem") if report.problems else "no problems"
    print(f"{counted(report.deals, 'deal')} and {counted(report.answers, 'solution')} in {folder},")
    print(f"{counted(report.levels, 'deal')} in level files: {wrong}")
    return int(bool(report.problems))


def print_version(arguments: Arguments) -> int:
    """Print the version, and which solver it has; returns the exit code."""
    print(f"fourfold {__version__} (solver: {'compiled' if is_compiled() else 'plain'})")
    return 0


def print_folders(arguments: Arguments) -> int:
    """Print the folders in use; returns the exit code."""
    folders = folders_of(arguments)
    for name in ("data", "settings", "cache", "levels", "screenshots"):
        print(f"{name:<12} {getattr(folders, name)}")
    return 0


def export_data(arguments: Arguments) -> int:
    """Write all data into one file; returns the exit code."""
    folder = folders_of(arguments).data
    if not folder.is_dir():
        return complain(f"{folder}: no such folder")

    def write(storage: Storage, settings: SettingsFile, folders: Folders, file: Path) -> int:
        if not storage.was_read:
            complain(f"{storage.path}: your games could not be read, nothing was exported")
            return 1
        export, left_out = start_export(storage, settings, folders, file)
        export.work()
        print(f"{counted(len(storage.library()), 'deal')} in {file}")
        return _complain_all(left_out)

    return _move(arguments, write)


def import_data(arguments: Arguments) -> int:
    """Import all data of an export file; returns the exit code."""

    def read(storage: Storage, settings: SettingsFile, folders: Folders, file: Path) -> int:
        before = deals_kept(storage)
        taken = start_import(storage, file)
        taken.work()
        extras = take_extras(folders, taken.extras, with_settings=not before)
        unsaved = settings.change(**extras.settings)
        print(f"{counted(len(deals_kept(storage) - before), 'new deal')} from {file}")
        if taken.left_out:
            print(f"left out, as the rules refuse it: {counted(taken.left_out, 'action')}")
        for renamed in extras.renamed:
            print(one_line(str(renamed)))
        return _complain_all([*extras.troubles, *([] if unsaved is None else [unsaved])])

    return _move(arguments, read, check_export)


def _move(
    arguments: Arguments,
    do: Callable[[Storage, SettingsFile, Folders, Path], int],
    check: Callable[[Path], None] = lambda file: None,
) -> int:
    """Open the player's data for a command that names one file, tell what is wrong with it, and
    return what `do` returns, the exit code. `check` looks at the file first.
    """
    if len(arguments.words) != 1:
        raise UsageError(f"'{arguments.command}' needs the name of one file")
    folders, file = folders_of(arguments), Path(arguments.words[0]).absolute()
    try:
        check(file)
    except StorageError as error:
        if not file.exists():
            return complain(f"{file}: no such file or folder")
        complain(str(error))
        return 1
    storage = Storage(folders.data, spare_folders=spare_file_folders(), cache=folders.cache)
    try:
        _complain_of(storage)
        return do(storage, SettingsFile(folders.settings), folders, file)
    except (StorageError, WordedError) as error:
        complain(str(error))
        return 1
    finally:
        _complain_of(storage)
        with suppress(StorageError):  # all that `do` has stored is on disk
            storage.close()


def _complain_all(troubles: Sequence[Wording]) -> int:
    """Print some errors; returns the exit code."""
    for trouble in troubles:
        complain(str(trouble))
    return int(bool(troubles))


def _complain_of(storage: Storage) -> None:
    for notice in storage.take_notices():
        complain(str(notice))
