"""La Peau's states for the search: thirteen columns and the cards home.

A state is thirteen immutable columns (lists of cells that share their tails) and the set of cards
home. Its key is a hash of what each card lies on, whatever the order of the columns.
"""

from __future__ import annotations

from typing import Final

from game.core.position import Position
from game.rules.lapeau import COLUMNS, FOUNDATIONS
from game.solver.search_structures import BIT, hosts_of, random_keys, safe_after
from game.solver.vectors import i64, vec

# Where a card can lie besides on another: these continue the cards' numbers 0 to 51.
FLOOR: Final = 52
HOME: Final = 53
PLACES: Final = 54

KEYS: Final[vec[i64]] = vec[i64](random_keys(52 * PLACES))
"""By card * PLACES + what it lies on: its share of a state's key, the XOR of all shares."""


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
        "is_measured",
        "key",
        "left",
        "length",
        "onto",
        "parent",
    )

    def __init__(
        self,
        columns: list[StackedCard],
        done: i64,
        key: i64,
        left: i64,
        length: i64,
        parent: LaPeauNode | None,
        card: i64,
        onto: i64,
    ) -> None:
        self.columns: list[StackedCard] = columns
        """The columns; until `make_move` is called, the parent's list itself."""
        self.done: i64 = done
        self.key: i64 = key
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
    """What a policy fixes for a whole search."""

    def __init__(self, same_suit: bool) -> None:
        self.hosts: vec[i64] = vec[i64]([hosts_of(card, same_suit) for card in range(52)])
        """The cards that each card may lie on."""
        self.safe: vec[i64] = vec[i64]([safe_after(card, same_suit) for card in range(52)])

    def root(self, position: Position) -> LaPeauNode:
        """The position as a state, its forced moves made."""
        columns: list[StackedCard] = []
        key: i64 = 0
        left: i64 = 0
        for index in COLUMNS:
            cell = BARE
            for card in position.piles[index]:
                key ^= KEYS[card * PLACES + cell.card]
                builds = cell.size > 0 and self.hosts[card] & BIT[cell.card] != 0
                cell = stacked(card, cell, builds)
                left += 1
            columns.append(cell)
        done: i64 = 0
        for index in FOUNDATIONS:
            for card in position.piles[index]:
                key ^= KEYS[card * PLACES + HOME]
                done |= BIT[card]
        node = LaPeauNode(columns, done, key, left, 0, None, FLOOR, FLOOR)
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

        A card is safe when nothing that could still lie on it needs it (see `safe_after`), so
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
                    lies: i64 = cell.card * PLACES
                    node.key ^= KEYS[lies + below.card] ^ KEYS[lies + HOME]
                    node.left -= 1
                    node.length += 1
                    cell = below
                    columns[index] = cell
                    moved = True
