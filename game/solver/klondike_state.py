"""Klondike's cards as sets of bits, its states for the search, and the moves worth trying there.

A state tells which cards are home, how many dealt cards each column still holds, and which cards
have left the talon. It leaves out how the moved cards lie on each other: runs move freely between
the places that take them, so only counts by rank and colour matter. Whether a card has a place to
lie on, or can be bared, follows from these counts.

The talon is the reserve and the pull stack as one list, in the order of pulling, with a pointer and
the number of turn-overs used. Being earlier in it is never worse.
"""

from __future__ import annotations

from typing import Final

from game.core.position import Position
from game.rules.klondike import COLUMNS, FOUNDATIONS, PULL_PILE, RESERVE_PILE
from game.solver.search_structures import BIT, LOWER, hosts_of, lowest, safe_after, size
from game.solver.vectors import i64, vec

FIRSTS: Final = 0x1111111111111
"""The set of the clubs: one bit for each rank. Shifted by a suit it is the set of that suit."""
KINGS: Final = 0b1111 << 48
ALL: Final = (1 << 52) - 1


HOSTS: Final[list[int]] = [hosts_of(card) for card in range(52)]
GUESTS: Final[list[int]] = [hosts_of(card - 8) if card >= 4 else 0 for card in range(52)]
"""The set of the cards that may lie on a card."""
TWIN: Final[list[int]] = [card ^ 3 for card in range(52)]
"""The card of the same rank and colour."""
SAFE: Final[list[int]] = [safe_after(card) for card in range(52)]
IS_RED: Final[list[bool]] = [card & 3 in (1, 2) for card in range(52)]


def bareable(visible: i64, loose: i64) -> i64:
    """The set of cards that, if visible, end their column or can be made to.

    Each rank and colour has two cards, and the same two cards may lie on both. One of them is bare,
    or can be bared, while more of them are visible than there are loose cards that lie on them.
    """
    red1: i64 = (visible >> 1 | visible >> 2) & FIRSTS
    red2: i64 = (visible >> 1 & visible >> 2) & FIRSTS
    black1: i64 = (visible | visible >> 3) & FIRSTS
    black2: i64 = (visible & visible >> 3) & FIRSTS
    on_red1: i64 = ((loose | loose >> 3) & FIRSTS) << 4
    on_red2: i64 = ((loose & loose >> 3) & FIRSTS) << 4
    on_black1: i64 = ((loose >> 1 | loose >> 2) & FIRSTS) << 4
    on_black2: i64 = ((loose >> 1 & loose >> 2) & FIRSTS) << 4
    reds: i64 = (red1 & ~on_red1) | (red2 & ~on_red2)
    blacks: i64 = (black1 & ~on_black1) | (black2 & ~on_black2)
    return reds << 1 | reds << 2 | blacks | blacks << 3


def placeable(bare: i64) -> i64:
    """The set of cards that would find a card to lie on, wherever they come from; `bare`: those
    of `bareable`.
    """
    reds: i64 = (bare & FIRSTS) >> 4
    blacks: i64 = (bare >> 1 & FIRSTS) >> 4
    return reds << 1 | reds << 2 | blacks | blacks << 3


# Kinds of moves: a dealt card, with all cards on it, onto another card or to an empty column; a
# column card home; a talon card home, or to a column; a card from home back to a column.
DEAL: Final = 0
HOME: Final = 1
PULL_HOME: Final = 2
PULL_DOWN: Final = 3
BACK: Final = 4

# The wish after a move that leaves a column bare: only a king can use that column.
WISH_KING: Final = 53

TIMES_A_PASS: Final = 25
"""The places of the pointer in a talon, before its first card and after each of 24."""
HEIGHTS: Final = 16
"""More than a column can hold of what was dealt to it: its height takes four bits."""


def _detours(cards: list[int]) -> list[int]:
    """For each n from 0 on: how many of the first n cards lie over a lower card of their suit."""
    found = [0]
    for at, card in enumerate(cards):
        over = any(other & 3 == card & 3 and other < card for other in cards[:at])
        found.append(found[-1] + over)
    return found


