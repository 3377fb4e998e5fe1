"""Sharing lines: a deal with its answer as one line of text, and where people post one.

`fourfold lapeau same 484227 6d>7s 4c>done` is a whole line. The word `fourfold` may be missing, a
deck's 52 letters may stand for the number, and the number may have a `#`. Games may be in capitals
or have their titles. Around the line may stand what quotes or ends it in a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, takewhile
from typing import Final, NamedTuple

from game.core import cards, deals, untrusted_input
from game.core.deals import Deck
from game.core.moves import Move
from game.core.translatable_texts import WordedError, Wording
from game.core.untrusted_input import pasted_line
from game.play.notation import read_answer, write_answer
from game.rules import RULES, Rules, read_game, rules_for

_MOST_AROUND: Final = 100_000
"""A sharing line is searched for in this many characters from a text's start."""
_MARKS: Final = "`*_\"'“”„‘’«»‹›"
_GAMES: Final = "|".join((*RULES, *(re.escape(make.title) for make in RULES.values())))
_DEAL: Final = rf"(?:{_GAMES})(?:[ \t]+[a-z-]{{4,20}}){{0,3}}[ \t]+(?:#?[0-9]|[a-z]{{52}}\b)"
_BEGUN: Final = rf"fourfold(?!\S)|(?-i:{'|'.join(RULES)})(?!\S)"
_AT_START: Final = r"(?:^|\r)(?:[^\w#\r\n]|_)*"
"""What is no letter may stand before the line, such as the `>` of a quoted mail."""
# Compiled when they are used: a start would wait for it.
_LINE: Final = rf"(?im)(?:{_AT_START}|[{_MARKS}])(?=(?:fourfold[ \t]+)?{_DEAL})"
_BEGINNING: Final = rf"(?im){_AT_START}(?={_BEGUN})"
"""What may be a line that is broken into several, or has a fault that is told."""
_BLANK_LINE: Final = r"[\r\n][> \t]*(?:\r\n?|\n)"
_QUOTED: Final = r"(?m)^[> \t]+"
_END: Final = rf"[{_MARKS}]|[.!?;)\]…]+(?!\S)"
"""A closing mark, or what ends a sentence; no part of a sharing line has one."""


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
    """A deal with its answer as one line."""
    start = rules.deal(deck)
    words = ["fourfold", rules.name, rules.policy, deals.deck_text(deck)]
    if number is not None and deals.deck_of(number) == deck:
        words[3] = str(number)
    words.append(write_answer(rules, start, moves))
    return " ".join(word for word in words if word)


def read_shared(text: str) -> Shared:
    """The deal of the first sharing line in a text. Raises WordedError if there is none, or it is
    invalid.

    A single line that begins the text may be broken into several. Other words below it, without a
    move, are left out.
    """
    begins = _begins(text)
    if not begins:
        raise _no_line(text)
    before, found = text[: begins[0]], text[begins[0] :]
    line, below = [*re.split(r"[\r\n]", found, maxsplit=1), ""][:2]
    if len(begins) == 1 and not re.search(r"[^\W_]", before):
        broken = re.split(_BLANK_LINE, found, maxsplit=1)[0]
        try:
            return _read(re.sub(_QUOTED, "", pasted_line(broken)))
        except WordedError:
            if ">" in re.sub(_QUOTED, "", below):
                raise
    return _read(pasted_line(line))._replace(more_follow=len(begins) > 1)


def has_shared(text: str) -> bool:
    """True if a text has a sharing line, or what begins like one."""
    return bool(_begins(text))


def _begins(text: str) -> list[int]:
    """Where the sharing lines begin; two are enough to know of several."""
    text = text[:_MOST_AROUND]
    found = [match.end() for match in islice(re.finditer(_LINE, text), 2)]
    return found or [match.end() for match in islice(re.finditer(_BEGINNING, text), 2)]


def _no_line(text: str) -> WordedError:
    """Why there is nothing to take from a text without a sharing line. Raises InputError if it is
    too long or no text.
    """
    if not pasted_line(text[: untrusted_input.MOST_LINE]).strip():
        return WordedError(Wording("there is nothing to paste"))
    return WordedError(Wording("there is no share code in this text"))


def _read(line: str) -> Shared:
    """What a line holds, up to the mark or the sentence that ends it."""
    said = re.sub(r"[,:](?!\S)", " ", re.split(_END, line, maxsplit=1)[0])
    rules, number, deck, answer = split_shared(said)
    return Shared(rules, number, deck, read_answer(rules, rules.deal(deck), answer))


def split_shared(line: str) -> tuple[Rules, int | None, Deck, str]:
    """What a sharing line holds, its answer unread: rules, number, deck and the answer's text.
    Raises WordedError.
    """
    words = line.split()
    if words and words[0].lower() == "fourfold":
        del words[0]
    if not words:
        raise WordedError(Wording("a share code begins with the name of a game"))
    game, *rest = read_game(words)
    options = [*takewhile(lambda word: re.fullmatch("[a-z-]{4,20}", word), map(str.lower, rest))]
    rules = rules_for(game, options)
    dealt, answer = rest[len(options) :][:1], rest[len(options) + 1 :]
    if not dealt:
        raise WordedError(
            Wording("the share code has no deal (a number or the 52 letters of a deck)")
        )
    if len(dealt[0]) == len(cards.LETTERS):
        return rules, None, deals.parse_deck(dealt[0]), " ".join(answer)
    number = deals.parse_number(dealt[0])
    return rules, number, deals.deck_of(number), " ".join(answer)
