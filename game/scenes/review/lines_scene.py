"""The base of review and comparison: tables, a list, and what both do alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.graphics import colours
from game.history import WON
from game.play.session import LineStep, Session
from game.scenes.common.base import Change, GoTo, Pop
from game.scenes.common.control_scene import SessionScene
from game.scenes.common.services import Services
from game.table.layers import TableLayers


class LinesScene(SessionScene):
    """A subclass calls `_lay_ground` in `place`, and `_draw_layers` in `draw`. `on_goto` is called
    with the key of the position to play on from. Then `over_table` scenes close, this one among
    them.
    """

    least_room = (640, 390)
    reads_its_drawing = False

    def __init__(
        self,
        services: Services,
        session: Session,
        on_goto: GoTo,
        over_table: int,
    ) -> None:
        super().__init__(services, session)
        self._on_goto, self._over_table = on_goto, over_table
        self._canvas = TableLayers((1, 1), lambda ground: None)

    def _play_from(self, steps: Sequence[LineStep], place: int) -> Change:
        """Back to the table, at a place of a line."""
        key = steps[place].key
        self._on_goto(key, steps[place - 1].key if key == WON else None)
        return Pop(self._over_table)

    def _make_controls(self) -> None:
        """Make `focus` and its controls in the current language."""
        raise NotImplementedError

    def _paint(self, target: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw what lies still and touches a part of the window."""
        raise NotImplementedError

    def _lay_ground(
        self, header: pygame.Rect, boards: Sequence[pygame.Rect], rows: pygame.Rect
    ) -> None:
        """Begin a picture on dimmed felt, with bright felt under each table, the header, and the
        panel of the list.
        """
        self._canvas = TableLayers(
            self.size, lambda ground: self._draw_ground(ground, header, boards, rows)
        )

    def _draw_ground(
        self,
        ground: pygame.Surface,
        header: pygame.Rect,
        boards: Sequence[pygame.Rect],
        rows: pygame.Rect,
    ) -> None:
        look = self.look
        paint, line = look.paint, look.scale.line()
        cloth = paint.felt(self.size, self.services.felt)
        ground.blit(cloth, (0, 0))
        paint.veil(ground, ground.get_rect(), colours.DIMMED_FILL)
        for board in boards:
            ground.blit(cloth, board, board)
            paint.box(ground, board, 0, None, colours.PANEL_EDGE, line)
        paint.veil(ground, header, colours.HEADER_FILL)
        rule = pygame.Rect(0, header.bottom, header.w, line)
        paint.veil(ground, rule, colours.tint(colours.GOLD, 0.55))
        paint.box(ground, rows, look.px(10), colours.PANEL_FILL, colours.PANEL_EDGE, line)

    def follow_language(self) -> None:
        """Make the controls again in the new language."""
        self._tooltip.hide()
        self._make_controls()

    def follow_settings(self) -> None:
        """Take over how cards and cloth look."""
        self.place(self.window)

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self._canvas.invalidate_all()

    def _draw_layers(
        self,
        target: pygame.Surface,
        paint_moving: Callable[[pygame.Surface], list[pygame.Rect]] = lambda surface: [],
    ) -> list[pygame.Rect] | None:
        """Draw what has changed, and the tooltip over it; returns the parts touched, None for
        all.
        """
        if self._tooltip.redraws_below:
            self._canvas.invalidate_all()
        touched = self._canvas.compose(target, self._paint, paint_moving)
        self._tooltip.draw(target)
        return None if self._tooltip.visible else touched
