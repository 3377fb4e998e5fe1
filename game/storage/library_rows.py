"""Reads one row for each deal that was ever touched, or is unfinished, without reading any tree.

Checksums are not verified here, but by `Tables.problems`: there may be thousands of rows, and the
library page waits for them. Only rows whose fields have another type are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from game.core.named_tuple import NamedTuple
from game.storage.all_tables import Tables
from game.storage.row_checksums import HOW_OF, shapes_of
from game.storage.stored_answer import HelpKind
from game.storage.stored_deal import DealKey

_EARLIER: Final = """SELECT total(seconds) FROM play WHERE play.game = deal.game
    AND play.options = deal.options AND play.deck = deal.deck AND play.attempt <> deal.attempt"""
_DEALS: Final = f"""SELECT game, options, deck, number, nodes,
    max(coalesce(total, 0), seconds + ({_EARLIER})), played, turn, pack FROM deal"""
_ANSWERS: Final = "SELECT game, options, deck, alone, moves, how FROM answer"
_FOUND: Final = "SELECT game, options, deck, number, found FROM answer"
_ABOUT: Final = "SELECT game, options, deck, name, note, shortest FROM about"

_Key = tuple[str, str, str]
"""The fields of a `DealKey`."""
_Best = tuple[int | None, int | None, HelpKind | None]
_NO_ANSWER: Final[_Best] = (None, None, None)
_NO_NOTES: Final = ("", "", None)
_SAME: Final = "game = one.game AND options = one.options AND deck = one.deck"
_LEFT: Final = f"""nodes > 0
    AND NOT EXISTS (SELECT 1 FROM node WHERE deal = one.id AND id = one.here AND won)
    AND (NOT EXISTS (SELECT 1 FROM answer WHERE {_SAME})
    OR EXISTS (SELECT 1 FROM play WHERE {_SAME} AND attempt = one.attempt
    AND outcome IN ('open', 'stuck')))"""
_NAME: Final = f"SELECT name FROM about WHERE {_SAME}"
_OPEN: Final = f"""SELECT game, options, deck, number, nodes, played, turn, pack,
    coalesce(({_NAME}), '') FROM deal AS one"""
_LAST: Final = "ORDER BY turn DESC"
"""With the indexes on `turn`, SQLite finds the last deals without reading the others."""
_GAMES: Final = "SELECT DISTINCT game FROM deal"


class LibraryRow(NamedTuple):
    """The summary of a deal."""

    key: DealKey
    number: int | None = None
    positions: int = 0
    """How many were tried."""
    seconds: float = 0.0
    """Played in all attempts together. Not read for the unfinished deals alone."""
    when: int = 0
    """Last played, in seconds since 1970."""
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
    """As in `Saved`."""


def _sound(
    tables: Tables, query: str, kinds: str, values: Sequence[object] = ()
) -> Iterator[tuple[Any, ...]]:
    """The rows that a query finds, without those in which damage has changed a type. `kinds`: the
    types of the fields, in the letters of `shapes_of`.
    """
    shapes = shapes_of(kinds)
    for row in tables.db.execute(query, values):
        if tuple(map(type, row)) in shapes:
            yield row


def read_library(tables: Tables) -> list[LibraryRow]:
    """The row of every deal that has a tree, an answer, a name or a note."""
    answers = _read_answers(tables)
    notes = {found[:3]: found[3:] for found in _sound(tables, _ABOUT, "tttttn")}
    rows = []
    for game, options, deck, *fields, pack in _sound(tables, _DEALS, "tttniriit"):
        key = DealKey(game, options, deck)
        answer, noted = answers.pop(key, _NO_ANSWER), notes.pop(key, _NO_NOTES)
        rows.append(LibraryRow._make((key, *fields, *answer, *noted, pack)))
    bare = {DealKey(*key) for key in answers}
    bare |= {DealKey(*key) for key, noted in notes.items() if noted[0] or noted[1]}
    found = _read_found(tables) if answers else {}
    for key in bare:
        number, when = found.get(key, (None, 0))
        answer, noted = answers.get(key, _NO_ANSWER), notes.get(key, _NO_NOTES)
        rows.append(LibraryRow(key, number, 0, 0.0, when, 0, *answer, *noted))
    return rows


def _read_answers(tables: Tables) -> dict[_Key, _Best]:
    """For each deal: the moves of the best answer, those of the best found alone, and how the best
    was found. Of two equally short answers the one found alone counts.
    """
    best: dict[_Key, _Best] = {}
    for game, options, deck, alone, moves, how in _sound(tables, _ANSWERS, "tttiit"):
        key = game, options, deck
        known, known_alone, known_how = best.get(key, _NO_ANSWER)
        if known is None or moves < known or (moves == known and alone):
            known, known_how = moves, HOW_OF.get(how)
        best[key] = known, moves if alone else known_alone, known_how
    return best


def _read_found(tables: Tables) -> dict[_Key, tuple[int | None, int]]:
    """The number of each deal that has an answer, and when that was found."""
    return {row[:3]: row[3:] for row in _sound(tables, _FOUND, "tttni")}


def read_unfinished(tables: Tables, game: str | None, most: int) -> list[LibraryRow]:
    """At most `most` unfinished deals, of one game or of all, the one opened last first. A solved
    deal counts only while another attempt at it goes on.
    """
    of_game, values = ("", ()) if game is None else ("game = ? AND", (game,))
    query = f"{_OPEN} WHERE {of_game} {_LEFT} {_LAST}"
    # Without LIMIT: a damaged row must not take the place of a good one.
    found = islice(_sound(tables, query, "tttniiitt", values), most)
    return [
        LibraryRow(
            DealKey(*key), number, nodes, when=played, last_opened=turn, name=name, pack=pack
        )
        for *key, number, nodes, played, turn, pack, name in found
    ]


def read_games_left(tables: Tables) -> set[str]:
    """The games that have an unfinished deal."""
    games = {game for (game,) in tables.db.execute(_GAMES)}
    return {game for game in games if read_unfinished(tables, game, 1)}
