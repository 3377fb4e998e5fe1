"""The sounds of the cards; silent without an audio device. A thread owns `pygame.mixer`: opening it
takes the time of a frame or two, closing it that of ten, and a device that does not answer takes
seconds.
"""

from __future__ import annotations

import ctypes
import queue
import random
import threading
from enum import StrEnum
from math import inf
from pathlib import Path
from time import monotonic
from typing import Final

import pygame

from game.core.threads_and_memory import started_thread
from game.desktop.sdl import loaded, sdl

SAME_S: Final = 0.03
"""A sound is not repeated within this time, so that a run of cards does not rattle."""
SOFTEST: Final = 0.85
"""Each play has a random share of the volume between this and 1."""
QUIET_S: Final = 6.0
PATIENCE_S: Final = 15.0
RATE: Final = 22_050
BUFFER: Final = 1024
"""In samples: 46 ms, the longest delay that still feels immediate."""
AUDIO: Final = 0x10
"""SDL_INIT_AUDIO."""
S16: Final = 0x8010
"""AUDIO_S16SYS on little-endian machines, which are all that pygame supports."""
CHANNELS: Final = 8
"""pygame's own default."""
MAY_CHANGE: Final = 0x01 | 0x04
"""The device may have another rate or more channels, as pygame allows."""


class Sfx(StrEnum):
    """The sounds; their files are `<name>-1.wav` and so on."""

    SLIDE = "slide"
    PLACE = "place"
    FLIP = "flip"
    SHUFFLE = "shuffle"
    REFUSAL = "refusal"
    PLAIN_WIN = "plain-win"
    WIN = "win"
    GRAND_WIN = "grand-win"


class Sound:
    """Plays sounds at a volume of 0 to 100. For the main thread only."""

    def __init__(self, folder: Path, *, mute: bool = False) -> None:
        self._mixer = Mixer(folder)
        self._mute = mute
        self._volume = 0
        self._chance = random.Random()
        self._last: dict[Sfx, float] = {}

    def set_volume(self, volume: int) -> None:
        """Set the volume; 0 is silent."""
        self._volume = 0 if self._mute else volume

    def play(self, sfx: Sfx) -> None:
        """Play one of a sound's variants."""
        if self._volume <= 0:
            return
        now = monotonic()
        if now - self._last.get(sfx, -inf) < SAME_S:
            return
        self._last[sfx] = now
        volume = self._volume / 100 * self._chance.uniform(SOFTEST, 1.0)
        self._mixer.ask(sfx, volume, self._chance.random())

    def hold(self, *, held: bool) -> None:
        """Pause the sounds that are playing, or resume them."""
        self._mixer.hold(held=held)

    def close(self) -> None:
        """Release the audio device and wait until that is done."""
        self._mixer.close()


class Mixer:
    """The thread that owns the mixer. It ends with the program at the latest."""

    def __init__(self, folder: Path, quiet: float = QUIET_S) -> None:
        self._folder = folder
        self._quiet = quiet
        self._asked: queue.SimpleQueue[tuple[str, float, float] | bool | None]
        self._asked = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._kept: dict[str, list[pygame.mixer.Sound]] = {}
        self._open = False
        self._broken = False
        """True if the device or the thread could not be had. They are tried only once."""

    def ask(self, name: str, volume: float, pick: float) -> None:
        """Play a sound, named as its files are, at a volume of 0 to 1; `pick`, 0 to 1, chooses the
        variant.
        """
        if self._broken:
            return
        if self._thread is None:
            self._thread = started_thread(self._run, "sound")
            if self._thread is None:
                self._broken = True
                return
        self._asked.put((name, volume, pick))

    def hold(self, *, held: bool) -> None:
        """Pause the sounds that are playing, or resume them."""
        if self._thread is not None:
            self._asked.put(held)

    def close(self) -> None:
        """End the thread and wait for it, but not for ever if the device hangs."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join(PATIENCE_S)
            self._thread = None

    def _run(self) -> None:
        while True:
            try:
                asked = self._asked.get(timeout=self._quiet if self._open else None)
            except queue.Empty:
                self._shut()
                continue
            if asked is None:
                break
            if isinstance(asked, bool):
                if self._open:
                    (pygame.mixer.pause if asked else pygame.mixer.unpause)()
            elif self._opened():
                self._play(*asked)
        self._shut()

    def _shut(self) -> None:
        if self._open:
            self._open = False
            self._kept.clear()
            pygame.mixer.quit()

    def _opened(self) -> bool:
        if not self._open and not self._broken:
            try:
                _open_device()
                self._open = True
            except (NotImplementedError, pygame.error):
                self._broken = True
        return self._open

    def _play(self, name: str, volume: float, pick: float) -> None:
        if name not in self._kept:
            files = sorted(self._folder.glob(f"{name}-*.wav"))
            self._kept[name] = [sound for file in files if (sound := _read(file)) is not None]
        variants = self._kept[name]
        if variants:
            sound = variants[int(pick * len(variants)) % len(variants)]
            sound.set_volume(volume)
            sound.play()


def _open_device() -> None:
    """Open the default device for `pygame.mixer`, for 16-bit samples of one channel; its `quit`
    closes it. Raises NotImplementedError or pygame.error if there is none.

    `pygame.mixer.init` would hold Python's lock while the device opens, which may take seconds, and
    the window would freeze.
    """
    open_ = loaded("SDL2_mixer", pygame.mixer).Mix_OpenAudioDevice
    open_.argtypes = (
        *(ctypes.c_int, ctypes.c_uint16, ctypes.c_int, ctypes.c_int),
        *(ctypes.c_char_p, ctypes.c_int),
    )
    if sdl().SDL_InitSubSystem(AUDIO):
        raise pygame.error("there is no sound")
    if open_(RATE, S16, 1, BUFFER, None, MAY_CHANGE):
        sdl().SDL_QuitSubSystem(AUDIO)
        raise pygame.error("there is no sound device")
    # SDL_mixer was opened without pygame, so pygame has not allocated its data of each channel.
    # This call allocates it; `pygame.mixer.quit` frees it.
    pygame.mixer.set_num_channels(CHANNELS)


def _read(file: Path) -> pygame.mixer.Sound | None:
    """Load a sound; None if its file is damaged."""
    try:
        return pygame.mixer.Sound(file)
    except (OSError, pygame.error):
        return None
