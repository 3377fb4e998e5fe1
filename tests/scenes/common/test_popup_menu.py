"""The menu of a table: which row has the focus; its number field is reached by key, left by Escape,
and refuses what is no number.
"""

from __future__ import annotations

import pygame
import pytest
from input_events import CTRL, down, key, motion, tapped, up
from recording_services import made
from table_driver import TableDriver

from game.desktop.commands import Command
from game.desktop.touch import Device
from game.rules import RULES
from game.scenes.common.base import Pop, Push
from game.scenes.common.popup_menu import PopupScene
from game.widgets.focus import RING_GAP, RING_WIDTH
from game.widgets.number_entry import NumberEntry

GO_TO_NUMBER = key(pygame.K_g, CTRL)
ENTER, ESCAPE = key(pygame.K_RETURN), key(pygame.K_ESCAPE)
SMALL = (640, 400)


def menu_at_its_number(driver: TableDriver) -> PopupScene:
    change = driver.scene.handle(GO_TO_NUMBER)
    assert isinstance(change, Push) and isinstance(change.scene, PopupScene)
    change.scene.place(SMALL)
    assert isinstance(change.scene.focus_group.focused, NumberEntry)  # type: ignore[union-attr]
    return change.scene


def typed(scene: PopupScene, text: str) -> None:
    for digit in text:
        scene.handle(key(ord(digit), char=digit))


@pytest.mark.parametrize("game", RULES)
def test_where_the_bar_has_no_number_field_the_menu_opens_at_its_own(game: str) -> None:
    driver = TableDriver(RULES[game](), size=SMALL)
    menu = menu_at_its_number(driver)
    typed(menu, "17")
    assert isinstance(menu.handle(ENTER), Pop)
    assert driver.scene.session.number == 17


def test_escape_leaves_the_menu_from_its_number_field() -> None:
    menu = menu_at_its_number(TableDriver(RULES["klondike"](), size=SMALL))
    assert isinstance(menu.handle(ESCAPE), Pop)


def test_what_is_no_deal_number_is_refused_and_the_game_goes_on() -> None:
    driver = TableDriver(RULES["klondike"](), size=SMALL)
    session = driver.scene.session
    session.space()
    menu = menu_at_its_number(driver)
    typed(menu, "1234567")
    assert menu.handle(ENTER) is None
    assert driver.recording.told[-1] == "Deal numbers run from 0 to 999999"
    assert driver.scene.session is session and session.moves == 1


def test_a_letter_is_no_deal_number() -> None:
    driver = TableDriver(RULES["klondike"](), size=SMALL)
    menu = menu_at_its_number(driver)
    assert menu.handle(key(pygame.K_a, char="a")) is None
    assert driver.recording.told == ["Deal numbers run from 0 to 999999"]


def test_an_empty_number_in_the_menu_restarts_the_game_and_says_so() -> None:
    driver = TableDriver(RULES["klondike"](), size=SMALL)
    session = driver.scene.session
    session.space()
    menu = menu_at_its_number(driver)
    typed(menu, "1")
    menu.handle(key(pygame.K_BACKSPACE))
    assert isinstance(menu.handle(ENTER), Pop)
    assert driver.recording.told[-1] == "Deal restarted"
    assert driver.scene.session is session and session.moves == 0


def opened(device: Device, **settings: object) -> PopupScene:
    """The menu of a table, opened by a device."""
    driver = TableDriver(RULES["klondike"](), size=SMALL)
    driver.recording.services.devices.last = device
    driver.recording.services.change(**settings)  # type: ignore[arg-type]
    change = driver.scene.handle(key(pygame.K_F10))
    assert isinstance(change, Push) and isinstance(change.scene, PopupScene)
    change.scene.place(SMALL)
    return change.scene


def test_home_and_end_lead_to_its_first_and_last_row() -> None:
    menu = opened(Device.KEYBOARD)
    group = menu.focus_group
    assert group is not None
    for code, place in ((pygame.K_END, -1), (pygame.K_HOME, 0)):
        assert menu.handle(key(code)) is None
        assert group.focused is group.reachable()[place] and group.ring_shown
        assert menu._view.contains(group.focused.rect)


@pytest.mark.parametrize(
    "device, cursor", [(Device.KEYBOARD, False), (Device.PAD, False), (Device.MOUSE, True)]
)
def test_opened_by_key_it_shows_the_focus_and_that_is_not_on_exit(
    device: Device, cursor: bool
) -> None:
    focus = opened(device, card_cursor=cursor).focus_group
    assert focus is not None and focus.ring_shown
    assert focus.focused is focus.named(Command.NEW)


