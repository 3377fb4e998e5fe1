"""Pictures of everything but tables: menu, list, map, win, options, help, questions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import pygame

from game.core import deals
from game.core.moves import DONE, Move
from game.desktop.commands import Command
from game.history import WON
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
from game.solver.worker import FoundDeal
from game.storage import About
from game.system.folders import levels_folder
from game.widgets.base import Pressed
from game.widgets.toast import Toast, usual_centre
from tools.scene_pictures import player_actions, table_pictures
from tools.scene_pictures.picture_services import (
    HOUR,
    LEFT_AT,
    NOW,
    PictureServices,
    fill_plays,
    fill_record,
)
from tools.scene_pictures.player_actions import Size, Stack
from tools.scene_pictures.table_pictures import Make

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


def statistics(picture_services: PictureServices, size: Size) -> Stack:
    """A year of playing, over the game one came from."""
    services = picture_services.services()
    for place, kind in enumerate((BrainJam(), LaPeau(), LaPeau("same"), Gaps(), Klondike())):
        fill_plays(services, kind, 400 - 60 * place)
    below = table_pictures.showcase(services, Klondike())
    return [below, StatisticsScene(services, BrainJam.name, lambda: LEFT_AT)]


def first_statistics(picture_services: PictureServices, size: Size) -> Stack:
    """Before anything was played; the reset asks."""
    services = picture_services.services()
    return [MenuScene(services, lambda: NOW), StatisticsScene(services, None, lambda: LEFT_AT)]


def reset_question(picture_services: PictureServices, size: Size) -> Stack:
    """What is asked before figures are forgotten."""
    stack = first_statistics(picture_services, size)
    player_actions.set_up(stack, size)
    scene = stack[-1]
    assert isinstance(scene, StatisticsScene)
    return [*stack, player_actions.opened(scene, scene.act(Pressed(RESET)))]


# Menu and list


def menu(picture_services: PictureServices, size: Size) -> Stack:
    """Every game was played, Brain Jam last, and two of the day's deals; the keyboard is on the
    first card.
    """
    services = picture_services.services()
    fill_record(services, BrainJam())
    for kind, count in ((LaPeau(), 300), (Gaps(), 90), (Klondike(), 360)):
        fill_plays(services, kind, count)
    for kind in (BrainJam(), LaPeau()):
        services.daily.note_win(kind, services.daily.number(kind.name))
    for rules in (LaPeau(), Gaps(), Klondike(), BrainJam()):
        table_pictures.showcase(services, rules)
    scene = MenuScene(services, lambda: NOW)
    player_actions.set_up([scene], size)
    for _ in range(5):
        player_actions.press(scene, pygame.K_TAB, pygame.KMOD_LSHIFT)
    return [scene]


def library(picture_services: PictureServices, size: Size) -> Stack:
    """Some months of playing, one deal with a name and a note."""
    services = picture_services.services()
    fill_record(services, BrainJam())
    for rules in (LaPeau(), Gaps(), BrainJam(), Klondike()):
        table_pictures.showcase(services, rules)
    storage = services.game_store.storage
    named = storage.unfinished(BrainJam.name)[0].key
    storage.note(named, About("The one with the kings", "Free the fourth column before anything"))
    return [LibraryScene(services, clock=lambda: LEFT_AT)]


def first_library(picture_services: PictureServices, size: Size) -> Stack:
    """Before anything was played."""
    return [LibraryScene(picture_services.services(), clock=lambda: LEFT_AT)]


def calendar(picture_services: PictureServices, size: Size) -> Stack:
    """Three days in a row, and one that was won late."""
    services = picture_services.services()
    services.daily = daily = DailyDeals(
        services.game_store.storage,
        lambda seek, take: take(FoundDeal(seek, seek.start)),
        lambda text: None,
        services.language,
        lambda: datetime.fromtimestamp(seconds),
    )
    for back, late in ((9, 3), (4, 0), (2, 0), (1, 0)):
        seconds = float(LEFT_AT - back * 24 * HOUR)
        number = daily.number(BrainJam.name)
        seconds += late * 24 * HOUR
        daily.note_win(BrainJam(), number)
    seconds = float(LEFT_AT)
    return [MenuScene(services, lambda: NOW), CalendarScene(services)]


def first_menu(picture_services: PictureServices, size: Size) -> Stack:
    """As it is at the very first start."""
    return [MenuScene(picture_services.services())]


def deals_list(picture_services: PictureServices, size: Size) -> Stack:
    """Brain Jam's deals, some of them solved."""
    services = picture_services.services()
    fill_record(services, BrainJam())
    table_pictures.showcase(services, BrainJam())
    return [list_of(services, BrainJam())]


def typing(picture_services: PictureServices, size: Size) -> Stack:
    """A number being typed above the list."""
    stack = deals_list(picture_services, size)
    player_actions.set_up(stack, size)
    for digit in TYPED:
        player_actions.press(stack[0], ord(digit), char=digit)
    return stack


def first_list(picture_services: PictureServices, size: Size) -> Stack:
    """Klondike's list before anything was played."""
    packs = packs_of(Klondike(), levels_folder())
    return [DealsScene(picture_services.services(), packs)]


