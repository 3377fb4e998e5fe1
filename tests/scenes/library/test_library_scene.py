"""The library: every deal that was touched, found, sorted, named, deleted and brought back."""

from __future__ import annotations

import errno
import os
import queue
import sqlite3
import time
from contextlib import closing
from datetime import date
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import NoReturn

import pygame
import pytest
from input_events import ALT, CTRL, key, tapped
from recording_services import NOWHERE, recording_services, save_record
from scene_driver import DRAWN_SIZES, SceneDriver, overlapping, reading

from game.core import deals
from game.core.cards import LETTERS
from game.core.threads_and_memory import BackgroundJob
from game.desktop.commands import Command
from game.desktop.touch import Device
from game.record.full_export_and_import import start_export, start_import
from game.record.library_filter_and_sort import LibraryColumn, LibraryFilter, Standing
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import (
    Change,
    OpenCalendar,
    OpenDeals,
    OpenLibrary,
    Pop,
    Push,
    Replace,
)
from game.scenes.common.dialog_scene import QuestionScene
from game.scenes.common.popup_menu import PopupScene
from game.scenes.common.progress import ProgressScene, ResultPage
from game.scenes.library.import_and_export import import_games
from game.scenes.library.scene import LibraryScene, NameAndNoteScene
from game.scenes.table.scene import TableScene
from game.storage import About, DealKey, HelpKind, Storage, StoredAnswer, StoredDeal
from game.storage.export_file import SUFFIX
from game.storage.tables import Tables
from game.system.folders import Folders
from game.system.settings import SettingsFile
from game.widgets.base import Changed
from game.widgets.button import ToolButton
from game.widgets.text_flow import SEPARATOR

PLAYED: tuple[tuple[Rules, int, int], ...] = (
    (BrainJam(), 927982, 3),
    (LaPeau("same"), 5, 1),
    (Gaps(), 617, 2),
    (Klondike(), 31, 4),
)


UNNUMBERED = deals.parse_deck("PliIXmeo" + "".join(sorted(set(LETTERS) - set("PliIXmeo"))))


def open_library(
    *played: tuple[Rules, int, int], folder: Path = NOWHERE, **more: object
) -> SceneDriver:
    """The library after some moves in some deals, the last one played last."""
    held = recording_services(folder)
    for rules, number, moves in played or PLAYED:
        session = held.services.game_store.open(rules, deals.deck_of(number), number)
        for _ in range(moves):
            session.play(rules.moves(session.position)[0])
            held.services.game_store.spend(30)
    return SceneDriver(LibraryScene(held.services, **more), held)  # type: ignore[arg-type]


def storage(driver: SceneDriver) -> Storage:
    return driver.held.services.game_store.storage


def titles(driver: SceneDriver) -> list[str]:
    return [deal.title for deal in driver.scene._library.rows]  # type: ignore[attr-defined]


def named(driver: SceneDriver, name: str) -> tuple[int, int]:
    buttons = driver.scene.traced()["buttons"]  # type: ignore[index]
    return pygame.Rect(buttons[name]).center


def ended(driver: SceneDriver, change: Change | None) -> Change | None:
    """What an export or import leads to in the end: a change, or that of its progress scene."""
    if isinstance(change, Push | Replace) and isinstance(change.scene, ProgressScene):
        shown, change = SceneDriver(change.scene, driver.held), None
        while change is None:
            shown.draw()
            change = shown.scene.update(1 / 60)
    return change


def export(driver: SceneDriver) -> None:
    change = driver.scene.do(Command.EXPORT)  # type: ignore[attr-defined]
    assert ended(driver, change) in (None, Pop())


def report_of(driver: SceneDriver, change: Change | None) -> str:
    """The report of an import."""
    last = ended(driver, change)
    assert isinstance(last, Push | Replace) and isinstance(last.scene, ResultPage)
    return " ".join(last.scene._lines())


def write(driver: SceneDriver, text: str) -> None:
    """Type as a keyboard does: a key, and then its text."""
    for char in text:
        driver.press(ord(char.lower()), 0, char)
        driver.send(pygame.event.Event(pygame.TEXTINPUT, text=char))


def key_of(rules: Rules, number: int) -> DealKey:
    return DealKey(rules.name, rules.policy, deals.deck_text(deals.deck_of(number)))


def test_every_deal_that_was_touched_is_there_the_last_one_first() -> None:
    driver = open_library()
    assert titles(driver) == ["31", "617", "5", "927982"]
    assert driver.scene.traced()["selected"] == "klondike 31"  # type: ignore[index]


