"""The player's data on disk: trees, answers, plays and small facts."""

from game.storage.records import (
    Answer,
    DealKey,
    Helped,
    How,
    Kept,
    LastPlayed,
    Outcome,
    Play,
    Played,
    Saved,
    State,
    StorageError,
    Trouble,
    United,
    shorter,
)
from game.storage.store import Storage

__all__ = [
    "Answer",
    "DealKey",
    "Helped",
    "How",
    "Kept",
    "LastPlayed",
    "Outcome",
    "Play",
    "Played",
    "Saved",
    "State",
    "Storage",
    "StorageError",
    "Trouble",
    "United",
    "shorter",
]
