"""The command line: its commands, their options and help pages, read by argparse."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from game.rules import RULES
from game.system.settings import LEAST_WINDOW, MOST_WINDOW

_GAMES: Final = tuple(make() for make in RULES.values())
_MOST_REDEALS: Final = max(rules.max_redeals for rules in _GAMES if rules.facts.redeals)
_WIDTH: Final = 100
_COLUMN: Final = 22
"""Where the help of an option begins."""

PLAY: Final = ""
"""The command without a word of its own: open the window."""
_OF_FILES: Final = ("export", "import")
"""Commands whose word is the name of a file: it may hold blanks."""


class UsageError(ValueError):
    """An invalid command line; the text says what is wrong, and where."""


class Arguments(argparse.Namespace):
    """What a command line says; what is not given is None or False."""

    command: str
    """The command's word (`deal`, ...) or PLAY."""
    words: Sequence[str]
    """What is neither the command nor an option, split at blanks."""
    deck: str | None = None
    pack: str | None = None
    fullscreen: bool = False
    windowed: bool = False
    size: tuple[int, int] | None = None
    mute: bool = False
    reduced_motion: bool = False
    data_dir: str | None = None
    read_only: bool = False
    trace: str | None = None
    text: bool = False
    answer: str | None = None
    optimal: bool = False
    time_limit: float | None = None
    memory_limit: float | None = None
    jobs: int | None = None
    redeals: int | None = None
    dirs: bool = False
    validate: bool = False
    version: bool = False
    help: bool = False

    def has(self, name: str) -> bool:
        """Whether an option is given."""
        word = name.removeprefix("--").replace("-", "_")
        return getattr(self, word, None) not in (None, False)

    @property
    def prints(self) -> bool:
        """Whether something is to be printed on the standard output; else the window opens."""
        return self.command != PLAY or any(self.has(option.name) for option in _INSTEAD)

    @property
    def rule_words(self) -> list[str]:
        """The given options that choose rules, as `rules_for` wants them."""
        return [
            word
            for rules in _GAMES
            for option in rules.facts.policies
            for word, *_ in option.choices
            if self.has(f"--{word}")
        ]


class _Option(NamedTuple):
    """An option of the command line."""

    name: str
    help: str
    value: str = ""
    """How the help calls its value; empty for an option without one."""
    read: Callable[[str], object] | None = None
    """Turns the text of the value into the value. None: any text but an empty one."""


class _Command(NamedTuple):
    """A command, or the call without one."""

    usage: str
    about: str
    groups: Mapping[str, tuple[_Option, ...]]
    """Its options, under the titles of its help page."""


def _titles(told: Iterable[bool]) -> str:
    """The titles of the games that meet a condition."""
    return ", ".join(rules.title for rules, holds in zip(_GAMES, told, strict=True) if holds)


