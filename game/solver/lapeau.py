"""La Peau: verdict, short answers and proven par, both policies.

A state is thirteen immutable columns (cells that share their tails) and the set of cards
home. Its key is exact: each card lies on its first parent, on one of two cards that it
builds on, on the floor, or is home, so three bits a card, in any order of the columns.
Every move of a single card is legal whatever else is empty, and a run costs its single
moves, so par in single-card moves is par.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from game.position import DONE, EMPTY, Move, Position
from game.rules import Rules
from game.rules.lapeau import COLUMNS, FOUNDATIONS
from game.solver.answer import Answer, Goal, Search, Verdict, check
from game.solver.search import BIT, lowest, undisturbed

if TYPE_CHECKING:
    from mypy_extensions import i64

# Where a card can lie besides on another: these continue the cards' numbers 0 to 51.
FLOOR: Final = 52
HOME: Final = 53
_PLACES: Final = 54

# How a tree is searched.
GREEDY: Final = 0
WEIGHTED: Final = 1
EXACT: Final = 2

# States of the greedy search after which the weighted one takes its place: it costs more a
# state, but does not lose itself where the greedy one would look at millions.
_GREEDY_STATES: Final = 2000

# Bytes that a stored state costs in all, measured (node, its list, cell, key, dictionary).
_BYTES_A_STATE: Final = 520


class Cell:
    """A card and, by reference, all that lies under it in its column."""

    __slots__ = ("above", "below", "card", "cost", "cover", "extra", "lowest", "members", "size")

    def __init__(self, card: i64, below: Cell | None) -> None:
        self.card: i64 = card
        self.below: Cell | None = below
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


def _stack(card: i64, below: Cell, builds: bool) -> Cell:
    """The cell of a card laid on a column; `builds`: the policy lets it lie there."""
    cell = Cell(card, below)
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
_BARE: Final = Cell(FLOOR, None)


class Node:
    """A state on the way from the root, after its forced moves."""

    __slots__ = ("card", "columns", "done", "key", "left", "length", "onto", "parent")

    def __init__(
        self,
        columns: list[Cell],
        done: i64,
        key: int,
        left: i64,
        length: i64,
        parent: Node | None,
        card: i64,
        onto: i64,
    ) -> None:
        self.columns: list[Cell] = columns
        self.done: i64 = done
        self.key: int = key
        self.left: i64 = left
        """Cards not home."""
        self.length: i64 = length
        """Single moves from the root."""
        self.parent: Node | None = parent
        self.card: i64 = card
        """The card moved to come here, before the forced moves."""
        self.onto: i64 = onto


class Table:
    """What one position and policy fix for a whole search."""

    def __init__(self, position: Position, same_suit: bool) -> None:
        self.hosts: list[list[int]] = [_hosts(card, same_suit) for card in range(52)]
        self.safe: list[int] = [_safe(card, same_suit) for card in range(52)]
        self.code: list[int] = [0] * (52 * _PLACES)
        """By card * _PLACES + what it lies on: its share of a state's key."""
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
        self.code[card * _PLACES + onto] = code << (3 * card)

    def root(self, position: Position) -> Node:
        """The position as a state, its forced moves made."""
        columns: list[Cell] = []
        key = 0
        left = 0
        for index in COLUMNS:
            cell = _BARE
            for card in position.piles[index]:
                key += self.code[card * _PLACES + cell.card]
                cell = _stack(card, cell, int(cell.card) in self.hosts[card])
                left += 1
            columns.append(cell)
        done = sum(1 << card for pile in FOUNDATIONS for card in position.piles[pile])
        sent: list[int] = []
        return self.settled(columns, done, key, left, 0, None, FLOOR, FLOOR, sent)

    def settled(
        self,
        columns: list[Cell],
        done: i64,
        key: int,
        left: i64,
        length: i64,
        parent: Node | None,
        card: i64,
        onto: i64,
        sent: list[int],
    ) -> Node:
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
                    key -= self.code[top * _PLACES + below.card]
                    left -= 1
                    length += 1
                    sent.append(top)
                    cell = below
                    columns[index] = cell
                    moved = True
        return Node(columns, done, key, left, length, parent, card, onto)


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


