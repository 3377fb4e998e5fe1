"""The deal being played on disk: as it was left, whatever happened to the program."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from handwritten_positions import ALL_RULES, rules_name
from history_lines import made, redo_line
from made_deals import any_move, easy_deck, line_to_stuck
from random_play import scaled

from game.core import deals
from game.core.moves import Move, action_text
from game.history import FAR, WON
from game.play.session import Session, flatten
from game.record.game_store import GameStore
from game.record.saving import deal_key
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.storage import (
    About,
    DealKey,
    Play,
    PlayOutcome,
    Storage,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    database_files,
)
from game.storage.retries_and_checks import Maintenance
from game.system.console import Tracer

every_game = pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)


class Program:
    """A game store on a folder, as a run of the program has it."""

    def __init__(self, folder: Path) -> None:
        self.told: list[str] = []
        self.storage = Storage(folder)
        self.game_store = GameStore(self.storage, Tracer(), self.told.append)

    def open(self, rules: Rules, number: int = 1, *, branching: bool = False) -> Session:
        deck = deals.deck_of(number)
        return self.game_store.open(rules, deck, number, branching=branching, autoplay=False)

    def open_easy(self, rules: Rules) -> Session:
        return self.game_store.open(rules, easy_deck(rules), None, autoplay=False)


def play(session: Session, random: Random, actions: int) -> None:
    """Random moves and some going about."""
    for _ in range(actions):
        chance = random.random()
        move = any_move(session.rules, session.position, random)
        if chance < 0.7 and move is not None:
            session.play(move)
        elif chance < 0.85:
            session.undo(random.randint(1, 3))
        elif chance < 0.9:
            session.to_start()
        elif chance < 0.95:
            session.redo()
        else:
            session.purge()


def win(session: Session) -> None:
    """Play a deal of `easy_deck` to its end."""
    for _ in range(200):
        if session.is_won:
            return
        if not session.purge().refusal:
            continue
        if session.rules.name == "klondike":
            session.space()
        else:
            session.play(session.rules.moves(session.position)[0])
    raise AssertionError("the easy deal is not won")


def same(one: Session, two: Session) -> bool:
    return (
        one.position == two.position
        and made(one.history) == made(two.history)
        and redo_line(one.history) == redo_line(two.history)
        and len(one.history) == len(two.history)
    )


@pytest.mark.parametrize("branching", [False, True], ids=["plain", "branching"])
@every_game
def test_a_program_killed_between_two_actions_opens_the_deal_as_it_was(
    rules: Rules, branching: bool, tmp_path: Path
) -> None:
    program = Program(tmp_path / "0")
    session = program.open(rules, branching=branching)
    random = Random(rules_name(rules))
    for life in range(scaled(4)):
        play(session, random, random.randint(1, 8))
        # A copy of the folder is what a kill leaves: nothing is closed or flushed before.
        shutil.copytree(tmp_path / str(life), tmp_path / str(life + 1))
        survivor = Program(tmp_path / str(life + 1))
        again = survivor.open(rules, branching=branching)
        assert survivor.told == []
        if not session.is_won:
            assert same(again, session)
        session = again


def test_a_solved_deal_opens_at_its_start_with_redo_along_its_line(tmp_path: Path) -> None:
    for rules in (BrainJam(), LaPeau(), Gaps(), Klondike()):
        program = Program(tmp_path)
        session = program.open_easy(rules)
        win(session)
        line = made(session.history)
        program.game_store.close()
        again = Program(tmp_path).open_easy(rules)
        assert again.moves == 0
        assert redo_line(again.history) == line
        again.to_end()
        assert again.is_won


def test_a_win_that_was_looked_back_at_opens_at_its_start_and_another_attempt_where_it_was_left(
    tmp_path: Path,
) -> None:
    for rules in (BrainJam(), LaPeau(), Gaps(), Klondike()):
        program = Program(tmp_path)
        session = program.open_easy(rules)
        win(session)
        line = made(session.history)
        session.undo(3)
        again = Program(tmp_path).open_easy(rules)
        assert again.moves == 0 and redo_line(again.history) == line
        again.play(line[0][0])
        left = again.moves
        assert left and Program(tmp_path).open_easy(rules).moves == left


def test_a_deal_opened_by_its_deck_keeps_the_number_it_has(tmp_path: Path) -> None:
    first = Program(tmp_path)
    session = first.open(Klondike(), 5)
    session.play(any_move(session.rules, session.position, Random(1)))
    first.game_store.leave(session)
    again = first.game_store.open(Klondike(), deals.deck_of(5), None, pack="x a.txt")
    again.play(any_move(again.rules, again.position, Random(1)))
    assert again.number == 5
    (row,) = first.storage.library()
    assert (row.number, row.pack) == (5, "x a.txt")


def test_at_the_end_of_a_pasted_answer_it_opens_at_the_start_though_an_attempt_goes_on(
    tmp_path: Path,
) -> None:
    rules = BrainJam()
    solved = Program(tmp_path / "other").open_easy(rules)
    win(solved)
    program = Program(tmp_path / "own")
    session = program.open_easy(rules)
    session.play(rules.moves(session.position)[-1])
    pasted = flatten(made(solved.history))
    program.game_store.add_line(session, pasted)
    session.to_end()
    assert session.is_won
    assert Program(tmp_path / "own").open_easy(rules).moves == 0


def test_redo_along_a_pasted_answer_is_no_win_that_was_looked_back_at(tmp_path: Path) -> None:
    for rules in (BrainJam(), LaPeau(), Gaps(), Klondike()):
        solved = Program(tmp_path / "other").open_easy(rules)
        win(solved)
        program = Program(tmp_path / "own")
        session = program.open_easy(rules)
        pasted = flatten(made(solved.history))
        program.game_store.add_line(session, pasted)
        session.redo(3)
        assert Program(tmp_path / "own").open_easy(rules).moves == session.moves > 0


def test_the_best_answer_is_kept_though_a_longer_one_follows(tmp_path: Path) -> None:
    program = Program(tmp_path)
    rules = Klondike()
    session = program.open_easy(rules)
    win(session)
    best = program.game_store.best
    assert best == session.moves
    session.to_start()
    while session.position.piles[0]:
        session.space()
    session.space()
    win(session)
    assert session.moves > best
    assert program.game_store.best == best
    program.game_store.close()
    later = Program(tmp_path)
    later.open_easy(rules)
    assert later.game_store.best == best


@pytest.mark.parametrize("actions", ["As>Kh", "As>done Ks>done", "nonsense", "", "6s>reserve"])
def test_an_answer_that_the_rules_do_not_take_is_none(tmp_path: Path, actions: str) -> None:
    program = Program(tmp_path)
    rules, deck = BrainJam(), deals.deck_of(1)
    key = DealKey(rules.name, "", deals.deck_text(deck))
    program.storage.answers.offer([(key, StoredAnswer(2, actions))])
    assert program.storage.answers.best(key) is not None
    assert program.game_store.answer_of(rules, deck) == ()


def test_a_shorter_answer_takes_the_place_of_the_best_and_can_be_played(tmp_path: Path) -> None:
    program, rules = Program(tmp_path), Klondike()
    session = program.open_easy(rules)
    for _ in range(25):
        session.space()
    win(session)
    longer = session.moves
    session.to_start()
    win(session)
    assert session.moves < longer
    program.game_store.close()
    later = Program(tmp_path)
    again = later.open_easy(rules)
    assert later.game_store.best == session.moves
    answer = later.game_store.answer_of(rules, easy_deck(rules))
    position = again.position
    for move in answer:
        position = rules.apply(position, move)
    assert rules.is_won(position)


def test_the_best_answer_lies_ahead_of_the_deal_where_that_is_asked_for(tmp_path: Path) -> None:
    session = Program(tmp_path).open_easy(BrainJam())
    assert session.follow_best().refusal
    win(session)
    best = made(session.history)
    session.to_start()
    session.play(next(m for m in session.rules.moves(session.position) if m.onto != "done"))
    assert not session.follow_best().refusal
    assert session.moves == 0 and redo_line(session.history) == best
    assert session.last_change is not None and session.last_change.text == "follow-best"


def test_two_programs_on_one_deal_lose_nothing_of_each_other(tmp_path: Path) -> None:
    one, two = Program(tmp_path), Program(tmp_path)
    rules = BrainJam()
    first, second = one.open(rules), two.open(rules)
    for char in "abc":
        first.key(char)
    for char in "hgf":
        second.key(char)
    assert any("another window" in text for text in two.told)
    assert second.moves == 3
    texts = known_actions(second)
    assert {
        *map(action_text, made(first.history)),
        *map(action_text, made(second.history)),
    } == texts
    two.game_store.close()
    third = Program(tmp_path).open(rules, branching=True)
    assert third.position == second.position
    assert known_actions(third) == texts


def known_actions(session: Session) -> set[str]:
    """All actions of a history, as text."""
    return {action_text(edge.action) for edge in session.history.graph.edges()}


def test_two_programs_taking_turns_keep_playing(tmp_path: Path) -> None:
    one, two = Program(tmp_path), Program(tmp_path)
    sessions = [one.open(BrainJam(), branching=True), two.open(BrainJam(), branching=True)]
    random = Random(4)
    for _ in range(scaled(20)):
        session = random.choice(sessions)
        before = session.position
        move = any_move(session.rules, before, random)
        if move is None:
            session.undo(5)
            continue
        session.play(move)
        assert session.position == session.rules.apply(before, move)
    for session in sessions:
        session.to_start()
    last = Program(tmp_path).open(BrainJam(), branching=True)
    assert len(last.history) >= max(len(session.history) for session in sessions)


def test_a_win_where_another_program_has_played_on_is_saved_with_its_answer(
    tmp_path: Path,
) -> None:
    one, two = Program(tmp_path), Program(tmp_path)
    rules = LaPeau()
    first, second = one.open_easy(rules), two.open_easy(rules)
    first.key("a")
    first.key(" ")
    first.send_home(first_end(first))
    win(second)
    assert two.game_store.best == 52
    later = Program(tmp_path)
    later.open_easy(rules)
    assert later.game_store.best == 52
    assert PlayOutcome.WON in [play.outcome for play in plays(later)]


def first_end(session: Session):  # type: ignore[no-untyped-def]
    """The seat of a card that can go home."""
    move = next(m for m in session.rules.moves(session.position) if m.onto == "done")
    return session.position.seat(move.card)  # type: ignore[arg-type]


def test_storage_trouble_is_told_and_play_goes_on(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open(BrainJam())
    session.key("a")
    save = program.storage.save

    def fail(*what: object, **more: object) -> None:
        raise StorageError(StorageTrouble.FULL, "the disk is full")

    program.storage.save = fail  # type: ignore[method-assign,assignment]
    session.key("b")
    session.key("c")
    assert session.moves == 3
    assert program.told == [StorageError(StorageTrouble.FULL, "").sentence()], "once is enough"
    program.storage.save = save  # type: ignore[method-assign]
    session.key("d")
    assert len(program.told) == 1


def test_time_is_counted_and_saved_with_the_next_action(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open(BrainJam())
    program.game_store.spend(100)
    session.key("a")
    program.game_store.spend(12.5)
    session.key("b")
    program.game_store.close()
    later = Program(tmp_path)
    later.open(BrainJam())
    assert later.game_store.seconds == 12.5, "the time before the first action is nobody's"


def test_time_begins_with_the_first_action_though_the_deal_came_with_a_line(
    tmp_path: Path,
) -> None:
    for rules in (BrainJam(), LaPeau(), Gaps(), Klondike()):
        program = Program(tmp_path / rules.name)
        session = program.open_easy(rules)
        line = rules.moves(session.position)[:1]
        program.game_store.add_line(session, line)
        assert not program.game_store.clock_runs
        program.game_store.spend(60)
        assert program.game_store.seconds == 0
        session.redo()
        assert program.game_store.clock_runs


def test_time_since_the_last_action_is_kept_where_the_deal_is_left(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.open(BrainJam()).key("a")
    program.game_store.spend(75)
    program.game_store.close()
    later = Program(tmp_path)
    later.open(BrainJam())
    assert later.game_store.seconds == 75
    assert [play.seconds for play in plays(later)] == [75]


def test_a_restart_begins_another_attempt_and_the_total_stays(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    session.play(session.rules.moves(session.position)[0])
    program.game_store.spend(630)
    for _ in range(2):
        program.game_store.begin_again(session)
        session.to_start()
    assert (program.game_store.seconds, program.game_store.total) == (0, 630)
    program.game_store.spend(1000)
    session.play(session.rules.moves(session.position)[0])
    program.game_store.spend(47)
    win(session)
    assert (program.game_store.seconds, program.game_store.total) == (47, 677)
    assert [(play.attempt, play.outcome, play.seconds) for play in plays(program)] == [
        (1, PlayOutcome.OPEN, 630),
        (2, PlayOutcome.WON, 47),
    ]
    program.game_store.close()
    later = Program(tmp_path)
    later.open_easy(BrainJam())
    assert later.game_store.total == 677


@pytest.mark.parametrize("way", ["redo", "to_end"])
def test_after_a_restart_ones_own_moves_come_back_with_the_time_they_took(
    tmp_path: Path, way: str
) -> None:
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    for _ in range(2):
        session.play(session.rules.moves(session.position)[0])
    program.game_store.spend(630)
    program.game_store.begin_again(session)
    session.to_start()
    getattr(session, way)()
    assert (program.game_store.seconds, program.game_store.total) == (630, 630)
    program.game_store.spend(47)
    win(session)
    assert (program.game_store.seconds, program.game_store.total) == (677, 677)
    assert not plays(program)[-1].helped, "redo along one's own tries is no help"
    program.game_store.close()
    later = Program(tmp_path)
    later.open_easy(BrainJam())
    assert later.game_store.total == 677
    assert [(play.attempt, play.outcome, play.seconds) for play in plays(later)] == [
        (1, PlayOutcome.WON, 677)
    ], "the restart was taken back: it has left no unfinished attempt"


def test_moves_of_before_a_restart_belong_to_it_once_something_else_was_played(
    tmp_path: Path,
) -> None:
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    first, second = session.rules.moves(session.position)[:2]
    session.play(first)
    program.game_store.spend(630)
    program.game_store.begin_again(session)
    session.to_start()
    session.play(second)
    program.game_store.spend(20)
    session.undo()
    session.play(first)
    win(session)
    assert [(play.attempt, play.outcome, play.seconds) for play in plays(program)] == [
        (1, PlayOutcome.OPEN, 630),
        (2, PlayOutcome.WON, 20),
    ]


def test_undo_and_redo_of_the_present_attempt_bring_no_time_of_an_earlier_one(
    tmp_path: Path,
) -> None:
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    session.play(session.rules.moves(session.position)[0])
    program.game_store.spend(630)
    program.game_store.begin_again(session)
    session.to_start()
    for _ in range(3):
        session.play(session.rules.moves(session.position)[-1])
    program.game_store.spend(20)
    for travel in (session.undo, session.redo, session.to_start, session.to_end):
        travel()
        assert (program.game_store.seconds, program.game_store.total) == (20, 650)


def test_help_stays_with_the_line_over_a_restart(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    program.game_store.count_hint(session, session.rules.moves(session.position)[0])
    session.play(session.rules.moves(session.position)[0])
    program.game_store.begin_again(session)
    session.to_start()
    assert program.game_store.hints == 0
    session.redo()
    win(session)
    assert program.game_store.best is not None and program.game_store.best_alone is None
    assert plays(program)[-1].helped


def test_only_a_win_that_was_an_attempt_has_a_time(tmp_path: Path) -> None:
    first = Program(tmp_path / "first")
    win(won := first.open_easy(BrainJam()))
    assert first.game_store.is_attempt
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    program.game_store.add_line(
        session,
        flatten(edge.action for edge in won.history.graph.answer_from(won.history.graph.start.key)),
    )
    session.to_end()
    assert session.is_won and not program.game_store.is_attempt
    session.undo()
    assert program.game_store.is_attempt


def test_an_answer_that_redo_leads_along_is_no_further_win(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    win(session)
    program.game_store.close()
    later = Program(tmp_path)
    session = later.open_easy(BrainJam())
    line = redo_line(session.history)
    session.redo(len(line) - 1)
    session.play(*line[-1])
    assert session.is_won
    assert len(plays(later)) == 1


def test_a_second_attempt_that_goes_on_another_day_counts(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(LaPeau())
    win(session)
    session.to_start()
    session.play(session.rules.moves(session.position)[0])
    session.play(session.rules.moves(session.position)[0])
    assert [play.outcome for play in plays(program)] == [PlayOutcome.WON, PlayOutcome.OPEN]
    program.game_store.close()
    later = Program(tmp_path)
    again = later.open_easy(LaPeau())
    later.game_store.count_hint(again)
    assert [play.hints for play in plays(later)] == [0, 1]
    win(again)
    assert [play.outcome for play in plays(later)] == [PlayOutcome.WON, PlayOutcome.WON]


def win_with(program: Program, seconds: float, hints: int) -> Session:
    session = program.open_easy(BrainJam())
    for _ in range(hints):
        program.game_store.count_hint(session)
    session.play(session.rules.moves(session.position)[0])
    program.game_store.spend(seconds)
    win(session)
    return session


BACK_AND_ON = {
    "undo and redo": lambda session: (session.undo(2), session.redo(), session.redo()),
    "undo and end": lambda session: (session.undo(2), session.to_end()),
    "by the map": lambda session: (session.goto(session.history.line[2].key), session.goto(WON)),
    "before": lambda session: (session.undo(), session.view_before()),
    "by hand": lambda session: (
        session.undo(),
        session.play(*redo_line(session.history)[0]),
    ),
}


@pytest.mark.parametrize("go", BACK_AND_ON.values(), ids=BACK_AND_ON)
def test_back_from_a_win_and_on_again_along_the_same_line_is_the_same_attempt(
    go: Callable[[Session], object], tmp_path: Path
) -> None:
    program = Program(tmp_path)
    session = win_with(program, 30, hints=2)
    wins: list[int | None] = []
    program.game_store.on_win = lambda rules, number: wins.append(number)
    before = plays(program)
    go(session)
    assert session.is_won
    assert (program.game_store.seconds, program.game_store.hints) == (30, 2)
    session.undo()
    program.game_store.spend(5)
    assert (program.game_store.seconds, program.game_store.hints) == (30, 2), (
        "looking back takes no time"
    )
    session.redo()
    assert plays(program) == before and wins == [] and not program.game_store.just_won
    session.to_start()
    assert (program.game_store.seconds, program.game_store.hints) == (0, 0), "another attempt"
    win(session)
    assert len(plays(program)) == 2 and not plays(program)[1].helped
    assert program.game_store.just_won


def test_another_line_from_within_a_won_one_is_not_that_win_any_more(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = win_with(program, 30, hints=1)
    session.undo(10)
    program.game_store.spend(5)
    other = [move for move in session.rules.moves(session.position) if not is_next(session, move)]
    session.play(other[0])
    assert (program.game_store.seconds, program.game_store.hints) == (0, 0)
    program.game_store.spend(7)
    win(session)
    assert program.game_store.seconds == 7
    session.undo()
    session.redo()
    assert program.game_store.seconds == 7, "so is an answer that was only improved"
    assert len(plays(program)) == 1


def is_next(session: Session, move: Move) -> bool:
    """Whether redo makes this move."""
    return bool(session.history.redo_line()) and (move,) == redo_line(session.history)[0]


def test_to_look_back_at_a_win_shows_what_that_one_took(tmp_path: Path) -> None:
    program, rules, ends = Program(tmp_path), Klondike(), {}
    deck = easy_deck(rules)
    session = program.game_store.open(rules, deck, None, branching=True, autoplay=False)
    for turned, seconds in ((25, 30), (1, 50)):
        session.to_start()
        for _ in range(turned):
            session.space()
        program.game_store.spend(seconds)
        win(session)
        ends[session.history.here] = seconds
    later = Program(tmp_path)
    again = later.game_store.open(rules, deck, None, branching=True, autoplay=False)
    for end, seconds in ends.items():
        again.goto(end)
        assert again.is_won and later.game_store.seconds == seconds


def homeward(session: Session) -> list[Move]:
    return [move for move in session.rules.moves(session.position) if move.onto == "done"]


def test_a_new_end_of_a_known_line_is_another_win(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    while not session.is_won:
        session.play(homeward(session)[0])
    program.game_store.begin_again(session)
    session.to_start()
    session.play(homeward(session)[0])
    while session.moves < 30:
        session.redo()
    while not session.is_won:
        session.play(homeward(session)[-1])
    assert [play.outcome for play in plays(program)] == 2 * [PlayOutcome.WON]


def test_redo_from_the_deal_marks_the_attempt_but_shows_the_win_it_leads_to(
    tmp_path: Path,
) -> None:
    win_with(Program(tmp_path), 30, hints=2)
    later = Program(tmp_path)
    session = later.open_easy(BrainJam())
    session.to_end()
    assert (later.game_store.seconds, later.game_store.hints) == (30, 2)
    session.to_start()
    assert (later.game_store.seconds, later.game_store.hints) == (0, 0)
    win(session)
    assert [play.redone for play in plays(later)] == [False, True]


def test_from_an_old_win_into_an_attempt_under_way_is_marked(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(BrainJam())
    session.history.branching = True
    win(session)
    won = session.history.here
    session.to_start()
    moves = [move for move in session.rules.moves(session.position) if not is_next(session, move)]
    session.play(moves[-1])
    session.goto(won)
    session.undo(3)
    session.play(*redo_line(session.history)[0])
    session.undo(2)
    session.play(session.rules.moves(session.position)[-1])
    assert [play.redone for play in plays(program)] == [False, True]


def test_deals_under_each_policy_are_games_of_their_own(tmp_path: Path) -> None:
    program = Program(tmp_path)
    one = program.open(LaPeau())
    one.play(one.rules.moves(one.position)[0])
    other = program.open(LaPeau("same"))
    assert other.moves == 0
    assert program.open(LaPeau()).moves == 1


def test_an_ordered_deal_of_la_peau_is_recorded_with_what_is_done(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(LaPeau())
    win(session)
    key = DealKey("lapeau", "alternate", deals.deck_text(session.deck))
    assert program.storage.ordered(key)


def test_an_ordered_deal_reached_with_a_hint_is_not_recorded(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(LaPeau())
    program.game_store.count_hint(session)
    win(session)
    key = DealKey("lapeau", "alternate", deals.deck_text(session.deck))
    assert not program.storage.ordered(key)


def test_a_deal_whose_record_is_damaged_starts_anew_and_says_so(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open(BrainJam())
    session.key("a")

    def broken(key: DealKey) -> None:
        raise StorageError(StorageTrouble.DAMAGED, "the saved history is damaged")

    program.storage.open = broken  # type: ignore[method-assign,assignment]
    again = program.open(BrainJam())
    assert again.moves == 0
    assert program.told == [StorageError(StorageTrouble.DAMAGED, "").sentence()]


def plays(program: Program) -> list[Play]:
    """All plays, by attempt."""
    found = [played.play for played in program.storage.plays.all()]
    return sorted(found, key=lambda play: play.attempt)


def test_a_hint_that_was_only_looked_at_is_remembered_over_a_restart(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.game_store.count_hint(program.open(BrainJam()))
    later = Program(tmp_path)
    later.open(BrainJam()).key("a")
    assert [play.hints for play in plays(later)] == [1]


def test_help_after_the_last_move_marks_what_was_written_of_the_attempt(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open(BrainJam())
    session.key("a")
    program.game_store.count_hint(session)
    program.game_store.note_shown(session)
    (play,) = plays(Program(tmp_path))
    assert (play.hints, play.shown) == (1, True)


def test_redo_and_going_ahead_are_marked_and_undo_is_not(tmp_path: Path) -> None:
    ahead = {
        "redo": Session.redo,
        "end": Session.to_end,
        "map": lambda session: session.goto(session.history.line[2].key),
        "before": Session.view_before,
    }
    for name, go in ahead.items():
        program = Program(tmp_path / name)
        session = program.open(BrainJam())
        session.key("a")
        session.key("b")
        session.undo(2)
        session.key("a")
        assert not plays(program)[-1].redone
        session.undo()
        session.redo()
        session.undo(2)
        go(session)
        session.key("c")
        assert plays(program)[-1].redone, name


def test_a_pasted_answer_counts_as_shown(tmp_path: Path) -> None:
    program = Program(tmp_path / "own")
    session = program.open_easy(LaPeau())
    win(session)
    line = flatten(made(session.history))
    other = Program(tmp_path / "pasted")
    session = other.open_easy(LaPeau())
    session.add_line(line)
    session.play(line[0])
    session.to_end()
    session.undo()
    session.play(line[-1])
    assert session.is_won
    assert plays(other)[-1].shown


def test_a_deal_left_where_nothing_can_be_done_is_written_as_stuck(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open(BrainJam())
    line = next(filter(None, (line_to_stuck(session.rules, 1, seed) for seed in range(50))))
    for move in line:
        session.play(move)
    assert [play.outcome for play in plays(program)] == [PlayOutcome.STUCK]


def test_a_par_that_is_proved_before_or_after_the_win_marks_it(tmp_path: Path) -> None:
    for first in (True, False):
        program = Program(tmp_path / str(first))
        session = program.open_easy(LaPeau())
        if first:
            program.game_store.prove_par(session, 52)
        win(session)
        if not first:
            program.game_store.prove_par(session, 52)
        assert [play.par for play in plays(program)] == [True]


def test_a_proved_par_is_kept_for_the_library_beside_name_and_note(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(LaPeau())
    win(session)
    (row,) = program.storage.library()
    program.storage.note(row.key, About("mine", "hard"))
    program.game_store.prove_par(session, 52)
    (row,) = program.storage.library()
    assert (row.shortest, row.name, row.note) == (52, "mine", "hard")


def test_a_proved_par_is_known_to_the_next_start_and_of_a_deal_that_counts(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.game_store.prove_par(program.open_easy(LaPeau()), 52)
    program = Program(tmp_path)
    assert program.game_store.proved_par(program.open_easy(LaPeau())) == 52
    assert program.game_store.proved_par(program.open(LaPeau())) is None
    lesson = program.game_store.open(LaPeau(), easy_deck(LaPeau()), None, counts=False)
    assert program.game_store.proved_par(lesson) is None


def test_a_par_proved_before_the_deal_was_opened_marks_its_win_too(tmp_path: Path) -> None:
    first = Program(tmp_path / "other")
    win(session := first.open_easy(BrainJam()))
    program = Program(tmp_path)
    program.game_store.prove_par(program.open_easy(BrainJam()), session.moves)
    again = program.open_easy(BrainJam())
    program.game_store.read_again()
    win(again)
    assert [play.par for play in plays(program)] == [True]


@pytest.mark.parametrize("claimed", [-5, 3, 51, 90])
def test_a_par_in_the_record_that_cannot_be_true_is_not_believed(
    claimed: int, tmp_path: Path
) -> None:
    program = Program(tmp_path)
    session = program.open_easy(LaPeau())
    win(session)
    program.game_store.prove_par(session, claimed)
    assert program.game_store.proved_par(session) is None
    program.game_store.prove_par(session, 52)
    assert program.game_store.proved_par(session) == 52


def test_a_proved_par_that_cannot_be_read_is_not_known_and_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(tmp_path)
    session = program.open_easy(LaPeau())

    def fail(key: DealKey) -> About:
        raise StorageError(StorageTrouble.DAMAGED, "")

    monkeypatch.setattr(program.storage, "about", fail)
    assert program.game_store.proved_par(session) is None
    assert program.told == []


def test_the_par_of_gaps_which_hangs_on_redeals_is_not_kept_as_the_shortest(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.game_store.open(Gaps(), deals.deck_of(617), 617)
    session.play(session.rules.moves(session.position)[0])
    program.game_store.prove_par(session, 80)
    assert [row.shortest for row in program.storage.library()] == [None]


def test_a_win_longer_than_par_is_not_marked(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open_easy(LaPeau())
    program.game_store.prove_par(session, 51)
    win(session)
    program.game_store.prove_par(session, 51)
    assert [play.par for play in plays(program)] == [False]


@pytest.mark.parametrize("helped", [False, True])
def test_a_win_is_told_once_it_is_on_disk_and_only_without_help(
    helped: bool, tmp_path: Path
) -> None:
    program = Program(tmp_path)
    told: list[PlayOutcome] = []
    program.game_store.on_win = lambda *win: told.extend(play.outcome for play in plays(program))
    session = program.open_easy(LaPeau())
    if helped:
        program.game_store.count_hint(session, session.rules.purge(session.position)[0])
    win(session)
    assert told == ([] if helped else [PlayOutcome.WON])


@pytest.mark.parametrize("read_only", [False, True])
def test_only_what_is_on_disk_is_traced_as_an_action(read_only: bool, tmp_path: Path) -> None:
    tracer, trace = Tracer(tmp_path / "trace"), tmp_path / "trace"
    store = GameStore(Storage(tmp_path / "data", read_only=read_only), tracer, print)
    session = store.open(Klondike(), deals.deck_of(1), 1)
    session.play(Move.parse("pull"))
    store.note_shown(session)
    traced = [json.loads(line)["event"] for line in trace.read_text().splitlines()]
    assert traced == ["unsaved" if read_only else "action"] * 2


def test_a_win_that_cannot_be_saved_at_once_counts_all_the_same(tmp_path: Path) -> None:
    program = Program(tmp_path)
    wins: list[int | None] = []

    def note(rules: Rules, number: int | None) -> None:
        wins.append(number)
        with suppress(StorageError):  # as the daily deals keep it
            program.storage.set_fact("won", "yes")

    program.game_store.on_win = note
    session = program.open_easy(LaPeau())
    with held(tmp_path):
        win(session)
        assert wins == [None] and program.storage.has_unsaved
    program.storage.idle()
    assert wins == [None] and Program(tmp_path).storage.fact("won") == "yes"
    assert [play.outcome for play in plays(Program(tmp_path))] == [PlayOutcome.WON]


def test_a_mended_file_gets_all_that_is_open_though_nothing_more_is_played(tmp_path: Path) -> None:
    program = Program(tmp_path)
    maintenance = Maintenance(
        program.storage, program.told.append, lambda: None, str, program.game_store.save_again
    )
    session = program.open(BrainJam(), branching=True)
    session.key("a")
    program.storage.back_up()
    session.key("b")
    session.key("c")
    line = made(session.history)
    spoil(tmp_path, "PRAGMA ignore_check_constraints = 1", "UPDATE deal SET length = -1")
    maintenance._found = program.storage.check()
    maintenance.collect()
    assert len(program.told) == 1 and "damaged" in program.told[0]
    assert made(session.history) == line == made(on_disk(tmp_path).history)
    assert program.storage.check() == []


def spoil(folder: Path, *statements: str) -> None:
    """What happens to a file behind the program's back."""
    other = sqlite3.connect(folder / database_files.MAIN)
    for statement in statements:
        other.execute(statement)
    other.commit()
    other.close()


