"""The visible part of a map: its layouts, made in slices and kept while the graph does not change,
its dead ends, its zoom, and the place of the window on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import copy

from game.core.moves import REDEAL, TURN
from game.core.position import Position
from game.map.chains import Wanted
from game.map.layout import MapPlan, plan_made
from game.map.pieces import UNIT_LARGEST, MapPiece, MapRoom, PieceKind
from game.map.tree import (
    LineOnMap,
    MapFilter,
    MapKey,
    MapNode,
    MapTree,
    SlicedJob,
    Slices,
    Survey,
    shown_nodes,
)
from game.map.viewport import (
    BOTTOM,
    LEFT,
    LEVEL_STEP,
    RIGHT,
    TOP,
    MapPoint,
    Viewport,
    level_of,
    node_near,
    zoom_most,
)
from game.play.session import DealHistory

HEADS_OPENED = 16
"""The greatest number of branches that opening a wedge shows."""
OPENED_KEPT = 48
TURNS = frozenset((TURN, REDEAL))
_Size = tuple[float, float]
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


class DeadEnds:
    """Finds in slices the ends of lines at which no move is left. Each end's position has to be
    replayed, which takes long for thousands of ends.
    """

    def __init__(self, history: DealHistory, is_stuck: Callable[[Position], bool]) -> None:
        self._history, self._is_stuck = history, is_stuck
        self.stuck: dict[int, bool] = {}
        """Whether no move is left at an end, by key; holds the ends examined so far."""
        self._waiting: list[MapNode] = []

    @property
    def done(self) -> bool:
        """Whether all ends of the plan are known."""
        return not self._waiting

    def look_at(self, plan: MapPlan) -> None:
        """Examine the ends of a plan from now on, neighbours one after another."""
        ends = [piece.chain.nodes[-1] for piece in plan.pieces if piece.kind is PieceKind.LINE]
        self._waiting = [node for node in ends if not (node.won or node.key in self.stuck)]
        self._waiting.sort(key=lambda node: node.age, reverse=True)

    def work(self, seconds: float) -> bool:
        """Work for some seconds; True if another end was examined."""
        until = time.thread_time() + seconds
        before = len(self.stuck)
        while self._waiting and time.thread_time() < until:
            self.is_stuck(self._waiting.pop())
        return len(self.stuck) > before

    def is_stuck(self, node: MapNode) -> bool:
        """Whether no move is known from a node, and none is left there."""
        if node.goes_on or node.won:
            return False
        known = self.stuck.get(node.key)
        if known is None:
            try:
                known = self._is_stuck(self._history.position_of(node.key))
            except KeyError:  # a wrong edge, removed just now: the next layout is without it
                known = False
            self.stuck[node.key] = known
        return known

    def forget(self) -> None:
        """Forget all results: after a change of the graph a node may not be an end any more."""
        self.stuck.clear()


def is_turned(node: MapNode) -> bool:
    """True for the position after a redeal, or after the reserve was turned over: it has a sign of
    its own and is never folded away.
    """
    return node.edge is not None and any(move.onto in TURNS for move in node.edge.action)


class CachedLayout:
    """The plans for one survey, size and set of opened folds, by zoom level."""

    def __init__(self, survey: Survey, wanted: Wanted, unfolded: list[int], size: _Size) -> None:
        self.survey = survey
        self._wanted, self._unfolded, self._size = wanted, unfolded, size
        self.plans: dict[int, MapPlan] = {}

    def add(self, level: int) -> Slices[None]:
        """Make the plan for a zoom level. Level 0 must be made first."""
        zoom = LEVEL_STEP**level
        unit = min(UNIT_LARGEST, self.plans[0].unit * zoom) if level else None
        room = MapRoom(*self._size, zoom, unit)
        # As many chains as the level below shows fit here too. That plan usually exists already.
        guess = max((p.chain_count for known, p in self.plans.items() if known < level), default=1)
        plan = yield from plan_made(self.survey, self._wanted, room, self._unfolded, guess)
        self.plans[level] = plan

    @property
    def levels(self) -> range:
        """The levels that can be zoomed to."""
        return range(level_of(zoom_most(self.plans[0])) + 1)


class LayoutCache:
    """Plans by zoom level. A plan that is asked for is ready after some calls of `work`; the
    earlier plans stay in use until then.
    """

    def __init__(self, history: DealHistory, before_today: int) -> None:
        """Call `resize` before `work`. Edges whose `first` is greater than `before_today` were
        first walked today.
        """
        self._history = history
        self._size: _Size = (0, 0)
        self._before_today = before_today
        self._shown = MapFilter.ALL
        self._lost: frozenset[int] = frozenset()
        self._opened: list[MapKey] = []
        self._unfolded: list[int] = []
        self._level = 0
        self._tree: MapTree | None = None
        self._survey: Survey | None = None
        self._layout: CachedLayout | None = None
        self._note_state()
        self._job = SlicedJob(self._renewed())

    def _note_state(self) -> None:
        history = self._history
        self._version = history.graph.version
        self._line, self._bookmarks = history.line, history.bookmarks
        self._place = len(history.line), history.at

    @property
    def _is_current(self) -> bool:
        """Whether nothing has changed since the last call of `follow`."""
        history = self._history
        return (
            self._version == history.graph.version
            and self._line is history.line
            and self._bookmarks is history.bookmarks
            and self._place == (len(history.line), history.at)
        )

    # Asking

    def follow(self) -> bool:
        """Take in changes of the history; True if there are any."""
        if self._is_current:
            return False
        if self._version != self._history.graph.version:
            self._tree = self._survey = self._layout = None
        elif self._shown is not MapFilter.ALL:
            self._survey = None
        self._note_state()
        self._restart()
        return True

    def resize(self, size: _Size) -> None:
        """Lay out for another size, in dp."""
        if size != self._size:
            self._size = size
            self._restart()

    def show(self, shown: MapFilter) -> None:
        """Lay out the positions that a filter shows."""
        if shown is not self._shown:
            self._shown, self._survey = shown, None
            self._restart()

    def note_lost(self, lost: frozenset[int]) -> None:
        """These nodes are known to be lost: a filter may hide them."""
        if lost != self._lost:
            self._lost = lost
            if self._shown is MapFilter.WINNABLE:
                self._survey = None
                self._restart()

    def open(self, wedge: MapPiece, node: MapNode) -> None:
        """Show what a wedge holds and the way to a node in it, as far as there are lanes."""
        shown = [head.name for head in wedge.heads[:HEADS_OPENED]]
        shown += [] if node.name in shown else [node.name]
        before = [one for one in self._opened if one not in shown]
        self._opened = [*shown, *before][:OPENED_KEPT]
        self._restart()

    def unfold(self, depth: int) -> None:
        """Open the fold that hides a depth."""
        self._unfolded.append(depth)
        self._restart()

    def close(self) -> None:
        """Bundle and fold again what was opened."""
        if self._opened or self._unfolded:
            self._opened, self._unfolded = [], []
            self._restart()

    def want(self, level: int) -> None:
        """Make the plan for this level of zoom, and the one for the next."""
        if level != self._level:
            self._level = level
            if self._job.done and self._layout is not None:
                self._job = SlicedJob(self._filled(self._layout))

    def _restart(self) -> None:
        self._job = SlicedJob(self._renewed())

    # Working

    @property
    def done(self) -> bool:
        """Whether there is nothing more to make."""
        return self._job.done

    def work(self, seconds: float) -> bool:
        """Work for some seconds; True if the wanted level has another plan."""
        before = self._current()
        if self._is_current:
            self._job.work(seconds)
        return self._current() is not before

    def _current(self) -> MapPlan | None:
        return None if self._layout is None else self.plan(self._level)

    def _renewed(self) -> Slices[None]:
        """Make new plans. They replace the old ones once the wanted level has its plan."""
        if self._tree is None:
            self._tree = yield from MapTree(self._history).made()
        tree = self._tree
        if self._survey is None:
            always = tree.here, *tree.bookmarks
            kept = yield from shown_nodes(tree, self._shown, always, self._before_today, self._lost)
            self._survey = yield from Survey(tree, kept, is_turned).made()
        line = yield from LineOnMap(tree, self._history).made()
        opened = [node for name in self._opened if (node := tree.find(*name))]
        wanted = Wanted(tree.here, tree.bookmarks, tuple(opened), line)
        layout = CachedLayout(self._survey, wanted, [*self._unfolded], self._size)
        yield from layout.add(0)
        yield from self._filled(layout)

    def _filled(self, layout: CachedLayout) -> Slices[None]:
        """The plan for the level that is wanted, and the one for the next."""
        while True:
            level = min(self._level, layout.levels[-1])
            if level in layout.plans:
                self._layout = layout
            # The level that is shown comes first, then the next larger one.
            wanted = [level, level + 1]
            missing = [one for one in wanted if one in layout.levels and one not in layout.plans]
            if not missing:
                return
            yield from layout.add(missing[0])

    # Reading

    @property
    def ready(self) -> bool:
        """Whether there is anything to show."""
        return self._layout is not None

    @property
    def shown(self) -> MapFilter:
        """Which positions are asked for."""
        return self._shown

    @property
    def survey(self) -> Survey:
        """The survey that belongs to the plans."""
        assert self._layout is not None
        return self._layout.survey

    def plan(self, level: int) -> MapPlan:
        """The plan for a zoom level, or for the next lower level that has one; once `ready`."""
        assert self._layout is not None
        plans = self._layout.plans
        return plans[max(known for known in plans if known <= level)]


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
        self.work(RESIZE_WORK_S if self.ready else FIRST_WORK_S)

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
