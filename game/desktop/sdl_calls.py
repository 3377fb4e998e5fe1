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
    """Raises OSError, AttributeError or TypeError if the library or a function is missing."""

    def __init__(self) -> None:
        library = loaded("SDL2", pygame.base)
        self._wait = library.SDL_WaitEventTimeout
        self._window = library.SDL_GetWindowFromID
        self._update = library.SDL_UpdateWindowSurfaceRects
        self._window.restype = ctypes.c_void_p
        self._update.argtypes = (ctypes.c_void_p, ctypes.POINTER(Rect), ctypes.c_int)

    def wait(self, ms: int) -> None:
        """Sleep until there is an event, or for `milliseconds`; -1: no limit."""
        self._wait(None, ms)

    def update(self, window: pygame.Window, parts: Sequence[pygame.Rect]) -> bool:
        """Show parts of the window's surface. Returns False if SDL fails."""
        array = (Rect * len(parts))(*(Rect(*part) for part in parts))
        handle = self._window(window.id)
        return bool(handle) and self._update(handle, array, len(parts)) == 0


class Speaker:
    """Opens the sound device for `pygame.mixer` without holding Python's lock.

    `pygame.mixer.init` holds it while the device opens, which may take seconds, and the window
    freezes. `pygame.mixer.quit` closes the device. Raises what SdlCalls raises.
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
        # Where the device is open, pygame has not yet made what it keeps of each channel. It does
        # so for channels that it has not had before; at the end it forgets them all.
        pygame.mixer.set_num_channels(CHANNELS)


def loaded(name: str, module: ModuleType) -> ctypes.CDLL:
    """A library that pygame has loaded.

    Elsewhere than on Windows a pygame module leads to the libraries it is linked with; on Windows
    the library is looked up by name. A second copy must never be loaded: nobody has initialised it,
    so its wait returns at once and the program spins.
    """
    if sys.platform != "win32":
        return ctypes.CDLL(str(module.__file__))
    find = ctypes.CDLL("kernel32").GetModuleHandleW
    find.argtypes, find.restype = (ctypes.c_wchar_p,), ctypes.c_void_p
    handle = find(f"{name}.dll")
    if not handle:
        raise OSError(f"{name}.dll is not loaded")
    return ctypes.CDLL(name, handle=handle)
