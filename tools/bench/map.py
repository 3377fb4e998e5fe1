"""Print what the map of 100,000 positions costs: opening it, panning and zooming.

    python tools/bench/map.py [NODES] [WIDTHxHEIGHT]

The positions are of one deal of La Peau: an answer, and walks from what is known. A frame is one
turn of the program's loop: an event, a slice of work, `draw` and the flip; the bare flip of the
same run stands beside it. Milliseconds are of the clock; those of the processor, in brackets,
leave out what others do on the machine.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from measuring import Cost, share, timed

from game.app.launch_options import LaunchOptions
from game.app.service_setup import make_services
from game.core import deals
from game.core.threads_and_memory import collect_all_but_what_is_here
from game.history import WON, EdgeRow
from game.map.pieces import Fold
from game.map.tree import MapFilter
from game.map.viewport import Spot
from game.play.session import Session, passed_positions
from game.rules import LaPeau
from game.scenes.common.services import ProgramCallbacks, Services
from game.scenes.map.scene import MapScene
from game.solver import lapeau_solver
from game.solver.answer import Goal
from game.system.console import Tracer
from game.system.folders import Folders

NUMBER = 484227
FRAMES = 150
TARGET_FRAME_MS = 1000 / 60
TARGET_OPENING_MS = 300.0

Figures = list[Cost]
"""Of each frame."""


def explored(nodes: int) -> Session:
    """A graph as a player makes it, around an answer."""
    rules, deck, pick = LaPeau(), deals.deck_of(NUMBER), random.Random(1)
    session = Session(rules, deck, number=NUMBER, autoplay=False)
    history = session.history
    history.branching = True
    search = lapeau_solver.start(rules, rules.deal(deck), Goal.SHORT, 200_000_000)
    search.run(50_000)
    for move in search.answer().moves:
        session.play(move)
    known = [(history.line[n].key, history.position_at(n)) for n in range(history.at)]
    clock = len(known)
    while len(history) < nodes:
        key, position = pick.choice(known)
        for _ in range(pick.choice((3, 6, 12, 25))):
            moves = rules.moves(position)
            if not moves:
                break
            action = (pick.choice(moves[:6]),)
            passed, before, clock = passed_positions(rules, position, action), key, clock + 1
            position, key = passed[-1], history.key_of(passed[-1])
            history.graph.add(EdgeRow(before, key, action, len(passed), clock, clock))
            if key == WON:
                break
            if pick.random() < 0.1:
                known.append((key, position))
    for key, _position in pick.sample(known, 2):
        history.goto(key)
        history.bookmark()
    return session


class Screen:
    """A window with a map, and the loop that the program runs around it."""

    def __init__(self, session: Session, size: tuple[int, int], held: Services) -> None:
        self._session, self._size, self._held = session, size, held
        self.window = pygame.Window("Map", size)
        self.window.get_surface()
        self.scene: MapScene

    def _open(self) -> None:
        self.scene = MapScene(self._held, self._session, lambda key, source: None)
        self.scene.place(self._size)
        self.scene.resume()

    def _frame(self, act: Callable[[], object]) -> Cost:
        """One turn of the loop: what is done, a slice of work, a frame if one is due."""

        def turn() -> None:
            act()
            self.scene.update(0.01)
            if self.scene.stale:
                self.scene.draw(self.window.get_surface())
                self.scene.stale = False
                self.window.flip()

        return timed(turn)

    def opening(self) -> Figures:
        """The turns until the whole map is seen, the first one with all that it takes to open."""
        frames = [self._frame(self._open)]
        while not self.scene._camera.layouts.done:
            frames.append(self._frame(lambda: None))
        return frames

    def settle(self) -> Figures:
        """The turns until nothing is left to do."""
        frames = []
        while self.scene.due == 0.0:
            frames.append(self._frame(lambda: None))
        return frames

    def send(self, *events: pygame.event.Event) -> Figures:
        """A turn for each event."""
        return [self._frame(lambda event=event: self.scene.handle(event)) for event in events]

    def then(self, act: Callable[[], object]) -> Figures:
        """Something done, and what follows from it."""
        return [self._frame(act), *self.settle()]


def motion(at: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(9, 5), buttons=(1, 0, 0))


def panning(size: tuple[int, int]) -> Iterator[pygame.event.Event]:
    """A drag round about the middle of the window."""
    vector = pygame.Vector2(size[1] / 5, 0)
    for number in range(FRAMES):
        x, y = pygame.Vector2(size) / 2 + vector.rotate(number * 5)
        yield motion((int(x), int(y)))


def zooming() -> Iterator[pygame.event.Event]:
    """In and out again, a notch a frame."""
    for number in range(FRAMES):
        yield pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1 if number // 12 % 2 == 0 else -1)


def resting(size: tuple[int, int]) -> Iterator[pygame.event.Event]:
    """The mouse from place to place, so that cards come and go."""
    for number in range(FRAMES):
        yield motion((size[0] * (number % 37) // 37, size[1] * (number % 29) // 29))


def measure(size: tuple[int, int], nodes: int, folder: Path) -> dict[str, Figures]:
    session = explored(nodes)
    collect_all_but_what_is_here(is_large=True)  # as when a large deal is opened
    launch = LaunchOptions(Folders(folder), read_only=True)
    held = make_services(launch, Tracer(), ProgramCallbacks())
    # The table has drawn its cloth before.
    held.paint.felt(size, held.felt)
    screen = Screen(session, size, held)
    found = {"bare flip": [timed(screen.window.flip) for _ in range(FRAMES)]}
    found["opening"] = screen.opening()
    scene, middle = screen.scene, (size[0] // 2, size[1] // 2)
    # At once, while the layouts for other scales are still being made.
    found["zooming, the first time"] = screen.send(motion(middle), *zooming())
    found["the rest of the work"] = screen.settle()
    found["zooming again"] = screen.send(*zooming())
    press = {"pos": middle, "button": 1}
    for name, notches in (("panning, everything seen", 0), ("panning, zoomed in", 7)):
        screen.then(scene._camera.fit)
        screen.send(motion(middle))
        screen.send(*[pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1)] * notches)
        screen.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, **press))
        found[name] = screen.send(*panning(size))
        screen.send(pygame.event.Event(pygame.MOUSEBUTTONUP, **press))
    screen.then(scene._camera.fit)
    found["hovering"] = screen.send(*resting(size))
    wedges = [piece for piece in scene._camera.view.plan.pieces if piece.count]
    bundle = Spot(wedge=wedges[len(wedges) // 2])
    found["opening a bundle"] = screen.then(lambda: scene._open(bundle))
    folds = scene._camera.view.axis.folds
    fold = Spot(fold=folds[0] if folds else Fold(4, 4))
    found["unfolding"] = screen.then(lambda: scene._open(fold))
    found["answers only"] = screen.then(lambda: scene._camera.filter(MapFilter.ANSWERS))
    found["all again"] = screen.then(lambda: scene._camera.filter(MapFilter.ALL))
    held.assets.close()
    screen.window.destroy()
    return found


def report(found: dict[str, Figures]) -> bool:
    print(f"{'':26}{'frames':>7}{'median':>18}{'99 %':>18}{'worst':>18}")
    for name, figures in found.items():
        if not figures:
            continue
        clock, processor = (list(column) for column in zip(*figures, strict=True))
        columns = [
            f"{share(clock, part):8.2f} ({share(processor, part):6.2f})" for part in (0.5, 0.99, 1)
        ]
        line = "".join(f"{column:>18}" for column in columns)
        print(f"{name:26}{len(figures):>7}{line}")
    total = sum(processor for _, processor in found["opening"])
    frames = [processor for figures in found.values() for _, processor in figures]
    late = share(frames, 0.99)
    print(f"the map is seen after {total:.0f} ms of the processor (target {TARGET_OPENING_MS:.0f})")
    print(f"of all frames 99 % take at most {late:.1f} ms, the worst {max(frames):.1f}"
          f" (target {TARGET_FRAME_MS:.1f})")  # fmt: skip
    return late <= TARGET_FRAME_MS and total <= TARGET_OPENING_MS


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
