"""Recognises what the mouse does on the cards: clicks, double clicks, drags. Knows no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.core.position import Seat
from game.widgets.mouse import DoubleClick

LEFT, RIGHT = pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT
NO_SECOND_MOVE_S = 0.2
"""In games where one click plays: a click this soon after one that moved a card of the same pile is
the second half of a double click and does nothing.
"""
DRAG_FROM = 6
"""How far the mouse may move within a click, in dp."""


class Click(NamedTuple):
    """A press and release on a seat; None: on the bare table."""

    seat: Seat | None
    second: bool = False
    """With Shift, or with the right button."""
    right: bool = False
    double: bool = False
    """The second of two on the same pile within a moment."""


class Drag(NamedTuple):
    """A card is taken up, or has been moved on."""

    seat: Seat
    begins: bool
    at: tuple[int, int]
    grip: tuple[int, int]
    """Where the mouse was pressed."""


class Drop(NamedTuple):
    """A dragged card is let go."""

    seat: Seat
    at: tuple[int, int]


class RefusedDrag(NamedTuple):
    """The player tried to drag a card that cannot be dragged."""

    seat: Seat


class Hover(NamedTuple):
    """The mouse has moved, nothing is pressed."""

    seat: Seat | None


Gesture = Click | Drag | Drop | RefusedDrag | Hover


class DragAndClick:
    """Turns mouse events into gestures; times come from the caller's clock in seconds."""

    def __init__(
        self,
        hit: Callable[[int, int], Seat | None],
        can_drag: Callable[[Seat], bool],
        now: Callable[[], float],
        refuses_drag: Callable[[Seat], bool] = lambda seat: False,
    ) -> None:
        """`refuses_drag` says whether trying to drag a card that cannot be dragged is refused; if
        not, the press may still become a click.
        """
        self._hit, self._can_drag, self._refuses_drag = hit, can_drag, refuses_drag
        self.density = 1.0
        """Pixels in a dp."""
        self._pressed: tuple[Seat | None, tuple[int, int]] | None = None
        self._dragged: Seat | None = None
        self._clicks = DoubleClick(now)
        """The left clicks on piles."""
        self._shift_held = False
        self._shift = False
        """Shift was held when the button went down."""

    def note_key(self, event: pygame.event.Event) -> None:
        """Note that Shift goes down or up. It may be up again before a click is handled, so asking
        for its state then is not enough.
        """
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            self._shift_held = event.type == pygame.KEYDOWN

    @property
    def dragging(self) -> bool:
        """True while a card is held."""
        return self._dragged is not None

    def reset(self) -> None:
        """Forget what was begun: the table has changed under the mouse."""
        self._pressed = self._dragged = None

    def forget_keys(self) -> None:
        """Forget that Shift is down, because its release may have been missed."""
        self._shift_held = False

    def forget_click(self) -> None:
        """Do not count the last click as the first of a double click."""
        self._clicks.forget()

    def handle(self, event: pygame.event.Event) -> Gesture | None:
        """The gesture that an event completes or continues, or None."""
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == LEFT:
                self._pressed = self._hit(*event.pos), event.pos
                mods = pygame.key.get_mods()
                self._shift = self._shift_held or bool(mods & pygame.KMOD_SHIFT)
            case pygame.MOUSEBUTTONDOWN if event.button == RIGHT and not self.dragging:
                return Click(self._hit(*event.pos), second=True, right=True)
            case pygame.MOUSEMOTION:
                return self._moved(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == LEFT:
                return self._released(event.pos)
            case pygame.KEYDOWN | pygame.KEYUP:
                self.note_key(event)
        return None

    def _moved(self, at: tuple[int, int]) -> Gesture | None:
        if self._dragged is not None:
            return Drag(self._dragged, False, at, at)
        if self._pressed is None:
            return Hover(self._hit(*at))
        seat, start = self._pressed
        far = max(abs(at[0] - start[0]), abs(at[1] - start[1]))
        if far <= DRAG_FROM * self.density or seat is None:
            return None
        if self._can_drag(seat):
            self._dragged = seat
            return Drag(seat, True, at, start)
        if not self._refuses_drag(seat):
            return None
        self.reset()  # refused once: letting go is no click any more
        return RefusedDrag(seat)

    def _released(self, at: tuple[int, int]) -> Gesture | None:
        pressed, dragged = self._pressed, self._dragged
        self.reset()
        if dragged is not None:
            return Drop(dragged, at)
        if pressed is None:
            return None
        seat = self._hit(*at)
        if seat != pressed[0]:
            return None
        if seat is None:
            self._clicks.forget()
        double = seat is not None and self._clicks.is_second(seat.pile)
        return Click(seat, self._shift, double=double)
