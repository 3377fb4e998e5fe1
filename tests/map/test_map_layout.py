from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from integer_graphs import (
    Numbers,
    comb,
    grown,
    histories,
    line,
    make_plan,
    mapped,
    planned,
    rooms,
    star,
    surveyed,
    tangles,
    wanted,
)  # fmt: skip

from game.map.layout import MapPlan
from game.map.pieces import MapPiece, MapRoom, PieceKind
from game.map.tree import MapNode

ROOM = MapRoom(1000, 560)
shapes = histories | tangles | st.builds(comb, st.integers(1, 60), st.integers(1, 30)) | st.builds(
    star, st.integers(1, 200)
)  # fmt: skip


def span(plan: MapPlan, piece: MapPiece) -> tuple[float, float]:
    """The horizontal part of a piece with what stands at its end, in dp."""
    x = plan.axis.x
    return x(piece.at, plan.unit), x(piece.end, plan.unit) + piece.room_after()


@given(shapes, rooms)
def test_pieces_of_a_lane_never_overlap(history: Numbers, room: MapRoom) -> None:
    plan = planned(history, room)
    for lane in range(plan.first, plan.last + 1):
        spans = [span(plan, piece) for piece in plan.row(lane)]
        assert all(left[1] <= right[0] for left, right in pairwise(spans))


@given(shapes, rooms)
def test_no_branch_crosses_another(history: Numbers, room: MapRoom) -> None:
    plan = planned(history, room)
    for upright, flat in combinations([*plan.pieces, *reversed(plan.pieces)], 2):
        if upright.above is None:
            continue
        lanes = sorted((upright.lane, upright.above.lane))
        assert not (lanes[0] < flat.lane < lanes[1] and flat.at < upright.at < flat.end)


@given(shapes, rooms)
def test_two_branches_share_an_upright_only_where_they_leave_the_same_position(
    history: Numbers, room: MapRoom
) -> None:
    plan = planned(history, room)
    branches = [piece for piece in plan.pieces if piece.above]
    for one, two in combinations(branches, 2):
        if one.at == two.at and one.above is not two.above:
            assert one.above and two.above
            upper, lower = sorted([sorted((p.lane, p.above.lane)) for p in (one, two) if p.above])
            assert upper[1] <= lower[0]


@given(shapes, rooms)
def test_the_best_answer_is_lane_0_and_nothing_else_is(history: Numbers, room: MapRoom) -> None:
    plan = planned(history, room)
    first = plan.pieces[0].chain.nodes
    if history.best is not None:
        assert first[-1].won and first[-1].depth == history.best
        assert [node.parent for node in first] == [None, *first[:-1]]
    assert plan.row(0) == [plan.pieces[0]]


@given(shapes)
def test_at_most_60_lanes_are_drawn_and_as_many_more_as_it_is_zoomed(
    history: Numbers,
) -> None:
    for height in (90, 260, 560, 2000):
        for level in range(5):
            zoom = 2 ** (level / 2)
            plan = planned(history, MapRoom(1000, height, zoom, 12.0 * zoom))
            assert plan.lanes <= 60 * zoom
            assert plan.lanes <= max(3, height / 6) * zoom


@given(shapes, rooms)
def test_every_position_is_drawn_or_counted_once(history: Numbers, room: MapRoom) -> None:
    plan = planned(history, room)
    drawn = Counter(
        node
        for piece in plan.pieces
        if piece.kind is not PieceKind.GROUP
        for node in piece.chain.nodes[: piece.shown]
    )
    assert not drawn or max(drawn.values()) == 1
    assert len(drawn) + plan.bundled == len(plan.survey)


@given(shapes, rooms)
def test_every_position_has_its_place(history: Numbers, room: MapRoom) -> None:
    plan = planned(history, room)
    in_wedges: Counter[int] = Counter()
    for node in plan.survey.tree.nodes:
        place = plan.place(node)
        if place.drawn:
            assert node in place.piece.chain.nodes[: place.piece.shown]
            assert place.depth == node.depth
            assert plan.nearest(place.piece, node.depth) is node
        else:
            in_wedges[id(place.piece)] += 1
    assert in_wedges == {id(p): p.count for p in plan.pieces if p.count}


@given(shapes, rooms)
def test_folds_hide_no_event(history: Numbers, room: MapRoom) -> None:
    plan = planned(history, room)
    tree, ends = plan.survey.tree, plan.line.arcs if plan.line else ()
    marked = (tree.here, *tree.bookmarks, *(node for both in ends for node in both))
    events = {node.depth for node in marked}
    for piece in plan.pieces:
        events |= {piece.at, piece.end}
        if piece.kind is PieceKind.LINE:
            events |= {node.depth for node in piece.chain.nodes if len(node.children) > 1}
    for fold in plan.axis.folds:
        assert fold.moves >= 8
        assert not any(fold.start <= depth <= fold.end for depth in events)


