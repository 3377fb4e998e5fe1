"""The parts of the map's window, and what stands around its tree: ground, title, ruler, folds,
legend, mini map. Constants are dp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.felt import Felt
from game.graphics.fonts import TextStyle
from game.graphics.scale import SHORT_BELOW, Reflow
from game.graphics.text_rendering import Align
from game.map.layout import MapPlace, MapPlan
from game.map.pieces import Fold, MapPiece, PieceKind
from game.map.viewport import Viewport
from game.play.session import DealHistory
from game.scenes.map.layouts import NOTHING, PieceWorth
from game.scenes.map.tree_picture import ANSWER, LOST, UTURN_FROM_PITCH, MapMarks, TreePicture
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.look import Look
from game.widgets.text_flow import SEPARATOR, leading_facts

HEADER, HEADER_SHORT = 84, 62
FOOTER, FOOTER_SHORT = 80, 58
RULER = 44


TITLE = TextStyle(fonts.Face.SERIF_BOLD, 27)
LEAST_TITLE = 16
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
FOLD_FIGURE = TextStyle(fonts.Face.SANS_SEMIBOLD, 12)
FOLD_SHADE = (*colours.rgb("#03201B"), 84)
MINI_MAP, MINI_MAP_SMALL = (236, 132), (150, 84)
"""The sizes of the mini map in dp; the second is for narrow or low windows."""
DASH = 3
"""The length of a lost line's dashes, and of the gaps between them, in dp."""
ENDING = 10
"""Half the height of the sign or flag at the end of a line, in dp."""


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


def map_ground(look: Look, areas: MapAreas, felt: Felt) -> pygame.Surface:
    """The background: dimmed felt, and the two bars."""
    ground, paint, line = pygame.Surface(areas.footer.bottomright), look.paint, look.scale.line()
    ground.blit(paint.felt(ground.get_size(), felt), (0, 0))
    paint.veil(ground, areas.body, colours.DIMMED_FILL)
    for bar, y, strength in (
        (areas.header, areas.header.bottom, 0.55),
        (areas.footer, areas.footer.top, 0.35),
    ):
        paint.veil(ground, bar, colours.HEADER_FILL)
        paint.veil(ground, pygame.Rect(0, y, bar.w, line), colours.tint(colours.GOLD, strength))
    return ground


# Title


def draw_title(
    target: pygame.Surface,
    areas: MapAreas,
    look: Look,
    texts: tuple[str, str],
    sides: tuple[int, int],
) -> None:
    """Draw a title and, below it, as many of the counts as there is room for between the left and
    the right of `sides`.
    """
    (title, counts), left, room = texts, sides[0], sides[1] - sides[0]
    style = look.shrunk(title, TITLE, room, LEAST_TITLE)
    y, gap = areas.header.centery, look.px(12 if areas.short else 14)
    look.write(target, title, style, colours.CREAM, (left, y - gap + look.px(2)), room=room)
    below = left, y + gap + look.px(4)
    told = leading_facts(look, counts, fonts.CAPTION, room)
    look.write(target, told, fonts.CAPTION, colours.DIM, below, room=room)


def tree_counts(history: DealHistory, wins: int, par: int | None, _: Language) -> str:
    """What a history holds, in one line; `wins`: how many answers, `par`: the shortest possible."""
    count, marks = len(history), len(history.bookmarks)
    words = [_.plural("{n} position", "{n} positions", count).format(n=_.number(count))]
    if wins:
        words.append(_.plural("{n} solution", "{n} solutions", wins).format(n=_.number(wins)))
        words.append(_("best {n}").format(n=history.best))
    if par is not None:
        words.append(_("shortest possible {n}").format(n=par))
    if marks:
        words.append(_.plural("{n} bookmark", "{n} bookmarks", marks).format(n=marks))
    return SEPARATOR.join(words)


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
    look: Look,
    picture: TreePicture,
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
    px = look.px
    pitch = LEGEND_PITCH if view is None or view.pitch >= UTURN_FROM_PITCH else view.pitch
    signs = [
        *(_worth_signs(look, picture, _, pitch) if worths else []),
        *_signs(look, picture, _, pitch),
    ]
    if turn:
        word = _("redealt") if turn == "redeal" else _("new pass")
        signs.insert(-2, (word, picture.turn(turn, pitch)))
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


