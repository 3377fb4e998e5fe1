"""Finds the dead ends of a map: the ends of its lines at which no move is left."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.core.position import Position
from game.map.layout import MapPlan
from game.map.pieces import PieceKind
from game.map.tree import MapNode
from game.play.session import DealHistory


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
