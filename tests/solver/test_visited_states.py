"""The table of states met, beside a dictionary."""

from __future__ import annotations

import random

import pytest

from game.solver.visited_states import VisitedStates


@pytest.mark.parametrize("others", [0, 198_000, 200_000])
def test_it_keeps_the_lowest_value_of_each_key_as_a_dictionary_would(others: int) -> None:
    """With none, some or all of the keys in the table behind the first ones."""
    chance = random.Random(1)
    seen, plain = VisitedStates(), dict[int, int]()
    for key in range(1 << 40, (1 << 40) + others):
        seen.lower(key, 0)
    keys = [chance.randrange(1 << 62) for _ in range(3000)] + list(range(3000)) + [(1 << 62) - 1]
    for _ in range(20_000):
        key, value = chance.choice(keys), chance.randrange(256)
        assert seen.lower(key, value) == (value < plain.get(key, 256))
        plain[key] = min(value, plain.get(key, 256))
    assert [seen.get(key) for key in keys] == [plain.get(key, -1) for key in keys]


def test_it_grows_with_what_it_holds_and_says_so() -> None:
    seen = VisitedStates()
    empty = seen.used_bytes()
    first = 200_000
    for key in range(first):
        seen.lower(key << 20, 3)
    most = 90 * first
    assert empty < 10_000
    assert 70 * first < seen.used_bytes() < most
    for key in range(first, 2 * first):
        seen.lower(key << 20, 3)
    assert seen.used_bytes() < most + 30 * first
    assert seen.get(7 << 20) == seen.get(300_000 << 20) == 3
    assert seen.get(2 * first << 20) == -1
