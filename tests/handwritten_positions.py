"""Builds small positions from short texts that are written by hand."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import cards
from game.core.cards import Card
from game.core.moves import Move, action_text
from game.core.position import Position, Seat
from game.history import History
from game.play.session import Session, passed_positions
from game.rules import IllegalMove, Refusal, Rules, variants

ALL_RULES: tuple[Rules, ...] = variants()
"""Every game, under each of its policies."""


def rules_name(rules: Rules) -> str:
    """`lapeau-same`, `gaps-random` and so on: what tests and golden files call rules."""
    option = rules.policy.removesuffix("-gaps")
    return f"{rules.name}-{option}" if option else rules.name


def row(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `Kc 5h`; none for an empty one."""
    return tuple(map(cards.parse_card, text.split()))


def homes(text: str) -> list[tuple[Card, ...]]:
    """Four foundations from the card that ends each: `3c Ah`."""
    ends = {cards.suit(card): cards.rank(card) for card in row(text)}
    return [
        tuple(cards.card(rank, suit) for rank in range(ends.get(suit, -1) + 1)) for suit in range(4)
    ]


def spread(columns: Sequence[str], count: int) -> list[tuple[Card, ...]]:
    """The columns written, and empty ones after them."""
    return [row(text) for text in columns] + [()] * (count - len(columns))


def brainjam(*columns: str, reserve: Sequence[str] = (), home: str = "") -> Position:
    return Position((*homes(home), *spread(reserve, 4), *spread(columns, 8)))


def lapeau(*stacks: str, home: str = "") -> Position:
    return Position((*homes(home), *spread(stacks, 13)))


def full_lapeau(*stacks: str, home: str = "", empty: int = 0) -> Position:
    """So many empty stacks and no more: lone kings and queens that fit nothing fill the rest."""
    filler = [card for card in ("Kc", "Ks", "Kh", "Kd") if card not in " ".join(stacks)]
    taken = [*stacks, *([filler[0]] * (13 - empty - len(stacks)))]
    return lapeau(*taken, home=home)


def klondike(
    *columns: str, reserve: str = "", pull: str = "", home: str = "", used: int = 0
) -> Position:
    """Columns as `5c 6d | 7h 6s`: face down left of the bar; the reserve's last is pulled first."""
    down = [len(row(text.partition("|")[0])) if "|" in text else 0 for text in columns]
    table = spread([text.replace("|", " ") for text in columns], 7)
    piles = (row(reserve), row(pull), *homes(home), *table)
    return Position(piles, (len(piles[0]), *(0,) * 5, *down, *(0,) * (7 - len(down))), used)


def gaps(*rows: str, used: int = 0) -> Position:
    """Rows of thirteen, `--` for a gap; what is left out is filled with the other cards, kings
    first. Four gaps and all 48 cards, as the rules have it.
    """
    words = [word for text in rows for word in (text.split() + ["."] * 13)[:13]]
    words += ["."] * (52 - len(words))
    written = set(row(" ".join(word for word in words if word not in ("--", "."))))
    rest = iter(sorted(set(range(4, 52)) - written, reverse=True))
    slots = {"--": lambda: (), ".": lambda: (next(rest),)}
    table = tuple(slots[word]() if word in slots else row(word) for word in words)
    assert sorted(table)[:5] == [(), (), (), (), (4,)]
    return Position(table, used=used, deck=cards.LETTERS)


def texts(moves: Sequence[Move]) -> list[str]:
    return list(map(str, moves))


def refusal(rules: Rules, position: Position, move: str) -> Refusal | None:
    """Why the rules refuse a move; None where they make it."""
    try:
        rules.apply(position, Move.parse(move))
    except IllegalMove as error:
        return error.refusal
    return None


def after(rules: Rules, position: Position, *moves: str) -> Position:
    """The position after some moves."""
    for move in moves:
        position = rules.apply(position, Move.parse(move))
    return position


def session_at(rules: Rules, position: Position, *, branching: bool = False, **how) -> Session:
    """A session whose deal is a hand-made position."""
    session = Session(rules, cards.FULL_DECK, **how)
    session.history = History(
        position,
        passed=lambda start, action: passed_positions(rules, start, action),
        key=rules.key,
        is_won=rules.is_won,
        text=action_text,
        branching=branching,
    )
    return session


def seat_of(session: Session, card: str) -> Seat:
    """Where a card lies."""
    seat = session.position.seat(cards.parse_card(card))
    assert seat is not None, card
    return seat
