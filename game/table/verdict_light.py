"""The verdict light: a disc with an icon, and its text at the right edge."""

from __future__ import annotations

from typing import Final

import pygame

from game.graphics import colours
from game.graphics.colours import Rgb
from game.play.verdict import VerdictLight
from game.system.language import Language
from game.widgets.look import Look

LIGHTS: Final[dict[VerdictLight, tuple[Rgb, str]]] = {
    VerdictLight.CAN: (colours.GREEN, "check"),
    VerdictLight.CANNOT: (colours.CORAL, "cross"),
    VerdictLight.NEVER: (colours.CORAL, "cross"),
    VerdictLight.WITHOUT: (colours.GREEN, "check"),
    VerdictLight.ONE: (colours.GOLD, "redeal"),
    VerdictLight.TWO: (colours.GOLD, "redeal"),
    VerdictLight.AT_MOST_ONE: (colours.GOLD, "redeal"),
    VerdictLight.AT_MOST_TWO: (colours.GOLD, "redeal"),
    VerdictLight.WHATEVER: (colours.CORAL, "cross"),
    VerdictLight.THINKING: (colours.DIM, "clock"),
    VerdictLight.UNKNOWN: (colours.DIM, "help"),
    VerdictLight.NO_SOLVER: (colours.DIM, "help"),
}
"""The colour of each verdict, and the name of its icon."""


def verdict(light: VerdictLight, _: Language) -> str:
    """The verdict in words, broken into lines that are short enough for the right edge."""
    return {
        VerdictLight.CAN: _("can be won"),
        VerdictLight.CANNOT: _("can no\nlonger be won"),
        VerdictLight.NEVER: _("cannot\nbe won"),
        VerdictLight.WITHOUT: _("can be won\nwithout\na redeal"),
        VerdictLight.ONE: _("can be won\nwith one\nredeal"),
        VerdictLight.TWO: _("can be won\nwith two\nredeals"),
        VerdictLight.AT_MOST_ONE: _("can be won\nwith at most\none redeal"),
        VerdictLight.AT_MOST_TWO: _("can be won\nwith at most\ntwo redeals"),
        VerdictLight.WHATEVER: _("cannot be\nwon, whatever\nyou do"),
        VerdictLight.THINKING: _("still\nthinking"),
        VerdictLight.UNKNOWN: _("not known"),
        VerdictLight.NO_SOLVER: _("not known"),
    }[light]


def draw_light(
    target: pygame.Surface, look: Look, centre: tuple[int, int], side: int, icon: str, ink: Rgb
) -> None:
    """The verdict's disc with its own sign, glowing a little."""
    disc = pygame.Rect(0, 0, side, side)
    disc.center = centre
    look.paint.glow(target, disc, side / 2, max(2, side // 3), (*ink, 110))
    look.paint.disc(target, centre, side, ink)
    look.icon(target, icon, colours.ON_GOLD, centre, round(side * 0.72))
