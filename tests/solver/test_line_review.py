"""Every place of a line weighed: the same as the solver says of each position by itself."""

from __future__ import annotations

import os
import random
from itertools import pairwise

import pytest
from handwritten_positions import brainjam
from random_lines import endgame, line

from game.core.deals import deck_of
from game.core.moves import DONE, RESERVE, Action, Move, action_text
from game.core.position import Pile, PileKind, Position
from game.play.notation import replay
from game.rules import BrainJam, Gaps, LaPeau, Rules, rules_for
from game.solver import registry
from game.solver.answer import Answer, Goal, SearchLimits, Verdict, WrongAnswer
from game.solver.line_review import Aim, Job, LineSearch, ReviewScheduler, weigh
from game.solver.line_worths import Line, PositionBounds, Worth, cost

KINDS = [
    rules_for("brainjam"),
    rules_for("lapeau"),
    rules_for("lapeau", ("same",)),
    rules_for("gaps"),
    rules_for("klondike"),
]
NAMES = [f"{rules.name} {rules.policy}".strip() for rules in KINDS]
EXACT = ("brainjam", "lapeau")
LINES = int(os.environ.get("FOURFOLD_LINES", "10"))
"""Lines of each game and policy. FOURFOLD_LINES=200 takes an hour, with longer games too."""
LEFT = {"brainjam": 36, "lapeau": 36, "gaps": 14, "klondike": 40}
"""Moves of a win that are left where a line begins: small games, quickly searched through."""
WHOLE = {"brainjam": 75, "lapeau": 60, "gaps": 40, "klondike": 90}
"""The same where there is time."""


def check_alone(found: ReviewScheduler) -> None:
    """Compare every place with the solver run on its position by itself."""
    rules = found.line.rules
    step = 5 if rules.name == Gaps.name else 1  # a layout alone may take a second
    for place, position in list(enumerate(found.line.positions))[::step]:
        known = found.worth(place)
        goal = Goal.OPTIMAL if rules.name in EXACT else Goal.FIRST
        alone = registry.solve(rules, position, goal)
        assert known.verdict is alone.verdict, f"place {place}"
        if known.verdict is Verdict.WON:
            check_total(found, place, alone if rules.name in EXACT else None)


def check_total(found: ReviewScheduler, place: int, alone: Answer | None) -> None:
    line, known = found.line, found.worth(place)
    answer = found.answer(place)
    assert answer is not None and known.total is not None
    last, counted = replay(line.rules, line.positions[place], answer)
    assert line.rules.is_won(last), "an answer that does not win"
    assert line.depths[place] + counted == known.total
    if alone is not None:
        assert alone.optimal and known.proved
        assert (
            known.total
            == line.depths[place] + replay(line.rules, line.positions[place], alone.moves)[1]
        )


