"""Makes the scene that a request names. Only this module knows all scenes.

A scene is imported when it is opened for the first time: importing all of them takes longer than
drawing the first frame. After that frame the program imports one module at a time while nothing
moves (`LATER`), so that no scene and no first sound has to wait for its import.
"""

from __future__ import annotations

from typing import Final

from game.scenes.common.base import (
    OpenCalendar,
    OpenComparison,
    OpenDeals,
    OpenFirstGame,
    OpenHelp,
    OpenLibrary,
    OpenMap,
    OpenMenu,
    OpenOptions,
    OpenReview,
    OpenShowMe,
    OpenStatistics,
    OpenTable,
    OpenWin,
    Scene,
    SceneRequest,
)
from game.scenes.common.services import Services

LATER: Final = (
    "game.desktop.mixer",
    "game.scenes.menu.scene",
    "game.table.table_picture",
    "game.scenes.table.scene",
    "game.scenes.deals.scene",
    "game.scenes.library.scene",
    "game.scenes.calendar.scene",
    "game.scenes.options.scene",
    "game.scenes.help.scene",
    "game.scenes.common.popup_menu",
    "game.scenes.statistics.scene",
    "game.scenes.map.ruler_and_legend",
    "game.scenes.map.scene",
    "game.scenes.show_me.scene",
    "game.scenes.review.scene",
    "game.scenes.review.comparison",
    "game.scenes.win.scene",
)
"""What the first frame does without, in the order in which it is imported after that."""


def make_scene(services: Services, request: SceneRequest) -> Scene:
    """The scene that a request names."""
    match request:
        case OpenMenu():
            from game.scenes.menu.scene import MenuScene

            return MenuScene(services)
        case OpenTable():
            from game.scenes.table.scene import TableScene

            return TableScene(services, *request)
        case OpenFirstGame(game, over_table):
            from game.scenes.table.first_game import FirstGameScene

            return FirstGameScene(services, game, over_table=over_table)
        case OpenDeals():
            from game.scenes.deals.scene import list_of

            return list_of(services, **request._asdict())
        case OpenLibrary():
            from game.scenes.library.scene import LibraryScene

            return LibraryScene(services, *request)
        case OpenHelp() | OpenOptions() | OpenStatistics() | OpenCalendar():
            return _page(services, request)
        case OpenMap() | OpenReview() | OpenComparison() | OpenShowMe() | OpenWin():
            return _over_table(services, request)


def _page(
    services: Services, request: OpenHelp | OpenOptions | OpenStatistics | OpenCalendar
) -> Scene:
    """What may be opened over any scene."""
    match request:
        case OpenHelp(game):
            from game.scenes.help.scene import HelpScene

            return HelpScene(services, game)
        case OpenOptions(game):
            from game.scenes.options.scene import OptionsScene

            return OptionsScene(services, game)
        case OpenCalendar(game):
            from game.scenes.calendar.scene import CalendarScene

            return CalendarScene(services, game)
        case OpenStatistics(game):
            from game.scenes.statistics.scene import StatisticsScene

            return StatisticsScene(services, game)


def _over_table(
    services: Services, request: OpenMap | OpenReview | OpenComparison | OpenShowMe | OpenWin
) -> Scene:
    """Make a scene that is opened over a table and is about its deal."""
    match request:
        case OpenMap():
            from game.scenes.map.scene import MapScene

            return MapScene(services, **request._asdict())
        case OpenReview():
            from game.scenes.review.scene import ReviewScene

            return ReviewScene(services, *request)
        case OpenComparison():
            from game.scenes.review.comparison import ComparisonScene

            return ComparisonScene(services, *request)
        case OpenShowMe():
            from game.scenes.show_me.scene import ShowMeScene

            return ShowMeScene(services, **request._asdict())
        case OpenWin(table):
            from game.scenes.win.scene import WonScene

            return WonScene(services, table)
