"""A message that says what just happened, and goes by itself."""

from __future__ import annotations

import pygame

from game import theme
from game.assets import Align
from game.widgets.look import Look

HEIGHT = 34
PADDING = 18
LINE = 20
SHOWN_S = 4.0
A_LETTER_S = 0.07
LONGEST_S = 12.0
LONGEST_WORD = 40
"""Of what a player pasted, more than this would hide the reason that comes after it."""
ENDS = 24, 12
"""So much is left at both ends of a longer one."""
MOST_LINES = 3


class Toast:
    """One message at a time; a new one takes the place of the old."""

    def __init__(self) -> None:
        self._text = ""
        self._left = 0.0
        self._lasting = False
        self._scene: object = None
        """Where it was seen first."""
        self.stale = False

    @property
    def text(self) -> str:
        """The message shown, or nothing."""
        return self._text

    @property
    def due(self) -> float | None:
        """In how many seconds it will go; None while there is none."""
        return self._left if self._text else None

    def show(self, text: str, *, lasting: bool = False) -> None:
        """Show a message, for as long as it takes to read; one that is not `lasting` goes with the
        scene in which it is seen.
        """
        self._lasting, self._scene = lasting, None
        self._text = " ".join(_clipped(word) for word in text.split(" "))
        self._left = min(max(SHOWN_S, len(self._text) * A_LETTER_S), LONGEST_S)
        self.stale = True

    def hide(self) -> None:
        """Go now."""
        self.stale = self.stale or bool(self._text)
        self._text, self._scene = "", None

    def seen_in(self, scene: object) -> None:
        """It was drawn over a scene. What is told while one scene gives way to another belongs to
        the one that comes: there it is seen first.
        """
        if self._text and self._scene is None:
            self._scene = scene

    def follow(self, scene: object) -> None:
        """Another scene may be on top now: go, if it is not the one the message is of."""
        if not self._lasting and self._scene not in (None, scene):
            self.hide()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._left -= seconds
        if self._text and self._left <= 0:
            self.hide()

    def draw(
        self,
        target: pygame.Surface,
        look: Look,
        centre: tuple[int, int],
        within: pygame.Rect | None = None,
    ) -> None:
        """Draw the message, if there is one, around a point and inside the target; where a place
        is kept free for it, `within` that, at its upper edge.
        """
        self.stale = False
        if not self._text:
            return
        padding, line = look.px(PADDING), look.px(LINE)
        room = (within or target.get_rect()).w - 4 * padding
        lines = wrapped(self._text, look, room)
        width = max(look.width(text, theme.CAPTION) for text in lines)
        height = look.px(HEIGHT) + (len(lines) - 1) * line
        area = pygame.Rect(0, 0, min(width, room) + 2 * padding, height)
        area.center = centre
        area.bottom = centre[1] + look.px(HEIGHT) // 2
        if within is not None:
            area.midtop = within.midtop
        area.clamp_ip(target.get_rect())
        edge = theme.tint(theme.GOLD_EDGE, 0.5)
        radius = look.px(HEIGHT) / 2
        look.paint.box(target, area, radius, theme.TOOLTIP_FILL, edge, look.scale.line())
        y = area.centery - (len(lines) - 1) * line // 2
        for number, text in enumerate(lines):
            at = area.centerx, y + number * line
            look.write(target, text, theme.CAPTION, theme.CREAM, at, Align.CENTRE, room=room)


def _clipped(word: str) -> str:
    start, end = ENDS
    return word if len(word) <= LONGEST_WORD else f"{word[:start]}…{word[-end:]}"


def wrapped(text: str, look: Look, room: int) -> list[str]:
    """Lines no wider than the room, as far as words allow; the last one takes what is left."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        full = look.width(longer, theme.CAPTION) > room and len(lines) < MOST_LINES
        if full and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
