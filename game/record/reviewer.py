"""The worths of lines for whoever shows them: found once, kept on disk, the rest asked for.

Table, map and review ask the same reviewer. It has one line weighed at a time, the one that was
asked for last; of any other position it tells what is known of it already.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from game.core.hashing import hash_text
from game.core.position import Action, Position, action_text, parse_action
from game.history import Node
from game.history.transpositions import key_hash_of
from game.rules import Rules
from game.solver.answer import Verdict
from game.storage import StorageError
from game.storage.worth_cache import KeptWorth

if TYPE_CHECKING:
    # Nothing is weighed before the first frame.
    from game.solver.line_messages import Weighed
    from game.solver.line_worths import Found, LineWorths
    from game.solver.worth import Line
    from game.storage import Storage

KEPT: Final = 8000
"""Positions whose worth is remembered."""
MARKED: Final = 1000
"""Positions that are kept with their marks: those of a few lines."""
WRITTEN_EVERY: Final = 1.0
"""Seconds between two times that something is written, while more is being found."""


class WeighingService(Protocol):
    """What a reviewer asks: an `advisor.Advisor`."""

    def weigh(self, line: Line, known: Iterable[Found]) -> int:
        """Have a line weighed."""
        ...

    def stop_weighing(self) -> None:
        """No line is looked at any more."""
        ...


class Reviewer:
    """Knows what positions are worth. For one thread."""

    def __init__(
        self,
        weigher: WeighingService,
        storage: Storage[Action],
        clock: Callable[[], float] = time.monotonic,
        on_par: Callable[[Rules, Position, int], None] = lambda rules, start, moves: None,
    ) -> None:
        """`on_par` is told the counted moves of a shortest answer from a line's first position,
        once that is proved.
        """
        self._weigher, self._storage, self._clock = weigher, storage, clock
        self._on_par = on_par
        self._known: OrderedDict[tuple[str, str, int], Found] = OrderedDict()
        self._marks: dict[int, tuple[Position, int]] = {}
        """By identity: positions, which are kept so that no other takes it, and their marks."""
        self._worths: LineWorths | None = None
        """Of the line that was asked for last."""
        self._asked = 0
        """The number under which it is being weighed; 0: it is not."""
        self.news = 0
        """Grows whenever more has become known."""
        self._unwritten: dict[int, KeptWorth] = {}
        """By mark, of the game of that line."""
        self._written = clock()

    def worths(self, line: Line) -> LineWorths:
        """What is known of a line by now, which grows as `take` is told more; what is not is
        worked out, and what was asked for before is not.
        """
        from game.solver.line_worths import LineWorths

        if self._worths is not None and self._is_same(self._worths.line, line):
            return self._worths
        self.rest()
        known = self._of_line(line)
        self._worths = LineWorths(line)
        self._worths.take(known)
        self._tell_par(self._worths)
        if not is_settled(self._worths):
            self._asked = self._weigher.weigh(line, known)
        return self._worths

    def known(self, rules: Rules, position: Position) -> Found | None:
        """What is known of a position without asking anybody; None: nothing is."""
        return self._known.get((rules.name, _options(rules), self._mark(rules, position)))

    def known_of(self, rules: Rules, deck: str, node: Node[Action]) -> Found | None:
        """The same of a node of a deal's tree, which need not be replayed for it. `deck` is the
        deal as 52 letters.
        """
        if node.won:
            from game.solver.line_worths import Found

            return Found(0, False, 0, 0, ())
        mark = node.key_hash ^ _salt(rules, deck)
        return self._known.get((rules.name, _options(rules), mark))

    def recall(self, rules: Rules, deck: str, nodes: Sequence[Node[Action]]) -> None:
        """Read what is on the disk of some nodes, so that `known_of` tells it."""
        kind, salt = (rules.name, _options(rules)), _salt(rules, deck)
        marks = [node.key_hash ^ salt for node in nodes if not node.won]
        self._recall(kind, [mark for mark in marks if (*kind, mark) not in self._known])

    @property
    def is_weighing(self) -> bool:
        """Whether more may become known of the line that was asked for last."""
        return bool(self._asked)

    def holds(self, worths: LineWorths) -> bool:
        """Whether these are the worths of the line that was asked for last: no others grow."""
        return self._worths is worths

    def rest(self) -> None:
        """Nobody looks at a line any more."""
        if self._asked:
            self._weigher.stop_weighing()
        self._write()
        self._worths, self._asked = None, 0

    def take(self, weighed: Weighed) -> bool:
        """Take in what was found; True if it is of the line that is looked at."""
        worths = self._worths
        if worths is None or weighed.number != self._asked:
            return False
        self.news += 1
        worths.take(weighed.found)
        for one in weighed.found:
            self._remember(worths.line, one)
        if any(one.place == 0 for one in weighed.found):
            self._tell_par(worths)
        if weighed.final:
            self._asked = 0
        if weighed.final or self._clock() - self._written >= WRITTEN_EVERY:
            self._write()
        return bool(weighed.found)

    def _tell_par(self, worths: LineWorths) -> None:
        first, line = worths.worth(0), worths.line
        if first.proved and first.most is not None:
            self._on_par(line.rules, line.positions[0], first.most)

    # Remembering

    def _is_same(self, one: Line, other: Line) -> bool:
        return one.rules == other.rules and one.positions == other.positions

    def _mark(self, rules: Rules, position: Position) -> int:
        kept = self._marks.get(id(position))
        if kept is not None and kept[0] is position:
            return kept[1]
        if len(self._marks) >= MARKED:
            self._marks.clear()
        found = key_hash_of(rules.key(position)) ^ _salt(rules, position.deck)
        self._marks[id(position)] = position, found
        return found

    def _of_line(self, line: Line) -> list[Found]:
        """What is known of the places of a line, from before and from the disk."""
        kind = line.rules.name, _options(line.rules)
        marks = [self._mark(line.rules, position) for position in line.positions]
        self._recall(kind, [one for one in marks if (*kind, one) not in self._known])
        found = []
        for place, number in enumerate(marks):
            one_known = self._known.get((*kind, number))
            if one_known is not None:
                found.append(one_known._replace(place=place))
        return _on_line(line, found)

    def _recall(self, kind: tuple[str, str], marks: Sequence[int]) -> None:
        from game.solver.version import solver_version

        kept: Sequence[KeptWorth] = ()
        if marks:
            with suppress(StorageError):
                kept = self._storage.worths(solver_version(), *kind, marks)
        for one in kept:
            self._known[*kind, one.mark] = _read(one)

    def _remember(self, line: Line, found: Found) -> None:
        position = line.positions[found.place]
        number = self._mark(line.rules, position)
        self._known[line.rules.name, _options(line.rules), number] = found
        win = None if found.win is None else action_text(found.win)
        self._unwritten[number] = KeptWorth(number, found.lost, found.least, found.most, win)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    def _write(self) -> None:
        """Write what has been found since the last time. Where that fails it is lost, and found
        again another time.
        """
        self._written = self._clock()
        if not self._unwritten or self._worths is None:
            return
        from game.solver.version import solver_version

        rules = self._worths.line.rules
        rows = list(self._unwritten.values())
        self._unwritten = {}
        with suppress(StorageError):
            self._storage.keep_worths(solver_version(), rules.name, _options(rules), rows)


def is_settled(worths: LineWorths) -> bool:
    """Whether nothing is left to find out of a line."""
    known = worths.worths()
    return all(one.verdict is Verdict.UNWINNABLE or one.proved for one in known)


def _on_line(line: Line, found: Sequence[Found]) -> list[Found]:
    """What holds on this line: a win without moves only where it goes by way of the next place."""
    from game.solver.worth import same_game_from

    held: list[Found] = []
    after: Found | None = None
    bound = same_game_from(line)
    for one in reversed(found):
        if one.most is not None and one.win is None and not _goes_on(line, one, after):
            one = one._replace(most=None)
        if not one.lost or one.place >= bound:
            held.append(one)
        after = one
    return held[::-1]


def _goes_on(line: Line, one: Found, after: Found | None) -> bool:
    if after is None or after.place != one.place + 1 or after.most is None or one.most is None:
        return False
    return line.depths[after.place] + after.most == line.depths[one.place] + one.most


def _read(kept: KeptWorth) -> Found:
    """A row as a place's worth; a text that is none proves nothing."""
    from game.solver.line_worths import Found

    win = None
    if kept.win is not None:
        try:
            win = parse_action(kept.win) if kept.win else ()
        except ValueError:
            return Found(0, False, 0, None, None)
    return Found(0, kept.lost, kept.least, kept.most, win)


def _salt(rules: Rules, deck: str) -> int:
    """What a position's mark hangs on besides its key: what redeals bring is the deck's."""
    return hash_text(deck) if rules.facts.redeals else 0


def _options(rules: Rules) -> str:
    """What makes a game another one to the solver: its option words."""
    return " ".join(rules.option_words)
