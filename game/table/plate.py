"""The plate of a table: compass, name and number; a sign takes the compass's place."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import pygame

from game import theme
from game.assets import Align
from game.table.layout import Arrangement
from game.theme import TextStyle
from game.widgets.look import Look

COMPASS = 64
SIGN = 72
SMALL_SIGN = 44
NAME = TextStyle(theme.Face.SERIF_SEMIBOLD, 27)
LEAST_SIZE = 10
"""In dp; the scale keeps letters readable in pixels."""
NUMBER = TextStyle(theme.Face.SANS, 17)
SMALL_NAME = TextStyle(theme.Face.SERIF_SEMIBOLD, 18)
SMALL_NUMBER = TextStyle(theme.Face.SANS, 14)
SMALL_GAP = 8
SIGN_ICON = 0.6


class Sign(Enum):
    """What takes the compass's place: nothing can be done, or all is done."""

    UTURN = "uturn"
    WARNING = "warning"
    FLAG = "flag"


class Plate(NamedTuple):
    """What the plate says."""

    name: str
    number: str
    sign: Sign | None = None


def draw_plate(target: pygame.Surface, look: Look, table: Arrangement, plate: Plate) -> None:
    """Draw the plate in its room."""
    if table.frame.small:
        _draw_small(target, look, table, plate)
    elif table.plate_in_line:
        _draw_line(target, look, table, plate)
    else:
        _draw_full(target, look, table, plate)


def _draw_full(target: pygame.Surface, look: Look, table: Arrangement, plate: Plate) -> None:
    name, number, sign = plate.name, plate.number, plate.sign
    x, y = table.plate.centre
    if sign is not None:
        _draw_sign(target, look, (x, y - look.px(26)), look.px(SIGN), sign)
        y += look.px(42)
    else:
        side = look.px(COMPASS)
        art = look.assets.picture("icons/compass", (side, side))
        target.blit(art, (x - side // 2, y - look.px(34) - side // 2))
        y += look.px(24)
    style = _shrunk(look, name, NAME, table.plate.w)
    look.write(target, name, style, theme.CREAM, (x, y), Align.CENTRE)
    at = (x, y + look.px(27))
    style = _shrunk(look, number, NUMBER, table.plate.w)
    look.write(target, number, style, theme.PLATE_NUMBER, at, Align.CENTRE, room=table.plate.w)


def _shrunk(look: Look, text: str, style: TextStyle, room: int) -> TextStyle:
    """A text's style, smaller where the room is narrow."""
    while look.width(text, style) > room and style.size > LEAST_SIZE:
        style = TextStyle(style.face, style.size - 1)
    return style


def _draw_line(target: pygame.Surface, look: Look, table: Arrangement, plate: Plate) -> None:
    name, number, sign = plate.name, plate.number, plate.sign
    side, gap = look.px(46), look.px(12)
    width = side + gap + look.width(name, NAME) + gap + look.width(number, NUMBER)
    x, y = table.plate.centre[0] - width // 2, table.plate.y + look.px(23)
    if sign is not None:
        _draw_sign(target, look, (x + side // 2, y), side, sign)
    else:
        target.blit(look.assets.picture("icons/compass", (side, side)), (x, y - side // 2))
    x += side + gap
    look.write(target, name, NAME, theme.CREAM, (x, y))
    x += look.width(name, NAME) + gap
    look.write(target, number, NUMBER, theme.PLATE_NUMBER, (x, y + look.px(2)))


def _draw_small(target: pygame.Surface, look: Look, table: Arrangement, plate: Plate) -> None:
    name, number, sign = plate.name, plate.number, plate.sign
    box = table.plate
    if sign is not None:
        side = min(SMALL_SIGN, max(24, box.h), box.w)
        _draw_sign(target, look, box.centre, side, sign)
    elif box.h >= SMALL_SIGN and look.width(name, SMALL_NAME) <= box.w:
        middle = box.centre[1]
        beyond = [pile.x for pile in table.piles if pile.y < box.bottom and pile.x > box.x]
        room = min(beyond, default=box.right) - box.x - SMALL_GAP
        look.write(target, name, SMALL_NAME, theme.CREAM, (box.x, middle - 10), room=room)
        at = (box.x, middle + 11)
        look.write(target, number, SMALL_NUMBER, theme.PLATE_NUMBER, at, room=room)


def _draw_sign(
    target: pygame.Surface, look: Look, centre: tuple[int, int], side: int, sign: Sign
) -> None:
    """A gold disc with the sign in it."""
    disc = pygame.Rect(0, 0, side, side)
    disc.center = centre
    look.paint.glow(target, disc, side / 2, max(3, side // 9), (*theme.GLOW, 130))
    warns = sign is Sign.WARNING
    fill, edge, ink = (
        (theme.PANEL, theme.CORAL, theme.CORAL)
        if warns
        else (theme.GOLD, theme.FOCUS, theme.ON_GOLD)
    )
    look.paint.disc(target, centre, side, fill, edge, max(1, side // (28 if warns else 40)))
    look.icon(target, sign.value, ink, centre, round(side * SIGN_ICON))
