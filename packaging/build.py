"""Builds the standalone program: python packaging/build.py.

Needs `pip install -e ".[package]"`. The results are in dist/: the folder `fourfold` and the single
file `fourfold-portable`, which is started in the same way and unpacks itself each time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Final

import desktop
from build_paths import DIST, FOLDER, ROOT, size_of

WORK: Final = ROOT / "build" / "pyinstaller"
ENDING: Final = ".exe" if sys.platform == "win32" else ""
PORTABLE: Final = DIST / f"fourfold-portable{ENDING}"


def main() -> int:
    """Compile the solver, freeze the program twice, lay what belongs to it beside."""
    steps = (
        [str(ROOT / "packaging" / "fetch_licence_texts.py")],
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
    for place in (FOLDER, DIST):
        shutil.copy(WORK / "fourfold" / "LICENCES.txt", place)
    if sys.platform != "linux":
        return
    for script in ("install.sh", "uninstall.sh"):
        shutil.copy(ROOT / "packaging" / "linux" / script, FOLDER)
    for name, text in desktop.integration().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    icons = FOLDER / "icons"
    icons.mkdir()
    for picture in sorted((ROOT / "assets" / "logo").glob("icon*")):
        shutil.copy(picture, icons)


if __name__ == "__main__":
    raise SystemExit(main())