@pytest.mark.parametrize("device", [Device.MOUSE, Device.TOUCH])
def test_opened_by_mouse_enter_does_nothing_and_an_arrow_shows_the_first_row(
    device: Device,
) -> None:
    menu = opened(device)
    focus = menu.focus_group
    assert focus is not None and menu.handle(ENTER) is None and not focus.ring_shown
    menu.handle(key(pygame.K_DOWN))
    assert focus.ring_shown and focus.focused is focus.named(Command.NEW)


@pytest.mark.parametrize("size", [SMALL, (1600, 1000)])
def test_a_finger_alone_starts_a_deal_by_its_number(size: tuple[int, int]) -> None:
    driver = TableDriver(RULES["gaps"](), size=size)
    driver.recording.services.devices.last = Device.TOUCH
    if size == SMALL:
        change = driver.scene.handle(GO_TO_NUMBER)
    else:
        field = driver.scene.table_picture.focus.named(Command.NUMBER)
        change = tapped(driver.scene, (field.rect.left + 8, field.rect.centery))
    assert isinstance(change, Push) and isinstance(change.scene, PopupScene)
    menu = change.scene
    menu.place(size)
    field = menu.focus_group.focused  # type: ignore[union-attr]
    assert isinstance(field, NumberEntry) and field.is_dialled
    assert tapped(menu, (field.rect.left + 10, field.rect.top + 6)) is None
    assert isinstance(tapped(menu, (field.rect.right - 12, field.rect.centery)), Pop)
    assert driver.scene.session.number == 100_000


def test_a_row_let_go_at_the_edge_of_the_panel_does_not_take_the_next_click() -> None:
    menu = opened(Device.MOUSE)
    group = menu.focus_group
    assert group is not None
    help_row, options = (group.named(name) for name in (Command.HELP, Command.OPTIONS))
    edge = menu._panel.left + 2, help_row.rect.centery
    assert not menu._view.collidepoint(edge)
    for event in (motion(help_row.rect.center), down(help_row.rect.center), up(edge)):
        assert menu.handle(event) is None
    for other in (options, help_row):
        assert not other.held
    at = options.rect.center
    changes = [menu.handle(event) for event in (motion(at), down(at), up(at))]
    assert changes[-1] is not None


@pytest.mark.parametrize("name", [Command.MENU, Command.MORE])
def test_rows_stay_large_enough_for_a_finger_which_scrolls_what_has_no_room(name: Command) -> None:
    driver = TableDriver(RULES["klondike"](), size=SMALL)
    driver.recording.services.devices.last = Device.TOUCH
    change = made(driver.recording.services, driver.scene.do(name))
    assert isinstance(change, Push) and isinstance(change.scene, PopupScene)
    menu = change.scene
    menu.place(SMALL)
    assert menu.focus_group is not None
    first, last = menu.focus_group.widgets[0], menu.focus_group.widgets[-1]
    assert first.rect.h >= menu.look.px(40)
    at = first.rect.center
    begins, follows = down(at), motion((at[0], at[1] - 2000), held=True)
    begins.slip = (0, -20)
    menu.handle(begins)
    menu.handle(follows)
    assert menu._view.contains(last.rect)


def pixels(menu: PopupScene, spots: list[tuple[int, int]]) -> list[pygame.Color]:
    picture = pygame.Surface(menu.size)
    menu.draw(picture)
    return [picture.get_at(spot) for spot in spots]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("ui_scale", [1.0, 2.0])
def test_the_ring_around_a_row_is_whole(ui_scale: float, *, last: bool) -> None:
    menu = opened(Device.KEYBOARD, ui_scale=ui_scale)
    focus = menu.focus_group
    assert focus is not None
    if last:
        menu.handle(key(pygame.K_UP))
        menu.handle(key(pygame.K_UP))
    assert focus.focused is not None
    row, reach = focus.focused.rect, menu.look.px(RING_GAP + RING_WIDTH)
    ring = row.inflate(2 * reach - 1, 2 * reach - 1)
    ring.size = ring.w - 1, ring.h - 1
    spots = [ring.midleft, ring.midright, ring.midtop, ring.midbottom]
    with_ring = pixels(menu, spots)
    focus.focus(focus.focused, ring=False)
    assert all(one != other for one, other in zip(with_ring, pixels(menu, spots), strict=True))