@pytest.mark.parametrize(
    ("records", "told"),
    [
        (["ABCDE", "ABCD", ""], "In order with no cards home"),
        (["ABCDE", "ABCD"], "In order with only the aces home"),
        (["ABCDE", "ABCDEFGH"], "In order with 5 cards home"),
        ([], None),
    ],
)
def test_the_hardest_order_that_a_deal_was_brought_into_is_told(
    records: list[str], told: str | None
) -> None:
    driver = open_library((LaPeau(), 5, 3))
    for done in records:
        save_record(storage(driver), key_of(LaPeau(), 5), ordered=[done])
    driver.scene.resume()
    facts = [fact for line in driver.written() for fact in line.text.split(SEPARATOR)]
    assert [fact for fact in facts if "In order" in fact] == ([told] if told else [])


NOTE = " ".join(f"word{n}" for n in range(50))[:300].rpartition(" ")[0]


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_a_long_word_of_a_note_ends_in_dots_within_the_detail(size: tuple[int, int]) -> None:
    driver = open_library((LaPeau(), 5, 3))
    storage(driver).note(key_of(LaPeau(), 5), About("", 300 * "X"))
    driver.scene.place(size)
    driver.scene.resume()
    (line,) = (line for line in driver.written() if "XX" in line.text)
    detail = driver.scene.detail_area  # type: ignore[attr-defined]
    assert line.area.w and detail.contains(line.area)


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_a_long_note_takes_room_from_the_picture_or_ends_in_dots(size: tuple[int, int]) -> None:
    driver = open_library((LaPeau(), 5, 3))
    storage(driver).note(key_of(LaPeau(), 5), About("", NOTE))
    driver.scene.place(size)
    driver.scene.resume()
    lines = [line for line in driver.written() if "word" in line.text]
    told = " ".join(line.text for line in lines)
    detail = driver.scene.detail_area  # type: ignore[attr-defined]
    assert told == NOTE or (told.endswith(" …") and NOTE.startswith(told[:-2]))
    assert all(line.whole and detail.contains(line.area) for line in lines)
    if size == (1280, 800):
        assert told == NOTE


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_nothing_in_a_note_is_markup(size: tuple[int, int]) -> None:
    note = "I can`t win, it`s **hard**"
    driver = open_library((LaPeau(), 5, 3))
    storage(driver).note(key_of(LaPeau(), 5), About("", note))
    driver.scene.place(size)
    driver.scene.resume()
    assert note in " ".join(line.text for line in driver.written())


def test_enter_and_a_double_click_open_a_deal_as_it_was_left() -> None:
    driver = open_library()
    driver.scene._list._clock = lambda: 1.0  # type: ignore[attr-defined]
    driver.press(pygame.K_DOWN)
    change = driver.press(pygame.K_RETURN)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.rules == Gaps()
    assert (change.scene.session.number, change.scene.session.moves) == (617, 2)
    driver.click(named(driver, "deal-brainjam-927982"))
    driver.click(named(driver, "deal-brainjam-927982"))
    assert isinstance(driver.last, Push) and isinstance(driver.last.scene, TableScene)
    assert driver.last.scene.session.number == 927982


def test_over_a_table_the_deal_takes_its_place() -> None:
    change = open_library(over_table=1).press(pygame.K_RETURN)
    assert isinstance(change, Replace) and change.scenes == 2


def test_the_map_is_opened_over_the_table() -> None:
    change = open_library().press(pygame.K_m, CTRL)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    table = change.scene
    table.place((1280, 800))
    opened = table.resume()
    assert isinstance(opened, Push)
    assert table.resume() is None, "only once"


def test_a_time_is_told_in_whole_seconds_that_have_passed() -> None:
    held = recording_services(NOWHERE)
    session = held.services.game_store.open(Klondike(), deals.deck_of(9), 9)
    for seconds in (0, 19.6):
        held.services.game_store.spend(seconds)
        session.play(Klondike().moves(session.position)[0])
    driver = SceneDriver(LibraryScene(held.services), held, (1920, 1080))
    texts = [line.text for line in driver.written()]
    assert "0:19" in texts and any("0:19 in total" in text for text in texts)


def test_a_list_that_stands_over_midnight_tells_that_a_deal_was_played_yesterday() -> None:
    now = [time.time()]
    driver = open_library(clock=lambda: now[0])
    assert "today" in [line.text for line in driver.written()]
    now[0] += 24 * 3600
    told = [line.text for line in driver.written()]
    assert "yesterday" in told and "today" not in told


def test_ctrl_l_goes_to_the_list_and_over_it_to_my_games_from_which_escape_leads_back() -> None:
    driver = open_library(over_table=1)
    change = driver.scene.handle(key(pygame.K_l, CTRL))
    assert isinstance(change, Replace)
    assert change.scene[0] == Klondike() and change.scene.over_table  # type: ignore[index,union-attr]
    listed = SceneDriver(driver.held.services and _list(driver), driver.held)
    assert listed.scene.handle(key(pygame.K_l, CTRL)) == Push(OpenLibrary("klondike", 2))
    above = open_library(game="klondike", over_table=2).scene
    assert above.handle(key(pygame.K_ESCAPE)) == Pop()
    opened, other = above.handle(key(pygame.K_RETURN)), above.handle(key(pygame.K_l, CTRL))
    assert isinstance(opened, Replace) and opened.scenes == 3
    assert isinstance(other, Replace) and other.scenes == 2
    assert other.scene.over_table == 1  # type: ignore[union-attr]


