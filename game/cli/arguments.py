"""Splits the command line into words and options, and prints the help page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from game.rules import RULES

_HELP: Final = """\
Fourfold: {titles}, solitaires made to be solved.

  fourfold                         the menu
  fourfold GAME [NUMBER]           open a game; without a number, {listed}'s list of deals or,
                                   in the other games, a new deal
  fourfold FILE                    open the list of a pack, or the deal of a share code in
                                   a text; import a file of solutions, or an export
  fourfold SHARE CODE              open a deal that somebody sent, with its solution
  fourfold play GAME [NUMBER] --text
                                   play in words, on a terminal or through a pipe; without a
                                   number, continue the last game, or start a new one
  fourfold deal GAME NUMBER        print a deal
  fourfold verify GAME NUMBER --answer TEXT
                                   replay a solution: whether it wins, or where it fails
  fourfold solve GAME NUMBER...    find solutions, one line of JSON per deal
  fourfold review GAME NUMBER --answer TEXT
                                   review every move of a line, won or not: what it costs,
                                   where the win was lost; one line of JSON per counted move
  fourfold export FILE             write all your games and settings into one file
  fourfold import FILE             import such a file; your own games are kept

GAME is one of {games}; NUMBER is from 0 to 999999.

In place of a NUMBER
  --deck TEXT          a deck as its 52 letters in dealing order
  --pack FILE ID       a deal of a level pack; without an ID, the list of its deals
                       (for solve: all of them)

The game
{options}

The window
  --fullscreen, --windowed
  --size WxH           at least 640x400, on a screen of normal density
  --mute               no sound
  --reduced-motion     cards do not slide
  --trace FILE         log events to a file, one line of JSON per event

The player's data
  --data-dir DIR       keep games, settings and caches in this folder
  --read-only          play without writing anything
  --dirs               print the folders in use
  --validate           check every stored deal and answer

Playing in words
  --text               each line of the input has moves (7h>8s, 7h>done, pull, or the letters
                       of the piles) or commands: undo, redo, hint, verdict, moves, table, map,
                       help (lists them all), quit; the end of the input quits, all is saved

Replaying
  --answer TEXT        the solution: moves such as 7h>8s 4c>done, in {lettered} also letters;
                       @FILE reads it from a file, - from the standard input

Solving
  --optimal            find the shortest solution, in {redealt} with the fewest redeals;
                       "optimal" tells whether it is proved that none is shorter: always in
                       Brain Jam and La Peau, for some deals in Gaps and Klondike, given enough
                       time and memory; otherwise it is the best that was found
  --time-limit S       seconds for each deal, or for the line to review
  --memory-limit MB    memory for all processes together (default: 1000 for each)
  --jobs N             number of processes
  --redeals N          {redealt}: at most this many redeals, 0 to {most} (default: {most})

  --help, --version