def some_line(rules: Rules, seed: int) -> tuple[Position, list[Action]]:
    chance = random.Random(seed)
    left = (WHOLE if seed % 3 == 2 and LINES > 20 else LEFT)[rules.name]
    start = endgame(rules, 300 + seed, chance.randint(left // 3, left))
    return start, line(rules, start, chance, 120)


@pytest.mark.parametrize("rules", KINDS, ids=NAMES)
def test_every_verdict_and_total_is_what_the_solver_says_of_the_position_alone(
    rules: Rules,
) -> None:
    lines = LINES // 3 if rules.name == Gaps.name and LINES <= 20 else LINES
    for seed in range(lines):
        start, played = some_line(rules, seed)
        if seed % 2:
            found = weigh(Line.of_actions(rules, start, played), SearchLimits())
        else:
            moves = [move for action in played for move in action]
            found = weigh(Line.of_moves(rules, start, moves), SearchLimits())
        check_alone(found)
        check_costs(found)


def check_costs(found: ReviewScheduler) -> None:
    """Where all totals of a won line are proved, its costs are its length less the shortest."""
    worths = found.worths()
    costs = [cost(before, after) for before, after in pairwise(worths)]
    for (before, after), price in zip(pairwise(worths), costs, strict=True):
        if price is not None and price.exact is not None:
            assert before.proved and after.proved
    if all(worth.proved for worth in worths):
        length = found.line.depths[-1]
        assert sum(price.exact for price in costs) == worths[-1].total - worths[0].total
        if found.line.rules.is_won(found.line.positions[-1]):
            assert worths[-1].total == length


@pytest.mark.parametrize("rules", KINDS, ids=NAMES)
def test_what_is_known_in_the_middle_of_the_work_is_never_taken_back(rules: Rules) -> None:
    start, played = some_line(rules, 1)
    found = ReviewScheduler(Line.of_actions(rules, start, played))
    search = LineSearch(found, SearchLimits())
    before = found.worths()
    while not search.step():
        after = found.worths()
        for old, new in zip(before, after, strict=True):
            assert old.verdict in (Verdict.UNDECIDED, new.verdict)
            assert new.verdict is not Verdict.WON or new.least >= old.least
            assert old.total is None or new.total <= old.total
        before = after


def test_a_search_that_meets_its_limit_proves_nothing_but_bounds_the_cost() -> None:
    rules = rules_for("brainjam")
    start = rules.deal(deck_of(1000))
    moves = registry.solve(rules, start, Goal.FIRST).moves
    found = ReviewScheduler(Line.of_moves(rules, start, moves))
    while (job := found.next_job()) is not None:
        found.note(job, Answer(Verdict.UNDECIDED))
    worths = found.worths()
    assert worths[-1].proved and not worths[0].proved
    price = cost(worths[0], worths[1])
    assert price is not None and price.exact is None
    assert 0 <= price.least <= price.most


def test_a_run_is_weighed_card_by_card_and_a_purge_as_one_action() -> None:
    rules = rules_for("lapeau")
    for number in range(1, 200):
        position = rules.deal(deck_of(number))
        for move in registry.solve(rules, position, Goal.FIRST).moves:
            if len(rules.steps(position, move)) > 1:
                singles = Line.of_moves(rules, position, [move])
                assert rules.key(singles.positions[-1]) == rules.key(rules.apply(position, move))
                for before, (single,), after in zip(
                    singles.positions, singles.actions[1:], singles.positions[1:], strict=False
                ):
                    assert rules.apply(before, single).piles == after.piles or rules.key(
                        rules.apply(before, single)
                    ) == rules.key(after)
                whole = Line.of_actions(rules, position, [(move,)])
                assert whole.depths == (0, singles.depths[-1])
                return
            position = rules.apply(position, move)
    pytest.fail("no run was found")


class OverReserves(BrainJam):
    """A run of two cards moves as one; its upper card waits in a reserve."""

    def steps(self, position: Position, move: Move) -> tuple[Position, ...]:
        upper = position.piles[self.piles.index(Pile(PileKind.COLUMN, 1))][-1]
        passed = [position]
        for single in (Move(upper, RESERVE), move, Move(upper, move.card or 0)):
            passed.append(self.apply(passed[-1], single))
        return tuple(passed[1:])


def test_a_run_that_moves_over_reserves_is_weighed_as_moves_to_reserves_too() -> None:
    position = brainjam("8h 7h", "9h")
    line = Line.of_moves(OverReserves(), position, [Move.parse("8h>9h")])
    assert list(map(action_text, line.actions[1:])) == ["7h>reserve", "8h>9h", "7h>8h"]


def test_an_answer_that_does_not_win_is_refused() -> None:
    rules = rules_for("brainjam")
    found = ReviewScheduler(Line.of_moves(rules, rules.deal(deck_of(1000)), ()))
    with pytest.raises(WrongAnswer):
        found.note(Job(Aim.SHORT, 0), Answer(Verdict.WON, ()))


def test_a_loss_counts_backwards_over_a_move_that_can_be_taken_back() -> None:
    rules = rules_for("lapeau", ("same",))
    start = rules.deal(deck_of(1))
    move = next(m for m in rules.moves(start) if m.onto != DONE and len(start.piles) > 4)
    found = ReviewScheduler(Line.of_moves(rules, start, [move]))
    found.note(Job(Aim.VERDICT, 1), Answer(Verdict.UNWINNABLE))
    after = found.line.positions[1]
    can_go_back = any(
        rules.key(rules.apply(after, m)) == rules.key(start) for m in rules.moves(after)
    )
    assert (found.worth(0).verdict is Verdict.UNWINNABLE) is can_go_back


def test_a_cost_is_exact_only_between_two_proved_totals() -> None:
    won = Verdict.WON
    assert cost(Worth(won, 90, 90), Worth(won, 93, 93)) == (3, 3)
    assert cost(Worth(won, 90, 92), Worth(won, 90, 92)).exact is None
    assert cost(Worth(won, 90, 90), Worth(won, 90, 92)) == (0, 2)
    assert cost(Worth(won, 90, 90), Worth(Verdict.UNWINNABLE)) is None


def test_an_answer_that_is_carried_on_is_replayed_only_until_it_is_itself_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rules_for("lapeau")
    start = endgame(rules, 1, 30)
    answer = registry.solve(rules, start, Goal.FIRST).moves
    found = ReviewScheduler(Line.of_moves(rules, start, moves_to_take_back(rules, start, answer)))
    replayed, steps = 0, LaPeau.steps

    def counted(*of: object) -> tuple[Position, ...]:
        nonlocal replayed
        replayed += 1
        return steps(*of)

    monkeypatch.setattr(LaPeau, "steps", counted)
    found.note(Job(Aim.SHORT, 0), Answer(Verdict.WON, answer))
    found.settle()
    assert all(worth.verdict is Verdict.WON for worth in found.worths())
    assert replayed < 2 * len(answer)


def moves_to_take_back(rules: Rules, position: Position, answer: tuple[Move, ...]) -> list[Move]:
    """Five moves that the answer has not, to new positions, each of which a move takes back."""
    made, seen = list[Move](), {rules.key(position)}

    def serves(move: Move) -> bool:
        after = rules.apply(position, move)
        back = {rules.key(rules.apply(after, each)) for each in rules.moves(after)}
        new = move not in answer and rules.key(after) not in seen
        return new and move.onto != DONE and rules.key(position) in back

    while len(made) < 5:
        made.append(next(filter(serves, rules.moves(position))))
        position = rules.apply(position, made[-1])
        seen.add(rules.key(position))
    return made


def test_of_a_deal_whose_win_is_known_a_short_one_is_still_looked_for() -> None:
    rules = rules_for("klondike")
    start = rules.deal(deck_of(1))
    found = ReviewScheduler(Line.of_actions(rules, start, [(rules.moves(start)[0],)]))
    win = registry.solve(rules, start, Goal.FIRST).moves
    found.note_found((PositionBounds(0, False, 0, replay(rules, start, win)[1], win),))
    found.note(Job(Aim.VERDICT, 1), Answer(Verdict.UNWINNABLE))
    assert found.next_job() == Job(Aim.SHORT, 0)
