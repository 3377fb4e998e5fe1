"""The table: each game's input exactly as its spec says, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame
import pytest
from drawn_frames import redrawn
from handwritten_positions import ALL_RULES, row, rules_name
from history_lines import made, redo_line
from input_events import ALT, CTRL, RIGHT, SHIFT, down, key, letter, motion, up
from made_deals import any_move, easy_deck, line_to_stuck
from random_play import random_events, scaled
from recording_services import recording_services
from scene_driver import reading
from table_driver import STEP, TableDriver, told_by_figures
from test_hint_and_warning import light_of

from game.core import cards, deals
from game.core.position import PileKind, Position, Seat
from game.desktop.commands import Command
from game.desktop.touch import Device
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import Pop, Push, Quit, Replace
from game.scenes.menu.scene import MenuScene
from game.scenes.table import hint_and_warning
from game.scenes.table.commands import DEEDS
from game.scenes.table.scene import TableScene
from game.scenes.win.scene import WonScene
from game.system.language import Language
from game.table.figures import FigureSpot
from game.table.title_plate import PlateSign
from game.widgets import number_entry
from game.widgets.mouse import DOUBLE_CLICK_S, DoubleClick

every_game = pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)


def after(driver: TableDriver, *moves: object) -> Position:
    position = driver.scene.session.position
    for move in moves:
        position = driver.rules.apply(position, move)  # type: ignore[arg-type]
    return position


def position_of(driver: TableDriver) -> Position:
    return driver.scene.session.position


def top(driver: TableDriver, pile: str) -> str:
    return cards.name(position_of(driver).piles[driver.pile(pile)][-1])


# Brain Jam


def brainjam(**choices: bool) -> TableDriver:
    """Deal 1 without autoplay: the ways of a click are easily told apart."""
    return TableDriver(BrainJam(), 1, **{"autoplay": False, **choices})


@pytest.mark.parametrize("column", range(1, 9))
def test_brain_jam_a_click_makes_the_first_choice_of_a_column(column: int) -> None:
    driver = brainjam()
    pile = driver.pile(f"column-{column}")
    wanted = after(driver, driver.rules.choices(position_of(driver), pile)[0])
    driver.click(f"column-{column}")
    assert position_of(driver) == wanted


@pytest.mark.parametrize("way", ["right click", "shift click", "shift letter"])
def test_brain_jam_second_choices(way: str) -> None:
    driver = brainjam()
    wide = [
        index
        for index, pile in enumerate(driver.rules.piles)
        if pile.kind is PileKind.COLUMN
        and len(driver.rules.choices(position_of(driver), index)) > 1
    ]
    index = wide[0]
    name, number = driver.rules.piles[index].id, driver.rules.piles[index].number
    wanted = after(driver, driver.rules.choices(position_of(driver), index)[1])
    if way == "right click":
        driver.click(name, button=RIGHT)
    elif way == "shift letter":
        driver.type("ABCDEFGH"[number - 1])
    else:
        pygame.key.set_mods(pygame.KMOD_LSHIFT)
        driver.click(name)
        pygame.key.set_mods(0)
    assert position_of(driver) == wanted


def test_brain_jam_letters_a_to_h_move_columns_and_i_to_l_reserves() -> None:
    driver = brainjam()
    for column, char in enumerate("abcdefgh"):
        before = position_of(driver)
        choices = driver.scene.session.choices_of(8 + column)
        wanted = after(driver, choices[0]) if choices else before
        driver.type(char)
        assert position_of(driver) == wanted
    reserves = [index for index in range(4, 8) if position_of(driver).piles[index]]
    assert reserves
    for index in reserves:
        before = position_of(driver)
        choices = driver.scene.session.choices_of(index)
        driver.type("ijkl"[index - 4])
        assert position_of(driver) == (
            driver.rules.apply(before, choices[0]) if choices else before
        )


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Klondike()], ids=rules_name)
def test_a_covered_card_that_is_pulled_shakes_and_says_why(rules: Rules) -> None:
    driver = TableDriver(rules, 617)
    driver.settle()
    column = next(
        n
        for n, (kind, _) in enumerate(rules.piles)
        if kind is PileKind.COLUMN
        and len(driver.view.position.piles[n]) > 2
        and not driver.scene.session.is_selectable(Seat(n, 1))
    )
    card = driver.view.position.piles[column][1]
    driver.drag(Seat(column, 1), (10, 10))
    assert driver.view.held is None and driver.scene.session.moves == 0
    assert driver.view.sprites[card].shaken is not None
    assert len(driver.recording.told) == 1


def test_klondike_a_trembling_click_on_the_reserve_pulls() -> None:
    driver = TableDriver(Klondike(), 617)
    driver.settle()
    x, y = driver.point(driver.seat("reserve-1"))
    driver.send(motion((x, y)), down((x, y)), motion((x + 9, y), held=True), up((x + 9, y)))
    assert driver.scene.session.moves == 1


def test_brain_jam_a_covered_card_is_refused_with_its_reason_and_costs_nothing() -> None:
    driver = brainjam()
    driver.click("column-1", 2)
    assert driver.recording.told == ["Only the last card of a column can move"]
    assert driver.scene.session.moves == 0
    assert {sprite.card for sprite in driver.view.in_motion()} == set(
        position_of(driver).piles[8][2:]
    )
    driver.settle()
    driver.check_seats()


def test_brain_jam_the_key_of_an_empty_reserve_says_that_no_card_is_there() -> None:
    driver = brainjam()
    driver.type("i")
    driver.click("reserve-1")
    assert driver.recording.told == ["There is no card to move"] * 2


def test_brain_jam_dragging_reaches_every_reserve() -> None:
    for number in range(1, 5):
        driver = brainjam()
        card = top(driver, "column-3")
        driver.drag_to("column-3", f"reserve-{number}")
        assert top(driver, f"reserve-{number}") == card


def test_brain_jam_clicks_in_flight_are_not_lost() -> None:
    driver = TableDriver(BrainJam(), 1, settle=False, autoplay=False)
    for column in (1, 2, 3, 4):
        driver.click(f"column-{column}", later=0.01)
    assert driver.scene.session.moves == 4
    driver.settle()
    driver.check_seats()


def test_brain_jam_autoplay_sends_cards_home_after_a_move_as_actions_of_their_own() -> None:
    driver = TableDriver(BrainJam(), deck=easy_deck(BrainJam()))
    driver.click("column-5")
    assert driver.scene.session.is_won
    assert len(made(driver.scene.session.history)) == driver.scene.session.moves >= 52
    driver.send(key(pygame.K_LEFT))
    assert driver.scene.session.rules.score(position_of(driver)) == 51
    assert not driver.scene.session.is_won, "no autoplay after an undo"


@pytest.mark.parametrize("way", [" ", "button", "ctrl+p"])
@pytest.mark.parametrize("rules", [BrainJam(), LaPeau()], ids=rules_name)
def test_space_or_the_button_sends_all_home_at_once(rules: Rules, way: str) -> None:
    driver = TableDriver(rules, deck=easy_deck(rules), autoplay=False)
    if way == "button":
        driver.button("purge")
    else:
        driver.send(letter(" ") if way == " " else key(pygame.K_p, CTRL))
    assert driver.scene.session.is_won and driver.scene.session.moves == 52
    assert rules.name != "lapeau" or isinstance(driver.send(key(pygame.K_t, CTRL)), Replace)
    driver.send(key(pygame.K_LEFT))
    assert driver.scene.session.moves == (0 if rules.name == "lapeau" else 51)


# La Peau


def lapeau_deck(*stacks: str) -> deals.Deck:
    """A deal of La Peau whose first stacks are as written, top card last."""
    written = [list(row(stack)) for stack in stacks]
    taken = {card for stack in written for card in stack}
    rest = [card for card in range(51, -1, -1) if card not in taken]
    while len(written) < 13:
        written.append([rest.pop(0) for _ in range(4)])
    return tuple(written[stack][row] for row in range(4) for stack in range(13))


LAPEAU = lapeau_deck("Kc 5h 3c 9h", "Ks 5d 3s Tc", "2c 2d 2h Ac", "Jd 6c 7h 6s", "Ah Ad As 8c")


def lapeau(**choices: bool) -> TableDriver:
    return TableDriver(LaPeau(), deck=LAPEAU, **choices)


def test_la_peau_select_and_place() -> None:
    driver = lapeau()
    driver.click("column-1")
    assert [cards.name(card) for card in driver.scene.session.selected()] == ["9h"]
    marks = driver.scene.table_picture.card_painter.marks
    assert cards.parse_card("9h") in marks.reversed
    assert driver.pile("column-2") in marks.glowing
    driver.click("column-2")
    assert top(driver, "column-2") == "9h"
    assert driver.scene.session.selection is None
    assert driver.scene.session.moves == 1


def test_la_peau_the_target_under_the_mouse_is_reversed() -> None:
    driver = lapeau()
    driver.click("column-1")
    driver.send(motion(driver.point(driver.seat("column-2"))))
    marks = driver.scene.table_picture.card_painter.marks
    assert marks.has_target
    assert {cards.parse_card("9h"), cards.parse_card("Tc")} == marks.reversed
    assert marks.lifted == {cards.parse_card("9h")}, "the target stays where it lies"


def test_la_peau_a_second_click_cancels_and_the_bare_table_too() -> None:
    driver = lapeau()
    for cancel in (lambda: driver.click("column-1"), lambda: driver.press((640, 790))):
        driver.click("column-1")
        assert driver.scene.session.selection is not None
        cancel()
        assert driver.scene.session.selection is None
    assert driver.scene.session.moves == 0
    assert driver.recording.told == []


def test_la_peau_a_run_that_is_too_long_says_so_at_once() -> None:
    driver = lapeau()
    driver.click("column-4")
    driver.press(driver.point(driver.seat("column-4", 2)))
    assert [cards.name(card) for card in driver.scene.session.selected()] == ["6s"]
    assert "at most 1 can move" in driver.recording.told[-1]
    assert driver.scene.session.moves == 0


def test_la_peau_a_double_click_sends_home_and_on_a_foundation_all_that_may_go() -> None:
    driver = lapeau()
    driver.double_click("column-3")
    assert top(driver, "foundation-1") == "Ac" and driver.scene.session.moves == 1
    driver.double_click("column-1")
    assert driver.scene.session.selection is None and not driver.recording.told
    whole = TableDriver(LaPeau(), deck=easy_deck(LaPeau()))
    whole.double_click("foundation-1")
    assert whole.scene.session.is_won


def test_la_peau_right_click_sends_home_and_tells_why_not() -> None:
    driver = lapeau()
    driver.click("column-3", button=RIGHT)
    assert top(driver, "foundation-1") == "Ac"
    driver.click("column-3", button=RIGHT)
    assert driver.recording.told == ["The ace of hearts has to go home first"]


@pytest.mark.parametrize(
    ("letters", "pile", "card"), [("ab", "column-2", "9h"), ("c ", "foundation-1", "Ac")]
)
def test_la_peau_letters_pick_and_place_and_space_sends_home(
    letters: str, pile: str, card: str
) -> None:
    driver = lapeau()
    driver.type(letters)
    assert top(driver, pile) == card


def test_la_peau_a_letter_again_shortens_the_run_and_past_its_end_cancels() -> None:
    driver = lapeau()
    lengths = []
    for _ in range(3):
        driver.type("d")
        lengths.append(len(driver.scene.session.selected()))
    assert lengths == [2, 1, 0]


def test_la_peau_escape_cancels_first_and_only_then_goes_back() -> None:
    driver = lapeau()
    driver.type("a")
    assert driver.send(key(pygame.K_ESCAPE)) is None
    assert driver.scene.session.selection is None
    assert isinstance(driver.send(key(pygame.K_ESCAPE)), Pop)


def test_the_button_leads_to_the_menu_at_once_whatever_is_selected() -> None:
    driver = lapeau()
    driver.type("a")
    at = pygame.Rect(driver.scene.table_picture.focus.named("exit").rect).center
    change = driver.send(motion(at), down(at), up(at))
    assert isinstance(change, Push) and isinstance(change.scene, MenuScene)


def test_la_peau_escape_drops_a_dragged_card_first() -> None:
    driver = lapeau()
    driver.drag_to("column-1", "column-2", drop=False)
    assert driver.view.held is not None
    assert driver.send(key(pygame.K_ESCAPE)) is None
    driver.settle()
    driver.check_seats()
    assert driver.scene.session.moves == 0
    driver.send(up((600, 300)))
    assert driver.scene.session.moves == 0, "what was let go is not dropped later"


def test_a_dragged_card_goes_back_where_the_window_loses_the_keyboard() -> None:
    driver = lapeau()
    driver.drag_to("column-1", "column-2", drop=False)
    driver.send(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    driver.send(motion((600, 300), held=True), motion((640, 300), held=True))
    assert driver.view.held is None, "the button may have been let go over another window"
    driver.settle()
    driver.check_seats()
    driver.send(up((640, 300)))
    assert driver.scene.session.moves == 0


def test_on_a_dense_screen_a_hand_that_trembles_still_clicks() -> None:
    held = recording_services()
    held.services.density = 2.0
    driver = TableDriver(LaPeau(), 7, (2560, 1600), held=held)
    x, y = driver.point(Seat(driver.pile("column-1"), 3))
    driver.send(motion((x, y)), down((x, y)), motion((x + 11, y), held=True), up((x + 11, y)))
    assert driver.scene.session.selection is not None


def test_la_peau_the_policy_changes_only_while_no_game_is_in_progress() -> None:
    driver = TableDriver(LaPeau(), 7)
    driver.play(driver.rules.moves(position_of(driver))[0])
    assert driver.send(key(pygame.K_t, CTRL)) is None
    assert driver.recording.told == [
        "You can change the rule only before the first move or after a win"
    ]
    assert not driver.scene.table_picture.focus.named("switch").enabled
    driver.send(key(pygame.K_HOME))
    change = driver.send(key(pygame.K_t, CTRL))
    assert isinstance(change, Replace)
    assert isinstance(change.scene, TableScene)
    assert change.scene.session.rules == LaPeau("same")
    assert change.scene.session.number == 7
    assert driver.recording.services.settings.building == "same"


@pytest.mark.parametrize("typed", ["", "617"])
def test_la_peau_a_policy_chosen_in_the_options_holds_from_the_next_deal_on(typed: str) -> None:
    driver = TableDriver(LaPeau(), 7)
    driver.play(driver.rules.moves(position_of(driver))[0])
    driver.recording.choose(building="same")
    driver.scene.follow_settings()
    assert driver.scene.session.rules == LaPeau()
    if typed:
        driver.send(key(pygame.K_g, CTRL))
        driver.type(typed)
    change = driver.send(key(pygame.K_RETURN) if typed else key(pygame.K_n, CTRL))
    assert isinstance(change, Replace)
    assert isinstance(change.scene, TableScene)
    assert change.scene.session.rules == LaPeau("same")
    assert change.scene.session.number not in (None, 7)


# Gaps


def test_gaps_a_click_moves_a_card_to_its_one_place() -> None:
    driver = TableDriver(Gaps(), 1)
    move = next(m for m in driver.rules.moves(position_of(driver)) if cards.rank(m.card or 0) > 1)
    assert move.card is not None
    wanted = after(driver, move)
    seat = position_of(driver).seat(move.card)
    assert seat is not None
    driver.press(driver.point(seat))
    assert position_of(driver) == wanted


def test_gaps_a_click_on_a_gap_brings_the_card_that_fits() -> None:
    driver = TableDriver(Gaps(), 1)
    for gap in driver.rules.gaps(position_of(driver)):  # type: ignore[attr-defined]
        choices = driver.scene.session.choices_of(gap)
        before = position_of(driver)
        driver.press(driver.point(Seat(gap, 0)))
        wanted = driver.rules.apply(before, choices[0]) if choices else before
        assert position_of(driver) == wanted


def open_row(number_of_gaps: int) -> deals.Deck:
    """A deal of Gaps whose first rows begin with an ace, that is a gap."""
    rest = list(range(51, 3, -1))
    deck = []
    aces = iter(range(4))
    for line in range(4):
        width = 13
        if line < number_of_gaps:
            deck.append(next(aces))
            width = 12
        deck += [rest.pop(0) for _ in range(min(width, len(rest)))]
    return tuple(deck + list(aces))[:52]


def test_gaps_a_two_goes_to_the_first_row_to_the_second_by_a_right_click_or_is_dragged() -> None:
    for button, line, two in ((1, 0, "2c"), (RIGHT, 1, "2d")):
        driver = TableDriver(Gaps(), deck=open_row(4))
        seat = position_of(driver).seat(cards.parse_card("2c"))
        assert seat is not None
        driver.press(driver.point(seat), button)
        assert position_of(driver).seat(cards.parse_card("2c")) == Seat(13 * line, 0)
        driver = TableDriver(Gaps(), deck=open_row(4))
        driver.press(driver.point(Seat(26, 0)), button)
        assert top(driver, "slot-3-1") == two, "a first slot takes the first two or the second"
    driver = TableDriver(Gaps(), deck=open_row(4))
    seat = position_of(driver).seat(cards.parse_card("2h"))
    assert seat is not None
    driver.drag(seat, driver.view.arrangement.piles[39][:2])
    assert top(driver, "slot-4-1") == "2h"


def test_gaps_letters_fill_the_gaps_in_reading_order() -> None:
    for number, char in enumerate("abcdABCD"):
        driver = TableDriver(Gaps(), deck=open_row(4))
        gap = driver.rules.gaps(position_of(driver))[number % 4]  # type: ignore[attr-defined]
        driver.type(char)
        assert top(driver, driver.rules.piles[gap].id) == ("2c" if number < 4 else "2d")


def test_gaps_hovering_marks_targets_and_fitting_cards() -> None:
    driver = TableDriver(Gaps(), deck=open_row(4))
    two = position_of(driver).seat(cards.parse_card("2c"))
    assert two is not None
    driver.send(motion(driver.point(two)))
    assert driver.scene.table_picture.card_painter.marks.glowing == {0, 13, 26, 39}
    driver.send(motion(driver.point(Seat(0, 0))))
    marks = driver.scene.table_picture.card_painter.marks
    twos = tuple(map(cards.parse_card, ("2c", "2d", "2h", "2s")))
    seats = [position_of(driver).seat(card) for card in twos]
    assert marks.glowing == {seat.pile for seat in seats if seat is not None}
    assert marks.ghost == (0, twos)
    tip = driver.scene.table_picture.mark_at(driver.point(Seat(0, 0)))
    assert tip is not None and "the 2 of clubs, right-click the 2 of diamonds" in tip.tooltip


def test_gaps_a_redeal_is_refused_before_no_move_is_left() -> None:
    driver = TableDriver(Gaps(), 1)
    redeal = driver.scene.table_picture.focus.named("redeal")
    assert not redeal.enabled
    before = position_of(driver)
    driver.send(key(pygame.K_d, CTRL))
    assert driver.recording.told == ["You can redeal only when no card can move"]
    assert position_of(driver) == before


def before_redeal() -> tuple[TableDriver, str, list[object]]:
    """A table of Gaps one move before it needs a redeal, and that move's slot."""
    rules = Gaps()
    for seed in range(40):
        line = line_to_stuck(rules, 1, seed)
        assert line is not None
        position, ahead = rules.deal(deals.deck_of(1)), []
        for move in line:
            if move.card is None:
                break
            ahead.append(move)
        driver = TableDriver(rules, 1, animated=False)
        for move in ahead[:-1]:
            driver.scene.show(driver.scene.session.play(move))
        last, position = ahead[-1], position_of(driver)
        assert last.card is not None
        if cards.rank(last.card) > 1:
            seat = rules.apply(position, last).seat(last.card)
            assert seat is not None
            return driver, rules.piles[seat.pile].id, list(ahead)
    raise AssertionError("no such line")


