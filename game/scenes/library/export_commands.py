"""All games written into one file, and such a file taken in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import count
from pathlib import Path

from game.record.full_export import export_all, import_all
from game.scenes.common.base import Change, Push, Services
from game.scenes.common.question import QuestionScene
from game.storage import StorageError
from game.storage.export_file import SUFFIX


class ExportCommands:
    """The file lies in the player's documents, where it is looked for as well."""

    def __init__(self, services: Services, today: Callable[[], date] = date.today) -> None:
        self._services, self._ = services, services.language
        self._today = today

    def export(self) -> None:
        """Write a new file."""
        services, _ = self._services, self._
        storage = services.game_store.storage
        try:
            path = self._free_path()
            path.parent.mkdir(parents=True, exist_ok=True)
            export_all(storage, services.settings_file, services.folders, path)
        except StorageError as error:
            services.tell(error.sentence(_))
        except OSError as error:
            told = _("{file} could not be saved: {what}")
            services.tell(told.format(file=services.folders.documents, what=error.strerror))
        else:
            deals = len(storage.library())
            told = _.plural("{n} deal is in {file}", "{n} deals are in {file}", deals)
            services.tell(told.format(n=_.number(deals), file=path))

    def _free_path(self) -> Path:
        folder, name = self._services.folders.documents, f"fourfold-{self._today().isoformat()}"
        paths = (folder / f"{name}{f'-{n}' if n > 1 else ''}{SUFFIX}" for n in count(1))
        return next(path for path in paths if not path.exists())

    def ask_to_import(self) -> Change | None:
        """Ask whether the newest file is to be taken in."""
        _, folder = self._, self._services.folders.documents
        try:
            files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime)
        except OSError:
            files = []
        if not files:
            told = _("Put an export (a file that ends in {suffix}) into {folder}")
            self._services.tell(told.format(suffix=SUFFIX, folder=folder))
            return None
        return Push(
            QuestionScene(
                self._services,
                _("Import {file}?").format(file=files[-1].name),
                _("What is here stays: of a deal that is in both, both lines are kept."),
                _("Import"),
                lambda: self._import(files[-1]),
            )
        )

    def _import(self, file: Path) -> None:
        services, _ = self._services, self._
        storage = services.game_store.storage
        try:
            before = len(storage.library())
            settings = import_all(storage, services.folders, file)
            new = len(storage.library()) - before
        except StorageError as error:
            services.tell(error.sentence(_))
            return
        services.daily.read_again()
        for name, value in settings.items():
            if name in services.settings._fields:
                self._choose(name, value)
        told = _.plural("{n} new deal is here now", "{n} new deals are here now", new)
        services.tell(told.format(n=_.number(new)))

    def _choose(self, name: str, value: bool | int | float | str) -> None:
        """A choice of the other machine, where there is such a one here."""
        if value == getattr(self._services.settings, name):
            return
        try:
            self._services.change(**{name: value})
        except (ValueError, TypeError):
            return
