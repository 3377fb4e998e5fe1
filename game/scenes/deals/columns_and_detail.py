"""The columns of the list of deals, and the selected deal in detail."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import pygame

from game.core.position import Position
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.record.deal_list import ListColumn, ListedDeal
from game.rules import Rules
from game.scenes.common.deal_and_day_words import day_text
from game.scenes.common.deal_detail import (
    DEAL_TITLE,
    FIGURES,
    SMALL_TITLE,
    TITLE,
    DealDetail,
    DetailFigure,
    best_labels,
)
from game.scenes.common.list_columns import NONE, Cell, DealColumn, ListColumns
from game.scenes.common.services import Services
from game.scenes.deals.listed_packs import ListedPacks, PlayRecord
from game.system.language import Language
from game.widgets.look import Look
from game.widgets.text_flow import leading_facts

CELL_TEXT: Final = TextStyle(fonts.Face.SANS, 17)
NUMBER: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 17)
SIGN: Final = 18
PIP: Final = 15
PIP_PITCH: Final = 18


class DealColumns(ListColumns[ListedDeal]):
    """The columns in three forms: for wide windows, for narrower ones, for small ones."""

    def __init__(
        self, _: Language, form: int = 0, *, stars: bool = True, graded: bool = True
    ) -> None:
        """`stars`: no answer can be shorter than the pack's pars. `graded`: some deals have a
        difficulty.
        """
        self._ = _
        left, centre, right = Align
        # Without stars, difficulty and best answer move into their room.
        pips, best = ((0.3, 0.41, 0.46), 0.52) if stars else ((0.242, 0.32, 0.36), 0.462)
        columns: list[DealColumn[ListedDeal]] = [
            DealColumn(ListColumn.NUMBER, _("Number"), left, (0.02, 0.02, 0.02), self._number,
                       NUMBER, spoken=lambda deal: deal.level.id),
            DealColumn(ListColumn.SOLVED, _("Solved"), centre, (0.162, 0.22, 0.26), icon="check",
                       draw=_draw_check, spoken=lambda deal: self._sign_words(deal.check_sign)),
            DealColumn(ListColumn.STAR, _("Star"), centre, (0.242, 0.32, 0.36), icon="star",
                       draw=_draw_star, spoken=lambda deal: self._sign_words(deal.star_sign)),
            DealColumn(ListColumn.DIFFICULTY, _("Difficulty"), left, pips, draw=_draw_difficulty,
                       spoken=self._difficulty_words),
            DealColumn(ListColumn.BEST, _("Best"), right, (best, 0.77 if stars else 0.68, 0.97),
                       self._best, NUMBER),
            DealColumn(ListColumn.MINIMUM, _("Minimum") if stars else _("Best known"), right,
                       (0.64, 0.97, None), lambda deal: (_count(deal.least), colours.DIM),
                       CELL_TEXT),
            DealColumn(ListColumn.OVER, _("Extra"), right, (0.76, None, None), _over, CELL_TEXT),
            DealColumn(ListColumn.PLAYED, _("Last played"), right, (0.98, None, None),
                       lambda deal: (self._last(deal), colours.DIM), CELL_TEXT),
        ]  # fmt: skip
        left_out = [ListColumn.STAR] * (not stars) + [ListColumn.DIFFICULTY] * (not graded)
        super().__init__((each for each in columns if each.value not in left_out), form)

    def _number(self, deal: ListedDeal) -> tuple[str, Rgb]:
        return deal.level.id, colours.CREAM

    def _best(self, deal: ListedDeal) -> tuple[str, Rgb]:
        return _count(deal.best), colours.DIM if deal.best is None else colours.CREAM

    def _sign_words(self, sign: str) -> str:
        """What a sign of a row means, by its icon."""
        _ = self._
        return {
            "begun": _("in progress"),
            "check": _("solved unaided"),
            "check-hollow": _("solved with help"),
            "star-filled": _("Star"),
            "star": _("star earned with help"),
        }.get(sign, "")

    def _difficulty_words(self, deal: ListedDeal) -> str:
        _, n = self._, deal.level.difficulty
        return "" if n is None else f"{_('Difficulty')} {_('{n} of 5').format(n=n)}"

    def _last(self, deal: ListedDeal) -> str:
        """The day it was last played; empty: never."""
        return day_text(deal.played or 0, time.time(), self._)


def _count(moves: int | None) -> str:
    return NONE if moves is None else str(moves)


def _over(deal: ListedDeal) -> tuple[str, Rgb]:
    if deal.over is None:
        return "", colours.DIM
    ink = colours.DIM if deal.over or not deal.par_is_shortest else colours.GOLD
    return (f"{deal.over:+}" if deal.over else "0"), ink


def _draw_check(cell: Cell, deal: ListedDeal) -> None:
    ink = colours.GREEN if deal.best is not None else colours.DIM
    cell.icon(deal.check_sign, ink, cell.look.px(SIGN))


def _draw_star(cell: Cell, deal: ListedDeal) -> None:
    cell.icon(deal.star_sign, colours.GOLD, cell.look.px(SIGN))


def _draw_difficulty(cell: Cell, deal: ListedDeal) -> None:
    draw_pips(cell.target, cell.look, deal.level.difficulty, cell.at)


def draw_pips(
    target: pygame.Surface, look: Look, difficulty: int | None, at: tuple[int, int]
) -> None:
    """Draw five diamonds, `difficulty` of them filled; nothing if that is None."""
    if difficulty is None:
        return
    side, pitch = look.px(PIP), look.px(PIP_PITCH)
    for number in range(5):
        x = at[0] + side // 2 + number * pitch
        filled = number < difficulty
        name, ink = ("pip-filled", colours.CREAM) if filled else ("pip", colours.FAINT)
        look.icon(target, name, ink, (x, at[1]), side)


class ListedDealDetail(DealDetail[ListedDeal]):
    """A deal with its difficulty, and the record of playing it."""

    head, story, picture_share, besides, inset = 70, 34, 0.88, 174, 14

    def __init__(self, services: Services, packs: ListedPacks) -> None:
        super().__init__(services)
        self._packs = packs
        self._record: PlayRecord | None = None

    def show(self, deal: ListedDeal | None) -> None:
        """Also read its record."""
        super().show(deal)
        self._record = None if deal is None else self._packs.record_of(deal)

    def table_of(self, deal: ListedDeal) -> tuple[Rules, Position]:
        """As it was dealt."""
        rules = self._packs.rules
        return rules, rules.deal(deal.level.deck)

    def figures_of(self, deal: ListedDeal) -> Sequence[DetailFigure]:
        """The best answer, and the least number of moves."""
        _ = self._
        labels = best_labels(deal.best, deal.alone, _)
        unit = _.plural("move", "moves", deal.best or 0)
        best = DetailFigure(labels, deal.best, colours.GOLD, unit)
        unit = _.plural("move", "moves", deal.least or 0)
        return best, DetailFigure(self._least_labels(deal), deal.least, colours.CREAM, unit)

    def _least_labels(self, deal: ListedDeal) -> tuple[str, str]:
        _, proved = self._, self._packs.listing.pack.proved
        if deal.par_is_shortest:
            claimed = deal.least is not None and deal.shortest is None
            return _("Claimed minimum") if claimed else _("Minimum possible"), _("Minimum")
        if deal.least is not None and deal.least == deal.level.par and proved:
            return _("Best known, no redeal"), _("Best known")
        return _("Best known"), _("Best known")

    def _title(self, deal: ListedDeal) -> str:
        return self._("Deal {number}").format(number=deal.level.id)

    def draw_strip(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: ListedDeal
    ) -> None:
        """Head and figures side by side."""
        width, middle, difficulty = area.w * 2 // 5, area.centery, deal.level.difficulty
        at = (area.x, middle - (look.px(12) if difficulty is not None else 0))
        look.write(target, self._title(deal), SMALL_TITLE, colours.CREAM, at, room=width)
        draw_pips(target, look, difficulty, (area.x, middle + look.px(16)))
        figures = pygame.Rect(area.x + width, 0, area.w - width, look.px(FIGURES))
        figures.centery = middle
        self.draw_figures(target, look, figures, deal)

    def draw_head(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: ListedDeal
    ) -> None:
        """The number, its difficulty, and the signs at the right."""
        y = area.y + look.px(TITLE)
        look.write(target, self._title(deal), DEAL_TITLE, colours.CREAM, (area.x, y))
        at, difficulty = (area.x, area.y + look.px(48)), deal.level.difficulty
        draw_pips(target, look, difficulty, at)
        if difficulty is not None:
            text = self._("Difficulty {n} of 5").format(n=difficulty)
            look.write(target, text, fonts.ROW, colours.DIM, (at[0] + look.px(104), at[1]))
        right = area.right - look.px(14)
        kept = None if self._record is None else self._record.kept
        if kept is not None and kept.bookmarks:
            look.icon(target, "bookmark-filled", colours.GOLD, (right, y), look.px(22))
            right -= look.px(32)
        sign = deal.star_sign or deal.check_sign
        if sign:
            ink = colours.GOLD if deal.star_sign else colours.GREEN
            look.icon(target, sign, ink, (right, y), look.px(24))

    def draw_story(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: ListedDeal
    ) -> None:
        """Tries and time at the left, the moves over the minimum at the right."""
        room, y = area.w, area.centery + look.px(4)
        if deal.over is not None and deal.over > 0:
            text, at = self._("{n} extra").format(n=deal.over), (area.right, y)
            style = fonts.CAPTION_STRONG
            where = look.write(target, text, style, colours.GOLD, at, Align.RIGHT)
            room = where.left - area.x - look.px(8)
        if self._record is not None:
            text = leading_facts(look, self._record.text(self._), fonts.CAPTION, room)
            look.write(target, text, fonts.CAPTION, colours.DIM, (area.x, y), room=room)
