"""Records each kind of motion as a strip of pictures: python tools/motion_strips.py --out DIR.

Without a window and on a fixed clock, so the same pictures come out each time. A strip is looked
at for jumps, cards through each other's faces and pauses before input. A frame is a 60th of a
second; the strip shows every third.

    python tools/motion_strips.py --out /tmp/strips [--size 1280x800] [--every 3] [MOTION ...]
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import pygame
from drawn_frames import Screen
from handwritten_positions import lapeau
from input_events import down, key, letter, motion, up
from made_deals import any_move, easy_deck
from recording_services import recording_services
from table_driver import TableDriver

from game.core.moves import Move
from game.core.position import PileKind, Position, Seat
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import Push

Size = tuple[int, int]
Frames = Iterator[pygame.Surface]
"""The window after each frame; what yields them also lets time pass and sends input."""

FRAME_STEPS = 2
STEP = 1 / 120
LONGEST = 900
HELD_A_SECOND = 22
"""What a held key repeats."""
COLUMNS = 4
THUMB_WIDTH = 480


class Camera:
    """Films one table."""

    def __init__(self, rules: Rules, size: Size, *, easy: bool = False, number: int = 617) -> None:
        deck = easy_deck(rules) if easy else None
        self.driver = TableDriver(
            rules, number, size, held=recording_services(clock=False), deck=deck
        )
        self.screen = Screen(size)
        self.screen.show(self.driver.scene)

    def frame(self) -> pygame.Surface:
        """One more frame."""
        for _ in range(FRAME_STEPS):
            self.driver.take(self.driver.scene.update(STEP))
        self.screen.show(self.driver.scene)
        return self.screen.seen

    def until_still(self) -> Frames:
        """Frames until nothing moves any more, and the one after."""
        for _ in range(LONGEST):
            yield self.frame()
            if not self.driver.scene.busy:
                return

    def show(self, *steps: Position) -> Frames:
        """The table follows some positions."""
        self.driver.view.show(steps)
        yield from self.until_still()

    def put(self, position: Position) -> None:
        """Lay cards out without motion."""
        self.driver.view.put(position)
        self.driver.scene.refresh()
        self.screen.show(self.driver.scene)


def played(camera: Camera, count: int, seed: int = 1) -> None:
    """Some moves without a film of them."""
    random, scene = Random(seed), camera.driver.scene
    for _ in range(count):
        move = any_move(camera.driver.rules, scene.session.position, random)
        if move is not None:
            scene.show(scene.session.play(move))
    camera.driver.settle()
    camera.screen.show(scene)


def deal(size: Size) -> Frames:
    camera = Camera(BrainJam(), size)
    camera.driver.send(key(pygame.K_n, pygame.KMOD_LCTRL))
    yield from camera.until_still()


def move(size: Size) -> Frames:
    camera, random = Camera(BrainJam(), size), Random(4)
    scene = camera.driver.scene
    for _ in range(3):
        found = any_move(camera.driver.rules, scene.session.position, random)
        assert found is not None
        scene.show(scene.session.play(found))
        yield from camera.until_still()


def run(size: Size) -> Frames:
    rules = LaPeau()
    camera = Camera(rules, size)
    position = lapeau("Kc 9h 8s 7d", "Th", "Ts", "Kh", "Ks", "Kd", "Qc", "Qs", "Qh", "Qd", "Jc")
    camera.put(position)
    yield from camera.show(*rules.steps(position, Move.parse("9h>Ts")))


def purge(size: Size) -> Frames:
    camera = Camera(LaPeau(), size, easy=True)
    camera.driver.send(letter(" "))
    while camera.driver.view.moving:
        yield camera.frame()


def undo_redo(size: Size) -> Frames:
    camera = Camera(BrainJam(), size)
    played(camera, 12)
    for code in (pygame.K_LEFT, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RIGHT):
        camera.driver.send(key(code))
        yield from camera.until_still()


def held_redo(size: Size) -> Frames:
    """Redo held down, 22 actions a second, then let go."""
    camera = Camera(Klondike(), size, number=12)
    played(camera, 24)
    camera.driver.send(key(pygame.K_HOME))
    camera.driver.settle()
    camera.screen.show(camera.driver.scene)
    made = 0
    for frame in range(60):
        if made < frame * HELD_A_SECOND / 60:
            camera.driver.send(key(pygame.K_RIGHT))
            made += 1
        yield camera.frame()
    yield from camera.until_still()


def jump(size: Size) -> Frames:
    """Home and End, as the map jumps."""
    camera = Camera(BrainJam(), size)
    played(camera, 30)
    for code in (pygame.K_HOME, pygame.K_END):
        camera.driver.send(key(code))
        yield from camera.until_still()


def redeal(size: Size) -> Frames:
    rules, random = Gaps(), Random(2)
    camera = Camera(rules, size, number=5)
    session = camera.driver.scene.session
    while not session.needs_redeal:
        session.play(random.choice(rules.moves(session.position)))
    camera.put(session.position)
    camera.driver.scene.show(session.redeal())
    yield from camera.until_still()


def turn_over(size: Size) -> Frames:
    """The last cards of the reserve pulled, the pull stack turned over."""
    rules = Klondike()
    camera = Camera(rules, size)
    session = camera.driver.scene.session
    for _ in range(23):
        session.play(Move.parse("pull"))
    camera.put(session.position)
    for _ in range(2):
        camera.driver.send(letter(" "))
        yield from camera.until_still()


def flip(size: Size) -> Frames:
    """A move that uncovers a card."""
    rules = Klondike()
    camera = Camera(rules, size, number=600)
    random, session = Random(3), camera.driver.scene.session
    for _ in range(400):
        before = session.position
        found = any_move(rules, before, random)
        if found is None:
            return
        outcome = session.play(found)
        after = session.position
        if sum(after.down) < sum(before.down) and len(after.piles[0]) == len(before.piles[0]):
            camera.put(before)
            camera.driver.scene.show(outcome)
            yield from camera.until_still()
            return


def squeeze(size: Size) -> Frames:
    """A column that grows until it is squeezed, then all cards shrink."""
    rules = BrainJam()
    camera = Camera(rules, size)
    columns = [
        p for p, kind in enumerate(camera.driver.view.arrangement.kinds) if kind is PileKind.COLUMN
    ]
    for _ in range(14):
        position = camera.driver.view.position
        longest = max(columns, key=lambda pile: len(position.piles[pile]))
        giver = next(p for p in columns if p != longest and position.piles[p])
        piles = list(position.piles)
        piles[longest] += piles[giver][-1:]
        piles[giver] = piles[giver][:-1]
        yield from camera.show(Position(tuple(piles), position.down, position.used, position.deck))


def drag(size: Size) -> Frames:
    """A card dragged about and dropped where it may not lie."""
    camera = Camera(BrainJam(), size)
    piles = camera.driver.view.position.piles
    at = camera.driver.point(Seat(8, len(piles[8]) - 1))
    camera.driver.send(motion(at), down(at))
    for number in range(1, 30):
        place = at[0] + number * size[0] // 60, at[1] - number * size[1] // 200
        camera.driver.send(motion(place, held=True))
        yield camera.frame()
    camera.driver.send(up((size[0] // 2, size[1] - 40)))
    yield from camera.until_still()


def refusal(size: Size) -> Frames:
    camera = Camera(BrainJam(), size)
    camera.driver.view.shake(camera.driver.view.position.piles[8][-2])
    yield from camera.until_still()


def interrupted(size: Size) -> Frames:
    """Undo in the middle of a purge: cards turn back from where they are."""
    camera = Camera(LaPeau(), size, easy=True)
    camera.driver.send(letter(" "))
    for _ in range(24):
        yield camera.frame()
    camera.driver.send(key(pygame.K_LEFT))
    yield from camera.until_still()


def reduced(size: Size) -> Frames:
    """Reduced motion: pictures fade into each other."""
    camera = Camera(BrainJam(), size)
    camera.driver.recording.choose(reduced_motion=True)
    yield camera.frame()
    random, scene = Random(4), camera.driver.scene
    for _ in range(2):
        found = any_move(camera.driver.rules, scene.session.position, random)
        assert found is not None
        scene.show(scene.session.play(found))
        yield from camera.until_still()


def stuck(size: Size) -> Frames:
    """The move after which nothing can be done: U-turn and bar."""
    camera = Camera(BrainJam(), size)
    random, scene = Random(617), camera.driver.scene
    while not scene.session.is_stuck:
        found = any_move(camera.driver.rules, scene.session.position, random)
        assert found is not None
        scene.show(scene.session.play(found))
        if not scene.session.is_stuck:
            camera.driver.settle()
            camera.screen.show(scene)
    yield from camera.until_still()


def win(size: Size) -> Frames:
    """The last cards go home, then the flag and the cascade."""
    camera = Camera(BrainJam(), size, easy=True)
    camera.driver.send(letter(" "))
    while not isinstance(change := camera.driver.change, Push):
        yield camera.frame()
    scene = change.scene
    scene.place(size)
    scene.resume()
    seen = camera.screen.surface
    for _ in range(LONGEST):
        for _ in range(FRAME_STEPS):
            scene.update(STEP)
        if not (scene.busy or scene.stale):
            return
        scene.draw(seen)
        scene.stale = False
        yield seen


MOTIONS: dict[str, Callable[[Size], Frames]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        deal, move, run, purge, undo_redo, held_redo, jump, redeal, turn_over, flip, squeeze, drag,
        refusal, interrupted, reduced, stuck, win,
    )
}  # fmt: skip


def strip(frames: Frames, size: Size, every: int) -> pygame.Surface:
    """Every so many frames side by side, row by row; the first and the last always."""
    thumb = THUMB_WIDTH, THUMB_WIDTH * size[1] // size[0]
    kept: list[pygame.Surface] = []
    number, last = -1, None
    for number, frame in enumerate(frames):
        last = pygame.transform.smoothscale(frame, thumb)
        if number % every == 0:
            kept.append(last)
    if last is not None and number % every:
        kept.append(last)
    rows = -(-len(kept) // COLUMNS)
    sheet = pygame.Surface((COLUMNS * (thumb[0] + 4), max(1, rows) * (thumb[1] + 4)))
    for place, picture in enumerate(kept):
        row, column = divmod(place, COLUMNS)
        sheet.blit(picture, (column * (thumb[0] + 4), row * (thumb[1] + 4)))
    return sheet


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Record motions as strips of pictures.")
    parser.add_argument(
        "motions", nargs="*", choices=[*MOTIONS, []], help="all where none is named"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--size", default="1280x800", metavar="WxH")
    parser.add_argument("--every", type=int, default=3, metavar="FRAMES")
    asked = parser.parse_args(arguments)
    width, height = map(int, asked.size.split("x"))
    asked.out.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    for name in asked.motions or MOTIONS:
        sheet = strip(MOTIONS[name]((width, height)), (width, height), asked.every)
        file = asked.out / f"{name}-{asked.size}.png"
        pygame.image.save(sheet, file)
        print(file, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
