"""Brain Jam, can it be won: a search through what cannot be taken back.

A card is *loose* if its move could be taken back: it is in a reserve, lies on its successor
(the next higher card of its suit), or is the first card of a column. All other cards are
*fixed*, as they were dealt. To take a fixed card off the end of its column is the only step
that cannot be undone by moves; everything else is loose cards changing places. Which cards are
still fixed therefore says nearly all of a position: which cards are loose, and which are home.
There are at most about fifty such steps in a game, and some thousand positions so described
where the game itself has millions.

What it does not say is how the loose cards lie: each on its successor, in a reserve, or as the
first card of a column (a *base*). Three searches deal with that:

1. A greedy one keeps one tidy arrangement for each set of fixed cards and takes fixed cards
   as far as simple rules reach. It finds a win in nearly all deals that have one.
2. A relaxed one asks only whether there is room for some arrangement, not whether it can be
   reached. Where it finds no win there is none.
3. Where neither settles it, an exact search walks through all arrangements, but only of those
   sets of fixed cards from which the relaxed game can be won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.search import BIT, lowest, size

if TYPE_CHECKING:
    from mypy_extensions import i64

TO_RESERVE: Final = 52
TO_EMPTY: Final = 53

COLUMNS: Final = 8
RESERVES: Final = 4
# Bits for the number of fixed cards of one column in a position's key.
_LEVEL_BITS: Final = 5
_LEVEL: Final = 31
_MOST_LEVELS: Final = 20

BYTES_PER_NODE: Final = 260
"""Memory of a stored position: the node, its number and its hash entry."""


class Deal:
    """The columns of a start position, as the fixed cards of each and what they hold down."""

    def __init__(self, columns: list[list[int]]) -> None:
        self.fixed: list[int] = [0] * (COLUMNS * _MOST_LEVELS)
        """The n-th fixed card of a column, n from 1, at column * _MOST_LEVELS + n."""
        self.above: list[int] = [0] * (COLUMNS * _MOST_LEVELS)
        """The cards that lie in sequence on it; at n = 0, on the first card, with that card."""
        self.first: list[int] = [0] * COLUMNS
        """The first card of each column, as a set."""
        self.column: list[int] = [0] * 52
        """The column of each fixed card."""
        self.start: int = 0
        """How many fixed cards each column has, _LEVEL_BITS for each."""
        for index, cards in enumerate(columns):
            level = 0
            for place, card in enumerate(cards):
                if place and cards[place - 1] != card + 4:
                    level += 1
                    self.fixed[index * _MOST_LEVELS + level] = card
                    self.column[card] = index
                else:
                    self.above[index * _MOST_LEVELS + level] |= BIT[card]
            if cards:
                self.first[index] = BIT[cards[0]]
            self.start |= level << (_LEVEL_BITS * index)


class State:
    """An arrangement of the loose cards for one set of fixed cards; all that can is home."""

    __slots__ = ("bases", "card", "ends", "key", "loose", "parent", "reserve", "vacant", "wanted")

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
        self.parent: State | None = None
        self.card: i64 = 0
        """The fixed card that was taken to come here from the parent."""

    def copy(self) -> State:
        """The same arrangement, as a child of this one."""
        made = State()
        made.key = self.key
        made.loose = self.loose
        made.reserve = self.reserve
        made.bases = self.bases
        made.ends = self.ends
        made.wanted = self.wanted
        made.vacant = self.vacant
        made.parent = self
        return made

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


def uncover(deal: Deal, state: State, card: i64) -> None:
    """Take a fixed card, which ends its column, out of the fixed ones; what it held is loose."""
    index: i64 = deal.column[card]
    one: i64 = BIT[_LEVEL_BITS * index]
    state.key -= one
    level: i64 = (state.key >> (_LEVEL_BITS * index)) & _LEVEL
    state.ends &= ~BIT[card]
    freed: i64 = deal.above[index * _MOST_LEVELS + level]
    state.loose |= freed
    if level:
        state.ends |= BIT[deal.fixed[index * _MOST_LEVELS + level]]
    else:
        first: i64 = deal.first[index]
        state.bases |= first
        state.vacant += 1


def go_home(deal: Deal, state: State) -> None:
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


def unrooted(loose: i64, ends: i64) -> i64:
    """The loose cards whose successor is neither loose nor the end of a column."""
    return loose & ~((loose | ends) >> 4)


def has_room(loose: i64, heads: i64, vacant: i64) -> bool:
    """True if the chains below some heads find room: the longest in vacant columns, the
    cards of the others in reserves. A chain ends where the next head begins.
    """
    many: i64 = size(heads)
    if many <= vacant:
        return True
    if many > vacant + RESERVES:
        return False
    lengths: list[int] = []
    total: i64 = 0
    while heads:
        head: i64 = lowest(heads)
        heads &= heads - 1
        length: i64 = 1
        card: i64 = head - 4
        while card >= 0 and (loose >> card) & 1:
            length += 1
            card -= 4
        total += length
        lengths.append(length)
    lengths.sort(reverse=True)
    for index in range(vacant):
        total -= lengths[index]
    return total <= RESERVES
