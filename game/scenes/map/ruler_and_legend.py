"""What stands around a map's tree: the ruler and the legend."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.map.pieces import PieceKind
from game.map.viewport import Viewport
from game.scenes.map.shapes import UTURN_FROM_PITCH, MapShapes
from game.scenes.map.window_areas import RULER, MapAreas
from game.widgets.look import Look

FIGURE = TextStyle(fonts.Face.SANS_SEMIBOLD, 14)
LEGEND_GAP = 17
LEGEND_PITCH = 20
"""The pitch of lanes whose signs the legend shows, unless signs of close lanes are in use."""
LEGEND_LINE = 27
"""From one line of the legend to the other."""
STEPS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
LABEL_ROOM = 46
EDGE_GAP = 6
"""Between a figure of the ruler and the window's edge."""
WORD_BEFORE = 14
"""The gap between the ruler's word and the line of the deal, in dp."""
FINE, STRONG = (17, 16, 14), (30, 29, 26)
"""What lines of the ruler add to the felt."""

LegendSign = tuple[str, pygame.Surface]
"""A sign of the legend, and the word that stands after it."""


# Ruler


def draw_ruler(
    target: pygame.Surface, areas: MapAreas, view: Viewport, look: Look, word: str
) -> None:
    """Draw the lines of moves and their figures, except inside folds. `word` stands before them."""
    step = _ruler_step(view.unit)
    with look.paint.clipped(target, areas.body):
        y = areas.body.top + look.px(RULER * 0.62)
        first = max(0, int(view.depth_at(-LABEL_ROOM)) // step * step)
        last = int(min(view.depth_at(view.size[0] + LABEL_ROOM), view.axis.end * 1.06 + step))
        for depth in range(first, last + 1, step):
            fold = view.axis.fold_at(depth)
            if fold is not None and depth > fold.start:
                continue
            x = look.px(view.at(depth, 0)[0])
            strong = depth % (2 * step) == 0
            rect = (x, areas.body.top + look.px(RULER), look.scale.line(), areas.tree.h)
            target.fill(STRONG if strong else FINE, rect, pygame.BLEND_RGB_ADD)
            half = look.width(str(depth), FIGURE) // 2 + look.px(EDGE_GAP)
            if strong and half <= x <= areas.body.right - half:
                look.write(target, str(depth), FIGURE, colours.DIM, (x, y), Align.CENTRE)
        x = look.px(view.at(0, 0)[0]) - look.px(WORD_BEFORE)
        if x - look.width(word, fonts.CAPTION) >= look.px(EDGE_GAP):
            look.write(target, word, fonts.CAPTION, colours.DIM, (x, y), Align.RIGHT)


def _ruler_step(unit: float) -> int:
    """The distance of lines, of which every second has a figure."""
    return next((step for step in STEPS if 2 * step * unit >= LABEL_ROOM), STEPS[-1])


# Legend


def draw_legend(
    target: pygame.Surface,
    areas: MapAreas,
    shapes: MapShapes,
    right: int,
    _: Callable[[str], str],
    *,
    worths: bool = False,
    turn: str = "",
    view: Viewport | None = None,
) -> None:
    """Explain as many signs as fit up to the x `right`, first the folds and bundles of `view`, and
    as they look there; None: nothing is shown yet. `worths`: lines are coloured by what they are
    worth. `turn`: the icon of the game's redeal or turn-over; empty: it has none.
    """
    look, px = shapes.look, shapes.look.px
    pitch = LEGEND_PITCH if view is None or view.pitch >= UTURN_FROM_PITCH else view.pitch
    signs = [*(_worth_signs(shapes, _, pitch) if worths else []), *_signs(shapes, _, pitch)]
    if turn:
        word = _("redealt") if turn == "redeal" else _("new pass")
        signs.insert(-2, (word, shapes.turn(turn, pitch)))
    room = right - areas.margin
    lines = _legend_lines(signs, look, room)
    if view is not None and sum(map(len, lines)) < len(signs):
        lines = _legend_lines(_seen_first(signs, view), look, room)
    for number, line in enumerate(lines):
        x, y = areas.margin, areas.footer.centery
        if len(lines) > 1:
            y += (number * 2 - 1) * px(LEGEND_LINE) // 2
        for word, art in line:
            target.blit(art, (x, y - art.get_height() // 2))
            at = (x + art.get_width() + px(8), y)
            x = look.write(target, word, fonts.CAPTION, colours.DIM, at).right + px(LEGEND_GAP)


def _seen_first(signs: Sequence[LegendSign], view: Viewport) -> list[LegendSign]:
    """The signs, first those of folds and bundles, the last two, if there are any in view."""
    *_others, bundle, fold = signs
    bundled = any(piece.kind is not PieceKind.LINE for piece in view.plan.pieces)
    first = [fold] * bool(view.plan.axis.folds) + [bundle] * bundled
    return [*first, *(sign for sign in signs if sign not in first)]


def _legend_lines(signs: Sequence[LegendSign], look: Look, room: int) -> list[list[LegendSign]]:
    """The signs in each line of the legend, which has at most two. A sign that is wider than the
    room is left out.
    """
    lines: list[list[LegendSign]] = [[]]
    x = 0
    for word, art in signs:
        width = art.get_width() + look.px(8) + look.width(word, fonts.CAPTION)
        if width > room:
            continue
        if x + width > room:
            lines.append([])
            x = 0
        lines[-1].append((word, art))
        x += width + look.px(LEGEND_GAP)
    return [line for line in lines if line][:2]


def _worth_signs(shapes: MapShapes, _: Callable[[str], str], pitch: float) -> list[LegendSign]:
    look, px = shapes.look, shapes.look.px
    course, lost = (_layer(px(26), px(9)) for _side in "ab")
    thick = look.scale.line(4.6)
    course.fill(colours.GREEN, (0, px(9) // 2 - thick // 2, px(26), thick))
    thin, dash = look.scale.line(2.2), max(2, px(6))
    for x in range(0, px(26), 2 * dash):
        lost.fill(colours.CORAL, (x, px(9) // 2 - thin // 2, dash, thin))
    return [
        (_("on the shortest path"), course),
        (_("lost"), lost),
        (_("lost from here"), shapes.death(pitch)),
    ]


def _signs(shapes: MapShapes, _: Callable[[str], str], pitch: float) -> list[LegendSign]:
    look, px = shapes.look, shapes.look.px
    line, tried = (_layer(px(24), px(9)) for _side in "ab")
    thick = look.scale.line(5)
    look.paint.box(
        line, pygame.Rect(0, px(9) // 2 - thick // 2, px(24), thick), thick / 2, colours.GOLD
    )
    thin = look.scale.line(2.2)
    tried.fill(colours.BRANCH, (0, px(9) // 2 - thin // 2, px(24), thin))
    bead = shapes.bead(colours.BRANCH, 3)
    tried.blit(bead, bead.get_rect(center=(px(12), px(9) // 2)))
    here = _layer(px(15) | 1, px(15) | 1)
    middle = here.get_rect().center
    look.paint.disc(here, middle, px(15) | 1, None, colours.WHITE, look.scale.line(1.8))
    look.paint.disc(here, middle, px(7) | 1, colours.WHITE)
    return [
        (_("best solution"), line),
        (_("tried"), tried),
        (_("dead end"), shapes.dead_end(pitch)),
        (_("not fully explored"), shapes.ring(colours.BRANCH, 4.2, 1.8)),
        (_("bookmark"), look.assets.icon("bookmark-filled", px(17), colours.GOLD)),
        (_("you are here"), here),
        (_("group"), shapes.wedge(colours.BRANCH, px(15) | 1, px(22))),
        (_("collapsed"), shapes.zigzag(colours.BRANCH, 2 * look.scale.factor, px(28), px(15) | 1)),
    ]


def _layer(width: int, height: int) -> pygame.Surface:
    return pygame.Surface((width, height), pygame.SRCALPHA)
