"""Deals as they were left: the unfinished ones of all games, and the last one of a game."""

from __future__ import annotations

from game.core import deals
from game.core.deals import Deck
from game.core.level_packs import label_of
from game.core.named_tuple import NamedTuple
from game.core.position import Position
from game.record.history_restoring import position_left
from game.rules import Rules, deal_name, rules_for
from game.storage import DealKey, LibraryRow, Storage, StorageError


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
        """Its name, else its game with its number, or its id in its pack."""
        return self.name or deal_name(self.rules, label_of(self.number, self.pack))


def last_played(storage: Storage, game: str) -> LeftDeal | None:
    """The deal of a game played last; None if there is none or it cannot be read."""
    try:
        last = storage.last_played(game)
    except StorageError:
        return None
    if last is None:
        return None
    return _left(storage, last.key, last.number, last.when, pack=last.pack)


def unfinished(storage: Storage, most: int, game: str | None = None) -> list[LeftDeal]:
    """At most `most` unfinished deals, the one left last first, of one game or of all."""
    try:
        return _read(storage, storage.unfinished(game, most))
    except StorageError:
        return []


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
    return _read(storage, rows), games


def _read(storage: Storage, rows: list[LibraryRow]) -> list[LeftDeal]:
    found = (_left(storage, r.key, r.number, r.when, r.name, r.pack) for r in rows)
    return [left for left in found if left is not None]


def _left(
    storage: Storage, key: DealKey, number: int | None, when: int, name: str = "", pack: str = ""
) -> LeftDeal | None:
    """A deal as it was left; None where it cannot be read: opening it tells what is wrong."""
    try:
        rules = rules_for(key.game, [key.options] if key.options else [])
        deck = deals.parse_deck(key.deck)
        position, moves = position_left(storage, rules, deck)
    except (StorageError, ValueError):
        return None
    return LeftDeal(rules, deck, number, position, moves, when, name, pack)
