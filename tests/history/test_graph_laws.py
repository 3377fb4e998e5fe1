"""The laws of a deal's graph, on random graphs of integers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from game.history import FAR, WON, EdgeRow, Graph

DEAL = 1
FEW = settings(max_examples=100)
Ends = tuple[int, int]
Action = tuple[int, int, str]
"""The positions before and after it, and the place that was chosen."""
Row = EdgeRow[Action]


def redeals(action: Action) -> int:
    return int((action[0] + action[1]) % 5 == 0)


def row(source: int, target: int, place: str, cost: int, first: int, later: int) -> Row:
    walked = first + later if first else 0
    return EdgeRow(source, target, (source, target, place), cost, first, walked)


positions = st.integers(1, 9)
rows = st.builds(
    row,
    positions,
    st.integers(0, 9),
    st.sampled_from("abc"),
    st.integers(1, 4),
    st.integers(0, 3),
    st.integers(0, 9),
).filter(lambda made: made.source != made.target)


class Side(NamedTuple):
    """A graph to be joined: its edges, and the ends of those with help."""

    rows: tuple[Row, ...]
    told: frozenset[Ends]


def made(side: Side) -> Graph[Action]:
    graph = Graph[Action](DEAL, str, redeals)
    graph.join(side.rows, side.told)
    return graph


def restored(side: Side) -> Graph[Action]:
    graph = Graph[Action](DEAL, str, redeals)
    graph.restore(side.rows, side.told)
    return graph


def side_of(graph: Graph[Action]) -> Side:
    helped = frozenset(edge.ends for edge in graph.edges() if edge.helped)
    return Side(graph.rows(), helped)


@st.composite
def sides(draw: st.DrawFn) -> Side:
    found = draw(st.lists(rows, max_size=25, unique_by=lambda made: made[:2]))
    helped = draw(st.sets(st.integers(0, 24), max_size=8))
    return Side(tuple(found), frozenset(found[n][:2] for n in helped if n < len(found)))


def distances(start: int, edges: Iterable[tuple[int, int, tuple[int, int]]]) -> dict[int, object]:
    """Dijkstra's algorithm from scratch, over edges (from, to, length)."""
    leaving = defaultdict(list)
    for source, target, length in edges:
        leaving[source].append((target, length))
    found, waiting = dict[int, object](), [((0, 0), start)]
    while waiting:
        length, node = heappop(waiting)
        if node not in found:
            found[node] = length
            for target, (turns, moves) in leaving[node]:
                heappush(waiting, ((length[0] + turns, length[1] + moves), target))
    return found


def assert_true(graph: Graph[Action]) -> None:
    """All that the graph says of its edges is so."""
    onward, back, alone = [], [], []
    for edge in graph.edges():
        source, target = edge.ends
        onward.append((source, target, (0, edge.cost)))
        back.append((target, source, (redeals(edge.action), edge.cost)))
        alone += back[-1:] if not edge.helped else []
    depth, to_go, to_go_alone = distances(DEAL, onward), distances(WON, back), distances(WON, alone)
    for node in graph.nodes.values():
        assert node.depth == depth.get(node.key, (0, FAR))[1]  # type: ignore[index]
        assert node.to_go == to_go.get(node.key, (0, FAR))[1]  # type: ignore[index]
        assert node.to_go_alone == to_go_alone.get(node.key, (0, FAR))[1]  # type: ignore[index]
        if node.key in depth:
            way = graph.way_to(node.key)
            assert sum(edge.cost for edge in way) == node.depth
            assert [DEAL, *(edge.target.key for edge in way)] == [
                *(edge.source.key for edge in way),
                node.key,
            ]
        assert_is_answer(graph, node.key, to_go, alone=False)
        assert_is_answer(graph, node.key, to_go_alone, alone=True)


