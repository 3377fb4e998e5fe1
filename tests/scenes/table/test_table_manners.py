"""How a table takes what a hand does: hints that can be clicked, quick clicks, held keys."""

from __future__ import annotations

from random import Random

import pygame
import pytest
from drawn_frames import Screen, difference, message_area, redrawn
from history_lines import made
from input_events import CTRL, RIGHT, down, key, letter, motion, up
from made_deals import any_move, easy_deck
from recording_services import recording_services
from table_driver import TableDriver
from test_hint_and_warning import HINT, Asked

from game.core import cards, deals
from game.core.deals import deck_text
from game.core.moves import REDEAL
from game.core.position import PileKind, Position
from game.desktop.commands import Command
from game.play.session import flatten
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import OpenTable, Push, Replace
from game.scenes.common.deal_and_day_words import deal_words
from game.scenes.common.tips_and_first_games import Tip, tell_tip
from game.solver import registry
from game.system.language import Language
from game.widgets.mouse import Shape

GAMES = (BrainJam(), LaPeau(), Gaps(), Klondike())
UNDO, REDO = key(pygame.K_LEFT), key(pygame.K_RIGHT)
_ROWS = [[8 + suit, 4 + suit, *range(12 + suit, 52, 4), suit] for suit in range(4)]
KINGS_BEFORE_GAPS = tuple(card for row in _ROWS for card in row)
"""A deal of Gaps where a king stands before every gap."""


def names(rules: Rules) -> str:
    return rules.name


@pytest.fixture(params=GAMES, ids=names)
def hinted(request: pytest.FixtureRequest) -> Asked:
    """A table that shows a hint."""
    driver = Asked(request.param)
    if request.param.name == "klondike":
        driver.send(letter(" "))
        driver.settle()
    driver.press_key(HINT)
    assert driver.scene.advice.hint is not None
    return driver


def test_a_refusal_goes_with_the_position_it_was_told_of() -> None:
    driver = TableDriver(Klondike())
    scene, before = driver.scene, driver.scene.subject
    scene.show(scene.session.redo())
    assert driver.recording.told and scene.subject is before
    driver.send(letter(" "))
    after = scene.subject
    assert after is not before, "the refusal stays over an accepted move"
    driver.send(letter(" "))
    assert scene.subject is after, "other messages stay as long as they take to read"


def test_what_is_told_after_a_refusal_does_not_go_with_the_next_card() -> None:
    driver = TableDriver(BrainJam(), 11)
    scene, before = driver.scene, driver.scene.subject
    driver.click("column-8", 0)
    driver.send(key(pygame.K_c, CTRL))
    driver.click("column-6")
    assert scene.session.history.moves == 1 and scene.subject is before
    driver.click("column-8", 0)
    driver.send(key(pygame.K_n, CTRL))
    after = scene.subject
    driver.click("column-6")
    assert scene.subject is after, "the refusal was of another deal"


def test_a_refusal_goes_with_its_position_though_the_mouse_has_moved_since() -> None:
    driver = TableDriver(BrainJam(), 11)
    scene, before = driver.scene, driver.scene.subject
    driver.click("column-8", 0)
    assert driver.recording.told and scene.subject is before
    driver.click("column-6")
    assert scene.session.history.moves == 1
    assert scene.subject is not before, "the refusal stays over an accepted move"


def test_that_a_redeal_is_due_is_told_no_longer_once_it_is_made() -> None:
    driver = waiting_gaps()
    driver.press_key(HINT)
    before = driver.scene.subject
    assert "it is time to redeal" in driver.recording.told[-1]
    driver.press_key(HINT)
    assert driver.scene.session.position.used == 1 and driver.scene.subject is not before


def after(driver: TableDriver) -> Position:
    hint = driver.scene.advice.hint
    assert hint is not None
    return driver.rules.apply(driver.scene.session.position, hint)


# The hint


def test_a_hint_has_a_picture_of_its_own(hinted: Asked) -> None:
    marks = hinted.scene.table_picture.card_painter.marks
    assert marks.hint is not None
    assert not marks.reversed and not marks.glowing and not marks.has_target


