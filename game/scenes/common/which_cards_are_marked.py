"""Chooses what is marked on the cards: the selection and its targets, a hint, what can be redone,
and which cards can still move if all places are taken.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core.cards import Card
from game.core.moves import PULL, TURN, Action, Move
from game.core.position import PileKind, Seat
from game.history import Edge, Mark
from game.play.session import Session
from game.rules import stock_of
from game.table.card_sprites import CardSprites
from game.table.hint_picture import HintMark
from game.table.markings import Pill, TableMarks

DOT = "•"
Price = Callable[[Edge[Action]], str]
"""Returns what an action costs, as a short text such as `+3`; empty: not known."""


def redo_pills(session: Session, price: Price = lambda edge: "") -> tuple[Pill, ...]:
    """A pill for each marked action (`History.marks`), the one walked last first, at the pile that
    its card leaves: its key, or the total of the answer that goes on along it, and its price.
    """
    found = (_pill(session, mark, price(mark.edge)) for mark in session.history.marks())
    return tuple(pill for pill in found if pill is not None)


def _pill(session: Session, mark: Mark[Action], price: str) -> Pill | None:
    pile = _pile_left(session, mark.edge.action[0])
    if pile is None:
        return None
    text, right = _redo_key(session, mark.edge, pile)
    label = text if mark.total is None else str(mark.total)
    return Pill(pile, f"{label} {price}".rstrip(), right, gold=mark.total is not None)


def _pile_left(session: Session, move: Move) -> int | None:
    """The pile that a move takes a card from; a pull and a turn-over belong to the reserve, a
    redeal to the first gap.
    """
    if move.card is None:
        if move.onto in (PULL, TURN):
            return stock_of(session.rules)
        return next((n for n, held in enumerate(session.position.piles) if not held), None)
    seat = session.position.seat(move.card)
    return None if seat is None else seat.pile


def _redo_key(session: Session, edge: Edge[Action], pile: int) -> tuple[str, bool]:
    """The key that walks an edge, and whether it is the pile's second choice; a dot
    if no key does.
    """
    key = session.rules.letters(session.position)[pile].strip().lower()
    if not session.rules.one_click or not key:
        return DOT, False
    found = (session.history.known((choice,)) for choice in session.choices_of(pile))
    number = next((count for count, known in enumerate(found, 1) if known is edge), 0)
    if number == 2:
        return key.upper(), True
    return {0: DOT, 1: key}.get(number, f"{key}{number}"), False


def table_marks(
    session: Session,
    view: CardSprites,
    hovered: Seat | None,
    *,
    letters: bool,
    hint: Move | None,
    price: Price,
) -> TableMarks:
    """The selection with its targets, or the choices of a hovered card or gap; hint; pills."""
    marked = _hand_marks(session, view, hovered)
    if hint is not None and view.held is None and session.selection is None:
        marked = marked._replace(hint=hint_mark(session, hint))
    keys = session.rules.letters(session.position) if letters else ""
    return marked._replace(pills=pile_pills(session, price), letters=keys)


def pile_pills(session: Session, price: Price = lambda edge: "") -> tuple[Pill, ...]:
    """The pills at piles: for what can be redone, and a dot at each other card that can move, if
    all places are taken.
    """
    redone = redo_pills(session, price)
    marked = {pill.pile for pill in redone}
    return (
        *redone,
        *(Pill(pile, DOT, redo=False) for pile in _crowded(session) if pile not in marked),
    )


def _crowded(session: Session) -> list[int]:
    """The piles whose card can move, if every place of a one-click game is taken; else none. An
    empty column that takes only kings does not count as a place.
    """
    position, piles, rules = session.position, session.rules.piles, session.rules
    places = [n for n, pile in enumerate(piles) if pile.kind in (PileKind.COLUMN, PileKind.RESERVE)]
    free = {piles[place].kind for place in places if not position.piles[place]}
    if not rules.one_click or free - ({PileKind.COLUMN} if rules.kings_only else set()):
        return []
    return [place for place in places if session.choices_of(place)]


def hint_mark(session: Session, hint: Move) -> HintMark | None:
    """The hint's card and target pile; of a pull or turn-over the reserve, of a redeal neither."""
    position = session.position
    if hint.card is None:
        stock = stock_of(session.rules) if hint.onto in (PULL, TURN) else None
        return HintMark(None if stock is None else Seat(stock, 0))
    seat, goal = position.seat(hint.card), session.rules.apply(position, hint).seat(hint.card)
    return None if seat is None or goal is None else HintMark(seat, goal.pile)


def _hand_marks(session: Session, view: CardSprites, hovered: Seat | None) -> TableMarks:
    runs = session.rules.sequences(session.position)
    held = view.held_box()
    if view.held is not None and held is not None:
        found = session.targets(view.held.seat)
        under = view.arrangement.nearest(held, found, session.position)
        return _target_marks(session, found, under, frozenset(), runs)
    if session.selection is not None:
        found = session.targets(session.selection.seat)
        under = hovered.pile if hovered is not None and hovered.pile in found else None
        return _target_marks(session, found, under, frozenset(session.selected()), runs)
    if session.rules.facts.hover_targets and hovered is not None:
        return _gap_marks(session, hovered, runs)
    choices = session.choices(hovered) if session.rules.one_click and hovered else ()
    lifted = frozenset(each.card for each in choices if each.card is not None)
    return TableMarks(lifted=lifted, runs=runs)


def _target_marks(
    session: Session,
    found: frozenset[int],
    under: int | None,
    chosen: frozenset[Card],
    runs: tuple[tuple[int, int], ...],
) -> TableMarks:
    """What is chosen is lifted. Targets glow. The target under the mouse is reversed or, if empty,
    filled.
    """
    marks = TableMarks(chosen, found, runs=runs, lifted=chosen)
    if under is None:
        return marks
    pile = session.position.piles[under]
    if not pile:
        return marks._replace(filled=under, has_target=True)
    return marks._replace(reversed=chosen | {pile[-1]}, has_target=True)


def _gap_marks(session: Session, seat: Seat, runs: tuple[tuple[int, int], ...]) -> TableMarks:
    """A hovered card shows its places, a hovered gap the cards that fit."""
    position, choices = session.position, session.choices(seat)
    if not choices:
        return TableMarks(runs=runs)
    if position.piles[seat.pile]:
        return TableMarks(glowing=session.targets(seat), runs=runs)
    fitting = tuple(choice.card for choice in choices if choice.card is not None)
    lying = (position.seat(card) for card in fitting)
    glowing = frozenset(found.pile for found in lying if found is not None)
    return TableMarks(glowing=glowing, ghost=(seat.pile, fitting), runs=runs)
