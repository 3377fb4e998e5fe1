"""The menu's title art: rays of light, the program's name, the key hints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.felt import Felt, light_levels
from game.graphics.fonts import TextStyle
from game.scenes.menu.layout import HEADER, MenuPlan
from game.widgets.look import Look, draw_key_cap, key_cap_width

WORDMARK: Final = fonts.TextStyle(fonts.Face.SERIF_BOLD, 92)

LOGO_SHAPE = 212 / 115
LOGO_HEIGHT = 104
RAYS = 48
RAY_WIDTH = 0.033
"""Half the width of a ray, in radians."""
RAY_LIGHT = (7, 5, 2)
"""By how much a ray lightens the felt."""
RAYS_SHRINK = 4
"""Rays are drawn this many times smaller and scaled up: that is fast, and makes them soft."""


def draw_name(target: pygame.Surface, look: Look, found: MenuPlan, line_below: str) -> None:
    """Draw logo and wordmark, smaller if need be, and `line_below` if there is room for it."""
    area = pygame.Rect(look.scale.rect(*found.header))
    share = _name_share(look, found)
    while (width := _width(look, share)) > area.w:
        share *= area.w / width - 0.01  # sizes are rounded: a share that fits exactly may not fit
    mark, (wide, high), gap = _parts(look, share)
    logo = look.assets.picture("logo/mark", (wide, high))
    left = area.left if found.small else area.centerx - width // 2
    target.blit(logo, (left, area.centery - high // 2))
    x = left + wide + gap
    line = not found.small and share > 0.9
    y = area.centery - (look.px(12) if line else 0)
    look.write(target, "Fourfold", mark, colours.CREAM, (x, y))
    if line:
        text = line_below.upper()
        at = (x + look.px(4), area.centery + look.px(44))
        look.write(target, text, fonts.GROUP_HEAD, colours.FELT_GOLD, at)


def name_width(look: Look, found: MenuPlan) -> int:
    """The width in pixels of logo and wordmark in their usual size."""
    return _width(look, _name_share(look, found))


def _width(look: Look, share: float) -> int:
    mark, (wide, _), gap = _parts(look, share)
    return wide + gap + look.width("Fourfold", mark)


def _name_share(look: Look, found: MenuPlan) -> float:
    """The usual size of logo and wordmark, as a share of their size in the largest header."""
    high = look.scale.rect(*found.header)[3]
    return look.scale.dp(high) / HEADER * (0.86 if found.small else 1)


def _parts(look: Look, share: float) -> tuple[TextStyle, tuple[int, int], int]:
    """The wordmark's style, the logo's size in pixels and the gap between them."""
    high = look.px(LOGO_HEIGHT * share)
    style = TextStyle(WORDMARK.face, WORDMARK.size * share)
    return style, (round(high * LOGO_SHAPE), high), look.px(32 * share)


def draw_hints(
    target: pygame.Surface, look: Look, middle: int, hints: Sequence[tuple[str, str]]
) -> None:
    """Draw pairs of a key and its meaning side by side, around the y `middle`."""
    small, large = look.px(8), look.px(36)
    widths = [key_cap_width(look, k) + small + look.width(t, fonts.CAPTION) for k, t in hints]
    x = (target.get_width() - sum(widths) - large * (len(hints) - 1)) // 2
    for (key, text), width in zip(hints, widths, strict=True):
        cap = draw_key_cap(target, look, key, x, middle)
        look.write(target, text, fonts.CAPTION, colours.PLATE_NUMBER, (cap.right + small, middle))
        x += width + large


def lay_felt_with_rays(target: pygame.Surface, look: Look, felt: Felt) -> None:
    """Cover an opaque surface with the menu's background."""
    rays = _rays(target.get_size(), light_levels(felt, RAY_LIGHT))
    look.paint.lay_felt(target, felt, rays)


def _rays(size: tuple[int, int], colour: Rgb) -> pygame.Surface:
    """Rays from behind the name, on black, RAYS_SHRINK times smaller than `size`."""
    width, height = (max(1, length // RAYS_SHRINK) for length in size)
    canvas = pygame.Surface((width, height))
    centre = width / 2, height * 0.08
    reach = width + height
    for number in range(RAYS):
        middle = math.tau * number / RAYS
        corners = [
            (centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle))
            for angle in (middle - RAY_WIDTH, middle + RAY_WIDTH)
        ]
        pygame.draw.polygon(canvas, colour, [centre, *corners])
    return canvas