def test_ctrl_l_on_a_deal_of_the_players_list_asks_for_that_list() -> None:
    held = recording_services(NOWHERE)
    deck = deals.deck_of(9)
    session = held.services.game_store.open(Klondike(), deck, None, pack="a mine.txt")
    session.play(Klondike().moves(session.position)[0])
    change = SceneDriver(LibraryScene(held.services), held).scene.handle(key(pygame.K_l, CTRL))
    wanted = OpenDeals(Klondike(), deals.deck_text(deck), place="a mine.txt")
    assert change == Replace(wanted)


def _list(driver: SceneDriver):  # type: ignore[no-untyped-def]
    from game.scenes.deals.scene import list_of

    return list_of(driver.held.services, Klondike(), over_table=1)


def test_f10_opens_the_menu_as_its_button_does() -> None:
    change = open_library().press(pygame.K_F10)
    assert isinstance(change, Push) and isinstance(change.scene, PopupScene)


def test_the_menu_names_no_key_that_begins_a_search() -> None:
    driver = open_library()
    change = driver.click(named(driver, Command.MORE))
    assert isinstance(change, Push) and isinstance(change.scene, PopupScene)
    rows = {row.name: row.hint for row in change.scene.focus.widgets}  # type: ignore[attr-defined]
    assert rows[Command.QUIT] == "" and rows[Command.HELP] == "F1"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (2560, 1080)])
def test_the_arrow_at_a_heading_touches_no_other_and_stays_in_the_table(
    size: tuple[int, int], language: str
) -> None:
    driver = open_library()
    driver.held.services.language.change(language)
    driver.scene.follow_language()
    driver.scene.place(size)
    heads = driver.scene.heads  # type: ignore[attr-defined]
    crowded = heads._is_crowded()
    arrows = [heads._arrow(column, crowded=crowded) for column in heads._columns]
    spans = [heads._span(column, crowded=crowded) for column in heads._columns]
    for arrow, (left, _) in zip(arrows, spans[1:], strict=False):
        assert arrow.right <= left
    assert arrows[-1].right <= heads.rect.right


@pytest.mark.parametrize("capital", "AMPRSQ-")
def test_a_capital_or_a_sign_begins_a_search_too(capital: str) -> None:
    driver = open_library()
    driver.press(ord(capital.lower()), pygame.KMOD_SHIFT if capital.isalpha() else 0, capital)
    driver.send(pygame.event.Event(pygame.TEXTINPUT, text=capital))
    assert driver.scene._library.text == capital  # type: ignore[attr-defined]


def test_a_letter_begins_a_search_and_escape_ends_it() -> None:
    driver = open_library()
    write(driver, "61")
    assert titles(driver) == ["617"]
    write(driver, "x")
    assert titles(driver) == []
    assert any("No deals match" in line.text for line in driver.written())
    driver.press(pygame.K_BACKSPACE)
    driver.press(pygame.K_ESCAPE)
    assert len(titles(driver)) == 4
    assert driver.last is None, "it leads nowhere"
    assert isinstance(driver.press(pygame.K_ESCAPE), Pop)


@pytest.mark.parametrize(("code", "char"), [(pygame.K_e, "€"), (pygame.K_z, "ż")])
def test_what_altgr_types_is_searched_for_also_where_it_comes_as_ctrl_and_alt(
    code: int, char: str
) -> None:
    driver = open_library()
    assert driver.press(code, CTRL | ALT, char) is None
    driver.send(pygame.event.Event(pygame.TEXTINPUT, text=char))
    assert titles(driver) == []
    assert not driver.held.told


def test_a_reader_hears_how_many_deals_a_search_and_a_filter_leave() -> None:
    driver = open_library()
    said: list[str] = []
    driver.held.services.speak = said.append
    write(driver, "61")
    write(driver, "x")
    driver.press(pygame.K_ESCAPE)
    assert said[-3:] == ["1 deal", "0 deals", "4 deals"]


@pytest.mark.parametrize(
    ("text", "found"),
    [("peau", "5"), ("same suit", "5"), ("klon 31", "31"), ("PROGRESS gaps", "617")],
)
def test_a_search_finds_games_policies_and_states(text: str, found: str) -> None:
    driver = open_library()
    write(driver, text)
    assert titles(driver) == [found]


def test_a_policy_has_its_usual_name_where_there_is_room_for_it() -> None:
    driver = open_library()
    assert "La Peau · same suit" in [line.text for line in driver.written()]