class KlondikeState:
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
        """Set of the visible cards that lie where they were dealt, except kings at the bottom."""
        self.columns: i64 = 0
        """How many dealt cards each column holds, four bits a column."""
        self.shape: i64 = 0
        """The same as `columns`, in fewer bits."""
        self.bare: i64 = 0
        """Columns without dealt cards; a king may stand there."""
        self.buried: i64 = 0
        """`buried` is the number of face-down cards in the columns, `hidden` the set of them."""
        self.hidden: i64 = 0
        self.turns: i64 = 0
        self.pointer: i64 = 0
        """The place after the top of the pull stack."""
        self.wish: i64 = 0
        """What the next move must use: 1 + the card that the last move put down; WISH_KING after a
        column was bared by moving its only card; 0: anything.
        """

    def become(self, other: KlondikeState) -> None:
        """Take over another state's content."""
        self.done = other.done
        self.counts = other.counts
        self.talon = other.talon
        self.visible = other.visible
        self.based = other.based
        self.columns = other.columns
        self.shape = other.shape
        self.bare = other.bare
        self.buried = other.buried
        self.hidden = other.hidden
        self.turns = other.turns
        self.pointer = other.pointer
        self.wish = other.wish

    def key(self) -> i64:
        """A number that identifies the state, except for turn-overs and pointer."""
        number: i64 = ((self.counts << 24 | self.talon) << 16 | self.shape) << 6 | self.wish
        # Hash tables use the low bits first, and those of `number` vary little.
        return number ^ (number >> 22)

    def time(self) -> i64:
        """How far the pulling has gone; less is never worse."""
        return self.turns * TIMES_A_PASS + self.pointer


