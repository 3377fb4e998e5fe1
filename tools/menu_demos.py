"""Chooses the deals that the menu plays by itself and writes assets/menu/demos.txt:
`python tools/menu_demos.py`.

Takes those of each game's first deals whose short answer keeps all columns short, so that cards in
little stay large, and lays most cards onto others rather than away: something grows before it goes
home.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.core import deals  # noqa: E402
from game.core.moves import Move  # noqa: E402
from game.core.position import PileKind  # noqa: E402
from game.play.sharing_line import write_shared  # noqa: E402
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules  # noqa: E402
from game.scenes.menu.self_play_deals import demo_file  # noqa: E402
from game.solver import registry  # noqa: E402
from game.solver.answer import Goal, Verdict  # noqa: E402

FILE = demo_file(ROOT / "assets")
GAMES: Final = (BrainJam(), LaPeau(), LaPeau(same_suit=True), Gaps(), Klondike())
CANDIDATES: Final = {"brainjam": 300, "lapeau": 300, "gaps": 60, "klondike": 150}
"""The first so many deals are looked at."""
KEPT: Final = 10
"""So many for each game."""
NODES: Final = 200_000
"""Positions a search may take: a count, so that every machine chooses the same deals."""
SLICE: Final = 1000
MOST_MOVES: Final = {"brainjam": 90, "lapeau": 85, "gaps": 110, "klondike": 140}
HEADER = "# Deals that the menu plays by itself, as sharing lines. Made by tools/menu_demos.py.\n"


class Demo(NamedTuple):
    """A deal with an answer, the prettiest greatest."""

    pretty: float
    number: int
    line: str


def demo(rules: Rules, number: int) -> Demo | None:
    """A deal's short answer, where it is fit to be looked at."""
    deck = deals.deck_of(number)
    moves = answer(rules, number)
    if not moves or len(moves) > MOST_MOVES[rules.name]:
        return None
    if longest(rules, number, moves) > rules.facts.demo_column:
        return None
    built = sum(isinstance(move.onto, int) for move in moves)
    return Demo(built / len(moves), number, write_shared(rules, number, deck, moves))


def answer(rules: Rules, number: int) -> tuple[Move, ...]:
    """An answer near the shortest, the same on every machine; empty where none is found."""
    search = registry.start(rules, rules.deal(deals.deck_of(number)), Goal.SHORT)
    for _ in range(NODES // SLICE):
        if search.run(SLICE):
            break
    found = search.answer()
    return found.moves if found.verdict is Verdict.WON else ()


def longest(rules: Rules, number: int, moves: tuple[Move, ...]) -> int:
    """Cards in the longest column on the way."""
    position = rules.deal(deals.deck_of(number))
    columns = [
        n for n, (kind, _) in enumerate(rules.piles) if kind in (PileKind.COLUMN, PileKind.SLOT)
    ]
    found = 0
    for move in moves:
        position = rules.apply(position, move)
        found = max(found, *(len(position.piles[n]) for n in columns))
    return found


def main() -> None:
    """Choose the deals of every game and write them."""
    lines = [HEADER]
    for rules in GAMES:
        numbers = range(1, CANDIDATES[rules.name] + 1)
        found = [each for number in numbers if (each := demo(rules, number)) is not None]
        best = sorted(found, reverse=True)[:KEPT]
        print(
            f"{rules.name} {rules.policy}: {len(found)} fit, kept {[each.number for each in best]}"
        )
        lines += [f"{each.line}\n" for each in best]
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
