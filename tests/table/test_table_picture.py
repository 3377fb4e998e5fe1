"""Bars, figures and plate: nothing is clipped, nothing overlaps, everything can be pressed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise

import pygame
import pytest
from drawn_frames import draw_items
from handwritten_positions import rules_name
from hypothesis import given
from hypothesis import strategies as st
from recording_services import ART, recording_services
from table_driver import SIZES, TableDriver

from game.core import cards, deals
from game.core.position import Seat
from game.desktop.commands import Command
from game.graphics.assets import Assets
from game.graphics.felt import Felt
from game.graphics.paint import Painter
from game.graphics.scale import Scale
from game.graphics.text_rendering import TextRenderer
from game.play.verdict import VerdictLight
from game.record.known_positions import Par
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.deal_and_day_words import deal_words
from game.scenes.common.figures_of_session import (
    best_figures,
    bookmarks_figure,
    clock_figure,
    home_figure,
    moves_figure,
    other_figure,
    shortest_figure,
    turns_figure,
)
from game.system.language import Language
from game.table.bottom_bar import BarButton, BottomBar
from game.table.card_sprites import Appearance
from game.table.figures import Figure, FigureSpot, light_figure
from game.table.figures_bar import fitting, small_look, small_width
from game.table.hint_picture import WIDTH, HintMark, HintPicture
from game.table.layout import RoomBelow
from game.table.markings import Pill, TableMarks
from game.table.opaque_blits import HEAP_SHARE
from game.table.side_bar import PAIR, PAIRS, knows
from game.table.table_picture import TablePicture
from game.table.title_plate import SEPARATOR, Plate, PlateSign, draw_plate, has_words, told_area
from game.table.window_layout import room_for_bar
from game.widgets.base import Widget
from game.widgets.button import CAPTION, ToolButton
from game.widgets.control_sizes import free_place
from game.widgets.look import Look

GAMES: tuple[Rules, ...] = (BrainJam(), LaPeau(), Gaps(), Klondike())
LANGUAGES = (Language(), Language("fr", ART.folder / "locale"))
every_game = pytest.mark.parametrize("rules", GAMES, ids=rules_name)
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
TEXT_SIZES = ((640, 400), (733, 517), (900, 560), (1280, 800), (1000, 1400), (700, 900))
every_text_size = pytest.mark.parametrize(
    "size", TEXT_SIZES, ids=lambda size: f"{size[0]}x{size[1]}"
)
every_language = pytest.mark.parametrize("language", LANGUAGES, ids=["en", "fr"])


class PlainPainter(Painter):
    """Makes no felt, which takes long and is of no matter here."""

    def lay_felt(self, target: pygame.Surface, felt: Felt) -> None:
        target.fill(felt.dark)


PAINT = PlainPainter(ART.folder)


def look(scale: Scale) -> Look:
    return Look(ART, PAINT, scale)


def bottom_bar(_: Language) -> BottomBar:
    ways = [BarButton(each, each.caption(_)) for each in (Command.UNDO, Command.RESTART)]
    return BottomBar("uturn", _("No moves left."), ways)


def desk_of(
    rules: Rules, size: tuple[int, int], language: Language = LANGUAGES[0], ui: float = 1.0
) -> TablePicture:
    pygame.display.init()
    table_picture = TablePicture(rules, look, Appearance(), language)
    table_picture.cards.put(rules.deal(deals.deck_of(1)))
    table_picture.set_number(999_999)
    table_picture.place(size, ui)
    return table_picture


# Controls


def check_controls(table_picture: TablePicture) -> None:
    window = pygame.Rect(0, 0, table_picture.cards.frame.width, table_picture.cards.frame.height)
    widgets = table_picture.focus.widgets
    for widget in widgets:
        assert window.contains(widget.rect), (widget.name, widget.rect)
        assert min(widget.rect.size) >= 20, (widget.name, widget.rect)
    for a, b in combinations(widgets, 2):
        assert not a.rect.colliderect(b.rect), (a.name, a.rect, b.name, b.rect)
    names = [widget.name for widget in widgets]
    assert len(set(names)) == len(names)


@every_size
@every_game
def test_controls_lie_apart_inside_the_window(rules: Rules, size: tuple[int, int]) -> None:
    check_controls(desk_of(rules, size))


@every_game
@given(
    size=st.tuples(st.integers(640, 2000), st.integers(400, 1500)),
    ui=st.sampled_from((0.8, 1.0, 1.25, 1.5)),
)
def test_controls_lie_apart_in_windows_of_any_size(
    rules: Rules, size: tuple[int, int], ui: float
) -> None:
    check_controls(desk_of(rules, size, ui=ui))


@every_text_size
@every_game
def test_a_press_in_the_middle_of_a_control_reaches_it(rules: Rules, size: tuple[int, int]) -> None:
    table_picture = desk_of(rules, size)
    for widget in table_picture.focus.widgets:
        at = widget.rect.center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            held = widget.held
            table_picture.focus.handle(pygame.event.Event(kind, pos=at, button=1))
            assert widget.held != held, widget.name


def pressed_at(table_picture: TablePicture, at: tuple[int, int]) -> Widget | None:
    """The control that a press there reaches."""
    table_picture.focus.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    found = next((widget for widget in table_picture.focus.widgets if widget.held), None)
    table_picture.focus.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    return found


def sides(table_picture: TablePicture, widget: Widget) -> tuple[int, int]:
    """How wide and how high a control can be pressed, in lines through its middle."""
    x, y = widget.rect.center
    far = range(-30, 31)
    wide = sum(pressed_at(table_picture, (x + by, y)) is widget for by in far)
    return wide, sum(pressed_at(table_picture, (x, y + by)) is widget for by in far)


FINGER, HALF_WAY = 40, 36
"""The least side of a target in pixels, and of one that ends half way to a close neighbour."""
BESIDE_EACH_OTHER = (Command.VERDICT, Command.SHOW_ME, Command.UNDO, Command.REDO)
"""Two of these share the bar's width."""


