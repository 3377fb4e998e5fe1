"""What keys and mouse mean at a table: the card cursor first, then the bars, then the cards."""

from __future__ import annotations

import pygame

from game.desktop import key_bindings
from game.desktop.key_bindings import Command
from game.scenes.common.base import Change
from game.scenes.common.tips_and_first_games import tell_tip
from game.scenes.table.bar_events import BarEvents
from game.scenes.table.commands import TableCommands
from game.scenes.table.table_protocol import TableProtocol
from game.widgets.number_entry import digit_of
from game.widgets.tooltip import Tooltip


class KeysAndMouse:
    """Does what each event at one table means."""

    def __init__(self, table: TableProtocol, commands: TableCommands) -> None:
        self._table = table
        self._focus = table.table_picture.focus
        self._controls = BarEvents(table, commands)
        self.tooltip = Tooltip(table.services.shown_key)
        self._refused: int | None = None
        """The key that was pressed last, if it was refused."""

    @property
    def due(self) -> list[float | None]:
        """In how many seconds `update` does something: one number or None for each reason."""
        return [self.tooltip.due, self._table.mouse.due, self._controls.held_buttons.due]

    def update(self, seconds: float) -> None:
        """Let time pass: a held button does its command again, a tooltip appears, a click turns
        out to be no double click.
        """
        again = self._controls.held_buttons.update(seconds)
        if again is not None:
            self._table.do(Command(again))
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
        moved = self._table.arrow_keys.handle(event, self._table.session)
        if moved is not None:
            self._table.show(moved)
            return None
        used = self._controls.handle(event)
        if used is not None:
            self._table.show_session()
            return used.change
        command = key_bindings.command_of(event) or self._table.sign_and_bar.offer.answer(event)
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
        used = None if table.mouse.dragging else self._controls.handle(event)
        if used is not None:
            self.tooltip.hide()
            return used.change
        self.tooltip.follow(event, self._focus.hovered)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._focus.focus(None)
            table.arrow_keys.point(table.table_picture.cards.hit(*event.pos))
        hint = table.advice.hint, table.table_picture.card_painter.marks.hint
        outcome = table.mouse.handle(event, hint)
        if outcome is not None:
            table.show(outcome)
        tip = table.mouse.shortcut_tip
        if tip is not None and table.counts:
            tell_tip(table.services, tip, double=table.session.rules.double_click_home)
        return None