def test_gaps_the_redeal_button_calls_and_redeals() -> None:
    driver, gap, _ = before_redeal()
    redeal = driver.scene.table_picture.focus.named("redeal")
    assert not redeal.lit  # type: ignore[attr-defined]
    driver.click(gap)
    assert redeal.enabled
    assert redeal.lit  # type: ignore[attr-defined]
    driver.button("redeal")
    assert position_of(driver).used == 1
    assert not redeal.lit  # type: ignore[attr-defined]


def test_gaps_a_hint_tells_what_the_next_redeal_keeps() -> None:
    rules = Gaps()
    position = rules.deal(deals.deck_of(1))
    clubs = (*range(4, 52, 4), -1)
    rest = [held[0] if held else -1 for held in position.piles if not held or held[0] % 4]
    slots = [*clubs, *(card for card in rest if card >= 0)]
    table = tuple(() if card < 0 else (card,) for card in (*slots, *(-1,) * (52 - len(slots))))
    kept = hint_and_warning.kept_by_redeal(rules, position._replace(piles=table), Language("en"))
    assert kept.startswith("clubs up to K")
    assert hint_and_warning.kept_by_redeal(rules, position, Language("en")) == "nothing"


def test_gaps_the_click_that_makes_the_last_move_never_counts_as_the_first_of_two() -> None:
    driver, gap, _ = before_redeal()
    at = driver.point(driver.seat(gap))
    driver.press(at)
    assert driver.scene.session.needs_redeal
    driver.press(at, later=0.1)
    assert position_of(driver).used == 0
    driver.press(at, later=0.1)
    assert position_of(driver).used == 1, "the second and the third click are a double click"


