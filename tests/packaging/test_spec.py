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


def test_the_modules_beside_it_that_the_spec_uses_are_there() -> None:
    parsed = list(ast.walk(ast.parse(SPEC.read_text())))
    imports = [each for each in parsed if isinstance(each, ast.Import)]
    imported = {name.name: importlib.import_module(name.name) for e in imports for name in e.names}
    assert "licences" in imported
    assert [
        (each.value.id, each.attr)
        for each in parsed
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)
        if each.value.id in imported and not hasattr(imported[each.value.id], each.attr)
    ] == []


def _has(module: str, name: str) -> bool:
    """Whether a module has a name, or a package that module."""
    found = importlib.import_module(module)
    return hasattr(found, name) or importlib.util.find_spec(f"{module}.{name}") is not None
