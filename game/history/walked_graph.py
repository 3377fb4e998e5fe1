"""The graph of a deal, the line on which the player stands, and the commands on both."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Final, Generic, NamedTuple, TypeVar

from game.core.position import key_hash_of
from game.history.graph import FAR, WON, Edge, Graph, Node
from game.history.line import (
    Bookmark,
    EdgeRow,
    Line,
    Positions,
    Step,
    WrongStepError,
    lined,
    onto,
    without_circles,
)

P = TypeVar("P")
A = TypeVar("A")

LONGEST_LINE: Final = 100_000
"""Actions of a line. Beyond it the oldest circles are taken out."""
_SHORTENED: Final = 1000
"""So many actions less than that are left then, if there are as many circles."""
_FOUND: Final = 1000
"""So many positions that are not on the line are kept in memory."""


class NothingChangesError(ValueError):
    """An action leads to an equal position."""


class HistoryStep(NamedTuple):
    """The result of playing an action."""

    new: bool
    """The action had not been known from this position."""
    shortest: bool
    """The deal's shortest known answer has become shorter, or is its first."""


class Mark(NamedTuple, Generic[A]):
    """What is shown on a card: an edge from the present position."""

    edge: Edge[A]
    total: int | None
    """Counted moves of the answer through here that goes on along the edge; None: none does."""
    redo: bool
    """Whether redo goes along it."""


