"""Unites two trees of one deal that two programs have changed, so that nothing is lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from game.core.named_tuple import NamedTuple
from game.history import ROOT, NodeRow
from game.storage.stored_deal import Saved

A = TypeVar("A")


class Union(NamedTuple, Generic[A]):
    """What to write into one tree so that it contains the other one too."""

    written: tuple[NodeRow[A], ...]
    became: dict[int, int]
    """Maps the node ids of the other tree to their ids in the united tree."""

    def rows(self, theirs: Iterable[NodeRow[A]]) -> tuple[NodeRow[A], ...]:
        """All rows of the united tree, from those of the tree that is written into."""
        return tuple({row[0]: row for row in (*theirs, *self.written)}.values())

    def bookmarks(self, theirs: Iterable[int], others: Iterable[int]) -> tuple[int, ...]:
        """The bookmarks of both trees; those of the other tree are on top."""
        top = tuple(self.became[id] for id in others)
        return (*(id for id in theirs if id not in top), *top)


def rooted(rows: Iterable[NodeRow[A]]) -> list[NodeRow[A]]:
    """The rows connected to the deal, parents first; all other rows are left out."""
    below: dict[int, list[NodeRow[A]]] = defaultdict(list)
    for row in rows:
        below[row[1]].append(row)
    order = below.pop(ROOT, [])
    for row in order:  # grows while it is read
        order.extend(below.pop(row[0], ()))
    return order


def unite(theirs: Sequence[NodeRow[A]], ours: Sequence[NodeRow[A]], here: int) -> Union[A]:
    """Merge `ours` into `theirs`. Two nodes are the same if the actions that lead to them are, in
    the sense of `Node.is_same`.

    No row of theirs is removed. Redo follows our path to `here`, and takes our new nodes before
    theirs. Transpositions that arise are not grafted: each node keeps what was tried from it.
    """
    known = {_same(row): row for row in reversed(theirs)}
    next_id = max((row[0] for row in theirs), default=ROOT) + 1
    visits = max((row[4] for row in theirs), default=0)
    least = min((row[4] for row in theirs), default=0)
    ours = rooted(ours)
    way = _way_ids(ours, here)
    became, written = {ROOT: ROOT}, []
    for id, parent, action, cost, visit, key_hash, won in ours:
        # A node that was never played (visit 0 or less) comes last in their tree too.
        visit += visits if visit > 0 else min(0, least)
        row = NodeRow(next_id, became[parent], action, cost, visit, key_hash, won)
        twin = known.setdefault(_same(row), row)
        if twin is row:
            next_id += 1
        elif id in way:
            row = row._replace(id=twin[0], action=twin[2], cost=twin[3])
        became[id] = twin[0]
        if twin[0] == row.id:
            written.append(row)
    return Union(tuple(written), became)


def _same(row: NodeRow[A]) -> tuple[object, ...]:
    """Equal for two rows that are the same action from one position."""
    _, parent, action, cost, _, key_hash, won = row
    return (parent, action) if won else (parent, key_hash, cost)


def has_twice(rows: Iterable[NodeRow[A]]) -> bool:
    """Whether a tree contains an action twice from one position. This occurs in trees saved when
    the chosen empty place was still part of an action.
    """
    names = [_same(row) for row in rows]
    return len(set(names)) < len(names)


def without_twice(saved: Saved[A]) -> Saved[A]:
    """A deal with its repeated actions merged, and with all that was tried after them."""
    nothing: tuple[NodeRow[A], ...] = ()
    union = unite(nothing, saved.rows, saved.here)
    here = union.became.get(saved.here, ROOT)
    bookmarks = tuple(union.became[id] for id in saved.bookmarks if id in union.became)
    return saved._replace(rows=union.rows(nothing), here=here, bookmarks=bookmarks)


def adds(ours: Saved[A], theirs: Saved[A]) -> bool:
    """Whether our tree contains a node that theirs does not."""
    known = {ROOT, *(row[0] for row in theirs.rows)}
    return not known.issuperset(unite(theirs.rows, ours.rows, ours.here).became.values())


def joined(theirs: Saved[A], ours: Saved[A]) -> Saved[A]:
    """Both trees of a deal merged into one, with our current position. A number or a place in a
    pack that only one of the two knows stays known.
    """
    union = unite(theirs.rows, ours.rows, ours.here)
    return ours._replace(
        number=theirs.number if ours.number is None else ours.number,
        pack=ours.pack or theirs.pack,
        rows=union.rows(theirs.rows),
        here=union.became[ours.here],
        bookmarks=union.bookmarks(theirs.bookmarks, ours.bookmarks),
        state=ours.state.united(theirs.state),
        revision=max(theirs.revision, ours.revision) + 1,
    )


def _way_ids(rows: Sequence[NodeRow[A]], here: int) -> set[int]:
    """The ids of the nodes on the path from the deal to `here`."""
    parents = {row[0]: row[1] for row in rows}
    way: set[int] = set()
    while here in parents and here not in way:
        way.add(here)
        here = parents[here]
    return way
