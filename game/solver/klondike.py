"""Klondike with all cards known to the solver: verdict, first win, best known length.

A state says which cards are home, how many dealt cards each column still holds, and which
cards have left reserve and pull stack. How the moved cards lie on each other is left out:
runs move freely between the places that take them, so only counts by rank and colour matter.
Whether a card has a place to lie on, or can be bared, follows from these counts.

Reserve and pull stack are one list in the order of pulling, with a pointer and the turn-overs
used. Earlier is never worse, so a state is searched again only when it is met earlier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.position import DONE, EMPTY, PULL, TURN, Move, Position
from game.rules import Rules
from game.rules.klondike import COLUMNS, FOUNDATIONS, PULL_PILE, RESERVE_PILE
from game.solver.answer import Answer, Goal, Search, Verdict, check
from game.solver.search import BIT, lowest, size, undisturbed
from game.solver.seen import Seen

if TYPE_CHECKING:
    from mypy_extensions import i64

# Kinds of moves: a dealt card with all on it onto another card or an empty column; a card
# home from a column; a card of reserve or pull stack home, or to a column; a card back.
DEAL: Final = 0
HOME: Final = 1
PULL_HOME: Final = 2
PULL_DOWN: Final = 3
BACK: Final = 4

# How many states the search for shorter wins looks at, and what each that it stores costs.
_SHORTER_STATES: Final = 150_000
_BYTES_A_NODE: Final = 560

_FIRSTS: Final = 0x1111111111111
"""The clubs; by shifts, one bit for each rank."""
_KINGS: Final = 0b1111 << 48
_ALL: Final = (1 << 52) - 1

# After a run leaves a column bare, only a king makes use of it: see `State.wish`.
_WISH_KING: Final = 5


def _safe(card: int) -> int:
    """The set of cards that must be home before a card may be forced home: the one below
    it, both of the other colour two ranks lower, its colour's other suit three ranks lower.
    Then all that could want to lie on it can go home at once.
    """
    rank, suit = card >> 2, card & 3
    wanted = 1 << (card - 4) if rank else 0
    others = (0, 3) if suit in (1, 2) else (1, 2)
    if rank >= 2:
        wanted |= sum(1 << ((rank - 2) * 4 + other) for other in others)
    if rank >= 3:
        wanted |= 1 << ((rank - 3) * 4 + 3 - suit)
    return wanted


def _lower(card: int) -> int:
    """The set of the lower cards of a card's suit."""
    return sum(1 << other for other in range(card & 3, card, 4))


def _hosts(card: int) -> int:
    """The set of the cards that a card may lie on; none for a king."""
    if card >= 48:
        return 0
    return (0b1001 if card & 3 in (1, 2) else 0b0110) << ((card >> 2) * 4 + 4)


_LOWER: Final[list[int]] = [_lower(card) for card in range(52)]
_HOSTS: Final[list[int]] = [_hosts(card) for card in range(52)]
_SAFE: Final[list[int]] = [_safe(card) for card in range(52)]
_IS_RED: Final[list[bool]] = [card & 3 in (1, 2) for card in range(52)]


def _detours(cards: list[int]) -> list[int]:
    """How many of a column's first cards lie over a lower one of their suit, for none, the
    first card, the first two and so on.
    """
    found = [0]
    for at, card in enumerate(cards):
        over = any(other & 3 == card & 3 and other < card for other in cards[:at])
        found.append(found[-1] + over)
    return found


