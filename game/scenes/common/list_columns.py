"""The columns of a list of deals: what a list declares of each, and how rows are drawn in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, Generic, NamedTuple, TypeVar

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.widgets.list_view import ListRow, SortHeading
from game.widgets.look import Look

NONE: Final = "–"
"""Stands for a figure that is not known."""
BEFORE_NEXT: Final = 18
"""Between a cut text and the place of the next column, where a sign may be centred, in dp."""

D = TypeVar("D")


class Cell(NamedTuple):
    """A place in a row."""

    target: pygame.Surface
    look: Look
    at: tuple[int, int]
    """The middle of the edge, or the middle, to which the column is aligned."""
    align: Align
    style: TextStyle
    room: int | None
    """The greatest width in pixels; None: any."""

    def write(self, text: str, ink: Rgb, right: int = 0, spare: int = 0) -> pygame.Rect:
        """Write a text, so many pixels further right and with so many pixels less room."""
        room = None if self.room is None else self.room - spare
        at = self.at[0] + right, self.at[1]
        return self.look.write(self.target, text, self.style, ink, at, self.align, room)

    def icon(self, name: str, ink: Rgb, size: int, right: int = 0) -> None:
        """Draw an icon, its middle so many pixels further right; nothing without a name."""
        if name:
            self.look.icon(self.target, name, ink, (self.at[0] + right, self.at[1]), size)


class DealColumn(NamedTuple, Generic[D]):
    """A column that a list may be sorted by."""

    value: StrEnum
    """What the list is then sorted by."""
    name: str
    align: Align
    shares: Sequence[float | None]
    """The edge or middle to which it is aligned, as a share of the row's width, from the widest
    form of the list to the narrowest; None: the form leaves it out.
    """
    text: Callable[[D], tuple[str, Rgb]] = lambda deal: ("", colours.DIM)
    style: TextStyle = fonts.ROW
    room: float | None = None
    """Its greatest width as a share of the row's. None: any, but texts at the left are cut before
    the next column.
    """
    icon: str = ""
    """The icon of its heading where there is no room for names."""
    draw: Callable[[Cell, D], None] | None = None
    """Draws the cell; None: its text is written."""
    spoken: Callable[[D], str] | None = None
    """The cell for a screen reader, or nothing; None: name and text."""


class ColumnPlace(NamedTuple):
    """Where a column is shown; `share` and `room` as in `DealColumn`."""

    value: StrEnum
    share: float
    room: float | None


class ListColumns(Generic[D]):
    """The columns of a list in their order, and the places of those that are shown."""

    def __init__(self, columns: Iterable[DealColumn[D]], form: int = 0) -> None:
        """`form`: the form to begin with, an index of `DealColumn.shares`."""
        self.columns = {column.value: column for column in columns}
        self.styles: Mapping[TextStyle, TextStyle] = {}
        """The styles that others stand in for."""
        self.places = self.in_form(form)

    def in_form(self, form: int) -> list[ColumnPlace]:
        """The places in a form."""
        return [
            ColumnPlace(column.value, share, column.room)
            for column in self.columns.values()
            if (share := column.shares[form]) is not None
        ]

    def headings(self) -> list[SortHeading]:
        """The headings of the columns that are shown."""
        shown = [(place, self.columns[place.value]) for place in self.places]
        return [SortHeading(p.value, p.share, c.align, c.name, c.icon) for p, c in shown]

    def draw_row(self, target: pygame.Surface, look: Look, row: ListRow, deal: D) -> None:
        """Draw the row of a deal."""
        following = [place.share for place in self.places[1:]] + [None]
        for place, after in zip(self.places, following, strict=True):
            column, wide = self.columns[place.value], row.area.w
            at = (row.area.x + round(place.share * wide), row.area.centery)
            room = None if place.room is None else round(place.room * wide)
            if room is None and after is not None and column.align is Align.LEFT:
                room = round((after - place.share) * wide) - look.px(BEFORE_NEXT)
            style = self.styles.get(column.style, column.style)
            cell = Cell(target, look, at, column.align, style, room)
            if column.draw is None:
                cell.write(*column.text(deal))
            else:
                column.draw(cell, deal)

    def words(self, deal: D) -> list[str]:
        """A row as a screen reader hears it, with the columns that are not shown."""
        return [words for column in self.columns.values() if (words := _spoken(column, deal))]


def _spoken(column: DealColumn[D], deal: D) -> str:
    if column.spoken is not None:
        return column.spoken(deal)
    text = column.text(deal)[0]
    return f"{column.name} {text}" if text not in ("", NONE) else ""
