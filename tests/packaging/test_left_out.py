"""What is left out of the standalone program, and what belongs to it."""

from __future__ import annotations

import ast
from pathlib import Path

import left_out
from bare import ROOT

SOURCES = sorted((ROOT / "game").rglob("*.py"))


def imported_by(source: Path) -> set[str]:
    """All modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_the_game_imports_nothing_that_is_left_out() -> None:
    def is_out(module: str) -> bool:
        return any(module == out or module.startswith(f"{out}.") for out in left_out.EXCLUDED)

    assert {
        (source.name, name) for source in SOURCES for name in imported_by(source) if is_out(name)
    } == set()


def test_pictures_sounds_and_catalogues_are_wanted_and_their_sources_are_not() -> None:
    def wanted(name: str) -> bool:
        return left_out.is_wanted((name, "", "DATA"))

    assert all(map(wanted, ["game/assets/icons/undo.svg", "a/flip.wav", "fr/LC_MESSAGES/f.mo"]))
    assert not any(map(wanted, ["fr/LC_MESSAGES/f.po", "a/fourfold.ico"]))


def test_the_c_plus_plus_library_is_the_system_s() -> None:
    assert not left_out.is_wanted(("libstdc++.so.6", "", "BINARY"))
    assert not left_out.is_wanted(("libgcc_s.so.1", "", "BINARY"))
    assert left_out.is_wanted(("pygame_ce.libs/libSDL2-2.so.0", "", "BINARY"))
