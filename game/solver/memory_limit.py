"""How much memory a search may use."""

from __future__ import annotations

from typing import Final

MEGABYTE: Final = 1_000_000
DEFAULT_MEMORY: Final = 1000 * MEGABYTE
"""What a search may use, in bytes, unless its caller says otherwise."""
