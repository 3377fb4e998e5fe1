"""The real program on SDL's dummy screen, with a hand of its own: `python playing.py FOLDER WAY`.

It turns cards of Klondike's stock, each once the one before is shown, changes a choice between,
and ends by a way out. What was shown is printed, a line an action.
"""

# ruff: noqa: E402 (SDL is told first)
from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

import pygame

import game.app.service_setup
from game.app.launch_options import LaunchOptions, Opening
from game.app.loop import App, run
from game.record.solver_gateway import SolverGateway
from game.rules import RULES
from game.system.folders import Folders

NUMBER, ACTIONS = 7, 6
PATIENCE_S = 20.0
QUIT_BY_HAND = "hand"


class SilentSolver:
    """No process beside: what is looked for is what the program itself does to its files."""

    def __init__(self, receive: Any) -> None: ...

    def __getattr__(self, name: str) -> Any:
        return lambda *what: None


class Hand:
    """Waits for what the program shows, and presses keys."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.shown = 0
        self.asked = False

    def see(self, event: str, fields: dict[str, Any]) -> None:
        if event in ("action", "unsaved"):
            self.shown += 1
            os.write(1, f"{fields['move']}\n".encode())
        elif event == "scene" and fields["name"] == "unsaved":
            self.asked = True
            os.write(1, b"asked\n")

    def play(self, app: App) -> None:
        for count in range(1, ACTIONS + 1):
            self._press(pygame.K_SPACE)
            self._wait(lambda count=count: self.shown >= count)
            if count == ACTIONS // 2:
                self._press(pygame.K_x, pygame.KMOD_SHIFT)
        if self.way != QUIT_BY_HAND:
            os.kill(os.getpid(), getattr(signal, self.way))
            return
        self._press(pygame.K_q, pygame.KMOD_SHIFT)
        self._wait(lambda: self.asked or not app._running)
        if self.asked:
            self._press(pygame.K_LEFT)
            self._press(pygame.K_RETURN)

    def _press(self, key: int, mod: int = 0) -> None:
        what = {"key": key, "mod": mod, "unicode": "", "scancode": 0}
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, **what))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, **what))

    def _wait(self, true: Any) -> None:
        end = time.monotonic() + PATIENCE_S
        while not true():
            if time.monotonic() > end:
                os.write(2, b"the program does not answer\n")
                os._exit(9)
            time.sleep(0.002)


def main(folder: str, way: str) -> int:
    # Under nohup, or in the background, they would be ignored.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    hand = Hand(way)

    def deaf(*what: Any, **named: Any) -> SolverGateway:
        return SolverGateway(lambda: None, SilentSolver)  # type: ignore[arg-type]

    game.app.service_setup.SolverGateway = deaf  # type: ignore[misc,assignment]
    begin = App.run

    def played(app: App) -> None:
        trace = app._tracer.event

        def event(name: str, /, **fields: Any) -> None:
            hand.see(name, fields)
            trace(name, **fields)

        app._tracer.event = event  # type: ignore[method-assign]
        Thread(target=hand.play, args=(app,), daemon=True).start()
        begin(app)

    App.run = played  # type: ignore[method-assign]
    opening = Opening(RULES["klondike"](), NUMBER)
    pygame.display.init()
    return run(LaunchOptions(Folders(Path(folder)), opening=opening, mute=True))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