def assert_is_answer(
    graph: Graph[Action], key: int, to_go: dict[int, object], *, alone: bool
) -> None:
    answer = graph.answer_from(key, alone=alone)
    assert bool(answer) is (key != WON and key in to_go)
    if answer:
        length = sum(redeals(edge.action) for edge in answer), sum(edge.cost for edge in answer)
        assert length == to_go[key]
        assert answer[0].source.key == key and answer[-1].target.won
        assert all(one.target is other.source for one, other in pairwise(answer))
        assert not (alone and any(edge.helped for edge in answer))


@FEW
@given(st.data())
def test_depth_and_to_go_are_those_of_dijkstra_after_any_additions_and_removals(
    data: st.DataObject,
) -> None:
    graph = Graph[Action](DEAL, str, redeals)
    for change in data.draw(st.lists(st.sampled_from("aaaajrw"), max_size=30)):
        edges = sorted(graph.edges(), key=lambda edge: edge.ends)
        if change == "a":
            known_only = data.draw(rows)._replace(first=0, walked=0)
            graph.add(known_only, helped=data.draw(st.booleans()))
        elif change == "j":
            graph.join(*data.draw(sides()))
        elif edges:
            edge = data.draw(st.sampled_from(edges))
            if change == "w":
                graph.walk(edge)
            else:
                is_leaf = not edge.target.out and not edge.target.won and edge.target.key != DEAL
                assert graph.remove_leaf(edge) is is_leaf
        assert_true(graph)
        walks = [edge.walked for edge in graph.edges()]
        assert graph.clock >= max(walks, default=0)


@FEW
@given(sides(), st.sets(st.integers(0, 24), max_size=5))
def test_lengths_are_true_after_edges_that_the_rules_refuse_were_removed(
    side: Side, refused: set[int]
) -> None:
    graph = made(side)
    edges = [*graph.edges()]
    graph.remove(edges[n] for n in sorted(refused) if n < len(edges))
    assert len([*graph.edges()]) == len(edges) - len([n for n in refused if n < len(edges)])
    assert_true(graph)


@FEW
@given(sides())
def test_a_graph_read_from_the_disk_is_what_was_saved(side: Side) -> None:
    graph = restored(side)
    assert seen(graph) == seen(made(side))
    assert_true(graph)
    assert graph.take_changes() == ((), ())


@FEW
@given(sides(), sides())
def test_joining_two_graphs_gives_the_same_from_either_side(one: Side, other: Side) -> None:
    mine, theirs = made(one), made(other)
    mine.join(*other)
    theirs.join(*one)
    assert seen(mine) == seen(theirs)
    assert_true(mine)


@FEW
@given(sides(), sides(), sides())
def test_joining_three_graphs_gives_the_same_in_any_order(a: Side, b: Side, c: Side) -> None:
    first, last = made(a), made(b)
    first.join(*b)
    first.join(*c)
    last.join(*c)
    again = made(a)
    again.join(*side_of(last))
    assert seen(first) == seen(again)


@FEW
@given(sides(), sides())
def test_joining_twice_changes_nothing(one: Side, other: Side) -> None:
    graph = made(one)
    graph.join(*other)
    before, version = seen(graph), graph.version
    graph.take_changes()
    graph.join(*other)
    graph.join(*side_of(graph))
    assert seen(graph) == before
    assert graph.version == version and graph.take_changes() == ((), ())


@FEW
@given(sides(), sides())
def test_saved_changes_added_up_are_the_graph(one: Side, other: Side) -> None:
    graph, saved = made(one), dict[Ends, Row]()
    for side in (one, other):
        graph.join(*side)
        for leaf in [edge for edge in graph.edges() if not edge.target.out][:2]:
            graph.remove_leaf(leaf)
        written, removed = graph.take_changes()
        saved.update((row[:2], row) for row in written)
        for ends in removed:
            saved.pop(ends, None)
    assert saved == {row[:2]: row for row in graph.rows()}


def seen(graph: Graph[Action]) -> object:
    """All that can be read of a graph."""
    edges = sorted((edge.row, edge.helped) for edge in graph.edges())
    return edges, {key: node.far for key, node in graph.nodes.items()}, graph.clock
