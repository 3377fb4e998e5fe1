"""Makes the scene that a request names. Only this module knows all scenes.

A scene is imported when it is opened for the first time: importing all of them takes longer than
drawing the first frame. After that frame the program imports one module at a time while nothing
moves (`LATER`), so that no scene and no first sound has to wait for its import.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from game.scenes.common import base
from game.scenes.common.base import Scene, SceneRequest
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
    base.OpenShowMe: ("show_me.scene", "ShowMeScene"),
    base.OpenReview: ("review.scene", "ReviewScene"),
    base.OpenComparison: ("review.comparison", "ComparisonScene"),
    base.OpenWin: ("win.scene", "WonScene"),
}
"""The module of `game.scenes` that a request's scene is in, and what makes it there, whose
parameters are the services and the request's fields.
"""
LATER: Final = (
    "game.desktop.mixer_thread",
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