Exit code: 0 for success; 1 if a solution fails or, when verified, does not win, or if stored
data is damaged; 2 for an invalid command line; 3 if moves could not be saved.
"""

_GAMES: Final = tuple(make() for make in RULES.values())
# The options of the games, each with its flags, which exclude each other.
_GAME_FLAGS: Final = tuple(
    (rules.title, option.help, tuple(f"--{word}" for word in option.words.values()))
    for rules in _GAMES
    for option in rules.facts.options
    if option.words
)
MOST_REDEALS: Final = max(rules.turns for rules in _GAMES if rules.facts.redeals)

_DEALING: Final = frozenset(
    ("--deck", "--pack", *(flag for _, _, flags in _GAME_FLAGS for flag in flags))
)
_WINDOW: Final = frozenset(("--fullscreen", "--windowed", "--size", "--mute", "--reduced-motion"))
_PLACE: Final = frozenset(("--data-dir",))
_DATA: Final = _PLACE | {"--read-only", "--trace"}
_SOLVING: Final = frozenset(("--optimal", "--time-limit", "--memory-limit", "--jobs", "--redeals"))
INSTEAD: Final = frozenset(("--dirs", "--validate", "--help", "--version"))
"""The options that print something in place of what the command does."""
_WITH_VALUE: Final = frozenset(
    (
        *("--deck", "--pack", "--size", "--data-dir", "--trace", "--answer"),
        *("--time-limit", "--memory-limit", "--jobs", "--redeals"),
    )
)

LIKENESS: Final = 0.7
"""The similarity, from 0 to 1, above which an unknown option is taken for a misspelt one."""

PLAY: Final = ""
"""The command without a word of its own: open the window."""
TEXT_PLAY: Final = "play"
"""The command that plays without a window."""

# What each command takes.
_COMMANDS: Final[Mapping[str, frozenset[str]]] = {
    PLAY: _DEALING | _WINDOW | _DATA | INSTEAD,
    TEXT_PLAY: _DEALING | _DATA | {"--text"},
    "deal": _DEALING | _PLACE,
    "verify": _DEALING | _PLACE | {"--answer"},
    "solve": _DEALING | _PLACE | _SOLVING,
    "review": _DEALING | _PLACE | _SOLVING - {"--optimal"} | {"--answer"},
    "export": _PLACE,
    "import": _PLACE,
}
_OF_FILES: Final = ("export", "import")
"""Commands whose word is the name of a file: it may hold blanks."""
_OPTIONS: Final = frozenset[str]().union(*_COMMANDS.values())


def help_text() -> str:
    """The text that `--help` prints."""
    *titles, last = (rules.title for rules in _GAMES)
    return _HELP.format(
        titles=f"{', '.join(titles)} and {last}",
        games=", ".join(RULES),
        listed=_titles(rules.facts.graded_list for rules in _GAMES),
        lettered=_titles(bool(rules.facts.lettered) for rules in _GAMES),
        redealt=_titles(rules.facts.redeals for rules in _GAMES),
        most=MOST_REDEALS,
        options="\n".join(
            f"  {', '.join(flags):<20} {title}: {does}" for title, does, flags in _GAME_FLAGS
        ),
    )


def _titles(told: Iterable[bool]) -> str:
    """The titles of the games that meet a condition."""
    return ", ".join(rules.title for rules, holds in zip(_GAMES, told, strict=True) if holds)


class UsageError(ValueError):
    """An invalid command line; the text says what is wrong, and where."""


def is_path(text: str) -> bool:
    """Whether a word names a file or a folder; its name may contain blanks. False too for
    impossible names, such as 5000 digits.
    """
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


class Arguments(NamedTuple):
    """The parts of a command line."""

    command: str
    """The command's word (`deal`, ...) or PLAY."""
    words: tuple[str, ...]
    """What is neither the command nor an option, split at blanks."""
    options: Mapping[str, str]
    """The given options; those without a value have an empty one."""


def read_arguments(argv: Sequence[str]) -> Arguments:
    """Split a command line into command, words and options. Raises UsageError."""
    words: list[str] = []
    options: dict[str, str] = {}
    rest = iter(argv)
    for argument in rest:
        if not argument.strip() or "\0" in argument:
            raise UsageError("the command line has an empty word")
        if not _is_option(argument):
            named = is_path(argument) or words[:1] in ([word] for word in _OF_FILES)
            words += [argument] if named else argument.split()
            continue
        name, value = _option(argument, rest)
        if name in options:
            raise UsageError(f"{name} is given twice")
        options[name] = value
    command = words.pop(0) if words and words[0] in _COMMANDS else PLAY
    _check_combination(command, options)
    alone = [name for name in options if name in INSTEAD - {"--help"}]
    if alone and words and command == PLAY:
        raise UsageError(f"{alone[0]} cannot be used with '{words[0]}'")
    return Arguments(command, tuple(words), options)


def _is_option(argument: str) -> bool:
    """True if a word looks like an option. A negative number is a word, and an invalid one."""
    return argument.startswith("-") and not argument[1:2].isdigit()


def _option(argument: str, rest: Iterator[str]) -> tuple[str, str]:
    """The name and the value of an option, which may take the next word."""
    name, equals, value = argument.partition("=")
    name = "--help" if name == "-h" else name
    if name not in _OPTIONS:
        from difflib import get_close_matches

        near = get_close_matches(name, _OPTIONS, 1, LIKENESS)
        raise UsageError(
            f"unknown option '{name}'" + (f" (did you mean {near[0]}?)" if near else "")
        )
    if name in _WITH_VALUE:
        found = value if equals else next(rest, "")
        # An empty answer is a valid one: it does not win.
        if not found and name != "--answer":
            raise UsageError(f"{name} needs a value")
        return name, found
    if equals:
        raise UsageError(f"{name} takes no value")
    return name, ""


def _check_combination(command: str, options: Mapping[str, str]) -> None:
    """Raise UsageError for options that do not fit the command or each other."""
    for name in options:
        if name not in _COMMANDS[command] | INSTEAD:
            takers = [f"'{word}'" for word in _COMMANDS if word and name in _COMMANDS[word]]
            raise UsageError(f"{name} cannot be used with '{command}'" if command else
                             f"{name} can only be used with {' or '.join(takers)}")  # fmt: skip
    for excluding in (
        *(flags for _, _, flags in _GAME_FLAGS if len(flags) > 1),
        ("--fullscreen", "--windowed"),
        ("--deck", "--pack"),
    ):
        given = [name for name in excluding if name in options]
        if len(given) > 1:
            raise UsageError(f"{given[0]} and {given[1]} cannot be used together")
