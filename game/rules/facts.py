"""What tells one game from another besides its moves: data that all other packages ask for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from game.core.messages import Wording
from game.core.named_tuple import NamedTuple
from game.rules.spread import Spread


class OwnButton(StrEnum):
    """What the game's own button at the table does."""

    PURGE = "purge"
    """Send home what is safe to send."""
    AUTOPLAY = "autoplay"
    """Send home all that can go."""
    REDEAL = "redeal"
    """Deal the loose cards again."""


class GameOption(NamedTuple):
    """A choice of the player that belongs to one game."""

    setting: str
    """The field of the settings that keeps it: a bool."""
    label: Wording
    choices: tuple[tuple[bool, Wording], ...] = ()
    """Each value and what it is called; empty for a switch."""
    words: Mapping[bool, str] = MappingProxyType({})
    """The option words of the command line, of sharing lines and of packs, by value; a value
    without a word is the usual one. Empty where the rules do not depend on the option.
    """
    help: str = ""
    """What the words do, in English, for the command line's help; empty where there are none."""
    is_policy: bool = False
    """True if a deal is another game under each value."""


class PolicyName(NamedTuple):
    """What a policy of a game is called."""

    text: Wording
    """After other words."""
    title: Wording
    """By itself."""
    short: Wording
    """Where there is little room."""


class KeyHelp(NamedTuple):
    """A line of the help on keys: what a key of the keyboard does in a game."""

    key: str
    """Letters and digits as they are printed (`A–H`), or one of the keys below."""
    meaning: Wording


SHIFT: Final = "shift"
LETTER: Final = "letter"
AGAIN: Final = "again"
SPACE: Final = "space"
"""Shift; one more letter; the same letter again; the space bar."""


class Facts(NamedTuple):
    """The differences of one game. The defaults are those of a game that has nothing special."""

    spreads: tuple[Spread, ...]
    """How its piles spread over the table: first the usual way in a window wider than high, then
    others, taken where they make cards larger.
    """
    suit: str = "spade"
    """The sign that stands for the game: spade, heart, diamond or club."""
    motto: Wording | None = None
    """One line about the game for the menu."""
    graded_list: bool = False
    """True: the program has a list of the game's deals with their difficulty. The game opens with
    the list, a deal is named by its place on it (`No. 12`), and a won deal leads to the next.
    False: the game opens with a new deal, named by its number.
    """
    answers_files: bool = False
    """True if the older program wrote files of answers, which can be imported and exported."""
    lettered: tuple[int, ...] = ()
    """The piles whose end cards an answer names by letters, `a` first; empty where an answer is
    words such as `7h>8s`.
    """
    letter_keys_move: bool = False
    """True if the letter of a pile moves its end card, so that a pill can name what redoes."""
    redeals: bool = False
    """True if loose cards can be dealt again. Then a verdict is of the whole game, redeals
    included, and an answer tells how many of them it takes. False: it is of the layout.
    """
    proves_par: bool = True
    """False if proving a par takes more than a player's machine has: a short answer must do."""
    in_sequence: bool = False
    """True: the score counts the cards in sequence, and is called so. False: the cards home."""
    hover_targets: bool = False
    """True if a hovered place shows where its card can go, or which card fits."""
    column: Wording = Wording("column {number}")
    """What one of the columns is called."""
    policies: Mapping[str, PolicyName] = MappingProxyType({})
    """The names of its policies; empty where it has none."""
    demo_column: int = 9
    """How many cards a column has at most in the deals that the menu plays by itself."""
    button: OwnButton = OwnButton.PURGE
    options: tuple[GameOption, ...] = ()
    keys: tuple[KeyHelp, ...] = ()
    """Empty: the help describes the letters of the columns in general words."""

    @property
    def purges(self) -> bool:
        """True if there are cards home that a command can send there."""
        return self.button is not OwnButton.REDEAL