def test_filters_by_game_and_state() -> None:
    driver = open_library()
    storage(driver).answers.offer([
        (key_of(Klondike(), 31), StoredAnswer(90, "x", 31, 1, HelpKind.ALONE)),
        (key_of(Gaps(), 617), StoredAnswer(90, "x", 617, 1, HelpKind.SHOWN)),
    ])  # fmt: skip
    driver.scene.resume()
    shown = {}
    for wanted in LibraryFilter:
        driver.scene.act(Changed("state", wanted))  # type: ignore[attr-defined]
        shown[wanted] = titles(driver)
    assert shown[LibraryFilter.ALONE] == ["31"]
    assert shown[LibraryFilter.HELPED] == ["617"]
    assert shown[LibraryFilter.BEGUN] == ["5", "927982"]
    assert shown[LibraryFilter.DAILY] == []
    driver.scene.act(Changed("state", LibraryFilter.ALL))  # type: ignore[attr-defined]
    driver.scene.act(Changed("game", "gaps"))  # type: ignore[attr-defined]
    assert titles(driver) == ["617"]


def test_headings_sort_by_mouse_and_by_keyboard() -> None:
    driver = open_library()
    driver.scene.focus.focus(driver.scene.heads)  # type: ignore[attr-defined]
    for _ in LibraryColumn:
        driver.press(pygame.K_LEFT)
    driver.scene.focus.focus(driver.scene.heads)  # type: ignore[attr-defined]
    heads = driver.scene.heads  # type: ignore[attr-defined]
    for _ in range(len(LibraryColumn)):
        heads.key_down(key(pygame.K_LEFT))
    driver.press(pygame.K_RETURN)
    assert driver.scene._library.sorted_by is LibraryColumn.GAME  # type: ignore[attr-defined]
    assert titles(driver) == ["927982", "617", "31", "5"]
    driver.press(pygame.K_SPACE)
    assert titles(driver) == ["5", "31", "617", "927982"]
    driver.press(pygame.K_RIGHT)
    driver.press(pygame.K_RETURN)
    assert titles(driver) == ["5", "31", "617", "927982"]
    at = (heads.rect.x + round(0.21 * heads.rect.w) + 20, heads.rect.centery)
    driver.click(at)
    assert titles(driver) == ["927982", "617", "31", "5"]


@pytest.mark.parametrize(("command", "text"), [("rename", "Hard one"), ("note", "Sevens é")])
def test_a_name_and_a_note_are_written_and_kept(command: str, text: str) -> None:
    driver = open_library()
    change = driver.press(*{"rename": (pygame.K_F2,), "note": (pygame.K_e, CTRL)}[command])
    assert isinstance(change, Push) and isinstance(change.scene, NameAndNoteScene)
    dialog = SceneDriver(change.scene, driver.held)
    write(dialog, text)
    assert isinstance(dialog.press(pygame.K_RETURN), Pop)
    driver.scene.resume()
    about = storage(driver).about(key_of(Klondike(), 31))
    assert (about.name if command == "rename" else about.note) == text
    write(driver, text[:4])
    assert len(titles(driver)) == 1


def test_escape_keeps_the_name_of_before() -> None:
    driver = open_library()
    change = driver.press(pygame.K_F2)
    assert isinstance(change, Push)
    dialog = SceneDriver(change.scene, driver.held)  # type: ignore[arg-type]
    write(dialog, "x")
    assert isinstance(dialog.press(pygame.K_ESCAPE), Pop)
    assert storage(driver).about(key_of(Klondike(), 31)).name == ""


def test_deleting_is_undone_one_by_one_and_plays_stay() -> None:
    driver = open_library()
    before = storage(driver).deal(key_of(Klondike(), 31))
    plays = storage(driver).plays.all()
    driver.press(pygame.K_DELETE)
    driver.click(named(driver, "delete"))
    assert titles(driver) == ["5", "927982"]
    assert storage(driver).plays.all() == plays
    driver.press(pygame.K_z, CTRL)
    assert titles(driver) == ["617", "5", "927982"]
    driver.click(named(driver, "undelete"))
    assert titles(driver) == ["31", "617", "5", "927982"]
    assert storage(driver).deal(key_of(Klondike(), 31)) == before
    driver.press(pygame.K_z, CTRL)
    assert len(titles(driver)) == 4


def test_the_calendar_knows_of_the_table_below() -> None:
    for below, above in ((0, 0), (1, 2), (2, 3)):
        library = open_library(over_table=below).scene
        assert isinstance(library, LibraryScene)
        assert library.do(Command.CALENDAR) == Push(OpenCalendar("klondike", above))


def test_the_deal_on_the_table_below_is_deleted_too_and_comes_back() -> None:
    driver = open_library(over_table=1)
    game_store = driver.held.services.game_store
    session = game_store._session
    assert session is not None and session.number == 31
    driver.press(pygame.K_DELETE)
    assert session.moves == 0 and len(session.history) == 1
    assert driver.held.told[-1] == "Klondike 31 deleted; until you quit, Ctrl+Z restores it"
    session.play(session.rules.moves(session.position)[-1])
    driver.press(pygame.K_z, CTRL)
    assert len(session.history) >= 5
    assert driver.held.told[-1] == "Klondike 31 restored"
    assert storage(driver).check() == []


