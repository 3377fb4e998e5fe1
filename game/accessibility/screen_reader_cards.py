"""A table's piles and cards as items: each pile a list, its cards from the end inwards. Also the
map of a deal: a list of its branches and ends, and the position looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from itertools import islice

from game.accessibility.accessibility_tree import Item, ItemAction, ItemArea, ItemRole, Key
from game.core.cards import Card
from game.core.moves import DONE, Move
from game.core.position import PileKind, Position, Seat
from game.map.tree import MapNode, MapTree
from game.play.map_outline import MOST_LINES, outline, place_words
from game.play.session import Outcome, Session
from game.play.spoken_cards_and_moves import (
    Words,
    choice_words,
    pile_with_count,
    read_together,
    row_name,
    seat_words,
)
from game.rules import IllegalMove

AreaOf = Callable[[Seat], ItemArea]
CARD = frozenset((ItemAction.ACTIVATE, ItemAction.FOCUS, ItemAction.SECOND))
PRESS = frozenset((ItemAction.ACTIVATE,))


def seat_key(position: Position, seat: Seat) -> Key:
    """The key of the item at a seat. A face-up card has the same key wherever it lies; for a
    face-down card or an empty pile the key is the place.
    """
    held = position.piles[seat.pile]
    if seat.depth < len(held) and position.is_up(seat):
        return "card", held[seat.depth]
    return "pile", seat.pile, seat.depth if held else 0


def seat_of(position: Position, key: Key) -> tuple[Seat, int] | None:
    """The seat that a key stands for, and the number of the choice, 0 for the first. None if the
    key stands for no seat, or its card or place is gone.
    """
    match key:
        case ("card", int(card)):
            seat, choice = position.seat(card), 0
        case ("choice", int(card), int(number)):
            seat, choice = position.seat(card), number
        case ("pile", int(pile), int(depth)) if depth <= len(position.piles[pile]):
            seat, choice = Seat(pile, depth), 0
        case _:
            return None
    return None if seat is None else (seat, choice)


def pile_items(session: Session, area_of: AreaOf, _: Words) -> Iterator[Item]:
    """The items of all piles. The slots of a row, of one card each, are one list."""
    rules, position = session.rules, session.position
    chosen = frozenset(session.selected())
    for group in read_together(rules):
        in_rows = rules.piles[group[0]].kind is PileKind.SLOT
        if in_rows:
            name = row_name(rules, group, _)
            seats = [Seat(pile, 0) for pile in group]
        else:
            name = pile_with_count(rules, position, group[0], _)
            seats = _seats(session, group[0])
        children = tuple(
            _card(session, seat, place, area_of, chosen, _) for place, seat in enumerate(seats)
        )
        yield Item(("group", group[0]), ItemRole.LIST, name, children=children)


def _seats(session: Session, pile: int) -> list[Seat]:
    """The seats of a pile that get an item, the last card first: all cards of a column, the last
    one of any other pile, the place of an empty pile.
    """
    held, kind = session.position.piles[pile], session.rules.piles[pile].kind
    if not held:
        return [Seat(pile, 0)]
    if kind is not PileKind.COLUMN:
        return [Seat(pile, len(held) - 1)]
    return [Seat(pile, depth) for depth in range(len(held) - 1, -1, -1)]


def _card(
    session: Session,
    seat: Seat,
    place: int,
    area_of: AreaOf,
    chosen: frozenset[Card],
    _: Words,
) -> Item:
    rules, position = session.rules, session.position
    held = position.piles[seat.pile]
    card = held[seat.depth] if seat.depth < len(held) else None
    children = tuple(_other_choices(session, seat, _))
    return Item(
        seat_key(position, seat),
        ItemRole.LIST_ITEM,
        seat_words(rules, position, seat, _),
        _strip(area_of, seat, len(held)),
        children,
        actions=CARD,
        selected=True if card in chosen else None,
        place=place,
    )


def _strip(area_of: AreaOf, seat: Seat, count: int) -> ItemArea:
    """The visible area of a card: of a covered one the strip that the next card leaves free."""
    left, top, width, height = area_of(seat)
    if seat.depth + 1 < count:
        height = max(1, min(height, area_of(Seat(seat.pile, seat.depth + 1))[1] - top))
    return left, top, width, height


def _other_choices(session: Session, seat: Seat, _: Words) -> Iterator[Item]:
    """Buttons for the moves of a pile's last card, except the one that a click makes."""
    for number, move in enumerate(choices_of(session, seat)[1:], 1):
        told = choice_words(session.rules, session.position, move, number, _)
        card = session.position.piles[seat.pile][seat.depth]
        yield Item(("choice", card, number), ItemRole.BUTTON, told, actions=PRESS)


def choices_of(session: Session, seat: Seat) -> list[Move]:
    """The moves of the last card of a pile: the first by a click, the second by a right click.
    In games where a move takes two clicks, a right click sends the card to the foundation; the
    list then holds that move twice, and its first entry is not used.
    """
    rules, position = session.rules, session.position
    held = position.piles[seat.pile]
    if not held or seat.depth != len(held) - 1 or not session.is_selectable(seat):
        return []
    if rules.one_click:
        return session.choices(seat)
    if rules.piles[seat.pile].kind is PileKind.FOUNDATION:
        return []
    home = Move(held[-1], DONE)
    try:
        rules.apply(position, home)
    except IllegalMove:
        return []
    return [home, home]


def act_on(session: Session, seat: Seat, choice: int, action: ItemAction) -> Outcome | None:
    """Do what a screen reader requests for a card; None if the action plays nothing."""
    choices = choices_of(session, seat)
    if choice and choice < len(choices):
        return session.play(choices[choice])
    if action in (ItemAction.SECOND, ItemAction.ACTIVATE):
        return session.click(seat, second=action is ItemAction.SECOND)
    return None


GO = frozenset((ItemAction.ACTIVATE, ItemAction.FOCUS))


def position_items(
    session: Session,
    tree: MapTree,
    looked_at: MapNode,
    _: Words,
    *,
    is_stuck: Callable[[MapNode], bool],
    lost: Set[int],
) -> Iterator[Item]:
    """One list; the position looked at comes first if the outline does not hold it. `is_stuck`
    tells whether no move is left at a node, `lost` holds the keys of positions known to be
    lost.
    """
    nodes = [node for _depth, node in islice(outline(tree), MOST_LINES)]
    if looked_at not in nodes:
        nodes.insert(0, looked_at)
    rows = tuple(
        Item(
            ("node", *node.name),
            ItemRole.LIST_ITEM,
            place_words(session, tree, node, _, is_lost=node.key in lost, is_stuck=is_stuck(node)),
            actions=GO,
            place=n,
        )
        for n, node in enumerate(nodes)
    )
    count = len(session.history)
    name = _.plural("{n} position", "{n} positions", count).format(n=count)
    yield Item(("positions",), ItemRole.LIST, name, children=rows)
