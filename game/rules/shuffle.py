"""A shuffle seeded with text. Its result never changes and is the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def shuffled(things: Sequence[T], seed: str) -> list[T]:
    """Return the things in an order that depends only on their given order and the seed."""
    drawn = list(things)
    numbers = _numbers(seed)
    for last in range(len(drawn) - 1, 0, -1):
        other = _below(last + 1, numbers)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn


def _numbers(seed: str) -> Iterator[int]:
    """Endless 32-bit numbers: SHA-256 of the seed's SHA-256 and a counter."""
    from hashlib import sha256

    base = sha256(seed.encode()).digest()
    counter = 0
    while True:
        block = sha256(base + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, len(block), 4))
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number below `limit`, all equally likely: draws beyond its last multiple are repeated."""
    even = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < even) % limit