@pytest.mark.parametrize("at", ["card", "goal"])
def test_a_click_on_the_hinted_card_or_on_what_the_hint_leads_to_plays_it(
    hinted: Asked, at: str
) -> None:
    wanted, mark = after(hinted), hinted.scene.table_picture.card_painter.marks.hint
    assert mark is not None and mark.seat is not None
    goal = mark.seat.pile if mark.goal is None else mark.goal
    to_goal = hinted.point(hinted.seat(hinted.rules.piles[goal].id))
    hinted.press(hinted.point(mark.seat) if at == "card" else to_goal)
    assert hinted.scene.session.position == wanted


def test_escape_takes_a_hint_away_and_stays_at_the_table(hinted: Asked) -> None:
    assert hinted.send(key(pygame.K_ESCAPE)) is None
    assert hinted.scene.table_picture.card_painter.marks.hint is None
    assert hinted.scene.session.position == hinted.view.position


def test_a_click_elsewhere_is_what_it_always_is() -> None:
    driver = Asked(BrainJam())
    driver.press_key(HINT)
    mark = driver.scene.table_picture.card_painter.marks.hint
    assert mark is not None and mark.seat is not None
    other = next(
        pile.id
        for n, pile in enumerate(driver.rules.piles)
        if pile.id.startswith("column") and n not in (mark.seat.pile, mark.goal)
    )
    wanted = after(driver)
    driver.click(other)
    assert driver.scene.session.position != wanted


def test_with_a_card_taken_up_a_click_places_it_and_plays_no_hint() -> None:
    driver = Asked(LaPeau())
    driver.press_key(HINT)
    driver.scene.session.click(driver.seat("column-1"))
    driver.scene.settle()
    assert driver.scene.session.selection is not None
    assert driver.scene.table_picture.card_painter.marks.hint is None


def test_a_hint_is_drawn_where_it_is_and_gone_without_a_trace(hinted: Asked) -> None:
    screen = Screen((1280, 800))
    screen.show(hinted.scene)
    assert difference(screen.seen, redrawn(hinted.scene)) is None
    hinted.press_key(key(pygame.K_ESCAPE))
    screen.show(hinted.scene)
    assert difference(screen.seen, redrawn(hinted.scene)) is None


def waiting_gaps() -> Asked:
    """A table of Gaps where no card can move, but a redeal is left."""
    driver = Asked(Gaps())
    driver.scene.start(OpenTable(driver.rules, KINGS_BEFORE_GAPS, None))
    driver.settle()
    return driver


def test_a_deal_without_a_number_is_called_by_its_deck() -> None:
    driver = waiting_gaps()
    label = f"{deck_text(driver.scene.session.deck)[:8]}…"
    assert driver.scene.title == f"Gaps {label}"
    assert driver.scene.table_picture.number == f"Deal {label}  ·  gaps after the sequences"
    assert deal_words(BrainJam(), label, Language()) == f"Deal {label}"
    assert deal_words(BrainJam(), "0001", Language()) == "Deal 0001"


def test_where_a_redeal_is_due_it_is_the_hint_and_its_button_is_marked() -> None:
    driver = waiting_gaps()
    assert driver.scene.session.needs_redeal
    driver.press_key(HINT)
    assert driver.scene.advice.hint is not None and driver.scene.advice.hint.onto == REDEAL
    mark = driver.scene.table_picture.card_painter.marks.hint
    assert mark is not None and mark.seat is None
    button = driver.scene.table_picture.focus.named("redeal")
    (ring,) = driver.scene.table_picture.card_painter.marking.hint.shown(mark)
    assert ring.area.contains(button.focus_area()[0])
    driver.press_key(HINT)
    assert driver.scene.session.position.used == 1


# Two quick clicks


def one_click_tables() -> list[TableDriver]:
    return [TableDriver(BrainJam(), 12, autoplay=False), TableDriver(Gaps(), 12)]


