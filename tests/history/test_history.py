"""The laws of the history, on trees of integers."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from itertools import accumulate

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from redo_nodes import redo_line, redo_nodes

from game.history import ROOT, History, HistoryChanges, HistoryError, Node, NodeRow
from game.history.node import actions_of
from game.history.transpositions import key_hash_of

# A position is a number with a wrapping: 100 * wrapping + number. The wrapping stands for which
# column a card lies in: it differs between twins, and an action must be playable on any of them.
NUMBERS = 23
WON = 7


def apply(position: int, action: int) -> int:
    wrapping, number = divmod(position, 100)
    return 100 * ((wrapping + action + 1) % 5) + (number * 3 + action * 5) % NUMBERS


def key(position: int) -> int:
    return position % 100


def is_won(position: int) -> bool:
    return position % 100 == WON


def cost(position: int, action: int) -> int:
    return 1 + (position % 100 * 5 + action * 7) % 9


def new_history(branching: bool = True, start: int = 0) -> History[int, int]:
    return History(start, apply=apply, key=key, is_won=is_won, cost=cost, branching=branching)


def road(start: str = "", branching: bool = True) -> History[str, str]:
    """A history of words: each action adds a letter, the order of the letters does not matter."""
    return History(
        start,
        apply=lambda word, letters: word + letters,
        key=lambda word: "".join(sorted(word)),
        is_won=lambda word: word.endswith("!"),
        cost=lambda word, letters: 1 if letters.isalpha() and letters.islower() else 3,
        branching=branching,
    )


def play_all(history: History[str, str], actions: Iterable[str]) -> int:
    for action in actions:
        history.play(action)
    return history.here


def take_over(rows: dict[int, NodeRow[int]], changes: HistoryChanges[int]) -> None:
    for id in changes.removed:
        del rows[id]
    for row in changes.written:
        rows[row.id] = row


class Model(RuleBasedStateMachine):
    """Random play against what can be worked out naively from the tree's own edges."""

    branching = True

    def __init__(self) -> None:
        super().__init__()
        self.history = new_history(self.branching)
        self.rows: dict[int, NodeRow[int]] = {}
        self.changes = self.history.take_changes()
        self.lines_seen: set[tuple[int, ...]] = {()}

    def after(self) -> None:
        """Save, as the program does after every action."""
        self.changes = self.history.take_changes()
        take_over(self.rows, self.changes)

    @rule(action=st.integers(0, 2))
    def play(self, action: int) -> None:
        if self.history.node().won:
            return
        before, here, tried = self.history.position, self.history.here, self.history.ahead()
        known = [child.id for child in tried if child.action == action]
        kept = self.kept_by_plain_mode()
        step = self.history.play(action)
        assert step.new == (not known)
        assert known in ([], [self.history.here])
        if step.new:
            assert self.history.node().parent is self.history.node(here)
            assert self.history.position == apply(before, action)
            if not self.history.branching:
                self.only_what_plain_mode_keeps_is_left(kept, self.history.here)
        assert key(self.history.position) == key(apply(before, action))
        self.lines_seen.add(tuple(self.history.line()))
        self.after()

    def kept_by_plain_mode(self) -> set[int]:
        """The player's line, the answer's, and one line to each bookmark."""
        ends = {self.history.here, *self.history.bookmarks}
        kept = {node.id for end in ends for node in self.history.path(end)}
        return kept | {node.id for node in self.history.best_answer_nodes()}

    def only_what_plain_mode_keeps_is_left(self, kept: set[int], new: int) -> None:
        assert {node.id for node in self.history.walk()} == kept | {new}

    @rule(actions=st.integers(1, 5))
    def undo(self, actions: int) -> None:
        line, position, redoable = self.history.line(), self.history.position, self.history.here
        undone = self.history.undo(actions)
        assert undone == min(actions, len(line))
        assert self.history.line() == line[: len(line) - undone]
        back = self.history.here
        if (
            self.history.node().children
            and redo_line(self.history)[:undone] == line[len(line) - undone :]
        ):
            self.history.redo(undone)
            assert (self.history.here, self.history.position) == (redoable, position)
            self.history.undo(undone)
            assert self.history.here == back
        self.after()

    @rule(actions=st.integers(1, 5))
    def redo(self, actions: int) -> None:
        ahead, here = redo_nodes(self.history)[:actions], self.history.here
        assert self.history.redo(actions) == len(ahead)
        assert self.history.here == (ahead[-1].id if ahead else here)
        self.after()

    @rule(pick=st.randoms(use_true_random=False))
    def goto(self, pick: random.Random) -> None:
        target = pick.choice([node.id for node in self.history.walk()])
        line = self.history.line(target)
        self.history.goto(target)
        assert self.history.here == target
        self.history.start()
        self.history.redo(len(line))
        assert self.history.here == target, "redo leads to where one went"
        self.after()

    @rule()
    def back(self) -> None:
        here = self.history.here
        if self.history.back():
            there = self.history.here
            assert self.history.back() and self.history.here == here
            assert self.history.back() and self.history.here == there
        self.after()

    @rule()
    def switch(self) -> None:
        moves, same = self.history.moves, key(self.history.position)
        if self.history.switch():
            assert key(self.history.position) == same
            assert self.history.moves <= moves
            assert self.history.better() is None
        self.after()

    @rule()
    def branch_points(self) -> None:
        if self.history.previous_branch():
            assert len(self.history.ahead()) > 1 or not self.history.can_undo
        before = redo_nodes(self.history)
        passed = self.history.next_branch()
        end = passed == len(before)
        assert end or (passed and len(self.history.ahead()) > 1)
        self.after()

    @rule()
    def bookmark(self) -> None:
        self.history.bookmark()
        assert self.history.bookmarks[-1] == self.history.here
        assert len(set(self.history.bookmarks)) == len(self.history.bookmarks)
        self.after()

    @rule()
    def swap(self) -> None:
        here, marks = self.history.here, self.history.bookmarks
        if self.history.swap_bookmark():
            rest = tuple(key_hash for key_hash in marks[:-1] if key_hash != here)
            assert (self.history.here, self.history.bookmarks) == (marks[-1], (*rest, here))
        self.after()

    @rule(goes=st.booleans())
    def drop(self, goes: bool) -> None:
        here, marks = self.history.here, self.history.bookmarks
        done = self.history.return_to_bookmark() if goes else self.history.drop_bookmark()
        assert done == bool(marks)
        assert self.history.bookmarks == marks[:-1]
        assert self.history.here == (marks[-1] if goes and marks else here)
        self.after()

    @rule()
    def follow_answer(self) -> None:
        through = self.history.node().answer
        assert self.history.follow_answer() == (through is not None)
        if through is not None:
            here = self.history.here
            ends = [node for node in redo_nodes(self.history) if node.won]
            assert self.history.node().won or ends, "redo leads to the answer"
            way = self.history.path()[1:] + redo_nodes(self.history)
            assert sum(node.cost for node in way) == through
            self.history.goto(here)
        self.after()

    @invariant()
    def answers_are_the_shortest(self) -> None:
        below = self.answers_worked_out()
        for node in self.history.walk():
            assert node.to_go == below.get(node.id)
        best = actions_of(self.history.best_answer_nodes())
        assert self.history.best == below.get(ROOT)
        position, moves = 0, 0
        for action in best:
            moves, position = moves + cost(position, action), apply(position, action)
        assert self.history.best == (moves if best else None)
        assert is_won(position) or not best

    def answers_worked_out(self) -> dict[int, int]:
        """The moves from each node to a win through what can be redone."""
        nodes = list(self.history.walk())
        below = {node.id: 0 for node in nodes if node.won}
        changed = True
        while changed:
            changed = False
            for node in nodes:
                ahead = [] if node.won else self.history.ahead(node.id)
                ways = [c.cost + below[c.id] for c in ahead if c.id in below]
                if ways and min(ways) < below.get(node.id, 9999):
                    below[node.id], changed = min(ways), True
        return below

    @invariant()
    def what_is_ahead_is_what_was_tried_from_the_position(self) -> None:
        for node in self.history.walk():
            twins = [
                twin
                for twin in self.history.walk()
                if not (twin.won or node.won) and twin.key_hash == node.key_hash
            ]
            least = min((twin.depth for twin in twins), default=0)
            shortest = [twin for twin in twins if twin.depth == least and twin is not node]
            path = self.history.path(node.id)
            tried = list(node.children)
            if not any(twin in path for twin in shortest):
                for twin in sorted(shortest, key=lambda twin: twin.id):
                    known = {_name(c) for c in tried}
                    tried += [c for c in twin.children if _name(c) not in known]
            tried.sort(key=lambda child: child.visit, reverse=True)
            assert self.history.ahead(node.id) == tried
            assert self.history._tree.transpositions.next(node) is next(iter(tried), None)

    @invariant()
    def depths_positions_and_order_are_true(self) -> None:
        known = {ROOT: 0}
        for node in self.history.walk():
            if node.parent is not None:
                known[node.id] = apply(known[node.parent.id], node.action or 0)
                assert node.depth == node.parent.depth + node.cost
                assert node.cost == cost(known[node.parent.id], node.action or 0)
            assert self.history.position_of(node.id) == known[node.id]
            assert node.won == is_won(known[node.id])
            visits = [child.visit for child in node.children]
            assert visits == sorted(visits, reverse=True) and len(set(visits)) == len(visits)
            assert len({child.action for child in node.children}) == len(node.children)

    @invariant()
    def the_best_of_twins_is_the_shortest(self) -> None:
        groups: dict[int, list[int]] = {}
        for node in self.history.walk():
            if not node.won:
                groups.setdefault(key(self.history.position_of(node.id)), []).append(node.id)
            else:
                assert self.history.better(node.id) is None
        for ids in groups.values():
            best = min(ids, key=self.worth)
            for id in ids:
                better = self.history.better(id)
                same = self.worth(best)[:2] == self.worth(id)[:2]
                assert (better.id if better else None) == (None if same else best)

    def worth(self, id: int) -> tuple[int, float, int]:
        node = self.history.node(id)
        ways = [node.depth + c.cost + c.to_go for c in node.children if c.to_go is not None]
        return node.depth, min(ways, default=float("inf")), id

    @invariant()
    def nothing_dangles(self) -> None:
        assert self.history.here in self.history
        assert all(key_hash in self.history for key_hash in self.history.bookmarks)

    @invariant()
    def saved_and_loaded_it_is_the_same(self) -> None:
        again = new_history(self.branching)
        mixed = sorted(self.rows.values(), key=lambda row: row.id * 7919 % 101)
        again.restore(mixed, self.changes.here, self.changes.bookmarks)
        assert (again.here, again.bookmarks) == (self.history.here, self.history.bookmarks)
        assert sorted(again.rows()) == sorted(self.history.rows())
        assert [_seen(again, node.id) for node in again.walk()] == [
            _seen(self.history, node.id) for node in self.history.walk()
        ]
        assert again.take_changes().written == ()


