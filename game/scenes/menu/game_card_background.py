"""The paper of a menu card: its edge and gold line, and the felt in its stepped window."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.graphics import colours
from game.graphics.colours import hex_text
from game.graphics.felt import Felt
from game.graphics.paint import Painter, from_svg_elements

RADIUS = 15
STEPS = (24, 10)
"""The stepped upper corners of the window: their reach inwards, and the height of a step, in dp."""
EDGE = colours.rgb("#C9BDA3")
LINE = colours.rgb("#C9973C")
RIM = colours.rgb("#8D6A25")
FINE_LINE = (*colours.rgb("#E6B85C"), 140)
LIGHT_SHRINK = 8
"""The light is drawn so many times smaller than the window, and enlarged."""


@lru_cache(maxsize=2)
def paper_card(
    paint: Painter, size: tuple[int, int], at: tuple[int, int, int, int], scale: float, felt: Felt
) -> pygame.Surface:
    """A card without words: paper, a gold line, and a felt window with stepped corners, lit from
    above, at the rectangle `at`. Do not draw on it: the cards share it.
    """
    card = paint.new_box(size, RADIUS * scale, (255, 255, 255))
    paper = card.get_rect()
    shade = pygame.Surface((1, 2))
    shade.set_at((0, 0), colours.PAPER_TOP)
    shade.set_at((0, 1), colours.PAPER_BOTTOM)
    shade = pygame.transform.smoothscale(shade, size)
    card.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    paint.box(card, paper, RADIUS * scale, None, EDGE)
    inset = -2 * round(7 * scale)
    paint.box(card, paper.inflate(inset, inset), 10 * scale, None, LINE, 1.4 * scale)
    _draw_window(card, paint, pygame.Rect(at), scale, felt)
    return card


def _draw_window(
    card: pygame.Surface, paint: Painter, window: pygame.Rect, scale: float, felt: Felt
) -> None:
    """Draw the felt seen through a window, its rim, and a fine line inside the rim."""
    line, inset = max(1, round(scale)), round(4 * scale)
    for part in _stepped(window, -line, scale):
        card.fill(RIM, part)
    light = pygame.transform.smoothscale(_light(window, felt), window.size)
    gilded = light.copy()
    paint.veil(gilded, gilded.get_rect(), FINE_LINE)
    for inside, cloth in ((line, light), (inset, gilded), (inset + line, light)):
        for part in _stepped(window, inside, scale):
            card.blit(cloth, part, part.move(-window.x, -window.y))


def _light(window: pygame.Rect, felt: Felt) -> pygame.Surface:
    """The light on the felt in a window, at LIGHT_SHRINK of its size."""
    width, height = (max(2, length // LIGHT_SHRINK) for length in window.size)
    lit = hex_text(colours.mix(felt.lit, colours.WHITE, 0.06))
    dark = hex_text(colours.mix(felt.dark, felt.lit, 0.3))
    art = from_svg_elements(
        f'<defs><radialGradient id="felt" gradientUnits="userSpaceOnUse" cx="{width / 2}" '
        f'cy="{height * 0.4}" r="{max(width, height) * 0.75}"><stop offset="0" stop-color="{lit}"/>'
        f'<stop offset="1" stop-color="{dark}"/></radialGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#felt)"/>',
        (width, height),
    )
    return art.convert(pygame.Surface((1, 1)))


def window_steps(window: pygame.Rect, scale: float) -> tuple[float, float]:
    """Reach and height of the steps in pixels, smaller in a small window."""
    reach, step = (length * scale for length in STEPS)
    return (reach / 2, step / 2) if window.h < 15 * step else (reach, step)


def _stepped(window: pygame.Rect, inset: int, scale: float) -> list[pygame.Rect]:
    """The rectangles that make up the window with its stepped corners, `inset` pixels inside it."""
    reach, step = window_steps(window, scale)
    inner = window.inflate(-2 * inset, -2 * inset)
    return [
        pygame.Rect(inner.x + side, inner.y + top, inner.w - 2 * side, inner.h - top)
        for side, top in ((0, round(2.2 * step)), (round(step), round(step)), (round(reach), 0))
    ]