class State:
    """What decides how the game can go on."""

    __slots__ = (
        "bare", "based", "buried", "columns", "counts", "done", "hidden", "pointer", "shape",
        "talon", "turns", "visible", "wish",
    )  # fmt: skip

    def __init__(self) -> None:
        self.done: i64 = 0
        """Set of the cards home."""
        self.counts: i64 = 0
        """How many of each suit are home, four bits a suit."""
        self.talon: i64 = 0
        """Set of the places in the order of pulling whose cards are still there."""
        self.visible: i64 = 0
        """Set of the face-up cards of the columns."""
        self.based: i64 = 0
        """Set of those that lie where they were dealt, but for kings with nothing below."""
        self.columns: i64 = 0
        """How many dealt cards each column holds, four bits a column."""
        self.shape: i64 = 0
        """The same as a number of few bits."""
        self.bare: i64 = 0
        """Columns without dealt cards; a king may stand there."""
        self.buried: i64 = 0
        """How many cards lie face down in the columns, and the set of them."""
        self.hidden: i64 = 0
        self.turns: i64 = 0
        self.pointer: i64 = 0
        """The place after the top of the pull stack."""
        self.wish: i64 = 0
        """What the last move was for: 1 + suit for a card brought back, which the next move
        must use; _WISH_KING after a column was bared by moving its only card; 0: anything."""

    def copy(self) -> State:
        """Another state with the same content, but without a wish."""
        new = State()
        new.done = self.done
        new.counts = self.counts
        new.talon = self.talon
        new.visible = self.visible
        new.based = self.based
        new.columns = self.columns
        new.shape = self.shape
        new.bare = self.bare
        new.buried = self.buried
        new.hidden = self.hidden
        new.turns = self.turns
        new.pointer = self.pointer
        return new

    def key(self) -> i64:
        """A number that no other state has, but for turn-overs and pointer."""
        return ((self.counts << 24 | self.talon) << 16 | self.shape) << 3 | self.wish

    def time(self) -> i64:
        """How far the pulling has gone; less is never worse."""
        return self.turns * 25 + self.pointer