def test_a_deal_deleted_before_the_library_was_left_comes_back_in_the_next_one() -> None:
    left = open_library()
    before = storage(left).deal(key_of(Klondike(), 31))
    left.press(pygame.K_DELETE)
    driver = SceneDriver(LibraryScene(left.held.services, "klondike"), left.held)
    assert driver.scene.focus.named("undelete").enabled
    driver.press(pygame.K_z, CTRL)
    assert titles(driver) == ["31", "617", "5", "927982"]
    assert storage(driver).deal(key_of(Klondike(), 31)) == before
    assert not driver.scene.focus.named("undelete").enabled


def test_a_deal_brought_back_keeps_what_was_played_and_imported_since(tmp_path: Path) -> None:
    driver = open_library(folder=tmp_path / "here")
    other = open_library((Klondike(), 31, 1), folder=tmp_path / "there")
    session = other.held.services.game_store._session
    assert session is not None
    for _ in range(3):
        session.play(session.rules.moves(session.position)[-1])
    file, key_31 = tmp_path / f"all{SUFFIX}", key_of(Klondike(), 31)
    known = [each[:2] for one in (driver, other) for each in storage(one).deal(key_31).edges]
    storage(other).start_export(file, {}).work()
    driver.press(pygame.K_DELETE)
    store = driver.held.services.game_store
    session = store.open(Klondike(), deals.deck_of(31), 31)
    session.play(session.rules.moves(session.position)[1])
    known += [each[:2] for each in storage(driver).deal(key_31).edges]
    store.leave(session)
    start_import(storage(driver), file).work()
    again = SceneDriver(LibraryScene(driver.held.services), driver.held)
    again.press(pygame.K_z, CTRL)
    found = storage(again).deal(key_31).edges
    assert {each[:2] for each in found} == set(known) and len(found) > 4
    (row,) = [row for row in storage(again).library() if row.key == key_31]
    assert row.positions == len({target for _, target in known})
    assert storage(again).check() == []


def test_a_finger_that_deletes_is_told_of_a_button_and_of_no_key() -> None:
    driver = open_library(over_table=1)
    driver.held.services.devices.last = Device.TOUCH
    assert tapped(driver.scene, driver.scene.focus.named("delete").rect.center) is None
    assert driver.held.told[-1] == "Klondike 31 deleted; Undo delete restores it"
    back = driver.scene.focus.named("undelete")
    assert isinstance(back, ToolButton) and back.tooltip == "Undo delete" and back.enabled


def test_a_second_press_of_delete_deletes_no_other_deal() -> None:
    driver = open_library()
    driver.scene.focus.focus(driver.scene.focus.named("delete"), ring=True)
    driver.press(pygame.K_RETURN)
    assert titles(driver) == ["617", "5", "927982"]
    driver.press(pygame.K_RETURN)
    assert titles(driver) == ["31", "617", "5", "927982"]


def test_what_can_be_done_with_a_deal_is_named_where_there_is_room() -> None:
    driver = open_library()
    for size, is_named in (((1280, 800), True), ((640, 400), False)):
        driver.scene.place(size)
        driver.surface = pygame.Surface(size)
        told = {line.text for line in driver.written()}
        assert told.issuperset({"Show me", "Rename", "Delete", "Restore"}) is is_named


def test_without_a_proof_the_best_known_is_told_with_what_is_above_it() -> None:
    driver = open_library(over_table=1)
    session = driver.held.services.game_store._session
    assert session is not None
    detail, scene = driver.scene._detail, driver.scene  # type: ignore[attr-defined]
    deal = scene.selected._replace(row=scene.selected.row._replace(best=83, alone=83))
    detail.show(deal)
    assert [figure.value for figure in detail.figures_of(deal)] == [83, 83]
    driver.held.services.advisor.set_par(session, 79, proved=False)
    detail.show(deal)
    best, known = detail.figures_of(deal)
    assert (best.value, best.unit) == (83, "+4")
    assert (known.value, known.labels[0]) == (79, "Best known")


def test_an_empty_library_says_what_it_is_for() -> None:
    held = recording_services()
    driver = SceneDriver(LibraryScene(held.services), held)
    assert any("No games yet." in line.text for line in driver.written())
    for press in ((pygame.K_RETURN,), (pygame.K_DELETE,), (pygame.K_F2,), (pygame.K_c, CTRL)):
        assert driver.press(*press) is None


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_everything_has_its_place_in_every_window(size: tuple[int, int]) -> None:
    driver = open_library()
    driver.scene.place(size)
    driver.surface = pygame.Surface(size)
    with reading() as lines:
        driver.draw()
    widgets = driver.scene.focus.widgets  # type: ignore[attr-defined]
    assert overlapping(widgets) == []
    assert all(pygame.Rect((0, 0), size).contains(widget.rect) for widget in widgets)
    assert sum(line.text in ("31", "617", "5") for line in lines) >= 3


