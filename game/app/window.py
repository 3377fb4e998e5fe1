"""The program's window. It opens so that it fits its screen, at the density of that screen, and
says at the end what to remember for the next start.

Three units are used here. The desktop places windows in its own unit (`desktop.screens`); surfaces
are measured in pixels; settings are in dp, so that a window is as large on a screen of another
density.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import pygame

from game.app.video_driver import open_window
from game.desktop import x11
from game.desktop.key_events import REPEAT_AFTER_MS, REPEAT_EACH_MS
from game.desktop.screens import IN_PIXELS, Frame, ScreenArea, Screens, density_of
from game.system.settings import LEAST_WINDOW, MOST_WINDOW, Settings

TITLE: Final = "Fourfold"
USUAL_FRAME: Final = Frame(32, 8, 8, 8)
"""The frame that is assumed while the real one is not known, in dp."""
NO_FRAME: Final = Frame()
RATIOS: Final = 120
"""Wayland's scales are multiples of 1/120."""
QUIET_S: Final = 0.3
"""Seconds without a change after which the window's place is final and the window manager has done
what it was asked.
"""
WATCH_S: Final = 2.0
"""Seconds after a switch to or from full screen in which a late answer of the window manager is
corrected, and is not taken for a key of its own.
"""
CREATED_BY_CONTENT: Final = ("windows", "cocoa")
"""The drivers whose windows are created by the corner of their content, before there is a frame."""
USUAL_BITS: Final = 32
"""The depth of every surface that is drawn on."""
DISPLAY_EVENT: Final = 0x150
"""SDL_DISPLAYEVENT, for which pygame has no name: a screen has come or gone."""
PLACED: Final = frozenset(
    {
        pygame.WINDOWMOVED,
        pygame.WINDOWSIZECHANGED,
        pygame.WINDOWMAXIMIZED,
        pygame.WINDOWRESTORED,
        pygame.WINDOWEXPOSED,
        pygame.WINDOWDISPLAYCHANGED,
        DISPLAY_EVENT,
    }
)
"""Events after which the window, or a screen, may be somewhere else."""
HIDDEN_EVENTS: Final = frozenset({pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN})
SHOWN_EVENTS: Final = frozenset(
    {
        pygame.WINDOWRESTORED,
        pygame.WINDOWSHOWN,
        pygame.WINDOWMAXIMIZED,
        pygame.WINDOWEXPOSED,
        pygame.WINDOWFOCUSGAINED,
    }
)


class Place(NamedTuple):
    """The corner of a window's frame, and the size of what is in it."""

    x: int
    y: int
    w: int
    h: int


