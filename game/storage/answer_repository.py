"""The best answers of deals, and their help, on disk or waiting to be written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

from game.storage.main_file_or_memory import MainFile
from game.storage.stored_answer import HelpKind, StoredAnswer, most_help, shorter
from game.storage.stored_deal import DealKey
from game.storage.unsaved_work import UnsavedWork


class AnswerRepository:
    """The type of `Storage.answers`. Methods raise StorageError if they cannot read or write."""

    def __init__(
        self, home: MainFile, waiting: Mapping[DealKey, UnsavedWork[str]], now: Callable[[], int]
    ) -> None:
        """`waiting`: work not written yet, which is included in all results."""
        self._home, self._waiting, self._now = home, waiting, now

    def best(self, key: DealKey) -> StoredAnswer | None:
        """The best answer of a deal, or None."""
        known = self._home.ask(lambda tables: tables.answers.best(key))
        return reduce(shorter, self._waiting_for(key), known)

    def best_alone(self, key: DealKey) -> StoredAnswer | None:
        """The best answer of a deal that was found alone, or None."""
        alone = (answer for answer in self._waiting_for(key) if answer.how.is_alone)
        return reduce(shorter, alone, self._home.ask(lambda tables: tables.answers.best_alone(key)))

    def all(self, game: str, options: str, *, alone: bool = False) -> dict[str, StoredAnswer]:
        """The best answers of all solved deals of a game, by deck; `alone`: of those that were
        found alone.
        """
        answers = self._home.ask(lambda tables: tables.answers.all(game, options, alone=alone))
        for key in self._waiting:
            if key[:2] == (game, options):
                best = self.best_alone(key) if alone else self.best(key)
                answers |= {} if best is None else {key.deck: best}
        return answers

    def solved(self, game: str, options: str) -> set[str]:
        """The decks of a game that have an answer which was found alone."""
        waiting = {
            key.deck
            for key, work in self._waiting.items()
            if key[:2] == (game, options) and any(answer.how.is_alone for answer in work.answers)
        }
        return self._home.ask(lambda tables: tables.answers.solved(game, options)) | waiting

    def helped(self, game: str, options: str) -> set[int]:
        """The numbers of a game's deals that have an answer, but none which was found alone."""
        found = self._home.ask(lambda tables: tables.answers.helped(game, options))
        for key, work in self._waiting.items():
            if key[:2] == (game, options):
                numbers = {answer.number for answer in work.answers if answer.number is not None}
                alone = self.best_alone(key) is not None
                found = found - numbers if alone else found | numbers
        return found

    def offer(self, answers: Iterable[tuple[DealKey, StoredAnswer]]) -> int:
        """Store those answers that are better than the known ones (`AnswerTable.offer`). Returns
        how many are the shortest of all. Refused if they would not outlast the program.
        """
        offered, now = list(answers), self._now()
        return self._home.write_to_last(
            lambda t: sum(t.answers.offer(key, one, now) for key, one in offered)
        )

    def _waiting_for(self, key: DealKey) -> Sequence[StoredAnswer]:
        return self._waiting[key].answers if key in self._waiting else ()

    def help_of(self, key: DealKey) -> dict[tuple[int, int], HelpKind]:
        """The most help that an action of a deal has had, by the key hashes of the positions before
        and after it.
        """
        known = self._home.ask(lambda tables: tables.help_of(key))
        for before, after, how in self._waiting[key].helped if key in self._waiting else ():
            edge = before, after
            known[edge] = most_help([how, known.get(edge, how)])
        return known
