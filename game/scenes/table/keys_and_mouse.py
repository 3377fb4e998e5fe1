"""What keys and mouse mean at a table: the card cursor first, then the bars, then the cards."""

from __future__ import annotations

from typing import Final

import pygame

from game.desktop.commands import Command, WhenHeld, command_of
from game.scenes.common.base import Change
from game.scenes.common.deal_sources import tell_no_number
from game.scenes.common.tips_and_first_games import note_used, tell_tip
from game.scenes.table.commands import TableCommands
from game.scenes.table.played_table import PlayedTable
from game.table import line_strip
from game.widgets.base import Changed, Pressed, Refused, Submitted, Widget, WidgetAction
from game.widgets.number_entry import NumberEntry, digit_of
from game.widgets.tooltip import Tooltip

REPEAT_AFTER_S: Final = 0.4
REPEAT_EVERY_S: Final = 1 / 22
"""A held button does its command again."""


class KeysAndMouse:
    """Does what each event at one table means."""

    def __init__(self, table: PlayedTable, commands: TableCommands) -> None:
        self._table, self._commands = table, commands
        self._focus = table.table_picture.focus
        self.tooltip = Tooltip(table.services.shown_key)
        self._refused: int | None = None
        """The key that was pressed last, if it was refused."""
        self._held_for = 0.0
        """Minus the seconds until a held button is pressed again; from 0 on it is due."""
        self._repeated = False
        """Whether the held button was pressed again: then its release does nothing more."""

    @property
    def due(self) -> list[float | None]:
        """In how many seconds `update` does something: one number or None for each reason."""
        again = None if self._held is None else max(0.0, -self._held_for)
        return [self.tooltip.due, self._table.mouse.due, again]

    def update(self, seconds: float) -> None:
        """Let time pass: a held button does its command again, a tooltip appears, a click turns
        out to be no double click.
        """
        self._repeat(seconds)
        self.tooltip.update(seconds)
        if self.tooltip.stale:
            self._table.stale = True
        refused = self._table.mouse.update(seconds)
        if refused is not None:
            self._table.show(refused)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Do what an event means; returns the change of the stack that it asks for."""
        if event.type == pygame.KEYDOWN:
            self._table.mouse.note_key(event)
            change = self._held_key(event)
        else:
            change = self._mouse(event)
        if self._focus.stale or self.tooltip.stale:
            self._table.stale = True
        return change

    # Keys

    def _held_key(self, event: pygame.event.Event) -> Change | None:
        """Do what a key means. While it is held it is refused only once."""
        if getattr(event, "repeated", False) and event.key == self._refused:
            return None
        before = self._table.refusals
        change = self._key(event)
        self._refused = event.key if self._table.refusals > before else None
        return change

    def _key(self, event: pygame.event.Event) -> Change | None:
        self.tooltip.hide()
        if self._table.finder.take(event):
            self._table.show_session()
            return None
        moved = self._table.arrow_keys.handle(event, self._table.session)
        if moved is not None:
            self._table.show(moved)
            return None
        action = self._on_controls(event)
        if action is not None:
            change = self._act(action, event)
            self._table.show_session()
            return change
        command = command_of(event) or self._table.sign_and_bar.offer.answer(event)
        if command is not None:
            return self._table.do(command)
        if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._letter(event)
        return None

    def _letter(self, event: pygame.event.Event) -> None:
        char = event.unicode
        letter = char if char.isascii() and char.isalnum() else digit_of(event)
        outcome = self._table.session.key(letter, second=bool(event.mod & pygame.KMOD_SHIFT))
        if outcome is not None:
            self._table.show(outcome)

    # The mouse

    def _mouse(self, event: pygame.event.Event) -> Change | None:
        table = self._table
        action = None if table.mouse.dragging else self._on_controls(event)
        if action is not None:
            change = self._act(action, event)
            self.tooltip.hide()
            return change
        self.tooltip.follow(event, self._focus.hovered)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._focus.focus(None)
            table.arrow_keys.point(table.table_picture.cards.hit(*event.pos))
        hint = table.advice.hint, table.table_picture.card_painter.marks.hint
        outcome = table.mouse.handle(event, hint)
        if outcome is not None:
            table.show(outcome)
        if table.mouse.followed_tip is not None:
            note_used(table.services, table.mouse.followed_tip)
        tip = table.mouse.shortcut_tip
        if tip is not None and table.counts:
            tell_tip(table.services, tip)
        return None

    @property
    def _held(self) -> Widget | None:
        """The button that repeats and is held by the mouse, which is over it."""
        held = (widget for widget in self._focus.widgets if widget.is_down)
        return next((each for each in held if _repeats(each)), None)

    def _repeat(self, seconds: float) -> None:
        """Do the command of a held button again when it is due."""
        button = self._held
        if button is None:
            self._held_for = -REPEAT_AFTER_S
            return
        self._held_for += seconds
        if self._held_for >= 0:
            self._held_for, self._repeated = -REPEAT_EVERY_S, True
            self._table.do(Command(button.name))

    # The controls of the bars

    def _on_controls(self, event: pygame.event.Event) -> WidgetAction | None:
        """Hand an event to the controls; None if none used it. A letter typed into the number field
        must not play.
        """
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._repeated, self._held_for = False, -REPEAT_AFTER_S
        action, field = self._focus.handle(event), self._focus.focused
        if action is None and isinstance(field, NumberEntry) and field.is_letter(event):
            return Refused(field.name)
        return action

    def _act(self, action: WidgetAction, event: pygame.event.Event) -> Change | None:
        """Do what a control asks for. A clicked one must not catch the next Space or Enter."""
        match action:
            case Pressed() if self._repeated and event.type != pygame.KEYDOWN:
                # The release of a button that was held.
                self._repeated = False
                self._focus.focus(None)
            case Pressed(name):
                if event.type != pygame.KEYDOWN:
                    self._focus.focus(None)
                return self._table.do(Command(name))
            case Refused():
                tell_no_number(self._table.services)
            case Submitted(_, number):
                self._focus.focus(None)
                return self._commands.start_number(number)
            case Changed(line_strip.NAME, int(place)):
                self._focus.focus(None)
                self._commands.go_to_place(place)
            case _:
                self._leave_field(event, action)
        return None

    def _leave_field(self, event: pygame.event.Event, action: WidgetAction) -> None:
        """Leave the number field on Esc, or if it is confirmed while empty."""
        field = self._focus.focused
        if getattr(action, "name", "") == Command.NUMBER:
            if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
                self._focus.focus(None)
        elif isinstance(field, NumberEntry) and field.confirms_nothing(event):
            self._focus.focus(None)
            self._commands.start_again()


def _repeats(button: Widget) -> bool:
    """Whether a button does its command again while it is held."""
    return isinstance(button.name, Command) and button.name.row.held is WhenHeld.BUTTON
