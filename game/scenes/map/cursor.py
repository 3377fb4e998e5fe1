"""The map's cursor: the keyboard's node, and what keyboard or mouse points at."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.map.chains import heir_of
from game.map.tree import MapKey, MapNode, Survey
from game.map.viewport import Spot, Viewport, next_lane
from game.scenes.map.controls import MapTool
from game.scenes.map.mouse import MapMouse
from game.scenes.map.position_card import CARD_AFTER_S
from game.scenes.map.zoom_and_pan import MapCamera


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


PAGE = 10


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
