"""Hours of play in minutes: memory and open files must stay as they are after the first tenth."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from random import Random

import pygame
from headless_app import STEP_S, Headless

from game.core import deals
from game.rules import RULES, LaPeau, Rules
from game.scenes.menu.scene import MenuScene
from game.scenes.table.scene import TableScene

USUAL, FULL = 500, 200_000
MOST_GROWTH = 0.05
ACTIONS_A_DEAL = 150
WARM_UP = 40
FRAMES = 0.05
"""How often a frame is drawn, of all that is done."""
SIZE = (1280, 800)
LOOK_AWAY = 0.004
"""How often, of all that is done, one opens another scene and comes back."""
Looks = tuple[tuple[int, int], ...]
AWAY: Looks = (
    (pygame.K_F1, 0),
    (pygame.K_o, pygame.KMOD_LCTRL),
    (pygame.K_m, pygame.KMOD_LCTRL),
)


def resident() -> int:
    """Bytes of memory that this process takes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 (a Path would open one more)


def run(count: int, seed: int = 1) -> list[str]:
    """So many actions; returns what has grown."""
    with tempfile.TemporaryDirectory() as folder:
        return _soak(Path(folder), count, Random(seed))


def _soak(folder: Path, count: int, pick: Random) -> list[str]:
    app = Headless(folder, size=SIZE)
    app.wait_for_check()
    tenths: list[tuple[int, int]] = []
    done = number = 0
    kinds: list[Rules] = [*(make() for make in RULES.values()), LaPeau(same_suit=True)]
    print(f"{'actions':>10}{'resident MB':>14}{'open files':>12}")
    for number in range(2 * len(kinds)):  # art and caches that are made once
        _one_deal(app, kinds[number % len(kinds)], number, pick, WARM_UP, AWAY)
    while len(tenths) < 10:
        number += 1
        rules = kinds[number % len(kinds)]
        # Several deals in each tenth, so that each is looked at.
        done += _one_deal(app, rules, number, pick, min(ACTIONS_A_DEAL, max(1, count // 30)))
        while done >= count * (len(tenths) + 1) / 10 and len(tenths) < 10:
            _rest(app)
            tenths.append((resident(), open_files()))
            print(f"{done:>10}{tenths[-1][0] / 1e6:>14.1f}{tenths[-1][1]:>12}", flush=True)
    app.close()
    return _grown(tenths)


def _rest(app: Headless) -> None:
    """A quiet moment in the menu, in which the scenes that were left are thrown away: whether
    two tables or three lie about just now says nothing about what stays.
    """
    app.put([MenuScene(app.services)])
    app.pass_time(STEP_S)


def _grown(tenths: list[tuple[int, int]]) -> list[str]:
    first, last = tenths[0], max(tenths[1:])
    growth = last[0] / first[0] - 1
    print(f"soak: memory {growth:+.1%} and open files {tenths[-1][1] - first[1]:+} after 1/10")
    problems = []
    if growth > MOST_GROWTH:
        problems.append(f"memory has grown by {growth:.1%}")
    if tenths[-1][1] > first[1]:
        problems.append(f"{tenths[-1][1] - first[1]} more files are open")
    return problems


def _one_deal(
    app: Headless, rules: Rules, number: int, pick: Random, most: int, first: Looks = ()
) -> int:
    """Play one deal, to where it is stuck or won or one has had enough; returns the actions."""
    table = TableScene(app.services, rules, deals.deck_of(number), number)
    app.put([MenuScene(app.services), table])
    app.actions.clear()
    app.told.clear()
    for look in first:
        _look_away(app, table, look)
    for _ in range(3 * most):
        if len(app.actions) >= most or app.top is not table:
            break
        _act(app, table, pick)
    return len(app.actions)


def _act(app: Headless, table: TableScene, pick: Random) -> None:
    """One thing that a player does, and the time it takes."""
    chance = pick.random()
    moves = table.session.rules.moves(table.session.position)
    if moves and chance < 0.8:
        table.show(table.session.play(pick.choice(moves)))
    elif chance > 1 - LOOK_AWAY:
        _look_away(app, table, pick.choice(AWAY))
    else:
        _press(app, pygame.K_LEFT if pick.random() < 0.7 else pygame.K_RIGHT)
    app.pass_time(STEP_S)
    if pick.random() < FRAMES:
        app.frame()


def _look_away(app: Headless, table: TableScene, look: tuple[int, int]) -> None:
    """Open another scene, and come back."""
    _press(app, *look)
    app.frame()
    for _ in range(10):
        if app.top is table or len(app.stack) < 2:
            return
        _press(app, pygame.K_ESCAPE)


def _press(app: Headless, key: int, mod: int = 0) -> None:
    what = {"key": key, "mod": mod, "scancode": 0}
    down = pygame.event.Event(pygame.KEYDOWN, unicode="", **what)
    app.take([down, pygame.event.Event(pygame.KEYUP, unicode="", **what)])
