"""The solver of Gaps against exhaustive search, on positions small enough for it."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from gaps_reference import (
    Slots,
    exhaust,
    exhaust_game,
    fixed,
    position_of,
    slots_of,
    small_layout,
)

from game.core import cards, deals
from game.core.moves import REDEAL, Move
from game.core.position import Position
from game.rules import Gaps
from game.solver import gaps_solver, registry
from game.solver.answer import MEGABYTE, Answer, Goal, Verdict, check_answer
from game.solver.gaps_search import GAP, Layout, LayoutSearch
from game.solver.gaps_solver import after

SAMPLES = int(os.environ.get("FOURFOLD_ENDGAMES", "2000"))
"""How many positions are compared with exhaustive search."""
LOOSE, MOST_STATES = (18, 600) if SAMPLES <= 2000 else (24, 4000)
"""Cards not in sequence; layouts with more states are left out."""
FEW = 200
"""How many positions the other tests look at."""
MEMORY = 500 * MEGABYTE
WITHOUT, RULES, RANDOM = Gaps(redeals=0), Gaps(), Gaps("random-gaps")
OPTIONS = pytest.mark.parametrize("rules", [RULES, RANDOM], ids=["in-place", "random"])


def solve(rules: Gaps, position: Position, goal: Goal, memory: int = MEMORY) -> Answer:
    search = gaps_solver.start(rules, position, goal, memory)
    while not search.run(2000):
        pass
    return search.answer()


def finals(layout: Layout, met: set[int], found: set[Slots]) -> set[Slots]:
    """The positions without a move that are left of a layout where only the moves that
    `find_moves` names are made.
    """
    stop = layout.find_moves(0)
    moves = [layout.moves[index] for index in range(stop)]
    if not moves:
        found.add(tuple(-1 if layout.at[slot] == GAP else layout.at[slot] for slot in range(52)))
    for move in moves:
        card, slot, gap = move >> 8, move >> 2 & 63, move & 3
        if layout.key_after(card, slot) in met:
            continue
        met.add(layout.key_after(card, slot))
        before = layout.key, layout.fixed, layout.score, layout.slot[card]
        layout.play(card, slot, gap)
        finals(layout, met, found)
        layout.back(card, before[3], gap)
        layout.key, layout.fixed, layout.score = before[:3]
    return found


def test_a_layout_gives_what_exhaustive_search_finds_in_it() -> None:
    """Every position without a move, what these keep, the verdict, the highest score, the par."""
    lost = won = 0
    for seed in range(SAMPLES):
        slots = small_layout(seed, LOOSE)
        known = exhaust(slots, MOST_STATES)
        if known is None:
            continue
        position = position_of(slots)
        assert finals(Layout(position), set(), set()) == known.finals, seed
        search = LayoutSearch(position, collects=True)
        while not search.is_exhausted:
            search.run(1_000_000)
        kept = {
            fixed(slots_of(after(position, dead_end.line)))
            for dead_end in search.dead_ends.values()
        }
        assert kept == {fixed(final) for final in known.finals if len(fixed(final)) < 48}, seed
        assert len(kept) == len(search.dead_ends)
        assert search.best_score == known.score, seed
        if known.par < 0:
            lost += 1
            assert not search.is_won, seed
        else:
            won += 1
            assert search.length == known.par == len(search.best) // 2, seed
    assert lost > SAMPLES // 5
    assert won > SAMPLES // 10


MISSED = """
    2s 8h 4s Js 6s 7s 8s Qh -- Ts 5s 5c Ks
    2c 3c 4c Qs 6c 7c 8c 9c -- Tc Jc Qc Kc
    -- 3d 4d 5d 6d 7d -- 8d 9d Td Jd 4h Kd
    7h 3h Qd 5h 6h Kh 3s 9h Th Jh 9s 2h 2d
