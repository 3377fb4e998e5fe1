"""The columns of the list of deals: their heads, and how a row is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.graphics import theme
from game.graphics.assets import Align
from game.graphics.theme import Reflow, Rgb, TextStyle
from game.record.catalogue import Column, Entry
from game.system.language import Language
from game.widgets.list_view import Row
from game.widgets.look import Look

HEAD = TextStyle(theme.Face.SANS_SEMIBOLD, 14.5)
NUMBER = TextStyle(theme.Face.SANS_SEMIBOLD, 17)
DAY_S = 86_400
MARGIN = 16
PIP = 15
PIP_PITCH = 18
NONE = "–"
HEAD_GAP = 8
ARROW_ROOM = 18
SIGNS = {Column.SOLVED: "check", Column.STAR: "star"}
"""Heads as pictures, for where there is no room for words."""


class Place(NamedTuple):
    """A column: where its text begins or ends, as a share of the row's width."""

    column: Column
    share: float
    align: Align


WIDE = (
    Place(Column.NUMBER, 0.02, Align.LEFT),
    Place(Column.SOLVED, 0.162, Align.CENTRE),
    Place(Column.STAR, 0.24, Align.CENTRE),
    Place(Column.DIFFICULTY, 0.30, Align.LEFT),
    Place(Column.BEST, 0.52, Align.RIGHT),
    Place(Column.MINIMUM, 0.64, Align.RIGHT),
    Place(Column.OVER, 0.76, Align.RIGHT),
    Place(Column.PLAYED, 0.98, Align.RIGHT),
)
MIDDLE = (
    Place(Column.NUMBER, 0.02, Align.LEFT),
    Place(Column.SOLVED, 0.22, Align.CENTRE),
    Place(Column.STAR, 0.32, Align.CENTRE),
    Place(Column.DIFFICULTY, 0.41, Align.LEFT),
    Place(Column.BEST, 0.77, Align.RIGHT),
    Place(Column.MINIMUM, 0.97, Align.RIGHT),
)
SMALL = (
    Place(Column.NUMBER, 0.02, Align.LEFT),
    Place(Column.SOLVED, 0.26, Align.CENTRE),
    Place(Column.STAR, 0.36, Align.CENTRE),
    Place(Column.DIFFICULTY, 0.46, Align.LEFT),
    Place(Column.BEST, 0.97, Align.RIGHT),
)


def places(width: float) -> tuple[Place, ...]:
    """The columns that a window of so many dp shows."""
    form = theme.reflow(width)
    if form is Reflow.WIDE:
        return WIDE
    return SMALL if form is Reflow.SMALL else MIDDLE


