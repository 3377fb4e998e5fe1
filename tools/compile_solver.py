"""Compile the solver for this checkout: `python tools/compile_solver.py`.

Needs mypy[mypyc], setuptools and a C compiler. The result goes to a folder of its own under
`build/solver/` and is used by every later run until one of its sources changes.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.chdir(ROOT)
sys.path.insert(0, str(ROOT))
os.environ["FOURFOLD_PURE"] = "1"

from game.solver.compiled import GROUP, build_folder, sources  # noqa: E402 (needs the path)


def compile_into(folder: Path) -> None:
    """Translate, compile, and put everything in place at once."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    with tempfile.TemporaryDirectory() as work:
        made = Path(work) / "made"
        files = [str(path.relative_to(ROOT)) for path in sources()]
        extensions = mypycify(
            ["--follow-imports=silent", *files],
            opt_level="3",
            debug_level="0",
            group_name=GROUP,
            target_dir=str(Path(work) / "c"),
        )
        command = build_ext(Distribution({"name": "fourfold", "ext_modules": extensions}))
        command.build_lib = str(made)
        command.build_temp = str(Path(work) / "o")
        command.ensure_finalized()
        command.run()
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, folder)


def main() -> None:
    """Compile unless it is done already; folders of other sources go."""
    folder = build_folder()
    if not folder.exists():
        for old in folder.parent.glob("*"):
            shutil.rmtree(old)
        compile_into(folder)
    print(folder)


if __name__ == "__main__":
    main()
