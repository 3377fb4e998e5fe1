"""Makes new inputs by mutating and crossing known ones. This is some hundred times faster than
generating each, and most of them are almost valid, which is where parsers fail.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

MOST_KEPT = 4000
LONGEST = 20_000
"""Of a text: what grows is cut off here."""
_POKES = (
    "\0", "\n", "\r\n", "\u2028", "\ufeff", "\u202e", "9" * 5000, "-1", "1e9", "٣", "²", "é", "ß",
    ">", "+", "#", "=", "(", ")", "%s", "{}", "{0}", "\\", '"', "'", " ", "\t", "🂡", "10", "a3",
)  # fmt: skip


class InputMutator:
    """Remembers values of one kind, and makes more of that kind: parts keep their types."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._known: list[Any] = []
        self._good: list[Any] = []

    def remember(self, value: Any) -> None:
        """One to make others from."""
        self._keep(value, self._known)

    def note_valid(self, value: Any) -> None:
        """One that made sense: half of all will come of such."""
        self._keep(value, self._good)

    def _keep(self, value: Any, pool: list[Any]) -> None:
        if len(pool) < MOST_KEPT:
            pool.append(value)
        else:
            pool[self._random.randrange(MOST_KEPT)] = value

    def value(self) -> Any:
        """A new one."""
        pick = self._random
        found = pick.choice(self._good if self._good and pick.random() < 0.5 else self._known)
        for _ in range(pick.choice((1, 1, 1, 2, 3, 5))):
            found = self._changed(found, pick.choice(self._known))
        return found

    def _changed(self, one: Any, other: Any) -> Any:
        if type(one) is not type(other):
            return one
        ways: dict[type, Callable[[Any, Any], Any]] = {
            str: self._text,
            bytes: self._bytes,
            list: self._list,
            tuple: self._tuple,
            dict: self._dict,
            int: self._number,
        }
        way = ways.get(type(one))
        return other if way is None else way(one, other)

    def _text(self, one: str, other: str) -> str:
        return self._cut_and_joined(one, other, self._random.choice((*_POKES, self._letter())))

    def _letter(self) -> str:
        code = self._random.choice((0x80, 0x800, 0xD800, 0x110000))
        return chr(self._random.randrange(code))

    def _bytes(self, one: bytes, other: bytes) -> bytes:
        poke = self._random.choice(_POKES).encode()
        noise = self._random.randbytes(self._random.randrange(1, 4))
        return bytes(self._cut_and_joined(one, other, self._random.choice((poke, noise))))

    def _cut_and_joined(self, one: Any, other: Any, poke: Any) -> Any:
        """Something taken out, put in, doubled, or the end of another put on."""
        pick = self._random
        start = pick.randrange(len(one) + 1)
        end = min(len(one), start + pick.choice((0, 1, 1, 2, 5, 20, 200)))
        match pick.randrange(5):
            case 0:
                found = one[:start] + one[end:]
            case 1:
                found = one[:start] + poke + one[end:]
            case 2:
                found = one[:end] + one[start:end] * pick.choice((1, 2, 50)) + one[end:]
            case 3:
                found = one[:start] + other[pick.randrange(len(other) + 1) :]
            case _:
                swapped = one[start:end]
                found = one[:start] + swapped.swapcase() + one[end:]
        return found[:LONGEST]

    def _list(self, one: list[Any], other: list[Any]) -> list[Any]:
        pick, found = self._random, list(one)
        if found and pick.random() < 0.6:
            at = pick.randrange(len(found))
            found[at] = self._changed(found[at], pick.choice(other or found))
        elif found and pick.random() < 0.5:
            del found[pick.randrange(len(found))]
        elif other or found:
            found.insert(pick.randrange(len(found) + 1), pick.choice(other or found))
        return found[:LONGEST]

    def _tuple(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
        shared = min(len(one), len(other))
        if not shared:
            return one
        at = self._random.randrange(shared)
        return (*one[:at], self._changed_or_other(one[at], other[at]), *one[at + 1 :])

    def _dict(self, one: dict[Any, Any], other: dict[Any, Any]) -> dict[Any, Any]:
        shared = [name for name in one if name in other]
        if not shared:
            return one
        name = self._random.choice(shared)
        return {**one, name: self._changed_or_other(one[name], other[name])}

    def _changed_or_other(self, one: Any, other: Any) -> Any:
        return other if self._random.random() < 0.3 else self._changed(one, other)

    def _number(self, one: int, other: int) -> int:
        found = self._random.choice((other, one + 1, one - 1))
        return found if found >= 0 or one < 0 else one
