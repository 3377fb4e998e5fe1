"""Pictures of tables: each game, and what can be seen on one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.core import deals
from game.core.moves import Move, parse_action
from game.core.position import PileKind, Seat
from game.desktop.commands import Command
from game.play.session import Session
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import Scene
from game.scenes.common.sample_positions import SHOWCASES
from game.scenes.common.services import Services
from game.scenes.table.first_game import FirstGameScene
from game.scenes.table.scene import TableScene
from game.solver import lapeau_solver
from game.solver.answer import Goal
from game.storage import DealKey, StoredAnswer
from tools.scene_pictures import player_actions
from tools.scene_pictures.picture_services import PictureServices
from tools.scene_pictures.player_actions import Size, Stack

Make = Callable[[PictureServices, Size], Stack]

SAME_DEAL: Final = 31337
SAME_MOVES: Final = 24
STUCK_DEAL: Final = 11982
BEFORE_STUCK: Final = 8
SECONDS: Final = 766.0
"""On the clock."""
BEST: Final = 93
IN_FLIGHT_S: Final = 0.55
SHAKING_S: Final = 0.05
MEMORY: Final = 200_000_000


# Positions


def shown_moves(rules: Rules) -> tuple[Move, ...]:
    """The moves of a game's showcase."""
    words = SHOWCASES[rules.name].moves.split()
    return tuple(move for word in words for move in parse_action(word))


def answer(rules: LaPeau, number: int) -> tuple[Move, ...]:
    """How a deal is won, the same moves each time."""
    search = lapeau_solver.start(rules, rules.deal(deals.deck_of(number)), Goal.FIRST, MEMORY)
    while not search.run(5000):
        pass
    return search.answer().moves


def way_to_nowhere(rules: Rules, number: int, first: Sequence[Move] = ()) -> tuple[Move, ...]:
    """Some moves, then moves at random to a position where nothing can be done."""
    choose = random.Random(number)
    position = rules.replay(rules.deal(deals.deck_of(number)), first)
    found: list[Move] = [*first]
    while not rules.is_stuck(position):
        found.append(choose.choice(rules.moves(position)))
        position = rules.apply(position, found[-1])
    return tuple(found)


def table(
    services: Services, rules: Rules, number: int, moves: Sequence[Move], best: int | None = None
) -> TableScene:
    """A table after some moves; one that is won opens at its deal. `best`: in how many moves
    the deal was won before.
    """
    deck = deals.deck_of(number)
    if best is not None:
        key = DealKey(rules.name, rules.policy, deals.deck_text(deck))
        services.game_store.storage.answers.offer([(key, StoredAnswer(best, "", number))])
    session = services.game_store.open(rules, deck, number, autoplay=False)
    for place, move in enumerate(moves):
        session.play(move)
        if not place:
            services.game_store.spend(SECONDS)
    services.game_store.keep_time(session)
    return TableScene(services, rules, deck, number)


def showcase(services: Services, rules: Rules, best: int | None = None) -> TableScene:
    """A game's showcase on the table."""
    return table(services, rules, SHOWCASES[rules.name].number, shown_moves(rules), best)


def longest_run(rules: Rules) -> tuple[tuple[Move, ...], Seat]:
    """How far to play the showcase to have the longest run that can go somewhere, and its seat."""
    moves = shown_moves(rules)
    deal = rules.deal(deals.deck_of(SHOWCASES[rules.name].number))
    found = []
    for count in range(len(moves) + 1):
        position = rules.replay(deal, moves[:count])
        movable = {move.card for move in rules.moves(position)}
        for card, seat in position.seats():
            if card in movable:
                found.append((len(position.piles[seat.pile]) - seat.depth, count, seat))
    _, count, seat = max(found)
    return moves[:count], seat


# Tables


def playing(rules: Rules, **choices: bool | float | str) -> Make:
    """A table in the middle of a game."""
    return lambda picture_services, size: [
        showcase(picture_services.services(still=True, **choices), rules)
    ]


def dealt(picture_services: PictureServices, size: Size) -> Stack:
    """Klondike as it is dealt, with the other back."""
    return [table(picture_services.services(card_back="burgundy"), Klondike(), 386325, ())]


def same_suit(picture_services: PictureServices, size: Size) -> Stack:
    """La Peau under its other policy."""
    rules = LaPeau("same")
    moves = answer(rules, SAME_DEAL)[:SAME_MOVES]
    return [table(picture_services.services(), rules, SAME_DEAL, moves)]


