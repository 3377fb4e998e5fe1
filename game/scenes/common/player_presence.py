"""Whether the player is present: time counts only while the window is visible and used."""

from __future__ import annotations

from typing import Final

import pygame

REST_S: Final = 120.0
"""Seconds without input after which the player is taken to have gone."""

_PRESENT: Final = frozenset(
    {
        *(pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING),
        *(pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL),
        *(pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP),
        *(pygame.JOYAXISMOTION, pygame.JOYHATMOTION, pygame.JOYBUTTONDOWN),
        *(pygame.CONTROLLERAXISMOTION, pygame.CONTROLLERBUTTONDOWN),
        *(pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED),
        *(pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED),
    }
)
"""Input events, and those that say that the window is visible again."""
_GONE: Final = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)


class Presence:
    """Decides which time counts. `note` must get every event, in order."""

    def __init__(self) -> None:
        self._seen = True
        self._idle = 0.0
        """Seconds that passed since the last input."""

    @property
    def is_there(self) -> bool:
        """True while time counts."""
        return self._seen and self._idle < REST_S

    def note(self, event: pygame.event.Event) -> None:
        """Note an event: input, or the window being hidden or shown."""
        if event.type in _PRESENT:
            self._seen, self._idle = True, 0.0
        elif event.type in _GONE:
            self._seen = False

    def counted(self, seconds: float) -> float:
        """Let `seconds` pass; returns how many of them count."""
        if not self._seen:
            return 0.0
        counts = min(seconds, max(0.0, REST_S - self._idle))
        self._idle += seconds
        return counts
