"""Draws what both lists show of the selected deal: its cards in miniature, its figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.position import Position
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.rules import Rules
from game.scenes.common.list_scene import NONE
from game.system.language import Language
from game.table.card_sprites import Appearance
from game.table.miniature import draw_miniature
from game.widgets.look import Look

DEAL_TITLE: Final = TextStyle(fonts.Face.SERIF_BOLD, 26)
_FIGURE: Final = TextStyle(fonts.Face.SERIF_BOLD, 27)


def draw_deal_picture(
    target: pygame.Surface,
    look: Look,
    area: pygame.Rect,
    table: tuple[Rules, Position],
    appearance: Appearance,
    inset: float,
) -> None:
    """Draw a table in miniature on a background; `inset` in dp."""
    edge, radius = colours.tint(colours.CREAM, 0.2), look.px(12)
    look.paint.box(target, area, radius, colours.THUMBNAIL, edge, look.scale.line())
    inner = area.inflate(-2 * look.px(inset), -2 * look.px(inset))
    draw_miniature(target, look, inner, *table, appearance)


def best_labels(best: int | None, alone: int | None, _: Language) -> tuple[str, str]:
    """The label of the moves of the best answer, and a shorter one. `alone`: the moves of the best
    answer that was found without help.
    """
    if best is None or alone == best:
        return _("Your best solution"), _("Best")
    if alone is None:
        return _("Best (with help)"), _("With help")
    return _("Best (unaided {n})").format(n=alone), _("Unaided {n}").format(n=alone)


def draw_deal_figure(
    target: pygame.Surface,
    look: Look,
    area: pygame.Rect,
    labels: Sequence[str],
    value: int | None,
    ink: Rgb,
    unit: str = "",
) -> None:
    """Draw a figure below its label. `labels`: the full label, then shorter ones for less room.
    `value` None: unknown. `unit`: written after a known value.
    """
    look.paint.box(target, area, look.px(10), colours.WELL)
    x, room = area.x + look.px(14), area.w - look.px(20)
    fitting = (each for each in labels if look.width(each, fonts.CAPTION) <= room)
    label = next(fitting, labels[-1])
    look.write(target, label, fonts.CAPTION, colours.DIM, (x, area.y + look.px(16)), room=room)
    at = (x, area.y + look.px(41))
    where = look.write(target, NONE if value is None else str(value), _FIGURE, ink, at)
    if unit and value is not None:
        look.write(target, unit, fonts.CAPTION, colours.DIM, (where.right + look.px(8), at[1]))
