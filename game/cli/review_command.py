"""The command `review`: reads a line, prints one line of JSON a counted move, and a summary."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from game.cli.arguments import Arguments
from game.cli.deal_arguments import answer_text
from game.cli.solve_command import chosen_to_search, killed_by_interrupt, search_limits
from game.core.moves import Move
from game.core.position import Position
from game.core.translatable_texts import WordedError
from game.play import notation
from game.rules import Rules
from game.rules.base import unplaced
from game.solver.answer import Answer, SearchLimits, Verdict
from game.solver.line_review import Job, ReviewScheduler, run_job, weigh
from game.solver.line_worths import Line, Worth, cost
from game.solver.process_pool import in_processes
from game.system.console import complain


def review_line(arguments: Arguments) -> int:
    """Weigh every move of a line, and print that. Raises UsageError."""
    limits, jobs = search_limits(arguments)
    chosen = chosen_to_search(arguments)
    rules, start = chosen.rules, chosen.rules.deal(chosen.one().deck)
    text = answer_text(arguments)
    try:
        moves = notation.read_answer(rules, start, text)
    except WordedError as error:
        complain(str(error))
        return 1
    with killed_by_interrupt(jobs):
        of_each = limits._replace(seconds=None)
        print_review(rules, start, moves, of_each, limits.seconds, jobs)
    return chosen.status


def print_review(
    rules: Rules,
    start: Position,
    moves: Sequence[Move],
    limits: SearchLimits,
    seconds: float | None,
    jobs: int,
) -> None:
    """Weigh a line with `jobs` processes in at most `seconds`, if given, and print the result."""
    line = Line.of_moves(rules, start, moves)
    found = weigh(line, limits, seconds) if jobs <= 1 else _weigh_on(jobs, line, limits, seconds)
    for text in lines(found):
        print(text, flush=True)


def lines(found: ReviewScheduler) -> Iterator[str]:
    """The result as lines of JSON: one for each move, then the summary."""
    worths = found.worths()
    for place in range(1, len(worths)):
        yield json.dumps(_move(found, place))
    yield json.dumps(_summary(found))


def _move(found: ReviewScheduler, place: int) -> dict[str, object]:
    """One move. `redeals` (Gaps): of the win that `total` counts, those made after the move."""
    before, after = found.worth(place - 1), found.worth(place)
    price, better = cost(before, after), found.better(place)
    told: dict[str, object] = {
        "move": place,
        "text": _text(found.line.rules, found.line.actions[place][0]),
        "verdict": str(after.verdict),
        "total": after.total,
        "proved": after.proved or after.verdict is Verdict.UNWINNABLE,
        "cost": None if price is None else price.exact,
        "better": None if better is None else _text(found.line.rules, better),
    }
    if found.line.rules.facts.redeals:
        told["redeals"] = found.redeals(place)
    return told


def _summary(found: ReviewScheduler) -> dict[str, object]:
    """The summary. `detours` counts moves that cost something before a loss; None if one of them is
    unknown.
    """
    worths, line = found.worths(), found.line
    last_won, first_lost = found.last_won, found.first_lost
    known = worths[: last_won + 1]
    return {
        "summary": True,
        "moves": len(worths) - 1,
        "won": line.rules.is_won(line.positions[-1]),
        "shortest": worths[0].total if worths[0].proved else None,
        "detours": _detours(known) if all(each.proved for each in known) else None,
        "lost_at": first_lost if first_lost == last_won + 1 else None,
    }


def _detours(worths: Sequence[Worth]) -> int:
    return sum(before.total != after.total for before, after in pairwise(worths))


def _text(rules: Rules, move: Move) -> str:
    """A move as text; the empty place is left out where it does not change the game."""
    return str(unplaced(rules, move))


# On several processes


def _weigh_on(
    jobs: int, line: Line, limits: SearchLimits, seconds: float | None
) -> ReviewScheduler:
    """Weigh a line in several processes, its searches side by side."""
    found, running = ReviewScheduler(line), list[Job]()

    def next_job() -> tuple[Position, Job] | None:
        job = found.next_job(running)
        if job is None:
            return None
        running.append(job)
        return line.positions[job.place], job

    work = partial(_run, line.rules, limits)
    for result in in_processes(jobs, work, next_job, _given_up, seconds):
        running.remove(result[0])
        found.note(*result)
    return found


def _run(rules: Rules, limits: SearchLimits, asked: tuple[Position, Job]) -> tuple[Job, Answer]:
    return run_job(rules, *asked, limits)


def _given_up(asked: tuple[Position, Job]) -> tuple[Job, Answer]:
    """The result of a job whose processes were killed one after another: nothing new is known."""
    return asked[1], Answer(Verdict.UNDECIDED)
