"""Every key that a player reads of comes from the one table."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from recording_services import recording_services

import game
from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.key_events import named_here
from game.scenes.library.scene import LibraryScene, LibraryTool

GAME = Path(game.__file__).parent


KEY_NAME = re.compile(r"\b(Ctrl|Cmd|Alt|Shift)\+(?=\w)|(?<![\w+])F([1-9]|1[0-2])\b|^(Esc|Del|Tab)$")


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Strings that stand alone."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def test_no_text_of_the_program_names_a_key_beside_the_table() -> None:
    """Such a name stays where the key changes, and on a Mac it says Ctrl."""
    table = GAME / "desktop" / "key_and_pad_button_names.py"
    own = {table, GAME / "desktop" / "key_events.py"}
    found = [
        (file.name, node.value)
        for file in sorted(set(GAME.rglob("*.py")) - own)
        for tree in [ast.parse(file.read_text(encoding="utf-8"))]
        for node in set(ast.walk(tree)) - docstrings(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if KEY_NAME.search(node.value)
    ]
    assert found == []


@pytest.mark.parametrize("name", [*Command, *LibraryTool])
def test_no_key_says_ctrl_on_a_mac(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    here = key_name(name)
    monkeypatch.setattr("sys.platform", "darwin")
    assert key_name(name) == named_here(here)
    assert "Ctrl" not in key_name(name) or name == Command.MAP, "Cmd+M is the system's"


def test_buttons_of_my_games_name_the_keys_of_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    keys = {widget.key for widget in LibraryScene(recording_services().services).focus.widgets}
    assert {"Cmd+F", "Cmd+C", "Cmd+E", "Cmd+Z"} <= keys
