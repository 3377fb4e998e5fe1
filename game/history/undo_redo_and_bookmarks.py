"""History: the tree of a deal, the player's place in it, and the commands that change either."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Generic, TypeVar

from game.core.named_tuple import NamedTuple
from game.history.node import ROOT, HistoryChanges, HistoryError, Node, NodeRow, actions_of
from game.history.tree import Tree

P = TypeVar("P")
A = TypeVar("A")


class HistoryStep(NamedTuple):
    """The result of playing an action."""

    new: bool
    """True if the action had not been tried from here before."""
    shortest: bool
    """True if the tree's shortest answer has become shorter, or is its first."""


class History(Generic[P, A]):
    """The tree of a deal, and where the player stands in it.

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
        """Whether a new action keeps all other branches; False is plain mode (see `play`). May be
        switched at any time.
        """
        self._tree: Tree[P, A] = Tree(start, apply, key, is_won, cost)
        self._here = self._tree.root
        self._before: Node[A] | None = None
        self._bookmarks: list[Node[A]] = []
        self._answer: Node[A] | None = None
        """The last node of the shortest answer; of equally short ones, of the first one found."""
        self.pinned: frozenset[int] = frozenset()
        """Ids of nodes that plain mode keeps, with the nodes leading to them, while this history is
        open, because its callers rely on them. Ids of removed nodes are ignored.
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
        """Whether an action leads here: False at the deal."""
        return self._here.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether redo leads on from here."""
        return any(True for _ in self.redo_nodes())

    @property
    def best(self) -> int | None:
        """Counted moves of the shortest answer in the tree, or None."""
        return self._tree.root.to_go

    @property
    def shape(self) -> int:
        """A number that grows whenever nodes are added, removed or moved: a map drawn before that
        is out of date.
        """
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
        """The node with this id, or the current one, for reading. KeyError if there is none."""
        return self._here if node is None else self._tree.nodes[node]

    def position_of(self, node: int) -> P:
        """The position of a node. KeyError if there is none."""
        return self._tree.position_of(self._tree.nodes[node])

    def ahead(self, node: int | None = None) -> list[Node[A]]:
        """The nodes that redo can go to from a node, or from here: its children, and what
        was tried from its twins (`Transpositions.ahead`). The one visited last comes first.
        """
        return self._tree.transpositions.ahead(self.node(node))

    def redo_nodes(self, node: int | None = None) -> Iterator[Node[A]]:
        """The nodes that redo comes to from a node, or from here, one after another. It goes on
        from a twin only where that does not lead round in a circle.
        """
        at = self.node(node)
        while after := self._tree.transpositions.next(at):
            if after.parent is not at:
                yield from self._on_from_twins(at)
                return
            at = after
            yield at

    def _on_from_twins(self, node: Node[A]) -> Iterator[Node[A]]:
        """As `redo_nodes`, from a node on from which redo goes on from a twin."""
        line, places, circle = [node], {node.id: 0}, len(self)
        while after := self._tree.transpositions.next(line[-1]):
            if after.id in places:
                circle = places[after.id]
                break
            places[after.id] = len(line)
            line.append(after)
        for place, (at, then) in enumerate(pairwise(line)):
            if place >= circle and then.parent is not at:
                return
            yield then

    def known(self, action: A) -> Node[A] | None:
        """The node of `ahead` that an action leads to, or None if the action is new. Exceptions of
        `apply` pass through.
        """
        new, _ = self._tree.new_node(self.position, action)
        return self._tree.known(self._here, new, own=False)

    def total(self, node: Node[A]) -> int | None:
        """Counted moves from the deal through here and through a node of `ahead` to the nearest
        win, or None.
        """
        return None if node.to_go is None else self.moves + node.cost + node.to_go

    def walk(self) -> Iterator[Node[A]]:
        """Every node, depth-first and parents first; of siblings, the one visited last first."""
        return self._tree.walk()

    def path(self, node: int | None = None) -> list[Node[A]]:
        """The nodes from the deal, itself included, down to a node or to here."""
        nodes = list(self.node(node).up())
        nodes.reverse()
        return nodes

    def line(self, node: int | None = None) -> list[A]:
        """The actions that lead from the deal to a node, or to here."""
        return actions_of(self.path(node))

    def best_answer_nodes(self) -> list[Node[A]]:
        """The nodes of the shortest answer in the tree, the deal included; empty if there is none.
        Of equally short answers, it is the first one found.
        """
        return [] if self._answer is None else self.path(self._answer.id)

    def answer_from(self, node: int) -> list[A]:
        """The actions of the shortest answer in the tree from a node on; empty if there is none,
        or if the node is won.
        """
        at = self.node(node)
        return actions_of(self._tree.shortest_answer_nodes(at))

    def better(self, node: int | None = None) -> Node[A] | None:
        """The twin that is a better path to the node's position: fewer moves, or equally many and
        a shorter answer from there. None if there is no such twin.
        """
        return self._tree.transpositions.better(self.node(node))

    # Playing

    def play(self, action: A, *, own: bool = False) -> HistoryStep:
        """Make an action from here. Exceptions of `apply` pass through; nothing has changed then.

        An action known from here follows its branch, even one tried only from a twin;
        with `own`, only one tried from this node. In plain mode a new action removes everything
        but the path to here, the shortest answer, the paths to bookmarks, and what is `pinned`.
        """
        node, position = self._tree.new_node(self.position, action)
        known = self._tree.known(self._here, node, own=own)
        if known is not None:
            self._visit(known)
            return HistoryStep(new=False, shortest=False)
        best = self.best
        if not self.branching:
            self._forget_all_but(self._kept())
        self._tree.grow(self._here, node, position)
        self._look_at(node)
        self._settle(node)
        shortest = self.best is not None and (best is None or self.best < best)
        return HistoryStep(new=True, shortest=shortest)

    def hold_answer(self, actions: Iterable[A]) -> int:
        """Put a line from the deal into the tree without counting it as played: missing nodes
        become a branch that redo takes last. Returns the id of the node it ends at. Of equally
        short answers, plain mode keeps this one. Exceptions of `apply` pass through.
        """
        at, position = self._tree.root, self.position_of(ROOT)
        for action in actions:
            node, position = self._tree.new_node(position, action)
            known = self._tree.known(at, node, own=True)
            if known is None:
                self._tree.grow(at, node, position, last=True)
                self._settle(node)
            at = known or node
            position = self._tree.position_of(at)
        if at.won and at.depth == self.best:
            self._answer = at
        return at.id

    def _settle(self, node: Node[A]) -> None:
        """Graft branches of twins onto a new node, or onto nodes that it shortens."""
        for old, new in self._tree.settle(node):
            moved = [new if at is old else at for at in self._bookmarks]
            self._bookmarks = [at for n, at in enumerate(moved) if at not in moved[n + 1 :]]
        self._note_answer()

    def _note_answer(self) -> None:
        """Update `_answer` after an answer may have been added, removed or shortened."""
        known = self._answer
        if self.best is None:
            self._answer = None
        elif known is None or known.id not in self or known.depth > self.best:
            self._answer = min(
                (node for node in self._tree.nodes.values() if node.won), key=lambda node: node.rank
            )

    def _kept(self) -> list[Node[A]]:
        """The nodes that plain mode keeps, parents first."""
        ends = [self._here, *self._bookmarks, *([self._answer] if self._answer else [])]
        ends += (self._tree.nodes[id] for id in self.pinned & self._tree.nodes.keys())
        ids: set[int] = set()
        for end in ends:
            for node in end.up():
                if node.id in ids:
                    break
                ids.add(node.id)
        return [node for node in self.walk() if node.id in ids]

    def _forget_all_but(self, kept: Sequence[Node[A]]) -> None:
        if len(kept) < len(self):
            self._tree.keep_only(kept)
            self._let_go()

    def forget(self) -> bool:
        """Undo the last action and remove its node; on the line of the shortest answer, only undo.
        Returns False, and does nothing, at the deal and at any other node that has children.
        """
        if self._here.parent is None:
            return False
        if self._answer is not None and self._here.is_above(self._answer):
            return self.undo() > 0
        if self._here.children:
            return False
        node, self._here = self._here, self._here.parent
        self._tree.forget_leaf(node)
        self._let_go()
        return True

    def _let_go(self) -> None:
        """Drop references to removed nodes."""
        self._bookmarks = [node for node in self._bookmarks if node.id in self]
        if self._before is not None and self._before.id not in self:
            self._before = None
        self._note_answer()

    # Moving in the tree

    def undo(self, actions: int = 1) -> int:
        """Undo up to `actions` actions, at most to the deal; returns how many were undone."""
        return self._follow(self._nodes_above(actions))

    def redo(self, actions: int = 1) -> int:
        """Redo up to `actions` actions; returns how many were redone. If the redo line continues
        from a twin of a node, the current path then leads through that twin.
        """
        return self._go_on(self._redo_line(actions))

    def start(self) -> int:
        """Go to the deal; returns how many actions were undone."""
        return self.undo(len(self))

    def end(self) -> int:
        """Go to the end of the redo line; returns how many actions were redone."""
        return self.redo(len(self))

    def goto(self, node: int) -> bool:
        """Go to any node and make the path to it the redo line. False if already there.

        Raises KeyError if there is no such node.
        """
        target = self._tree.nodes[node]
        if target is self._here:
            return False
        self._visit(target)
        return True

    def back(self) -> bool:
        """Go to the position viewed just before this one. False if there is none."""
        return self._before is not None and self.goto(self._before.id)

    def switch(self) -> bool:
        """Go to the better twin of this position. False if there is none."""
        better = self.better()
        return better is not None and self.goto(better.id)

    def previous_branch(self) -> int:
        """Undo to the nearest node from which several actions were tried, else to the deal;
        returns how many actions were undone.
        """
        return self._follow(self._until_branch(self._nodes_above(len(self))))

    def next_branch(self) -> int:
        """Redo to the nearest node from which several actions were tried, else to the end of the
        redo line; returns how many actions were redone.
        """
        return self._go_on(self._until_branch(self._redo_line(len(self))))

    def follow_answer(self) -> bool:
        """Make the shortest answer through here the redo line. False if there is none."""
        before = self._here
        for node in self._tree.shortest_answer_nodes(self._here):
            self._tree.put_first(node, before)
            before = node
        return self._here.to_go is not None

    def follow_best(self) -> bool:
        """Make the shortest answer in the tree the redo line from the deal on. False if there
        is none.
        """
        for node in self.best_answer_nodes():
            self._tree.put_first(node)
        return self._answer is not None

    def _nodes_above(self, actions: int) -> list[Node[A]]:
        """The nodes above this one, at most `actions`."""
        return list(islice(self._here.up(), 1, 1 + actions))

    def _redo_line(self, actions: int) -> list[Node[A]]:
        """The next nodes of the redo line, at most `actions`."""
        return list(islice(self.redo_nodes(), actions))

    def _go_on(self, nodes: Sequence[Node[A]]) -> int:
        """Go to the last of `nodes`, the next ones of the redo line; returns their number."""
        if any(
            after.parent is not at for at, after in zip([self._here, *nodes], nodes, strict=False)
        ):
            self._visit(nodes[-1])
            return len(nodes)
        return self._follow(nodes)

    def _until_branch(self, nodes: Sequence[Node[A]]) -> Sequence[Node[A]]:
        """The nodes up to the first one from which several actions were tried, or all."""
        for count, node in enumerate(nodes, 1):
            if len(self._tree.transpositions.ahead(node)) > 1:
                return nodes[:count]
        return nodes

    def _follow(self, nodes: Sequence[Node[A]]) -> int:
        """Go to the last of `nodes`, which lie along one line; returns their number."""
        if nodes:
            self._look_at(nodes[-1])
        return len(nodes)

    def _visit(self, node: Node[A]) -> None:
        """Go to a node and make the path to it the redo line."""
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
        """Push the current node; if it is in the stack already, it moves to the top."""
        self._bookmarks = [
            *(node for node in self._bookmarks if node is not self._here),
            self._here,
        ]

    def return_to_bookmark(self) -> bool:
        """Go to the last bookmark and drop it. False if there is none."""
        if not self._bookmarks:
            return False
        self.goto(self._bookmarks.pop().id)
        return True

    def swap_bookmark(self) -> bool:
        """Swap the current node with the last bookmark. False if there is none."""
        if not self._bookmarks:
            return False
        target = self._bookmarks.pop()
        self.bookmark()
        self.goto(target.id)
        return True

    def drop_bookmark(self) -> bool:
        """Drop the last bookmark, and stay. False if there is none."""
        if not self._bookmarks:
            return False
        self._bookmarks.pop()
        return True

    # Saving

    def take_changes(self) -> HistoryChanges[A]:
        """The changes since the last call. The caller must save them: no later call returns them
        again.
        """
        written, removed = self._tree.take_changes()
        return HistoryChanges(written, removed, self.here, self.bookmarks)

    def write_again(self, ids: Iterable[int]) -> None:
        """Have `take_changes` return the rows of these nodes, although they have not changed."""
        self._tree.write_again(ids)

    def rows(self) -> list[NodeRow[A]]:
        """The rows of all nodes except the deal, in no defined order."""
        return self._tree.rows()

    def restore(self, rows: Iterable[NodeRow[A]], here: int, bookmarks: Sequence[int] = ()) -> None:
        """Fill a fresh history with saved rows, in any order; no position is replayed.

        Raises HistoryError if the rows are not one tree, or if `here` or a bookmark is not in it.
        The history must not be used after an error.
        """
        self._tree.restore(rows)
        for node in (here, *bookmarks):
            if node not in self:
                raise HistoryError(f"node {node} is pointed at but not in the tree")
        self._here = self.node(here)
        # An older program's stack may hold a node twice.
        last = [node for n, node in enumerate(bookmarks) if node not in bookmarks[n + 1 :]]
        self._bookmarks = [self.node(node) for node in last]
        self._note_answer()
