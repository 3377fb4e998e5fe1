"""How a table takes what a hand does: hints that can be clicked, quick clicks, held keys."""

from __future__ import annotations

from random import Random

import pygame
import pytest
from stage import (
    CTRL,
    RIGHT,
    Screen,
    Stage,
    any_move,
    cast,
    difference,
    down,
    easy_deck,
    key,
    letter,
    message_area,
    motion,
    redrawn,
    up,
)
from test_hint_and_warning import HINT, Asked

from game.core import cards, deals
from game.core.deals import deck_text
from game.core.moves import REDEAL, REDEAL_RANDOM, Move
from game.core.position import Position
from game.desktop.key_bindings import Command
from game.play.session import flatten
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import OpenTable, Push, Replace
from game.scenes.common.deal_words import deal_words
from game.scenes.common.first_use_tips import Tip, tell_tip
from game.solver import registry
from game.system.language import Language
from game.widgets.cursors import Shape

GAMES = (BrainJam(), LaPeau(), Gaps(), Klondike())
UNDO, REDO = key(pygame.K_LEFT), key(pygame.K_RIGHT)


def names(rules: Rules) -> str:
    return rules.name


@pytest.fixture(params=GAMES, ids=names)
def hinted(request: pytest.FixtureRequest) -> Asked:
    """A table that shows a hint."""
    stage = Asked(request.param)
    if request.param.name == "klondike":
        stage.send(letter(" "))
        stage.settle()
    stage.press_key(HINT)
    assert stage.scene.advice.hint is not None
    return stage


def test_a_refusal_goes_with_the_position_it_was_told_of() -> None:
    stage = Stage(Klondike())
    scene, before = stage.scene, stage.scene.subject
    scene.show(scene.session.redo())
    assert stage.cast.told and scene.subject is before
    stage.send(letter(" "))
    after = scene.subject
    assert after is not before, "the refusal stays over an accepted move"
    stage.send(letter(" "))
    assert scene.subject is after, "other messages stay as long as they take to read"


def test_what_is_told_after_a_refusal_does_not_go_with_the_next_card() -> None:
    stage = Stage(BrainJam(), 11)
    scene, before = stage.scene, stage.scene.subject
    stage.click("column-8", 0)
    stage.send(key(pygame.K_c, CTRL))
    stage.click("column-6")
    assert scene.session.tree.moves == 1 and scene.subject is before
    stage.click("column-8", 0)
    stage.send(key(pygame.K_n, CTRL))
    after = scene.subject
    stage.click("column-6")
    assert scene.subject is after, "the refusal was of another deal"


def test_a_refusal_goes_with_its_position_though_the_mouse_has_moved_since() -> None:
    stage = Stage(BrainJam(), 11)
    scene, before = stage.scene, stage.scene.subject
    stage.click("column-8", 0)
    assert stage.cast.told and scene.subject is before
    stage.click("column-6")
    assert scene.session.tree.moves == 1
    assert scene.subject is not before, "the refusal stays over an accepted move"


def test_that_a_redeal_is_due_is_told_no_longer_once_it_is_made() -> None:
    stage = waiting_gaps()
    stage.press_key(HINT)
    before = stage.scene.subject
    assert "it is time to redeal" in stage.cast.told[-1]
    stage.press_key(HINT)
    assert stage.scene.session.position.used == 1 and stage.scene.subject is not before


def goal_of(stage: Stage, move: Move) -> tuple[int, int]:
    """A point on what the hint's arrow leads to; of a pull the reserve."""
    mark = stage.scene.table_picture.picture.marks.hint
    assert mark is not None and mark.seat is not None
    pile = mark.seat.pile if mark.goal is None else mark.goal
    return stage.point(stage.seat(stage.rules.piles[pile].id))


def after(stage: Stage) -> Position:
    hint = stage.scene.advice.hint
    assert hint is not None
    return stage.rules.apply(stage.scene.session.position, hint)


# The hint


