"""Makes the lists of deals that ship with the game:

    python -m tools.deal_lists levels brainjam gaps klondike lapeau-alternate lapeau-same
    python -m tools.deal_lists demos
    python -m tools.deal_lists daily FIRST_DAY LAST_DAY

levels  the packs of graded deals in levels/, one or more of them
demos   the deals that the menu plays by itself, assets/menu/demos.txt
daily   the numbers of the daily deals, assets/daily/numbers.txt: days that are in it stay as they
        are, even if the solvers change, the others are searched for

Searches are limited in states, never in time, so that the same files come out anywhere, compiled
or not (compiled each takes some minutes).
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import count, islice
from pathlib import Path
from typing import Final, NamedTuple

from game.core import deals
from game.core.moves import Move
from game.core.position import PileKind, Position
from game.play.notation import replay
from game.play.sharing_lines import write_shared
from game.record import daily_deals
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.menu.self_play import demo_file
from game.solver import registry
from game.solver.answer import Answer, Goal, Verdict
from game.solver.worker import FirstWin, FoundDeal, Seek

ROOT: Final = Path(__file__).resolve().parents[1]
LEVELS: Final = ROOT / "levels"
SIZE: Final = 240
"""Deals in a pack."""
BRAINJAM_SIZE: Final = 1500
MEMORY: Final = 1_000_000_000
GRADES: Final = 5


def searched(rules: Rules, number: int, goal: Goal, most: int) -> Answer | None:
    """The answer of a search for a deal that ends within so many states, else None."""
    search = registry.start(rules, rules.deal(deals.deck_of(number)), goal, MEMORY)
    return search.answer() if search.run(most) else None


def first_win(rules: Rules, number: int, most: int) -> Answer | None:
    """A win of a deal that is found within so many states."""
    found = searched(rules, number, Goal.FIRST, most)
    return found if found is not None and found.verdict is Verdict.WON else None


# Packs that are graded by fifths


class Graded(NamedTuple):
    """A deal of a pack; the easiest deals have the least hardness."""

    hardness: float
    number: int
    par: int | None
    """The proved shortest number of moves."""


class Pack(NamedTuple):
    """How a pack is made."""

    heading: str
    about: str
    graded: Callable[[int], Graded | None]
    """The deal of a number; None where it is not for the pack."""


def gaps(number: int) -> Graded | None:
    rules = Gaps()
    if (first := first_win(rules, number, 100_000)) is None:
        return None
    best = searched(rules, number, Goal.OPTIMAL, 150_000)
    par = len(best.moves) if best is not None and best.optimal else None
    return Graded(math.log2(first.nodes), number, par)


def klondike(number: int) -> Graded | None:
    if (first := first_win(Klondike(), number, 200_000)) is None:
        return None
    turns = sum(str(move) == "turn" for move in first.moves)
    return Graded(math.log2(first.nodes) + 2 * turns, number, None)


def lapeau(rules: LaPeau, number: int) -> Graded | None:
    first = first_win(rules, number, 20_000)
    best = searched(rules, number, Goal.OPTIMAL, 40_000) if first is not None else None
    if first is None or best is None or not best.optimal:
        return None
    par = replay(rules, rules.deal(deals.deck_of(number)), best.moves)[1]
    return Graded(par + 2 * math.log2(first.nodes + 1), number, par)


ABOUT_LAPEAU: Final = f"""\
The first {SIZE} Microsoft numbers that can be won under this policy, as far as the solver
shows a win within 20000 states and proves the shortest within 40000.
id deck par difficulty. Par counts single moves and is proved.
Difficulty: the fifth of the pack, ordered by par plus twice the binary logarithm of the
states that the solver looks at before its first win."""
PACKS: Final = {
    "gaps": Pack(
        "gaps",
        f"""\
The first {SIZE} Microsoft numbers that can be won without a redeal, as far as the solver
shows it within 100000 states.
id deck par difficulty. Par is proved, for a win without a redeal; - where a search of
150000 states is too short for the proof.
Difficulty: the fifth of the pack, by the states that the solver looks at before its first win.""",
        gaps,
    ),
    "klondike": Pack(
        "klondike",
        f"""\