class KlondikeTable:
    """What the first position fixes for the whole search."""

    def __init__(
        self, position: Position, most_turns: int, *, endless: bool = False, strict: bool = False
    ) -> None:
        self.most_turns: i64 = most_turns
        self.endless = endless
        """True: unlimited turn-overs. Then every talon card is always available, and none needs to
        be put down before the move that lays a card on it.
        """
        self.strict = strict
        """True: `ahead` is a lower bound."""
        self.one: i64 = BIT[0]
        self.safe: vec[i64] = vec[i64](SAFE)
        self.hosts: vec[i64] = vec[i64](HOSTS)
        self.guests: vec[i64] = vec[i64](GUESTS)
        self.lower: vec[i64] = vec[i64](LOWER)
        self.twin: vec[i64] = vec[i64](TWIN)
        """The tables of the same names, by card."""
        pulled = [*position.piles[PULL_PILE], *reversed(position.piles[RESERVE_PILE])]
        self.order: vec[i64] = vec[i64](pulled)
        """The cards of pull stack and reserve in the order of pulling."""
        self.place: vec[i64] = vec[i64]([0] * 52)
        """Where a card stands in that order."""
        for place, card in enumerate(pulled):
            self.place[card] = place
        self.dealt: vec[i64] = vec[i64]([0] * (7 * HEIGHTS))
        """Each column's face-down cards and its first face-up one, from column * HEIGHTS on."""
        self.column: vec[i64] = vec[i64]([0] * 52)
        """The column in which a card was dealt."""
        self.weight: vec[i64] = vec[i64]([1] * 8)
        self.detours: vec[i64] = vec[i64]([0] * (7 * HEIGHTS))
        """At column * HEIGHTS + the column's height: how many of its dealt cards lie over a lower
        card of their suit, so that they must move once before they go home.
        """
        for column, index in enumerate(COLUMNS):
            cards = list(position.piles[index][: position.down[index] + 1])
            for at, card in enumerate(cards):
                self.dealt[column * HEIGHTS + at] = card
                self.column[card] = column
            self.weight[column + 1] = self.weight[column] * (len(cards) + 1)
            for height, detours in enumerate(_detours(cards)):
                self.detours[column * HEIGHTS + height] = detours

    def root(self, position: Position) -> KlondikeState:
        """The position as a state."""
        state = KlondikeState()
        for suit, pile in enumerate(FOUNDATIONS):
            state.counts |= len(position.piles[pile]) << (4 * suit)
            for card in position.piles[pile]:
                state.done |= BIT[card]
        state.talon = (self.one << len(self.order)) - 1
        if not self.endless:
            state.turns = position.used
            state.pointer = len(position.piles[PULL_PILE])
        for column, index in enumerate(COLUMNS):
            for card in position.piles[index][position.down[index] :]:
                state.visible |= BIT[card]
            cards = list(position.piles[index][: position.down[index] + 1])
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

    def _settle_king(self, state: KlondikeState, column: i64) -> None:
        """A king with nothing below him might stand in any empty column: he counts as moved."""
        if (state.columns >> (4 * column)) & 15 != 1:
            return
        card: i64 = self.dealt[column * HEIGHTS]
        if card >= 48:
            one: i64 = self.one
            state.based &= ~(one << card)
            state.columns -= one << (4 * column)
            state.shape -= self.weight[column]
            state.bare += 1

    def _uncover(self, state: KlondikeState, card: i64) -> None:
        """The lowest face-up card of a column leaves it for good; the next one turns up."""
        one: i64 = self.one
        column: i64 = self.column[card]
        state.based &= ~(one << card)
        state.columns -= one << (4 * column)
        state.shape -= self.weight[column]
        left: i64 = (state.columns >> (4 * column)) & 15
        if left == 0:
            state.bare += 1
            return
        state.buried -= 1
        next_card: i64 = self.dealt[column * HEIGHTS + left - 1]
        state.hidden &= ~(one << next_card)
        state.visible |= one << next_card
        state.based |= one << next_card
        self._settle_king(state, column)

    def _take(self, state: KlondikeState, card: i64) -> None:
        """A card leaves the pull stack, after as much pulling and turning as it needs."""
        one: i64 = self.one
        place: i64 = self.place[card]
        state.talon &= ~(one << place)
        if self.endless:
            return
        if place < state.pointer - 1:
            state.turns += 1
        # The pull stack's new top is the nearest place before that still holds a card.
        while place and (state.talon >> (place - 1)) & 1 == 0:
            place -= 1
        state.pointer = place

    def play(self, state: KlondikeState, move: i64) -> None:
        """Make a move (kind * 64 + card) in a state."""
        kind: i64 = move >> 6
        card: i64 = move & 63
        one: i64 = self.one
        bit: i64 = one << card
        state.wish = 0
        if kind == DEAL:
            alone: i64 = (state.columns >> (4 * self.column[card])) & 15
            if alone == 1:
                state.wish = WISH_KING
            self._uncover(state, card)
        elif kind == BACK:
            state.done &= ~bit
            state.counts -= one << (4 * (card & 3))
            state.visible |= bit
            state.wish = 1 + card
        elif kind == PULL_DOWN:
            self._take(state, card)
            state.visible |= bit
            if self.endless:
                state.wish = 1 + card
        else:
            if kind == PULL_HOME:
                self._take(state, card)
            else:
                state.visible &= ~bit
                if state.based & bit:
                    self._uncover(state, card)
            state.done |= bit
            state.counts += one << (4 * (card & 3))

    def ahead(self, state: KlondikeState) -> i64:
        """An estimate of the counted moves to a win: one for each card not home, for each card that
        must move once before, for each card still to be pulled. Unless it is to be `strict`, also
        for a turn-over and its pulls if cards lie under the top of the pull stack. Then it is no
        lower bound, since those cards may also be played one after another; but a search of few
        states finds answers that are shorter by a tenth.
        """
        one: i64 = self.one
        counts: i64 = state.counts
        home: i64 = (counts & 15) + (counts >> 4 & 15) + (counts >> 8 & 15) + (counts >> 12)
        bound: i64 = 52 - home
        column: i64 = 0
        while column < 7:
            bound += self.detours[column * HEIGHTS + ((state.columns >> (4 * column)) & 15)]
            column += 1
        bound += size(state.talon >> state.pointer)
        if state.pointer > 1 and not self.strict:
            deeper: i64 = state.talon & ((one << (state.pointer - 1)) - 1)
            if deeper:
                bound += 1 + size(deeper)
        return bound

    def price(self, state: KlondikeState, move: i64) -> i64:
        """The counted moves that a move takes, but for cards moved aside for it."""
        if move >> 6 not in (PULL_HOME, PULL_DOWN):
            return 1
        place: i64 = self.place[move & 63]
        one: i64 = self.one
        if place >= state.pointer:
            between: i64 = (one << (place + 1)) - (one << state.pointer)
            return 1 + size(state.talon & between)
        if place == state.pointer - 1:
            return 1
        again: i64 = (one << (place + 1)) - 1
        return 2 + size(state.talon >> state.pointer) + size(state.talon & again)


