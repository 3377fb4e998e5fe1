"""The virtual list, the page of text, and how both scroll."""

import pygame
import pytest
from gestures import click, down, drag, key, move, up, wheel
from hypothesis import given
from hypothesis import strategies as st

from game.desktop.touch import Touch
from game.graphics.fonts import PAGE_TEXT
from game.graphics.scale import Scale
from game.widgets import text_flow
from game.widgets.base import Changed, Consumed, Submitted
from game.widgets.focus import FocusGroup
from game.widgets.list_view import ListRow, ListView
from game.widgets.look import Look
from game.widgets.scroll import Scroller
from game.widgets.text_page import Heading, KeyTable, Paragraph, Picture, Rule, TextPage

# Scrolling


def scroller(content: int, view: int) -> Scroller:
    made = Scroller()
    made.resize(content, view)
    return made


@given(st.integers(0, 10**7), st.integers(1, 2000), st.lists(st.integers(-(10**6), 10**6)))
def test_the_view_never_leaves_the_content(content: int, view: int, steps: list[int]):
    made = scroller(content, view)
    for step in steps:
        made.glide_by(step)
        made.update(1 / 60)
        assert 0 <= made.offset <= max(0, content - view)


def test_a_glide_is_quick_and_comes_to_rest():
    made = scroller(10000, 100)
    made.glide(500)
    frames = 0
    while made.update(1 / 60):
        frames += 1
    assert made.offset == 500
    assert 5 < frames < 60
    assert not made.moving


def test_resizing_keeps_the_place():
    made = scroller(10000, 100)
    made.jump(5000)
    made.resize(20000, 100)
    assert made.offset == 10000


def test_showing_moves_as_little_as_needed():
    made = scroller(1000, 100)
    made.show(250, 300)
    made.finish()
    assert made.offset == 200
    made.show(220, 280)
    assert not made.moving
    made.show(50, 90)
    made.finish()
    assert made.offset == 50


# List


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def drawn() -> list[ListRow]:
    return []


@pytest.fixture
def rows(place, clock, drawn) -> ListView:
    """A hundred thousand rows of 42 pixels in a view of ten."""
    made = ListView("deals", lambda surface, row: drawn.append(row), clock=clock)
    place(made, 100, 100, 400, 420)
    made.fill(100_000)
    return made


def middle(rows: ListView, row: int) -> tuple[int, int]:
    return rows.row_area(row).center


def settle(widget) -> None:
    for _ in range(200):
        widget.update(1 / 60, glides=True)


def test_only_rows_in_view_are_drawn(rows, drawn, screen):
    rows.draw(screen)
    assert [row.index for row in drawn] == list(range(10))
    drawn.clear()
    rows.scroller.jump(21)
    rows.draw(screen)
    assert [row.index for row in drawn] == list(range(11))


def test_where_nothing_glides_rows_are_in_their_places_at_once(rows):
    rows.scroller.glide_by(500)
    rows.update(1 / 120, glides=False)
    assert (rows.scroller.offset, rows.scroller.moving) == (500, False)


def test_rows_stay_inside_the_view(rows, screen):
    rows.scroller.jump(20)
    screen.fill((0, 0, 0))
    rows.draw(screen)
    assert screen.get_at((200, 99)) == (0, 0, 0, 255)
    assert screen.get_at((200, 520)) == (0, 0, 0, 255)


def finger(touch: Touch, widget, kind: int, at: tuple[int, int]) -> list[object]:
    x, y = (at[0] + 0.25) / 800, (at[1] + 0.25) / 600
    event = pygame.event.Event(kind, finger_id=0, x=x, y=y)
    return [widget.handle(made) for made in touch.events(event, (800, 600))]


def test_a_finger_pulls_the_rows_and_selects_only_where_it_taps(rows):
    touch, (x, y) = Touch(), middle(rows, 5)
    finger(touch, rows, pygame.FINGERDOWN, (x, y))
    finger(touch, rows, pygame.FINGERMOTION, (x, y - 30))
    finger(touch, rows, pygame.FINGERMOTION, (x, y - 90))
    finger(touch, rows, pygame.FINGERUP, (x, y - 90))
    assert rows.scroller.offset == 90
    assert rows.selected == -1
    finger(touch, rows, pygame.FINGERDOWN, middle(rows, 4))
    assert Changed("deals", 4) in finger(touch, rows, pygame.FINGERUP, middle(rows, 4))


def test_a_click_selects_a_row(rows):
    assert click(rows, middle(rows, 3))[0] == Changed("deals", 3)
    assert rows.selected == 3


