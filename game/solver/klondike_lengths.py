"""Klondike's best-first searches: the fewest moves to each state and time met.

A table with open addressing: two words a place, the state's key and, together, time and moves.
"""

from __future__ import annotations

from typing import Final

from game.solver.vectors import i64, vec

_FIRST_SIZE: Final = 1024
_VACANT: Final = -1
# Time stands above so many bits of moves.
_MOVES_BITS: Final = 32
_MOVES: Final = (1 << _MOVES_BITS) - 1
_BITS: Final = (1 << 62) - 1
# Odd: they spread keys and times that differ in few bits.
_SPREAD: Final = 2850178705576446741
_SPREAD_TIME: Final = 1779033703952099


class Lengths:
    """Of keys from 0 to 2 ** 62 - 1 with small times."""

    def __init__(self) -> None:
        self.keys: vec[i64] = vec[i64]([_VACANT] * _FIRST_SIZE)
        self.values: vec[i64] = vec[i64]([0] * _FIRST_SIZE)
        self.count: i64 = 0
        self.shift: i64 = 62 - 10
        """The place of a key is told by the upper bits of what spreads it: all but so many."""

    def lower(self, key: i64, time: i64, moves: i64) -> bool:
        """Keep the moves to a state at a time, unless as few are there.

        Returns whether they were kept.
        """
        place: i64 = self._place(key, time)
        if self.keys[place] != _VACANT:
            if self.values[place] & _MOVES <= moves:
                return False
        else:
            self.count += 1
        self.keys[place] = key
        self.values[place] = time << _MOVES_BITS | moves
        if self.count * 8 > len(self.keys) * 5:
            self._grow()
        return True

    def _place(self, key: i64, time: i64) -> i64:
        """Where a key with a time is, or would be put."""
        keys = self.keys
        mask: i64 = len(keys) - 1
        place: i64 = ((key * _SPREAD + time * _SPREAD_TIME) & _BITS) >> self.shift
        while keys[place] != _VACANT:
            if keys[place] == key and self.values[place] >> _MOVES_BITS == time:
                return place
            place = (place + 1) & mask
        return place

    def _grow(self) -> None:
        """Lay it out anew in twice its size."""
        keys, values = self.keys, self.values
        size: i64 = len(keys)
        self.keys = vec[i64]([_VACANT] * (size * 2))
        self.values = vec[i64]([0] * (size * 2))
        self.shift -= 1
        at: i64 = 0
        while at < size:
            if keys[at] != _VACANT:
                place: i64 = self._place(keys[at], values[at] >> _MOVES_BITS)
                self.keys[place] = keys[at]
                self.values[place] = values[at]
            at += 1
