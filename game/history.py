"""The tree of positions of a deal: undo, redo, branches, twins, answers, bookmarks.

It knows no cards: positions and actions are whatever the caller's functions take. Two positions
with one key are *twins*: the same position reached by two ways. Lengths are in counted moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P")
A = TypeVar("A")

ROOT = 0
"""The id of the deal itself. It has no row: a tree without rows is a deal not played yet."""

POSITIONS_KEPT = 1024
"""Positions are cheap to replay and dear to keep: older ones are dropped beyond this many."""


class HistoryError(ValueError):
    """The rows of a tree do not fit together; the message says which."""


class Row(NamedTuple, Generic[A]):
    """One saved node: what cannot be found again from its parent.

    `cost` is the counted moves of its action, `visit` grows with each arrival (the greatest among
    siblings is redone first), `mark` is the signed 64-bit hash of its key (0 where won).
    """

    id: int
    parent: int
    action: A
    cost: int
    visit: int
    mark: int
    won: bool


@dataclass(frozen=True)
class Changes(Generic[A]):
    """What a saved tree must take over: rows to write (new or changed) and ids to remove."""

    written: tuple[Row[A], ...]
    removed: tuple[int, ...]
    here: int
    bookmarks: tuple[int, ...]


class Step(NamedTuple):
    """What came of playing an action.

    `new`: it was not known from here; `grafted`: branches that came over from a longer path to the
    same position; `shortest`: the tree's shortest answer has become shorter, or is its first.
    """

    node: int
    new: bool
    grafted: int
    shortest: bool


class Node(Generic[A]):
    """A position in the tree. For reading only: History alone changes it."""

    __slots__ = ("action", "children", "cost", "depth", "id", "mark", "parent", "to_go", "visit",
                 "won")  # fmt: skip

    def __init__(self, id: int, parent: Node[A] | None, action: A | None) -> None:
        self.id = id
        self.parent = parent
        self.action = action
        self.cost = 0
        self.visit = 0
        self.mark = 0
        self.won = False
        self.depth = 0
        """Counted moves from the deal."""
        self.to_go: int | None = None
        """Counted moves to the nearest win below, or None."""
        self.children: list[Node[A]] = []
        """Visited last comes first."""

    @property
    def answer(self) -> int | None:
        """Counted moves of the shortest answer through this node, from the deal, or None."""
        return None if self.to_go is None else self.depth + self.to_go

    @property
    def rank(self) -> tuple[int, int]:
        """Twins in the order of their worth: the shortest first, then the oldest."""
        return self.depth, self.id


class _Twins(Generic[A]):
    """Which nodes hold the same position; of each such group, the node reached soonest.

    Keys are known by their 64-bit marks only, so that a saved tree opens without replaying it:
    among 100,000 positions two marks collide by chance once in four thousand million trees.
    """

    def __init__(self) -> None:
        self._first: dict[int, Node[A]] = {}
        self._groups: dict[int, list[Node[A]]] = {}

    def add(self, node: Node[A]) -> None:
        """Take in a node; it leads its group only if it is the first of it."""
        known = self._first.setdefault(node.mark, node)
        if known is not node:
            self._groups.setdefault(node.mark, [known]).append(node)

    def remove(self, node: Node[A]) -> None:
        """Let a node go; its best twin leads in its place."""
        group = self._groups.get(node.mark)
        if group is None:
            del self._first[node.mark]
            return
        group.remove(node)
        self._first[node.mark] = min(group, key=lambda twin: twin.rank)
        if len(group) == 1:
            del self._groups[node.mark]

    def elect(self) -> None:
        """Let the best of every group lead, after a load."""
        for mark, group in self._groups.items():
            self._first[mark] = min(group, key=lambda twin: twin.rank)

    def has_twin(self, node: Node[A]) -> bool:
        return not node.won and node.mark in self._groups

    def first(self, node: Node[A]) -> Node[A]:
        """The best way to this node's position: the node itself, where none is better."""
        return node if node.won else self._first[node.mark]

    def lead(self, node: Node[A]) -> None:
        self._first[node.mark] = node


