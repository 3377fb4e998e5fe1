"""The list of deals by mouse and keyboard, in every form; its popup, question and reports."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from threading import Event

import pygame
import pytest
from input_events import CTRL, SHIFT, down, key, letter, motion, tapped
from made_deals import easy_deck
from recording_services import RecordingServices, made, recording_services
from scene_driver import SceneDriver, overlapping

from game.core import deals, untrusted_input
from game.core.translatable_texts import Wording
from game.desktop.commands import Command
from game.desktop.paste_and_drop import clipboard_text, put_clipboard
from game.desktop.touch import Device
from game.play import level_packs, notation
from game.play.level_packs import Level, Pack
from game.record.deal_list import DealFilter, ListColumn
from game.record.known_positions import Par
from game.record.library_filter_and_sort import LibraryDeal, standing_of
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import Change, Pop, Push, Quit, Replace, Scene
from game.scenes.common.deal_and_day_words import day_text
from game.scenes.common.dialog_scene import QuestionScene
from game.scenes.common.popup_menu import PopupScene
from game.scenes.common.progress import ProgressScene, ResultPage
from game.scenes.deals.scene import DealsScene, list_of
from game.scenes.help.scene import HelpScene
from game.scenes.menu.deals_to_resume import last_played, unfinished
from game.scenes.options.scene import OptionsScene
from game.scenes.statistics.scene import StatisticsScene
from game.scenes.table.scene import TableScene
from game.storage import About, DealKey, HelpKind, StorageError, StoredAnswer
from game.storage.errors import StorageTrouble
from game.system.language import Language
from game.widgets.base import Changed, Pressed, Widget
from game.widgets.button import Button
from game.widgets.list_view import HEAD
from game.widgets.number_entry import NumberEntry

JAM = BrainJam()
SIZES = ((640, 400), (733, 517), (1000, 1400), (1280, 800), (1920, 1080), (3840, 2160))
SOLVED = {3: 80, 5: 75, 6: 90}
"""Deals of the pack that are solved, and in how many moves; deal 5 in as few as can be."""
UNLISTED = 900001
"""A deal that is on no list of the game's own."""


def pack(count: int = 60, *, proved: bool = True, name: str = "Sixty deals") -> Pack:
    levels = tuple(
        Level(f"{n:04}", deals.deck_of(n), 70 + n, (n - 1) % 5 + 1) for n in range(1, count + 1)
    )
    return Pack(name, JAM.name, (), levels, (), proved)


def deal_key(number: int) -> DealKey:
    return DealKey(JAM.name, "", deals.deck_text(deals.deck_of(number)))


def solve(held: RecordingServices, answers: dict[int, int]) -> None:
    offered = [(deal_key(n), StoredAnswer(moves, "", n)) for n, moves in answers.items()]
    held.services.game_store.storage.answers.offer(offered)


def played(held: RecordingServices, number: int, keys: str = "a") -> None:
    session = held.services.game_store.open(JAM, deals.deck_of(number), number, autoplay=False)
    for char in keys:
        session.key(char)


def shown(
    folder: Path,
    size: tuple[int, int] = (1280, 800),
    packs: list[Pack] | None = None,
    *,
    answers: dict[int, int] = SOLVED,
    last: int | None = None,
    **choices: bool | int | float | str,
) -> SceneDriver:
    held = recording_services(folder, **choices)
    solve(held, answers)
    if last is not None:
        played(held, last)
    return SceneDriver(DealsScene(held.services, packs or [pack()]), held, size)


