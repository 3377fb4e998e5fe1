"""The scenes that the program starts with."""

from __future__ import annotations

import secrets

from game import deals
from game.assets import levels_folder
from game.catalogue import packs_of
from game.launch import Launch, Opening
from game.scenes.base import Scene, Services
from game.scenes.deals import DealsScene
from game.scenes.menu import MenuScene
from game.scenes.table import TableScene


def first_scenes(services: Services, launch: Launch) -> list[Scene]:
    """The stack to start with, lowest first: the menu, and the game asked for on it."""
    scenes: list[Scene] = [MenuScene(services)]
    opening = launch.opening
    if opening is None:
        return scenes
    if opening.to_list or opening.pack is not None:
        scenes.append(_list(services, opening))
    if not opening.to_list:
        scenes.append(_table(services, opening))
    return scenes


def _list(services: Services, opening: Opening) -> DealsScene:
    """The list of a game, or of the pack that was named, which may lie anywhere."""
    rules = opening.rules
    packs = packs_of(rules, levels_folder(), services.folders.levels)
    if opening.pack is not None:
        packs.insert(0, opening.pack)
    deck = "" if opening.deck is None else deals.deck_text(opening.deck)
    return DealsScene(services, packs, deck=deck)


def _table(services: Services, opening: Opening) -> TableScene:
    number, deck = opening.number, opening.deck
    if number is None and deck is None:
        number = secrets.randbelow(deals.HIGHEST_NUMBER + 1)
    if deck is None:
        assert number is not None
        deck = deals.deck_of(number)
    return TableScene(services, opening.rules, deck, number, opening.moves)