class Table:
    """What the first position fixes for the whole search."""

    def __init__(self, position: Position, most_turns: int) -> None:
        self.most_turns: i64 = most_turns
        self.order: list[int] = [
            *position.piles[PULL_PILE],
            *reversed(position.piles[RESERVE_PILE]),
        ]
        """The cards of pull stack and reserve in the order of pulling."""
        self.place: list[int] = [0] * 52
        """Where a card stands in that order."""
        for place, card in enumerate(self.order):
            self.place[card] = place
        self.dealt: list[list[int]] = []
        """Each column's cards that no other move than turning up has touched."""
        self.column: list[int] = [0] * 52
        """The column in which a card was dealt."""
        self.weight: list[int] = []
        self.detours: list[list[int]] = []
        """For each column by its height: dealt cards that lie over a lower one of their suit,
        so that they must move once before they go home."""
        weight = 1
        for column, index in enumerate(COLUMNS):
            cards = list(position.piles[index][: position.down[index] + 1])
            self.dealt.append(cards)
            for card in cards:
                self.column[card] = column
            self.weight.append(weight)
            weight *= len(cards) + 1
            self.detours.append(_detours(cards))

    def root(self, position: Position) -> State:
        """The position as a state."""
        state = State()
        for suit, pile in enumerate(FOUNDATIONS):
            state.counts |= len(position.piles[pile]) << (4 * suit)
            for card in position.piles[pile]:
                state.done |= BIT[card]
        state.talon = (1 << len(self.order)) - 1
        state.turns = position.used
        state.pointer = len(position.piles[PULL_PILE])
        for column, index in enumerate(COLUMNS):
            for card in position.piles[index][position.down[index] :]:
                state.visible |= BIT[card]
            cards = self.dealt[column]
            state.columns |= len(cards) << (4 * column)
            state.shape += len(cards) * self.weight[column]
            state.buried += max(0, len(cards) - 1)
            for card in cards[:-1]:
                state.hidden |= BIT[card]
            if cards:
                state.based |= BIT[cards[-1]]
            else:
                state.bare += 1
            self._settle_king(state, column)
        return state

    def _settle_king(self, state: State, column: i64) -> None:
        """A king with nothing below him might stand in any empty column: he counts as moved."""
        if (state.columns >> (4 * column)) & 15 != 1:
            return
        card: i64 = self.dealt[column][0]
        if card >= 48:
            one: i64 = BIT[0]
            state.based &= ~(one << card)
            state.columns -= one << (4 * column)
            state.shape -= self.weight[column]
            state.bare += 1

    def _uncover(self, state: State, card: i64) -> None:
        """The lowest face-up card of a column leaves it for good; the next one turns up."""
        one: i64 = BIT[0]
        column: i64 = self.column[card]
        state.based &= ~(one << card)
        state.columns -= one << (4 * column)
        state.shape -= self.weight[column]
        left: i64 = (state.columns >> (4 * column)) & 15
        if left == 0:
            state.bare += 1
            return
        state.buried -= 1
        next_card: i64 = self.dealt[column][left - 1]
        state.hidden &= ~(one << next_card)
        state.visible |= one << next_card
        state.based |= one << next_card
        self._settle_king(state, column)

    def _take(self, state: State, card: i64) -> None:
        """A card leaves the pull stack, after as much pulling and turning as it needs."""
        one: i64 = BIT[0]
        place: i64 = self.place[card]
        if place < state.pointer - 1:
            state.turns += 1
        state.talon &= ~(one << place)
        # The pull stack's new top is the nearest place before that still holds a card.
        while place and (state.talon >> (place - 1)) & 1 == 0:
            place -= 1
        state.pointer = place

    def play(self, before: State, move: i64) -> State:
        """The state after a move (kind * 64 + card)."""
        kind: i64 = move >> 6
        card: i64 = move & 63
        one: i64 = BIT[0]
        bit: i64 = one << card
        state = before.copy()
        if kind == DEAL:
            alone: i64 = (state.columns >> (4 * self.column[card])) & 15
            if alone == 1:
                state.wish = _WISH_KING
            self._uncover(state, card)
        elif kind == BACK:
            state.done &= ~bit
            state.counts -= one << (4 * (card & 3))
            state.visible |= bit
            state.wish = 1 + (card & 3)
        elif kind == PULL_DOWN:
            self._take(state, card)
            state.visible |= bit
        else:
            if kind == PULL_HOME:
                self._take(state, card)
            else:
                state.visible &= ~bit
                if state.based & bit:
                    self._uncover(state, card)
            state.done |= bit
            state.counts += one << (4 * (card & 3))
        return state

    def moves(self, state: State, found: list[int]) -> None:
        """Put the moves worth trying into a list that is empty, best first.

        A safe card home is the only move. After a move with a wish, only what fulfils it or
        wishes again.
        """
        following: i64 = (state.done << 4 | 15) & ~state.done & _ALL
        loose: i64 = state.visible & ~state.based
        taken: i64 = placeable(state.visible, loose)
        homeward: i64 = following & state.visible & bareable(state.visible, loose)
        place_mask: i64 = _ALL
        home_mask: i64 = _ALL
        if state.wish == 0:
            forced: i64 = self._forced(state, homeward, following)
            if forced >= 0:
                found.append(forced)
                return
        elif state.wish == _WISH_KING:
            place_mask = _KINGS
            home_mask = 0
        else:
            suit: i64 = state.wish - 1
            rank: i64 = (state.counts >> (4 * suit)) & 15
            place_mask = 0
            if rank:
                place_mask = (9 if suit in (1, 2) else 6) << (4 * rank - 4)
            one: i64 = BIT[0]
            home_mask = one << (4 * rank + 3 - suit)
        if state.bare > size(loose & _KINGS):
            taken |= _KINGS
        prices: list[int] = []
        self._from_columns(state, homeward & home_mask, taken, place_mask, found, prices)
        self._from_talon(state, following & home_mask, taken & place_mask, found, prices)
        self._back_home(state, taken, found, prices)

    def is_hopeless(self, state: State) -> bool:
        """True if some card can never be turned up or reached in the pull stack, even were
        every card that has been seen always at hand: those over it find no card to lie on and
        cannot go home.
        """
        one: i64 = BIT[0]
        reached: i64 = _ALL & ~state.hidden
        deep: i64 = 0
        if state.turns >= self.most_turns and state.pointer > 1:
            # These only come up when all that lies over them in the pull stack has left it.
            deep = state.talon & ((one << state.pointer) - 1)
            under: i64 = deep & ~(one << (state.pointer - 1))
            while under:
                reached &= ~(one << self.order[lowest(under)])
                under &= under - 1
        heights: i64 = state.columns
        cleared = state.bare > 0
        before: i64 = 0
        while before != reached:
            before = reached
            for column in range(7):
                height: i64 = (heights >> (4 * column)) & 15
                cards = self.dealt[column]
                while height and self._leaves(cards[height - 1], reached, cleared):
                    heights -= one << (4 * column)
                    height -= 1
                    if height:
                        reached |= one << cards[height - 1]
                    elif not cleared:
                        cleared = True
                        before = 0
            while deep and self._leaves(self.order[_highest(deep)], reached, cleared):
                deep ^= one << _highest(deep)
                if deep:
                    reached |= one << self.order[_highest(deep)]
        return reached != _ALL

    def _leaves(self, card: i64, reached: i64, cleared: bool) -> bool:
        """Whether a card could go somewhere, were all cards of a set at hand."""
        if card >= 48 and cleared:
            return True
        hosts: i64 = _HOSTS[card]
        if hosts & reached:
            return True
        lower: i64 = _LOWER[card]
        return lower & ~reached == 0

    def ahead(self, state: State) -> i64:
        """A lower bound of the counted moves to a win: each card home, those that must move
        once before, each card still to be pulled, a turn-over and its pulls where cards lie
        deeper in the pull stack.
        """
        one: i64 = BIT[0]
        bound: i64 = 52 - size(state.done)
        for column in range(7):
            bound += self.detours[column][(state.columns >> (4 * column)) & 15]
        bound += size(state.talon >> state.pointer)
        if state.pointer > 1:
            deeper: i64 = state.talon & ((one << (state.pointer - 1)) - 1)
            if deeper:
                bound += 1 + size(deeper)
        return bound

    def price(self, state: State, move: i64) -> i64:
        """The counted moves that a move takes, but for cards moved aside for it."""
        if move >> 6 not in (PULL_HOME, PULL_DOWN):
            return 1
        place: i64 = self.place[move & 63]
        one: i64 = BIT[0]
        if place >= state.pointer:
            between: i64 = (one << (place + 1)) - (one << state.pointer)
            return 1 + size(state.talon & between)
        if place == state.pointer - 1:
            return 1
        again: i64 = (one << (place + 1)) - 1
        return 2 + size(state.talon >> state.pointer) + size(state.talon & again)

    def _forced(self, state: State, homeward: i64, following: i64) -> i64:
        """A safe move home that takes no pulling, -1 for none."""
        while homeward:
            card: i64 = lowest(homeward)
            homeward &= homeward - 1
            wanted: i64 = _SAFE[card]
            if state.done & wanted == wanted:
                return HOME * 64 + card
        if state.pointer:
            top: i64 = self.order[state.pointer - 1]
            wanted = _SAFE[top]
            if (following >> top) & 1 and state.done & wanted == wanted:
                return PULL_HOME * 64 + top
        return -1

    def _from_columns(
        self,
        state: State,
        homeward: i64,
        taken: i64,
        place_mask: i64,
        found: list[int],
        prices: list[int],
    ) -> None:
        """Cards of the columns home, and dealt cards onto others."""
        while homeward:
            card: i64 = lowest(homeward)
            homeward &= homeward - 1
            price: i64 = 300
            if (state.based >> card) & 1:
                price = 900 if self._height(state, card) > 1 else 500
            _insert(found, prices, HOME * 64 + card, price)
        based: i64 = state.based & taken
        while based:
            card = lowest(based)
            based &= based - 1
            height: i64 = self._height(state, card)
            if (place_mask >> card) & 1 or height == 1:
                price = 400
                if height > 1:
                    price = (700 if card >= 48 else 800) + 4 * height
                _insert(found, prices, DEAL * 64 + card, price)

    def _height(self, state: State, card: i64) -> i64:
        """How many dealt cards the column of a dealt card holds."""
        return (state.columns >> (4 * self.column[card])) & 15

    def _from_talon(
        self, state: State, following: i64, taken: i64, found: list[int], prices: list[int]
    ) -> None:
        """Cards of reserve and pull stack home or to the columns, the near ones first."""
        useful: i64 = (following | taken) & ~(state.visible | state.hidden | state.done)
        while useful:
            card: i64 = lowest(useful)
            useful &= useful - 1
            place: i64 = self.place[card]
            wait: i64 = 0
            if place >= state.pointer:
                wait = 5 + place - state.pointer
            elif place < state.pointer - 1:
                if state.turns >= self.most_turns:
                    continue
                wait = 60 + place
            if (following >> card) & 1:
                _insert(found, prices, PULL_HOME * 64 + card, 600 - 2 * wait)
            if (taken >> card) & 1:
                base: i64 = 350 if card >= 48 else 380
                _insert(found, prices, PULL_DOWN * 64 + card, base - wait)

    def _back_home(self, state: State, taken: i64, found: list[int], prices: list[int]) -> None:
        """Cards from home back to a column; none that is safe at home, and no ace."""
        tops: i64 = state.done & ~(state.done >> 4) & taken & ~15
        while tops:
            card: i64 = lowest(tops)
            tops &= tops - 1
            wanted: i64 = _SAFE[card]
            if state.done & wanted != wanted:
                _insert(found, prices, BACK * 64 + card, -100)


