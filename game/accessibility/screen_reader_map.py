"""The map of a deal as items: a list of its branches and ends, and the position looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from itertools import islice

from game.accessibility.accessibility_tree import Item, ItemAction, ItemRole
from game.core.moves import Action
from game.history import Node
from game.play.map_outline import MOST_LINES, outline, place_words
from game.play.session import Session
from game.play.spoken_cards_and_moves import Words

GO = frozenset((ItemAction.ACTIVATE, ItemAction.FOCUS))


def position_items(
    session: Session,
    looked_at: Node[Action],
    _: Words,
    *,
    is_stuck: Callable[[Node[Action]], bool],
    lost: Set[int],
) -> Iterator[Item]:
    """One list; the position looked at comes first if the outline does not hold it. `is_stuck`
    tells whether no move is left at a node, `lost` holds the ids of nodes known to be lost.
    """
    nodes = [node for _depth, node in islice(outline(session), MOST_LINES)]
    if looked_at not in nodes:
        nodes.insert(0, looked_at)
    rows = tuple(
        Item(
            ("node", node.id),
            ItemRole.LIST_ITEM,
            place_words(session, node, _, is_lost=node.id in lost, is_stuck=is_stuck(node)),
            actions=GO,
            place=n,
        )
        for n, node in enumerate(nodes)
    )
    name = _.plural("{n} position", "{n} positions", len(session.tree)).format(n=len(session.tree))
    yield Item(("positions",), ItemRole.LIST, name, children=rows)
