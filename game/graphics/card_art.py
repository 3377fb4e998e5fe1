"""Card pictures at exactly the size asked for, made in a thread.

Until a card exists at its size, older art or a draft is scaled to it; the sharp picture follows.
Sizes are (width, height) in pixels.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

import pygame

from game.core.threads_and_memory import started_thread
from game.graphics import colours
from game.graphics.felt import grey
from game.graphics.paint import native
from game.graphics.surface_cache import SurfaceCache

CardSize = tuple[int, int]

SHARP_BYTES = 64 * 2**20
SHARP_MOST = 340
"""One window needs 330: the cards of all games, miniatures, those of the menu's tables in three
sizes, backs and empty places. Squeezed columns need many more sizes, which may be dropped.
"""
ROUGH_BYTES = 16 * 2**20
REVERSED_MOST = 24
"""More than can be selected at once."""
ANY = ""
"""Stands for a path: any drawing of a card."""
NEWS_EVERY_S = 0.04
"""Finished art is announced in batches, so that the table is not redrawn for each card."""


class CardOrder(NamedTuple):
    """One picture to make: `path` names the drawing, `card` the card, whatever its face."""

    path: str
    card: str
    size: CardSize


class FinishedPicture(NamedTuple):
    """A picture that the thread has finished."""

    order: CardOrder
    art: pygame.Surface
    urgent: bool
    """True if something visible asked for it."""


class CardArt:
    """All card pictures in use. Only the main thread may use it.

    `rasterise` makes one picture; it is called from the worker thread, or at once where
    `threaded` is false. `on_ready` is called from the worker thread when `collect`
    has something to fetch: post an event there, nothing more. The thread begins after the first
    frame, which it would delay. `draft` gives a quick picture of a drawing, if there is one.
    """

    def __init__(
        self,
        rasterise: Callable[[str, CardSize], pygame.Surface],
        *,
        threaded: bool,
        on_ready: Callable[[], None] = lambda: None,
        after_first_frame: Callable[[Callable[[], None]], None] = lambda call: call(),
        draft: Callable[[str], pygame.Surface | None] = lambda path: None,
    ) -> None:
        self._rasterise, self._draft = rasterise, draft
        self._art_thread = ArtThread(rasterise, on_ready, after_first_frame) if threaded else None
        self._sharp = SurfaceCache(SHARP_BYTES, SHARP_MOST)
        self._rough = SurfaceCache(ROUGH_BYTES)
        self._reversed = lru_cache(REVERSED_MOST)(reversed_lightness)
        self._old: dict[tuple[str, str], CardOrder] = {}
        """The order of the picture from which other sizes of a card are scaled: of each drawing,
        and under ANY of all of them. The picture is not kept here: it would outlive all others of
        its size.
        """
        self._held = False

    def get(self, order: CardOrder, *, reverse: bool = False) -> pygame.Surface:
        """The best picture that exists now; a sharp one is ordered if this one is not. Do not draw
        on it.

        A card's first picture, in any face or size, is its draft, or else it is made at once.
        """
        art = self._current(order)
        return self._reversed(art) if reverse else art

    def is_sharp(self, order: CardOrder) -> bool:
        """True if the picture exists at exactly this size."""
        return order in self._sharp

    def prepare(self, orders: Iterable[CardOrder]) -> None:
        """Order pictures that will be needed soon; visible ones go first."""
        wanted = [order for order in orders if not self.is_sharp(order)]
        if self._art_thread and not self._held:
            self._art_thread.add_last(wanted)

    def hold(self) -> None:
        """Make nothing new while the window is being resized, and drop all orders."""
        if not self._held:
            self._rough.clear()
        self._held = True
        if self._art_thread:
            self._art_thread.forget()

    def release(self) -> None:
        """End `hold`: sharp pictures are made again when they are asked for."""
        self._held = False

    def collect(self) -> frozenset[str]:
        """Take what the thread has finished. Returns the names of visible cards to redraw."""
        finished = self._art_thread.take_finished() if self._art_thread else []
        for made in finished:
            self._keep(made.order, made.art)
        return frozenset(made.order.card for made in finished if made.urgent)

    def wait(self, seconds: float) -> None:
        """Wait until everything visible is made, for at most `seconds`."""
        if self._art_thread:
            self._art_thread.wait(seconds)

    def get_sharp(self, order: CardOrder) -> pygame.Surface | None:
        """The picture if it exists at exactly this size; else None, and it is ordered. Without a
        thread it is made at once.
        """
        if order not in self._sharp and self._art_thread:
            self._order_sharp(order)
            return None
        return self.get(order)

    def close(self) -> None:
        """End the thread; waits for the picture that it is making."""
        if self._art_thread:
            self._art_thread.close()

    def _current(self, order: CardOrder) -> pygame.Surface:
        """The best picture that exists now. Another face is scaled only where there is no draft, so
        that two faces are not mixed on one table.
        """
        if not self.is_sharp(order):
            old = self._older(order.card, order.path)
            if old is None and self._art_thread:
                old = self._draft(order.path)
            if old is None:
                old = self._older(order.card, ANY)
            if old and (self._art_thread or self._held):
                self._order_sharp(order)
                return self._scaled(order, old)
            self._keep(order, self._made(order))
        return self._made(order)

    def _older(self, card: str, path: str) -> pygame.Surface | None:
        """The picture of a card's drawing that other sizes are scaled from, if there is any."""
        known = self._old.get((card, path))
        if known is not None and known not in self._sharp:
            made = (key for key in self._sharp if isinstance(key, CardOrder) and key.card == card)
            those = [key for key in made if path in (key.path, ANY)]
            known = max(those, key=lambda order: order.size, default=None)
        return None if known is None else self._made(known)

    def _order_sharp(self, order: CardOrder) -> None:
        if self._art_thread and not self._held:
            self._art_thread.add_first(order)

    def _scaled(self, order: CardOrder, old: pygame.Surface) -> pygame.Surface:
        if old.get_size() == order.size:
            return native(old)
        # While the window is being resized each size is seen for one frame, so speed comes first.
        scale = pygame.transform.scale if self._held else pygame.transform.smoothscale
        return self._rough.get(order, lambda: native(scale(old, order.size)))

    def _made(self, order: CardOrder) -> pygame.Surface:
        return self._sharp.get(order, lambda: self._rasterise(order.path, order.size))

    def _keep(self, order: CardOrder, art: pygame.Surface) -> None:
        self._sharp.get(order, lambda: art)
        self._rough.drop(order)
        for path in (order.path, ANY):
            old = self._old.get((order.card, path))
            # A miniature scales up badly, so it does not displace a full card.
            if old is None or old not in self._sharp or order.size[0] * 2 >= old.size[0]:
                self._old[order.card, path] = order


