"""A line of text, spelt by arrows where there are no letters at hand."""

import pygame
import pytest
from gestures import key

from game.widgets.base import Cancelled, Changed, Consumed, Submitted
from game.widgets.text_entry import LETTERS, TextEntry

UP, DOWN, LEFT, RIGHT = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT
ENTER, ESCAPE = pygame.K_RETURN, pygame.K_ESCAPE


@pytest.fixture
def entry(place):
    made = place(TextEntry("name", most=4, paste=lambda: ""))
    made.focused = True
    return made


def press(entry, *codes):
    return [entry.handle(key(code)) for code in codes][-1]


def write(entry, text):
    return entry.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))


def test_letters_are_typed_and_entered(entry):
    assert write(entry, "Sevé") == Changed("name", "Sevé")
    assert press(entry, ENTER) == Submitted("name", 0)


def test_arrows_spell_a_text_that_begins_with_a_capital(entry):
    assert press(entry, ENTER) == Consumed()
    assert press(entry, UP, UP) == Changed("name", "B")
    assert press(entry, RIGHT, UP) == Changed("name", "Ba")
    assert press(entry, RIGHT, DOWN) == Changed("name", f"Ba{LETTERS[-1]}")
    assert press(entry, LEFT, UP) == Changed("name", f"Bb{LETTERS[-1]}")
    assert press(entry, ENTER) == Submitted("name", 0)


def test_every_letter_can_be_spelt(entry):
    press(entry, ENTER, UP, RIGHT)
    seen = {press(entry, UP).value[1] for _ in LETTERS}
    assert seen == set(LETTERS)


def test_a_last_letter_made_a_blank_is_gone_once_it_is_left(entry):
    press(entry, ENTER, UP, RIGHT, UP, DOWN)
    assert entry.text == "A "
    assert press(entry, LEFT) == Changed("name", "A")


def test_no_more_letters_are_spelt_than_there_is_room_for(entry):
    write(entry, "Four")
    entry.focused = False
    entry.focused = True
    assert press(entry, ENTER, RIGHT, UP) == Changed("name", "Fous")


def test_escape_ends_spelling_and_arrows_lead_away_from_an_empty_field_again(entry):
    press(entry, ENTER)
    assert press(entry, ESCAPE) == Consumed()
    assert press(entry, UP) is None
    assert press(entry, ESCAPE) == Cancelled("name")


def test_what_is_typed_ends_spelling(entry):
    press(entry, ENTER, UP)
    write(entry, "b")
    assert press(entry, UP) is None
    assert entry.text == "Ab"


def test_the_letter_that_is_spelt_shows(entry):
    def drawn():
        target = pygame.Surface((800, 600))
        entry.draw(target)
        return pygame.image.tobytes(target, "RGB")

    write(entry, "Fo")
    before = drawn()
    entry.focused = False
    entry.focused = True
    press(entry, ENTER)
    assert drawn() != before
