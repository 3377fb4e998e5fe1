"""A second implementation of the four games, written from the specs alone. Tests compare the
rules with it.

A state here is made of cards such as (7, "h") in tuples; piles whose place does not matter are
sorted. `plain` turns a Position into one, `following` gives all states one action away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from game.core import cards
from game.core.position import Position
from game.rules import Gaps, LaPeau, Rules

Plain = tuple[int, str]
State = tuple[Any, ...]
KING = 13


def _card(card: int) -> Plain:
    return cards.rank(card) + 1, "cdhs"[cards.suit(card)]


def _pile(pile: Iterable[int]) -> tuple[Plain, ...]:
    return tuple(map(_card, pile))


def _color(card: Plain) -> str:
    return "red" if card[1] in "dh" else "black"


def _alternate(card: Plain, onto: Plain) -> bool:
    return card[0] + 1 == onto[0] and _color(card) != _color(onto)


def _suited(card: Plain, onto: Plain) -> bool:
    return card[0] + 1 == onto[0] and card[1] == onto[1]


def _without_empty(piles: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple(sorted(pile for pile in piles if pile))


def plain(rules: Rules, position: Position) -> State:
    """A position as this module sees it."""
    table = list(map(_pile, position.piles))
    if rules.name == "brainjam":
        return _without_empty(table[4:8]), _without_empty(table[8:])
    if rules.name == "lapeau":
        return (_without_empty(table[4:]),)
    if rules.name == "gaps":
        return tuple(tuple(table[start : start + 13]) for start in range(0, 52, 13))
    columns = [
        (pile[:down], pile[down:]) for pile, down in zip(table[6:], position.down[6:], strict=True)
    ]
    return table[0], table[1], tuple(sorted(c for c in columns if c != ((), ()))), position.used


def following(rules: Rules, state: State) -> set[State]:
    """All states that one action leads to; in Gaps without a redeal."""
    if isinstance(rules, LaPeau):
        found = _lapeau(state[0], _suited if rules.building == "same" else _alternate)
    elif isinstance(rules, Gaps):
        found = _gaps(state)
    else:
        found = {"brainjam": _brainjam, "klondike": _klondike}[rules.name](*state)
    return set(found) - {state}


def _home(on_table: Iterable[Plain], card: Plain) -> bool:
    """Whether a card may go home: no lower one of its suit is still on the table."""
    return not any(suit == card[1] and rank < card[0] for rank, suit in on_table)


def _brainjam(reserve: Any, columns: Any) -> Iterator[State]:
    on_table = [*(card for (card,) in reserve), *(card for column in columns for card in column)]
    sources = [(card, [c for c in reserve if c != (card,)], list(columns)) for (card,) in reserve]
    for column in columns:
        rest = [c for c in columns if c != column]
        sources.append((column[-1], list(reserve), [*rest, column[:-1]]))
    for card, kept, left in sources:
        left = [column for column in left if column]
        if _home(on_table, card):
            yield _without_empty(kept), _without_empty(left)
        for column in left:
            if _suited(card, column[-1]):
                others = [c for c in left if c != column]
                yield _without_empty(kept), _without_empty([*others, (*column, card)])
        if len(left) < 8:
            yield _without_empty(kept), _without_empty([*left, (card,)])
        if len(kept) < 4:
            yield _without_empty([*kept, (card,)]), _without_empty(left)


def _lapeau(stacks: Any, fits: Any) -> Iterator[State]:
    on_table = [card for stack in stacks for card in stack]
    empty = 13 - len(stacks)
    for stack in stacks:
        others = [s for s in stacks if s != stack]
        if _home(on_table, stack[-1]):
            yield (_without_empty([*others, stack[:-1]]),)
        for length in range(1, len(stack) + 1):
            rest, run = stack[:-length], stack[-length:]
            if not all(fits(upper, lower) for lower, upper in pairwise(run)):
                continue
            for target in others:
                if fits(run[0], target[-1]) and length <= 2**empty:
                    left = [s for s in others if s != target]
                    yield (_without_empty([*left, rest, target + run]),)
            if empty and length <= 2 ** (empty - 1):
                yield (_without_empty([*others, rest, run]),)


def _gaps(rows: State) -> Iterator[State]:
    fixed = {card for row in rows for card in _in_sequence(row)}
    for y, row in enumerate(rows):
        for x, slot in enumerate(row):
            if slot:
                continue
            left = row[x - 1] if x else None
            for card in {held[0] for cells in rows for held in cells if held} - fixed:
                if card[0] == 2 if left is None else bool(left) and _suited(left[0], card):
                    yield _filled(rows, y, x, card)


def _in_sequence(row: tuple[Any, ...]) -> list[Plain]:
    found: list[Plain] = []
    for slot in row:
        if not slot or slot[0][0] != len(found) + 2 or (found and slot[0][1] != found[0][1]):
            return found
        found.append(slot[0])
    return found


def _filled(rows: State, y: int, x: int, card: Plain) -> State:
    lifted = [[() if slot == (card,) else slot for slot in row] for row in rows]
    lifted[y][x] = (card,)
    return tuple(map(tuple, lifted))


def _klondike(reserve: Any, pull: Any, columns: Any, used: int) -> Iterator[State]:
    on_table = [*reserve, *pull, *(card for down, up in columns for card in (*down, *up))]
    if reserve:
        yield reserve[:-1], (*pull, reserve[-1]), columns, used
    elif pull and used < 2:
        yield pull[::-1], (), columns, used + 1
    ends = [(pull[-1], pull[:-1], list(columns))] if pull else []
    for down, up in columns:
        ends.append((up[-1], pull, [*_others(columns, down, up), _turned(down, up[:-1])]))
    for card, kept, left in ends:
        if _home(on_table, card):
            yield reserve, kept, _seen(left), used
    for run, kept, rest, others in _runs(pull, columns, on_table):
        for down, up in others:
            if _alternate(run[0], up[-1]):
                left = [rest, *_others(others, down, up)]
                yield reserve, kept, _seen([*left, (down, up + run)]), used
        if run[0][0] == KING and len(_seen([rest, *others])) < 7:
            yield reserve, kept, _seen([rest, *others, ((), run)]), used


def _runs(pull: Any, columns: Any, on_table: list[Plain]) -> Iterator[tuple[Any, ...]]:
    """What can be laid on a column: the run, the pull stack left, what is left of its own
    column, and the other columns.
    """
    nothing = ((), ())
    if pull:
        yield pull[-1:], pull[:-1], nothing, list(columns)
    for down, up in columns:
        for start in range(len(up)):
            yield up[start:], pull, _turned(down, up[:start]), _others(columns, down, up)
    for suit in "cdhs":
        lowest = min((rank for rank, other in on_table if other == suit), default=KING + 1)
        if lowest > 1:
            yield ((lowest - 1, suit),), pull, nothing, list(columns)


def _others(columns: Any, down: Any, up: Any) -> list[Any]:
    return [column for column in columns if column != (down, up)]


def _turned(down: Any, up: Any) -> tuple[Any, Any]:
    """The column with its last card face up."""
    return (down[:-1], down[-1:]) if down and not up else (down, up)


def _seen(columns: Any) -> tuple[Any, ...]:
    return tuple(sorted(column for column in columns if column != ((), ())))


def count_lines(rules: Rules, state: State, length: int) -> int:
    """How many lines of so many actions there are from a state (perft)."""
    if length == 0:
        return 1
    return sum(count_lines(rules, after, length - 1) for after in following(rules, state))
