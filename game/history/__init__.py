"""Undo, redo, branches, twins, answers, bookmarks: the tree of positions; it knows no cards."""

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
