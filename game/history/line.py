"""The line that the player walks: actions in the very places in which they were made; and what of a
history is saved: rows of edges, and lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Generic, NamedTuple, TypeVar

P = TypeVar("P")
A = TypeVar("A")

_KEPT: Final = 1024
"""So many positions are kept in memory beside every `_KEYFRAME`th of a line."""
_KEYFRAME: Final = 64


class WrongStepError(ValueError):
    """A step of a line leads elsewhere than its edge says, or the rules refuse it."""

    def __init__(self, source: int, target: int) -> None:
        """The keys that the edge names."""
        super().__init__(f"the edge from {source} to {target} is not true")
        self.ends = source, target


class Step(Generic[P, A]):
    """An action of a line, as it was made there. For reading only."""

    __slots__ = ("action", "cost", "is_true", "key", "moves", "position")

    def __init__(self, action: A | None, cost: int, key: int, moves: int) -> None:
        """The first step of a line is the deal itself, which has no action."""
        self.action = action
        self.cost = cost
        """Counted moves of the action."""
        self.key = key
        """The key of the position it leads to."""
        self.moves = moves
        """Counted moves of the line up to and with this step."""
        self.position: P | None = None
        """The position, while it is kept in memory."""
        self.is_true = False
        """Whether the rules have led to a position with this key."""


Line = list[Step[P, A]]
"""The deal, then what was made, then what was undone. Lines may share the steps of a common
beginning. A list that others may hold is only ever appended to.
"""


def lined(line: Line[P, A], onward: Iterable[tuple[A, int, int]]) -> Line[P, A]:
    """The line itself, with a fresh step appended for each action with its cost and key."""
    for action, cost, key in onward:
        line.append(Step(action, cost, key, line[-1].moves + cost))
    return line


def onto(line: Line[P, A], steps: Iterable[Step[P, A]]) -> Line[P, A]:
    """The line itself, with the actions of other steps appended."""
    return lined(
        line, ((step.action, step.cost, step.key) for step in steps if step.action is not None)
    )


def actions_of(steps: Iterable[Step[P, A]]) -> tuple[A, ...]:
    """The actions of steps, but for the deal, which has none."""
    return tuple(step.action for step in steps if step.action is not None)


def without_circles(line: Iterable[Step[P, A]]) -> list[Step[P, A]]:
    """The steps of a line without what led back to a position that it had passed."""
    kept: list[Step[P, A]] = []
    places: dict[int, int] = {}
    for step in line:
        if step.key in places:
            for gone in kept[places[step.key] + 1 :]:
                del places[gone.key]
            del kept[places[step.key] + 1 :]
        else:
            places[step.key] = len(kept)
            kept.append(step)
    return kept


class Positions(Generic[P, A]):
    """Finds the positions of lines by replaying them from the nearest position that is kept."""

    def __init__(
        self,
        passed: Callable[[P, A], list[P]],
        key_of: Callable[[P], int],
    ) -> None:
        """`passed`: the position after each counted move of an action; it raises ValueError if the
        rules refuse the action.
        """
        self._passed, self._key_of = passed, key_of
        self._kept: list[Step[P, A]] = []

    def at(self, line: Line[P, A], place: int) -> P:
        """The position at a place of a line. Raises WrongStepError if a step up to there is wrong;
        those before it are right.
        """
        first = place
        while line[first].position is None:
            first -= 1
        position = line[first].position
        assert position is not None
        for n in range(first + 1, place + 1):
            position = self._after(position, line[n - 1], line[n])
            self.keep(line[n], position, n)
        return position

    def _after(self, position: P, before: Step[P, A], step: Step[P, A]) -> P:
        assert step.action is not None
        try:
            positions = self._passed(position, step.action)
        except ValueError as error:
            raise WrongStepError(before.key, step.key) from error
        if not step.is_true:
            if len(positions) != step.cost or self._key_of(positions[-1]) != step.key:
                raise WrongStepError(before.key, step.key)
            step.is_true = True
        return positions[-1]

    def keep(self, step: Step[P, A], position: P, n: int) -> None:
        """Keep the position of the step at place `n` of a line."""
        step.position, step.is_true = position, True
        if n % _KEYFRAME:
            self._kept.append(step)
        if len(self._kept) > _KEPT:
            for old in self._kept[: _KEPT // 2]:
                old.position = None
            del self._kept[: _KEPT // 2]


class EdgeRow(NamedTuple, Generic[A]):
    """An action from one position to another, as it is saved. Positions are signed 64-bit hashes of
    their keys; 0 is every won position.
    """

    source: int
    target: int
    action: A
    cost: int
    """Counted moves, at least 1."""
    first: int = 0
    """The deal's walk counter when the edge was first walked; 0: never walked, only known."""
    walked: int = 0
    """The same, when it was last walked; 0: never."""


class SavedLine(NamedTuple, Generic[A]):
    """A line from the deal on, in the very places in which its actions were made."""

    actions: tuple[A, ...] = ()
    place: int = 0
    """How many of the actions are made; those behind it are undone."""


class Bookmark(NamedTuple, Generic[P, A]):
    """A place on a line of its own."""

    line: Line[P, A]
    place: int

    @property
    def step(self) -> Step[P, A]:
        """The step that leads to the bookmarked position."""
        return self.line[self.place]

    @property
    def saved(self) -> SavedLine[A]:
        """The bookmark as it is saved."""
        return SavedLine(actions_of(self.line[1:]), self.place)


class HistoryChanges(NamedTuple, Generic[A]):
    """The difference to the saved history."""

    edges: tuple[EdgeRow[A], ...] = ()
    """Edges that are new or have changed."""
    removed: tuple[tuple[int, int], ...] = ()
    """Source and target of edges that are gone."""
    kept: int = 0
    """So many actions of the saved line still hold, from its beginning."""
    actions: tuple[A, ...] = ()
    """What follows them now, up to the end of the line."""
    place: int = 0
    """How many actions of the line are made."""
    bookmarks: tuple[SavedLine[A], ...] | None = None
    """The whole stack, the last one pushed at the end; None: unchanged."""
