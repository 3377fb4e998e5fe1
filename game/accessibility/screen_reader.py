"""Tells a screen reader what the window holds and what happens, and takes what it wants done.

It imports AccessKit when it is begun and makes a tree only while somebody reads. One failure, and
the program goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from game.accessibility.adapter import AccessKitAdapter, Asked, may_be_read
from game.accessibility.items import Item, ItemArea, Key, Snapshot, problem_of

if TYPE_CHECKING:
    import pygame

LOOK_AGAIN_S: Final = 0.05
"""How soon after a reader has come the tree is made."""
PAUSE: Final = "; "


class ScreenReader:
    """The window's reader: there may be none, and it may come and go at any time."""

    def __init__(
        self,
        window: pygame.Window,
        title: str,
        wake: Callable[[], None],
        report: Callable[[str], None] = lambda problem: None,
    ) -> None:
        """`wake` is called from other threads; `report` is told why there is no reader."""
        self._report = report
        self._adapter: AccessKitAdapter | None = None
        self._given_up: AccessKitAdapter | None = None
        """What has failed is kept: to free it could fail again."""
        self._said: list[str] = []
        self._news: tuple[Key | None, str] = None, ""
        """What was said last, and the item that had the keyboard then."""
        self._shown: tuple[str, Snapshot] | None = None
        self._placed: tuple[ItemArea, bool] | None = None
        self._try(lambda: self._begin(window, title, wake))

    def _begin(self, window: pygame.Window, title: str, wake: Callable[[], None]) -> None:
        if not may_be_read():
            return
        # It is optional: that it is not installed is no failure.
        with suppress(ModuleNotFoundError):
            self._adapter = AccessKitAdapter(window, title, wake)

    def _try(self, call: Callable[[], None]) -> None:
        """Do something with AccessKit. Its failures are no `Exception`s, and final."""
        try:
            call()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self._report(f"{type(error).__name__}: {error}")
            self._given_up, self._adapter = self._adapter, None

    @property
    def on(self) -> bool:
        """True while somebody reads."""
        return self._adapter is not None and self._adapter.active

    @property
    def due(self) -> float | None:
        """In how many seconds to look whether it is on; None where nothing is to be expected."""
        adapter = self._adapter
        coming = adapter is not None and adapter.activating and not adapter.active
        return LOOK_AGAIN_S if coming else None

    def say(self, text: str) -> None:
        """Announce something with the next `show`."""
        if self.on and text:
            self._said.append(" ".join(text.split()))

    def forget(self) -> None:
        """The reader has gone: what it knew counts no more."""
        self._shown = self._placed = None
        self._said.clear()

    def asked(self) -> Iterator[Asked]:
        """What the reader wants done, each once."""
        while self._adapter is not None and (found := self._adapter.take_asked()) is not None:
            yield found

    def show(self, scene: str, snapshot: Snapshot) -> None:
        """Let the reader have a scene as it is now, and what was said."""
        adapter = self._adapter
        if adapter is None or not adapter.active:
            return
        problem = problem_of(snapshot)
        if problem:
            # A tree that AccessKit would end at: the window alone is better than none.
            self._report(problem)
            snapshot = snapshot._replace(items=(), focus=None)
        said = PAUSE.join(self._said)
        self._said.clear()
        if said:
            self._news = snapshot.focus, said
        snapshot = self._with_news(snapshot)
        if said or self._shown != (scene, snapshot):
            self._shown = scene, snapshot
            self._try(lambda: adapter.show(scene, snapshot, said))

    def _with_news(self, snapshot: Snapshot) -> Snapshot:
        """The name of what has the keyboard also tells what was said last: not every reader speaks
        announcements.
        """
        focus, said = self._news
        if not said or focus is None or snapshot.focus != focus:
            self._news = None, ""
            return snapshot
        return snapshot._replace(items=_renamed(snapshot.items, focus, said))

    def place(self, area: ItemArea, *, focused: bool) -> None:
        """Where the window is, and whether it has the keyboard."""
        adapter = self._adapter
        if adapter is not None and adapter.active and self._placed != (area, focused):
            self._placed = area, focused
            self._try(lambda: adapter.set_window(area, focused=focused))


def _renamed(items: tuple[Item, ...], key: Key, said: str) -> tuple[Item, ...]:
    """The items, one of them with something added to its name."""
    found = []
    for item in items:
        if item.key == key:
            item = item._replace(name=f"{item.name}{PAUSE}{said}")
        found.append(item._replace(children=_renamed(item.children, key, said)))
    return tuple(found)
