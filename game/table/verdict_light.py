"""The verdict light: its disc with a sign of its own, and what it says in words."""

from __future__ import annotations

from typing import Final

import pygame

from game.graphics import theme
from game.graphics.theme import Rgb
from game.system.language import Language
from game.widgets.look import Look

_LIGHTS: Final = {
    "can": (theme.GREEN, "check"),
    "cannot": (theme.CORAL, "cross"),
    "never": (theme.CORAL, "cross"),
    "redeal": (theme.GOLD, "redeal"),
    "thinking": (theme.DIM, "clock"),
    "unknown": (theme.DIM, "help"),
}


def light_of(light: str) -> tuple[Rgb, str]:
    """A verdict's colour and the name of its icon."""
    return _LIGHTS[light]


def verdict(light: str, _: Language) -> str:
    """The verdict in words, in lines as short as the right edge is narrow."""
    return {
        "can": _("can be won"),
        "cannot": _("cannot be\nwon any more"),
        "never": _("cannot\nbe won"),
        "redeal": _("needs a\nredeal"),
        "thinking": _("still\nthinking"),
        "unknown": _("not known"),
    }[light]


def draw_light(
    target: pygame.Surface, look: Look, centre: tuple[int, int], side: int, icon: str, ink: Rgb
) -> None:
    """The verdict's disc with its own sign, glowing a little."""
    disc = pygame.Rect(0, 0, side, side)
    disc.center = centre
    look.paint.glow(target, disc, side / 2, max(2, side // 3), (*ink, 110))
    look.paint.disc(target, centre, side, ink)
    look.icon(target, icon, theme.ON_GOLD, centre, round(side * 0.72))
