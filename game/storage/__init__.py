"""The player's data on disk: trees, answers, plays and small facts.

Other packages use `Storage`, with its `answers` and `plays`, and the plain values that these take
and return. A few use modules of their own: `retries_and_checks` (the loop), `tree_union`,
`export_file`, `worth_cache`. Tables, files, backups and repair are internal. This package imports
`core` and `history`, and knows no rules.
"""

from game.storage.errors import PASSING, StorageError, StorageTrouble
from game.storage.library_rows import LibraryRow
from game.storage.store import Storage
from game.storage.stored_answer import (
    HelpKind,
    StoredAnswer,
    SuggestedAction,
    most_help,
    shorter,
)
from game.storage.stored_deal import (
    About,
    DealKey,
    DealRecord,
    DealState,
    LastPlayed,
    Saved,
    TreeFigures,
)
from game.storage.stored_play import Play, Played, PlayOutcome, Tally
from game.storage.unsaved_work import United, Unsaved, UnsavedWork

__all__ = [
    "PASSING",
    "About",
    "DealKey",
    "DealRecord",
    "DealState",
    "HelpKind",
    "LastPlayed",
    "LibraryRow",
    "Play",
    "PlayOutcome",
    "Played",
    "Saved",
    "Storage",
    "StorageError",
    "StorageTrouble",
    "StoredAnswer",
    "SuggestedAction",
    "Tally",
    "TreeFigures",
    "United",
    "Unsaved",
    "UnsavedWork",
    "most_help",
    "shorter",
]
