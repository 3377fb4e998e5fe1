"""The help: its markup, its pages, its keys; by mouse and by keyboard, in every form."""

from __future__ import annotations

import pygame
import pytest
from input_events import CTRL
from recording_services import ART
from scene_driver import DRAWN_SIZES, SceneDriver, open_scene, overlapping
from table_driver import SIZES

from game.desktop.commands import Command
from game.graphics.scale import Scale
from game.rules import RULES
from game.scenes.common.base import Pop, Push
from game.scenes.help.key_list import key_groups, names
from game.scenes.help.markup import Image, parse_help, read_page
from game.scenes.help.pictures import HelpCards
from game.scenes.help.scene import GAME_PAGES, GENERAL_PAGES, HelpScene
from game.scenes.options.scene import OptionsScene
from game.system.language import LANGUAGES, Language
from game.table.card_sprites import Appearance
from game.widgets.look import Look
from game.widgets.text_page import Heading, KeyTable, Paragraph, Rule

ENGLISH = Language()


def guide(game: str | None = None, size: tuple[int, int] = (1280, 800)) -> SceneDriver:
    return open_scene(HelpScene, game, size=size)


# The markup


def test_headings_subtitles_and_lines() -> None:
    text = "# Gaps\n\n> Four rows\n\n## Moves\n\n---"
    found = [Heading("Gaps", 1), Paragraph("Four rows", subtitle=True), Heading("Moves"), Rule()]
    assert parse_help(text) == tuple(found)


def test_lines_run_on_until_an_empty_one() -> None:
    assert parse_help("one\ntwo\n\nthree") == (Paragraph("one two"), Paragraph("three"))


def test_points_follow_each_other_without_empty_lines() -> None:
    assert parse_help("- one\n  more\n- two") == (
        Paragraph("•\u00a0 one more"),
        Paragraph("•\u00a0 two"),
    )


def test_a_heading_needs_no_empty_line_below_it() -> None:
    assert parse_help("## Moves\ntext") == (Heading("Moves"), Paragraph("text"))


def test_a_picture_has_words_a_caption_and_text_beside_it() -> None:
    (image,) = parse_help('!cards 9h/8s > _ "two empty"\nbeside\nit')
    assert image == Image("cards", ("9h/8s", ">", "_", '"two empty"'), "beside it")


def test_a_picture_of_an_unknown_kind_is_an_error() -> None:
    with pytest.raises(ValueError, match="'!movie' is no picture"):
        parse_help("!movie gaps")


def test_an_empty_page_has_no_parts() -> None:
    assert parse_help("\n\n") == ()


def test_a_figure_grows_with_its_cards() -> None:
    look = Look(ART, open_scene(HelpScene).held.services.paint, Scale(1))
    small = HelpCards(look, ["9h"], Appearance())
    large = HelpCards(look, ["9h/8s/7d", ">", "*_", '"caption"'], Appearance())
    assert large.height > small.height and large.width >= small.width


# The pages


@pytest.mark.parametrize("name", [*GAME_PAGES, *GENERAL_PAGES])
def test_every_page_has_a_title_and_something_below_it(name: str) -> None:
    page = read_page(ART.folder, "en", name)
    assert isinstance(page.parts[0], Heading)
    assert page.parts[0].level == 1
    assert len(page.parts) > 4
    assert len(set(page.sections)) == len(page.sections)


def test_every_game_has_a_page_with_its_name() -> None:
    assert set(GAME_PAGES) == set(RULES)
    for name in GAME_PAGES:
        assert read_page(ART.folder, "en", name).title == RULES[name]().title


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_is_not_translated_is_english(language: str) -> None:
    assert read_page(ART.folder, language, "gaps").parts


def test_a_page_that_is_missing_is_empty() -> None:
    assert read_page(ART.folder, "en", "nothing").parts == ()


def test_those_who_came_before_are_thanked_and_the_licence_is_named() -> None:
    text = (ART.folder / "help/en/thanks.md").read_text(encoding="utf-8")
    for name in ("Peter Liepa", "Bert van Oortmarssen", "Brian Raiter", "Martin Gardner",
                 "Zach Keene", "MIT"):  # fmt: skip
        assert name in text


# The keys

KEYED = [each for each in Command if each.row.keys and not each.row.on_pages]


