"""Where a win was lost on a line of the history."""

from __future__ import annotations

from history_lines import made

from game.core.deals import deck_of
from game.play.session import new_history
from game.record.review_text import ReviewText
from game.record.reviewed_lines import VerdictLine
from game.rules import LaPeau
from game.solver.answer import Verdict
from game.solver.line_worths import Line, LineWorths, PositionBounds, mistakes
from game.system.language import Language

WON, LOST = Verdict.WON, Verdict.UNWINNABLE


def test_a_run_that_loses_the_win_has_the_same_number_as_in_a_review() -> None:
    rules, deck = LaPeau(), deck_of(1)
    history = new_history(rules, deck)
    while history.line[history.at].cost < 2:
        runs = [(move,) for move in rules.moves(history.position)]
        history.play(max(runs, key=lambda run: len(rules.steps(history.position, run[0]))))
    last = history.at
    line = VerdictLine(history.line, [*[WON] * last, LOST])
    worths = LineWorths(Line.of_actions(rules, rules.deal(deck), made(history)))
    worths.take(
        [PositionBounds(last - 1, False, 0, 99, ()), PositionBounds(last, True, 0, None, None)]
    )
    (loss,) = mistakes(worths)
    text = ReviewText(Language(), worths)
    assert text.played(loss).startswith(f"Move {line.lost_at}:")
    assert text.headline().startswith(f"Lost at move {line.lost_at} of {history.moves}:")
