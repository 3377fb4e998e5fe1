"""Finds the rules, the deals and the answer that a command line names."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from game.cli.arguments import Arguments, UsageError
from game.core import deals, level_packs, untrusted_input
from game.core.deals import Deck
from game.core.level_packs import MOST_PACK, Pack
from game.core.translatable_texts import why
from game.rules import RULES, Rules, chosen_words, fewest_moves, rules_for
from game.system.console import BAD_INPUT, complain
from game.system.settings import Settings

_MOST_PROBLEMS: Final = 20


class Dealt(NamedTuple):
    """A deal, with its name on the command line or in its pack."""

    id: str
    deck: Deck
    place: str = ""
    """The deal's place in its pack (`Pack.place_of`)."""

    @property
    def number(self) -> int | None:
        """The deal number, if the id is one and deals exactly this deck; else None."""
        return level_packs.number_of(self.id, self.deck)


class Chosen(NamedTuple):
    """The deals that a command line names."""

    rules: Rules
    dealt: Sequence[Dealt]
    status: int
    """The exit code if all else succeeds: BAD_INPUT for a pack with broken lines."""

    def one(self) -> Dealt:
        """The only deal; raises UsageError if there are several."""
        if len(self.dealt) > 1:
            raise UsageError(f"'{self.dealt[1].id}' is one deal too many")
        return self.dealt[0]


def choose(arguments: Arguments, *, whole_packs: bool = False) -> Chosen:
    """The deals of `GAME NUMBER...`, `GAME --deck TEXT` or `GAME --pack FILE ID...`. With
    `whole_packs` a pack without ids means all of its deals. Raises UsageError or DealError.
    """
    if not arguments.words:
        raise UsageError(f"'{arguments.command}' needs a game ({', '.join(RULES)})")
    game, *rest = arguments.words
    if arguments.pack is not None:
        pack = chosen_pack(arguments.pack)
        rules = rules_of_pack(pack, game, arguments)
        ids = rest or ([level.id for level in pack.levels] if whole_packs else [])
        dealt = [of_pack(pack, id) for id in ids]
        return Chosen(rules, _some(dealt, "an id"), BAD_INPUT if pack.problems else 0)
    rules = named_rules(game, arguments.rule_words)
    if arguments.deck is not None:
        return Chosen(rules, [of_deck(rest, arguments.deck)], 0)
    return Chosen(rules, _some([_of_number(word) for word in rest], "a deal number"), 0)


def _some(dealt: Sequence[Dealt], what: str) -> Sequence[Dealt]:
    if not dealt:
        raise UsageError(f"{what} is missing")
    return dealt


def _of_number(text: str) -> Dealt:
    number = deals.parse_number(text)
    return Dealt(str(number), deals.deck_of(number))


def of_deck(rest: Sequence[str], letters: str) -> Dealt:
    """The deal of `--deck`. Raises UsageError if words name another one."""
    if rest:
        raise UsageError(f"'{rest[0]}' and --deck name two different deals")
    return Dealt(letters, deals.parse_deck(letters))


def of_pack(pack: Pack, id: str) -> Dealt:
    """A deal of a pack. Raises DealError."""
    level = pack.level(id)
    return Dealt(level.id, level.deck, pack.place_of(level))


def named_rules(game: str, words: Sequence[str]) -> Rules:
    """The rules of a game under its option words. Raises UsageError."""
    try:
        return rules_for(game, words)
    except ValueError as error:
        raise UsageError(str(error)) from error


def usual_rules(game: str, arguments: Arguments, settings: Settings) -> Rules:
    """The rules of a game under the given options, else those that the player chose last. Raises
    UsageError.
    """
    return named_rules(game, arguments.rule_words or chosen_words(game, settings))


def chosen_pack(file: str) -> Pack:
    """Read a level pack and print which of its lines are broken. Raises UsageError if none is a
    deal.
    """
    pack = level_packs.read_pack(Path(file), fewest_moves)
    for problem in pack.problems[:_MOST_PROBLEMS]:
        complain(str(problem))
    if len(pack.problems) > _MOST_PROBLEMS:
        complain(f"{pack.name}: {len(pack.problems) - _MOST_PROBLEMS} more lines are invalid")
    if not pack.levels:
        raise UsageError(f"{file}: no deals in this list")
    return pack


def rules_of_pack(pack: Pack, game: str, arguments: Arguments) -> Rules:
    """The rules that a pack is for. Raises UsageError if others are asked for."""
    try:
        rules = rules_for(pack.game, pack.options)
    except ValueError as error:
        raise UsageError(f"{pack.name}, line 1: {error}") from error
    named_rules(game, ())
    if pack.game != game:
        raise UsageError(f"{pack.name} is a pack for {pack.game}, not {game}")
    asked = named_rules(game, arguments.rule_words or pack.options)
    if pack.options and asked.policy != rules.policy:
        own, other = (" ".join(choice.word for choice in each.chosen) for each in (rules, asked))
        raise UsageError(f"{pack.name} is a pack for {game} {own}, not {other}")
    return asked


def answer_text(arguments: Arguments) -> str:
    """The text of `--answer`: itself, or the content of `@FILE`, or the standard input for `-`.
    Raises UsageError, also if it is not given.
    """
    given = arguments.answer
    if given is None:
        raise UsageError(f"'{arguments.command}' needs --answer TEXT")
    try:
        if given == "-":
            if sys.stdin is None:
                raise UsageError("--answer -: there is no standard input")
            return sys.stdin.read(MOST_PACK)
        if given.startswith("@"):
            return untrusted_input.read_text(Path(given[1:]), MOST_PACK)
        return given
    except (OSError, UnicodeDecodeError, untrusted_input.InputError) as error:
        raise UsageError(f"--answer {given}: {why(error)}") from error
