"""Klondike: draw one, two turn-overs; columns build down in alternate colours, in runs.

The reserve is the stock and the pull stack is the waste. A turn-over makes the waste the stock
again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import ClassVar, Final

from game.core import cards
from game.core.cards import Card
from game.core.moves import DONE, EMPTY, PULL, TURN, Move
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
    top,
)
from game.rules.facts import AGAIN, SPACE, Facts, KeyHelp, Reach, Spread

PILES = piles(
    (PileKind.RESERVE, 1), (PileKind.PULL, 1), (PileKind.FOUNDATION, 4), (PileKind.COLUMN, 7)
)
RESERVE_PILE, PULL_PILE = 0, 1
FOUNDATIONS = range_of(PILES, PileKind.FOUNDATION)
COLUMNS = range_of(PILES, PileKind.COLUMN)
HOMEWARD = (*COLUMNS, PULL_PILE)
"""The piles whose end card moves offer to send home."""

SPREAD: Final = Spread(
    7, 7.6, 0.24, 36, 0.235,
    ((PileKind.RESERVE, 0, 1), (PileKind.PULL, 1, 1), (PileKind.FOUNDATION, 3, 4)), (2, 2),
    dealt=Reach(6, 0), usual=Reach(6, 6), usual_wide=Reach(6, 4), open_for=Reach(6, 4),
)  # fmt: skip


class Klondike(Rules):
    """The rules of Klondike; they have no options."""

    name: ClassVar[str] = "klondike"
    title: ClassVar[str] = "Klondike"
    piles: ClassVar[tuple[Pile, ...]] = PILES
    foundations: ClassVar[range] = FOUNDATIONS
    max_redeals: ClassVar[int] = 2
    kings_only: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        spreads=(SPREAD,),
        suit="club",
        motto=Wording("Three passes through the stock"),
        empty_place=Wording("an empty column"),
        proves_par=False,
        keys=(
            KeyHelp("A–G", Wording("select columns 1 to 7")),
            KeyHelp("H", Wording("select the waste")),
            KeyHelp("1–4", Wording("select a foundation")),
            KeyHelp(AGAIN, Wording("select one card fewer")),
            KeyHelp(SPACE, Wording("draw a card; with a card selected, send it home")),
        ),
    )

    def letters(self, position: Position) -> str:
        """The pull stack is H, foundations are 1 to 4, columns A to G."""
        return " H1234ABCDEFG"

    def deal(self, deck: Sequence[Card]) -> Position:
        """Row r of the 28 cards in columns starts at column r. The other 24 cards are the reserve;
        the first of them is pulled first.
        """
        columns: list[tuple[Card, ...]] = [()] * len(COLUMNS)
        dealt = iter(deck)
        for row in range(len(COLUMNS)):
            for column in range(row, len(COLUMNS)):
                columns[column] += (next(dealt),)
        reserve = tuple(dealt)[::-1]
        down = (len(reserve), *(0,) * 5, *range(len(COLUMNS)))
        return Position((reserve, *((),) * 5, *columns), down)

    def fits(self, card: Card, onto: Card) -> bool:
        """True if the colours differ and the rank is one lower."""
        return alternates(card, onto)

    def rows(self, deck: Sequence[Card]) -> list[Sequence[Card]]:
        """Seven rows, each one card shorter; then the reserve as it will be pulled."""
        dealt = iter(deck)
        rows: list[Sequence[Card]] = [tuple(islice(dealt, n)) for n in range(len(COLUMNS), 0, -1)]
        return [*rows, tuple(dealt)]

    def moves(self, position: Position) -> list[Move]:
        """Moves home, then onto columns (of kings: to an empty one), then the pull or turn-over."""
        found = [to_done(card) for card in ready_for_home(position, HOMEWARD, FOUNDATIONS)]
        found += self._onto_columns(position)
        if position.piles[RESERVE_PILE]:
            found.append(Move(None, PULL))
        elif position.piles[PULL_PILE] and position.used < self.max_redeals:
            found.append(Move(None, TURN))
        return found

    def _onto_columns(self, position: Position) -> Iterator[Move]:
        """Moves of every card that can leave its pile: onto end cards, kings to an empty column."""
        ends = [top(position, column) for column in COLUMNS]
        for seat in self._seats(position):
            card = position.piles[seat.pile][seat.depth]
            at_bottom = seat.pile in COLUMNS and seat.depth == 0
            if cards.rank(card) == cards.KING and None in ends and not at_bottom:
                yield Move(card, EMPTY)
            for onto in ends:
                if onto is not None and alternates(card, onto):
                    yield Move(card, onto)

    def _seats(self, position: Position) -> Iterator[Seat]:
        """The seats a card can leave: face-up cards of columns, tops of the other face-up piles."""
        for column in COLUMNS:
            for depth in range(position.down[column], len(position.piles[column])):
                yield Seat(column, depth)
        for pile in (PULL_PILE, *FOUNDATIONS):
            if position.piles[pile]:
                yield Seat(pile, len(position.piles[pile]) - 1)

    def choices(self, position: Position, pile: int) -> list[Move]:
        """A click on the reserve pulls or turns over; any other click selects."""
        if pile != RESERVE_PILE:
            raise IllegalMove(Refusal.NOTHING)
        return [Move(None, PULL if position.piles[pile] else TURN)]

    def run(self, position: Position, seat: Seat) -> tuple[Card, ...]:
        """A face-up card of a column with all that lies on it, or the top of another pile."""
        held = position.piles[seat.pile]
        if not held:
            raise IllegalMove(Refusal.BARE)
        if seat.pile == RESERVE_PILE:
            raise IllegalMove(Refusal.NOT_THERE)
        if not position.is_up(seat):
            raise IllegalMove(Refusal.FACE_DOWN)
        if seat.pile not in COLUMNS and seat.depth != len(held) - 1:
            raise IllegalMove(Refusal.COVERED)
        return held[seat.depth :]

    def apply(self, position: Position, move: Move) -> Position:
        """Pull, turn over, or move a card with all cards on it; a card that this bares turns up."""
        if move.onto == PULL:
            return self._pull(position)
        if move.onto == TURN:
            return self._turn(position)
        card, seat = taken_from(position, move)
        if len(self.run(position, seat)) > 1 and move.onto == DONE:
            raise IllegalMove(Refusal.COVERED)
        table = carry(position, seat, self._target(position, card, seat, move))
        down = list(position.down)
        down[seat.pile] = max(0, min(down[seat.pile], len(table[seat.pile]) - 1))
        return position._replace(piles=table, down=tuple(down))

    def _pull(self, position: Position) -> Position:
        reserve = position.piles[RESERVE_PILE]
        if not reserve:
            # What keeps a turn-over from coming first is also what keeps the pull.
            self._turn(position)
            raise IllegalMove(Refusal.RESERVE_EMPTY)
        table = carry(position, Seat(RESERVE_PILE, len(reserve) - 1), PULL_PILE)
        return position._replace(piles=table, down=(len(reserve) - 1, *position.down[1:]))

    def _turn(self, position: Position) -> Position:
        reserve, pulled = position.piles[:2]
        if reserve:
            raise IllegalMove(Refusal.RESERVE_LEFT)
        if not pulled:
            raise IllegalMove(Refusal.NO_CARDS)
        if position.used == self.max_redeals:
            raise IllegalMove(Refusal.NO_TURNS)
        return Position(
            (pulled[::-1], (), *position.piles[2:]),
            (len(pulled), *position.down[1:]),
            position.used + 1,
        )

    def _target(self, position: Position, card: Card, seat: Seat, move: Move) -> int:
        if move.onto == EMPTY:
            if cards.rank(card) != cards.KING:
                raise IllegalMove(Refusal.KINGS_ONLY)
            if seat.pile in COLUMNS and seat.depth == 0:
                raise IllegalMove(Refusal.SAME)
        return target_of(self, position, card, move, {EMPTY: COLUMNS})

    def purge_move(self, position: Position, last: Card | None) -> Move | None:
        """Send home any card of columns and pull stack that `is_cautious` allows."""
        for card in ready_for_home(position, HOMEWARD, FOUNDATIONS):
            if is_cautious(position, card, FOUNDATIONS):
                return to_done(card)
        return None

    def seen(self, deck: Sequence[Card], before: Position | None, position: Position) -> set[int]:
        """The places of the cards in columns and on foundations that lie face up, and of the one on
        top of the waste.
        """
        shown = set(position.piles[PULL_PILE][-1:])
        for pile in (*FOUNDATIONS, *COLUMNS):
            shown.update(position.piles[pile][position.down[pile] :])
        return {place for place, card in enumerate(deck) if card in shown}

    def key(self, position: Position) -> Hashable:
        """The order of columns does not matter; face-down cards, reserve, pull stack, turns do."""
        columns = sorted((position.piles[column], position.down[column]) for column in COLUMNS)
        return tuple(columns), position.piles[:2], position.used