@pytest.mark.parametrize("size", [(640, 400), (900, 560), (1280, 800), (1000, 1400)])
@every_game
def test_buttons_of_the_bars_are_as_large_as_a_finger_in_small_windows_too(
    rules: Rules, size: tuple[int, int]
) -> None:
    table_picture = desk_of(rules, size)
    for widget in table_picture.focus.widgets:
        if not isinstance(widget, FigureSpot):
            wide, high = sides(table_picture, widget)
            shares = widget.name in BESIDE_EACH_OTHER
            assert wide >= (HALF_WAY if shares else FINGER), (widget.name, wide)
            assert high >= HALF_WAY, (widget.name, high)


def test_a_press_on_the_end_of_a_buttons_name_counts() -> None:
    table_picture = desk_of(Klondike(), (1280, 800))
    button = table_picture.focus.named(Command.BOOKMARK)
    half = table_picture.look.width("Bookmark", CAPTION) // 2 - 1
    assert half > button.rect.width // 2
    for side in (-half, half):
        at = button.rect.centerx + side, button.rect.bottom - 4
        assert pressed_at(table_picture, at) is button


@every_text_size
@every_game
def test_controls_of_the_bars_lie_beside_the_cards(rules: Rules, size: tuple[int, int]) -> None:
    table_picture = desk_of(rules, size)
    for widget in table_picture.focus.widgets:
        assert not any(
            widget.rect.colliderect(box) for box in table_picture.cards.arrangement.piles
        )


@every_language
@every_text_size
def test_the_bar_of_a_stuck_table_fits_between_the_bars(
    size: tuple[int, int], language: Language
) -> None:
    table_picture = desk_of(BrainJam(), size, language)
    table_picture.set_bar(bottom_bar(language))
    assert table_picture.bar is not None
    window = table_picture.cards.frame
    between = pygame.Rect(window.side.w, 0, window.area.right - window.side.w, window.height)
    between.width += window.area.x - window.side.w
    assert between.contains(table_picture.bar.rect), (between, table_picture.bar.rect)
    if window.small:
        # It lies in place of the figures, half covers none, and lies over no card.
        table_picture.show_figures(full(BrainJam(), language))
        assert table_picture.bar.rect.top >= window.area.bottom - room_for_bar(window)
        assert not table_picture._figures_bar.areas
        leave = table_picture._tools[-1].rect
        assert 0 <= leave.left - table_picture.bar.rect.right < 24
        assert 0 <= table_picture.bar.rect.left - window.edge.x < 12
    else:
        assert not table_picture.bar.rect.colliderect(window.edge)
    for widget in table_picture.bar.widgets:
        assert table_picture.bar.rect.contains(widget.rect)
    names = [widget.name for widget in table_picture.focus.widgets]
    assert names.count("undo") == 2, "one in the side bar, one in the bar"


# Texts


@contextmanager
def written() -> Iterator[list[tuple[str, pygame.Rect]]]:
    """Every text that is drawn meanwhile, with where its ink is."""
    found: list[tuple[str, pygame.Rect]] = []
    write = TextRenderer.write

    def spy(self, target, string, face, px, colour, at, *more, **named):  # type: ignore[no-untyped-def]
        area = write(self, target, string, face, px, colour, at, *more, **named)
        ink = self.line(string, face, px, colour).get_bounding_rect()
        if ink.w:
            found.append((string, ink.move(area.topleft)))
        return area

    TextRenderer.write = spy  # type: ignore[method-assign]
    try:
        yield found
    finally:
        TextRenderer.write = write  # type: ignore[method-assign]


