"""Starts the program with a game pad that lines in a pipe drive: `virtual_pad.py PIPE WORDS...`.

The pad is SDL's own virtual one, in the program's process: to the program it is like any other.
Lines: `tap BUTTON`, `push AXIS VALUE`, `in`, `out` (plugged in, unplugged).
"""

from __future__ import annotations

import ctypes
import runpy
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

JOYSTICK = 0x200
GAME_CONTROLLER_TYPE, AXES, BUTTONS, HATS = 1, 6, 15, 0
LOOK_AGAIN_S = 0.001


class VirtualPad:
    """One pad; its functions may be called from any thread."""

    def __init__(self) -> None:
        import pygame.base

        from game.desktop.sdl import loaded

        self._sdl = loaded("SDL2", pygame.base)
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        for name in ("SDL_JoystickGetButton", "SDL_JoystickGetAxis"):
            getattr(self._sdl, name).argtypes = (ctypes.c_void_p, ctypes.c_int)
        self._sdl.SDL_JoystickGetAxis.restype = ctypes.c_int16
        self._sdl.SDL_JoystickSetVirtualButton.argtypes = (
            *(ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8),
        )
        self._sdl.SDL_JoystickSetVirtualAxis.argtypes = (
            *(ctypes.c_void_p, ctypes.c_int, ctypes.c_int16),
        )
        self._sdl.SDL_JoystickInstanceID.argtypes = (ctypes.c_void_p,)
        self._sdl.SDL_GameControllerFromInstanceID.restype = ctypes.c_void_p
        self._index = -1
        self._stick = None

    def plug_in(self) -> None:
        """Until the program has opened it."""
        while not self._sdl.SDL_WasInit(JOYSTICK):
            time.sleep(LOOK_AGAIN_S)
        self._index = self._sdl.SDL_JoystickAttachVirtual(GAME_CONTROLLER_TYPE, AXES, BUTTONS, HATS)
        self._stick = self._sdl.SDL_JoystickOpen(self._index)
        number = self._sdl.SDL_JoystickInstanceID(self._stick)
        while not self._sdl.SDL_GameControllerFromInstanceID(number):
            time.sleep(LOOK_AGAIN_S)

    def unplug(self) -> None:
        self._sdl.SDL_JoystickDetachVirtual(self._index)

    def tap(self, button: int) -> None:
        """Press and let go, each once SDL has seen it."""
        for state in (1, 0):
            self._sdl.SDL_JoystickSetVirtualButton(self._stick, button, state)
            while self._sdl.SDL_JoystickGetButton(self._stick, button) != state:
                time.sleep(LOOK_AGAIN_S)

    def push(self, axis: int, value: int) -> None:
        """Push a stick, and let it back."""
        for state in (value, 0):
            self._sdl.SDL_JoystickSetVirtualAxis(self._stick, axis, state)
            while self._sdl.SDL_JoystickGetAxis(self._stick, axis) != state:
                time.sleep(LOOK_AGAIN_S)


def follow(pipe: str) -> None:
    """Do what the lines of a pipe say, until it is closed."""
    pad = None
    with open(pipe, encoding="utf-8") as lines:  # noqa: PTH123 a pipe
        for line in lines:
            word, *numbers = line.split()
            if pad is None:
                pad = VirtualPad()
            match word:
                case "in":
                    pad.plug_in()
                case "out":
                    pad.unplug()
                case "tap":
                    pad.tap(int(numbers[0]))
                case "push":
                    pad.push(int(numbers[0]), int(numbers[1]))


def main() -> None:
    pipe = sys.argv[1]
    program = str(ROOT / "main.py")
    sys.argv = [program, *sys.argv[2:]]
    threading.Thread(target=follow, args=(pipe,), daemon=True).start()
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
