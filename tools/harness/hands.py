"""Random events: what players, window managers and broken drivers send."""

from __future__ import annotations

from random import Random

import pygame

_KEYS = (
    *range(pygame.K_a, pygame.K_z + 1),
    *range(pygame.K_0, pygame.K_9 + 1),
    *(pygame.K_SPACE, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_BACKSPACE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_DELETE, pygame.K_INSERT, pygame.K_LSHIFT),
    *range(pygame.K_F1, pygame.K_F11),
    *(pygame.K_EQUALS, pygame.K_MINUS, pygame.K_EXCLAIM, pygame.K_QUESTION, pygame.K_SLASH),
    *(pygame.K_KP_ENTER, pygame.K_KP_0, pygame.K_MENU, pygame.K_PAUSE, 0, 0x7FFFFFFF),
)
_MODS = (0, 0, 0, 0, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT, pygame.KMOD_LMETA,
         pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, 0xFFFF)  # fmt: skip
_TEXTS = ("", "", "a", "!", "=", "?", "é", "\x00", "\u202e", "🂡", "ß", "1")
_OTHERS = (
    pygame.WINDOWENTER,
    pygame.WINDOWLEAVE,
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWMINIMIZED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWMOVED,
    pygame.ACTIVEEVENT,
    pygame.VIDEOEXPOSE,
    pygame.CLIPBOARDUPDATE,
    pygame.KEYMAPCHANGED,
    pygame.USEREVENT,
)
_SIZES = ((640, 400), (641, 403), (733, 517), (1280, 800), (1000, 1400), (320, 200), (1, 1))
FLIGHT_S = 0.05


class Hands:
    """Somebody who does anything at all, on one window."""

    def __init__(self, random: Random, size: tuple[int, int]) -> None:
        self._random = random
        self._size = size
        self._at = (0, 0)

    def events(self) -> list[pygame.event.Event]:
        """One thing done: an event, or a few that belong together."""
        ways = (self._click, self._key, self._drag, self._wheel, self._other, self._resize)
        return self._random.choices(ways, (40, 40, 8, 4, 6, 0.6))[0]()

    def _point(self) -> tuple[int, int]:
        width, height = self._size
        if self._random.random() < 0.03:
            return self._random.choice(((-1, -1), (width, height), (99999, -99999)))
        return self._random.randrange(width), self._random.randrange(height)

    def _motion(self, held: int) -> pygame.event.Event:
        before, self._at = self._at, self._point()
        moved = self._at[0] - before[0], self._at[1] - before[1]
        buttons = (held, 0, 0)
        return pygame.event.Event(
            pygame.MOUSEMOTION, pos=self._at, rel=moved, buttons=buttons, touch=False
        )

    def _button(self, kind: int, button: int) -> pygame.event.Event:
        return pygame.event.Event(kind, pos=self._at, button=button, touch=False)

    def _click(self) -> list[pygame.event.Event]:
        button = self._random.choice((1, 1, 1, 1, 3, 2, 4, 7))
        found = [self._motion(0)] if self._random.random() < 0.8 else []
        found.append(self._button(pygame.MOUSEBUTTONDOWN, button))
        if self._random.random() < 0.93:
            found.append(self._button(pygame.MOUSEBUTTONUP, button))
        return found

    def _drag(self) -> list[pygame.event.Event]:
        down = self._button(pygame.MOUSEBUTTONDOWN, 1)
        moved = [self._motion(1) for _ in range(self._random.randrange(1, 6))]
        return [down, *moved, self._button(pygame.MOUSEBUTTONUP, 1)]

    def _key(self) -> list[pygame.event.Event]:
        code, mod = self._random.choice(_KEYS), self._random.choice(_MODS)
        text = chr(code) if 32 <= code < 127 and not mod else self._random.choice(_TEXTS)
        what = {"key": code, "mod": mod, "scancode": self._random.randrange(300)}
        found = [pygame.event.Event(pygame.KEYDOWN, unicode=text, **what)]
        if self._random.random() < 0.95:
            found.append(pygame.event.Event(pygame.KEYUP, unicode="", **what))
        return found

    def _wheel(self) -> list[pygame.event.Event]:
        x, y = self._random.choice(((0, 1), (0, -1), (0, 30), (-3, 0), (0, -(10**6))))
        event = pygame.event.Event(
            pygame.MOUSEWHEEL, x=x, y=y, precise_x=float(x), precise_y=float(y),
            flipped=False, touch=False, which=0,
        )  # fmt: skip
        return [event]

    def _other(self) -> list[pygame.event.Event]:
        return [pygame.event.Event(self._random.choice(_OTHERS), x=0, y=0)]

    def _resize(self) -> list[pygame.event.Event]:
        self._size = self._random.choice(_SIZES[:5])
        width, height = self._size
        return [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=width, y=height)]