class Tree:
    """One best-first search from a root, with a bucket for each priority.

    GREEDY takes what looks nearest to a win and stops at the first. WEIGHTED weighs the way
    behind against a lower bound of the way ahead. EXACT is A*: its win is the shortest. The
    bound is not consistent, so both take up a state again that they reach by a shorter way.
    """

    def __init__(self, table: Table, root: Node, kind: int, cap: int, memory_limit: int) -> None:
        self.table = table
        self.kind: i64 = kind
        self.cap: i64 = cap
        """Only wins of fewer moves than this are looked for."""
        self.most: i64 = memory_limit // _BYTES_A_STATE
        self.nodes: i64 = 0
        self.stored: i64 = 1
        self.full = False
        """True: the search ended at its memory limit."""
        self.win: Node | None = None
        self.best: dict[int, int] = {root.key: int(root.length)}
        """The fewest moves to each state met, by its key."""
        self.buckets: list[list[Node]] = [[]]
        self.lowest: i64 = 0
        """No bucket before this one holds anything."""
        self.at: list[Cell] = [_BARE] * 52
        self.conflicts: list[i64] = [0] * 52
        self.column_of: list[i64] = [0] * 53
        self._push(root)

    def run(self, nodes: i64) -> bool:
        """Expand about so many further states; True when the search has ended."""
        stop: i64 = self.nodes + nodes
        while self.nodes < stop:
            node = self._pop()
            if node is None:
                return True
            if self.kind != GREEDY and self.best[node.key] < node.length:
                continue
            if node.left == 0:
                self.win = node
                return True
            if self.stored > self.most:
                self.full = True
                return True
            self.nodes += 1
            self._expand(node)
        return False

    def _pop(self) -> Node | None:
        """A state of the lowest priority, the last one stored first; None: nothing is left."""
        while self.lowest < len(self.buckets):
            bucket = self.buckets[self.lowest]
            if bucket:
                return bucket.pop()
            self.lowest += 1
        return None

    def _push(self, node: Node) -> None:
        priority: i64 = 0
        if self.kind == GREEDY:
            priority = _look(node)
        else:
            ahead: i64 = node.left + self._detours(node.columns)
            if node.length + ahead >= self.cap:
                return
            priority = node.length + ahead
            if self.kind == WEIGHTED:
                priority = 2 * node.length + 3 * ahead
        while len(self.buckets) <= priority:
            self.buckets.append([])
        self.buckets[priority].append(node)
        self.stored += 1
        if priority < self.lowest:
            self.lowest = priority

    def _expand(self, node: Node) -> None:
        """Every move of a single card that is not of the same effect as another one."""
        columns = node.columns
        tops: i64 = 0
        empty: i64 = -1
        one: i64 = BIT[0]
        for index in range(13):
            cell = columns[index]
            if cell.size:
                tops |= one << cell.card
                self.column_of[cell.card] = index
            elif empty < 0:
                empty = index
        for index in range(13):
            cell = columns[index]
            if cell.size == 0:
                continue
            card: i64 = cell.card
            if card < 4 or (node.done >> (card - 4)) & 1:
                self._child(node, index, HOME, -1)
            for host in self.table.hosts[card]:
                if (tops >> host) & 1:
                    self._child(node, index, host, self.column_of[host])
            if empty >= 0 and cell.size > 1:
                self._child(node, index, FLOOR, empty)

    def _child(self, node: Node, source: i64, onto: i64, target: i64) -> None:
        """Store the state after a move, unless it was met before on a way as short."""
        columns = node.columns.copy()
        cell = columns[source]
        below = cell.below
        assert below is not None
        card: i64 = cell.card
        columns[source] = below
        done: i64 = node.done
        left: i64 = node.left
        one: i64 = BIT[0]
        code = self.table.code
        key = node.key - code[card * _PLACES + below.card]
        if onto == HOME:
            done |= one << card
            left -= 1
        else:
            key += code[card * _PLACES + onto]
            columns[target] = _stack(card, columns[target], True)
        sent: list[int] = []
        child = self.table.settled(
            columns, done, key, left, node.length + 1, node, card, onto, sent
        )
        known = self.best.get(child.key)
        if known is not None and (self.kind == GREEDY or known <= child.length):
            return
        self.best[child.key] = child.length
        self._push(child)

    def _detours(self, columns: list[Cell]) -> i64:
        """A lower bound of the moves that do not take a card home.

        A card over a lower card of its suit must move aside once. Where two other cards of
        two columns each lie over something that the other one waits for, one of the two must
        move aside too: pairs without a card in common, found greedily, add one each.
        """
        detours: i64 = 0
        waiting: i64 = 0
        one: i64 = BIT[0]
        for column in columns:
            detours += column.extra
            cell = column
            while cell.above:
                card: i64 = cell.card
                if (cell.above >> card) & 1 == 0:
                    waiting |= one << card
                    self.at[card] = cell
                below = cell.below
                assert below is not None
                cell = below
        return detours + self._pairs(waiting)

    def _pairs(self, waiting: i64) -> i64:
        """How many disjoint pairs of conflicting cards a greedy matching finds."""
        at = self.at
        conflicts = self.conflicts
        one: i64 = BIT[0]
        open_: i64 = 0
        rest: i64 = waiting
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            card: i64 = lowest(low)
            against: i64 = 0
            others: i64 = at[card].above & waiting
            while others:
                bit: i64 = others & -others
                others ^= bit
                other: i64 = lowest(bit)
                if (at[other].above >> card) & 1:
                    against |= bit
            if against:
                conflicts[card] = against
                open_ |= low
        pairs: i64 = 0
        while open_:
            first: i64 = self._least(open_, open_)
            partners: i64 = conflicts[first] & open_
            open_ ^= one << first
            if partners:
                open_ ^= one << self._least(partners, open_)
                pairs += 1
        return pairs

    def _least(self, among: i64, open_: i64) -> i64:
        """The card of a set with the fewest conflicts inside the open set."""
        fewest: i64 = 99
        found: i64 = 0
        while among:
            low: i64 = among & -among
            among ^= low
            card: i64 = lowest(low)
            count: i64 = 0
            left: i64 = self.conflicts[card] & open_
            while left:
                left &= left - 1
                count += 1
            if count < fewest:
                fewest = count
                found = card
                if count <= 1:
                    break
        return found


