"""Verdict light, hints, warning, par and winnable numbers, with a solver answered by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from handmade import brainjam, session_at
from stage import easy_deck

from game.app.services import FirstFrame
from game.core import deals
from game.core.position import DONE, PULL, TURN, Move, Position
from game.play.session import Session
from game.record.advice import Advisor, Light
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.solver import registry
from game.solver.answer import Answer, Goal, Verdict
from game.solver.client import SolverClient
from game.solver.worker import Delivery

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
        self.stock: list[int] = []
        self.stocked: list[tuple[str, tuple[str, ...]]] = []
        self.closed = self.cancelled = 0

    def ask(self, rules: Rules, position: Position, goal: Goal, seconds: float = 10.0) -> int:
        assert seconds > 0
        self.asked.append(Asked(len(self.asked) + 1, rules, position, goal))
        return len(self.asked)

    def cancel(self) -> None:
        self.cancelled += 1

    def ready_number(self, game: str, options: Iterable[str] = ()) -> int | None:
        self.stocked.append((game, tuple(options)))
        return self.stock.pop(0) if self.stock else None

    def close(self) -> None:
        self.closed += 1


class Desk:
    """An advisor, its solver, and one session that it follows."""

    def __init__(self, session: Session, *, eager: bool = True, **more: Any) -> None:
        self.woken: list[int] = []
        self.traced: list[dict[str, object]] = []
        self.clients: list[ByHand] = []
        self.session = session
        self.advisor = Advisor(
            lambda: self.woken.append(1),
            lambda event, **fields: self.traced.append(fields),
            self._client,  # type: ignore[arg-type]
            eager=eager,
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
    ) -> bool:
        """The solver's answer to what was asked last, and whether it changes what is shown."""
        found = Answer(verdict, tuple(moves), optimal, nodes=nodes)
        self.client.receive(Delivery(number or len(self.asked), found, final, 0.01))
        return self.advisor.collect()


def dealt(rules: Rules, number: int = 1) -> Session:
    return Session(rules, deals.deck_of(number), autoplay=False)


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
    table_picture = Desk(dealt(JAM))
    table_picture.follow()
    assert table_picture.advisor.light is None and table_picture.advisor.hint is None
    assert not table_picture.clients


def test_before_the_first_frame_it_starts_no_worker_and_asks_everything_after_it() -> None:
    first_frame = FirstFrame()
    table_picture = Desk(dealt(JAM), after_first_frame=first_frame.after)
    table_picture.follow(watch=True)
    table_picture.advisor.stock(JAM)
    assert not table_picture.clients and table_picture.advisor.light is Light.THINKING
    first_frame.show()
    assert [a.position for a in table_picture.asked] == [table_picture.session.position]


@pytest.mark.parametrize(
    "rules", [JAM, LaPeau(), LaPeau(same_suit=True), Gaps(), Klondike()], ids=lambda r: r.title
)
def test_the_light_thinks_until_the_verdict_is_there(rules: Rules) -> None:
    table_picture = Desk(dealt(rules))
    table_picture.follow(watch=True)
    assert table_picture.advisor.light is Light.THINKING
    assert [(a.rules, a.position, a.goal) for a in table_picture.asked] == [
        (rules, table_picture.session.position, Goal.SHORT)
    ]
    move = rules.moves(table_picture.session.position)[0]
    assert table_picture.answer(Verdict.WON, [move])
    assert table_picture.advisor.light is (Light.WITHOUT if rules == Gaps() else Light.CAN)


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Klondike()], ids=lambda r: r.title)
def test_what_is_proved_lost_cannot_be_won_any_more(rules: Rules) -> None:
    table_picture = Desk(dealt(rules))
    table_picture.follow(watch=True)
    table_picture.answer(Verdict.WON)
    table_picture.play(rules.moves(table_picture.session.position)[0])
    table_picture.answer(Verdict.UNWINNABLE)
    assert table_picture.advisor.light is Light.CANNOT


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Klondike()], ids=lambda r: r.title)
def test_of_a_deal_that_never_could_be_won_it_is_not_said_that_it_cannot_any_more(
    rules: Rules,
) -> None:
    table_picture = Desk(dealt(rules))
    table_picture.follow(watch=True)
    table_picture.answer(Verdict.UNWINNABLE)
    assert table_picture.advisor.light is Light.NEVER
    table_picture.play(rules.moves(table_picture.session.position)[0])
    table_picture.answer(Verdict.UNWINNABLE)
    assert table_picture.advisor.light is Light.NEVER


