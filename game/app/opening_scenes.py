"""The scenes that the program starts with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.app.launch_options import LaunchOptions, Opening
from game.app.scene_factory import make_scene
from game.app.scene_stack import UnmadeScene
from game.core import deals
from game.core.deals import Deck
from game.core.level_packs import Pack
from game.scenes.common.base import OpenDeals, OpenMenu, OpenTable, Scene
from game.scenes.common.new_deal_number import new_number
from game.scenes.common.services import Services


def first_scenes(services: Services, launch: LaunchOptions) -> list[Scene]:
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
    dealt = _dealt(opening)
    deck = "" if dealt is None else deals.deck_text(dealt)
    return make_scene(services, OpenDeals(opening.rules, deck, opening.pack))


def _dealt(opening: Opening) -> Deck | None:
    """The deal to open; None where none is named."""
    if opening.deck is not None or opening.number is None:
        return opening.deck
    return deals.deck_of(opening.number)


def _place(pack: Pack | None, deck: Deck) -> str:
    levels = () if pack is None else pack.levels
    return next((pack.place_of(level) for level in levels if pack and level.deck == deck), "")


def _table(services: Services, opening: Opening) -> Scene:
    number, deck = opening.number, _dealt(opening)
    if deck is None:
        number = new_number(services, opening.rules)
        deck = deals.deck_of(number)
    typed = opening.number is not None and not opening.moves
    table = OpenTable(
        opening.rules, deck, number, opening.moves, typed=typed, pack=_place(opening.pack, deck)
    )
    return make_scene(services, table)
