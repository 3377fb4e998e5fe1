"""The review: a line weighed move by move, and what can be done from it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import pygame
import pytest
from input_events import CTRL, down, key, motion, up
from recording_services import (
    ART,
    RecordingServices,
    SilentSolver,
    WeighingSolver,
    give_weighing_solver,
    recording_services,
)
from scene_driver import reading
from table_driver import TableDriver

from game.core.deals import deck_of
from game.core.moves import Move
from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.play.notation import replay
from game.play.spoken_cards_and_moves import move_words
from game.rules import LaPeau
from game.scenes.common.base import OpenReview, OpenShowMe, OpenTable, Pop, Push
from game.scenes.review.controls import ReviewTool
from game.scenes.review.graph import CLIFF, WorthGraph, span_of
from game.scenes.review.scene import ReviewScene
from game.scenes.table.scene import TableScene
from game.solver import registry
from game.solver.answer import Goal, SearchLimits, Verdict
from game.solver.line_review import weigh
from game.solver.line_worths import Line, LineWorths, PositionBounds, mistakes
from game.solver.worker import Delivery, Weighed
from game.storage import HelpKind
from game.system.language import Language

RULES = LaPeau("same")
NUMBER = 1000
SIZES = ((640, 400), (733, 517), (1280, 800), (1000, 1400), (2560, 1080), (3840, 2160))


@cache
def won_line() -> tuple[Move, ...]:
    """An unpolished win."""
    return registry.solve(RULES, RULES.deal(deck_of(NUMBER)), Goal.FIRST).moves


class Reviewed:
    """A table after a line, and the review over it."""

    def __init__(
        self,
        moves: tuple[Move, ...],
        *,
        knows: bool = True,
        size: tuple[int, int] = (1280, 800),
        solver: type = WeighingSolver,
    ) -> None:
        held = recording_services(autoplay=False)
        if knows:
            give_weighing_solver(held, solver)
        self.held: RecordingServices = held
        self.said: list[str] = []
        held.services.speak = self.said.append
        self.driver = TableDriver(RULES, NUMBER, size, held=held)
        self.session = self.driver.scene.session
        for move in moves:
            assert self.session.play(move).refusal is None
        change = self.driver.send(key(pygame.K_F5))
        assert isinstance(change, Push)
        assert isinstance(change.scene, ReviewScene)
        self.scene = change.scene
        self.scene.place(size)
        self.scene.resume()
        self.hear()

    def hear(self) -> None:
        while self.held.services.advisor.collect():
            self.scene.advised()

    def press(self, code: int, mod: int = 0) -> Any:
        return self.scene.handle(key(code, mod))

    def click(self, at: tuple[int, int]) -> Any:
        found = [self.scene.handle(event) for event in (motion(at), down(at), up(at))]
        return next((change for change in found if change is not None), None)

    def tool(self, tool: ReviewTool) -> Any:
        return self.click(self.scene.focus.named(tool).rect.center)

    @property
    def told(self) -> dict[str, Any]:
        for _ in range(600):
            told = self.scene.traced()
            if told is not None:
                return told
            self.scene.update(1 / 120)
        raise AssertionError("the cards do not come to rest")

    @property
    def place(self) -> int:
        return int(self.told["place"])


@cache
def truth() -> tuple[list[int], str]:
    """Where the line's costly moves are made, costliest first, and what they make of its length."""
    line = Line.of_actions(RULES, RULES.deal(deck_of(NUMBER)), [(move,) for move in won_line()])
    worths = weigh(line, SearchLimits())
    over = line.depths[-1] - worths.worth(0).least
    return [one.place - 1 for one in mistakes(worths)], f"{over} moves"


def test_it_opens_at_the_costliest_mistake_with_one_line_that_sums_up() -> None:
    reviewed, (places, over) = Reviewed(won_line()), truth()
    assert len(places) > 2
    assert reviewed.place == places[0]
    assert over in reviewed.told["headline"]
    assert [place - 1 for place in reviewed.told["mistakes"]] == places


