"""Why a move was refused, as a sentence for the player, in the words of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core import cards
from game.core.cards import Card
from game.core.position import Pile, PileKind, Position, Seat
from game.core.translatable_texts import Wording
from game.play.click_and_drop import is_selectable
from game.play.spoken_cards_and_moves import the_card
from game.rules import IllegalMove, Refusal, Rules, stock_of


def wording(rules: Rules, error: IllegalMove) -> Wording:
    """The reason without a full stop, to be said in any language."""
    if error.refusal is Refusal.TOO_LONG:
        return rules.facts.too_long.filled(most=error.most)
    return _WORDINGS[error.refusal]


def reason(rules: Rules, position: Position, error: IllegalMove, card: Card | None) -> Wording:
    """The reason why a card was refused in a position: it names the card that would fit."""
    taught = None if card is None else _taught(rules, position, error.refusal, card)
    return taught or wording(rules, error)


def _taught(rules: Rules, position: Position, refusal: Refusal, card: Card) -> Wording | None:
    """A reason that names the card that would fit; None if the general wording says as much."""
    seat = position.seat(card)
    kind = None if seat is None else rules.piles[seat.pile].kind
    match refusal:
        case Refusal.NOT_NEXT | Refusal.NOT_THERE | Refusal.COVERED if kind is PileKind.FOUNDATION:
            return Wording("The card is home already")
        case Refusal.MISFIT:
            return _takers(rules, card)
        case Refusal.NOTHING:
            return _nowhere(rules, card)
        case Refusal.SAME if cards.rank(card) != cards.KING:
            why = _takers(rules, card)
            return Wording("{why}; another empty place would change nothing", why=why)
        case Refusal.NOT_NEXT:
            return Wording("Home wants {card} first", card=_next_home(rules, position, card))
        case Refusal.NOT_THERE if seat is not None and seat.pile == stock_of(rules):
            return Wording("The cards of the reserve have to be pulled first")
        case Refusal.COVERED if seat is not None and kind is PileKind.COLUMN:
            return _covered(rules, position, seat)
    return None


def _takers(rules: Rules, card: Card) -> Wording:
    """Says which cards, or which place, alone can take a card."""
    takers = [the_card(onto) for onto in cards.FULL_DECK if rules.fits(card, onto)]
    said, in_rows = the_card(card), rules.piles[0].kind is PileKind.SLOT
    match takers:
        case [onto, other]:
            return Wording("Only {onto} or {other} takes {card}", onto=onto, other=other, card=said)
        case [onto] if in_rows:
            return Wording("Only the gap right of {left} takes {card}", left=onto, card=said)
        case [onto]:
            return Wording("Only {onto} takes {card}", onto=onto, card=said)
    if in_rows:
        return Wording("Only the left end of a row takes {card}", card=said)
    return Wording("Only an empty place takes {card}", card=said)


def _nowhere(rules: Rules, card: Card) -> Wording:
    """As `_takers`, for a card that an empty place could also take if one were free for it."""
    why = _takers(rules, card)
    if rules.piles[0].kind is PileKind.SLOT or cards.rank(card) == cards.KING:
        return why
    if rules.kings_only:
        return Wording("{why}; an empty column takes only a king", why=why)
    return Wording("{why}, and no place is free", why=why)


def _next_home(rules: Rules, position: Position, card: Card) -> Wording:
    """The card that the foundation of a card's suit takes next."""
    suit = cards.suit(card)
    home = rules.piles.index(Pile(PileKind.FOUNDATION, suit + 1))
    return the_card(cards.card(len(position.piles[home]), suit))


def _covered(rules: Rules, position: Position, seat: Seat) -> Wording:
    """Why a card of a column cannot leave the cards that lie on it."""
    if is_selectable(rules, position, seat):
        return Wording("Only a card with nothing on it goes home")
    if rules.one_click:
        return Wording("Only the last card of a column can move")
    return rules.facts.not_in_sequence


_WORDINGS: Final[Mapping[Refusal, Wording]] = {
    Refusal.BARE: Wording("There is no card to move"),
    Refusal.NOT_THERE: Wording("There is no such card to move"),
    Refusal.COVERED: Wording("Other cards lie on it that cannot come along"),
    Refusal.FACE_DOWN: Wording("The card lies face down: it turns up once nothing lies on it"),
    Refusal.NOTHING: Wording("There is nowhere to go"),
    Refusal.AFTER_KING: Wording("No card goes right of a king: this gap stays"),
    Refusal.AFTER_GAP: Wording("No card goes right of a gap"),
    Refusal.NO_TWO: Wording("Only a 2 goes there, and each lies at the left end of a row"),
    Refusal.NO_SECOND: Wording("There is no second choice: it has only one place to go to"),
    Refusal.NOT_NEXT: Wording("Another card of the suit goes home first"),
    Refusal.MISFIT: Wording("The two do not go together"),
    Refusal.OCCUPIED: Wording("No such place is empty"),
    Refusal.OTHER_SUIT: Wording("Each suit has a home of its own"),
    Refusal.SAME: Wording("Another empty place would change nothing"),
    Refusal.ONE_CARD: Wording("A reserve takes one card only"),
    Refusal.NO_RETURN: Wording("No card goes back to the reserve or to the pulled cards"),
    Refusal.KINGS_ONLY: Wording("Only a king goes to an empty column"),
    Refusal.FIXED: Wording("The card is in sequence and stays"),
    Refusal.NO_TURNS: Wording("No turn-over is left"),
    Refusal.NO_CARDS: Wording("There is nothing to pull or to turn over"),
    Refusal.RESERVE_LEFT: Wording("The reserve must be empty before it is turned over"),
    Refusal.RESERVE_EMPTY: Wording("The reserve is empty: the pulled cards turn over first"),
    Refusal.NOT_STUCK: Wording("A redeal has to wait until no card can move"),
    Refusal.REDEAL_DUE: Wording("No card can move: it is time to redeal"),
    Refusal.NO_REDEALS: Wording("No redeal is left"),
    Refusal.PURGED: Wording("No card can be sent home"),
    Refusal.NO_UNDO: Wording("There is nothing to undo"),
    Refusal.NO_REDO: Wording("There is nothing to redo"),
    Refusal.NO_BETTER: Wording("No shorter path to this position is known"),
    Refusal.NO_ANSWER: Wording("No answer is known from here"),
    Refusal.NO_BOOKMARK: Wording("There is no bookmark"),
}
