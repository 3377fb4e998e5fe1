"""The one table of commands: their keys."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pygame
import pytest
from input_events import ALT, CTRL, SHIFT, key

from game.desktop.commands import Chord, Command, command_of
from game.desktop.game_pad import AXIS_OF_NAME, BUTTON_OF_NAME
from game.desktop.key_and_pad_button_names import KeyHints, chord_name, key_name
from game.rules import RULES
from game.scenes.table.commands import DEEDS
from game.table.side_bar import knows

ICONS = Path(__file__).parents[2] / "assets" / "icons"
SPEC = [
    (key(pygame.K_n, CTRL, "\x0e"), Command.NEW),
    (key(pygame.K_g, CTRL, "\x07"), Command.NUMBER),
    (key(pygame.K_r, CTRL, "\x12"), Command.RESTART),
    (key(pygame.K_z, CTRL, "\x1a"), Command.UNDO),
    (key(pygame.K_LEFT), Command.UNDO),
    (key(pygame.K_y, CTRL, "\x19"), Command.REDO),
    (key(pygame.K_RIGHT), Command.REDO),
    (key(pygame.K_p, CTRL, "\x10"), Command.PURGE),
    (key(pygame.K_t, CTRL, "\x14"), Command.POLICY),
    (key(pygame.K_d, CTRL, "\x04"), Command.REDEAL),
    (key(pygame.K_o, CTRL, "\x0f"), Command.OPTIONS),
    (key(pygame.K_F1), Command.HELP),
    (key(pygame.K_F11), Command.FULLSCREEN),
    (key(pygame.K_RETURN, ALT, "\r"), Command.FULLSCREEN),
    (key(pygame.K_ESCAPE), Command.BACK),
    (key(pygame.K_q, 0, "q"), Command.BACK),
    (key(pygame.K_q, SHIFT, "Q"), Command.QUIT),
    (key(pygame.K_HOME), Command.START),
    (key(pygame.K_END), Command.END),
    (key(pygame.K_BACKSPACE, 0, "\b"), Command.FORGET),
    (key(pygame.K_PAGEUP), Command.UNDO_TEN),
    (key(pygame.K_PAGEDOWN), Command.REDO_TEN),
    (key(pygame.K_UP), Command.BRANCH_BEFORE),
    (key(pygame.K_DOWN), Command.BRANCH_AHEAD),
    (key(pygame.K_m, SHIFT, "M"), Command.BOOKMARK),
    (key(pygame.K_r, SHIFT, "R"), Command.RETURN),
    (key(pygame.K_s, SHIFT, "S"), Command.SWAP),
    (key(pygame.K_p, SHIFT, "P"), Command.DROP),
    (key(pygame.K_SPACE, 0, " "), Command.SPACE),
    (key(pygame.K_F2), Command.HINT),
    (key(pygame.K_F3), Command.VERDICT),
    (key(pygame.K_F4), Command.SHOW_ME),
]


@pytest.mark.parametrize(("event", "command"), SPEC, ids=lambda part: str(part)[:40])
def test_the_keys_of_the_specs(event: pygame.event.Event, command: Command) -> None:
    assert command_of(event) is command


@pytest.mark.parametrize(
    ("layout", "event", "command"),
    [
        ("US", key(pygame.K_1, SHIFT, "!"), Command.FOLLOW_ANSWER),
        ("French", key(pygame.K_EXCLAIM, 0, "!"), Command.FOLLOW_ANSWER),
        ("US", key(pygame.K_SLASH, SHIFT, "?"), Command.HELP),
        ("French", key(pygame.K_COMMA, SHIFT, "?"), Command.HELP),
        ("US", key(pygame.K_EQUALS, 0, "="), Command.SWITCH_PATH),
        ("German", key(pygame.K_0, SHIFT, "="), Command.SWITCH_PATH),
        ("French", key(pygame.K_6, 0, "-"), Command.VIEW_BEFORE),
        ("number pad", key(pygame.K_KP_MINUS, 0, "-"), Command.VIEW_BEFORE),
    ],
)
def test_signs_count_by_what_they_write_on_any_keyboard(
    layout: str, event: pygame.event.Event, command: Command
) -> None:
    assert command_of(event) is command, layout


@pytest.mark.parametrize("char", "abcdefghijklm")
def test_letters_of_the_games_are_no_commands(char: str) -> None:
    assert command_of(key(ord(char), 0, char)) is None


def test_every_chord_has_one_command_where_scenes_do_not_overlap() -> None:
    of_tables = [command for command in Command if not command.row.on_pages]
    for one, two in combinations(of_tables, 2):
        assert not set(one.row.keys) & set(two.row.keys), (one, two)


def test_num_lock_and_caps_lock_are_no_modifiers() -> None:
    event = key(pygame.K_LEFT, pygame.KMOD_NUM | pygame.KMOD_CAPS)
    assert command_of(event) is Command.UNDO


def test_either_ctrl_key_will_do() -> None:
    assert command_of(key(pygame.K_z, pygame.KMOD_RCTRL, "\x1a")) is Command.UNDO


def test_ctrl_with_alt_is_another_chord() -> None:
    assert command_of(key(pygame.K_z, CTRL | ALT)) is None


def test_names_are_printed_with_their_modifiers() -> None:
    assert key_name(Command.NEW) == "Ctrl+N"
    assert key_name(Command.UNDO) == "Left"
    assert key_name(Command.BOOKMARK) == "Shift+M"
    assert key_name(Command.FOLLOW_ANSWER) == "!"
    assert key_name(Command.EXIT) == ""
    assert key_name(Command.UNDO, key_hints=KeyHints.PAD) == "LB"
    assert key_name(Command.FULLSCREEN, key_hints=KeyHints.PAD) == "", "A gives Enter without Alt"
    assert chord_name(Chord(pygame.K_RETURN, alt=True)) == "Alt+Enter"


def test_names_are_translated() -> None:
    words = {"Ctrl": "Strg", "Left": "Links"}
    assert key_name(Command.NEW, lambda text: words.get(text, text)) == "Strg+N"
    assert key_name(Command.UNDO, lambda text: words.get(text, text)) == "Links"


def test_every_row_names_an_icon_and_a_pad_button_that_there_are() -> None:
    for command in Command:
        row = command.row
        assert not row.icon or (ICONS / f"{row.icon}.svg").is_file(), command
        assert not row.pad or row.pad in {*BUTTON_OF_NAME, *AXIS_OF_NAME}, command


def test_a_pad_button_and_a_place_on_the_bar_belong_to_one_command() -> None:
    pads = [command.row.pad for command in Command if command.row.pad]
    assert len(pads) == len(set(pads))
    for rules in RULES.values():
        shown = [each for each in Command if each.row.bar and knows(rules(), each)]
        assert len(shown) == len({command.row.bar for command in shown})


def test_every_command_of_bar_menu_and_help_does_something_at_a_table() -> None:
    offered = {each for each in Command if each.row.bar or each.row.menu or each.row.help}
    assert offered <= set(DEEDS)
