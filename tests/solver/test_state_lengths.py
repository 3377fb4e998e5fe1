"""The table of the fewest moves to each state, against a dictionary."""

from __future__ import annotations

import random

from game.solver.state_lengths import StateLengths


def test_lengths_keep_the_fewest_moves_of_each_state_and_time_as_a_dictionary_would() -> None:
    chance = random.Random(3)
    met, plain = StateLengths(), dict[tuple[int, int], int]()
    keys = [chance.randrange(1 << 62) for _ in range(600)] + list(range(600)) + [(1 << 62) - 1]
    for _ in range(30_000):
        key, time, moves = chance.choice(keys), chance.randrange(100), chance.randrange(400)
        assert met.lower(key, time, moves) == (moves < plain.get((key, time), 1000))
        plain[key, time] = min(moves, plain.get((key, time), 1000))


def test_the_fewest_moves_to_a_state_are_kept() -> None:
    chance = random.Random(2)
    kept: dict[tuple[int, int], int] = {}
    table = StateLengths()
    for _ in range(20_000):
        key = (
            chance.choice((0, 1, 5**25)) + chance.randrange(99),
            chance.randrange(5**26 - 99, 5**26),
        )
        moves = chance.randrange(200)
        assert table.get(*key) == kept.get(key, -1)
        assert table.lower(*key, moves) is (moves < kept.get(key, 999))
        kept[key] = min(moves, kept.get(key, 999))
    assert table.count == len(kept)
