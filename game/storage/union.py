"""Two trees of one deal, grown apart in two programs, put together so that nothing is lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from game.history import ROOT, NodeRow
from game.storage.values import Saved

A = TypeVar("A")


class Union(NamedTuple, Generic[A]):
    """What has to be written over one tree so that it holds the other as well."""

    written: tuple[NodeRow[A], ...]
    became: dict[int, int]
    """The node of the other tree, by id, and the one that stands for it now."""


def rooted(rows: Iterable[NodeRow[A]]) -> list[NodeRow[A]]:
    """The rows that hang on the deal, parents first; what hangs on nothing is left out."""
    below: dict[int, list[NodeRow[A]]] = defaultdict(list)
    for row in rows:
        below[row[1]].append(row)
    order = below.pop(ROOT, [])
    for row in order:  # grows while it is read
        order.extend(below.pop(row[0], ()))
    return order


def unite(theirs: Sequence[NodeRow[A]], ours: Sequence[NodeRow[A]], here: int) -> Union[A]:
    """Hang one tree into another: nodes are the same where the actions that lead to them are.

    No row of theirs is removed; redo follows our way to `here`, and our new nodes before theirs.
    Twins that meet so are not grafted: each keeps what was tried from it.
    """
    known = {(row[1], row[2]): row for row in theirs}
    next_id = max((row[0] for row in theirs), default=ROOT) + 1
    visits = max((row[4] for row in theirs), default=0)
    ours = rooted(ours)
    way = _way_ids(ours, here)
    became, written = {ROOT: ROOT}, []
    for id, parent, action, cost, visit, mark, won in ours:
        row = NodeRow(next_id, became[parent], action, cost, visits + visit, mark, won)
        twin = known.setdefault((row.parent, action), row)
        if twin is row:
            next_id += 1
        elif id in way:
            row = row._replace(id=twin[0], cost=twin[3])
        became[id] = twin[0]
        if twin[0] == row.id:
            written.append(row)
    return Union(tuple(written), became)


def adds(ours: Saved[A], theirs: Saved[A]) -> bool:
    """Whether a tree holds a way that the other one does not."""
    known = {ROOT, *(row[0] for row in theirs.rows)}
    return not known.issuperset(unite(theirs.rows, ours.rows, ours.here).became.values())


def joined(theirs: Saved[A], ours: Saved[A]) -> Saved[A]:
    """Both trees of a deal in one, standing where ours does."""
    union = unite(theirs.rows, ours.rows, ours.here)
    rows = {row[0]: row for row in (*theirs.rows, *union.written)}
    mine = tuple(union.became[mark] for mark in ours.bookmarks)
    attempt = max(theirs.state.attempt, ours.state.attempt)
    return ours._replace(
        rows=tuple(rows.values()),
        here=union.became[ours.here],
        bookmarks=(*(mark for mark in theirs.bookmarks if mark not in mine), *mine),
        state=ours.state._replace(attempt=attempt),
        revision=max(theirs.revision, ours.revision) + 1,
    )


def _way_ids(rows: Sequence[NodeRow[A]], here: int) -> set[int]:
    """The nodes from the deal to one of them."""
    parents = {row[0]: row[1] for row in rows}
    way: set[int] = set()
    while here in parents and here not in way:
        way.add(here)
        here = parents[here]
    return way
