"""Trees of integers for the map's tests; the layout knows no cards either."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from hypothesis import strategies as st

from game.history import History
from game.map import AnyNode, MapPlan, MapRoom, Slices, Survey, Wanted, plan_made

T = TypeVar("T")
WIN = 997
Numbers = History[int, int]


def step(position: int, action: int) -> int:
    """The next number: of full period, so that a line meets none twice."""
    return (position * 6364136223846793005 + 2 * action + 1) % (1 << 64)


def new_history() -> Numbers:
    """Positions are numbers; an action is any number, and costs 1 to 3 moves."""
    return History(
        1,
        apply=step,
        key=lambda position: position,
        is_won=lambda position: position % WIN == 5,
        cost=lambda position, action: 1 + (action % 11 == 0) + (action % 23 == 0),
        branching=True,
    )


def grown(nodes: int, seed: int, wander: float, longest: int = 90) -> Numbers:
    """A tree as a player makes it: on, back a little, and now and then somewhere else."""
    rng = random.Random(seed)
    history = new_history()
    known = [0]
    while len(history) < nodes:
        if rng.random() < wander:
            history.goto(rng.choice(known))
        if history.node().won or history.moves > longest or rng.random() < 0.04:
            history.undo(rng.randrange(1, 25))
        if not history.node().won:
            history.play(rng.randrange(1 << 20))
            known.append(history.here)
    for node in rng.sample(known, min(2, len(known))):
        history.goto(node)
        history.bookmark()
    history.goto(rng.choice(known))
    return history


def comb(teeth: int, length: int) -> Numbers:
    """A line with a branch at each of its positions."""
    history = new_history()
    for tooth in range(teeth):
        history.play(1000 + tooth)
        spine = history.here
        for step in range(length):
            history.play(500_000 + 100 * tooth + step)
        history.goto(spine)
    return history


def line(length: int) -> Numbers:
    """One single line, without an answer."""
    history = new_history()
    position = 1
    for _ in range(length):
        action = next(a for a in range(1, 9) if step(position, a) % WIN != 5)
        position = step(position, action)
        history.play(action)
    return history


def star(rays: int) -> Numbers:
    """Many branches from the deal itself."""
    history = new_history()
    for ray in range(rays):
        history.start()
        history.play(7 + 2 * ray)
        history.play(3 + 2 * ray)
    return history


histories = st.builds(
    grown,
    st.integers(1, 700),
    st.integers(0, 1 << 30),
    st.sampled_from([0.0, 0.02, 0.1, 0.5, 1.0]),
    st.sampled_from([8, 40, 90, 300]),
)
rooms = st.builds(
    MapRoom,
    st.sampled_from([300.0, 1000.0, 2400.0]),
    st.sampled_from([90.0, 260.0, 560.0, 1200.0]),
)


def wanted(history: Numbers, opened: tuple[AnyNode, ...] = ()) -> Wanted:
    marks = tuple(history.node(node) for node in history.bookmarks)
    return Wanted(history.node(), marks, opened)


def finish(slices: Slices[T]) -> T:
    """Run a job to its end at once, and return its result."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: T = end.value
            return result


def surveyed(root: AnyNode) -> Survey:
    return finish(Survey(root).made())


def make_plan(survey: Survey, wanted: Wanted, room: MapRoom, **more: Any) -> MapPlan:
    return finish(plan_made(survey, wanted, room, **more))


def planned(history: Numbers, room: MapRoom, **more: Any) -> MapPlan:
    return make_plan(surveyed(history.node(0)), wanted(history), room, **more)
