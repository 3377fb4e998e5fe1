"""The build's spec file, which neither mypy nor ruff reads, as far as it shows without a build."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

SPEC = Path(__file__).parents[2] / "packaging" / "fourfold.spec"


def test_what_the_spec_imports_of_the_program_is_there() -> None:
    imports = [
        (each.module, name.name)
        for each in ast.walk(ast.parse(SPEC.read_text()))
        if isinstance(each, ast.ImportFrom) and each.module and each.module.startswith("game")
        for name in each.names
    ]
    assert imports
    assert [pair for pair in imports if not _has(*pair)] == []


def _has(module: str, name: str) -> bool:
    """Whether a module has a name, or a package that module."""
    found = importlib.import_module(module)
    return hasattr(found, name) or importlib.util.find_spec(f"{module}.{name}") is not None
