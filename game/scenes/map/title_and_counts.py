"""The upper bar of a map: which deal's it is, and how many positions, answers and bookmarks its
graph holds.
"""

from __future__ import annotations

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.play.session import DealHistory
from game.scenes.map.window_areas import MapAreas
from game.system.language import Language
from game.widgets.look import Look
from game.widgets.text_flow import SEPARATOR, leading_facts

TITLE = TextStyle(fonts.Face.SERIF_BOLD, 27)
LEAST_TITLE = 16


def draw_title_and_counts(
    target: pygame.Surface,
    areas: MapAreas,
    look: Look,
    title: str,
    counts: str,
    sides: tuple[int, int],
) -> None:
    """Draw the title and, below it, as many of the counts as there is room for between the left and
    the right of `sides`.
    """
    left, room = sides[0], sides[1] - sides[0]
    style = look.shrunk(title, TITLE, room, LEAST_TITLE)
    y, gap = areas.header.centery, look.px(12 if areas.short else 14)
    look.write(target, title, style, colours.CREAM, (left, y - gap + look.px(2)), room=room)
    below = left, y + gap + look.px(4)
    told = leading_facts(look, counts, fonts.CAPTION, room)
    look.write(target, told, fonts.CAPTION, colours.DIM, below, room=room)


def tree_counts(history: DealHistory, wins: int, par: int | None, _: Language) -> str:
    """What a history holds, in one line; `wins`: how many answers, `par`: the shortest possible."""
    count, marks = len(history), len(history.bookmarks)
    words = [_.plural("{n} position", "{n} positions", count).format(n=_.number(count))]
    if wins:
        words.append(_.plural("{n} solution", "{n} solutions", wins).format(n=_.number(wins)))
        words.append(_("best {n}").format(n=history.best))
    if par is not None:
        words.append(_("shortest possible {n}").format(n=par))
    if marks:
        words.append(_.plural("{n} bookmark", "{n} bookmarks", marks).format(n=marks))
    return SEPARATOR.join(words)
