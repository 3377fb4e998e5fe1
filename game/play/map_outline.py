"""The map of a deal's positions as lines of text: branches, ends and the present position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.history import FAR
from game.map.tree import MapNode, MapTree
from game.play.narrator import after_words
from game.play.session import Session
from game.play.spoken_cards_and_moves import Words, action_words

MOST_LINES: Final = 200


def map_lines(session: Session, tree: MapTree, _: Words) -> list[str]:
    """A numbered line for each node of the outline, indented by branch. After MOST_LINES lines the
    text ends with `and more`.
    """
    lines: list[str] = []
    for number, (depth, node) in enumerate(outline(tree), 1):
        if number > MOST_LINES:
            lines.append(_("and more"))
            break
        is_end = not (node.goes_on or node.won)
        is_stuck = is_end and session.rules.is_stuck(session.history.position_of(node.key))
        words = place_words(session, tree, node, _, is_stuck=is_stuck)
        lines.append(f"{'  ' * depth}{number}, {words}")
    return lines


def outline(tree: MapTree) -> Iterator[tuple[int, MapNode]]:
    """The deal, the first action of each branch, each end, and the present position, each with the
    number of branchings above it; of branches, the one walked last comes first.
    """
    here, waiting = tree.here, [(0, tree.root)]
    while waiting:
        depth, node = waiting.pop()
        parent, ways = node.parent, node.children
        if node is here or parent is None or len(parent.children) > 1 or len(ways) != 1:
            yield depth, node
        further = depth + (len(ways) > 1)
        waiting += [(further, child) for child in reversed(ways)]


def place_words(
    session: Session,
    tree: MapTree,
    node: MapNode,
    _: Words,
    *,
    is_lost: bool = False,
    is_stuck: bool,
) -> str:
    """A node in words: how many moves lead to it, the last of them, and what it leads to.
    `is_lost`: it is known that it cannot be won; `is_stuck`: no move is left there.
    """
    history, told = session.history, [_("the start")]
    if node.parent is not None and node.edge is not None:
        before = history.position_of(node.parent.key)
        last = action_words(session.rules, before, node.edge.action, _)
        told = [after_words(node.depth, last, _)]
    to_go = history.graph.nodes[node.key].to_go
    if node.won:
        told.append(_("solved"))
    elif to_go < FAR:
        total = node.depth + to_go
        answer = _.plural(
            "leads to a solution in {n} move", "leads to a solution in {n} moves", total
        )
        told.append(answer.format(n=total))
    elif is_stuck:
        told.append(_("dead end"))
    elif is_lost:
        told.append(_("lost"))
    if node in tree.bookmarks:
        told.append(_("bookmark"))
    if node is tree.here:
        told.append(_("you are here"))
    return ", ".join(told)
