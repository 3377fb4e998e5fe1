"""What is left out of the standalone program, and what belongs to it."""

from __future__ import annotations

import ast
from pathlib import Path

import licences
import pytest
import slim
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
        return any(module == out or module.startswith(f"{out}.") for out in slim.EXCLUDED)

    assert {
        (source.name, name) for source in SOURCES for name in imported_by(source) if is_out(name)
    } == set()


def test_pictures_sounds_and_catalogues_are_wanted_and_their_sources_are_not() -> None:
    def wanted(name: str) -> bool:
        return slim.is_wanted((name, "", "DATA"))

    assert all(map(wanted, ["game/assets/icons/undo.svg", "a/flip.wav", "fr/LC_MESSAGES/f.mo"]))
    assert not any(map(wanted, ["fr/LC_MESSAGES/f.po", "a/fourfold.ico"]))


def test_licences_name_every_library_and_hold_every_text(tmp_path: Path) -> None:
    binaries = ["pygame_ce.libs/libFLAC-e7027ec5.so.14.0.0", "libz.so.1", "libsqlite3.so.0"]
    binaries += ["python3.11/lib-dynload/zlib.cpython-311-x86_64-linux-gnu.so"]
    text = licences.write(tmp_path / "made" / "LICENCES.txt", binaries).read_text()
    named = [line for line in text.splitlines() if line.startswith("* ")]
    assert [line.split(":")[0] for line in named] == ["* SQLite", "* zlib", "* libFLAC"]
    for words in ("GNU LESSER GENERAL PUBLIC", "SIL OPEN FONT", "PYTHON SOFTWARE FOUNDATION"):
        assert words in text.upper()
    assert (ROOT / "LICENSE").read_text().strip() in text


def test_a_library_that_nobody_knows_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="libstrange"):
        licences.write(tmp_path / "LICENCES.txt", ["libz.so.1", "libstrange-1.so.0"])


def test_each_file_is_known_as_one_library() -> None:
    known = licences.libraries()
    for file in ("libsdl2-2-50d1.so.0", "sdl2.dll", "libsdl2_image-2-d6.so.0", "zlib1.dll"):
        assert len([library for library in known if library.files.fullmatch(file)]) == 1, file
