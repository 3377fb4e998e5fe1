"""The figures of a table that is small or portrait, in a strip at the bottom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.system.language import Language
from game.table.figure_values import Figures
from game.table.verdict_light import LIGHTS, draw_light, verdict
from game.widgets.look import Look

TALL_VALUE = TextStyle(fonts.Face.SERIF_SEMIBOLD, 24)
TALL_LABEL = TextStyle(fonts.Face.SANS, 14)
VALUE = TextStyle(fonts.Face.SANS_SEMIBOLD, 14)
MOVES = TextStyle(fonts.Face.SERIF_SEMIBOLD, 18)
LABEL = TextStyle(fonts.Face.SANS, 13)
TALL_ICON = 24
ICON = 16
"""The side of a sign in the small strip."""
GAP = 12
NEAR = 4
"""Between a figure and its label."""
TALL_GAP = 6
SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)
"""The sizes at which the figures are tried, until all of them have room."""


class StripFigure(NamedTuple):
    """One figure with its label; a figure with an icon may have no value."""

    value: str
    label: str
    icon: str = ""
    ink: Rgb = colours.CREAM
    icon_ink: Rgb = colours.DIM
    label_ink: Rgb = colours.DIM
    light: bool = False
    """The icon is the verdict's, on its disc."""
    ending: bool = False
    """The figure goes to the end of the strip: it is a result, not the state of the game."""
    style: TextStyle = VALUE
    figure: str = ""
    """Its name among all figures."""
    sign: str = ""
    """The icon that stands for its label where there is no room for that."""


def cells(shown: Figures, _: Language) -> list[StripFigure]:
    """All figures that are shown, in order."""
    label = _.plural("move", "moves", shown.moves)
    found = [StripFigure(str(shown.moves), label, style=MOVES, figure="moves")]
    if shown.other is not None:
        label = _("shorter path")
        if shown.other_answer is not None:
            label = _("solution {n}").format(n=shown.other_answer)
        ink = colours.GOLD if shown.other_meets else colours.DIM
        found.append(StripFigure(f"< {shown.other}", label, ink=ink, figure="other"))
    if shown.bookmarks:
        label = _.plural("bookmark", "bookmarks", shown.bookmarks)
        count = str(shown.bookmarks) if shown.bookmarks > 1 else ""
        sign, ink = "bookmark-filled", colours.GOLD
        found.append(StripFigure(count, label, sign, icon_ink=ink, figure="bookmarks"))
    if shown.clock is not None:
        found.append(StripFigure(shown.clock, _("time"), "clock", figure="clock"))
    score = f"{shown.home[0]} {_('of')} {shown.home[1]}"
    found.append(StripFigure(score, shown.home_label, figure="home"))
    if shown.turns is not None:
        turns, sign = str(shown.turns[0]), shown.turns_icon
        found.append(StripFigure(turns, shown.turns_label, figure="turns", sign=sign))
    if shown.light is not None:
        ink, icon = LIGHTS[shown.light]
        words = verdict(shown.light, _).replace("\n", " ")
        found.append(
            StripFigure("", words, icon, icon_ink=ink, label_ink=ink, light=True, figure="light")
        )
    lengths = best_lengths(shown, _)
    found += (
        StripFigure(str(n), name, ending=True, figure=figure, sign="flag")
        for n, name, figure in lengths
    )
    if shown.shortest is not None:
        name = _("shortest") if shown.proved else _("best known")
        name += f", {shown.redeals}" if shown.redeals else ""
        moves, ink = str(shown.shortest), colours.GOLD
        sign = "star-filled" if shown.proved else "star"
        found.append(StripFigure(moves, name, ink=ink, ending=True, figure="shortest", sign=sign))
    return found


def best_lengths(shown: Figures, _: Language) -> list[tuple[int, str, str]]:
    """Moves, label and figure name: of the player's best answer, and of the best one found alone if
    that is another. Empty if there is no answer.
    """
    if shown.best is None:
        return []
    if shown.alone == shown.best:
        return [(shown.best, _("best"), "best")]
    helped = (shown.best, _("best (with help)"), "best")
    alone = shown.alone
    return [helped] if alone is None else [helped, (alone, _("best unaided"), "alone")]


# Upright


