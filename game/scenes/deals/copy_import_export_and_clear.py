"""The commands on the player's records of deals: import, export, copy, clear."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.core import deals
from game.core.level_packs import Level, Pack
from game.core.moves import Move
from game.core.untrusted_input import entries_in
from game.desktop.key_bindings import Command
from game.play import notation
from game.play.session import flatten
from game.record.answers_files import Exporting, Importing
from game.record.best_answers_of_deal import winning_actions
from game.record.saving import deal_key
from game.rules import Rules
from game.scenes.common import progress
from game.scenes.common.base import Change, Push
from game.scenes.common.copy_and_paste import copy_text
from game.scenes.common.dialog_scene import QuestionScene
from game.scenes.common.progress import ProgressWords, ReportedWork, ReportWords
from game.scenes.common.services import Services
from game.storage import StorageError
from game.system.language import Language
from game.table.side_bar import Tool

ANSWERS_FILES = "*.sol"


def _lines_read(_: Language, read: int, count: int) -> str:
    text = _.plural("{n} of {count} lines read", "{n} of {count} lines read", read)
    return text.format(n=read, count=count)


def _import_stopped(_: Language, work: ReportedWork) -> list[str]:
    stopped = _.plural(
        "Stopped after {n} of {count} lines; what was read so far is kept",
        "Stopped after {n} of {count} lines; what was read so far is kept",
        work.read,
    )
    return [stopped.format(n=work.read, count=work.count), *work.lines()]


def _answers_written(_: Language, written: int, count: int) -> str:
    text = _.plural("{n} of {count} solutions written", "{n} of {count} solutions written", written)
    return text.format(n=written, count=count)


IMPORT_WORDS = ProgressWords("import", lambda _: _("Importing solutions"), _lines_read)
IMPORT_REPORT = ReportWords(lambda _: _("Imported solutions"), _import_stopped)
EXPORT_WORDS = ProgressWords("export", lambda _: _("Exporting solutions"), _answers_written)
EXPORT_REPORT = ReportWords(
    lambda _: _("Exported solutions"), lambda _, work: [_("Stopped; no file was written")]
)


def import_answers(services: Services, files: Sequence[Path], pack: Pack) -> Change | None:
    """Import answers files; a report shows the result of each."""
    work = Importing(files, pack, services.game_store.storage, services.language)

    def after() -> None:
        work.keep()
        services.game_store.read_again()

    return progress.begin_reported(services, work, IMPORT_WORDS, IMPORT_REPORT, after)


class RecordCommands:
    """The commands on the player's records of a pack's deals, and of the deal selected there."""

    def __init__(self, services: Services, rules: Rules, pack: Pack, level: Level | None) -> None:
        """`level`: the deal selected; None: there is none."""
        self._services, self._rules, self._pack, self._level = services, rules, pack, level
        self._ = services.language

    def tools(self) -> list[Tool]:
        """The commands, for a popup."""
        _, found = self._, []
        if self._rules.facts.answers_files:
            found += [
                Tool(Command.IMPORT, "folder", _("Import solutions"), ""),
                Tool(Command.EXPORT, "save", _("Export solutions"), ""),
            ]
        return [*found, Tool(Command.CLEAR, "trash", _("Clear this deal’s history"), "")]

    def can(self, command: Command) -> bool:
        """True if a command has something to do."""
        if command is not Command.CLEAR:
            return True
        if self._level is None:
            return False
        try:
            key = deal_key(self._rules, self._level.deck)
            kept = self._services.game_store.storage.deal_figures(key)
        except StorageError:
            # A history that cannot be read can still be cleared.
            return True
        return kept is not None and kept.positions > 0

    def do(self, command: Command) -> Change | None:
        """Run a command; clearing asks first."""
        match command:
            case Command.IMPORT:
                return self._import()
            case Command.EXPORT:
                return self._export()
            case Command.CLEAR if self._level is not None:
                return self._ask_to_clear(self._level)
            case Command.COPY if self._level is not None:
                self._copy(self._level)
        return None

    def _copy(self, level: Level) -> None:
        """Copy a deal's best answer, if there is one, as its letters or words."""
        moves, rules = self._services.game_store.answer_of(self._rules, level.deck), self._rules
        if moves:
            text = notation.write_answer(rules, rules.deal(level.deck), moves)
            copy_text(self._services, text, self._("Solution copied"))

    # Import and export

    def _import(self) -> Change | None:
        """Import the answers files in the levels folder; a report shows the result of each."""
        folder, _ = self._services.folders.levels, self._
        files = entries_in(folder, ANSWERS_FILES)
        if not files:
            self._services.tell(
                _("Put a solutions file (brainjam.sol) in {folder}").format(folder=folder)
            )
            return None
        return import_answers(self._services, files, self._pack)

    def _export(self) -> Change | None:
        """Write the best answers into an answers file; a report says where it is."""
        game_store, _ = self._services.game_store, self._
        if self._services.settings_file.read_only:
            told = _("Nothing was exported: this window is read-only (--read-only)")
            self._services.tell(told)
            return None
        try:
            solved = game_store.storage.answers.all(self._rules.name, self._rules.policy)
        except StorageError as error:
            self._services.tell(error.sentence(_))
            return None

        def answer_of(level: Level) -> tuple[Move, ...]:
            answer = solved.get(deals.deck_text(level.deck))
            return flatten(winning_actions(self._rules, level.deck, answer))

        levels = [lv for lv in self._pack.levels if deals.deck_text(lv.deck) in solved]
        work = Exporting(self._pack, levels, answer_of, self._services.folders.data, _)
        return progress.begin_reported(self._services, work, EXPORT_WORDS, EXPORT_REPORT)

    # Clearing

    def _ask_to_clear(self, level: Level) -> Change:
        _ = self._
        return Push(
            QuestionScene(
                self._services,
                _("Clear the history of deal {id}?").format(id=level.id),
                _(
                    "Every position you have tried and all bookmarks will be deleted. "
                    "Your solutions will be kept."
                ),
                _("Clear history"),
                lambda: self._clear(level),
            )
        )

    def _clear(self, level: Level) -> None:
        try:
            self._services.game_store.clear(self._rules, level.deck)
        except StorageError as error:
            self._services.tell(error.sentence(self._))