def _worth_signs(
    look: Look, picture: TreePicture, _: Callable[[str], str], pitch: float
) -> list[LegendSign]:
    px = look.px
    course, lost = (_layer(px(26), px(9)) for _side in "ab")
    thick = look.scale.line(4.6)
    course.fill(colours.GREEN, (0, px(9) // 2 - thick // 2, px(26), thick))
    thin, dash = look.scale.line(2.2), max(2, px(6))
    for x in range(0, px(26), 2 * dash):
        lost.fill(colours.CORAL, (x, px(9) // 2 - thin // 2, dash, thin))
    return [
        (_("on the shortest path"), course),
        (_("lost"), lost),
        (_("lost from here"), picture.death(pitch)),
    ]


def _signs(
    look: Look, picture: TreePicture, _: Callable[[str], str], pitch: float
) -> list[LegendSign]:
    px = look.px
    line, tried = (_layer(px(24), px(9)) for _side in "ab")
    thick = look.scale.line(5)
    look.paint.box(
        line, pygame.Rect(0, px(9) // 2 - thick // 2, px(24), thick), thick / 2, colours.GOLD
    )
    thin = look.scale.line(2.2)
    tried.fill(colours.BRANCH, (0, px(9) // 2 - thin // 2, px(24), thin))
    bead = picture.bead(colours.BRANCH, 3)
    tried.blit(bead, bead.get_rect(center=(px(12), px(9) // 2)))
    here = _layer(px(15) | 1, px(15) | 1)
    middle = here.get_rect().center
    look.paint.disc(here, middle, px(15) | 1, None, colours.WHITE, look.scale.line(1.8))
    look.paint.disc(here, middle, px(7) | 1, colours.WHITE)
    return [
        (_("best solution"), line),
        (_("tried"), tried),
        (_("dead end"), picture.dead_end(pitch)),
        (_("not fully explored"), picture.ring(colours.BRANCH, 4.2, 1.8)),
        (_("bookmark"), look.assets.icon("bookmark-filled", px(17), colours.GOLD)),
        (_("you are here"), here),
        (_("group"), picture.wedge(colours.BRANCH, px(15) | 1, px(22))),
        (_("collapsed"), picture.zigzag(colours.BRANCH, 2 * look.scale.factor, px(28), px(15) | 1)),
    ]


def _layer(width: int, height: int) -> pygame.Surface:
    return pygame.Surface((width, height), pygame.SRCALPHA)


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


class MiniMap:
    """The whole tree in a corner, with the part in view outlined."""

    def __init__(self, rect: pygame.Rect, look: Look) -> None:
        self.rect = rect
        self.shown = True
        """False while the whole map is in view and the mini map would cover the end of a line."""
        self._look = look
        self._inner = rect.inflate(-look.px(24), -look.px(20))
        self._plan: MapPlan | None = None
        self._worths: Mapping[MapPiece, PieceWorth] = {}
        self._art = pygame.Surface((1, 1))

    def draw(self, target: pygame.Surface, view: Viewport, marks: MapMarks) -> None:
        """Draw it over the scene."""
        if not self.shown:
            return
        look = self._look
        radius = look.px(10)
        if view.plan is not self._plan or marks.worths is not self._worths:
            self._plan, self._worths = view.plan, marks.worths
            self._art = self._drawn(view.plan)
        look.paint.shadow(target, self.rect, radius, look.px(10), (0, look.px(4)), 130)
        edge = colours.tint(colours.GOLD_EDGE, 0.6)
        look.paint.box(target, self.rect, radius, colours.PANEL, edge, look.scale.line(1.2))
        target.blit(self._art, self._inner)
        x, y = self._point(view.plan, view.plan.place(marks.here))
        look.paint.disc(
            target, (x, y), look.px(8) | 1, colours.WHITE, colours.PANEL, look.scale.line()
        )
        seen = self._seen(view)
        fill, line = colours.tint(colours.WHITE, 0.05), colours.tint(colours.WHITE, 0.75)
        look.paint.box(target, seen, look.px(5), fill, line, look.scale.line(1.4))

    def make_way(self, view: Viewport, area: pygame.Rect) -> None:
        """Decide whether the mini map is shown. `area` is that of the tree, in pixels."""
        self.shown = view.zoom > 1 or not any(
            self._ending(view, area, piece).colliderect(self.rect) for piece in view.plan.pieces
        )

    def _ending(self, view: Viewport, area: pygame.Rect, piece: MapPiece) -> pygame.Rect:
        """The area of a line's end, with what is drawn there."""
        x, y = view.at(piece.end, piece.lane)
        px = self._look.px
        return pygame.Rect(
            area.x + px(x) - px(ENDING), area.y + px(y) - px(ENDING),
            px(piece.room_after()) + px(ENDING), 2 * px(ENDING),
        )  # fmt: skip

    def place_at(self, view: Viewport, at: tuple[int, int]) -> tuple[float, float]:
        """The depth and the lane at a place in the mini map."""
        plan, inner = view.plan, self._inner
        x = (at[0] - inner.left) / max(1, inner.w) * self._width(plan)
        lane = plan.first + (at[1] - inner.top) / max(1, inner.h) * max(1, plan.lanes - 1)
        return plan.axis.depth(x, plan.unit), lane

    def _width(self, plan: MapPlan) -> float:
        return max(1.0, plan.axis.x(plan.axis.end, plan.unit))

    def _x(self, plan: MapPlan, depth: float) -> int:
        return round(plan.axis.x(depth, plan.unit) / self._width(plan) * self._inner.w)

    def _y(self, plan: MapPlan, lane: float) -> int:
        share = (lane - plan.first) / (plan.lanes - 1) if plan.lanes > 1 else 0.5
        return round(share * self._inner.h)

    def _point(self, plan: MapPlan, place: MapPlace) -> tuple[int, int]:
        x, y = self._x(plan, place.depth), self._y(plan, place.piece.lane)
        return self._inner.left + x, self._inner.top + y

    def _seen(self, view: Viewport) -> pygame.Rect:
        """The part in view, not larger than the mini map."""
        plan = view.plan
        left, right = (self._x(plan, view.depth_at(x)) for x in (0, view.size[0]))
        top, bottom = (self._y(plan, view.lane_at(y)) for y in (0, view.size[1]))
        seen = pygame.Rect(left, top, right - left, bottom - top).move(self._inner.topleft)
        inset = self._look.px(5)
        return seen.clip(self.rect.inflate(-2 * inset, -2 * inset))

    def _drawn(self, plan: MapPlan) -> pygame.Surface:
        line = self._look.scale.line()
        art = pygame.Surface((self._inner.w + line, self._inner.h + 2 * line), pygame.SRCALPHA)
        for piece in sorted(plan.pieces, key=lambda piece: piece.answer is not None):
            worth = self._worths.get(piece, NOTHING)
            colour = ANSWER if piece.answer is not None else colours.DEAD_BRANCH
            turning = LOST if worth.last_depth_before_loss == piece.at else colour
            x, y = self._x(plan, piece.at), self._y(plan, piece.lane)
            self._draw_piece(art, plan, piece, colour, worth)
            if piece.above is not None:
                from_y = self._y(plan, piece.above.lane)
                art.fill(turning, (x, min(y, from_y), line, abs(y - from_y) + line))
        return art

    def _draw_piece(
        self,
        art: pygame.Surface,
        plan: MapPlan,
        piece: MapPiece,
        colour: colours.Rgb,
        worth: PieceWorth,
    ) -> None:
        """A level line: thick for an answer or on course, dashed where it is lost."""
        line = self._look.scale.line()
        left, y = self._x(plan, piece.at), self._y(plan, piece.lane)
        right = max(left + line, self._x(plan, piece.end))
        thick = 2 * line if piece.answer is not None and piece.kind is PieceKind.LINE else line
        died = worth.last_depth_before_loss
        lost = right if died is None else max(left, self._x(plan, died))
        art.fill(colour, (left, y, lost - left, thick))
        if worth.on_until >= 0 and piece.answer is None:
            until = min(lost, self._x(plan, worth.on_until))
            art.fill(colours.GREEN, (left, y, until - left, 2 * line))
        dash = self._look.px(DASH)
        for x in range(lost, right, 2 * dash):
            art.fill(LOST, (x, y, min(dash, right - x), line))
