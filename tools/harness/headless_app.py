"""Runs the whole program without a screen: its window is on SDL's dummy driver, and time passes
only when told to.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pygame
from recording_services import ART, PAINT, silent_gateway

import game.app.service_setup
from game.app.launch_options import LaunchOptions, Opening
from game.app.loop import App
from game.scenes.common.base import Scene
from game.system.desktop_settings import AccessibilitySettings, DesktopSettings
from game.system.folders import Folders

STEP_S = 1 / 60
SETTLED_S = 20.0


class Headless(App):
    """The program with a solver that never answers and art that is made at once."""

    def __init__(self, folder: Path, opening: Opening | None = None, **launch: Any) -> None:
        game.app.service_setup.Assets = lambda **named: ART  # type: ignore[misc,assignment]
        game.app.service_setup.Painter = lambda _: PAINT  # type: ignore[misc,assignment]
        game.app.service_setup.SolverGateway = silent_gateway  # type: ignore[misc,assignment]
        # What the user asks to have written out goes here too.
        os.environ.update(HOME=str(folder), XDG_PICTURES_DIR=str(folder))
        pygame.display.init()
        pygame.event.clear()
        self.told: list[str] = []
        self.actions: list[dict[str, Any]] = []
        super().__init__(LaunchOptions(Folders(folder), opening=opening, mute=True, **launch))
        # The desktop's own program writes into its home, even after the program has ended.
        self.services.desktop = DesktopSettings(AccessibilitySettings)
        trace = self._tracer.event

        def event(kind: str, /, **fields: Any) -> None:
            if kind in ("action", "unsaved"):
                self.actions.append(fields)
            trace(kind, **fields)

        self._tracer.event = event  # type: ignore[method-assign]

    def tell(self, text: str) -> None:
        self.told.append(text)
        super().tell(text)

    def announce(self, text: str) -> None:
        self.told.append(text)
        super().announce(text)

    @property
    def stack(self) -> list[Scene]:
        """The scenes, lowest first."""
        return self._stack

    @property
    def ended(self) -> bool:
        """Whether something has ended the program."""
        return not self._running

    def put(self, scenes: Iterable[Scene]) -> None:
        """These scenes instead of all that are there."""
        self._stack.ended = False
        # The scenes hear of it: a table that is left lets go of its deal.
        self._stack._drop(0)
        self._to_free_memory = 0.0
        for scene in scenes:
            self._stack.enter(scene)

    def take(self, events: Iterable[pygame.event.Event]) -> None:
        """What the loop does with events, those that they bring with them included."""
        for event in [*events, *pygame.event.get()]:
            if self._running:
                self._handle(event)
        self._fetch()

    def pass_time(self, seconds: float) -> None:
        """Let the scene on top move on; a resize is over by then."""
        if self._picture.due is not None:
            self._picture.end_resize()
        if self._running:
            self._apply(self.top.update(seconds))
        if self._running:
            self._maintenance.update(seconds)
            self._free_memory(seconds)
            self._toast.update(seconds)

    def frame(self) -> None:
        """Draw, if there is anything to draw."""
        if self._running:
            self._picture.draw()

    def settle(self) -> None:
        """Until nothing moves any more, or for a while."""
        for _ in range(round(SETTLED_S / STEP_S)):
            if not self._running or not self.top.busy:
                return
            self.pass_time(STEP_S)

    def wait_for_check(self) -> None:
        """Until the file has been looked at, and what was found is dealt with."""
        self.frame()
        thread = self._maintenance._thread
        if thread is not None:
            thread.join()
        self._fetch()
