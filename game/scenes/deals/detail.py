"""The detail of the selected deal: a small picture of its cards, best answer and minimum."""

from __future__ import annotations

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.record.deal_list import ListedDeal
from game.rules import Rules
from game.scenes.common.deal_detail import (
    DEAL_TITLE,
    best_labels,
    draw_deal_figure,
    draw_deal_picture,
)
from game.scenes.common.services import Services
from game.scenes.deals.rows import draw_pips
from game.scenes.deals.tries_and_times import PlayRecord
from game.widgets.look import Look
from game.widgets.text_flow import leading_facts

HEAD = 70
CARD_HEIGHT = 58
CARD_GAP = 12
STORY = 34
PICTURE_SHARE = 0.88
"""The picture's greatest height, as a share of its width."""
PICTURE_INSET = 14


def height_wanted(look: Look, width: int) -> int:
    """The height in pixels that the detail wants at a width in pixels."""
    return look.px(HEAD + CARD_GAP + CARD_HEIGHT + STORY) + round(PICTURE_SHARE * width)


class Detail:
    """Draws the deal in a box; knows no controls."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._ = services.language
        self._rules: Rules | None = None
        self._entry: ListedDeal | None = None
        self._record: PlayRecord | None = None
        self._proved = False

    def show(
        self, rules: Rules, entry: ListedDeal | None, record: PlayRecord | None, *, proved: bool
    ) -> None:
        """Show another deal, or none. `proved`: it is of the game's own lists. `record`: the
        player's record of it.
        """
        self._rules, self._entry = rules, entry
        self._record, self._proved = record, proved

    def draw(self, target: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """Draw the heading, a picture if there is room, and the two figures at the lower end;
        nothing if no deal is shown.
        """
        if self._rules is None or self._entry is None:
            return
        if area.height < look.px(HEAD + CARD_HEIGHT):
            self._draw_strip(target, look, area, self._entry)
            return
        self._draw_head(target, look, area, self._entry)
        figures = pygame.Rect(area.x, 0, area.w, look.px(CARD_HEIGHT))
        figures.bottom = area.bottom
        if area.height >= look.px(HEAD + CARD_HEIGHT + STORY):
            figures.bottom -= look.px(STORY)
            line = pygame.Rect(area.x, figures.bottom, area.w, look.px(STORY))
            self._draw_record(target, look, line, self._entry)
        room = pygame.Rect(area.x, area.y + look.px(HEAD), area.w, 0)
        room.height = figures.top - look.px(CARD_GAP) - room.top
        # No taller than its cards can use.
        room.height = min(room.height, round(PICTURE_SHARE * room.w))
        if room.height > look.px(90):
            table = self._rules, self._rules.deal(self._entry.level.deck)
            appearance = self._services.appearance
            draw_deal_picture(target, look, room, table, appearance, PICTURE_INSET)
        self._draw_figures(target, look, figures, self._entry)

    def _draw_strip(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        """Head and figures side by side."""
        head = pygame.Rect(area.x, area.y, area.w * 2 // 5, area.h)
        text = self._("Deal {number}").format(number=entry.level.id)
        middle = area.centery
        lift = look.px(12) if entry.level.difficulty is not None else 0
        style = TextStyle(DEAL_TITLE.face, 20)
        look.write(target, text, style, colours.CREAM, (head.x, middle - lift), room=head.w)
        draw_pips(target, look, entry.level.difficulty, (head.x, middle + look.px(16)))
        figures = pygame.Rect(head.right, 0, area.right - head.right, look.px(CARD_HEIGHT))
        figures.centery = middle
        self._draw_figures(target, look, figures, entry)

    def _draw_head(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        text = self._("Deal {number}").format(number=entry.level.id)
        look.write(target, text, DEAL_TITLE, colours.CREAM, (area.x, area.y + look.px(16)))
        at = (area.x, area.y + look.px(48))
        difficulty = entry.level.difficulty
        draw_pips(target, look, difficulty, at)
        if difficulty is not None:
            text = self._("Difficulty {n} of 5").format(n=difficulty)
            look.write(target, text, fonts.ROW, colours.DIM, (at[0] + look.px(104), at[1]))
        right = area.right - look.px(14)
        if self._record is not None and self._record.kept and self._record.kept.bookmarks:
            at = (right, area.y + look.px(16))
            look.icon(target, "bookmark-filled", colours.GOLD, at, look.px(22))
            right -= look.px(32)
        name = entry.star_sign or entry.check_sign
        if name:
            ink = colours.GOLD if entry.star_sign else colours.GREEN
            look.icon(target, name, ink, (right, area.y + look.px(16)), look.px(24))

    def _draw_record(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        """Draw tries, time and positions at the left, the moves over the minimum at the right."""
        room, y = area.w, area.centery + look.px(4)
        if entry.over is not None and entry.over > 0:
            text = self._("{n} extra").format(n=entry.over)
            where = look.write(
                target, text, fonts.CAPTION_STRONG, colours.GOLD, (area.right, y), Align.RIGHT
            )
            room = where.left - area.x - look.px(8)
        if self._record is not None:
            text = leading_facts(look, self._record.text(self._), fonts.CAPTION, room)
            look.write(target, text, fonts.CAPTION, colours.DIM, (area.x, y), room=room)

    def _draw_figures(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        half = (area.w - look.px(CARD_GAP)) // 2
        best = pygame.Rect(area.x, area.y, half, area.h)
        least = pygame.Rect(area.right - half, area.y, half, area.h)
        _ = self._
        labels = best_labels(entry.best, entry.alone, _)
        unit = _.plural("move", "moves", entry.best or 0)
        draw_deal_figure(target, look, best, labels, entry.best, colours.GOLD, unit)
        unit = _.plural("move", "moves", entry.least or 0)
        labels = self._least_labels(entry)
        draw_deal_figure(target, look, least, labels, entry.least, colours.CREAM, unit)

    def _least_labels(self, entry: ListedDeal) -> tuple[str, str]:
        """The label of the least number of moves, a long and a short one."""
        _ = self._
        if entry.par_is_shortest:
            claimed = entry.least is not None and entry.shortest is None
            return _("Claimed minimum") if claimed else _("Minimum possible"), _("Minimum")
        if entry.least is not None and entry.least == entry.level.par and self._proved:
            return _("Best known, no redeal"), _("Best known")
        return _("Best known"), _("Best known")
