"""La Peau's solver against exhaustive search, on endgames and positions small enough for it."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterator
from functools import cache

import pytest
from exhaustive_search import least_moves

from game.core import deals
from game.core.moves import Move
from game.core.position import Position
from game.rules import LaPeau
from game.rules.lapeau import COLUMNS
from game.solver import (
    lapeau_solver,
    lapeau_state_and_bound,
)
from game.solver.answer import Answer, Goal, Verdict

SAMPLES = int(os.environ.get("FOURFOLD_ENDGAMES", "60"))
"""How many positions each test looks at."""
MOST_STATES = 3000
"""Larger endgames are left out."""
MEMORY = 500_000_000
POLICIES = [LaPeau(), LaPeau("same")]
each_policy = pytest.mark.parametrize("rules", POLICIES, ids=lambda rules: rules.policy)

Stacks = frozenset[tuple[int, ...]]


def stacks_of(position: Position) -> Stacks:
    return frozenset(position.piles[column] for column in COLUMNS if position.piles[column])


def successors(rules: LaPeau, stacks: Stacks) -> Iterator[Stacks]:
    """The game in ten lines: every move of a single card, without the order of the stacks."""
    home = [min((c >> 2 for s in stacks for c in s if c & 3 == suit), default=13)
            for suit in range(4)]  # fmt: skip
    for stack in stacks:
        card = stack[-1]
        rest = stacks - {stack} | ({stack[:-1]} if len(stack) > 1 else set())
        if card >> 2 == home[card & 3]:
            yield rest
        for other in stacks:
            if rules.fits(card, other[-1]):
                yield rest - {other} | {(*other, card)}
        if len(stack) > 1 and len(stacks) < len(COLUMNS):
            yield rest | {(card,)}


@cache
def shortest(rules: LaPeau, stacks: Stacks) -> float | None:
    """The fewest single moves to a win, -1 for no win, None for too many positions."""
    fewest = least_moves(
        stacks, lambda before: successors(rules, before), lambda each: not each, MOST_STATES
    )
    return -1 if fewest == math.inf else fewest


def distances(rules: LaPeau, stacks: Stacks) -> dict[Stacks, int] | None:
    """Of every position that can come: the fewest single moves to a win; without those of no
    win. None for too many positions.
    """
    before: dict[Stacks, list[Stacks]] = {stacks: []}
    todo = [stacks]
    while todo:
        for after in successors(rules, here := todo.pop()):
            if after not in before:
                before[after] = []
                todo.append(after)
            before[after].append(here)
        if len(before) > MOST_STATES:
            return None
    found: dict[Stacks, int] = {}
    layer = {frozenset[tuple[int, ...]]()} & before.keys()
    while layer:
        found |= dict.fromkeys(layer, max(found.values(), default=-1) + 1)
        layer = {each for after in layer for each in before[after]} - found.keys()
    return found


def endgame(rules: LaPeau, seed: int) -> Position:
    """By turns few cards over all stacks, more cards of one colour in few stacks, and
    positions after random play.
    """
    chance = random.Random(seed)
    if seed % 3 == 2:
        return played(rules, chance)
    low, high, stacks_used = ((6, 11, 13), (0, 6, 3))[seed % 3]
    home = [chance.randrange(*((10, 14) if suit in (0, 3) else (low, high))) for suit in range(4)]
    if chance.random() < 0.5:
        home = [home[1], home[0], home[3], home[2]]
    loose = [rank * 4 + suit for suit in range(4) for rank in range(home[suit], 13)]
    chance.shuffle(loose)
    stacks = [tuple(loose[place : place + 1]) for place in range(len(COLUMNS))]
    for card in loose[len(COLUMNS) :]:
        stacks[chance.randrange(stacks_used)] += (card,)
    return Position((*(tuple(range(suit, home[suit] * 4, 4)) for suit in range(4)), *stacks))


def played(rules: LaPeau, chance: random.Random) -> Position:
    """A position after up to 60 actions, half of them at random, half liked by the rules."""
    position = rules.deal(deals.deck_of(chance.randrange(1_000_000)))
    for _ in range(chance.randrange(60)):
        moves = rules.moves(position)
        if not moves:
            break
        liked = moves[:2] if chance.random() < 0.5 else moves
        position = rules.apply(position, chance.choice(liked))
    return position


def solve(rules: LaPeau, position: Position, goal: Goal, memory: int = MEMORY) -> Answer:
    search = lapeau_solver.start(rules, position, goal, memory)
    while not search.run(2000):
        pass
    return search.answer()


def length(rules: LaPeau, position: Position, answer: Answer) -> int:
    """Counted single moves of an answer."""
    total = 0
    for move in answer.moves:
        total += len(rules.steps(position, move))
        position = rules.apply(position, move)
    return total


@each_policy
def test_verdict_and_par_are_those_of_exhaustive_search(rules: LaPeau) -> None:
    lost = won = 0
    for seed in range(SAMPLES):
        position = endgame(rules, seed)
        par = shortest(rules, stacks_of(position))
        if par is None:
            continue
        answer = solve(rules, position, Goal.OPTIMAL)
        if par < 0:
            lost += 1
            assert answer.verdict is Verdict.UNWINNABLE, seed
            continue
        won += 1
        assert answer.verdict is Verdict.WON, seed
        assert answer.optimal
        assert rules.is_won(rules.replay(position, answer.moves))
        assert length(rules, position, answer) == par, seed
    assert lost > SAMPLES // 10
    assert won > SAMPLES // 15


@each_policy
def test_a_short_answer_is_a_win_not_shorter_than_par(rules: LaPeau) -> None:
    compared = 0
    for seed in range(0, SAMPLES, 3):
        position = endgame(rules, seed)
        short = solve(rules, position, Goal.SHORT)
        best = solve(rules, position, Goal.OPTIMAL)
        assert short.verdict is best.verdict
        if best.optimal and short.moves:
            compared += 1
            assert rules.is_won(rules.replay(position, short.moves))
            par = length(rules, position, best)
            assert par <= length(rules, position, short) <= par * 5 // 4
    assert compared


@each_policy
def test_the_search_plays_the_same_game_as_the_rules(rules: LaPeau) -> None:
    chance = random.Random(5)
    seen = 0
    for _ in range(SAMPLES):
        position = played(rules, chance)
        table = lapeau_state_and_bound.LaPeauTable(rules.policy == "same")
        root = table.root(position)
        if root.left != 52 - rules.score(position):
            continue
        tree = lapeau_solver.LaPeauTree(table, root, lapeau_solver.GREEDY, 1000, MEMORY)
        tree.run(1)
        after = [rules.apply(position, move) for move in rules.moves(position)
                 if len(rules.steps(position, move)) == 1]  # fmt: skip
        seen += len(after)
        found = {node.key for node in [*map(table.root, after), root]}
        assert all(tree.best.get(key) >= 0 for key in found)
        assert sum(segment.count for segment in tree.best.segments) == len(found)
        assert {stacks_of(each) for each in after} <= set(successors(rules, stacks_of(position)))
    assert seen > SAMPLES // 3


@each_policy
def test_known_deals(rules: LaPeau) -> None:
    """Numbers 1 to 12, each won one replayed."""
    won = []
    for number in range(1, 13):
        position = rules.deal(deals.deck_of(number))
        answer = solve(rules, position, Goal.FIRST)
        assert answer.verdict is not Verdict.UNDECIDED
        if answer.verdict is Verdict.WON:
            won.append(number)
            assert rules.is_won(rules.replay(position, answer.moves))
    assert won == WINNABLE[rules.policy]


WINNABLE = {"alternate": [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12], "same": [9]}


def test_a_run_is_one_move_of_the_answer() -> None:
    rules = LaPeau("same")
    kings = tuple((48 + suit,) for suit in (1, 2, 3))
    clubs = tuple(range(0, 40, 4))
    home = (clubs, *(tuple(range(suit, 48, 4)) for suit in (1, 2, 3)))
    # The queen and jack of clubs lie on the king of hearts.
    position = Position((*home, (*kings[1], 44, 40), kings[0], kings[2], (48,), *((),) * 9))
    singles = lapeau_solver.runs_joined(
        rules,
        position,
        [*map(Move.parse, ("Jc>empty", "Qc>Kc", "Jc>Qc"))],
    )
    assert [str(move) for move in singles] == ["Qc>Kc"]


@each_policy
def test_a_memory_limit_leaves_it_undecided(rules: LaPeau) -> None:
    undecided = 0
    for number in range(1, 9):
        answer = solve(rules, rules.deal(deals.deck_of(number)), Goal.FIRST, memory=5000)
        assert answer.verdict is not Verdict.WON
        undecided += answer.verdict is Verdict.UNDECIDED
    assert undecided > 4


def test_a_won_position_takes_no_move() -> None:
    rules = LaPeau()
    position = Position((*(tuple(range(suit, 52, 4)) for suit in range(4)), *((),) * 13))
    assert solve(rules, position, Goal.OPTIMAL) == Answer(Verdict.WON, (), optimal=True)


@each_policy
def test_no_win_is_shorter_than_the_bound_and_what_it_calls_lost_is_lost(rules: LaPeau) -> None:
    sharp = lost = 0
    for seed in range(SAMPLES):
        position = endgame(rules, seed)
        par = shortest(rules, stacks_of(position))
        if par is None:
            continue
        table = lapeau_state_and_bound.LaPeauTable(rules.policy == "same")
        root = table.root(position)
        bound = lapeau_state_and_bound.LaPeauBound(table.hosts)
        detours = bound.detours(root.columns, root.done, 1000)
        if detours >= lapeau_state_and_bound.HOPELESS:
            lost += 1
            assert par < 0, seed
        elif par >= 0:
            assert detours <= par - root.left - root.length, seed
            sharp += detours == par - root.left - root.length
    assert sharp > SAMPLES // 20
    assert lost > SAMPLES // 20


def stacks_of_state(node: lapeau_state_and_bound.LaPeauNode) -> Stacks:
    stacks = []
    for column in node.columns:
        stack: tuple[int, ...] = ()
        cell = column
        while cell.size:
            stack = (cell.card, *stack)
            cell = cell.below
        stacks.append(stack)
    return frozenset(stacks) - {()}


def position_of(stacks: Stacks) -> Position:
    there = {card for stack in stacks for card in stack}
    home = (tuple(card for card in range(suit, 52, 4) if card not in there) for suit in range(4))
    empty = [()] * (len(COLUMNS) - len(stacks))
    return Position((*home, *sorted(stacks), *empty))


def test_no_win_is_shorter_than_what_a_bound_leaves_of_itself_after_a_move() -> None:
    rules = LaPeau()  # in suit, small games that can be won are over with the forced moves
    chance = random.Random(4)
    some = 0
    for seed in range(SAMPLES):
        par = distances(rules, stacks_of(endgame(rules, seed)))
        for stacks in chance.sample(sorted(par, key=sorted), min(40, len(par))) if par else ():
            position = position_of(stacks)
            table = lapeau_state_and_bound.LaPeauTable(rules.policy == "same")
            root = table.root(position)
            tree = lapeau_solver.LaPeauShortestAnswer(
                table, root, lapeau_solver.EXACT, 1000, MEMORY
            )
            tree.run(1)
            assert root.left + root.detours <= par[stacks_of_state(root)]
            for node in (node for bucket in tree.waiting.buckets for node in bucket):
                fewest = par.get(stacks_of_state(node))
                assert fewest is None or node.left + node.detours <= fewest, seed
                some += fewest is not None and node.detours > 0
    assert some > SAMPLES


@each_policy
def test_the_bound_of_a_position_is_the_same_whatever_was_looked_at_before(
    rules: LaPeau,
) -> None:
    chance = random.Random(3)
    for _ in range(SAMPLES // 10):
        position = rules.deal(deals.deck_of(chance.randrange(1_000_000)))
        table = lapeau_state_and_bound.LaPeauTable(rules.policy == "same")
        tree = lapeau_solver.LaPeauTree(table, table.root(position), lapeau_solver.GREEDY, 1000,
                                        MEMORY)  # fmt: skip
        tree.run(200)
        nodes = [node for bucket in tree.waiting.buckets for node in bucket]
        chance.shuffle(nodes)
        bound = lapeau_state_and_bound.LaPeauBound(table.hosts)
        for node in nodes:
            enough = chance.choice((chance.randrange(30), 1000))
            bound.detours(node.columns, node.done, enough)
            alone = lapeau_state_and_bound.LaPeauBound(table.hosts)
            expected = alone.detours(node.columns, node.done, 1000)
            assert bound.detours(node.columns, node.done, 1000) == expected
            assert bound.counted() == alone.counted()
