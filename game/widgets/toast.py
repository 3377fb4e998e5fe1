"""Messages that say what just happened, and disappear by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from weakref import ref

import pygame

from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.widgets.control_sizes import distance, free_place
from game.widgets.look import Look

ABOVE_BOTTOM = 110
"""From the window's lower edge to the middle of the newest message, where nothing is in the way."""
HEIGHT = 34
PADDING = 18
LINE = 20
SHOWN_S = 4.0
A_LETTER_S = 0.07
LONGEST_S = 12.0
LONGEST_WORD, LONGEST_PATH = 40, 200
"""Longer words are shortened: one that a player pasted would hide the reason after it. The parts of
a path are words of their own.
"""
PART = re.compile(r"[^ /\\]+[ /\\]*|[ /\\]+")
"""A word, or a part of a path, with what separates it from the next."""
ENDS = 24, 12
"""The letters kept at the start and the end of a longer word."""
MOST_LINES = 3
MOST_MESSAGES = 3
NARROW = 4
"""A bar is narrower than this part of the window."""
GAP = 6
"""Between two messages, in dp."""


class _Message:
    """A message, and how long it stays."""

    def __init__(self, text: str, *, lasting: bool, of_scene: bool) -> None:
        self.text = " ".join(_clipped(word) for word in text.split(" "))
        self.lasting, self.of_scene = lasting, of_scene
        self.left = min(max(SHOWN_S, len(self.text) * A_LETTER_S), LONGEST_S)
        """The time that it still stays, in seconds."""
        self.seen: ref[object] | None = None
        """What it was first over; None: not known yet. Weak, so as to keep no scene alive."""

    def goes_with(self, scene: object, subject: object) -> object:
        """That of both with which it disappears."""
        return scene if self.of_scene else subject

    def belongs_to(self, scene: object, subject: object) -> bool:
        """Whether it may stand over these: no matter over what if it only lasts; otherwise it was
        first over them, or over nothing yet.
        """
        if self.seen is None or (self.lasting and not self.of_scene):
            return True
        return self.seen() is self.goes_with(scene, subject)


class Toast:
    """A few messages below each other, the newest lowest.

    A new message replaces those that are not lasting; these also go with their scene or deal. A
    lasting one stays as long as it takes to read; one of a scene goes with that scene before.
    """

    def __init__(self) -> None:
        self._messages: list[_Message] = []
        self._stands: tuple[pygame.Rect, pygame.Rect] | None = None
        """The usual area of the messages and the area used; None while none are drawn."""
        self._moved = False
        """True if they moved at the last drawing: everything must be drawn again."""
        self.stale = False
        self.held_back = False
        """True: nothing is drawn, for a screenshot."""

    @property
    def text(self) -> str:
        """What is shown, a line for each message, or nothing."""
        return "\n".join(message.text for message in self._messages)

    @property
    def due(self) -> float | None:
        """Seconds until the next message goes, 0 after a move; None if there is no message."""
        if self._moved:
            return 0.0
        return min((message.left for message in self._messages), default=None)

    def show(self, text: str, *, lasting: bool = False, of_scene: bool = False) -> None:
        """Show a message, for as long as it takes to read. `of_scene`: a lasting one is of the
        scene, and goes with it.
        """
        told = _Message(text, lasting=lasting, of_scene=of_scene)
        self._keep(m for m in self._messages if m.lasting and m.text != told.text)
        self._messages = [*self._messages, told][-MOST_MESSAGES:]
        self.stale = True

    def seen_with(self, scene: object, subject: object) -> None:
        """Note that the messages are over a scene that shows `subject`: they were drawn, or time
        passed. A message told while scenes change belongs to the new scene, over which it is first.
        """
        for message in self._messages:
            if message.seen is None:
                message.seen = ref(message.goes_with(scene, subject))

    def follow(self, scene: object, subject: object) -> bool:
        """Remove the messages of other scenes and subjects. Returns True if there were any."""
        before = self._messages
        self._keep(m for m in before if m.belongs_to(scene, subject))
        return len(self._messages) < len(before)

    def update(self, seconds: float) -> None:
        """Remove the messages whose time is over after `seconds` more."""
        for message in self._messages:
            message.left -= seconds
        self._keep(m for m in self._messages if m.left > 0)

    def _keep(self, messages: Iterable[_Message]) -> None:
        kept = list(messages)
        if len(kept) < len(self._messages):
            self._messages, self.stale = kept, True

    def draw(
        self,
        target: pygame.Surface,
        look: Look,
        centre: tuple[int, int],
        within: pygame.Rect | None = None,
        covers: Sequence[pygame.Rect] = (),
    ) -> None:
        """Draw the messages inside the target, between the bars at its sides that are among
        `covers`, the newest centred on `centre`; with `within`, from the upper edge of that area
        down. If they would lie on one of `covers`, they go to where `free_place` says.
        """
        self.stale = self._moved = False
        if not self._messages or self.held_back:
            self._stands = None
            return
        inner = _between_bars(target.get_rect(), covers)
        room = (within or inner).w - 4 * look.px(PADDING)
        told = [wrapped(message.text, look, room) for message in self._messages]
        boxes = [_box(look, lines, room) for lines in told]
        gap = look.px(GAP)
        place = pygame.Rect(0, 0, max(box.w for box in boxes), -gap)
        place.h = sum(box.h + gap for box in boxes) - gap
        place.midbottom = centre[0], centre[1] + look.px(HEIGHT) // 2
        if within is not None:
            place.midtop = within.midtop
        x, y = self._stand(place.clamp(inner), target.get_rect(), covers, gap).midtop
        for lines, box in zip(told, boxes, strict=True):
            box.midtop = x, y
            _draw_box(target, look, lines, box, room)
            y = box.bottom + gap

    def _stand(
        self, usual: pygame.Rect, window: pygame.Rect, covers: Sequence[pygame.Rect], gap: int
    ) -> pygame.Rect:
        """The area to draw in. If it is not the usual one, and has room for that nearby, it stands
        off `covers` by a gap. The previous one is kept while it is free, so that nothing jumps.
        """
        before = self._stands
        if before is not None and before[0] == usual and before[1].collidelist(covers) < 0:
            return before[1]
        place = free_place(usual, window, covers)
        if place != usual:
            free = [area for area in covers if not area.colliderect(place)]
            apart = free_place(usual, window, [area.inflate(2 * gap, 2 * gap) for area in covers])
            if distance(apart, place) <= usual.h and apart.collidelist(free) < 0:
                place = apart
        # What the messages covered at the previous place has to be drawn again.
        self.stale = self._moved = before is not None and before[1] != place
        self._stands = usual, place
        return place


