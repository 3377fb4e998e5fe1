"""Measures a tree: how many positions lie below each node, and how deep they go."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

from game.history import Node
from game.map.work_in_slices import Slices

AnyNode = Node[Any]

SLICE = 2000
"""Nodes per slice: about a millisecond of work."""


class Survey:
    """Sizes and depths of all branches of a tree, valid until the tree's shape changes.

    A hundred thousand nodes take about an eighth of a second. Nothing here is recursive.
    """

    def __init__(
        self,
        root: AnyNode,
        kept: Set[int] | None = None,
        has_sign: Callable[[AnyNode], bool] | None = None,
    ) -> None:
        """`kept` holds the ids of the nodes to show, ancestors included; None: every node.
        Nodes for which `has_sign` is true carry a sign on the map and are never folded away.
        """
        self.root = root
        self.has_sign = has_sign
        self._kept = kept
        self.size: dict[int, int] = {}
        """The number of positions of the branch that begins with a node, itself included, by id."""
        self.reach: dict[int, int] = {}
        """The greatest depth of the same branches."""
        self.wins: list[AnyNode] = []
        """The won nodes, the shortest answer first."""

    def __len__(self) -> int:
        """The number of positions shown."""
        return self.size[self.root.id]

    def children(self, node: AnyNode) -> list[AnyNode]:
        """The shown children of a node."""
        children, kept = node.children, self._kept
        return children if kept is None else [child for child in children if child.id in kept]

    def below(self, node: AnyNode) -> int:
        """The number of positions below a node, which itself need not be shown."""
        return sum(self.size[child.id] for child in self.children(node))

    def made(self) -> Slices[Survey]:
        """Survey the tree; returns the survey itself."""
        nodes: list[AnyNode] = []
        """Every node after its parent."""
        waiting = [self.root]
        while waiting:
            if len(nodes) % SLICE == 0:
                yield
            node = waiting.pop()
            nodes.append(node)
            waiting += self.children(node)
            if node.won:
                self.wins.append(node)
        self.wins.sort(key=lambda node: (node.depth, node.id))
        while nodes:
            if len(nodes) % SLICE == 0:
                yield
            self._sum_up(nodes.pop())
        return self

    def _sum_up(self, node: AnyNode) -> None:
        """Note the size and depth of a node's branch, once those of its children are known."""
        size, reach = self.size, self.reach
        count, deepest = 1, node.depth
        for child in self.children(node):
            count += size[child.id]
            deepest = max(deepest, reach[child.id])
        size[node.id], reach[node.id] = count, deepest
