"""A line of play, and what is known of its places, for the code that shows it. `line_review` finds
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from game.core.moves import Action, Move
from game.core.position import Position
from game.rules import Rules
from game.rules.base import unplaced
from game.solver.answer import Verdict, redeals_in


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


def _between(rules: Rules, before: Position, after: Position) -> Move:
    """The move of a single card of a run that leads from one position to the next."""
    pairs = enumerate(zip(before.piles, after.piles, strict=True))
    pile, card = next((pile, now[-1]) for pile, (was, now) in pairs if len(now) > len(was))
    return unplaced(rules, rules.aim(before, card, pile))


_FAR: Final = 1_000_000
"""More than any total."""


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


def where_lost(verdicts: Iterable[Verdict | None]) -> tuple[int, int | None]:
    """Where a line lost its win: the last place that can be won (-1: none is known), and the first
    lost one after it (None: none is known). The win was lost between them, where they are
    neighbours; else nothing is known of the places between them.
    """
    last, first = -1, None
    for place, verdict in enumerate(verdicts):
        if verdict is Verdict.WON:
            last, first = place, None
        elif verdict is Verdict.UNWINNABLE and first is None:
            first = place
    return last, first


class PositionBounds(NamedTuple):
    """What is known of one place, in a form for a pipe or a disk. It does not count the moves made
    up to the place, so it holds for the same position on any line.
    """

    place: int
    lost: bool
    least: int
    """No win from there takes fewer counted moves; 0 where it is lost."""
    most: int | None
    """The counted moves of the shortest win known from there; None: no win is known."""
    win: tuple[Move, ...] | None
    """That win; None also if it begins with the line's next action."""


