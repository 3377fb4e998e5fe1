"""The table of answers: for each deal the best one found with help and the best found alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from game.storage.row_checksums import KEY, SideRows
from game.storage.stored_answer import HelpKind, StoredAnswer, shorter
from game.storage.stored_deal import DealKey


class AnswerTable:
    """The answers of one open database."""

    def __init__(self, rows: SideRows) -> None:
        self._db, self._rows = rows.db, rows

    def best(self, key: DealKey) -> StoredAnswer | None:
        """The best answer of a deal, or None."""
        return reduce(shorter, self._of(key), None)

    def best_alone(self, key: DealKey) -> StoredAnswer | None:
        """The best answer of a deal that was found alone, or None."""
        return next((answer for answer in self._of(key) if answer.how.is_alone), None)

    def _of(self, key: DealKey) -> list[StoredAnswer]:
        """The best that was found with help, and the best that was found alone."""
        return [_answer(fields) for fields in self._rows.intact("answer", f"WHERE {KEY}", key)]

    def offer(self, key: DealKey, answer: StoredAnswer, now: int) -> bool:
        """Store an answer if it is better (`shorter`) than the known best: of those found alone, if
        it was found alone itself, else of all. Returns whether it takes fewer moves than all
        others.
        """
        alone = answer.how.is_alone
        best = self.best(key)
        known = self.best_alone(key) if alone else best
        if shorter(known, answer) is known:
            return False
        _, actions, number, found, how = answer
        row = (*key, int(alone), answer.moves, actions, number, found or now, how.value)
        self._rows.write("answer", row)
        return best is None or answer.moves < best.moves

    def solved(self, game: str, options: str) -> set[str]:
        """The decks of a game that have an answer found alone. Checksums are not verified here, but
        by `Tables.problems`.
        """
        where = "WHERE game = ? AND options = ? AND alone = 1"
        return {
            str(deck)
            for (deck,) in self._db.execute(f"SELECT deck FROM answer {where}", (game, options))
        }

    def helped(self, game: str, options: str) -> set[int]:
        """The numbers of a game's deals that have an answer, but none found alone. Checksums are
        verified as in `solved`.
        """
        of_game = "FROM answer WHERE game = ? AND options = ? GROUP BY deck HAVING max(alone) = 0"
        found = self._db.execute(f"SELECT max(number) {of_game}", (game, options))
        return {int(number) for (number,) in found if number is not None}

    def all(self, game: str, options: str, *, alone: bool = False) -> dict[str, StoredAnswer]:
        """The best answers of a game, by deck; `alone`: of those that were found alone."""
        best: dict[str, StoredAnswer] = {}
        where = "WHERE game = ? AND options = ?" + " AND alone = 1" * alone
        for fields in self._rows.intact("answer", where, (game, options)):
            deck, answer = fields[2], _answer(fields)
            best[deck] = shorter(best.get(deck), answer) or answer
        return best

    def kinds(self) -> set[tuple[str, str]]:
        """The (game, options) pairs that have answers."""
        return {(fields[0], fields[1]) for fields in self._rows.intact("answer")}

    def adopt(self, fields: Sequence[Any]) -> None:
        """Take over a row of another file, if it is the shortest so far."""
        answer = _answer(fields)
        self.offer(DealKey(*fields[:3]), answer, answer.found)


def _answer(fields: Sequence[Any]) -> StoredAnswer:
    moves, actions, number, found, how = fields[4:]
    return StoredAnswer(moves, actions, number, found, HelpKind(how))
