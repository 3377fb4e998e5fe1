"""The columns of the library: their headings, and how a row is written."""

from __future__ import annotations

import time

import pygame

from game.core.named_tuple import NamedTuple
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.graphics.window_sizes import Reflow, reflow
from game.record.library_filter_and_sort import LibraryColumn, LibraryDeal, Standing
from game.scenes.common.clock_and_day_words import clock_text, day_text
from game.scenes.common.deal_words import policy_words
from game.scenes.common.list_scene import NONE
from game.system.language import Language
from game.widgets.headings import SortHeading
from game.widgets.list_view import ListRow
from game.widgets.look import Look

TITLE = TextStyle(fonts.Face.SANS_SEMIBOLD, 16)
ICON = 15
ICON_ROOM = 22
GAP = 10


class Cell(NamedTuple):
    """The place of a column: its left or right edge, by `align`, and its greatest width, both as
    shares of the row's width.
    """

    column: LibraryColumn
    share: float
    align: Align
    room: float


WIDE = (
    Cell(LibraryColumn.GAME, 0.02, Align.LEFT, 0.18),
    Cell(LibraryColumn.DEAL, 0.215, Align.LEFT, 0.165),
    Cell(LibraryColumn.STATE, 0.383, Align.LEFT, 0.15),
    Cell(LibraryColumn.BEST, 0.578, Align.RIGHT, 0.06),
    Cell(LibraryColumn.OVER, 0.654, Align.RIGHT, 0.06),
    Cell(LibraryColumn.POSITIONS, 0.753, Align.RIGHT, 0.09),
    Cell(LibraryColumn.TIME, 0.841, Align.RIGHT, 0.09),
    Cell(LibraryColumn.PLAYED, 0.975, Align.RIGHT, 0.12),
)
NARROW = (
    Cell(LibraryColumn.GAME, 0.015, Align.LEFT, 0.185),
    Cell(LibraryColumn.DEAL, 0.205, Align.LEFT, 0.16),
    Cell(LibraryColumn.STATE, 0.375, Align.LEFT, 0.0),
    Cell(LibraryColumn.BEST, 0.475, Align.RIGHT, 0.06),
    Cell(LibraryColumn.OVER, 0.55, Align.RIGHT, 0.065),
    Cell(LibraryColumn.POSITIONS, 0.645, Align.RIGHT, 0.085),
    Cell(LibraryColumn.TIME, 0.76, Align.RIGHT, 0.105),
    Cell(LibraryColumn.PLAYED, 0.965, Align.RIGHT, 0.17),
)
"""For narrow windows: the state is an icon alone."""
NARROW_TITLE = TextStyle(fonts.Face.SANS_SEMIBOLD, 14.5)
NARROW_ROW = TextStyle(fonts.Face.SANS, 14.5)


