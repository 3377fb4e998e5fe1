import pygame
import pytest
from gestures import click, digit, key, tap

from game.widgets import number_entry
from game.widgets.base import Cancelled, Changed, Consumed, Pressed, Refused, Submitted
from game.widgets.focus import FocusGroup
from game.widgets.number_entry import NumberEntry


@pytest.fixture
def entry(place):
    made = place(NumberEntry("deal", label="Deal number"), width=256, height=48)
    made.focused = True
    return made


def copied(monkeypatch, text):
    """Puts a text into the clipboard that entries paste from."""
    monkeypatch.setattr(number_entry, "clipboard_text", lambda: text)


def type_in(entry, text):
    return [entry.handle(digit(figure)) for figure in text]


def test_digits_are_typed_and_entered(entry):
    assert type_in(entry, "1088")[-1] == Changed("deal", "1088")
    assert entry.handle(key(pygame.K_RETURN)) == Submitted("deal", 1088)


@pytest.mark.parametrize("code", [pygame.K_BACKSPACE, pygame.K_DELETE])
def test_ctrl_with_a_key_that_erases_takes_the_whole_number(entry, code):
    type_in(entry, "617")
    assert entry.handle(key(code, "ctrl")) == Changed("deal", "")


def test_microsofts_name_of_number_0_is_entered_as_that(entry):
    type_in(entry, "1000000")
    assert not entry.is_no_deal
    assert entry.handle(key(pygame.K_RETURN)) == Submitted("deal", 0)
    type_in(entry, "10000000")
    assert entry.is_no_deal, "ten millions are not cut to one"


def test_a_number_of_more_than_six_digits_is_none_and_is_not_entered(entry):
    """It is not cut: 1234567 must not open deal 123456."""
    type_in(entry, "123456")
    assert entry.value == 123456
    type_in(entry, "7")
    assert entry.text == "1234567" and entry.is_no_deal and entry.value is None
    assert entry.handle(key(pygame.K_RETURN)) == Refused("deal")
    assert entry.handle(key(pygame.K_BACKSPACE)) == Changed("deal", "123456")
    assert entry.value == 123456 and not entry.is_no_deal


def test_letters_are_not_for_the_entry(entry):
    assert entry.handle(key(pygame.K_a, unicode="a")) is None
    assert entry.handle(key(pygame.K_2, unicode="²")) is None
    assert entry.text == ""


def test_the_upper_row_gives_digits_on_a_french_keyboard(entry):
    assert entry.handle(key(ord("&"), unicode="&", scancode=pygame.KSCAN_1)) == Changed("deal", "1")
    assert entry.handle(key(ord("à"), unicode="à", scancode=pygame.KSCAN_0)) == Changed(
        "deal", "10"
    )


def test_shortcuts_on_digit_keys_are_not_digits(entry):
    assert entry.handle(key(pygame.K_1, "ctrl", "", pygame.KSCAN_1)) is None


def test_backspace_takes_the_last_digit_away(entry):
    type_in(entry, "12")
    assert entry.handle(key(pygame.K_BACKSPACE)) == Changed("deal", "1")
    assert entry.handle(key(pygame.K_BACKSPACE)) == Changed("deal", "")
    assert entry.handle(key(pygame.K_BACKSPACE)) == Consumed()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("617", "617"),
        (" Klondike 5\n", "5"),
        ("No. 12 · daily", "12"),
        ("12,345", "12345"),
        ("12\u202f345", "12345"),
        ("12 345", "12345"),
        ("9999999", "9999999"),
        ("9" * 30, "9" * 8),
    ],
)
def test_the_number_in_the_clipboard_is_pasted(entry, monkeypatch, text, number):
    copied(monkeypatch, text)
    assert entry.handle(key(pygame.K_v, "ctrl", "\x16")) == Changed("deal", number)


@pytest.mark.parametrize(
    "text", ["letters", "-5", "1.5", "no. 1 2a3", "fourfold gaps 5 7h>8s", "٤"]
)
def test_what_is_not_one_number_is_not_pasted(entry, monkeypatch, text):
    copied(monkeypatch, text)
    type_in(entry, "42")
    assert entry.handle(key(pygame.K_v, "ctrl", "\x16")) == Refused("deal")
    assert entry.text == "42"


def test_altgr_with_v_pastes_nothing(entry, monkeypatch):
    copied(monkeypatch, "617")
    event = pygame.event.Event(
        pygame.KEYDOWN,
        key=pygame.K_v,
        mod=pygame.KMOD_LCTRL | pygame.KMOD_RALT,
        unicode="",
        scancode=0,
    )
    assert entry.handle(event) is None and entry.text == ""


def test_nothing_cannot_be_entered(entry):
    type_in(entry, "1")
    entry.handle(key(pygame.K_BACKSPACE))
    assert entry.handle(key(pygame.K_RETURN)) == Consumed()


def test_escape_cancels(entry):
    assert entry.handle(key(pygame.K_ESCAPE)) == Cancelled("deal")


def test_the_first_digit_replaces_what_stood_there(entry):
    entry.value = 11982
    type_in(entry, "47")
    assert entry.value == 47


def test_backspace_first_clears_what_stood_there(entry):
    entry.value = 11982
    assert entry.handle(key(pygame.K_BACKSPACE)) == Changed("deal", "")


