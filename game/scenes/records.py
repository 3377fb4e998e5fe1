"""What a list of deals can do with the player's records: import, export, clear."""

from __future__ import annotations

from game import answersfile, deals
from game.deals import Level, Pack
from game.i18n import Language
from game.importing import Importing
from game.keys import Command
from game.rules import BrainJam, Rules
from game.scenes import importing
from game.scenes.base import Change, Push, Services
from game.scenes.question import QuestionScene
from game.scenes.report import ReportScene
from game.storage import DealKey, StorageError
from game.table.sidebar import Tool
from game.wording import WordedError, Wording, why

ANSWERS_FILES = "*.sol"
EXPORTED = "brainjam.sol"


class Records:
    """The records of one pack's deals."""

    def __init__(self, services: Services, rules: Rules, pack: Pack) -> None:
        self._services, self._rules, self._pack = services, rules, pack
        self._ = services.language

    def tools(self, _: Language) -> list[Tool]:
        """The commands, for a popup."""
        found = []
        if self._rules.name == BrainJam.name:
            found += [
                Tool(Command.IMPORT, "folder", _("Import answers"), ""),
                Tool(Command.EXPORT, "save", _("Export answers"), ""),
            ]
        return [*found, Tool(Command.CLEAR, "trash", _("Clear this deal's history"), "")]

    def can(self, command: Command, level: Level | None) -> bool:
        """True if a command has something to do."""
        if command is not Command.CLEAR:
            return True
        if level is None:
            return False
        try:
            kept = self._services.keeper.storage.kept(self._key(level))
        except StorageError:
            # A history that cannot be read can be cleared all the more.
            return True
        return kept is not None and kept.positions > 0

    def do(self, command: Command, level: Level | None) -> Change | None:
        """Do it, or ask first."""
        if command is Command.IMPORT:
            return self._import()
        if command is Command.EXPORT:
            return self._export()
        return None if level is None else self._ask_to_clear(level)

    def _key(self, level: Level) -> DealKey:
        return DealKey(self._rules.name, self._rules.policy, deals.deck_text(level.deck))

    # Import and export

    def _import(self) -> Change | None:
        """Take the answers files in the levels folder; a report says what came of each."""
        folder, _ = self._services.folders.levels, self._
        files = sorted(folder.glob(ANSWERS_FILES))
        if not files:
            self._services.tell(
                _("Put an answers file (brainjam.sol) into {folder}").format(folder=folder)
            )
            return None
        storage = self._services.keeper.storage
        return importing.begin(self._services, Importing(files, self._pack, storage, _))

    def _trouble(self, name: object, error: OSError | UnicodeDecodeError | WordedError) -> str:
        """What is wrong with a file, as a line."""
        return Wording("{file}: {reason}", file=name, reason=why(error)).said(self._)

    def _export(self) -> Change | None:
        """Write the best answers into an answers file, and say where it is."""
        keeper, _ = self._services.keeper, self._
        try:
            solved = keeper.storage.answers(self._rules.name, self._rules.policy)
        except StorageError as error:
            self._services.tell(error.sentence(_))
            return None
        levels = [lv for lv in self._pack.levels if deals.deck_text(lv.deck) in solved]
        answers = [(level, keeper.answer_of(self._rules, level.deck)) for level in levels]
        text, left_out = answersfile.write_answers(answers)
        file = self._services.folders.data / EXPORTED
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            self._services.tell(self._trouble(file, error))
            return None
        written = len(answers) - len(left_out)

        def told() -> list[str]:
            head = _.plural("{n} answer is in {file}", "{n} answers are in {file}", written)
            return [head.format(n=written, file=file), *(each.said(_) for each in left_out)]

        return Push(ReportScene(self._services, lambda: _("Exported answers"), told))

    # Clearing

    def _ask_to_clear(self, level: Level) -> Change:
        _ = self._
        return Push(
            QuestionScene(
                self._services,
                _("Clear the history of deal {id}?").format(id=level.id),
                _("All positions tried are forgotten. The best answer stays."),
                _("Clear it"),
                lambda: self._clear(level),
            )
        )

    def _clear(self, level: Level) -> None:
        try:
            self._services.keeper.clear(self._rules, level.deck)
        except StorageError as error:
            self._services.tell(error.sentence(self._))
