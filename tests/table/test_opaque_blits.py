"""Pictures of cards cut up look as they did before."""

from __future__ import annotations

import pygame
import pytest

from game.table.opaque_blits import cut


@pytest.fixture
def art() -> pygame.Surface:
    picture = pygame.Surface((40, 56), pygame.SRCALPHA)
    pygame.draw.rect(picture, (200, 30, 90), picture.get_rect(), border_radius=5)
    pygame.draw.circle(picture, (20, 180, 90), (20, 28), 9)
    return picture


def drawn(draw) -> bytes:
    target = pygame.Surface((80, 90))
    target.fill((10, 60, 50))
    draw(target)
    return pygame.image.tobytes(target, "RGB")


def test_a_picture_cut_up_is_drawn_as_a_whole(art: pygame.Surface) -> None:
    whole = drawn(lambda target: target.blit(art, (13, 17)))
    assert drawn(lambda target: cut(art, 5).draw(target, (13, 17))) == whole


@pytest.mark.parametrize("height", [0, 3, 20, 56])
def test_of_a_covered_picture_the_upper_rows_are_drawn(art: pygame.Surface, height: int) -> None:
    upper = drawn(lambda target: target.blit(art, (13, 17), (0, 0, 40, height)))
    assert drawn(lambda target: cut(art, 5).draw_top(target, (13, 17), height)) == upper
