"""The contents of the golden files; tools/golden_files.py rewrites them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from handwritten_positions import rules_name, texts

from game.cli.short_commands import deal_text
from game.core import deals
from game.core.position import Position
from game.play import sharing_lines
from game.play.sharing_lines import Shared
from game.rules import RULES, Rules

GOLDEN = Path(__file__).parent / "golden"

# Small and large numbers, the ends of the range, and some that other programs speak of.
PINNED = (0, 1, 2, 3, 617, 1941, 11982, 146692, 484227, 999999)
# How many actions each game's lines are counted to, so that it takes a moment.
USUAL_LENGTH = 3
LENGTHS = {"gaps": 5, "klondike": 5}


def wins() -> list[Shared]:
    """The games won that are recorded."""
    text = (GOLDEN / "wins.txt").read_text(encoding="utf-8")
    return list(map(sharing_lines.read_shared, text.splitlines()))


def positions(win: Shared) -> list[Position]:
    """The positions of a game, the deal first."""
    passed = [win.rules.deal(win.deck)]
    for move in win.moves:
        passed.append(win.rules.apply(passed[-1], move))
    return passed


def pinned_deals(game: str) -> str:
    """Ten deals of a game as `main.py deal` prints them."""
    rules = RULES[game]()
    return "\n".join(f"{deal_text(rules, deals.deck_of(n), n)}\n" for n in PINNED)


def orders_of_moves() -> str:
    """All moves in their order, at every eighth position of the games won."""
    lines = []
    for win in wins():
        for made, position in enumerate(positions(win)):
            if made % 8 == 0:
                moves = " ".join(texts(win.rules.moves(position)))
                lines.append(f"{rules_name(win.rules)} {win.number} {made}: {moves}")
    return "\n".join(lines) + "\n"


def count_lines(rules: Rules, position: Position, length: int) -> int:
    """How many lines of so many actions there are (perft)."""
    moves = rules.moves(position)
    if length <= 1:
        return len(moves) if length else 1
    return sum(count_lines(rules, rules.apply(position, move), length - 1) for move in moves)


def counted_positions() -> list[tuple[str, Rules, Position, int]]:
    """What is counted: of each game won the deal and two positions on the way, with their name
    and the longest lines.
    """
    found = []
    for line, win in enumerate(wins(), 1):
        passed = positions(win)
        for made in (0, len(passed) // 3, 2 * len(passed) // 3):
            name = f"line {line}, {rules_name(win.rules)} {win.number}, {made}"
            found.append((name, win.rules, passed[made], LENGTHS.get(win.rules.name, USUAL_LENGTH)))
    return found


def line_counts() -> str:
    """Counts of lines by their length."""
    lines = []
    for name, rules, position, longest in counted_positions():
        counts = [count_lines(rules, position, length) for length in range(1, longest + 1)]
        lines.append(f"{name}: {' '.join(map(str, counts))}")
    return "\n".join(lines) + "\n"


TEXTS: Mapping[str, Callable[[], str]] = {
    **{f"deals_{game}.txt": lambda game=game: pinned_deals(game) for game in RULES},
    "moves.txt": orders_of_moves,
    "counts.txt": line_counts,
}
