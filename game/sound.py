"""The sounds of the cards. Without an audio device everything stays silent.

The mixer is opened at the first sound and closed when it has been quiet for a while, because
an open one costs processor time all the time.
"""

from __future__ import annotations

import random
from enum import StrEnum
from pathlib import Path

import pygame

QUIET_S = 6.0
RATE = 22_050
BUFFER = 1024
"""Samples: 46 ms, the longest that still feels immediate."""
SAME_S = 0.03
"""A sound is not played twice within this time: a run of cards is no drum roll."""


class Sfx(StrEnum):
    """What can be heard; the files are `<name>-1.wav` and on."""

    SLIDE = "slide"
    PLACE = "place"
    FLIP = "flip"
    SHUFFLE = "shuffle"
    REFUSAL = "refusal"
    WIN = "win"


class Sound:
    """Plays sounds at a volume of 0 to 100."""

    def __init__(self, folder: Path, *, mute: bool = False) -> None:
        self._folder = folder
        self._mute = mute
        self._volume = 0
        self._open = False
        self._broken = False
        self._quiet = 0.0
        self._kept: dict[Sfx, list[pygame.mixer.Sound]] = {}
        self._chance = random.Random()
        self._last: dict[Sfx, float] = {}

    def set_volume(self, volume: int) -> None:
        """0 is silent."""
        self._volume = 0 if self._mute else volume

    @property
    def due(self) -> float | None:
        """In how many seconds the mixer will be closed; None if it is."""
        return max(0.0, QUIET_S - self._quiet) if self._open else None

    def play(self, sfx: Sfx) -> None:
        """Play a sound, one of its variants."""
        if self._volume <= 0 or not self._opened():
            return
        now = pygame.time.get_ticks() / 1000
        if now - self._last.get(sfx, -1.0) < SAME_S:
            return
        self._last[sfx] = now
        self._quiet = 0.0
        variants = self._variants(sfx)
        if variants:
            sound = self._chance.choice(variants)
            sound.set_volume(self._volume / 100 * self._chance.uniform(0.85, 1.0))
            sound.play()

    def update(self, seconds: float) -> None:
        """Let time pass; a mixer that has been quiet long enough is closed."""
        if not self._open:
            return
        self._quiet += seconds
        if self._quiet >= QUIET_S:
            self.close()

    def close(self) -> None:
        """Let go of the audio device."""
        if self._open:
            self._kept.clear()
            pygame.mixer.quit()
            self._open = False

    def _opened(self) -> bool:
        """True if the mixer is open. A machine without a device is asked only once."""
        if self._open or self._broken:
            return self._open
        try:
            pygame.mixer.init(RATE, -16, 1, BUFFER)
        except pygame.error:
            self._broken = True
            return False
        self._open = True
        return True

    def _variants(self, sfx: Sfx) -> list[pygame.mixer.Sound]:
        if sfx not in self._kept:
            files = sorted(self._folder.glob(f"{sfx}-*.wav"))
            self._kept[sfx] = [sound for file in files if (sound := _read(file)) is not None]
        return self._kept[sfx]


def _read(file: Path) -> pygame.mixer.Sound | None:
    """A sound from its file; None where that is damaged: a card may fall silently."""
    try:
        return pygame.mixer.Sound(file)
    except (OSError, pygame.error):
        return None