def test_whether_a_deal_ever_could_be_won_is_not_told_before_it_is_known() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow()
    table_picture.session.play(JAM.moves(table_picture.session.position)[0])
    table_picture.follow(watch=True, warn=True)
    table_picture.answer(Verdict.UNWINNABLE)
    assert table_picture.advisor.light is Light.CANNOT
    table_picture.answer(Verdict.UNWINNABLE)
    assert table_picture.advisor.light is Light.NEVER


def stuck(rules: Rules) -> Session:
    """A deal of Gaps played on until only a redeal can help."""
    session = dealt(rules)
    while not session.needs_redeal:
        session.play(session.rules.moves(session.position)[0])
    return session


@pytest.mark.parametrize("rules", [Gaps(), Gaps(random_gaps=True)], ids=["in-place", "random"])
def test_the_light_of_gaps_tells_how_many_redeals_a_win_takes(rules: Gaps) -> None:
    session = stuck(rules)
    table_picture = Desk(session)
    table_picture.follow(watch=True)
    redeal = rules.moves(session.position)
    position = rules.apply(session.position, *redeal)
    moves = list(redeal)
    while not rules.needs_redeal(position):
        moves.append(rules.moves(position)[0])
        position = rules.apply(position, moves[-1])
    table_picture.answer(Verdict.WON, moves)
    assert table_picture.advisor.light is Light.ONE
    assert table_picture.advisor.hint == redeal[0]
    table_picture.play(redeal[0])
    assert table_picture.advisor.light is Light.WITHOUT
    table_picture.undo()
    other = Desk(session)
    other.follow(watch=True)
    other.answer(Verdict.WON, moves + rules.moves(position))
    assert other.advisor.light is Light.TWO
    other.play(redeal[0])
    assert other.advisor.light is Light.ONE


def test_par_of_gaps_waits_until_it_is_known_whether_fewer_redeals_will_do() -> None:
    session = stuck(Gaps())
    table_picture = Desk(session)
    table_picture.follow(watch=True, par=True)
    table_picture.answer(Verdict.WON, session.rules.moves(session.position), final=False)
    assert table_picture.advisor.light is Light.ONE
    assert [asked.goal for asked in table_picture.asked] == [Goal.SHORT]
    table_picture.answer(Verdict.WON, session.rules.moves(session.position))
    assert [asked.goal for asked in table_picture.asked] == [Goal.SHORT, Goal.OPTIMAL]


def test_a_lost_game_of_gaps_cannot_be_won_whatever_is_done() -> None:
    for session in (dealt(Gaps()), stuck(Gaps())):
        table_picture = Desk(session)
        table_picture.follow(watch=True, warn=True)
        table_picture.answer(Verdict.UNWINNABLE)
        assert table_picture.advisor.light is Light.WHATEVER


def test_a_verdict_of_gaps_holds_for_one_way_to_place_the_gaps() -> None:
    session = stuck(Gaps())
    table_picture = Desk(session)
    table_picture.follow(watch=True)
    session.rules = Gaps(random_gaps=True)
    table_picture.follow(watch=True)
    assert [asked.rules for asked in table_picture.asked] == [Gaps(), Gaps(random_gaps=True)]
    table_picture.answer(Verdict.UNWINNABLE, number=1)
    assert table_picture.advisor.light is Light.THINKING, "it was of the other way"
    table_picture.answer(Verdict.WON, session.rules.moves(session.position))
    assert table_picture.advisor.light is Light.ONE
    session.rules = Gaps()
    table_picture.follow(watch=True)
    assert table_picture.advisor.light is Light.THINKING


@pytest.mark.parametrize("rules", [JAM, LaPeau(), Gaps(), Klondike()], ids=lambda r: r.title)
def test_undecided_is_never_shown_as_lost(rules: Rules) -> None:
    table_picture = Desk(dealt(rules))
    table_picture.follow(watch=True, warn=True)
    table_picture.answer(Verdict.UNDECIDED)
    assert table_picture.advisor.light is Light.UNKNOWN
    assert table_picture.advisor.undos_to_win is None
    assert table_picture.advisor.answer_from_here() == ()
    assert len(table_picture.asked) == 1


