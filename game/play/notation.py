"""Lines of moves as text: move words, Brain Jam's letters."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Final

from game.core.moves import PULL, TURN, WITHOUT_CARD, Move
from game.core.position import PileKind, Position
from game.core.translatable_texts import WordedError, Wording
from game.play.spoken_cards_and_moves import the_card
from game.rules import Rules
from game.rules.base import placed, unplaced

_LETTERS: Final = "abcdefghijkl"
_LETTER: Final = re.compile(r"([a-l])([1-9][0-9]?)?|([A-L])")


def read_answer(rules: Rules, start: Position, text: str) -> tuple[Move, ...]:
    """The moves of an answer, each played to find the next. Raises WordedError, which says which
    move is wrong and why.

    Words are separated by blanks, commas or `+`; in Brain Jam a word without `>` is a row of
    letters.
    """
    return play_answer(rules, start, text)[0]


def play_answer(rules: Rules, start: Position, text: str) -> tuple[tuple[Move, ...], Position]:
    """The moves of an answer, and the position after them; raises WordedError."""
    moves: list[Move] = []
    position = start
    for word in answer_words(rules, text):
        try:
            move = read_move(rules, position, word)
            position = rules.apply(position, move)
        except WordedError as error:
            told = Wording("move {number}, '{text}': {reason}", number=len(moves) + 1)
            raise WordedError(told.filled(text=word, reason=error.wording)) from error
        moves.append(move)
    return tuple(moves), position


def replay(rules: Rules, start: Position, moves: Iterable[Move]) -> tuple[Position, int]:
    """The position after some legal moves, and how many counted moves they are."""
    position, count = start, 0
    for move in moves:
        steps = rules.steps(position, move)
        position, count = steps[-1], count + len(steps)
    return position, count


def answer_words(rules: Rules, text: str) -> Iterable[str]:
    """The moves of an answer, each as one word."""
    for word in split_words(text):
        if rules.facts.lettered and ">" not in word:
            yield from re.findall(r"[A-La-l][0-9]*|[0-9]+|.", word)
        else:
            yield word


def split_words(text: str) -> list[str]:
    """The words of a text, between blanks, commas and `+`."""
    return re.findall(r"[^\s,+]+", text)


def read_move(rules: Rules, position: Position, word: str) -> Move:
    """The move that a word of an answer means; raises WordedError."""
    if rules.facts.lettered and ">" not in word:
        return _read_letter(rules, position, word)
    check_known(rules, word)
    return Move.parse(word)


def check_known(rules: Rules, word: str) -> None:
    """Raise WordedError for a move without a card (pull, turn or redeal) that the game does not
    have.
    """
    if word in WITHOUT_CARD and not _has(rules, word):
        raise WordedError(Wording("'{text}' is not a move in {game}", text=word, game=rules.title))


def _has(rules: Rules, word: str) -> bool:
    if word in (PULL, TURN):
        return any(pile.kind is PileKind.PULL for pile in rules.piles)
    return rules.facts.redeals


def _read_letter(rules: Rules, position: Position, word: str) -> Move:
    """The move of a letter: the end card of the letter's pile goes to one of its
    `Rules.lettered_moves`, which case or number selects. Raises WordedError.
    """
    found = _LETTER.fullmatch(word)
    if found is None:
        raise WordedError(
            Wording("this is neither a move (7h>8s) nor a letter (a to l, A to L, a3)")
        )
    pile = rules.facts.lettered[_LETTERS.index(word[0].lower())]
    hit = 2 if found[3] else int(found[2] or 1)
    held = position.piles[pile]
    lettered_moves = list(rules.lettered_moves(position, held[-1])) if held else []
    if hit > len(lettered_moves):
        if not held:
            raise WordedError(Wording("no card to move at {place}", place=word[0]))
        raise WordedError(Wording("{card} has no such move", card=the_card(held[-1])))
    return lettered_moves[hit - 1]


def letter(rules: Rules, position: Position, move: Move) -> str:
    """Brain Jam's letter of a legal move: `a` for the first of `Rules.lettered_moves`, `A` for the
    second, `a3` for the third, and so on. Raises ValueError if the move has none.
    """
    places = rules.facts.lettered
    seat = None if move.card is None else position.seat(move.card)
    if seat is None or move.card is None or seat.pile not in places:
        raise ValueError(f"'{move}' moves no card that lies there")
    place = _LETTERS[places.index(seat.pile)]
    try:
        hit = (
            list(rules.lettered_moves(position, move.card)).index(placed(rules, position, move)) + 1
        )
    except ValueError as error:
        raise ValueError(f"'{move}' is no move of this position") from error
    return {1: place, 2: place.upper()}.get(hit, f"{place}{hit}")


def write_answer(rules: Rules, start: Position, moves: Iterable[Move]) -> str:
    """An answer as text: Brain Jam's in letters, the others as words with blanks between."""
    written = []
    position = start
    for move in moves:
        if rules.facts.lettered:
            written.append(letter(rules, position, move))
        else:
            written.append(str(unplaced(rules, move)))
        position = rules.apply(position, move)
    return ("" if rules.facts.lettered else " ").join(written)


def moves_without_circles(rules: Rules, start: Position, moves: Iterable[Move]) -> int:
    """The counted moves of a legal line without those that led back to a position it had passed."""
    position, key = start, rules.key(start)
    costs: dict[Hashable, int] = {key: 0}
    for move in moves:
        passed = rules.steps(position, move)
        position, key = passed[-1], rules.key(passed[-1])
        if key in costs:
            while next(reversed(costs)) != key:
                costs.popitem()
        else:
            costs[key] = len(passed)
    return sum(costs.values())
