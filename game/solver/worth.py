"""What is known of the positions of one line of play. `line_review` finds it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core.named_tuple import NamedTuple
from game.core.position import EMPTY, REDEAL, REDEAL_RANDOM, Action, Move, Position
from game.rules import Rules
from game.solver.answer import Verdict


class Worth(NamedTuple):
    """What is known of one place on a line. A total is the number of counted moves made up to the
    place plus those still needed to win.
    """

    verdict: Verdict = Verdict.UNDECIDED
    least: int = 0
    """No win has a smaller total; meaningless if the place is lost."""
    total: int | None = None
    """The smallest total of a win that is known; None where none is, or the place is lost."""

    @property
    def proved(self) -> bool:
        """True if no win can have a smaller total than `total`."""
        return self.total is not None and self.least == self.total


class Cost(NamedTuple):
    """By how much a move lets the total grow: from `least` to `most`."""

    least: int
    most: int

    @property
    def exact(self) -> int | None:
        """The cost where it is proved, None where it is not."""
        return self.least if self.least == self.most else None


def cost(before: Worth, after: Worth) -> Cost | None:
    """The cost of the move between two places; None unless both are known to be won.

    The cost is exact only if both totals are proved.
    """
    if after.verdict is not Verdict.WON or before.verdict is not Verdict.WON:
        return None
    assert before.total is not None and after.total is not None
    return Cost(max(0, after.least - before.total), max(0, after.total - before.least))


class Line(NamedTuple):
    """A line of play: its places, from the first position on, and the actions between them."""

    rules: Rules
    positions: tuple[Position, ...]
    depths: tuple[int, ...]
    """How many counted moves were made up to each place."""
    actions: tuple[Action, ...]
    """The action that leads to each place; of the first one: none."""

    @classmethod
    def of_actions(cls, rules: Rules, start: Position, actions: Iterable[Action]) -> Line:
        """A place after each action. Raises IllegalMove."""
        positions, depths = [start], [0]
        kept: list[Action] = [()]
        for action in actions:
            position, depth = positions[-1], depths[-1]
            for move in action:
                steps = rules.steps(position, move)
                position, depth = steps[-1], depth + len(steps)
            positions.append(position)
            depths.append(depth)
            kept.append(tuple(action))
        return cls(rules, tuple(positions), tuple(depths), tuple(kept))

    @classmethod
    def of_moves(cls, rules: Rules, start: Position, moves: Sequence[Move]) -> Line:
        """A place after each counted move: also after each single card of a run."""
        positions = [start]
        kept: list[Action] = [()]
        for move in moves:
            steps = rules.steps(positions[-1], move)
            for after in steps:
                single = move if len(steps) == 1 else _between(positions[-1], after)
                positions.append(after)
                kept.append((single,))
        return cls(rules, tuple(positions), tuple(range(len(positions))), tuple(kept))


def same_game_from(line: Line) -> int:
    """The first place from which on a loss holds for all later places.

    In Gaps a line may contain a redeal of the other kind than the rules' `redeal_word`. Verdicts
    before it do not hold after it, because they assume the rules' kind.
    """
    rules = line.rules
    if not rules.facts.redeals:
        return 0
    other = REDEAL if rules.redeal_word == REDEAL_RANDOM else REDEAL_RANDOM
    made = (n for n, action in enumerate(line.actions) if any(m.onto == other for m in action))
    return max(made, default=0)


def _between(before: Position, after: Position) -> Move:
    """The move of a single card of a run that leads from one position to the next (La Peau)."""
    pairs = zip(before.piles, after.piles, strict=True)
    host, card = next((was, now[-1]) for was, now in pairs if len(now) > len(was))
    return Move(card, host[-1] if host else EMPTY)