def assert_drawn_in_full(driver: SceneDriver) -> None:
    """What was drawn part by part is what drawing all of it anew shows."""
    partly = driver.surface.copy()
    driver.scene.draw(partly)
    driver.scene.refresh()
    driver.draw()
    assert pygame.image.tobytes(partly, "RGB") == pygame.image.tobytes(driver.surface, "RGB")


def test_while_it_glides_only_the_rows_are_drawn(tmp_path: Path) -> None:
    driver = open_library(*((Gaps(), number, 1) for number in range(60)))
    driver.draw()
    rows = driver.scene._list  # type: ignore[attr-defined]
    driver.send(
        pygame.event.Event(pygame.MOUSEMOTION, pos=rows.rect.center, rel=(1, 1), buttons=(0, 0, 0))
    )
    driver.draw()
    driver.send(pygame.event.Event(pygame.MOUSEWHEEL, y=-3, x=0))
    assert driver.scene.busy
    driver.scene.update(1 / 60)
    assert driver.scene.draw(driver.surface) == [rows.rect]
    driver.wait(2)
    assert_drawn_in_full(driver)


def test_the_ring_goes_with_the_row_that_the_keyboard_selects_while_the_list_glides() -> None:
    driver = open_library(*((Gaps(), number, 1) for number in range(60)))
    driver.draw()
    for _ in range(20):
        driver.send(key(pygame.K_DOWN))
        driver.draw()
    assert driver.scene.busy
    driver.wait(2)
    assert_drawn_in_full(driver)


def test_storage_trouble_is_told_and_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from game.storage import StorageError, StorageTrouble

    driver = open_library()

    def fail(*what: object) -> None:
        raise StorageError(StorageTrouble.FULL, "no room")

    for name in ("library", "delete", "note"):
        monkeypatch.setattr(storage(driver), name, fail)
    driver.press(pygame.K_DELETE)
    assert len(driver.held.told) == 1
    assert len(titles(driver)) == 4
    driver.scene.resume()
    driver.draw()
    assert titles(driver) == []


def test_an_import_tells_how_many_actions_break_the_rules(tmp_path: Path) -> None:
    here, there = open_library(folder=tmp_path / "here"), recording_services(tmp_path / "there")
    file = tmp_path / "all"
    storage(here).start_export(file, {}).work()
    with closing(sqlite3.connect(file)) as games, games:
        games.execute("UPDATE edge SET action = 'Kd>Ac' WHERE walked = 3 AND deal = 1")
    told = report_of(here, import_games(there.services, file))
    assert told == "4 new deals imported 1 action that breaks the rules was left out"


def test_all_games_are_written_into_the_documents_and_taken_in_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folders, "documents", property(lambda folders: tmp_path / "docs"))
    here = open_library(folder=tmp_path / "here")
    for _ in range(2):
        export(here)
    assert len(list((tmp_path / "docs").iterdir())) == 2
    assert "4 deals saved to" in here.held.told[-1]
    there = open_library((Klondike(), 77, 2))
    there.held.services.change(felt="blue")
    question = there.scene.do(Command.IMPORT)  # type: ignore[attr-defined]
    assert isinstance(question, Push) and isinstance(question.scene, QuestionScene)
    asked = SceneDriver(question.scene, there.held)
    assert "4 new deals" in report_of(there, asked.click(named(asked, "yes")))
    there.scene.resume()
    assert sorted(titles(there)) == ["31", "5", "617", "77", "927982"]
    told = report_of(there, import_games(there.held.services, next((tmp_path / "docs").iterdir())))
    assert told.startswith("0 new deals imported 4 deals were there already")
    assert there.held.services.settings.felt == "blue", "a player with games keeps the options"
    for file in (tmp_path / "docs").iterdir():
        file.write_bytes(file.read_bytes()[:-1])
    told = report_of(there, import_games(there.held.services, file))
    assert "not a complete export" in told
    assert len(titles(there)) == 5


def test_who_has_no_games_yet_takes_over_the_options_and_every_deal_is_new(tmp_path: Path) -> None:
    here, there = open_library(folder=tmp_path / "here"), recording_services(tmp_path / "there")
    store = here.held.services.game_store
    store.prove_par(store.open(BrainJam(), deals.deck_of(8), 8, autoplay=False), 99)
    file = tmp_path / "all"
    SettingsFile(tmp_path / "settings.json").change(felt="blue")
    held = SettingsFile(tmp_path / "settings.json")
    start_export(storage(here), held, here.held.services.folders, file)[0].work()
    with closing(sqlite3.connect(file)) as games:
        assert games.execute("SELECT count(*) FROM deal").fetchone() == (5,)
    assert len(storage(here).library()) == 4, "one has only a par, and is no game of the player's"
    assert report_of(here, import_games(there.services, file)) == "4 new deals imported"
    assert there.services.settings.felt == "blue"