def _look(node: Node) -> i64:
    """The greedy search's guess of the way ahead: order in the columns, depth of the cards
    that go home next, empty columns. Not a bound of anything.
    """
    price: i64 = 4 * node.left + 40
    done: i64 = node.done
    wanted: i64 = ((done << 4) | 15) & ~done
    for column in node.columns:
        price += column.cost
        if column.size == 0:
            price -= 3
        hit: i64 = column.members & wanted
        cell = column
        depth: i64 = 0
        while hit:
            if (hit >> cell.card) & 1:
                price += depth
            below = cell.below
            assert below is not None
            cell = below
            hit &= cell.members
            depth += 3
    return price if price > 0 else 0


class LaPeauSearch:
    """First any win or the proof that there is none; then, as the goal wants, shorter ones."""

    def __init__(self, rules: Rules, position: Position, goal: Goal, memory_limit: int) -> None:
        self.rules = rules
        self.position = position
        self.goal = goal
        self.memory_limit = memory_limit
        self.table = Table(position, rules.policy == "same")
        self.nodes = 0
        self.ended = False
        self.optimal = False
        self.lost = False
        self.win: Node | None = None
        self.tree: Tree | None = self._tree(GREEDY)

    def _tree(self, kind: int) -> Tree:
        cap = 1 << 30 if self.win is None else int(self.win.length)
        return Tree(self.table, self.table.root(self.position), kind, cap, self.memory_limit)

    def run(self, nodes: int) -> bool:
        """Expand about so many further states; True when the search has ended."""
        with undisturbed():
            while not self.ended and nodes > 0:
                nodes -= self._slice(nodes)
        return self.ended

    def _slice(self, nodes: int) -> int:
        """Run the tree of the present stage; returns how many states it expanded, at least 1."""
        tree = self.tree
        assert tree is not None
        before = int(tree.nodes)
        if tree.kind == GREEDY:
            nodes = min(nodes, _GREEDY_STATES - before)
        over = tree.run(nodes)
        expanded = int(tree.nodes) - before
        self.nodes += expanded
        if over:
            self._close(tree)
        elif tree.kind == GREEDY and tree.nodes >= _GREEDY_STATES:
            self.tree = None
            self.tree = self._tree(WEIGHTED)
        return max(1, expanded)

    def _close(self, tree: Tree) -> None:
        """Keep what an ended tree has found and begin the next stage, if there is one."""
        self.tree = None
        if tree.win is not None:
            self.win = tree.win
        if self.win is None:
            self.lost = not tree.full
        elif tree.kind == EXACT:
            self.optimal = not tree.full
        elif self.goal is Goal.OPTIMAL or (self.goal is Goal.SHORT and tree.kind == GREEDY):
            self.tree = self._tree(WEIGHTED if tree.kind == GREEDY else EXACT)
        self.ended = self.tree is None

    def answer(self) -> Answer:
        """What is known now, its moves replayed by the rules."""
        if self.win is None:
            verdict = Verdict.UNWINNABLE if self.lost else Verdict.UNDECIDED
            return Answer(verdict, nodes=self.nodes)
        moves = joined(self.rules, self.position, list(self._moves(self.win)))
        found = Answer(Verdict.WON, moves, self.optimal, nodes=self.nodes)
        return check(self.rules, self.position, found)

    def _moves(self, win: Node) -> Iterator[Move]:
        """The single moves of a win, forced ones among them, from the first position on."""
        way = [win]
        while (parent := way[-1].parent) is not None:
            way.append(parent)
        position = self.position
        for node in reversed(way):
            if node.parent is not None:
                move = _move(int(node.card), int(node.onto))
                position = self.rules.apply(position, move)
                yield move
            for move in self._forced(position, int(node.done)):
                position = self.rules.apply(position, move)
                yield move

    def _forced(self, position: Position, done: int) -> list[Move]:
        """The moves that take home what is not yet home of a set of cards, in a legal order."""
        columns = [list(position.piles[column]) for column in COLUMNS]
        left = {card for column in columns for card in column if done >> card & 1}
        moves: list[Move] = []
        while left:
            for column in columns:
                if column and column[-1] in left and column[-1] - 4 not in left:
                    left.remove(column[-1])
                    moves.append(Move(column.pop(), DONE))
        return moves


