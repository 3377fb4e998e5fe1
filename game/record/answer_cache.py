"""A cache of what is known of positions and deals of any game: the best answers, and the pars."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from game.core.moves import Move
from game.core.position import Position
from game.play.notation import replay
from game.rules import Rules
from game.solver.answer import Answer, Verdict, WrongAnswer, check_answer, redeals_in

KEPT: Final = 4000
"""The number of positions whose answers are kept."""

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


_NONE: Final[tuple[None, Win]] = None, ()


class _Kept(NamedTuple):
    """An answer from a position, and the counted moves that it takes."""

    answer: Answer
    counted: int

    @property
    def rank(self) -> tuple[int, int]:
        """The sorting key of the answers of a position: the better answer is the lower one."""
        return self.answer.redeals, self.counted


_UNKNOWN: Final = _Kept(Answer(Verdict.UNDECIDED), 0)


class AnswerCache:
    """The answers of at most `KEPT` positions, of which the oldest are dropped, and the pars of
    all deals. A deal is identified by its first position. For the main thread.
    """

    def __init__(self) -> None:
        self._answers: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._rough: set[Hashable] = set()
        """The positions from which only a first win is known."""
        self._proof_ended: set[Hashable] = set()
        """Gaps: the positions for which the search for fewer redeals has ended."""
        self._pars: dict[Hashable, Par] = {}
        self._shorter: dict[Hashable, tuple[Par, Win]] = {}
        """Gaps: the wins of deals in the fewest moves, whatever redeals they take."""
        self._searched: set[Hashable] = set()
        """The deals whose search for a par has ended, whether it found one or not."""

    # Of positions

    def answer(self, rules: Rules, position: Position) -> Answer | None:
        """The best answer known from a position; None: nothing is known."""
        kept = self._answers.get(_key(rules, position))
        return None if kept is None else kept.answer

    def counted_answer(self, rules: Rules, position: Position) -> tuple[Answer, int]:
        """As `answer`, undecided where nothing is known; and the counted moves that it takes."""
        return self._answers.get(_key(rules, position), _UNKNOWN)

    def is_rough(self, rules: Rules, position: Position) -> bool:
        """True if a win is known from a position, but no short one was looked for."""
        return _key(rules, position) in self._rough

    def has_as_good(self, rules: Rules, position: Position, rank: tuple[int, int]) -> bool:
        """True if the win known from a position beats one with this rank (redeals, counted moves),
        or equals it and is not rough.
        """
        known = self._answers.get(_key(rules, position))
        if known is None or known.answer.verdict is not Verdict.WON:
            return False
        return known.rank < rank or (known.rank == rank and not self.is_rough(rules, position))

    def remember(
        self, rules: Rules, position: Position, answer: Answer, *, rough: bool = False
    ) -> None:
        """Remember an answer for every position along it; 'undecided' replaces no verdict. `rough`:
        no short win was looked for.
        """
        undecided, held = answer.verdict is Verdict.UNDECIDED, self.answer(rules, position)
        if undecided and held is not None:
            self._grade_along(rules, position, held.moves, rough=rough)
            return
        moves = () if undecided else answer.moves
        left = replay(rules, position, moves)[1]
        for number in range(len(moves) + 1):
            rest = _Kept(answer._replace(moves=moves[number:]), left)
            key = _key(rules, position)
            known = self._answers.get(key)
            if known is None or not known.answer.moves or rest.rank <= known.rank:
                self._put(key, _with_proof(rest, known))
            else:
                self._put(key, _with_proof(known, rest))
            is_first = known is None and answer.verdict is Verdict.WON
            self._grade(key, rough=rough and (is_first or key in self._rough))
            if number < len(moves):
                steps = rules.steps(position, moves[number])
                position, left = steps[-1], left - len(steps)

    def _grade_along(
        self, rules: Rules, position: Position, moves: Sequence[Move], *, rough: bool
    ) -> None:
        """Note whether the win from a position is rough; if not, no win along it is."""
        self._grade(_key(rules, position), rough=rough)
        for move in () if rough else moves:
            position = rules.apply(position, move)
            self._grade(_key(rules, position), rough=False)

    def _grade(self, key: Hashable, *, rough: bool) -> None:
        (self._rough.add if rough else self._rough.discard)(key)

    def _put(self, key: Hashable, kept: _Kept) -> None:
        self._answers[key] = kept
        while len(self._answers) > KEPT:
            dropped = self._answers.popitem(last=False)[0]
            self._rough.discard(dropped)
            self._proof_ended.discard(dropped)

    def is_fewest_open(self, rules: Rules, position: Position) -> bool:
        """Gaps: True if a win with a redeal is known from a position, and the search for fewer
        redeals has not ended.
        """
        known = self.answer(rules, position)
        if known is None or known.verdict is not Verdict.WON or known.fewest_redeals:
            return False
        return known.redeals > 0 and _key(rules, position) not in self._proof_ended

    def end_fewest_search(self, rules: Rules, position: Position) -> None:
        """Gaps: note that the search for the fewest redeals from a position has ended, whether it
        proved them or not.
        """
        self._proof_ended.add(_key(rules, position))

    def forget(self, rules: Rules, position: Position) -> None:
        """Forget the answer of a position that has one."""
        del self._answers[_key(rules, position)]
        self._rough.discard(_key(rules, position))
        self._proof_ended.discard(_key(rules, position))

    def win(self, rules: Rules, position: Position) -> Win:
        """The best win known from a position; empty if none is known or it is rough."""
        known = None if self.is_rough(rules, position) else self.answer(rules, position)
        return known.moves if known is not None and known.verdict is Verdict.WON else ()

    # Of deals

    def is_same(self, rules: Rules, one: Position, other: Position) -> bool:
        """True for two positions that have the same answers."""
        return _key(rules, one) == _key(rules, other)

    def par(self, rules: Rules, start: Position) -> Par | None:
        """The par of a deal, from the best answer known; None if none is known."""
        return self._pars.get(_key(rules, start))

    def claim_par(self, rules: Rules, start: Position, moves: int, *, proved: bool) -> bool:
        """Set the par of a deal, unless the known one is final, or the claim is not proved and not
        shorter; False if the known one stays. `proved`: no answer is shorter (Gaps: without a
        redeal).
        """
        known = self.par(rules, start)
        if known is not None and (known.is_final or (not proved and moves >= known.moves)):
            return False
        redeals = None if rules.facts.redeals and not proved else 0
        self._pars[_key(rules, start)] = _par(rules, moves, redeals, final=proved)
        return True

    def note_win(self, rules: Rules, start: Position, answer: Answer) -> Par:
        """Note an answer that wins a deal; it becomes the deal's par unless a better one is known.
        Returns the answer's own par.
        """
        counted = replay(rules, start, answer.moves)[1]
        par = _par(rules, counted, answer.redeals, final=answer.optimal)._replace(
            fewest=answer.fewest_redeals
        )
        if not rules.facts.par_is_shortest:
            # Its par may come later, and be longer.
            self.note_shorter(rules, start, answer.moves)
        key, known = _key(rules, start), self.par(rules, start)
        best = par
        if known is not None and not answer.optimal and known.rank <= par.rank:
            same = known.rank == par.rank  # a claim does not say how many redeals it takes
            best = known._replace(redeals=par.redeals) if same else known
        proved = [each.redeals for each in (known, par) if each is not None and each.fewest]
        self._pars[key] = best._replace(fewest=best.redeals in proved)
        return par

    def note_shorter(self, rules: Rules, start: Position, win: Win) -> None:
        """Note a win of a deal that may be shorter than the par but take more redeals."""
        counted, known = replay(rules, start, win)[1], self.shortest(rules, start)
        if known is None or counted < known.moves:
            par = _par(rules, counted, redeals_in(win), final=False)
            self._shorter[_key(rules, start)] = par, win

    def learn_win(self, rules: Rules, start: Position, win: Win) -> None:
        """Learn a win of a deal. It becomes the par unless one as good is known. If it is worse
        only because it takes more redeals, it is kept beside the par. A win that the rules refuse
        is ignored. Unless it is the final par, it is rough: the search for a short win stays open.
        """
        if not win:
            return
        with suppress(WrongAnswer):
            answer = check_answer(rules, start, Answer(Verdict.WON, win))
            par = self.par(rules, start)
            rank = answer.redeals, replay(rules, start, win)[1]
            if par is not None and rank > par.rank:
                self.note_shorter(rules, start, win)
            elif not self.has_as_good(rules, start, rank):
                self.note_win(rules, start, answer)
                self.remember(rules, start, answer, rough=par is None or not par.is_final)

    def shortest(self, rules: Rules, start: Position) -> Par | None:
        """The par of a deal, or what is known of a shorter win; None if no win is known."""
        par, (shorter, _) = self.par(rules, start), self._shorter.get(_key(rules, start), _NONE)
        return par if shorter is None or (par and par.moves <= shorter.moves) else shorter

    def shorter_win(self, rules: Rules, start: Position) -> Win:
        """The win in the fewest moves that was noted of a deal; empty: none was."""
        return self._shorter.get(_key(rules, start), _NONE)[1]

    def end_par_search(self, rules: Rules, start: Position) -> None:
        """Note that the search for the par of a deal has ended, whether it found one or not."""
        self._searched.add(_key(rules, start))

    def is_par_searched(self, rules: Rules, start: Position) -> bool:
        """True once the search for the par of a deal has ended."""
        return _key(rules, start) in self._searched

    def is_par_settled(self, rules: Rules, start: Position) -> bool:
        """True if the par is final, or the search for it has ended."""
        known = self.par(rules, start)
        return self.is_par_searched(rules, start) or (known is not None and known.is_final)


def _par(rules: Rules, moves: int, redeals: int | None, *, final: bool) -> Par:
    """The par of these moves. `final`: it is proved that there is no better one."""
    proved = final and rules.facts.par_is_shortest
    return Par(moves, proved, redeals, ranked=final and not proved)


def _with_proof(best: _Kept, other: _Kept | None) -> _Kept:
    """The better of two answers from the same position. The proof that its redeals are the fewest
    may come from the other one (Gaps).
    """
    if other is None or not other.answer.fewest_redeals:
        return best
    if other.answer.redeals != best.answer.redeals:
        return best
    return best._replace(answer=best.answer._replace(fewest_redeals=True))


def _key(rules: Rules, position: Position) -> Hashable:
    """The key of a position, unique among all games. Gaps: the result of a redeal depends on the
    deck and on how the rules place the gaps.
    """
    return rules, position.deck, rules.key(position)
