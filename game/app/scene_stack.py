"""The stack of scenes, and how what a scene returns changes it.

If large text makes a scene larger than the window, the window shows the part that the mouse points
at, or that has the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.desktop.touch import is_of_touch
from game.scenes.common.base import Change, Pop, Push, Quit, Replace, Scene, SceneRequest
from game.scenes.common.services import Services

EDGE: Final = 0.12
"""The share of the window at each edge where the mouse shows the outermost part of the scene."""
AROUND: Final = 24
"""The margin in view around the control that has the focus, in dp."""


def is_panned(scene: Scene) -> bool:
    """Whether the window shows a part of it only."""
    return scene.size != scene.window


def keeps_clear(scene: Scene) -> list[pygame.Rect]:
    """The areas of the window that a message should not cover."""
    by = scene.in_window(0, 0)
    return [pygame.Rect(area).move(by) for area in scene.message_keeps_clear]


def follow_mouse(scene: Scene, event: pygame.event.Event) -> None:
    """Show the part that lies in the scene as the mouse lies in the window. A touch does not pan:
    what the finger was put on would move away from under it.
    """
    if is_panned(scene) and event.type == pygame.MOUSEMOTION and not is_of_touch(event):
        shares = (_share(at, side) for at, side in zip(event.pos, scene.window, strict=True))
        spare = (a - b for a, b in zip(scene.size, scene.window, strict=True))
        x, y = (round(share * room) for share, room in zip(shares, spare, strict=True))
        if (x, y) != scene.corner:
            scene.show_from(x, y)


def shift(scene: Scene, by: tuple[int, int]) -> None:
    """Pan by the pixels that two fingers have moved."""
    if is_panned(scene):
        scene.show_from(scene.corner[0] - by[0], scene.corner[1] - by[1])


def _share(at: int, side: int) -> float:
    return min(1.0, max(0.0, (at / max(1, side) - EDGE) / (1 - 2 * EDGE)))


def follow_keyboard(scene: Scene) -> None:
    """Pan so that the control with the focus is in view, with a margin."""
    area = scene.attention if is_panned(scene) else None
    if area is not None:
        reach = 2 * scene.scale.px(AROUND)
        area = area.inflate(reach, reach)
        seen = pygame.Rect(scene.corner, scene.window)
        x = _brought(seen.left, seen.w, area.left, area.right)
        scene.show_from(x, _brought(seen.top, seen.h, area.top, area.bottom))


def _brought(at: int, room: int, first: int, last: int) -> int:
    """Where the view of `room` pixels begins so that it shows first..last, as near to `at` as
    possible; a longer range is shown from its beginning.
    """
    return first if last - first > room else min(max(at, last - room), first)


def in_scene(scene: Scene, event: pygame.event.Event) -> pygame.event.Event:
    """An event of the mouse at its place in the scene; others as they are."""
    if scene.corner == (0, 0) or not hasattr(event, "pos"):
        return event
    (x, y), (left, top) = event.pos, scene.corner
    return pygame.event.Event(event.type, {**event.dict, "pos": (x + left, y + top)})


def draw_scene(scene: Scene, target: pygame.Surface) -> list[pygame.Rect] | None:
    """Draw what has changed of what the window shows of it; returns the parts touched, None for
    all.
    """
    if scene.size == target.get_size():
        return scene.draw(target)
    whole = pygame.Surface(scene.size)
    if scene.overlay:
        whole.blit(target, scene.corner)
    scene.refresh()
    scene.draw(whole)
    target.blit(whole, (0, 0), pygame.Rect(scene.corner, target.get_size()))
    return None


class UnmadeScene(Scene):
    """A placeholder for a scene that is made only when it comes to the top: `make` is called then,
    and its result replaces the placeholder. It never has input and is never drawn.
    """

    def __init__(self, services: Services, make: Callable[[], Scene]) -> None:
        super().__init__(services)
        self.make = make


class SceneStack(list[Scene]):
    """The scenes, the lowest first; the last has the input. Without any the program ends."""

    def __init__(
        self,
        room: Callable[[], tuple[int, int]],
        on_top: Callable[[Scene], None],
        on_left: Callable[[], None],
        make: Callable[[SceneRequest], Scene],
    ) -> None:
        """`room` says which size scenes are to fit. `on_top` is called with a scene that has come
        on top, before it resumes; `on_left` after scenes were dropped. `make` makes the scene
        that a request names.
        """
        super().__init__()
        self._room, self._on_top, self._on_left = room, on_top, on_left
        self._make = make
        self.ended = False
        """A scene wants the program to end, or there is none left."""

    @property
    def top(self) -> Scene:
        """The scene that has the input."""
        return self[-1]

    @property
    def title(self) -> str:
        """The window's title: that of the top scene, or of the scene that overlays lie over."""
        return next(scene.title for scene in reversed(self) if not scene.overlay)

    def fit(self, first: int = 0) -> bool:
        """Have the scenes from this place on fit the window, the lowest first: a scene may draw the
        one below it. What has the keyboard stays in view. Returns True if one did not fit.
        """
        unfit = [scene for scene in self[first:] if scene.window != self._room()]
        for scene in unfit:
            scene.place(self._room())
            scene.refresh()
            follow_keyboard(scene)
        return bool(unfit)

    def begin(self, scenes: list[Scene]) -> None:
        """Put the first scenes on it; only the last is opened."""
        for scene in scenes[:-1]:
            self._put(scene)
        self.enter(scenes[-1])

    def apply(self, change: Change | None) -> None:
        """Do what a scene has returned."""
        match change:
            case Push(wanted, under):
                place = next((n for n, scene in enumerate(self) if scene.serves(wanted)), None)
                if place is not None:
                    self._leave(place + 1)
                else:
                    if self:
                        self.top.covered()
                    self._put_over(wanted, under)
                    self._resume()
            case Replace(wanted, scenes, under):
                # The new ones are made first: if that fails, the old ones are still there.
                left, before = max(0, len(self) - scenes), len(self)
                self._put_over(wanted, under)
                self._drop(left, before)
                self._resume()
            case Pop(scenes):
                self._leave(max(0, len(self) - scenes))
            case Quit():
                self.ended = True

    def enter(self, scene: Scene) -> None:
        """Open a scene over the others."""
        self._put(scene)
        self._resume()

    def recover(self, left: int) -> None:
        """After a fault, drop scenes until so many are left, and more if the next one cannot
        resume. The exception of the lowest goes on.
        """
        self._drop(left)
        try:
            self._resume()
        except Exception:
            if left < 2:
                raise
            self.recover(left - 1)

    def _put_over(self, wanted: Scene | SceneRequest, under: Scene | SceneRequest | None) -> None:
        scene = self._made(wanted)
        if under is not None:
            self._put(self._made(under))
        self._put(scene)

    def _made(self, wanted: Scene | SceneRequest) -> Scene:
        return wanted if isinstance(wanted, Scene) else self._make(wanted)

    def _put(self, scene: Scene) -> None:
        self.append(scene)
        scene.place(self._room())

    def _leave(self, left: int) -> None:
        """Drop scenes until so many are left."""
        self._drop(left)
        if self:
            self._resume()
        else:
            self.ended = True

    def _drop(self, start: int, end: int | None = None) -> None:
        """Drop the scenes from one place on, up to another."""
        dropped = self[start:end]
        del self[start:end]
        for scene in dropped:
            scene.dropped()
        self._on_left()

    def _resume(self) -> None:
        if isinstance(self.top, UnmadeScene):
            self[-1] = self.top.make()
            self.top.place(self._room())
        self.fit()
        for scene in self:
            scene.refresh()
        self._on_top(self.top)
        change = self.top.resume()
        follow_keyboard(self.top)
        self.apply(change)
