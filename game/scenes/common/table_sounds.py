"""The sounds of a table."""

from __future__ import annotations

from game.core.position import Position
from game.desktop.sound_effects import Sfx, Sound
from game.play.session import Outcome


class TableSounds:
    """Plays a sound when a card moves off, and another when it has arrived."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._lands = False
        """True while a card moves whose arrival makes a sound."""

    def begin(self, outcome: Outcome, before: Position) -> None:
        """Play the sound of an outcome: refusal, card turned over, redeal, or move."""
        if outcome.refusal is not None:
            self._sound.play(Sfx.REFUSAL)
        if not outcome.steps:
            return
        after = outcome.steps[-1]
        if sum(before.down) != sum(after.down):
            self._sound.play(Sfx.FLIP)
        elif after.used != before.used:
            self._sound.play(Sfx.SHUFFLE)
        else:
            self._sound.play(Sfx.SLIDE)
            self._lands = True

    def follow(self, *, moving: bool) -> None:
        """Play the sound of an arrival once no card moves any more."""
        if self._lands and not moving:
            self._lands = False
            self._sound.play(Sfx.PLACE)
