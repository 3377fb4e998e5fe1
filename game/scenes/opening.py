"""The scenes that the program starts with."""

from __future__ import annotations

from game import deals
from game.launch import Launch, Opening
from game.rules import BrainJam
from game.scenes import elsewhere
from game.scenes.base import Scene, Services
from game.scenes.menu import MenuScene
from game.scenes.newdeal import new_number


def first_scenes(services: Services, launch: Launch) -> list[Scene]:
    """The stack to start with, lowest first: the menu, and the game asked for on it."""
    scenes: list[Scene] = [MenuScene(services)]
    opening = launch.opening
    if opening is None:
        return scenes
    listed = opening.rules.name == BrainJam.name
    if listed or opening.to_list or opening.pack is not None:
        deck = _letters(opening)
        scenes.append(elsewhere.deal_list(services, opening.rules, deck=deck, pack=opening.pack))
    if not opening.to_list:
        scenes.append(_table(services, opening))
    return scenes


def _letters(opening: Opening) -> str:
    """The 52 letters of the deal to open; empty where none is named."""
    if opening.deck is not None:
        return deals.deck_text(opening.deck)
    return "" if opening.number is None else deals.deck_text(deals.deck_of(opening.number))


def _table(services: Services, opening: Opening) -> Scene:
    number, deck = opening.number, opening.deck
    if number is None and deck is None:
        number = new_number(services, opening.rules)
    if deck is None:
        assert number is not None
        deck = deals.deck_of(number)
    table = elsewhere.table(services, opening.rules, deck, number, opening.moves)
    table.counsel.typed = opening.number is not None and not opening.moves
    return table
