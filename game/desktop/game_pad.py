"""Game pads: what their buttons and sticks mean, as keys, so that every scene knows them.

Pads may come and go while the program runs. A direction that is held repeats.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from game.desktop.pad_calls import PadCalls

PadKey = tuple[int, int]
"""A key and its modifiers."""

SHIFT: Final = pygame.KMOD_LSHIFT
CTRL: Final = pygame.KMOD_LCTRL

BUTTONS: Final[dict[int, PadKey]] = {
    pygame.CONTROLLER_BUTTON_A: (pygame.K_RETURN, 0),
    pygame.CONTROLLER_BUTTON_B: (pygame.K_ESCAPE, 0),
    pygame.CONTROLLER_BUTTON_X: (pygame.K_RETURN, SHIFT),
    pygame.CONTROLLER_BUTTON_Y: (pygame.K_F2, 0),
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: (pygame.K_F3, 0),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: (pygame.K_z, CTRL),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: (pygame.K_y, CTRL),
    pygame.CONTROLLER_BUTTON_START: (pygame.K_F10, 0),
    pygame.CONTROLLER_BUTTON_BACK: (pygame.K_m, CTRL),
}
CROSS: Final[dict[int, PadKey]] = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (pygame.K_LEFT, 0),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (pygame.K_RIGHT, 0),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (pygame.K_UP, 0),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (pygame.K_DOWN, 0),
}
AXES: Final[dict[int, tuple[PadKey, PadKey]]] = {
    pygame.CONTROLLER_AXIS_LEFTX: ((pygame.K_LEFT, 0), (pygame.K_RIGHT, 0)),
    pygame.CONTROLLER_AXIS_LEFTY: ((pygame.K_UP, 0), (pygame.K_DOWN, 0)),
    pygame.CONTROLLER_AXIS_RIGHTX: ((pygame.K_LEFT, SHIFT), (pygame.K_RIGHT, SHIFT)),
    pygame.CONTROLLER_AXIS_RIGHTY: ((pygame.K_UP, SHIFT), (pygame.K_DOWN, SHIFT)),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: ((pygame.K_PAGEUP, 0),) * 2,
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: ((pygame.K_PAGEDOWN, 0),) * 2,
}
"""What a stick gives to one side and to the other: the right one goes from pile to pile. A trigger
has one side.
"""
PUSHED: Final = 20_000
RELEASED: Final = 12_000
"""Of an axis, of 32767: between the two a trembling stick changes nothing."""
LOOK_EVERY: Final = 0.008
LOOK_SELDOM_EVERY: Final = 0.08
QUIET_AFTER: Final = 20.0
"""Seconds between two looks at a pad in use, and at one that has rested for so long."""
REPEAT_AFTER: Final = 0.38
REPEAT_EVERY: Final = 0.11


class GamePads:
    """The pads that are plugged in. Main thread only."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._calls: PadCalls | None = None
        self._open: dict[int, int] = {}
        """The handles of those that send events, by the number that these carry."""
        self._sides: dict[tuple[int, int], int] = {}
        """Where the axes of each pad are pushed to: -1, 0 or 1."""
        self._held: tuple[PadKey, float] | None = None
        """A direction that is held, and when it repeats."""
        self._used = now()
        """When a pad did something last."""

    def begin(self) -> None:
        """Be told of the pads that are there and of those that come. Where SDL cannot help there
        are none.
        """
        from game.desktop.pad_calls import PadCalls  # Here: the first frame is shown without.

        with suppress(OSError, AttributeError, TypeError):
            self._calls = PadCalls()

    def _add(self, index: int) -> None:
        pad = None if self._calls is None else self._calls.open(index)
        if pad is not None and self._calls is not None:
            self._open[pad[0]] = pad[1]
            self._calls.look_by_itself(often=False)

    def _drop(self, number: int) -> None:
        self._held = None
        pad = self._open.pop(number, None)
        if pad is not None and self._calls is not None:
            self._calls.close(pad)
            self._calls.look_by_itself(often=not self._open)

    def look(self) -> None:
        """Let what the pads have done become events."""
        if self._open and self._calls is not None:
            self._calls.look()

    def rest(self, wait: Callable[[float | None], None], seconds: float | None) -> None:
        """Wait until there is an event, or so long, and look at the pads meanwhile. Without a pad
        it only waits.
        """
        if not self._open:
            wait(seconds)
            return
        end = None if seconds is None else self._now() + seconds
        while not pygame.event.peek(pump=False):
            left = None if end is None else end - self._now()
            if left is not None and left <= 0:
                return
            quiet = self._now() - self._used > QUIET_AFTER
            step = LOOK_SELDOM_EVERY if quiet else LOOK_EVERY
            wait(step if left is None else min(step, left))
            self.look()

    def keys(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        """The keys that an event of a pad stands for."""
        self._used = self._now()
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._add(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._drop(event.instance_id)
            case pygame.CONTROLLERBUTTONDOWN if event.button in BUTTONS:
                yield pressed(BUTTONS[event.button])
            case pygame.CONTROLLERBUTTONDOWN if event.button in CROSS:
                yield self._hold(CROSS[event.button])
            case pygame.CONTROLLERBUTTONUP if event.button in CROSS:
                self._held = None
            case pygame.CONTROLLERAXISMOTION if event.axis in AXES:
                yield from self._push(event)

    def _push(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        """A stick counts once it is far from its middle, and again after it was back there."""
        stick = event.instance_id, event.axis
        before = self._sides.get(stick, 0)
        if abs(event.value) < RELEASED:
            side = 0
        elif abs(event.value) > PUSHED:
            side = 1 if event.value > 0 else -1
        else:
            return
        if side == before:
            return
        self._sides[stick] = side
        self._held = None
        if side:
            yield self._hold(AXES[event.axis][side > 0])

    def _hold(self, chord: PadKey) -> pygame.event.Event:
        self._held = chord, self._now() + REPEAT_AFTER
        return pressed(chord)

    @property
    def due(self) -> float | None:
        """In how many seconds a held direction repeats; None if none is held."""
        return None if self._held is None else max(0.0, self._held[1] - self._now())

    def repeated(self) -> Iterator[pygame.event.Event]:
        """The key of a held direction, once it is due."""
        if self._held is not None and self._held[1] <= (now := self._now()):
            chord = self._held[0]
            self._held = chord, now + REPEAT_EVERY
            yield pressed(chord)

    def let_go(self) -> None:
        """Another scene has come: what is held for the one before means nothing to it."""
        self._held = None


def pressed(chord: PadKey) -> pygame.event.Event:
    """A key as a pad gives it."""
    code, mod = chord
    return pygame.event.Event(
        pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0, by_pad=True
    )


def is_of_pad(event: pygame.event.Event) -> bool:
    """True for an event of a game pad."""
    return pygame.CONTROLLERAXISMOTION <= event.type <= pygame.CONTROLLERDEVICEREMAPPED
