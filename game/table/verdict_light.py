"""The verdict light: its disc with a sign of its own, and what it says in words."""

from __future__ import annotations

from typing import Final

import pygame

from game.graphics import theme
from game.graphics.theme import Rgb
from game.play.light import Light
from game.system.language import Language
from game.widgets.look import Look

_LIGHTS: Final = {
    Light.CAN: (theme.GREEN, "check"),
    Light.CANNOT: (theme.CORAL, "cross"),
    Light.NEVER: (theme.CORAL, "cross"),
    Light.WITHOUT: (theme.GREEN, "check"),
    Light.ONE: (theme.GOLD, "redeal"),
    Light.TWO: (theme.GOLD, "redeal"),
    Light.WHATEVER: (theme.CORAL, "cross"),
    Light.THINKING: (theme.DIM, "clock"),
    Light.UNKNOWN: (theme.DIM, "help"),
}


def light_of(light: Light) -> tuple[Rgb, str]:
    """A verdict's colour and the name of its icon."""
    return _LIGHTS[light]


def verdict(light: Light, _: Language) -> str:
    """The verdict in words, in lines as short as the right edge is narrow."""
    return {
        Light.CAN: _("can be won"),
        Light.CANNOT: _("cannot be\nwon any more"),
        Light.NEVER: _("cannot\nbe won"),
        Light.WITHOUT: _("can be won\nwithout\na redeal"),
        Light.ONE: _("can be won\nwith one\nredeal"),
        Light.TWO: _("can be won\nwith two\nredeals"),
        Light.WHATEVER: _("cannot be\nwon, whatever\nyou do"),
        Light.THINKING: _("still\nthinking"),
        Light.UNKNOWN: _("not known"),
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
