"""The keyboard focus: Tab and arrows move it, and a ring shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Final, Protocol, TypeVar

import pygame

from game.graphics import colours
from game.graphics.display_list import Shown
from game.widgets.base import ARROWS, Consumed, Widget, WidgetAction, is_press
from game.widgets.look import Look

RING_GAP: Final = 2.5
"""Between a control and the ring around it, in dp."""
RING_WIDTH: Final = 2.5
RING_HALO: Final = 5
RING_REACH: Final = 22
"""How far the ring and its fading halo reach around a control, in dp."""

OUTSIDE: Final = -100_000
"""The y of a point outside of every control."""
SIDEWAYS_COST = 3
"""The weight of sideways distance among controls of which none lies straight ahead."""


class HasPlace(Protocol):
    """Anything that arrow keys can move to."""

    @property
    def rect(self) -> pygame.Rect:
        """Where it is, in window pixels."""
        ...


P = TypeVar("P", bound=HasPlace)


class FocusGroup:
    """Controls of one scene, in the order of Tab; it hands them events and draws them.

    The ring shows only while the keyboard is used. A control that gets disabled while it has the
    ring keeps it: Enter and Space do nothing there, and the next Tab or arrow moves on. `arrows`
    says whether arrow keys move the focus; a control that has the focus may use them first. With
    `shows_first`, while the ring is hidden, Tab or an arrow shows it and does not move the focus.
    """

    def __init__(
        self, widgets: Iterable[Widget] = (), *, arrows: bool = True, shows_first: bool = False
    ) -> None:
        self._widgets = list(widgets)
        self.arrows, self._shows_first = arrows, shows_first
        self.goes_round = False
        """Up or down with no control in its direction acts as Tab, so that arrows reach them all.
        Left and right do not: at its end a slider keeps the keyboard.
        """
        self.view_of: Callable[[Widget], pygame.Rect | None] = lambda widget: None
        """The area in which a control that scrolls is seen; None for one that does not scroll.
        Beyond its view a control is not drawn, the mouse does not reach it, and left and right
        pass over a control whose middle lies there.
        """
        self.focused: Widget | None = None
        """The control that keys go to; `focus` sets it."""
        self._ring_shown = False
        self._ring_stale = False
        self._shown: dict[Widget, Shown] = {}

    @property
    def widgets(self) -> Sequence[Widget]:
        """All its controls, in the order of Tab."""
        return self._widgets

    @widgets.setter
    def widgets(self, widgets: Iterable[Widget]) -> None:
        self._widgets = list(widgets)
        if self.focused not in self._widgets:
            self.focus(None)

    def renew(self, widgets: Iterable[Widget]) -> None:
        """Replace the controls. The new one with the focused control's name gets the focus."""
        before, ring = self.focused, self.ring_shown
        self.widgets = widgets
        if before is not None:
            named = (widget for widget in self._widgets if widget.name == before.name)
            self.focus(next(named, None), ring=ring)

    @property
    def hovered(self) -> Widget | None:
        """The topmost control under the mouse, even if it is disabled."""
        return next((w for w in reversed(self._widgets) if w.pointed), None)

    @property
    def ring_shown(self) -> bool:
        """Whether the keyboard is in use, so that the focus shows."""
        return self._ring_shown and self.focused is not None

    @property
    def stale(self) -> bool:
        """Whether anything looks different from when it was last drawn."""
        return self._ring_stale or any(widget.stale for widget in self._widgets)

    def named(self, name: str) -> Widget:
        """The control of that name. Raises KeyError."""
        return {widget.name: widget for widget in self._widgets}[name]

    def traced(self) -> dict[str, list[int]]:
        """The areas of the controls by name, for the trace."""
        return {str(widget.name): list(widget.rect) for widget in self._widgets}

    def focus(self, widget: Widget | None, *, ring: bool = False) -> None:
        """Send keys to this control, or to none; `ring` says whether the ring shows."""
        if self.focused is not None and self.focused is not widget:
            self.focused.focused = False
        self.focused = widget
        if widget is not None:
            widget.focused = True
        self._show_ring(ring)

    # Events

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """Hand the event to the controls that it concerns; None if none of them used it."""
        if self.focused is not None and not self.focused.enabled and not self._ring_shown:
            self.focus(None)
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event)
            case pygame.MOUSEBUTTONDOWN:
                return self._mouse_down(event)
            case pygame.MOUSEMOTION:
                if event.rel != (0, 0):
                    self._show_ring(False)
                # While a control is held, the mouse is over no other.
                held = {widget for widget in self._widgets if widget.held and event.buttons[0]}
                others = self._hidden(event.pos) | ({*self._widgets} - held)
                return self._tell_all(event, others if held else self._outdone(event.pos))
            case pygame.MOUSEBUTTONUP:
                return self._tell_all(event, self._hidden(event.pos))
        return self._tell_all(event, set())

    def _key(self, event: pygame.event.Event) -> WidgetAction | None:
        held = getattr(event, "repeated", False)
        if self.focused and is_press(event) and (held or not self.focused.enabled):
            return Consumed()  # a key that is held presses once
        action = self.focused.handle(event) if self.focused else None
        if action is not None:
            self._show_ring(True)
            return action
        tabs = event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT)
        steps = self.arrows and event.key in ARROWS and not event.mod & pygame.KMOD_CTRL
        if (tabs or steps) and self._shows_first and self.focused and not self._ring_shown:
            self._show_ring(True)
            return Consumed()
        if tabs:
            return self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        return self._towards(ARROWS[event.key]) if steps else None

    def _step(self, by: int) -> WidgetAction | None:
        reachable = self.reachable()
        if not reachable:
            return None
        stops = [w for w in self._widgets if w in reachable or w is self.focused]
        if self.focused in stops:
            place = (stops.index(self.focused) + by) % len(stops)
        else:
            place = 0 if by > 0 else -1
        self.focus(stops[place], ring=True)
        return Consumed()

    def _towards(self, direction: tuple[int, int]) -> WidgetAction | None:
        if self.focused is None:
            return self._step(1)
        others = [widget for widget in self.reachable() if widget is not self.focused]
        if direction[0]:
            others = [each for each in others if not self._is_hidden(each, each.rect.center)]
        found = nearest(self.focused.focus_area()[0], others, direction)
        if found is None:
            return self._step(direction[1]) if self.goes_round and direction[1] else None
        self.focus(found, ring=True)
        return Consumed()

    def reachable(self) -> list[Widget]:
        """The controls that the keyboard can come to now."""
        return [widget for widget in self._widgets if widget.focusable and widget.enabled]

    def _mouse_down(self, event: pygame.event.Event) -> WidgetAction | None:
        self._show_ring(False)
        outdone = self._outdone(event.pos)
        for widget in reversed(self._widgets):
            action = None if widget in outdone else widget.handle(event)
            if action is not None:
                if widget.focusable and event.button == pygame.BUTTON_LEFT:
                    self.focus(widget)
                return action
        return None

    def _outdone(self, at: tuple[int, int]) -> set[Widget]:
        """The controls hidden at a point, and those whose target reaches it while it lies nearer to
        another control.
        """
        hidden = self._hidden(at)
        found = {widget: widget.distance(at) for widget in self._widgets if widget not in hidden}
        reach = {widget: far for widget, far in found.items() if far is not None}
        least = min(reach.values(), default=0)
        return hidden | {widget for widget, far in reach.items() if far > least}

    def _hidden(self, at: tuple[int, int]) -> set[Widget]:
        return {widget for widget in self._widgets if self._is_hidden(widget, at)}

    def _is_hidden(self, widget: Widget, at: tuple[int, int]) -> bool:
        view = self.view_of(widget)
        return view is not None and not view.collidepoint(at)

    def _tell_all(self, event: pygame.event.Event, apart: Set[Widget]) -> WidgetAction | None:
        """Tell all controls. For those `apart` the mouse is outside; a slider that is being dragged
        follows the mouse's x there too.
        """
        outside = event
        if apart:
            place = event.pos[0], OUTSIDE
            outside = pygame.event.Event(event.type, {**event.dict, "pos": place})
        answers = [w.handle(outside if w in apart else event) for w in reversed(self._widgets)]
        return next((answer for answer in answers if answer is not None), None)

    def _show_ring(self, shown: bool) -> None:
        if shown != self._ring_shown:
            self._ring_shown, self._ring_stale = shown, True

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw all controls and, while the keyboard is used, the ring around the focused one.
        Controls outside the target's clip are not drawn.
        """
        clip = target.get_clip()
        for widget in self._widgets:
            target.set_clip(self._seen(widget, clip))
            if widget.drawn_area().colliderect(target.get_clip()):
                widget.draw(target)
            widget.stale = False
        self._ring_stale = False
        if self.ring_shown and self.focused is not None:
            area, radius = self.focused.focus_area()
            target.set_clip(self._seen(self.focused, clip))
            draw_focus_ring(target, self.focused.look, area, radius)
        target.set_clip(clip)

    def shown(self) -> list[Shown]:
        """The controls and the ring as they are now; they are not stale any more."""
        self._shown = {
            widget: _shown(widget)
            if widget.stale or widget not in self._shown
            else self._shown[widget]
            for widget in self._widgets
        }
        self._ring_stale = False
        found = [*self._shown.values()]
        if self.ring_shown and self.focused is not None:
            look, (area, radius) = self.focused.look, self.focused.focus_area()
            reach = 2 * look.px(RING_REACH)
            value = look, area, radius
            found.append(Shown("ring", value, area.inflate(reach, reach), draw_focus_ring))
        return found

    def _seen(self, widget: Widget, clip: pygame.Rect) -> pygame.Rect:
        """The part of the clip in which a control is seen."""
        view = self.view_of(widget)
        return clip if view is None else view.clip(clip)


def _shown(widget: Widget) -> Shown:
    """A control; it looks like itself until it is stale."""
    widget.stale = False
    return Shown(widget, (object(),), widget.drawn_area(), lambda target, _: widget.draw(target))


def draw_focus_ring(target: pygame.Surface, look: Look, area: pygame.Rect, radius: float) -> None:
    """Draw the ring that shows the keyboard's focus around an area with corners of a radius."""
    paint, scale = look.paint, look.scale
    reach = scale.px(RING_GAP + RING_WIDTH)
    around = area.inflate(2 * reach, 2 * reach)
    halo = colours.tint(colours.GOLD, 0.55)
    paint.glow(target, around, radius + reach, scale.line(RING_HALO), halo, hollow=True)
    paint.box(target, around, radius + reach, None, colours.FOCUS, scale.line(RING_WIDTH))


