"""Handles events on the controls of a table's bars, among them the field for a deal number."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.desktop.key_bindings import Command
from game.scenes.common.base import Change
from game.scenes.common.deal_sources import tell_no_number
from game.scenes.table.commands import TableCommands
from game.scenes.table.held_buttons import HeldButtons
from game.scenes.table.table_protocol import TableProtocol
from game.table import line_strip
from game.widgets.base import Changed, Pressed, Refused, Submitted, WidgetAction
from game.widgets.number_entry import NumberEntry


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
        if isinstance(action, Refused) or (action is None and self._is_typed(event)):
            tell_no_number(self._table.services)
            return UsedEvent()
        if action is None:
            return None
        if isinstance(action, Pressed):
            if event.type != pygame.KEYDOWN:
                # A clicked button must not catch the next Space or Enter.
                self._focus.focus(None)
            return UsedEvent(self._table.do(Command(action.name)))
        if isinstance(action, Submitted):
            self._focus.focus(None)
            return UsedEvent(self._commands.new_deal.start_number(action.value))
        if isinstance(action, Changed) and action.name == line_strip.NAME:
            self._focus.focus(None)
            assert isinstance(action.value, int)
            self._commands.go_to_place(action.value)
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
            self._commands.new_deal.start_again()

    def _is_typed(self, event: pygame.event.Event) -> bool:
        """True for a letter typed into the number field: it must not play."""
        field = self._focus.focused
        return isinstance(field, NumberEntry) and field.is_letter(event)
