"""Builds the standalone program: python packaging/build.py.

Needs `pip install -e ".[package]"`. The results are in dist/: the folder `fourfold` and the single
file `fourfold-portable`, which is started in the same way and unpacks itself each time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
WORK: Final = ROOT / "build" / "pyinstaller"
ENDING: Final = ".exe" if sys.platform == "win32" else ""
FOLDER: Final = DIST / "fourfold"
PORTABLE: Final = DIST / f"fourfold-portable{ENDING}"


def main() -> int:
    """Compile the solver, freeze the program twice, lay what belongs to it beside."""
    steps = (
        [str(ROOT / "tools" / "compile_solver.py")],
        [
            *("-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
            *("--distpath", str(DIST), "--workpath", str(WORK)),
            str(ROOT / "packaging" / "fourfold.spec"),
        ],
    )
    for step in steps:
        environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        status = subprocess.run([sys.executable, *step], cwd=ROOT, env=environment).returncode
        if status:
            return status
    lay_beside()
    for result in (FOLDER, PORTABLE):
        print(f"{result}: {size_of(result) / 1e6:.1f} MB")
    return 0


def lay_beside() -> None:
    """The licences, and on Linux what puts the program into the menu and takes it out again."""
    licences = WORK / "fourfold" / "LICENCES.txt"
    shutil.copy(licences, FOLDER)
    shutil.copy(licences, DIST)
    if sys.platform != "linux":
        return
    for file in sorted((ROOT / "packaging" / "linux").iterdir()):
        shutil.copy(file, FOLDER)
    icons = FOLDER / "icons"
    icons.mkdir()
    for picture in sorted((ROOT / "assets" / "logo").glob("icon*")):
        shutil.copy(picture, icons)


def size_of(result: Path) -> int:
    """Bytes of a file, or of all files in a folder; links count nothing."""
    files = [result] if result.is_file() else result.rglob("*")
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())


if __name__ == "__main__":
    raise SystemExit(main())
