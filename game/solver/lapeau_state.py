"""La Peau's states for the search: thirteen columns and the cards home.

A state is thirteen immutable columns (lists of cells that share their tails) and the set of cards
home. Its key is exact. Each card lies on the card it was dealt on, on one of the two cards that it
builds on, on the floor, or is home. That is a number below five for each card, whatever the order
of the columns. Each half of the cards makes one word.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from game.core.position import Position
from game.rules.lapeau import COLUMNS, FOUNDATIONS
from game.solver.search_tools import BIT
from game.solver.vectors import i64, vec

# Where a card can lie besides on another: these continue the cards' numbers 0 to 51.
FLOOR: Final = 52
HOME: Final = 53
PLACES: Final = 54

_HALF: Final = 26
"""The cards of one word of a key."""


class StackedCard:
    """A cell of a column: a card and a reference to the cell under it."""

    __slots__ = ("above", "below", "card", "cost", "cover", "lowest", "members", "size")

    def __init__(self, card: i64, below: StackedCard | None) -> None:
        self.card: i64 = card
        self.below: StackedCard | None = below
        self.size: i64 = 0
        self.members: i64 = 0
        """Set of the cards from here down."""
        self.cover: i64 = 0
        """Set of all cards that have a lower card of their suit from here down."""
        self.above: i64 = 0
        """The same without this card: the cards that it keeps from going home before it moves."""
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
    cell.cost = below.cost
    if (below.cover >> card) & 1:
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
    """A state of the search after its forced moves, with the move that led to it."""

    __slots__ = (
        "card",
        "columns",
        "counted",
        "detours",
        "done",
        "high",
        "is_measured",
        "left",
        "length",
        "low",
        "onto",
        "parent",
    )

    def __init__(
        self,
        columns: list[StackedCard],
        done: i64,
        low: i64,
        high: i64,
        left: i64,
        length: i64,
        parent: LaPeauNode | None,
        card: i64,
        onto: i64,
    ) -> None:
        self.columns: list[StackedCard] = columns
        """The columns; until `make_move` is called, the parent's list itself."""
        self.done: i64 = done
        self.low: i64 = low
        """The word of its key for the lower half of the cards."""
        self.high: i64 = high
        self.left: i64 = left
        """Cards not home."""
        self.length: i64 = length
        """Single moves from the root."""
        self.parent: LaPeauNode | None = parent
        self.card: i64 = card
        """The card moved to come here, before the forced moves."""
        self.onto: i64 = onto
        self.detours: i64 = 0
        """A lower bound of the moves ahead that do not take a card home."""
        self.counted: i64 = 0
        """Set of the cards whose next move may be one of `detours`."""
        self.is_measured = False
        """True: `detours` is the bound of this state itself, not taken over from its parent."""

    def moved_alone(self) -> i64:
        """The card that the last move moved aside, if nothing else changed: wherever it can go now,
        it could have gone before. HOME if there is no such card.
        """
        parent = self.parent
        if parent is None or self.onto == HOME or self.length != parent.length + 1:
            return HOME
        return self.card

    def make_move(self) -> None:
        """Give the node columns of its own. Called late, because most nodes are never expanded."""
        parent = self.parent
        if parent is None or self.columns is not parent.columns:
            return
        columns = parent.columns.copy()
        source: i64 = -1
        target: i64 = -1
        for index in range(13):
            top: i64 = columns[index].card
            if top == self.card:
                source = index
            elif top == self.onto and target < 0:
                target = index
        below = columns[source].below
        assert below is not None
        columns[source] = below
        if target >= 0:
            columns[target] = stacked(self.card, columns[target], True)
        self.columns = columns


class LaPeauTable:
    """What one position and policy fix for a whole search."""

    def __init__(self, position: Position, same_suit: bool) -> None:
        hosts = [_hosts(card, same_suit) for card in range(52)]
        self.hosts: vec[i64] = vec[i64]([sum(1 << host for host in on) for on in hosts])
        """The cards that each card may lie on."""
        self.safe: vec[i64] = vec[i64]([_safe(card, same_suit) for card in range(52)])
        codes = _codes(position, hosts)
        middle = _HALF * PLACES
        self.low: vec[i64] = vec[i64](codes[:middle] + [0] * middle)
        """By card * PLACES + what it lies on: its share of the words of a state's key."""
        self.high: vec[i64] = vec[i64]([0] * middle + codes[middle:])

    def root(self, position: Position) -> LaPeauNode:
        """The position as a state, its forced moves made."""
        columns: list[StackedCard] = []
        low: i64 = 0
        high: i64 = 0
        left: i64 = 0
        for index in COLUMNS:
            cell = BARE
            for card in position.piles[index]:
                place: i64 = card * PLACES + cell.card
                low += self.low[place]
                high += self.high[place]
                builds = cell.size > 0 and self.hosts[card] & BIT[cell.card] != 0
                cell = stacked(card, cell, builds)
                left += 1
            columns.append(cell)
        done = sum(1 << card for pile in FOUNDATIONS for card in position.piles[pile])
        node = LaPeauNode(columns, done, low, high, left, 0, None, FLOOR, FLOOR)
        self.settle(node)
        return node

    def is_forced(self, cell: StackedCard, done: i64) -> bool:
        """Whether a card that ends its column is safe, so that it goes home at once."""
        if cell.size == 0:
            return False
        wanted: i64 = self.safe[cell.card]
        return done & wanted == wanted

    def settle(self, node: LaPeauNode) -> None:
        """Take home all safe cards of a new state.

        A card is safe when nothing that could still lie on it needs it (see `_safe`), so
        these moves lose neither a win nor the shortest one.
        """
        columns = node.columns
        moved = True
        while moved:
            moved = False
            for index in range(13):
                cell = columns[index]
                while self.is_forced(cell, node.done):
                    below = cell.below
                    assert below is not None
                    node.done |= BIT[cell.card]
                    place: i64 = cell.card * PLACES + below.card
                    node.low -= self.low[place]
                    node.high -= self.high[place]
                    node.left -= 1
                    node.length += 1
                    cell = below
                    columns[index] = cell
                    moved = True


def _codes(position: Position, hosts: list[list[int]]) -> list[int]:
    """By card * PLACES + what it lies on: its share of the key word that its half of the cards
    makes; 0 if it is home.
    """
    codes = [0] * (52 * PLACES)
    for card in range(52):
        unit = 5 ** (card % _HALF)
        codes[card * PLACES + FLOOR] = unit
        for number, host in enumerate(hosts[card]):
            codes[card * PLACES + host] = (2 + number) * unit
    for column in COLUMNS:
        for below, card in pairwise(position.piles[column]):
            if below not in hosts[card]:
                codes[card * PLACES + below] = 4 * 5 ** (card % _HALF)
    return codes


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
