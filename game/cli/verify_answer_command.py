"""The command `verify`: replays an answer."""

from __future__ import annotations

from game.cli.arguments import Arguments, UsageError
from game.cli.deal_arguments import answer_text, choose
from game.core.translatable_texts import WordedError
from game.play import notation
from game.system.console import counted, one_line


def verify_answer(arguments: Arguments) -> int:
    """Replay an answer, and print whether it wins or where it breaks. Returns the exit code: that
    of a pack with broken lines, else 1 unless the answer wins. Raises UsageError.
    """
    if "--answer" not in arguments.options:
        raise UsageError("'verify' needs --answer TEXT")
    chosen = choose(arguments)
    start = chosen.rules.deal(chosen.one().deck)
    text = answer_text(arguments.options["--answer"])
    try:
        moves = notation.read_answer(chosen.rules, start, text)
    except WordedError as error:
        print(one_line(str(error)))
        return chosen.status or 1
    position, count = notation.replay(chosen.rules, start, moves)
    won = chosen.rules.is_won(position)
    print(f"{'won in' if won else 'not won after'} {counted(count, 'move')}")
    return chosen.status or int(not won)
