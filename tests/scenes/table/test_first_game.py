"""The first game of each of the four: its lines can be followed to its end, and nothing else is
needed; who strays is led back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from stage import (
    ART,
    RIGHT,
    SIZES,
    Screen,
    difference,
    key,
    letter,
    message_area,
    motion,
    redrawn,
    stack_for,
    up,
)
from test_hint_and_warning import Asked

from game.accessibility.screen_reader_items import ItemAction
from game.core import deals
from game.core.moves import PULL, Move
from game.core.position import PileKind, Seat
from game.desktop.input_devices import Device
from game.desktop.key_bindings import Command
from game.graphics import fonts
from game.rules import RULES, chosen_words, rules_for
from game.scenes.common.base import OpenFirstGame, OpenHelp, OpenTable, Pop, Push
from game.scenes.common.first_games import steps_done
from game.scenes.common.table_marks import hint_mark
from game.scenes.table.first_game import FirstGameScene
from game.scenes.table.lesson import Lesson, LessonStep, Wait, read_lesson
from game.scenes.table.lesson_bubble import GAP, LEAVE
from game.system.language import Language
from game.table.hint_picture import WIDTH

GAMES = [game for game in RULES if (ART.folder / "lessons" / f"{game}.txt").exists()]
LANGUAGES = ("en", "fr")
ROOMY = [(800, 600), (1280, 800), (1920, 1080)]
ENTER, HINT, LIGHT = key(pygame.K_RETURN), key(pygame.K_F2), key(pygame.K_F3)


class FirstTable(Asked):
    """A first game whose solver answers at once."""

    def __init__(self, game: str, size: tuple[int, int] = (1280, 800), **choices: object) -> None:
        super().__init__(rules_for(game), **choices)
        self.cast.services.language.change(self.cast.services.settings.language)
        self.begin(game, size)

    def begin(self, game: str, size: tuple[int, int], *, over_table: bool = False) -> None:
        """Open it, where it was left."""
        self.watch(FirstGameScene(self.cast.services, game, over_table=over_table))
        self.scene.place(size)
        self.scene.resume()
        self.settle()

    @property
    def lesson(self) -> FirstGameScene:
        assert isinstance(self.scene, FirstGameScene)
        return self.scene

    @property
    def step(self) -> LessonStep:
        return self.lesson._progress.step

    def play_line(self) -> None:
        """Do what the present line says."""
        match self.step.wait:
            case Wait.READ:
                self.send(ENTER)
            case Wait.MOVE:
                self.make(self.step)
            case Wait.UNDO:
                self.send(key(pygame.K_z, pygame.KMOD_LCTRL))
            case Wait.DO:
                assert self.step.command is not None
                self.lesson.do(self.step.command)
                self.lesson.resume()
            case Wait.HINT:
                self.press_key(HINT)
            case Wait.EMPTY:
                self.press_key(HINT)
                while self.step.wait is Wait.EMPTY:
                    self.send(letter(" "))
            case Wait.WON:
                self.finish()
        self.settle()

    def make(self, step: LessonStep) -> None:
        move = step.move
        assert move is not None
        if move.onto == PULL:
            self.click("reserve-1")
        elif move.onto == "reserve":
            assert move.card is not None
            seat = self.view.position.seat(move.card)
            assert seat is not None
            self.press(self.point(seat), RIGHT)
        else:
            self.play(move)

    def finish(self) -> None:
        """What the last line says: the hint again, then what the game has for its end."""
        if self.scene.advice.hint is not None:
            self.press_key(HINT)
        session = self.scene.session
        if session.rules.name == "gaps" and not session.is_won:
            self.play(session.rules.moves(session.position)[0])
        elif not session.is_won:
            self.send(key(pygame.K_p, pygame.KMOD_LCTRL))


def lesson_of(game: str, language: str) -> Lesson:
    return read_lesson(ART.folder, rules_for(game), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_who_does_what_the_lines_say_reaches_the_end(game: str, language: str) -> None:
    stage = FirstTable(game, language=language)
    for _ in range(stage.lesson._progress.count):
        if stage.lesson._progress.over:
            break
        before = stage.lesson._progress.at
        stage.play_line()
        moved_on = stage.lesson._progress.at > before or stage.lesson._progress.over
        assert moved_on, stage.step.line
    assert stage.scene.session.is_won and stage.lesson._progress.over
    assert f"{game}=done" in stage.cast.services.settings.first_games


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_has_ten_to_fifteen_steps_that_teach_all_there_is(game: str) -> None:
    steps = lesson_of(game, "en").steps
    assert 10 <= len(steps) <= 15
    waits = {step.wait for step in steps}
    assert {Wait.READ, Wait.MOVE, Wait.UNDO, Wait.HINT, Wait.WON} <= waits
    assert {step.command for step in steps} >= {Command.VERDICT, Command.MAP}


def test_a_first_game_is_called_by_its_game_alone() -> None:
    stage = FirstTable("klondike")
    assert stage.scene.session.label is None and stage.scene.title == "Klondike"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_one_short_line(game: str, language: str) -> None:
    for step in lesson_of(game, language).steps:
        for line in (step.line, step.by_finger, step.by_arrows):
            assert 10 < len(line) < 105, line


NOT_FOR_A_FINGER = re.compile(
    r"\b(Enter|Esc|Space|Ctrl|F\d|[Cc]lick|Entrée|Échap|Espace|Maj|[Cc]li(c|quez))\b"
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_on_a_touch_screen_no_line_names_a_key_or_a_click(game: str, language: str) -> None:
    for step in lesson_of(game, language).steps:
        assert not NOT_FOR_A_FINGER.search(step.by_finger), step.by_finger
    stage = FirstTable(game, language=language)
    stage.cast.services.devices.last = Device.TOUCH
    stage.scene.follow_settings()
    assert stage.lesson._bubble.text == stage.step.by_finger
    stage.send(ENTER)
    stage.scene.show(stage.scene.session.play(_another_move(stage)))
    stage.settle()
    assert stage.lesson._progress.is_astray(stage.scene.session.position)
    assert not NOT_FOR_A_FINGER.search(stage.lesson._bubble.text)


class ArrowTable(FirstTable):
    """A first game played with the card cursor, as its lines say."""

    def __init__(self, game: str, **choices: object) -> None:
        super().__init__(game, card_cursor=True, **choices)

    def make(self, step: LessonStep) -> None:
        move, position, said = step.move, self.view.position, step.by_arrows
        assert move is not None
        named = [
            n for n, pile in enumerate(self.scene.session.rules.piles) if pile.id == step.place
        ]
        seat = position.end(named[0]) if named or move.card is None else position.seat(move.card)
        second = pygame.KMOD_LSHIFT if re.match("Press Shift|Maj", said) else 0
        self.press_at(seat, second)
        if not self.scene.session.rules.one_click and self.scene.session.selection:
            assert isinstance(move.onto, int)
            self.press_at(position.seat(move.onto), 0)

    def press_at(self, seat: Seat | None, mod: int) -> None:
        assert seat is not None
        self.scene.cursor_keys.cursor.put(seat)
        self.send(key(pygame.K_RETURN, mod))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_with_the_card_cursor_no_line_names_the_mouse_and_each_does_what_it_says(
    game: str, language: str
) -> None:
    stage = ArrowTable(game, language=language)
    while not stage.lesson._progress.over:
        at, line = stage.lesson._progress.at, stage.lesson._bubble.text
        assert line == stage.step.by_arrows
        assert not re.search(r"[Cc]lick|[Dd]rag|[Cc]li(c|quez)\b|[Gg]liss", line), line
        stage.play_line()
        assert stage.lesson._progress.at > at or stage.lesson._progress.over, line


def test_with_a_pad_a_line_names_its_buttons() -> None:
    stage = FirstTable("brainjam")
    stage.cast.services.devices.last = Device.PAD
    stage.send(ENTER)
    stage.scene.follow_settings()
    assert stage.lesson._bubble.text.startswith("Press A on the 5 of clubs")


def _another_move(stage: FirstTable) -> Move:
    session = stage.scene.session
    moves = session.rules.moves(session.position)
    return next(move for move in moves if move != stage.step.move)


@pytest.mark.parametrize("game", GAMES)
def test_who_strays_is_led_back(game: str) -> None:
    stage = FirstTable(game)
    stage.send(ENTER)
    at, session = stage.lesson._progress.at, stage.scene.session
    assert stage.step.before is not None
    wanted = session.rules.key(stage.step.before)
    others = [m for m in session.rules.moves(session.position) if m != stage.step.move]
    stage.scene.show(session.play(others[-1]))
    stage.settle()
    if session.rules.key(session.position) == wanted or stage.lesson._progress.at != at:
        pytest.skip("the only other move leads the same way")
    assert stage.lesson._progress.is_astray(session.position)
    stage.send(ENTER)
    assert session.rules.key(session.position) == wanted
    stage.play_line()
    assert stage.lesson._progress.at == at + 1


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_played_at_any_step_leads_back(game: str) -> None:
    stage = FirstTable(game)
    session, lesson = stage.scene.session, stage.lesson
    for _ in range(lesson._progress.count - 1):
        at = lesson._progress.at
        for move in session.rules.moves(session.position):
            stage.scene.show(session.play(move))
            for command in (Command.UNDO, Command.START):
                stage.settle()
                lesson.do(command)
            stage.settle()
            if lesson._progress.at != at:
                break
            lesson._lead_back()
        if lesson._progress.at == at:
            stage.play_line()


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_reader_hears_each_line_once_and_finds_it_with_its_buttons(game: str) -> None:
    stage = FirstTable(game)
    stage.cast.services.devices.screen_reader = True
    said: list[str] = []
    stage.cast.services.speak = said.append
    for _ in range(3):
        stage.play_line()
        line = stage.lesson._bubble.text
        assert said.count(line) == 1
        items = {item.key: item for item in stage.scene.described(())}
        assert items["lesson",].name == line
        assert ("control", LEAVE) in items
    assert stage.scene.perform(("control", LEAVE), ItemAction.ACTIVATE) == Pop()


@pytest.mark.parametrize("before", [False, True])
def test_the_verdict_light_of_a_lesson_is_never_saved(before: bool) -> None:
    stage = FirstTable("klondike", verdict_light=before)
    table, services = stage.scene, stage.cast.services
    assert not table.advice.lights
    assert not table.table_picture.focus.named(Command.VERDICT).lit
    while stage.step.command is not Command.VERDICT:
        stage.play_line()
    for shown in (True, False, True):
        stage.send(LIGHT)
        stage.hear()
        assert table.advice.lights is shown
        assert table.table_picture.focus.named(Command.VERDICT).lit is shown
        assert (table.table_picture.figures.light is not None) is shown
        pushed = table._commands.do(Command.MAP)
        assert isinstance(pushed, Push) and pushed.scene.own_light is shown  # type: ignore[union-attr]
        assert services.settings.verdict_light is before
    while not stage.lesson._progress.over:
        stage.play_line()
    assert table.advice.lights is services.settings.verdict_light is before


@pytest.mark.parametrize("before", [False, True])
def test_at_the_deal_after_the_lesson_the_verdict_light_is_as_it_was(before: bool) -> None:
    stage = FirstTable("klondike", verdict_light=before)
    stage.lesson.do(Command.VERDICT)
    stage.scene.start(deals.deck_of(12), 12)
    assert stage.scene.advice.lights is before
    stage.scene.do(Command.VERDICT)
    assert stage.cast.services.settings.verdict_light is not before


@pytest.mark.parametrize("game", GAMES)
def test_the_arrow_of_a_step_is_there_before_anything_is_touched(game: str) -> None:
    stage = FirstTable(game)
    screen = Screen((1280, 800))
    while not stage.lesson._progress.over:
        screen.show(stage.scene)
        mark = stage.scene.table_picture.picture.marks.hint
        if stage.step.move is not None:
            assert mark == hint_mark(stage.scene.session, stage.step.move), stage.step.line
            whole = redrawn(stage.scene)
            stage.lesson._bubble.draw(whole)
            assert difference(screen.seen, whole) is None
        stage.play_line()


def test_a_card_dropped_on_the_bubble_goes_back() -> None:
    stage = FirstTable("lapeau")
    stage.play_line()
    assert stage.step.wait is Wait.MOVE
    bubble = stage.lesson._bubble.area
    stage.drag_to("column-1", "column-2", drop=False)
    assert stage.view.held is not None
    stage.send(motion(bubble.midleft, held=True), up((bubble.left + 3, bubble.centery)))
    assert stage.view.held is None
    stage.settle()
    stage.check_seats()


def test_space_pressed_too_often_turns_nothing_over_in_a_lesson() -> None:
    stage = FirstTable("klondike")
    while stage.step.wait is not Wait.EMPTY:
        stage.play_line()
    stage.play_line()
    at, position = stage.lesson._progress.at, stage.scene.session.position
    assert stage.step.wait is Wait.WON
    for _ in range(3):
        stage.send(letter(" "))
    assert (stage.lesson._progress.at, stage.scene.session.position) == (at, position)
    stage.play_line()
    assert stage.lesson._progress.over


def test_a_first_game_keeps_its_policy() -> None:
    table = FirstTable("lapeau")
    assert table.scene.do(Command.POLICY) is None
    assert table.cast.told[-1] == "A first game keeps its policy"
    assert not table.cast.services.settings.same_suit


@pytest.mark.parametrize(("game", "option"), [("lapeau", "same_suit"), ("gaps", "random_gaps")])
def test_the_deal_after_a_first_game_is_of_the_kind_that_the_player_has_chosen(
    game: str, option: str
) -> None:
    table = FirstTable(game, **{option: True})
    assert table.scene.session.rules == rules_for(game)
    change = table.scene.do(Command.NEW)
    found = table.scene if change is None else change.scene  # type: ignore[union-attr]
    rules = found.rules if isinstance(found, OpenTable) else found.session.rules
    assert rules == rules_for(game, chosen_words(game, table.cast.services.settings))
    assert rules != rules_for(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_taken_up_again_where_it_was_left(game: str) -> None:
    stage = FirstTable(game)
    for _ in range(4):
        stage.play_line()
    at, position = stage.lesson._progress.at, stage.scene.session.position
    assert steps_done(stage.cast.services.settings, game) == at == 4
    stage.begin(game, (1280, 800))
    assert stage.lesson._progress.at == at
    rules = stage.scene.session.rules
    assert rules.key(stage.scene.session.position) == rules.key(position)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_bubble_covers_nothing_that_the_step_needs(game: str, size: tuple[int, int]) -> None:
    stage = FirstTable(game, size)
    screen = Screen(size)
    for _ in range(stage.lesson._progress.count - 3):
        screen.show(stage.scene)
        bubble, spot = stage.lesson._bubble, stage.lesson._spot()
        assert pygame.Rect((0, 0), size).contains(bubble.area)
        assert spot is None or not bubble.area.colliderect(spot), stage.step.line
        assert not any(bubble.area.colliderect(area) for area in stage.lesson._kept_free())
        stage.play_line()


@pytest.mark.parametrize("size", [(640, 400), *ROOMY])
def test_the_bubble_never_covers_the_number_of_cards_in_the_reserve(size: tuple[int, int]) -> None:
    for stage in each_step("klondike", size):
        picture = stage.scene.table_picture
        for _, count in picture.reserve_counts.shown(picture.look):
            assert not stage.lesson._bubble.area.colliderect(count), stage.step.line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_large_lines_stay_in_the_bubble_and_the_bubble_off_the_bars(
    game: str, language: str
) -> None:
    lesson = FirstTable(game, (640, 400), ui_scale=2.0, language=language).lesson
    frame, bubble = lesson.table_picture.view.frame, lesson._bubble
    bars = [bar for bar in map(pygame.Rect, (frame.side, frame.edge)) if bar.w and bar.h]
    for step in lesson._progress.lesson.steps:
        bubble.follow(step.line, "12 of 12", "Go on")
        assert bubble._look is not None
        bubble.place(bubble._look, pygame.Rect(frame.area), lesson._spot(), lesson._bars, [])
        assert max(bubble._look.width(line, fonts.ROW) for line in bubble._lines) <= bubble.area.w
        assert bubble.area.collidelist(bars) < 0, step.line


def each_step(game: str, size: tuple[int, int], **choices: object) -> Iterator[FirstTable]:
    """A first game in a window, once for each step."""
    for step in range(len(lesson_of(game, "en").steps)):
        stage = taken_up(game, step, size, **choices)
        stage.hear()
        yield stage


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(640, 400), *ROOMY])
@pytest.mark.parametrize("game", GAMES)
def test_rings_are_whole_and_stay_in_their_bar(
    game: str, size: tuple[int, int], language: str
) -> None:
    for stage in each_step(game, size, language=language):
        spot, ring = stage.lesson._spot(), stage.lesson._bubble._ring
        if ring is None or spot is None:
            continue
        bars = [bar for bar in stage.lesson._bars if bar.contains(spot)]
        (box,) = ring.rings
        line = 2 * int(WIDTH * ring.unit)
        assert (bars or [pygame.Rect((0, 0), size)])[0].contains(box.inflate(line, line))
        assert (box.w, box.h) >= (spot.w * 0.9, spot.h * 0.9), stage.step.line


@pytest.mark.parametrize("size", [(640, 400), *ROOMY])
@pytest.mark.parametrize("game", GAMES)
def test_the_bubble_points_at_no_card_that_it_does_not_mean(
    game: str, size: tuple[int, int]
) -> None:
    for stage in each_step(game, size):
        bubble, spot = stage.lesson._bubble, stage.lesson._spot()
        if bubble._pointer is None or spot is None:
            continue
        x, y = bubble._pointer[0]
        nearest = max(spot.left, min(spot.right, x)), max(spot.top, min(spot.bottom, y))
        others = [card for card in stage.lesson._cards() if card.clipline((x, y), nearest)]
        assert not [card for card in others if not card.colliderect(spot)], stage.step.line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(640, 400), *ROOMY])
@pytest.mark.parametrize("game", GAMES)
def test_a_bubble_covers_no_card_where_a_few_pixels_aside_it_covers_none(
    game: str, size: tuple[int, int], language: str
) -> None:
    for stage in each_step(game, size, language=language):
        lesson, box = stage.lesson, stage.lesson._bubble.area
        spot = lesson._spot()
        others = [*lesson._bars, *lesson._kept_free()]
        others += [] if spot is None else [spot.inflate(GAP, GAP)]
        if box.collidelist(lesson._cards()) < 0:
            continue
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            for far in range(1, 13):
                aside = box.move(way[0] * far, way[1] * far)
                free = aside.collidelist([*lesson._cards(), *others]) < 0
                inside = pygame.Rect(stage.view.frame.area).contains(aside)
                assert not (free and inside), (stage.step.line, way, far)


def test_what_the_bar_has_no_room_for_is_outlined_at_the_menu() -> None:
    (step,) = steps_about("lapeau", "switch")
    for size, name in (((640, 400), Command.MENU), ((1280, 800), Command.POLICY)):
        lesson = taken_up("lapeau", step, size).lesson
        assert lesson._spot() == lesson.table_picture.focus.named(name).rect
        assert lesson._bubble._ring is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_the_arrow_shows_has_no_second_ring(game: str) -> None:
    for stage in each_step(game, (1280, 800)):
        shows = stage.scene.table_picture.picture.marks.hint is not None
        assert shows is (stage.step.move is not None)
        assert shows is (stage.lesson._bubble._ring is None), stage.step.line


def at_step(game: str, part: str) -> FirstTable:
    """A first game at the step whose line contains some words."""
    stage = FirstTable(game)
    while part not in stage.step.line:
        stage.play_line()
    Screen((1280, 800)).show(stage.scene)
    return stage


def test_all_that_a_line_means_is_outlined() -> None:
    stage = FirstTable("brainjam")
    piles = stage.view.arrangement.piles
    homes = [pygame.Rect(piles[n]) for n, pile in enumerate(stage.rules.piles)
             if pile.kind is PileKind.FOUNDATION]  # fmt: skip
    spot = stage.lesson._spot()
    assert spot == homes[0].unionall(homes[1:])
    figures = at_step("brainjam", "Ringed: your moves").lesson
    spot = figures._spot()
    for name in ("figure-moves", "figure-clock", "figure-home"):
        assert spot is not None
        assert spot.contains(figures.table_picture.focus.named(name).rect)


def taken_up(game: str, step: int, size: tuple[int, int], **choices: object) -> FirstTable:
    """A first game that is taken up again at a step, before it is drawn."""
    done = f"{game}={step}"
    return FirstTable(game, size, first_games=done, **choices)


def steps_about(game: str, place: str) -> list[int]:
    """The steps whose line speaks of a place."""
    steps = lesson_of(game, "en").steps
    return [number for number, step in enumerate(steps) if place in step.place]


@pytest.mark.parametrize("game", GAMES)
def test_figures_are_outlined_where_the_lesson_is_taken_up_or_the_window_changes(
    game: str,
) -> None:
    for step in steps_about(game, "figure-"):
        stage = taken_up(game, step, (1280, 800))
        for size in ((1280, 800), (640, 400), (1024, 640)):
            stage.scene.place(size)
            spot, picture = stage.lesson._spot(), stage.lesson.table_picture
            ring = stage.lesson._bubble._ring
            assert ring is not None and spot is not None
            Screen(size).show(stage.scene)
            drawn = {f"figure-{name}": area for name, area in picture._edge.areas.items()}
            for name in stage.step.place.split(" + "):
                assert name == "figure-light" or spot.contains(drawn[name]), stage.step.line


LARGE_PRINT = [((640, 400), 1.0), ((640, 400), 1.5), ((640, 400), 2.0), ((1024, 640), 1.5)]
"""Windows in which the figures leave out captions to make room for the light."""


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("size", "ui"), [((1280, 800), 1.0), *LARGE_PRINT])
@pytest.mark.parametrize("game", GAMES)
def test_the_place_of_the_light_is_where_it_shows_then(
    game: str, size: tuple[int, int], ui: float, mirrored: bool
) -> None:
    (step,) = steps_about(game, "figure-light")
    for language in LANGUAGES:
        stage = taken_up(game, step, size, ui_scale=ui, language=language, mirrored=mirrored)
        expected = stage.lesson._spot()
        stage.play_line()
        stage.hear()
        Screen(size).show(stage.scene)
        assert expected == stage.lesson.table_picture.focus.named("figure-light").rect


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("size", "ui"), [*LARGE_PRINT, ((700, 440), 1.5)])
@pytest.mark.parametrize("game", GAMES)
def test_what_the_light_says_of_itself_is_not_written_over_the_next_line(
    game: str, size: tuple[int, int], ui: float, mirrored: bool
) -> None:
    (step,) = steps_about(game, "figure-light")
    for language in LANGUAGES:
        stage = taken_up(game, step, size, ui_scale=ui, language=language, mirrored=mirrored)
        stage.play_line()
        told = message_area(stage.lesson, stage.cast.told[-1])
        assert not told.colliderect(stage.lesson._bubble.area)


@pytest.mark.parametrize("game", GAMES)
def test_the_bubble_points_to_its_place(game: str) -> None:
    stage = FirstTable(game)
    bubble, spot = stage.lesson._bubble, stage.lesson._spot()
    assert spot is not None and bubble._pointer is not None
    (x, y), *_ = bubble._pointer
    near = pygame.Rect(x, y, 1, 1)
    assert not bubble.area.contains(near) and not spot.contains(near)
    assert any(area.contains(near) for area in bubble.areas)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("brainjam", ("in suit", "first choice", "second choice")),
        ("gaps", ("right of a king", "redeal, twice")),
        ("klondike", ("Only kings go to empty columns",)),
        ("lapeau", ("empty stacks", "Switch")),
    ],
)
def test_the_lines_say_the_rules_that_matter(game: str, rules: tuple[str, ...]) -> None:
    said = " ".join(step.line for step in lesson_of(game, "en").steps)
    assert all(rule in said for rule in rules)


@pytest.mark.parametrize("over_table", [True, False])
def test_after_a_first_game_the_next_deal_is_the_one_that_it_was_offered_on(
    over_table: bool,
) -> None:
    stage = FirstTable("brainjam")
    stage.begin("brainjam", (1280, 800), over_table=over_table)
    deck = stage.lesson.session.deck
    assert stage.lesson.session.is_won is False
    while not stage.lesson._progress.over:
        stage.play_line()
    change = stage.lesson.do(Command.NEW)
    assert change == (Pop() if over_table else None)
    assert (stage.lesson.session.deck == deck) is over_table


def test_from_its_own_help_a_lesson_goes_on_and_is_not_begun_over_itself() -> None:
    stage = FirstTable("gaps")
    stage.play_line()
    stack = stack_for(stage.cast.services)
    stack.begin([stage.scene])
    for game, scenes in (("gaps", 1), ("klondike", 3)):
        stack.apply(Push(OpenHelp(game)))
        stack.apply(Push(OpenFirstGame(game)))
        assert len(stack) == scenes
    assert isinstance(stack.top, FirstGameScene)
    stack.apply(Pop(2))
    assert stack.top is stage.scene and stage.lesson._progress.at == 1


def test_every_language_has_all_lines() -> None:
    for game in GAMES:
        counts = {len(lesson_of(game, code).steps) for code in LANGUAGES}
        assert len(counts) == 1
    assert Language("fr", ART.folder / "locale").code == "fr"


def test_a_first_game_counts_in_no_statistics_and_the_deal_after_it_does(tmp_path: Path) -> None:
    stage = FirstTable("gaps", folder=tmp_path, tips=True)
    while not stage.lesson._progress.over:
        stage.play_line()
    stage.wait(1)
    assert isinstance(stage.change, Push), "the win is shown"
    assert "won" not in stage.cast.services.settings.told
    storage = stage.cast.services.game_store.storage
    assert stage.scene.session.is_won and not storage.plays.all()
    assert not storage.library() and not storage.unfinished()
    stage.scene.start(deals.deck_of(12), 12)
    stage.settle()
    stage.play(stage.scene.session.rules.moves(stage.scene.session.position)[0])
    assert len(storage.plays.all()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_that_is_left_is_no_deal_to_continue(game: str, tmp_path: Path) -> None:
    stage = FirstTable(game, folder=tmp_path)
    while stage.step.wait is Wait.READ:
        stage.play_line()
    stage.play_line()
    assert stage.scene.session.tree.can_undo
    stage.scene.dropped()
    storage = stage.cast.services.game_store.storage
    assert not storage.library() and not storage.unfinished() and storage.last_played() is None
    at, position = stage.lesson._progress.at, stage.scene.session.position
    stage.begin(game, (1280, 800))
    assert (stage.lesson._progress.at, stage.scene.session.position) == (at, position)
