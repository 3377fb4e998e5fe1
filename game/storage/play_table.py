"""The table of plays: a row for each attempt at a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.storage.row_checksums import HOW_OF, KEY, OUTCOME_OF, SideRows, is_ours
from game.storage.stored_values import DealKey, Play, Played, PlayOutcome, Tally


class PlayTable:
    """The plays of one open database."""

    def __init__(self, rows: SideRows) -> None:
        self._db, self._rows = rows.db, rows

    def write(self, key: DealKey, play: Play, now: int) -> None:
        """Store a play in the place of the known one of the same attempt. A won play stays as it
        is, even if another program writes that attempt again.
        """
        known = self.one(key, play.attempt)
        if known is None or known.outcome is not PlayOutcome.WON:
            self._put(key, play, now)

    def adopt(self, fields: Sequence[Any]) -> None:
        """Merge a row from another file; a won play stays. If both files have won the attempt, each
        in another play, the row is stored as one more attempt, but each play only once.
        """
        key, play = _played(fields)
        here = self.of(key)
        won = {each.attempt: each for each in here if each.outcome is PlayOutcome.WON}
        if play.outcome is not PlayOutcome.WON:
            if play.attempt in won:
                return
        elif same := next((each for each in won.values() if _is_same(each, play)), None):
            play = play._replace(attempt=same.attempt, par=same.par or play.par)
        elif play.attempt in won:
            play = play._replace(attempt=here[-1].attempt + 1)
        self._put(key, play, play.when)

    def _put(self, key: DealKey, play: Play, now: int) -> None:
        attempt, outcome, moves, *state, number, when, how = play
        shown = [float(state[0]), *map(int, state[1:])]
        row = (*key, attempt, outcome, moves, *shown, number, when or now, how.value)
        self._rows.write("play", row)

    def one(self, key: DealKey, attempt: int) -> Play | None:
        """What was written of an attempt, or None."""
        found = self._rows.intact("play", f"WHERE {KEY} AND attempt = ?", (*key, attempt))
        return next((_played(fields).play for fields in found), None)

    def all(self, game: str | None, options: str | None) -> list[Played]:
        """The plays of a game, or of all, oldest first. Checksums are not verified here, but by
        `Tables.problems`: there may be thousands.
        """
        where = "WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR options = ?2) ORDER BY ended"
        found = self._db.execute(f"SELECT * FROM play {where}", (game, options))
        return [_played(fields[:-1]) for fields in found if is_ours("play", fields)]

    def of(self, key: DealKey) -> list[Play]:
        """The plays of one deal, by attempt."""
        found = self._rows.intact("play", f"WHERE {KEY} ORDER BY attempt", key)
        return [_played(fields).play for fields in found]

    def last_won(self, key: DealKey) -> int:
        """The last attempt at a deal that was won; 0 where none was."""
        won = (play.attempt for play in self.of(key) if play.outcome is PlayOutcome.WON)
        return max(won, default=0)

    def tallies(self, game: str, options: str) -> list[Tally]:
        """How many plays of a game ended in each way, with and without help, and when the last of
        them did. Checksums are not verified here, but by `Tables.problems`.
        """
        found = self._db.execute(
            "SELECT outcome, CASE how WHEN 'unknown' THEN hints > 0 OR shown"
            " OR (redone AND attempt > 1) ELSE how <> 'alone' END AS helped, count(*),"
            " max(ended) FROM play WHERE game = ? AND options = ? GROUP BY outcome, helped",
            (game, options),
        )
        return [
            Tally(PlayOutcome(row[0]), bool(row[1]), *row[2:])
            for row in found
            if row[0] in OUTCOME_OF
        ]

    def mark_par(self, key: DealKey, moves: int) -> None:
        """Mark the won plays of a deal that took `moves` moves as par."""
        won = f"WHERE {KEY} AND outcome = 'won' AND moves = ? AND par = 0"
        for fields in list(self._rows.intact("play", won, (*key, moves))):
            play = _played(fields).play
            self._put(key, play._replace(par=True), play.when)

    def remove(self, game: str | None, options: str | None) -> None:
        """Forget the plays of a game, or of all."""
        where = "(?1 IS NULL OR game = ?1) AND (?2 IS NULL OR options = ?2)"
        self._db.execute(f"DELETE FROM play WHERE {where}", (game, options))


def _is_same(one: Play, other: Play) -> bool:
    """Whether two won plays of a deal are the same one, whatever their numbers."""
    return (one.when, one.moves, one.seconds) == (other.when, other.moves, other.seconds)


def _played(fields: Sequence[Any]) -> Played:
    attempt, outcome, moves, seconds, hints, shown, redone, par, number, when, how = fields[3:]
    outcome, how = OUTCOME_OF[outcome], HOW_OF[how]
    shown, redone, par = bool(shown), bool(redone), bool(par)
    play = Play(attempt, outcome, moves, seconds, hints, shown, redone, par, number, when, how)
    return Played(DealKey(*fields[:3]), play)
