"""The text of a scene, recorded while the scene draws itself on a surface that is not shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pygame


class DrawnText(NamedTuple):
    """A line of text, whole even if it was drawn shortened, and its area in pixels."""

    text: str
    area: pygame.Rect

    def is_in(self, rect: pygame.Rect) -> bool:
        """True if the line's centre lies in a rectangle: it belongs to the control there."""
        return rect.collidepoint(self.area.center)


def sentence_of(written: Iterable[DrawnText]) -> str:
    """Lines joined by commas, in the order in which they were written, without repeats and lines
    that have no letter or digit.
    """
    texts = (" ".join(each.text.split()) for each in written)
    return ", ".join(dict.fromkeys(text for text in texts if any(map(str.isalnum, text))))
