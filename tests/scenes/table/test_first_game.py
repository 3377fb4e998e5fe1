"""The first game of each of the four: its lines can be followed to its end, and nothing else is
needed; who strays is led back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from drawn_frames import Screen, difference, message_area, redrawn
from input_events import RIGHT, key, letter, motion, up
from recording_services import ART, stack_for
from table_driver import SIZES, told_by_figures
from test_hint_and_warning import Asked

from game.accessibility.accessibility_tree import ItemAction
from game.core import deals
from game.core.moves import PULL, Move
from game.core.position import PileKind, Seat
from game.desktop.commands import Command
from game.desktop.touch import Device
from game.graphics import fonts
from game.rules import RULES, chosen_words, rules_for
from game.scenes.common.base import OpenFirstGame, OpenHelp, OpenTable, Pop, Push
from game.scenes.common.tips_and_first_games import steps_done
from game.scenes.common.which_cards_are_marked import hint_mark
from game.scenes.table.first_game import FirstGameScene
from game.scenes.table.first_game_steps import Lesson, LessonStep, Wait, read_lesson
from game.scenes.table.lesson_bubble import GAP, LEAVE
from game.system.language import Language
from game.table.hint_picture import WIDTH

GAMES = [game for game in RULES if (ART.folder / "lessons" / f"{game}.txt").exists()]
LANGUAGES = ("en", "fr")
FEW = [(640, 400), (800, 600), (1280, 800), (1920, 1080), (800, 500)]
WINDOWS = sorted({*SIZES, *FEW})
ENTER, HINT, LIGHT = key(pygame.K_RETURN), key(pygame.K_F2), key(pygame.K_F3)


class FirstTable(Asked):
    """A first game whose solver answers at once."""

    def __init__(self, game: str, size: tuple[int, int] = (1280, 800), **choices: object) -> None:
        super().__init__(rules_for(game), size=size, **choices)

    def opened(self, *_deal: object, over_table: bool = False) -> FirstGameScene:
        services = self.recording.services
        services.language.change(services.settings.language)
        return FirstGameScene(services, self.rules.name, over_table=over_table)

    def begin_again(self, *, over_table: bool = False) -> None:
        """Open it where it was left."""
        self.watch(self.opened(over_table=over_table), self.scene.size)
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
            case Wait.HINT | Wait.PLAY:
                self.press_key(HINT)
            case Wait.EMPTY:
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
        """What the last line says: the hint again, or what the game has for its end."""
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
    driver = FirstTable(game, language=language)
    for _ in range(driver.lesson._progress.count):
        if driver.lesson._progress.over:
            break
        before = driver.lesson._progress.at
        driver.play_line()
        moved_on = driver.lesson._progress.at > before or driver.lesson._progress.over
        assert moved_on, driver.step.line
    assert driver.scene.session.is_won and driver.lesson._progress.over
    assert f"{game}=done" in driver.recording.services.settings.first_games


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_has_ten_to_fifteen_steps_that_teach_all_there_is(game: str) -> None:
    steps = lesson_of(game, "en").steps
    assert 10 <= len(steps) <= 15
    waits = {step.wait for step in steps}
    assert {Wait.READ, Wait.MOVE, Wait.UNDO, Wait.HINT, Wait.WON} <= waits
    assert {step.command for step in steps} >= {Command.VERDICT, Command.MAP}


def test_a_first_game_is_called_by_its_game_alone() -> None:
    driver = FirstTable("klondike")
    assert driver.scene.session.label is None and driver.scene.title == "Klondike"


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
    driver = FirstTable(game, language=language)
    driver.recording.services.devices.last = Device.TOUCH
    driver.scene.follow_settings()
    assert driver.lesson._bubble.text == driver.step.by_finger
    driver.send(ENTER)
    driver.scene.show(driver.scene.session.play(_another_move(driver)))
    driver.settle()
    assert driver.lesson._is_astray
    assert not NOT_FOR_A_FINGER.search(driver.lesson._bubble.text)


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
        self.scene.arrow_keys.cursor.put(seat)
        self.send(key(pygame.K_RETURN, mod))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_with_the_card_cursor_no_line_names_the_mouse_and_each_does_what_it_says(
    game: str, language: str
) -> None:
    driver = ArrowTable(game, language=language)
    while not driver.lesson._progress.over:
        at, line = driver.lesson._progress.at, driver.lesson._bubble.text
        assert line == driver.step.by_arrows
        assert not re.search(r"[Cc]lick|[Dd]rag|[Cc]li(c|quez)\b|[Gg]liss", line), line
        driver.play_line()
        assert driver.lesson._progress.at > at or driver.lesson._progress.over, line


def test_with_a_pad_a_line_names_its_buttons() -> None:
    driver = FirstTable("brainjam")
    driver.recording.services.devices.last = Device.PAD
    driver.send(ENTER)
    driver.scene.follow_settings()
    assert driver.lesson._bubble.text.startswith("Press A on the 5 of clubs")


def _another_move(driver: FirstTable) -> Move:
    session = driver.scene.session
    moves = session.rules.moves(session.position)
    return next(move for move in moves if move != driver.step.move)


@pytest.mark.parametrize("game", GAMES)
def test_who_strays_is_led_back(game: str) -> None:
    driver = FirstTable(game)
    driver.send(ENTER)
    at, session = driver.lesson._progress.at, driver.scene.session
    assert driver.step.before is not None
    wanted = session.rules.key(driver.step.before)
    others = [m for m in session.rules.moves(session.position) if m != driver.step.move]
    driver.scene.show(session.play(others[-1]))
    driver.settle()
    if session.rules.key(session.position) == wanted or driver.lesson._progress.at != at:
        pytest.skip("the only other move leads the same way")
    assert driver.lesson._is_astray
    driver.send(ENTER)
    assert session.rules.key(session.position) == wanted
    driver.play_line()
    assert driver.lesson._progress.at == at + 1


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_played_at_any_step_leads_back(game: str) -> None:
    driver = FirstTable(game)
    session, lesson = driver.scene.session, driver.lesson
    for _ in range(lesson._progress.count - 1):
        at = lesson._progress.at
        for move in session.rules.moves(session.position):
            driver.scene.show(session.play(move))
            for command in (Command.UNDO, Command.START):
                driver.settle()
                lesson.do(command)
            driver.settle()
            if lesson._progress.at != at:
                break
            lesson._lead_back()
        if lesson._progress.at == at:
            driver.play_line()


@pytest.mark.parametrize("away", [Command.UNDO, Command.START, None, Pop])
@pytest.mark.parametrize("game", GAMES)
def test_the_last_step_too_can_be_made_by_whoever_strays_or_leaves(
    game: str, away: Command | type[Pop] | None
) -> None:
    driver = FirstTable(game)
    session = driver.scene.session
    while driver.step.wait is not Wait.WON:
        driver.play_line()
    if away is Pop:
        driver.begin_again()
        assert not session.is_won and driver.step.wait is Wait.HINT
    else:
        if away is None:
            others = [m for m in session.rules.moves(session.position) if m.onto != "done"]
            driver.scene.show(session.play(others[-1]))
            if session.is_won:
                pytest.skip("there is no other move")
        else:
            driver.lesson.do(Command(away))
        driver.settle()
        # Of the stock the step before can be made again.
        assert driver.lesson._is_astray or driver.step.wait is Wait.EMPTY
        driver.send(ENTER)
    for _ in range(5):
        driver.play_line()
    assert driver.scene.session.is_won and driver.lesson._progress.over


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_opened_by_a_new_player_does_not_offer_itself(game: str) -> None:
    driver = FirstTable(game, tips=True)
    driver.scene.resume()
    assert not driver.scene.offer.shown


def test_until_the_stock_is_empty_cards_are_only_pulled() -> None:
    driver = FirstTable("klondike")
    session = driver.scene.session
    while driver.step.wait is not Wait.EMPTY:
        driver.play_line()
    driver.send(letter(" "))
    assert not driver.lesson._is_astray
    moves = [m for m in session.rules.moves(session.position) if m.onto not in (PULL, "turn")]
    driver.scene.show(session.play(moves[0]))
    driver.settle()
    assert driver.lesson._is_astray


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_reader_hears_each_line_once_and_finds_it_with_its_buttons(game: str) -> None:
    driver = FirstTable(game)
    driver.recording.services.devices.screen_reader = True
    said: list[str] = []
    driver.recording.services.speak = said.append
    for _ in range(3):
        driver.play_line()
        line = driver.lesson._bubble.text
        assert said.count(line) == 1
        items = {item.key: item for item in driver.scene.described(())}
        assert items["lesson",].name == line
        assert ("control", LEAVE) in items
    assert driver.scene.perform(("control", LEAVE), ItemAction.ACTIVATE) == Pop()


@pytest.mark.parametrize("before", [False, True])
def test_the_verdict_light_of_a_lesson_is_never_saved(before: bool) -> None:
    driver = FirstTable("klondike", verdict_light=before)
    table, services = driver.scene, driver.recording.services
    assert not table.advice.lights
    assert not table.table_picture.focus.named(Command.VERDICT).lit
    while driver.step.command is not Command.VERDICT:
        driver.play_line()
    for shown in (True, False, True):
        driver.send(LIGHT)
        driver.hear()
        assert table.advice.lights is shown
        assert table.table_picture.focus.named(Command.VERDICT).lit is shown
        assert ("light" in told_by_figures(table.table_picture)) is shown
        pushed = table.do(Command.MAP)
        assert isinstance(pushed, Push) and pushed.scene.own_light is shown  # type: ignore[union-attr]
        assert services.settings.verdict_light is before
    while not driver.lesson._progress.over:
        driver.play_line()
    assert table.advice.lights is services.settings.verdict_light is before


@pytest.mark.parametrize("before", [False, True])
def test_at_the_deal_after_the_lesson_the_verdict_light_is_as_it_was(before: bool) -> None:
    driver = FirstTable("klondike", verdict_light=before)
    driver.lesson.do(Command.VERDICT)
    driver.scene.start(OpenTable(driver.scene.session.rules, deals.deck_of(12), 12))
    assert driver.scene.advice.lights is before
    driver.scene.do(Command.VERDICT)
    assert driver.recording.services.settings.verdict_light is not before


@pytest.mark.parametrize("game", GAMES)
def test_the_arrow_of_a_step_is_there_before_anything_is_touched(game: str) -> None:
    driver = FirstTable(game)
    screen = Screen((1280, 800))
    while not driver.lesson._progress.over:
        screen.show(driver.scene)
        mark = driver.scene.table_picture.card_painter.marks.hint
        if driver.step.move is not None:
            assert mark == hint_mark(driver.scene.session, driver.step.move), driver.step.line
            whole = redrawn(driver.scene)
            assert difference(screen.seen, whole) is None
        driver.play_line()


def test_a_card_dropped_on_the_bubble_goes_back() -> None:
    driver = FirstTable("lapeau")
    driver.play_line()
    assert driver.step.wait is Wait.MOVE
    bubble = driver.lesson._bubble.area
    driver.drag_to("column-1", "column-2", drop=False)
    assert driver.view.held is not None
    driver.send(motion(bubble.midleft, held=True), up((bubble.left + 3, bubble.centery)))
    assert driver.view.held is None
    driver.settle()
    driver.check_seats()


def test_space_pressed_too_often_turns_nothing_over_in_a_lesson() -> None:
    driver = FirstTable("klondike")
    while driver.step.wait is not Wait.EMPTY:
        driver.play_line()
    driver.play_line()
    at, position = driver.lesson._progress.at, driver.scene.session.position
    assert driver.step.wait is Wait.WON
    for _ in range(3):
        driver.send(letter(" "))
    assert (driver.lesson._progress.at, driver.scene.session.position) == (at, position)
    driver.play_line()
    assert driver.lesson._progress.over


def test_a_first_game_keeps_its_policy() -> None:
    table = FirstTable("lapeau")
    assert table.scene.do(Command.POLICY) is None
    assert table.recording.told[-1] == "The rule is fixed in a lesson"
    assert table.recording.services.settings.building == "alternate"


@pytest.mark.parametrize(("game", "word"), [("lapeau", "same"), ("gaps", "random-gaps")])
def test_the_deal_after_a_first_game_is_of_the_kind_that_the_player_has_chosen(
    game: str, word: str
) -> None:
    (option,) = RULES[game].facts.policies
    table = FirstTable(game, **{option.setting: word})
    assert table.scene.session.rules == rules_for(game)
    change = table.scene.do(Command.NEW)
    found = table.scene if change is None else change.scene  # type: ignore[union-attr]
    rules = found.rules if isinstance(found, OpenTable) else found.session.rules
    assert rules == rules_for(game, chosen_words(game, table.recording.services.settings))
    assert rules == rules_for(game, [word])


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_taken_up_again_where_it_was_left(game: str) -> None:
    driver = FirstTable(game)
    for _ in range(4):
        driver.play_line()
    at, position = driver.lesson._progress.at, driver.scene.session.position
    assert steps_done(driver.recording.services.settings, game) == at == 4
    driver.begin_again()
    assert driver.lesson._progress.at == at
    rules = driver.scene.session.rules
    assert rules.key(driver.scene.session.position) == rules.key(position)


def each_step(game: str, size: tuple[int, int], **choices: object) -> Iterator[FirstTable]:
    """A first game in a window, once for each step."""
    driver = FirstTable(game, size, **choices)
    for step in range(driver.lesson._progress.count):
        driver.recording.choose(first_games=f"{game}={step}")
        driver.begin_again()
        driver.hear()
        yield driver


def bubble_covers_nothing_that_the_step_needs(driver: FirstTable) -> None:
    lesson, box, spot = driver.lesson, driver.lesson._bubble.area, driver.lesson._spot()
    assert pygame.Rect((0, 0), lesson.size).contains(box)
    assert spot is None or not box.colliderect(spot), driver.step.line
    picture = lesson.table_picture
    counts = [area for _, area in picture.reserve_counts.shown(picture.look)]
    assert box.collidelist([*lesson._kept_free(), *counts]) < 0, driver.step.line


def bubble_lies_well(driver: FirstTable) -> None:
    if driver.scene.size in FEW:
        bubble_covers_no_card_where_a_few_pixels_aside_it_covers_none(driver)
    bubble_points_at_no_card_that_it_does_not_mean(driver)
    ring_is_whole_and_stays_in_its_bar(driver)


def bubble_covers_no_card_where_a_few_pixels_aside_it_covers_none(driver: FirstTable) -> None:
    lesson, box, spot = driver.lesson, driver.lesson._bubble.area, driver.lesson._spot()
    if box.collidelist(lesson._cards()) < 0:
        return
    taken = [*lesson._cards(), *lesson._bars, *lesson._kept_free()]
    taken += [] if spot is None else [spot.inflate(GAP, GAP)]
    for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        for far in range(1, 13):
            aside = box.move(way[0] * far, way[1] * far)
            inside = pygame.Rect(driver.view.frame.area).contains(aside)
            assert not inside or aside.collidelist(taken) >= 0, (driver.step.line, way, far)


def bubble_points_at_no_card_that_it_does_not_mean(driver: FirstTable) -> None:
    bubble, spot = driver.lesson._bubble, driver.lesson._spot()
    if bubble._pointer is None or spot is None:
        return
    x, y = bubble._pointer[0]
    nearest = max(spot.left, min(spot.right, x)), max(spot.top, min(spot.bottom, y))
    others = [card for card in driver.lesson._cards() if card.clipline((x, y), nearest)]
    assert not [card for card in others if not card.colliderect(spot)], driver.step.line


def ring_is_whole_and_stays_in_its_bar(driver: FirstTable) -> None:
    spot, ring = driver.lesson._spot(), driver.lesson._bubble._ring
    if ring is None or spot is None:
        return
    bars = [bar for bar in driver.lesson._bars if bar.contains(spot)]
    (box,) = ring.rings
    line = 2 * int(WIDTH * ring.unit)
    assert (bars or [pygame.Rect((0, 0), driver.scene.size)])[0].contains(box.inflate(line, line))
    inside = bars[0].inflate(-16, -16).clip(spot) if bars else spot
    assert box.contains(inside), driver.step.line


def play_line_that_brings_no_card_under_the_bubble(driver: FirstTable) -> None:
    step, box, table = driver.step, driver.lesson._bubble.area, driver.view.arrangement
    before = driver.view.position
    driver.play_line()
    after = driver.view.position
    if step.wait in (Wait.MOVE, Wait.UNDO, Wait.PLAY, Wait.EMPTY, Wait.WON):
        for pile, held in enumerate(after.piles):
            if len(held) > len(before.piles[pile]):
                come = table.seat(after, after.end(pile))
                assert not box.colliderect(come), (step.line, driver.rules.piles[pile].id)


@pytest.mark.parametrize(
    ("size", "language"), [(size, "en") for size in WINDOWS] + [(size, "fr") for size in FEW]
)
@pytest.mark.parametrize("game", GAMES)
def test_at_every_step_the_bubble_leaves_in_view_what_matters_and_rings_are_whole(
    game: str, size: tuple[int, int], language: str
) -> None:
    driver = FirstTable(game, size, language=language)
    while not driver.lesson._progress.over:
        if (size, language) != ((640, 400), "fr"):  # no room there for every line
            bubble_covers_nothing_that_the_step_needs(driver)
        bubble_lies_well(driver)
        play_line_that_brings_no_card_under_the_bubble(driver)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
@pytest.mark.parametrize("game", GAMES)
def test_a_bubble_and_its_ring_lie_as_well_where_the_lesson_is_taken_up(
    game: str, size: tuple[int, int], language: str
) -> None:
    for driver in each_step(game, size, language=language):
        bubble_lies_well(driver)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_large_lines_stay_in_the_bubble_and_the_bubble_off_the_bars(
    game: str, language: str
) -> None:
    lesson = FirstTable(game, (640, 400), ui_scale=2.0, language=language).lesson
    frame, bubble = lesson.table_picture.cards.frame, lesson._bubble
    bars = [bar for bar in map(pygame.Rect, (frame.side, frame.edge)) if bar.w and bar.h]
    for step in lesson._progress.lesson.steps:
        bubble.follow(step.line, "12 of 12", "Continue")
        assert bubble._look is not None
        bubble.place(bubble._look, pygame.Rect(frame.area), lesson._spot(), lesson._bars, [])
        assert max(bubble._look.width(line, fonts.ROW) for line in bubble._lines) <= bubble.area.w
        assert bubble.area.collidelist(bars) < 0, step.line


def test_what_the_bar_has_no_room_for_is_outlined_at_the_menu() -> None:
    (step,) = steps_about("lapeau", "switch")
    for size, name in (((640, 400), Command.MENU), ((1280, 800), Command.POLICY)):
        lesson = taken_up("lapeau", step, size).lesson
        named = lesson.table_picture.focus.named(name)
        (ring,) = lesson._bubble._ring.rings  # type: ignore[union-attr]
        assert ring.contains(named.own_area())
        assert ring.contains(lesson.table_picture._tool_bar.policy_area) or name == Command.MENU
        assert "under More" in lesson._bubble.text


def test_the_goal_of_gaps_is_said_beside_the_row_that_it_speaks_of() -> None:
    for size in ((640, 400), (800, 500), (1280, 800)):
        driver = FirstTable("gaps", size)
        row = driver.view.arrangement.piles[0]
        assert not driver.lesson._bubble.area.colliderect((0, row.y, size[0], row.h))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_line_speaks_of_an_arrow_only_where_the_hint_has_one(game: str, language: str) -> None:
    driver = FirstTable(game, language=language)
    while driver.step.wait is not Wait.HINT:
        driver.play_line()
    line = driver.step.line
    driver.play_line()
    mark = driver.scene.table_picture.card_painter.marks.hint
    assert mark is not None
    assert bool(re.search("arrow|flèche", line)) is (mark.goal is not None)


@pytest.mark.parametrize("game", ["gaps", "klondike", "lapeau"])
def test_a_hint_that_was_played_is_asked_for_no_more_and_one_taken_away_is_again(
    game: str,
) -> None:
    driver = FirstTable(game)
    while driver.step.wait is not Wait.PLAY:
        driver.play_line()
    asked = driver.lesson._progress.at
    driver.send(key(pygame.K_ESCAPE))
    driver.settle()
    assert driver.lesson._progress.at == asked - 1 and driver.step.wait is Wait.HINT
    driver.play_line()
    driver.play_line()
    assert driver.lesson._progress.at == asked + 1 and "F2" not in driver.lesson._bubble.text


@pytest.mark.parametrize("game", GAMES)
def test_the_hint_of_a_step_that_names_a_move_is_that_move(game: str) -> None:
    driver, steps = FirstTable(game), 0
    while driver.step.wait is not Wait.WON:
        at, move = driver.lesson._progress.at, driver.step.move
        if move is None:
            driver.play_line()
            continue
        steps += 1
        driver.press_key(HINT)
        driver.settle()
        assert driver.scene.advice.hint == move
        driver.press_key(HINT)
        driver.settle()
        assert driver.lesson._progress.at == at + 1 and not driver.lesson._is_astray
    assert steps > 1


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_the_arrow_shows_has_no_second_ring(game: str) -> None:
    for driver in each_step(game, (1280, 800)):
        shows = driver.scene.table_picture.card_painter.marks.hint is not None
        assert shows is (driver.step.move is not None)
        assert shows is (driver.lesson._bubble._ring is None), driver.step.line


def at_step(game: str, part: str) -> FirstTable:
    """A first game at the step whose line contains some words."""
    driver = FirstTable(game)
    for _ in driver.lesson._progress.lesson.steps:
        if part in driver.step.line:
            break
        driver.play_line()
    assert part in driver.step.line
    Screen((1280, 800)).show(driver.scene)
    return driver


def test_all_that_a_line_means_is_outlined() -> None:
    driver = FirstTable("brainjam")
    piles = driver.view.arrangement.piles
    homes = [pygame.Rect(piles[n]) for n, pile in enumerate(driver.rules.piles)
             if pile.kind is PileKind.FOUNDATION]  # fmt: skip
    spot = driver.lesson._spot()
    assert spot == homes[0].unionall(homes[1:])
    figures = at_step("brainjam", "Here are your moves").lesson
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
        driver = taken_up(game, step, (1280, 800))
        for size in ((1280, 800), (640, 400), (1024, 640)):
            driver.scene.place(size)
            spot, picture = driver.lesson._spot(), driver.lesson.table_picture
            ring = driver.lesson._bubble._ring
            assert ring is not None and spot is not None
            Screen(size).show(driver.scene)
            drawn = {f"figure-{name}": area for name, area in picture._figures_bar.areas.items()}
            for name in driver.step.place.split(" + "):
                assert name == "figure-light" or spot.contains(drawn[name]), driver.step.line


LARGE_PRINT = [((640, 400), 1.0), ((640, 400), 1.5), ((640, 400), 2.0), ((1024, 640), 1.5)]
"""Windows in which the figures leave out captions to make room for the light."""


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("size", "ui"), [((1280, 800), 1.0), *LARGE_PRINT, ((700, 440), 1.5)])
@pytest.mark.parametrize("game", GAMES)
def test_the_light_shows_where_its_place_was_and_is_not_told_of_over_the_next_line(
    game: str, size: tuple[int, int], ui: float, mirrored: bool
) -> None:
    (step,) = steps_about(game, "figure-light")
    for language in LANGUAGES:
        driver = taken_up(game, step, size, ui_scale=ui, language=language, mirrored=mirrored)
        expected = driver.lesson._spot()
        driver.play_line()
        told = message_area(driver.lesson, driver.recording.told[-1])
        assert not told.colliderect(driver.lesson._bubble.area)
        driver.hear()
        Screen(size).show(driver.scene)
        assert expected == driver.lesson.table_picture.focus.named("figure-light").rect


@pytest.mark.parametrize("game", GAMES)
def test_the_bubble_points_to_its_place(game: str) -> None:
    driver = FirstTable(game, (1600, 1000))
    bubble, spot = driver.lesson._bubble, driver.lesson._spot()
    assert spot is not None and bubble._pointer is not None
    (x, y), *_ = bubble._pointer
    near = pygame.Rect(x, y, 1, 1)
    assert not bubble.area.contains(near) and not spot.contains(near)
    assert any(item.area.contains(near) for item in bubble.shown())


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("brainjam", ("in suit", "it goes on", "second choice")),
        ("gaps", ("follow a king", "redeal, up to twice")),
        ("klondike", ("Only kings go to empty columns",)),
        ("lapeau", ("run moves as one", "Rule")),
    ],
)
def test_the_lines_say_the_rules_that_matter(game: str, rules: tuple[str, ...]) -> None:
    said = " ".join(step.line for step in lesson_of(game, "en").steps)
    assert all(rule in said for rule in rules)


@pytest.mark.parametrize("over_table", [True, False])
def test_after_a_first_game_the_next_deal_is_the_one_that_it_was_offered_on(
    over_table: bool,
) -> None:
    driver = FirstTable("brainjam")
    driver.begin_again(over_table=over_table)
    deck = driver.lesson.session.deck
    assert driver.lesson.session.is_won is False
    while not driver.lesson._progress.over:
        driver.play_line()
    change = driver.lesson.do(Command.NEW)
    assert change == (Pop() if over_table else None)
    assert (driver.lesson.session.deck == deck) is over_table


def test_from_its_own_help_a_lesson_goes_on_and_is_not_begun_over_itself() -> None:
    driver = FirstTable("gaps")
    driver.play_line()
    stack = stack_for(driver.recording.services)
    stack.begin([driver.scene])
    for game, scenes in (("gaps", 1), ("klondike", 3)):
        stack.apply(Push(OpenHelp(game)))
        stack.apply(Push(OpenFirstGame(game)))
        assert len(stack) == scenes
    assert isinstance(stack.top, FirstGameScene)
    stack.apply(Pop(2))
    assert stack.top is driver.scene and driver.lesson._progress.at == 1


def test_every_language_has_all_lines() -> None:
    for game in GAMES:
        counts = {len(lesson_of(game, code).steps) for code in LANGUAGES}
        assert len(counts) == 1
    assert Language("fr", ART.folder / "locale").code == "fr"


def test_a_first_game_counts_in_no_statistics_and_the_deal_after_it_does(tmp_path: Path) -> None:
    driver = FirstTable("gaps", folder=tmp_path, tips=True)
    while not driver.lesson._progress.over:
        driver.play_line()
    driver.wait(1)
    assert isinstance(driver.change, Push), "the win is shown"
    assert "won" not in driver.recording.services.settings.told
    storage = driver.recording.services.game_store.storage
    assert driver.scene.session.is_won and not storage.plays.all()
    assert not storage.library() and not storage.unfinished()
    driver.scene.start(OpenTable(driver.scene.session.rules, deals.deck_of(12), 12))
    driver.settle()
    driver.play(driver.scene.session.rules.moves(driver.scene.session.position)[0])
    assert len(storage.plays.all()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_that_is_left_is_no_deal_to_continue(game: str, tmp_path: Path) -> None:
    driver = FirstTable(game, folder=tmp_path)
    while driver.step.wait is Wait.READ:
        driver.play_line()
    driver.play_line()
    assert driver.scene.session.history.can_undo
    driver.scene.dropped()
    storage = driver.recording.services.game_store.storage
    assert not storage.library() and not storage.unfinished() and storage.last_played() is None
    at, position = driver.lesson._progress.at, driver.scene.session.position
    driver.begin_again()
    assert (driver.lesson._progress.at, driver.scene.session.position) == (at, position)
