"""Which positions of a tree a map shows: all, those of answers, those first seen today."""

from __future__ import annotations

from collections.abc import Iterable, Set
from enum import StrEnum

from game.map.survey import AnyNode
from game.map.time_slices import Slices

SLICE = 3000


class MapFilter(StrEnum):
    """What of a tree is shown. What leads here and to bookmarks is always shown."""

    ALL = "all"
    ANSWERS = "answers"
    TODAY = "today"
    WINNABLE = "winnable"
    """All but what is known to be lost."""


def kept(
    root: AnyNode,
    shown: MapFilter,
    always: Iterable[AnyNode],
    first_today: int,
    lost: Set[int] = frozenset(),
) -> Slices[set[int] | None]:
    """The ids of the nodes that a filter shows, with all above them; None: every node.

    `first_today`: nodes with this id and later ones were first seen today. `lost`: the ids of
    nodes that no win goes on from.
    """
    if shown is MapFilter.ALL:
        return None
    ids = {root.id}
    for node in always:
        _keep_way(node, ids)
    waiting, seen = [root], 0
    while waiting:
        seen += 1
        if seen % SLICE == 0:
            yield
        node = waiting.pop()
        if shown is MapFilter.WINNABLE:
            ids.add(node.id)
            waiting += [child for child in node.children if child.id not in lost]
            continue
        if node.answer is not None if shown is MapFilter.ANSWERS else node.id >= first_today:
            _keep_way(node, ids)
        if shown is MapFilter.TODAY:
            waiting += node.children
        else:
            waiting += [child for child in node.children if child.answer is not None]
    return ids


def _keep_way(node: AnyNode | None, ids: set[int]) -> None:
    """Keep a node and all above it."""
    while node is not None and node.id not in ids:
        ids.add(node.id)
        node = node.parent
