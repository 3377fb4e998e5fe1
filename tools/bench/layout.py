"""Print how large cards lie on each table: `python tools/bench/layout.py [--ui SCALE] [--plays N]`.

A game's first deals are played through by random legal moves and measured after each move, in
windows of five forms. One line a game and window:

card    width and height of a card in pixels: as dealt, and the mean over the play
on screen  the part of the window that cards cover, in per cent: the mean over the play
strip   what is seen of a covered face-up card, in pixels: as dealt, the mean, and the least
rest    the height below the lowest card that nothing uses, in per cent of the card area: as dealt

No window is opened; nothing of it depends on the machine's speed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.core import deals
from game.core.moves import DONE
from game.core.position import Position, Seat
from game.rules import RULES, Rules
from game.table.card_places import Arrangement
from game.table.card_sprites import CardSprites

WINDOWS: Final = ((640, 400), (1280, 800), (1000, 1400), (2560, 1080), (3840, 2160))
PLAYS: Final = 6
MOVES: Final = 60
HEAD: Final = (
    f"{'game':9} {'window':>9}  {'card dealt':>10} {'mean':>9}  {'on screen':>9}  "
    f"{'strip dealt':>11} {'mean':>5} {'least':>5}  {'rest':>5}"
)


class Measure(NamedTuple):
    """What is measured of one position on a table."""

    card: tuple[int, int]
    covered: float
    """The share of the window that lies under cards."""
    strips: tuple[int, ...]
    """The heights that show of covered face-up cards."""
    rest: float
    """The share of the card area below the lowest card."""


def measured(view: CardSprites) -> Measure:
    """Measure what a table shows."""
    table, position = view.arrangement, view.position
    shown, strips, lowest = 0, [], 0
    for pile, held in enumerate(position.piles):
        for depth in range(len(held)):
            seat = Seat(pile, depth)
            box = table.shown(position, seat)
            shown += box.w * box.h
            lowest = max(lowest, table.seat(position, seat).bottom)
            if is_covered(table, position, seat):
                strips.append(box.h)
    window, area = view.frame.width * view.frame.height, view.frame.area
    return Measure(table.card, shown / window, tuple(strips), (area.bottom - lowest) / area.h)


def is_covered(table: Arrangement, position: Position, seat: Seat) -> bool:
    """True for a face-up card of a column that another card lies on."""
    in_column = table.kinds[seat.pile].name == "COLUMN"
    return in_column and position.is_up(seat) and seat.depth < len(position.piles[seat.pile]) - 1


def played(view: CardSprites, rules: Rules, number: int) -> Iterator[Measure]:
    """A deal and some moves of it, no card sent home while another move is there."""
    random, deck = Random(number), deals.deck_of(number)
    position = rules.deal(deck)
    view.speed = 0.0
    view.deal(position, deck)
    yield measured(view)
    for _ in range(MOVES):
        moves = rules.moves(position)
        staying = [move for move in moves if move.onto != DONE] or moves
        if not staying:
            return
        position = rules.apply(position, random.choice(staying))
        view.show([position])
        yield measured(view)


def line(rules: Rules, size: tuple[int, int], ui: float, plays: int) -> str:
    """A line of the table."""
    view = CardSprites(rules, size)
    view.resize(size, ui)
    found = [list(played(view, rules, number)) for number in range(1, plays + 1)]
    first, every = found[0][0], [measure for play in found for measure in play]
    wide, high = fmean(m.card[0] for m in every), fmean(m.card[1] for m in every)
    strips = [strip for measure in every for strip in measure.strips]
    dealt = f"{min(first.strips):>11}" if first.strips else f"{'-':>11}"
    later = f"{fmean(strips):>5.0f} {min(strips):>5}" if strips else f"{'-':>5} {'-':>5}"
    return (
        f"{rules.name:9} {f'{size[0]}x{size[1]}':>9}  {'x'.join(map(str, first.card)):>10} "
        f"{f'{wide:.0f}x{high:.0f}':>9}  {fmean(m.covered for m in every):>9.1%}  "
        f"{dealt} {later}  {first.rest:>5.0%}"
    )


def main(words: list[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How large cards lie on each table.")
    parser.add_argument("--ui", type=float, default=1.0, help="size of text and buttons, 0.8 to 2")
    parser.add_argument("--plays", type=int, default=PLAYS, help="deals of each game")
    arguments = parser.parse_args(words)
    print(HEAD)
    for rules in (make() for make in RULES.values()):
        for size in WINDOWS:
            print(line(rules, size, arguments.ui, arguments.plays))


if __name__ == "__main__":
    main(sys.argv[1:])