@given(shapes, rooms)
def test_answers_bookmarks_and_here_are_drawn_while_there_is_room(
    history: Numbers, room: MapRoom
) -> None:
    plan = planned(history, room)
    if plan.lanes < room.lanes_at_most // 2:
        tree = plan.survey.tree
        for node in (tree.here, *tree.bookmarks):
            assert plan.place(node).drawn
        for piece in plan.pieces:
            assert piece.kind is PieceKind.LINE or piece.answer is None


@given(shapes, rooms)
def test_branches_stay_on_their_side(history: Numbers, room: MapRoom) -> None:
    plan = planned(history, room)
    for piece in plan.pieces:
        if piece.above is not None:
            assert abs(piece.lane) > abs(piece.above.lane)
            assert piece.lane * piece.side > 0
            assert piece.above.lane * piece.side >= 0


def test_branches_leave_the_best_line_above_and_below_in_turn() -> None:
    plan = planned(comb(10, 3), ROOM)
    sides = [piece.side for piece in plan.pieces if piece.above is plan.pieces[0]]
    assert sorted(sides) == [-1] * 5 + [1] * 5 or sorted(sides) == [-1] * 5 + [1] * 4


def test_the_latest_branch_is_nearest() -> None:
    plan = planned(comb(12, 20), MapRoom(1000, 2000))
    for side in (-1, 1):
        teeth = [p for p in plan.pieces if p.above is plan.pieces[0] and p.side == side]
        teeth.sort(key=lambda piece: piece.at)
        lanes = [abs(piece.lane) for piece in teeth]
        assert lanes == sorted(lanes, reverse=True)


def test_a_small_tree_is_drawn_whole() -> None:
    history = grown(300, 5, 0.03)
    plan = planned(history, ROOM)
    assert plan.bundled == 0
    assert {piece.kind for piece in plan.pieces} == {PieceKind.LINE}


def test_a_bundle_that_is_opened_shows_more_of_itself() -> None:
    history = grown(9000, 3, 0.1)
    tree = mapped(history)
    seen = surveyed(tree)
    before = make_plan(seen, wanted(tree, history), ROOM)
    bundle = max((p for p in before.pieces if p.kind is PieceKind.BUNDLE), key=lambda p: p.count)
    head = bundle.chain.nodes[0]
    after = make_plan(seen, wanted(tree, history, (head,)), ROOM)
    shown = sum(after.place(node).drawn for node in branch(head))
    assert shown > 3 * bundle.shown
    assert after.lanes <= 60


def branch(head: MapNode) -> list[MapNode]:
    nodes = [head]
    for node in nodes:
        nodes += node.children
    return nodes


def test_every_position_is_reached_by_opening_bundles() -> None:
    history = grown(6000, 11, 0.2)
    tree = mapped(history)
    seen = surveyed(tree)
    for node in list(tree.nodes)[::397]:
        opened: list[MapNode] = []
        for _ in range(60):
            place = make_plan(seen, wanted(tree, history, tuple(opened)), ROOM).place(node)
            if place.drawn:
                break
            opened = [*place.piece.heads[:16], *opened][:48]
        assert place.drawn


@pytest.mark.parametrize("moves", [8, 30, 71, 100])
def test_what_fits_is_not_folded_at_any_scale(moves: int) -> None:
    history = line(moves)
    unit = planned(history, ROOM).unit
    for level in range(4):
        zoom = 2 ** (level / 2)
        room = MapRoom(ROOM.width, ROOM.height, zoom, unit * zoom if level else None)
        assert planned(history, room).axis.folds == ()


def test_an_opened_fold_stays_open() -> None:
    history = line(400)
    (fold,) = planned(history, ROOM).axis.folds
    assert planned(history, ROOM, unfolded=[fold.start + 1]).axis.folds == ()


@pytest.mark.parametrize("moves", [200, 400, 3000])
@pytest.mark.parametrize("width", [440, 600, 1000])
def test_no_more_is_folded_than_does_not_fit(moves: int, width: int) -> None:
    room = MapRoom(width, 560)
    plan = planned(line(moves), room)
    assert len(plan.axis.folds) == 1
    assert plan.axis.x(moves, plan.unit) > 0.9 * width
    assert plan.unit >= 6


@pytest.mark.parametrize(
    "history", [line(20_000), comb(2000, 1), star(3000)], ids=["line", "comb", "star"]
)
def test_extreme_trees_are_laid_out(history: Numbers) -> None:
    plan = planned(history, ROOM)
    assert plan.lanes <= 60
    drawn = sum(piece.shown for piece in plan.pieces)
    assert drawn + plan.bundled == len(plan.survey)


def test_a_tree_100_000_deep_needs_no_recursion() -> None:
    history = line(100_000)
    plan = planned(history, ROOM)
    assert plan.pieces[0].shown == 100_001