def _insert(moves: list[int], prices: list[int], move: i64, price: i64) -> None:
    """Put a move among others, the highest price first."""
    place: i64 = len(moves)
    moves.append(move)
    prices.append(price)
    while place:
        before: i64 = prices[place - 1]
        if before >= price:
            break
        prices[place] = before
        moves[place] = moves[place - 1]
        place -= 1
    moves[place] = move
    prices[place] = price


def _highest(places: i64) -> i64:
    """The last of a set of places that is not empty."""
    found: i64 = -1
    while places:
        places >>= 1
        found += 1
    return found


def placeable(visible: i64, loose: i64) -> i64:
    """The set of cards that would find a card to lie on, wherever they come from.

    Of a rank and colour there are at most two cards, and two that they may lie on. One of
    those is bare, or can be bared, while more of them are visible than cards lie on them.
    """
    red1: i64 = (visible >> 1 | visible >> 2) & _FIRSTS
    red2: i64 = (visible >> 1 & visible >> 2) & _FIRSTS
    black1: i64 = (visible | visible >> 3) & _FIRSTS
    black2: i64 = (visible & visible >> 3) & _FIRSTS
    on_red1: i64 = (loose | loose >> 3) & _FIRSTS
    on_red2: i64 = (loose & loose >> 3) & _FIRSTS
    on_black1: i64 = (loose >> 1 | loose >> 2) & _FIRSTS
    on_black2: i64 = (loose >> 1 & loose >> 2) & _FIRSTS
    reds: i64 = (black1 >> 4 & ~on_black1) | (black2 >> 4 & ~on_black2)
    blacks: i64 = (red1 >> 4 & ~on_red1) | (red2 >> 4 & ~on_red2)
    return reds << 1 | reds << 2 | blacks | blacks << 3