@pytest.mark.parametrize(("game", "button"), [(0, 1), (1, 1), (0, RIGHT)])
def test_two_clicks_within_a_fifth_of_a_second_are_one_move(game: int, button: int) -> None:
    driver = one_click_tables()[game]
    at = a_click_that_moves_twice(driver, button)
    driver.press(at, button)
    assert driver.scene.session.moves == 1
    driver.press(at, button, later=0.11)
    driver.press(at, button, later=0.08)
    assert driver.scene.session.moves == 1 and not driver.recording.told
    driver.press(at, button, later=0.05)
    assert driver.scene.session.moves == 2


def a_click_that_moves_twice(driver: TableDriver, button: int) -> tuple[int, int]:
    """A place where two clicks with patience make two moves."""
    start = driver.scene.session.position
    for pile in range(len(driver.rules.piles)):
        seat = driver.seat(driver.rules.piles[pile].id)
        at = driver.point(seat)
        for _ in range(2):
            driver.press(at, button)
        found = driver.scene.session.moves == 2
        while driver.scene.session.position != start:
            driver.send(UNDO)
        driver.settle()
        driver.recording.told.clear()
        if found:
            return at
    raise AssertionError("there is no such place")


def test_keys_and_other_places_lose_nothing_however_quick() -> None:
    driver = TableDriver(BrainJam(), 12, autoplay=False)
    for letter_key in "aa":
        driver.type(letter_key)
    by_keys = driver.scene.session.moves
    driver.send(UNDO, UNDO)
    assert by_keys == 2
    driver.click("column-1")
    driver.click("column-3", later=0.05)
    assert driver.scene.session.moves == 2


# What does not glow


class TwoClicks(BrainJam):
    """A game with reserves that take cards, played by two clicks; no game of ours is so."""

    one_click = False


def test_reserves_that_are_not_pulled_from_are_clicked_as_any_place() -> None:
    driver = TableDriver(TwoClicks(), autoplay=False)
    driver.click("column-1")
    driver.click("reserve-2")
    driver.settle()
    session, reserve = driver.scene.session, driver.seat("reserve-2")
    assert str(flatten(made(session.history))[-1]).endswith("reserve-2")
    assert session.is_selectable(reserve)
    driver.click("reserve-2")
    assert session.selection is not None
    assert session.selection.seat == reserve
    assert driver.recording.services.cursors.wanted[0] is Shape.HAND
    picture = driver.scene.table_picture.card_painter
    assert picture.slot_name(reserve.pile) == "compass"


@pytest.mark.parametrize("rules", [LaPeau(), Klondike()], ids=names)
def test_a_selected_card_is_not_moved_to_another_suits_foundation(rules: Rules) -> None:
    driver = TableDriver(rules, deck=easy_deck(rules), autoplay=False)
    session, card = driver.scene.session, cards.parse_card("Ac")
    if session.position.seat(card) is None or not session.is_selectable(
        session.position.seat(card) or driver.seat("column-1")
    ):
        driver.send(letter(" "))
        driver.settle()
    before, seat = session.moves, session.position.seat(card)
    assert seat is not None
    driver.press(driver.point(seat))
    driver.click("foundation-3")
    assert session.moves == before and driver.recording.told
    driver.click("foundation-1")
    assert session.moves == before + 1


# Held keys


@pytest.mark.parametrize("rules", GAMES, ids=names)
def test_held_undo_and_redo_do_not_keep_cards_in_the_air(rules: Rules) -> None:
    driver = TableDriver(rules, 12, autoplay=False)
    random, session = Random(1), driver.scene.session
    for _ in range(24):
        move = any_move(rules, session.position, random)
        if move is None:
            break
        session.play(move)
    driver.view.put(driver.scene.session.position)
    for held in (UNDO, REDO):
        aloft = []
        for _ in range(24):
            driver.send(held)
            driver.wait(1 / 22)
            flying = [sprite for sprite in driver.view.sprites.values() if sprite.lies is None]
            aloft.append(len(flying))
        assert max(aloft) <= 7, aloft
        driver.settle()
        driver.check_seats()


def test_a_card_whose_goal_has_not_changed_goes_on_flying() -> None:
    driver = TableDriver(BrainJam(), 12, autoplay=False)
    driver.click("column-1")
    (flying,) = [sprite for sprite in driver.view.sprites.values() if sprite.moving]
    leg = flying.legs[0]
    driver.wait(0.05)
    driver.click("column-3")
    assert flying.legs[0] is leg
    driver.send(key(pygame.K_z, CTRL), key(pygame.K_z, CTRL))
    assert flying.legs[0] is not leg, "now it goes back"
    driver.settle()
    driver.check_seats()


