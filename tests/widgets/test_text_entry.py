"""A line of text: typed, selected, copied."""

import pygame
import pytest
from gestures import click, key, tap

from game.desktop import key_events
from game.widgets import text_entry
from game.widgets.base import Cancelled, Changed, Consumed, Submitted
from game.widgets.text_entry import TextEntry

UP, DOWN, LEFT, RIGHT = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT
ENTER, ESCAPE = pygame.K_RETURN, pygame.K_ESCAPE


@pytest.fixture
def entry(place):
    made = place(TextEntry("name", most=4))
    made.focused = True
    return made


def press(entry, *codes):
    return [entry.handle(key(code)) for code in codes][-1]


def write(entry, text):
    return entry.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))


def test_letters_are_typed_and_entered(entry):
    assert write(entry, "Sevé") == Changed("name", "Sevé")
    assert press(entry, ENTER) == Submitted("name", 0)


def test_enter_submits_what_is_there_and_arrows_lead_away_from_an_empty_field(entry):
    assert press(entry, ENTER) == Submitted("name", 0)
    assert press(entry, UP) is None
    assert press(entry, ESCAPE) == Cancelled("name")


CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
TYPED = "two words ago"


@pytest.fixture
def copied(monkeypatch):
    """What is put into the clipboard, which holds `gone`."""
    texts = []
    monkeypatch.setattr(text_entry, "put_clipboard", texts.append)
    monkeypatch.setattr(text_entry, "clipboard_text", lambda: "gone")
    return texts


@pytest.fixture
def long(place, copied):
    made = place(TextEntry("note", TYPED, most=20))
    made.focused = True
    return made


def chord(entry, code, mod=CTRL):
    return entry.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))


def test_ctrl_a_selects_all_and_what_is_typed_or_pasted_replaces_it(long):
    assert chord(long, pygame.K_a) == Consumed()
    assert (long.selected_from, long.caret) == (0, len(TYPED))
    assert write(long, "n") == Changed("note", "n")
    assert write(long, "ew") == Changed("note", "new")
    chord(long, pygame.K_a)
    assert chord(long, pygame.K_v) == Changed("note", "gone")
    assert (long.selected_from, long.caret) == (4, 4)


@pytest.mark.parametrize("code", [pygame.K_a, pygame.K_x, pygame.K_v])
def test_altgr_which_is_ctrl_and_alt_on_windows_types_and_edits_nothing(long, copied, code):
    if code == pygame.K_x:
        chord(long, pygame.K_LEFT, SHIFT)
    before = long.text, long.selected_from, long.caret
    assert chord(long, code, pygame.KMOD_LCTRL | pygame.KMOD_RALT) is None
    assert (long.text, long.selected_from, long.caret) == before and not copied


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("Gagné\u00a0!", "Gagné !"),
        ("\u202f", " "),
        ("one\ttwo", "one two"),
        ("one\r\ntwo\n", "one two "),
        ("two  spaces", "two  spaces"),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_every_blank_becomes_a_space_and_what_cannot_be_seen_is_left_out(place, typed, text):
    entry = place(TextEntry("note", most=20))
    entry.focused = True
    assert write(entry, typed) == Changed("note", text)


def test_a_clipboard_without_a_text_takes_nothing_away(long, monkeypatch):
    monkeypatch.setattr(text_entry, "clipboard_text", lambda: "")
    chord(long, pygame.K_a)
    assert chord(long, pygame.K_v) == Consumed()
    assert (long.text, long.selected_from) == (TYPED, 0)


def test_a_full_entry_takes_what_replaces_its_text(place):
    full = place(TextEntry("name", "Four", most=4))
    full.focused = True
    chord(full, pygame.K_a)
    assert write(full, "Fives") == Changed("name", "Five")


@pytest.mark.parametrize("mod", [0, CTRL])
@pytest.mark.parametrize("code", [pygame.K_BACKSPACE, pygame.K_DELETE])
def test_a_selection_is_erased_as_a_whole(long, code, mod):
    chord(long, pygame.K_a)
    assert chord(long, code, mod) == Changed("note", "")


def test_copy_and_cut_take_the_selection_and_without_one_leave_the_keys_to_the_scene(long, copied):
    assert chord(long, pygame.K_c) is None
    assert chord(long, pygame.K_x) is None
    chord(long, LEFT, CTRL | SHIFT)
    assert chord(long, pygame.K_c) == Consumed()
    assert (copied, long.text) == (["ago"], TYPED)
    assert chord(long, pygame.K_x) == Changed("note", "two words ")
    assert copied == ["ago", "ago"]


