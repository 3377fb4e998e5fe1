"""The plays of deals, on disk or waiting to be written."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.storage.main_file_or_memory import MainFile
from game.storage.stored_deal import DealKey
from game.storage.stored_play import Play, Played, Tally, tallied
from game.storage.unsaved_work import UnsavedWork


class PlayRepository:
    """The type of `Storage.plays`. Methods raise StorageError if they cannot read or write."""

    def __init__(
        self,
        home: MainFile,
        waiting: Mapping[DealKey, UnsavedWork[str]],
        settle: Callable[[], None],
    ) -> None:
        """`waiting`: work not written yet, which is included in all results; `settle` writes it if
        that is possible.
        """
        self._home, self._waiting, self._settle = home, waiting, settle

    def all(self, game: str | None = None, options: str | None = None) -> list[Played]:
        """The plays of a game (and policy), or of all, oldest first."""
        plays = self._home.ask(lambda tables: tables.plays.all(game, options))
        waiting = [
            Played(key, play)
            for key, work in self._waiting.items()
            if game in (None, key.game) and options in (None, key.options)
            for play in work.plays
        ]
        if not waiting:
            return plays
        known = {(each.key, each.play.attempt): each for each in (*plays, *waiting)}
        return sorted(known.values(), key=lambda each: each.play.when)

    def of(self, key: DealKey) -> list[Play]:
        """The plays of one deal, by attempt."""
        plays = self._home.ask(lambda tables: tables.plays.of(key))
        waiting = self._waiting[key].plays if key in self._waiting else ()
        known = {play.attempt: play for play in (*plays, *waiting)}
        return [known[attempt] for attempt in sorted(known)]

    def tallies(self, game: str, options: str) -> list[Tally]:
        """The plays of a game and policy, counted by how they ended."""
        if any(key[:2] == (game, options) and work.plays for key, work in self._waiting.items()):
            return tallied(each.play for each in self.all(game, options))
        return self._home.ask(lambda tables: tables.plays.tallies(game, options))

    def clear(self, game: str | None = None, options: str | None = None) -> None:
        """Forget the plays of a game (and policy), or of all. On StorageError none is forgotten."""
        self._settle()
        self._home.write_to_last(lambda tables: tables.plays.remove(game, options))

    def mark_par(self, key: DealKey, moves: int) -> None:
        """Mark the won plays of a deal that took `moves` moves, the proved minimum, as par."""
        self._home.write(lambda tables: tables.plays.mark_par(key, moves))
