"""A table in words, for a screen reader and for play in a terminal: piles, cards, moves.

Pure functions of rules and positions. `_` is the language of the words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from game.core import cards
from game.core.cards import Card
from game.core.moves import PULL, TURN, Action, Move
from game.core.position import PileKind, Position, Seat
from game.core.translatable_texts import Wording, said_in_turn
from game.rules import Rules, stock_of

NAMED: Final = 6
"""The largest number of moves of an action that are told one by one; of more moves only the number
of cards is told.
"""


class Words(Protocol):
    """A language: `game.system.language.Language` is one."""

    def __call__(self, text: str) -> str:
        """The translation of a text."""
        ...

    def plural(self, one: str, many: str, n: int) -> str:
        """The form that goes with a number, its `{n}` still to be filled in."""
        ...


_SUITED: Final = (
    Wording("{rank} of clubs"),
    Wording("{rank} of diamonds"),
    Wording("{rank} of hearts"),
    Wording("{rank} of spades"),
)
_RANKS: Final = {
    cards.ACE: Wording("ace"),
    10: Wording("jack"),
    11: Wording("queen"),
    cards.KING: Wording("king"),
}
_THE_RANKS: Final = {
    cards.ACE: Wording("the ace"),
    10: Wording("the jack"),
    11: Wording("the queen"),
    cards.KING: Wording("the king"),
}
_THE_RANKS_FIRST: Final = {
    cards.ACE: Wording("The ace"),
    10: Wording("The jack"),
    11: Wording("The queen"),
    cards.KING: Wording("The king"),
}
_FOUNDATIONS: Final = (
    Wording("clubs foundation"),
    Wording("diamonds foundation"),
    Wording("hearts foundation"),
    Wording("spades foundation"),
)


# Cards and piles


def card_words(card: Card, _: Words) -> str:
    """`8 of spades`, `queen of hearts`."""
    rank = cards.rank(card)
    return _SUITED[cards.suit(card)].filled(rank=_RANKS.get(rank, rank + 1)).translated(_)


def the_card(card: Card) -> Wording:
    """`the 8 of spades`, within a sentence."""
    rank = cards.rank(card)
    said = _THE_RANKS.get(rank, Wording("the {n}", n=rank + 1))
    return _SUITED[cards.suit(card)].filled(rank=said)


def the_card_first(card: Card) -> Wording:
    """`The 8 of spades`, which begins a sentence."""
    rank = cards.rank(card)
    said = _THE_RANKS_FIRST.get(rank, Wording("The {n}", n=rank + 1))
    return _SUITED[cards.suit(card)].filled(rank=said)


def rank_words(card: Card) -> Wording | int:
    """`8`, `jack`."""
    rank = cards.rank(card)
    return _RANKS.get(rank, rank + 1)


def pile_words(rules: Rules, pile: int, _: Words) -> str:
    """`column 3`, `reserve 1`, `hearts foundation`, `row 2, place 13`."""
    kind, number = rules.piles[pile]
    match kind:
        case PileKind.FOUNDATION:
            return _FOUNDATIONS[number - 1].translated(_)
        case PileKind.PULL:
            return _("waste")
        case PileKind.SLOT:
            row, place = divmod(number - 1, 13)
            return _("row {row}, place {place}").format(row=row + 1, place=place + 1)
        case PileKind.RESERVE:
            if sum(other.kind is kind for other in rules.piles) == 1:
                return _("stock")
            return _("reserve {number}").format(number=number)
    return rules.facts.column.filled(number=number).translated(_)


def pile_with_count(rules: Rules, position: Position, pile: int, _: Words) -> str:
    """`column 3, 7 cards`, `reserve 1, empty`; a slot, which holds one card, has no count."""
    held = position.piles[pile]
    if rules.piles[pile].kind is PileKind.SLOT:
        return pile_words(rules, pile, _)
    told = _.plural("{n} card", "{n} cards", len(held)).format(n=len(held))
    return f"{pile_words(rules, pile, _)}, {told if held else _('empty')}"


def seat_words(rules: Rules, position: Position, seat: Seat, _: Words) -> str:
    """`8 of spades, column 3, covered by 2`; of an empty place `empty, column 3`."""
    where = pile_words(rules, seat.pile, _)
    held = position.piles[seat.pile]
    if seat.depth >= len(held):
        gap = rules.piles[seat.pile].kind is PileKind.SLOT
        return f"{_('gap') if gap else _('empty')}, {where}"
    up = position.is_up(seat)
    what = card_words(held[seat.depth], _) if up else _("face-down card")
    above = len(held) - 1 - seat.depth
    if not above:
        return f"{what}, {where}"
    return f"{what}, {where}, " + _.plural("covered by {n}", "covered by {n}", above).format(
        n=above
    )


def pile_line(rules: Rules, position: Position, pile: int, _: Words) -> str:
    """A pile from its end inwards: `column 3, 2 cards: 8 of spades, ace of clubs`. Of a foundation
    or a pull stack only the last card is named.
    """
    kind, held = rules.piles[pile].kind, position.piles[pile]
    name = pile_with_count(rules, position, pile, _)
    down = position.down_in(pile)
    shown = held[down:][::-1]
    if kind in (PileKind.FOUNDATION, PileKind.PULL):
        shown = shown[:1]
    told = [card_words(card, _) for card in shown]
    if down and shown:
        told.append(_.plural("{n} face down", "{n} face down", down).format(n=down))
    return named_list(name, told, _) if told else name


def row_name(rules: Rules, row: Sequence[int], _: Words) -> str:
    """`row 2`."""
    return _("row {row}").format(row=rules.piles[row[0]].place)


def read_together(rules: Rules) -> Iterator[tuple[int, ...]]:
    """The groups of piles that are read together: each pile alone, the slots of a row as one."""
    slots: dict[int, list[int]] = {}
    for index, pile in enumerate(rules.piles):
        if pile.kind is PileKind.SLOT:
            slots.setdefault(pile.place, []).append(index)
        else:
            yield (index,)
    yield from map(tuple, slots.values())


def group_line(rules: Rules, position: Position, group: Sequence[int], _: Words) -> str:
    """One of the groups that are read together: a pile, or a row of slots from the left: `row 2: 5
    of clubs, gap, 9 of hearts`.
    """
    if rules.piles[group[0]].kind is not PileKind.SLOT:
        return pile_line(rules, position, group[0], _)
    slots = [position.piles[pile] for pile in group]
    told = [card_words(held[0], _) if held else _("gap") for held in slots]
    return named_list(row_name(rules, group, _), told, _)


def table_lines(rules: Rules, position: Position, _: Words) -> list[str]:
    """The whole table: a line for each pile or row."""
    return [group_line(rules, position, group, _) for group in read_together(rules)]


def ends_line(rules: Rules, position: Position, _: Words) -> str:
    """The last card of each pile; in Gaps each gap, and the card before it."""
    told = []
    for pile, held in enumerate(position.piles):
        name, slot = pile_words(rules, pile, _), rules.piles[pile].kind is PileKind.SLOT
        if held and not slot and position.is_up(position.end(pile)):
            told.append(named_list(name, [card_words(held[-1], _)], _))
        elif not slot:
            told.append(pile_with_count(rules, position, pile, _))
        elif not held:
            before = position.piles[pile - 1] if rules.piles[pile].number % 13 != 1 else ()
            after = _("gap after {card}").format(card=card_words(before[0], _)) if before else ""
            told.append(named_list(name, [after or _("gap")], _))
    return said_in_turn(told, _)


# Moves


def action_words(rules: Rules, position: Position, action: Action, _: Words) -> str:
    """What an action did to a position: `9 of clubs to 10 of clubs`, `ace of hearts home`. Names
    the cards that it turned up.
    """
    if len(action) > NAMED:
        return home_words(len(action), _)
    told = []
    for move in action:
        after = rules.apply(position, move)
        told.append(_move_words(rules, position, after, move, _))
        told.extend(_uncovered(position, after, move, _))
        position = after
    return ", ".join(told)


def home_words(count: int, _: Words) -> str:
    """How many cards went home."""
    return _.plural("{n} card home", "{n} cards home", count).format(n=count)


def move_words(rules: Rules, position: Position, move: Move, _: Words) -> str:
    """What a legal move would do. Cards that lie face down are not named."""
    if move.card is not None:
        return _move_words(rules, position, rules.apply(position, move), move, _)
    if move.onto == PULL:
        return _("draw a card")
    return _("start the next pass") if move.onto == TURN else _("redeal")


def _uncovered(before: Position, after: Position, move: Move, _: Words) -> Iterator[str]:
    """Names the card that a move away from a pile has turned up."""
    left = None if move.card is None else before.seat(move.card)
    if left is not None and before.down and after.down[left.pile] < before.down[left.pile]:
        card = after.piles[left.pile][-1]
        yield _("{card} turned up").format(card=card_words(card, _))


def _move_words(rules: Rules, before: Position, after: Position, move: Move, _: Words) -> str:
    if move.card is None:
        return _without_card(rules, after, move, _)
    left, reached = before.seat(move.card), after.seat(move.card)
    if left is None or reached is None:
        return str(move)
    words = {"cards": _run_words(before, left, _)}
    pile = rules.piles[reached.pile]
    if pile.kind is PileKind.FOUNDATION:
        return _("{cards} home").format(**words)
    if reached.depth:
        onto = card_words(after.piles[reached.pile][reached.depth - 1], _)
        return _("{cards} to {card}").format(**words, card=onto)
    return _("{cards} to {place}").format(**words, place=pile_words(rules, reached.pile, _))


def _run_words(position: Position, seat: Seat, _: Words) -> str:
    """A card and the number of cards on it: `8 of spades and 2 more`."""
    more = len(position.piles[seat.pile]) - 1 - seat.depth
    card = card_words(position.piles[seat.pile][seat.depth], _)
    if not more:
        return card
    return _.plural("{card} and {n} more", "{card} and {n} more", more).format(card=card, n=more)


def _without_card(rules: Rules, after: Position, move: Move, _: Words) -> str:
    if move.onto == PULL:
        pulled = next(n for n, pile in enumerate(rules.piles) if pile.kind is PileKind.PULL)
        stock = stock_of(rules)
        last = stock is not None and not after.piles[stock]
        told = _("{card} drawn, the last of the stock") if last else _("{card} drawn")
        return told.format(card=card_words(after.piles[pulled][-1], _))
    left = rules.max_redeals - after.used
    if move.onto == TURN:
        told = _.plural("new pass, {n} pass left", "new pass, {n} passes left", left)
    else:
        told = _.plural("redealt, {n} redeal left", "redealt, {n} redeals left", left)
    return told.format(n=left)


def choice_words(rules: Rules, position: Position, move: Move, number: int, _: Words) -> str:
    """A move that a card has besides that of a click: `second choice: 8 of spades home` where
    `number` is 1, else `other choice: ...`.
    """
    words = _("second choice: {move}") if number == 1 else _("other choice: {move}")
    return words.format(move=move_words(rules, position, move, _))


def moves_line(rules: Rules, position: Position, _: Words) -> str:
    """The possible moves in one sentence: `2 moves: ...; ...`."""
    told = [move_words(rules, position, move, _) for move in rules.moves(position)]
    if not told:
        return ending_words(rules, position, _) or _("no card can move")
    count = _.plural("{n} move", "{n} moves", len(told)).format(n=len(told))
    return named_list(count, [said_in_turn(told, _)], _)


# What holds of a position


def ending_words(rules: Rules, position: Position, _: Words) -> str:
    """Says that no card can move; empty if a card can move or the deal is won."""
    if rules.is_stuck(position):
        return _("no moves left: U-turn")
    if rules.needs_redeal(position):
        return _("no card can move: it is time to redeal")
    return ""


def won_words(moves: int, _: Words) -> str:
    """Says that the deal is won."""
    return _.plural("solved in {n} move", "solved in {n} moves", moves).format(n=moves)


def named_list(name: str, told: Sequence[str], _: Words) -> str:
    """A name and a list: `row 2: 5 of clubs, gap`."""
    return _("{name}: {list}").format(name=name, list=", ".join(told))
