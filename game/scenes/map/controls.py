"""The controls of the map: its header's buttons, filter and menu, its footer's zoom."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.core.translatable_texts import Wording
from game.desktop.commands import ENTER, Chord, Command, Control, Row, letter_keys
from game.graphics import fonts
from game.map.tree import MapFilter
from game.map.viewport import Viewport
from game.play.session import DealHistory
from game.scenes.common.base import Change
from game.scenes.common.popup_menu import PopupScene
from game.scenes.common.services import Services
from game.scenes.map.surroundings import MapAreas
from game.system.language import Language
from game.table.side_bar import Tool
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.button import button_of
from game.widgets.choices import Segmented
from game.widgets.focus import FocusGroup, nearest
from game.widgets.look import Look
from game.widgets.slider import Slider

SLIDER_STEPS = 100
SLIDER_WIDTH = 108
BACK_SIDE = 48
SMALL_SIDE = 44
TITLE_LEAST = 300


class MapTool(Control):
    """The controls of the map, and what only has a key."""

    BACK = "back", Command.BACK.row
    FILTER = "filter"
    HERE = "here", Row(
        keys=letter_keys(pygame.K_h), icon="disc", caption=Wording("You are here"),
        tip=Wording("Show where you are"),
    )  # fmt: skip
    BOOKMARK = "to-bookmark", Row(
        keys=letter_keys(pygame.K_b), icon="bookmark-filled", caption=Wording("Next bookmark"),
        tip=Wording("Show the next bookmark"),
    )  # fmt: skip
    BEST = "best-line", Row(
        keys=letter_keys(pygame.K_a), icon="flag", caption=Wording("Best solution"),
        tip=Wording("Show the end of the best solution"),
    )  # fmt: skip
    SHOW = "show-me", Row(
        keys=Command.SHOW_ME.row.keys, icon="play", caption=Wording("Show me"),
        tip=Wording("Replay the best solution"),
    )  # fmt: skip
    MORE = (
        "more",
        Row(keys=Command.MENU.row.keys, icon="menu", caption=Wording("More"), tip=Wording("More")),
    )
    OUT = "zoom-out", Row(keys=(Chord(char="-"),), icon="minus", tip=Wording("Zoom out"))
    ZOOM = "zoom"
    IN = (
        "zoom-in",
        Row(keys=(Chord(char="+"), Chord(char="=")), icon="plus", tip=Wording("Zoom in")),
    )
    FIT = "fit", Row(keys=(Chord(char="0"),), icon="fit", tip=Wording("Show everything"))
    GO = "go", Row(keys=ENTER)
    COMPARE_BY_KEY = "compare-by-key", Row(keys=letter_keys(pygame.K_c))
    OPEN_BY_KEY = "open-by-key", Row(keys=Command.SPACE.row.keys)


FINDERS = MapTool.HERE, MapTool.BOOKMARK, MapTool.BEST, MapTool.SHOW, MapTool.MORE
"""The buttons at the right of the header."""


class MapControls:
    """Makes and places the controls; the scene does what they ask for."""

    def __init__(self, _: Language, focus: FocusGroup, *, shows_worths: bool) -> None:
        """`shows_worths` adds the filter that hides lost positions."""
        self._, self.focus = _, focus
        self._finders = [
            (button_of(tool, _, style=fonts.BUTTON_SMALL), tool.caption(_)) for tool in FINDERS
        ]
        shown = [
            (MapFilter.ALL, _("All")),
            (MapFilter.ANSWERS, _("Solutions only")),
            (MapFilter.TODAY, _("Today")),
        ]
        if shows_worths:
            shown.append((MapFilter.WINNABLE, _("Not lost")))
        self.filter = Segmented(MapTool.FILTER, shown, MapFilter.ALL, tooltip=_("Lines to show"))
        self._zoom = Slider(MapTool.ZOOM, 0, SLIDER_STEPS, 0, tooltip=_("Zoom"))
        self._between = pygame.Rect(0, 0, 0, 0)
        """Where the tree is: header above, footer below."""
        self.title_room = 0
        """Where the header's text must end, in pixels."""
        self.legend_room = 0

    @property
    def widgets(self) -> list[Widget]:
        """All controls, in the order of Tab."""
        return [
            button_of(MapTool.BACK, self._, height=BACK_SIDE),
            self.filter,
            *(button for button, _label in self._finders),
            button_of(MapTool.OUT, self._),
            self._zoom,
            button_of(MapTool.IN, self._),
            button_of(MapTool.FIT, self._),
        ]

    def named(self, tool: MapTool) -> Widget:
        """The control of that name."""
        return self.focus.named(tool)

    # Layout

    def place(self, look: Look, areas: MapAreas) -> None:
        """Place the header's controls from both ends, the footer's from the right."""
        bar, self._between, px = areas.header, areas.tree, look.px
        side = min(px(BACK_SIDE), bar.h - px(12))
        back = pygame.Rect(areas.margin, bar.centery - side // 2, side, side)
        self.named(MapTool.BACK).place(look, back)
        self._place_header(look, bar, back.right, bar.w - areas.margin)
        # The footer from the right: fit, plus, slider, minus.
        side, right = px(SMALL_SIDE), areas.mini_map.left - px(control_sizes.GUTTER)
        for tool in (MapTool.FIT, MapTool.IN, MapTool.ZOOM, MapTool.OUT):
            width = px(SLIDER_WIDTH) if tool is MapTool.ZOOM else side
            area = pygame.Rect(right - width, areas.footer.centery - side // 2, width, side)
            self.named(tool).place(look, area)
            right = area.left - px(control_sizes.GAP)
        self.legend_room = right - px(control_sizes.GUTTER)

    def _place_header(self, look: Look, bar: pygame.Rect, left: int, right: int) -> None:
        """The finders, without their labels if those leave no room for title and filter; the filter
        with all its choices or, if there is less room, with the chosen one only.
        """
        shown, height = self.filter, look.px(control_sizes.SEGMENTS_HEIGHT)
        gap, side, title = look.px(control_sizes.GAP), look.px(SMALL_SIDE), look.px(TITLE_LEAST)
        for button, label in self._finders:
            button.label = label
        widths = [button.natural_size(look)[0] - look.px(10) for button, _label in self._finders]
        wanted = left + title + shown.stepper_width(look)
        tight = wanted + sum(widths) + gap * len(widths) > right
        for (button, _label), width in zip(self._finders[::-1], widths[::-1], strict=True):
            if tight:
                button.label, width = "", side
            right -= width
            button.place(look, pygame.Rect(right, bar.centery - side // 2, width, side))
            right -= gap
        width = shown.natural_size(look)[0]
        if width > right - left - title:
            width = shown.stepper_width(look)
        area = pygame.Rect(right - width, bar.centery - height // 2, width, height)
        shown.place(look, area)
        self.title_room = area.left - gap

    # State

    def follow(self, history: DealHistory, view: Viewport | None) -> None:
        """Show the zoom and enable what can be done; without a view only the back button."""
        for widget in self.focus.widgets:
            widget.enabled = view is not None or widget.name == MapTool.BACK
        if view is None:
            return
        share = math.log(view.zoom) / math.log(max(1.0001, view.most))
        self._zoom.value = round(share * SLIDER_STEPS)
        # Without anything to enlarge it is disabled, because arrow keys could not move past it.
        self._zoom.enabled = view.most > 1.0
        self.named(MapTool.OUT).enabled = view.zoom > 1.0
        self.named(MapTool.IN).enabled = view.zoom < view.most
        self.named(MapTool.BOOKMARK).enabled = bool(history.bookmarks)
        self.named(MapTool.BEST).enabled = history.best is not None

    # Keys

    def take_arrow(self, direction: tuple[int, int], *, lane_ahead: bool) -> bool:
        """Move the focus by an arrow key from the outermost lanes of the tree to the controls,
        along them, and back; True if the key was used. `lane_ahead`: it leads to another node of
        the tree.
        """
        focused = self.focus.focused
        if focused is None:
            if not direction[1] or lane_ahead:
                return False
            found = nearest(self._between, self.focus.reachable(), direction)
            self.focus.focus(found, ring=True)
        elif direction == (0, 1 if self._is_above(focused) else -1):
            self.focus.focus(None)
        else:
            if direction == (0, 1) and not self._is_above(focused):
                direction = 1, 0  # The slider keeps left and right.
            found = nearest(focused.rect, self._beside(focused), direction)
            self.focus.focus(found or focused, ring=True)
        return True

    def _is_above(self, widget: Widget) -> bool:
        return widget.rect.centery < self._between.centery

    def _beside(self, widget: Widget) -> list[Widget]:
        """The other reachable controls in the bar of a widget."""
        above = self._is_above(widget)
        bar = [other for other in self.focus.reachable() if self._is_above(other) is above]
        return [other for other in bar if other is not widget]


def more_menu(
    services: Services,
    at: tuple[int, int],
    *,
    is_ready: Callable[[], bool],
    do: Callable[[Command], Change | None],
) -> PopupScene:
    """The menu of the More button: commands that otherwise have only keys. `at` is its upper right
    corner in window pixels. The entries are enabled while `is_ready` returns True; `do` gets the
    command chosen.
    """
    _ = services.language
    tools = [
        Tool(Command.REVIEW, "eye", _("Review of this line"), ""),
        Tool(Command.COMPARE, "switch", _("Compare this line"), ""),
        Tool(Command.BOOKMARK, "bookmark", _("Bookmark"), ""),
        Tool(Command.OPEN, "plus", _("Expand this group"), ""),
    ]
    return PopupScene(
        services, [tools], is_enabled=lambda command: is_ready(), do=do, at=at, from_right=True
    )
