"""The scenes that the program starts with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.app.launch import Launch, Opening
from game.app.scene_factory import make_scene
from game.app.scene_stack import UnmadeScene
from game.core import deals
from game.scenes.common.base import OpenDeals, OpenMenu, OpenTable, Scene
from game.scenes.common.new_deal_number import new_number
from game.scenes.common.services import Services


def first_scenes(services: Services, launch: Launch) -> list[Scene]:
    """The stack to start with, lowest first: the menu, and over it the game asked for. The scenes
    below the last are made only when they come to the top, so that the first frame does not wait
    for them.
    """
    makers: list[Callable[[], Scene]] = [partial(make_scene, services, OpenMenu())]
    opening = launch.opening
    if opening is not None:
        listed = opening.rules.facts.graded_list
        if listed or opening.to_list or opening.pack is not None:
            makers.append(partial(_list, services, opening))
        if not opening.to_list:
            makers.append(partial(_table, services, opening))
    *below, top = makers
    return [*(UnmadeScene(services, make) for make in below), top()]


def _list(services: Services, opening: Opening) -> Scene:
    deck = _letters(opening)
    return make_scene(services, OpenDeals(opening.rules, deck, opening.pack))


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
    typed = opening.number is not None and not opening.moves
    table = OpenTable(opening.rules, deck, number, opening.moves, typed=typed)
    return make_scene(services, table)