class ProgramWindow:
    """The window, and where it is. Times are the loop's, in seconds."""

    def __init__(self, settings: Settings, size: tuple[int, int] | None) -> None:
        """`size`: in dp, from the command line; None: as remembered. Raises NoScreenError if no
        window can be shown.
        """
        self._screens = Screens()
        self._settings, self._asked = settings, size
        self._full = self._wanted = False
        self._switched = -math.inf
        """When full screen was last switched on or off."""
        self._moved: float | None = None
        """When the window last moved or changed; None: its place is noted."""
        self._to_maximise = settings.window_maximised and size is None
        """The window is to be maximised once it is not full screen. Not every window manager
        remembers that during full screen, or reads it from a new window.
        """
        self._returning = self._to_maximise
        """The window has left full screen, or is to open maximised, and `_mend` has not checked its
        place.
        """
        self._checked = size is not None
        """True once the frame is known and in view, and always if the size was asked for."""
        self.hidden = False
        """True while the window is minimised or hidden."""
        self._wide_size: tuple[int, ...] | None = None
        """Its size when it was last noted as maximised; None: it was not."""
        self._reported = False
        """Whether an event has told where the window is. Until then it is where it was created,
        which under X11 is said of its frame.
        """
        self._unit, self._normal = 1.0, Place(0, 0, *LEAST_WINDOW)
        self.window = open_window(self._open)
        pygame.key.set_repeat(REPEAT_AFTER_MS, REPEAT_EACH_MS)  # a driver that starts forgets it
        self.density = self._found_density()
        self._limit()

    # Opening

    def _open(self) -> pygame.Window:
        areas = self._areas = self._screens.all()
        number = self._settings.window_screen
        area = areas[number if number < len(areas) else 0] if areas else None
        self._unit = self._unit_of(area)
        self._normal, placed = opening_place(self._settings, self._asked, areas, area, self._unit)
        flags: dict[str, Any] = {"resizable": True, "allow_high_dpi": True}
        if placed:
            # SDL expects the frame's corner under X11, elsewhere that of the content.
            at_frame = pygame.display.get_driver() == "x11"
            frame = NO_FRAME if at_frame else usual_frame(self._unit)
            flags["position"] = self._normal.x + frame.left, self._normal.y + frame.top
        # With libdecor, a first frame of another size ends the connection to the compositor.
        if self._to_maximise and pygame.display.get_driver() != "wayland":
            flags["maximized"] = True
        window = pygame.Window(TITLE, self._normal[2:], **flags)
        # All pictures have this depth; some remote desktops have 16 bits a pixel.
        if (bits := window.get_surface().get_bitsize()) != USUAL_BITS:
            window.destroy()
            raise pygame.error(f"a screen of {bits} bits a pixel")
        if not placed:
            self._normal = Place(*window.position, *self._normal[2:])
        return window

    @property
    def _frame(self) -> Frame:
        """Its frame. Where it was created by the corner of its content, the frame that was assumed
        then: with another one it would move a little at each start.
        """
        if pygame.display.get_driver() in CREATED_BY_CONTENT:
            return usual_frame(self._unit)
        return self._screens.frame_of(self.window)

    # Density

    def _unit_of(self, area: ScreenArea | None) -> float:
        """The length of a dp on a screen, in the desktop's unit."""
        if area is None:
            return 1.0
        if pygame.display.get_driver() in IN_PIXELS:
            return unit_on(area, density_of(area), 1.0)
        return unit_on(area, 1.0, 0.5)

    @property
    def _ratio(self) -> float:
        """Pixels per desktop unit, without the error of rounding the window's width."""
        return round(self.pixels[0] / max(1, self.window.size[0]) * RATIOS) / RATIOS

    def _found_density(self) -> float:
        return max(1.0, self._unit * self._ratio)

    def follow_screen(self) -> bool:
        """Look at which screen the window is on; True if its density is another one now."""
        areas = self._screens.all()
        if not areas:
            return False
        before = self._unit
        self._unit = self._unit_of(self._area_in(areas))
        if self._unit != before:
            self._limit()
            self._grow(self._unit / before)
        return self.follow_surface()

    def follow_surface(self) -> bool:
        """Take the density of the window's surface; True if it has changed. A desktop whose unit is
        the point reports a new density only in this way.
        """
        density, self.density = self.density, self._found_density()
        return self.density != density

    def _grow(self, by: float) -> None:
        """Multiply the window's size: under X11 it has to follow the desktop's density itself."""
        there = self._full or self._maximised
        x, y, w, h = self._normal if there else self._place()
        grown = Place(x, y, round(w * by), round(h * by))
        if there:
            self._normal = grown
        elif pygame.display.get_driver() == "x11":
            self._go(grown)

    def _limit(self) -> None:
        """A window may be no smaller than the least that scenes fit into."""
        wide, high = (math.ceil(side * self._unit) for side in LEAST_WINDOW)
        self.window.minimum_size = wide, high

    # Where it is

    @property
    def pixels(self) -> tuple[int, int]:
        """The size of what the window shows."""
        return self.window.get_surface().get_size()

    @property
    def rate(self) -> int:
        """How many pictures a second the screen shows that it is on."""
        return self._screens.rate_of(self.window)

    @property
    def room(self) -> tuple[int, int]:
        """The size in pixels that scenes are laid out for: the window's, but not below the least.
        In a smaller window, which some window managers make, the rest is cut off.
        """
        (wide, high), (least_wide, least_high) = self.pixels, LEAST_WINDOW
        return max(wide, int(least_wide * self.density)), max(high, int(least_high * self.density))

    @property
    def full(self) -> bool:
        """Whether it fills the screen, or is about to."""
        return self._wanted

    @property
    def _maximised(self) -> bool:
        """Whether it is maximised. When it has been hidden SDL may not know; it still is, then, as
        long as its size is the same.
        """
        told = self._screens.is_maximised(self.window)
        return told or tuple(self.window.size) == self._wide_size

    @property
    def _number(self) -> int:
        return self._screens.number_of(self.window)

    def _area_in(self, areas: list[ScreenArea]) -> ScreenArea:
        """The screen that the window is on, or another one where that is gone."""
        here = areas[min(self._number, len(areas) - 1)]
        return next((area for area in (here, *areas) if area.usable[2]), here)

    @property
    def _fills_screen(self) -> bool:
        """Whether it is as large as its screen, as after a window manager's own key for that."""
        areas = self._screens.all()
        return bool(areas) and tuple(self.window.size) == self._area_in(areas).bounds[2:]

    def _place(self) -> Place:
        """Where it is now: the corner of its frame, and the size of what is in it."""
        frame = self._frame
        x, y = self.window.position
        return Place(x - frame.left, y - frame.top, *self.window.size)

    def _in_view(self, place: Place) -> Place:
        """The place nearest to `place` with which the whole frame is in view."""
        areas = self._screens.all()
        if not areas:
            return place
        area = area_under(place, areas) or self._area_in(areas)
        return brought_into_view(place, area, self._frame)

    def _go(self, place: Place) -> None:
        """Move the window to a place, or to the nearest with which its whole frame is in view."""
        frame, place = self._frame, self._in_view(place)
        self.window.size = place[2:]
        self.window.position = place.x + frame.left, place.y + frame.top

    def _come_into_view(self) -> None:
        """Move the window if a part of its frame is outside the screen."""
        place = self._place()
        if self._in_view(place) != place:
            self._go(place)

    def translated(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event of the mouse in pixels; others as they are."""
        ratio = self._ratio if hasattr(event, "pos") else 1.0
        if ratio == 1.0:
            return event
        fields = dict(event.dict)
        for name in ("pos", "rel"):
            if name in fields:
                fields[name] = tuple(round(side * ratio) for side in fields[name])
        return pygame.event.Event(event.type, fields)

    def note(self, event: pygame.event.Event, now: float) -> None:
        """Note what an event says of the window: whether it is hidden, and that it has moved."""
        if event.type in HIDDEN_EVENTS:
            self.hidden = True
        elif event.type in SHOWN_EVENTS:
            self.hidden = False
        if self._to_maximise and self._switched == -math.inf:
            # SDL sends no event if it opened so.
            has_grown = self._maximised and tuple(self.window.size) != self._normal[2:]
            if has_grown or event.type == pygame.WINDOWMAXIMIZED:
                # If the player makes it smaller right after the start, it must stay so.
                self._to_maximise = False
        if event.type in PLACED:
            self._reported = True
            self._moved = now
            has_frame = self._screens.frame_of(self.window) != NO_FRAME
            if not self._checked and self._is_free and has_frame and self._screens.all():
                self._checked = True
                self._come_into_view()

    @property
    def _is_free(self) -> bool:
        """Whether the window's place is the program's to choose."""
        fills = self._full or self._maximised
        return not fills and pygame.display.get_driver() != "wayland"

    # Full screen

    def fill(self, full: bool, now: float) -> None:
        """Fill the screen that the window is on, or go back to a window: at once, or QUIET_S after
        the last switch, when the window manager has done that one.

        If the window manager's own key was used just before and is not noted yet, `full` is what it
        has done already, so the player means the opposite.
        """
        is_done = self._moved is not None and self._follow_desktop(now)
        self._wanted = full is not is_done
        self.update(now)

    def update(self, now: float) -> None:
        """Do what is due: switch to or from full screen, or correct and note the window's place."""
        if self._wanted != self._full and now >= self._switched + QUIET_S:
            self._switch(now)
        if self._moved is not None and now >= self._moved + QUIET_S:
            self._moved = None
            self._follow_desktop(now)
            self._mend(now)
            before, self._areas = self._areas, self._screens.all()
            if self._areas != before and self._is_free:
                self._come_into_view()  # its own screen may be gone or smaller
            self._note_place()

    def due(self, now: float) -> float | None:
        """Seconds until `update` wants to be called; None: it waits for an event."""
        waiting = [self._switched] if self._wanted != self._full else []
        waiting += [self._moved] if self._moved is not None else []
        return max(0.0, min(waiting) + QUIET_S - now) if waiting else None

    def _switch(self, now: float) -> None:
        if self._wanted:
            if self._reported:
                self._note_place()
            self._to_maximise = self._to_maximise or self._maximised
            self._wide_size = None
        self._full, self._switched = self._wanted, now
        self._returning = not self._full
        if self._full:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()

    @property
    def dropped_list(self) -> bytes:
        """The list of files that was dropped last, as its source wrote it; empty if unknown."""
        if pygame.display.get_driver() != "x11":
            return b""
        return x11.dropped_list(self.window.handle)

    def _follow_desktop(self, now: float) -> bool:
        """Note that the window has come to fill the screen, or has left that, by the window
        manager's own key or button; False if it has not.
        """
        if self._wanted != self._full or now <= self._switched + WATCH_S:
            return False
        told = self._screens.is_full(self.window)
        if told is None or told is self._full or (self._full and self._fills_screen):
            return False
        # Full screen may have ended that it is maximised, for the window manager and SDL.
        self._to_maximise = self._to_maximise or self._wide_size is not None
        self._wanted = told
        self._switch(now)
        return True

    def _mend(self, now: float) -> None:
        """Correct the place and size that the window manager gave the window after full screen."""
        areas = self._screens.all()
        if self._full or not areas:
            return
        back, self._returning = self._returning, False
        wide, self._to_maximise = self._to_maximise, False
        if self._maximised:
            return
        # Some X window managers move it by its frame, or elsewhere, when it leaves full screen. A
        # busy one may answer late: it still has the size of the screen then.
        is_displaced = pygame.display.get_driver() == "x11" and self._place() != self._normal
        whole, size = self._area_in(areas).bounds[2:], self.window.size
        is_late = now <= self._switched + WATCH_S and size == whole != self._normal[2:]
        if (back and is_displaced) or is_late:
            self._go(self._normal)
        if wide:
            self.window.maximize()

    # What is remembered

    def _note_place(self) -> None:
        """Note where the window is, or that it is maximised, unless it is full screen or hidden."""
        if self._full or self.hidden:
            return
        self._wide_size = tuple(self.window.size) if self._maximised else None
        if self._wide_size is None and not self._fills_screen:
            self._normal = self._place()

    def remembered(self) -> dict[str, bool | int]:
        """The settings for the next start, within their limits: not every window manager respects
        a minimum size.
        """
        if self._moved is not None:
            self._note_place()
        x, y, *size = self._normal
        width, height = (
            min(max(round(side / self._unit), least), most)
            for side, least, most in zip(size, LEAST_WINDOW, MOST_WINDOW, strict=True)
        )
        found: dict[str, bool | int] = {"window_width": width, "window_height": height}
        if self._screens.all() and pygame.display.get_driver() != "wayland":
            found |= {"window_placed": True, "window_x": x, "window_y": y}
        if self._screens.all():
            found["window_screen"] = self._number
            maximised = self._maximised and not self._full
            found["window_maximised"] = maximised or self._to_maximise
        return found


# Where it opens, and where it is brought: pure numbers


def usual_frame(unit: float) -> Frame:
    """USUAL_FRAME in the desktop's unit; `unit` is the length of a dp."""
    return Frame(*(round(side * unit) for side in USUAL_FRAME))


def opening_place(
    settings: Settings,
    asked: tuple[int, int] | None,
    areas: Sequence[ScreenArea],
    area: ScreenArea | None,
    unit: float,
) -> tuple[Place, bool]:
    """Where the window opens, and whether that is to be asked for: where it was left, else in the
    middle of the screen `area`. `asked`: a size in dp that the player asks for; it may be larger
    than fits there, and the desktop chooses the place of a size that fits. `unit`: the length of a
    dp.
    """
    size = asked or (settings.window_width, settings.window_height)
    size = round(size[0] * unit), round(size[1] * unit)
    frame = usual_frame(unit)
    if area is None or (
        asked is not None and size[0] <= area.bounds[2] and size[1] <= area.bounds[3]
    ):
        return Place(0, 0, *size), False
    place = Place(settings.window_x, settings.window_y, *size)
    under = area_under(place, areas) if settings.window_placed else None
    if under is None or asked is not None:
        return centred(area, size, frame), True
    if brought_into_view(place, under, NO_FRAME) == place:
        return place, True
    return brought_into_view(place, under, frame), True


def unit_on(area: ScreenArea, wanted: float, least: float) -> float:
    """The length of a dp on a screen: as wanted, or less where the least window would not fit;
    never under `least`.
    """
    wide, high = _room(area, USUAL_FRAME)
    return max(least, min(wanted, wide / LEAST_WINDOW[0], high / LEAST_WINDOW[1]))


def centred(area: ScreenArea, size: tuple[int, int], frame: Frame) -> Place:
    """In the middle of a screen, no larger than fits there with its frame."""
    wide, high = _room(area, frame)
    w, h = min(size[0], wide), min(size[1], high)
    left, top, *_ = area.usable
    return Place(left + (wide - w) // 2, top + (high - h) // 2, w, h)


def brought_into_view(place: Place, area: ScreenArea, frame: Frame) -> Place:
    """The same place, or the nearest with which the whole frame is inside the screen."""
    wide, high = _room(area, frame)
    left, top, *_ = area.usable
    w, h = min(place.w, wide), min(place.h, high)
    x = max(left, min(place.x, left + wide - w))
    y = max(top, min(place.y, top + high - h))
    return Place(x, y, w, h)


def area_under(place: Place, areas: Sequence[ScreenArea]) -> ScreenArea | None:
    """The screen that most of a place lies on; None where no part of it is on any."""
    best = max(areas, key=lambda area: _shared(place, area), default=None)
    return best if best is not None and _shared(place, best) else None


def _shared(place: Place, area: ScreenArea) -> int:
    """The area of a screen that a place covers, in square units; 0 for a screen that is switched
    off.
    """
    if not area.usable[2]:
        return 0
    left, top, wide, high = area.bounds
    across = min(place.x + place.w, left + wide) - max(place.x, left)
    down = min(place.y + place.h, top + high) - max(place.y, top)
    return max(0, across) * max(0, down)


def _room(area: ScreenArea, frame: Frame) -> tuple[int, int]:
    """The largest size whose frame still fits."""
    wide, high = area.usable[2:]
    return max(1, wide - frame.left - frame.right), max(1, high - frame.top - frame.bottom)
