"""The visible part of a map: its layout, its zoom, and the place of the window on it."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from game.core.position import Position
from game.map.pieces import MapPiece
from game.map.tree import MapFilter, MapNode, MapTree
from game.map.viewport import BOTTOM, LEFT, RIGHT, TOP, MapPoint, Viewport, node_near
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
EASE_S = 0.35
"""The seconds in which a map goes from one shape to another."""


class MapCamera:
    """The visible part of a map. Places are dp from the corner of the tree's area. `view` exists
    only once `ready` is True.
    """

    def __init__(
        self, history: DealHistory, is_stuck: Callable[[Position], bool], before_today: int
    ) -> None:
        """`before_today` is that of `LayoutCache`."""
        self.ends = DeadEnds(history, is_stuck)
        self.layouts = LayoutCache(history, before_today)
        self.view: Viewport
        self._size: MapPoint = (0, 0)
        self._seen = False
        """Whether `view` exists."""
        self._fitting = True
        """Whether each new layout is shown as a whole."""
        self._at: MapPoint | None = None
        """The place whose content the next layout keeps there; None: the middle."""
        self._held: MapNode | None = None
        """The node that the next layout brings into the middle; None: no node."""
        self._holds_here = False
        """Whether it is the present position instead."""
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
            self._held = node_near(self.view, self._middle)
        self._size = size
        self.layouts.resize(room)
        if self.ready:
            self.view.size = size
        self.work(FIRST_WORK_S)

    def follow(self) -> bool:
        """Take in changes of the history; True if there are any."""
        seen = copy(self.view) if self.ready else None
        if not self.layouts.follow():
            return False
        if not self.layouts.ready:
            self._before = seen
        self.ends.forget()
        self._held = None
        self._holds_here = True
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
        held = self.tree.here if self._holds_here else self._held
        if self._fitting:
            self.view.fitted = self.layouts.plan(0)
            self.view.fit()
            self.ends.look_at(self.view.plan)
        elif held is not None:
            self._lay_out(self.view.zoom)
            place = self.view.plan.place(held)
            self.view.show(place.depth, place.piece.lane, self._middle)
        else:
            self._zoom(self.view.zoom, self._at or self._middle)
            if self._revealed is not None:
                self.show(self._revealed)
        self._at = self._held = self._revealed = None
        self._holds_here = False
        if self._before is not None:
            self._shift_from(self._before)
            self._before = None

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

    @property
    def eases(self) -> bool:
        """Whether pieces are still on their way to their places."""
        return self._left > 0

    def ease(self, seconds: float) -> None:
        """Bring pieces nearer to their places."""
        self._left = max(0.0, self._left - seconds / EASE_S)
        if not self._left:
            self._shifts = {}

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

    # Opening

    def open(self, wedge: MapPiece, node: MapNode, *, reveals: bool) -> None:
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
