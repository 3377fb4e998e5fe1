"""From plays to figures: what counts, what does not, and how it is spread."""

from __future__ import annotations

import csv
import io
import statistics
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from game.core.moves import Action
from game.history import HistoryChanges
from game.record.statistics import (
    BARS,
    COLUMNS,
    GameFigures,
    HelpedPlays,
    Period,
    as_csv,
    distribution,
    game_figures,
    success,
)
from game.storage import (
    DealChanges,
    DealKey,
    DealState,
    HelpKind,
    Play,
    Played,
    PlayOutcome,
    Storage,
    Tally,
)

OUTCOMES = {
    "w": PlayOutcome.WON,
    "s": PlayOutcome.STUCK,
    "o": PlayOutcome.OPEN,
}


def played(outcome: str = "w", **more: object) -> Played:
    play = Play(1, OUTCOMES[outcome], 80, 300.0)._replace(**more)
    return Played(DealKey("gaps", "", "deck"), play)


def of(story: str, *, abandoned: bool = False, last: bool = True) -> GameFigures:
    """The figures of plays in order, `w` won, `s` left stuck, `o` left open; unless it is
    `last`, another win follows them.
    """
    plays = [played(letter, when=n) for n, letter in enumerate(story if last else story + "w")]
    Random(4).shuffle(plays)
    return game_figures(plays, count_abandoned=abandoned)


def test_without_plays_there_is_nothing_to_tell():
    assert game_figures([]) == GameFigures()
    assert game_figures([]).rate is None


@pytest.mark.parametrize(
    ("story", "counted", "won", "lost", "abandoned"),
    [("w", 1, 1, 0, 0), ("wsw", 3, 2, 1, 0), ("wow", 2, 2, 0, 1), ("wosow", 3, 2, 1, 2)],
)
def test_abandoned_deals_are_counted_only_where_the_player_wants_it(
    story: str, counted: int, won: int, lost: int, abandoned: int
):
    found = of(story)
    assert (found.counted, found.won, found.lost, found.abandoned) == (
        counted, won, lost, abandoned,
    )  # fmt: skip
    assert of(story, abandoned=True).counted == found.played == won + lost + abandoned


def test_the_rate_is_won_of_counted():
    assert of("wwso", last=False).rate == 3 / 4
    assert of("wwso", last=False, abandoned=True).rate == 3 / 5


def test_the_attempt_made_last_is_still_open():
    for story in ("wo", "ws"):
        assert of(story, abandoned=True).counted == 1
        assert of(story).played == 1


@pytest.mark.parametrize(
    ("story", "now", "longest"),
    [("www", 3, 3), ("wwsw", 1, 2), ("wwsww", 2, 2), ("wsws", 1, 1), ("wow", 2, 2)],
)
def test_a_loss_ends_a_streak(story: str, now: int, longest: int):
    assert (of(story).streak, of(story).longest) == (now, longest)


def test_abandoned_deals_end_a_streak_where_they_count_as_lost():
    assert of("wwow", abandoned=True).streak == 1


MARKS = ({"hints": 2}, {"shown": True}, {"redone": True, "attempt": 2})


@pytest.mark.parametrize("mark", MARKS)
def test_plays_with_help_are_in_no_figure_but_their_own(mark: dict[str, object]):
    plain = [played("w", when=1, moves=90), played("s", when=2), played("w", when=4, moves=70)]
    helped = [played("w", when=3, moves=52, seconds=1.0, par=True, **mark)]
    helped += [played("s", when=0, **mark)]
    with_help = game_figures(plain + helped)
    assert with_help.helped.won == 1
    assert (with_help.helped.hints, with_help.helped.shown, with_help.helped.redone).count(2) == 1
    without = game_figures(plain)
    assert without.helped == HelpedPlays()
    assert (with_help.won, with_help.counted, with_help.streak) == (2, 3, 1)
    assert (with_help.moves, with_help.seconds, with_help.par) == (
        without.moves, without.seconds, 0,
    )  # fmt: skip


def test_a_play_with_several_kinds_of_help_is_told_once_by_the_most_of_them():
    plays = [
        played("w", hints=2, shown=True, redone=True, attempt=2),
        played("w", hints=1, redone=True, attempt=2),
        played("w", redone=True, attempt=2),
    ]
    assert game_figures(plays).helped == HelpedPlays(hints=1, shown=1, redone=1, won=3)


@pytest.mark.parametrize("how", [kind for kind in HelpKind if not kind.is_alone])
def test_a_win_on_a_line_helped_in_an_earlier_attempt_is_told_too(how: HelpKind):
    helped = game_figures([played("w", attempt=2, how=how)]).helped
    hints = int(how is HelpKind.HINTS)
    assert helped == HelpedPlays(hints=hints, shown=1 - hints, won=1)


def test_redo_within_the_first_attempt_is_the_players_own_work():
    assert not played(redone=True).play.helped
    assert played(redone=True, attempt=2).play.helped