def usual_centre(window: pygame.Surface, look: Look) -> tuple[int, int]:
    """Where the middle of the newest message is, unless a scene wants it elsewhere."""
    return window.get_width() // 2, window.get_height() - look.px(ABOVE_BOTTOM)


def _between_bars(window: pygame.Rect, covers: Sequence[pygame.Rect]) -> pygame.Rect:
    """The window without the bars at its sides: the narrow `covers` that are as high as it."""
    inner = window.copy()
    for bar in covers:
        if bar.h >= window.h and NARROW * bar.w < window.w:
            left = bar.right if bar.centerx < window.centerx else inner.left
            right = inner.right if bar.centerx < window.centerx else bar.left
            inner.update(left, inner.y, right - left, inner.h)
    return inner


def _box(look: Look, lines: list[str], room: int) -> pygame.Rect:
    """The area that a message's lines need, not placed yet."""
    width = max(look.width(text, fonts.CAPTION) for text in lines)
    height = look.px(HEIGHT) + (len(lines) - 1) * look.px(LINE)
    return pygame.Rect(0, 0, min(width, room) + 2 * look.px(PADDING), height)


def _draw_box(
    target: pygame.Surface, look: Look, lines: list[str], box: pygame.Rect, room: int
) -> None:
    edge, radius = colours.tint(colours.GOLD_EDGE, 0.5), look.px(HEIGHT) / 2
    look.paint.box(target, box, radius, colours.TOOLTIP_FILL, edge, look.scale.line())
    y = box.centery - (len(lines) - 1) * look.px(LINE) // 2
    for number, text in enumerate(lines):
        at = box.centerx, y + number * look.px(LINE)
        look.write(target, text, fonts.CAPTION, colours.CREAM, at, Align.CENTRE, room=room)


def _clipped(word: str) -> str:
    start, end = ENDS
    if len(word) <= LONGEST_WORD:
        return word
    parts = PART.findall(word)
    if len(parts) > 1 and len(word) <= LONGEST_PATH:
        return "".join(map(_clipped, parts))
    return f"{word[:start]}…{word[-end:]}"


def wrapped(text: str, look: Look, room: int, style: fonts.TextStyle = fonts.CAPTION) -> list[str]:
    """At most MOST_LINES lines of `room` pixels, as far as words and the parts of paths allow; the
    last has the rest.
    """
    lines = [""]
    for part in PART.findall(text):
        longer = lines[-1] + part
        full = look.width(longer.rstrip(), style) > room and len(lines) < MOST_LINES
        if full and lines[-1]:
            lines.append(part)
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]