def test_a_hint_has_a_picture_of_its_own(hinted: Asked) -> None:
    marks = hinted.scene.table_picture.picture.marks
    assert marks.hint is not None
    assert not marks.reversed and not marks.glowing and not marks.has_target


def test_a_click_on_what_the_hint_leads_to_plays_it(hinted: Asked) -> None:
    wanted, hint = after(hinted), hinted.scene.advice.hint
    assert hint is not None
    hinted.press(goal_of(hinted, hint))
    assert hinted.scene.session.position == wanted


def test_a_click_on_the_hinted_card_plays_it(hinted: Asked) -> None:
    wanted, mark = after(hinted), hinted.scene.table_picture.picture.marks.hint
    assert mark is not None and mark.seat is not None
    hinted.press(hinted.point(mark.seat))
    assert hinted.scene.session.position == wanted


def test_escape_takes_a_hint_away_and_stays_at_the_table(hinted: Asked) -> None:
    assert hinted.send(key(pygame.K_ESCAPE)) is None
    assert hinted.scene.table_picture.picture.marks.hint is None
    assert hinted.scene.session.position == hinted.view.position


def test_a_click_elsewhere_is_what_it_always_is() -> None:
    stage = Asked(BrainJam())
    stage.press_key(HINT)
    mark = stage.scene.table_picture.picture.marks.hint
    assert mark is not None and mark.seat is not None
    other = next(
        pile.id
        for n, pile in enumerate(stage.rules.piles)
        if pile.id.startswith("column") and n not in (mark.seat.pile, mark.goal)
    )
    wanted = after(stage)
    stage.click(other)
    assert stage.scene.session.position != wanted


def test_with_a_card_taken_up_a_click_places_it_and_plays_no_hint() -> None:
    stage = Asked(LaPeau())
    stage.press_key(HINT)
    stage.scene.session.click(stage.seat("column-1"))
    stage.scene.settle()
    assert stage.scene.session.selection is not None
    assert stage.scene.table_picture.picture.marks.hint is None


def test_a_hint_is_drawn_where_it_is_and_gone_without_a_trace(hinted: Asked) -> None:
    screen = Screen((1280, 800))
    screen.show(hinted.scene)
    assert difference(screen.seen, redrawn(hinted.scene)) is None
    hinted.press_key(key(pygame.K_ESCAPE))
    screen.show(hinted.scene)
    assert difference(screen.seen, redrawn(hinted.scene)) is None


def waiting_gaps() -> Asked:
    """A table of Gaps where no card can move, but a redeal is left."""
    stage = Asked(Gaps())
    # A king stands before every gap.
    rows = [[8 + suit, 4 + suit, *range(12 + suit, 52, 4), suit] for suit in range(4)]
    deck = tuple(card for row in rows for card in row)
    stage.scene.start(deck, None)
    stage.settle()
    return stage


def test_a_deal_without_a_number_is_called_by_its_deck() -> None:
    stage = waiting_gaps()
    label = f"{deck_text(stage.scene.session.deck)[:8]}…"
    assert stage.scene.title == f"Gaps {label}"
    assert stage.scene.table_picture.number == f"deal {label}"
    assert deal_words(BrainJam(), label, Language()) == f"deal {label}"
    assert deal_words(BrainJam(), "0001", Language()) == "No. 0001"


def test_where_a_redeal_is_due_it_is_the_hint_and_its_button_is_marked() -> None:
    stage = waiting_gaps()
    assert stage.scene.session.needs_redeal
    stage.press_key(HINT)
    assert stage.scene.advice.hint is not None and stage.scene.advice.hint.onto == REDEAL
    mark = stage.scene.table_picture.picture.marks.hint
    assert mark is not None and mark.seat is None
    button = stage.scene.table_picture.focus.named("redeal")
    (ring,) = stage.scene.table_picture.picture.marking.hint.areas(mark)
    assert ring.contains(button.focus_area()[0])
    stage.press_key(HINT)
    assert stage.scene.session.position.used == 1


