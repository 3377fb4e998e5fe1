"""What a click, a drop or a key means: pure functions from a position to a move or a selection.

In one-click games a click plays a move at once. In other games a click takes a card up, which is a
`Selection`, and the next click or key places it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from game.core.cards import Card
from game.core.moves import DONE, Move
from game.core.position import PileKind, Position, Seat
from game.rules import IllegalMove, Refusal, Rules, stock_of


class Selection(NamedTuple):
    """A card taken up, with all that lies on it."""

    seat: Seat
    by_key: bool = False
    """The card was taken up by a letter key, so placing it may choose another run of its pile."""


def card_at(position: Position, seat: Seat) -> Card | None:
    """The card in a seat; None for an empty place."""
    held = position.piles[seat.pile]
    return held[seat.depth] if seat.depth < len(held) else None


def is_selectable(rules: Rules, position: Position, seat: Seat) -> bool:
    """True if the card in a seat can be taken up."""
    try:
        return bool(rules.run(position, seat))
    except IllegalMove:
        return False


def choice(rules: Rules, position: Position, seat: Seat, *, second: bool = False) -> Move:
    """One-click games: the move that a click on a seat makes; `second`: the second choice. Raises
    IllegalMove.
    """
    if card_at(position, seat) is not None:
        rules.run(position, seat)
    choices = rules.choices(position, seat.pile)
    if second and len(choices) < 2:
        raise IllegalMove(Refusal.NO_SECOND)
    return choices[second]


def place_for(rules: Rules, position: Position, selection: Selection, pile: int) -> Move:
    """The move of a selection to a pile. Raises IllegalMove if the rules refuse it."""
    refused: IllegalMove | None = None
    for card in _offered(rules, position, selection, pile):
        try:
            move = _aimed(rules, position, card, pile)
            rules.apply(position, move)
        except IllegalMove as error:
            # Why a fitting run is refused says more than that another run does not fit.
            if refused is None or refused.refusal is Refusal.MISFIT:
                refused = error
        else:
            return move
    raise refused or IllegalMove(Refusal.BARE)


def _aimed(rules: Rules, position: Position, card: Card, pile: int) -> Move:
    """The move of a card to a pile, legal or not. Raises IllegalMove if the pile takes none."""
    kind, stock = rules.piles[pile].kind, stock_of(rules)
    if kind is PileKind.PULL or pile == stock:
        raise IllegalMove(Refusal.NO_RETURN)
    if kind is PileKind.RESERVE and position.piles[pile]:
        raise IllegalMove(Refusal.ONE_CARD)
    return rules.aim(position, card, pile)


def clicked_move(rules: Rules, position: Position, card: Card, pile: int) -> Move:
    """The move of a card, with all that lies on it, to a pile. Raises IllegalMove also where the
    rules would take the card to another pile, such as from another suit's foundation to its own.
    """
    move = _aimed(rules, position, card, pile)
    seat = rules.apply(position, move).seat(card)
    if seat is None or seat.pile != pile:
        raise IllegalMove(Refusal.OTHER_SUIT)
    return move


def _offered(rules: Rules, position: Position, selection: Selection, pile: int) -> Iterator[Card]:
    """The deepest cards of the runs to try: the selected card, or for a selection by key every run
    of its pile, the longest first. To an empty pile no run longer than the selection is tried.
    """
    held = position.piles[selection.seat.pile]
    if not selection.by_key:
        yield held[selection.seat.depth]
        return
    shortened = selection.seat.depth if not position.piles[pile] else 0
    for depth in range(shortened, len(held)):
        if is_selectable(rules, position, Seat(selection.seat.pile, depth)):
            yield held[depth]


def targets(rules: Rules, position: Position, card: Card) -> frozenset[int]:
    """The piles that a card can go to by `clicked_move`."""
    found = set()
    for pile in range(len(rules.piles)):
        with suppress(IllegalMove):
            clicked_move(rules, position, card, pile)
            found.add(pile)
    return frozenset(found)


def takes_up(rules: Rules, position: Position, seat: Seat) -> bool:
    """True if a click takes up the card in a seat: the card can go somewhere, or it is on a
    foundation, where the click may begin the double click that purges.
    """
    card = card_at(position, seat)
    if card is None or not is_selectable(rules, position, seat):
        return False
    at_home = rules.piles[seat.pile].kind is PileKind.FOUNDATION
    return at_home or bool(targets(rules, position, card))


def takes_instead(
    rules: Rules, position: Position, taken: Seat, clicked: Seat, refused: IllegalMove
) -> bool:
    """Where the pile of a clicked seat has refused the selection `taken`: True if the click takes
    up the clicked card instead; False if the selection stays, as where its run is too long.
    """
    if refused.refusal is Refusal.TOO_LONG:
        return False
    return clicked.pile == taken.pile or takes_up(rules, position, clicked)


def why_it_stays(rules: Rules, position: Position, card: Card) -> IllegalMove:
    """Why a card has no target. If its run is too long, the error is that of the pile that takes
    most cards; else an empty place would change nothing, or no place takes the card.
    """
    errors = []
    for pile in range(len(rules.piles)):
        try:
            rules.apply(position, _aimed(rules, position, card, pile))
        except IllegalMove as error:
            errors.append(error)
    too_long = [error for error in errors if error.refusal is Refusal.TOO_LONG]
    if too_long:
        return max(too_long, key=lambda error: error.most)
    same = next((error for error in errors if error.refusal is Refusal.SAME), None)
    return same or IllegalMove(Refusal.NOTHING)


def homeward(position: Position, selection: Selection) -> Move:
    """The move of the end card of a selected pile to its foundation. Raises IllegalMove if the
    pile is empty.
    """
    held = position.piles[selection.seat.pile]
    if not held:
        raise IllegalMove(Refusal.BARE)
    return Move(held[-1], DONE)


def pick(rules: Rules, position: Position, pile: int) -> Selection:
    """The selection that a letter key makes: the longest run of its pile. Raises IllegalMove."""
    depths = range(len(position.piles[pile]))
    if not depths:
        raise IllegalMove(Refusal.BARE)
    for depth in depths:
        if is_selectable(rules, position, Seat(pile, depth)):
            return Selection(Seat(pile, depth), by_key=True)
    raise IllegalMove(Refusal.NOT_THERE)


def shorten(position: Position, selection: Selection) -> Selection | None:
    """The selection one card shorter; None past its end."""
    pile, depth = selection.seat
    if depth + 1 >= len(position.piles[pile]):
        return None
    return Selection(Seat(pile, depth + 1), by_key=True)


def pile_of_key(rules: Rules, position: Position, key: str) -> int | None:
    """The pile that a letter or digit stands for, None if it is no key of this game."""
    index = rules.letters(position).find(key.upper())
    return index if len(key) == 1 and key != " " and index >= 0 else None


def can_draw(rules: Rules, position: Position) -> bool:
    """True if a click on the stock pulls a card or turns the pulled cards over."""
    move = stock_move(rules, position)
    with suppress(IllegalMove):
        return move is not None and bool(rules.apply(position, move))
    return False


def stock_move(rules: Rules, position: Position) -> Move | None:
    """The move of a click on the stock: a pull, or a turn-over if it is empty; None in a game
    without a stock.
    """
    stock = stock_of(rules)
    return None if stock is None else rules.choices(position, stock)[0]
