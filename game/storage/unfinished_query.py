"""Finds unfinished deals, without reading any tree. Checksums are not verified here, but by
`Tables.problems`.
"""

from __future__ import annotations

from typing import Final

from game.storage.library_rows import LibraryRow
from game.storage.stored_values import DealKey
from game.storage.tables import Tables

_SAME: Final = "game = one.game AND options = one.options AND deck = one.deck"
_LEFT: Final = f"""nodes > 0
    AND NOT EXISTS (SELECT 1 FROM node WHERE deal = one.id AND id = one.here AND won)
    AND (NOT EXISTS (SELECT 1 FROM answer WHERE {_SAME})
    OR EXISTS (SELECT 1 FROM play WHERE {_SAME} AND attempt = one.attempt
    AND outcome IN ('open', 'stuck')))"""
_NAME: Final = f"SELECT name FROM about WHERE {_SAME}"
_OPEN: Final = f"""SELECT game, options, deck, number, nodes, played, turn, pack,
    coalesce(({_NAME}), '') FROM deal AS one"""
_LAST: Final = "ORDER BY turn DESC LIMIT ?"
"""With the indexes on `turn`, SQLite finds the last deals without reading the others."""
_GAMES: Final = "SELECT DISTINCT game FROM deal"


def read_unfinished(tables: Tables, game: str | None, most: int) -> list[LibraryRow]:
    """At most `most` unfinished deals, of one game or of all, the one opened last first. A solved
    deal counts only while another attempt at it goes on.
    """
    of_game, values = ("", ()) if game is None else ("game = ? AND", (game,))
    found = tables.db.execute(f"{_OPEN} WHERE {of_game} {_LEFT} {_LAST}", (*values, most))
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
