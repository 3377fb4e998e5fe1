"""Computes the figures that are shown from the stored plays. Pure: no clock, no disk.

A play is one attempt at a deal. A win is *helped* if its line was found with help
(`Play.helped`). Any other play is helped if a hint or an answer was shown, or if redo was used in
a deal that had been won before. Helped plays are counted separately and are in no other figure.
A play without help is *won*; *lost* if it was left with no move possible; or *abandoned* if it was
left although a move was possible, which counts as lost or not at all, as the player chooses. The
last attempt at each game is open: it counts only once it is won. All plays can be written as a
table for a spreadsheet.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Collection, Container, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from game.storage import HelpKind, Play, Played, PlayOutcome, Tally

BARS: Final = 15
MONTH_DAYS: Final = 30


class Period(StrEnum):
    """The periods that figures can be told for."""

    ALL_TIME = "all"
    YEAR = "year"
    """The calendar year of the present day."""
    MONTH = "month"
    """The last `MONTH_DAYS` days, to the second."""

    def since(self, now: float) -> int:
        """The beginning of a period that ends `now`; both are in seconds since 1970."""
        if self is Period.MONTH:
            return int(now) - MONTH_DAYS * 24 * 3600
        if self is Period.YEAR:
            year = datetime.fromtimestamp(now).year
            return int(datetime(year, 1, 1).timestamp())
        return 0


class HelpedPlays(NamedTuple):
    """Plays that are in no other figure, each counted by the most that helped it."""

    hints: int = 0
    shown: int = 0
    redone: int = 0
    won: int = 0
    """How many of them were won."""


class LengthDistribution(NamedTuple):
    """The distribution of the moves, or of the seconds, of won plays."""

    least: float
    median: float
    most: float
    bars: tuple[int, ...]
    """The number of plays in each of `BARS` equal steps from the least to the most."""
    middle: int
    """The index of the bar that holds the median."""


class GameFigures(NamedTuple):
    """The figures of a game under one policy."""

    won: int = 0
    lost: int = 0
    abandoned: int = 0
    """Left although something could still be done."""
    counted: int = 0
    """The base of the rate: won and lost plays, and abandoned ones if the player wants that."""
    streak: int = 0
    """Wins since the last loss."""
    longest: int = 0
    par: int = 0
    """Wins in a proved par."""
    with_par: int = 0
    """Wins of deals whose par is proved."""
    moves: LengthDistribution | None = None
    seconds: LengthDistribution | None = None
    helped: HelpedPlays = HelpedPlays()
    begun: bool = False
    """True if there is any play, even one that is not finished."""

    @property
    def played(self) -> int:
        """Every attempt that has ended, counted or not."""
        return self.won + self.lost + self.abandoned

    @property
    def rate(self) -> float | None:
        """The share of `counted` plays that was won, 0 to 1; None if none is counted."""
        return self.won / self.counted if self.counted else None


def game_figures(
    plays: Iterable[Played],
    *,
    since: int = 0,
    count_abandoned: bool = False,
    proved: Container[str] | None = (),
) -> GameFigures:
    """The figures of the plays of one game and policy, in any order, written at or after
    `since`, in seconds since 1970. `proved`: the decks of the deals whose par is proved; None: the
    game has no par that is the shortest possible, and no play has reached one.
    """
    ordered = sorted(plays, key=lambda played: played.play.when)
    last = ordered[-1].play if ordered else None
    recent = [each for each in ordered if each.play.when >= since]
    own = [each.play for each in recent if not each.play.helped]
    won = [play for play in own if play.outcome is PlayOutcome.WON]
    left = [play for play in own if play.outcome is not PlayOutcome.WON and play is not last]
    lost = [play for play in left if play.outcome is PlayOutcome.STUCK]
    losses = left if count_abandoned else lost
    with_par = [
        play
        for key, play in recent
        if proved is not None
        and (play.outcome is PlayOutcome.WON and not play.helped)
        and (play.par or key.deck in proved)
    ]
    streak, longest = _streaks(own, {id(play) for play in losses})
    return GameFigures(
        won=len(won),
        lost=len(lost),
        abandoned=len(left) - len(lost),
        counted=len(won) + len(losses),
        streak=streak,
        longest=longest,
        par=sum(play.par for play in with_par),
        with_par=len(with_par),
        moves=distribution([play.moves for play in won]),
        seconds=distribution([play.seconds for play in won]),
        helped=_helped_plays([each.play for each in recent if each.play.helped]),
        begun=bool(recent),
    )


def success(tallies: Iterable[Tally], *, count_abandoned: bool = False) -> GameFigures:
    """The figures from tallies of plays; only `won`, `lost`, `abandoned` and `counted` are set."""
    ordered = sorted(tallies, key=lambda each: each.last)
    if ordered and ordered[-1].outcome is not PlayOutcome.WON:
        # The last attempt is open.
        ordered[-1] = ordered[-1]._replace(plays=ordered[-1].plays - 1)
    own = Counter({each.outcome: each.plays for each in ordered if not each.helped})
    won, lost = own[PlayOutcome.WON], own[PlayOutcome.STUCK]
    abandoned = own.total() - won - lost
    return GameFigures(won, lost, abandoned, won + lost + abandoned * count_abandoned)


def whole_percent(share: float) -> int:
    """A share of won deals in per cent: 100 only if all were won, 0 only if none was."""
    percent = round(share * 100)
    return max(1, min(99, percent)) if 0 < share < 1 else percent


def _streaks(plays: Sequence[Play], losses: Collection[int]) -> tuple[int, int]:
    """The present and the longest run of wins without a loss. Plays that are neither a win nor a
    loss do not end a run.
    """
    now = longest = 0
    for play in plays:
        if play.outcome is PlayOutcome.WON:
            now += 1
            longest = max(longest, now)
        elif id(play) in losses:
            now = 0
    return now, longest


def _helped_plays(plays: Sequence[Play]) -> HelpedPlays:
    """Each play counted once. The line of a win may have been helped in an earlier attempt."""
    shown = sum(play.shown or play.how not in (None, HelpKind.HINTS) for play in plays)
    redone = sum(play.how is None and not (play.hints or play.shown) for play in plays)
    won = sum(play.outcome is PlayOutcome.WON for play in plays)
    return HelpedPlays(len(plays) - shown - redone, shown, redone, won)


def distribution(values: Sequence[float]) -> LengthDistribution | None:
    """The distribution of some values; None if there are none."""
    if not values:
        return None
    least, most = min(values), max(values)
    middle = _median(values)
    bars = [0] * BARS
    for value in values:
        bars[_bar(value, least, most)] += 1
    return LengthDistribution(least, middle, most, tuple(bars), _bar(middle, least, most))


def _median(values: Sequence[float]) -> float:
    # Importing the standard library's `statistics` would take 3 ms of every start.
    ordered, half = sorted(values), len(values) // 2
    if len(ordered) % 2:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2


def _bar(value: float, least: float, most: float) -> int:
    """The index of the bar that a value falls into; the middle bar if all values are equal."""
    if most == least:
        return BARS // 2
    return min(BARS - 1, int((value - least) / (most - least) * BARS))


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
    for key, play in sorted(plays, key=lambda played: played.play.when):
        ended = ""
        with suppress(OverflowError, ValueError, OSError):
            ended = datetime.fromtimestamp(play.when, UTC).strftime("%Y-%m-%d %H:%M:%S")
        number = "" if play.number is None else play.number
        flags = int(play.par), play.hints, int(play.shown), int(play.redone), ended
        took = play.attempt, str(play.outcome), play.moves, round(play.seconds, 1)
        table.writerow([key.game, key.options, number, key.deck, *took, *flags])
    return text.getvalue()
