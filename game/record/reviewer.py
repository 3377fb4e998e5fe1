"""The worths of lines: found once by the solver, then cached in memory and on disk.

Table, map and review share one reviewer. It has one line weighed at a time, the one that was
asked for last; for any other position, it returns what is known already. Positions are known by the
hash of their key, salted with the deck in games with redeals.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game import __version__, solver
from game.core.hashing import blake2b, hash_text, key_hash_of
from game.core.moves import action_text, parse_action
from game.core.position import Position
from game.history import WON
from game.play.notation import replay
from game.record.answer_cache import AnswerCache, Win
from game.rules import Rules
from game.solver.answer import Verdict, redeals_in, redeals_otherwise
from game.storage.worth_cache import KeptWorth

if TYPE_CHECKING:
    # Nothing is weighed before the first frame.
    from game.record.solver_gateway import SolverGateway
    from game.solver.line_worths import Line, LineWorths, PositionBounds
    from game.solver.worker import Weighed
    from game.storage import Storage

KEPT: Final = 8000
"""Positions whose worth is remembered."""
WRITTEN_EVERY: Final = 1.0
"""Least seconds between two writes to disk while a line is being weighed."""


class Reviewer:
    """Knows what positions are worth. For one thread."""

    def __init__(
        self,
        solver: SolverGateway,
        answers: AnswerCache,
        storage: Storage,
        clock: Callable[[], float] = time.monotonic,
        *,
        on_par: Callable[[Rules, Position, int], None] = lambda rules, start, moves: None,
    ) -> None:
        """`solver` weighs lines. `answers` has the wins that the table knows of a deal, and learns
        those found here. `on_par` gets the proved par from a line's first position.
        """
        self._solver, self._answers, self._on_par = solver, answers, on_par
        self._storage, self._clock = storage, clock
        self._known: OrderedDict[tuple[str, str, int], PositionBounds] = OrderedDict()
        self._worths: LineWorths | None = None
        """The worths of the line that was asked for last; None: no line was asked for."""
        self._asked = 0
        """The number under which that line is being weighed; 0: it is not."""
        self.news = 0
        """Grows whenever more has become known."""
        self._unwritten: dict[int, KeptWorth] = {}
        """Results that are not on disk yet, by key hash; all are of that line's game."""
        self._written = clock()

    def worths(self, line: Line) -> LineWorths:
        """What is known of a line; `take` adds to the returned object. If anything is unknown, the
        line is weighed, in place of the line that was asked for before.
        """
        from game.solver.line_worths import LineWorths

        if self._worths is not None and self._is_same(self._worths.line, line):
            self._hear_of_table(self._worths)
            return self._worths
        self.stop()
        known = self._of_line(line)
        self._worths = LineWorths(line)
        self._worths.take(known)
        known += self._hear_of_table(self._worths)
        self._tell_par(self._worths)
        if not is_settled(self._worths):
            self._asked = self._solver.weigh(line, known, self.take)
        return self._worths

    def _hear_of_table(self, worths: LineWorths) -> list[PositionBounds]:
        """Take in the wins that the table knows from the first position of a line. Returns what is
        known of that position after each one that is news.
        """
        of_deal = worths.line.rules, worths.line.positions[0]
        learnt = self._learn(worths, self._answers.win(*of_deal))
        return learnt + self._borrow(worths, self._answers.shorter_win(*of_deal))

    def _borrow(self, worths: LineWorths, win: Win) -> list[PositionBounds]:
        """As `_learn`, but the better win is that with fewer moves, and it is not kept."""
        from game.solver.line_worths import PositionBounds

        if not win:
            return []
        first, line = worths.worth(0), worths.line
        counted = replay(line.rules, line.positions[0], win)[1]
        if (first.total or inf) <= counted:
            return []
        found = PositionBounds(0, False, first.least, counted, win)
        worths.take((found,))
        self.news += 1
        return [found]

    def hear_of_places(self) -> None:
        """Take in what the table knows of the places of the line that was asked for last: losses,
        and wins that are shorter than those known. Of these only a win of the deal is kept.
        """
        worths = self._worths
        found = [] if worths is None else self._of_table(worths)
        if worths is None or not found:
            return
        before = worths.worth(0)
        worths.take(found)
        self.news += 1
        if worths.worth(0) != before:
            self._remember(worths.line, self._of_deal(worths))
            self._tell_par(worths)

    def _of_table(self, worths: LineWorths) -> list[PositionBounds]:
        """What the table knows of the places of a line that is more than their worths tell."""
        from game.solver.line_worths import PositionBounds

        rules, depths, found = worths.line.rules, worths.line.depths, []
        for place, position in enumerate(worths.line.positions):
            answer, counted = self._answers.counted_answer(rules, position)
            worth, depth = worths.worth(place), depths[place]
            if answer.verdict is Verdict.UNWINNABLE and worth.verdict is Verdict.UNDECIDED:
                found.append(PositionBounds(place, True, 0, None, None))
            elif answer.verdict is Verdict.WON and depth + counted < (worth.total or inf):
                found.append(
                    PositionBounds(place, False, worth.least - depth, counted, answer.moves)
                )
        return found

    def known_of(self, rules: Rules, deck: str, key: int) -> PositionBounds | None:
        """What is known of a position of a deal's history, without asking the disk or the solver;
        None: nothing is. `deck` is the deal as 52 letters.
        """
        if key == WON:
            from game.solver.line_worths import PositionBounds

            return PositionBounds(0, False, 0, 0, ())
        return self._known.get((*_kind(rules), key ^ _salt(rules, deck)))

    def recall(self, rules: Rules, deck: str, keys: Sequence[int]) -> None:
        """Read what is stored of some positions from disk, so that `known_of` returns it."""
        salt = _salt(rules, deck)
        self._recall(_kind(rules), [key ^ salt for key in keys if key != WON])

    def win_of(self, rules: Rules, start: Position) -> Win:
        """The shortest win from a deal's first position that was kept; empty: none was."""
        return self._worths_of(rules, start).answer(0) or ()

    def keep_win(self, rules: Rules, start: Position, win: Win) -> None:
        """Keep a win from a deal's first position, unless one as good is kept."""
        self._write()
        if self._learn(self._worths_of(rules, start), win):
            self._store(rules)

    def _worths_of(self, rules: Rules, start: Position) -> LineWorths:
        """What is kept of a deal's first position, as a line without moves."""
        from game.solver.line_worths import Line, LineWorths

        worths = LineWorths(Line.of_actions(rules, start, ()))
        worths.take(self._of_line(worths.line))
        return worths

    def _learn(self, worths: LineWorths, win: Win) -> list[PositionBounds]:
        """Keep a win from the first position of a line; empty if one as good is kept already, else
        what is known of that position now. The better win is that with fewer redeals, then moves.
        """
        from game.solver.line_worths import PositionBounds

        first, line = worths.worth(0), worths.line
        kept = self._kept(line, 0)
        if not win or first.proved or _rank(kept) <= (redeals_in(win), len(win)):
            return []
        counted = replay(line.rules, line.positions[0], win)[1]
        found = PositionBounds(0, False, first.least, counted, win)
        if _rank(kept) <= _rank(found):
            return []
        worths.take((found,))
        self._remember(line, found)
        self.news += 1
        return [found]

    def _kept(self, line: Line, place: int) -> PositionBounds | None:
        """What is in memory of a place of a line; None: nothing is."""
        key_hash = _salted_hash(line.rules, line.positions[place])
        return self._known.get((*_kind(line.rules), key_hash))

    @property
    def is_weighing(self) -> bool:
        """Whether more may become known of the line that was asked for last."""
        return bool(self._asked)

    def holds(self, worths: LineWorths) -> bool:
        """Whether these are the worths of the line that was asked for last. `take` adds only to
        those.
        """
        return self._worths is worths

    def stop(self) -> None:
        """Stop weighing and write what was found: no line is shown."""
        if self._asked:
            self._solver.stop_weighing()
        self._write()
        self._worths, self._asked = None, 0

    def take(self, weighed: Weighed) -> bool:
        """Take in results; True if they add to the line that was asked for last, or end its
        weighing.
        """
        worths = self._worths
        if worths is None or weighed.number != self._asked:
            return False
        self.news += 1
        worths.take(weighed.found)
        for one in weighed.found:
            self._remember(worths.line, one if one.place else self._of_deal(worths))
        if any(one.place == 0 for one in weighed.found):
            self._tell_par(worths)
        if weighed.final:
            self._asked = 0
        if weighed.final or self._clock() - self._written >= WRITTEN_EVERY:
            self._write()
        return weighed.final or bool(weighed.found)

    def _of_deal(self, worths: LineWorths) -> PositionBounds:
        """What is to be kept of the first place of a line. It includes the whole win, because other
        lines begin there too; if the kept win is better, that one.
        """
        (found,), kept = worths.found((0,)), self._kept(worths.line, 0)
        found = found._replace(win=worths.answer(0))
        if kept is None or _rank(found) <= _rank(kept):
            return found
        return found._replace(most=kept.most, win=kept.win)

    def _tell_par(self, worths: LineWorths) -> None:
        first, line = worths.worth(0), worths.line
        if first.total is None:
            return
        if first.proved:
            self._on_par(line.rules, line.positions[0], first.total)
        self._answers.learn_win(line.rules, line.positions[0], worths.answer(0) or ())

    # Remembering

    def _is_same(self, one: Line, other: Line) -> bool:
        return one.rules == other.rules and one.positions == other.positions

    def _of_line(self, line: Line) -> list[PositionBounds]:
        """What is known of the places of a line, from memory and from disk."""
        kind = _kind(line.rules)
        key_hashes = [_salted_hash(line.rules, position) for position in line.positions]
        self._recall(kind, key_hashes)
        found = []
        for place, key_hash in enumerate(key_hashes):
            one_known = self._known.get((*kind, key_hash))
            if one_known is not None:
                found.append(one_known._replace(place=place))
        return _on_line(line, found)

    def _recall(self, kind: tuple[str, str], key_hashes: Sequence[int]) -> None:
        """Read from disk what is not in memory. Of all that is known these are kept longest."""
        missing = []
        for key_hash in key_hashes:
            if (*kind, key_hash) in self._known:
                self._known.move_to_end((*kind, key_hash))
            else:
                missing.append(key_hash)
        if not missing:
            return
        for one in self._storage.worths(_solver_version(), *kind, missing):
            self._keep((*kind, one.key_hash), _read(one))

    def _remember(self, line: Line, found: PositionBounds) -> None:
        key_hash = _salted_hash(line.rules, line.positions[found.place])
        self._keep((*_kind(line.rules), key_hash), found)
        win = None if found.win is None else action_text(found.win)
        self._unwritten[key_hash] = KeptWorth(key_hash, found.lost, found.least, found.most, win)

    def _keep(self, key: tuple[str, str, int], found: PositionBounds) -> None:
        self._known[key] = found
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    def _write(self) -> None:
        """Write what has been found since the last call. If that fails, it is lost and must be
        found again.
        """
        self._written = self._clock()
        if self._unwritten and self._worths is not None:
            self._store(self._worths.line.rules)

    def _store(self, rules: Rules) -> None:
        """Write what is not on disk yet, all of it of one game."""
        rows = list(self._unwritten.values())
        self._unwritten = {}
        self._storage.keep_worths(_solver_version(), *_kind(rules), rows)


