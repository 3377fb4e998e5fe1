"""The scenes that the program starts with."""

from __future__ import annotations

import secrets

from game import deals
from game.launch import Launch, Opening
from game.scenes.base import Scene, Services
from game.scenes.menu import MenuScene
from game.scenes.table import TableScene


def first_scenes(services: Services, launch: Launch) -> list[Scene]:
    """The stack to start with, lowest first: the menu, and the game asked for on it."""
    scenes: list[Scene] = [MenuScene(services)]
    if launch.opening is not None:
        scenes.append(_table(services, launch.opening))
    return scenes


def _table(services: Services, opening: Opening) -> TableScene:
    number, deck = opening.number, opening.deck
    if number is None and deck is None:
        number = secrets.randbelow(deals.HIGHEST_NUMBER + 1)
    if deck is None:
        assert number is not None
        deck = deals.deck_of(number)
    return TableScene(services, opening.rules, deck, number, opening.moves)
