"""Deals as they were left: the unfinished ones of all games, and the last one of a game."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.core import deals
from game.core.deals import Deck, deal_name, label_of
from game.core.position import Position
from game.record.reviewed_lines import position_left
from game.rules import Rules, rules_for
from game.storage import LastPlayed, LibraryRow, Storage, StorageError

MOST_TABLES: Final = 4
"""How many unfinished deals the menu offers."""


class LeftDeal(NamedTuple):
    """A deal as it was left."""

    rules: Rules
    deck: Deck
    number: int | None
    position: Position
    moves: int
    """The counted moves from the deal to the position."""
    when: int
    """When the deal was left, in seconds since 1970."""
    name: str = ""
    """The player's name for the deal; empty: it has none."""
    pack: str = ""
    """The deal's place in a level pack; empty: it has none."""

    @property
    def title(self) -> str:
        """Its name, else its game and its label."""
        return self.name or self.full_title

    @property
    def full_title(self) -> str:
        """Its game, and its name, else its label."""
        label = label_of(self.number, self.pack, deals.deck_text(self.deck))
        return deal_name(self.rules.title, self.name or label)


def last_played(storage: Storage, game: str) -> LeftDeal | None:
    """The deal of a game played last; None if there is none or it cannot be read."""
    try:
        last = storage.last_played(game)
    except StorageError:
        return None
    return None if last is None else _left(storage, last)


def unfinished(storage: Storage, game: str) -> LeftDeal | None:
    """The unfinished deal of a game left last; None if there is none or it cannot be read."""
    try:
        rows = storage.unfinished(game)
    except StorageError:
        return None
    return _left(storage, rows[0], rows[0].name) if rows else None


def all_left(storage: Storage, most: int) -> tuple[list[LeftDeal], set[str]]:
    """At most `most` unfinished deals of all games, the one left last first; and the names of all
    games that have one, for which storage is asked only if there may be more deals.
    """
    try:
        rows = storage.unfinished(None, most)
        games = (
            {row.key.game for row in rows} if len(rows) < most else storage.games_with_unfinished()
        )
    except StorageError:
        return [], set()
    found = (_left(storage, row, row.name) for row in rows)
    return [left for left in found if left is not None], games


def _left(storage: Storage, row: LastPlayed | LibraryRow, name: str = "") -> LeftDeal | None:
    """A deal as it was left; None where it cannot be read: opening it tells what is wrong."""
    key = row.key
    try:
        rules = rules_for(key.game, key.options.split())
        deck = deals.parse_deck(key.deck)
        position, moves = position_left(storage, rules, deck)
    except (StorageError, ValueError):
        return None
    return LeftDeal(rules, deck, row.number, position, moves, row.when, name, row.pack)