def full(
    rules: Rules,
    _: Language = LANGUAGES[0],
    *,
    moves: int = 1234,
    seconds: int = (12 * 60 + 34) * 60 + 56,
    others: bool = True,
    turns: bool = True,
    best: int = 1234,
    shortest: int = 1200,
) -> list[Figure]:
    """All figures that a game can have at once. `others`: with a shorter path and bookmarks."""
    other = [other_figure(1234, None, _, meets=False), bookmarks_figure(3, _)]
    return [
        moves_figure(moves, _),
        *(other if others else []),
        clock_figure(seconds, seconds, _),
        home_figure(rules, rules.goal, _),
        *([turns_figure(rules, rules.max_redeals, _)] if turns and rules.max_redeals else []),
        light_figure(VerdictLight.CANNOT, _),
        *best_figures(best, None, _),
        shortest_figure(Par(shortest, proved=False), "", _),
    ]


def texts_of(table_picture: TablePicture) -> list[tuple[str, pygame.Rect]]:
    """What a table writes beside its controls."""
    items = [item for item in table_picture._resting() if not isinstance(item.key, Widget)]
    with written() as found:
        draw_items(pygame.Surface((1, 1)), items)
    return found


def check_texts(found: list[tuple[str, pygame.Rect]], room: pygame.Rect) -> None:
    for text, area in found:
        assert room.contains(area), (text, area, room)
    for (a, first), (b, second) in combinations(found, 2):
        assert not first.colliderect(second), (a, first, b, second)


@every_language
@every_text_size
@every_game
def test_figures_keep_to_their_strip_and_apart(
    rules: Rules, size: tuple[int, int], language: Language
) -> None:
    table_picture = desk_of(rules, size, language)
    table_picture.show_figures(full(rules, language))
    edge = pygame.Rect(table_picture.cards.frame.edge)
    found = [(text, area) for text, area in texts_of(table_picture) if edge.colliderect(area)]
    assert any(text == "1234" for text, _ in found)
    check_texts(found, edge)
    back = table_picture.focus.named("exit").rect
    assert not any(back.colliderect(area) for text, area in found if text != language("Menu"))


@every_language
@every_text_size
@every_game
def test_names_in_the_side_bar_keep_to_it_and_apart(
    rules: Rules, size: tuple[int, int], language: Language
) -> None:
    table_picture = desk_of(rules, size, language)
    side = pygame.Rect(table_picture.cards.frame.side)
    found = [(text, area) for text, area in texts_of(table_picture) if side.colliderect(area)]
    check_texts(found, side)


@pytest.mark.parametrize(
    ("rules", "short"),
    [
        (LaPeau(), "alternate"),
        (LaPeau("same"), "same suit"),
        (Gaps(), "sequences"),
        (Gaps("random-gaps"), "random"),
    ],
)
@pytest.mark.parametrize("size", [(900, 560), (1280, 800), (1000, 1400)])
def test_the_policy_stands_on_the_table(size: tuple[int, int], rules: Rules, short: str) -> None:
    driver = TableDriver(rules, size=size)
    words = " ".join(text for text, _ in texts_of(driver.scene.table_picture))
    assert short in words


@every_text_size
@pytest.mark.parametrize("sign", [None, *PlateSign])
@every_game
def test_the_plate_keeps_to_its_room(
    rules: Rules, sign: PlateSign | None, size: tuple[int, int]
) -> None:
    table_picture = desk_of(rules, size)
    facts = "deal 31337", "alternate colours", "your best, 81 moves"
    table_picture.sign, table_picture.number = sign, SEPARATOR.join(facts)
    table = table_picture.cards.arrangement
    piles = [pygame.Rect(box) for box in table.piles]
    rank_texts = ("10", *"A23456789JQK")
    bars = [
        pygame.Rect(table_picture.cards.frame.side),
        pygame.Rect(table_picture.cards.frame.edge),
    ]
    found = [
        (text, area)
        for text, area in texts_of(table_picture)
        if text not in rank_texts and not any(bar.colliderect(area) for bar in bars)
    ]
    counts = [area for _, area in table_picture.reserve_counts.shown(table_picture.look)]
    plate = [(text, area) for text, area in found if not any(c.contains(area) for c in counts)]
    for text, area in plate:
        assert not any(pile.colliderect(area) for pile in piles), (text, area)
        assert table_picture._plate_area().contains(area), "what is drawn there marks the plate"
    check_texts(plate, pygame.Rect(table_picture.cards.frame.area))


@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(900, 560), (1024, 600), (1280, 640), (1000, 1400)])
@pytest.mark.parametrize("sign", [None, PlateSign.WARNING])
@every_language
@every_game
def test_the_number_is_whole_and_its_lines_cover_no_card(
    rules: Rules, language: Language, sign: PlateSign | None, size: tuple[int, int], ui: float
) -> None:
    """Facts after it are left out where there is no room; in La Peau every word is written out."""
    table_picture, whose = desk_of(rules, size, language, ui), language("your best, {n} moves")
    facts = (deal_words(rules, 31337, language), *whose.format(n=81).split(", "))
    table_picture.sign, table_picture.number = sign, SEPARATOR.join(facts)
    table, plate = table_picture.cards.arrangement, table_picture._plate()
    if not has_words(table):
        return
    with written() as found:
        draw_plate(pygame.Surface((1, 1)), table_picture.look, table, plate)
    words = "".join(text for text, _ in found).replace("\u00a0", "").replace(" ", "")
    number = facts[0].split(SEPARATOR)[0].replace("\u00a0", "").replace(" ", "")
    assert number in words
    assert rules.name != "lapeau" or "…" not in words
    for text, area in found:
        assert not any(pygame.Rect(pile).colliderect(area) for pile in table.piles), (text, area)
        assert table_picture._plate_area().contains(area), "what is drawn there marks the plate"
    check_texts(found, pygame.Rect(table.frame.area))