def test_a_double_click_submits(rows, clock):
    click(rows, middle(rows, 3))
    clock.now += 0.2
    assert click(rows, middle(rows, 3))[0] == Submitted("deals", 3)


@pytest.mark.parametrize("nth", [0, 1, -2, -1])
def test_a_row_at_the_edge_of_the_view_stays_where_it_is_clicked(rows, clock, nth):
    rows.select(500)
    rows.scroller.finish()
    row = rows.visible_rows()[nth]
    at = middle(rows, row)
    assert click(rows, at)[0] == Changed("deals", row)
    rows.select(row)  # as a scene does
    rows.scroller.finish()
    clock.now += 0.2
    assert (middle(rows, row), click(rows, at)[0]) == (at, Submitted("deals", row))


@pytest.mark.parametrize(
    ("code", "row"),
    [
        (pygame.K_UP, 499),
        (pygame.K_DOWN, 501),
        (pygame.K_PAGEUP, 491),
        (pygame.K_PAGEDOWN, 509),
        (pygame.K_HOME, 0),
        (pygame.K_END, 99_999),
    ],
)
def test_keys_move_the_selection_and_keep_it_in_view(rows, code, row):
    rows.fill(100_000, 500)
    assert rows.handle(key(code)) == Changed("deals", row)
    settle(rows)
    assert rows.rect.contains(rows.row_area(row))


def test_the_selection_has_three_rows_around_it(rows):
    rows.fill(100_000, 500)
    for _ in range(20):
        rows.handle(key(pygame.K_DOWN))
    settle(rows)
    assert rows.row_area(520).bottom + 3 * 42 <= rows.rect.bottom
    for _ in range(20):
        rows.handle(key(pygame.K_UP))
    settle(rows)
    assert rows.row_area(500).top - 3 * 42 >= rows.rect.top


def test_enter_submits_the_selection(rows):
    assert rows.handle(key(pygame.K_RETURN)) is None
    rows.select(7)
    assert rows.handle(key(pygame.K_RETURN)) == Submitted("deals", 7)


def test_beyond_the_ends_arrows_move_the_focus(rows, place):
    rows.fill(5, 0)
    assert rows.handle(key(pygame.K_UP)) is None
    rows.select(4)
    assert rows.handle(key(pygame.K_DOWN)) is None
    assert rows.handle(key(pygame.K_DOWN, "ctrl")) is None


def test_the_wheel_scrolls_under_the_mouse(rows):
    assert rows.handle(wheel(-1)) is None
    rows.handle(move(rows.rect.center))
    assert rows.handle(wheel(-2)) == Consumed()
    settle(rows)
    assert rows.scroller.offset == 6 * 42
    rows.handle(wheel(5))
    settle(rows)
    assert rows.scroller.offset == 0


def test_the_scroll_bar_can_be_dragged(rows):
    x = rows.rect.right - 3
    answers = drag(rows, (x, 110), (x, 310), (x + 200, 900))
    assert set(answers) == {Consumed()}
    assert rows.scroller.offset == rows.scroller.most
    assert rows.selected == -1


def test_a_drag_of_the_scroll_bar_ends_where_the_window_loses_the_keyboard(rows):
    x = rows.rect.right - 3
    rows.handle(down((x, 110)))
    rows.handle(move((x, 310), held=True))
    before = rows.scroller.offset
    rows.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    rows.handle(move((x, 410), held=True))
    assert rows.scroller.offset == before > 0


@pytest.mark.parametrize("event", [up((5, 310)), pygame.event.Event(pygame.WINDOWFOCUSLOST)])
def test_the_thumb_is_lit_no_longer_once_it_is_let_go_beside_the_bar(rows, event):
    rows.handle(down((rows.rect.right - 3, 110)))
    rows.handle(move((5, 310), held=True))
    rows.stale = False
    rows.handle(event)
    assert rows.stale


def test_a_click_beside_the_thumb_moves_by_a_page(rows):
    x = rows.rect.right - 3
    click(rows, (x, 500))
    settle(rows)
    assert rows.scroller.offset == 420
    rows.scroller.jump(21_000)
    click(rows, (x, 101))
    settle(rows)
    assert rows.scroller.offset == 21_000 - 420


def test_rows_are_pointed_at(rows, drawn, screen):
    rows.handle(move(middle(rows, 2)))
    rows.draw(screen)
    assert [row.index for row in drawn if row.hovered] == [2]
    drawn.clear()
    rows.handle(move((5, 5)))
    rows.draw(screen)
    assert not [row for row in drawn if row.hovered]


