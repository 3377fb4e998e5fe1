"""Verdict light, hints, warning and par, with a solver answered by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from golden_texts import wins
from handwritten_positions import brainjam, session_at
from made_deals import easy_deck

from game.app.frame_drawing import FirstFrame
from game.core import deals
from game.core.moves import DONE, PULL, TURN, Move, action_text
from game.core.position import Position
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.record.advisor import Advisor
from game.record.known_positions import KnownPositions, Par
from game.record.solver_gateway import SolverGateway
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.solver import registry
from game.solver.answer import Answer, Goal, Verdict
from game.solver.worker import Delivery
from game.storage.worth_cache import KeptWorth

JAM = BrainJam()


@dataclass
class Asked:
    number: int
    rules: Rules
    position: Position
    goal: Goal


class ByHand:
    """Stands in for the worker process: the test answers."""

    def __init__(self, receive: Callable[[Delivery], None]) -> None:
        self.receive = receive
        self.asked: list[Asked] = []
        self.cancelled = 0

    def ask(self, rules: Rules, position: Position, goal: Goal, seconds: float = 10.0) -> int:
        assert seconds > 0
        self.asked.append(Asked(len(self.asked) + 1, rules, position, goal))
        return len(self.asked)

    def cancel(self) -> None:
        self.cancelled += 1


class Shelf:
    """Stands in for the results on disk."""

    def __init__(self) -> None:
        self.rows: dict[int, KeptWorth] = {}

    def keep(self, rules: Rules, start: Position, win: Iterable[Move]) -> None:
        known = KnownPositions(self)  # type: ignore[arg-type]
        known.remember(rules, start, Answer(Verdict.WON, tuple(win)))
        known.keep(rules, start)

    def read(self, version: str, game: str, options: str, keys: list[int]) -> list[KeptWorth]:
        return [self.rows[key] for key in keys if key in self.rows]

    def write(self, version: str, game: str, options: str, rows: Iterable[KeptWorth]) -> None:
        self.rows.update({row.key_hash: row for row in rows})

    @property
    def wins(self) -> list[str | None]:
        return [row.win for row in self.rows.values()]


class Consultation:
    """An advisor, its solver, and one session that it follows."""

    def __init__(
        self, session: Session, *, eager: bool = True, kept: Iterable[Move] = (), **more: Any
    ) -> None:
        """`kept`: the win of the session's deal that is on disk."""
        self.woken: list[int] = []
        self.traced: list[dict[str, object]] = []
        self.clients: list[ByHand] = []
        self.session = session
        self.shelf = Shelf()
        if kept:
            self.shelf.keep(session.rules, session.history.position_at(0), kept)
        self.known = KnownPositions(self.shelf)  # type: ignore[arg-type]
        wake = lambda: self.woken.append(1)  # noqa: E731
        self.advisor = Advisor(
            SolverGateway(wake, self._client, eager=eager),  # type: ignore[arg-type]
            wake,
            lambda event, **fields: self.traced.append(fields),
            known=self.known,
            **more,
        )

    def _client(self, receive: Callable[[Delivery], None]) -> ByHand:
        self.clients.append(ByHand(receive))
        return self.clients[-1]

    @property
    def client(self) -> ByHand:
        return self.clients[0]

    @property
    def asked(self) -> list[Asked]:
        return self.client.asked if self.clients else []

    def follow(self, *, watch: bool = False, warn: bool = False, par: bool = False) -> None:
        self.choices = {"watch": watch, "warn": warn, "par": par}
        self.advisor.follow(self.session, **self.choices)

    def play(self, move: Move) -> None:
        assert self.session.play(move).refusal is None
        self.advisor.follow(self.session, **self.choices)

    def win_from_here(self) -> tuple[Move, ...]:
        return self.advisor.known.at(self.session.rules, self.session.position).win

    def undo(self, actions: int = 1) -> None:
        self.session.undo(actions)
        self.advisor.follow(self.session, **self.choices)

    def answer(
        self,
        verdict: Verdict,
        moves: Iterable[Move] = (),
        *,
        number: int | None = None,
        final: bool = True,
        optimal: bool = False,
        nodes: int = 0,
        fewest: bool = False,
        score: int | None = None,
    ) -> bool:
        """The solver's answer to what was asked last, and whether it changes what is shown."""
        found = Answer(
            verdict, tuple(moves), optimal, score=score, nodes=nodes, fewest_redeals=fewest
        )
        self.client.receive(Delivery(number or len(self.asked), found, final, 0.01))
        return self.advisor.collect()


def dealt(rules: Rules, number: int = 1) -> Session:
    return Session(rules, deals.deck_of(number), autoplay=False)


def par_of(advisor: Advisor, session: Session) -> tuple[int, bool] | None:
    """Counted moves of the deal's par, and whether it is proved."""
    par = advisor.par(session)
    return None if par is None else (par.moves, par.proved)


def easy(rules: Rules) -> tuple[Session, list[Move]]:
    """A deal that is won by nothing but sending cards home, and its win."""
    session = Session(rules, easy_deck(rules), autoplay=False)
    moves, position = [], session.position
    while not rules.is_won(position):
        found = rules.moves(position)
        moves.append(next(move for onto in (DONE, PULL) for move in found if move.onto == onto))
        position = rules.apply(position, moves[-1])
    return session, moves


@cache
def new_positions(rules: Rules) -> tuple[Move, ...]:
    """Moves from deal 1 that lead to forty different positions in a row."""
    if rules == JAM:
        return registry.solve(rules, rules.deal(deals.deck_of(1)), Goal.FIRST).moves
    return (*[Move(None, PULL)] * 24, Move(None, TURN), *[Move(None, PULL)] * 15)


# The light


def test_nothing_is_asked_and_no_light_shown_where_nobody_wants_to_know() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow()
    assert consulted.advisor.light is None and consulted.advisor.hint is None
    assert not consulted.clients


def test_before_the_first_frame_it_starts_no_worker_and_asks_everything_after_it() -> None:
    first_frame = FirstFrame()
    consulted = Consultation(dealt(JAM), after_first_frame=first_frame.after)
    consulted.follow(watch=True)
    assert not consulted.clients and consulted.advisor.light is VerdictLight.THINKING
    first_frame.show()
    assert [a.position for a in consulted.asked] == [consulted.session.position]


