"""How the player wants cards and table to look."""

from __future__ import annotations

from typing import NamedTuple

from game.graphics.felt import Felt


class Appearance(NamedTuple):
    """The player's choices."""

    large: bool = False
    """Large print."""
    palette: str = ""
    """Colours of the suits and language of the indices, as in `Settings.palette`."""
    back: str = "navy"
    felt: Felt = Felt.TEAL
    least_card: int = 0
    """The card width in dp below which bars become compact."""
    mirrored: bool = False
    """For the left hand: bars and top row have changed sides."""
    density: float = 1.0
    """The screen's: see `Scale`."""