def test_a_short_list_ends_before_the_view(rows):
    rows.fill(3)
    assert rows.row_at((200, 500)) == -1
    assert click(rows, (200, 500)) == [Consumed(), Consumed()]
    assert rows.scroller.most == 0
    assert click(rows, (rows.rect.right - 3, 300))[0] == Consumed()


def test_an_empty_list_is_harmless(rows, screen):
    rows.fill(0)
    rows.draw(screen)
    for code in (pygame.K_UP, pygame.K_END, pygame.K_RETURN):
        assert rows.handle(key(code)) is None


def test_resizing_keeps_the_selection_in_view(rows, look):
    rows.fill(100_000, 50_000)
    bigger = Look(look.assets, look.paint, Scale(1.35))
    rows.place(bigger, pygame.Rect(50, 50, 500, 300))
    assert rows.rect.contains(rows.row_area(50_000))


def test_the_ring_goes_around_the_row(rows):
    assert rows.focus_area()[0] == rows.rect
    rows.select(2)
    assert rows.row_area(2).contains(rows.focus_area()[0])
    rows.scroller.jump(42 * 500)
    assert rows.focus_area()[0] == rows.rect


def test_releasing_elsewhere_ends_a_drag(rows):
    x = rows.rect.right - 3
    rows.handle(down((x, 110)))
    rows.handle(up((700, 700)))
    offset = rows.scroller.offset
    rows.handle(move((x, 400)))
    assert rows.scroller.offset == offset


# Flow


def text_of(line: text_flow.TextLine) -> str:
    return " ".join(fragment.piece.text for fragment in line)


@given(st.text("ab cdé\u00a0,", max_size=80), st.integers(30, 300))
def test_wrapping_loses_no_word_and_keeps_to_the_width(look, text: str, width: int):
    lines = text_flow.wrap(look, text, PAGE_TEXT, width)
    assert " ".join(map(text_of, lines)).split(" ") == [w for w in text.split(" ") if w] or [""]
    for line in lines:
        last = line[-1]
        end = last.x + text_flow.piece_width(look, last.piece, PAGE_TEXT)
        assert end <= width or " " not in text_of(line)


def test_marks_make_words_strong_and_keys(look):
    pieces = [
        piece
        for word in text_flow.parse_text("press **any key**, or `Ctrl + Z`.")
        for piece in word
    ]
    tones = {piece.text: piece.tone for piece in pieces}
    assert tones["any"] is tones["key"] is text_flow.Tone.STRONG
    assert tones["Ctrl + Z"] is text_flow.Tone.KEY
    assert tones[","] is tones["press"] is text_flow.Tone.PLAIN


def test_a_comma_stays_with_its_strong_word():
    words = text_flow.parse_text("a **b**, c")
    assert [[piece.text for piece in word] for word in words] == [["a"], ["b", ","], ["c"]]


def test_no_break_spaces_hold_words_together(look):
    narrow = look.width("gagnée\u00a0?", PAGE_TEXT) + 2
    lines = text_flow.wrap(look, "la position gagnée\u00a0?", PAGE_TEXT, narrow)
    assert text_of(lines[-1]) == "gagnée\u00a0?"


# Page


def blocks(drawn: list[pygame.Rect]) -> list:
    return [
        Heading("La Peau", 1),
        Paragraph("A family solitaire.", subtitle=True),
        Heading("Moves"),
        Picture(lambda surface, area: drawn.append(area), 96, 206, "Stacks build down. " * 12),
        Paragraph("Fifty-two cards in **thirteen** stacks; press `F2`. " * 20),
        Rule(),
        Heading("Keys"),
        KeyTable([(["Ctrl+Z", "Left"], "undo"), (["F2"], "hint; again plays it " * 8)]),
    ]


@pytest.fixture
def page(place) -> TextPage:
    pictures: list[pygame.Rect] = []
    made = place(TextPage("help", blocks(pictures)), 100, 100, 540, 300)
    made.pictures = pictures
    return made


def test_a_page_is_drawn_within_its_view(page, screen):
    screen.fill((0, 0, 0))
    page.scroller.jump(30)
    page.draw(screen)
    assert screen.get_bounding_rect().size == (800, 600)
    ink = pygame.mask.from_threshold(screen, (0, 0, 0), (2, 2, 2))
    ink.invert()
    box = ink.get_bounding_rects()
    assert all(page.rect.contains(rect) for rect in box)
    assert page.pictures