"""


def test_a_two_that_can_move_draws_in_the_cards_in_the_leftmost_slots() -> None:
    """Without them two of the five final positions of this layout were missed."""
    slots = tuple(-1 if word == "--" else cards.parse_card(word) for word in MISSED.split())
    known = exhaust(slots, 4000)
    assert known is not None
    assert len(known.finals) == 5
    assert finals(Layout(position_of(slots)), set(), set()) == known.finals


@OPTIONS
@pytest.mark.parametrize("used", [0, 1])
def test_a_game_gives_what_exhaustive_search_finds_in_it(rules: Gaps, used: int) -> None:
    """The verdict, the highest score, and how few redeals a win takes."""
    seen = {-1: 0, 0: 0, 1: 0, 2: 0}
    for seed in range(SAMPLES // 4):
        position = position_of(small_layout(seed, 12), used)
        known = exhaust_game(rules, position, 3000)
        if known is None:
            continue
        seen[known.fewest] += 1
        first = solve(rules, position, Goal.FIRST)
        best = solve(rules, position, Goal.OPTIMAL)
        verdict = Verdict.UNWINNABLE if known.fewest < 0 else Verdict.WON
        assert first.verdict is best.verdict is verdict, seed
        assert first.score == best.score == known.score, seed
        assert first.score_proved and best.score_proved
        if known.fewest >= 0:
            assert best.fewest_redeals
            assert best.redeals == known.fewest <= first.redeals, seed
            assert not first.fewest_redeals or first.redeals == known.fewest, seed
    assert min(seen[fewest] for fewest in range(-1, rules.redeals - used + 1)) > SAMPLES // 100


def test_without_redeals_a_short_answer_lies_between_the_first_and_par() -> None:
    shorter = 0
    for seed in range(FEW):
        position = position_of(small_layout(seed))
        first = solve(WITHOUT, position, Goal.FIRST)
        short = solve(WITHOUT, position, Goal.SHORT)
        best = solve(WITHOUT, position, Goal.OPTIMAL)
        assert short.verdict is first.verdict is best.verdict
        assert best.optimal == (best.verdict is Verdict.WON)
        if short.verdict is Verdict.WON:
            assert len(best.moves) <= len(short.moves) <= len(first.moves)
            shorter += len(short.moves) < len(first.moves)
    assert shorter


def walk(rules: Gaps, seed: int) -> Iterator[Position]:
    """Positions on the way of random moves, redeals among them, from a deal or a small layout."""
    chance = random.Random(seed)
    position = position_of(small_layout(seed, 12), seed % 4 // 2)
    if seed % 2:
        position = rules.deal(deals.deck_of(seed))
    for _ in range(40):
        yield position
        if not (moves := rules.moves(position)):
            break
        position = rules.apply(position, chance.choice(moves))


@OPTIONS
def test_the_search_plays_the_same_game_as_the_rules(rules: Gaps) -> None:
    moves = redeals = 0
    for seed in range(FEW):
        for position in walk(rules, seed):
            layout = Layout(position)
            assert layout.score == rules.score(position)
            codes = [layout.moves[n] for n in range(layout.list_moves(layout.enabled(), 0))]
            ours = {after(position, bytes((code >> 8, code >> 2 & 63))) for code in codes}
            theirs = rules.moves(position)
            if theirs == [Move(None, REDEAL)]:
                game = gaps_solver.GapsSearch(rules, position, Goal.SHORT, MEMORY)
                (dead_end,) = game.root.search.dead_ends.values()
                opened = game.open(game.root, dead_end)
                ours = {opened.position}
                redeals += 1
            assert ours == {rules.apply(position, move) for move in theirs}
            moves += len(theirs)
    assert moves > 40 * FEW
    assert redeals > FEW // 2


@OPTIONS
def test_answers_with_redeals_are_replayed_by_the_rules(rules: Gaps) -> None:
    redeals = 0
    for number in range(1, 6):
        start = rules.deal(deals.deck_of(number))
        answer = solve(rules, start, Goal.FIRST)
        assert answer.verdict is Verdict.WON
        last = rules.replay(start, answer.moves)
        assert rules.is_won(last)
        assert last.used == answer.redeals
        redeals += answer.redeals
        assert answer.moves.count(Move(None, REDEAL)) == answer.redeals
    assert redeals


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_no_answer_takes_more_redeals_than_are_asked_for(redeals: int) -> None:
    rules = Gaps(redeals=redeals)
    for seed in range(FEW):
        answer = solve(rules, position_of(small_layout(seed, 12)), Goal.FIRST)
        assert answer.redeals <= redeals
        if answer.verdict is Verdict.UNWINNABLE and redeals:
            fewer = solve(WITHOUT, position_of(small_layout(seed, 12)), Goal.FIRST)
            assert fewer.verdict is Verdict.UNWINNABLE


def test_the_placement_of_the_gaps_decides_what_a_redeal_brings() -> None:
    verdicts = [
        tuple(solve(rules, position_of(small_layout(seed, 12), 1), Goal.FIRST).verdict
              for rules in (RULES, RANDOM))
        for seed in range(FEW)
    ]  # fmt: skip
    assert (Verdict.WON, Verdict.UNWINNABLE) in verdicts
    assert (Verdict.UNWINNABLE, Verdict.WON) in verdicts


@pytest.mark.parametrize("goal", [Goal.FIRST, Goal.SHORT])
def test_slices_do_not_change_what_is_found(goal: Goal) -> None:
    position = RULES.deal(deals.deck_of(109))
    found = []
    for size in (1_000, 77_777):
        search = registry.start(RULES, position, goal)
        for _ in range(400_000 // size):
            if search.run(size):
                break
        while not search.run(size) and goal is Goal.FIRST:
            pass
        found.append(search.answer().moves)
    assert found[0] == found[1] or goal is Goal.SHORT
    assert found[0]


def test_a_memory_limit_leaves_it_undecided() -> None:
    start = RULES.deal(deals.deck_of(3))
    answer = solve(RULES, start, Goal.FIRST, memory=20_000)
    assert answer.verdict is Verdict.UNDECIDED
    assert not answer.score_proved
    assert check_answer(RULES, start, answer).score == RULES.score(
        RULES.replay(start, answer.moves)
    )


def test_a_won_layout_takes_no_move() -> None:
    slots = sum(((*range(4 + suit, 52, 4), -1) for suit in range(4)), ())
    answer = solve(RULES, position_of(slots), Goal.OPTIMAL)
    assert (answer.verdict, answer.moves, answer.optimal) == (Verdict.WON, (), True)
    assert answer.fewest_redeals


def test_a_position_without_a_move_is_redealt() -> None:
    """The first action is then the redeal."""
    due = (p for seed in range(0, 99, 4) for p in walk(RULES, seed) if RULES.needs_redeal(p))
    answers = [solve(RULES, position, Goal.FIRST) for position in due]
    won = [answer for answer in answers if answer.verdict is Verdict.WON]
    assert won
    assert all(answer.moves[0] == Move(None, REDEAL) for answer in won)
