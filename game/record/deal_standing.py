"""How a deal stands: the states that the library shows and filters by."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from game.storage import HelpKind, LibraryRow


class Standing(StrEnum):
    """How a deal stands: ALONE if the player has found any answer without help, else by how its
    best answer came about.
    """

    BEGUN = "begun"
    ALONE = "alone"
    HINTS = "hints"
    SHOWN = "shown"
    PASTED = "pasted"
    IMPORTED = "imported"
    OPENED = "opened"
    """Neither positions nor an answer are stored."""

    @property
    def is_helped(self) -> bool:
        """True if the deal is solved, but only with help."""
        return self in (Standing.HINTS, Standing.SHOWN, Standing.PASTED, Standing.IMPORTED)

    @property
    def check_sign(self) -> str:
        """The icon for the standing; a filled check only for ALONE, empty for OPENED."""
        if self is Standing.ALONE:
            return "check"
        return "check-hollow" if self.is_helped else "begun" if self is Standing.BEGUN else ""


_STANDINGS: Final = {how: Standing(how.value) for how in HelpKind if how.value in list(Standing)}


def standing_of(row: LibraryRow) -> Standing:
    """The standing of a deal of the library."""
    if row.alone is not None:
        return Standing.ALONE
    if row.how is not None:
        return _STANDINGS[row.how]
    return Standing.BEGUN if row.positions else Standing.OPENED
