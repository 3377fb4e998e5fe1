"""The room of a map, and the limits of its scale."""

from __future__ import annotations

from dataclasses import dataclass

UNIT_LARGEST = 40.0
"""The greatest width of a move, in dp."""
UNIT_READABLE = 6.0
"""The least width of a move, in dp, at which positions can be told apart. Where all moves have it,
none is folded.
"""
PITCH_LARGEST = 27.0
PITCH_LEAST = 6.0
PITCH_WANTED = 9.0
"""Branches are bundled where lanes would come closer than this, in dp."""
LANES_MOST = 60
CHAINS_A_LANE = 8
"""The number of chains looked at for each lane. More could not be told apart."""
LEVELS = 6
LEVEL_STEP = 2**0.5
"""The zoom factor of one level. Each level shows more lanes, and so opens bundles."""


@dataclass(frozen=True)
class MapRoom:
    """The area of a map, in dp: the width between the deal and the last move, and the height."""

    width: float
    height: float
    level: int = 0
    """The number of zoom levels entered; each makes the map larger than the window."""
    unit: float | None = None
    """The width of a move, in dp. None: the width at which everything fits."""

    @property
    def zoom(self) -> float:
        """The factor by which the map is larger than the window."""
        return LEVEL_STEP**self.level

    @property
    def lanes(self) -> int:
        """The number of lanes for branches that may be bundled."""
        return max(1, int(min(LANES_MOST, self.height / PITCH_WANTED) * self.zoom))

    @property
    def lanes_at_most(self) -> int:
        """The largest number of lanes."""
        return max(1, int(min(LANES_MOST, self.height / PITCH_LEAST) * self.zoom))

    @property
    def chains(self) -> int:
        """The limit of chains worth looking at."""
        return CHAINS_A_LANE * self.lanes_at_most
