"""Tab, arrows and the ring; tooltips and messages, which belong to what one rests on."""

from weakref import ref

import pygame
import pytest
from gestures import click, digit, down, key, leave, move, up

from game.graphics import colours, fonts
from game.widgets.base import Changed, Consumed, Pressed, Submitted
from game.widgets.button import Button
from game.widgets.choices import Toggle
from game.widgets.control_sizes import free_place
from game.widgets.focus import FocusGroup, draw_focus_ring
from game.widgets.number_entry import NumberEntry
from game.widgets.slider import Slider
from game.widgets.toast import GAP, Toast, wrapped
from game.widgets.tooltip import DELAY_S, Tooltip, tooltip_area

TAB, SHIFT_TAB = key(pygame.K_TAB), key(pygame.K_TAB, "shift")
ENTER = key(pygame.K_RETURN)


@pytest.fixture
def grid(place):
    """Three by two buttons, named by row and column."""
    return FocusGroup(
        place(Button(f"{row}{column}", "Go"), 100 + column * 120, 100 + row * 80)
        for row in range(2)
        for column in range(3)
    )


def test_the_ring_lies_around_its_area(look, screen):
    inside = screen.get_at((110, 85))
    draw_focus_ring(screen, look, pygame.Rect(80, 70, 60, 30), 8)
    assert screen.get_at((110, 66))[:3] == colours.FOCUS
    assert screen.get_at((110, 85)) == inside


def focus_of(group) -> str | None:
    return group.focused.name if group.focused else None


def test_tab_goes_around_in_order(grid):
    visited = []
    for _ in range(7):
        assert grid.handle(TAB) == Consumed()
        visited.append(focus_of(grid))
    assert visited == ["00", "01", "02", "10", "11", "12", "00"]


def test_shift_tab_goes_back_from_the_end(grid):
    grid.handle(SHIFT_TAB)
    assert focus_of(grid) == "12"
    grid.handle(SHIFT_TAB)
    assert focus_of(grid) == "11"


def test_disabled_controls_are_passed_over(grid):
    grid.named("01").enabled = False
    grid.handle(TAB)
    grid.handle(TAB)
    assert focus_of(grid) == "02"


def test_a_control_that_gets_disabled_loses_the_focus_while_the_ring_is_hidden(grid):
    grid.focus(grid.named("00"))
    grid.named("00").enabled = False
    assert grid.handle(ENTER) is None
    assert focus_of(grid) is None


@pytest.mark.parametrize(
    ("onward", "reached"), [(TAB, "02"), (SHIFT_TAB, "00"), (key(pygame.K_DOWN), "11")]
)
def test_the_keyboard_goes_on_from_a_control_that_got_disabled(grid, onward, reached):
    grid.focus(grid.named("01"), ring=True)
    grid.named("01").enabled = False
    for press in (ENTER, key(pygame.K_SPACE)):
        assert grid.handle(press) == Consumed()
    assert focus_of(grid) == "01" and grid.ring_shown
    assert grid.handle(key(pygame.K_RETURN, "alt")) is None
    grid.handle(onward)
    assert focus_of(grid) == reached


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_a_key_that_is_held_presses_a_control_once(place, code):
    toggle = place(Toggle("sound", on=False))
    group = FocusGroup([toggle])
    group.focus(toggle, ring=True)
    assert group.handle(key(code)) == Changed("sound", True)
    again = key(code)
    again.repeated = True
    assert group.handle(again) == Consumed()
    assert group.handle(key(code)) == Changed("sound", False)


def test_arrows_move_by_where_things_are(grid):
    grid.focus(grid.named("00"))
    path = [pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT]
    visited = []
    for arrow in path:
        assert grid.handle(key(arrow)) == Consumed()
        visited.append(focus_of(grid))
    assert visited == ["01", "11", "12", "02", "01"]


def test_at_the_border_arrows_are_left_to_the_scene(grid):
    grid.focus(grid.named("00"))
    assert grid.handle(key(pygame.K_UP)) is None
    assert focus_of(grid) == "00"


