"""What a deal is called."""

from __future__ import annotations

from typing import Final

DECK_SHOWN: Final = 8
"""How many letters of its deck are the label of a deal without number and pack."""
CUT: Final = "…"
"""Ends such a label."""


def deal_name(title: str, label: int | str | None) -> str:
    """A deal's name: the title of its game, and its label if it has one."""
    return title if label is None else f"{title} {label}"


def label_of(number: int | None, place: str, deck: str) -> int | str:
    """What a deal is called beside its game: its number, else its id in a pack (`Pack.place_of`),
    else the first letters of its deck and CUT.
    """
    return number if number is not None else place.partition(" ")[0] or deck[:DECK_SHOWN] + CUT
