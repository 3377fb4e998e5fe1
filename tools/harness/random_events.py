"""Random events, as players, window managers and broken drivers send them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pygame

_KEYS = (
    *range(pygame.K_a, pygame.K_z + 1),
    *range(pygame.K_0, pygame.K_9 + 1),
    *(pygame.K_SPACE, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_BACKSPACE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_DELETE, pygame.K_INSERT, pygame.K_LSHIFT),
    *range(pygame.K_F1, pygame.K_F12),
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
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWHIDDEN,
    pygame.WINDOWSHOWN,
    pygame.WINDOWMOVED,
    pygame.WINDOWDISPLAYCHANGED,
    pygame.ACTIVEEVENT,
    pygame.VIDEOEXPOSE,
    pygame.CLIPBOARDUPDATE,
    pygame.KEYMAPCHANGED,
    pygame.AUDIODEVICEREMOVED,
    pygame.USEREVENT,
)
_SIZES = ((640, 400), (641, 403), (733, 517), (1280, 800), (1000, 1400), (320, 200), (1, 1))
_COPIED = (
    "fourfold lapeau same 484227 6d>7s 4c>done",
    "fourfold brainjam 617 aBc3dd",
    "gaps random-gaps 5 redeal 2c>empty-3",
    "617",
    "x" * 5000,
    "no deal at all",
    "",
)
_SHOWN = ("hide", "show", "minimize", "restore", "maximize", "restore", "focus")


class RandomEvents:
    """Somebody who does anything at all, on one window."""

    def __init__(self, random: Random, window: pygame.Window) -> None:
        self._random = random
        self._window = window
        self._at = (0, 0)
        self._ways = {
            self._click: 40.0,
            self._key: 40.0,
            self._drag: 8.0,
            self._wheel: 4.0,
            self._other: 6.0,
            self._text: 2.0,
            self._finger: 2.0,
            self._resize: 0.6,
            self._late_size: 0.2,
            self._fullscreen: 0.3,
            self._show: 0.6,
            self._copy: 0.6,
            self._close: 0.1,
            self._picture: 0.03,
        }

    def events(self) -> Sequence[pygame.event.Event]:
        """One thing done: an event, or a few that belong together; what is done to the window
        itself brings its events into pygame's queue.
        """
        return self._random.choices(list(self._ways), list(self._ways.values()))[0]()

    def _point(self) -> tuple[int, int]:
        width, height = self._window.size
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
        return self._press(code, mod, text)

    def _press(self, code: int, mod: int, text: str) -> list[pygame.event.Event]:
        what = {"key": code, "mod": mod, "scancode": self._random.randrange(300)}
        found = [pygame.event.Event(pygame.KEYDOWN, unicode=text, **what)]
        if self._random.random() < 0.95:
            found.append(pygame.event.Event(pygame.KEYUP, unicode="", **what))
        return found

    def _fullscreen(self) -> list[pygame.event.Event]:
        key, mod = self._random.choice(
            (
                (pygame.K_F11, 0),
                (pygame.K_RETURN, pygame.KMOD_LALT),
                (pygame.K_KP_ENTER, pygame.KMOD_RALT),
            )
        )
        return [*self._press(key, mod, ""), *self._press(key, mod, "")][
            : self._random.choice((2, 4))
        ]

    def _wheel(self) -> list[pygame.event.Event]:
        x, y = self._random.choice(((0, 1), (0, -1), (0, 30), (-3, 0), (0, -(10**6))))
        event = pygame.event.Event(
            pygame.MOUSEWHEEL, x=x, y=y, precise_x=float(x), precise_y=float(y),
            flipped=False, touch=False, which=0,
        )  # fmt: skip
        return [event]

    def _other(self) -> list[pygame.event.Event]:
        return [pygame.event.Event(self._random.choice(_OTHERS), x=0, y=0)]

    def _text(self) -> list[pygame.event.Event]:
        text, kind = self._random.choice(_TEXTS), pygame.TEXTINPUT
        if self._random.random() < 0.3:
            return [pygame.event.Event(pygame.TEXTEDITING, text=text, start=0, length=len(text))]
        return [pygame.event.Event(kind, text=text)]

    def _finger(self) -> list[pygame.event.Event]:
        kinds = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
        x, y = self._random.random(), self._random.random()
        what = {"touch_id": 1, "finger_id": 0, "dx": 0.1, "dy": 0.0, "pressure": 1.0}
        return [pygame.event.Event(kind, x=x, y=y, **what) for kind in kinds]

    def _resize(self) -> list[pygame.event.Event]:
        """The window itself, once or as often as somebody drags its edge."""
        for _ in range(self._random.choice((1, 1, 1, 5))):
            self._window.size = self._random.choice(_SIZES)
        return []

    def _late_size(self) -> list[pygame.event.Event]:
        """News of a size that the window has no more."""
        width, height = self._random.choice(_SIZES[:5])
        kind = pygame.WINDOWSIZECHANGED
        return [pygame.event.Event(kind, x=width, y=height)]

    def _show(self) -> list[pygame.event.Event]:
        getattr(self._window, self._random.choice(_SHOWN))()
        return []

    def _copy(self) -> list[pygame.event.Event]:
        """Something comes into the clipboard, and is pasted."""
        pygame.scrap.put_text(self._random.choice(_COPIED))
        return self._press(pygame.K_v, pygame.KMOD_LCTRL, "\x16")

    def _close(self) -> list[pygame.event.Event]:
        return [pygame.event.Event(self._random.choice((pygame.QUIT, pygame.WINDOWCLOSE)))]

    def _picture(self) -> list[pygame.event.Event]:
        """F12: seldom, as a file takes long to write."""
        return self._press(pygame.K_F12, 0, "")
