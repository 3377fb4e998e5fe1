"""A table without a window: services in memory, events as players make them, and pictures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.app.launch_options import LaunchOptions
from game.app.scene_factory import make_scene
from game.app.scene_stack import SceneStack
from game.app.service_setup import make_services
from game.core import deals
from game.core.cards import FULL_DECK, Card
from game.core.deals import Deck
from game.core.moves import DONE, PULL, TURN, Move
from game.core.position import PileKind, Position, Seat
from game.graphics.assets import Assets
from game.graphics.paint import Painter
from game.play.session import Session, new_tree
from game.record.advisor import Advisor
from game.record.answer_cache import AnswerCache
from game.record.daily_deals import DailyDeals
from game.record.reviewer import Reviewer
from game.record.solver_gateway import SolverGateway
from game.rules import Rules
from game.scenes.common.base import Change, Push, Replace, Scene, SceneRequest
from game.scenes.common.services import ProgramCallbacks, Services
from game.scenes.table.scene import TableScene
from game.solver.line_messages import Weighed
from game.solver.line_search import weigh
from game.solver.search_limits import SearchLimits
from game.system.folders import Folders, asset_folder
from game.system.language import Language
from game.system.trace import Tracer
from game.table.cards_view import TableView
from game.table.layers import TableLayers
from game.widgets.toast import Toast, usual_centre

SCALE = float(os.environ.get("FOURFOLD_TEST_SCALE", "1"))
"""How many times as much random play as usual."""

SIZES = (
    (640, 400),
    (733, 517),
    (1280, 800),
    (1920, 1080),
    (2560, 1080),
    (1000, 1400),
    (3840, 2160),
    (900, 560),
    (899, 559),
    (700, 900),
)
"""Every form of a table, and both sides of its thresholds."""

CTRL, SHIFT, ALT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT
LEFT, RIGHT = 1, 3
STEP = 1 / 120


def scaled(count: int) -> int:
    """So many, or more where the environment asks for it."""
    return max(1, round(count * SCALE))


# Events


def key(code: int, mod: int = 0, char: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=char, scancode=0)


def letter(char: str, mod: int = 0) -> pygame.event.Event:
    """A character key; an upper-case one is typed with Shift."""
    shift = SHIFT if char.isupper() else 0
    return key(ord(char.lower()), mod | shift, char)


def motion(at: tuple[int, int], *, held: bool = False) -> pygame.event.Event:
    return pygame.event.Event(
        pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(int(held), 0, 0), touch=False
    )


def down(at: tuple[int, int], button: int = LEFT) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False)


def up(at: tuple[int, int], button: int = LEFT) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False)


# Deals


def deck_of(taken: Sequence[Card], rules: Rules) -> Deck:
    """The deck whose cards can be sent home in this order, tops of columns first."""
    deck: list[Card] = [0] * 52
    rows = rules.rows(tuple(range(52)))
    if rules.name == "klondike":
        pulled, rest = taken[:24], iter(taken[24:])
        deck[28:] = pulled
        starts = [0, 7, 13, 18, 22, 25, 27]
        for column in range(7):
            for row in range(column, -1, -1):
                deck[starts[row] + column - row] = next(rest)
        return tuple(deck)
    order = iter(taken)
    for column in range(len(rows[0])):
        for row in reversed(rows):
            if column < len(row):
                deck[row[column]] = next(order)
    return tuple(deck)


def renumber(session: Session) -> None:
    """Give a session a tree with other node ids, as an import may do."""
    rows = [
        row._replace(id=row.id + 9, parent=row.parent and row.parent + 9)
        for row in session.tree.rows()
    ]
    here = session.tree.here
    session.tree = new_tree(session.rules, session.deck)
    session.tree.restore(rows, here and here + 9)


def easy_deck(rules: Rules) -> Deck:
    """A deal that is won by nothing but sending cards home; Gaps: by four moves to the left."""
    if rules.name == "gaps":
        rows = [[*range(4 + suit, 48, 4), suit, 48 + suit] for suit in range(4)]
        return tuple(card for row in rows for card in row)
    if rules.name == "brainjam":
        return FULL_DECK[::-1]
    return deck_of(FULL_DECK, rules)


def any_move(rules: Rules, position: Position, random: Random) -> Move | None:
    """A legal move, seldom one that sends a card home; None where there is none."""
    moves = rules.moves(position)
    staying = [move for move in moves if move.onto != DONE]
    return random.choice(staying or moves) if moves else None


def line_to_stuck(rules: Rules, number: int, seed: int, longest: int = 3000) -> list[Move] | None:
    """Random moves from a deal to where nothing can be done; None if that is not reached."""
    random, position, line = Random(seed), rules.deal(deals.deck_of(number)), []
    for _ in range(longest):
        stock = [move for move in rules.moves(position) if move.onto in (PULL, TURN)]
        move = stock[0] if stock else any_move(rules, position, random)
        if move is None:
            return line if rules.is_stuck(position) else None
        line.append(move)
        position = rules.apply(position, move)
    return None


def made(services: Services, change: Change | None) -> Change | None:
    """A change with the scenes that it asks for, as the program's stack makes them."""

    def scene(wanted: Scene | SceneRequest | None) -> Any:
        return (
            wanted if wanted is None or isinstance(wanted, Scene) else make_scene(services, wanted)
        )

    match change:
        case Push(wanted, under):
            return Push(scene(wanted), scene(under))
        case Replace(wanted, scenes):
            return Replace(scene(wanted), scenes)
    return change


