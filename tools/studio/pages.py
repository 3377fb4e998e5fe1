"""Pictures of everything but tables: menu, list, map, win, options, help, questions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import pygame

from game.core import deals
from game.core.moves import DONE, Move
from game.desktop.key_bindings import Command
from game.history import ROOT
from game.play.session import Session
from game.record.daily_deals import DailyDeals
from game.record.pack_files import packs_of
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.calendar.scene import CalendarScene
from game.scenes.common.base import OpenComparison, Push, Scene
from game.scenes.common.progress import ResultPage
from game.scenes.common.sample_positions import SHOWCASES
from game.scenes.common.services import Services
from game.scenes.deals.scene import DealsScene, list_of
from game.scenes.help.scene import GENERAL_PAGES, HelpScene
from game.scenes.library.scene import LibraryScene
from game.scenes.menu.scene import MenuScene
from game.scenes.options.scene import DEFAULTS, OptionsScene
from game.scenes.statistics.scene import RESET, StatisticsScene
from game.scenes.table.scene import TableScene
from game.solver import registry
from game.solver.answer import Goal
from game.solver.first_winnable import FoundDeal
from game.storage import About
from game.system.folders import levels_folder
from game.widgets.base import Pressed
from game.widgets.toast import Toast, usual_centre
from tools.studio import hands, tables
from tools.studio.hands import Size, Stack
from tools.studio.services import HOUR, LEFT_AT, NOW, Studio, fill_plays, fill_record
from tools.studio.tables import Make

MAP_WALKS: Final = 5
DENSE_WALKS: Final = 90
LOST_WALKS: Final = 14
WALK: Final = 30
CELEBRATING_S: Final = 2.2
SHOWN_OF_ANSWER_S: Final = 9.0
REVIEWED_DEAL: Final = 2
LOST_FROM: Final = 30
TYPED: Final = "4175"


# Statistics


def statistics(studio: Studio, size: Size) -> Stack:
    """A year of playing, over the game one came from."""
    services = studio.services()
    for place, kind in enumerate(
        (BrainJam(), LaPeau(), LaPeau(same_suit=True), Gaps(), Klondike())
    ):
        fill_plays(services, kind, 400 - 60 * place)
    below = tables.showcase(services, Klondike())
    return [below, StatisticsScene(services, BrainJam.name, lambda: LEFT_AT)]


def first_statistics(studio: Studio, size: Size) -> Stack:
    """Before anything was played; the reset asks."""
    services = studio.services()
    return [MenuScene(services, lambda: NOW), StatisticsScene(services, None, lambda: LEFT_AT)]


def reset_question(studio: Studio, size: Size) -> Stack:
    """What is asked before figures are forgotten."""
    stack = first_statistics(studio, size)
    hands.set_up(stack, size)
    scene = stack[-1]
    assert isinstance(scene, StatisticsScene)
    scene.act(Pressed(RESET))
    return stack


# Menu and list


def menu(studio: Studio, size: Size) -> Stack:
    """Every game was played, Brain Jam last, and two of the day's deals; the keyboard is on the
    first card.
    """
    services = studio.services()
    fill_record(services, BrainJam())
    for kind, count in ((LaPeau(), 300), (Gaps(), 90), (Klondike(), 360)):
        fill_plays(services, kind, count)
    for kind in (BrainJam(), LaPeau()):
        services.daily.note_win(kind, services.daily.number(kind.name))
    for rules in (LaPeau(), Gaps(), Klondike(), BrainJam()):
        tables.showcase(services, rules)
    scene = MenuScene(services, lambda: NOW)
    hands.set_up([scene], size)
    for _ in range(5):
        hands.press(scene, pygame.K_TAB, pygame.KMOD_LSHIFT)
    return [scene]


def library(studio: Studio, size: Size) -> Stack:
    """Some months of playing, one deal with a name and a note."""
    services = studio.services()
    fill_record(services, BrainJam())
    for rules in (LaPeau(), Gaps(), BrainJam(), Klondike()):
        tables.showcase(services, rules)
    storage = services.game_store.storage
    named = storage.unfinished(BrainJam.name)[0].key
    storage.note(named, About("The one with the kings", "Free the fourth column before anything"))
    return [LibraryScene(services, clock=lambda: LEFT_AT)]


def first_library(studio: Studio, size: Size) -> Stack:
    """Before anything was played."""
    return [LibraryScene(studio.services(), clock=lambda: LEFT_AT)]


def calendar(studio: Studio, size: Size) -> Stack:
    """Three days in a row, and one that was won late."""
    services = studio.services()
    services.daily = daily = DailyDeals(
        services.game_store.storage,
        lambda seek, take: take(FoundDeal(seek, seek.start)),
        lambda text: None,
        services.language,
        lambda: seconds,
    )
    for back, late in ((9, 3), (4, 0), (2, 0), (1, 0)):
        seconds = float(LEFT_AT - back * 24 * HOUR)
        number = daily.number(BrainJam.name)
        seconds += late * 24 * HOUR
        daily.note_win(BrainJam(), number)
    seconds = float(LEFT_AT)
    return [MenuScene(services, lambda: NOW), CalendarScene(services)]


def first_menu(studio: Studio, size: Size) -> Stack:
    """As it is at the very first start."""
    return [MenuScene(studio.services())]


def deals_list(studio: Studio, size: Size) -> Stack:
    """Brain Jam's deals, some of them solved."""
    services = studio.services()
    fill_record(services, BrainJam())
    tables.showcase(services, BrainJam())
    return [list_of(services, BrainJam())]


