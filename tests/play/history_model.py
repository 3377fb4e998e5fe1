"""The history of a deal told once more, from its description alone: slow, plain, and what the
program is compared with. It takes positions and moves from the rules, and nothing else.

Where the description leaves something open, the model does this:
- Redo walks an edge, as playing does; undo, jumps and `!` do not.
- An edge keeps the empty place that was chosen when it became known.
- Of equally short ways and answers: at each position the edge walked last, then the greater hash.
- Ways meet where the shorter one saves more moves than it did a position before.
- Of two passings equally near, the map goes to the one behind.
- Redo goes along the edge walked last of those that lead to no position passed.
- After Backspace has removed an edge, `-` has nothing to restore.
- Pushing and dropping a bookmark are no commands to `-`; `!` is one even if the answer lay ahead.
- From a win nothing can be played.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import NamedTuple

from game.core.deals import Deck
from game.core.moves import REDEAL, Action, Move
from game.core.position import Position, key_hash_of
from game.rules import IllegalMove, Rules
from game.rules.base import placed_moves

WON = 0
"""The name of every won position."""
Length = tuple[int, int]
"""Redeals, then counted moves."""


class Edge(NamedTuple):
    """An action from one position to another, and when it was first and last walked."""

    action: Action
    length: Length
    first: int = 0
    walked: int = 0


class Step(NamedTuple):
    """An action as it was made, its counted moves, and the position it led to with its name."""

    action: Action
    cost: int
    position: Position
    name: int


class Line(NamedTuple):
    """The deal and the steps from there, of which so many are made."""

    steps: tuple[Step, ...]
    place: int = 0

    @property
    def names(self) -> list[int]:
        return [step.name for step in self.steps]


class Model:
    """A deal's graph of positions, the line walked in it, the bookmarks."""

    def __init__(self, rules: Rules, deck: Deck, *, branching: bool, autoplay: bool) -> None:
        self.rules, self.branching, self.autoplay = rules, branching, autoplay
        self.out: dict[int, dict[int, Edge]] = defaultdict(dict)
        """The edges that leave each position, by the positions they lead to."""
        self.clock = 0
        self._steps: dict[tuple[Position, Action], Step] = {}
        dealt = rules.deal(deck)
        self.line = Line((Step((), 0, dealt, self.name(dealt)),))
        self.before: Line | None = None
        """The line before the last command."""
        self.bookmarks: list[Line] = []
        self._ways: tuple[dict[int, Length], dict[int, Length]] | None = None

    # Positions

    def name(self, position: Position) -> int:
        """The 64-bit hash of a position's key, the same for equal positions."""
        return WON if self.rules.is_won(position) else key_hash_of(self.rules.key(position))

    def step(self, position: Position, action: Action) -> Step:
        known = self._steps.get((position, action))
        if known is None:
            end, cost = position, 0
            for move in action:
                passed = self.rules.steps(end, move)
                end, cost = passed[-1], cost + len(passed)
            known = self._steps[position, action] = Step(action, cost, end, self.name(end))
        return known

    def steps_on(self, steps: Iterable[Step], actions: Iterable[Action]) -> tuple[Step, ...]:
        """Steps, and actions made one after another from the last of them."""
        laid = list(steps)
        for action in actions:
            laid.append(self.step(laid[-1].position, action))
        return tuple(laid)

    @property
    def made(self) -> tuple[Step, ...]:
        """The deal, and what was made."""
        return self.line.steps[: self.line.place + 1]

    @property
    def undone(self) -> tuple[Step, ...]:
        return self.line.steps[self.line.place + 1 :]

    @property
    def here(self) -> int:
        return self.made[-1].name

    @property
    def position(self) -> Position:
        return self.made[-1].position

    @property
    def moves(self) -> int:
        return sum(step.cost for step in self.made)

    # What follows from the graph

    def _lengths(self) -> tuple[dict[int, Length], dict[int, Length]]:
        if self._ways is None:
            onward, back = defaultdict(list), defaultdict(list)
            for source, leaving in self.out.items():
                for target, edge in leaving.items():
                    onward[source].append((target, (0, edge.length[1])))
                    back[target].append((source, edge.length))
            self._ways = shortest(self.line.steps[0].name, onward), shortest(WON, back)
        return self._ways

    @property
    def depth(self) -> dict[int, int]:
        """The fewest counted moves in which each position is known to be reached."""
        return {name: moves for name, (_, moves) in self._lengths()[0].items()}

    @property
    def to_go(self) -> dict[int, Length]:
        """The fewest redeals, then moves, in which a win is known from each position."""
        return self._lengths()[1]

    def way_to(self, name: int) -> list[Action]:
        """The shortest known way from the deal to a position."""
        depth, actions = self.depth, list[Action]()
        while name != self.line.steps[0].name:
            _, name, action = max(
                (leaving[name].walked, source, leaving[name].action)
                for source, leaving in self.out.items()
                if name in leaving and source in depth
                and depth[source] + leaving[name].length[1] == depth[name]
            )  # fmt: skip
            actions.append(action)
        return actions[::-1]

    def answer_from(self, name: int) -> list[tuple[int, Action]]:
        """The shortest known answer from a position: each action, and where it leads."""
        to_go, answer = self.to_go, list[tuple[int, Action]]()
        while name != WON:
            _, name, action = max(
                (edge.walked, target, edge.action)
                for target, edge in self.out[name].items()
                if target in to_go and plus(edge.length, to_go[target]) == to_go[name]
            )
            answer.append((name, action))
        return answer

    # What is shown

    @property
    def best(self) -> int | None:
        _, moves = self.to_go.get(self.line.steps[0].name, (0, None))
        return moves

    @property
    def total(self) -> int | None:
        """The total of the answer that is known through here."""
        return self.moves + self.to_go[self.here][1] if self.here in self.to_go else None

    def saved(self, undone: int = 0) -> int:
        """How many moves fewer this position, or one so many actions before it, is known to be
        reached in.
        """
        made = self.made[: len(self.made) - undone]
        return sum(step.cost for step in made) - self.depth[made[-1].name]

    @property
    def other_way(self) -> int | None:
        """The fewer moves in which this position is known to be reached; None at a win."""
        return self.moves - self.saved() if self.here != WON and self.saved() else None

    @property
    def ways_meet(self) -> bool:
        """Whether the shorter way meets this one here: it saves more than it did before."""
        return self.other_way is not None and self.saved() > self.saved(undone=1)

    def marks(self) -> dict[int, int | None]:
        """Where the marked edges lead, each with its total; None: it shows none."""
        ahead = self.redo_line(1)
        marks = {target: self._mark(target, edge) for target, edge in self.out[self.here].items()}
        return {
            target: total
            for target, total in marks.items()
            if self.branching or total is not None or [target] == [step.name for step in ahead]
        }

    def _mark(self, target: int, edge: Edge) -> int | None:
        if target not in self.to_go or self.here in dict(self.answer_from(target)):
            return None
        return self.moves + edge.length[1] + self.to_go[target][1]

    def redo_line(self, actions: int) -> tuple[Step, ...]:
        """What redo would make, so many actions at most."""
        self._lengths()
        looking, start = copy(self), self.line.place + 1
        found = looking._lay_ahead(actions)
        return looking.line.steps[start : start + found]

    # Playing

    def play(self, moves: Sequence[Move], then: Sequence[Move] | None = None) -> bool:
        """An action by hand, then what autoplay adds, or `then`. False: it is refused."""
        start, step = self.line, self._made_from_here(moves)
        if step is None:
            return False
        new = then is not None or step.name not in self.out[self.here]
        self._walk(step)
        rest = iter(then or ())
        while self.autoplay or then is not None:
            auto = self.rules.auto_move(self.position, self.made[-1].action[-1].card)
            move = auto if then is None else next(rest, None)
            step = self._made_from_here([move]) if move else None
            if step is None or not (new or step.name in self.out[self.here]):
                break
            self._walk(step)
        self.before = start
        return True

    def _made_from_here(self, moves: Sequence[Move]) -> Step | None:
        """An action with its empty places named; None: it is refused."""
        try:
            step = self.step(self.position, (*placed_moves(self.rules, self.position, moves),))
        except IllegalMove:
            return None
        return None if self.here in (WON, step.name) else step

    def _walk(self, step: Step) -> None:
        """Make an action from here: what lies ahead is cut, unless redo leads there too."""
        self.know(self.here, step, walk=True)
        is_redo = self.undone and self.undone[0].name == step.name
        ahead = [later.action for later in self.undone[1:]] if is_redo else []
        self.line = Line(self.steps_on((*self.made, step), ahead), self.line.place + 1)

    def know(self, source: int, step: Step, *, walk: bool) -> None:
        redeals = sum(move.onto == REDEAL for move in step.action)
        edge = self.out[source].get(step.name)
        if edge is None:
            edge, self._ways = Edge(step.action, (redeals, step.cost)), None
        if walk:
            self.clock += 1
            edge = edge._replace(first=edge.first or self.clock, walked=self.clock)
        self.out[source][step.name] = edge

    def hold(self, actions: Iterable[Action]) -> Line:
        """Put a line from the deal into the graph without walking it; what leads to an equal
        position is left out. Returns it as a line that lies ahead of the deal.
        """
        steps = [self.line.steps[0]]
        for action in actions:
            step = self.step(steps[-1].position, action)
            if step.name != steps[-1].name:
                self.know(steps[-1].name, step, walk=False)
                steps.append(step)
        return Line(tuple(steps))

    # Undo and redo

    def command(self, go: Callable[[], object]) -> bool:
        """Do what may change the line; False if it does not."""
        start = self.line
        go()
        self.before = self.before if self.line == start else start
        return self.line != start

    def stand(self, place: int) -> None:
        self.line = self.line._replace(place=place)

    def undo(self, actions: int) -> bool:
        return self.command(lambda: self.stand(max(0, self.line.place - actions)))

    def up(self) -> bool:
        """Back to where more than one edge leads on, else to the deal."""
        places = range(1, self.line.place)
        forks = [n for n in places if len(self.out[self.line.steps[n].name]) > 1]
        return self.command(lambda: self.stand(max(forks, default=0)))

    def redo(self, actions: int, *, to_fork: bool = False) -> bool:
        """Along what redo shows before it; `to_fork`: at most to where more than one edge leads
        on.
        """

        def go() -> None:
            for _ in range(self._lay_ahead(actions, to_fork=to_fork)):
                self.know(self.here, self.undone[0], walk=True)
                self.stand(self.line.place + 1)

        return self.command(go)

    def _lay_ahead(self, actions: int, *, to_fork: bool = False) -> int:
        """Have so many actions lie ahead, if there are; returns how many there are."""
        start = self.line.place
        while self.line.place < start + actions and self.lay_next():
            self.stand(self.line.place + 1)
            if to_fork and len(self.out[self.here]) > 1:
                break
        found = self.line.place - start
        self.stand(start)
        return found

    def lay_next(self) -> bool:
        """Have what redo makes lie ahead; False if that is nothing."""
        if not self.undone and self.branching:
            walked = self._walked_last(self.here, {step.name for step in self.made})
            if walked:
                self._lay([walked[1]])
        return bool(self.undone) or self.lay_answer()

    def _walked_last(self, name: int, passed: set[int]) -> tuple[int, Action] | None:
        """Where the edge leads that was walked last of those to no position passed, and it."""
        walked = [
            (edge.walked, target, edge.action)
            for target, edge in self.out[name].items()
            if edge.walked and target not in passed
        ]
        return max(walked)[1:] if walked else None

    def _lay(self, actions: Iterable[Action]) -> None:
        """Put actions in place of what was undone."""
        self.line = Line(self.steps_on(self.made, actions), self.line.place)

    def lay_answer(self) -> bool:
        known = self.here != WON and self.here in self.to_go
        if known:
            self._lay(action for _, action in self.answer_from(self.here))
        return known

    def follow_answer(self) -> bool:
        """`!`: the shortest answer from here lies ahead."""
        self.before, start = self.line, self.before
        known = self.lay_answer()
        self.before = self.before if known else start
        return known

    # Jumps

    def view_before(self) -> bool:
        """`-`: the line before the last command."""
        if self.before is None:
            return False
        self.line, self.before = self.before, self.line
        return True

    def switch(self) -> bool:
        """`=`: the shorter way to here; what was undone stays."""
        if self.other_way is None:
            return False
        undone = [step.action for step in self.undone]
        return self.command(lambda: self._take(self.way_to(self.here), undone))

    def _take(self, way: Sequence[Action], ahead: Iterable[Action] = ()) -> None:
        """Take another way from the deal."""
        self.line = Line(self.steps_on(self.line.steps[:1], [*way, *ahead]), len(way))

    def goto(self, name: int, source: int | None = None) -> bool:
        """To a position on the map: along the line, or by the shortest known way. `source`: the one
        before it, for each edge into the win is an end of its own.
        """
        return self.command(lambda: self._goto(name, source))

    def _goto(self, name: int, source: int | None) -> None:
        names = self.line.names
        passings = [
            place
            for place, before in enumerate([None, *names[:-1]])
            if names[place] == name and source in (None, before)
        ]
        if passings:
            self.stand(min(passings, key=lambda place: abs(place - self.line.place)))
            return
        way = self.way_to(name) if source is None else self.way_to(source)
        way += [] if source is None else [self.out[source][name].action]
        self._take(way)
        ahead, passed = list[Action](), {step.name for step in self.made}
        while walked := self._walked_last(name, passed):
            name, action = walked
            passed.add(name)
            ahead.append(action)
        self._lay(ahead)

    # Bookmarks

    def push(self) -> bool:
        marks = [mark for mark in self.bookmarks if mark.steps[mark.place].name != self.here]
        self.bookmarks = [*marks, self.line]
        return True

    def swap(self) -> bool:
        return self._jump_to_bookmark(self.push)

    def pull(self) -> bool:
        """Return to the last bookmark, and drop it."""
        return self._jump_to_bookmark(lambda: None)

    def _jump_to_bookmark(self, on_leaving: Callable[[], object]) -> bool:
        if not self.bookmarks:
            return False
        mark = self.bookmarks.pop()
        on_leaving()
        self.before, self.line = self.line, mark
        return True

    def drop(self) -> bool:
        return bool(self.bookmarks and self.bookmarks.pop())

    # Leaving, forgetting

    def reopen(self, *, solved: bool) -> None:
        """Leave the deal and open it again; `solved`: at its start, with its best answer ahead."""
        self.before = None
        if solved:
            self.stand(0)
            self.lay_answer()

    def paste(self, actions: Iterable[Action]) -> None:
        """A line from elsewhere lies ahead of the deal."""
        self.before, self.line = self.line, self.hold(actions)

    def clear(self, answers: Iterable[Iterable[Action]]) -> None:
        """Clear the history: only the answers that are stored apart are left."""
        self.out.clear()
        self.line, self.before, self.bookmarks = Line(self.line.steps[:1]), None, []
        self._ways = None
        for answer in answers:
            self.hold(answer)

    def length_without_circles(self, *, whole: bool = False) -> int:
        """Counted moves made, or of the whole line, less what led back to a position passed."""
        kept = dict[int, Step]()
        for step in self.line.steps if whole else self.made:
            if step.name in kept:
                names = [*kept]
                for name in names[names.index(step.name) + 1 :]:
                    del kept[name]
            else:
                kept[step.name] = step
        return sum(step.cost for step in kept.values())

    def forget(self) -> bool:
        """Backspace: back along the line; the edge goes if its end is a leaf, not won, and on no
        bookmark's line.
        """
        left = self.here
        if not self.undo(1):
            return False
        if left != WON and not self.out[left] and all(left not in m.names for m in self.bookmarks):
            del self.out[self.here][left]
            self.line, self.before, self._ways = Line(self.made, self.line.place), None, None
        return True


def shortest(start: int, leaving: dict[int, list[tuple[int, Length]]]) -> dict[int, Length]:
    """How far each node is from one, over edges with their ends and lengths."""
    found, waiting = dict[int, Length](), [((0, 0), start)]
    while waiting:
        length, node = heapq.heappop(waiting)
        if node not in found:
            found[node] = length
            for target, further in leaving.get(node, ()):
                heapq.heappush(waiting, (plus(length, further), target))
    return found


def plus(one: Length, other: Length) -> Length:
    return one[0] + other[0], one[1] + other[1]
