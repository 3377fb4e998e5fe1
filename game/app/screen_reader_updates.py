"""Keeps a screen reader up to date with the scene on top. Without one it does almost nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.graphics.assets import Assets
from game.scenes.common.base import Change, Scene
from game.scenes.common.services import Services

if TYPE_CHECKING:
    from game.accessibility.accessibility_tree import DrawnText, Snapshot
    from game.accessibility.screen_reader import ScreenReader


class ScreenReaderLink:
    """Passes changes from the loop to the reader, and requests of the reader to the scene."""

    def __init__(self, services: Services, wake: Callable[[], None]) -> None:
        """`wake` may be called from any thread."""
        self._services, self._wake = services, wake
        self._reader: ScreenReader | None = None
        self._changed = False
        """True if something may differ from what the reader was shown."""
        self._is_new = True
        """The scene on top has not been introduced yet."""

    def begin(self, window: pygame.Window) -> None:
        """Let readers connect; called after the first frame."""
        from game.accessibility.screen_reader import ScreenReader

        language = self._services.language
        self._reader = ScreenReader(window, self._wake, self._report, language)

    def _report(self, problem: str) -> None:
        self._services.tracer.event("error", text=f"screen reader: {problem}")

    @property
    def due(self) -> float | None:
        """In how many seconds to look whether a reader has come."""
        return None if self._reader is None else self._reader.due

    def note(self, event: pygame.event.Event | None = None) -> None:
        """Something may have changed, by an event or by itself."""
        if event is None or event.type != pygame.MOUSEMOTION:
            self._changed = True

    def introduce(self) -> None:
        """A scene has come on top: its heading is said, before all that is said of it."""
        self._is_new = self._changed = True

    def say(self, text: str) -> None:
        """Have it said, where a reader is on."""
        if self._reader is not None and self._reader.on:
            self._reader.say(text)
            self._changed = True

    def came_or_went(self) -> bool:
        """Whether a reader has come or gone since this was asked last."""
        devices = self._services.devices
        on = self._reader is not None and self._reader.on
        if on is devices.screen_reader:
            return False
        devices.screen_reader = self._changed = on
        if self._reader is not None and not on:
            self._reader.forget()
            self._is_new = True
        return True

    def follow(self, scene: Scene, window: pygame.Window) -> None:
        """Show the reader the scene and the window, if something may have changed."""
        reader = self._reader
        if reader is None or not reader.on or not self._changed:
            return
        self._changed = False
        if self._is_new:
            self._is_new = False
            _show_focus(scene)
            reader.say(scene.heading, first=True)
        reader.place((*window.position, *window.size), focused=window.focused)
        reader.show(f"{scene.name} {id(scene)}", self._snapshot(scene, window.title))

    def do_requests(
        self, scene: Callable[[], Scene], apply: Callable[[Change | None], None]
    ) -> None:
        """Do what the reader asks for. `scene` returns the scene on top, which each request may
        change.
        """
        if self._reader is None:
            return
        for key, action, value in self._reader.asked():
            self._changed = True
            apply(scene().perform(key, action, value))

    def _snapshot(self, scene: Scene, title: str) -> Snapshot:
        from game.accessibility.accessibility_tree import Snapshot, every, shifted

        written = texts_of(scene, self._services.assets) if scene.reads_its_drawing else ()
        items, focus = scene.described(written), scene.focus_key
        if not any(item.key == focus for item in every(items)):
            focus = None
        items = shifted(items, *scene.in_window(0, 0))
        return Snapshot(title, items, focus, scene.window)


def _show_focus(scene: Scene) -> None:
    """Show which control has the keyboard, so that the next Tab moves on. If no item has it, give
    it to the control that the scene names.
    """
    group = scene.focus_group
    if group is None:
        return
    control = group.focused or scene.read_first
    if control is not None:
        group.focus(control, ring=True)
        scene.stale = True


def texts_of(scene: Scene, assets: Assets) -> list[DrawnText]:
    """The texts that a scene writes when it draws all of itself, with their areas."""
    from game.accessibility.accessibility_tree import DrawnText

    assets.recorded_surface, assets.written = pygame.Surface(scene.size), []
    scene.refresh()
    try:
        scene.draw(assets.recorded_surface)
    finally:
        assets.recorded_surface = None
        scene.refresh()
    return [DrawnText(*each) for each in assets.written]