def bareable(visible: i64, loose: i64) -> i64:
    """The set of cards that, if visible, end their column or can be made to."""
    red1: i64 = (visible >> 1 | visible >> 2) & _FIRSTS
    red2: i64 = (visible >> 1 & visible >> 2) & _FIRSTS
    black1: i64 = (visible | visible >> 3) & _FIRSTS
    black2: i64 = (visible & visible >> 3) & _FIRSTS
    on_red1: i64 = ((loose | loose >> 3) & _FIRSTS) << 4
    on_red2: i64 = ((loose & loose >> 3) & _FIRSTS) << 4
    on_black1: i64 = ((loose >> 1 | loose >> 2) & _FIRSTS) << 4
    on_black2: i64 = ((loose >> 1 & loose >> 2) & _FIRSTS) << 4
    reds: i64 = (red1 & ~on_red1) | (red2 & ~on_red2)
    blacks: i64 = (black1 & ~on_black1) | (black2 & ~on_black2)
    return reds << 1 | reds << 2 | blacks | blacks << 3


class Frame:
    """One state of the line that the search is on, and the moves from it."""

    __slots__ = ("moves", "next", "state")

    def __init__(self, state: State, moves: list[int]) -> None:
        self.state = state
        self.moves = moves
        self.next: i64 = 0


class Node:
    """A state of the search for shorter wins, and how it was come to."""

    __slots__ = ("length", "move", "parent", "state")

    def __init__(self, state: State, parent: Node | None, move: i64, length: i64) -> None:
        self.state = state
        self.parent = parent
        self.move: i64 = move
        self.length: i64 = length
        """Counted moves from the root, but for cards moved aside."""


