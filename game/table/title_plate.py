"""The plate of a table: compass, name and number; a sign takes the compass's place."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import pygame

from game.core.position import PileKind
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.table.layout import TableLayout
from game.widgets.look import Look
from game.widgets.text_flow import leading_facts

COMPASS = 64
SIGN = 72
SMALL_SIGN = 44
NAME = TextStyle(fonts.Face.SERIF_SEMIBOLD, 27)
LEAST_SIZE = 10
"""In dp; the scale keeps letters readable in pixels."""
NUMBER = TextStyle(fonts.Face.SANS, 17)
SMALL_NAME = TextStyle(fonts.Face.SERIF_SEMIBOLD, 18)
SMALL_NUMBER = TextStyle(fonts.Face.SANS, 14)
SMALL_GAP = 8
SIGN_ICON = 0.6
SIGN_GAP = 12
STACKED_FROM = 0.8
"""If the plate has less than this share of the height it needs, its words go beside the sign."""
NAME_LINE = 27
"""From one line of the name to the next, in dp."""
WORDS_BELOW = 0.7
"""If the name would shrink below this share of its size, each of its words has a line; other words
are broken there.
"""
NUMBER_BELOW = 27 / (27 + 17)
"""From the name to the number, as a share of the sum of their sizes."""
NUMBER_LINE = 1.25
"""From one line of the number to the next, as a share of its size."""
SEPARATOR = "  ·  "
"""Stands between the number and the policy. If one line is too long, they have two."""


def has_words(table: TableLayout) -> bool:
    """Whether the plate has room for words: in a small window it stands above rows without columns
    for the sign alone.
    """
    return not table.frame.small or table.kinds[0] is not PileKind.SLOT


class PlateHeights(NamedTuple):
    """The places of the plate's parts one below the other, in dp below the plate's middle."""

    top: float
    head: float
    name: float
    bottom: float


PLAIN = PlateHeights(-66, -34, 24, 61)
SIGNED = PlateHeights(-62, -26, 42, 79)


class PlateSign(Enum):
    """The sign that replaces the compass: no move is left, a win is lost, or the deal is won."""

    UTURN = "uturn"
    WARNING = "warning"
    FLAG = "flag"


class Plate(NamedTuple):
    """What the plate says."""

    name: str
    number: str
    sign: PlateSign | None = None


def draw_plate(target: pygame.Surface, look: Look, table: TableLayout, plate: Plate) -> None:
    """Draw the plate in its room."""
    if table.frame.small:
        _draw_small(target, look, table, plate)
    elif table.plate_in_line:
        _draw_line(target, look, table, plate)
    elif _is_low(look, table, plate):
        _draw_beside(target, look, table, plate)
    else:
        _draw_full(target, look, table, plate)


def plate_area(look: Look, table: TableLayout, plate: Plate) -> pygame.Rect:
    """The part of the plate's room that sign and words are in, at most; empty if there are none."""
    box = pygame.Rect(table.plate)
    if table.frame.small:
        return box if plate.sign or has_words(table) else pygame.Rect(0, 0, 0, 0)
    words = look.width(plate.name, NAME), look.width(plate.number, NUMBER)
    side, gap = look.px(SIGN), look.px(SIGN_GAP)
    wide = side + gap + (sum(words) + gap if table.plate_in_line else max(words))
    return box.inflate(min(0, wide - box.w), 0)


def told_area(look: Look, table: TableLayout, plate: Plate) -> pygame.Rect:
    """The part of `plate_area` that tells something: the words below a compass, otherwise all."""
    area = plate_area(look, table, plate)
    if plate.sign or table.frame.small or table.plate_in_line or _is_low(look, table, plate):
        return area
    return pygame.Rect(area.x, area.centery, area.w, area.bottom - area.centery)


def _is_low(look: Look, table: TableLayout, plate: Plate) -> bool:
    """Whether the words have no room below the sign."""
    box = table.plate
    return _share(look, plate, box.w, box.h) < STACKED_FROM and box.w > 2 * box.h


def _share(look: Look, plate: Plate, room: int, height: int) -> float:
    """The share of its usual size that the plate has in a height."""
    stack = SIGNED if plate.sign else PLAIN
    return min(1.0, height / look.px(stack.bottom + _more(look, plate, room) - stack.top))


def _more(look: Look, plate: Plate, room: int) -> float:
    """The height of its words beyond two lines, in dp."""
    names = _lines(look, plate.name, room)
    lines = _number_lines(look, plate.number, NUMBER, room)
    return NAME_LINE * (len(names) - 1) + NUMBER_LINE * NUMBER.size * (len(lines) - 1)


