"""Exports all games into one file, and imports such a file."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from game.core.translatable_texts import WordedError, Wording, capitalised, said_in_turn, why
from game.record.full_export_and_import import (
    deals_kept,
    new_export_path,
    start_export,
    start_import,
    take_extras,
)
from game.scenes.common import progress
from game.scenes.common.base import Change, Push
from game.scenes.common.dialog_scene import ask_yes_or_no
from game.scenes.common.progress import LongWork, ResultPage
from game.scenes.common.services import Services
from game.storage import StorageError
from game.storage.export_file import SUFFIX
from game.system.language import Language
from game.system.settings import UNSAVED

MOST_TOLD: Final = 3
"""The most packs left out of an export that one message names."""
ERRORS: Final = (StorageError, WordedError)
"""The errors with which an export or an import may end."""


def export_games(services: Services) -> Change | None:
    """Write all games into a new file in the player's documents folder."""
    storage, _ = services.game_store.storage, services.language
    if not storage.was_read:
        services.tell(_("Your games could not be read: nothing was exported"))
        return None
    if services.settings_file.read_only:
        services.tell(_("Nothing was exported: this window is read-only (--read-only)"))
        return None
    services.game_store.keep_time()
    try:
        path = new_export_path(services.folders, date.today())
        path.parent.mkdir(parents=True, exist_ok=True)
        deals = len(storage.library())
        job, left_out = start_export(storage, services.settings_file, services.folders, path)
    except ERRORS as error:
        services.tell(_sentence(error, _))
        return None
    except OSError as error:
        failed = UNSAVED.filled(file=services.folders.documents, what=why(error))
        services.tell(failed.translated(_))
        return None

    def then(stopped: bool, error: Exception | None) -> None:
        if stopped:
            services.tell(_("Stopped; nothing was exported"))
        elif error is not None:
            services.tell(_sentence(error, _))
        else:
            told = _.plural("{n} deal saved to {file}", "{n} deals saved to {file}", deals)
            told = told.format(n=_.number(deals), file=path)
            first = [each.translated(_) for each in left_out[:MOST_TOLD]]
            services.tell(said_in_turn((told, *first), _) + " …" * (len(left_out) > MOST_TOLD))

    heading = lambda _: _("Exporting all games")  # noqa: E731
    return progress.begin(services, LongWork(job, "export", heading, then, errors=ERRORS))


def _sentence(error: Exception, _: Language) -> str:
    """What the player is told of one of ERRORS."""
    assert isinstance(error, StorageError | WordedError)
    return error.sentence(_) if isinstance(error, StorageError) else error.translated(_)


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
    _, own = services.language, True
    with suppress(StorageError):
        own = bool(deals_kept(services.game_store.storage))
    return ask_yes_or_no(
        services,
        _("Import {file}?").format(file=file.name),
        _(
            "Your own games and options will be kept. If you already have one of the imported "
            "deals, your moves and the imported ones will both be kept."
        )
        if own
        else _("You have no games here yet: its games and options become yours."),
        _("Import"),
        lambda: import_games(services, file),
    )


def import_games(services: Services, file: Path) -> Change | None:
    """Import a file and report the result; of a large file, show the progress first."""
    storage, _ = services.game_store.storage, services.language
    services.game_store.keep_time()
    try:
        before = deals_kept(storage)
        job = start_import(storage, file)
    except StorageError as error:
        services.tell(error.sentence(_))
        return None

    def then(stopped: bool, error: Exception | None) -> Change:
        services.daily.read_again()
        of_packs: list[Wording] = []
        if not stopped and error is None:
            extras = take_extras(services.folders, job.extras, with_settings=not before)
            of_packs = [*extras.troubles, *extras.renamed]
            services.change(**extras.settings)
        services.game_store.read_again()

        def lines() -> list[str]:
            if error is not None:
                return [_sentence(error, _)]
            if stopped and not job.has_begun:
                return [_("Stopped; nothing was imported")]
            so_far = _(
                "Stopped; what was imported so far is kept, and you can import the rest later"
            )
            new = deals_kept(storage) - before
            taken = _taken_words(_, len(new), len(before & set(job.joined)), job.left_out)
            packs = [capitalised(each.translated(_)) for each in of_packs]
            return [*([so_far] * stopped), *taken, *packs]

        return Push(ResultPage(services, lambda _: _("Imported games"), lines))

    heading = lambda _: _("Importing all games")  # noqa: E731
    return progress.begin(services, LongWork(job, "import", heading, then, errors=ERRORS))


def _taken_words(_: Language, new: int, old: int, wrong: int) -> list[str]:
    """How many deals are new, how many of the joined ones were there already, and how many actions
    were left out.
    """
    told = _.plural("{n} new deal imported", "{n} new deals imported", new)
    words = [told.format(n=_.number(new))]
    if old:
        told = _.plural(
            "{n} deal was there already; what was new of it was added",
            "{n} deals were there already; what was new of them was added",
            old,
        )
        words.append(told.format(n=_.number(old)))
    if wrong:
        told = _.plural(
            "{n} action that breaks the rules was left out",
            "{n} actions that break the rules were left out",
            wrong,
        )
        words.append(told.format(n=_.number(wrong)))
    return words
