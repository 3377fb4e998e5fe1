"""Helpers of every game's search: sets of cards as bits, random keys.

The modules of this folder are plain Python that mypyc also compiles (see setup.py). Two traps shape
them. mypyc shifts a literal one in 32 bits, so single bits come from BIT. Garbage collection slows
large searches down, so they run inside `garbage_collection_paused`; their objects form no cycles of
references.
"""

from __future__ import annotations

from typing import Final

from game.solver.vectors import i64, vec

BIT: Final[list[int]] = [1 << n for n in range(62)]
"""BIT[n] is the set that holds only card n."""

DE_BRUIJN: Final = 0x03F79D71B4CB0A89
"""The upper six bits of its product with a single bit differ for each bit. They are an index into
BIT_PLACES, which holds that bit's place.
"""


def _bit_places() -> list[int]:
    places = [0] * 64
    for place in range(64):
        places[(DE_BRUIJN << place >> 58) & 63] = place
    return places


BIT_PLACES: Final[vec[i64]] = vec[i64](_bit_places())


def lowest(cards: i64) -> i64:
    """The lowest card of a set that is not empty."""
    single: i64 = cards & -cards
    return BIT_PLACES[(single * DE_BRUIJN >> 58) & 63]


def size(cards: i64) -> i64:
    """How many cards a set holds: counted in pairs of bits, fours, eights, and all together."""
    count: i64 = cards - ((cards >> 1) & 0x1555555555555555)
    count = (count & 0x3333333333333333) + ((count >> 2) & 0x3333333333333333)
    count = (count + (count >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (count * 0x0101010101010101 >> 56) & 127


def random_keys(count: int) -> list[int]:
    """`count` different 62-bit numbers, the same at each call, for hashes made by XOR.

    They come from SplitMix64; 62 bits stay a machine word in compiled code. A hash made of them can
    be 0, so 0 must not stand for 'no hash'.
    """
    keys = []
    state = 88172645463325252
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        keys.append((mixed ^ (mixed >> 31)) >> 2)
    return keys
