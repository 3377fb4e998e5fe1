"""Random play over all scenes, with the window in ever new sizes: memory ends under a bound, and
hardly grows over its second half. A count is of events; 15 minutes of a lively hand are some
40,000.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import pygame
from flood import SCENES
from headless_app import STEP_S, Headless
from random_events import RandomEvents
from soak import resident

from game.scenes.menu.scene import MenuScene

USUAL, FULL = 6_000, 40_000
MOST_BYTES = 140e6
MOST_GROWTH = 0.2
"""Between the means of the third and of the last quarter. Caches that fill, and what happens to be
open, make 0.14 of 6,000 events; scenes that are kept after they have closed make 0.34 or more.
"""
VISIT = 50
"""Events before another scene is opened."""
SIZE = (1280, 800)
"""Where the memory is looked at."""
LEAST, MOST = (640, 400), (1920, 1200)
FRAME_EACH = 4
LOOKS = 20
QUIET_S = 2.0
"""In which what was left is thrown away."""


def run(count: int, seed: int = 1) -> list[str]:
    """So many events; returns what is wrong with the memory."""
    with tempfile.TemporaryDirectory() as folder:
        return _wander(Path(folder), count, Random(seed))


def _wander(folder: Path, count: int, pick: Random) -> list[str]:
    app = Headless(folder, size=SIZE)
    app.wait_for_check()
    hands = RandomEvents(pick, app.window)
    measured: list[float] = []
    print(f"{'events':>10}{'resident MB':>14}")
    done = 0
    while done < count:
        app.put(SCENES[pick.choice(list(SCENES))](app, pick))
        app.actions.clear()
        app.told.clear()
        _resize(app, (pick.randint(LEAST[0], MOST[0]), pick.randint(LEAST[1], MOST[1])))
        for _ in range(VISIT):
            if app.ended:
                break
            events = hands.events()
            done += len(events)
            app.take(events)
            app.pass_time(STEP_S)
            if pick.randrange(FRAME_EACH) == 0:
                app.frame()
        while done >= count * (len(measured) + 1) / LOOKS and len(measured) < LOOKS:
            app.put([MenuScene(app.services)])
            _resize(app, SIZE)
            app.pass_time(QUIET_S)
            measured.append(resident())
            print(f"{done:>10}{measured[-1] / 1e6:>14.1f}", flush=True)
    app.close()
    return _judged(measured)


def _resize(app: Headless, size: tuple[int, int]) -> None:
    app.window.size = size
    event = pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1], window=app.window)
    app.take([event])
    app.pass_time(STEP_S)
    app.frame()


def _judged(measured: list[float]) -> list[str]:
    quarter = len(measured) // 4
    third, last = measured[-2 * quarter : -quarter], measured[-quarter:]
    growth = sum(last) / sum(third) - 1
    print(f"wander: {measured[-1] / 1e6:.0f} MB at the end, {growth:+.1%} over the second half")
    problems = []
    if max(last) > MOST_BYTES:
        problems.append(f"{max(last) / 1e6:.0f} MB are held at the end")
    if growth > MOST_GROWTH:
        problems.append(f"memory grows by {growth:.1%} over the second half")
    return problems
