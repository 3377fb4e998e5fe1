"""Films the program for README: `python tools/readme_film.py --out docs/pictures/fourfold.gif`.

The real program in a window on a screen of its own (as the driven tests have one; it needs their
tools), played by clicks and keys: a deal, some moves, a hint, the map, and the end of a won game
with its flag. What is shown is in `SCENES`, one function each; run it again when the program looks
different. ImageMagick makes one GIF of the pictures.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "driven"))

from harness.lines import recorded
from harness.player import Player
from harness.program import Program
from harness.screen import Screen, missing_tools

ROOT: Final = Path(__file__).resolve().parents[1]
SIZE: Final = (1280, 800)
SHOWN: Final = (704, 440)
"""Of the film, in pixels."""
COLOURS: Final = 96
MOST_BYTES: Final = 3_000_000
WIN: Final = recorded("wins", "brainjam")
FIRST_MOVES: Final = 10
ASIDE: Final = 3
"""Moves of the other way."""
HALF_WAY: Final = 34
LAST_MOVES: Final = 5
OTHER: Final = 11982
"""The deal that lies there before the film begins."""


class Film:
    """Takes pictures of a program's window, each to be shown for a while."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.program = program
        self._folder = folder
        self.pictures: list[tuple[Path, int]] = []
        """Each with how long it is shown, in hundredths of a second."""

    def begin(self) -> None:
        """The deal lies there, and is played from now on."""
        self.player = Player(self.program, WIN.rules, WIN.deck)

    def take(self, hundredths: int) -> None:
        """One picture of the window as it is now."""
        file = self._folder / f"{len(self.pictures):04}.ppm"
        self.program.screen.shoot(self.program.window, file)
        self.pictures.append((file, hundredths))

    def moving(self, pictures: int) -> None:
        """Some pictures of what moves just now."""
        for _ in range(pictures):
            self.take(9)


def deal(film: Film) -> None:
    """The cards come."""
    film.program.key("ctrl+g", *str(WIN.number), "Return")
    film.moving(5)
    film.begin()
    film.take(90)


def moves(film: Film) -> None:
    """The first moves, with the verdict light at the side."""
    for move in WIN.moves[:FIRST_MOVES]:
        film.player.play([move], film.player.by_click)
        film.take(35)
    film.take(60)


def wrong_way(film: Film) -> None:
    """Other moves are tried and taken back: the map will show both ways."""
    depth = film.player.mirror.depth
    for move in WIN.moves[FIRST_MOVES : FIRST_MOVES + ASIDE]:
        others = [other for other in WIN.rules.moves(film.player.position) if other != move]
        film.player.play(others[:1], film.player.by_click)
        film.take(45)
    while film.player.mirror.depth > depth:
        film.player.travel("undo", "Left")
        film.take(20)


def hint(film: Film) -> None:
    """What the solver would do."""
    film.program.key("F2")
    film.program.wait(lambda: film.program.trace.named("solver"), "an answer of the solver")
    film.moving(3)
    film.take(130)
    film.player.take_actions()


def map_of_positions(film: Film) -> None:
    """Half way through: all positions tried so far."""
    film.player.play(WIN.moves[FIRST_MOVES:HALF_WAY], film.player.by_click)
    film.take(30)
    film.program.key("ctrl+m")
    film.program.wait_for_scene("map")
    film.moving(4)
    film.take(200)
    film.program.key("Escape")
    film.program.wait_for_scene("table")
    film.take(30)


def flag(film: Film) -> None:
    """The last moves of the game, and what comes then."""
    film.player.play(WIN.moves[HALF_WAY:-LAST_MOVES], film.player.by_click)
    film.take(40)
    for move in WIN.moves[-LAST_MOVES:]:
        film.player.play([move], film.player.by_click)
        film.take(25)
    film.program.wait_for_scene("win")
    film.moving(8)
    film.take(250)


SCENES: Final[tuple[Callable[[Film], None], ...]] = (
    *(deal, moves, wrong_way, hint, map_of_positions, flag),
)


def cut(film: Film, out: Path) -> None:
    """Make one file of the pictures; it runs for ever."""
    command = ["convert", "-loop", "0"]
    for file, hundredths in film.pictures:
        command += ["-delay", str(hundredths), str(file)]
    command += ["-resize", f"{SHOWN[0]}x{SHOWN[1]}", "+dither", "-colors", str(COLOURS)]
    subprocess.run([*command, "-layers", "OptimizePlus", str(out)], check=True)


def main(argv: list[str] | None = None) -> int:
    """Film, and say how large the result is; 1 where it is too large for README."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "pictures" / "fourfold.gif")
    out: Path = parser.parse_args(argv).out.absolute()
    missing = missing_tools()
    if missing:
        print(f"missing: apt-get install {' '.join(missing)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as work, Screen() as screen:
        folder = Path(work) / "data"
        folder.mkdir()
        settings = {"clock": False, "verdict_light": True, "branching": True}
        settings |= {"sound": False, "tips": False}
        (folder / "settings.json").write_text(json.dumps(settings))
        words = ("brainjam", str(OTHER))
        with Program(screen, folder, *words, size=SIZE) as program:
            film = Film(program, Path(work))
            for scene in SCENES:
                scene(film)
        cut(film, out)
    size = out.stat().st_size
    print(f"{out}: {len(film.pictures)} pictures, {size / 1e6:.2f} MB")
    return int(size > MOST_BYTES)


if __name__ == "__main__":
    raise SystemExit(main())
