"""The states a search has met: 62-bit keys with a small number each, eight bytes a place.

A table with open addressing, cut into segments that grow one by one, so that no single step of
a search has to wait for all of it. Keys are spread by a multiplication that can be undone; its
upper bits choose the segment, the rest of them is what is kept: no two keys are confused.
"""

from __future__ import annotations

from typing import Final

from game.solver.vectors import i64, vec

HIGHEST: Final = 254
"""The highest value: with 255 a word could be `_VACANT`. A search may let it stand for a state
that was met and of which nothing is known yet.
"""

_SEGMENTS: Final = 64
_FIRST_SIZE: Final = 16
_FIRST_SHIFT: Final = 56 - 4
_VACANT: Final = -1
_BYTES_A_PLACE: Final = 8
_BITS: Final = (1 << 62) - 1
# Odd, close to 2 ** 62 divided by the golden ratio: it spreads keys that differ in few bits.
_SPREAD: Final = 2850178705576446741
# What of a spread key is not told by its segment, and what makes it a number with a sign.
_REST: Final = (1 << 56) - 1
_HALF: Final = 1 << 55


class Segment:
    """The keys that share the upper bits: rest of the key * 256 + value in each word."""

    __slots__ = ("count", "shift", "words")

    def __init__(self) -> None:
        self.words: vec[i64] = vec[i64]([_VACANT] * _FIRST_SIZE)
        self.count: i64 = 0
        self.shift: i64 = _FIRST_SHIFT
        """The upper bits of what a segment does not tell choose the place: all but so many."""


class VisitedStates:
    """Keys of 0 to 2 ** 62 - 1; each has a value of 0 to HIGHEST."""

    def __init__(self) -> None:
        self.segments: list[Segment] = [Segment() for _ in range(_SEGMENTS)]
        self.places: i64 = _SEGMENTS * _FIRST_SIZE

    def used_bytes(self) -> i64:
        """What the table occupies."""
        return self.places * _BYTES_A_PLACE

    def lower(self, key: i64, value: i64) -> bool:
        """Keep a value for a key, unless one as low is there.

        Returns whether it was kept: for a new key, or one that had a higher value.
        """
        spread: i64 = (key * _SPREAD) & _BITS
        segment = self.segments[spread >> 56]
        words = segment.words
        size: i64 = len(words)
        place: i64 = (spread & _REST) >> segment.shift
        rest: i64 = (spread & _REST) - _HALF
        found: i64 = words[place]
        while found != _VACANT:
            if found >> 8 == rest:
                if found & 255 <= value:
                    return False
                words[place] = (rest << 8) | value
                return True
            place = (place + 1) & (size - 1)
            found = words[place]
        words[place] = (rest << 8) | value
        segment.count += 1
        if segment.count * 8 > size * 5:
            self._grow(segment)
        return True

    def get(self, key: i64) -> i64:
        """The value of a key, -1 where it was never met."""
        spread: i64 = (key * _SPREAD) & _BITS
        segment = self.segments[spread >> 56]
        words = segment.words
        mask: i64 = len(words) - 1
        place: i64 = (spread & _REST) >> segment.shift
        rest: i64 = (spread & _REST) - _HALF
        found: i64 = words[place]
        while found != _VACANT:
            if found >> 8 == rest:
                return found & 255
            place = (place + 1) & mask
            found = words[place]
        return -1

    def _grow(self, segment: Segment) -> None:
        """Lay a segment out anew in twice its size."""
        old = segment.words
        size: i64 = len(old)
        mask: i64 = size * 2 - 1
        words: vec[i64] = vec[i64]([_VACANT] * (size * 2))
        segment.shift -= 1
        at: i64 = 0
        while at < size:
            word: i64 = old[at]
            at += 1
            if word == _VACANT:
                continue
            place: i64 = ((word >> 8) + _HALF) >> segment.shift
            while words[place] != _VACANT:
                place = (place + 1) & mask
            words[place] = word
        segment.words = words
        self.places += size
