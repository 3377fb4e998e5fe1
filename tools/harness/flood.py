"""Floods of random events into every scene; afterwards everything must still be in order."""

from __future__ import annotations

import tempfile
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pygame
from headless_app import STEP_S, Headless
from made_deals import easy_deck
from random_events import RandomEvents
from table_driver import check_seats

from game.core import deals
from game.core.deals import Deck
from game.core.moves import DONE
from game.play.session import DealHistory, new_history
from game.rules import RULES, BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.calendar.scene import CalendarScene
from game.scenes.common.base import Pop, Scene
from game.scenes.common.tips_and_first_games import note_first_game
from game.scenes.deals.scene import list_of
from game.scenes.help.scene import HelpScene
from game.scenes.library.scene import LibraryScene
from game.scenes.menu.scene import MenuScene
from game.scenes.options.scene import OptionsScene
from game.scenes.statistics.scene import StatisticsScene
from game.scenes.table.first_game import FirstGameScene
from game.scenes.table.scene import TableScene
from game.scenes.win.scene import WonScene
from game.storage import DealKey, Storage, StorageError, StorageTrouble
from game.storage.store import _IN_DOUBT as IN_DOUBT

USUAL, FULL = 300, 200_000
SIZE = (900, 640)
AWAY = 60
"""Events after which one comes back from where they have led."""
FRAME_EACH = 40
ANEW_EACH = 400
LOOK_EACH = 10_000
"""Events after which all is looked at, and not only at the end."""
LAST = 12
STEPS = 10
"""A first game begins at one of so many steps: what is done at random seldom leads on."""
TROUBLED = "troubled-"
"""Before a scene's name: its file cannot be read or written now and then."""
TROUBLES = (
    StorageTrouble.FULL,
    StorageTrouble.READ_ONLY,
    StorageTrouble.BUSY,
    StorageTrouble.UNREACHABLE,
)


class FailingStorage:
    """Spoils what a storage does with the player's file: each time by chance, and for a while now
    and then, as a disk that is full for minutes. What it cannot write there goes elsewhere.
    """

    def __init__(self, storage: Storage, random: Random) -> None:
        self._storage, self._random = storage, random
        self._read, self._write = storage.ask, storage._write_main
        self._bad = 0
        """So many times more it fails."""
        self._storage.ask = self._tried(self._read)  # type: ignore[method-assign]
        self._storage._write_main = self._tried(self._write)  # type: ignore[method-assign]

    def _tried(self, do: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def tried(what: Callable[[Any], Any]) -> Any:
            if self._random.random() < 0.05:
                self._bad = self._random.choice((1, 1, 3, 40))
            if self._bad:
                self._bad -= 1
                raise StorageError(self._random.choice(TROUBLES), "a harness wanted it so")
            return do(what)

        return tried

    def cure(self) -> None:
        """Nothing fails any more."""
        self._storage.ask, self._storage._write_main = self._read, self._write  # type: ignore[method-assign]


def table(app: Headless, rules: Rules, number: int, deck: Deck | None = None) -> TableScene:
    found = None if deck else number
    return TableScene(app.services, rules, deck or deals.deck_of(number), found)


def _table(rules: Rules) -> Callable[[Headless, Random], list[Scene]]:
    return lambda app, pick: [
        MenuScene(app.services),
        table(app, rules, pick.randrange(1000)),
    ]


def _first_game(app: Headless, pick: Random) -> list[Scene]:
    game = pick.choice([*RULES])
    note_first_game(app.services, game, str(pick.randrange(STEPS)))
    return [MenuScene(app.services), FirstGameScene(app.services, game)]


def _won(app: Headless, pick: Random) -> list[Scene]:
    rules: Rules = pick.choice((BrainJam(), LaPeau()))
    scene = table(app, rules, 1, easy_deck(rules))
    scene.session.to_start()
    while not scene.session.is_won:
        home = [m for m in rules.moves(scene.session.position) if m.onto == DONE]
        scene.session.play(home[0])
    scene.place(SIZE)
    scene.table_picture.cards.put(scene.session.position)
    return [MenuScene(app.services), scene, WonScene(app.services, scene)]


def _stuck(app: Headless, pick: Random) -> list[Scene]:
    rules: Rules = pick.choice((BrainJam(), LaPeau(), Klondike(), Gaps()))
    scene = table(app, rules, pick.randrange(1000))
    for _ in range(400):
        moves = rules.moves(scene.session.position)
        if not moves:
            break
        scene.session.play(pick.choice(moves))
    return [MenuScene(app.services), scene]


def _over_stuck(code: int, mod: int = 0) -> Callable[[Headless, Random], list[Scene]]:
    """What a key opens over a table at which one is stuck."""
    press = pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0)

    def opened(app: Headless, pick: Random) -> list[Scene]:
        app.put(_stuck(app, pick))
        app.take([press])
        return list(app.stack)

    return opened


SCENES: dict[str, Callable[[Headless, Random], list[Scene]]] = {
    "menu": lambda app, pick: [MenuScene(app.services)],
    "list": lambda app, pick: [MenuScene(app.services), list_of(app.services, BrainJam())],
    "brainjam": _table(BrainJam()),
    "lapeau": _table(LaPeau()),
    "lapeau-same": _table(LaPeau("same")),
    "gaps": _table(Gaps()),
    "klondike": _table(Klondike()),
    "first-game": _first_game,
    "won": _won,
    "stuck": _stuck,
    "map": _over_stuck(pygame.K_m, pygame.KMOD_LCTRL),
    "review": _over_stuck(pygame.K_F5),
    "options": lambda app, pick: [MenuScene(app.services), OptionsScene(app.services)],
    "help": lambda app, pick: [MenuScene(app.services), HelpScene(app.services)],
    "library": lambda app, pick: [*_stuck(app, pick), LibraryScene(app.services)],
    "calendar": lambda app, pick: [MenuScene(app.services), CalendarScene(app.services)],
    "statistics": lambda app, pick: [MenuScene(app.services), StatisticsScene(app.services)],
}


