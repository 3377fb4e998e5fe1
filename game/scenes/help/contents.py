"""The table of contents of the help: its pages by name, in order."""

from __future__ import annotations

from typing import Final

from game.rules import RULES

GAME_PAGES: Final = tuple(RULES)
"""The pages about one game each."""
GENERAL_PAGES: Final = ("playing", "history", "hints", "keys", "thanks")
"""The pages about all games, after those."""
