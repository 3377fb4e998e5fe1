"""What the program gives the shell when it ends, but for 1: that is `fault_report.FAULT`, which
needs only Python itself.
"""

from __future__ import annotations

from typing import Final

BAD_INPUT: Final = 2
"""Invalid input."""
UNSAVED_MOVES: Final = 3
"""Moves were made that are not in the player's file."""
INTERRUPTED: Final = 130
"""Ctrl+C."""