def test_an_answer_without_a_verdict_changes_nothing_before_the_final_one() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow(watch=True)
    table_picture.answer(Verdict.UNDECIDED, final=False)
    assert table_picture.advisor.light is Light.THINKING
    table_picture.answer(Verdict.WON, [JAM.moves(table_picture.session.position)[0]], number=1)
    assert table_picture.advisor.light is Light.CAN


def test_every_delivery_wakes_the_program_and_is_traced() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow(watch=True)
    move = JAM.moves(table_picture.session.position)[0]
    table_picture.answer(Verdict.WON, [move], final=False)
    table_picture.answer(Verdict.WON, [move], number=1)
    assert len(table_picture.woken) == 2
    assert [fields["verdict"] for fields in table_picture.traced] == ["won", "won"]
    assert table_picture.traced[0]["ms"] == 10.0 and table_picture.traced[0]["asked"] == "here"


# Hints


def test_a_hint_is_the_first_move_of_the_answer_and_is_asked_for_once() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow()
    table_picture.advisor.want_hint()
    table_picture.advisor.want_hint()
    assert len(table_picture.asked) == 1 and table_picture.advisor.hint is None
    table_picture.answer(Verdict.WON, win)
    assert table_picture.advisor.hint == win[0]
    assert table_picture.advisor.answer_from_here() == tuple(win)


@pytest.mark.parametrize(("nodes", "asked"), [(0, 2), (5000, 1)])
def test_a_hint_is_looked_for_again_only_where_nobody_had_looked(nodes: int, asked: int) -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow()
    table_picture.advisor.want_hint()
    table_picture.answer(Verdict.UNDECIDED, nodes=nodes)
    table_picture.follow(watch=True)
    assert len(table_picture.asked) == 1 and table_picture.advisor.light is Light.UNKNOWN
    table_picture.advisor.want_hint()
    assert len(table_picture.asked) == asked


def test_hints_follow_an_answer_to_its_end_without_asking_again() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow(watch=True)
    table_picture.answer(Verdict.WON, win)
    for number, move in enumerate(win):
        assert table_picture.advisor.hint == move
        assert table_picture.advisor.answer_from_here() == tuple(win[number:])
        assert table_picture.advisor.light is Light.CAN
        table_picture.play(move)
    assert session.is_won and len(table_picture.asked) == 1
    assert table_picture.advisor.light is None and table_picture.advisor.hint is None


def test_an_answer_is_known_wherever_its_position_is_reached_again() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow(watch=True)
    table_picture.answer(Verdict.WON, win)
    table_picture.play(win[0])
    table_picture.undo()
    assert table_picture.advisor.hint == win[0] and len(table_picture.asked) == 1


def test_a_shorter_answer_takes_the_place_of_a_longer_one_and_not_the_other_way_round() -> None:
    position = brainjam("Kc", "Kd", "Kh", "Ks", home="Qc Qd Qh Qs")
    kings = [Move(card, DONE) for card in (48, 49, 50, 51)]
    table_picture = Desk(session_at(JAM, position, autoplay=False))
    table_picture.follow(watch=True)
    around = [Move(48, "reserve"), *kings]
    table_picture.answer(Verdict.WON, around, final=False)
    assert table_picture.advisor.hint == around[0]
    table_picture.answer(Verdict.WON, kings)
    assert table_picture.advisor.hint == kings[0]
    assert table_picture.advisor.answer_from_here() == tuple(kings)


def test_the_hint_of_a_lost_layout_of_gaps_aims_at_its_best_score_but_is_no_answer() -> None:
    table_picture = Desk(dealt(Gaps()))
    table_picture.follow(watch=True)
    move = table_picture.session.rules.moves(table_picture.session.position)[0]
    table_picture.answer(Verdict.UNWINNABLE, [move])
    assert table_picture.advisor.hint == move
    assert table_picture.advisor.answer_from_here() == ()


# What was overtaken


