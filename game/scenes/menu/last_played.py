"""The deal that was left: where it stood, and when that was, in words."""

from __future__ import annotations

from datetime import datetime

from game.core import deals
from game.core.deals import Deck
from game.core.named_tuple import NamedTuple
from game.core.position import Action, Position
from game.rules import Rules, rules_for
from game.storage import LibraryRow, Storage, StorageError
from game.system.language import Language


class Left(NamedTuple):
    """A deal as it was left."""

    rules: Rules
    deck: Deck
    number: int | None
    position: Position
    moves: int
    """Counted, from the deal to the position."""
    when: int
    """In seconds since 1970."""
    name: str = ""
    """The player's own."""

    @property
    def title(self) -> str:
        """Its name, else its game with its number."""
        number = "" if self.number is None else f" {self.number}"
        return self.name or f"{self.rules.title}{number}"


def last_played(storage: Storage[Action], game: str | None = None) -> Left | None:
    """The deal played last, of one game or of all; None where there is none to be had."""
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


def unfinished(storage: Storage[Action], most: int, game: str | None = None) -> list[Left]:
    """The tables that were left in the middle, the last one first, of one game or of all."""
    try:
        return _read(storage, storage.unfinished(game, most))
    except StorageError:
        return []


def all_left(storage: Storage[Action], most: int) -> tuple[list[Left], set[str]]:
    """The same of all games; and every game of which a table was left in the middle, which is not
    looked for where there are no more tables than that.
    """
    try:
        rows = storage.unfinished(None, most)
        games = {row.key.game for row in rows} if len(rows) < most else storage.games_left()
    except StorageError:
        return [], set()
    return _read(storage, rows), games


def _read(storage: Storage[Action], rows: list[LibraryRow]) -> list[Left]:
    return [left for row in rows if (left := _left(storage, row)) is not None]


def _left(storage: Storage[Action], row: LibraryRow) -> Left | None:
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


def when_left(seconds: int, now: datetime, _: Language) -> str:
    """`left today at 21:14`, `left on 21 November`: local time, as near as matters."""
    then = datetime.fromtimestamp(seconds)
    days = (now.date() - then.date()).days
    time = f"{then.hour}:{then.minute:02}"
    if days == 0:
        return _("left today at {time}").format(time=time)
    if days == 1:
        return _("left yesterday at {time}").format(time=time)
    day, month = _.day(then.day), months(_)[then.month - 1]
    if then.year == now.year:
        return _("left on {day} {month}").format(day=day, month=month)
    return _("left on {day} {month} {year}").format(day=day, month=month, year=then.year)


def months(_: Language) -> list[str]:
    """The months as they stand in a date."""
    return [
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"),
        _("August"), _("September"), _("October"), _("November"), _("December"),
    ]  # fmt: skip
