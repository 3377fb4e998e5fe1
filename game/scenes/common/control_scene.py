"""Bases of scenes: one with controls, which dispatches what they do, and one about a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pygame

from game.core.deals import deal_name
from game.desktop.commands import Command, Control, command_of
from game.play.session import Session
from game.scenes.common.base import Change, OpenHelp, OpenOptions, Push, Quit, Scene
from game.scenes.common.services import Services
from game.widgets.base import Changed, Pressed, Submitted, Widget, WidgetAction
from game.widgets.choices import Choice
from game.widgets.focus import FocusGroup
from game.widgets.tooltip import Tooltip

Does = Callable[[], Change | None]
Takes = Callable[[Any], Change | None]


class ControlScene(Scene):
    """A subclass makes its controls in `build`, and declares what they do: in `does` what a button
    or a key does, by the name of the control or the command; in `takes` what is done with a
    control's new value, in `submits` with a confirmed one.

    The tooltip is to be drawn after everything else.
    """

    does: dict[str, Does]
    takes: dict[str, Takes]
    submits: dict[str, Takes]
    keeps_clicked = True
    """False: a control that was clicked must not take the next key."""

    def __init__(self, services: Services, focus: FocusGroup) -> None:
        super().__init__(services)
        self.focus: FocusGroup = focus
        self.does, self.takes, self.submits = {}, {}, {}
        self._tooltip = Tooltip(services.shown_key)
        self._dragged = False
        """The mouse has moved the control whose new value is taken."""

    def build(self) -> Sequence[Widget]:
        """Make the controls, in the language of now; returns them in the order of Tab."""
        return self.focus.widgets

    def rebuild(self) -> None:
        """Make the controls again. Choices keep what is chosen, the keyboard stays where it is."""
        before = {str(each.name): each for each in self.focus.widgets}
        self.focus.renew(self.build())
        for widget in self.focus.widgets:
            old = before.get(str(widget.name))
            if isinstance(widget, Choice) and isinstance(old, Choice):
                widget.value = old.value

    def follow_language(self) -> None:
        """Make the controls again in the other language."""
        self._tooltip.hide()
        self.rebuild()

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The scene's first keys, the controls, then keys of controls and commands."""
        change: Change | None = None
        is_key = event.type == pygame.KEYDOWN
        if not (is_key and self.take_key(event)):
            action = self.focus.handle(event)
            if action is not None:
                self._dragged = event.type == pygame.MOUSEMOTION
                change = self.act(action)
                self._dragged = False
            elif is_key:
                change = self.press_key(event)
        if event.type == pygame.MOUSEBUTTONUP and not self.keeps_clicked:
            self.focus.focus(None)
        self.follow_tooltip(event)
        return change

    def take_key(self, event: pygame.event.Event) -> bool:
        """Use a key before the controls; False: they get it."""
        return False

    def act(self, action: WidgetAction) -> Change | None:
        """Do what a control asks for."""
        match action:
            case Pressed(name):
                return self.do(name)
            case Changed(name, value) if name in self.takes:
                return self.takes[name](value)
            case Submitted(name, value) if name in self.submits:
                return self.submits[name](value)
        return None

    def press_key(self, event: pygame.event.Event) -> Change | None:
        """Do what a key means that no control has used."""
        name = name_of_key(self.does, event) or command_of(event)
        return None if name is None else self.do(name)

    def do(self, name: str) -> Change | None:
        """Do what the scene declares for a control or a command, or what every scene does; nothing
        if the control is disabled.
        """
        if any(each.name == name and not each.enabled for each in self.focus.widgets):
            return None
        if name in self.does:
            return self.does[name]()
        match name:
            case Command.OPTIONS:
                return Push(OpenOptions(self.game))
            case Command.HELP:
                return Push(OpenHelp(self.game))
            case Command.QUIT:
                return Quit()
            case Command.FULLSCREEN:
                self.services.switch_fullscreen()
        return None

    @property
    def busy(self) -> bool:
        """True while a list or a page glides."""
        return any(widget.moving for widget in self.focus.widgets)

    @property
    def due(self) -> float | None:
        """Seconds until a tooltip appears; None: none is due."""
        return self._tooltip.due

    @property
    def tooltip_widget(self) -> Widget | None:
        """The control whose tooltip is to appear: the one under the mouse."""
        return self.focus.hovered

    def follow_tooltip(self, event: pygame.event.Event) -> None:
        """Have the tooltip react to an event, and note what looks different now."""
        self._tooltip.follow(event, self.tooltip_widget)
        self.stale = self.stale or self.focus.stale or self._tooltip.stale

    def update(self, seconds: float) -> Change | None:
        """Let lists and pages glide, and the tooltip come."""
        for widget in self.focus.widgets:
            if widget.moving:
                widget.update(seconds, glides=self.services.motion)
                self.stale = True
        self._tooltip.update(seconds)
        self.stale = self.stale or self._tooltip.stale
        return None


def name_of_key(names: Iterable[str], event: pygame.event.Event) -> str | None:
    """The first of some controls and commands that has the key of a KEYDOWN event."""
    return next((name for name in names if isinstance(name, Control) and name.fits(event)), None)


class SessionScene(ControlScene):
    """A scene about the deal of a table's session. A subclass sets `focus`."""

    def __init__(self, services: Services, session: Session) -> None:
        super().__init__(services, FocusGroup())
        self._session, self._ = session, services.language

    @property
    def game(self) -> str | None:
        """The session's game."""
        return self._session.rules.name

    @property
    def title(self) -> str:
        """The game's name and the deal's number."""
        return deal_name(self._session.rules.title, self._session.label)
