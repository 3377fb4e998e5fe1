"""A page laid over the scene below: a panel, or the whole of a small window, with a header."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame

from game.desktop import key_bindings
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.key_bindings import Command
from game.graphics import colours, fonts
from game.graphics.scale import SHORT_BELOW, Reflow
from game.scenes.common.base import Change, Pop
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.global_commands import global_command
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.base import Pressed, WidgetAction
from game.widgets.button import Button
from game.widgets.focus import FocusGroup
from game.widgets.look import Look

PANEL_WIDTH: Final = 1216

HEADER = 78
BAR = 60
"""The header's height where the page fills the window."""
MARGIN_ABOVE = 28
BACK_SMALL = 40
PAGE_VEIL = (*colours.VEIL, 214)
"""The veil over the scene below. With a lighter veil the cards of that scene would show through
the panel and distract at its edges.
"""


class PageScene(ControlScene):
    """The base of pages such as options and help. Escape and the back button close the page."""

    overlay = True
    opened_by: Command | None = None
    """The command that opens the page; its key also closes it."""
    usual_height = 0
    """The height in dp that the content wants, if that does not depend on what it shows."""

    def __init__(self, services: Services, heading: Callable[[Language], str]) -> None:
        """`heading` is called with the current language."""
        super().__init__(services, FocusGroup())
        self._ = services.language
        self._heading = heading
        self.back = self.back_button()
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.content = pygame.Rect(0, 0, 0, 0)
        """What is left below the header, inside the padding."""

    def back_button(self) -> Button:
        """The header's back button, in the current language."""
        return Button(
            Command.BACK, "", "back", tooltip=self._("Back"), key=key_name(Command.BACK, self._)
        )

    # Layout

    @property
    def width(self) -> float:
        """The window's width in dp."""
        return self.scale.dp(self.size[0])

    @property
    def fills(self) -> bool:
        """True in small windows: the page takes all of them."""
        return self.width < Reflow.NARROW.value or (self.scale.dp(self.size[1]) < SHORT_BELOW)

    def height_wanted(self, width: int) -> int:
        """The height that the content wants at a width, both in pixels; with less it scrolls."""
        return self.look.px(self.usual_height)

    def arrange(self) -> None:
        """Place the parts of the page inside `content`, which is set."""
        raise NotImplementedError

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        look = self.look
        if self.fills:
            self.panel = pygame.Rect((0, 0), self.size)
            padding, header = look.px(control_sizes.MARGIN_NARROW), look.px(BAR)
        else:
            self.panel = self._panel(look)
            padding, header = look.px(control_sizes.PANEL_PADDING), look.px(HEADER)
        top = self.panel.top + header
        self.content = pygame.Rect(
            self.panel.left + padding, top, self.panel.w - 2 * padding, self.panel.bottom - top
        )
        self._place_back(look, header)
        self.arrange()

    def _panel(self, look: Look) -> pygame.Rect:
        width = min(self.size[0] - 2 * look.px(control_sizes.MARGIN), look.px(PANEL_WIDTH))
        inner = width - 2 * look.px(control_sizes.PANEL_PADDING)
        wanted = look.px(HEADER) + self.height_wanted(inner)
        height = min(self.size[1] - 2 * look.px(MARGIN_ABOVE), wanted)
        panel = pygame.Rect(0, 0, width, height)
        panel.center = self.size[0] // 2, self.size[1] // 2
        return panel

    def _place_back(self, look: Look, header: int) -> None:
        side = look.px(BACK_SMALL if self.fills else control_sizes.BUTTON_HEIGHT)
        top = self.panel.top + (header - side) // 2
        self.back.place(look, pygame.Rect(self.content.left, top, side, side))

    # Events

    @property
    def heading(self) -> str:
        """The page's heading."""
        return self._heading(self._)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The controls first, then the keys of the page."""
        action = self.focus.handle(event)
        change: Change | None = None
        if isinstance(action, Pressed) and action.name == Command.BACK:
            change = Pop()
        elif action is not None:
            change = self.act(action)
        elif event.type == pygame.KEYDOWN:
            change = self._key(event)
        self.follow_tooltip(event)
        return change

    def act(self, action: WidgetAction) -> Change | None:
        """React to a control's action."""
        return None

    def _key(self, event: pygame.event.Event) -> Change | None:
        command = key_bindings.command_of(event)
        return None if command is None else self.command(command)

    def command(self, command: Command) -> Change | None:
        """React to a command's key."""
        if command in (Command.BACK, self.opened_by):
            return Pop()
        return global_command(self.services, command, self.game)

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Veil, panel, header, the page, its controls."""
        look = self.look
        if self.fills:
            target.fill(colours.PANEL)
            bar = pygame.Rect(0, 0, self.panel.w, self.content.top)
            look.paint.veil(target, bar, colours.SCENE_BAR_FILL)
        else:
            look.paint.veil(target, pygame.Rect((0, 0), self.size), PAGE_VEIL)
            look.paint.panel(target, self.panel, look.scale)
        self._draw_header(target, look)
        self.draw_page(target, look)
        self._tooltip.draw(target)
        return None

    def _draw_header(self, target: pygame.Surface, look: Look) -> None:
        left = self.back.rect.right + look.px(16)
        at = (left, self.back.rect.centery)
        look.write(target, self.heading, fonts.PAGE_TITLE, colours.CREAM, at)
        line = pygame.Rect(self.content.left, self.content.top, self.content.w, look.scale.line())
        if self.fills:
            line = pygame.Rect(0, self.content.top, self.size[0], look.scale.line())
        target.fill(colours.GOLD_DARK if self.fills else colours.LINE, line)

    def draw_page(self, target: pygame.Surface, look: Look) -> None:
        """Draw what is below the header, and all controls."""
        self.focus.draw(target)

    def traced(self) -> dict[str, Any] | None:
        """The page's controls, also while a question lies over them."""
        return {"buttons": self.focus.traced()}