def test_the_answer_to_a_request_that_was_overtaken_is_ignored() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow(watch=True)
    table_picture.play(JAM.moves(table_picture.session.position)[0])
    assert len(table_picture.asked) == 2
    assert not table_picture.answer(Verdict.UNWINNABLE, number=1)
    assert table_picture.advisor.light is Light.THINKING
    assert table_picture.answer(
        Verdict.WON, [JAM.moves(table_picture.session.position)[0]], number=2
    )
    assert table_picture.advisor.light is Light.CAN
    assert not table_picture.answer(Verdict.UNWINNABLE, number=2)
    assert table_picture.advisor.light is Light.CAN


def test_an_answer_that_comes_after_another_deal_was_opened_is_ignored() -> None:
    table_picture = Desk(dealt(Klondike()))
    table_picture.follow(watch=True)
    table_picture.session = dealt(Gaps())
    table_picture.follow()
    assert not table_picture.answer(Verdict.UNWINNABLE, number=1)
    table_picture.follow(watch=True)
    assert table_picture.advisor.light is Light.THINKING
    assert table_picture.asked[-1].rules == Gaps()


def test_the_same_position_is_asked_again_for_another_table() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow(watch=True)
    table_picture.session = dealt(JAM)
    table_picture.follow(watch=True)
    assert len(table_picture.asked) == 2
    table_picture.answer(Verdict.UNWINNABLE)
    assert table_picture.advisor.light is Light.NEVER


def test_what_was_asked_of_a_table_that_was_left_is_not_searched_for_any_longer() -> None:
    table_picture = Desk(dealt(Klondike()))
    table_picture.follow(watch=True)
    table_picture.session = dealt(JAM)
    table_picture.follow()
    assert table_picture.client.cancelled == 1
    table_picture.follow()
    assert table_picture.client.cancelled == 1
    table_picture.session = dealt(JAM, 2)
    table_picture.follow(watch=True)
    assert table_picture.client.cancelled == 1 and len(table_picture.asked) == 2, (
        "what is asked anew ends the other"
    )


def test_a_hint_is_wanted_of_one_position_and_not_of_those_that_follow() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow()
    table_picture.advisor.want_hint()
    move = JAM.moves(table_picture.session.position)[0]
    table_picture.play(move)
    assert len(table_picture.asked) == 1
    table_picture.undo()
    table_picture.answer(Verdict.UNDECIDED, final=False)
    table_picture.follow()
    assert len(table_picture.asked) == 1
    table_picture.advisor.want_hint()
    assert len(table_picture.asked) == 1, "it is being looked for already"


def test_nothing_is_worked_out_for_a_deal_that_was_left() -> None:
    table_picture = Desk(dealt(Klondike()))
    table_picture.follow(par=True)
    table_picture.advisor.rest()
    assert table_picture.client.cancelled == 1
    assert not table_picture.answer(Verdict.UNDECIDED)
    assert table_picture.advisor.light is None
    table_picture.advisor.rest()
    assert table_picture.client.cancelled == 1, "there was nothing left to cancel"
    table_picture.follow(par=True)
    assert len(table_picture.asked) == 2


def test_policies_are_kept_apart() -> None:
    table_picture = Desk(dealt(LaPeau(same_suit=False)))
    table_picture.follow(watch=True)
    table_picture.answer(Verdict.UNWINNABLE)
    table_picture.session = dealt(LaPeau(same_suit=True))
    table_picture.follow(watch=True)
    assert table_picture.advisor.light is Light.THINKING and len(table_picture.asked) == 2


def test_nothing_is_asked_on_won_positions() -> None:
    session, win = easy(JAM)
    for move in win:
        session.play(move)
    table_picture = Desk(session)
    table_picture.follow(watch=True, warn=True, par=True)
    table_picture.advisor.want_hint()
    assert not table_picture.clients
    assert (table_picture.advisor.light, table_picture.advisor.hint) == (None, None)


# The warning


