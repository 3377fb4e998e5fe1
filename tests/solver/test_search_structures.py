"""The table of states met, beside a dictionary."""

from __future__ import annotations

import random

import pytest

from game.solver.search_structures import HIGHEST, VisitedStates


@pytest.mark.parametrize("others", [0, 30_000])
def test_it_keeps_the_lowest_value_of_each_key_as_a_dictionary_would(others: int) -> None:
    """With and without others that share its places."""
    chance = random.Random(1)
    seen, plain = VisitedStates(), dict[int, int]()
    for key in range(1 << 40, (1 << 40) + others):
        seen.lower(key, 0)
    keys = [chance.randrange(1 << 62) for _ in range(3000)] + list(range(3000)) + [(1 << 62) - 1]
    for _ in range(20_000):
        key, value = chance.choice(keys), chance.randrange(HIGHEST + 1)
        assert seen.lower(key, value) == (value < plain.get(key, 256))
        plain[key] = min(value, plain.get(key, 256))
    assert [seen.get(key) for key in keys] == [plain.get(key, -1) for key in keys]


def test_the_key_that_spreads_to_all_ones_is_not_taken_for_a_vacant_place() -> None:
    """What is kept of it is -1, as in a place without a key."""
    inverse = pow(2850178705576446741, -1, 1 << 62)
    for segment in range(64):
        key = (segment << 56 | (1 << 55) - 1) * inverse % (1 << 62)
        seen = VisitedStates()
        assert seen.get(key) == -1
        assert seen.lower(key, HIGHEST)
        assert seen.get(key) == HIGHEST
        assert not seen.lower(key, HIGHEST)


def test_it_grows_with_what_it_holds_and_says_so() -> None:
    seen = VisitedStates()
    empty = seen.used_bytes()
    first = 50_000
    for key in range(first):
        seen.lower(key << 20, 3)
    assert empty < 10_000
    assert 12 * first < seen.used_bytes() < 30 * first
    assert seen.get(7 << 20) == 3
    assert seen.get(first << 20) == -1
