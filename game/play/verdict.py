"""What the player is told about winning from a position: the verdict light and a sentence."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.play.spoken_cards_and_moves import Words


class VerdictLight(StrEnum):
    """The verdict light's states. The solver's `Verdict` knows only three of them."""

    CAN = "can"
    CANNOT = "cannot"
    NEVER = "never"
    """It is proved that the deal itself cannot be won."""
    WITHOUT = "without"
    """Gaps: the position can be won without a redeal; ONE: with one redeal; TWO: with two."""
    ONE = "one"
    TWO = "two"
    AT_MOST_ONE = "at-most-one"
    """As ONE and TWO, where it is not proved that fewer redeals will not do."""
    AT_MOST_TWO = "at-most-two"
    WHATEVER = "whatever"
    """Gaps: it cannot be won, whatever is done in the redeals that are left."""
    THINKING = "thinking"
    UNKNOWN = "unknown"
    """The search met its limits."""
    NO_SOLVER = "no-solver"
    """Nobody searches: the game has no solver."""


LOST: Final = (VerdictLight.CANNOT, VerdictLight.NEVER, VerdictLight.WHATEVER)
AT_MOST: Final = (VerdictLight.AT_MOST_ONE, VerdictLight.AT_MOST_TWO)
"""Lights that say how many redeals will do, while fewer may."""
WITH_A_REDEAL: Final = (VerdictLight.ONE, VerdictLight.TWO, *AT_MOST)


def winnable_with(redeals: int, *, fewest: bool) -> VerdictLight:
    """Gaps: the light for a win that takes so many redeals. `fewest`: fewer will not do."""
    if not redeals:
        return VerdictLight.WITHOUT
    proved = VerdictLight.ONE, VerdictLight.TWO
    return (proved if fewest else AT_MOST)[redeals - 1]


def verdict_words(light: VerdictLight, _: Words) -> str:
    """The sentence for a state, such as `can still be won`."""
    return {
        VerdictLight.CAN: _("can still be won"),
        VerdictLight.CANNOT: _("can no longer be won"),
        VerdictLight.NEVER: _("this deal cannot be won"),
        VerdictLight.WITHOUT: _("can still be won without a redeal"),
        VerdictLight.ONE: _("can still be won with one redeal"),
        VerdictLight.TWO: _("can still be won with two redeals"),
        VerdictLight.AT_MOST_ONE: _("can still be won with at most one redeal"),
        VerdictLight.AT_MOST_TWO: _("can still be won with at most two redeals"),
        VerdictLight.WHATEVER: _("cannot be won, whatever you do"),
        VerdictLight.THINKING: _("the solver is still thinking"),
        VerdictLight.UNKNOWN: _("the solver cannot tell"),
        VerdictLight.NO_SOLVER: _("there is no solver for this game"),
    }[light]


def within_redeals(redeals: int, _: Words) -> str:
    """Gaps: how many redeals will do, as a win that takes so many is known."""
    return {
        0: _("without a redeal"),
        1: _("with at most one redeal"),
        2: _("with at most two redeals"),
    }[redeals]


def lost_hint_words(score: int | None, _: Words) -> str:
    """Says where the hint of a lost position leads (Gaps); empty if there is no such score."""
    if score is None:
        return ""
    return _("the hint leads to the best possible score, {score}").format(score=score)
