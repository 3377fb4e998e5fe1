"""The map scene: shows the positions of a deal and takes the player to any of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, ItemAction, Key
from game.core.translatable_texts import said_in_turn
from game.desktop.commands import Command, command_of
from game.map.tree import MapFilter, MapKey, MapNode
from game.map.viewport import Spot
from game.play.session import Session
from game.scenes.common.base import Change, GoTo, OpenComparison, OpenReview, Pop, Push, soonest
from game.scenes.common.control_scene import SessionScene
from game.scenes.common.global_commands import global_command
from game.scenes.common.services import Services
from game.scenes.map.camera import BUTTON_STEP, MapCamera
from game.scenes.map.controls import SLIDER_STEPS, TOOL_OF_LETTER, MapControls, MapTool, more_menu
from game.scenes.map.map_picture import MapPicture
from game.scenes.map.mouse_and_cursor import MapCursor, MapMouse
from game.scenes.map.surroundings import MapAreas, map_areas
from game.scenes.map.winnable_and_lost_branches import MapWorths
from game.widgets.base import ARROWS, ENTER_KEYS, Changed, Pressed, WidgetAction
from game.widgets.mouse import Shape
from game.widgets.number_entry import digit_of

WORK_S = 0.003
"""The seconds of work in one update, few enough that no frame is late."""
NEWS_AFTER = 2
"""The updates from finding something to drawing it: work and drawing share no turn of the loop."""


class MapScene(SessionScene):
    """The map of a session's deal.

    `on_goto` is called with the position to go to, before the scene closes. `par` is the
    length of the shortest possible answer in moves; None: it is not proved. `on_show` replays the
    best answer, `on_bookmark` bookmarks the present position. Edges whose `first` is greater
    than `before_today` were first walked today. `own_light`: whether the verdict light is on at the
    table, if it does not follow the settings.
    """

    name = "map"
    least_room = (640, 300)

    def __init__(
        self,
        services: Services,
        session: Session,
        on_goto: GoTo,
        *,
        par: int | None = None,
        on_show: Callable[[], Change | None] = lambda: None,
        on_bookmark: Callable[[], None] = lambda: None,
        before_today: int = 0,
        own_light: bool | None = None,
    ) -> None:
        super().__init__(services, session)
        self._on_goto, self._on_show, self._on_bookmark = on_goto, on_show, on_bookmark
        self._history = session.history
        self._camera = MapCamera(self._history, session.rules.is_stuck, before_today)
        self._worths = MapWorths(session, services, own_light)
        self._news_age: int | None = None
        """The updates since something was found that is not drawn yet."""
        self._pointer = MapMouse(self._camera, self._)
        self._cursor = MapCursor(self._camera, self._pointer)
        self._compared: MapKey | None = None
        """The end of the line that was chosen first for a comparison; None: none was."""
        self._picture = MapPicture(services, session, par, self._camera, self._worths, self._cursor)
        self._looked_at: int | None = None
        """The position that the solver was asked of last."""
        self._make_controls()
        self._areas: MapAreas

    def _make_controls(self) -> None:
        self._controls = MapControls(self._, shows_worths=self._worths.shown)
        self.focus = self._controls.focus

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        self._areas = map_areas(self.size, self.look)
        self._controls.place(self.look, self._areas)
        self._place_tree()

    def _place_tree(self) -> None:
        self._picture.place(self.look, self._areas)
        self._pointer.place(self.look, self._areas, self._picture.mini_map)
        dp, area = self.look.scale.dp, self._areas.tree
        self._camera.place((dp(area.w), dp(area.h)))
        self._changed()

    # Lifecycle

    def resume(self) -> Change | None:
        """Take over changes of the tree, which another scene may have made."""
        self._follow()
        return super().resume()

    def refresh(self) -> None:
        """Draw everything again; sharper cards may be there."""
        super().refresh()
        self._picture.forget()

    def advised(self) -> None:
        """The solver knows more of the position that is looked at, or of a line."""
        self._picture.cards.forget()
        self.stale = self.stale or self._cursor.card_shown

    def follow_settings(self) -> None:
        """Draw the background again, because the felt may have changed."""
        self._picture.lay_ground()

    def follow_language(self) -> None:
        """Make the controls again in the new language."""
        self._make_controls()
        self._controls.filter.value = self._camera.layouts.shown
        self._controls.place(self.look, self._areas)
        self._changed()

    def _follow(self) -> None:
        """Take in what has happened to the history."""
        if self._camera.follow():
            self._worths.follow()
            self._picture.forget()
            self._cursor.go_home()
            self._changed()

    @property
    def busy(self) -> bool:
        """True while the scale glides to what the wheel asked for, or branches to their places."""
        return self._pointer.gliding or self._camera.eases

    @property
    def due(self) -> float | None:
        """Seconds until a card or tooltip appears, 0 while there is work; None: nothing is due."""
        is_coloured = not self._camera.ready or self._worths.is_idle
        is_done = self._camera.done and is_coloured and self._news_age is None
        return soonest(super().due, self._cursor.card_due, None if is_done else 0.0)

    def update(self, seconds: float) -> Change | None:
        """Cards and tooltips appear, layouts and ends are worked on."""
        self._follow()
        shown = self._cursor.card_shown
        self._cursor.rested += seconds
        if self._pointer.gliding:
            self._pointer.update(seconds)
            self._changed()
        if self._camera.eases:
            self._camera.ease(seconds if self.services.motion else 1.0)
            self.stale = True
        super().update(seconds)
        self._go_on()
        self.stale = self.stale or shown != self._cursor.card_shown
        self._look_at_subject()
        return None

    def _go_on(self) -> None:
        """Go on with layouts and ends, then with what the lines are worth; later draw it."""
        if self._news_age is not None:
            self._news_age += 1
            if self._news_age == NEWS_AFTER:
                self._news_age, self.stale = None, True
        elif self._has_found():
            self._news_age = 0
            self._picture.cards.forget()

    def _has_found(self) -> bool:
        """Work for a slice of time; True if there is something new to draw."""
        if self._camera.work(WORK_S):
            self._follow_camera()
            return True
        if self._camera.done and self._worths.work(WORK_S):
            self._camera.layouts.note_lost(self._worths.lost)
            return True
        return False

    def _look_at_subject(self) -> None:
        """Ask the solver about the position whose card is shown."""
        node = self._cursor.pointed if self._cursor.card_shown else None
        looked_at = None if node is None or node.won else node.key
        if looked_at != self._looked_at:
            self._looked_at = looked_at
            self.services.advisor.look_at(self._session, looked_at)

    def _changed(self) -> None:
        """Draw again and adjust the controls, because another part of the map is shown."""
        self.stale = True
        self._follow_camera()

    def _follow_camera(self) -> None:
        """Adjust the mini map, the cursor, the worths and the controls to the visible part."""
        if self._camera.ready:
            self._picture.mini_map.make_way(self._camera.view, self._areas.tree)
            self._cursor.stay_seen()
            self._worths.look_at(self._camera.view)
        self._controls.follow(self._history, self._camera.view if self._camera.ready else None)

    # Events

    reads_its_drawing = False

    @property
    def heading(self) -> str:
        """That this is the map, and of which deal."""
        return said_in_turn((self._("Map"), self.title), self._)

    @property
    def focus_key(self) -> Key | None:
        """A control, or the position under the cursor."""
        if self.focus.focused or not self._camera.ready:
            return super().focus_key
        return "node", *self._cursor.node.name

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The positions that matter, then the controls."""
        from game.accessibility.screen_reader_map import position_items

        controls = super().described(written)
        if not self._camera.ready:
            return controls
        nodes = position_items(
            self._session,
            self._camera.tree,
            self._cursor.node,
            self._,
            is_stuck=self._camera.ends.is_stuck,
            lost=self._worths.lost if self._worths.shown else frozenset(),
        )
        return (*nodes, *controls)

    def perform(self, key: Key, action: ItemAction, value: float | None = None) -> Change | None:
        """Go to a position or move the cursor there, or use a control."""
        match key:
            case ("node", int(position), int() | None as source) if self._camera.ready:
                node = self._camera.tree.find(position, source)
                if node is None:
                    return None
                self.focus.focus(None)
                self._point_cursor(node)
                return self._go(node) if action is ItemAction.ACTIVATE else None
        return super().perform(key, action, value)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Controls first, then the map."""
        self._follow()
        change = self._key(event) if event.type == pygame.KEYDOWN else self._mouse(event)
        self.follow_tooltip(event)
        return change

    def _mouse(self, event: pygame.event.Event) -> Change | None:
        action = None if self._pointer.is_pressed else self.focus.handle(event)
        if action is not None:
            return self._act(action)
        return self._on_map(event) if self._camera.ready else None

    def _on_map(self, event: pygame.event.Event) -> Change | None:
        before = self._pointer.spot
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.focus.focus(None)
            self._cursor.by_key = False
        self._pointer.glides = self.services.motion
        clicked = self._pointer.handle(event)
        if clicked is not None and clicked.compares:
            return self._compare()
        if event.type != pygame.MOUSEMOTION or self._pointer.is_pressed:
            self._changed()
        if self._pointer.spot != before:
            self._cursor.follow_mouse()
            self.stale = True
        shape = Shape.ARROW if self._pointer.spot is None else Shape.HAND
        self.services.cursors.show(shape, self.look)
        return None if clicked is None else self._click(clicked.spot)

    def _click(self, spot: Spot) -> Change | None:
        if spot.node is not None:
            return self._go(spot.node)
        self._open(spot)
        return None

    def _act(self, action: WidgetAction) -> Change | None:
        """Do what a control asks for."""
        self._pointer.stop()
        match action:
            case Pressed(name):
                return self._use(MapTool(name))
            case Changed(MapTool.FILTER, MapFilter() as shown):
                self._camera.filter(shown)
            case Changed(_, int(value)):
                view = self._camera.view
                factor = view.most ** (value / SLIDER_STEPS) / view.zoom
                self._camera.zoom_about(self._cursor.node, factor)
        self._changed()
        return None

    def _use(self, tool: MapTool) -> Change | None:
        match tool:
            case MapTool.BACK:
                return Pop()
            case MapTool.MORE:
                return self._more()
            case MapTool.SHOW:
                return self._on_show()
            case MapTool.FIT:
                self._camera.fit()
            case MapTool.IN | MapTool.OUT:
                factor = BUTTON_STEP if tool is MapTool.IN else 1 / BUTTON_STEP
                self._camera.zoom_about(self._cursor.node, factor)
            case MapTool.HERE | MapTool.BOOKMARK | MapTool.BEST:
                self._cursor.find(tool)
        self._changed()
        return None

    # Keys

    def _key(self, event: pygame.event.Event) -> Change | None:
        self._pointer.stop()
        action = self.focus.handle(event)
        if action is not None:
            return self._act(action)
        if self.services.card_cursor and event.key in ARROWS:
            lane_ahead = self._cursor.is_led_on(event.key)
            if self._controls.take_arrow(ARROWS[event.key], lane_ahead=lane_ahead):
                self.stale = True
                return None
        if not self._camera.ready or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return self._do(command_of(event))
        if event.key in ENTER_KEYS:
            return self._enter()
        if event.unicode.lower() == "c":
            return self._compare()
        if self._walk(event.key) or self._shortcut(event):
            return None
        return self._do(command_of(event))

    def _enter(self) -> Change | None:
        """Go where the cursor is, or look into the bundle that hides it."""
        hidden = self._cursor.hidden_in
        if hidden is None or hidden.wedge is None:
            return self._go(self._cursor.node)
        self._open(hidden)
        return None

    def _more(self) -> Change:
        """Open the menu of commands that otherwise have only keys; they act on the cursor."""
        self._cursor.by_key = True
        button = self._controls.named(MapTool.MORE).rect
        at = self.in_window(button.right, button.bottom + 4)
        return Push(more_menu(self.services, at, is_ready=lambda: self._camera.ready, do=self._do))

    def _do(self, command: Command | None) -> Change | None:
        match command:
            case Command.BACK | Command.MAP:
                return Pop()
            case Command.SHOW_ME:
                return self._on_show()
            case Command.BOOKMARK:
                self._on_bookmark()
                self._follow()
            case Command.REVIEW:
                return self._review()
            case Command.COMPARE:
                return self._compare()
            case Command.OPEN:
                self._open(self._cursor.hidden_in)
            case Command.MENU:
                return self._more()
        return global_command(self.services, command, self._session.rules.name)

    def _review(self) -> Change:
        """Open the review of the line to the node pointed at, or of the player's line."""
        node = self._cursor.pointed
        key, source = (None, None) if node is None else node.name
        return Push(OpenReview(self._session, self._on_goto, key, source, over_table=2))

    def _compare(self) -> Change | None:
        """Choose the line to the node pointed at; a second choice opens the comparison."""
        node, first = self._cursor.pointed, self._compared
        if node is None:
            self.services.tell(self._("Point to a position to compare its line"))
            return None
        tree = self._camera.tree
        if first is not None and first != node.name and tree.find(*first) is not None:
            self._compared = None
            ends = first, node.name
            return Push(OpenComparison(self._session, *ends, self._on_goto, over_table=2))
        self._compared = node.name
        self.stale = True  # It gets a ring.
        self.services.tell(
            self._("Now do the same at the end of another line to see both side by side")
        )
        return None

    def _shortcut(self, event: pygame.event.Event) -> bool:
        """Use the control that a key stands for; False if the key stands for none."""
        char = event.unicode.lower()
        tool = TOOL_OF_LETTER.get(char) or TOOL_OF_LETTER.get(digit_of(event))
        if event.key == pygame.K_SPACE:
            self._open(self._cursor.hidden_in)
        elif tool is None:
            return False
        elif self._controls.named(tool).enabled:
            self._use(tool)
        return True

    def _walk(self, key: int) -> bool:
        """Move the cursor through the tree; False if the key does not move it."""
        node = self._cursor.way(key)
        if node is None:
            return False
        self.focus.focus(None)
        self._point_cursor(node)
        return True

    # Going and opening

    def _go(self, node: MapNode) -> Change | None:
        """Back to the table, at a node."""
        if node is not self._camera.tree.here:
            self._on_goto(*node.name)
        return Pop()

    def _open(self, spot: Spot | None) -> None:
        """Look into a bundle or a fold, if there is one."""
        if spot is not None:
            self._cursor.open(spot)
            self._changed()

    def _point_cursor(self, node: MapNode) -> None:
        self._cursor.show(node)
        self._changed()

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw the window; the bars alone while there is no layout."""
        compared = None
        if self._compared is not None and self._camera.ready:
            compared = self._camera.tree.find(*self._compared)
        self._picture.draw(target, self._controls, compared)
        self.focus.draw(target)
        self._tooltip.draw(target)
        return None
