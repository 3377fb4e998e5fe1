"""Translates touch to mouse and key events: tap, long press, drag, taps with several fingers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Final

import pygame

from game.desktop.game_pad import pressed
from game.desktop.sdl import is_touched

LEFT, RIGHT = pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT
SLOP: Final = 12
"""The distance in dp that a finger may move within a tap."""
LONG_S: Final = 0.5
FORGET_S: Final = 2.0
"""So long after the last event of a finger it is forgotten, if another one comes or SDL says that
none is down: not every desktop tells that a finger was lifted.
"""
LEAVES_S: Final = 3.0
"""So long after the last finger has left, the mouse that it stands for leaves the window as well:
what was touched is lit no longer, and what it tells of itself could be read.
"""
OUTSIDE: Final = (-100_000, -100_000)
"""Outside of every scene, also of one that is larger than the window."""
PAN: Final = pygame.event.custom_type()
"""The type of the event that pans the window's content: `rel` says how far, in pixels."""
TO_PAN: Final = 2
"""The number of fingers that pan."""
TAPS: Final = {
    2: (pygame.K_z, pygame.KMOD_LCTRL),
    3: (pygame.K_y, pygame.KMOD_LCTRL),
}
"""The key and modifiers of a tap, by the number of fingers: undo and redo."""
FINGERS: Final = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
MOUSE: Final = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)

Pixel = tuple[int, int]


class Touch:
    """Tells taps from drags. MOUSEBUTTONDOWN is made only when it is known what the finger does, so
    that nothing has to be undone when a second finger comes.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        touched: Callable[[], bool] = is_touched,
    ) -> None:
        """`touched`: whether any finger is down, as SDL has it."""
        self._now, self._touched = now, touched
        self._fingers: dict[int, Pixel] = {}
        """Where each finger that is down began, in pixels, by finger id."""
        self._start: Pixel = (0, 0)
        self._at: Pixel = (0, 0)
        self._leader = 0
        """The id of the finger that came first."""
        self._most = 0
        """The most fingers that were down together in this gesture."""
        self._slipped = self._dragging = self._spent = False
        self._since = 0.0
        """When the gesture began."""
        self._last = 0.0
        """When a finger last did something, or `touched` was asked and said yes."""
        self._leaves: float | None = None
        """When the mouse leaves the window; None if it has left, or a finger is down."""

    def events(
        self, event: pygame.event.Event, size: Pixel, density: float = 1.0
    ) -> Iterator[pygame.event.Event]:
        """Yield what a finger's event means in a window of `size`; `density` is pixels per dp."""
        at = round(event.x * size[0]), round(event.y * size[1])
        match event.type:
            case pygame.FINGERDOWN:
                if self._is_over(event.finger_id):
                    yield from self._lose()
                self._put_down(event.finger_id, at)
            case pygame.FINGERMOTION if event.finger_id in self._fingers:
                yield from self._move(event.finger_id, at, SLOP * density)
            case pygame.FINGERUP if event.finger_id in self._fingers:
                yield from self._lift(event.finger_id, at)

    def forget(self) -> None:
        """Forget all fingers: that they are lifted may not be told. The scene lets go of what they
        hold, as when the window loses the keyboard.
        """
        if self._fingers:
            self._fingers.clear()
            self._leaves = self._now() + LEAVES_S

    def _lose(self) -> Iterator[pygame.event.Event]:
        """Forget all fingers, and have the scene let go of what they drag."""
        dragging = bool(self._fingers) and self._dragging
        self.forget()
        if dragging:
            yield pygame.event.Event(pygame.WINDOWFOCUSLOST)

    def _is_over(self, finger: int) -> bool:
        """Whether a finger that comes down begins a gesture, whatever is down already: that has
        done all it does, or is lost.
        """
        silent = self._now() - self._last > FORGET_S
        return self._spent or silent or finger in self._fingers

    def _put_down(self, finger: int, at: Pixel) -> None:
        if not self._fingers:
            self._leader, self._start, self._at, self._most = finger, at, at, 0
            self._slipped = self._dragging = self._spent = False
            self._since = self._now()
        self._fingers[finger] = at
        self._last, self._leaves = self._now(), None
        self._most = max(self._most, len(self._fingers))

    def _move(self, finger: int, at: Pixel, slop: float) -> Iterator[pygame.event.Event]:
        self._last = self._now()
        self._slipped = self._slipped or math.dist(at, self._fingers[finger]) > slop
        if finger != self._leader or not self._slipped or self._spent:
            return
        if not self._dragging and self._most == 1:
            self._dragging = True
            yield _motion(self._start, held=False)
            slip = at[0] - self._start[0], at[1] - self._start[1]
            yield _button(pygame.MOUSEBUTTONDOWN, self._start, LEFT, slip=slip)
        if self._dragging:
            yield _motion(at, held=True)
        elif self._most == TO_PAN:
            yield pygame.event.Event(PAN, rel=(at[0] - self._at[0], at[1] - self._at[1]))
        self._at = at

    def _lift(self, finger: int, at: Pixel) -> Iterator[pygame.event.Event]:
        del self._fingers[finger]
        self._last = self._now()
        if not self._fingers:
            self._leaves = self._now() + LEAVES_S
        if self._dragging and finger == self._leader:
            self._dragging, self._spent = False, True
            yield _button(pygame.MOUSEBUTTONUP, at, LEFT)
        elif not self._fingers and not (self._spent or self._slipped):
            if self._most == 1:
                yield from _click(self._start, LEFT)
            elif self._most in TAPS:
                yield pressed(TAPS[self._most])

    def note_mouse(self, event: pygame.event.Event) -> None:
        """Look at any event: if the mouse itself is used, it does not leave the window."""
        if event.type in MOUSE and not is_of_touch(event):
            self._leaves = None

    @property
    def due(self) -> float | None:
        """Seconds until `late` is to be called; None if it has nothing to do."""
        if self._leaves is not None:
            at = self._leaves
        elif not self._fingers:
            return None
        else:
            at = self._since + LONG_S if self._may_be_long else self._last + FORGET_S
        return max(0.0, at - self._now())

    @property
    def _may_be_long(self) -> bool:
        """Whether the finger that is down makes a long press if it goes on resting."""
        return self._most == 1 and not (self._slipped or self._spent)

    def late(self) -> Iterator[pygame.event.Event]:
        """Yield a right click, the second choice, if a finger has rested for LONG_S, and a motion
        out of the window LEAVES_S after the last finger has left. Forget fingers that are not down.
        """
        if self.due != 0.0:
            return
        if self._leaves is not None:
            self._leaves = None
            yield _motion(OUTSIDE, (0, 0), held=False)
        elif not self._touched():
            yield from self._lose()
        elif self._may_be_long:
            self._spent = True
            yield from _click(self._start, RIGHT)
        else:
            self._last = self._now()


