"""Calls SDL functions that pygame lacks, in the library that pygame loaded."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from types import ModuleType

import pygame
import pygame.base

AUDIO = 0x10
"""SDL_INIT_AUDIO."""
S16 = 0x8010
"""AUDIO_S16SYS on little-endian machines, which are all that pygame supports."""
CHANNELS = 8
"""pygame's own default."""
MAY_CHANGE = 0x01 | 0x04
"""The device may have another rate or more channels, as pygame allows."""


class Rect(ctypes.Structure):
    """SDL_Rect."""

    _fields_ = (
        ("x", ctypes.c_int),
        ("y", ctypes.c_int),
        ("w", ctypes.c_int),
        ("h", ctypes.c_int),
    )


class SdlCalls:
    """Functions of SDL2. The constructor raises OSError, AttributeError or TypeError if the library
    or a function is missing.
    """

    def __init__(self) -> None:
        library = loaded("SDL2", pygame.base)
        self._wait = library.SDL_WaitEventTimeout
        self._window = library.SDL_GetWindowFromID
        self._update = library.SDL_UpdateWindowSurfaceRects
        self._window.restype = ctypes.c_void_p
        self._update.argtypes = (ctypes.c_void_p, ctypes.POINTER(Rect), ctypes.c_int)

    def wait(self, ms: int) -> None:
        """Sleep until there is an event, or for `ms` milliseconds; -1: no limit."""
        self._wait(None, ms)

    def update(self, window: pygame.Window, parts: Sequence[pygame.Rect]) -> bool:
        """Show parts of the window's surface. Returns False if SDL fails."""
        array = (Rect * len(parts))(*(Rect(*part) for part in parts))
        handle = self._window(window.id)
        return bool(handle) and self._update(handle, array, len(parts)) == 0


class AudioDevice:
    """Opens the sound device for `pygame.mixer` without holding Python's lock.

    `pygame.mixer.init` holds the lock while the device opens, which may take seconds, and the
    window freezes. `pygame.mixer.quit` closes the device. Raises what SdlCalls raises.
    """

    def __init__(self) -> None:
        import pygame.mixer

        sdl, mixer = loaded("SDL2", pygame.base), loaded("SDL2_mixer", pygame.mixer)
        self._begin, self._end = sdl.SDL_InitSubSystem, sdl.SDL_QuitSubSystem
        self._open = mixer.Mix_OpenAudioDevice
        self._open.argtypes = (
            *(ctypes.c_int, ctypes.c_uint16, ctypes.c_int, ctypes.c_int),
            *(ctypes.c_char_p, ctypes.c_int),
        )

    def open(self, rate: int, channels: int, buffer: int) -> None:
        """Open the default device for 16-bit samples. Raises pygame.error if there is none."""
        if self._begin(AUDIO):
            raise pygame.error("there is no sound")
        if self._open(rate, S16, channels, buffer, None, MAY_CHANGE):
            self._end(AUDIO)
            raise pygame.error("there is no sound device")
        # SDL_mixer was opened without pygame, so pygame has not allocated its data of each channel.
        # This call allocates it; `pygame.mixer.quit` frees it.
        pygame.mixer.set_num_channels(CHANNELS)


def loaded(name: str, module: ModuleType) -> ctypes.CDLL:
    """A library that pygame has loaded. Raises OSError if it is not loaded.

    On Windows the library is looked up by name; elsewhere its functions are found through the
    pygame module that is linked with it. A second copy must never be loaded: it would not be
    initialised, so its wait would return at once and the main loop would spin.
    """
    if sys.platform != "win32":
        return ctypes.CDLL(str(module.__file__))
    find = ctypes.CDLL("kernel32").GetModuleHandleW
    find.argtypes, find.restype = (ctypes.c_wchar_p,), ctypes.c_void_p
    handle = find(f"{name}.dll")
    if not handle:
        raise OSError(f"{name}.dll is not loaded")
    return ctypes.CDLL(name, handle=handle)
