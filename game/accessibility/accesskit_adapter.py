"""The adapter to AccessKit: makes its nodes, and calls it only when the call cannot deadlock.

On Linux AccessKit holds a lock while it waits for Python's lock to run `_activated`. A call to
AccessKit at that time would wait for AccessKit's lock while it holds Python's. So AccessKit is not
called before `_activated` has set `active`, which is the last thing that it does. Handlers run in
AccessKit's threads: they only store what they are told, and wake the main loop.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from game.accessibility.accessibility_tree import (
    Item,
    ItemAction,
    ItemArea,
    ItemRole,
    Key,
    Snapshot,
)

if TYPE_CHECKING:
    import pygame

ROOT_ID: Final = 0
"""The number of the window in every tree."""
_GET_READER: Final = 0x46
"""SPI_GETSCREENREADER."""
MOST_WAITING: Final = 200
"""The most requested actions that are kept until they are done; the oldest are dropped."""


class RequestedAction(NamedTuple):
    """An action that a screen reader requests for the item of a key."""

    key: Key
    item_action: ItemAction
    value: float | None = None


class NodeNumbers:
    """Gives items the numbers that AccessKit uses. An item keeps its number while it exists."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, Key], int] = {}
        self._next = ROOT_ID + 1

    def of(self, scene: str, key: Key) -> int:
        """The number of an item of a scene; a fresh one if the item has none."""
        if (scene, key) not in self._numbers:
            self._numbers[scene, key] = self.fresh()
        return self._numbers[scene, key]

    def fresh(self) -> int:
        """A number that was not used before."""
        self._next += 1
        return self._next

    def key_of(self, number: int) -> Key | None:
        """The key of the item with this number; None if there is none."""
        return next((key for (_, key), n in self._numbers.items() if n == number), None)

    def keep_only(self, numbers: set[int]) -> None:
        """Forget all items except those with these numbers."""
        self._numbers = {kept: n for kept, n in self._numbers.items() if n in numbers}


