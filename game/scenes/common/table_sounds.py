"""What is heard of a table."""

from __future__ import annotations

from game.core.position import Position
from game.desktop.sound import Sfx, Sound
from game.play.session import Outcome


class TableSounds:
    """A card slides away, and is heard once more when it lies there."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._lands = False
        """A card is on its way that will be heard when it arrives."""

    def begin(self, outcome: Outcome, before: Position) -> None:
        """Something was done: a refusal, a card that turns over, a redeal, else a move."""
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
        """Cards move, or lie there."""
        if self._lands and not moving:
            self._lands = False
            self._sound.play(Sfx.PLACE)
