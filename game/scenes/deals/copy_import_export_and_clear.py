"""The commands on the player's records of deals: import, export, copy, clear."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.core import deals
from game.core.moves import Move
from game.core.untrusted_input import entries_in
from game.play import notation
from game.play.level_packs import Level, Pack
from game.play.session import flatten
from game.record.answers_files import Exporting, Importing
from game.record.best_answers_of_deal import winning_actions
from game.record.saving import deal_key
from game.rules import Rules
from game.scenes.common import progress
from game.scenes.common.base import Change, Push
from game.scenes.common.copy_and_paste import copy_text
from game.scenes.common.dialog_scene import ask_yes_or_no
from game.scenes.common.progress import LongWork, ResultPage
from game.scenes.common.services import Services
from game.storage import StorageError
from game.system.language import Language

ANSWERS_FILES = "*.sol"


def copy_answer(services: Services, rules: Rules, level: Level) -> None:
    """Copy a deal's best answer, if there is one, as its letters or words."""
    moves = services.game_store.answer_of(rules, level.deck)
    if moves:
        text = notation.write_answer(rules, rules.deal(level.deck), moves)
        copy_text(services, text, services.language("Solution copied"))


# Import


def import_found(services: Services, pack: Pack) -> Change | None:
    """Import the answers files in the levels folder; a report shows the result of each."""
    folder, _ = services.folders.levels, services.language
    files = entries_in(folder, ANSWERS_FILES)
    if not files:
        told = _("Put a solutions file (brainjam.sol) in {folder}")
        services.tell(told.format(folder=folder))
        return None
    return import_answers(services, files, pack)


def import_answers(services: Services, files: Sequence[Path], pack: Pack) -> Change | None:
    """Import answers files; a report shows the result of each."""
    _ = services.language
    job = Importing(files, pack, services.game_store.storage, _)

    def then(stopped: bool, error: Exception | None) -> Change:
        job.keep()
        services.game_store.read_again()
        lines = lambda: [*([_lines_kept(_, job.read, job.count)] * stopped), *job.lines()]  # noqa: E731
        return Push(ResultPage(services, lambda _: _("Imported solutions"), lines))

    heading = lambda _: _("Importing solutions")  # noqa: E731
    return progress.begin(services, LongWork(job, "import", heading, then, _lines_read))


def _lines_read(_: Language, read: int, count: int) -> str:
    text = _.plural("{n} of {count} lines read", "{n} of {count} lines read", read)
    return text.format(n=read, count=count)


def _lines_kept(_: Language, read: int, count: int) -> str:
    text = _.plural(
        "Stopped after {n} of {count} lines; what was read so far is kept",
        "Stopped after {n} of {count} lines; what was read so far is kept",
        read,
    )
    return text.format(n=read, count=count)


# Export


def export_answers(services: Services, rules: Rules, pack: Pack) -> Change | None:
    """Write the best answers of a pack into an answers file; a report says where it is."""
    _ = services.language
    if services.settings_file.read_only:
        services.tell(_("Nothing was exported: this window is read-only (--read-only)"))
        return None
    try:
        solved = services.game_store.storage.answers.all(rules.name, rules.policy)
    except StorageError as error:
        services.tell(error.sentence(_))
        return None

    def answer_of(level: Level) -> tuple[Move, ...]:
        answer = solved.get(deals.deck_text(level.deck))
        return flatten(winning_actions(rules, level.deck, answer))

    levels = [level for level in pack.levels if deals.deck_text(level.deck) in solved]
    job = Exporting(pack, levels, answer_of, services.folders.data, _)

    def then(stopped: bool, error: Exception | None) -> Change:
        lines = lambda: [_("Stopped; no file was written")] if stopped else job.lines()  # noqa: E731
        return Push(ResultPage(services, lambda _: _("Exported solutions"), lines))

    heading = lambda _: _("Exporting solutions")  # noqa: E731
    return progress.begin(services, LongWork(job, "export", heading, then, _answers_written))


def _answers_written(_: Language, written: int, count: int) -> str:
    text = _.plural("{n} of {count} solutions written", "{n} of {count} solutions written", written)
    return text.format(n=written, count=count)


# Clearing


def can_clear(services: Services, rules: Rules, level: Level) -> bool:
    """True if a deal has a history, or one that cannot be read."""
    try:
        kept = services.game_store.storage.deal_figures(deal_key(rules, level.deck))
    except StorageError:
        return True
    return kept is not None and kept.positions > 0


def ask_to_clear(services: Services, rules: Rules, level: Level) -> Change:
    """Ask whether the history of a deal is to be deleted."""
    _ = services.language

    def clear() -> None:
        try:
            services.game_store.clear(rules, level.deck)
        except StorageError as error:
            services.tell(error.sentence(_))

    return ask_yes_or_no(
        services,
        _("Clear the history of deal {id}?").format(id=level.id),
        _(
            "Every position you have tried and all bookmarks will be deleted. "
            "Your solutions will be kept."
        ),
        _("Clear history"),
        clear,
    )
