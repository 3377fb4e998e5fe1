"""Who may import whom: read from the source of every file, held against one table."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.spare import LEFT_OUT

ROOT = Path(__file__).parent.parent

# Lowest first. A module or package imports only from lines above its own, and from itself.
# A new file at the top of game/ gets its name here, as low as what it imports lets it.
LAYERS = (
    ("wording", "marks"),
    ("cards", "history", "settings", "i18n", "folders", "tracing", "memory"),
    ("position",),
    ("deals",),
    ("rules",),
    ("refusals", "gestures", "launch", "catalogue", "daily"),
    ("notation",),
    ("session", "solver", "respelling"),
    ("answersfile", "way"),
    ("storage", "map"),
    (
        "attempt",
        "restoring",
        "dailydeals",
        "statistics",
        "validate",
        "advice",
        "reviewer",
        "reviewtext",
        "today",
        "importing",
        "exporting",
    ),
    ("keeper", "upkeep"),
    ("album", "sdlcalls", "spare"),
    ("theme", "keys", "sdl", "sound", "clipboard", "screenshot"),
    ("buffers", "felt", "slices", "surfaces"),
    ("paint",),
    ("cardart",),
    ("assets",),
    ("widgets",),
    ("table",),
    ("scenes",),
    ("services", "behind", "resizing", "stack", "faults"),
    ("window",),
    ("app",),
    ("arguments", "console"),
    ("chosen", "startup"),
    ("solving", "reviewing"),
    ("cli",),
)
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}

# These import nothing of ours but how an error is worded and a text marked; nobody needs to know
# more than them to read them.
ALONE = (*LAYERS[0], *LAYERS[1], "theme", "arguments", "console")

COMMANDS = ("arguments", "console", "chosen", "solving", "reviewing", "startup", "cli")

# These never import pygame, not even by way of others.
WITHOUT_PYGAME = (*(name for names in LAYERS[:10] for name in names), "theme", *COMMANDS)

# What comes from outside, and who may ask for it.
OUTSIDE = {"pysol_cards": ("deals",), "platformdirs": ("folders",)}


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


def parsed(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text(encoding="utf-8"))


def unit(module: str) -> str:
    """The name in the table that a module of ours belongs to: `rules` for game.rules.gaps."""
    return module.split(".")[1] if "." in module else ""


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
        waiting += imported(at_the_top(parsed(name))) if name in FILES else []
    return seen


UNITS = sorted({unit(module) for module in FILES} - {""})


@pytest.mark.parametrize("name", UNITS)
def test_every_file_has_its_place_in_the_table(name: str):
    where = f"game/{name} is new: give it a line in LAYERS of tests/test_imports.py"
    assert name in LAYER, where


@pytest.mark.parametrize("module", FILES)
def test_a_module_imports_only_from_layers_below_its_own(module: str):
    # What has no place yet has failed the test above.
    place = LAYER.get(unit(module), len(LAYERS))
    for other in imported(parsed(module)):
        if other.startswith("game.") and unit(other) != unit(module):
            below = LAYER.get(unit(other), -1) < place
            assert below, f"{module} imports {other}, which is not below it in LAYERS"


@pytest.mark.parametrize("module", [m for m in FILES if unit(m) in ALONE])
def test_what_stands_alone_imports_nothing_else_of_ours(module: str):
    ours = {unit(other) for other in imported(parsed(module)) if other.startswith("game")}
    assert ours <= {unit(module), *LAYERS[0]}


@pytest.mark.parametrize("module", [m for m in FILES if unit(m) in WITHOUT_PYGAME])
def test_the_part_without_pygame_never_reaches_it(module: str):
    assert not any(name.split(".")[0] == "pygame" for name in reached(module))


def test_importing_the_command_line_imports_no_pygame_no_app_and_no_numpy():
    program = "import sys, game.cli; print(*{name.split('.')[0] for name in sys.modules})"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"pygame", "numpy"} & set(run.stdout.split())


def test_the_first_frame_waits_for_nothing_that_takes_long_to_import():
    program = "import sys, game.startup; game.startup.import_pygame(); import game.app"
    program += "; from game.scenes import table; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    slow = {"dataclasses", "inspect", "tempfile", "shutil", "traceback", "ctypes"}
    slow |= {"locale", "subprocess", "multiprocessing", "platformdirs", "pysol_cards"}
    there = set(run.stdout.split())
    assert {"game.album", "pygame.font"} <= there
    assert not (slow | {*LEFT_OUT}) & there


def test_parts_of_pygame_that_come_later_are_whole():
    program = "import game.startup as start; start.import_pygame()"
    program += "; import pygame.mixer, pygame.pkgdata; print(pygame.mixer.get_init, pygame.font)"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "built-in function get_init" in run.stdout


def test_the_first_frame_waits_for_no_scene_that_is_not_shown_yet():
    program = "import sys, game.app; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    later = (
        *("menu", "table", "deals", "options", "help", "popup", "statistics", "map", "showme"),
        "outcome",
    )
    there = set(run.stdout.split())
    assert "game.scenes.later" in there
    assert not {f"game.scenes.{name}" for name in later} & there


def test_only_the_start_opens_the_window():
    inside = {
        module for module in FILES if any(other == "game.app" for other in imported(parsed(module)))
    }
    assert inside == {"game.startup"}
    assert "game.app" not in reached("game.cli")


@pytest.mark.parametrize("game", ["brainjam", "lapeau", "gaps", "klondike"])
def test_no_game_builds_on_another_game(game: str):
    others = {"brainjam", "lapeau", "gaps", "klondike"} - {game}
    tree = parsed(f"game.rules.{game}")
    assert not {f"game.rules.{other}" for other in others} & set(imported(tree))
    bases = [node.bases for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assert [[ast.unparse(base) for base in of_one] for of_one in bases] == [["ByOptions"]]


@pytest.mark.parametrize(("package", "users"), OUTSIDE.items())
def test_what_comes_from_outside_is_asked_for_in_one_place(package: str, users: tuple[str, ...]):
    asking = {
        unit(module)
        for module in FILES
        if any(other.split(".")[0] == package for other in imported(parsed(module)))
    }
    assert asking == set(users)


def test_the_table_names_nothing_that_is_not_there():
    assert set(LAYER) <= set(UNITS)