def test_every_command_that_has_a_key_is_on_the_page_of_all_keys() -> None:
    rows = [row for rows in key_groups(None, ENGLISH) for row in rows]
    printed = {text for _, text in rows}
    for command in KEYED:
        assert command.meaning(), f"no row says what {command} does"
        assert command.meaning() in printed


def test_every_key_of_a_command_is_printed_once() -> None:
    for command in KEYED:
        found = names(command, ENGLISH)
        assert found and len(set(found)) == len(found)


@pytest.mark.parametrize("game", RULES)
def test_a_game_shows_its_letters_first_and_no_other_games_commands(game: str) -> None:
    groups = key_groups(game, ENGLISH)
    rules = RULES[game]()
    letters = [letter for letter in rules.letters(rules.deal(range(52))) if letter != " "]
    first = [cap for caps, _ in groups[0] for cap in caps]
    ends = [end for cap in first if "–" in cap or len(cap) == 1 for end in cap.split("–")]
    assert min(letters) in ends and max(letters) in ends
    assert set(ends) <= set(letters)
    printed = {text for rows in groups for _, text in rows}
    assert ("change the rule" in printed) == (game in ("lapeau", "gaps"))
    assert ("redeal" in printed) == (game == "gaps")


# The scene


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [*GAME_PAGES, "keys"])
def test_nothing_overlaps_or_leaves_the_page(size: tuple[int, int], name: str) -> None:
    scene = guide(None, size).scene
    scene.open(name)
    assert pygame.Rect((0, 0), size).contains(scene.panel)
    assert overlapping(scene.focus.widgets) == []
    assert all(scene.panel.contains(widget.rect) for widget in scene.focus.widgets)
    assert scene._page.rect.w >= 300


@pytest.mark.parametrize("size", DRAWN_SIZES)
@pytest.mark.parametrize("name", [*GAME_PAGES, *GENERAL_PAGES])
def test_every_text_is_whole_and_inside_its_column(size: tuple[int, int], name: str) -> None:
    driver = guide(None, size)
    scene = driver.scene
    scene.open(name)
    pages = [scene._page.rect, scene._keys.rect]
    for line in driver.written():
        assert line.whole, line
        assert line.area.right <= size[0], line
        for page in pages:
            if page.left <= line.area.left < page.right and line.area.top > scene.content.top:
                assert line.area.right <= page.right, line


@pytest.mark.parametrize("name", [*GAME_PAGES, *GENERAL_PAGES])
def test_every_picture_of_a_page_can_be_drawn(name: str) -> None:
    driver = guide()
    scene = driver.scene
    scene.open(name)
    for part in scene._page._placed:
        part.draw(driver.surface, 0, 0)


@pytest.mark.parametrize("game", RULES)
def test_it_opens_at_the_page_of_the_game_one_came_from(game: str) -> None:
    assert guide(game).scene._shown.name == game


def test_a_click_in_the_contents_opens_a_page_and_shows_its_sections() -> None:
    driver = guide("brainjam")
    driver.click(driver.scene.focus.named("page gaps").rect.center)
    assert driver.scene._shown.name == "gaps"
    driver.draw()
    driver.click(driver.scene.focus.named("to Strategy").rect.center)
    driver.wait(1.5)
    page = driver.scene._page
    assert 0 <= dict(page._headings)["Strategy"] - page.scroller.offset < page.rect.h


def test_the_contents_by_keyboard_alone() -> None:
    driver = guide("brainjam")
    scene = driver.scene
    driver.press(pygame.K_TAB, pygame.KMOD_LSHIFT)
    seen = set()
    for _ in range(60):
        driver.press(pygame.K_TAB)
        seen.add(scene.focus.focused.name)
        if scene.focus.focused.name == "page klondike":
            driver.press(pygame.K_RETURN)
            break
    assert scene._shown.name == "klondike" and scene.focus.ring_shown
    assert scene.focus.focused.name == "page klondike"


def test_left_from_the_page_leads_to_the_contents_and_up_and_down_through_them() -> None:
    driver = guide("lapeau")
    scene = driver.scene
    driver.press(pygame.K_LEFT)
    assert scene.focus.focused.name.startswith(("page", "to"))
    before = scene.focus.focused
    driver.press(pygame.K_DOWN)
    assert scene.focus.focused is not before


