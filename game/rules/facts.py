"""What distinguishes one game from another besides its moves: data for all other packages."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from game.core.position import Pile, PileKind
from game.core.translatable_texts import Wording


class Reach(NamedTuple):
    """One column, or the sum of columns one below the other, without the last card of each."""

    backs: int
    """Cards that lie face down."""
    faces: int
    """Covered cards that lie face up."""


class Spread(NamedTuple):
    """One way to spread a game; lengths in dp, or in card widths (CW) or heights (CH) if said."""

    across: int
    """The number of columns side by side, or of piles in the top row if that is more. Then the row
    of columns is centred below the top row.
    """
    width: float
    """The width of a row with the narrowest gaps, in CW."""
    gap: float
    """The largest gap between columns, in CW."""
    row_gap: float
    """The gap from the top row to the columns, in dp; without columns: between rows, in CH."""
    fan: float
    """The usual step from card to card in a column, in CH. It grows and shrinks with the room."""
    top: tuple[tuple[PileKind, int, int], ...] = ()
    """Each kind of the top row from left to right, the column it begins at, and how many piles it
    has.
    """
    plate: tuple[int, int] = (0, 0)
    """The first and the last column, from 0, that the plate spans; no pile of its row lies there.
    Without meaning if `headed`.
    """
    dealt: Reach = Reach(0, 0)
    """The columns that must fit with the usual step."""
    usual: Reach = Reach(0, 0)
    """The columns that must fit with the smallest step, so that cards seldom shrink during play."""
    usual_wide: Reach = Reach(0, 0)
    """The same for faces whose index needs more of the card."""
    open_for: Reach = Reach(0, 0)
    """The columns for which steps grow if there is more room."""
    packed: float | None = None
    """The gap in the top row, in CW, if its two kinds are packed against the sides; else None."""
    rows: tuple[int, ...] = ()
    """Columns per row of columns; empty: one row."""
    headed: bool = False
    """True: the plate has a line of its own above the cards. Such a spread is used only in a window
    that is higher than wide, unless the game has no other.
    """
    aside: bool = False
    """The first kind of the top row stands beside the columns, one pile below the other; the plate
    has the place that the last row of columns leaves free.
    """
    worth: float = 1.0
    """A spread other than the game's first is used only if cards become wider by this factor."""

    @property
    def lines(self) -> int:
        """Rows of columns, or of places."""
        return max(1, len(self.rows))

    def columns_inset(self, table: Sequence[Pile], xs: Sequence[int]) -> int:
        """How far a row of columns is moved right to centre it under a longer top row. `xs`: the
        left edges of the piles side by side, in any unit.
        """
        if self.rows:
            return 0
        count = sum(pile.kind is PileKind.COLUMN for pile in table)
        return (xs[self.across - count] - xs[0]) // 2


class OwnButton(StrEnum):
    """What the game's own button at the table does."""

    PURGE = "purge"
    """Send home what is safe to send."""
    AUTOPLAY = "autoplay"
    """Send home all that can go."""
    REDEAL = "redeal"
    """Deal all cards again that are not in sequence."""


class RuleChoice(NamedTuple):
    """A value of an option of the rules, and what it is called."""

    word: str
    """The value, as rules and settings hold it. It is also the option word for the command line,
    sharing lines and packs.
    """
    label: Wording
    """What the options page calls it."""
    text: Wording
    """The name after other words."""
    title: Wording
    """The name by itself."""
    short: Wording
    """The name where there is little room."""


class GameOption(NamedTuple):
    """A choice of the player that belongs to one game."""

    setting: str
    """The name of the field of the settings that holds the choice, and of the field of the rules if
    they depend on it.
    """
    label: Wording
    """What the options page calls it; a screen reader tells games' options apart by it."""
    choices: tuple[RuleChoice, ...] = ()
    """The values, the default first. A deal is another game under each of them. Empty: the option
    is a switch, on which the rules do not depend.
    """
    change: Wording = Wording("Change the rule")
    """What the button does that changes the choice."""
    names_default: bool = False
    """True if the policy's text has the word of the default too."""


class KeyHelp(NamedTuple):
    """A line of the help on keys: what a key of the keyboard does in a game."""

    key: str
    """Letters and digits as they are printed (`A–H`), or one of the keys below."""
    meaning: Wording


SHIFT: Final = "shift"
LETTER: Final = "letter"
AGAIN: Final = "again"
SPACE: Final = "space"
"""The special values of `KeyHelp.key`: Shift, one more letter, the same letter again, space."""


class Facts(NamedTuple):
    """The differences of one game. The defaults are those of a game that has nothing special."""

    spreads: tuple[Spread, ...]
    """How the piles are spread over the table. The first is the usual one in a window wider than
    high; the others are used where they make cards larger.
    """
    suit: str = "cards"
    """The sign that stands for the game: spade, heart, diamond, club, or cards of no suit."""
    motto: Wording | None = None
    """One line about the game for the menu, in each language of at most 36 letters: a longer one is
    left out on narrow cards.
    """
    graded_list: bool = False
    """True: the program has a list of the game's deals with their difficulty. The game opens with
    the list, a deal is named by its place on it (`No. 12`), and a won deal leads to the next.
    False: the game opens with a new deal, named by its number.
    """
    answers_files: bool = False
    """True if the older program wrote files of answers, which can be imported and exported."""
    lettered: tuple[int, ...] = ()
    """The piles that letters name in an answer, `a` first; a letter stands for the pile's end card.
    Empty if answers are written in words such as `7h>8s`.
    """
    proves_par: bool = True
    """False if a player's machine cannot prove a par: then the par is a short answer, unproved."""
    in_sequence: bool = False
    """True: the score counts the cards in sequence, and is called so. False: the cards home."""
    hover_targets: bool = False
    """One-click games: True if a hovered place shows where its card can go, or which card fits."""
    not_in_sequence: Wording = Wording("Only cards in sequence at the end of a column can move")
    """Why a card is refused, with those on it, in a game that moves runs."""
    column: Wording = Wording("column {number}")
    """What one of the columns is called."""
    empty_place: Wording = Wording("an empty column or reserve")
    """Where a card can go besides onto another, within a sentence."""
    demo_column: int = 9
    """How many cards a column has at most in the deals that the menu plays by itself."""
    button: OwnButton = OwnButton.PURGE
    options: tuple[GameOption, ...] = ()
    keys: tuple[KeyHelp, ...] = ()
    """The game's lines of the key help."""

    @property
    def policies(self) -> tuple[GameOption, ...]:
        """The options on which the rules depend: a deal is another game under each choice."""
        return tuple(option for option in self.options if option.choices)

    @property
    def redeals(self) -> bool:
        """True if loose cards can be dealt again. Then a verdict takes the redeals that are left
        into account, and an answer states how many it takes. False: a verdict is of the layout
        alone.
        """
        return self.button is OwnButton.REDEAL

    @property
    def par_is_shortest(self) -> bool:
        """True if no answer can be shorter than a proved par. False with redeals: that par is of
        the answers with the fewest redeals, and one with more of them can be shorter.
        """
        return not self.redeals

    @property
    def purges(self) -> bool:
        """True if the game has a command that sends cards home."""
        return not self.redeals