@pytest.mark.parametrize(
    "rules", [JAM, LaPeau(), LaPeau("same"), Gaps(), Klondike()], ids=lambda r: r.title
)
def test_the_light_thinks_until_the_verdict_is_there(rules: Rules) -> None:
    consulted = Consultation(dealt(rules))
    consulted.follow(watch=True)
    assert consulted.advisor.light is VerdictLight.THINKING
    assert [(a.rules, a.position, a.goal) for a in consulted.asked] == [
        (rules, consulted.session.position, Goal.SHORT)
    ]
    move = rules.moves(consulted.session.position)[0]
    assert consulted.answer(Verdict.WON, [move])
    assert consulted.advisor.light is (
        VerdictLight.WITHOUT if rules == Gaps() else VerdictLight.CAN
    )


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Klondike()], ids=lambda r: r.title)
def test_what_is_proved_lost_cannot_be_won_any_more(rules: Rules) -> None:
    consulted = Consultation(dealt(rules))
    consulted.follow(watch=True)
    consulted.answer(Verdict.WON)
    consulted.play(rules.moves(consulted.session.position)[0])
    consulted.answer(Verdict.UNWINNABLE)
    assert consulted.advisor.light is VerdictLight.CANNOT


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Klondike()], ids=lambda r: r.title)
def test_of_a_deal_that_never_could_be_won_it_is_not_said_that_it_cannot_any_more(
    rules: Rules,
) -> None:
    consulted = Consultation(dealt(rules))
    consulted.follow(watch=True)
    consulted.answer(Verdict.UNWINNABLE)
    assert consulted.advisor.light is VerdictLight.NEVER
    consulted.play(rules.moves(consulted.session.position)[0])
    consulted.answer(Verdict.UNWINNABLE)
    assert consulted.advisor.light is VerdictLight.NEVER


def test_whether_a_deal_ever_could_be_won_is_not_told_before_it_is_known() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow()
    consulted.session.play(JAM.moves(consulted.session.position)[0])
    consulted.follow(watch=True, warn=True)
    consulted.answer(Verdict.UNWINNABLE)
    assert consulted.advisor.light is VerdictLight.CANNOT
    consulted.answer(Verdict.UNWINNABLE)
    assert consulted.advisor.light is VerdictLight.NEVER


def stuck(rules: Rules) -> Session:
    """A deal of Gaps played on until only a redeal can help."""
    session = dealt(rules)
    while not session.needs_redeal:
        session.play(session.rules.moves(session.position)[0])
    return session


@pytest.mark.parametrize("rules", [Gaps(), Gaps("random-gaps")], ids=["in-place", "random"])
def test_the_light_of_gaps_tells_how_many_redeals_a_win_takes(rules: Gaps) -> None:
    session = stuck(rules)
    consulted = Consultation(session)
    consulted.follow(watch=True)
    redeal = rules.moves(session.position)
    position = rules.apply(session.position, *redeal)
    moves = list(redeal)
    while not rules.needs_redeal(position):
        moves.append(rules.moves(position)[0])
        position = rules.apply(position, moves[-1])
    consulted.answer(Verdict.WON, moves, fewest=True)
    assert consulted.advisor.light is VerdictLight.ONE
    assert consulted.advisor.hint == redeal[0]
    consulted.play(redeal[0])
    assert consulted.advisor.light is VerdictLight.WITHOUT
    consulted.undo()
    other = Consultation(session)
    other.follow(watch=True)
    other.answer(Verdict.WON, moves + rules.moves(position), fewest=True)
    assert other.advisor.light is VerdictLight.TWO
    other.play(redeal[0])
    assert other.advisor.light is VerdictLight.ONE


def test_the_light_of_gaps_says_at_most_until_it_is_proved_that_fewer_redeals_will_not_do() -> None:
    session = stuck(Gaps())
    redeal = session.rules.moves(session.position)
    for fewest, light in ((False, VerdictLight.AT_MOST_ONE), (True, VerdictLight.ONE)):
        consulted = Consultation(session)
        consulted.follow(watch=True)
        consulted.answer(Verdict.WON, redeal, final=False)
        assert consulted.advisor.light is VerdictLight.AT_MOST_ONE
        assert consulted.advisor.is_improving and consulted.advisor.hint == redeal[0]
        consulted.answer(Verdict.WON, redeal, fewest=fewest)
        assert consulted.advisor.light is light
        assert not consulted.advisor.is_improving and len(consulted.asked) == 1


def test_the_fewest_redeals_are_looked_for_anew_along_an_answer_for_which_they_are_open() -> None:
    session = stuck(Gaps())
    session.undo()
    way_on = [session.rules.moves(session.position)[0]]
    way_on += session.rules.moves(session.rules.apply(session.position, way_on[0]))
    consulted = Consultation(session)
    consulted.follow(watch=True)
    consulted.answer(Verdict.WON, way_on, final=False)
    consulted.play(way_on[0])
    assert consulted.advisor.light is VerdictLight.AT_MOST_ONE
    assert [asked.position for asked in consulted.asked[1:]] == [session.position]
    consulted.answer(Verdict.WON, way_on[1:])
    assert consulted.advisor.light is VerdictLight.AT_MOST_ONE
    consulted.follow(watch=True)
    assert len(consulted.asked) == 2, "a search without a proof is not made twice"


def test_par_of_gaps_waits_until_it_is_known_whether_fewer_redeals_will_do() -> None:
    session = stuck(Gaps())
    consulted = Consultation(session)
    consulted.follow(watch=True, par=True)
    consulted.answer(Verdict.WON, session.rules.moves(session.position), final=False)
    assert consulted.advisor.light is VerdictLight.AT_MOST_ONE
    assert [asked.goal for asked in consulted.asked] == [Goal.SHORT]
    consulted.answer(Verdict.WON, session.rules.moves(session.position))
    assert [asked.goal for asked in consulted.asked] == [Goal.SHORT, Goal.OPTIMAL]


def test_a_lost_game_of_gaps_cannot_be_won_whatever_is_done() -> None:
    for session in (dealt(Gaps()), stuck(Gaps())):
        consulted = Consultation(session)
        consulted.follow(watch=True, warn=True)
        consulted.answer(Verdict.UNWINNABLE)
        assert consulted.advisor.light is VerdictLight.WHATEVER


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Gaps(), Klondike()], ids=lambda r: r.title)
def test_undecided_is_never_shown_as_lost(rules: Rules) -> None:
    consulted = Consultation(dealt(rules))
    consulted.follow(watch=True, warn=True)
    consulted.answer(Verdict.UNDECIDED)
    assert consulted.advisor.light is VerdictLight.UNKNOWN
    assert consulted.advisor.undos_to_win is None
    assert consulted.win_from_here() == ()
    assert len(consulted.asked) == 1


def test_an_answer_without_a_verdict_changes_nothing_before_the_final_one() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow(watch=True)
    consulted.answer(Verdict.UNDECIDED, final=False)
    assert consulted.advisor.light is VerdictLight.THINKING
    consulted.answer(Verdict.WON, [JAM.moves(consulted.session.position)[0]], number=1)
    assert consulted.advisor.light is VerdictLight.CAN


def test_every_delivery_wakes_the_program_and_is_traced() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow(watch=True)
    move = JAM.moves(consulted.session.position)[0]
    consulted.answer(Verdict.WON, [move], final=False)
    consulted.answer(Verdict.WON, [move], number=1)
    assert len(consulted.woken) == 2
    assert [fields["verdict"] for fields in consulted.traced] == ["won", "won"]
    assert consulted.traced[0]["ms"] == 10.0 and consulted.traced[0]["asked"] == "here"


