"""Brain Jam: all columns that can arise from a position, numbered, with what is known of each.

A column is the first cards of a dealt column, or a single card in an empty place, followed by a run
in suit. So there are some hundred columns, and a number identifies each: a move looks up the next
number and copies nothing.
"""

from __future__ import annotations

from typing import Final

from game.solver.brainjam_constants_and_hash_keys import GROUND, KEYS, SHELF, WIDTH
from game.solver.vectors import i64, vec

# No deal has more: 52 dealt beginnings and 52 single cards, each with a run of 0 to 12 cards.
_MOST: Final = 1 + 2 * 52 * 13
# A rank above all others in each of the four nibbles of `Columns.lowest`.
_NO_RANKS: Final = 0xFFFF
_NO_CARD: Final = 63


class Columns:
    """Tables of facts about columns, indexed by the column's number; 0 is the empty column."""

    def __init__(self, columns: list[list[int]], there: i64) -> None:
        """`columns`: those of a position, first card first. `there`: the set of cards not home."""
        self.count: i64 = 1
        self.card: vec[i64] = vec[i64]([_NO_CARD] * _MOST)
        """Its last card; of the empty column a number above all cards."""
        self.below: vec[i64] = vec[i64]([0] * _MOST)
        """The column without its last card."""
        self.grown: vec[i64] = vec[i64]([0] * _MOST)
        """The column with the next card in suit laid on it; 0 where there is none."""
        self.aside: vec[i64] = vec[i64]([0] * _MOST)
        """How many of its cards must move aside: they lie above a lower one of their suit."""
        self.lowest: vec[i64] = vec[i64]([_NO_RANKS] * _MOST)
        """The lowest rank of each suit in it, four bits a suit; 15: none."""
        self.hash: vec[i64] = vec[i64]([0] * _MOST)
        self.alone: vec[i64] = vec[i64]([0] * 52)
        """By card: the column that holds nothing else."""
        self.shelf: vec[i64] = vec[i64]([0] * 52)
        """By card: its share of a position's hash while it is in a reserve."""
        self.dealt: list[int] = []
        """The numbers of the position's own columns."""
        for column in columns:
            self.dealt.append(self._dealt(column))
        self._grow(there)

    def _dealt(self, cards: list[int]) -> int:
        """Number a dealt column and each beginning of it; returns the number of the whole."""
        number: i64 = 0
        for card in cards:
            before: i64 = number
            number = self._put(card, before)
            if before == 0:
                self.alone[card] = number
            elif card == self.card[before] - 4:
                self.grown[before] = number
        return int(number)

    def _grow(self, there: i64) -> None:
        """Number the single cards, and the runs that can come to lie on any column."""
        card: i64 = 0
        while card < 52:
            self.shelf[card] = KEYS[card * WIDTH + SHELF]
            if (there >> card) & 1 and self.alone[card] == 0:
                self.alone[card] = self._put(card, 0)
            card += 1
        number: i64 = 1
        while number < self.count:
            card = self.card[number] - 4
            if card >= 0 and self.grown[number] == 0 and (there >> card) & 1:
                self.grown[number] = self._put(card, number)
            number += 1

    def _put(self, card: i64, below: i64) -> i64:
        """Number the column that has one more card than the column `below`."""
        number: i64 = self.count
        self.count += 1
        shift: i64 = (card & 3) * 4
        rank: i64 = card >> 2
        ranks: i64 = self.lowest[below]
        aside: i64 = self.aside[below]
        if rank > ((ranks >> shift) & 15):
            aside += 1
        else:
            nibble: i64 = 15
            ranks = (ranks & ~(nibble << shift)) | (rank << shift)
        self.card[number] = card
        self.below[number] = below
        self.aside[number] = aside
        self.lowest[number] = ranks
        key: i64 = KEYS[card * WIDTH + (self.card[below] if below else GROUND)]
        self.hash[number] = self.hash[below] ^ key
        return number