def test_a_small_plate_writes_the_number_smaller_before_it_cuts_it() -> None:
    table_picture = desk_of(LaPeau(), (683, 700))
    table, drawn = table_picture.cards.arrangement, table_picture.look
    narrow = table._replace(plate=table.plate._replace(w=80), piles=())
    with written() as found:
        draw_plate(pygame.Surface((1, 1)), drawn, narrow, Plate("La Peau", "donne 31337"))
    assert [text for text, _ in found] == ["La Peau", "donne 31337"]


def test_larger_text_makes_the_words_of_a_plate_no_smaller() -> None:
    french, heights = Language("fr", ART.folder / "locale"), []
    for ui in (1.0, 1.9):
        table_picture = desk_of(LaPeau(), (1366, 740), french, ui)
        table_picture.number = deal_words(LaPeau(), 13, french)
        look, table = table_picture.look, table_picture.cards.arrangement
        with written() as found:
            draw_plate(pygame.Surface((1, 1)), look, table, table_picture._plate())
        heights.append([area.h for _, area in found[:2]])
    (name, number), (larger_name, larger_number) = heights
    assert larger_name >= name and larger_number > number


@every_language
@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("number", [None, 31337])
def test_a_small_plate_writes_the_policy_in_lines_of_its_own(
    language: Language, ui: float, number: int | None
) -> None:
    table_picture = desk_of(LaPeau(), (800, 600), language, ui)
    table_picture.number = deal_words(LaPeau(), number, language)
    with written() as found:
        draw_plate(
            pygame.Surface((1, 1)),
            table_picture.look,
            table_picture.cards.arrangement,
            table_picture._plate(),
        )
    name, *policy = found
    assert " ".join(text for text, _ in policy) == table_picture.number.replace(SEPARATOR, " ")
    room = pygame.Rect(table_picture.cards.arrangement.plate)
    assert room.contains(name[1].union(policy[-1][1]))


@pytest.mark.parametrize("ui", [1.0, 1.25, 1.5])
@pytest.mark.parametrize(
    "size", [(1100, 700), (1280, 800), (1366, 712), (1920, 1080), (1000, 1400)]
)
@pytest.mark.parametrize("sign", [None, PlateSign.UTURN])
@every_game
def test_sign_name_and_number_fill_the_plate_and_no_more(
    rules: Rules, sign: PlateSign | None, size: tuple[int, int], ui: float
) -> None:
    """The number is never larger than the name."""
    table_picture = desk_of(rules, size, ui=ui)
    if not has_words(table_picture.cards.arrangement):
        return
    canvas = pygame.Surface(size)
    canvas.fill("magenta")
    canvas.set_colorkey("magenta")
    with written() as found:
        draw_plate(
            canvas,
            table_picture.look,
            table_picture.cards.arrangement,
            Plate(rules.title, "No. 417", sign),
        )
    room = pygame.Rect(table_picture.cards.arrangement.plate)
    # The glow of a sign reaches beyond it.
    reach = 4 if sign is None else 2 * table_picture.look.px(30)
    assert room.inflate(reach, reach).contains(canvas.get_bounding_rect())
    *names, (number, below) = found
    assert " ".join(name for name, _ in names) == rules.title and number == "No. 417"
    assert max(area.h for _, area in names) >= below.h
    assert sum(area.h for _, area in names) >= table_picture.look.px(11)
    assert all(room.inflate(4, 4).contains(area) for _, area in found)


@every_text_size
@every_game
def test_a_running_clock_draws_only_its_own_place(rules: Rules, size: tuple[int, int]) -> None:
    table_picture = desk_of(rules, size)
    target = pygame.Surface(size)
    table_picture.show_figures(full(rules, seconds=59))
    table_picture.draw(target)
    table_picture.draw(target)  # the art that the first one has made
    before = target.copy()
    table_picture.show_figures(full(rules, seconds=60))
    touched = table_picture.draw(target)
    assert touched is not None
    assert 0 < sum(area.w * area.h for area in touched) < size[0] * size[1] / 20
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(target, "RGB")