class Shorter:
    """Best-first search for a win of fewer moves than one that is known."""

    def __init__(self, table: Table, root: State, cap: int) -> None:
        self.table = table
        self.cap: i64 = cap
        """Only wins of fewer moves are looked for."""
        self.buckets: list[list[Node]] = []
        self.first: i64 = 0
        self.best: dict[int, int] = {}
        """The fewest moves to each state and time met."""
        self.lines: list[list[int]] = []
        """The wins found, in the order of finding."""
        self.stored: i64 = 0
        self._push(Node(root, None, 0, 0))

    def step(self) -> bool:
        """Expand the most promising state; False if none is left."""
        while self.first < len(self.buckets) and not self.buckets[self.first]:
            self.first += 1
        if self.first == len(self.buckets):
            return False
        node = self.buckets[self.first].pop()
        state = node.state
        if node.length + self.table.ahead(state) >= self.cap:
            return True
        if state.talon == 0 and state.buried == 0:
            self.cap = node.length + self.table.ahead(state)
            self.lines.append(_line_to(node))
            return True
        moves: list[int] = []
        self.table.moves(state, moves)
        for move in moves:
            length: i64 = node.length + self.table.price(state, move)
            self._push(Node(self.table.play(state, move), node, move, length))
        return True

    def _push(self, node: Node) -> None:
        """Keep a state for later, unless it was met before with as few moves."""
        ahead: i64 = self.table.ahead(node.state)
        if node.length + ahead >= self.cap:
            return
        key = int(node.state.key()) * 128 + int(node.state.time())
        known = self.best.get(key)
        if known is not None and known <= node.length:
            return
        self.best[key] = node.length
        priority: i64 = node.length + 2 * ahead
        while len(self.buckets) <= priority:
            self.buckets.append([])
        self.buckets[priority].append(node)
        self.stored += 1
        if priority < self.first:
            self.first = priority


def _line_to(node: Node) -> list[int]:
    """The moves from the root to a state."""
    line: list[int] = []
    at = node
    while at.parent is not None:
        line.append(at.move)
        at = at.parent
    line.reverse()
    return line


class KlondikeSearch:
    """Depth-first to a win or to the end; then, for a short answer, best-first for a while."""

    def __init__(self, rules: Rules, position: Position, goal: Goal, memory_limit: int) -> None:
        self.rules = rules
        self.position = position
        self.goal = goal
        self.memory_limit: i64 = memory_limit
        self.table = Table(position, rules.turns)
        self.seen = Seen()
        self.frames: list[Frame] = []
        self.nodes: i64 = 0
        self.ended = False
        self.exhausted = False
        self.moves: list[Move] | None = None
        """The shortest win found."""
        self.shorter: Shorter | None = None
        self.last: i64 = 0
        """The search for shorter wins ends at this count of states."""
        self._enter(self.table.root(position), None)

    def run(self, nodes: int) -> bool:
        """Look at about so many further states; True when the search has ended."""
        stop: i64 = self.nodes + nodes
        with undisturbed():
            while not self.ended and self.nodes < stop:
                if self.shorter is None:
                    self._step()
                else:
                    self._improve(self.shorter)
        return self.ended

    def _step(self) -> None:
        """Try the next move of the deepest state, or leave that state when none is left."""
        frame = self.frames[-1]
        if frame.next == len(frame.moves):
            self.frames.pop()
            self.exhausted = not self.frames
            self.ended = self.exhausted
            return
        move: i64 = frame.moves[frame.next]
        frame.next += 1
        self._enter(self.table.play(frame.state, move), frame.state)

    def _enter(self, state: State, before: State | None) -> None:
        """Go on from a state, unless it is hopeless or was met before as early."""
        if not self.seen.lower(state.key(), state.time()):
            return
        self.nodes += 1
        moves: list[int] = []
        self.frames.append(Frame(state, moves))
        if state.talon == 0 and state.buried == 0:
            # Of all cards left the lowest ends a column, and its suit's lower ones are home.
            self._win([frame.moves[frame.next - 1] for frame in self.frames[:-1]])
        elif self.seen.used_bytes() > self.memory_limit:
            self.ended = True
        elif not self._is_newly_hopeless(state, before):
            self.table.moves(state, moves)

    def _is_newly_hopeless(self, state: State, before: State | None) -> bool:
        """Whether a state is hopeless although the one before it was not: that takes a dealt
        card moved or, once no turn-over is left, some pulling.
        """
        if before is not None and state.shape == before.shape:
            pulled = state.time() != before.time()
            if not pulled or state.turns < self.table.most_turns:
                return False
        return self.table.is_hopeless(state)

    def _win(self, line: list[int]) -> None:
        """Play a first win with real cards, and begin to look for shorter ones if wanted."""
        self.moves = played(self.position, line)
        self.frames = []
        self.seen = Seen()
        if self.goal is Goal.FIRST:
            self.ended = True
            return
        root = self.table.root(self.position)
        self.shorter = Shorter(self.table, root, len(self.moves))
        self.last = self.nodes + _SHORTER_STATES

    def _improve(self, shorter: Shorter) -> None:
        """Expand one more state of the search for shorter wins."""
        self.nodes += 1
        before = len(shorter.lines)
        going = shorter.step()
        full = shorter.stored * _BYTES_A_NODE > self.memory_limit
        self.ended = not going or full or self.nodes >= self.last
        if len(shorter.lines) > before:
            moves = played(self.position, shorter.lines[-1])
            if self.moves is None or len(moves) < len(self.moves):
                self.moves = moves

    def answer(self) -> Answer:
        """What is known now, its moves replayed by the rules."""
        if self.moves is None:
            verdict = Verdict.UNWINNABLE if self.exhausted else Verdict.UNDECIDED
            return Answer(verdict, nodes=int(self.nodes))
        found = Answer(Verdict.WON, tuple(self.moves), nodes=int(self.nodes))
        return check(self.rules, self.position, found)


