"""The laws of the tree that a map draws of a graph, and of the player's line on it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from integer_graphs import Numbers, histories, lined, mapped, planned, rooms, tangles

from game.history import FAR, WON, History
from game.map.pieces import MapRoom

graphs = histories | tangles


@given(graphs)
def test_each_position_that_is_reached_has_one_node_and_each_edge_into_the_win_has_one(
    history: Numbers,
) -> None:
    tree, nodes = mapped(history), history.graph.nodes
    positions = {key for key, node in nodes.items() if node.depth < FAR} - {WON}
    ends = {edge.source.key for edge in nodes[WON].into} if WON in nodes else set()
    names = [(key, None) for key in positions] + [(WON, key) for key in ends]
    assert Counter(node.name for node in tree.nodes) == Counter(names)
    assert all(tree.find(*node.name) is node for node in tree.nodes)


@given(graphs)
def test_each_node_stands_at_its_depth_behind_the_one_before_it_on_a_shortest_way(
    history: Numbers,
) -> None:
    tree = mapped(history)
    seen = []
    for node in tree.nodes:
        seen.append(node)
        if node.parent is None or node.edge is None:
            assert node is tree.root and node.depth == 0
            continue
        assert node in node.parent.children and node.parent in seen
        assert (node.edge.source.key, node.edge.target.key) == (node.parent.key, node.key)
        assert node.parent.depth + node.edge.cost == node.depth
        if not node.won:
            assert node.depth == history.graph.nodes[node.key].depth
            assert node.edge is history.graph.before(history.graph.nodes[node.key])
        walks = [child.edge.walked for child in node.children if child.edge]
        assert walks == sorted(walks, reverse=True)


@given(graphs)
def test_the_shortest_answer_is_on_the_map_and_each_branch_knows_its_own(history: Numbers) -> None:
    tree = mapped(history)
    best = tree.root.answer
    assert (best.depth if best else None) == history.best
    for node in tree.nodes:
        ends = [end.depth for end in tree.nodes if end.won and node in end.up()]
        assert (node.answer.depth if node.answer else None) == min(ends, default=None)


@given(graphs)
def test_every_action_of_the_line_is_in_the_tree_or_drawn_once(history: Numbers) -> None:
    tree = mapped(history)
    line = lined(tree, history)
    places = [tree.at(history.line, place) for place in range(len(history.line))]
    assert tree.here is places[history.at] and line.nodes == places
    actions = list(pairwise(places))
    assert set(line.arcs) == {ends for ends in actions if ends[1].parent is not ends[0]}
    assert line.walked == {tree.root} | {b for a, b in actions[: history.at] if b.parent is a}
    for ends, made in line.arcs.items():
        assert made is (ends in actions[: history.at])


@given(graphs, rooms)
def test_the_line_is_drawn_along_each_piece_as_far_as_it_goes(
    history: Numbers, room: MapRoom
) -> None:
    plan = planned(history, room)
    assert plan.line is not None
    for node in plan.line.walked:
        place = plan.place(node)
        if place.drawn and node.parent is not None:
            spans = place.piece.walked
            assert any(start <= node.parent.depth and node.depth <= end for start, end in spans)
    for piece in plan.pieces:
        walked = sum(end - start for start, end in piece.walked)
        nodes = [node for node in piece.chain.nodes[: piece.shown] if node in plan.line.walked]
        assert piece.hidden or walked == sum(node.edge.cost for node in nodes if node.edge)


def test_a_circle_is_an_arc_backwards_and_a_shortcut_moves_its_whole_branch() -> None:
    history = words()
    for letter in "abcdef":
        history.play(letter)
    history.play("back to b")
    tree = mapped(history)
    ((start, end),) = lined(tree, history).arcs
    assert (start.depth, end.depth, tree.here) == (6, 2, end)
    history.start()
    history.play("jump to e")
    tree = mapped(history)
    depths = {history.position_of(node.key): node.depth for node in tree.nodes}
    assert depths == {"": 0, "a": 1, "b": 2, "c": 3, "d": 4, "e": 1, "f": 2}


def words() -> History[str, str]:
    """A history in which an action's last letter is the next position."""
    return History("", passed=lambda position, action: [action[-1]],
                   key=lambda position: position, is_won=lambda position: position == "!",
                   branching=True)  # fmt: skip


def test_each_edge_into_the_win_is_an_end_at_its_own_depth() -> None:
    history = words()
    for action in ("a", "b", "win!"):
        history.play(action)
    history.undo(2)
    history.play("win!")
    tree = mapped(history)
    assert sorted(node.depth for node in tree.nodes if node.won) == [2, 3]
    assert tree.here.parent is not None and history.position_of(tree.here.parent.key) == "a"
    assert tree.root.answer is tree.here
