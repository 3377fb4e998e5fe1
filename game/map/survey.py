"""What one pass over a tree tells: how many positions lie below each, and how far it goes."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from game.history import Node
from game.map.time_slices import Slices, finish

AnyNode = Node[Any]

SLICE = 400
"""So many runs of only children are about a millisecond's work."""


class Survey:
    """Sizes and reaches of all branches of a tree, for as long as its shape stays the same.

    A hundred thousand nodes take less than a tenth of a second; nothing here recurs.
    """

    def __init__(self, root: AnyNode, kept: Set[int] | None = None) -> None:
        """`kept`: the ids of the nodes to show, with all above them; None: every node."""
        self.root = root
        self._kept = kept
        self.size: dict[int, int] = {}
        """Positions in the branch of each node that has siblings, its own included, by id."""
        self.reach: dict[int, int] = {}
        """The greatest depth in the same branches."""
        self.wins: list[AnyNode] = []
        """The won nodes, the shortest answer first."""

    def __len__(self) -> int:
        """All positions that are shown."""
        return self.size[self.root.id]

    def children(self, node: AnyNode) -> list[AnyNode]:
        """What is shown of what was tried from a node."""
        children, kept = node.children, self._kept
        return children if kept is None else [child for child in children if child.id in kept]

    def made(self) -> Slices[Survey]:
        """Look through the tree. Each run of only children is gone down at once: little is to
        be noted on the way.
        """
        runs: list[tuple[AnyNode, AnyNode, int]] = []
        waiting = [self.root]
        while waiting:
            if len(runs) % SLICE == 0:
                yield
            node = head = waiting.pop()
            children = self.children(node)
            count = 1
            while len(children) == 1 and not node.won:
                node = children[0]
                children = self.children(node)
                count += 1
            runs.append((head, node, count))
            waiting += children
            if node.won:
                self.wins.append(node)
        self.wins.sort(key=_by_depth)
        while runs:
            if len(runs) % SLICE == 0:
                yield
            self._sum_up(*runs.pop())
        return self

    def _sum_up(self, head: AnyNode, last: AnyNode, count: int) -> None:
        """Note what a run's branch holds, once all that leave its end are known."""
        size, reach = self.size, self.reach
        deepest = last.depth
        for child in self.children(last):
            count += size[child.id]
            deepest = max(deepest, reach[child.id])
        size[head.id], reach[head.id] = count, deepest

    def below(self, node: AnyNode) -> int:
        """How many positions were reached from a node."""
        count, children = 0, self.children(node)
        while len(children) == 1 and children[0].id not in self.size:
            children = self.children(children[0])
            count += 1
        return count + sum(self.size[child.id] for child in children)

    def heir(self, node: AnyNode) -> AnyNode | None:
        """The child that goes on in its parent's lane; None at the end of a lane.

        The shortest answer's, of equal ones the one that the history names; else the longest
        branch's, of equal ones the oldest: so lanes stay where they are while the tree grows.
        An answer's lane ends with the answer.
        """
        children = self.children(node)
        if not children or node.won:
            return None
        if len(children) == 1:
            return children[0]
        if node.answer is not None:
            heirs = (child for child in children if child.answer == node.answer)
            if heir := next(heirs, None):
                return heir
        return max(children, key=lambda child: (self.reach[child.id], -child.id))


def surveyed(root: AnyNode, kept: Set[int] | None = None) -> Survey:
    """A survey of a tree, made at once."""
    return finish(Survey(root, kept).made())


def _by_depth(node: AnyNode) -> tuple[int, int]:
    return node.depth, node.id
