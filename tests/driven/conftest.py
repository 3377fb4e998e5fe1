"""The screen and the programs that run on it; what to do where there is no screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from harness.fixtures import screen
from harness.program import Program, Start
from harness.screen import Screen

__all__ = ["screen"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rush",
        type=float,
        default=None,
        help="seconds of random clicks, drags and undos a game (60 before a release)",
    )


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Start]:
    """Starts the program with some words of its command line; all end with the test.

    The player's data stay from one start to the next. Without `moving=True` cards do not fly,
    and no first game is offered; `choices` are further settings.
    """
    with ExitStack() as programs:

        def begin(
            *words: object,
            moving: bool = False,
            size: tuple[int, int] | None = (1280, 800),
            **choices: object,
        ) -> Program:
            folder = tmp_path / "data"
            if not folder.exists():
                folder.mkdir()
                (folder / "settings.json").write_text(
                    json.dumps({"animated": moving, "tips": False, **choices})
                )
            asked = [str(word) for word in words]
            program = programs.enter_context(Program(screen, folder, *asked, size=size))
            programs.callback(program.kill)  # nothing is looked at after the test
            return program

        yield begin
