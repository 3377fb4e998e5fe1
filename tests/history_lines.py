"""Lines of a history as actions: what was made, what redo would make, the best answer."""

from __future__ import annotations

from typing import TypeVar

from game.history import FAR, History

P = TypeVar("P")
A = TypeVar("A")


def made(history: History[P, A]) -> list[A]:
    """The actions made, from the deal to here."""
    return [step.action for step in history.made if step.action is not None]


def redo_line(history: History[P, A]) -> list[A]:
    """The actions that redo would make from here to the end of the line."""
    steps = history.redo_line(FAR)
    return [step.action for step in steps if step.action is not None]


def best_answer(history: History[P, A]) -> list[A]:
    """The shortest known answer of the deal."""
    return [edge.action for edge in history.graph.answer_from(history.graph.start.key)]