def _name(node: Node[int]) -> object:
    """What is the same for two children of one position if their actions are the same."""
    return node.action if node.won else (node.key_hash, node.cost)


def _seen(history: History[int, int], id: int) -> tuple[object, ...]:
    node, better = history.node(id), history.better(id)
    return id, node.depth, node.answer, better and better.id, history.position_of(id)


class BranchingModel(Model):
    """With branching on, no line that was ever played is lost."""

    @invariant()
    def every_line_is_still_known(self) -> None:
        """Each action of a line stands under its position, by whatever way that is reached."""
        known = self.known_edges()
        for line in self.lines_seen:
            position = 0
            for action in line:
                assert (key(position), action) in known, f"{line} is lost"
                position = apply(position, action)

    def known_edges(self) -> set[tuple[int, int | None]]:
        return {
            (key(self.history.position_of(node.parent.id)), node.action)
            for node in self.history.walk()
            if node.parent is not None
        }

    @rule()
    def forget_at_the_end(self) -> None:
        line = self.history.line()
        on_answer = self.history.node() in self.history.best_answer_nodes()
        count = len(self.history)
        if self.history.forget():
            assert self.history.line() == line[:-1]
            assert (len(self.history) == count) == on_answer
            edge = (key(self.history.position), line[-1])
            if edge not in self.known_edges():
                self.lines_seen = {seen for seen in self.lines_seen if edge not in _edges(seen)}
        self.after()