class ArtThread:
    """A thread that rasterises what is ordered, the most urgent first."""

    def __init__(
        self,
        rasterise: Callable[[str, CardSize], pygame.Surface],
        on_ready: Callable[[], None],
        may_begin: Callable[[Callable[[], None]], None],
    ) -> None:
        """`may_begin` calls its argument, which begins the thread, as soon as a thread may run."""
        self._rasterise = rasterise
        self._on_ready = on_ready
        self._may_begin = may_begin
        self._urgent: dict[CardOrder, None] = {}
        self._later: dict[CardOrder, None] = {}
        self._finished: deque[FinishedPicture] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._making = False
        """True while an order is being worked on."""
        self._thread: threading.Thread | None = None

    def add_first(self, order: CardOrder) -> None:
        """Order a picture that is visible now."""
        with self._changed:
            self._later.pop(order, None)
            self._urgent.setdefault(order)
            self._wake()

    def add_last(self, orders: Iterable[CardOrder]) -> None:
        """Order pictures to be made when nothing visible is left to make."""
        with self._changed:
            self._later.update(dict.fromkeys(o for o in orders if o not in self._urgent))
            self._wake()

    def forget(self) -> None:
        """Drop all orders that were not begun."""
        with self._changed:
            self._urgent.clear()
            self._later.clear()

    def wait(self, seconds: float) -> None:
        """Return when nothing urgent is left to make, or after `seconds`."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._thread is None or not (self._urgent or self._making), seconds
            )

    def take_finished(self) -> list[FinishedPicture]:
        """What was finished since the last call, oldest first."""
        finished = []
        while self._finished:
            finished.append(self._finished.popleft())
        return finished

    def close(self) -> None:
        """End the thread and wait for it."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            thread = self._thread
        if thread:
            thread.join()

    def _wake(self) -> None:
        if self._thread is None:
            self._may_begin(self._begin)
        self._changed.notify_all()

    def _begin(self) -> None:
        if self._thread is None and not self._closing:
            # Without a thread the drafts stay until something else is ordered.
            self._thread = started_thread(self._run, "card art")

    def _run(self) -> None:
        """Make what is ordered. If one picture raises, another thread makes the others."""
        try:
            self._make()
        finally:
            with self._changed:
                self._making, self._thread = False, None
                if self._urgent or self._later:
                    self._begin()
                self._changed.notify_all()

    def _make(self) -> None:
        told = time.monotonic()
        while (found := self._next()) is not None:
            order, urgent = found
            self._finished.append(
                FinishedPicture(order, self._rasterise(order.path, order.size), urgent)
            )
            now = time.monotonic()
            if now - told >= NEWS_EVERY_S or self._is_idle():
                told = now
                self._on_ready()

    def _next(self) -> tuple[CardOrder, bool] | None:
        """Wait for the next order and return it with its urgency; None at the end."""
        with self._changed:
            self._making = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closing or self._urgent or self._later)
            if self._closing:
                return None
            self._making = True
            queue = self._urgent or self._later
            order = next(iter(queue))
            del queue[order]
            return order, queue is self._urgent

    def _is_idle(self) -> bool:
        with self._changed:
            return not self._urgent and not self._later


def reversed_lightness(picture: pygame.Surface) -> pygame.Surface:
    """A card as it looks when selected: lightness inverted, hue kept, black lifted to navy.

    Each channel c becomes (c - min) + (1 - max) and is then screened over the navy; alpha stays.
    """
    brightest, darkest = _extremes(picture)
    result = picture.copy()
    result.blit(darkest, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    headroom = pygame.Surface(picture.get_size())
    headroom.fill((255, 255, 255))
    headroom.blit(brightest, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    result.blit(headroom, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    ink = colours.REVERSE_INK
    rest = (255 - ink[0], 255 - ink[1], 255 - ink[2])
    result.fill(rest, special_flags=pygame.BLEND_RGB_MULT)
    result.fill(ink, special_flags=pygame.BLEND_RGB_ADD)
    return result


def _extremes(picture: pygame.Surface) -> tuple[pygame.Surface, pygame.Surface]:
    """The greatest and the least channel of each pixel, as opaque grey surfaces."""
    pixels = pygame.image.tobytes(picture, "RGB")
    red, green, blue = (grey(pixels[channel::3], picture.get_size()) for channel in range(3))
    brightest, darkest = red.copy(), red
    for other in (green, blue):
        brightest.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
        darkest.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_MIN)
    return brightest, darkest
