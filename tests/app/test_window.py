"""The window on desktops that the tests have none of: Windows by pixels an inch, macOS by points,
X11 by the server's density; and two screens.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.app import window
from game.app.window import ProgramWindow
from game.desktop.screens import Frame, ScreenArea
from game.system.settings import Settings

Desktop = Callable[..., ProgramWindow]
FRAME = Frame(29, 5, 5, 5)


def screen(x: int, y: int, w: int, h: int, dpi: float = 0.0) -> ScreenArea:
    return ScreenArea((x, y, w, h), (x, y, w, h - 40), dpi)


class FakeWindow:
    """A window of SDL's, in the desktop's unit; its surface has so many pixels for one of that."""

    ratio = 1.0
    bits = 32
    usual = 0, 0
    """Where SDL creates it if no place is asked for."""
    id = handle = 1

    def __init__(self, title: str, size: tuple[int, int], **flags: object) -> None:
        self.size = size
        FakeScreens.maximised = "maximized" in flags
        self.position = flags.get("position", self.usual)
        self.minimum_size = (0, 0)

    def get_surface(self) -> pygame.Surface:
        size = [round(side * self.ratio) for side in self.size]
        return pygame.Surface(size, depth=self.bits)

    def destroy(self) -> None:
        pass

    def set_fullscreen(self, *, desktop: bool) -> None:
        """All of the screen; where it was is the window manager's to remember."""
        FakeScreens.full = True
        self.before = self.size, self.position
        self.size, self.position = FakeScreens.areas[FakeScreens.number].bounds[2:], (0, 0)

    def set_windowed(self) -> None:
        """Back, but for what the window manager has forgotten."""
        FakeScreens.full = False
        self.size, (x, y) = self.before
        self.position = x + FRAME.left, y + FRAME.top
        FakeScreens.maximised = False

    def maximize(self) -> None:
        FakeScreens.maximised = True
        self.size = FakeScreens.areas[FakeScreens.number].usable[2:]


class FakeScreens:
    """The screens of a desktop; the window is on that of a number."""

    areas: list[ScreenArea]
    number = 0
    maximised = False
    full = False
    frame = Frame()

    def all(self) -> list[ScreenArea]:
        return self.areas

    def number_of(self, window: object) -> int:
        return self.number

    def frame_of(self, window: object) -> Frame:
        return self.frame

    def is_maximised(self, window: object) -> bool:
        return self.maximised

    def is_full(self, window: object) -> bool:
        return self.full


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> Desktop:
    def begin(
        driver: str,
        *areas: ScreenArea,
        ratio: float = 1.0,
        number: int = 0,
        size: tuple[int, int] | None = None,
        dpi: int = 96,
        **settings: int,
    ) -> ProgramWindow:
        pygame.display.init()
        monkeypatch.setattr(FakeScreens, "areas", [*areas], raising=False)
        monkeypatch.setattr(FakeScreens, "number", number)
        monkeypatch.setattr(FakeScreens, "maximised", False)
        monkeypatch.setattr(FakeScreens, "full", False)
        monkeypatch.setattr(FakeWindow, "ratio", ratio)
        monkeypatch.setattr(window, "Screens", FakeScreens)
        monkeypatch.setattr(window, "open_window", lambda make: make())
        monkeypatch.setattr(window.pygame, "Window", FakeWindow)
        monkeypatch.setattr(window.pygame.display, "get_driver", lambda: driver)
        monkeypatch.setattr("game.desktop.screens.x11_dpi", lambda: float(dpi))
        return ProgramWindow(Settings(**settings), size)

    return begin


@pytest.mark.parametrize(("dpi", "density"), [(96, 1.0), (144, 1.5), (192, 2.0), (288, 3.0)])
def test_on_windows_the_screens_dpi_is_the_density(
    desktop: Desktop, dpi: float, density: float
) -> None:
    made = desktop("windows", screen(0, 0, 5120, 2880, dpi))
    assert made.density == density
    assert made.window.size == (1280 * density, 800 * density)
    kept = made.remembered()
    assert (kept["window_width"], kept["window_height"]) == (1280, 800)


