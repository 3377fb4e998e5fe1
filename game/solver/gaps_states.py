"""The states that a search of one layout of Gaps has met: 62-bit keys, with a byte each.

One table with open addressing, at most five eighths full. Keys are random hashes: two of ten
million states share one with a chance of one in ninety thousand, far less that it would matter.
"""

from __future__ import annotations

from typing import Final

from game.solver.vectors import i64, u8, vec

UNKNOWN: Final = 255
"""The value of a key that was given none."""

_FIRST_PLACES: Final = 1024
_VACANT: Final = -1
_BYTES_A_PLACE: Final = 9


class States:
    """Keys of 0 to 2 ** 62 - 1; each has a value from 0 to 254, or UNKNOWN."""

    def __init__(self) -> None:
        self.count: i64 = 0
        """How many keys there are."""
        self._places: i64 = _FIRST_PLACES
        self._keys: vec[i64] = vec[i64]([_VACANT] * _FIRST_PLACES)
        self._values: vec[u8] = vec[u8]([UNKNOWN] * _FIRST_PLACES)

    def used_bytes(self) -> i64:
        """What the table occupies, with what it takes to lay it out anew where that is next."""
        if (self.count + 1) * 8 > self._places * 5:
            return self._places * _BYTES_A_PLACE * 3
        return self._places * _BYTES_A_PLACE

    def add(self, key: i64) -> bool:
        """Hold a key; False if it was there already."""
        keys = self._keys
        mask = self._places - 1
        place = key & mask
        found = keys[place]
        while found != _VACANT:
            if found == key:
                return False
            place = (place + 1) & mask
            found = keys[place]
        if (self.count + 1) * 8 > self._places * 5:
            self._grow()
            self._put(key, UNKNOWN)
        else:
            keys[place] = key
        self.count += 1
        return True

    def value(self, key: i64) -> i64:
        """The value of a key; UNKNOWN also where it is not there."""
        return i64(self._values[self._place(key)])

    def set_value(self, key: i64, value: i64) -> None:
        """Give a key that is there a value."""
        self._values[self._place(key)] = u8(value)

    def _place(self, key: i64) -> i64:
        """Where a key is, or the vacant place where the search for it ended."""
        keys = self._keys
        mask = self._places - 1
        place = key & mask
        found = keys[place]
        while found != key and found != _VACANT:
            place = (place + 1) & mask
            found = keys[place]
        return place

    def _put(self, key: i64, value: i64) -> None:
        """Hold a key that is not there, in a table that has room."""
        place = self._place(key)
        self._keys[place] = key
        self._values[place] = u8(value)

    def _grow(self) -> None:
        """Lay the table out anew in twice its size."""
        keys = self._keys
        values = self._values
        places = self._places
        self._places = places * 2
        self._keys = vec[i64]([_VACANT] * (places * 2))
        self._values = vec[u8]([UNKNOWN] * (places * 2))
        place: i64 = 0
        while place < places:
            if keys[place] != _VACANT:
                self._put(keys[place], i64(values[place]))
            place += 1
