"""What all controls share, and their answers to events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import pygame

from game.graphics import colours
from game.widgets import control_sizes
from game.widgets.look import Look

ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESS_KEYS = (*ENTER_KEYS, pygame.K_SPACE)
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""The direction of each arrow: to the right, and down."""
SIDEWAYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
"""The direction of the two arrows that move along a row."""

T = TypeVar("T")


def is_press(event: pygame.event.Event) -> bool:
    """True for a KEYDOWN that presses the focused control."""
    return event.key in PRESS_KEYS and not event.mod & pygame.KMOD_ALT


class Pressed(NamedTuple):
    """A button was pressed."""

    name: str


class Changed(NamedTuple):
    """A control has a new value: a bool, a number, a row, or the value of a choice."""

    name: str
    value: object


class Submitted(NamedTuple):
    """A value was confirmed: a number with Enter, a row with Enter or a double click."""

    name: str
    value: int


class Cancelled(NamedTuple):
    """An entry was left without a value."""

    name: str


class Refused(NamedTuple):
    """What was pasted into an entry, or is to be confirmed, is nothing for it."""

    name: str


@dataclass(frozen=True)
class Consumed:
    """The event was used, for example to scroll, and needs no further action."""


WidgetAction = Pressed | Changed | Submitted | Cancelled | Refused | Consumed


class ShownAttribute(Generic[T]):
    """A visible attribute of a widget: a new value makes the widget stale.

    Its first value is the widget's attribute of the same name with an underscore.
    """

    def __set_name__(self, widgets: type[Widget], name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, widget: Widget, widgets: type[Widget]) -> T:
        value: T = getattr(widget, self._name)
        return value

    def __set__(self, widget: Widget, value: T) -> None:
        if value != getattr(widget, self._name):
            setattr(widget, self._name, value)
            widget.stale = True