def test_a_hint_goes_when_redeals_place_the_gaps_in_another_way() -> None:
    stage = waiting_gaps()
    stage.press_key(HINT)
    stage.cast.choose(random_gaps=True)
    assert stage.scene.advice.hint is None
    stage.press_key(HINT)
    assert stage.scene.advice.hint is not None
    assert stage.scene.advice.hint.onto == REDEAL_RANDOM
    stage.press_key(HINT)
    assert stage.scene.session.tree.node().action == (Move.parse(REDEAL_RANDOM),)


@pytest.mark.parametrize("shown", [True, False])
def test_an_answer_by_the_other_redeals_is_no_hint_any_more(shown: bool) -> None:
    stage = Asked(Gaps())
    stage.send(HINT)
    if shown:
        stage.hear()
    assert (stage.scene.advice.hint is not None) is shown
    stage.cast.choose(random_gaps=True)
    stage.hear()
    assert stage.scene.advice.hint is None, "nor does it come unasked"
    stage.press_key(HINT)
    assert stage.scene.advice.hint is not None and stage.scene.session.moves == 0


# Two quick clicks


def one_click_tables() -> list[Stage]:
    return [Stage(BrainJam(), 12, autoplay=False), Stage(Gaps(), 12)]


@pytest.mark.parametrize(("game", "button"), [(0, 1), (1, 1), (0, RIGHT)])
def test_two_clicks_within_a_fifth_of_a_second_are_one_move(game: int, button: int) -> None:
    stage = one_click_tables()[game]
    at = a_click_that_moves_twice(stage, button)
    stage.press(at, button)
    assert stage.scene.session.moves == 1
    stage.press(at, button, later=0.11)
    stage.press(at, button, later=0.08)
    assert stage.scene.session.moves == 1 and not stage.cast.told
    stage.press(at, button, later=0.05)
    assert stage.scene.session.moves == 2


def a_click_that_moves_twice(stage: Stage, button: int) -> tuple[int, int]:
    """A place where two clicks with patience make two moves."""
    start = stage.scene.session.position
    for pile in range(len(stage.rules.piles)):
        seat = stage.seat(stage.rules.piles[pile].id)
        at = stage.point(seat)
        for _ in range(2):
            stage.press(at, button)
        found = stage.scene.session.moves == 2
        while stage.scene.session.position != start:
            stage.send(UNDO)
        stage.settle()
        stage.cast.told.clear()
        if found:
            return at
    raise AssertionError("there is no such place")


def test_keys_and_other_places_lose_nothing_however_quick() -> None:
    stage = Stage(BrainJam(), 12, autoplay=False)
    for letter_key in "aa":
        stage.type(letter_key)
    by_keys = stage.scene.session.moves
    stage.send(UNDO, UNDO)
    assert by_keys == 2
    stage.click("column-1")
    stage.click("column-3", later=0.05)
    assert stage.scene.session.moves == 2


def test_klondikes_reserve_takes_every_click() -> None:
    stage = Stage(Klondike(), 12)
    at = stage.point(stage.seat("reserve-1"))
    for _ in range(5):
        stage.press(at, later=0.05)
    assert stage.scene.session.moves == 5


# What does not glow


class TwoClicks(BrainJam):
    """A game with reserves that take cards, played by two clicks; no game of ours is so."""

    one_click = False


def test_reserves_that_are_not_pulled_from_are_clicked_as_any_place() -> None:
    stage = Stage(TwoClicks(), autoplay=False)
    stage.click("column-1")
    stage.click("reserve-2")
    stage.settle()
    session, reserve = stage.scene.session, stage.seat("reserve-2")
    assert str(flatten(session.tree.line())[-1]).endswith("reserve-2")
    assert session.is_selectable(reserve)
    stage.click("reserve-2")
    assert session.selection is not None
    assert session.selection.seat == reserve
    assert stage.cast.services.cursors.wanted[0] is Shape.HAND
    picture = stage.scene.table_picture.picture
    assert picture.slot_name(reserve.pile) == "compass"


