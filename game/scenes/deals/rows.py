"""The columns of the list of deals: their heads, and how a row is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.scale import Reflow, reflow
from game.graphics.text_rendering import Align
from game.record.deal_list import ListColumn, ListedDeal
from game.scenes.common.deal_and_day_words import day_text
from game.scenes.common.list_scene import NONE
from game.system.language import Language
from game.widgets.list_view import ListRow, SortHeading
from game.widgets.look import Look

CELL_TEXT: Final = fonts.TextStyle(fonts.Face.SANS, 17)

NUMBER = TextStyle(fonts.Face.SANS_SEMIBOLD, 17)
SIGN = 18
PIP = 15
PIP_PITCH = 18
SIGNS = {ListColumn.SOLVED: "check", ListColumn.STAR: "star"}
"""The icons of headings, for when there is no room for words."""

MOVING = ListColumn.DIFFICULTY, ListColumn.BEST


class ColumnPlace(NamedTuple):
    """A column: where its text begins or ends, as a share of the row's width."""

    column: ListColumn
    share: float
    align: Align


WIDE = (
    ColumnPlace(ListColumn.NUMBER, 0.02, Align.LEFT),
    ColumnPlace(ListColumn.SOLVED, 0.162, Align.CENTRE),
    ColumnPlace(ListColumn.STAR, 0.242, Align.CENTRE),
    ColumnPlace(ListColumn.DIFFICULTY, 0.30, Align.LEFT),
    ColumnPlace(ListColumn.BEST, 0.52, Align.RIGHT),
    ColumnPlace(ListColumn.MINIMUM, 0.64, Align.RIGHT),
    ColumnPlace(ListColumn.OVER, 0.76, Align.RIGHT),
    ColumnPlace(ListColumn.PLAYED, 0.98, Align.RIGHT),
)
MIDDLE = (
    ColumnPlace(ListColumn.NUMBER, 0.02, Align.LEFT),
    ColumnPlace(ListColumn.SOLVED, 0.22, Align.CENTRE),
    ColumnPlace(ListColumn.STAR, 0.32, Align.CENTRE),
    ColumnPlace(ListColumn.DIFFICULTY, 0.41, Align.LEFT),
    ColumnPlace(ListColumn.BEST, 0.77, Align.RIGHT),
    ColumnPlace(ListColumn.MINIMUM, 0.97, Align.RIGHT),
)
SMALL = (
    ColumnPlace(ListColumn.NUMBER, 0.02, Align.LEFT),
    ColumnPlace(ListColumn.SOLVED, 0.26, Align.CENTRE),
    ColumnPlace(ListColumn.STAR, 0.36, Align.CENTRE),
    ColumnPlace(ListColumn.DIFFICULTY, 0.46, Align.LEFT),
    ColumnPlace(ListColumn.BEST, 0.97, Align.RIGHT),
)


def without_star(places: tuple[ColumnPlace, ...]) -> tuple[ColumnPlace, ...]:
    """The columns without the star. Difficulty and, if others follow, the best answer move into its
    room.
    """
    share = {place.column: place.share for place in places}
    room = share[ListColumn.DIFFICULTY] - share[ListColumn.STAR]
    moving = [place for place in places[:-1] if place.column in MOVING]
    return tuple(
        place._replace(share=place.share - room) if place in moving else place
        for place in places
        if place.column is not ListColumn.STAR
    )


