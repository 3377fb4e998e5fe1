"""Deals that were left unfinished: their positions, and the words for when they were left."""

from __future__ import annotations

from game.core import deals
from game.core.deals import Deck
from game.core.named_tuple import NamedTuple
from game.core.position import Position
from game.rules import Rules, rules_for
from game.storage import LibraryRow, Storage, StorageError


class Left(NamedTuple):
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

    @property
    def title(self) -> str:
        """Its name, else its game with its number."""
        number = "" if self.number is None else f" {self.number}"
        return self.name or f"{self.rules.title}{number}"


def last_played(storage: Storage, game: str | None = None) -> Left | None:
    """The deal played last, of one game or of all; None if there is none or it cannot be read."""
    try:
        last = storage.last_played(game)
        if last is None:
            return None
        line = storage.line(last.key)
        rules = rules_for(last.key.game, [last.key.options] if last.key.options else [])
        deck = deals.parse_deck(last.key.deck)
        position = rules.deal(deck)
        for row in line:
            for move in row.action:
                position = rules.apply(position, move)
    except (StorageError, ValueError):
        # Opening the deal tells what is wrong with it.
        return None
    return Left(rules, deck, last.number, position, sum(row.cost for row in line), last.when)


def unfinished(storage: Storage, most: int, game: str | None = None) -> list[Left]:
    """At most `most` unfinished deals, the one left last first, of one game or of all."""
    try:
        return _read(storage, storage.unfinished(game, most))
    except StorageError:
        return []


def all_left(storage: Storage, most: int) -> tuple[list[Left], set[str]]:
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


def _read(storage: Storage, rows: list[LibraryRow]) -> list[Left]:
    return [left for row in rows if (left := _left(storage, row)) is not None]


def _left(storage: Storage, row: LibraryRow) -> Left | None:
    """A deal as it was left; None where it cannot be read: opening it tells what is wrong."""
    try:
        rules = rules_for(row.key.game, [row.key.options] if row.key.options else [])
        deck = deals.parse_deck(row.key.deck)
        position, moves = rules.deal(deck), 0
        for node in storage.line(row.key):
            moves += node.cost
            for move in node.action:
                position = rules.apply(position, move)
    except (StorageError, ValueError):
        return None
    return Left(rules, deck, row.number, position, moves, row.when, row.name)
