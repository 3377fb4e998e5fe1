"""The states a depth-first search has met: 62-bit keys with a byte each, in few bytes a state.

The first ones go to chains of objects, which are the quickest but take some 80 bytes for what
takes 9 to 29 in the table after them. That table is cut into segments that grow one by one, so
that no single step of a search has to wait for all of it.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_SEGMENTS: Final = 64
_FIRST_SIZE: Final = 16
_VACANT: Final = -1
_FIRST_KEYS: Final = 200_000
_BYTES_A_FIRST_KEY: Final = 80
_FIRST_CHAINS: Final = 1024
_BYTES_A_PLACE: Final = 9
_BITS: Final = (1 << 62) - 1
# Odd, close to 2 ** 62 divided by the golden ratio: it spreads keys that differ in few bits.
_SPREAD: Final = 2850178705576446741


class First:
    """One of the first keys, in a chain of some that share a place."""

    __slots__ = ("after", "key", "value")

    def __init__(self, key: i64, value: i64, after: First | None) -> None:
        self.key: i64 = key
        self.value: i64 = value
        self.after: First | None = after


class VisitedStates:
    """Chains, then open addressing with linear probing, at most five eighths full."""

    def __init__(self) -> None:
        self.chains: list[First | None] = [None] * _FIRST_CHAINS
        self.firsts: i64 = 0
        """How many keys are in the chains."""
        self.keys: list[array[int]] = [array("q", [_VACANT]) * _FIRST_SIZE] * _SEGMENTS
        self.values: list[bytearray] = [bytearray(_FIRST_SIZE)] * _SEGMENTS
        self.sizes: list[int] = [_FIRST_SIZE] * _SEGMENTS
        self.counts: list[int] = [0] * _SEGMENTS
        for segment in range(_SEGMENTS):
            self.keys[segment] = array("q", [_VACANT]) * _FIRST_SIZE
            self.values[segment] = bytearray(_FIRST_SIZE)
        self.places: i64 = _SEGMENTS * _FIRST_SIZE

    def used_bytes(self) -> i64:
        """What the table occupies."""
        return self.places * _BYTES_A_PLACE + self.firsts * _BYTES_A_FIRST_KEY

    def lower(self, key: i64, value: i64) -> bool:
        """Keep a value of 0 to 255 for a key of 0 to 2 ** 62 - 1, unless one as low is there.

        Returns whether it was kept: for a new key, or one that had a higher value.
        """
        chains = self.chains
        place: i64 = ((key * _SPREAD) & _BITS) >> 36 & (len(chains) - 1)
        first = chains[place]
        while first is not None:
            if first.key == key:
                if first.value <= value:
                    return False
                first.value = value
                return True
            first = first.after
        if self.firsts == _FIRST_KEYS:
            return self._lower_later(key, value)
        chains[place] = First(key, value, chains[place])
        self.firsts += 1
        if self.firsts > len(chains):
            self._grow_chains()
        return True

    def _grow_chains(self) -> None:
        """Lay the chains out anew, four times as many."""
        old = self.chains
        mask: i64 = len(old) * 4 - 1
        chains: list[First | None] = [None] * (len(old) * 4)
        for chain in old:
            first = chain
            while first is not None:
                after = first.after
                place: i64 = ((first.key * _SPREAD) & _BITS) >> 36 & mask
                first.after = chains[place]
                chains[place] = first
                first = after
        self.chains = chains

    def _lower_later(self, key: i64, value: i64) -> bool:
        """The same for a key that is not among the first ones."""
        spread: i64 = (key * _SPREAD) & _BITS
        segment: i64 = spread >> 56
        keys = self.keys[segment]
        mask: i64 = self.sizes[segment] - 1
        place: i64 = (spread >> 20) & mask
        found: i64 = keys[place]
        while found != _VACANT:
            if found == key:
                values = self.values[segment]
                known: i64 = values[place]
                if known <= value:
                    return False
                values[place] = value
                return True
            place = (place + 1) & mask
            found = keys[place]
        keys[place] = key
        self.values[segment][place] = value
        count: i64 = self.counts[segment] + 1
        self.counts[segment] = count
        if count * 8 > (mask + 1) * 5:
            self._grow(segment)
        return True

    def get(self, key: i64) -> i64:
        """The value of a key, -1 where it was never met."""
        spread: i64 = (key * _SPREAD) & _BITS
        first = self.chains[spread >> 36 & (len(self.chains) - 1)]
        while first is not None:
            if first.key == key:
                return first.value
            first = first.after
        if self.firsts < _FIRST_KEYS:
            return -1
        segment: i64 = spread >> 56
        keys = self.keys[segment]
        mask: i64 = self.sizes[segment] - 1
        place: i64 = (spread >> 20) & mask
        found: i64 = keys[place]
        while found != _VACANT:
            if found == key:
                return self.values[segment][place]
            place = (place + 1) & mask
            found = keys[place]
        return -1

    def _grow(self, segment: i64) -> None:
        """Lay a segment out anew in twice its size."""
        old_keys, old_values = self.keys[segment], self.values[segment]
        size: i64 = self.sizes[segment]
        mask: i64 = size * 2 - 1
        keys = array("q", [_VACANT]) * (size * 2)
        values = bytearray(size * 2)
        for old in range(size):
            key: i64 = old_keys[old]
            if key == _VACANT:
                continue
            place: i64 = (((key * _SPREAD) & _BITS) >> 20) & mask
            found: i64 = keys[place]
            while found != _VACANT:
                place = (place + 1) & mask
                found = keys[place]
            keys[place] = key
            values[place] = old_values[old]
        self.keys[segment] = keys
        self.values[segment] = values
        self.sizes[segment] = size * 2
        self.places += size
