"""A won deal: the checkered flag over the table, the figures, and the ways on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game import keys, theme
from game.assets import Align
from game.keys import Command
from game.scenes.base import Change, Pop, Push, Replace, Scene, Services
from game.widgets.base import Pressed
from game.widgets.button import Button, Kind
from game.widgets.focus import FocusGroup
from game.widgets.look import Look

if TYPE_CHECKING:
    from game.scenes.table import TableScene

PANEL = (620, 430)
FLAG = 132
BUTTON_GAP = 14


class WonScene(Scene):
    """Over the table; any key that belongs to the table goes on to it."""

    name = "win"
    overlay = True

    def __init__(self, services: Services, table: TableScene) -> None:
        super().__init__(services)
        _ = services.language
        self._ = _
        self._table = table
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._focus = FocusGroup(
            [
                Button(Command.NEW, _("Next deal"), "forward", kind=Kind.PRIMARY, hint="Enter",
                       style=theme.BUTTON_LARGE, height=theme.BUTTON_HEIGHT_LARGE),
                Button(Command.UNDO, _("Improve it"), "undo",
                       hint=keys.key_name(Command.UNDO, _), height=theme.BUTTON_HEIGHT_LARGE),
                Button(Command.SHOW_ME, _("Replay the best"), "play",
                       hint=keys.key_name(Command.SHOW_ME, _)),
                Button(Command.BACK, _("Back"), "back", hint="Esc"),
            ]
        )  # fmt: skip

    @property
    def title(self) -> str:
        """The table's title."""
        return self._table.title

    @property
    def _look(self) -> Look:
        return self.services.look(self.scale)

    def place(self, size: tuple[int, int]) -> None:
        """Centre the panel."""
        super().place(size)
        look = self._look
        self._rect = pygame.Rect(0, 0, look.px(PANEL[0]), look.px(PANEL[1]))
        self._rect.clamp_ip(pygame.Rect((0, 0), size))
        self._rect.center = size[0] // 2, size[1] // 2
        self._place_buttons(look)
        self._focus.focus(self._focus.widgets[0])

    def _place_buttons(self, look: Look) -> None:
        inner = self._rect.inflate(-2 * look.px(theme.PANEL_PADDING), 0)
        gap = look.px(BUTTON_GAP)
        half = (inner.w - gap) // 2
        y = self._rect.bottom - look.px(theme.PANEL_PADDING) - look.px(theme.BUTTON_HEIGHT)
        for first, height in ((2, theme.BUTTON_HEIGHT), (0, theme.BUTTON_HEIGHT_LARGE)):
            for number, widget in enumerate(self._focus.widgets[first : first + 2]):
                x = inner.x + number * (half + gap)
                widget.place(look, pygame.Rect(x, y, half, look.px(height)))
            y -= gap + look.px(theme.BUTTON_HEIGHT_LARGE)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Buttons, then the table's keys; undo goes back into the game."""
        action = self._focus.handle(event)
        if isinstance(action, Pressed):
            return self._leave(Command(action.name))
        if action is not None or event.type != pygame.KEYDOWN:
            self.stale = self.stale or self._focus.stale
            return None
        command = keys.command_of(event)
        return None if command is None else self._leave(command)

    def _leave(self, command: Command) -> Change | None:
        """Go back to the table, or further back, and let it do what was asked."""
        if command is Command.BACK:
            return Pop(2)
        if command in (Command.QUIT, Command.FULLSCREEN):
            return self._table.do(command)
        match self._table.do(command):
            case None:
                return Pop()
            case Push(scene):
                return Replace(scene)
            case change:
                return change

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The panel over the table."""
        look, rect = self._look, self._rect
        look.paint.panel(target, rect, look.scale)
        side = look.px(FLAG)
        look.icon(target, "flag", theme.CREAM, (rect.centerx, rect.top + look.px(96)), side)
        moves = self._table.session.moves
        title = self._.plural("Solved in {n} move", "Solved in {n} moves", moves)
        at = (rect.centerx, rect.top + look.px(206))
        look.write(target, title.format(n=moves), theme.WIN_TITLE, theme.CREAM, at, Align.CENTRE)
        at = (rect.centerx, rect.top + look.px(250))
        look.write(target, self._line(), theme.ROW, theme.DIM, at, Align.CENTRE)
        self._focus.draw(target)
        return None

    def _line(self) -> str:
        """The deal, the best answer, the time."""
        _, figures = self._, self._table.desk.figures
        parts = [self._table.title]
        if figures.best is not None:
            parts.append(_("your best {n}").format(n=figures.best))
        if figures.clock is not None:
            parts.append(figures.clock)
        return "  ·  ".join(parts)

    def traced(self) -> dict[str, Any] | None:
        """The buttons."""
        return {"buttons": {str(w.name): list(w.rect) for w in self._focus.widgets}}
