"""Drives one scene without a window, and records what it draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pygame
from input_events import down, key, motion, up
from recording_services import RecordingServices, made, recording_services

from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.scenes.common.base import Change, Push, Scene
from game.widgets.base import Widget
from game.widgets.look import Look

DRAWN_SIZES = ((640, 400), (733, 517), (900, 560), (1280, 800), (1000, 1400), (700, 900))
"""Every form of a scene, none of them so large that drawing takes long."""


@dataclass
class DrawnText:
    """A line of text that was drawn."""

    text: str
    whole: bool
    area: pygame.Rect
    view: pygame.Rect
    """Where drawing was allowed: what scrolls may be cut there."""
    onto: pygame.Surface


@dataclass
class SceneDriver:
    """Plays the part of the application for one scene."""

    scene: Scene
    held: RecordingServices
    size: tuple[int, int] = (1280, 800)
    changes: list[Change] = field(default_factory=list)

    def __post_init__(self) -> None:
        pygame.display.init()
        self.held.followers.append(self.follow)
        self.scene.place(self.size)
        self.scene.resume()
        self.surface = pygame.Surface(self.size)
        self._ui = self.held.services.settings.ui_scale

    def follow(self) -> None:
        self.scene.follow_settings()
        ui = self.held.services.settings.ui_scale
        if ui != self._ui:
            self._ui = ui
            self.scene.place(self.size)
        self.scene.refresh()

    @property
    def last(self) -> Change | None:
        """What was asked of the stack last."""
        return self.changes[-1] if self.changes else None

    def send(self, *events: pygame.event.Event) -> Change | None:
        change = None
        for event in events:
            change = made(self.held.services, self.scene.handle(event))
            if change is not None:
                self.changes.append(change)
        return change

    def press(self, code: int, mod: int = 0, char: str = "") -> Change | None:
        return self.send(key(code, mod, char))

    def click(self, at: tuple[int, int]) -> Change | None:
        return self.send(motion(at), down(at), up(at))

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 60)):
            self.scene.update(1 / 60)

    def draw(self) -> pygame.Surface:
        self.scene.draw(self.surface)
        self.scene.stale = False
        return self.surface

    def written(self) -> list[DrawnText]:
        """Every line of text of a picture of the scene."""
        with reading() as found:
            self.draw()
        return found


def opened(driver: SceneDriver) -> SceneDriver:
    """The scene that the driver's scene has put on top."""
    assert isinstance(driver.last, Push) and isinstance(driver.last.scene, Scene)
    return SceneDriver(driver.last.scene, driver.held, driver.size)


def open_scene(
    make: type[Scene], *more: object, size: tuple[int, int] = (1280, 800), **choices: object
) -> SceneDriver:
    """A scene as it is after being put on top."""
    held = recording_services(**choices)  # type: ignore[arg-type]
    return SceneDriver(make(held.services, *more), held, size)


def pressed_out_of_view(driver: SceneDriver) -> set[str]:
    """What presses reach on all sides of the view of a page that scrolls; they end elsewhere."""
    scene, (width, height), found = driver.scene, driver.size, set()
    view = scene.view  # type: ignore[attr-defined]
    for x in range(0, width, 12):
        for y in (*range(0, view.top, 4), *range(view.bottom, height, 4)):
            driver.send(motion((x, y)), down((x, y)))
            found |= {str(each.name) for each in scene.focus_group.widgets if each.held}
            driver.send(up((-1, -1)))
    return found


@contextmanager
def reading() -> Iterator[list[DrawnText]]:
    """All texts that are drawn meanwhile."""
    found: list[DrawnText] = []
    write = Look.write

    def noted(
        look: Look,
        target: pygame.Surface,
        string: str,
        style: TextStyle,
        colour: Rgb,
        at: tuple[int, int],
        align: Align = Align.LEFT,
        room: int | None = None,
    ) -> pygame.Rect:
        area = write(look, target, string, style, colour, at, align, room)
        whole = room is None or look.width(string, style) <= room
        if string:
            found.append(DrawnText(string, whole, area, target.get_clip(), target))
        return area

    Look.write = noted  # type: ignore[method-assign]
    try:
        yield found
    finally:
        Look.write = write  # type: ignore[method-assign]


def overlapping(widgets: Sequence[Widget]) -> list[tuple[str, str]]:
    """The names of controls that lie on each other."""
    return [
        (one.name, other.name)
        for place, one in enumerate(widgets)
        for other in widgets[:place]
        if one.rect.colliderect(other.rect)
    ]