# Services


@dataclass
class Cast:
    """Services that write nowhere, and what they were told."""

    services: Services = field(init=False)
    told: list[str] = field(default_factory=list)
    fullscreen: list[bool] = field(default_factory=list)
    followers: list[Callable[[], None]] = field(default_factory=list)
    """Called when a choice has changed."""

    def choose(self, **choices: bool | int | float | str) -> None:
        """Change settings as the options page does."""
        self.services.change(**choices)

    def follow(self) -> None:
        for follower in self.followers:
            follower()


ART = Assets(threaded=False)
"""Made once: rasterising every card for every test would take minutes."""
PAINT = Painter(asset_folder())


NOWHERE = Path("/nonexistent")


class DeafSolver:
    """Stands in for the worker process, and never answers."""

    def __init__(self, receive: Callable[[Any], None]) -> None:
        self.asked = 0

    def ask(self, *what: object) -> int:
        self.asked += 1
        return self.asked

    def ready_number(self, *what: object) -> None:
        return None

    def seek(self, *what: object) -> None:
        pass

    def weigh(self, *what: object) -> int:
        self.asked += 1
        return self.asked

    def stop_weighing(self) -> None:
        pass

    def cancel(self) -> None:
        pass

    def close(self) -> None:
        pass


class WeighingSolver(DeafSolver):
    """Stands in for a worker that knows all of a line at once."""

    def __init__(self, receive: Callable[[Any], None]) -> None:
        super().__init__(receive)
        self._receive = receive

    def weigh(self, *what: Any) -> int:
        number, line = super().weigh(), what[0]
        found = weigh(line, SearchLimits()).found(range(len(line.positions)))
        self._receive(Weighed(number, found, final=True))
        return number


def let_weigh(held: Cast, solver: type = WeighingSolver) -> None:
    """Give services a solver that weighs lines; the usual one knows nothing else."""
    give_solver(held.services, gateway_to(solver))


def gateway_to(make_client: Any, *, eager: bool | None = None) -> SolverGateway:
    return SolverGateway(lambda: None, make_client, eager=eager)


def deaf_gateway(*what: object, **named: object) -> SolverGateway:
    """Whatever it is made with: a solver that never answers."""
    return gateway_to(DeafSolver)


def give_solver(services: Services, solver: SolverGateway) -> None:
    """Replace the solver and what asks it of sessions and lines."""
    services.solver = solver
    answers = AnswerCache()
    advisor = Advisor(solver, lambda: None, lambda *event, **fields: None, known=answers)
    services.advisor = advisor
    storage = services.game_store.storage
    services.reviewer = Reviewer(solver, answers, storage, on_par=advisor.prove_par)


