"""The standalone programs, where no Python package can be found."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from bare import Bare
from build_paths import DIST, FOLDER, size_of
from harness.lines import recorded
from harness.player import Player
from harness.program import REST, SOURCE, Program
from harness.screen import Screen

from build import PORTABLE
from game import __version__
from game.core import deals
from game.play import notation

pytestmark = pytest.mark.built
WIN = recorded("wins", "brainjam")
PAGES = {"F1": "help", "ctrl+o": "options", "ctrl+m": "map"}
BEHIND = ("list", "menu")
"""What lies behind a table of Brain Jam, one Escape after another."""


@contextmanager
def playing(
    home: Path, command: Sequence[str], screen: Screen, *words: object
) -> Iterator[Program]:
    """The program that a command starts, its data in a home and kept there."""
    folder = home / "data"
    if not folder.exists():
        folder.mkdir()
        settings = {"animated": False, "clock": False, "tips": False}
        (folder / "settings.json").write_text(json.dumps(settings))
    asked = [str(word) for word in words]
    with Program(screen, folder, *asked, command=command) as program:
        yield program


def quit_it(program: Program) -> None:
    program.key("shift+q")
    assert program.wait_for_end() == 0


def test_the_programs_are_small_and_their_licences_lie_beside_them() -> None:
    assert size_of(FOLDER) <= 45e6
    assert size_of(PORTABLE) <= 22e6
    beside, in_folder = ((place / "LICENCES.txt").read_text() for place in (DIST, FOLDER))
    assert beside == in_folder
    assert "pygame-ce" in beside
    assert "zvariant 5." in beside, "a crate inside AccessKit's module"
    assert "Stefan Krah" in beside, "libmpdec, inside Python's decimal"


def test_there_is_no_python_and_no_checkout_around_the_program(bare: Bare) -> None:
    looked = bare.run("-c", "python3 -c 'import encodings, pygame, game'", program="/bin/sh")
    assert looked.returncode != 0
    looked = bare.run("-A", str(Path(__file__).parent), program="/bin/ls")
    assert looked.returncode != 0


def test_the_solver_inside_is_compiled_and_solves(bare: Bare) -> None:
    assert bare.run("--version").stdout == f"fourfold {__version__} (solver: compiled)\n"
    solved = bare.run("solve", "brainjam", "617", "11982", "--optimal", "--jobs", "2")
    found = [json.loads(line) for line in solved.stdout.splitlines()]
    assert {answer["id"] for answer in found} == {"617", "11982"}, solved.stderr
    for answer in found:
        start = WIN.rules.deal(deals.deck_of(int(answer["id"])))
        moves = notation.read_answer(WIN.rules, start, answer["answer"])
        position, counted = notation.replay(WIN.rules, start, moves)
        assert WIN.rules.is_won(position)
        assert (counted, answer["optimal"]) == (answer["moves"], True)


@pytest.mark.parametrize(("game", "number"), [("lapeau", 3), ("gaps", 8), ("klondike", 3)])
def test_the_other_games_are_solved(bare: Bare, game: str, number: int) -> None:
    solved = bare.run("solve", game, str(number))
    assert json.loads(solved.stdout)["verdict"] == "won", solved


def test_a_deal_is_played_to_the_flag_with_a_hint_and_after_a_pause(
    bare: Bare, screen: Screen
) -> None:
    with playing(bare.home, bare.command, screen, "brainjam", WIN.number) as program:
        player = Player(program, WIN.rules, WIN.deck)
        player.play(WIN.moves[:10], player.by_click)
        before = player.mirror.depth
        program.key("F2")
        program.wait(lambda: is_advised(program), "an answer of the solver")
        # The answer may have been there before: the same key at once would count as its repeat.
        program.tell(*REST)
        program.key("F2")
        program.wait(lambda: len(program.trace.actions) > before, "the hinted action")
        player.take_actions()
        player.wait_for_cards()
        assert player.mirror.depth > before
        player.travel("undo", "Left")
        for _ in range(player.mirror.depth - before):
            player.travel("undo", "Left")
        quit_it(program)
    with playing(bare.home, bare.command, screen, "brainjam", WIN.number) as program:
        again = Player(program, WIN.rules, WIN.deck, player.mirror)
        again.play(WIN.moves[10:], again.by_click)
        program.wait_for_scene("win")
        assert program.trace.actions[-1]["won"]
        assert program.trace.named("error") == []
        quit_it(program)
    assert list(bare.temporary.iterdir()) == []


def test_an_upgrade_that_is_installed_meanwhile_takes_nothing_from_the_game_that_runs(
    bare: Bare, screen: Screen
) -> None:
    file = Path(bare.command[1])
    aside = file.with_name("the version that runs")
    with playing(bare.home, bare.command, screen, "klondike", 5) as program:
        program.wait_for_scene("table")
        # As dpkg does it: the old file stays open, its name belongs to the new one.
        file.rename(aside)
        try:
            file.write_bytes(b"another version")
            program.key("F12")
            program.wait(lambda: pictures_saved(bare.home), "a picture, whose module comes late")
        finally:
            aside.replace(file)
        quit_it(program)
    assert list((bare.home / "data").glob("fault-*")) == []


@pytest.mark.parametrize("part", ["pygame", "game/assets/menu", "game/assets"])
def test_a_double_click_on_a_broken_folder_is_told_of(tmp_path: Path, part: str) -> None:
    """A start without arguments."""
    folder = tmp_path / "fourfold"
    shutil.copytree(FOLDER, folder, symlinks=True)
    for lost in folder.rglob(part):
        shutil.rmtree(lost)
    run = subprocess.run(
        [folder / "fourfold"], capture_output=True, text=True, check=False, timeout=60,
        env={"SDL_VIDEODRIVER": "dummy", "TMPDIR": str(tmp_path), "HOME": str(tmp_path)},
    )  # fmt: skip
    (report,) = tmp_path.rglob("fault-*.txt")
    assert (run.returncode, run.stderr.count("\n")) == (1, 1), run.stderr
    assert "reinstall it" in run.stderr and str(report) in run.stderr


def pictures_saved(home: Path) -> list[Path]:
    return list(home.rglob("fourfold-*.png"))


def is_advised(program: Program) -> bool:
    """True once the solver has found a win from the position on the table."""
    return any("won" in json.dumps(event) for event in program.trace.named("solver"))


def test_every_scene_looks_as_it_does_from_source(
    bare: Bare, screen: Screen, tmp_path: Path
) -> None:
    with playing(bare.home, bare.command, screen, "brainjam", WIN.number) as program:
        frozen = dict(pictures(program, screen))
        quit_it(program)
    with playing(tmp_path, SOURCE, screen, "brainjam", WIN.number) as program:
        from_source = dict(pictures(program, screen))
        quit_it(program)
    assert frozen.keys() == from_source.keys()
    assert [name for name in frozen if frozen[name] != from_source[name]] == []


def pictures(program: Program, screen: Screen) -> Iterator[tuple[str, bytes]]:
    """The table, the pages over it, and what lies behind it, each as it looks when at rest."""
    program.wait_for_scene("table")
    yield "table", at_rest(program, screen)
    for key, name in PAGES.items():
        program.key(key)
        program.wait_for_scene(name)
        yield name, at_rest(program, screen)
        program.key("Escape")
        program.wait_for_scene("table")
    for name in BEHIND:
        program.key("Escape")
        program.wait_for_scene(name)
        yield name, at_rest(program, screen)


def at_rest(program: Program, screen: Screen) -> bytes:
    """The pixels of the window once they have been the same for a while."""
    file = program.folder.parent / "window.ppm"
    looks: list[bytes] = []

    def is_still() -> bool:
        time.sleep(0.3)
        screen.shoot(program.window, file)
        looks.append(file.read_bytes())
        return len(looks) > 3 and len(set(looks[-3:])) == 1

    program.wait(is_still, "a picture that stays")
    return looks[-1]
