"""Mouse, key and touch events for the tests of controls."""

import pygame

from game.widgets.base import Widget

MODS = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT, "": 0}


def key(code: int, mod: str = "", unicode: str = "", scancode: int = 0) -> pygame.event.Event:
    return pygame.event.Event(
        pygame.KEYDOWN, key=code, mod=MODS[mod], unicode=unicode, scancode=scancode
    )


def digit(figure: str) -> pygame.event.Event:
    return key(ord(figure), unicode=figure)


def move(at: tuple[int, int], *, held: bool = False) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(int(held), 0, 0))


def down(at: tuple[int, int], button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button)


def up(at: tuple[int, int], button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button)


def wheel(y: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=y)


def leave() -> pygame.event.Event:
    return pygame.event.Event(pygame.WINDOWLEAVE)


def click(widget: Widget, at: tuple[int, int] | None = None) -> list[object]:
    """Move there, press, let go; what the control answered that was not None."""
    point = at or widget.rect.center
    answers = [widget.handle(event) for event in (move(point), down(point), up(point))]
    return [answer for answer in answers if answer is not None]


def drag(widget: Widget, *points: tuple[int, int]) -> list[object]:
    """Press at the first point, move through the others, let go at the last."""
    events = [move(points[0]), down(points[0]), *map(move, points[1:]), up(points[-1])]
    answers = [widget.handle(event) for event in events]
    return [answer for answer in answers if answer is not None]


def tap(widget: Widget, at: tuple[int, int] | None = None) -> list[object]:
    """As `click`, with a finger."""
    point = at or widget.rect.center
    events = [move(point), down(point), up(point)]
    for event in events:
        event.touch = True
    answers = [widget.handle(event) for event in events]
    return [answer for answer in answers if answer is not None]