def nearest(origin: pygame.Rect, places: Iterable[P], direction: tuple[int, int]) -> P | None:
    """The place nearest in a direction, one of (±1, 0) and (0, ±1); None if there is none."""
    ahead = [place for place in places if _advance(origin, place.rect, direction) > 0]
    return min(ahead, key=lambda place: _cost(origin, place.rect, direction), default=None)


def _advance(origin: pygame.Rect, other: pygame.Rect, direction: tuple[int, int]) -> int:
    """How far the other's centre lies ahead, in pixels; 0 if it lies behind or far aside."""
    across, down = other.centerx - origin.centerx, other.centery - origin.centery
    ahead, aside = (across, down) if direction[0] else (down, across)
    along = ahead * (direction[0] + direction[1])
    return along if along > abs(aside) // 4 else 0


def _cost(origin: pygame.Rect, other: pygame.Rect, direction: tuple[int, int]) -> tuple[bool, int]:
    """A sort key: places straight ahead come before those aside, then the nearest first."""
    across = max(other.left - origin.right, origin.left - other.right, 0)
    down = max(other.top - origin.bottom, origin.top - other.bottom, 0)
    ahead, aside = (across, down) if direction[0] else (down, across)
    return aside > 0, ahead + SIDEWAYS_COST * aside + _advance(origin, other, direction) // 8