@pytest.mark.parametrize("rules", [LaPeau(), Klondike()], ids=names)
def test_a_selected_card_is_not_moved_to_another_suits_foundation(rules: Rules) -> None:
    stage = Stage(rules, deck=easy_deck(rules), autoplay=False)
    session, card = stage.scene.session, cards.parse_card("Ac")
    if session.position.seat(card) is None or not session.is_selectable(
        session.position.seat(card) or stage.seat("column-1")
    ):
        stage.send(letter(" "))
        stage.settle()
    before, seat = session.moves, session.position.seat(card)
    assert seat is not None
    stage.press(stage.point(seat))
    stage.click("foundation-3")
    assert session.moves == before and stage.cast.told
    stage.click("foundation-1")
    assert session.moves == before + 1


# Held keys


@pytest.mark.parametrize("rules", GAMES, ids=names)
def test_held_undo_and_redo_do_not_keep_cards_in_the_air(rules: Rules) -> None:
    stage = Stage(rules, 12, autoplay=False)
    random, session = Random(1), stage.scene.session
    for _ in range(24):
        move = any_move(rules, session.position, random)
        if move is None:
            break
        session.play(move)
    stage.view.put(stage.scene.session.position)
    for held in (UNDO, REDO):
        aloft = []
        for _ in range(24):
            stage.send(held)
            stage.wait(1 / 22)
            flying = [sprite for sprite in stage.view.sprites.values() if sprite.lies is None]
            aloft.append(len(flying))
        assert max(aloft) <= 7, aloft
        stage.settle()
        stage.check_seats()


def test_a_card_whose_goal_has_not_changed_goes_on_flying() -> None:
    stage = Stage(BrainJam(), 12, autoplay=False)
    stage.click("column-1")
    (flying,) = [sprite for sprite in stage.view.sprites.values() if sprite.moving]
    leg = flying.legs[0]
    stage.wait(0.05)
    stage.click("column-3")
    assert flying.legs[0] is leg
    stage.send(key(pygame.K_z, CTRL), key(pygame.K_z, CTRL))
    assert flying.legs[0] is not leg, "now it goes back"
    stage.settle()
    stage.check_seats()


# Key letters


def index_areas(stage: Stage) -> list[pygame.Rect]:
    """Where the indices of the lowest cards are: across a mini face, else in two corners."""
    view, found = stage.view, []
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
    stage = Stage(rules, 12, move_keys=True, ui_scale=ui)
    for size in ((640, 400), (733, 517), (1280, 800)):
        stage.scene.place(size)
        stage.settle()
        picture = stage.scene.table_picture.picture
        caps = picture.marking.cap_areas(picture.marks)
        assert caps
        indices = index_areas(stage)
        for *area, letter_shown in caps:
            cap = pygame.Rect(area)
            assert pygame.Rect((0, 0), size).contains(cap), (letter_shown, size)
            assert cap.collidelist(indices) < 0, (letter_shown, size)