def test_what_keys_do_is_level_in_all_tables_of_a_page(place, screen):
    tables = [KeyTable([(["Ctrl+Z", "Left"], "undo")]), KeyTable([(["F2"], "undo")])]
    page = place(TextPage("keys", tables), 0, 0, 400, 300)
    screen.fill((0, 0, 0))
    page.draw(screen)
    half = page.scroller.content // 2
    ends = []
    for top in (0, half):
        ink = pygame.mask.from_threshold(
            screen.subsurface((0, top, 370, half)), (0, 0, 0), (2, 2, 2)
        )
        ink.invert()
        ends.append(max(box.right for box in ink.get_bounding_rects()))
    assert ends[0] == ends[1] > 100


def test_pictures_have_text_beside_them_or_below(page, look, screen):
    page.draw(screen)
    assert page.pictures[0].size == (206, 96)
    wide = page.scroller.content
    page.place(look, pygame.Rect(100, 100, 220, 300))
    page.draw(screen)
    assert page.pictures[-1].width <= 198
    assert page.scroller.content > wide


def test_headings_can_be_gone_to(page):
    page.show_heading("Keys")
    settle(page)
    assert page.scroller.offset == page.scroller.most, "the last heading cannot reach the top"
    page.show_heading("La Peau")
    settle(page)
    assert page.scroller.offset == 0
    assert page.reading_place == 1
    with pytest.raises(KeyError):
        page.show_heading("Nowhere")


def test_a_place_between_headings_is_told_and_shown(page):
    page.scroller.jump(60)
    told = page.reading_place
    page.scroller.jump(0)
    page.show_place(told)
    assert page.scroller.offset == 60 and page.reading_place == told
    page.show_place(99.5)
    assert page.scroller.offset == page.scroller.most, "there are fewer headings"


@pytest.mark.parametrize("code", [pygame.K_DOWN, pygame.K_PAGEDOWN, pygame.K_SPACE, pygame.K_END])
def test_keys_scroll_a_page_down_and_back(page, code):
    assert page.handle(key(code)) == Consumed()
    settle(page)
    assert page.scroller.offset > 0
    assert page.handle(key(pygame.K_HOME)) == Consumed()
    settle(page)
    assert page.scroller.offset == 0


def test_shift_space_scrolls_up(page):
    page.handle(key(pygame.K_END))
    settle(page)
    assert page.handle(key(pygame.K_SPACE, "shift")) == Consumed()
    settle(page)
    assert page.scroller.offset < page.scroller.most


def test_at_its_ends_a_page_leaves_arrows_to_the_focus(page):
    assert page.handle(key(pygame.K_UP)) is None
    page.handle(key(pygame.K_END))
    assert page.handle(key(pygame.K_DOWN)) is None


def test_another_page_begins_at_its_top(page):
    page.scroller.jump(50)
    page.fill([Heading("Gaps", 1)])
    assert page.scroller.offset == 0
    assert page.reading_place == 1


def test_a_page_can_have_the_focus(page, screen):
    group = FocusGroup([page])
    group.handle(key(pygame.K_TAB))
    group.draw(screen)
    assert group.focused is page


@pytest.mark.parametrize("height", [97, 200, 333, 500, 741])
@pytest.mark.parametrize("selected", [0, 1, 500, 998, 999])
def test_rows_at_rest_are_seen_whole(look: Look, height: int, selected: int):
    listing = ListView("list", lambda target, row: None)
    listing.place(look, pygame.Rect(10, 20, 400, height))
    listing.fill(1000, selected)
    seen = [listing.row_area(row) for row in listing.visible_rows()]
    assert seen[0].top == listing.rect.top
    assert listing.rect.bottom - len(seen) < seen[-1].bottom <= listing.rect.bottom
    assert min(area.height for area in seen) >= look.px(42)
    assert selected in listing.visible_rows()


def test_the_scroll_bar_is_drawn_anew_when_the_mouse_comes_and_goes(rows, screen):
    for at, anew in (((rows.rect.right - 3, 310), True), ((rows.rect.right - 3, 311), False)):
        rows.stale = False
        rows.handle(move(at))
        assert rows.stale == anew
        rows.draw(screen)
    rows.stale = False
    rows.handle(move((rows.rect.x, rows.rect.y - 40)))
    assert rows.stale


def test_a_selection_beyond_the_rows_is_the_last_of_them(rows):
    rows.fill(3, 7)
    assert rows.selected == 2
