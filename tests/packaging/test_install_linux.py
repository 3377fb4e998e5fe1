"""The scripts that put the standalone program into a Linux user's menu and take it out."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bare import ROOT
from identity import APP_ID, MIME

import build

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="for Linux")
PROGRAM = '#!/bin/sh\necho "$(readlink -f "$0") $*"\n'


@pytest.fixture
def unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as build.py lays it out, with a stand-in for the program."""
    folder, work = tmp_path / "with space" / "fourfold", tmp_path / "work"
    (folder / "_internal").mkdir(parents=True)
    (folder / "fourfold").write_text(PROGRAM)
    (folder / "fourfold").chmod(0o755)
    (work / "fourfold").mkdir(parents=True)
    (work / "fourfold" / "LICENCES.txt").write_text("the licences")
    monkeypatch.setattr(build, "WORK", work)
    monkeypatch.setattr(build, "FOLDER", folder)
    monkeypatch.setattr(build, "DIST", tmp_path)
    build.lay_beside()
    return folder


def run(script: Path, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {"HOME": str(home), "PATH": "/usr/bin:/bin", **environment}
    return subprocess.run([str(script)], env=known, capture_output=True, text=True)


def files_in(home: Path) -> set[str]:
    """All files but those that the system's own tools make of the types of files."""
    files = (str(file.relative_to(home)) for file in home.rglob("*") if not file.is_dir())
    return {name for name in files if "/mime/" not in name and "/mimeinfo." not in name}


def test_an_installed_program_runs_by_its_command_and_from_the_menu(
    unpacked: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    assert run(unpacked / "install.sh", home).returncode == 0
    shutil.rmtree(unpacked.parent)
    command = home / ".local" / "bin" / "fourfold"
    place = home / ".local" / "lib" / "fourfold" / "fourfold"
    said = subprocess.run([command, "gaps"], capture_output=True, text=True, check=True).stdout
    assert said == f"{place} gaps\n"
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(home / ".local" / "share" / "applications" / f"{APP_ID}.desktop")
    assert entry["Desktop Entry"]["Exec"] == f'"{command}" %f'
    assert entry["Desktop Entry"]["TryExec"] == str(command)
    assert entry["Desktop Action gaps"]["Exec"] == f'"{command}" gaps'
    icons = home / ".local" / "share" / "icons" / "hicolor"
    assert (icons / "48x48" / "apps" / "fourfold.png").read_bytes()[:4] == b"\x89PNG"
    assert (icons / "scalable" / "apps" / "fourfold.svg").is_file()
    types = home / ".local" / "share" / "mime" / "packages"
    assert [file.name for file in types.iterdir()] == [f"{APP_ID}.xml"]


def test_signs_in_the_home_are_quoted_as_a_menu_entry_wants_it(
    unpacked: Path, tmp_path: Path
) -> None:
    home = tmp_path / r"""$X 50%f `id` "é" it's \b &|=c"""
    assert run(unpacked / "install.sh", home).returncode == 0
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(home / ".local" / "share" / "applications" / f"{APP_ID}.desktop", "utf-8")
    quoted = r"""\\$X 50%%f \\`id\\` \\"é\\" it's \\\\b &|=c"""
    assert entry["Desktop Entry"]["Exec"] == f'"{tmp_path}/{quoted}/.local/bin/fourfold" %f'
    named = str(home).replace("\\", r"\\")
    assert entry["Desktop Entry"]["TryExec"] == f"{named}/.local/bin/fourfold"


@pytest.mark.skipif(
    shutil.which("update-desktop-database") is None, reason="needs desktop-file-utils"
)
def test_a_pack_opens_with_the_program_while_it_is_installed(
    unpacked: Path, tmp_path: Path
) -> None:
    run(unpacked / "install.sh", tmp_path)
    known = tmp_path / ".local" / "share" / "applications" / "mimeinfo.cache"
    assert f"{MIME}={APP_ID}.desktop;\n" in known.read_text()
    run(unpacked / "uninstall.sh", tmp_path)
    assert MIME not in known.read_text()


def test_installing_twice_leaves_the_same(unpacked: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    run(unpacked / "install.sh", home)
    once = files_in(home)
    assert run(unpacked / "install.sh", home).returncode == 0
    installed = home / ".local" / "lib" / "fourfold" / "install.sh"
    assert run(installed, home).returncode == 0
    assert files_in(home) == once


def test_a_program_that_runs_is_not_replaced(unpacked: Path, tmp_path: Path) -> None:
    shutil.copy("/bin/sleep", unpacked / "fourfold")
    assert run(unpacked / "install.sh", tmp_path).returncode == 0
    with subprocess.Popen([tmp_path / ".local" / "bin" / "fourfold", "60"]) as running:
        done = run(unpacked / "install.sh", tmp_path)
        running.kill()
    assert done.returncode == 2
    assert done.stderr == "install.sh: Fourfold is running; close it and try again\n"
    assert run(unpacked / "install.sh", tmp_path).returncode == 0


def test_uninstalling_takes_out_all_but_the_games(unpacked: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    games = home / "share" / "fourfold" / "games.db"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    share = {"XDG_DATA_HOME": str(home / "share")}
    run(unpacked / "install.sh", home, **share)
    installed = home / ".local" / "lib" / "fourfold" / "uninstall.sh"
    assert run(installed, home, **share).returncode == 0
    assert files_in(home) == {"share/fourfold/games.db"}
    assert not list(home.rglob(f"{APP_ID}*"))
    assert run(unpacked / "uninstall.sh", home, **share).returncode == 0


@pytest.mark.parametrize("is_link", [False, True], ids=["a file", "a link, as pipx makes"])
def test_a_command_of_the_same_name_is_left_alone(
    unpacked: Path, tmp_path: Path, is_link: bool
) -> None:
    home = tmp_path / "home"
    other = home / ".local" / "bin" / "fourfold"
    other.parent.mkdir(parents=True)
    if is_link:
        other.symlink_to(__file__)
    else:
        other.write_text("another program")
    assert run(unpacked / "install.sh", home).returncode == 2
    run(unpacked / "uninstall.sh", home)
    assert files_in(home) == {".local/bin/fourfold"}


def test_without_the_program_beside_it_nothing_is_installed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    done = run(ROOT / "packaging" / "linux" / "install.sh", home)
    assert done.returncode == 2
    assert done.stderr.startswith("install.sh: the program is not in")
    assert files_in(home) == set()
