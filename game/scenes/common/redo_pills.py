"""The marks at the piles that show which actions can be redone, and with which key."""

from __future__ import annotations

from collections.abc import Callable

from game.core.position import PULL, TURN, Action, Move
from game.history import Node
from game.play.session import Session
from game.table.markings import Pill

DOT = "•"
Price = Callable[[Node[Action]], str]
"""Returns what a redo to a node costs, as a short text such as `+3`; empty: not known."""


def redo_pills(session: Session, price: Price = lambda node: "") -> tuple[Pill, ...]:
    """A pill for each action that can be redone, the one visited last first, at the pile that its
    card leaves: its key, or the total of the answer that it leads to, and its price.
    """
    found = (_pill(session, node, price(node)) for node in session.tree.ahead())
    return tuple(pill for pill in found if pill is not None)


def _pill(session: Session, node: Node[Action], price: str) -> Pill | None:
    move = node.action[0] if node.action else None
    if move is None:
        return None
    pile = _pile_left(session, move)
    if pile is None:
        return None
    text, right = _redo_key(session, node, pile)
    total = session.tree.total(node)
    label = text if total is None else str(total)
    return Pill(pile, f"{label} {price}".rstrip(), right, gold=total is not None)


def _pile_left(session: Session, move: Move) -> int | None:
    """The pile that a move takes a card from; a pull and a turn-over belong to the reserve, a
    redeal to the first gap.
    """
    if move.card is None:
        if move.onto in (PULL, TURN):
            return 0
        return next((n for n, held in enumerate(session.position.piles) if not held), None)
    seat = session.position.seat(move.card)
    return None if seat is None else seat.pile


def _redo_key(session: Session, node: Node[Action], pile: int) -> tuple[str, bool]:
    """The key that redoes the action to a node, and whether it is the pile's second choice; a dot
    if no key does.
    """
    key = session.rules.letters(session.position)[pile].strip().lower()
    if not session.rules.one_click or not key:
        return DOT, False
    found = (session.tree.known((choice,)) for choice in session.choices_of(pile))
    number = next((count for count, known in enumerate(found, 1) if known is node), 0)
    if number == 2:
        return key.upper(), True
    return {0: DOT, 1: key}.get(number, f"{key}{number}"), False