def test_an_arrow_prefers_what_lies_straight_ahead(place):
    group = FocusGroup(
        [
            place(Button("start"), 100, 100),
            place(Button("aside"), 170, 160),
            place(Button("ahead"), 300, 100),
        ]
    )
    group.focus(group.named("start"))
    group.handle(key(pygame.K_RIGHT))
    assert focus_of(group) == "ahead"


def test_the_first_arrow_starts_at_the_first_control(grid):
    grid.handle(key(pygame.K_DOWN))
    assert focus_of(grid) == "00"


FIRST = {"tab": TAB, "back": SHIFT_TAB, "right": key(pygame.K_RIGHT)}


@pytest.mark.parametrize("first", FIRST.values(), ids=FIRST)
def test_a_group_can_show_where_the_focus_stands_before_it_moves(place, first):
    group = FocusGroup((place(Button(name, "Go"), 100 + 120 * at, 100)
                        for at, name in enumerate("abc")), shows_first=True)  # fmt: skip
    group.focus(group.named("b"))
    assert group.handle(first) == Consumed()
    assert (focus_of(group), group.ring_shown) == ("b", True)
    group.handle(first)
    assert focus_of(group) != "b"


def test_a_group_can_leave_arrows_alone(place):
    group = FocusGroup([place(Button("undo"))], arrows=False)
    assert group.handle(key(pygame.K_LEFT)) is None
    group.handle(TAB)
    assert group.handle(key(pygame.K_LEFT)) is None


def test_enter_and_space_press_the_focused_one(grid):
    grid.handle(TAB)
    assert grid.handle(ENTER) == Pressed("00")
    assert grid.handle(key(pygame.K_SPACE)) == Pressed("00")


def test_without_focus_keys_are_left_to_the_scene(grid):
    assert grid.handle(ENTER) is None
    assert grid.handle(key(pygame.K_F1)) is None


def test_a_control_uses_arrows_before_the_focus_moves(place):
    group = FocusGroup([place(Slider("volume", 0, 10, 5)), place(Button("ok"), 400, 100)])
    group.handle(TAB)
    assert group.handle(key(pygame.K_RIGHT)) == Changed("volume", 6)
    assert focus_of(group) == "volume"


def test_the_ring_shows_for_the_keyboard_and_hides_for_the_mouse(grid):
    assert not grid.ring_shown
    grid.handle(TAB)
    assert grid.ring_shown
    grid.handle(move((5, 5)))
    assert not grid.ring_shown
    assert focus_of(grid) == "00"
    grid.handle(TAB)
    assert grid.ring_shown


def test_a_mouse_that_did_not_move_hides_nothing(grid):
    grid.handle(TAB)
    grid.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0)))
    assert grid.ring_shown


def test_the_ring_is_drawn_around_the_focused_one_only(grid, screen):
    grid.draw(screen)
    before = screen.copy()
    grid.handle(TAB)
    grid.draw(screen)
    first, second = grid.widgets[0].rect, grid.widgets[1].rect
    above = (first.centerx, first.top - 4)
    assert screen.get_at(above) != before.get_at(above)
    aside = (second.centerx, second.top - 4)
    assert screen.get_at(aside) == before.get_at(aside)


def test_a_click_brings_the_keyboard_without_a_ring(place):
    group = FocusGroup(
        [place(NumberEntry("deal"), 100, 100, 256, 48), place(Button("ok"), 500, 100)]
    )
    click(group, (150, 120))
    assert focus_of(group) == "deal"
    assert not group.ring_shown
    group.handle(digit("7"))
    assert group.handle(ENTER) == Submitted("deal", 7)


def test_only_the_control_clicked_is_pressed(grid):
    assert click(grid, grid.named("11").rect.center)[-1] == Pressed("11")
    assert click(grid, (700, 550)) == []