def figured(rules: Rules) -> Make:
    """Everything that the right edge can show: the deal was won once, branches are kept."""

    def make(picture_services: PictureServices, size: Size) -> Stack:
        services = picture_services.services(branching=True, verdict_light=True)
        scene = showcase(services, rules, BEST)
        services.advisor.set_par(scene.session, BEST - 6, proved=rules.name == BrainJam.name)
        scene.session.bookmark()
        _branch_off(scene.session)
        player_actions.set_up([scene], size)
        player_actions.heed(scene)
        return [scene]

    return make


def _branch_off(session: Session) -> None:
    """Go back a little and on by other ways: what can be redone is marked then."""
    choose = random.Random(5)
    for _ in range(3):
        session.undo()
    for _ in range(2):
        moves = session.rules.moves(session.position)
        session.play(choose.choice(moves))
        session.undo()


def selected(picture_services: PictureServices, size: Size) -> Stack:
    """La Peau with a run taken up and the mouse on one of its targets."""
    rules = LaPeau()
    moves, seat = longest_run(rules)
    scene = table(picture_services.services(), rules, SHOWCASES[rules.name].number, moves)
    player_actions.set_up([scene], size)
    player_actions.click(scene, player_actions.middle(scene, seat))
    found = [g for g in scene.session.targets(seat) if rules.piles[g].kind is PileKind.COLUMN]
    goal = scene.session.position.end(min(found))
    player_actions.point_at(scene, player_actions.middle(scene, goal))
    return [scene]


def hovering(picture_services: PictureServices, size: Size) -> Stack:
    """Gaps with the mouse on a gap that a card fits."""
    scene = showcase(picture_services.services(), Gaps())
    player_actions.set_up([scene], size)
    position = scene.session.position
    gaps = [Seat(pile, 0) for pile, held in enumerate(position.piles) if not held]
    gap = next(gap for gap in gaps if scene.session.choices(gap))
    player_actions.point_at(scene, player_actions.middle(scene, gap))
    return [scene]


