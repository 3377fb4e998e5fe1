"""Builds the standalone program: python packaging/build.py.

Needs `pip install -e ".[package]"`. The results are in dist/: the folder `fourfold` and the single
file `fourfold-portable`, which is started in the same way and unpacks itself each time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from places import DIST, ROOT

WORK: Final = ROOT / "build" / "pyinstaller"
ENDING: Final = ".exe" if sys.platform == "win32" else ""
FOLDER: Final = DIST / "fourfold"
PORTABLE: Final = DIST / f"fourfold-portable{ENDING}"


def main() -> int:
    """Compile the solver, freeze the program twice, lay what belongs to it beside."""
    steps = (
        [str(ROOT / "packaging" / "texts.py")],
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
    for name in ("LICENCES.txt", "sbom.cdx.json"):
        shutil.copy(WORK / "fourfold" / name, FOLDER)
        shutil.copy(WORK / "fourfold" / name, DIST)
    if sys.platform != "linux":
        return
    for file in sorted((ROOT / "packaging" / "linux").iterdir()):
        shutil.copy(file, FOLDER)
    icons = FOLDER / "icons"
    icons.mkdir()
    for picture in sorted((ROOT / "assets" / "logo").glob("icon*")):
        shutil.copy(picture, icons)


def numbers(version: str) -> tuple[int, int, int, int]:
    """A version as Windows wants it, four numbers; the last tells betas and candidates apart:
    1.0.0rc1 is 1.0.0.401, and what follows it, 1.0.0, is 1.0.0.1000.
    """
    found = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?", version)
    if found is None:
        raise ValueError(f"'{version}' is no version such as 1.2.3 or 1.2.3rc1")
    stage = {"a": 0, "b": 200, "rc": 400}.get(found[4], 1000) + int(found[5] or 0)
    return int(found[1]), int(found[2]), int(found[3]), stage


def size_of(result: Path) -> int:
    """Bytes of a file, or of all files in a folder; links count nothing."""
    files = [result] if result.is_file() else result.rglob("*")
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())


if __name__ == "__main__":
    raise SystemExit(main())
