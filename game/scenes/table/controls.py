"""The controls of a table's bars: what an event on them means."""

from __future__ import annotations

from enum import Enum, auto

import pygame

from game.core.named_tuple import NamedTuple
from game.desktop.keys import Command
from game.table import course_strip
from game.widgets.base import Changed, Pressed, Submitted, Widget
from game.widgets.focus import FocusGroup
from game.widgets.number_entry import NumberEntry

REPEATING = (Command.UNDO, Command.REDO)
REPEAT_AFTER_S = 0.4
REPEAT_EVERY_S = 1 / 22


class Nothing(Enum):
    """What an event can mean besides a command, a place or a number."""

    USED = auto()
    """The event changed a control, nothing else."""
    NUMBER = auto()
    """The number field was confirmed while it was empty."""


class CoursePlace(NamedTuple):
    """A place of the line was chosen on the strip."""

    place: int


Meaning = Command | CoursePlace | int | Nothing


class TableControls:
    """Turns events into commands, places of the line, deal numbers, or `Nothing`."""

    def __init__(self, focus: FocusGroup) -> None:
        self._focus = focus
        self._held_for = 0.0
        """Minus the seconds until a held button repeats its command; 0 or more: it is due."""
        self._repeated = False
        """Whether the held button has repeated its command: then releasing it does nothing more."""

    # Buttons that repeat

    def _held(self) -> Widget | None:
        """The button that repeats and is held by the mouse."""
        return next((w for w in self._focus.widgets if w.name in REPEATING and w.held), None)

    @property
    def due(self) -> float | None:
        """In how many seconds a held button does its command again; None if none is held."""
        return None if self._held() is None else max(0.0, -self._held_for)

    def update(self, seconds: float) -> Command | None:
        """Let time pass; returns what a held button does again."""
        button = self._held()
        if button is None:
            self._held_for = -REPEAT_AFTER_S
            return None
        self._held_for += seconds
        if self._held_for < 0 or not button.hovered:
            return None
        self._held_for = -REPEAT_EVERY_S
        self._repeated = True
        return Command(button.name)

    # Events

    def handle(self, event: pygame.event.Event) -> Meaning | None:
        """What an event means; None if no control used it."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._repeated, self._held_for = False, -REPEAT_AFTER_S
        action = self._focus.handle(event)
        if isinstance(action, Pressed) and self._repeated and event.type != pygame.KEYDOWN:
            self._repeated = False
            self._focus.focus(None)
            return Nothing.USED
        if isinstance(action, Pressed):
            if event.type != pygame.KEYDOWN:
                # A clicked button must not catch the next Space or Enter.
                self._focus.focus(None)
            # The key drops a selection first; the button leaves at once, or it would seem to fail.
            return Command.EXIT if action.name == Command.BACK else Command(action.name)
        if isinstance(action, Submitted):
            self._focus.focus(None)
            return action.value
        if isinstance(action, Changed) and action.name == course_strip.NAME:
            self._focus.focus(None)
            assert isinstance(action.value, int)
            return CoursePlace(action.value)
        if action is None:
            return Nothing.USED if self._is_typed(event) else None
        field = self._focus.focused
        if getattr(action, "name", "") == Command.NUMBER:
            self._leave_number(event)
        elif isinstance(field, NumberEntry) and field.confirms_nothing(event):
            self._focus.focus(None)
            return Nothing.NUMBER
        return Nothing.USED

    def _is_typed(self, event: pygame.event.Event) -> bool:
        """True for what is typed while the number field is open: it must not play."""
        typing = isinstance(self._focus.focused, NumberEntry)
        typed = event.type == pygame.KEYDOWN and event.unicode
        return typing and bool(typed) and event.unicode.isprintable()

    def _leave_number(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._focus.focus(None)
