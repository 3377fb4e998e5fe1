"""Level packs: lists of deals with an id and a claimed par each, read from text files."""

from __future__ import annotations

import re
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from game.core import untrusted_input
from game.core.deals import DealError, Deck, deck_of, parse_deck, parse_number
from game.core.translatable_texts import WordedError, Wording, why
from game.rules import rules_for

MOST_PACK: Final = untrusted_input.MEGABYTE
"""In bytes: some 15,000 deals."""
LONGEST_ID: Final = 40
_LIKE_HEAD: Final = re.compile(r"\s*#[#\s]*game\s*:", re.IGNORECASE)
_HEAD_WANTED: Final = Wording(
    "only the first line may name the game, as in '{head}'", head="# game: lapeau same"
)


class Level(NamedTuple):
    """One deal of a pack."""

    id: str
    deck: Deck
    par: int | None
    """The least number of moves, as the pack claims it; None: not known."""
    difficulty: int | None = None
    """1 (easy) to 5; None: the pack does not say."""


def number_of(id: str, deck: Deck) -> int | None:
    """The number of a deal, if its id is a number that deals exactly these cards; else None."""
    try:
        number = parse_number(id)
        return number if deck_of(number) == deck else None
    except DealError:
        return None


def pack_named(place: str) -> str:
    """The name of the pack in a deal's place (`Pack.place_of`); empty if that is empty."""
    return place.partition(" ")[2]


class Pack(NamedTuple):
    """A list of deals for one game, in the order of its file."""

    name: str
    game: str
    options: tuple[str, ...]
    """Words after the game's name in the first line, such as `same`."""
    levels: tuple[Level, ...]
    problems: tuple[Wording, ...]
    """One text for each unreadable line of the file, with file, line and reason."""
    proved: bool = False
    """True if our own solver proved the pars; False if they are claims."""

    def place_of(self, level: Level) -> str:
        """The deal's id and, after a space, the name of this pack; empty for a numbered deal of the
        game's own lists.
        """
        numbered = number_of(level.id, level.deck) is not None
        return "" if numbered and self.proved else f"{level.id} {self.name}"

    def level(self, id: str) -> Level:
        """The deal with an id, leading zeros ignored; an exact match comes first. Raises DealError
        if there is none.
        """
        by_worth = sorted(self.levels, key=lambda level: level.id != id)
        for level in by_worth:
            if level.id.lstrip("0") == id.lstrip("0"):
                return level
        raise DealError(no_deal(self.name, id))


def no_deal(pack: str, id: str) -> Wording:
    """The error for an id that is not in a pack."""
    return Wording("{pack}: no deal '{id}' in this list", pack=pack, id=id)


def in_line(name: str, number: int, error: WordedError) -> Wording:
    """The text of an error in a line of a file; lines are counted from 1."""
    wording = Wording("{file}, line {number}: {reason}", file=name, number=number)
    return wording.filled(reason=error.wording)


def without_file(problem: Wording) -> Wording:
    """The same text (`Pack.problems`) without the file's name, if it is of a line."""
    values = problem.values
    if "number" not in values:
        return problem
    return Wording("line {number}: {reason}", number=values["number"], reason=values["reason"])


def read_pack(path: Path) -> Pack:
    """Read a level pack. Raises DealError if the file cannot be read; bad lines, also those with an
    impossible par, are skipped and listed in `problems`.
    """
    try:
        text = untrusted_input.read_text(path, MOST_PACK, "utf-8-sig")
    except (OSError, UnicodeDecodeError, WordedError) as error:
        raise DealError(Wording("{file}: {reason}", file=path, reason=why(error))) from error
    return parse_pack(text, path.name)


def parse_pack(text: str, name: str) -> Pack:
    """Read the text of a pack: lines of `id deck par [difficulty]`, `#` for comments."""
    head = _head(text)
    game, options = head or ("brainjam", ())
    least = 0
    with suppress(WordedError):  # of an unknown game any par will do
        least = rules_for(game, options).fewest_moves
    levels: dict[str, Level] = {}
    problems = []
    for number, line in enumerate(StringIO(text, newline=None), 1):
        words = line.split("#")[0].split()
        try:
            if not words:
                if (number > 1 or head is None) and _LIKE_HEAD.match(line):
                    raise DealError(_HEAD_WANTED)
                continue
            level = _level(words, least)
            if level.id in levels:
                raise DealError(Wording("the id '{id}' is used twice", id=level.id))
            levels[level.id] = level
        except DealError as error:
            problems.append(in_line(name, number, error))
            if len(problems) > untrusted_input.MOST_WRONG:
                problems[-1] = in_line(name, number, DealError(untrusted_input.TOO_MANY_WRONG))
                break
    return Pack(name, game, options, tuple(levels.values()), tuple(problems))


def _head(text: str) -> tuple[str, tuple[str, ...]] | None:
    """The game and its option words from a first line such as `# game: lapeau same`, also
    in capitals; None without such a line.
    """
    first = untrusted_input.first_line(text)
    label, colon, rest = first.lstrip("# ").partition(":")
    words = rest.lower().split()
    if first.startswith("#") and colon and label.strip() == "game" and words:
        return words[0], tuple(words[1:])
    return None


def _level(words: list[str], least: int) -> Level:
    if len(words) < 3:
        wording = Wording(
            "a deal needs an id, a deck and a par, but this line has only {count} of them"
        )
        raise DealError(wording.filled(count=len(words)))
    id, deck, par, *further = words
    if len(id) > LONGEST_ID:
        wording = Wording("the id '{id}...' is too long (at most {most} characters)")
        raise DealError(wording.filled(id=id[:LONGEST_ID], most=LONGEST_ID))
    if not id.isprintable():
        raise DealError(Wording("an id cannot contain control characters"))
    cards, claimed = parse_deck(deck), _par(par, least)
    if further and further[0] not in tuple("12345"):
        raise DealError(Wording("'{text}' is not a difficulty (1 to 5)", text=further[0]))
    return Level(id, cards, claimed, int(further[0]) if further else None)


def _par(text: str, least: int) -> int | None:
    if text == "-":
        return None
    digits = text.lstrip("0")
    if not (text.isascii() and text.isdigit()) or not 0 < len(digits) < 5:
        raise DealError(Wording("'{text}' is not a par (a number of moves, or -)", text=text))
    if int(digits) < least:
        wording = Wording(
            "a par of {par} is impossible: every solution takes at least {least} moves"
        )
        raise DealError(wording.filled(par=int(digits), least=least))
    return int(digits)
