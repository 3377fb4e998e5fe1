"""The parts of the map's window: bars, ruler, the tree's area, the mini map. Constants are dp."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.graphics.layout_breakpoints import SHORT_BELOW, Reflow
from game.scenes.map.mini_map import MINI_MAP, MINI_MAP_SMALL
from game.widgets import control_sizes
from game.widgets.look import Look

HEADER, HEADER_SHORT = 84, 62
FOOTER, FOOTER_SHORT = 80, 58
RULER = 44


@dataclass(frozen=True)
class MapAreas:
    """The parts of a window, in pixels."""

    header: pygame.Rect
    footer: pygame.Rect
    body: pygame.Rect
    """Between the two bars."""
    tree: pygame.Rect
    """Where the tree is: the body without its ruler."""
    mini_map: pygame.Rect
    margin: int
    short: bool


def map_areas(size: tuple[int, int], look: Look) -> MapAreas:
    """The parts of a window of a size."""
    width, height = size
    px, dp = look.px, look.scale.dp
    short, narrow = dp(height) < SHORT_BELOW, dp(width) < Reflow.NARROW.value
    top, bottom = px(HEADER_SHORT if short else HEADER), px(FOOTER_SHORT if short else FOOTER)
    margin = px(control_sizes.MARGIN_NARROW if narrow else control_sizes.MARGIN)
    body = pygame.Rect(0, top, width, height - top - bottom)
    area = pygame.Rect(0, top + px(RULER), width, body.h - px(RULER))
    size = MINI_MAP_SMALL if short or narrow else MINI_MAP
    mini_map = pygame.Rect(0, 0, px(size[0]), px(size[1]))
    mini_map.bottomright = width - margin, height - px(8 if short else 16)
    return MapAreas(
        pygame.Rect(0, 0, width, top),
        pygame.Rect(0, body.bottom, width, bottom),
        body, area, mini_map, margin, short,
    )  # fmt: skip