class Lost:
    """A deal played on for some moves; the win was lost at one of them, for all the test says."""

    def __init__(self, rules: Rules, moves: int, last_won: int) -> None:
        self.table_picture = Desk(dealt(rules))
        self.last_won = last_won
        for move in new_positions(rules)[:moves]:
            self.table_picture.session.play(move)
        self.rules, self.moves = rules, moves
        tree = self.table_picture.session.tree
        self.line = [tree.position_of(node.id) for node in tree.path()]
        assert len({rules.key(position) for position in self.line}) == moves + 1

    def place(self, position: Position) -> int:
        return self.line.index(position)

    def settle(self, undecided: Iterable[int] = ()) -> int:
        """Answer all that is asked; returns how many requests that took."""
        answered = 0
        while answered < len(self.table_picture.asked):
            answered = len(self.table_picture.asked)
            place = self.place(self.table_picture.asked[-1].position)
            if place in undecided:
                self.table_picture.answer(Verdict.UNDECIDED)
            elif place <= self.last_won:
                self.table_picture.answer(Verdict.WON)
            else:
                self.table_picture.answer(Verdict.UNWINNABLE)
        return answered


@pytest.mark.parametrize("last_won", [0, 1, 7, 30, 38, 39])
@pytest.mark.parametrize("rules", [JAM, Klondike()], ids=lambda rules: rules.title)
def test_the_warning_finds_how_many_undos_lead_back_by_halving(rules: Rules, last_won: int) -> None:
    lost = Lost(rules, 40, last_won)
    lost.table_picture.follow(warn=True)
    assert lost.table_picture.advisor.undos_to_win is None
    assert lost.settle() <= 1 + 6
    assert lost.table_picture.advisor.undos_to_win == 40 - last_won
    assert {asked.goal for asked in lost.table_picture.asked[1:]} == {Goal.FIRST}
    before = len(lost.table_picture.asked)
    lost.table_picture.undo(40 - last_won)
    assert lost.table_picture.advisor.light is Light.CAN
    assert lost.table_picture.advisor.undos_to_win is None
    assert len(lost.table_picture.asked) == before


def test_the_keys_of_a_line_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Lost(JAM, 40, 7)
    lost.table_picture.follow(warn=True)
    lost.settle()
    worked_out: list[Position] = []
    key = BrainJam.key
    monkeypatch.setattr(
        BrainJam, "key", lambda rules, position: worked_out.append(position) or key(rules, position)
    )
    assert lost.table_picture.advisor.undos_to_win == 33
    lost.table_picture.follow(warn=True)
    assert worked_out == []


def test_the_way_back_is_not_told_before_it_is_known() -> None:
    lost = Lost(JAM, 20, 11)
    lost.table_picture.follow(warn=True)
    lost.table_picture.answer(Verdict.UNWINNABLE)
    assert lost.table_picture.advisor.light is Light.CANNOT
    assert lost.table_picture.advisor.undos_to_win is None


def test_a_deal_that_cannot_be_won_at_all_has_no_way_back() -> None:
    lost = Lost(JAM, 20, -1)
    lost.table_picture.follow(warn=True)
    assert lost.settle() <= 1 + 5
    assert lost.table_picture.advisor.light is Light.NEVER
    assert lost.table_picture.advisor.undos_to_win is None


def test_a_position_that_cannot_be_decided_does_not_end_the_search_for_the_way_back() -> None:
    lost = Lost(JAM, 20, 5)
    lost.table_picture.follow(warn=True)
    lost.settle(undecided=range(6, 12))
    assert lost.table_picture.advisor.undos_to_win == 15


def test_the_way_back_leads_to_what_is_proved_and_not_to_what_is_undecided() -> None:
    lost = Lost(JAM, 8, 3)
    lost.table_picture.follow(warn=True)
    lost.settle(undecided=(2, 3, 4))
    assert lost.table_picture.advisor.undos_to_win == 8 - 1


# What is looked at on the map


def looked_at(lost: Lost, end: int) -> list[tuple[Verdict, int | None] | None]:
    """What is told of each position of the line, after the one at `end` was looked at."""
    tree, advisor = lost.table_picture.session.tree, lost.table_picture.advisor
    ids = [node.id for node in tree.path()]
    lost.table_picture.undo(lost.moves)
    lost.settle()
    advisor.look_at(lost.table_picture.session, ids[end])
    lost.settle()
    return [advisor.standing(lost.table_picture.session, node) for node in ids]


@pytest.mark.parametrize("choice", ["watch", "warn"])
@pytest.mark.parametrize("last_won", [0, 3, 19, 28])
def test_of_a_position_on_the_map_it_is_found_since_when_it_is_lost(
    choice: str, last_won: int
) -> None:
    lost = Lost(JAM, 30, last_won)
    lost.table_picture.follow(**{choice: True})
    told = looked_at(lost, 29)
    assert told[29] == (Verdict.UNWINNABLE, last_won + 1)
    assert told[30] == (Verdict.UNWINNABLE, last_won + 1), "what follows is lost as well"
    assert told[last_won] == (Verdict.WON, None)
    assert len(lost.table_picture.asked) <= 2 + 1 + 5


