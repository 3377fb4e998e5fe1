"""The deals that were deleted in My games and can be brought back until the program ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from game.storage import StoredDeal

if TYPE_CHECKING:
    # The first frame shows no library.
    from game.record.library_filter_and_sort import LibraryDeal

MOST_RESTORABLE: Final = 100
"""How many are kept in memory, the ones deleted last."""


class RestorableDeal(NamedTuple):
    """A deal that was deleted, and what brings it back (`GameStore.put_back`)."""

    deal: LibraryDeal
    record: StoredDeal[str]
