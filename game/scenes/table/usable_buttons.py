"""Which buttons of the bars can be used, and why the others cannot."""

from __future__ import annotations

from game.desktop.keys import Command
from game.play.session import Session
from game.system.language import Language


def usable_buttons(session: Session) -> dict[Command, bool]:
    """Whether each command of the bars can be used in the present position."""
    tree = session.tree
    return {
        Command.UNDO: tree.can_undo,
        Command.REDO: tree.can_redo,
        Command.RESTART: tree.can_undo,
        Command.POLICY: not session.in_progress,
        Command.HINT: not session.is_won and not session.is_stuck,
        Command.VERDICT: not session.is_won,
        Command.PURGE: bool(session.rules.purge(session.position)),
        Command.REDEAL: session.needs_redeal,
    }


def why_unusable(session: Session, _: Language) -> dict[Command, str]:
    """The reason that each button gives while it cannot be used."""
    at_deal = _("this is the deal")
    redeal = _("only when no card can move") if session.turns_left else _("no redeal is left")
    over = _("the game is won") if session.is_won else _("only undo is left")
    return {
        Command.UNDO: at_deal,
        Command.RESTART: at_deal,
        Command.REDO: _("nothing was undone"),
        Command.POLICY: _("only at the deal"),
        Command.HINT: over,
        Command.VERDICT: over,
        Command.PURGE: _("no card can go home now"),
        Command.REDEAL: redeal,
    }