class DealRows:
    """Writes heads and rows at the columns of a window."""

    def __init__(self, _: Language, moves_in: Callable[[Entry], int]) -> None:
        """`moves_in` tells how many moves into a deal the player is, 0 where it is not begun."""
        self._ = _
        self._moves_in = moves_in
        self._places: tuple[Place, ...] = WIDE
        self._names = {
            Column.NUMBER: _("Number"),
            Column.SOLVED: _("Solved"),
            Column.STAR: _("Star"),
            Column.DIFFICULTY: _("Difficulty"),
            Column.BEST: _("Best"),
            Column.MINIMUM: _("Minimum"),
            Column.OVER: _("Over"),
            Column.PLAYED: _("Last played"),
        }

    def fit(self, width: float) -> None:
        """Choose the columns for a window of so many dp."""
        self._places = places(width)

    @staticmethod
    def _x(place: Place, area: pygame.Rect) -> int:
        return area.x + round(place.share * area.w)

    # Heads

    def draw_heads(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, by: Column, *, down: bool
    ) -> None:
        """The names of the columns; the one sorted by is gold, with an arrow."""
        signs = SIGNS if self._is_crowded(look, area) else {}
        for place in self._places:
            ink = theme.GOLD if place.column is by else theme.DIM
            at = (self._x(place, area), area.centery)
            if sign := signs.get(place.column):
                look.icon(target, sign, ink, at, look.px(PIP))
                where = pygame.Rect(0, 0, look.px(PIP), 0)
                where.center = at
            else:
                name = self._names[place.column]
                where = look.write(target, name, HEAD, ink, at, place.align)
            if place.column is by:
                side = look.px(13)
                centre = (where.right + look.px(10), area.centery)
                look.icon(target, "down" if down else "up", ink, centre, side)

    def _is_crowded(self, look: Look, area: pygame.Rect) -> bool:
        """Whether words would touch, one of them with the arrow."""
        spans = [self._span(place, look, area) for place in self._places]
        return any(left[1] + look.px(HEAD_GAP) > right[0] for left, right in pairwise(spans))

    def _span(self, place: Place, look: Look, area: pygame.Rect) -> tuple[int, int]:
        """From where to where a head reaches."""
        width = look.width(self._names[place.column], HEAD)
        left = self._x(place, area) - round(place.align.value * width)
        return left, left + width + (look.px(ARROW_ROOM) if place.column is Column.NUMBER else 0)

    def column_at(self, area: pygame.Rect, look: Look, at: tuple[int, int]) -> Column | None:
        """The column whose head lies at a point."""
        if not area.collidepoint(at):
            return None
        signs = SIGNS if self._is_crowded(look, area) else {}
        for place in self._places:
            sign = place.column in signs
            width = look.px(PIP) if sign else look.width(self._names[place.column], HEAD)
            left = self._x(place, area) - round(place.align.value * width)
            if left - look.px(10) <= at[0] <= left + width + look.px(10 if sign else 16):
                return place.column
        return None

    # Rows

    def draw_row(self, target: pygame.Surface, look: Look, row: Row, entry: Entry) -> None:
        """One deal."""
        for place in self._places:
            at = (self._x(place, row.area), row.area.centery)
            self._draw_cell(target, look, place, entry, at)

    def _draw_cell(
        self, target: pygame.Surface, look: Look, place: Place, entry: Entry, at: tuple[int, int]
    ) -> None:
        column = place.column
        if column is Column.DIFFICULTY:
            draw_pips(target, look, entry.level.difficulty, at)
        elif column is Column.SOLVED:
            if entry.solved:
                look.icon(target, "check", theme.GREEN, at, look.px(18))
        elif column is Column.STAR:
            if entry.star:
                look.icon(target, "star-filled", theme.GOLD, at, look.px(18))
        else:
            text, ink = self._text(column, entry)
            style = NUMBER if column in (Column.NUMBER, Column.BEST) else theme.LIST_ROW
            look.write(target, text, style, ink, at, place.align)

    def _text(self, column: Column, entry: Entry) -> tuple[str, Rgb]:
        if column is Column.NUMBER:
            return entry.level.id, theme.CREAM
        if column is Column.BEST:
            return (NONE, theme.DIM) if entry.best is None else (str(entry.best), theme.CREAM)
        if column is Column.MINIMUM:
            par = entry.level.par
            return (NONE if par is None else str(par)), theme.DIM
        if column is Column.OVER:
            over = entry.over
            if over is None:
                return "", theme.DIM
            return (f"{over:+}", theme.DIM) if over else ("0", theme.GOLD)
        return self._last(entry), theme.DIM

    def _last(self, entry: Entry) -> str:
        """How far a deal was played that is not solved yet, else when it was played last."""
        moves = 0 if entry.solved or entry.played is None else self._moves_in(entry)
        if moves:
            return self._.plural("{n} move in", "{n} moves in", moves).format(n=moves)
        return self._day(entry.played)

    def _day(self, played: int | None) -> str:
        """When a deal was played last: today, yesterday, or the date."""
        if played is None:
            return ""
        day = time.localtime(played)
        now = time.localtime()
        if day[:3] == now[:3]:
            return self._("today")
        if time.localtime(time.time() - DAY_S)[:3] == day[:3]:
            return self._("yesterday")
        return time.strftime("%Y-%m-%d", day)


def draw_pips(
    target: pygame.Surface, look: Look, difficulty: int | None, at: tuple[int, int]
) -> None:
    """Five diamonds, as many filled as a deal is difficult; nothing where that is not known."""
    if difficulty is None:
        return
    side, pitch = look.px(PIP), look.px(PIP_PITCH)
    for number in range(5):
        x = at[0] + side // 2 + number * pitch
        filled = number < difficulty
        name, ink = ("pip-filled", theme.CREAM) if filled else ("pip", theme.FAINT)
        look.icon(target, name, ink, (x, at[1]), side)
