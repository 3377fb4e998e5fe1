"""A line of facts, such as `3 tries · 2:10 in all`: which of them are left out for want of room."""

from __future__ import annotations

from game.graphics.fonts import TextStyle
from game.widgets.look import Look

SEPARATOR = " · "
"""Between the facts of one line."""


def leading_facts(
    look: Look, text: str, style: TextStyle, room: int, separator: str = SEPARATOR
) -> str:
    """As many of a line's first facts as fit into `room` pixels, but at least one."""
    parts = text.split(separator)
    while len(parts) > 1 and look.width(separator.join(parts), style) > room:
        parts.pop()
    return separator.join(parts)