@pytest.mark.parametrize("is_lesson", [False, True])
@pytest.mark.parametrize("is_written", [False, True])
def test_a_deal_on_a_table_below_lacks_nothing_that_a_mended_file_lacks(
    tmp_path: Path, *, is_lesson: bool, is_written: bool
) -> None:
    program = Program(tmp_path)
    store, rules = program.game_store, BrainJam()
    session = program.open(rules)
    session.key("a")
    program.storage.back_up()
    session.key("b")
    session.key("c")
    store.spend(70)
    session.key("d")
    line = made(session.history)
    above = store.open(rules, deals.deck_of(2), 2, counts=not is_lesson)
    of_it = "(SELECT id FROM deal WHERE number = 1)"
    spoil(
        tmp_path,
        "UPDATE deal SET seconds = 99, writer = 1, length = 1, place = 1 WHERE number = 1",
        f"DELETE FROM line WHERE n > 0 AND deal = {of_it}",
        f"DELETE FROM edge WHERE first > 1 AND deal = {of_it}",
    )
    if is_written:
        store.save_again()
        assert made(on_disk(tmp_path).history) == line
    store.leave(above)
    assert made(session.history) == line
    session.key("f")
    assert made(on_disk(tmp_path).history) == made(session.history) != line
    assert len(on_disk(tmp_path).history) == 6
    assert store.seconds == 70


