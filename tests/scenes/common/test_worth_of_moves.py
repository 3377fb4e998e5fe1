"""What is said of the moves of a line."""

from __future__ import annotations

import pytest

from game.core.deals import deck_of
from game.core.moves import Move
from game.rules import Gaps
from game.scenes.common.steps_along_a_line import worth_words
from game.solver.line_worths import Line, LineWorths, PositionBounds
from game.system.language import Language


@pytest.mark.parametrize(
    ("redeals", "said"),
    [
        (0, "can be won without a redeal"),
        (1, "can be won with at most one redeal"),
        (2, "can be won with at most two redeals"),
    ],
)
def test_a_move_of_gaps_says_how_many_redeals_will_do_after_it(redeals: int, said: str) -> None:
    rules = Gaps()
    start = rules.deal(deck_of(1))
    worths = LineWorths(Line.of_moves(rules, start, rules.moves(start)[:1]))
    win = (Move.parse("redeal"),) * redeals
    worths.take([PositionBounds(0, False, 1, 100, None), PositionBounds(1, False, 1, 99, win)])
    assert worth_words(worths, 1, Language()) == said
