"""The sounds of the cards; silent without an audio device."""

from __future__ import annotations

import random
from enum import StrEnum
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.desktop.mixer_thread import Mixer

SAME_S: Final = 0.03
"""A sound is not repeated within this time, so that a run of cards does not rattle."""
SOFTEST: Final = 0.85
"""Each play has a random share of the volume between this and 1."""


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
        self._folder = folder
        self._mixer: Mixer | None = None
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
        if self._mixer is None:
            from game.desktop.mixer_thread import Mixer  # the first frame is silent

            self._mixer = Mixer(self._folder)
        self._mixer.ask(sfx, volume, self._chance.random())

    def hold(self, *, held: bool) -> None:
        """Pause the sounds that are playing, or resume them."""
        if self._mixer is not None:
            self._mixer.hold(held=held)

    def close(self) -> None:
        """Release the audio device and wait until that is done."""
        if self._mixer is not None:
            self._mixer.close()
