"""Handles events on the controls of a table's bars, among them the field for a deal number."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.named_tuple import NamedTuple
from game.desktop.key_bindings import Command
from game.scenes.common.base import Change
from game.scenes.table.commands import TableCommands
from game.scenes.table.table_protocol import TableProtocol
from game.table import line_strip
from game.widgets.base import Changed, Pressed, Submitted, Widget, WidgetAction
from game.widgets.focus import FocusGroup
from game.widgets.number_entry import NumberEntry

REPEAT_AFTER_S: Final = 0.4
REPEAT_EVERY_S: Final = 1 / 22
REPEATING = (Command.UNDO, Command.REDO)
"""The buttons that do their command again while they are held."""


class HeldButtons:
    """The repeats of the buttons `REPEATING` of a group."""

    def __init__(self, focus: FocusGroup) -> None:
        self._focus = focus
        self._held_for = 0.0
        """Minus the seconds until a held button is pressed again; from 0 on it is due."""
        self._repeated = False
        """Whether the held button was pressed again: then its release does nothing more."""

    def _held(self) -> Widget | None:
        """The button that repeats and is held by the mouse, which is over it."""
        return next((w for w in self._focus.widgets if w.name in REPEATING and w.is_down), None)

    @property
    def due(self) -> float | None:
        """In how many seconds a held button is pressed again; None if none is held."""
        return None if self._held() is None else max(0.0, -self._held_for)

    def update(self, seconds: float) -> str | None:
        """Let time pass; returns the name of a button that is pressed again."""
        button = self._held()
        if button is None:
            self._held_for = -REPEAT_AFTER_S
            return None
        self._held_for += seconds
        if self._held_for < 0:
            return None
        self._held_for = -REPEAT_EVERY_S
        self._repeated = True
        return button.name

    def follow(self, event: pygame.event.Event) -> None:
        """Note an event, before the group handles it."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._repeated, self._held_for = False, -REPEAT_AFTER_S

    def has_done(self, event: pygame.event.Event, action: WidgetAction | None) -> bool:
        """True if an event released a button that was pressed again: it does nothing more."""
        if isinstance(action, Pressed) and self._repeated and event.type != pygame.KEYDOWN:
            self._repeated = False
            return True
        return False


class UsedEvent(NamedTuple):
    """A control has used an event."""

    change: Change | None = None
    """The change of the stack that this asks for."""


class BarEvents:
    """Does what events on the controls of one table mean."""

    def __init__(self, table: TableProtocol, commands: TableCommands) -> None:
        self._table, self._commands = table, commands
        self._focus = table.table_picture.focus
        self.held_buttons = HeldButtons(self._focus)

    def handle(self, event: pygame.event.Event) -> UsedEvent | None:
        """Do what an event means; None if no control used it."""
        self.held_buttons.follow(event)
        action = self._focus.handle(event)
        if self.held_buttons.has_done(event, action):
            self._focus.focus(None)
            return UsedEvent()
        if action is None:
            return UsedEvent() if self._is_typed(event) else None
        if isinstance(action, Pressed):
            if event.type != pygame.KEYDOWN:
                # A clicked button must not catch the next Space or Enter.
                self._focus.focus(None)
            # The key drops a selection first; the button leaves at once, or it would seem to fail.
            command = Command.EXIT if action.name == Command.BACK else Command(action.name)
            return UsedEvent(self._table.do(command))
        if isinstance(action, Submitted):
            self._focus.focus(None)
            return UsedEvent(self._commands.new_deal.start_number(action.value))
        if isinstance(action, Changed) and action.name == line_strip.NAME:
            self._focus.focus(None)
            assert isinstance(action.value, int)
            self._commands.go_to(self._table.course.node(action.value))
        else:
            self._leave_field(event, action)
        return UsedEvent()

    def _leave_field(self, event: pygame.event.Event, action: WidgetAction) -> None:
        """Leave the number field on Esc, or if it is confirmed while empty."""
        field = self._focus.focused
        if getattr(action, "name", "") == Command.NUMBER:
            if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
                self._focus.focus(None)
        elif isinstance(field, NumberEntry) and field.confirms_nothing(event):
            self._focus.focus(None)
            self._commands.new_deal.refuse_number()

    def _is_typed(self, event: pygame.event.Event) -> bool:
        """True for what is typed while the number field is open: it must not play."""
        typing = isinstance(self._focus.focused, NumberEntry)
        typed = event.type == pygame.KEYDOWN and event.unicode
        return typing and bool(typed) and event.unicode.isprintable()
