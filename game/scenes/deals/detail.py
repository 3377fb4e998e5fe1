"""The detail of the selected deal: a small picture of its cards, best answer and minimum."""

from __future__ import annotations

import pygame

from game.graphics import colours, fonts
from game.graphics.assets import Align
from game.graphics.fonts import TextStyle
from game.record.deal_list import ListedDeal
from game.rules import Rules
from game.scenes.common.services import Services
from game.scenes.deals.deal_story import Story
from game.scenes.deals.rows import NONE, draw_pips
from game.table.miniature import Miniature, MiniatureLook
from game.widgets.look import Look

TITLE = TextStyle(fonts.Face.SERIF_BOLD, 26)
FIGURE = TextStyle(fonts.Face.SERIF_BOLD, 27)
HEAD = 70
CARD_HEIGHT = 58
CARD_GAP = 12
STORY = 34
PICTURE_SHARE = 0.88
"""The picture's greatest height, as a share of its width."""


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
        self._story: Story | None = None
        self._proved = False
        self._picture: Miniature | None = None
        self._picture_area = pygame.Rect(0, 0, 0, 0)

    def show(
        self, rules: Rules, entry: ListedDeal | None, story: Story | None, *, proved: bool
    ) -> None:
        """Show another deal, or none; its picture is laid out at the next draw. `proved`: its par
        is proved, not only claimed. `story`: the player's record of it.
        """
        self._rules, self._entry, self._picture = rules, entry, None
        self._story, self._proved = story, proved

    def draw(self, target: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """Head, picture where there is room for one, and the two figures at the lower end; nothing
        where no deal is shown.
        """
        if self._entry is None:
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
            self._draw_story(target, look, line, self._entry)
        room = pygame.Rect(area.x, area.y + look.px(HEAD), area.w, 0)
        room.height = figures.top - look.px(CARD_GAP) - room.top
        # No taller than its cards can use.
        room.height = min(room.height, round(PICTURE_SHARE * room.w))
        if room.height > look.px(90):
            self._draw_picture(target, look, room, self._entry)
        self._draw_figures(target, look, figures, self._entry)

    def _draw_strip(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        """Head and figures side by side."""
        head = pygame.Rect(area.x, area.y, area.w * 2 // 5, area.h)
        text = self._("Deal {id}").format(id=entry.level.id)
        middle = area.centery
        lift = look.px(12) if entry.level.difficulty is not None else 0
        style = TextStyle(TITLE.face, 20)
        look.write(target, text, style, colours.CREAM, (head.x, middle - lift), room=head.w)
        draw_pips(target, look, entry.level.difficulty, (head.x, middle + look.px(16)))
        figures = pygame.Rect(head.right, 0, area.right - head.right, look.px(CARD_HEIGHT))
        figures.centery = middle
        self._draw_figures(target, look, figures, entry)

    def _draw_head(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        text = self._("Deal {id}").format(id=entry.level.id)
        look.write(target, text, TITLE, colours.CREAM, (area.x, area.y + look.px(16)))
        at = (area.x, area.y + look.px(48))
        difficulty = entry.level.difficulty
        draw_pips(target, look, difficulty, at)
        if difficulty is not None:
            text = self._("Difficulty {n} of 5").format(n=difficulty)
            look.write(target, text, fonts.ROW, colours.DIM, (at[0] + look.px(104), at[1]))
        right = area.right - look.px(14)
        if self._story is not None and self._story.kept and self._story.kept.bookmarks:
            at = (right, area.y + look.px(16))
            look.icon(target, "bookmark-filled", colours.GOLD, at, look.px(22))
            right -= look.px(32)
        name = entry.star_sign or entry.check_sign
        if name:
            ink = colours.GOLD if entry.star_sign else colours.GREEN
            look.icon(target, name, ink, (right, area.y + look.px(16)), look.px(24))

    def _draw_story(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        """Draw tries, time and positions at the left, the moves over the minimum at the right."""
        room, y = area.w, area.centery + look.px(4)
        if entry.over is not None and entry.over > 0:
            text = self._("{n} over").format(n=entry.over)
            where = look.write(
                target, text, fonts.CAPTION_STRONG, colours.GOLD, (area.right, y), Align.RIGHT
            )
            room = where.left - area.x - look.px(8)
        if self._story is not None:
            text = self._story.text(self._)
            look.write(target, text, fonts.CAPTION, colours.DIM, (area.x, y), room=room)

    def _draw_picture(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        edge = colours.tint(colours.CREAM, 0.2)
        radius = look.px(12)
        look.paint.box(target, area, radius, colours.THUMBNAIL, edge, look.scale.line())
        if self._rules is None:
            return
        if self._picture is None or self._picture_area != area:
            inner = area.inflate(-2 * look.px(14), -2 * look.px(14))
            position = self._rules.deal(entry.level.deck)
            self._picture = Miniature(self._rules, position, inner)
            self._picture_area = area.copy()
        self._picture.draw(target, look, MiniatureLook.of(self._services.settings))

    def _draw_figures(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, entry: ListedDeal
    ) -> None:
        half = (area.w - look.px(CARD_GAP)) // 2
        best = pygame.Rect(area.x, area.y, half, area.h)
        least = pygame.Rect(area.right - half, area.y, half, area.h)
        labels = self._("Your best answer"), self._("Best")
        if entry.best is not None and entry.alone != entry.best:
            labels = self._("Best, with help"), self._("Helped")
            if entry.alone is not None:
                text = self._("Best, alone {n}").format(n=entry.alone)
                labels = text, self._("Alone {n}").format(n=entry.alone)
        self._draw_figure(target, look, best, labels, entry.best, colours.GOLD)
        par = entry.level.par
        claimed = par is not None and not self._proved
        label = self._("Minimum claimed") if claimed else self._("Minimum possible")
        self._draw_figure(target, look, least, (label, self._("Minimum")), par, colours.CREAM)

    def _draw_figure(
        self,
        target: pygame.Surface,
        look: Look,
        area: pygame.Rect,
        labels: tuple[str, str],
        value: int | None,
        ink: colours.Rgb,
    ) -> None:
        """`labels`: the usual one, and the one for where that does not fit."""
        look.paint.box(target, area, look.px(10), colours.WELL)
        x, room = area.x + look.px(14), area.w - look.px(20)
        label = labels[look.width(labels[0], fonts.CAPTION) > room]
        at = (x, area.y + look.px(16))
        look.write(target, label, fonts.CAPTION, colours.DIM, at, room=room)
        text = NONE if value is None else str(value)
        at = (x, area.y + look.px(41))
        where = look.write(target, text, FIGURE, ink, at)
        if value is not None:
            at = (where.right + look.px(8), at[1])
            text = self._.plural("move", "moves", value)
            look.write(target, text, fonts.CAPTION, colours.DIM, at, Align.LEFT)