@every_text_size
def test_a_clock_that_gets_longer_moves_what_stands_beside_it(size: tuple[int, int]) -> None:
    table_picture = desk_of(BrainJam(), size)
    screens = [pygame.Surface(size), pygame.Surface(size)]
    table_picture.show_figures(full(BrainJam(), seconds=599, others=False))
    table_picture.draw(screens[0])
    table_picture.show_figures(full(BrainJam(), seconds=600, others=False))
    table_picture.draw(screens[0])
    table_picture.refresh()
    table_picture.draw(screens[1])
    shown = [pygame.image.tobytes(screen, "RGB") for screen in screens]
    assert shown[0] == shown[1]


@every_game
def test_a_small_side_bar_has_eight_icons_in_order(rules: Rules) -> None:
    table_picture = desk_of(rules, (640, 400))
    side = pygame.Rect(table_picture.cards.frame.side)
    icons = sorted(
        (widget for widget in table_picture.focus.widgets if side.contains(widget.rect)),
        key=lambda widget: widget.rect.y,
    )
    sending = "redeal" if rules.name == "gaps" else "purge"
    order = ["menu", "undo", "redo", "restart", "hint", "bookmark", sending, "map"]
    assert [str(widget.name) for widget in icons] == order
    assert all(widget.rect.h >= 28 for widget in icons)


def test_a_rail_of_icons_has_all_buttons_and_its_strip_the_title_of_the_table() -> None:
    picture = desk_of(Gaps(), (1280, 728))
    picture.number = "Deal 852"
    picture.show_figures(full(Gaps(), moves=7, others=False, best=93, shortest=87))
    side, edge = (pygame.Rect(box) for box in (picture.cards.frame.side, picture.cards.frame.edge))
    icons = {w.name for w in picture.focus.widgets if side.contains(w.rect)}
    assert icons >= {each.value for each in Command if each.row.bar and knows(Gaps(), each)} - {
        "number"
    }
    at = {text: area for text, area in texts_of(picture) if edge.contains(area)}
    assert at["Gaps"].right < at["Deal 852"].left < at["7"].left < at["93"].left
    picture = desk_of(Gaps(), (640, 400))
    picture.number = "Deal 852"
    picture.show_figures(full(Gaps()))
    assert "Gaps" not in dict(texts_of(picture)), "figures come first"


@pytest.mark.parametrize("size", [(640, 400), (1000, 1400)])
def test_what_was_reached_stands_in_gold_at_the_end_of_the_strip(size: tuple[int, int]) -> None:
    table_picture = desk_of(BrainJam(), size)
    table_picture.show_figures(
        full(BrainJam(), moves=7, others=False, turns=False, best=93, shortest=87)
    )
    with written() as found:
        draw_items(pygame.Surface((1, 1)), table_picture._resting())
    at = dict(found)
    back = table_picture.focus.named("exit").rect
    assert at["93"].right < at["87"].left < back.left
    assert at["7"].left < at["12:34:56"].left < at["52 of 52"].left < at["93"].left


@pytest.mark.parametrize(("size", "ui", "named"), [((1280, 800), 1.5, 0), ((1920, 1080), 1.0, 2)])
def test_the_fields_name_goes_where_the_bar_has_no_room_for_names(
    size: tuple[int, int], ui: float, named: int
) -> None:
    """The field's name and the policy's."""
    driver = TableDriver(LaPeau(), size=size, ui_scale=ui)
    bar = pygame.Rect(driver.scene.table_picture.cards.frame.side)
    shown = {text for text, area in texts_of(driver.scene.table_picture) if bar.colliderect(area)}
    assert len(shown & {"Deal no.", "alternate"}) == named


@pytest.mark.parametrize("size", [(1280, 720), (1366, 712), (1920, 1080), (1000, 1400)])
@every_game
def test_the_side_bar_names_its_buttons_in_windows_as_low_as_those_of_laptops(
    rules: Rules, size: tuple[int, int]
) -> None:
    table_picture = desk_of(rules, size)
    if table_picture.cards.frame.small:
        return
    bar = pygame.Rect(table_picture.cards.frame.side)
    buttons = [
        w for w in table_picture.focus.widgets if bar.contains(w.rect) and w.name != "number"
    ]
    pair = {*PAIR, *PAIR.values()}
    assert pair <= {w.name for w in buttons}, "verdict and show me are there"
    buttons = [w for w in buttons if w.name not in {*PAIRS, *PAIRS.values()}]
    named = {w._caption for w in buttons if isinstance(w, ToolButton)}
    assert {"New", "List", "Bookmark", "Options"} <= named
    assert len(named) == len(buttons) and all(w.rect.w >= 28 for w in buttons)


@pytest.mark.parametrize("size", [(997, 613), (1024, 768), (1280, 800), (3840, 2160)])
@every_game
def test_smaller_text_takes_no_button_off_the_side_bar_and_larger_text_no_name(
    rules: Rules, size: tuple[int, int]
) -> None:
    usual = side_bar_captions(rules, size, 1.0)
    assert len(side_bar_captions(rules, size, 0.8)) >= len(usual)
    pair = {*PAIR, *PAIR.values()}
    for ui_scale in (1.1, 1.25, 1.5, 1.75, 2.0):
        captions = side_bar_captions(rules, size, ui_scale)
        unnamed = {name for name, caption in captions.items() if not caption}
        assert unnamed <= {name for name, caption in usual.items() if not caption} | pair


