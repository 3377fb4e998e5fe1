"""A player's actions without a window: moving the mouse, clicking, pressing keys, waiting."""

from __future__ import annotations

from typing import Final

import pygame

from game.app.scene_factory import make_scene
from game.core.position import PileKind, Seat
from game.desktop.commands import Command
from game.scenes.common.base import Change, Push, Replace, Scene
from game.scenes.table.scene import TableScene

Stack = list[Scene]
"""Scenes, the lowest first."""
Size = tuple[int, int]
Point = tuple[int, int]

STEP: Final = 1 / 120
LONGEST_WAIT: Final = 20.0
LEFT_BUTTON: Final = 1


def set_up(stack: Stack, size: Size) -> None:
    """Bring scenes into a window, where they are not there yet, and let them come to rest."""
    for scene in stack:
        if scene.window != size:
            scene.place(size)
            scene.resume()
        settle(scene)


def settle(scene: Scene) -> Scene | None:
    """Let a scene come to rest; returns the one that it puts on top meanwhile."""
    # A fade begins with what the window showed before.
    scene.draw(pygame.Surface(scene.size))
    for _ in range(round(LONGEST_WAIT / STEP)):
        if not scene.busy:
            return None
        change = scene.update(STEP)
        if isinstance(change, Push):
            return opened(scene, change)
    raise AssertionError(f"the scene '{scene.name}' does not come to rest")


def wait(scene: Scene, seconds: float) -> None:
    """Let time pass, whether anything moves or not."""
    for _ in range(round(seconds / STEP)):
        scene.update(STEP)


def work_off(scene: Scene) -> None:
    """Let a scene end what it does in slices of time: how much one slice brings is chance. A scene
    that asks to be closed is left as it is.
    """
    while scene.due == 0.0 and scene.update(0.0) is None:
        pass


def heed(scene: Scene) -> None:
    """Let a scene take in all that the solver has to say of it."""
    while scene.services.advisor.collect():
        scene.advised()


def opened(by: Scene, change: Change | None) -> Scene:
    """The scene that another one has asked for."""
    assert isinstance(change, Push | Replace)
    wanted = change.scene
    return wanted if isinstance(wanted, Scene) else make_scene(by.services, wanted)


def leads_to(scene: TableScene, command: Command, size: Size) -> Scene:
    """The scene that a command opens, at rest, with all that it does in slices done."""
    set_up([scene], size)
    found = opened(scene, scene.do(command))
    set_up([found], size)
    work_off(found)
    return found


def point_at(scene: Scene, at: Point) -> None:
    """Move the mouse somewhere."""
    scene.handle(_motion(at))


def press_on(scene: Scene, at: Point) -> None:
    """Press the mouse button somewhere and hold it."""
    point_at(scene, at)
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=LEFT_BUTTON))


def drag_to(scene: Scene, at: Point) -> None:
    """Move the mouse with the button held."""
    scene.handle(_motion(at, held=True))


def click(scene: Scene, at: Point) -> Change | None:
    """Click somewhere."""
    press_on(scene, at)
    return scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=LEFT_BUTTON))


def press(scene: Scene, code: int, mod: int = 0, char: str = "") -> Change | None:
    """Press a key."""
    return scene.handle(
        pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=char, scancode=0)
    )


def _motion(at: Point, *, held: bool = False) -> pygame.event.Event:
    buttons = (int(held), 0, 0)
    return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=buttons)


def middle(scene: TableScene, seat: Seat) -> Point:
    """The middle of what can be clicked of a card, or of an empty place."""
    view = scene.table_picture.cards
    if not view.position.piles[seat.pile]:
        return view.arrangement.piles[seat.pile].centre
    return view.arrangement.shown(view.position, seat).centre


def columns(scene: TableScene) -> list[int]:
    """The piles that are columns and hold cards."""
    rules, piles = scene.session.rules, scene.session.position.piles
    return [n for n, (kind, _) in enumerate(rules.piles) if kind is PileKind.COLUMN and piles[n]]


def button(scene: Scene, name: str) -> Point:
    """The middle of a control, by its name in the trace."""
    told = scene.traced()
    assert told is not None
    x, y, width, height = told["buttons"][name]
    return x + width // 2, y + height // 2
