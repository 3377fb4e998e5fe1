"""The nodes and the actions that redo would take from the present place."""

from __future__ import annotations

from typing import TypeVar

from game.history import History, Node

P = TypeVar("P")
A = TypeVar("A")


def redo_nodes(history: History[P, A]) -> list[Node[A]]:
    """The nodes that redo would come to from here, each once."""
    nodes = list(history.redo_nodes())
    assert len({history.here, *(node.id for node in nodes)}) == 1 + len(nodes)
    return nodes


def redo_line(history: History[P, A]) -> list[A]:
    """The actions that redo would make from here to the end of the line."""
    return [node.action for node in redo_nodes(history) if node.action is not None]
