"""Whether a position can still be won, as the player is told it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Light(StrEnum):
    """The verdict light's states. The solver's `Verdict` knows only three of them."""

    CAN = "can"
    CANNOT = "cannot"
    NEVER = "never"
    """It is proved that the deal itself cannot be won."""
    WITHOUT = "without"
    """Gaps: it can be won without a redeal, with one, with two."""
    ONE = "one"
    TWO = "two"
    WHATEVER = "whatever"
    """Gaps: it cannot be won, whatever is done in the redeals that are left."""
    THINKING = "thinking"
    UNKNOWN = "unknown"
    """The search met its limits."""


LOST: Final = (Light.CANNOT, Light.NEVER, Light.WHATEVER)