@pytest.mark.parametrize(
    ("rules", "size"),
    [(BrainJam(), (1280, 728)), (Klondike(), (1280, 728)), (LaPeau(), (1280, 800))],
)
def test_the_verdict_and_show_me_have_words_where_rows_have_room(
    rules: Rules, size: tuple[int, int]
) -> None:
    captions = side_bar_captions(rules, size, 1.0)
    assert captions[Command.VERDICT] and captions[Command.SHOW_ME]
    rows = [w.rect for w in desk_of(rules, size)._side.widgets]
    assert all(above.bottom <= below.top for above, below in pairwise(rows))


def side_bar_captions(rules: Rules, size: tuple[int, int], ui_scale: float) -> dict[str, str]:
    """The captions of the side bar's buttons, by their names."""
    table_picture = desk_of(rules, size, ui=ui_scale)
    buttons = [w for w in table_picture._side.widgets if isinstance(w, ToolButton)]
    return {button.name: button._caption for button in buttons}


def test_faces_that_lie_down_are_made_before_they_turn_over() -> None:
    held = recording_services()
    held.services.assets = Assets()
    try:
        driver = TableDriver(Klondike(), held=held)
        driver.scene.refresh()
        art, size = held.services.assets, driver.view.arrangement.card
        position = driver.view.position
        down = [card for card, seat in position.seats() if not position.is_up(seat)]
        wanted = [art.card_order("classic", cards.name(card), size) for card in down]
        assert len(wanted) == 45
        deadline = time.monotonic() + 30
        while not all(map(art.cards.is_sharp, wanted)) and time.monotonic() < deadline:
            art.cards.collect()
            time.sleep(0.01)
        assert all(map(art.cards.is_sharp, wanted))
    finally:
        held.services.assets.close()


# Lines and heaps


@every_size
@every_game
def test_lines_of_the_side_bar_are_as_far_from_what_is_above_as_from_what_is_below(
    rules: Rules, size: tuple[int, int]
) -> None:
    table_picture = desk_of(rules, size)
    if table_picture.cards.frame.small:
        pytest.skip("a small bar has no lines")
    areas = sorted(widget.rect for widget in table_picture.focus.widgets if widget.rect.x < 96)
    above = {
        line: max(a.bottom for a in areas if a.top < line) for line in table_picture._side._rules_at
    }
    below = {
        line: min(a.top for a in areas if a.top >= line) for line in table_picture._side._rules_at
    }
    assert len(above) == 2
    for line in above:
        assert above[line] < line < below[line]
        assert below[line] - line <= max(1, line - above[line]) + 1


def spots(table_picture: TablePicture, pile: int) -> list[tuple[int, int]]:
    """Where the cards of a pile that are drawn lie, the lowest first."""
    lying = table_picture.cards.lying()[pile]
    return [(place.x, place.y) for _, place in table_picture.card_painter._visible(pile, lying)]


def test_a_reserve_shows_the_edges_of_its_lowest_cards_below_its_top_card() -> None:
    table_picture = desk_of(Klondike(), (1280, 800))
    pile = next(n for n, pile in enumerate(Klondike().piles) if pile.id == "reserve-1")
    box = table_picture.cards.arrangement.piles[pile]
    step = max(1, round(0.012 * box.w))
    found = spots(table_picture, pile)
    assert [y - box.y for _, y in found] == [3 * step, 2 * step, step, 0, 0]
    assert {x for x, _ in found} == {box.x}


def test_a_heap_casts_one_shadow(monkeypatch: pytest.MonkeyPatch) -> None:
    table_picture = desk_of(Klondike(), (1280, 800))
    pile = next(n for n, pile in enumerate(Klondike().piles) if pile.id == "reserve-1")
    cast_at: list[pygame.Rect] = []
    monkeypatch.setattr(
        table_picture.card_painter,
        "_shadow",
        lambda target, spot, **more: cast_at.append(spot.copy()),
    )
    window = pygame.Surface((1280, 800))
    draw_items(window, table_picture.card_painter.resting())
    heap = table_picture.card_painter.spot(table_picture.cards.arrangement.piles[pile][:2])
    assert len([spot for spot in cast_at if heap.contains(spot)]) == 1
    columns = [n for n, pile in enumerate(Klondike().piles) if pile.id.startswith("column")]
    held = sum(len(table_picture.cards.position.piles[n]) for n in columns)
    assert len(cast_at) == held + 1


