"""La Peau: thirteen columns (stacks), no reserves; they build down by colour or by suit."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from typing import ClassVar, Final

from game.core.cards import Card
from game.core.moves import DONE, EMPTY, Move
from game.core.position import Pile, PileKind, Position, Seat, piles
from game.core.translatable_texts import Wording
from game.rules.base import (
    IllegalMove,
    Refusal,
    Rules,
    alternates,
    carry,
    is_cautious,
    range_of,
    ready_for_home,
    taken_from,
    target_of,
    to_done,
)
from game.rules.facts import (
    AGAIN,
    LETTER,
    SPACE,
    Facts,
    GameOption,
    KeyHelp,
    Reach,
    RuleChoice,
    Spread,
)

ALTERNATE, SAME = "alternate", "same"
PILES = piles((PileKind.FOUNDATION, 4), (PileKind.COLUMN, 13))
FOUNDATIONS = range_of(PILES, PileKind.FOUNDATION)
COLUMNS = range_of(PILES, PileKind.COLUMN)

SPREAD: Final = Spread(
    13, 13.54, 0.16, 36, 0.235, ((PileKind.FOUNDATION, 9, 4),), (0, 3),
    dealt=Reach(0, 3), usual=Reach(0, 12), usual_wide=Reach(0, 8), open_for=Reach(0, 6),
)  # fmt: skip
IN_TWO_ROWS: Final = SPREAD._replace(
    across=7, width=7.36, top=((PileKind.FOUNDATION, 3, 4),), plate=(0, 2), rows=(7, 6),
    dealt=Reach(0, 6), usual=Reach(0, 17), usual_wide=Reach(0, 12), open_for=Reach(0, 8),
)  # fmt: skip
BESIDE_DONE: Final = IN_TWO_ROWS._replace(
    across=8, width=8.42, top=((PileKind.FOUNDATION, 7, 1),), plate=(6, 6), aside=True,
    worth=1.1,
)  # fmt: skip
"""The foundations stand beside the columns."""


class LaPeau(Rules):
    """The rules of La Peau under one of its two policies."""

    name: ClassVar[str] = "lapeau"
    title: ClassVar[str] = "La Peau"
    piles: ClassVar[tuple[Pile, ...]] = PILES
    foundations: ClassVar[range] = FOUNDATIONS
    facts: ClassVar[Facts] = Facts(
        spreads=(SPREAD, IN_TWO_ROWS, BESIDE_DONE),
        suit="heart",
        demo_column=7,
        motto=Wording("Thirteen short stacks, a family favourite"),
        not_in_sequence=Wording("Only cards in sequence at the end of a stack can move"),
        column=Wording("stack {number}"),
        empty_place=Wording("an empty stack"),
        options=(
            GameOption(
                "building",
                Wording("Building rule"),
                (
                    RuleChoice(
                        ALTERNATE,
                        Wording("Alternate colours"),
                        Wording("alternate colours"),
                        Wording("Alternate"),
                        Wording("alternate"),
                    ),
                    RuleChoice(
                        SAME,
                        Wording("Same suit"),
                        Wording("same suit"),
                        Wording("Same suit"),
                        # With its no-break space it is another text, which a language may shorten.
                        Wording("same\u00a0suit"),
                    ),
                ),
                Wording("Change the building rule"),
                names_default=True,
            ),
        ),
        keys=(
            KeyHelp("A–M", Wording("select stack 1 to 13")),
            KeyHelp(LETTER, Wording("move the cards that fit there")),
            KeyHelp(AGAIN, Wording("select one card fewer")),
            KeyHelp(
                SPACE,
                Wording(
                    "send the end card home; with nothing selected, every card that can safely go"
                ),
            ),
        ),
    )

    def __init__(self, building: str = ALTERNATE) -> None:
        self.building: Final = building
        """How stacks build down: SAME in suit, ALTERNATE in alternate colours."""

    def letters(self, position: Position) -> str:
        """Stacks are A to M."""
        return "    ABCDEFGHIJKLM"

    def deal(self, deck: Sequence[Card]) -> Position:
        """The whole deck row by row over the thirteen stacks."""
        stacks = tuple(tuple(deck[start :: len(COLUMNS)]) for start in range(len(COLUMNS)))
        return Position(((),) * len(FOUNDATIONS) + stacks)

    def fits(self, card: Card, onto: Card) -> bool:
        """True if the policy lets a card lie on another."""
        if self.building == SAME:
            return onto == card + 4
        # The ranks are compared first, because `moves` asks this of every pair of cards.
        return (card >> 2) + 1 == onto >> 2 and alternates(card, onto)

    def run_length(self, stack: Sequence[Card]) -> int:
        """How many cards at the end of a stack form a valid sequence."""
        length = min(1, len(stack))
        while length < len(stack) and self.fits(stack[-length], stack[-length - 1]):
            length += 1
        return length

    def moves(self, position: Position) -> list[Move]:
        """Moves to foundations, then onto cards, then to empty columns; longer runs first."""
        homeward = [to_done(card) for card in ready_for_home(position, COLUMNS, FOUNDATIONS)]
        return homeward + list(self._onto_cards(position)) + list(self._onto_empty(position))

    def _onto_cards(self, position: Position) -> Iterator[Move]:
        carried = self.longest_move(position, to_empty=False)
        tops = [position.piles[column][-1] for column in COLUMNS if position.piles[column]]
        for column in COLUMNS:
            stack = position.piles[column]
            for length in range(min(carried, self.run_length(stack)), 0, -1):
                card = stack[-length]
                for onto in tops:
                    if self.fits(card, onto):
                        yield Move(card, onto)

    def _onto_empty(self, position: Position) -> Iterator[Move]:
        carried = self.longest_move(position, to_empty=True)
        for column in COLUMNS:
            stack = position.piles[column]
            for length in range(min(carried, self.run_length(stack), len(stack) - 1), 0, -1):
                yield Move(stack[-length], EMPTY)

    def longest_move(self, position: Position, *, to_empty: bool) -> int:
        """The most cards that can move at once over the empty columns; 0 if the target must be an
        empty column and there is none.
        """
        empty = sum(not position.piles[column] for column in COLUMNS)
        return capacity(empty - to_empty)

    def run(self, position: Position, seat: Seat) -> tuple[Card, ...]:
        """A card of the valid sequence at the end of a stack, with all that lies on it."""
        stack = position.piles[seat.pile]
        if not stack:
            raise IllegalMove(Refusal.BARE)
        if seat.pile in FOUNDATIONS:
            raise IllegalMove(Refusal.NOT_THERE)
        if len(stack) - seat.depth > self.run_length(stack):
            raise IllegalMove(Refusal.COVERED)
        return stack[seat.depth :]

    def apply(self, position: Position, move: Move) -> Position:
        """A card, or a run with all that lies on its deepest card, goes to its target."""
        seat, target = self._route(position, move)
        return Position(carry(position, seat, target))

    def _route(self, position: Position, move: Move) -> tuple[Seat, int]:
        """Where a legal move starts and ends. Raises IllegalMove."""
        card, seat = taken_from(position, move)
        length = len(self.run(position, seat))
        if move.onto == DONE and length > 1:
            raise IllegalMove(Refusal.COVERED)
        target = target_of(self, position, card, move, {EMPTY: COLUMNS})
        if seat.depth == 0 and move.onto == EMPTY:
            raise IllegalMove(Refusal.SAME)
        if length > 1:
            most = self.longest_move(position, to_empty=move.onto == EMPTY)
            if length > most:
                raise IllegalMove(Refusal.TOO_LONG, most)
        return seat, target

    def steps(self, position: Position, move: Move) -> tuple[Position, ...]:
        """The positions as a run moves card by card over empty columns, in the fewest moves."""
        seat, target = self._route(position, move)
        length = len(position.piles[seat.pile]) - seat.depth
        if length == 1:
            return (Position(carry(position, seat, target)),)
        spare = [c for c in COLUMNS if not position.piles[c] and c != target]
        # An empty target serves until the lowest card takes it, a whole stack's own place after.
        before = spare if position.piles[target] else [*spare, target]
        after = [*spare, seat.pile] if seat.depth == 0 else spare
        passed = []
        for source, goal in shuttle(length, seat.pile, target, before, after):
            end = Seat(source, len(position.piles[source]) - 1)
            position = Position(carry(position, end, goal))
            passed.append(position)
        return tuple(passed)

    def purge_move(self, position: Position, last: Card | None) -> Move | None:
        """Send home any card that the policy allows: in suit every card, in alternate colours only
        those that `is_cautious` allows.
        """
        for card in ready_for_home(position, COLUMNS, FOUNDATIONS):
            if self.building == SAME or is_cautious(position, card, FOUNDATIONS):
                return to_done(card)
        return None

    def ordered_cards(self, position: Position) -> tuple[Card, ...] | None:
        """The cards home, lowest first, if at most four columns are in use and each of them is one
        valid sequence; else None.
        """
        used = [position.piles[column] for column in COLUMNS if position.piles[column]]
        if len(used) > 4 or any(self.run_length(stack) < len(stack) for stack in used):
            return None
        return tuple(sorted(card for pile in FOUNDATIONS for card in position.piles[pile]))

    def key(self, position: Position) -> Hashable:
        """The order of the columns does not matter; the foundations follow from the rest."""
        return tuple(sorted(position.piles[COLUMNS.start : COLUMNS.stop]))


# How a run moves one card at a time over empty columns


def capacity(spare: int) -> int:
    """How many cards can be carried over `spare` empty columns besides the target: 2 ** spare. 0 if
    `spare` is negative, that is if the target itself is missing.
    """
    return 2**spare if spare >= 0 else 0


@cache
def single_moves(length: int, before: int, after: int) -> int:
    """The fewest single moves that carry a run of `length`. `before` columns are empty until its
    lowest card moves: those besides the target, and the target if it is an empty column. `after`
    are empty then: those besides the target, and the source if the run is a whole stack.
    """
    if length == 1:
        return 1
    return min(_cost(length, before, after, waiting) for waiting in _splits(length, before, after))


def shuttle(
    length: int, source: int, target: int, before: list[int], after: list[int]
) -> Iterator[tuple[int, int]]:
    """The fewest single moves, each (from, to), that carry a run over the columns that are empty
    `before` and `after` its lowest card moves. The upper cards wait on an empty column while the
    rest moves, and then follow.
    """
    if length == 1:
        yield source, target
        return
    empty = len(before), len(after)
    waiting = min(_splits(length, *empty), key=lambda cards: _cost(length, *empty, cards))
    aside = next(column for column in before if column in after)
    still_before = [column for column in before if column != aside]
    still_after = [column for column in after if column != aside]
    yield from shuttle(waiting, source, aside, before, still_before)
    yield from shuttle(length - waiting, source, target, still_before, still_after)
    yield from shuttle(waiting, aside, target, still_after, after)


def _splits(length: int, before: int, after: int) -> range:
    """The possible numbers of upper cards that wait on an empty column while the rest moves."""
    half = capacity(min(before, after) - 1)
    return range(max(1, length - half), min(length - 1, half) + 1)


def _cost(length: int, before: int, after: int, waiting: int) -> int:
    aside = single_moves(waiting, before, before - 1)
    rest = single_moves(length - waiting, before - 1, after - 1)
    return aside + rest + single_moves(waiting, after - 1, after)
