from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from integer_graphs import Numbers, histories, planned

from game.map.pieces import FOLD_WIDTH, Axis, Fold, MapRoom
from game.map.viewport import Viewport, node_near, spot_at

SIZE = (1178, 616)
ROOM = MapRoom(1000, 560)


@st.composite
def axes(draw: st.DrawFn) -> Axis:
    ends = sorted(draw(st.sets(st.integers(1, 400), max_size=12)))
    folds = [Fold(a, b) for a, b in zip(ends[::2], ends[1::2], strict=False) if b - a >= 8]
    return Axis(401, folds)


@given(axes(), st.floats(0, 401), st.floats(0.5, 40))
def test_an_axis_finds_its_depths_again(axis: Axis, depth: float, unit: float) -> None:
    assert axis.depth(axis.x(depth, unit), unit) == pytest.approx(depth, abs=1e-6)


@given(axes(), st.floats(0, 400), st.floats(0.01, 1), st.floats(0.5, 40))
def test_deeper_is_further_to_the_right(axis: Axis, depth: float, more: float, unit: float) -> None:
    assert axis.x(depth + more, unit) > axis.x(depth, unit)


@given(axes(), st.floats(0.5, 40))
def test_a_fold_is_as_wide_at_any_scale(axis: Axis, unit: float) -> None:
    for fold in axis.folds:
        width = axis.x(fold.end, unit) - axis.x(fold.start, unit)
        assert width == pytest.approx(FOLD_WIDTH)


@given(histories)
def test_everything_is_seen_at_first(history: Numbers) -> None:
    view = Viewport(planned(history, ROOM), SIZE)
    for piece in view.plan.pieces:
        for depth in (piece.at, piece.end):
            x, y = view.at(depth, piece.lane)
            assert 0 <= x <= SIZE[0]
            assert 0 <= y <= SIZE[1]


@given(histories, st.floats(-5000, 5000), st.floats(-5000, 5000))
def test_the_map_cannot_be_lost(history: Numbers, right: float, down: float) -> None:
    view = Viewport(planned(history, ROOM), SIZE)
    view.pan(right, down)
    seen = [view.at(piece.at, piece.lane) for piece in view.plan.pieces]
    seen += [view.at(piece.end, piece.lane) for piece in view.plan.pieces]
    assert any(0 <= x <= SIZE[0] for x, _ in seen)
    assert any(0 <= y <= SIZE[1] for _, y in seen)


@given(histories)
def test_a_position_that_is_drawn_is_found_where_it_is(history: Numbers) -> None:
    plan = planned(history, MapRoom(3000, 560))
    view = Viewport(plan, (3178, 616))
    for node in list(plan.survey.tree.nodes)[::7]:
        place = plan.place(node)
        inside = plan.axis.fold_at(node.depth)
        if not place.drawn or (inside and inside.start < node.depth):
            continue
        at = view.at(place.depth, place.piece.lane)
        spot = spot_at(view, at)
        if view.unit > 24:
            assert spot is not None and spot.node is node
            assert node_near(view, at) is node


@given(histories)
def test_what_is_to_be_seen_is_seen(history: Numbers) -> None:
    view = Viewport(planned(history, ROOM), (300, 200))
    for piece in view.plan.pieces:
        view.reveal(piece.end, piece.lane, 40)
        x, y = view.at(piece.end, piece.lane)
        assert -1 <= x <= 301
        assert -1 <= y <= 201