class AccessKitAdapter:
    """One window's adapter. Each method may raise whatever AccessKit raises, which need not be an
    `Exception`; after that the adapter must not be used again.
    """

    def __init__(self, window: pygame.Window, wake: Callable[[], None]) -> None:
        """Raises ImportError without AccessKit."""
        import accesskit

        self._kit: Any = accesskit
        self._wake = wake
        self._title = window.title
        self._numbers = NodeNumbers()
        self._live: tuple[int, str] | None = None
        """The node number of the last announcement, and its text."""
        self.active = False
        """True while a reader is on and AccessKit may be called."""
        self.activating = False
        """Set by `_activated` shortly before `active`: check `active` again soon."""
        self._asked: deque[tuple[int, ItemAction, float | None]] = deque(maxlen=MOST_WAITING)
        action = accesskit.Action
        self._item_actions: tuple[tuple[Any, ItemAction], ...] = (
            (action.CLICK, ItemAction.ACTIVATE),
            (action.SHOW_CONTEXT_MENU, ItemAction.SECOND),
            (action.FOCUS, ItemAction.FOCUS),
            (action.SET_VALUE, ItemAction.SET),
            (action.INCREMENT, ItemAction.MORE),
            (action.DECREMENT, ItemAction.LESS),
        )
        self._adapter: Any = self._made(window)

    def _made(self, window: pygame.Window) -> Any:
        kit = self._kit
        if sys.platform == "win32":
            # AccessKit accepts only a hidden window.
            window.hide()
            try:
                return kit.windows.SubclassingAdapter(window.handle, self._activated, self._act)
            finally:
                window.show()
        if sys.platform == "darwin":
            kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            return kit.macos.SubclassingAdapter.for_window(
                window.handle, self._activated, self._act
            )
        return kit.unix.Adapter(self._activated, self._act, self._deactivated)

    # In AccessKit's threads

    def _activated(self) -> Any:
        """Called when a reader starts. Returns an empty window; `show` supplies the content."""
        tree = self._update_of(ROOT_ID)
        tree.nodes = [(ROOT_ID, self._root(self._title, []))]
        self.activating = True
        self._wake()
        # No call may follow: Python could switch threads at a call.
        self.active = True
        return tree

    def _deactivated(self) -> None:
        self.active = self.activating = False
        self._wake()

    def _act(self, request: Any) -> None:
        item_action = next(
            (item_action for action, item_action in self._item_actions if action == request.action),
            None,
        )
        if item_action is not None:
            self._asked.append((int(request.target), item_action, _number(request.data)))
            self._wake()

    # In the main thread

    def take_asked(self) -> RequestedAction | None:
        """The next requested action whose item exists; None if there is none."""
        while self._asked:
            number, item_action, value = self._asked.popleft()
            key = self._numbers.key_of(number)
            if key is not None:
                return RequestedAction(key, item_action, value)
        return None

    def show(self, scene: str, snapshot: Snapshot, said: str) -> None:
        """Make a scene the tree's content. `said` is announced, even if it equals the last one."""
        nodes: list[tuple[int, Any]] = []
        children = [self._add(nodes, scene, item) for item in snapshot.items]
        if said:
            self._live = self._numbers.fresh(), said
        if self._live is not None:
            nodes.append((self._live[0], self._announcement(self._live[1])))
            children.append(self._live[0])
        self._title = snapshot.title
        root = self._root(snapshot.title, children)
        root.set_bounds(self._rect((0, 0, *snapshot.size)))
        focus = snapshot.focus
        update = self._update_of(ROOT_ID if focus is None else self._numbers.of(scene, focus))
        update.nodes = [(ROOT_ID, root), *nodes]
        self._numbers.keep_only({number for number, _ in nodes})
        events = self._adapter.update_if_active(lambda: update)
        if events is not None:
            events.raise_events()

    def set_window(self, area: ItemArea, *, focused: bool) -> None:
        """Set the window's area on the screen, and whether it has the keyboard focus."""
        if sys.platform == "darwin":
            events = self._adapter.update_view_focus_state(focused)
            if events is not None:
                events.raise_events()
        elif sys.platform != "win32":
            self._adapter.set_root_window_bounds(self._rect(area), self._rect(area))
            self._adapter.update_window_focus_state(focused)

    # Nodes

    def _update_of(self, focus: int) -> Any:
        update, tree = self._kit.TreeUpdate(focus), self._kit.Tree(ROOT_ID)
        tree.toolkit_name = "Fourfold"
        update.tree = tree
        return update

    def _root(self, title: str, children: Sequence[int]) -> Any:
        root = self._kit.Node(self._kit.Role.WINDOW)
        root.set_label(_readable(title))
        root.set_children(list(children))
        return root

    def _announcement(self, said: str) -> Any:
        node = self._kit.Node(self._kit.Role.LABEL)
        node.set_live(self._kit.Live.POLITE)
        node.set_value(_readable(said))
        return node

    def _rect(self, area: ItemArea) -> Any:
        left, top, width, height = area
        return self._kit.Rect(left, top, left + width, top + height)

    def _add(self, nodes: list[tuple[int, Any]], scene: str, item: Item) -> int:
        """Add the nodes of an item and of its descendants to `nodes`; returns the item's number."""
        number = self._numbers.of(scene, item.key)
        children = [self._add(nodes, scene, child) for child in item.children]
        nodes.append((number, self._node(item, children)))
        return number

    def _node(self, item: Item, children: Sequence[int]) -> Any:
        node = self._kit.Node(getattr(self._kit.Role, item.role.value))
        node.set_children(list(children))
        self._set_words(node, item)
        self._set_state(node, item)
        self._set_counts(node, item)
        self._set_text(node, item, children)
        if item.area is not None:
            node.set_bounds(self._rect(item.area))
        for action, item_action in self._item_actions:
            if item_action in item.actions and item.enabled:
                node.add_action(action)
        return node

    def _set_words(self, node: Any, item: Item) -> None:
        # AccessKit takes the name of a label from its value, but not that of a paragraph.
        if item.role in (ItemRole.LABEL, ItemRole.TEXT_LINE):
            node.set_value(_readable(item.name))
        else:
            node.set_label(_readable(item.name))
        hints = [item.hint]
        if item.value:
            node.set_value(_readable(item.value))
            if sys.platform not in ("win32", "darwin"):
                # AT-SPI has numbers for values, and no words.
                hints.insert(0, item.value)
        if any(hints):
            node.set_description(_readable(", ".join(filter(None, hints))))
        if item.shortcut:
            node.set_keyboard_shortcut(item.shortcut)

    def _set_state(self, node: Any, item: Item) -> None:
        if not item.enabled:
            node.set_disabled()
        if item.on is not None:
            toggled = self._kit.Toggled
            node.set_toggled(toggled.TRUE if item.on else toggled.FALSE)
        if item.selected is not None:
            node.set_selected(item.selected)

    def _set_counts(self, node: Any, item: Item) -> None:
        if item.number is not None:
            value, least, most = item.number
            node.set_numeric_value(value)
            node.set_min_numeric_value(least)
            node.set_max_numeric_value(most)
        if item.role in (ItemRole.LIST, ItemRole.RADIO_GROUP, ItemRole.TABLE):
            node.set_size_of_set(len(item.children))
        if item.place is not None:
            node.set_position_in_set(item.place)
        if item.level:
            node.set_level(item.level)

    def _set_text(self, node: Any, item: Item, children: Sequence[int]) -> None:
        """What lets a reader go through a typed text by letters and words."""
        if item.role is ItemRole.TEXT_LINE:
            # AccessKit holds a length in one byte.
            words = re.findall(r"\S{1,200}\s{0,55}|\s{1,255}", item.name)
            node.set_word_lengths([len(word) for word in words])
            node.set_character_lengths([len(letter.encode()) for letter in _readable(item.name)])
            node.set_text_direction(self._kit.TextDirection.LEFT_TO_RIGHT)
        if item.caret is not None:
            start = item.caret if item.selected_from is None else item.selected_from
            ends = (self._kit.TextPosition(children[0], place) for place in (start, item.caret))
            node.set_text_selection(self._kit.TextSelection(*ends))


def may_be_read() -> bool:
    """False if it is certain that no screen reader is on. That is known on Windows, where an
    adapter makes the window flicker; there the reader must be on before the program starts.
    """
    if sys.platform != "win32":
        return True
    import ctypes

    on = ctypes.c_int(0)
    ctypes.windll.user32.SystemParametersInfoW(_GET_READER, 0, ctypes.byref(on), 0)
    return bool(on.value)


def _readable(text: str) -> str:
    """The text without lone surrogates, which a file's name may hold: AccessKit fails for good at
    one. It keeps its length.
    """
    return text.encode(errors="replace").decode()


def _number(data: Any) -> float | None:
    """The number in the data of an action; None if there is none."""
    value = data[-1] if isinstance(data, tuple) and data else data
    return float(value) if isinstance(value, int | float) else None
