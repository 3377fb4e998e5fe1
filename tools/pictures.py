"""Makes pictures of the program's scenes: `python tools/pictures.py --out DIR`.

Without a window, the same each time: fixed deals, positions that the rules reach, a fixed clock.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["TZ"] = "UTC"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from game import deals
from game.advice import Advisor
from game.assets import Assets
from game.gestures import is_selectable, targets
from game.keeper import Keeper
from game.launch import Launch
from game.position import Action, Kind, Move, Position, Seat, action_text, parse_action
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.base import Push, Scene, Services
from game.scenes.help import HelpScene
from game.scenes.menu import MenuScene
from game.scenes.options import OptionsScene
from game.scenes.showcase import SHOWCASES
from game.scenes.table import TableScene
from game.services import make_services
from game.solver import lapeau
from game.solver.answer import Goal, replay
from game.solver.worker import SolverClient
from game.storage import Storage
from game.tracing import Tracer

Stack = list[Scene]
"""Scenes, the lowest first."""
Size = tuple[int, int]

NOW = datetime(2026, 11, 22, 10, 30)
LEFT_AT = int(datetime(2026, 11, 21, 21, 14).timestamp())
SAME_DEAL = 31337
SAME_MOVES = 24
STUCK_DEAL = 11982
STEP = 1 / 120
LONGEST_WAIT = 20.0
LEFT_BUTTON = 1


class Unasked(SolverClient):
    """Stands in for the solver: what it finds in time differs from run to run."""

    def ask(self, *question: object) -> int:
        return 0

    def cancel(self) -> None:
        pass

    def ready_number(self, game: str, options: Iterable[str] = ()) -> int | None:
        return None


class Studio:
    """What pictures are made with: art is made once, everything else anew for each."""

    def __init__(self, folder: Path) -> None:
        pygame.display.init()
        self._folder = folder
        self._art = Assets(strict=True, threaded=False)

    def services(self, **choices: bool | int | float | str) -> Services:
        """Services that keep nothing on disk, with some settings changed."""
        launch = Launch(data_dir=self._folder, read_only=True, mute=True, reduced_motion=True)
        services = make_services(
            launch,
            Tracer(),
            tell=lambda text: None,
            wake=lambda: None,
            fullscreen=lambda full: None,
            on_change=lambda: None,
        )
        services.assets.close()
        services.assets = self._art
        storage: Storage[Action] = Storage(
            None, action_text=action_text, parse_action=parse_action, clock=lambda: LEFT_AT
        )
        services.advisor = Advisor(lambda: None, services.tracer.event, Unasked)
        services.keeper = Keeper(storage, services.tracer, services.tell)
        services.change(autoplay=False, **choices)
        return services


# Positions


def shown_moves(rules: Rules) -> tuple[Move, ...]:
    """The moves of a game's showcase."""
    words = SHOWCASES[rules.name].moves.split()
    return tuple(move for word in words for move in parse_action(word))


def answer(rules: LaPeau, number: int) -> tuple[Move, ...]:
    """How a deal is won, the same moves each time."""
    search = lapeau.start(rules, rules.deal(deals.deck_of(number)), Goal.FIRST, 200_000_000)
    while not search.run(5000):
        pass
    return search.answer().moves


def way_to_nowhere(rules: Rules, number: int) -> tuple[Move, ...]:
    """Moves at random to a position where nothing can be done."""
    choose = random.Random(number)
    position = rules.deal(deals.deck_of(number))
    found: list[Move] = []
    while not rules.is_stuck(position):
        found.append(choose.choice(rules.moves(position)))
        position = rules.apply(position, found[-1])
    return tuple(found)


def table(services: Services, rules: Rules, number: int, moves: Sequence[Move]) -> TableScene:
    """A table after some moves; one that is won opens at its deal."""
    deck = deals.deck_of(number)
    session = services.keeper.open(rules, deck, number, autoplay=False)
    for move in moves:
        session.play(move)
    return TableScene(services, rules, deck, number)


def showcase(services: Services, rules: Rules) -> TableScene:
    """A game's showcase on the table."""
    return table(services, rules, SHOWCASES[rules.name].number, shown_moves(rules))


# Scenes


def menu(studio: Studio, size: Size) -> Stack:
    """Every game was played, Brain Jam last."""
    services = studio.services()
    for rules in (LaPeau(), Gaps(), Klondike(), BrainJam()):
        showcase(services, rules)
    return [MenuScene(services, lambda: NOW)]


def first_menu(studio: Studio, size: Size) -> Stack:
    """As it is at the very first start."""
    return [MenuScene(studio.services())]


def options(studio: Studio, size: Size) -> Stack:
    """Over the game one came from."""
    services = studio.services()
    return [showcase(services, Klondike()), OptionsScene(services, Klondike.name)]


def help_of(game: str) -> Callable[[Studio, Size], Stack]:
    """A game's page of the help."""

    def make(studio: Studio, size: Size) -> Stack:
        services = studio.services()
        return [showcase(services, Klondike()), HelpScene(services, game)]

    return make


def playing(rules: Rules, **choices: bool | str) -> Callable[[Studio, Size], Stack]:
    """A table in the middle of a game."""
    return lambda studio, size: [showcase(studio.services(**choices), rules)]


def same_suit(studio: Studio, size: Size) -> Stack:
    """La Peau under its other policy."""
    rules = LaPeau(same_suit=True)
    moves = answer(rules, SAME_DEAL)[:SAME_MOVES]
    return [table(studio.services(), rules, SAME_DEAL, moves)]


