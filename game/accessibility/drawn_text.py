"""What a scene has written on the screen: read while it draws itself on a surface of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pygame


class DrawnText(NamedTuple):
    """A line of text, whole even where it was shortened, and where it stands."""

    text: str
    area: pygame.Rect

    def is_in(self, rect: pygame.Rect) -> bool:
        """True if it belongs to what lies there."""
        return rect.collidepoint(self.area.center)


def sentence_of(written: Iterable[DrawnText]) -> str:
    """Lines as one sentence, in the order in which they were written."""
    texts = (" ".join(each.text.split()) for each in written)
    return ", ".join(dict.fromkeys(text for text in texts if any(map(str.isalnum, text))))
