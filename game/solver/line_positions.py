"""A line of play: the positions that it passes and the actions between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, starmap

from game.core.moves import Action, Move
from game.core.named_tuple import NamedTuple
from game.core.position import Position
from game.rules import Rules
from game.rules.base import unplaced
from game.solver.answer import redeals_otherwise


class Line(NamedTuple):
    """A line of play. Its places are its positions, from the first one on."""

    rules: Rules
    positions: tuple[Position, ...]
    depths: tuple[int, ...]
    """How many counted moves were made up to each place."""
    actions: tuple[Action, ...]
    """The action that leads to each place; of the first one: none."""

    @classmethod
    def of_actions(cls, rules: Rules, start: Position, actions: Iterable[Action]) -> Line:
        """A place after each action. Raises IllegalMove."""
        return cls(rules, (start,), (0,), ((),)).extended(actions)

    def extended(self, actions: Iterable[Action]) -> Line:
        """The line with a further place after each action. Raises IllegalMove."""
        positions, depths, kept = [*self.positions], [*self.depths], [*self.actions]
        for action in actions:
            position, depth = positions[-1], depths[-1]
            for move in action:
                steps = self.rules.steps(position, move)
                position, depth = steps[-1], depth + len(steps)
            positions.append(position)
            depths.append(depth)
            kept.append(tuple(action))
        return Line(self.rules, tuple(positions), tuple(depths), tuple(kept))

    def cut(self, places: int) -> Line:
        """The first places of the line."""
        positions, depths = self.positions[:places], self.depths[:places]
        return Line(self.rules, positions, depths, self.actions[:places])

    @classmethod
    def of_moves(cls, rules: Rules, start: Position, moves: Sequence[Move]) -> Line:
        """A place after each counted move: also after each single card of a run."""
        positions = [start]
        kept: list[Action] = [()]
        for move in moves:
            steps = rules.steps(positions[-1], move)
            for after in steps:
                single = move if len(steps) == 1 else _between(rules, positions[-1], after)
                positions.append(after)
                kept.append((single,))
        return cls(rules, tuple(positions), tuple(range(len(positions))), tuple(kept))


def games_of(line: Line) -> list[range]:
    """For each place, the places that belong to one game with it: usually all.

    In Gaps a line may contain redeals of the other kind than the rules' `redeal_word`. A verdict or
    a win of a place before one does not hold after it, and none of a place after it holds before
    it, because both assume the rules' kind.
    """
    made = (n for n, action in enumerate(line.actions) if redeals_otherwise(line.rules, action))
    starts = [0, *made, len(line.actions)]
    return [game for game in starmap(range, pairwise(starts)) for _ in game]


def _between(rules: Rules, before: Position, after: Position) -> Move:
    """The move of a single card of a run that leads from one position to the next."""
    pairs = enumerate(zip(before.piles, after.piles, strict=True))
    pile, card = next((pile, now[-1]) for pile, (was, now) in pairs if len(now) > len(was))
    return unplaced(rules, rules.aim(before, card, pile))
