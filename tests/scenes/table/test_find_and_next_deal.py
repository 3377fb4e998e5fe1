"""Small commands of a table: find a card, the next and the previous deal, the ends of the piles."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from input_events import CTRL, SHIFT, key, letter
from table_driver import TableDriver

from game.core import cards, deals
from game.core.deals import deck_text
from game.core.moves import Move
from game.desktop.commands import Command
from game.rules import RULES, BrainJam, Gaps, Klondike, LaPeau
from game.scenes.common.base import OpenTable, Pop, Replace
from game.scenes.table.scene import TableScene

FIND, ESC, BACKSPACE = key(pygame.K_f, CTRL), key(pygame.K_ESCAPE), key(pygame.K_BACKSPACE)
NEXT, PREVIOUS = key(pygame.K_PAGEDOWN, CTRL), key(pygame.K_PAGEUP, CTRL)


def lit(driver: TableDriver) -> str | None:
    """The card that is lit."""
    seat = driver.scene.table_picture.card_painter.marks.found
    return None if seat is None else cards.name(driver.view.position.piles[seat.pile][seat.depth])


# Find a card


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("begin", [FIND, letter("/")], ids=["Ctrl+F", "/"])
def test_each_card_that_lies_face_up_lights_up_and_is_told(
    game: str, begin: pygame.event.Event
) -> None:
    driver = TableDriver(RULES[game](), 852, animated=False)
    position = driver.view.position
    for card in range(52):
        seat = position.seat(card)
        driver.send(begin)
        driver.type(cards.name(card).lower().replace("t", "10"))
        told = driver.recording.told.pop()
        if seat is None or not position.is_up(seat):
            assert lit(driver) is None
            assert told.endswith(" is face down") and not any(sign.isdigit() for sign in told[9:])
        else:
            assert lit(driver) == cards.name(card) and "," in told
    assert driver.view.position == position, "no letter has played"


def test_the_light_goes_with_esc_or_a_move_and_letters_play_again() -> None:
    driver = TableDriver(BrainJam(), 12, animated=False, autoplay=False)
    driver.send(FIND)
    driver.type("7h")
    assert lit(driver) == "7h"
    assert driver.send(ESC) is None and lit(driver) is None
    driver.send(FIND)
    driver.type("7")
    assert driver.send(ESC) is None
    assert isinstance(driver.send(ESC), Pop), "nothing is typed any more"
    driver.send(FIND)
    driver.type("7hh")
    assert driver.scene.session.moves == 1 and lit(driver) is None


def test_what_is_no_card_is_told_and_the_next_sign_begins_again() -> None:
    driver = TableDriver(BrainJam(), 12, animated=False)
    driver.send(FIND)
    driver.type("x")
    assert driver.recording.told[-1].startswith("'x' is not a card")
    driver.type("9")
    driver.send(BACKSPACE)
    driver.type("QS")
    assert lit(driver) == "Qs" and driver.scene.session.moves == 0


@pytest.mark.parametrize(
    ("typed", "card"),
    [("7p", "7s"), ("10ca", "Td"), ("Tt", "Tc"), ("vco", "Jh"), ("Dcœ", "Qh"), ("Rp", "Ks"),
     ("R♦", "Kd"), ("ah", "Ah"), ("Qs", "Qs"), ("9d", "9d")],
)  # fmt: skip
def test_in_french_a_card_is_found_by_what_its_index_shows_and_the_name_of_its_suit(
    typed: str, card: str
) -> None:
    driver = TableDriver(BrainJam(), 12, animated=False, language="fr")
    driver.send(FIND)
    assert "7p" in driver.recording.told[-1]
    driver.type(typed)
    assert lit(driver) == card


def test_in_french_a_c_alone_asks_which_suit() -> None:
    driver = TableDriver(BrainJam(), 12, animated=False, language="fr")
    driver.send(FIND)
    driver.type("7c")
    assert "carreau, cœur" in driver.recording.told[-1] and lit(driver) is None
    driver.type("o")
    assert lit(driver) == "7h"


def test_a_card_that_others_hide_lights_up_where_its_pile_ends() -> None:
    driver = TableDriver(Klondike(), 852, animated=False)
    driver.type("  ")
    first, second = driver.view.position.piles[driver.pile("pull")]
    picture = driver.scene.table_picture
    boxes = []
    for card in (first, second):
        driver.send(FIND)
        driver.type(cards.name(card))
        seat = driver.view.position.seat(card)
        assert seat is not None
        boxes.append(picture.card_painter.marking.cursor_area(seat))
    assert boxes[0] == boxes[1]


# The next deal


def number_after(driver: TableDriver, event: pygame.event.Event) -> int | None:
    driver.send(event)
    driver.settle()
    return driver.scene.session.number


def test_next_and_previous_deal_go_by_number_and_end_with_the_numbers() -> None:
    driver = TableDriver(BrainJam(), 1, animated=False)
    assert [number_after(driver, each) for each in (NEXT, PREVIOUS, PREVIOUS)] == [2, 1, 0]
    assert number_after(driver, PREVIOUS) == 0
    assert driver.recording.told == ["This is the first deal"]
    driver.scene.start(OpenTable(driver.rules, deals.deck_of(999_999), 999_999))
    assert number_after(driver, NEXT) == 999_999
    assert driver.recording.told[-1] == "This is the last deal"


def test_under_another_rule_the_next_deal_has_a_table_of_its_own() -> None:
    driver = TableDriver(LaPeau(), 7, animated=False)
    driver.recording.services.change(building="same")
    change = driver.send(NEXT)
    assert isinstance(change, Replace) and isinstance(change.scene, TableScene)
    session = change.scene.session
    assert (session.number, session.rules) == (8, LaPeau("same"))


def test_the_next_deal_of_a_pack_is_the_next_one_of_its_list(tmp_path: Path) -> None:
    driver = TableDriver(BrainJam(), 5, animated=False, folder=tmp_path)
    folder = driver.recording.services.folders.levels
    folder.mkdir(parents=True, exist_ok=True)
    ids = {"first": 31, "second": 900_007, "third": 400}
    lines = [f"{id} {deck_text(deals.deck_of(number))} 99" for id, number in ids.items()]
    (folder / "mine.txt").write_text("\n".join(lines))
    driver.scene.start(OpenTable(driver.rules, deals.deck_of(31), None, pack="first mine.txt"))
    for event, wanted in ((NEXT, 900_007), (NEXT, 400), (NEXT, 400), (PREVIOUS, 900_007)):
        driver.send(event)
        assert driver.scene.session.deck == deals.deck_of(wanted)
    assert driver.scene.session.label == "second"
    par = driver.recording.services.advisor.par(driver.scene.session)
    assert par is not None and (par.moves, par.proved) == (99, False)
    assert driver.recording.told == ["This is the last deal"]


# The ends of the piles


def said_by(driver: TableDriver) -> list[str]:
    said: list[str] = []
    driver.recording.services.speak = said.append
    driver.send(key(pygame.K_F7, SHIFT))
    return said


def test_the_ends_of_all_piles_are_read() -> None:
    (said,) = said_by(TableDriver(Klondike(), 617, animated=False))
    assert said.startswith("stock, 24 cards; waste, empty; clubs foundation, empty; ")
    assert said.count("column") == 7 and "column 1: " in said and " face down" not in said


def test_in_gaps_the_gaps_are_read_with_the_cards_before_them() -> None:
    driver = TableDriver(Gaps(), 1, animated=False)
    (said,) = said_by(driver)
    parts = said.split("; ")
    gaps = [pile for pile, held in enumerate(driver.view.position.piles) if not held]
    assert len(parts) == len(gaps) == 4 and all("gap" in part for part in parts)
    move = Move.parse(str(driver.rules.moves(driver.view.position)[0]))
    driver.play(move)
    driver.settle()
    assert said_by(driver) != [said]


def test_the_commands_are_in_the_menu_of_all_actions() -> None:
    for command in (Command.FIND, Command.NEXT_DEAL, Command.PREVIOUS_DEAL, Command.SPEAK_ENDS):
        assert command.row.menu is not None and command.row.help is not None