DUE = "No card can move: it is time to redeal"


@pytest.mark.parametrize(("then", "told"), [("", True), ("double click", False), ("undo", False)])
def test_gaps_that_a_redeal_is_due_is_told_once_a_click_is_a_single_one(
    then: str, *, told: bool
) -> None:
    driver, gap, _ = before_redeal()
    driver.click(gap)
    if then == "double click":
        driver.double_click(gap)
    else:
        driver.click(gap)
        assert driver.recording.told == []
        assert driver.scene.due is not None and driver.scene.due <= DOUBLE_CLICK_S
    if then == "undo":
        driver.send(key(pygame.K_LEFT))
    driver.wait(2 * DOUBLE_CLICK_S)
    assert [text.startswith(DUE) for text in driver.recording.told] == [True] * told
    assert position_of(driver).used == (then == "double click")


@pytest.mark.parametrize(
    ("device", "cursor", "way"),
    [
        (Device.MOUSE, False, "(Ctrl+D, or double-click a card)"),
        (Device.KEYBOARD, True, "(Ctrl+D, or press Enter twice quickly on a card)"),
        # Its button is put in where it is shown.
        (Device.PAD, False, "(press Enter twice quickly on a card)"),
        (Device.TOUCH, False, "(tap the button, or double-tap a card)"),
    ],
)
def test_gaps_how_a_redeal_is_made_is_told_of_the_device_used_last(
    device: Device, cursor: bool, way: str
) -> None:
    driver, gap, _ = before_redeal()
    driver.click(gap)
    driver.recording.services.change(card_cursor=cursor)
    driver.recording.services.devices.last = device
    driver.send(key(pygame.K_a, char="a"))
    assert driver.recording.told == [f"{DUE} {way}"]


