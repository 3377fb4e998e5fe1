"""Klondike's solver against exhaustive search, on endgames small enough for it."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from exhaustive_search import least_moves

from game.core import deals
from game.core.position import Position
from game.rules import Klondike
from game.rules.base import alternates
from game.solver import klondike_search, klondike_solver, klondike_state
from game.solver.answer import Answer, Goal, Verdict

SAMPLES = int(os.environ.get("FOURFOLD_ENDGAMES", "150"))
"""How many positions each test looks at."""
MOST_STATES = int(os.environ.get("FOURFOLD_STATES", "1000"))
"""Larger endgames are left out."""
MEMORY = 500_000_000
ENDLESS = -1
"""Turn-overs without end."""
RULES = Klondike()


class Table(NamedTuple):
    """A position in which the order of the columns does not count; what is home follows."""

    columns: frozenset[tuple[tuple[int, ...], int]]
    """The cards of each column that holds any, and how many of them are face down."""
    reserve: tuple[int, ...]
    pulled: tuple[int, ...]
    turns: int


def table_of(position: Position) -> Table:
    columns = zip(position.piles[6:], position.down[6:], strict=True)
    return Table(frozenset(column for column in columns if column[0]),
                 *position.piles[:2], position.used)  # fmt: skip


def without(columns: frozenset, column: tuple, depth: int) -> frozenset:
    """The columns after all cards of one from a depth upwards have left."""
    cards, down = column
    rest = columns - {column}
    return rest | {(cards[:depth], min(down, depth - 1))} if depth else rest


def successors(table: Table, most_turns: int = 2) -> Iterator[Table]:
    """The game in a few lines: whatever moves, wherever it may go."""
    columns, reserve, pulled, _ = table
    loose = [card for cards, _ in columns for card in cards] + [*reserve, *pulled]
    home = [min((c >> 2 for c in loose if c & 3 == suit), default=13) for suit in range(4)]
    sources = [(column, depth, column[0][depth:])
               for column in columns for depth in range(column[1], len(column[0]))]  # fmt: skip
    for column, depth, run in sources:
        rest = table._replace(columns=without(columns, column, depth))
        if len(run) == 1 and home[run[0] & 3] == run[0] >> 2:
            yield rest
        if depth or run[0] < 48:
            yield from placed(rest, run, columns - {column})
    if pulled:
        rest = table._replace(pulled=pulled[:-1])
        if home[pulled[-1] & 3] == pulled[-1] >> 2:
            yield rest
        yield from placed(rest, pulled[-1:], columns)
    for suit in range(4):
        if home[suit]:
            yield from placed(table, (home[suit] * 4 - 4 + suit,), columns)
    yield from pulled_on(table, most_turns)


def pulled_on(table: Table, most_turns: int) -> Iterator[Table]:
    """The next card pulled, or the pull stack turned over."""
    columns, reserve, pulled, turns = table
    if reserve:
        yield Table(columns, reserve[:-1], (*pulled, reserve[-1]), turns)
    elif pulled and most_turns == ENDLESS:
        yield Table(columns, pulled[::-1], (), turns)
    elif pulled and turns < most_turns:
        yield Table(columns, pulled[::-1], (), turns + 1)


def placed(table: Table, run: tuple[int, ...], hosts: frozenset) -> Iterator[Table]:
    """Everything that a run in the hand can be laid on: an empty column, one of the hosts."""
    columns = table.columns
    if run[0] >= 48 and len(columns) < 7:
        yield table._replace(columns=columns | {(run, 0)})
    for cards, down in hosts:
        if alternates(run[0], cards[-1]):
            yield table._replace(columns=columns - {(cards, down)} | {(cards + run, down)})


def winnable(table: Table, most_turns: int = 2) -> bool | None:
    """Whether any way leads to a win; None: there are too many positions."""
    moves = fewest(table, most_turns)
    return None if moves is None else moves < math.inf


@cache
def fewest(table: Table, most_turns: int = 2) -> float | None:
    """The fewest moves to a win, infinite if there is none; None: there are too many positions."""
    return least_moves(
        table,
        lambda before: successors(before, most_turns),
        lambda t: not (t.columns or t.reserve or t.pulled),
        MOST_STATES,
    )


def endgame(seed: int) -> Position:
    """Four to twelve cards, some face down, some in reserve, pulled or turned over before."""
    chance = random.Random(seed)
    left = chance.randrange(4, 13)
    home = [13, 13, 13, 13]
    while sum(home) > 52 - left:
        suit = chance.randrange(4)
        home[suit] = max(0, home[suit] - chance.randrange(1, 4))
    loose = [rank * 4 + suit for suit in range(4) for rank in range(home[suit], 13)]
    chance.shuffle(loose)
    talon = [loose.pop() for _ in range(chance.randrange(min(5, len(loose))))]
    pulled = chance.randrange(len(talon) + 1)
    columns: list[tuple[int, ...]] = [()] * 7
    used = chance.randrange(1, 4)
    while loose:
        column = chance.randrange(used)
        columns[column] += (loose.pop(),)
    down = [max(0, len(cards) - 1) for cards in columns]
    # Where the last cards happen to build on each other, let them be a run.
    for column, cards in enumerate(columns):
        while down[column] and alternates(cards[down[column]], cards[down[column] - 1]):
            down[column] -= 1
    foundations = (tuple(range(suit, home[suit] * 4, 4)) for suit in range(4))
    reserve = tuple(talon[pulled:])
    return Position((reserve, tuple(talon[:pulled]), *foundations, *columns),
                    (len(reserve), *(0,) * 5, *down), chance.choice((0, 1, 2, 2)))  # fmt: skip


def late(seed: int, talon: tuple[int, int], home: tuple[int, int]) -> Position:
    """All columns open, everything of the lowest ranks home or in the talon, out of order."""
    chance = random.Random(seed)
    cards = sorted(range(52), key=lambda card: (card >> 2, chance.random()))
    heights = [0] * 4
    for card in cards[: chance.randrange(*home)]:
        heights[card & 3] += 1
    loose = cards[sum(heights) :]
    size = min(chance.randrange(*talon), len(loose))
    left, columns = loose[:size], [()] * 7
    for card in reversed(loose[size:]):
        onto = [n for n, cards in enumerate(columns) if cards and alternates(card, cards[-1])]
        chosen = chance.choice(onto or [n for n, cards in enumerate(columns) if not cards])
        columns[chosen] += (card,)
    chance.shuffle(left)
    pulled = chance.choice((0, chance.randrange(size + 1), max(0, size - 2)))
    foundations = (tuple(range(suit, height * 4, 4)) for suit, height in enumerate(heights))
    return Position((tuple(left[pulled:]), tuple(left[:pulled]), *foundations, *columns),
                    (size - pulled, *(0,) * 12), chance.choice((1, 2, 2, 2)))  # fmt: skip


def played(seed: int, actions: tuple[int, int] = (0, 80)) -> Position:
    """A position after random play, which now and then likes to go home or to pull."""
    chance = random.Random(seed)
    position = RULES.deal(deals.deck_of(seed))
    for _ in range(chance.randrange(*actions)):
        moves = RULES.moves(position)
        if not moves:
            break
        liked = chance.choice((moves[:2], moves[-1:], moves[-1:], moves))
        position = RULES.apply(position, chance.choice(liked))
    return position


def solve(position: Position, goal: Goal, memory: int = MEMORY) -> Answer:
    search = klondike_solver.start(RULES, position, goal, memory)
    while not search.run(2000):
        pass
    return search.answer()


def test_verdicts_are_those_of_exhaustive_search() -> None:
    lost = won = 0
    for seed in range(SAMPLES):
        position = endgame(seed) if seed % 2 else played(seed, (60, 150))
        known = winnable(table_of(position))
        if known is None:
            continue
        answer = solve(position, Goal.FIRST)
        if known:
            won += 1
            assert answer.verdict is Verdict.WON, seed
            assert RULES.is_won(RULES.replay(position, answer.moves))
        else:
            lost += 1
            assert answer.verdict is Verdict.UNWINNABLE, seed
    assert lost > SAMPLES // 6
    assert won > SAMPLES // 20


def deepened(position: Position, *, endless: bool) -> bool:
    """The verdict of the depth-first search alone."""
    table = klondike_state.KlondikeTable(position, RULES.max_redeals, endless=endless)
    tree = klondike_search.DepthFirst(table, table.root(position), 10**9)
    while not tree.is_exhausted:
        tree.run(7)
    return tree.line is not None


@pytest.mark.parametrize("endless", [False, True])
def test_the_depth_first_search_alone_is_right_with_and_without_end_of_turns(endless: bool) -> None:
    """In most endgames a best-first search ends before it would have to tell."""
    found = {True: 0, False: 0}
    for seed in range(SAMPLES):
        position = endgame(seed) if seed % 2 else played(seed, (60, 150))
        known = winnable(table_of(position), ENDLESS if endless else 2)
        if known is not None:
            found[known] += 1
            assert deepened(position, endless=endless) == known, seed
    assert found[True] > SAMPLES // 20
    assert found[False] > SAMPLES // 30


def test_late_positions_of_few_cards_are_decided_as_by_exhaustive_search() -> None:
    found = {True: 0, False: 0}
    for seed in range(SAMPLES):
        few, home = ((1, 9), (44, 50)) if seed % 2 else ((8, 25), (32, 43))
        position = late(seed, few, home)
        known = winnable(table_of(position))
        if known is not None:
            found[known] += 1
            verdict = Verdict.WON if known else Verdict.UNWINNABLE
            assert solve(position, Goal.FIRST).verdict is verdict, seed
    assert min(found.values()) > SAMPLES // 30


def test_late_positions_of_many_cards_are_decided_as_by_the_depth_first_search_alone() -> None:
    """Many are won at once with turn-overs without end; at those named the search for such a win
    begins, as no best-first one ends before."""
    lost = 0
    for seed in (*range(4 * SAMPLES), 652, 1123, 1255):
        position = late(seed, (18, 25), (0, 9))
        answer = solve(position, Goal.FIRST)
        assert (answer.verdict is Verdict.WON) == deepened(position, endless=False), seed
        assert (answer.verdict is Verdict.UNWINNABLE) == (not answer.moves), seed
        lost += not answer.moves
    assert lost > SAMPLES


def test_two_cards_of_the_talon_may_be_needed_before_one_move() -> None:
    """With turn-overs without end: both only make room, for a card that comes back from home."""
    home = (tuple(range(suit, end, 4)) for suit, end in enumerate((52, 21, 42, 23)))
    columns = ((49, 29, 31, 23, 45, 27, 21), (50, 33, 42, 51), (), (), (), (), ())
    position = Position(((37, 25, 43, 35), (41, 47, 46, 39), *home, *columns),
                        (4, 0, 0, 0, 0, 0, 5, 3, 0, 0, 0, 0, 0), 2)  # fmt: skip
    assert deepened(position, endless=True)


def test_the_exhaustive_search_plays_the_same_game_as_the_rules() -> None:
    seen = 0
    for seed in range(SAMPLES):
        for position in (played(seed), endgame(seed)):
            after = {table_of(RULES.apply(position, move)) for move in RULES.moves(position)}
            before = table_of(position)
            assert after == set(successors(before))
            seen += len(after)
    assert seen > SAMPLES


def test_counts_by_rank_and_colour_tell_what_can_be_placed_or_bared() -> None:
    """The counting of `placeable` and `bareable` against real cards."""
    compared = 0
    for seed in range(SAMPLES):
        position = played(seed)
        table = klondike_state.KlondikeTable(position, RULES.max_redeals)
        state = table.root(position)
        loose = state.visible & ~state.based
        bareable = klondike_state.bareable(state.visible, loose)
        placeable = klondike_state.placeable(bareable)
        columns = zip(position.piles[6:], position.down[6:], strict=True)
        up = [cards[down:] for cards, down in columns]
        for run in up:
            for depth, card in enumerate(run):
                hosts = [host for other in up for host in other if alternates(card, host)]
                same = [c for other in up for c in other[1:] if c >> 2 == card >> 2
                        and (c & 3 in (1, 2)) == (card & 3 in (1, 2))]  # fmt: skip
                if depth == 0 and card < 48:
                    assert bool(placeable >> card & 1) == (len(hosts) > len(same))
                    compared += 1
                if depth == len(run) - 1:
                    assert bareable >> card & 1
    assert compared > SAMPLES


def test_from_any_position_of_a_won_game_the_verdict_holds() -> None:
    """Positions along a known win can all be won, whatever lies in runs there."""
    position = RULES.deal(deals.deck_of(7))
    for number, move in enumerate(solve(position, Goal.FIRST).moves):
        position = RULES.apply(position, move)
        if number % 5 == 0:
            answer = solve(position, Goal.FIRST)
            assert answer.verdict is Verdict.WON
            assert RULES.is_won(RULES.replay(position, answer.moves))


@pytest.mark.parametrize(
    ("number", "verdict"), [(3, Verdict.WON), (5, Verdict.WON), (7, Verdict.WON)]
)
def test_known_deals(number: int, verdict: Verdict) -> None:
    position = RULES.deal(deals.deck_of(number))
    answer = solve(position, Goal.FIRST)
    assert answer.verdict is verdict
    assert RULES.is_won(RULES.replay(position, answer.moves))


def test_a_short_answer_wins_in_fewer_moves_than_the_first() -> None:
    position = RULES.deal(deals.deck_of(3))
    first, short = (solve(position, goal) for goal in (Goal.FIRST, Goal.SHORT))
    assert RULES.is_won(RULES.replay(position, short.moves))
    assert len(short.moves) <= 110 < len(first.moves)
    assert not short.optimal


def test_the_shortest_answer_takes_the_searches_that_a_short_one_leaves_out() -> None:
    position = RULES.deal(deals.deck_of(16))
    short, shortest = (solve(position, goal) for goal in (Goal.SHORT, Goal.OPTIMAL))
    assert RULES.is_won(RULES.replay(position, shortest.moves))
    assert len(shortest.moves) == 137 < len(short.moves)
    assert shortest.optimal


def test_an_answer_that_is_proved_the_shortest_is_that_of_exhaustive_search() -> None:
    proved = unproved = 0
    for seed in range(3 * SAMPLES):
        makers = (endgame(seed), late(seed, (1, 9), (40, 50)), played(seed, (60, 150)))
        position = makers[seed % 3]
        moves = fewest(table_of(position))
        if moves is None or moves == math.inf:
            continue
        answer = solve(position, Goal.OPTIMAL)
        assert len(answer.moves) >= moves
        if answer.optimal:
            assert len(answer.moves) == moves, seed
        proved += answer.optimal
        unproved += not answer.optimal
    assert proved > 2 * unproved


def test_a_memory_limit_leaves_the_shortest_answer_without_a_proof() -> None:
    answer = solve(RULES.deal(deals.deck_of(3)), Goal.OPTIMAL, memory=3_000_000)
    assert answer.verdict is Verdict.WON
    assert not answer.optimal


def test_short_answers_of_endgames_keep_the_verdict() -> None:
    shorter = 0
    for seed in range(SAMPLES):
        position = endgame(seed)
        first, short = (solve(position, goal) for goal in (Goal.FIRST, Goal.SHORT))
        assert first.verdict is short.verdict
        assert len(short.moves) <= len(first.moves)
        shorter += len(short.moves) < len(first.moves)
    assert shorter


def test_a_memory_limit_leaves_it_undecided() -> None:
    answer = solve(RULES.deal(deals.deck_of(1)), Goal.FIRST, memory=20_000)
    assert (answer.verdict, answer.moves) == (Verdict.UNDECIDED, ())


def test_a_won_position_takes_no_move() -> None:
    home = (tuple(range(suit, 52, 4)) for suit in range(4))
    position = Position(((), (), *home, *((),) * 7), (0,) * 13)
    answer = solve(position, Goal.FIRST)
    assert (answer.verdict, answer.moves) == (Verdict.WON, ())
