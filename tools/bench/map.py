"""Print what the map of a tree of 100,000 positions costs: opening it, panning and zooming.

    python tools/bench/map.py [NODES] [WIDTHxHEIGHT]

The tree is one of La Peau: a few thousand positions played, the rest copies of its branches, so
that every position can be replayed. A frame is `draw` and the flip; the bare flip of the same
run stands beside it. Milliseconds are of the clock; those of the processor, in brackets, leave
out what others do on the machine.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game import deals
from game.history import Row
from game.launch import Launch
from game.position import Action
from game.rules import LaPeau
from game.scenes.base import Services
from game.scenes.map import MapScene
from game.services import make_services
from game.session import Session, Tree, new_tree
from game.solver import lapeau
from game.solver.answer import Goal
from game.tracing import Tracer

NUMBER = 484227
PLAYED = 3000
FRAMES = 150
TARGET_FRAME_MS = 1000 / 60
TARGET_OPENING_MS = 300.0

Figures = tuple[list[float], list[float]]
"""Milliseconds of the clock and of the processor."""


def played() -> Session:
    """A tree as a player makes it, around an answer."""
    rules, deck, pick = LaPeau(), deals.deck_of(NUMBER), random.Random(1)
    session = Session(rules, deck, number=NUMBER, autoplay=False)
    session.tree.branching = True
    search = lapeau.start(rules, rules.deal(deck), Goal.SHORT, 200_000_000)
    search.run(50_000)
    for move in search.answer().moves:
        session.play(move)
    spine = [node.id for node in session.tree.path()]
    left = 0
    while len(session.tree) < PLAYED:
        moves = rules.moves(session.position)
        if left <= 0 or not moves or session.is_won:
            session.tree.goto(pick.choice(spine))
            spine += [session.tree.here] * (pick.random() < 0.1)
            left = pick.choice((3, 6, 12, 25))
            continue
        session.play(pick.choice(moves[:6]))
        left -= 1
        if pick.random() < 0.1:
            spine.append(session.tree.here)
    return session


def copied(session: Session, nodes: int) -> Tree:
    """The same tree with copies of its branches hung beside them until it is large enough."""
    pick = random.Random(2)
    rows = {row.id: row for row in session.tree.rows()}
    below: dict[int, list[Row[Action]]] = {}
    for row in rows.values():
        below.setdefault(row.parent, []).append(row)
    originals, made = list(rows.values()), list(rows.values())
    following = max(rows) + 1
    while len(made) < nodes - 1:
        top = pick.choice(originals)
        waiting = [(top, top.parent)]
        while waiting and len(made) < nodes - 1:
            row, parent = waiting.pop()
            copy = row._replace(id=following, parent=parent, mark=following, visit=following)
            following += 1
            made.append(copy)
            waiting += [(child, copy.id) for child in below.get(row.id, [])]
    tree = new_tree(session.rules, session.deck, branching=True)
    tree.restore(made, pick.choice(made).id, [pick.choice(made).id])
    return tree


def services(folder: Path) -> Services:
    return make_services(
        Launch(folder, read_only=True),
        Tracer(),
        tell=print,
        wake=lambda: None,
        fullscreen=lambda full: None,
        on_change=lambda: None,
    )


def timed(act: Callable[[], object]) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    act()
    return (time.perf_counter() - clock) * 1e3, (time.process_time() - processor) * 1e3


def frames(scene: MapScene, window: pygame.Window, events: Iterator[pygame.event.Event]) -> Figures:
    found: Figures = ([], [])
    for event in events:

        def frame(event: pygame.event.Event = event) -> None:
            scene.handle(event)
            scene.draw(window.get_surface())
            window.flip()

        for column, figure in zip(found, timed(frame), strict=True):
            column.append(figure)
        scene.update(0.0)
    return found


def motion(at: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(9, 5), buttons=(1, 0, 0))


def panning(size: tuple[int, int]) -> Iterator[pygame.event.Event]:
    """A drag round about the middle of the window."""
    vector = pygame.Vector2(size[1] / 5, 0)
    for number in range(FRAMES):
        x, y = pygame.Vector2(size) / 2 + vector.rotate(number * 5)
        yield motion((int(x), int(y)))


def zooming(size: tuple[int, int]) -> Iterator[pygame.event.Event]:
    """In and out again, a notch a frame."""
    for number in range(FRAMES):
        yield pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1 if number // 12 % 2 == 0 else -1)


def measure(size: tuple[int, int], nodes: int, folder: Path) -> dict[str, Figures]:
    session = played()
    session.tree = copied(session, nodes)
    window = pygame.Window("Map", size)
    surface, held = window.get_surface(), services(folder)
    found: dict[str, Figures] = {"bare flip": ([], [])}
    for _ in range(FRAMES):
        for column, figure in zip(found["bare flip"], timed(window.flip), strict=True):
            column.append(figure)

    def opened() -> None:
        scene = MapScene(held, session, lambda node: None)
        scene.place(size)
        scene.resume()
        scene.draw(surface)
        window.flip()
        scenes.append(scene)

    scenes: list[MapScene] = []
    found["opening"] = tuple([figure] for figure in timed(opened))  # type: ignore[assignment]
    scene = scenes[0]
    while scene.due == 0.0:
        scene.update(0.0)
    middle = size[0] // 2, size[1] // 2
    press = {"pos": middle, "button": 1}
    for name, notches in (("panning, everything seen", 0), ("panning, zoomed in", 7)):
        scene.handle(motion(middle))
        for _ in range(notches):
            scene.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
        scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, **press))
        found[name] = frames(scene, window, panning(size))
        scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, **press))
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_0, mod=0, unicode="0"))
    scene.handle(motion(middle))
    found["zooming, the first time"] = frames(scene, window, zooming(size))
    found["zooming again"] = frames(scene, window, zooming(size))
    held.assets.close()
    window.destroy()
    return found


def _late(figures: list[float]) -> float:
    return sorted(figures)[int(len(figures) * 0.95)]


def report(found: dict[str, Figures]) -> bool:
    print(f"{'':28}{'median':>18}{'95 %':>18}{'worst':>18}")
    for name, (clock, processor) in found.items():
        columns = []
        for pick in (statistics.median, _late, max):
            columns.append(f"{pick(clock):8.2f} ({pick(processor):6.2f})")
        print(f"{name:28}" + "".join(f"{column:>18}" for column in columns))
    opening = found["opening"][1][0] <= TARGET_OPENING_MS
    smooth = all(
        statistics.median(processor) <= TARGET_FRAME_MS
        for name, (_, processor) in found.items()
        if name != "opening"
    )
    print(f"opening within {TARGET_OPENING_MS:.0f} ms: {opening}, 60 frames a second: {smooth}")
    return opening and smooth


def main(arguments: list[str]) -> int:
    nodes = int(arguments[0]) if arguments else 100_000
    width, height = (int(side) for side in (arguments[1:] or ["1920x1080"])[0].split("x"))
    pygame.display.init()
    with tempfile.TemporaryDirectory() as folder:
        found = measure((width, height), nodes, Path(folder))
    print(f"a tree of {nodes:,} positions in {width}x{height}, milliseconds")
    return 0 if report(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