# Hints


def test_a_hint_is_the_first_move_of_the_answer_and_is_asked_for_once() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow()
    consulted.advisor.want_hint()
    consulted.advisor.want_hint()
    assert len(consulted.asked) == 1 and consulted.advisor.hint is None
    consulted.answer(Verdict.WON, win)
    assert consulted.advisor.hint == win[0]
    assert consulted.win_from_here() == tuple(win)


@pytest.mark.parametrize(("nodes", "asked"), [(0, 2), (5000, 1)])
def test_a_hint_is_looked_for_again_only_where_nobody_had_looked(nodes: int, asked: int) -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow()
    consulted.advisor.want_hint()
    consulted.answer(Verdict.UNDECIDED, nodes=nodes)
    consulted.follow(watch=True)
    assert len(consulted.asked) == 1 and consulted.advisor.light is VerdictLight.UNKNOWN
    consulted.advisor.want_hint()
    assert len(consulted.asked) == asked


@pytest.mark.parametrize(("nodes", "asked"), [(0, 3), (5000, 2)])
def test_a_position_that_nobody_searched_is_asked_about_again_when_it_is_come_back_to(
    nodes: int, asked: int
) -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow(watch=True)
    consulted.answer(Verdict.UNDECIDED, nodes=nodes)
    consulted.follow(watch=True)
    assert len(consulted.asked) == 1 and consulted.advisor.light is VerdictLight.UNKNOWN
    consulted.play(JAM.moves(consulted.session.position)[0])
    consulted.answer(Verdict.UNDECIDED, nodes=5000)
    consulted.undo()
    assert len(consulted.asked) == asked


def test_hints_follow_an_answer_to_its_end_without_asking_again() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True)
    consulted.answer(Verdict.WON, win)
    for number, move in enumerate(win):
        assert consulted.advisor.hint == move
        assert consulted.win_from_here() == tuple(win[number:])
        assert consulted.advisor.light is VerdictLight.CAN
        consulted.play(move)
    assert session.is_won and len(consulted.asked) == 1
    assert consulted.advisor.light is None and consulted.advisor.hint is None


def test_an_answer_is_known_wherever_its_position_is_reached_again() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True)
    consulted.answer(Verdict.WON, win)
    consulted.play(win[0])
    consulted.undo()
    assert consulted.advisor.hint == win[0] and len(consulted.asked) == 1


def test_a_shorter_answer_takes_the_place_of_a_longer_one_and_not_the_other_way_round() -> None:
    position = brainjam("Kc", "Kd", "Kh", "Ks", home="Qc Qd Qh Qs")
    kings = [Move(card, DONE) for card in (48, 49, 50, 51)]
    consulted = Consultation(session_at(JAM, position, autoplay=False))
    consulted.follow(watch=True)
    around = [Move(48, "reserve"), *kings]
    consulted.answer(Verdict.WON, around, final=False)
    assert consulted.advisor.first_hint == around[0]
    assert consulted.advisor.hint is None, "the search goes on"
    consulted.answer(Verdict.WON, kings)
    assert consulted.advisor.hint == consulted.advisor.first_hint == kings[0]
    assert consulted.win_from_here() == tuple(kings)


def test_the_hint_of_a_lost_layout_of_gaps_aims_at_its_best_score_but_is_no_answer() -> None:
    consulted = Consultation(dealt(Gaps()))
    consulted.follow(watch=True)
    move = consulted.session.rules.moves(consulted.session.position)[0]
    assert consulted.advisor.score is None
    consulted.answer(Verdict.UNWINNABLE, [move], score=37)
    assert (consulted.advisor.hint, consulted.advisor.score) == (move, 37)
    assert consulted.win_from_here() == ()


# What was overtaken


def test_the_answer_to_a_request_that_was_overtaken_is_ignored() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow(watch=True)
    consulted.play(JAM.moves(consulted.session.position)[0])
    assert len(consulted.asked) == 2
    assert not consulted.answer(Verdict.UNWINNABLE, number=1)
    assert consulted.advisor.light is VerdictLight.THINKING
    assert consulted.answer(Verdict.WON, [JAM.moves(consulted.session.position)[0]], number=2)
    assert consulted.advisor.light is VerdictLight.CAN
    assert not consulted.answer(Verdict.UNWINNABLE, number=2)
    assert consulted.advisor.light is VerdictLight.CAN


def test_an_answer_that_comes_after_another_deal_was_opened_is_ignored() -> None:
    consulted = Consultation(dealt(Klondike()))
    consulted.follow(watch=True)
    consulted.session = dealt(Gaps())
    consulted.follow()
    assert not consulted.answer(Verdict.UNWINNABLE, number=1)
    consulted.follow(watch=True)
    assert consulted.advisor.light is VerdictLight.THINKING
    assert consulted.asked[-1].rules == Gaps()


def test_the_same_position_is_asked_again_for_another_table() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow(watch=True)
    consulted.session = dealt(JAM)
    consulted.follow(watch=True)
    assert len(consulted.asked) == 2
    consulted.answer(Verdict.UNWINNABLE)
    assert consulted.advisor.light is VerdictLight.NEVER


def test_what_was_asked_of_a_table_that_was_left_is_not_searched_for_any_longer() -> None:
    consulted = Consultation(dealt(Klondike()))
    consulted.follow(watch=True)
    consulted.session = dealt(JAM)
    consulted.follow()
    assert consulted.client.cancelled == 1
    consulted.follow()
    assert consulted.client.cancelled == 1
    consulted.session = dealt(JAM, 2)
    consulted.follow(watch=True)
    consulted.session = dealt(JAM, 3)
    consulted.follow(watch=True)
    assert consulted.client.cancelled == 1 and len(consulted.asked) == 3, (
        "what is asked anew ends the other"
    )


def test_a_hint_is_wanted_of_one_position_and_not_of_those_that_follow() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow()
    consulted.advisor.want_hint()
    move = JAM.moves(consulted.session.position)[0]
    consulted.play(move)
    assert len(consulted.asked) == 1
    consulted.undo()
    consulted.answer(Verdict.UNDECIDED, final=False)
    consulted.follow()
    assert len(consulted.asked) == 1
    consulted.advisor.want_hint()
    assert len(consulted.asked) == 1, "it is being looked for already"


def test_nothing_is_worked_out_for_a_deal_that_was_left() -> None:
    consulted = Consultation(dealt(Klondike()))
    consulted.follow(par=True)
    consulted.advisor.stop()
    assert consulted.client.cancelled == 1
    assert not consulted.answer(Verdict.UNDECIDED)
    assert consulted.advisor.light is None
    consulted.advisor.stop()
    assert consulted.client.cancelled == 1, "there was nothing left to cancel"
    consulted.follow(par=True)
    assert len(consulted.asked) == 2


