"""All plays as a table for a spreadsheet."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from game.storage import DealKey, Play, Played

FILE_NAME: Final = "fourfold-statistics.csv"
COLUMNS: Final = (
    "game", "policy", "number", "deck", "attempt", "outcome", "moves", "seconds", "par",
    "hints", "show_me", "redo", "last_played",
)  # fmt: skip


def as_csv(plays: Iterable[Played]) -> str:
    """Every play as a line of comma-separated values, oldest first, after a header line. Times are
    UTC, the kinds of help as they are stored.
    """
    text = io.StringIO()
    # Imported here: it is rarely needed, and would delay every start.
    import csv

    table = csv.writer(text, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for played in sorted(plays, key=lambda played: played.play.when):
        table.writerow(_row(played.key, played.play))
    return text.getvalue()


def _row(key: DealKey, play: Play) -> list[object]:
    number = "" if play.number is None else play.number
    flags = int(play.par), play.hints, int(play.shown), int(play.redone)
    ended = _time(play.when)
    deal = [key.game, key.options, number, key.deck]
    return [
        *deal, play.attempt, str(play.outcome), play.moves, round(play.seconds, 1), *flags, ended
    ]  # fmt: skip


def _time(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return ""
