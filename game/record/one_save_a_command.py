"""Collects what a command does to the open deal. Its last action saves and traces all of it."""

from __future__ import annotations

from game.play.session import Session
from game.storage import Play
from game.system.console import Tracer


class PendingCommand:
    """The actions of one command so far, each described as it was when it had just been made."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.ordered: tuple[str, ...] = ()
        self._actions: list[dict[str, object]] = []

    @property
    def actions(self) -> int:
        """The number of actions added."""
        return len(self._actions)

    def add(self, session: Session, what: str) -> None:
        """Add the action that has just been made."""
        self._actions.append(_trace_fields(session, what))

    def trace(self, tracer: Tracer, *, saved: bool) -> None:
        """Trace the actions in their order. `saved`: they are on disk."""
        for fields in self._actions:
            tracer.event("action" if saved else "unsaved", **fields)


def _trace_fields(session: Session, what: str) -> dict[str, object]:
    """The trace fields that describe a deal after an action."""
    return {
        "game": session.rules.name,
        "number": session.number,
        "move": what,
        "moves": session.moves,
        "won": session.is_won,
        "stuck": session.is_stuck,
    }