def _draw_full(target: pygame.Surface, look: Look, table: TableLayout, plate: Plate) -> None:
    """Below each other; smaller where the room is low."""
    stack, box = SIGNED if plate.sign else PLAIN, table.plate
    names = _lines(look, plate.name, box.w)
    lines = _number_lines(look, plate.number, NUMBER, box.w)
    more, share = _more(look, plate, box.w), _share(look, plate, box.w, box.h)
    x, y = box.centre
    middle = (stack.top + stack.bottom) / 2 if share < 1 else 0
    y -= look.px((middle + more / 2) * share)
    style = _fitting(look, names, _scaled(NAME, share), box.w)
    step = max(look.px(NAME_LINE * share), look.text_px(style))
    tops = [look.px(stack.name * share) + place * step for place in range(len(names))]
    # The number is never larger than the name; the distance between them follows their sizes.
    below = _fitting(look, lines, _scaled(NUMBER, min(share, style.size / NAME.size)), box.w)
    first = y + tops[-1] + round(NUMBER_BELOW * (look.text_px(style) + look.text_px(below)))
    below_first = round((len(lines) - 1) * NUMBER_LINE * look.text_px(below))
    if share == 1:
        first = min(first, box.bottom - below_first - look.text_px(below) // 2)
    fewer, separator, _last = plate.number.rpartition(SEPARATOR)
    if separator and first + below_first + look.text_px(below) > lowest_words(table):
        _draw_full(target, look, table, plate._replace(number=fewer))
        return
    side = look.px((SIGN if plate.sign else COMPASS) * share)
    _draw_head(target, look, plate.sign, (x, y + look.px(stack.head * share)), side)
    for top, name in zip(tops, names, strict=True):
        look.write(target, name, style, colours.CREAM, (x, y + top), Align.CENTRE)
    for place, line in enumerate(lines):
        where = x, first + place * round(NUMBER_LINE * look.text_px(below))
        look.write(target, line, below, colours.PLATE_NUMBER, where, Align.CENTRE, room=box.w)


def lowest_words(table: TableLayout) -> int:
    """The depth to which the words may reach below the plate's room: the cards under it, or the end
    of the table.
    """
    box = table.plate
    under = [pile.y for pile in table.piles if pile.x < box.right and pile.right > box.x]
    return min((y for y in under if y >= box.bottom), default=table.frame.area.bottom)


def _number_lines(look: Look, number: str, style: TextStyle, room: int) -> list[str]:
    """The number in one line or, where that is too long for the room, each of its facts in as many
    lines as it needs.
    """
    if look.width(number, style) <= room:
        return [number]
    facts = number.split(SEPARATOR)
    return [line for fact in facts for line in _wrapped(look, fact, style, room)]


def _wrapped(look: Look, fact: str, style: TextStyle, room: int) -> list[str]:
    """A fact in one line, or in several where it would shrink below WORDS_BELOW."""
    lines, least = [""], _scaled(style, WORDS_BELOW)
    for word in fact.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and look.width(longer, least) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _lines(look: Look, name: str, room: int) -> list[str]:
    """The name in one line, or word by word where that would be far too small."""
    # Nearly all names fit at the usual size; measuring another size opens another font.
    fits = any(look.width(name, each) <= room for each in (NAME, _scaled(NAME, WORDS_BELOW)))
    return [name] if fits else name.split()


def _draw_beside(target: pygame.Surface, look: Look, table: TableLayout, plate: Plate) -> None:
    """The name and the number at the right of the sign."""
    box = table.plate
    side, gap = min(look.px(COMPASS), box.h), look.px(SIGN_GAP)
    room = box.w - side - gap
    style = _shrunk(look, plate.name, NAME, room)
    below = _scaled(NUMBER, style.size / NAME.size)
    lines = _number_lines(look, plate.number, below, room)
    below = _fitting(look, lines, below, room)
    step = round(NUMBER_LINE * look.text_px(below))
    down = round(NUMBER_BELOW * (look.text_px(style) + look.text_px(below)))
    top = box.centre[1] - (down + step * (len(lines) - 1)) // 2
    fewer, separator, _last = plate.number.rpartition(SEPARATOR)
    if separator and top - look.text_px(style) // 2 < table.frame.area.y:
        _draw_beside(target, look, table, plate._replace(number=fewer))
        return
    words = max(look.width(plate.name, style), *(look.width(line, below) for line in lines))
    left = box.centre[0] - (side + gap + min(words, room)) // 2
    _draw_head(target, look, plate.sign, (left + side // 2, box.centre[1]), side)
    at = left + side + gap, top
    look.write(target, plate.name, style, colours.CREAM, at, room=room)
    for place, line in enumerate(lines):
        where = at[0], at[1] + down + place * step
        look.write(target, line, below, colours.PLATE_NUMBER, where, room=room)


def _draw_head(
    target: pygame.Surface, look: Look, sign: PlateSign | None, centre: tuple[int, int], side: int
) -> None:
    """The compass, or the sign in its place."""
    if sign is not None:
        _draw_sign(target, look, centre, side, sign)
        return
    art = look.assets.picture("icons/compass", (side, side))
    target.blit(art, (centre[0] - side // 2, centre[1] - side // 2))


def _scaled(style: TextStyle, share: float) -> TextStyle:
    """A text's style at a share of its size."""
    return style._replace(size=max(LEAST_SIZE, style.size * share))


def _shrunk(look: Look, text: str, style: TextStyle, room: int) -> TextStyle:
    """A text's style, smaller if the room is narrow."""
    while look.width(text, style) > room and look.text_px(style) > look.scale.smallest_text_px:
        style = TextStyle(style.face, style.size - 1)
    return style


def _fitting(look: Look, lines: list[str], style: TextStyle, room: int) -> TextStyle:
    """The style in which all lines have room."""
    return min((_shrunk(look, line, style, room) for line in lines), key=lambda each: each.size)


def _draw_line(target: pygame.Surface, look: Look, table: TableLayout, plate: Plate) -> None:
    name, number, sign = plate
    side, gap = look.px(46), look.px(12)
    width = side + gap + look.width(name, NAME) + gap
    number = leading_facts(look, number, NUMBER, table.plate.w - width, SEPARATOR)
    width += look.width(number, NUMBER)
    x, y = table.plate.centre[0] - width // 2, table.plate.y + look.px(23)
    _draw_head(target, look, sign, (x + side // 2, y), side)
    x += side + gap
    look.write(target, name, NAME, colours.CREAM, (x, y))
    x += look.width(name, NAME) + gap
    look.write(target, number, NUMBER, colours.PLATE_NUMBER, (x, y + look.px(2)))


def _draw_small(target: pygame.Surface, look: Look, table: TableLayout, plate: Plate) -> None:
    name, number, sign = plate
    box, fixed = table.plate, look.scale.fixed
    if sign is not None:
        _draw_sign(target, look, box.centre, min(look.px(SMALL_SIGN), box.h, box.w), sign)
        return
    if not has_words(table):
        return
    beside = [pile for pile in table.piles if pile.y < box.bottom]
    if table.frame.mirrored:
        before = [pile.right for pile in beside if pile.x < box.x]
        x, align = box.right, Align.RIGHT
        room = x - max(before, default=box.x) - fixed(SMALL_GAP)
    else:
        x, align = box.x, Align.LEFT
        room = min((pile.x for pile in beside if pile.x > x), default=box.right) - x
        room -= fixed(SMALL_GAP)
    widest = max(look.width(name, SMALL_NAME), look.width(number, SMALL_NUMBER))
    if box.h < look.px(SMALL_SIGN) or widest > room:
        # Without the player's text size: otherwise the words have no room.
        look = look.at_factor(look.scale.density)
    if box.h < fixed(SMALL_SIGN) or look.width(name, SMALL_NAME) > room:
        return
    lines, below, step = _small_number(look, number, room, box.h)
    y = box.centre[1] - step * (len(lines) - 1) // 2
    look.write(target, name, SMALL_NAME, colours.CREAM, (x, y - look.px(10)), align, room=room)
    for place, line in enumerate(lines):
        at = x, y + look.px(11) + place * step
        look.write(target, line, below, colours.PLATE_NUMBER, at, align, room=room)


def _small_number(
    look: Look, number: str, room: int, height: int
) -> tuple[list[str], TextStyle, int]:
    """The lines of a small plate's number, with as many of its facts as have room, their style and
    their step.
    """
    lines = _number_lines(look, number, SMALL_NUMBER, room)
    step = round(NUMBER_LINE * look.px(SMALL_NUMBER.size))
    if height < look.px(SMALL_SIGN) + step * (len(lines) - 1):
        fewer, separator, _last = number.rpartition(SEPARATOR)
        if separator:
            return _small_number(look, fewer, room, height)
        lines = [number]
    return lines, _fitting(look, lines, SMALL_NUMBER, room), step


def _draw_sign(
    target: pygame.Surface, look: Look, centre: tuple[int, int], side: int, sign: PlateSign
) -> None:
    """Draw a disc with the sign in it: gold, or coral on dark for a warning."""
    disc = pygame.Rect(0, 0, side, side)
    disc.center = centre
    look.paint.glow(target, disc, side / 2, max(3, side // 9), (*colours.GLOW, 130))
    warns = sign is PlateSign.WARNING
    fill, edge, ink = (
        (colours.PANEL, colours.CORAL, colours.CORAL)
        if warns
        else (colours.GOLD, colours.FOCUS, colours.ON_GOLD)
    )
    look.paint.disc(target, centre, side, fill, edge, max(1, side // (28 if warns else 40)))
    look.icon(target, sign.value, ink, centre, round(side * SIGN_ICON))