def cast(folder: Path = NOWHERE, **choices: bool | int | float | str) -> Cast:
    """Services with some settings changed; without a folder nothing is kept."""
    made = Cast()
    services = make_services(
        LaunchOptions(Folders(folder), read_only=folder is NOWHERE, mute=True),
        Tracer(),
        ProgramCallbacks(
            tell=made.told.append,
            remark=made.told.append,
            announce=made.told.append,
            on_change=made.follow,
            set_fullscreen=made.fullscreen.append,
        ),
    )
    services.settings_file.change(**{"winnable_only": False, "tips": False, **choices})
    services.assets, services.paint = ART, PAINT
    services.language = Language(str(choices.get("language", "en")), ART.folder / "locale")
    give_solver(services, deaf_gateway())
    services.daily = DailyDeals(
        services.game_store.storage, lambda seek, take: None, made.told.append, services.language
    )
    made.services = services
    return made


def stack_for(services: Services) -> SceneStack:
    """An empty stack of scenes in a window of the usual size."""
    return SceneStack(
        lambda: (1280, 800),
        lambda scene: None,
        lambda: None,
        lambda request: make_scene(services, request),
    )


class Clock:
    """Stands in for the scene's clock, so that double clicks do not depend on the machine."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Stage:
    """One table scene, driven as the loop of the program drives it."""

    def __init__(
        self,
        rules: Rules,
        number: int = 1,
        size: tuple[int, int] = (1280, 800),
        *,
        settle: bool = True,
        held: Cast | None = None,
        deck: Deck | None = None,
        folder: Path = NOWHERE,
        **choices: bool | int | float | str,
    ) -> None:
        pygame.display.init()
        self.cast = held or cast(folder, **choices)
        self.rules = rules
        self.clock = Clock()
        self.change: Change | None = None
        """What the scene asked of the stack last."""
        self.ui = self.cast.services.settings.ui_scale
        self.scene = TableScene(
            self.cast.services, rules, deck or deals.deck_of(number), None if deck else number
        )
        self.watch(self.scene)
        self.scene.place(size)
        self.scene.resume()
        self.cast.followers.append(self.follow)
        if settle:
            self.settle()

    def watch(self, scene: TableScene) -> None:
        """Drive this scene from now on."""
        self.scene = scene
        parts = (scene, *vars(scene).values())
        (mouse,) = (part for part in parts if getattr(part, "_pointer", None) is not None)
        mouse._pointer._now = mouse._now = self.clock

    @property
    def view(self) -> TableView:
        return self.scene.table_picture.view

    def follow(self) -> None:
        """A choice has changed, as the program tells its scenes."""
        self.scene.follow_settings()
        if self.ui != (ui := self.cast.services.settings.ui_scale):
            self.ui = ui
            self.scene.place(self.scene.size)
        self.scene.refresh()

    # Time

    def wait(self, seconds: float) -> None:
        """Let time pass in the steps of the loop."""
        self.clock.now += seconds
        for _ in range(round(seconds / STEP)):
            self.take(self.scene.update(STEP))

    def settle(self) -> None:
        """Until every card sits. AssertionError if that takes for ever."""
        for _ in range(1200):
            if not self.view.moving:
                return
            self.take(self.scene.update(STEP))
        raise AssertionError("cards are still moving after ten seconds")

    # Input

    def take(self, change: Change | None) -> None:
        if change is not None:
            self.change = made(self.cast.services, change)

    def send(self, *events: pygame.event.Event) -> Change | None:
        """Hand events over; returns what the last one asked of the stack."""
        change = None
        for event in events:
            self.change, before = None, self.change
            self.take(self.scene.handle(event))
            change, self.change = self.change, self.change or before
        return change

    def press(self, at: tuple[int, int], button: int = LEFT, *, later: float = 1.0) -> None:
        """A click somewhere, so long after the last one."""
        self.clock.now += later
        self.send(motion(at), down(at, button), up(at, button))

    def click(self, pile: str, depth: int = -1, button: int = LEFT, *, later: float = 1.0) -> None:
        """A click on a card of a pile, counted from its end, or on the empty pile."""
        self.press(self.point(self.seat(pile, depth)), button, later=later)

    def double_click(self, pile: str, depth: int = -1) -> None:
        """Two quick clicks on one place."""
        at = self.point(self.seat(pile, depth))
        self.press(at)
        self.press(at, later=0.1)

    def drag(self, seat: Seat, goal: tuple[int, int], *, drop: bool = True) -> None:
        """Take a card at the part that shows and move its corner to a place."""
        start = self.point(seat)
        box = self.view.arrangement.seat(self.view.position, seat)
        end = goal[0] + start[0] - box.x, goal[1] + start[1] - box.y
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        self.clock.now += 1.0
        self.send(motion(start), down(start), motion(middle, held=True), motion(end, held=True))
        if drop:
            self.send(up(end))

    def drag_to(self, pile: str, target: str, depth: int = -1, *, drop: bool = True) -> None:
        """Drag a card onto the end of another pile."""
        position = self.view.position
        index = self.pile(target)
        box = self.view.arrangement.seat(position, position.end(index))
        self.drag(self.seat(pile, depth), box[:2], drop=drop)

    def type(self, text: str) -> None:
        """Character keys one after another."""
        for char in text:
            self.send(letter(char))

    def play(self, move: Move) -> None:
        """Make a move by hand: pull and turn over by a click, redeal by its key, else drag."""
        position = self.view.position
        if move.card is None:
            if move.onto in (PULL, TURN):
                self.click("reserve-1")
            else:
                self.send(key(pygame.K_d, CTRL))
            return
        seat = position.seat(move.card)
        goal = self.rules.apply(position, move).seat(move.card)
        assert seat is not None
        assert goal is not None
        box = self.view.arrangement.seat(position, position.end(goal.pile))
        self.drag(seat, box[:2])

    def button(self, name: str) -> None:
        """Click a control of the bars."""
        self.press(self.scene.table_picture.focus.named(name).rect.center)

    # Places

    def pile(self, name: str) -> int:
        """The index of a pile by its name in traces."""
        return next(i for i, pile in enumerate(self.rules.piles) if pile.id == name)

    def seat(self, pile: str, depth: int = -1) -> Seat:
        index = self.pile(pile)
        held = len(self.view.position.piles[index])
        return Seat(index, max(0, depth if depth >= 0 else held + depth))

    def point(self, seat: Seat) -> tuple[int, int]:
        """The middle of the part of a card that can be clicked."""
        position = self.view.position
        if not position.piles[seat.pile]:
            return self.view.arrangement.piles[seat.pile].centre
        return self.view.arrangement.shown(position, seat).centre

    # What must hold

    def check_seats(self) -> None:
        """Every card is exactly on its seat, with the right side up, and nothing moves."""
        check_seats(self.view)
        assert self.view.position == self.scene.session.position


def check_seats(view: TableView) -> None:
    assert view.settled
    position = view.position
    for pile, held in enumerate(position.piles):
        for depth, card in enumerate(held):
            seat, sprite = Seat(pile, depth), view.sprites[card]
            box = view.arrangement.seat(position, seat)
            assert (sprite.x, sprite.y) == (box.x, box.y), (card, seat)
            assert sprite.face_up == position.is_up(seat), (card, seat)
            assert (sprite.flip, sprite.shift(view.now)) == (1.0, 0.0), (card, seat)
    assert not view.in_motion()


def lies_still(view: TableView, card: Card) -> bool:
    """True if a card lies still, and on cards that do."""
    return view._still().lies(card)


# Pictures


def tapped(scene: Scene, at: tuple[int, int]) -> Change | None:
    """Tap with a finger; returns what the scene asks for."""
    change = None
    for event in (motion(at), down(at), up(at)):
        event.touch = True
        change = scene.handle(event) or change
    return change


class Screen:
    """The window's surface, and what a player sees of it: only the parts told as touched."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.surface = pygame.Surface(size)
        self.seen = pygame.Surface(size)

    def show(self, scene: TableScene) -> None:
        """One frame of the loop."""
        touched = scene.draw(self.surface)
        scene.stale = False
        for area in [self.surface.get_rect()] if touched is None else touched:
            self.seen.blit(self.surface, area, area)