def test_hover_follows_the_mouse_from_control_to_control(grid):
    grid.handle(move(grid.named("00").rect.center))
    assert grid.hovered is grid.named("00")
    grid.handle(move(grid.named("12").rect.center))
    assert grid.hovered is grid.named("12")
    assert not grid.named("00").hovered
    grid.handle(move((700, 550)))
    assert grid.hovered is None


def test_a_group_rests_until_something_looks_different(grid, screen):
    grid.draw(screen)
    assert not grid.stale
    grid.handle(move((700, 550)))
    assert not grid.stale
    grid.handle(TAB)
    assert grid.stale
    grid.draw(screen)
    assert not grid.stale


def test_new_controls_may_take_the_focus_away(grid, place):
    grid.handle(TAB)
    kept = grid.focused
    grid.widgets = [kept]
    assert grid.focused is kept
    grid.widgets = [place(Button("other"))]
    assert grid.focused is None


def test_unknown_names_are_refused(grid):
    with pytest.raises(KeyError):
        grid.named("33")


def test_an_empty_group_leaves_everything_to_the_scene():
    group = FocusGroup()
    for event in (TAB, ENTER, key(pygame.K_DOWN), move((1, 1)), down((1, 1)), up((1, 1))):
        assert group.handle(event) is None


# Tooltips


def test_a_tooltip_appears_after_a_rest(place, screen):
    tip, button = Tooltip(), place(Button("undo", "Undo", tooltip="Undo", key="Ctrl+Z"))
    tip.watch(button)
    assert tip.due == DELAY_S
    tip.update(DELAY_S / 2)
    assert not tip.visible
    before = pygame.image.tobytes(screen, "RGB")
    tip.draw(screen)
    assert pygame.image.tobytes(screen, "RGB") == before
    tip.update(DELAY_S)
    assert tip.visible
    assert tip.stale
    assert tip.due is None
    tip.draw(screen)
    assert pygame.image.tobytes(screen, "RGB") != before


def test_a_tooltip_goes_with_its_control(place):
    tip = Tooltip()
    tip.watch(place(Button("undo", tooltip="Undo")))
    tip.update(1)
    tip.watch(None)
    assert not tip.visible
    assert tip.stale


def test_in_the_lower_right_corner_a_tooltip_stands_beside_its_control(place, look):
    bounds = pygame.Rect(0, 0, 800, 600)
    button = Button("back", tooltip="Back", key="Esc")
    button.place(look, pygame.Rect(740, 550, 46, 46))
    area = tooltip_area(look, button, bounds, button.key)
    assert bounds.contains(area) and area.right < button.rect.left
    assert area.centery == button.rect.centery
    button.place(look, pygame.Rect(400, 550, 46, 46))
    assert tooltip_area(look, button, bounds, button.key).bottom < button.rect.top


def test_controls_without_a_tooltip_have_none(place):
    tip = Tooltip()
    tip.watch(place(Button("undo")))
    tip.update(1)
    assert not tip.visible
    assert tip.due is None


def test_a_press_hides_the_tooltip(place):
    tip = Tooltip()
    tip.watch(place(Button("undo", tooltip="Undo")))
    tip.update(1)
    tip.follow(down((5, 5)), None)
    tip.update(1)
    assert not tip.visible


def test_a_tooltip_goes_when_the_mouse_leaves_the_window(place):
    tip, button = Tooltip(), place(Button("undo", tooltip="Undo"))
    tip.follow(move((5, 5)), button)
    tip.update(1)
    tip.follow(leave(), button)
    tip.update(1)
    assert not tip.visible


def test_no_tooltip_appears_while_the_mouse_drags(place):
    tip, button = Tooltip(), place(Button("undo", tooltip="Undo"))
    tip.follow(move((5, 5), held=True), button)
    tip.update(1)
    assert not tip.visible
    tip.follow(move((6, 6)), button)
    tip.update(1)
    assert tip.visible


