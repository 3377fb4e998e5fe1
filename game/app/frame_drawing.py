"""Draws and shows the window's frames, and has the scenes fit the window's size and density."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import pygame

from game.app.scene_stack import SceneStack, draw_scene, is_panned, keeps_clear
from game.app.window import ProgramWindow
from game.core.translatable_texts import Wording, why
from game.core.whole_files import write_new
from game.desktop.sdl import Sdl
from game.scenes.common.base import Scene
from game.scenes.common.services import Services
from game.widgets.toast import Toast, usual_centre

QUIET_S: Final = 0.08
"""Seconds without another size, after which sharp cards are made."""
SHARP_S: Final = 2.0
"""The most seconds that saving a picture waits for cards that are being drawn."""
CONTENT_LOST_EVENTS: Final = frozenset(
    {
        *(pygame.WINDOWEXPOSED, pygame.RENDER_TARGETS_RESET, pygame.RENDER_DEVICE_RESET),
        *(pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.APP_DIDENTERFOREGROUND),
    }
)
"""Events after which nothing may be left of the picture on the screen."""
SCREEN_CHANGED_EVENTS: Final = frozenset({pygame.WINDOWDISPLAYCHANGED, pygame.WINDOWFOCUSGAINED})
"""Events after which the screen may be another one, or have another density."""
_UNSAVED: Final = Wording("The picture could not be saved in {folder} ({reason})")


def lowest_seen(stack: Sequence[Scene]) -> int:
    """The place in the stack of the scene that fills the window; only overlays are above it."""
    return max(number for number, scene in enumerate(stack) if not scene.overlay)


class Backdrop:
    """A still picture of the scenes under an overlay, taken again when it is out of date."""

    def __init__(self) -> None:
        self.picture: pygame.Surface | None = None
        self._spoilt = False

    def spoil(self) -> None:
        """The scenes may look different."""
        self._spoilt = True

    def draw(self, stack: Sequence[Scene], target: pygame.Surface, *, resizing: bool) -> None:
        """Draw what is under the scene on top; while a resize goes on, an old picture, scaled."""
        size = target.get_size()
        if self.picture is not None and resizing:
            pygame.transform.scale(self.picture, size, target)
        elif self.picture is not None and not self._spoilt and self.picture.get_size() == size:
            target.blit(self.picture, (0, 0))
        else:
            for scene in stack[lowest_seen(stack) : -1]:
                scene.refresh()
                draw_scene(scene, target)
            self.picture, self._spoilt = target.copy(), False


class FirstFrame:
    """Calls that wait until the first frame has been shown."""

    def __init__(self) -> None:
        self.shown = False
        self._waiting: list[Callable[[], None]] = []

    def after(self, call: Callable[[], None]) -> None:
        """Make a call after the first frame, in the order of `after`; at once if the frame was
        shown.
        """
        if self.shown:
            call()
        else:
            self._waiting.append(call)

    def show(self) -> None:
        """The first frame was shown: make the waiting calls."""
        self.shown = True
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            call()


class WindowPicture:
    """What is seen of the stack, with messages at its foot."""

    def __init__(
        self,
        screen: ProgramWindow,
        stack: SceneStack,
        services: Services,
        first_frame: FirstFrame,
        sdl: Sdl,
        on_resize: Callable[[], None],
    ) -> None:
        """`on_resize` is called with each new size."""
        self._screen, self._stack, self._services = screen, stack, services
        self._first_frame, self._sdl, self._on_resize = first_frame, sdl, on_resize
        self.toast, self.backdrop = Toast(), Backdrop()
        self._resized: float | None = None
        """When the window's size last changed, while its size may change again soon."""
        self._take_density()

    # The size of the window

    def follow(self, event: pygame.event.Event) -> None:
        """What an event says of the window itself."""
        hidden = self._screen.hidden
        self._screen.note(event, time.monotonic())
        if self._screen.hidden is not hidden:
            self._services.tracer.event("hidden", hidden=not hidden)
            self._services.sound.hold(held=not hidden)
            # A new title makes the X server report a window that was destroyed.
            self._screen.window.title = self._stack.title
        if event.type == pygame.WINDOWSIZECHANGED:
            self._resize(self._screen.pixels)
            self._follow_density(changed=self._screen.follow_surface())
        elif event.type in SCREEN_CHANGED_EVENTS:
            self._first_frame.after(
                lambda: self._follow_density(changed=self._screen.follow_screen())
            )
        elif event.type in CONTENT_LOST_EVENTS:
            self.refresh()

    def _resize(self, size: tuple[int, int]) -> None:
        """Cards are drafts until the size is quiet."""
        self._services.tracer.event("size", window=list(size))
        self._services.paint.fit(size)
        if self._first_frame.shown:
            self._resized = time.monotonic()
            self._services.assets.cards.hold()
            self._services.paint.is_draft = True
            self._on_resize()
            self.refresh()

    def fit(self) -> None:
        """Have what is seen fit the window: before events, time and drawing reach a scene. What
        lies below an overlay is a scaled picture until the size is quiet.
        """
        began, is_resizing = time.perf_counter(), self._resized is not None
        scaled = is_resizing and self._stack.top.overlay and self.backdrop.picture is not None
        if self._stack.fit(-1 if scaled else lowest_seen(self._stack)):
            ms = round(1000 * (time.perf_counter() - began), 3)
            self._services.tracer.event("placed", ms=ms)

    @property
    def due(self) -> float | None:
        """Seconds until the resize is over; None: there is none."""
        if self._resized is None:
            return None
        return max(0.0, self._resized + QUIET_S - time.monotonic())

    def end_resize(self) -> None:
        """Lay out all scenes, and have sharp cards and cloth made."""
        self._resized = None
        self._stack.fit()
        self._services.assets.cards.release()
        self._services.paint.is_draft = False
        self.refresh()

    def _follow_density(self, *, changed: bool) -> None:
        """Adapt the scenes if the density changed, on another screen or by a desktop setting."""
        if changed:
            self._take_density()
            for scene in self._stack:
                scene.follow_settings()
                scene.place(self._screen.room)
            self.refresh()

    def _take_density(self) -> None:
        self._services.density = self._screen.density
        self._services.tracer.event("density", density=self._screen.density)

    def refresh(self) -> None:
        """All that is seen is to be drawn again. Drawing also finds out whether another program has
        destroyed the window.
        """
        self.backdrop.spoil()
        for scene in self._stack:
            scene.refresh()

    def advise(self) -> None:
        """Tell all scenes that the solver has answered."""
        self.backdrop.spoil()
        for scene in self._stack:
            scene.advised()

    # Its frames

    def draw(self) -> None:
        """Draw and show what has changed."""
        began, window, top = time.perf_counter(), self._screen.window, self._stack.top
        if self.due == 0.0:
            self.end_resize()
        self.fit()
        if window.title != self._stack.title:
            window.title = self._stack.title
        if self.toast.follow(top, top.subject) or self.toast.stale:
            self.refresh()
        if top.stale or top.busy:
            self._show(began, self._paint(window.get_surface()))

    def _paint(self, surface: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed of what is seen; returns the parts touched, None for all."""
        top = self._stack.top
        if top.overlay:
            self.backdrop.draw(self._stack, surface, resizing=self._resized is not None)
        touched = draw_scene(top, surface)
        top.stale = False
        look = self._services.look(top.scale)
        # The room that a scene has for messages may not be in the part of it that is seen.
        room, clear = None if is_panned(top) else top.message_room, keeps_clear(top)
        self.toast.draw(surface, look, usual_centre(surface, look), room, clear)
        self.toast.seen_with(top, top.subject)
        return touched

    def _show(self, began: float, touched: Sequence[pygame.Rect] | None) -> None:
        drawn = time.perf_counter()
        self._sdl.show(self._screen.window, touched)
        shown = time.perf_counter()
        ms, flip = 1000 * (drawn - began), 1000 * (shown - drawn)
        self._services.tracer.event("frame", ms=round(ms, 3), flip=round(flip, 3))
        if not self._first_frame.shown:
            self._first_frame.show()

    def save_picture(self) -> None:
        """Save what the window shows, without messages, every card sharp; say where it is."""
        services = self._services
        _, cards = services.language, services.assets.cards
        cards.wait(SHARP_S)
        cards.collect()
        self.toast.held_back = True
        self.refresh()
        self.draw()
        self.toast.held_back = False
        folder = services.folders.screenshots
        try:
            content = io.BytesIO()
            pygame.image.save(self._screen.window.get_surface(), content, "fourfold.png")
            name = f"fourfold-{datetime.now():%Y-%m-%d-%H%M%S}.png"
            file = write_new(folder, name, content.getvalue())
        except (OSError, pygame.error) as error:
            services.announce(_UNSAVED.filled(folder=folder, reason=why(error)).translated(_))
        else:
            services.announce(_("Picture saved as {file}").format(file=file))
