"""Brain Jam by its irreversible moves: positions and transitions, for the search for any win.

A card is *loose* if its move could be taken back: it is in a reserve, lies on its successor (the
next higher card of its suit), or is the first card of a column. All other cards are *fixed*: they
lie as they were dealt. Taking a fixed card off the end of its column is the only step that moves
cannot undo; everything else rearranges loose cards. So the set of fixed cards determines nearly all
of a position: which cards are loose, and which are home. A game has at most about fifty such steps,
and some thousand positions described in this way, where the game itself has millions.

The set of fixed cards does not determine how the loose cards lie: each on its successor, in a
reserve, or as the first card of a column (a *base*). One arrangement represents all arrangements
that can be changed into each other:

- A card does not stay in a reserve if it can lie on its successor, because it can always go back.
- If all loose cards that do not lie on their successors fit into the reserves, including the bases
  and the cards on them, they are put there. That is always possible, and every other arrangement
  can be reached from there. So the fixed cards alone name the position.
- Otherwise the bases are part of the position's name, and moves between bases and reserves are
  edges of the search like any other.

A run is carried over free reserves and bare columns in the usual way. Longer ways to carry it (in
three parts) are not tried. If one could matter, `unsure` is set: then a search that found nothing
proves nothing.
"""

from __future__ import annotations

from typing import Final

from game.solver.brainjam_shortest_answer import (
    COLUMNS,
    RESERVES,
    TO_EMPTY,
    TO_RESERVE,
    wanted_of,
)
from game.solver.search_structures import BIT, LOWER, lowest, random_keys, size
from game.solver.vectors import i64, vec

# Bits for the number of fixed cards of one column in a position's key.
_LEVEL_BITS: Final = 6
_LEVEL: Final = 63
_MOST_LEVELS: Final = 52

_CLUBS: Final = 0x1111111111111

# The penalties of a position, tuned on some thousand deals: for a fixed card, for a fixed card
# above a lower card of its suit, for each fixed card above a wanted one, for a reserve or column in
# use. Each card home counts one less.
_FIXED: Final = 3
_HEAVY: Final = 4
_BURIED: Final = 2
_USED: Final = 15

# The values of `WinMoves.wish` besides a card.
_ALL: Final = -1
EXCHANGES: Final = -2


class Deal:
    """The columns of a start position: the fixed cards of each, and the sequences on them."""

    def __init__(self, columns: list[list[int]]) -> None:
        self.fixed: vec[i64] = vec[i64]([0] * (COLUMNS * _MOST_LEVELS))
        """The n-th fixed card of a column, n from 1, at column * _MOST_LEVELS + n."""
        self.above: vec[i64] = vec[i64]([0] * (COLUMNS * _MOST_LEVELS))
        """The cards that lie in sequence on that card; at n = 0, the first card and those on it."""
        self.first: vec[i64] = vec[i64]([0] * COLUMNS)
        """The first card of each column, as a set."""
        self.column: vec[i64] = vec[i64]([0] * 52)
        """The column that each card was dealt to."""
        self.level: vec[i64] = vec[i64]([0] * 52)
        """How many fixed cards that column has left when all above the card are taken."""
        self.weights: vec[i64] = vec[i64]([0] * 52)
        """The penalty for each fixed card."""
        self.weight: i64 = 0
        """The penalty for all fixed cards together."""
        self.names: vec[i64] = vec[i64](random_keys(52))
        """What each card adds to the name of a position in which it is a base."""
        self.one: i64 = BIT[0]
        self.start: i64 = 0
        """How many fixed cards each column has, _LEVEL_BITS for each."""
        self.cards: i64 = 0
        """All cards in columns."""
        for index, cards in enumerate(columns):
            self._dealt(index, cards)

    def _dealt(self, index: i64, cards: list[int]) -> None:
        """Enter a column into the tables."""
        level: i64 = 0
        first: i64 = index * _MOST_LEVELS
        below: i64 = 0
        for depth, card in enumerate(cards):
            if depth and cards[depth - 1] != card + 4:
                level += 1
                self.fixed[first + level] = card
                self.weights[card] = _HEAVY if below & LOWER[card] else _FIXED
                self.weight += self.weights[card]
            else:
                self.above[first + level] |= BIT[card]
            self.column[card] = index
            self.level[card] = level
            below |= BIT[card]
        self.cards |= below
        if cards:
            self.first[index] = BIT[cards[0]]
        self.start |= level << (_LEVEL_BITS * index)


