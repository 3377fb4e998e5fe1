"""Undo, redo, branches, transpositions, answers, bookmarks: the tree of positions of one deal.

The package knows no cards: its callers supply positions, actions and keys. DESIGN.md's table says
which packages may use it. Public: `History`, its nodes (`Node`), the rows it is saved as
(`NodeRow`, `HistoryChanges`), and `key_hash_of`, by which positions are told apart on disk.
"""

from game.history.node import ROOT, HistoryChanges, HistoryError, Node, NodeRow
from game.history.transpositions import key_hash_of
from game.history.undo_redo_and_bookmarks import History, HistoryStep

__all__ = [
    "ROOT",
    "History",
    "HistoryChanges",
    "HistoryError",
    "HistoryStep",
    "Node",
    "NodeRow",
    "key_hash_of",
]
