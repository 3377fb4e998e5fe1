"""The map scene: shows the positions of a deal and takes the player to any of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, ItemAction, Key
from game.core.translatable_texts import said_in_turn
from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.map.tree import MapKey, MapNode
from game.map.viewport import Spot, Viewport
from game.play.session import Session
from game.scenes.common.base import Change, GoTo, OpenComparison, OpenReview, Pop, Push, soonest
from game.scenes.common.control_scene import SessionScene
from game.scenes.common.figures_of_session import turn_icon
from game.scenes.common.services import Services
from game.scenes.map.camera import BUTTON_STEP, MapCamera, MapPointer
from game.scenes.map.controls import SLIDER_STEPS, MapControls, MapTool, more_menu
from game.scenes.map.layouts import MapWorths
from game.scenes.map.position_card import PositionCards, card_scale, draw_position_card
from game.scenes.map.surroundings import (
    MapAreas,
    Surroundings,
    map_areas,
    tree_counts,
)
from game.scenes.map.tree_picture import MapMarks, TreePicture
from game.widgets.base import ARROWS, Widget, WidgetAction
from game.widgets.mouse import Shape
from game.widgets.number_entry import digit_of

NEWS_AFTER = 2
"""The updates from finding something to drawing it: work and drawing share no turn of the loop."""
WORK_S = 0.003
"""The seconds of work in one update, few enough that no frame is late."""


class MapScene(SessionScene):
    """The map of a session's deal.

    `on_goto` is called with the position to go to, before the scene closes. `par` is the
    length of the shortest possible answer in moves; None: it is not proved. `on_show` replays the
    best answer, `on_bookmark` bookmarks the present position. Edges whose `first` is greater
    than `before_today` were first walked today. `own_light`: whether the verdict light is on at the
    table, if it does not follow the settings.
    """

    name = "map"
    least_room = (800, 400)

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
        self._pointer = MapPointer(self._camera)
        self._news_age: int | None = None
        """The updates since something was found that is not drawn yet."""
        self._compared: MapKey | None = None
        """The end of the line that was chosen first for a comparison; None: none was."""
        self._par = par
        self._looked_at: int | None = None
        """The position that the solver was asked of last."""
        self.focus.arrows = False
        self.rebuild()
        zoom = self._zoom
        self.does = {
            MapTool.BACK: Pop,
            Command.MAP: Pop,
            MapTool.GO: self._enter,
            MapTool.COMPARE_BY_KEY: self._compare,
            MapTool.OPEN_BY_KEY: self._open_hidden,
            MapTool.HERE: lambda: self._pointer.show(self._camera.tree.here),
            MapTool.BOOKMARK: self._pointer.show_next_bookmark,
            MapTool.BEST: lambda: self._pointer.show(self._camera.tree.wins[0]),
            MapTool.SHOW: self._on_show,
            MapTool.OUT: lambda: zoom(1 / BUTTON_STEP),
            MapTool.IN: lambda: zoom(BUTTON_STEP),
            MapTool.FIT: self._camera.fit,
            MapTool.MORE: self._more,
            Command.MENU: self._more,
            Command.BOOKMARK: self._bookmark,
            Command.REVIEW: self._review,
            Command.COMPARE: self._compare,
            Command.OPEN: self._open_hidden,
        }
        self.takes = {MapTool.FILTER: self._camera.filter, MapTool.ZOOM: self._slide}
        self._areas: MapAreas
        self._ground: pygame.Surface | None = None
        self._is_first = True
        """No picture of this size was drawn yet."""

    def build(self) -> Sequence[Widget]:
        """Header and footer."""
        self._controls = MapControls(self._, self.focus, shows_worths=self._worths.shown)
        return self._controls.widgets

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        self._areas = map_areas(self.size, self.look)
        self._controls.place(self.look, self._areas)
        self._picture = TreePicture(self.look, self._areas.tree)
        self._around = Surroundings(self.look, self._areas, self._picture, self._)
        self._card_look = self.services.look(card_scale(self.look.scale, self._areas.body))
        self._cards = PositionCards(
            self.services, self._session, self._card_look, self._camera.layouts, self._worths
        )
        self._pointer.place(self.look, self._areas, self._around)
        self.follow_settings()
        self._is_first = True
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
        self._cards.forget()

    def advised(self) -> None:
        """The solver knows more of the position that is looked at, or of a line."""
        self._cards.forget()
        self.stale = self.stale or self._pointer.card_shown

    def follow_settings(self) -> None:
        """Draw the background again, because the felt may have changed."""
        self._ground = None

    def _follow(self) -> None:
        """Take in what has happened to the history."""
        if self._camera.follow():
            self._worths.follow()
            self._cards.forget()
            self._pointer.go_home()
            self._changed()

    @property
    def busy(self) -> bool:
        """True while the scale glides to what the wheel asked for, or branches to their places."""
        return self._camera.moves

    @property
    def due(self) -> float | None:
        """Seconds until a card or tooltip appears, 0 while there is work; None: nothing is due."""
        is_coloured = not self._camera.ready or self._worths.is_idle
        is_done = self._camera.layouts.done and is_coloured and self._news_age is None
        return soonest(super().due, self._pointer.card_due, None if is_done else 0.0)

    def update(self, seconds: float) -> Change | None:
        """Cards and tooltips appear, layouts and ends are worked on."""
        self._follow()
        shown = self._pointer.card_shown
        moved = self._camera.moves
        self._pointer.update(seconds, glides=self.services.motion)
        if moved:
            self._changed()
        super().update(seconds)
        self._go_on()
        self.stale = self.stale or shown != self._pointer.card_shown
        # Ask the solver about the position whose card is shown.
        node = self._pointer.pointed if self._pointer.card_shown else None
        looked_at = None if node is None or node.won else node.key
        if looked_at != self._looked_at:
            self._looked_at = looked_at
            self.services.advisor.look_at(self._session, looked_at)
        return None

    def _go_on(self) -> None:
        """Go on with layouts and ends, then with what the lines are worth; later draw it."""
        if self._news_age is not None:
            self._news_age += 1
            if self._news_age == NEWS_AFTER:
                self._news_age, self.stale = None, True
            return
        if self._camera.work(WORK_S):
            self._follow_camera()
        elif self._camera.layouts.done and self._worths.work(WORK_S):
            self._camera.layouts.ask(lost=self._worths.lost)
        else:
            return
        self._news_age = 0
        self._cards.forget()

    def _changed(self) -> None:
        """Draw again and adjust the controls, because another part of the map is shown."""
        self.stale = True
        self._follow_camera()

    def _follow_camera(self) -> None:
        """Adjust the mini map, the cursor, the worths and the controls to the visible part."""
        if self._camera.ready:
            self._around.mini_map.make_way(self._camera.view, self._areas.tree)
            self._pointer.stay_seen()
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
        return "node", *self._pointer.node.name

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The positions that matter, then the controls."""
        from game.accessibility.screen_reader_cards import position_items

        controls = super().described(written)
        if not self._camera.ready:
            return controls
        nodes = position_items(
            self._session,
            self._camera.tree,
            self._pointer.node,
            self._,
            is_stuck=self._camera.layouts.is_stuck,
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
        if event.type == pygame.KEYDOWN:
            self._camera.stop()
            return super().handle(event)
        change: Change | None = None
        action = None if self._pointer.is_pressed else self.focus.handle(event)
        if action is not None:
            change = self.act(action)
        elif self._camera.ready:
            change = self._on_map(event)
        self.follow_tooltip(event)
        return change

    def _on_map(self, event: pygame.event.Event) -> Change | None:
        before = self._pointer.spot
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.focus.focus(None)
        clicked = self._pointer.handle(event, glides=self.services.motion)
        if clicked is not None and event.button == pygame.BUTTON_RIGHT:
            self.stale = True  # It gets a ring.
            return self._compare()
        if event.type != pygame.MOUSEMOTION or self._pointer.is_pressed:
            self._changed()
        self.stale = self.stale or self._pointer.spot != before
        shape = Shape.ARROW if self._pointer.spot is None else Shape.HAND
        self.services.cursors.show(shape, self.look)
        if clicked is not None and clicked.node is not None:
            return self._go(clicked.node)
        self._open(clicked)
        return None

    def act(self, action: WidgetAction) -> Change | None:
        """Do what a control asks for; the map stops."""
        self._camera.stop()
        change = super().act(action)
        self._changed()
        return change

    def do(self, name: str) -> Change | None:
        """Do what a control or a key asks for; another part of the map may show."""
        change = super().do(name)
        self._changed()
        return change

    def _zoom(self, factor: float) -> None:
        self._camera.zoom_about(self._pointer.node, factor)

    def _slide(self, value: int) -> None:
        view = self._camera.view
        self._zoom(view.most ** (value / SLIDER_STEPS) / view.zoom)

    # Keys

    def press_key(self, event: pygame.event.Event) -> Change | None:
        """Arrows first: with the card cursor on they lead to the controls too. Esc ends a
        comparison that has one line.
        """
        if event.key == pygame.K_ESCAPE and self._compared is not None:
            self._end_comparison()
            return None
        if self.services.card_cursor and event.key in ARROWS:
            lane_ahead = (
                self._camera.ready and self._pointer.way(event.key) is not self._pointer.node
            )
            if self._controls.take_arrow(ARROWS[event.key], lane_ahead=lane_ahead):
                self.stale = True
                return None
        if self._camera.ready and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            if self._walk(event.key):
                return None
            if MapTool.FIT.row.keys[0].char == digit_of(event):
                return self.do(MapTool.FIT)
        return super().press_key(event)

    def _enter(self) -> Change | None:
        """Go where the cursor is, or look into the bundle that hides it."""
        if not self._camera.ready:
            return None
        hidden = self._pointer.hidden_in
        if hidden is None or hidden.wedge is None:
            return self._go(self._pointer.node)
        self._open(hidden)
        return None

    def _more(self) -> Change:
        """Open the menu of commands that otherwise have only keys; they act on the cursor."""
        self._pointer.by_key = True
        button = self._controls.named(MapTool.MORE).rect
        at = self.in_window(button.right, button.bottom + 4)
        return Push(more_menu(self.services, at, is_ready=lambda: self._camera.ready, do=self.do))

    def _bookmark(self) -> None:
        self._on_bookmark()
        self._follow()

    def _open_hidden(self) -> None:
        """Look into the bundle that hides the cursor, if one does."""
        if self._camera.ready:
            self._open(self._pointer.hidden_in)

    def _review(self) -> Change:
        """Open the review of the line to the node pointed at, or of the player's line."""
        node = self._pointer.pointed
        key, source = (None, None) if node is None else node.name
        return Push(OpenReview(self._session, self._on_goto, key, source, over_table=2))

    def _compare(self) -> Change | None:
        """Choose the line to the node pointed at; a second choice opens the comparison, the same
        one again ends it.
        """
        if not self._camera.ready:
            return None
        node, first = self._pointer.pointed, self._compared
        if node is None:
            self.services.tell(self._("Point to a position to compare its line"))
        elif first == node.name:
            self._end_comparison()
        elif first is not None and self._camera.tree.find(*first) is not None:
            self._compared = None
            ends = first, node.name
            return Push(OpenComparison(self._session, *ends, self._on_goto, over_table=2))
        else:
            self._compared = node.name
            self.services.tell(
                self._("Now choose the end of another line to see both side by side")
            )
        return None

    def _end_comparison(self) -> None:
        self._compared, self.stale = None, True
        self.services.tell(self._("Comparison cancelled"))

    def _walk(self, key: int) -> bool:
        """Move the cursor through the tree; False if the key does not move it."""
        node = self._pointer.way(key)
        if node is None:
            return False
        self.focus.focus(None)
        self._point_cursor(node)
        return True

    # Going and opening

    def _go(self, node: MapNode) -> Change | None:
        """Back to the table, at a node; while a line waits for another to be compared with, its end
        is chosen instead.
        """
        if self._compared is not None:
            return self._compare()
        if node is not self._camera.tree.here:
            self._on_goto(*node.name)
        return Pop()

    def _open(self, spot: Spot | None) -> None:
        """Look into a bundle or a fold, if there is one."""
        if spot is not None:
            self._pointer.open(spot)
            self._changed()

    def _point_cursor(self, node: MapNode) -> None:
        self._pointer.show(node)
        self._changed()

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw the window; the bars alone while there is no layout."""
        self._draw_ground(target)
        view = self._camera.view if self._camera.ready else None
        if view is not None:
            self._draw_map(target, view)
        self._around.draw_legend(target, self._controls.legend_room, view,
                                 worths=self._worths.shown, turn=self._turn)  # fmt: skip
        title = self._("Map of {game}").format(game=self.title)
        wins = len(self._camera.layouts.survey.wins) if view is not None else 0
        counts = tree_counts(self._history, wins, self._par, self._)
        left = self._controls.named(MapTool.BACK).rect.right + self.look.px(18)
        self._around.draw_title(target, title, counts, left, self._controls.title_room)
        self.focus.draw(target)
        self._tooltip.draw(target)
        return None

    def _draw_ground(self, target: pygame.Surface) -> None:
        """Draw the background, and keep it only from the second picture of a size on: while the
        window is dragged, each one is the first.
        """
        if self._ground is not None:
            target.blit(self._ground, (0, 0))
            return
        self._around.draw_ground(target, self.services.felt)
        if not self._is_first:
            self._ground = target.copy()
        self._is_first = False

    @property
    def _turn(self) -> str:
        """The icon of this game's redeal or turn-over; empty if it has neither."""
        rules = self._session.rules
        return turn_icon(rules) if rules.max_redeals else ""

    def _draw_map(self, target: pygame.Surface, view: Viewport) -> None:
        look, areas, untried = self.look, self._areas, len(self._history) == 1
        if not untried:
            self._around.draw_ruler(target, view)
        self._around.draw_folds(target, view)
        marks = self._marks()
        self._picture.begin(target, view, marks, self._camera.shift)
        self._picture.draw()
        self._around.mini_map.draw(target, view, marks)
        if untried:  # The single dot says too little.
            text, room = self._("Every path you try will appear here"), areas.tree.w - look.px(120)
            look.write(target, text, fonts.ROW, colours.DIM, areas.tree.center, Align.CENTRE,
                       room=room)  # fmt: skip
        compared = None if self._compared is None else self._camera.tree.find(*self._compared)
        if compared is not None:
            ring = self._picture.ring(colours.GREEN, 9.0, 3.0)
            self._stamp(target, ring, self._place_of(Spot(compared)))
        subject = self._pointer.subject
        if subject is None:
            return
        at = self._place_of(subject)
        if subject.node is not None:
            self._stamp(target, self._picture.pointed(), at)
        if self._pointer.card_shown:
            bounds = areas.tree.inflate(-2 * look.px(8), -2 * look.px(8))
            with suppress(KeyError):  # a wrong edge, removed just now: the map follows at once
                by_key, compares = self._pointer.by_key, self._compared is not None
                content = self._cards.content(subject, by_key=by_key, compares=compares)
                draw_position_card(target, self._card_look, bounds, at, content)

    def _marks(self) -> MapMarks:
        tree, stuck = self._camera.tree, self._camera.layouts.stuck
        worths = self._worths.pieces if self._worths.shown else {}
        return MapMarks(
            tree.here, tree.bookmarks, stuck, self._par, worths, self._turn, self._cards.is_alone
        )

    def _stamp(self, target: pygame.Surface, stamp: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw a sign centred on a place, clipped to the tree's area."""
        with self.look.paint.clipped(target, self._areas.tree):
            target.blit(stamp, stamp.get_rect(center=at))

    def _place_of(self, spot: Spot) -> tuple[int, int]:
        """The place of a position, wedge or fold in the window, in pixels."""
        plan = self._camera.view.plan
        if spot.node is not None:
            return self._picture.point(plan.place(spot.node))
        if spot.wedge is not None:
            return self._picture.point(plan.place(spot.wedge.heads[-1])._replace(drawn=False))
        return self._pointer.at
