"""The part of a map that is seen, and how it moves; what mouse and keyboard's cursor point at."""

from __future__ import annotations

import math
from collections.abc import Callable
from copy import copy

import pygame

from game.core.position import Position
from game.map.chains import heir_of
from game.map.layout import MapPlan
from game.map.pieces import MapPiece
from game.map.tree import MapFilter, MapKey, MapNode, MapTree, Survey
from game.map.viewport import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    MapPoint,
    Spot,
    Viewport,
    next_lane,
    node_near,
    spot_at,
)
from game.play.session import DealHistory
from game.scenes.map.layouts import Layouts
from game.scenes.map.position_card import CARD_AFTER_S
from game.scenes.map.surroundings import MapAreas, Surroundings
from game.widgets.look import Look

HEADS_OPENED = 16
"""The greatest number of branches that opening a wedge shows."""
OPENED_KEPT = 48
FIRST_WORK_S = 0.008
"""The seconds spent at once when a layout is asked for: enough for most trees."""
RESIZE_WORK_S = 0.003
"""The same in each frame while the window is dragged."""
WHEEL_STEP = 1.25
"""The factor by which one step of the mouse wheel changes the zoom."""
BUTTON_STEP = 1.5
"""The factor for a button or a key."""
OPENING_STEP = 2.0
"""The factor for the opening of a bundle."""
MARGIN_SEEN = 120
EASE_S = 0.35
"""The seconds in which a map goes from one shape to another."""
GLIDE_S = 0.07
"""After this many seconds the zoom has made two thirds of the change that the wheel asked for."""
ARRIVED = 0.004
"""The zoom stops changing when it differs from the wanted one by less than this share."""
PAN_SLACK = 5
"""How far the mouse may move within a click, in dp."""
PAGE = 10


