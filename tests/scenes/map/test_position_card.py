"""The card beside a position of the map: all that it may say is there to be read."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from recording_services import recording_services
from scene_driver import reading

from game.graphics import fonts
from game.graphics.scale import Scale
from game.play.verdict import VerdictLight
from game.rules import Gaps
from game.scenes.map.position_card import (
    LEAST_SCALE,
    SIZE,
    CardContent,
    ContentLine,
    card_area,
    card_scale,
    draw_position_card,
    fold_content,
    home_line,
    total_line,
    verdict_line,
)
from game.solver.line_worths import PositionBounds
from game.widgets.look import Look

BOUNDS = pygame.Rect(0, 0, 900, 600)
AT = 20, 20
LEAST = 0.8
"""The rows' distance, as a share of the usual height of text."""


def check(look: Look, content: CardContent) -> None:
    """All text is whole, inside the card, and no row lies on another."""
    target = pygame.Surface(BOUNDS.size)
    with reading() as found:
        draw_position_card(target, look, BOUNDS, AT, content)
    area = card_area(look, BOUNDS, AT, content.picture is not None)
    for text in found:
        assert text.whole and area.contains(text.area), text.text
    height = look.text_px(fonts.CAPTION) * LEAST
    rows = sorted(text.area.centery for text in found)
    assert all(below - above >= height for above, below in pairwise(rows)), rows


@pytest.mark.parametrize("factor", [LEAST_SCALE, 1.0, 1.6])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_verdict_and_total_is_whole(language: str, factor: float) -> None:
    services = recording_services(language=language).services
    _, look, rules = services.language, services.look(Scale(factor)), Gaps()
    home = home_line(rules, rules.deal(tuple(range(52))), _)
    left_open = _.plural("Unexplored after {n} more move", "Unexplored after {n} more moves", 2)
    open_end = ContentLine(left_open.format(n=188))
    totals = [total_line(0, PositionBounds(0, False, least, 188, ()), _) for least in (187, 188)]
    verdicts = [verdict_line((light, None), _) for light in VerdictLight]
    for line in (*totals, *verdicts):
        assert line is not None
        lines = home, open_end, line
        invitation = _("Enter: go there")
        check(look, CardContent("Move 188", lines, invitation, pygame.Surface((1, 1))))
    check(look, fold_content(12, _))


def test_in_a_low_map_a_card_stays_large_enough_to_be_read() -> None:
    body = pygame.Rect(0, 0, 640, 200)
    assert card_scale(Scale(1.2), body).factor == LEAST_SCALE
    assert LEAST_SCALE * SIZE[1] < body.h
