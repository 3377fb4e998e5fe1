"""Brain Jam: how often a card must move aside besides those that lie above a lower one.

Play on as if reserves were without number, only with cards moved aside that lie above a lower
card of their suit. Where that gets stuck, the next card of each suit lies under some card that
waits for its own suit: a cycle among at most four suits, and one of the cards in it has to move
aside once more. Count one, free all cards of the shortest cycle, go on.
"""

from __future__ import annotations

from typing import Final

from game.solver.brainjam_columns import Columns
from game.solver.brainjam_table import COLUMNS, GROUND, is_won
from game.solver.search import BIT, lowest
from game.solver.vectors import i64, vec

_SUIT: Final = 0x11111111111111
"""All clubs, and their bit of `wanted` once they are finished; by shifts the other suits."""


class Relaxed:
    """A game with endless reserves, in which only cards that must may move aside."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._at: vec[i64] = vec[i64]([0] * COLUMNS)
        """The columns' numbers."""
        self._wanted: i64 = 0
        self._free: i64 = 0
        """The cards in reserves."""
        self._moved: bool = False
        self._blocker: vec[i64] = vec[i64]([0] * 4)
        """The card each suit waits for to move; GROUND: none, the suit is home."""

    def cycles(self, low: i64, high: i64, reserve: i64, wanted: i64) -> i64:
        """The count for a position: its columns' numbers, its reserve, what goes home next."""
        at = self._at
        index: i64 = 0
        while index < 4:
            at[index] = low & 0xFFFF
            at[index + 4] = high & 0xFFFF
            low >>= 16
            high >>= 16
            index += 1
        self._wanted = wanted
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
            self._moved = False
            self._play_suit(suit)
            idle = 1 if self._moved else idle + 1
            suit = (suit + 1) & 3
        return is_won(self._wanted)

    def _play_suit(self, suit: i64) -> None:
        """Send home the cards of a suit until one of them lies under a card that stays."""
        shift: i64 = suit * 4
        clubs: i64 = _SUIT
        suit_mask: i64 = clubs << suit
        at = self._at
        ranks = self._columns.lowest
        while True:
            single: i64 = self._wanted & suit_mask
            if single >> 52:
                self._blocker[suit] = GROUND
                return
            if single & self._free:
                self._wanted ^= single | (single << 4)
                self._moved = True
                continue
            rank: i64 = lowest(single) >> 2
            index: i64 = 0
            while (ranks[at[index]] >> shift) & 15 != rank:
                index += 1
            if not self._dig(index, single, suit):
                return

    def _dig(self, index: i64, goal: i64, suit: i64) -> bool:
        """Take cards off a column down to the goal, which goes home; False if one stays."""
        columns = self._columns
        column: i64 = self._at[index]
        one: i64 = BIT[0]
        single: i64 = 0
        while single != goal:
            below: i64 = columns.below[column]
            card: i64 = columns.card[column]
            single = one << card
            if single & self._wanted:
                self._wanted ^= single | (single << 4)
            elif columns.aside[below] != columns.aside[column]:
                self._free |= single
            else:
                self._blocker[suit] = card
                self._at[index] = column
                return False
            column = below
            self._moved = True
        self._at[index] = column
        return True

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
        one: i64 = BIT[0]
        freed: i64 = 0
        while best:
            freed |= one << blocker[first]
            first = blocker[first] & 3
            best -= 1
        self._free |= freed
        index: i64 = 0
        while index < COLUMNS:
            column: i64 = self._at[index]
            if column and (freed >> self._columns.card[column]) & 1:
                self._at[index] = self._columns.below[column]
            index += 1
