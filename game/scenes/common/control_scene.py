"""Bases of scenes: one with controls, which glide and have tooltips, and one about a session."""

from __future__ import annotations

import pygame

from game.core.deals import deal_name
from game.play.session import Session
from game.scenes.common.base import Change, Scene
from game.scenes.common.services import Services
from game.widgets.base import Widget
from game.widgets.focus import FocusGroup
from game.widgets.tooltip import Tooltip


class ControlScene(Scene):
    """A subclass passes each event to `focus`, then to `follow_tooltip`.

    The tooltip is to be drawn after everything else.
    """

    def __init__(self, services: Services, focus: FocusGroup) -> None:
        super().__init__(services)
        self.focus: FocusGroup = focus
        self._tooltip = Tooltip(services.shown_key)

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
