"""How small and how large the window may be; the settings, the window and `--size` keep to it."""

from __future__ import annotations

from typing import Final

LEAST_WINDOW: Final = (640, 400)
MOST_WINDOW: Final = (16_384, 16_384)
"""Both in dp."""
