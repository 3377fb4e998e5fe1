"""La Peau as the search sees it: thirteen columns and the cards home.

A state is thirteen immutable columns (cells that share their tails) and the set of cards
home. Its key is exact: each card lies on its first parent, on one of two cards that it
builds on, on the floor, or is home, so three bits a card, in any order of the columns.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from game.core.position import Position
from game.rules.lapeau import COLUMNS, FOUNDATIONS
from game.solver.search_tools import BIT

if TYPE_CHECKING:
    from mypy_extensions import i64

# Where a card can lie besides on another: these continue the cards' numbers 0 to 51.
FLOOR: Final = 52
HOME: Final = 53
PLACES: Final = 54


class StackedCard:
    """A card and, by reference, all that lies under it in its column."""

    __slots__ = ("above", "below", "card", "cost", "cover", "extra", "lowest", "members", "size")

    def __init__(self, card: i64, below: StackedCard | None) -> None:
        self.card: i64 = card
        self.below: StackedCard | None = below
        self.size: i64 = 0
        self.members: i64 = 0
        """Set of the cards from here down."""
        self.cover: i64 = 0
        """Set of all cards that have a lower card of their suit from here down."""
        self.above: i64 = 0
        """The same without this card itself: what it keeps from going home before it."""
        self.extra: i64 = 0
        """Cards from here down that must move once more than home: they lie over a lower
        card of their suit."""
        self.lowest: i64 = 13
        self.cost: i64 = 0
        """The greedy search's price of the order of the cards from here down."""


def stacked(card: i64, below: StackedCard, builds: bool) -> StackedCard:
    """The cell of a card laid on a column; `builds`: the policy lets it lie there."""
    cell = StackedCard(card, below)
    one: i64 = BIT[0]
    rank: i64 = card >> 2
    cell.size = below.size + 1
    cell.members = below.members | (one << card)
    cell.above = below.cover
    higher: i64 = _HIGHER[card]
    cell.cover = below.cover | higher
    cell.extra = below.extra
    cell.cost = below.cost
    if (below.cover >> card) & 1:
        cell.extra += 1
        cell.cost += 6
    if below.size and not builds:
        cell.cost += 2
    cell.lowest = below.lowest
    if rank < cell.lowest:
        cell.lowest = rank
    else:
        cell.cost += 1
    return cell


def _higher(card: int) -> int:
    """The set of the higher cards of a card's suit."""
    return sum(1 << other for other in range(card + 4, 52, 4))


_HIGHER: Final[list[int]] = [_higher(card) for card in range(52)]
BARE: Final = StackedCard(FLOOR, None)


class LaPeauNode:
    """A state on the way from the root, after its forced moves."""

    __slots__ = ("card", "columns", "done", "key", "left", "length", "onto", "parent")

    def __init__(
        self,
        columns: list[StackedCard],
        done: i64,
        key: int,
        left: i64,
        length: i64,
        parent: LaPeauNode | None,
        card: i64,
        onto: i64,
    ) -> None:
        self.columns: list[StackedCard] = columns
        self.done: i64 = done
        self.key: int = key
        self.left: i64 = left
        """Cards not home."""
        self.length: i64 = length
        """Single moves from the root."""
        self.parent: LaPeauNode | None = parent
        self.card: i64 = card
        """The card moved to come here, before the forced moves."""
        self.onto: i64 = onto


class LaPeauTable:
    """What one position and policy fix for a whole search."""

    def __init__(self, position: Position, same_suit: bool) -> None:
        self.hosts: list[list[int]] = [_hosts(card, same_suit) for card in range(52)]
        self.safe: list[int] = [_safe(card, same_suit) for card in range(52)]
        self.code: list[int] = [0] * (52 * PLACES)
        """By card * PLACES + what it lies on: its share of a state's key."""
        for card in range(52):
            self._number(card, FLOOR, 1)
            for number, host in enumerate(self.hosts[card]):
                self._number(card, host, 2 + number)
        for column in COLUMNS:
            stack = position.piles[column]
            for below, card in pairwise(stack):
                if below not in self.hosts[card]:
                    self._number(card, below, 4)

    def _number(self, card: int, onto: int, code: int) -> None:
        self.code[card * PLACES + onto] = code << (3 * card)

    def root(self, position: Position) -> LaPeauNode:
        """The position as a state, its forced moves made."""
        columns: list[StackedCard] = []
        key = 0
        left = 0
        for index in COLUMNS:
            cell = BARE
            for card in position.piles[index]:
                key += self.code[card * PLACES + cell.card]
                cell = stacked(card, cell, int(cell.card) in self.hosts[card])
                left += 1
            columns.append(cell)
        done = sum(1 << card for pile in FOUNDATIONS for card in position.piles[pile])
        sent: list[int] = []
        return self.settled(columns, done, key, left, 0, None, FLOOR, FLOOR, sent)

    def settled(
        self,
        columns: list[StackedCard],
        done: i64,
        key: int,
        left: i64,
        length: i64,
        parent: LaPeauNode | None,
        card: i64,
        onto: i64,
        sent: list[int],
    ) -> LaPeauNode:
        """The state once all safe cards have gone home; they are added to `sent`.

        A card is safe when nothing that could still lie on it needs it (see `_safe`), so
        these moves lose neither a win nor the shortest one.
        """
        one: i64 = BIT[0]
        moved = True
        while moved:
            moved = False
            for index in range(13):
                cell = columns[index]
                while cell.size:
                    top: i64 = cell.card
                    wanted: i64 = self.safe[top]
                    below = cell.below
                    if done & wanted != wanted or below is None:
                        break
                    done |= one << top
                    key -= self.code[top * PLACES + below.card]
                    left -= 1
                    length += 1
                    sent.append(top)
                    cell = below
                    columns[index] = cell
                    moved = True
        return LaPeauNode(columns, done, key, left, length, parent, card, onto)


def _hosts(card: int, same_suit: bool) -> list[int]:
    """The cards that a card may lie on."""
    if card >= 48:
        return []
    if same_suit:
        return [card + 4]
    suits = (0, 3) if card & 3 in (1, 2) else (1, 2)
    return [(card >> 2) * 4 + 4 + suit for suit in suits]


def _safe(card: int, same_suit: bool) -> int:
    """The set of cards that must be home before a card may be forced home.

    In suit the card below it is enough. In alternate colours both cards of the other colour
    two ranks lower too, and the card of its colour's other suit three ranks lower: then
    whatever could want to lie on it can itself go home at once.
    """
    rank, suit = card >> 2, card & 3
    wanted = 1 << (card - 4) if rank else 0
    if same_suit:
        return wanted
    twin = 3 - suit
    others = (0, 3) if suit in (1, 2) else (1, 2)
    if rank >= 2:
        wanted |= sum(1 << ((rank - 2) * 4 + other) for other in others)
    if rank >= 3:
        wanted |= 1 << ((rank - 3) * 4 + twin)
    return wanted