class WalkedGraph(Generic[P, A]):
    """The graph of a deal, and the line on which the player stands.

    Positions are named by their keys: signed 64-bit hashes of `key(position)`, 0 for every won
    one. All lengths are in counted moves. Commands that move return how many actions were passed;
    0 means that nothing has changed.
    """

    def __init__(
        self,
        start: P,
        *,
        passed: Callable[[P, A], list[P]],
        key: Callable[[P], Hashable],
        is_won: Callable[[P], bool],
        text: Callable[[A], str] = str,
        redeals: Callable[[A], int] | None = None,
        hash: Callable[[Hashable], int] = key_hash_of,
        branching: bool = False,
    ) -> None:
        """`passed(position, action)`: the position after each counted move of an action; it takes
        an action onto any position with the key on which it was made, and raises ValueError for one
        that the rules refuse. `key(position)`: equal for positions that are the same; what it may
        be made of, `hash` says.
        """
        self.branching = branching
        """Branching mode marks every known action, and redo goes along what was walked last."""
        self.is_helped: Callable[[P, A], bool] = lambda position, action: False
        """Whether the player had help with an action that is new from a position."""
        self._passed_by, self._key, self._is_won, self._hash = passed, key, is_won, hash
        self._positions: Positions[P, A] = Positions(passed, self.key_of)
        deal: Step[P, A] = Step(None, 0, self.key_of(start), 0)
        deal.position, deal.is_true = start, True
        self.graph: Graph[A] = Graph(deal.key, text, redeals)
        self.line: Line[P, A] = [deal]
        """The deal, the actions that were made, and those that were undone."""
        self.at = 0
        """The place on the line: so many actions are made."""
        self.bookmarks: list[Bookmark[P, A]] = []
        """The stack, the last one pushed at the end."""
        self.problem: WrongStepError | None = None
        """The last edge that turned out to be wrong, and was removed; the owner clears it."""
        self._viewed: tuple[Line[P, A], int, int] | None = None
        """The line before the last command, its length and the place on it."""
        self._passed_keys: tuple[Line[P, A], int, set[int]] = (self.line, 0, {deal.key})
        self._saved: tuple[Line[P, A], int] = (self.line, 1)
        """The saved line, and how many of its steps still stand in this list."""
        self._saved_bookmarks: list[Bookmark[P, A]] | None = []
        self._found: dict[int, P] = {}

    def key_of(self, position: P) -> int:
        """The key of a position."""
        if self._is_won(position):
            return WON
        return self._hash(self._key(position)) or 1  # never WON

    # Reading

    def __len__(self) -> int:
        """Known positions, the deal's own included."""
        return len(self.graph.nodes)

    def __contains__(self, key: object) -> bool:
        return key in self.graph.nodes

    @property
    def here(self) -> int:
        """The key of the present position."""
        return self.line[self.at].key

    @property
    def node(self) -> Node[A]:
        """The node of the present position."""
        return self.graph.nodes[self.here]

    @property
    def position(self) -> P:
        """The present position."""
        return self._positions.at(self.line, self.at)

    @property
    def moves(self) -> int:
        """Counted moves made, from the deal to here."""
        return self.line[self.at].moves

    @property
    def made(self) -> list[Step[P, A]]:
        """The steps made, from the first action to the last."""
        return self.line[1 : self.at + 1]

    @property
    def can_undo(self) -> bool:
        """Whether an action was made."""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """Whether redo leads on from here."""
        return bool(self.redo_line(1))

    @property
    def best(self) -> int | None:
        """The length of the shortest known answer of the deal, or None."""
        return _or_none(self.graph.start.to_go)

    @property
    def best_alone(self) -> int | None:
        """As `best`, of the answers without help."""
        return _or_none(self.graph.start.to_go_alone)

    @property
    def other_way(self) -> int | None:
        """In how many moves this position can be reached, if that is fewer than were made. None at
        a win.
        """
        node = self.node
        return node.depth if node.depth < self.moves and not node.won else None

    @property
    def meets(self) -> bool:
        """Whether the shorter way of `other_way` meets this line here: it saves more moves than
        one to the position before would.
        """
        shorter = self.other_way
        if shorter is None:
            return False
        before = self.line[self.at - 1]
        return self.moves - shorter > before.moves - self.graph.nodes[before.key].depth

    def position_at(self, place: int) -> P:
        """The position at a place of the line."""
        return self._positions.at(self.line, place)

    def position_of(self, key: int) -> P:
        """A position with this key: the one on the line, else one reached by the shortest known
        way. KeyError if there is none.
        """
        found = self._found.get(key)
        if found is None:
            place = next((n for n, step in enumerate(self.line) if step.key == key), None)
            line = self.line
            if place is None:
                line = self._line_to(key)
                self._start_from_known(line)
            try:
                found = self._positions.at(line, len(line) - 1 if place is None else place)
            except WrongStepError as error:
                self._remove_wrong(error)
                raise KeyError(key) from error
            if len(self._found) >= _FOUND:
                self._found.clear()
            self._found[key] = found
        return found

    def _start_from_known(self, line: Line[P, A]) -> None:
        """Give the last step of a line whose position is known that position."""
        for step in reversed(line[1:]):
            if step.key in self._found:
                step.position, step.is_true = self._found[step.key], True
                return

    def known(self, action: A) -> Edge[A] | None:
        """The edge that an action from here walks, or None if it is new. Exceptions of `passed`
        go through.
        """
        after = self._passed_by(self.position, action)[-1]
        return self.graph.find(self.here, self.key_of(after))

    def passed_keys(self) -> set[int]:
        """The keys of the positions on the way to here, both ends included."""
        line, at, keys = self._passed_keys
        if line is not self.line or at > self.at:
            at, keys = -1, set()
        keys.update(step.key for step in self.line[at + 1 : self.at + 1])
        self._passed_keys = self.line, self.at, keys
        return keys

    def total(self, edge: Edge[A]) -> int | None:
        """The length of the answer through here that goes on along an edge. None if there is none,
        or if it would come back to here, which is no going on.
        """
        to_go = edge.target.to_go
        if to_go == FAR:
            return None
        if edge.target.answer_rank > self.node.answer_rank:
            answer = self.graph.answer_from(edge.target.key)
            if any(after.target.key == self.here for after in answer):
                return None
        return self.moves + edge.cost + to_go

    def marks(self) -> list[Mark[A]]:
        """What is shown on the cards: in branching mode every known action; in plain mode what redo
        would make and what an answer goes on along. The one walked last first.
        """
        ahead = self.redo_line(1)
        redo = ahead[0].key if ahead else None
        marks = [Mark(edge, self.total(edge), edge.target.key == redo) for edge in self.node.out]
        marks.sort(key=lambda mark: mark.edge.rank, reverse=True)
        if self.branching:
            return marks
        return [mark for mark in marks if mark.redo or mark.total is not None]

    def way(self, place: int | None = None) -> list[Step[P, A]]:
        """The line up to a place, or to here, without circles, the deal included."""
        return without_circles(self.line[: (self.at if place is None else place) + 1])

    def moves_without_circles(self, place: int | None = None) -> int:
        """Counted moves of `way`."""
        return sum(step.cost for step in self.way(place))

    # Playing

    def _begin(self) -> None:
        """A command begins: `back` leads to how the line stands now."""
        self._viewed = self.line, len(self.line), self.at

    def play(self, action: A, *, goes_on: bool = False) -> HistoryStep:
        """Make an action from here. What was undone stays ahead of it if redo would have led to the
        same position; else it is cut. Raises NothingChangesError if it leads to an equal position;
        exceptions of `passed` go through. Nothing has changed then. `goes_on`: it belongs to the
        command of the action before it.
        """
        before, best = self.position, self.graph.start.answer_rank
        passed = self._passed_by(before, action)
        cost, key = len(passed), self.key_of(passed[-1])
        if self.here in (WON, key):
            raise NothingChangesError(f"{action!r} changes nothing")
        if not goes_on:
            self._begin()
        edge = self.graph.find(self.here, key)
        new = edge is None
        if edge is None or cost < edge.cost:
            helped = self.is_helped(before, action)
            edge = self.graph.add(EdgeRow(self.here, key, action, cost), helped=helped)
        self._walk(edge, Step(action, cost, key, self.moves + cost))
        self._positions.keep(self.line[self.at], passed[-1], self.at)
        if len(self.line) > LONGEST_LINE + 1:
            self._shorten()
        return HistoryStep(new, self.graph.start.answer_rank < best)

    def _walk(self, edge: Edge[A], step: Step[P, A]) -> None:
        """Go on by a step along an edge, and along the line if it leads there."""
        self.graph.walk(edge)
        ahead = self.line[self.at + 1] if self.at + 1 < len(self.line) else None
        if ahead is None:
            self.line.append(step)
        elif ahead.key != step.key:
            self.line = [*self.line[: self.at + 1], step]
        elif ahead is not step and ahead.action != step.action:  # the same in other places
            rest = self.line[self.at + 2 :]
            self.line = onto([*self.line[: self.at + 1], step], rest)
        self.at += 1

    def _shorten(self) -> None:
        """Take the oldest circles out of the line, as far as it has any."""
        kept: Line[P, A] = []
        places: dict[int, int] = {}
        spare = len(self.line) - (LONGEST_LINE - _SHORTENED)
        made, ahead = self.line[: self.at + 1], self.line[self.at + 1 :]
        read = 0
        while read < len(made) and spare > 0:
            step = made[read]
            first = places.setdefault(step.key, len(kept))
            for gone in kept[first + 1 :]:
                del places[gone.key]
            spare -= len(kept) - first
            kept[first:] = kept[first : first + 1] or [step]
            read += 1
        self.line = onto(self.line[:1], [*kept[1:], *made[read:], *ahead])
        self.at = len(self.line) - 1 - len(ahead)

    def hold(self, actions: Iterable[A], *, helped: bool = False) -> list[A]:
        """Put a line from the deal into the graph, without walking it. Actions that change nothing,
        or that lead on from a win, are left out; returns the others. ValueError if the rules refuse
        an action; those before it are in the graph.
        """
        position, key = self.position_at(0), self.line[0].key
        held: list[A] = []
        for action in actions:
            told = helped or self.is_helped(position, action)
            passed = self._passed_by(position, action)
            position, source, key = passed[-1], key, self.key_of(passed[-1])
            if source in (WON, key):
                continue
            held.append(action)
            self.graph.add(EdgeRow(source, key, action, len(passed)), helped=told)
        return held

    def lay(self, actions: Iterable[A]) -> None:
        """Go to the deal, with these actions ahead of it, which are put into the graph."""
        held = self.hold(actions)
        line, position = self.line[:1], self.position_at(0)
        for action in held:
            passed = self._passed_by(position, action)
            position = passed[-1]
            lined(line, [(action, len(passed), self.key_of(position))])
        self._begin()
        self.line, self.at = line, 0

    def forget(self) -> int:
        """Undo the last action, and remove its edge unless an edge leaves its end, its end is won,
        or the line of a bookmark passes there.
        """
        if not self.at:
            return 0
        edge = self.graph.find(self.line[self.at - 1].key, self.here)
        is_marked = any(step.key == self.here for mark in self.bookmarks for step in mark.line)
        if edge is None or is_marked or not self.graph.remove_leaf(edge):
            return self.undo()
        self.line, self.at = self.line[: self.at], self.at - 1
        self._viewed = None
        return 1

    # Moving

    def _stand(self, line: Line[P, A], at: int) -> int:
        """Stand at a place of a line, by a command of its own."""
        if line is self.line and at == self.at:
            return 0
        try:
            self._positions.at(line, at)
        except WrongStepError as error:
            self._remove_wrong(error)
            return 0
        count = abs(at - self.at) if line is self.line else 1
        self._begin()
        self.line, self.at = line, at
        return count

    def _remove_wrong(self, error: WrongStepError) -> None:
        self.problem = error
        edge = self.graph.find(*error.ends)
        if edge is not None:
            self.graph.remove([edge])
        self._viewed = None
        ahead = self.line[self.at + 1 :]
        pairs = zip([self.line[self.at], *ahead], ahead, strict=False)
        wrong = (n for n, (one, other) in enumerate(pairs) if (one.key, other.key) == error.ends)
        n = next(wrong, None)
        if n is not None:
            self.line = self.line[: self.at + 1 + n]

    def undo(self, actions: int = 1) -> int:
        """Undo up to so many actions."""
        return self._stand(self.line, max(0, self.at - actions))

    def start(self) -> int:
        """Go to the deal."""
        return self.undo(self.at)

    def redo_line(self, actions: int = 1) -> Line[P, A]:
        """The next steps that redo makes, so many or a few more, as far as there are any: what was
        undone; then, in branching mode, the edges walked last that lead to no position passed;
        where there are none, the shortest answer.
        """
        steps = self.line[self.at + 1 : self.at + 1 + actions]
        if len(steps) < actions:
            last = steps[-1] if steps else self.line[self.at]
            passed = self.passed_keys() | {step.key for step in steps}
            line = [last]
            if self.branching:
                self._walked_last(line, passed, actions - len(steps))
            if len(line) <= actions - len(steps):
                _along(line, self.graph.answer_from(line[-1].key))
            steps += line[1:]
        return steps

    def _walked_last(self, line: Line[P, A], passed: set[int], actions: int) -> None:
        """Append the steps along the edges walked last, so many at most, that lead to no position
        passed.
        """
        while len(line) <= actions:
            out = self.graph.nodes[line[-1].key].out
            on = [edge for edge in out if edge.walked and edge.target.key not in passed]
            if not on:
                return
            edge = max(on, key=lambda edge: edge.rank)
            passed.add(edge.target.key)
            _along(line, [edge])

    def redo(self, actions: int = 1) -> int:
        """Redo up to so many actions."""
        return self._redo(self.redo_line(actions), actions)

    def end(self) -> int:
        """Redo all."""
        return self.redo(FAR)

    def _redo(self, steps: Line[P, A], actions: int) -> int:
        """Make the first of these steps, which redo makes; the others then lie ahead."""
        if not steps:
            return 0
        self._begin()
        laid = len(self.line) - 1 - self.at
        if len(steps) > laid:
            self.line += steps[laid:]
        count = 0
        for step in steps[:actions]:
            try:
                self._positions.at(self.line, self.at + 1)
            except WrongStepError as error:
                self._remove_wrong(error)
                break
            edge = self.graph.find(self.here, step.key)
            assert edge is not None
            self.graph.walk(edge)
            self.at += 1
            count += 1
        return count

    def previous_branch(self) -> int:
        """Undo to the nearest position that several edges leave, else to the deal."""
        back = (n for n in range(self.at - 1, -1, -1) if self._branches(self.line[n]))
        return self._stand(self.line, next(back, 0))

    def next_branch(self) -> int:
        """Redo to the nearest position that several edges leave, else to the end."""
        steps = self.redo_line(FAR)
        count = next((n for n, step in enumerate(steps, 1) if self._branches(step)), len(steps))
        return self._redo(self.redo_line(count), count)

    def _branches(self, step: Step[P, A]) -> bool:
        return len(self.graph.nodes[step.key].out) > 1

    def _line_to(self, key: int) -> Line[P, A]:
        return _along(self.line[:1], self.graph.way_to(key))

    def line_through(self, key: int, source: int | None = None) -> tuple[Line[P, A], int]:
        """The line that leads to a position, and the place of the position on it: the present line,
        at the nearest passing, if that is on it; else the shortest known way, with what was walked
        last from there ahead. `source`: the position before, for a win that is reached from
        several. KeyError if there is no such position.
        """
        passings = [
            n
            for n, step in enumerate(self.line)
            if step.key == key and (source is None or (n and self.line[n - 1].key == source))
        ]
        if passings:
            return self.line, min(passings, key=lambda n: abs(n - self.at))
        if source is None:
            line = self._line_to(key)
        else:
            edge = self.graph.find(source, key)
            if edge is None:
                raise KeyError(key)
            line = _along(self._line_to(source), [edge])
        place = len(line) - 1
        self._walked_last(line, {step.key for step in line}, FAR)
        return line, place

    def goto(self, key: int, source: int | None = None) -> int:
        """Go to a position, on the line of `line_through`."""
        return self._stand(*self.line_through(key, source))

    def switch(self) -> int:
        """Take the shorter way to this position; what was undone stays."""
        if self.other_way is None:
            return 0
        line = self._line_to(self.here)
        at = len(line) - 1
        return self._stand(onto(line, self.line[self.at + 1 :]), at)

    def back(self) -> int:
        """Put back the line as it stood before the last command."""
        if self._viewed is None:
            return 0
        line, length, at = self._viewed
        if line is self.line and (len(line), self.at) == (length, at):
            return 0
        return self._stand(line if len(line) == length else line[:length], at)

    def follow_best(self) -> bool:
        """Go to the deal, with its shortest known answer ahead. False, and nothing changed, if
        there is none.
        """
        viewed = self.line, len(self.line), self.at
        if not self.begin_with_best():
            return False
        self._viewed = viewed
        return True

    def begin_with_best(self) -> bool:
        """As `follow_best`, when a deal is opened: that is no command to go back from."""
        answer = self.graph.answer_from(self.graph.start.key)
        if answer:
            self.line, self.at = _along(self.line[:1], answer), 0
            self._viewed = None
        return bool(answer)

    def follow_answer(self) -> bool:
        """Lay the shortest answer from here ahead, in the place of what was undone. False if none
        is known, or at a win.
        """
        answer = self.graph.answer_from(self.here)
        if answer:
            self._begin()
            self.line = _along(self.line[: self.at + 1], answer)
        return bool(answer)

    # Bookmarks

    def bookmark(self) -> None:
        """Push the present position, with the line; it stands in the stack once."""
        others = [mark for mark in self.bookmarks if mark.step.key != self.here]
        self.bookmarks = [*others, Bookmark(list(self.line), self.at)]

    def return_to_bookmark(self) -> bool:
        """Go to the last bookmark and drop it. False if there is none."""
        if not self.bookmarks:
            return False
        mark = self.bookmarks[-1]
        self.bookmarks = self.bookmarks[:-1]
        self._stand(*mark)
        return True

    def swap_bookmark(self) -> bool:
        """Go to the last bookmark, which becomes the position that was left. False if there is
        none.
        """
        if not self.bookmarks:
            return False
        mark = self.bookmarks[-1]
        self.bookmarks = self.bookmarks[:-1]
        self.bookmark()
        self._stand(*mark)
        return True

    def drop_bookmark(self) -> bool:
        """Drop the last bookmark, and stay. False if there is none."""
        found = bool(self.bookmarks)
        self.bookmarks = self.bookmarks[:-1]
        return found


def _or_none(length: int) -> int | None:
    return length if length < FAR else None


def _along(line: Line[P, A], edges: Iterable[Edge[A]]) -> Line[P, A]:
    """The line itself, with a step appended for each edge."""
    return lined(line, ((edge.action, edge.cost, edge.target.key) for edge in edges))
