"""The table: each game's input exactly as its spec says, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pygame
import pytest
from ahead import redo_line
from handmade import ALL_RULES, row, rules_name
from stage import (
    ALT,
    CTRL,
    RIGHT,
    SHIFT,
    STEP,
    Stage,
    any_move,
    cast,
    deck_of,
    down,
    easy_deck,
    key,
    letter,
    line_to_stuck,
    motion,
    random_events,
    redrawn,
    scaled,
    up,
)
from theatre import reading

from game.core import cards, deals
from game.core.moves import DONE, REDEAL, Move
from game.core.position import PileKind, Position, Seat
from game.desktop.input_devices import Device
from game.desktop.key_bindings import BINDINGS, Command
from game.play.verdict import VerdictLight
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import Pop, Push, Quit, Replace
from game.scenes.help.key_list import BRANCHING, FAR
from game.scenes.table import hint_and_warning
from game.scenes.table.scene import TableScene
from game.scenes.win.scene import WonScene
from game.system.language import Language
from game.table.title_plate import PlateSign
from game.widgets.base import DOUBLE_CLICK_S

every_game = pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)


def after(stage: Stage, *moves: object) -> Position:
    position = stage.scene.session.position
    for move in moves:
        position = stage.rules.apply(position, move)  # type: ignore[arg-type]
    return position


def position_of(stage: Stage) -> Position:
    return stage.scene.session.position


def top(stage: Stage, pile: str) -> str:
    return cards.name(position_of(stage).piles[stage.pile(pile)][-1])


# Brain Jam


def brainjam(**choices: bool) -> Stage:
    """Deal 1 without autoplay: the ways of a click are easily told apart."""
    return Stage(BrainJam(), 1, **{"autoplay": False, **choices})


@pytest.mark.parametrize("column", range(1, 9))
def test_brain_jam_a_click_makes_the_first_choice_of_a_column(column: int) -> None:
    stage = brainjam()
    pile = stage.pile(f"column-{column}")
    wanted = after(stage, stage.rules.choices(position_of(stage), pile)[0])
    stage.click(f"column-{column}")
    assert position_of(stage) == wanted


@pytest.mark.parametrize("way", ["right click", "shift click", "shift letter"])
def test_brain_jam_second_choices(way: str) -> None:
    stage = brainjam()
    wide = [
        index
        for index, pile in enumerate(stage.rules.piles)
        if pile.kind is PileKind.COLUMN and len(stage.rules.choices(position_of(stage), index)) > 1
    ]
    index = wide[0]
    name, number = stage.rules.piles[index].id, stage.rules.piles[index].number
    wanted = after(stage, stage.rules.choices(position_of(stage), index)[1])
    if way == "right click":
        stage.click(name, button=RIGHT)
    elif way == "shift letter":
        stage.type("ABCDEFGH"[number - 1])
    else:
        pygame.key.set_mods(pygame.KMOD_LSHIFT)
        stage.click(name)
        pygame.key.set_mods(0)
    assert position_of(stage) == wanted


def test_brain_jam_letters_a_to_h_move_columns_and_i_to_l_reserves() -> None:
    stage = brainjam()
    for column, char in enumerate("abcdefgh"):
        before = position_of(stage)
        choices = stage.scene.session.choices_of(8 + column)
        wanted = after(stage, choices[0]) if choices else before
        stage.type(char)
        assert position_of(stage) == wanted
    reserves = [index for index in range(4, 8) if position_of(stage).piles[index]]
    assert reserves
    for index in reserves:
        before = position_of(stage)
        choices = stage.scene.session.choices_of(index)
        stage.type("ijkl"[index - 4])
        assert position_of(stage) == (stage.rules.apply(before, choices[0]) if choices else before)


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Klondike()], ids=rules_name)
def test_a_covered_card_that_is_pulled_shakes_and_says_why(rules: Rules) -> None:
    stage = Stage(rules, 617)
    stage.settle()
    column = next(
        n
        for n, (kind, _) in enumerate(rules.piles)
        if kind is PileKind.COLUMN
        and len(stage.view.position.piles[n]) > 2
        and not stage.scene.session.is_selectable(Seat(n, 1))
    )
    card = stage.view.position.piles[column][1]
    stage.drag(Seat(column, 1), (10, 10))
    assert stage.view.held is None and stage.scene.session.moves == 0
    assert stage.view.sprites[card].shaken is not None
    assert len(stage.cast.told) == 1


def test_klondike_a_trembling_click_on_the_reserve_pulls() -> None:
    stage = Stage(Klondike(), 617)
    stage.settle()
    x, y = stage.point(stage.seat("reserve-1"))
    stage.send(motion((x, y)), down((x, y)), motion((x + 9, y), held=True), up((x + 9, y)))
    assert stage.scene.session.moves == 1


def test_brain_jam_a_covered_card_is_refused_with_its_reason_and_costs_nothing() -> None:
    stage = brainjam()
    stage.click("column-1", 2)
    assert stage.cast.told == ["Only the last card of a column can move"]
    assert stage.scene.session.moves == 0
    assert {sprite.card for sprite in stage.view.in_motion()} == set(
        position_of(stage).piles[8][2:]
    )
    stage.settle()
    stage.check_seats()


def test_brain_jam_the_key_of_an_empty_reserve_says_that_no_card_is_there() -> None:
    stage = brainjam()
    stage.type("i")
    stage.click("reserve-1")
    assert stage.cast.told == ["There is no card to move"] * 2


def test_brain_jam_dragging_reaches_every_reserve() -> None:
    for number in range(1, 5):
        stage = brainjam()
        card = top(stage, "column-3")
        stage.drag_to("column-3", f"reserve-{number}")
        assert top(stage, f"reserve-{number}") == card


def test_brain_jam_clicks_in_flight_are_not_lost() -> None:
    stage = Stage(BrainJam(), 1, settle=False, autoplay=False)
    for column in (1, 2, 3, 4):
        stage.click(f"column-{column}", later=0.01)
    assert stage.scene.session.moves == 4
    stage.settle()
    stage.check_seats()


def test_brain_jam_autoplay_sends_cards_home_after_a_move_as_actions_of_their_own() -> None:
    stage = Stage(BrainJam(), deck=easy_deck(BrainJam()))
    stage.click("column-5")
    assert stage.scene.session.is_won
    assert len(stage.scene.session.tree.line()) == stage.scene.session.moves >= 52
    stage.send(key(pygame.K_LEFT))
    assert stage.scene.session.rules.score(position_of(stage)) == 51
    assert not stage.scene.session.is_won, "no autoplay after an undo"


def win_by_purge(stage: Stage, way: str) -> None:
    if way == " ":
        stage.type(" ")
    elif way == "button":
        stage.button("purge")
    else:
        stage.send(key(pygame.K_p, CTRL))
    assert stage.scene.session.is_won
    assert stage.scene.session.moves == 52


@pytest.mark.parametrize("way", [" ", "button", "ctrl+p"])
def test_brain_jam_without_autoplay_space_or_the_button_plays_all_once(way: str) -> None:
    stage = Stage(BrainJam(), deck=easy_deck(BrainJam()), autoplay=False)
    win_by_purge(stage, way)


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


def lapeau(**choices: bool) -> Stage:
    return Stage(LaPeau(), deck=LAPEAU, **choices)


def test_la_peau_select_and_place() -> None:
    stage = lapeau()
    stage.click("column-1")
    assert [cards.name(card) for card in stage.scene.session.selected()] == ["9h"]
    marks = stage.scene.table_picture.picture.marks
    assert cards.parse_card("9h") in marks.reversed
    assert stage.pile("column-2") in marks.glowing
    stage.click("column-2")
    assert top(stage, "column-2") == "9h"
    assert stage.scene.session.selection is None
    assert stage.scene.session.moves == 1


def test_la_peau_the_target_under_the_mouse_is_reversed() -> None:
    stage = lapeau()
    stage.click("column-1")
    stage.send(motion(stage.point(stage.seat("column-2"))))
    marks = stage.scene.table_picture.picture.marks
    assert marks.has_target
    assert {cards.parse_card("9h"), cards.parse_card("Tc")} == marks.reversed


def test_la_peau_a_second_click_cancels_and_the_bare_table_too() -> None:
    stage = lapeau()
    for cancel in (lambda: stage.click("column-1"), lambda: stage.press((640, 790))):
        stage.click("column-1")
        assert stage.scene.session.selection is not None
        cancel()
        assert stage.scene.session.selection is None
    assert stage.scene.session.moves == 0
    assert stage.cast.told == []


def test_la_peau_a_run_that_is_too_long_says_so_at_once() -> None:
    stage = lapeau()
    stage.click("column-4")
    stage.press(stage.point(stage.seat("column-4", 2)))
    assert [cards.name(card) for card in stage.scene.session.selected()] == ["6s"]
    assert "at most 1 can move" in stage.cast.told[-1]
    assert stage.scene.session.moves == 0


def test_la_peau_right_click_sends_home_and_tells_why_not() -> None:
    stage = lapeau()
    stage.click("column-3", button=RIGHT)
    assert top(stage, "foundation-1") == "Ac"
    stage.click("column-3", button=RIGHT)
    assert stage.cast.told == ["Home wants the ace of hearts first"]


def test_la_peau_letters_pick_and_place() -> None:
    stage = lapeau()
    stage.type("ab")
    assert top(stage, "column-2") == "9h"


def test_la_peau_a_letter_again_shortens_the_run_and_past_its_end_cancels() -> None:
    stage = lapeau()
    lengths = []
    for _ in range(3):
        stage.type("d")
        lengths.append(len(stage.scene.session.selected()))
    assert lengths == [2, 1, 0]


def test_la_peau_a_letter_then_space_sends_the_end_card_home() -> None:
    stage = lapeau()
    stage.type("c ")
    assert top(stage, "foundation-1") == "Ac"


@pytest.mark.parametrize("way", [" ", "button", "ctrl+p"])
def test_la_peau_a_purge_is_one_action_of_counted_moves(way: str) -> None:
    stage = Stage(LaPeau(), deck=easy_deck(LaPeau()))
    win_by_purge(stage, way)
    stage.send(key(pygame.K_LEFT))
    assert stage.scene.session.moves == 0


def test_la_peau_escape_cancels_first_and_only_then_goes_back() -> None:
    stage = lapeau()
    stage.type("a")
    assert stage.send(key(pygame.K_ESCAPE)) is None
    assert stage.scene.session.selection is None
    assert isinstance(stage.send(key(pygame.K_ESCAPE)), Pop)


def test_the_button_goes_back_at_once_whatever_is_selected() -> None:
    stage = lapeau()
    stage.type("a")
    at = pygame.Rect(stage.scene.table_picture.focus.named("back").rect).center
    assert isinstance(stage.send(motion(at), down(at), up(at)), Pop)


def test_la_peau_escape_drops_a_dragged_card_first() -> None:
    stage = lapeau()
    stage.drag_to("column-1", "column-2", drop=False)
    assert stage.view.held is not None
    assert stage.send(key(pygame.K_ESCAPE)) is None
    stage.settle()
    stage.check_seats()
    assert stage.scene.session.moves == 0
    stage.send(up((600, 300)))
    assert stage.scene.session.moves == 0, "what was let go is not dropped later"


def test_a_dragged_card_goes_back_where_the_window_loses_the_keyboard() -> None:
    stage = lapeau()
    stage.drag_to("column-1", "column-2", drop=False)
    stage.send(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    stage.send(motion((600, 300), held=True), motion((640, 300), held=True))
    assert stage.view.held is None, "the button may have been let go over another window"
    stage.settle()
    stage.check_seats()
    stage.send(up((640, 300)))
    assert stage.scene.session.moves == 0


def test_on_a_dense_screen_a_hand_that_trembles_still_clicks() -> None:
    held = cast()
    held.services.density = 2.0
    stage = Stage(LaPeau(), 7, (2560, 1600), held=held)
    x, y = stage.point(Seat(stage.pile("column-1"), 3))
    stage.send(motion((x, y)), down((x, y)), motion((x + 11, y), held=True), up((x + 11, y)))
    assert stage.scene.session.selection is not None


def test_la_peau_the_policy_changes_only_while_no_game_is_in_progress() -> None:
    stage = Stage(LaPeau(), 7)
    stage.play(stage.rules.moves(position_of(stage))[0])
    assert stage.send(key(pygame.K_t, CTRL)) is None
    assert stage.cast.told == ["The policy can only be changed at the deal, or once it is won"]
    assert not stage.scene.table_picture.focus.named("switch").enabled
    stage.send(key(pygame.K_HOME))
    change = stage.send(key(pygame.K_t, CTRL))
    assert isinstance(change, Replace)
    assert isinstance(change.scene, TableScene)
    assert change.scene.session.rules == LaPeau(same_suit=True)
    assert change.scene.session.number == 7
    assert stage.cast.services.settings.same_suit


@pytest.mark.parametrize("typed", ["", "617"])
def test_la_peau_a_policy_chosen_in_the_options_holds_from_the_next_deal_on(typed: str) -> None:
    stage = Stage(LaPeau(), 7)
    stage.play(stage.rules.moves(position_of(stage))[0])
    stage.cast.choose(same_suit=True)
    stage.scene.follow_settings()
    assert stage.scene.session.rules == LaPeau()
    if typed:
        stage.send(key(pygame.K_g, CTRL))
        stage.type(typed)
    change = stage.send(key(pygame.K_RETURN) if typed else key(pygame.K_n, CTRL))
    assert isinstance(change, Replace)
    assert isinstance(change.scene, TableScene)
    assert change.scene.session.rules == LaPeau(same_suit=True)
    assert change.scene.session.number not in (None, 7)


def test_la_peau_the_policy_may_change_on_a_won_table() -> None:
    stage = Stage(LaPeau(), deck=easy_deck(LaPeau()))
    stage.type(" ")
    assert isinstance(stage.send(key(pygame.K_t, CTRL)), Replace)


# Gaps


def test_gaps_a_click_moves_a_card_to_its_one_place() -> None:
    stage = Stage(Gaps(), 1)
    move = next(m for m in stage.rules.moves(position_of(stage)) if cards.rank(m.card or 0) > 1)
    assert move.card is not None
    wanted = after(stage, move)
    seat = position_of(stage).seat(move.card)
    assert seat is not None
    stage.press(stage.point(seat))
    assert position_of(stage) == wanted


def test_gaps_a_click_on_a_gap_brings_the_card_that_fits() -> None:
    stage = Stage(Gaps(), 1)
    for gap in stage.rules.gaps(position_of(stage)):  # type: ignore[attr-defined]
        choices = stage.scene.session.choices_of(gap)
        before = position_of(stage)
        stage.press(stage.point(Seat(gap, 0)))
        wanted = stage.rules.apply(before, choices[0]) if choices else before
        assert position_of(stage) == wanted


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


def test_gaps_a_two_goes_to_the_first_free_row_and_to_the_second_with_the_right_button() -> None:
    for button, line in ((1, 0), (RIGHT, 1)):
        stage = Stage(Gaps(), deck=open_row(4))
        seat = position_of(stage).seat(cards.parse_card("2c"))
        assert seat is not None
        stage.press(stage.point(seat), button)
        assert position_of(stage).seat(cards.parse_card("2c")) == Seat(13 * line, 0)


def test_gaps_a_first_slot_takes_the_first_two_and_the_second_with_the_right_button() -> None:
    for button, name in ((1, "2c"), (RIGHT, "2d")):
        stage = Stage(Gaps(), deck=open_row(4))
        stage.press(stage.point(Seat(26, 0)), button)
        assert top(stage, "slot-3-1") == name


def test_gaps_a_two_can_be_dragged_to_any_row() -> None:
    stage = Stage(Gaps(), deck=open_row(4))
    seat = position_of(stage).seat(cards.parse_card("2h"))
    assert seat is not None
    stage.drag(seat, stage.view.arrangement.piles[39][:2])
    assert top(stage, "slot-4-1") == "2h"


def test_gaps_letters_fill_the_gaps_in_reading_order() -> None:
    for number, char in enumerate("abcdABCD"):
        stage = Stage(Gaps(), deck=open_row(4))
        gap = stage.rules.gaps(position_of(stage))[number % 4]  # type: ignore[attr-defined]
        stage.type(char)
        assert top(stage, stage.rules.piles[gap].id) == ("2c" if number < 4 else "2d")


def test_gaps_hovering_marks_targets_and_fitting_cards() -> None:
    stage = Stage(Gaps(), deck=open_row(4))
    two = position_of(stage).seat(cards.parse_card("2c"))
    assert two is not None
    stage.send(motion(stage.point(two)))
    assert stage.scene.table_picture.picture.marks.glowing == {0, 13, 26, 39}
    stage.send(motion(stage.point(Seat(0, 0))))
    marks = stage.scene.table_picture.picture.marks
    assert marks.glowing == {two.pile}
    assert marks.ghost == (0, cards.parse_card("2c"))


def test_gaps_a_redeal_is_refused_before_no_move_is_left() -> None:
    stage = Stage(Gaps(), 1)
    redeal = stage.scene.table_picture.focus.named("redeal")
    assert not redeal.enabled
    before = position_of(stage)
    stage.send(key(pygame.K_d, CTRL))
    assert stage.cast.told == ["A redeal has to wait until no card can move"]
    assert position_of(stage) == before


def before_redeal() -> tuple[Stage, str, list[object]]:
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
        stage = Stage(rules, 1, animated=False)
        for move in ahead[:-1]:
            stage.scene.show(stage.scene.session.play(move))
        last, position = ahead[-1], position_of(stage)
        assert last.card is not None
        if cards.rank(last.card) > 1:
            seat = rules.apply(position, last).seat(last.card)
            assert seat is not None
            return stage, rules.piles[seat.pile].id, list(ahead)
    raise AssertionError("no such line")


def test_gaps_the_redeal_button_calls_and_redeals() -> None:
    stage, gap, _ = before_redeal()
    redeal = stage.scene.table_picture.focus.named("redeal")
    assert not redeal.lit  # type: ignore[attr-defined]
    stage.click(gap)
    assert redeal.enabled
    assert redeal.lit  # type: ignore[attr-defined]
    stage.button("redeal")
    assert position_of(stage).used == 1
    assert not redeal.lit  # type: ignore[attr-defined]


def test_gaps_where_a_redeal_is_due_the_hint_is_the_redeal() -> None:
    stage, gap, _ = before_redeal()
    stage.click(gap)
    stage.send(key(pygame.K_F2))
    assert stage.cast.told == ["No card can move: it is time to redeal"]
    assert stage.scene.advice.hint == Move(None, REDEAL)
    assert position_of(stage).used == 0
    stage.send(key(pygame.K_F2))
    assert position_of(stage).used == 1


def test_gaps_a_hint_tells_what_the_next_redeal_keeps() -> None:
    rules = Gaps()
    position = rules.deal(deals.deck_of(1))
    clubs = (*range(4, 52, 4), -1)
    rest = [held[0] if held else -1 for held in position.piles if not held or held[0] % 4]
    slots = [*clubs, *(card for card in rest if card >= 0)]
    table = tuple(() if card < 0 else (card,) for card in (*slots, *(-1,) * (52 - len(slots))))
    kept = hint_and_warning.kept_by_redeal(rules, position._replace(piles=table), Language("en"))
    assert kept.startswith("clubs to K")
    assert hint_and_warning.kept_by_redeal(rules, position, Language("en")) == "nothing"


def test_gaps_a_double_click_on_a_stuck_table_redeals() -> None:
    stage, gap, _ = before_redeal()
    stage.click(gap)
    stage.double_click(gap)
    assert position_of(stage).used == 1


def test_gaps_the_click_that_makes_the_last_move_never_counts_as_the_first_of_two() -> None:
    stage, gap, _ = before_redeal()
    at = stage.point(stage.seat(gap))
    stage.press(at)
    assert stage.scene.session.needs_redeal
    stage.press(at, later=0.1)
    assert position_of(stage).used == 0
    stage.press(at, later=0.1)
    assert position_of(stage).used == 1, "the second and the third click are a double click"


DUE = "No card can move: it is time to redeal"


def test_gaps_a_double_click_that_redeals_is_not_refused_first() -> None:
    stage, gap, _ = before_redeal()
    stage.click(gap)
    stage.double_click(gap)
    stage.wait(2 * DOUBLE_CLICK_S)
    assert position_of(stage).used == 1
    assert stage.cast.told == []


def test_gaps_a_single_click_on_a_card_tells_that_a_redeal_is_due_once_it_is_a_single_one() -> None:
    stage, gap, _ = before_redeal()
    stage.click(gap)
    stage.click(gap)
    assert stage.cast.told == []
    assert stage.scene.due is not None and stage.scene.due <= DOUBLE_CLICK_S
    stage.wait(2 * DOUBLE_CLICK_S)
    assert [text.startswith(DUE) for text in stage.cast.told] == [True]


def test_gaps_an_undo_after_a_click_on_a_table_that_waits_for_a_redeal_answers_it() -> None:
    stage, gap, _ = before_redeal()
    stage.click(gap)
    stage.click(gap)
    stage.send(key(pygame.K_LEFT))
    stage.wait(2 * DOUBLE_CLICK_S)
    assert stage.cast.told == []


@pytest.mark.parametrize(
    ("device", "cursor", "way"),
    [
        (Device.MOUSE, False, "(Ctrl+D, or two quick clicks on a card)"),
        (Device.KEYBOARD, True, "(Ctrl+D, or Enter twice on a card)"),
        (Device.PAD, False, "(Enter twice on a card)"),  # its button is put in where it is shown
        (Device.TOUCH, False, "(by the button, or two quick taps on a card)"),
    ],
)
def test_gaps_how_a_redeal_is_made_is_told_of_the_device_used_last(
    device: Device, cursor: bool, way: str
) -> None:
    stage, gap, _ = before_redeal()
    stage.click(gap)
    stage.cast.services.change(card_cursor=cursor)
    stage.cast.services.devices.last = device
    stage.send(key(pygame.K_a, char="a"))
    assert stage.cast.told == [f"{DUE} {way}"]


@pytest.mark.parametrize("way", ["a gap", "a key", "a right click", "a drag"])
def test_gaps_whatever_is_tried_where_a_redeal_is_due_is_answered_with_that(way: str) -> None:
    stage, gap, _ = before_redeal()
    stage.click(gap)
    position = position_of(stage)
    empty = stage.rules.piles[stage.rules.gaps(position)[0]].id  # type: ignore[attr-defined]
    loose = next(
        pile.id
        for index, pile in enumerate(stage.rules.piles)
        if position.piles[index] and not stage.rules.is_fixed(position, index)  # type: ignore[attr-defined]
    )
    match way:
        case "a gap":
            stage.click(empty)
        case "a key":
            stage.type("a")
        case "a right click":
            stage.click(loose, button=RIGHT)
        case "a drag":
            stage.drag_to(loose, empty)
    assert [text.startswith(DUE) for text in stage.cast.told] == [True]
    assert position_of(stage) == position


def test_gaps_space_means_nothing() -> None:
    stage = Stage(Gaps(), 1)
    stage.send(key(pygame.K_SPACE, char=" "))
    assert stage.cast.told == []


def test_gaps_two_slow_clicks_or_clicks_on_gaps_do_not_redeal() -> None:
    stage, gap, _ = before_redeal()
    stage.click(gap)
    stage.click(gap)
    stage.click(gap)
    empty = stage.rules.gaps(position_of(stage))[0]  # type: ignore[attr-defined]
    stage.double_click(stage.rules.piles[empty].id)
    assert position_of(stage).used == 0


# Klondike


def test_klondike_quick_clicks_on_the_reserve_pull_each_time() -> None:
    stage = Stage(Klondike(), 1)
    at = stage.point(stage.seat("reserve-1"))
    for count in range(1, 25):
        stage.press(at, later=0.05)
        assert len(position_of(stage).piles[1]) == count
    stage.press(at, later=0.05)
    assert len(position_of(stage).piles[0]) == 24
    assert position_of(stage).used == 1
    stage.settle()
    stage.check_seats()


def test_klondike_a_third_turn_over_is_refused_and_costs_nothing() -> None:
    stage = Stage(Klondike(), 1, animated=False)
    for _ in range(3 * 24 + 2):
        stage.type(" ")
    assert (position_of(stage).used, stage.cast.told) == (2, [])
    moves = stage.scene.session.moves
    stage.click("reserve-1")
    stage.type(" ")
    assert stage.cast.told == ["No turn-over is left"] * 2
    assert stage.scene.session.moves == moves


def klondike(*tops: str, pulled: str = "") -> Stage:
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
    return Stage(Klondike(), deck=(*deck, *stock))


def test_klondike_select_and_place_by_mouse_and_letters() -> None:
    for way in ("mouse", "letters", "drag"):
        stage = klondike("5h", "6c")
        if way == "mouse":
            stage.click("column-1")
            stage.click("column-2")
        elif way == "letters":
            stage.type("ab")
        else:
            stage.drag_to("column-1", "column-2")
        assert top(stage, "column-2") == "5h", way
        assert stage.scene.session.moves == 1


def test_klondike_a_card_under_the_one_that_left_turns_up() -> None:
    stage = klondike("6c", "5h")
    stage.type("ba")
    stage.settle()
    assert position_of(stage).down[stage.pile("column-2")] == 0
    stage.check_seats()


def test_klondike_only_a_king_goes_to_an_empty_column() -> None:
    stage = klondike("5h", "6c", "Kd", "Qd")
    stage.type("ab")
    stage.type("d")
    assert stage.cast.told[0].endswith("an empty column takes only a king")
    stage.drag_to("column-4", "column-1")
    assert stage.cast.told[1] == "Only a king goes to an empty column"
    stage.type("ca")
    assert top(stage, "column-1") == "Kd"


def test_klondike_a_face_down_card_is_refused() -> None:
    stage = klondike("5h", "6c")
    stage.click("column-7", 0)
    assert stage.cast.told[0].startswith("The card lies face down: it turns up")


@pytest.mark.parametrize("way", ["right click", "double click", "letter, Space", "digit", "drag"])
def test_klondike_ways_home(way: str) -> None:
    stage = klondike("Ah", "6c")
    if way == "right click":
        stage.click("column-1", button=RIGHT)
    elif way == "double click":
        stage.double_click("column-1")
    elif way == "letter, Space":
        stage.type("a ")
    elif way == "digit":
        stage.type("a3")
    else:
        stage.drag_to("column-1", "foundation-3")
    assert top(stage, "foundation-3") == "Ah"
    assert stage.scene.session.moves == 1
    assert stage.cast.told == []


def test_two_clicks_that_waited_for_a_slow_frame_are_a_double_click() -> None:
    for passed, home in ((0.1, True), (0.6, False)):
        stage = klondike("Ah", "6c")
        mouse = stage.scene.mouse
        mouse._pointer._now = lambda mouse=mouse: mouse._clock
        stage.click("column-1")
        stage.wait(passed)
        stage.click("column-1", later=0.6)
        assert (stage.scene.session.moves == 1) is home


def test_klondike_digits_and_clicks_bring_a_card_back_from_its_done_stack() -> None:
    for way in ("digit", "click", "drag"):
        stage = klondike("2h", "3c", "Ah", "9c")
        stage.type("c a ")
        assert top(stage, "foundation-3") == "2h"
        if way == "digit":
            stage.type("3b")
        elif way == "click":
            stage.click("foundation-3")
            stage.click("column-2")
        else:
            stage.drag_to("foundation-3", "column-2")
        assert top(stage, "column-2") == "2h", way


def test_klondike_a_double_click_on_a_done_stack_purges_and_so_does_the_right_button() -> None:
    for way in ("double click", "right click", "ctrl+p", "button"):
        stage = klondike("Ah", "2h", "Ac", "9c")
        if way == "double click":
            stage.double_click("foundation-1")
        elif way == "right click":
            stage.click("foundation-1", button=RIGHT)
        elif way == "button":
            stage.button("purge")
        else:
            stage.send(key(pygame.K_p, CTRL))
        assert stage.rules.score(position_of(stage)) == 3, way
        assert len(stage.scene.session.tree.line()) == 1, "one action"
        assert not stage.cast.told, "the first of two clicks is no mistake"


def test_klondike_the_click_that_places_is_not_the_first_of_a_double_click() -> None:
    stage = klondike("Ah", "2c", "Ac", "9c")
    stage.click("column-1")
    stage.click("column-2", later=0.5)
    assert top(stage, "column-2") == "Ah"
    stage.click("column-2", later=0.1)
    assert top(stage, "column-2") == "Ah"
    assert stage.scene.session.selection is not None


def test_klondike_h_picks_the_pull_stack() -> None:
    stage = klondike("5h", "6c", pulled="4s")
    stage.type(" ha")
    assert top(stage, "column-1") == "4s"


@pytest.mark.parametrize(("scancode", "char"), [(pygame.KSCAN_3, '"'), (pygame.KSCAN_3, "3")])
def test_klondike_digits_work_on_every_keyboard(scancode: int, char: str) -> None:
    stage = klondike("Ah", "6c")
    stage.type("a")
    event = pygame.event.Event(
        pygame.KEYDOWN, key=ord(char), mod=0, unicode=char, scancode=scancode
    )
    stage.send(event)
    assert top(stage, "foundation-3") == "Ah"


# History


@every_game
def test_undo_redo_start_and_end_by_keys_and_buttons(rules: Rules) -> None:
    stage = Stage(rules, 4, autoplay=False, animated=False)
    random, passed = Random(1), [position_of(stage)]
    for _ in range(4):
        move = any_move(rules, position_of(stage), random)
        assert move is not None
        stage.play(move)
        passed.append(position_of(stage))
    ways: list[Callable[[], object]] = [
        lambda: stage.send(key(pygame.K_LEFT)),
        lambda: stage.send(key(pygame.K_z, CTRL)),
        lambda: stage.button("undo"),
    ]
    for wanted, way in zip(reversed(passed[-4:-1]), ways, strict=True):
        way()
        assert position_of(stage) == wanted
    back: list[Callable[[], object]] = [
        lambda: stage.send(key(pygame.K_RIGHT)),
        lambda: stage.send(key(pygame.K_y, CTRL)),
        lambda: stage.button("redo"),
    ]
    for wanted, way in zip(passed[-3:], back, strict=True):
        way()
        assert position_of(stage) == wanted
    stage.send(key(pygame.K_HOME))
    assert position_of(stage) == passed[0]
    stage.send(key(pygame.K_END))
    assert position_of(stage) == passed[-1]
    stage.send(key(pygame.K_MINUS, char="-"))
    assert position_of(stage) == passed[0]
    stage.send(key(pygame.K_END), key(pygame.K_BACKSPACE))
    assert position_of(stage) == passed[-2]
    assert not stage.scene.session.tree.can_redo
    for way_to_deal in (lambda: stage.button("restart"), lambda: stage.send(key(pygame.K_r, CTRL))):
        way_to_deal()
        assert position_of(stage) == passed[0]
        stage.send(key(pygame.K_END))
    stage.check_seats()


def test_nothing_to_undo_or_redo_is_told_and_its_buttons_are_off() -> None:
    stage = brainjam()
    stage.send(key(pygame.K_LEFT), key(pygame.K_RIGHT))
    assert stage.cast.told == ["There is nothing to undo", "There is nothing to redo"]
    for name in ("undo", "redo", "restart"):
        assert not stage.scene.table_picture.focus.named(name).enabled


def test_a_button_that_is_off_tells_why_when_the_mouse_rests_on_it() -> None:
    stage = brainjam()
    button = stage.scene.table_picture.focus.named("undo")
    assert stage.send(motion(button.rect.center)) is None
    stage.wait(1.0)
    with reading() as found:
        stage.scene.draw(pygame.Surface((1280, 800)))
    assert "Take back the last action  ·  this is the deal" in [each.text for each in found]


def test_a_new_move_forgets_what_lay_ahead_and_the_same_move_keeps_it() -> None:
    stage = brainjam()
    stage.type("abc")
    stage.send(key(pygame.K_HOME))
    stage.type("a")
    assert stage.scene.session.tree.can_redo
    stage.type("e")
    assert not stage.scene.session.tree.can_redo


def test_the_help_tells_of_the_keys_that_the_plain_history_refuses() -> None:
    refused = set()
    for command in FAR:
        stage = brainjam()
        chord = BINDINGS[command][0]
        stage.send(key(chord.key, pygame.KMOD_SHIFT if chord.shift else 0, chord.char))
        if "This needs the branching history: see the options" in stage.cast.told:
            refused.add(command)
    assert refused == BRANCHING


def test_the_reached_parts_of_a_branching_history_need_it_switched_on() -> None:
    stage = brainjam()
    stage.send(key(pygame.K_PAGEUP))
    assert stage.cast.told == ["This needs the branching history: see the options"]
    stage.cast.choose(branching=True)
    stage.type("abcdabcd")
    moves = stage.scene.session.moves
    stage.send(letter("M"), key(pygame.K_PAGEUP))
    assert stage.scene.session.moves == 0
    stage.send(letter("R"))
    assert stage.scene.session.moves == moves


@pytest.mark.parametrize("branching", [False, True])
def test_up_and_down_go_to_the_deal_and_to_the_end_of_a_line_without_branches(
    branching: bool,
) -> None:
    stage = brainjam()
    stage.cast.choose(branching=branching)
    stage.type("abc")
    moves = stage.scene.session.moves
    stage.send(key(pygame.K_UP))
    assert stage.scene.session.moves == 0 < moves
    stage.send(key(pygame.K_DOWN))
    assert stage.scene.session.moves == moves and stage.cast.told == []


# Deals


def test_new_gives_another_deal() -> None:
    for way in ("button", "key"):
        stage = Stage(BrainJam(), 1)
        if way == "button":
            stage.button("new")
        else:
            stage.send(key(pygame.K_n, CTRL))
        assert stage.scene.session.number != 1
        assert stage.scene.title == f"Brain Jam {stage.scene.session.number}"
        assert stage.view.moving
        stage.settle()
        stage.check_seats()


@every_game
def test_a_number_typed_in_starts_that_deal(rules: Rules) -> None:
    stage = Stage(rules, 1, animated=False)
    stage.play(any_move(rules, position_of(stage), Random(1)))  # type: ignore[arg-type]
    stage.send(key(pygame.K_g, CTRL))
    stage.type("617")
    stage.send(key(pygame.K_RETURN))
    assert stage.scene.session.number == 617
    assert position_of(stage) == rules.deal(deals.deck_of(617))
    assert stage.scene.title.endswith(" 617")
    stage.type("a")
    assert stage.scene.table_picture.focus.focused is None


def test_a_number_typed_in_comes_with_its_verdict_until_something_is_played() -> None:
    stage = brainjam()
    stage.send(key(pygame.K_g, CTRL))
    stage.type("617")
    stage.send(key(pygame.K_RETURN))
    assert stage.scene.table_picture.figures.light == VerdictLight.THINKING
    stage.type("a")
    assert stage.scene.table_picture.figures.light is None
    stage.send(key(pygame.K_LEFT))
    assert stage.scene.table_picture.figures.light == VerdictLight.THINKING
    stage.send(key(pygame.K_n, CTRL))
    assert stage.scene.table_picture.figures.light is None


def test_starting_the_same_number_goes_to_the_deal_and_keeps_its_history(tmp_path) -> None:  # type: ignore[no-untyped-def]
    stage = Stage(BrainJam(), 1, folder=tmp_path, autoplay=False)
    stage.type("abc")
    stage.send(key(pygame.K_g, CTRL))
    stage.type("1")
    stage.send(key(pygame.K_RETURN))
    assert stage.scene.session.moves == 0
    stage.send(key(pygame.K_END))
    assert stage.scene.session.moves == 3


def test_an_empty_number_restarts_the_game_and_says_so() -> None:
    stage = brainjam()
    stage.type("ab")
    stage.send(key(pygame.K_g, CTRL), key(pygame.K_BACKSPACE), key(pygame.K_RETURN))
    assert stage.scene.session.moves == 0
    assert stage.cast.told


def test_escape_leaves_the_number_field_and_nothing_else() -> None:
    stage = brainjam()
    stage.type("a")
    stage.send(key(pygame.K_g, CTRL))
    stage.type("22")
    assert stage.send(key(pygame.K_ESCAPE)) is None
    assert (stage.scene.session.number, stage.scene.session.moves) == (1, 1)
    assert stage.scene.table_picture.focus.named("number").value == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("first_touch", [False, True])
def test_a_number_typed_in_is_still_there_for_a_finger_on_its_arrow(first_touch: bool) -> None:
    stage = brainjam()
    devices = stage.cast.services.devices
    devices.touched = not first_touch
    stage.follow()
    stage.send(key(pygame.K_g, CTRL))
    stage.type("617")
    devices.last, devices.touched = Device.TOUCH, True
    stage.follow()
    field = stage.scene.table_picture.focus.named("number")
    stage.press((field.rect.right - 8, field.rect.centery))
    assert stage.scene.session.number == 617


def test_a_bar_made_anew_shows_the_number_of_the_present_deal() -> None:
    stage = brainjam()
    stage.send(key(pygame.K_n, CTRL))
    stage.cast.services.devices.touched = True
    stage.follow()
    field = stage.scene.table_picture.focus.named("number")
    assert field.value == stage.scene.session.number  # type: ignore[attr-defined]


def test_letters_and_space_in_the_number_field_do_not_play() -> None:
    stage = brainjam()
    stage.send(key(pygame.K_g, CTRL))
    stage.type("a b")
    assert stage.scene.session.moves == 0


def test_an_unfinished_deal_opens_where_it_stood_and_a_solved_one_at_its_start(tmp_path) -> None:  # type: ignore[no-untyped-def]
    stage = Stage(BrainJam(), 1, folder=tmp_path, autoplay=False)
    stage.type("abc")
    wanted = position_of(stage)
    stage.cast.services.game_store.close()
    again = Stage(BrainJam(), 1, folder=tmp_path, autoplay=False)
    assert position_of(again) == wanted
    again.check_seats()
    again.send(key(pygame.K_HOME))
    assert redo_line(again.scene.session.tree) == stage.scene.session.tree.line()

    won = Stage(LaPeau(), deck=easy_deck(LaPeau()), folder=tmp_path, held=again.cast)
    won.type(" ")
    reopened = Stage(LaPeau(), deck=easy_deck(LaPeau()), held=again.cast)
    assert reopened.scene.session.moves == 0
    reopened.send(key(pygame.K_END))
    assert reopened.scene.session.is_won


# Ends


@pytest.mark.parametrize(
    "rules", [BrainJam(), LaPeau(), LaPeau(same_suit=True), Klondike()], ids=rules_name
)
def test_a_win_waves_the_flag_and_undo_goes_back_into_the_game(rules: Rules) -> None:
    stage = Stage(rules, deck=easy_deck(rules), autoplay=False)
    while not stage.scene.session.is_won:
        stage.type(" ") if rules.name != "klondike" else stage.send(key(pygame.K_p, CTRL))
        if rules.name == "klondike" and not stage.scene.session.is_won:
            stage.click("reserve-1")
    assert stage.scene.table_picture.sign is PlateSign.FLAG
    stage.settle()
    stage.wait(1.0)
    assert isinstance(stage.change, Push)
    assert isinstance(stage.change.scene, WonScene)
    stage.check_seats()
    moves = stage.scene.session.moves
    stage.button("undo")
    assert stage.scene.session.moves < moves
    assert stage.scene.table_picture.sign is None


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=rules_name)
def test_a_stuck_table_says_so_and_offers_the_ways_on(rules: Rules) -> None:
    line = line_to_stuck(rules, 1, 5)
    assert line is not None
    stage = Stage(rules, 1, autoplay=False, animated=False)
    for move in line[:-1]:
        stage.scene.show(stage.scene.session.play(move))
        assert stage.scene.table_picture.bar is None
    stage.scene.show(stage.scene.session.play(line[-1]))
    assert stage.scene.table_picture.sign is PlateSign.UTURN
    bar = stage.scene.table_picture.bar
    assert bar is not None
    moves = stage.scene.session.moves
    stage.press(bar.widgets[0].rect.center)
    assert stage.scene.session.moves == moves - 1
    assert (stage.scene.table_picture.bar, stage.scene.table_picture.sign) == (None, None)
    stage.send(key(pygame.K_RIGHT))
    assert stage.scene.table_picture.bar is not None
    stage.press(stage.scene.table_picture.bar.widgets[1].rect.center)
    assert stage.scene.session.moves == 0
    stage.check_seats()


# Other commands


def test_leaving_help_options_fullscreen_and_quitting() -> None:
    stage = brainjam()
    assert isinstance(stage.send(key(pygame.K_q)), Pop)
    assert isinstance(stage.send(key(pygame.K_q, SHIFT)), Quit)
    assert isinstance(stage.send(key(pygame.K_F1)), Push)
    assert isinstance(stage.send(key(pygame.K_SLASH, SHIFT, "?")), Push)
    assert isinstance(stage.send(key(pygame.K_o, CTRL)), Push)
    stage.send(key(pygame.K_F11), key(pygame.K_RETURN, ALT))
    assert stage.cast.fullscreen == [True, False]
    assert stage.scene.session.moves == 0


def test_every_button_does_what_its_key_does() -> None:
    stage = Stage(LaPeau(), 1, size=(1280, 800))
    names = {widget.name for widget in stage.scene.table_picture.focus.widgets}
    assert names >= {
        "exit", "new", "number", "switch", "restart", "undo", "redo", "purge", "help", "options",
        "back",
    }  # fmt: skip
    for name in names - {Command.NUMBER}:
        assert Command(name) in stage.scene._commands._commands


def test_a_clicked_button_does_not_catch_the_next_space() -> None:
    stage = Stage(Klondike(), 1)
    stage.type(" ")
    stage.button("undo")
    stage.type(" ")
    assert stage.scene.session.moves == 1


def test_tab_reaches_a_button_and_space_presses_it() -> None:
    stage = Stage(Klondike(), 1)
    stage.type(" ")
    while stage.scene.table_picture.focus.focused is not stage.scene.table_picture.focus.named(
        "undo"
    ):
        stage.send(key(pygame.K_TAB))
    stage.type(" ")
    assert stage.scene.session.moves == 0


def test_ctrl_and_alt_letters_do_not_play() -> None:
    stage = brainjam()
    stage.send(key(pygame.K_a, CTRL), key(pygame.K_a, ALT, "a"))
    assert stage.scene.session.moves == 0


def test_the_clock_ticks_once_a_second_from_the_first_action_to_a_win() -> None:
    stage = Stage(Klondike(), deck=easy_deck(Klondike()))
    session, figures = stage.scene.session, stage.scene.table_picture
    stage.wait(2.05)
    assert (figures.figures.clock, stage.scene.due) == ("0:00", None), "nobody has begun"
    stage.scene.show(session.space())
    stage.settle()
    stage.wait(2.05 - stage.cast.services.game_store.seconds)
    assert figures.figures.clock == "0:02"
    assert stage.scene.due is not None
    assert stage.scene.due <= 1.0
    for _ in range(200):
        if not session.is_won and session.purge().refusal:
            stage.scene.show(session.space())
    stage.scene.settle()
    stage.settle()
    stage.wait(1.5)
    shown = figures.figures.clock
    stage.wait(3)
    assert figures.figures.clock == shown
    assert stage.scene.due is None


# Floods


def check_session(stage: Stage) -> None:
    """History and position belong together, and no card is lost."""
    session = stage.scene.session
    position, moves = session.rules.deal(session.deck), 0
    for action in session.tree.line():
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
        stage = Stage(rules, random.randrange(1000), size, folder=folder, settle=False)
        for step in range(180):
            tools = ("undo", "redo", "restart", "purge", "redeal", "number", "bookmark", "new")
            controls = [
                w.target() for w in stage.scene.table_picture.focus.widgets if w.name in tools
            ]
            move = any_move(rules, position_of(stage), random)
            if move is not None and random.random() < 0.2 and stage.view.settled:
                stage.play(move)
            stage.send(*random_events(random, stage.view, controls))
            for _ in range(random.choice((0, 0, 1, 3, 8))):
                stage.take(stage.scene.update(STEP))
            if random.random() < 0.01:
                stage.scene.place(random.choice(((640, 400), (733, 517), (1280, 800))))
            if random.random() < 0.02:
                stage.cast.choose(branching=random.random() < 0.5, autoplay=random.random() < 0.5)
            assert stage.view.position == position_of(stage)
            if step % 50 == 49:
                check_session(stage)
        stage.send(key(pygame.K_ESCAPE), up((1, 1)))
        stage.settle()
        stage.check_seats()
        check_session(stage)
        session = stage.scene.session
        stage.cast.services.game_store.close()
        again = Stage(rules, folder=folder, deck=session.deck, animated=False)
        if not session.is_won:
            assert position_of(again) == session.position
            assert again.scene.session.tree.line() == session.tree.line()


def test_twenty_events_a_second_with_the_mouse_alone() -> None:
    stage = Stage(Klondike(), 3, settle=False)
    random = Random(20)
    for _ in range(scaled(200)):
        at = random.randrange(1280), random.randrange(800)
        stage.clock.now += 0.05
        stage.send(motion(at), down(at), motion((at[0] + random.randrange(40), at[1]), held=True))
        stage.send(up((at[0] + random.randrange(40), at[1])))
        for _ in range(6):
            stage.take(stage.scene.update(STEP))
    stage.send(key(pygame.K_ESCAPE))
    stage.settle()
    stage.check_seats()
    check_session(stage)


def test_the_deck_helpers_deal_what_they_say() -> None:
    assert sorted(deck_of(range(52), LaPeau())) == list(range(52))
    assert sorted(easy_deck(Gaps())) == list(range(52))
    for deck in (LAPEAU, open_row(4), open_row(1)):
        assert sorted(deck) == list(range(52))
    won = Stage(Gaps(), deck=easy_deck(Gaps()), animated=False)
    assert len(won.scene.session.rules.moves(position_of(won))) >= 1
    assert all(a != b for a, b in pairwise(LAPEAU))
    assert DONE == "done"


@pytest.mark.parametrize("size", [(1280, 800), (640, 400), (1000, 1400)], ids=str)
def test_one_move_is_counted_in_the_singular(size: tuple[int, int]) -> None:
    stage = Stage(BrainJam(), 1, size, animated=False, autoplay=False)
    for words in ("moves", "move", "moves"):
        with reading() as found:
            redrawn(stage.scene)
        texts = {line.text for line in found}
        assert words in texts and texts & {"move", "moves"} == {words}
        stage.scene.show(stage.scene.session.play(stage.rules.moves(position_of(stage))[0]))