_PRICE: Final = 512
MOVE: Final = _PRICE - 1
"""The bits of a number in `Moves.found` that are the move; the bits above are its price."""
_LEAST: Final = 1000
# No state has more: each card at most one move of each kind.
_MOST: Final = 5 * 52


class Moves:
    """Finds the moves from a state."""

    def __init__(self, table: KlondikeTable) -> None:
        self.table = table
        self.found: vec[i64] = vec[i64]([0] * _MOST)
        self.count: i64 = 0
        """`found` holds the moves of the last `find`, best first, and `count` their number;
        `found[n] & MOVE` is a move.
        """

    def settle(self, state: KlondikeState, line: list[int] | None) -> i64:
        """Make all moves in a state that can only be right: safe cards go home if no other card
        must be pulled for that. Returns the counted moves that they take; appends them to `line`
        unless it is None.
        """
        count: i64 = 0
        while state.wish == 0:
            move: i64 = self._forced(state)
            if move < 0:
                break
            count += self.table.price(state, move)
            self.table.play(state, move)
            if line is not None:
                line.append(move)
        return count

    def with_settled(self, root: KlondikeState, chosen: list[int]) -> list[int]:
        """The whole line from a root: each chosen move, and the forced moves that follow."""
        state = KlondikeState()
        state.become(root)
        line: list[int] = []
        self.settle(state, line)
        for move in chosen:
            line.append(move)
            self.table.play(state, move)
            self.settle(state, line)
        return line

    def find(self, state: KlondikeState) -> None:
        """Put the moves worth trying from a settled state into `found`.

        After a move with a wish (`KlondikeState.wish`), these are only moves that fulfil it or have
        a wish themselves. A move with a wish only makes room, so it can wait until the very next
        move needs that room or is one more such move. Of several such moves, the one that makes a
        place to lie on comes before the one that frees the card below it at home.
        """
        self.count = 0
        following: i64 = (state.done << 4 | 15) & ~state.done & ALL
        loose: i64 = state.visible & ~state.based
        bare: i64 = bareable(state.visible, loose)
        taken: i64 = placeable(bare)
        homeward: i64 = following & state.visible & bare
        place_mask: i64 = ALL
        home_mask: i64 = ALL
        back_mask: i64 = ALL
        if state.wish == WISH_KING:
            place_mask = back_mask = KINGS
            home_mask = 0
        elif state.wish:
            wished: i64 = state.wish - 1
            place_mask = self.table.guests[wished]
            home_mask = self.table.one << self.table.twin[wished]
        if state.bare > size(loose & KINGS):
            taken |= KINGS
        self._from_columns(state, homeward & home_mask, taken, place_mask)
        # With unlimited turn-overs every talon card is always available; it comes down only to make
        # room.
        down: i64 = taken & (back_mask if self.table.endless else place_mask)
        self._from_talon(state, following & home_mask, taken, down)
        self._back_home(state, taken, back_mask)

    def _forced(self, state: KlondikeState) -> i64:
        """A safe move home, -1 for none: of a visible card, the top of the pull stack or the next
        card to be pulled; with unlimited turn-overs of any talon card.
        """
        following: i64 = (state.done << 4 | 15) & ~state.done & ALL
        if self.table.endless:
            ready: i64 = self._ready(state, following)
            if ready >= 0:
                return PULL_HOME * 64 + ready
        homeward: i64 = following & state.visible
        while homeward:
            card: i64 = lowest(homeward)
            homeward &= homeward - 1
            if self._is_safe(state, card):
                loose: i64 = state.visible & ~state.based
                if (bareable(state.visible, loose) >> card) & 1:
                    return HOME * 64 + card
        if state.pointer:
            top: i64 = self.table.order[state.pointer - 1]
            if (following >> top) & 1 and self._is_safe(state, top):
                return PULL_HOME * 64 + top
        later: i64 = state.talon >> state.pointer
        if later:
            upcoming: i64 = self.table.order[state.pointer + lowest(later)]
            if (following >> upcoming) & 1 and self._is_safe(state, upcoming):
                return PULL_HOME * 64 + upcoming
        return -1

    def _is_safe(self, state: KlondikeState, card: i64) -> bool:
        """Whether a card may be forced home."""
        wanted: i64 = self.table.safe[card]
        return state.done & wanted == wanted

    def _ready(self, state: KlondikeState, following: i64) -> i64:
        """A talon card to send home with unlimited turn-overs, -1 for none. From its foundation it
        can come back as well as from the talon, and no card below it there has to come back.
        """
        ready: i64 = following & ~(state.visible | state.hidden)
        while ready:
            card: i64 = lowest(ready)
            ready &= ready - 1
            if card < 4 or self._is_safe(state, card - 4):
                return card
        return -1

    def _from_columns(
        self,
        state: KlondikeState,
        homeward: i64,
        taken: i64,
        place_mask: i64,
    ) -> None:
        """Find moves of column cards home, and of dealt cards onto other cards or empty columns."""
        while homeward:
            card: i64 = lowest(homeward)
            homeward &= homeward - 1
            price: i64 = 300
            if (state.based >> card) & 1:
                price = 900 if self._height(state, card) > 1 else 500
            self._insert(HOME * 64 + card, price)
        based: i64 = state.based & taken
        # A bare column is of use only to a king that could not move without it.
        bares: bool = KINGS & (taken | state.hidden | (state.visible & ~state.based)) != KINGS
        while based:
            card = lowest(based)
            based &= based - 1
            height: i64 = self._height(state, card)
            if height == 1:
                if bares:
                    self._insert(DEAL * 64 + card, 400)
            elif (place_mask >> card) & 1:
                price = (700 if card >= 48 else 800) + 4 * height
                self._insert(DEAL * 64 + card, price)

    def _height(self, state: KlondikeState, card: i64) -> i64:
        """How many dealt cards the column of a dealt card holds."""
        return (state.columns >> (4 * self.table.column[card])) & 15

    def _from_talon(self, state: KlondikeState, following: i64, taken: i64, down: i64) -> None:
        """Find moves of talon cards home or to the columns; those pulled sooner come first."""
        useful: i64 = (following | down) & ~(state.visible | state.hidden | state.done)
        while useful:
            card: i64 = lowest(useful)
            useful &= useful - 1
            place: i64 = self.table.place[card]
            wait: i64 = 0
            if self.table.endless:
                wait = 5
            elif place >= state.pointer:
                wait = 5 + place - state.pointer
            elif place < state.pointer - 1:
                if state.turns >= self.table.most_turns:
                    continue
                wait = 60 + place
            if (following >> card) & 1:
                self._insert(PULL_HOME * 64 + card, 600 - 2 * wait)
            if (down >> card) & 1 and not (
                self.table.endless and not self._makes_room(state, card, taken)
            ):
                base: i64 = 350 if card >= 48 else 380
                self._insert(PULL_DOWN * 64 + card, base - wait)

    def _back_home(self, state: KlondikeState, taken: i64, mask: i64) -> None:
        """Find moves of cards from home back to a column, where that is of use; never of an ace."""
        tops: i64 = state.done & ~(state.done >> 4) & taken & mask & ~15
        while tops:
            card: i64 = lowest(tops)
            tops &= tops - 1
            if self._serves(state, card, taken):
                self._insert(BACK * 64 + card, -100)

    def _serves(self, state: KlondikeState, card: i64, taken: i64) -> bool:
        """True if the next move may need a card that comes back from home. The card is not safe
        there, and it makes room, or the card below it at home does.
        """
        while card >= 4 and (taken >> card) & 1:
            if self._is_safe(state, card):
                return False
            if self._makes_room(state, card, taken):
                return True
            card -= 4
        return False

    def _makes_room(self, state: KlondikeState, card: i64, taken: i64) -> bool:
        """True if laying a card down makes room: a card that finds no other place can lie on it, or
        its twin can go home once the cards on it have left.
        """
        if self.table.guests[card] & ~(taken | state.hidden):
            return True
        following: i64 = (state.done << 4 | 15) & state.visible
        return (following >> self.table.twin[card]) & 1 == 1

    def _insert(self, move: i64, price: i64) -> None:
        """Insert a move by its price (at least -_LEAST), the highest price first."""
        place: i64 = self.count
        least: i64 = (_LEAST + price) * _PRICE
        while place and self.found[place - 1] < least:
            self.found[place] = self.found[place - 1]
            place -= 1
        self.found[place] = least + move
        self.count += 1
