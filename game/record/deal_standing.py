"""How a deal stands, as list, library, menu and statistics tell it alike."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from game.storage import How, LibraryRow


class Standing(StrEnum):
    """How a deal stands, by its best answer; one that was found alone counts most."""

    BEGUN = "begun"
    ALONE = "alone"
    HINTS = "hints"
    SHOWN = "shown"
    PASTED = "pasted"
    IMPORTED = "imported"
    OPENED = "opened"
    """Nothing is kept of it but that it was there."""

    @property
    def is_helped(self) -> bool:
        """True if it is solved, but not alone."""
        return self in (Standing.HINTS, Standing.SHOWN, Standing.PASTED, Standing.IMPORTED)

    @property
    def check_sign(self) -> str:
        """The icon that tells it: full only for what was found alone."""
        if self is Standing.ALONE:
            return "check"
        return "check-hollow" if self.is_helped else "begun" if self is Standing.BEGUN else ""


_STANDINGS: Final = {how: Standing(how.value) for how in How if how.value in list(Standing)}


def standing_of(row: LibraryRow) -> Standing:
    """How a deal stands."""
    if row.alone is not None:
        return Standing.ALONE
    if row.how is not None:
        return _STANDINGS[row.how]
    return Standing.BEGUN if row.positions else Standing.OPENED