@pytest.fixture(autouse=True)
def small_packs_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is."""
    monkeypatch.setattr("game.scenes.common.deal_sources.SLICE_S", 60.0)


def keep_packs(held: RecordingServices, **numbers: tuple[int, ...]) -> None:
    """Put packs of the player's into the folder: by name the numbers of their deals, whose ids are
    letters.
    """
    folder = held.services.folders.levels
    folder.mkdir(parents=True)
    for name, listed in numbers.items():
        lines = [f"x{n} {deals.deck_text(deals.deck_of(n))} -\n" for n in listed]
        (folder / f"{name}.txt").write_text("".join(lines))


def selected(driver: SceneDriver) -> str:
    entry = driver.scene.selected
    return "" if entry is None else entry.level.id


def listed(driver: SceneDriver) -> list[str]:
    return [entry.level.id for entry in driver.scene._listing.rows]


def control(driver: SceneDriver, name: str) -> Widget:
    return driver.scene.focus_group.named(name)


def click_on(driver: SceneDriver, name: str) -> Change | None:
    return driver.click(control(driver, name).rect.center)


def click_row(driver: SceneDriver, id: str) -> Change | None:
    row = listed(driver).index(id)
    return driver.click(driver.scene._list.row_area(row).center)


def table_of(change: Change | None) -> TableScene:
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    return change.scene


# What it opens on


def test_it_opens_on_the_deal_last_played(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=42)
    assert selected(driver) == "0042"
    assert driver.scene._list.row_area(41).colliderect(driver.scene._list.rect)
    assert driver.scene.focus.focused is driver.scene._list


def test_a_list_never_played_opens_at_its_top(tmp_path: Path) -> None:
    assert selected(shown(tmp_path)) == "0001"


def test_a_deal_of_another_game_played_last_does_not_matter(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    played(held, 7)
    session = held.services.game_store.open(Klondike(), deals.deck_of(9), 9)
    session.space()
    driver = SceneDriver(DealsScene(held.services, [pack()]), held)
    assert selected(driver) == "0007"


def test_the_deal_named_on_the_command_line_comes_before_the_one_played_last(
    tmp_path: Path,
) -> None:
    held = recording_services(tmp_path)
    played(held, 7)
    deck = deals.deck_text(deals.deck_of(12))
    driver = SceneDriver(DealsScene(held.services, [pack()], deck=deck), held)
    assert selected(driver) == "0012"


def test_the_list_of_a_game_and_policy_has_its_packs(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    scene = list_of(held.services, LaPeau("same"))
    assert scene._rules == LaPeau("same") and scene._listing.rows


def test_a_pack_from_the_command_line_stands_where_it_will_stand_once_it_is_kept(
    tmp_path: Path,
) -> None:
    held = recording_services(tmp_path)
    folder = held.services.folders.levels
    folder.mkdir(parents=True)
    for name, number in (("a", 7), ("z", 8)):
        (folder / f"{name}.txt").write_text(f"1 {deals.deck_text(deals.deck_of(number))} -\n")
    held.services.packs.look()
    held.services.packs.reading.work()
    scene = list_of(held.services, JAM, pack=pack(3))
    names = ["brainjam.txt", "Sixty deals", "a.txt", "z.txt"]
    assert [each.name for each in scene._packs.packs] == names
    assert scene._listing.pack.name == "Sixty deals" and scene._packs.shown == 1


def test_a_pack_from_the_command_line_that_is_one_of_the_lists_is_there_once(
    tmp_path: Path,
) -> None:
    held = recording_services(tmp_path)
    folder = held.services.folders.levels
    folder.mkdir(parents=True)
    lines = [f"{n} {deals.deck_text(deals.deck_of(n))} -" for n in (7, 8)]
    (folder / "mine.txt").write_text("\n".join(lines))
    scene = list_of(held.services, JAM, pack=level_packs.read_pack(folder / "mine.txt"))
    assert [pack.name for pack in scene._packs.packs] == ["brainjam.txt", "mine.txt"]
    assert scene._listing.pack.name == "mine.txt"
    assert [entry.level.id for entry in scene._listing.rows] == ["7", "8"]


def test_some_of_a_packs_broken_lines_are_told_with_their_numbers(tmp_path: Path) -> None:
    lines = [f"1 {deals.deck_text(deals.deck_of(1))} -", *["2 ab -"] * 4]
    (tmp_path / "mine.txt").write_text("\n".join(lines))
    driver = shown(tmp_path, packs=[level_packs.read_pack(tmp_path / "mine.txt")])
    (told,) = driver.held.told
    assert [f"line {n}:" in told for n in (2, 3, 4, 5)] == [True, True, False, False]
    assert told.startswith("mine.txt: 1 deal of Brain Jam; 4 lines skipped; line 2: ")
    assert told.endswith(" …")


# Playing


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_KP_ENTER])
def test_enter_plays_the_deal_selected(code: int, tmp_path: Path) -> None:
    table = table_of(shown(tmp_path, last=9).press(code))
    assert table.session.number == 9 and table.session.deck == deals.deck_of(9)


def test_a_double_click_plays_a_deal_and_a_single_one_selects_it(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    driver.scene._list._clock = lambda: 1.0  # type: ignore[attr-defined]
    assert click_row(driver, "0004") is None
    assert selected(driver) == "0004"
    click_row(driver, "0004")
    assert table_of(driver.last).session.number == 4


def test_the_button_plays_the_deal_selected(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=9)
    assert table_of(click_on(driver, Command.PLAY)).session.number == 9


def test_par_goes_along_with_the_deal_as_the_pack_proves_or_claims_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The deals are in a list of the game's own too, with other pars.
    monkeypatch.setattr("game.scenes.table.played_table.listed_par", lambda *lists: None)
    monkeypatch.setattr("game.scenes.deals.listed_packs.proved_lengths", lambda *lists: {})
    for proved in (True, False):
        driver = shown(tmp_path, packs=[pack(proved=proved)], answers={})
        table = table_of(driver.press(pygame.K_RETURN))
        assert driver.held.services.advisor.par(table.session) == Par(71, proved)


def test_what_a_pack_claims_of_a_deal_does_not_stand_against_the_games_own_list(
    tmp_path: Path,
) -> None:
    driver = shown(tmp_path, packs=[pack(proved=False)], answers={})
    table = table_of(driver.press(pygame.K_RETURN))
    par = driver.held.services.advisor.par(table.session)
    assert par is not None and par.proved and par.moves != 71


# Going about


def test_tab_and_shift_tab_go_to_the_next_and_previous_unsolved_deal(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=2)
    driver.press(pygame.K_TAB)
    assert selected(driver) == "0004"
    driver.press(pygame.K_TAB)
    assert selected(driver) == "0007"
    driver.press(pygame.K_TAB, SHIFT)
    driver.press(pygame.K_TAB, SHIFT)
    assert selected(driver) == "0002"
    driver.press(pygame.K_TAB, SHIFT)
    driver.press(pygame.K_TAB, SHIFT)
    assert selected(driver) == "0060"
    driver.press(pygame.K_TAB)
    assert selected(driver) == "0001"


def test_a_scroll_bar_held_while_another_scene_covers_the_list_is_let_go(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    rows = driver.scene._list
    x, y = rows.rect.right - 3, rows.rect.top + 5
    driver.send(motion((x, y)), down((x, y)))
    driver.scene.covered()
    before = rows.scroller.offset
    driver.send(motion((x, rows.rect.bottom)))
    assert rows.scroller.offset == before < rows.scroller.most


def test_tab_goes_from_control_to_control_where_the_list_has_not_the_focus(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    driver.scene.focus.focus(control(driver, "show"))
    driver.press(pygame.K_TAB)
    assert selected(driver) == "0001"
    assert driver.scene.focus.focused is not control(driver, "show")


def test_every_control_can_be_reached_by_the_keyboard(tmp_path: Path) -> None:
    driver = shown(tmp_path, packs=[pack(), pack(9, name="Nine")])
    scene = driver.scene
    seen, waiting = set(), [scene._list]
    for _ in range(400):
        if not waiting:
            break
        widget = waiting.pop()
        if widget.name in seen:
            continue
        seen.add(widget.name)
        for code, mod in (
            (pygame.K_TAB, 0),
            (pygame.K_TAB, SHIFT),
            (pygame.K_RIGHT, 0),
            (pygame.K_LEFT, 0),
            (pygame.K_UP, 0),
            (pygame.K_DOWN, 0),
        ):
            scene.focus.focus(widget, ring=True)
            driver.press(code, mod)
            if scene.focus.focused is not None:
                waiting.append(scene.focus.focused)
    assert seen == {w.name for w in scene.focus.widgets if w.enabled}


@pytest.mark.parametrize("by_key", [True, False])
def test_a_random_unsolved_deal_is_one_key_or_button_away(by_key: bool, tmp_path: Path) -> None:
    driver = shown(tmp_path, packs=[pack(6)])
    found = []
    for _ in range(60):
        if by_key:
            driver.press(pygame.K_r, CTRL)
        else:
            click_on(driver, Command.RANDOM_UNSOLVED)
        found.append(selected(driver))
    assert all(earlier != later for earlier, later in pairwise(found))
    assert set(found) == {"0001", "0002", "0004"}


def test_buttons_go_to_the_next_and_previous_unsolved_deal(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=2)
    click_on(driver, Command.NEXT_UNSOLVED)
    assert selected(driver) == "0004"
    click_on(driver, Command.PREVIOUS_UNSOLVED)
    assert selected(driver) == "0002"


def test_with_every_deal_solved_there_is_no_unsolved_one_to_go_to(tmp_path: Path) -> None:
    driver = shown(tmp_path, packs=[pack(3)], answers={1: 80, 2: 80, 3: 80})
    for command in (Command.NEXT_UNSOLVED, Command.PREVIOUS_UNSOLVED, Command.RANDOM_UNSOLVED):
        assert not control(driver, command).enabled
    driver.press(pygame.K_TAB)
    driver.press(pygame.K_r, CTRL)
    assert selected(driver) == "0001"


def test_home_end_pages_and_the_wheel_scroll(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    driver.press(pygame.K_END)
    assert selected(driver) == "0060"
    driver.press(pygame.K_PAGEUP)
    assert "0001" < selected(driver) < "0060"
    driver.press(pygame.K_HOME)
    assert selected(driver) == "0001"
    driver.press(pygame.K_PAGEDOWN)
    assert selected(driver) > "0004"
    driver.press(pygame.K_HOME)
    driver.wait(1)
    middle = driver.scene._list.rect.center
    driver.send(pygame.event.Event(pygame.MOUSEMOTION, pos=middle, rel=(0, 0), buttons=(0, 0, 0)))
    driver.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0, pos=middle))
    driver.wait(1)
    assert driver.scene._list.visible_rows()[0] > 0 and selected(driver) == "0001"


# Typing a number


def test_digits_typed_jump_to_the_deal_and_enter_plays_it(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    for char in "42":
        assert driver.send(letter(char)) is None
    assert selected(driver) == "0042"
    assert table_of(driver.press(pygame.K_RETURN)).session.number == 42
    driver.scene.resume()
    assert selected(driver) == "0042" and control(driver, "number").text == ""


def test_digits_of_a_french_keyboard_jump_too(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    event = pygame.event.Event(
        pygame.KEYDOWN, key=pygame.K_AMPERSAND, mod=0, unicode="&", scancode=pygame.KSCAN_1
    )
    driver.send(event)
    assert control(driver, "number").text == "1"


def test_the_six_of_a_french_keyboard_begins_a_number(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    driver.send(
        pygame.event.Event(
            pygame.KEYDOWN, key=pygame.K_MINUS, mod=0, unicode="-", scancode=pygame.KSCAN_6
        )
    )
    assert control(driver, "number").text == "6"


def test_a_digit_that_writes_a_question_mark_opens_the_help(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    change = driver.send(
        pygame.event.Event(
            pygame.KEYDOWN,
            key=pygame.K_7,
            mod=pygame.KMOD_LSHIFT,
            unicode="?",
            scancode=pygame.KSCAN_7,
        )
    )
    assert isinstance(change, Push)


def test_a_number_outside_the_list_can_be_played(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=5)
    for char in "617000":
        driver.send(letter(char))
    table = table_of(driver.press(pygame.K_RETURN))
    assert table.session.number == 617_000 and table.advice.lights
    before = selected(driver)
    driver.scene.resume()
    assert selected(driver) == before


def test_ctrl_g_goes_to_the_number_and_escape_back_to_the_list_and_then_out(
    tmp_path: Path,
) -> None:
    driver = shown(tmp_path)
    driver.press(pygame.K_g, CTRL)
    assert driver.scene.focus.focused is control(driver, "number")
    assert driver.press(pygame.K_ESCAPE) is None
    assert driver.scene.focus.focused is driver.scene._list
    assert driver.press(pygame.K_ESCAPE) == Pop()


def test_a_number_that_a_filter_hides_is_played_all_the_same(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    driver.scene._listing.show = DealFilter.SOLVED
    driver.scene._rearrange()
    for char in "42":
        driver.send(letter(char))
    assert control(driver, "number").label == "Deal number, 0 to 999999", "it is in the list"
    assert table_of(driver.press(pygame.K_RETURN)).session.number == 42


@pytest.mark.parametrize("show", [DealFilter.ALL, DealFilter.SOLVED])
def test_in_a_list_of_ones_own_a_number_plays_the_deal_of_that_id(
    show: DealFilter, tmp_path: Path
) -> None:
    levels = tuple(Level(str(n), deals.deck_of(99 + n), None) for n in (1, 2, 3))
    driver = shown(tmp_path, packs=[Pack("mine.txt", "brainjam", (), levels, ())], answers={})
    driver.scene._listing.show = show
    driver.scene._rearrange()
    driver.send(letter("2"))
    table = table_of(driver.press(pygame.K_RETURN))
    assert table.session.deck == deals.deck_of(101), "the deal that was selected while typing"


# Copying


def test_ctrl_c_copies_the_answer_as_its_letters(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    deck = easy_deck(JAM)
    session = held.services.game_store.open(JAM, deck, None, autoplay=False)
    session.key("a")
    session.purge()
    level = Level("easy", deck, None)
    packed = Pack("one", JAM.name, (), (level,), ())
    driver = SceneDriver(DealsScene(held.services, [packed]), held)
    moves = held.services.game_store.answer_of(JAM, deck)
    letters = notation.write_answer(JAM, JAM.deal(deck), moves)
    for copy in (
        lambda: driver.press(pygame.K_c, CTRL),
        lambda: click_on(driver, Command.COPY),
    ):
        put_clipboard("")
        copy()
        assert clipboard_text() == letters
    assert "copied" in held.told[-1]


def test_without_an_answer_there_is_nothing_to_copy(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    put_clipboard("before")
    driver.press(pygame.K_c, CTRL)
    assert clipboard_text() == "before"
    assert not control(driver, Command.COPY).enabled


# Filters and sorting


@pytest.mark.parametrize(
    ("place", "ids"),
    [(0, 60), (1, 57), (2, 3), (3, 59)],
)
def test_the_segments_filter(place: int, ids: int, tmp_path: Path) -> None:
    driver = shown(tmp_path)
    control(driver, "show").value = list(DealFilter)[place]
    driver.scene.focus.focus(control(driver, "show"))
    driver.scene.act(Changed("show", list(DealFilter)[place]))
    assert len(listed(driver)) == ids


def test_a_click_on_a_segment_filters(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    area = control(driver, "show").rect
    driver.click((area.right - 20, area.centery))
    assert driver.scene._listing.show is DealFilter.NOT_A_STAR
    driver.click((area.x + 20, area.centery))
    assert driver.scene._listing.show is DealFilter.ALL


def test_difficulty_buttons_hide_and_show_and_the_last_one_shows_all(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    said: list[str] = []
    driver.held.services.speak = said.append
    click_on(driver, "difficulty-1")
    assert len(listed(driver)) == 48 and "0001" not in listed(driver)
    assert said == ["48 deals"]
    for n in (2, 3, 4):
        click_on(driver, f"difficulty-{n}")
    assert {int(id) % 5 for id in listed(driver)} == {0}
    click_on(driver, "difficulty-5")
    assert len(listed(driver)) == 60


def test_the_selection_stays_through_filters_that_show_it(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=42)
    click_on(driver, "difficulty-1")
    assert selected(driver) == "0042"
    driver.scene.act(Changed("show", DealFilter.SOLVED))
    assert selected(driver) in ("0003", "0005")


def test_filters_that_leave_nothing_say_so_and_nothing_can_be_played(tmp_path: Path) -> None:
    driver = shown(tmp_path, answers={})
    driver.scene.act(Changed("show", DealFilter.SOLVED))
    assert listed(driver) == [] and selected(driver) == ""
    assert not control(driver, Command.PLAY).enabled
    for code, mod in (
        (pygame.K_RETURN, 0),
        (pygame.K_TAB, 0),
        (pygame.K_r, CTRL),
        (pygame.K_c, CTRL),
        (pygame.K_END, 0),
    ):
        driver.scene.focus.focus(driver.scene._list)
        assert driver.press(code, mod) is None
    assert any("No deals match" in line.text for line in driver.written())


@pytest.mark.parametrize("size", SIZES[:-1])
def test_from_an_empty_list_one_press_shows_all(size: tuple[int, int], tmp_path: Path) -> None:
    driver = shown(tmp_path, size, answers={})
    driver.scene.act(Changed("show", DealFilter.SOLVED))
    driver.scene.act(Pressed("difficulty-1"))
    assert listed(driver) == []
    assert any("No deals match" in line.text for line in driver.written()) or size == (640, 400)
    assert overlapping([w for w in driver.scene.focus.widgets if w.name != "deals"]) == []
    assert driver.scene._list.rect.contains(control(driver, "show-all").rect)
    click_on(driver, "show-all")
    assert len(listed(driver)) == 60 and control(driver, "show").value is DealFilter.ALL
    assert "show-all" not in {widget.name for widget in driver.scene.focus.widgets}
    assert driver.scene.focus.focused is driver.scene._list


def test_a_pack_without_deals_offers_nothing_to_show(tmp_path: Path) -> None:
    driver = shown(tmp_path, packs=[Pack("none", JAM.name, (), (), ())], answers={})
    assert "show-all" not in {widget.name for widget in driver.scene.focus.widgets}


def click_head(driver: SceneDriver, column: ListColumn) -> None:
    heads = driver.scene.heads
    at = next(
        (x, heads.rect.centery)
        for x in range(heads.rect.x, heads.rect.right)
        if heads.value_at((x, heads.rect.centery)) is column
    )
    driver.click((at[0] + 8, at[1]))


@pytest.mark.parametrize("column", list(ListColumn))
def test_a_click_on_a_head_sorts_and_another_turns_it_round(
    column: ListColumn, tmp_path: Path
) -> None:
    driver = shown(tmp_path, (1920, 1080), last=4)
    listing = driver.scene._listing
    if column is ListColumn.PLAYED:
        deck = deals.deck_text(deals.deck_of(2))
        listing.entries[1] = listing.entries[1]._replace(played=1_000_000_000)
        assert deals.deck_text(listing.entries[1].level.deck) == deck
    if column is ListColumn.NUMBER:
        listing.sort(ListColumn.BEST)
    click_head(driver, column)
    latest_first = column is ListColumn.PLAYED
    assert (listing.sorted_by, listing.descending) == (column, latest_first)
    once = listed(driver)
    click_head(driver, column)
    assert listing.descending is not latest_first and listed(driver) != once
    assert sorted(listed(driver)) == sorted(once)
    assert selected(driver) == "0004"


@pytest.mark.parametrize("column", [ListColumn.NUMBER, ListColumn.SOLVED, ListColumn.STAR])
def test_without_room_for_words_heads_are_signs_that_sort_too(
    column: ListColumn, tmp_path: Path
) -> None:
    driver = shown(tmp_path, (640, 400), ui_scale=0.8)
    heads = {line.text for line in driver.written()}
    assert "Number" in heads and "Star" not in heads
    listing = driver.scene._listing
    if column is ListColumn.NUMBER:
        listing.sort(ListColumn.BEST)
    click_head(driver, column)
    assert listing.sorted_by is column


def test_a_click_beside_the_heads_sorts_nothing(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    heads = driver.scene.heads.rect
    for at in ((heads.x + 2, heads.y - 3), (heads.x + 2, heads.bottom + 3)):
        driver.click(at)
    assert driver.scene._listing.sorted_by is ListColumn.NUMBER


# Packs


def test_another_pack_is_one_press_away(tmp_path: Path) -> None:
    problem = Wording("{file}: {reason}", file="mine.txt", reason="odd")
    other = Pack("Mine", JAM.name, (), tuple(pack(9).levels[6:]), (problem,))
    driver = shown(tmp_path, packs=[pack(), other], last=8)
    driver.scene.act(Changed("pack", 1))
    assert listed(driver) == ["0007", "0008", "0009"] and selected(driver) == "0008"
    assert driver.held.told == ["Mine: 3 deals of Brain Jam; 1 line skipped; mine.txt: odd"]


def test_a_single_pack_is_no_choice(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    assert "pack" not in {widget.name for widget in driver.scene.focus.widgets}


def test_a_broken_file_is_told_of_and_its_list_is_empty_but_harmless(tmp_path: Path) -> None:
    problem = Wording("{file}: {reason}", file="bad.txt", reason="it is not a text file")
    broken = Pack("bad.txt", JAM.name, (), (), (problem,))
    driver = shown(tmp_path, packs=[broken])
    assert driver.held.told == ["bad.txt: it is not a text file"]
    driver.draw()
    assert driver.press(pygame.K_RETURN) is None


def test_a_pack_of_klondike_opens_that_game(tmp_path: Path) -> None:
    level = Level("0001", deals.deck_of(1), None)
    driver = shown(tmp_path, packs=[Pack("k", "klondike", (), (level,), ())], answers={})
    assert table_of(driver.press(pygame.K_RETURN)).session.rules == Klondike()


def test_a_deal_of_the_players_own_pack_is_called_by_its_id_wherever_it_stands(
    tmp_path: Path,
) -> None:
    hard = Pack(
        "my hard ones.txt", "klondike", (), (Level("hard-7", easy_deck(Klondike()), 90),), ()
    )
    driver = shown(tmp_path, packs=[hard], answers={})
    table = table_of(driver.press(pygame.K_RETURN))
    table.place((1280, 800))
    assert table.title == "Klondike hard-7"
    assert table.table_picture.number == "Deal hard-7  ·  my hard ones"
    table.show(table.session.play(table.session.rules.moves(table.session.position)[0]))
    again = recording_services(tmp_path)
    store = again.services.game_store
    (row,) = store.storage.library()
    assert LibraryDeal(row, Klondike(), standing_of(row)).title == "hard-7"
    last, left = last_played(store.storage, "klondike"), unfinished(store.storage, "klondike")
    assert last is not None and left is not None
    assert [last.title, left.title] == ["Klondike hard-7"] * 2
    assert store.open(Klondike(), last.deck, last.number).label == "hard-7"
    store.put_back(store.delete(Klondike(), last.deck))
    assert store.storage.library() == [row]


# Coming back


def test_coming_back_the_selection_is_kept_and_what_was_solved_shows(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    click_row(driver, "0008")
    driver.press(pygame.K_RETURN)
    solve(driver.held, {8: 78})
    driver.scene.resume()
    assert selected(driver) == "0008"
    entry = driver.scene.selected
    assert entry is not None and entry.star
    assert driver.scene._listing.solved == 4


def test_coming_back_filters_and_order_are_kept(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    click_on(driver, "difficulty-1")
    driver.scene._listing.sort(ListColumn.MINIMUM)
    driver.scene._listing.sort(ListColumn.MINIMUM)
    driver.scene._rearrange()
    rows = listed(driver)
    driver.scene.resume()
    assert listed(driver) == rows


def test_a_deal_just_solved_leaves_the_unsolved_ones_and_the_next_takes_its_place(
    tmp_path: Path,
) -> None:
    driver = shown(tmp_path)
    driver.scene.act(Changed("show", DealFilter.UNSOLVED))
    click_row(driver, "0008")
    solve(driver.held, {8: 90})
    driver.scene.resume()
    assert selected(driver) == "0009"


# Leaving


def test_the_keys_of_the_list_lead_where_they_say(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    assert driver.press(pygame.K_ESCAPE) == Pop()
    assert driver.send(letter("q")) == Pop()
    assert isinstance(driver.send(letter("Q")), Quit)
    for event, scene in (
        (key(pygame.K_F1), HelpScene),
        (key(pygame.K_SLASH, SHIFT, "?"), HelpScene),
        (key(pygame.K_o, CTRL), OptionsScene),
    ):
        change = driver.send(event)
        assert isinstance(change, Push) and isinstance(change.scene, scene)
    driver.press(pygame.K_F11)
    assert driver.held.fullscreen == [True]
    assert click_on(driver, Command.BACK) == Pop()


@pytest.mark.parametrize("size", [*SIZES, (900, 700)])
@pytest.mark.parametrize("packs", [1, 2])
def test_the_mouse_reaches_help_options_statistics_and_the_end(
    size: tuple[int, int], packs: int, tmp_path: Path
) -> None:
    """Each once: in the header, or in the menu where that has no room."""
    driver = shown(tmp_path, size, [pack(), pack(5, name="Five")][:packs])
    led = {
        Command.HELP: HelpScene,
        Command.OPTIONS: OptionsScene,
        Command.STATISTICS: StatisticsScene,
    }
    header = {str(widget.name) for widget in driver.scene.focus.widgets} & set(led)
    rows = {str(widget.name) for widget in popup(driver).scene.focus_group.widgets}
    assert header | rows >= {*led, Command.QUIT} and not header & rows
    if size[0] == 640:
        assert not header
    elif size[0] >= 1280:
        assert header == {Command.HELP, Command.OPTIONS}
    for name, kind in led.items():
        if name in header:
            change = click_on(driver, name)
            assert isinstance(change, Push) and isinstance(change.scene, kind)
        else:
            assert isinstance(pressed(popup(driver), name), kind)
    assert isinstance(popup_click(popup(driver), Command.QUIT), Quit)


def test_the_keyboard_keeps_its_place_where_the_header_loses_its_buttons(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    focus = driver.scene.focus
    focus.focus(focus.named(Command.HELP), ring=True)
    driver.scene.place((640, 400))
    assert focus.focused is focus.named(Command.MORE) and focus.ring_shown
    driver.scene.place((1280, 800))
    assert [str(widget.name) for widget in focus.widgets][1:6] == [
        "number",
        "library",
        "help",
        "options",
        "more",
    ]


def test_a_tooltip_belongs_to_what_the_mouse_came_to_last(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    for name, told in ((Command.MORE, "More"), (Command.HELP, "Help"), (Command.COPY, "Copy your")):
        driver.send(motion(control(driver, name).rect.center))
        driver.wait(1.0)
        assert any(line.text.startswith(told) for line in driver.written()), name


# What it looks like


def every_form(size: tuple[int, int], folder: Path, **choices: float | str) -> SceneDriver:
    packs = [pack(), pack(5, name="another-list-with-a-rather-long-name.txt")]
    return shown(folder, size, packs, last=5, **choices)


@pytest.mark.parametrize("ui", [0.8, 1.0, 1.5])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("packs", [1, 2])
def test_no_control_leaves_the_window_or_lies_on_another(
    size: tuple[int, int], ui: float, packs: int, tmp_path: Path
) -> None:
    driver = shown(tmp_path, size, [pack(), pack(5, name="Five")][:packs], ui_scale=ui)
    widgets = driver.scene.focus.widgets
    window = pygame.Rect((0, 0), driver.scene.size)
    outside = [w.name for w in widgets if not window.contains(w.rect) or min(w.target().size) < 20]
    assert outside == []
    assert overlapping(widgets) == []
    heads = driver.scene.heads.rect
    others = [widget for widget in widgets if widget.name != "heads"]
    assert not any(heads.colliderect(widget.rect) for widget in others)
    assert driver.scene._list.rect.height >= 2 * driver.scene.look.px(42)


@pytest.mark.parametrize("size", SIZES[:-1])
def test_every_text_is_whole_and_inside_the_window(size: tuple[int, int], tmp_path: Path) -> None:
    driver = every_form(size, tmp_path)
    window = pygame.Rect((0, 0), size)
    rows = driver.scene._list.rect
    for line in driver.written():
        assert line.whole, line
        inside = window.contains(line.area) or line.area.colliderect(rows)
        assert inside or line.area.topleft == (0, 0), line


@pytest.mark.parametrize("ui", [0.8, 0.9, 1.0])
@pytest.mark.parametrize("number", ["", "999999"])
def test_the_label_of_the_number_field_ends_before_its_arrow(
    ui: float, number: str, tmp_path: Path
) -> None:
    held = recording_services(tmp_path, ui_scale=ui)
    held.services.language.change("fr")
    driver = SceneDriver(DealsScene(held.services, [pack()]), held, (997, 613))
    driver.send(*map(letter, number))
    entry = driver.scene.number
    (label,) = (line for line in driver.written() if line.text == entry.label)
    assert label.area.right < entry._go_area().left


@pytest.mark.parametrize("size", [*SIZES[:-1], (900, 600), (1100, 700), (1400, 900)])
def test_heads_and_cells_do_not_run_into_each_other(size: tuple[int, int], tmp_path: Path) -> None:
    driver = every_form(size, tmp_path)
    look, heads = driver.scene.look, driver.scene.heads.rect
    ends = heads.x
    for column in driver.scene.heads._columns:
        width = look.width(column.name, HEAD)
        left = heads.x + round(column.share * heads.w) - round(column.align.value * width)
        assert left >= ends, (column.value, left, ends)
        ends = left + width
    assert ends <= heads.right


@pytest.mark.parametrize("rules", [JAM, Gaps()])
@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("size", [(1024, 600), (1280, 800), (1920, 1080)])
def test_the_arrow_stands_nearer_to_its_own_heading_than_to_the_next(
    size: tuple[int, int], code: str, rules: Rules, tmp_path: Path
) -> None:
    held = recording_services(tmp_path)
    held.services.language.change(code)
    scene = SceneDriver(list_of(held.services, rules), held, size).scene
    heads = scene.heads
    crowded = heads._is_crowded()
    for column, following in pairwise(heads._columns):
        arrow = heads._arrow(column, crowded=crowded)
        own, other = (heads._span(each, crowded=crowded) for each in (column, following))
        assert arrow.left - own[1] < other[0] - arrow.right, (column.name, own, other, arrow)


def claims(game: str = JAM.name) -> Pack:
    """A pack of the deal `UNLISTED` alone, which claims 71 moves."""
    return Pack("mine", game, (), (Level("1", deals.deck_of(UNLISTED), 71),), ())


def test_a_claim_that_the_players_own_answer_refutes_is_no_minimum(tmp_path: Path) -> None:
    driver = shown(tmp_path, (1920, 1080), [claims()], answers={UNLISTED: 68})
    texts = [line.text for line in driver.written()]
    assert "68" in texts and "71" not in texts
    assert not any(text.endswith("-3") for text in texts)


def test_a_minimum_that_is_only_claimed_is_not_called_the_minimum_possible(
    tmp_path: Path,
) -> None:
    for listed in (pack(), claims()):
        driver = shown(tmp_path, (1280, 800), [listed])
        texts = [line.text for line in driver.written()]
        assert ("Minimum possible" in texts) == listed.proved
        assert ("Claimed minimum" in texts) != listed.proved


@pytest.mark.parametrize("claimed", [60, 80, None])
def test_a_proved_length_takes_the_place_of_what_the_players_list_claims(
    claimed: int | None, tmp_path: Path
) -> None:
    held = recording_services(tmp_path)
    held.services.game_store.storage.note(deal_key(UNLISTED), About(shortest=70))
    solve(held, {UNLISTED: 70})
    level = claims().levels[0]._replace(par=claimed)
    driver = SceneDriver(DealsScene(held.services, [claims()._replace(levels=(level,))]), held)
    entry = driver.scene.selected
    assert (entry.least, entry.over, entry.star) == (70, 0, True)
    assert "Minimum possible" in [line.text for line in driver.written()]
    par = held.services.advisor.par(table_of(driver.press(pygame.K_RETURN)).session)
    assert par == Par(70, True)


@pytest.mark.parametrize("size", [(640, 400), (1000, 1400), (1920, 1080)])
def test_the_list_of_gaps_has_no_column_and_no_filter_of_stars(
    size: tuple[int, int], tmp_path: Path
) -> None:
    held = recording_services(tmp_path)
    for rules in (JAM, Gaps()):
        scene = SceneDriver(list_of(held.services, rules), held, size).scene
        stars = rules.facts.par_is_shortest
        columns = [heading.value for heading in scene.heads._columns]
        assert (ListColumn.STAR in columns) == stars
        texts = [line.text for line in SceneDriver(scene, held, size).written()]
        assert ("No star" in texts) == stars


def test_a_claim_for_gaps_is_a_best_known_as_the_column_says(tmp_path: Path) -> None:
    driver = shown(tmp_path, packs=[claims(Gaps.name)], answers={})
    texts = [line.text for line in driver.written()]
    assert texts.count("Best known") == 2 and not any("Minimum" in text for text in texts)


def test_the_day_a_deal_was_played_is_told_in_words(tmp_path: Path) -> None:
    driver = shown(tmp_path, (1920, 1080), last=3)
    assert "today" in [line.text for line in driver.written()]
    now = datetime(2026, 11, 22, 12).timestamp()
    assert day_text(now - 86_400, now, Language()) == "yesterday"
    assert day_text(1_000_000_000, now, Language()).startswith("2001-09-")
    assert day_text(0, now, Language()) == ""


def test_a_list_without_difficulties_or_pars_is_drawn_with_dashes(tmp_path: Path) -> None:
    level = Level("0001", deals.deck_of(1), None)
    driver = shown(tmp_path, packs=[Pack("k", JAM.name, (), (level,), ())], answers={})
    assert "–" in [line.text for line in driver.written()]


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)])
def test_a_packs_long_number_is_cut_before_the_signs(size: tuple[int, int], tmp_path: Path) -> None:
    level = Level("é" * level_packs.LONGEST_ID, deals.deck_of(1), 70, 3)
    driver = shown(tmp_path, size, [Pack("k", JAM.name, (), (level,), ())])
    written = {line.text: line.area for line in reversed(driver.written())}
    assert written[level.id].right < written["Solved"].centerx - 9


@pytest.mark.parametrize("size", [(640, 400), (1000, 1400), (1920, 1080)])
def test_a_list_without_difficulties_has_no_column_and_no_filter_of_them(
    size: tuple[int, int], tmp_path: Path
) -> None:
    plain = tuple(level._replace(difficulty=None) for level in pack(9).levels)
    driver = shown(tmp_path, size, [Pack("Plain", JAM.name, (), plain, ()), pack()])
    for graded in (False, True, False):
        driver.scene.act(Changed("pack", int(graded)))
        columns = [heading.value for heading in driver.scene.heads._columns]
        assert (ListColumn.DIFFICULTY in columns) == graded
        names = {widget.name for widget in driver.scene.focus.widgets}
        assert ("difficulty-1" in names) == graded
        words = any(line.text == "Difficulty" for line in driver.written())
        assert words == graded or size[0] == 640


def test_trouble_with_the_storage_is_told_and_the_list_still_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = shown(tmp_path)

    def refuse(*what: object) -> None:
        raise StorageError(StorageTrouble.BUSY, "another program holds the file")

    storage = driver.held.services.game_store.storage
    for name in ("touched", "last_played", "clear_history"):
        monkeypatch.setattr(storage, name, refuse)
    for name in ("all", "best", "offer"):
        monkeypatch.setattr(storage.answers, name, refuse)
    driver.scene.resume()
    assert any("is using your games file" in text for text in driver.held.told)
    assert len(listed(driver)) == 60
    assert isinstance(click_on(driver, Command.MORE), Push)


# More: import, export, clear


@pytest.mark.parametrize(
    ("device", "hint"), [(Device.MOUSE, "H"), (Device.TOUCH, ""), (Device.PAD, "")]
)
def test_the_key_to_the_next_harder_deal_is_a_hint_of_the_device(
    device: Device, hint: str, tmp_path: Path
) -> None:
    driver = shown(tmp_path)
    driver.scene.services.devices.last = device
    change = click_on(driver, Command.MORE)
    assert isinstance(change, Push) and change.scene.focus_group is not None
    row = change.scene.focus_group.named(Command.NEXT_HARDER)
    assert isinstance(row, Button) and (row.label, row._hint) == ("Next harder", hint)
    told = [line.text for line in driver.written()]
    assert ("next harder deal" in told) == bool(hint)


def popup(driver: SceneDriver, size: tuple[int, int] | None = None) -> SceneDriver:
    change = click_on(driver, Command.MORE)
    assert isinstance(change, Push) and isinstance(change.scene, PopupScene)
    return SceneDriver(change.scene, driver.held, size or driver.size)


def test_a_popup_closes_when_the_window_is_resized(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    scene = popup(driver).scene
    scene.place(driver.size)
    assert (scene.update(1.0), scene.due) == (None, None), "its text has another size"
    scene.place((1600, 800))
    assert (scene.update(1.0), scene.due) == (Pop(), 0.0)


def pressed(driver: SceneDriver, name: str) -> Scene | None:
    """The scene that a row of the popup opens in its place."""
    change = popup_click(driver, name)
    return change.scene if isinstance(change, Replace) else None


def popup_click(driver: SceneDriver, name: str) -> Change | None:
    return driver.click(control(driver, name).rect.center)


def report_lines(scene: Scene | None, held: RecordingServices) -> list[str]:
    assert isinstance(scene, ResultPage)
    lines = SceneDriver(scene, held, (1280, 800)).written()
    return [line.text for line in lines]


def easy_pack() -> Pack:
    levels = (Level("0001", easy_deck(JAM), 52), Level("0002", deals.deck_of(2), None))
    return Pack("easy", JAM.name, (), levels, ())


def easy_answer() -> str:
    position = JAM.deal(easy_deck(JAM))
    return notation.write_answer(JAM, position, JAM.purge(position))


def test_import_takes_right_answers_reports_wrong_ones_and_the_list_shows_them(
    tmp_path: Path,
) -> None:
    driver = shown(tmp_path, packs=[easy_pack()], answers={})
    folder = driver.held.services.folders.levels
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "brainjam.sol").write_bytes(
        f"[Solutions]\r\n0001=000{easy_answer()}(52)\r\n0002=000a(1)\r\n9999=000a(1)\r\n".encode()
    )
    (folder / "other.sol").write_text("no heading")
    (folder / "latin.sol").write_bytes(b"[Solutions]\n\xe9\xff")
    scene = pressed(popup(driver), Command.IMPORT)
    told = " ".join(report_lines(scene, driver.held))
    assert "brainjam.sol: 1 valid solution, 1 better than before" in told
    for words in ("line 3: deal 0002", "line 4", "'9999'", "other.sol:", "latin.sol:"):
        assert words in told
    driver.scene.resume()
    entry = driver.scene.selected
    assert entry is not None and entry.best == 52
    assert (entry.solved, entry.star) == (True, False), "an imported answer was not found alone"
    assert (entry.check_sign, entry.star_sign) == ("check-hollow", "star")


def test_import_without_a_file_says_where_to_put_one(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    assert popup_click(popup(driver), Command.IMPORT) == Pop()
    assert str(driver.held.services.folders.levels) in driver.held.told[-1]


def test_export_writes_what_import_takes_again(tmp_path: Path) -> None:
    driver = shown(tmp_path, packs=[easy_pack()], answers={})
    session = driver.held.services.game_store.open(JAM, easy_deck(JAM), None, autoplay=False)
    session.purge()
    told = " ".join(report_lines(pressed(popup(driver), Command.EXPORT), driver.held))
    file = driver.held.services.folders.data / "brainjam.sol"
    assert "1 solution saved" in told
    assert file.read_text() == f"[Solutions]\n0001=000{easy_answer()}(52)\n"


@pytest.mark.parametrize("is_own", [True, False])
def test_export_tells_where_the_older_programs_know_other_deals_by_the_ids(
    is_own: bool, tmp_path: Path
) -> None:
    driver = shown(tmp_path, packs=[easy_pack()._replace(proved=is_own)], answers={})
    driver.held.services.game_store.open(JAM, easy_deck(JAM), None, autoplay=False).purge()
    told = " ".join(report_lines(pressed(popup(driver), Command.EXPORT), driver.held))
    assert ("in the older programs they refer to different deals" in told) == is_own


def test_a_window_that_writes_nothing_exports_no_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = shown(tmp_path)
    monkeypatch.setattr(driver.held.services.settings_file, "read_only", True)
    assert popup_click(popup(driver), Command.EXPORT) == Pop()
    assert "--read-only" in driver.held.told[-1]
    assert not (driver.held.services.folders.data / "brainjam.sol").exists()


def test_a_history_is_cleared_only_after_a_yes_and_its_answer_stays(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=3)
    storage = driver.held.services.game_store.storage
    for answer, left in (("no", True), ("escape", True), ("yes", False)):
        scene = pressed(popup(driver), Command.CLEAR)
        assert isinstance(scene, QuestionScene)
        question = SceneDriver(scene, driver.held, (1280, 800))
        question.draw()
        buttons = scene.traced()["buttons"]
        if answer == "escape":
            change = question.press(pygame.K_ESCAPE)
        else:
            change = question.click(pygame.Rect(buttons[answer]).center)
        assert change == Pop()
        driver.scene.resume()
        assert bool(storage.deal(deal_key(3)).edges) == left
    assert storage.answers.best(deal_key(3)).moves == SOLVED[3]
    assert not control(popup(driver), Command.CLEAR).enabled


def test_a_deal_never_played_has_no_history_to_clear(tmp_path: Path) -> None:
    assert not control(popup(shown(tmp_path)), Command.CLEAR).enabled


def test_other_games_have_no_answers_files(tmp_path: Path) -> None:
    level = Level("0001", deals.deck_of(1), None)
    driver = shown(tmp_path, packs=[Pack("k", "klondike", (), (level,), ())], answers={})
    names = {widget.name for widget in popup(driver).scene.focus_group.widgets}
    assert names & {Command.IMPORT, Command.EXPORT, Command.CLEAR} == {Command.CLEAR}


@pytest.mark.parametrize("size", SIZES)
def test_the_popup_the_question_and_a_report_fit_the_window(
    size: tuple[int, int], tmp_path: Path
) -> None:
    driver = shown(tmp_path, size, last=3)
    window = pygame.Rect((0, 0), size)
    opened = popup(driver)
    assert window.contains(opened.scene._panel)
    assert overlapping(opened.scene.focus_group.widgets) == []
    question = pressed(opened, Command.CLEAR)
    assert question is not None
    told = " ".join(line.text for line in SceneDriver(question, driver.held, size).written())
    assert "all bookmarks will be deleted" in told
    for area in question.traced()["buttons"].values():
        assert window.contains(pygame.Rect(area))
    lines = ["A line that is rather long. " * 6] * 80
    report = SceneDriver(
        ResultPage(driver.held.services, lambda _: "Report", lambda: lines), driver.held, size
    )
    assert all(window.contains(w.rect) for w in report.scene.focus.widgets)
    if size != SIZES[-1]:
        report.draw()
    assert report.press(pygame.K_ESCAPE) == Pop()


def test_a_popup_stays_inside_a_window_that_gets_smaller(tmp_path: Path) -> None:
    opened = popup(shown(tmp_path, (1920, 1080)))
    for size in ((640, 400), (1000, 1400), (1280, 800)):
        opened.scene.place(size)
        assert pygame.Rect((0, 0), size).contains(opened.scene._panel)


def test_a_popup_closes_by_escape_and_by_a_click_beside_it(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    assert popup(driver).press(pygame.K_ESCAPE) == Pop()
    opened = popup(driver)
    beside = opened.scene._panel.left - 20, opened.scene._panel.bottom + 20
    opened.click(beside)
    assert opened.last == Pop()


def test_reports_show_their_lines_as_they_are(tmp_path: Path) -> None:
    lines = ["a ** star and a `tick`", "", "b"]
    scene = ResultPage(recording_services(tmp_path).services, lambda _: "Report", lambda: lines)
    told = " ".join(report_lines(scene, recording_services(tmp_path / "b")))
    assert "star" in told and "tick" in told


def test_without_motion_neither_list_nor_report_glides(tmp_path: Path) -> None:
    driver = shown(tmp_path, reduced_motion=True)
    lines = ["A line. " * 40] * 80
    page = ResultPage(driver.held.services, lambda _: "Report", lambda: lines)
    for scene in (driver, SceneDriver(page, driver.held)):
        scene.press(pygame.K_END)
        scene.scene.update(1 / 120)
        assert not scene.scene.busy
        scroller = next(w for w in scene.scene.focus.widgets if hasattr(w, "scroller")).scroller
        assert scroller.offset == scroller.most > 0


def test_what_is_traced_are_the_controls_and_the_rows_in_view(tmp_path: Path) -> None:
    driver = shown(tmp_path)
    buttons = driver.scene.traced()["buttons"]
    assert {"play", "number", "deals", "deal-0001"} <= set(buttons)
    area = pygame.Rect(buttons["deal-0002"])
    driver.click(area.center)
    assert selected(driver) == "0002"


# From a table


@pytest.mark.parametrize("rules", [JAM, LaPeau(), LaPeau("same"), Gaps(), Klondike()])
def test_ctrl_l_opens_the_list_of_the_game_and_the_deal_chosen_takes_the_tables_place(
    rules: Rules, tmp_path: Path
) -> None:
    held = recording_services(tmp_path)
    table = TableScene(held.services, rules, deals.deck_of(5), 5)
    table.place((1280, 800))
    change = made(held.services, table.handle(key(pygame.K_l, CTRL)))
    assert isinstance(change, Push) and isinstance(change.scene, DealsScene)
    opened = SceneDriver(change.scene, held)
    assert opened.scene._rules == rules
    assert opened.scene._listing.rows
    change = opened.press(pygame.K_RETURN)
    assert isinstance(change, Replace) and change.scenes == 2
    assert isinstance(change.scene, TableScene) and change.scene.session.rules == rules
    assert opened.press(pygame.K_ESCAPE) == Pop()


@pytest.mark.parametrize(
    ("place", "shown_first"), [("", "brainjam.txt"), ("x b.txt", "b.txt"), ("x a.txt", "a.txt")]
)
def test_ctrl_l_opens_the_list_that_the_deal_comes_from_else_the_first_with_it(
    place: str, shown_first: str, tmp_path: Path
) -> None:
    held = recording_services(tmp_path)
    keep_packs(held, a=(1, 9), b=(1, 9))
    table = TableScene(held.services, JAM, deals.deck_of(1), 1, pack=place)
    table.place((1280, 800))
    change = made(held.services, table.handle(key(pygame.K_l, CTRL)))
    assert isinstance(change, Push) and isinstance(change.scene, DealsScene)
    assert change.scene._listing.pack.name == shown_first


def test_the_list_of_a_deal_that_is_in_one_pack_alone_is_that_pack(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    keep_packs(held, a=(900001,), b=(900002,))
    for number, name in ((900001, "a.txt"), (900002, "b.txt"), (900003, "brainjam.txt")):
        scene = list_of(held.services, JAM, deck=deals.deck_text(deals.deck_of(number)))
        assert scene._listing.pack.name == name
    assert list_of(held.services, JAM)._listing.pack.name == "brainjam.txt"


@pytest.mark.parametrize(
    ("rules", "policy"),
    [
        (LaPeau(), "alternate colours"),
        (LaPeau("same"), "same suit"),
        (Gaps(), "gaps after the sequences"),
        (Gaps("random-gaps"), "random gaps"),
    ],
)
def test_a_list_says_for_which_policy_it_is(rules: Rules, policy: str, tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    listed = list_of(held.services, rules)
    words = [line.text for line in SceneDriver(listed, held).written()]
    count = "1,500" if policy == "random gaps" else "240"  # without a list of its own
    assert f"0 of {count} solved  ·  {policy}" in words


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Gaps(), Klondike()])
@pytest.mark.parametrize("size", [(640, 400), (1280, 800), (1000, 1400)])
def test_the_mouse_opens_the_list_from_a_table(
    rules: Rules, size: tuple[int, int], tmp_path: Path
) -> None:
    """By a button of the side bar; where that is small, by its menu."""
    held = recording_services(tmp_path)
    table = SceneDriver(TableScene(held.services, rules, deals.deck_of(5), 5), held, size)
    change = None
    if size == (640, 400):
        table.click(table.scene.table_picture.focus.named(Command.MENU).rect.center)
        menu = table.last
        assert isinstance(menu, Push) and isinstance(menu.scene, PopupScene)
        opened = SceneDriver(menu.scene, held, size)
        change = opened.click(opened.scene.focus_group.named(Command.LIST).rect.center)
        assert isinstance(change, Replace)
    else:
        table.click(table.scene.table_picture.focus.named(Command.LIST).rect.center)
        change = table.last
        assert isinstance(change, Push)
    assert isinstance(change.scene, DealsScene)


# What there is to tell of a deal


def test_the_header_says_how_many_are_solved_and_unaided_where_that_is_fewer(
    tmp_path: Path,
) -> None:
    driver = shown(tmp_path)
    (header,) = (line.text for line in driver.written() if "3 of 60 solved" in line.text)
    assert "Unaided" not in header
    helped = StoredAnswer(90, "", 9, how=HelpKind.HINTS)
    driver.held.services.game_store.storage.answers.offer([(deal_key(9), helped)])
    driver.scene.resume()
    (header,) = (line.text for line in driver.written() if "4 of 60 solved" in line.text)
    assert "  ·  Unaided 3  ·  " in header


def test_a_deal_in_play_tells_the_day(tmp_path: Path) -> None:
    driver = shown(tmp_path, (1920, 1080), last=2)
    assert "today" in [line.text for line in driver.written()]


def test_the_deal_selected_tells_of_tries_time_and_what_is_kept(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    solve(held, SOLVED)
    game_store = held.services.game_store
    session = game_store.open(JAM, deals.deck_of(3), 3, branching=True, autoplay=False)
    for char in "abc":
        session.key(char)
        game_store.spend(300.4 * (char != "c"))
    session.bookmark()
    driver = SceneDriver(DealsScene(held.services, [pack()]), held, (1920, 1080))
    texts = [line.text for line in driver.written()]
    assert "1 attempt · 10:00 in total" in texts
    assert "7 extra" in texts
    assert driver.scene._detail._record.kept.bookmarks == 1


def test_of_a_long_story_of_a_deal_only_whole_facts_are_told(tmp_path: Path) -> None:
    held = recording_services(tmp_path)
    solve(held, SOLVED)
    held.services.language.change("fr")
    session = held.services.game_store.open(JAM, deals.deck_of(3), 3, autoplay=False)
    session.key("a")
    held.services.game_store.spend(123456)
    session.key("b")
    driver = SceneDriver(DealsScene(held.services, [pack()]), held, (820, 700))
    (story,) = (line for line in driver.written() if "34:17:36" in line.text)
    assert story.whole


def test_the_list_says_how_many_deals_it_shows_and_which_keys_it_has(tmp_path: Path) -> None:
    driver = shown(tmp_path, (1920, 1080))
    texts = [line.text for line in driver.written()]
    assert {"60 deals", "Tab", "next unsolved", "Ctrl+R", "random"} <= set(texts)
    driver.scene.act(Changed("show", DealFilter.SOLVED))
    assert "3 deals" in [line.text for line in driver.written()]


# Typing


def test_a_number_that_is_not_in_the_list_leaves_the_deal_selected_before(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=42)
    for digit, wanted in (("1", "0001"), ("7", "0017"), ("9", "0042")):
        driver.press(getattr(pygame, f"K_{digit}"), char=digit)
        assert selected(driver) == wanted
    driver.press(pygame.K_BACKSPACE)
    assert selected(driver) == "0017"


def test_while_a_number_is_typed_it_says_whether_that_deal_is_in_the_list(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=42)
    usual, elsewhere = "Deal number, 0 to 999999", "Not listed: press Enter to play"

    def label() -> str:
        return next(t.text for t in driver.written() if t.text in (usual, elsewhere))

    for digit, wanted in (("1", usual), ("7", usual), ("9", elsewhere)):
        driver.press(getattr(pygame, f"K_{digit}"), char=digit)
        assert label() == wanted
    driver.press(pygame.K_TAB)
    assert label() == usual and control(driver, "number").text == ""


def test_on_a_touch_screen_a_number_that_is_not_in_the_list_names_no_key(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=42)
    driver.scene.services.devices.last = Device.TOUCH
    for digit in "179":
        driver.press(getattr(pygame, f"K_{digit}"), char=digit)
    assert control(driver, "number").label == "Not in the list"


def test_too_many_digits_open_no_deal_and_that_is_said(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=42)
    for digit in "1234567":
        driver.press(getattr(pygame, f"K_{digit}"), char=digit)
    assert driver.press(pygame.K_RETURN) is None
    assert driver.held.told == ["Deal numbers run from 0 to 999999"]
    right = control(driver, "number").rect
    driver.click((right.right - 12, right.centery))
    assert driver.last is None and len(driver.held.told) == 2
    driver.press(pygame.K_BACKSPACE)
    assert table_of(driver.press(pygame.K_RETURN)).session.number == 123456


def test_a_letter_typed_into_the_number_is_no_command_and_that_is_said(tmp_path: Path) -> None:
    driver = shown(tmp_path, last=42)
    driver.press(pygame.K_1, char="1")
    row = driver.scene._list.selected
    assert driver.send(letter("h"), letter("n")) is None
    assert driver.held.told == ["Deal numbers run from 0 to 999999"] * 2
    assert (driver.scene.number.text, driver.scene._list.selected) == ("1", row)


def test_coming_back_from_a_table_where_another_deal_was_played_that_one_is_selected(
    tmp_path: Path,
) -> None:
    driver = shown(tmp_path, last=2)
    driver.press(pygame.K_RETURN)
    played(driver.held, 7)
    driver.scene.resume()
    assert selected(driver) == "0007"


def test_a_players_list_is_called_by_its_file_and_the_games_own_by_its_size(
    tmp_path: Path,
) -> None:
    driver = shown(tmp_path, packs=[pack(), pack(20, proved=False, name="mine.txt")])
    texts = [line.text for line in driver.written()]
    assert "mine" in texts and "60 deals" in texts


# Large packs of the player's own


class SlowDisk:
    """The player's folder on a disk that answers when it is told to."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers, read = Event(), untrusted_input.read_text

        def wait(path: Path, most: int, *how: object) -> str:
            self.answers.wait(60)
            return read(path, most, *how)  # type: ignore[arg-type]

        self.held = recording_services(folder)
        monkeypatch.setattr(untrusted_input, "read_text", wait)
        levels = self.held.services.folders.levels
        levels.mkdir(parents=True)
        line = f"{{}} {deals.deck_text(deals.deck_of(7))} -\n"
        (levels / "large.txt").write_text("".join(line.format(n) for n in range(1000)))
        self.list = DealsScene(self.held.services, [pack()])
        self.list.place((1280, 800))
        shelf = self.held.services.packs
        shelf.look()
        change = self.list.resume()
        assert isinstance(change, Push) and isinstance(change.scene, ProgressScene)
        self.progress = change.scene
        self.progress.place((1280, 800))

    def go_on(self) -> Change | None:
        """A frame, and what is done between two."""
        self.progress.draw(pygame.Surface((1280, 800)))
        return self.progress.update(0.02)