@pytest.mark.parametrize("way", ["a gap", "a key", "a right click", "a drag"])
def test_gaps_whatever_is_tried_where_a_redeal_is_due_is_answered_with_that(way: str) -> None:
    driver, gap, _ = before_redeal()
    driver.click(gap)
    position = position_of(driver)
    empty = driver.rules.piles[driver.rules.gaps(position)[0]].id  # type: ignore[attr-defined]
    loose = next(
        pile.id
        for index, pile in enumerate(driver.rules.piles)
        if position.piles[index] and not driver.rules.is_fixed(position, index)  # type: ignore[attr-defined]
    )
    match way:
        case "a gap":
            driver.click(empty)
        case "a key":
            driver.type("a")
        case "a right click":
            driver.click(loose, button=RIGHT)
        case "a drag":
            driver.drag_to(loose, empty)
    assert [text.startswith(DUE) for text in driver.recording.told] == [True]
    assert position_of(driver) == position


def test_gaps_space_means_nothing() -> None:
    driver = TableDriver(Gaps(), 1)
    driver.send(key(pygame.K_SPACE, char=" "))
    assert driver.recording.told == []


def test_gaps_two_slow_clicks_or_clicks_on_gaps_do_not_redeal() -> None:
    driver, gap, _ = before_redeal()
    driver.click(gap)
    driver.click(gap)
    driver.click(gap)
    empty = driver.rules.gaps(position_of(driver))[0]  # type: ignore[attr-defined]
    driver.double_click(driver.rules.piles[empty].id)
    assert position_of(driver).used == 0


