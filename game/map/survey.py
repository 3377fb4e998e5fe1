"""What one pass over a tree tells: how many positions lie below each, and how far it goes."""

from __future__ import annotations

from typing import Any

from game.history import Node

AnyNode = Node[Any]


class Survey:
    """Sizes and reaches of all branches of a tree, for as long as its shape stays the same.

    A hundred thousand nodes take less than a tenth of a second; nothing here recurs.
    """

    def __init__(self, root: AnyNode) -> None:
        self.root = root
        self.size: dict[int, int] = {}
        """Positions in the branch of each node that has siblings, its own included, by id."""
        self.reach: dict[int, int] = {}
        """The greatest depth in the same branches."""
        self.wins: list[AnyNode] = []
        """The won nodes, the shortest answer first."""
        self._look_through()

    def __len__(self) -> int:
        """All positions of the tree."""
        return self.size[self.root.id]

    def _look_through(self) -> None:
        """Go down each run of only children at once: little is to be noted on the way."""
        runs: list[tuple[AnyNode, AnyNode, int]] = []
        waiting = [self.root]
        while waiting:
            node = head = waiting.pop()
            children = node.children
            count = 1
            while len(children) == 1 and not node.won:
                node = children[0]
                children = node.children
                count += 1
            runs.append((head, node, count))
            waiting += children
            if node.won:
                self.wins.append(node)
        self.wins.sort(key=_by_depth)
        for run in reversed(runs):
            self._sum_up(*run)

    def _sum_up(self, head: AnyNode, last: AnyNode, count: int) -> None:
        """Note what a run's branch holds, once all that leave its end are known."""
        size, reach = self.size, self.reach
        deepest = last.depth
        for child in last.children:
            count += size[child.id]
            deepest = max(deepest, reach[child.id])
        size[head.id], reach[head.id] = count, deepest

    def below(self, node: AnyNode) -> int:
        """How many positions were reached from a node."""
        count = 0
        while len(node.children) == 1 and node.children[0].id not in self.size:
            node = node.children[0]
            count += 1
        return count + sum(self.size[child.id] for child in node.children)

    def heir(self, node: AnyNode) -> AnyNode | None:
        """The child that goes on in its parent's lane; None at the end of a lane.

        The shortest answer's, of equal ones the one that the history names; else the longest
        branch's, of equal ones the oldest: so lanes stay where they are while the tree grows.
        An answer's lane ends with the answer.
        """
        children = node.children
        if not children or node.won:
            return None
        if len(children) == 1:
            return children[0]
        if node.answer is not None:
            return next(child for child in children if child.answer == node.answer)
        return max(children, key=lambda child: (self.reach[child.id], -child.id))


def _by_depth(node: AnyNode) -> tuple[int, int]:
    return node.depth, node.id
