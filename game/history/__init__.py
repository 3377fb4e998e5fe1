"""Undo, redo, branches, transpositions, answers, bookmarks: the tree of positions of one deal.

Knows no cards: positions, moves and keys are what it is handed. May be used by every package
above `core`. Public: `History`, and the rows it is saved as (`Node`, `Row`, `Changes`).
"""

from game.history.history import History, Step
from game.history.node import ROOT, Changes, HistoryError, Node, Row
from game.history.tree import garbage_left_alone

__all__ = [
    "ROOT",
    "Changes",
    "History",
    "HistoryError",
    "Node",
    "Row",
    "Step",
    "garbage_left_alone",
]
