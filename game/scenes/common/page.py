"""A page laid over the scene below: a panel, or the whole of a small window, with a header; one
whose content may be higher than its panel.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import pygame

from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.scale import SHORT_BELOW, Reflow
from game.scenes.common.base import Change, Pop
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.button import Button, button_of
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.scroll import Scroller
from game.widgets.slider import Slider

PANEL_WIDTH: Final = 1216

HEADER = 78
BAR = 60
"""The header's height where the page fills the window."""
MARGIN_ABOVE = 28
BACK_SMALL = 40
LEAST_BESIDE = 380
"""The least width in dp of a page at the right, or that of the window, if that has less. A wider
one leaves two fifths of the window free.
"""
PAGE_VEIL = (*colours.VEIL, 214)
"""The veil over the scene below. With a lighter veil the cards of that scene would show through
the panel and distract at its edges.
"""


class PageScene(ControlScene):
    """The base of pages such as options and help. Escape and the back button close the page."""

    overlay = True
    opened_by: Command | None = None
    """The command that opens the page; its key also closes it."""
    beside = 0
    """The width in dp of a page that stands at the right, beside what it lies over; 0: the page
    lies in the middle, over a veil.
    """
    usual_height = 0
    """The height in dp that the content wants, if that does not depend on what it shows."""

    def __init__(self, services: Services, heading: Callable[[Language], str]) -> None:
        """`heading` is called with the current language."""
        super().__init__(services, FocusGroup())
        self._ = services.language
        self._heading = heading
        self.does = {Command.BACK: Pop}
        if self.opened_by is not None:
            self.does[self.opened_by] = Pop
        self.back: Button
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.content = pygame.Rect(0, 0, 0, 0)
        """What is left below the header, inside the padding."""

    def build(self) -> Sequence[Widget]:
        """The header's back button, then the page's own controls."""
        self.back = button_of(Command.BACK, self._)
        return [self.back, *self.controls()]

    def controls(self) -> Sequence[Widget]:
        """Make the page's own controls, in the language of now; returns them in the order of Tab.
        The constructor of a subclass ends with `rebuild`.
        """
        return ()

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
        look, (wide, high) = self.look, self.size
        self.panel = pygame.Rect(0, 0, wide, high)
        padding, header, side = (
            look.px(dp) for dp in (control_sizes.MARGIN_NARROW, BAR, BACK_SMALL)
        )
        if self.beside:
            most = max(min(look.px(self.beside), wide * 3 // 5), look.px(LEAST_BESIDE))
            self.panel.w = min(most, wide)
            self.panel.right = wide
            if not self.fills:
                self.panel.inflate_ip(0, -2 * padding)
                self.panel.x -= padding
        elif not self.fills:
            padding, header, side = (
                look.px(dp)
                for dp in (control_sizes.PANEL_PADDING, HEADER, control_sizes.BUTTON_HEIGHT)
            )
            width = min(wide - 2 * look.px(control_sizes.MARGIN), look.px(PANEL_WIDTH))
            wanted = header + self.height_wanted(width - 2 * padding)
            height = min(high - 2 * look.px(MARGIN_ABOVE), wanted)
            self.panel = pygame.Rect(0, 0, width, height)
            self.panel.center = wide // 2, high // 2
        self.content = self.panel.inflate(-2 * padding, 0)
        self.content.h -= header
        self.content.bottom = self.panel.bottom
        top = self.panel.top + (header - side) // 2
        self.back.place(look, pygame.Rect(self.content.left, top, side, side))
        self.arrange()

    # Events

    @property
    def heading(self) -> str:
        """The page's heading."""
        return self._heading(self._)

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Veil, panel, header, the page, its controls."""
        look = self.look
        if self.fills:
            target.fill(look.paint.toned(colours.PANEL), self.panel)
            bar = pygame.Rect(self.panel.topleft, (self.panel.w, self.content.top))
            look.paint.veil(target, bar, colours.SCENE_BAR_FILL)
        else:
            if self.beside:
                # No card may shine through: there is no veil.
                inset = 2 * look.px(control_sizes.MARGIN_NARROW)
                target.fill(look.paint.toned(colours.PANEL), self.panel.inflate(-inset, -inset))
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
            line.x, line.w = self.panel.x, self.panel.w
        ink = colours.GOLD_DARK if self.fills else colours.LINE
        target.fill(look.paint.toned(ink), line)

    def draw_page(self, target: pygame.Surface, look: Look) -> None:
        """Draw what is below the header, and all controls."""
        self.focus.draw(target)


BAR_ROOM = 18
"""What the scroll bar takes of the content's width, in dp."""
WHEEL_STEP = 90


class ScrollingPage(PageScene):
    """Scrolls some of its controls by wheel, page keys, bar and focus; hides them outside `view`.

    A subclass calls `lay_scroll` at the end of `arrange`, places its content in `follow_scroll`
    and draws it in `draw_content`. It lists the controls that scroll in `scrolled`.
    """

    def __init__(self, services: Services, heading: Callable[[Language], str]) -> None:
        super().__init__(services, heading)
        self.focus.goes_round = True
        self.focus.view_of = lambda widget: self.view if widget in self.scrolled() else None
        self.scroller = Scroller()
        self.view = pygame.Rect(0, 0, 0, 0)
        """Where scrolled content is seen, in window pixels."""

    # What a subclass says

    @property
    def wheel_step(self) -> float:
        """How far a step of the wheel scrolls, in dp."""
        return WHEEL_STEP

    def scrolled(self) -> Collection[Widget]:
        """The controls that scroll; all others stay in the frame."""
        raise NotImplementedError

    def follow_scroll(self) -> None:
        """Place the content at `scroller.offset`."""
        raise NotImplementedError

    def focused_span(self) -> tuple[int, int] | None:
        """Top and bottom of what the focus needs in view, in content pixels; None: nothing."""
        return None

    def draw_content(self, target: pygame.Surface, look: Look) -> None:
        """Draw what is not a control."""

    # Layout

    def lay_scroll(self, view: pygame.Rect, height: int) -> None:
        """Show content of this height in pixels through `view`, at first or while the focus ring
        shows scrolled to the focus.
        """
        first, self.view = not self.view.height, view
        self.scroller.resize(height, view.height)
        self.scroller.place(self.look, view)
        self.follow_scroll()
        if first or self.focus.ring_shown:
            self.reveal()
            self.scroller.finish()
            self.follow_scroll()

    def reveal(self) -> None:
        """Scroll until what has the focus is in view."""
        span = self.focused_span()
        if span is not None:
            self.scroller.show(*span)
        self._glide()

    def _glide(self) -> None:
        """Let the next frames scroll the page; if motion is off, scroll at once."""
        if not self.services.motion:
            self.scroller.finish()
            self.follow_scroll()

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Scrolling first, then the controls."""
        if self._scrolls(event):
            self.stale = True
            return None
        self.stale = self.stale or self.scroller.stale
        before = self.focus.focused, self.focus.ring_shown
        change = super().handle(event)
        if (self.focus.focused, self.focus.ring_shown) != before:
            self.focus_moved()
        return change

    def focus_moved(self) -> None:
        """Called when another control has the focus, or the ring is shown or hidden."""
        if self.focus.ring_shown:
            self.reveal()

    def _scrolls(self, event: pygame.event.Event) -> bool:
        if self.scroller.handle(event) is not None:
            self.follow_scroll()
            return True
        step, most = self.look.px(self.wheel_step), self.scroller.most
        # A wheel that is meant to scroll changes no slider that comes under the pointer.
        if event.type == pygame.MOUSEWHEEL and (most or isinstance(self.focus.hovered, Slider)):
            self.scroller.glide_by(-event.y * step)
            self._glide()
            return True
        # While a slider has the focus, these keys are its own.
        if event.type == pygame.KEYDOWN and not isinstance(self.focus.focused, Slider):
            page = max(step, self.view.height - step)
            ways = {pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page,
                    pygame.K_HOME: -most, pygame.K_END: most}  # fmt: skip
            pixels = ways.get(event.key, 0)
        else:
            return False
        moved = self.scroller.glide_by(pixels)
        self._glide()
        return moved

    # Time

    @property
    def busy(self) -> bool:
        """True while the page glides."""
        return self.scroller.moving

    def update(self, seconds: float) -> Change | None:
        """Let the page glide."""
        if self.scroller.update(seconds):
            self.follow_scroll()
            self.stale = True
        return super().update(seconds)

    # Drawing

    def draw_page(self, target: pygame.Surface, look: Look) -> None:
        """The content, the controls, the scroll bar."""
        self.draw_content(target, look)
        self.focus.draw(target)
        self.scroller.draw(target)
