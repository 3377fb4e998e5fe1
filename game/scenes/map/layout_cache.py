"""The layouts of one deal for a map: made in slices, cached while its graph does not change."""

from __future__ import annotations

from game.core.moves import REDEAL, REDEAL_RANDOM, TURN
from game.map.chains import Wanted
from game.map.layout import MapPlan, plan_made
from game.map.pieces import UNIT_LARGEST, MapPiece, MapRoom
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
from game.map.viewport import LEVEL_STEP, level_of, zoom_most
from game.play.session import DealHistory

HEADS_OPENED = 16
"""The greatest number of branches that opening a wedge shows."""
OPENED_KEPT = 48
TURNS = frozenset((TURN, REDEAL, REDEAL_RANDOM))


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


_Size = tuple[float, float]


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
