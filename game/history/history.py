"""History: where in the tree of a deal the player is, and all the ways to go from there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from game.history.node import HistoryChanges, HistoryError, Node, NodeRow, actions_of
from game.history.tree import Tree

P = TypeVar("P")
A = TypeVar("A")


class HistoryStep(NamedTuple):
    """What came of playing an action."""

    node: int
    new: bool
    """It had not been tried from here before."""
    grafted: bool
    """This is a shorter way to a known position, which has brought its branches over."""
    shortest: bool
    """The tree's shortest answer has become shorter, or this is its first."""


class History(Generic[P, A]):
    """The tree of a deal, and where in it the player is.

    `apply(position, action)` gives the next position; it must also take an action onto a twin of
    the position on which it was played (same key, columns permuted). `key(position)` is equal for
    twins, and made of int, str and bytes in tuples and frozensets. `cost(position, action)` is
    the counted moves of an action, at least 1. All lengths here are in counted moves.
    """

    def __init__(
        self,
        start: P,
        *,
        apply: Callable[[P, A], P],
        key: Callable[[P], Hashable],
        is_won: Callable[[P], bool],
        cost: Callable[[P, A], int] = lambda position, action: 1,
        branching: bool = False,
    ) -> None:
        self.branching = branching
        """Whether a new move keeps what lies ahead; may be switched at any time."""
        self._cost = cost
        self._tree: Tree[P, A] = Tree(start, apply, key, is_won)
        self._here = self._tree.root
        self._before: Node[A] | None = None
        self._bookmarks: list[Node[A]] = []
        self.spared: frozenset[int] = frozenset()
        """Nodes that plain mode does not forget, nor those that lead to them, as long as this
        history is open: somebody else counts on them. Ids that are no more do not matter.
        """

    # Reading

    @property
    def here(self) -> int:
        """The id of the current node."""
        return self._here.id

    @property
    def position(self) -> P:
        """The current position."""
        return self._tree.position_of(self._here)

    @property
    def moves(self) -> int:
        """Counted moves from the deal to the current position."""
        return self._here.depth

    @property
    def can_undo(self) -> bool:
        """Whether this is not the deal itself."""
        return self._here.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was tried from here."""
        return bool(self._here.children)

    @property
    def best(self) -> int | None:
        """Counted moves of the shortest answer in the tree, or None."""
        return self._tree.root.to_go

    @property
    def shape(self) -> int:
        """Grows whenever nodes come, go or change their parent: a map is then out of date."""
        return self._tree.shape

    @property
    def next_id(self) -> int:
        """The id that the next new node gets: greater than any in the tree."""
        return self._tree.next_id

    def __len__(self) -> int:
        """Positions in the tree, the deal's own included."""
        return len(self._tree.nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._tree.nodes

    def node(self, node: int | None = None) -> Node[A]:
        """The node with this id, or the current one, for reading. KeyError where there is none."""
        return self._here if node is None else self._tree.nodes[node]

    def position_of(self, node: int) -> P:
        """The position of a node. KeyError where there is none."""
        return self._tree.position_of(self._tree.nodes[node])

    def children(self, node: int | None = None) -> tuple[Node[A], ...]:
        """What was tried from a node, or from here: visited last comes first."""
        return tuple(self.node(node).children)

    def walk(self) -> Iterator[Node[A]]:
        """Every node, parents first, each branch whole before the next, visited last first."""
        return self._tree.walk()

    def path(self, node: int | None = None) -> list[Node[A]]:
        """The nodes from the deal, itself included, down to a node or to here."""
        at: Node[A] | None = self.node(node)
        nodes: list[Node[A]] = []
        while at is not None:
            nodes.append(at)
            at = at.parent
        nodes.reverse()
        return nodes

    def line(self, node: int | None = None) -> list[A]:
        """The actions that lead from the deal to a node, or to here."""
        return actions_of(self.path(node))

    def best_answer(self) -> list[A]:
        """The actions of the shortest answer in the tree, from the deal; empty where none is."""
        return actions_of(self._tree.root.way_down())

    def better(self, node: int | None = None) -> Node[A] | None:
        """The other node with the same position that is reached in as few moves or fewer."""
        this = self.node(node)
        first = self._tree.transpositions.first(this)
        return None if first is this else first

    # Playing

    def play(self, action: A) -> HistoryStep:
        """Make an action from here. What `apply` raises passes through; nothing has changed then.

        An action known from here leads down its branch. In plain mode a new one forgets all that
        is not on the way to here, nor spared.
        """
        known = self._here.child_by(action)
        if known is not None:
            self._visit(known)
            return HistoryStep(known.id, new=False, grafted=False, shortest=False)
        before = self.position
        after, cost = self._tree.apply(before, action), self._cost(before, action)
        if cost < 1:
            raise ValueError(f"{action!r} counts {cost} moves, which is less than one")
        return self._play_new(action, cost, after)

    def _play_new(self, action: A, cost: int, after: P) -> HistoryStep:
        best = self.best
        if not self.branching:
            self._forget_all_but(self._spared_and(self.path()))
        node = self._tree.grow(self._here, action, cost, after)
        self._look_at(node)
        handed = self._tree.settle(node)
        for old, new in handed:
            self._bookmarks = [new if at is old else at for at in self._bookmarks]
        shortest = self.best is not None and (best is None or self.best < best)
        return HistoryStep(node.id, new=True, grafted=bool(handed), shortest=shortest)

    def _spared_and(self, path: list[Node[A]]) -> list[Node[A]]:
        """The nodes of a path and those to be spared, parents first."""
        if not self.spared:
            return path
        ids = {node.id for node in path}
        for id in self.spared & self._tree.nodes.keys():
            at: Node[A] | None = self._tree.nodes[id]
            while at is not None and at.id not in ids:
                ids.add(at.id)
                at = at.parent
        return [node for node in self.walk() if node.id in ids]

    def _forget_all_but(self, kept: Sequence[Node[A]]) -> None:
        if len(kept) < len(self):
            self._tree.keep_only(kept)
            self._let_go()

    def forget(self) -> bool:
        """Undo the last action and forget it. False unless at the end of a line."""
        if self._here.parent is None or self._here.children:
            return False
        node, self._here = self._here, self._here.parent
        self._tree.forget_leaf(node)
        self._let_go()
        return True

    def _let_go(self) -> None:
        """Drop what points at nodes that are no more."""
        self._bookmarks = [node for node in self._bookmarks if node.id in self]
        if self._before is not None and self._before.id not in self:
            self._before = None

    # Going about

    def undo(self, actions: int = 1) -> int:
        """Go back by so many actions, or to the deal; returns how many were undone."""
        return self._follow(self._behind(actions))

    def redo(self, actions: int = 1) -> int:
        """Go on by so many actions along the redo line; returns how many were redone."""
        return self._follow(self._ahead(actions))

    def start(self) -> int:
        """Go to the deal; returns how many actions were undone."""
        return self.undo(len(self))

    def end(self) -> int:
        """Go to the end of the redo line; returns how many actions were redone."""
        return self.redo(len(self))

    def goto(self, node: int) -> bool:
        """Go to any node, and make the way to it the redo line. False where one is already.

        KeyError where there is no such node.
        """
        target = self._tree.nodes[node]
        if target is self._here:
            return False
        self._visit(target)
        return True

    def back(self) -> bool:
        """Go to the position viewed just before this one. False where there is none."""
        return self._before is not None and self.goto(self._before.id)

    def switch(self) -> bool:
        """Go to the better way to this same position. False where there is none."""
        better = self.better()
        return better is not None and self.goto(better.id)

    def previous_branch(self) -> int:
        """Undo to the nearest point where several actions were tried; returns how many.

        0 where there is no such point: one stays.
        """
        return self._follow(_until_branch(self._behind(len(self))))

    def next_branch(self) -> int:
        """Redo to the nearest point where several actions were tried; returns how many.

        0 where there is no such point: one stays.
        """
        return self._follow(_until_branch(self._ahead(len(self))))

    def follow_answer(self) -> bool:
        """Make the shortest answer through here the redo line. False where there is none."""
        for node in self._here.way_down():
            self._tree.put_first(node)
        return self._here.to_go is not None

    def _behind(self, actions: int) -> list[Node[A]]:
        nodes: list[Node[A]] = []
        at = self._here.parent
        while at is not None and len(nodes) < actions:
            nodes.append(at)
            at = at.parent
        return nodes

    def _ahead(self, actions: int) -> list[Node[A]]:
        nodes: list[Node[A]] = []
        at = self._here
        while at.children and len(nodes) < actions:
            at = at.children[0]
            nodes.append(at)
        return nodes

    def _follow(self, nodes: Sequence[Node[A]]) -> int:
        """Go to the last of some nodes along a line; returns how many they are."""
        if nodes:
            self._look_at(nodes[-1])
        return len(nodes)

    def _visit(self, node: Node[A]) -> None:
        """Go to a node, and make the way to it what redo takes."""
        self._look_at(node)
        for step in self.path():
            self._tree.put_first(step)

    def _look_at(self, node: Node[A]) -> None:
        self._before, self._here = self._here, node

    # Bookmarks

    @property
    def bookmarks(self) -> tuple[int, ...]:
        """The stack of bookmarked nodes, the last one pushed at the end."""
        return tuple(node.id for node in self._bookmarks)

    def bookmark(self) -> None:
        """Push the current node."""
        self._bookmarks.append(self._here)

    def return_to_bookmark(self) -> bool:
        """Go to the last bookmark and drop it. False where there is none."""
        if not self._bookmarks:
            return False
        self.goto(self._bookmarks.pop().id)
        return True

    def swap_bookmark(self) -> bool:
        """Go to the last bookmark, which becomes where one was. False where there is none."""
        if not self._bookmarks:
            return False
        target, self._bookmarks[-1] = self._bookmarks[-1], self._here
        self.goto(target.id)
        return True

    def drop_bookmark(self) -> bool:
        """Drop the last bookmark, and stay. False where there is none."""
        if not self._bookmarks:
            return False
        self._bookmarks.pop()
        return True

    # Saving

    def take_changes(self) -> HistoryChanges[A]:
        """What has changed since this was last asked: the caller saves it, or it is lost."""
        written, removed = self._tree.take_changes()
        return HistoryChanges(written, removed, self.here, self.bookmarks)

    def rows(self) -> list[NodeRow[A]]:
        """Every node but the deal as it is saved, in no promised order."""
        return self._tree.rows()

    def restore(self, rows: Iterable[NodeRow[A]], here: int, bookmarks: Sequence[int] = ()) -> None:
        """Fill a fresh history with what was saved, in any order; no position is replayed.

        HistoryError where the rows are not one tree, or `here` or a bookmark is not in it; the
        history is then of no use.
        """
        self._tree.restore(rows)
        for node in (here, *bookmarks):
            if node not in self:
                raise HistoryError(f"node {node} is pointed at but not in the tree")
        self._here = self.node(here)
        self._bookmarks = [self.node(node) for node in bookmarks]


def _until_branch(nodes: Sequence[Node[A]]) -> Sequence[Node[A]]:
    """The nodes up to the first branch point among them; none where there is no such point."""
    for count, node in enumerate(nodes, 1):
        if len(node.children) > 1:
            return nodes[:count]
    return ()