The first {SIZE} Microsoft numbers that can be won with two turn-overs, as far as the solver
shows it within 200000 states.
id deck par difficulty. The shortest possible is not known for any of them.
Difficulty: the fifth of the pack, by the binary logarithm of the states that the solver looks
at before its first win, plus two for each turn-over in that win.""",
        klondike,
    ),
    "lapeau-alternate": Pack(
        "lapeau alternate", ABOUT_LAPEAU, lambda number: lapeau(LaPeau(), number)
    ),
    "lapeau-same": Pack("lapeau same", ABOUT_LAPEAU, lambda number: lapeau(LaPeau("same"), number)),
}


def pack_lines(pack: Pack) -> Iterator[str]:
    """The first SIZE numbers that a pack takes: easiest first, each fifth of them a difficulty."""
    yield f"# game: {pack.heading}"
    yield from (f"# {line}" for line in pack.about.splitlines())
    yield "# Made by tools/deal_lists.py."
    found = filter(None, map(pack.graded, count(1)))
    for rank, deal in enumerate(sorted(islice(found, SIZE))):
        yield level_line(str(deal.number), deal.number, deal.par, 1 + rank * GRADES // SIZE)


def level_line(id: str, number: int, par: int | None, difficulty: int) -> str:
    deck = deals.deck_text(deals.deck_of(number))
    return f"{id} {deck} {'-' if par is None else par} {difficulty}"


# Brain Jam's pack is graded by how easily a game is lost


PLAYS, LENGTH = 30, 4
STEPS = (8, 15, 22, 27)
"""So many of the plays lost, or fewer, for difficulty 1 to 4; what is above is 5. They cut the
first 1500 deals into five parts of nearly the same size.
"""
ABOUT_BRAINJAM: Final = f"""\
# The Microsoft deals from 1 up that can be won in Brain Jam: id, deck in dealing order, the
# proven shortest number of moves, difficulty. Made by tools/deal_lists.py.
# Difficulty: {PLAYS} plays of {LENGTH} sensible random moves each (after each move all that can
# go home does; a card that can lie on its successor is three times as likely to move as one
# that goes to an empty place; no card moves twice in a row). How many of them end where no win
# is left? At most {", ".join(map(str, STEPS))}: difficulty 1, 2, 3, 4; more: 5."""


def brainjam_lines() -> Iterator[str]:
    """Each of the first numbers that can be won."""
    yield ABOUT_BRAINJAM
    yield from islice(filter(None, map(brainjam_line, count(1))), BRAINJAM_SIZE)


def brainjam_line(number: int) -> str | None:
    """The line of a deal; None where it cannot be won."""
    rules = BrainJam()
    start = rules.deal(deals.deck_of(number))
    answer = registry.solve(rules, start, Goal.OPTIMAL)
    if answer.verdict is Verdict.UNWINNABLE:
        return None
    if not answer.optimal:
        raise SystemExit(f"deal {number}: par could not be proved in the memory allowed")
    # random() gives the same numbers for a seed in every version of Python.
    chance = random.Random(number)
    ends = (registry.solve(rules, play(rules, start, chance), Goal.FIRST) for _ in range(PLAYS))
    lost = sum(end.verdict is Verdict.UNWINNABLE for end in ends)
    difficulty = 1 + sum(lost > step for step in STEPS)
    return level_line(f"{number:04}", number, len(answer.moves), difficulty)


def play(rules: BrainJam, position: Position, chance: random.Random) -> Position:
    """The position after some sensible random moves; after each all goes home that can."""
    last = None
    for n in range(LENGTH + 1):
        if n:
            moves = [move for move in rules.moves(position) if move.card != last]
            # Those onto a card are three times as likely as the others.
            likely = [m for m in moves for _ in range(3 if isinstance(m.onto, int) else 1)]
            if not likely:
                break
            move = likely[int(chance.random() * len(likely))]
            last, position = move.card, rules.apply(position, move)
        for home in rules.purge(position):
            position = rules.apply(position, home)
    return position


# Deals that the menu plays by itself

