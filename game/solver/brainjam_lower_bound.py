"""Brain Jam: a lower bound of the moves aside, beyond one for each card above a lower one.

In a relaxed game with unlimited reserves, only cards that lie above a lower card of their suit move
aside. When the game is stuck, the next card of each suit lies under some card that waits for its
own suit. So there is a cycle among at most four suits, and one of the cards in it has to move aside
once more. The count grows by one, all cards of the shortest cycle become free, and play goes on.
"""

from __future__ import annotations

from typing import Final

from game.solver.brainjam_columns import DUG, STAYS, Columns
from game.solver.brainjam_table import COLUMNS, GROUND
from game.solver.search_tools import BIT, lowest
from game.solver.vectors import i64, vec

_CLUBS: Final = 0x11111111111111
"""All clubs, and their bit of `wanted` once they are finished; by shifts the other suits."""


class Relaxed:
    """A game with endless reserves, in which only cards that must may move aside."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._one: i64 = BIT[0]
        self._at: vec[i64] = vec[i64]([0] * COLUMNS)
        """The columns' numbers."""
        self._next: vec[i64] = vec[i64]([0] * 4)
        """The card of each suit that goes home next; above 51: the suit is home."""
        self._free: i64 = 0
        """The cards in reserves."""
        self._blocker: vec[i64] = vec[i64]([0] * 4)
        """By suit: the card that blocks its next card; GROUND: none, the suit is home."""

    def cycles(self, low: i64, high: i64, reserve: i64, wanted: i64) -> i64:
        """The number of cycles of a position. `low`, `high`: its column numbers, 16 bits each."""
        at = self._at
        clubs: i64 = _CLUBS
        index: i64 = 0
        while index < 4:
            at[index] = low & 0xFFFF
            at[index + 4] = high & 0xFFFF
            low >>= 16
            high >>= 16
            self._next[index] = lowest(wanted & (clubs << index))
            index += 1
        self._free = reserve
        count: i64 = 0
        while not self._play():
            count += 1
            self._break_cycle()
        return count

    def _play(self) -> bool:
        """Play all suits on until each is stuck; True if all cards come home."""
        suit: i64 = 0
        idle: i64 = 0
        while idle < 4:
            idle = 1 if self._play_suit(suit) else idle + 1
            suit = (suit + 1) & 3
        blocker = self._blocker
        return blocker[0] & blocker[1] & blocker[2] & blocker[3] == GROUND

    def _play_suit(self, suit: i64) -> bool:
        """Send home the cards of a suit until one of them lies under a card that stays;
        True if any card has moved.
        """
        at = self._at
        nexts = self._next
        dig = self._columns.dig
        moved = False
        goal: i64 = nexts[suit]
        while goal < 52:
            if (self._free >> goal) & 1:
                goal += 4
                nexts[suit] = goal
                moved = True
                continue
            index = self._column_of(goal)
            column: i64 = at[index]
            card: i64 = -1
            while card != goal:
                word: i64 = dig[column]
                card = word & 63
                if card == nexts[card & 3]:
                    nexts[card & 3] = card + 4
                elif word & STAYS:
                    self._blocker[suit] = card
                    at[index] = column
                    return moved
                else:
                    self._free |= self._one << card
                column = word >> DUG
                moved = True
            at[index] = column
            goal = nexts[suit]
        self._blocker[suit] = GROUND
        return moved

    def _column_of(self, card: i64) -> i64:
        """The index of the column that holds the next card of a suit: mostly where it was dealt."""
        at = self._at
        ranks = self._columns.lowest
        shift: i64 = (card & 3) << 2
        rank: i64 = card >> 2
        index: i64 = self._columns.place[card]
        if (ranks[at[index]] >> shift) & 15 != rank:
            index = 0
            while (ranks[at[index]] >> shift) & 15 != rank:
                index += 1
        return index

    def _break_cycle(self) -> None:
        """Move aside the blocking cards of the shortest cycle of suits that wait for each
        other; every one of them ends its column.
        """
        blocker = self._blocker
        best: i64 = 5
        first: i64 = 0
        start: i64 = 0
        while start < 4:
            suit: i64 = start
            length: i64 = 0
            while length < best and blocker[suit] != GROUND:
                suit = blocker[suit] & 3
                length += 1
                if suit == start:
                    best = length
                    first = start
            start += 1
        freed: i64 = 0
        while best:
            freed |= self._one << blocker[first]
            first = blocker[first] & 3
            best -= 1
        self._free |= freed
        at = self._at
        dig = self._columns.dig
        index: i64 = 0
        while index < COLUMNS:
            word: i64 = dig[at[index]]
            if (freed >> (word & 63)) & 1:
                at[index] = word >> DUG
            index += 1