def list_menu(picture_services: PictureServices, size: Size) -> Stack:
    """What else can be done with a list."""
    stack = deals_list(picture_services, size)
    player_actions.set_up(stack, size)
    at = player_actions.button(stack[0], Command.MORE)
    return [*stack, player_actions.opened(stack[0], player_actions.click(stack[0], at))]


def question(picture_services: PictureServices, size: Size) -> Stack:
    """Asked before a deal's history is cleared."""
    stack = list_menu(picture_services, size)
    player_actions.set_up(stack, size)
    at = player_actions.button(stack[-1], Command.CLEAR)
    return [stack[0], player_actions.opened(stack[-1], player_actions.click(stack[-1], at))]


def report(picture_services: PictureServices, size: Size) -> Stack:
    """What came of an import."""
    stack = deals_list(picture_services, size)
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


def table_menu(picture_services: PictureServices, size: Size) -> Stack:
    """What a small table's bar has no room for."""
    scene = table_pictures.showcase(picture_services.services(), LaPeau())
    player_actions.set_up([scene], size)
    change = scene.do(Command.MENU)
    return [scene, player_actions.opened(scene, change)]


def tooltip(picture_services: PictureServices, size: Size) -> Stack:
    """The mouse rests on a button, which tells its key; another one has the focus."""
    scene = table_pictures.showcase(picture_services.services(), Klondike())
    player_actions.set_up([scene], size)
    player_actions.press(scene, pygame.K_TAB)
    player_actions.point_at(scene, player_actions.button(scene, Command.HINT))
    player_actions.wait(scene, 1.0)
    return [scene]


def message(picture_services: PictureServices, size: Size) -> Stack:
    """A message at the foot of the window."""
    scene = table_pictures.showcase(picture_services.services(), LaPeau())
    text = scene.services.language("The policy can only be changed at the deal")
    return [scene, MessageScene(scene, text)]