def test_cards_that_move_together_as_a_heap_cast_one_shadow() -> None:
    picture = desk_of(BrainJam(), (1280, 800))
    picture.cards.deal(BrainJam().deal(deals.deck_of(1)), deals.deck_of(1))
    apart = HEAP_SHARE * picture.cards.arrangement.card[0]
    moving = picture.cards.in_motion()
    for number, sprite in enumerate(moving):
        sprite.x, sprite.y = 100 + number % 2 * (apart / 2 + number // 2 * 2 * apart), 100
    casts = [item.value[2] for item in picture.card_painter.flying()]
    assert casts[:2] == [True, False] and casts.count(True) == 1 + sum(
        n % 2 for n in range(2, len(casts))
    )


# The strip of figures


def strip_figures(room: int, *, proved: bool = False) -> list[Figure]:
    """What a strip of a width shows of a game with all its figures."""
    _ = Language()
    shown = [
        moves_figure(36, _), clock_figure(766, 766, _),
        home_figure(Klondike(), 9, _), turns_figure(Klondike(), 2, _),
        *best_figures(93, 93, _), shortest_figure(Par(87, proved=proved), "", _),
    ]  # fmt: skip
    return fitting(look(Scale(2.0)), shown, room)


def test_a_figure_without_room_for_its_name_has_a_sign_instead() -> None:
    roomy, narrow = strip_figures(4000), strip_figures(640)
    assert [cell.name for cell in narrow] == [cell.name for cell in roomy]
    of = {cell.name: cell for cell in narrow}
    assert all(cell.label for cell in roomy)
    assert (of["turns"].label, of["turns"].sign, of["turns"].signed) == ("", "turnover", True)
    assert all(cell.label or cell.signed for cell in narrow if cell.name in ("best", "shortest"))


def test_only_a_proved_length_has_a_full_star_for_its_name() -> None:
    for proved, star in ((True, "star-filled"), (False, "star")):
        of = {cell.name: cell for cell in strip_figures(560, proved=proved)}
        shortest = of["shortest"]
        assert (shortest.label, shortest.sign, shortest.signed) == ("", star, True)


def test_signs_go_before_figures_do() -> None:
    least = strip_figures(500)
    assert {"moves", "turns", "best", "shortest"} <= {cell.name for cell in least}
    assert not any(cell.label for cell in least)


@every_language
def test_figures_get_smaller_before_they_lose_their_signs(language: Language) -> None:
    cells = [
        moves_figure(36, language), clock_figure(766, 766, language),
        home_figure(Gaps(), 9, language), turns_figure(Gaps(), 2, language),
        light_figure(VerdictLight.ONE, language),
        *best_figures(93, 93, language), shortest_figure(Par(87, proved=False), "", language),
    ]  # fmt: skip
    smaller, fitted = small_look(look(Scale(2.0)), cells, 560)
    assert [cell.name for cell in fitted] == [cell.name for cell in cells]
    assert all(cell.label or cell.signed for cell in fitted if cell.sign)
    assert small_look(smaller, cells, 560)[0].scale == smaller.scale, "the largest"


def test_figures_without_room_for_signs_at_any_size_are_as_large_as_they_can_be() -> None:
    cells = [Figure(str(n), str(n), "label", "flag") for n in range(20)]
    least = look(Scale(2.0)).at_factor(1.0)
    bare = sum(small_width(least, each._replace(word="")) for each in cells)
    chosen, fitted = small_look(look(Scale(2.0)), cells, bare + least.px(12))
    assert len(fitted) == len(cells) and not any(cell.signed for cell in fitted)
    assert chosen.scale.factor >= least.scale.factor


@every_language
def test_a_message_covers_the_compass_before_the_words_of_the_plate(language: Language) -> None:
    table_picture = desk_of(Gaps(), (1000, 1900), language, ui=1.5)
    table_picture.set_bar(bottom_bar(language))
    told, plate = table_picture.message_keeps_clear()[-2:]
    message = pygame.Rect(250, 1800, 520, 46)
    place = free_place(message, pygame.Rect(0, 0, 1000, 1900), table_picture.message_keeps_clear())
    assert place.colliderect(plate) and not place.colliderect(told)
    assert (
        place.collidelist([pygame.Rect(box) for box in table_picture.cards.arrangement.piles]) < 0
    )


# Redo marks


@every_language
def test_every_mark_under_and_on_cards_says_what_it_means(language: Language) -> None:
    picture = desk_of(BrainJam(), (1280, 800), language)
    pills = (
        Pill(8, "e"), Pill(9, "E", right=True), Pill(10, "109 +2", gold=True), Pill(11, "•"),
        Pill(12, "•", redo=False), Pill(13, "f ×"),
    )  # fmt: skip
    picture.mark(TableMarks(pills=pills, letters=" " * 14 + "GH"))
    placed = [area for _, area in picture.card_painter.marking.pills.placed(pills)]
    tips = []
    for area in placed:
        mark = picture.mark_at(area.center)
        assert mark is not None and mark.rect == area
        assert picture.mark_at(area.center) is mark, "the tooltip stays"
        tips.append(mark.tooltip)
    assert len({*tips}) == 6 and "E" in tips[1] and "109" in tips[2] and "2" in tips[2]
    cap = picture.mark_at(pygame.Rect(picture.cards.arrangement.piles[14]).midtop)
    assert cap is not None and cap.tooltip.startswith("G ")
    assert picture.mark_at((640, 790)) is None


@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@every_size
def test_redo_marks_cover_no_other_column_and_no_index(size: tuple[int, int], ui: float) -> None:
    rules = LaPeau()
    picture = TablePicture(rules, look, Appearance(), LANGUAGES[0])
    picture.set_number(1)
    picture.place(size, ui)
    picture.cards.put(rules.deal(deals.deck_of(1)))
    table, position = picture.cards.arrangement, picture.cards.position
    piles = range(len(rules.piles) - 13, len(rules.piles))
    marks = TableMarks(pills=tuple(Pill(pile, text) for pile in piles for text in ("a +1", "b")))
    ends = [pygame.Rect(table.seat(position, Seat(p, len(position.piles[p]) - 1))) for p in piles]
    for pill, area in picture.card_painter.marking.pills.placed(marks.pills):
        assert area.bottom <= size[1]
        own = ends[pill.pile - piles[0]]
        others = [pygame.Rect(table.shown(position, Seat(pile, depth)))
                  for pile in piles if pile != pill.pile
                  for depth in range(len(position.piles[pile]))]  # fmt: skip
        assert area.collidelist(others) < 0, (pill, area, own)
        assert area.top >= own.top + round(own.h * 0.29), (pill, area, own)


# Letters


@every_game
@every_text_size
def test_neither_the_card_cursor_nor_a_hint_covers_a_letter(
    rules: Rules, size: tuple[int, int]
) -> None:
    table_picture = desk_of(rules, size)
    marking, felt = table_picture.card_painter.marking, table_picture.cards.appearance.felt
    for pile in range(len(rules.piles)):
        seat = Seat(pile, 0)
        marks = TableMarks(letters=" " * pile + "A")
        [cap] = marking.shown(marks, felt)
        plain, marked = pygame.Surface(size), pygame.Surface(size)
        draw_items(plain, [cap])
        under = marks._replace(cursor=seat, hint=HintMark(seat))
        draw_items(marked, marking.shown(under, felt))
        inside = cap.area.inflate(-6, -6)
        seen = [pygame.image.tobytes(drawn.subsurface(inside), "RGB") for drawn in (plain, marked)]
        assert seen[0] == seen[1]


# Hints


@pytest.mark.parametrize("ui", [1.0, 2.0])
@every_text_size
@every_game
def test_a_hints_rings_stay_in_the_window_and_off_the_neighbours(
    rules: Rules, size: tuple[int, int], ui: float
) -> None:
    view = desk_of(rules, size, ui=ui).cards
    piles = [pygame.Rect(box) for box in view.arrangement.piles]
    for number in range(len(piles)):
        shape = HintPicture(view)._shape(HintMark(Seat(number, 0), number))
        assert shape is not None
        for ring in shape.rings:
            line = round(WIDTH * shape.unit)
            drawn = ring.inflate(line, line)
            assert pygame.Rect((0, 0), size).contains(drawn)
            beside = [pile for pile in piles if not pile.colliderect(piles[number])]
            assert not [pile for pile in beside if min(pile.clip(drawn).size) > 1], drawn


@pytest.mark.parametrize("bar", [False, True])
@pytest.mark.parametrize("size", [*SIZES, (2560, 1080)])
def test_lines_under_rows_lie_on_no_card(size: tuple[int, int], bar: bool) -> None:
    table_picture = desk_of(Gaps(), size)
    view = table_picture.cards
    view.room = RoomBelow(bar=bar)
    view.resize(size, 1.0)
    for row in range(4):
        for area in table_picture.card_painter.marking._run_lines(13 * row, 13 * row + 12):
            line = area.inflate(-area.h // 7 * 6, -area.h // 7 * 6)
            assert line.h >= 2
            assert line.collidelist([pygame.Rect(box) for box in view.arrangement.piles]) < 0


@pytest.mark.parametrize("sign", [None, PlateSign.UTURN])
@every_size
@every_game
def test_the_area_of_the_plate_holds_its_words(
    rules: Rules, size: tuple[int, int], sign: PlateSign | None
) -> None:
    table_picture = desk_of(rules, size)
    table_picture.sign, table_picture.number = sign, "deal 31337"
    look, table = table_picture.look, table_picture.cards.arrangement
    with written() as found:
        draw_plate(pygame.Surface(size), look, table, table_picture._plate())
    told = told_area(look, table, table_picture._plate())
    for whole in (told, table_picture.plate_area):
        area = whole.inflate(4, look.px(16))
        assert all(area.contains(ink) for _, ink in found)
    assert table_picture.message_keeps_clear()[-2:] == [told, table_picture.plate_area]
