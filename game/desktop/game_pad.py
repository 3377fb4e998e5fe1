"""Game pads. Their buttons and sticks are translated to keys, so that scenes need no code for them.

Pads may be plugged in and out while the program runs. A direction that is held repeats.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

import pygame

from game.desktop.commands import Command
from game.desktop.sdl import sdl

PadKey = tuple[int, int]
"""A pygame key constant and its modifiers, a mask of KMOD values."""

SHIFT: Final = pygame.KMOD_LSHIFT
CTRL: Final = pygame.KMOD_LCTRL

PAD_ENTER: Final = "Ⓐ"
BUTTON_OF_NAME: Final = {
    PAD_ENTER: pygame.CONTROLLER_BUTTON_A,
    "Ⓑ": pygame.CONTROLLER_BUTTON_B,
    "Ⓧ": pygame.CONTROLLER_BUTTON_X,
    "Ⓨ": pygame.CONTROLLER_BUTTON_Y,
    "LS": pygame.CONTROLLER_BUTTON_LEFTSTICK,
    "RS": pygame.CONTROLLER_BUTTON_RIGHTSTICK,
    "LB": pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    "RB": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    "Start": pygame.CONTROLLER_BUTTON_START,
    "Select": pygame.CONTROLLER_BUTTON_BACK,
}
"""The buttons by their names in hints. A letter in a circle is drawn as a round button."""
AXIS_OF_NAME: Final = {
    "LT": pygame.CONTROLLER_AXIS_TRIGGERLEFT,
    "RT": pygame.CONTROLLER_AXIS_TRIGGERRIGHT,
}
"""The same for the axes that have only a positive side."""
ARROW_KEYS: Final = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)


def _pad_key(command: Command) -> PadKey:
    """The key that a command's button gives: the first that moves no cursor."""
    chord = next(chord for chord in command.row.keys if chord.ctrl or chord.key not in ARROW_KEYS)
    return chord.key, (CTRL if chord.ctrl else SHIFT if chord.shift else 0)


KEY_OF_NAME: Final[dict[str, PadKey]] = {
    PAD_ENTER: (pygame.K_RETURN, 0),
    "Ⓧ": (pygame.K_RETURN, SHIFT),
    **{command.row.pad: _pad_key(command) for command in Command if command.row.pad},
}
"""The key that each button and trigger gives, by the button's name."""
BUTTONS: Final[dict[int, PadKey]] = {
    button: KEY_OF_NAME[name] for name, button in BUTTON_OF_NAME.items() if name in KEY_OF_NAME
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
    **{axis: (KEY_OF_NAME[name], KEY_OF_NAME[name]) for name, axis in AXIS_OF_NAME.items()},
}
"""The keys of each axis, for its negative and its positive side. The right stick goes from pile to
pile.
"""
PUSHED: Final = 20_000
RELEASED: Final = 12_000
"""Deflections of an axis, of 32767. Beyond the first an axis is pushed, below the second it is
released; between the two a trembling stick changes nothing.
"""
LOOK_EVERY: Final = 0.008
LOOK_SELDOM_EVERY: Final = 0.08
QUIET_AFTER: Final = 20.0
"""In seconds: between two polls of the pads, the same once they are quiet, and until then."""
REPEAT_AFTER: Final = 0.38
REPEAT_EVERY: Final = 0.11
GAME_CONTROLLER: Final = 0x2000
"""SDL_INIT_GAMECONTROLLER."""
AUTO_UPDATE: Final = b"SDL_AUTO_UPDATE_JOYSTICKS"


class GamePads:
    """The pads that are plugged in. Main thread only."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._open: dict[int, int] = {}
        """The handles of the open pads, by the instance id that their events carry."""
        self._sides: dict[tuple[int, int], int] = {}
        """The side that an axis is pushed to, -1, 0 or 1, by instance id and axis."""
        self._held: tuple[PadKey, float] | None = None
        """The direction that is held, and the time of its next repeat."""
        self._used = now()
        """The time of the last event of a pad."""

    @staticmethod
    def begin() -> None:
        """Start to receive the events of pads, also of those plugged in later. SDL's functions are
        called directly: pygame's own module for game pads brings half a megabyte of other modules
        into the packages.
        """
        sdl().SDL_InitSubSystem(GAME_CONTROLLER)

    def _add(self, index: int) -> None:
        pad = sdl().SDL_IsGameController(index) and sdl().SDL_GameControllerOpen(index)
        if pad:
            stick = sdl().SDL_GameControllerGetJoystick(pad)
            self._open[sdl().SDL_JoystickInstanceID(stick)] = pad
            self._look_by_itself(often=False)

    def _drop(self, number: int) -> None:
        self._held = None
        pad = self._open.pop(number, None)
        if pad is not None:
            sdl().SDL_GameControllerClose(pad)
            self._look_by_itself(often=not self._open)

    @staticmethod
    def _look_by_itself(*, often: bool) -> None:
        """Set whether SDL polls open pads by itself, which it does a thousand times a second."""
        sdl().SDL_SetHint(AUTO_UPDATE, b"1" if often else b"0")

    def look(self) -> None:
        """Poll the pads: what they did becomes events in pygame's queue."""
        if self._open:
            sdl().SDL_JoystickUpdate()

    def rest(self, wait: Callable[[float | None], None], seconds: float | None) -> None:
        """Wait until there is an event, for `seconds` at most (None: no limit), and poll the pads
        meanwhile. Without a pad it only calls `wait`.
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
        """Yield the KEYDOWN events that a pad's event stands for. The events of pads that are
        plugged in or out open and close the pads.
        """
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
        """Yield a key when an axis is pushed to another side, not while it stays there."""
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
        """Seconds until the held direction repeats; None if none is held."""
        return None if self._held is None else max(0.0, self._held[1] - self._now())

    def repeated(self) -> Iterator[pygame.event.Event]:
        """Yield the key of the held direction if its repeat is due."""
        if self._held is not None and self._held[1] <= (now := self._now()):
            chord = self._held[0]
            self._held = chord, now + REPEAT_EVERY
            yield pressed(chord, repeated=True)

    def let_go(self) -> None:
        """Forget the held direction: it was not meant for the scene or window that comes on top."""
        self._held = None


def pressed(chord: PadKey, *, repeated: bool = False) -> pygame.event.Event:
    """A KEYDOWN event for a key, marked as coming from a pad (`by_pad`) and as the repeat of one
    that is held (`repeated`).
    """
    code, mod = chord
    return pygame.event.Event(
        pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0, by_pad=True, repeated=repeated
    )


def is_of_pad(event: pygame.event.Event) -> bool:
    """True for an event of a game pad."""
    return pygame.CONTROLLERAXISMOTION <= event.type <= pygame.CONTROLLERDEVICEREMAPPED
