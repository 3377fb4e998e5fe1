"""Which buttons of the bars can be used, and why the others cannot."""

from __future__ import annotations

from game.desktop.keys import Command
from game.play.session import Session
from game.system.language import Language


def usable_buttons(session: Session, _: Language) -> dict[Command, tuple[bool, str]]:
    """Whether each command of the bars can be used in the present position, with the reason that
    its button gives while it cannot.
    """
    tree, rules, won = session.tree, session.rules, session.is_won
    at_deal = _("this is the deal")
    redeal = _("only when no card can move") if session.turns_left else _("no redeal is left")
    over = _("the game is won") if won else _("only undo is left")
    sends = bool(rules.purge(session.position))
    return {
        Command.UNDO: (tree.can_undo, at_deal),
        Command.REDO: (tree.can_redo, _("nothing was undone")),
        Command.RESTART: (tree.can_undo, at_deal),
        Command.POLICY: (not session.in_progress, _("only at the deal")),
        Command.HINT: (not won and not session.is_stuck, over),
        Command.VERDICT: (not won, over),
        Command.PURGE: (sends, _("no card can go home now")),
        Command.REDEAL: (session.needs_redeal, redeal),
    }