# Klondike


def test_klondike_quick_clicks_on_the_reserve_pull_each_time() -> None:
    driver = TableDriver(Klondike(), 1)
    at = driver.point(driver.seat("reserve-1"))
    for count in range(1, 25):
        driver.press(at, later=0.05)
        assert len(position_of(driver).piles[1]) == count
    driver.press(at, later=0.05)
    assert len(position_of(driver).piles[0]) == 24
    assert position_of(driver).used == 1
    driver.settle()
    driver.check_seats()


def test_klondike_a_third_turn_over_is_refused_and_costs_nothing() -> None:
    driver = TableDriver(Klondike(), 1, animated=False)
    for _ in range(3 * 24 + 2):
        driver.type(" ")
    assert (position_of(driver).used, driver.recording.told) == (2, [])
    moves = driver.scene.session.moves
    driver.click("reserve-1")
    driver.type(" ")
    assert driver.recording.told == ["No passes left"] * 2
    assert driver.scene.session.moves == moves


def klondike(*tops: str, pulled: str = "") -> TableDriver:
    """Columns that end as written, the first one's only card first; the pull order begins so."""
    ends = [cards.parse_card(name) for name in tops]
    first = [cards.parse_card(name) for name in pulled.split()]
    rest = [card for card in range(51, -1, -1) if card not in ends + first]
    columns = []
    for column in range(7):
        end = ends[column] if column < len(ends) else rest.pop(0)
        columns.append([*(rest.pop(0) for _ in range(column)), end])
    stock = [*first, *rest][:24]
    deck = [columns[column][row] for row in range(7) for column in range(row, 7)]
    return TableDriver(Klondike(), deck=(*deck, *stock))


def test_klondike_select_and_place_by_mouse_and_letters() -> None:
    driver = klondike("5h", "6c", pulled="4s")
    driver.type(" ha")
    assert top(driver, "column-1") == "4s", "H is the waste"
    for way in ("mouse", "letters", "drag"):
        driver = klondike("5h", "6c")
        if way == "mouse":
            driver.click("column-1")
            driver.click("column-2")
        elif way == "letters":
            driver.type("ab")
        else:
            driver.drag_to("column-1", "column-2")
        assert top(driver, "column-2") == "5h", way
        assert driver.scene.session.moves == 1


def test_klondike_a_card_under_the_one_that_left_turns_up() -> None:
    driver = klondike("6c", "5h")
    driver.type("ba")
    driver.settle()
    assert position_of(driver).down[driver.pile("column-2")] == 0
    driver.check_seats()


def test_klondike_only_a_king_goes_to_an_empty_column() -> None:
    driver = klondike("5h", "6c", "Kd", "Qd")
    driver.type("ab")
    driver.type("d")
    assert driver.recording.told[0].endswith("only kings go to empty columns")
    driver.drag_to("column-4", "column-1")
    assert driver.recording.told[1] == "Only a king can go to an empty column"
    driver.type("ca")
    assert top(driver, "column-1") == "Kd"


def test_klondike_a_face_down_card_is_refused() -> None:
    driver = klondike("5h", "6c")
    driver.click("column-7", 0)
    assert driver.recording.told[0].startswith("This card is face down; it is turned face up")


@pytest.mark.parametrize("way", ["right click", "double click", "letter, Space", "digit", "drag"])
def test_klondike_ways_home(way: str) -> None:
    driver = klondike("Ah", "6c")
    if way == "right click":
        driver.click("column-1", button=RIGHT)
    elif way == "double click":
        driver.double_click("column-1")
    elif way == "letter, Space":
        driver.type("a ")
    elif way == "digit":
        driver.type("a3")
    else:
        driver.drag_to("column-1", "foundation-3")
    assert top(driver, "foundation-3") == "Ah"
    assert driver.scene.session.moves == 1
    assert driver.recording.told == []


def test_two_clicks_that_waited_for_a_slow_frame_are_a_double_click() -> None:
    for passed, home in ((0.1, True), (0.6, False)):
        driver = klondike("Ah", "6c")
        mouse = driver.scene.mouse
        mouse._pointer._clicks = DoubleClick(lambda mouse=mouse: mouse._clock)
        driver.click("column-1")
        driver.wait(passed)
        driver.click("column-1", later=0.6)
        assert (driver.scene.session.moves == 1) is home


def test_klondike_digits_and_clicks_bring_a_card_back_from_its_done_stack() -> None:
    for way in ("digit", "click", "drag"):
        driver = klondike("2h", "3c", "Ah", "9c")
        driver.type("c a ")
        assert top(driver, "foundation-3") == "2h"
        if way == "digit":
            driver.type("3b")
        elif way == "click":
            driver.click("foundation-3")
            driver.click("column-2")
        else:
            driver.drag_to("foundation-3", "column-2")
        assert top(driver, "column-2") == "2h", way


def test_klondike_a_double_click_on_a_done_stack_purges_and_so_does_the_right_button() -> None:
    for way in ("double click", "right click", "ctrl+p", "button"):
        driver = klondike("Ah", "2h", "Ac", "9c")
        if way == "double click":
            driver.double_click("foundation-1")
        elif way == "right click":
            driver.click("foundation-1", button=RIGHT)
        elif way == "button":
            driver.button("purge")
        else:
            driver.send(key(pygame.K_p, CTRL))
        assert driver.rules.score(position_of(driver)) == 3, way
        assert len(made(driver.scene.session.history)) == 1, "one action"
        assert not driver.recording.told, "the first of two clicks is no mistake"


def test_klondike_the_click_that_places_is_not_the_first_of_a_double_click() -> None:
    driver = klondike("Ah", "2c", "Ac", "9c")
    driver.click("column-1")
    driver.click("column-2", later=0.5)
    assert top(driver, "column-2") == "Ah"
    driver.click("column-2", later=0.1)
    assert top(driver, "column-2") == "Ah"
    assert driver.scene.session.selection is not None


