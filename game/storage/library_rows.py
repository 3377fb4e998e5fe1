"""Reads a row for each deal that was touched, or is unfinished, without reading histories."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from game.storage.stored_values import DealKey, HelpKind
from game.storage.tables import Tables

_EARLIER: Final = "SELECT total(seconds) FROM play WHERE play.deal = deal.id AND id <> attempt"
_ALL: Final = f"""SELECT game, options, deck, deal.number, positions,
    max(total, deal.seconds + ({_EARLIER})), saved / 1000, opened, any.moves, alone.moves,
    any.how, alone.how, name, note, shortest, pack,
    coalesce(any.number, alone.number), coalesce(any.found, alone.found)
    FROM deal LEFT JOIN answer AS any ON any.deal = id AND NOT any.alone
    LEFT JOIN answer AS alone ON alone.deal = id AND alone.alone
    WHERE saved > 0 OR any.deal OR alone.deal OR name <> '' OR note <> ''"""
_LEFT: Final = """positions > 0 AND NOT won
    AND (NOT EXISTS (SELECT 1 FROM answer WHERE answer.deal = deal.id)
    OR attempt <> 0
    AND EXISTS (SELECT 1 FROM play WHERE play.id = attempt AND outcome IN ('open', 'stuck')))"""
"""A solved deal counts as unfinished only while another attempt at it goes on."""
_ROWS: Final = """SELECT game, options, deck, number, positions, saved / 1000, opened, name,
    pack FROM deal WHERE"""
_LAST: Final = "ORDER BY opened DESC LIMIT ?"
"""With the indexes on `opened`, SQLite finds the last deals without reading the others."""


class LibraryRow(NamedTuple):
    """The summary of a deal."""

    key: DealKey
    number: int | None = None
    positions: int = 0
    """How many were tried."""
    seconds: float = 0.0
    """Played in all attempts together. Not read by `read_last`."""
    when: int = 0
    """Last played, in seconds since 1970; of a deal that was never played, when it was solved."""
    last_opened: int = 0
    best: int | None = None
    """Counted moves of the best answer of any kind."""
    alone: int | None = None
    """Counted moves of the best answer that was found alone."""
    how: HelpKind | None = None
    """How the best answer came about."""
    name: str = ""
    note: str = ""
    shortest: int | None = None
    """Counted moves of the shortest possible answer; None unless that was proved."""
    pack: str = ""
    """As in `StoredDeal`."""


def read_unfinished_games(tables: Tables, known: Collection[str]) -> set[str]:
    """The games beside the `known` ones that have an unfinished deal."""
    # In the file's own order, deals are read in less time than in that of an index.
    some = f"""SELECT DISTINCT game FROM deal NOT INDEXED
        WHERE game NOT IN ({", ".join("?" for _ in known)}) AND {_LEFT}"""
    return {game for (game,) in tables.db.execute(some, (*known,))}


def read_library(tables: Tables) -> list[LibraryRow]:
    """The row of every deal that has a history, an answer, a name or a note."""
    rows = []
    for game, options, deck, number, positions, seconds, when, opened, *more in tables.db.execute(
        _ALL
    ):
        best, alone, how, how_alone, name, note, shortest, pack, its_number, found = more
        if best is None:  # the best one was found alone
            best, how = alone, how_alone
        if not when:
            number, when = its_number if number is None else number, found or 0
        answer = (best, alone, how and HelpKind(how))
        key = DealKey(game, options, deck)
        noted = (name, note, shortest, pack)
        rows.append(LibraryRow(key, number, positions, seconds, when, opened, *answer, *noted))
    return rows


def read_last(tables: Tables, game: str | None, most: int, *, unfinished: bool) -> list[LibraryRow]:
    """At most `most` deals that were opened, of one game or of all, the one opened last first.
    `unfinished`: only those.
    """
    wanted = _LEFT if unfinished else "opened > 0"
    values: Sequence[object] = (most,) if game is None else (game, most)
    of_game = "" if game is None else "game = ? AND"
    found = tables.db.execute(f"{_ROWS} {of_game} {wanted} {_LAST}", values)
    return [
        LibraryRow(
            DealKey(*key), number, positions, when=when, last_opened=opened, name=name, pack=pack
        )
        for *key, number, positions, when, opened, name, pack in found
    ]
