"""The help lists every key of the specification, each with what it does."""

from __future__ import annotations

import pytest
from recording_services import ART, recording_services

from game.graphics import fonts
from game.graphics.scale import scene_scale
from game.scenes.help.key_list import key_groups
from game.scenes.help.scene import KEYS_LEAST, KEYS_PADDING
from game.system.language import Language
from game.widgets.text_page import BAR_ROOM, KEY_COLUMN_GAP, _caps_width

ENGLISH = Language()
FRENCH = Language("fr", ART.folder / "locale")
KEYS = {
    "A–H": "columns 1 to 8",
    "I–L": "reserves 1 to 4",
    "Shift": "second choice",
    "Space": "send home every card",
    "Left": "undo",
    "Ctrl+Z": "undo",
    "Right": "redo",
    "Ctrl+Y": "redo",
    "Home": "go to the start",
    "End": "redo everything",
    "-": "last viewed",
    "Backspace": "forget",
    "Ctrl+O": "options",
    "F1": "help",
    "?": "help",
    "Q": "back",
    "Esc": "back",
    "Shift+Q": "quit",
    "Ctrl+Q": "quit",
    "Page Up": "undo ten",
    "Page Down": "redo ten",
    "Up": "nearest branch",
    "Down": "nearest branch",
    "=": "switch to the shorter path",
    "!": "shortest solution",
    "Shift+M": "bookmark this",
    "Shift+R": "return to the last bookmark",
    "Shift+S": "go to the last bookmark",
    "Shift+P": "remove",
    "Tab": "next unsolved",
    "H": "next harder",
    "Shift+Tab": "previous unsolved deal",
    "Ctrl+R": "start this deal again",
    "Enter": "play",
    "Ctrl+C": "copy",
    "Ctrl+N": "new deal",
    "Ctrl+G": "deal number",
    "Ctrl+P": "send cards home",
    "Ctrl+M": "map",
    "Ctrl+L": "list of deals",
    "F2": "show a hint",
    "F3": "can still win",
    "F4": "a solution from here",
    "F11": "full screen",
    "Alt+Enter": "full screen",
}
"""The keys of brainjam.md, and of product.md as far as Brain Jam has them, with a word of what
each does.
"""


def test_every_key_of_the_specification_is_listed_with_what_it_does() -> None:
    rows = [row for group in key_groups("brainjam", ENGLISH) for row in group]
    printed: dict[str, list[str]] = {}
    for caps, text in rows:
        for cap in caps:
            printed.setdefault(cap, []).append(text)
    for key, words in KEYS.items():
        assert any(words in text for text in printed.get(key, [])), (key, printed.get(key))


def test_the_list_has_keys_of_its_own() -> None:
    *_, listed = key_groups("brainjam", ENGLISH)
    assert (["Ctrl+R"], "a random unsolved deal") in listed
    others = [text for rows in key_groups("gaps", ENGLISH) for _, text in rows]
    assert not any("in the list" in text for text in others)


@pytest.mark.parametrize("_", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("game", ["brainjam", "lapeau", "gaps", "klondike"])
def test_beside_a_page_there_is_room_for_what_the_keys_do(_: Language, game: str) -> None:
    """Some 16 letters, so that a line has more than one word."""
    look = recording_services().services.look(scene_scale(1280, 800))
    rows = [row for group in key_groups(game, _) for row in group]
    caps = max(_caps_width(look, names) for names, _ in rows)
    room = look.px(KEYS_LEAST - 2 * KEYS_PADDING - BAR_ROOM - KEY_COLUMN_GAP) - caps
    assert room >= look.width("n" * 13, fonts.PAGE_TEXT)


def test_a_key_that_is_there_twice_is_told_once() -> None:
    caps = [cap for group in key_groups(None, FRENCH) for names, _ in group for cap in names]
    assert "Alt+Entrée" in caps and not any("Enter" in cap for cap in caps)
