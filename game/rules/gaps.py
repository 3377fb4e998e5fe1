"""Gaps, also called Montana: four rows to put in order, two redeals."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import ClassVar, Final, TypeVar

from game.core import cards, deals
from game.core.cards import Card
from game.core.moves import EMPTY, REDEAL, Move
from game.core.position import Pile, PileKind, Position, Seat, hash_text, piles
from game.core.translatable_texts import Wording
from game.rules.base import IllegalMove, Refusal, Rules, carry, taken_from
from game.rules.facts import SHIFT, Facts, GameOption, KeyHelp, OwnButton, RuleChoice, Spread

PLACED, RANDOM = "placed-gaps", "random-gaps"
ROWS, WIDTH = 4, 13
PILES = piles((PileKind.SLOT, ROWS * WIDTH))
ROW_STARTS = range(0, ROWS * WIDTH, WIDTH)

T = TypeVar("T")

SPREAD: Final = Spread(13, 13.48, 0.10, 0.05, 0, plate=(0, 12), rows=(13,) * 4)


class Gaps(Rules):
    """The rules of Gaps under one of its two policies, which place the gaps of a redeal."""

    name: ClassVar[str] = "gaps"
    title: ClassVar[str] = "Gaps"
    piles: ClassVar[tuple[Pile, ...]] = PILES
    goal: ClassVar[int] = 48
    one_click: ClassVar[bool] = True
    max_redeals: ClassVar[int] = 2
    places_matter: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        spreads=(
            SPREAD,
            SPREAD._replace(
                across=7, width=7.3, row_gap=0.13, plate=(0, 6), rows=(7, 6) * 4, worth=1.2
            ),
        ),
        suit="diamond",
        demo_column=1,
        motto=Wording("Four rows to put in order"),
        in_sequence=True,
        hover_targets=True,
        button=OwnButton.REDEAL,
        options=(
            GameOption(
                "placement",
                Wording("Gaps after a redeal"),
                (
                    RuleChoice(
                        PLACED,
                        Wording("After the sequences"),
                        Wording("gaps after the sequences"),
                        Wording("After the sequences"),
                        Wording("sequences"),
                    ),
                    RuleChoice(
                        RANDOM,
                        Wording("At random"),
                        Wording("random gaps"),
                        Wording("At random"),
                        Wording("random"),
                    ),
                ),
                Wording("Change where the gaps lie after a redeal"),
            ),
        ),
        keys=(
            KeyHelp("A–D", Wording("fill gaps 1 to 4, counted row by row")),
            KeyHelp(SHIFT, Wording("with a letter: the second 2 that fits")),
        ),
    )

    def __init__(self, placement: str = PLACED, *, redeals: int = max_redeals) -> None:
        self.placement: Final = placement
        """RANDOM: a redeal shuffles the gaps in with the cards. PLACED: each row's gap comes after
        its sequence.
        """
        self.redeals: Final = redeals
        """How many redeals a game may take; less than `max_redeals` only for `--redeals N`."""

    def letters(self, position: Position) -> str:
        """A to D are the gaps in reading order, wherever they are."""
        letters = iter("ABCD")
        return "".join(" " if held else next(letters) for held in position.piles)

    def deal(self, deck: Sequence[Card]) -> Position:
        """Four rows of thirteen; the aces are taken out."""
        slots = (() if cards.rank(card) == cards.ACE else (card,) for card in deck)
        return Position(tuple(slots), deck=deals.deck_text(tuple(deck)))

    def fits(self, card: Card, onto: Card) -> bool:
        """True if a card may lie at the right of another: one higher in suit."""
        return card == onto + 4 and cards.rank(onto) != cards.ACE

    def gaps(self, position: Position) -> list[int]:
        """The indices of the four gaps in reading order."""
        return [slot for slot, held in enumerate(position.piles) if not held]

    def sequence(self, position: Position, row: int) -> int:
        """How many cards of a row (0 to 3) are in sequence and fixed."""
        start = ROW_STARTS[row]
        length = 0
        for slot in range(start, start + WIDTH):
            held = position.piles[slot]
            if not held or cards.rank(held[0]) != length + 1:
                break
            if length and held[0] != position.piles[slot - 1][0] + 4:
                break
            length += 1
        return length

    def sequences(self, position: Position) -> tuple[tuple[int, int], ...]:
        """First and last slot of each row's cards in sequence."""
        lengths = (self.sequence(position, row) for row in range(ROWS))
        return tuple(
            (start, start + length - 1)
            for start, length in zip(ROW_STARTS, lengths, strict=True)
            if length
        )

    def is_fixed(self, position: Position, slot: int) -> bool:
        """True if the card in a slot is in sequence."""
        row, place = divmod(slot, WIDTH)
        return place < self.sequence(position, row)

    def candidates(self, position: Position, gap: int) -> list[Move]:
        """The moves that fill a gap: one card at most, but in a leftmost slot the twos that are not
        in such a slot, in the order of suits.
        """
        if gap in ROW_STARTS:
            fixed = {held[0] for start in ROW_STARTS if (held := position.piles[start])}
            twos = (cards.card(cards.TWO, suit) for suit in range(4))
            return [Move(two, EMPTY, gap // WIDTH + 1) for two in twos if two not in fixed]
        left = position.piles[gap - 1]
        if not left or cards.rank(left[0]) == cards.KING:
            return []
        return [Move(left[0] + 4, left[0])]

    def choices(self, position: Position, slot: int) -> list[Move]:
        """What a click on a slot can do: fill the gap, or move the card; first choice first."""
        if position.piles[slot]:
            (card,) = self.run(position, Seat(slot, 0))
            found = [move for move in self._card_moves(position) if move.card == card]
        else:
            found = self.candidates(position, slot)
        if not found:
            raise IllegalMove(self._unfilled(position, slot))
        return found

    def _unfilled(self, position: Position, slot: int) -> Refusal:
        """Why the card in a slot cannot move, or why a gap cannot be filled."""
        if position.piles[slot]:
            return Refusal.NOTHING
        if slot in ROW_STARTS:
            return Refusal.NO_TWO
        return Refusal.AFTER_KING if position.piles[slot - 1] else Refusal.AFTER_GAP

    def run(self, position: Position, seat: Seat) -> tuple[Card, ...]:
        """The card in a seat. Raises IllegalMove if it is in sequence."""
        if not position.piles[seat.pile]:
            raise IllegalMove(Refusal.BARE)
        if self.is_fixed(position, seat.pile):
            raise IllegalMove(Refusal.FIXED)
        return position.piles[seat.pile]

    def aim(self, position: Position, card: Card, pile: int) -> Move:
        """What a drop on a slot means: the row's start, or to the right of a card."""
        if pile in ROW_STARTS:
            return Move(card, EMPTY, PILES[pile].place)
        left = position.piles[pile - 1]
        # No card can go right of another gap. A card onto itself stands for that illegal move.
        return Move(card, left[0] if left else card)

    def _card_moves(self, position: Position) -> list[Move]:
        gaps = self.gaps(position)
        return [move for gap in gaps for move in self.candidates(position, gap)]

    def moves(self, position: Position) -> list[Move]:
        """Gap by gap in reading order; a redeal only where no card can move."""
        if self.needs_redeal(position):
            return [Move(None, REDEAL)]
        return self._card_moves(position)

    def apply(self, position: Position, move: Move) -> Position:
        """A card fills a gap, or all loose cards are dealt again."""
        if move.onto == REDEAL:
            return self._redeal(position)
        card, seat = taken_from(position, move)
        self.run(position, seat)
        table = carry(position, seat, self._gap(position, card, move))
        return Position(table, used=position.used, deck=position.deck)

    def _gap(self, position: Position, card: Card, move: Move) -> int:
        """The gap a move fills; a two without a row goes to the first free leftmost slot."""
        for gap in self.gaps(position):
            for fitting in self.candidates(position, gap):
                same = fitting.card == card and fitting.onto == move.onto
                if same and move.place in (0, fitting.place):
                    return gap
        raise IllegalMove(Refusal.MISFIT)

    def _redeal(self, position: Position) -> Position:
        if self.is_won(position) or self._card_moves(position):
            raise IllegalMove(Refusal.NOT_STUCK)
        if position.used >= self.redeals:
            raise IllegalMove(Refusal.NO_REDEALS)
        fixed = [self.sequence(position, row) for row in range(ROWS)]
        rows = zip(ROW_STARTS, fixed, strict=True)
        rest = (position.piles[start + n : start + WIDTH] for start, n in rows)
        loose: list[Card | None] = [*sorted(held[0] for slots in rest for held in slots if held)]
        at_random = self.placement == RANDOM
        if at_random:
            loose += [None] * ROWS
        dealt = iter(shuffled(loose, self._seed(position, fixed)))
        table = list(position.piles)
        for row, start in enumerate(ROW_STARTS):
            for slot in range(start + fixed[row], start + WIDTH):
                after_sequence = slot == start + fixed[row] and not at_random
                card = None if after_sequence else next(dealt)
                table[slot] = () if card is None else (card,)
        return Position(tuple(table), used=position.used + 1, deck=position.deck)

    def _seed(self, position: Position, fixed: list[int]) -> str:
        """What a redeal depends on: the deck, the redeal's index, and each row's sequence."""
        held = (
            deals.deck_text(tuple(position.piles[start + place][0] for place in range(length)))
            for start, length in zip(ROW_STARTS, fixed, strict=True)
        )
        return "/".join((position.deck, str(position.used + 1), *held))

    def seen(self, deck: Sequence[Card], before: Position | None, position: Position) -> set[int]:
        """The redeal that was made just now, as a number that names the cards it kept."""
        if before is None or position.used == before.used:
            return set()
        fixed = [self.sequence(before, row) for row in range(ROWS)]
        return {hash_text(self._seed(before, fixed))}

    def needs_redeal(self, position: Position) -> bool:
        """True if no card can move, but a redeal is left."""
        waiting = not self._card_moves(position) and not self.is_won(position)
        return waiting and position.used < self.redeals

    def score(self, position: Position) -> int:
        """Cards in sequence."""
        return sum(self.sequence(position, row) for row in range(ROWS))

    def key(self, position: Position) -> Hashable:
        """Every slot matters, and the redeals used."""
        return position.piles, position.used


# The shuffle of a redeal. Its result never changes and is the same on every machine.


def shuffled(things: Sequence[T], seed: str) -> list[T]:
    """Return the things in an order that depends only on their given order and the seed."""
    drawn = list(things)
    numbers = _numbers(seed)
    for last in range(len(drawn) - 1, 0, -1):
        other = _below(last + 1, numbers)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn


def _numbers(seed: str) -> Iterator[int]:
    """Endless 32-bit numbers: SHA-256 of the seed's SHA-256 and a counter."""
    from hashlib import sha256

    base = sha256(seed.encode()).digest()
    counter = 0
    while True:
        block = sha256(base + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, len(block), 4))
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number below `limit`, all equally likely: draws beyond its last multiple are repeated."""
    even = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < even) % limit
