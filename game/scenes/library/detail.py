"""The deal selected in the library: its table as it was left, its figures, its note."""

from __future__ import annotations

import pygame

from game.core.position import Position
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.record.library_filter_and_sort import LibraryDeal
from game.record.reviewed_lines import position_left
from game.scenes.common.deal_and_day_words import (
    clock_text,
    day_words,
    ordered_words,
    pack_words,
    policy_words,
)
from game.scenes.common.deal_detail import (
    DEAL_TITLE,
    best_labels,
    draw_deal_figure,
    draw_deal_picture,
)
from game.scenes.common.services import Services
from game.scenes.library.rows import game_words, state_words
from game.storage import StorageError
from game.widgets.look import Look
from game.widgets.text_flow import SEPARATOR, draw_line, leading_facts, line_height, wrap_plain

SMALL_TITLE = TextStyle(fonts.Face.SERIF_BOLD, 20)
HEAD = 76
LEAST_REST = 9
"""The least size of the last row beside a picture."""
BELOW_HEAD, PITCH = 50, 16
"""The middle of the line below the title, and what lies between two where it takes two, in dp."""
FIGURES = 58
STORY = 30
GAP = 12
NOTE_LINES = 2
"""The number of a note's lines that always have room."""
PICTURE_SHARE = 0.8
"""The picture's greatest height, as a share of its width."""
LEAST_PICTURE = 90
PICTURE_INSET = 10
STRIP_PICTURE = 120


def room_wanted(look: Look, width: int) -> int:
    """The height in pixels that the detail wants at a width in pixels, without a note."""
    return look.px(HEAD + 2 * GAP + FIGURES + STORY) + round(PICTURE_SHARE * width)