def run(count: int, seed: int = 1, only: Sequence[str] = ()) -> list[str]:
    """So many events into each scene, or only some; returns what went wrong."""
    problems: list[str] = []
    for name in only or (*SCENES, *(TROUBLED + scene for scene in SCENES)):
        make, troubled = SCENES[name.removeprefix(TROUBLED)], name.startswith(TROUBLED)
        with tempfile.TemporaryDirectory() as folder:
            pick = Random(f"{name} {seed}")
            found = _flood(Path(folder), make, count, pick, troubled=troubled)
        print(f"flood: {name}: {count} events, {len(found)} problems", flush=True)
        problems += [f"{name}: {what}" for what in found]
    return problems


def _flood(
    folder: Path,
    make: Callable[[Headless, Random], list[Scene]],
    count: int,
    pick: Random,
    *,
    troubled: bool,
) -> list[str]:
    app = Headless(folder, size=SIZE)
    mood = (
        FailingStorage(app.services.game_store.storage, Random(pick.random())) if troubled else None
    )
    last: deque[pygame.event.Event] = deque(maxlen=LAST)
    hands = RandomEvents(pick, app.window)
    home: Scene | None = None
    done = away = since = 0
    to_look = LOOK_EACH
    try:
        with closing(app):
            while done < count:
                away = away + 1 if home is None or app.top is not home else 0
                since += 1
                if home is None or away > AWAY or since > ANEW_EACH or app.ended:
                    app.put(make(app, pick))
                    home, away, since = app.top, 0, 0
                events = hands.events()
                last += events
                done += len(events)
                _step(app, events, pick)
                if done >= min(to_look, count):
                    _let_go(app)
                    if mood is not None:
                        mood.cure()
                    if problems := list(_invariants(app)):
                        return [f"after {done} of {count} events: {what}" for what in problems]
                    home, to_look = None, to_look + LOOK_EACH
                    if mood is not None:
                        mood = FailingStorage(
                            app.services.game_store.storage, Random(pick.random())
                        )
    except Exception:
        where = traceback.format_exc().strip().splitlines()
        words = [f"{pygame.event.event_name(e.type)}{e.dict}" for e in last]
        return ["\n    ".join([f"after {done} of {count} events", *where[-14:], *words])]
    return []


def _step(app: Headless, events: list[pygame.event.Event], pick: Random) -> None:
    app.take(events)
    chance = pick.random()
    if chance < 1 / FRAME_EACH:
        app.frame()
    if chance < 0.5:
        app.pass_time(STEP_S)
    elif chance < 0.53:
        app.pass_time(pick.choice((0.0, 0.3, 2.0)))


def _let_go(app: Headless) -> None:
    """Open the hand: what it may hold goes back, or where it is dropped."""
    app.pass_time(0.0)
    app.take([pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(0, 0), button=1, touch=False)])


def _invariants(app: Headless) -> Iterator[str]:
    """What must hold of every table once it is on top and all cards sit, and of what is on disk."""
    app.services.game_store.storage.idle()
    while (scene := _uncovered(app)) is not None:
        for _ in range(1200):
            scene.update(STEP_S)
        yield from _of_table(app, scene)
        app.stack.apply(Pop())
    if wrong := app.services.game_store.storage.check():
        yield f"the file is damaged: {wrong}"


def _edges(history: DealHistory) -> set[tuple[int, ...]]:
    """What a history holds. When edges were walked is joined anew wherever two tables of a deal
    meet.
    """
    return {(*edge.ends, edge.cost) for edge in history.graph.edges()}


def _uncovered(app: Headless) -> TableScene | None:
    """The uppermost table, after what lies over it is left; None if there is none."""
    while app.stack and not isinstance(app.top, TableScene):
        app.stack.apply(Pop())
    return app.top if app.stack and isinstance(app.top, TableScene) else None


def _of_table(app: Headless, scene: TableScene) -> Iterator[str]:
    session, storage = scene.session, app.services.game_store.storage
    cards = sorted(card for pile in session.position.piles for card in pile)
    if cards != list(range(4 if session.rules.name == "gaps" else 0, 52)):
        yield f"the cards are not 52 any more: {cards}"
    if scene.table_picture.cards.position != session.position:
        yield "the table does not show the position"
    check_seats(scene.table_picture.cards)
    rules = session.rules
    saved = storage.deal(DealKey(rules.name, rules.policy, deals.deck_text(session.deck)))
    if isinstance(scene, FirstGameScene) and session.number is None:
        if saved.edges:
            yield "a first game is on disk"
        return
    again = new_history(rules, session.deck)
    again.restore(saved.edges, saved.line, saved.bookmarks)
    played, kept = _edges(session.history), _edges(again)
    if storage._known.get(saved.key) == IN_DOUBT:
        # It could not be read: it is joined with the file at its next action.
        if not played <= kept:
            yield "what was played is not on disk"
    elif played != kept or session.history.here not in (again.here, again.graph.start.key):
        # One that was looked back at stands at its start.
        yield "what is on disk is not what was played"
    session.to_start()
    if session.position != rules.deal(session.deck):
        yield "the way back does not lead to the deal"
