"""The history of one deal: the graph of positions that are known, and the line that was walked.

The package knows no cards: its callers supply positions, actions and keys. DESIGN.md's table says
which packages may use it. Public: `History`; the nodes and edges of its graph; the steps of its
line; the rows it is saved as.
"""

from game.history.graph import FAR, WON, Edge, Graph, Node
from game.history.history import History
from game.history.line import (
    Bookmark,
    EdgeRow,
    HistoryChanges,
    Line,
    SavedLine,
    Step,
    WrongStepError,
)
from game.history.walked_graph import HistoryStep, Mark, NothingChangesError

__all__ = [
    "FAR",
    "WON",
    "Bookmark",
    "Edge",
    "EdgeRow",
    "Graph",
    "History",
    "HistoryChanges",
    "HistoryStep",
    "Line",
    "Mark",
    "Node",
    "NothingChangesError",
    "SavedLine",
    "Step",
    "WrongStepError",
]