class MapCamera:
    """The visible part of a map. Places are dp from the corner of the tree's area. `view` exists
    only once `ready` is True.
    """

    def __init__(
        self, history: DealHistory, is_stuck: Callable[[Position], bool], before_today: int
    ) -> None:
        """`is_stuck` and `before_today` are those of `Layouts`."""
        self.layouts = Layouts(history, is_stuck, before_today)
        self.view: Viewport
        self._seen = False
        """Whether `view` exists."""
        self._size: MapPoint = (0, 0)
        self._fitting = True
        """Whether each new layout is shown as a whole."""
        self._at: MapPoint | None = None
        """The place whose content the next layout keeps there; None: the middle."""
        self._held: Callable[[], MapNode] | None = None
        """Finds the node that the next layout brings into the middle instead."""
        self._revealed: MapNode | None = None
        """The node that comes into view, anywhere, with the next layout; None: no node."""
        self._before: Viewport | None = None
        """What was seen before the graph changed, until the next layout is there."""
        self._shifts: dict[MapPiece, tuple[float, float, float]] = {}
        """How far from its place, in dp, each piece was when the map began to ease: its beginning
        across, its end across, and all of it down.
        """
        self._left = 0.0
        """The share of the way that is left."""
        self._wanted: float | None = None
        """The zoom that the wheel has asked for; None: it is reached."""

    # Layouts

    @property
    def tree(self) -> MapTree:
        """The tree that is seen, once `ready`."""
        return self.layouts.survey.tree

    @property
    def ready(self) -> bool:
        """Whether there is a layout to be seen."""
        return self._seen and self.layouts.ready

    def place(self, size: MapPoint) -> None:
        """Fit a window of a size in dp. At first everything is in view, later the same part as
        before.
        """
        room = max(100, size[0] - LEFT - RIGHT), max(50, size[1] - TOP - BOTTOM)
        if self.ready and not self._fitting:
            held = node_near(self.view, self._middle)
            self._held = lambda: held
        self._size = size
        if self.ready:
            self.view.size = size
        self.layouts.ask(size=room)
        self.work(RESIZE_WORK_S if self.ready else FIRST_WORK_S)

    def follow(self) -> bool:
        """Take in changes of the history; True if there are any."""
        seen = copy(self.view) if self.ready else None
        if not self.layouts.follow():
            return False
        if not self.layouts.ready:
            self._before = seen
        self._held = lambda: self.tree.here
        self.work(FIRST_WORK_S)
        return True

    def _ask(self, **changes: object) -> None:
        """Ask for other layouts, and begin with them."""
        self.layouts.ask(**changes)
        self.work(FIRST_WORK_S)

    def work(self, seconds: float) -> bool:
        """Work on layouts and ends for some seconds; True if there is something new to show."""
        found = self.layouts.work(seconds)
        if self.layouts.ready and not (self._seen and self._plan is self.view.plan):
            self._take()
        return found

    @property
    def _plan(self) -> MapPlan:
        """The plan to be seen at this zoom."""
        return self.layouts.plan(self.view.level)

    def _take(self) -> None:
        """Show a new layout."""
        if not self._seen:
            self.view, self._seen = Viewport(self.layouts.plan(0), self._size), True
        if self._fitting:
            self.view.fitted = self.layouts.plan(0)
            self.view.fit()
        elif self._held is not None:
            self._lay_out(self.view.zoom)
            place = self.view.plan.place(self._held())
            self.view.show(place.depth, place.piece.lane, self._middle)
        else:
            self._zoom(self.view.zoom, self._at or self._middle)
            if self._revealed is not None:
                self.show(self._revealed)
        self._at = self._held = self._revealed = None
        if self._before is not None:
            self._shift_from(self._before)
            self._before = None

    def _lay_out(self, zoom: float) -> None:
        view = self.view
        view.fitted = self.layouts.plan(0)
        view.zoom = max(1.0, min(view.most, zoom))
        self.layouts.want(view.level)
        view.plan = self._plan

    # Moving by itself

    def _shift_from(self, before: Viewport) -> None:
        """Begin to ease from what was seen of another version of the graph: a branch that hangs
        elsewhere by now goes there as a whole.
        """
        for piece in self.view.plan.pieces:
            head, end = piece.chain.nodes[0], piece.chain.nodes[max(0, piece.shown - 1)]
            if piece.hidden:
                head = end = piece.heads[0]
            begins, ends = self._shift_of(head, before), self._shift_of(end, before)
            if ends is not None:
                self._shifts[piece] = (begins or ends)[0], *ends
            elif piece.above is not None and piece.above in self._shifts:
                _begins, right, down = self._shifts[piece.above]
                self._shifts[piece] = right, right, down
        self._left = 1.0

    def _shift_of(self, node: MapNode, before: Viewport) -> MapPoint | None:
        """How far a node was from its place, in dp; None: it was not there."""
        old = before.plan.survey.tree.find(*node.name)
        if old is None:
            return None
        place, (x, y) = before.plan.place(old), self.where(node)
        left, top = before.at(place.depth, place.piece.lane)
        return left - x, top - y

    def shift(self, piece: MapPiece, depth: float) -> MapPoint:
        """How far from its place a depth of a piece is drawn, in dp."""
        if piece not in self._shifts:
            return 0.0, 0.0
        begin, end, down = self._shifts[piece]
        along = min(1.0, (depth - piece.at) / max(1, piece.end - piece.at))
        share = self._left * self._left * (3 - 2 * self._left)
        return (begin + (end - begin) * along) * share, down * share

    @property
    def moves(self) -> bool:
        """Whether the zoom glides to what the wheel asked for, or branches to their places."""
        return self._wanted is not None or self._left > 0

    def advance(self, seconds: float, about: MapPoint) -> None:
        """Zoom on about a place, and bring branches nearer to their places."""
        self._left = max(0.0, self._left - seconds / EASE_S)
        if not self._left:
            self._shifts = {}
        if self._wanted is not None:
            wanted = self._wanted
            left = (self.view.zoom / wanted) ** math.exp(-seconds / GLIDE_S)
            if abs(left - 1) < ARRIVED:
                left, self._wanted = 1.0, None
            self.zoom(wanted * left, about)

    def glide(self, steps: float) -> None:
        """Begin to zoom by steps of the wheel."""
        zoom = (self._wanted or self.view.zoom) * WHEEL_STEP**steps
        self._wanted = max(1.0, min(self.view.most, zoom))

    def stop(self) -> None:
        """Keep the zoom as it is, without reaching what the wheel asked for."""
        self._wanted = None

    # Moving about

    @property
    def _middle(self) -> MapPoint:
        return self._size[0] / 2, self._size[1] / 2

    def fit(self) -> None:
        """Show everything at the scale at which it fits, with folds and bundles closed."""
        self._fitting = True
        self.layouts.ask(opened=(), unfolded=())
        self.layouts.want(0)
        self._take()
        self.work(FIRST_WORK_S)

    def zoom(self, zoom: float, at: MapPoint | None = None) -> None:
        """Change the scale; what is at a place, or in the middle, stays there."""
        self._fitting, self._at = False, at
        self._zoom(zoom, at or self._middle)

    def _zoom(self, zoom: float, at: MapPoint) -> None:
        view = self.view
        anchor = node_near(view, at)
        before = self.where(anchor)
        unit, pitch = view.unit, view.pitch
        self._lay_out(zoom)
        now = self.where(anchor)
        view.pan(
            now[0] - at[0] - (before[0] - at[0]) * view.unit / unit,
            now[1] - at[1] - (before[1] - at[1]) * view.pitch / pitch,
        )

    def zoom_about(self, node: MapNode, factor: float) -> None:
        """Zoom by a factor at a node where it is seen, else in the middle."""
        x, y = self.where(node)
        seen = 0 <= x <= self._size[0] and 0 <= y <= self._size[1]
        self.zoom(self.view.zoom * factor, (x, y) if seen else None)

    def pan(self, right: float, down: float) -> None:
        """Move the window over the map."""
        self._fitting = False
        self.view.pan(right, down)

    def centre(self, depth: float, lane: float) -> None:
        """Bring a depth and a lane into the middle."""
        self._fitting = False
        self.view.show(depth, lane, self._middle)

    def show(self, node: MapNode) -> None:
        """Move no further than it takes to see a node."""
        place = self.view.plan.place(node)
        self.view.reveal(place.depth, place.piece.lane, MARGIN_SEEN)

    def seen_for(self, node: MapNode) -> MapNode:
        """The node itself if it is drawn or counted in a wedge; if a filter hides it, its nearest
        ancestor for which that is so.
        """
        place = self.view.plan.place(node)
        while not place.drawn and not place.piece.heads and node.parent is not None:
            node = node.parent
            place = self.view.plan.place(node)
        return node

    def where(self, node: MapNode) -> MapPoint:
        """Where a node is."""
        place = self.view.plan.place(node)
        return self.view.at(place.depth, place.piece.lane)

    # Other layouts

    def open(self, wedge: MapPiece, node: MapNode, *, reveals: bool) -> None:
        """Zoom into a bundle with the branch of a node, as far as there are lanes for it.
        `reveals`: bring the node into view.
        """
        at = self.view.at(wedge.end, wedge.lane)
        shown = dict.fromkeys([*(head.name for head in wedge.heads[:HEADS_OPENED]), node.name])
        opened = dict.fromkeys([*shown, *self.layouts.asked.opened])
        self.layouts.ask(opened=tuple(opened)[:OPENED_KEPT])
        self.zoom(self.view.zoom * OPENING_STEP, at)
        self._at, self._revealed = at, node if reveals else None
        self.work(FIRST_WORK_S)

    def unfold(self, depth: int) -> None:
        """Open the fold that hides a depth."""
        self._fitting = False
        self._ask(unfolded=(*self.layouts.asked.unfolded, depth))

    def filter(self, shown: MapFilter) -> None:
        """Show all positions of a filter."""
        self._fitting = True
        self._ask(shown=shown)


