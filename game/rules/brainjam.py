"""Brain Jam: Baker's Game with four reserves; columns build down in suit, one card at a time."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Final

from game.core import cards
from game.core.cards import Card
from game.core.moves import EMPTY, RESERVE, Move
from game.core.position import Pile, PileKind, Position, Seat, piles
from game.core.translatable_texts import Wording
from game.rules.base import (
    IllegalMove,
    Refusal,
    Rules,
    carry,
    is_next_home,
    range_of,
    ready_for_home,
    taken_from,
    target_of,
    to_done,
    top,
)
from game.rules.facts import SHIFT, SPACE, Facts, GameOption, KeyHelp, OwnButton, Reach, Spread

PILES = piles((PileKind.FOUNDATION, 4), (PileKind.RESERVE, 4), (PileKind.COLUMN, 8))
FOUNDATIONS = range_of(PILES, PileKind.FOUNDATION)
RESERVES = range_of(PILES, PileKind.RESERVE)
COLUMNS = range_of(PILES, PileKind.COLUMN)
# The places a card can leave, in the order of their letters a to l.
PLACES: Final[tuple[int, ...]] = (*COLUMNS, *RESERVES)

_PLACES_OF: Final[Mapping[Card | str, range]] = {EMPTY: COLUMNS, RESERVE: RESERVES}

SPREAD: Final = Spread(
    8, 9.26, 0.26, 35, 0.235, ((PileKind.FOUNDATION, 0, 4), (PileKind.RESERVE, 4, 4)), (3, 4),
    dealt=Reach(0, 6), usual=Reach(0, 11), usual_wide=Reach(0, 7), open_for=Reach(0, 8),
    packed=0.07,
)  # fmt: skip


class BrainJam(Rules):
    """The rules of Brain Jam; they have no options."""

    name: ClassVar[str] = "brainjam"
    title: ClassVar[str] = "Brain Jam"
    piles: ClassVar[tuple[Pile, ...]] = PILES
    foundations: ClassVar[range] = FOUNDATIONS
    one_click: ClassVar[bool] = True
    row_length: ClassVar[int] = 8
    facts: ClassVar[Facts] = Facts(
        spreads=(SPREAD, SPREAD._replace(width=8.42, packed=None, headed=True)),
        suit="spade",
        motto=Wording("Every card face up, no luck involved"),
        graded_list=True,
        answers_files=True,
        lettered=PLACES,
        button=OwnButton.AUTOPLAY,
        options=(GameOption("autoplay", Wording("Autoplay")),),
        keys=(
            KeyHelp("A–H", Wording("move the last card of columns 1 to 8")),
            KeyHelp("I–L", Wording("move the card in reserves 1 to 4")),
            KeyHelp(SHIFT, Wording("with a letter: the second choice")),
            KeyHelp(SPACE, Wording("send home every card that can go")),
        ),
    )

    def letters(self, position: Position) -> str:
        """Columns are A to H, reserves I to L."""
        return "    IJKLABCDEFGH"

    def deal(self, deck: Sequence[Card]) -> Position:
        """The whole deck row by row over the eight columns."""
        columns = tuple(tuple(deck[start :: len(COLUMNS)]) for start in range(len(COLUMNS)))
        return Position(((),) * (len(FOUNDATIONS) + len(RESERVES)) + columns)

    def fits(self, card: Card, onto: Card) -> bool:
        """True if the rank is one lower in the same suit."""
        return onto == card + 4

    def lettered_moves(self, position: Position, card: Card) -> Iterator[Move]:
        """The moves of one end card, each empty place a hit of its own, in this order: foundation,
        columns whose last card is one higher in suit, empty columns, empty reserves.
        """
        if is_next_home(position, card, FOUNDATIONS):
            yield to_done(card)
        for column in COLUMNS:
            onto = top(position, column)
            if onto is not None and self.fits(card, onto):
                yield Move(card, onto)
        for empty, places in _PLACES_OF.items():
            for number, place in enumerate(places, 1):
                if not position.piles[place]:
                    yield Move(card, empty, number)

    def choices(self, position: Position, pile: int) -> list[Move]:
        """The choices of a pile's end card, first choice first: the hits that change the position,
        one for each resulting position.
        """
        card = top(position, pile)
        if card is None:
            raise IllegalMove(Refusal.BARE)
        if pile in FOUNDATIONS:
            raise IllegalMove(Refusal.NOTHING)
        alone = len(position.piles[pile]) == 1
        unchanged = RESERVE if pile in RESERVES else EMPTY if alone else ""
        found: dict[int | str, Move] = {}
        for move in self.lettered_moves(position, card):
            found.setdefault(move.onto, move)
        same = found.pop(unchanged, None)
        if not found:
            raise IllegalMove(Refusal.SAME if same else Refusal.NOTHING)
        return list(found.values())

    def moves(self, position: Position) -> list[Move]:
        """The choices of each place, from place a to l."""
        found: list[Move] = []
        for place in PLACES:
            with suppress(IllegalMove):
                found += self.choices(position, place)
        return [move._replace(place=0) for move in found]

    def run(self, position: Position, seat: Seat) -> tuple[Card, ...]:
        """One end card of a column or a reserve."""
        if not position.piles[seat.pile]:
            raise IllegalMove(Refusal.BARE)
        if seat.pile in FOUNDATIONS:
            raise IllegalMove(Refusal.NOT_THERE)
        if seat.depth != len(position.piles[seat.pile]) - 1:
            raise IllegalMove(Refusal.COVERED)
        return position.piles[seat.pile][seat.depth :]

    def apply(self, position: Position, move: Move) -> Position:
        """Move one card to its target. A move that only changes the place is accepted too, because
        answers of the older programs may hold such moves.
        """
        card, seat = taken_from(position, move)
        self.run(position, seat)
        return Position(carry(position, seat, target_of(self, position, card, move, _PLACES_OF)))

    def auto_move(self, position: Position, last: Card | None) -> Move | None:
        """The next move of autoplay: a card of the suit played last comes first, then the lowest
        place. None if no card can go home.
        """
        homeward = [*ready_for_home(position, PLACES, FOUNDATIONS)]
        if last is not None:
            homeward.sort(key=lambda card: cards.suit(card) != cards.suit(last))
        return to_done(homeward[0]) if homeward else None

    def key(self, position: Position) -> Hashable:
        """The order of columns and reserves does not matter; foundations follow from the rest."""
        table = position.piles
        return (
            tuple(sorted(table[RESERVES.start : RESERVES.stop])),
            tuple(sorted(table[COLUMNS.start : COLUMNS.stop])),
        )
