"""A slider over whole numbers, with ticks where there are few; one with words beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.scale import round_half_up
from game.graphics.text_rendering import Align
from game.widgets.base import Changed, Consumed, ShownAttribute, Widget, WidgetAction
from game.widgets.look import Look

KNOB: Final = 20
SLIDER_TRACK: Final = 6
SLIDER_TICK: Final = (2, 4)

NATURAL_WIDTH = 150
HALO = 32
TICK_DROP = 8
MOST_TICKS = 16
BIG_STEPS = 5
"""Page up and page down move by the range divided by this."""
VALUE = TextStyle(fonts.Face.SERIF_SEMIBOLD, 20)
LABEL = TextStyle(fonts.Face.SANS, 14)
ICON = 15
ICON_GAP = 5
ABOVE, BELOW = 9, 12
"""How far the middle of the value lies above that of the words' area, the label's below; in dp."""


class Slider(Widget):
    """Answers Changed with its new value, an int in low..high, at every step of a drag.

    Keys: left and right a step, page up and down a fifth of the range, Home and End the ends.
    """

    def __init__(
        self,
        name: str,
        low: int,
        high: int,
        value: int,
        *,
        step: int = 1,
        ticks: bool = False,
        tooltip: str = "",
        key: str = "",
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        if low >= high or step < 1:
            raise ValueError(f"slider '{name}' has no range: {low}..{high} by {step}")
        self._low, self._high, self._step = low, high, step
        self.limits = low, high
        self._ticks = ticks and (high - low) // step < MOST_TICKS
        self._value = self._allowed(value)
        self.spoken_value = ""
        """Its value in words for a screen reader; empty: the number says all."""

    @property
    def value(self) -> int:
        """Where its knob is."""
        return self._value

    @value.setter
    def value(self, value: int) -> None:
        allowed = self._allowed(value)
        if allowed != self._value:
            self._value, self.stale = allowed, True

    def steps_to(self, value: int) -> int:
        """The number of steps to a value; negative if it is lower."""
        return (self._allowed(value) - self._value) // self._step

    def natural_size(self, look: Look) -> tuple[int, int]:
        """The size that the options use; any width works."""
        return look.px(NATURAL_WIDTH), look.px(HALO)

    # Events

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """As every control; also the mouse wheel over the slider moves the knob."""
        if event.type == pygame.MOUSEWHEEL and self.hovered and self.enabled and event.y:
            return self._changed_to(self._value + self._step * event.y) or Consumed()
        return super().handle(event)

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Move the knob. Up, down, and at the ends left and right are left to the FocusGroup."""
        page = max(self._step, (self._high - self._low) // BIG_STEPS)
        goals = {
            pygame.K_LEFT: self._value - self._step,
            pygame.K_RIGHT: self._value + self._step,
            pygame.K_PAGEDOWN: self._value - page,
            pygame.K_PAGEUP: self._value + page,
            pygame.K_HOME: self._low,
            pygame.K_END: self._high,
        }
        if event.key not in goals or event.mod & pygame.KMOD_CTRL:
            return None
        changed = self._changed_to(goals[event.key])
        steps = event.key in (pygame.K_LEFT, pygame.K_RIGHT)
        return changed or (None if steps else Consumed())

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """Jump to where the mouse went down."""
        return self.dragged(at) or Consumed()

    def dragged(self, at: tuple[int, int]) -> WidgetAction | None:
        """Follow the mouse."""
        left, span = self._track()
        return self._changed_to(self._low + round((at[0] - left) / span * (self._high - self._low)))

    def _changed_to(self, value: int) -> WidgetAction | None:
        before = self._value
        self.value = value
        return Changed(self.name, self._value) if self._value != before else None

    def _allowed(self, value: int) -> int:
        steps = round_half_up((value - self._low) / self._step)
        return max(self._low, min(self._high, self._low + steps * self._step))

    # Drawing

    def _track(self) -> tuple[int, int]:
        """The x of the knob's centre at the least value, and how far it can move, in pixels."""
        knob = self.look.px(KNOB)
        return self.rect.left + knob // 2, max(1, self.rect.width - knob)

    def _x(self, value: int) -> int:
        left, span = self._track()
        return left + round(span * (value - self._low) / (self._high - self._low))

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around the knob: it is what moves."""
        knob = self.look.px(KNOB)
        area = pygame.Rect(0, 0, knob, knob)
        area.center = (self._x(self._value), self.rect.centery)
        return area, knob // 2

    def draw(self, target: pygame.Surface) -> None:
        """Draw track, ticks and knob."""
        paint, look = self.look.paint, self.look
        thick = look.scale.line(SLIDER_TRACK)
        track = pygame.Rect(self.rect.left, self.rect.centery - thick // 2, self.rect.width, thick)
        at = self._x(self._value)
        filled = pygame.Rect(track.left, track.top, at - track.left, thick)
        paint.box(target, track, thick / 2, colours.SLIDER_GROUND)
        paint.box(target, filled, thick / 2, colours.GOLD if self.enabled else colours.FAINT)
        if self._ticks:
            wide, tall = (look.scale.line(side) for side in SLIDER_TICK)
            top = self.rect.centery + look.px(TICK_DROP)
            for value in range(self._low, self._high + 1, self._step):
                target.fill(colours.FAINT, (self._x(value) - wide // 2, top, wide, tall))
        if self.enabled and (self.hovered or self.held):
            halo = colours.tint(colours.GOLD, 0.28)
            paint.disc(target, (at, self.rect.centery), look.px(HALO), halo)
        knob = colours.WHITE if self.enabled else colours.FAINT
        edge = look.scale.line(1.5)
        middle = at, self.rect.centery
        paint.disc(target, middle, look.px(KNOB), knob, colours.GOLD_DARK, edge)


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

    def place_with_words(self, look: Look, area: pygame.Rect, room: int, gap: int) -> None:
        """Place it in an area, its words in the last `room` pixels at the right; 0: no words."""
        taken = room + gap if room else 0
        self._words_area = pygame.Rect(area.right - room, area.top, room, area.height)
        self.place(look, pygame.Rect(area.left, area.top, area.width - taken, area.height))

    def drawn_area(self) -> pygame.Rect:
        """The area of the slider and its words."""
        return self.target().union(self._words_area) if self._words_area.w else self.target()

    def draw(self, target: pygame.Surface) -> None:
        """Draw the slider and its words, the label below the value."""
        super().draw(target)
        look, words, (x, y) = self.look, self._words, self._words_area.center
        if self._words_area.w:
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
