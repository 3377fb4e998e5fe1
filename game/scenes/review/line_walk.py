"""A line of play under review: a place that moves along it, what is known of it by now, and the
list of its costly actions, the costliest first, which finds the action at which the review opens,
and those that the player can read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.moves import Move
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.play.session import Session
from game.play.spoken_cards_and_moves import card_words
from game.record.review_text import ReviewText
from game.record.reviewed_lines import LineReader
from game.scenes.common.services import Services
from game.scenes.common.steps_along_a_line import WalkedLine
from game.solver.line_worths import LineWorths, Mistake, mistakes
from game.widgets.list_view import ListRow, ListView
from game.widgets.look import Look
from game.widgets.text_flow import line_height, wrap


class LineWalk(WalkedLine):
    """The line through a position of a session, as far as redo goes, and a place on it, at first
    that of the position. Places count from 0, which is the deal, to `last`.
    """

    def __init__(
        self, services: Services, session: Session, key: int | None, source: int | None = None
    ) -> None:
        """`key`: the key of the position; None: the present one. `source`: for a win, the key of
        the position before it.
        """
        self._services, self._reviewer = services, services.reviewer
        if key is None:
            reviewed, at = LineReader().through(session), session.history.at
        else:
            line, at = session.history.line_through(key, source)
            reviewed = LineReader().of(session, line)
        super().__init__(reviewed.line, at)
        self.steps = reviewed.steps
        self.mistakes: list[Mistake] = []
        """The actions that cost something, the costliest first, as of the last `learn`."""
        self.worths: LineWorths
        self.text: ReviewText
        """The worths in words."""
        self.ask()

    # What is known

    def ask(self) -> None:
        """Have the reviewer weigh this line: it weighs only the one that was asked for last."""
        self.worths = self._reviewer.worths(self.line)
        self.text = self._worded(self._services.card_sign)

    @property
    def spoken(self) -> ReviewText:
        """The worths in words for a screen reader, which cannot read signs."""
        return self._worded(lambda card: card_words(card, self._services.language))

    @property
    def copied(self) -> ReviewText:
        """The worths in words whose cards are written as everywhere in texts: `7h`."""
        return self._worded(cards.name)

    def _worded(self, named: Callable[[Card], str]) -> ReviewText:
        language = self._services.language
        return ReviewText(language, self.worths, named, lambda: self.is_weighing)

    def learn(self) -> None:
        """Bring `mistakes` in line with what is known by now."""
        self.mistakes = mistakes(self.worths)

    @property
    def is_weighing(self) -> bool:
        """Whether more may become known."""
        return self._reviewer.is_weighing

    # The place

    @property
    def row(self) -> int:
        """The row in `mistakes` of the move that is made from here; -1 if it cost nothing."""
        rows = (n for n, found in enumerate(self.mistakes) if found.place == self.at + 1)
        return next(rows, -1)

    @property
    def mistake(self) -> Mistake | None:
        """The move that is made from here, where it cost something."""
        return None if self.row < 0 else self.mistakes[self.row]

    @property
    def is_loss(self) -> bool:
        """Whether the move that is made from here loses the win."""
        return self.mistake is not None and self.mistake.cost is None

    @property
    def shorter_way(self) -> tuple[Move, ...]:
        """The shorter way from here, where the move that was made cost something."""
        return () if self.mistake is None else self.worths.shorter_way(self.at)


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
