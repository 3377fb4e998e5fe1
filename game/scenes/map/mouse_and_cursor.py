"""What points at a map: the mouse, which drags, zooms and clicks, and the keyboard's cursor."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.map.chains import heir_of
from game.map.tree import MapKey, MapNode, Survey
from game.map.viewport import Spot, Viewport, next_lane, spot_at
from game.scenes.map.camera import WHEEL_STEP, MapCamera
from game.scenes.map.controls import MapTool
from game.scenes.map.position_card import CARD_AFTER_S
from game.scenes.map.surroundings import MapAreas, MiniMap, fold_bands
from game.system.language import Language
from game.widgets.look import Look

GLIDE_S = 0.07
"""After this many seconds the zoom has made two thirds of the change that the wheel asked for."""
ARRIVED = 0.004
"""The zoom stops changing when it differs from the wanted one by less than this share."""
PAN_SLACK = 5
"""How far the mouse may move within a click, in dp."""


PAGE = 10


class MapClick(NamedTuple):
    """A click on the map."""

    spot: Spot
    compares: bool
    """Whether it chooses a line to compare: a click of the right button."""


class MapMouse:
    """Pans and zooms the map by the mouse; tells what the mouse points at and clicks."""

    def __init__(self, camera: MapCamera, _: Language) -> None:
        self._camera, self._ = camera, _
        self.at = (-1, -1)
        """The mouse's place in the window, in pixels."""
        self.spot: Spot | None = None
        """What lies under the mouse."""
        self._press: tuple[int, int] | None = None
        self._button = 0
        """The button pressed; the wheel releases others meanwhile."""
        self._panning = self._in_mini_map = False
        self._wanted: float | None = None
        """The zoom that the wheel has asked for; None: it is reached."""
        self.glides = True
        """Whether the zoom changes gradually; if not, it changes at once."""
        self._look: Look
        self._areas: MapAreas
        self._mini_map: MiniMap

    def place(self, look: Look, areas: MapAreas, mini_map: MiniMap) -> None:
        """Fit a window."""
        self._look, self._areas, self._mini_map = look, areas, mini_map

    @property
    def is_pressed(self) -> bool:
        """True from a press on the map to its release."""
        return self._press is not None

    @property
    def is_panning(self) -> bool:
        """True while the map is dragged along."""
        return self._panning or self._in_mini_map

    def handle(self, event: pygame.event.Event) -> MapClick | None:
        """Handle a mouse event; returns the click that it ends, None if it ends none."""
        match event.type:
            case pygame.MOUSEMOTION:
                self._move(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 2, 3):
                self._begin(event.pos, event.button)
            case pygame.MOUSEBUTTONUP if self.is_pressed and event.button == self._button:
                return self._end(event.pos)
            case pygame.MOUSEWHEEL if self._areas.body.collidepoint(self.at):
                self._wheel(event)
            case pygame.WINDOWFOCUSLOST:
                self._release()
            case pygame.WINDOWLEAVE:
                self.spot = None
        return None

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
        self.at, self._button = at, button
        self.stop()
        self._in_mini_map = self._is_on_mini_map(at)
        if self._in_mini_map:
            self._look_through_mini_map(at)
        if self._in_mini_map or self._areas.body.collidepoint(at):
            self._press = at

    def _end(self, at: tuple[int, int]) -> MapClick | None:
        clicked = not self.is_panning and self._button != pygame.BUTTON_MIDDLE
        self._release()
        spot = self._spot(at) if clicked else None
        return None if spot is None else MapClick(spot, self._button == pygame.BUTTON_RIGHT)

    def _release(self) -> None:
        self._press, self._panning, self._in_mini_map = None, False, False

    def _is_on_mini_map(self, at: tuple[int, int]) -> bool:
        return self._mini_map.shown and self._areas.mini_map.collidepoint(at)

    def _look_through_mini_map(self, at: tuple[int, int]) -> None:
        self._camera.centre(*self._mini_map.place_at(self._camera.view, at))

    def _wheel(self, event: pygame.event.Event) -> None:
        if event.x:
            self._camera.pan(event.x * self._camera.view.unit * 4, 0)
        if event.y:
            view = self._camera.view
            zoom = (self._wanted or view.zoom) * WHEEL_STEP**event.y
            self._wanted = max(1.0, min(view.most, zoom))
            if not self.glides:
                self.update(math.inf)
        self.spot = self._spot(self.at)

    @property
    def gliding(self) -> bool:
        """True while the zoom changes gradually."""
        return self._wanted is not None

    def stop(self) -> None:
        """Keep the zoom as it is, without reaching what the wheel asked for."""
        self._wanted = None

    def update(self, seconds: float) -> None:
        """Let the zoom approach what the wheel asked for, about the place of the mouse."""
        if self._wanted is None:
            return
        zoom, wanted = self._camera.view.zoom, self._wanted
        left = (zoom / wanted) ** math.exp(-seconds / GLIDE_S)
        if abs(left - 1) < ARRIVED:
            left, self._wanted = 1.0, None
        self._camera.zoom(wanted * left, self._in_area(self.at))
        self.spot = self._spot(self.at)

    def _in_area(self, at: tuple[int, int]) -> tuple[float, float]:
        """A place in the window as dp from the area's corner."""
        dp, area = self._look.scale.dp, self._areas.tree
        return dp(at[0] - area.x), dp(at[1] - area.y)

    def _spot(self, at: tuple[int, int]) -> Spot | None:
        """What lies at a place in the window."""
        if self._is_on_mini_map(at) or not self._areas.body.collidepoint(at):
            return None
        for band in fold_bands(self._areas, self._camera.view, self._look, self._):
            if band.pill.collidepoint(at):
                return Spot(fold=band.fold)
        return spot_at(self._camera.view, self._in_area(at))