# Key letters


def index_areas(driver: TableDriver) -> list[pygame.Rect]:
    """Where the indices of the lowest cards are: across a mini face, else in two corners."""
    view, found = driver.view, []
    for pile, held in enumerate(view.position.piles):
        box = pygame.Rect(view.arrangement.piles[pile])
        if not held:
            continue
        if view.arrangement.mini:
            # Rank and suit end at 0.29 of its height; the large suit begins at 0.49.
            found.append(pygame.Rect(box.x, box.y + 4, box.w, round(box.h * 0.29) - 4))
        else:
            wide = round(box.w * 0.3)
            found.append(pygame.Rect(box.x, box.y, wide, box.h // 3))
            found.append(pygame.Rect(box.right - wide, box.bottom - box.h // 3, wide, box.h // 3))
    return found


@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("rules", GAMES, ids=names)
def test_letters_hide_no_index_and_are_whole(rules: Rules, ui: float) -> None:
    driver = TableDriver(rules, 12, move_keys=True, ui_scale=ui)
    for size in ((640, 400), (733, 517), (1280, 800)):
        driver.scene.place(size)
        driver.settle()
        picture = driver.scene.table_picture.card_painter
        shown = picture.marking.shown(picture.marks, driver.view.appearance.felt)
        caps = [item for item in shown if item.draw == picture.marking._draw_letter]
        assert caps
        indices = index_areas(driver)
        for cap in caps:
            assert pygame.Rect((0, 0), size).contains(cap.area), (cap.value, size)
            assert cap.area.collidelist(indices) < 0, (cap.value, size)


# Copy and paste


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was put into the clipboard; what is pasted is the last of it."""
    kept: list[str] = []
    put = "game.scenes.common.copy_and_paste.put_clipboard"
    monkeypatch.setattr(put, lambda text: kept.append(text) or True)
    monkeypatch.setattr("game.scenes.common.copy_and_paste.clipboard_text", lambda: kept[-1])
    return kept


def test_copy_and_paste_say_what_was_put_there_or_taken_over(
    kept: list[str],
) -> None:
    driver = TableDriver(Gaps(), deck=easy_deck(Gaps()))
    driver.scene.do(Command.COPY)
    assert driver.recording.told[-1] == "Deal copied"
    while not driver.scene.session.is_won:
        driver.scene.session.play(Gaps().moves(driver.scene.session.position)[0])
    driver.scene.do(Command.COPY)
    assert driver.recording.told[-1] == "Deal copied, with its best solution in 4 moves"
    driver.scene.do(Command.PASTE)
    assert driver.recording.told[-1].endswith("with 4 moves; press Redo to play them")
    kept.append("fourfold lapeau 617")
    driver.scene.do(Command.PASTE)
    assert driver.recording.told[-1] == "Loaded La Peau 617"


def test_a_line_pasted_for_the_deal_that_is_open_leaves_it_its_list_and_another_has_none(
    kept: list[str],
) -> None:
    driver = TableDriver(Gaps(), deck=easy_deck(Gaps()))
    driver.scene.session.pack = "a mine.txt"
    driver.scene.do(Command.COPY)
    kept.append("fourfold gaps 617")
    for line, pack in ((kept[0], "a mine.txt"), (kept[1], "")):
        kept.append(line)
        change = driver.scene.do(Command.PASTE)
        assert isinstance(change, Replace) and isinstance(change.scene, OpenTable)
        assert change.scene.pack == pack
    kept.append("fourfold lapeau 618\nfourfold gaps 5\n")
    driver.scene.do(Command.PASTE)
    only = "only the first share code was used"
    assert driver.recording.told[-1] == f"Loaded La Peau 618; {only}"
    kept.append("fourfold lapeau\n619\n")
    driver.scene.do(Command.PASTE)
    assert driver.recording.told[-1] == "Loaded La Peau 619"


# One-time lines


def tips_of(driver: TableDriver) -> list[str]:
    return [line for line in driver.recording.told if line.startswith("Tip:")]


def drag_on(driver: TableDriver, card: str, pile: str) -> None:
    seat = driver.view.position.seat(cards.parse_card(card))
    assert seat is not None
    start, goal = driver.point(seat), driver.point(driver.seat(pile))
    driver.send(motion(start), down(start), motion(goal, held=True), up(goal))
    driver.settle()


def test_no_tip_tells_of_what_the_player_has_done() -> None:
    driver = TableDriver(BrainJam(), 12, tips=True, autoplay=False)
    driver.scene.do(Command.HINT)
    for _ in range(9):
        driver.click("column-1", 0)
    driver.click("column-8")
    last = driver.view.position.piles[9][-1]
    drag_on(driver, cards.name(last), "reserve-2")
    assert driver.scene.session.moves == 2 and not tips_of(driver)
    driver = TableDriver(LaPeau(), deck=easy_deck(LaPeau()), tips=True)
    for card in ("Ac", "2c"):
        seat = driver.view.position.seat(cards.parse_card(card))
        assert seat is not None
        pile = driver.rules.piles[seat.pile].id
        if card == "Ac":
            driver.double_click(pile)
        else:
            driver.click(pile)
            driver.click("foundation-1")
    assert driver.scene.session.moves == 2 and not tips_of(driver)


@pytest.mark.parametrize("missing", ["", "tips", "solver"])
def test_a_hint_is_pointed_to_after_some_refusals_and_never_again(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing == "solver":
        monkeypatch.setattr(registry, "has_solver", lambda game: False)
    driver = TableDriver(BrainJam(), 12, tips=missing != "tips")
    for number in (12, 13):
        driver = TableDriver(BrainJam(), number, held=driver.recording)
        for _ in range(9):
            driver.click("column-1", 0)
        assert len(tips_of(driver)) == (not missing)
    assert missing or "F2" in tips_of(driver)[0]


@pytest.mark.parametrize("rules", [LaPeau(), Klondike()], ids=["peau", "k"])
def test_who_takes_a_card_home_by_two_clicks_hears_once_of_the_shorter_way(rules: Rules) -> None:
    driver = TableDriver(rules, deck=easy_deck(rules), tips=True)
    if rules.name == "klondike":
        driver.send(letter(" "))
        driver.settle()
    for card in ("Ac", "2c" if rules.name == "lapeau" else "Ac"):
        seat = driver.view.position.seat(cards.parse_card(card))
        if seat is not None and driver.rules.piles[seat.pile].kind.value != "foundation":
            driver.press(driver.point(seat))
            driver.click("foundation-1")
    assert len(tips_of(driver)) == 1 and "double-click" in tips_of(driver)[0]


def test_who_drags_in_brain_jam_hears_once_that_a_click_moves_too() -> None:
    driver = TableDriver(BrainJam(), 12, tips=True, autoplay=False)
    for n in (1, 2, 3):
        last = driver.view.position.piles[7 + n][-1]
        drag_on(driver, cards.name(last), f"reserve-{n}")
    assert driver.scene.session.moves == 3 and len(tips_of(driver)) == 1


@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_a_small_table_says_once_that_its_deal_is_a_daily_one(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = recording_services()
    daily = held.services.daily
    monkeypatch.setattr(daily, "day_of", lambda rules, n: daily.today if n in (12, 13) else None)
    driver = TableDriver(BrainJam(), 12, size, held=held)
    driver.scene.resume()
    for number in (13, 14):
        driver.scene.start(OpenTable(driver.scene.session.rules, deals.deck_of(number), number))
    told = [line.split(" · ") for line in held.told]
    assert [deal for deal, _ in told] == (["Brain Jam 12", "Brain Jam 13"] if size[1] < 500 else [])
    assert all(words.startswith("daily deal for ") for _, words in told)


def test_a_click_is_not_recommended_where_it_would_not_have_made_the_move() -> None:
    driver = TableDriver(BrainJam(), 12, tips=False, autoplay=False)
    drag_on(driver, last := cards.name(driver.view.position.piles[8][-1]), "reserve-1")
    driver.recording.choose(tips=True)
    drag_on(driver, last, "reserve-3")
    assert driver.scene.session.moves == 1, "from one place to another is no move"
    assert not tips_of(driver)


def test_after_three_wins_the_next_table_points_to_what_else_there_is() -> None:
    held = recording_services(tips=True, first_games="gaps=done")
    for _ in range(3):
        driver = TableDriver(Gaps(), deck=easy_deck(Gaps()), held=held)
        assert not tips_of(driver)
        while not driver.scene.session.is_won:
            driver.scene.show(driver.scene.session.play(Gaps().moves(driver.view.position)[0]))
        driver.settle()
        driver.wait(1)
    (told,) = tips_of(TableDriver(Gaps(), 12, held=held))
    assert "F3" in told


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_longest_tip_covers_no_button_of_the_side_bar_in_the_smallest_window(
    language: str, ui: float, mirrored: bool
) -> None:
    held = recording_services(tips=True, language=language, ui_scale=ui, mirrored=mirrored)
    held.services.language.change(language)
    driver = TableDriver(Gaps(), 12, (640, 400), held=held)
    tell_tip(held.services, Tip.MORE)
    told = message_area(driver.scene, held.told[-1])
    assert not told.colliderect(driver.view.frame.side)


def test_looking_back_at_a_win_counts_no_further_ones() -> None:
    driver = TableDriver(Gaps(), deck=easy_deck(Gaps()), tips=True, first_games="gaps=done")
    while not driver.scene.session.is_won:
        driver.scene.show(driver.scene.session.play(Gaps().moves(driver.view.position)[0]))
    for _ in range(4):
        driver.settle()
        driver.wait(1)
        assert driver.recording.services.settings.told == "won"
        driver.scene.resume()
        for way in (pygame.K_LEFT, pygame.K_RIGHT):
            driver.send(key(way))
            driver.settle()
        assert driver.scene.session.is_won
    assert not tips_of(driver)


@pytest.mark.parametrize("opens", [pygame.K_F10, pygame.K_F1])
def test_what_opens_in_the_middle_of_a_drag_lets_the_card_go_first(opens: int) -> None:
    driver = TableDriver(BrainJam(), 12)
    driver.drag(driver.seat("column-1"), (500, 500), drop=False)
    assert driver.view.held is not None
    assert isinstance(driver.scene.handle(key(opens)), Push)
    assert driver.view.held is None and not driver.view.moving
    driver.check_seats()
    assert driver.scene.session.moves == 0


# A letter that is refused


@pytest.mark.parametrize("card_cursor", [False, True])
def test_a_command_or_an_arrow_between_a_refused_letter_and_space_parts_them(
    *, card_cursor: bool
) -> None:
    driver = TableDriver(Klondike(), 1234, card_cursor=card_cursor)
    driver.type("a ")
    assert driver.scene.session.moves == 0
    driver.send(letter("a"), key(pygame.K_RIGHT), letter(" "))
    assert driver.scene.session.moves == 1


def test_a_card_of_brain_jam_that_a_click_plays_rises_under_the_mouse() -> None:
    driver = TableDriver(BrainJam(), 1)
    picture, session = driver.scene.table_picture, driver.scene.session
    for number, pile in enumerate(session.rules.piles):
        seat = session.position.end(number)
        if pile.kind is not PileKind.COLUMN:
            continue
        driver.send(motion(driver.point(seat)))
        card, marks = session.position.piles[number][-1], picture.card_painter.marks
        assert marks.lifted == ({card} if session.choices(seat) else frozenset())
    assert any(session.choices(session.position.end(n)) for n in range(8, 16))
    driver.send(motion((5, 790)))
    assert not picture.card_painter.marks.lifted


def test_a_card_width_that_the_window_cannot_have_is_said() -> None:
    driver = TableDriver(LaPeau(), 9)
    services = driver.recording.services
    for least, told in ((100, False), (160, True)):
        driver.recording.told.clear()
        services.settings_file.settings = services.settings._replace(least_card=least)
        driver.scene.follow_settings()
        assert any("116 px" in text for text in driver.recording.told) == told
