"""A line weighed a slice at a time: what is known is not searched again, what is wrong is found."""

from __future__ import annotations

from test_line_messages import a_line

from game.solver.answer import SearchLimits
from game.solver.line_messages import NOTHING, packed
from game.solver.line_review_in_worker import Weigher
from game.solver.line_search import weigh
from game.solver.line_worths import LineWorths, PositionBounds


def test_what_is_known_beforehand_is_not_searched_again() -> None:
    line = a_line()
    found = weigh(line, SearchLimits()).found(range(len(line.positions)))
    weigher = Weigher()
    for part in packed(1, line, found):
        weigher.want(part)
    told = None
    mirror = LineWorths(line)
    slices = 0
    while told is None or not told.final:
        told = weigher.step()
        slices += 1
        mirror.take(told.found if told is not None else ())
    assert all(worth.proved for worth in mirror.worths())
    assert slices <= len(line.positions) + 2


def test_a_known_win_that_the_rules_refuse_is_not_believed() -> None:
    line = a_line()
    wrong = PositionBounds(0, False, 0, 1, (line.actions[-1][0],))
    weigher = Weigher()
    for part in packed(1, line, (wrong,)):
        weigher.want(part)
    mirror = LineWorths(line)
    while (told := weigher.step()) is None or not told.final:
        mirror.take(told.found if told is not None else ())
    mirror.take(told.found)
    assert mirror.worth(0).proved and mirror.worth(0).total != 1


def test_a_weigher_that_is_told_to_stop_is_idle() -> None:
    weigher = Weigher()
    for part in packed(1, a_line(), ()):
        weigher.want(part)
    assert weigher.is_busy
    weigher.want(NOTHING)
    assert not weigher.is_busy
