"""Draws and shows the window's frames, and has the scenes fit the window's size and density."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import pygame

from game.app.panning_of_large_scenes import draw_scene, is_panned, keeps_clear
from game.app.resizing import Resizing, place_scenes
from game.app.scene_stack import SceneStack
from game.app.window import ProgramWindow
from game.core.translatable_texts import Wording, why
from game.core.whole_files import write_new
from game.desktop.sdl import Sdl
from game.scenes.common.base import Scene
from game.scenes.common.services import Services
from game.widgets.toast import Toast, usual_centre

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
        self._picture: pygame.Surface | None = None

    def spoil(self) -> None:
        """Drop the picture: the scenes may look different, or the picture is not needed."""
        self._picture = None

    def draw(self, stack: Sequence[Scene], target: pygame.Surface) -> None:
        """Draw what is under the scene on top."""
        if self._picture is not None and self._picture.get_size() == target.get_size():
            target.blit(self._picture, (0, 0))
            return
        for scene in stack[lowest_seen(stack) : -1]:
            scene.refresh()
            draw_scene(scene, target)
        self._picture = target.copy()


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
        wake: Callable[[], None],
        on_resize: Callable[[], None],
    ) -> None:
        """`wake` may be called from any thread. `on_resize` is called with each new size."""
        self._screen, self._stack, self._services = screen, stack, services
        self._first_frame, self._sdl, self._on_resize = first_frame, sdl, on_resize
        self.toast, self.backdrop = Toast(), Backdrop()
        self.resizing = Resizing(
            stack,
            lambda: screen.room,
            services.assets.cards,
            self._paint_anew,
            self.show_art,
            wake,
        )
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
            self._first_frame.after(self._follow_screen)
        elif event.type in CONTENT_LOST_EVENTS:
            self._expose()

    def _resize(self, size: tuple[int, int]) -> None:
        """What is seen is scaled at once; a sharp picture is made after a moment of quiet."""
        self._services.tracer.event("size", window=list(size))
        self._services.paint.fit(size)
        if self._first_frame.shown:
            self.resizing.note(time.monotonic())
            self._on_resize()
        else:
            place_scenes(self._stack, self._screen.room)

    def _follow_screen(self) -> None:
        self._follow_density(changed=self._screen.follow_screen())

    def _follow_density(self, *, changed: bool) -> None:
        """Adapt the scenes if the density changed, on another screen or by a desktop setting."""
        if changed:
            self.resizing.finish()
            self._take_density()
            for scene in self._stack:
                scene.follow_settings()
                scene.place(self._screen.room)
            self._expose()

    def _take_density(self) -> None:
        self._services.density = self._screen.density
        self._services.tracer.event("density", density=self._screen.density)

    def _expose(self) -> None:
        """Have the window's lost content drawn again. Drawing also finds out whether another
        program has destroyed the window.
        """
        if self.resizing.settled:
            self.refresh()
        else:
            self.resizing.spoil()

    def refresh(self) -> None:
        """All that is seen is to be drawn again."""
        self.backdrop.spoil()
        for scene in self._stack:
            scene.refresh()

    def show_art(self, cards: frozenset[str]) -> None:
        """Have the scenes draw these cards again: their art is sharp."""
        self.backdrop.spoil()
        for scene in self._stack:
            scene.art_made(cards)

    def advise(self) -> None:
        """Tell all scenes that the solver has answered."""
        self.backdrop.spoil()
        for scene in self._stack:
            scene.advised()

    # Its frames

    def draw(self) -> bool:
        """Draw and show what has changed; returns True if that has ended a resize."""
        began, window, top = time.perf_counter(), self._screen.window, self._stack.top
        if window.title != self._stack.title:
            window.title = self._stack.title
        if not self.resizing.settled:
            if self.resizing.draw(window.get_surface()):
                self._show(began, None)
            return self.resizing.settled
        if self.toast.follow(top, top.subject) or self.toast.stale:
            self.refresh()
        if top.stale or top.busy:
            self._show(began, self._paint(window.get_surface()))
        return False

    def _paint_anew(self, surface: pygame.Surface) -> None:
        """Draw all that is seen on another surface than the window's."""
        self._stack.top.refresh()
        self._paint(surface)

    def _paint(self, surface: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed of what is seen; returns the parts touched, None for all."""
        top = self._stack.top
        if top.overlay:
            self.backdrop.draw(self._stack, surface)
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
