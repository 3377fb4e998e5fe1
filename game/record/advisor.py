"""Asks the solver about the deal being played, and derives from its answers what is shown.

One question is open at a time, the most urgent one. Its answer may come late or never; the game
does not wait.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from game.core.deals import Deck, deck_text
from game.core.moves import Move
from game.core.position import Position
from game.history import FAR
from game.play.session import Session, flatten
from game.play.verdict import LOST, VerdictLight, winnable_with
from game.record.known_positions import NOTHING, KnownPosition, KnownPositions, Par
from game.record.reviewed_lines import VerdictLine
from game.rules import Rules
from game.solver.answer import (
    PAR_SECONDS,
    SEARCH_SECONDS,
    Answer,
    Goal,
    Verdict,
    WrongAnswer,
    check_answer,
)

if TYPE_CHECKING:
    from game.record.solver_gateway import SolverGateway
    from game.solver.worker import Delivery


class _Task(StrEnum):
    HERE = "here"
    BACK = "back"
    ON = "on"
    MAP = "map"
    PAR = "par"


_VERDICTS: Final = (_Task.BACK, _Task.MAP)
"""The tasks for which any win will do."""


class Advisor:
    """Advice for one session at a time."""

    def __init__(
        self,
        solver: SolverGateway,
        wake: Callable[[], None],
        trace: Callable[..., None],
        *,
        on_par: Callable[[Session, int], None] = lambda session, moves: None,
        after_first_frame: Callable[[Callable[[], None]], None] = lambda call: call(),
        known: KnownPositions | None = None,
    ) -> None:
        """`wake` is called when there is something to collect that does not come from `solver`.
        `on_par` gets the proved par of the session's deal. `after_first_frame` delays questions:
        the first frame would otherwise wait for the worker process to start. `known`: what is
        known, to which others may add; None: nothing yet.
        """
        self._solver, self._wake, self._trace = solver, wake, trace
        self._on_par = on_par
        self._after_first_frame = after_first_frame
        self._session: Session | None = None
        self._recalled: Session | None = None
        """The session of whose deal the best win kept on disk was read last."""
        self._answers_of: tuple[int, int, int] | None = None
        """The graph, position and line whose answers were learnt last."""
        self._has_recalled = False
        """Something was recalled since the last `collect`: what is shown may have changed."""
        self._asked: tuple[int, _Task, Position] | None = None
        self.known = known or KnownPositions()
        self._followed: Position | None = None
        """The position that was followed last."""
        self._hint_at: Position | None = None
        """The position for which a hint is wanted."""
        self._shortest_of: Session | None = None
        """The session whose deal's shortest answer is wanted."""
        self._back_at: Position | None = None
        """The position for which `last_winnable` is wanted."""
        self._watches = False
        self._warns = False
        self._seeks_par = False
        self._looked_at: int | None = None
        """The key of the position that the player looks at on the map."""

    # What is wanted

    def follow(self, session: Session, *, watch: bool, warn: bool, par: bool) -> None:
        """Call this whenever the session has changed. The flags say what is to be found out: the
        verdict of its position (`watch`), where a win was lost (`warn`), the deal's par (`par`).
        """
        left = None
        if session is not self._session:
            self._session, self._looked_at = session, None
            # An answer still to come for the other deal would be read by this deal's rules.
            left, self._asked = self._asked, None
        if session.position != self._hint_at:
            self._hint_at = None
        if session.position != self._back_at:
            self._back_at = None
        if session.position != self._followed:
            self._followed = session.position
            self._forget_unsearched(session)
        self._watches, self._warns, self._seeks_par = watch, warn, par
        self._next()
        if left is not None and self._asked is None:
            self._solver.cancel()

    def advises(self, session: Session) -> bool:
        """True if a session is the one that was followed last."""
        return session is self._session

    def stop(self) -> None:
        """Stop advising: no deal is shown."""
        self._session = self._recalled = self._hint_at = self._back_at = None
        if self._asked is not None:
            self._asked = None
            self._solver.cancel()

    def look_at(self, session: Session, key: int | None) -> None:
        """Ask the solver for the verdict of a position of the history; None: of none."""
        self._looked_at = key if session is self._session else None
        self._next()

    def want_hint(self) -> None:
        """Ask for a hint at the present position, until the position is left."""
        session = self._session
        if session is None:
            return
        self._hint_at = session.position
        self._forget_unsearched(session)
        self._next()

    def _forget_unsearched(self, session: Session) -> None:
        """Forget that the present position is undecided if no worker was there to search it: now
        there may be one.
        """
        known = self._here.answer
        if known is not None and known.verdict is Verdict.UNDECIDED and not known.nodes:
            self.known.forget(session.rules, session.position)

    def want_shortest(self) -> None:
        """Ask for the shortest answer of the session's deal, for as long as it is followed."""
        self._shortest_of = self._session
        self._next()

    def is_shortest_settled(self, session: Session) -> bool:
        """True once the search for the shortest answer of the session's deal has ended."""
        return self._deal(session).is_par_searched

    def want_last_winnable(self) -> None:
        """Ask for `last_winnable` of the present position, until the position is left."""
        if self._session is not None:
            self._back_at = self._session.position
            self._next()

    def _next(self) -> None:
        """Ask the most urgent open question, unless the worker has it already."""
        self._after_first_frame(self._ask)

    def _ask(self) -> None:
        self._recall()
        task = self._most_urgent()
        if task is None or self._session is None:
            return
        kind, position, goal, seconds = task
        rules = self._session.rules
        if self._asked is not None and self._asked[1:] == (kind, position):
            return
        number = self._solver.ask(rules, position, goal, seconds, self._take)
        self._asked = number, kind, position

    def _recall(self) -> None:
        """Learn the best win kept of the session's deal, once for each session, and the answer in
        its history that goes on from here. If that is news, `collect` reports it: the scene may
        have been drawn already.
        """
        session = self._session
        if session is None:
            return
        before = self.par(session), self._here.answer
        if session is not self._recalled:
            self._recalled, self._answers_of = session, None
            self.known.recall_deal(session.rules, _start(session))
        self._recall_answers(session)
        if (self.par(session), self._here.answer) != before:
            self._has_recalled = True
            self._wake()

    def _recall_answers(self, session: Session) -> None:
        """Learn the answers of the session's history from the places of its line, where none as
        short is known. The search for a short win goes on unless it has ended.
        """
        rules, history, deck = session.rules, session.history, deck_text(session.deck)
        state = history.graph.version, history.here, len(history.line)
        if state == self._answers_of:
            return
        self._answers_of = state
        for step in history.line:
            node, known = history.graph.nodes[step.key], self.known.bounds(rules, deck, step.key)
            most = None if known is None else known.most
            as_short = most is not None and (rules.facts.redeals or most <= node.to_go)
            if node.won or node.to_go == FAR or as_short:
                continue
            way, position = history.graph.answer_from(step.key), history.position_of(step.key)
            own = Answer(Verdict.WON, flatten(edge.action for edge in way))
            with suppress(WrongAnswer):
                own = check_answer(rules, position, own)
                self.known.remember(rules, position, own, rough=True)

    def _most_urgent(self) -> tuple[_Task, Position, Goal, float] | None:
        session = self._session
        if session is None:
            return None
        if session is self._shortest_of and not self.is_shortest_settled(session):
            return self._par_task(session)
        if session.is_won:
            return None
        here = session.position
        back = self._warns or self._back_at is not None
        wanted = self._watches or back or self._hint_at is not None
        leads = self._watches or self._hint_at is not None
        known = self._here.answer is not None and not (leads and self._here.is_rough)
        if wanted and (not known or self.is_improving):
            return _Task.HERE, here, Goal.SHORT, SEARCH_SECONDS
        if task := self._elsewhere(session, back=back, leads=leads):
            return task
        if self._watches and self._here.is_fewest_open:
            return _Task.HERE, here, Goal.SHORT, SEARCH_SECONDS
        if self._solver.is_eager and self._seeks_par:
            return None if self._deal(session).is_par_settled else self._par_task(session)
        return None

    def _elsewhere(
        self, session: Session, *, back: bool, leads: bool
    ) -> tuple[_Task, Position, Goal, float] | None:
        """Where the win was lost, then the position looked at on the map, then a short win from the
        last position that can be won.
        """
        back = back and self.light in LOST
        if back and (probe := self._probe(session)) is not None:
            return _Task.BACK, probe, Goal.FIRST, SEARCH_SECONDS
        if self._looked_at is not None and (self._watches or self._warns):
            probe = self._probe(session, self._looked_at)
            if probe is not None:
                return _Task.MAP, probe, Goal.FIRST, SEARCH_SECONDS
        if back and (leads or self._back_at is not None):
            last = self.last_winnable
            way_on = session.position if last is None else session.history.position_at(last)
            if last is not None and self.known.at(session.rules, way_on).is_rough:
                return _Task.ON, way_on, Goal.SHORT, SEARCH_SECONDS
        return None

    def _par_task(self, session: Session) -> tuple[_Task, Position, Goal, float]:
        goal = Goal.OPTIMAL if session.rules.facts.proves_par else Goal.SHORT
        return _Task.PAR, _start(session), goal, PAR_SECONDS

    @property
    def is_improving(self) -> bool:
        """True while the worker looks for a win from here with fewer redeals (Gaps): the light
        shows how many a win takes.
        """
        session = self._session
        if session is None or self._asked is None or not session.rules.facts.redeals:
            return False
        return self._asked[1:] == (_Task.HERE, session.position)

    # What is known

    @property
    def _here(self) -> KnownPosition:
        """What is known of the present position."""
        session = self._session
        return NOTHING if session is None else self.known.at(session.rules, session.position)

    def _deal(self, session: Session) -> KnownPosition:
        """What is known of a deal."""
        return self.known.at(session.rules, _start(session))

    @property
    def light(self) -> VerdictLight | None:
        """The verdict of the present position; None if it is not asked for, and at a win."""
        session = self._session
        if session is None or session.is_won:
            return None
        answer = self._here.answer
        if answer is None:
            return VerdictLight.THINKING if self._watches else None
        redeals = session.rules.facts.redeals
        if answer.verdict is Verdict.WON and redeals:
            return winnable_with(answer.redeals, fewest=answer.fewest_redeals)
        if answer.verdict is Verdict.WON:
            return VerdictLight.CAN
        if answer.verdict is Verdict.UNDECIDED:
            knows = self._solver.knows_game(session.rules)
            return VerdictLight.UNKNOWN if knows else VerdictLight.NO_SOLVER
        if redeals:
            return VerdictLight.WHATEVER
        return VerdictLight.NEVER if self._deal(session).is_lost else VerdictLight.CANNOT

    @property
    def hint(self) -> Move | None:
        """The next move of a short answer from here; of a lost position, a move towards its
        `score`. None while none is known.
        """
        return None if self.seeks_short else self.first_hint

    @property
    def first_hint(self) -> Move | None:
        """As `hint`, but while the search for a short answer is open, the next move of the one
        known so far.
        """
        answer = self._here.answer
        return answer.moves[0] if answer is not None and answer.moves else None

    @property
    def seeks_short(self) -> bool:
        """True if a win is known from here, but the search for a short one is open."""
        return self._here.is_rough

    @property
    def score(self) -> int | None:
        """Gaps: the highest score known to be reachable from here. None: none is known."""
        answer = self._here.answer
        return None if answer is None else answer.score

    def par(self, session: Session) -> Par | None:
        """The best answer known of the deal: the par, or a shorter win; None if none is known."""
        return self._deal(session).best_known

    def par_of_deal(self, rules: Rules, deck: Deck) -> Par | None:
        """The same of a deal that need not be open; what is stored of it is read."""
        start = rules.deal(deck)
        self.known.recall_deal(rules, start)
        return self.known.at(rules, start).best_known

    def set_par(self, session: Session, moves: int, *, proved: bool) -> None:
        """Set the par that a level pack claims. A par that is already final stays; so does a
        shorter one, unless the claim is `proved`.
        """
        self.known.claim_par(session.rules, _start(session), moves, proved=proved)
        par = self.par(session)
        if par is not None and par.proved:
            self._on_par(session, par.moves)

    def prove_par(self, rules: Rules, start: Position, moves: int) -> None:
        """Set the length of the shortest answer from `start`, which a review has proved. Ignored
        if the session has another deal, and in games where a par is not the shortest answer.
        """
        session = self._session
        if session is None or rules != session.rules or not rules.facts.par_is_shortest:
            return
        if self.known.is_same(rules, start, _start(session)):
            self.set_par(session, moves, proved=True)

    @property
    def undos_to_win(self) -> int | None:
        """How many undos lead from a lost position to the last one that can be won; None while
        that is not known, and if the position is not known to be lost.
        """
        session = self._session
        if session is None or self.light not in LOST:
            return None
        return self._verdict_line(session).undos_to_win

    @property
    def last_winnable(self) -> int | None:
        """The last place of the line, before a lost position, that can still be won; None while
        that is not known, if the position is not known to be lost, and if the deal cannot be won.
        """
        undos = self.undos_to_win
        if undos is None or self._session is None:
            return None
        return self._session.history.at - undos

    @property
    def knows_no_way_back(self) -> bool:
        """True if the position is known to be lost, and nothing more can be found out about which
        earlier positions can be won.
        """
        session = self._session
        if session is None or self.light not in LOST or self.last_winnable is not None:
            return False
        return self._probe(session) is None

    def verdict_of(self, session: Session, key: int) -> tuple[VerdictLight, int | None] | None:
        """Whether a position of the history can be won. For a lost one, also the number of the move
        that lost the win (`VerdictLine.lost_at`), or None. The result is None while nothing is
        known.
        """
        if session is not self._session or not (self._watches or self._warns):
            return None
        way = self._verdict_line(session, key)
        if way.verdicts[-1] is Verdict.WON:
            return VerdictLight.CAN, None
        return None if way.bounds[1] is None else (VerdictLight.CANNOT, way.lost_at)

    def _verdict_line(self, session: Session, key: int | None = None) -> VerdictLine:
        """The line from the deal to a position, or to here, with its verdicts."""
        history = session.history
        line, place = (history.line, history.at) if key is None else history.line_through(key)
        steps = line[: place + 1]
        places = reversed(range(len(steps)))
        nodes, deck = history.graph.nodes, deck_text(session.deck)
        won = next((n for n in places if nodes[steps[n].key].to_go < FAR), -1)
        verdicts = [
            Verdict.WON if place <= won else self.known.of(session.rules, deck, each.key).verdict
            for place, each in enumerate(steps)
        ]
        return VerdictLine(steps, verdicts)

    def _probe(self, session: Session, key: int | None = None) -> Position | None:
        """The position to ask about next on the line to a position, or to here
        (`VerdictLine.probe`); None if there is none. Also remembers that all positions after a lost
        one are lost.
        """
        way, history = self._verdict_line(session, key), session.history
        if (first := way.bounds[1]) is not None:
            for lost in way.steps[first:]:
                position = history.position_of(lost.key)
                if self.known.at(session.rules, position).answer is None:
                    self.known.remember(session.rules, position, Answer(Verdict.UNWINNABLE))
        place = way.probe()
        return None if place is None else history.position_of(way.steps[place].key)

    # Results

    def collect(self) -> bool:
        """Have the solver's results handed over, and then ask the next question: any of them may
        tell something of the session. True if something shown may have changed.
        """
        recalled, self._has_recalled = self._has_recalled, False
        changed = self._solver.collect() or recalled
        if changed:
            self._next()
        return changed

    def _take(self, delivery: Delivery) -> bool:
        """Take in an answer; True if something shown may have changed."""
        if self._asked is None or delivery.number != self._asked[0] or self._session is None:
            return False
        _, task, position = self._asked
        self._trace(
            "solver",
            asked=task.value,
            verdict=delivery.answer.verdict.value,
            moves=len(delivery.answer.moves),
            ms=round(delivery.seconds * 1000, 1),
        )
        if delivery.final:
            self._asked = None
        self._learn(self._session, task, position, delivery)
        return True

    def _learn(self, session: Session, task: _Task, position: Position, delivery: Delivery) -> None:
        """Remember the answer that was found for a position of the session."""
        rules, answer, is_deal = session.rules, delivery.answer, position == _start(session)
        if is_deal and answer.verdict is Verdict.WON:
            par = self.known.note_win(rules, position, answer)
            if par.proved:
                self._on_par(session, par.moves)
        if delivery.final and task is _Task.PAR:
            self.known.made(rules, position).is_par_searched = True
        if delivery.final and task is _Task.HERE and rules.facts.redeals:
            self.known.made(rules, position).is_fewest_searched = True
        # In Gaps the search for a short win may take many seconds, so a first win must do there.
        goes_on = not (delivery.final or rules.facts.redeals)
        if delivery.final or answer.verdict is not Verdict.UNDECIDED:
            self.known.remember(rules, position, answer, rough=task in _VERDICTS or goes_on)
        won = is_deal and delivery.final and self.known.at(rules, position).win
        if won and self.par(session) is not None:  # without one, the win is the player's own
            self.known.keep(rules, position)


def _start(session: Session) -> Position:
    """The position as it was dealt."""
    return session.history.position_at(0)
