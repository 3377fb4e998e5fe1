"""Builds the Windows program on Debian: python packaging/windows.py.

Needs `pip install -e ".[package]"` and Debian's packages of DEBIAN; everything else is fetched
once (`wine.py`). In dist/windows/ are then the folder `fourfold`, the single file
`fourfold-portable.exe`, the installer and the folder as a zip. No Windows is needed anywhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path, PureWindowsPath
from typing import Final

from build_paths import ROOT, size_of

sys.path.insert(0, str(ROOT))

import fetch_licence_texts
import identity
import wine
from changelog import windows_version

from game import __version__

DIST: Final = ROOT / "dist" / "windows"
WORK: Final = ROOT / "build" / "windows"
FOLDER: Final = DIST / "fourfold"
PORTABLE: Final = DIST / "fourfold-portable.exe"
INSTALLER: Final = DIST / f"fourfold-{__version__}-windows-setup.exe"
ARCHIVE: Final = DIST / f"fourfold-{__version__}-windows.zip"
SCRIPT: Final = ROOT / "packaging" / "windows" / "fourfold.nsi"
COMPILER: Final = "x86_64-w64-mingw32-gcc"
ENDING: Final = f".cp{wine.VERSION.replace('.', '')}-win_amd64.pyd"
_FLAGS: Final = ("-O2", "-shared", "-static-libgcc", "-w", "-DMS_WIN64")
_BUILD_FOLDER: Final = "from game.solver.compiled import build_folder; print(build_folder().name)"
DEBIAN: Final = {
    "wine": "wine wine64",
    COMPILER: "gcc-mingw-w64-x86-64-win32",
    "makensis": "nsis",
}
"""Which of Debian's packages has which command."""


def main() -> int:
    """Build all four; returns the exit code of the step that failed, else 0."""
    missing = [package for tool, package in DEBIAN.items() if shutil.which(tool) is None]
    if missing:
        print(f"missing: apt-get install --no-install-recommends {' '.join(missing)}")
        return 2
    began = time.monotonic()
    shutil.rmtree(DIST, ignore_errors=True)
    fetch_licence_texts.main()
    there = wine.ready()
    compile_solver(there)
    status = freeze(there)
    if status:
        return status
    for place in (FOLDER, DIST):
        shutil.copy(WORK / "fourfold" / "LICENCES.txt", place)
    pack(FOLDER, ARCHIVE)
    make_installer(FOLDER, INSTALLER)
    for result in (FOLDER, PORTABLE, ARCHIVE, INSTALLER):
        print(f"{result}: {size_of(result) / 1e6:.1f} MB")
    print(f"built in {time.monotonic() - began:.0f} s")
    return 0


def compile_solver(there: wine.Wine) -> Path:
    """The folder in which the Python under Wine looks for the compiled solver, with all modules:
    mypyc writes the C, MinGW makes the modules of it. Nothing is done where it is there.
    """
    folder = ROOT / "build" / "solver" / there.told("-c", _BUILD_FOLDER, cwd=ROOT).strip()
    if not folder.exists():
        # An interpreter of its own: mypyc wants the checkout as its working directory.
        command = [sys.executable, __file__, str(there.python), str(folder)]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "FOURFOLD_PURE": "1"}, check=True)
    return folder


def _compile(python: Path, folder: Path) -> None:
    """Translate, compile, and put everything in place at once."""
    from tools.translate_solver import translated

    with tempfile.TemporaryDirectory() as work:
        extensions = translated(Path(work) / "c", f"--python-version={wine.VERSION}")
        made = Path(work) / "made"
        for extension in extensions:
            target = made / (extension.name.replace(".", "/") + ENDING)
            target.parent.mkdir(parents=True, exist_ok=True)
            headers = [f"-I{place}" for place in (python / "include", *extension.include_dirs)]
            library = [f"-L{python / 'libs'}", f"-lpython{wine.VERSION.replace('.', '')}"]
            command = [COMPILER, *_FLAGS, *headers, *extension.sources, *library]
            subprocess.run([*command, "-o", str(target)], check=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, folder)


def freeze(there: wine.Wine) -> int:
    """Folder and single file, by PyInstaller under Wine; returns its exit code."""
    return there.run(
        *("-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", DIST, "--workpath", WORK),
        ROOT / "packaging" / "fourfold.spec",
        environment={
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
            "FOURFOLD_TEXTS": str(fetch_licence_texts.folder()),
        },
        cwd=ROOT,
    )


def pack(folder: Path, archive: Path) -> None:
    """A zip of the folder, its name inside."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(folder.rglob("*")):
            packed.write(file, Path(folder.name) / file.relative_to(folder))


def make_installer(folder: Path, installer: Path) -> None:
    """A program that puts the folder into a user's programs and menu, and takes it out again."""
    with tempfile.TemporaryDirectory() as work:
        listed = Path(work) / "listed.nsh"
        listed.write_text("\n".join(removing(folder)) + "\n", encoding="utf-8")
        values = {
            "ROOT": ROOT,
            "VERSION": __version__,
            "AUTHORS": identity.AUTHORS,
            "NUMBERS": ".".join(map(str, windows_version(__version__))),
            "FOLDER": folder,
            "LISTED": listed,
            "OUT": installer,
            "KILOBYTES": round(size_of(folder) / 1024),
        }
        defined = [f"-D{name}={value}" for name, value in values.items()]
        command = ["makensis", "-V2", "-INPUTCHARSET", "UTF8", *defined, str(SCRIPT)]
        subprocess.run(command, check=True)


def removing(folder: Path) -> list[str]:
    """NSIS's lines that take out just what is in the folder, the deepest first."""
    found = sorted(folder.rglob("*"), key=lambda path: (-len(path.parts), path))
    words = {path: str(PureWindowsPath(path.relative_to(folder))) for path in found}
    files = [f'Delete "$INSTDIR\\{words[path]}"' for path in found if not path.is_dir()]
    return files + [f'RMDir "$INSTDIR\\{words[path]}"' for path in found if path.is_dir()]


if __name__ == "__main__":
    if sys.argv[1:]:
        _compile(Path(sys.argv[1]), Path(sys.argv[2]))
    else:
        raise SystemExit(main())