class LineWorths:
    """The worth of every place, and the wins that prove it."""

    def __init__(self, line: Line) -> None:
        self.line = line
        size = len(line.positions)
        self._least = [0] * size
        self._most = [_FAR] * size
        self._wins: list[tuple[Move, ...] | None] = [None] * size
        """The win that each smallest total stands for. None: that win is the line's next action,
        followed by the win of the next place.
        """
        self._ranked: list[tuple[int, int, tuple[Move, ...]] | None] = [None] * size
        """Gaps: the win with the fewest redeals, of those the shortest: its redeals, total, moves.
        """
        self._lost = [False] * size
        """Whether each place is known to be lost."""

    def worth(self, place: int) -> Worth:
        """What is known of a place."""
        if self._most[place] < _FAR:
            return Worth(Verdict.WON, self._least[place], self._most[place])
        if self._lost[place]:
            return Worth(Verdict.UNWINNABLE)
        return Worth(least=self._least[place])

    def worths(self) -> list[Worth]:
        """What is known of each place."""
        return [self.worth(place) for place in range(len(self.line.positions))]

    def answer(self, place: int) -> tuple[Move, ...] | None:
        """The shortest win known from a place; None: none is."""
        if self._most[place] == _FAR:
            return None
        played: list[Move] = []
        while (win := self._wins[place]) is None:
            place += 1
            played += self.line.actions[place]
        return (*played, *win)

    def redeals(self, place: int) -> int | None:
        """Gaps: how many redeals the shortest win known from a place takes, of those still to be
        made. None: no win is known, or the game has no redeals.
        """
        answer = self.answer(place) if self.line.rules.facts.redeals else None
        return None if answer is None else redeals_in(answer)

    def fewest_redeals(self, place: int) -> int | None:
        """Gaps: the fewest redeals that a win known from a place takes, of those still to be made;
        it may be longer than the shortest. None as for `redeals`.
        """
        ranked = self._ranked[place]
        return self.redeals(place) if ranked is None else ranked[0]

    def least_redealt(self, place: int) -> tuple[int, tuple[Move, ...]] | None:
        """Gaps: total and moves of the win with the fewest redeals; None as for `redeals`."""
        ranked = self._ranked[place]
        return None if ranked is None else ranked[1:]

    def better(self, place: int) -> Move | None:
        """The first move of a win that is certainly shorter than any win after the action to this
        place, as an alternative to that action; None if no such win is known.
        """
        before, after = self.worth(place - 1), self.worth(place)
        if before.total is None:
            return None
        worse = after.verdict is Verdict.UNWINNABLE or before.total < after.least
        answer = self.answer(place - 1) if worse else None
        return answer[0] if answer else None

    def shorter_way(self, place: int) -> tuple[Move, ...]:
        """The moves of the shortest win known from a place, up to where they rejoin the line, or
        else to the end. Empty if they are the line's own moves, or if no win is known.
        """
        answer = self.answer(place) or ()
        rules, position, own = self.line.rules, self.line.positions[place], True
        later = {rules.key(each) for each in self.line.positions[place + 1 :]}
        for count, move in enumerate(answer, 1):
            position = rules.apply(position, move)
            if rules.key(position) not in later:
                own = False
            elif not own:
                return answer[:count]
        return () if own else answer

    @property
    def last_won(self) -> int:
        """The last place known to be one that can be won; -1: none is."""
        return where_lost(worth.verdict for worth in self.worths())[0]

    @property
    def first_lost(self) -> int | None:
        """The first place from which on all are known to be lost; None: there is none. Of those
        between `last_won` and this one, some are undecided.
        """
        return where_lost(worth.verdict for worth in self.worths())[1]

    def found(self, places: Iterable[int]) -> tuple[PositionBounds, ...]:
        """What is known of some places, as `take` takes it in."""
        return tuple(self._found(place) for place in sorted(places))

    def _found(self, place: int) -> PositionBounds:
        worth, depth = self.worth(place), self.line.depths[place]
        if worth.verdict is Verdict.UNWINNABLE:
            return PositionBounds(place, True, 0, None, None)
        most = None if worth.total is None else worth.total - depth
        return PositionBounds(place, False, worth.least - depth, most, self._wins[place])

    def take(self, found: Iterable[PositionBounds]) -> None:
        """Take over what another process has found on the same line. It is not checked again,
        because the rules have replayed it there. A shorter win that is known already stays.
        """
        for place, lost, least, most, win in found:
            depth = self.line.depths[place]
            if lost:
                self._lose(range(place, len(self._lost)))
                continue
            if win is not None and most is not None and self.line.rules.facts.redeals:
                self._rank_along(place, depth + most, win)
            self._least[place] = max(self._least[place], depth + least)
            if most is not None and depth + most <= self._most[place]:
                self._most[place], self._wins[place] = depth + most, win
        self._carry_back()

    def _carry_back(self) -> None:
        """Pass each total on to the places before it: the moves to it are a way to that win."""
        for place in range(len(self._most) - 2, -1, -1):
            total = self._most[place + 1]
            if total < self._most[place]:
                self._most[place], self._wins[place] = total, None
            if (after := self._ranked[place + 1]) is not None:
                self._rank(place, after[1], (*self.line.actions[place + 1], *after[2]))

    def _rank(self, place: int, total: int, win: tuple[Move, ...]) -> None:
        """Note a win of a place by its redeals."""
        known, ranked = self._ranked[place], (redeals_in(win), total, win)
        if known is None or ranked[:2] < known[:2]:
            self._ranked[place] = ranked

    def _rank_along(self, place: int, total: int, win: tuple[Move, ...]) -> None:
        """Note a win by its redeals, as far as the line follows it."""
        self._rank(place, total, win)
        for action in self.line.actions[place + 1 :]:
            if win[: len(action)] != action:
                return
            win, place = win[len(action) :], place + 1
            self._rank(place, total, win)

    def _lose(self, places: Iterable[int]) -> None:
        """Note that places are lost."""
        for place in places:
            self._lost[place] = True


class Mistake(NamedTuple):
    """An action of a line that is proved to cost something."""

    place: int
    """The index on the line of the position that it leads to."""
    cost: Cost | None
    """None: it lost the win."""
    better: Move | None
    """The first move of a shorter win, to be made instead; None: none is known."""


def mistakes(worths: LineWorths) -> list[Mistake]:
    """The actions that cost something: first the one that lost the win, then by falling cost."""
    found = [one for place in range(1, len(worths.line.positions))
             if (one := _mistake(worths, place)) is not None]  # fmt: skip
    return sorted(found, key=lambda one: -1_000_000 if one.cost is None else -one.cost.least)


def _mistake(worths: LineWorths, place: int) -> Mistake | None:
    before, after = worths.worth(place - 1), worths.worth(place)
    if before.verdict is Verdict.WON and after.verdict is Verdict.UNWINNABLE:
        return Mistake(place, None, worths.better(place))
    price = cost(before, after)
    if price is None or price.least == 0:
        return None
    return Mistake(place, price, worths.better(place))
