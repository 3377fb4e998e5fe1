"""The menu of the map's button "More": what only keys do besides."""

from __future__ import annotations

from collections.abc import Callable

from game.desktop.keys import Command
from game.scenes.common.base import Change, Services
from game.scenes.common.popup_menu import PopupScene
from game.table.side_bar import Tool


def more_menu(
    services: Services,
    at: tuple[int, int],
    *,
    is_ready: Callable[[], bool],
    do: Callable[[Command], Change | None],
) -> PopupScene:
    """The menu with its upper right corner at a place in the window. `is_ready`: there is a map
    to use them on; `do` is given the command chosen.
    """
    _ = services.language
    tools = [
        Tool(Command.REVIEW, "eye", _("Review of this line"), ""),
        Tool(Command.COMPARE, "switch", _("Compare this line"), ""),
        Tool(Command.BOOKMARK, "bookmark", _("Bookmark"), ""),
        Tool(Command.OPEN, "plus", _("Open what is folded here"), ""),
    ]
    return PopupScene(
        services, [tools], is_enabled=lambda command: is_ready(), do=do, at=at, from_right=True
    )
