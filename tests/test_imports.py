"""Checks the imports of every file against DESIGN.md's table of layers."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def layers() -> dict[str, set[str]]:
    """The packages of DESIGN.md's table, lowest first, each with those that it may import."""
    design = (ROOT / "DESIGN.md").read_text(encoding="utf-8")
    table = design.partition("## The layers")[2].partition("\n## ")[0]
    found: dict[str, set[str]] = {}
    for name, told in re.findall(r"^\| `(.+?)` \|.*\|(.*)\|$", table, re.MULTILINE):
        every = told.strip() == "all above"
        found[name] = {*found} if every else set(re.findall(r"`(.+?)`", told))
    return found


LAYERS = layers()

# Importing these imports no pygame, not even by way of others.
WITHOUT_PYGAME = {*list(LAYERS)[: list(LAYERS).index("desktop")], "cli"}

# What comes from outside, and who may ask for it.
OUTSIDE = {"platformdirs": {"game.system.folders"}}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in sorted((ROOT / "game").rglob("*.py"))}


@pytest.mark.parametrize("name", FILES)
def test_nobody_asks_pygame_for_the_time(name: str) -> None:
    # It says 0 for ever where pygame.init was never called, as here.
    assert "get_ticks" not in FILES[name].read_text(encoding="utf-8")


def imported(tree: ast.AST) -> Iterator[str]:
    """The full names of the modules that a syntax tree imports, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in line {node.lineno}"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in FILES else str(node.module)


def at_the_top(tree: ast.Module) -> ast.Module:
    """The statements that run when a module is imported."""
    kept = [
        node
        for node in tree.body
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    ]
    return ast.Module(kept, [])


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text(encoding="utf-8"))


def unit(module: str) -> str:
    """The row of the table that a module of ours belongs to: `rules` for game.rules.gaps,
    `scenes/menu` for game.scenes.menu.scene.
    """
    parts = module.split(".")[1:]
    deep = parts[:1] == ["scenes"] and len(parts) > 1
    return "/".join(parts[: 2 if deep else 1])


@cache
def imported_at_once(module: str) -> list[str]:
    """What a module of ours imports where it is imported itself."""
    return [*imported(at_the_top(parsed(module)))]


def reached(module: str) -> set[str]:
    """All that importing a module imports, packages on the way and our own modules' imports."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        waiting += [name.rpartition(".")[0]] if "." in name and name.startswith("game") else []
        waiting += imported_at_once(name) if name in FILES else []
    return seen


def test_at_the_top_of_the_program_there_are_only_packages():
    modules = {path.name for path in (ROOT / "game").glob("*.py")}
    assert modules == {"__init__.py", "__main__.py"}
    assert {path.name for path in (ROOT / "game/scenes").glob("*.py")} == {"__init__.py"}


def test_the_table_names_every_package_and_nothing_else():
    assert {unit(module) for module in FILES} - {"", "__main__", "scenes"} == {*LAYERS}


def test_a_row_of_the_table_names_only_rows_above_it():
    rows = list(LAYERS)
    for place, (name, imports) in enumerate(LAYERS.items()):
        assert imports <= {*rows[:place]}, name


@pytest.mark.parametrize("module", FILES)
def test_a_module_imports_only_what_its_row_allows(module: str):
    own = unit(module)
    allowed = {"", own} | LAYERS.get(own, {"cli", "system"})
    ours = {unit(other) for other in imported(parsed(module)) if other.startswith("game")}
    assert ours <= allowed, f"{module} imports {ours - allowed}: see the table in DESIGN.md"


@pytest.mark.parametrize("package", LAYERS)
def test_a_package_imports_all_that_its_row_names(package: str):
    ours = {
        unit(other)
        for module in FILES
        if unit(module) == package
        for other in imported(parsed(module))
        if other.startswith("game.")
    }
    assert package == "app" or LAYERS[package] <= ours


@pytest.mark.parametrize("package", [m for m in FILES if FILES[m].name == "__init__.py"])
def test_a_package_says_what_it_is_for(package: str):
    assert len(ast.get_docstring(parsed(package)) or "") > 60


@pytest.mark.parametrize("package", [m for m in FILES if FILES[m].name == "__init__.py"])
def test_a_package_names_only_modules_that_it_has(package: str):
    told = ast.get_docstring(parsed(package)) or ""
    files = re.findall(r"`([\w/]+\.py)`", told)
    named = [*files, *(f"{module}.py" for module in re.findall(r"`(\w+)\.[A-Z]\w+`", told))]
    here = FILES[package].parent
    places = here, ROOT / "game", ROOT
    assert [name for name in named if not any((at / name).exists() for at in places)] == []