def test_an_export_that_cannot_be_written_is_named_and_promises_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*where: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Folders, "documents", property(lambda folders: tmp_path))
    monkeypatch.setattr("pathlib.Path.replace", fail)
    driver = open_library(folder=tmp_path / "data")
    export(driver)
    (told,) = driver.held.told
    assert told.startswith(str(tmp_path / "fourfold-"))
    assert told.endswith("could not be saved: the disk is full")


def test_a_pack_of_an_import_that_cannot_be_saved_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Folders(tmp_path / "here"), recording_services(tmp_path / "there")
    here.levels.mkdir(parents=True)
    (here.levels / "mine.txt").write_text("1 x -\n")
    file = tmp_path / "all.fourfold-games"
    export, _ = start_export(Storage(here.data), SettingsFile(here.settings), here, file)
    export.work()
    there.services.folders.levels.parent.mkdir(parents=True, exist_ok=True)
    there.services.folders.levels.write_text("no folder")
    change = import_games(there.services, file)
    assert "mine.txt could not be saved" in report_of(open_library(), change)


def test_a_list_that_an_export_leaves_out_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folders, "documents", property(lambda folders: tmp_path / "docs"))
    driver = open_library(folder=tmp_path / "data")
    levels = driver.held.services.folders.levels
    levels.mkdir(parents=True, exist_ok=True)
    (levels / "mine.txt").write_bytes(b"# d\xe9j\xe0\n")
    export(driver)
    (told,) = driver.held.told
    assert told.endswith("; mine.txt was skipped: it is not a text file")
    for number in range(9):
        (levels / f"{number}.txt").write_bytes(b"\xe9")
    export(driver)
    assert driver.held.told[-1].count("was skipped") == 3
    assert driver.held.told[-1].endswith(" …")


def test_games_that_could_not_be_read_are_not_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folders, "documents", property(lambda folders: tmp_path / "docs"))
    driver = open_library()
    driver.held.services.game_store.storage.was_read = False
    export(driver)
    assert driver.held.told == ["Your games could not be read: nothing was exported"]
    assert not (tmp_path / "docs").exists()


def test_a_window_that_writes_nothing_exports_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folders, "documents", property(lambda folders: tmp_path / "docs"))
    driver = open_library()
    assert driver.held.services.settings_file.read_only
    export(driver)
    (told,) = driver.held.told
    assert "--read-only" in told and not (tmp_path / "docs").exists()


def test_without_an_export_it_is_told_where_to_put_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folders, "documents", property(lambda folders: tmp_path))
    driver = open_library()
    assert driver.scene.do(Command.IMPORT) is None  # type: ignore[attr-defined]
    assert str(tmp_path) in driver.held.told[-1]


def test_a_large_export_is_taken_in_beside_the_frames_and_escape_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folders, "documents", property(lambda folders: tmp_path))
    here = open_library(*((Gaps(), number, 1) for number in range(30)), folder=tmp_path / "data")
    export(here)
    there = open_library((Klondike(), 77, 2), folder=tmp_path / "other")
    monkeypatch.setattr("game.scenes.common.progress.SLICE_S", 0.0)
    (file,) = tmp_path.glob(f"*{SUFFIX}")
    jobs, join = queue.SimpleQueue[BackgroundJob](), Tables.join_rest

    def slowed(tables: Tables, deal: StoredDeal[str], by: int, *, moves_player: bool) -> None:
        join(tables, deal, by, moves_player=moves_player)
        if len(tables.keys()) == 10:
            assert jobs.get().stopping.wait(60)

    monkeypatch.setattr(Tables, "join_rest", slowed)
    change = import_games(there.held.services, file)
    assert isinstance(change, Push) and isinstance(change.scene, ProgressScene)
    shown = SceneDriver(change.scene, there.held)
    work = change.scene._work.job
    while work.read < work.count // 2 + 8:
        shown.draw()
        assert shown.scene.update(1 / 60) is None
    jobs.put(work)
    assert any("% done" in line.text for line in shown.written())
    stopped = shown.press(pygame.K_ESCAPE)
    assert isinstance(stopped, Replace) and isinstance(stopped.scene, ResultPage)
    assert "Stopped" in " ".join(stopped.scene._lines())
    there.scene.resume()
    assert len(titles(there)) == 10
    assert storage(there).check() == []
    monkeypatch.setattr(Tables, "join_rest", join)
    again = import_games(there.held.services, file)
    assert isinstance(again, Push) and isinstance(again.scene, ProgressScene)
    again.scene._work.job.work(inf)
    there.scene.resume()
    assert len(titles(there)) == 31


