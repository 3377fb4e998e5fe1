"""Undo, redo, branches, transpositions, answers, bookmarks: the tree of positions of one deal.

The package knows no cards: its callers supply positions, actions and keys. DESIGN.md's table says
which packages may use it. Public: `History`, its nodes (`Node`), and the rows it is saved as
(`NodeRow`, `HistoryChanges`).
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
