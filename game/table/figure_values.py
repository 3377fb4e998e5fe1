"""The values of a table's figures: moves, clock, progress, turns left, best answer."""

from __future__ import annotations

from typing import NamedTuple

from game.play.verdict import VerdictLight


class Figures(NamedTuple):
    """The values of the figures. A figure that is None is left out, without a gap."""

    moves: int
    home: tuple[int, int]
    """The score, and that of a won game."""
    home_label: str
    home_words: str = ""
    """What the score means."""
    clock: str | None = None
    """Of this attempt."""
    clock_in_all: str = ""
    """The time of all attempts at the deal, if there were several."""
    turns: tuple[int, int] | None = None
    """How many redeals or turn-overs are left, and how many a game has."""
    turns_label: str = ""
    """The noun for what is left, in the plural form that the count needs."""
    turns_words: str = ""
    """What a redeal or a turn-over is for."""
    turns_icon: str = "redeal"
    other: int | None = None
    """The length of a shorter way to this position."""
    other_answer: int | None = None
    """Counted moves of the shortest answer along the shorter way and on from here."""
    other_meets: bool = False
    """Whether the shorter way meets the present line here; further on it is shown quietly."""
    bookmarks: int = 0
    light: VerdictLight | None = None
    best: int | None = None
    """The length of the player's best answer, found with or without help."""
    alone: int | None = None
    """The length of the best answer found without help."""
    shortest: int | None = None
    """The shortest answer known of the deal, the player's own or not."""
    proved: bool = False
    """True: no answer is shorter."""
    redeals: str = ""
    """Gaps: how many redeals the shortest known answer takes, in words."""
