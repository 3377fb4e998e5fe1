"""The search options of `solve` and `review` (effort, redeals), and Ctrl+C in a search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from game.cli.arguments import MOST_REDEALS, UsageError
from game.cli.deal_arguments import Chosen
from game.rules import Rules, with_redeals
from game.solver.answer import DEFAULT_MEMORY, MEGABYTE
from game.solver.registry import has_solver


@contextmanager
def killed_by_interrupt(jobs: int) -> Iterator[None]:
    """Let Ctrl+C end this process at once, as other signals do, if it searches itself (`jobs` is
    1). Compiled code cannot handle an exception at any point, and takes it for a lack of memory.
    """
    import signal  # here: a window needs it only once it is open

    searches = jobs == 1 and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if searches:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if searches:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def effort(options: Mapping[str, str]) -> tuple[float | None, int, int]:
    """The seconds, bytes and processes that searches may use; seconds None for no limit. The bytes
    are for each process. Raises UsageError.
    """
    seconds = amount("--time-limit", options, 0.001, 1_000_000)
    memory = amount("--memory-limit", options, 1, 1_000_000)
    jobs = amount("--jobs", options, 1, 256)
    # A given limit is for all processes together.
    limit = DEFAULT_MEMORY if memory is None else int(memory * MEGABYTE / (jobs or 1))
    return seconds, limit, int(jobs or 1)


def solvable(chosen: Chosen) -> Chosen:
    """The deals; raises UsageError if their game has no solver."""
    if not has_solver(chosen.rules.name):
        raise UsageError(f"no solver for {chosen.rules.name}")
    return chosen


def with_as_many_redeals(rules: Rules, options: Mapping[str, str]) -> Rules:
    """The rules with as many redeals as `--redeals` says. Raises UsageError."""
    redeals = amount("--redeals", options, 0, MOST_REDEALS)
    if redeals is None:
        return rules
    limited = with_redeals(rules, int(redeals))
    if limited is None:
        raise UsageError(f"{rules.name} has no redeals")
    return limited


def amount(name: str, options: Mapping[str, str], least: float, most: float) -> float | None:
    """An option's number; None without the option. Raises UsageError."""
    if name not in options:
        return None
    text = options[name]
    whole = name in ("--jobs", "--redeals")
    if not re.fullmatch(r"[0-9]{1,9}" if whole else r"[0-9]{0,9}\.?[0-9]{1,9}", text):
        kind = "a whole number" if whole else "a number"
        raise UsageError(f"{name} {text}: must be {kind} from {least:g} to {most:.7g}")
    if not least <= float(text) <= most:
        raise UsageError(f"{name} {text}: must be from {least:g} to {most:.7g}")
    return float(text)
