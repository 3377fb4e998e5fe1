"""The accessibility tree as immutable values: items in items, each with a name, a state, deeds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

Key = Hashable
"""Tells an item from all others of its scene, also after it has changed."""

ItemArea = tuple[int, int, int, int]
"""Left, top, width and height in window pixels."""


class ItemRole(StrEnum):
    """What an item is; the values are AccessKit's names."""

    WINDOW = "WINDOW"
    GROUP = "GROUP"
    LIST = "LIST"
    LIST_ITEM = "LIST_ITEM"
    BUTTON = "BUTTON"
    SWITCH = "SWITCH"
    SLIDER = "SLIDER"
    RADIO_GROUP = "RADIO_GROUP"
    RADIO_BUTTON = "RADIO_BUTTON"
    NUMBER = "SPIN_BUTTON"
    TABLE = "TABLE"
    ROW = "ROW"
    CELL = "CELL"
    DOCUMENT = "DOCUMENT"
    HEADING = "HEADING"
    PARAGRAPH = "PARAGRAPH"
    LABEL = "LABEL"


class Deed(StrEnum):
    """What can be done with an item."""

    ACTIVATE = "activate"
    SECOND = "second"
    """The second choice."""
    FOCUS = "focus"
    SET = "set"
    """Give it a number."""
    MORE = "more"
    LESS = "less"


class Item(NamedTuple):
    """One thing of a scene."""

    key: Key
    role: ItemRole
    name: str = ""
    area: ItemArea | None = None
    children: tuple[Item, ...] = ()
    deeds: frozenset[Deed] = frozenset()
    enabled: bool = True
    on: bool | None = None
    """Of a switch or a radio button."""
    selected: bool | None = None
    number: tuple[int, int, int] | None = None
    """Of a slider: its value, least and most."""
    value: str = ""
    """A value in words."""
    hint: str = ""
    """What more there is to say: what a tooltip tells."""
    shortcut: str = ""
    place: int | None = None
    """Counted from 0, of an item of a list."""
    level: int = 0
    """Of a heading."""


class Snapshot(NamedTuple):
    """All that is known of a scene at a moment."""

    title: str
    items: tuple[Item, ...] = ()
    focus: Key | None = None
    """The item that has the keyboard; None: the window."""
    size: tuple[int, int] = (0, 0)


def labels(texts: Iterable[str]) -> Iterator[Item]:
    """Lines of text."""
    for number, text in enumerate(texts):
        if text:
            yield Item(("text", number), ItemRole.LABEL, " ".join(text.split()))


def every(items: tuple[Item, ...]) -> Iterator[Item]:
    """The items and all in them, each before its children."""
    for item in items:
        yield item
        yield from every(item.children)


def shifted(items: tuple[Item, ...], right: int, down: int) -> tuple[Item, ...]:
    """The same items at other places."""
    if not right and not down:
        return items
    return tuple(
        item._replace(
            area=item.area and (item.area[0] + right, item.area[1] + down, *item.area[2:]),
            children=shifted(item.children, right, down),
        )
        for item in items
    )


def problem_of(snapshot: Snapshot) -> str:
    """Why AccessKit would not take a tree; empty where it would. It ends for good at the first
    mistake, so a tree is looked through before.
    """
    keys: set[Key] = set()
    for item in every(snapshot.items):
        if item.key in keys:
            return f"{item.key!r} is there twice"
        keys.add(item.key)
    if snapshot.focus is not None and snapshot.focus not in keys:
        return f"{snapshot.focus!r} has the focus and is not there"
    return ""


ROOT_ID: Final = 0
"""The number of the window in every tree."""


class NodeNumbers:
    """The numbers that AccessKit knows items by: an item keeps its own while it exists."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, Key], int] = {}
        self._keys: dict[int, Key] = {}
        self._next = ROOT_ID + 1

    def of(self, scene: str, key: Key) -> int:
        """The number of an item of a scene."""
        known = self._numbers.get((scene, key))
        if known is not None:
            return known
        number = self.fresh()
        self._numbers[scene, key], self._keys[number] = number, key
        return number

    def fresh(self) -> int:
        """A number that nothing had before."""
        self._next += 1
        return self._next

    def key_of(self, number: int) -> Key | None:
        """The item of a number; None where there is none."""
        return self._keys.get(number)

    def keep_only(self, numbers: set[int]) -> None:
        """Forget all items but these."""
        self._keys = {number: key for number, key in self._keys.items() if number in numbers}
        self._numbers = {kept: n for kept, n in self._numbers.items() if n in numbers}
