"""Makes the scene that a request names. Only this module knows all scenes.

A scene is imported when it is opened for the first time: importing all of them takes longer than
drawing the first frame. After that frame the program imports one module at a time while nothing
moves (`LATER`), so that no scene and no first sound has to wait for its import.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Final

from game.app.launch_options import LaunchOptions, Opening
from game.app.scene_stack import UnmadeScene
from game.core import deals
from game.core.deals import Deck
from game.play.level_packs import Pack
from game.scenes.common import base
from game.scenes.common.base import OpenDeals, OpenMenu, OpenTable, Scene, SceneRequest
from game.scenes.common.deal_sources import new_number
from game.scenes.common.services import Services

MAKERS: Final[dict[type[SceneRequest], tuple[str, str]]] = {
    base.OpenMenu: ("menu.scene", "MenuScene"),
    base.OpenTable: ("table.scene", "TableScene"),
    base.OpenFirstGame: ("table.first_game", "FirstGameScene"),
    base.OpenDeals: ("deals.scene", "list_of"),
    base.OpenLibrary: ("library.scene", "LibraryScene"),
    base.OpenCalendar: ("calendar.scene", "CalendarScene"),
    base.OpenOptions: ("options.scene", "OptionsScene"),
    base.OpenHelp: ("help.scene", "HelpScene"),
    base.OpenStatistics: ("statistics.scene", "StatisticsScene"),
    base.OpenMap: ("map.scene", "MapScene"),
    base.OpenShowMe: ("review.show_me", "ShowMeScene"),
    base.OpenReview: ("review.scene", "ReviewScene"),
    base.OpenComparison: ("review.comparison", "ComparisonScene"),
    base.OpenWin: ("win.scene", "WonScene"),
}
"""The module of `game.scenes` that a request's scene is in, and what makes it there, whose
parameters are the services and the request's fields.
"""
LATER: Final = (
    "game.scenes.table.scene",
    "game.scenes.common.popup_menu",
    "game.scenes.map.surroundings",
    *(f"game.scenes.{module}" for module, _ in MAKERS.values()),
)
"""What the first frame does without, in the order in which it is imported after that: first what a
player may want at once, so the table comes before its turn.
"""


def make_scene(services: Services, request: SceneRequest) -> Scene:
    """The scene that a request names."""
    module, maker = MAKERS[type(request)]
    make = getattr(import_module(f"game.scenes.{module}"), maker)
    scene: Scene = make(services, **request._asdict())
    return scene


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
    named = opening.number is not None and not opening.moves
    table = OpenTable(
        opening.rules, deck, number, opening.moves, named=named, pack=_place(opening.pack, deck)
    )
    return make_scene(services, table)
