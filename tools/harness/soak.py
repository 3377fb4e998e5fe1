"""Hours in minutes: deals are played, and everything is done at random in all scenes, with the
window in ever new sizes. Memory ends under a bound and hardly grows over the second half; no more
files are open at the end than at the beginning. A count is of events; 15 minutes of a lively hand
are some 40,000.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from random import Random

import pygame
from flood import SCENES
from headless_app import STEP_S, Headless
from random_events import RandomEvents

from game.core import deals
from game.rules import RULES, LaPeau, Rules
from game.scenes.menu.scene import MenuScene
from game.scenes.table.scene import TableScene

USUAL, FULL = 6_000, 200_000
MOST_BYTES = 140e6
MOST_GROWTH = 0.2
"""Between the means of the third and of the last quarter. Caches that fill, and what happens to be
open, make 0.14 of 6,000 events; scenes that are kept after they have closed make 0.34 or more.
"""
VISIT = 50
"""Events before another scene is opened, or another deal is played."""
SIZE = (1280, 800)
"""Where the memory is looked at."""
LEAST, MOST = (640, 400), (1920, 1200)
FRAME_EACH = 4
LOOKS = 20
QUIET_S = 2.0
"""In which what was left is thrown away."""
KINDS: tuple[Rules, ...] = (*(make() for make in RULES.values()), LaPeau("same"))


def resident() -> int:
    """Bytes of memory that this process takes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def run(count: int, seed: int = 1) -> list[str]:
    """So many events; returns what has grown."""
    with tempfile.TemporaryDirectory() as folder:
        return _soak(Path(folder), count, Random(seed))


def _soak(folder: Path, count: int, pick: Random) -> list[str]:
    app = Headless(folder, size=SIZE)
    app.wait_for_check()
    hands = RandomEvents(pick, app.window)
    looks: list[tuple[int, int]] = []
    print(f"{'events':>10}{'resident MB':>14}{'open files':>12}")
    done = visits = 0
    while done < count:
        visits += 1
        done += _wander(app, hands, pick) if visits % 2 else _play(app, visits // 2, pick)
        app.actions.clear()
        app.told.clear()
        while done >= count * (len(looks) + 1) / LOOKS and len(looks) < LOOKS:
            app.put([MenuScene(app.services)])
            _resize(app, SIZE)
            app.pass_time(QUIET_S)
            files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 (a Path would open one more)
            looks.append((resident(), files))
            print(f"{done:>10}{looks[-1][0] / 1e6:>14.1f}{looks[-1][1]:>12}", flush=True)
    app.close()
    return _judged(looks)


def _wander(app: Headless, hands: RandomEvents, pick: Random) -> int:
    """Anything at all in some scene; returns how many events."""
    app.put(SCENES[pick.choice(list(SCENES))](app, pick))
    _resize(app, (pick.randint(LEAST[0], MOST[0]), pick.randint(LEAST[1], MOST[1])))
    done = 0
    for _ in range(VISIT):
        if app.ended:
            break
        events = hands.events()
        done += len(events)
        app.take(events)
        _pass_time(app, pick)
    return done


def _play(app: Headless, number: int, pick: Random) -> int:
    """A deal, to where it is stuck or won or one has had enough; returns how many actions."""
    table = TableScene(app.services, KINDS[number % len(KINDS)], deals.deck_of(number), number)
    app.put([MenuScene(app.services), table])
    for _ in range(VISIT):
        if app.top is not table:
            break
        moves = table.session.rules.moves(table.session.position)
        if moves and pick.random() < 0.8:
            table.show(table.session.play(pick.choice(moves)))
        else:
            code = pick.choice((pygame.K_LEFT, pygame.K_LEFT, pygame.K_RIGHT))
            what = {"key": code, "mod": 0, "scancode": 0, "unicode": ""}
            app.take([pygame.event.Event(kind, **what) for kind in (pygame.KEYDOWN, pygame.KEYUP)])
        _pass_time(app, pick)
    return max(1, len(app.actions))


def _pass_time(app: Headless, pick: Random) -> None:
    app.pass_time(STEP_S)
    if pick.randrange(FRAME_EACH) == 0:
        app.frame()


def _resize(app: Headless, size: tuple[int, int]) -> None:
    app.window.size = size
    event = pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1], window=app.window)
    app.take([event])
    app.pass_time(STEP_S)
    app.frame()


def _judged(looks: list[tuple[int, int]]) -> list[str]:
    measured, files = zip(*looks, strict=True)
    quarter = len(measured) // 4
    third, last = measured[-2 * quarter : -quarter], measured[-quarter:]
    growth = sum(last) / sum(third) - 1
    more = files[-1] - files[1]
    print(f"soak: {measured[-1] / 1e6:.0f} MB at the end, {growth:+.1%} over the second half, "
          f"open files {more:+} after a tenth")  # fmt: skip
    problems = []
    if max(last) > MOST_BYTES:
        problems.append(f"{max(last) / 1e6:.0f} MB are held at the end")
    if growth > MOST_GROWTH:
        problems.append(f"memory grows by {growth:.1%} over the second half")
    if more > 0:
        problems.append(f"{more} more files are open")
    return problems