@pytest.mark.parametrize(("scancode", "char"), [(pygame.KSCAN_3, '"'), (pygame.KSCAN_3, "3")])
def test_klondike_digits_work_on_every_keyboard(scancode: int, char: str) -> None:
    driver = klondike("Ah", "6c")
    driver.type("a")
    event = pygame.event.Event(
        pygame.KEYDOWN, key=ord(char), mod=0, unicode=char, scancode=scancode
    )
    driver.send(event)
    assert top(driver, "foundation-3") == "Ah"


# History


@every_game
def test_undo_redo_start_and_end_by_keys_and_buttons(rules: Rules) -> None:
    driver = TableDriver(rules, 4, autoplay=False, animated=False)
    random, passed = Random(1), [position_of(driver)]
    for _ in range(4):
        move = any_move(rules, position_of(driver), random)
        assert move is not None
        driver.play(move)
        passed.append(position_of(driver))
    ways: list[Callable[[], object]] = [
        lambda: driver.send(key(pygame.K_LEFT)),
        lambda: driver.send(key(pygame.K_z, CTRL)),
        lambda: driver.button("undo"),
    ]
    for wanted, way in zip(reversed(passed[-4:-1]), ways, strict=True):
        way()
        assert position_of(driver) == wanted
    back: list[Callable[[], object]] = [
        lambda: driver.send(key(pygame.K_RIGHT)),
        lambda: driver.send(key(pygame.K_y, CTRL)),
        lambda: driver.button("redo"),
    ]
    for wanted, way in zip(passed[-3:], back, strict=True):
        way()
        assert position_of(driver) == wanted
    driver.send(key(pygame.K_HOME))
    assert position_of(driver) == passed[0]
    driver.send(key(pygame.K_END))
    assert position_of(driver) == passed[-1]
    driver.send(key(pygame.K_MINUS, char="-"))
    assert position_of(driver) == passed[0]
    driver.send(key(pygame.K_END), key(pygame.K_BACKSPACE))
    assert position_of(driver) == passed[-2]
    assert not driver.scene.session.history.can_redo
    for way_to_deal in (
        lambda: driver.button("restart"),
        lambda: driver.send(key(pygame.K_r, CTRL)),
    ):
        way_to_deal()
        assert position_of(driver) == passed[0]
        driver.send(key(pygame.K_END))
    driver.check_seats()


def test_nothing_to_undo_or_redo_is_told_and_its_buttons_are_off() -> None:
    driver = brainjam()
    driver.send(key(pygame.K_LEFT), key(pygame.K_RIGHT))
    assert driver.recording.told == ["There is nothing to undo", "There is nothing to redo"]
    for name in ("undo", "redo", "restart"):
        assert not driver.scene.table_picture.focus.named(name).enabled


def test_a_button_that_is_off_tells_why_when_the_mouse_rests_on_it() -> None:
    driver = brainjam()
    button = driver.scene.table_picture.focus.named("undo")
    assert driver.send(motion(button.rect.center)) is None
    driver.wait(1.0)
    with reading() as found:
        driver.scene.draw(pygame.Surface((1280, 800)))
    assert "Undo the last action  ·  already at the start" in [each.text for each in found]


def test_a_new_move_forgets_what_lay_ahead_and_the_same_move_keeps_it() -> None:
    driver = brainjam()
    driver.type("abc")
    driver.send(key(pygame.K_HOME))
    driver.type("a")
    assert driver.scene.session.history.can_redo
    driver.type("e")
    assert not driver.scene.session.history.can_redo


@pytest.mark.parametrize("branching", [False, True])
def test_ten_actions_bookmarks_and_ways_without_branches_are_in_both_histories(
    branching: bool,
) -> None:
    driver = brainjam()
    driver.recording.choose(branching=branching)
    driver.type("abcdabcd")
    moves = driver.scene.session.moves
    driver.send(letter("M"), key(pygame.K_PAGEUP))
    assert driver.scene.session.moves == 0
    driver.send(letter("R"))
    assert driver.scene.session.moves == moves
    driver.recording.told.clear()
    driver.send(key(pygame.K_UP))
    assert driver.scene.session.moves == 0 < moves
    driver.send(key(pygame.K_DOWN))
    assert driver.scene.session.moves == moves and driver.recording.told == []


# Deals


def test_new_gives_another_deal() -> None:
    for way in ("button", "key"):
        driver = TableDriver(BrainJam(), 1)
        if way == "button":
            driver.button("new")
        else:
            driver.send(key(pygame.K_n, CTRL))
        assert driver.scene.session.number != 1
        assert driver.scene.title == f"Brain Jam {driver.scene.session.number}"
        assert driver.view.moving
        driver.settle()
        driver.check_seats()


@pytest.mark.parametrize("typed", ["617", "1000000"])
@every_game
def test_a_number_typed_in_starts_that_deal(rules: Rules, typed: str) -> None:
    driver = TableDriver(rules, 1, (1600, 1000), animated=False)
    number = int(typed) % 1_000_000
    driver.play(any_move(rules, position_of(driver), Random(1)))  # type: ignore[arg-type]
    driver.send(key(pygame.K_g, CTRL))
    driver.type(typed)
    driver.send(key(pygame.K_RETURN))
    assert driver.scene.session.number == number
    assert position_of(driver) == rules.deal(deals.deck_of(number))
    assert driver.scene.title.endswith(f" {number}")
    driver.type("a")
    assert driver.scene.table_picture.focus.focused is None


def test_a_number_typed_in_comes_with_its_verdict_until_something_is_played() -> None:
    driver = brainjam()
    driver.send(key(pygame.K_g, CTRL))
    driver.type("617")
    driver.send(key(pygame.K_RETURN))
    assert light_of(driver) == "the solver is still thinking"
    driver.type("a")
    assert light_of(driver) is None
    driver.send(key(pygame.K_LEFT))
    assert light_of(driver) == "the solver is still thinking"
    driver.send(key(pygame.K_n, CTRL))
    assert light_of(driver) is None