def typing(studio: Studio, size: Size) -> Stack:
    """A number being typed above the list."""
    stack = deals_list(studio, size)
    hands.set_up(stack, size)
    for digit in TYPED:
        hands.press(stack[0], ord(digit), char=digit)
    return stack


def first_list(studio: Studio, size: Size) -> Stack:
    """Klondike's list before anything was played."""
    packs = packs_of(Klondike(), levels_folder())
    return [DealsScene(studio.services(), packs)]


def list_menu(studio: Studio, size: Size) -> Stack:
    """What else can be done with a list."""
    stack = deals_list(studio, size)
    hands.set_up(stack, size)
    at = hands.button(stack[0], Command.MORE)
    return [*stack, hands.opened(stack[0], hands.click(stack[0], at))]


def question(studio: Studio, size: Size) -> Stack:
    """Asked before a deal's history is cleared."""
    stack = list_menu(studio, size)
    hands.set_up(stack, size)
    at = hands.button(stack[-1], Command.CLEAR)
    return [stack[0], hands.opened(stack[-1], hands.click(stack[-1], at))]


def report(studio: Studio, size: Size) -> Stack:
    """What came of an import."""
    stack = deals_list(studio, size)
    _ = stack[0].services.language

    def lines() -> list[str]:
        one = "{name}: {n} right answer, {kept} better than before"
        counts = _.plural(one, "{name}: {n} right answers, {kept} of them better than before", 212)
        head = counts.format(name="brainjam.sol", n=212, kept=17)
        wrong = [
            f"brainjam.sol, line {n}: the deal is not won at the end" for n in range(14, 80, 7)
        ]
        return [head, *wrong]

    return [*stack, ResultPage(stack[0].services, lambda _: _("Imported answers"), lines)]


def table_menu(studio: Studio, size: Size) -> Stack:
    """What a small table's bar has no room for."""
    scene = tables.showcase(studio.services(), LaPeau())
    hands.set_up([scene], size)
    change = scene.do(Command.MENU)
    return [scene, hands.opened(scene, change)]


def tooltip(studio: Studio, size: Size) -> Stack:
    """The mouse rests on a button, which tells its key; another one has the focus."""
    scene = tables.showcase(studio.services(), Klondike())
    hands.set_up([scene], size)
    hands.press(scene, pygame.K_TAB)
    hands.point_at(scene, hands.button(scene, Command.HINT))
    hands.wait(scene, 1.0)
    return [scene]


def message(studio: Studio, size: Size) -> Stack:
    """A message at the foot of the window."""
    scene = tables.showcase(studio.services(), LaPeau())
    text = scene.services.language("The policy can only be changed at the deal")
    return [scene, Herald(scene, text)]