def test_leaving_shows_again_what_was_set(entry):
    entry.value = 11982
    type_in(entry, "47")
    entry.focused = False
    assert entry.value == 11982


def test_a_number_entered_stays(entry):
    type_in(entry, "47")
    entry.handle(key(pygame.K_KP_ENTER))
    entry.focused = False
    assert entry.value == 47


def seven(place, **size):
    entry = place(NumberEntry("deal"), **size)
    entry.value = 7
    return entry


def test_the_arrow_submits(place):
    entry = seven(place, width=90, height=34)
    at = (entry.rect.right - 10, entry.rect.centery)
    assert click(entry, at)[-1] == Submitted("deal", 7)
    assert click(entry, (entry.rect.left + 10, entry.rect.centery))[-1] == Consumed()


def test_typing_then_pressing_the_arrow_submits_what_was_typed(place):
    entry = seven(place, width=90, height=34)
    group = FocusGroup([entry])
    click(group, entry.rect.midleft)
    for figure in "42":
        group.handle(digit(figure))
    assert click(group, (entry.rect.right - 10, entry.rect.centery))[-1] == Submitted("deal", 42)


@pytest.mark.parametrize("size", [(256, 48), (86, 34), (67, 27)])
def test_it_is_drawn_at_every_size_and_state(look, screen, size):
    entry = NumberEntry("deal", label="Deal", placeholder="Number")
    entry.place(look, pygame.Rect((20, 20), size))
    for value in (None, 484227, 1000000):
        entry.value = value
        for focused in (False, True):
            entry.focused = focused
            entry.draw(screen)
    entry.enabled = False
    entry.draw(screen)


def test_an_empty_clipboard_is_harmless(entry, monkeypatch):
    copied(monkeypatch, "")
    type_in(entry, "617")
    assert entry.handle(key(pygame.K_v, "ctrl")) == Consumed()
    assert entry.text == "617"


def test_arrows_dial_a_number(entry):
    entry.value = 90
    pressed = [pygame.K_RETURN, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN]
    for code in pressed:
        assert isinstance(entry.handle(key(code)), Changed | Consumed)
    assert entry.text == "190090"
    assert entry.handle(key(pygame.K_RETURN)) == Submitted("deal", 190090)


def test_escape_ends_dialling_and_arrows_lead_away_again(entry):
    entry.value = 7
    entry.handle(key(pygame.K_RETURN))
    entry.handle(key(pygame.K_UP))
    assert entry.handle(key(pygame.K_ESCAPE)) == Changed("deal", "7")
    assert entry.handle(key(pygame.K_UP)) is None
    assert entry.handle(key(pygame.K_ESCAPE)) == Cancelled("deal")


def test_a_digit_that_is_typed_ends_dialling(entry):
    entry.handle(key(pygame.K_RETURN))
    assert entry.text == "000000"
    type_in(entry, "617")
    assert entry.text == "617"
    assert entry.handle(key(pygame.K_UP)) is None


def test_another_number_ends_dialling_and_typing_begins_anew(entry):
    entry.value = 190090
    entry.handle(key(pygame.K_RETURN))
    entry.handle(key(pygame.K_LEFT))
    entry.value = 7
    assert not entry.is_dialled
    type_in(entry, "5")
    assert entry.text == "5"


# By a finger


def digit_at(entry, place, *, upper):
    """A point in the upper or lower half of a digit that stands apart from the others."""
    room = entry.rect.width - 45
    y = entry.rect.top + 8 if upper else entry.rect.bottom - 8
    return entry.rect.left + 5 + room * (2 * place + 1) // 12, y


def test_a_finger_dials_a_number(entry):
    entry.value = 90
    assert tap(entry, entry.rect.midleft)[-1] == Changed("deal", "000090")
    assert entry.is_dialled
    assert tap(entry, digit_at(entry, 0, upper=True))[-1] == Changed("deal", "100090")
    assert tap(entry, digit_at(entry, 1, upper=False))[-1] == Changed("deal", "190090")
    assert tap(entry, digit_at(entry, 5, upper=True))[-1] == Changed("deal", "190091")
    assert tap(entry, (entry.rect.right - 10, entry.rect.centery))[-1] == Submitted("deal", 190091)


def test_a_number_is_typed_after_a_tap(entry):
    entry.value = 90
    tap(entry, entry.rect.midleft)
    assert type_in(entry, "617")[-1] == Changed("deal", "617")
    assert entry.handle(key(pygame.K_RETURN)) == Submitted("deal", 617)


def test_the_digits_stand_apart_only_for_a_finger(entry, screen):
    entry.value = 7
    drawn = []
    for begin in (lambda: entry.handle(key(pygame.K_RETURN)), lambda: tap(entry)):
        entry.focused = False
        entry.focused = True
        begin()
        entry.draw(screen)
        drawn.append(pygame.image.tobytes(screen.subsurface(entry.rect), "RGB"))
    assert drawn[0] != drawn[1]


def test_a_click_of_the_mouse_does_not_dial(entry):
    assert click(entry) == [Consumed(), Consumed()]
    assert not entry.is_dialled


def test_a_field_too_narrow_for_a_finger_says_that_it_was_pressed(place):
    entry = seven(place, width=67, height=31)
    assert tap(entry, (entry.rect.left + 10, entry.rect.centery))[-1] == Pressed("deal")
    assert tap(entry, (entry.rect.right - 10, entry.rect.centery))[-1] == Submitted("deal", 7)