@pytest.mark.parametrize(
    ("keys", "ends"),
    [
        ([(LEFT, SHIFT), (LEFT, SHIFT)], (13, 11)),
        ([(LEFT, 0), (RIGHT, SHIFT)], (12, 13)),
        ([(pygame.K_HOME, SHIFT)], (13, 0)),
        ([(pygame.K_HOME, 0), (pygame.K_END, SHIFT)], (0, 13)),
        ([(LEFT, CTRL), (LEFT, CTRL)], (4, 4)),
        ([(pygame.K_HOME, 0), (RIGHT, CTRL), (RIGHT, CTRL)], (9, 9)),
        ([(pygame.K_HOME, 0), (RIGHT, CTRL | SHIFT)], (0, 3)),
        ([(pygame.K_a, CTRL), (LEFT, 0)], (0, 0)),
        ([(pygame.K_a, CTRL), (RIGHT, 0)], (13, 13)),
    ],
)
def test_keys_move_the_caret_and_select_with_shift(long, keys, ends):
    for code, mod in keys:
        assert chord(long, code, mod) == Consumed()
    assert (long.selected_from, long.caret) == ends


BACK, DELETE, HOME, END = pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END
BOTH, OPTION, CMD = CTRL | SHIFT, pygame.KMOD_LALT, CTRL
"""Cmd comes as Ctrl (`mac_and_super_keys`)."""
EVERYWHERE, GTK, WINDOWS, MACOS = "everywhere", "gtk", "windows", "macos"
CASES = [
    # Where, the text with its caret, the key, and the text after it: a selection is in brackets,
    # its caret at | beside one of them.
    (EVERYWHERE, "two words| ago", BACK, 0, "two word| ago"),
    (EVERYWHERE, "two words| ago", BACK, SHIFT, "two word| ago"),
    (EVERYWHERE, "two |words ago", DELETE, 0, "two |ords ago"),
    (EVERYWHERE, "two words ago|", HOME, 0, "|two words ago"),
    (EVERYWHERE, "two |words ago", END, SHIFT, "two [words ago|]"),
    (EVERYWHERE, "two |words ago", HOME, SHIFT, "[|two ]words ago"),
    (EVERYWHERE, "two [words|] ago", LEFT, 0, "two |words ago"),
    (EVERYWHERE, "two [|words] ago", RIGHT, 0, "two words| ago"),
    (EVERYWHERE, "two [words|] ago", LEFT, SHIFT, "two [word|]s ago"),
    (EVERYWHERE, "two [words|] ago", BACK, 0, "two | ago"),
    (GTK, "two words|", BACK, CTRL, "two |"),
    (GTK, "two words |ago", BACK, CTRL, "two |ago"),
    (GTK, "two wor|ds ago", BACK, CTRL, "two |ds ago"),
    (GTK, "|two words", BACK, CTRL, "|two words"),
    (GTK, "well, it's 3-4!|", BACK, CTRL, "well, it's 3-|"),
    (GTK, "well, it's|", BACK, CTRL, "well, |"),
    (GTK, "well, |it", BACK, CTRL, "|it"),
    (GTK, "   |", BACK, CTRL, "|"),
    (GTK, "été à Sète|", BACK, CTRL, "été à |"),
    (GTK, "|two words", DELETE, CTRL, "| words"),
    (GTK, "two| words ago", DELETE, CTRL, "two| ago"),
    (GTK, "two wo|rds ago", DELETE, CTRL, "two wo| ago"),
    (GTK, "two words|  ", DELETE, CTRL, "two words|"),
    (GTK, "two [words|] ago", DELETE, CTRL, "two | ago"),
    (GTK, "two wo|rds ago", BACK, BOTH, "|rds ago"),
    (GTK, "two wo|rds ago", DELETE, BOTH, "two wo|"),
    (GTK, "two words ago|", LEFT, CTRL, "two words |ago"),
    (GTK, "two |words ago", LEFT, CTRL, "|two words ago"),
    (GTK, "two| words ago", RIGHT, CTRL, "two words| ago"),
    (GTK, "well|, so", RIGHT, CTRL, "well, so|"),
    (GTK, "two| words ago", RIGHT, BOTH, "two[ words|] ago"),
    (GTK, "two words| ago", LEFT, BOTH, "two [|words] ago"),
    (GTK, "two wo|rds", HOME, CTRL, "|two words"),
    (GTK, "two wo|rds", END, BOTH, "two wo[rds|]"),
    (WINDOWS, "two words |ago", BACK, CTRL, "two |ago"),
    (WINDOWS, "|two words", DELETE, CTRL, "|words"),
    (WINDOWS, "two| words ago", DELETE, CTRL, "two|words ago"),
    (WINDOWS, "|two words ago", RIGHT, CTRL, "two |words ago"),
    (WINDOWS, "two words |ago", RIGHT, CTRL, "two words ago|"),
    (WINDOWS, "two words |ago", LEFT, CTRL, "two |words ago"),
    (MACOS, "two words|", BACK, OPTION, "two |"),
    (MACOS, "|two words", DELETE, OPTION, "| words"),
    (MACOS, "two words ago|", LEFT, OPTION, "two words |ago"),
    (MACOS, "|two words", RIGHT, OPTION | SHIFT, "[two|] words"),
    (MACOS, "two words| ago", LEFT, CMD, "|two words ago"),
    (MACOS, "two words| ago", RIGHT, CMD, "two words ago|"),
    (MACOS, "two words| ago", LEFT, CMD | SHIFT, "[|two words] ago"),
    (MACOS, "two words| ago", BACK, CMD, "| ago"),
    (MACOS, "two words| ago", DELETE, CMD, "two words|"),
]


