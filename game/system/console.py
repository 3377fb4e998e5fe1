"""Prints errors to a terminal."""

from __future__ import annotations

import sys
from typing import Final

BAD_INPUT: Final = 2
"""The exit code for invalid input."""

_LONGEST_LINE: Final = 400


def complain(text: str) -> int:
    """Print an error in one line, whatever it contains, and return the exit code."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if len(line) > _LONGEST_LINE:
        half = _LONGEST_LINE // 2
        line = f"{line[:half]} ... {line[-half:]}"
    print(f"fourfold: {line}", file=sys.stderr)
    return BAD_INPUT