def message_area(scene: TableScene, text: str) -> pygame.Rect:
    """Where the window shows a message over a scene."""
    toast, look = Toast(), scene.table_picture.look
    toast.show(text)
    window = pygame.Surface(scene.size)
    toast.draw(
        window, look, usual_centre(window, look), scene.message_room, scene.message_keeps_clear
    )
    assert toast._stands is not None
    return toast._stands[1]


def redrawn(scene: TableScene) -> pygame.Surface:
    """The same table drawn from nothing."""
    table_picture = scene.table_picture
    kept = table_picture._canvas
    whole = pygame.Surface(kept._all.size)
    table_picture._canvas = TableLayers(whole.get_size(), table_picture._draw_ground)
    table_picture.draw(whole)
    table_picture._canvas = kept
    if scene._events.tooltip.visible:
        scene._events.tooltip.draw(whole)
    return whole


def difference(a: pygame.Surface, b: pygame.Surface) -> pygame.Rect | None:
    """The box around all pixels in which two pictures differ; None for equal ones."""
    if pygame.image.tobytes(a, "RGB") == pygame.image.tobytes(b, "RGB"):
        return None
    both = a.copy()
    both.blit(b, (0, 0), special_flags=pygame.BLEND_SUB)
    other = b.copy()
    other.blit(a, (0, 0), special_flags=pygame.BLEND_SUB)
    both.blit(other, (0, 0), special_flags=pygame.BLEND_ADD)
    found = pygame.mask.from_threshold(both, (0, 0, 0), (1, 1, 1, 255))
    found.invert()
    return found.get_bounding_rects()[0].unionall(found.get_bounding_rects())


