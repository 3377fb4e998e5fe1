"""The fewest moves to each state that a best-first search has met; a state's key is two words.

This is a hash table with open addressing. A place has three words, the two of a state's key and the
moves. They are adjacent, because a search spends a tenth of its time waiting for this table's
memory.
"""

from __future__ import annotations

from typing import Final

from game.solver.vectors import i64, vec

_WORDS: Final = 3
_FIRST_BITS: Final = 10
_VACANT: Final = -1
_KEY_BITS: Final = 62
_BITS: Final = (1 << _KEY_BITS) - 1
_HALF: Final = _KEY_BITS // 2
# Odd: they spread keys that differ in few bits.
_SPREAD_LOW: Final = 2850178705576446741
_SPREAD_HIGH: Final = 1779033703952099


class StateLengths:
    """A map from keys of two words, each from 0 to 2 ** 62 - 1, to numbers of moves."""

    def __init__(self) -> None:
        self.words: vec[i64] = vec[i64]([_VACANT] * (_WORDS << _FIRST_BITS))
        self.bits: i64 = _FIRST_BITS
        """There are 2 ** bits places."""
        self.count: i64 = 0

    def lower(self, low: i64, high: i64, moves: i64) -> bool:
        """Keep the moves to a state, unless as few are there. Returns whether they were kept."""
        words = self.words
        place: i64 = self._place(low, high)
        if words[place] == _VACANT:
            self.count += 1
        elif words[place + 2] <= moves:
            return False
        words[place] = low
        words[place + 1] = high
        words[place + 2] = moves
        if self.count * 8 > len(words) // _WORDS * 5:
            self._grow()
        return True

    def get(self, low: i64, high: i64) -> i64:
        """The fewest moves to a state, -1 where it was never met."""
        return self.words[self._place(low, high) + 2]

    def _place(self, low: i64, high: i64) -> i64:
        """Where the words of a key are, or would be put."""
        words = self.words
        spread: i64 = (low * _SPREAD_LOW + high * _SPREAD_HIGH) & _BITS
        spread = ((spread ^ spread >> _HALF) * _SPREAD_LOW) & _BITS
        place: i64 = (spread >> (_KEY_BITS - self.bits)) * _WORDS
        while words[place] != _VACANT:
            if words[place] == low and words[place + 1] == high:
                return place
            place += _WORDS
            if place == len(words):
                place = 0
        return place

    def _grow(self) -> None:
        """Double the size of the table."""
        old = self.words
        size: i64 = len(old)
        self.words = vec[i64]([_VACANT] * (size * 2))
        self.bits += 1
        at: i64 = 0
        while at < size:
            if old[at] != _VACANT:
                place: i64 = self._place(old[at], old[at + 1])
                self.words[place] = old[at]
                self.words[place + 1] = old[at + 1]
                self.words[place + 2] = old[at + 2]
            at += _WORDS
