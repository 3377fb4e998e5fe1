"""What stands around a map's tree: bars, ruler, bands of folds, legend, the small map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from game import theme
from game.assets import Align
from game.i18n import Language
from game.map import Fold, Kind, Place, Plan, View
from game.scenes.map_picture import ANSWER, Marks
from game.scenes.map_stamps import Stamps
from game.theme import TextStyle
from game.widgets.look import Look

HEADER, HEADER_SHORT = 84, 62
FOOTER, FOOTER_SHORT = 80, 58
RULER = 44
MINIMAP, MINIMAP_SHORT = (236, 132), (150, 84)
TITLE = TextStyle(theme.Face.SERIF_BOLD, 27)
FIGURE = TextStyle(theme.Face.SANS_SEMIBOLD, 14)
FOLD_FIGURE = TextStyle(theme.Face.SANS_SEMIBOLD, 12)
STEPS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
LABEL_ROOM = 46
FOLD_SHADE = (*theme.rgb("#03201B"), 96)
DIMMED = (*theme.VEIL, 104)
FINE, STRONG = (17, 16, 14), (30, 29, 26)
"""What lines of the ruler add to the felt."""


@dataclass(frozen=True)
class Frame:
    """The parts of a window, in pixels."""

    header: pygame.Rect
    footer: pygame.Rect
    body: pygame.Rect
    """Between the two bars."""
    area: pygame.Rect
    """Where the tree is: the body without its ruler."""
    minimap: pygame.Rect
    margin: int
    short: bool
    narrow: bool


def make_frame(size: tuple[int, int], look: Look) -> Frame:
    """The parts of a window of a size."""
    width, height = size
    px, dp = look.px, look.scale.dp
    short, narrow = dp(height) < theme.SHORT_BELOW, dp(width) < theme.Reflow.NARROW.value
    top, bottom = px(HEADER_SHORT if short else HEADER), px(FOOTER_SHORT if short else FOOTER)
    margin = px(theme.MARGIN_NARROW if narrow else theme.MARGIN)
    body = pygame.Rect(0, top, width, height - top - bottom)
    area = pygame.Rect(0, top + px(RULER), width, body.h - px(RULER))
    small = MINIMAP_SHORT if short or narrow else MINIMAP
    minimap = pygame.Rect(0, 0, px(small[0]), px(small[1]))
    minimap.bottomright = width - margin, height - px(8 if short else 16)
    return Frame(
        pygame.Rect(0, 0, width, top),
        pygame.Rect(0, body.bottom, width, bottom),
        body, area, minimap, margin, short, narrow,
    )  # fmt: skip


def draw_ground(target: pygame.Surface, frame: Frame, look: Look, felt: theme.Felt) -> None:
    """Felt in half light, and the two bars."""
    paint, line = look.paint, look.scale.line()
    target.blit(paint.felt(target.get_size(), felt), (0, 0))
    paint.veil(target, frame.body, DIMMED)
    for bar, y, strength in (
        (frame.header, frame.header.bottom, 0.55),
        (frame.footer, frame.footer.top, 0.35),
    ):
        paint.veil(target, bar, (*theme.BAR, 205))
        paint.veil(target, pygame.Rect(0, y, bar.w, line), theme.tint(theme.GOLD, strength))


# ------------------------------------------------------------------------------ ruler


def draw_ruler(target: pygame.Surface, frame: Frame, view: View, look: Look, word: str) -> None:
    """Lines for moves, their figures, and the dark bands of folds; `word` stands before them."""
    step = _ruler_step(view.unit)
    before = target.get_clip()
    target.set_clip(frame.body)
    y = frame.body.top + look.px(RULER * 0.62)
    first = max(0, int(view.depth_at(-LABEL_ROOM)) // step * step)
    last = int(min(view.depth_at(view.size[0] + LABEL_ROOM), view.axis.end * 1.06 + step))
    for depth in range(first, last + 1, step):
        fold = view.axis.fold_at(depth)
        if fold is not None and depth > fold.start:
            continue
        x = look.px(view.at(depth, 0)[0])
        strong = depth % (2 * step) == 0
        rect = (x, frame.body.top + look.px(RULER), look.scale.line(), frame.area.h)
        target.fill(STRONG if strong else FINE, rect, pygame.BLEND_RGB_ADD)
        if strong:
            look.write(target, str(depth), FIGURE, theme.DIM, (x, y), Align.CENTRE)
    x = look.px(view.at(0, 0)[0])
    if x > look.width(word, theme.CAPTION) + look.px(24):
        look.write(target, word, theme.CAPTION, theme.DIM, (x - look.px(16), y), Align.RIGHT)
    target.set_clip(before)


def _ruler_step(unit: float) -> int:
    """The distance of lines, of which every second has a figure."""
    return next((step for step in STEPS if 2 * step * unit >= LABEL_ROOM), STEPS[-1])


class Band(NamedTuple):
    """A fold in the window."""

    fold: Fold
    rect: pygame.Rect
    pill: pygame.Rect
    """Where its count is."""
    text: str


def fold_bands(frame: Frame, view: View, look: Look, _: Language) -> list[Band]:
    """The visible folds from left to right, with pills that do not lie on each other."""
    bands: list[Band] = []
    seen = view.depth_at(-60), view.depth_at(view.size[0] + 60)
    for fold in view.axis.folds_between(*seen):
        left, right = (look.px(view.at(depth, 0)[0]) for depth in fold)
        rect = pygame.Rect(left, frame.area.top, right - left, frame.area.h)
        text = _("{n} folded").format(n=fold.moves)
        for shown in (text, str(fold.moves)):
            width = look.width(shown, FOLD_FIGURE) + look.px(18)
            pill = pygame.Rect(0, 0, width, look.px(21))
            pill.midtop = rect.centerx, frame.area.top + look.px(3)
            text = shown
            if not bands or bands[-1].pill.right < pill.left:
                break
        bands.append(Band(fold, rect, pill, text))
    return bands


def draw_folds(target: pygame.Surface, frame: Frame, look: Look, bands: Iterable[Band]) -> None:
    """A dark band and a count for each fold."""
    edge = theme.tint(theme.GOLD, 0.6)
    last = -1
    for _, rect, pill, text in bands:
        look.paint.veil(target, rect.clip(frame.area), FOLD_SHADE)
        if pill.left > last:
            look.paint.box(target, pill, pill.h / 2, theme.WELL, edge, look.scale.line())
            look.write(target, text, FOLD_FIGURE, theme.GOLD, pill.center, Align.CENTRE)
            last = pill.right


# ----------------------------------------------------------------------------- legend


def draw_legend(
    target: pygame.Surface, frame: Frame, stamps: Stamps, right: int, _: Callable[[str], str]
) -> None:
    """What each sign means, as many as there is room for up to a place."""
    look, px = stamps.look, stamps.look.px
    x, y = frame.margin, frame.footer.centery
    for word, art in _signs(stamps, _):
        width = art.get_width() + px(8) + look.width(word, theme.CAPTION)
        if x + width > right:
            return
        target.blit(art, (x, y - art.get_height() // 2))
        at = (x + art.get_width() + px(8), y)
        look.write(target, word, theme.CAPTION, theme.DIM, at)
        x += width + px(17)


def _signs(stamps: Stamps, _: Callable[[str], str]) -> list[tuple[str, pygame.Surface]]:
    look, px = stamps.look, stamps.look.px
    line, tried = (_layer(px(24), px(9)) for _side in "ab")
    thick = look.scale.line(5)
    look.paint.box(
        line, pygame.Rect(0, px(9) // 2 - thick // 2, px(24), thick), thick / 2, theme.GOLD
    )
    thin = look.scale.line(2.2)
    tried.fill(theme.BRANCH, (0, px(9) // 2 - thin // 2, px(24), thin))
    bead = stamps.bead(theme.BRANCH, 3)
    tried.blit(bead, bead.get_rect(center=(px(12), px(9) // 2)))
    here = _layer(px(15) | 1, px(15) | 1)
    middle = here.get_rect().center
    look.paint.disc(here, middle, px(15) | 1, None, theme.WHITE, look.scale.line(1.8))
    look.paint.disc(here, middle, px(7) | 1, theme.WHITE)
    return [
        (_("best answer"), line),
        (_("tried"), tried),
        (_("dead end"), stamps.dead_end(19)),
        (_("left open"), stamps.ring(theme.BRANCH, 4.2, 1.8)),
        (_("bookmark"), look.assets.icon("bookmark-filled", px(17), theme.GOLD)),
        (_("you are here"), here),
        (_("bundle"), stamps.wedge(theme.BRANCH, px(15) | 1, px(22))),
        (_("fold"), stamps.zigzag(theme.BRANCH, 2 * look.scale.factor, px(28), px(15) | 1)),
    ]


def _layer(width: int, height: int) -> pygame.Surface:
    return pygame.Surface((width, height), pygame.SRCALPHA)


# -------------------------------------------------------------------------- small map


class MiniMap:
    """The whole tree in a corner, with the part in view outlined."""

    def __init__(self, rect: pygame.Rect, look: Look) -> None:
        self.rect = rect
        self._look = look
        self._inner = rect.inflate(-look.px(24), -look.px(20))
        self._plan: Plan | None = None
        self._art = pygame.Surface((1, 1))

    def draw(self, target: pygame.Surface, view: View, marks: Marks) -> None:
        """Draw it over the scene."""
        look = self._look
        radius = look.px(10)
        if view.plan is not self._plan:
            self._plan, self._art = view.plan, self._drawn(view.plan)
        look.paint.shadow(target, self.rect, radius, look.px(10), (0, look.px(4)), 130)
        edge = theme.tint(theme.GOLD_EDGE, 0.6)
        look.paint.box(target, self.rect, radius, theme.PANEL, edge, look.scale.line(1.2))
        target.blit(self._art, self._inner)
        x, y = self._point(view.plan, view.plan.place(marks.here))
        look.paint.disc(target, (x, y), look.px(8) | 1, theme.WHITE, theme.PANEL, look.scale.line())
        seen = self._seen(view)
        fill, line = theme.tint(theme.WHITE, 0.05), theme.tint(theme.WHITE, 0.75)
        look.paint.box(target, seen, look.px(5), fill, line, look.scale.line(1.4))

    def place_at(self, view: View, at: tuple[int, int]) -> tuple[float, float]:
        """The depth and the lane at a place in it."""
        plan, inner = view.plan, self._inner
        x = (at[0] - inner.left) / max(1, inner.w) * self._width(plan)
        lane = plan.first + (at[1] - inner.top) / max(1, inner.h) * max(1, plan.lanes - 1)
        return plan.axis.depth(x, plan.unit), lane

    def _width(self, plan: Plan) -> float:
        return max(1.0, plan.axis.x(plan.axis.end, plan.unit))

    def _x(self, plan: Plan, depth: float) -> int:
        return round(plan.axis.x(depth, plan.unit) / self._width(plan) * self._inner.w)

    def _y(self, plan: Plan, lane: float) -> int:
        share = (lane - plan.first) / (plan.lanes - 1) if plan.lanes > 1 else 0.5
        return round(share * self._inner.h)

    def _point(self, plan: Plan, place: Place) -> tuple[int, int]:
        x, y = self._x(plan, place.depth), self._y(plan, place.piece.lane)
        return self._inner.left + x, self._inner.top + y

    def _seen(self, view: View) -> pygame.Rect:
        """The part in view, not larger than the small map."""
        plan = view.plan
        left, right = (self._x(plan, view.depth_at(x)) for x in (0, view.size[0]))
        top, bottom = (self._y(plan, view.lane_at(y)) for y in (0, view.size[1]))
        seen = pygame.Rect(left, top, right - left, bottom - top).move(self._inner.topleft)
        inset = self._look.px(5)
        return seen.clip(self.rect.inflate(-2 * inset, -2 * inset))

    def _drawn(self, plan: Plan) -> pygame.Surface:
        line = self._look.scale.line()
        art = _layer(self._inner.w + line, self._inner.h + 2 * line)
        for piece in sorted(plan.pieces, key=lambda piece: piece.answer is not None):
            thick = 2 * line if piece.answer is not None and piece.kind is Kind.LINE else line
            colour = ANSWER if piece.answer is not None else theme.DEAD_BRANCH
            x, y = self._x(plan, piece.at), self._y(plan, piece.lane)
            art.fill(colour, (x, y, max(line, self._x(plan, piece.end) - x), thick))
            if piece.above is not None:
                from_y = self._y(plan, piece.above.lane)
                art.fill(colour, (x, min(y, from_y), line, abs(y - from_y) + line))
        return art
