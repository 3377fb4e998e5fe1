"""The command line: what is asked, done without a window where none is needed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import freeze_support
from pathlib import Path
from typing import Final

from game import __version__, deals, notation
from game.arguments import HELP, PLAY, Arguments, UsageError, read_arguments
from game.cards import LETTERS
from game.deals import DealError, Deck, Pack
from game.folders import Folders, spare_data_dir, usual_data_dir
from game.launch import Launch, Opening
from game.notation import AnswerError
from game.rules import RULES, BrainJam, Gaps, LaPeau, Rules, rules_for
from game.settings import LEAST_WINDOW, MOST_WINDOW, SettingsFile

BAD_INPUT: Final = 2
_INTERRUPTED: Final = 130
_PIPE_CLOSED: Final = 141
_LONGEST_LINE: Final = 400
_MOST_PROBLEMS: Final = 20


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line asks; returns the exit code."""
    freeze_support()
    try:
        status = _run(read_arguments(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except (UsageError, DealError, AnswerError) as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Python flushes once more at its end: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED


def _run(arguments: Arguments) -> int:
    if "--help" in arguments.options:
        print(HELP, end="")
        return 0
    if "--version" in arguments.options:
        return _print_version()
    if "--dirs" in arguments.options:
        return _print_folders(Folders(_data_dir(arguments)))
    if "--validate" in arguments.options:
        return _validate(_data_dir(arguments), read_only="--read-only" in arguments.options)
    return {PLAY: _play, "deal": _deal, "verify": _verify}[arguments.command](arguments)


def _complain(text: str) -> int:
    """Say what is wrong in one line, whatever was in the input; returns the exit code."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if len(line) > _LONGEST_LINE:
        half = _LONGEST_LINE // 2
        line = f"{line[:half]} ... {line[-half:]}"
    print(f"fourfold: {line}", file=sys.stderr)
    return BAD_INPUT


# Which deal


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The deal that the command line names."""

    rules: Rules
    number: int | None
    deck: Deck
    pack: Pack | None = None

    @property
    def status(self) -> int:
        """The exit code where all else went well: a pack's broken lines are bad input."""
        return BAD_INPUT if self.pack is not None and self.pack.problems else 0


def _chosen(arguments: Arguments) -> _Chosen:
    """The deal of `GAME NUMBER`, `GAME --deck TEXT` or `GAME --pack FILE ID`."""
    if not arguments.words:
        raise UsageError(f"'{arguments.command}' needs a game ({', '.join(RULES)})")
    game, *rest = arguments.words
    if "--pack" in arguments.options:
        pack = _read_pack(arguments.options["--pack"])
        return _of_pack(pack, _rules_of_pack(pack, game, arguments), _only(rest, "an id"))
    rules = _rules(game, _option_words(arguments))
    if "--deck" in arguments.options:
        return _of_deck(rules, rest, arguments)
    number = deals.parse_number(_only(rest, "a deal number"))
    return _Chosen(rules, number, deals.deck_of(number))


def _of_deck(rules: Rules, rest: Sequence[str], arguments: Arguments) -> _Chosen:
    if rest:
        raise UsageError(f"'{rest[0]}' and --deck name two different deals")
    return _Chosen(rules, None, deals.parse_deck(arguments.options["--deck"]))


def _of_pack(pack: Pack, rules: Rules, id: str) -> _Chosen:
    level = pack.level(id)
    return _Chosen(rules, _number_of(level.id, level.deck), level.deck, pack)


def _number_of(id: str, deck: Deck) -> int | None:
    """The number of a pack's deal, where its id is one and means these very cards."""
    try:
        number = deals.parse_number(id)
    except DealError:
        return None
    return number if deals.deck_of(number) == deck else None


def _only(words: Sequence[str], what: str) -> str:
    """The one word that is left. Raises UsageError."""
    if not words:
        raise UsageError(f"{what} is missing")
    if len(words) > 1:
        raise UsageError(f"'{words[1]}' is one word too many")
    return words[0]


def _rules(game: str, words: Sequence[str]) -> Rules:
    try:
        return rules_for(game, words)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _option_words(arguments: Arguments) -> list[str]:
    """The options that choose rules, as `rules_for` wants them."""
    return [
        word for word in ("same", "alternate", "random-gaps") if f"--{word}" in arguments.options
    ]


def _read_pack(file: str) -> Pack:
    """Read a level pack, and tell which of its lines are broken."""
    pack = deals.read_pack(Path(file))
    for problem in pack.problems[:_MOST_PROBLEMS]:
        _complain(problem)
    if len(pack.problems) > _MOST_PROBLEMS:
        _complain(f"{pack.name}: {len(pack.problems) - _MOST_PROBLEMS} more lines are broken")
    if not pack.levels:
        raise UsageError(f"{file}: there is no deal in this pack")
    return pack


def _rules_of_pack(pack: Pack, game: str, arguments: Arguments) -> Rules:
    """The rules a pack is for. Raises UsageError where other ones are asked for."""
    try:
        rules = rules_for(pack.game, pack.options)
    except ValueError as error:
        raise UsageError(f"{pack.name}, line 1: {error}") from error
    _rules(game, ())
    if pack.game != game:
        raise UsageError(f"{pack.name} is a pack of {pack.game}, not of {game}")
    words = _option_words(arguments)
    asked = _rules(game, words or pack.options)
    if pack.options and asked.policy != rules.policy:
        raise UsageError(f"{pack.name} is a pack of {game} {rules.policy}, not {asked.policy}")
    return asked


# Without a window


def _deal(arguments: Arguments) -> int:
    """Print a deal."""
    chosen = _chosen(arguments)
    print(notation.deal_text(chosen.rules, chosen.deck, chosen.number))
    return chosen.status


def _verify(arguments: Arguments) -> int:
    """Replay an answer and say whether it wins, or where it breaks."""
    if "--answer" not in arguments.options:
        raise UsageError("'verify' needs --answer TEXT")
    chosen = _chosen(arguments)
    text = _answer_text(arguments.options["--answer"])
    start = chosen.rules.deal(chosen.deck)
    try:
        moves = notation.read_answer(chosen.rules, start, text)
    except AnswerError as error:
        print(error)
        return chosen.status or 1
    position, count = notation.replay(chosen.rules, start, moves)
    won = chosen.rules.is_won(position)
    print(f"{'won in' if won else 'not won after'} {count} move{'s' * (count != 1)}")
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


def _print_version() -> int:
    from game.solver.compiled import is_compiled

    print(f"fourfold {__version__} (solver: {'compiled' if is_compiled() else 'plain'})")
    return 0


def _validate(folder: Path, *, read_only: bool) -> int:
    """Check all that is stored, and print what is wrong with it."""
    from game.validate import validate

    report = validate(folder, read_only=read_only)
    for problem in report.problems:
        print(problem)
    wrong = f"{len(report.problems)} problems" if report.problems else "all is well"
    print(f"{report.deals} deals and {report.answers} answers in {folder}: {wrong}")
    return int(bool(report.problems))


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
    from game.app import run

    return run(launch)


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
    words, chosen = arguments.words, _option_words(arguments)
    if "--pack" in arguments.options:
        return _open_pack(arguments)
    if not words:
        if chosen or "--deck" in arguments.options:
            raise UsageError(f"a game ({', '.join(RULES)}) is missing")
        return None
    if _is_shared(words):
        return _open_shared(words, arguments)
    rules = _rules(words[0], chosen or _remembered(words[0], settings))
    if "--deck" in arguments.options:
        return Opening(rules, deck=_of_deck(rules, words[1:], arguments).deck)
    if len(words) == 1:
        return Opening(rules, to_list=rules.name == BrainJam.name)
    return Opening(rules, deals.parse_number(words[1]))


def _open_pack(arguments: Arguments) -> Opening:
    """A deal of a pack, or the list of all; the pack says which game it is."""
    pack = _read_pack(arguments.options["--pack"])
    words = arguments.words
    named = bool(words) and words[0] in RULES
    rules = _rules_of_pack(pack, words[0] if named else pack.game, arguments)
    rest = words[1:] if named else words
    if not rest:
        return Opening(rules, pack=pack, to_list=True)
    chosen = _of_pack(pack, rules, _only(rest, "an id"))
    return Opening(rules, chosen.number, chosen.deck, pack=pack)


def _is_shared(words: Sequence[str]) -> bool:
    """True for the words of a sharing line, which may have lost the first."""
    return words[0] == "fourfold" or len(words) > 2 or len(words[-1]) == len(LETTERS)


def _open_shared(words: Sequence[str], arguments: Arguments) -> Opening:
    if _option_words(arguments) or "--deck" in arguments.options:
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
    _complain(f"there is no home folder, your games are kept in {spare_data_dir()} for now")
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