@pytest.mark.parametrize("typed", ["1", "\b"], ids=["the same", "empty"])
def test_the_same_number_and_an_empty_field_restart_the_game_and_say_so(typed: str) -> None:
    driver = brainjam()
    driver.type("abc")
    before = driver.scene.session
    driver.send(key(pygame.K_g, CTRL))
    driver.send(key(pygame.K_BACKSPACE) if typed == "\b" else letter(typed))
    driver.send(key(pygame.K_RETURN))
    assert driver.scene.session.moves == 0 and driver.scene.session.number == before.number
    assert driver.recording.told[-1] == "Deal restarted"
    driver.send(key(pygame.K_END))
    assert driver.scene.session.moves == 3


@pytest.mark.parametrize("way", ["typed", "pasted", "letters", "number of several", "Esc"])
def test_a_number_that_is_no_deals_is_refused_and_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    driver = TableDriver(Klondike(), 5)
    session = driver.scene.session
    session.space()
    driver.send(key(pygame.K_g, CTRL))
    if way == "Esc":
        driver.type("22")
    elif way in ("typed", "letters"):
        driver.type("9999999" if way == "typed" else "a bc")
    else:
        pasted = "9999999" if way == "pasted" else "klondike 5 7h>8s"
        monkeypatch.setattr(number_entry, "clipboard_text", lambda: pasted)
        driver.send(key(pygame.K_v, CTRL))
    if way in ("typed", "pasted"):
        driver.send(key(pygame.K_RETURN))
    refused = "Deal numbers run from 0 to 999999"
    assert driver.recording.told[-1:] == ([] if way == "Esc" else [refused])
    assert driver.send(key(pygame.K_ESCAPE)) is None
    store = driver.recording.services.game_store
    assert driver.scene.session is session and session.moves == 1
    assert store._attempt.state.ordinal == 1 and len(store.storage.plays.all()) == 1
    assert driver.scene.table_picture.focus.named("number").value == 5  # type: ignore[attr-defined]


@pytest.mark.parametrize("first_touch", [False, True])
def test_a_number_typed_in_is_still_there_for_a_finger_on_its_arrow(first_touch: bool) -> None:
    driver = brainjam()
    devices = driver.recording.services.devices
    devices.touched = not first_touch
    driver.follow()
    driver.send(key(pygame.K_g, CTRL))
    driver.type("617")
    devices.last, devices.touched = Device.TOUCH, True
    driver.follow()
    field = driver.scene.table_picture.focus.named("number")
    driver.press((field.rect.right - 8, field.rect.centery))
    assert driver.scene.session.number == 617


def test_a_bar_made_anew_shows_the_number_of_the_present_deal() -> None:
    driver = brainjam()
    driver.send(key(pygame.K_n, CTRL))
    driver.recording.services.devices.touched = True
    driver.follow()
    field = driver.scene.table_picture.focus.named("number")
    assert field.value == driver.scene.session.number  # type: ignore[attr-defined]


def test_an_unfinished_deal_opens_where_it_stood_and_a_solved_one_at_its_start(tmp_path) -> None:  # type: ignore[no-untyped-def]
    driver = TableDriver(BrainJam(), 1, folder=tmp_path, autoplay=False)
    driver.type("abc")
    wanted = position_of(driver)
    driver.recording.services.game_store.close()
    again = TableDriver(BrainJam(), 1, folder=tmp_path, autoplay=False)
    assert position_of(again) == wanted
    again.check_seats()
    again.send(key(pygame.K_HOME))
    assert redo_line(again.scene.session.history) == made(driver.scene.session.history)

    won = TableDriver(LaPeau(), deck=easy_deck(LaPeau()), folder=tmp_path, held=again.recording)
    won.type(" ")
    reopened = TableDriver(LaPeau(), deck=easy_deck(LaPeau()), held=again.recording)
    assert reopened.scene.session.moves == 0
    reopened.send(key(pygame.K_END))
    assert reopened.scene.session.is_won


# Ends


@pytest.mark.parametrize(
    "rules", [BrainJam(), LaPeau(), LaPeau("same"), Klondike()], ids=rules_name
)
def test_a_win_waves_the_flag_and_undo_goes_back_into_the_game(rules: Rules) -> None:
    driver = TableDriver(rules, deck=easy_deck(rules), autoplay=False)
    while not driver.scene.session.is_won:
        driver.type(" ") if rules.name != "klondike" else driver.send(key(pygame.K_p, CTRL))
        if rules.name == "klondike" and not driver.scene.session.is_won:
            driver.click("reserve-1")
    assert driver.scene.table_picture.sign is PlateSign.FLAG
    driver.settle()
    driver.wait(1.0)
    assert isinstance(driver.change, Push)
    assert isinstance(driver.change.scene, WonScene)
    driver.check_seats()
    moves = driver.scene.session.moves
    driver.button("undo")
    assert driver.scene.session.moves < moves
    assert driver.scene.table_picture.sign is None


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=rules_name)
def test_a_stuck_table_says_so_and_offers_the_ways_on(rules: Rules) -> None:
    line = line_to_stuck(rules, 1, 5)
    assert line is not None
    driver = TableDriver(rules, 1, autoplay=False, animated=False)
    for move in line[:-1]:
        driver.scene.show(driver.scene.session.play(move))
        assert driver.scene.table_picture.bar is None
    driver.scene.show(driver.scene.session.play(line[-1]))
    assert driver.scene.table_picture.sign is PlateSign.UTURN
    bar = driver.scene.table_picture.bar
    assert bar is not None
    moves = driver.scene.session.moves
    driver.press(bar.widgets[0].rect.center)
    assert driver.scene.session.moves == moves - 1
    assert (driver.scene.table_picture.bar, driver.scene.table_picture.sign) == (None, None)
    driver.send(key(pygame.K_RIGHT))
    assert driver.scene.table_picture.bar is not None
    driver.press(driver.scene.table_picture.bar.widgets[1].rect.center)
    assert driver.scene.session.moves == 0
    driver.check_seats()


# Other commands


def test_leaving_help_options_fullscreen_and_quitting() -> None:
    driver = brainjam()
    assert isinstance(driver.send(key(pygame.K_q)), Pop)
    assert isinstance(driver.send(key(pygame.K_q, SHIFT)), Quit)
    assert isinstance(driver.send(key(pygame.K_F1)), Push)
    assert isinstance(driver.send(key(pygame.K_SLASH, SHIFT, "?")), Push)
    assert isinstance(driver.send(key(pygame.K_o, CTRL)), Push)
    driver.send(key(pygame.K_F11), key(pygame.K_RETURN, ALT))
    assert driver.recording.fullscreen == [True, False]
    assert driver.scene.session.moves == 0


