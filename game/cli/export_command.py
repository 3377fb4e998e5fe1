"""The commands `export` and `import`: write all of a player's data into one file, and read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from game.cli.arguments import Arguments, UsageError
from game.cli.launch_arguments import folders_of
from game.core.translatable_texts import WordedError, Wording
from game.record.full_export_and_import import (
    deals_kept,
    start_export,
    start_import,
    take_extras,
)
from game.storage import Storage, StorageError
from game.storage.export_file import check_export
from game.system.console import complain, counted, one_line
from game.system.folders import Folders, spare_file_folders
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
        extras = take_extras(folders, taken.extras)
        unsaved = settings.change(**extras.settings)
        print(f"{counted(deals_kept(storage) - before, 'new deal')} from {file}")
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
