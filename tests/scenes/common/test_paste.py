"""A sharing line is pasted wherever nothing is typed into, and opens its deal."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from input_events import CTRL, key
from recording_services import recording_services, stack_for

from game.app.scene_factory import make_scene
from game.app.scene_stack import SceneStack
from game.core import deals
from game.desktop.paste_and_drop import put_clipboard
from game.rules import Klondike
from game.scenes.common.base import OpenDeals, OpenLibrary, OpenMenu, OpenTable, Push, SceneRequest

TABLE = OpenTable(Klondike(), deals.deck_of(3), 3)
LIST, LIBRARY = OpenDeals(Klondike()), OpenLibrary()


class Pasting:
    """A stack of scenes, and what is told on it."""

    def __init__(self, folder: Path, *opened: SceneRequest) -> None:
        pygame.display.init()
        held = recording_services(folder)
        self.told = held.told
        self.stack: SceneStack = stack_for(held.services)
        self.stack.begin([make_scene(held.services, OpenMenu())])
        for request in opened:
            self.stack.apply(Push(request))

    def paste(self, text: str) -> list[str]:
        """Press Ctrl+V with a text in the clipboard; returns the names of the scenes then."""
        put_clipboard(text)
        self.stack.apply(self.stack.top.handle(key(pygame.K_v, CTRL)))
        return [scene.name for scene in self.stack]


@pytest.mark.parametrize(
    ("opened", "then"),
    [
        ((), ["menu", "table"]),
        ((LIST,), ["menu", "list", "table"]),
        ((LIBRARY,), ["menu", "library", "table"]),
        ((TABLE, OpenDeals(Klondike(), over_table=1)), ["menu", "table"]),
        ((TABLE, OpenLibrary(None, 1)), ["menu", "table"]),
    ],
)
def test_a_pasted_line_opens_its_deal(
    tmp_path: Path, opened: tuple[SceneRequest, ...], then: list[str]
) -> None:
    on = Pasting(tmp_path, *opened)
    assert on.paste("fourfold klondike 5") == then
    assert on.stack.top.title == "Klondike 5" and on.told == ["Loaded Klondike 5"]


def test_in_the_menu_a_deal_opens_over_its_games_list_as_any_other(tmp_path: Path) -> None:
    assert Pasting(tmp_path).paste("fourfold brainjam 5") == ["menu", "list", "table"]


@pytest.mark.parametrize("opened", [(), (LIST,), (LIBRARY,)])
def test_without_a_line_the_player_is_told_so(
    tmp_path: Path, opened: tuple[SceneRequest, ...]
) -> None:
    on = Pasting(tmp_path, *opened)
    assert len(on.paste("hello")) == 1 + len(opened)
    assert on.told == ["there is no share code in this text"]


@pytest.mark.parametrize(("opened", "entry"), [(LIST, "number"), (LIBRARY, "search")])
def test_an_entry_takes_what_is_pasted_into_it(
    tmp_path: Path, opened: SceneRequest, entry: str
) -> None:
    on = Pasting(tmp_path, opened)
    focus = on.stack.top.focus_group
    assert focus is not None
    focus.focus(focus.named(entry))
    assert len(on.paste("fourfold klondike 5")) == 2
    assert focus.focused is not None and focus.focused.text.endswith("5")
