"""Lines of a deal's history, as the solver weighs them, and where a stored one was left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.deals import Deck
from game.core.position import Position
from game.history import FAR
from game.play.session import LineStep, Session, passed_positions
from game.record.deal_key import deal_key
from game.rules import Rules
from game.rules.base import unplaced
from game.solver.line_worths import Line
from game.storage import Storage


class ReviewedLine(NamedTuple):
    """A line from the deal on: its steps, of which the first is the deal, and as the solver weighs
    it.
    """

    steps: tuple[LineStep, ...]
    line: Line

    @property
    def last(self) -> int:
        """The line's last place, which is also its number of actions."""
        return len(self.steps) - 1


class LineReader:
    """Reads lines of the session's history. The part that a line shares with the one read before
    is reused, so that a line longer by one action replays only that action.
    """

    def __init__(self) -> None:
        self._read: ReviewedLine | None = None

    def through(self, session: Session) -> ReviewedLine:
        """The line that was made, and on as far as redo goes. The present place is
        `session.history.at`.
        """
        history = session.history
        return self.of(session, [*history.line[: history.at + 1], *history.redo_line(FAR)])

    def to(self, session: Session, key: int, source: int | None = None) -> ReviewedLine:
        """The line that ends at a position (`History.line_through`)."""
        line, place = session.history.line_through(key, source)
        return self.of(session, line[: place + 1])

    def of(self, session: Session, steps: Sequence[LineStep]) -> ReviewedLine:
        """The line along some steps, from the deal on."""
        before = self._read
        if before is not None and before.line.rules is not session.rules:
            before = None
        same = 0 if before is None else _common(before.steps, steps)
        if before is not None and same == len(steps) == len(before.steps):
            return before
        rules = session.rules
        if before is not None and same:
            line = before.line.cut(same)
        else:
            line = Line.of_actions(rules, session.history.position_at(0), ())
        further = (step.action or () for step in steps[len(line.positions) :])
        actions = (tuple(unplaced(rules, move) for move in action) for action in further)
        self._read = ReviewedLine(tuple(steps), line.extended(actions))
        return self._read


def _common(one: Sequence[LineStep], other: Sequence[LineStep]) -> int:
    """The number of steps in the common beginning of two lines."""
    pairs = enumerate(zip(one, other, strict=False))
    parted = (n for n, (a, b) in pairs if a is not b and (a.key, a.action) != (b.key, b.action))
    return next(parted, min(len(one), len(other)))


def position_left(storage: Storage, rules: Rules, deck: Deck) -> tuple[Position, int]:
    """The position in which a deal was left, and the counted moves to it. Raises StorageError or
    ValueError if it cannot be read.
    """
    position, moves = rules.deal(deck), 0
    line = storage.line(deal_key(rules, deck))
    for action in line.actions[: line.place]:
        passed = passed_positions(rules, position, action)
        position, moves = passed[-1], moves + len(passed)
    return position, moves
