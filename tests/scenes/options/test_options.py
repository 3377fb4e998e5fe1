"""The options page by mouse and by keyboard, in every form."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from input_events import CTRL, down, motion, up
from recording_services import recording_services
from scene_driver import DRAWN_SIZES, SceneDriver, open_scene, opened, pressed_out_of_view
from table_driver import SIZES

from game.rules import RULES, BrainJam, Klondike
from game.scenes.common.base import Pop, Push, Scene
from game.scenes.common.services import Services
from game.scenes.help.scene import HelpScene
from game.scenes.options.option_list import RowToggle
from game.scenes.options.scene import DEFAULTS, DONE, OptionRow, OptionsScene
from game.scenes.statistics.scene import StatisticsScene
from game.system.desktop_settings import AccessibilitySettings
from game.system.settings import Settings, SettingsFile
from game.widgets.choices import Choice, Segmented, Swatches
from game.widgets.slider import Slider

NAMES = [
    "branching", "winnable_only", "verdict_light", "warn", "tips", "clock", "count_abandoned",
    "card_cursor",
    "autoplay", "building", "placement", "move_keys",
    "least_card", "mirrored", "four_colours", "french_indices", "large_print", "safe_colours",
    "card_faces", "card_back", "felt",
    "speed", "reduced_motion", "sound", "volume", "fullscreen", "ui_scale", "language",
]  # fmt: skip


def options(
    size: tuple[int, int] = (1280, 800), game: str | None = None, **choices: object
) -> SceneDriver:
    return open_scene(OptionsScene, game, size=size, **choices)


def row(driver: SceneDriver, name: str) -> OptionRow:
    return next(row for row in driver.scene._rows if row.option.name == name)


def value(driver: SceneDriver, name: str) -> object:
    return row(driver, name).option.value(driver.held.services.settings)


def show(driver: SceneDriver, name: str) -> OptionRow:
    """Scroll until a row is in view."""
    found = row(driver, name)
    scene = driver.scene
    scene.scroller.jump(found.area.top - scene.view.height // 2)
    scene.follow_scroll()
    assert scene.view.contains(found.at)
    return found


def other_place(found: OptionRow) -> tuple[int, int]:
    """Where a click changes a control."""
    widget, rect = found.widget, found.widget.rect
    if isinstance(widget, Slider):
        return rect.right - 3, rect.centery
    if isinstance(widget, Segmented) and not widget.is_stepper:
        return widget._segment(1 - widget.place_chosen).center
    if isinstance(widget, Swatches):
        return widget._area(1).center
    return rect.center


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ui", [0.8, 1.0, 1.5])
def test_no_row_overlaps_another_or_leaves_the_page(size: tuple[int, int], ui: float) -> None:
    scene = options(size, ui_scale=ui).scene
    areas = [row.area for row in scene._rows] + [area for _group, area in scene._heads]
    assert not any(one.collidelist(areas[:place]) >= 0 for place, one in enumerate(areas))
    assert pygame.Rect((0, 0), size).contains(scene.panel)
    for found in scene._rows:
        assert found.area.left >= 0 and found.area.right <= scene.content.w
        assert found.area.bottom <= scene.scroller.content
        assert found.at.left <= found.widget.rect.left <= found.widget.rect.right <= found.at.right
        label = pygame.Rect(found.at.topleft, (scene._label_width(found), found.at.h // 2))
        assert not label.colliderect(found.widget.rect)
    fixed = [scene.back, scene.focus.named(DEFAULTS), scene.focus.named(DONE)]
    for widget in fixed:
        assert scene.panel.contains(widget.rect) and not widget.rect.colliderect(scene.view)


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_every_text_is_whole_and_clear_of_its_control(size: tuple[int, int]) -> None:
    driver = options(size)
    rows = driver.scene._rows
    for line in driver.written():
        assert line.whole, line
        assert line.area.left >= 0 and line.area.right <= size[0], line
        for found in rows:
            if line.text in (found.option.label, found.option.note):
                assert not line.area.colliderect(found.widget.rect), line


@pytest.mark.parametrize("page", [OptionsScene, HelpScene, StatisticsScene])
def test_nothing_of_the_table_shines_through_a_page(page: type[Scene]) -> None:
    driver = open_scene(page)
    over = []
    for below in ("white", "black"):
        driver.surface.fill(below)
        over.append(driver.draw().copy())
    panel = driver.scene.panel
    for at in (panel.center, (panel.centerx, panel.y + 20), (panel.x + 40, panel.centery)):
        assert all(abs(a - b) <= 2 for a, b in zip(*(s.get_at(at) for s in over), strict=True))


def test_the_page_offers_what_has_an_effect() -> None:
    assert [row.option.name for row in options().scene._rows] == NAMES


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_changed_by_mouse_and_saved(
    size: tuple[int, int], name: str, tmp_path: Path
) -> None:
    held = recording_services(tmp_path, ui_scale=1.0)
    driver = SceneDriver(OptionsScene(held.services), held, size)
    before = value(driver, name)
    driver.click(other_place(show(driver, name)))
    assert value(driver, name) != before
    saved = SettingsFile(held.services.settings_file.path)
    assert saved.settings == held.services.settings


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
def test_every_choice_is_changed_by_keyboard_alone_and_seen(size: tuple[int, int]) -> None:
    driver = options(size)
    scene = driver.scene
    for name in NAMES:
        for _ in range(40):
            if scene.focus.focused.name == name:
                break
            driver.press(pygame.K_TAB)
        found = row(driver, name)
        driver.wait(0.6)
        assert scene.view.contains(found.widget.rect) and not scene.scroller.moving
        before = value(driver, name)
        toggles = isinstance(found.widget, RowToggle)
        # At the end of a choice an arrow leaves the control.
        arrows = [pygame.K_RIGHT, pygame.K_LEFT][:: -1 if before is True else 1]
        for code in (pygame.K_SPACE,) if toggles else arrows:
            if value(driver, name) == before:
                driver.press(code)
        assert value(driver, name) != before
        assert scene.focus.ring_shown


def told(found: OptionRow) -> tuple[object, bool, str]:
    """What a row shows, whether it can be changed, and its note."""
    widget = found.widget
    assert isinstance(widget, RowToggle | Choice)
    shown = widget.on if isinstance(widget, RowToggle) else widget.value
    return shown, widget.enabled, found.note


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
def test_a_setting_without_effect_is_disabled_shows_what_holds_and_says_why(
    size: tuple[int, int],
) -> None:
    driver = options(size, felt="blue", safe_colours=False)
    services = driver.held.services
    names = "four_colours", "reduced_motion", "felt"
    assert [told(row(driver, name)) for name in names] == [
        (False, True, ""),
        (False, True, "fade instead of sliding"),
        ("blue", True, ""),
    ]
    services.desktop.accessibility = AccessibilitySettings(reduced_motion=True, high_contrast=True)
    services.change(safe_colours=True)
    driver.scene.follow_settings()
    assert [told(row(driver, name)) for name in names] == [
        (True, False, "Always four colours with this palette"),
        (True, False, "set by your system"),
        ("blue", False, "set by your system"),
    ]
    assert row(driver, "felt").widget.spoken_more == "set by your system"
    speed = row(driver, "speed")
    assert (speed.widget.enabled, speed.note) == (False, "fade instead of sliding")
    before = services.settings
    for name in names:
        driver.click(other_place(show(driver, name)))
        driver.draw()
    assert services.settings == before
    assert all(line.whole for line in driver.written())


def test_a_choice_that_makes_another_game_is_for_the_next_deal() -> None:
    driver = options()
    for option in (each for make in RULES.values() for each in make().facts.options):
        assert row(driver, option.setting).note.endswith(" · for new deals") is bool(option.choices)


def test_a_click_anywhere_in_its_row_turns_a_switch() -> None:
    driver = options()
    found = show(driver, "large_print")
    driver.click((found.at.left + 5, found.at.centery))
    assert driver.held.services.settings.large_print


def test_rows_out_of_view_cannot_be_clicked() -> None:
    driver = options((640, 400))
    scene = driver.scene
    scene.scroller.jump(scene.scroller.most)
    scene.follow_scroll()
    assert pressed_out_of_view(driver) == {"back", DEFAULTS, DONE}


def test_a_switch_held_until_the_mouse_has_left_the_view_is_not_turned() -> None:
    driver = options((640, 400))
    found = show(driver, "large_print")
    scene = driver.scene
    scene.scroller.jump(found.area.centery - scene.view.height)
    scene.follow_scroll()
    below = found.at.centerx, scene.view.bottom + 1
    assert found.widget.target().collidepoint(below)
    driver.send(down((below[0], found.at.top + 2)), motion(below, held=True))
    assert found.widget.held and not found.widget.is_down
    driver.send(up(below))
    assert not driver.held.services.settings.large_print


def test_the_wheel_and_the_bar_scroll_a_page_that_is_too_long() -> None:
    driver = options((640, 400))
    scene = driver.scene
    driver.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert scene.busy
    driver.wait(1.0)
    assert scene.scroller.offset > 0 and not scene.busy
    thumb = scene.scroller.thumb()
    assert thumb is not None
    driver.send(motion(thumb.center), down(thumb.center), motion((thumb.centerx, 399)))
    assert scene.scroller.offset == scene.scroller.most


@pytest.mark.parametrize("size", [(640, 400), (1280, 4000)])
def test_the_wheel_changes_no_slider_under_the_pointer(size: tuple[int, int]) -> None:
    driver = options(size)
    row = next(row for row in driver.scene._rows if isinstance(row.widget, Slider))
    driver.scene.scroller.show(row.at.top, row.at.bottom)
    driver.scene.scroller.finish()
    driver.scene.follow_scroll()
    before = driver.held.services.settings
    driver.send(motion(row.widget.target().center))
    for turn in (-1, 1, 1, -1, -1):
        driver.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=turn))
        driver.wait(1.0)
    assert driver.held.services.settings == before


@pytest.mark.parametrize("size", SIZES)
def test_the_page_leaves_a_part_of_the_table_free_and_a_press_there_closes_it(
    size: tuple[int, int],
) -> None:
    driver = options(size)
    canvas = pygame.Surface(size)
    canvas.fill("white")
    driver.scene.draw(canvas)
    free = pygame.Rect(0, 0, size[0] * 3 // 10, size[1])
    assert pygame.transform.average_color(canvas, free)[:3] == (255, 255, 255)
    # The wheel is a button too.
    assert driver.send(motion(free.center), down(free.center, pygame.BUTTON_WHEELDOWN)) is None
    assert driver.send(down(free.center)) == Pop()


@pytest.mark.parametrize("leave", ["escape", "back", "done", "options key"])
def test_the_ways_back(leave: str) -> None:
    driver = options()
    if leave == "escape":
        change = driver.press(pygame.K_ESCAPE)
    elif leave == "options key":
        change = driver.press(pygame.K_o, CTRL)
    else:
        change = driver.click(driver.scene.focus.named(leave).rect.center)
    assert change == Pop()


def test_f1_opens_the_help_of_the_game_one_came_from() -> None:
    change = options(game="gaps").press(pygame.K_F1)
    assert isinstance(change, Push) and isinstance(change.scene, HelpScene)
    assert change.scene._shown.name == "gaps"


def test_the_keyboard_begins_at_the_game_one_came_from() -> None:
    assert options(game="lapeau").scene.focus.focused.name == "building"
    assert options().scene.focus.focused.name == NAMES[0]


def test_a_small_window_opens_at_the_top_and_goes_to_the_focus_when_it_shows() -> None:
    driver = options((640, 400), game="gaps")
    scene = driver.scene
    assert scene.scroller.offset == 0
    driver.press(pygame.K_TAB)
    driver.wait(1.0)
    assert scene.scroller.offset > 0 and scene.focus.ring_shown
    found = next(row for row in scene._rows if row.widget is scene.focus.focused)
    assert scene.view.contains(found.at)


def test_fullscreen_is_asked_of_the_window_and_its_key_is_followed() -> None:
    driver = options()
    driver.click(show(driver, "fullscreen").widget.rect.center)
    assert driver.held.fullscreen == [True]
    driver.press(pygame.K_F11)
    assert driver.held.fullscreen == [True, False]
    toggle = row(driver, "fullscreen").widget
    assert isinstance(toggle, RowToggle) and not toggle.on


def test_the_size_changes_when_the_slider_is_let_go() -> None:
    driver = options()
    rect = show(driver, "ui_scale").widget.rect
    driver.send(motion(rect.center), down(rect.center), motion((rect.right - 3, rect.centery)))
    assert driver.held.services.settings.ui_scale == 1.0
    driver.send(up((rect.right - 3, rect.centery)))
    assert driver.held.services.settings.ui_scale == 2.0


@pytest.mark.parametrize("share", [0.9, 0.02])
def test_the_slider_that_changed_the_size_stays_in_view(share: float) -> None:
    driver = options(ui_scale=1.0 if share > 0.5 else 1.8)
    slider, scene = row(driver, "ui_scale").widget, driver.scene
    scene.scroller.jump(scene.scroller.most)
    scene.follow_scroll()
    at = slider.rect.left + round(slider.rect.w * share), slider.rect.centery
    driver.send(motion(at), down(at), up(at))
    driver.wait(2)
    assert (driver.held.services.settings.ui_scale > 1.5) is (share > 0.5)
    assert scene.view.contains(slider.rect)


def test_the_size_changes_where_the_window_loses_the_keyboard_before_the_slider_is_let_go() -> None:
    driver = options()
    rect = show(driver, "ui_scale").widget.rect
    driver.send(motion(rect.center), down(rect.center), motion((rect.right - 3, rect.centery)))
    driver.send(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert driver.held.services.settings.ui_scale == 2.0


def test_speed_off_leaves_the_speed_and_stops_the_motion() -> None:
    driver = options(speed=2.0)
    slider = row(driver, "speed").widget
    driver.scene.focus.focus(slider)
    driver.press(pygame.K_HOME)
    settings = driver.held.services.settings
    assert (settings.animated, settings.speed) == (False, 2.0)
    driver.press(pygame.K_END)
    settings = driver.held.services.settings
    assert (settings.animated, settings.speed) == (True, 4.0)


def card_beside(driver: SceneDriver) -> pygame.Rect:
    """Where something is drawn beside the page, on a white window."""
    driver.surface.fill("white")
    free = driver.draw().subsurface((0, 0, driver.scene.panel.left - 60, driver.size[1])).copy()
    free.set_colorkey("white")
    return free.get_bounding_rect()


@pytest.mark.parametrize(
    ("choices", "name", "code", "flies"),
    [
        ({}, "speed", pygame.K_LEFT, True),
        ({}, "speed", pygame.K_HOME, False),
        ({}, "reduced_motion", pygame.K_SPACE, False),
        ({"reduced_motion": True}, "reduced_motion", pygame.K_SPACE, True),
    ],
)
def test_a_card_beside_the_page_shows_how_cards_move_now(
    choices: dict[str, bool], name: str, code: int, flies: bool
) -> None:
    driver = options(**choices)
    assert not card_beside(driver)
    driver.scene.focus.focus(row(driver, name).widget)
    driver.press(code)
    driver.wait(0.05)
    first = card_beside(driver)
    driver.wait(0.5)
    last = card_beside(driver)
    assert last and (first.x < last.x) is flies
    driver.wait(1)
    assert not card_beside(driver) and not driver.scene.busy


@pytest.mark.parametrize("name", ["speed", "volume"])
def test_at_its_end_a_slider_keeps_the_keyboard(name: str) -> None:
    driver = options()
    control = row(driver, name).widget
    driver.scene.focus.focus(control, ring=True)
    for code in (pygame.K_RIGHT, pygame.K_LEFT):
        for _ in range(30):
            driver.press(code)
        assert driver.scene.focus.focused is control


def test_a_speed_between_the_marks_shows_as_the_nearest() -> None:
    slider = row(options(speed=1.9), "speed").widget
    assert isinstance(slider, Slider) and slider.value == 3


CHANGED = {"felt": "blue", "large_print": True, "speed": 4.0, "window_width": 999}


@pytest.mark.parametrize("sure", [True, False])
def test_defaults_ask_first_and_leave_alone_what_is_not_on_the_page(sure: bool) -> None:
    driver = options(**CHANGED)
    driver.click(driver.scene.focus.named(DEFAULTS).rect.center)
    assert driver.held.services.settings.felt == "blue"
    question = opened(driver)
    answer = question.scene.focus.named("yes").rect.center
    assert (question.click(answer) if sure else question.press(pygame.K_RETURN)) == Pop()
    driver.draw()
    settings = driver.held.services.settings
    expected = {**Settings()._asdict(), "window_width": 999} if sure else CHANGED
    assert {name: getattr(settings, name) for name in expected} == expected
    toggle = row(driver, "large_print").widget
    assert isinstance(toggle, RowToggle) and toggle.on != sure


def test_defaults_also_undo_what_another_window_has_saved(tmp_path: Path) -> None:
    driver, path = options(), tmp_path / "settings.json"
    driver.held.services.settings_file = SettingsFile(path)
    SettingsFile(path).change(felt="blue")
    driver.click(driver.scene.focus.named(DEFAULTS).rect.center)
    question = opened(driver)
    question.click(question.scene.focus.named("yes").rect.center)
    assert SettingsFile(path).settings == Settings()


def test_everything_is_drawn_once_and_then_rests() -> None:
    driver = options()
    driver.draw()
    assert not driver.scene.focus.stale and not driver.scene.stale
    assert driver.scene.due is None and not driver.scene.busy


def test_another_language_shows_at_once_and_the_keyboard_stays_where_it_is() -> None:
    driver = options()
    scene, services = driver.scene, driver.held.services
    driver.held.followers.insert(0, lambda: speak(services, scene))
    scene.focus.focus(row(driver, "language").widget, ring=True)
    driver.press(pygame.K_RIGHT)
    driver.press(pygame.K_RIGHT)
    assert services.settings.language == "fr"
    assert scene.focus.focused is row(driver, "language").widget
    assert row(driver, "language").widget.value == "fr"
    words = {text.text for text in driver.written()}
    assert {"Chronomètre", "Langue", "Terminé"} <= words
    assert not {"Clock", "Language", "Done"} & words
    driver.press(pygame.K_LEFT)
    assert {"Clock", "Language", "Done"} <= {text.text for text in driver.written()}


def speak(services: Services, scene: OptionsScene) -> None:
    """What the program does where the language has changed."""
    if services.follow_language():
        scene.follow_language()
        scene.place(scene.size)


def test_neighbouring_controls_and_the_frames_of_what_is_chosen_lie_apart() -> None:
    driver = options(card_back="burgundy", felt="grey")
    clock, abandoned = (
        row(driver, "clock").widget.rect,
        row(driver, "count_abandoned").widget.rect,
    )
    assert abandoned.top - clock.bottom >= 4
    back, felt = (row(driver, name).widget for name in ("card_back", "felt"))
    assert isinstance(back, Swatches) and isinstance(felt, Swatches)
    assert felt.frame.top - back.frame.bottom >= 2


def test_every_back_is_a_swatch_with_a_picture_of_its_own_and_is_chosen_by_a_click() -> None:
    driver = options()
    found = show(driver, "card_back")
    swatches = found.widget
    assert isinstance(swatches, Swatches)
    backs = ("navy", "burgundy", "night", "leaves", "tiles", "sunrise", "mosaic")
    pictures = set()
    for place, back in enumerate(backs):
        driver.click(swatches._area(place).center)
        assert driver.held.services.appearance.back == back
        driver.click(swatches._area(0 if place else 1).center)
        picture = driver.draw().subsurface(swatches._area(place).inflate(-8, -8))
        pictures.add(pygame.image.tobytes(picture, "RGB"))
    assert len(pictures) == len(backs)


def test_the_deck_that_is_chosen_is_that_of_all_pictures_at_once() -> None:
    driver = options(four_colours=True)
    services = driver.held.services
    driver.click(other_place(show(driver, "card_faces")))
    assert services.appearance.palette == "modern/four"
    order = services.assets.card_order("classic", "Kd", (90, 126), palette="modern/four")
    assert order.path == "cards/modern-four/Kd"


def test_with_a_screen_reader_the_card_cursor_is_always_on() -> None:
    driver = options()
    driver.held.services.devices.screen_reader = True
    driver.scene.follow_settings()
    assert told(row(driver, "card_cursor")) == (True, False, "always on with a screen reader")
    assert row(driver, "speed").widget.enabled


def test_the_scroll_bar_lights_up_and_goes_dark_at_once_on_the_screen() -> None:
    driver = options(size=(640, 400))
    scene, canvas = driver.scene, pygame.Surface((640, 400))
    scene.draw(canvas)
    thumb = scene.scroller.thumb()
    assert thumb is not None
    for at in (thumb.center, (5, 5)):
        scene.stale = False
        scene.handle(motion(at))
        assert scene.stale
        scene.draw(canvas)
        scene.stale = False
        scene.handle(motion(at))
        assert not scene.stale


def test_games_that_share_a_setting_share_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = BrainJam.facts.options
    monkeypatch.setattr(Klondike, "facts", Klondike.facts._replace(options=shared))
    driver = options(game="klondike")
    assert [row.option.name for row in driver.scene._rows] == NAMES
    assert row(driver, "autoplay").note == "Brain Jam, Klondike"
    assert driver.scene.focus.focused is row(driver, "autoplay").widget