class Herald(Scene):
    """Stands in for the program where it shows a message over a scene."""

    overlay = True

    def __init__(self, below: Scene, text: str) -> None:
        super().__init__(below.services)
        self._toast = Toast()
        self._toast.show(text)

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The message, where the program puts it."""
        look = self.services.look(self.scale)
        self._toast.draw(target, look, usual_centre(target, look))
        return None


# Map


def wander(session: Session, walks: int, seed: int) -> None:
    """Play about as somebody does who tries things: back a little and on by another way."""
    choose = random.Random(seed)
    for _ in range(walks):
        session.goto(choose.choice(range(len(session.tree))))
        for _ in range(choose.randrange(3, WALK)):
            moves = session.rules.moves(session.position)
            if not moves or session.is_won:
                break
            session.play(choose.choice(moves))
    session.goto(choose.choice(range(len(session.tree) // 2)))


def mapped(walks: int) -> Make:
    """La Peau's map after a win and so many other tries, two of them with a bookmark."""

    def make(studio: Studio, size: Size) -> Stack:
        rules, number = LaPeau(), SHOWCASES[LaPeau.name].number
        services = studio.services(branching=True)
        scene = tables.table(services, rules, number, tables.answer(rules, number))
        session = scene.session
        session.tree.branching = True
        for share in (3, 2):
            session.goto(len(session.tree) // share)
            session.bookmark()
        wander(session, walks, 3)
        hands.set_up([scene], size)
        found = hands.opened(scene, scene.do(Command.MAP))
        hands.set_up([found], size)
        hands.work_off(found)
        return [found]

    return make


def first_map(studio: Studio, size: Size) -> Stack:
    """The map of a deal that was just begun."""
    scene = tables.table(studio.services(), Klondike(), 386325, ())
    hands.set_up([scene], size)
    return [hands.opened(scene, scene.do(Command.MAP))]


def lost_map(studio: Studio, size: Size) -> Stack:
    """The map of a deal that was lost on the way, and the card that tells where."""
    rules, number = BrainJam(), tables.STUCK_DEAL
    services = studio.services(branching=True, verdict_light=True)
    scene = tables.table(services, rules, number, tables.way_to_nowhere(rules, number))
    wander(scene.session, LOST_WALKS, 8)
    hands.set_up([scene], size)
    hands.heed(scene)
    found = hands.opened(scene, scene.do(Command.MAP))
    hands.set_up([found], size)
    hands.work_off(found)
    for code in (pygame.K_END, pygame.K_LEFT, pygame.K_LEFT):
        hands.press(found, code)
    hands.wait(found, 0.5)
    hands.heed(found)
    return [found]


def pointed_map(studio: Studio, size: Size) -> Stack:
    """The map with the keyboard's cursor at a position, and its card."""
    stack = mapped(MAP_WALKS)(studio, size)
    hands.set_up(stack, size)
    for _ in range(6):
        hands.press(stack[0], pygame.K_LEFT)
    hands.wait(stack[0], 0.5)
    return stack


# Review


def reviewed(studio: Studio, size: Size) -> Stack:
    """An unpolished win of Brain Jam, move by move."""
    rules = BrainJam()
    moves = answer_of(rules, REVIEWED_DEAL)
    return [_review(studio.services(), rules, REVIEWED_DEAL, moves, size)]


def lost_review(studio: Studio, size: Size) -> Stack:
    """A lost line of Brain Jam, and where it was lost."""
    rules, number = BrainJam(), tables.STUCK_DEAL
    moves = answer_of(rules, number)[:LOST_FROM]
    lost = tables.way_to_nowhere(rules, number, moves)
    return [_review(studio.services(), rules, number, lost, size)]


def compared(studio: Studio, size: Size) -> Stack:
    """Two answers of a deal of Brain Jam side by side."""
    scene = _answered_twice(studio.services(branching=True))
    session = scene.session
    ends = [node.id for node in session.tree.walk() if node.won][:2]
    return [hands.opened(scene, Push(OpenComparison(session, *ends, lambda node: None)))]


def weighed_map(studio: Studio, size: Size) -> Stack:
    """A map whose lines are coloured by what they are worth."""
    services = studio.services(branching=True, verdict_light=True)
    scene = _answered_twice(services)
    hands.set_up([scene], size)
    hands.heed(scene)
    found = hands.opened(scene, scene.do(Command.MAP))
    hands.set_up([found], size)
    hands.work_off(found)
    while services.advisor.collect():
        found.advised()
        hands.work_off(found)
    return [found]


def _answered_twice(services: Services) -> TableScene:
    """A deal with a shortest answer, a longer one and other tries."""
    rules = BrainJam()
    moves = registry.solve(rules, rules.deal(deals.deck_of(REVIEWED_DEAL)), Goal.OPTIMAL).moves
    scene = tables.table(services, rules, REVIEWED_DEAL, moves)
    session = scene.session
    session.tree.branching = True
    session.goto(ROOT)
    for move in answer_of(rules, REVIEWED_DEAL):
        session.play(move)
    wander(session, MAP_WALKS, 8)
    return scene


def answer_of(rules: Rules, number: int) -> tuple[Move, ...]:
    """The first win that the solver meets."""
    return registry.solve(rules, rules.deal(deals.deck_of(number)), Goal.FIRST).moves


def _review(
    services: Services, rules: Rules, number: int, moves: Sequence[Move], size: Size
) -> Scene:
    scene = tables.table(services, rules, number, moves)
    hands.set_up([scene], size)
    found = hands.opened(scene, scene.do(Command.REVIEW))
    hands.set_up([found], size)
    while services.advisor.collect():
        found.advised()
    return found


# Answers and wins


def shown(studio: Studio, size: Size) -> Stack:
    """An answer being shown."""
    rules, number = LaPeau(), SHOWCASES[LaPeau.name].number
    scene = tables.table(studio.services(), rules, number, tables.answer(rules, number))
    hands.set_up([scene], size)
    player = hands.opened(scene, scene.do(Command.SHOW_ME))
    hands.set_up([player], size)
    hands.wait(player, SHOWN_OF_ANSWER_S)
    hands.settle(player)
    return [player]


def won(studio: Studio, size: Size) -> Stack:
    """La Peau solved, with the scene that tells so."""
    return _won(studio, size, still=True, best=None)


def celebrated(studio: Studio, size: Size) -> Stack:
    """The same while the cards fly; it was won in more moves before."""
    stack = _won(studio, size, still=False, best=94)
    hands.set_up(stack[:1], size)
    stack[1].place(size)
    stack[1].resume()
    canvas = pygame.Surface(size)
    for _ in range(round(CELEBRATING_S * 60)):
        hands.wait(stack[1], 1 / 60)
        stack[1].draw(canvas)
    return stack


def _won(studio: Studio, size: Size, *, still: bool, best: int | None) -> Stack:
    """All cards that are left go home at once: the win is one of this attempt, with its time."""
    rules, number = LaPeau(), SHOWCASES[LaPeau.name].number
    services = studio.services(still=still)
    moves = tables.answer(rules, number)
    while moves[-1].onto == DONE:
        moves = moves[:-1]
    scene = tables.table(services, rules, number, moves, best)
    services.advisor.set_par(scene.session, 79, proved=True)
    hands.set_up([scene], size)
    hands.press(scene, pygame.K_SPACE, char=" ")
    flag = hands.settle(scene)
    assert flag is not None
    return [scene, flag]


# Options and help


def options(studio: Studio, size: Size) -> Stack:
    """Over the game one came from."""
    services = studio.services()
    return [tables.showcase(services, Klondike()), OptionsScene(services, Klondike.name)]


def options_below(studio: Studio, size: Size) -> Stack:
    """The lower end of the options, reached with the keyboard; some of them changed."""
    services = studio.services(four_colours=True, felt="blue", verdict_light=True)
    scene = OptionsScene(services)
    stack: Stack = [tables.showcase(services, Klondike()), scene]
    hands.set_up(stack, size)
    for _ in range(4):
        hands.press(scene, pygame.K_TAB, pygame.KMOD_LSHIFT)
    return stack


def defaults(studio: Studio, size: Size) -> Stack:
    """Asked before all options go back to what they were."""
    stack = options(studio, size)
    hands.set_up(stack, size)
    hands.click(stack[1], hands.button(stack[1], DEFAULTS))
    return stack


def help_of(page: str, *, below: int = 0) -> Make:
    """A page of the help, or what is so many screenfuls further down."""

    def make(studio: Studio, size: Size) -> Stack:
        services = studio.services()
        scene = HelpScene(services, page)
        stack: Stack = [tables.showcase(services, Klondike()), scene]
        hands.set_up(stack, size)
        for _ in range(below):
            hands.press(scene, pygame.K_PAGEDOWN)
        hands.settle(scene)
        return stack

    return make


GAMES: Final[tuple[Rules, ...]] = (BrainJam(), LaPeau(), Gaps(), Klondike())

PAGES: Final[dict[str, Make]] = {
    "menu": menu,
    "menu-first": first_menu,
    "list": deals_list,
    "list-first": first_list,
    "list-number": typing,
    "list-menu": list_menu,
    "question": question,
    "report": report,
    "table-menu": table_menu,
    "tooltip": tooltip,
    "message": message,
    "map": mapped(MAP_WALKS),
    "map-cursor": pointed_map,
    "map-dense": mapped(DENSE_WALKS),
    "map-first": first_map,
    "map-lost": lost_map,
    "review": reviewed,
    "review-lost": lost_review,
    "comparison": compared,
    "map-worths": weighed_map,
    "show-me": shown,
    "win": won,
    "win-celebrated": celebrated,
    "library": library,
    "library-first": first_library,
    "calendar": calendar,
    "statistics": statistics,
    "statistics-first": first_statistics,
    "statistics-reset": reset_question,
    "options": options,
    "options-below": options_below,
    "options-defaults": defaults,
    **{f"help-{rules.name}": help_of(rules.name) for rules in GAMES},
    **{f"help-{rules.name}-below": help_of(rules.name, below=1) for rules in GAMES},
    **{f"help-{page}": help_of(page) for page in GENERAL_PAGES},
}
