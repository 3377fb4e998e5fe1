"""Two lines of a deal side by side, chosen in the map."""

from __future__ import annotations

import pygame
import pytest
from input_events import down, key, letter, motion, up
from recording_services import RecordingServices, recording_services
from scene_driver import reading

from game.core.deals import deck_of
from game.core.moves import Move
from game.map.tree import MapKey
from game.play.session import Session
from game.rules import BrainJam, LaPeau
from game.scenes.common.base import OpenComparison, OpenReview, Pop, Push
from game.scenes.map.scene import MapScene
from game.scenes.review.comparison import ComparisonScene
from game.scenes.review.scene import ReviewScene
from game.solver import registry
from game.solver.answer import Goal
from game.system.folders import asset_folder
from game.system.language import Language

RULES = LaPeau("same")
SIZES = ((640, 400), (1280, 800), (1000, 1400), (2560, 1080))


def end_of(session: Session) -> MapKey:
    """The present position as the end of a line."""
    history = session.history
    return history.here, history.line[history.at - 1].key if session.is_won else None


def two_answers(held: RecordingServices) -> tuple[Session, MapKey, MapKey]:
    """A deal with the first win that the solver meets, and a shorter one."""
    store = held.services.game_store
    session = store.open(RULES, deck_of(1000), 1000, branching=True, autoplay=False)
    ends = []
    for goal in (Goal.FIRST, Goal.SHORT):
        session.to_start()
        for move in registry.solve(RULES, session.position, goal).moves:
            session.play(move)
        assert session.is_won
        ends.append(end_of(session))
    return session, ends[0], ends[1]


class Compared:
    def __init__(self, size: tuple[int, int] = (1280, 800)) -> None:
        self.gone: list[MapKey] = []
        self.held = recording_services()
        self.session, *self.ends = two_answers(self.held)
        self.scene = ComparisonScene(
            self.held.services, self.session, *self.ends, self._go, over_table=2
        )
        self.scene.place(size)
        self.scene.resume()

    def _go(self, key: int, source: int | None = None) -> None:
        self.gone.append((key, source))


def test_it_begins_where_they_first_part_and_tells_what_each_takes() -> None:
    compared = Compared()
    told = compared.scene._stretches
    chosen = told[compared.scene._chosen]
    assert not chosen.together
    assert all(each.together for each in told[: compared.scene._chosen])
    moves = [sum(each.moves[side] for each in told) for side in (0, 1)]
    assert compared.scene._headline() == f"{moves[0]} moves against {moves[1]}"
    said, price = compared.scene.words(max(told, key=lambda each: each.moves[0] - each.moves[1]))
    assert said.startswith("Different: ")
    assert price.startswith("left +")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("1 move against 3", "Different: 1 move against 3", "neither won")),
        ("fr", ("1 coup contre 3", "Divergence\u00a0: 1 coup contre 3", "aucune gagnée")),
    ],
)
def test_one_move_is_told_as_one(language: str, told: tuple[str, str, str]) -> None:
    session = Session(BrainJam(), deck_of(4), number=4, autoplay=False)
    session.history.branching = True
    ends = []
    for moves in (("9c>reserve",), ("Jd>reserve", "9h>reserve", "6h>reserve")):
        session.to_start()
        for move in moves:
            session.play(Move.parse(move))
        ends.append(end_of(session))
    held = recording_services()
    held.services.language = Language(language, asset_folder() / "locale")
    scene = ComparisonScene(held.services, session, *ends, lambda key, source=None: None)
    (stretch,) = scene._stretches
    assert (scene._headline(), *scene.words(stretch)) == told


@pytest.mark.parametrize(
    ("size", "left", "right"), [((1280, 800), "left", "right"), ((700, 1100), "upper", "lower")]
)
def test_only_lines_that_meet_or_are_won_have_a_price(
    size: tuple[int, int], left: str, right: str
) -> None:
    compared = Compared()
    session, short = compared.session, compared.scene._lines[1]
    ends = compared.ends
    session.to_start()
    tried = [move for move in RULES.moves(session.position) if move != short.line.actions[1][0]]
    for move in tried:
        session.to_start()
        session.play(move)
        if all(RULES.key(session.position) != RULES.key(p) for p in short.line.positions):
            break
    dead, moves = end_of(session), short.line.depths[-1]
    begun = (short.steps[5].key, None)

    def last(one: MapKey, other: MapKey) -> tuple[str, str]:
        scene = ComparisonScene(compared.held.services, session, one, other, compared._go)
        scene.place(size)
        assert all(scene.words(each)[1] for each in scene._stretches[:-1] if not each.together)
        spoken = [button.spoken.split()[0].lower() for button in scene._play]
        assert spoken == [left, right]
        return scene.words(scene._stretches[-1])

    answer, aside = ends[1], session.moves
    assert last(answer, dead) == (
        f"Different: {moves} moves against {aside}",
        f"{right} line not won",
    )
    assert last(dead, answer) == (
        f"Different: {aside} move against {moves}",
        f"{left} line not won",
    )
    assert last(dead, begun)[1] == "neither won"
    alone = moves - short.line.depths[5]
    assert last(answer, begun) == (f"{left.capitalize()} line only: {alone} moves", "")
    assert last(begun, answer) == (f"{right.capitalize()} line only: {alone} moves", "")
    assert last(ends[0], answer)[1].startswith(f"{left} +")
    assert last(answer, ends[0])[1].startswith(f"{right} +")


