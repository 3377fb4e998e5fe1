"""Which modules of the solver mypyc compiles, with which flags, and where a checkout keeps them.

A wheel holds the compiled modules beside their sources, where Python finds them by itself. In a
checkout or an editable install they would be stale after the next edit. There they lie in
`build/solver/`, in a folder named by a hash of the sources, and are used only while the hash
matches. `python tools/compile_solver.py` makes them. If FOURFOLD_PURE is set in the environment,
they are not used, and `setup.py` builds a wheel without them.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final

MODULES: Final = (
    "search_structures",
    "brainjam_shortest_answer",
    "brainjam_win_moves",
    "brainjam_solver",
    "lapeau_state_and_bound",
    "lapeau_solver",
    "gaps_search",
    "gaps_solver",
    "klondike_state",
    "klondike_search",
    "klondike_solver",
)
"""The compiled modules: either all of them are compiled or none."""

GROUP: Final = "fourfold_solver"
"""mypyc puts the code of all of them into one top-level module, GROUP + '__mypyc'."""

LEVEL: Final = "2"
"""The C compiler's optimisation level. A higher level compiles longer and runs no faster."""
FLAGS: Final = ("-fno-semantic-interposition",) if sys.platform == "linux" else ()
"""More flags: on Linux, allow calls within the solver to be inlined, as other systems do anyway."""

PURE: Final = "FOURFOLD_PURE"
"""The environment variable that asks for plain Python."""

_HERE: Final = Path(__file__).resolve().parent


def sources() -> list[Path]:
    """The source files of the compiled modules."""
    return [_HERE / f"{name}.py" for name in MODULES]


def build_folder() -> Path:
    """The folder of this checkout's compiled modules, which may not exist. Its name is a hash of
    their sources, the Python version and the compiler's flags. Raises OSError without sources.
    """
    import hashlib

    compiler = f"{EXTENSION_SUFFIXES[0]} {sys.version} {LEVEL} {FLAGS}"
    digest = hashlib.sha256(compiler.encode())
    for source in [*sources(), _HERE / "vectors.pyi"]:
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return _HERE.parent.parent / "build" / "solver" / digest.hexdigest()[:16]


def use(package: ModuleType) -> None:
    """Make the package `game.solver` import its compiled modules, if they exist and are wanted."""
    if os.environ.get(PURE) or getattr(sys, "frozen", False):
        return
    try:
        folder = build_folder()
    except OSError:
        return
    shared = folder / f"{GROUP}__mypyc{EXTENSION_SUFFIXES[0]}"
    if not shared.exists():
        return
    try:
        importlib.import_module("librt.vecs")
    except ImportError:
        # Compiled code cannot do without these vectors.
        return
    spec = importlib.util.spec_from_file_location(f"{GROUP}__mypyc", shared)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    package.__path__.insert(0, str(folder / "game" / "solver"))


def is_compiled() -> bool:
    """True if the solver runs compiled here."""
    spec = importlib.util.find_spec("game.solver.search_structures")
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)
