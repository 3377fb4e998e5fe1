"""Clears what older versions stored of first games, which are not stored any more."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from game.core import deals
from game.record.deal_key import deal_key
from game.rules import RULES, rules_for
from game.storage import Storage, StorageError

_CLEARED: Final = "first-games-cleared"
"""The fact that this was done: what is stored of these deals since then is the player's."""


def clear_stored_first_games(storage: Storage, lessons: Path) -> None:
    """Clear the histories of the deals of the first games (files in the folder `lessons`), once, so
    that none is offered to be continued. Answers stay. What cannot be cleared stays, too.
    """
    with suppress(StorageError):
        if storage.fact(_CLEARED) is not None or not any(map(storage.last_played, RULES)):
            return
        for file in sorted(lessons.glob("*.txt")):
            deck = deals.parse_deck(file.read_text(encoding="utf-8").splitlines()[0])
            key = deal_key(rules_for(file.stem), deck)
            tree = storage.tree_figures(key)
            if tree is not None and tree.positions:
                storage.clear_history(key)
        storage.set_fact(_CLEARED, "yes")
