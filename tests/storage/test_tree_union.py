"""Two trees of one deal in one: what redo follows afterwards."""

from __future__ import annotations

from game.history import ROOT, NodeRow
from game.storage import DealKey, Saved
from game.storage.tree_union import has_twice, unite, without_twice

KEY = DealKey("klondike", "", "ABCD" * 13)


def row(id: int, parent: int, action: str, visit: int, mark: int) -> NodeRow[str]:
    return NodeRow(id, parent, action, 1, visit, mark, False)


THEIRS = [row(1, ROOT, "a", 9, 11), row(2, ROOT, "b", 3, 12), row(3, 2, "c", 4, 13)]


def test_redo_follows_our_own_way() -> None:
    ours = [row(1, ROOT, "b", 1, 12), row(2, 1, "c", 2, 13)]
    union = unite(THEIRS, ours, here=1)
    assert union.became == {ROOT: ROOT, 1: 2, 2: 3}
    visits = {row.id: row.visit for row in (*THEIRS, *union.written)}
    assert visits == {1: 9, 2: 10, 3: 4}  # to where we stand, and no further


def test_two_actions_to_one_position_in_as_many_moves_are_one() -> None:
    union = unite(THEIRS, [row(1, ROOT, "a by another name", 1, 11)], here=1)
    assert union.became == {ROOT: ROOT, 1: 1}
    longer = row(1, ROOT, "a by another way", 1, 11)._replace(cost=2)
    assert unite(THEIRS, [longer], here=1).became == {ROOT: ROOT, 1: 4}


def test_new_nodes_of_ours_come_before_theirs() -> None:
    union = unite(THEIRS, [row(1, ROOT, "d", 1, 14), row(2, 1, "e", 2, 15)], here=ROOT)
    assert [(row.id, row.parent, row.visit) for row in union.written] == [(4, ROOT, 10), (5, 4, 11)]


def test_what_nobody_has_played_comes_last_there_too() -> None:
    theirs = [*THEIRS, row(4, ROOT, "f", -2, 16)]
    union = unite(theirs, [row(1, ROOT, "d", -1, 14)], here=ROOT)
    assert [row.visit for row in union.written] == [-3]


def test_only_a_tree_with_an_action_twice_is_put_together_anew() -> None:
    rows = [row(1, ROOT, "a", 1, 11), row(2, 1, "b", 2, 12)]
    assert not has_twice(rows)
    assert has_twice([*rows, row(3, ROOT, "a", 3, 11)])


def test_without_doubles_all_that_was_tried_and_marked_is_still_there() -> None:
    rows = (row(1, ROOT, "a", 1, 11), row(2, ROOT, "a", 2, 11), row(3, 2, "b", 3, 12))
    once = without_twice(Saved(KEY, rows=rows, here=3, bookmarks=(2, 3)))
    assert [one.action for one in once.rows] == ["a", "b"]
    names = {one.id: one.action for one in once.rows}
    assert names[once.here] == "b" and [names[mark] for mark in once.bookmarks] == ["a", "b"]