def dragging(picture_services: PictureServices, size: Size) -> Stack:
    """A card of Brain Jam held over the table."""
    scene = showcase(picture_services.services(), BrainJam())
    player_actions.set_up([scene], size)
    found = [
        Seat(pile, len(scene.session.position.piles[pile]) - 1)
        for pile in player_actions.columns(scene)
    ]
    seat = max(found, key=lambda seat: len(scene.session.targets(seat)))
    start = player_actions.middle(scene, seat)
    goal = player_actions.middle(
        scene, scene.session.position.end(player_actions.columns(scene)[4])
    )
    player_actions.press_on(scene, start)
    for share in (0.2, 0.6, 0.85):
        x, y = (round(a + (b - a) * share) for a, b in zip(start, goal, strict=True))
        player_actions.drag_to(scene, (x, y + size[1] // 12))
    return [scene]


def in_flight(picture_services: PictureServices, size: Size) -> Stack:
    """Brain Jam being dealt."""
    scene = table(picture_services.services(still=False), BrainJam(), 417, ())
    scene.place(size)
    scene.resume()
    scene.draw(pygame.Surface(size))
    player_actions.wait(scene, IN_FLIGHT_S)
    return [scene]


def refused(picture_services: PictureServices, size: Size) -> Stack:
    """A card that shakes because it cannot go anywhere."""
    scene = showcase(picture_services.services(still=False), LaPeau())
    player_actions.set_up([scene], size)
    session = scene.session
    for pile in player_actions.columns(scene):
        seat = session.position.end(pile)
        if session.is_selectable(seat) and not session.targets(seat):
            player_actions.click(scene, player_actions.middle(scene, seat))
            player_actions.wait(scene, SHAKING_S)
            return [scene]
    raise AssertionError("every card goes somewhere")


def hinted(rules: Rules, **choices: bool) -> Make:
    """A game with a hint."""

    def make(picture_services: PictureServices, size: Size) -> Stack:
        scene = showcase(picture_services.services(**choices), rules)
        player_actions.set_up([scene], size)
        scene.do(Command.HINT)
        player_actions.heed(scene)
        return [scene]

    return make


def offered(picture_services: PictureServices, size: Size) -> Stack:
    """A game's first table: the first game is offered."""
    return [table(picture_services.services(tips=True), BrainJam(), 417, ())]


def lesson(game: str, steps: int) -> Make:
    """A first game after some steps."""

    def make(picture_services: PictureServices, size: Size) -> Stack:
        return [FirstGameScene(picture_services.services(first_games=f"{game}={steps}"), game)]

    return make


def stuck(picture_services: PictureServices, size: Size) -> Stack:
    """Brain Jam where nothing can be done."""
    moves = way_to_nowhere(BrainJam(), STUCK_DEAL)
    return [table(picture_services.services(), BrainJam(), STUCK_DEAL, moves)]


def warned(picture_services: PictureServices, size: Size) -> Stack:
    """Brain Jam where something can be done, but no win is left."""
    moves = way_to_nowhere(BrainJam(), STUCK_DEAL)[:-BEFORE_STUCK]
    services = picture_services.services(warn=True, verdict_light=True)
    scene = table(services, BrainJam(), STUCK_DEAL, moves)
    player_actions.set_up([scene], size)
    player_actions.heed(scene)
    return [scene]


def needs_redeal(picture_services: PictureServices, size: Size) -> Stack:
    """Gaps where nothing but a redeal is left."""
    rules, choose = Gaps(), random.Random(1)
    position = rules.deal(deals.deck_of(518080))
    moves = []
    while found := [move for move in rules.moves(position) if move.card is not None]:
        moves.append(choose.choice(found))
        position = rules.apply(position, moves[-1])
    scene = table(picture_services.services(verdict_light=True), rules, 518080, moves)
    player_actions.set_up([scene], size)
    player_actions.heed(scene)
    return [scene]


def squeezed(picture_services: PictureServices, size: Size) -> Stack:
    """A long column: its covered cards show rank and suit side by side."""
    rules = Klondike()
    return [_longest_column(picture_services, rules)]


def _longest_column(picture_services: PictureServices, rules: Rules) -> Scene:
    """A game of random moves, as it was when one of its columns was longest."""
    best: tuple[int, int, tuple[Move, ...]] = (0, 0, ())
    for number in range(40):
        choose = random.Random(number)
        position = rules.deal(deals.deck_of(number))
        moves: list[Move] = []
        for _ in range(140):
            found = rules.moves(position)
            if not found:
                break
            moves.append(max(found, key=lambda m: (m.card is not None, choose.random())))
            position = rules.apply(position, moves[-1])
            longest = max(
                len(held)
                for held, (kind, _) in zip(position.piles, rules.piles, strict=True)
                if kind is PileKind.COLUMN
            )
            if longest > best[0]:
                best = longest, number, tuple(moves)
    return table(picture_services.services(), rules, best[1], best[2])


TABLES: Final[dict[str, Make]] = {
    "brainjam": playing(BrainJam()),
    "brainjam-figures": figured(BrainJam()),
    "brainjam-letters": playing(BrainJam(), move_keys=True),
    "brainjam-hint": hinted(BrainJam()),
    "brainjam-dragged": dragging,
    "brainjam-dealing": in_flight,
    "brainjam-stuck": stuck,
    "brainjam-warning": warned,
    "first-game-offer": offered,
    "first-game": lesson("brainjam", 1),
    "first-game-gaps": lesson("gaps", 6),
    "lapeau": playing(LaPeau()),
    "lapeau-figures": figured(LaPeau()),
    "lapeau-same": same_suit,
    "lapeau-selected": selected,
    "lapeau-refused": refused,
    "lapeau-hint": hinted(LaPeau(), verdict_light=True),
    "lapeau-letters": playing(LaPeau(), move_keys=True),
    "gaps": playing(Gaps()),
    "gaps-hover": hovering,
    "gaps-hint": hinted(Gaps()),
    "gaps-letters": playing(Gaps(), move_keys=True),
    "gaps-redeal": needs_redeal,
    "klondike": playing(Klondike()),
    "klondike-dealt": dealt,
    "klondike-hint": hinted(Klondike()),
    "klondike-letters": playing(Klondike(), move_keys=True),
    "klondike-squeezed": squeezed,
    "lapeau-mirrored": playing(LaPeau(), mirrored=True),
    "klondike-mirrored": playing(Klondike(), mirrored=True),
    "brainjam-compact": playing(BrainJam(), least_card=140),
    "large-print": playing(BrainJam(), large_print=True, four_colours=True),
    "safe-colours": playing(Gaps(), safe_colours=True, felt="grey"),
    "blue-felt": playing(LaPeau(), felt="blue", four_colours=True),
    "burgundy-felt": playing(Klondike(), felt="burgundy", card_back="burgundy"),
    "night-back": playing(Klondike(), card_back="night"),
    "modern-deck": playing(BrainJam(), card_faces="modern"),
    "modern-french": playing(Gaps(), card_faces="modern", safe_colours=True, french_indices=True),
}
