"""The commands of the command line; a window opens only if one is needed."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import EINVAL
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game import __version__
from game.cli.arguments import (
    IN_WORDS,
    MOST_REDEALS,
    PLAY,
    Arguments,
    UsageError,
    help_text,
    read_arguments,
)
from game.cli.deal_arguments import (
    Chosen,
    choose,
    named_rules,
    option_words,
)
from game.cli.launch_arguments import folders_of, given_dir, launch_of, trace_of
from game.core import untrusted_input
from game.core.messages import WordedError
from game.play import notation
from game.play.notation import AnswerError
from game.rules import Rules, chosen_words, with_redeals
from game.system.console import complain, one_line
from game.system.fault_report import said_here, show_where_unseen, wants_window
from game.system.folder_migration import settings_in_use
from game.system.folders import Folders, claimed, is_spare
from game.system.settings import Settings, SettingsFile

if TYPE_CHECKING:
    from game.core.position import Action
    from game.storage import Storage

    Store = Storage[Action]

_INTERRUPTED: Final = 130
_PIPE_CLOSED: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    if getattr(sys, "frozen", False):
        # Only there does a process that is to search begin here; the import takes its time.
        from multiprocessing import freeze_support

        freeze_support()
    words = sys.argv[1:] if argv is None else argv
    try:
        _speak_utf8()
        arguments = read_arguments(words)
        if sys.stdout is None and prints(arguments):
            return complain("there is no standard output to write to")
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except (UsageError, WordedError) as error:
        return _refuse(words, error)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        _write_nothing_more()
        return _PIPE_CLOSED if is_closed_pipe(error) else _refuse(words, error)


def _refuse(argv: Sequence[str], error: Exception) -> int:
    """Say what is wrong: at the terminal, or in a dialog to who opened a file by a double click."""
    told = _of_system(error) if isinstance(error, OSError) else str(error)
    status = complain(told)
    if wants_window(argv):
        seen = said_here(error) if isinstance(error, WordedError) else told
        show_where_unseen(one_line(seen))
    return status


def prints(arguments: Arguments) -> bool:
    """Whether what is asked for is to be read on the standard output."""
    asked = {"--help", "--version", "--dirs", "--validate"} & arguments.options.keys()
    return bool(asked) or arguments.command != PLAY


def _write_nothing_more() -> None:
    """Python flushes once more at its end: let that go nowhere."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _of_system(error: OSError) -> str:
    """What the system says; without a file's name it is of the standard output."""
    where = error.filename if error.filename is not None else "standard output"
    return f"{where}: {error.strerror or error}"


def _speak_utf8() -> None:
    """Write UTF-8 to pipes and files, whatever Windows or the locale prefer. Bytes that are no
    text, as in a folder's name, are escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8")


def is_closed_pipe(error: OSError) -> bool:
    """True for the error of writing to a closed pipe.

    Windows reports it like an invalid file name, but without the name.
    """
    return isinstance(error, BrokenPipeError) or (
        sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    )


def _run(arguments: Arguments) -> int:
    if "--help" in arguments.options:
        print(help_text(), end="")
        return 0
    if "--version" in arguments.options:
        return _print_version()
    if "--dirs" in arguments.options:
        return _print_folders(folders_of(arguments))
    if "--validate" in arguments.options:
        return _validate(folders_of(arguments).data)
    given_dir(arguments)
    if arguments.command == PLAY:
        return _play(arguments)
    # All modules are there; the window would have some more.
    gc.enable()
    commands = {
        IN_WORDS: _play_in_words,
        "deal": _deal,
        "verify": _verify,
        "solve": _solve,
        "review": _review,
        "export": _export,
        "import": _import,
    }
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
    """The answer that `--answer` gives or points to."""
    try:
        if given == "-":
            if sys.stdin is None:
                raise UsageError("--answer -: there is no standard input")
            return sys.stdin.read(untrusted_input.MOST_PACK)
        if given.startswith("@"):
            return untrusted_input.read_text(Path(given[1:]), untrusted_input.MOST_PACK)
        return given
    except untrusted_input.InputError as error:
        raise UsageError(f"--answer {given}: {error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"--answer {given}: it is not a text") from error
    except OSError as error:
        raise UsageError(f"--answer {given}: {error.strerror}") from error


def _play_in_words(arguments: Arguments) -> int:
    """Play a deal as text."""
    if "--text" not in arguments.options:
        raise UsageError(f"'{IN_WORDS}' needs --text (the window opens without '{IN_WORDS}')")
    from game.cli.text_session import play_deal

    options, folders = arguments.options, folders_of(arguments)
    folder = claimed(folders.data) if is_spare(folders.data) else folders.data
    settings = SettingsFile(settings_in_use(folders), read_only=True).settings
    chosen = _chosen_to_play(arguments, settings)
    trace = trace_of(options["--trace"]) if "--trace" in options else None
    play_deal(
        chosen.rules, chosen.dealt, folder, settings, trace, read_only="--read-only" in options
    )
    return chosen.status


def _chosen_to_play(arguments: Arguments, settings: Settings) -> Chosen:
    """The deal to play; None for a game without a deal."""
    words = arguments.words
    if len(words) == 1 and not arguments.options.keys() & {"--deck", "--pack"}:
        return Chosen(_usual_rules(arguments, settings), (), 0)
    chosen = choose(arguments)
    chosen.one()
    if "--pack" in arguments.options or not words:
        return chosen
    return chosen._replace(rules=_usual_rules(arguments, settings))


def _usual_rules(arguments: Arguments, settings: Settings) -> Rules:
    """The rules of a game as the command line, or else the player's settings, want them."""
    game = arguments.words[0]
    return named_rules(game, option_words(arguments) or chosen_words(game, settings))


