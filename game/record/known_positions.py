"""What is known of positions of any game: wins, losses, bounds of the moves still needed; pars.

It stands here once. Solver and reviews add to it; the verdict light, hints, strip, review and map
read it. What reviews have found, and the best win of a deal, are also kept on disk. A position is
known by the hash of its key, as a history knows it, salted with the deck in games with redeals.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from game import __version__, solver
from game.core.moves import Move, action_text, parse_action
from game.core.position import Position, blake2b, hash_text, key_hash_of
from game.history import WON
from game.play.notation import replay
from game.rules import Rules
from game.solver.answer import Answer, Verdict, WrongAnswer, check_answer, redeals_in
from game.solver.line_worths import LineWorths, PositionBounds
from game.storage.worth_cache import KeptWorth, WorthCache

KEPT: Final = 20_000
"""The number of positions of which something is kept in memory."""

_ROUNDS: Final = 9
"""How often what is known of one place of a line may tell more of another that has the same
position. It ends sooner, but for lines that are longer than what is kept.
"""

Win = tuple[Move, ...]
"""The moves of an answer that wins a deal."""


class Par(NamedTuple):
    """The best answer known of a deal; Gaps: of those with the fewest redeals."""

    moves: int
    """Counted moves."""
    proved: bool
    """True only if it is proved that no answer of any kind is shorter."""
    redeals: int | None = 0
    """None: unknown, as a pack claims the number of moves only."""
    fewest: bool = False
    """Gaps: True only if it is proved that fewer redeals will not do."""
    ranked: bool = False
    """Gaps: True only if it is proved that no answer with as few redeals is shorter."""

    @property
    def rank(self) -> tuple[int, int]:
        """The sorting key: the better par is the lower one."""
        return self.redeals or 0, self.moves

    @property
    def is_final(self) -> bool:
        """True if it is proved that there is no better par."""
        return self.proved or self.ranked


class KnownPosition:
    """What is known of one position."""

    __slots__ = (
        "answer", "counted", "is_fewest_searched", "is_par_searched", "is_recalled", "is_rough",
        "least", "most", "par", "shortest",
    )  # fmt: skip

    def __init__(self) -> None:
        self.answer: Answer | None = None
        """The best answer; None: nothing is known."""
        self.counted = 0
        """The counted moves that it takes."""
        self.least = 0
        """No win takes fewer counted moves."""
        self.most: int | None = None
        """The counted moves of `shortest`; None: no win is known."""
        self.shortest: Win = ()
        """The win in the fewest moves. In Gaps the best one may have fewer redeals instead."""
        self.is_rough = False
        """A win is known, but no short one was looked for."""
        self.is_fewest_searched = False
        """Gaps: the search for fewer redeals has ended."""
        self.par: Par | None = None
        """Of a deal's first position: its par."""
        self.is_par_searched = False
        """The search for the par has ended, whether it found one or not."""
        self.is_recalled = False
        """What is stored of it was read."""

    def take(self, answer: Answer, counted: int, *, rough: bool) -> None:
        """Take in an answer; of the two the better one stays, with the proof of either that its
        redeals are the fewest.
        """
        old, won = self.answer, answer.verdict is Verdict.WON
        best, other = answer, old
        if old is not None and _order(old, self.counted) < _order(answer, counted):
            best, other = old, answer
        else:
            self.counted = counted
        if other is not None and other.fewest_redeals and other.redeals == best.redeals:
            best = best._replace(fewest_redeals=True)
        self.answer = best
        self.is_rough = rough and ((old is None and won) or self.is_rough)
        if won and (self.most is None or counted < self.most):
            self.most, self.shortest = counted, answer.moves

    @property
    def is_won(self) -> bool:
        """True if a win is known."""
        return self.answer is not None and self.answer.verdict is Verdict.WON

    @property
    def is_lost(self) -> bool:
        """True if there is no win."""
        return self.answer is not None and self.answer.verdict is Verdict.UNWINNABLE

    @property
    def verdict(self) -> Verdict | None:
        """What the solver has said; None: nothing."""
        return None if self.answer is None else self.answer.verdict

    @property
    def win(self) -> Win:
        """The best win; empty if none is known or it is rough."""
        return self.answer.moves if self.answer and self.is_won and not self.is_rough else ()

    @property
    def is_fewest_open(self) -> bool:
        """Gaps: True if a win with a redeal is known, and the search for fewer has not ended."""
        if self.answer is None or not self.is_won or self.answer.fewest_redeals:
            return False
        return self.answer.redeals > 0 and not self.is_fewest_searched

    @property
    def is_par_settled(self) -> bool:
        """Of a deal: True if the par is final, or the search for it has ended."""
        return self.is_par_searched or (self.par is not None and self.par.is_final)

    @property
    def best_known(self) -> Par | None:
        """The par of a deal, or what is known of a shorter win; None if no win is known."""
        if self.par is None or self.most is None or self.most >= self.par.moves:
            return self.par
        return Par(self.most, False, redeals_in(self.shortest))

    def bounds(self, place: int = 0) -> PositionBounds:
        """What is known, as of a place of a line."""
        if self.most is None:
            return PositionBounds(
                place, self.is_lost, 0 if self.is_lost else self.least, None, None
            )
        return PositionBounds(place, False, self.least, self.most, self.shortest)