def is_of_touch(event: pygame.event.Event) -> bool:
    """True for a mouse event of a finger, made by SDL or, in its place, by `Touch`."""
    return event.type in MOUSE and bool(getattr(event, "touch", False))


def _click(at: Pixel, button: int) -> Iterator[pygame.event.Event]:
    yield _motion(at, held=False)
    yield _button(pygame.MOUSEBUTTONDOWN, at, button)
    yield _button(pygame.MOUSEBUTTONUP, at, button)


def _motion(at: Pixel, rel: Pixel = (1, 1), *, held: bool) -> pygame.event.Event:
    buttons = (int(held), 0, 0)
    return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=rel, buttons=buttons, touch=True)


def _button(
    kind: int, at: Pixel, button: int, slip: tuple[int, int] = (0, 0)
) -> pygame.event.Event:
    """`slip`: how far the finger that begins a drag has moved, in pixels; (0, 0) for a tap."""
    return pygame.event.Event(kind, pos=at, button=button, touch=True, slip=slip)


class Device(Enum):
    """A kind of input device."""

    KEYBOARD = auto()
    MOUSE = auto()
    TOUCH = auto()
    PAD = auto()


class InputDevices:
    """Shared by all scenes. The main loop sets `last`, the accessibility code `screen_reader`."""

    def __init__(self) -> None:
        self.last = Device.MOUSE
        self.touched = False
        """True once the screen was touched: there may be no keyboard."""
        self.screen_reader = False
        """A screen reader is on."""


def device_of(event: pygame.event.Event) -> Device | None:
    """The device that an event came from; None for an event that no device caused, and for a pad's
    own events: of these only the ones that `game_pad` translates to keys count as input.
    """
    match event.type:
        case pygame.KEYDOWN:
            return Device.KEYBOARD
        case pygame.MOUSEBUTTONDOWN | pygame.MOUSEWHEEL:
            return Device.TOUCH if getattr(event, "touch", False) else Device.MOUSE
        case pygame.MOUSEMOTION if event.rel != (0, 0) and not getattr(event, "touch", False):
            return Device.MOUSE
        case pygame.FINGERDOWN:
            return Device.TOUCH
    return None