def _move(card: int, onto: int) -> Move:
    if onto == HOME:
        return Move(card, DONE)
    return Move(card, EMPTY) if onto == FLOOR else Move(card, onto)


def joined(rules: Rules, position: Position, singles: list[Move]) -> tuple[Move, ...]:
    """The moves, with single ones in a row made one wherever a run's move has their effect
    and costs no more.
    """
    positions = [position]
    for move in singles:
        positions.append(rules.apply(positions[-1], move))
    keys = [rules.key(passed) for passed in positions]
    moves: list[Move] = []
    at = 0
    while at < len(singles):
        move, cost = singles[at], 1
        for run in _runs(rules, positions[at]):
            steps = rules.steps(positions[at], run)
            end = at + len(steps)
            if cost < len(steps) and end < len(keys) and keys[end] == rules.key(steps[-1]):
                move, cost = run, len(steps)
        moves.append(move)
        at += cost
        if cost > 1:
            positions[at] = rules.apply(positions[at - cost], move)
            for later in range(at, len(singles)):
                positions[later + 1] = rules.apply(positions[later], singles[later])
    return tuple(moves)


def _runs(rules: Rules, position: Position) -> Iterator[Move]:
    """The moves of more than one card; none without an empty column."""
    if all(position.piles[column] for column in COLUMNS):
        return
    ends = {position.piles[column][-1] for column in COLUMNS if position.piles[column]}
    for move in rules.moves(position):
        if move.card is not None and move.card not in ends:
            yield move


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """A search from any position of La Peau; `memory_limit` in bytes."""
    return LaPeauSearch(rules, position, goal, memory_limit)