class DealRows:
    """Draws rows in the columns that the window has room for."""

    def __init__(
        self, _: Language, moves_in: Callable[[ListedDeal], int], *, par_is_shortest: bool = True
    ) -> None:
        """`moves_in` tells how many moves into a deal the player is, 0 if it is not begun.
        `par_is_shortest`: no answer can be shorter than the pack's pars, so there are stars.
        """
        self._ = _
        self._has_stars = par_is_shortest
        self._moves_in = moves_in
        self._places: tuple[ColumnPlace, ...] = WIDE
        self._names = {
            ListColumn.NUMBER: _("Number"),
            ListColumn.SOLVED: _("Solved"),
            ListColumn.STAR: _("Star"),
            ListColumn.DIFFICULTY: _("Difficulty"),
            ListColumn.BEST: _("Best"),
            ListColumn.MINIMUM: _("Minimum") if par_is_shortest else _("Best known"),
            ListColumn.OVER: _("Extra"),
            ListColumn.PLAYED: _("Last played"),
        }

    def fit(self, width: float, *, graded: bool = True) -> list[SortHeading]:
        """Choose the columns for a window of a width in dp; returns their headings. `graded`: the
        deals have difficulties, or some have.
        """
        forms = {Reflow.WIDE: WIDE, Reflow.SMALL: SMALL}
        places = forms.get(reflow(width), MIDDLE)
        places = places if self._has_stars else without_star(places)
        self._places = tuple(p for p in places if graded or p.column is not ListColumn.DIFFICULTY)
        return [
            SortHeading(p.column, p.share, p.align, self._names[p.column], SIGNS.get(p.column, ""))
            for p in self._places
        ]

    # Rows

    def draw_row(self, target: pygame.Surface, look: Look, row: ListRow, entry: ListedDeal) -> None:
        """Draw the row of a deal; a long number, which a pack may have, is cut before the signs."""
        number, signs = self._places[:2]
        room = round((signs.share - number.share) * row.area.w) - look.px(SIGN)
        for place in self._places:
            at = (row.area.x + round(place.share * row.area.w), row.area.centery)
            self._draw_cell(target, look, place, entry, at, room if place is number else None)

    def _draw_cell(
        self,
        target: pygame.Surface,
        look: Look,
        place: ColumnPlace,
        entry: ListedDeal,
        at: tuple[int, int],
        room: int | None,
    ) -> None:
        column = place.column
        if column is ListColumn.DIFFICULTY:
            draw_pips(target, look, entry.level.difficulty, at)
        elif column is ListColumn.SOLVED:
            if entry.check_sign:
                ink = colours.GREEN if entry.best is not None else colours.DIM
                look.icon(target, entry.check_sign, ink, at, look.px(SIGN))
        elif column is ListColumn.STAR:
            if entry.star_sign:
                look.icon(target, entry.star_sign, colours.GOLD, at, look.px(SIGN))
        else:
            text, ink = self._text(column, entry)
            style = NUMBER if column in (ListColumn.NUMBER, ListColumn.BEST) else CELL_TEXT
            look.write(target, text, style, ink, at, place.align, room)

    def words(self, entry: ListedDeal) -> list[str]:
        """All columns of a row, also those that the window has no room for, with their names."""
        _, names = self._, self._names
        signs = self._sign_words()
        told = [entry.level.id]
        told += [signs[sign] for sign in (entry.check_sign, entry.star_sign) if sign]
        if entry.level.difficulty is not None:
            difficulty = _("{n} of 5").format(n=entry.level.difficulty)
            told.append(f"{names[ListColumn.DIFFICULTY]} {difficulty}")
        for column in (ListColumn.BEST, ListColumn.MINIMUM, ListColumn.OVER, ListColumn.PLAYED):
            text = self._text(column, entry)[0]
            is_count = column is ListColumn.PLAYED and self._moves(entry) > 0
            told += [text if is_count else f"{names[column]} {text}"] * (text not in ("", NONE))
        return told

    def _sign_words(self) -> dict[str, str]:
        """What the signs of a row mean, by their icons."""
        _ = self._
        return {
            "begun": _("in progress"),
            "check": _("solved unaided"),
            "check-hollow": _("solved with help"),
            "star-filled": self._names[ListColumn.STAR],
            "star": _("star earned with help"),
        }

    def _text(self, column: ListColumn, entry: ListedDeal) -> tuple[str, Rgb]:
        if column is ListColumn.NUMBER:
            return entry.level.id, colours.CREAM
        if column is ListColumn.BEST:
            return (NONE, colours.DIM) if entry.best is None else (str(entry.best), colours.CREAM)
        if column is ListColumn.MINIMUM:
            return (NONE if entry.least is None else str(entry.least)), colours.DIM
        if column is ListColumn.OVER:
            over = entry.over
            if over is None:
                return "", colours.DIM
            ink = colours.DIM if over or not entry.par_is_shortest else colours.GOLD
            return (f"{over:+}" if over else "0"), ink
        return self._last(entry), colours.DIM

    def _last(self, entry: ListedDeal) -> str:
        """For a deal begun but not solved, the moves made; else the day it was last played."""
        moves = self._moves(entry)
        if moves:
            return self._.plural("{n} move played", "{n} moves played", moves).format(n=moves)
        return day_text(entry.played or 0, time.time(), self._)

    def _moves(self, entry: ListedDeal) -> int:
        """The moves made in a deal that is begun but not solved; else 0."""
        return 0 if entry.solved or entry.played is None else self._moves_in(entry)


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
