"""The controls of a table's bars: what an event on them means."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

import pygame

from game.desktop.keys import Command
from game.table import course_strip
from game.widgets.base import Changed, Pressed, Submitted
from game.widgets.focus import FocusGroup
from game.widgets.number_entry import ENTER_KEYS, NumberEntry


class Nothing(Enum):
    """What is no command."""

    USED = auto()
    """The event changed a control, nothing else."""
    NUMBER = auto()
    """A deal number was confirmed where none stands."""


class CoursePlace(NamedTuple):
    """A place of the line was chosen on the strip."""

    place: int


class TableControls:
    """Turns events into commands, deal numbers, or nothing more."""

    def __init__(self, focus: FocusGroup) -> None:
        self._focus = focus

    def handle(self, event: pygame.event.Event) -> Command | CoursePlace | int | Nothing | None:
        """What an event means; None if no control used it."""
        action = self._focus.handle(event)
        if isinstance(action, Pressed):
            if event.type != pygame.KEYDOWN:
                # A clicked button must not catch the next Space or Enter.
                self._focus.focus(None)
            # Only the key lets go of a selection first: a button that seems to do nothing is odd.
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
        if getattr(action, "name", "") == Command.NUMBER:
            self._leave_number(event)
        elif self._confirms_nothing(event):
            self._focus.focus(None)
            return Nothing.NUMBER
        return Nothing.USED

    def _confirms_nothing(self, event: pygame.event.Event) -> bool:
        """True for Enter, or a press of the arrow, where no number stands."""
        field = self._focus.focused
        if not isinstance(field, NumberEntry) or field.value is not None:
            return False
        if event.type == pygame.MOUSEBUTTONUP:
            return field.is_on_arrow(event.pos)
        return event.type == pygame.KEYDOWN and event.key in ENTER_KEYS

    def _is_typed(self, event: pygame.event.Event) -> bool:
        """True for what is typed while the number field is open: it must not play."""
        typing = isinstance(self._focus.focused, NumberEntry)
        typed = event.type == pygame.KEYDOWN and event.unicode
        return typing and bool(typed) and event.unicode.isprintable()

    def _leave_number(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._focus.focus(None)