def test_the_whole_line_is_reviewed_from_wherever_one_is_on_it() -> None:
    reviewed = Reviewed(won_line())
    reviewed.session.undo(20)
    again = ReviewScene(reviewed.held.services, reviewed.session, lambda node: None)
    assert again._walk.steps == reviewed.scene._walk.steps


def test_arrows_step_through_moves_and_with_ctrl_through_mistakes() -> None:
    reviewed, places = Reviewed(won_line()), sorted(truth()[0])
    reviewed.press(pygame.K_HOME)
    assert reviewed.place == 0
    reviewed.press(pygame.K_RIGHT)
    assert reviewed.place == 1
    reviewed.press(pygame.K_LEFT)
    found = [] if places[0] else [0]
    for _ in places[len(found) :]:
        reviewed.press(pygame.K_RIGHT, CTRL)
        found.append(reviewed.place)
    assert found == places
    reviewed.press(pygame.K_LEFT, CTRL)
    assert reviewed.place == places[-2]
    reviewed.press(pygame.K_END)
    assert reviewed.place == len(won_line())
    assert reviewed.scene.board.cards.position == reviewed.session.position


def test_the_mouse_does_the_same_on_buttons_graph_and_list() -> None:
    reviewed, places = Reviewed(won_line()), truth()[0]
    reviewed.press(pygame.K_HOME)
    reviewed.tool(ReviewTool.STEP_ON)
    assert reviewed.place == 1
    reviewed.tool(ReviewTool.MISTAKE_AHEAD)
    assert reviewed.place == min(place for place in places if place > 1)
    rows = reviewed.scene._controls.list
    reviewed.click(rows.row_area(1).center)
    assert reviewed.place == places[1]
    graph = reviewed.scene._controls.graph.rect
    reviewed.click((graph.right - 3, graph.centery))
    assert reviewed.place == len(won_line())


def test_enter_on_a_step_that_went_off_at_the_end_of_the_line_does_nothing() -> None:
    reviewed = Reviewed(won_line())
    reviewed.press(pygame.K_END)
    reviewed.press(pygame.K_LEFT)
    focus = reviewed.scene.focus
    focus.focus(focus.named(ReviewTool.STEP_ON), ring=True)
    for _ in range(2):
        assert reviewed.press(pygame.K_RETURN) is None
        assert reviewed.place == len(won_line())
    assert focus.focused is focus.named(ReviewTool.STEP_ON) and focus.ring_shown


def test_playing_from_a_mistake_is_a_branch_of_the_same_deal() -> None:
    reviewed, places = Reviewed(won_line()), truth()[0]
    before = len(reviewed.session.history)
    assert isinstance(reviewed.press(pygame.K_RETURN), Pop)
    session = reviewed.session
    assert session.history.at == places[0]
    made = session.history.redo_line()[0].action
    other = next(
        move for move in RULES.moves(session.position) if move._replace(place=0) not in (made or ())
    )
    session.play(other)
    assert len(session.history) > before


def test_the_shorter_way_ends_where_both_meet_or_with_the_win_and_is_shorter() -> None:
    reviewed, places = Reviewed(won_line()), truth()[0]
    change = reviewed.press(pygame.K_F4)
    assert isinstance(change, Push)
    assert isinstance(change.scene, OpenShowMe)
    position, made = change.scene.start, 0
    assert position == reviewed.scene._walk.line.positions[places[0]]
    for move in change.scene.moves:
        steps = RULES.steps(position, move)
        position, made = steps[-1], made + len(steps)
    line = reviewed.scene._walk.line
    ends = [line.depths[n] for n, each in enumerate(line.positions)
            if RULES.key(each) == RULES.key(position)]  # fmt: skip
    own = (ends[0] if ends else line.depths[-1]) - line.depths[places[0]]
    assert RULES.is_won(position) or ends
    assert made < own


