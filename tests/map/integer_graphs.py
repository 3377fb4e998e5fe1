"""Graphs of integers for the map's tests; the layout knows no cards either."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from game.history import History, NothingChangesError
from game.map.chains import Wanted
from game.map.layout import MapPlan, plan_made
from game.map.pieces import MapRoom
from game.map.tree import LineOnMap, MapNode, MapTree, Survey, finished

WIN = 997
Numbers = History[int, int]


def step(position: int, action: int) -> int:
    """The next number: of full period, so that a line meets none twice."""
    return (position * 6364136223846793005 + 2 * action + 1) % (1 << 64)


def passed(position: int, action: int) -> list[int]:
    """An action is any number, and costs 1 to 3 moves."""
    return [step(position, action)] * (1 + (action % 11 == 0) + (action % 23 == 0))


def new_history(most: int = 1 << 64) -> Numbers:
    """Positions are numbers; those that are equal modulo `most` are the same."""
    return History(
        1,
        passed=passed,
        key=lambda position: position % most,
        is_won=lambda position: position % most % WIN == 5,
        hash=hash,
        branching=True,
    )


def grown(nodes: int, seed: int, wander: float, longest: int = 90) -> Numbers:
    """A graph as a player makes it: on, back a little, and now and then somewhere else."""
    rng = random.Random(seed)
    history = new_history()
    known = [(history.here, None)]
    while len(history) < nodes:
        if rng.random() < wander:
            history.goto(*rng.choice(known))
        if history.node.won or history.moves > longest or rng.random() < 0.04:
            history.undo(rng.randrange(1, 25))
        if not history.node.won:
            history.play(rng.randrange(1 << 20))
            if not history.node.won:
                known.append((history.here, None))
    for name in rng.sample(known, min(2, len(known))):
        history.goto(*name)
        history.bookmark()
    history.goto(*rng.choice(known))
    return history


def tangled(actions: int, seed: int, most: int, undone: float) -> Numbers:
    """A graph with circles and shortcuts, in which most positions are reached in several ways."""
    rng = random.Random(seed)
    history = new_history(most)
    for _ in range(actions):
        if history.node.won or rng.random() < undone:
            history.undo(rng.randrange(1, 12))
        try:
            history.play(rng.randrange(60))
        except NothingChangesError:
            continue
        if rng.random() < 0.02:
            history.bookmark()
    history.undo(rng.randrange(1, 5))
    return history


def play_on(history: Numbers, first: int) -> None:
    """Play the first action from `first` on that does not win."""
    here = history.position
    history.play(next(a for a in range(first, first + 9) if step(here, a) % WIN != 5))


def comb(teeth: int, length: int) -> Numbers:
    """A line with a branch at each of its positions."""
    history = new_history()
    for tooth in range(teeth):
        play_on(history, 1000 + tooth)
        for step in range(length):
            play_on(history, 500_000 + 100 * tooth + step)
        history.undo(length)
    return history


def line(length: int) -> Numbers:
    """One single line, without an answer."""
    history = new_history()
    for _ in range(length):
        play_on(history, 1)
    return history


def star(rays: int) -> Numbers:
    """Many branches from the deal itself."""
    history = new_history()
    for ray in range(rays):
        history.start()
        play_on(history, 7 + 9 * ray)
        play_on(history, 3 + 9 * ray)
    return history


histories = st.builds(
    grown,
    st.integers(1, 700),
    st.integers(0, 1 << 30),
    st.sampled_from([0.0, 0.02, 0.1, 0.5, 1.0]),
    st.sampled_from([8, 40, 90, 300]),
)
tangles = st.builds(
    tangled,
    st.integers(1, 300),
    st.integers(0, 1 << 30),
    st.sampled_from([12, 90, 700, 5000]),
    st.sampled_from([0.0, 0.05, 0.3]),
)
rooms = st.builds(
    MapRoom,
    st.sampled_from([300.0, 1000.0, 2400.0]),
    st.sampled_from([90.0, 260.0, 560.0, 1200.0]),
)


def mapped(history: History[Any, Any]) -> MapTree:
    return finished(MapTree(history).made())


def lined(tree: MapTree, history: History[Any, Any]) -> LineOnMap:
    return finished(LineOnMap(tree, history).made())


def wanted(tree: MapTree, history: Numbers, opened: tuple[MapNode, ...] = ()) -> Wanted:
    return Wanted(tree.here, tree.bookmarks, opened, lined(tree, history))


def surveyed(tree: MapTree) -> Survey:
    return finished(Survey(tree).made())


def make_plan(survey: Survey, wanted: Wanted, room: MapRoom, **more: Any) -> MapPlan:
    return finished(plan_made(survey, wanted, room, **more))


def planned(history: Numbers, room: MapRoom, **more: Any) -> MapPlan:
    tree = mapped(history)
    return make_plan(surveyed(tree), wanted(tree, history), room, **more)
