"""Light, hint, strip, review, map, list and library say the same, at every instant of a session."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from recording_services import RecordingServices, gateway_to, give_solver, recording_services

from game.core.deals import deck_of, deck_text
from game.history import FAR
from game.play.level_packs import Level, Pack
from game.play.notation import replay
from game.play.verdict import LOST, VerdictLight
from game.record.deal_list import Listing
from game.record.reviewer import DealWorths
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.review.lines_and_boards import LineWalk
from game.scenes.table.line_worth import PresentLineWorth
from game.solver import registry
from game.solver.answer import Goal, SearchLimits, Verdict
from game.solver.line_review import LineSearch, ReviewScheduler
from game.solver.line_worths import Line, PositionBounds
from game.solver.worker import Delivery, Weighed

FULL = "FOURFOLD_FULL" in os.environ
COMMANDS = 500 if FULL else 100
POSITIONS = 12_000 if FULL else 4_000
"""How many positions each search may look at; one that would take longer decides nothing."""
UNKNOWN = (VerdictLight.THINKING, VerdictLight.UNKNOWN, VerdictLight.NO_SOLVER)


class RealSolver:
    """The solver without its process: it works while the test waits for it."""

    def __init__(self, receive: Callable[[Any], None]) -> None:
        self._receive, self._asked = receive, 0
        self._waiting: deque[Callable[[], None]] = deque()
        self._review: tuple[int, ReviewScheduler, LineSearch] | None = None

    def ask(self, rules: Rules, position: Any, goal: Goal, seconds: float = 0.0) -> int:
        self._asked += 1
        number = self._asked

        def search() -> None:
            searched = registry.start(rules, position, goal)
            first = True
            for _ in range(POSITIONS // 1000):
                if searched.run(1000):
                    break
                if first and searched.answer().verdict is not Verdict.UNDECIDED:
                    first = False
                    self._receive(Delivery(number, searched.answer(), final=False))
            self._receive(Delivery(number, searched.answer(), final=True))

        self._waiting.clear()
        self._waiting.append(search)
        return number

    def weigh(self, line: Line, known: Iterable[PositionBounds]) -> int:
        self._asked += 1
        review = ReviewScheduler(line)
        review.note_found(known)
        self._review = self._asked, review, LineSearch(review, SearchLimits(None, 50_000_000))
        return self._asked

    def work(self) -> bool:
        """Do one thing; False if nothing is left to do."""
        if self._waiting:
            self._waiting.popleft()()
        elif self._review is not None:
            number, review, search = self._review
            final = any(search.step(500) for _ in range(max(1, POSITIONS // 4000)))
            self._receive(Weighed(number, review.found(review.changed), final))
            review.changed.clear()
            self._review = None if final else self._review
        else:
            return False
        return True

    def stop_weighing(self) -> None:
        self._review = None

    def cancel(self) -> None:
        self._waiting.clear()

    def close(self) -> None:
        pass


class Played:
    """A deal that is played while everything that the program shows of it is compared."""

    def __init__(self, folder: Path, rules: Rules, number: int) -> None:
        self.held: RecordingServices = recording_services(folder, verdict_light=True)
        self.services = self.held.services
        clients: list[RealSolver] = []

        def made(receive: Callable[[Any], None]) -> RealSolver:
            clients.append(RealSolver(receive))
            return clients[-1]

        give_solver(self.services, gateway_to(made, eager=True))
        self.services.advisor._on_par = self.services.game_store.prove_par
        self.clients, self.chance = clients, Random(number)
        deck = deck_of(number)
        self.session = self.services.game_store.open(rules, deck, number, autoplay=False)
        self.session.history.branching = True
        self.pack = Pack("all", rules.name, (), (Level(str(number), deck, None),), ())
        self.strip = PresentLineWorth(self.services)
        self.deal = DealWorths(self.session, self.services.reviewer)
        self.is_careful = True
        # An answer of the player's own; the session goes on from near its end.
        for move in registry.solve(rules, self.session.position, Goal.FIRST).moves:
            self.session.play(move)
        self.session.undo(9)
        self.lights: set[VerdictLight | None] = set()

    def command(self) -> None:
        """One command at random, most of them moves; now and then an answer is followed."""
        session, chance, history = self.session, self.chance, self.session.history
        kind = chance.random()
        hint = self.services.advisor.first_hint
        moves = session.rules.moves(session.position)
        if kind > 0.97:
            self.is_careful = not self.is_careful
        if kind < 0.45 and self.is_careful and hint is not None and not session.is_won:
            session.play(hint)
        elif kind < 0.8 and moves:
            session.play(chance.choice(list(moves)))
        elif kind < 0.86:
            session.undo(chance.randint(1, 9))
        elif kind < 0.9:
            session.redo(chance.randint(1, 9))
        elif kind < 0.93:
            session.goto(chance.choice(sorted(history.graph.nodes)))
        elif kind < 0.94:
            session.to_start()
        elif kind < 0.96:
            session.follow_best()
        else:
            session.to_end()

    def show(self) -> None:
        """What a table does after a command."""
        self.services.advisor.follow(self.session, watch=True, warn=True, par=True)
        self.strip.follow(self.session, lit=True)
        self.deal.follow()

    def wait(self) -> bool:
        """Let the solver do one thing; False if it has nothing to do."""
        worked = any(client.work() for client in self.clients)
        while self.services.advisor.collect():
            pass
        return worked

    def compare(self) -> None:
        """All that is shown agrees."""
        session, services = self.session, self.services
        advisor, history, rules = services.advisor, session.history, session.rules
        worths, at = self.strip._worths, history.at
        assert worths is not None
        assert LineWalk(services, session, None).worths is worths, "the review has the strip's"
        strip, depth, light = worths.worth(at), worths.line.depths[at], advisor.light
        self.lights.add(light)
        on_map = self.deal.worth(history.here)
        if not session.is_won:
            verdict = (
                Verdict.UNWINNABLE if light in LOST
                else Verdict.UNDECIDED if light in UNKNOWN else Verdict.WON
            )  # fmt: skip
            assert strip.verdict is verdict
            mapped = Verdict.UNDECIDED if on_map is None else Verdict.WON
            assert (Verdict.UNWINNABLE if on_map and on_map.lost else mapped) is verdict
            if on_map is not None and not on_map.lost:
                assert (on_map.least + depth, on_map.most) == (strip.least, strip.total - depth)
            if verdict is Verdict.WON:
                self._compare_wins(worths.answer(at), strip.total - depth)
        self._compare_losses()
        for place, step in enumerate(history.line):
            bounds = services.reviewer.known.bounds(rules, deck_text(session.deck), step.key)
            most = None if bounds is None else bounds.most
            total = worths.worth(place).total
            assert (None if most is None else most + worths.line.depths[place]) == total
            if history.graph.nodes[step.key].to_go < FAR:
                assert total is not None, "an answer of the history is a win"
        self._compare_pars(worths.worth(0).total)

    def _compare_wins(self, reviewed: Any, most: int) -> None:
        session, advisor = self.session, self.services.advisor
        last, counted = replay(session.rules, session.position, reviewed)
        assert session.rules.is_won(last) and counted == most
        answer = self.services.reviewer.known.at(session.rules, session.position).answer
        assert answer is not None
        last, counted = replay(session.rules, session.position, answer.moves)
        assert session.rules.is_won(last)
        assert counted == most or (session.rules.facts.redeals and counted > most)
        if session.rules.facts.redeals:
            assert self.strip._worths.fewest_redeals(session.history.at) == answer.redeals
        assert advisor.first_hint == answer.moves[0]
        assert advisor.hint in (None, answer.moves[0])
        assert advisor.known.at(session.rules, session.position).win in ((), answer.moves)

    def _compare_losses(self) -> None:
        """Where the win was lost, as told by light, strip, review and map."""
        history, advisor = self.session.history, self.services.advisor
        worths = self.strip._worths
        assert worths is not None
        undos = advisor.undos_to_win
        if undos is not None:
            assert history.at - undos == worths.last_won
        told = advisor.verdict_of(self.session, history.here)
        if told is not None and told[1] is not None and worths.last_won >= 0:
            assert worths.first_lost == worths.last_won + 1
            assert told[1] == worths.line.depths[worths.last_won] + 1
        way = [edge.target.key for edge in history.graph.way_to(history.here)]
        if way == [step.key for step in history.line[1 : history.at + 1]] and undos is not None:
            first = self.deal.first_lost_on_path(history.here)
            assert first in (None, history.line[worths.last_won + 1].key)

    def _compare_pars(self, total: int | None) -> None:
        """The best known, as told by the table's figures, the list and the library."""
        session, services = self.session, self.services
        par, best = services.advisor.par(session), services.game_store.best
        if par is not None:
            assert par.moves == total
        if best is not None:
            assert total is not None and total <= best
        deck, storage = deck_text(session.deck), services.game_store.storage
        (row,) = [row for row in storage.library() if row.key.deck == deck] or [None]
        if row is None:
            return
        assert row.best == best
        proved = par is not None and par.proved
        assert (row.shortest is not None) is proved
        shortest = {} if row.shortest is None else {deck: row.shortest}
        known = {} if best is None else {deck: best}
        (entry,) = Listing(self.pack, known, {}, shortest=shortest).entries
        assert (entry.best, entry.shortest) == (best, par.moves if par and proved else None)


@pytest.mark.parametrize(
    ("rules", "number"),
    [(BrainJam(), 11), (LaPeau(), 4), (Gaps(), 1), (Klondike(), 6)],
    ids=["brainjam", "lapeau", "gaps", "klondike"],
)
def test_all_that_is_told_of_a_deal_agrees_after_each_command(
    rules: Rules, number: int, tmp_path: Path
) -> None:
    played = Played(tmp_path, rules, number)
    for _ in range(COMMANDS):
        played.command()
        played.show()
        played.compare()
        for _ in range(played.chance.randint(0, 4)):
            if not played.wait():
                break
            played.compare()
    assert played.lights - {*LOST, *UNKNOWN, None}
    assert played.lights & set(LOST) or not FULL
