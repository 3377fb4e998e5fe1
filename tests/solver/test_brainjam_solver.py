import json
import os
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from brainjam_reference import dealt, exhaust, home, positions, wander, wanted_count

from game.core.deals import deck_of
from game.core.position import Position
from game.rules import BrainJam
from game.rules.brainjam import COLUMNS, RESERVES
from game.solver import registry
from game.solver.answer import Answer, Goal, Verdict
from game.solver.brainjam_shortest_answer import (
    ANY_COST,
    BOUND,
    FACTS,
    HIGH,
    LEFT,
    LOW,
    RESERVE,
    BrainJamShortestAnswer,
    Columns,
)
from game.solver.compiled import is_compiled
from game.solver.registry import solve
from game.solver.search_structures import place

ROOT = Path(__file__).resolve().parents[2]
RULES = BrainJam()
# Shortest answers of Microsoft deals, each also found by an independent solver in C.
PARS = {2: 73, 3: 73, 7: 77}


def deal(number: int) -> Position:
    return RULES.deal(deck_of(number))


def first(position: Position) -> Answer:
    return solve(RULES, position, Goal.FIRST)


def searched(position: Position) -> BrainJamShortestAnswer:
    """A search that has looked at nothing yet."""
    reserve = [card for index in RESERVES for card in position.piles[index]]
    columns = [list(position.piles[index]) for index in COLUMNS]
    return BrainJamShortestAnswer(columns, reserve, ANY_COST, 10**9)


def words_of(search: BrainJamShortestAnswer, node: int) -> list[int]:
    words = search.met.chunk(node).words
    return [words[at] for at in range(place(node), place(node) + 8)]


def cards_of(columns: Columns, number: int) -> tuple[int, ...]:
    """A column's cards by its number, the first one first."""
    found: list[int] = []
    while number:
        found.insert(0, columns.card[number])
        number = columns.below[number]
    return tuple(found)


def seen_by_solver(search: BrainJamShortestAnswer, node: int) -> object:
    """A node as sorted columns and reserve cards."""
    words = words_of(search, node)
    numbers = [words[half] >> shift & 0xFFFF for half in (LOW, HIGH) for shift in (0, 16, 32, 48)]
    columns = sorted(cards_of(search.columns, number) for number in numbers)
    return columns, [card for card in range(52) if words[RESERVE] >> card & 1]


def seen_by_rules(position: Position) -> object:
    """A position likewise, all sent home that can go."""
    piles = home(position).piles
    held = sorted(card for index in RESERVES for card in piles[index])
    return sorted(piles[index] for index in COLUMNS), held


def test_moves_are_those_of_the_rules_on_random_positions() -> None:
    chance = random.Random(3)
    for number in range(wanted_count(150)):
        start = home(wander(deal(number), chance.randint(0, 50), chance))
        search = searched(start)
        assert seen_by_solver(search, 0) == seen_by_rules(start)
        search.run(1)
        reached = [seen_by_solver(search, node) for node in range(1, search.met.count)]
        moved = [seen_by_rules(RULES.apply(start, move)) for move in RULES.moves(start)]
        assert len(moved) >= len(reached)
        assert {*map(str, reached)} | {str(seen_by_rules(start))} == {
            *map(str, moved),
            str(seen_by_rules(start)),
        }
        assert len({*map(str, reached)}) == len(reached)


def test_verdicts_and_pars_of_small_games_are_those_of_an_exhaustive_search() -> None:
    decided = {True: 0, False: 0}
    for position in islice(positions(1), wanted_count(120)):
        par = exhaust(position, 500)
        if par is None:
            continue
        answer = solve(RULES, position, Goal.OPTIMAL)
        assert answer.verdict is (Verdict.UNWINNABLE if par < 0 else Verdict.WON)
        assert first(position).verdict is answer.verdict
        if par >= 0:
            assert (len(answer.moves), answer.optimal) == (par, True)
        decided[par >= 0] += 1
    assert min(decided.values()) >= 10


def test_verdicts_and_pars_of_a_dealt_part_of_a_deck_are_those_of_an_exhaustive_search() -> None:
    """Nearly all of these are won; positions after random play are lost more often."""
    decided = {True: 0, False: 0}
    for seed in range(wanted_count(120)):
        position = dealt(seed)
        par = exhaust(position, 600)
        if par is None:
            continue
        answer = solve(RULES, position, Goal.OPTIMAL)
        assert answer.verdict is (Verdict.UNWINNABLE if par < 0 else Verdict.WON), seed
        assert first(position).verdict is answer.verdict, seed
        if par >= 0:
            assert (len(answer.moves), answer.optimal) == (par, True), seed
        decided[par >= 0] += 1
    assert decided[True] >= 20, decided


