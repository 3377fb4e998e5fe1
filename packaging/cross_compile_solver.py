"""Compiles the solver for Windows on Linux: mypyc writes the C, MinGW makes the modules of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from build_paths import ROOT
from wine import VERSION, Wine

COMPILER: Final = "x86_64-w64-mingw32-gcc"
ENDING: Final = f".cp{VERSION.replace('.', '')}-win_amd64.pyd"
_FLAGS: Final = ("-O2", "-shared", "-static-libgcc", "-w", "-DMS_WIN64")
_FOLDER: Final = "from game.solver.compiled import build_folder; print(build_folder().name)"


def compile_solver(wine: Wine) -> Path:
    """The folder in which the Python under Wine looks for the compiled solver, with all modules;
    nothing is done where it is there.
    """
    folder = ROOT / "build" / "solver" / wine.told("-c", _FOLDER, cwd=ROOT).strip()
    if not folder.exists():
        # An interpreter of its own: mypyc wants the checkout as its working directory.
        command = [sys.executable, __file__, str(wine.python), str(folder)]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "FOURFOLD_PURE": "1"}, check=True)
    return folder


def _compile(python: Path, folder: Path) -> None:
    """Translate, compile, and put everything in place at once."""
    sys.path.insert(0, str(ROOT))
    from tools.translate_solver import translated

    with tempfile.TemporaryDirectory() as work:
        extensions = translated(Path(work) / "c", f"--python-version={VERSION}")
        made = Path(work) / "made"
        for extension in extensions:
            target = made / (extension.name.replace(".", "/") + ENDING)
            target.parent.mkdir(parents=True, exist_ok=True)
            headers = [f"-I{place}" for place in (python / "include", *extension.include_dirs)]
            library = [f"-L{python / 'libs'}", f"-lpython{VERSION.replace('.', '')}"]
            command = [COMPILER, *_FLAGS, *headers, *extension.sources, *library]
            subprocess.run([*command, "-o", str(target)], check=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, folder)


if __name__ == "__main__":
    _compile(Path(sys.argv[1]), Path(sys.argv[2]))
