"""Undo, redo, branches, transpositions, answers, bookmarks: the tree of positions of one deal.

Knows no cards: positions, moves and keys are what it is handed. May be used by every package
above `core`. Public: `History`, and the rows it is saved as (`Node`, `NodeRow`, `HistoryChanges`).
"""

from game.history.history import History, HistoryStep
from game.history.node import ROOT, HistoryChanges, HistoryError, Node, NodeRow
from game.history.tree import garbage_left_alone

__all__ = [
    "ROOT",
    "History",
    "HistoryChanges",
    "HistoryError",
    "HistoryStep",
    "Node",
    "NodeRow",
    "garbage_left_alone",
]
