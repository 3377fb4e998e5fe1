"""Tells a screen reader the window's content and what happens, and takes the actions it requests.

AccessKit is imported when the object is made. A tree is made only while a reader is on. After one
failure the program goes on without a screen reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from game.accessibility.accessibility_tree import (
    Item,
    ItemArea,
    ItemRole,
    Key,
    Snapshot,
    problem_of,
)
from game.accessibility.accesskit_adapter import AccessKitAdapter, RequestedAction, may_be_read
from game.core.translatable_texts import Translate, said_in_turn

if TYPE_CHECKING:
    import pygame

LOOK_AGAIN_S: Final = 0.05
"""The interval at which `on` is checked while a reader connects."""
UNHEARD_NAMES: Final = frozenset((ItemRole.LIST_ITEM, ItemRole.ROW))
"""Roles whose change of name Orca does not speak. It speaks a change of description."""


class ScreenReader:
    """The window's screen reader. There may be none, and it may start and stop at any time."""

    def __init__(
        self,
        window: pygame.Window,
        wake: Callable[[], None],
        report: Callable[[str], None],
        words: Translate,
    ) -> None:
        """`wake` is called from other threads; `report` is told why there is no reader. Sentences
        are joined in the language of `words`.
        """
        self._words = words
        self._report = report
        self._adapter: AccessKitAdapter | None = None
        self._given_up: AccessKitAdapter | None = None
        """An adapter that has failed. It is kept because to free it could fail again."""
        self._said: list[str] = []
        self._news: tuple[Key | None, str] = None, ""
        """The item that had the focus at the last announcement, and the announcement."""
        self._stayed = False
        """The focus was on that item before the announcement."""
        self._shown: tuple[str, Snapshot] | None = None
        self._placed: tuple[ItemArea, bool] | None = None
        self._try(lambda: self._begin(window, wake))

    def _begin(self, window: pygame.Window, wake: Callable[[], None]) -> None:
        if not may_be_read():
            return
        # AccessKit is optional: if it is not installed, that is no failure.
        with suppress(ModuleNotFoundError):
            self._adapter = AccessKitAdapter(window, wake)

    def _try(self, call: Callable[[], None]) -> None:
        """Call AccessKit. Its failures are no `Exception`s; after one it is not used again."""
        try:
            call()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self._report(f"{type(error).__name__}: {error}")
            self._given_up, self._adapter = self._adapter, None

    @property
    def on(self) -> bool:
        """True while a screen reader is on."""
        return self._adapter is not None and self._adapter.active

    @property
    def due(self) -> float | None:
        """Seconds until `on` should be checked again; None if no reader is connecting."""
        adapter = self._adapter
        coming = adapter is not None and adapter.activating and not adapter.active
        return LOOK_AGAIN_S if coming else None

    def say(self, text: str, *, first: bool = False) -> None:
        """Announce something with the next `show`; `first`: before all that was said since."""
        if self.on and text:
            self._said.insert(0 if first else len(self._said), " ".join(text.split()))

    def forget(self) -> None:
        """Forget what the reader was told, because it has stopped."""
        self._shown = self._placed = None
        self._said.clear()

    def asked(self) -> Iterator[RequestedAction]:
        """Yield the actions that the reader requests, each once."""
        while self._adapter is not None and (found := self._adapter.take_asked()) is not None:
            yield found

    def show(self, scene: str, snapshot: Snapshot) -> None:
        """Show the reader a scene as it is now, and announce what was said since the last call."""
        adapter = self._adapter
        if adapter is None or not adapter.active:
            return
        problem = problem_of(snapshot)
        if problem:
            # AccessKit would fail for good. An empty window is better than no window.
            self._report(problem)
            snapshot = snapshot._replace(items=(), focus=None)
        said = said_in_turn(self._said, self._words)
        self._said.clear()
        if said:
            self._note_news(snapshot.focus, said)
        snapshot = self._with_news(snapshot)
        if said or self._shown != (scene, snapshot):
            self._shown = scene, snapshot
            self._try(lambda: adapter.show(scene, snapshot, said))

    def _note_news(self, focus: Key | None, said: str) -> None:
        # A space makes the same news again a change, which a reader speaks.
        again = self._news == (focus, said)
        self._news = focus, said + "\u00a0" * again
        self._stayed = self._shown is not None and self._shown[1].focus == focus

    def _with_news(self, snapshot: Snapshot) -> Snapshot:
        """Add the last announcement to the name of the focused item, or of the window if none has
        the focus, until the focus moves: not every reader speaks announcements. If the focus had
        stayed, it may be the description, too.
        """
        focus, said = self._news
        if not said or snapshot.focus != focus:
            self._news = None, ""
            return snapshot
        if focus is None:
            return snapshot._replace(title=self._named(snapshot.title, said))
        return snapshot._replace(
            items=_replaced(snapshot.items, focus, lambda item: self._item_with_news(item, said))
        )

    def _item_with_news(self, item: Item, said: str) -> Item:
        described = self._stayed and item.role in UNHEARD_NAMES
        name = self._named(item.name, said)
        return item._replace(name=name, hint=said if described else item.hint)

    def _named(self, name: str, said: str) -> str:
        # What is called what was said is not named twice.
        return said_in_turn(dict.fromkeys((name, said)), self._words)

    def place(self, area: ItemArea, *, focused: bool) -> None:
        """Tell the reader the window's area on the screen, and whether it has the focus."""
        adapter = self._adapter
        if adapter is not None and adapter.active and self._placed != (area, focused):
            self._placed = area, focused
            self._try(lambda: adapter.set_window(area, focused=focused))


def _replaced(
    items: tuple[Item, ...], key: Key, replace: Callable[[Item], Item]
) -> tuple[Item, ...]:
    """The items, with the one with this key replaced."""
    found = []
    for item in items:
        if item.key == key:
            item = replace(item)
        found.append(item._replace(children=_replaced(item.children, key, replace)))
    return tuple(found)