def _edges(line: Iterable[int]) -> set[tuple[int, int]]:
    position, edges = 0, set()
    for action in line:
        edges.add((key(position), action))
        position = apply(position, action)
    return edges


class PlainModel(Model):
    """With branching off, a new move forgets what is neither on the player's line, nor the
    answer, nor bookmarked.
    """

    branching = False


class SwitchingModel(Model):
    """Branching switched on and off in between."""

    @rule()
    def switch_mode(self) -> None:
        self.history.branching = not self.history.branching

    @precondition(lambda self: not self.history.branching and not self.history.node().won)
    @rule(action=st.integers(3, 4))
    def a_new_move_forgets(self, action: int) -> None:
        kept, step = self.kept_by_plain_mode(), self.history.play(action)
        if step.new:
            self.only_what_plain_mode_keeps_is_left(kept, self.history.here)
        self.after()


@pytest.mark.parametrize("model", [BranchingModel, PlainModel, SwitchingModel])
def test_random_play_keeps_the_laws(model: Callable[[], RuleBasedStateMachine]) -> None:
    run_state_machine_as_test(
        model,
        settings=settings(
            max_examples=60,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


LAWS = (
    Model.answers_are_the_shortest,
    Model.what_is_ahead_is_what_was_tried_from_the_position,
    Model.depths_positions_and_order_are_true,
    Model.the_best_of_twins_is_the_shortest,
    Model.nothing_dangles,
    Model.saved_and_loaded_it_is_the_same,
)


@pytest.mark.parametrize("model", [BranchingModel, SwitchingModel])
@pytest.mark.parametrize("seed", range(20))
def test_long_random_play_keeps_the_laws(model: type[Model], seed: int) -> None:
    """Trees large enough for grafts that bring on others, which short play seldom grows."""
    pick, play = random.Random(seed), model()
    for step in range(200):
        for _ in range(pick.randrange(1, 7)):
            play.play(pick.randrange(5))
        play.goto(pick)
        if pick.random() < 0.2:
            play.bookmark()
        if isinstance(play, SwitchingModel) and pick.random() < 0.1:
            play.switch_mode()
        for law in LAWS if step % 10 == 0 else ():
            law(play)
    if isinstance(play, BranchingModel):
        play.every_line_is_still_known()


# Plain and branching


def test_in_plain_mode_a_new_move_forgets_nothing_that_is_spared() -> None:
    history = road(branching=True)
    for letters in ("ab", "cde"):
        history.start()
        for letter in letters:
            history.play(letter)
    history.branching = False
    history.pinned = frozenset({history.here, 99})
    history.start()
    history.play("x")
    assert sorted("".join(history.line(node.id)) for node in history.walk()) == [
        "", "c", "cd", "cde", "x",
    ]  # fmt: skip
    history.undo()
    history.play("y!")
    assert len(history) == 5 and history.best == 3
    history.undo()
    history.play("z")
    assert len(history) == 6 and history.best == 3, "and the answer is kept"


def test_in_plain_mode_a_new_move_forgets_what_lies_ahead() -> None:
    history = road(branching=False)
    play_all(history, "abc")
    history.undo(2)
    history.play("x")
    assert history.line() == ["a", "x"]
    assert len(history) == 3


def test_making_by_hand_the_move_that_redo_would_make_keeps_what_lies_ahead() -> None:
    history = road(branching=False)
    play_all(history, "abc")
    history.undo(2)
    assert not history.play("b").new
    assert redo_line(history) == ["c"]


def test_turning_branching_off_keeps_the_tree_until_a_new_move() -> None:
    history = road()
    play_all(history, "abc")
    history.undo(2)
    play_all(history, "xy")
    history.branching = False
    history.undo()
    history.play("y")
    history.undo(2)
    history.play("b")
    assert len(history) == 6, "no move was new so far"
    history.play("z")
    assert [node.action for node in history.walk()] == [None, "a", "b", "z"]


def test_redo_takes_the_branch_visited_last() -> None:
    history = road()
    first = play_all(history, "ab")
    history.undo(2)
    second = play_all(history, "xy")
    history.start()
    history.end()
    assert history.here == second
    history.goto(first)
    history.start()
    history.end()
    assert history.here == first


def test_looking_back_leaves_the_order_of_branches() -> None:
    history = road()
    play_all(history, "ab")
    history.start()
    play_all(history, "xy")
    history.take_changes()
    history.undo(2)
    history.redo(2)
    assert history.take_changes().written == ()


def test_a_refused_action_changes_nothing() -> None:
    def apply(position: int, action: int) -> int:
        if action < 0:
            raise ValueError("no")
        return position + action

    history = History(0, apply=apply, key=key, is_won=is_won, branching=False)
    history.play(1)
    history.play(1)
    history.undo()
    history.take_changes()
    with pytest.raises(ValueError, match="no"):
        history.play(-1)
    assert (history.line(), redo_line(history)) == ([1], [1])
    assert history.take_changes() == HistoryChanges((), (), 1, ())


def test_an_action_must_count_a_move() -> None:
    history = History(0, apply=apply, key=key, is_won=is_won, cost=lambda position, action: 0)
    with pytest.raises(ValueError, match="less than one"):
        history.play(1)
    assert len(history) == 1


def test_undo_and_redo_say_how_far_they_went() -> None:
    history = road()
    play_all(history, "abcde")
    assert (history.undo(3), history.undo(10), history.undo()) == (3, 2, 0)
    assert (history.redo(4), history.end(), history.redo()) == (4, 1, 0)
    assert (history.start(), history.start()) == (5, 0)


def test_the_position_viewed_just_before_comes_back() -> None:
    history = road()
    assert not history.back()
    end = play_all(history, "abc")
    history.start()
    assert history.back() and history.here == end
    assert history.back() and history.here == ROOT


def test_forgetting_works_only_at_the_end_of_a_line() -> None:
    history = road()
    assert not history.forget()
    play_all(history, "abc")
    history.undo()
    assert not history.forget()
    history.redo()
    assert history.forget()
    assert (history.line(), redo_line(history)) == (["a", "b"], [])
    assert not history.back(), "what was viewed before is no more"


def test_up_and_down_stop_at_branch_points_else_at_the_deal_and_the_end() -> None:
    history = road()
    play_all(history, "abcdef")
    history.undo(4)
    fork = history.here
    end = play_all(history, "xyz")
    assert history.previous_branch() == 3 and history.here == fork
    assert history.previous_branch() == 2 and history.here == ROOT
    assert history.previous_branch() == 0
    assert history.next_branch() == 2 and history.here == fork
    assert history.next_branch() == 3 and history.here == end
    assert history.next_branch() == 0


# Same position by another way


def test_a_way_that_is_longer_knows_the_better_one() -> None:
    history = by_name()
    history.play(("here", 2))
    first = history.here
    history.start()
    step = history.play(("here", 3))
    assert step.new
    better = history.better()
    assert better is not None and (better.id, better.depth) == (first, 2)
    assert history.better(first) is None
    assert history.switch() and history.here == first
    assert not history.switch()


def test_a_way_as_long_is_another_one_only_where_its_answer_is_shorter() -> None:
    history = road()
    first = play_all(history, "ab")
    history.start()
    second = play_all(history, "ba")
    assert history.better(first) is None and history.better(second) is None
    history.goto(first)
    play_all(history, "c!")
    better = history.better(second)
    assert better is not None and (better.id, better.answer) == (first, 6)
    history.goto(second)
    play_all(history, "x!")
    assert history.better(second) is None, "both answers are as long"
    history.goto(second)
    history.play("!")
    better = history.better(first)
    assert better is not None and better.id == second


def test_a_position_knows_what_was_tried_from_its_better_way() -> None:
    history = by_name()
    for action in (("here", 2), ("there", 1)):
        history.play(action)
    tried = history.here
    history.start()
    history.play(("here", 3))
    assert [node.id for node in history.ahead()] == [tried]
    assert history.known(("there", 1)) is history.node(tried)
    assert not history.play(("there", 1)).new
    assert (history.here, history.moves) == (tried, 3), "it goes on upon the better way"
    history.goto(history.node(ROOT).children[1].id)
    assert history.redo() == 1 and history.here == tried


def test_of_two_ways_as_long_each_leads_on_to_what_was_tried_from_the_other() -> None:
    history = road()
    first = play_all(history, "ab")
    history.start()
    second = play_all(history, "ba")
    play_all(history, "c!")
    history.goto(first)
    assert [history.total(node) for node in history.ahead()] == [6]
    assert history.node().answer == 6
    assert not history.play("c").new and history.node().parent is history.node(second)
    history.goto(first)
    assert history.redo(2) == 2 and history.node().won


def test_a_fork_shows_the_totals_of_both_ways_after_a_graft() -> None:
    history = by_name(won="end")
    for action in (("fork", 1), ("here", 3), ("end", 1)):
        history.play(action)
    history.goto(1)
    history.play(("here", 2))
    history.undo()
    assert [history.total(node) for node in history.ahead()] == [4, 5]
    old = history.node(2)
    assert (old.children, old.to_go, old.answer) == ([], 1, 5)
    history.goto(old.id)
    assert [history.total(node) for node in history.ahead()] == [5]
    assert history.redo() == 1 and history.node().won


def test_a_circle_does_not_lead_round_and_round() -> None:
    history = by_name()
    for action in (("here", 1), ("there", 1), ("here", 1)):
        history.play(action)
    assert history.moves == 3 and not history.can_redo
    assert history.play(("there", 1)).new and history.moves == 4


def walked(ways: dict[tuple[int, str], int], *lines: str) -> History[int, str]:
    """A history in which each line was walked from the start; `ways` leads from place to place."""
    history: History[int, str] = History(
        0, apply=lambda at, way: ways[at, way], key=lambda at: at, is_won=lambda at: False,
        branching=True,
    )  # fmt: skip
    for line in lines:
        history.start()
        for way in line:
            history.play(way)
    return history


def test_excursions_there_and_back_do_not_lead_into_each_other() -> None:
    ways = {(0, "a"): 1, (1, "x"): 0, (0, "b"): 2, (2, "y"): 0}
    history = walked(ways, "axax", "byby")
    history.start()
    assert sum(history.redo() for _ in range(50)) == 4


def test_ways_that_come_to_each_others_beginning_do_not_lead_round_for_ever() -> None:
    ways = {(0, "a"): 1, (0, "b"): 2, (1, "x"): 3, (3, "y"): 2, (2, "u"): 4, (4, "v"): 1}
    history = walked(ways, "axy", "buv")
    assert not history.can_redo and not history.redo()
    assert [node.action for node in history.ahead()] == ["x"]
    history.start()
    assert [history.redo() for _ in range(4)] == [1, 1, 1, 0]
    assert history.line() == ["b", "u", "v"]


def test_the_same_position_is_the_same_action_whatever_it_is_called() -> None:
    history = road()
    known = play_all(history, ["AB"])
    history.start()
    assert not history.play("BA").new and history.here == known


def test_an_answer_that_was_not_played_is_redone_last_and_never_forgotten() -> None:
    history = road(branching=False)
    play_all(history, "ab")
    end = history.hold_answer("xy!")
    assert actions_of(history.best_answer_nodes()) == ["x", "y", "!"] and history.line() == [
        "a",
        "b",
    ]
    history.start()
    assert redo_line(history) == ["a", "b"]
    history.play("c")
    assert redo_line(history) == [] and len(history) == 5
    history.start()
    assert history.follow_answer() and redo_line(history) == ["x", "y", "!"]
    history.end()
    assert history.here == end
    assert history.forget() and len(history) == 5, "on the answer's line it only undoes"
    assert history.forget() and history.line() == ["x"]
    assert len(history.ahead(ROOT)) == 2, "what redo led along is kept until a new move"
    history.undo()
    history.play("z")
    assert sorted(map(str, history.line())) == ["z"] and len(history) == 5


def test_a_circle_is_a_node_like_any_other() -> None:
    history = History(
        0, apply=lambda p, a: p + a, key=lambda p: p, is_won=lambda p: False, branching=True
    )
    history.play(1)
    history.play(-1)
    better = history.better()
    assert (history.moves, history.position) == (2, 0)
    assert better is not None and better.id == ROOT


def test_a_shorter_way_takes_the_known_branches_over() -> None:
    mixed = History(
        "",
        apply=lambda word, letters: word + letters,
        key=lambda word: "".join(sorted(word)),
        is_won=lambda word: word.endswith("!"),
        cost=lambda word, letters: 5 if letters == "ab" else 1,
        branching=True,
    )
    far = play_all(mixed, ["ab", "c"])
    won = play_all(mixed, ["d", "x!"])
    mixed.goto(far)
    mixed.bookmark()
    old = mixed.node(far).parent
    assert old is not None
    mixed.goto(old.id)
    mixed.bookmark()
    mixed.goto(ROOT)
    mixed.take_changes()
    assert mixed.best == 8
    mixed.play("b")
    step = mixed.play("a")
    assert step.shortest
    assert mixed.best == 5 and actions_of(mixed.best_answer_nodes()) == ["b", "a", "c", "d", "x!"]
    assert mixed.line(won) == ["b", "a", "c", "d", "x!"]
    assert mixed.position_of(won) == "bacdx!", "the positions below are permuted too"
    assert mixed.node(old.id).children == [] and old.answer == 8, "the longer way keeps its worth"
    better = mixed.better(old.id)
    assert better is not None and better.id == mixed.here
    assert mixed.bookmarks == (far, mixed.here), "the bookmark on the position moves along"
    changes = mixed.take_changes()
    assert [row.id for row in changes.written] == [far, better.id - 1, better.id]
    assert changes.removed == (), "a graft writes the branch, not what hangs on it"


def test_what_a_graft_shortens_may_be_the_better_twin_elsewhere() -> None:
    history = by_name()
    for action in [("far", 9), ("deep", 9), ("won", 9)]:
        history.play(action)
    history.start()
    for action in [("other", 6), ("middle", 6), ("deep", 9), ("more", 1), ("won", 1)]:
        history.play(action)
    assert history.best == 23, "deep at 18 has taken more and won over from deep at 21"
    history.start()
    history.play(("short", 1))
    history.play(("middle", 1))
    assert history.best == 13
    assert actions_of(history.best_answer_nodes()) == [
        ("short", 1), ("middle", 1), ("deep", 9), ("more", 1), ("won", 1),
    ]  # fmt: skip


def by_name(won: str = "won") -> History[str, tuple[str, int]]:
    """A history whose actions say where they lead and what they count."""
    return History(
        "start",
        apply=lambda position, action: action[0],
        key=lambda position: position,
        is_won=lambda position: position == won,
        cost=lambda position, action: action[1],
        branching=True,
    )


def test_a_shorter_way_gathers_what_was_tried_from_every_twin() -> None:
    history = by_name()
    for moves, below in ((5, "x"), (6, "y"), (7, "z")):
        history.start()
        history.play(("here", moves))
        history.play((below, 1))
    history.start()
    history.play(("here", 2))
    assert [child.action for child in history.node().children] == [("z", 1), ("y", 1), ("x", 1)]


def test_won_positions_are_never_merged() -> None:
    history = road()
    play_all(history, ["a", "b!"])
    history.start()
    play_all(history, ["b", "a!"])
    assert history.better() is None
    assert [node.answer for node in history.node(ROOT).children] == [4, 4]


def test_exclamation_mark_makes_the_shortest_answer_the_redo_line() -> None:
    history = road()
    play_all(history, ["a", "b", "c", "d", "!"])
    history.undo(4)
    play_all(history, ["x", "!"])
    history.undo(2)
    dead = play_all(history, ["q"])
    assert not history.follow_answer()
    history.goto(ROOT)
    assert redo_line(history) == ["a", "q"]
    assert history.follow_answer()
    assert redo_line(history) == ["a", "x", "!"] == actions_of(history.best_answer_nodes())
    assert history.here == ROOT and dead in history


def test_a_forgotten_answer_counts_no_longer() -> None:
    history = road()
    play_all(history, ["a", "b", "!"])
    history.undo(2)
    play_all(history, ["c", "c", "!"])
    assert history.node(1).answer == 5
    history.forget()
    assert history.node(history.here).answer is None
    history.undo(2)
    play_all(history, ["!"])
    history.forget()
    assert history.best == 4, "the shortest is never forgotten"


def test_forgetting_the_better_one_leaves_the_next() -> None:
    history = road()
    history = by_name()
    ids = []
    for moves in (2, 3, 4):
        history.start()
        for action in ((f"way {moves}", 1), ("here", moves)):
            history.play(action)
            ids.append(history.here)
    history.goto(ids[1])
    history.forget()
    assert history.better(ids[3]) is None
    better = history.better(ids[5])
    assert better is not None and better.id == ids[3]


# Bookmarks


def test_swapping_with_a_bookmark_jumps_back_and_forth() -> None:
    history = road()
    first = play_all(history, "ab")
    history.bookmark()
    second = play_all(history, "cd")
    assert history.swap_bookmark() and history.here == first and history.bookmarks == (second,)
    assert history.swap_bookmark() and history.here == second and history.bookmarks == (first,)


def test_bookmarks_are_a_stack() -> None:
    history = road()
    marks = []
    for letter in "abc":
        history.play(letter)
        history.bookmark()
        marks.append(history.here)
    history.start()
    assert history.return_to_bookmark() and history.here == marks[2]
    assert history.drop_bookmark() and history.here == marks[2]
    assert history.return_to_bookmark() and history.here == marks[0]
    for action in (history.drop_bookmark, history.return_to_bookmark, history.swap_bookmark):
        assert not action()


def test_a_bookmark_goes_with_the_position_that_is_forgotten() -> None:
    history = road(branching=False)
    play_all(history, "ab")
    history.bookmark()
    history.undo()
    history.bookmark()
    history.goto(2)
    history.forget()
    assert history.bookmarks == (1,)


def test_in_plain_mode_the_ways_to_the_bookmarks_are_kept() -> None:
    history = road(branching=False)
    play_all(history, "ab")
    history.bookmark()
    play_all(history, "c")
    history.start()
    play_all(history, "xy")
    assert history.bookmarks == (2,)
    assert sorted("".join(history.line(n.id)) for n in history.walk()) == ["", "a", "ab", "x", "xy"]


def test_a_position_stands_once_in_the_stack_of_bookmarks() -> None:
    history = road()
    for letter in "abc":
        history.play(letter)
        history.bookmark()
    history.goto(1)
    history.bookmark()
    assert history.bookmarks == (2, 3, 1)
    history.goto(2)
    assert history.swap_bookmark()
    assert history.here == 1 and history.bookmarks == (3, 2)


# Saving


def test_an_action_is_one_row_and_an_undo_is_none() -> None:
    history = road()
    play_all(history, "abc")
    history.take_changes()
    history.play("d")
    changes = history.take_changes()
    assert [(row.id, row.parent, row.action) for row in changes.written] == [(4, 3, "d")]
    history.undo(2)
    assert history.take_changes() == HistoryChanges((), (), 2, ())


def test_what_is_made_and_forgotten_between_two_saves_is_never_told() -> None:
    history = road()
    history.take_changes()
    history.play("a")
    history.forget()
    assert history.take_changes() == HistoryChanges((), (), ROOT, ())


def test_ids_are_never_used_twice_while_the_tree_lives() -> None:
    history = road()
    first = play_all(history, "a")
    history.forget()
    assert play_all(history, "a") != first


def test_a_loaded_tree_grows_on_with_new_ids_and_later_visits() -> None:
    history = road()
    play_all(history, "ab")
    history.forget()
    play_all(history, "cd")
    again = road()
    again.restore(history.rows(), 1)
    again.play("e")
    assert again.here == 5
    again.undo()
    assert redo_line(again) == ["e"]
    again.undo()
    rows = again.rows()
    last = road()
    last.restore(rows, ROOT)
    assert redo_line(last) == ["a", "e"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([NodeRow(1, 5, 0, 1, 1, 1, False)], "hangs on node 5"),
        ([NodeRow(1, 2, 0, 1, 1, 1, False), NodeRow(2, 1, 0, 1, 1, 1, False)], "in a circle"),
        ([NodeRow(1, 0, 0, 1, 1, 1, False), NodeRow(1, 0, 1, 1, 2, 2, False)], "there twice"),
        ([NodeRow(0, 0, 0, 1, 1, 1, False)], "not possible"),
        ([NodeRow(1, 0, 0, 0, 1, 1, False)], "not possible"),
    ],
)
def test_rows_that_are_no_tree_are_refused(rows: list[NodeRow[int]], message: str) -> None:
    with pytest.raises(HistoryError, match=message):
        new_history().restore(rows, ROOT)


@pytest.mark.parametrize(("here", "bookmarks"), [(9, ()), (0, (0, 9))])
def test_pointers_into_nowhere_are_refused(here: int, bookmarks: tuple[int, ...]) -> None:
    with pytest.raises(HistoryError, match="node 9"):
        new_history().restore([NodeRow(1, 0, 0, 1, 1, 1, False)], here, bookmarks)


def test_marks_are_the_same_for_ever_and_tell_keys_apart() -> None:
    assert key_hash_of((1, 2, "x", b"y")) == 583310205975765121
    one = frozenset({(1, 2), (3,), ()})
    assert key_hash_of((one, 5)) == key_hash_of((frozenset([(), (3,), (1, 2)]), 5))
    keys = [(one, 5), one, (1, 2), ((1, 2),), frozenset({(1, 2)}), "1", 1, (12,), (1, 2, ())]
    assert len({key_hash_of(key) for key in keys}) == len(keys)


# Size


def test_a_line_of_a_hundred_thousand_positions_is_no_deeper_than_any() -> None:
    count = 100_000
    rows = [NodeRow(n, n - 1, 1, 1, n, n, n == count) for n in range(1, count + 1)]
    history: History[int, int] = History(
        0, apply=lambda p, a: p + a, key=lambda p: p, is_won=lambda p: p == count, branching=True
    )
    history.restore(rows, count)
    assert (history.moves, history.best, history.position) == (count, count, count)
    assert history.previous_branch() == count
    history.end()
    assert history.start() == count and history.position == 0
    assert history.follow_answer() and len(actions_of(history.best_answer_nodes())) == count
    assert sum(1 for _ in history.walk()) == count + 1
    history.goto(count // 2)
    history.branching = False
    assert history.play(-7).new
    assert len(history) == count + 2 and history.best == count, "the answer is kept"


def test_a_line_that_goes_round_and_round_is_no_slower_than_any() -> None:
    """Walked from each position, the way back to the deal took minutes on a line of 60,000."""
    count, start = 20_000, time.process_time()
    history: History[int, int] = History(
        0, apply=lambda p, a: a, key=lambda p: p, is_won=lambda p: p < 0, branching=True
    )
    wander = list(accumulate(random.Random(1).choices((-1, 1, 7), k=count)))
    actions = [each % 50 for each in wander] + [-1]
    history.restore(
        [
            NodeRow(n, n - 1, a, 1, n, key_hash_of(a) if a >= 0 else 0, a < 0)
            for n, a in enumerate(actions, 1)
        ],
        here=0,
    )
    assert history.best == count + 1
    assert history.next_branch() == count + 1, "no other way ahead: the line ends at the win"
    assert history.previous_branch() == count + 1
    assert history.end() == count + 1
    history.undo()
    history.play(50)
    assert time.process_time() - start < 2, "a third of a second; it was ten"


def test_few_positions_are_kept_of_many() -> None:
    history: History[int, int] = History(
        0, apply=lambda p, a: p + a, key=lambda p: p, is_won=lambda p: False
    )
    for _ in range(5000):
        history.play(1)
    assert len(history._tree._positions) < 1100
    history.undo(4000)
    assert history.position == 1000
