"""The command line: what is asked, done without a window where none is needed."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from game import __version__
from game.app.launch import Launch, Opening
from game.cli.arguments import HELP, PLAY, Arguments, UsageError, read_arguments
from game.cli.deal_arguments import (
    choose,
    chosen_pack,
    named_rules,
    of_deck,
    of_pack,
    option_words,
    rules_of_pack,
)
from game.core import deals
from game.core.cards import LETTERS
from game.core.deals import DealError
from game.play import notation
from game.play.notation import AnswerError
from game.rules import RULES, BrainJam, Gaps, LaPeau
from game.system.console import complain
from game.system.folders import Folders, spare_data_dir, usual_data_dir
from game.system.settings import LEAST_WINDOW, MOST_WINDOW, SettingsFile

_INTERRUPTED: Final = 130
_PIPE_CLOSED: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line asks; returns the exit code."""
    gc.enable()
    if getattr(sys, "frozen", False):
        # Only there does a process that is to search begin here; the import takes its time.
        from multiprocessing import freeze_support

        freeze_support()
    try:
        if isinstance(sys.stdout, TextIOWrapper):
            # A folder's name may be no text.
            sys.stdout.reconfigure(errors="backslashreplace")
        status = _run(read_arguments(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except (UsageError, DealError, AnswerError) as error:
        return complain(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Python flushes once more at its end: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED


def _run(arguments: Arguments) -> int:
    if "--help" in arguments.options:
        print(HELP.format(games=", ".join(RULES)), end="")
        return 0
    if "--version" in arguments.options:
        return _print_version()
    if "--dirs" in arguments.options:
        return _print_folders(Folders(_data_dir(arguments)))
    if "--validate" in arguments.options:
        return _validate(_data_dir(arguments))
    commands = {PLAY: _play, "deal": _deal, "verify": _verify, "solve": _solve}
    return commands[arguments.command](arguments)


# Without a window


def _deal(arguments: Arguments) -> int:
    """Print a deal."""
    chosen = choose(arguments)
    dealt = chosen.one()
    print(notation.deal_text(chosen.rules, dealt.deck, dealt.number))
    return chosen.status


def _verify(arguments: Arguments) -> int:
    """Replay an answer and say whether it wins, or where it breaks."""
    if "--answer" not in arguments.options:
        raise UsageError("'verify' needs --answer TEXT")
    chosen = choose(arguments)
    start = chosen.rules.deal(chosen.one().deck)
    text = _answer_text(arguments.options["--answer"])
    try:
        moves = notation.read_answer(chosen.rules, start, text)
    except AnswerError as error:
        print(error)
        return chosen.status or 1
    position, count = notation.replay(chosen.rules, start, moves)
    won = chosen.rules.is_won(position)
    print(f"{'won in' if won else 'not won after'} {_counted(count, 'move')}")
    return chosen.status or int(not won)


def _answer_text(given: str) -> str:
    """The answer itself, from where `--answer` says that it is."""
    try:
        if given == "-":
            return sys.stdin.read()
        return Path(given[1:]).read_text(encoding="utf-8") if given.startswith("@") else given
    except UnicodeDecodeError as error:
        raise UsageError(f"--answer {given}: it is not a text") from error
    except OSError as error:
        raise UsageError(f"--answer {given}: {error.strerror}") from error


def _solve(arguments: Arguments) -> int:
    """Find answers, and print them."""
    from dataclasses import replace

    from game.cli.solve_command import print_solutions
    from game.solver.answer import Goal
    from game.solver.batch import Limits
    from game.solver.registry import has_solver

    options = arguments.options
    seconds = _amount("--time-limit", options, 0.001, 1_000_000)
    memory = _amount("--memory-limit", options, 1, 1_000_000)
    jobs = _amount("--jobs", options, 1, 256)
    chosen = choose(arguments, whole_packs=True)
    if not has_solver(chosen.rules.name):
        raise UsageError(f"there is no solver for {chosen.rules.name}")
    limits = Limits(Goal.OPTIMAL if "--optimal" in options else Goal.FIRST, seconds)
    if memory is not None:
        limits = replace(limits, memory=int(memory * 1_000_000))
    print_solutions(chosen.rules, chosen.dealt, limits, int(jobs or 1))
    return chosen.status


def _amount(name: str, options: Mapping[str, str], least: float, most: float) -> float | None:
    """The number that an option gives, None without it. Raises UsageError."""
    if name not in options:
        return None
    text = options[name]
    whole = name == "--jobs"
    if not re.fullmatch(r"[0-9]{1,9}" if whole else r"[0-9]{0,9}\.?[0-9]{1,9}", text):
        kind = "a whole number" if whole else "a number"
        raise UsageError(f"{name} {text}: it must be {kind} from {least:g} to {most:.7g}")
    if not least <= float(text) <= most:
        raise UsageError(f"{name} {text}: it must be from {least:g} to {most:.7g}")
    return float(text)


def _print_version() -> int:
    from game.solver.compiled import is_compiled

    print(f"fourfold {__version__} (solver: {'compiled' if is_compiled() else 'plain'})")
    return 0


def _validate(folder: Path) -> int:
    """Check all that is stored and all level files, and print what is wrong with them."""
    # The output is the report alone, without pygame's greeting.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.graphics.assets import levels_folder
    from game.record.validation import validate

    report = validate(folder, (levels_folder(), Folders(folder).levels))
    for problem in report.problems:
        print(problem)
    wrong = _counted(len(report.problems), "problem") if report.problems else "all is well"
    print(f"{_counted(report.deals, 'deal')} and {_counted(report.answers, 'answer')} in {folder},")
    print(f"{_counted(report.levels, 'deal')} in level files: {wrong}")
    return int(bool(report.problems))


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _print_folders(folders: Folders) -> int:
    places = {
        "data": folders.data,
        "settings": folders.settings,
        "levels": folders.levels,
        "screenshots": folders.screenshots,
        "cache": folders.cache,
    }
    for name, place in places.items():
        print(f"{name:<12} {place}")
    return 0


# With a window


def _play(arguments: Arguments) -> int:
    """Open the window."""
    launch = _launch(arguments)
    from game.app.startup import play

    return play(launch)


def _launch(arguments: Arguments) -> Launch:
    options = arguments.options
    folder = _data_dir(arguments)
    return Launch(
        folder,
        _opening(arguments, Folders(folder).settings),
        "--fullscreen" in options if options.keys() & {"--fullscreen", "--windowed"} else None,
        _size(options["--size"]) if "--size" in options else None,
        "--mute" in options,
        "--reduced-motion" in options,
        "--read-only" in options,
        _trace(options["--trace"]) if "--trace" in options else None,
    )


def _opening(arguments: Arguments, settings: Path) -> Opening | None:
    """The game to open; None for the menu."""
    words, chosen = arguments.words, option_words(arguments)
    if "--pack" in arguments.options:
        return _open_pack(arguments)
    if not words:
        if chosen or "--deck" in arguments.options:
            raise UsageError(f"a game ({', '.join(RULES)}) is missing")
        return None
    if _is_shared(words):
        return _open_shared(words, arguments)
    rules = named_rules(words[0], chosen or _remembered(words[0], settings))
    if "--deck" in arguments.options:
        return Opening(rules, deck=of_deck(words[1:], arguments).deck)
    if len(words) == 1:
        return Opening(rules, to_list=rules.name == BrainJam.name)
    return Opening(rules, deals.parse_number(words[1]))


def _open_pack(arguments: Arguments) -> Opening:
    """A deal of a pack, or the list of all; the pack says which game it is."""
    pack = chosen_pack(arguments.options["--pack"])
    words = arguments.words
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
    """True for the words of a sharing line, which may have lost the first."""
    return words[0] == "fourfold" or len(words) > 2 or len(words[-1]) == len(LETTERS)


def _open_shared(words: Sequence[str], arguments: Arguments) -> Opening:
    if option_words(arguments) or "--deck" in arguments.options:
        raise UsageError("a sharing line names its own policy and deal")
    try:
        shared = notation.read_shared(" ".join(words))
    except ValueError as error:
        raise UsageError(str(error)) from error
    return Opening(shared.rules, shared.number, shared.deck, shared.moves)


def _remembered(game: str, settings: Path) -> list[str]:
    """The option words that the player chose last for a game."""
    choices = SettingsFile(settings, read_only=True).settings
    chosen = {
        LaPeau.name: (choices.same_suit, "same"),
        Gaps.name: (choices.random_gaps, "random-gaps"),
    }
    on, word = chosen.get(game, (False, ""))
    return [word] if on else []


def _data_dir(arguments: Arguments) -> Path:
    """The folder for the player's data; it need not exist yet."""
    given = arguments.options.get("--data-dir")
    if given is None:
        return _usual_data_dir()
    try:
        if Path(given).exists() and not Path(given).is_dir():
            raise UsageError(f"--data-dir {given}: it is not a folder")
    except OSError as error:
        raise UsageError(f"--data-dir {given}: {error.strerror}") from error
    return Path(given).absolute()


def _usual_data_dir() -> Path:
    usual = usual_data_dir()
    if usual is not None:
        return usual
    complain(f"there is no home folder, your games are kept in {spare_data_dir()} for now")
    return spare_data_dir()


def _size(text: str) -> tuple[int, int]:
    """The window's size from `1280x800`."""
    found = re.fullmatch(r"([0-9]{1,5})[xX]([0-9]{1,5})", text)
    if found is None:
        raise UsageError(f"--size {text}: write it as 1280x800")
    width, height = int(found[1]), int(found[2])
    if width < LEAST_WINDOW[0] or height < LEAST_WINDOW[1]:
        raise UsageError(f"--size {text}: the least is {LEAST_WINDOW[0]}x{LEAST_WINDOW[1]}")
    if width > MOST_WINDOW[0] or height > MOST_WINDOW[1]:
        raise UsageError(f"--size {text}: the most is {MOST_WINDOW[0]}x{MOST_WINDOW[1]}")
    return width, height


def _trace(text: str) -> Path:
    """The trace's file, once it is sure that it can be written."""
    try:
        Path(text).open("a").close()
    except OSError as error:
        raise UsageError(f"--trace {text}: {error.strerror}") from error
    return Path(text)
