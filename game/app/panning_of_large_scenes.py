"""Panning: if large text makes a scene larger than the window, the window shows the part that the
mouse points at, or that has the focus.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.desktop.touch import is_of_touch
from game.scenes.common.base import Scene

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
