"""Why the rules refuse a move."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why a move is refused; `game.play.refusals` has the sentence for each."""

    BARE = "bare"
    """The place is empty: no card can leave it."""
    NOT_THERE = "not-there"
    """The card is in no place that it could leave."""
    COVERED = "covered"
    """Other cards lie on it that cannot come along; of a card with its run, on the way home."""
    FACE_DOWN = "face-down"
    NOTHING = "nothing"
    """There is no place it could go to."""
    AFTER_KING = "after-king"
    """A gap: no card follows the king at its left."""
    AFTER_GAP = "after-gap"
    """A gap: no card follows the gap at its left."""
    NO_TWO = "no-two"
    """A gap at the left end of a row: every two lies at such an end."""
    NOT_NEXT = "not-next"
    """The foundation wants another card first."""
    MISFIT = "misfit"
    """The two cards do not go together."""
    OCCUPIED = "occupied"
    """There is no such empty place."""
    OTHER_SUIT = "other-suit"
    """The foundation is another suit's."""
    SAME = "same"
    """The move would change nothing."""
    TOO_LONG = "too-long"
    """The run is longer than the free places can carry; `Facts.too_long` is its sentence."""
    ONE_CARD = "one-card"
    """Nothing is built on the card of a reserve, and no run goes there."""
    NO_RETURN = "no-return"
    """No card goes back to the stock or to the pulled cards."""
    KINGS_ONLY = "kings-only"
    FIXED = "fixed"
    """The card is in sequence and stays."""
    NO_TURNS = "no-turns"
    """No turn-over is left."""
    NO_CARDS = "no-cards"
    """There is nothing to pull and nothing to turn over."""
    RESERVE_LEFT = "reserve-left"
    """The pulled cards cannot be turned over while cards are in the reserve."""
    RESERVE_EMPTY = "reserve-empty"
    """Nothing can be pulled before the pulled cards are turned over."""
    NOT_STUCK = "not-stuck"
    """A redeal has to wait until no card can move."""
    REDEAL_DUE = "redeal-due"
    """No card can move, but a redeal is left."""
    NO_REDEALS = "no-redeals"
    """No redeal is left."""
    NO_SECOND = "no-second"
    """The card has no second choice."""
    PURGED = "purged"
    """A purge finds no card to send."""
    NO_UNDO = "no-undo"
    NO_REDO = "no-redo"
    NO_BETTER = "no-better"
    NO_ANSWER = "no-answer"
    NO_BOOKMARK = "no-bookmark"


class IllegalMove(ValueError):
    """A move that the rules refuse."""

    def __init__(self, refusal: Refusal, most: int = 0) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.most = most
        """For TOO_LONG: how many cards could have moved."""
