"""Converts lines of a deal's history to the lines that the solver weighs."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.moves import Action
from game.core.named_tuple import NamedTuple
from game.history import Node
from game.play.session import Session
from game.rules.base import unplaced
from game.solver.line_positions import Line


class ReviewedLine(NamedTuple):
    """A line from the deal on, and the node of the tree for each of its places."""

    nodes: tuple[Node[Action], ...]
    line: Line

    @property
    def last(self) -> int:
        """The line's last place, which is also its number of actions."""
        return len(self.nodes) - 1

    def place_of(self, node: Node[Action]) -> int | None:
        """The place of a node; None if it is not on the line."""
        return next((n for n, each in enumerate(self.nodes) if each is node), None)


class LineReader:
    """Reads lines of the session's history. The part that a line shares with the one read before
    is reused, so that a line longer by one action replays only that action.
    """

    def __init__(self) -> None:
        self._read: ReviewedLine | None = None

    def through(self, session: Session, node: Node[Action]) -> ReviewedLine:
        """The line through a node, and on as far as redo goes from there."""
        tree = session.tree
        return self.of(session, [*tree.path(node.id), *tree.redo_nodes(node.id)])

    def to(self, session: Session, node: Node[Action]) -> ReviewedLine:
        """The line that ends at a node."""
        return self.of(session, session.tree.path(node.id))

    def of(self, session: Session, nodes: Sequence[Node[Action]]) -> ReviewedLine:
        """The line along some nodes, from the deal on."""
        before = self._read
        if before is not None and before.line.rules is not session.rules:
            before = None
        same = 0 if before is None else _common(before.nodes, nodes)
        if before is not None and same == len(nodes) == len(before.nodes):
            return before
        rules = session.rules
        if before is not None and same:
            line = before.line.cut(same)
        else:
            line = Line.of_actions(rules, session.tree.position_of(nodes[0].id), ())
        further = (node.action or () for node in nodes[len(line.positions) :])
        actions = (tuple(unplaced(rules, move) for move in action) for action in further)
        self._read = ReviewedLine(tuple(nodes), line.extended(actions))
        return self._read


def _common(before: Sequence[Node[Action]], nodes: Sequence[Node[Action]]) -> int:
    """The number of nodes in the common beginning of two lines."""
    pairs = enumerate(zip(before, nodes, strict=False))
    return next((n for n, (one, other) in pairs if one is not other), min(len(before), len(nodes)))
