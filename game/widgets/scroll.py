"""Scrolling: the offset of long content in its view, the scroll bar, controls that scroll."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.graphics import colours
from game.graphics.scale import clamp
from game.widgets.base import Consumed, Widget, WidgetAction
from game.widgets.look import Look

SCROLL_BAR: Final = 6
SCROLL_THUMB_LEAST: Final = 40

GLIDE_RATE = 18
"""A glide covers all but 1/e of the distance in 1/GLIDE_RATE of a second."""
GRIP = 8
"""A scroll bar can be grabbed this far beside itself, in dp."""


class Scroller:
    """Long content in its view: an offset in pixels from 0 to content - view, whose changes may
    glide over several frames, and the bar that shows it. The mouse drags the bar's thumb, a finger
    drags the content itself. Call `place` before `handle` and `draw`.
    """

    def __init__(self) -> None:
        self.content = 0
        self.view = 0
        self._offset = 0.0
        self._goal = 0.0
        self._track = self._area = pygame.Rect(0, 0, 0, 0)
        self._look: Look
        self._grip: int | None = None
        self._finger: int | None = None
        """The y of the finger that drags the content, in pixels; None if none does."""
        self._hovered = False
        self.stale = False
        """An event has changed how the bar looks since it was drawn last."""

    @property
    def offset(self) -> int:
        """The offset, in whole pixels."""
        return round(self._offset)

    @property
    def most(self) -> int:
        """The greatest offset."""
        return max(0, self.content - self.view)

    @property
    def moving(self) -> bool:
        """True during a glide, when `update` must be called."""
        return self._offset != self._goal

    def resize(self, content: int, view: int) -> None:
        """Take new heights in pixels; the offset stays in proportion."""
        share = self._goal / self.content if self.content else 0.0
        self.content, self.view = content, view
        self.jump(share * content)

    def jump(self, offset: float) -> None:
        """Move to an offset at once."""
        self._goal = self._offset = clamp(offset, 0, self.most)

    def glide(self, offset: float) -> None:
        """Move to an offset over the next frames."""
        self._goal = clamp(offset, 0, self.most)

    def glide_by(self, pixels: float) -> bool:
        """Move the goal, also during a glide. Returns False if it was at the end already."""
        before = self._goal
        self.glide(self._goal + pixels)
        return self._goal != before

    def show(self, top: float, bottom: float) -> None:
        """Glide as little as is needed to bring top..bottom of the content into view."""
        if top < self._goal:
            self.glide(top)
        elif bottom > self._goal + self.view:
            self.glide(min(top, bottom - self.view))

    def update(self, seconds: float) -> bool:
        """Continue a glide. Returns True if the offset has changed."""
        if not self.moving:
            return False
        left = (self._goal - self._offset) * math.exp(-GLIDE_RATE * seconds)
        self._offset = self._goal - left if abs(left) >= 0.5 else self._goal
        return True

    def finish(self) -> None:
        """End a glide at once."""
        self._offset = self._goal

    # The bar

    @property
    def dragging(self) -> bool:
        """True while the thumb or the content is dragged."""
        return self._grip is not None or self._finger is not None

    @property
    def lit(self) -> bool:
        """True while the thumb is lit: there is one, and the mouse is over the bar, or drags."""
        return (self._hovered or self.dragging) and self.most > 0

    def place(self, look: Look, area: pygame.Rect) -> None:
        """Place the bar along the right edge of the area that a finger can drag."""
        wide = look.scale.line(SCROLL_BAR)
        self._look, self._area = look, area
        self._track = pygame.Rect(area.right - wide, area.top, wide, area.height)

    def thumb(self) -> pygame.Rect | None:
        """The thumb's area; None if everything is in view."""
        track = self._track
        if self.most == 0:
            return None
        least = min(self._look.px(SCROLL_THUMB_LEAST), track.height)
        height = max(least, round(track.height * self.view / self.content))
        top = track.top + round((track.height - height) * self.offset / self.most)
        return pygame.Rect(track.left, top, track.width, height)

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """Drag the thumb, or the content with a finger; a click beside it moves by a page."""
        before, action = (self.lit, self.offset), None
        if event.type == pygame.MOUSEMOTION:
            self._hovered = self._reach().collidepoint(event.pos)
            action = self._drag(event.pos[1])
        elif event.type == pygame.WINDOWLEAVE:
            self._hovered = False
        elif event.type == pygame.WINDOWFOCUSLOST:
            # The release may be made over another window.
            self._grip = self._finger = None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            action = self._grab(event)
        elif event.type == pygame.MOUSEBUTTONUP and self.dragging:
            self._grip, self._finger, action = None, None, Consumed()
        self.stale = self.stale or before != (self.lit, self.offset)
        return action

    def _reach(self) -> pygame.Rect:
        return self._track.inflate(2 * self._look.px(GRIP), 0)

    def _grab(self, event: pygame.event.Event) -> WidgetAction | None:
        """Hold the thumb, go a page towards a click beside it, or hold the content if a finger
        moves up or down. Sideways movement is left to sliders.
        """
        thumb, y = self.thumb(), event.pos[1]
        if thumb is None:
            return None
        across, down = getattr(event, "slip", (0, 0))
        if not self._reach().collidepoint(event.pos):
            if abs(down) <= abs(across) or not self._area.collidepoint(event.pos):
                return None
            self._finger = y
        elif thumb.top <= y < thumb.bottom:
            self._grip = y - thumb.top
        else:
            self.glide_by(self.view * (1 if y > thumb.top else -1))
        return Consumed()

    def _drag(self, y: int) -> WidgetAction | None:
        thumb = self.thumb()
        if self._finger is not None:
            before, self._finger = self._finger, y
            self.jump(self.offset + before - y)
        elif self._grip is not None and thumb is not None:
            free = self._track.height - thumb.height
            self.jump((y - self._grip - self._track.top) / free * self.most if free else 0)
        return Consumed() if self.dragging else None

    def draw(self, target: pygame.Surface) -> None:
        """Draw track and thumb; nothing if there is nothing to scroll."""
        self.stale = False
        thumb = self.thumb()
        if thumb is None:
            return
        paint, radius = self._look.paint, self._track.width / 2
        paint.box(target, self._track, radius, colours.WELL)
        colour = colours.mix(colours.GOLD, colours.WHITE, 0.3) if self.lit else colours.GOLD
        paint.box(target, thumb, radius, colour)


class ScrollingWidget(Widget):
    """A control whose content is higher than its area: bar and wheel scroll it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.scroller = Scroller()

    def target(self) -> pygame.Rect:
        """Its own area."""
        return self.rect

    def wheel_step(self) -> int:
        """How far one notch of the wheel scrolls, in pixels."""
        raise NotImplementedError

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """The scroll bar comes first, then the wheel, then what its own content does."""
        action = self.scroller.handle(event)
        self.stale = self.stale or self.scroller.stale
        if action is not None:
            return action
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self.scroller.glide_by(-event.y * self.wheel_step())
            return Consumed()
        return super().handle(event)

    @property
    def moving(self) -> bool:
        """True during a glide."""
        return self.scroller.moving

    def update(self, seconds: float, *, glides: bool) -> None:
        """Continue or end a glide."""
        self.stale = self.scroller.update(seconds if glides else math.inf) or self.stale
