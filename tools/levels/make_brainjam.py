"""Make levels/brainjam.txt: the first Microsoft deals that can be won, with par and difficulty.

    python tools/levels/make_brainjam.py [--deals 1500] [--output levels/brainjam.txt]

The same file comes out at each run, compiled or not (compiled it takes some minutes).
"""

import argparse
import itertools
import random
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from game.core import deals  # noqa: E402 (needs the path)
from game.core.moves import Move  # noqa: E402
from game.core.position import Position  # noqa: E402
from game.rules import BrainJam  # noqa: E402
from game.solver.answer import Goal, Verdict  # noqa: E402
from game.solver.registry import solve  # noqa: E402

RULES = BrainJam()
# Random plays of a deal, and after how many moves (those to foundations not counted) each is
# looked at: is it still winnable?
PLAYS = 30
LENGTH = 4
# So many of the plays lost, or fewer, for difficulty 1 to 4; what is above is 5. They cut the
# first 1500 deals into five parts of nearly the same size.
STEPS = (8, 15, 22, 27)

HEAD = f"""\
# The Microsoft deals from 1 up that can be won in Brain Jam: id, deck in dealing order, the
# proven shortest number of moves, difficulty. Made by tools/levels/make_brainjam.py.
# Difficulty: {PLAYS} plays of {LENGTH} sensible random moves each (after each move all that can
# go home does; a card that can lie on its successor is three times as likely to move as one
# that goes to an empty place; no card moves twice in a row). How many of them end where no win
# is left? At most {", ".join(map(str, STEPS))}: difficulty 1, 2, 3, 4; more: 5.
"""


@dataclass(frozen=True)
class Graded:
    """A line of the file."""

    number: int
    deck: deals.Deck
    par: int
    lost: int
    """How many of the random plays lost the game."""

    def __str__(self) -> str:
        difficulty = 1 + sum(self.lost > step for step in STEPS)
        return f"{self.number:04} {deals.deck_text(self.deck)} {self.par} {difficulty}"


def grade(number: int) -> Graded | None:
    """The line of a Microsoft deal; None where it cannot be won."""
    deck = deals.deck_of(number)
    start = RULES.deal(deck)
    answer = solve(RULES, start, Goal.OPTIMAL)
    if answer.verdict is Verdict.UNWINNABLE:
        return None
    if not answer.optimal:
        raise SystemExit(f"deal {number}: par could not be proved in the memory allowed")
    # random() gives the same numbers for a seed in every version of Python.
    chance = random.Random(number)
    lost = sum(
        solve(RULES, play(start, chance), Goal.FIRST).verdict is Verdict.UNWINNABLE
        for _ in range(PLAYS)
    )
    return Graded(number, deck, len(answer.moves), lost)


def play(position: Position, chance: random.Random) -> Position:
    """The position after some sensible random moves."""
    position = all_home(position)
    last = None
    for _ in range(LENGTH):
        moves = [move for move in RULES.moves(position) if move.card != last]
        if not moves:
            break
        move = choose(moves, chance)
        last = move.card
        position = all_home(RULES.apply(position, move))
    return position


def choose(moves: list[Move], chance: random.Random) -> Move:
    """One of the moves; those onto a card are three times as likely as the others."""
    likely = [move for move in moves for _ in range(3 if isinstance(move.onto, int) else 1)]
    return likely[int(chance.random() * len(likely))]


def all_home(position: Position) -> Position:
    """With everything sent home that can go."""
    for move in RULES.purge(position):
        position = RULES.apply(position, move)
    return position


def main() -> None:
    """Write the file, its lines in order as they are known, then move it into place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1500, help="how many winnable deals")
    parser.add_argument("--output", type=Path, default=ROOT / "levels" / "brainjam.txt")
    parser.add_argument("--losses", action="store_true", help="print the counts behind STEPS")
    chosen = parser.parse_args()
    graded = filter(None, map(grade, itertools.count(1)))
    lines = []
    for line in itertools.islice(graded, chosen.deals):
        lines.append(line)
        print(f"\r{len(lines)} of {chosen.deals}, deal {line.number}", end="", file=sys.stderr)
    print(file=sys.stderr)
    unfinished = chosen.output.with_suffix(".part")
    unfinished.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    unfinished.replace(chosen.output)
    if chosen.losses:
        ordered = sorted(line.lost for line in lines)
        print([ordered[len(ordered) * part // 5] for part in range(1, 5)])


if __name__ == "__main__":
    main()
