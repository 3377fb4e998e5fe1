"""The menu by mouse and by keyboard, in every form, and what it tells of the games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import groupby, pairwise
from pathlib import Path
from random import Random

import pygame
import pytest
from input_events import CTRL, down, key, motion, up
from made_deals import easy_deck
from recording_services import made, recording_services, save_record
from scene_driver import DRAWN_SIZES, SceneDriver, open_scene, overlapping
from table_driver import SIZES

from game.app.screen_reader_updates import texts_of
from game.core import deals
from game.core.cards import FULL_DECK, LETTERS, SUIT_NAMES
from game.core.translatable_texts import Wording
from game.graphics.scale import scene_scale
from game.record.daily_deals import DayState
from game.record.pack_files import packs_of
from game.rules import RULES, BrainJam, Gaps, Klondike, LaPeau, Rules
from game.rules.facts import Facts
from game.scenes.common.base import OpenCalendar, OpenLibrary, Push, Quit
from game.scenes.common.deal_and_day_words import when_left
from game.scenes.common.sample_positions import SHOWCASES, dealt, sample_position
from game.scenes.deals.scene import DealsScene
from game.scenes.help.scene import HelpScene
from game.scenes.menu import layout
from game.scenes.menu.daily_panel import DailyPanel
from game.scenes.menu.deals_to_resume import last_played
from game.scenes.menu.game_card import GameSummary, game_summary
from game.scenes.menu.layout import plan
from game.scenes.menu.scene import CONTINUE, DAILY, MenuScene
from game.scenes.menu.self_play import read_demos
from game.scenes.options.scene import OptionsScene
from game.scenes.statistics.scene import StatisticsScene
from game.scenes.table.scene import TableScene
from game.storage import About, DealKey, HelpKind, Play, PlayOutcome, StorageError, StoredAnswer
from game.storage.errors import StorageTrouble
from game.system.folders import asset_folder, levels_folder
from game.system.language import Language
from game.widgets.base import Widget
from game.widgets.toast import Toast

BUTTONS = ("library", "statistics", "options", "help", "quit")
DAILY_BUTTONS = [f"{DAILY}{name}" for name in RULES]


def menu(size: tuple[int, int] = (1280, 800), **choices: object) -> SceneDriver:
    return open_scene(MenuScene, size=size, **choices)


def after_play(folder: Path, rules: Rules, keys: str, size: tuple[int, int]) -> SceneDriver:
    """The menu after some keys in the first deal of a game."""
    held = recording_services(folder, autoplay=False)
    session = held.services.game_store.open(rules, deals.deck_of(1), 1)
    for letter in keys:
        session.key(letter)
    return SceneDriver(MenuScene(held.services), held, size)


def control(driver: SceneDriver, name: str) -> Widget:
    return driver.scene.focus.named(name)


@pytest.mark.parametrize("ui", [0.8, 1.0, 1.5])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("resume", [False, True])
def test_nothing_overlaps_or_leaves_the_window(
    size: tuple[int, int], ui: float, resume: bool
) -> None:
    scale = scene_scale(*size, ui)
    found = plan(scale.dp(size[0]), scale.dp(size[1]), 4, resume=resume)
    areas = [
        *found.game_cards,
        *found.buttons,
        found.daily,
        *([found.resume] if found.resume else []),
    ]
    rects = [pygame.Rect(scale.rect(*area)) for area in (*areas, found.header)]
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(rect) for rect in rects)
    assert not any(one.collidelist(rects[:place]) >= 0 for place, one in enumerate(rects))
    assert all(min(rect.size) >= scale.px(40) for rect in rects)
    if found.hints is not None:
        lowest = max(rect.bottom for rect in rects)
        assert lowest + 11 < scale.px(found.hints) < size[1] - 11


@pytest.mark.parametrize("count", [5, 6, 7])
@pytest.mark.parametrize("size", [(1280, 800), (760, 1060)])
def test_a_last_row_of_more_games_lies_in_the_middle(
    size: tuple[int, int], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "GAME_CARDS", count)
    found = plan(*size, 4, resume=False).game_cards
    rows = [[*row] for _, row in groupby(found, key=lambda area: area[1])]
    assert [len(row) for row in rows] == [-(-count // 2), count // 2]
    for row in rows:
        last = row[-1]
        assert row[0][0] + last[0] + last[2] == pytest.approx(size[0])


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_every_text_is_whole_and_inside_the_window(size: tuple[int, int], tmp_path: Path) -> None:
    driver = after_play(tmp_path, BrainJam(), "ABC", size)
    window = pygame.Rect((0, 0), size)
    for line in driver.written():
        assert line.whole, line
        if line.area.x > 0 or line.area.y > 0:
            assert window.contains(line.area), line


class Fifth(Klondike):
    """A game that only these tests have: a long title, no sign, no demos, no daily numbers."""

    name = "fifth"
    title = "Seahaven Towers"
    facts = Klondike.facts._replace(
        suit=Facts(()).suit, motto=Wording("Ten towers, a king for each of them")
    )


@pytest.fixture
def fifth(monkeypatch: pytest.MonkeyPatch) -> type[Rules]:
    """A fifth game, listed as the others are."""
    monkeypatch.setattr(layout, "GAME_CARDS", len(RULES) + 1)
    monkeypatch.setitem(RULES, Fifth.name, Fifth)  # type: ignore[arg-type]
    return Fifth


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [*DRAWN_SIZES, (1390, 800), (700, 1100)])
def test_a_fifth_game_with_a_long_title_leaves_every_card_whole(
    size: tuple[int, int], ui: float, language: str, fifth: type[Rules]
) -> None:
    driver = menu(size, ui_scale=ui, language=language, reduced_motion=True)
    written = {line.text: line.whole for line in driver.written()}
    for game_card in driver.scene._game_cards:
        assert written[game_card.spoken]
        assert min(game_card.table._area.size) > 15
        inside = pygame.Rect((0, 0), game_card.rect.size)
        assert inside.contains(game_card.window()) and inside.contains(game_card.text_area())
        told = " ".join(game_card._motto_lines(game_card.text_area().w))
        assert told in ("", game_card._motto)


@pytest.mark.parametrize("size", [(1280, 800), (1900, 1180), (1390, 800)])
def test_five_games_have_the_full_form_in_a_usual_window(
    size: tuple[int, int], fifth: type[Rules], tmp_path: Path
) -> None:
    driver = after_play(tmp_path, BrainJam(), "ABC", size)
    told = {line.text for line in driver.written() if line.whole}
    assert {"My games", "Statistics", "Options", "Help", "Quit", "Daily deals"} <= told
    assert {"Brain Jam 1", fifth.title} <= told
    assert "Ten towers, a king" in " ".join(told)


def test_two_rows_of_cards_in_a_low_window_have_the_small_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(layout, "GAME_CARDS", 5)
    assert plan(1250, 750, 4, resume=True).small
    assert not plan(1280, 800, 4, resume=True).small


def test_a_game_that_names_no_sign_has_one_of_its_own(fifth: type[Rules]) -> None:
    assert fifth.facts.suit not in (BrainJam.facts.suit, *SUIT_NAMES)


def test_large_text_in_the_smallest_window_is_whole() -> None:
    assert all(line.whole for line in menu((640, 400), ui_scale=1.5).written())


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1000, 1400), (733, 517)])
def test_every_card_with_room_tells_its_motto(size: tuple[int, int]) -> None:
    told = " ".join(line.text for line in menu(size).written())
    for words in ("Every card face up", "Thirteen short stacks", "Four rows", "Three passes"):
        assert words in told


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
@pytest.mark.parametrize("game", RULES)
def test_a_click_on_a_card_opens_its_game(size: tuple[int, int], game: str) -> None:
    driver = menu(size)
    change = driver.click(control(driver, game).rect.center)
    assert isinstance(change, Push)
    if game == BrainJam.name:
        assert isinstance(change.scene, DealsScene)
    else:
        assert isinstance(change.scene, TableScene)
        assert change.scene.session.rules.name == game


def test_la_peau_opens_under_the_policy_played_last() -> None:
    driver = menu(building="same")
    change = driver.click(control(driver, "lapeau").rect.center)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.rules == LaPeau("same")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ui", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", [(800, 1280), (1000, 1400), (1200, 1920)])
def test_the_buttons_of_a_tall_window_have_their_whole_words_in_two_rows_if_need_be(
    size: tuple[int, int], ui: float, language: str
) -> None:
    driver = menu(size, ui_scale=ui, language=language)
    buttons = driver.scene._buttons
    written = {line.text: line.whole for line in driver.written()}
    assert all(written[button.label] for button in buttons)
    assert not overlapping(driver.scene.focus.widgets)
    assert pygame.Rect((0, 0), driver.scene.size).contains(buttons[-1].rect)


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
def test_a_click_on_the_buttons_opens_options_and_help_and_quits(size: tuple[int, int]) -> None:
    driver = menu(size)
    options = driver.click(control(driver, "options").rect.center)
    guide = driver.click(control(driver, "help").rect.center)
    figures = driver.click(control(driver, "statistics").rect.center)
    assert isinstance(figures, Push) and isinstance(figures.scene, StatisticsScene)
    assert isinstance(options, Push) and isinstance(options.scene, OptionsScene)
    assert isinstance(guide, Push) and isinstance(guide.scene, HelpScene)
    assert isinstance(driver.click(control(driver, "quit").rect.center), Quit)


def test_tab_reaches_every_control_and_comes_round(tmp_path: Path) -> None:
    driver = after_play(tmp_path, BrainJam(), "A", (1280, 800))
    seen = []
    buttons = ["go-on-brainjam", "new-brainjam"]
    expected = [*RULES, *buttons, CONTINUE, "calendar", *DAILY_BUTTONS, *BUTTONS]
    for _ in expected:
        driver.press(pygame.K_TAB)
        seen.append(driver.scene.focus.focused.name)
    assert sorted(seen) == sorted(expected)
    assert driver.scene.focus.ring_shown


@pytest.mark.parametrize("code", [pygame.K_TAB, pygame.K_RIGHT, pygame.K_DOWN])
def test_the_first_key_shows_where_the_keyboard_stands_and_the_next_one_moves_it(code: int) -> None:
    driver = menu()
    focus = driver.scene.focus
    first = focus.focused
    assert first is driver.scene._game_cards[0] and not focus.ring_shown
    driver.press(code)
    assert focus.focused is first and focus.ring_shown
    driver.press(code)
    assert focus.focused is not first and focus.ring_shown


def test_arrows_and_enter_open_the_card_beside_the_first() -> None:
    driver = menu()
    driver.press(pygame.K_RIGHT)
    driver.press(pygame.K_RIGHT)
    change = driver.press(pygame.K_RETURN)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.rules.name == list(RULES)[1]


def test_down_from_the_cards_leads_to_the_buttons() -> None:
    driver = menu()
    rows = {game_card.rect.y for game_card in driver.scene._game_cards}
    for _ in range(2 + len(rows)):
        driver.press(pygame.K_DOWN)
    assert driver.scene.focus.focused.name in BUTTONS


def test_keys_of_the_menu() -> None:
    driver = menu()
    guide = driver.press(pygame.K_F1)
    options = driver.press(pygame.K_o, CTRL)
    figures = driver.press(pygame.K_s, CTRL)
    assert isinstance(figures, Push) and isinstance(figures.scene, StatisticsScene)
    assert isinstance(guide, Push) and isinstance(guide.scene, HelpScene)
    assert isinstance(options, Push) and isinstance(options.scene, OptionsScene)
    assert isinstance(driver.press(pygame.K_q, char="q"), Quit)
    assert driver.press(pygame.K_ESCAPE) is None, "one Escape too many must not end the program"
    driver.press(pygame.K_F11)
    assert driver.held.fullscreen == [True]


def test_c_does_nothing_where_nothing_was_left() -> None:
    driver = menu()
    assert driver.press(pygame.K_c, char="c") is None
    with pytest.raises(KeyError):
        control(driver, CONTINUE)


@pytest.mark.parametrize("by_key", [False, True])
def test_continue_goes_on_where_the_deal_was_left(tmp_path: Path, by_key: bool) -> None:
    driver = after_play(tmp_path, BrainJam(), "ABC", (1280, 800))
    button = control(driver, CONTINUE)
    change = driver.press(pygame.K_c, char="c") if by_key else driver.click(button.rect.center)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.moves == 3
    assert change.scene.session.number == 1


def test_continue_tells_what_was_left_and_when(tmp_path: Path) -> None:
    driver = after_play(tmp_path, BrainJam(), "ABC", (1280, 800))
    texts = [line.text for line in driver.written()]
    assert "Brain Jam 1" in texts
    assert any(text.startswith("3 moves · last played ") for text in texts)
    tooltip = driver.scene._tiles[0].tooltip
    assert tooltip.startswith("Continue: Brain Jam 1, 3 moves · last played ")
    assert tooltip.endswith("of 52 home")


def test_continue_calls_a_deal_by_its_name_and_one_without_number_by_its_deck(
    tmp_path: Path,
) -> None:
    held = recording_services(tmp_path)
    store = held.services.game_store
    deck = tuple(reversed(range(52)))
    for rules, cards, number in ((Klondike(), deck, None), (BrainJam(), deals.deck_of(5), 5)):
        session = store.open(rules, cards, number)
        session.play(rules.moves(session.position)[0])
        store.leave(session)
    named = DealKey("brainjam", "", deals.deck_text(deals.deck_of(5)))
    store.storage.note(named, About("Sunday puzzle"))
    driver = SceneDriver(MenuScene(held.services), held)
    texts = [line.text for line in driver.written()]
    assert {"Sunday puzzle", f"Klondike {deals.deck_text(deck)[:8]}…"} <= {*texts}
    told = driver.scene._tiles[0].tooltip
    assert told.startswith("Continue: Brain Jam Sunday puzzle, 2 moves"), "a name is of any game"
    store.storage.note(named, About("日曜日の wide puzzle " * 9))
    driver.scene.resume()
    cut = [line for line in driver.written() if line.text.startswith("日曜日の wide")]
    assert cut and not cut[0].whole


@pytest.mark.parametrize("size", DRAWN_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_continue_tells_as_many_facts_as_fit_and_cuts_none(
    tmp_path: Path, count: int, size: tuple[int, int]
) -> None:
    held = recording_services(tmp_path, autoplay=False)
    for number, rules in enumerate((BrainJam(), LaPeau(), Klondike())[:count]):
        session = held.services.game_store.open(rules, deals.deck_of(number), number)
        session.play(rules.moves(session.position)[0])
    driver = SceneDriver(MenuScene(held.services), held, size)
    notes = [line for line in driver.written() if line.text.startswith("1 move")]
    assert [line.text for line in notes if not line.whole] == []


def test_the_keyboard_begins_at_what_was_left(tmp_path: Path) -> None:
    driver = after_play(tmp_path, BrainJam(), "A", (1280, 800))
    change = driver.press(pygame.K_RETURN)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.moves == 1


def test_without_motion_a_card_shows_the_position_of_its_game_that_was_left(tmp_path: Path) -> None:
    driver = after_play(tmp_path, Klondike(), " ", (1280, 800))
    held = driver.held
    held.choose(reduced_motion=True)
    session = held.services.game_store.open(Klondike(), deals.deck_of(1), 1)
    session.space()
    driver.scene.resume()
    left = last_played(held.services.game_store.storage, "klondike")
    assert left is not None and left.position == session.position and left.moves == 1
    game_cards = {game_card.name: game_card for game_card in driver.scene._game_cards}
    assert game_cards["klondike"].table.position == session.position
    assert game_cards["gaps"].table.position == sample_position(RULES["gaps"]())


def damaged(*arguments: object, **options: object) -> None:
    raise StorageError(StorageTrouble.DAMAGED, "not what was written")


def test_a_deal_that_cannot_be_read_is_as_if_never_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = after_play(tmp_path, BrainJam(), "A", (1280, 800))
    storage = driver.held.services.game_store.storage
    monkeypatch.setattr(storage, "line", damaged)
    assert last_played(storage, "klondike") is None
    driver.scene.resume()
    driver.draw()
    assert CONTINUE not in [widget.name for widget in driver.scene.focus.widgets]


def test_a_hovered_card_rises() -> None:
    driver = menu()
    game_card = control(driver, "gaps")
    resting = game_card.focus_area()[0]
    driver.send(motion(game_card.rect.center))
    assert game_card.focus_area()[0].y < resting.y
    assert driver.scene.stale


def test_cards_and_cloth_fit_every_size_at_once() -> None:
    driver = menu()
    driver.draw()
    for width in (1000, 1100, 640, 1280):
        driver.scene.place((width, 800))
        driver.surface = pygame.Surface((width, 800))
        driver.draw()
        for game_card in driver.scene._game_cards:
            assert game_card._art.get_size() == game_card.rect.size
        assert pygame.image.tobytes(driver.surface, "RGB") == whole(driver)


def test_nothing_is_drawn_anew_while_nothing_changes() -> None:
    driver = menu(reduced_motion=True)
    driver.draw()
    art = [game_card._art for game_card in driver.scene._game_cards]
    driver.scene.resume()
    driver.draw()
    driver.scene.update(0.01)
    assert art == [game_card._art for game_card in driver.scene._game_cards]
    assert not driver.scene.focus.stale
    assert driver.scene.due == pytest.approx(driver.held.services.daily.due), "until midnight"


def test_cards_and_cloth_follow_the_options() -> None:
    driver = menu()
    before = pygame.image.tobytes(driver.draw(), "RGB")
    driver.held.choose(felt="blue", card_back="burgundy")
    assert driver.scene.stale
    after = pygame.image.tobytes(driver.draw(), "RGB")
    assert before != after


@pytest.mark.parametrize("name", SHOWCASES)
def test_a_showcase_has_the_cards_of_its_number(name: str) -> None:
    assert deals.deck_text(deals.deck_of(SHOWCASES[name].number)) == SHOWCASES[name].deck


@pytest.mark.parametrize("name", SHOWCASES)
def test_the_showcase_of_a_game_is_reached_by_its_rules(name: str) -> None:
    rules = RULES[name]()
    position = sample_position(rules)
    assert position != dealt(rules)
    assert not rules.is_stuck(position) and not rules.is_won(position)


def test_a_game_without_a_showcase_shows_a_shuffled_deal(fifth: type[Rules]) -> None:
    rules = fifth()
    assert sample_position(rules) == dealt(rules)
    assert sample_position(rules) != rules.deal(FULL_DECK)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (datetime(2026, 11, 22, 9, 5), "last played today at 9:05"),
        (datetime(2026, 11, 21, 21, 14), "last played yesterday at 21:14"),
        (datetime(2026, 11, 3, 1, 0), "last played on 3 November"),
        (datetime(2025, 12, 31, 1, 0), "last played on 31 December 2025"),
    ],
)
def test_when_a_deal_was_left_is_told_in_words(then: datetime, words: str) -> None:
    now = datetime(2026, 11, 22, 10, 30)
    assert when_left(int(then.timestamp()), now, Language()) == words


def test_the_trace_names_the_controls() -> None:
    told = menu().scene.traced()
    assert told is not None
    assert set(told["buttons"]) == {*RULES, "calendar", *DAILY_BUTTONS, *BUTTONS}


def test_the_controls_do_not_lie_on_each_other(tmp_path: Path) -> None:
    for size in DRAWN_SIZES:
        played = after_play(tmp_path / str(size), BrainJam(), "A", size)
        found = overlapping(played.scene.focus.widgets)
        assert set(found) == {(f"{way}-brainjam", "brainjam") for way in ("go-on", "new")}


@pytest.mark.parametrize("size", [*DRAWN_SIZES, (1280, 720), (900, 700)])
@pytest.mark.parametrize(
    ("text", "ui"),
    [("Looking for today’s deal…", 1.0), ("Looking…", 1.5), ("The file was damaged " * 6, 1.0)],
)
def test_a_message_lies_over_nothing_that_can_be_pressed(
    size: tuple[int, int], text: str, ui: float
) -> None:
    driver = menu(size, ui_scale=ui)
    screen = pygame.Surface(size)
    screen.fill("magenta")
    screen.set_colorkey("magenta")
    toast = Toast()
    toast.show(text)
    look = driver.scene.look
    toast.draw(screen, look, (size[0] // 2, size[1] - 100), driver.scene.message_room)
    told = screen.get_bounding_rect()
    assert told.h >= look.px(30) and screen.get_rect().contains(told)
    assert [w.name for w in driver.scene.focus.widgets if told.colliderect(w.rect)] == []


# The tables


def frame(driver: SceneDriver, seconds: float) -> list[pygame.Rect] | None:
    """Let time pass and draw; returns what was touched of the window."""
    driver.scene.update(seconds)
    touched = driver.scene.draw(driver.surface) if driver.scene.stale else []
    driver.scene.stale = False
    return touched


def whole(driver: SceneDriver) -> bytes:
    """The same menu drawn from nothing."""
    picture = pygame.Surface(driver.surface.get_size())
    driver.scene.refresh()
    driver.scene.draw(picture)
    driver.scene.stale = False
    return pygame.image.tobytes(picture, "RGB")


def seeded_menu(
    size: tuple[int, int] = (1280, 800), seed: int = 1, **choices: object
) -> SceneDriver:
    return open_scene(MenuScene, datetime.now, Random(seed), size=size, **choices)


@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_tables_that_play_are_drawn_in_parts_as_they_would_be_whole(size: tuple[int, int]) -> None:
    driver = seeded_menu(size)
    driver.draw()
    seen = 0
    for number in range(160):
        touched = frame(driver, min(driver.scene.due, 0.7))
        if touched:
            seen += 1
            game_cards = [game_card.rect for game_card in driver.scene._game_cards]
            assert all(
                any(game_card.contains(area) for game_card in game_cards) for area in touched
            )
        if number % 8 == 0:
            assert pygame.image.tobytes(driver.surface, "RGB") == whole(driver)
    assert seen > 100


def test_hovering_draws_only_the_card_that_rises(tmp_path: Path) -> None:
    driver = seeded_menu(reduced_motion=True)
    driver.draw()
    game_card = control(driver, "gaps")
    driver.send(motion(game_card.rect.center))
    touched = frame(driver, 0.0)
    assert touched is not None and any(area.contains(game_card.rect) for area in touched)
    assert all(area.w < 640 for area in touched)
    assert pygame.image.tobytes(driver.surface, "RGB") == whole(driver)


def test_the_ring_of_the_focus_is_drawn_and_taken_away_in_parts() -> None:
    driver = seeded_menu(reduced_motion=True)
    driver.draw()
    for code in (pygame.K_TAB, pygame.K_TAB, pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP):
        driver.press(code)
        assert frame(driver, 0.0), code
        assert pygame.image.tobytes(driver.surface, "RGB") == whole(driver)
    driver.send(motion((1, 1)))
    assert frame(driver, 0.0)
    assert pygame.image.tobytes(driver.surface, "RGB") == whole(driver)


WITH_DEMOS = [name for name in RULES if f"fourfold {name} " in " ".join(read_demos(asset_folder()))]
"""The games that the menu has deals of to play by itself."""


def playing(driver: SceneDriver) -> list[str]:
    return [game_card.name for game_card in driver.scene._game_cards if game_card.table.plays]


@pytest.mark.parametrize("choice", [{"reduced_motion": True}, {"animated": False}])
def test_without_motion_the_tables_stand_still(choice: dict[str, bool]) -> None:
    driver = seeded_menu(**choice)
    driver.draw()
    assert playing(driver) == []
    driver.scene.stale = False
    driver.wait(6)
    assert not driver.scene.stale
    driver.held.choose(**{name: not value for name, value in choice.items()})
    assert playing(driver) == WITH_DEMOS


def test_the_tables_take_turns() -> None:
    driver = seeded_menu()
    moved = []
    for _ in range(100):
        before = [game_card.table.position for game_card in driver.scene._game_cards]
        driver.scene.update(min(driver.scene.due, 0.1))
        after = [game_card.table.position for game_card in driver.scene._game_cards]
        moved += [
            name for name, *both in zip(RULES, before, after, strict=True) if both[0] != both[1]
        ]
    assert moved[: len(WITH_DEMOS)] == WITH_DEMOS


def test_every_start_shows_other_deals() -> None:
    shown = {
        tuple(game_card.table.position for game_card in seeded_menu(seed=seed).scene._game_cards)
        for seed in range(5)
    }
    assert len(shown) == 5


def test_la_peau_plays_under_the_policy_chosen() -> None:
    driver = seeded_menu()
    table = {game_card.name: game_card.table for game_card in driver.scene._game_cards}["lapeau"]
    assert table.plays_by(LaPeau())
    driver.held.choose(building="same")
    assert table.plays_by(LaPeau("same"))


def test_coming_back_the_tables_go_on_from_where_they_were() -> None:
    driver = seeded_menu()
    frame(driver, 1.0)
    positions = [game_card.table.position for game_card in driver.scene._game_cards]
    driver.scene.resume()
    assert positions == [game_card.table.position for game_card in driver.scene._game_cards]


def test_without_the_file_of_deals_tables_stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.scenes.menu.scene.read_demos", lambda assets: [])
    driver = seeded_menu()
    driver.draw()
    game_cards = {game_card.name: game_card.table for game_card in driver.scene._game_cards}
    assert not any(table.plays for table in game_cards.values())
    assert game_cards["gaps"].position == sample_position(RULES["gaps"]())


def test_a_screen_reader_is_told_all_texts_whatever_was_drawn_before() -> None:
    driver = menu()
    assets = driver.held.services.assets
    driver.draw()
    driver.draw()
    first = {line.text for line in texts_of(driver.scene, assets)}
    assert {"Fourfold", "Daily deals", "choose"} <= first
    driver.draw()
    assert {line.text for line in texts_of(driver.scene, assets)} == first


# What cards tell


def told(driver: SceneDriver, game: str) -> tuple[str, float | None]:
    scenery = {game_card.name: game_card.scenery for game_card in driver.scene._game_cards}[game]
    return " · ".join(scenery.summary.words), scenery.summary.done


def won(driver: SceneDriver, rules: Rules, number: int, when: int, **more: object) -> None:
    """An attempt that is kept as won."""
    key = DealKey(rules.name, rules.policy, deals.deck_text(deals.deck_of(number)))
    play = Play(1, PlayOutcome.WON, 80, 100.0, when=when)._replace(**more)  # type: ignore[arg-type]
    save_record(driver.held.services.game_store.storage, key, plays=[play])


def test_the_first_frame_does_not_wait_for_what_cards_tell() -> None:
    held, waiting = recording_services(), list[Callable[[], None]]()
    program = held.services.program
    held.services.program = program._replace(after_first_frame=waiting.append)
    driver = SceneDriver(MenuScene(held.services), held, (1280, 800))
    assert told(driver, "klondike") == ("", None)
    for call in waiting:
        call()
    assert told(driver, "klondike") == ("not solved yet", None)
    assert all(game_card.stale for game_card in driver.scene._game_cards)


def test_before_anything_was_won_cards_say_so() -> None:
    driver = menu()
    assert told(driver, "brainjam") == ("not solved yet", None)
    assert told(driver, "klondike") == ("not solved yet", None)
    assert told(driver, "lapeau") == ("alternate colours", None)
    assert told(driver, "gaps") == ("gaps after the sequences", None)


def test_brain_jam_counts_the_deals_of_its_list(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    driver = SceneDriver(MenuScene(held.services), held)
    first = packs_of(BrainJam(), levels_folder())[0].levels
    decks = [deals.deck_text(level.deck) for level in first[:3]] + [deals.deck_text(range(52))]
    answers = [
        (DealKey("brainjam", "", deck), StoredAnswer(80, "a", how=how))
        for deck, how in zip(decks, (HelpKind.HINTS, *[HelpKind.ALONE] * 3), strict=True)
    ]
    held.services.game_store.storage.answers.offer(answers)
    driver.scene.resume()
    assert told(driver, "brainjam") == ("3 of 1,500 deals solved", 3 / 1500)


def test_a_win_outside_the_list_is_told_too(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    driver = SceneDriver(MenuScene(held.services), held)
    won(driver, BrainJam(), 1, 1000)
    driver.scene.resume()
    assert told(driver, "brainjam") == ("1 won · 100%", 1.0)


def test_the_other_games_count_what_was_won_without_help(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    driver = SceneDriver(MenuScene(held.services), held)
    won(driver, Klondike(), 1, 1000)
    won(driver, Klondike(), 2, 2000, hints=1)
    won(driver, LaPeau(), 1, 3000)
    driver.scene.resume()
    assert told(driver, "klondike") == ("1 won · 100%", 1.0)
    assert told(driver, "lapeau") == ("1 won · 100% · alternate colours", 1.0)
    assert "1 won · 100%" in [line.text for line in driver.written()]


def test_a_game_won_only_with_help_is_not_called_unsolved(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    driver = SceneDriver(MenuScene(held.services), held)
    for rules in (Klondike(), LaPeau(), BrainJam()):
        won(driver, rules, 2, 2000, hints=1)
    driver.scene.resume()
    assert told(driver, "klondike") == ("solved with help", None)
    assert told(driver, "lapeau") == ("solved with help · alternate colours", None)
    assert told(driver, "brainjam") == ("solved with help", None)


@pytest.mark.parametrize(("wins", "losses", "rate"), [(250, 1, "99%"), (1, 250, "1%")])
def test_the_rate_is_100_only_if_all_were_won_as_in_the_statistics(
    wins: int, losses: int, rate: str, tmp_path: Path
) -> None:
    held = recording_services(tmp_path)
    driver = SceneDriver(MenuScene(held.services), held)
    for number in range(wins + losses):
        lost = {"outcome": PlayOutcome.STUCK} if number < losses else {}
        won(driver, Klondike(), number, number + 1, **lost)
    assert game_summary(held.services, Klondike()).words[1] == rate


def test_a_card_with_little_room_leaves_out_what_matters_less() -> None:
    driver = menu((640, 400), reduced_motion=True)
    game_card = {game_card.name: game_card for game_card in driver.scene._game_cards}["gaps"]
    before = game_card.window()
    words = GameSummary(("70 won", "2 redeals and more a game"))
    game_card.show(game_card.scenery._replace(summary=words))
    assert "70 won" in [line.text for line in driver.written()]
    assert game_card.window().w >= before.w, "the table is not made smaller for it"
    assert game_card.table._area.w > before.w * 0.7


@pytest.mark.parametrize("size", [(640, 400), (733, 517), (1000, 720)])
@pytest.mark.parametrize("ui", [1.0, 1.25, 1.5])
def test_words_on_a_card_leave_a_window_in_which_cards_are_seen(
    size: tuple[int, int], ui: float
) -> None:
    driver = menu(size, ui_scale=ui, reduced_motion=True)
    for game_card in driver.scene._game_cards:
        words = GameSummary(("619 donnes résolues sur 1500",), 0.4)
        game_card.show(game_card.scenery._replace(summary=words))
        assert words.words[0] in [line.text for line in driver.written()]
        assert min(game_card.table._area.size) > 20


def test_a_file_that_cannot_be_read_leaves_the_menu_usable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = after_play(tmp_path, BrainJam(), "A", (1280, 800))
    storage = driver.held.services.game_store.storage
    won(driver, Klondike(), 5, 1)
    driver.scene.resume()
    assert told(driver, "klondike")[0].startswith("1 won")
    for part, name in ((storage.answers, "solved"), (storage.plays, "tallies"), (storage, "deal")):
        monkeypatch.setattr(part, name, damaged)
    driver.scene.resume()
    driver.draw()
    for game in ("brainjam", "klondike"):
        assert told(driver, game) == ("not solved yet", None)


def test_the_menu_follows_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = after_play(tmp_path, BrainJam(), "ABC", (1280, 800))
    driver.press(pygame.K_TAB)
    at, tables = driver.scene.focus.focused.name, [d.table for d in driver.scene._game_cards]
    monkeypatch.setattr(Language, "__call__", lambda self, text: f"«{text}»")
    driver.scene.follow_language()
    driver.scene.follow_settings()
    driver.scene.place(driver.size)
    texts = [line.text for line in driver.written()]
    assert "«Options»" in texts and "«Four rows to put in order»" in texts
    assert "«Daily deals»" in texts and any("«last played" in text for text in texts)
    assert driver.scene.focus.focused.name == at
    assert [game_card.table for game_card in driver.scene._game_cards] == tables


# The deals of the day


class Days:
    """Stands in for the daily deals."""

    def __init__(self, numbers: dict[str, int], won: dict[str, DayState], today: date) -> None:
        self.numbers, self.won, self.today = numbers, won, today
        self.due = 3600.0
        self.is_searching = False

    def states(self, game: str) -> dict[date, DayState]:
        return {self.today: self.won[game]} if game in self.won else {}

    def number(self, game: str, day: date | None = None) -> int | None:
        self.is_searching = game not in self.numbers
        return self.numbers.get(game)

    def known_number(self, game: str, day: date) -> int | None:
        return self.numbers.get(game)

    def is_sought(self, game: str, day: date) -> bool:
        return self.is_searching and game not in self.numbers

    def rules(self, game: str) -> Rules:
        return RULES[game]()


def daily_menu(days: Days, size: tuple[int, int] = (1280, 800)) -> SceneDriver:
    held = recording_services()
    held.services.daily = days  # type: ignore[assignment]
    return SceneDriver(MenuScene(held.services), held, size)


def test_the_panel_tells_the_day_and_what_is_solved() -> None:
    days = Days({}, {"gaps": DayState.WON, "lapeau": DayState.HELPED}, date(2026, 11, 21))
    driver = daily_menu(days)
    texts = [line.text for line in driver.written()]
    spoken = {str(w.name): w.spoken for w in driver.scene.focus.widgets if "daily" in str(w.name)}
    assert spoken["daily-gaps"].endswith(", solved")
    assert spoken["daily-lapeau"].endswith(", solved with help")
    assert "Daily deals" in texts and f"21 November · 2 of {len(RULES)} solved" in texts
    days.today, days.won = date(2026, 11, 22), {}
    driver.wait(0.1)
    assert f"22 November · 0 of {len(RULES)} solved" in [line.text for line in driver.written()]


def test_at_local_midnight_an_unfinished_table_was_left_yesterday(tmp_path: Path) -> None:
    scene = after_play(tmp_path, BrainJam(), "A", (1280, 800)).scene
    now = datetime.now()
    scene.services.daily._now = lambda: now
    driver = SceneDriver(MenuScene(scene.services, lambda: now), recording_services(), (1280, 800))
    assert "last played today" in " ".join(line.text for line in driver.written())
    now += timedelta(days=1)
    driver.wait(0.1)
    assert driver.scene.stale
    assert "last played yesterday" in " ".join(line.text for line in driver.written())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("size", "ui"),
    [((640, 400), 1.25), ((600, 1024), 1.0), ((600, 1024), 1.5), ((1080, 1920), 2.0)],
)
def test_without_unfinished_tables_the_panel_has_room_for_its_title(
    size: tuple[int, int], ui: float, language: str
) -> None:
    driver = menu(size, ui_scale=ui, language=language)
    title = driver.held.services.language("Daily deals")
    assert title in [line.text for line in driver.written()]


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
def test_a_press_opens_the_deal_of_the_day(game: str, size: tuple[int, int]) -> None:
    driver = daily_menu(Days({game: 617}, {}, date(2026, 1, 2)), size)
    change = driver.click(control(driver, DAILY + game).rect.center)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.number == 617
    assert change.scene.session.rules == RULES[game]()


def test_a_deal_of_the_day_that_is_still_looked_for_opens_when_it_is_found() -> None:
    days = Days({}, {}, date(2026, 1, 2))
    driver = daily_menu(days)
    assert driver.click(control(driver, "daily-gaps").rect.center) is None
    assert driver.held.told == ["Looking for today’s deal…"]
    sought = [chip.name for chip in driver.scene._daily.chips if chip.sought]
    assert sought == ["daily-gaps"]
    assert driver.scene.update(0.1) is None
    days.numbers["gaps"] = 4711
    change = made(driver.held.services, driver.scene.update(0.1))
    assert not any(chip.sought for chip in driver.scene._daily.chips)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.number == 4711


def test_a_deal_of_the_day_whose_search_fails_can_be_asked_for_again() -> None:
    days = Days({}, {}, date(2026, 1, 2))
    driver = daily_menu(days)
    driver.click(control(driver, "daily-gaps").rect.center)
    days.is_searching = False
    assert driver.scene.update(0.1) is None
    assert not days.is_searching, "no search begins by itself"
    assert not any(chip.sought for chip in driver.scene._daily.chips)
    driver.click(control(driver, "daily-gaps").rect.center)
    assert days.is_searching


def test_a_deal_of_the_day_is_not_opened_once_the_player_went_elsewhere() -> None:
    days = Days({}, {}, date(2026, 1, 2))
    driver = daily_menu(days)
    driver.click(control(driver, "daily-gaps").rect.center)
    driver.click(control(driver, "help").rect.center)
    driver.scene.resume()
    days.numbers["gaps"] = 4711
    assert driver.scene.update(0.1) is None
    assert not any(chip.sought for chip in driver.scene._daily.chips)


def test_the_signs_of_the_daily_deals_tell_their_games() -> None:
    driver = daily_menu(Days({}, {}, date(2026, 1, 2)))
    chip = control(driver, "daily-lapeau")
    driver.send(motion(chip.rect.center))
    driver.wait(1.0)
    assert "Daily deal: La Peau" in [line.text for line in driver.written()]


# Tables that were left


def left_tables(
    *played: tuple[Rules, int | str], size: tuple[int, int] = (1280, 800), **choices: object
) -> SceneDriver:
    """The menu after a move in each of some deals: one of a number, or one without it whose deck
    begins with a word.
    """
    held = recording_services(**choices)  # type: ignore[arg-type]
    for rules, label in played:
        if isinstance(label, int):
            deck, number = deals.deck_of(label), label
        else:
            deck, number = deals.parse_deck("".join(dict.fromkeys(label + LETTERS))), None
        session = held.services.game_store.open(rules, deck, number)
        session.play(rules.moves(session.position)[0])
    return SceneDriver(MenuScene(held.services), held, size)


FIVE = ((Gaps(), 1), (Klondike(), 2), (LaPeau(), 3), (BrainJam(), 4), (Gaps(), 5))


def test_the_last_four_tables_are_there_as_pictures_each_leading_to_its_deal() -> None:
    driver = left_tables(*FIVE)
    names = [CONTINUE, *(f"{CONTINUE}-{n}" for n in (2, 3, 4))]
    found = []
    for name in names:
        change = driver.click(control(driver, name).rect.center)
        assert isinstance(change, Push) and isinstance(change.scene, TableScene)
        found.append(change.scene.session.number)
    assert found == [5, 4, 3, 2]


def test_a_finished_table_is_not_offered(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    session = held.services.game_store.open(Gaps(), deals.deck_of(5), 5)
    session.play(session.rules.moves(session.position)[0])
    deck = easy_deck(Klondike())
    won = held.services.game_store.open(Klondike(), deck, None)
    for _ in range(200):
        if not won.is_won and won.purge().refusal:
            won.space()
    assert won.is_won
    driver = SceneDriver(MenuScene(held.services), held, (1280, 800))
    assert [left.number for left in driver.scene._left] == [5]
    assert not driver.scene._game_cards[list(RULES).index("klondike")].is_begun


def test_a_card_goes_on_where_its_game_was_left_or_begins_anew() -> None:
    driver = left_tables(*FIVE)
    change = driver.click(control(driver, "go-on-gaps").rect.center)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert (change.scene.session.number, change.scene.session.moves) == (5, 1)
    change = driver.click(control(driver, "new-brainjam").rect.center)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.rules == BrainJam() and change.scene.session.moves == 0


def test_a_card_itself_goes_on_with_an_unfinished_game_which_its_tooltip_says() -> None:
    driver = left_tables((Gaps(), 5), (BrainJam(), 7))
    for name, tooltip in (("gaps", "Continue"), ("brainjam", ""), ("klondike", "")):
        assert control(driver, name).tooltip == tooltip
    for how in (lambda: driver.click(control(driver, "gaps").rect.move(0, 9).midtop), None):
        driver.scene.focus.focus(control(driver, "gaps"), ring=True)
        change = driver.press(pygame.K_RETURN) if how is None else how()
        assert isinstance(change, Push) and isinstance(change.scene, TableScene)
        assert (change.scene.session.number, change.scene.session.moves) == (5, 1)
    change = driver.click(control(driver, "brainjam").rect.move(0, 9).midtop)
    assert isinstance(change, Push) and isinstance(change.scene, DealsScene)
    change = driver.click(control(driver, "klondike").rect.move(0, 9).midtop)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.moves == 0


def test_a_card_of_a_game_without_an_unfinished_deal_has_no_buttons_of_its_own() -> None:
    driver = left_tables((Gaps(), 1))
    names = {str(widget.name) for widget in driver.scene.focus.widgets}
    assert {name for name in names if name.startswith(("go-on-", "new-"))} == {
        "go-on-gaps",
        "new-gaps",
    }


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ui", [1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1280, 800), (1000, 1400)])
def test_all_words_stay_at_every_text_size_where_the_window_is_not_small(
    size: tuple[int, int], ui: float, language: str
) -> None:
    driver = left_tables(*FIVE, size=size, ui_scale=ui, language=language)
    _, scene = driver.held.services.language, driver.scene
    written = {line.text: line.whole for line in driver.written()}
    offered = ("My games", "Statistics", "Options", "Help", "Quit")
    for words in (*offered, "Continue", "New", "Daily deals", "Fourfold"):
        assert written[_(words)], words
    for card in scene._game_cards:
        assert card.go_on.label and card.new.label
        window = card.window().move(card.rect.topleft)
        assert all(window.contains(button.rect) for button in card.widgets[1:])
    assert all(written[left.title] for left in scene._left[: scene._tiles_shown])
    found = overlapping(scene.focus.widgets)
    assert all(card in RULES and button.endswith(card) for button, card in found)


LONG = ((BrainJam(), 927982), (LaPeau(), 314159), (Klondike(), "PliIXmeo"), (Gaps(), 202400))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("ui", [1.0, 1.25, 1.5, 2.0])
def test_no_label_of_an_unfinished_table_is_cut(ui: float, count: int) -> None:
    driver = left_tables(*LONG[-count:], ui_scale=ui)
    titles = {left.title for left in driver.scene._left}
    for size in (*DRAWN_SIZES, (900, 560), (800, 500), (1920, 1080)):
        driver.scene.place(size)
        cut = [line for line in driver.written() if line.text in titles and not line.whole]
        assert not cut, size


def test_there_are_fewer_tables_where_a_label_would_be_cut_but_not_for_a_players_name() -> None:
    wide = (*LONG, (Klondike(), "mWwMAHNO"))
    driver = left_tables(*wide, size=(900, 560))
    assert driver.scene._tiles_shown == 3
    assert {"Klondike mWwMAHNO…", "Gaps 202400"} <= {line.text for line in driver.written()}
    storage = driver.held.services.game_store.storage
    storage.note(storage.unfinished("klondike")[0].key, About("A long name of a deal " * 9))
    driver.scene.resume()
    assert driver.scene._tiles_shown == 4


@pytest.mark.parametrize("size", [(640, 400), (800, 500), (1280, 800)])
@pytest.mark.parametrize("ui", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_buttons_of_all_cards_have_one_form(
    size: tuple[int, int], ui: float, language: str
) -> None:
    driver = left_tables(*FIVE, size=size, ui_scale=ui, language=language)
    pairs = driver.scene._game_cards
    buttons = [button for pair in pairs for button in (pair.go_on, pair.new)]
    assert len({(bool(button.label), bool(button.icon)) for button in buttons}) == 1
    assert len({pair.go_on.rect.y == pair.new.rect.y for pair in pairs}) == 1


def test_in_a_small_window_no_button_covers_the_table_for_the_sake_of_a_word() -> None:
    driver = left_tables(*FIVE, size=(640, 400), ui_scale=1.25, language="fr")
    for pair in driver.scene._game_cards:
        assert pair.go_on.rect.y == pair.new.rect.y and not pair.go_on.label


def test_a_game_left_long_before_the_last_tables_has_its_buttons() -> None:
    driver = left_tables((Klondike(), 1), *((Gaps(), number) for number in range(1, 6)))
    assert "klondike" not in {left.rules.name for left in driver.scene._left}
    assert control(driver, "go-on-klondike") and control(driver, "go-on-gaps")


@pytest.mark.parametrize("ui", [1.0, 1.6])
@pytest.mark.parametrize("size", [*DRAWN_SIZES, (800, 500)])
def test_the_words_of_the_daily_deals_are_part_of_the_calendar_s_button(
    size: tuple[int, int], ui: float
) -> None:
    driver = menu(size, ui_scale=ui)
    button, panel = control(driver, "calendar").rect, driver.scene._daily.rect
    inside = [line.area for line in driver.written() if panel.contains(line.area)]
    assert [area for area in inside if not button.contains(area)] == []
    assert all(not button.colliderect(chip.rect) for chip in driver.scene._daily.chips)


def test_ctrl_l_opens_the_library_and_the_icon_the_calendar() -> None:
    driver = menu()
    assert driver.scene.handle(key(pygame.K_l, CTRL)) == Push(OpenLibrary())
    driver.scene.handle(motion(control(driver, "calendar").rect.center))
    driver.scene.handle(down(control(driver, "calendar").rect.center))
    change = driver.scene.handle(up(control(driver, "calendar").rect.center))
    assert change == Push(OpenCalendar())


def test_the_little_tables_rest_after_a_minute_without_input_and_wake_at_the_next() -> None:
    driver = menu(reduced_motion=False)
    scene = driver.scene
    for _ in range(70 * 4):
        scene.update(0.25)
    tables = [card.table for card in scene._game_cards]
    assert all(table.rests and table.due is None for table in tables)
    assert scene.due > 1
    driver.send(motion((5, 5)))
    assert any(table.due is not None for table in tables)


@pytest.mark.parametrize("games", [4, 5, 7])
@pytest.mark.parametrize("width", [260, 300, 520])
def test_however_many_daily_deals_there_are_none_covers_the_calendar(
    games: int, width: int
) -> None:
    look = recording_services().services.look(scene_scale(1280, 800))
    panel = DailyPanel([BrainJam()] * games, Language())
    panel.place(look, pygame.Rect(10, 10, width, 60))
    areas = [widget.rect for widget in panel.widgets]
    assert all(left.right <= right.left for left, right in pairwise(areas))
    assert all(chip.rect.w >= 20 for chip in panel.chips)
    assert areas[-1].right < panel.rect.right


@pytest.mark.parametrize("size", [(640, 400), (800, 500), (1280, 800), (1000, 1400)], ids=str)
def test_the_buttons_of_a_card_lie_below_the_cards_of_its_table(
    size: tuple[int, int],
) -> None:
    scene = left_tables(*FIVE[:3], size=size).scene
    assert isinstance(scene, MenuScene)
    shown = 0
    for card in scene._game_cards:
        table = card.table
        assert table._places is not None
        wide, high = table._places.card
        for _, seat in table.position.seats():
            x, y = table._places.place(table.position, seat)
            box = pygame.Rect(round(x), round(y), wide, high).move(card.rect.topleft)
            assert box.collidelist([button.rect for button in card.widgets[1:]]) < 0
        shown += len(card.widgets[1:])
    assert shown == 6


def test_the_daily_deals_are_named_in_the_smallest_window_in_french() -> None:
    driver = left_tables(*FIVE, size=(640, 400), language="fr")
    assert "Donnes du jour" in {line.text for line in driver.written()}
