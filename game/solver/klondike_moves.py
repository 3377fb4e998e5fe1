"""The moves worth trying from a state of Klondike, best first."""

from __future__ import annotations

from typing import Final

from game.solver.klondike_state import (
    ALL,
    BACK,
    DEAL,
    HOME,
    KINGS,
    PULL_DOWN,
    PULL_HOME,
    WISH_KING,
    KlondikeState,
    KlondikeTable,
    bareable,
    placeable,
)
from game.solver.search_structures import lowest, size
from game.solver.vectors import i64, vec

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
        taken: i64 = placeable(state.visible, loose)
        homeward: i64 = following & state.visible & bareable(state.visible, loose)
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
            wanted: i64 = self.table.safe[card]
            if state.done & wanted == wanted:
                loose: i64 = state.visible & ~state.based
                if (bareable(state.visible, loose) >> card) & 1:
                    return HOME * 64 + card
        if state.pointer:
            top: i64 = self.table.order[state.pointer - 1]
            wanted = self.table.safe[top]
            if (following >> top) & 1 and state.done & wanted == wanted:
                return PULL_HOME * 64 + top
        later: i64 = state.talon >> state.pointer
        if later:
            upcoming: i64 = self.table.order[state.pointer + lowest(later)]
            wanted = self.table.safe[upcoming]
            if (following >> upcoming) & 1 and state.done & wanted == wanted:
                return PULL_HOME * 64 + upcoming
        return -1

    def _ready(self, state: KlondikeState, following: i64) -> i64:
        """A talon card to send home with unlimited turn-overs, -1 for none. From its foundation it
        can come back as well as from the talon, and no card below it there has to come back.
        """
        ready: i64 = following & ~(state.visible | state.hidden)
        while ready:
            card: i64 = lowest(ready)
            ready &= ready - 1
            wanted: i64 = self.table.safe[card - 4] if card >= 4 else 0
            if state.done & wanted == wanted:
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
            wanted: i64 = self.table.safe[card]
            if state.done & wanted == wanted:
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