class Widget:
    """A control: its place, its appearance, its reaction to events.

    Call `place` before `handle` and `draw`. `stale` is set whenever it looks different from
    when it was last drawn; otherwise a scene need not draw.
    """

    focusable = True
    """True if the keyboard can focus it while it is enabled."""

    def __init__(self, name: str, *, tooltip: str = "", key: str = "") -> None:
        self.name = name
        self.tooltip = tooltip
        self.key = key
        self.spoken = ""
        """Its name for a screen reader; empty: its label, tooltip, or what is written on it."""
        self.spoken_more = ""
        """What a screen reader says besides the name; empty: what is written on it."""
        self.why_off = ""
        """Added to the tooltip while the control is disabled."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.kept_clear = pygame.Rect(0, 0, 0, 0)
        """What its tooltip does not cover: it moves above that."""
        self.stale = True
        self._enabled = True
        self.pointed = False
        """True if the mouse is over it, even if it is disabled."""
        self.held = False
        """True if the mouse button went down on it and is still down."""
        self.touched = False
        """True if a finger made the last press on it."""
        self._focused = False
        self._look: Look | None = None

    # Placing

    @property
    def look(self) -> Look:
        """What it is drawn with. Raises RuntimeError before `place`."""
        if self._look is None:
            raise RuntimeError(f"control '{self.name}' is not placed yet")
        return self._look

    def place(self, look: Look, rect: pygame.Rect) -> None:
        """Put it at a place, in window pixels; called again whenever the window changes."""
        self._look = look
        self.rect = pygame.Rect(rect)
        self.stale = True
        self.arrange()

    def arrange(self) -> None:
        """Compute the inner layout; called by `place`."""

    def natural_size(self, look: Look) -> tuple[int, int]:
        """The width and height in pixels that suit its content; some controls have none, as they
        are always told theirs.
        """
        raise NotImplementedError

    @property
    def anchor(self) -> pygame.Rect:
        """The area beside which its tooltip stands, in window pixels."""
        return self.rect

    def own_area(self) -> pygame.Rect:
        """The area that the target encloses; where targets overlap, the nearest own area counts."""
        return self.rect

    def target(self) -> pygame.Rect:
        """The area in which a press counts: its own, enlarged to the size a finger needs. A finger
        does not become smaller with the window.
        """
        own, scale = self.own_area(), self.look.scale
        least = max(scale.px(control_sizes.TARGET), scale.fixed(control_sizes.TARGET))
        area = own.inflate(max(0, least - own.width), max(0, least - own.height))
        area.center = own.center
        return area

    def distance(self, at: tuple[int, int]) -> int | None:
        """How far a point of its target lies from its own area, in pixels; None elsewhere."""
        if not self.target().collidepoint(at):
            return None
        own = self.own_area()
        across = max(own.left - at[0], at[0] - own.right + 1, 0)
        down = max(own.top - at[1], at[1] - own.bottom + 1, 0)
        return max(across, down)

    def drawn_area(self) -> pygame.Rect:
        """The area in which it draws, without the focus ring."""
        return self.target()

    # State

    @property
    def enabled(self) -> bool:
        """True if it can be used."""
        return self._enabled

    @enabled.setter
    def enabled(self, value: bool) -> None:
        if value != self._enabled:
            self._enabled, self.pointed, self.held, self.stale = value, False, False, True

    @property
    def explained(self) -> str:
        """The tooltip's text; for a disabled control also why it is disabled."""
        off = bool(self.why_off) and not self._enabled
        return f"{self.tooltip}  ·  {self.why_off}" if off else self.tooltip

    @property
    def hovered(self) -> bool:
        """True if the mouse is over it and it is enabled."""
        return self.pointed and self._enabled

    @property
    def is_down(self) -> bool:
        """True if letting the mouse button go would press it."""
        return self.held and self.hovered

    @property
    def focused(self) -> bool:
        """True if it receives keys. Its FocusGroup decides."""
        return self._focused

    @focused.setter
    def focused(self, value: bool) -> None:
        if value != self._focused:
            self._focused, self.stale = value, True
            self.focus_changed()

    def focus_changed(self) -> None:
        """Called when the keyboard focus has come or gone."""

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The area that the focus ring surrounds, and the radius of its corners, in pixels."""
        return self.rect, self.look.px(control_sizes.BUTTON_RADIUS)

    # Events

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """React to an event; returns None if it means nothing here. Only the focused control gets
        keys.
        """
        # A disabled control does nothing, but shows its tooltip.
        if event.type == pygame.MOUSEMOTION:
            self._set_hover(self.target().collidepoint(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self._set_hover(False)
        elif event.type == pygame.WINDOWFOCUSLOST and self.held:
            # The release may be made over another window.
            self.held, self.stale = False, True
        if not self._enabled:
            return None
        match event.type:
            case pygame.MOUSEMOTION if self.held:
                return self.dragged(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                return self._pushed(event)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                return self._let_go(event)
            case pygame.KEYDOWN if event.key not in PRESS_KEYS or is_press(event):
                return self.key_down(event)
        return None

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """React to a key while it has the focus."""
        return self.activate(None) if event.key in PRESS_KEYS else None

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """React to a complete press, at a point or (None) by the keyboard."""
        return None

    def dragged(self, at: tuple[int, int]) -> WidgetAction | None:
        """React to the mouse moving while it is held here."""
        return None

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """React to the mouse button going down here."""
        return Consumed()

    def _pushed(self, event: pygame.event.Event) -> WidgetAction | None:
        if not self.target().collidepoint(event.pos):
            return None
        self.held = self.stale = True
        self.touched = bool(getattr(event, "touch", False))
        return self.grabbed(event.pos)

    def _let_go(self, event: pygame.event.Event) -> WidgetAction | None:
        if not self.held:
            return None
        self.held, self.stale = False, True
        inside = self.target().collidepoint(event.pos)
        return (self.activate(event.pos) if inside else None) or Consumed()

    def _set_hover(self, value: bool) -> None:
        if value != self.pointed:
            self.pointed, self.stale = value, True

    # Time

    @property
    def moving(self) -> bool:
        """True while its content glides: `update` must then be called."""
        return False

    def update(self, seconds: float, *, glides: bool) -> None:
        """Let its content glide on; end that at once if nothing is to glide, as motion is off."""

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw it as it is now."""
        raise NotImplementedError


class PressWidget(Widget):
    """A control that answers Pressed where the mouse is let go on it, and at Enter and Space."""

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Answer that it was pressed."""
        return Pressed(self.name)


class FieldWidget(Widget):
    """A field in which something is typed."""

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around the field."""
        radius = self.look.px(control_sizes.FIELD_RADIUS)
        return self.rect, min(radius, self.rect.height // 4)

    def draw_ground(self, target: pygame.Surface, edge: colours.Rgb | None = None) -> None:
        """Draw the empty field; the colour of its edge shows its state if none is given."""
        usual = colours.HOVER_EDGE if self.hovered else colours.FIELD_EDGE
        shown = edge or (colours.GOLD if self.focused else usual)
        line = self.look.scale.line()
        self.look.paint.box(target, *self.focus_area(), colours.FIELD_FILL, shown, line)
