"""Splits a tree into chains, stretches that keep one lane, and orders them by importance."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from typing import NamedTuple

from game.map.tree import LineOnMap, MapNode, Slices, Survey

LATER = sys.maxsize
"""The order of a chain that is never drawn."""
SLICE = 24


class Rank(IntEnum):
    """Why a branch is drawn; a lower rank comes first. A branch of FREE or above may be bundled."""

    HERE = 0
    BOOKMARK = 1
    OPENED = 2
    LINE = 3
    ANSWER = 4
    FREE = 5


class Wanted(NamedTuple):
    """The nodes that must not be bundled: the present position, bookmarks, the player's line,
    opened bundles.
    """

    here: MapNode
    bookmarks: tuple[MapNode, ...] = ()
    opened: tuple[MapNode, ...] = ()
    """The first nodes of opened bundles and what was looked for in them, the latest first."""
    line: LineOnMap | None = None

    def ranks(self, survey: Survey, answers: int) -> dict[MapNode, Rank]:
        """The rank of each node on a path to a wanted node or to an answer.

        Only the `answers` shortest answers count, because the lanes cannot hold more.
        """
        ranks: dict[MapNode, Rank] = {}
        _rank(ranks, [self.here], Rank.HERE)
        _rank(ranks, self.bookmarks, Rank.BOOKMARK)
        _rank(ranks, self.line.nodes if self.line else (), Rank.LINE)
        _rank(ranks, self.opened, Rank.OPENED)
        _rank(ranks, survey.wins[:answers], Rank.ANSWER)
        return ranks

    @property
    def events(self) -> list[int]:
        """The depths that no fold hides: of the present position, of bookmarks, of the actions of
        the line that are not in the tree.
        """
        joined = [node for ends in self.line.arcs for node in ends] if self.line else []
        return [node.depth for node in (self.here, *self.bookmarks, *joined)]


def _rank(ranks: dict[MapNode, Rank], nodes: Iterable[MapNode], rank: Rank) -> None:
    """Give a rank to each node and its ancestors, up to the first node that already has one."""
    for node in nodes:
        for each in node.up():
            if each in ranks:
                break
            ranks[each] = rank


@dataclass(slots=True, eq=False, repr=False)
class Fork:
    """A branch that leaves a chain."""

    head: MapNode
    at: int
    """The depth of the position that it leaves."""
    size: int
    rank: int
    order: int = LATER
    """The place of the branch's chain in the drawing order."""


@dataclass(slots=True, eq=False, repr=False)
class Chain:
    """A branch's first node and its heirs, down to the end of their lane."""

    nodes: list[MapNode]
    fork: Fork
    above: Chain | None
    forks: list[Fork] = field(default_factory=list)
    """The branches that leave the chain, by depth."""
    signs: list[int] = field(default_factory=list)
    """The depths of its positions that carry a sign (`Survey.has_sign`)."""

    @property
    def hidden(self) -> int:
        """The number of positions in its branches."""
        return self.fork.size - len(self.nodes)


class ChainOrder:
    """The chains of a tree, the most important first. A parent always comes before its children.

    Chains that lead to the present position, to bookmarks, opened bundles and answers come first,
    then the largest. Bundles of the rest are therefore of similar size.
    """

    def __init__(self, survey: Survey, wanted: Wanted, most: int) -> None:
        self._survey = survey
        self._most = most
        self._ranks = wanted.ranks(survey, most)
        self._opened = {node: order for order, node in enumerate(wanted.opened)}
        self._waiting: list[tuple[int, int, tuple[int, int, int], Fork, Chain]] = []
        self._chains: list[Chain] = []
        self._take(Fork(survey.root, 0, len(survey), Rank.HERE), None)

    def first(self, count: int, *, firm: bool = False) -> Slices[list[Chain]]:
        """The first `count` chains, or all if there are fewer. Chains are found only when they are
        asked for. `firm`: only those that must not be bundled, because they lead to something
        wanted.
        """
        count, below = min(count, self._most), Rank.FREE if firm else LATER
        while len(self._chains) < count and self._waiting and self._waiting[0][0] < below:
            *_, fork, above = heappop(self._waiting)
            self._take(fork, above)
            if len(self._chains) % SLICE == 0:
                yield
        return [chain for chain in self._chains[:count] if chain.fork.rank < below]

    def _take(self, fork: Fork, above: Chain | None) -> None:
        chain = Chain([], fork, above)
        fork.order = len(self._chains)
        self._chains.append(chain)
        free = Rank.FREE + self._opened.get(fork.head, len(self._opened))
        if above is not None and fork.rank >= Rank.FREE:
            free = min(free, fork.rank)
        self._walk(chain, free)
        for leaving in chain.forks:
            answer, weight = leaving.head.answer, -leaving.size
            if leaving.rank == Rank.ANSWER and answer is not None:
                weight = answer.length
            heappush(self._waiting, (leaving.rank, weight, leaving.head.age, leaving, chain))

    def _walk(self, chain: Chain, free: int) -> None:
        """Follow the heirs and note the branches on the way."""
        has_sign, size = self._survey.has_sign, self._survey.size
        node: MapNode | None = chain.fork.head
        while node is not None:
            chain.nodes.append(node)
            if has_sign is not None and has_sign(node):
                chain.signs.append(node.depth)
            heir = heir_of(self._survey, node)
            for child in self._survey.children(node):
                if child is not heir:
                    rank = self._ranks.get(child, free)
                    chain.forks.append(Fork(child, node.depth, size[child], rank))
            node = heir


def heir_of(survey: Survey, node: MapNode) -> MapNode | None:
    """The child that continues in its parent's lane; None at the end of a lane.

    It is the child on the shortest answer (of several, the one visited last), else the child
    whose branch reaches deepest (of equals, the oldest). Lanes therefore stay in place while
    the tree grows. An answer's lane ends with the answer.
    """
    children = survey.children(node)
    if len(children) < 2:
        return children[0] if children else None
    if node.answer is not None:
        heirs = (child for child in children if child.answer is node.answer)
        if heir := next(heirs, None):
            return heir
    deepest = max(survey.reach[child] for child in children)
    return min(
        (child for child in children if survey.reach[child] == deepest), key=lambda child: child.age
    )