def played(position: Position, line: list[int]) -> list[Move]:
    """A winning line of the search as moves of the game."""
    hands = Hands(position)
    for move in line:
        hands.play(move)
    hands.finish()
    return hands.moves


class Hands:
    """Plays a line of the search with real cards: finds where each card lies and may go."""

    def __init__(self, position: Position) -> None:
        self.columns = [list(position.piles[index]) for index in COLUMNS]
        self.home = [len(position.piles[index]) for index in FOUNDATIONS]
        self.reserve = list(position.piles[RESERVE_PILE])
        self.pulled = list(position.piles[PULL_PILE])
        self.moves: list[Move] = []

    def play(self, move: int) -> None:
        """A move of the search, with all that it needs before."""
        kind, card = move >> 6, move & 63
        if kind in (PULL_HOME, PULL_DOWN):
            self._pull(card)
        if kind == HOME:
            self._bare(card)
        if kind in (HOME, PULL_HOME):
            self._send(card)
        else:
            self._put(card)

    def finish(self) -> None:
        """Send home what is left, once every card can go."""
        while ends := [column[-1] for column in self.columns if column]:
            self._send(min(ends))

    def _pull(self, card: int) -> None:
        """Pull, and turn over, until a card is the top of the pull stack."""
        while not self.pulled or self.pulled[-1] != card:
            if not self.reserve:
                self.reserve = self.pulled[::-1]
                self.pulled = []
                self.moves.append(Move(None, TURN))
            self.pulled.append(self.reserve.pop())
            self.moves.append(Move(None, PULL))

    def _bare(self, card: int) -> None:
        """Move away what lies on a card."""
        for column in self.columns:
            if card in column and column[-1] != card:
                self._put(column[column.index(card) + 1])
                return

    def _send(self, card: int) -> None:
        """An end card, or the pull stack's top, goes home."""
        self._lift(card)
        self.home[card & 3] += 1
        self.moves.append(Move(card, DONE))

    def _put(self, card: int) -> None:
        """A card with all that lies on it goes onto a card that takes it, or for a king to
        an empty column.
        """
        target = next(column for column in self.columns if _takes(column, card))
        self.moves.append(Move(card, target[-1] if target else EMPTY))
        target += self._lift(card)

    def _lift(self, card: int) -> list[int]:
        """Take up a card and all that lies on it."""
        for pile in (*self.columns, self.pulled):
            if card in pile:
                at = pile.index(card)
                lifted = pile[at:]
                del pile[at:]
                return lifted
        self.home[card & 3] -= 1
        return [card]


def _takes(column: list[int], card: int) -> bool:
    """True if a card may be laid on a column."""
    if not column:
        return card >= 48
    onto = column[-1]
    return onto >> 2 == (card >> 2) + 1 and _IS_RED[onto] != _IS_RED[card]


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """A search from any position of Klondike; `memory_limit` in bytes."""
    return KlondikeSearch(rules, position, goal, memory_limit)
