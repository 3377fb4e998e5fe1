"""The controls of a table's bars, the field for a deal number among them: what an event means."""

from __future__ import annotations

from enum import Enum, auto

import pygame

from game.core.named_tuple import NamedTuple
from game.desktop.keys import Command
from game.table import course_strip
from game.widgets.base import Changed, Pressed, Submitted
from game.widgets.focus import FocusGroup
from game.widgets.held_buttons import HeldButtons
from game.widgets.number_entry import NumberEntry

REPEATING = (Command.UNDO, Command.REDO)
"""The buttons that do their command again while they are held."""


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


class BarControls:
    """Turns events into commands, places of the line, deal numbers, or `Nothing`."""

    def __init__(self, focus: FocusGroup) -> None:
        self._focus = focus
        self.held_buttons = HeldButtons(focus, REPEATING)

    def handle(self, event: pygame.event.Event) -> Meaning | None:
        """What an event means; None if no control used it."""
        self.held_buttons.follow(event)
        action = self._focus.handle(event)
        if self.held_buttons.has_done(event, action):
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