def _order(answer: Answer, counted: int) -> tuple[int, int, int]:
    """The sorting key of answers: the better one is lower. Of losses and of searches that decided
    nothing, those are better whose moves lead to a score (Gaps).
    """
    if answer.verdict is Verdict.WON:
        return 0, answer.redeals, counted
    return (1 if answer.verdict is Verdict.UNWINNABLE else 2), not answer.moves, 0


NOTHING: Final = KnownPosition()
_Kind = tuple[str, str]
"""A game and its option words as one text; the solver treats each set as a game of its own."""


class KnownPositions:
    """What is known of at most `KEPT` positions, of which those not used for longest are dropped.
    For the main thread.
    """

    def __init__(self, kept: WorthCache | None = None) -> None:
        """`kept`: keeps results on disk."""
        self._kept = kept
        self._known: OrderedDict[tuple[_Kind, int], KnownPosition] = OrderedDict()
        self._unwritten: set[tuple[_Kind, int]] = set()
        self.version = 0
        """Grows whenever more has become known."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when more has become known, other than by `note_line`."""

    # Of positions

    def at(self, rules: Rules, position: Position) -> KnownPosition:
        """What is known of a position, to be read."""
        return self._known.get(_key(rules, position), NOTHING)

    def made(self, rules: Rules, position: Position) -> KnownPosition:
        """What is known of a position, to be added to."""
        return self._made(_key(rules, position))

    def _made(self, key: tuple[_Kind, int]) -> KnownPosition:
        known = self._known.setdefault(key, KnownPosition())
        self._known.move_to_end(key)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return known

    def _changed(self) -> None:
        self.version += 1
        self.on_change()

    def of(self, rules: Rules, deck: str, key: int) -> KnownPosition:
        """What is known of a position of a history, to be read. `deck`: the deal's 52 letters."""
        return self._known.get((_kind(rules), key ^ _salt(rules, deck)), NOTHING)

    def bounds(self, rules: Rules, deck: str, key: int) -> PositionBounds | None:
        """The bounds of a position of a history; None: neither a win nor that it is lost."""
        if key == WON:
            return PositionBounds(0, False, 0, 0, ())
        known = self.of(rules, deck, key)
        return known.bounds() if known.is_lost or known.is_won else None

    def lost(self, rules: Rules, deck: str) -> Iterator[int]:
        """The keys, as of a deal's history, of all positions that are lost."""
        kind, salt = _kind(rules), _salt(rules, deck)
        entries = self._known.items()
        return (key ^ salt for (of, key), known in entries if of == kind and known.is_lost)

    def remember(
        self, rules: Rules, position: Position, answer: Answer, *, rough: bool = False
    ) -> None:
        """Remember an answer for every position along it; 'undecided' replaces no verdict. `rough`:
        no short win was looked for.
        """
        if answer.verdict is Verdict.UNDECIDED:
            # It says of a known win that no short one is looked for any longer.
            answer = self.at(rules, position).answer or answer
        moves = () if answer.verdict is Verdict.UNDECIDED else answer.moves
        left = replay(rules, position, moves)[1]
        for number in range(len(moves) + 1):
            known = self.made(rules, position)
            known.take(answer._replace(moves=moves[number:]), left, rough=rough)
            if answer.optimal and rules.facts.par_is_shortest:
                known.least = max(known.least, left)
            if number < len(moves):
                steps = rules.steps(position, moves[number])
                position, left = steps[-1], left - len(steps)
        self._changed()

    def forget(self, rules: Rules, position: Position) -> None:
        """Forget the answer of a position."""
        del self._known[_key(rules, position)]

    # Of lines

    def note_line(self, worths: LineWorths, keys: Sequence[int]) -> None:
        """Bring what is known of a line and of its positions in line with each other; `keys` are
        the positions' (`keys_of`).
        """
        kind = _kind(worths.line.rules)
        for _ in range(_ROUNDS):
            worths.take(self.of_line(worths.line.rules, keys))
            noted = [place for place, key in enumerate(keys) if self._note(worths, place, key)]
            self._unwritten.update((kind, keys[place]) for place in noted)
            self.version += bool(noted)
            if not noted:
                break

    def _note(self, worths: LineWorths, place: int, key: int) -> bool:
        """Note of a position what is known of a place of a line; False if it tells no more."""
        key_of, depth = (_kind(worths.line.rules), key), worths.line.depths[place]
        one, known = worths.worth(place), self._known.get(key_of, NOTHING)
        is_lost = one.verdict is Verdict.UNWINNABLE
        lost = is_lost and not known.is_lost
        most = None if one.total is None else one.total - depth
        better = most is not None and (known.most is None or most < known.most)
        least = 0 if is_lost else one.least - depth
        ranked = worths.least_redealt(place)
        if ranked is not None:
            answer = Answer(Verdict.WON, ranked[1])
            order = _order(answer, ranked[0] - depth)
            if known.answer is None or order < _order(known.answer, known.counted):
                known = self._made(key_of)
                known.take(answer, ranked[0] - depth, rough=True)
                better = True
        if not (lost or better or least > known.least):
            return False
        known = self._made(key_of)
        if lost or better:
            known.take(Answer(one.verdict, worths.answer(place) or ()), most or 0, rough=True)
        known.least = max(known.least, least)
        known.is_rough &= known.least != known.most
        return True

    def of_line(self, rules: Rules, keys: Sequence[int]) -> list[PositionBounds]:
        """What is known of the positions of a line. In Gaps that may be two wins of one."""
        found, kind = [], _kind(rules)
        for place, key in enumerate(keys):
            known = self._known.get((kind, key), NOTHING)
            if known.is_won and known.answer is not None and known.counted != known.most:
                bounds = known.bounds(place)
                found.append(bounds._replace(most=known.counted, win=known.answer.moves))
            if known.is_won or known.is_lost or known.least:
                found.append(known.bounds(place))
        return found

    # Of deals

    def is_same(self, rules: Rules, one: Position, other: Position) -> bool:
        """True for two positions that have the same answers."""
        return _key(rules, one) == _key(rules, other)

    def claim_par(self, rules: Rules, start: Position, moves: int, *, proved: bool) -> bool:
        """Set the par of a deal, unless the known one is final, or the claim is not proved and not
        shorter; False if the known one stays. `proved`: no answer is shorter (Gaps: without a
        redeal).
        """
        known = self.made(rules, start)
        par = known.par
        if par is not None and (par.is_final or (not proved and moves >= par.moves)):
            return False
        redeals = None if rules.facts.redeals and not proved else 0
        known.par = _par(rules, moves, redeals, final=proved)
        if known.answer is not None and (known.answer.redeals, known.counted) == known.par.rank:
            known.is_rough &= not proved
        return True

    def note_win(self, rules: Rules, start: Position, answer: Answer) -> Par:
        """Note an answer that wins a deal; it becomes the deal's par unless a better one is known.
        Returns the answer's own par.
        """
        counted = replay(rules, start, answer.moves)[1]
        par = _par(rules, counted, answer.redeals, final=answer.optimal)._replace(
            fewest=answer.fewest_redeals
        )
        at = self.made(rules, start)
        best, known = par, at.par
        if known is not None and not answer.optimal and known.rank <= par.rank:
            same = known.rank == par.rank  # a claim does not say how many redeals it takes
            best = known._replace(redeals=par.redeals) if same else known
        proved = [each.redeals for each in (known, par) if each is not None and each.fewest]
        best = best._replace(fewest=best.redeals in proved)
        if best != known:
            at.par = best
            self._unwritten.add(_key(rules, start))
        return par

    def learn_win(self, rules: Rules, start: Position, win: Win) -> None:
        """Learn a win of a deal. It becomes the par unless one as good is known. A win that the
        rules refuse is ignored. Unless it is the final par, it is rough: the search for a short win
        stays open.
        """
        known = self.at(rules, start)
        is_known = known.answer is not None and win in (known.answer.moves, known.shortest)
        if is_known and known.par and not (known.is_rough and known.par.is_final):
            return
        with suppress(WrongAnswer):
            answer = check_answer(rules, start, Answer(Verdict.WON, win))
            own = self.note_win(rules, start, answer)
            par = self.at(rules, start).par
            final = par is not None and par.is_final and par.rank == own.rank
            self.remember(rules, start, answer, rough=not final)

    # On disk

    def recall(self, rules: Rules, keys: Iterable[int], deck: str | None = None) -> None:
        """Read what is stored of positions, unless it was read before. Of all that is known these
        are kept longest. `keys` as of `keys_of` or, with the deal as 52 letters, as of a history.
        """
        kind, salt, missing = _kind(rules), 0 if deck is None else _salt(rules, deck), list[int]()
        for key in keys:
            known = self._known.get((kind, key ^ salt))
            if known is not None:
                self._known.move_to_end((kind, key ^ salt))
            if known is None or not known.is_recalled:
                missing.append(key ^ salt)
            if known is not None:
                known.is_recalled = True
        if not missing or self._kept is None:
            return
        stored = self._kept.read(_solver_version(), *kind, missing)
        for one in stored:
            with suppress(ValueError):
                win = parse_action(one.win) if one.win else ()
                known = self._made((kind, one.key_hash))
                known.least, known.is_recalled = max(known.least, one.least), True
                if one.lost:
                    known.take(Answer(Verdict.UNWINNABLE), 0, rough=False)
                elif one.most is not None and one.win is not None:
                    answer = Answer(Verdict.WON, win)
                    known.take(answer, one.most, rough=one.least < one.most)
        if stored:
            self._changed()

    def recall_deal(self, rules: Rules, start: Position) -> None:
        """Read the best win of a deal that is stored, and learn it."""
        self.recall(rules, [_key(rules, start)[1]])
        known = self.at(rules, start)
        if known.answer is not None and known.is_won:
            self.learn_win(rules, start, known.answer.moves)

    def keep(self, rules: Rules, start: Position) -> None:
        """Store what is known of a deal's first position."""
        self._unwritten.add(_key(rules, start))
        self.write()

    def write(self) -> None:
        """Write what has been found since the last call. If that fails, it is lost and must be
        found again.
        """
        rows: dict[_Kind, list[KeptWorth]] = {}
        for kind, key in self._unwritten & self._known.keys():
            known = self._known[kind, key]
            win = action_text(known.answer.moves) if known.answer and known.is_won else None
            most, least = (known.counted if known.is_won else None), known.least
            row = KeptWorth(key, known.is_lost, 0 if known.is_lost else least, most, win)
            rows.setdefault(kind, []).append(row)
        self._unwritten = set()
        if self._kept is not None:
            for kind, found in rows.items():
                self._kept.write(_solver_version(), *kind, found)


def keys_of(rules: Rules, positions: Iterable[Position]) -> list[int]:
    """The keys by which positions are known."""
    return [_key(rules, position)[1] for position in positions]


def _par(rules: Rules, moves: int, redeals: int | None, *, final: bool) -> Par:
    """The par of these moves. `final`: it is proved that there is no better one."""
    proved = final and rules.facts.par_is_shortest
    return Par(moves, proved, redeals, ranked=final and not proved)


def _key(rules: Rules, position: Position) -> tuple[_Kind, int]:
    key = key_hash_of(rules.key(position))
    return _kind(rules), key ^ _salt(rules, position.deck)


@cache
def _kind(rules: Rules) -> _Kind:
    return rules.name, rules.policy


def _salt(rules: Rules, deck: str) -> int:
    """The hash of the deck in games with redeals, whose results depend on the deck; else 0."""
    return hash_text(deck) if rules.facts.redeals else 0


@cache
def _solver_version() -> str:
    """A hash of the program's version and of all solver sources that are there. Results of another
    version are not used.
    """
    digest = blake2b(__version__.encode(), digest_size=8)
    for source in sorted(Path(solver.__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()
