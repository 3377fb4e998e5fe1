"""Two lines side by side: where they part, where they meet, what each takes."""

from __future__ import annotations

from random import Random

import pytest
from history_lines import made

from game.core.deals import deck_of
from game.core.moves import Move
from game.play.session import new_history
from game.record.review_text import ReviewText
from game.record.reviewed_lines import VerdictLine, stretches
from game.rules import BrainJam, Gaps, LaPeau, Rules
from game.solver import registry
from game.solver.answer import Goal, Verdict
from game.solver.line_worths import Line, LineWorths, PositionBounds, mistakes
from game.system.language import Language

JAM = BrainJam()


def line(rules: Rules, moves: list[Move], number: int = 2) -> Line:
    return Line.of_actions(rules, rules.deal(deck_of(number)), [(move,) for move in moves])


def some_moves(rules: Rules, random: Random, before: list[Move], count: int) -> list[Move]:
    position = line(rules, before).positions[-1]
    made = list(before)
    for _ in range(count):
        found = rules.moves(position)
        if not found:
            break
        made.append(random.choice(found))
        position = rules.apply(position, made[-1])
    return made


def wandering(random: Random, number: int, before: list[Move], count: int) -> list[Move]:
    """Moves of Brain Jam, most of which lead back to a position that was there before."""
    made, places = list(before), line(JAM, before, number).positions
    been, position = {JAM.key(each) for each in places}, places[-1]
    for _ in range(count):
        moves = JAM.moves(position)
        if not moves:
            break
        back = [move for move in moves if JAM.key(JAM.apply(position, move)) in been]
        made.append(random.choice(back or moves))
        position = JAM.apply(position, made[-1])
        been.add(JAM.key(position))
    return made


def test_a_line_against_itself_is_together_from_end_to_end() -> None:
    one = line(JAM, some_moves(JAM, Random(1), [], 20))
    assert [each.together for each in stretches(one, one)] == [True]


def test_two_moves_in_another_order_part_and_meet_again() -> None:
    position = JAM.deal(deck_of(2))
    for first in JAM.moves(position):
        for second in JAM.moves(position):
            try:
                one, other = line(JAM, [first, second]), line(JAM, [second, first])
            except ValueError:
                continue
            if JAM.key(one.positions[-1]) == JAM.key(other.positions[-1]) and first != second:
                (apart,) = stretches(one, other)
                assert apart == (False, (0, 2), (0, 2), (2, 2), True)
                return
    raise AssertionError("no two moves of this deal can change places")


def test_a_line_that_comes_back_to_the_deal_begins_with_what_that_costs() -> None:
    moves = [Move.parse(move) for move in ("Ad>reserve", "Ad>2d", "9c>reserve")]
    around, straight = line(JAM, moves, 4), line(JAM, moves[2:], 4)
    assert stretches(around, straight) == [(False, (0, 3), (0, 1), (3, 1), True)]
    assert stretches(straight, around) == [(False, (0, 1), (0, 3), (1, 3), True)]


def test_lines_that_end_apart_do_not_meet_unless_both_are_won() -> None:
    rules = LaPeau("same")
    start = rules.deal(deck_of(1000))
    first, short = (
        line(rules, list(registry.solve(rules, start, goal).moves), 1000)
        for goal in (Goal.FIRST, Goal.SHORT)
    )
    assert all(each.meets for each in stretches(first, short))
    for end in (0, 5):
        tried = Line.of_actions(rules, start, first.actions[1 : end + 1])
        *before, last = stretches(tried, short)
        assert all(each.meets for each in before)
        assert not last.meets
        assert last.second[1] == len(short.positions) - 1


@pytest.mark.parametrize("number", range(2, 12))
def test_the_stretches_cost_what_one_line_takes_more_than_the_other(number: int) -> None:
    random = Random(number)
    for _ in range(10):
        common = wandering(random, number, [], random.randrange(8))
        one = line(JAM, wandering(random, number, common, random.randrange(12)), number)
        other = line(JAM, wandering(random, number, common, random.randrange(12)), number)
        for first, second in ((one, other), (other, one)):
            found = stretches(first, second)
            costs = [each.moves[0] - each.moves[1] for each in found]
            assert sum(costs) == first.depths[-1] - second.depths[-1]
            assert sum(each.moves[0] for each in found) == first.depths[-1]


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Gaps()], ids=lambda rules: rules.title)
def test_all_stretches_lie_one_behind_the_other_and_reach_both_ends(rules: Rules) -> None:
    random = Random(3)
    for _ in range(40):
        common = some_moves(rules, random, [], random.randrange(15))
        one = line(rules, some_moves(rules, random, common, random.randrange(20)))
        other = line(rules, some_moves(rules, random, common, random.randrange(20)))
        found = stretches(one, other)
        at = 0, 0
        assert all(each.meets for each in found[:-1])
        for each in found:
            assert (each.first[0], each.second[0]) == at
            at = each.first[1], each.second[1]
            keys = [rules.key(ends.positions[n]) for ends, n in zip((one, other), at, strict=True)]
            assert each.meets == (keys[0] == keys[1])
            if each.together:
                assert each.moves[0] == each.moves[1]
                assert each.meets
        assert at == (len(one.positions) - 1, len(other.positions) - 1)
        assert sum(each.moves[0] for each in found) == one.depths[-1]


def test_a_run_that_loses_the_win_has_the_same_number_as_in_a_review() -> None:
    rules, deck = LaPeau(), deck_of(1)
    history = new_history(rules, deck)
    while history.line[history.at].cost < 2:
        runs = [(move,) for move in rules.moves(history.position)]
        history.play(max(runs, key=lambda run: len(rules.steps(history.position, run[0]))))
    last = history.at
    line = VerdictLine(history.line, [*[Verdict.WON] * last, Verdict.UNWINNABLE])
    worths = LineWorths(Line.of_actions(rules, rules.deal(deck), made(history)))
    worths.take(
        [PositionBounds(last - 1, False, 0, 99, ()), PositionBounds(last, True, 0, None, None)]
    )
    (loss,) = mistakes(worths)
    text = ReviewText(Language(), worths)
    assert text.played(loss).startswith(f"Move {line.lost_at}:")
    assert text.headline().startswith(f"Lost at move {line.lost_at} of {history.moves}:")
