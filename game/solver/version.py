"""The version of the solver, for code that keeps its results."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game import __version__
from game.core.hashing import blake2b

_HERE = Path(__file__).resolve().parent


@cache
def solver_version() -> str:
    """A hash of the program's version and of all solver sources, as far as there are any."""
    digest = blake2b(__version__.encode(), digest_size=8)
    for source in sorted(_HERE.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()
