"""Small changes to the modules that keep the player's moves, each of which some test must notice.

    python -m tools.mutants             200 of them, the same at every run
    python -m tools.mutants 40 --seed 2
    python -m tools.mutants 200 game/play/session.py game/map/layout.py    of these only

Prints each that no test noticed; exit code 1 where there is one. Each runs in a process of its own,
with the changed module in the place of the real one: no file is written.
"""

from __future__ import annotations

import ast
import copy
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
TIMEOUT_S: Final = 240
JOBS: Final = 2
COUNT: Final = 200
VARIABLE: Final = "FOURFOLD_MUTANT"

_RECORD = ("tests/record/test_game_store.py", "tests/record/test_best_answers_of_deal.py")
TESTS: Final = {
    "game/record/game_store.py": (
        "tests/record/test_attempts.py",
        *_RECORD,
        "tests/record/test_two_windows.py",
    ),
    "game/record/best_answers_of_deal.py": (
        "tests/record/test_attempts.py",
        *_RECORD,
        "tests/record/test_two_windows.py",
    ),
    "game/record/attempt_time_and_help.py": (
        "tests/record/test_attempts.py",
        *_RECORD,
        "tests/record/test_two_windows.py",
    ),
    "game/record/advisor.py": (
        "tests/scenes/table/test_hint_and_warning.py",
        "tests/record/test_advisor.py",
    ),
    "game/record/solver_gateway.py": ("tests/record/test_solver_gateway.py",),
    "game/record/known_positions.py": (
        "tests/record/test_advisor.py",
        "tests/record/test_known_positions.py",
        "tests/record/test_reviewer.py",
    ),
    "game/record/reviewed_lines.py": (
        "tests/record/test_advisor.py",
        "tests/record/test_reviewed_lines.py",
    ),
    "game/play/session.py": ("tests/play/test_session.py", "tests/record/test_game_store.py"),
    "game/history/history.py": ("tests/history", "tests/play/test_session.py"),
    "game/history/walked_graph.py": ("tests/history", "tests/play/test_session.py"),
    "game/history/graph.py": ("tests/history", "tests/play/test_session.py"),
    "game/storage/tables.py": (
        "tests/storage/test_storage.py",
        "tests/storage/test_joining.py",
        "tests/record/test_two_windows.py",
    ),
    "game/storage/player_file.py": (
        "tests/storage/test_storage.py",
        "tests/storage/test_spare_file.py",
        "tests/storage/test_retries_and_checks.py",
    ),
    "game/storage/main_file.py": (
        "tests/storage/test_damage_and_backup.py",
        "tests/storage/test_spare_file.py",
    ),
}
"""The modules, and the tests that are to notice: the quick ones first."""

_OTHER: Final = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


Change = tuple[str, str, object]
"""What it is, the field of a node, and that field's new value."""


class Mutant(NamedTuple):
    """One change to one module."""

    module: str
    place: int
    """Of all that can be changed in the module."""
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.what}"


def mutants_of(module: str) -> list[Mutant]:
    """All changes that are made to a module."""
    tree = ast.parse((ROOT / module).read_text())
    return [Mutant(module, n, *told) for n, told in enumerate(_changes(tree, None))]


def mutated(module: str, place: int) -> ast.Module:
    """The module with one change."""
    tree = ast.parse((ROOT / module).read_text())
    for _ in _changes(tree, place):
        pass
    return ast.fix_missing_locations(tree)


def _changes(tree: ast.Module, wanted: int | None) -> Iterator[tuple[int, str]]:
    """What can be changed, in the order of the tree; the wanted one is."""
    number = 0
    for node in list(ast.walk(tree)):
        for told, field, value in _of_node(node):
            before = ast.unparse(node).splitlines()[0]
            if number == wanted:
                setattr(node, field, value)
            yield getattr(node, "lineno", 0), f"{told}: {before[:90]}"
            number += 1


def _of_node(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _OTHER:
            yield "other comparison", "ops", [_OTHER[type(op)]()]
        case ast.BinOp(op=op) if type(op) in _OTHER:
            yield "other sign", "op", _OTHER[type(op)]()
        case ast.BoolOp(op=op, values=values):
            yield "and/or", "op", _OTHER[type(op)]()
            yield "without the last part", "values", [*values[:-1], values[-2]]
        case ast.UnaryOp(op=ast.Not()):
            yield "without not", "operand", _negated(node.operand)
        case ast.If() | ast.IfExp() | ast.While():
            yield "never", "test", ast.Constant(value=False)
            if not isinstance(node, ast.While):
                yield "always", "test", ast.Constant(value=True)
        case ast.Constant(value=bool() as value):
            yield "other constant", "value", not value
        case ast.Constant(value=int() as value):
            yield "one more", "value", value + 1
        case ast.FunctionDef(body=body):
            yield from _without_statements(node, body)


def _without_statements(node: ast.AST, body: list[ast.stmt]) -> Iterator[Change]:
    for place, statement in enumerate(body):
        called = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        if called or isinstance(statement, ast.AugAssign):
            kept = [*body[:place], ast.Pass(), *body[place + 1 :]]
            yield f"without '{ast.unparse(statement)[:60]}'", "body", kept


def _negated(node: ast.expr) -> ast.expr:
    return ast.UnaryOp(op=ast.Not(), operand=copy.deepcopy(node))


def is_noticed(mutant: Mutant) -> bool:
    """Whether a test fails, or never ends, with the change."""
    wanted = [test for test in TESTS[mutant.module] if (ROOT / test).exists()]
    command = [sys.executable, "-m", "tools.mutants", "--test", *wanted]
    environment = {**os.environ, VARIABLE: f"{mutant.module}:{mutant.place}"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, timeout=TIMEOUT_S, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def _test(tests: list[str]) -> int:
    """In the process of one mutant."""
    import importlib.abc
    import importlib.util

    import pytest

    module, _, place = os.environ[VARIABLE].rpartition(":")
    name = module.removesuffix(".py").replace("/", ".")
    code = compile(mutated(module, int(place)), module, "exec")

    class Mutated(importlib.abc.Loader):
        def exec_module(self, made: object) -> None:
            exec(code, vars(made))

    class Finder(importlib.abc.MetaPathFinder):
        def find_spec(self, wanted: str, path: object, target: object = None) -> object:
            return importlib.util.spec_from_loader(name, Mutated()) if wanted == name else None

    sys.meta_path.insert(0, Finder())  # type: ignore[arg-type]
    return int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", *tests]))


def main(words: list[str]) -> int:
    if words[:1] == ["--test"]:
        return _test(words[1:])
    seed = int(words[words.index("--seed") + 1]) if "--seed" in words else 1
    count = int(words[0]) if words and words[0].isdigit() else COUNT
    modules = [word for word in words if word in TESTS] or TESTS
    found = [mutant for module in modules for mutant in mutants_of(module)]
    chosen = Random(seed).sample(found, min(count, len(found)))
    print(f"{len(chosen)} of {len(found)} mutants", flush=True)
    left = 0
    with ThreadPoolExecutor(JOBS) as pool:
        for mutant, noticed in zip(chosen, pool.map(is_noticed, chosen), strict=True):
            if not noticed:
                left += 1
                print(f"survived: {mutant}", flush=True)
    print(f"{len(chosen) - left} of {len(chosen)} noticed")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
