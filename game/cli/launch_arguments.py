"""Reads from the command line how to start the window: folders, size, trace, the game to open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.app.launch_options import LaunchOptions, Opening
from game.cli.arguments import Arguments, UsageError, is_path
from game.cli.deal_arguments import (
    chosen_pack,
    of_deck,
    of_pack,
    rules_of_pack,
    usual_rules,
)
from game.core import deals
from game.core.cards import LETTERS
from game.core.translatable_texts import WordedError, Wording, why
from game.play import notation
from game.play.notation import Shared
from game.rules import RULES
from game.system.console import complain, is_trace
from game.system.folders import Folders, is_spare, make_own_folder, spare_data_dir, usual_folders
from game.system.settings import SettingsFile


def launch_of(arguments: Arguments) -> LaunchOptions:
    """How to start the program with its window. Raises UsageError or WordedError."""
    folders = folders_of(arguments)
    has_no_home_folder = is_spare(folders.data)
    if has_no_home_folder:
        folders = Folders(make_own_folder(folders.data))
    return LaunchOptions(
        folders,
        opening_of(arguments, folders.settings),
        arguments.fullscreen if arguments.fullscreen or arguments.windowed else None,
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
    if _is_shared(words):
        return _open_shared(words, arguments)
    if len(words) == 1 and words[0] not in RULES:
        told = Wording("no such game or file: '{word}' (games: {known})")
        raise WordedError(told.filled(word=words[0], known=", ".join(RULES)))
    chosen = SettingsFile(settings, read_only=True).settings
    rules = usual_rules(words[0], arguments, chosen)
    if arguments.deck is not None:
        return Opening(rules, deck=of_deck(words[1:], arguments.deck).deck)
    if len(words) == 1:
        return Opening(rules, to_list=rules.facts.graded_list)
    return Opening(rules, deals.parse_number(words[1]))


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


def _is_shared(words: Sequence[str]) -> bool:
    """True for the words of a sharing line, whose first word `fourfold` may be missing."""
    return words[0] == "fourfold" or len(words) > 2 or len(words[-1]) == len(LETTERS)


def _open_shared(words: Sequence[str], arguments: Arguments) -> Opening:
    if arguments.rule_words or arguments.deck is not None:
        raise UsageError("a share code has its own rule and deal")
    try:
        shared = notation.read_shared(" ".join(words))
    except ValueError as error:
        raise UsageError(str(error)) from error
    return Opening(shared.rules, shared.number, shared.deck, shared.moves)


def folders_of(arguments: Arguments) -> Folders:
    """The folders for the player's things; they need not exist yet."""
    given = given_dir(arguments)
    return _usual_folders() if given is None else Folders(given)


def given_dir(arguments: Arguments) -> Path | None:
    """The folder that `--data-dir` names, or None. Raises UsageError if it is not a folder."""
    given = arguments.data_dir
    if given is None:
        return None
    try:
        if Path(given).exists() and not Path(given).is_dir():
            raise UsageError(f"--data-dir {given}: it is not a folder")
    except OSError as error:
        raise UsageError(f"--data-dir {given}: {why(error)}") from error
    return Path(given).absolute()


def _usual_folders() -> Folders:
    usual = usual_folders()
    if usual is not None:
        return usual
    complain(f"no home folder found: your games are kept in {spare_data_dir()} for now")
    return Folders(spare_data_dir())


def trace_of(text: str | None) -> Path | None:
    """The trace's file, None without one. Raises UsageError if it cannot be written, or exists and
    is neither a trace nor a character device.
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