def _some(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("needs a value")
    return text


def _size(text: str) -> tuple[int, int]:
    """The window's size in dp from `1280x800`."""
    found = re.fullmatch(r"([0-9]{1,5})[xX]([0-9]{1,5})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"'{text}': write it as 1280x800")
    width, height = int(found[1]), int(found[2])
    if width < LEAST_WINDOW[0] or height < LEAST_WINDOW[1]:
        raise argparse.ArgumentTypeError(f"the smallest is {LEAST_WINDOW[0]}x{LEAST_WINDOW[1]}")
    if width > MOST_WINDOW[0] or height > MOST_WINDOW[1]:
        raise argparse.ArgumentTypeError(f"the largest is {MOST_WINDOW[0]}x{MOST_WINDOW[1]}")
    return width, height


def _amount(least: float, most: float, *, whole: bool = False) -> Callable[[str], float]:
    """Reads a number in these limits."""
    written = re.compile(r"[0-9]{1,9}" if whole else r"[0-9]{0,9}\.?[0-9]{1,9}")

    def read(text: str) -> float:
        if not written.fullmatch(text) or not least <= float(text) <= most:
            kind = "whole number" if whole else "number"
            told = f"'{text}' is not a {kind} from {least:g} to {most:.7g}"
            raise argparse.ArgumentTypeError(told)
        return int(text) if whole else float(text)

    return read


_LETTERED: Final = _titles(bool(rules.facts.lettered) for rules in _GAMES)
_REDEALT: Final = _titles(rules.facts.redeals for rules in _GAMES)
_RULES: Final = tuple(
    tuple(
        _Option(
            f"--{choice.word}",
            f"{rules.title}, {str(each.label).lower()}: {str(choice.label).lower()}",
        )
        for choice in each.choices
    )
    for rules in _GAMES
    for each in rules.facts.policies
)
"""The options of the games, each with its flags, which exclude each other."""
_DEALING: Final = (
    _Option("--deck", "a deck as its 52 letters in dealing order", "TEXT"),
    _Option("--pack", "a level pack; the ID of a deal follows, else all are meant", "FILE"),
    *chain.from_iterable(_RULES),
)
_WINDOW: Final = (
    _Option("--fullscreen", "fill the screen"),
    _Option("--windowed", "open a window"),
    _Option("--size", "at least 640x400, on a screen of normal density", "WxH", _size),
    _Option("--mute", "no sound"),
    _Option("--reduced-motion", "cards do not slide"),
)
_PLACE: Final = (
    _Option("--data-dir", "keep games, settings and caches in this folder", "DIR"),
)  # fmt: skip
_DATA: Final = (
    *_PLACE,
    _Option("--read-only", "play without writing anything"),
    _Option("--trace", "log events to a file, one line of JSON per event", "FILE"),
)
_ANSWER_HELP: Final = f"""\
the solution: moves such as 7h>8s 4c>done, in {_LETTERED} also letters; @FILE reads it from a
file, - from the standard input"""
# An empty answer is a valid one: it does not win.
_ANSWER: Final = (_Option("--answer", _ANSWER_HELP, "TEXT", str),)
_SECONDS, _MEGABYTES = _amount(0.001, 1_000_000), _amount(1, 1_000_000)
_JOBS, _REDEALS = _amount(1, 256, whole=True), _amount(0, _MOST_REDEALS, whole=True)
_LIMITS: Final = (
    _Option("--time-limit", "seconds for each deal, or for the line to review", "S", _SECONDS),
    _Option("--memory-limit", "for all processes (default: 1000 for each)", "MB", _MEGABYTES),
    _Option("--jobs", "number of processes", "N", _JOBS),
    _Option("--redeals", f"{_REDEALT}: the most redeals, 0 to {_MOST_REDEALS}", "N", _REDEALS),
)
_OPTIMAL_HELP: Final = f"""\
find the shortest solution, in {_REDEALT} with the fewest redeals; "optimal" tells whether it is
proved that none is shorter: always in Brain Jam and La Peau, for some deals in Gaps and Klondike,
given enough time and memory; otherwise it is the best that was found"""
_SEARCH: Final = (_Option("--optimal", _OPTIMAL_HELP), *_LIMITS)
_TEXT: Final = (_Option("--text", "without a window"),)
_HELP: Final = _Option("--help", "print this page, or that of a command")
_INSTEAD: Final = (
    _Option("--dirs", "print the folders in use"),
    _Option("--validate", "check every stored deal and answer"),
    _Option("--version", "print the version"),
    _HELP,
)
_EXCLUDING: Final = (
    *(tuple(option.name for option in flags) for flags in _RULES if len(flags) > 1),
    ("--fullscreen", "--windowed"),
    ("--deck", "--pack"),
)

_ABOUT: Final = f"""\
Fourfold: {", ".join(rules.title for rules in _GAMES)}, solitaires made to be solved.

  fourfold                         the menu
  fourfold GAME [NUMBER]           open a game; without a number, a new deal, in \
{_titles(rules.facts.graded_list for rules in _GAMES)}
                                   the list of deals
  fourfold FILE                    open the list of a pack, or the deal of a share code in
                                   a text; import a file of solutions, or an export
  fourfold SHARE CODE              open a deal that somebody sent, with its solution

Commands, each with a help page of its own (fourfold COMMAND --help):

  fourfold play GAME [NUMBER]      play in words
  fourfold deal GAME NUMBER        print a deal
  fourfold verify GAME NUMBER      replay a solution: whether it wins, or where it fails
  fourfold solve GAME NUMBER...    find solutions
  fourfold review GAME NUMBER      review every move of a line, won or not
  fourfold export FILE             write all your games and settings into one file
  fourfold import FILE             import such a file; your own games are kept

GAME is one of {", ".join(RULES)}; NUMBER is from 0 to 999999.
Exit code: 0 for success; 1 if a solution fails or, when verified, does not win, or if stored
data is damaged; 2 for an invalid command line; 3 if moves could not be saved."""
_PLAY: Final = """\
Play in words, on a terminal or through a pipe; without a number, continue the last game, or start
a new one. Each line of the input has moves (7h>8s, 7h>done, pull, or the letters of the piles) or
commands: undo, redo, hint, verdict, moves, table, map, help (lists them all), quit. The end of the
input quits; all is saved."""
_REVIEW: Final = """\
Review every move of a line, won or not: what it costs, where the win was lost. One line of JSON
per counted move, then a summary."""

_ON_DEAL: Final = {"The game": _DEALING, "The player's data": _PLACE}
_ON_FILE: Final = {"The player's data": _PLACE}
_ON_LINE: Final = _ON_DEAL | {"The line": _ANSWER}
COMMANDS: Final = {
    PLAY: _Command(
        "[GAME [NUMBER] | FILE | SHARE CODE] [OPTION...]",
        _ABOUT,
        {
            "The game": _DEALING,
            "The window": _WINDOW,
            "The player's data": _DATA,
            "In place of the window": _INSTEAD,
        },
    ),
    "play": _Command(
        "GAME [NUMBER] --text [OPTION...]",
        _PLAY,
        {"The game": _DEALING, "The way to play": _TEXT, "The player's data": _DATA},
    ),
    "deal": _Command("GAME NUMBER [OPTION...]", "Print a deal: its deck and its cards.", _ON_DEAL),
    "verify": _Command(
        "GAME NUMBER --answer TEXT [OPTION...]",
        "Replay a solution: whether it wins, or where it fails.",
        _ON_LINE,
    ),
    "solve": _Command(
        "GAME NUMBER... [OPTION...]",
        "Find solutions, one line of JSON per deal.",
        _ON_DEAL | {"The search": _SEARCH},
    ),
    "review": _Command(
        "GAME NUMBER --answer TEXT [OPTION...]", _REVIEW, _ON_LINE | {"The search": _LIMITS}
    ),
    "export": _Command(
        "FILE [OPTION...]", "Write all your games and settings into one file.", _ON_FILE
    ),
    "import": _Command(
        "FILE [OPTION...]", "Import such a file; your own games are kept.", _ON_FILE
    ),
}
_WITH_VALUE: Final = frozenset(
    option.name
    for command in COMMANDS.values()
    for option in chain.from_iterable(command.groups.values())
    if option.value
)


class _Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would end the program."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message.removeprefix("argument "))


class _Once(argparse.Action):
    """Keeps an option's value, True if it has none. A second one is an error."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, value: Any, name: str | None = None
    ) -> None:
        if getattr(namespace, self.dest, self.default) is not self.default:
            parser.error(f"{name} is given twice")
        setattr(namespace, self.dest, True if self.nargs == 0 else value)


def _format(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, 2, _COLUMN, _WIDTH)


def _parser(name: str) -> _Parser:
    command = COMMANDS[name]
    parser = _Parser(
        usage=" ".join(filter(None, ("fourfold", name, command.usage))),
        description=command.about,
        formatter_class=_format,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    for title, options in command.groups.items():
        group = parser.add_argument_group(title)
        for option in options:
            _add(group, option)
    if name != PLAY:
        _add(parser, _HELP)
    return parser


def _add(container: argparse._ActionsContainer, option: _Option) -> None:
    names = ("-h", "--help") if option is _HELP else (option.name,)
    if option.value:
        read = option.read or _some
        add = partial(container.add_argument, metavar=option.value, type=read)
    else:
        add = partial(container.add_argument, nargs=0, default=False)
    add(*names, action=_Once, help=option.help)


def help_text(command: str = PLAY) -> str:
    """The page that `--help` prints."""
    return _parser(command).format_help()


def is_path(text: str) -> bool:
    """Whether a word names a file or a folder; its name may contain blanks. False too for
    impossible names, such as 5000 digits.
    """
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def read_arguments(argv: Sequence[str]) -> Arguments:
    """What a command line says. Raises UsageError."""
    rest, command = list(argv), PLAY
    for place, word in enumerate(argv):
        if not word.startswith("-") and (place == 0 or argv[place - 1] not in _WITH_VALUE):
            if word in COMMANDS and word != PLAY:
                command = rest.pop(place)
            break
    found = _parser(command).parse_intermixed_args(rest, Arguments(command=command))
    if not all(word.strip() for word in found.words):
        raise UsageError("the command line has an empty word")
    if command not in _OF_FILES:
        words = ([word] if is_path(word) else word.split() for word in found.words)
        found.words = list(chain.from_iterable(words))
    _check_combination(found)
    return found


def _check_combination(found: Arguments) -> None:
    """Raise UsageError for options that do not fit each other or the words."""
    for one, other in _EXCLUDING:
        if found.has(one) and found.has(other):
            raise UsageError(f"{one} and {other} cannot be used together")
    for option in _INSTEAD:
        if found.has(option.name) and found.words and option is not _HELP:
            raise UsageError(f"{option.name} cannot be used with '{found.words[0]}'")
