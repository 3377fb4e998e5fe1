"""The command line: what is asked, done without a window where none is needed."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Mapping, Sequence
from errno import EINVAL
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from game import __version__
from game.app.launch import Launch, Opening
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
    chosen_pack,
    named_rules,
    of_deck,
    of_pack,
    option_words,
    rules_of_pack,
)
from game.core import deals, outside
from game.core.cards import LETTERS
from game.core.deals import DealError
from game.play import notation
from game.play.notation import AnswerError
from game.rules import RULES, Rules, chosen_words, with_redeals
from game.system.console import complain
from game.system.folders import Folders, spare_data_dir, usual_data_dir
from game.system.settings import LEAST_WINDOW, MOST_WINDOW, Settings, SettingsFile

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
        _speak_utf8()
        status = _run(read_arguments(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except (UsageError, DealError, AnswerError) as error:
        return complain(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        if not is_closed_pipe(error):
            raise
        # Python flushes once more at its end: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED


def _speak_utf8() -> None:
    """Texts to pipes and files are UTF-8, whatever Windows or the locale would have. What is no
    text, as a folder's name may be, is written escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8")


def is_closed_pipe(error: OSError) -> bool:
    """True for what comes of writing to a reader that has gone. Windows says for that, without a
    file's name, what it says for a name that makes none.
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
        return _print_folders(Folders(_data_dir(arguments)))
    if "--validate" in arguments.options:
        return _validate(_data_dir(arguments))
    commands = {
        PLAY: _play,
        IN_WORDS: _play_in_words,
        "deal": _deal,
        "verify": _verify,
        "solve": _solve,
        "review": _review,
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
    """The answer itself, from where `--answer` says that it is."""
    try:
        if given == "-":
            return sys.stdin.read()
        if given.startswith("@"):
            return outside.read_text(Path(given[1:]), outside.MOST_PACK)
        return given
    except outside.OutsideError as error:
        raise UsageError(f"--answer {given}: {error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"--answer {given}: it is not a text") from error
    except OSError as error:
        raise UsageError(f"--answer {given}: {error.strerror}") from error


def _play_in_words(arguments: Arguments) -> int:
    """Play a deal in words."""
    if "--text" not in arguments.options:
        raise UsageError(f"'{IN_WORDS}' needs --text (the window opens without '{IN_WORDS}')")
    from game.cli.text_session import play_deal

    options, folder = arguments.options, _data_dir(arguments)
    settings = SettingsFile(Folders(folder).settings, read_only=True).settings
    chosen = _chosen_to_play(arguments, settings)
    trace = _trace(options["--trace"]) if "--trace" in options else None
    play_deal(
        chosen.rules, chosen.dealt, folder, settings, trace, read_only="--read-only" in options
    )
    return chosen.status


def _chosen_to_play(arguments: Arguments, settings: Settings) -> Chosen:
    """The deal to play; with a game alone, none."""
    words = arguments.words
    if len(words) == 1 and not arguments.options.keys() & {"--deck", "--pack"}:
        return Chosen(_usual_rules(arguments, settings), (), 0)
    chosen = choose(arguments)
    chosen.one()
    if "--pack" in arguments.options or not words:
        return chosen
    return chosen._replace(rules=_usual_rules(arguments, settings))


def _usual_rules(arguments: Arguments, settings: Settings) -> Rules:
    """The rules of a game as the command line or, where it says nothing, the player wants them."""
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
    review(chosen.rules, start, moves, JobLimits(memory=memory), seconds, jobs)
    return chosen.status


def _effort(options: Mapping[str, str]) -> tuple[float | None, int, int]:
    """Seconds, bytes and processes that searches may take. Raises UsageError."""
    from game.solver.search_tools import DEFAULT_MEMORY, MEGABYTE

    seconds = _amount("--time-limit", options, 0.001, 1_000_000)
    memory = _amount("--memory-limit", options, 1, 1_000_000)
    jobs = _amount("--jobs", options, 1, 256)
    limit = DEFAULT_MEMORY if memory is None else int(memory * MEGABYTE)
    return seconds, limit, int(jobs or 1)


def _solvable(chosen: Chosen) -> Chosen:
    """The deals themselves. Raises UsageError where their game has no solver."""
    from game.solver.registry import has_solver

    if not has_solver(chosen.rules.name):
        raise UsageError(f"there is no solver for {chosen.rules.name}")
    return chosen


def _with_redeals(rules: Rules, options: Mapping[str, str]) -> Rules:
    """The rules with as many redeals as `--redeals` gives. Raises UsageError."""
    redeals = _amount("--redeals", options, 0, MOST_REDEALS)
    if redeals is None:
        return rules
    limited = with_redeals(rules, int(redeals))
    if limited is None:
        raise UsageError(f"{rules.name} has no redeals")
    return limited


def _amount(name: str, options: Mapping[str, str], least: float, most: float) -> float | None:
    """The number that an option gives, None without it. Raises UsageError."""
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
    if len(words) == 1 and words[0] not in RULES and _is_file(words[0]):
        # As a desktop opens a pack; names of games win over files.
        options = {**arguments.options, "--pack": words[0]}
        return _open_pack(arguments._replace(words=words[:0], options=options))
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
        return Opening(rules, to_list=rules.facts.graded_list)
    return Opening(rules, deals.parse_number(words[1]))


def _is_file(text: str) -> bool:
    """Whether a word names a file. What no file can be called, such as 5000 digits, does not."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


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
    return [*chosen_words(game, SettingsFile(settings, read_only=True).settings)]


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
