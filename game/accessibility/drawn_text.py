"""The text of a scene, recorded while the scene draws itself on a surface that is not shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pygame


class DrawnText(NamedTuple):
    """A line of text, whole even if it was drawn shortened, and its area in pixels."""

    text: str
    area: pygame.Rect
    seen: bool = True
    """False if its centre is cut off, as that of a line scrolled out of view."""

    def is_in(self, rect: pygame.Rect) -> bool:
        """True if the line's centre lies in a rectangle: it belongs to the control there."""
        return rect.collidepoint(self.area.center)

    @property
    def is_ornament(self) -> bool:
        """True if it has no letter or digit, as a dash: it is not read out."""
        return not any(map(str.isalnum, self.text))


def sentence_of(written: Iterable[DrawnText]) -> str:
    """Lines joined by commas, in the order in which they were written, without ornaments and
    repeats at the same place.
    """
    told = (each for each in written if not each.is_ornament)
    places = {(" ".join(each.text.split()), each.area.center): None for each in told}
    return ", ".join(text for text, _ in places)