class MapCursor:
    """Lies on a node of the tree, once there is a layout. While the keyboard is in use, the player
    points at this node, otherwise at what lies under the mouse.
    """

    def __init__(self, camera: MapCamera, mouse: MapMouse) -> None:
        self._camera, self._mouse = camera, mouse
        self._name: MapKey | None = None
        """What the cursor's node is called; None: that of the present position."""
        self.by_key = False
        """The keyboard is in use: the cursor shows."""
        self.rested = 0.0
        """The seconds for which the same thing has been pointed at."""
        self._visited_bookmark = 0

    @property
    def node(self) -> MapNode:
        """The cursor's node; that of the present position if it is gone."""
        tree = self._camera.tree
        return (tree.find(*self._name) if self._name else None) or tree.here

    @node.setter
    def node(self, node: MapNode) -> None:
        self._name = node.name

    # What is pointed at

    @property
    def subject(self) -> Spot | None:
        """What cursor or mouse points at; None: nothing, or the mouse is pressed, or no layout."""
        if self._mouse.is_pressed or not self._camera.ready:
            return None
        if self.by_key:
            place = self._camera.view.plan.place(self.node)
            return Spot(self.node) if place.drawn else Spot(wedge=place.piece)
        return self._mouse.spot

    @property
    def pointed(self) -> MapNode | None:
        """The position that is pointed at; None for nothing, a bundle or a fold."""
        subject = self.subject
        return None if subject is None else subject.node

    @property
    def card_shown(self) -> bool:
        """Whether something has been pointed at for long enough to show its card."""
        return self.subject is not None and self.rested >= CARD_AFTER_S

    @property
    def card_due(self) -> float | None:
        """Seconds until a card appears; None: none is going to."""
        return None if self.card_shown or self.subject is None else CARD_AFTER_S - self.rested

    @property
    def mouse_at(self) -> tuple[int, int]:
        """Where the mouse is in the window."""
        return self._mouse.at

    def follow_mouse(self) -> None:
        """Point at what the mouse has moved onto."""
        self.rested, self.by_key = 0.0, False

    # Moving about

    def go_home(self) -> None:
        """Move to the node of the present position."""
        self._mouse.spot = self._name = None

    def stay_seen(self) -> None:
        """If a filter hides the node, move to its nearest ancestor that is shown. If it hides what
        lies under the mouse, point at nothing.
        """
        self.node = self._camera.seen_for(self.node)
        node = None if self._mouse.spot is None else self._mouse.spot.node
        if node is not None and self._camera.seen_for(node) is not node:
            self._mouse.spot = None

    def show(self, node: MapNode) -> None:
        """Move to a node, as the keyboard does, and bring it into view."""
        self.node, self.by_key, self._mouse.spot = node, True, None
        self.rested = 0.0
        self._camera.show(node)

    def way(self, key: int) -> MapNode | None:
        """Where a key leads, as `walk` tells it."""
        return walk(key, self.node, self._camera.view)

    def is_led_on(self, key: int) -> bool:
        """Whether a key leads to another node."""
        return self._camera.ready and self.way(key) is not self.node

    def find(self, tool: MapTool) -> None:
        """Move to the node that a button of the header finds, if there is one."""
        tree = self._camera.tree
        marks, best = tree.bookmarks, tree.root.answer
        if tool is MapTool.HERE:
            self.show(tree.here)
        elif tool is MapTool.BOOKMARK and marks:
            self._visited_bookmark = (self._visited_bookmark - 1) % len(marks)
            self.show(marks[self._visited_bookmark])
        elif tool is MapTool.BEST and best is not None:
            self.show(best)

    # Bundles and folds

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
        self._mouse.spot = None
        if spot.wedge is not None and spot.wedge.heads:
            hidden = self.hidden_in
            if hidden is None or hidden.wedge is not spot.wedge:
                self.node = spot.wedge.heads[0]
            self._camera.open(spot.wedge, self.node, reveals=self.by_key)
        elif spot.fold is not None:
            self._camera.unfold((spot.fold.start + spot.fold.end) // 2)


def walk(key: int, node: MapNode, view: Viewport) -> MapNode | None:
    """The node that a key leads to: `node` itself if nothing lies further that way, None if the key
    does not move the cursor.
    """
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