def test_keys_go_through_the_stretches_and_a_button_plays_on_from_either_line() -> None:
    compared = Compared()
    chosen = compared.scene._chosen
    compared.scene.handle(key(pygame.K_DOWN))
    assert compared.scene._chosen == min(chosen + 1, len(compared.scene._stretches) - 1)
    compared.scene.handle(key(pygame.K_UP))
    at = compared.scene._play[1].rect.center
    changes = [compared.scene.handle(event) for event in (motion(at), down(at), up(at))]
    assert changes[-1] == Pop(2)
    assert compared.gone == [
        (compared.scene._lines[1].steps[compared.scene._places()[1]].key, None)
    ]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_on_anything_else(size: tuple[int, int]) -> None:
    compared = Compared(size)
    scene, window = compared.scene, pygame.Rect((0, 0), size)
    scene.draw(pygame.Surface(size))
    areas = [
        scene._header,
        *(board.area for board in scene.boards),
        scene._list,
        *(each.rect for each in scene._play),
    ]
    for number, area in enumerate(areas):
        assert window.contains(area)
        assert area.collidelist(areas[number + 1 :]) == -1


@pytest.mark.parametrize("size", SIZES)
def test_the_headline_lies_within_the_header(size: tuple[int, int]) -> None:
    scene = Compared(size).scene
    with reading() as found:
        scene.draw(pygame.Surface(size))
    areas = [each.area for each in found if each.text in (scene._headline(), scene._subtitle())]
    assert len(areas) == 2
    assert all(scene._header.contains(area) for area in areas)


class MapOfTwo:
    """A map over two answers, of which one end was chosen by a key."""

    def __init__(self) -> None:
        self.held = recording_services()
        session, self.first, self.second = two_answers(self.held)
        self.gone: list[MapKey] = []
        self.scene = MapScene(self.held.services, session, lambda *to: self.gone.append(to))
        self.scene.place((1280, 800))
        self.scene.resume()
        while self.scene.due == 0.0:
            self.scene.update(0.01)
        self.point(self.first)
        assert self.scene.handle(letter("c")) is None

    def point(self, name: MapKey) -> None:
        node = self.scene._camera.tree.find(*name)
        assert node is not None
        self.scene._point_cursor(node)

    def click(self, name: MapKey, button: int = 1) -> object:
        node = self.scene._camera.tree.find(*name)
        assert node is not None
        (x, y), area = self.scene._camera.where(node), self.scene._areas.tree
        px = self.scene.scale.px
        at = area.x + px(x), area.y + px(y)
        return [self.scene.handle(each) for each in (motion(at), down(at, button), up(at, button))][
            -1
        ]


@pytest.mark.parametrize("how", ["key", "enter", "click", "right click"])
def test_two_lines_are_chosen_in_the_map_by_key_and_by_mouse(how: str) -> None:
    shown = MapOfTwo()
    assert shown.held.told[-1].startswith("Now choose the end of another line")
    if how in ("key", "enter"):
        shown.point(shown.second)
        change = shown.scene.handle(letter("c") if how == "key" else key(pygame.K_RETURN))
    else:
        change = shown.click(shown.second, 3 if how == "right click" else 1)
    assert isinstance(change, Push)
    assert isinstance(change.scene, OpenComparison)
    assert change.scene[1:3] == (shown.first, shown.second) and not shown.gone
    shown.point(shown.second)
    review = shown.scene.handle(key(pygame.K_F5))
    assert isinstance(review, Push)
    assert isinstance(review.scene, OpenReview)
    assert (review.scene.key, review.scene.source) == shown.second


@pytest.mark.parametrize("by_escape", [True, False])
def test_esc_or_the_same_end_again_ends_a_comparison_and_says_so(by_escape: bool) -> None:
    shown = MapOfTwo()
    ended = shown.scene.handle(key(pygame.K_ESCAPE)) if by_escape else shown.click(shown.first)
    assert ended is None and shown.held.told[-1] == "Comparison cancelled"
    assert shown.click(shown.second) == Pop()


def test_playing_on_from_the_end_of_another_line_goes_to_the_win_of_that_line() -> None:
    compared = Compared()
    first, _ = compared.ends
    review = ReviewScene(compared.held.services, compared.session, compared._go, *first)
    review.place((1280, 800))
    review.resume()
    review.handle(key(pygame.K_END))
    assert review.handle(key(pygame.K_RETURN)) == Pop()
    assert compared.gone == [first]
    compared.session.goto(*first)
    assert compared.session.is_won and end_of(compared.session) == first