@pytest.mark.parametrize(("where", "before", "code", "mod", "after"), CASES)
def test_keys_edit_as_in_any_text_field(place, monkeypatch, where, before, code, mod, after):
    for system in (GTK, WINDOWS, MACOS):
        if where not in (EVERYWHERE, system):
            continue
        monkeypatch.setattr(key_events, "is_mac", lambda system=system: system == MACOS)
        monkeypatch.setattr(text_entry, "_IS_WINDOWS", system == WINDOWS)
        entry = place(TextEntry("note", before.translate(str.maketrans("", "", "[|]")), most=40))
        entry.focused = True
        caret = before.replace("[", "").replace("]", "").index("|")
        bare = before.replace("|", "")
        ends = {bare.find("["), bare.find("]") - 1} if "[" in before else {caret}
        entry._select((ends - {caret} or ends).pop(), caret)
        chord(entry, code, mod)
        assert shown(entry) == after, system


def shown(entry):
    """The text with its caret, and a selection in brackets."""
    start, end = sorted((entry.selected_from, entry.caret))
    text, bar = entry.text, "|"
    if start == end:
        return f"{text[:start]}|{text[start:]}"
    at_start = entry.caret == start
    inner = f"{bar * at_start}{text[start:end]}{bar * (not at_start)}"
    return f"{text[:start]}[{inner}]{text[end:]}"


def test_the_older_keys_cut_copy_and_paste(long, copied):
    chord(long, LEFT, CTRL | SHIFT)
    assert chord(long, pygame.K_INSERT, CTRL) == Consumed()
    assert chord(long, pygame.K_DELETE, SHIFT) == Changed("note", "two words ")
    assert copied == ["ago", "ago"]
    assert chord(long, pygame.K_INSERT, SHIFT) == Changed("note", "two words gone")


def test_a_click_puts_the_caret_where_it_is_and_ends_a_selection(long):
    chord(long, pygame.K_a)
    for where, place in ((long.rect.left, 0), (long.rect.right - 1, len(TYPED))):
        assert long.activate((where, long.rect.centery)) == Consumed()
        assert (long.selected_from, long.caret) == (place, place)
    long.activate((long.rect.left, long.rect.centery))
    assert write(long, "x") == Changed("note", f"x{TYPED}")


def test_a_selection_shows_while_the_entry_has_the_focus(long):
    def drawn():
        target = pygame.Surface((800, 600))
        long.draw(target)
        return pygame.image.tobytes(target, "RGB")

    before = drawn()
    chord(long, pygame.K_a)
    assert drawn() != before
    long.focused = False
    long.focused = True
    assert drawn() == before


def test_only_a_finger_asks_for_the_systems_keyboard(place, monkeypatch):
    entry, asked = place(TextEntry("name", most=4)), []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: asked.append(True))
    click(entry)
    assert not asked
    tap(entry)
    assert asked == [True]
