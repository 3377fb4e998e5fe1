"""One deal of the library."""

from __future__ import annotations

from datetime import date
from typing import Final

from game.core import deals
from game.core.deals import Deck
from game.core.named_tuple import NamedTuple
from game.record.deal_standing import Standing
from game.rules import Rules
from game.storage import LibraryRow

DECK_SHOWN: Final = 8
"""How many letters of the deck are the title of a deal without number and name."""


class LibraryDeal(NamedTuple):
    """A deal and how the player stands with it."""

    row: LibraryRow
    rules: Rules
    standing: Standing
    shortest: int | None = None
    """Counted moves of the shortest answer that is possible; None: it is not proved."""
    daily: date | None = None
    """The day whose daily deal this is; None: it is no daily deal."""

    @property
    def deck(self) -> Deck:
        """The deal's cards in dealing order."""
        return deals.parse_deck(self.row.key.deck)

    @property
    def title(self) -> str:
        """Its name, else its number, else the first letters of its deck."""
        row = self.row
        number = f"{row.key.deck[:DECK_SHOWN]}…" if row.number is None else str(row.number)
        return row.name or number

    @property
    def over(self) -> int | None:
        """Moves of the best answer over `shortest`; None if either is not known."""
        if self.row.best is None or self.shortest is None:
            return None
        return self.row.best - self.shortest
