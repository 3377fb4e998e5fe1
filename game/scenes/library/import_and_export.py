"""Exports all games into one file, and imports such a file."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

from game.core.translatable_texts import WordedError, capitalised, said_in_turn, why
from game.record.full_export_and_import import (
    deals_kept,
    new_export_path,
    start_export,
    start_import,
    take_extras,
)
from game.scenes.common import progress
from game.scenes.common.base import Change, Push
from game.scenes.common.dialog_scene import QuestionScene
from game.scenes.common.progress import ProgressWords, ReportedWork, ReportWords
from game.scenes.common.services import Services
from game.storage import StorageError
from game.storage.export_file import SUFFIX
from game.system.language import Language
from game.system.settings import UNSAVED

MOST_TOLD: Final = 3
"""The most packs left out of an export that one message names."""


def export_games(services: Services) -> Change | None:
    """Write all games into a new file in the player's documents folder."""
    storage, _ = services.game_store.storage, services.language
    if not storage.was_read:
        services.tell(_("Your games could not be read: nothing was exported"))
        return None
    if services.settings_file.read_only:
        services.tell(_("Nothing was exported: this window is read-only (--read-only)"))
        return None
    services.game_store.keep_open_time()
    try:
        path = new_export_path(services.folders, date.today())
        path.parent.mkdir(parents=True, exist_ok=True)
        work = ExportWork(services, path)
    except StorageError as error:
        services.tell(error.sentence(_))
    except WordedError as error:
        services.tell(error.translated(_))
    except OSError as error:
        failed = UNSAVED.filled(file=services.folders.documents, what=why(error))
        services.tell(failed.translated(_))
    else:
        return progress.begin(services, work, EXPORT_WORDS, work.tell)
    return None


class ExportWork:
    """An export in progress: call `work` until it is `done`, then `tell`."""

    def __init__(self, services: Services, path: Path) -> None:
        """Raises StorageError or WordedError if the export cannot begin."""
        self._services, self._path = services, path
        storage = services.game_store.storage
        self._deals = len(storage.library())
        self._export, self._left_out = start_export(
            storage, services.settings_file, services.folders, path
        )
        self._failed: StorageError | WordedError | None = None

    @property
    def count(self) -> int:
        """The bytes to be written."""
        return self._export.count

    @property
    def read(self) -> int:
        """How many of them are written."""
        return self._export.read

    @property
    def done(self) -> bool:
        """True once the file is complete, or cannot be written."""
        return self._export.done

    def work(self, seconds: float) -> None:
        """Wait for the export for about `seconds`."""
        try:
            self._export.work(seconds)
        except (StorageError, WordedError) as error:
            self._failed = error

    def close(self) -> None:
        """Stop; nothing is written."""
        self._export.close()

    def tell(self, stopped: bool) -> Change | None:
        """Tell the player what became of it."""
        services, _ = self._services, self._services.language
        if stopped:
            services.tell(_("Stopped; nothing was exported"))
        elif isinstance(self._failed, StorageError):
            services.tell(self._failed.sentence(_))
        elif self._failed is not None:
            services.tell(self._failed.translated(_))
        else:
            told = _.plural("{n} deal saved to {file}", "{n} deals saved to {file}", self._deals)
            told = told.format(n=_.number(self._deals), file=self._path)
            first = [each.translated(_) for each in self._left_out[:MOST_TOLD]]
            more = " …" * (len(self._left_out) > MOST_TOLD)
            services.tell(said_in_turn((told, *first), _) + more)
        return None


def ask_to_import(services: Services) -> Change | None:
    """Ask whether to import the newest file in that folder."""
    _, folder = services.language, services.folders.documents
    try:
        files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime)
    except OSError:
        files = []
    if not files:
        told = _("Put an export (a {suffix} file) in {folder}")
        services.tell(told.format(suffix=SUFFIX, folder=folder))
        return None
    return ask_to_import_file(services, files[-1])


def ask_to_import_file(services: Services, file: Path) -> Change:
    """Ask whether an export is to be taken in."""
    _ = services.language
    return Push(
        QuestionScene(
            services,
            _("Import {file}?").format(file=file.name),
            _(
                "Your own games will be kept. If you already have one of the imported deals, "
                "your moves and the imported ones will both be kept."
            ),
            _("Import"),
            lambda: import_games(services, file),
        )
    )


def import_games(services: Services, file: Path) -> Change | None:
    """Import a file and report the result; of a large file, show the progress first."""
    services.game_store.keep_open_time()
    try:
        work = ImportWork(services, file)
    except StorageError as error:
        services.tell(error.sentence(services.language))
        return None
    after = services.game_store.read_again
    return progress.begin_reported(services, work, IMPORT_WORDS, IMPORT_REPORT, after)


class ImportWork:
    """An import in progress: call `work` until it is `done`, then show `lines`."""

    def __init__(self, services: Services, file: Path) -> None:
        """Raises StorageError if the file is not a valid export."""
        self._services, self._ = services, services.language
        storage = services.game_store.storage
        self._before = deals_kept(storage)
        self._taken = start_import(storage, file)
        self._failed: StorageError | None = None
        self._of_packs: list[str] = []
        """The words about level packs that were not saved, or saved under another name."""

    @property
    def count(self) -> int:
        """How often a deal is to be checked or imported; 1 until the file is open."""
        return self._taken.count

    @property
    def read(self) -> int:
        """How many of the `count` are done."""
        return self._taken.read

    @property
    def done(self) -> bool:
        """True once there is nothing left to take."""
        return self._taken.done

    def work(self, seconds: float) -> None:
        """Import for about `seconds`."""
        try:
            self._taken.work(seconds)
        except StorageError as error:
            self._failed = error
        if self.done:
            self._services.daily.read_again()
            if self._failed is None:
                self._take_extras()

    def close(self) -> None:
        """Stop importing."""
        self._taken.close()
        self._services.daily.read_again()

    def stopped_lines(self) -> list[str]:
        """The result in words, once it was stopped."""
        _, begun = self._, self._taken.has_begun
        told = _("Stopped; what was imported so far is kept, and you can import the rest later")
        return [told, *self.lines()] if begun else [_("Stopped; nothing was imported")]

    def lines(self) -> list[str]:
        """The result in words: how many deals are new, or the error."""
        _ = self._
        if self._failed is not None:
            return [self._failed.sentence(_)]
        now = deals_kept(self._services.game_store.storage)
        new, wrong = now - self._before, self._taken.left_out
        told = _.plural("{n} new deal imported", "{n} new deals imported", new)
        left_out = _.plural(
            "{n} action that breaks the rules was left out",
            "{n} actions that break the rules were left out",
            wrong,
        )
        lines = [told.format(n=_.number(new))]
        lines += [left_out.format(n=_.number(wrong))] if wrong else []
        return [*lines, *self._of_packs]

    def _take_extras(self) -> None:
        extras = take_extras(self._services.folders, self._taken.extras)
        told = [*extras.troubles, *extras.renamed]
        self._of_packs = [capitalised(each.translated(self._)) for each in told]
        self._services.change(**extras.settings)


def _stopped(_: Language, work: ReportedWork) -> list[str]:
    assert isinstance(work, ImportWork)
    return work.stopped_lines()


EXPORT_WORDS: Final = ProgressWords("export", lambda _: _("Exporting all games"))
IMPORT_WORDS: Final = ProgressWords("import", lambda _: _("Importing all games"))
IMPORT_REPORT: Final = ReportWords(lambda _: _("Imported games"), _stopped)
