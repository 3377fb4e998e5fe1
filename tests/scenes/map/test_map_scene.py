from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from unittest.mock import Mock

import pygame
import pytest
from input_events import CTRL, down, motion, up
from made_deals import easy_deck, line_to_stuck
from recording_services import recording_services
from scene_driver import DRAWN_SIZES, SceneDriver, open_scene, overlapping

from game.core import deals
from game.core.moves import DONE, RESERVE
from game.desktop.touch import Device
from game.map.pieces import MapPiece, PieceKind
from game.map.tree import MapFilter, MapKey, MapNode
from game.map.viewport import Viewport, level_of
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.rules import BrainJam, Klondike
from game.scenes.common.base import Pop, Push
from game.scenes.help.scene import HelpScene
from game.scenes.map.layouts import is_turned
from game.scenes.map.position_card import CARD_AFTER_S
from game.scenes.map.scene import MapScene
from game.scenes.map.tree_picture import MapMarks, TreePicture
from game.scenes.options.scene import OptionsScene
from game.widgets.base import Changed

SHOWS_AFTER = 0.15


def explored(nodes: int, seed: int = 1) -> Session:
    """Brain Jam 1 with a long line and branches all along it."""
    rules, pick = BrainJam(), random.Random(seed)
    session = Session(rules, deals.deck_of(1), number=1, autoplay=False)
    history = session.history
    history.branching = True
    known = [history.here]
    while len(history) < nodes:
        moves = [m for m in rules.moves(session.position) if history.known((m,)) is None]
        if not moves or pick.random() < 0.12:
            history.goto(pick.choice(known[-pick.choice((40, len(known))) :]))
            continue
        session.play(pick.choice(moves))
        if len(known) < len(history):
            known.append(history.here)
    history.goto(known[len(known) // 2])
    return session


@cache
def many() -> Session:
    return explored(1200, 7)


def played(rules: BrainJam, *, moves: int = 0) -> Session:
    """An easy deal with its first moves played, cards sent home one by one."""
    session = Session(rules, easy_deck(rules), autoplay=False)
    session.history.branching = True
    while not session.is_won and (not moves or session.moves < moves):
        session.play(next(m for m in rules.moves(session.position) if m.onto == DONE))
    return session


class Map(SceneDriver):
    """A map and what it asked the session to do."""

    scene: MapScene
    went: list[MapKey]

    @property
    def here(self) -> MapNode:
        return self.scene._camera.tree.here

    @property
    def nodes(self) -> list[MapNode]:
        return self.scene._camera.tree.nodes

    def way(self, place: int) -> MapNode:
        """The node of a place of the session's line."""
        return self.scene._camera.tree.at(self.scene._history.line, place)

    def at(self, node: MapNode) -> tuple[int, int]:
        """Where a node is in the window."""
        x, y = self.scene._camera.where(node)
        scale, area = self.scene.scale, self.scene._areas.tree
        return area.x + scale.px(x), area.y + scale.px(y)

    def find(self, name: MapKey) -> MapNode:
        node = self.scene._camera.tree.find(*name)
        assert node is not None
        return node

    def drawn_at(self, name: MapKey) -> tuple[int, int]:
        """Where a node is drawn by now, while the map eases."""
        scene = self.scene
        view, marks, shift = scene._camera.view, scene._marks(), scene._camera.shift
        picture = TreePicture(scene.look, scene._areas.tree)
        picture.begin(pygame.Surface((1, 1)), view, marks, shift)
        return picture.point(view.plan.place(self.find(name)))

    def pieces(self, kind: PieceKind) -> list[MapPiece]:
        return [piece for piece in self.scene._camera.view.plan.pieces if piece.kind is kind]

    def point(self, at: tuple[int, int]) -> list[str]:
        """Rest on a place; what is written then."""
        self.send(motion(at))
        self.wait(SHOWS_AFTER)
        return self.texts()

    def texts(self) -> list[str]:
        return [line.text for line in self.written()]

    def work(self) -> None:
        """Until there is nothing left to lay out or to look at."""
        while self.scene.due == 0.0:
            self.scene.update(0.0)

    def drawn(self) -> set[MapNode]:
        """The nodes that are drawn."""
        plan = self.scene._camera.view.plan
        return {n for p in plan.pieces for n in p.chain.nodes[: p.shown]}

    def control(self, name: str) -> tuple[int, int]:
        return self.scene.focus.named(name).rect.center


def opened(
    session: Session,
    size: tuple[int, int] = (1280, 800),
    par: int | None = None,
    *,
    before_today: int = 0,
    wait: bool = True,
) -> Map:
    went: list[MapKey] = []

    def make(services: object, session: Session) -> MapScene:
        return MapScene(
            services,  # type: ignore[arg-type]
            session,
            lambda key, source: went.append((key, source)),
            par=par,
            on_bookmark=session.history.bookmark,
            before_today=before_today,
        )

    driver = open_scene(make, session, size=size)  # type: ignore[arg-type]
    shown = Map(driver.scene, driver.held, size)
    shown.went = went
    if wait:
        shown.work()
    return shown


# Going


def test_a_click_on_a_position_goes_there_and_back_to_the_table() -> None:
    session = explored(60)
    shown = opened(session)
    target = shown.way(3)
    assert shown.click(shown.at(target)) == Pop()
    assert shown.went == [target.name]


@pytest.mark.parametrize("branching", [False, True])
def test_a_restart_and_a_new_move_keep_the_old_line(branching: bool) -> None:
    session = played(BrainJam(), moves=4)
    session.history.branching = branching
    session.to_start()
    moves = session.rules.moves(session.position)
    session.play(next(move for move in moves if not session.history.known((move,))))
    shown = opened(session)
    assert len(shown.drawn()) == 1 + 4 + 1
    assert shown.way(1).parent is shown.scene._camera.tree.root


def test_a_click_where_one_is_only_closes_the_map() -> None:
    session = explored(60)
    shown = opened(session)
    assert shown.click(shown.at(shown.here)) == Pop()
    assert shown.went == []


def test_a_click_beside_the_tree_does_nothing() -> None:
    shown = opened(explored(60))
    assert shown.click((shown.size[0] // 2, shown.scene._areas.tree.bottom - 4)) is None
    assert shown.went == []


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_q])
def test_escape_leaves_the_map(key: int) -> None:
    assert opened(explored(20)).press(key) == Pop()


def test_help_options_and_full_screen_are_reached_from_the_map() -> None:
    driver = opened(played(BrainJam()))
    for code, mod, scene in ((pygame.K_F1, 0, HelpScene), (pygame.K_o, CTRL, OptionsScene)):
        change = driver.press(code, mod)
        assert isinstance(change, Push) and isinstance(change.scene, scene)
    assert driver.press(pygame.K_F11) is None and driver.held.fullscreen == [True]


def test_arrows_walk_along_the_tree_and_enter_goes_there() -> None:
    session = explored(60)
    shown = opened(session)
    here = shown.here
    shown.press(pygame.K_LEFT)
    shown.press(pygame.K_LEFT)
    assert here.parent and here.parent.parent
    assert shown.press(pygame.K_RETURN) == Pop()
    assert shown.went == [here.parent.parent.name]


def test_every_position_is_reached_by_arrows() -> None:
    session = explored(80, 5)
    shown = opened(session)
    seen, waiting = {shown.here}, [shown.here]
    while waiting:
        node = waiting.pop()
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            shown.scene._pointer.node = node
            shown.press(key)
            found = shown.scene._pointer.node
            if found not in seen:
                seen.add(found)
                waiting.append(found)
    assert seen == set(shown.nodes)


def test_up_and_down_go_to_other_lanes() -> None:
    shown = opened(explored(200, 3))
    plan = shown.scene._camera.view.plan
    shown.scene._pointer.node = plan.pieces[0].chain.nodes[4]
    for key, sign in ((pygame.K_UP, -1), (pygame.K_DOWN, 1)):
        before = plan.place(shown.scene._pointer.node).piece.lane
        shown.press(key)
        assert (plan.place(shown.scene._pointer.node).piece.lane - before) * sign > 0


def test_home_end_and_pages_walk_in_leaps() -> None:
    session = explored(200)
    shown = opened(session)
    shown.press(pygame.K_HOME)
    assert shown.scene._pointer.node is shown.nodes[0]
    shown.press(pygame.K_PAGEDOWN)
    assert shown.scene._pointer.node.depth == 10
    shown.press(pygame.K_END)
    end = shown.scene._pointer.node
    assert not end.children
    shown.press(pygame.K_PAGEUP)
    assert shown.scene._pointer.node.depth == end.depth - 10


# Zooming and moving


def test_the_wheel_zooms_at_the_pointer() -> None:
    session = explored(300)
    shown = opened(session)
    at = shown.at(shown.here)
    shown.send(motion(at))
    for _ in range(4):
        shown.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    zooms = []
    while shown.scene.busy:
        zooms.append(shown.scene._camera.view.zoom)
        shown.scene.update(1 / 60)
    assert len(zooms) > 10 and zooms == sorted(zooms) and zooms[1] > 1, "it glides"
    after = shown.at(shown.here)
    assert shown.scene._camera.view.zoom == pytest.approx(1.25**4)
    assert abs(after[0] - at[0]) <= 3 and abs(after[1] - at[1]) <= 3


def test_without_motion_the_wheel_zooms_at_once_and_a_key_ends_a_glide() -> None:
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1)
    shown = opened(explored(300))
    shown.send(motion(shown.at(shown.here)), wheel)
    shown.press(pygame.K_0, char="0")
    assert not shown.scene.busy and shown.scene._camera.view.zoom == 1
    shown.held.choose(animated=False)
    shown.send(wheel)
    assert not shown.scene.busy and shown.scene._camera.view.zoom == pytest.approx(1.25)


def test_the_key_of_0_shows_everything_on_a_french_keyboard_too() -> None:
    shown = opened(explored(300))
    shown.press(pygame.K_PLUS, char="+")
    typed = {"key": ord("à"), "mod": 0, "unicode": "à", "scancode": pygame.KSCAN_0}
    shown.send(pygame.event.Event(pygame.KEYDOWN, typed))
    assert shown.scene._camera.view.zoom == 1


def test_plus_minus_and_0_zoom() -> None:
    shown = opened(explored(300))
    view = shown.scene._camera.view
    at_first = view.x, view.y
    shown.press(pygame.K_PLUS, char="+")
    zoom = view.zoom
    assert zoom > 1
    shown.press(pygame.K_PLUS, char="+")
    shown.press(pygame.K_MINUS, char="-")
    assert view.zoom == pytest.approx(zoom)
    shown.press(pygame.K_0, char="0")
    assert (view.zoom, view.x, view.y) == (1.0, *at_first)


def test_zooming_ends_where_nothing_more_would_be_seen() -> None:
    shown = opened(many())
    for _ in range(60):
        shown.press(pygame.K_PLUS, char="+")
    shown.work()
    view = shown.scene._camera.view
    assert view.zoom == view.most
    assert not shown.scene.focus.named("zoom-in").enabled
    assert view.plan.bundled == 0


def test_the_slider_zooms() -> None:
    shown = opened(many())
    shown.click(shown.control("zoom"))
    assert 1 < shown.scene._camera.view.zoom < shown.scene._camera.view.most


def test_a_turn_of_the_wheel_does_not_end_a_drag() -> None:
    shown = opened(explored(300))
    start = shown.scene._areas.body.center
    shown.send(motion(start), down(start), motion((start[0] + 30, start[1])))
    shown.send(down(start, 4), up(start, 4))
    assert shown.scene._pointer.is_panning
    shown.send(up((start[0] + 90, start[1])))
    assert not shown.scene._pointer.is_panning


def test_a_drag_of_the_map_ends_where_the_window_loses_the_keyboard() -> None:
    shown = opened(explored(300))
    start = shown.scene._areas.body.center
    shown.send(motion(start), down(start), motion((start[0] + 30, start[1])))
    shown.send(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert not shown.scene._pointer.is_pressed and not shown.scene._pointer.is_panning


def test_a_drag_moves_the_map_and_goes_nowhere() -> None:
    session = explored(60)
    shown = opened(session)
    before = shown.at(shown.here)
    start = before
    shown.send(motion(start), down(start))
    shown.send(motion((start[0] + 30, start[1] + 20)), motion((start[0] + 60, start[1] + 40)))
    assert shown.send(up((start[0] + 60, start[1] + 40))) is None
    after = shown.at(shown.here)
    assert abs(after[0] - before[0] - 60) <= 2 and abs(after[1] - before[1] - 40) <= 2
    assert shown.went == []


def test_a_click_that_trembles_still_goes_there_more_so_on_a_dense_screen() -> None:
    session = explored(60)
    for density, far in ((1.0, 4), (2.0, 9)):
        shown = opened(session)
        node = next(each for each in shown.nodes if each is not shown.here)
        shown.held.services.density = density
        shown.scene.place(shown.size)
        shown.work()
        x, y = shown.at(node)
        shown.send(motion((x, y)), down((x, y)), motion((x + far, y)), motion((x, y)), up((x, y)))
        assert shown.went == [node.name]


def test_a_click_in_the_small_map_shows_that_part() -> None:
    shown = opened(many())
    for _ in range(5):
        shown.press(pygame.K_PLUS, char="+")
    before = shown.scene._camera.view.x
    shown.press(pygame.K_HOME)
    small = shown.scene._areas.mini_map
    assert shown.click((small.right - small.w // 5, small.centery)) is None
    assert shown.scene._camera.view.x > before or shown.scene._camera.view.x > 100


def test_a_small_map_of_few_lanes_is_not_stretched_and_finds_the_lanes_it_draws() -> None:
    shown = opened(explored(60))
    view, small = shown.scene._camera.view, shown.scene._around.mini_map
    for lanes in (1, 2, 200):
        plan = SimpleNamespace(first=-1, lanes=lanes, axis=view.plan.axis, unit=view.plan.unit)
        drawn = [small._y(plan, lane) for lane in (-1, lanes - 2)]  # type: ignore[arg-type]
        assert 0 <= drawn[0] <= drawn[1] <= small._inner.h
        assert (drawn[1] - drawn[0] < small._inner.h / 4) is (lanes < 3)
        at = small._inner.x, small._inner.y + drawn[1]
        found = small.place_at(SimpleNamespace(plan=plan), at)[1]  # type: ignore[arg-type]
        assert abs(found - (lanes - 2)) <= max(0.1, lanes / 100)


# Cards


def test_a_card_tells_of_the_position_under_the_mouse_after_120_ms() -> None:
    session = explored(60)
    shown = opened(session)
    node = shown.way(3)
    shown.send(motion(shown.at(node)))
    shown.wait(0.05)
    assert "Move 3" not in shown.texts()
    shown.wait(0.1)
    texts = shown.texts()
    assert "Move 3" in texts and "Click to go there" in texts
    assert f"{session.rules.score(session.history.position_of(node.key))} of 52 home" in texts


def test_a_card_says_what_a_position_leads_to() -> None:
    session = played(BrainJam())
    shown = opened(session)
    assert "Solution in 52 moves" in shown.point(shown.at(shown.way(1)))
    assert "Won in 52 moves" in shown.point(shown.at(shown.here))


def test_a_card_of_the_keyboard_says_which_key_goes_there() -> None:
    shown = opened(explored(60))
    shown.press(pygame.K_LEFT)
    shown.wait(SHOWS_AFTER)
    assert "Enter: go there" in shown.texts()


def test_only_positions_where_nothing_can_be_done_are_dead_ends() -> None:
    rules = BrainJam()
    line = next(found for seed in range(99) if (found := line_to_stuck(rules, 12, seed, 60)))
    session = Session(rules, deals.deck_of(12), number=12, autoplay=False)
    for move in line[:-1]:
        session.play(move)
    shown = opened(session)
    assert "Unexplored from here" in shown.point(shown.at(shown.here))
    session.play(line[-1])
    shown = opened(session)
    assert "Dead end" in shown.point(shown.at(shown.here))
    before = shown.way(session.history.at - 1)
    assert "Dead end in 1 move" in shown.point(shown.at(before))


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ((VerdictLight.CANNOT, 7), "lost since move 7"),
        ((VerdictLight.CANNOT, 0), "lost from the start"),
        ((VerdictLight.CANNOT, None), "can no longer be won"),
        ((VerdictLight.CAN, None), "can be won"),
    ],
)
def test_a_card_tells_since_when_a_position_is_lost_as_soon_as_that_is_known(
    told: tuple[VerdictLight, int | None], line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = explored(60)
    shown = opened(session)
    advisor, node = shown.scene.services.advisor, shown.way(3)
    asked: list[int | None] = []
    monkeypatch.setattr(advisor, "look_at", lambda session, node: asked.append(node))
    assert line not in shown.point(shown.at(node))
    assert asked == [node.key]
    monkeypatch.setattr(advisor, "verdict_of", lambda session, at: told if at == node.key else None)
    assert line not in shown.texts()
    shown.scene.stale = False
    shown.scene.advised()
    assert shown.scene.stale and line in shown.texts()


# Bundles and folds


def test_a_click_on_a_bundle_zooms_into_it() -> None:
    shown = opened(many(), (640, 400))
    wedge = max(shown.pieces(PieceKind.BUNDLE), key=lambda piece: piece.count)
    hidden = wedge.chain.nodes[wedge.shown]
    x, y = shown.at(wedge.chain.nodes[wedge.shown - 1])
    at = x + shown.scene.scale.px(20), y
    assert f"{wedge.count} positions" in shown.point(at)
    assert shown.click(at) is None
    shown.work()
    assert shown.scene._camera.view.zoom > 1
    assert shown.scene._camera.view.plan.place(hidden).drawn


@pytest.mark.parametrize(("code", "char"), [(pygame.K_SPACE, " "), (pygame.K_RETURN, "")])
def test_a_key_opens_the_bundle_that_the_cursor_is_in(code: int, char: str) -> None:
    shown = opened(many(), (640, 400))
    wedge = max(shown.pieces(PieceKind.BUNDLE), key=lambda piece: piece.count)
    hidden = wedge.chain.nodes[wedge.shown]
    shown.scene._pointer.show(hidden)
    shown.scene.update(CARD_AFTER_S)
    assert "Enter: look inside" in shown.texts()
    shown.scene.services.devices.last = Device.TOUCH
    assert "Click to look inside" in shown.texts()
    assert shown.press(code, char=char) is None
    shown.work()
    assert shown.scene._camera.view.plan.place(hidden).drawn


def enter_twice(shown: Map, node: MapNode) -> None:
    """Enter looks into the bundle, and the cursor stays, in view; Enter again goes there."""
    shown.work()
    assert shown.press(pygame.K_RETURN) is None
    shown.work()
    assert shown.scene._pointer.node is node
    assert shown.scene._areas.tree.collidepoint(shown.at(node))
    assert shown.press(pygame.K_RETURN) == Pop()
    assert shown.went == [node.name]


@pytest.mark.parametrize("zoomed", [0, 1])
def test_enter_on_a_bundle_leads_on_to_the_end_that_was_chosen(zoomed: int) -> None:
    shown = opened(many(), (640, 400))
    for _ in range(zoomed):
        shown.press(pygame.K_PLUS, char="+")
    shown.work()
    plan = shown.scene._camera.view.plan
    wedge = max(shown.pieces(PieceKind.BUNDLE), key=lambda piece: len(piece.chain.nodes))
    shown.scene._pointer.show(wedge.chain.nodes[0])
    shown.press(pygame.K_END)
    end = shown.scene._pointer.node
    assert end is wedge.chain.nodes[-1] and not plan.place(end).drawn
    enter_twice(shown, end)


def test_enter_on_a_group_leads_on_to_any_position_in_it() -> None:
    shown = opened(many(), (640, 400))
    wedge = max(shown.pieces(PieceKind.GROUP), key=lambda piece: len(piece.heads))
    assert len(wedge.heads) > 1
    last = wedge.heads[-1]
    while last.children:
        last = last.children[-1]
    shown.scene._pointer.show(last)
    enter_twice(shown, last)


def test_a_long_line_is_folded_and_a_click_unfolds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # What fits is not folded: here it does not.
    monkeypatch.setattr("game.map.layout.UNIT_READABLE", 99)
    session = played(BrainJam(), moves=40)
    session.history.start()
    shown = opened(session, (640, 400))
    (fold,) = shown.scene._camera.view.axis.folds
    scene = shown.scene
    (band,) = scene._around.bands(scene._camera.view)
    assert f"{fold.moves} collapsed" in shown.texts()
    assert shown.click(band.pill.center) is None
    assert shown.scene._camera.view.axis.folds == ()
    shown.press(pygame.K_0, char="0")
    assert shown.scene._camera.view.axis.folds == (fold,)


# What is shown


def star_drawn(shown: Map) -> str:
    """The star of the answer on a map that has one."""
    picture = shown.scene._picture
    shown.draw()
    (pill,) = (key for key in picture._kept if key[0] == picture._make_pill)
    return str(pill[-1])


def test_answers_carry_their_length_and_only_a_proven_shortest_one_a_star() -> None:
    session = played(BrainJam())
    assert "best 52" in " ".join(opened(session).texts())
    stars = [star_drawn(opened(session, par=par)) for par in (None, 51, 52)]
    assert stars == ["", "", "star-filled"]


@pytest.mark.parametrize("hinted", [False, True])
def test_the_star_of_an_answer_that_had_help_is_hollow(*, hinted: bool) -> None:
    rules = BrainJam()
    made, held = played(rules).history.made, recording_services()
    line = [step.action for step in made if step.action]
    store = held.services.game_store
    session = store.open(rules, easy_deck(rules), 1, autoplay=False)
    if hinted:
        store.count_hint(session, *line[0])
    for moves in line:
        session.play(*moves)
    scene = MapScene(held.services, session, lambda key, source: None, par=52)
    scene.place((1280, 800))
    shown = Map(scene, held, (1280, 800))
    shown.work()
    assert star_drawn(shown) == ("star" if hinted else "star-filled")


def test_the_map_follows_the_history() -> None:
    session = explored(60)
    history = session.history
    shown = opened(session)
    assert any("60 positions" in text for text in shown.texts())
    history.goto(next(node.key for node in shown.nodes if node.depth == 2))
    moves = session.rules.moves(session.position)
    session.play(next(move for move in moves if history.known((move,)) is None))
    shown.send(motion((5, 5)))
    assert any("61 positions" in text for text in shown.texts())
    assert shown.scene._pointer.node is shown.here


def test_a_shortcut_moves_a_whole_branch_and_it_gets_there_gradually() -> None:
    session = Session(BrainJam(), deals.deck_of(1), number=1, autoplay=False)
    history, rules = session.history, session.rules
    moves = rules.moves(session.position)
    direct = next(move for move in moves if move.onto not in (RESERVE, DONE))
    aside = next(move for move in moves if move.onto == RESERVE and move.card == direct.card)
    for move in (aside, direct):
        session.play(move)
    joint = history.here
    while moves := [m for m in rules.moves(session.position) if history.known((m,)) is None]:
        session.play(moves[0])
    shown = opened(session)
    before = {node.name: node.depth for node in shown.nodes}
    moved = [node.name for node in shown.nodes if any(up.key == joint for up in node.up())]
    places = {name: shown.drawn_at(name) for name in moved}
    history.start()
    session.play(direct)
    shown.scene.update(0.0)
    assert {name: shown.find(name).depth + 1 for name in moved} == {n: before[n] for n in moved}
    assert shown.scene.busy
    assert shown.drawn_at(moved[-1]) == places[moved[-1]], "it begins where it was"
    while shown.scene.busy:
        shown.scene.update(1 / 60)
    assert all(shown.drawn_at(name) == shown.at(shown.find(name)) for name in moved)


def test_bookmarks_are_found_one_after_another() -> None:
    session = explored(80)
    steps = [session.history.line[place].key for place in (2, 5)]
    for key in steps:
        session.history.goto(key)
        session.history.bookmark()
    shown = opened(session)
    found = []
    for _ in range(3):
        shown.press(pygame.K_b, char="b")
        found.append(shown.scene._pointer.node.key)
    assert found == [steps[1], steps[0], steps[1]]


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_controls_lie_in_the_window_and_not_on_each_other(size: tuple[int, int]) -> None:
    shown = opened(explored(60), size)
    window = pygame.Rect((0, 0), size)
    buttons = shown.scene.traced()["buttons"]  # type: ignore[index]
    assert {"back", "here", "zoom-in", "zoom-out", "fit"} <= set(buttons)
    assert all(window.contains(rect) for rect in buttons.values())
    assert not overlapping(shown.scene.focus.widgets)
    small = shown.scene._areas.mini_map
    assert all(not small.colliderect(rect) for rect in buttons.values())


@pytest.mark.parametrize("ui", [1.25, 1.5])
def test_with_large_text_in_the_smallest_window_the_title_is_whole(ui: float) -> None:
    shown = opened(explored(60))
    shown.scene.services.settings_file.change(ui_scale=ui)
    shown.scene.place((640, 400))
    shown.size = (640, 400)
    shown.press(pygame.K_LEFT)
    shown.wait(SHOWS_AFTER)
    lines = shown.written()
    assert next(line for line in lines if line.text.startswith("Map of")).whole
    assert not overlapping(shown.scene.focus.widgets)
    room = pygame.Rect((0, 0), shown.scene.size)
    seen = [w for w in shown.scene.focus.widgets if room.colliderect(w.rect)]
    hidden = {widget.name for widget in shown.scene.focus.widgets if widget not in seen}
    # Its two buttons do what the slider does.
    assert hidden <= {"zoom"}
    assert shown.scene.focus.named("zoom").enabled == (not hidden)


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_no_text_is_cut(size: tuple[int, int]) -> None:
    shown = opened(many(), size)
    shown.press(pygame.K_LEFT)
    shown.wait(SHOWS_AFTER)
    window = pygame.Rect((0, 0), size)
    for line in shown.written():
        assert line.whole, line.text
        if not line.text.startswith("+") and not line.text.isdigit():
            assert window.contains(line.area), line.text


@pytest.mark.parametrize("size", [*DRAWN_SIZES, (1024, 768), (1440, 900)])
def test_the_filter_names_each_choice_whole(size: tuple[int, int]) -> None:
    shown = opened(explored(60), size)
    controls = shown.scene._controls
    for chosen, label in zip(MapFilter, controls.filter.labels, strict=False):
        controls.filter.value = chosen
        assert next(line for line in shown.written() if line.text == label).whole, label
        assert not overlapping(shown.scene.focus.widgets)


def test_tab_reaches_every_control() -> None:
    shown = opened(many())
    names = set()
    for _ in range(12):
        shown.press(pygame.K_TAB)
        assert shown.scene.focus.ring_shown
        names.add(shown.scene.focus.focused.name)  # type: ignore[union-attr]
    enabled = {widget.name for widget in shown.scene.focus.widgets if widget.enabled}
    assert names == enabled


def test_nothing_happens_while_nothing_happens() -> None:
    shown = opened(explored(60))
    shown.draw()
    assert shown.scene.due is None
    assert not shown.scene.busy and not shown.scene.stale


def test_a_deal_not_played_yet_has_a_map() -> None:
    session = Session(Klondike(), deals.deck_of(5), number=5)
    shown = opened(session)
    assert any("1 position" in text for text in shown.texts())
    assert shown.press(pygame.K_RETURN) == Pop()


def test_a_window_of_another_size_keeps_what_was_seen() -> None:
    shown = opened(many())
    for _ in range(3):
        shown.press(pygame.K_PLUS, char="+")
    zoom = shown.scene._camera.view.zoom
    shown.scene.place((1200, 780))
    assert shown.scene._camera.view.zoom == pytest.approx(zoom)
    shown.surface = pygame.Surface((1200, 780))
    shown.draw()


# What is shown of a tree


def won_and_lost() -> Session:
    """An answer, and a branch beside it that leads nowhere."""
    session = played(BrainJam())
    session.to_start()
    rules = session.rules
    for _ in range(3):
        session.play(next(m for m in rules.moves(session.position) if m.onto == "reserve"))
    return session


def test_only_answers_are_shown_and_what_leads_here() -> None:
    session = won_and_lost()
    lost = [step.key for step in session.history.made]
    session.to_start()
    shown = opened(session)
    assert set(lost) < {node.key for node in shown.drawn()}
    shown.scene.act(Changed("filter", MapFilter.ANSWERS))
    shown.work()
    assert shown.drawn() == {node for node in shown.nodes if node.answer is not None}
    session.history.goto(lost[0])
    shown.scene.resume()
    shown.work()
    keys = {node.key for node in shown.drawn()}
    assert lost[0] in keys and lost[1] not in keys
    shown.scene.act(Changed("filter", MapFilter.ALL))
    shown.work()
    assert set(lost) < {node.key for node in shown.drawn()}


def test_only_what_was_first_seen_today_is_shown_with_the_way_to_it() -> None:
    session = played(BrainJam(), moves=20)
    session.to_start()
    before = session.history.graph.clock
    play_to_reserve(session)
    today = session.history.here
    session.redo()
    session.to_start()
    shown = opened(session, before_today=before)
    shown.scene.act(Changed("filter", MapFilter.TODAY))
    shown.work()
    assert {node.key for node in shown.drawn()} == {shown.nodes[0].key, today}


def play_to_reserve(session: Session) -> None:
    moves = session.rules.moves(session.position)
    session.play(next(move for move in moves if move.onto == "reserve"))


@pytest.mark.parametrize("make", [lambda: explored(200), many], ids=["small", "large"])
@pytest.mark.parametrize("size", [(1280, 800), (640, 400)], ids=str)
def test_the_cursor_of_the_keyboard_stays_on_what_is_shown(
    make: Callable[[], Session], size: tuple[int, int]
) -> None:
    session = make()
    shown = opened(session, size)
    pick = random.Random(f"{size} {len(session.history)}")
    hidden = 0
    for name in [node.name for node in pick.sample(shown.nodes, 12)]:
        shown.scene._camera.filter(MapFilter.ALL)
        shown.work()
        node = shown.scene._camera.tree.find(*name)
        assert node is not None
        shown.scene._point_cursor(node)
        shown.scene.act(Changed("filter", MapFilter.ANSWERS))
        shown.work()
        hidden += shown.scene._pointer.node is not node
        for code in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_UP, pygame.K_END, pygame.K_LEFT):
            shown.wait(SHOWS_AFTER)
            shown.draw()
            shown.press(code)
            cursor = shown.scene._pointer
            assert cursor.node in shown.drawn() or cursor.subject.wedge.heads
    assert hidden


def test_no_card_tells_of_a_position_under_the_mouse_that_a_filter_hides() -> None:
    session = explored(200)
    shown = opened(session)
    hidden = next(
        node
        for node in shown.nodes
        if len(node.children) > 1 and node.answer is None and node not in shown.here.up()
    )
    assert shown.point(shown.at(hidden))
    shown.scene.act(Changed("filter", MapFilter.ANSWERS))
    shown.work()
    shown.scene.advised()
    shown.wait(SHOWS_AFTER)
    shown.draw()
    assert hidden not in shown.drawn()
    assert shown.scene._pointer.pointed is not hidden


def test_the_filter_is_chosen_by_the_keyboard() -> None:
    shown = opened(won_and_lost())
    shown.scene.focus.focus(shown.scene.focus.named("filter"), ring=True)
    shown.press(pygame.K_RIGHT)
    assert shown.scene._camera.layouts.asked.shown is MapFilter.ANSWERS


# Large trees


def test_a_large_tree_comes_in_slices_and_can_be_left_before_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.scenes.map.camera.FIRST_WORK_S", 0.0)
    monkeypatch.setattr("game.scenes.map.scene.WORK_S", 0.0001)
    shown = opened(many(), wait=False)
    assert not shown.scene._camera.ready and shown.scene.due == 0.0
    assert shown.press(pygame.K_RIGHT) is None and shown.press(pygame.K_0, char="0") is None
    shown.send(motion((300, 300)))
    assert shown.click(shown.control("fit")) is None
    digits = ["".join(filter(str.isdigit, text)) for text in shown.texts()]
    assert any(text.startswith("1200") for text in digits)
    assert shown.press(pygame.K_ESCAPE) == Pop()
    shown.work()
    assert shown.scene._camera.ready


def test_while_a_nearer_view_is_made_the_one_before_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = opened(many())
    monkeypatch.setattr("game.scenes.map.scene.WORK_S", 0.0)
    camera = shown.scene._camera
    for _ in range(12):
        shown.press(pygame.K_PLUS, char="+")
        shown.draw()
    assert camera.view.zoom > 8
    assert level_of(camera.view.plan.room.zoom) < camera.view.level
    monkeypatch.setattr("game.scenes.map.scene.WORK_S", 1.0)
    shown.work()
    assert level_of(camera.view.plan.room.zoom) == camera.view.level


def test_shift_m_pushes_a_bookmark_that_is_seen_at_once() -> None:
    session = explored(60)
    shown = opened(session)
    shown.press(pygame.K_m, pygame.KMOD_SHIFT, "M")
    shown.work()
    assert [mark.step.key for mark in session.history.bookmarks] == [session.history.here]
    assert shown.scene.focus.named("to-bookmark").enabled


def test_a_bookmark_may_bring_what_another_window_has_played_and_the_map_goes_on_with_it() -> None:
    session, elsewhere = explored(60), explored(30, 5)
    shown = opened(session)

    def bookmark() -> None:
        session.history.join(elsewhere.history.graph.rows())

    shown.scene._on_bookmark = bookmark
    shown.scene._camera.filter(MapFilter.ANSWERS)
    shown.press(pygame.K_m, pygame.KMOD_SHIFT, "M")
    shown.work()
    assert any(f"{len(session.history)} positions" in text for text in shown.texts())
    assert shown.scene._camera.layouts.asked.shown is MapFilter.ANSWERS
    shown.scene._camera.filter(MapFilter.ALL)
    shown.work()
    keys = {node.key for node in shown.drawn()}
    assert keys == set(session.history.graph.nodes) > set(elsewhere.history.graph.nodes)


# What stands on it


def turned_over() -> Session:
    """A long line of Klondike that passes no position twice, its reserve turned over on the way."""
    session, choose = Session(Klondike(), deals.deck_of(777)), random.Random(3)
    rules, history = session.rules, session.history
    while moves := [
        move
        for move in rules.moves(session.position)
        if history.key_of(rules.apply(session.position, move)) not in history
    ]:
        stock = [move for move in moves if move.card is None]
        session.play(stock[0] if stock and choose.random() < 0.6 else choose.choice(moves))
    return session


def test_turn_overs_have_a_sign_and_are_not_folded_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.map.layout.UNIT_READABLE", 99)
    session = turned_over()
    shown = opened(session, size=(640, 400))
    turns = sorted(node.depth for node in shown.here.up() if is_turned(node))
    assert len(turns) == 2
    view = shown.scene._camera.view
    assert {depth for piece in view.plan.pieces for depth in piece.signs} == set(turns)
    assert view.axis.folds and not any(view.axis.fold_at(depth) for depth in turns)
    assert "new pass" in {line.text for line in opened(session).written()}


def test_the_legend_names_every_sign_and_the_four_finders_have_words() -> None:
    told = {line.text for line in opened(many()).written()}
    assert {"not fully explored", "you are here", "your path", "group"} <= told
    assert "collapsed" not in told, "nothing is"
    assert {"You are here", "Next bookmark", "Best solution"} <= told


def test_a_short_legend_names_the_folds_and_bundles_that_are_seen() -> None:
    shown = opened(many(), (640, 400))
    assert shown.pieces(PieceKind.BUNDLE)
    told = {line.text for line in shown.written()}
    assert "group" in told and "dead end" not in told


@pytest.mark.parametrize("pitch", [8.0, 14.0, 30.0])
def test_the_legend_shows_a_dead_end_as_the_map_does(
    monkeypatch: pytest.MonkeyPatch, pitch: float
) -> None:
    scene, target = opened(many()).scene, Mock(spec=pygame.Surface)
    picture, view = scene._picture, scene._camera.view
    monkeypatch.setattr(Viewport, "pitch", pitch)
    scene._around.draw_legend(target, scene.size[0], view)
    drawn = [call.args[0] for call in target.blit.call_args_list]
    cross = picture.dead_end(8.0)
    assert (cross in drawn) is (pitch < 12)
    assert (picture.dead_end(20.0) in drawn) is (pitch >= 12)


def test_the_sign_of_a_dead_end_stands_beside_the_mark_of_the_present_position() -> None:
    session = played(BrainJam(), moves=3)
    shown = opened(session)
    scene = shown.scene
    here = shown.here
    target = Mock(spec=pygame.Surface)
    picture = scene._picture
    picture.begin(target, scene._camera.view, MapMarks(here, (), {here.key: True}, None))
    place = picture._plan.place(here)
    picture._draw_end(picture._line_of(place.piece))
    ((left, _),) = (call.args[1] for call in target.blit.call_args_list)
    assert left >= picture.point(place)[0] + scene.look.px(13)


def test_the_small_map_covers_no_end_of_a_line_while_all_is_seen() -> None:
    for session in (explored(300), many()):
        shown = opened(session)
        scene = shown.scene
        ends = [
            scene._around.mini_map._ending(scene._camera.view, scene._areas.tree, piece)
            for piece in scene._camera.view.plan.pieces
        ]
        covered = any(end.colliderect(scene._around.mini_map.rect) for end in ends)
        assert scene._around.mini_map.shown is not covered
        shown.press(pygame.K_PLUS, char="+")
        assert scene._around.mini_map.shown, "what is outside is seen there"


def test_no_bookmark_hides_a_count() -> None:
    session = many()
    shown = opened(session)
    scene, nodes = shown.scene, []
    for wedge in shown.pieces(PieceKind.GROUP)[:12]:
        assert wedge.above is not None
        nodes += [n for n in wedge.above.chain.nodes if n.depth in range(wedge.at, wedge.at + 9)]
    marks = MapMarks(shown.here, tuple(nodes), {}, None)
    picture = scene._picture
    picture.begin(shown.draw(), scene._camera.view, marks)
    picture.draw()
    assert len(picture.flags) == len(nodes) > 12 and len(picture.counts) > 12
    places = [picture.point(scene._camera.view.plan.place(node)) for node in nodes]
    moved = [y - flag.bottom for (_, y), flag in zip(places, picture.flags, strict=True)]
    assert set(moved) != {4}, "some flags had to make way"
    assert not any(flag.collidelist(picture.counts) >= 0 for flag in picture.flags)
