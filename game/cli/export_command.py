"""The commands `export` and `import`: write all of a player's data into one file, and read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from game.cli.arguments import Arguments, UsageError
from game.cli.launch_arguments import folders_of
from game.core.translatable_texts import WordedError, Wording
from game.record.full_export_and_import import deals_kept, export_all, import_all
from game.storage import Storage, StorageError
from game.storage.export_file import check_export
from game.system.console import complain, counted, one_line
from game.system.folders import Folders
from game.system.journal_folders import journal_folders
from game.system.settings import SettingsFile


def export_data(arguments: Arguments) -> int:
    """Write all data into one file; returns the exit code."""
    folder = folders_of(arguments).data
    if not folder.is_dir():
        return complain(f"{folder}: no such folder")

    def write(storage: Storage, settings: SettingsFile, folders: Folders, file: Path) -> int:
        if not storage.was_read:
            complain(f"{storage.path}: your games could not be read, nothing was exported")
            return 1
        left_out = export_all(storage, settings, folders, file)
        print(f"{counted(len(storage.library()), 'deal')} in {file}")
        return _complain_all(left_out)

    return _move(arguments, write)


def import_data(arguments: Arguments) -> int:
    """Import all data of an export file; returns the exit code."""

    def read(storage: Storage, settings: SettingsFile, folders: Folders, file: Path) -> int:
        before = deals_kept(storage)
        extras = import_all(storage, folders, file)
        unsaved = settings.change(**extras.settings)
        new, strange = (now - was for now, was in zip(deals_kept(storage), before, strict=True))
        print(f"{counted(new, 'new deal')} from {file}")
        if strange:
            print(f"{counted(strange, 'deal')} of games unknown to this version: kept")
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
        bad_input = complain(str(error))
        return 1 if file.exists() else bad_input
    storage = Storage(folders.data, journals=journal_folders(), cache=folders.cache)
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
