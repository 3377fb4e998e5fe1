"""The functions of SDL that pygame does not offer, called in the libraries that pygame loaded."""

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
"""AUDIO_S16SYS where the lowest byte comes first, as on all machines that pygame is built for."""
CHANNELS = 8
"""As many as pygame has by itself."""
MAY_CHANGE = 0x01 | 0x04
"""The device may have another rate or more channels, as pygame allows it."""


class Rect(ctypes.Structure):
    """SDL_Rect."""

    _fields_ = (
        ("x", ctypes.c_int),
        ("y", ctypes.c_int),
        ("w", ctypes.c_int),
        ("h", ctypes.c_int),
    )


class SdlCalls:
    """Raises OSError, AttributeError or TypeError where the library or a function of it is not
    found.
    """

    def __init__(self) -> None:
        library = loaded("SDL2", pygame.base)
        self._wait = library.SDL_WaitEventTimeout
        self._window = library.SDL_GetWindowFromID
        self._update = library.SDL_UpdateWindowSurfaceRects
        self._window.restype = ctypes.c_void_p
        self._update.argtypes = (ctypes.c_void_p, ctypes.POINTER(Rect), ctypes.c_int)

    def wait(self, ms: int) -> None:
        """Sleep until there is an event, or for so many milliseconds; -1: for ever."""
        self._wait(None, ms)

    def update(self, window: pygame.Window, parts: Sequence[pygame.Rect]) -> bool:
        """Bring parts of the window's surface onto the screen; False where SDL could not."""
        array = (Rect * len(parts))(*(Rect(*part) for part in parts))
        handle = self._window(window.id)
        return bool(handle) and self._update(handle, array, len(parts)) == 0


class Speaker:
    """Opens the sound device for `pygame.mixer`, without Python's lock: `pygame.mixer.init` holds
    it for as long as the device takes, which may be seconds, and the window stands still.

    Raises what SdlCalls raises. `pygame.mixer.quit` closes the device.
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
        """Open the usual device for samples of 16 bits; pygame.error where there is none."""
        if self._begin(AUDIO):
            raise pygame.error("there is no sound")
        if self._open(rate, S16, channels, buffer, None, MAY_CHANGE):
            self._end(AUDIO)
            raise pygame.error("there is no sound device")
        # Where the device is open, pygame has not yet made what it keeps of each channel. It does
        # so for channels that it has not had before; at the end it forgets them all.
        pygame.mixer.set_num_channels(CHANNELS)


def loaded(name: str, module: ModuleType) -> ctypes.CDLL:
    """A library that pygame has loaded. A module of pygame leads to all it is linked with, except
    on Windows, where the library itself is asked for by its name. Never a second copy: one that
    nobody has set up does not wait, and a program that trusts it spins.
    """
    if sys.platform != "win32":
        return ctypes.CDLL(str(module.__file__))
    find = ctypes.CDLL("kernel32").GetModuleHandleW
    find.argtypes, find.restype = (ctypes.c_wchar_p,), ctypes.c_void_p
    handle = find(f"{name}.dll")
    if not handle:
        raise OSError(f"{name}.dll is not loaded")
    return ctypes.CDLL(name, handle=handle)
