"""The player's data on disk: histories, answers, plays and small facts.

Other packages use `Storage`, with its `answers` and `plays`, and the plain values that these take
and return. A few use modules of their own: `retries_and_checks` (the loop), `export_file`,
`worth_cache`. Tables, files, backups and repair are internal. This package imports `core` and
`history`, and knows no rules.
"""

from game.storage.errors import PASSING, StorageError, StorageTrouble
from game.storage.store import Storage
from game.storage.stored_values import (
    About,
    DealChanges,
    DealFigures,
    DealKey,
    DealState,
    HelpKind,
    LibraryRow,
    Play,
    Played,
    PlayOutcome,
    StoredAnswer,
    StoredDeal,
    Tally,
    ToldMove,
    Unsaved,
    most_help,
    shorter,
)

__all__ = [
    "PASSING",
    "About",
    "DealChanges",
    "DealFigures",
    "DealKey",
    "DealState",
    "HelpKind",
    "LibraryRow",
    "Play",
    "PlayOutcome",
    "Played",
    "Storage",
    "StorageError",
    "StorageTrouble",
    "StoredAnswer",
    "StoredDeal",
    "Tally",
    "ToldMove",
    "Unsaved",
    "most_help",
    "shorter",
]
