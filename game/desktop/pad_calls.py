"""SDL's functions for game pads, called in the library that pygame loaded: pygame's own module for
game pads brings half a megabyte of other modules into the packages.
"""

from __future__ import annotations

import ctypes
from typing import Final

import pygame.base

from game.desktop.sdl import loaded

GAME_CONTROLLER: Final = 0x2000
"""SDL_INIT_GAMECONTROLLER."""
AUTO_UPDATE: Final = b"SDL_AUTO_UPDATE_JOYSTICKS"


class PadCalls:
    """Opens and polls pads. The constructor raises OSError, AttributeError or TypeError if SDL
    fails or a function is missing.
    """

    def __init__(self) -> None:
        self._sdl = loaded("SDL2", pygame.base)
        self._sdl.SDL_GameControllerOpen.restype = ctypes.c_void_p
        self._sdl.SDL_GameControllerClose.argtypes = (ctypes.c_void_p,)
        self._sdl.SDL_GameControllerGetJoystick.argtypes = (ctypes.c_void_p,)
        self._sdl.SDL_GameControllerGetJoystick.restype = ctypes.c_void_p
        self._sdl.SDL_JoystickInstanceID.argtypes = (ctypes.c_void_p,)
        self._sdl.SDL_JoystickInstanceID.restype = ctypes.c_int32
        self._sdl.SDL_SetHint.argtypes = (ctypes.c_char_p, ctypes.c_char_p)
        if self._sdl.SDL_InitSubSystem(GAME_CONTROLLER):
            raise OSError("SDL cannot use game pads")

    def open(self, index: int) -> tuple[int, int] | None:
        """Make a pad send events. Returns the instance id that its events carry and its handle;
        None if the device is gone or is no pad.
        """
        if not self._sdl.SDL_IsGameController(index):
            return None
        pad = self._sdl.SDL_GameControllerOpen(index)
        if not pad:
            return None
        stick = self._sdl.SDL_GameControllerGetJoystick(pad)
        return self._sdl.SDL_JoystickInstanceID(stick), pad

    def close(self, pad: int) -> None:
        """Close a pad by its handle."""
        self._sdl.SDL_GameControllerClose(pad)

    def look_by_itself(self, *, often: bool) -> None:
        """Set whether SDL polls open pads by itself, which it does a thousand times a second."""
        self._sdl.SDL_SetHint(AUTO_UPDATE, b"1" if often else b"0")

    def look(self) -> None:
        """Poll the pads now: what they did becomes events in SDL's queue."""
        self._sdl.SDL_JoystickUpdate()
