"""Chooses the positions that a map shows: all, answers, those first seen today, those not lost."""

from __future__ import annotations

from collections.abc import Iterable, Set
from enum import StrEnum

from game.map.subtree_sizes import AnyNode
from game.map.work_in_slices import Slices

SLICE = 3000


class MapFilter(StrEnum):
    """Which positions a map shows. Paths to the present position and to bookmarks always show."""

    ALL = "all"
    ANSWERS = "answers"
    TODAY = "today"
    WINNABLE = "winnable"
    """All positions except those that are known to be lost."""


def shown_ids(
    root: AnyNode,
    shown: MapFilter,
    always: Iterable[AnyNode],
    first_today: int,
    lost: Set[int],
) -> Slices[set[int] | None]:
    """The ids of the nodes that a filter shows, with all their ancestors; None: every node.

    `always` holds nodes that every filter shows. Nodes whose id is `first_today` or greater were
    first seen today. `lost` holds the ids of the nodes from which no win follows.
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
        if shown is not MapFilter.TODAY or node.id >= first_today:
            _keep_way(node, ids)
        waiting += [child for child in node.children if _is_to_look_at(child, shown, lost)]
    return ids


def _is_to_look_at(node: AnyNode, shown: MapFilter, lost: Set[int]) -> bool:
    """Whether a filter may show something of a node's branch."""
    if shown is MapFilter.ANSWERS:
        return node.answer is not None
    return shown is MapFilter.TODAY or node.id not in lost


def _keep_way(node: AnyNode | None, ids: set[int]) -> None:
    """Keep a node and all its ancestors."""
    while node is not None and node.id not in ids:
        ids.add(node.id)
        node = node.parent
