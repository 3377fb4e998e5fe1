"""The base of the scenes about a session's deal: map, review and comparison."""

from __future__ import annotations

from game.play.session import Session
from game.rules import deal_name
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.services import Services
from game.widgets.focus import FocusGroup


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
        return deal_name(self._session.rules, self._session.label)
