"""The way that would have been shorter: from a place of a line to where both ways meet again."""

from __future__ import annotations

from game.core.position import Move
from game.solver.line_worths import LineWorths


def shorter_way(worths: LineWorths, place: int) -> tuple[Move, ...]:
    """The moves of the shortest win known from a place, as far as where they meet the line again
    or else to the end; empty where they are the line's own, or none is known.
    """
    answer, line = worths.answer(place), worths.line
    if not answer:
        return ()
    rules, position, own = line.rules, line.positions[place], True
    keys = {rules.key(line.positions[n]): n for n in range(place + 1, len(line.positions))}
    played: list[Move] = []
    for move in answer:
        position = rules.apply(position, move)
        played.append(move)
        met = keys.get(rules.key(position))
        if met is None:
            own = False
        elif not own:
            return tuple(played)
    return () if own else tuple(played)