# Random play

CHARS = "abcdefghijklmABCDEFGHIJKLM1234 "
COMMAND_KEYS = (
    (pygame.K_LEFT, 0), (pygame.K_RIGHT, 0), (pygame.K_HOME, 0), (pygame.K_END, 0),
    (pygame.K_BACKSPACE, 0), (pygame.K_z, CTRL), (pygame.K_y, CTRL), (pygame.K_r, CTRL),
    (pygame.K_p, CTRL), (pygame.K_d, CTRL), (pygame.K_ESCAPE, 0), (pygame.K_TAB, 0),
    (pygame.K_RETURN, 0), (pygame.K_g, CTRL), (pygame.K_LEFT, 0), (pygame.K_LEFT, 0),
)  # fmt: skip


def random_events(
    random: Random, view: TableView, controls: Sequence[pygame.Rect]
) -> Iterator[pygame.event.Event]:
    """One thing that a hand might do: a click, a part of a drag, a key."""
    at = random_point(random, view, controls)
    match random.randrange(12):
        case 0 | 1 | 2:
            yield motion(at)
            yield down(at)
            yield up(at)
        case 3:
            yield motion(at)
            yield down(at, RIGHT)
            yield up(at, RIGHT)
        case 4 | 5:
            yield down(at)
            yield motion(random_point(random, view, controls), held=True)
            end = random_point(random, view, controls)
            yield motion(end, held=True)
            yield up(end)
        case 6:
            yield down(at)
            yield motion(random_point(random, view, controls), held=True)
        case 7 | 8:
            yield motion(at)
        case 9 | 10:
            yield letter(random.choice(CHARS))
        case _:
            yield key(*random.choice(COMMAND_KEYS))


def random_point(
    random: Random, view: TableView, controls: Sequence[pygame.Rect]
) -> tuple[int, int]:
    """Mostly on the end of a pile, sometimes on another card, a control or the bare table."""
    table, position = view.arrangement, view.position
    chance = random.random()
    if chance < 0.06:
        return random.randrange(view.frame.width), random.randrange(view.frame.height)
    if chance < 0.10 and controls:
        return random.choice(controls).center
    pile = random.randrange(len(table.piles))
    held = len(position.piles[pile])
    if chance > 0.8 and held > 1 and table.kinds[pile] is PileKind.COLUMN:
        box = table.shown(position, Seat(pile, random.randrange(held)))
    else:
        box = table.seat(position, Seat(pile, max(0, held - 1)))
    return box.x + random.randrange(box.w), box.y + random.randrange(max(1, box.h))
