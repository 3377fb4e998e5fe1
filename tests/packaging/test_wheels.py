"""The packages that `.ci/run` has built: each installs into an empty environment and plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from bare import ROOT, laid_out
from build_paths import DIST

from game.solver import compiled

pytestmark = pytest.mark.built
KINDS = {
    "compiled": "fourfold-*-cp3*.whl",
    "plain": "fourfold-*-py3-none-any.whl",
    "source": "fourfold-*.tar.gz",
}
NOT_INSTALLED = (".po", ".pot", ".ico", ".icns")
BIN = "Scripts" if sys.platform == "win32" else "bin"


def package(kind: str) -> Path:
    found = list(DIST.glob(KINDS[kind]))
    assert len(found) == 1, f"{KINDS[kind]}: {found}: CONTRIBUTING says how to build"
    return found[0]


def names_in(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def owned() -> set[str]:
    """The files that git knows."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(listed.stdout.splitlines())


def belonging() -> set[str]:
    """What a wheel must hold, by the names in it."""
    mapped = set()
    for name in owned():
        top, _, _ = name.partition("/")
        if top == "game":
            mapped.add(name)
        elif (top == "assets" and not name.endswith(NOT_INSTALLED)) or (
            top == "levels" and name.endswith(".txt")
        ):
            mapped.add(f"game/{name}")
    return mapped


def is_extension(name: str) -> bool:
    return name.endswith((".so", ".pyd"))


@pytest.mark.parametrize("kind", ["compiled", "plain"])
def test_a_wheel_holds_the_game_and_nothing_else(kind: str) -> None:
    names = {name for name in names_in(package(kind)) if ".dist-info/" not in name}
    assert {name for name in names if not is_extension(name)} == belonging()


def test_only_the_compiled_wheel_has_compiled_modules_and_has_all() -> None:
    assert not any(map(is_extension, names_in(package("plain"))))
    found = {
        Path(name).name.split(".")[0]
        for name in names_in(package("compiled"))
        if is_extension(name)
    }
    assert found == {*compiled.MODULES, f"{compiled.GROUP}__mypyc"}


def test_the_packages_can_be_published() -> None:
    check = [sys.executable, "-m", "twine", "check", "--strict", *map(str, map(package, KINDS))]
    done = subprocess.run(check, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="for Linux")
def test_the_compiled_wheel_runs_on_other_linuxes_than_the_one_it_was_built_on(
    tmp_path: Path,
) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    repair = [sys.executable, "-m", "auditwheel", "repair", "-w", str(tmp_path)]
    command = [*repair, str(package("compiled"))]
    done = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("fourfold-*manylinux*.whl"))


def test_the_source_package_holds_what_it_takes_to_build_and_test() -> None:
    with tarfile.open(package("source")) as packed:
        names = {member.name.partition("/")[2] for member in packed.getmembers() if member.isfile()}
    generated = {"PKG-INFO", "setup.cfg"}
    made = {name for name in names if name.startswith("fourfold.egg-info/")} | generated
    assert names - made == owned() - {".gitignore"}


@pytest.mark.parametrize("kind", KINDS)
def test_it_installs_into_an_empty_environment_and_runs_from_an_empty_folder(
    kind: str, tmp_path: Path
) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    commands = tmp_path / "env" / BIN
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    # Nobody who installs from source must have a compiler.
    clean |= {"CC": "/nowhere/cc", "HOME": str(tmp_path / "home"), "SDL_AUDIODRIVER": "dummy"}
    install = [str(commands / "python"), "-m", "pip", "install", "-q", str(package(kind))]
    subprocess.run(install, cwd=tmp_path, env=clean, check=True)
    empty = tmp_path / "empty"
    empty.mkdir()
    fourfold = str(commands / "fourfold")

    said = subprocess.run([fourfold, "--version"], cwd=empty, env=clean, capture_output=True)
    running = "compiled" if kind == "compiled" else "plain"
    assert said.stdout.decode().endswith(f"(solver: {running})\n")
    solved = subprocess.run(
        [fourfold, "solve", "brainjam", "617"], cwd=empty, env=clean, capture_output=True
    )
    assert json.loads(solved.stdout)["verdict"] == "won"

    trace = tmp_path / "trace.jsonl"
    words = [fourfold, "brainjam", "--trace", str(trace)]
    window = subprocess.Popen(words, cwd=empty, env={**clean, "SDL_VIDEODRIVER": "dummy"})
    try:
        seen = laid_out(trace, window)
    finally:
        window.terminate()
    assert window.wait(60) == 0
    assert seen.layout["buttons"]
    assert seen.named("error") == []
    assert list(empty.iterdir()) == []