def test_policies_are_kept_apart() -> None:
    consulted = Consultation(dealt(LaPeau()))
    consulted.follow(watch=True)
    consulted.answer(Verdict.UNWINNABLE)
    consulted.session = dealt(LaPeau("same"))
    consulted.follow(watch=True)
    assert consulted.advisor.light is VerdictLight.THINKING and len(consulted.asked) == 2


def test_nothing_is_asked_on_won_positions() -> None:
    session, win = easy(JAM)
    for move in win:
        session.play(move)
    consulted = Consultation(session)
    consulted.follow(watch=True, warn=True, par=True)
    consulted.advisor.want_hint()
    assert not consulted.clients
    assert (consulted.advisor.light, consulted.advisor.hint) == (None, None)


# The warning


class Lost:
    """A deal played on for some moves; the win was lost at one of them, for all the test says."""

    def __init__(self, rules: Rules, moves: int, last_won: int) -> None:
        self.consulted = Consultation(dealt(rules))
        self.last_won = last_won
        for move in new_positions(rules)[:moves]:
            self.consulted.session.play(move)
        self.rules, self.moves = rules, moves
        history = self.consulted.session.history
        self.line = [history.position_at(place) for place in range(moves + 1)]
        assert len({rules.key(position) for position in self.line}) == moves + 1

    def place(self, position: Position) -> int:
        return self.line.index(position)

    def settle(self, undecided: Iterable[int] = ()) -> int:
        """Answer all that is asked; returns how many requests that took."""
        answered = 0
        while answered < len(self.consulted.asked):
            answered = len(self.consulted.asked)
            place = self.place(self.consulted.asked[-1].position)
            if place in undecided:
                self.consulted.answer(Verdict.UNDECIDED)
            elif place <= self.last_won:
                self.consulted.answer(Verdict.WON)
            else:
                self.consulted.answer(Verdict.UNWINNABLE)
        return answered


@pytest.mark.parametrize("last_won", [0, 1, 7, 30, 38, 39])
@pytest.mark.parametrize("rules", [JAM, Klondike()], ids=lambda rules: rules.title)
def test_the_warning_finds_how_many_undos_lead_back_by_halving(rules: Rules, last_won: int) -> None:
    lost = Lost(rules, 40, last_won)
    lost.consulted.follow(warn=True)
    assert lost.consulted.advisor.undos_to_win is None
    assert lost.settle() <= 1 + 6 + 1
    assert lost.consulted.advisor.undos_to_win == 40 - last_won
    assert {asked.goal for asked in lost.consulted.asked[1:-1]} == {Goal.FIRST}
    before = len(lost.consulted.asked)
    lost.consulted.undo(40 - last_won)
    assert lost.consulted.advisor.light is VerdictLight.CAN
    assert lost.consulted.advisor.undos_to_win is None
    assert len(lost.consulted.asked) == before


def test_the_last_winnable_position_is_found_where_it_is_asked_for_and_no_warning_is_wanted() -> (
    None
):
    lost = Lost(JAM, 40, 30)
    lost.consulted.follow()
    lost.consulted.advisor.want_last_winnable()
    lost.settle()
    found = lost.consulted.advisor.last_winnable
    assert found == 30
    lost.consulted.undo(3)
    before = len(lost.consulted.asked)
    lost.settle()
    assert len(lost.consulted.asked) == before


def test_the_way_back_is_wanted_until_the_position_is_left() -> None:
    lost = Lost(JAM, 20, 11)
    lost.consulted.follow()
    lost.consulted.advisor.want_last_winnable()
    lost.consulted.follow()  # something else has changed
    lost.consulted.answer(Verdict.UNWINNABLE)
    assert len(lost.consulted.asked) == 2
    lost.consulted.undo()
    lost.consulted.answer(Verdict.UNDECIDED)
    assert len(lost.consulted.asked) == 2


def test_what_follows_a_lost_position_is_lost_without_being_asked() -> None:
    lost = Lost(JAM, 20, 5)
    lost.consulted.follow(warn=True)
    lost.settle()
    asked = len(lost.consulted.asked)
    for _ in range(20 - 6):
        lost.consulted.undo()
        assert lost.consulted.advisor.light is VerdictLight.CANNOT
    assert len(lost.consulted.asked) == asked


def test_the_way_back_is_not_told_before_it_is_known() -> None:
    lost = Lost(JAM, 20, 11)
    lost.consulted.follow(warn=True)
    lost.consulted.answer(Verdict.UNWINNABLE)
    assert lost.consulted.advisor.light is VerdictLight.CANNOT
    assert lost.consulted.advisor.undos_to_win is None


def test_a_deal_that_cannot_be_won_at_all_has_no_way_back() -> None:
    lost = Lost(JAM, 20, -1)
    lost.consulted.follow(warn=True)
    assert lost.settle() <= 1 + 5
    assert lost.consulted.advisor.light is VerdictLight.NEVER
    assert lost.consulted.advisor.undos_to_win is None


