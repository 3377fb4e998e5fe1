"""Moves the map's cursor through the tree by arrow keys, Page Up, Page Down, Home and End."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.history import ROOT
from game.map import AnyNode, Survey, Viewport, heir_of, next_lane
from game.play.session import DealHistory

PAGE = 10


def walk(key: int, node: AnyNode, tree: DealHistory, view: Viewport) -> AnyNode | None:
    """The node that a key leads to: `node` itself if nothing lies further that way, None if the key
    does not move the cursor.
    """
    survey = view.plan.survey
    ways: dict[int, Callable[[], AnyNode | None]] = {
        pygame.K_RIGHT: lambda: _on(node, survey, 1),
        pygame.K_LEFT: lambda: _back(node, 1),
        pygame.K_UP: lambda: next_lane(view, node, -1),
        pygame.K_DOWN: lambda: next_lane(view, node, 1),
        pygame.K_PAGEUP: lambda: _back(node, PAGE),
        pygame.K_PAGEDOWN: lambda: _on(node, survey, PAGE),
        pygame.K_HOME: lambda: tree.node(ROOT),
        pygame.K_END: lambda: _on(node, survey, len(tree)),
    }
    return (ways[key]() or node) if key in ways else None


def _on(node: AnyNode, survey: Survey, steps: int) -> AnyNode:
    """The node `steps` further on in the same lane, or the lane's last node."""
    while steps and (heir := heir_of(survey, node)) is not None:
        node = heir
        steps -= 1
    return node


def _back(node: AnyNode, steps: int) -> AnyNode:
    while steps and node.parent is not None:
        node = node.parent
        steps -= 1
    return node
