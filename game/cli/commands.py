"""The commands of the command line; a window opens only if one is needed."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import EINVAL
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game import __version__
from game.app.launch import Launch, Opening
from game.cli.arguments import (
    IN_WORDS,
    MOST_REDEALS,
    PLAY,
    Arguments,
    UsageError,
    help_text,
    is_file,
    read_arguments,
)
from game.cli.deal_arguments import (
    Chosen,
    choose,
    chosen_pack,
    named_rules,
    of_deck,
    of_pack,
    option_words,
    rules_of_pack,
)
from game.core import deals, untrusted_input
from game.core.cards import LETTERS
from game.core.deals import DealError
from game.core.messages import WordedError
from game.play import notation
from game.play.notation import AnswerError, Shared
from game.rules import RULES, Rules, chosen_words, with_redeals
from game.system.console import complain
from game.system.folder_migration import settings_in_use
from game.system.folders import Folders, claimed, spare_data_dir, usual_folders
from game.system.settings import Settings, SettingsFile
from game.system.trace import is_trace
from game.system.window_size import LEAST_WINDOW, MOST_WINDOW

if TYPE_CHECKING:
    from game.core.position import Action
    from game.storage import Storage

    Store = Storage[Action]

_INTERRUPTED: Final = 130
_PIPE_CLOSED: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    gc.enable()
    if getattr(sys, "frozen", False):
        # Only there does a process that is to search begin here; the import takes its time.
        from multiprocessing import freeze_support

        freeze_support()
    try:
        _speak_utf8()
        arguments = read_arguments(sys.argv[1:] if argv is None else argv)
        if sys.stdout is None and prints(arguments):
            return complain("there is no standard output to write to")
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except (UsageError, DealError, AnswerError) as error:
        return complain(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        _write_nothing_more()
        return _PIPE_CLOSED if is_closed_pipe(error) else complain(_of_system(error))


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
        return _print_folders(_folders(arguments))
    if "--validate" in arguments.options:
        return _validate(_folders(arguments).data)
    _given_dir(arguments)
    commands = {
        PLAY: _play,
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

    options, folders = arguments.options, _folders(arguments)
    folder = claimed(folders.data) if folders.data == spare_data_dir() else folders.data
    settings = SettingsFile(settings_in_use(folders), read_only=True).settings
    chosen = _chosen_to_play(arguments, settings)
    trace = _trace(options["--trace"]) if "--trace" in options else None
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
    folders, file = _folders(arguments), Path(arguments.words[0]).absolute()
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
    launch = _launch(arguments)
    from game.app.startup import play

    return play(launch)


def _launch(arguments: Arguments) -> Launch:
    options = arguments.options
    folders = _folders(arguments)
    homeless = folders.data == spare_data_dir()
    if homeless:
        folders = Folders(claimed(folders.data))
    return Launch(
        folders.data,
        _opening(arguments, settings_in_use(folders)),
        "--fullscreen" in options if options.keys() & {"--fullscreen", "--windowed"} else None,
        _size(options["--size"]) if "--size" in options else None,
        "--mute" in options,
        "--reduced-motion" in options,
        "--read-only" in options,
        _trace(options["--trace"]) if "--trace" in options else None,
        folders.config_dir,
        folders.cache_dir,
        _handed_file(arguments),
        homeless,
    )


def _opening(arguments: Arguments, settings: Path) -> Opening | None:
    """The game to open; None for the menu."""
    words, chosen = arguments.words, option_words(arguments)
    if "--pack" in arguments.options:
        return _open_pack(arguments)
    file = _handed_file(arguments)
    if file is not None:
        return _of_file(file, arguments)
    if not words:
        if chosen or "--deck" in arguments.options:
            raise UsageError(f"a game ({', '.join(RULES)}) is missing")
        return None
    if _is_shared(words):
        return _open_shared(words, arguments)
    if len(words) == 1 and words[0] not in RULES:
        raise UsageError(f"no such game or file: '{words[0]}' (the games are {', '.join(RULES)})")
    rules = named_rules(words[0], chosen or _remembered(words[0], settings))
    if "--deck" in arguments.options:
        return Opening(rules, deck=of_deck(words[1:], arguments).deck)
    if len(words) == 1:
        return Opening(rules, to_list=rules.facts.graded_list)
    return Opening(rules, deals.parse_number(words[1]))


def _handed_file(arguments: Arguments) -> Path | None:
    """The file that is to be opened, as a desktop does it; names of games win over files."""
    words = arguments.words
    named = len(words) == 1 and words[0] not in RULES and "--pack" not in arguments.options
    return Path(words[0]).absolute() if named and is_file(words[0]) else None


def _of_file(file: Path, arguments: Arguments) -> Opening | None:
    """What a file opens at once; None for answers, which are taken over by the menu. UsageError
    where it holds nothing of ours.
    """
    from game.record.dropped_content import AnswersFile, read_file

    try:
        found = read_file(file)
    except WordedError as error:
        raise UsageError(str(error)) from error
    if isinstance(found, AnswersFile):
        return None
    if isinstance(found, Shared):
        return Opening(found.rules, found.number, found.deck, found.moves)
    options = {**arguments.options, "--pack": str(file)}
    return _open_pack(arguments._replace(words=(), options=options))


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
    """True for the words of a sharing line, which may lack its first word."""
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
    return [*chosen_words(game, SettingsFile(settings, read_only=True).settings)]


def _folders(arguments: Arguments) -> Folders:
    """The folders for the player's things; they need not exist yet."""
    given = _given_dir(arguments)
    return _usual_folders() if given is None else Folders(given)


def _given_dir(arguments: Arguments) -> Path | None:
    """The folder that `--data-dir` names. Raises UsageError for what is no folder."""
    given = arguments.options.get("--data-dir")
    if given is None:
        return None
    try:
        if Path(given).exists() and not Path(given).is_dir():
            raise UsageError(f"--data-dir {given}: it is not a folder")
    except OSError as error:
        raise UsageError(f"--data-dir {given}: {error.strerror}") from error
    return Path(given).absolute()


def _usual_folders() -> Folders:
    usual = usual_folders()
    if usual is not None:
        return usual
    complain(f"there is no home folder, your games are kept in {spare_data_dir()} for now")
    return Folders(spare_data_dir())


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
    """The trace's file, after a check that it can be written."""
    file = Path(text)
    try:
        if file.is_file() and not is_trace(file):
            raise UsageError(f"--trace {text}: there is a file that is no trace, it is left alone")
        file.open("a").close()
    except OSError as error:
        raise UsageError(f"--trace {text}: {error.strerror}") from error
    return file