def test_only_what_was_written_in_the_period_counts():
    plays = [played("w", when=when, moves=when) for when in (10, 20, 30)]
    assert game_figures(plays, since=20).won == 2
    least = game_figures(plays, since=20).moves
    assert least is not None and least.least == 20
    assert game_figures(plays, since=31) == GameFigures()


@pytest.mark.parametrize(
    ("period", "begun"),
    [
        (Period.ALL_TIME, datetime.fromtimestamp(0)),
        (Period.YEAR, datetime(2026, 1, 1)),
        (Period.MONTH, datetime(2026, 6, 1, 12)),
    ],
)
def test_a_period_begins(period: Period, begun: datetime):
    assert period.since(datetime(2026, 7, 1, 12).timestamp()) == begun.timestamp()


def test_par_is_counted_where_it_was_reached():
    assert game_figures([played(par=True, when=n) for n in range(3)] + [played()]).par == 3


def test_a_spread_has_least_median_most_and_every_value_in_a_bar():
    random = Random(7)
    for count in (1, 2, 3, 40, 500):
        values = [random.randint(52, 180) for _ in range(count)]
        found = distribution(values)
        assert found is not None
        assert (found.least, found.most) == (min(values), max(values))
        assert found.median == statistics.median(values)
        assert len(found.bars) == BARS and sum(found.bars) == count
        assert 0 <= found.middle < BARS


def test_equal_values_stand_in_the_middle():
    found = distribution([80, 80, 80])
    assert found is not None
    assert found.bars[BARS // 2] == 3 and found.middle == BARS // 2


def test_the_table_has_a_line_for_each_play_oldest_first():
    plays = [
        played("s", when=86_400, number=617, moves=12, seconds=3.25),
        played("w", when=0, hints=2, shown=True, redone=True, par=True),
    ]
    rows = list(csv.DictReader(io.StringIO(as_csv(plays))))
    assert [row["last_played"] for row in rows] == ["1970-01-01 00:00:00", "1970-01-02 00:00:00"]
    assert tuple(rows[0]) == COLUMNS
    assert rows[1]["number"] == "617" and rows[1]["outcome"] == "stuck"
    assert rows[1]["seconds"] == "3.2" and rows[1]["moves"] == "12"
    assert [rows[0][name] for name in ("number", "hints", "show_me", "redo", "par")] == [
        "", "2", "1", "1", "1",
    ]  # fmt: skip


def test_a_time_beyond_all_calendars_leaves_its_field_empty():
    rows = list(csv.DictReader(io.StringIO(as_csv([played(when=10**17)]))))
    assert rows[0]["last_played"] == ""


def test_par_is_measured_at_the_wins_of_deals_whose_par_is_proved():
    plays = [
        Played(DealKey("gaps", "", deck), play)
        for deck, play in (
            ("proved", played("w", when=1).play),
            ("unproved", played("w", when=2).play),
            ("reached", played("w", when=3, par=True).play),
            ("proved", played("w", when=4, hints=1).play),
            ("proved", played("s", when=5).play),
        )
    ]
    found = game_figures(plays, proved={"proved"})
    assert (found.par, found.with_par, found.won) == (1, 2, 3)
    assert game_figures(plays, proved={"proved"}, since=2).with_par == 1
    without = game_figures(plays, proved=None)
    assert (without.par, without.with_par, without.won) == (0, 0, 3)


def tallied(plays: Iterable[Play]) -> list[Tally]:
    """The tallies of some plays, counted one by one."""
    whens: dict[tuple[PlayOutcome, bool], list[int]] = defaultdict(list)
    for play in plays:
        whens[play.outcome, play.helped].append(play.when)
    return [Tally(*kind, len(each), max(each)) for kind, each in whens.items()]


@pytest.mark.parametrize("seed", range(20))
def test_what_the_file_has_counted_gives_the_same_figures(seed: int, tmp_path: Path):
    chance = Random(seed)
    plays = [
        played(
            chance.choice("wso"),
            attempt=chance.choice((1, 2)),
            hints=chance.choice((0, 0, 3)),
            shown=chance.random() < 0.2,
            redone=chance.random() < 0.3,
            when=when,
            id=when,
        )
        for when in chance.sample(range(1, 1000), seed)
    ]
    storage = Storage(tmp_path)
    none: HistoryChanges[Action] = HistoryChanges()
    for number, each in enumerate(plays):
        key = DealKey("gaps", "", f"deck {number}")
        storage.save(key, DealChanges(none, DealState(), plays=[each.play]), lambda: none)
    tallies = storage.plays.tallies("gaps", "")
    assert sorted(tallies) == sorted(tallied(each.play for each in plays))
    for count_abandoned in (False, True):
        found = success(tallies, count_abandoned=count_abandoned)
        assert found[:4] == game_figures(plays, count_abandoned=count_abandoned)[:4]
