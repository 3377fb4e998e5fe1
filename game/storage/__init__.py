"""The player's data on disk: trees, answers, plays and small facts."""

from game.storage.records import (
    Answer,
    DealKey,
    Kept,
    LastPlayed,
    Outcome,
    Play,
    Played,
    Saved,
    State,
    StorageError,
    Tally,
    Trouble,
    United,
)
from game.storage.store import Storage

__all__ = [
    "Answer",
    "DealKey",
    "Kept",
    "LastPlayed",
    "Outcome",
    "Play",
    "Played",
    "Saved",
    "State",
    "Storage",
    "StorageError",
    "Tally",
    "Trouble",
    "United",
]
