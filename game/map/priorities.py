"""What must be seen whatever room there is, and in which order the rest comes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from game.map.survey import AnyNode, Survey


class Rank(IntEnum):
    """Why a branch is drawn; the lower, the sooner. From FREE on it may be bundled."""

    HERE = 0
    BOOKMARK = 1
    OPENED = 2
    ANSWER = 3
    FREE = 4


@dataclass(frozen=True)
class Wanted:
    """Nodes by what they mean to the player."""

    here: AnyNode
    bookmarks: tuple[AnyNode, ...] = ()
    opened: tuple[AnyNode, ...] = ()
    """The heads of bundles that were opened, the latest first."""

    def ranks(self, survey: Survey, answers: int) -> dict[int, Rank]:
        """The rank of each node on the way to something wanted, by id.

        Of the answers only so many, the shortest: more than there are lanes cannot be drawn.
        """
        ranks: dict[int, Rank] = {}
        _mark(ranks, [self.here], Rank.HERE)
        _mark(ranks, self.bookmarks, Rank.BOOKMARK)
        _mark(ranks, self.opened, Rank.OPENED)
        _mark(ranks, survey.wins[:answers], Rank.ANSWER)
        return ranks


def _mark(ranks: dict[int, Rank], nodes: Iterable[AnyNode], rank: Rank) -> None:
    """Mark the ways up from some nodes, each as far as they are not marked yet."""
    for node in nodes:
        at: AnyNode | None = node
        while at is not None and at.id not in ranks:
            ranks[at.id] = rank
            at = at.parent