def test_a_better_move_that_was_named_is_help_for_whoever_plays_it() -> None:
    reviewed = Reviewed(won_line())
    store, session = reviewed.held.services.game_store, reviewed.session
    found, line = reviewed.scene._walk.mistakes[0], reviewed.scene._walk.line
    assert found.better is not None
    actions, help = line.actions[1 : found.place], store._deal.answers.help
    assert help.of_line(session.history, actions) is HelpKind.ALONE
    assert help.of_line(session.history, [*actions, (found.better,)]) is HelpKind.HINTS


def test_what_comes_into_view_in_a_larger_window_is_named_but_not_by_the_thread_that_fits_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reviewed = Reviewed(won_line(), size=(640, 400))
    by: list[threading.Thread] = []
    monkeypatch.setattr(
        reviewed.held.services.game_store,
        "name_better",
        lambda session, named: by.append(threading.current_thread()),
    )
    fitting = threading.Thread(target=reviewed.scene.place, args=((1280, 1400),))
    fitting.start()
    fitting.join()
    assert not by
    reviewed.scene.update(1 / 120)
    reviewed.scene.update(1 / 120)
    assert by == [threading.main_thread()]


def test_the_review_is_copied_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []

    def put(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr("game.scenes.common.copy_and_paste.put_clipboard", put)
    reviewed = Reviewed(won_line())
    reviewed.press(pygame.K_c, CTRL)
    first, headline, *rest = copied[0].splitlines()
    assert (first, headline) == (reviewed.scene.title, reviewed.told["headline"])
    assert len(rest) == len(truth()[0])
    assert all(line.startswith("Move ") for line in rest)


def test_while_nothing_is_known_it_says_that_every_move_is_being_weighed() -> None:
    reviewed = Reviewed(won_line(), knows=False)
    assert reviewed.told["weighing"]
    assert reviewed.told["mistakes"] == []
    assert reviewed.scene._walk.nothing == "Analysing every move"
    reviewed.press(pygame.K_RIGHT)
    assert isinstance(reviewed.press(pygame.K_F5), Pop)


def lost_line() -> tuple[Move, ...]:
    start, moves = RULES.deal(deck_of(NUMBER)), list(won_line()[:20])
    position = start
    for move in moves:
        position = RULES.apply(position, move)
    while (found := RULES.moves(position)) and len(moves) < 90:
        moves.append(found[len(moves) % len(found)]._replace(place=0))
        position = RULES.apply(position, moves[-1])
    assert registry.solve(RULES, position, Goal.FIRST).verdict is Verdict.UNWINNABLE
    return tuple(moves)


def test_the_result_of_a_line_is_not_known_yet_while_it_is_weighed() -> None:
    reviewed = Reviewed(won_line()[:2], knows=False)
    assert reviewed.told["headline"] == "After 2 moves: outcome not known yet"
    assert reviewed.scene._walk.copied.headline() == "After 2 moves: outcome not known yet"
    reviewed.held.services.reviewer.stop()
    assert reviewed.told["headline"] == "After 2 moves: outcome unknown"


class HintingSolver(SilentSolver):
    """Stands in for a worker that answers questions at once and finds nothing of a line."""

    def __init__(self, receive: Callable[[Any], None]) -> None:
        super().__init__(receive)
        self._receive = receive

    def ask(self, *what: Any) -> int:
        number, (rules, position, goal, _) = super().ask(), what
        self._receive(Delivery(number, registry.solve(rules, position, goal), True))
        return number

    def weigh(self, *what: object) -> int:
        number = super().weigh()
        self._receive(Weighed(number, (), final=True))
        return number


def test_a_review_knows_the_wins_and_losses_that_the_table_knows() -> None:
    reviewed = Reviewed(won_line()[:20], solver=HintingSolver)
    moves = reviewed.scene._walk.line.depths[-1]
    assert reviewed.told["headline"] == f"After {moves} moves: outcome unknown"
    reviewed.held.services.advisor.want_hint()
    reviewed.hear()
    short = registry.solve(RULES, reviewed.session.position, Goal.SHORT).moves
    total = moves + replay(RULES, reviewed.session.position, short)[1]
    said = f"Still winnable after {moves} moves, best known {total}"
    assert reviewed.told["headline"] == said
    assert [one.total for one in reviewed.scene._walk.worths.worths()] == [total] * 21
    lost = Reviewed(lost_line(), solver=HintingSolver)
    lost.held.services.advisor.want_hint()
    while lost.held.services.advisor.collect():
        pass
    lost.scene.resume()
    assert lost.scene._walk.worths.first_lost == lost.scene._walk.last


def test_a_lost_line_says_where_and_shows_a_win_from_there() -> None:
    reviewed = Reviewed(lost_line())
    assert "Lost at move" in reviewed.told["headline"]
    assert reviewed.scene._walk.mistakes[0].cost is None
    assert reviewed.scene._controls.shorter.label == "Show the winning path"
    assert isinstance(reviewed.press(pygame.K_F4), Push)
    reviewed.press(pygame.K_HOME)
    assert reviewed.scene._controls.shorter.label == "Show the shorter path"


@pytest.mark.parametrize("size", SIZES)
def test_no_cliff_goes_through_the_word_under_the_ground_line(size: tuple[int, int]) -> None:
    whole = lost_line()
    beyond = Reviewed(whole).scene._walk.worths.last_won + 1
    for moves in (whole, whole[:beyond], whole[: beyond + 1]):
        scene = Reviewed(moves, size=size).scene
        graph, worths = scene._controls.graph, scene._walk.worths
        width = graph.look.width("shortest possible", fonts.SMALL_CAPTION)
        (end, _), cliff = graph._place_of_word(width), graph._x(worths.last_won)
        assert worths.first_lost is not None
        assert graph._curve.x <= end - width < end <= graph._curve.right
        assert not end - width <= cliff <= end


@pytest.mark.parametrize("last_won", [9, 11, 13])
def test_a_word_with_room_on_neither_side_of_a_cliff_stands_below_its_foot(last_won: int) -> None:
    scene = Reviewed(lost_line()[:20], size=(640, 400)).scene
    worths = LineWorths(scene._walk.line)
    worths.take([PositionBounds(place, False, 60, 70, None) for place in range(last_won + 1)])
    worths.take([PositionBounds(place, True, 0, None, None) for place in range(last_won + 1, 21)])
    graph = WorthGraph(worths, Language("fr", ART.folder / "locale"))
    graph.place(scene.look, scene._controls.graph.rect.move_to(topleft=(0, 0)))
    with reading() as found:
        graph.draw(pygame.Surface(graph.rect.size))
    word = next(text for text in found if text.text == "meilleure solution connue")
    numbers = [text.area for text in found if text.text.isdigit()]
    assert word.whole
    letters = word.area.inflate(0, -6)
    foot = graph._curve.bottom + graph.look.px(CLIFF - 10 + 7)
    assert letters.left - 6 < graph._x(last_won) < letters.right
    assert letters.top > foot
    assert letters.collidelist([area.inflate(0, -6) for area in numbers]) < 0


def test_the_mark_at_the_end_of_a_line_does_not_touch_the_word_under_the_ground_line() -> None:
    graph = Reviewed(won_line()).scene._controls.graph
    assert graph._place_of_word(80)[0] < graph._curve.right - 6


@pytest.mark.parametrize("place", [1, 4])
def test_the_graph_names_its_largest_step_at_the_edge_too(place: int) -> None:
    """Smaller steps stand right beside it."""
    scene = Reviewed(won_line()[:20], size=(640, 400)).scene
    worths = LineWorths(scene._walk.line)
    totals = [60 + 9 * (n >= place) + (n >= place - 1) + (n > place) for n in range(21)]
    depths = worths.line.depths
    worths.take([PositionBounds(n, False, totals[n] - depths[n], totals[n] - depths[n], None)
                 for n in range(21)])  # fmt: skip
    graph = WorthGraph(worths, Language("en", ART.folder / "locale"))
    graph.place(scene.look, scene._controls.graph.rect.move_to(topleft=(0, 0)))
    with reading() as found:
        graph.draw(pygame.Surface(graph.rect.size))
    (largest,) = (text.area for text in found if text.text == "+9")
    assert graph.rect.contains(largest)
    costs = [text.area for text in found if text.text.startswith("+")]
    assert all(area is largest or not area.colliderect(largest) for area in costs)


@pytest.mark.parametrize("size", SIZES)
def test_what_a_detour_costs_is_not_written_over_the_curve(size: tuple[int, int]) -> None:
    graph = Reviewed(won_line(), size=size).scene._controls.graph
    span = span_of(graph._worths)
    assert span is not None
    curve, costs = (pygame.Surface(size, pygame.SRCALPHA) for _ in range(2))
    graph._draw_levels(curve, span)
    graph._draw_costs(costs, span)
    written = pygame.mask.from_surface(costs)
    assert written.count()
    assert not written.overlap(pygame.mask.from_surface(curve), (0, 0))


def test_the_line_of_the_marked_place_leaves_out_what_moves_cost() -> None:
    scene = Reviewed(won_line()).scene
    graph, width = scene._controls.graph, scene.look.px(6)
    target = pygame.Surface(scene.size)
    graph.draw(target)
    crossed = 0
    for place in range(len(graph._worths.line.depths)):
        graph.go(place)
        graph.draw(target)
        for cost in graph._costs:
            area = cost.move(graph.rect.topleft)
            if area.left - width // 2 < graph._x(place) < area.right + width // 2:
                crossed += 1
                x, rows = graph._x(place), range(area.top, area.bottom)
                shown = {target.get_at((x, y))[:3] for y in rows}
                assert colours.CREAM not in shown
    assert crossed


def test_cards_are_named_by_their_signs_and_for_a_screen_reader_in_words() -> None:
    reviewed = Reviewed(lost_line())
    walk = reviewed.scene._walk
    assert set("♣♦♥♠") & set(walk.text.played(walk.mistakes[0]))
    (heard,) = reviewed.scene._row_words(0)
    assert " of " in heard and not set("♣♦♥♠") & set(heard)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", ["en", "fr"])
def test_nothing_lies_on_anything_else_in_any_window(size: tuple[int, int], code: str) -> None:
    reviewed = Reviewed(won_line(), size=size)
    reviewed.held.services.language.change(code)
    reviewed.scene.follow_language()
    reviewed.scene.place(size)
    reviewed.scene.draw(pygame.Surface(size))
    frame, window = reviewed.scene._frame, pygame.Rect((0, 0), size)
    areas = [frame.board, frame.graph, frame.list]
    areas += [
        widget.rect
        for widget in reviewed.scene.focus.widgets
        if widget.name not in (ReviewTool.LIST, "graph")
    ]
    for number, area in enumerate(areas):
        assert window.contains(area)
        assert area.collidelist(areas[number + 1 :]) == -1


def test_a_table_opens_with_the_review_over_it_where_that_is_asked_for() -> None:
    held = recording_services()
    give_weighing_solver(held)
    request = OpenTable(RULES, deck_of(NUMBER), NUMBER, won_line(), then=Command.REVIEW)
    table = TableScene(held.services, *request)
    table.place((1280, 800))
    change = table.resume()
    assert isinstance(change, Push)
    assert isinstance(change.scene, OpenReview)
    assert table.resume() is None


def test_the_result_of_the_line_is_spoken_once_it_is_known_and_only_once() -> None:
    reviewed = Reviewed(won_line())
    reviewed.scene.resume()
    assert [said for said in reviewed.said if said.startswith("Solved in")] == [
        reviewed.told["headline"]
    ]


def test_a_step_is_spoken_as_the_move_made_and_a_jump_as_the_place_reached() -> None:
    reviewed, said = Reviewed(won_line()), list[str]()
    reviewed.held.services.speak = lambda text: None if "Move" in text else said.append(text)
    reviewed.press(pygame.K_HOME)
    assert said == []  # no screen reader is on
    reviewed.held.services.devices.screen_reader = True
    reviewed.tool(ReviewTool.STEP_ON)
    reviewed.press(pygame.K_y, CTRL)
    start = RULES.deal(deck_of(NUMBER))
    first, second = won_line()[:2]
    words = reviewed.held.services.language
    told = [move_words(RULES, start, first, words)]
    told.append(move_words(RULES, RULES.apply(start, first), second, words))
    assert said == told
    reviewed.tool(ReviewTool.STEP_BACK)
    assert said[2:] == [f"after 1 move: {told[0]}"]
    reviewed.press(pygame.K_z, CTRL)
    assert said[3:] == ["at the start"]
    reviewed.press(pygame.K_z, CTRL)
    assert len(said) == 4


def test_what_the_next_move_costs_is_spoken_but_where_a_row_of_the_list_tells_it() -> None:
    reviewed = Reviewed(won_line())
    reviewed.press(pygame.K_HOME)
    reviewed.held.services.devices.screen_reader = True
    reviewed.said.clear()
    reviewed.press(pygame.K_RIGHT, CTRL)
    place, remark = reviewed.said
    assert place.startswith("after ") and remark.startswith(f"Move {reviewed.place + 1}: ")
    assert " of " in remark and not set("♣♦♥♠") & set(remark)
    assert remark in [item.name for item in reviewed.scene.described(())]
    reviewed.scene.focus.focus(reviewed.scene._controls.list)
    reviewed.press(pygame.K_RIGHT, CTRL)
    assert len(reviewed.said) == 3


def test_a_screen_reader_is_told_why_there_are_no_costly_moves() -> None:
    reviewed = Reviewed(won_line(), knows=False)
    told = [item.name for item in reviewed.scene.described(())]
    assert reviewed.scene._walk.nothing in told
    reviewed = Reviewed(won_line())
    told = [item.name for item in reviewed.scene.described(())]
    assert reviewed.scene._walk.nothing not in told


def test_the_steps_name_keys_that_step_also_while_arrows_move_the_ring() -> None:
    reviewed = Reviewed(won_line())

    def named() -> list[str]:
        focus = reviewed.scene.focus
        return [focus.named(tool).key for tool in (ReviewTool.STEP_BACK, ReviewTool.STEP_ON)]

    assert named() == ["Left", "Right"]
    reviewed.held.services.change(card_cursor=True)
    reviewed.scene.follow_settings()
    assert named() == ["Ctrl+Z", "Ctrl+Y"]
    before = reviewed.scene._walk.at
    reviewed.press(pygame.K_z, CTRL)
    assert reviewed.scene._walk.at == before - 1


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1600), (3840, 2100)])
def test_the_cards_stand_off_their_panel_and_each_other_as_far_as_the_window_is_large(
    size: tuple[int, int],
) -> None:
    scene = Reviewed(won_line(), size=size).scene
    board, boxes = scene.board, scene.board.cards.arrangement.piles
    left, top = (min(getattr(box, side) for box in boxes) for side in ("x", "y"))
    below = min(box.y for box in boxes if box.y > top)
    high = next(box.h for box in boxes if box.y == top)
    assert left - board.area.x >= scene.look.px(12)
    assert top - board.area.y >= scene.look.px(12)
    assert below - top - high >= scene.look.px(10)


def test_in_a_game_without_a_solver_the_empty_list_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    reviewed = Reviewed(won_line()[:5], knows=False)
    monkeypatch.setattr(registry, "has_solver", lambda game: False)
    assert reviewed.scene._walk.nothing == "There is no solver for this game"


def test_where_a_shorter_win_is_known_it_is_shown_though_no_move_is_proved_costly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    walk = Reviewed(won_line()[:5]).scene._walk
    monkeypatch.setattr(LineWorths, "shorter_way", lambda self, place: (Move.parse("2c>done"),))
    walk.worths = worths = LineWorths(walk.line)
    totals = [80, 80, 80, 82, 82, 82]
    known = zip(totals, worths.line.depths, strict=True)
    worths.take([PositionBounds(n, False, 1, t - depth, ()) for n, (t, depth) in enumerate(known)])
    walk.learn()
    assert walk.mistakes == [] and "where the graph rises" in walk.nothing
    ways = []
    for walk.at in range(6):
        ways.append(bool(walk.shorter_way))
    assert ways == [False, False, True, False, False, False]
