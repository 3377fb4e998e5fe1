"""The table of states met, beside a dictionary."""

from __future__ import annotations

import random

from game.solver.seen import Seen


def test_it_keeps_the_lowest_value_of_each_key_as_a_dictionary_would() -> None:
    chance = random.Random(1)
    seen, plain = Seen(), dict[int, int]()
    keys = [chance.randrange(1 << 62) for _ in range(3000)] + list(range(3000)) + [(1 << 62) - 1]
    for _ in range(20_000):
        key, value = chance.choice(keys), chance.randrange(256)
        assert seen.lower(key, value) == (value < plain.get(key, 256))
        plain[key] = min(value, plain.get(key, 256))
    assert [seen.get(key) for key in keys] == [plain.get(key, -1) for key in keys]


def test_it_grows_with_what_it_holds_and_says_so() -> None:
    seen = Seen()
    empty = seen.used_bytes()
    for key in range(0, 400_000, 7):
        seen.lower(key << 20, 3)
    states = 400_000 // 7
    assert empty < 10_000
    assert 14 * states < seen.used_bytes() < 30 * states
    assert seen.get(7 << 20) == 3
    assert seen.get(8 << 20) == -1
