"""The selected deal of a list: head, picture, figures and a last line; below a list, a strip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, NamedTuple

import pygame

from game.core.position import Position
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.rules import Rules
from game.scenes.common.list_columns import NONE, D
from game.scenes.common.services import Services
from game.system.language import Language
from game.table.miniature import draw_miniature
from game.widgets.look import Look

DEAL_TITLE: Final = TextStyle(fonts.Face.SERIF_BOLD, 26)
SMALL_TITLE: Final = TextStyle(fonts.Face.SERIF_BOLD, 20)
GAP: Final = 12
"""Between picture and figures, and between the two figures, in dp, as all sizes here."""
FIGURES: Final = 58
TITLE: Final = 16
"""The middle of the title below the upper edge."""
LEAST_PICTURE: Final = 90
_FIGURE: Final = TextStyle(fonts.Face.SERIF_BOLD, 27)


class DetailFigure(NamedTuple):
    """A number of moves."""

    labels: tuple[str, str]
    """A long and a short one."""
    value: int | None
    """None: unknown."""
    ink: Rgb
    unit: str = ""
    """Written after a known value."""


class DealDetail(Generic[D]):
    """Draws one deal in a box; knows no controls. A subclass says what is told of it."""

    head: float
    story: float
    """The heights of the head and of the last line."""
    picture_share: float
    """The picture's greatest height, as a share of its width."""
    besides: float
    """The height that it wants besides the picture."""
    inset: float
    """The free space around the cards of the picture."""

    def __init__(self, services: Services) -> None:
        self.services, self._ = services, services.language
        self.deal: D | None = None
        self._table: tuple[Rules, Position] | None = None

    def show(self, deal: D | None) -> None:
        """Take another deal, or none. All that is stored of it is read now: drawing must not."""
        self.deal = deal
        self._table = None if deal is None else self.table_of(deal)

    def height_wanted(self, look: Look, width: int) -> int:
        """The height in pixels that a deal wants at a width in pixels."""
        return look.px(self.besides) + round(self.picture_share * width)

    # What a subclass says

    def table_of(self, deal: D) -> tuple[Rules, Position]:
        """What the picture shows."""
        raise NotImplementedError

    def figures_of(self, deal: D) -> Sequence[DetailFigure]:
        """One or two figures."""
        raise NotImplementedError

    def draw_head(self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: D) -> None:
        """Draw the head at the upper end of an area."""
        raise NotImplementedError

    def draw_note(self, target: pygame.Surface, look: Look, room: pygame.Rect, deal: D) -> int:
        """Draw what lies at the lower end of the room of the picture; returns its height."""
        return 0

    def draw_story(self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: D) -> None:
        """Draw the last line."""
        raise NotImplementedError

    def draw_strip(self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: D) -> None:
        """Draw the deal in a low area."""
        raise NotImplementedError

    # Drawing

    def draw(self, target: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """Draw the deal, if there is one; parts without room are left out."""
        deal = self.deal
        if deal is None:
            return
        if area.h < look.px(self.head + FIGURES):
            self.draw_strip(target, look, area, deal)
            return
        self.draw_head(target, look, area, deal)
        figures = pygame.Rect(area.x, area.bottom - look.px(FIGURES), area.w, look.px(FIGURES))
        if area.h >= look.px(self.head + FIGURES + self.story):
            figures.y -= look.px(self.story)
            story = pygame.Rect(area.x, figures.bottom, area.w, look.px(self.story))
            self.draw_story(target, look, story, deal)
        self.draw_figures(target, look, figures, deal)
        room = pygame.Rect(area.x, area.y + look.px(self.head), area.w, 0)
        room.h = figures.y - look.px(GAP) - room.y
        room.h -= self.draw_note(target, look, room, deal)
        # No taller than its cards can use.
        room.h = min(room.h, round(self.picture_share * room.w))
        if room.h > look.px(LEAST_PICTURE):
            self.draw_picture(target, look, room)

    def draw_picture(self, target: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """Draw the table in miniature on a background."""
        assert self._table is not None
        edge, radius = colours.tint(colours.CREAM, 0.2), look.px(12)
        look.paint.box(target, area, radius, colours.THUMBNAIL, edge, look.scale.line())
        inner = area.inflate(-2 * look.px(self.inset), -2 * look.px(self.inset))
        draw_miniature(target, look, inner, *self._table, self.services.appearance)

    def draw_figures(self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: D) -> None:
        """Draw the figures in two halves of an area."""
        half = (area.w - look.px(GAP)) // 2
        for figure, x in zip(self.figures_of(deal), (area.x, area.right - half), strict=False):
            _draw_figure(target, look, pygame.Rect(x, area.y, half, area.h), figure)


def _draw_figure(
    target: pygame.Surface, look: Look, area: pygame.Rect, figure: DetailFigure
) -> None:
    look.paint.box(target, area, look.px(10), colours.WELL)
    x, room = area.x + look.px(14), area.w - look.px(20)
    fitting = (each for each in figure.labels if look.width(each, fonts.CAPTION) <= room)
    label = next(fitting, figure.labels[-1])
    look.write(target, label, fonts.CAPTION, colours.DIM, (x, area.y + look.px(16)), room=room)
    at, value = (x, area.y + look.px(41)), figure.value
    where = look.write(target, NONE if value is None else str(value), _FIGURE, figure.ink, at)
    if figure.unit and value is not None:
        at = (where.right + look.px(8), at[1])
        look.write(target, figure.unit, fonts.CAPTION, colours.DIM, at)


def best_labels(best: int | None, alone: int | None, _: Language) -> tuple[str, str]:
    """The label of the moves of the best answer, and a shorter one. `alone`: the moves of the best
    answer that was found without help.
    """
    if best is None or alone == best:
        return _("Your best solution"), _("Best")
    if alone is None:
        return _("Best (with help)"), _("With help")
    return _("Best (unaided {n})").format(n=alone), _("Unaided {n}").format(n=alone)