class History(Generic[P, A]):
    """The tree of a deal, and where in it the player is.

    `apply(position, action)` gives the next position and must also take an action onto a twin of
    the position it was played on; `key(position)` is equal for twins, and has one text (`repr`)
    for ever: bytes, str, int or tuples of these; `cost(position, action)` is at least 1.
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
        self.shape = 0
        """Grows whenever nodes come, go or change their parent: a map is then out of date."""
        self._apply, self._key, self._is_won, self._cost = apply, key, is_won, cost
        self._root: Node[A] = Node(ROOT, None, None)
        self._root.won = is_won(start)
        self._root.mark = self._mark(start)
        self._root.to_go = 0 if self._root.won else None
        self._nodes = {ROOT: self._root}
        self._positions = {ROOT: start}
        self._twins: _Twins[A] = _Twins()
        if not self._root.won:
            self._twins.add(self._root)
        self._here = self._root
        self._before: Node[A] | None = None
        self._bookmarks: list[Node[A]] = []
        self._next_id = 1
        self._visits = 0
        self._added: set[int] = set()
        self._changed: set[int] = set()
        self._removed: set[int] = set()

    # Reading

    @property
    def here(self) -> int:
        """The id of the current node."""
        return self._here.id

    @property
    def position(self) -> P:
        """The current position."""
        return self.position_of(self._here.id)

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
    def can_forget(self) -> bool:
        """Whether Backspace has something to forget: only at the end of a line."""
        return self.can_undo and not self.can_redo

    def __len__(self) -> int:
        """Positions in the tree, the deal's own included."""
        return len(self._nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def node(self, node: int | None = None) -> Node[A]:
        """The node with this id, or the current one, for reading. KeyError where there is none."""
        return self._here if node is None else self._nodes[node]

    def children(self, node: int | None = None) -> Sequence[Node[A]]:
        """What was tried from a node, or from here: visited last comes first."""
        return tuple(self.node(node).children)

    def position_of(self, node: int) -> P:
        """The position of a node, replayed from the nearest one that is still known."""
        steps: list[Node[A]] = []
        at = self._nodes[node]
        while at.id not in self._positions and at.parent is not None:
            steps.append(at)
            at = at.parent
        position = self._positions[at.id]
        for step in reversed(steps):
            position = self._replay(position, step)
        return position

    def path(self, node: int | None = None) -> list[Node[A]]:
        """The nodes from the deal (left out) down to a node, or to here."""
        nodes: list[Node[A]] = []
        at = self.node(node)
        while at.parent is not None:
            nodes.append(at)
            at = at.parent
        nodes.reverse()
        return nodes

    def line(self, node: int | None = None) -> list[A]:
        """The actions that lead from the deal to a node, or to here."""
        return _actions(self.path(node))

    def redo_line(self) -> list[A]:
        """The actions that redo would make from here, to the end of the line."""
        return _actions(self._ahead())

    def walk(self) -> Iterator[Node[A]]:
        """Every node, parents first, each branch whole before the next, visited last first."""
        stack = [self._root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def better(self, node: int | None = None) -> Node[A] | None:
        """The other node with the same position that is reached in as few moves or fewer."""
        this = self.node(node)
        first = self._twins.first(this)
        return None if first is this else first

    def best_answer(self) -> list[A]:
        """The actions of the shortest answer in the tree, from the deal; empty where none is."""
        return _actions(self._answer_below(self._root))

    @property
    def best(self) -> int | None:
        """Counted moves of the shortest answer in the tree, or None."""
        return self._root.to_go

    # Moving about

    def play(self, action: A) -> Step:
        """Make an action from here. What `apply` raises passes through, and nothing has changed.

        An action known from here leads down its branch. In plain mode a new one forgets all that
        is not on the way to here.
        """
        known = _child_by(self._here, action)
        if known is not None:
            self._visit(known)
            return Step(known.id, new=False, grafted=0, shortest=False)
        before = self.position
        after, cost = self._apply(before, action), self._cost(before, action)
        if cost < 1:
            raise ValueError(f"an action must count at least one move: {action!r} counts {cost}")
        best = self.best
        if not self.branching:
            self._keep_only_the_way_here()
        node = self._grow(action, cost, after)
        grafted = self._settle([node])
        shortest = self.best is not None and (best is None or self.best < best)
        return Step(node.id, new=True, grafted=grafted, shortest=shortest)

    def undo(self, actions: int = 1) -> int:
        """Go back by so many actions, or to the deal; returns how many were undone."""
        return self._look_at(self._back_by(actions))

    def redo(self, actions: int = 1) -> int:
        """Go on by so many actions along the redo line; returns how many were redone."""
        return self._look_at(self._ahead(actions))

    def start(self) -> int:
        """Go to the deal; returns how many actions were undone."""
        return self.undo(len(self._nodes))

    def end(self) -> int:
        """Go to the end of the redo line; returns how many actions were redone."""
        return self.redo(len(self._nodes))

    def goto(self, node: int) -> bool:
        """Go to any node, and make the way to it the redo line. False where one is already."""
        target = self._nodes[node]
        if target is self._here:
            return False
        self._visit(target)
        return True

    def back(self) -> bool:
        """Go to the position viewed just before this one. False where there is none."""
        return self._before is not None and self.goto(self._before.id)

    def forget(self) -> bool:
        """Undo the last action and forget it. False unless at the end of a line."""
        if not self.can_forget or self._here.parent is None:
            return False
        node, self._here = self._here, self._here.parent
        self._here.children.remove(node)
        self._remove([node])
        self._refresh_answer(self._here)
        return True

    def previous_branch(self) -> bool:
        """Undo to the nearest point where several actions were tried. False where none is."""
        steps = self._back_by(len(self._nodes))
        return self._look_at(_until_branch(steps)) > 0

    def next_branch(self) -> bool:
        """Redo to the nearest point where several actions were tried. False where none is."""
        return self._look_at(_until_branch(self._ahead())) > 0

    def switch(self) -> bool:
        """Go to the better way to this same position. False where there is none."""
        better = self.better()
        return better is not None and self.goto(better.id)

    def follow_answer(self) -> bool:
        """Make the shortest answer through here the redo line. False where there is none."""
        for node in self._answer_below(self._here):
            self._put_first(node)
        return self._here.to_go is not None

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
        return bool(self._bookmarks) and self._bookmarks.pop() is not None

    # Saving

    def take_changes(self) -> Changes[A]:
        """What has changed since this was last asked; the caller must save it or keep it."""
        written = sorted(self._added | self._changed)
        changes = Changes(
            tuple(_row(self._nodes[id]) for id in written),
            tuple(sorted(self._removed)),
            self._here.id,
            self.bookmarks,
        )
        for ids in (self._added, self._changed, self._removed):
            ids.clear()
        return changes

    def rows(self) -> list[Row[A]]:
        """Every node but the deal as it is saved, in no promised order."""
        return [_row(node) for node in self._nodes.values() if node is not self._root]

    def restore(self, rows: Iterable[Row[A]], here: int, bookmarks: Sequence[int]) -> None:
        """Fill a history that is still empty with what was saved, in any order.

        HistoryError where the rows are not one tree, or a bookmark or `here` is not in it.
        """
        self._take_rows(rows)
        order = self._link()
        for node in order:
            if not node.won:
                self._twins.add(node)
        self._twins.elect()
        for node in reversed(order):
            _offer_answer(node)
        missing = {here, *bookmarks} - self._nodes.keys()
        if missing:
            raise HistoryError(f"node {min(missing)} is pointed at but not in the tree")
        self._here = self._nodes[here]
        self._bookmarks = [self._nodes[id] for id in bookmarks]

    def _take_rows(self, rows: Iterable[Row[A]]) -> None:
        nodes = self._nodes
        parents: dict[int, int] = {}
        for id, parent, action, cost, visit, mark, won in rows:
            node: Node[A] = Node(id, None, action)
            node.cost, node.visit, node.mark, node.won = cost, visit, mark, won
            if id in nodes or cost < 1:
                raise HistoryError(f"node {id} is there twice, or counts {cost} moves")
            nodes[id] = node
            parents[id] = parent
        for id, parent in parents.items():
            above = nodes.get(parent)
            if above is None:
                raise HistoryError(f"node {id} hangs on node {parent}, which is not in the tree")
            nodes[id].parent = above
            above.children.append(nodes[id])
        self._next_id = max(nodes) + 1
        self._visits = max(node.visit for node in nodes.values())

    def _link(self) -> list[Node[A]]:
        """Put children in order and find depths; returns all nodes but the root, parents first."""
        order = [self._root]
        for node in order:
            if len(node.children) > 1:
                node.children.sort(key=_visit, reverse=True)
            for child in node.children:
                child.depth = node.depth + child.cost
                child.to_go = 0 if child.won else None
            order.extend(node.children)
        if len(order) != len(self._nodes):
            raise HistoryError("some nodes hang on each other in a circle")
        return order[1:]

    # Positions

    def _replay(self, before: P, node: Node[A]) -> P:
        assert node.action is not None
        return self._remember(node, self._apply(before, node.action))

    def _remember(self, node: Node[A], position: P) -> P:
        if len(self._positions) > POSITIONS_KEPT:
            start = self._positions[ROOT]
            newest = list(self._positions.items())[POSITIONS_KEPT // 2 :]
            self._positions = {ROOT: start, **dict(newest)}
        self._positions[node.id] = position
        return position

    def _mark(self, position: P) -> int:
        """The signed 64-bit hash of a position's key: the same on every machine, for ever."""
        text = repr(self._key(position)).encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)

    # Lines

    def _back_by(self, actions: int) -> list[Node[A]]:
        nodes: list[Node[A]] = []
        at = self._here.parent
        while at is not None and len(nodes) < actions:
            nodes.append(at)
            at = at.parent
        return nodes

    def _ahead(self, actions: int | None = None) -> list[Node[A]]:
        nodes: list[Node[A]] = []
        at = self._here
        while at.children and (actions is None or len(nodes) < actions):
            at = at.children[0]
            nodes.append(at)
        return nodes

    def _answer_below(self, node: Node[A]) -> list[Node[A]]:
        nodes: list[Node[A]] = []
        while node.to_go:
            left = node.to_go
            node = next(
                c for c in node.children if c.to_go is not None and c.cost + c.to_go == left
            )
            nodes.append(node)
        return nodes

    def _look_at(self, steps: Sequence[Node[A]]) -> int:
        """Go to the last of some steps; returns how many they are."""
        if steps:
            self._before, self._here = self._here, steps[-1]
        return len(steps)

    def _visit(self, node: Node[A]) -> None:
        """Go to a node, and make the way to it what redo takes."""
        self._look_at([node])
        at: Node[A] = node
        while at.parent is not None:
            self._put_first(at)
            at = at.parent

    def _put_first(self, node: Node[A]) -> None:
        """Let redo take this node from its parent: only a change of order costs a write."""
        assert node.parent is not None
        siblings = node.parent.children
        if siblings[0] is node:
            return
        siblings.remove(node)
        siblings.insert(0, node)
        self._visits += 1
        node.visit = self._visits
        self._touch(node)

    # Growing and forgetting

    def _grow(self, action: A, cost: int, position: P) -> Node[A]:
        """Add a node below here, and go there."""
        above = self._here
        node = Node(self._next_id, above, action)
        self._next_id += 1
        self._visits += 1
        node.cost, node.depth, node.visit = cost, above.depth + cost, self._visits
        node.won = self._is_won(position)
        self._nodes[node.id] = node
        self._added.add(node.id)
        self._remember(node, position)
        above.children.insert(0, node)
        if node.won:
            self._refresh_answer(node)
        else:
            node.mark = self._mark(position)
            self._twins.add(node)
        self.shape += 1
        self._look_at([node])
        return node

    def _touch(self, node: Node[A]) -> None:
        if node.id not in self._added:
            self._changed.add(node.id)

    def _keep_only_the_way_here(self) -> None:
        """Forget every node that is not between the deal and here."""
        kept = [self._root, *self.path()]
        gone: list[Node[A]] = []
        for node, on in zip(kept, [*kept[1:], None], strict=True):
            gone.extend(child for child in node.children if child is not on)
            node.children[:] = [] if on is None else [on]
        for node in gone:  # grows while it is read: the branches whole
            gone.extend(node.children)
        if gone:
            self._remove(gone)
            for node in reversed(kept):
                self._refresh_answer(node)

    def _remove(self, nodes: Sequence[Node[A]]) -> None:
        for node in nodes:
            del self._nodes[node.id]
            self._positions.pop(node.id, None)
            self._changed.discard(node.id)
            if node.id in self._added:
                self._added.discard(node.id)
            else:
                self._removed.add(node.id)
            if not node.won:
                self._twins.remove(node)
        self._bookmarks = [node for node in self._bookmarks if node.id in self._nodes]
        if self._before is not None and self._before.id not in self._nodes:
            self._before = None
        self.shape += 1

    def _refresh_answer(self, node: Node[A] | None) -> None:
        """Find a node's shortest answer again, and those above as far as they change by it."""
        while node is not None:
            ways = [c.cost + c.to_go for c in node.children if c.to_go is not None]
            to_go = 0 if node.won else min(ways, default=None)
            if to_go == node.to_go:
                return
            node.to_go = to_go
            node = node.parent

    # Grafting

    def _settle(self, nodes: list[Node[A]]) -> int:
        """Let each of these that is now the best way to its position take over what was known.

        What comes over gets shorter too, and may in its turn be better than its twins elsewhere.
        Returns how many branches came over. No branch can land below itself: the node it goes to
        is never deeper than the one it leaves.
        """
        grafted = 0
        while nodes:
            node = nodes.pop()
            known = self._twins.first(node)
            if node.rank < known.rank:
                self._twins.lead(node)
                grafted += self._graft(known, node, nodes)
        return grafted

    def _graft(self, old: Node[A], new: Node[A], unsettled: list[Node[A]]) -> int:
        """Hang the children of a node on its better twin; adds to `unsettled` what to look at."""
        movable: list[Node[A]] = []
        for child in old.children:
            same = _child_by(new, child.action)
            if same is None:
                movable.append(child)
            elif not same.won:
                unsettled.append(same)
        self._bookmarks = [new if node is old else node for node in self._bookmarks]
        if not movable:
            return 0
        old.children = [child for child in old.children if child not in movable]
        new.children = sorted([*new.children, *movable], key=_visit, reverse=True)
        for child in movable:
            child.parent = new
            self._touch(child)
            unsettled.extend(self._shorten(child, old.depth - new.depth))
        self._refresh_answer(old)
        self._refresh_answer(new)
        self.shape += 1
        return len(movable)

    def _shorten(self, top: Node[A], by: int) -> Iterable[Node[A]]:
        """Correct a branch that has moved; returns those of its nodes that have twins."""
        branch = [top]
        for node in branch:  # grows while it is read: the branch whole
            node.depth -= by
            self._positions.pop(node.id, None)
            branch.extend(node.children)
        return [node for node in branch if self._twins.has_twin(node)]


def _visit(node: Node[A]) -> int:
    return node.visit


def _row(node: Node[A]) -> Row[A]:
    assert node.parent is not None and node.action is not None
    return Row(node.id, node.parent.id, node.action, node.cost, node.visit, node.mark, node.won)


def _actions(nodes: Iterable[Node[A]]) -> list[A]:
    return [node.action for node in nodes if node.action is not None]


def _child_by(node: Node[A], action: A | None) -> Node[A] | None:
    return next((child for child in node.children if child.action == action), None)


def _until_branch(steps: Sequence[Node[A]]) -> Sequence[Node[A]]:
    """The steps up to the first branch point among them; none where there is no such point."""
    for count, node in enumerate(steps, 1):
        if len(node.children) > 1:
            return steps[:count]
    return ()


def _offer_answer(node: Node[A]) -> None:
    """Tell a node's answer to its parent, which keeps the shortest it is told."""
    above = node.parent
    if node.to_go is None or above is None:
        return
    way = node.cost + node.to_go
    if not above.won and (above.to_go is None or way < above.to_go):
        above.to_go = way