@pytest.mark.parametrize("at", [(0, 0), (10, 560), (760, 560), (760, 5), (400, 300)])
def test_a_tooltip_stays_in_the_window_and_beside_its_control(look, place, at):
    button = place(Button("x", icon="undo", tooltip="Undo the last move", key="Ctrl+Z"), *at)
    bounds = pygame.Rect(0, 0, 810, 610)
    area = tooltip_area(look, button, bounds, button.key)
    assert bounds.contains(area)
    assert not area.colliderect(button.rect)


# Message


def test_a_message_is_shown_for_a_while(look, screen):
    toast = Toast()
    toast.show("The seven does not fit")
    assert toast.due == 4
    before = pygame.image.tobytes(screen, "RGB")
    toast.draw(screen, look, (400, 300))
    assert pygame.image.tobytes(screen, "RGB") != before
    toast.update(3)
    assert toast.text
    toast.update(1.5)
    assert not toast.text
    assert toast.stale
    assert toast.due is None


def test_where_no_place_is_free_a_message_keeps_off_what_matters_most():
    window, usual = pygame.Rect(0, 0, 400, 300), pygame.Rect(100, 250, 200, 34)
    first, below, rest = (0, 200, 400, 100), (0, 100, 400, 100), (0, 0, 400, 100)
    covers = [pygame.Rect(area) for area in (first, below, rest, rest, rest)]
    found = free_place(usual, window, covers)
    assert not found.colliderect(first) and found.colliderect(below)
    found = free_place(usual, window, covers[:-1])
    assert not found.colliderect(first) and not found.colliderect(below), "on the last two only"
    assert free_place(usual, window, [window, *covers]) == usual


@pytest.mark.parametrize("above", range(150, 160))
def test_a_message_finds_a_free_strip_that_is_hardly_higher_than_itself(above: int):
    window, usual = pygame.Rect(0, 0, 400, 300), pygame.Rect(100, 110, 200, 40)
    covers = [pygame.Rect(0, 0, 400, above), pygame.Rect(0, above + 41, 400, 300)]
    assert free_place(usual, window, covers).collidelist(covers) < 0


@pytest.mark.parametrize("free", [100, 38])
def test_a_message_that_gives_way_stands_off_what_it_would_cover_where_there_is_room(
    free: int, look, screen
):
    toast, window = Toast(), screen.get_rect()
    floor = window.h - free
    cards = pygame.Rect(0, floor - 200, window.w, 200)
    toast.show("The seven does not fit")
    toast.draw(screen, look, (window.centerx, floor - 14), covers=[cards])
    stands = toast._stands[1]
    assert stands.top >= cards.bottom + (look.px(GAP) if free == 100 else 0)
    assert window.contains(stands)


def test_a_message_stands_off_the_rest_too_where_it_has_to_cover_the_last_area(look, screen):
    toast, window = Toast(), screen.get_rect()
    floor = look.px(100)
    cards = pygame.Rect(0, floor, window.w, window.h - floor)
    plate = pygame.Rect(0, 0, window.w, floor)
    toast.show("The seven does not fit")
    toast.draw(screen, look, (window.centerx, window.h - 40), covers=[cards, plate])
    assert toast._stands[1].bottom <= cards.top - look.px(GAP)


def test_a_long_message_has_room_between_the_bars_at_the_sides(look, screen):
    toast, window = Toast(), screen.get_rect()
    bars = [pygame.Rect(0, 0, 60, window.h), pygame.Rect(window.w - 50, 0, 50, window.h)]
    toast.show("The disk is full, and what was played waits in memory " * 3)
    toast.draw(screen, look, (window.centerx, window.h - 60), covers=bars)
    assert toast._stands[1].collidelist(bars) < 0
    assert window.contains(toast._stands[1])


def test_a_long_message_takes_lines_and_its_time_and_a_pasted_word_is_clipped(look, screen):
    toast = Toast()
    toast.show(f"move 1, '{'x' * 20_000}': this is no move at all " + "and so on " * 30)
    assert toast.due == 12
    assert len(toast.text) < 500
    assert "this is no move" in toast.text
    lines = wrapped(toast.text, look, 400)
    assert len(lines) == 3
    assert all(look.width(line, fonts.CAPTION) <= 400 for line in lines[:-1])
    assert " ".join(lines) == toast.text.rstrip()


