"""The commands `export` and `import`: write all of a player's data into one file, and read it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.cli.arguments import Arguments, UsageError
from game.cli.launch_arguments import folders_of
from game.record.full_export import export_all, import_all, take_settings
from game.storage import Storage, StorageError
from game.system.console import complain, counted
from game.system.folders import Folders
from game.system.settings import SettingsFile


def export_data(arguments: Arguments) -> int:
    """Write all data into one file; returns the exit code."""

    def write(storage: Storage, settings: SettingsFile, folders: Folders, file: Path) -> str:
        export_all(storage, settings, folders, file)
        return f"{counted(len(storage.library()), 'deal')} in {file}"

    return _move(arguments, write)


def import_data(arguments: Arguments) -> int:
    """Import all data of an export file; returns the exit code."""

    def read(storage: Storage, settings: SettingsFile, folders: Folders, file: Path) -> str:
        before = len(storage.library())
        take_settings(settings, import_all(storage, folders, file))
        return f"{counted(len(storage.library()) - before, 'new deal')} from {file}"

    return _move(arguments, read)


def _move(
    arguments: Arguments,
    do: Callable[[Storage, SettingsFile, Folders, Path], str],
) -> int:
    """Open the player's data for a command that names one file, and print what `do` returns."""
    if len(arguments.words) != 1:
        raise UsageError(f"'{arguments.command}' needs the name of one file")
    folders, file = folders_of(arguments), Path(arguments.words[0]).absolute()
    storage = Storage(folders.data)
    try:
        for notice in storage.take_notices():
            complain(str(notice))
        print(do(storage, SettingsFile(folders.settings), folders, file))
    except StorageError as error:
        complain(str(error))
        return 1
    finally:
        storage.close()
    return 0