def test_the_bound_never_exceeds_what_the_shortest_answer_still_takes() -> None:
    position = deal(3)
    moves = solve(RULES, position, Goal.OPTIMAL).moves
    for done, move in enumerate(moves):
        search = searched(position)
        words = words_of(search, 0)
        bound = words[FACTS] >> BOUND & 255
        assert (words[FACTS] >> LEFT & 255) + bound <= len(moves) - done
        position = RULES.apply(position, move)


@pytest.mark.parametrize(("number", "par"), PARS.items())
def test_known_pars_are_proved(number: int, par: int) -> None:
    answer = solve(RULES, deal(number), Goal.OPTIMAL)
    assert (len(answer.moves), answer.optimal) == (par, True)


def test_a_deal_known_to_be_lost_is_proved_lost() -> None:
    assert first(deal(10)).verdict is Verdict.UNWINNABLE


def test_a_win_that_a_run_left_lying_apart_needs_is_found() -> None:
    # Its only wins keep a run in two columns where it could lie in one.
    answer = first(deal(2208))
    assert RULES.is_won(RULES.replay(deal(2208), answer.moves))


def test_an_answer_is_found_from_the_middle_of_a_game() -> None:
    for position in islice(positions(2), 20):
        answer = first(position)
        if answer.verdict is Verdict.WON:
            assert RULES.is_won(RULES.replay(position, answer.moves))


def test_a_won_position_needs_no_move() -> None:
    won = Position((*(tuple(range(suit, 52, 4)) for suit in range(4)), *((),) * 12))
    answer = solve(RULES, won, Goal.OPTIMAL)
    assert (answer.verdict, answer.moves, answer.optimal) == (Verdict.WON, (), True)


def test_one_last_card_in_a_reserve_goes_home() -> None:
    piles = [tuple(range(suit, 52, 4)) for suit in range(4)]
    king = piles[2][-1]
    piles[2] = piles[2][:-1]
    position = Position((*piles, (), (king,), (), (), *((),) * 8))
    assert [str(move) for move in solve(RULES, position, Goal.OPTIMAL).moves] == ["Kh>done"]


def test_a_search_in_small_slices_gives_the_same_answer() -> None:
    whole = solve(RULES, deal(4), Goal.SHORT)
    search = registry.start(RULES, deal(4), Goal.SHORT)
    while not search.run(37):
        assert search.answer().verdict is not Verdict.UNWINNABLE
    assert search.answer().moves == whole.moves


def test_a_better_goal_gives_no_longer_an_answer() -> None:
    for number in (2, 3):
        lengths = [len(solve(RULES, deal(number), goal).moves) for goal in Goal]
        assert lengths == sorted(lengths, reverse=True)


def test_a_search_without_memory_is_undecided() -> None:
    search = registry.start(RULES, deal(1), Goal.FIRST, memory_limit=2000)
    while not search.run(100):
        pass
    assert search.answer().verdict is Verdict.UNDECIDED


def test_memory_that_ends_during_the_proof_leaves_the_win_but_no_claim() -> None:
    search = registry.start(RULES, deal(1), Goal.OPTIMAL, memory_limit=1_000_000)
    while not search.run(1000):
        pass
    answer = search.answer()
    assert (answer.verdict, answer.optimal) == (Verdict.WON, False)


PLAIN = """
import json
from game.core.deals import deck_of
from game.rules import BrainJam
from game.solver.answer import Goal
from game.solver.compiled import is_compiled
from game.solver.registry import solve
assert not is_compiled()
rules = BrainJam()
answers = [solve(rules, rules.deal(deck_of(number)), Goal.FIRST) for number in range(200)]
print(json.dumps([[answer.verdict, answer.nodes, *map(str, answer.moves)] for answer in answers]))
"""


@pytest.mark.skipif(not is_compiled(), reason="the solver is not compiled here")
def test_compiled_and_plain_give_the_same_answers() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PLAIN],
        cwd=ROOT,
        env={**os.environ, "FOURFOLD_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [first(deal(number)) for number in range(200)]
    mine = [[answer.verdict, answer.nodes, *map(str, answer.moves)] for answer in answers]
    assert json.loads(ran.stdout) == mine
