"""The records of a deal, cleared while the deal lies on the table below."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from history_lines import made
from input_events import CTRL
from recording_services import RecordingServices, recording_services
from scene_driver import SceneDriver

from game.core import deals
from game.desktop.commands import Command
from game.record.pack_files import packs_of
from game.rules import BrainJam
from game.scenes.common.base import Pop, Push, Replace
from game.scenes.common.dialog_scene import YES
from game.scenes.table.scene import TableScene
from game.storage import DealKey
from game.system.folders import levels_folder

LEVEL = packs_of(BrainJam(), levels_folder())[0].levels[4]
DECK = LEVEL.deck
KEY = DealKey("brainjam", "", deals.deck_text(DECK))


def table_of(held: RecordingServices) -> SceneDriver:
    return SceneDriver(TableScene(held.services, BrainJam(), DECK, 5), held)


def above(change: object, held: RecordingServices) -> SceneDriver:
    assert isinstance(change, Push | Replace)
    return SceneDriver(change.scene, held)


def clear(table: SceneDriver) -> None:
    """As a player does it: the list over the table, its popup, and a yes."""
    held = table.held
    opened = above(table.press(pygame.K_l, CTRL), held)
    assert opened.scene.selected.level == LEVEL, "the list opens on the deal below"
    more = opened.scene.focus.named(Command.MORE)
    popup = above(opened.click(more.rect.center), held)
    change = popup.click(popup.scene.focus_group.named(Command.CLEAR).rect.center)
    question = above(change, held)
    yes = pygame.Rect(question.scene.traced()["buttons"][YES])
    assert question.click(yes.center) == Pop()
    opened.scene.resume()
    table.scene.resume()


@pytest.mark.parametrize("branching", [False, True])
def test_a_deal_cleared_while_it_lies_below_starts_afresh_and_is_saved_from_there(
    branching: bool, tmp_path: Path
) -> None:
    held = recording_services(tmp_path, branching=branching)
    table = table_of(held)
    session = table.scene.session
    for char in "abc":
        session.key(char)
    session.bookmark()
    clear(table)
    assert session.moves == 0 and len(session.history) == 1 and not session.history.bookmarks
    assert session.history.branching is branching
    assert table.scene.table_picture.cards.position == session.position == BrainJam().deal(DECK)
    assert held.services.game_store.storage.deal(KEY).edges == ()
    session.key("d")
    session.key("e")
    line = made(session.history)
    later = recording_services(tmp_path)
    again = later.services.game_store.open(BrainJam(), DECK, 5)
    assert made(again.history) == line and len(again.history) == len(line) + 1
    assert later.told == []
    assert held.told == []


def test_clearing_another_deal_leaves_the_one_on_the_table(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    held.services.game_store.open(BrainJam(), deals.deck_of(6), 6).key("a")
    table = table_of(held)
    table.scene.session.key("b")
    line = made(table.scene.session.history)
    held.services.game_store.clear(BrainJam(), deals.deck_of(6))
    table.scene.session.key("c")
    again = recording_services(tmp_path).services.game_store.open(BrainJam(), DECK, 5)
    assert made(again.history)[:1] == line and len(again.history) == 1 + again.moves
