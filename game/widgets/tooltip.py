"""The hint that appears beside a hovered or focused control, with the key that does the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.display_list import Shown
from game.graphics.text_rendering import Align
from game.widgets.base import Widget
from game.widgets.look import Look, draw_key_cap, key_cap_width

TOOLTIP_RADIUS: Final = 8

DELAY_S = 0.5
GAP = 8
PADDING = 10
HEIGHT = 34
SHADOW_REACH = 24


class Tooltip:
    """Watches one control at a time. It appears after DELAY_S on it, over everything else."""

    def __init__(self, shown_key: Callable[[str], str] = str) -> None:
        """`shown_key` returns how a key is shown: as itself, as a pad's button, or empty."""
        self._shown_key = shown_key
        self._watched: Widget | None = None
        self._told = ""
        self._rested = 0.0
        self.stale = False

    @property
    def visible(self) -> bool:
        """Whether it is to be drawn."""
        return self._watched is not None and self._rested >= DELAY_S

    @property
    def redraws_below(self) -> bool:
        """Whether what lies below is to be drawn again: it is drawn over that, or was."""
        return self.visible or self.stale

    @property
    def due(self) -> float | None:
        """In how many seconds it will appear, if nothing happens; None if it will not."""
        if self._watched is None or self.visible:
            return None
        return DELAY_S - self._rested

    def watch(self, widget: Widget | None) -> None:
        """Set the control: the one hovered, or the one with the focus ring, or none."""
        if widget is not None and not widget.tooltip:
            widget = None
        told = "" if widget is None else widget.explained
        if (widget, told) != (self._watched, self._told):
            self.stale = self.stale or self.visible
        if widget is not self._watched:
            self._watched, self._rested = widget, 0.0
        self._told = told

    def hide(self) -> None:
        """Disappear until another `watch`; for when something was pressed."""
        self.watch(None)

    def follow(self, event: pygame.event.Event, widget: Widget | None) -> None:
        """React to an event, after the controls did; `widget` is the one under the mouse. A press
        hides the tooltip, as does leaving the window; none appears while the mouse drags.
        """
        if event.type == pygame.MOUSEMOTION:
            self.watch(None if event.buttons[0] else widget)
        elif event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.WINDOWLEAVE):
            self.hide()

    def update(self, seconds: float) -> None:
        """Add to the time that the control has been watched."""
        before = self.visible
        if self._watched is not None:
            self._rested += seconds
        self.stale = self.stale or self.visible != before

    def shown(self, bounds: pygame.Rect) -> list[Shown]:
        """What is to be drawn inside `bounds`, beside its control; it is not stale any more."""
        self.stale = False
        if self._watched is None or not self.visible:
            return []
        look, key = self._watched.look, self._shown_key(self._watched.key)
        area = tooltip_area(look, self._watched, bounds, key)
        reach = 2 * look.px(SHADOW_REACH)
        value = look, area, self._watched.explained, key
        return [Shown("tooltip", value, area.inflate(reach, reach), _draw_tooltip)]

    def draw(self, target: pygame.Surface) -> None:
        """Draw it, if visible."""
        for item in self.shown(target.get_rect()):
            item.draw(target, *item.value)


def tooltip_area(look: Look, widget: Widget, bounds: pygame.Rect, key: str) -> pygame.Rect:
    """The tooltip's area, inside `bounds`: to the right of a control at the left edge, else below
    the control. If there is no room below, it lies above, or at the right edge, where the table's
    figures stand above, to the left. It moves above what it would cover of `kept_clear`.
    """
    width = look.width(widget.explained, fonts.CAPTION) + 2 * look.px(PADDING)
    if key:
        width += key_cap_width(look, key) + look.px(PADDING)
    area = pygame.Rect(0, 0, width, look.px(HEIGHT))
    gap, anchor = look.px(GAP), widget.anchor
    if anchor.centerx < area.width // 2 and anchor.right + gap + width < bounds.right:
        area.midleft = (anchor.right + gap, anchor.centery)
    elif anchor.bottom + gap + area.height <= bounds.bottom:
        area.midtop = (anchor.centerx, anchor.bottom + gap)
    elif anchor.centerx + width > bounds.right:
        area.midright = (anchor.left - gap, anchor.centery)
    else:
        area.midbottom = (anchor.centerx, anchor.top - gap)
    area.clamp_ip(bounds.inflate(-gap, -gap))
    if area.colliderect(widget.kept_clear):
        area.bottom = widget.kept_clear.top - gap
    return area


def _draw_tooltip(
    target: pygame.Surface, look: Look, area: pygame.Rect, text: str, key: str
) -> None:
    radius = look.px(TOOLTIP_RADIUS)
    look.paint.shadow(target, area, radius, look.px(6), (0, look.px(3)), 130)
    edge = colours.tint(colours.GOLD_EDGE, 0.5)
    look.paint.box(target, area, radius, colours.TOOLTIP_FILL, edge, look.scale.line())
    left = area.left + look.px(PADDING)
    at = left, area.centery
    look.write(target, text, fonts.CAPTION, colours.CREAM, at, Align.LEFT)
    if key:
        right = area.right - look.px(PADDING)
        draw_key_cap(target, look, key, right - key_cap_width(look, key), area.centery)
