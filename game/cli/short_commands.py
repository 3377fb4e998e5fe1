"""The commands and options that print what is known without a search: deal, verify, folders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from game import __version__
from game.cli.arguments import Arguments
from game.cli.deal_arguments import answer_text, choose
from game.cli.launch_arguments import folders_of
from game.core import cards, deals
from game.core.deals import Deck
from game.core.translatable_texts import WordedError
from game.play import notation
from game.record.validation import validate
from game.rules import Rules
from game.solver.compiled import is_compiled
from game.system.console import complain, counted, one_line
from game.system.folders import Folders, levels_folder


def print_deal(arguments: Arguments) -> int:
    """Print the deal that the command line names; returns the exit code."""
    chosen = choose(arguments)
    dealt = chosen.one()
    print(deal_text(chosen.rules, dealt.deck, dealt.number))
    return chosen.status


def deal_text(rules: Rules, deck: Deck, number: int | None) -> str:
    """A deal as lines of text: its name, its 52 letters, then its cards row by row as they are
    dealt. If the second row is one shorter than the first, each row begins one card further right.
    """
    name = f"{rules.name} {number}" if number is not None else rules.name
    rows = rules.rows(deck)
    widest = len(rows[0]) if len(rows[0]) == len(rows[1]) + 1 else 0
    lines = [("   " * (widest - len(row)) + " ".join(map(cards.name, row))) for row in rows]
    return "\n".join((name, f"deck {deals.deck_text(deck)}", *lines))


def verify_answer(arguments: Arguments) -> int:
    """Replay an answer, and print whether it wins or where it breaks. Returns the exit code: that
    of a pack with broken lines, else 1 unless the answer wins. Raises UsageError.
    """
    chosen = choose(arguments)
    start = chosen.rules.deal(chosen.one().deck)
    text = answer_text(arguments)
    try:
        moves = notation.read_answer(chosen.rules, start, text)
    except WordedError as error:
        print(one_line(str(error)))
        return chosen.status or 1
    position, count = notation.replay(chosen.rules, start, moves)
    won = chosen.rules.is_won(position)
    print(f"{'won in' if won else 'not won after'} {counted(count, 'move')}")
    return chosen.status or int(not won)


def print_validation(arguments: Arguments) -> int:
    """Check everything that is stored and all level files, and print each problem. Returns the exit
    code: 1 if there are any.
    """
    folder = folders_of(arguments).data
    if not folder.is_dir():
        return complain(f"{folder}: no such folder")
    report = validate(folder, (levels_folder(), Folders(folder).levels))
    for problem in report.problems:
        print(one_line(problem))
    wrong = counted(len(report.problems), "problem") if report.problems else "no problems"
    print(f"{counted(report.deals, 'deal')} and {counted(report.answers, 'solution')} in {folder},")
    print(f"{counted(report.levels, 'deal')} in level files: {wrong}")
    return int(bool(report.problems))


def print_version(arguments: Arguments) -> int:
    """Print the version, and which solver it has; returns the exit code."""
    print(f"fourfold {__version__} (solver: {'compiled' if is_compiled() else 'plain'})")
    return 0


def print_folders(arguments: Arguments) -> int:
    """Print the folders in use; returns the exit code."""
    folders = folders_of(arguments)
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


SHORT_COMMANDS: Final[Mapping[str, Callable[[Arguments], int]]] = {
    "dirs": print_folders,
    "version": print_version,
    "validate": print_validation,
    "deal": print_deal,
    "verify": verify_answer,
}
"""The function of each command, or option in place of one."""