@pytest.mark.parametrize("last_won", [-1, 11])
def test_the_light_of_a_lost_position_is_read_without_a_look_at_the_way_there(
    last_won: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read a dozen times for one hint: of long lines that took longer than a frame."""
    lost = Lost(JAM, 20, last_won)
    lost.consulted.follow(warn=True)
    lost.settle()
    looked, at = [], KnownPositions.at
    monkeypatch.setattr(
        KnownPositions, "at", lambda known, *of: looked.append(of) or at(known, *of)
    )
    expected = VerdictLight.NEVER if last_won < 0 else VerdictLight.CANNOT
    assert lost.consulted.advisor.light is expected
    assert len(looked) == 2, "here, and the deal"


def test_a_position_that_cannot_be_decided_does_not_end_the_search_for_the_way_back() -> None:
    lost = Lost(JAM, 20, 5)
    lost.consulted.follow(warn=True)
    lost.settle(undecided=range(6, 12))
    assert lost.consulted.advisor.undos_to_win == 15


def test_the_way_back_leads_to_what_is_proved_and_not_to_what_is_undecided() -> None:
    lost = Lost(JAM, 8, 3)
    lost.consulted.follow(warn=True)
    lost.settle(undecided=(2, 3, 4))
    assert lost.consulted.advisor.undos_to_win == 8 - 1


# What is looked at on the map


def looked_at(lost: Lost, end: int) -> list[tuple[Verdict, int | None] | None]:
    """What is told of each position of the line, after the one at `end` was looked at."""
    advisor = lost.consulted.advisor
    keys = [step.key for step in lost.consulted.session.history.line]
    lost.consulted.undo(lost.moves)
    lost.settle()
    advisor.look_at(lost.consulted.session, keys[end])
    lost.settle()
    return [advisor.verdict_of(lost.consulted.session, key) for key in keys]


@pytest.mark.parametrize("choice", ["watch", "warn"])
@pytest.mark.parametrize("last_won", [0, 3, 19, 28])
def test_of_a_position_on_the_map_it_is_found_since_when_it_is_lost(
    choice: str, last_won: int
) -> None:
    lost = Lost(JAM, 30, last_won)
    lost.consulted.follow(**{choice: True})
    told = looked_at(lost, 29)
    assert told[29] == (VerdictLight.CANNOT, last_won + 1)
    assert told[30] == (VerdictLight.CANNOT, last_won + 1), "what follows is lost as well"
    assert told[last_won] == (VerdictLight.CAN, None)
    assert len(lost.consulted.asked) <= 2 + 1 + 5


def test_a_deal_that_cannot_be_won_is_lost_from_the_start() -> None:
    lost = Lost(JAM, 12, -1)
    lost.consulted.follow(watch=True)
    assert looked_at(lost, 12)[12] == (VerdictLight.CANNOT, 0)


def test_since_when_is_not_told_where_one_position_on_the_way_cannot_be_decided() -> None:
    lost = Lost(JAM, 12, 5)
    lost.consulted.follow(watch=True)
    key = lost.consulted.session.history.here
    lost.consulted.undo(12)
    lost.settle()
    lost.consulted.advisor.look_at(lost.consulted.session, key)
    lost.settle(undecided=(6,))
    assert lost.consulted.advisor.verdict_of(lost.consulted.session, key) == (
        VerdictLight.CANNOT,
        None,
    )


def test_nothing_is_asked_or_told_of_the_map_where_verdicts_are_off() -> None:
    lost = Lost(JAM, 12, 5)
    lost.consulted.follow()
    key = lost.consulted.session.history.here
    lost.consulted.advisor.look_at(lost.consulted.session, key)
    assert not lost.consulted.asked
    assert lost.consulted.advisor.verdict_of(lost.consulted.session, key) is None


def test_what_is_on_the_table_comes_before_what_is_looked_at_on_the_map() -> None:
    lost = Lost(JAM, 12, 5)
    key = lost.consulted.session.history.here
    lost.consulted.session.undo(6)
    lost.consulted.advisor.look_at(lost.consulted.session, key)
    lost.consulted.follow(watch=True)
    lost.consulted.advisor.look_at(lost.consulted.session, key)
    assert lost.place(lost.consulted.asked[-1].position) == 6
    lost.consulted.answer(Verdict.UNWINNABLE)
    assert lost.place(lost.consulted.asked[-1].position) != 6


def test_an_answer_of_the_player_tells_without_the_solver_that_a_position_can_be_won() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True)
    for move in win:
        consulted.play(move)
    count = len(consulted.asked)
    key = session.history.line[3].key
    consulted.advisor.look_at(session, key)
    assert consulted.advisor.verdict_of(session, key) == (VerdictLight.CAN, None)
    assert len(consulted.asked) == count


def test_a_lost_game_of_gaps_is_lost_on_the_map_too() -> None:
    consulted = Consultation(dealt(Gaps()))
    consulted.follow(watch=True)
    consulted.answer(Verdict.UNWINNABLE)
    here = consulted.session.history.here
    consulted.advisor.look_at(consulted.session, here)
    assert consulted.advisor.verdict_of(consulted.session, here) == (VerdictLight.CANNOT, 0)
    assert len(consulted.asked) == 1


def test_one_more_lost_move_costs_no_new_search_back() -> None:
    lost = Lost(JAM, 20, 11)
    lost.consulted.follow(warn=True)
    count = lost.settle()
    lost.consulted.play(JAM.moves(lost.consulted.session.position)[0])
    lost.consulted.answer(Verdict.UNWINNABLE)
    assert lost.consulted.advisor.undos_to_win == 10
    assert len(lost.consulted.asked) == count + 1


def around_the_kings() -> tuple[Session, list[Move], list[Move]]:
    """A session at a lost end, as the test says, one move after a position that can be won; a long
    win from there and a short one.
    """
    position = brainjam("Kc", "Kd", "Kh", "Ks", home="Qc Qd Qh Qs")
    kings = [Move(card, DONE) for card in (48, 49, 50, 51)]
    session = session_at(JAM, position, autoplay=False)
    session.play(Move(49, "reserve"))
    return session, [Move(48, "reserve"), *kings], kings


def test_once_the_way_back_is_known_a_short_win_is_looked_for_from_its_end() -> None:
    session, long, short = around_the_kings()
    consulted = Consultation(session)
    consulted.follow(warn=True)
    consulted.answer(Verdict.UNWINNABLE)
    consulted.answer(Verdict.WON, long)
    start, advisor = session.history.position_at(0), consulted.advisor
    assert advisor.undos_to_win == 1 and advisor.known.at(session.rules, start).win == ()
    assert consulted.asked[-1].goal is Goal.FIRST, "nobody wants the answer yet"
    advisor.want_last_winnable()
    assert (consulted.asked[-1].position, consulted.asked[-1].goal) == (start, Goal.SHORT)
    consulted.answer(Verdict.WON, long, final=False)
    assert advisor.known.at(session.rules, start).win == ()
    consulted.answer(Verdict.WON, short)
    assert advisor.known.at(session.rules, start).win == tuple(short)
    consulted.undo()
    advisor.want_hint()
    assert advisor.hint == short[0] and len(consulted.asked) == 3


def test_what_the_map_asks_comes_before_a_short_win_from_elsewhere() -> None:
    session, long, _ = around_the_kings()
    session.history.branching, lost = True, session.history.here
    session.undo()
    session.play(Move(50, "reserve"))
    looked_at, position = session.history.here, session.position
    session.goto(lost)
    consulted = Consultation(session)
    consulted.follow(watch=True, warn=True)
    consulted.answer(Verdict.UNWINNABLE)
    consulted.advisor.look_at(session, looked_at)
    consulted.answer(Verdict.WON, long)
    assert (consulted.asked[-1].position, consulted.asked[-1].goal) == (position, Goal.FIRST)
    consulted.answer(Verdict.UNWINNABLE)
    start = session.history.position_at(0)
    assert (consulted.asked[-1].position, consulted.asked[-1].goal) == (start, Goal.SHORT)


@pytest.mark.parametrize("verdict", [Verdict.WON, Verdict.UNDECIDED])
def test_a_hint_waits_for_a_short_win_where_only_some_win_is_known(verdict: Verdict) -> None:
    session, long, short = around_the_kings()
    consulted = Consultation(session)
    consulted.follow(warn=True)
    consulted.answer(Verdict.UNWINNABLE)
    consulted.answer(Verdict.WON, long)
    consulted.undo()
    advisor = consulted.advisor
    advisor.want_hint()
    assert advisor.seeks_short and advisor.hint is None
    assert consulted.asked[-1].goal is Goal.SHORT
    consulted.answer(verdict, short if verdict is Verdict.WON else ())
    assert not advisor.seeks_short
    assert advisor.hint == (short if verdict is Verdict.WON else long)[0]


@pytest.mark.parametrize("wanted", ["watch", "par"])
def test_a_first_win_that_was_overtaken_by_a_short_one_is_followed_nowhere(wanted: str) -> None:
    position = brainjam("Kc", "Kd", "Kh", "Ks", home="Qc Qd Qh Qs")
    kings = [Move(card, DONE) for card in (48, 49, 50, 51)]
    session = session_at(JAM, position, autoplay=False)
    consulted = Consultation(session)
    consulted.follow(**{wanted: True})
    first = [Move(48, "reserve"), Move(49, "reserve"), *kings]
    consulted.answer(Verdict.WON, first, final=False)
    consulted.answer(Verdict.WON, kings, number=1)
    consulted.play(first[0])
    consulted.advisor.want_hint()
    assert consulted.advisor.hint is None
    assert (consulted.asked[-1].position, consulted.asked[-1].goal) == (
        session.position,
        Goal.SHORT,
    )
    consulted.answer(Verdict.WON, kings)
    assert consulted.advisor.hint == kings[0]


def test_in_gaps_a_hint_does_not_wait_for_a_shorter_win() -> None:
    session = stuck(Gaps())
    consulted = Consultation(session)
    consulted.follow()
    consulted.advisor.want_hint()
    consulted.answer(Verdict.WON, win := session.rules.moves(session.position), final=False)
    assert consulted.advisor.hint == win[0]


def test_before_the_last_won_position_a_hint_is_still_to_be_had() -> None:
    lost = Lost(JAM, 20, 11)
    lost.consulted.follow(warn=True)
    lost.settle()
    lost.consulted.undo(15)
    assert lost.consulted.asked[-1].position == lost.consulted.session.position
    move = JAM.moves(lost.consulted.session.position)[0]
    lost.consulted.answer(Verdict.WON, [move])
    assert lost.consulted.advisor.hint == move


# Par


def test_a_par_is_proved_or_best_known_and_never_one_for_the_other() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(par=True)
    assert [(a.position, a.goal) for a in consulted.asked] == [(session.position, Goal.OPTIMAL)]
    assert consulted.advisor.par(session) is None
    around = [Move(win[0].card, "reserve"), *win]
    consulted.answer(Verdict.WON, around, final=False)
    assert par_of(consulted.advisor, session) == (53, False)
    consulted.answer(Verdict.WON, win, optimal=True)
    assert par_of(consulted.advisor, session) == (52, True)
    consulted.follow(par=True)
    assert len(consulted.asked) == 1


def test_a_win_found_for_the_light_is_the_best_known_of_the_deal() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True, par=True)
    assert consulted.advisor.par(session) is None
    consulted.answer(Verdict.WON, win)
    assert par_of(consulted.advisor, session) == (52, False)
    around = [Move(win[0].card, "reserve"), *win]
    consulted.answer(Verdict.WON, around, final=False)
    assert par_of(consulted.advisor, session) == (52, False)


def test_what_a_pack_claims_does_not_take_the_place_of_what_is_shorter() -> None:
    session, _ = easy(JAM)
    advisor = Consultation(session).advisor
    for moves, proved, known in (
        (60, False, (60, False)), (70, False, (60, False)), (58, False, (58, False)),
        (59, True, (59, True)), (40, False, (59, True)),
    ):  # fmt: skip
        advisor.set_par(session, moves, proved=proved)
        assert par_of(advisor, session) == known


def test_a_par_that_was_overtaken_is_sought_again() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True, par=True)
    consulted.answer(Verdict.WON, win)
    assert [asked.goal for asked in consulted.asked] == [Goal.SHORT, Goal.OPTIMAL]
    consulted.answer(Verdict.WON, win, final=False)
    assert par_of(consulted.advisor, session) == (52, False)
    consulted.play(Move(win[0].card, "reserve"))
    consulted.answer(Verdict.WON, [win[0]])
    assert [asked.goal for asked in consulted.asked[2:]] == [Goal.SHORT, Goal.OPTIMAL]
    consulted.answer(Verdict.WON, win, optimal=True)
    assert par_of(consulted.advisor, session) == (52, True)


def test_a_par_that_cannot_be_proved_is_not_asked_for_again_and_again() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow(par=True)
    consulted.answer(Verdict.UNDECIDED)
    consulted.follow(par=True)
    assert consulted.advisor.par(consulted.session) is None and len(consulted.asked) == 1


def test_a_shorter_win_found_for_the_light_is_the_best_known() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.advisor.set_par(session, 60, proved=False)
    assert consulted.advisor.par(session) == Par(60, False, redeals=0, fewest=False)
    consulted.follow(watch=True)
    consulted.answer(Verdict.WON, win)
    assert par_of(consulted.advisor, session) == (52, False)


def test_a_first_win_found_for_the_par_is_the_best_known_but_a_hint_looks_for_a_short_one() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(par=True)
    consulted.answer(Verdict.WON, win, final=False)
    assert par_of(consulted.advisor, session) == (len(win), False)
    assert consulted.win_from_here() == () and consulted.advisor.seeks_short
    consulted.advisor.want_hint()
    assert [asked.goal for asked in consulted.asked] == [Goal.OPTIMAL, Goal.SHORT]


def test_that_fewer_redeals_will_not_do_is_noted_of_the_win_that_is_known() -> None:
    consulted = Consultation(session := dealt(Gaps()))
    consulted.follow(watch=True)
    moves = session.rules.moves(session.position)[:1]
    for fewest in (False, True):
        consulted.answer(Verdict.WON, moves, final=fewest, fewest=fewest)
        best = consulted.advisor.par(session)
        assert best is not None and best.fewest is fewest


def test_what_a_review_has_proved_is_the_par_of_its_own_deal_and_game_alone() -> None:
    session, _ = easy(JAM)
    proved: list[int] = []
    advisor = Consultation(session, on_par=lambda session, moves: proved.append(moves)).advisor
    start = session.history.position_at(0)
    advisor.prove_par(JAM, start, 50)
    assert proved == []
    advisor.follow(session, watch=False, warn=False, par=False)
    advisor.prove_par(LaPeau(), start, 50)
    advisor.prove_par(JAM, JAM.apply(start, JAM.moves(start)[0]), 50)
    assert proved == [] and advisor.par(session) is None
    advisor.prove_par(JAM, start, 50)
    assert proved == [50] and par_of(advisor, session) == (50, True)


def test_a_deal_that_comes_back_after_none_was_shown_is_asked_about_again() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow()
    consulted.advisor.stop()
    consulted.shelf.keep(JAM, session.history.position_at(0), win)
    consulted.follow()
    assert par_of(consulted.advisor, session) == (len(win), False)


def test_a_win_that_was_kept_is_the_best_known_of_its_deal() -> None:
    session, win = easy(JAM)
    start = session.history.position_at(0)
    consulted = Consultation(session, kept=win)
    consulted.follow()
    assert par_of(consulted.advisor, session) == (len(win), False)
    consulted.known.learn_win(JAM, start, win[:-1])
    assert par_of(consulted.advisor, session) == (len(win), False), "it does not win"


def test_a_shorter_win_with_more_redeals_is_the_best_known_beside_the_par() -> None:
    win = next(one.moves for one in wins() if (one.rules, one.number) == (Gaps(), 3))
    session = dealt(Gaps(), 3)
    consulted, start = Consultation(session), session.history.position_at(0)
    consulted.advisor.set_par(session, len(win), proved=True)
    consulted.known.learn_win(session.rules, start, win)
    assert consulted.advisor.par(session) == Par(len(win), False, ranked=True), "no shorter one"
    consulted = Consultation(session)
    consulted.advisor.set_par(session, len(win) + 9, proved=True)
    consulted.known.learn_win(session.rules, start, win[:-1])
    assert consulted.advisor.known.at(Gaps(), start).shortest == (), "it does not win"
    consulted.known.learn_win(session.rules, start, win)
    assert consulted.advisor.par(session) == Par(len(win), False, redeals=1)
    assert consulted.advisor.known.at(Gaps(), start).shortest == win


def test_a_shorter_win_stays_the_best_known_when_the_par_comes_after_it() -> None:
    win = next(one.moves for one in wins() if (one.rules, one.number) == (Gaps(), 3))
    session = dealt(Gaps(), 3)
    consulted, start = Consultation(session), session.history.position_at(0)
    consulted.known.learn_win(session.rules, start, win)
    consulted.advisor.set_par(session, len(win) + 9, proved=True)
    assert consulted.advisor.par(session) == Par(len(win), False, redeals=1)
    assert consulted.advisor.known.at(Gaps(), start).shortest == win


def test_a_win_that_was_kept_lights_the_light_but_a_short_one_is_still_looked_for() -> None:
    session, win = easy(JAM)
    start = session.history.position_at(0)
    consulted = Consultation(session, kept=win)
    consulted.follow(watch=True)
    assert consulted.advisor.light is VerdictLight.CAN
    assert consulted.asked[-1].goal is Goal.SHORT
    assert consulted.win_from_here() == ()
    assert consulted.advisor.known.at(JAM, start).win == ()
    consulted.answer(Verdict.UNDECIDED)
    assert consulted.win_from_here() == tuple(win)
    assert consulted.advisor.known.at(JAM, start).win == tuple(win)


def test_what_was_kept_is_news_for_a_scene_that_was_drawn_before_it_was_recalled() -> None:
    session, win = easy(JAM)
    first_frame = FirstFrame()
    consulted = Consultation(session, kept=win, after_first_frame=first_frame.after)
    consulted.advisor.set_par(session, len(win), proved=True)
    consulted.follow(watch=True)
    assert consulted.advisor.light is VerdictLight.THINKING
    first_frame.show()
    assert consulted.advisor.light is VerdictLight.CAN and not consulted.asked
    assert consulted.woken and consulted.advisor.collect()
    consulted.follow(watch=True)
    assert not consulted.advisor.collect()


@pytest.mark.parametrize("is_known", [False, True])
def test_a_win_as_long_as_the_proved_par_is_taken_as_the_answer(is_known: bool) -> None:
    session, win = easy(JAM)
    start = session.history.position_at(0)
    consulted = Consultation(session)
    if is_known:
        consulted.known.learn_win(JAM, start, tuple(win))
    consulted.advisor.set_par(session, len(win), proved=True)
    consulted.known.learn_win(JAM, start, tuple(win))
    consulted.follow(watch=True)
    assert consulted.win_from_here() == tuple(win)
    assert consulted.asked == []
    assert par_of(consulted.advisor, session) == (len(win), True)


def test_a_win_longer_than_the_par_is_a_win_but_a_short_one_is_looked_for() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session, kept=win)
    consulted.advisor.set_par(session, len(win) - 1, proved=True)
    consulted.follow(watch=True)
    assert consulted.advisor.light is VerdictLight.CAN
    assert consulted.asked[-1].goal is Goal.SHORT and consulted.win_from_here() == ()
    assert par_of(consulted.advisor, session) == (len(win) - 1, True)


def test_the_best_win_found_of_a_deal_is_kept() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True)
    consulted.answer(Verdict.WON, win, final=False)
    assert consulted.shelf.wins == [], "a first win is no short one"
    consulted.answer(Verdict.WON, win)
    assert consulted.shelf.wins == [action_text(win)]


def test_a_win_found_while_looking_for_where_it_was_lost_is_not_kept() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(warn=True)
    consulted.play(session.rules.moves(session.position)[-1])
    consulted.answer(Verdict.UNWINNABLE)
    assert (consulted.asked[-1].goal, consulted.asked[-1].position) == (
        Goal.FIRST,
        session.history.position_at(0),
    )
    consulted.answer(Verdict.WON, win)
    assert consulted.shelf.wins == []


def test_no_review_proves_the_par_of_gaps() -> None:
    session = dealt(Gaps())
    consulted = Consultation(session)
    consulted.follow()
    consulted.advisor.prove_par(Gaps(), session.position, 50)
    assert consulted.advisor.par(session) is None


def test_once_the_shortest_answer_is_settled_other_questions_follow() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True)
    consulted.advisor.want_shortest()
    assert consulted.asked[-1].goal is Goal.OPTIMAL
    consulted.answer(Verdict.UNDECIDED)
    consulted.play(Move(win[0].card, "reserve"))
    assert [asked.goal for asked in consulted.asked[-2:]] == [Goal.OPTIMAL, Goal.SHORT]


def test_of_klondike_a_short_answer_must_do() -> None:
    session, win = easy(Klondike())
    consulted = Consultation(session)
    consulted.follow(par=True)
    assert consulted.asked[0].goal is Goal.SHORT
    consulted.answer(Verdict.WON, win)
    par = consulted.advisor.par(session)
    assert par is not None and not par.proved and par.moves == len(win)


def test_the_claim_of_a_pack_stands_until_something_is_proved() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.advisor.set_par(session, 80, proved=False)
    consulted.follow(par=True)
    assert par_of(consulted.advisor, session) == (80, False)
    consulted.answer(Verdict.WON, win, optimal=True)
    assert par_of(consulted.advisor, session) == (52, True)
    consulted.advisor.set_par(session, 80, proved=False)
    assert par_of(consulted.advisor, session) == (52, True)


def test_what_a_pack_has_proved_is_not_searched_for() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.advisor.set_par(consulted.session, 82, proved=True)
    consulted.follow(par=True)
    assert not consulted.clients and par_of(consulted.advisor, consulted.session) == (
        82,
        True,
    )


def test_the_pars_of_two_policies_are_kept_apart() -> None:
    one, other = dealt(LaPeau()), dealt(LaPeau("same"))
    consulted = Consultation(one)
    consulted.advisor.set_par(one, 70, proved=True)
    assert consulted.advisor.par(other) is None


def test_the_verdict_comes_before_the_par() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow(watch=True, par=True)
    assert [asked.goal for asked in consulted.asked] == [Goal.SHORT]
    consulted.answer(Verdict.UNWINNABLE)
    assert [asked.goal for asked in consulted.asked] == [Goal.SHORT, Goal.OPTIMAL]


def test_undecided_takes_back_nothing_that_was_known() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True, par=True)
    consulted.answer(Verdict.WON, win)
    consulted.answer(Verdict.UNDECIDED)
    assert consulted.advisor.light is VerdictLight.CAN and consulted.advisor.hint == win[0]


def test_one_that_is_not_eager_looks_only_for_what_was_asked_for() -> None:
    consulted = Consultation(dealt(JAM), eager=False)
    consulted.follow(par=True)
    assert not consulted.clients
    consulted.advisor.want_hint()
    assert len(consulted.asked) == 1


# Memory


def around(position: Position) -> list[Move]:
    """Some moves from a deal that lead to new positions."""
    return [Move(pile[-1], "reserve") for pile in position.piles[8:12]]


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.record.known_positions.KEPT", 42)
    session, _ = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True)
    for number in range(12):
        consulted.session = dealt(JAM, number + 1)
        consulted.follow(watch=True)
        consulted.answer(Verdict.UNWINNABLE, around(consulted.session.position))
    assert len(consulted.known._known) == 42
    assert consulted.advisor.light is VerdictLight.NEVER
    consulted.session = session
    consulted.follow(watch=True)
    assert consulted.advisor.light is VerdictLight.THINKING


def test_the_real_solver_gives_verdict_hint_and_par_of_a_nearly_won_position() -> None:
    position = brainjam("Kc Qc", "Kd", "Qd", "Kh Qh", "Ks Qs", home="Jc Jd Jh Js")
    session = session_at(JAM, position, autoplay=False)
    called = threading.Event()
    solver = SolverGateway(called.set, eager=True)
    advisor = Advisor(solver, called.set, lambda *event, **fields: None)
    try:
        advisor.follow(session, watch=True, warn=True, par=True)
        for _ in range(60):
            if called.wait(30):
                called.clear()
                advisor.collect()
            if (par := advisor.par(session)) and par.proved:
                break
        assert advisor.light is VerdictLight.CAN
        assert par_of(advisor, session) == (8, True)
        while not session.is_won:
            assert advisor.hint is not None
            session.play(advisor.hint)
            advisor.follow(session, watch=True, warn=True, par=True)
        assert session.moves == 8
    finally:
        solver.close()


# What whoever asked is told


def test_a_par_that_has_come_is_shown_and_a_proved_one_is_handed_on() -> None:
    session, win = easy(JAM)
    proved: list[int] = []
    consulted = Consultation(session, on_par=lambda session, moves: proved.append(moves))
    consulted.follow(par=True)
    around = [Move(win[0].card, "reserve"), *win]
    assert consulted.answer(Verdict.WON, around, final=False)
    assert proved == []
    assert consulted.answer(Verdict.WON, win, optimal=True)
    assert proved == [52]
    consulted.advisor.set_par(dealt(JAM), 90, proved=False)
    consulted.advisor.set_par(dealt(JAM), 82, proved=True)
    assert proved == [52, 82]


def test_an_answer_is_one_only_where_it_wins() -> None:
    consulted = Consultation(dealt(Gaps()))
    consulted.follow(watch=True)
    position = consulted.session.position
    move = consulted.session.rules.moves(position)[0]
    consulted.answer(Verdict.UNWINNABLE, [move])
    assert consulted.win_from_here() == ()


def test_nothing_is_hinted_or_told_where_no_deal_is_followed() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.advisor.want_hint()
    assert not consulted.clients
    assert consulted.advisor.hint is None and consulted.win_from_here() == ()
    consulted.follow(watch=True)
    assert consulted.advisor.verdict_of(dealt(JAM), 0) is None
    consulted.answer(Verdict.UNWINNABLE)
    here = consulted.session.history.here
    assert consulted.advisor.verdict_of(consulted.session, here) is not None
    consulted.follow()
    assert consulted.advisor.verdict_of(consulted.session, here) is None


def test_only_a_win_of_the_deal_itself_is_its_par() -> None:
    session, win = easy(JAM)
    consulted = Consultation(session)
    consulted.follow(watch=True)
    consulted.play(win[0])
    consulted.answer(Verdict.WON, win[1:])
    assert consulted.advisor.par(session) is None


def test_moves_of_an_undecided_search_are_no_answer_of_what_follows() -> None:
    consulted = Consultation(dealt(JAM))
    consulted.follow(watch=True)
    first = JAM.moves(consulted.session.position)[0]
    consulted.answer(Verdict.UNDECIDED, [first], nodes=5)
    assert consulted.advisor.hint is None


@pytest.mark.parametrize("rules", [JAM, Gaps(), Klondike()], ids=lambda r: r.title)
def test_where_the_solver_finds_nothing_the_players_own_answer_is_light_and_hint(
    rules: Rules,
) -> None:
    session, win = easy(rules) if rules != Gaps() else won_gaps()
    consulted = Consultation(session)
    consulted.follow(watch=True)
    consulted.answer(Verdict.UNDECIDED, nodes=5000)
    assert consulted.advisor.light is VerdictLight.UNKNOWN
    for move in win:
        consulted.play(move)
    consulted.undo(len(win) - 1)
    consulted.answer(Verdict.UNDECIDED, nodes=5000)
    assert consulted.advisor.light in (VerdictLight.CAN, VerdictLight.AT_MOST_ONE)
    assert consulted.advisor.hint == win[1]
    consulted.undo()
    assert consulted.advisor.hint == win[0], "the search has ended already"


def test_an_answer_held_in_the_graph_lights_the_light_while_a_short_one_is_looked_for() -> None:
    session, win = easy(JAM)
    session.history.hold([(move,) for move in win])
    consulted = Consultation(session)
    consulted.follow(watch=True)
    assert consulted.advisor.light is VerdictLight.CAN
    assert consulted.asked[-1].goal is Goal.SHORT and consulted.advisor.hint is None
    consulted.answer(Verdict.UNDECIDED)
    assert consulted.advisor.hint == win[0]


def test_an_answer_of_the_player_is_not_kept_as_a_win_of_the_solver() -> None:
    session, win = easy(JAM)
    session.history.hold([(move,) for move in win])
    consulted = Consultation(session)
    consulted.follow(watch=True)
    consulted.answer(Verdict.UNDECIDED)
    assert consulted.advisor.hint == win[0] and not consulted.shelf.wins


def won_gaps() -> tuple[Session, list[Move]]:
    """Gaps 3 and a win of it with a redeal."""
    win = next(one.moves for one in wins() if (one.rules, one.number) == (Gaps(), 3))
    return dealt(Gaps(), 3), list(win)