class LibraryDetail:
    """Draws the deal in a box; knows no controls."""

    def __init__(self, services: Services) -> None:
        self._services, self._ = services, services.language
        self._deal: LibraryDeal | None = None
        self._position: Position | None = None
        self._ordered: list[str] = []
        """The deal's 'ordered' records, the hardest first."""

    def show(self, deal: LibraryDeal | None) -> None:
        """Take another deal, or None. What is stored of it is read at once: a thread may call
        `draw`, and it must not read storage.
        """
        self._deal = deal
        self._position = None if deal is None else self._left(deal)
        self._ordered = [] if deal is None else self._records(deal)

    def draw(self, target: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """Draw the deal; in a low box, picture and texts side by side."""
        deal = self._deal
        if deal is None:
            return
        if area.h < look.px(HEAD + FIGURES):
            self._draw_strip(target, look, area, deal)
            return
        self._draw_head(target, look, area, deal)
        y = area.bottom - look.px(STORY)
        self._draw_story(target, look, pygame.Rect(area.x, y, area.w, look.px(STORY)), deal)
        y -= look.px(FIGURES)
        self._draw_figures(target, look, pygame.Rect(area.x, y, area.w, look.px(FIGURES)), deal)
        room = pygame.Rect(area.x, area.y + look.px(HEAD), area.w, 0)
        room.height = y - look.px(GAP) - room.y
        room.height -= self._draw_note(target, look, room, deal)
        room.height = min(room.height, round(PICTURE_SHARE * room.w))
        if room.height >= look.px(LEAST_PICTURE):
            self._draw_picture(target, look, room, deal)

    def _head(self, deal: LibraryDeal) -> str:
        return deal.title if deal.row.name else f"{deal.rules.title} {deal.title}"

    def _below(self, deal: LibraryDeal) -> str:
        _, row = self._, deal.row
        told = [state_words(_)[deal.standing]]
        if row.name:
            told.insert(0, f"{game_words(deal, _)} {deal.label}")
        elif deal.rules.facts.policies:
            told.insert(0, policy_words(deal.rules, _))
        if row.number is None and row.pack:
            told.append(pack_words(row.pack))
        if deal.daily is not None:
            day = day_words(deal.daily, self._services.daily.today, _)
            told.append(_("daily deal for {day}").format(day=day))
        return SEPARATOR.join(told)

    def _draw_head(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: LibraryDeal
    ) -> None:
        at = (area.x, area.y + look.px(16))
        look.write(target, self._head(deal), DEAL_TITLE, colours.CREAM, at, room=area.w)
        first, rest = _in_two(look, self._below(deal), fonts.CAPTION, area.w)
        y = area.y + look.px(BELOW_HEAD - PITCH // 2 if rest else BELOW_HEAD)
        for line in (first, rest):
            look.write(target, line, fonts.CAPTION, colours.DIM, (area.x, y), room=area.w)
            y += look.px(PITCH)

    def _draw_strip(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: LibraryDeal
    ) -> None:
        """Draw picture and words side by side. The last row has the beginning of the note, else
        what the row above has no room for, else the story.
        """
        picture = pygame.Rect(area.x, area.y, look.px(STRIP_PICTURE), area.h)
        self._draw_picture(target, look, picture, deal)
        x, middle = picture.right + look.px(GAP), area.centery
        room = area.right - x
        at = (x, middle - look.px(20))
        look.write(target, self._head(deal), SMALL_TITLE, colours.CREAM, at, room=room)
        at = (x, middle + look.px(4))
        told, style = self._below(deal), fonts.SMALL_CAPTION
        first, rest = _in_two(look, told, style, room)
        first = told if deal.row.note else first
        look.write(target, first, style, colours.DIM, at, room=room)
        at = (x, middle + look.px(24))
        for line in wrap_plain(look, deal.row.note, style, room, 1):
            draw_line(target, look, line, style, colours.CREAM, at, room)
        if not deal.row.note:
            last = rest or self._story(look, deal, style, room)
            style = look.shrunk(last, style, room, LEAST_REST, 0.5)
            look.write(target, last, style, colours.DIM, at, room=room)

    def _draw_note(
        self, target: pygame.Surface, look: Look, room: pygame.Rect, deal: LibraryDeal
    ) -> int:
        """Draw the note at the bottom of `room`, with as many lines as leave the least room for the
        picture; returns its height with the gap in pixels, 0 without a note.
        """
        if not deal.row.note:
            return 0
        step = line_height(look, fonts.CAPTION)
        most = max(NOTE_LINES, (room.h - look.px(LEAST_PICTURE + GAP)) // step)
        lines = wrap_plain(look, deal.row.note, fonts.CAPTION, room.w, most)
        y = room.bottom - step * len(lines)
        for place, line in enumerate(lines):
            at = (room.x, y + step * place + step // 2)
            draw_line(target, look, line, fonts.CAPTION, colours.CREAM, at, room.w)
        return step * len(lines) + look.px(GAP)

    def _story(self, look: Look, deal: LibraryDeal, style: TextStyle, room: int) -> str:
        """The leading facts that fit in a room, in pixels."""
        _, row = self._, deal.row
        told = [ordered_words(done, _) for done in self._ordered[:1]]
        told = [words for words in told if look.width(words, style) <= room]
        if row.positions:
            count = row.positions + 1  # with the deal, as the map counts
            words = _.plural("{n} position saved", "{n} positions saved", count)
            told.append(words.format(n=_.number(count)))
        if row.seconds >= 1:
            told.append(_("{time} in total").format(time=clock_text(int(row.seconds))))
        return leading_facts(look, SEPARATOR.join(told), style, room)

    def _draw_story(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: LibraryDeal
    ) -> None:
        at = (area.x, area.centery + look.px(3))
        story = self._story(look, deal, fonts.CAPTION, area.w)
        look.write(target, story, fonts.CAPTION, colours.DIM, at, room=area.w)

    def _draw_figures(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: LibraryDeal
    ) -> None:
        _, row = self._, deal.row
        half = (area.w - look.px(GAP)) // 2
        best = pygame.Rect(area.x, area.y, half, area.h)
        labels = best_labels(row.best, row.alone, _)[0], _("Best")
        draw_deal_figure(target, look, best, labels, row.best, colours.GOLD)
        if not deal.rules.facts.par_is_shortest:
            return
        least = best.move(area.right - best.right, 0)
        labels = _("Minimum possible"), _("Minimum")
        draw_deal_figure(target, look, least, labels, deal.shortest, colours.CREAM)

    # The picture

    def _draw_picture(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: LibraryDeal
    ) -> None:
        assert self._position is not None
        appearance = self._services.appearance
        draw_deal_picture(
            target, look, area, (deal.rules, self._position), appearance, PICTURE_INSET
        )

    def _left(self, deal: LibraryDeal) -> Position:
        """The position in which the deal was left; if that cannot be read, the deal itself."""
        try:
            return position_left(self._services.game_store.storage, deal.rules, deal.deck)[0]
        except (StorageError, ValueError):
            return deal.rules.deal(deal.deck)

    def _records(self, deal: LibraryDeal) -> list[str]:
        try:
            return self._services.game_store.storage.ordered(deal.row.key)
        except StorageError:
            return []


def _in_two(look: Look, told: str, style: TextStyle, room: int) -> tuple[str, str]:
    """The leading facts of a line that fit in a room, in pixels, and the others."""
    first = leading_facts(look, told, style, room)
    return first, told.removeprefix(first).removeprefix(SEPARATOR)