def test_a_win_that_was_looked_back_at_keeps_its_figures_while_a_first_game_is_open(
    tmp_path: Path,
) -> None:
    program = Program(tmp_path)
    session = win_with(program, 20, hints=0)
    session.undo(2)
    seconds = program.game_store.seconds
    assert seconds > 0
    lesson = program.game_store.open(BrainJam(), deals.deck_of(2), 2, counts=False)
    program.game_store.leave(lesson)
    assert program.game_store.seconds == seconds


def test_a_mended_file_gets_nothing_of_a_deal_that_was_only_looked_at(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.open(BrainJam())
    program.game_store.save_again()
    assert program.storage.last_played() is None


def test_moves_that_the_rules_no_longer_take_are_told_and_the_rest_is_kept(tmp_path: Path) -> None:
    program = Program(tmp_path)
    session = program.open(BrainJam(), branching=True)
    session.key("a")
    session.key("b")
    kept = session.position
    session.key("c")
    program.game_store.close()
    spoil(tmp_path, "UPDATE line SET action = 'As>Kh' WHERE n = 2")
    later = Program(tmp_path)
    again = later.open(BrainJam(), branching=True)
    assert len(later.told) == 1
    assert again.position == kept
    again.undo()
    later.game_store.close()
    last = Program(tmp_path)
    session = last.open(BrainJam(), branching=True)
    session.redo()
    assert session.position == kept
    assert last.told == []


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Another program holds the file: nothing can be written."""
    other = sqlite3.connect(folder / database_files.MAIN, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@pytest.mark.parametrize("left", [False, True], ids=["open", "left"])
def test_what_could_not_be_saved_is_kept_though_another_program_plays_on(
    left: bool, tmp_path: Path
) -> None:
    one, two = Program(tmp_path), Program(tmp_path)
    first, second = one.open(BrainJam()), two.open(BrainJam())
    first.key("a")
    with held(tmp_path):
        first.key("b")
        first.key("c")
    if left:
        one.open(BrainJam(), 2)
    second.key("h")
    one.storage.idle()
    assert not one.storage.has_unsaved
    kept = known_actions(on_disk(tmp_path))
    mine = set(map(action_text, made(first.history)))
    assert first.moves == 3
    assert kept == mine | set(map(action_text, made(second.history)))
    first.undo()
    assert left or any("another window" in text for text in one.told)
    second.key("g")
    assert len(on_disk(tmp_path).history) == len(kept) + 2


def on_disk(folder: Path) -> Session:
    """The first deal of Brain Jam as a program that starts now has it."""
    return Program(folder).open(BrainJam(), branching=True)


def test_a_plain_history_takes_in_what_another_program_plays_and_goes_on_in_its_own_line(
    tmp_path: Path,
) -> None:
    one, two = Program(tmp_path), Program(tmp_path)
    first, second = one.open(BrainJam()), two.open(BrainJam())
    for char in "abc":
        first.key(char)
    second.key("h")
    assert not second.history.branching and len(second.history) == 5
    second.key("g")
    second.undo()
    second.key("f")
    assert second.moves == 2 and len(second.history) == 7
    first.undo()
    assert len(on_disk(tmp_path).history) == 7 and first.moves == 2


def test_a_deal_won_in_another_program_meanwhile_stays_won_and_play_goes_on_as_another_attempt(
    tmp_path: Path,
) -> None:
    one, two = Program(tmp_path), Program(tmp_path)
    rules = LaPeau()
    first, second = one.open_easy(rules), two.open_easy(rules)
    first.play(rules.moves(first.position)[0])
    win(second)
    first.play(rules.moves(first.position)[-1])
    assert one.game_store.best == 52
    first.play(rules.moves(first.position)[-1])
    assert [play.outcome for play in plays(one)].count(PlayOutcome.WON) == 1
    assert sorted(play.attempt for play in plays(one))[0] == 1
    later = Program(tmp_path)
    again = later.open_easy(rules)
    assert again.moves == first.moves, "where the one stands that is not won yet"
    again.to_start()
    win(again)
    assert [play.outcome for play in plays(later)] == [PlayOutcome.WON, PlayOutcome.WON]


def test_of_a_history_that_another_program_made_nonsense_of_the_rest_is_kept(
    tmp_path: Path,
) -> None:
    program = Program(tmp_path)
    session = program.open(BrainJam(), branching=True)
    for char in "abc":
        session.key(char)
    spoil(
        tmp_path,
        "INSERT INTO edge SELECT deal, source, 77, 'As>Kh', 1, 1, 1 FROM edge WHERE first = 1",
        "INSERT INTO edge SELECT deal, source, 78, 'no move at all', 1, 1, 1 FROM edge"
        " WHERE first = 2",
    )
    session.key("h")
    assert session.moves == 4
    program.game_store.close()
    later = Program(tmp_path)
    again = later.open(BrainJam(), branching=True)
    assert len(later.told) == 1
    assert again.position == session.position and made(again.history) == made(session.history)
    assert again.goto(77).refusal is not None and again.moves == 4
    assert 77 not in again.history or again.history.graph.nodes[77].depth == FAR


def test_of_a_line_with_an_action_that_makes_no_sense_what_was_made_before_is_kept(
    tmp_path: Path,
) -> None:
    program = Program(tmp_path)
    session = program.open(BrainJam(), branching=True)
    for char in "abc":
        session.key(char)
    program.game_store.close()
    spoil(tmp_path, "UPDATE line SET action = 'no move at all' WHERE n = 2")
    later = Program(tmp_path)
    assert later.open(BrainJam(), branching=True).moves == 2
    assert len(later.told) == 1


def test_what_is_kept_of_a_deal_is_told_without_its_history(tmp_path: Path) -> None:
    program = Program(tmp_path)
    for rules in ALL_RULES:
        session = program.open(rules)
        key = deal_key(rules, session.deck)
        assert program.storage.deal_figures(key) is None
        play(session, Random(1), 20)
        session.bookmark()
        figures = (len(session.history) - 1, len(session.history.bookmarks))
        assert program.storage.deal_figures(key) == figures