_NO_MOVES: Final[list[tuple[int, int]]] = []


class WinState:
    """A set of fixed cards and an arrangement of the loose ones. All cards that can are home."""

    __slots__ = (
        "bases",
        "ends",
        "key",
        "loose",
        "moves",
        "reserve",
        "taken",
        "vacant",
        "wanted",
        "weight",
    )

    def __init__(self) -> None:
        self.key: i64 = 0
        """How many cards of each column are fixed."""
        self.loose: i64 = 0
        self.reserve: i64 = 0
        """The loose cards in reserves."""
        self.bases: i64 = 0
        """The loose cards that are the first of a column; all others lie on their successors."""
        self.ends: i64 = 0
        """The last fixed card of each column that has one."""
        self.wanted: i64 = 0
        """The cards that may go home next; bits above 51 stand for finished suits."""
        self.vacant: i64 = 0
        """Columns without fixed cards, whether a base lies there or not."""
        self.weight: i64 = 0
        """The penalty for the fixed cards."""
        self.taken: i64 = EXCHANGES
        """The fixed card taken to come here; EXCHANGES: none."""
        self.moves: list[tuple[int, int]] = _NO_MOVES
        """The single moves from the parent to here, if `WinMoves.record` is set: card and what it
        lands on, without those to foundations.
        """

    def become(self, other: WinState) -> None:
        """Copy another state, except `taken` and `moves`."""
        self.key = other.key
        self.loose = other.loose
        self.reserve = other.reserve
        self.bases = other.bases
        self.ends = other.ends
        self.wanted = other.wanted
        self.vacant = other.vacant
        self.weight = other.weight

    def hosts(self) -> i64:
        """The cards on which their predecessor can lie."""
        return self.ends | (self.loose & ~self.reserve)

    def resting(self) -> i64:
        """The loose cards that lie on their successor."""
        return self.loose & ~self.reserve & ~self.bases

    def chain(self, card: i64) -> i64:
        """How many cards lie on a card in sequence."""
        resting: i64 = self.resting()
        count: i64 = 0
        card -= 4
        while card >= 0 and (resting >> card) & 1:
            count += 1
            card -= 4
        return count


def name_of(deal: Deal, state: WinState) -> i64:
    """A key from 0 to 2 ** 62 - 1, equal for arrangements that can be changed into each other."""
    name: i64 = state.key
    bases: i64 = state.bases
    while bases:
        name ^= deal.names[lowest(bases)]
        bases &= bases - 1
    return name


def uncover(deal: Deal, state: WinState, card: i64) -> None:
    """Remove the last fixed card of a column from the fixed cards. The cards in sequence below it
    become loose, and the next fixed card becomes the last one.
    """
    index: i64 = deal.column[card]
    shift: i64 = _LEVEL_BITS * index
    state.key -= deal.one << shift
    level: i64 = (state.key >> shift) & _LEVEL
    state.ends ^= deal.one << card
    state.weight -= deal.weights[card]
    state.loose |= deal.above[index * _MOST_LEVELS + level]
    if level:
        state.ends |= deal.one << deal.fixed[index * _MOST_LEVELS + level]
    else:
        state.bases |= deal.first[index]
        state.vacant += 1


