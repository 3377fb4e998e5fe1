"""Why a move was refused, as a sentence for the player."""

from __future__ import annotations

from collections.abc import Callable

from game.rules import IllegalMove, Refusal


def sentence(error: IllegalMove, _: Callable[[str], str] = str) -> str:
    """The reason as a sentence without a full stop, in the language of `_`; English without."""
    return _sentences(_)[error.refusal].format(most=error.most)


def _sentences(_: Callable[[str], str]) -> dict[Refusal, str]:
    return {
        Refusal.NOT_THERE: _("There is no such card to move"),
        Refusal.COVERED: _("Other cards lie on it that cannot come along"),
        Refusal.FACE_DOWN: _("The card lies face down"),
        Refusal.NOTHING: _("There is nowhere to go"),
        Refusal.NO_SECOND: _("There is no second choice"),
        Refusal.NOT_NEXT: _("Another card of the suit goes home first"),
        Refusal.MISFIT: _("The two do not go together"),
        Refusal.OCCUPIED: _("No such place is empty"),
        Refusal.SAME: _("That would change nothing"),
        Refusal.TOO_LONG: _("Too many cards at once: at most {most} can move there"),
        Refusal.KINGS_ONLY: _("Only a king goes to an empty column"),
        Refusal.FIXED: _("The card is in sequence and stays"),
        Refusal.NO_TURNS: _("No turn-over is left"),
        Refusal.NO_CARDS: _("There is nothing to pull or to turn over"),
        Refusal.NOT_STUCK: _("A redeal has to wait until no card can move"),
        Refusal.NO_REDEALS: _("No redeal is left"),
        Refusal.PURGED: _("No card can be sent home"),
        Refusal.NO_UNDO: _("There is nothing to undo"),
        Refusal.NO_REDO: _("There is nothing to redo"),
        Refusal.NOT_AT_END: _("Only the last action of a line can be forgotten"),
        Refusal.NO_BRANCH: _("There is no branch in that direction"),
        Refusal.NO_BETTER: _("No shorter path to this position is known"),
        Refusal.NO_ANSWER: _("No answer is known from here"),
        Refusal.NO_BOOKMARK: _("There is no bookmark"),
    }
