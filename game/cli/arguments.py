"""The command line: its commands, their options and help pages, read by argparse."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from game.rules import RULES, read_game
from game.system.settings import LEAST_WINDOW, MOST_WINDOW

_GAMES: Final = tuple(make() for make in RULES.values())
_MOST_REDEALS: Final = max(rules.max_redeals for rules in _GAMES if rules.facts.redeals)

PLAY: Final = ""
"""The command without a word of its own: open the window."""
_OF_FILES: Final = ("export", "import")
"""Commands whose word is the name of a file: it may hold blanks."""


class UsageError(ValueError):
    """An invalid command line; the text says what is wrong, and where."""


class Arguments(argparse.Namespace):
    """What a command line says, with the defaults of what it does not."""

    command: str = PLAY
    """The command's word (`deal`, ...), that of the option in its place (`dirs`, ...), or PLAY."""
    words: Sequence[str] = ()
    """What is neither the command nor an option, split at blanks. A game's name that comes first is
    written as in `RULES`.
    """
    rule_words: list[str] = []  # noqa: RUF012 (argparse adds to a copy)
    """The given options that choose rules, as `rules_for` wants them."""
    deck: str | None = None
    pack: str | None = None
    fullscreen: bool | None = None
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
    jobs: int = 1
    redeals: int | None = None
    help: bool = False

    @property
    def prints(self) -> bool:
        """Whether something is to be printed on the standard output; else the window opens."""
        return self.command != PLAY or self.help


class _Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would end the program."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message.removeprefix("argument "))


def _titles(told: Iterable[bool]) -> str:
    """The titles of the games that meet a condition."""
    return ", ".join(rules.title for rules, holds in zip(_GAMES, told, strict=True) if holds)