@pytest.fixture
def slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDisk]:
    slow = SlowDisk(tmp_path, monkeypatch)
    yield slow
    slow.answers.set()


def test_a_large_pack_is_read_over_the_list_and_can_be_chosen_then(slow_disk: SlowDisk) -> None:
    assert slow_disk.go_on() is None
    slow_disk.answers.set()
    change = None
    while change is None:
        change = slow_disk.go_on()
    assert change == Pop()
    assert slow_disk.list.resume() is None
    assert [pack.name for pack in slow_disk.list._packs.packs] == ["Sixty deals", "large.txt"]
    chosen = slow_disk.list.focus.named("pack")
    slow_disk.list.act(Changed(chosen.name, 1))
    assert len(slow_disk.list._listing.rows) == 1000


def test_reading_a_large_pack_is_stopped_by_escape(slow_disk: SlowDisk) -> None:
    change = slow_disk.progress.handle(key(pygame.K_ESCAPE))
    assert change == Pop()
    assert slow_disk.list.resume() is None
    assert [pack.name for pack in slow_disk.list._packs.packs] == ["Sixty deals"]
    slow_disk.answers.set()
    assert slow_disk.held.services.packs.packs == []


@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_a_message_keeps_clear_of_the_buttons_and_may_lie_on_the_rows(
    size: tuple[int, int], tmp_path: Path
) -> None:
    driver = shown(tmp_path, size)
    clear = driver.scene.message_keeps_clear
    assert driver.scene.focus.named(Command.PLAY).rect in clear
    assert driver.scene._list.rect not in clear  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_a_finger_alone_plays_a_deal_by_its_number(tmp_path: Path, size: tuple[int, int]) -> None:
    driver = shown(tmp_path, size)
    driver.scene.services.devices.last = Device.TOUCH
    scene, field = driver.scene, driver.scene.number
    change = tapped(scene, field.rect.midleft)
    if isinstance(change, Push):
        scene = change.scene
        scene.place(size)
        field = scene.focus_group.focused
    assert isinstance(field, NumberEntry) and field.is_dialled
    tapped(scene, (field.rect.left + 10, field.rect.top + 5))
    played = tapped(scene, (field.rect.right - 12, field.rect.centery))
    opened = made(driver.scene.services, played)
    assert isinstance(opened, Push | Replace) and isinstance(opened.scene, TableScene)
    assert opened.scene.session.number == 100_000
