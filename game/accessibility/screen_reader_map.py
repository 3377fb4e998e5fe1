"""The map of a deal as items: a list of its branches and ends, and the position looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from itertools import islice

from game.accessibility.accessibility_tree import Item, ItemAction, ItemRole
from game.map.tree import MapNode, MapTree
from game.play.map_outline import MOST_LINES, outline, place_words
from game.play.session import Session
from game.play.spoken_cards_and_moves import Words

GO = frozenset((ItemAction.ACTIVATE, ItemAction.FOCUS))


def position_items(
    session: Session,
    tree: MapTree,
    looked_at: MapNode,
    _: Words,
    *,
    is_stuck: Callable[[MapNode], bool],
    lost: Set[int],
) -> Iterator[Item]:
    """One list; the position looked at comes first if the outline does not hold it. `is_stuck`
    tells whether no move is left at a node, `lost` holds the keys of positions known to be
    lost.
    """
    nodes = [node for _depth, node in islice(outline(tree), MOST_LINES)]
    if looked_at not in nodes:
        nodes.insert(0, looked_at)
    rows = tuple(
        Item(
            ("node", *node.name),
            ItemRole.LIST_ITEM,
            place_words(session, tree, node, _, is_lost=node.key in lost, is_stuck=is_stuck(node)),
            actions=GO,
            place=n,
        )
        for n, node in enumerate(nodes)
    )
    count = len(session.history)
    name = _.plural("{n} position", "{n} positions", count).format(n=count)
    yield Item(("positions",), ItemRole.LIST, name, children=rows)
