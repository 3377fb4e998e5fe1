"""A page whose content may be higher than its panel; a question may lie over it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, labels
from game.graphics import colours
from game.scenes.common.base import Change
from game.scenes.common.page_panel import PageScene
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets.base import Pressed, Widget
from game.widgets.dialog import Dialog
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.scroll import ScrollBar, Scroller
from game.widgets.slider import Slider

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
        self._bar = ScrollBar(self.scroller)
        self._dialog: Dialog | None = None

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

    def answered(self, name: str) -> None:
        """React to the button that answered the question of `ask`."""

    # Layout

    def lay_scroll(self, view: pygame.Rect, height: int) -> None:
        """Show content of this height in pixels through `view`, at first or while the focus ring
        shows scrolled to the focus.
        """
        first, self.view = not self.view.height, view
        self.scroller.resize(height, view.height)
        self._bar.place(self.look, view)
        self.follow_scroll()
        if first or self.focus.ring_shown:
            self.reveal()
            self.scroller.finish()
            self.follow_scroll()
        self._place_dialog()

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

    @property
    def focus_group(self) -> FocusGroup | None:
        """The question's controls while one is asked, else the page's."""
        return self.focus if self._dialog is None else self._dialog.group

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The question first, then scrolling, then the controls."""
        if self._dialog is not None:
            self._answer(self._dialog, event)
            return None
        if self._scrolls(event):
            self.stale = True
            return None
        self.stale = self.stale or self._bar.stale
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
        if self._bar.handle(event) is not None:
            self.follow_scroll()
            return True
        pixels = self._wheel_or_page(event)
        if pixels == 0.0:
            return False
        moved = self.scroller.glide_by(pixels)
        self._glide()
        return moved

    def _wheel_or_page(self, event: pygame.event.Event) -> float:
        """How far the wheel or a page key scrolls, in pixels; 0 if the event is for a control."""
        step = self.look.px(self.wheel_step)
        if event.type == pygame.MOUSEWHEEL and not isinstance(self.focus.hovered, Slider):
            return float(-event.y * step)
        if event.type != pygame.KEYDOWN or isinstance(self.focus.focused, Slider):
            return 0.0
        pages = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
        return pages.get(event.key, 0) * max(step, self.view.height - step)

    # The question

    def ask(self, dialog: Dialog) -> None:
        """Lay a question over the page, and speak it; `answered` gets the name of its button."""
        self._dialog, self.stale = dialog, True
        self._place_dialog()
        self.services.speak(dialog.spoken)

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The question alone while one is asked, else the page."""
        if self._dialog is None:
            return super().described(written)
        return (*labels(self._dialog.words), *super().described(()))

    def _place_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.place(self.look, pygame.Rect((0, 0), self.size))

    def _answer(self, dialog: Dialog, event: pygame.event.Event) -> None:
        action = dialog.handle(event)
        self.stale = self.stale or dialog.stale
        if isinstance(action, Pressed):
            self._dialog, self.stale = None, True
            self.answered(action.name)

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
        """The content, the controls, the scroll bar, the question."""
        self.draw_content(target, look)
        self.focus.draw(target)
        self._bar.draw(target)
        if self._dialog is not None:
            look.paint.veil(target, pygame.Rect((0, 0), self.size), colours.VEIL_FILL)
            self._dialog.draw(target)
