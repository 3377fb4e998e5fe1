"""A slider with its value and a label written beside it."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.core.named_tuple import NamedTuple
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.widgets.base import ShownAttribute
from game.widgets.look import Look
from game.widgets.slider import Slider

VALUE = TextStyle(fonts.Face.SERIF_SEMIBOLD, 20)
LABEL = TextStyle(fonts.Face.SANS, 14)
ICON = 15
ICON_GAP = 5
LINE = fonts.CAPTION_STRONG
ABOVE, BELOW = 9, 12
"""How far the middle of the value lies above that of the words' area, the label's below; in dp."""


class SliderWords(NamedTuple):
    """A value, and a label below it, which may have an icon before it."""

    value: str
    label: str
    icon: str = ""
    ink: Rgb = colours.DIM
    """The colour of the label and its icon."""


class LabelledSlider(Slider):
    """A slider that has words at its right, where there is room for them."""

    words = ShownAttribute[SliderWords]()
    """The words drawn beside the slider."""
    _words = SliderWords("", "")
    _words_area = pygame.Rect(0, 0, 0, 0)
    _in_line = False
    """The words stand above the slider, in one line."""

    def place_with_words(self, look: Look, area: pygame.Rect, room: int, gap: int) -> None:
        """Place it in an area, its words in the last `room` pixels at the right; 0: no words."""
        taken, self._in_line = room + gap if room else 0, False
        self._words_area = pygame.Rect(area.right - room, area.top, room, area.height)
        self.place(look, pygame.Rect(area.left, area.top, area.width - taken, area.height))

    def place_below_words(self, look: Look, area: pygame.Rect) -> None:
        """Place it in the lower half of an area, its words in the upper half."""
        half = area.height // 2
        self._words_area, self._in_line = pygame.Rect(area.topleft, (area.width, half)), True
        self.place(look, pygame.Rect(area.left, area.top + half, area.width, area.height - half))

    def drawn_area(self) -> pygame.Rect:
        """The area of the slider and its words."""
        return self.target().union(self._words_area) if self._words_area.w else self.target()

    def draw(self, target: pygame.Surface) -> None:
        """Draw the slider and its words."""
        super().draw(target)
        if self._words_area.w and self._in_line:
            self._draw_line(target)
        elif self._words_area.w:
            self._draw_words(target)

    def _draw_line(self, target: pygame.Surface) -> None:
        """Value and label, or the value alone where there is no room for both."""
        look, area, words = self.look, self._words_area, self._words
        text = " ".join(filter(None, words[:2]))
        if look.width(text, LINE) > area.w:
            text = words.value or words.label
        look.write(target, text, LINE, colours.CREAM, area.center, Align.CENTRE, area.w)

    def _draw_words(self, target: pygame.Surface) -> None:
        look, words, (x, y) = self.look, self._words, self._words_area.center
        at = x, y - look.px(ABOVE)
        look.write(target, words.value, VALUE, colours.CREAM, at, Align.CENTRE)
        left = x - _label_width(look, words) // 2
        y += look.px(BELOW)
        if words.icon:
            side = look.px(ICON)
            look.icon(target, words.icon, words.ink, (left + side // 2, y), side)
            left += side + look.px(ICON_GAP)
        look.write(target, words.label, LABEL, words.ink, (left, y))


def words_width(look: Look, found: Iterable[SliderWords]) -> int:
    """The width in pixels of the widest of these words. Raises ValueError if there are none."""
    return max(max(look.width(w.value, VALUE), _label_width(look, w)) for w in found)


def _label_width(look: Look, words: SliderWords) -> int:
    icon = look.px(ICON) + look.px(ICON_GAP) if words.icon else 0
    return icon + look.width(words.label, LABEL)
