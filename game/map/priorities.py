"""Decides what a map must show, and in which order the rest follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from game.map.subtree_sizes import AnyNode, Survey


class Rank(IntEnum):
    """Why a branch is drawn; a lower rank comes first. A branch of FREE or above may be bundled."""

    HERE = 0
    BOOKMARK = 1
    OPENED = 2
    ANSWER = 3
    FREE = 4


@dataclass(frozen=True)
class Wanted:
    """The nodes that must not be bundled: the present position, bookmarks, opened bundles."""

    here: AnyNode
    bookmarks: tuple[AnyNode, ...] = ()
    opened: tuple[AnyNode, ...] = ()
    """The first nodes of opened bundles and what was looked for in them, the latest first."""

    def ranks(self, survey: Survey, answers: int) -> dict[int, Rank]:
        """The rank of each node on a path to a wanted node or to an answer, by node id.

        Only the `answers` shortest answers count, because the lanes cannot hold more.
        """
        ranks: dict[int, Rank] = {}
        _rank(ranks, [self.here], Rank.HERE)
        _rank(ranks, self.bookmarks, Rank.BOOKMARK)
        _rank(ranks, self.opened, Rank.OPENED)
        _rank(ranks, survey.wins[:answers], Rank.ANSWER)
        return ranks


def _rank(ranks: dict[int, Rank], nodes: Iterable[AnyNode], rank: Rank) -> None:
    """Give a rank to each node and its ancestors, up to the first node that already has one."""
    for node in nodes:
        at: AnyNode | None = node
        while at is not None and at.id not in ranks:
            ranks[at.id] = rank
            at = at.parent
