"""The table of plays: a row for each attempt at a deal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from game.storage.row_checksums import HOW_OF, KEY, OUTCOME_OF, SideRows, is_ours
from game.storage.stored_deal import DealKey
from game.storage.stored_play import Play, Played, PlayOutcome, Tally, renumbered


class PlayTable:
    """The plays of one open database."""

    def __init__(self, rows: SideRows) -> None:
        self._db, self._rows = rows.db, rows

    def write(self, key: DealKey, play: Play, now: int) -> None:
        """Store a play in the place of the known one of the same attempt, with the longer time. A
        won play stays as it is, even if another program writes that attempt again; another win gets
        the next number.
        """
        known = self.one(key, play.attempt)
        if known is None:
            self._put(key, play, now)
        elif known.outcome is not PlayOutcome.WON:
            longer = max(known.seconds, play.seconds)
            self._put(key, play._replace(id=known.id or play.id, seconds=longer), now)
        elif play.outcome is PlayOutcome.WON and known.id and play.id not in (0, known.id):
            self._put_last(key, play, now)

    def _put_last(self, key: DealKey, play: Play, now: int) -> None:
        """Store a win under the next number, because another window has given the win's own number
        to an imported play. A win that is stored already is not stored again.
        """
        here = self.of(key)
        if all(each.id != play.id for each in here):
            self._put(key, renumbered(play, here[-1].attempt + 1), now)

    def adopt(self, key: DealKey, theirs: Iterable[Play]) -> dict[int, int]:
        """Merge the plays of a deal from another file, and return the number here of each attempt
        there. A play that both files have is stored once, as far as it has come; a win stays.
        Another play keeps its number or, if that is taken, gets the next one.
        """
        here = {play.attempt: play for play in self.of(key)}
        taken, numbers = set(here), {}
        for play in theirs:
            known = _found(play, here.values())
            free = play.attempt not in taken
            stored = (
                renumbered(play, play.attempt if free else max(taken) + 1)
                if known is None
                else _further(known, play)
            )
            if known is not None:
                here[known.attempt] = stored
            if stored != known:
                self._put(key, stored, stored.when)
            taken.add(stored.attempt)
            numbers[play.attempt] = stored.attempt
        return numbers

    def goes_on(self, key: DealKey, attempt: int) -> bool:
        """Whether an attempt has begun and is not won."""
        play = self.one(key, attempt)
        return play is not None and play.outcome is not PlayOutcome.WON

    def _put(self, key: DealKey, play: Play, now: int) -> None:
        attempt, outcome, moves, *state, number, when, how, id = play
        shown = [float(state[0]), *map(int, state[1:])]
        row = (*key, attempt, outcome, moves, *shown, number, when or now, how.value, id)
        self._rows.write("play", row)

    def one(self, key: DealKey, attempt: int) -> Play | None:
        """What was written of an attempt, or None."""
        found = self._rows.intact("play", f"WHERE {KEY} AND attempt = ?", (*key, attempt))
        return next((played(fields).play for fields in found), None)

    def all(self, game: str | None, options: str | None) -> list[Played]:
        """The plays of a game, or of all, oldest first. Checksums are not verified here, but by
        `Tables.problems`: there may be thousands.
        """
        where = "WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR options = ?2) ORDER BY ended"
        found = self._db.execute(f"SELECT * FROM play {where}", (game, options))
        return [played(fields[:-1]) for fields in found if is_ours("play", fields)]

    def of(self, key: DealKey) -> list[Play]:
        """The plays of one deal, by attempt."""
        found = self._rows.intact("play", f"WHERE {KEY} ORDER BY attempt", key)
        return [played(fields).play for fields in found]

    def tallies(self, game: str, options: str) -> list[Tally]:
        """How many plays of a game ended in each way, with and without help, and when the last of
        them did. Checksums are not verified here, but by `Tables.problems`.
        """
        found = self._db.execute(
            "SELECT outcome, CASE how WHEN 'unknown' THEN hints > 0 OR shown"
            " OR (redone AND attempt > 1) ELSE how <> 'alone' END AS helped, count(*),"
            " max(ended) FROM play WHERE game = ? AND options = ? AND typeof(ended) = 'integer'"
            " GROUP BY outcome, helped",
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
            play = played(fields).play
            self._put(key, play._replace(par=True), play.when)

    def remove(self, game: str | None, options: str | None) -> None:
        """Forget the plays of a game, or of all."""
        where = "(?1 IS NULL OR game = ?1) AND (?2 IS NULL OR options = ?2)"
        self._db.execute(f"DELETE FROM play WHERE {where}", (game, options))


def _found(play: Play, here: Collection[Play]) -> Play | None:
    """The play of `here` that is the same as a play of another file, perhaps at another time; None
    if there is none. Plays without ids that are not both won are told apart by their numbers.
    """
    if same := next((each for each in here if _is_same(each, play)), None):
        return same
    old = (each for each in here if each.attempt == play.attempt and not _are_known(each, play))
    return next(old, None)


def _is_same(one: Play, other: Play) -> bool:
    """Whether two plays of a deal are the same one, whatever their numbers. A play that goes on in
    two files may be won in both: these are two wins.
    """
    if _are_known(one, other) and not _are_won(one, other):
        return one.id == other.id
    return _ended(one) == _ended(other)


def _ended(play: Play) -> tuple[PlayOutcome, int, int, float]:
    return play.outcome, play.when, play.moves, play.seconds


def _are_known(one: Play, other: Play) -> bool:
    """Whether ids or wins tell if two plays are the same."""
    return _are_won(one, other) or bool(one.id or other.id)


def _are_won(one: Play, other: Play) -> bool:
    return one.outcome is other.outcome is PlayOutcome.WON


def _further(known: Play, play: Play) -> Play:
    """The play that has come further, with the number of the known one."""
    if known.outcome is PlayOutcome.WON:
        return known._replace(par=known.par or play.par, id=known.id or play.id)
    won = play.outcome is PlayOutcome.WON
    if won or (play.seconds, play.when) >= (known.seconds, known.when):
        return renumbered(play, known.attempt)._replace(id=play.id or known.id)
    return known


def played(fields: Sequence[Any]) -> Played:
    """A play from the fields of its row, without the checksum."""
    # A damaged file of an older version, which is not migrated, has no id.
    attempt, outcome, moves, seconds, hints, shown, redone, par, number, when, how, *id = fields[3:]
    outcome, how = OUTCOME_OF[outcome], HOW_OF[how]
    shown, redone, par = bool(shown), bool(redone), bool(par)
    play = Play(attempt, outcome, moves, seconds, hints, shown, redone, par, number, when, how, *id)
    return Played(DealKey(*fields[:3]), play)