def test_a_deal_that_cannot_be_won_is_lost_from_the_start() -> None:
    lost = Lost(JAM, 12, -1)
    lost.table_picture.follow(watch=True)
    assert looked_at(lost, 12)[12] == (Verdict.UNWINNABLE, 0)


def test_since_when_is_not_told_where_one_position_on_the_way_cannot_be_decided() -> None:
    lost = Lost(JAM, 12, 5)
    lost.table_picture.follow(watch=True)
    node = lost.table_picture.session.tree.here
    lost.table_picture.undo(12)
    lost.settle()
    lost.table_picture.advisor.look_at(lost.table_picture.session, node)
    lost.settle(undecided=(6,))
    assert lost.table_picture.advisor.standing(lost.table_picture.session, node) == (
        Verdict.UNWINNABLE,
        None,
    )


def test_nothing_is_asked_or_told_of_the_map_where_verdicts_are_off() -> None:
    lost = Lost(JAM, 12, 5)
    lost.table_picture.follow()
    node = lost.table_picture.session.tree.here
    lost.table_picture.advisor.look_at(lost.table_picture.session, node)
    assert not lost.table_picture.asked
    assert lost.table_picture.advisor.standing(lost.table_picture.session, node) is None


def test_what_is_on_the_table_comes_before_what_is_looked_at_on_the_map() -> None:
    lost = Lost(JAM, 12, 5)
    node = lost.table_picture.session.tree.here
    lost.table_picture.session.undo(6)
    lost.table_picture.advisor.look_at(lost.table_picture.session, node)
    lost.table_picture.follow(watch=True)
    lost.table_picture.advisor.look_at(lost.table_picture.session, node)
    assert lost.place(lost.table_picture.asked[-1].position) == 6
    lost.table_picture.answer(Verdict.UNWINNABLE)
    assert lost.place(lost.table_picture.asked[-1].position) != 6


def test_an_answer_of_the_player_tells_without_the_solver_that_a_position_can_be_won() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow(watch=True)
    for move in win:
        table_picture.play(move)
    count = len(table_picture.asked)
    node = session.tree.path()[3]
    table_picture.advisor.look_at(session, node.id)
    assert table_picture.advisor.standing(session, node.id) == (Verdict.WON, None)
    assert len(table_picture.asked) == count


def test_a_lost_game_of_gaps_is_lost_on_the_map_too() -> None:
    table_picture = Desk(dealt(Gaps()))
    table_picture.follow(watch=True)
    table_picture.answer(Verdict.UNWINNABLE)
    here = table_picture.session.tree.here
    table_picture.advisor.look_at(table_picture.session, here)
    assert table_picture.advisor.standing(table_picture.session, here) == (Verdict.UNWINNABLE, 0)
    assert len(table_picture.asked) == 1


def test_one_more_lost_move_costs_no_new_search_back() -> None:
    lost = Lost(JAM, 20, 11)
    lost.table_picture.follow(warn=True)
    count = lost.settle()
    lost.table_picture.play(JAM.moves(lost.table_picture.session.position)[0])
    lost.table_picture.answer(Verdict.UNWINNABLE)
    assert lost.table_picture.advisor.undos_to_win == 10
    assert len(lost.table_picture.asked) == count + 1


def test_before_the_last_won_position_a_hint_is_still_to_be_had() -> None:
    lost = Lost(JAM, 20, 11)
    lost.table_picture.follow(warn=True)
    lost.settle()
    lost.table_picture.undo(15)
    assert lost.table_picture.asked[-1].position == lost.table_picture.session.position
    move = JAM.moves(lost.table_picture.session.position)[0]
    lost.table_picture.answer(Verdict.WON, [move])
    assert lost.table_picture.advisor.hint == move