def test_columns_keep_their_places_and_can_all_be_sorted_by_in_narrow_windows() -> None:
    driver = open_library()
    driver.scene.place((640, 400))
    heads = driver.scene.heads  # type: ignore[attr-defined]
    assert {column.value for column in heads._columns} == set(LibraryColumn)


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("size", [(1024, 600), (1280, 800), (1920, 1080)])
def test_the_arrow_stands_nearer_to_its_own_heading_than_to_the_next(
    size: tuple[int, int], code: str
) -> None:
    driver = open_library()
    driver.held.services.language.change(code)
    scene = driver.scene
    scene.follow_language()
    scene.place(size)
    heads = scene.heads
    assert not heads._is_crowded()
    for column, following in pairwise(heads._columns):
        arrow = heads._arrow(column, crowded=False)
        own, other = (heads._span(each, crowded=False) for each in (column, following))
        assert arrow.left - own[1] < other[0] - arrow.right, column.name


def sized(size: tuple[int, int], ui: float, language: str) -> SceneDriver:
    """The library in a window, with text of a size, after a move in each game, and in a deal
    without a number; one deal has a name and a note.
    """
    held = recording_services(ui_scale=ui, language=language)
    for rules, number, _ in (*reversed(PLAYED), (Gaps(), None, 1)):
        deck = UNNUMBERED if number is None else deals.deck_of(number)
        session = held.services.game_store.open(rules, deck, number)
        session.play(rules.moves(session.position)[0])
        held.services.game_store.spend(3000)
    about = About("The one", "Difficult.")
    held.services.game_store.storage.note(key_of(PLAYED[1][0], 5), about)
    return SceneDriver(LibraryScene(held.services), held, size)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ui", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (900, 560), (1280, 800), (1000, 1400), (1920, 1080)])
def test_headings_are_words_at_every_text_size_and_nothing_in_the_rows_is_cut(
    size: tuple[int, int], ui: float, language: str
) -> None:
    driver = sized(size, ui, language)
    scene = driver.scene
    assert not scene.heads._is_crowded()
    lines = driver.written()
    written = {line.text for line in lines}
    names = {column.name for column in scene.heads._columns}
    assert len(names) == len(LibraryColumn) and names <= written
    assert not (cut := [line.text for line in lines if not line.whole]), cut
    assert {"The one", "PliIXmeo…", "927982"} <= written
    assert any(text.startswith("La Peau") for text in written)


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_a_very_long_time_keeps_apart_from_the_number_before_it(size: tuple[int, int]) -> None:
    held = recording_services()
    store = held.services.game_store
    session = store.open(BrainJam(), deals.deck_of(31), 31)
    for _ in range(3):
        session.play(BrainJam().moves(session.position)[0])
        store.spend(617 * 3600)
    written = SceneDriver(LibraryScene(held.services), held, size).written()
    (time,) = (line for line in written if line.text == "1234:00:00")
    before = [line for line in written if line.area.centery == time.area.centery]
    before = [line for line in before if line.area.left < time.area.left]
    assert len(before) >= 3 and time.area.left - max(line.area.right for line in before) >= 4


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["", "The one"])
@pytest.mark.parametrize("ui", [1.0, 1.5])
@pytest.mark.parametrize("size", [(640, 400), (700, 1100), (1280, 800), (1920, 1080), (1000, 1400)])
def test_all_that_is_told_of_a_daily_deal_is_whole(
    size: tuple[int, int], ui: float, name: str, language: str
) -> None:
    held = recording_services(language=language, ui_scale=ui)
    store, rules = held.services.game_store, LaPeau()
    session = store.open(rules, deals.deck_of(999_999), 999_999)
    session.play(rules.moves(session.position)[0])
    store.storage.note(key_of(rules, 999_999), About(name))
    driver = SceneDriver(LibraryScene(held.services), held, size)
    (deal,) = driver.scene._library.rows
    day = date(2026, 9, 26)
    driver.scene._detail.show(deal._replace(daily=day, standing=Standing.ALONE))
    lines = driver.written()
    cut = [line.text for line in lines if not line.whole]
    # Beside a picture, at this size, the longest name of a game leaves too little room.
    assert not cut or (size[0] <= 700 and ui > 1 and language == "fr" and name), cut
    on_its_day = "donne du jour du 26" if language == "fr" else "daily deal for 26"
    assert any(on_its_day in line.text for line in lines)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ui", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", [(900, 560), (1280, 800), (1920, 1080), (1000, 1400)])
def test_states_are_words_where_the_window_is_not_small(
    size: tuple[int, int], ui: float, language: str
) -> None:
    driver = sized(size, ui, language)
    begun = driver.held.services.language("in progress")
    rows = driver.scene._list.rect
    told = [line for line in driver.written() if line.text == begun]
    assert sum(rows.collidepoint(line.area.center) for line in told) >= 3


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_both_panels_end_at_one_line(size: tuple[int, int]) -> None:
    scene = open_library().scene
    scene.place(size)
    assert scene.side.bottom == scene.panel.bottom