def test_on_windows_another_screens_density_is_followed(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = desktop("windows", screen(0, 0, 3840, 2160, 192), screen(3840, 0, 1920, 1080, 96))
    monkeypatch.setattr(FakeScreens, "number", 1)
    assert made.follow_screen() and made.density == 1.0
    assert made.window.size == (2560, 1600), "there the system resizes it"
    assert made.window.minimum_size == (640, 400)
    assert not made.follow_screen()


def test_a_window_of_another_depth_is_refused_so_that_another_way_is_tried(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeWindow, "bits", 16)
    with pytest.raises(pygame.error, match="16 bits"):
        desktop("windows", screen(0, 0, 1366, 768))


def test_scenes_have_the_room_of_the_window_but_never_less_than_the_least(desktop: Desktop) -> None:
    made = desktop("windows", screen(0, 0, 3840, 2160, 192))
    assert made.room == made.pixels == (2560, 1600)
    made.window.size = 300, 1000
    assert made.room == (1280, 1000)


@pytest.mark.parametrize("driver", ["cocoa", "wayland"])
def test_where_the_desktop_has_points_the_surface_tells_the_density(
    desktop: Desktop, driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = desktop(driver, screen(0, 0, 1512, 982, 254), ratio=2.0)
    assert made.density == 2.0
    assert made.window.size == (1280, 800) and made.pixels == (2560, 1600)
    clicked = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 30), button=1)
    assert made.translated(clicked).pos == (200, 60)
    assert made.remembered()["window_width"] == 1280
    monkeypatch.setattr(FakeWindow, "ratio", 1.0)
    assert made.follow_screen() and made.density == 1.0
    assert made.translated(clicked).pos == (100, 30)


def test_a_scale_that_is_no_whole_number_is_the_same_at_every_size(
    desktop: Desktop,
) -> None:
    made = desktop("wayland", screen(0, 0, 1280, 800), ratio=1.125)
    assert made.density == 1.125
    for width in range(641, 700):
        made.window.size = width, 401
        assert not made.follow_surface()