@pytest.mark.parametrize("other", [False, True])
def test_in_gaps_the_way_back_goes_through_redeals_of_the_same_kind(other: bool) -> None:
    session = stuck(Gaps(random_gaps=other))
    session.redeal()
    for _ in range(3):
        session.play(session.rules.moves(session.position)[0])
    session.rules = Gaps()
    table_picture = Desk(session)
    table_picture.follow(warn=True)
    answered = 0
    while answered < len(table_picture.asked):
        answered = len(table_picture.asked)
        table_picture.answer(
            Verdict.UNWINNABLE if table_picture.asked[-1].position.used else Verdict.WON
        )
    assert table_picture.advisor.undos_to_win == (None if other else 4)
    assert {asked.position.used for asked in table_picture.asked} == ({1} if other else {0, 1})


# Par


def test_a_par_is_proved_or_best_known_and_never_one_for_the_other() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow(par=True)
    assert [(a.position, a.goal) for a in table_picture.asked] == [(session.position, Goal.OPTIMAL)]
    assert table_picture.advisor.par(session) is None
    around = [Move(win[0].card, "reserve"), *win]
    table_picture.answer(Verdict.WON, around, final=False)
    assert table_picture.advisor.par(session) == (53, False)
    table_picture.answer(Verdict.WON, win, optimal=True)
    assert table_picture.advisor.par(session) == (52, True)
    table_picture.follow(par=True)
    assert len(table_picture.asked) == 1


def test_a_win_found_for_the_light_is_the_best_known_of_the_deal() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow(watch=True, par=True)
    assert table_picture.advisor.par(session) is None
    table_picture.answer(Verdict.WON, win)
    assert table_picture.advisor.par(session) == (52, False)
    around = [Move(win[0].card, "reserve"), *win]
    table_picture.answer(Verdict.WON, around, final=False)
    assert table_picture.advisor.par(session) == (52, False)


def test_what_a_pack_claims_does_not_take_the_place_of_what_is_shorter() -> None:
    session, _ = easy(JAM)
    advisor = Desk(session).advisor
    for moves, proved, known in (
        (60, False, (60, False)), (70, False, (60, False)), (58, False, (58, False)),
        (59, True, (59, True)), (40, False, (59, True)),
    ):  # fmt: skip
        advisor.set_par(session, moves, proved=proved)
        assert advisor.par(session) == known


def test_a_par_that_was_overtaken_is_sought_again() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow(watch=True, par=True)
    table_picture.answer(Verdict.WON, win)
    assert [asked.goal for asked in table_picture.asked] == [Goal.SHORT, Goal.OPTIMAL]
    table_picture.answer(Verdict.WON, win, final=False)
    assert table_picture.advisor.par(session) == (52, False)
    table_picture.play(Move(win[0].card, "reserve"))
    table_picture.answer(Verdict.WON, [win[0]])
    assert [asked.goal for asked in table_picture.asked[2:]] == [Goal.SHORT, Goal.OPTIMAL]
    table_picture.answer(Verdict.WON, win, optimal=True)
    assert table_picture.advisor.par(session) == (52, True)


def test_a_par_that_cannot_be_proved_is_not_asked_for_again_and_again() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow(par=True)
    table_picture.answer(Verdict.UNDECIDED)
    table_picture.follow(par=True)
    assert (
        table_picture.advisor.par(table_picture.session) is None and len(table_picture.asked) == 1
    )


def test_of_klondike_a_short_answer_must_do() -> None:
    session, win = easy(Klondike())
    table_picture = Desk(session)
    table_picture.follow(par=True)
    assert table_picture.asked[0].goal is Goal.SHORT
    table_picture.answer(Verdict.WON, win)
    par = table_picture.advisor.par(session)
    assert par is not None and not par[1] and par[0] == len(win)


def test_the_claim_of_a_pack_stands_until_something_is_proved() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.advisor.set_par(session, 80, proved=False)
    table_picture.follow(par=True)
    assert table_picture.advisor.par(session) == (80, False)
    table_picture.answer(Verdict.WON, win, optimal=True)
    assert table_picture.advisor.par(session) == (52, True)
    table_picture.advisor.set_par(session, 80, proved=False)
    assert table_picture.advisor.par(session) == (52, True)


def test_what_a_pack_has_proved_is_not_searched_for() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.advisor.set_par(table_picture.session, 82, proved=True)
    table_picture.follow(par=True)
    assert not table_picture.clients and table_picture.advisor.par(table_picture.session) == (
        82,
        True,
    )


