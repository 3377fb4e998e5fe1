"""The accessibility tree as immutable values: nested items, each with a name, state and actions.

Also the texts from which most items are made: those that a scene writes while it draws itself on a
surface that is not shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

import pygame

Key = Hashable
"""Identifies an item within its scene. It stays the same when the item changes."""

ItemArea = tuple[int, int, int, int]
"""Left, top, width and height in window pixels."""


class ItemRole(StrEnum):
    """What an item is; the values are AccessKit's names."""

    LIST = "LIST"
    LIST_ITEM = "LIST_ITEM"
    BUTTON = "BUTTON"
    SWITCH = "SWITCH"
    SLIDER = "SLIDER"
    RADIO_GROUP = "RADIO_GROUP"
    RADIO_BUTTON = "RADIO_BUTTON"
    NUMBER = "SPIN_BUTTON"
    TEXT = "TEXT_INPUT"
    """Its only child is its `TEXT_LINE`."""
    TEXT_LINE = "TEXT_RUN"
    """The name is the text typed."""
    TABLE = "TABLE"
    ROW = "ROW"
    CELL = "CELL"
    DOCUMENT = "DOCUMENT"
    HEADING = "HEADING"
    PARAGRAPH = "PARAGRAPH"
    LABEL = "LABEL"


class ItemAction(StrEnum):
    """An action that a screen reader can request for an item."""

    ACTIVATE = "activate"
    SECOND = "second"
    """Make the second choice, as a right click does."""
    FOCUS = "focus"
    SET = "set"
    """Set its number."""
    MORE = "more"
    LESS = "less"


class Item(NamedTuple):
    """One element of a scene, with its children."""

    key: Key
    role: ItemRole
    name: str = ""
    area: ItemArea | None = None
    children: tuple[Item, ...] = ()
    actions: frozenset[ItemAction] = frozenset()
    enabled: bool = True
    on: bool | None = None
    """The state of a switch, radio button or selected button; None for others."""
    selected: bool | None = None
    number: tuple[int, int, int] | None = None
    """The value, least and most of a slider or a number entry."""
    value: str = ""
    """A value in words."""
    hint: str = ""
    """A description: the tooltip, and text on the control that is not in the name."""
    caret: int | None = None
    """How many letters of its line the caret of a text is after; None for others."""
    selected_from: int | None = None
    """As `caret`, of the other end of what is selected; equal to it if nothing is."""
    shortcut: str = ""
    place: int | None = None
    """The position in its list, from 0; None outside lists."""
    level: int = 0
    """The level of a heading; 0 for others."""


class Snapshot(NamedTuple):
    """The description of a scene at one moment."""

    title: str
    items: tuple[Item, ...] = ()
    focus: Key | None = None
    """The item that has the keyboard; None: the window."""
    size: tuple[int, int] = (0, 0)


def labels(texts: Iterable[str]) -> Iterator[Item]:
    """Labels for lines of text that are not empty."""
    for number, text in enumerate(texts):
        if text:
            yield Item(("text", number), ItemRole.LABEL, " ".join(text.split()))


def every(items: tuple[Item, ...]) -> Iterator[Item]:
    """The items and all their descendants, each before its children."""
    for item in items:
        yield item
        yield from every(item.children)


def shifted(items: tuple[Item, ...], right: int, down: int) -> tuple[Item, ...]:
    """The same items, their areas moved by so many pixels."""
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
    """Why AccessKit would reject a tree; empty if it would not. AccessKit fails for good at the
    first invalid tree, so each tree is checked before.
    """
    keys: set[Key] = set()
    for item in every(snapshot.items):
        if item.key in keys:
            return f"{item.key!r} is there twice"
        keys.add(item.key)
    if snapshot.focus is not None and snapshot.focus not in keys:
        return f"{snapshot.focus!r} has the focus and is not there"
    return ""


class DrawnText(NamedTuple):
    """A line of text, whole even if it was drawn shortened, and its area in pixels."""

    text: str
    area: pygame.Rect
    seen: bool = True
    """False if its centre is cut off, as that of a line scrolled out of view."""

    def is_in(self, rect: pygame.Rect) -> bool:
        """True if the line's centre lies in a rectangle: it belongs to the control there."""
        return rect.collidepoint(self.area.center)

    @property
    def is_ornament(self) -> bool:
        """True if it has no letter or digit, as a dash: it is not read out."""
        return not any(map(str.isalnum, self.text))


def sentence_of(written: Iterable[DrawnText]) -> str:
    """Lines joined by commas, in the order in which they were written, without ornaments and
    repeats at the same place.
    """
    told = (each for each in written if not each.is_ornament)
    places = {(" ".join(each.text.split()), each.area.center): None for each in told}
    return ", ".join(text for text, _ in places)
