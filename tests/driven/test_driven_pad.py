"""A game pad in the real window: a deal by cross, stick and buttons, and unplugging.

The middle of the deal is played by keys; FOURFOLD_FULL=1 plays all of it by the pad.
"""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import pygame
import pytest
from harness import virtual_pad
from harness.lines import recorded
from harness.mirror import Mirror
from harness.player import Player
from harness.program import Program
from harness.screen import Screen

from game.core.moves import Move
from game.core.position import Position, Seat
from game.rules import Rules
from game.table.card_cursor import CardCursor, Direction
from game.table.card_sprites import CardSprites

WON = recorded("wins", "lapeau-alternate")
RULES = WON.rules
SIZE = (1280, 800)
CROSS: dict[Direction, int] = {
    (-1, 0): pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    (1, 0): pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
    (0, -1): pygame.CONTROLLER_BUTTON_DPAD_UP,
    (0, 1): pygame.CONTROLLER_BUTTON_DPAD_DOWN,
}
A, B = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B
UNDO, REDO = pygame.CONTROLLER_BUTTON_LEFTSHOULDER, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER


class PadPlayer:
    """A hand on a pad, and an eye on where the card cursor is."""

    def __init__(self, program: Program, pipe: IO[str], rules: Rules, position: Position) -> None:
        self.program, self._pipe = program, pipe
        self.rules, self.position = rules, position

    def tell(self, line: str) -> None:
        self._pipe.write(line + "\n")
        self._pipe.flush()

    def tap(self, button: int) -> None:
        self.tell(f"tap {button}")

    @property
    def seat(self) -> Seat | None:
        told = self.program.trace.layout.get("cursor")
        return None if told is None else Seat(*told)

    def wake(self) -> None:
        """Take the pad up: the cursor shows."""
        self.tap(CROSS[0, 1])
        self.program.wait(lambda: self.seat is not None, "the card cursor")

    def steer(self, goal: Seat, *, by_pile: bool = False) -> None:
        """Lead the cursor to a seat; each step is seen before the next is made."""
        while (seat := self.seat) != goal:
            assert seat is not None
            self.tap(CROSS[self._step(seat, goal, by_pile=by_pile)])
            self.program.wait(lambda before=seat: self.seat != before, "a step of the cursor")

    def _step(self, start: Seat, goal: Seat, *, by_pile: bool) -> Direction:
        """The first step of the shortest way."""
        view = CardSprites(self.rules, SIZE)
        view.put(self.position)
        first: dict[Seat, Direction] = {}
        due = deque([start])
        while goal not in first:
            seat = due.popleft()
            for arrow in CROSS:
                cursor = CardCursor()
                cursor.put(seat)
                cursor.towards(self.position, view.arrangement, arrow, by_pile=by_pile)
                if cursor.seat not in first and cursor.seat != start:
                    assert cursor.seat is not None
                    first[cursor.seat] = first.get(seat, arrow)
                    due.append(cursor.seat)
        return first[goal]

    def play(self, move: Move, *, last: bool = False) -> None:
        """Take the card up, place it, and see that it was done."""
        after = self.rules.apply(self.position, move)
        assert move.card is not None
        seat, goal = self.position.seat(move.card), after.seat(move.card)
        assert seat is not None
        assert goal is not None
        self.steer(seat)
        self.tap(A)
        self.steer(self.position.end(goal.pile), by_pile=True)
        done = len(self.program.trace.actions)
        self.tap(A)
        self.program.wait(lambda: len(self.program.trace.actions) > done, f"the move {move}")
        self.position = after
        if not last:  # then the flag comes
            self.sees(after.end(goal.pile))

    def sees(self, seat: Seat) -> None:
        """The cursor is on a seat, once all has come to rest."""
        self.program.wait(lambda: self.seat == seat, "the cursor where it was left")


@pytest.fixture
def pad(screen: Screen, tmp_path: Path) -> Iterator[PadPlayer]:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "settings.json").write_text(
        json.dumps({"animated": False, "clock": False, "tips": False})
    )
    pipe = tmp_path / "pad"
    os.mkfifo(pipe)
    starter = sys.executable, str(virtual_pad.__file__), str(pipe)
    words = ("lapeau", "alternate", str(WON.number))
    with (
        Program(screen, folder, *words, size=SIZE, command=starter) as program,
        pipe.open("w", encoding="utf-8") as lines,
    ):
        player = PadPlayer(program, lines, RULES, RULES.deal(WON.deck))
        player.tell("in")
        player.wake()
        yield player


def play_by_keys(pad: PadPlayer, moves: Sequence[Move]) -> None:
    mirror = Mirror(RULES, WON.deck)
    for event in pad.program.trace.actions:
        mirror.follow(event)
    player = Player(pad.program, RULES, WON.deck, mirror)
    player.play(moves, player.by_key)
    pad.position = player.position
    pad.wake()


def test_a_deal_to_the_flag_and_on(pad: PadPlayer) -> None:
    moves, by_pad = WON.moves, len(WON.moves) if "FOURFOLD_FULL" in os.environ else 24
    pad.play(moves[0])
    pad.tap(UNDO)
    pad.program.wait(lambda: pad.program.trace.actions[-1]["move"] == "undo", "undo")
    pad.tap(REDO)
    pad.program.wait(lambda: pad.program.trace.actions[-1]["move"] == "redo", "redo")
    for move in moves[1 : by_pad // 2]:
        pad.play(move)
    play_by_keys(pad, moves[by_pad // 2 : -by_pad // 2])
    for move in moves[-by_pad // 2 : -1]:
        pad.play(move)
    pad.play(moves[-1], last=True)
    pad.program.wait_for_scene("win")
    for scene in ("table", "menu"):
        pad.tap(B)
        pad.program.wait_for_scene(scene)


def test_sticks_start_and_unplugging(pad: PadPlayer) -> None:
    seat = pad.seat
    pad.tell(f"push {pygame.CONTROLLER_AXIS_LEFTX} 32000")
    pad.program.wait(lambda: pad.seat != seat, "a step by the stick")
    pad.tap(pygame.CONTROLLER_BUTTON_START)
    pad.program.wait_for_scene("popup")
    pad.tap(B)
    pad.program.wait_for_scene("table")
    pad.tell("out")
    pad.tell("in")
    seat = pad.seat
    pad.tell(f"push {pygame.CONTROLLER_AXIS_LEFTX} -32000")
    pad.program.wait(lambda: pad.seat != seat, "a step by the pad that came back")
    pad.tap(B)
    pad.program.wait_for_scene("menu")
    pad.tap(A)
    pad.program.wait_for_scene("list")
