"""Which of the solver's modules are compiled by mypyc, how, and where a checkout keeps them.

A wheel holds the compiled modules beside their sources, and Python takes those by itself. A
checkout or an editable install must not, for they would go stale at the next edit: there they
lie in `build/solver/`, in a folder named by a hash of the sources, and are used only while
that matches. `python tools/compile_solver.py` makes them. With FOURFOLD_PURE set in the
environment they are left alone, and `setup.py` builds a wheel without them.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final

MODULES: Final = (
    "search_tools",
    "visited_states",
    "state_lengths",
    "brainjam_table",
    "brainjam_state",
    "brainjam_win",
    "brainjam_columns",
    "brainjam_nodes",
    "brainjam_lower_bound",
    "brainjam_par",
    "brainjam_beam",
    "brainjam_shorter_answer",
    "lapeau_state",
    "lapeau_lower_bound",
    "lapeau_search",
    "lapeau_shorter_answer",
    "lapeau_runs",
    "lapeau",
    "gaps_layout",
    "gaps_search",
    "gaps_redeals",
    "gaps",
    "klondike_cards",
    "klondike_state",
    "klondike_moves",
    "klondike_lost",
    "klondike_search",
    "klondike_hands",
    "klondike",
)
"""Compiled together, or not at all."""

GROUP: Final = "fourfold_solver"
"""mypyc puts the code of all of them into one top-level module, GROUP + '__mypyc'."""

LEVEL: Final = "2"
"""Of the C compiler's optimising. A higher one takes longer and makes nothing quicker."""
FLAGS: Final = ("-fno-semantic-interposition",) if sys.platform == "linux" else ()
"""More for it: calls within the solver may be inlined, as elsewhere they are anyway."""

PURE: Final = "FOURFOLD_PURE"
"""The environment variable that asks for plain Python."""

_HERE: Final = Path(__file__).resolve().parent


def sources() -> list[Path]:
    """The source files of the compiled modules."""
    return [_HERE / f"{name}.py" for name in MODULES]


def build_folder() -> Path:
    """Where this checkout's compiled modules are, if they are there: named by a hash of their
    sources and of what else decides whether they fit. Raises OSError without sources.
    """
    import hashlib

    compiler = f"{EXTENSION_SUFFIXES[0]} {sys.version} {LEVEL} {FLAGS}"
    digest = hashlib.sha256(compiler.encode())
    for source in [*sources(), _HERE / "vectors.pyi"]:
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return _HERE.parent.parent / "build" / "solver" / digest.hexdigest()[:16]


class _Later:
    """Looks for nothing itself: where the first of the compiled modules is asked for, it lets
    the package find them compiled. The window opens sooner for that, as it asks for none.
    """

    def __init__(self, package: ModuleType) -> None:
        self._package = package
        self._names = {f"{package.__name__}.{name}" for name in MODULES}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        """Of the import system; it asks the next finder then, on the path as it is now."""
        if name in self._names:
            self._names.clear()
            use(self._package)


def use_when_needed(package: ModuleType) -> None:
    """Let the package `game.solver` find its modules compiled from the first of them on."""
    sys.meta_path.insert(0, _Later(package))


def use(package: ModuleType) -> None:
    """Let the package `game.solver` find its modules compiled, where that is possible."""
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
    spec = importlib.util.find_spec("game.solver.search_tools")
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)
