"""The list of a line's costly actions, the costliest first. It finds the action at which the review
opens, and those that the player can read.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.play.session import Session
from game.scenes.common.services import Services
from game.scenes.review.line_walk import LineWalk
from game.widgets.list_view import ListRow, ListView
from game.widgets.look import Look
from game.widgets.text_flow import line_height, wrap

PRICE: Final = TextStyle(fonts.Face.SERIF_BOLD, 20)
WHAT: Final = TextStyle(fonts.Face.SANS, 16)
LEAST_WHAT: Final = 13
INSET: Final = 10
SIGN: Final = 20
"""The size in dp of the icon that replaces the words for a lost win where they do not fit."""


class MistakeList:
    """Fills the rows of the list, finds the mistake to open at and the next one, and notes as help
    the better moves that can be read there.
    """

    def __init__(self, services: Services, session: Session, walk: LineWalk) -> None:
        self._services, self._session, self._walk = services, session, walk
        self._ = services.language
        self._look: Look
        self._read: tuple[int, ...] = ()
        """The rows whose better moves are noted."""

    def place(self, look: Look) -> None:
        """Fit a window."""
        self._look = look

    # What is read

    def note_read(self, rows: ListView) -> None:
        """Save the better moves that can be read as help: answers that use them count as helped."""
        named = []
        self._read = self._rows_read(rows)
        for row in self._read:
            found = self._walk.mistakes[row]
            if found.better is not None:
                named.append((self._walk.line.positions[found.place - 1], found.better))
        self._services.game_store.name_better(self._session, named)

    def note_what_came_into_view(self, rows: ListView) -> None:
        """Call `note_read` if a larger window or scrolling has brought other rows into view."""
        if self._rows_read(rows) != self._read:
            self.note_read(rows)

    def _rows_read(self, rows: ListView) -> tuple[int, ...]:
        """The rows that the player can see, or hear."""
        heard = self._services.devices.screen_reader
        return tuple(rows.rows_told() if heard else rows.visible_rows())

    @property
    def opening_place(self) -> int | None:
        """The place of the line where a review opens: where its costliest move is made. None while
        that is not known, or if no move cost anything.
        """
        walk = self._walk
        return walk.mistakes[0].place - 1 if walk.mistakes and not walk.is_weighing else None

    def next_place(self, by: int) -> int | None:
        """The place of the next costly move, or with a negative `by` of the one before; None
        where there is none.
        """
        places, at = [found.place - 1 for found in self._walk.mistakes], self._walk.at
        if by > 0:
            return min((place for place in places if place > at), default=None)
        return max((place for place in places if place < at), default=None)

    def row_words(self, row: int) -> list[str]:
        """A costly move as a screen reader hears it."""
        return [self._walk.spoken.one(self._walk.mistakes[row])]

    # Drawing

    def draw_row(self, target: pygame.Surface, row: ListRow) -> None:
        """The words for a row: what was played, what would have been better, what it cost."""
        look, found, text = self._look, self._walk.mistakes[row.index], self._walk.text
        area, px = row.area, look.px
        left, right = area.left + px(INSET), area.right - px(INSET)
        ink = colours.CORAL if found.cost is None else colours.GOLD
        price = text.price(found.cost)
        style = PRICE if found.cost is not None else fonts.CAPTION_STRONG
        at = right, area.centery
        room = right - look.width(price, style) - px(10) - left
        if found.cost is None and look.width(text.played(found), WHAT) > room:
            look.icon(target, "cross", ink, (right - px(SIGN) // 2, area.centery), px(SIGN))
            room = right - px(SIGN) - px(10) - left
        else:
            look.write(target, price, style, ink, at, Align.RIGHT)
        instead = text.instead(found)
        third = area.h * 10 // 32 if instead else area.h // 2
        at = left, area.top + third
        said = text.played(found)
        style = look.shrunk(said, WHAT, room, LEAST_WHAT, 0.5)
        look.write(target, said, style, colours.CREAM, at, room=room)
        if instead:
            at = left, area.top + area.h * 22 // 32
            look.write(target, instead, fonts.CAPTION, colours.DIM, at, room=room)

    def draw_nothing(self, target: pygame.Surface, area: pygame.Rect) -> None:
        """Why the list is empty."""
        look = self._look
        room, step = area.w - 2 * look.px(12), line_height(look, fonts.ROW)
        lines = [line[0].piece.text for line in wrap(look, self.nothing, fonts.ROW, room)]
        y = area.centery - step * (len(lines) - 1) // 2
        for place, line in enumerate(lines):
            at = area.centerx, y + step * place
            look.write(target, line, fonts.ROW, colours.DIM, at, Align.CENTRE, room=room)

    @property
    def nothing(self) -> str:
        """Why there is no row."""
        _, worths = self._, self._walk.worths
        if not self._services.solver.knows_game(worths.line.rules):
            return _("There is no solver for this game")
        if self._walk.is_weighing:
            return _("Analysing every move")
        if worths.first_lost == 0:
            return _("No move could have won this deal")
        if worths.worth(0).proved:
            return _("No move cost you anything")
        return _("No move is known to have cost you anything")
