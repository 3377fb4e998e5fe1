"""Sharing lines: a deal with its answer as one line of text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from game.core import cards, deals
from game.core.deals import Deck
from game.core.moves import Move
from game.core.translatable_texts import WordedError, Wording
from game.play.notation import read_answer, write_answer
from game.rules import Rules, rules_for


class Shared(NamedTuple):
    """What a sharing line holds."""

    rules: Rules
    number: int | None
    deck: Deck
    moves: tuple[Move, ...]
    """The answer, or as much of one as the line has; may be empty."""
    more_follow: bool = False
    """True for the first of several sharing lines in a text; the others were not read."""


def write_shared(rules: Rules, number: int | None, deck: Deck, moves: Sequence[Move]) -> str:
    """A deal with its answer as one line: `fourfold lapeau same 484227 6d>7s 4c>done`."""
    start = rules.deal(deck)
    words = ["fourfold", rules.name, rules.policy, deals.deck_text(deck)]
    if number is not None and deals.deck_of(number) == deck:
        words[3] = str(number)
    words.append(write_answer(rules, start, moves))
    return " ".join(word for word in words if word)


def read_shared(line: str) -> Shared:
    """Read a sharing line back. Raises WordedError, which says what is wrong with it.

    The word `fourfold` may be missing; a deck's 52 letters may stand for the number.
    """
    rules, number, deck, answer = split_shared(line)
    return Shared(rules, number, deck, read_answer(rules, rules.deal(deck), answer))


def split_shared(line: str) -> tuple[Rules, int | None, Deck, str]:
    """What a sharing line holds, its answer unread: rules, number, deck and the answer's text.
    Raises WordedError.
    """
    words = line.split()
    if words[:1] == ["fourfold"]:
        del words[0]
    if not words:
        raise WordedError(Wording("a share code begins with the name of a game"))
    game, *rest = words
    options = list(takewhile(lambda word: re.fullmatch(r"[a-z-]{4,20}", word), rest))
    rules = rules_for(game, options)
    number, deck = _deal(rest[len(options) :])
    return rules, number, deck, " ".join(rest[len(options) + 1 :])


def _deal(words: Sequence[str]) -> tuple[int | None, Deck]:
    if not words:
        raise WordedError(
            Wording("the share code has no deal (a number or the 52 letters of a deck)")
        )
    if len(words[0]) == len(cards.LETTERS):
        return None, deals.parse_deck(words[0])
    number = deals.parse_number(words[0])
    return number, deals.deck_of(number)