class MessageScene(Scene):
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
    choose, nodes = random.Random(seed), session.history.graph.nodes
    for _ in range(walks):
        session.goto(choose.choice([key for key in nodes if key != WON]))
        for _ in range(choose.randrange(3, WALK)):
            moves = session.rules.moves(session.position)
            if not moves or session.is_won:
                break
            session.play(choose.choice(moves))
    session.goto(choose.choice([key for key in nodes if key != WON][: len(nodes) // 2]))


def mapped(walks: int) -> Make:
    """La Peau's map after a win and so many other tries, two of them with a bookmark."""

    def make(picture_services: PictureServices, size: Size) -> Stack:
        rules, number = LaPeau(), SHOWCASES[LaPeau.name].number
        services = picture_services.services(branching=True)
        scene = table_pictures.table(services, rules, number, table_pictures.answer(rules, number))
        session = scene.session
        session.history.branching = True
        for share in (3, 2):
            session.goto(session.history.line[len(session.history.line) // share].key)
            session.bookmark()
        wander(session, walks, 3)
        found = player_actions.leads_to(scene, Command.MAP, size)
        return [found]

    return make


def first_map(picture_services: PictureServices, size: Size) -> Stack:
    """The map of a deal that was just begun."""
    scene = table_pictures.table(picture_services.services(), Klondike(), 386325, ())
    player_actions.set_up([scene], size)
    return [player_actions.opened(scene, scene.do(Command.MAP))]


def lost_map(picture_services: PictureServices, size: Size) -> Stack:
    """The map of a deal that was lost on the way, and the card that tells where."""
    rules, number = BrainJam(), table_pictures.STUCK_DEAL
    services = picture_services.services(branching=True, verdict_light=True)
    scene = table_pictures.table(
        services, rules, number, table_pictures.way_to_nowhere(rules, number)
    )
    wander(scene.session, LOST_WALKS, 8)
    player_actions.set_up([scene], size)
    player_actions.heed(scene)
    found = player_actions.leads_to(scene, Command.MAP, size)
    for code in (pygame.K_END, pygame.K_LEFT, pygame.K_LEFT):
        player_actions.press(found, code)
    player_actions.wait(found, 0.5)
    player_actions.heed(found)
    return [found]


def pointed_map(picture_services: PictureServices, size: Size) -> Stack:
    """The map with the keyboard's cursor at a position, and its card."""
    stack = mapped(MAP_WALKS)(picture_services, size)
    player_actions.set_up(stack, size)
    for _ in range(6):
        player_actions.press(stack[0], pygame.K_LEFT)
    player_actions.wait(stack[0], 0.5)
    return stack


# Review


def reviewed(picture_services: PictureServices, size: Size) -> Stack:
    """An unpolished win of Brain Jam, move by move."""
    rules = BrainJam()
    moves = answer_of(rules, REVIEWED_DEAL)
    return [_review(picture_services.services(), rules, REVIEWED_DEAL, moves, size)]


def lost_review(picture_services: PictureServices, size: Size) -> Stack:
    """A lost line of Brain Jam, and where it was lost."""
    rules, number = BrainJam(), table_pictures.STUCK_DEAL
    moves = answer_of(rules, number)[:LOST_FROM]
    lost = table_pictures.way_to_nowhere(rules, number, moves)
    return [_review(picture_services.services(), rules, number, lost, size)]


def compared(picture_services: PictureServices, size: Size) -> Stack:
    """Two answers of a deal of Brain Jam side by side."""
    scene = _answered_twice(picture_services.services(branching=True))
    session = scene.session
    sources = [edge.source.key for edge in session.history.graph.nodes[WON].into]
    first, second = ((WON, source) for source in sources[:2])
    request = OpenComparison(session, first, second, lambda key, source: None)
    return [player_actions.opened(scene, Push(request))]


def weighed_map(picture_services: PictureServices, size: Size) -> Stack:
    """A map whose lines are coloured by what they are worth."""
    services = picture_services.services(branching=True, verdict_light=True)
    scene = _answered_twice(services)
    player_actions.set_up([scene], size)
    player_actions.heed(scene)
    found = player_actions.leads_to(scene, Command.MAP, size)
    while services.advisor.collect():
        found.advised()
        player_actions.work_off(found)
    return [found]


def _answered_twice(services: Services) -> TableScene:
    """A deal with a shortest answer, a longer one and other tries."""
    rules = BrainJam()
    moves = registry.solve(rules, rules.deal(deals.deck_of(REVIEWED_DEAL)), Goal.OPTIMAL).moves
    scene = table_pictures.table(services, rules, REVIEWED_DEAL, moves)
    session = scene.session
    session.history.branching = True
    session.to_start()
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
    scene = table_pictures.table(services, rules, number, moves)
    found = player_actions.leads_to(scene, Command.REVIEW, size)
    player_actions.heed(found)
    return found


# Answers and wins


def shown(picture_services: PictureServices, size: Size) -> Stack:
    """An answer being shown."""
    rules, number = LaPeau(), SHOWCASES[LaPeau.name].number
    scene = table_pictures.table(
        picture_services.services(), rules, number, table_pictures.answer(rules, number)
    )
    player = player_actions.leads_to(scene, Command.SHOW_ME, size)
    player_actions.wait(player, SHOWN_OF_ANSWER_S)
    player_actions.settle(player)
    return [player]


def won(picture_services: PictureServices, size: Size) -> Stack:
    """La Peau solved, with the scene that tells so."""
    return _won(picture_services, size, still=True, best=None)


def celebrated(picture_services: PictureServices, size: Size) -> Stack:
    """The same while the cards fly; it was won in more moves before."""
    stack = _won(picture_services, size, still=False, best=94)
    player_actions.set_up(stack[:1], size)
    stack[1].place(size)
    stack[1].resume()
    canvas = pygame.Surface(size)
    for _ in range(round(CELEBRATING_S * 60)):
        player_actions.wait(stack[1], 1 / 60)
        stack[1].draw(canvas)
    return stack


def _won(picture_services: PictureServices, size: Size, *, still: bool, best: int | None) -> Stack:
    """All cards that are left go home at once: the win is one of this attempt, with its time."""
    rules, number = LaPeau(), SHOWCASES[LaPeau.name].number
    services = picture_services.services(still=still)
    moves = table_pictures.answer(rules, number)
    while moves[-1].onto == DONE:
        moves = moves[:-1]
    scene = table_pictures.table(services, rules, number, moves, best)
    services.advisor.set_par(scene.session, 79, proved=True)
    player_actions.set_up([scene], size)
    player_actions.press(scene, pygame.K_SPACE, char=" ")
    flag = player_actions.settle(scene)
    assert flag is not None
    return [scene, flag]


# Options and help


def options(picture_services: PictureServices, size: Size) -> Stack:
    """Over the game one came from."""
    services = picture_services.services()
    return [table_pictures.showcase(services, Klondike()), OptionsScene(services, Klondike.name)]


def options_below(picture_services: PictureServices, size: Size) -> Stack:
    """The lower end of the options, reached with the keyboard; some of them changed."""
    services = picture_services.services(four_colours=True, felt="blue", verdict_light=True)
    scene = OptionsScene(services)
    stack: Stack = [table_pictures.showcase(services, Klondike()), scene]
    player_actions.set_up(stack, size)
    for _ in range(4):
        player_actions.press(scene, pygame.K_TAB, pygame.KMOD_LSHIFT)
    return stack


def defaults(picture_services: PictureServices, size: Size) -> Stack:
    """Asked before all options go back to what they were."""
    stack = options(picture_services, size)
    player_actions.set_up(stack, size)
    change = player_actions.click(stack[1], player_actions.button(stack[1], DEFAULTS))
    return [*stack, player_actions.opened(stack[1], change)]


def help_of(page: str, *, below: int = 0) -> Make:
    """A page of the help, or what is so many screenfuls further down."""

    def make(picture_services: PictureServices, size: Size) -> Stack:
        services = picture_services.services()
        scene = HelpScene(services, page)
        stack: Stack = [table_pictures.showcase(services, Klondike()), scene]
        player_actions.set_up(stack, size)
        for _ in range(below):
            player_actions.press(scene, pygame.K_PAGEDOWN)
        player_actions.settle(scene)
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
