"""The layouts of one tree that a map needs: made in slices, kept while the tree stays as it is."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.core.position import REDEAL, REDEAL_RANDOM, TURN, Position
from game.history import ROOT
from game.map import (
    LEVEL_STEP,
    UNIT_LARGEST,
    AnyNode,
    MapFilter,
    MapPiece,
    MapPlan,
    MapRoom,
    PieceKind,
    SlicedJob,
    Slices,
    Survey,
    Wanted,
    kept,
    plan_made,
)
from game.map.viewport import level_of, zoom_most
from game.play.session import DealHistory

HEADS_OPENED = 16
"""So many branches of a wedge are opened at once."""
OPENED_KEPT = 48
TURNS = frozenset((TURN, REDEAL, REDEAL_RANDOM))


def is_turned(node: AnyNode) -> bool:
    """True for the position after a redeal, or after the reserve was turned over."""
    return any(move.onto in TURNS for move in node.action or ())


class CachedLayout:
    """The plans of one state of things, by level of zoom."""

    def __init__(self, survey: Survey, wanted: Wanted, unfolded: list[int], size: _Size) -> None:
        self.survey = survey
        self._wanted, self._unfolded, self._size = wanted, unfolded, size
        self.plans: dict[int, MapPlan] = {}

    def add(self, level: int) -> Slices[None]:
        """Make the plan for a level; the one for level 0 comes first."""
        unit = min(UNIT_LARGEST, self.plans[0].unit * LEVEL_STEP**level) if level else None
        room = MapRoom(*self._size, level, unit)
        # What the level before shows fits here too; most often it is there already.
        guess = max((p.count for known, p in self.plans.items() if known < level), default=1)
        plan = yield from plan_made(self.survey, self._wanted, room, self._unfolded, guess)
        self.plans[level] = plan

    @property
    def levels(self) -> range:
        """The levels that can be zoomed to."""
        return range(level_of(zoom_most(self.plans[0])) + 1)


_Size = tuple[float, float]


class LayoutCache:
    """Plans by level of zoom. Whatever is asked for comes after some `work`; until then the
    plans from before are there.
    """

    def __init__(
        self,
        tree: DealHistory,
        size: _Size,
        first_today: int = 0,
        marked: Callable[[AnyNode], bool] | None = None,
    ) -> None:
        """`first_today`: the id from which nodes were first seen today. `marked` nodes have a sign
        and are not folded away.
        """
        self._tree = tree
        self._marked = marked
        self._size = size
        self._first_today = first_today
        self._shown = MapFilter.ALL
        self._lost: frozenset[int] = frozenset()
        self._opened: list[AnyNode] = []
        self._unfolded: list[int] = []
        self._level = 0
        self._survey: Survey | None = None
        self._sheet: CachedLayout | None = None
        self._state = self._state_now()
        self._job: SlicedJob[None] = SlicedJob(self._renewed())

    def _state_now(self) -> tuple[object, ...]:
        return self._tree.shape, self._tree.here, self._tree.bookmarks

    # Asking

    def follow(self) -> bool:
        """Take in what has happened to the tree; True if something has."""
        now = self._state_now()
        if now == self._state:
            return False
        if now[0] != self._state[0]:
            # Its nodes may be no more.
            self._survey = self._sheet = None
            self._opened = [node for node in self._opened if node.id in self._tree]
        elif self._shown is not MapFilter.ALL:
            self._survey = None
        self._state = now
        self._restart()
        return True

    def resize(self, size: _Size) -> None:
        """Another room."""
        if size != self._size:
            self._size = size
            self._restart()

    def show(self, shown: MapFilter) -> None:
        """Show other positions."""
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

    def open(self, wedge: MapPiece) -> None:
        """Show what a wedge holds, as far as there are lanes for it."""
        heads = wedge.heads[:HEADS_OPENED]
        before = [node for node in self._opened if node not in heads]
        self._opened = [*heads, *before][:OPENED_KEPT]
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
            if self._job.done and self._sheet is not None:
                self._job = SlicedJob(self._filled(self._sheet))

    def _restart(self) -> None:
        self._job = SlicedJob(self._renewed())

    # Working

    @property
    def done(self) -> bool:
        """Whether there is nothing more to make."""
        return self._job.done

    def work(self, seconds: float) -> bool:
        """Go on for so long; True if there is another plan for the level that is wanted."""
        before = self._current()
        self._job.work(seconds)
        return self._current() is not before

    def _current(self) -> MapPlan | None:
        return None if self._sheet is None else self.plan(self._level)

    def _renewed(self) -> Slices[None]:
        """New plans, shown once the most urgent of them are there."""
        if self._survey is None:
            self._survey = yield from self._surveyed()
        sheet = CachedLayout(self._survey, self._wanted(), [*self._unfolded], self._size)
        yield from sheet.add(0)
        yield from self._filled(sheet)

    def _filled(self, sheet: CachedLayout) -> Slices[None]:
        """The plan for the level that is wanted, and the one for the next."""
        while True:
            level = min(self._level, sheet.levels[-1])
            if level in sheet.plans:
                self._sheet = sheet
            # What is zoomed to comes first, then what may be zoomed to next.
            wanted = [level, level + 1]
            missing = [one for one in wanted if one in sheet.levels and one not in sheet.plans]
            if not missing:
                return
            yield from sheet.add(missing[0])

    def _surveyed(self) -> Slices[Survey]:
        root = self._tree.node(ROOT)
        always = self._tree.node(), *self.bookmarks
        ids = yield from kept(root, self._shown, always, self._first_today, self._lost)
        return (yield from Survey(root, ids, self._marked).made())

    def _wanted(self) -> Wanted:
        return Wanted(self._tree.node(), self.bookmarks, tuple(self._opened))

    # Reading

    @property
    def ready(self) -> bool:
        """Whether there is anything to show."""
        return self._sheet is not None

    @property
    def shown(self) -> MapFilter:
        """Which positions are asked for."""
        return self._shown

    @property
    def bookmarks(self) -> tuple[AnyNode, ...]:
        """The bookmarked nodes, in the order of the stack."""
        return tuple(self._tree.node(node) for node in self._tree.bookmarks)

    @property
    def survey(self) -> Survey:
        """The survey that belongs to the plans."""
        assert self._sheet is not None
        return self._sheet.survey

    def plan(self, level: int) -> MapPlan:
        """The layout for a level of zoom, or for one below it while it is not made."""
        assert self._sheet is not None
        plans = self._sheet.plans
        return plans[max(known for known in plans if known <= level)]


class Ends:
    """Finds out of each end of a line whether nothing can be done there, a little at a time.

    A position has to be replayed for it, which takes long for thousands of them.
    """

    def __init__(self, tree: DealHistory, is_stuck: Callable[[Position], bool]) -> None:
        self._tree, self._is_stuck = tree, is_stuck
        self.stuck: dict[int, bool] = {}
        """What is known of the ends, by the id of the node."""
        self._waiting: list[AnyNode] = []

    @property
    def done(self) -> bool:
        """Whether all ends of the plan are known."""
        return not self._waiting

    def look_at(self, plan: MapPlan) -> None:
        """Work on the ends of a plan from now on, neighbours after each other."""
        ends = [piece.chain.nodes[-1] for piece in plan.pieces if piece.kind is PieceKind.LINE]
        self._waiting = [node for node in ends if not (node.won or node.id in self.stuck)]
        self._waiting.sort(key=lambda node: -node.id)

    def work(self, seconds: float) -> bool:
        """Go on for so long; True if something is known that was not."""
        until = time.thread_time() + seconds
        before = len(self.stuck)
        while self._waiting and time.thread_time() < until:
            self.is_stuck(self._waiting.pop())
        return len(self.stuck) > before

    def is_stuck(self, node: AnyNode) -> bool:
        """Whether nothing can be done at a node that has no children."""
        known = self.stuck.get(node.id)
        if known is None:
            known = not node.children and self._is_stuck(self._tree.position_of(node.id))
            self.stuck[node.id] = known
        return known

    def forget(self) -> None:
        """The tree has another shape: an end may be none any more."""
        self.stuck.clear()
