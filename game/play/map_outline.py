"""The tree of a deal's positions as lines of text: branches, ends and the present position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.core.moves import Action
from game.history import Node
from game.play.narrator import after_words
from game.play.session import Session
from game.play.spoken_cards_and_moves import Words

MOST_LINES: Final = 200


def map_lines(session: Session, _: Words) -> list[str]:
    """A line for the deal, for the first action of each branch, for each end, and for the present
    position, indented by branch. After MOST_LINES lines the text ends with `and more`.
    """
    lines: list[str] = []
    for depth, node in outline(session):
        if len(lines) == MOST_LINES:
            lines.append(_("and more"))
            break
        words = place_words(session, node, _, is_stuck=_is_dead_end(session, node))
        lines.append(f"{'  ' * depth}{node.id}, {words}")
    return lines


def _is_dead_end(session: Session, node: Node[Action]) -> bool:
    """Whether a node ends a line, with no move left."""
    return not node.children and session.rules.is_stuck(session.tree.position_of(node.id))


def outline(session: Session) -> Iterator[tuple[int, Node[Action]]]:
    """The nodes that get a line, each with the number of branchings above it; of siblings, the one
    visited last comes first.
    """
    here = session.tree.node()
    waiting = [(0, session.tree.node(0))]
    while waiting:
        depth, node = waiting.pop()
        parent, ways = node.parent, node.children
        if node is here or parent is None or len(parent.children) > 1 or len(ways) != 1:
            yield depth, node
        further = depth + (len(ways) > 1)
        waiting += [(further, child) for child in reversed(ways)]


def place_words(
    session: Session, node: Node[Action], _: Words, *, is_lost: bool = False, is_stuck: bool
) -> str:
    """A node in words: how many moves lead to it, the last of them, and what it leads to.
    `is_lost`: it is known that it cannot be won; `is_stuck`: no move is left there.
    """
    told = [
        _("the start") if node.parent is None else after_words(session.rules, session.tree, node, _)
    ]
    if node.won:
        told.append(_("solved"))
    elif node.answer is not None:
        answer = _.plural(
            "leads to a solution in {n} move", "leads to a solution in {n} moves", node.answer
        )
        told.append(answer.format(n=node.answer))
    elif is_stuck:
        told.append(_("dead end"))
    elif is_lost:
        told.append(_("lost"))
    if node.id in session.tree.bookmarks:
        told.append(_("bookmark"))
    if node is session.tree.node():
        told.append(_("you are here"))
    return ", ".join(told)