class LibraryRows:
    """Writes rows at the columns of a window."""

    def __init__(self, _: Language) -> None:
        self._ = _
        self._cells: tuple[Cell, ...] = WIDE
        self.now = time.time()
        """The current time in seconds since 1970, from which "today" and "yesterday" follow."""

    def fit(self, width: float) -> list[SortHeading]:
        """Choose the places for a window of so many dp; returns the headings there."""
        self._cells = WIDE if reflow(width) in (Reflow.WIDE, Reflow.MIDDLE) else NARROW
        names = self._names()
        return [SortHeading(c.column, c.share, c.align, *names[c.column]) for c in self._cells]

    def _names(self) -> dict[LibraryColumn, tuple[str, str]]:
        """The name of each column, and its sign."""
        _ = self._
        return {
            LibraryColumn.GAME: (_("Game"), "cards"),
            LibraryColumn.DEAL: (_("Deal"), "list"),
            LibraryColumn.STATE: (_("State"), "check"),
            LibraryColumn.BEST: (_("Best"), "star"),
            LibraryColumn.OVER: (_("Over"), "plus"),
            LibraryColumn.POSITIONS: (_("Tried"), "map"),
            LibraryColumn.TIME: (_("Time"), "clock"),
            LibraryColumn.PLAYED: (_("Last played"), "calendar"),
        }

    def words(self, deal: LibraryDeal) -> list[str]:
        """The cells of a row in words; those after the state begin with the column's name. Empty
        ones are left out.
        """
        told, names = [game_words(deal, self._), deal.title], self._names()
        told.append(state_words(self._)[deal.standing])
        for column in list(LibraryColumn)[len(told) :]:
            text = self._text(column, deal)[0]
            told += [f"{names[column][0]} {text}"] if text not in ("", NONE) else []
        return told

    @property
    def _title_style(self) -> TextStyle:
        return NARROW_TITLE if self._cells is NARROW else TITLE

    @property
    def _row_style(self) -> TextStyle:
        return NARROW_ROW if self._cells is NARROW else fonts.ROW

    def draw(self, target: pygame.Surface, look: Look, row: ListRow, deal: LibraryDeal) -> None:
        """One deal."""
        for cell in self._cells:
            x = row.area.x + round(cell.share * row.area.w)
            room = round(cell.room * row.area.w)
            if cell.column is LibraryColumn.STATE:
                self._draw_state(target, look, deal, (x, row.area.centery), room)
            elif cell.column is LibraryColumn.DEAL:
                self._draw_title(target, look, deal, (x, row.area.centery), room)
            else:
                text, ink = self._text(cell.column, deal)
                whole = game_words(deal, self._) if cell.column is LibraryColumn.GAME else text
                text = whole if look.width(whole, self._row_style) <= room else text
                at = (x, row.area.centery)
                look.write(target, text, self._row_style, ink, at, cell.align, room)

    def _draw_title(
        self, target: pygame.Surface, look: Look, deal: LibraryDeal, at: tuple[int, int], room: int
    ) -> None:
        signs = [deal.daily is not None and "calendar", bool(deal.row.note) and "note"]
        left = room - look.px(ICON_ROOM) * sum(map(bool, signs))
        where = look.write(target, deal.title, self._title_style, colours.CREAM, at, room=left)
        x = where.right + look.px(GAP)
        for sign in filter(None, signs):
            look.icon(
                target, str(sign), colours.GOLD, (x + look.px(ICON) // 2, at[1]), look.px(ICON)
            )
            x += look.px(ICON_ROOM)

    def _draw_state(
        self, target: pygame.Surface, look: Look, deal: LibraryDeal, at: tuple[int, int], room: int
    ) -> None:
        sign, room = deal.standing.check_sign, room - look.px(ICON_ROOM)
        ink = colours.GREEN if deal.standing is Standing.ALONE else colours.DIM
        if sign:
            look.icon(target, sign, ink, (at[0] + look.px(ICON) // 2, at[1]), look.px(ICON))
        if room <= 0:
            return
        words = state_words(self._)[deal.standing]
        look.write(target, words, fonts.ROW, ink, (at[0] + look.px(ICON_ROOM), at[1]), room=room)

    def _text(self, column: LibraryColumn, deal: LibraryDeal) -> tuple[str, Rgb]:
        row = deal.row
        match column:
            case LibraryColumn.GAME:
                return _short_words(deal, self._), colours.CREAM
            case LibraryColumn.BEST:
                ink = colours.GOLD if deal.over == 0 else colours.CREAM
                return (NONE, colours.DIM) if row.best is None else (str(row.best), ink)
            case LibraryColumn.OVER:
                return (
                    "" if deal.over is None else f"{deal.over:+}" if deal.over else "0"
                ), colours.DIM
            case LibraryColumn.POSITIONS:
                return (self._.number(row.positions + 1) if row.positions else ""), colours.DIM
            case LibraryColumn.TIME:
                return (clock_text(int(row.seconds)) if row.seconds >= 1 else ""), colours.DIM
        return day_text(row.when, self.now, self._), colours.DIM


def game_words(deal: LibraryDeal, _: Language) -> str:
    """The game, with its policy where it has one."""
    return _joined(deal.rules.title, policy_words(deal.rules, _))


def _short_words(deal: LibraryDeal, _: Language) -> str:
    policy = deal.rules.facts.policies.get(deal.rules.policy)
    return _joined(deal.rules.title, "" if policy is None else policy.short.translated(_))


def _joined(title: str, policy: str) -> str:
    return f"{title} · {policy}" if policy else title


def state_words(_: Language) -> dict[Standing, str]:
    """How a deal stands, in a word or two."""
    return {
        Standing.BEGUN: _("begun"),
        Standing.ALONE: _("solved alone"),
        Standing.HINTS: _("with hints"),
        Standing.SHOWN: _("shown"),
        Standing.PASTED: _("pasted"),
        Standing.IMPORTED: _("imported"),
        Standing.OPENED: _("opened"),
    }