def _some(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("needs a value")
    return text


def _size(text: str) -> tuple[int, int]:
    """The window's size in dp from `1280x800`."""
    width, _, height = text.lower().partition("x")
    if not all(side.isascii() and side.isdigit() and len(side) < 6 for side in (width, height)):
        raise argparse.ArgumentTypeError(f"'{text}': write it as 1280x800")
    size = int(width), int(height)
    if size[0] < LEAST_WINDOW[0] or size[1] < LEAST_WINDOW[1]:
        raise argparse.ArgumentTypeError(f"the smallest is {LEAST_WINDOW[0]}x{LEAST_WINDOW[1]}")
    if size[0] > MOST_WINDOW[0] or size[1] > MOST_WINDOW[1]:
        raise argparse.ArgumentTypeError(f"the largest is {MOST_WINDOW[0]}x{MOST_WINDOW[1]}")
    return size


def _number(kind: type[int] | type[float], least: float, most: float, text: str) -> float:
    """A number in these limits."""
    try:
        if least <= (found := kind(text)) <= most:
            return found
    except ValueError:
        pass
    name = "whole number" if kind is int else "number"
    raise argparse.ArgumentTypeError(f"'{text}' is not a {name} from {least:g} to {most:.7g}")


# The options, in the groups of the help pages


def _dealing(parser: _Parser) -> None:
    group = parser.add_argument_group("The game")
    cards = group.add_mutually_exclusive_group()
    cards.add_argument(
        "--deck", metavar="TEXT", type=_some, help="a deck as its 52 letters in dealing order"
    )
    pack = "a level pack; the ID of a deal follows, else all are meant"
    cards.add_argument("--pack", metavar="FILE", type=_some, help=pack)
    for rules in _GAMES:
        for option in rules.facts.policies:
            for choice in option.choices:
                told = f"{rules.title}, {str(option.label).lower()}: {str(choice.label).lower()}"
                group.add_argument(
                    f"--{choice.word}",
                    action="append_const",
                    dest="rule_words",
                    const=choice.word,
                    help=told,
                )


def _window(parser: _Parser) -> None:
    group = parser.add_argument_group("The window")
    how = group.add_mutually_exclusive_group()
    how.add_argument("--fullscreen", action="store_true", help="fill the screen")
    how.add_argument("--windowed", action="store_false", dest="fullscreen", help="open a window")
    size = "at least 640x400, on a screen of normal density"
    group.add_argument("--size", metavar="WxH", type=_size, help=size)
    group.add_argument("--mute", action="store_true", help="no sound")
    group.add_argument("--reduced-motion", action="store_true", help="cards do not slide")


_FOLDER: Final = "keep games, settings and caches in this folder"
_TRACE: Final = "log events to a file, one line of JSON per event"


def _folder(parser: _Parser) -> None:
    group = parser.add_argument_group("The player's data")
    group.add_argument("--data-dir", metavar="DIR", type=_some, help=_FOLDER)


def _data(parser: _Parser) -> None:
    group = parser.add_argument_group("The player's data")
    group.add_argument("--data-dir", metavar="DIR", type=_some, help=_FOLDER)
    group.add_argument("--read-only", action="store_true", help="play without writing anything")
    group.add_argument("--trace", metavar="FILE", type=_some, help=_TRACE)


def _text(parser: _Parser) -> None:
    group = parser.add_argument_group("The way to play")
    group.add_argument("--text", action="store_true", help="without a window")


_LETTERED: Final = _titles(bool(rules.facts.lettered) for rules in _GAMES)
_REDEALT: Final = _titles(rules.facts.redeals for rules in _GAMES)
_ANSWER_HELP: Final = f"""\
the solution: moves such as 7h>8s 4c>done, in {_LETTERED} also letters; @FILE reads it from a
file, - from the standard input"""
_OPTIMAL_HELP: Final = f"""\
find the shortest solution, in {_REDEALT} with the fewest redeals; "optimal" tells whether it is
proved that none is shorter: always in Brain Jam and La Peau, for some deals in Gaps and Klondike,
given enough time and memory; otherwise it is the best that was found"""
_LIMITS: Final = (
    ("--time-limit", "S", float, 0.001, 1e6, "seconds for each deal, or for the line to review"),
    ("--memory-limit", "MB", float, 1, 1e6, "for all processes (default: 1000 for each)"),
    ("--jobs", "N", int, 1, 256, "number of processes"),
    ("--redeals", "N", int, 0, _MOST_REDEALS,
     f"{_REDEALT}: the most redeals, 0 to {_MOST_REDEALS}"),
)  # fmt: skip


def _answer(parser: _Parser) -> None:
    group = parser.add_argument_group("The line")
    group.add_argument("--answer", metavar="TEXT", help=_ANSWER_HELP)


def _limits(parser: _Parser, *, optimal: bool = False) -> None:
    group = parser.add_argument_group("The search")
    if optimal:
        group.add_argument("--optimal", action="store_true", help=_OPTIMAL_HELP)
    for name, value, kind, least, most, told in _LIMITS:
        read = partial(_number, kind, least, most)
        group.add_argument(name, metavar=value, type=read, help=told)


INSTEAD: Final = {
    "dirs": "print the folders in use",
    "validate": "check every stored deal and answer",
    "version": "print the version",
}


def _instead(parser: _Parser) -> None:
    group = parser.add_argument_group("In place of the window")
    for word, told in INSTEAD.items():
        group.add_argument(f"--{word}", action="store_const", dest="command", const=word, help=told)
    _help(group)


def _help(parser: argparse._ActionsContainer) -> None:
    told = "print this page, or that of a command"
    parser.add_argument("-h", "--help", action="store_true", help=told)


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

GAME is one of {", ".join(RULES)}, in any letter case; NUMBER is from 0 to 999999.
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


class _Command(NamedTuple):
    """A command, or the call without one."""

    usage: str
    about: str
    groups: Sequence[Callable[[_Parser], None]]
    """What adds its options."""


COMMANDS: Final = {
    PLAY: _Command(
        "[GAME [NUMBER] | FILE | SHARE CODE] [OPTION...]",
        _ABOUT,
        (_dealing, _window, _data, _instead),
    ),
    "play": _Command("GAME [NUMBER] --text [OPTION...]", _PLAY, (_dealing, _text, _data)),
    "deal": _Command(
        "GAME NUMBER [OPTION...]", "Print a deal: its deck and its cards.", (_dealing, _folder)
    ),
    "verify": _Command(
        "GAME NUMBER --answer TEXT [OPTION...]",
        "Replay a solution: whether it wins, or where it fails.",
        (_dealing, _folder, _answer),
    ),
    "solve": _Command(
        "GAME NUMBER... [OPTION...]",
        "Find solutions, one line of JSON per deal.",
        (_dealing, _folder, partial(_limits, optimal=True)),
    ),
    "review": _Command(
        "GAME NUMBER --answer TEXT [OPTION...]", _REVIEW, (_dealing, _folder, _answer, _limits)
    ),
    "export": _Command(
        "FILE [OPTION...]", "Write all your games and settings into one file.", (_folder,)
    ),
    "import": _Command(
        "FILE [OPTION...]", "Import such a file; your own games are kept.", (_folder,)
    ),
}


def _parser(groups: Sequence[Callable[[_Parser], None]], usage: str, about: str) -> _Parser:
    parser = _Parser(
        usage=usage,
        description=about,
        formatter_class=partial(
            argparse.RawDescriptionHelpFormatter, max_help_position=22, width=100
        ),
        add_help=False,
        allow_abbrev=False,
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    for add in groups:
        add(parser)
    if _instead not in groups:
        _help(parser)
    return parser


def _parser_of(name: str) -> _Parser:
    command = COMMANDS[name]
    usage = " ".join(filter(None, ("fourfold", name, command.usage)))
    return _parser(command.groups, usage, command.about)


def help_text(command: str = PLAY) -> str:
    """The page that `--help` prints."""
    return _parser_of(command).format_help()


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
    every = (_dealing, _window, _data, _text, _answer, partial(_limits, optimal=True), _instead)
    words = _parser(every, "", "").parse_known_intermixed_args(argv, Arguments())[0].words
    command = words[0] if words and words[0] in COMMANDS else PLAY
    found = _parser_of(command).parse_intermixed_args(argv, Arguments())
    if not all(word.strip() for word in found.words):
        raise UsageError("the command line has an empty word")
    if command != PLAY:
        found.command, found.words = command, found.words[1:]
    elif found.command != PLAY and found.words:
        raise UsageError(f"--{found.command} cannot be used with '{found.words[0]}'")
    if command not in _OF_FILES:
        split = ([word] if is_path(word) else word.split() for word in found.words)
        found.words = read_game(list(chain.from_iterable(split)))
    return found