def selected(studio: Studio, size: Size) -> Stack:
    """La Peau with a run taken up and the mouse on one of its targets."""
    rules = LaPeau()
    moves, seat = longest_run(rules)
    scene = table(studio.services(), rules, SHOWCASES[rules.name].number, moves)
    set_up([scene], size)
    click(scene, middle(scene, seat))
    columns = [g for g in scene.session.targets(seat) if rules.piles[g].kind is Kind.COLUMN]
    point_at(scene, middle(scene, end_of(scene.session.position, min(columns))))
    return [scene]


def longest_run(rules: Rules) -> tuple[tuple[Move, ...], Seat]:
    """How far to play the showcase to have the longest run that can go somewhere, and its seat."""
    moves = shown_moves(rules)
    found = []
    for count in range(len(moves) + 1):
        position = replay(
            rules, rules.deal(deals.deck_of(SHOWCASES[rules.name].number)), moves[:count]
        )
        for pile, held in enumerate(position.piles):
            for depth, card in enumerate(held):
                seat = Seat(pile, depth)
                if is_selectable(rules, position, seat) and targets(rules, position, card):
                    found.append((len(held) - depth, count, seat))
    _, count, seat = max(found)
    return moves[:count], seat


def hovering(studio: Studio, size: Size) -> Stack:
    """Gaps with the mouse on a gap that a card fits."""
    scene = showcase(studio.services(), Gaps())
    set_up([scene], size)
    position = scene.session.position
    gaps = [Seat(pile, 0) for pile, held in enumerate(position.piles) if not held]
    point_at(scene, middle(scene, next(gap for gap in gaps if scene.session.choices(gap))))
    return [scene]


def stuck(studio: Studio, size: Size) -> Stack:
    """Brain Jam where nothing can be done."""
    moves = way_to_nowhere(BrainJam(), STUCK_DEAL)
    return [table(studio.services(), BrainJam(), STUCK_DEAL, moves)]


def won(studio: Studio, size: Size) -> Stack:
    """La Peau solved, with the scene that tells so."""
    number = SHOWCASES[LaPeau.name].number
    scene = table(studio.services(), LaPeau(), number, answer(LaPeau(), number))
    set_up([scene], size)
    press(scene, pygame.K_END)
    flag = settle(scene)
    assert flag is not None
    return [scene, flag]


SCENES: dict[str, Callable[[Studio, Size], Stack]] = {
    "menu": menu,
    "menu-first": first_menu,
    "options": options,
    "help-brainjam": help_of(BrainJam.name),
    "help-lapeau": help_of(LaPeau.name),
    "help-gaps": help_of(Gaps.name),
    "help-klondike": help_of(Klondike.name),
    "brainjam": playing(BrainJam()),
    "lapeau": playing(LaPeau()),
    "lapeau-same": same_suit,
    "lapeau-selected": selected,
    "gaps": playing(Gaps()),
    "gaps-hover": hovering,
    "klondike": playing(Klondike()),
    "large-print": playing(BrainJam(), large_print=True, four_colours=True),
    "stuck": stuck,
    "win": won,
}


# Input


def middle(scene: TableScene, seat: Seat) -> tuple[int, int]:
    """The middle of what can be clicked of a card, or of an empty place."""
    view = scene.desk.view
    if not view.position.piles[seat.pile]:
        return view.arrangement.piles[seat.pile].centre
    return view.arrangement.shown(view.position, seat).centre


def end_of(position: Position, pile: int) -> Seat:
    """The seat of a pile's last card."""
    return Seat(pile, max(0, len(position.piles[pile]) - 1))


def point_at(scene: Scene, at: tuple[int, int]) -> None:
    """Move the mouse somewhere."""
    scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))


def click(scene: Scene, at: tuple[int, int]) -> None:
    """Click somewhere."""
    point_at(scene, at)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=at, button=LEFT_BUTTON))


def press(scene: Scene, code: int) -> None:
    """Press a key."""
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0))


# Pictures


def set_up(stack: Stack, size: Size) -> None:
    """Bring scenes into a window, where they are not there yet, and let them come to rest."""
    for scene in stack:
        if scene.size != size:
            scene.place(size)
            scene.resume()
        settle(scene)


def settle(scene: Scene) -> Scene | None:
    """Let a scene come to rest; returns the one that it puts on top meanwhile."""
    # A fade begins with what the window showed before.
    scene.draw(pygame.Surface(scene.size))
    for _ in range(round(LONGEST_WAIT / STEP)):
        if not scene.busy:
            return None
        change = scene.update(STEP)
        if isinstance(change, Push):
            return change.scene
    raise AssertionError(f"the scene '{scene.name}' does not come to rest")


def picture(studio: Studio, name: str, size: Size) -> pygame.Surface:
    """One scene in a window of a size."""
    stack = SCENES[name](studio, size)
    set_up(stack, size)
    window = pygame.Surface(size)
    for scene in stack:
        scene.refresh()
        scene.draw(window)
    return window


def parse_size(text: str) -> Size:
    """`1280x800` as (1280, 800)."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def parse_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Makes pictures of the program's scenes.")
    parser.add_argument("--out", type=Path, required=True, help="the folder they go to")
    parser.add_argument("--size", type=parse_size, nargs="+", default=[(1280, 800)])
    parser.add_argument("--scene", nargs="+", choices=SCENES, default=list(SCENES))
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Make the pictures asked for."""
    arguments = parse_arguments(words)
    if hasattr(time, "tzset"):
        time.tzset()
    arguments.out.mkdir(parents=True, exist_ok=True)
    studio = Studio(arguments.out)
    for size in arguments.size:
        for name in arguments.scene:
            path = arguments.out / f"{name}-{size[0]}x{size[1]}.png"
            pygame.image.save(picture(studio, name, size), str(path))
            print(path)


if __name__ == "__main__":
    main()
