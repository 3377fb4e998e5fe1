"""What a test asks of a history that the game itself never asks."""

from __future__ import annotations

from typing import TypeVar

from game.history import History

P = TypeVar("P")
A = TypeVar("A")


def redo_line(history: History[P, A]) -> list[A]:
    """The actions that redo would make from here to the end of the line."""
    node, line = history.node(), []
    while node.children:
        node = node.children[0]
        assert node.action is not None
        line.append(node.action)
    return line
