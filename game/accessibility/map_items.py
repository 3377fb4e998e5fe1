"""The map of a deal as items: a list of its branches and ends, and the position looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from game.accessibility.items import Item, ItemAction, ItemRole
from game.core.position import Action
from game.history import Node
from game.play.map_outline import MOST_LINES, outline, place_words
from game.play.session import Session
from game.play.spoken_words import Words

GO = frozenset((ItemAction.ACTIVATE, ItemAction.FOCUS))


def position_items(session: Session, looked_at: Node[Action], _: Words) -> Iterator[Item]:
    """One list; the position looked at comes first if the outline does not hold it."""
    nodes = [node for _depth, node in islice(outline(session), MOST_LINES)]
    if looked_at not in nodes:
        nodes.insert(0, looked_at)
    rows = tuple(
        Item(
            ("node", node.id),
            ItemRole.LIST_ITEM,
            place_words(session, node, _),
            actions=GO,
            place=n,
        )
        for n, node in enumerate(nodes)
    )
    name = _.plural("{n} position", "{n} positions", len(session.tree)).format(n=len(session.tree))
    yield Item(("positions",), ItemRole.LIST, name, children=rows)
