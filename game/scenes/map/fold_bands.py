"""The bands of a map's folds: a shade over the moves left out, and a pill that counts them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.map.pieces import Fold
from game.map.viewport import Viewport
from game.scenes.map.window_areas import MapAreas
from game.system.language import Language
from game.widgets.look import Look

FOLD_FIGURE = TextStyle(fonts.Face.SANS_SEMIBOLD, 12)
FOLD_SHADE = (*colours.rgb("#03201B"), 84)


class Band(NamedTuple):
    """A fold in the window."""

    fold: Fold
    rect: pygame.Rect
    pill: pygame.Rect
    """Where its count is."""
    text: str


def fold_bands(areas: MapAreas, view: Viewport, look: Look, _: Language) -> list[Band]:
    """The visible folds from left to right; a pill that would overlap another is shortened."""
    bands: list[Band] = []
    seen = view.depth_at(-60), view.depth_at(view.size[0] + 60)
    for fold in view.axis.folds_between(*seen):
        left, right = (look.px(view.at(depth, 0)[0]) for depth in fold)
        rect = pygame.Rect(left, areas.tree.top, right - left, areas.tree.h)
        text = _.plural("{n} collapsed", "{n} collapsed", fold.moves).format(n=fold.moves)
        for shown in (text, str(fold.moves)):
            width = look.width(shown, FOLD_FIGURE) + look.px(18)
            pill = pygame.Rect(0, 0, width, look.px(21))
            pill.midtop = rect.centerx, areas.tree.top + look.px(3)
            text = shown
            if not bands or bands[-1].pill.right < pill.left:
                break
        bands.append(Band(fold, rect, pill, text))
    return bands


def draw_folds(target: pygame.Surface, areas: MapAreas, look: Look, bands: Iterable[Band]) -> None:
    """A dark band and a count for each fold."""
    edge = colours.tint(colours.GOLD, 0.6)
    last = -1
    for _, rect, pill, text in bands:
        look.paint.veil(target, rect.clip(areas.tree), FOLD_SHADE)
        if pill.left > last:
            look.paint.box(target, pill, pill.h / 2, colours.WELL, edge, look.scale.line())
            look.write(target, text, FOLD_FIGURE, colours.GOLD, pill.center, Align.CENTRE)
            last = pill.right
