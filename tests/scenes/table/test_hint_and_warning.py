"""What a table tells of the solver's advice: hints, the verdict light, warnings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from golden_texts import wins
from handwritten_positions import session_at
from history_lines import made
from input_events import CTRL, key
from made_deals import easy_deck
from recording_services import NOWHERE, SilentSolver, gateway_to, give_solver, recording_services
from table_driver import TableDriver, told_by_figures

from game.core import deals
from game.core.moves import DONE, Move
from game.core.position import PileKind, Position
from game.desktop.commands import Command
from game.play.verdict import LOST, VerdictLight
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import OpenShowMe, OpenTable, Push, Replace
from game.scenes.table import hint_and_warning
from game.scenes.table.hint_and_warning import LONGER_WAITS_S, PATIENCE_S, hides
from game.solver import registry
from game.solver.answer import Answer, Goal, Verdict
from game.solver.worker import Delivery, FoundDeal
from game.table.title_plate import PlateSign

HINT, LIGHT = key(pygame.K_F2), key(pygame.K_F3)
UNDO, TO_START = key(pygame.K_LEFT), key(pygame.K_HOME)
KNOWS = "Hints take the hidden cards into account"


def light_of(driver: TableDriver) -> str | None:
    """What the verdict light tells; None while it is off."""
    return told_by_figures(driver.scene.table_picture).get("light")


class Oracle(SilentSolver):
    """Answers at once: a real win, or that there is none."""

    verdict = Verdict.WON
    towards: tuple[Move, ...] = ()
    """Where there is no win: the moves to the best score of Gaps, 37."""
    final = True
    """False: the search goes on until the test ends it."""

    def __init__(self, receive: Callable[[Delivery | FoundDeal], None]) -> None:
        super().__init__(receive)
        self.receive = receive

    def ask(self, rules: Rules, position: Position, goal: Goal, seconds: float) -> int:  # type: ignore[override]
        self.asked += 1
        found = Answer(self.verdict, self.towards, score=37 if self.towards else None)
        if self.verdict is Verdict.WON:
            found = registry.solve(rules, position, Goal.FIRST)
        self.receive(Delivery(self.asked, found, self.final, 0.01))
        return self.asked


class Asked(TableDriver):
    """A table whose solver answers before the next event."""

    def __init__(
        self,
        rules: Rules,
        verdict: Verdict = Verdict.WON,
        folder: Path = NOWHERE,
        size: tuple[int, int] = (1280, 800),
        **more: object,
    ) -> None:
        held = recording_services(folder, **{"autoplay": False, "winnable_only": False, **more})  # type: ignore[arg-type]
        self.oracle: Oracle | None = None

        def make(receive: Callable[[Delivery | FoundDeal], None]) -> Oracle:
            self.oracle = Oracle(receive)
            self.oracle.verdict = verdict
            return self.oracle

        give_solver(held.services, gateway_to(make, eager=False))
        super().__init__(rules, size=size, deck=easy_deck(rules), held=held)

    def press_key(self, event: pygame.event.Event) -> None:
        self.send(event)
        self.hear()
        self.settle()

    def hear(self) -> None:
        """Take in what the solver has to say."""
        while self.scene.services.advisor.collect():
            self.scene.advised()

    @property
    def told(self) -> list[str]:
        return self.recording.told


def test_a_hint_is_shown_and_the_second_press_plays_it() -> None:
    driver = Asked(BrainJam())
    driver.press_key(HINT)
    assert driver.scene.advice.hint is not None and driver.scene.session.moves == 0
    driver.press_key(HINT)
    assert driver.scene.session.moves == 1 and driver.scene.advice.hint is None


@pytest.mark.parametrize("back", [UNDO, TO_START, key(pygame.K_r, CTRL)])
def test_a_hint_that_was_played_does_not_come_back_unasked(back: pygame.event.Event) -> None:
    driver = Asked(BrainJam())
    driver.press_key(HINT)
    driver.press_key(HINT)
    driver.press_key(back)
    assert driver.scene.session.position == driver.rules.deal(easy_deck(driver.rules))
    assert driver.scene.advice.hint is None
    assert not driver.scene.table_picture.card_painter.marks.reversed
    driver.press_key(HINT)
    assert driver.scene.session.moves == 0, "it is only shown"
    assert driver.scene.advice.hint is not None


def test_a_hint_goes_when_another_move_is_made_and_comes_not_back_with_the_position() -> None:
    driver = Asked(BrainJam())
    driver.press_key(HINT)
    assert driver.scene.advice.hint != aside(driver)
    driver.play(aside(driver))
    assert driver.scene.advice.hint is None
    driver.press_key(UNDO)
    assert driver.scene.advice.hint is None


def test_a_hint_that_comes_after_a_move_was_made_is_not_shown_at_another_position() -> None:
    driver = Asked(BrainJam())
    driver.send(HINT)
    driver.play(driver.rules.moves(driver.scene.session.position)[0])
    driver.hear()
    assert driver.scene.advice.hint is None


# What a hint knows


def test_that_a_hint_knows_hidden_cards_is_said_once_a_deal() -> None:
    driver = Asked(Klondike())
    for _ in range(6):
        driver.press_key(HINT)
    assert driver.told.count(KNOWS) == 1
    driver.scene.start(OpenTable(driver.scene.session.rules, deals.deck_of(3), 3))
    driver.settle()
    driver.press_key(HINT)
    assert driver.told.count(KNOWS) == 2


@pytest.mark.parametrize(
    ("reserve", "used", "column", "hidden"),
    [
        (24, 0, 0, True),
        (24, 1, 0, False),
        (0, 0, 0, False),
        (0, 1, 3, True),
        (24, 2, 1, True),
    ],
)
def test_nothing_is_hidden_once_all_columns_are_open_and_the_reserve_was_seen(
    reserve: int, used: int, column: int, hidden: bool
) -> None:
    down = (reserve, *(0,) * 11, column)
    position = Klondike().deal(deals.deck_of(1))._replace(down=down, used=used)
    assert hides(session_at(Klondike(), position)) is hidden


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau()], ids=lambda rules: rules.title)
def test_with_all_cards_in_sight_nothing_is_said_of_hidden_ones(rules: Rules) -> None:
    driver = Asked(rules)
    driver.press_key(HINT)
    assert driver.scene.advice.hint is not None and driver.scene.advice.due is None
    driver.scene.update(9.0)
    assert driver.told == [], "nor of a hint that comes at once"


# The light


def test_switching_the_light_says_what_is_shown_now() -> None:
    driver = Asked(BrainJam())
    driver.press_key(LIGHT)
    assert driver.told.pop() == "Verdict light on: can you still win?"
    assert light_of(driver) == "can still be won"
    driver.press_key(LIGHT)
    assert driver.told.pop() == "Verdict light off"
    assert light_of(driver) is None


def test_a_screen_reader_hears_the_verdict_each_time_the_light_comes_on_after_the_message() -> None:
    driver, heard = Asked(BrainJam()), list[str]()
    services = driver.scene.services
    services.devices.screen_reader = True
    services.speak = services.tell = heard.append
    for _time in range(2):
        driver.press_key(LIGHT)
        assert heard == ["Verdict light on: can you still win?", "can still be won"]
        heard.clear()
        driver.press_key(LIGHT)
        assert heard == ["Verdict light off"]
        heard.clear()


def chosen_by_number(*, verdict_light: bool) -> Asked:
    driver = Asked(BrainJam(), verdict_light=verdict_light)
    driver.scene.start(OpenTable(driver.rules, easy_deck(driver.rules), 1, named=True))
    driver.settle()
    driver.hear()
    return driver


def test_at_a_deal_chosen_by_number_the_light_shows_until_the_first_move_and_says_why() -> None:
    driver = chosen_by_number(verdict_light=False)
    picture = driver.scene.table_picture
    assert light_of(driver) is not None
    assert not picture.focus.named("verdict").lit, "the switch stands as in the options"
    (figure,) = (each for each in picture.figures if each.name == "light")
    assert figure.tooltip.startswith("Shown because you chose this very deal.")
    driver.play(driver.rules.moves(driver.scene.session.position)[0])
    assert light_of(driver) is None


def test_the_next_deal_a_pasted_one_and_one_under_another_rule_are_chosen_ones_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put = "game.scenes.common.copy_and_paste.clipboard_text"
    monkeypatch.setattr(put, lambda: "fourfold brainjam 617")
    driver = TableDriver(BrainJam(), 1)
    for command in (Command.NEXT_DEAL, Command.PREVIOUS_DEAL):
        driver.scene.do(Command.NEW)
        assert not driver.scene.advice.lights
        driver.scene.do(command)
        assert driver.scene.advice.lights
    for change in (
        driver.scene.do(Command.PASTE),
        TableDriver(LaPeau(), 1).scene.do(Command.POLICY),
    ):
        assert isinstance(change, Replace)
        assert isinstance(change.scene, OpenTable) and change.scene.named


@pytest.mark.parametrize("verdict_light", [False, True])
def test_at_a_deal_chosen_by_number_the_light_can_be_switched_too(*, verdict_light: bool) -> None:
    driver = chosen_by_number(verdict_light=verdict_light)
    for shown in (not verdict_light, verdict_light):
        driver.press_key(LIGHT)
        told = "on: can you still win?" if shown else "off"
        assert driver.told.pop() == f"Verdict light {told}"
        assert (light_of(driver) is not None) is shown
        assert driver.scene.services.settings.verdict_light is shown


# What never could be won


def test_of_a_deal_that_cannot_be_won_no_hint_says_that_it_could_before() -> None:
    driver = Asked(BrainJam(), Verdict.UNWINNABLE, verdict_light=True)
    driver.press_key(HINT)
    assert driver.told == ["This deal cannot be won"]
    assert light_of(driver) == "this deal cannot be won"


def test_of_a_win_that_was_lost_a_hint_says_so() -> None:
    driver = Asked(BrainJam(), verdict_light=True)
    driver.hear()
    assert driver.oracle is not None and light_of(driver) == "can still be won"
    driver.oracle.verdict = Verdict.UNWINNABLE
    driver.play(aside(driver))
    driver.press_key(HINT)
    assert driver.told == ["This position can no longer be won"]
    assert light_of(driver) == "can no longer be won"


def lost(**choices: bool) -> Asked:
    """A table after a move that has lost the win, which is known."""
    driver = Asked(BrainJam(), **choices)
    driver.hear()
    assert driver.oracle is not None
    driver.oracle.verdict = Verdict.UNWINNABLE
    driver.play(aside(driver))
    driver.hear()
    return driver


def test_a_hint_at_a_lost_position_knows_the_way_back_until_the_position_is_left() -> None:
    driver = lost(verdict_light=True)
    picture = driver.scene.table_picture
    assert picture.sign is None and picture.bar is None, "no warning is wanted"
    driver.press_key(HINT)
    assert picture.sign is PlateSign.WARNING
    assert (
        picture.bar is not None and "lost: undo 1 step and you can still win." in picture.bar.text
    )
    driver.scene.do(Command.PLAY_ON)
    assert picture.bar is None
    driver.press_key(HINT)
    assert picture.bar is not None
    driver.play(aside(driver))
    driver.hear()
    assert driver.scene.advice.lit and picture.bar is None
    driver.press_key(HINT)
    assert (
        picture.bar is not None and "lost: undo 2 steps and you can still win." in picture.bar.text
    )
    driver.scene.do(Command.UNDO_TO_WIN)
    assert not driver.scene.session.history.can_undo and picture.bar is None


def test_the_warning_that_was_answered_by_play_on_stays_away_while_the_game_stays_lost() -> None:
    driver = lost(warn=True)
    picture = driver.scene.table_picture
    assert picture.bar is not None
    driver.scene.do(Command.PLAY_ON)
    for _move in range(2):
        driver.play(driver.rules.moves(driver.scene.session.position)[0])
        driver.hear()
        assert driver.scene.services.advisor.light in LOST and picture.bar is None
    driver.send(TO_START)
    driver.hear()
    driver.play(aside(driver))
    driver.hear()
    assert picture.bar is not None, "it was won in between"


def test_a_hint_finds_the_way_back_where_nothing_was_known_of_the_line() -> None:
    driver = Asked(BrainJam(), Verdict.UNWINNABLE)
    picture = driver.scene.table_picture
    driver.play(aside(driver))
    driver.send(HINT)
    assert driver.oracle is not None
    driver.oracle.verdict = Verdict.WON
    driver.hear()
    assert (
        picture.bar is not None and "lost: undo 1 step and you can still win." in picture.bar.text
    )


@pytest.mark.parametrize(
    ("placement", "placed"),
    [("placed-gaps", "with gaps after the sequences"), ("random-gaps", "with random gaps")],
)
def test_a_hint_at_a_lost_position_says_where_it_leads_and_is_no_help_to_a_win(
    monkeypatch: pytest.MonkeyPatch, placement: str, placed: str
) -> None:
    driver = Asked(Gaps(placement), Verdict.UNWINNABLE)
    move = driver.rules.moves(driver.scene.session.position)[0]
    monkeypatch.setattr(Oracle, "towards", (move,))
    driver.press_key(HINT)
    assert driver.scene.advice.hint == move
    assert driver.told == [
        f"This deal cannot be won {placed}, whatever you do; "
        "the hint leads to the best possible score, 37"
    ]
    assert driver.recording.services.game_store.hints == 0
    driver.press_key(HINT)
    assert made(driver.scene.session.history)[-1] == (move,)
    assert driver.recording.services.game_store.how.is_alone


def test_a_hint_towards_a_win_counts_as_help() -> None:
    driver = Asked(Gaps())
    driver.press_key(HINT)
    assert driver.recording.services.game_store.hints == 1
    driver.press_key(HINT)
    assert not driver.recording.services.game_store.how.is_alone


def aside(driver: TableDriver) -> Move:
    """A move that is in no win."""
    return next(m for m in driver.rules.moves(driver.scene.session.position) if m.onto != DONE)


def test_the_warning_of_a_deal_that_cannot_be_won_says_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bars: list[str] = []
    driver = Asked(BrainJam(), Verdict.UNWINNABLE)
    set_bar = driver.scene.table_picture.set_bar

    def note(bar) -> None:  # type: ignore[no-untyped-def]
        bars.append("" if bar is None else bar.text)
        set_bar(bar)

    monkeypatch.setattr(driver.scene.table_picture, "set_bar", note)
    driver.play(driver.rules.moves(driver.scene.session.position)[0])
    driver.recording.choose(warn=True)
    driver.hear()
    assert bars[-1] == "This deal cannot be won."


def test_a_hint_that_keeps_one_waiting_is_being_looked_for() -> None:
    driver = Asked(LaPeau())
    scene = driver.scene
    driver.send(HINT)
    assert scene.advice.due == PATIENCE_S
    scene.update(PATIENCE_S / 2)
    assert driver.told == []
    scene.update(PATIENCE_S)
    assert driver.told == ["The solver is looking for a hint"]
    assert scene.advice.due is None
    scene.update(9.0)
    driver.hear()
    assert scene.advice.hint is not None
    assert len(driver.told) == 1


def test_the_hint_of_a_longer_answer_is_shown_after_a_while_but_the_next_press_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Oracle, "final", False)
    driver = Asked(BrainJam())
    scene, rules, start = driver.scene, driver.rules, driver.scene.session.position
    driver.press_key(HINT)
    assert scene.advice.hint is None
    scene.update(PATIENCE_S)
    longer, marks = scene.advice.hint, scene.table_picture.card_painter.marks
    assert longer is not None and marks.hint is not None
    assert driver.told == ["This wins. Looking for something shorter"]
    driver.press_key(HINT)
    assert scene.session.moves == 0
    subject = scene.subject
    other = next(move for move in rules.moves(start) if move.onto == DONE and move != longer)
    rest = registry.solve(rules, rules.apply(start, other), Goal.FIRST).moves
    assert driver.oracle is not None
    found = Answer(Verdict.WON, (other, *rest))
    driver.oracle.receive(Delivery(driver.oracle.asked, found, True, 0.01))
    driver.hear()
    assert scene.advice.hint == other
    assert scene.subject is not subject, "the message that it is looked for goes"
    assert driver.recording.services.game_store.hints == 1
    driver.press_key(HINT)
    assert scene.session.position == rules.apply(start, other)


def test_the_hint_of_a_longer_answer_can_be_played_once_it_has_stood_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [50.0]
    monkeypatch.setattr(hint_and_warning, "_now", lambda: clock[0])
    monkeypatch.setattr(Oracle, "final", False)
    driver = Asked(BrainJam())
    driver.press_key(HINT)
    driver.scene.update(PATIENCE_S)
    clock[0] += LONGER_WAITS_S - 0.1
    driver.press_key(HINT)
    driver.scene.update(PATIENCE_S)
    assert driver.scene.session.moves == 0
    clock[0] += 0.2
    driver.press_key(HINT)
    assert driver.scene.session.moves == 1


def test_a_first_win_that_comes_late_is_shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "final", False)
    driver = Asked(LaPeau())
    driver.send(HINT)
    driver.scene.update(PATIENCE_S)
    assert driver.scene.advice.hint is None
    driver.hear()
    assert driver.scene.advice.hint is not None


def test_an_answer_is_shown_without_asking_again(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Asked(Klondike(), verdict_light=True)
    asked: list[object] = []
    monkeypatch.setattr(
        driver.recording.services.advisor, "follow", lambda *who, **what: asked.append(who)
    )
    driver.scene.advised()
    assert asked == []
    driver.scene.settle()
    assert len(asked) == 1


def test_the_best_known_answer_that_is_shown_may_take_more_redeals_than_the_par() -> None:
    win = next(one.moves for one in wins() if (one.rules, one.number) == (Gaps(), 3))
    driver = TableDriver(Gaps(), 3)
    session, advisor = driver.scene.session, driver.recording.services.advisor
    advisor.set_par(session, len(win) + 9, proved=True)
    advisor.known.learn_win(session.rules, session.position, win)
    shown = driver.scene.do(Command.SHOW_SHORTEST)
    assert isinstance(shown, Push) and isinstance(shown.scene, OpenShowMe)
    assert shown.scene.moves == win
    assert shown.scene.whose is not None
    assert shown.scene.whose() == f"the best known so far, {len(win)} moves"


@pytest.mark.parametrize(
    ("more", "words"),
    [(9, "the best known so far, 105 moves"), (-9, "a short solution, 105 moves, 96 possible")],
)
def test_an_answer_longer_than_the_par_is_not_called_the_best_known(more: int, words: str) -> None:
    win = next(one.moves for one in wins() if (one.rules, one.number) == (Gaps(), 3))
    driver = TableDriver(Gaps(), 3)
    session, advisor = driver.scene.session, driver.recording.services.advisor
    advisor.set_par(session, len(win) + more, proved=True)
    told = driver.scene.answers._told(session.history.line[0].key, win, own=False)
    assert told.moves == win
    assert told.whose() == words


def test_an_own_answer_as_short_as_the_solvers_is_shown_as_ones_own() -> None:
    driver = Asked(BrainJam(), verdict_light=True)
    driver.play(driver.rules.moves(driver.scene.session.position)[0])
    driver.hear()
    session = driver.scene.session
    advisor, here = driver.recording.services.advisor, session.history.here
    moves = advisor.known.at(session.rules, session.position).win
    session.play_line(here, moves)
    session.goto(here)
    shown = driver.scene.do(Command.SHOW_ME)
    assert isinstance(shown, Push) and isinstance(shown.scene, OpenShowMe)
    assert shown.scene.moves == moves and shown.scene.whose is not None
    assert shown.scene.whose() == f"your solution, {len(moves)} moves"


def test_the_plate_tells_the_length_of_a_short_answer_which_stays_true_to_its_end() -> None:
    driver = Asked(BrainJam(), verdict_light=True)
    driver.play(driver.rules.moves(driver.scene.session.position)[0])
    driver.hear()
    shown = driver.scene.do(Command.SHOW_ME)
    assert isinstance(shown, Push) and isinstance(shown.scene, OpenShowMe)
    assert shown.scene.whose is not None
    assert shown.scene.whose() == f"a short solution, {len(shown.scene.moves)} moves"


def test_where_the_solver_cannot_look_showing_an_answer_asks_it_once_a_press() -> None:
    driver = Asked(BrainJam(), Verdict.UNDECIDED)
    for pressed in (1, 2):
        driver.send(key(pygame.K_F4))
        asked = driver.oracle.asked if driver.oracle else 0
        for _ in range(3):
            if driver.scene.services.advisor.collect():
                driver.scene.advised()
        assert asked == pressed
        assert driver.oracle is not None and driver.oracle.asked == pressed
        assert driver.told[-1] == "No solution is known from here"


def test_of_a_deal_that_cannot_be_won_show_me_says_that() -> None:
    driver = Asked(BrainJam(), Verdict.UNWINNABLE)
    driver.send(key(pygame.K_F4))
    driver.hear()
    assert driver.told[-1] == "This deal cannot be won"


def test_where_no_way_back_from_a_lost_position_can_be_found_show_me_awaits_none() -> None:
    driver = Asked(BrainJam(), Verdict.UNDECIDED, verdict_light=True)
    driver.hear()
    assert driver.oracle is not None
    driver.oracle.verdict = Verdict.UNWINNABLE
    driver.play(aside(driver))
    driver.hear()
    assert driver.scene.services.advisor.light is VerdictLight.CANNOT
    driver.send(key(pygame.K_F4))
    driver.hear()
    assert driver.told[-1] == "No solution is known from here"


def test_in_a_game_without_a_solver_hint_and_show_me_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "has_solver", lambda game: False)
    driver = Asked(BrainJam(), Verdict.UNDECIDED)
    driver.send(key(pygame.K_F4))
    driver.send(key(pygame.K_F2))
    if driver.scene.services.advisor.collect():
        driver.scene.advised()
    assert driver.told == ["There is no solver for this game"] * 2


@pytest.mark.parametrize(
    ("rules", "held"),
    [(BrainJam(), True), (LaPeau(), True), (LaPeau(), False), (Klondike(), False)],
)
def test_a_hint_lets_go_of_cards_and_is_seen_before_it_is_played(rules: Rules, held: bool) -> None:
    driver = Asked(rules)
    session, picture = driver.scene.session, driver.scene.table_picture.card_painter
    columns = [pile for pile in rules.piles if pile.kind is PileKind.COLUMN]
    filled = next(pile.id for pile in columns if session.position.piles[driver.pile(pile.id)])
    for _ in range(2):
        if held:
            driver.drag(driver.seat(filled), (300, 500), drop=False)
            assert driver.view.held is not None
        else:
            # By a click on its card the hint would be played.
            driver.scene.show(session.click(driver.seat(filled)))
            assert session.selection is not None
        driver.press_key(HINT)
        assert driver.scene.advice.hint is not None and picture.marks.hint is not None
        assert session.moves == 0 and driver.view.held is None and session.selection is None
    driver.press_key(HINT)
    assert session.moves == 1
