"""Restores a deal's history from disk: unchanged, mended, or united with the one in memory."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from game.core.deals import Deck
from game.core.moves import Action
from game.core.named_tuple import NamedTuple
from game.core.position import Position
from game.history import ROOT, HistoryChanges, HistoryError, NodeRow
from game.play.session import DealHistory, new_tree
from game.record.deal_key import deal_key
from game.rules import Rules
from game.storage import Saved, Storage, United
from game.storage.tree_union import has_twice, unite, without_twice

Rows = Sequence[NodeRow[Action]]


class Restored(NamedTuple):
    """A history that can be played on."""

    tree: DealHistory
    problem: ValueError | None = None
    """Why part of what was saved is missing; None: nothing is."""
    rewritten: bool = False
    """True if the tree differs from the one on disk although nothing of that is missing."""


def restored(rules: Rules, deck: Deck, saved: Saved[Action]) -> Restored:
    """The history as it was saved; if it is invalid, the part of it that the rules accept."""
    try:
        if saved.unread:
            raise HistoryError(f"{saved.unread} actions cannot be read")
        rewritten = has_twice(saved.rows)
        once = without_twice(saved) if rewritten else saved
        tree = _tree(rules, deck, once.rows, once.here, once.bookmarks)
        return Restored(tree, rewritten=rewritten)
    except ValueError as error:
        return Restored(_mended(rules, deck, saved), error)


def position_left(storage: Storage, rules: Rules, deck: Deck) -> tuple[Position, int]:
    """The position in which a deal was left, and the counted moves to it. Raises StorageError or
    ValueError if it cannot be read.
    """
    position, moves = rules.deal(deck), 0
    for row in storage.line(deal_key(rules, deck)):
        moves += row.cost
        for move in row.action:
            position = rules.apply(position, move)
    return position, moves


def united(
    rules: Rules, deck: Deck, saved: Saved[Action], ours: DealHistory
) -> tuple[DealHistory, United]:
    """Our history united with the saved one, at our current node, and the rows to write.

    Plain mode keeps the nodes that only the saved history has.
    """
    theirs, problem, rewritten = restored(rules, deck, saved)
    if problem is None:
        with suppress(ValueError):  # their other lines may be invalid
            return _united(rules, deck, theirs, ours, whole=rewritten)
    return _united(rules, deck, _mended(rules, deck, saved), ours, whole=True)


def _united(
    rules: Rules, deck: Deck, theirs: DealHistory, ours: DealHistory, *, whole: bool
) -> tuple[DealHistory, United]:
    union = unite(theirs.rows(), ours.rows(), ours.here)
    rows, here = union.rows(theirs.rows()), union.became[ours.here]
    bookmarks = union.bookmarks(theirs.bookmarks, ours.bookmarks)
    tree = _tree(rules, deck, rows, here, bookmarks)
    tree.branching = ours.branching
    pinned = (union.became[id] for id in ours.pinned if id in ours)
    not_ours = {row.id for row in theirs.rows()}.difference(union.became.values())
    tree.pinned = frozenset((*pinned, *not_ours))
    written = rows if whole else union.written
    return tree, United(HistoryChanges(written, (), here, bookmarks), whole)


def in_full(tree: DealHistory) -> HistoryChanges[Action]:
    """All rows of a history, to be written in place of the stored one."""
    return HistoryChanges(tuple(tree.rows()), (), tree.here, tree.bookmarks)


def _tree(rules: Rules, deck: Deck, rows: Rows, here: int, bookmarks: Sequence[int]) -> DealHistory:
    """The history with these rows. Raises ValueError if they are not one tree, or if the rules
    refuse a move of the line through `here`.
    """
    tree = new_tree(rules, deck)
    tree.restore(rows, here, bookmarks)
    _replay(tree)
    return tree


def _replay(tree: DealHistory) -> None:
    """Replay the line from the deal through the current node to the end of redo. Other positions
    are replayed when they are asked for. Raises ValueError if the rules have changed since, and
    refuse a move.
    """
    node = tree.node()
    while node.children:
        node = node.children[0]
    tree.position_of(node.id)


def _mended(rules: Rules, deck: Deck, saved: Saved[Action]) -> DealHistory:
    """The part of a history that the rules accept, at its saved node if that is left, else at the
    deal.
    """
    rows = _legal_rows(saved.rows, new_tree(rules, deck))
    kept = {ROOT, *(row.id for row in rows)}
    bookmarks = [id for id in saved.bookmarks if id in kept]
    return _tree(rules, deck, rows, saved.here if saved.here in kept else ROOT, bookmarks)


def _legal_rows(rows: Rows, tree: DealHistory) -> list[NodeRow[Action]]:
    """The rows that the rules accept, without any below a refused one. `tree` must be fresh; it is
    filled and must not be used after that.
    """
    try:
        tree.restore(rows, ROOT)
    except ValueError:
        return []
    illegal: set[int] = set()
    for node in tree.walk():
        if node.parent is not None and node.parent.id in illegal:
            illegal.add(node.id)
            continue
        try:
            tree.position_of(node.id)
        except ValueError:
            illegal.add(node.id)
    return [row for row in rows if row.id not in illegal]