@pytest.mark.parametrize("room", [300, 400, 700])
@pytest.mark.parametrize(
    "path",
    [
        "/home/somebody/Documents/Fourfold/fourfold-2026-11-26.fourfold-export",
        "C:\\Users\\somebody\\Documents\\Fourfold\\fourfold-2026-11-26.fourfold-export",
    ],
)
def test_a_path_is_told_whole_and_broken_between_its_parts(look, path, room):
    toast = Toast()
    toast.show(f"3 deals are in {path}")
    lines = wrapped(toast.text, look, room)
    assert "".join(lines).endswith(path.replace(" ", ""))
    assert all(look.width(line, fonts.CAPTION) <= room for line in lines)
    assert toast.text == f"3 deals are in {path}"


def test_a_pasted_word_with_slashes_is_clipped_too(look):
    toast = Toast()
    toast.show(f"'{'x/' * 20_000}': this is no move")
    assert len(toast.text) < 100


def test_a_lasting_message_stays_beside_what_is_told_after_it(look, screen):
    """Trouble with the disk is not pushed away by a refused move."""
    toast = Toast()
    toast.show("The disk is full", lasting=True)
    toast.update(1)
    toast.show("There is nothing to undo")
    toast.show("The card is covered")
    assert toast.text == "The disk is full\nThe card is covered"
    assert toast.due == 3
    toast.seen_with(screen, screen)
    toast.follow(look, look)
    assert toast.text == "The disk is full"
    toast.update(3.5)
    assert not toast.text and toast.due is None


def test_a_remark_about_a_scene_stays_beside_what_is_told_after_it_and_goes_with_the_scene(
    look, screen
):
    """A tip outlives a move and a refusal, not the table."""
    toast = Toast()
    toast.show("Tip: F2 shows a hint", lasting=True, of_scene=True)
    toast.show("The card is covered")
    assert toast.text == "Tip: F2 shows a hint\nThe card is covered"
    toast.seen_with(screen, screen)
    toast.follow(screen, toast)
    assert toast.text == "Tip: F2 shows a hint"
    assert toast.follow(look, look) and not toast.text


def test_a_message_goes_with_what_it_was_seen_with_but_keeps_nothing_alive() -> None:
    class Scene:
        pass

    scene, toast = Scene(), Toast()
    seen = ref(scene)
    toast.show("The card is covered")
    toast.seen_with(scene, scene)
    assert not toast.follow(scene, scene)
    toast.show("The disk is full", lasting=True)
    toast.show("There is nothing to undo")
    toast.seen_with(scene, scene)
    del scene
    assert seen() is None
    assert toast.follow(toast, toast)
    assert toast.text == "The disk is full"


def test_messages_stand_below_each_other_in_the_window(look, screen):
    boxes = []
    for texts in (["one"], ["one", "two"], ["one", "two", "three"]):
        toast = Toast()
        for text in texts:
            toast.show(text * 12, lasting=True)
        screen.fill("magenta")
        screen.set_colorkey("magenta")
        toast.draw(screen, look, (400, 590))
        boxes.append(screen.get_bounding_rect())
    screen.set_colorkey(None)
    one, two, three = (box.h for box in boxes)
    assert two >= 2 * one and three >= 3 * one
    assert {box.bottom for box in boxes} == {boxes[0].bottom}


def test_messages_are_held_back_for_a_picture(look, screen):
    toast = Toast()
    toast.show("The disk is full", lasting=True)
    before = pygame.image.tobytes(screen, "RGB")
    toast.held_back = True
    toast.draw(screen, look, (400, 300))
    assert pygame.image.tobytes(screen, "RGB") == before and toast.text


