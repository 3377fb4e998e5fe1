"""The room a map has, and the limits of its scale."""

from __future__ import annotations

from dataclasses import dataclass

UNIT_LARGEST = 40.0
"""The widest a move gets."""
UNIT_READABLE = 7.0
"""From so many dp a move on positions are told apart: where all moves have that, none is folded."""
PITCH_LARGEST = 27.0
PITCH_LEAST = 6.0
PITCH_WANTED = 9.0
"""Branches that would bring lanes nearer together than this are bundled."""
LANES_MOST = 60
CHAINS_A_LANE = 8
"""So many chains for each lane are looked at at most: more could not be told apart."""
LEVELS = 6
LEVEL_STEP = 2**0.5
"""Zooming in by so much reveals so many more lanes, level by level; then bundles are opened."""


@dataclass(frozen=True)
class MapRoom:
    """Where a map is drawn: dp between the deal and the last move, and from top to bottom."""

    width: float
    height: float
    level: int = 0
    """How often it was zoomed by a step: so much room there is beyond the window."""
    unit: float | None = None
    """Dp a move; None: so that everything fits."""

    @property
    def zoom(self) -> float:
        """How much larger than the window it is."""
        return LEVEL_STEP**self.level

    @property
    def lanes(self) -> int:
        """The most lanes of branches that may be bundled."""
        return max(1, int(min(LANES_MOST, self.height / PITCH_WANTED) * self.zoom))

    @property
    def lanes_at_most(self) -> int:
        """The most lanes of all."""
        return max(1, int(min(LANES_MOST, self.height / PITCH_LEAST) * self.zoom))

    @property
    def chains(self) -> int:
        """The most chains that are worth a look."""
        return CHAINS_A_LANE * self.lanes_at_most
