"""Input much faster than the cards fly, other sizes of the window and fullscreen among it."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest
from harness.lines import recorded
from harness.player import Player, seats_of, seats_shown
from harness.program import Program, Start

GAMES = ["brainjam", "lapeau-alternate", "gaps", "klondike"]
if "FOURFOLD_FULL" in os.environ:
    GAMES.append("lapeau-same")
A_SECOND = 20
USUAL_SECONDS = 2.0
SIZES = ((1280, 800), (1250, 790), (1310, 830), (1265, 815))
"""So alike that no control comes to where cards are."""
CHECKED_AT = ((1296, 806), (1300, 812))
AT_ONCE = 100
"""Inputs between two looks at where the cards are."""


@pytest.fixture
def interruptions(request: pytest.FixtureRequest) -> int:
    """How many inputs come faster than the cards: `--rush 50` makes it a thousand a game."""
    return int(A_SECOND * float(request.config.getoption("--rush", None) or USUAL_SECONDS))


class Rush:
    """Endless random input on the cards: lines for xdotool."""

    def __init__(self, player: Player, seed: str) -> None:
        self._program = player.program
        self._random = random.Random(seed)
        self._letters = "".join(player.rules.letters(player.position).lower().split())
        boxes = list(player.program.trace.layout["piles"].values())
        self._left, self._top = (min(box[i] for box in boxes) for i in (0, 1))
        self._right = max(box[0] + box[2] for box in boxes)
        self._bottom = max(player.program.trace.layout["window"][1] - 30, self._top + 1)

    def _point(self) -> str:
        x = self._random.randrange(self._left, self._right)
        return self._program.moving((x, self._random.randrange(self._top, self._bottom)))

    def _click(self) -> list[str]:
        button = self._random.choice([1, 1, 1, 3])
        return [self._point(), f"mousedown {button}", f"mouseup {button}"]

    def _drag(self) -> list[str]:
        return [self._point(), "mousedown 1", self._point(), self._point(), "mouseup 1"]

    def _key(self) -> list[str]:
        keys = [*self._letters, "space", "Right", "Left", "ctrl+z"]
        return [f"key --delay 1 {self._random.choice(keys)}"]

    def _pair(self) -> list[str]:
        return [f"key --delay 1 {self._random.choice(self._letters)}" for _ in range(2)]

    def _button(self) -> list[str]:
        at = self._program.button(self._random.choice(["undo", "undo", "redo"]))
        return [self._program.moving(at), "mousedown 1", "mouseup 1"]

    def _resize(self) -> list[str]:
        width, height = self._random.choice(SIZES)
        return [f"windowsize {self._program.window} {width} {height}"]

    def _fullscreen(self) -> list[str]:
        """There and back, with keys all the while. Only what the program tells ends it: in so
        large a window clicks could hit a control.
        """
        program, full = self._program, list(self._program.screen.size)
        program.tell(*self._pair(), "key F11", *self._pair(), *self._key())
        program.wait(lambda: program.trace.size == full, "the full screen")
        program.tell(*self._pair(), "key F11", *self._pair())
        program.wait(lambda: program.trace.size != full, "the window")
        return self._key()

    def inputs(self) -> Iterator[list[str]]:
        """One input after another, the time between them in it."""
        ways = (
            [self._click] * 6
            + [self._drag] * 3
            + [self._key] * 4
            + [self._pair] * 3
            + [self._button, self._resize, self._fullscreen]
        )
        while True:
            yield self._random.choice(ways)()


def hurry(program: Program, inputs: Iterable[list[str]]) -> None:
    """Send inputs one after another without waiting for what they do."""
    for lines in inputs:
        program.tell(*lines)
        time.sleep(1 / A_SECOND)
        program.trace.poll()
        take_back_a_win(program)


def take_back_a_win(program: Program) -> None:
    """Undo what has won the game: the panel that tells so would cover the table."""
    if program.trace.actions and program.trace.actions[-1]["won"]:
        program.tell("key Left")


def ask_for_size(program: Program, size: tuple[int, int]) -> None:
    """Another size of the window. It is asked for again: while the window manager leaves
    fullscreen it forgets what it is asked.
    """
    asked = 0.0

    def fits() -> bool:
        nonlocal asked
        if time.monotonic() - asked > 1.0:
            asked = time.monotonic()
            program.tell(f"windowsize {program.window} {size[0]} {size[1]}")
            take_back_a_win(program)
        shown = program.trace.layout
        return bool(shown["window"] == list(size) and "cards" in shown)

    program.wait(fits, f"a window of {size}")


@pytest.mark.parametrize("name", GAMES)
def test_after_a_rush_every_card_is_on_its_seat_and_the_history_is_right(
    start: Start, name: str, interruptions: int
) -> None:
    line = recorded("wins", name)
    rules = line.rules
    option = ["--same"] if rules.policy == "same" else []
    program = start(rules.name, line.number, *option, moving=True)
    player = Player(program, rules, line.deck)
    # Some moves first, so that there is something to undo and somewhere to go.
    player.play(line.moves[:15], player.by_key)
    rush = Rush(player, name).inputs()
    for number in range(0, interruptions, AT_ONCE):
        hurry(program, islice(rush, min(AT_ONCE, interruptions - number)))
        # Another size comes after all that was done before it.
        ask_for_size(program, CHECKED_AT[number // AT_ONCE % 2])
        player.take_actions()
        assert seats_shown(rules, program.trace.layout) == seats_of(rules, player.position)
    if player.mirror.depth:
        player.travel("start", "Home")
    assert player.position == rules.deal(line.deck)
    player.travel("end", "End")
    for _ in range(min(5, player.mirror.depth)):
        player.undo()