def test_no_message_draws_nothing(look, screen):
    toast = Toast()
    before = pygame.image.tobytes(screen, "RGB")
    toast.draw(screen, look, (400, 300))
    assert pygame.image.tobytes(screen, "RGB") == before


def test_a_long_message_stays_in_the_window(look, screen):
    toast = Toast()
    toast.show("This is far too long a message to fit into a window of this width " * 5)
    toast.draw(screen, look, (790, 590))
    assert screen.get_rect().contains(toast._stands[1])


def test_messages_go_where_nothing_is_covered_and_stay_there(look):
    toast, screen = Toast(), pygame.Surface((800, 600))
    toast.show("The 2 of spades can only go on the 3 of spades")
    cards = pygame.Rect(0, 100, 800, 470)
    toast.draw(screen, look, (400, 490), None, [cards])
    place = toast._stands[1]
    assert not place.colliderect(cards) and not toast.stale
    toast.draw(screen, look, (400, 490), None, [pygame.Rect(0, 300, 800, 300)])
    assert toast._stands[1] == place, "what is free stays"
    toast.draw(screen, look, (400, 490), None, [place])
    assert toast.stale and toast.due == 0, "where it was is drawn again"
    assert not toast._stands[1].colliderect(place)
    toast.draw(screen, look, (400, 490), None, [screen.get_rect()])
    assert toast._stands[1].centerx == 400, "without a free place the usual one"
    covers = [pygame.Rect(0, 100, 800, 500), pygame.Rect(0, 0, 800, 100)]
    toast.draw(screen, look, (400, 490), None, covers)
    assert toast._stands[1].bottom <= 100, "rather on the last of them than on others"


# Overlapping targets


@pytest.fixture
def close(place):
    """Two controls so small that their targets overlap, three pixels apart."""
    return FocusGroup(
        place(Button(name, "", "undo"), x, 100, 20, 20) for name, x in (("l", 100), ("r", 123))
    )


@pytest.mark.parametrize(("x", "name"), [(118, "l"), (120, "l"), (122, "r"), (124, "r")])
def test_where_targets_overlap_the_nearer_control_is_pointed_at_and_pressed(close, x, name):
    close.handle(move((x, 110)))
    assert [widget.name for widget in close.widgets if widget.hovered] == [name]
    close.handle(down((x, 110)))
    assert close.handle(up((x, 110))) == Pressed(name)


def test_a_disabled_control_does_not_leave_a_press_to_its_neighbour(close):
    close.named("l").enabled = False
    assert close.handle(down((118, 110))) is None


def test_a_control_held_past_its_neighbour_is_still_let_go(close):
    close.handle(down((118, 110)))
    close.handle(move((124, 110), held=True))
    assert [widget.is_down for widget in close.widgets] == [True, False]
    assert [widget.hovered for widget in close.widgets] == [True, False], "one is lit"
    assert close.handle(up((124, 110))) == Pressed("l")


def test_a_slider_is_dragged_through_its_neighbours_half(place):
    slider = place(Slider("volume", 0, 10, 0), 100, 100, 200, 20)
    below = place(Button("ok", "", "undo"), 250, 124, 20, 20)
    group = FocusGroup([slider, below])
    at = 260, 123
    assert slider.target().collidepoint(at) and below.distance(at) < slider.distance(at)
    group.handle(down((110, 110)))
    assert group.handle(move(at, held=True)) == Changed("volume", 8)
    assert not below.hovered


def test_a_control_whose_release_was_missed_hides_no_other_from_the_mouse(close):
    close.handle(down((110, 110)))
    close.handle(move((133, 110)))
    assert close.hovered is close.named("r")


def test_a_target_is_as_large_as_a_finger_in_a_small_window_too(look):
    button = Button("b", "", "undo")
    for factor, density, side in ((0.7, 1, 40), (1.5, 1, 60), (1.4, 2, 80)):
        scale = look.scale._replace(factor=factor, density=density)
        button.place(look._replace(scale=scale), pygame.Rect(100, 100, 20, 20))
        assert button.target().size == (side, side)
