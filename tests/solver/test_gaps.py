"""The solver of Gaps against exhaustive search, on layouts small enough for it."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from game.core import deals
from game.core.position import Position
from game.rules import Gaps
from game.solver import gaps
from game.solver.answer import Answer, Goal, Verdict, replay_answer

SAMPLES = int(os.environ.get("FOURFOLD_ENDGAMES", "400"))
"""How many positions each test looks at."""
MOST_STATES = 4000
"""Larger layouts are left out."""
MEMORY = 500_000_000
RULES = Gaps()

Slots = tuple[int, ...]
"""The card in each slot, -1 for a gap."""


def slots_of(position: Position) -> Slots:
    return tuple(held[0] if held else -1 for held in position.piles)


def position_of(slots: Slots) -> Position:
    return Position(tuple(() if card < 0 else (card,) for card in slots))


def fixed(slots: Slots) -> set[int]:
    found = set()
    for row in range(0, 52, 13):
        for place in range(13):
            card = slots[row + place]
            if card != slots[row] + 4 * place or not 4 <= slots[row] < 8:
                break
            found.add(card)
    return found


def successors(slots: Slots) -> Iterator[Slots]:
    """The game in a few lines: what may come to each gap."""
    stay = fixed(slots)
    for gap in (slot for slot in range(52) if slots[slot] < 0):
        left = slots[gap - 1]
        fitting = range(4, 8) if gap % 13 == 0 else [left + 4] if 0 <= left < 48 else []
        for card in set(fitting) - stay:
            after = list(slots)
            after[slots.index(card)] = -1
            after[gap] = card
            yield tuple(after)


def exhaustive(slots: Slots) -> tuple[int, int] | None:
    """The highest score and the fewest moves to a win (-1: no win); None: too many states."""
    seen, layer, length = {slots}, [slots], 0
    score, par = 0, -1
    while layer:
        score = max(score, *(len(fixed(each)) for each in layer))
        if score == 48 and par < 0:
            par = length
        layer = list({after for before in layer for after in successors(before)} - seen)
        seen.update(layer)
        length += 1
        if len(seen) > MOST_STATES:
            return None
    return score, par


def small_layout(seed: int) -> Slots:
    """Some cards of each row in sequence, up to 24 others anywhere in the rest."""
    chance = random.Random(seed)
    lengths = [12, 12, 12, 12]
    loose = chance.randrange(6, 25)
    while sum(lengths) > 48 - loose:
        row = chance.randrange(4)
        lengths[row] = max(0, lengths[row] - chance.randrange(1, 4))
    suits = chance.sample(range(4), 4)
    cards = [rank * 4 + suit for suit, done in zip(suits, lengths, strict=True)
             for rank in range(done + 1, 13)]  # fmt: skip
    rest = cards + [-1] * (52 - sum(lengths) - len(cards))
    chance.shuffle(rest)
    slots: list[int] = []
    for suit, done in zip(suits, lengths, strict=True):
        slots += range(4 + suit, 4 + suit + 4 * done, 4)
        slots += [rest.pop() for _ in range(13 - done)]
    return tuple(slots)


def played(seed: int) -> Position:
    """A position after up to 60 moves at random."""
    chance = random.Random(seed)
    position = RULES.deal(deals.deck_of(seed))
    for _ in range(chance.randrange(60)):
        if not (moves := [move for move in RULES.moves(position) if move.card is not None]):
            break
        position = RULES.apply(position, chance.choice(moves))
    return position


def solve(position: Position, goal: Goal, memory: int = MEMORY) -> Answer:
    search = gaps.start(RULES, position, goal, memory)
    while not search.run(2000):
        pass
    return search.answer()


def test_verdict_score_and_par_are_those_of_exhaustive_search() -> None:
    lost = won = 0
    for seed in range(SAMPLES):
        slots = small_layout(seed)
        known = exhaustive(slots)
        if known is None:
            continue
        score, par = known
        position = position_of(slots)
        first = solve(position, Goal.FIRST)
        best = solve(position, Goal.OPTIMAL)
        assert first.score == best.score == score, seed
        assert first.score_proved and best.score_proved
        assert RULES.score(replay_answer(RULES, position, first.moves)) == score
        assert RULES.score(replay_answer(RULES, position, best.moves)) == score
        if par < 0:
            lost += 1
            assert first.verdict is best.verdict is Verdict.UNWINNABLE, seed
            assert not best.optimal
        else:
            won += 1
            assert first.verdict is best.verdict is Verdict.WON, seed
            assert best.optimal
            assert len(best.moves) == par, seed
    assert lost > SAMPLES // 5
    assert won > SAMPLES // 10


def test_a_short_answer_lies_between_the_first_and_par() -> None:
    shorter = 0
    for seed in range(SAMPLES):
        position = position_of(small_layout(seed))
        short = solve(position, Goal.SHORT)
        first = solve(position, Goal.FIRST)
        assert short.verdict is first.verdict
        if short.verdict is Verdict.WON:
            assert len(short.moves) <= len(first.moves)
            shorter += len(short.moves) < len(first.moves)
    assert shorter


def test_the_layout_plays_the_same_game_as_the_rules() -> None:
    seen = 0
    for seed in range(SAMPLES):
        position = played(seed)
        layout = gaps.Layout(position)
        assert layout.score == RULES.score(position)
        keys = set()
        for move in layout.moves[: layout.list_moves(layout.enabled(), 0)]:
            card, slot = move >> 8, move >> 2 & 63
            keys.add(layout.key ^ gaps.key_change(card, layout.slot[card], slot))
        after = [RULES.apply(position, move) for move in RULES.moves(position)
                 if move.card is not None]  # fmt: skip
        assert keys == {gaps.Layout(each).key for each in after}
        assert set(map(slots_of, after)) == set(successors(slots_of(position)))
        seen += len(after)
    assert seen > SAMPLES


@pytest.mark.parametrize("used", [0, 2])
def test_redeals_used_do_not_matter(used: int) -> None:
    position = position_of(small_layout(3))
    answer = solve(Position(position.piles, used=used), Goal.FIRST)
    assert answer == solve(position, Goal.FIRST)


def test_known_layouts() -> None:
    """Deals after some moves whose full search is short."""
    won = solve(RULES.deal(deals.deck_of(18)), Goal.FIRST)
    assert won.verdict is Verdict.WON
    assert won.score == 48
    assert RULES.is_won(replay_answer(RULES, RULES.deal(deals.deck_of(18)), won.moves))


def test_a_memory_limit_leaves_it_undecided() -> None:
    answer = solve(RULES.deal(deals.deck_of(3)), Goal.FIRST, memory=20_000)
    assert answer.verdict is Verdict.UNDECIDED
    assert not answer.score_proved
    last = replay_answer(RULES, RULES.deal(deals.deck_of(3)), answer.moves)
    assert RULES.score(last) == answer.score


def test_a_won_layout_takes_no_move() -> None:
    slots = sum(((*range(4 + suit, 52, 4), -1) for suit in range(4)), ())
    answer = solve(position_of(slots), Goal.OPTIMAL)
    assert (answer.verdict, answer.moves, answer.optimal) == (Verdict.WON, (), True)