DEMO_GAMES: Final = (BrainJam(), LaPeau(), LaPeau("same"), Gaps(), Gaps("random-gaps"), Klondike())
CANDIDATES: Final = {"brainjam": 300, "lapeau": 300, "gaps": 60, "klondike": 150}
"""The first so many deals are looked at."""
DEMOS: Final = 10
"""So many for each game."""
DEMO_SLICES: Final = 200
MOST_MOVES: Final = {"brainjam": 90, "lapeau": 85, "gaps": 110, "klondike": 140}


def demo_lines() -> Iterator[str]:
    """Those whose short answer keeps all columns short, so that cards in little stay large, and
    lays most cards onto others rather than away: something grows before it goes home.
    """
    yield "# Deals that the menu plays by itself, as sharing lines. Made by tools/deal_lists.py."
    for rules in DEMO_GAMES:
        numbers = range(1, CANDIDATES[rules.name] + 1)
        found = [each for number in numbers if (each := demo(rules, number)) is not None]
        yield from (line for _, _, line in sorted(found, reverse=True)[:DEMOS])


def demo(rules: Rules, number: int) -> tuple[float, int, str] | None:
    """A deal with its short answer as a sharing line, if it is fit to be looked at; the prettiest
    is the greatest.
    """
    deck = deals.deck_of(number)
    search = registry.start(rules, rules.deal(deck), Goal.SHORT)
    for _ in range(DEMO_SLICES):
        if search.run(1000):
            break
    moves = search.answer().moves
    if not 0 < len(moves) <= MOST_MOVES[rules.name]:
        return None
    if longest(rules, number, moves) > rules.facts.demo_column:
        return None
    built = sum(isinstance(move.onto, int) for move in moves)
    return built / len(moves), number, write_shared(rules, number, deck, moves)


def longest(rules: Rules, number: int, moves: tuple[Move, ...]) -> int:
    """Cards in the longest column on the way."""
    position = rules.deal(deals.deck_of(number))
    kinds = PileKind.COLUMN, PileKind.SLOT
    columns = [n for n, (kind, _) in enumerate(rules.piles) if kind in kinds]
    found = 0
    for move in moves:
        position = rules.apply(position, move)
        found = max(found, *(len(position.piles[n]) for n in columns))
    return found


# The daily deals


def add_days(first: date, last: date) -> None:
    """Write the numbers of some days into the list."""
    file = ROOT / "assets" / daily_deals.SHIPPED
    head, games, *lines = file.read_text(encoding="utf-8").splitlines()
    known = dict(line.split(" ", 1) for line in lines)
    for step in range((last - first).days + 1):
        day = first + timedelta(step)
        if day.isoformat() not in known:
            numbers = (str(daily_number(game, day)) for game in games.split()[1:])
            known[day.isoformat()] = " ".join(numbers)
            days = (f"{day} {numbers}" for day, numbers in sorted(known.items()))
            file.write_text("\n".join([head, games, *days]) + "\n", encoding="utf-8")


def daily_number(game: str, day: date) -> int:
    start = daily_deals.first_number(game, day)
    return first_winnable(Seek(game, (), start, daily_deals.SEARCH_NODES)).number


def first_winnable(seek: Seek) -> FoundDeal:
    """Run the whole search."""
    search = FirstWin(seek)
    while (found := search.step()) is None:
        pass
    return found


def write(file: Path, lines: Iterator[str]) -> None:
    """Write a file, its lines as they are found, then move it into place."""
    unfinished = file.with_suffix(".part")
    with unfinished.open("w", encoding="utf-8") as target:
        for line in lines:
            print(line, file=target, flush=True)
    unfinished.replace(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    levels = kinds.add_parser("levels")
    levels.add_argument("names", nargs="+", choices=["brainjam", *PACKS])
    kinds.add_parser("demos")
    daily = kinds.add_parser("daily")
    for name in ("first", "last"):
        daily.add_argument(name, type=date.fromisoformat)
    chosen = parser.parse_args()
    if chosen.kind == "levels":
        for name in chosen.names:
            lines = brainjam_lines() if name == "brainjam" else pack_lines(PACKS[name])
            write(LEVELS / f"{name}.txt", lines)
    elif chosen.kind == "demos":
        write(demo_file(ROOT / "assets"), demo_lines())
    else:
        add_days(chosen.first, chosen.last)


if __name__ == "__main__":
    main()
