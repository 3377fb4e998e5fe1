"""Translates the solver's modules into C, for whoever compiles them: `compile_solver.py` for a
checkout, `setup.py` for wheels, `packaging/windows.py` for Windows.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.solver.compiled import FLAGS, GROUP, LEVEL, sources

ROOT = Path(__file__).resolve().parent.parent


def translated(folder: Path, *options: str) -> list[Any]:
    """Put the C into a folder; returns the extensions, for setuptools, that are made of it. The
    working directory is the checkout; `options` are mypy's. Raises what mypyc raises.
    """
    from mypyc.build import mypycify

    files = [str(path.relative_to(ROOT)) for path in sources()]
    extensions = mypycify(
        ["--follow-imports=silent", *options, *files],
        opt_level=LEVEL,
        debug_level="0",
        group_name=GROUP,
        target_dir=str(folder),
    )
    for extension in extensions:
        extension.extra_compile_args += FLAGS
    return extensions