def draw_tall(
    target: pygame.Surface, look: Look, edge: pygame.Rect, shown: list[StripFigure]
) -> dict[str, pygame.Rect]:
    """Figures over their labels, spread evenly; returns where each is, by name."""
    look = _tall_look(look, shown, edge.w)
    widths = [_tall_width(look, cell) for cell in shown]
    gap = max(look.px(TALL_GAP), (edge.w - sum(widths)) // len(shown))
    upper, lower = edge.y + round(edge.h * 0.36), edge.y + round(edge.h * 0.75)
    areas, end = {}, edge.x
    for cell, width in zip(shown, widths, strict=True):
        start, end = end, end + width + gap
        x = (start + end) // 2
        _draw_tall_value(target, look, cell, (x, upper))
        look.write(target, cell.label, TALL_LABEL, cell.label_ink, (x, lower), Align.CENTRE)
        areas[cell.figure] = pygame.Rect(start, edge.y + 2, end - start, edge.h - 2)
    return areas


def _tall_look(look: Look, shown: list[StripFigure], room: int) -> Look:
    """The largest look with which all figures have room side by side."""
    for smaller in sizes(look):
        if sum(_tall_width(smaller, cell) + smaller.px(TALL_GAP) for cell in shown) <= room:
            break
    return smaller


def sizes(look: Look) -> Iterator[Look]:
    """The look at ever smaller scales."""
    for share in SHARES:
        yield look.at_factor(look.scale.factor * share)


def _tall_width(look: Look, cell: StripFigure) -> int:
    """The width of a figure in pixels; the same for all values with as many digits."""
    same = "".join("0" if char.isdigit() else char for char in cell.value)
    shown = look.width(same, TALL_VALUE)
    if cell.icon and cell.icon != "clock":
        shown += look.px(TALL_ICON)
    return max(shown, look.width(cell.label, TALL_LABEL))


def _draw_tall_value(
    target: pygame.Surface, look: Look, cell: StripFigure, centre: tuple[int, int]
) -> None:
    side, (x, y) = look.px(TALL_ICON), centre
    if cell.light:
        draw_light(target, look, centre, side, cell.icon, cell.icon_ink)
        return
    if cell.icon and cell.icon != "clock":
        shift = side // 2 if cell.value else 0
        look.icon(target, cell.icon, cell.icon_ink, (x - shift, y), side)
        x += shift
    look.write(target, cell.value, TALL_VALUE, cell.ink, (x, y), Align.CENTRE)


# Small


def draw_small(
    target: pygame.Surface, look: Look, edge: pygame.Rect, shown: list[StripFigure]
) -> dict[str, pygame.Rect]:
    """Figures in one line, the last ones at its end; returns where each is, by name."""
    look, shown = small_look(look, [_spare(cell) for cell in shown], edge.w)
    areas, y = {}, edge.centery
    x = edge.x + look.px(GAP)
    for cell in (cell for cell in shown if not cell.ending):
        _draw_small_cell(target, look, cell, (x, y))
        start, x = x, x + _small_width(look, cell)
        areas[cell.figure] = pygame.Rect(start - 2, edge.y + 2, x - start, edge.h - 2)
    x = edge.right
    for cell in reversed([cell for cell in shown if cell.ending]):
        end, x = x, x - _small_width(look, cell)
        areas[cell.figure] = pygame.Rect(x, edge.y + 2, end - x, edge.h - 2)
        _draw_small_cell(target, look, cell, (x, y))
    return areas


def small_look(look: Look, shown: list[StripFigure], room: int) -> tuple[Look, list[StripFigure]]:
    """The largest look with which all figures have room, each with its label or sign, and what
    `fitting` makes of them then. Where no look is small enough for the signs, one without; where
    none is small enough for the figures, the smallest.
    """
    whole = None
    for smaller in sizes(look):
        found = smaller, fitting(smaller, shown, room - smaller.px(GAP))
        if len(found[1]) == len(shown):
            whole = whole or found
            if not any(cell.sign and not cell.label and not cell.icon for cell in found[1]):
                return found
    return whole or found


def _spare(cell: StripFigure) -> StripFigure:
    """The figure without its label if it has an icon; only the verdict keeps both."""
    return cell._replace(label="") if cell.icon and not cell.light else cell


def fitting(look: Look, shown: list[StripFigure], room: int) -> list[StripFigure]:
    """The cells with as many of their labels as have room. Labels are left out from the left,
    because the last ones are the least known, and replaced by the cell's `sign` if it has one. If
    that is still too wide, these signs are left out too, then the last cells.
    """
    bare = [cell._replace(label="") for cell in shown]
    shorter = [cell._replace(icon=cell.icon or cell.sign) for cell in bare]
    for instead in (shorter, bare):
        for number in range(len(shown)):
            if _line_width(look, shown) > room:
                shown = [*shown[:number], instead[number], *shown[number + 1 :]]
    while _line_width(look, shown) > room:
        shown = shown[:-1]
    return shown


def _line_width(look: Look, shown: list[StripFigure]) -> int:
    return sum(_small_width(look, cell) for cell in shown)


def _small_width(look: Look, cell: StripFigure) -> int:
    """The width of a cell in pixels, with the gap after it."""
    parts = [look.px(ICON)] if cell.icon else []
    parts += [look.width(cell.value, cell.style)] if cell.value else []
    parts += [look.width(cell.label, LABEL)] if cell.label else []
    return sum(parts) + look.px(NEAR) * (len(parts) - 1) + look.px(GAP)


def _draw_small_cell(
    target: pygame.Surface, look: Look, cell: StripFigure, at: tuple[int, int]
) -> None:
    """Draw a cell from a point to the right; the label of a result stands before its value."""
    x, y = at
    if cell.icon:
        side = look.px(ICON)
        centre = x + side // 2, y
        if cell.light:
            draw_light(target, look, centre, side, cell.icon, cell.icon_ink)
        else:
            look.icon(target, cell.icon, cell.icon_ink, centre, side)
        x += side + look.px(NEAR)
    texts = [(cell.value, cell.style, cell.ink), (cell.label, LABEL, cell.label_ink)]
    for text, style, ink in reversed(texts) if cell.ending else texts:
        if text:
            x = look.write(target, text, style, ink, (x, y)).right + look.px(NEAR)
