"""What a command line names: rules, deals and answers, folders, and how to start the window."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from game.app.launch_options import LaunchOptions, Opening
from game.cli.arguments import Arguments, UsageError, is_path
from game.core import deals, untrusted_input
from game.core.cards import LETTERS
from game.core.deals import Deck
from game.core.translatable_texts import WordedError, Wording, why
from game.play import level_packs
from game.play.level_packs import MOST_PACK, Pack
from game.play.sharing_lines import Shared, has_shared, read_shared
from game.rules import RULES, Rules, chosen_words, rules_for
from game.system.console import BAD_INPUT, complain, is_trace
from game.system.folders import Folders, is_spare, make_own_folder, spare_data_dir, usual_folders
from game.system.settings import Settings, SettingsFile

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
    status = 0
    if arguments.pack is not None:
        pack = chosen_pack(arguments.pack)
        rules = rules_of_pack(pack, game, arguments)
        ids = rest or ([level.id for level in pack.levels] if whole_packs else [])
        dealt = [of_pack(pack, id) for id in ids]
        status = BAD_INPUT if pack.problems else 0
    else:
        rules = named_rules(game, arguments.rule_words)
        if arguments.deck is not None:
            dealt = [of_deck(rest, arguments.deck)]
        else:
            numbers = [deals.parse_number(word) for word in rest]
            dealt = [Dealt(str(number), deals.deck_of(number)) for number in numbers]
    if not dealt:
        raise UsageError(f"{'a deal number' if arguments.pack is None else 'an id'} is missing")
    return Chosen(rules, dealt, status)


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
    pack = level_packs.read_pack(Path(file))
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


def launch_of(arguments: Arguments) -> LaunchOptions:
    """How to start the program with its window. Raises UsageError or WordedError."""
    folders = folders_of(arguments)
    has_no_home_folder = is_spare(folders.data)
    if has_no_home_folder:
        folders = Folders(make_own_folder(folders.data))
    return LaunchOptions(
        folders,
        opening_of(arguments, folders.settings),
        arguments.fullscreen,
        arguments.size,
        arguments.mute,
        arguments.reduced_motion,
        arguments.read_only,
        trace_of(arguments.trace),
        _handed_file(arguments),
        has_no_home_folder,
    )


def opening_of(arguments: Arguments, settings: Path) -> Opening | None:
    """The game to open; None for the menu. Raises UsageError or WordedError."""
    words = arguments.words
    if arguments.pack is not None:
        return _open_pack(arguments.pack, words, arguments)
    file = _handed_file(arguments)
    if file is not None:
        return _of_file(file, arguments)
    if not words:
        if arguments.rule_words or arguments.deck is not None:
            raise UsageError(f"a game ({', '.join(RULES)}) is missing")
        return None
    text = " ".join(words)
    is_short = words[0] in RULES and len(words) <= 2 and len(words[-1]) != len(LETTERS)
    if not is_short and has_shared(text):
        return _open_shared(text, arguments)
    if len(words) == 1 and words[0] not in RULES:
        told = Wording("no such game or file: '{word}' (games: {known})")
        raise WordedError(told.filled(word=words[0], known=", ".join(RULES)))
    chosen = SettingsFile(settings, read_only=True).settings
    rules = usual_rules(words[0], arguments, chosen)
    if arguments.deck is not None:
        return Opening(rules, deck=of_deck(words[1:], arguments.deck).deck)
    if len(words) == 1:
        return Opening(rules, to_list=rules.facts.graded_list)
    return Opening(rules, deals.parse_number(words[1].rstrip(",.")))


def _handed_file(arguments: Arguments) -> Path | None:
    """The file to open, as the desktop passes it on a double click; None if there is none. The name
    of a game wins over a file of that name.
    """
    words = arguments.words
    named = len(words) == 1 and words[0] not in RULES and arguments.pack is None
    return Path(words[0]).absolute() if named and is_path(words[0]) else None


def _of_file(file: Path, arguments: Arguments) -> Opening | None:
    """What to open for a file; None for an answers file or an export, which the menu takes over.
    Raises WordedError if the file holds nothing of Fourfold's.
    """
    from game.record.dropped_content import AnswersFile, is_named_export, read_file

    if is_named_export(file):
        return None
    found = read_file(file)
    if isinstance(found, AnswersFile):
        return None
    if isinstance(found, Shared):
        what = (found.rules, found.number, found.deck, found.moves)
        return Opening(*what, more_follow=found.more_follow)
    return _open_pack(str(file), (), arguments)


def _open_pack(file: str, words: Sequence[str], arguments: Arguments) -> Opening:
    """A deal of a pack, or the list of all; the pack says which game it is."""
    pack = chosen_pack(file)
    named = bool(words) and words[0] in RULES
    rules = rules_of_pack(pack, words[0] if named else pack.game, arguments)
    rest = words[1:] if named else words
    if not rest:
        return Opening(rules, pack=pack, to_list=True)
    if len(rest) > 1:
        raise UsageError(f"'{rest[1]}' is one deal too many")
    dealt = of_pack(pack, rest[0])
    return Opening(rules, dealt.number, dealt.deck, pack=pack)


def _open_shared(text: str, arguments: Arguments) -> Opening:
    """The deal of a sharing line."""
    if arguments.rule_words or arguments.deck is not None:
        raise UsageError("a share code has its own rule and deal")
    try:
        shared = read_shared(text)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return Opening(shared.rules, shared.number, shared.deck, shared.moves)


def folders_of(arguments: Arguments) -> Folders:
    """The folders for the player's things; they need not exist yet."""
    given = given_dir(arguments)
    if given is not None:
        return Folders(given)
    usual = usual_folders()
    if usual is not None:
        return usual
    complain(f"no home folder found: your games are kept in {spare_data_dir()} for now")
    return Folders(spare_data_dir())


def given_dir(arguments: Arguments) -> Path | None:
    """The folder that `--data-dir` names, or None. Raises UsageError if it is not a folder."""
    given = arguments.data_dir
    if given is None:
        return None
    if Path(given).exists() and not Path(given).is_dir():
        raise UsageError(f"--data-dir {given}: it is not a folder")
    return Path(given).absolute()


def trace_of(text: str | None) -> Path | None:
    """The trace's file, None without one. Raises UsageError if it cannot be written, or exists and
    is not a trace.
    """
    if text is None:
        return None
    file = Path(text)
    try:
        if file.is_fifo() or file.is_block_device() or file.is_socket():
            raise UsageError(f"--trace {text}: it is not a regular file")
        if file.is_file() and not is_trace(file):
            raise UsageError(
                f"--trace {text}: this file exists and is not a trace; it was left unchanged"
            )
        file.open("a").close()
    except OSError as error:
        raise UsageError(f"--trace {text}: {why(error)}") from error
    return file
