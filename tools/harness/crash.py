"""Kill the real program at random instants while it is played in a window; whatever its trace
says was done must be on disk, and the next start must show it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from harness.player import seats_of, seats_shown
from harness.program import ROOT, Program
from harness.screen import Screen, missing_tools

from game.core import deals
from game.core.moves import Action, action_text, parse_action
from game.history import SavedLine
from game.play.session import DealHistory, new_history
from game.record.validation import validate
from game.rules import RULES, LaPeau, Rules
from game.storage import DealKey, Storage

USUAL, FULL = 3, 200
KINDS: tuple[Rules, ...] = (*(make() for make in RULES.values()), LaPeau("same"))
AT_START = 0.1
"""How many of the kills come before the window is there."""
LONGEST_S = 3.0
LETTERS = tuple("abcdefghijklm")
TRAVELS: dict[str, Callable[[DealHistory], object]] = {
    "undo": DealHistory.undo,
    "redo": DealHistory.redo,
    "start": DealHistory.start,
    "end": DealHistory.end,
}

Edges = set[tuple[int, int]]


def key_of(rules: Rules, number: int) -> DealKey:
    return DealKey(rules.name, rules.policy, deals.deck_text(deals.deck_of(number)))


def on_disk(folder: Path, rules: Rules, number: int) -> DealHistory:
    """A deal's history as another program would load it."""
    storage = Storage(folder, read_only=True)
    saved = storage.deal(key_of(rules, number))
    storage.close()
    history = new_history(rules, deals.deck_of(number))
    history.restore(saved.edges, saved.line, saved.bookmarks)
    return history


def line_of(history: DealHistory) -> tuple[Action, ...]:
    return tuple(step.action for step in history.line[1:] if step.action is not None)


def shape(history: DealHistory) -> tuple[tuple[str, ...], int, Edges]:
    """The line, the place on it, and all that was tried."""
    line = tuple(map(action_text, line_of(history)))
    return line, history.at, {edge.ends for edge in history.graph.edges()}


def follow(history: DealHistory, word: str) -> None:
    """Do what an action of the trace says."""
    if word in TRAVELS:
        TRAVELS[word](history)
    else:
        history.play(parse_action(word))


def expected(before: DealHistory, words: list[str]) -> DealHistory:
    """What the trace makes of the history that was there when the program was started."""
    if before.node.won:
        before.start()
    for word in words:
        follow(before, word)
    return before


def agrees(told: DealHistory, found: DealHistory, rules: Rules, number: int) -> bool:
    """Whether disk holds what the trace told, or that and the one action it could not tell."""
    wanted = shape(found)
    if shape(told) == wanted:
        return True
    made = line_of(found)[: found.at]
    for word in (*TRAVELS, *map(action_text, made[-1:])):
        again = new_history(rules, deals.deck_of(number))
        again.restore(told.graph.rows(), SavedLine(line_of(told), told.at))
        try:
            follow(again, word)
        except ValueError:
            continue
        if shape(again) == wanted:
            return True
    return False


class RandomPlayer:
    """Fast play by keys and clicks on what the layout shows."""

    def __init__(self, program: Program, pick: Random) -> None:
        self._program, self._pick = program, pick
        self._boxes = list(program.trace.layout.get("cards", {}).values())

    def lines(self) -> Iterator[str]:
        """Endless lines for xdotool."""
        while True:
            chance = self._pick.random()
            if chance < 0.25 and self._boxes:
                x, y, width, height, *_ = self._pick.choice(self._boxes)
                yield self._program.moving((x + width // 2, y + height // 2))
                yield from ("mousedown 1", "mouseup 1")
            elif chance < 0.45:
                yield f"key --delay 1 {self._pick.choice(['Left', 'Right', 'Left', 'Home'])}"
            elif chance < 0.6:
                yield "key --delay 1 space"
            else:
                yield f"key --delay 1 {self._pick.choice(LETTERS)}"
            yield f"sleep {self._pick.choice([0.005, 0.02, 0.05])}"


def run(count: int, seed: int = 1) -> list[str]:
    """Kill it so many times; returns what was lost."""
    if missing := missing_tools():
        return [f"{', '.join(missing)} must be installed"]
    problems: list[str] = []
    actions = 0
    with tempfile.TemporaryDirectory() as name, Screen() as screen:
        folder = Path(name) / "data"
        for kill in range(count):
            pick = Random(f"{seed} {kill}")
            rules = KINDS[kill // 2 % len(KINDS)]
            number = 100 + kill // 4  # each deal is gone on with, and killed again
            try:
                if pick.random() < AT_START:
                    _kill_at_start(screen, folder, rules, number, pick)
                else:
                    actions += _kill_in_play(screen, folder, rules, number, pick)
            except AssertionError as error:
                problems.append(f"kill {kill}: {error}")
            if kill % 20 == 19:
                print(f"crash: {kill + 1} kills, {actions} actions", flush=True)
        problems += validate(folder).problems
        damaged = list(folder.glob("*damaged*"))
        problems += [f"{path.name}: a damaged file" for path in damaged]
    print(f"crash: {count} kills, {actions} actions in the traces, {len(problems)} problems")
    return problems


def _kill_at_start(screen: Screen, folder: Path, rules: Rules, number: int, pick: Random) -> None:
    """Kill it before it is ready; what was there is still there."""
    before = shape(on_disk(folder, rules, number))
    words = [*_words(rules, number), "--data-dir", str(folder), "--mute"]
    program = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *words],
        env={**screen.environment, "SDL_AUDIODRIVER": "dummy"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(pick.uniform(0, LONGEST_S))
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    assert shape(on_disk(folder, rules, number)) == before, "starting has changed the deal"


def _words(rules: Rules, number: int) -> list[str]:
    return [rules.name, str(number), *(["--same"] if rules.policy == "same" else [])]


def _kill_in_play(screen: Screen, folder: Path, rules: Rules, number: int, pick: Random) -> int:
    """Play, kill, and look; returns how many actions the trace had."""
    before = on_disk(folder, rules, number)
    with Program(screen, folder, *_words(rules, number), "--reduced-motion") as program:
        if before.node.won:
            before.start()
        shown = seats_shown(rules, program.trace.layout)
        assert shown == seats_of(rules, before.position), program.report("it begins elsewhere")
        until = time.monotonic() + pick.uniform(0.05, LONGEST_S)
        for line in RandomPlayer(program, pick).lines():
            if line.startswith("sleep"):
                time.sleep(float(line.split()[1]))
            else:
                program.tell(line)
            if time.monotonic() > until:
                break
        program.kill()
        # A key that xdotool held down would repeat itself into the next program.
        screen.xdotool("keyup", *LETTERS, "space", "Left", "Right", "Home")
        screen.xdotool("mouseup", "1")
        words = [event["move"] for event in program.trace.actions]
    told = expected(before, words)
    found = on_disk(folder, rules, number)
    assert agrees(told, found, rules, number), (
        f"{rules.name} {number}: the trace ends with {words[-3:]}, there is "
        f"{shape(found)[0][-3:]} on disk"
    )
    return len(words)