def test_every_file_that_a_text_names_is_there():
    folders = "game", "tests", "tools", "packaging", "docs", ".ci", ".github"
    texts = [*ROOT.glob("*.*"), *(path for name in folders for path in (ROOT / name).rglob("*"))]
    there = {f"/{path.relative_to(ROOT).as_posix()}" for path in texts}
    of_a_file = re.compile(r"(?<![\w/.<*{-])(?:(?:[a-z_]+/)+[a-z_0-9]+|test_\w+)\.py\b")
    named = {
        name
        for path in texts
        if path.suffix in {".py", ".md", ".toml", ".yml"} and path.name != "CHANGELOG.md"
        for name in of_a_file.findall(path.read_text(encoding="utf-8"))
    }
    made_by_tests = {"game/show.py"}
    missing = {name for name in named if not any(path.endswith(f"/{name}") for path in there)}
    assert missing == made_by_tests


def shared_names() -> set[str]:
    """The names that DESIGN.md lets several modules define, each with its reason."""
    design = (ROOT / "DESIGN.md").read_text(encoding="utf-8")
    listed = design.partition("## Names in several modules")[2].partition("\n## ")[0]
    return set(re.findall(r"^- `(\w+)`: .+", listed, re.MULTILINE))


def defined(tree: ast.Module) -> Iterator[str]:
    """The classes, functions and names of types at the top of a module that others may use."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        else:
            names = []
        yield from (name for name in names if not name.startswith("_") and not name.isupper())


def test_a_name_is_defined_in_one_module_only_but_where_design_says_why():
    homes: dict[str, set[str]] = {}
    for module in FILES:
        for name in defined(parsed(module)):
            homes.setdefault(name, set()).add(module)
    assert {name for name, modules in homes.items() if len(modules) > 1} == shared_names()


def test_no_modules_import_each_other_in_a_circle():
    left = {m: {o for o in imported(parsed(m)) if o in FILES} - {m} for m in FILES}
    while free := {module for module, others in left.items() if not others & left.keys()}:
        left = {module: others for module, others in left.items() if module not in free}
    assert not left


@pytest.mark.parametrize(
    "module", [*(m for m in FILES if unit(m) in WITHOUT_PYGAME), "game.graphics.colours"]
)
def test_the_part_without_pygame_never_reaches_it(module: str):
    assert not any(name.split(".")[0] == "pygame" for name in reached(module))


def test_importing_the_command_line_imports_no_pygame_no_app_and_no_numpy():
    program = "import sys, game.cli.commands; print(*{name.split('.')[0] for name in sys.modules})"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"pygame", "numpy"} & set(run.stdout.split())


def test_the_first_frame_waits_for_nothing_that_takes_long_to_import():
    program = "import sys, pygame; before = {*sys.modules}; import game.app.loop"
    program += "; import game.scenes.menu.scene, game.scenes.table.scene"
    program += "; print(*{*sys.modules} - before)"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    # ctypes is needed for where the screens are, which pygame does not tell.
    slow = {"dataclasses", "inspect", "tempfile", "shutil", "traceback"}
    slow |= {"locale", "subprocess", "multiprocessing", "platformdirs"}
    there = set(run.stdout.split())
    assert "game.app.loop" in there
    assert not slow & there


def test_the_first_frame_waits_for_no_scene_that_is_not_shown_yet():
    program = "import sys, game.app.loop; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    folders = (
        "menu",
        "table",
        "deals",
        "options",
        "help",
        "statistics",
        "map",
        "win",
    )
    later = {f"game.scenes.{name}.scene" for name in folders}
    later |= {"game.scenes.common.popup_menu", "game.scenes.review.show_me"}
    there = set(run.stdout.split())
    assert "game.app.scene_stack" in there
    assert not later & there


def test_only_the_start_opens_the_window():
    inside = {
        module
        for module in FILES
        if any(other == "game.app.loop" for other in imported(parsed(module)))
    }
    assert inside == {"game.cli.commands"}
    assert "game.app.loop" not in reached("game.cli.commands")


@pytest.mark.parametrize("game", ["brainjam", "lapeau", "gaps", "klondike"])
def test_no_game_builds_on_another_game(game: str):
    others = {"brainjam", "lapeau", "gaps", "klondike"} - {game}
    tree = parsed(f"game.rules.{game}")
    assert not {f"game.rules.{other}" for other in others} & set(imported(tree))
    bases = [node.bases for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assert [[ast.unparse(base) for base in of_one] for of_one in bases] == [["Rules"]]


@pytest.mark.parametrize(("package", "users"), OUTSIDE.items())
def test_what_comes_from_outside_is_asked_for_in_one_place(package: str, users: set[str]):
    asking = {
        module
        for module in FILES
        if any(other.split(".")[0] == package for other in imported(parsed(module)))
    }
    assert asking == users
