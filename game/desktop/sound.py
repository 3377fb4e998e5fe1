"""The sounds of the cards; silent without an audio device.

A thread opens the mixer at the first sound and closes it after a quiet while, because an open mixer
costs processor time. Opening takes a frame or two, closing ten, and a device that does not answer
takes seconds.
"""

from __future__ import annotations

import queue
import random
import threading
from enum import StrEnum
from math import inf
from pathlib import Path
from time import monotonic
from typing import Final

import pygame

QUIET_S: Final = 6.0
PATIENCE_S: Final = 15.0
RATE: Final = 22_050
BUFFER: Final = 1024
"""In samples: 46 ms, the longest delay that still feels immediate."""
SAME_S: Final = 0.03
"""A sound is not repeated within this time, so that a run of cards is no drum roll."""
SOFTEST: Final = 0.85
"""A sound's volume varies between this share and all of it."""


class Sfx(StrEnum):
    """The sounds; their files are `<name>-1.wav` and so on."""

    SLIDE = "slide"
    PLACE = "place"
    FLIP = "flip"
    SHUFFLE = "shuffle"
    REFUSAL = "refusal"
    WIN = "win"


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
        """What is being played waits, or goes on."""
        self._mixer.hold(held=held)

    def close(self) -> None:
        """Release the audio device and wait until that is done."""
        self._mixer.close()


class Mixer:
    """The thread that owns the mixer. It ends with the program at the latest."""

    def __init__(self, folder: Path, quiet: float = QUIET_S) -> None:
        self._folder = folder
        self._quiet = quiet
        self._asked: queue.SimpleQueue[tuple[Sfx, float, float] | bool | None]
        self._asked = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._kept: dict[Sfx, list[pygame.mixer.Sound]] = {}
        self._open = False
        self._broken = False
        """True if there is no device or mixer. It is tried only once."""

    def ask(self, sfx: Sfx, volume: float, pick: float) -> None:
        """Play a sound at a volume of 0 to 1; `pick`, 0 to 1, chooses the variant."""
        if self._broken:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
            self._thread.start()
        self._asked.put((sfx, volume, pick))

    def hold(self, *, held: bool) -> None:
        """Have what is being played wait, or go on."""
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
                self._pause(held=asked)
            elif self._opened():
                self._play(*asked)
        self._shut()

    def _pause(self, *, held: bool) -> None:
        if self._open and held:
            pygame.mixer.pause()
        elif self._open:
            pygame.mixer.unpause()

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

    def _play(self, sfx: Sfx, volume: float, pick: float) -> None:
        if sfx not in self._kept:
            files = sorted(self._folder.glob(f"{sfx}-*.wav"))
            self._kept[sfx] = [sound for file in files if (sound := _read(file)) is not None]
        variants = self._kept[sfx]
        if variants:
            sound = variants[int(pick * len(variants)) % len(variants)]
            sound.set_volume(volume)
            sound.play()


def _open_device() -> None:
    """Open the device for `pygame.mixer`. Raises NotImplementedError or pygame.error."""
    from game.desktop.sdl_calls import Speaker

    try:
        speaker = Speaker()
    except (OSError, AttributeError, TypeError):
        # A slow device then stops the window.
        pygame.mixer.init(RATE, -16, 1, BUFFER)
    else:
        speaker.open(RATE, 1, BUFFER)


def _read(file: Path) -> pygame.mixer.Sound | None:
    """Load a sound; None if its file is damaged."""
    try:
        return pygame.mixer.Sound(file)
    except (OSError, pygame.error):
        return None
