"""Resizing the window: the last picture is scaled at once, a sharp one follows after a short pause.

A thread makes the sharp picture. Until it is done the scenes belong to that thread, and nothing
else may touch them. Events are kept meanwhile; a key or a click does not wait, but has the scenes
laid out at once. So no frame takes longer than scaling and showing one picture.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import pygame

from game.app.panning_of_large_scenes import follow_keyboard
from game.core.background_threads import started_thread
from game.graphics.card_art import CardArt
from game.scenes.common.base import Scene

QUIET_S: Final = 0.08
"""Seconds without another size, after which the last one is taken as final."""
ACTS: Final = frozenset(
    {
        pygame.KEYDOWN,
        pygame.TEXTINPUT,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEBUTTONUP,
        pygame.MOUSEWHEEL,
        pygame.FINGERDOWN,
        pygame.FINGERUP,
        pygame.DROPCOMPLETE,
    }
)
"""Events that do not wait: the player means what is on the screen now."""
CARDS_S: Final = 0.25
"""Seconds that the picture waits for sharp cards, from its beginning; the rest follow later."""
_Size = tuple[int, int]
_PaintScene = Callable[[pygame.Surface], object]
"""Draws all that is seen of the stack onto a surface."""


class SharpPicture:
    """A picture of scenes in another size, as it is being made in a thread."""

    def __init__(
        self,
        scenes: Sequence[Scene],
        size: _Size,
        cards: CardArt,
        paint: _PaintScene,
        show_art: Callable[[frozenset[str]], None],
        wake: Callable[[], None],
    ) -> None:
        self.done = False
        self._scenes, self._size, self._cards = scenes, size, cards
        self._paint, self._show_art, self._wake = paint, show_art, wake
        self._picture: pygame.Surface | None = None
        self._thread = started_thread(self._run, "sharp picture")
        if self._thread is None:
            self._run()

    def _run(self) -> None:
        # If this fails, the main thread does the work again, and a fault there can end the program.
        with suppress(Exception):
            self._picture = self._make()
        self.done = True
        self._wake()

    def _make(self) -> pygame.Surface:
        begun = time.monotonic()
        place_scenes(self._scenes, self._size)
        picture = pygame.Surface(self._size)
        self._paint(picture)
        self._cards.wait(max(0.0, begun + CARDS_S - time.monotonic()))
        made = self._cards.collect()
        if made:
            self._show_art(made)
            self._paint(picture)
        return picture

    def wait(self) -> pygame.Surface | None:
        """The picture, once it is there; None where it could not be made."""
        if self._thread is not None:
            self._thread.join()
        return self._picture


class Resizing:
    """A resize: from the first new size until the scenes fit the window."""

    def __init__(
        self,
        stack: Sequence[Scene],
        room: Callable[[], _Size],
        cards: CardArt,
        paint: _PaintScene,
        show_art: Callable[[frozenset[str]], None],
        wake: Callable[[], None],
    ) -> None:
        """`room` says which size scenes are to fit. `show_art` has these cards drawn again. It,
        `paint` and `wake` may be called from another thread.
        """
        self._stack, self._room, self._cards = stack, room, cards
        self._paint, self._show_art, self._wake = paint, show_art, wake
        self._noted: float | None = None
        """When the window's size last changed; None while there is no resize."""
        self._picture: pygame.Surface | None = None
        """The visible scenes, in the size in which they were last drawn."""
        self._shown: _Size | None = None
        """The size in which `_picture` is on the screen; None: it must be drawn."""
        self._fits = False
        """Scenes fit the size of that picture."""
        self._sharp: SharpPicture | None = None
        self._kept: list[pygame.event.Event] = []

    @property
    def settled(self) -> bool:
        """True if scenes fit the window, and may be used."""
        return self._noted is None

    def due(self, now: float) -> float | None:
        """Seconds until `go_on` or `draw` has something to do; None if there is nothing, or if the
        thread will wake the loop.
        """
        if self._noted is None:
            return None
        if self._sharp is not None:
            return 0.0 if self._sharp.done else None
        return 0.0 if self._shown is None else max(0.0, self._noted + QUIET_S - now)

    def note(self, now: float) -> None:
        """The window has another size."""
        self._noted, self._shown = now, None
        self._cards.hold()

    def spoil(self) -> None:
        """Have the picture drawn again: the window's content was lost."""
        self._shown = None

    def keep(self, event: pygame.event.Event) -> None:
        """Keep an event until the scenes can be used; a key or a click ends the wait."""
        moved = pygame.MOUSEMOTION
        if self._kept and event.type == moved == self._kept[-1].type:
            self._kept.pop()
        self._kept.append(event)
        if event.type in ACTS:
            self.finish()

    def take_kept(self) -> list[pygame.event.Event]:
        """What has happened meanwhile, in its order."""
        kept, self._kept = self._kept, []
        return kept

    # Making

    def go_on(self, now: float) -> None:
        """Do one step: make the picture to be scaled, begin a sharp one QUIET_S after the last
        size, or take that once it is done.
        """
        if self._noted is None:
            return
        if self._picture is None:
            self._picture = pygame.Surface(self._stack[-1].window)
            self._paint(self._picture)
        elif self._sharp is None:
            if now >= self._noted + QUIET_S:
                self._cards.release()
                scenes, size = tuple(self._stack), self._room()
                self._sharp = SharpPicture(
                    scenes, size, self._cards, self._paint, self._show_art, self._wake
                )
        elif self._sharp.done:
            self._take()

    def _take(self) -> None:
        """Take the thread's picture. If the size has changed since, the picture is scaled."""
        assert self._sharp is not None
        picture, self._sharp = self._sharp.wait(), None
        if picture is None:
            # The thread may have failed anywhere: a scene may be half laid out.
            self.finish(anew=True)
        else:
            self._picture, self._fits, self._shown = picture, True, None

    def finish(self, *, anew: bool = False) -> None:
        """End the resize: lay out the scenes at once, with `anew` also those that seem to fit, and
        have all of them drawn again.
        """
        anew = anew or (self._sharp is not None and self._sharp.wait() is None)
        self._end()
        size = self._room()
        place_scenes([scene for scene in self._stack if anew or scene.window != size], size)
        for scene in self._stack:
            scene.refresh()

    def close(self) -> None:
        """Wait for the thread."""
        if self._sharp is not None:
            self._sharp.wait()

    def _end(self) -> None:
        self._cards.release()
        self._noted = self._picture = self._shown = self._sharp = None
        self._fits = False

    # Showing

    def draw(self, target: pygame.Surface) -> bool:
        """Draw the picture on the window; False if it is on the screen already, or not made yet."""
        size = target.get_size()
        if self._picture is None or self._shown == size:
            return False
        self._shown = size
        if self._picture.get_size() != self._room():
            pygame.transform.scale(self._picture, size, target)
        else:
            target.blit(self._picture, (0, 0))
            if self._fits and self._sharp is None:
                self._end()
        return True


def place_scenes(scenes: Sequence[Scene], size: _Size) -> None:
    """Fit scenes to a window, the lowest first: a scene may draw the one below it. What has the
    keyboard stays in view.
    """
    for scene in scenes:
        scene.place(size)
        follow_keyboard(scene)