def test_under_x11_the_window_grows_with_the_desktops_density(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = desktop("x11", screen(0, 0, 3840, 2160, 163))
    assert made.density == 1.0 and made.window.size == (1280, 800)
    monkeypatch.setattr("game.desktop.screens.x11_dpi", lambda: 192.0)
    assert made.follow_screen() and made.density == 2.0
    assert made.window.size == (2560, 1600)


@pytest.fixture
def framed(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> ProgramWindow:
    """A window under X11 whose manager forgets, while it fills the screen, where it was."""
    made = desktop("x11", screen(0, 0, 1366, 768))
    monkeypatch.setattr(FakeScreens, "frame", FRAME)
    made.note(pygame.event.Event(pygame.WINDOWMOVED), 0.0)
    made.update(1.0)
    return made


def fill_and_return(made: ProgramWindow) -> None:
    for now, full in ((10.0, True), (20.0, False)):
        made.fill(full, now)
        made.note(pygame.event.Event(pygame.WINDOWSIZECHANGED), now)
        made.update(now + 1.0)


def test_a_window_that_comes_back_from_all_of_the_screen_is_where_it_was(
    framed: ProgramWindow,
) -> None:
    before = framed.window.position, framed.window.size
    for _ in range(3):
        fill_and_return(framed)
        assert (framed.window.position, framed.window.size) == before
    assert framed.remembered()["window_maximised"] is False


@pytest.mark.parametrize("size", [None, (1000, 600)], ids=["as remembered", "asked for"])
def test_a_start_in_full_screen_leaves_the_remembered_place(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] | None
) -> None:
    monkeypatch.setattr(FakeWindow, "usual", (60, 50))
    monkeypatch.setattr(FakeScreens, "frame", FRAME)
    kept = {"window_width": 1000, "window_height": 600, "window_x": 60, "window_y": 50}
    made = desktop("x11", screen(0, 0, 1366, 768), size=size, window_placed=True, **kept)
    made.fill(True, 0.0)
    assert made.remembered().items() >= kept.items(), "no event has come yet"
    made.note(pygame.event.Event(pygame.WINDOWSIZECHANGED), 0.1)
    made.update(1.0)
    assert made.remembered().items() >= kept.items()


def test_a_maximised_window_is_maximised_again_after_it_has_filled_the_screen(
    framed: ProgramWindow,
) -> None:
    before, usual = framed.remembered(), framed.window.size
    framed.window.maximize()
    framed.fill(True, 5.0)
    FakeScreens.maximised = False
    assert framed.remembered() == {**before, "window_maximised": True}, "it ends so"
    fill_and_return(framed)
    assert FakeScreens.maximised
    assert framed.remembered() == {**before, "window_maximised": True}
    FakeScreens.maximised, framed.window.size = False, usual
    framed.note(pygame.event.Event(pygame.WINDOWMOVED), 30.0)
    framed.update(31.0)
    assert framed.remembered() == before, "the player has made it smaller"


def test_a_window_that_the_window_manager_has_made_full_keeps_its_place(
    framed: ProgramWindow,
) -> None:
    before = framed.remembered()
    framed.window.size, framed.window.position = framed._areas[0].bounds[2:], (0, 0)
    framed.note(pygame.event.Event(pygame.WINDOWSIZECHANGED), 5.0)
    framed.update(6.0)
    assert framed.remembered() == before


def test_full_screen_by_the_window_managers_own_key_is_followed_both_ways(
    framed: ProgramWindow,
) -> None:
    before, usual = framed.remembered(), (framed.window.size, framed.window.position)
    framed.window.set_fullscreen(desktop=True)
    framed.note(pygame.event.Event(pygame.WINDOWSIZECHANGED), 5.0)
    framed.update(6.0)
    assert framed.full and framed.remembered() == before
    framed.window.size, framed.window.position = usual
    FakeScreens.full = False
    framed.window.before = usual
    framed.note(pygame.event.Event(pygame.WINDOWSIZECHANGED), 10.0)
    framed.update(11.0)
    assert not framed.full and framed.remembered() == before


def test_f11_right_after_the_window_managers_own_key_undoes_it(framed: ProgramWindow) -> None:
    framed.window.set_fullscreen(desktop=True)
    framed.note(pygame.event.Event(pygame.WINDOWSIZECHANGED), 5.0)
    framed.fill(True, 5.1)
    assert not framed.full
    framed.fill(False, 5.1)  # as the setting follows
    framed.update(6.0)
    assert (framed.full, FakeScreens.full) == (False, False)


def test_a_maximised_window_is_so_again_after_full_screen_by_the_window_managers_key(
    framed: ProgramWindow,
) -> None:
    framed.window.maximize()
    framed.note(pygame.event.Event(pygame.WINDOWMAXIMIZED), 5.0)
    framed.update(6.0)
    FakeScreens.maximised = False
    framed.window.set_fullscreen(desktop=True)
    framed.note(pygame.event.Event(pygame.WINDOWSIZECHANGED), 7.0)
    framed.update(8.0)
    assert framed.remembered()["window_maximised"]
    framed.fill(False, 10.0)
    framed.note(pygame.event.Event(pygame.WINDOWSIZECHANGED), 10.1)
    framed.update(11.0)
    assert FakeScreens.maximised


def test_a_window_manager_that_is_slow_to_fill_the_screen_has_used_no_key(
    framed: ProgramWindow,
) -> None:
    framed.fill(True, 5.0)
    FakeScreens.full, framed.window.size = False, (1000, 600)
    framed.note(pygame.event.Event(pygame.WINDOWMOVED), 5.1)
    framed.update(6.0)
    assert framed.full


@pytest.mark.parametrize("back", [False, True], ids=["ends minimised", "comes back before"])
def test_a_window_that_was_minimised_is_as_maximised_as_before(
    framed: ProgramWindow, back: bool
) -> None:
    before, usual = framed.remembered(), framed.window.size
    framed.window.maximize()
    framed.note(pygame.event.Event(pygame.WINDOWMAXIMIZED), 5.0)
    framed.update(6.0)
    FakeScreens.maximised = False  # SDL forgets it
    framed.note(pygame.event.Event(pygame.WINDOWMINIMIZED), 7.0)
    if back:
        framed.note(pygame.event.Event(pygame.WINDOWRESTORED), 8.0)
        framed.update(9.0)
    assert framed.remembered() == {**before, "window_maximised": True}
    framed.window.size = usual
    framed.note(pygame.event.Event(pygame.WINDOWRESTORED), 10.0)
    framed.update(11.0)
    assert framed.remembered() == before, "the player has made it smaller"


def test_what_a_window_manager_does_not_read_of_a_new_window_it_is_told(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = desktop("x11", screen(0, 0, 1366, 768), window_maximised=True)
    assert FakeScreens.maximised
    FakeScreens.maximised = False
    assert made.remembered()["window_maximised"] is True
    made.note(pygame.event.Event(pygame.WINDOWMOVED), 0.0)
    made.update(1.0)
    assert FakeScreens.maximised


@pytest.mark.parametrize("told", [True, False], ids=["by an event", "as it opened"])
def test_a_maximised_window_made_smaller_right_after_its_start_stays_so(
    desktop: Desktop, told: bool
) -> None:
    made = desktop("x11", screen(0, 0, 1366, 768), window_maximised=True)
    usual = made.window.size
    if not told:
        made.window.size = 1366, 749
    kind = pygame.WINDOWMAXIMIZED if told else pygame.WINDOWSIZECHANGED
    made.note(pygame.event.Event(kind), 0.0)
    FakeScreens.maximised, made.window.size = False, usual
    made.note(pygame.event.Event(pygame.WINDOWRESTORED), 0.1)
    made.update(1.0)
    assert not FakeScreens.maximised
    assert made.remembered()["window_maximised"] is False


def test_under_wayland_a_window_is_maximised_once_it_is_there(desktop: Desktop) -> None:
    made = desktop("wayland", screen(0, 0, 1366, 768), window_maximised=True)
    assert not FakeScreens.maximised, "weston ends a program whose first frame has another size"
    made.note(pygame.event.Event(pygame.WINDOWEXPOSED), 0.0)
    made.update(1.0)
    assert FakeScreens.maximised


def test_a_density_that_changes_under_a_maximised_window_leaves_its_size_in_dp(
    framed: ProgramWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = framed.remembered()
    monkeypatch.setattr(FakeScreens, "maximised", True)
    monkeypatch.setattr(FakeScreens, "areas", [screen(0, 0, 3840, 2160)])
    monkeypatch.setattr("game.desktop.screens.x11_dpi", lambda: 192.0)
    assert framed.follow_screen() and framed.density == 2.0
    assert framed.remembered() == {**before, "window_maximised": True}


NEAR, FAR = screen(0, 0, 1366, 768), screen(1366, 0, 1920, 1080)
ON_FAR = {"window_placed": True, "window_x": 1700, "window_y": 200, "window_screen": 1}
OFF = FAR._replace(usable=(0, 0, 0, 0))


@pytest.mark.parametrize("left", [[NEAR], [NEAR, OFF]], ids=["unplugged", "off"])
@pytest.mark.parametrize("full", [False, True])
def test_where_its_screen_is_gone_the_window_comes_into_view(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch, left: list[ScreenArea], *, full: bool
) -> None:
    made = desktop("x11", NEAR, FAR, number=1, dpi=144, **ON_FAR)
    if full:
        made.fill(True, 5.0)
    monkeypatch.setattr(FakeScreens, "areas", left)
    made.note(pygame.event.Event(window.DISPLAY_EVENT), 6.0)
    made.follow_screen()
    made.update(7.0)
    assert made.density == 1.5
    if full:
        made.fill(False, 8.0)
        made.note(pygame.event.Event(pygame.WINDOWMOVED), 8.0)
        made.update(9.0)
    (x, y), (w, h) = made.window.position, made.window.size
    assert x >= 0 and y >= 0 and x + w <= 1366 and y + h <= 728


def test_a_window_that_the_player_has_put_half_outside_stays_there(desktop: Desktop) -> None:
    made = desktop("windows", NEAR)
    made.window.position = 1000, 500
    made.note(pygame.event.Event(pygame.WINDOWMOVED), 5.0)
    made.update(6.0)
    assert made.window.position == (1000, 500)


@pytest.mark.parametrize(
    ("driver", "frame"),
    [("windows", Frame(45, 11, 11, 11)), ("cocoa", Frame())],
    ids=["Windows", "macOS, which tells no frame"],
)
def test_it_opens_at_the_same_place_start_after_start(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch, driver: str, frame: Frame
) -> None:
    monkeypatch.setattr(FakeScreens, "frame", frame)
    kept = {"window_placed": True, "window_x": 60, "window_y": 50}
    made = desktop(driver, screen(0, 0, 2560, 1440, 144), **kept)
    made.note(pygame.event.Event(pygame.WINDOWMOVED), 0.1)
    made.update(1.0)
    assert made.remembered().items() >= kept.items()


def test_it_opens_on_the_screen_that_it_was_on_or_on_the_first_if_that_is_gone(
    desktop: Desktop,
) -> None:
    two = screen(0, 0, 1280, 800, 96), screen(1280, 0, 1920, 1080, 96)
    kept = {"window_placed": True, "window_x": 1500, "window_y": 100, "window_screen": 1}
    made = desktop("windows", *two, number=1, **kept)
    assert made.window.position[0] >= 1500
    assert made.remembered()["window_screen"] == 1
    x, y = desktop("windows", two[0], **kept).window.position
    assert 0 <= x < 100 and 0 <= y < 100
