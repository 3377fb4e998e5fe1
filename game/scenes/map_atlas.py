"""The layouts of one tree that a map needs, each made when it is first asked for."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.history import ROOT
from game.map import (
    LEVEL_STEP,
    UNIT_LARGEST,
    AnyNode,
    Kind,
    Piece,
    Plan,
    Room,
    Survey,
    Wanted,
    make_plan,
)
from game.position import Position
from game.session import Tree

HEADS_OPENED = 16
"""So many branches of a wedge are opened at once."""
OPENED_KEPT = 48


class Atlas:
    """Plans by level of zoom, for a tree as it is; forgets them when it is another."""

    def __init__(self, tree: Tree, width: float, height: float) -> None:
        self._tree = tree
        self._width, self._height = width, height
        self.survey = Survey(tree.node(ROOT))
        self._opened: list[AnyNode] = []
        self._unfolded: list[int] = []
        self._plans: dict[int, Plan] = {}
        self._state = self._state_now()

    def _state_now(self) -> tuple[object, ...]:
        return self._tree.shape, self._tree.here, self._tree.bookmarks

    def follow(self) -> bool:
        """Take in what has happened to the tree; True if something has."""
        now = self._state_now()
        if now == self._state:
            return False
        if now[0] != self._state[0]:
            self.survey = Survey(self._tree.node(ROOT))
            self._opened = [node for node in self._opened if node.id in self._tree]
        self._state = now
        self._plans.clear()
        return True

    def resize(self, width: float, height: float) -> None:
        """Another room."""
        self._width, self._height = width, height
        self._plans.clear()

    def open(self, wedge: Piece) -> None:
        """Show what a wedge holds, as far as there are lanes for it."""
        heads = wedge.heads[:HEADS_OPENED]
        kept = [node for node in self._opened if node not in heads]
        self._opened = [*heads, *kept][:OPENED_KEPT]
        self._plans.clear()

    def unfold(self, depth: int) -> None:
        """Open the fold that hides a depth."""
        self._unfolded.append(depth)
        self._plans.clear()

    def close(self) -> None:
        """Bundle and fold again what was opened."""
        if self._opened or self._unfolded:
            self._opened, self._unfolded = [], []
            self._plans.clear()

    @property
    def bookmarks(self) -> tuple[AnyNode, ...]:
        """The bookmarked nodes, in the order of the stack."""
        return tuple(self._tree.node(node) for node in self._tree.bookmarks)

    def plan(self, level: int) -> Plan:
        """The layout for a level of zoom."""
        plan = self._plans.get(level)
        if plan is None:
            unit = min(UNIT_LARGEST, self.plan(0).unit * LEVEL_STEP**level) if level else None
            room = Room(self._width, self._height, level, unit)
            # What the level before shows fits here too; most often it is there already.
            guess = max((p.count for known, p in self._plans.items() if known < level), default=1)
            plan = make_plan(self.survey, self._wanted(), room, self._unfolded, guess)
            self._plans[level] = plan
        return plan

    def _wanted(self) -> Wanted:
        return Wanted(self._tree.node(), self.bookmarks, tuple(self._opened))


class Ends:
    """Finds out of each end of a line whether nothing can be done there, a little at a time.

    A position has to be replayed for it, which takes long for thousands of them.
    """

    def __init__(self, tree: Tree, is_stuck: Callable[[Position], bool]) -> None:
        self._tree, self._is_stuck = tree, is_stuck
        self.stuck: dict[int, bool] = {}
        """What is known of the ends, by the id of the node."""
        self._waiting: list[AnyNode] = []

    @property
    def done(self) -> bool:
        """Whether all ends of the plan are known."""
        return not self._waiting

    def look_at(self, plan: Plan) -> None:
        """Work on the ends of a plan from now on, neighbours after each other."""
        ends = [piece.chain.nodes[-1] for piece in plan.pieces if piece.kind is Kind.LINE]
        self._waiting = [node for node in ends if not (node.won or node.id in self.stuck)]
        self._waiting.sort(key=lambda node: -node.id)

    def work(self, seconds: float) -> bool:
        """Go on for some time; True if something is known that was not."""
        until = time.perf_counter() + seconds
        before = len(self.stuck)
        while self._waiting and time.perf_counter() < until:
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
