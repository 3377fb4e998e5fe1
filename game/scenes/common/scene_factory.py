"""Opens scenes that are not there when the program starts.

Each is imported when it is opened for the first time: importing all of them takes longer than
drawing the first frame. Once that is shown the program imports one at a time while nothing
moves (``ready_one``), so that opening them never waits.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.core.deals import Deck, Pack
    from game.core.position import Move
    from game.rules import Rules
    from game.scenes.common.base import Scene, Services
    from game.scenes.deals.scene import DealsScene
    from game.scenes.table.scene import TableScene

_LATER = [
    "game.scenes.menu.scene",
    "game.table.table_picture",
    "game.scenes.table.scene",
    "game.scenes.deals.scene",
    "game.scenes.options.scene",
    "game.scenes.help.scene",
    "game.scenes.common.popup_menu",
    "game.scenes.statistics.scene",
    "game.scenes.map.ruler_and_legend",
    "game.scenes.map.scene",
    "game.scenes.show_me.scene",
    "game.scenes.outcome.scene",
]


class Readier:
    """Imports what was not needed for the first frame, one module at a time."""

    def __init__(self) -> None:
        self._left = list(_LATER)

    @property
    def done(self) -> bool:
        """True once all scenes are there."""
        return not self._left

    def ready_one(self) -> None:
        """Import the next; takes up to some 20 ms."""
        import_module(self._left.pop(0))


def menu(services: Services) -> Scene:
    """The menu."""
    from game.scenes.menu.scene import MenuScene

    return MenuScene(services)


def table(
    services: Services,
    rules: Rules,
    deck: Deck,
    number: int | None = None,
    moves: tuple[Move, ...] = (),
    par: tuple[int, bool] | None = None,
) -> TableScene:
    """A deal to play; as the scene takes it."""
    from game.scenes.table.scene import TableScene

    return TableScene(services, rules, deck, number, moves, par)


def deal_list(
    services: Services,
    rules: Rules,
    *,
    deck: str = "",
    pack: Pack | None = None,
    over_table: bool = False,
) -> DealsScene:
    """The list of a game's deals; as ``list_of`` takes it."""
    from game.scenes.deals.scene import list_of

    return list_of(services, rules, deck=deck, pack=pack, over_table=over_table)


def help_page(services: Services, game: str | None = None) -> Scene:
    """The help, open at a game's page."""
    from game.scenes.help.scene import HelpScene

    return HelpScene(services, game)


def options(services: Services, game: str | None = None) -> Scene:
    """The choices; those of a game are told with it."""
    from game.scenes.options.scene import OptionsScene

    return OptionsScene(services, game)


def statistics(services: Services, game: str | None = None) -> Scene:
    """How games went, open at a game's card."""
    from game.scenes.statistics.scene import StatisticsScene

    return StatisticsScene(services, game)