def test_every_button_does_what_its_key_does() -> None:
    driver = TableDriver(LaPeau(), 1, size=(1280, 800))
    widgets = driver.scene.table_picture.focus.widgets
    names = {widget.name for widget in widgets if not isinstance(widget, FigureSpot)}
    assert names >= {
        "exit", "new", "number", "switch", "restart", "undo", "redo", "purge", "help", "options",
    }  # fmt: skip
    for name in names - {Command.NUMBER}:
        assert Command(name) in DEEDS


def test_a_clicked_button_does_not_catch_the_next_space() -> None:
    driver = TableDriver(Klondike(), 1)
    driver.type(" ")
    driver.button("undo")
    driver.type(" ")
    assert driver.scene.session.moves == 1


def test_tab_reaches_a_button_and_space_presses_it() -> None:
    driver = TableDriver(Klondike(), 1)
    driver.type(" ")
    while driver.scene.table_picture.focus.focused is not driver.scene.table_picture.focus.named(
        "undo"
    ):
        driver.send(key(pygame.K_TAB))
    driver.type(" ")
    assert driver.scene.session.moves == 0


def test_ctrl_and_alt_letters_do_not_play() -> None:
    driver = brainjam()
    driver.send(key(pygame.K_a, CTRL), key(pygame.K_a, ALT, "a"))
    assert driver.scene.session.moves == 0


def test_the_clock_ticks_once_a_second_from_the_first_action_to_a_win() -> None:
    driver = TableDriver(Klondike(), deck=easy_deck(Klondike()))
    session, figures = driver.scene.session, driver.scene.table_picture
    driver.wait(2.05)
    assert (told_by_figures(figures)["clock"], driver.scene.due) == ("0:00", None), (
        "nobody has begun"
    )
    driver.scene.show(session.space())
    driver.settle()
    driver.wait(2.05 - driver.recording.services.game_store.seconds)
    assert told_by_figures(figures)["clock"] == "0:02"
    assert driver.scene.due is not None
    assert driver.scene.due <= 1.0
    for _ in range(200):
        if not session.is_won and session.purge().refusal:
            driver.scene.show(session.space())
    driver.scene.settle()
    driver.settle()
    driver.wait(1.5)
    shown = told_by_figures(figures)["clock"]
    driver.wait(3)
    assert told_by_figures(figures)["clock"] == shown
    assert driver.scene.due is None


# Floods


def check_session(driver: TableDriver) -> None:
    """History and position belong together, and no card is lost."""
    session = driver.scene.session
    position, moves = session.rules.deal(session.deck), 0
    for action in made(session.history):
        for move in action:
            moves += len(session.rules.steps(position, move))
            position = session.rules.apply(position, move)
    assert position == session.position
    assert moves == session.moves
    held = sorted(card for pile in position.piles for card in pile)
    assert held == list(range(4 if session.rules.name == "gaps" else 0, 52))


@every_game
def test_a_flood_of_random_events_leaves_cards_and_history_right(rules: Rules, tmp_path) -> None:  # type: ignore[no-untyped-def]
    for seed in range(scaled(1)):
        random = Random(f"{rules_name(rules)} flood {seed}")
        folder = tmp_path / str(seed)
        size = random.choice(((640, 400), (900, 560), (1280, 800), (1000, 1400)))
        driver = TableDriver(rules, random.randrange(1000), size, folder=folder, settle=False)
        for step in range(180):
            tools = ("undo", "redo", "restart", "purge", "redeal", "number", "bookmark", "new")
            controls = [
                w.target() for w in driver.scene.table_picture.focus.widgets if w.name in tools
            ]
            move = any_move(rules, position_of(driver), random)
            if move is not None and random.random() < 0.2 and driver.view.settled:
                driver.play(move)
            driver.send(*random_events(random, driver.view, controls))
            for _ in range(random.choice((0, 0, 1, 3, 8))):
                driver.take(driver.scene.update(STEP))
            if random.random() < 0.01:
                driver.scene.place(random.choice(((640, 400), (733, 517), (1280, 800))))
            if random.random() < 0.02:
                driver.recording.choose(
                    branching=random.random() < 0.5, autoplay=random.random() < 0.5
                )
            assert driver.view.position == position_of(driver)
            if step % 50 == 49:
                check_session(driver)
        driver.send(key(pygame.K_ESCAPE), up((1, 1)))
        driver.settle()
        driver.check_seats()
        check_session(driver)
        session = driver.scene.session
        driver.recording.services.game_store.close()
        again = TableDriver(rules, folder=folder, deck=session.deck, animated=False)
        if not session.is_won:
            assert position_of(again) == session.position
            assert made(again.scene.session.history) == made(session.history)


def test_twenty_events_a_second_with_the_mouse_alone() -> None:
    driver = TableDriver(Klondike(), 3, settle=False)
    random = Random(20)
    for _ in range(scaled(200)):
        at = random.randrange(1280), random.randrange(800)
        driver.clock.now += 0.05
        driver.send(motion(at), down(at), motion((at[0] + random.randrange(40), at[1]), held=True))
        driver.send(up((at[0] + random.randrange(40), at[1])))
        for _ in range(6):
            driver.take(driver.scene.update(STEP))
    driver.send(key(pygame.K_ESCAPE))
    driver.settle()
    driver.check_seats()
    check_session(driver)


@pytest.mark.parametrize("size", [(1280, 800), (640, 400), (1000, 1400)], ids=str)
def test_one_move_is_counted_in_the_singular(size: tuple[int, int]) -> None:
    driver = TableDriver(BrainJam(), 1, size, animated=False, autoplay=False)
    for words in ("moves", "move", "moves"):
        with reading() as found:
            redrawn(driver.scene)
        texts = {line.text for line in found}
        assert words in texts and texts & {"move", "moves"} == {words}
        driver.scene.show(driver.scene.session.play(driver.rules.moves(position_of(driver))[0]))
