"""How the player wants cards and table to look, and what is marked on them just now."""

from __future__ import annotations

from game.core.cards import Card
from game.core.named_tuple import NamedTuple
from game.core.position import Seat
from game.graphics.felt import Felt


class Appearance(NamedTuple):
    """The player's taste."""

    large: bool = False
    """Large print."""
    palette: str = ""
    """Colours of the suits and language of the indices, as in `Settings.palette`."""
    back: str = "navy"
    felt: Felt = Felt.TEAL
    least_card: int = 0
    """The card width in dp below which bars become compact."""
    mirrored: bool = False
    """For the left hand: bars and top row have changed sides."""
    density: float = 1.0
    """The screen's: see `Scale`."""


class Pill(NamedTuple):
    """An action that can be redone, shown below the pile that its card leaves."""

    pile: int
    text: str
    """A letter, an answer's total, or a dot."""
    right: bool = False
    """At the right edge of the card: a second choice."""
    gold: bool = False
    """It leads to an answer."""


class HintMark(NamedTuple):
    """The action that a hint proposes, as it is drawn: a ring, an arrow, and where it leads."""

    seat: Seat | None
    """The lowest card that moves, or the pile to click; None: the button that deals again."""
    goal: int | None = None
    """The pile that the card moves to; None: a click is the whole action."""

    def means(self, seat: Seat) -> bool:
        """True if a click on a seat is part of the action that the hint proposes."""
        if self.seat is None:
            return False
        on_card = seat.pile == self.seat.pile and seat.depth >= self.seat.depth
        return on_card or seat.pile == self.goal


class TableMarks(NamedTuple):
    """What is marked on the table: selection, targets, what is under the mouse."""

    reversed: frozenset[Card] = frozenset()
    """Cards with their colours reversed: selected, or a target under the mouse."""
    glowing: frozenset[int] = frozenset()
    """Piles whose end glows: valid targets, a fitting card."""
    filled: int | None = None
    """The glowing empty place that is under the mouse."""
    has_target: bool = False
    """A target lies under the mouse, or under the dragged card."""
    ghost: tuple[int, Card] | None = None
    """A hovered gap, and the card that fits it."""
    runs: tuple[tuple[int, int], ...] = ()
    """First and last pile of each row of cards in sequence (Gaps)."""
    hint: HintMark | None = None
    pills: tuple[Pill, ...] = ()
    letters: str = ""
    """The key caps to show, in the order of the piles; empty for none."""
    cursor: Seat | None = None
    """The seat of the card cursor; None while it is not shown."""
