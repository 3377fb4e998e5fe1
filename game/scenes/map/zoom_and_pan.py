"""The visible part of a tree's map: its layout, its zoom, and the place of the window on it."""

from __future__ import annotations

from collections.abc import Callable

from game.core.position import Position
from game.map import AnyNode, MapFilter, MapPiece, Viewport, node_near
from game.map.viewport import BOTTOM, LEFT, RIGHT, TOP, MapPoint
from game.play.session import DealHistory
from game.scenes.map.dead_ends import DeadEnds
from game.scenes.map.layout_cache import LayoutCache

FIRST_WORK_S = 0.008
"""The seconds spent at once when a layout is asked for: enough for most trees."""
WHEEL_STEP = 1.25
"""The factor by which one step of the mouse wheel changes the zoom."""
BUTTON_STEP = 1.5
"""The factor for a button or a key."""
OPENING_STEP = 2.0
"""The factor for the opening of a bundle."""
MARGIN_SEEN = 120


class MapCamera:
    """The visible part of a map. Places are dp from the corner of the tree's area. `view` exists
    only once `ready` is True.
    """

    def __init__(
        self, tree: DealHistory, is_stuck: Callable[[Position], bool], first_today: int
    ) -> None:
        """`first_today` is that of `LayoutCache`."""
        self.tree = tree
        self.ends = DeadEnds(tree, is_stuck)
        self.layouts = LayoutCache(tree, first_today)
        self.view: Viewport
        self._size: MapPoint = (0, 0)
        self._seen = False
        """Whether `view` exists."""
        self._fitting = True
        """Whether each new layout is shown as a whole."""
        self._at: MapPoint | None = None
        """The place whose content the next layout keeps there; None: the middle."""
        self._held: AnyNode | None = None
        """The node that the next layout brings into the middle; None: no node."""
        self._revealed: AnyNode | None = None
        """The node that comes into view, anywhere, with the next layout; None: no node."""

    # Layouts

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
            self._held = node_near(self.view, self._middle)
        self._size = size
        self.layouts.resize(room)
        if self.ready:
            self.view.size = size
        self.work(FIRST_WORK_S)

    def follow(self) -> bool:
        """Take in changes of the tree; True if there are any."""
        if not self.layouts.follow():
            return False
        self.ends.forget()
        self._held = self.tree.node()
        self.work(FIRST_WORK_S)
        return True

    @property
    def done(self) -> bool:
        """Whether nothing more is to be found out."""
        return self.layouts.done and self.ends.done

    def work(self, seconds: float) -> bool:
        """Work on layouts and ends for some seconds; True if there is something new to show."""
        shown = self.layouts.work(seconds if self.ends.done else seconds / 2)
        if shown:
            self._take()
        return self.ends.work(seconds / 2) or shown

    def _take(self) -> None:
        """Show a new layout."""
        if not self._seen:
            self.view, self._seen = Viewport(self.layouts.plan(0), self._size), True
        if self._fitting:
            self.view.fitted = self.layouts.plan(0)
            self.view.fit()
            self.ends.look_at(self.view.plan)
        elif self._held is not None:
            self._lay_out(self.view.zoom)
            place = self.view.plan.place(self._held)
            self.view.show(place.depth, place.piece.lane, self._middle)
        else:
            self._zoom(self.view.zoom, self._at or self._middle)
            if self._revealed is not None:
                self.show(self._revealed)
        self._at = self._held = self._revealed = None

    def _lay_out(self, zoom: float) -> None:
        view = self.view
        view.fitted = self.layouts.plan(0)
        view.zoom = max(1.0, min(view.most, zoom))
        self.layouts.want(view.level)
        view.plan = self.layouts.plan(view.level)
        self.ends.look_at(view.plan)

    # Moving about

    @property
    def _middle(self) -> MapPoint:
        return self._size[0] / 2, self._size[1] / 2

    def fit(self) -> None:
        """Show everything at the scale at which it fits, with folds and bundles closed."""
        self._fitting = True
        self.layouts.close()
        self.layouts.want(0)
        self._take()
        self.work(FIRST_WORK_S)

    def zoom(self, zoom: float, at: MapPoint | None = None) -> None:
        """Change the scale; what is at a place, or in the middle, stays there."""
        self._fitting = False
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

    def zoom_about(self, node: AnyNode, factor: float) -> None:
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

    def show(self, node: AnyNode) -> None:
        """Move no further than it takes to see a node."""
        place = self.view.plan.place(node)
        self.view.reveal(place.depth, place.piece.lane, MARGIN_SEEN)

    def seen_for(self, node: AnyNode) -> AnyNode:
        """The node itself if it is drawn or counted in a wedge; if a filter hides it, its nearest
        ancestor for which that is so.
        """
        place = self.view.plan.place(node)
        while not place.drawn and not place.piece.heads and node.parent is not None:
            node = node.parent
            place = self.view.plan.place(node)
        return node

    def where(self, node: AnyNode) -> MapPoint:
        """Where a node is."""
        place = self.view.plan.place(node)
        return self.view.at(place.depth, place.piece.lane)

    # Opening

    def open(self, wedge: MapPiece, node: AnyNode, *, reveals: bool) -> None:
        """Zoom into a bundle with the branch of a node; `reveals`: bring the node into view."""
        at = self.view.at(wedge.end, wedge.lane)
        self.layouts.open(wedge, node)
        self.zoom(self.view.zoom * OPENING_STEP, at)
        self._at, self._revealed = at, node if reveals else None
        self.work(FIRST_WORK_S)

    def unfold(self, depth: int) -> None:
        """Open the fold that hides a depth."""
        self._fitting = False
        self.layouts.unfold(depth)
        self.work(FIRST_WORK_S)

    def filter(self, shown: MapFilter) -> None:
        """Show all positions of a filter."""
        self._fitting = True
        self.layouts.show(shown)
        self.work(FIRST_WORK_S)
