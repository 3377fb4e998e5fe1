"""What lines are worth: asked for once, kept on disk, told to whoever shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from recording_services import NOWHERE

from game.core.deals import deck_of
from game.core.moves import REDEAL, Move
from game.core.position import Position
from game.play.notation import replay
from game.record import reviewer as reviewer_module
from game.record.known_positions import KnownPositions
from game.record.reviewer import Reviewer, is_settled
from game.rules import Rules, rules_for
from game.solver import registry
from game.solver.answer import Answer, Goal, SearchLimits, Verdict
from game.solver.line_review import weigh
from game.solver.line_worths import Line, PositionBounds
from game.solver.worker import Weighed
from game.storage import Storage

RULES = rules_for("lapeau", ("same",))


class Scale:
    """Stands in for the solver: notes what it is asked."""

    def __init__(self, on_par: Callable[..., None] = lambda *told: None) -> None:
        self.on_par = on_par
        self.lines: list[tuple[Line, list[PositionBounds]]] = []
        self.stopped = 0

    def weigh(self, line: Line, known: Iterable[PositionBounds], take: object) -> int:
        self.lines.append((line, list(known)))
        return len(self.lines)

    def stop_weighing(self) -> None:
        self.stopped += 1


def reviewer_with(scale: Scale, kept: Storage, *more: Any) -> Reviewer:
    return Reviewer(scale, KnownPositions(kept.worths), *more, on_par=scale.on_par)


def told(reviewer: Reviewer, win: tuple[Move, ...], place: int = 0) -> None:
    """The table has found a win from a place of LINE."""
    reviewer.known.remember(RULES, LINE.positions[place], Answer(Verdict.WON, win))


def a_line(number: int = 1000) -> Line:
    start = RULES.deal(deck_of(number))
    moves = registry.solve(RULES, start, Goal.FIRST).moves
    return Line.of_actions(RULES, start, [(move,) for move in moves])


def storage(folder: Path) -> Storage:
    return Storage(folder, read_only=folder is NOWHERE)


def everything(line: Line) -> tuple[PositionBounds, ...]:
    return weigh(line, SearchLimits()).found(range(len(line.positions)))


LINE = a_line()
LINE_WIN = tuple(move for action in LINE.actions for move in action)
LINE_MOVES = LINE.depths[-1]
ALL = everything(LINE)


def test_nothing_is_known_at_first_and_the_line_is_asked_for_once() -> None:
    scale = Scale()
    reviewer = reviewer_with(scale, storage(NOWHERE))
    worths = reviewer.worths(LINE)
    assert reviewer.worths(LINE) is worths
    assert scale.lines == [(LINE, [])]
    assert {one.verdict for one in worths.worths()} == {Verdict.UNDECIDED}


def test_what_is_told_shows_in_what_was_handed_out() -> None:
    reviewer = reviewer_with(Scale(), storage(NOWHERE))
    worths = reviewer.worths(LINE)
    assert reviewer.take(Weighed(1, ALL, True))
    assert is_settled(worths)
    assert worths.worths() == weigh(LINE, SearchLimits()).worths()


def test_the_proved_length_of_the_first_position_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    kept = storage(tmp_path)
    note = lambda rules, start, moves: told.append(moves)  # noqa: E731
    reviewer = reviewer_with(Scale(on_par=note), kept)
    reviewer.worths(LINE)
    first = ALL[0]
    reviewer.take(Weighed(1, (first._replace(least=0),), False))
    assert told == []
    reviewer.take(Weighed(1, ALL, True))
    assert told == [first.most]
    reviewer.stop()
    reviewer_with(Scale(on_par=note), kept).worths(LINE)
    assert told == [first.most] * 2


def longer() -> PositionBounds:
    """A longer win of the deal than the line."""
    start = LINE.positions[0]
    for move in RULES.moves(start):
        rest = registry.solve(RULES, RULES.apply(start, move), Goal.FIRST).moves
        counted = replay(RULES, start, (move, *rest))[1]
        if counted > LINE_MOVES:
            return PositionBounds(0, False, 0, counted, (move, *rest))
    raise AssertionError("no win is longer")


def test_a_review_knows_no_less_of_the_deal_than_the_table(tmp_path: Path) -> None:
    kept = storage(tmp_path)
    reviewer = reviewer_with(Scale(), kept)
    told(reviewer, LINE_WIN)
    worths = reviewer.worths(LINE)
    assert worths.worth(0).total == LINE_MOVES
    reviewer.take(Weighed(1, (longer(),), False))
    assert worths.worth(0).total == LINE_MOVES, "a longer win took its place"
    reviewer.stop()
    kept.close()
    assert reviewer_with(Scale(), storage(tmp_path)).worths(LINE).worth(0).total == LINE_MOVES


def test_what_the_table_finds_shows_at_once_in_the_line_that_is_weighed() -> None:
    reviewer = reviewer_with(Scale(), storage(NOWHERE))
    worths = reviewer.worths(LINE)
    news = reviewer.known.version
    told(reviewer, longer().win or ())
    assert worths.worth(0).verdict is Verdict.WON and reviewer.known.version > news
    told(reviewer, LINE_WIN[9:], place=9)
    for place in range(10):
        assert worths.worth(place).total == LINE_MOVES
        assert worths.answer(place) == LINE_WIN[place:]


def test_a_shorter_win_of_the_table_stays_while_longer_ones_come(tmp_path: Path) -> None:
    kept = storage(tmp_path)
    reviewer = reviewer_with(Scale(), kept)
    worths = reviewer.worths(LINE)
    far = PositionBounds(9, False, 0, LINE_MOVES, ())
    reviewer.take(Weighed(1, (far,), False))
    told(reviewer, LINE_WIN[9:], place=9)
    reviewer.take(Weighed(1, (far, *(far._replace(place=n, win=None) for n in range(9))), False))
    for place in range(10):
        assert worths.worth(place).total == LINE_MOVES
        assert worths.answer(place) == LINE_WIN[place:]
    par = reviewer.known.at(RULES, LINE.positions[0]).par
    assert par is not None and par.moves == LINE_MOVES
    reviewer.stop()
    kept.close()
    assert kept_win(tmp_path) == LINE_WIN


def test_what_the_table_knows_holds_for_all_places_of_a_line_that_follow_from_it() -> None:
    reviewer = reviewer_with(Scale(), storage(NOWHERE))
    reviewer.worths(LINE)
    told(reviewer, LINE_WIN[9:], place=9)
    for place in range(9):
        answer = reviewer.known.at(RULES, LINE.positions[place]).answer
        assert answer is not None and answer.moves == LINE_WIN[place:]


def kept_win(folder: Path, rules: Rules = RULES, start: Position | None = None) -> object:
    """The win of a deal that is on disk."""
    known, start = KnownPositions(storage(folder).worths), start or LINE.positions[0]
    known.recall_deal(rules, start)
    answer = known.at(rules, start).answer
    return () if answer is None else answer.moves


def test_what_a_review_finds_of_the_deal_is_its_par() -> None:
    reviewer = reviewer_with(Scale(), storage(NOWHERE))
    reviewer.worths(LINE)
    reviewer.take(Weighed(1, ALL, True))
    par = reviewer.known.at(RULES, LINE.positions[0]).par
    assert par is not None and par.moves == ALL[0].most


def test_the_table_hears_that_the_par_is_proved_before_the_win_that_is_it() -> None:
    reviewer: Reviewer

    def prove(rules: Rules, start: Position, moves: int) -> None:
        assert reviewer.known.at(rules, start).par is None
        reviewer.known.claim_par(rules, start, moves, proved=True)

    reviewer = reviewer_with(Scale(on_par=prove), storage(NOWHERE))
    reviewer.worths(LINE)
    reviewer.take(Weighed(1, ALL, True))
    assert reviewer.known.at(RULES, LINE.positions[0]).win, "a short one is looked for"


def test_the_best_win_of_a_deal_is_kept_and_a_longer_one_does_not_replace_it(
    tmp_path: Path,
) -> None:
    kept, start = storage(tmp_path), LINE.positions[0]
    assert kept_win(tmp_path) == ()
    known = KnownPositions(kept.worths)
    for win in (LINE_WIN, longer().win or ()):
        known.remember(RULES, start, Answer(Verdict.WON, win))
        known.keep(RULES, start)
    kept.close()
    assert kept_win(tmp_path) == LINE_WIN


def until_stuck(rules: Rules, start: Position, choice: int) -> tuple[Move, ...]:
    """The moves of cards that lead to a position without any, each the same choice of those."""
    played: list[Move] = []
    while moves := [move for move in rules.moves(start) if move.card is not None]:
        played.append(moves[choice])
        start = rules.apply(start, moves[choice])
    return tuple(played)


def test_of_gaps_a_win_with_fewer_redeals_is_kept_though_another_takes_fewer_moves() -> None:
    rules = rules_for("gaps")
    start = rules.deal(deck_of(12))
    # Both are as good as wins: what is told is believed.
    longer = until_stuck(rules, start, 0)
    redealt = (*until_stuck(rules, start, -1), Move(None, REDEAL))
    assert len(redealt) < len(longer)
    reviewer = reviewer_with(Scale(), storage(NOWHERE))
    for win in (redealt, longer, redealt):
        reviewer.known.remember(rules, start, Answer(Verdict.WON, win))
    assert reviewer.known.at(rules, start).win == longer
    assert reviewer.known.at(rules, start).shortest == redealt
    reviewer.worths(Line.of_actions(rules, start, [(move,) for move in redealt]))
    reviewer.take(Weighed(1, (PositionBounds(0, False, 0, len(redealt), redealt),), True))
    assert reviewer.known.at(rules, start).win == longer


def test_the_end_of_the_weighing_is_told_though_it_finds_nothing_more() -> None:
    reviewer = reviewer_with(Scale(), storage(NOWHERE))
    reviewer.worths(LINE)
    reviewer.take(Weighed(1, ALL, False))
    assert reviewer.take(Weighed(1, (), True))
    assert not reviewer.is_weighing


def test_what_is_told_of_another_line_is_let_go() -> None:
    reviewer = reviewer_with(Scale(), storage(NOWHERE))
    reviewer.worths(LINE)
    assert not reviewer.take(Weighed(2, ALL, True))


def test_worths_found_once_are_there_at_the_next_start(tmp_path: Path) -> None:
    kept = storage(tmp_path)
    first = reviewer_with(Scale(), kept)
    first.worths(LINE)
    first.take(Weighed(1, ALL, True))
    kept.close()
    scale = Scale()
    again = reviewer_with(scale, storage(tmp_path)).worths(LINE)
    assert scale.lines == []
    assert again.worths() == weigh(LINE, SearchLimits()).worths()
    assert all(again.answer(place) is not None for place in range(len(LINE.positions)))


def test_of_what_is_read_no_more_is_kept_than_said_and_the_line_asked_for_last_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, kept = a_line(1001), storage(tmp_path)
    first = reviewer_with(Scale(), kept)
    for number, line in enumerate((LINE, other), 1):
        first.worths(line)
        first.take(Weighed(number, everything(line), True))
    first.stop()
    most = max(len(LINE.positions), len(other.positions))
    monkeypatch.setattr("game.record.known_positions.KEPT", 2 * most)
    scale = Scale()
    again = reviewer_with(scale, kept)
    for line in (LINE, other, LINE):
        assert is_settled(again.worths(line))
        assert len(again.known._known) <= 2 * most
    assert scale.lines == []


def test_what_was_dropped_from_memory_stays_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = storage(tmp_path)
    reviewer = reviewer_with(Scale(), kept)
    reviewer.worths(LINE)
    reviewer.take(Weighed(1, ALL, True))
    reviewer.known.keep(RULES, LINE.positions[0])
    reviewer.known._unwritten.update(reviewer.known._known)
    monkeypatch.setattr("game.record.known_positions.KEPT", 1)
    reviewer.known.remember(RULES, LINE.positions[5], Answer(Verdict.UNDECIDED))
    reviewer.known.write()
    monkeypatch.undo()
    assert is_settled(reviewer_with(Scale(), kept).worths(LINE))


def test_what_was_found_before_the_program_was_killed_is_written_each_second(
    tmp_path: Path,
) -> None:
    now = [0.0]
    kept = storage(tmp_path)
    reviewer = reviewer_with(Scale(), kept, lambda: now[0])
    reviewer.worths(LINE)
    reviewer.take(Weighed(1, ALL[-3:], False))
    now[0] += reviewer_module.WRITTEN_EVERY
    reviewer.take(Weighed(1, ALL[-6:-3], False))
    other = reviewer_with(Scale(), storage(tmp_path)).worths(LINE)
    assert [one.proved for one in other.worths()[-6:]] == [True] * 6


def test_another_solver_finds_everything_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = storage(tmp_path)
    first = reviewer_with(Scale(), kept)
    first.worths(LINE)
    first.take(Weighed(1, ALL, True))
    monkeypatch.setattr("game.record.known_positions._solver_version", lambda: "another")
    scale = Scale()
    reviewer_with(scale, kept).worths(LINE)
    assert scale.lines == [(LINE, [])]


def test_positions_of_one_line_are_known_on_another_that_shares_them() -> None:
    scale = Scale()
    reviewer = reviewer_with(scale, storage(NOWHERE))
    reviewer.worths(LINE)
    reviewer.take(Weighed(1, ALL, True))
    half = len(LINE.positions) // 2
    short = Line.of_actions(RULES, LINE.positions[0], LINE.actions[1:half])
    worths = reviewer.worths(short)
    for place in range(len(short.positions)):
        worth, whole = worths.worth(place), ALL[place]
        assert worth.least == whole.least + short.depths[place]
        if worth.total is not None:
            answer = worths.answer(place)
            assert answer is not None


def test_a_line_that_is_left_is_not_weighed_on() -> None:
    scale = Scale()
    reviewer = reviewer_with(scale, storage(NOWHERE))
    reviewer.worths(LINE)
    reviewer.worths(a_line(1001))
    assert (scale.stopped, len(scale.lines)) == (1, 2)
    reviewer.stop()
    assert scale.stopped == 2


def test_gaps_with_another_kind_of_redeal_is_another_game() -> None:
    usual, shuffled = rules_for("gaps"), rules_for("gaps", ("random-gaps",))
    start = usual.deal(deck_of(1))
    reviewer = reviewer_with(Scale(), storage(NOWHERE))
    reviewer.worths(Line.of_moves(usual, start, ()))
    reviewer.take(Weighed(1, (PositionBounds(0, True, 0, None, None),), True))
    assert reviewer.worths(Line.of_moves(shuffled, start, ())).first_lost is None
    assert reviewer.worths(Line.of_moves(usual, start, ())).first_lost == 0