# Copy and paste


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was put into the clipboard; what is pasted is the last of it."""
    kept: list[str] = []
    put = "game.scenes.common.copy_and_paste.put_clipboard"
    monkeypatch.setattr(put, lambda text: kept.append(text) or True)
    monkeypatch.setattr("game.scenes.common.copy_and_paste.clipboard_line", lambda: kept[-1])
    return kept


def test_copy_and_paste_say_what_was_put_there_or_taken_over(
    kept: list[str],
) -> None:
    stage = Stage(Gaps(), deck=easy_deck(Gaps()))
    stage.scene.do(Command.COPY)
    assert stage.cast.told[-1] == "In the clipboard: the deal"
    while not stage.scene.session.is_won:
        stage.scene.session.play(Gaps().moves(stage.scene.session.position)[0])
    stage.scene.do(Command.COPY)
    assert stage.cast.told[-1] == "In the clipboard: the deal, and its best answer in 4 moves"
    stage.scene.do(Command.PASTE)
    assert stage.cast.told[-1].endswith("with a line of 4 moves; redo follows it")
    kept.append("fourfold lapeau 617")
    stage.scene.do(Command.PASTE)
    assert stage.cast.told[-1] == "Taken over: La Peau 617"


def test_a_line_pasted_for_the_deal_that_is_open_leaves_it_its_list_and_another_has_none(
    kept: list[str],
) -> None:
    stage = Stage(Gaps(), deck=easy_deck(Gaps()))
    stage.scene.session.pack = "a mine.txt"
    stage.scene.do(Command.COPY)
    kept.append("fourfold gaps 617")
    for line, pack in ((kept[0], "a mine.txt"), (kept[1], "")):
        kept.append(line)
        change = stage.scene.do(Command.PASTE)
        assert isinstance(change, Replace) and isinstance(change.scene, OpenTable)
        assert change.scene.pack == pack
    kept.append("fourfold lapeau 618\nfourfold gaps 5\n")
    stage.scene.do(Command.PASTE)
    only = "only the first of several sharing lines is taken"
    assert stage.cast.told[-1] == f"Taken over: La Peau 618; {only}"
    kept.append("fourfold lapeau\n619\n")
    stage.scene.do(Command.PASTE)
    assert stage.cast.told[-1] == "Taken over: La Peau 619"


# One-time lines


def tips_of(stage: Stage) -> list[str]:
    return [line for line in stage.cast.told if line.startswith("Tip:")]


def drag_on(stage: Stage, card: str, pile: str) -> None:
    seat = stage.view.position.seat(cards.parse_card(card))
    assert seat is not None
    start, goal = stage.point(seat), stage.point(stage.seat(pile))
    stage.send(motion(start), down(start), motion(goal, held=True), up(goal))
    stage.settle()


def test_a_hint_is_pointed_to_after_some_refusals_and_never_again() -> None:
    stage = Stage(BrainJam(), 12, tips=True)
    for _ in range(9):
        stage.click("column-1", 0)
    assert len(tips_of(stage)) == 1 and "F2" in tips_of(stage)[0]
    again = Stage(BrainJam(), 13, held=stage.cast)
    for _ in range(9):
        again.click("column-1", 0)
    assert len(tips_of(again)) == 1


def test_in_a_game_without_a_solver_no_tip_points_to_a_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "has_solver", lambda game: False)
    stage = Stage(BrainJam(), 12, tips=True)
    for _ in range(9):
        stage.click("column-1", 0)
    assert tips_of(stage) == []


@pytest.mark.parametrize(
    ("rules", "told"), [(LaPeau(), "right click"), (Klondike(), "double click")], ids=["peau", "k"]
)
def test_who_takes_a_card_home_by_two_clicks_hears_once_of_the_shorter_way(
    rules: Rules, told: str
) -> None:
    stage = Stage(rules, deck=easy_deck(rules), tips=True)
    if rules.name == "klondike":
        stage.send(letter(" "))
        stage.settle()
    for card in ("Ac", "2c" if rules.name == "lapeau" else "Ac"):
        seat = stage.view.position.seat(cards.parse_card(card))
        if seat is not None and stage.rules.piles[seat.pile].kind.value != "foundation":
            stage.press(stage.point(seat))
            stage.click("foundation-1")
    assert len(tips_of(stage)) == 1 and told in tips_of(stage)[0]


def test_who_drags_in_brain_jam_hears_once_that_a_click_moves_too() -> None:
    stage = Stage(BrainJam(), 12, tips=True, autoplay=False)
    for n in (1, 2, 3):
        last = stage.view.position.piles[7 + n][-1]
        drag_on(stage, cards.name(last), f"reserve-{n}")
    assert stage.scene.session.moves == 3 and len(tips_of(stage)) == 1


@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_a_small_table_says_once_that_its_deal_is_a_daily_one(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = cast()
    daily = held.services.daily
    monkeypatch.setattr(daily, "day_of", lambda rules, n: daily.today if n in (12, 13) else None)
    stage = Stage(BrainJam(), 12, size, held=held)
    stage.scene.resume()
    for number in (13, 14):
        stage.scene.start(deals.deck_of(number), number)
    told = [line.split(" · ") for line in held.told]
    assert [deal for deal, _ in told] == (["Brain Jam 12", "Brain Jam 13"] if size[1] < 500 else [])
    assert all(words.startswith("daily deal of ") for _, words in told)


def test_a_click_is_not_recommended_where_it_would_not_have_made_the_move() -> None:
    stage = Stage(BrainJam(), 12, tips=False, autoplay=False)
    drag_on(stage, last := cards.name(stage.view.position.piles[8][-1]), "reserve-1")
    stage.cast.choose(tips=True)
    drag_on(stage, last, "reserve-3")
    assert stage.scene.session.moves == 2 and not tips_of(stage)


def test_tips_can_be_switched_off() -> None:
    stage = Stage(BrainJam(), 12, tips=False)
    for _ in range(9):
        stage.click("column-1", 0)
    assert not tips_of(stage)


@pytest.mark.parametrize("branching", [False, True])
def test_after_three_wins_the_next_table_points_to_what_else_there_is(branching: bool) -> None:
    held = cast(tips=True, first_games="gaps=done", branching=branching)
    for _ in range(3):
        stage = Stage(Gaps(), deck=easy_deck(Gaps()), held=held)
        assert not tips_of(stage)
        while not stage.scene.session.is_won:
            stage.scene.show(stage.scene.session.play(Gaps().moves(stage.view.position)[0]))
        stage.settle()
        stage.wait(1)
    (told,) = tips_of(Stage(Gaps(), 12, held=held))
    assert "F3" in told and ("branching history" in told) is not branching


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_longest_tip_covers_no_button_of_the_side_bar_in_the_smallest_window(
    language: str, ui: float, mirrored: bool
) -> None:
    held = cast(tips=True, language=language, ui_scale=ui, mirrored=mirrored)
    held.services.language.change(language)
    stage = Stage(Gaps(), 12, (640, 400), held=held)
    tell_tip(held.services, Tip.MORE)
    told = message_area(stage.scene, held.told[-1])
    assert not told.colliderect(stage.view.frame.side)


def test_looking_back_at_a_win_counts_no_further_ones() -> None:
    stage = Stage(Gaps(), deck=easy_deck(Gaps()), tips=True, first_games="gaps=done")
    while not stage.scene.session.is_won:
        stage.scene.show(stage.scene.session.play(Gaps().moves(stage.view.position)[0]))
    for _ in range(4):
        stage.settle()
        stage.wait(1)
        assert stage.cast.services.settings.told == "won"
        stage.scene.resume()
        for way in (pygame.K_LEFT, pygame.K_RIGHT):
            stage.send(key(way))
            stage.settle()
        assert stage.scene.session.is_won
    assert not tips_of(stage)


@pytest.mark.parametrize("opens", [pygame.K_F10, pygame.K_F1])
def test_what_opens_in_the_middle_of_a_drag_lets_the_card_go_first(opens: int) -> None:
    stage = Stage(BrainJam(), 12)
    stage.drag(stage.seat("column-1"), (500, 500), drop=False)
    assert stage.view.held is not None
    assert isinstance(stage.scene.handle(key(opens)), Push)
    assert stage.view.held is None and not stage.view.moving
    stage.check_seats()
    assert stage.scene.session.moves == 0


# A letter that is refused


def test_a_command_between_a_refused_letter_and_space_makes_space_one_of_its_own() -> None:
    stage = Stage(Klondike(), 1234)
    stage.send(letter("a"))
    stage.send(letter(" "))
    assert stage.scene.session.moves == 0
    stage.send(letter("a"))
    stage.send(key(pygame.K_LEFT))
    stage.send(letter(" "))
    assert stage.scene.session.moves == 1


def test_an_arrow_of_the_card_cursor_also_parts_a_refused_letter_from_space() -> None:
    stage = Stage(Klondike(), 1234, card_cursor=True)
    stage.send(letter("a"))
    stage.send(key(pygame.K_RIGHT))
    stage.send(letter(" "))
    assert stage.scene.session.moves == 1
