"""Why a move was refused, as a sentence for the player, in the words of the rules."""

from __future__ import annotations

from game.core import cards
from game.core.cards import Card
from game.core.position import Pile, PileKind, Position, Seat
from game.core.translatable_texts import Wording
from game.play.spoken_cards_and_moves import rank_words, the_card, the_card_first
from game.rules import IllegalMove, Refusal, Rules, stock_of


def reason(rules: Rules, position: Position, error: IllegalMove, card: Card | None) -> Wording:
    """The reason why a card was refused in a position: it names the card that would fit."""
    taught = None if card is None else _taught(rules, position, error.refusal, card)
    return taught or error.wording


def _taught(rules: Rules, position: Position, refusal: Refusal, card: Card) -> Wording | None:
    """A reason that names the card that would fit; None if the general wording says as much."""
    seat = position.seat(card)
    kind = None if seat is None else rules.piles[seat.pile].kind
    match refusal:
        case Refusal.NOT_NEXT | Refusal.NOT_THERE | Refusal.COVERED if kind is PileKind.FOUNDATION:
            return Wording("This card is already home")
        case Refusal.MISFIT:
            return _takers(rules, card)
        case Refusal.NOTHING:
            return _nowhere(rules, card)
        case Refusal.SAME if cards.rank(card) != cards.KING:
            why = _takers(rules, card)
            return Wording("{why}; moving it to another empty place changes nothing", why=why)
        case Refusal.NOT_NEXT:
            suit = cards.suit(card)
            home = rules.piles.index(Pile(PileKind.FOUNDATION, suit + 1))
            following = the_card_first(cards.card(len(position.piles[home]), suit))
            return Wording("{card} has to go home first", card=following)
        case Refusal.NOT_THERE if seat is not None and seat.pile == stock_of(rules):
            return Wording("Cards in the stock have to be drawn first")
        case Refusal.COVERED if seat is not None and kind is PileKind.COLUMN:
            return _covered(rules, position, seat)
    return None


def _takers(rules: Rules, card: Card) -> Wording:
    """Says which cards, or which place, alone can take a card."""
    said, onto = the_card_first(card), _wanted(rules, card)
    if rules.piles[0].kind is PileKind.SLOT:
        if onto is None:
            return Wording("A 2 can only go to the left end of a row")
        return Wording("{card} can only go to the right of {onto}", card=said, onto=onto)
    if onto is None:
        return Wording("A king can only go to {place}", place=rules.facts.empty_place)
    return Wording("In a column {card} can only go on {onto}", card=the_card(card), onto=onto)


def _wanted(rules: Rules, card: Card) -> Wording | None:
    """The card that takes a card, or the colour and rank of the two that do; None: no card does."""
    takers = [onto for onto in cards.FULL_DECK if rules.fits(card, onto)]
    if not takers:
        return None
    return the_card(takers[0]) if len(takers) == 1 else _of_colour(takers[0])


def _of_colour(card: Card) -> Wording:
    """`a red 9`, `a black queen`."""
    red, rank = cards.is_red(card), cards.rank(card)
    if rank == cards.QUEEN:
        return Wording("a red queen") if red else Wording("a black queen")
    said = rank_words(card)
    return Wording("a red {rank}", rank=said) if red else Wording("a black {rank}", rank=said)


def _nowhere(rules: Rules, card: Card) -> Wording:
    """As `_takers`, for a card that an empty place could also take if one were free for it."""
    onto = _wanted(rules, card)
    if onto is None or rules.piles[0].kind is PileKind.SLOT:
        return _takers(rules, card)
    said = the_card_first(card)
    if rules.kings_only:
        words = Wording("{card} needs {onto}; only kings go to empty columns")
        return words.filled(card=said, onto=onto)
    place = rules.facts.empty_place
    return Wording("{card} needs {onto} or {place}", card=said, onto=onto, place=place)


def _covered(rules: Rules, position: Position, seat: Seat) -> Wording:
    """Why a card of a column cannot leave the cards that lie on it."""
    if rules.is_selectable(position, seat):
        return Wording("Only an uncovered card can go home")
    if rules.one_click:
        return Wording("Only the last card of a column can move")
    return rules.facts.not_in_sequence