@pytest.mark.parametrize("code", [pygame.K_PAGEDOWN, pygame.K_DOWN, pygame.K_END, pygame.K_SPACE])
def test_keys_scroll_the_page(code: int) -> None:
    driver = guide("lapeau")
    driver.press(code)
    assert driver.scene.busy
    driver.wait(2)
    assert driver.scene._page.scroller.offset > 0 and not driver.scene.busy


def test_page_down_scrolls_with_the_keyboard_in_the_contents() -> None:
    driver = guide("lapeau")
    driver.scene.focus.focus(driver.scene.focus.named("page lapeau"))
    driver.press(pygame.K_PAGEDOWN)
    driver.wait(2)
    assert driver.scene._page.scroller.offset > 0


def test_the_wheel_scrolls_what_is_under_the_mouse() -> None:
    driver = guide("lapeau")
    scene = driver.scene
    for page in (scene._page, scene._keys):
        at = page.rect.center
        driver.send(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
        driver.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2))
        driver.wait(1)
        assert page.scroller.offset > 0


def test_without_motion_pages_do_not_glide() -> None:
    driver = open_scene(HelpScene, "lapeau", reduced_motion=True)
    driver.press(pygame.K_END)
    driver.scene.update(1 / 120)
    assert not driver.scene.busy
    assert driver.scene._page.scroller.offset == driver.scene._page.scroller.most


@pytest.mark.parametrize("code", [pygame.K_ESCAPE, pygame.K_F1])
def test_the_keys_back(code: int) -> None:
    assert guide().press(code) == Pop()


def test_the_options_are_reached_from_the_help() -> None:
    change = guide().press(pygame.K_o, CTRL)
    assert isinstance(change, Push) and isinstance(change.scene, OptionsScene)


def test_the_button_back() -> None:
    driver = guide()
    assert driver.click(driver.scene.back.rect.center) == Pop()


def test_narrow_windows_have_the_keys_below_the_page() -> None:
    narrow, wide = guide("gaps", (640, 400)).scene, guide("gaps", (1280, 800)).scene
    assert any(isinstance(block, KeyTable) for block in narrow._page.blocks)
    assert not any(isinstance(block, KeyTable) for block in wide._page.blocks)


def test_large_text_in_a_narrow_window_leaves_the_page_its_room() -> None:
    driver = guide("gaps", (600, 1024))
    for ui_scale, pans in ((1.4, False), (2.0, True)):
        driver.held.services.change(ui_scale=ui_scale)
        scene = driver.scene
        scene.place((600, 1024))
        scene.open("keys")
        assert scene._page.rect.w >= scene.look.px(220)
        assert (scene.size[0] > 600) == pans
        assert all(line.whole for line in driver.written())


def test_the_page_of_all_keys_does_not_show_them_twice() -> None:
    scene = guide().scene
    assert scene._keys in scene.focus.widgets
    scene.open("keys")
    assert scene._keys not in scene.focus.widgets
    assert scene._page.rect.right == scene.content.right


def test_a_resize_keeps_the_place_on_the_page() -> None:
    driver = guide("lapeau")
    scene = driver.scene
    scene._page.show_heading("Several cards at once")
    driver.wait(2)
    place = scene._page.reading_place
    scene.place((1000, 700))
    assert scene._page.reading_place == place and not place % 1


@pytest.mark.parametrize("size", [(1000, 700), (640, 400), (1000, 1400), (2560, 1080)])
def test_a_resize_keeps_the_place_within_a_section(size: tuple[int, int]) -> None:
    scene = guide("lapeau", (900, 560)).scene
    scene._page.scroller.jump(0.4 * scene._page.scroller.most)
    place = scene._page.reading_place
    assert place > 1 and 0.1 < place % 1 < 0.9
    scene.place(size)
    if scene._page.scroller.offset < scene._page.scroller.most:
        assert scene._page.reading_place == pytest.approx(place, abs=0.02)
    scene.place((900, 560))
    assert int(scene._page.reading_place) == int(place)


def test_everything_is_drawn_once_and_then_rests() -> None:
    driver = guide()
    driver.draw()
    assert not driver.scene.focus.stale and driver.scene.due is None
