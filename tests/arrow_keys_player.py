"""Plays the program with arrows, Enter and Escape alone, by keyboard or by game pad."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

import pygame

from game.app.loop import STEP, App
from game.scenes.common.base import Scene
from game.widgets.base import Widget
from game.widgets.text_page import TextPage

LEFT, RIGHT, UP, DOWN = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN
ENTER, ESCAPE = pygame.K_RETURN, pygame.K_ESCAPE
ARROWS = (UP, RIGHT, LEFT, DOWN)
PAD = {
    LEFT: pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    RIGHT: pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
    UP: pygame.CONTROLLER_BUTTON_DPAD_UP,
    DOWN: pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    ENTER: pygame.CONTROLLER_BUTTON_A,
    ESCAPE: pygame.CONTROLLER_BUTTON_B,
}
CONTENT = "(cards or tree)"
"""What is no control: no control has the focus."""
MOST_PRESSES = 140
"""So often one arrow is pressed before it is taken to lead nowhere: a slider uses many."""
PATIENCE = 20
"""So often the player presses one: as long as a column is, and not as a list."""
STEADY = 3
"""After so many presses that change nothing it leads nowhere."""
MOST_STEPS = 120
LONGEST_S = 30.0
Press = Callable[[int], Iterator[pygame.event.Event]]


def by_pad(code: int) -> Iterator[pygame.event.Event]:
    """A button of a pad, pressed and let go."""
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        yield pygame.event.Event(kind, instance_id=0, button=PAD[code])


def by_keys(code: int) -> Iterator[pygame.event.Event]:
    """A key, pressed and let go."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        yield pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0)


def inner(scene: Scene, widget: Widget | None) -> object:
    """What arrows change within a control, or within the content (None)."""
    if isinstance(widget, TextPage):
        return widget.scroller._goal
    if widget is not None:
        return [getattr(widget, name, None) for name in ("value", "selected", "day", "_at", "text")]
    cursor = getattr(scene, "arrow_keys", None)
    return scene.focus_key if cursor is None else cursor.cursor.seat


class ArrowKeysPlayer:
    """Walks over the controls of whatever scene is on top; it knows no way but those it tries."""

    def __init__(self, app: App, press: Press) -> None:
        self.app, self._press = app, press
        self.scenes: set[str] = set()
        """The names of those that were on top."""
        self.settle()

    def press(self, *codes: int) -> None:
        """Press, and let everything come to rest."""
        for code in codes:
            for event in self._press(code):
                self.app._handle(event)
            self.settle()

    def settle(self) -> None:
        for _ in range(round(LONGEST_S / STEP)):
            self.app._fetch()
            self.scenes.add(self.app.top.name)
            if not self.app.top.busy and self.app.top.due != 0.0:
                self.app._picture.draw()
                return
            self.app._update(STEP)
        raise AssertionError(f"{self.app.top.name} does not come to rest")

    @property
    def here(self) -> str:
        """The name of the control that has the focus."""
        group = self.app.top.focus_group
        focused = None if group is None else group.focused
        return CONTENT if focused is None else str(focused.name)

    def to(self, name: str) -> None:
        """Lead the focus to a control."""
        known: dict[str, dict[int, str]] = {}
        for _ in range(MOST_STEPS):
            if (here := self.here) == name:
                return
            arrow = _way_on(known, here, name)
            assert arrow is not None, f"{self.app.top.name}: {name} not among {sorted(known)}"
            known.setdefault(here, {})[arrow] = self._along(arrow)
        raise AssertionError(f"{self.app.top.name}: {name} is not reached; {known}")

    def enter(self, *names: str) -> None:
        """Press controls one after another, in whatever scenes they open."""
        for name in names:
            self.to(name)
            self.press(ENTER)

    def _along(self, arrow: int) -> str:
        """Press an arrow until something else has the focus; what that is."""
        start, seen = self.here, []
        for _ in range(PATIENCE):
            group = self.app.top.focus_group
            seen.append(inner(self.app.top, None if group is None else group.focused))
            self.press(arrow)
            if self.here != start or seen[-STEADY:] == [seen[-1]] * STEADY:
                break
        return self.here


def _way_on(known: dict[str, dict[int, str]], here: str, goal: str) -> int | None:
    """The first arrow of the shortest way to the goal, or to where one was not tried yet."""
    first: dict[str, int | None] = {here: None}
    due = deque([here])
    while due:
        name = due.popleft()
        ways = known.get(name, {})
        if name != goal and len(ways) < len(ARROWS):
            untried = next(arrow for arrow in ARROWS if arrow not in ways)
            return untried if first[name] is None else first[name]
        for arrow, other in ways.items():
            if other not in first:
                first[other] = arrow if first[name] is None else first[name]
                if other == goal:
                    return first[other]
                due.append(other)
    return None
