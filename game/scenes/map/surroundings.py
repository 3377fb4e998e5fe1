"""The parts of the map's window, and what stands around its tree: ground, title, ruler, folds,
legend, mini map. Constants are dp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.felt import Felt
from game.graphics.fonts import TextStyle
from game.graphics.scale import SHORT_BELOW, Reflow
from game.graphics.text_rendering import Align
from game.map.layout import MapPlan
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
"""From one line of the legend to the next."""
LEGEND_LEAST_LINE = 22
"""The same where there are many lines."""
MINI_PITCH = 16
"""From one lane to the next in the mini map, at most."""
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


class Band(NamedTuple):
    """A fold in the window."""

    fold: Fold
    rect: pygame.Rect
    pill: pygame.Rect
    """Where its count is."""
    text: str


class Surroundings:
    """Draws what stands around the tree in one window."""

    def __init__(self, look: Look, areas: MapAreas, picture: TreePicture, _: Language) -> None:
        self._look, self._areas, self._picture, self._ = look, areas, picture, _
        self.mini_map = MiniMap(areas.mini_map, look)

    def draw_ground(self, ground: pygame.Surface, felt: Felt) -> None:
        """Draw the background: dimmed felt, and the two bars."""
        areas, paint, line = self._areas, self._look.paint, self._look.scale.line()
        paint.lay_felt(ground, felt)
        paint.veil(ground, areas.body, colours.DIMMED_FILL)
        for bar, y, share in ((areas.header, areas.body.top, 0.55),
                              (areas.footer, areas.body.bottom, 0.35)):  # fmt: skip
            paint.veil(ground, bar, colours.HEADER_FILL)
            paint.veil(ground, pygame.Rect(0, y, bar.w, line), colours.tint(colours.GOLD, share))

    def draw_title(
        self, target: pygame.Surface, title: str, counts: str, left: int, right: int
    ) -> None:
        """Draw a title and, below it, as many of the counts as there is room for."""
        look, room = self._look, right - left
        style = look.shrunk(title, TITLE, room, LEAST_TITLE)
        y, gap = self._areas.header.centery, look.px(12 if self._areas.short else 14)
        look.write(target, title, style, colours.CREAM, (left, y - gap + look.px(2)), room=room)
        told = leading_facts(look, counts, fonts.CAPTION, room)
        look.write(target, told, fonts.CAPTION, colours.DIM, (left, y + gap + look.px(4)),
                   room=room)  # fmt: skip

    def draw_ruler(self, target: pygame.Surface, view: Viewport) -> None:
        """Draw the lines of moves, and a figure at every second one, except inside folds."""
        look, areas = self._look, self._areas
        step = next((step for step in STEPS if 2 * step * view.unit >= LABEL_ROOM), STEPS[-1])
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
            x, word = look.px(view.at(0, 0)[0]) - look.px(WORD_BEFORE), self._("moves")
            if x - look.width(word, fonts.CAPTION) >= look.px(EDGE_GAP):
                look.write(target, word, fonts.CAPTION, colours.DIM, (x, y), Align.RIGHT)

    # Folds

    def bands(self, view: Viewport) -> list[Band]:
        """The visible folds from left to right; a pill that would overlap another is shortened."""
        look, tree, bands = self._look, self._areas.tree, list[Band]()
        for fold in view.axis.folds_between(view.depth_at(-60), view.depth_at(view.size[0] + 60)):
            left, right = (look.px(view.at(depth, 0)[0]) for depth in fold)
            rect = pygame.Rect(left, tree.top, right - left, tree.h)
            text = self._.plural("{n} collapsed", "{n} collapsed", fold.moves)
            for shown in (text.format(n=fold.moves), str(fold.moves)):
                width = look.width(shown, FOLD_FIGURE) + look.px(18)
                pill = pygame.Rect(0, 0, width, look.px(21))
                pill.midtop = rect.centerx, tree.top + look.px(3)
                text = shown
                if not bands or bands[-1].pill.right < pill.left:
                    break
            bands.append(Band(fold, rect, pill, text))
        return bands

    def draw_folds(self, target: pygame.Surface, view: Viewport) -> None:
        """A dark band and a count for each fold."""
        look, edge, last = self._look, colours.tint(colours.GOLD, 0.6), -1
        for _fold, rect, pill, text in self.bands(view):
            look.paint.veil(target, rect.clip(self._areas.tree), FOLD_SHADE)
            if pill.left > last:
                look.paint.box(target, pill, pill.h / 2, colours.WELL, edge, look.scale.line())
                look.write(target, text, FOLD_FIGURE, colours.GOLD, pill.center, Align.CENTRE)
                last = pill.right

    # Legend

    def draw_legend(
        self,
        target: pygame.Surface,
        right: int,
        view: Viewport | None,
        *,
        worths: bool = False,
        turn: str = "",
    ) -> None:
        """Explain the signs, as they look in `view`, up to the x `right`; None: nothing is shown
        yet. `worths`: lines are coloured by what they are worth. `turn`: the icon of the game's
        redeal or turn-over; empty: it has none.
        """
        px, areas = self._look.px, self._areas
        signs = self._signs(view, worths=worths, turn=turn)
        lines = self._lines(signs, right - areas.margin)
        pitch = min(px(LEGEND_LINE), areas.footer.h // max(1, len(lines)))
        for number, line in enumerate(lines):
            x, y = areas.margin, areas.footer.centery + (number * 2 + 1 - len(lines)) * pitch // 2
            for word, art in line:
                target.blit(art, (x, y - art.get_height() // 2))
                at = (x + art.get_width() + px(8), y)
                x = self._look.write(target, word, fonts.CAPTION, colours.DIM, at).right
                x += px(LEGEND_GAP)

    def _lines(self, signs: Sequence[LegendSign], room: int) -> list[list[LegendSign]]:
        """The signs in each line of the legend, as many lines as the footer has room for. A sign
        that is wider than the room is left out.
        """
        lines: list[list[LegendSign]] = [[]]
        x = 0
        for word, art in signs:
            gap, width = self._look.px(8), self._look.width(word, fonts.CAPTION)
            width += art.get_width() + gap
            if width > room:
                continue
            if x + width > room:
                lines.append([])
                x = 0
            lines[-1].append((word, art))
            x += width + self._look.px(LEGEND_GAP)
        most = max(1, self._areas.footer.h // self._look.px(LEGEND_LEAST_LINE))
        return [line for line in lines if line][:most]

    def _signs(self, view: Viewport | None, *, worths: bool, turn: str) -> list[LegendSign]:
        """The signs, the most unusual first; bundles and folds only where `view` shows some."""
        look, picture, _ = self._look, self._picture, self._
        px, line = look.px, look.scale.line
        pitch = LEGEND_PITCH if view is None or view.pitch >= UTURN_FROM_PITCH else view.pitch

        def level(width: int, colour: colours.Rgb, thick: int, dash: int = 0) -> pygame.Surface:
            art = pygame.Surface((width, px(9)), pygame.SRCALPHA)
            for x in range(0, width, 2 * dash or width):
                art.fill(colour, (x, px(9) // 2 - thick // 2, dash or width, thick))
            return art

        best, thick = pygame.Surface((px(24), px(9)), pygame.SRCALPHA), line(5)
        area = pygame.Rect(0, px(9) // 2 - thick // 2, px(24), thick)
        look.paint.box(best, area, thick / 2, colours.GOLD)
        tried, bead = level(px(24), colours.BRANCH, line(2.2)), picture.bead(colours.BRANCH, 3)
        tried.blit(bead, bead.get_rect(center=(px(12), px(9) // 2)))
        here = pygame.Surface((px(15) | 1, px(15) | 1), pygame.SRCALPHA)
        middle = here.get_rect().center
        look.paint.disc(here, middle, px(15) | 1, None, colours.WHITE, line(1.8))
        look.paint.disc(here, middle, px(7) | 1, colours.WHITE)
        walked = level(px(26), colours.BRANCH, line(4.6))
        walked.blit(level(px(26), colours.WHITE, line(2.6)), (0, 0))
        folded = view is not None and bool(view.plan.axis.folds)
        bundled = view is not None and any(
            piece.kind is not PieceKind.LINE for piece in view.plan.pieces
        )
        fold = picture.zigzag(colours.BRANCH, 2 * look.scale.factor, px(28), px(15) | 1)
        weighed = [
            (_("on the shortest path"), level(px(26), colours.GREEN, line(4.6))),
            (_("lost"), level(px(26), colours.CORAL, line(2.2), max(2, px(6)))),
            (_("lost from here"), picture.death(pitch)),
        ]
        turned = _("redealt") if turn == "redeal" else _("new pass")
        group = _("group"), picture.wedge(colours.BRANCH, px(15) | 1, px(22))
        return [
            *([(_("collapsed"), fold)] if folded else ()),
            *([group] if bundled else ()),
            *(weighed if worths else ()),
            (_("you are here"), here),
            (_("your path"), walked),
            (_("best solution"), best),
            (_("tried"), tried),
            (_("dead end"), picture.dead_end(pitch)),
            (_("not fully explored"), picture.ring(colours.BRANCH, 4.2, 1.8)),
            (_("bookmark"), look.assets.icon("bookmark-filled", px(17), colours.GOLD)),
            *([(turned, picture.turn(turn, pitch))] if turn else ()),
        ]


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


def _middle(plan: MapPlan) -> float:
    return plan.first + (plan.lanes - 1) / 2


class MiniMap:
    """The whole tree in a corner, with the part in view outlined."""

    def __init__(self, rect: pygame.Rect, look: Look) -> None:
        self.rect = rect
        self.shown = True
        """False while the whole map is in view and the mini map would cover the end of a line."""
        self._look = look
        self._inner = rect.inflate(-look.px(24), -look.px(20))
        self._art: tuple[MapPlan, Mapping[MapPiece, PieceWorth], pygame.Surface] | None = None
        """The tree, and what it was drawn of."""

    def draw(self, target: pygame.Surface, view: Viewport, marks: MapMarks) -> None:
        """Draw it over the scene."""
        if not self.shown:
            return
        look, plan, inner = self._look, view.plan, self._inner
        if self._art is None or plan is not self._art[0] or marks.worths is not self._art[1]:
            self._art = plan, marks.worths, self._drawn(plan, marks.worths)
        radius, line = look.px(10), look.scale.line
        look.paint.shadow(target, self.rect, radius, look.px(10), (0, look.px(4)), 130)
        edge = colours.tint(colours.GOLD_EDGE, 0.6)
        look.paint.box(target, self.rect, radius, colours.PANEL, edge, line(1.2))
        target.blit(self._art[2], inner)
        here = plan.place(marks.here)
        at = inner.left + self._x(plan, here.depth), inner.top + self._y(plan, here.piece.lane)
        look.paint.disc(target, at, look.px(8) | 1, colours.WHITE, colours.PANEL, line())
        left, right = (self._x(plan, view.depth_at(x)) for x in (0, view.size[0]))
        top, bottom = (self._y(plan, view.lane_at(y)) for y in (0, view.size[1]))
        seen = pygame.Rect(left, top, right - left, bottom - top).move(inner.topleft)
        seen = seen.clip(self.rect.inflate(-2 * look.px(5), -2 * look.px(5)))
        fill, white = colours.tint(colours.WHITE, 0.05), colours.tint(colours.WHITE, 0.75)
        look.paint.box(target, seen, look.px(5), fill, white, line(1.4))

    def make_way(self, view: Viewport, area: pygame.Rect) -> None:
        """Decide whether the mini map is shown. `area` is that of the tree, in pixels."""
        self.shown = view.zoom > 1 or not any(
            self._ending(view, area, piece).colliderect(self.rect) for piece in view.plan.pieces
        )

    def _ending(self, view: Viewport, area: pygame.Rect, piece: MapPiece) -> pygame.Rect:
        """The area of a line's end, with what is drawn there."""
        (x, y), px = view.at(piece.end, piece.lane), self._look.px
        left, top = area.x + px(x) - px(ENDING), area.y + px(y) - px(ENDING)
        return pygame.Rect(left, top, px(piece.room_after()) + px(ENDING), 2 * px(ENDING))

    def place_at(self, view: Viewport, at: tuple[int, int]) -> tuple[float, float]:
        """The depth and the lane at a place in the mini map."""
        plan, inner = view.plan, self._inner
        x = (at[0] - inner.left) / max(1, inner.w) * self._width(plan)
        lane = _middle(plan) + (at[1] - inner.centery) / (self._pitch(plan) or 1)
        return plan.axis.depth(x, plan.unit), lane

    def _width(self, plan: MapPlan) -> float:
        return max(1.0, plan.axis.x(plan.axis.end, plan.unit))

    def _x(self, plan: MapPlan, depth: float) -> int:
        return round(plan.axis.x(depth, plan.unit) / self._width(plan) * self._inner.w)

    def _y(self, plan: MapPlan, lane: float) -> int:
        return round(self._inner.h / 2 + (lane - _middle(plan)) * self._pitch(plan))

    def _pitch(self, plan: MapPlan) -> float:
        """From one lane to the next, in pixels."""
        return min(self._inner.h / max(1, plan.lanes - 1), self._look.px(MINI_PITCH))

    def _drawn(self, plan: MapPlan, worths: Mapping[MapPiece, PieceWorth]) -> pygame.Surface:
        """The tree: level lines, thick for an answer or on course, dashed where they are lost."""
        line, dash = self._look.scale.line(), self._look.px(DASH)
        art = pygame.Surface((self._inner.w + line, self._inner.h + 2 * line), pygame.SRCALPHA)
        for piece in sorted(plan.pieces, key=lambda piece: piece.answer is not None):
            worth = worths.get(piece, NOTHING)
            died = worth.last_depth_before_loss
            colour = ANSWER if piece.answer is not None else colours.DEAD_BRANCH
            left, y = self._x(plan, piece.at), self._y(plan, piece.lane)
            right = max(left + line, self._x(plan, piece.end))
            thick = 2 * line if piece.answer is not None and piece.kind is PieceKind.LINE else line
            lost = right if died is None else max(left, self._x(plan, died))
            art.fill(colour, (left, y, lost - left, thick))
            if worth.on_until >= 0 and piece.answer is None:
                until = min(lost, self._x(plan, worth.on_until))
                art.fill(colours.GREEN, (left, y, until - left, 2 * line))
            for x in range(lost, right, 2 * dash):
                art.fill(LOST, (x, y, min(dash, right - x), line))
            if piece.above is not None:
                from_y = self._y(plan, piece.above.lane)
                upright = left, min(y, from_y), line, abs(y - from_y) + line
                art.fill(LOST if died == piece.at else colour, upright)
        return art