def test_the_pars_of_two_policies_are_kept_apart() -> None:
    one, other = dealt(LaPeau(same_suit=False)), dealt(LaPeau(same_suit=True))
    table_picture = Desk(one)
    table_picture.advisor.set_par(one, 70, proved=True)
    assert table_picture.advisor.par(other) is None


def test_the_verdict_comes_before_the_par() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.follow(watch=True, par=True)
    assert [asked.goal for asked in table_picture.asked] == [Goal.SHORT]
    table_picture.answer(Verdict.UNWINNABLE)
    assert [asked.goal for asked in table_picture.asked] == [Goal.SHORT, Goal.OPTIMAL]


def test_undecided_takes_back_nothing_that_was_known() -> None:
    session, win = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow(watch=True, par=True)
    table_picture.answer(Verdict.WON, win)
    table_picture.answer(Verdict.UNDECIDED)
    assert table_picture.advisor.light is Light.CAN and table_picture.advisor.hint == win[0]


def test_one_that_is_not_eager_looks_only_for_what_was_asked_for() -> None:
    table_picture = Desk(dealt(JAM), eager=False)
    table_picture.follow(par=True)
    assert table_picture.advisor.ready_number(JAM) is None
    assert not table_picture.clients
    table_picture.advisor.want_hint()
    assert len(table_picture.asked) == 1


# Winnable numbers, memory, the end


def test_each_winnable_number_is_given_once() -> None:
    table_picture = Desk(dealt(JAM))
    peau = LaPeau(same_suit=True)
    assert table_picture.advisor.ready_number(JAM) is None
    table_picture.client.stock = [17, 4, 99]
    table_picture.advisor.stock(JAM)
    table_picture.advisor.stock(JAM)
    assert table_picture.client.stock == [4, 99]
    table_picture.advisor.stock(peau)
    assert table_picture.advisor.ready_number(JAM) == 17
    assert table_picture.advisor.ready_number(JAM) == 99
    assert table_picture.advisor.ready_number(peau) == 4
    assert (
        table_picture.advisor.ready_number(JAM) is table_picture.advisor.ready_number(peau) is None
    )
    assert {("brainjam", ()), ("lapeau", ("same",))} == set(table_picture.client.stocked)


def around(position: Position) -> list[Move]:
    """Some moves from a deal that lead to new positions."""
    return [Move(pile[-1], "reserve") for pile in position.piles[8:12]]


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.record.advice.KEPT", 42)
    session, _ = easy(JAM)
    table_picture = Desk(session)
    table_picture.follow(watch=True)
    for number in range(12):
        table_picture.session = dealt(JAM, number + 1)
        table_picture.follow(watch=True)
        table_picture.answer(Verdict.UNWINNABLE, around(table_picture.session.position))
    assert len(table_picture.advisor._known) == 42
    assert table_picture.advisor.light is Light.NEVER
    table_picture.session = session
    table_picture.follow(watch=True)
    assert table_picture.advisor.light is Light.THINKING


def test_the_worker_is_ended_once_it_was_started_and_not_made_for_that() -> None:
    table_picture = Desk(dealt(JAM))
    table_picture.advisor.close()
    assert not table_picture.clients
    table_picture.follow(watch=True)
    table_picture.advisor.close()
    assert table_picture.client.closed == 1


def test_the_real_solver_gives_verdict_hint_and_par_of_a_nearly_won_position() -> None:
    position = brainjam("Kc Qc", "Kd", "Qd", "Kh Qh", "Ks Qs", home="Jc Jd Jh Js")
    session = session_at(JAM, position, autoplay=False)
    called = threading.Event()
    advisor = Advisor(called.set, lambda *event, **fields: None, SolverClient, eager=True)
    try:
        advisor.follow(session, watch=True, warn=True, par=True)
        for _ in range(60):
            if called.wait(30):
                called.clear()
                advisor.collect()
            if (par := advisor.par(session)) and par[1]:
                break
        assert advisor.light is Light.CAN
        assert advisor.par(session) == (8, True)
        while not session.is_won:
            assert advisor.hint is not None
            session.play(advisor.hint)
            advisor.follow(session, watch=True, warn=True, par=True)
        assert session.moves == 8
    finally:
        advisor.close()