def win_go_home(deal: Deal, state: WinState) -> None:
    """Send home all that can go."""
    ready: i64 = state.wanted & (state.loose | state.ends)
    while ready:
        single: i64 = ready & -ready
        state.wanted ^= single | (single << 4)
        if state.loose & single:
            keep: i64 = ~single
            state.loose &= keep
            state.reserve &= keep
            state.bases &= keep
        else:
            uncover(deal, state, lowest(single))
        ready = state.wanted & (state.loose | state.ends)


def promise(deal: Deal, state: WinState) -> i64:
    """The priority of a position: the lower, the sooner it is expanded."""
    weight: i64 = state.weight + 52
    wanted: i64 = state.wanted
    while wanted:
        card: i64 = lowest(wanted)
        wanted &= wanted - 1
        weight -= card >> 2
        if card < 52 and not (state.loose >> card) & 1:
            left: i64 = (state.key >> (_LEVEL_BITS * deal.column[card])) & _LEVEL
            weight += _BURIED * (left - deal.level[card])
    used: i64 = size(state.reserve) + size(state.bases) - state.vacant + COLUMNS
    return weight + _USED * used


class WinMoves:
    """Finds the transitions from a position to the next ones."""

    def __init__(self, deal: Deal, record: bool) -> None:
        self.deal: Deal = deal
        self.record: bool = record
        """True: write down every single move in `WinState.moves`."""
        self.unsure: bool = False
        """True once a transition was left out that might exist."""
        self.wish: i64 = _ALL
        """Find only transitions that take this card; EXCHANGES: only exchanges; _ALL: all."""
        self.direct: bool = True
        self.roundabout: bool = True
        """Which transitions to find: the `direct` ones carry the cards to one place."""
        self.made: list[WinState] = []
        self.count: i64 = 0
        """How many states of `made` are results of the last `find`; the others are reused."""
        self.free: i64 = 0
        """Free reserves of the position at hand."""
        self.bare: i64 = 0
        """Columns without any card in that position."""

    def find(self, state: WinState) -> None:
        """Put into `made` the positions after each fixed card that can be taken, and, where it
        matters, after each exchange between bases and reserves.
        """
        self.count = 0
        self.free = RESERVES - size(state.reserve)
        self.bare = state.vacant - size(state.bases)
        longest: i64 = 0
        hosts: i64 = state.hosts()
        ends: i64 = state.ends
        while ends:
            card: i64 = lowest(ends)
            ends &= ends - 1
            length: i64 = state.chain(card) + 1
            if length > longest:
                longest = length
            if self.wish != _ALL and self.wish != card:
                continue
            if (hosts >> (card + 4)) & 1:
                if self.direct and length <= (self.free + 1) << self.bare:
                    child = self._child(state)
                    self._carry(child, card, length, card + 4, self.free, self.bare)
                    self._taken(child, card)
                continue
            if self.direct:
                self._take(state, card, length)
            if self.roundabout and self.bare and length > 1:
                self._take_apart(state, card, length)
        cramped = state.vacant != 0 and self.free < longest
        if self.roundabout and self.wish < 0 and (state.bases != 0 or cramped):
            self._exchange(state)

    def _take(self, state: WinState, card: i64, length: i64) -> None:
        """Take a card that has no host, with what lies on it, to empty places."""
        if length <= self.free:
            child = self._child(state)
            self._to_reserves(child, card, length)
            self._taken(child, card)
        if self.bare and length <= (self.free + 1) << (self.bare - 1):
            child = self._child(state)
            self._to_empty(child, card, length, self.bare - 1)
            self._taken(child, card)

    def _take_apart(self, state: WinState, card: i64, length: i64) -> None:
        """Split the cards on a card. Those of lower rank go to a bare column. The others, any
        number of them, go with the card to reserves or to another column, or without it to a column
        of their own.
        """
        room: i64 = (self.free + 1) << (self.bare - 1)
        aside: i64 = max(0, length - 1 - room)
        for upper in range(aside, min(self.free, length - 1)):
            child = self._parted(state, card, length, upper)
            self._to_reserves(child, card, upper + 1)
            self._taken(child, card)
        if self.bare < 2:
            return
        room = (self.free + 1) << (self.bare - 2)
        for upper in range(aside, min(room, length - 1)):
            child = self._parted(state, card, length, upper)
            self._to_empty(child, card, upper + 1, self.bare - 2)
            self._taken(child, card)
        if self.free:
            self._take_in_three(state, card, length, aside)

    def _take_in_three(self, state: WinState, card: i64, length: i64, aside: i64) -> None:
        """Move the cards on a card to two columns and the card to a reserve."""
        room: i64 = (self.free + 1) << (self.bare - 2)
        if room < aside and length < (self.free + 1) << self.bare:
            self.unsure = True
        for upper in range(max(aside, 1), min(room, length - 2) + 1):
            child = self._parted(state, card, length, upper)
            self._to_empty(child, card - 4, upper, self.bare - 2)
            self._to_reserves(child, card, 1)
            self._taken(child, card)

    def _parted(self, state: WinState, card: i64, length: i64, upper: i64) -> WinState:
        """Move the cards on a card, except the `upper` highest ones, to a bare column."""
        child = self._child(state)
        head: i64 = card - 4 * upper - 4
        self._to_empty(child, head, length - 1 - upper, self.bare - 1)
        return child

    def _taken(self, child: WinState, card: i64) -> None:
        child.taken = card
        child.loose |= self.deal.one << card
        uncover(self.deal, child, card)
        win_go_home(self.deal, child)
        self.settle(child)

    def _exchange(self, state: WinState) -> None:
        """Find the transitions that take no fixed card: loose cards become bases, or bases move."""
        cards: i64 = state.reserve if self.bare else 0
        while cards:
            card: i64 = lowest(cards)
            cards &= cards - 1
            child = self._child(state)
            child.reserve ^= self.deal.one << card
            self._to_empty(child, card, 1, self.bare - 1)
            self._moved(child)
        cards = state.bases
        while cards:
            self._move_base(state, lowest(cards))
            cards &= cards - 1
        cards = state.resting() if self.bare else 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            length: i64 = state.chain(card) + 1
            if length <= (self.free + 1) << (self.bare - 1):
                child = self._child(state)
                self._to_empty(child, card, length, self.bare - 1)
                self._moved(child)

    def _move_base(self, state: WinState, card: i64) -> None:
        """Move a base, with the cards on it, to reserves or onto its successor."""
        length: i64 = state.chain(card) + 1
        if length <= self.free:
            child = self._child(state)
            child.bases ^= self.deal.one << card
            self._to_reserves(child, card, length)
            self._moved(child)
        if (state.hosts() >> (card + 4)) & 1 and length <= (self.free + 1) << self.bare:
            child = self._child(state)
            child.bases ^= self.deal.one << card
            self._carry(child, card, length, card + 4, self.free, self.bare)
            self._moved(child)

    def _moved(self, child: WinState) -> None:
        child.taken = EXCHANGES
        self._gather(child)

    def settle(self, state: WinState) -> None:
        """Make the arrangement the one that represents its position: lay loose cards on their
        successors, then move bases and the cards on them to the reserves if all of them fit. Each
        of these moves can be taken back.
        """
        self._gather(state)
        while self._land(state):
            self._gather(state)
        if not state.bases:
            return
        apart: i64 = state.reserve
        bases: i64 = state.bases
        while bases:
            card: i64 = lowest(bases)
            bases &= bases - 1
            apart |= _run(card, state.chain(card) + 1)
        if size(apart) > RESERVES:
            return
        bases = state.bases
        while bases:
            card = lowest(bases)
            bases &= bases - 1
            self._to_reserves(state, card, state.chain(card) + 1)
        state.bases = 0
        self._gather(state)

    def _gather(self, state: WinState) -> None:
        """Lay cards from reserves on their successors. Nothing is lost by that: each card can
        always go back to its reserve, because no card can lie on it that could not lie in the
        reserve.
        """
        fitting: i64 = state.reserve & (state.hosts() >> 4)
        while fitting:
            state.reserve ^= fitting
            while self.record and fitting:
                card: i64 = lowest(fitting)
                state.moves.append((card, card + 4))
                fitting &= fitting - 1
            fitting = state.reserve & (state.hosts() >> 4)

    def _land(self, state: WinState) -> bool:
        """Lay a base and what lies on it on its successor; False where none can go."""
        fitting: i64 = state.bases & (state.hosts() >> 4)
        if not fitting:
            return False
        free: i64 = RESERVES - size(state.reserve)
        bare: i64 = state.vacant - size(state.bases)
        while fitting:
            card: i64 = lowest(fitting)
            fitting &= fitting - 1
            length: i64 = state.chain(card) + 1
            if length <= (free + 1) << bare:
                state.bases ^= self.deal.one << card
                self._carry(state, card, length, card + 4, free, bare)
                return True
        return False

    def _child(self, state: WinState) -> WinState:
        if self.count == len(self.made):
            self.made.append(WinState())
        child = self.made[self.count]
        self.count += 1
        child.become(state)
        if self.record:
            child.moves = []
        return child

    def _carry(
        self, child: WinState, card: i64, length: i64, onto: i64, free: i64, bare: i64
    ) -> None:
        """Write down how a run moves over free reserves and bare columns."""
        if not self.record:
            return
        if length <= free + 1:
            for place in range(length - 1, 0, -1):
                child.moves.append((card - 4 * place, TO_RESERVE))
            child.moves.append((card, onto))
            for place in range(1, length):
                child.moves.append((card - 4 * place, card - 4 * place + 4))
            return
        waiting: i64 = length // 2
        going: i64 = length - waiting
        upper: i64 = card - 4 * going
        self._carry(child, upper, waiting, TO_EMPTY, free, bare - 1)
        self._carry(child, card, going, onto, free, bare - 1)
        self._carry(child, upper, waiting, upper + 4, free, bare - 1)

    def _to_empty(self, child: WinState, card: i64, length: i64, bare: i64) -> None:
        """Move a run to a bare column, of which `bare` others are left."""
        child.bases |= self.deal.one << card
        self._carry(child, card, length, TO_EMPTY, self.free, bare)

    def _to_reserves(self, child: WinState, card: i64, length: i64) -> None:
        """Move a run to reserves."""
        child.reserve |= _run(card, length)
        if self.record:
            for place in range(length - 1, -1, -1):
                child.moves.append((card - 4 * place, TO_RESERVE))


def _run(card: i64, length: i64) -> i64:
    """The cards of a run, given its highest one, as a set."""
    cards: i64 = _CLUBS
    return cards >> (4 * (13 - length)) << (card - 4 * length + 4)


def win_root(deal: Deal, reserve: list[int], record: bool) -> WinState:
    """The start position, settled; `record` keeps the moves that this takes."""
    state = WinState()
    state.moves = []
    state.key = deal.start
    state.weight = deal.weight
    for card in reserve:
        state.reserve |= BIT[card]
    state.loose = state.reserve
    for index in range(COLUMNS):
        level: i64 = (state.key >> (_LEVEL_BITS * index)) & _LEVEL
        state.loose |= deal.above[index * _MOST_LEVELS + level]
        if level:
            state.ends |= BIT[deal.fixed[index * _MOST_LEVELS + level]]
        else:
            state.vacant += 1
            state.bases |= deal.first[index]
    there: i64 = deal.cards
    state.wanted = wanted_of(there | state.reserve)
    win_go_home(deal, state)
    WinMoves(deal, record).settle(state)
    return state
