"""Why a move was refused, as a sentence for the player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.messages import Translate, Wording
from game.rules import IllegalMove, Refusal


def sentence(error: IllegalMove, words: Translate = str) -> str:
    """The reason as a sentence without a full stop, in a language; English without."""
    return wording(error).said(words)


def wording(error: IllegalMove) -> Wording:
    """The reason, to be said in any language."""
    return _WORDINGS[error.refusal].filled(most=error.most)


_WORDINGS: Final[Mapping[Refusal, Wording]] = {
    Refusal.BARE: Wording("There is no card to move"),
    Refusal.NOT_THERE: Wording("There is no such card to move"),
    Refusal.COVERED: Wording("Other cards lie on it that cannot come along"),
    Refusal.FACE_DOWN: Wording("The card lies face down"),
    Refusal.NOTHING: Wording("There is nowhere to go"),
    Refusal.UNFILLED: Wording("No card fits there"),
    Refusal.NO_SECOND: Wording("There is no second choice"),
    Refusal.NOT_NEXT: Wording("Another card of the suit goes home first"),
    Refusal.MISFIT: Wording("The two do not go together"),
    Refusal.OCCUPIED: Wording("No such place is empty"),
    Refusal.SAME: Wording("That would change nothing"),
    Refusal.TOO_LONG: Wording("Too many cards at once: at most {most} can move there"),
    Refusal.KINGS_ONLY: Wording("Only a king goes to an empty column"),
    Refusal.FIXED: Wording("The card is in sequence and stays"),
    Refusal.NO_TURNS: Wording("No turn-over is left"),
    Refusal.NO_CARDS: Wording("There is nothing to pull or to turn over"),
    Refusal.NOT_STUCK: Wording("A redeal has to wait until no card can move"),
    Refusal.REDEAL_DUE: Wording(
        "No card can move: it is time to redeal (by the button, or two quick clicks on a card)"
    ),
    Refusal.NO_REDEALS: Wording("No redeal is left"),
    Refusal.PURGED: Wording("No card can be sent home"),
    Refusal.NO_UNDO: Wording("There is nothing to undo"),
    Refusal.NO_REDO: Wording("There is nothing to redo"),
    Refusal.NOT_AT_END: Wording("Only the last action of a line can be forgotten"),
    Refusal.NO_BETTER: Wording("No shorter path to this position is known"),
    Refusal.NO_ANSWER: Wording("No answer is known from here"),
    Refusal.NO_BOOKMARK: Wording("There is no bookmark"),
}