def _rank(found: PositionBounds | None) -> tuple[float, float]:
    """The sorting key of what was found of a deal: the better win is lower, no win comes last."""
    if found is None or found.most is None or found.win is None:
        return inf, inf
    return redeals_in(found.win), found.most


@cache
def _solver_version() -> str:
    """A hash of the program's version and of all solver sources that are there. Results of another
    version are not used.
    """
    digest = blake2b(__version__.encode(), digest_size=8)
    for source in sorted(Path(solver.__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()


def is_settled(worths: LineWorths) -> bool:
    """Whether each place of a line is known to be lost or has a proved total."""
    known = worths.worths()
    return all(one.verdict is Verdict.UNWINNABLE or one.proved for one in known)


def _on_line(line: Line, found: Sequence[PositionBounds]) -> list[PositionBounds]:
    """The parts of `found` that hold on this line: a win stored without moves only if it leads
    through the next place.
    """
    held: list[PositionBounds] = []
    after: PositionBounds | None = None
    for one in reversed(found):
        if one.most is not None and one.win is None and not _goes_on(line, one, after):
            one = one._replace(most=None)
        held.append(one)
        after = one
    return held[::-1]


def _goes_on(line: Line, one: PositionBounds, after: PositionBounds | None) -> bool:
    if after is None or after.place != one.place + 1 or after.most is None or one.most is None:
        return False
    if redeals_otherwise(line.rules, line.actions[after.place]):
        return False
    return line.depths[after.place] + after.most == line.depths[one.place] + one.most


def _read(kept: KeptWorth) -> PositionBounds:
    """A stored row, as bounds of place 0; if its win cannot be read, nothing is known."""
    from game.solver.line_worths import PositionBounds

    win = None
    if kept.win is not None:
        try:
            win = parse_action(kept.win) if kept.win else ()
        except ValueError:
            return PositionBounds(0, False, 0, None, None)
    return PositionBounds(0, kept.lost, kept.least, kept.most, win)


def _salted_hash(rules: Rules, position: Position) -> int:
    return key_hash_of(rules.key(position)) ^ _salt(rules, position.deck)


def _salt(rules: Rules, deck: str) -> int:
    """The hash of the deck in games with redeals, whose results depend on the deck; else 0."""
    return hash_text(deck) if rules.facts.redeals else 0


def _kind(rules: Rules) -> tuple[str, str]:
    """A game and its option words as one text; the solver treats each set as a game of its own."""
    return rules.name, " ".join(rules.option_words)