class MapPointer:
    """What the player points at: while the keyboard is in use, the node on which its cursor lies,
    otherwise what lies under the mouse, which also pans and zooms the map.
    """

    def __init__(self, camera: MapCamera) -> None:
        self._camera = camera
        self.at = (-1, -1)
        """The mouse's place in the window, in pixels."""
        self.spot: Spot | None = None
        """What lies under the mouse."""
        self._press: tuple[int, int] | None = None
        self._button = 0
        """The button pressed; the wheel releases others meanwhile."""
        self._panning = self._in_mini_map = False
        self._name: MapKey | None = None
        """What the cursor's node is called; None: that of the present position."""
        self.by_key = False
        """The keyboard is in use: the cursor shows."""
        self.rested = 0.0
        """The seconds for which the same thing has been pointed at."""
        self._visited_bookmark = 0
        self._look: Look
        self._areas: MapAreas
        self._around: Surroundings

    def place(self, look: Look, areas: MapAreas, around: Surroundings) -> None:
        """Fit a window."""
        self._look, self._areas, self._around = look, areas, around

    def update(self, seconds: float, *, glides: bool) -> None:
        """Let time pass until a card appears, and the map move by itself: at once, unless it
        `glides`.
        """
        self.rested += seconds
        if self._camera.moves and self._camera.ready:
            zoom = self._camera.view.zoom
            self._camera.advance(seconds if glides else math.inf, self._in_area(self.at))
            if zoom != self._camera.view.zoom:
                self.spot = self._spot(self.at)

    # What is pointed at

    @property
    def subject(self) -> Spot | None:
        """What cursor or mouse points at; None: nothing, or the mouse is pressed, or no layout."""
        if self.is_pressed or not self._camera.ready:
            return None
        if self.by_key:
            place = self._camera.view.plan.place(self.node)
            return Spot(self.node) if place.drawn else Spot(wedge=place.piece)
        return self.spot

    @property
    def pointed(self) -> MapNode | None:
        """The position that is pointed at; None for nothing, a bundle or a fold."""
        subject = self.subject
        return None if subject is None else subject.node

    @property
    def card_due(self) -> float | None:
        """Seconds until a card appears; None: none is going to."""
        return None if self.card_shown or self.subject is None else CARD_AFTER_S - self.rested

    @property
    def card_shown(self) -> bool:
        """Whether something has been pointed at for long enough to show its card."""
        return self.subject is not None and self.rested >= CARD_AFTER_S

    # The mouse

    @property
    def is_pressed(self) -> bool:
        """True from a press on the map to its release."""
        return self._press is not None

    @property
    def is_panning(self) -> bool:
        """True while the map is dragged along."""
        return self._panning or self._in_mini_map

    def handle(self, event: pygame.event.Event, *, glides: bool) -> Spot | None:
        """Handle a mouse event; returns what a click that it ends has hit, None if it ends none.
        `glides`: the zoom changes gradually.
        """
        before = self.spot
        clicked = None
        match event.type:
            case pygame.MOUSEMOTION:
                self._move(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 2, 3):
                self._begin(event.pos, event.button)
            case pygame.MOUSEBUTTONUP if self.is_pressed and event.button == self._button:
                clicked = self._end(event.pos)
            case pygame.MOUSEWHEEL if self._areas.body.collidepoint(self.at):
                self._wheel(event, glides=glides)
            case pygame.WINDOWFOCUSLOST:
                self._release()
            case pygame.WINDOWLEAVE:
                self.spot = None
        if self.spot != before:
            self.rested, self.by_key = 0.0, False
        return clicked

    def _move(self, at: tuple[int, int]) -> None:
        before, self.at = self.at, at
        if self._press is None:
            self.spot = self._spot(at)
        elif self._in_mini_map:
            self._look_through_mini_map(at)
        elif self._panning or math.dist(at, self._press) > self._look.scale.fixed(PAN_SLACK):
            if not self._panning:
                self._panning, before = True, self._press
            dp = self._look.scale.dp
            self._camera.pan(dp(before[0] - at[0]), dp(before[1] - at[1]))
            self.spot = None

    def _begin(self, at: tuple[int, int], button: int) -> None:
        self.at, self._button, self.by_key = at, button, False
        self._camera.stop()
        self._in_mini_map = self._is_on_mini_map(at)
        if self._in_mini_map:
            self._look_through_mini_map(at)
        if self._in_mini_map or self._areas.body.collidepoint(at):
            self._press = at

    def _end(self, at: tuple[int, int]) -> Spot | None:
        clicked = not self.is_panning and self._button != pygame.BUTTON_MIDDLE
        self._release()
        return self._spot(at) if clicked else None

    def _release(self) -> None:
        self._press, self._panning, self._in_mini_map = None, False, False

    def _is_on_mini_map(self, at: tuple[int, int]) -> bool:
        return self._around.mini_map.shown and self._areas.mini_map.collidepoint(at)

    def _look_through_mini_map(self, at: tuple[int, int]) -> None:
        self._camera.centre(*self._around.mini_map.place_at(self._camera.view, at))

    def _wheel(self, event: pygame.event.Event, *, glides: bool) -> None:
        if event.x:
            self._camera.pan(event.x * self._camera.view.unit * 4, 0)
        if event.y:
            self._camera.glide(event.y)
            if not glides:
                self._camera.advance(math.inf, self._in_area(self.at))
        self.spot = self._spot(self.at)

    def _in_area(self, at: tuple[int, int]) -> MapPoint:
        """A place in the window as dp from the area's corner."""
        dp, area = self._look.scale.dp, self._areas.tree
        return dp(at[0] - area.x), dp(at[1] - area.y)

    def _spot(self, at: tuple[int, int]) -> Spot | None:
        """What lies at a place in the window."""
        if self._is_on_mini_map(at) or not self._areas.body.collidepoint(at):
            return None
        for band in self._around.bands(self._camera.view):
            if band.pill.collidepoint(at):
                return Spot(fold=band.fold)
        return spot_at(self._camera.view, self._in_area(at))

    # The cursor

    @property
    def node(self) -> MapNode:
        """The cursor's node; that of the present position if it is gone."""
        tree = self._camera.tree
        return (tree.find(*self._name) if self._name else None) or tree.here

    @node.setter
    def node(self, node: MapNode) -> None:
        self._name = node.name

    def go_home(self) -> None:
        """Move to the node of the present position."""
        self.spot = self._name = None

    def stay_seen(self) -> None:
        """If a filter hides the node, move to its nearest ancestor that is shown. If it hides what
        lies under the mouse, point at nothing.
        """
        self.node = self._camera.seen_for(self.node)
        node = None if self.spot is None else self.spot.node
        if node is not None and self._camera.seen_for(node) is not node:
            self.spot = None

    def show(self, node: MapNode) -> None:
        """Move to a node, as the keyboard does, and bring it into view."""
        self.node, self.by_key, self.spot = node, True, None
        self.rested = 0.0
        self._camera.show(node)

    def way(self, key: int) -> MapNode | None:
        """The node that a key leads to: the cursor's if nothing lies further that way, None if the
        key does not move the cursor.
        """
        node, view = self.node, self._camera.view
        survey = view.plan.survey
        ways: dict[int, Callable[[], MapNode | None]] = {
            pygame.K_RIGHT: lambda: _on(node, survey, 1),
            pygame.K_LEFT: lambda: _back(node, 1),
            pygame.K_UP: lambda: next_lane(view, node, -1),
            pygame.K_DOWN: lambda: next_lane(view, node, 1),
            pygame.K_PAGEUP: lambda: _back(node, PAGE),
            pygame.K_PAGEDOWN: lambda: _on(node, survey, PAGE),
            pygame.K_HOME: lambda: survey.root,
            pygame.K_END: lambda: _on(node, survey, len(survey)),
        }
        return (ways[key]() or node) if key in ways else None

    def show_next_bookmark(self) -> None:
        """Move to the bookmark below the one that was shown last."""
        marks = self._camera.tree.bookmarks
        self._visited_bookmark = (self._visited_bookmark - 1) % len(marks)
        self.show(marks[self._visited_bookmark])

    @property
    def hidden_in(self) -> Spot | None:
        """The bundle or fold that contains the cursor's node; None if neither does."""
        view = self._camera.view
        place = view.plan.place(self.node)
        if not place.drawn:
            return Spot(wedge=place.piece)
        fold = view.axis.fold_at(self.node.depth)
        return None if fold is None else Spot(fold=fold)

    def open(self, spot: Spot) -> None:
        """Look into a bundle, or unfold a fold. A cursor in the bundle stays where it is; any other
        one moves to the first position of its largest branch.
        """
        self.spot = None
        if spot.wedge is not None and spot.wedge.heads:
            hidden = self.hidden_in
            if hidden is None or hidden.wedge is not spot.wedge:
                self.node = spot.wedge.heads[0]
            self._camera.open(spot.wedge, self.node, reveals=self.by_key)
        elif spot.fold is not None:
            self._camera.unfold((spot.fold.start + spot.fold.end) // 2)


def _on(node: MapNode, survey: Survey, steps: int) -> MapNode:
    """The node `steps` further on in the same lane, or the lane's last node."""
    while steps and (heir := heir_of(survey, node)) is not None:
        node = heir
        steps -= 1
    return node


def _back(node: MapNode, steps: int) -> MapNode:
    while steps and node.parent is not None:
        node = node.parent
        steps -= 1
    return node
