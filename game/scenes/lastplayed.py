"""The deal that was left: where it stood, and when that was, in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from game import deals
from game.deals import Deck
from game.history import ROOT, Row
from game.i18n import Language
from game.position import Action, Position
from game.rules import Rules, rules_for
from game.storage import Storage, StorageError


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


def last_played(storage: Storage[Action], game: str | None = None) -> Left | None:
    """The deal played last, of one game or of all; None where there is none to be had."""
    try:
        last = storage.last_played(game)
        if last is None:
            return None
        saved = storage.deal(last.key)
        rules = rules_for(last.key.game, [last.key.options] if last.key.options else [])
        deck = deals.parse_deck(last.key.deck)
        line = _line(saved.rows, saved.here)
        position = rules.deal(deck)
        for row in line:
            for move in row.action:
                position = rules.apply(position, move)
    except (StorageError, ValueError):
        # Opening the deal tells what is wrong with it.
        return None
    return Left(rules, deck, last.number, position, sum(row.cost for row in line), last.when)


def _line(rows: Sequence[Row[Action]], here: int) -> list[Row[Action]]:
    """The actions from the deal to a node. ValueError where the way up is broken."""
    by_id = {row.id: row for row in rows}
    line: list[Row[Action]] = []
    while here != ROOT:
        if here not in by_id or len(line) > len(rows):
            raise ValueError(f"node {here} hangs on nothing")
        line.append(by_id[here])
        here = by_id[here].parent
    return line[::-1]


def when_left(seconds: int, now: datetime, _: Language) -> str:
    """`left today at 21:14`, `left on 21 November`: local time, as near as matters."""
    then = datetime.fromtimestamp(seconds)
    days = (now.date() - then.date()).days
    time = f"{then.hour}:{then.minute:02}"
    if days == 0:
        return _("left today at {time}").format(time=time)
    if days == 1:
        return _("left yesterday at {time}").format(time=time)
    month = months(_)[then.month - 1]
    if then.year == now.year:
        return _("left on {day} {month}").format(day=then.day, month=month)
    return _("left on {day} {month} {year}").format(day=then.day, month=month, year=then.year)


def months(_: Language) -> list[str]:
    """The months as they stand in a date."""
    return [
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"),
        _("August"), _("September"), _("October"), _("November"), _("December"),
    ]  # fmt: skip