def _solve(arguments: Arguments) -> int:
    """Find answers, and print them."""
    from game.cli.solve_command import print_solutions
    from game.solver.answer import Goal
    from game.solver.batch import Limits

    seconds, memory, jobs = _effort(arguments.options)
    chosen = _solvable(choose(arguments, whole_packs=True))
    goal = Goal.OPTIMAL if "--optimal" in arguments.options else Goal.FIRST
    rules = _with_redeals(chosen.rules, arguments.options)
    with _killed_by_interrupt(jobs):
        print_solutions(rules, chosen.dealt, Limits(goal, seconds, memory), jobs)
    return chosen.status


def _review(arguments: Arguments) -> int:
    """Weigh every move of a line, and print that."""
    from game.cli.review_command import review
    from game.solver.line_search import JobLimits

    if "--answer" not in arguments.options:
        raise UsageError("'review' needs --answer TEXT")
    seconds, memory, jobs = _effort(arguments.options)
    chosen = _solvable(choose(arguments))
    start = chosen.rules.deal(chosen.one().deck)
    text = _answer_text(arguments.options["--answer"])
    try:
        moves = notation.read_answer(chosen.rules, start, text)
    except AnswerError as error:
        complain(str(error))
        return 1
    with _killed_by_interrupt(jobs):
        review(chosen.rules, start, moves, JobLimits(memory=memory), seconds, jobs)
    return chosen.status


@contextmanager
def _killed_by_interrupt(jobs: int) -> Iterator[None]:
    """Let Ctrl+C end a search in this process as other signals do, at once: compiled code has no
    room for an exception at any place, and takes it for a lack of memory.
    """
    import signal  # here, for a window needs its names only once it is there

    searches = jobs == 1 and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if searches:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if searches:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _effort(options: Mapping[str, str]) -> tuple[float | None, int, int]:
    """The seconds, bytes and processes that searches may use. Raises UsageError."""
    from game.solver.search_tools import DEFAULT_MEMORY, MEGABYTE

    seconds = _amount("--time-limit", options, 0.001, 1_000_000)
    memory = _amount("--memory-limit", options, 1, 1_000_000)
    jobs = _amount("--jobs", options, 1, 256)
    # A limit that is given is one of the whole run.
    limit = DEFAULT_MEMORY if memory is None else int(memory * MEGABYTE / (jobs or 1))
    return seconds, limit, int(jobs or 1)


def _solvable(chosen: Chosen) -> Chosen:
    """The deals; raises UsageError if their game has no solver."""
    from game.solver.registry import has_solver

    if not has_solver(chosen.rules.name):
        raise UsageError(f"there is no solver for {chosen.rules.name}")
    return chosen


def _with_redeals(rules: Rules, options: Mapping[str, str]) -> Rules:
    """The rules with as many redeals as `--redeals` says. Raises UsageError."""
    redeals = _amount("--redeals", options, 0, MOST_REDEALS)
    if redeals is None:
        return rules
    limited = with_redeals(rules, int(redeals))
    if limited is None:
        raise UsageError(f"{rules.name} has no redeals")
    return limited


def _amount(name: str, options: Mapping[str, str], least: float, most: float) -> float | None:
    """An option's number; None without the option. Raises UsageError."""
    if name not in options:
        return None
    text = options[name]
    whole = name in ("--jobs", "--redeals")
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
    """Check everything that is stored and all level files, and print what is wrong."""
    if not folder.is_dir():
        return complain(f"{folder}: there is no such folder")
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
        "cache": folders.cache,
        "levels": folders.levels,
        "screenshots": folders.screenshots,
    }
    for name, place in places.items():
        print(f"{name:<12} {place}")
    return 0


def _export(arguments: Arguments) -> int:
    """Write everything into one file."""
    from game.record.full_export import export_all

    def write(storage: Store, settings: SettingsFile, folders: Folders, file: Path) -> str:
        export_all(storage, settings, folders, file)
        return f"{_counted(len(storage.library()), 'deal')} in {file}"

    return _move(arguments, write)


def _import(arguments: Arguments) -> int:
    """Take everything in."""
    from game.record.full_export import import_all, take_settings

    def read(storage: Store, settings: SettingsFile, folders: Folders, file: Path) -> str:
        before = len(storage.library())
        take_settings(settings, import_all(storage, folders, file))
        return f"{_counted(len(storage.library()) - before, 'new deal')} from {file}"

    return _move(arguments, read)


def _move(
    arguments: Arguments,
    do: Callable[[Store, SettingsFile, Folders, Path], str],
) -> int:
    """Open the player's data for a command that names one file, and print what came of it."""
    from game.core.position import action_text, parse_action
    from game.storage import Storage, StorageError

    if len(arguments.words) != 1:
        raise UsageError(f"'{arguments.command}' needs the name of one file")
    folders, file = folders_of(arguments), Path(arguments.words[0]).absolute()
    storage = Storage(folders.data, action_text=action_text, parse_action=parse_action)
    try:
        for notice in storage.take_notices():
            complain(str(notice))
        print(do(storage, SettingsFile(folders.settings), folders, file))
    except StorageError as error:
        complain(str(error))
        return 1
    finally:
        storage.close()
    return 0


# With a window


def _play(arguments: Arguments) -> int:
    """Open the window."""
    launch = launch_of(arguments)
    from game.app.startup import play

    return play(launch)
