"""Every deal that was ever touched, a row each, read without any tree.

Checksums are left to `Tables.problems`: there may be thousands of rows, and the page waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from game.core.named_tuple import NamedTuple
from game.storage.tables import Tables
from game.storage.values import DealKey, How

_EARLIER: Final = """SELECT total(seconds) FROM play WHERE play.game = deal.game
    AND play.options = deal.options AND play.deck = deal.deck AND play.attempt <> deal.attempt"""
_DEALS: Final = f"""SELECT game, options, deck, number, nodes,
    coalesce(total, seconds + ({_EARLIER})), played, turn FROM deal"""
_ANSWERS: Final = "SELECT game, options, deck, alone, moves, how FROM answer"
_FOUND: Final = "SELECT game, options, deck, number, found FROM answer"
_ABOUT: Final = "SELECT game, options, deck, name, note, shortest FROM about"
_SAME: Final = "game = one.game AND options = one.options AND deck = one.deck"
_LEFT: Final = f"""FROM deal AS one WHERE nodes > 0 AND (?1 IS NULL OR game = ?1)
    AND NOT EXISTS (SELECT 1 FROM node WHERE deal = one.id AND id = one.here AND won)
    AND (NOT EXISTS (SELECT 1 FROM answer WHERE {_SAME})
    OR EXISTS (SELECT 1 FROM play WHERE {_SAME} AND attempt = one.attempt
    AND outcome IN ('open', 'stuck')))"""
_OPEN: Final = f"""SELECT game, options, deck, number, nodes, coalesce(total, seconds), played, turn
    {_LEFT} ORDER BY turn DESC LIMIT ?2"""
_GAMES: Final = "SELECT DISTINCT game FROM deal"
_ONE_OPEN: Final = f"SELECT 1 {_LEFT} LIMIT 1"


class LibraryRow(NamedTuple):
    """What is known of a deal at a glance."""

    key: DealKey
    number: int | None = None
    positions: int = 0
    """That were tried."""
    seconds: float = 0.0
    """Played in all attempts together."""
    when: int = 0
    """Last played, in seconds since 1970."""
    last_opened: int = 0
    best: int | None = None
    """Counted moves of the best answer of any kind."""
    alone: int | None = None
    """Counted moves of the best answer that was found alone."""
    how: How | None = None
    """How the best answer came about."""
    name: str = ""
    note: str = ""
    shortest: int | None = None
    """Counted moves of the shortest answer there is, where that was proved for it."""


def read_library(tables: Tables) -> list[LibraryRow]:
    """The row of every deal that has a tree, an answer, a name or a note."""
    db = tables.db
    rows = {row.key: row for row in _rows(db.execute(_DEALS))}
    bare = False
    for game, options, deck, alone, moves, how in db.execute(_ANSWERS):
        key = DealKey(game, options, deck)
        row = rows.get(key)
        bare = bare or row is None
        rows[key] = _with_answer(row or LibraryRow(key), bool(alone), moves, how)
    for *key, number, found in db.execute(_FOUND) if bare else ():
        row = rows[DealKey(*key)]
        if not row.when:
            rows[row.key] = row._replace(number=number, when=found)
    for *key, name, note, shortest in db.execute(_ABOUT):
        known = rows.get(DealKey(*key))
        if known is not None or name or note:
            row = known or LibraryRow(DealKey(*key))
            rows[row.key] = row._replace(name=name, note=note, shortest=shortest)
    return [*rows.values()]


def read_unfinished(tables: Tables, game: str | None, most: int) -> list[LibraryRow]:
    """The deals that were left in the middle, of one game or of all, the last one first. One that
    was solved counts only while another attempt at it goes on.
    """
    return [*_rows(tables.db.execute(_OPEN, (game, most)))]


def read_games_left(tables: Tables) -> set[str]:
    """The games of which a deal was left in the middle."""
    games = [game for (game,) in tables.db.execute(_GAMES)]
    return {game for game in games if tables.db.execute(_ONE_OPEN, (game,)).fetchone()}


def read_efforts(tables: Tables, game: str, options: str) -> dict[str, tuple[int, float]]:
    """The tries at each deal of a game and the seconds of all of them, by deck."""
    where = "WHERE game = ? AND options = ?"
    tries = f"SELECT deck, count(*), total(seconds) FROM play {where} GROUP BY deck"
    found = {deck: (n, s) for deck, n, s in tables.db.execute(tries, (game, options))}
    total = f"SELECT deck, coalesce(total, seconds) FROM deal {where}"
    for deck, seconds in tables.db.execute(total, (game, options)):
        tried, played = found.get(deck, (0, 0.0))
        found[deck] = tried, max(played, seconds)
    return found


def read_begun(tables: Tables, game: str, options: str) -> set[str]:
    """The decks of a game of which there is a tree."""
    some = "SELECT deck FROM deal WHERE game = ? AND options = ? AND nodes > 0"
    return {deck for (deck,) in tables.db.execute(some, (game, options))}


def _rows(found: Any) -> Iterator[LibraryRow]:
    for game, options, deck, *fields in found:
        yield LibraryRow(DealKey(game, options, deck), *fields)


def _with_answer(row: LibraryRow, alone: bool, moves: int, how: str) -> LibraryRow:
    """With one more of its answers: of two of a length that found alone counts."""
    if alone:
        row = row._replace(alone=moves)
    known = row.best
    if known is None or moves < known or (moves == known and alone):
        row = row._replace(best=moves, how=How(how))
    return row
